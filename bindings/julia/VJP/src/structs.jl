# What C passes in structs, on the way in and out. The structs themselves are generated from the headers.

"A struct of C's."
abstract type CStruct end

"""
A device by value: a type and an index that counts from 0. `Device("sim:1")` is that of a name, `Device("sim")` that with
index 0; a `DeviceError` says why there is none such.
"""
struct Device
    kind::Int32
    index::Int32
end

include("generated_structs.jl")

"vjp_value: the union is its two words."
struct CValue
    kind::Int32
    count::UInt32
    first::UInt64
    second::UInt64
end

"What one says of an option, as C has it; `nothing` is -1: as another option says."
option(::Type{Int32}, x::Nothing) = Int32(-1)
option(::Type{T}, x) where {T} = convert(T, x)

"The struct with other values in some of its fields."
function changed(x::T; fields...) where {T<:CStruct}
    for name in keys(fields)
        name in fieldnames(T) && continue
        throw(InvalidError("there is no option $name; there are $(join(filter(!=(:struct_size), fieldnames(T)), ", "))"))
    end
    return T((haskey(fields, n) ? option(fieldtype(T, n), fields[n]) : getfield(x, n) for n in fieldnames(T))...)
end

"What C filled in, as a named tuple."
function plain(x::T) where {T<:CStruct}
    names = filter(!=(:struct_size), fieldnames(T))
    return NamedTuple{names}(map(name -> plain(getfield(x, name)), names))
end
plain(x) = x
plain(x::Unsigned) = x <= typemax(Int) ? Int(x) : x
plain(text::Ptr{UInt8}) = text == C_NULL ? nothing : unsafe_string(text)
plain(text::NTuple{N,UInt8}) where {N} = String(collect(Iterators.takewhile(!iszero, text)))

"The number of a name of one of C's enums."
function code_of(enum, name::Symbol)
    place = findfirst(pair -> first(pair) === name, enum)
    place === nothing && throw(InvalidError("$(repr(name)) is none of $(join(repr.(first.(enum)), ", "))"))
    return last(enum[place])
end

"The name of a number of one of C's enums."
function symbol_of(enum, code)
    place = findfirst(pair -> last(pair) == code, enum)
    return place === nothing ? :unknown : first(enum[place])
end

# ---- counted handles ----

"A handle that this process owns: released by a finalizer, or by `release!`."
abstract type CHandle end
Base.unsafe_convert(::Type{Ptr{Cvoid}}, handle::CHandle) = pointer_of(handle)
function pointer_of(handle::CHandle)
    await_turn()
    handle.ptr == C_NULL && throw(StateError("the $(nameof(typeof(handle))) was given back by release!"))
    return handle.ptr
end

"A reference that C hands out."
struct Owned
    ptr::Ptr{Cvoid}
end

"Calls a function that hands out a handle."
function make(::Type{T}, call) where {T<:CHandle}
    out = Ref{Ptr{Cvoid}}(C_NULL)
    return handed(() -> T(Owned(out[])), call(out))
end

"Gives the handle back now; using it afterwards is an error."
release!(handle::CHandle) = finalize(handle)

# A copy of the address alone would be left dangling.
Base.deepcopy_internal(handle::CHandle, ::IdDict) = no_copy(handle)
no_copy(x) = throw(InvalidError("deepcopy: there is no copy of a $(nameof(typeof(x)))"))

"Gives back what a handle has, once, whoever calls its finalizer. As finalizers must, that neither waits nor calls back."
macro give_back(handle, release)
    return quote
        handle = $(esc(handle))
        ptr = handle.ptr
        handle.ptr = C_NULL
        ccall(($(QuoteNode(release)), libvjp), Cvoid, (Ptr{Cvoid},), ptr)
    end
end

"Defines a type over a handle, and how it is released."
macro handle(name, release)
    return esc(quote
        Base.@__doc__ mutable struct $name <: CHandle
            ptr::Ptr{Cvoid}
            $name(owned::Owned) = finalizer(handle -> @give_back(handle, $release), new(owned.ptr))
        end
    end)
end

"The text that a function hands out to be freed."
function make_text(call)
    out = Ref{Ptr{UInt8}}(C_NULL)
    check(call(out))
    return owned_text(out[])
end

function owned_text(string::Ptr{UInt8})
    copy = unsafe_string(string)
    ccall((:vjp_string_free, libvjp), Cvoid, (Ptr{UInt8},), string)
    return copy
end
