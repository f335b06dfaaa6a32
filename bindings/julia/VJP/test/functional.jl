@testset "derivatives of functions: HIGH-1, HIGH-2" begin
    x, y, v = Tensor([1.0, 2.0]), Tensor([3.0, 4.0]), Tensor([1.0, 10.0])
    cubes(x) = x .* x .* x
    both(x, y) = sum(x .* x .* y)
    value, gradient = VJP.value_and_gradient(both, x, y)
    @test item(value) == 19 && Array(gradient[1]) == [6, 16] && Array(gradient[2]) == [1, 4]
    @test Array(VJP.gradient(x -> sum(cubes(x)), x)) == [3, 12]
    @test Array(last(VJP.vjp(cubes, x; vectors=v))) == [3, 120]
    @test Array(last(VJP.jvp(cubes, x; vectors=v))) == [3, 120]
    @test Array(last(VJP.vjp(x -> (cubes(x), x), x; vectors=(v, v)))) == [4, 130]
    for product in (VJP.vhp, VJP.hvp)
        value, h = product(both, x, y; vectors=(v, Tensor([1.0, 1.0])))
        @test Array(h[1]) == [8, 84] && Array(h[2]) == [2, 40]
    end
    @test Array(VJP.jacobian(cubes, x)) == [3 0; 0 12]
    j = VJP.jacobian((x, y) -> (x .* y, y), x, y)
    @test length(j) == 2 && Array(j[1][2]) == [1 0; 0 2] && Array(j[2][1]) == zeros(2, 2)
    @test Array(VJP.hessian(both, x, y)[1][2]) == [2 0; 0 4]
    @test Array(VJP.hessian(x -> sum(cubes(x)), x; strategy=:forward, vectorize=true)) == [6 0; 0 12]
end

@testset "derivatives of functions: aux, strict, linearize" begin
    x, v = Tensor([1.0, 2.0]), Tensor([1.0, 10.0])
    (value, aux), gradient = VJP.value_and_gradient(x -> (sum(x .* x), x .* 2), x; has_aux=true)
    @test item(value) == 5 && Array(aux) == [2, 4] && Array(gradient) == [2, 4]
    @test occursin("independent of input 2", error_of(() -> VJP.gradient((x, y) -> sum(x), x, x; strict=true)).message)
    @test_throws InvalidError VJP.gradient(sum, x; quick=true)
    @test_throws InvalidError VJP.gradient(sum, x; argnums=C_NULL)
    calls = Ref(0)
    values, derivative = VJP.linearize(x) do x
        calls[] += 1
        return x .* x .* x
    end
    @test Array(values) == [1, 8] && Array(VJP.vjp(derivative, v)) == [3, 120] && Array(VJP.jvp(derivative, v)) == [3, 120]
    @test calls[] == 1
    @test_throws VJPError VJP.jvp(derivative, Tensor([1.0]))
end

@testset "derivatives of functions nest, and exceptions come out: HIGH-12, HIGH-14" begin
    x = Tensor([2.0])
    fourth(x) = sum(x .* x .* x .* x)
    slope(f) = x -> sum(VJP.gradient(f, x))
    @test Array(VJP.gradient(slope(fourth), x)) == [48]
    @test Array(VJP.gradient(slope(slope(fourth)), x)) == [48]
    @test Array(VJP.gradient(x -> sum(x .* VJP.gradient(y -> sum(x .* y), x)), x)) == [4]
    mine = ErrorException("own")
    for request in (VJP.gradient, VJP.jvp, VJP.hvp, VJP.jacobian, VJP.linearize)
        @test error_of(() -> request(_ -> throw(mine), x)) === mine
    end
end
