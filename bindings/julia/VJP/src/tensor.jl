# The tensor handle: owned by a finalizer, asked and printed.

"The C type of a tensor, of which only the address is known."
abstract type CTensor end
const Handle = Ptr{CTensor}

"""
A counted reference to a tensor of C's, which a finalizer gives back: a function as C calls it, which the collector calls in half the
time that it needs for one of Julia's, and which is compiled before.
"""
mutable struct Owner
    ptr::Handle
    Owner(ptr::Handle) = finalizer(GIVE_BACK[], new(ptr))
end
const GIVE_BACK = Ref{Ptr{Cvoid}}(C_NULL)

# `owner` is the address of an Owner, and so of its field.
function give_back(owner::Ptr{Handle})::Cvoid
    ptr = unsafe_load(owner)
    unsafe_store!(owner, Handle(C_NULL))
    ccall((:vjp_tensor_release, libvjp), Cvoid, (Handle,), ptr)
    GIVEN_BACK[] += 1
    return
end
give_back(owner::Owner) = GC.@preserve owner give_back(Ptr{Handle}(pointer_from_objref(owner)))

init_tensors() = (GIVE_BACK[] = @cfunction(give_back, Cvoid, (Ptr{Handle},)); nothing)

"""
    Tensor(array_or_number; device=default_device(), requires_grad=false)

A `Tensor{T,N}`, which is an `AbstractArray{T,N}`, with a copy of the elements, in the library's own (row-major) order; `size` and
indices stay the same. See `share` for a tensor on the array's own memory. Variables share a tensor; no assignment copies one.
Of a tensor: that tensor's elements in a new one, to which gradients flow back.
"""
struct Tensor{T<:Number,N} <: AbstractArray{T,N}
    owner::Owner
    # Others than the library have no tensor of a type of their choice.
    Tensor{T,N}(owner::Owner, ::Nothing) where {T,N} = new{T,N}(owner)
end

# Of a type that is known when it runs only; without a search for a method.
@eval typed(type::DataType, owner::Owner) = $(Expr(:new, :type, :owner))

const TensorVector = Tensor{<:Any,1}
const TensorMatrix = Tensor{<:Any,2}

const MOST_TABLED_DIMS = 8
"The type of a tensor by the number of its dtype and of its dimensions."
const TENSOR_TYPES = [Tensor{last(pair),n} for pair in DTYPES, n in 0:MOST_TABLED_DIMS]
tensor_type(code::Cuint, n::Int) =
    1 <= code <= length(DTYPES) && n <= MOST_TABLED_DIMS ? TENSOR_TYPES[code, n+1] : Tensor{dtype_of(code),n}

# The types that most tensors have are known to the compiler, which saves a third of what a handle costs.
@eval function tensor_of(code::Cuint, n::Int, owner::Owner)
    $([:(code == $(dtype_code(T)) && n == $d && return $(Tensor{T,d})(owner, nothing)) for T in (Float32, Float64) for d in 0:4]...)
    return typed(tensor_type(code, n), owner)::Tensor
end

"The tensor of a reference that C has handed out."
function own(ptr::Handle)
    relieve(ptr)
    code, n = ccall((:vjp_tensor_dtype, libvjp), Cuint, (Handle,), ptr), ccall((:vjp_tensor_ndim, libvjp), Csize_t, (Handle,), ptr)
    return tensor_of(code, Int(n), Owner(ptr))
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
release!(@nospecialize(t::Tensor)) = give_back(t.owner)
Base.finalize(@nospecialize(t::Tensor)) = release!(t)
is_released(@nospecialize(t::Tensor)) = t.owner.ptr == C_NULL

"The tensor's address, unless it was given back."
@inline living(@nospecialize(t::Tensor)) = living(t.owner)
@inline function living(owner::Owner)
    await_turn()
    owner.ptr == C_NULL && released()
    return owner.ptr
end
@noinline released() = throw(StateError("the tensor was given back by release!, or by finalize"))

# ccall keeps the tensor alive while C has its address.
Base.unsafe_convert(::Type{Handle}, @nospecialize(t::Tensor)) = living(t.owner)
Base.unsafe_convert(::Type{Handle}, ::Nothing) = Handle(C_NULL)

# The collector sees a tensor as a few bytes. So it is run when the memory behind tensors has doubled, and for the young ones when
# there are many of them: what C has of each, some 300 bytes, is in the cache when it is used again. Both are looked at when so many
# elements have been made since, for the library counts memory by thread and sums up for who asks.
const PRESSURE = Ref{Int64}(0)
const LEAST_PRESSURE = 64 << 20
const NEW_ELEMENTS = Ref(0)
const MOST_NEW_ELEMENTS = 1 << 20
const LEAST_ELEMENTS = 32  # what a tensor counts for, whatever is in it

# Those made, and given back by finalizers, since the last collection of the young; what several threads do may be lost.
const MADE = Ref(0)
const GIVEN_BACK = Ref(0)
const LEAST_MADE = MOST_NEW_ELEMENTS ÷ LEAST_ELEMENTS
const PATIENCE = Ref(LEAST_MADE)

