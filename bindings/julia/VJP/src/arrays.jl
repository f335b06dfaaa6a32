# Between tensors and arrays. Julia's arrays are column-major, the library's own tensors row-major: sizes and strides
# say which element is where, and no dimension ever changes its place.

"The elements in row-major order, in an Array; the array itself where it is one that has them in that order."
function to_rows(a::AbstractArray{T,N}) where {T,N}
    columns = convert(Array{T,N}, a)
    return N < 2 ? columns : permutedims(columns, ntuple(i -> N + 1 - i, N))
end

Tensor(t::Tensor; device=nothing, requires_grad::Bool=false) =
    requires_grad ? requires_grad!(Tensor(detach(t); device=device)) : device === nothing ? clone(t) : to_device(clone(t), device)

function Tensor(a::AbstractArray; device=nothing, requires_grad::Bool=false)
    t = device === nothing ? copied(a) : with_device(() -> copied(a), device)
    return requires_grad!(t, requires_grad)
end

function copied(a::AbstractArray{T,N}) where {T,N}
    data, shape, out = to_rows(a), Int64[size(a)...], Ref{Handle}()
    check(ccall((:vjp_tensor_from_data, libvjp), Cuint, (Ptr{T}, Ptr{Int64}, Csize_t, Cuint, Ref{Handle}), data,
                shape, N, dtype_code(T), out))
    return own(out)
end

Tensor{T}(a::AbstractArray; options...) where {T} = Tensor(convert(Array{T}, a); options...)
Tensor{T,N}(a::AbstractArray{<:Any,N}; options...) where {T,N} = Tensor(convert(Array{T,N}, a); options...)
"A tensor whose elements are not set."
Tensor{T}(::UndefInitializer, sizes::Dims) where {T} = empty(collect(sizes); dtype=T)
Tensor{T}(::UndefInitializer, sizes::Int...) where {T} = Tensor{T}(undef, sizes)
Tensor{T,N}(::UndefInitializer, sizes::NTuple{N,Int}) where {T,N} = Tensor{T}(undef, sizes)

function Tensor(x::Number; device=nothing, requires_grad::Bool=false)
    t = device === nothing ? copied(x) : with_device(() -> copied(x), device)
    return requires_grad!(t, requires_grad)
end

function copied(x::T) where {T<:Number}
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_from_scalar, libvjp), Cuint, (CScalar, Cuint, Ref{Handle}), CScalar(x), dtype_code(T),
                out))
    return own(out)
end

"""
    share(array)::Tensor

A tensor on the array's own memory, without a copy: writing to either shows in both. The memory lives as long as the
tensor, and the array can no longer be resized (`push!`, `append!`, `empty!` throw; from Julia 1.11 on they give the array
other memory, and the tensor stays on the old one).
"""
function share(a::StridedArray{T,N}) where {T,N}
    shape, steps, out, code = Int64[size(a)...], Int64[strides(a)...], Ref{Handle}(), dtype_code(T)
    check(lend((a, pinned(a))) do context
        ccall((:vjp_tensor_from_memory, libvjp), Cuint,
              (Ptr{T}, Ptr{Int64}, Ptr{Int64}, Csize_t, Cuint, Ptr{Cvoid}, Ptr{Cvoid}, Ref{Handle}), pointer(a), shape,
              steps, N, code, context, DROP[], out)
    end)
    return own(out)
end

"""
What keeps an array's memory in its place: a reshape of it, after which Julia refuses to resize the vector that owns it.
"""
pinned(a::Vector) = Base.reshape(a, length(a), 1)
pinned(a::AbstractArray) = parent(a) === a ? a : pinned(parent(a))

"""
    share(tensor)

An array on the tensor's memory, which is the host's, without a copy: an `Array` if the elements lie in column-major order, as those of a
shared array do, and a strided array of another type otherwise. The memory lives as long as the array, or what Julia makes
of it (`view`, `reshape`), whatever becomes of the tensor. Writing to it is invisible to the checks of values saved for
backward.
"""
function share(t::Tensor)
    device(t) == CPU || throw(DeviceError("share: the tensor lies on $(device(t)); Array(t) copies it"))
    # A batched tensor has no memory: the library says so.
    is_batched(t) && check(ccall((:vjp_tensor_copy_to, libvjp), Cuint, (Handle, Ptr{Cvoid}, Csize_t, Cuint), t, C_NULL, 0,
                                 dtype_code(dtype(t))))
    data = Ptr{dtype(t)}(ccall((:vjp_tensor_data, libvjp), Ptr{Cvoid}, (Handle,), t))
    # A tensor of its own: `t` may be given back while the array is in use.
    is_column_major(t) || return StridedTensor(data, size(t), strides(t), borrowed(living(t)))
    isempty(t) && return Array{dtype(t)}(undef, size(t))
    array = unsafe_wrap(Array, data, size(t))
    # A reference of C's and not a Tensor, whose finalizer could be due together with the array's.
    reference = retained(t)
    finalizer(_ -> ccall((:vjp_tensor_release, libvjp), Cvoid, (Handle,), reference), array)
    return array
