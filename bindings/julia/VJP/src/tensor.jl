# The tensor handle: owned by a finalizer, asked and printed.

"The C type of a tensor, of which only the address is known."
abstract type CTensor end
const Handle = Ptr{CTensor}

"""
    Tensor(array_or_number; device=default_device(), requires_grad=false)
    Tensor{T}(undef, sizes...)

A tensor with a copy of the elements, in the library's own (row-major) order; `size` and indices stay the same. See
`share` for a tensor on the array's own memory. Variables share a tensor; no assignment copies one.

It is an `AbstractArray{T,N}`. One rule is its own: `t[i, j]` is a number, for which a device is waited for; but while a history
is followed (`t` requires grad and the thread records, `t` has a tangent, or is batched) it is a `Tensor{T,0}`, through which
gradients flow. `item(t[i, j])` is the number of either, `view(t, i, j)` always a tensor. A `Tensor{T,0}`, which `sum(t)` gives, too, computes and compares
as the number that it holds.
"""
mutable struct Tensor{T<:Number,N} <: AbstractArray{T,N}
    ptr::Handle
    global of_type(::Type{Tensor{T,N}}, ptr::Handle) where {T,N} = finalizer(release!, new{T,N}(ptr))
end

# Types by the numbers that C has for them: making one anew for each result would cost more than the rest of a call.
const TENSOR_TYPES = DataType[Tensor{last(pair),n} for pair in DTYPES, n in 0:7]

function tensor_type(ptr::Handle)
    code = ccall((:vjp_tensor_dtype, libvjp), Cuint, (Handle,), ptr)
    n = Int(ccall((:vjp_tensor_ndim, libvjp), Csize_t, (Handle,), ptr))
    1 <= code <= size(TENSOR_TYPES, 1) && n < size(TENSOR_TYPES, 2) && return @inbounds TENSOR_TYPES[code, n+1]
    return Tensor{dtype_of(code),n}
end

"The tensor of a handle that C has given us."
function own(ptr::Handle)
    relieve()
    return of_type(tensor_type(ptr), ptr)::Tensor
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

Base.length(t::Tensor) = Int(ccall((:vjp_tensor_numel, libvjp), Int64, (Handle,), t))

function Base.size(t::Tensor{T,N}) where {T,N}
    GC.@preserve t begin
        shape = ccall((:vjp_tensor_shape, libvjp), Ptr{Int64}, (Handle,), t)
        return ntuple(i -> Int(unsafe_load(shape, i)), Val(N))
    end
end

# Beyond the last dimension everything has size 1, as everywhere in Julia.
function Base.size(t::Tensor{T,N}, dim::Integer) where {T,N}
    dim >= 1 || throw(InvalidError("size: dimensions count from 1, got $dim"))
    return dim > N ? 1 : size(t)[dim]
end

function Base.strides(t::Tensor{T,N}) where {T,N}
    GC.@preserve t begin
        strides = ccall((:vjp_tensor_strides, libvjp), Ptr{Int64}, (Handle,), t)
        return ntuple(i -> Int(unsafe_load(strides, i)), Val(N))
    end
end
Base.stride(t::Tensor{T,N}, dim::Integer) where {T,N} =
    dim <= N ? strides(t)[dim] : N == 0 ? 1 : Base.maximum(strides(t) .* size(t))
Base.elsize(::Type{<:Tensor{T}}) where {T} = sizeof(T)

# For ccalls of a program's own and Julia's BLAS, which take strides: the host's memory, as `share` lends it.
function Base.unsafe_convert(::Type{Ptr{T}}, t::Tensor{T}) where {T}
    device(t) == CPU || throw(DeviceError("the address of a tensor on $(device(t)) is none of the host's: Array(t) copies it"))
    return Ptr{T}(ccall((:vjp_tensor_data, libvjp), Ptr{Cvoid}, (Handle,), t))
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
dtype(::Tensor{T}) where {T} = T

"The one element of a one-element tensor, as a number."
function item(t::Tensor)
    value = Ref(CScalar(0))
    check(ccall((:vjp_tensor_item, libvjp), Cuint, (Handle, Ref{CScalar}), t, value))
    return number(value[])
end

item(x::Number) = x

function Base.Float64(t::Tensor)
    value = Ref(0.0)
    check(ccall((:vjp_tensor_item_float, libvjp), Cuint, (Handle, Ref{Float64}), t, value))
    return value[]
