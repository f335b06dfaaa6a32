# The tensor handle: owned by a finalizer, asked and printed.

"The C type of a tensor, of which only the address is known."
abstract type CTensor end
const Handle = Ptr{CTensor}

"""
    Tensor(array_or_number; device=default_device(), requires_grad=false)

A tensor with a copy of the elements, in the library's own (row-major) order; `size` and indices stay the same. See
`share` for a tensor on the array's own memory. Variables share a tensor; no assignment copies one.
"""
mutable struct Tensor
    ptr::Handle
    global function own(ptr::Handle)
        relieve()
        return finalizer(release!, new(ptr))
    end
end

own(out::Ref{Handle}) = own(out[])
own_or_nothing(ptr::Handle) = ptr == C_NULL ? nothing : own(ptr)
own_or_nothing(out::Ref{Handle}) = own_or_nothing(out[])

"A handle of our own to a tensor that C lends."
borrowed(ptr::Handle) = own_or_nothing(ccall((:vjp_tensor_retain, libvjp), Handle, (Handle,), ptr))

"""
    release!(t)

Gives the tensor back now and not when the garbage collector finds it; using it afterwards is an error. Arrays that share
its memory, views and graphs have references of their own and stay right. Finalizers run at any time and in the middle of
anything: this neither waits nor calls back. Not while another task uses this very variable's tensor.
"""
function release!(t::Tensor)
    ptr = t.ptr
    t.ptr = Handle(C_NULL)
    ccall((:vjp_tensor_release, libvjp), Cvoid, (Handle,), ptr)
    return
end

"The tensor's address, unless it was given back."
@inline function living(t::Tensor)
    await_turn()
    t.ptr == C_NULL && released()
    return t.ptr
end
@noinline released() = throw(StateError("the tensor was given back by release!, or by finalize"))

# ccall keeps the tensor alive while C has its address.
Base.unsafe_convert(::Type{Handle}, t::Tensor) = living(t)
Base.unsafe_convert(::Type{Handle}, ::Nothing) = Handle(C_NULL)

# The collector sees a tensor as a few bytes, so it is run when the memory behind them has doubled.
const PRESSURE = Ref{Int64}(0)
const LEAST_PRESSURE = 64 << 20

allocated_bytes() = ccall((:vjp_memory_allocated, libvjp), Int64, ())

@inline relieve() = allocated_bytes() > Base.max(PRESSURE[], LEAST_PRESSURE) && collect_garbage()

@noinline function collect_garbage()
    GC.gc(false)
    allocated_bytes() > Base.max(PRESSURE[], LEAST_PRESSURE) && GC.gc(true)
    PRESSURE[] = 2 * allocated_bytes()
    return
end

Base.ndims(t::Tensor) = Int(ccall((:vjp_tensor_ndim, libvjp), Csize_t, (Handle,), t))
Base.length(t::Tensor) = Int(ccall((:vjp_tensor_numel, libvjp), Int64, (Handle,), t))
Base.isempty(t::Tensor) = length(t) == 0

function Base.size(t::Tensor)
    GC.@preserve t begin
        shape = ccall((:vjp_tensor_shape, libvjp), Ptr{Int64}, (Handle,), t)
        return ntuple(i -> Int(unsafe_load(shape, i)), ndims(t))
    end
end

# Beyond the last dimension everything has size 1, as everywhere in Julia.
function Base.size(t::Tensor, dim::Integer)
    dim >= 1 || throw(InvalidError("size: dimensions count from 1, got $dim"))
    return dim > ndims(t) ? 1 : size(t)[dim]
end

function Base.strides(t::Tensor)
    GC.@preserve t begin
        strides = ccall((:vjp_tensor_strides, libvjp), Ptr{Int64}, (Handle,), t)
        return ntuple(i -> Int(unsafe_load(strides, i)), ndims(t))
    end
end

