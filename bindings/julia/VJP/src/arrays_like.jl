# What arrays do, done as they do it: copies, joining, turning, reshaping in column-major order. What is not said here is done by the
# methods of Julia's that are for every AbstractArray, element by element.

const TensorOrArray = Union{Tensor,AbstractArray}
# The arrays without a structure of their own.
const PlainArray{T,N} = Union{Array{T,N},BitArray{N},SubArray{T,N},Base.ReshapedArray{T,N},Base.ReinterpretArray{T,N},PermutedDimsArray{T,N}}
const Joinable = Union{AbstractArray,Number}

refuse(what) = throw(InvalidError(what))

# ---- copies ----

"A copy, to which gradients flow back; `detach(copy(t))` for one without history."
Base.copy(t::Tensor) = clone(t)
Base.copymutable(t::Tensor) = clone(t)
Base.similar(t::Tensor) = empty_like(t)
Base.similar(t::Tensor, T::Type) = similar(t, T, size(t))
Base.similar(t::Tensor{T}, sizes::Dims) where {T} = similar(t, T, sizes)
# What is no number goes into an array.
Base.similar(t::Tensor, T::Type, sizes::Dims) =
    is_element_type(T) ? with_device(() -> empty(collect(sizes); dtype=T), device(t)) : Array{T}(undef, sizes)
Base.similar(::Type{<:Tensor{T}}, sizes::Dims) where {T} = empty(collect(sizes); dtype=T)

function Base.copyto!(t::Tensor, u::Tensor)
    size(t) == size(u) ? VJP.copy!(t, u) : invoke(copyto!, Tuple{AbstractArray,AbstractArray}, t, u)
    return t
end
Base.copyto!(t::Tensor, a::PlainArray) =
    size(t) == size(a) ? copy_from!(t, a) : invoke(copyto!, Tuple{AbstractArray,AbstractArray}, t, a)
Base.copyto!(a::Array, t::Tensor) = copyto!(a, Array(t))
function Base.copy!(t::Tensor, u::AbstractArray)
    size(t) == size(u) || throw(ShapeError("copy!: the tensor is $(size(t)), what is copied $(size(u))"))
    return copyto!(t, u)
end
Base.copy!(t::Tensor{<:Any,1}, u::AbstractVector) = invoke(copy!, Tuple{Tensor,AbstractArray}, t, u)

# ---- numbers compare, tensors do elementwise ----

# A tensor of no dimension is a number that is not read yet.
single(t::Tensor{<:Any,0}, _) = item(t)
single(t::Tensor, operator) =
    refuse("$operator between tensors gives no true or false: t .$operator x compares elementwise, item(t) is a number")
single(x, _) = x

for operator in (:<, :<=, :>, :>=)
    @eval begin
        Base.$operator(a::Tensor, b::Union{Number,AbstractArray}) = $operator(single(a, $("$operator")), single(b, $("$operator")))
        Base.$operator(a::Union{Number,AbstractArray}, b::Tensor) = $operator(single(a, $("$operator")), single(b, $("$operator")))
        Base.$operator(a::Tensor, b::Tensor) = $operator(single(a, $("$operator")), single(b, $("$operator")))
    end
end
Base.isless(a::Tensor{<:Any,0}, b::Tensor{<:Any,0}) = isless(item(a), item(b))
Base.isless(a::Tensor{<:Any,0}, b::Real) = isless(item(a), b)
Base.isless(a::Real, b::Tensor{<:Any,0}) = isless(a, item(b))

# ---- joining ----

"A tensor, on the device of the first one among `parts`."
function as_tensor(x, parts)
    x isa Tensor && return x
    x isa AbstractArray && !(eltype(x) <: Number) &&
        refuse("tensors go with tensors, numbers and arrays of numbers, not with a $(typeof(x)); [[t]; list] is a list of tensors")
    where = parts[findfirst(part -> part isa Tensor, parts)]
    return Tensor(x isa Number ? fill_like(x, where) : x; device=device(where))
end
fill_like(x, t::Tensor) = dtype(t) === BFloat16Bits ? Float32(x) : convert(promote_type(dtype(t), typeof(x)), x)

"With so many dimensions: what is missing has size 1 and comes last."
function raised(t::Tensor, n::Int)
    for _ in ndims(t)+1:n
        t = unsqueeze(t, ndims(t) + 1)
    end
    return t
end

function joined(parts, dim::Int)
    dim >= 1 || refuse("cat: dims=$dim; dimensions count from 1")
    tensors = Tensor[as_tensor(part, parts) for part in parts]
    n = Base.max(dim, Base.maximum(map(ndims, tensors)))
    tensors = Tensor[raised(t, n) for t in tensors]
    for t in tensors, d in 1:n
        (d == dim || size(t, d) == size(tensors[1], d)) && continue
        throw(ShapeError("cat along dimension $dim: sizes $(size(tensors[1])) and $(size(t)) differ in dimension $d"))
    end
    return cat(tensors; dim=dim)
end

# A tensor in one of the first two places makes a tensor of it. What the lists of arguments have in common comes first in each, and there are
# as many methods as Julia has of its own, so that each call has one that fits best.
for (name, dim) in ((:vcat, 1), (:hcat, 2)), R in (Joinable, AbstractArray, AbstractVecOrMat, AbstractVector, AbstractMatrix)
    L = typeintersect(Tensor, R)
    @eval begin
        Base.$name(a::$L, rest::$R...) = joined((a, rest...), $dim)
        Base.$name(a::$R, b::$L, rest::$R...) = joined((a, b, rest...), $dim)
        Base.$name(a::$L, b::$L, rest::$R...) = joined((a, b, rest...), $dim)
    end