end
Base.Float32(t::Tensor) = Float32(Float64(t))
Base.Int(t::Tensor) = Int(item(t))
Base.Bool(t::Tensor) = Bool(item(t))
Base.Complex{T}(t::Tensor) where {T<:Real} = Complex{T}(item(t))

# What Julia does by itself, where a number is wanted: not where it would cut a history off that nobody sees.
function Base.convert(::Type{S}, t::Tensor{T,0}) where {S<:Number,T}
    followed(t) && throw(StateError("a number that a tensor with a history is converted to has none: item(t) gives it, no_grad() do ... end asks for it"))
    return convert(S, item(t))
end

"How often the storage was written in place."
function write_count(t::Tensor)
    out = Ref{Int64}(0)
    check(ccall((:vjp_tensor_version, libvjp), Cuint, (Handle, Ref{Int64}), t, out))
    return out[]
end

shares_storage(a::Tensor, b::Tensor) = ccall((:vjp_tensor_shares_storage, libvjp), Bool, (Handle, Handle), a, b)

# ---- equality, as that of arrays: of size and elements; a 0-dimensional tensor equals a number ----

Base.:(==)(a::Tensor, b::Tensor) = size(a) == size(b) && Array(a) == Array(b)
Base.:(==)(t::Tensor, a::AbstractArray) = size(t) == size(a) && Array(t) == a
Base.:(==)(a::AbstractArray, t::Tensor) = t == a
Base.:(==)(t::Tensor, x::Number) = ndims(t) == 0 && item(t) == x
Base.:(==)(x::Number, t::Tensor) = t == x
Base.isapprox(a::Tensor, b::Tensor; options...) = isapprox(Array(a), Array(b); options...)
Base.isapprox(t::Tensor, a::AbstractArray; options...) = isapprox(Array(t), a; options...)
Base.isapprox(a::AbstractArray, t::Tensor; options...) = isapprox(a, Array(t); options...)
Base.isapprox(t::Tensor, x::Number; options...) = ndims(t) == 0 && isapprox(item(t), x; options...)
Base.isapprox(x::Number, t::Tensor; options...) = isapprox(t, x; options...)
Base.isequal(a::Tensor, b::Tensor) = a === b || isequal(Array(a), Array(b))
Base.isequal(t::Tensor, a::AbstractArray) = isequal(Array(t), a)
Base.isequal(a::AbstractArray, t::Tensor) = isequal(a, Array(t))
# As a key in a Dict a tensor is its elements, as every array is; in an IdDict it is itself.
Base.hash(t::Tensor, h::UInt) = hash(Array(t), h)

# ---- printing ----

function text(t::Tensor)
    out = Ref{Ptr{UInt8}}(C_NULL)
    check(ccall((:vjp_tensor_to_string, libvjp), Cuint, (Handle, Int32, Ref{Ptr{UInt8}}), t, -1, out))
    string = unsafe_string(out[])
    ccall((:vjp_string_free, libvjp), Cvoid, (Ptr{UInt8},), out[])
    return string
end

# What `print` shows is the same in every language.
Base.show(io::IO, t::Tensor) = t.ptr == C_NULL ? print(io, "Tensor(released)") : print(io, text(t))

"`2×3 Tensor{Float64,2} on sim:0, by tanh`: what the REPL says above the elements."
function Base.summary(io::IO, t::Tensor{T,N}) where {T,N}
    print(io, N == 0 ? "0-dimensional" : N == 1 ? "$(length(t))-element" : join(size(t), "×"), " Tensor{", T, ",", N, "}")
    layout(t) === :strided || print(io, ", ", layout(t))
    device(t) == CPU || print(io, " on ", device(t))
    node = grad_fn(t)
    node === nothing ? requires_grad(t) && print(io, ", requires grad") : print(io, ", by ", name(node))
    return
end

function Base.show(io::IO, ::MIME"text/plain", t::Tensor)
    t.ptr == C_NULL && return show(io, t)
    summary(io, t)
    isempty(t) && return
    println(io, ":")
    # As every array of Julia's, but where it has no numbers for it.
    plain = layout(t) === :strided && !is_batched(t) && dtype(t) !== BFloat16Bits
    plain ? Base.print_array(IOContext(io, :typeinfo => dtype(t)), Array(t)) : print(io, text(t))
    return
end
