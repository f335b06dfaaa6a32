# What Julia asks of an AbstractArray: the interface, checked as Base's own tests of AbstractArray check it (test/abstractarray.jl), for
# tensors of many sizes, element types and memory orders.

"Tensors of an array's elements that lie in memory in different ways."
function layouts_of(a)
    n = ndims(a)
    padded = Tensor(cat(a, a; dims=n + 1))
    return Any[Tensor(a), share(copy(a)), view(padded, ntuple(_ -> :, n)..., 1), copy(Tensor(a))]
end

const SHAPES = [(24,), (2, 4), (3, 5, 2), (1, 1, 3), (0, 3), (1,), (2, 1, 2, 3)]

@testset "the type says elements and dimensions" begin
    t = Tensor([1.0f0 2; 3 4])
    @test t isa Tensor{Float32,2} && t isa AbstractMatrix{Float32} && Tensor <: AbstractArray
    @test eltype(t) === eltype(typeof(t)) === Float32 && ndims(t) === ndims(typeof(t)) === 2
    @test Tensor([1, 2]) isa AbstractVector{Int} && sum(t) isa Tensor{Float32,0} && sum(t; dims=1) isa Tensor{Float32,2}
    @test IndexStyle(t) === IndexLinear() && keys(t) == CartesianIndices((2, 2)) && eachindex(t) == Base.OneTo(4)
    @test axes(t) == (1:2, 1:2) && axes(t, 3) == 1:1 && (firstindex(t), lastindex(t), lastindex(t, 2)) == (1, 4, 2)
    @test promote_type(typeof(t), typeof(t)) === typeof(t)
    @test Tensor(VJP.BFloat16Bits.([0x3f80])) isa Tensor{VJP.BFloat16Bits,1} && Float32(VJP.BFloat16Bits(0x3f80)) === 1.0f0
end

@testset "elements are read as those of the array: $shape" for shape in SHAPES
    a = reshape(collect(1.0:prod(shape)), shape)
    for t in layouts_of(a)
        @test size(t) == shape && length(t) == length(a) && isempty(t) == isempty(a)
        @test all(t[i] === a[i] for i in eachindex(a)) && all(t[i] === a[i] for i in CartesianIndices(a))
        @test all(t[Tuple(i)...] === a[i] for i in CartesianIndices(a)) && all(t[Tuple(i)..., 1, 1] === a[i] for i in CartesianIndices(a))
        @test collect(t) == a && Array(t) == a && [x for x in t] == a && collect(eachindex(t)) == collect(eachindex(a))
        @test t == a && a == t && isequal(t, a) && hash(t) == hash(a) && !(t == vcat(vec(a), 1.0))
        @test t[:] == a[:] && t[1:end] == a[1:end] && t[CartesianIndices(a)] == a && t[trues(shape...)] == a[trues(shape...)]
        @test_throws BoundsError t[0]
        @test_throws BoundsError t[length(a)+1]
        @test_throws BoundsError t[map(n -> n + 1, shape)...]
        @test !checkbounds(Bool, t, length(a) + 1) && checkbounds(Bool, t, 1:length(a))
        @test get(t, length(a) + 1, 7.0) === 7.0
        for d in 1:ndims(a)
            some = ntuple(k -> k == d ? (1:size(a, d)-1) : Colon(), ndims(a))
            @test t[some...] == a[some...] && t[some...] isa Tensor && view(t, some...) == a[some...]
        end
    end
end

@testset "what is read is a copy, a view is none" begin
    t = Tensor([1.0 2; 3 4])
    for part in (t[1, :], t[:, :], t[:], t[1:2, 2:2], t[1:2])
        part .= 9
        @test t == [1 2; 3 4]
    end
    row = view(t, 1, :)
    row[2] = 7
    @test t == [1 7; 3 4] && VJP.shares_storage(row, t) && parent(view(t, [1, 4])) === t
    view(t, [1, 4])[2] = 8
    view(t, 1:1) .= 1
    @test t == [1 7; 3 8] && view(t, :) == [1, 3, 7, 8] && selectdim(t, 1, 2) == [3, 8]
    @views @test VJP.shares_storage(t[:, 1], t)
    element = view(t, 2, 2)
    @test element isa Tensor{Float64,0} && element[] === 8.0
end

@testset "elements are written as those of the array" begin
    for shape in ((6,), (2, 3), (2, 1, 3)), write! in (
            (t -> for i in eachindex(t); t[i] = 10i; end), (t -> for i in CartesianIndices(t); t[i] = sum(Tuple(i)); end), t -> fill!(t, 3),
            (t -> t[1:4] = [9, 8, 7, 6]), (t -> t[:] = 6:-1:1), (t -> t[[1, 3]] .= 0), (t -> t[end] = 5), t -> t .= 2 .* t .+ 1,
            t -> copyto!(t, [5.0, 4.0]), t -> copyto!(t, t .* 2), (t -> t[t .> 3] .= 0), t -> map!(x -> x + 1, t, t), t -> t .+= 1)
        a = reshape(collect(1.0:prod(shape)), shape)
        t = Tensor(a)
        write!(a)
        write!(t)
        @test t == a
    end
    t = Tensor([1, 2, 3])
    @test_throws InexactError t[1] = 1.5
    @test_throws BoundsError t[4] = 1
    @test_throws VJPError t[1:2] = [1, 2, 3]
    @test t == [1, 2, 3]
