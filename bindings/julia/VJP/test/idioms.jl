# What programs do with arrays, done with tensors: each gives what the array gives, or throws an error of the package.

"What an idiom gives as Julia's numbers and arrays."
plain_value(x::Tensor) = ndims(x) == 0 ? item(x) : Array(x)
plain_value(x::Tuple) = map(plain_value, x)
plain_value(x::AbstractVector{Tensor}) = map(plain_value, x)
plain_value(x::AbstractArray{<:Any,0}) = x[]
plain_value(x) = x

same(a, b) = a == b
same(a::Number, b::Number) = a ≈ b || (isnan(a) && isnan(b))
same(a::AbstractArray{<:Number}, b::AbstractArray{<:Number}) = a == b || size(a) == size(b) && a ≈ b
same(a::Tuple, b::Tuple) = length(a) == length(b) && all(map(same, a, b))

"`:same`, `:refused`, or what is wrong, of `f` called with arrays and with tensors of them."
function verdict(f, arrays)
    wanted = try
        Some(plain_value(f(map(copy, arrays)...)))
    catch
        nothing
    end
    got = try
        plain_value(f(map(a -> a isa AbstractArray ? Tensor(a) : a, arrays)...))
    catch exception
        exception isa Union{VJPError,InexactError} && return :refused
        # What arrays refuse as well may be refused in Julia's words.
        wanted === nothing && exception isa Union{MethodError,DimensionMismatch,BoundsError,ArgumentError} && return :refused
        return exception
    end
    wanted === nothing && return :extra
    return same(something(wanted), got) ? :same : (something(wanted), got)
end

const SQUARE, SECOND, V, W = [1.0 2 3; 4 5 6; 7 8 10], [0.5 1 2; 3 1 4; 1 5 9], [1.0, 2, 3], [4.0, 5, 6]
const WIDE, CUBE, TWOS = [1.0 2 3; 4 5 6], reshape(collect(1.0:24), 2, 3, 4), reshape(collect(1.0:8), 2, 2, 2)
const WHOLE, COMPLEX = [1 2; 3 4], [1.0+2im 3-1im; 2im 4]

function changed_by(f)
    return (a, rest...) -> (b = copy(a); f(b, rest...); b)
end

