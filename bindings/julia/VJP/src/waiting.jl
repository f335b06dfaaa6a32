# Dots that wait: `@. tanh(a * x + b)^2` is one call of the library's, which runs pointwise operators in a row as one kernel.
#
# Note: which dots wait. Those over a tensor that such a kernel takes: large, contiguous, of real floating numbers, on the CPU.
# What they are given besides may be smaller. They wait until what is left of an expression is materialized, or until something
# is met that has no operator of its own or needs to know more of a result than its size. All other dots are done as they
# are met.

"An operator, which the library looks up when it is first needed; of two arguments, whether the first one or the last may be a number."
mutable struct Operator
    name::String
    number_first::Bool
    number_last::Bool
    ptr::Ptr{Cvoid}
    Operator(name::String, number_first::Bool=false, number_last::Bool=false) = new(name, number_first, number_last, C_NULL)
end

"The operator that `f.(x)` may wait to call, or that of `f.(a, b)`."
of_one(f) = nothing
of_two(f) = nothing

function pointer_of(operator::Operator)
    operator.ptr == C_NULL && (operator.ptr = ccall((:vjp_op_find, libvjp), Ptr{Cvoid}, (Cstring,), operator.name))
    return operator.ptr
end

"`f.(a, b, c)` that waits, of which what is `nothing` is not there; the others are tensors, numbers, and calls that wait."
struct WaitingCall
    f::Any
    operator::Operator
    a::Any
    b::Any
    c::Any
    like::Owner  # of its size
    calls::Int   # with those of its arguments
    WaitingCall(@nospecialize(f), operator::Operator, @nospecialize(a), @nospecialize(b), @nospecialize(c), like::Owner) =
        new(f, operator, a, b, c, like, 1 + calls_of(a) + calls_of(b) + calls_of(c))
end
calls_of(@nospecialize(x)) = x isa WaitingCall ? x.calls : 0

"""
What a dot gives while the expression around it is not over: a tensor, or a call that waits. One type for both, so that Julia knows what
the dots around it are given.
"""
struct Dots
    tensor::Union{Tensor,Nothing}
    call::Union{WaitingCall,Nothing}
    Dots(@nospecialize(t::Tensor)) = new(t, nothing)
    Dots(call::WaitingCall) = new(nothing, call)
end

as_dots(@nospecialize(t::Tensor)) = Dots(t)
as_dots(x) = x

"What waits is carried out; anything else is what it is."
done(x) = x
@inline function done(dots::Dots)
    call, t = dots.call, dots.tensor
    call === nothing || return carry_out(call)
    t === nothing && no_dots()
    return t
end
@noinline no_dots() = error("dots without a tensor")

"A tensor, or a call."
function inner(dots::Dots)
    call = dots.call
    return call === nothing ? dots.tensor : call
end

# Numbers that are arguments of operators as they are.
const PlainReal = Union{Bool,Int8,Int16,Int32,Int64,UInt8,UInt16,UInt32,Float16,Float32,Float64,AbstractIrrational}

"Of fewer elements an operator costs no more than it takes to put off some of them and to call them as a list."
const LEAST_WAITING = 1 << 15

"Whether what is done to it waits."
@inline may_wait(dots::Dots) = dots.call !== nothing || is_fusible(done(dots))
@inline is_fusible(@nospecialize(t::Tensor)) = is_large(t.owner) && is_plain(t)
function is_large(owner::Owner)
    ptr = owner.ptr  # null of what was given back: that is the operator's to say
    return ptr != C_NULL && GC.@preserve owner numel(ptr) >= LEAST_WAITING
end
@noinline is_plain(@nospecialize(t::Tensor)) = dtype_number(t) in FLOATING && fits_in(t) &&
    ccall((:vjp_tensor_is_contiguous, libvjp), Bool, (Handle,), t)

"Real floating numbers; below are integers, above complex numbers."
const FLOATING = dtype_code(Float16):dtype_code(Float64)
dtype_number(@nospecialize(t::Tensor)) = ccall((:vjp_tensor_dtype, libvjp), Cuint, (Handle,), t)

"Whether a tensor may be an argument of what waits."
fits_in(@nospecialize(t::Tensor)) = device(t) == CPU && is_strided(t) && dtype_number(t) <= last(FLOATING)
fits_in(dots::Dots) = dots.call !== nothing || fits_in(done(dots))

"Whose size it has."
function like(dots::Dots)
    call = dots.call
    return call === nothing ? done(dots).owner : call.like
end

# ---- what waits for what ----