end

@testset "similar, zero, one, conversions" begin
    t = Tensor([1.0 2; 3 4]; device="sim:0")
    @test similar(t) isa Tensor{Float64,2} && size(similar(t)) == (2, 2) && device(similar(t)) == Device("sim:0")
    @test similar(t, Int) isa Tensor{Int,2} && similar(t, 3, 4, 5) isa Tensor{Float64,3} && similar(t, Float32, (7,)) isa Tensor{Float32,1}
    @test device(similar(t, 3)) == Device("sim:0") && similar(t, String) isa Matrix{String}
    @test size(similar(typeof(t), 2, 5)) == (2, 5) && Tensor{Float32}(undef, 2, 3) isa Tensor{Float32,2} && size(Tensor{Int,1}(undef, 4)) == (4,)
    @test zero(t) == zeros(2, 2) && one(t) == [1 0; 0 1] && zero(t) isa Tensor && device(one(t)) == Device("sim:0")
    @test convert(Tensor, [1, 2]) isa Tensor{Int,1} && convert(Tensor{Float32,1}, [1, 2]) isa Tensor{Float32,1}
    @test convert(Array, t) isa Matrix{Float64} && Matrix(t) == Array(t) && Vector{Float32}(Tensor([1, 2])) isa Vector{Float32}
    @test Tensor{Float32}(t) isa Tensor{Float32,2} && device(Tensor{Float32}(t)) == Device("sim:0") && !VJP.shares_storage(Tensor(t), t)
    @test convert(AbstractArray{Float32}, t) == Array(t) && Float32.(t) isa Tensor{Float32,2}
    @test copy(t) isa Tensor && deepcopy(t) == t && collect(Float32, t) isa Matrix{Float32}
    @test Dict(t => 1)[Array(t)] == 1 && Set([t, copy(t)]) |> length == 1
end

@testset "an element of a recorded tensor is one that gradients flow through" begin
    x = Tensor([1.0, 2.0]; requires_grad=true)
    @test x[1] isa Tensor{Float64,0} && requires_grad(x[1]) && item(x[1]) === 1.0 && no_grad(() -> x[1]) === 1.0 && detach(x)[2] === 2.0
    @test grad((1 - x[1])^2 + 100 * (x[2] - x[1]^2)^2, x) == [-400, 200]
    @test grad(sum(v^2 for v in x), x) == [2, 4] && grad(x[end] * 3, x) == [0, 3]
    @test (x[1] > 0 ? 1 : 2) == 1 && x[1] < x[2] && max(3, item(x[2])) == 3 && x[1] == 1.0
    # What would lose the history without a word is an error.
    @test_throws StateError Float64[x[1]]
    @test_throws StateError foldl(-, x)
    @test forward_mode(() -> tangent(make_dual(Tensor([3.0, 1.0]), Tensor([1.0, 0.0]))[1])) == 1
    @test vmap(r -> r[2] * 2, Tensor([1.0 2; 3 4])) == [4, 8]
    reads = on_device([1.0, 2.0]) .* 2
    @test reads[2] === 4.0f0
end

@testset "a tensor of no dimensions is as its number" begin
    s = sum(Tensor([1.0, 2.0]))
    @test s > 2 && 3 <= s && s == 3 && !(s < 3) && isless(2, s) && isless(s, 4) && sqrt(s + 1) == 2 && s[] === 3.0 && only(collect(s)) === 3.0
    @test Float64[s, 1.0] == [3, 1] && 2s == 6 && s / 2 == 1.5 && 6 / s == 2 && inv(s) ≈ 1 / 3 && -s == -3 && s^2 == 9 && isfinite(s) && !isnan(s)
    @test [1.0, 2.0] .* s isa Tensor && sum(Tensor(fill(2.0))) == 2
end

@testset "what is shown says elements, device and history" begin
    shown(t) = sprint(show, MIME("text/plain"), t)
    @test shown(Tensor([1.5 2.5])) == "1×2 Tensor{Float64,2}:\n 1.5  2.5"
    @test startswith(shown(Tensor([1.0]; requires_grad=true)), "1-element Tensor{Float64,1}, requires grad:")
    @test startswith(shown(tanh.(Tensor([1.0]; requires_grad=true))), "1-element Tensor{Float64,1}, by TanhBackward:")
    @test startswith(shown(on_device([1])), "1-element Tensor{$(eltype(on_device([1]))),1} on sim:0") && shown(Tensor(2.0)) == "0-dimensional Tensor{Float64,0}:\n2.0"
    @test shown(Tensor(zeros(0, 3))) == "0×3 Tensor{Float64,2}" && sprint(print, Tensor([1.5, 2.5])) == "[1.5 2.5]"
    big = sprint(show, MIME("text/plain"), Tensor(rand(200, 200)); context=:limit => true)
    @test count(==('\n'), big) < 60 && occursin("⋮", big)
end