end

function is_column_major(t::Tensor)
    expected = 1
    for (n, step) in zip(size(t), strides(t))
        n == 1 || step == expected || return isempty(t)
        expected *= n
    end
    return true
end

"The elements of a tensor where they lie, whatever the strides."
struct StridedTensor{T,N} <: AbstractArray{T,N}
    data::Ptr{T}
    size::NTuple{N,Int}
    strides::NTuple{N,Int}
    tensor::Tensor
end
Base.size(a::StridedTensor) = a.size
Base.strides(a::StridedTensor) = a.strides
Base.unsafe_convert(::Type{Ptr{T}}, a::StridedTensor{T}) where {T} = a.data

place(a::StridedTensor, index) = 1 + sum((index .- 1) .* a.strides)
place(::StridedTensor{<:Any,0}, ::Tuple{}) = 1

Base.@propagate_inbounds function Base.getindex(a::StridedTensor{T,N}, index::Vararg{Int,N}) where {T,N}
    @boundscheck checkbounds(a, index...)
    return GC.@preserve a unsafe_load(a.data, place(a, index))
end

Base.@propagate_inbounds function Base.setindex!(a::StridedTensor{T,N}, value, index::Vararg{Int,N}) where {T,N}
    @boundscheck checkbounds(a, index...)
    GC.@preserve a unsafe_store!(a.data, convert(T, value), place(a, index))
    return a
end

"A copy of the elements, converted to `T` if it is given."
function Base.Array{T,N}(t::Tensor{S,N}) where {T,S,N}
    # Where the library would cut a number off, Julia's conversion is an error.
    holds = T === S || T <: Complex || (T <: AbstractFloat && !(S <: Complex))
    holds || return convert(Array{T,N}, Array{S === BFloat16Bits ? Float32 : S,N}(t))
    rows = Array{T,N}(undef, reverse(size(t)))
    # Of a tensor on a device, this waits.
    f, ptr, data = cglobal((:vjp_tensor_copy_to, libvjp)), living(t), pointer(rows)
    bytes, code = sizeof(rows), dtype_code(T)
    check(GC.@preserve t rows @gc_safe ccall(f, Cuint, (Handle, Ptr{T}, Csize_t, Cuint), ptr, data, bytes, code))
    return N < 2 ? rows : permutedims(rows, ntuple(i -> N + 1 - i, Val(N)))
end
Base.Array{T}(t::Tensor{<:Any,N}) where {T,N} = Array{T,N}(t)
Base.Array(t::Tensor{T,N}) where {T,N} = Array{T,N}(t)
Base.Vector(t::Tensor{T,1}) where {T} = Array{T,1}(t)
Base.Matrix(t::Tensor{T,2}) where {T} = Array{T,2}(t)
Base.collect(t::Tensor{T,N}) where {T,N} = Array{T,N}(t)
Base.convert(::Type{Array}, t::Tensor) = Array(t)

"A tensor of its own with a copy of the elements, which requires grad if the other does; the history is not copied."
function Base.deepcopy_internal(t::Tensor, known::IdDict)
    return get!(() -> requires_grad!(no_grad(() -> clone(detach(t))), requires_grad(t)), known, t)::Tensor
end

"Overwrites all elements of a tensor. An in-place change from which no gradient flows."
function copy_from!(t::Tensor{T}, a::AbstractArray{S}) where {T,S}
    size(t) == size(a) || throw(ShapeError("copyto!: the tensor is $(size(t)), the array $(size(a))"))
    T <: Integer && T !== S && return copy_from!(t, convert(Array{T}, a))
    rows = to_rows(a)
    check(ccall((:vjp_tensor_copy_from, libvjp), Cuint, (Handle, Ptr{S}, Csize_t, Cuint), t, rows, sizeof(rows),
                dtype_code(S)))
    return t
end
