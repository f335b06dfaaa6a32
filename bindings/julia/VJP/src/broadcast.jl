# Dots: `f.(t, u)`. Each function is one operator on whole tensors; on large ones several wait for each other and are done together
# (waiting.jl). A function of the program's own is called for every element, or traced (lanes.jl).

"What broadcasts with a tensor."
struct TensorStyle <: Base.Broadcast.BroadcastStyle end
Base.Broadcast.BroadcastStyle(::Type{<:Union{Tensor,Dots}}) = TensorStyle()
Base.Broadcast.BroadcastStyle(style::TensorStyle, ::Base.Broadcast.BroadcastStyle) = style
Base.Broadcast.BroadcastStyle(style::TensorStyle, ::Base.Broadcast.Unknown) = style
Base.Broadcast.broadcastable(x::Union{Tensor,Dots}) = x

# The common cases need no style: this, and operators of two arguments below.
Base.broadcasted(f::Union{Function,Type}, @nospecialize(t::Tensor)) = lazily(f, Dots(t))
Base.broadcasted(f::Union{Function,Type}, dots::Dots) = lazily(f, dots)

function Base.broadcasted(::TensorStyle, f, args...)
    values = map(evaluated, args)
    like = values[findfirst(value -> value isa Union{Tensor,Dots}, values)]
    return lazily(f, map(value -> as_dots(operand(value, like)), values)...)
end

evaluated(x) = x
evaluated(x::Base.RefValue) = x[]
evaluated(x::Base.Broadcast.Broadcasted) = Base.materialize(x)

# Arrays among the arguments become tensors.
operand(x, _) = x
operand(x::Tensor, _) = x
operand(x::AbstractArray{<:Number}, like) = as_tensor(x, (example(like),))
operand(x::Tuple{Vararg{Number}}, like) = as_tensor(collect(x), (example(like),))

"A tensor on its device."
example(t::Tensor) = t
example(dots::Dots) = borrowed(living(like(dots)))

# What is left of dots in the end.
Base.Broadcast.materialize(dots::Dots) = done(dots)
Base.Broadcast.instantiate(dots::Dots) = dots
Base.copy(dots::Dots) = done(dots)

# `array .= t`: what is left of the dots is this.
const Assigned = Base.Broadcast.Broadcasted{TensorStyle}
Base.Broadcast.instantiate(dots::Assigned) = dots
Base.copyto!(a::AbstractArray, dots::Assigned) = a .= Array(done(Base.broadcasted(TensorStyle(), dots.f, dots.args...))::Tensor)

# ---- which operator is meant ----

"""
Both with the dimensions of the one that has more: as for arrays the first dimensions are each other's, and what is missing
comes last. (In the library what is missing comes first.)
"""
function aligned(@nospecialize(a::Tensor), @nospecialize(b::Tensor), operator)
    same_shape(a, b) && return a, b
    n = Base.max(ndims(a), ndims(b))
    a, b = ndims(a) == 0 ? a : raised(a, n), ndims(b) == 0 ? b : raised(b, n)
    for (d, (m, k)) in enumerate(zip(size(a), size(b)))
        m == k || m == 1 || k == 1 ||
            throw(ShapeError("$operator: sizes $(size(a)) and $(size(b)) do not broadcast: they differ in dimension $d"))
    end
    return a, b
end

"Whether both have the same size."
function same_shape(@nospecialize(a::Tensor), @nospecialize(b::Tensor))
    n = ccall((:vjp_tensor_ndim, libvjp), Csize_t, (Handle,), a)
    n == ccall((:vjp_tensor_ndim, libvjp), Csize_t, (Handle,), b) || return false
    GC.@preserve a b begin
        one = ccall((:vjp_tensor_shape, libvjp), Ptr{Int64}, (Handle,), a)
        other = ccall((:vjp_tensor_shape, libvjp), Ptr{Int64}, (Handle,), b)
        for d in 1:Int(n)
            unsafe_load(one, d) == unsafe_load(other, d) || return false
        end
    end
    return true
end

