# Dots: functions of every element.
#
# The dotted form of a function is one call of an operator on whole tensors, as soon as Julia comes to it: the library has no
# function that runs an expression of a program's own as one kernel, so nothing is fused. What it has an operator for is
# that operator; any other function, a program's own, is called once with a number that stands for all elements (`Lane`), which
# does whatever the function does to numbers with operators, so that it is differentiated and runs where the tensors lie.

"""
Both with the dimensions of the one that has more: as for arrays the first dimensions are each other's, and what is missing
comes last. (In the library what is missing comes first.)
"""
function aligned(a::Tensor, b::Tensor, operator)
    n = Base.max(ndims(a), ndims(b))
    a, b = ndims(a) == 0 ? a : raised(a, n), ndims(b) == 0 ? b : raised(b, n)
    for (d, (m, k)) in enumerate(zip(size(a), size(b)))
        m == k || m == 1 || k == 1 ||
            throw(ShapeError("$operator: sizes $(size(a)) and $(size(b)) do not broadcast: they differ in dimension $d"))
    end
    return a, b
end

for (operator, name) in [
    (:+, :add), (:-, :sub), (:*, :mul), (:/, :div), (:^, :pow),
    (:(==), :eq), (:(!=), :ne), (:<, :lt), (:(<=), :le), (:>, :gt), (:(>=), :ge), (:max, :maximum), (:min, :minimum),
    (:&, :bitwise_and), (:|, :bitwise_or), (:xor, :bitwise_xor),
]
    @eval begin
        Base.broadcasted(::typeof(Base.$operator), a::Tensor, b::Tensor) = $name(aligned(a, b, $(".$operator"))...)
        Base.broadcasted(::typeof(Base.$operator), a::Tensor, b::Number) = $name(a, b)
        Base.broadcasted(::typeof(Base.$operator), a::Number, b::Tensor) = $name(a, b)
    end
end

truncated_quotient(a, b) = div_rounding_mode(a, b, "trunc")
floored_quotient(a, b) = div_rounding_mode(a, b, "floor")

# Of two tensors, and where the library has it of a tensor and a number.
for (operator, name, numbers) in [
    (:mod, :remainder, true), (:rem, :fmod, true), (:copysign, :copysign, true), (:atan, :atan2, false), (:hypot, :hypot, false),
    (:div, :truncated_quotient, true), (:fld, :floored_quotient, true),
]
    @eval Base.broadcasted(::typeof(Base.$operator), a::Tensor, b::Tensor) = $name(aligned(a, b, $("$operator."))...)
    numbers && @eval Base.broadcasted(::typeof(Base.$operator), a::Tensor, b::Number) = $name(a, b)
end

Base.broadcasted(::typeof(Base.clamp), t::Tensor, low::Number, high::Number) = clamp(t; min=low, max=high)
function Base.broadcasted(::typeof(Base.ifelse), condition::Tensor, a::Union{Tensor,Number}, b::Union{Tensor,Number})
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

Base.broadcasted(::typeof(Base.inv), t::Tensor) = reciprocal(t)
Base.broadcasted(::typeof(Base.abs2), t::Tensor) = eltype(t) <: Complex ? real(mul(t, conj(t))) : square(t)
Base.broadcasted(::typeof(Base.conj), t::Tensor) = conj(t)
Base.broadcasted(::typeof(Base.real), t::Tensor) = real(t)
Base.broadcasted(::typeof(-), t::Tensor) = neg(t)
Base.broadcasted(::typeof(!), t::Tensor) = logical_not(t)
Base.broadcasted(::typeof(identity), t::Tensor) = t
# What `x .^ 2` is lowered to.
Base.broadcasted(::typeof(Base.literal_pow), ::typeof(^), t::Tensor, ::Val{n}) where {n} = pow(t, n)

Base.broadcasted(::Type{T}, t::Tensor) where {T<:Number} = exactly(to(t, T), t, T)

# `Int.([1.5])` is an InexactError of arrays.
function exactly(converted::Tensor, t::Tensor, T)
    (T <: Integer && !(dtype(t) <: Integer)) || (T <: Real && dtype(t) <: Complex) || return converted
    no_grad(() -> Bool(all(eq(to(converted, dtype(t)), t)))) && return converted
    throw(InexactError(nameof(T), T, t))
end

