# Operators, with the meaning that they have for arrays: `*` between tensors is the matrix product, dots are
# elementwise. The dotted form of a function is one call on whole tensors; it does not fuse.

Base.:+(t::Tensor) = t
Base.:-(t::Tensor) = neg(t)
Base.:*(a::Tensor, b::Number) = mul(a, b)
Base.:*(a::Number, b::Tensor) = mul(a, b)
Base.:/(a::Tensor, b::Number) = div(a, b)

# A number of dimensions that is 0 makes a tensor a number.
function same_size(a::Tensor, b::Tensor, operator)
    size(a) == size(b) || ndims(a) == 0 || ndims(b) == 0 ||
        throw(ShapeError("$operator: sizes $(size(a)) and $(size(b)) differ; .$operator broadcasts"))
end

for (operator, name) in [(:+, :add), (:-, :sub)]
    @eval begin
        Base.$operator(a::Tensor, b::Tensor) = (same_size(a, b, $("$operator")); $name(a, b))
        Base.$operator(a::Tensor, b::Number) = $name(a, b)
        Base.$operator(a::Number, b::Tensor) = $name(a, b)
        Base.$operator(a::Tensor, b::AbstractArray) = $operator(a, as_tensor(b, (a,)))
        Base.$operator(a::AbstractArray, b::Tensor) = $operator(as_tensor(a, (b,)), b)
    end
end
Base.:*(a::Tensor, b::AbstractArray) = a * as_tensor(b, (a,))
Base.:*(a::AbstractArray, b::Tensor) = as_tensor(a, (b,)) * b

"The matrix product, of matrices and vectors as Julia has it; of more dimensions that of each pair of matrices."
function Base.:*(a::Tensor, b::Tensor)
    (ndims(a) == 0 || ndims(b) == 0) && return mul(a, b)
    if ndims(a) == 1
        # A vector is a column, whose product with a row is a matrix.
        ndims(b) == 2 && size(b, 1) == 1 && return matmul(unsqueeze(a, 2), b)
        throw(ShapeError("*: sizes $(size(a)) and $(size(b)); dot(a, b) is the inner product, .* elementwise, a' a row"))
    end
    size(a, ndims(a)) == size(b, Base.max(ndims(b) - 1, 1)) ||
        throw(ShapeError("*: the columns of $(size(a)) are not as many as the rows of $(size(b))"))
    return matmul(a, b)
end

"The product of `n` matrices; a power of a number."
function Base.:^(t::Tensor, n::Integer)
    ndims(t) == 0 && return pow(t, n)
    n >= 1 || refuse("^: only powers from 1 on of a matrix; .^ is elementwise")
    return n == 1 ? t : iseven(n) ? (half = t^(n ÷ 2); half * half) : t^(n - 1) * t
end

# ---- dots ----

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

# Of two tensors, and where the library has it of a tensor and a number.
for (operator, name, numbers) in [
    (:mod, :remainder, true), (:rem, :fmod, true), (:copysign, :copysign, true), (:atan, :atan2, false), (:hypot, :hypot, false),
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

"What broadcasts with a tensor is done by an operator on whole tensors, or not at all."
struct TensorStyle <: Base.Broadcast.BroadcastStyle end
Base.Broadcast.BroadcastStyle(::Type{Tensor}) = TensorStyle()
Base.Broadcast.BroadcastStyle(style::TensorStyle, ::Base.Broadcast.BroadcastStyle) = style

# Arrays among the arguments become tensors; sums and products of more than two are taken one by one.
function Base.broadcasted(::TensorStyle, f, args...)
    done = map(simplified, args)
    f === (|>) && done[2] isa Function && return Base.broadcasted(done[2], done[1])
    tensors = map(arg -> arg isa AbstractArray{<:Number} ? as_tensor(arg, done) : arg, done)
    if Base.all(arg -> arg isa Union{Tensor,Number}, tensors) && Base.any(arg -> !(arg isa Union{Tensor,Number}), args)
        return Base.broadcasted(f, tensors...)
    end
    length(args) > 2 && (f === (+) || f === (*)) && return foldl((a, b) -> Base.broadcasted(f, a, b), args)
    name = f isa Function ? nameof(f) : f
    refuse("$name.: there is no dotted $name for tensors ($(Base.join(map(describe_argument, args), ", "))); " *
           "$name.(Array(t)) for the elements, without a derivative")
end
simplified(x) = x
simplified(x::Base.RefValue) = x[]
simplified(x::Base.Broadcast.Broadcasted) = Base.materialize(x)
describe_argument(x) = x isa Tensor ? "Tensor of size $(size(x))" : string(typeof(x))

"`t .= x`: writes into all of `t`."
Base.Broadcast.materialize!(t::Tensor, x::Union{Tensor,Number,AbstractArray}) = assign!(t, x)
Base.Broadcast.materialize!(t::Tensor, x::Base.Broadcast.Broadcasted) = assign!(t, Base.materialize(x))
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

"The tensor with its elements converted; itself if they are of that type. Differentiable. `Float32.(t)` is the same."
to(t::Tensor, T::Type) = to(t; dtype=T)

"""
    VJP.to(t, device, T=nothing; non_blocking=false)

The tensor on a device, its elements converted to `T`; itself if nothing changes. Differentiable: a gradient comes back
where `t` lies.
"""
to(t::Tensor, device::Union{Device,AbstractString}, T=nothing; non_blocking::Bool=false) =
    to_device(t, device; dtype=T, non_blocking=non_blocking)
Base.broadcasted(::Type{T}, t::Tensor) where {T<:Number} = exactly(to(t, T), t, T)

# `Int.([1.5])` is an InexactError of arrays.
function exactly(converted::Tensor, t::Tensor, T)
    (T <: Integer && !(dtype(t) <: Integer)) || (T <: Real && dtype(t) <: Complex) || return converted
    no_grad(() -> Bool(all(eq(to(converted, dtype(t)), t)))) && return converted
    throw(InexactError(nameof(T), T, t))
end
