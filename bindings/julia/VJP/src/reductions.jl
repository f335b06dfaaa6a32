# Reductions and statistics, over `dims` as Julia has them, and of a function of the elements.

# In Julia these keep the dimensions that they reduce; with `dim`, the library's word, dimensions go. Neither: all elements.
"The keyword `dims` of a reduction."
function over(f, t::Tensor, dims; options...)
    dims === Colon() && return f(t; options...)
    return reduced(f, t, sort_dims(t, dims); options...)
end

reduced(f, t::Tensor, list; options...) = f(t; dim=list, keepdim=true, options...)
# That operator takes one dimension.
reduced(::typeof(prod), t::Tensor, list; options...) =
    foldl((u, dim) -> prod_dim(u, dim; keepdim=true, options...), list; init=t)

function some_elements(t::Tensor, what)
    isempty(t) && refuse("$what: a tensor of size $(size(t)) has no elements")
    return t
end
Base.maximum(t::Tensor; dims=:) = over(amax, some_elements(t, "maximum"), dims)
Base.minimum(t::Tensor; dims=:) = over(amin, some_elements(t, "minimum"), dims)
Base.extrema(t::Tensor) = (Base.minimum(t), Base.maximum(t))


# ---- of a function of every element ----

"`f.(t)`, for one tensor or several."
Base.map(f, t::Tensor) = dotted(f, t)
function Base.map(f, t::Tensor, u::AbstractArray, more::AbstractArray...)
    Base.all(a -> size(a) == size(t), (u, more...)) ||
        throw(ShapeError("map: sizes $(Base.join(map(size, (t, u, more...)), ", ")) differ; f.(t, u) broadcasts"))
    return dotted(f, t, map(a -> as_tensor(a, (t,)), (u, more...))...)
end
Base.map!(f, into::Tensor, t::AbstractArray, more::AbstractArray...) = (into .= map(f, as_tensor(t, (into,)), more...); into)

for (name, home) in [(:sum, Base), (:prod, Base), (:maximum, Base), (:minimum, Base), (:mean, Statistics)]
    @eval $home.$name(f, t::Tensor; dims=:) = $home.$name(map(f, t); dims=dims)
end
Statistics.mean(f, t::Tensor{<:Any,0}) = map(f, t)
Base.any(f::Function, t::Tensor; dims=:) = truth(any, map(f, t), dims)
Base.all(f::Function, t::Tensor; dims=:) = truth(all, map(f, t), dims)
truth(f, t::Tensor, dims) = dims === Colon() ? Bool(f(t)) : over(f, t, dims)

# A number for arrays, as positions are; a tensor of numbers with `dims`.
Base.count(t::Tensor{Bool}; dims=:) = dims === Colon() ? Int(item(sum(t))) : sum(t; dims=dims)
Base.count(f, t::Tensor; dims=:) = count(Bool.(map(f, t)); dims=dims)

# What the library reduces at once; other functions go from one element to the next.
const REDUCED = Dict{Any,Any}(Base.add_sum => sum, (+) => sum, Base.mul_prod => prod, (*) => prod, Base.max => Base.maximum,
                              Base.min => Base.minimum, (&) => all, (|) => any)
function Base.mapreduce(f, op, t::Tensor; dims=:, init=nothing)
    if !isempty(t) && haskey(REDUCED, op) && (!(op in (&, |)) || dtype(t) === Bool)
        result = REDUCED[op](map(f, t); dims=dims)
        return init === nothing ? result : dotted(op, init, result)
    end
    records(t) && refuse("mapreduce: with $op there is no derivative; +, *, max and min have one")
    given = init === nothing ? NamedTuple() : (init=init,)
    return as_result(mapreduce(f, op, Array(t); dims=dims, given...), t)
end
Base.reduce(op, t::Tensor; options...) = mapreduce(identity, op, t; options...)

# ---- positions, which count from 1 and are no tensors ----

for name in (:argmax, :argmin)
    @eval Base.$name(t::Tensor; options...) = Base.$name(Array(t); options...)
end
for name in (:findall, :findfirst, :findlast)
    @eval Base.$name(t::Tensor{Bool}) = $name(Array(t))
    @eval Base.$name(f::Function, t::Tensor) = $name(f, Array(t))
    @eval Base.$name(f::Base.Fix2{typeof(in)}, t::Tensor) = $name(f, Array(t))
