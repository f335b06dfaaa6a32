"The plain sum that a transform is."
plain_sum(x) = [sum(x[j+1] * cis(-2π * j * k / length(x)) for j = 0:length(x)-1) for k = 0:length(x)-1]

@testset "Fourier transforms are sums" begin
    for n in (1, 2, 7, 16, 45, 97, 256)
        a = rand(ComplexF64, n)
        x = Tensor(a)
        @test VJP.fft_fft(x) ≈ plain_sum(a)
        @test VJP.fft_ifft(VJP.fft_fft(x)) ≈ a
        b = rand(n)
        @test VJP.fft_rfft(Tensor(b)) ≈ plain_sum(b)[1:n÷2+1]
        @test VJP.fft_irfft(VJP.fft_rfft(Tensor(b)), n) ≈ b
    end
end

@testset "Fourier transforms along dimensions from 1" begin
    a = rand(ComplexF64, 20, 300)
    x = Tensor(a)
    @test VJP.fft_fft(x; dim=1)[:, 5] ≈ plain_sum(a[:, 5])
    @test VJP.fft_fft(x; dim=2)[3, :] ≈ plain_sum(a[3, :])
    @test VJP.fft_fft2(x) ≈ VJP.fft_fft(VJP.fft_fft(x; dim=1); dim=2)
end

@testset "gradient of the energy of a spectrum" begin
    a = rand(6)
    x = Tensor(a; requires_grad=true)
    z = VJP.view_as_real(VJP.fft_fft(x))
    backward!(sum(z .* z))
    @test grad_of(x) ≈ 12a
end
