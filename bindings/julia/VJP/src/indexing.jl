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
    1 <= i <= n || refuse("index $i is not in 1:$n, of dimension $d")
    return CIndex(0; start=i - 1)
end
c_index(::Colon, ::Int, ::Int) = CIndex(1; start=ABSENT, stop=ABSENT)
function c_index(range::AbstractRange{<:Integer}, n::Int, d::Int)
    isempty(range) && return CIndex(1; start=0, stop=0)
    1 <= first(range) && last(range) <= n || refuse("index $range is not in 1:$n, of dimension $d")
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

to_index(x) = (x,)
to_index(i::CartesianIndex) = Tuple(i)
to_index(list::AbstractRange{<:Integer}) = (step(list) > 0 || isempty(list) ? list : Positions(collect(list), size(list)),)
to_index(list::AbstractArray{<:Integer}) = (Positions(vec(collect(list)), size(list)),)
to_index(list::AbstractArray) = Base.all(i -> i isa Integer && !(i isa Bool), list) ? to_index(convert(Array{Int}, list)) :
    refuse("an index that is a $(typeof(list)): positions are integers")
# A mask of one dimension is a list of positions; of more it goes by itself (`masked`).
to_index(mask::AbstractVector{Bool}) = (mask,)
to_index(mask::AbstractArray{Bool}) = (Tensor(collect(mask)),)

consumed(::Union{NewAxis,Ellipsis}) = 0
consumed(t::Tensor) = dtype(t) === Bool ? ndims(t) : 1
consumed(_) = 1

count_dims(indices) = foldl((n, index) -> n + consumed(index), indices; init=0)

"Indices for all dimensions: those that `..` leaves out are taken whole."
function complete(t::Tensor, indices)
    list = Any[]
    foreach(index -> append!(list, to_index(index)), indices)
    # As for arrays, further dimensions have one element.
    while length(list) > 1 && count_dims(list) > ndims(t) && last(list) isa Integer && last(list) == 1
        pop!(list)
    end
    taken, n = count_dims(list), ndims(t)
    # ... and dimensions of one element may be left out at the end.
    if 0 < taken < n && Base.all(d -> size(t, d) == 1, taken+1:n) && !Base.any(index -> index isa Ellipsis, list)
        append!(list, Base.fill(1, n - taken))
        taken = n
    end
    dots = findall(index -> index isa Ellipsis, list)
    length(dots) <= 1 || refuse("more than one `..` among the indices")
    taken == n || (!isempty(dots) && taken < n) ||
        refuse("$taken indices for a tensor of $n dimensions, of size $(size(t))" * (taken < n ? "; `..` stands for the rest" : ""))
    isempty(dots) || splice!(list, dots[1]:dots[1], Base.fill(Colon(), n - taken))
    d = 1
    for (place, index) in enumerate(list)
        list[place] = index isa AbstractVector{Bool} ? mask_positions(index, size(t, d), d) : checked(index, t, d)
        d += consumed(index)
    end
    return list
end

function mask_positions(mask, n, d)
    length(mask) == n || refuse("a mask of $(length(mask)) for dimension $d, of $n elements")
    found = findall(mask)
    return Positions(found, size(found))
end

function checked(index::Positions, t::Tensor, d)
    wrong = findfirst(i -> !(1 <= i <= size(t, d)), index.list)
    wrong === nothing || refuse("index $(index.list[wrong]) is not in 1:$(size(t, d)), of dimension $d")
    return index
end
function checked(index::Tensor, t::Tensor, d)
    dtype(index) === Bool || return index
    wanted = size(t)[d:d+ndims(index)-1]
    size(index) == wanted || refuse("a mask of size $(size(index)) for elements of size $wanted")
    return index
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