# name => (function, arguments...): has to give what the array gives.
const RIGHT = [
    "t .+ v" => ((t, v) -> t .+ v, SQUARE, V), "v .+ t" => ((v, t) -> v .+ t, V, SQUARE),
    "t .* v" => ((t, v) -> t .* v, SQUARE, V), "t ./ v" => ((t, v) -> t ./ v, SQUARE, V),
    "t .^ v" => ((t, v) -> t .^ v, SQUARE, V), "t .- v'" => ((t, v) -> t .- v', SQUARE, V),
    "t .< v" => ((t, v) -> t .< v, SQUARE, V), "max.(t, v)" => ((t, v) -> max.(t, v), SQUARE, V),
    "min.(t, 2)" => (t -> min.(t, 2), SQUARE), "cube .+ square" => ((a, b) -> a .+ b, TWOS, [1.0 2; 3 4]),
    "wide .+ two" => ((a, b) -> a .+ b, WIDE, [10.0, 20]), "t .+ array" => (t -> t .+ V, SQUARE),
    "array .- t" => (t -> V .- t, SQUARE), "t .+ (array .* 2)" => (t -> t .+ (V .* 2), SQUARE),
    "t .= v" => (changed_by((t, v) -> t .= v), SQUARE, V), "t .+= v" => (changed_by((t, v) -> t .+= v), SQUARE, V),
    "t[:, 1] .= v" => (changed_by((t, v) -> t[:, 1] .= v), SQUARE, V),
    "t[[1, 3]] .= 0" => (changed_by(t -> t[[1, 3]] .= 0), V),
    "t[mask] .+= 1" => (changed_by(t -> t[[true, false, true]] .+= 1), V),
    "t[[1, 3], :] .= 0" => (changed_by(t -> t[[1, 3], :] .= 0), SQUARE),
    "vcat(v, w)" => (vcat, V, W), "[v; w]" => ((v, w) -> [v; w], V, W), "[t; t]" => ((t, u) -> [t; u], SQUARE, SECOND),
    "[v w]" => ((v, w) -> [v w], V, W), "hcat(t, v)" => (hcat, SQUARE, V), "[t; v']" => ((t, v) -> [t; v'], SQUARE, V),
    "[t u; u t]" => ((t, u) -> [t u; u t], SQUARE, SECOND), "[v; 1]" => (v -> [v; 1], V), "[1; v]" => (v -> [1; v], V),
    "[v; array]" => (v -> [v; W], V), "vcat of 3" => ((a, b, c) -> vcat(a, b, c), V, W, V),
    "cat dims=3" => ((a, b) -> cat(a, b; dims=3), SQUARE, SECOND), "cat vectors dims=2" => ((a, b) -> cat(a, b; dims=2), V, W),
    "reduce(vcat)" => ((a, b) -> reduce(vcat, [a, b]), V, W), "reduce(hcat)" => ((a, b) -> reduce(hcat, [a, b]), V, W),
    "t'" => (t -> t', WIDE), "v'" => (v -> v', V), "complex'" => (t -> t', COMPLEX), "transpose" => (transpose, COMPLEX),
    "transpose(v)" => (transpose, V), "permutedims" => (permutedims, WIDE), "permutedims(v)" => (permutedims, V),
    "permutedims 3" => (t -> permutedims(t, (3, 1, 2)), CUBE), "copy" => (copy, WIDE),
    "copy is one" => (t -> (u = copy(t); u[1] = 9.0; t[1]), V), "deepcopy is one" => (t -> (u = deepcopy(t); u[1] = 9.0; t[1]), V),
    "reshape" => (t -> reshape(t, 3, 2), WIDE), "reshape tuple" => (t -> reshape(t, (6,)), WIDE),
    "reshape :" => (t -> reshape(t, 4, :), CUBE), "vec" => (vec, WIDE), "t[:]" => (t -> t[:], WIDE),
    "dropdims" => (t -> dropdims(t[1:1, :]; dims=1), WIDE), "selectdim" => (t -> selectdim(t, 2, 3), WIDE),
    "reverse" => (t -> reverse(t; dims=1), WIDE), "reverse(v)" => (reverse, V), "repeat(t, 2, 3)" => (t -> repeat(t, 2, 3), WIDE),
    "repeat(v, 2)" => (v -> repeat(v, 2), V), "repeat(v, 2, 3)" => (v -> repeat(v, 2, 3), V),
    "sum" => (sum, CUBE), "sum dims" => (t -> sum(t; dims=2), CUBE), "sum dims tuple" => (t -> sum(t; dims=(1, 3)), CUBE),
    "sum dims :" => (t -> sum(t; dims=:), CUBE), "prod dims" => (t -> prod(t; dims=(1, 2)), WIDE),
    "mean dims" => (t -> mean(t; dims=1), WIDE), "std dims" => (t -> std(t; dims=2), WIDE), "var dims" => (t -> var(t; dims=2), WIDE),
    "var" => (var, WIDE), "any dims" => (t -> any(t .> 3; dims=1), WIDE), "all dims" => (t -> all(t .> 3; dims=2), WIDE),
    "maximum" => (maximum, CUBE), "minimum" => (minimum, CUBE), "maximum dims" => (t -> maximum(t; dims=(1, 3)), CUBE),
    "minimum dims" => (t -> minimum(t; dims=1), CUBE), "extrema" => (extrema, CUBE), "cumsum dims" => (t -> cumsum(t; dims=2), WIDE),
    "cumsum(v)" => (cumsum, V), "cumprod dims" => (t -> cumprod(t; dims=1), WIDE), "norm" => (norm, WIDE),
    "dot" => (dot, V, W), "dot of complex" => ((t, u) -> dot(t, u), COMPLEX[:, 1], COMPLEX[:, 2]), "dot of matrices" => (dot, SQUARE, SECOND),
    "t * u" => (*, SQUARE, SECOND), "t * v" => (*, WIDE, V), "v * row" => ((v, w) -> v * w', V, W), "v' * t" => ((v, t) -> v' * t, V, SQUARE),
    "t * array" => (t -> t * V, WIDE), "array * t" => (t -> SQUARE * t, SECOND), "t^2" => (t -> t^2, SQUARE), "kron" => (kron, WHOLE, WHOLE),
    "t[2]" => (t -> t[2], WIDE), "t[5]" => (t -> t[5], CUBE), "t[end]" => (t -> t[end], WIDE), "t[end, 1]" => (t -> t[end, 1], WIDE),
    "t[2:4]" => (t -> t[2:4], WIDE), "t[[1, 6]]" => (t -> t[[1, 6]], WIDE), "t[[1, 2], [1, 3]]" => (t -> t[[1, 2], [1, 3]], WIDE),
    "t[[2, 1], :, [4, 1]]" => (t -> t[[2, 1], :, [4, 1]], CUBE), "t[1, [3, 1], :]" => (t -> t[1, [3, 1], :], CUBE),
    "t[matrix]" => (t -> t[[1 2; 3 1]], V), "t[:, matrix]" => (t -> t[:, [1 2; 3 1]], WIDE), "t[3:-1:1]" => (t -> t[3:-1:1], V),
    "t[:, end:-1:1]" => (t -> t[:, end:-1:1], WIDE), "t[mask]" => (t -> t[t .> 2], WIDE), "t[array mask]" => (t -> t[WIDE .> 2], WIDE),
    "t[mask, :]" => (t -> t[[false, true], :], WIDE), "t[:, mask]" => (t -> t[:, [true, false, true]], WIDE),
    "t[CartesianIndex]" => (t -> t[CartesianIndex(2, 3)], WIDE), "t[]" => (t -> t[], fill(2.0)), "empty range" => (t -> t[3:2], V),
    "t[i, j] = x" => (changed_by(t -> t[2, 3] = 9), WIDE), "t[3] = x" => (changed_by(t -> t[3] = 9), WIDE),
    "t[:, 1] = v" => (changed_by(t -> t[:, 1] = [8.0, 9]), WIDE), "t[mask] = list" => (changed_by(t -> t[t .> 4] = [7.0, 8]), WIDE),
    "t[[1, 3]] = list" => (changed_by(t -> t[[3, 1]] = [7.0, 8]), V), "t[1, :] = row" => (changed_by(t -> t[1:1, :] = [7.0 8 9]), WIDE),
    "fill!" => (changed_by(t -> fill!(t, 3)), WIDE), "copyto!" => (changed_by(copyto!), WIDE, 2WIDE), "copy!" => (changed_by(copy!), WIDE, 2WIDE),
    "x .|> f" => (t -> t .|> exp, WIDE), "Float32.(t)" => (t -> Float32.(t), WIDE), "Int.(t)" => (t -> Int.(t), WIDE),
    "Array{Int}" => (t -> Array{Int}(t), WIDE), ".!mask" => (t -> .!(t .> 2), WIDE), "mask .& mask" => (t -> (t .> 2) .& (t .< 5), WIDE),
    "iszero" => (iszero, zeros(2)), "isempty" => (isempty, zeros(0, 2)), "size" => (size, CUBE), "length" => (length, CUBE),
    "eachindex" => (t -> [plain_value(t[i]) for i in eachindex(t)], WIDE), "axes" => (axes, WIDE), "lastindex" => (lastindex, WIDE),
    "first" => (first, V), "last" => (last, WIDE), "triu" => (triu, SQUARE), "exp." => (t -> exp.(t), WIDE), "abs2" => (t -> abs.(t) .^ 2, WIDE),
    "clamp." => (t -> clamp.(t, 2, 4.5), WIDE), "ifelse." => ((t, u) -> ifelse.(t .> u, t, u), SQUARE, SECOND),
    "ifelse. columns" => ((t, v) -> ifelse.(t .> 3, v, t), SQUARE, V), "ifelse. 0" => (t -> ifelse.(t .> 3, t, 0.0), SQUARE),
    "ifelse. of a vector" => ((v, t) -> ifelse.(v .> 1, t, -1.0), V, SQUARE), "ifelse. numbers" => (t -> ifelse.(t .> 3, 1.0, 0.0), WIDE),
    "mod." => (t -> mod.(-t, 2.5), WIDE), "rem." => (t -> rem.(-t, 2.5), WIDE), "mod. v" => ((t, v) -> mod.(t, v), SQUARE, V),
    "atan. 2" => ((t, v) -> atan.(t, -v), SQUARE, V), "hypot." => ((t, v) -> hypot.(t, v), SQUARE, V), "inv." => (t -> inv.(t), WIDE),
    "copysign." => (t -> copysign.(t, -1.0), WIDE), "abs2." => (t -> abs2.(t), COMPLEX), "abs2. real" => (t -> abs2.(t), WIDE),
    "conj." => (t -> conj.(t), COMPLEX), "real." => (t -> real.(t), COMPLEX),
    "similar" => (t -> size(similar(t)), WIDE), "@view" => (t -> @view(t[1, :]), WIDE), "conj" => (conj, COMPLEX), "real" => (real, COMPLEX),
    "sum of sums" => ((a, b, c) -> a .+ b .+ c, V, W, V), "@." => (t -> (@. 2t + exp(t)), WIDE), "-t" => (-, WIDE), "diag" => (diag, SQUARE), "quantile" => (t -> quantile(t, 0.5), V), "2t" => (t -> 2t, WIDE),
    "t / 2" => (t -> t / 2, WIDE), "Array" => (Array, CUBE), "Vector" => (t -> Vector{Float64}(t), V), "view linear" => (t -> t[2:3, 1:2], SQUARE),
]

# What Julia's methods for every AbstractArray do, or ours in their place.
const AS_ARRAYS = [
    "median" => (median, V),
    "normalize" => (normalize, V),
    "loop" => (t -> [x for x in t], V),
    "map" => (t -> map(exp, t), V),
    "sum(f, t)" => (t -> sum(abs, t), V),
    "maximum(f, t)" => (t -> maximum(abs, t), V),
    "in" => (t -> 2.0 in t, V),
    "unique" => (unique, V),
    "sort" => (sort, V),
    "argmax" => (argmax, V),
    "findmax" => (findmax, V),
    "findall" => (t -> findall(t .> 1), V),
    "splat" => (t -> +(t...), V),
    "round digits" => (t -> Base.broadcast((x, y) -> x, t, 1), V),
    "f.(t)" => (t -> (x -> x + 1).(t), V),
    "cbrt.(t)" => (t -> cbrt.(t), V),
    "div.(t, 2)" => (t -> div.(t, 2), V),
    "inv" => (inv, SQUARE),
    "det" => (det, SQUARE),
    "zip" => (t -> collect(zip(t, t)), V),
    "a, b = t" => (t -> ((a, b) = t; a), V),
    "copyto! sizes" => (changed_by(copyto!), SQUARE, [1.0 2]),
    "[array; array; t]" => (t -> [V; W; t], V),
    "tr" => (tr, SQUARE),
    "foldl" => (t -> foldl(+, t), V),
    "filter" => (t -> filter(>(1), t), V),
    "count" => (t -> count(t .> 1), V),
    "foreach" => (t -> foreach(identity, t), V),
    "circshift" => (t -> circshift(t, 1), V),
    "collect" => (collect, WIDE), "Matrix" => (Matrix, WIDE), "convert" => (t -> convert(Array, t), WIDE), "isa" => (t -> t isa AbstractMatrix{Float64}, WIDE),
    "eltype" => (eltype, COMPLEX), "ndims" => (ndims, CUBE), "enumerate" => (v -> [i * x for (i, x) in enumerate(v)], V),
    "eachindex sum" => (t -> sum(t[i] for i in eachindex(t)), CUBE), "CartesianIndices" => (t -> [t[i] for i in CartesianIndices(t)], WIDE),
    "pairs" => (t -> [k[1] * x for (k, x) in pairs(t)], WIDE), "checkbounds" => (t -> checkbounds(Bool, t, 3, 3), WIDE),
    "eachrow" => (t -> [sum(collect(r)) for r in eachrow(t)], WIDE), "eachcol" => (t -> [sum(collect(c)) for c in eachcol(t)], WIDE),
    "eachslice" => (t -> [sum(collect(c)) for c in eachslice(t; dims=3)], CUBE), "mapslices" => (t -> mapslices(sum, t; dims=1), WIDE),
    "comprehension" => (t -> [x^2 for x in t], WIDE), "generator" => (t -> sum(x^2 for x in t), WIDE), "map of two" => ((a, b) -> map(+, a, b), V, W),
    "map to pairs" => (v -> map(x -> (x, 1), v), V), "map of a matrix" => (t -> map(x -> 2x + 1, t), WIDE), "map!" => (changed_by(v -> map!(abs, v, -v)), V),
    "foldr" => (v -> foldr(-, v), V), "reduce +" => (t -> reduce(+, t), WIDE), "reduce max dims" => (t -> reduce(max, t; dims=1), WIDE),
    "mapreduce" => (t -> mapreduce(abs2, +, t), WIDE), "mapreduce -" => (v -> mapreduce(abs, (a, b) -> a - b, v), V),
    "mapreduce dims" => (t -> mapreduce(abs2, +, t; dims=2), WIDE), "prod(f, t)" => (t -> prod(x -> x + 1, t), WIDE),
    "minimum(f, t)" => (t -> minimum(abs, -t), V), "sum(f, t; dims)" => (t -> sum(abs2, t; dims=1), WIDE), "mean(f, t)" => (v -> mean(sqrt, v), V),
    "any(f, t)" => (t -> any(x -> x > 5, t), WIDE), "all(f, t)" => (t -> all(>(5), t), WIDE), "count(f, t)" => (t -> count(>(2), t), WIDE),
    "argmin" => (argmin, WIDE), "argmax dims" => (t -> argmax(t; dims=1), WIDE), "findmin" => (findmin, WIDE), "findmax dims" => (t -> findmax(t; dims=2), WIDE),
    "findfirst" => (v -> findfirst(x -> x > 1, v), V), "findlast" => (v -> findlast(t -> t < 3, v), V), "findall in" => (v -> findall(in([1, 3]), v), V),
    "sort rev" => (v -> sort(v; rev=true), V), "sort dims" => (t -> sort(t; dims=1, rev=true), SQUARE), "sort!" => (changed_by(v -> sort!(v; rev=true)), V),
    "sortperm" => (v -> sortperm(-v), V), "issorted" => (issorted, V), "accumulate" => (v -> accumulate(max, v), [3.0, 1, 4]), "accumulate +" => (v -> accumulate(+, v), V),
    "diff" => (diff, V), "circshift 2" => (t -> circshift(t, (1, -1)), WIDE), "rot90" => (rotl90, WIDE), "zero" => (zero, WIDE),
    "==" => ((a, b) -> a == b, V, V), "isequal" => ((a, b) -> isequal(a, b), V, W), "hash" => (v -> hash(v) == hash([1.0, 2, 3]), V), "≈" => ((a, b) -> a ≈ b .+ 1e-12, V, V),
    "view by list" => (changed_by(v -> view(v, [1, 3]) .= 0), V), "@views" => (changed_by(t -> @views t[:, 1] .= 0), WIDE), "array .= t" => (t -> (a = zeros(2, 3); a .= t .+ 1; a), WIDE),
    "array[:] = t" => (v -> (a = zeros(3); a[:] = v; a), V), "copyto! array" => (t -> copyto!(zeros(2, 3), t), WIDE), "append!" => (v -> append!([0.0], v), V),
    "t .+ tuple" => (v -> v .+ (1, 2, 3), V), "muladd." => ((a, b) -> muladd.(a, 2.0, b), V, W), "+ of three" => ((a, b) -> a + b + a, V, W),
    "similar size" => (t -> size(similar(t, 4, 5)), WIDE), "similar type" => (t -> eltype(similar(t, Float32)), WIDE), "similar of strings" => (t -> typeof(similar(t, String, 2)), WIDE),
    "copyto! range" => (changed_by(v -> copyto!(v, 2, [8.0, 9.0], 1, 2)), V), "fill! part" => (changed_by(t -> fill!(view(t, :, 1), 0)), WIDE),
    "reinterpret" => (v -> collect(reinterpret(UInt64, collect(v))), V), "string" => (v -> length(string(v)) > 0, V), "iterate" => (t -> first(iterate(t)), WIDE),
    "first, last" => (t -> (first(t), last(t)), WIDE), "extrema" => (extrema, WIDE), "issubset" => (v -> issubset(v, [1, 2, 3]), V), "zip" => ((a, b) -> [x * y for (x, y) in zip(a, b)], V, W),
    "Dict" => (v -> Dict(zip(v, 1:3))[2.0], V), "tuple" => (v -> Tuple(v), V), "Set" => (v -> length(Set(v)), [1.0, 1, 2]), "sum of a mask" => (t -> count(t .> 2), WIDE),
    # LinearAlgebra and Statistics
    "logdet" => (t -> logdet(t' * t), SQUARE), "A \\ b" => ((A, b) -> A \ b, SQUARE, V), "A \\ B" => ((A, B) -> A \ B, SQUARE, SECOND), "A / B" => ((A, B) -> A / B, SQUARE, SECOND),
    "least squares" => ((A, b) -> A \ b, collect(transpose(WIDE)), V), "pinv" => (pinv, WIDE), "mul!" => ((A, b) -> mul!(zero(b), A, b), SQUARE, V),
    "mul! 5" => ((A, b) -> mul!(copy(b), A, b, 2.0, 3.0), SQUARE, V), "rmul!" => (changed_by(t -> rmul!(t, 2.0)), WIDE), "axpy!" => (changed_by((y, x) -> axpy!(2.0, x, y)), V, W),
    "norm 1" => (t -> norm(t, 1), WIDE), "norm Inf" => (t -> norm(t, Inf), WIDE), "opnorm" => (opnorm, SQUARE), "opnorm 1" => (t -> opnorm(t, 1), SQUARE), "normalize 1" => (v -> normalize(v, 1), V),
    "dot 3" => ((x, A, y) -> dot(x, A, y), V, SQUARE, W), "cross" => (cross, V, W), "diag 1" => (t -> diag(t, 1), SQUARE), "tril -1" => (t -> tril(t, -1), SQUARE), "svdvals" => (svdvals, SQUARE),
    "svd" => (t -> ((U, S, V) = svd(t); U * Diagonal(Array(S)) * V'), WIDE), "qr" => (t -> ((Q, R) = qr(t); Matrix(Q) * R), SQUARE), "cholesky" => (t -> (c = cholesky(t' * t); c.L * c.U), SQUARE),
    "lu" => (t -> (f = lu(t); (f.L * f.U, t[f.p, :])), SQUARE), "eigen" => (t -> eigen(t + t').values, SQUARE), "issymmetric" => (t -> issymmetric(t + t'), SQUARE), "rank" => (rank, SQUARE),
    "t * Diagonal" => (t -> t * Diagonal([1.0, 2, 3]), SQUARE), "Diagonal * t" => (t -> Diagonal([1.0, 2, 3]) * t, SQUARE), "t * array'" => (t -> t * [1.0 2 3; 4 5 6]', SQUARE),
    "array' * t" => (t -> [1.0, 2, 3]' * t, SQUARE), "array' * v" => (v -> [1.0, 2, 3]' * v, V), "t * Symmetric" => (t -> t * Symmetric(SECOND), SQUARE), "sparse * t" => (t -> sparse(SECOND) * t, SQUARE),
    "triangular * v" => (v -> UpperTriangular(SECOND) * v, V), "t * view" => (t -> t * view(SECOND, :, 1:2), SQUARE), "kron v" => (kron, V, W), "kron v m" => (kron, V, WIDE),
    "sparse" => (t -> sparse(t .* (t .> 2)), WIDE), "dot array" => (v -> dot(v, [1.0, 2, 3]), V), "I" => (t -> t * I, SQUARE), "t + I" => (t -> t + I, SQUARE),
    "var corrected" => (t -> var(t; corrected=false), WIDE), "std corrected" => (t -> std(t; dims=1, corrected=false), WIDE), "median dims" => (t -> median(t; dims=2), WIDE), "quantile .25" => (t -> quantile(vec(t), 0.25), WIDE),
    "cov" => (cov, SQUARE), "cov dims" => (t -> cov(t; dims=2), WIDE), "cov of two" => (cov, V, [1.0, 0, 5]), "cor" => (cor, [1.0 2; 3 5; 4 1]), "cor of two" => (cor, V, [1.0, 0, 5]),
]

# These do not work, and say so.
const REFUSED = [
    "t + v" => ((t, v) -> t + v, SQUARE, V), "v * v" => (*, V, W), "v * t" => (*, V, SQUARE), "t * v wrong" => (*, SQUARE, [1.0, 2]),
    "t .+ wrong" => ((t, v) -> t .+ v, WIDE, V), "t .= wrong" => (changed_by((t, v) -> t .= v), WIDE, V),
    "t[1:2, :] = v" => (changed_by(t -> t[1:2, :] = V), SQUARE), "t[0]" => (t -> t[0], V), "t[[0, 1]]" => (t -> t[[0, 1]], V),
    "t[[0]] = x" => (changed_by(t -> t[[0]] = [9.0]), V), "t[[4]]" => (t -> t[[4]], V), "t[4]" => (t -> t[4], V), "t[7]" => (t -> t[7], WIDE),
    "t[-1]" => (t -> t[-1], V), "t[0:2]" => (t -> t[0:2], V), "t[2:4]" => (t -> t[2:4], V), "t[true]" => (t -> t[true], V),
    "t[1.0]" => (t -> t[1.0], V), "t[1, 1, 1, 1]" => (t -> t[2, 1, 1, 2], WIDE), "t[1, 1] of 3" => (t -> t[1, 2], CUBE),
    "short mask" => (t -> t[[true, false]], V), "wrong mask" => (t -> t[[true false; true true]], WIDE), "t['a']" => (t -> t['a'], V),
    "exp(matrix)" => (exp, SQUARE), "sqrt(matrix)" => (sqrt, SQUARE), 
    
    "t > 2" => (t -> t > 2, V), "t < t" => ((a, b) -> a < b, V, W), 
    "Int.(1.5)" => (t -> Int.(t), [1.5]), "Array{Int} of 1.5" => (t -> Array{Int}(t), [1.5]),
    "int[1] = 1.5" => (changed_by(t -> t[1] = 1.5), WHOLE), "sum dims=0" => (t -> sum(t; dims=0), WIDE), 
    "copy! sizes" => (changed_by(copy!), SQUARE, V),
    "cat sizes" => ((a, b) -> [a; b], SQUARE, [1.0 2]), "transpose of 3" => (transpose, CUBE),
    "permutedims wrong" => (t -> permutedims(t, (1, 1)), WIDE), "reshape wrong" => (t -> reshape(t, 4, 2), WIDE), "dropdims wrong" => (t -> dropdims(t; dims=1), WIDE),
    "cumsum(matrix)" => (cumsum, WIDE), 
    "sum dims=5" => (t -> sum(t; dims=5), WIDE), "isless" => (t -> isless(t, 1), V),
]

idiom((name, case)) = name => (case[1], case[2:end])

@testset "idioms of arrays give what arrays give" begin
    for (name, (f, arrays)) in idiom.([RIGHT; AS_ARRAYS])
        result = verdict(f, arrays)
        result === :same || println("  ", name, ": ", result)
        @test result === :same
    end
end

@testset "idioms that tensors do not have are errors that say so" begin
    for (name, (f, arrays)) in idiom.(REFUSED)
        result = verdict(f, arrays)
        result === :refused || println("  ", name, ": ", result)
        @test result === :refused
    end
end

@testset "gradients flow through idioms" begin
    for (f, a) in [(t -> t .+ Tensor(V), SQUARE), (t -> [t; t], SQUARE), (t -> t', WIDE), (t -> reshape(t, 3, 2), WIDE), (vec, WIDE),
                   (t -> t[[1, 2], [1, 3]], WIDE), (t -> t[t .> 2.5], WIDE), (t -> maximum(t; dims=1), WIDE), (copy, V), (t -> repeat(t, 2, 1), WIDE),
                   (t -> t[:, end:-1:1] .* 2, WIDE), (t -> ifelse.(t .> 2.5, t .^ 2, abs2.(t .- 9)), WIDE),
                   (t -> clamp.(t, 1.5, 4.5) .* inv.(t), WIDE), (t -> permutedims(t, (3, 1, 2)), CUBE), (t -> prod(t; dims=(1, 2)), WIDE)]
        @test gradcheck(f, Tensor(a; requires_grad=true)) === nothing
    end
end

@testset "dimensions and counts: tile, tensordot" begin
    @test VJP.tile(Tensor(V), [2]) == repeat(V, 2)
    @test VJP.tensordot(Tensor(SQUARE), Tensor(SECOND); dims=1) ≈ SQUARE * SECOND
    @test VJP.tensordot_axes(Tensor(SQUARE), Tensor(SECOND), [2], [1]) ≈ SQUARE * SECOND
end
