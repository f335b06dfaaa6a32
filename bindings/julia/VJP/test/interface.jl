# A tensor is an array of Julia's: its interface, its derivatives, and its place among the methods of others.

@testset "a Tensor{T,N} is an AbstractArray{T,N}" begin
    for a in (rand(3), rand(Float32, 2, 3), rand(2, 3, 4), fill(2.0), [1.0+2im 3], [true, false], rand(Int8, 2, 2))
        t = Tensor(a)
        @test t isa AbstractArray{eltype(a),ndims(a)} && t isa Tensor{eltype(a),ndims(a)}
        @test axes(t) == axes(a) && IndexStyle(t) === IndexLinear()
        @test [t[i] for i in eachindex(t)] == vec(a) && [t[i] for i in CartesianIndices(a)] == a
        @test first(t) === first(a) && typeof(similar(t)) === typeof(t) && Tensor(t) == t && Tensor(t) !== t
    end
    @test typeof(Tensor(rand(2, 2)) * Tensor(rand(2))) === Tensor{Float64,1}
    @test typeof(sum(Tensor(rand(2, 2)); dims=1)) === Tensor{Float64,2}
    @test Tensor(VJP.BFloat16Bits[0.5, 2]) == Tensor([0.5, 2]) && Tensor(VJP.BFloat16Bits[0.5])[1] == 0.5f0
    many = VJP.reshape(Tensor([1.0]), ones(Int, 11))
    @test many isa Tensor{Float64,11} && size(many) == ntuple(_ -> 1, 11)
end

"A tensor of the array's elements with strides of every kind."
kinds(a) = (Tensor(a), share(copy(a)), share(view(cat(a, a; dims=1), axes(a)...)), transpose(Tensor(permutedims(a))))

@testset "elements, whatever the strides" begin
    a = reshape(collect(1.0:12.0), 3, 4)
    for t in kinds(a)
        @test [t[i, j] for i in 1:3, j in 1:4] == a && [t[i] for i in 1:12] == vec(a) && t[3, 4, 1] == 12
        for index in ((0, 1), (4, 1), (1, 5), (13,), (0,), (1, 1, 2))
            @test_throws InvalidError t[index...]
        end
        t[2, 3] = -1
        @test t[2, 3] == -1 && t[8] == -1
        t[8] = 5
        @test t[2, 3] == 5
    end
end

@testset "one index for all elements, in column-major order" begin
    a = reshape(collect(1.0:24.0), 2, 3, 4)
    for (index, value) in ((:, collect(24.0:-1:1)), (2:5, [9.0, 8, 7, 6]), ([7, 3], [0.5, 1.5]), (isodd.(1:24), zeros(12)), (CartesianIndex.([1, 2], [3, 1], 4), [1.0, 2]),
                           (Any[3, 4], [5.0, 5]))
        t, b = Tensor(a), copy(a)
        @test t[index] == b[index]
        t[index] = value
        b[index] = value
        @test t == b
        t[index] .= 7
        b[index] .= 7
        @test t == b
        @test gradcheck(t -> t[index] .* 2, requires_grad!(t)) === nothing
    end
    t = Tensor(a)
    @test_throws ShapeError t[:] = [1.0, 2]
    @test_throws InvalidError t[[25]] = [1.0]
    @test_throws InvalidError t[[CartesianIndex(3, 1, 1)]]
    @test t[1:1, 2, 1] == [3] && Tensor(a[:, :, 1:1])[2, 3] == 6
    x = Tensor([1.0 2; 3 4]; requires_grad=true)
    y = x .* 1
    y[[2, 3]] = x[[1, 4]] .* 10
    backward!(sum(y))
    @test grad_of(x) == [11 0; 0 11]
end

@testset "made without elements, or with others' types" begin
    @test Tensor{Float32}(undef, 2, 3) isa Tensor{Float32,2} && size(Tensor{Int,1}(undef, (4,))) == (4,)
    @test Tensor{Float32}([1, 2]) isa Tensor{Float32,1} && Tensor{Float64,2}([1 2]) == [1.0 2]
    @test isassigned(Tensor([1.0]), 1) && !isassigned(Tensor([1.0]), 2)
    @test requires_grad(Tensor{Float32}([1.0]; requires_grad=true))
end

@testset "an element is a number, and a tensor where its derivative is recorded" begin
    x = Tensor([1.0, 2.0]; requires_grad=true)
    @test x[2] isa Tensor{Float64,0} && detach(x)[2] === 2.0 && no_grad(() -> x[2]) === 2.0
    backward!(x[1]^2 * x[2] + 3 / x[2])
    @test grad_of(x) ≈ [4, 1 - 3 / 4]
    @test VJP.gradient(x -> sum(v^2 for v in x), [1.0, 3.0]) == [2, 6]
    @test last(VJP.jvp(x -> x[1] * x[2], [2.0, 3.0]; vectors=[1.0, 10.0])) == 23.0
    @test vmap(x -> x[1] * x[2], Tensor([1.0 2; 3 4])) == [2, 12]
    @test VJP.hessian(x -> 100 * (x[2] - x[1]^2)^2 + (1 - x[1])^2, [1.0, 1.0]) ≈ [802 -400; -400 200]
end