"""
One index alone in the form that the rest knows: lists of places, and masks of all elements, are positions in column-major order; so are
arrays of `Any` that hold integers.
"""
alone(::Tensor, index) = index
alone(t::Tensor, places::AbstractArray{<:CartesianIndex}) = positions_of(t, places)
alone(t::Tensor, list::AbstractArray) = eltype(list) <: Integer ? list : only_integers(list)
alone(t::Tensor, mask::AbstractVector{Bool}) = ndims(t) != 1 && length(mask) == length(t) ? findall(mask) : mask
# A tensor of numbers is an index of the library's, one of masks a mask.
alone(::Tensor, index::Tensor) = index
only_integers(list) = Base.all(i -> i isa Integer && !(i isa Bool), list) ? convert(Array{Int}, list) : list

function positions_of(t::Tensor, places)
    outside = findfirst(place -> !(length(place) == ndims(t) && checkbounds(Bool, t, place)), places)
    outside === nothing || refuse("index $(places[outside]) is none of a tensor of size $(size(t))")
    linear = LinearIndices(size(t))
    return Int[linear[place] for place in places]
end

"The one position of `t[i]` where there are more dimensions: in column-major order, as for arrays."
function linear(t::Tensor, indices)
    alone = length(indices) == 1 && ndims(t) != 1 && indices[1] isa Integer && !(indices[1] isa Bool)
    alone || return indices
    i, n = Int(indices[1]), length(t)
    1 <= i <= n || refuse("index $i is not in 1:$n, the elements of a tensor of size $(size(t))")
    return Tuple(CartesianIndices(size(t))[i])
end

"Whether `t[x]` reads the elements of a tensor of several dimensions in column-major order."
reads_in_order(t::Tensor, x) =
    ndims(t) != 1 && (x isa Colon || (x isa AbstractArray{<:Integer} && !(x isa AbstractArray{Bool}) && !(x isa Tensor)))

"""
    t[indices...]

As for arrays. One element is a number; of a tensor whose derivative is being recorded (it requires grad, carries a tangent, or is
batched by `vmap`) it is a 0-dimensional tensor, with which one computes as with the number. There are as many indices as dimensions,
or one that counts in column-major order; lists of positions in two dimensions take all pairs. A view where numbers, ranges, `:`, `..` and `newaxis` suffice, a new tensor otherwise.
Differentiable. A tensor is an index as the library's operators give it: its numbers count from 0, and of several each takes
its element.
"""
function Base.getindex(t::Tensor, indices...)
    length(indices) == 1 && (indices = (alone(t, indices[1]),))
    length(indices) == 1 && reads_in_order(t, indices[1]) &&
        return indices[1] isa Colon ? vec(clone(t)) : vec(t)[indices[1]]
    list = complete(t, linear(t, indices))
    turned = masked(t, list)
    turned === nothing || return read_part(turned...)
    Base.all(index -> index isa Integer, list) && return element(read_part(t, list))
    Base.any(index -> index isa Positions, list) || return read_part(t, list)
    Base.any(index -> index isa Tensor, list) && refuse("positions as an array, which count from 1, beside a tensor of them, which count from 0")
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
# An array's `a[]` is its only element.
Base.getindex(t::Tensor) = length(t) == 1 ? element(VJP.reshape(t, Int[])) : refuse("t[] of a tensor of $(length(t)) elements")

# Numbers alone are the way of loops: an element of the host's memory is read without a call of an operator.
Base.getindex(t::Tensor, i::Int, more::Int...) = read_element(t, (i, more...))

function read_element(t::Tensor{T,N}, indices) where {T,N}
    i = first(indices)
    readable(t) || return element_at(t, indices)
    step, sizes = strides(t), size(t)
    if length(indices) == N
        place = 0
        for d in 1:N
            1 <= indices[d] <= sizes[d] || return element_at(t, indices)
            place += (indices[d] - 1) * step[d]
        end
    else
        N > 1 && length(indices) == 1 && 1 <= i <= Base.prod(sizes) || return element_at(t, indices)
        place, rest = 0, i - 1
        for d in 1:N
            rest, along = divrem(rest, sizes[d])
            place += along * step[d]
        end
    end
    return GC.@preserve t unsafe_load(Ptr{T}(ccall((:vjp_tensor_data, libvjp), Ptr{Cvoid}, (Handle,), t)), place + 1)
