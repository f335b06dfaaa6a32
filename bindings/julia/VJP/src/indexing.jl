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

"One position of an index expression, for dimension `d` of `n` elements."
function c_index(i::Integer, n::Int, d::Int)
    i isa Bool && refuse("index $i: a Bool is no position")
    return CIndex(0; start=i - 1)
end
c_index(::Colon, ::Int, ::Int) = CIndex(1; start=ABSENT, stop=ABSENT)
function c_index(range::AbstractRange{<:Integer}, n::Int, d::Int)
    isempty(range) && return CIndex(1; start=0, stop=0)
    return CIndex(1; start=first(range) - 1, stop=last(range), step=step(range))
end
c_index(::NewAxis, ::Int, ::Int) = CIndex(2)
c_index(::Ellipsis, ::Int, ::Int) = CIndex(3)
c_index(t::Tensor, ::Int, ::Int) = CIndex(4; tensor=living(t))
c_index(x, ::Int, d::Int) = refuse("index $(repr(x)), of dimension $d: a $(typeof(x)) is no position")

# ---- what is written in the brackets ----

"A list of positions in one dimension."
struct Positions
    list::Vector{Int64}
    size::Dims
end

# A tensor of positions is an array of them, which count from 1: those that the library's operators give count from 0.
function to_index(x)
    x isa Tensor || return array_index(x)
    dtype(x) === Bool && return (x,)
    refuse("an index that is a Tensor of $(dtype(x)): t[Array(i)] takes positions that count from 1, VJP.index_tensor(t, [i]) those of the library, from 0")
end
array_index(x) = (x,)
array_index(i::CartesianIndex) = Tuple(i)
array_index(list::AbstractRange{<:Integer}) = (step(list) > 0 || isempty(list) ? list : Positions(collect(list), size(list)),)
array_index(list::AbstractArray{<:Integer}) = (Positions(vec(collect(list)), size(list)),)
array_index(list::AbstractArray) = refuse("an index that is a $(typeof(list)): positions are integers")
# A mask of one dimension is a list of positions; of more it goes by itself (`masked`).
array_index(mask::AbstractVector{Bool}) = (mask,)
array_index(mask::AbstractArray{Bool}) = (Tensor(collect(mask)),)

consumed(::Union{NewAxis,Ellipsis}) = 0
consumed(t::Tensor) = dtype(t) === Bool ? ndims(t) : 1
consumed(_) = 1

count_dims(indices) = foldl((n, index) -> n + consumed(index), indices; init=0)

"Indices for all dimensions: those that `..` leaves out are taken whole."
function complete(t::Tensor, indices)
    list = Any[]
    foreach(index -> append!(list, to_index(index)), indices)
    taken, n = count_dims(list), ndims(t)
    dots = findall(index -> index isa Ellipsis, list)
    length(dots) <= 1 || refuse("more than one `..` among the indices")
    # As for arrays, ones may follow, and dimensions of size 1 be left out, at the end.
    while isempty(dots) && taken > n && !isempty(list) && list[end] isa Integer && list[end] == 1 && !(list[end] isa Bool)
        pop!(list)
        taken -= 1
    end
    while isempty(dots) && 0 < taken < n && Base.all(d -> size(t, d) == 1, taken+1:n)
        push!(list, 1)
        taken += 1
    end
    taken == n || (!isempty(dots) && taken < n) || (n == 0 && isempty(list)) ||
        refuse("$taken indices for a tensor of $n dimensions, of size $(size(t))" * (taken < n ? "; `..` stands for the rest" : ""))
    isempty(dots) || splice!(list, dots[1]:dots[1], Base.fill(Colon(), n - taken))
    d = 1
    for (place, index) in enumerate(list)
        list[place] = index isa AbstractVector{Bool} && !(index isa Tensor) ? mask_positions(index, size(t, d), d) : checked(index, t, d)
        d += consumed(index)
    end
    return list
end

function mask_positions(mask, n, d)
    length(mask) == n || refuse("a mask of $(length(mask)) for dimension $d, of $n elements")
    found = findall(mask)
    return Positions(found, size(found))
end

outside(t::Tensor, d, index) = throw(BoundsError(t, ntuple(k -> k == d ? index : Colon(), ndims(t))))
function checked(index::Positions, t::Tensor, d)
    wrong = findfirst(i -> !(1 <= i <= size(t, d)), index.list)
    wrong === nothing || outside(t, d, index.list[wrong])
    return index
end
function checked(index::Tensor, t::Tensor, d)
    dtype(index) === Bool || return index
    wanted = size(t)[d:d+ndims(index)-1]
    size(index) == wanted || refuse("a mask of size $(size(index)) for elements of size $wanted")
    return index
end
checked(i::Integer, t::Tensor, d) = i isa Bool || 1 <= i <= size(t, d) ? i : outside(t, d, i)
function checked(range::AbstractRange, t::Tensor, d)
    isempty(range) || (1 <= first(range) && last(range) <= size(t, d)) || outside(t, d, range)
    return range
end
checked(index, ::Tensor, _) = index