for (operator, name, waits) in [
    (:+, :add, true), (:-, :sub, true), (:*, :mul, true), (:/, :div, true), (:^, :pow, true), (:max, :maximum, true), (:min, :minimum, true),
    (:(==), :eq, false), (:(!=), :ne, false), (:<, :lt, false), (:(<=), :le, false), (:>, :gt, false), (:(>=), :ge, false),
    (:&, :bitwise_and, false), (:|, :bitwise_or, false), (:xor, :bitwise_xor, false),
]
    @eval begin
        dotted(::typeof(Base.$operator), @nospecialize(a::Tensor), @nospecialize(b::Tensor)) =
            same_shape(a, b) ? $name(a, b) : $name(aligned(a, b, $(".$operator"))...)
        dotted(::typeof(Base.$operator), @nospecialize(a::Tensor), b::Number) = $name(a, b)
        dotted(::typeof(Base.$operator), a::Number, @nospecialize(b::Tensor)) = $name(a, b)
        Base.broadcasted(f::typeof(Base.$operator), @nospecialize(a::Tensor), @nospecialize(b::Tensor)) = lazily(f, Dots(a), Dots(b))
        Base.broadcasted(f::typeof(Base.$operator), @nospecialize(a::Tensor), b::Number) = lazily(f, Dots(a), b)
        Base.broadcasted(f::typeof(Base.$operator), a::Number, @nospecialize(b::Tensor)) = lazily(f, a, Dots(b))
        Base.broadcasted(f::typeof(Base.$operator), @nospecialize(a::Tensor), b::Dots) = lazily(f, Dots(a), b)
        Base.broadcasted(f::typeof(Base.$operator), a::Dots, @nospecialize(b::Tensor)) = lazily(f, a, Dots(b))
        Base.broadcasted(f::typeof(Base.$operator), a::Dots, b::Union{Dots,Number}) = lazily(f, a, b)
        Base.broadcasted(f::typeof(Base.$operator), a::Number, b::Dots) = lazily(f, a, b)
    end
    waits && @eval of_two(::typeof(Base.$operator)) = $(Operator(string(name), true, true))
end

# Of two tensors, and where the library has it of a tensor and a number.
for (operator, name, numbers) in [
    (:mod, :remainder, true), (:rem, :fmod, true), (:copysign, :copysign, true), (:atan, :atan2, false), (:hypot, :hypot, false),
]
    @eval dotted(::typeof(Base.$operator), @nospecialize(a::Tensor), @nospecialize(b::Tensor)) = $name(aligned(a, b, $("$operator."))...)
    numbers && @eval dotted(::typeof(Base.$operator), @nospecialize(a::Tensor), b::Number) = $name(a, b)
    @eval of_two(::typeof(Base.$operator)) = $(Operator(string(name), false, numbers))
end

dotted(::typeof(Base.clamp), @nospecialize(t::Tensor), low::Number, high::Number) = clamp(t; min=low, max=high)
function dotted(::typeof(Base.ifelse), condition::Tensor, a::Union{Tensor,Number}, b::Union{Tensor,Number})
    if a isa Tensor && b isa Tensor
        a, b = aligned(a, b, "ifelse.")
    end
    if a isa Tensor
        condition, a = aligned(condition, a, "ifelse.")
    end
    if b isa Tensor
        condition, b = aligned(condition, b, "ifelse.")
    end
    return where_(condition, a, b)
end

dotted(::typeof(Base.inv), @nospecialize(t::Tensor)) = reciprocal(t)
dotted(::typeof(Base.abs2), @nospecialize(t::Tensor)) = eltype(t) <: Complex ? real(mul(t, conj(t))) : square(t)
dotted(::typeof(Base.conj), @nospecialize(t::Tensor)) = conj(t)
dotted(::typeof(Base.real), @nospecialize(t::Tensor)) = real(t)
dotted(::typeof(Base.imag), @nospecialize(t::Tensor)) = imag(t)
dotted(::typeof(+), @nospecialize(t::Tensor)) = t
dotted(::typeof(Base.zero), @nospecialize(t::Tensor)) = zeros_like(t)
dotted(::typeof(Base.one), @nospecialize(t::Tensor)) = ones_like(t)
dotted(::typeof(Base.iszero), @nospecialize(t::Tensor)) = eq(t, 0)
dotted(::typeof(-), @nospecialize(t::Tensor)) = neg(t)
dotted(::typeof(!), @nospecialize(t::Tensor)) = logical_not(t)
dotted(::typeof(identity), @nospecialize(t::Tensor)) = t
# What `x .^ 2` is lowered to.
Base.broadcasted(::typeof(Base.literal_pow), ::typeof(^), @nospecialize(t::Tensor), ::Val{n}) where {n} = lazily(^, Dots(t), n)
Base.broadcasted(::typeof(Base.literal_pow), ::typeof(^), dots::Dots, ::Val{n}) where {n} = lazily(^, dots, n)
lazily(::typeof(Base.literal_pow), ::typeof(^), dots::Dots, ::Val{n}) where {n} = lazily(^, dots, n)

dotted(::Type{T}, @nospecialize(t::Tensor)) where {T<:Number} = exactly(to(t, T), t, T)

# `Int.([1.5])` is an InexactError of arrays.
function exactly(converted::Tensor, t::Tensor, T)
    (T <: Integer && !(dtype(t) <: Integer)) || (T <: Real && dtype(t) <: Complex) || return converted
    no_grad(() -> Bool(all(eq(to(converted, dtype(t)), t)))) && return converted
    throw(InexactError(nameof(T), T, t))
end