end

element_at(t::Tensor, indices) = element(read_part(t, complete(t, linear(t, indices))))

"Whether an operator that is applied to the tensor records a derivative, or computes for a whole batch."
records(t::Tensor) = (requires_grad(t) && grad_enabled()) || is_batched(t) || (forward_level() != 0 && !isempty(tangent_levels(t)))

"Whether elements are numbers, of Julia's, in memory that this process may read."
readable(t::Tensor) = device(t) == CPU && is_strided(t) && !records(t)

is_strided(t::Tensor) = ccall((:vjp_tensor_layout, libvjp), Cuint, (Handle,), t) == 0

"What an index gives of a tensor of one element."
element(t::Tensor{T}) where {T} = records(t) ? t : T(item(t))

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
    assign_part!(t, Tensor(T === BFloat16Bits ? value : convert(Array{T}, value); device=device(t)), indices, true)
    return t
end

# As arrays do: 1.5 is no Int.
fitting(T, x) = T === BFloat16Bits ? Float32(x) : convert(T, x)

"Writes into a part of a tensor; `whole`: the value has its size, but for dimensions of size 1."
function assign_part!(t::Tensor, value::Tensor, indices, whole::Bool=false)
    length(indices) == 1 && (indices = (alone(t, indices[1]),))
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

"Writes at positions in column-major order: each is a place in every dimension."
function assign_in_order!(t::Tensor, value::Tensor, positions)
    list = positions isa Colon ? (1:length(t)) : vec(positions)
    wrong = findfirst(i -> !(1 <= i <= length(t)), list)
    wrong === nothing || refuse("index $(list[wrong]) is not in 1:$(length(t)), the elements of a tensor of size $(size(t))")
    ndims(value) == 0 || length(value) == length(list) ||
        throw(ShapeError("t[...] = x: x is of size $(size(value)), what it replaces has $(length(list)) elements"))
    places = CartesianIndices(size(t))[list]
    along = Any[Tensor(Int64[place[d] - 1 for place in places]; device=device(t)) for d in 1:ndims(t)]
    return write_part!(t, ndims(value) == 0 ? value : vec(value), along)
end

"What `t[indices...] .= x` writes into, where indexing would copy."
struct Part
    tensor::Tensor
    indices::Tuple
end
function Base.dotview(t::Tensor, indices...)
    views = Base.all(i -> i isa Union{Integer,Colon,AbstractUnitRange,NewAxis,Ellipsis,CartesianIndex}, indices)
    return views && !(length(indices) == 1 && reads_in_order(t, indices[1])) ? Base.view(t, indices...) : Part(t, indices)
end
Base.Broadcast.materialize!(part::Part, x::Union{Base.Broadcast.Broadcasted,Dots}) = Base.Broadcast.materialize!(part, Base.materialize(x))
function Base.Broadcast.materialize!(part::Part, x::Union{AbstractArray,Number,Tuple,AbstractString,AbstractChar,Symbol,Nothing,
                                                          Base.RefValue})
    x isa Union{Tensor,Number,AbstractArray} && return setindex!(part.tensor, x, part.indices...)
    refuse("t[...] .= x: x is a $(typeof(x))")
end

"A tensor on the same memory; of positions, for which there is none, Julia's view, which reads and writes the tensor's elements."
function Base.view(t::Tensor, indices...)
    plain = Base.all(i -> i isa Union{Integer,Colon,OrdinalRange,NewAxis,Ellipsis,CartesianIndex}, indices)
    list = complete(t, linear(t, indices))
    if plain && !Base.any(index -> index isa Positions, list) && !(length(indices) == 1 && reads_in_order(t, indices[1]))
        return read_part(t, list)
    end
    records(t) && refuse("view: these indices copy; t[...] gives what they take")
    return invoke(Base.view, Tuple{AbstractArray,Vararg{Any}}, t, indices...)
end

Base.IndexStyle(::Type{<:Tensor}) = IndexLinear()
Base.isassigned(t::Tensor, indices::Integer...) = checkbounds(Bool, t, indices...)