function c_indices(t::Tensor, list)
    d, items = 1, CIndex[]
    for index in list
        push!(items, c_index(index, d <= ndims(t) ? size(t, d) : 1, d))
        d += consumed(index)
    end
    return items
end

function read_part(t::Tensor, list)
    items, out = c_indices(t, list), Ref{Handle}()
    GC.@preserve list check(ccall((:vjp_tensor_index, libvjp), Cuint, (Handle, Ptr{CIndex}, Csize_t, Ref{Handle}), t,
                                  items, length(items), out))
    return own(out)
end

function write_part!(t::Tensor, value::Tensor, list)
    items = c_indices(t, list)
    GC.@preserve list check(ccall((:vjp_tensor_index_put, libvjp), Cuint, (Handle, Ptr{CIndex}, Csize_t, Handle), t,
                                  items, length(items), value))
    return t
end

"""
A mask of several dimensions: Julia takes the elements in column-major order, the library in row-major order, so both are
turned. `nothing` if there is none.
"""
function masked(t::Tensor, list)
    place = findfirst(index -> index isa Tensor && dtype(index) === Bool && ndims(index) > 1, list)
    place === nothing && return nothing
    length(list) == 1 || refuse("a mask of $(ndims(list[place])) dimensions beside other indices; take one after the other")
    return reversed(t), Any[reversed(list[1])]
end

"The one position of `t[i]` where there are more dimensions: in column-major order, as for arrays."
function linear(t::Tensor, indices)
    alone = length(indices) == 1 && ndims(t) != 1 && indices[1] isa Integer && !(indices[1] isa Bool)
    alone || return indices
    i, n = Int(indices[1]), length(t)
    1 <= i <= n || throw(BoundsError(t, i))
    return Tuple(CartesianIndices(size(t))[i])
end

# Positions in all dimensions at once, as `findall` gives them.
in_order(t::Tensor, indices) = length(indices) == 1 && indices[1] isa AbstractArray{<:CartesianIndex} ? (in_column_major(t, indices[1]),) : indices
function in_column_major(t::Tensor, places)
    Base.all(place -> checkbounds(Bool, t, place), places) || throw(BoundsError(t, (places,)))
    return Int[LinearIndices(size(t))[place] for place in places]
end

"Whether `t[x]` reads the elements of a tensor of several dimensions in column-major order."
reads_in_order(t::Tensor, x) = ndims(t) != 1 && (x isa Colon || (x isa AbstractArray{<:Integer} && !(x isa AbstractArray{Bool})))

"Whether indices take a part that is a view."
are_views(indices) = Base.all(i -> i isa Union{Integer,Colon,AbstractUnitRange,StepRange,NewAxis,Ellipsis,CartesianIndex}, indices)

"""
Whether a program may differentiate through what it does with a tensor: a number that is read from it then has to stay a
tensor, for its history.
"""
followed(t::Tensor) = (grad_enabled() && requires_grad(t)) || is_batched(t) || (forward_level() > 0 && !isempty(tangent_levels(t)))

"The one element of a tensor as a number of its type. Of a device, this waits."
function only_element(t::Tensor{T}) where {T}
    value = Ref{T}()
    f, ptr, bytes, code = cglobal((:vjp_tensor_copy_to, libvjp)), living(t), sizeof(T), dtype_code(T)
    GC.@preserve t value begin
        data = Base.unsafe_convert(Ptr{T}, value)
        check(@gc_safe ccall(f, Cuint, (Handle, Ptr{T}, Csize_t, Cuint), ptr, data, bytes, code))
    end
    return value[]
end

"""
    t[indices...]

As for arrays: there are as many indices as dimensions, or one that counts in column-major order; lists of positions in two
dimensions take all pairs. With ranges and lists it is a copy, through which gradients flow; `view(t, indices...)` is none.

Of an element it is the number, for which a device is waited for. Where a history is followed (`t` requires grad and the thread
records, `t` has a tangent or is batched) it is a `Tensor{T,0}`, so that gradients flow; `item` of either is the number.
"""
function Base.getindex(t::Tensor, indices...)
    part = part_of(t, indices)
    # Without a range, a list or a new axis it is an element.
    Base.all(i -> i isa Union{Integer,CartesianIndex}, indices) && return element(part)
    # Programs change what they have read.
    return shares_storage(part, t) ? clone(part) : part
end
Base.getindex(t::Tensor) = length(t) == 1 ? element(VJP.reshape(t, Int[])) : throw(BoundsError(t, ()))

element(part::Tensor) = followed(part) ? part : only_element(part)

"What indices take: a view where numbers, ranges, `:`, `..` and `newaxis` suffice, a new tensor otherwise."
function part_of(t::Tensor, indices::Tuple)
    indices = in_order(t, indices)
    length(indices) == 1 && reads_in_order(t, indices[1]) &&
        return indices[1] isa Colon ? vec(t) : part_of(vec(t), indices)
    list = complete(t, linear(t, indices))
    turned = masked(t, list)
    turned === nothing || return read_part(turned...)
    Base.any(index -> index isa Positions, list) || return read_part(t, list)
    Base.any(index -> index isa Tensor, list) && refuse("positions as an array beside a mask that is a tensor; take one after the other")
    result, d = read_part(t, Any[index isa Positions ? Colon() : index for index in list]), 1
    for index in list
        if index isa Positions
            result = index_select(result, d, Tensor(index.list .- 1; device=device(t)))
            length(index.size) == 1 || (result = split_dimension(result, d, index.size); d += length(index.size) - 1)
        end
        index isa Integer || (d += 1)
    end
    return result