# `float.(t)`, `complex.(t)`, as of numbers.
Base.broadcasted(::typeof(Base.float), t::Tensor) = dtype(t) <: Union{AbstractFloat,Complex} ? t : to(t, Float64)
Base.broadcasted(::typeof(Base.complex), t::Tensor) = dtype(t) <: Complex ? t : to(t, dtype(t) === Float32 ? ComplexF32 : ComplexF64)
Base.broadcasted(::typeof(Base.isequal), t::Tensor, x::Number) = x isa AbstractFloat && Base.isnan(x) ? isnan(t) : eq(t, x)

"What broadcasts with a tensor is done by operators on whole tensors."
struct TensorStyle <: Base.Broadcast.BroadcastStyle end
Base.Broadcast.BroadcastStyle(::Type{<:Tensor}) = TensorStyle()
Base.Broadcast.BroadcastStyle(style::TensorStyle, ::Base.Broadcast.BroadcastStyle) = style

# Arrays among the arguments become tensors; sums and products of more than two are taken one by one.
function Base.broadcasted(::TensorStyle, f, args...; options...)
    done = map(simplified, args)
    f === Base.literal_pow && return Base.broadcasted(f, ^, done[2], plain_one(done[3]))
    f === (|>) && plain_one(done[2]) isa Function && return Base.broadcasted(plain_one(done[2]), done[1])
    tensors = map(arg -> arg isa AbstractArray{<:Number} ? as_tensor(arg, done) : arg, done)
    if Base.all(arg -> arg isa Union{Tensor,Number}, tensors) && Base.any(arg -> !(arg isa Union{Tensor,Number}), args)
        return Base.broadcasted(f, tensors...; options...)
    end
    length(args) > 2 && (f === (+) || f === (*)) && return foldl((a, b) -> Base.broadcasted(f, a, b), tensors)
    # An array of what is no number, a tuple: of several values, which no operator takes.
    Base.all(is_one, done) || return by_elements(f, done, options, true)
    return all_at_once(f, tensors, options)
end
simplified(x) = x
simplified(x::Base.RefValue) = One(x[])
simplified(x::Base.Broadcast.Broadcasted) = Base.materialize(x)

"What counts as one value, though it may have several: `Ref(x)`."
struct One
    value::Any
end
is_one(x) = x isa Union{Tensor,Number,One,AbstractArray{<:Number}} || Base.Broadcast.broadcastable(x) isa Base.RefValue
plain_one(x) = x isa One ? x.value : x

# ---- functions of a program's own ----

"""
All elements of a tensor, as the one number that a function is called with: what it does to it is done by operators. It
has no value, so the function cannot choose by it: `ifelse`, `max`, `clamp` do.
"""
struct Lane <: Real
    value::Union{Tensor,Number}
end
Base.promote_rule(::Type{Lane}, ::Type{<:Real}) = Lane
Base.convert(::Type{Lane}, x::Lane) = x
Base.convert(::Type{Lane}, x::Number) = Lane(x)
Base.zero(::Type{Lane}) = Lane(0)
Base.one(::Type{Lane}) = Lane(1)
Base.zero(::Lane) = Lane(0)
Base.one(::Lane) = Lane(1)
# Julia's own methods would go round in a circle, for they convert in order to find a method for floating numbers.
Base.float(::Lane) = throw(NeedsElements())
Base.AbstractFloat(::Lane) = throw(NeedsElements())
struct NeedsElements <: Exception end
Base.show(io::IO, x::Lane) = print(io, "all elements of ", x.value isa Tensor ? summary(x.value) : x.value)

on_lanes(f, values...) = Base.any(x -> x isa Tensor, values) ? Lane(Base.materialize(Base.broadcasted(f, values...))) : f(values...)

for name in POINTWISE
    @eval $name(x::Lane) = on_lanes($name, x.value)
end
for f in (:inv, :abs2, :conj, :real, :imag, :-, :!, :angle)
    isdefined(VJP, f) && f in POINTWISE && continue
    @eval Base.$f(x::Lane) = on_lanes(Base.$f, x.value)
end
for f in (:+, :-, :*, :/, :^, :(==), :<, :<=, :max, :min, :&, :|, :xor, :mod, :rem, :div, :fld)
    @eval Base.$f(x::Lane, y::Lane) = on_lanes(Base.$f, x.value, y.value)
end
# The library has these of tensors alone.
for f in (:atan, :hypot, :copysign)
    @eval Base.$f(x::Lane, y::Lane) = on_lanes(Base.$f, tensor_of_lane(x, y), tensor_of_lane(y, x))
