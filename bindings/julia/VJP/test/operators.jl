@testset "arithmetic means what it means for arrays" begin
    a, b = rand(2, 3), rand(2, 3)
    x, y = Tensor(a), share(b)
    @test x + y ≈ a + b
    @test x - y ≈ a - b
    @test -x == -a
    @test 2x ≈ 2a
    @test x / 4 ≈ a / 4
    @test x .* y ≈ a .* b
    @test x ./ y ≈ a ./ b
    @test 1 ./ x .+ 2 ≈ 1 ./ a .+ 2
    @test x .^ 2 ≈ a .^ 2
    @test x .^ y ≈ a .^ b
    @test (x .< y) == (a .< b)
    @test tanh.(x) .* exp.(y) ≈ tanh.(a) .* exp.(b)
    @test max.(x, y) == max.(a, b)
    c = rand(3, 4)
    @test x * Tensor(c) ≈ a * c
    @test x * share(c) ≈ a * c
    @test Float32.(x) == Float32.(a) && dtype(Float32.(x)) === Float32
    # A number takes part in promotion by its category only.
    @test dtype(Tensor(Float32[1]) * 2.0) === Float32
end

@testset "generated functions: keywords, dimensions from 1, lists" begin
    a = rand(2, 3)
    x = Tensor(a)
    @test sum(x) ≈ sum(a)
    @test sum(x; dim=1) ≈ vec(sum(a; dims=1))
    @test sum(x, 1) ≈ vec(sum(a; dims=1))
    @test VJP.linear(x, Tensor([1.0 2 3]), Tensor([1.0])) ≈ a * [1, 2, 3] .+ 1
    @test sum(x; dim=-1, keepdim=true) ≈ sum(a; dims=2)
    @test sum(x; dim=(1, 2)) ≈ sum(a)
    values, indices = VJP.max_dim(x, 2)
    @test values == vec(maximum(a; dims=2))
    @test Array(indices) .+ 1 == map(i -> argmax(a[i, :]), 1:2)
    @test transpose(x, 1, 2) == permutedims(a)
    @test cat([x, x]) == vcat(a, a)
    @test cat([x, x]; dim=2) == hcat(a, a)
    @test map(size, VJP.split(x, 2; dim=2)) == [(2, 2), (2, 1)]
    @test VJP.softmax(x, 1) ≈ exp.(a) ./ sum(exp.(a); dims=1)
    @test size(VJP.zeros((2, 3); dtype=Float64)) == (2, 3)
    @test VJP.reshape(x, (3, 2)) == permutedims(reshape(permutedims(a), 2, 3))
    @test_throws InvalidError sum(x; dim=0)
end

@testset "arguments of every kind" begin
    a = [1.0 2.5; -3.5 4.0]
    x = Tensor(a)
    @test VJP.div_rounding_mode(x, 2, "floor") == fld.(a, 2)
    @test VJP.div_rounding_mode(x, 2, nothing) == a ./ 2
    @test VJP.gelu(x; approximate="tanh") != VJP.gelu(x)
    @test VJP.index_tensor(x, [Tensor([1, 0]), nothing]) == a[[2, 1], :]
    @test VJP.pad(x, [1, 0]; value=7) == [7.0 1.0 2.5; 7.0 -3.5 4.0]
    @test VJP.logit(Tensor([0.0, 0.5]); eps=0.25) ≈ [log(1 / 3), 0.0]
    @test var(x; dim=1, correction=0) ≈ vec(var(a; dims=1, corrected=false))
    @test mean(x) ≈ mean(a)
    @test norm(x) ≈ norm(a)
    @test norm(x; p=1, dim=2) ≈ [3.5, 7.5]
    @test clamp(x; min=0, max=3) == clamp.(a, 0, 3)
    @test clamp(x; min=Tensor(zeros(2))) == max.(a, 0)
    @test VJP.where_(x .> 0, 1.0, 0.0) == (a .> 0)
    @test VJP.where_(x .> 0, x, 0.0) == max.(a, 0)
    values, indices = VJP.sort(x; dim=2, descending=true)
    @test values == [2.5 1.0; 4.0 -3.5] && indices == [1 0; 1 0]
    @test VJP.arange_start(1, 7; step=2) == [1, 3, 5]
    @test dtype(VJP.ones((2,); dtype=Float64)) === Float64
    @test VJP.select(x, 1, 2) == a[2, :] && VJP.narrow(x, 2, 2, 1) == a[:, 2:2]
    @test VJP.slice(x; dim=2, start=2) == a[:, 2:end] && VJP.slice(x; dim=1, end_=1) == a[1:1, :]
end

@testset "in-place and out forms" begin
    x = Tensor([1.0, 2.0])
    @test VJP.mul!(x, 3) === x
    @test x == [3.0, 6.0]
    @test VJP.write_count(x) == 1
    out = Tensor(zeros(2))
    VJP.neg_out!(out, x)
    @test out == [-3.0, -6.0]
end

@testset "random numbers repeat" begin
    generator = Generator(7)
    first_ones = VJP.randn((4,); generator=generator)
    @test VJP.randn((4,); generator=generator) != first_ones
    seed!(generator, 7)
    @test VJP.randn((4,); generator=generator) == first_ones
end

@testset "errors are types with the library's message" begin
    x = Tensor(zeros(2, 3))
    error = try
        x .+ Tensor(zeros(5))
    catch e
        e
    end
    @test error isa ShapeError && error isa VJPError
    @test error.status == 2
    @test occursin(".+", error.message) && occursin("(2, 3)", error.message)
    @test occursin(error.message, sprint(showerror, error))
    @test_throws DtypeError Tensor(["text"])
    @test_throws InvalidError x[5, 1]
end
