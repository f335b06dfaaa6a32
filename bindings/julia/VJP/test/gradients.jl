@testset "backward adds up and can be cleared" begin
    x = Tensor([1.0, 2.0]; requires_grad=true)
    @test requires_grad(x) && is_leaf(x) && grad(x) === nothing
    for _ in 1:2
        backward!(sum(x .* x))
    end
    @test grad_of(x) == [4.0, 8.0]
    set_grad!(x, nothing)
    backward!(2x, Tensor([1.0, 10.0]))
    @test grad_of(x) == [2.0, 20.0]
end

@testset "the gradient of a shared matrix has its size" begin
    a, b = rand(2, 3), rand(3, 2)
    x = requires_grad!(share(a))
    backward!(sum(x * Tensor(b)))
    @test size(grad(x)) == (2, 3)
    @test grad_of(x) ≈ ones(2, 2) * b'
end

@testset "grad gives gradients and leaves leaves alone" begin
    x, y = Tensor(2.0; requires_grad=true), Tensor(3.0; requires_grad=true)
    dy, dx = grad(x .* y, [y, x])
    @test dy == 2.0 && dx == 3.0 && grad(x) === nothing
    unused = Tensor(1.0; requires_grad=true)
    @test_throws VJPError grad(x .* 1, unused)
    @test grad(x .* 1, unused; allow_unused=true) === nothing
    @test grad(x .* 1, unused; materialize=true) == 0.0
    @test grad([x .* 2, y .* 3], x; gradients=[Tensor(5.0), nothing], allow_unused=true) == 10.0
end

@testset "second and third derivatives" begin
    x = Tensor(2.0; requires_grad=true)
    y = x .^ 4
    d1 = grad(y, x; create_graph=true)
    d2 = grad(d1, x; create_graph=true)
    d3 = grad(d2, x)
    @test (Float64(d1), Float64(d2), Float64(d3)) == (32.0, 48.0, 48.0)
end

@testset "a grad call runs again" begin
    x = Tensor(2.0; requires_grad=true)
    call = GradCall(x .* x, x; retain_graph=true)
    VJP.run!(call)
    VJP.run!(call)
    @test VJP.result(call) == 4.0
end

@testset "no_grad ends with its block, exceptions included" begin
    x = Tensor(1.0; requires_grad=true)
    no_grad() do
        @test !grad_enabled() && !requires_grad(2x)
        enable_grad(() -> @test grad_enabled())
    end
    @test_throws ErrorException no_grad(() -> error("out"))
    @test grad_enabled()
end

@testset "the graph can be looked at" begin
    x = Tensor(1.0; requires_grad=true)
    y = tanh.(x)
    @test grad_fn(x) === nothing
    @test VJP.name(grad_fn(y)) == "TanhBackward"
    @test map(VJP.name, VJP.next_nodes(grad_fn(y))) == ["AccumulateGrad"]
    @test grad_fn(detach(y)) === nothing
end

@testset "forward mode carries tangents" begin
    result = forward_mode() do
        x = make_dual(Tensor(3.0), Tensor(1.0))
        tangent(x .* x)
    end
    @test result == 6.0
    @test tangent(Tensor(1.0)) === nothing
end

# FWD-1, FWD-6
@testset "levels of forward mode nest" begin
    D(f) = x -> forward_mode(() -> something(tangent(f(make_dual(x, Tensor(1.0)))), Tensor(0.0)))
    @test D(D(x -> x .* x .* x))(Tensor(2.0)) == 12.0
    @test D(x -> x .* D(y -> x .+ y)(Tensor(1.0)))(Tensor(1.0)) == 1.0
    forward_mode() do
        outer = forward_level()
        forward_mode() do
            x = make_dual(make_dual(Tensor(2.0), Tensor(1.0); level = outer), Tensor(3.0))
            @test tangent_levels(x) == [forward_level(), outer] && outer < forward_level()
            @test tangent(tangent(x .* x); level = outer) == 6.0
            @test tangent(unpack_dual(x)[1]) === nothing && tangent(x; level = outer) == 1.0
        end
    end
    @test forward_level() == 0
end

@testset "misuse is an error of its kind" begin
    x = Tensor(2.0; requires_grad=true)
    y = x .* x
    backward!(y)
    @test_throws StateError backward!(y)
    z = x .* 1
    square = z .* z
    VJP.add!(z, 1)
    @test_throws VersionError backward!(square)
end