"""
    is_contiguous(t, format=:contiguous)

Whether the elements lie without gaps in the order of a memory format, of which every language knows the names: `:contiguous` is
row-major, so not Julia's order; `:channels_last` and `:channels_last_3d` are for images. Sizes of 1 do not count.
"""
is_contiguous(t::Tensor, format::Symbol=:contiguous) =
    ccall((:vjp_tensor_is_contiguous_in, libvjp), Bool, (Handle, Cuint), t, memory_format_number(format))

"Where the first element lies in the storage, counted in elements from 0."
storage_offset(t::Tensor) = Int(ccall((:vjp_tensor_storage_offset, libvjp), Int64, (Handle,), t))

"The element type, as a Julia type."
dtype(t::Tensor) = dtype_of(ccall((:vjp_tensor_dtype, libvjp), Cuint, (Handle,), t))
Base.eltype(t::Tensor) = dtype(t)

"The one element of a one-element tensor, as a number."
function item(t::Tensor)
    value = Ref(CScalar(0))
    check(ccall((:vjp_tensor_item, libvjp), Cuint, (Handle, Ref{CScalar}), t, value))
    return number(value[])
end

function Base.Float64(t::Tensor)
    value = Ref(0.0)
    check(ccall((:vjp_tensor_item_float, libvjp), Cuint, (Handle, Ref{Float64}), t, value))
    return value[]
end
Base.Float32(t::Tensor) = Float32(Float64(t))
Base.Int(t::Tensor) = Int(item(t))
Base.Bool(t::Tensor) = Bool(item(t))

"How often the storage was written in place."
function write_count(t::Tensor)
    out = Ref{Int64}(0)
    check(ccall((:vjp_tensor_version, libvjp), Cuint, (Handle, Ref{Int64}), t, out))
    return out[]
end

shares_storage(a::Tensor, b::Tensor) = ccall((:vjp_tensor_shares_storage, libvjp), Bool, (Handle, Handle), a, b)

# ---- equality, as that of arrays: of size and elements; a 0-dimensional tensor equals a number ----

function Base.:(==)(a::Tensor, b::Tensor)
    return size(a) == size(b) && Array(a) == Array(b)
end
Base.:(==)(t::Tensor, a::AbstractArray) = size(t) == size(a) && Array(t) == a
Base.:(==)(a::AbstractArray, t::Tensor) = t == a
Base.:(==)(t::Tensor, x::Number) = ndims(t) == 0 && item(t) == x
Base.:(==)(x::Number, t::Tensor) = t == x
Base.isapprox(a::Tensor, b::Union{Tensor,AbstractArray}; options...) = isapprox(Array(a), Array(b); options...)
Base.isapprox(t::Tensor, x::Number; options...) = ndims(t) == 0 && isapprox(item(t), x; options...)
Base.isapprox(a::AbstractArray, b::Tensor; options...) = isapprox(a, Array(b); options...)
# As a key, a tensor is itself.
Base.isequal(a::Tensor, b::Tensor) = a === b
Base.hash(t::Tensor, h::UInt) = hash(objectid(t), h)

# ---- printing ----

function text(t::Tensor)
    out = Ref{Ptr{UInt8}}(C_NULL)
    check(ccall((:vjp_tensor_to_string, libvjp), Cuint, (Handle, Int32, Ref{Ptr{UInt8}}), t, -1, out))
    string = unsafe_string(out[])
    ccall((:vjp_string_free, libvjp), Cvoid, (Ptr{UInt8},), out[])
    return string
end

Base.show(io::IO, t::Tensor) = t.ptr == C_NULL ? print(io, "Tensor(released)") : print(io, text(t))

function Base.show(io::IO, ::MIME"text/plain", t::Tensor)
    t.ptr == C_NULL && return show(io, t)
    what = ndims(t) == 0 ? "0-dimensional" : join(size(t), "×")
    println(io, what, " Tensor of ", dtype(t), requires_grad(t) ? ", requires grad:" : ":")
    print(io, text(t))
end
