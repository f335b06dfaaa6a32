# Interceptors: functions that see every operator, and may change what it is given, replace what it gives, or refuse it.

"""
A call of an operator while an interceptor handles it: its `name`, "max.dim"; its `variant`, `:functional`, `:inplace` or `:out`;
`args`, all of them in the order of the operator's schema and as C has them (dimensions count from 0, types of elements are
Julia's, what is absent is `nothing`); and the `target` of an in-place or out call.

Calling it goes on with the call: to the interceptors around this one, and in the end to the operator, as often as one
likes. It takes no arguments, or all of them.
"""
mutable struct InterceptedCall
    ptr::Ptr{CInterceptedCall}  # null when the call is over
    name::String
    variant::Symbol
    args::Vector{Any}
    target::Union{Tensor,Nothing}
end

function InterceptedCall(ptr::Ptr{CInterceptedCall})
    call = unsafe_load(ptr)
    values = Ptr{CValue}(call.args)
    return InterceptedCall(ptr, unsafe_string(call.name), symbol_of(VARIANT, call.variant),
                           Any[argument_of(unsafe_load(values, i)) for i in 1:call.num_args], borrowed(Handle(call.target)))
end

function Base.show(io::IO, call::InterceptedCall)
    print(io, call.name, call.variant === :inplace ? "_" : call.variant === :out ? "_out" : "")
end

list_of(::Type{T}, x::CValue) where {T} = T[unsafe_load(Ptr{T}(x.first), i) for i in 1:x.count]

"An argument as Julia has it."
function argument_of(x::CValue)
    kind = symbol_of(KIND, x.kind)
    kind === :none && return nothing
    kind === :tensor && return borrowed(Handle(x.first))
    kind === :tensor_list && return borrowed_list(Ptr{Handle}(x.first), x.count)
    kind === :int_list && return list_of(Int64, x)
    kind === :float_list && return list_of(Float64, x)
    kind === :string && return unsafe_string(Ptr{UInt8}(x.first))
    kind === :dtype && return x.first == 0 ? nothing : dtype_of(Cuint(x.first))
    kind === :generator &&
        return Generator(Owned(ccall((:vjp_generator_retain, libvjp), Ptr{Cvoid}, (Ptr{Cvoid},), Ptr{Cvoid}(x.first))))
    kind === :device && return Device(x.first % Int32, (x.first >> 32) % Int32)
    return number(CScalar(x.kind, 0, x.first, x.second))
end

# The way back. What a value points to lives as long as the argument that it was made of.
CValue(T::Type) = CValue(10, 0, dtype_code(T), 0)
CValue(g::Generator) = CValue(11, 0, UInt64(UInt(pointer_of(g))), 0)
CValue(d::Device) = CValue(12, 0, UInt64(d.kind % UInt32) | UInt64(d.index % UInt32) << 32, 0)
CValue(list::Vector{Handle}) = CValue(6, length(list), UInt64(UInt(pointer(list))), 0)
CValue(x) = throw(InvalidError("an operator takes no $(typeof(x))"))

as_argument(x) = x
as_argument(xs::AbstractVector{<:Union{Tensor,Nothing}}) = Handle[t === nothing ? Handle(C_NULL) : living(t) for t in xs]
as_argument(text::AbstractString) = String(text)

function (call::InterceptedCall)(args...)
    call.ptr == C_NULL && throw(StateError("$call: the call is over; it goes on while the interceptor runs"))
    isempty(args) && return go_on(call, Ptr{CValue}(C_NULL))
    length(args) == length(call.args) ||
        throw(InvalidError("$call: $(length(args)) arguments were given, expected $(length(call.args))"))
    kept = map(as_argument, args)
    return GC.@preserve args kept begin
        values = CValue[CValue(arg) for arg in kept]
        GC.@preserve values go_on(call, pointer(values))
    end
end

function go_on(call::InterceptedCall, values::Ptr{CValue})
    out = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall((:vjp_intercept_next, libvjp), Cuint, (Ptr{CInterceptedCall}, Ptr{CValue}, Ref{Ptr{Cvoid}}), call.ptr,
                   values, out)
    results = handed(() -> own_list(out[]), status)
    call.variant === :functional && unsafe_load(call.ptr).num_results == 0 && return results
    return length(results) == 1 ? results[1] : Tuple(results)
end

const INTERCEPT = Ref{Ptr{Cvoid}}(C_NULL)

given_results(::Nothing) = ()
given_results(t::Tensor) = (t,)
given_results(t::TensorVector) = (t,)
given_results(ts::Union{Tuple,AbstractVector}) = map(t -> tensor_of(t, "an interceptor"), ts)
given_results(x) = tensor_of(x, "an interceptor")

@callback function call_intercept(context::Ptr{Cvoid}, ptr::Ptr{CInterceptedCall}, results::Ptr{Cvoid})::Cuint
    return guarded() do
        call = InterceptedCall(ptr)
        try
            for t in given_results(held(context)(call))
                check(ccall((:vjp_tensor_list_append, libvjp), Cuint, (Ptr{Cvoid}, Handle), results, t))
            end
        finally
            call.ptr = C_NULL
        end
    end
end

"""
    intercept(interceptor; above_autograd=false) do ... end

Runs a function in a region where `interceptor(call)` is called for every operator. It gives the results, a tensor or
several, or `nothing`: then they are those with which the `InterceptedCall` last went on, and if it did not, the call goes on
as if nobody had seen it. An exception is the call's.

Below autograd, the default, it sees the operators that run: the parts of composites, and those of the backward pass.
What it computes itself is not recorded, and what it gives is differentiated as the operator's result. Above autograd it
sees what the program calls, whole, and nothing of the backward pass; what it computes is recorded.

Regions nest: the innermost one sees a call first. While it handles the call, operators that it calls itself are seen by
those around it only.

    intercept(call -> println(call)) do
        backward!(sum(sin.(x)))
    end
"""
function intercept(body, interceptor; above_autograd::Bool=false)
    place = code_of(INTERCEPT_PLACE, above_autograd ? :above_autograd : :below_autograd)
    return with_region(body, out -> lend(interceptor) do context
        ccall((:vjp_guard_intercept, libvjp), Cuint, (Cuint, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ref{Ptr{Cvoid}}), place,
              INTERCEPT[], context, DROP[], out)
    end)
end

init_intercept() = (INTERCEPT[] = @cfunction(call_intercept, Cuint, (Ptr{Cvoid}, Ptr{CInterceptedCall}, Ptr{Cvoid})); nothing)