end
Base.copysign(x::Lane, y::Real) = copysign(x, Lane(y))
Base.hypot(x::Lane, y::Real) = hypot(x, Lane(y))
Base.hypot(x::Real, y::Lane) = hypot(Lane(x), y)
Base.atan(x::Lane, y::Real) = atan(x, Lane(y))
Base.atan(x::Real, y::Lane) = atan(Lane(x), y)
tensor_of_lane(x::Lane, other::Lane) = x.value isa Tensor ? x.value : as_tensor(x.value, (other.value,))
Base.:^(x::Lane, n::Integer) = on_lanes(Base.:^, x.value, n)
Base.:^(x::Lane, n::Rational) = on_lanes(Base.:^, x.value, Float64(n))
Base.literal_pow(::typeof(^), x::Lane, ::Val{n}) where {n} = on_lanes(Base.:^, x.value, n)
Base.clamp(x::Lane, low::Number, high::Number) = Base.min(Base.max(x, Lane(plain_lane(low))), Lane(plain_lane(high)))
plain_lane(x) = x isa Lane ? x.value : x
if !(Base.ifelse isa Core.Builtin)
    Base.ifelse(condition::Lane, x, y) = Lane(Base.broadcasted(Base.ifelse, condition.value, plain_lane(x), plain_lane(y)))
end

"Calls a function once, with all elements at a time; where that does not work, with each."
function all_at_once(f, tensors, options)
    result = try
        f(map(x -> x isa Tensor ? Lane(x) : plain_one(x), tensors)...; options...)
    catch exception
        exception isa Union{VJPError,InterruptException} && rethrow()
        return by_elements(f, tensors, options, true)
    end
    # What does not depend on the elements at all, such as a random number, is one for each of them.
    result isa Lane && result.value isa Tensor || return by_elements(f, tensors, options, !(result isa Number))
    shape = Base.Broadcast.broadcast_shape(map(size, filter(x -> x isa Tensor, tensors))...)
    size(result.value) == shape && return result.value
    return clone(expand(raised(result.value, length(shape)), collect(shape)))
end

"Calls a function with each element, on the host, where no gradient could follow."
function by_elements(f, args, options, tell::Bool)
    tensors = filter(x -> x isa Tensor, args)
    name = f isa Function ? string(nameof(f)) : string(f)
    if tell
        Base.any(followed, tensors) &&
            refuse("$name.: the library has no such operator, and the function does with its argument what tensors cannot " *
                   "($(Base.join(map(describe_argument, args), ", "))), so no gradient could flow; " *
                   "ifelse.(c, x, y) chooses, custom() has a derivative of your own, $name.(Array(t)) has none")
        @warn "$name.: no operator of the library; called with each element, on the host" maxlog = 1 _id = Symbol("VJP.", name)
    end
    values = Base.broadcast((xs...) -> f(xs...; options...), map(x -> x isa Tensor ? Array(x) : x isa One ? Ref(x.value) : x, args)...)
    values isa AbstractArray && Base.any(pair -> last(pair) === eltype(values), DTYPES) || return values
    return Tensor(values; device=device(first(tensors)))
end
describe_argument(x) = x isa Tensor ? "Tensor of size $(size(x))" : string(typeof(plain_one(x)))

# ---- in place ----

"`t .= x`: writes into all of `t`."
Base.Broadcast.materialize!(t::Tensor, x::Union{Number,AbstractArray}) = assign!(t, x)
Base.Broadcast.materialize!(t::Tensor, x::Base.Broadcast.Broadcasted) = assign!(t, Base.materialize(x))
# `array .= t`: its numbers.
Base.Broadcast.materialize!(a::Union{Array,SubArray}, t::Tensor) = Base.Broadcast.materialize!(a, Base.broadcasted(identity, Array(t)))
Base.Broadcast.broadcastable(t::Tensor) = t

assign!(t::Tensor, x::Number) = setindex!(t, x, ..)
assign!(t::Tensor, x::AbstractArray) = assign!(t, as_tensor(x, (t,)))
function assign!(t::Tensor, x::Tensor)
    ndims(x) <= ndims(t) || throw(ShapeError(".=: a value of size $(size(x)) for a tensor of size $(size(t))"))
    value = ndims(x) == 0 ? x : raised(x, ndims(t))
    Base.all(d -> size(value, d) in (1, size(t, d)), 1:ndims(value)) ||
        throw(ShapeError(".=: a value of size $(size(x)) for a tensor of size $(size(t))"))
    return assign_part!(t, value, (..,))
end