@testset "Julia's own functions take tensors" begin
    a = [3.0, 1.0, 2.0]
    t = Tensor(a)
    @test reinterpret(UInt64, collect(t)) == reinterpret(UInt64, a)
    for f in (x -> sort(x), x -> sort(x; rev=true), x -> sort(x; by=v -> -v), sortperm, x -> partialsort(collect(x), 2), issorted, x -> searchsortedfirst(sort(x), 2.0),
              x -> findmax(x), x -> findmin(x), argmax, argmin, x -> findall(v -> v > 1, x), x -> findfirst(v -> v < 3, x), x -> findlast(v -> v < 3, x), unique, allunique,
              x -> 2.0 in x, x -> count(v -> v > 1, x), x -> count(x .> 1), x -> any(v -> v > 2, x), x -> all(v -> v > 2, x), x -> any(x .> 2), x -> filter(v -> v > 1, x),
              x -> map(+, x, x), x -> map(abs2, x), x -> mapreduce(abs, max, x), x -> reduce(+, x), x -> reduce(max, x), x -> foldl(-, x), x -> foldr(-, x), x -> accumulate(+, x),
              x -> accumulate(max, x), x -> sum(abs2, x), x -> prod(v -> v + 1, x), x -> maximum(v -> -v, x), x -> collect(zip(x, x)), x -> collect(enumerate(x)),
              x -> circshift(x, 1), x -> reverse(x), x -> diff(x), x -> cumsum(x), x -> first(x), x -> last(x), x -> ((p, q, r) = x; p + q - r), x -> +(x...), x -> [v * 2 for v in x],
              x -> extrema(x), x -> cat(x, x; dims=2), x -> repeat(x; inner=2), x -> string(collect(x)), x -> eachindex(x), x -> collect(pairs(x)), x -> x .=> x, x -> tuple(x...),
              x -> maximum(x; dims=1), x -> collect(Iterators.partition(x, 2)), x -> isempty(x), x -> minimum(x), x -> Set(x), x -> sum(v -> v > 1 ? v : 0.0, x), x -> rotl90(collect(x)[:, :]))
        @test plain_value(f(t)) == f(a)
    end
    m = [1.0 4 2; 8 5 7]
    u = Tensor(m)
    for f in (x -> sort(x; dims=1), x -> sort(x; dims=2, rev=true), x -> findmax(x; dims=1)[2], x -> findmin(x)[2], argmax, x -> findall(x .> 3), x -> sum(x; dims=2), x -> any(x .> 7; dims=1),
              x -> mapreduce(abs, +, x; dims=1), x -> reduce(max, x; dims=2), x -> mapslices(sum, collect(x); dims=1), x -> x[:, end], x -> x[end, end], x -> x[end], x -> collect(eachrow(x)) == collect(eachrow(m)),
              x -> circshift(x, (1, 1)), x -> diff(x; dims=2), x -> accumulate(*, x; dims=1), x -> [x; x], x -> [x x], x -> [x x; x x], x -> vcat(x, x, x), x -> permutedims(x), x -> PermutedDimsArray(x, (2, 1)),
              x -> vec(x), x -> reshape(x, 3, :), x -> dropdims(sum(x; dims=1); dims=1), x -> CartesianIndices(x), x -> LinearIndices(x), x -> foldl(+, x), x -> sum(sqrt, x), x -> count(x .> 2),
              x -> map(v -> v > 3 ? 1 : 0, x), x -> filter(v -> v > 3, x), x -> extrema(x), x -> unique(x), x -> float.(x .> 2))
        wanted = try; Some(f(m)); catch; nothing; end
        wanted === nothing && continue
        @test plain_value(f(u)) == something(wanted)
    end
end

@testset "memory is shared both ways, whatever the order" begin
    a = rand(3, 4)
    for s in (a, view(a, 2:3, :), transpose(a), a', PermutedDimsArray(a, (2, 1)), view(a, :, 2), reshape(a, 2, 6))
        s isa StridedArray || continue
        t = share(s)
        @test t == s && strides(t) == strides(s) && pointer(t) == pointer(s)
        back = share(t)
        @test back == s && strides(back) == strides(s)
    end
    t = share(a)
    @test VJP.data_pointer(t') == VJP.data_pointer(t) && strides(t') == (3, 1) && share(permutedims(t, (2, 1))) == a'
    back = share(t')
    back[1, 2] = 42
    @test a[2, 1] == 42 && t[2, 1] == 42
    @test unsafe_load(pointer(t), 1) == a[1] && stride(t, 2) == 3 && Base.elsize(typeof(t)) == 8
    @test_throws DeviceError pointer(on_device([1.0]))
end

@testset "no method is ambiguous, nothing is exported that is not there" begin
    for (m, n) in Test.detect_ambiguities(VJP, Base, LinearAlgebra, SparseArrays, Statistics; recursive=true)
        VJP in (m.module, n.module) || continue
        println("  ", m, "\n  ", n)
        @test false
    end
    @test all(name -> isdefined(VJP, name), names(VJP))
    @test isempty(filter(m -> m.module === VJP, [p for p in Test.detect_unbound_args(VJP; recursive=true)]))
end
