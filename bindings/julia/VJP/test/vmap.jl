@testset "vmap: dimensions, shared inputs, chunks: HIGH-11" begin
    x, w, calls = Tensor([1.0 2.0; 3.0 4.0; 5.0 6.0]), Tensor([10.0, 1.0]), Ref(0)
    scaled, sums = vmap(x, w; in_dims=(1, nothing)) do a, b
        calls[] += 1
        @test size(a) == (2,) && size(b) == (2,)
        return a .* b, sum(a)
    end
    @test calls[] == 1
    @test Array(scaled) == [10 2; 30 4; 50 6] && Array(sums) == [3, 7, 11]
    @test Array(vmap(sum, x; in_dims=2)) == [9, 12] && Array(vmap(sum, x; in_dims=-1)) == [9, 12]
    turned, kept = vmap((a, b) -> (a .* 2, b .* 2), x, w; in_dims=(1, nothing), out_dims=(-1, nothing))
    @test Array(turned) == [2 6 10; 4 8 12] && Array(kept) == [20, 2]
    sizes = Int[]
    @test Array(vmap(a -> (push!(sizes, length(batch_level())); a .* 2), Tensor([1.0, 2.0, 3.0]); chunk_size=2)) == [2, 4, 6]
    @test sizes == [2, 1]
    @test vmap_loops() isa Int
end

@testset "vmap: derivatives around and inside: HIGH-11" begin
    x = Tensor([1.0 2.0; 3.0 4.0])
    squares(a) = sum(a .* a)
    @test Array(vmap(a -> VJP.gradient(squares, a), x)) == [2 4; 6 8]
    @test Array(VJP.gradient(x -> sum(vmap(squares, x)), x)) == [2 4; 6 8]
    @test Array(vmap(a -> last(VJP.jvp(squares, a; vectors=a)), x)) == [10, 50]
end

@testset "vmap: what one sample cannot do, randomness: HIGH-11" begin
    x, shared = Tensor([1.0, 2.0]), Tensor([0.0])
    for use in (item, Array, a -> VJP.add!(shared, a), VJP.rand_like)
        @test error_of(() -> vmap(a -> (use(a); a), x)) isa StateError
    end
    x = Tensor(zeros(4, 16))
    drawn(randomness) = Array(vmap(VJP.rand_like, x; randomness=randomness))
    same, different = drawn(:same), drawn(:different)
    @test same[1, :] == same[2, :] && different[1, :] != different[2, :]
    @test_throws InvalidError drawn(:some)
end

@testset "levels of batching nest, and their tensors die: HIGH-12" begin
    x = Tensor([1.0 2.0 3.0; 4.0 5.0 6.0])
    @test batch_level() === nothing && !is_batched(x) && isempty(batch_levels(x))
    sums, escaped = batch_level(2) do outer
        row = wrap(outer, x)
        batch_level(3) do inner
            element = wrap(inner, row)
            @test batch_levels(element) == [outer, inner] && batch_level() == inner
            @test (length(outer), length(inner)) == (2, 3)
            return unwrap(outer, unwrap(inner, element .* 10), 2), element
        end
    end
    @test Array(sums) == [10 40; 20 50; 30 60]
    @test is_batched(escaped)
    for use in (a -> a .* 2, Array, item, VJP.share, a -> length(last(batch_levels(a))))
        @test error_of(() -> use(escaped)) isa StateError
    end
end

@testset "a custom function's own rule: FUNC-21" begin
    calls = []
    function product(x, w)
        rule(level, in_dims, a, b) = (push!(calls, (length(level), in_dims)); wrap(level, product(a, reshape(b, 1, 2)), 1))
        forward(f, a, b) = (save!(f, a, b); a .* b)
        backward(b, g) = (g .* saved(b, 2), g .* saved(b, 1))
        return custom(forward, backward, x, w; vmap=rule)
    end
    x, w = Tensor([1.0 2.0; 3.0 4.0]; requires_grad=true), Tensor([5.0, 6.0]; requires_grad=true)
    y = vmap(a -> product(a, w), x)
    @test Array(y) == [5 12; 15 24] && calls == [(2, (1, nothing))]
    backward!(sum(y))
    @test grad_of(x) == [5 6; 5 6] && grad_of(w) == [4, 6]
    mine = ErrorException("own")
    @test error_of(() -> vmap(a -> custom(identity, identity, a; vmap=(_...) -> throw(mine)), x)) === mine
end

@testset "vmap: exceptions come out and the level ends: HIGH-14" begin
    x, mine = Tensor([1.0, 2.0]), ErrorException("own")
    @test error_of(() -> vmap(_ -> throw(mine), x)) === mine
    @test error_of(() -> batch_level(_ -> throw(mine), 2)) === mine
    @test batch_level() === nothing
end

@testset "vmap: wrong arguments" begin
    x, y = Tensor([1.0, 2.0]), Tensor([1.0, 2.0, 3.0])
    first_of(a, others...) = a
    @test occursin("2 inputs, 1 in_dims", error_of(() -> vmap(first_of, x, x; in_dims=(1,))).message)
    @test_throws ShapeError vmap(first_of, x, y)
    @test_throws StateError vmap(first_of, x; out_dims=nothing)
    @test_throws InvalidError vmap(first_of, x; in_dims=nothing)
    @test_throws InvalidError vmap(first_of, x; in_dims=0)
    @test_throws InvalidError vmap(first_of, x; in_dims=2)
    @test_throws InvalidError vmap(first_of, x; chunk_size=-1)
end