@noinline put_off(@nospecialize(f), operator::Operator, dots::Dots) = put_off(f, operator, dots, nothing)
@noinline put_off(@nospecialize(f), operator::Operator, dots::Dots, @nospecialize(b::Union{PlainReal,Nothing}), @nospecialize(c=nothing)) =
    Dots(WaitingCall(f, operator, inner(dots), b, c, like(dots)))
@noinline put_off(@nospecialize(f), operator::Operator, @nospecialize(number::PlainReal), dots::Dots) =
    Dots(WaitingCall(f, operator, number, inner(dots), nothing, like(dots)))

# A tensor right away where the size of the result is that of neither, or nothing fits.
@noinline function put_off(@nospecialize(f), operator::Operator, a::Dots, b::Dots)
    fits_in(a) && fits_in(b) || return Dots(dotted(f, done(a), done(b))::Tensor)
    n = Base.max(dims_of(like(a)), dims_of(like(b)))
    a, b = with_dims(a, n), with_dims(b, n)
    one, other = like(a), like(b)
    covers(one, other) || covers(other, one) || return Dots(dotted(f, done(a), done(b))::Tensor)
    return Dots(WaitingCall(f, operator, inner(a), inner(b), nothing, covers(one, other) ? one : other))
end

dims_of(owner::Owner) = Int(ccall((:vjp_tensor_ndim, libvjp), Csize_t, (Handle,), living(owner)))

"What has dimensions, but fewer than the others, has the missing ones last (see `aligned`)."
with_dims(x::Dots, n::Int) = 0 < dims_of(like(x)) < n ? Dots(raised(done(x), n)) : x

"Whether the result of both has the size of the first one."
function covers(large::Owner, small::Owner)
    n, m = dims_of(large), dims_of(small)
    m == 0 && return true
    n == m || return false
    GC.@preserve large small begin
        sizes = ccall((:vjp_tensor_shape, libvjp), Ptr{Int64}, (Handle,), large.ptr)
        others = ccall((:vjp_tensor_shape, libvjp), Ptr{Int64}, (Handle,), small.ptr)
        for d in 1:n
            size = unsafe_load(others, d)
            size == 1 || size == unsafe_load(sizes, d) || return false
        end
    end
    return true
end

# ---- how it is carried out ----

"vjp_chained_call."
struct CChainedCall
    operator::Ptr{Cvoid}
    args::Ptr{CValue}
    count::UInt32
    results::UInt32
end

const MOST_ARGS = 3

"Calls while they are collected: of each, room for as many arguments as a dot has."
mutable struct Chain
    calls::Vector{CChainedCall}
    args::Vector{CValue}
    count::Int
    Chain(calls::Int) = new(Vector{CChainedCall}(undef, calls), Vector{CValue}(undef, MOST_ARGS * calls), 0)
end

"The tensor that a call gives."
@noinline function carry_out(call::WaitingCall)
    call.calls == 1 && return alone(call)::Tensor
    chain, out = Chain(call.calls), Ref{Handle}()
    GC.@preserve call chain begin
        add!(chain, call)
        check(ccall((:vjp_call_chain, libvjp), Cuint, (Ptr{CChainedCall}, Csize_t, Ref{Handle}), chain.calls, chain.count, out))
    end
    return own(out)
end

# Its own function costs less than a list of one call.
alone(call::WaitingCall) = call.b === nothing ? dotted(call.f, call.a) :
    call.c === nothing ? dotted(call.f, call.a, call.b) : dotted(call.f, call.a, call.b, call.c)

"Puts a call behind those before, after its arguments, in the order in which they would be made one by one; returns its number."
function add!(chain::Chain, call::WaitingCall)
    a, b, c = argument!(chain, call.a), argument!(chain, call.b), argument!(chain, call.c)
    number = chain.count
    first = MOST_ARGS * number
    chain.args[first+1], chain.args[first+2], chain.args[first+3] = a, b, c
    results = UInt32(call.a isa WaitingCall) | UInt32(call.b isa WaitingCall) << 1 | UInt32(call.c isa WaitingCall) << 2
    count = 1 + (call.b !== nothing) + (call.c !== nothing)
    chain.calls[number+1] = CChainedCall(pointer_of(call.operator), pointer(chain.args, first + 1), count, results)
    chain.count += 1
    return number
end

# The common ones without a search for a method.
function argument!(chain::Chain, @nospecialize(x))
    x isa WaitingCall && return CValue(2, 0, UInt64(add!(chain, x)), 0)
    x === nothing && return CValue(0, 0, 0, 0)
    x isa Float64 && return CValue(3, 0, reinterpret(UInt64, x), 0)
    x isa Int && return CValue(2, 0, reinterpret(UInt64, x), 0)
    x isa Tensor && return CValue(5, 0, UInt64(living(x)), 0)
    return CValue(x)::CValue
end