@testset "derivatives of what goes element by element" begin
    x = Tensor([0.5, 1.5, 2.5]; requires_grad=true)
    swish(v) = v / (1 + exp(-v))
    for f in (x -> swish.(x), x -> map(swish, x), x -> (v -> 2v^2 + max(v, 1)).(x), x -> sum(swish, x), x -> mean(abs2, x), x -> prod(v -> v + 1, x),
              x -> ((a, b) -> a * b + 1).(x, [1.0, 2, 3]), x -> maximum(v -> -v, x), x -> reduce(*, x), x -> mapreduce(abs2, +, x), x -> x ./ (1, 2, 3),
              x -> muladd.(x, x, 2.0), x -> foldl(+, x), x -> sort(x; rev=true) .* [1.0, 2, 3], x -> median(x .* [2.0, 1, 1]), x -> circshift(x, 1) .* [1.0, 2, 3],
              x -> [2.0, 3, 4]' * x, x -> accumulate(+, x), x -> var(x; corrected=false), x -> clamp.(abs2.(x), 0.3, 5), x -> [[1.0]; x; x])
        @test gradcheck(f, x) === nothing
    end
    @test_throws InvalidError (v -> v > 1 ? v : -v).(x)
    @test_throws InvalidError (v -> 1.0).(x)
    @test (v -> v > 1 ? v : -v).(detach(x)) == [-0.5, 1.5, 2.5]
end

@testset "derivatives of linear algebra and statistics" begin
    A = Tensor([2.0 1 0; 1 3 1; 0 1 4]; requires_grad=true)
    for f in (det, logdet, inv, tr, A -> A \ [1.0, 2, 3], A -> [1.0 2 3; 0 1 0; 2 1 5] / A, A -> A * Diagonal([1.0, 2, 3]), A -> [1.0 2 3] * A, A -> kron(A, [1.0, 2]),
              A -> norm(A, 3), normalize, A -> opnorm(A, 1), A -> diag(A, 1), A -> A[:, 1:2] \ [1.0, 2, 3], A -> svd(A).S, A -> cholesky(A * A').L, A -> dot(A[1, :], A, A[2, :]),
              A -> cov(A), A -> cor(A), A -> mean(A; dims=1), A -> std(A; dims=2), A -> mul!(VJP.zeros([3, 3]; dtype=Float64), A, A), A -> sum(A; dims=(1, 2)),
              A -> cross(A[:, 1], A[:, 2]), A -> A * [1.0 2 3; 0 1 0; 2 1 5]')
        @test gradcheck(f, A) === nothing
    end
end

@testset "writes: recorded, and refused on leaves" begin
    leaf = Tensor([1.0, 2, 3]; requires_grad=true)
    for write! in (x -> x[1] = 5, x -> x .= 1, x -> x[[1, 2]] .= 0, x -> x[[true, false, true]] = [1.0, 2], x -> fill!(x, 1), x -> sort!(x), x -> copyto!(x, leaf .* 2))
        @test_throws StateError write!(leaf)
    end
    y = leaf .* 1
    y[1] = leaf[2] * leaf[3]
    y[[2, 3]] .= 0
    backward!(sum(y))
    @test grad_of(leaf) == [0, 3, 2]
    z = detach(leaf .* 1)
    view(z, [1, 3]) .= -1
    @test z == [-1, 2, -1]
end

@testset "gradient, withgradient, pullback, jacobian, hessian: of tensors, arrays and numbers" begin
    f(x) = sum(x .^ 3)
    x = [1.0, 2.0]
    for input in (x, Tensor(x), Tensor(x; requires_grad=true))
        @test gradient(f, input) == [3, 12] && hessian(f, input) == [6 0; 0 12] && jacobian(x -> x .^ 2, input) == [2 0; 0 4]
        value, slope = withgradient(f, input)
        @test value == 9 && slope == [3, 12]
    end
    @test gradient(x -> x^2, 3.0) == 6.0
    @test gradient(x -> 1.0, x) == [0, 0] && withgradient(x -> 2.0, x).val == 2
    result = withgradient((a, b) -> sum(a .* b), x, 2.0)
    @test result.val == 6 && result.grad == (Tensor([2.0, 2.0]), Tensor(3.0))
    calls = Ref(0)
    y, back = pullback((a, b) -> (calls[] += 1; a .* b), x, [3.0, 4.0])
    @test y == [3, 8] && back([1.0, 10.0]) == (Tensor([3.0, 40.0]), Tensor([1.0, 20.0])) && back(Tensor([0.0, 1.0]))[1] == [0, 4] && calls[] == 1
    two, back_two = pullback(x -> (x .* 2, sum(x)), x)
    @test back_two([1.0, 1.0], 10.0) == (Tensor([12.0, 12.0]),) == back_two(([1.0, 1.0], 10.0))
    @test_throws MethodError gradient(f, "text")
end

@testset "in-place changes of the number of dimensions are noticed" begin
    x = Tensor([1.0 2.0])
    VJP.squeeze!(x)
    @test_throws StateError size(x)
    @test VJP.alias(x) isa Tensor{Float64,1}
end

@testset "no ambiguous methods, no unbound parameters" begin
    ours(m) = m.module === VJP
    modules = (VJP, Base, Core, Base.Broadcast, LinearAlgebra, SparseArrays, Statistics)
    @test filter(pair -> any(ours, pair), Test.detect_ambiguities(modules...)) == []
    @test filter(ours, Test.detect_unbound_args(modules...)) == []
end