allocated_bytes() = ccall((:vjp_memory_allocated, libvjp), Int64, ())
numel(ptr::Handle) = ccall((:vjp_tensor_numel, libvjp), Int64, (Handle,), ptr)

@inline function relieve(ptr::Handle)
    MADE[] += 1
    NEW_ELEMENTS[] += LEAST_ELEMENTS + numel(ptr)
    NEW_ELEMENTS[] < MOST_NEW_ELEMENTS || relieve()
    return
end

@noinline function relieve()
    NEW_ELEMENTS[] = 0
    if allocated_bytes() > Base.max(PRESSURE[], LEAST_PRESSURE)
        collect_garbage()
    elseif MADE[] >= PATIENCE[]
        collect_young()
    end
    return
end

"A collection that finds most tensors alive is one too many: the next comes later."
function collect_young()
    GIVEN_BACK[] = 0
    GC.gc(false)
    PATIENCE[] = 2 * GIVEN_BACK[] >= MADE[] ? LEAST_MADE : Base.min(2 * PATIENCE[], 32 * LEAST_MADE)
    MADE[] = 0
    return
end

function collect_garbage()
    GC.gc(false)
    allocated_bytes() > Base.max(PRESSURE[], LEAST_PRESSURE) && GC.gc(true)
    PRESSURE[] = 2 * allocated_bytes()
    MADE[] = 0
    return
end

# Not `ndims(t)` and `eltype(t)`, which Julia takes from the type and which need no library.
Base.length(t::Tensor) = Int(ccall((:vjp_tensor_numel, libvjp), Int64, (Handle,), t))
Base.isempty(t::Tensor) = length(t) == 0

function Base.size(t::Tensor{<:Any,N}) where {N}
    GC.@preserve t begin
        shape = ccall((:vjp_tensor_shape, libvjp), Ptr{Int64}, (Handle,), t)
        count = ccall((:vjp_tensor_ndim, libvjp), Csize_t, (Handle,), t)
        count == N || changed_dims(N, count)
        return ntuple(i -> Int(unsafe_load(shape, i)), Val(N))
    end
end
@noinline changed_dims(n, count) =
    throw(StateError("a Tensor of $n dimensions was given $count in place; VJP.alias(t) is a Tensor of these dimensions"))

# Beyond the last dimension everything has size 1, as everywhere in Julia.
function Base.size(t::Tensor, dim::Integer)
    dim >= 1 || throw(InvalidError("size: dimensions count from 1, got $dim"))
    return dim > ndims(t) ? 1 : size(t)[dim]
end

function Base.strides(t::Tensor{<:Any,N}) where {N}
    GC.@preserve t begin
        strides = ccall((:vjp_tensor_strides, libvjp), Ptr{Int64}, (Handle,), t)
        return ntuple(i -> Int(unsafe_load(strides, i)), Val(N))
    end
end
Base.stride(t::Tensor, dim::Integer) = dim > ndims(t) ? length(t) : strides(t)[dim]

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

"The one element of a one-element tensor, as a number; a number is one already."
item(x::Number) = x
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

# ---- equality, as that of arrays: of size and elements; a 0-dimensional tensor equals a number, too ----

plain_array(@nospecialize(t::Tensor)) = Array(t)
plain_array(a::AbstractArray) = a

Base.:(==)(a::Tensor, b::Tensor) = size(a) == size(b) && Array(a) == Array(b)
Base.:(==)(t::Tensor, a::AbstractArray) = size(t) == size(a) && Array(t) == a
Base.:(==)(a::AbstractArray, t::Tensor) = t == a
Base.:(==)(t::Tensor, x::Number) = ndims(t) == 0 && item(t) == x
Base.:(==)(x::Number, t::Tensor) = t == x
for (A, B) in ((Tensor, Tensor), (Tensor, AbstractArray), (AbstractArray, Tensor))
    @eval Base.isapprox(a::$A, b::$B; options...) = isapprox(plain_array(a), plain_array(b); options...)
    @eval Base.isequal(a::$A, b::$B) = isequal(plain_array(a), plain_array(b))
end
Base.isapprox(t::Tensor, x::Number; options...) = ndims(t) == 0 && isapprox(item(t), x; options...)
Base.isapprox(x::Number, t::Tensor; options...) = isapprox(t, x; options...)
Base.hash(t::Tensor, h::UInt) = hash(Array(t), h)

# ---- printing ----

function text(t::Tensor)
    out = Ref{Ptr{UInt8}}(C_NULL)
    check(ccall((:vjp_tensor_to_string, libvjp), Cuint, (Handle, Int32, Ref{Ptr{UInt8}}), t, -1, out))
    string = unsafe_string(out[])
    ccall((:vjp_string_free, libvjp), Cvoid, (Ptr{UInt8},), out[])
    return string
end

Base.show(io::IO, t::Tensor) = is_released(t) ? print(io, "Tensor(released)") : print(io, text(t))

function Base.show(io::IO, ::MIME"text/plain", t::Tensor)
    is_released(t) && return show(io, t)
    what = ndims(t) == 0 ? "0-dimensional" : join(size(t), "×")
    println(io, what, " Tensor of ", dtype(t), requires_grad(t) ? ", requires grad:" : ":")
    print(io, text(t))
end
