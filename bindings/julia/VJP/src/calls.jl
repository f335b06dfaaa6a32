# What the generated operators use to turn Julia's arguments into C's.

"A dimension: 1 is the first one, -1 the last. In C the first one is 0."
function axis(dim::Integer)
    dim == 0 && throw(InvalidError("dimensions count from 1 (or from the end: -1), got 0"))
    return Int64(dim > 0 ? dim - 1 : dim)
end

"The place in C's counting of the i-th of something."
place_of(i::Integer) = i >= 1 ? Csize_t(i - 1) : throw(InvalidError("places count from 1, got $i"))

"A list of integers for C; a number stands for a list of one."
ints(x::Integer) = Int64[x]
ints(xs) = Int64[x for x in xs]
axes_list(x::Integer) = Int64[axis(x)]
axes_list(xs) = Int64[axis(x) for x in xs]
floats(x::Real) = Float64[x]
floats(xs) = Float64[x for x in xs]

# An absent value or list is NULL in C.
optional(f, x) = x === nothing ? nothing : f(x)
pointer_or_null(::Nothing) = C_NULL
pointer_or_null(x::Vector) = x
pointer_or_null(x::Number) = Ref(x)
pointer_or_null(x::CScalar) = Ref(x)
pointer_or_null(x::Device) = Ref(x)
pointer_or_null(name::AbstractString) = Ref(Device(name))
count_of(::Nothing) = 0
count_of(xs) = length(xs)

text_or_null(::Nothing) = C_NULL
text_or_null(text::AbstractString) = Base.cconvert(Cstring, text)

"A first position, counted from 1; negative ones count from the end in both languages."
# :channels_last and its like (MEMORY_FORMAT).
memory_format_number(name::Symbol) = memory_format_number(Base.something(
    findfirst(==(name) ∘ first, MEMORY_FORMAT), Some(nothing)), name)
memory_format_number(place::Integer, ::Symbol) = Int64(last(MEMORY_FORMAT[place]))
memory_format_number(::Nothing, name::Symbol) =
    throw(InvalidError("there is no memory format :$name, but $(join(repr.(first.(MEMORY_FORMAT)), ", "))"))
first_position(i::Integer) = Int64(i > 0 ? i - 1 : i)
"A last position, which is included here and excluded in C."
last_position(i::Integer) = Int64(i == -1 ? typemax(Int64) : i < 0 ? i + 1 : i)

"The tensors of a list that C hands out, and that is released here."
function own_list(list::Ptr{Cvoid})
    count = ccall((:vjp_tensor_list_size, libvjp), Csize_t, (Ptr{Cvoid},), list)
    tensors = Tensor[borrowed(ccall((:vjp_tensor_list_get, libvjp), Handle, (Ptr{Cvoid}, Csize_t), list, i - 1))
                     for i in 1:count]
    ccall((:vjp_tensor_list_release, libvjp), Cvoid, (Ptr{Cvoid},), list)
    return tensors
end

CValue(::Nothing) = CValue(0, 0, 0, 0)
CValue(t::Tensor) = CValue(5, 0, UInt64(living(t)), 0)
CValue(x::Number) = (scalar = CScalar(x); CValue(scalar.kind, 0, scalar.first, scalar.second))

CValue(x::String) = CValue(9, 0, reinterpret(UInt64, Base.unsafe_convert(Cstring, x)), 0)
CValue(xs::Vector{Int64}) = CValue(7, length(xs), UInt64(UInt(pointer(xs))), 0)
CValue(xs::Vector{Float64}) = CValue(8, length(xs), UInt64(UInt(pointer(xs))), 0)

"The list that a call by name hands out. `variant`: 0 makes a tensor, 1 writes into the first argument, 2 into the last."
function results_by_name(name::String, variant::Int, args)
    operator = ccall((:vjp_op_find, libvjp), Ptr{Cvoid}, (Cstring,), name)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    GC.@preserve args begin
        values = CValue[CValue(arg) for arg in args]
        check(ccall((:vjp_op_call, libvjp), Cuint, (Ptr{Cvoid}, Cint, Ptr{CValue}, Csize_t, Ref{Ptr{Cvoid}}), operator,
                    variant, values, length(values), out))
    end
    return out[]
end

"Calls an operator by its name: for combinations of tensors and numbers that have no C function of their own."
call_by_name(name::String, args...) = own_list(results_by_name(name, 0, args))

"The same for forms that write into one of their arguments."
function write_by_name(name::String, variant::Int, args...)
    ccall((:vjp_tensor_list_release, libvjp), Cvoid, (Ptr{Cvoid},), results_by_name(name, variant, args))
end

"""
Makes those operators methods of functions of the standard library whose names it has: the others stay in this module,
and nothing is exported, for `t`, `to` and `dot` are names that programs use themselves.
"""
function extend_standard_library(names)
    homes = (Base, LinearAlgebra, Statistics)
    for name in names
        place = findfirst(home -> Base.isexported(home, name), homes)
        place === nothing && continue
        home = nameof(homes[place])
        @eval import $home: $name
    end
end
