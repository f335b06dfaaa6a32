@testset "channels lie last where they are asked to" begin
    x = Tensor(rand(1, 3, 2, 2))
    y = VJP.contiguous_memory_format(x, :channels_last)
    @test strides(y) == (12, 1, 6, 3) && y == Array(x)
    @test VJP.is_contiguous(y, :channels_last) && VJP.is_contiguous(x) && !VJP.is_contiguous(y)
    @test strides(y .* 2) == strides(y)
    @test strides(VJP.clone_memory_format(y, :preserve)) == strides(y)
    @test_throws VJP.InvalidError VJP.contiguous_memory_format(x, :upside_down)
end

@testset "a tensor has the size and the elements of its array" begin
    for a in (rand(3), rand(2, 3), rand(Float32, 2, 3, 4), reshape([2.5]), zeros(0, 3), [true false], Int32[1 2; 3 4],
              [1.0 + 2im, 3.0 - 1im], Float16[1 2 3])
        t = Tensor(a)
        @test size(t) == size(a)
        @test dtype(t) === eltype(a)
        @test Array(t) == a
        @test t == a
        @test Array(t) isa Array{eltype(a),ndims(a)}
    end
    a = rand(2, 3)
    t = Tensor(a)
    @test all(t[i, j] == a[i, j] for i in 1:2, j in 1:3)
    @test strides(t) == (3, 1)
    @test (ndims(t), length(t), size(t, 2), size(t, 3)) == (2, 6, 3, 1)
end

@testset "an array is shared without a copy and without a transposition" begin
    a = rand(2, 3)
    t = share(a)
    @test size(t) == (2, 3) && strides(t) == (1, 2)
    @test all(t[i, j] == a[i, j] for i in 1:2, j in 1:3)
    a[2, 1] = 7
    @test t[2, 1] == 7
    t[1, 3] = 5
    @test a[1, 3] == 5
    # A strided view of an array, and what the library makes of it.
    part = share(view(a, :, 2:3))
    @test part == a[:, 2:3]
    @test (part * Tensor([1.0, 1.0])) ≈ a[:, 2] + a[:, 3]
end

@testset "a tensor is shared without a copy" begin
    a = rand(2, 3)
    back = share(share(a))
    @test back isa Matrix{Float64} && pointer(back) == pointer(a)
    t = Tensor(a)
    rows = share(t)
    @test rows == a && strides(rows) == (3, 1)
    rows[2, 3] = 9
    @test t[2, 3] == 9
    @test rows * ones(3) ≈ Array(t) * ones(3)
    @test_throws BoundsError rows[3, 1]
end

@testset "shared memory outlives what shared it" begin
    t = let a = fill(3.0, 1000)
        share(a)
    end
    array = let t = Tensor(fill(4.0, 2, 500))
        share(t)
    end
    for _ in 1:3
        GC.gc()
        [rand(1000) for _ in 1:100]
    end
    @test Array(t) == fill(3.0, 1000)
    @test array == fill(4.0, 2, 500)
end

@testset "the collector is run for many small tensors, and less often for those that stay" begin
    x, often = Tensor(Float32[1.0]), VJP.LEAST_MADE
    make(count) = foreach(_ -> VJP.mul(x, x), 1:count)
    make(3 * often)
    @test VJP.MADE[] <= 2 * often
    GC.gc()
    VJP.MADE[] = 0
    kept = [VJP.mul(x, x) for _ in 1:often÷2]
    VJP.collect_young()
    @test length(kept) == often ÷ 2 && VJP.PATIENCE[] > often
    make(often ÷ 2)
    VJP.collect_young()
    @test VJP.PATIENCE[] == often
end

"Whether an array that `make` gives still has its numbers after collections, and after others have had the memory."
function survives(make)
    array = make()
    foreach(_ -> GC.gc(), 1:3)
    others = [Tensor(fill(-1.0, 1000)) for _ in 1:200]
    return vec(array) == 1.0:1000.0
end
numbers() = Tensor(collect(1.0:1000.0))

@testset "an array on a tensor's memory keeps it, whatever becomes of the tensor" begin
    @test survives(() -> share(numbers()))
    @test survives(() -> view(share(numbers()), 1:1000))
    @test survives(() -> reshape(share(numbers()), 10, 100))
    @test survives(() -> share(permutedims(Tensor(permutedims(reshape(collect(1.0:1000.0), 10, 100))))))
    @test survives(() -> share(share(collect(1.0:1000.0))))
    @test survives(() -> (t = numbers(); a = share(t); release!(t); a))
    @test survives(() -> (t = Tensor(permutedims(reshape(collect(1.0:1000.0), 10, 100))); a = share(t); release!(t); permutedims(a)))
    @test survives(() -> (t = Tensor(reshape(collect(1.0:1000.0), 10, 100)); a = share(t); finalize(t); a))
    @test survives(() -> share(deepcopy(numbers())))
    @test survives(() -> share(from_dlpack(to_dlpack(numbers()))))
