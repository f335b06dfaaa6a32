# Functions that run by records of themselves.

@testset "compiled functions" begin
    calls = Ref(0)
    layer(x, slope) = (calls[] += 1; sum(ifelse.(x .> 0, x, x .* slope)))
    compiled = VJP.compile(layer)
    for (n, slope, want) in [(2, 0.5, 1), (2, 0.5, 1), (3, 0.5, 2), (3, 0.25, 3), (2, 0.5, 3)]
        x = Tensor([(-1.0)^i * i for i in 1:n]; requires_grad=true)
        y = compiled(x, slope)
        backward!(y)
        @test calls[] == want
        plain = Tensor(Array(detach(x)); requires_grad=true)
        backward!(layer(plain, slope))
        calls[] -= 1
        @test grad_of(x) == grad_of(plain)
    end
    @test occursin("where", VJP.compile_text(compiled))
    # 1 and 1.0 are two constants.
    scaled = VJP.compile((x, n) -> x * n)
    @test eltype(scaled(Tensor([1, 2]), 2)) === Int64
    @test eltype(scaled(Tensor([1, 2]), 2.0)) <: AbstractFloat

    # One tensor, or a tuple: each record's own.
    either = VJP.compile(x -> length(x) > 2 ? x .+ 1 : (x .+ 1, x .* 2))
    for _ in 1:2
        @test Array(either(Tensor([1.0, 2, 3]))) == [2, 3, 4]
        @test map(Array, either(Tensor([1.0, 2]))) == ([2, 3], [2, 4])
    end

    # Tensors from outside have the values that they have by then; forgotten, it is called again.
    w, count = Tensor([1.0]), Ref(0)
    outside = VJP.compile(x -> (count[] += 1; x .* w))
    @test item(outside(Tensor([3.0]))) == 3
    VJP.mul!(w, 2)
    @test item(outside(Tensor([3.0]))) == 6 && count[] == 1
    VJP.compile_clear!(outside)
    @test item(outside(Tensor([3.0]))) == 6 && count[] == 2

    # Why not.
    reads = VJP.compile(x -> x ./ item(sum(x)))
    @test Array(reads(Tensor([1.0, 3.0]))) == [0.25, 0.75]
    @test Array(reads(Tensor([1.0, 1.0]))) == [0.5, 0.5]
    @test occursin("vjp_tensor_item is no operator", VJP.compile_text(reads))
    @test_throws VJP.NotImplementedError VJP.compile(x -> x ./ item(sum(x)); strict=true)(Tensor([1.0]))
    @test_throws ErrorException VJP.compile(x -> error("mine"))(Tensor([1.0]))
    @test_throws VJP.InvalidError VJP.compile(x -> 1)(Tensor([1.0]))
    @test_throws VJP.InvalidError compiled([1.0], 0.5)
end
