# Reductions over `dims` and searches, done as arrays do them. In Julia reductions keep the dimensions that they reduce; with
# `dim`, the library's word, dimensions go. Neither: all elements, which give a tensor of no dimensions.

"The keyword `dims` of a reduction."
function over(f, t::Tensor, dims; options...)
    dims === Colon() && return f(t; options...)
    return reduced(f, t, sort_dims(t, dims); options...)
end

reduced(f, t::Tensor, list; options...) = f(t; dim=list, keepdim=true, options...)
# That operator takes one dimension.
reduced(::typeof(prod), t::Tensor, list; options...) =
    foldl((u, dim) -> prod_dim(u, dim; keepdim=true, options...), list; init=t)

"Of a matrix these are other functions in Julia."
no_matrix(t::Tensor, name) =
    ndims(t) == 2 && refuse("$name of a matrix is a function of matrices: $name.(t) is that of every element")

function some_elements(t::Tensor, what)
    isempty(t) && refuse("$what: a tensor of size $(size(t)) has no elements")
    return t
end
Base.maximum(t::Tensor; dims=:) = over(amax, some_elements(t, "maximum"), dims)
Base.minimum(t::Tensor; dims=:) = over(amin, some_elements(t, "minimum"), dims)
Base.extrema(t::Tensor) = (Base.minimum(t), Base.maximum(t))

# ---- of a function of every element ----

"`f.(t)`, as a tensor."
each(f, t::Tensor) = (values = Base.broadcast(f, t); values isa Tensor ? values : Tensor(values; device=device(t)))

for name in (:any, :all)
    @eval function Base.$name(t::Tensor; dims=:, options...)
        isempty(options) || return $name(t; options...)
        # Of all elements it is a Bool, as of every array, for which a device is waited for. `VJP.any(t)` stays there.
        return dims === Colon() ? truth($name(t)) : over($name, t, dims)
    end
end
truth(t::Tensor) = is_batched(t) ? t : only_element(t)

for name in (:sum, :prod, :maximum, :minimum, :any, :all)
    @eval Base.$name(f::Function, t::Tensor; dims=:) = Base.$name(each(f, t); dims=dims)
end
# Types, such as `sum(Float64, t)`, are functions as well.
for name in (:sum, :prod, :maximum, :minimum)
    @eval Base.$name(f::Type, t::Tensor; dims=:) = Base.$name(each(f, t); dims=dims)
end
Base.count(t::Tensor{Bool}) = Int(item(sum(t)))
Base.count(f::Function, t::Tensor) = Base.count(each(f, t))

const FOLDS = Dict{Any,Any}(Base.:+ => Base.sum, Base.add_sum => Base.sum, Base.:* => Base.prod, Base.mul_prod => Base.prod, Base.max => Base.maximum,
                            Base.min => Base.minimum, (&) => Base.all, (|) => Base.any)

"The reduction that `op` makes; `nothing` if the library has none."
fold_of(op, t::Tensor) = (op === (&) || op === (|)) && dtype(t) !== Bool ? nothing : get(FOLDS, op, nothing)

function Base.mapreduce(f, op, t::Tensor; dims=:, init=nothing)
    values = f === identity ? t : each(f, t)
    fold = fold_of(op, values)
    if fold === nothing
        no_history(values, "$op")
        return init === nothing ? reduce(op, Array(values); dims=dims) : reduce(op, Array(values); dims=dims, init=init)
    end
    result = isempty(values) && init !== nothing && dims === Colon() ? init : fold(values; dims=dims)
    return init === nothing || result === init ? result : Base.broadcast(op, init, result)
end
Base.reduce(op, t::Tensor; options...) = Base.mapreduce(identity, op, t; options...)

"What the library has no operator for is done with the elements on the host, where no gradient could follow."
no_history(t::Tensor, what) = followed(t) &&
    throw(StateError("$what of a tensor with a history has no derivative here: $what of Array(t), or within no_grad() do ... end, has the numbers"))

for name in (:foldl, :foldr)
    @eval Base.$name(op, t::Tensor; options...) = (no_history(t, $("$name")); $name(op, Array(t); options...))