const Folded = Union{typeof(+),typeof(*),typeof(Base.max),typeof(Base.min)}
# Sums and products of more than two are taken one by one.
dotted(f::Folded, a, b, c, more...) = done(lazily(f, map(as_dots, (a, b, c, more...))...))
dotted(::typeof(muladd), a, b, c) = done(lazily(muladd, as_dots(a), as_dots(b), as_dots(c)))
dotted(f, a::Number, b::Number) = f(a, b)
dotted(f, args...) = element_by_element(f, args)

# ---- which of them may wait (waiting.jl) ----

of_one(::typeof(-)) = of_one(neg)
of_one(::typeof(Base.inv)) = of_one(reciprocal)
of_one(::typeof(Base.abs2)) = of_one(square)
const CLAMP = Operator("clamp")

# Arguments are dots, and what else there is between them.
lazily(f, args...) = dotted(f, map(done, args)...)
lazily(f::Folded, a, b, c, more...) = foldl((x, y) -> lazily(f, x, y), (c, more...); init=lazily(f, a, b))
lazily(::typeof(muladd), a, b, c) = lazily(+, lazily(*, a, b), c)
lazily(::typeof(|>), dots::Dots, f::Union{Function,Type}) = lazily(f, dots)
lazily(f::typeof(Base.clamp), dots::Dots, low::PlainReal, high::PlainReal) =
    may_wait(dots) ? put_off(f, CLAMP, dots, low, high) : Dots(dotted(f, done(dots), low, high))

function lazily(f::F, dots::Dots) where {F}
    operator = of_one(f)
    operator === nothing && return dotted(f, done(dots))
    return may_wait(dots) ? put_off(f, operator, dots) : Dots(dotted(f, done(dots)))
end
function lazily(f::F, a::Dots, b::Dots) where {F}
    operator = of_two(f)
    operator === nothing && return dotted(f, done(a), done(b))
    return may_wait(a) || may_wait(b) ? put_off(f, operator, a, b) : Dots(dotted(f, done(a), done(b)))
end
function lazily(f::F, a::Dots, b::Number) where {F}
    operator = of_two(f)
    (operator === nothing || !operator.number_last) && return dotted(f, done(a), b)
    return b isa PlainReal && may_wait(a) ? put_off(f, operator, a, b) : Dots(dotted(f, done(a), b))
end
function lazily(f::F, a::Number, b::Dots) where {F}
    operator = of_two(f)
    (operator === nothing || !operator.number_first) && return dotted(f, a, done(b))
    return a isa PlainReal && may_wait(b) ? put_off(f, operator, a, b) : Dots(dotted(f, a, done(b)))
end

"`t .= x`: writes into all of `t`."
Base.Broadcast.materialize!(t::Tensor, x::Union{Tensor,Number,AbstractArray}) = assign!(t, x)
Base.Broadcast.materialize!(t::Tensor, dots::Base.Broadcast.Broadcasted) = assign!(t, Base.materialize(dots))
Base.Broadcast.materialize!(t::Tensor, dots::Dots) = written_into(t, dots.call) ? t : assign!(t, done(dots))
Base.Broadcast.materialize!(a::AbstractArray, dots::Dots) = Base.Broadcast.materialize!(a, done(dots))

"Whether an operator that waits alone has written into `t`: without a result to be copied, where nothing is recorded."
written_into(::Tensor, ::Nothing) = false
function written_into(t::Tensor, call::WaitingCall)
    call.calls == 1 && call.c === nothing && is_plain(t) && !records(t) || return false
    covers(t.owner, call.like) && covers(call.like, t.owner) || return false
    args = call.b === nothing ? (call.a,) : (call.a, call.b)
    Base.all(arg -> is_read_for(arg, t), args) || return false
    name = Symbol(call.operator.name, "_out!")
    isdefined(VJP, name) || return false
    write! = getfield(VJP, name)
    applicable(write!, t, args...) || return false
    write!(t, args...)
    return true
end
# Of elements of another type the result has another, too. (Arguments on the memory that is written are the library's to see to.)
is_read_for(::Number, ::Tensor) = true
is_read_for(x::Tensor, t::Tensor) = dtype_number(x) == dtype_number(t) && !records(x)

assign!(t::Tensor, x::Number) = setindex!(t, x, ..)
assign!(t::Tensor, x::AbstractArray) = assign!(t, as_tensor(x, (t,)))
function assign!(t::Tensor, x::Tensor)
    ndims(x) <= ndims(t) || throw(ShapeError(".=: a value of size $(size(x)) for a tensor of size $(size(t))"))
    value = ndims(x) == 0 ? x : raised(x, ndims(t))
    Base.all(d -> size(value, d) in (1, size(t, d)), 1:ndims(value)) ||
        throw(ShapeError(".=: a value of size $(size(x)) for a tensor of size $(size(t))"))
    return assign_part!(t, value, (..,))
end
