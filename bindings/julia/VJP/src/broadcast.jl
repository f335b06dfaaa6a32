# Dots: `f.(t, u)`. Each function is one operator on whole tensors, as soon as it is met; a function of the program's own is called for
# every element, or traced (lanes.jl).

"What broadcasts with a tensor."
struct TensorStyle <: Base.Broadcast.BroadcastStyle end
Base.Broadcast.BroadcastStyle(::Type{<:Tensor}) = TensorStyle()
Base.Broadcast.BroadcastStyle(style::TensorStyle, ::Base.Broadcast.BroadcastStyle) = style
Base.Broadcast.BroadcastStyle(style::TensorStyle, ::Base.Broadcast.Unknown) = style
Base.Broadcast.broadcastable(t::Tensor) = t

# The common cases need no style: this, and operators of two arguments below.
Base.broadcasted(f::Union{Function,Type}, @nospecialize(t::Tensor)) = dotted(f, t)

function Base.broadcasted(::TensorStyle, f, args...)
    values = map(evaluated, args)
    like = values[findfirst(value -> value isa Tensor, values)]
    return dotted(f, map(value -> operand(value, like), values)...)
end

evaluated(x) = x
evaluated(x::Base.RefValue) = x[]
evaluated(x::Base.Broadcast.Broadcasted) = Base.materialize(x)

# Arrays among the arguments become tensors.
operand(x, ::Tensor) = x
operand(x::Tensor, ::Tensor) = x
operand(x::AbstractArray{<:Number}, like::Tensor) = as_tensor(x, (like,))
operand(x::Tuple{Vararg{Number}}, like::Tensor) = as_tensor(collect(x), (like,))

# `array .= t`: what is left of the dots is this.
const Assigned = Base.Broadcast.Broadcasted{TensorStyle}
Base.Broadcast.instantiate(dots::Assigned) = dots
Base.copyto!(a::AbstractArray, dots::Assigned) = a .= Array(Base.broadcasted(TensorStyle(), dots.f, dots.args...)::Tensor)

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

for (operator, name) in [
    (:+, :add), (:-, :sub), (:*, :mul), (:/, :div), (:^, :pow),
    (:(==), :eq), (:(!=), :ne), (:<, :lt), (:(<=), :le), (:>, :gt), (:(>=), :ge), (:max, :maximum), (:min, :minimum),
    (:&, :bitwise_and), (:|, :bitwise_or), (:xor, :bitwise_xor),
]
    @eval begin
        dotted(::typeof(Base.$operator), @nospecialize(a::Tensor), @nospecialize(b::Tensor)) = $name(aligned(a, b, $(".$operator"))...)
        dotted(::typeof(Base.$operator), @nospecialize(a::Tensor), b::Number) = $name(a, b)
        dotted(::typeof(Base.$operator), a::Number, @nospecialize(b::Tensor)) = $name(a, b)
        Base.broadcasted(f::typeof(Base.$operator), @nospecialize(a::Tensor), @nospecialize(b::Tensor)) = dotted(f, a, b)
        Base.broadcasted(f::typeof(Base.$operator), @nospecialize(a::Tensor), b::Number) = dotted(f, a, b)
        Base.broadcasted(f::typeof(Base.$operator), a::Number, @nospecialize(b::Tensor)) = dotted(f, a, b)
    end
end

# Of two tensors, and where the library has it of a tensor and a number.
for (operator, name, numbers) in [
    (:mod, :remainder, true), (:rem, :fmod, true), (:copysign, :copysign, true), (:atan, :atan2, false), (:hypot, :hypot, false),
]
    @eval dotted(::typeof(Base.$operator), @nospecialize(a::Tensor), @nospecialize(b::Tensor)) = $name(aligned(a, b, $("$operator."))...)
    numbers && @eval dotted(::typeof(Base.$operator), @nospecialize(a::Tensor), b::Number) = $name(a, b)
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
Base.broadcasted(::typeof(Base.literal_pow), ::typeof(^), @nospecialize(t::Tensor), ::Val{n}) where {n} = pow(t, n)
dotted(::typeof(Base.literal_pow), ::typeof(^), @nospecialize(t::Tensor), ::Val{n}) where {n} = pow(t, n)

dotted(::Type{T}, @nospecialize(t::Tensor)) where {T<:Number} = exactly(to(t, T), t, T)

# `Int.([1.5])` is an InexactError of arrays.
function exactly(converted::Tensor, t::Tensor, T)
    (T <: Integer && !(dtype(t) <: Integer)) || (T <: Real && dtype(t) <: Complex) || return converted
    no_grad(() -> Bool(all(eq(to(converted, dtype(t)), t)))) && return converted
    throw(InexactError(nameof(T), T, t))
end

# Sums and products of more than two are taken one by one.
dotted(f::Union{typeof(+),typeof(*),typeof(Base.max),typeof(Base.min)}, a, b, c, more...) =
    foldl((x, y) -> dotted(f, x, y), (c, more...); init=dotted(f, a, b))
dotted(::typeof(muladd), a, b, c) = dotted(+, dotted(*, a, b), c)
dotted(::typeof(|>), @nospecialize(t::Tensor), f) = dotted(f, t)
dotted(f, a::Number, b::Number) = f(a, b)
dotted(f, args...) = element_by_element(f, args)

"`t .= x`: writes into all of `t`."
Base.Broadcast.materialize!(t::Tensor, x::Union{Tensor,Number,AbstractArray}) = assign!(t, x)
Base.Broadcast.materialize!(t::Tensor, dots::Base.Broadcast.Broadcasted) = assign!(t, Base.materialize(dots))

assign!(t::Tensor, x::Number) = setindex!(t, x, ..)
assign!(t::Tensor, x::AbstractArray) = assign!(t, as_tensor(x, (t,)))
function assign!(t::Tensor, x::Tensor)
    ndims(x) <= ndims(t) || throw(ShapeError(".=: a value of size $(size(x)) for a tensor of size $(size(t))"))
    value = ndims(x) == 0 ? x : raised(x, ndims(t))
    Base.all(d -> size(value, d) in (1, size(t, d)), 1:ndims(value)) ||
        throw(ShapeError(".=: a value of size $(size(x)) for a tensor of size $(size(t))"))
    return assign_part!(t, value, (..,))
end