end
Base.map(f, t::Tensor) = Base.broadcast(f, t)
function Base.map(f, t::Tensor, u::AbstractArray, more::AbstractArray...)
    Base.all(a -> size(a) == size(t), (u, more...)) ||
        throw(ShapeError("map: sizes $(Base.join(map(size, (t, u, more...)), ", ")) differ; f.(t, u) broadcasts"))
    return Base.broadcast(f, t, u, more...)
end
Base.foreach(f, t::Tensor) = foreach(f, followed(t) ? [t[i] for i in eachindex(t)] : Array(t))
Base.filter(f, t::Tensor) = t[Array(each(f, t))]

# ---- where ----

# Positions and what is no number any more are the host's, as for arrays, and count from 1.
Base.argmax(t::Tensor; dims=:) = Base.argmax(Array(t); dims=dims)
Base.argmin(t::Tensor; dims=:) = Base.argmin(Array(t); dims=dims)
Base.findmax(t::Tensor; dims=:) = found(findmax, t, dims)
Base.findmin(t::Tensor; dims=:) = found(findmin, t, dims)
function found(f, t::Tensor, dims)
    _, place = f(Array(t); dims=dims)
    return place isa AbstractArray ? (f === findmax ? Base.maximum : Base.minimum)(t; dims=dims) : t[place], place
end
Base.findall(t::Tensor{Bool}) = findall(Array(t))
Base.findall(f::Function, t::Tensor) = findall(f, Array(t))
Base.findall(f::Base.Fix2{typeof(in)}, t::Tensor) = findall(f, Array(t))
Base.findfirst(f::Function, t::Tensor) = findfirst(f, Array(t))
Base.findlast(f::Function, t::Tensor) = findlast(f, Array(t))
Base.findfirst(t::Tensor) = findfirst(Array(t))
Base.findlast(t::Tensor) = findlast(Array(t))
Base.unique(t::Tensor) = Tensor(unique(Array(t)); device=device(t))
Base.allunique(t::Tensor) = allunique(Array(t))

Base.sortperm(t::Tensor{<:Any,1}; options...) = sortperm(Array(t); options...)

"Sorted, through which gradients flow: by the library where only `rev` is given, and otherwise as Julia orders the elements."
function Base.sort(t::Tensor{<:Any,1}; rev::Bool=false, options...)
    isempty(options) && dtype(t) <: Real && return VJP.sort(t; descending=rev, stable=true)[1]
    return t[sortperm(Array(t); rev=rev, options...)]
end
function Base.sort(t::Tensor; dims::Integer, rev::Bool=false, options...)
    isempty(options) || (no_history(t, "sort with an order of its own"); return Tensor(sort(Array(t); dims=dims, rev=rev, options...); device=device(t)))
    return VJP.sort(t; dim=dims, descending=rev, stable=true)[1]
end
Base.sort!(t::Tensor{<:Any,1}; options...) = copyto!(t, sort(t; options...))

# Without `dims` only for vectors, as in Julia.
for name in (:cumsum, :cumprod)
    @eval function Base.$name(t::Tensor; dims=nothing, options...)
        dims === nothing && ndims(t) != 1 && refuse($("$name: of a tensor that is no vector, along dims=..."))
        return $name(t, something(dims, 1); options...)
    end
end
function Base.accumulate(op, t::Tensor; dims=nothing, options...)
    if isempty(options)
        op === Base.:+ && return Base.cumsum(t; dims=dims)
        op === Base.:* && return Base.cumprod(t; dims=dims)
    end
    no_history(t, "accumulate($op)")
    return dims === nothing ? accumulate(op, Array(t); options...) : accumulate(op, Array(t); dims=dims, options...)
end
function Base.diff(t::Tensor; dims=nothing, dim=nothing, options...)
    dims === nothing && dim === nothing && ndims(t) != 1 && refuse("diff: of a tensor that is no vector, along dims=...")
    return VJP.diff(t; dim=something(dims, dim, 1), options...)
end