end
Base.vcat(a::Tensor{T,1}, rest::AbstractVector{T}...) where {T} = joined((a, rest...), 1)
Base.hcat(a::Tensor{T,1}, rest::AbstractVector{T}...) where {T} = joined((a, rest...), 2)
Base.cat(a::Tensor, rest::Joinable...; dims) = joined((a, rest...), Int(dims))
Base.cat(a::Joinable, b::Tensor, rest::Joinable...; dims) = joined((a, b, rest...), Int(dims))
Base.cat(a::Tensor, b::Tensor, rest::Joinable...; dims) = joined((a, b, rest...), Int(dims))

function Base.hvcat(rows::Tuple{Vararg{Int}}, parts::Union{Tensor,Number}...)
    # Of numbers alone this is Base's.
    Base.any(part -> part isa Tensor, parts) || return invoke(hvcat, Tuple{Tuple{Vararg{Int}},Vararg{Number}}, rows, parts...)
    ends = Base.cumsum(collect(rows))
    return joined(Tuple(joined(parts[last-count+1:last], 2) for (last, count) in zip(ends, rows)), 1)
end

Base.reduce(::typeof(vcat), list::AbstractVector{<:Tensor}) = joined(Tuple(list), 1)
Base.reduce(::typeof(hcat), list::AbstractVector{<:Tensor}) = joined(Tuple(list), 2)

# ---- turning and reshaping ----

"The dimensions in reverse order: column-major order is row-major order of this."
reversed(t::Tensor) = ndims(t) < 2 ? t : permute(t, ndims(t):-1:1)

function LinearAlgebra.transpose(t::Tensor)
    ndims(t) <= 2 || refuse("transpose: a tensor of $(ndims(t)) dimensions; see permutedims, transpose(t, 1, 2)")
    return ndims(t) == 1 ? unsqueeze(t, 1) : reversed(t)
end
LinearAlgebra.adjoint(t::Tensor) = dtype(t) <: Complex ? conj(transpose(t)) : transpose(t)

Base.permutedims(t::Tensor) = ndims(t) in (1, 2) ? transpose(t) : refuse("permutedims: the order of $(ndims(t)) dimensions is missing")
function Base.permutedims(t::Tensor, order)
    isperm(collect(order)) && length(order) == ndims(t) || refuse("permutedims: $order is no order of $(ndims(t)) dimensions")
    return clone(permute(t, collect(order)))
end

"The elements in column-major order, as for arrays; a view where the strides allow it. `VJP.reshape` reads rows first."
function Base.reshape(t::Tensor, sizes::Tuple{Vararg{Union{Int,Colon}}})
    count(s -> s isa Colon, sizes) <= 1 || refuse("reshape: more than one size is `:` in $sizes")
    known = Base.prod(Int[s for s in sizes if s isa Int])
    whole = Base.any(s -> s isa Colon, sizes) ? known > 0 && length(t) % known == 0 : known == length(t)
    whole || throw(ShapeError("reshape: a tensor of size $(size(t)) has $(length(t)) elements, which do not fit $sizes"))
    list = Int[s isa Colon ? length(t) ÷ known : s for s in Base.reverse(sizes)]
    return reversed(VJP.reshape(reversed(t), list))
end
Base.reshape(t::Tensor, sizes::Dims) = invoke(Base.reshape, Tuple{Tensor,Tuple{Vararg{Union{Int,Colon}}}}, t, sizes)
Base.reshape(t::Tensor, sizes::Int...) = Base.reshape(t, sizes)
Base.reshape(t::Tensor, sizes::Union{Int,Colon}...) = Base.reshape(t, sizes)
Base.reshape(t::TensorVector, ::Colon) = t
Base.vec(t::Tensor) = Base.reshape(t, (:,))
Base.vec(t::TensorVector) = t

function Base.dropdims(t::Tensor; dims)
    list = sort_dims(t, dims)
    for dim in Base.reverse(list)
        size(t, dim) == 1 || refuse("dropdims: dimension $dim of $(size(t)) is not of size 1")
        t = squeeze_dim(t, dim)
    end
    return t
end

function sort_dims(t::Tensor, dims)
    list = Base.sort(Int[dims...])
    allunique(list) && Base.all(dim -> 1 <= dim <= ndims(t), list) ||
        refuse("dims=$dims: dimensions of a tensor of size $(size(t)) are 1 to $(ndims(t)), each once")
    return list
end

Base.selectdim(t::Tensor, dim::Integer, i) = t[ntuple(d -> d == dim ? i : Colon(), ndims(t))...]
Base.reverse(t::Tensor; dims=1:ndims(t)) = flip(t, sort_dims(t, dims))

"So many copies in each dimension: `repeat(t, 2, 3)`. `VJP.repeat` and `VJP.tile` take missing numbers for the first ones."
function Base.repeat(t::Tensor, counts::Integer...)
    n = Base.max(ndims(t), length(counts))
    return tile(raised(t, n), Int[d <= length(counts) ? counts[d] : 1 for d in 1:n])
end