end
for (name, extremum) in ((:findmax, :maximum), (:findmin, :minimum))
    @eval function Base.$name(t::Tensor; dims=:)
        position = last($name(Array(t); dims=dims))
        return dims === Colon() ? t[position] : Base.$extremum(t; dims=dims), position
    end
end

"The permutation that sorts a vector; positions count from 1."
Base.sortperm(t::TensorVector; options...) = sortperm(Array(t); options...)
# Gradients go back to where each element came from.
Base.sort(t::TensorVector; options...) = t[sortperm(t; options...)]
function Base.sort(t::Tensor; dims::Integer, rev::Bool=false)
    return VJP.sort(t; dim=sort_dims(t, dims)[1], descending=rev, stable=true)[1]
end
Base.sort!(t::TensorVector; options...) = copyto!(t, Base.sort(t; options...))
Base.unique(t::Tensor) = as_result(unique(Array(t)), t)
Base.in(x::Number, t::Tensor) = in(x, Array(t))
Base.filter(f, t::Tensor) = vec(t)[findall(vec(map(x -> Bool(f(x))::Bool, Array(t))))]

function Base.circshift(t::Tensor, shifts::Tuple{Vararg{Integer}})
    by = Int[shifts...]
    length(by) <= ndims(t) || refuse("circshift: $(length(by)) shifts of a tensor of size $(size(t))")
    return roll(t, by; dims=collect(1:length(by)))
end
Base.circshift(t::Tensor, shift::Real) = circshift(t, (Int(shift),))
Base.circshift(t::Tensor, shifts) = circshift(t, Tuple(shifts))

# Without `dims` only for vectors, as in Julia.
for name in (:cumsum, :cumprod)
    @eval function Base.$name(t::Tensor; dims=nothing, options...)
        dims === nothing && ndims(t) != 1 && refuse($("$name: of a tensor that is no vector, along dims=..."))
        return $name(t, something(dims, 1); options...)
    end
end


function Base.accumulate(op, t::Tensor; dims=nothing, options...)
    op === (+) && return cumsum(t; dims=dims, options...)
    op === (*) && return cumprod(t; dims=dims, options...)
    records(t) && refuse("accumulate: with $op there is no derivative; + and * have one")
    return as_result(dims === nothing ? accumulate(op, Array(t); options...) : accumulate(op, Array(t); dims=dims, options...), t)
end

"As for arrays; `f` is given arrays."
function Base.mapslices(f, t::Tensor; dims)
    records(t) && refuse("mapslices: there is no derivative; map(f, eachslice(t; dims=...)) has one")
    return as_result(mapslices(f, Array(t); dims=dims), t)
end

# ---- statistics ----

Statistics.median(t::Tensor; dims=:) = Statistics.quantile(t, 0.5; dims=dims)
function Statistics.quantile(t::Tensor, p::Real; dims=:)
    dims === Colon() && return VJP.quantile(vec(t), p)
    list = sort_dims(t, dims)
    length(list) == 1 || refuse("quantile: along one dimension, got dims=$dims")
    return VJP.quantile(t, p; dim=list[1], keepdim=true)
end
function Statistics.cov(t::TensorMatrix; dims::Int=1, corrected::Bool=true)
    n = size(t, sort_dims(t, dims)[1])
    centred = dotted(-, t, mean(t; dims=dims))
    product = dims == 1 ? adjoint(centred) * centred : centred * adjoint(centred)
    return product / (corrected ? n - 1 : n)
end
Statistics.cov(t::TensorVector; corrected::Bool=true) = var(t; corrected=corrected)
Statistics.cov(t::TensorVector, u::AbstractVector; corrected::Bool=true) =
    LinearAlgebra.dot(dotted(-, t, mean(t)), dotted(-, as_tensor(u, (t,)), mean(as_tensor(u, (t,))))) / (length(t) - (corrected ? 1 : 0))
function Statistics.cor(t::TensorMatrix; dims::Int=1)
    spread = std(t; dims=dims)
    return dotted(/, Statistics.cov(t; dims=dims), (dims == 1 ? adjoint(spread) * spread : spread * adjoint(spread)))
end
Statistics.cor(t::TensorVector, u::AbstractVector) = Statistics.cov(t, u) / (std(t) * std(as_tensor(u, (t,))))