end

"Dimension `d` as several, in column-major order."
function split_dimension(t::Tensor, d::Int, sizes)
    return Base.reshape(t, (size(t)[1:d-1]..., sizes..., size(t)[d+1:end]...))
end

"`t[indices...] = value`, in place. The value is a number or has the size of what is replaced. Differentiable."
function Base.setindex!(t::Tensor, value::Tensor, indices...)
    assign_part!(t, value, indices, true)
    return t
end
function Base.setindex!(t::Tensor, value::Number, indices...)
    assign_part!(t, Tensor(fitting(dtype(t), value); device=device(t)), indices)
    return t
end
function Base.setindex!(t::Tensor, value::AbstractArray, indices...)
    T = dtype(t)
    assign_part!(t, Tensor(T === BFloat16Bits ? value : convert(Array{T}, Array(value)); device=device(t)), indices, true)
    return t
end

# As arrays do: 1.5 is no Int.
fitting(T, x) = T === BFloat16Bits ? Float32(x) : convert(T, x)

"Writes into a part of a tensor; `whole`: the value has its size, but for dimensions of size 1."
function assign_part!(t::Tensor, value::Tensor, indices, whole::Bool=false)
    indices = in_order(t, indices)
    length(indices) == 1 && reads_in_order(t, indices[1]) && return assign_in_order!(t, value, indices[1])
    list = complete(t, linear(t, indices))
    turned = masked(t, list)
    turned === nothing || ((t, list) = turned)
    lists = count(index -> index isa Positions, list)
    lists <= 1 || refuse("t[...] = x with lists of positions in $lists dimensions; in a loop over one of them")
    lists == 0 || Base.any(index -> index isa Tensor, list) &&
        refuse("positions as an array, which count from 1, beside a tensor of them, which count from 0")
    Base.any(index -> index isa Positions && length(index.size) != 1, list) && refuse("t[...] = x with a matrix of positions")
    list = Any[index isa Positions ? Tensor(index.list .- 1; device=device(t)) : index for index in list]
    if ndims(value) > 0
        part = no_grad(() -> size(read_part(t, list)))
        fits = whole ? filter(!=(1), part) == filter(!=(1), size(value)) : ndims(value) <= length(part)
        fits || throw(ShapeError("t[...] = x: x is of size $(size(value)), what it replaces of size $part"))
        whole && size(value) != part && (value = VJP.reshape(value, collect(part)))
    end
    return write_part!(t, value, list)
end

"`t[1:3] = x`, `t[:] = x` of several dimensions, in column-major order."
function assign_in_order!(t::Tensor, value::Tensor, places)
    ndims(value) == 0 || length(value) == length(places isa Colon ? t : places) ||
        throw(ShapeError("t[$places] = x: x has $(length(value)) elements"))
    list = reversed(t)  # whose elements lie in that order
    flat = Base.vec(clone(t))
    flat = places isa Colon && ndims(value) > 0 ? Base.vec(value) : (assign_part!(flat, ndims(value) == 0 ? value : Base.vec(value), (places,)); flat)
    write_part!(list, ndims(flat) == 0 ? flat : VJP.reshape(flat, collect(size(list))), Any[Colon() for _ in 1:ndims(list)])
    return t
end

"What `t[indices...] .= x` writes into, where indexing would copy."
struct Part
    tensor::Tensor
    indices::Tuple
end
function Base.dotview(t::Tensor, indices...)
    return are_views(indices) && !(length(indices) == 1 && reads_in_order(t, indices[1])) ? part_of(t, indices) : Part(t, indices)
end
Base.Broadcast.materialize!(part::Part, x::Base.Broadcast.Broadcasted) = Base.Broadcast.materialize!(part, Base.materialize(x))
Base.Broadcast.materialize!(part::Part, x::Union{Number,AbstractArray}) = setindex!(part.tensor, x, part.indices...)

"""
    view(t, indices...)

A tensor on the same memory, through which gradients flow, where numbers, ranges, `:`, `..` and `newaxis` suffice; with lists
Julia's `SubArray`, which reads and writes element by element.
"""
function Base.view(t::Tensor, indices...)
    if are_views(indices)
        part = part_of(t, indices)
        shares_storage(part, t) && return part
    end
    # Julia would take the elements of several dimensions from a reshaped tensor, which may be a copy.
    if length(indices) == 1 && reads_in_order(t, indices[1])
        indices = (CartesianIndices(size(t))[indices[1]],)
    end
    return invoke(Base.view, Tuple{AbstractArray,Vararg{Any}}, t, indices...)
end

Base.IndexStyle(::Type{<:Tensor}) = IndexLinear()