end

@testset "an array whose memory a tensor has is not resized" begin
    for a in ([1.0, 2.0, 3.0], view([1.0, 2.0, 3.0], 1:2), reshape(view([1.0, 2.0, 3.0, 4.0], 1:4), 2, 2))
        t = share(a)
        owner = parent(a isa Base.ReshapedArray ? parent(a) : a)
        @test_throws ErrorException append!(owner, zeros(10^6))
        @test_throws ErrorException push!(owner, 1)
        @test_throws ErrorException empty!(owner)
        owner[1] = 77
        @test Array(t)[1] == 77
    end
end

@testset "copies of what refers to tensors" begin
    x = Tensor([1.0, 2.0]; requires_grad=true)
    t = deepcopy((x, x))
    @test t[1] === t[2] && !VJP.shares_storage(t[1], x) && requires_grad(t[1]) && t[1] == x
    @test_throws InvalidError deepcopy(Generator(1))
    @test_throws InvalidError deepcopy(add_hook!(identity, x))
    y = x .* 1
    @test VJP.name(deepcopy(grad_fn(y))) == "MulBackward"
end

@testset "what was released says so" begin
    t = Tensor([1.0]; requires_grad=true)
    y = t .* 1
    release!(t)
    release!(t)
    for f in (sum, share, Array, size, t -> t[1], t -> add_hook!(identity, t), t -> [t; t], grad, t -> backward!(y, t),
              t -> custom((f, x) -> x, (b, g) -> g, t), t -> checkpoint(identity, t), t -> SGD([t]), t -> grad(y, t))
        @test_throws StateError f(t)
    end
    g = Generator(1)
    release!(g)
    @test_throws StateError seed!(g, 2)
end

@testset "arrays are let go when their tensors are" begin
    alive = Ref(0)
    function shared()
        a = rand(10)
        alive[] += 1
        finalizer(_ -> alive[] -= 1, a)
        return release!(share(a))
    end
    foreach(_ -> shared(), 1:10)
    lock(VJP.sweep, VJP.HELD_LOCK)
    GC.gc()
    GC.gc()
    @test alive[] <= 1  # the compiler may keep the last one in a slot
end

@testset "tensors are freed by the collector, and by themselves under pressure" begin
    GC.gc()
    before = VJP.allocated_bytes()
    for _ in 1:400
        Tensor(zeros(Float32, 512, 512))
    end
    # 400 MB went by; without help the collector would have seen a few kilobytes.
    @test VJP.allocated_bytes() - before < 200 << 20
    GC.gc()
    GC.gc()
    @test VJP.allocated_bytes() - before <= 4 << 20
end

@testset "indices count from 1" begin
    a = reshape(collect(1.0:24.0), 2, 3, 4)
    t = Tensor(a)
    @test t[1, :, :] == a[1, :, :]
    @test t[:, 2:3, end] == a[:, 2:3, end]
    @test t[:, 1:2:3, 2:3] == a[:, 1:2:3, 2:3]
    @test t[.., 2] == a[:, :, 2]
    @test t[2, ..] == a[2, :, :] && item(t[5]) == a[5]
    @test size(t[:, newaxis, ..]) == (2, 1, 3, 4)
    @test t[:, [3, 1], :] == a[:, [3, 1], :]
    @test t[a .> 20] == a[a .> 20]
    @test VJP.shares_storage(t[1, :, :], t)
    t[1, 2, 3] = -1
    @test t[1, 2, 3] == -1
    t[2, :, :] = zeros(3, 4)
    @test all(iszero, Array(t)[2, :, :])
    t .= 2.5
    @test t == fill(2.5, 2, 3, 4)
    @test_throws InvalidError t[3, 1, 1]
    @test_throws InvalidError t[0, 1, 1]
    @test t[1, 1, 1, 1] == t[1, 1, 1]
    @test_throws InvalidError t[1, 1, 1, 2]
end

@testset "numbers, printing, copies" begin
    @test Tensor(2.5) == 2.5 && item(Tensor(3)) === Int64(3) && Float64(Tensor(2)) === 2.0
    @test item(Tensor(1.0 - 2.0im)) === 1.0 - 2.0im
    @test Bool(Tensor(true))
    text = sprint(show, Tensor([1.5 2.5]))
    @test occursin("1.5", text) && occursin("2.5", text)
    @test occursin("1×2 Tensor of Float64", sprint(show, MIME("text/plain"), Tensor([1.5 2.5])))
    t = Tensor(zeros(2, 3))
    copyto!(t, [1.0 2 3; 4 5 6])
    @test t == [1.0 2 3; 4 5 6]
    @test Array{Float32}(t) == Float32[1 2 3; 4 5 6]
    @test_throws ShapeError copy!(t, zeros(3, 2))
    @test Dict(t => 1)[t] == 1
    @test sprint(show, (release!(t); t)) == "Tensor(released)"
end
