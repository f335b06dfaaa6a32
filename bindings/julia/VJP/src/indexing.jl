# t[i, j], t[2:end, :], t[mask]: positions count from 1, as in arrays.

"Inserts a dimension of size 1, in an index expression."
struct NewAxis end
const newaxis = NewAxis()

"`t[.., 1]`: as many full dimensions as are left."
struct Ellipsis end
const .. = Ellipsis()

"vjp_index."
struct CIndex
    kind::Int32
    reserved::UInt32
    start::Int64
    stop::Int64
    step::Int64
    tensor::Handle
end
CIndex(kind; start=0, stop=0, step=1, tensor=Handle(C_NULL)) = CIndex(kind, 0, start, stop, step, tensor)

const ABSENT = typemin(Int64)

"One position of an index expression, for a dimension of `n` elements."
function c_index(i::Integer, n::Int)
    1 <= i <= n || throw(InvalidError("index $i is not in 1:$n"))
    return CIndex(0; start=i - 1)
end
c_index(::Colon, ::Int) = CIndex(1; start=ABSENT, stop=ABSENT)
function c_index(range::AbstractRange{<:Integer}, n::Int)
    step(range) > 0 || throw(InvalidError("index $range: steps must be positive; see VJP.flip"))
    isempty(range) && return CIndex(1; start=0, stop=0)
    1 <= first(range) && last(range) <= n || throw(InvalidError("index $range is not in 1:$n"))
    return CIndex(1; start=first(range) - 1, stop=last(range), step=step(range))
end
c_index(::NewAxis, ::Int) = CIndex(2)
c_index(::Ellipsis, ::Int) = CIndex(3)
c_index(t::Tensor, ::Int) = CIndex(4; tensor=t.ptr)

# Vectors of positions, and masks, are tensors to the library, whose positions count from 0.
to_index(x) = x
to_index(mask::AbstractArray{Bool}) = Tensor(collect(mask))
to_index(list::AbstractRange{<:Integer}) = list
to_index(list::AbstractArray{<:Integer}) = Tensor(Int64.(list) .- 1)

consumed(::Union{NewAxis,Ellipsis}) = 0
consumed(t::Tensor) = dtype(t) === Bool ? ndims(t) : 1
consumed(_) = 1

count_dims(indices) = foldl((n, index) -> n + consumed(index), indices; init=0)

function c_indices(t::Tensor, indices)
    taken, n = count_dims(indices), ndims(t)
    taken <= n || throw(InvalidError("$taken indices for a tensor of $n dimensions"))
    dim, items = 1, CIndex[]
    for index in indices
        push!(items, c_index(index, dim <= n ? size(t, dim) : 1))
        dim += index isa Ellipsis ? n - taken : consumed(index)
    end
    return items
end

"""
    t[indices...]

A view where numbers, ranges, `:` and `newaxis` suffice, a new tensor otherwise (vectors of positions, masks, tensors,
whose numbers count from 0). Differentiable. Dimensions that no index names are taken whole.
"""
function Base.getindex(t::Tensor, indices...)
    list = map(to_index, indices)
    items, out = c_indices(t, list), Ref{Handle}()
    GC.@preserve list check(ccall((:vjp_tensor_index, libvjp), Cuint, (Handle, Ptr{CIndex}, Csize_t, Ref{Handle}), t,
                                  items, length(items), out))
    return own(out)
end

"`t[indices...] = value`, in place; the value is broadcast and cast. Differentiable."
function Base.setindex!(t::Tensor, value::Tensor, indices...)
    list = map(to_index, indices)
    items = c_indices(t, list)
    GC.@preserve list check(ccall((:vjp_tensor_index_put, libvjp), Cuint, (Handle, Ptr{CIndex}, Csize_t, Handle), t,
                                  items, length(items), value))
    return t
end
Base.setindex!(t::Tensor, value::Union{Number,AbstractArray}, indices...) = setindex!(t, Tensor(value), indices...)

Base.firstindex(::Tensor, dim::Integer=1) = 1
Base.lastindex(t::Tensor) = size(t, 1)
Base.lastindex(t::Tensor, dim::Integer) = size(t, dim)
Base.axes(t::Tensor) = map(Base.OneTo, size(t))
Base.axes(t::Tensor, dim::Integer) = Base.OneTo(size(t, dim))
