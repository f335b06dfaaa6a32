# Operators, with the meaning that they have for arrays: `*` between tensors is the matrix product, dots are
# elementwise. The dotted form of a function is one call on whole tensors; it does not fuse.

Base.:+(t::Tensor) = t
Base.:-(t::Tensor) = neg(t)
Base.:*(a::Tensor, b::Tensor) = matmul(a, b)
Base.:*(a::Tensor, b::Number) = mul(a, b)
Base.:*(a::Number, b::Tensor) = mul(a, b)
Base.:/(a::Tensor, b::Number) = div(a, b)

for (operator, name) in [(:+, :add), (:-, :sub)]
    @eval begin
        Base.$operator(a::Tensor, b::Tensor) = $name(a, b)
        Base.$operator(a::Tensor, b::Number) = $name(a, b)
        Base.$operator(a::Number, b::Tensor) = $name(a, b)
    end
end

for (operator, name) in [
    (:+, :add), (:-, :sub), (:*, :mul), (:/, :div), (:^, :pow),
    (:(==), :eq), (:(!=), :ne), (:<, :lt), (:(<=), :le), (:>, :gt), (:(>=), :ge),
]
    @eval begin
        Base.broadcasted(::typeof($operator), a::Tensor, b::Tensor) = $name(a, b)
        Base.broadcasted(::typeof($operator), a::Tensor, b::Number) = $name(a, b)
        Base.broadcasted(::typeof($operator), a::Number, b::Tensor) = $name(a, b)
    end
end

Base.broadcasted(::typeof(-), t::Tensor) = neg(t)
Base.broadcasted(::typeof(identity), t::Tensor) = t
# What `x .^ 2` is lowered to.
Base.broadcasted(::typeof(Base.literal_pow), ::typeof(^), t::Tensor, ::Val{n}) where {n} = pow(t, n)

Base.broadcasted(::typeof(max), a::Tensor, b::Tensor) = maximum(a, b)
Base.broadcasted(::typeof(min), a::Tensor, b::Tensor) = minimum(a, b)

"`t .= x`: writes into all of `t`."
Base.Broadcast.materialize!(t::Tensor, x::Union{Tensor,Number}) = setindex!(t, x, ..)
Base.Broadcast.materialize!(t::Tensor, x::Base.Broadcast.Broadcasted) = setindex!(t, Base.materialize(x), ..)
Base.Broadcast.broadcastable(t::Tensor) = t

"The tensor with its elements converted; itself if they are of that type. Differentiable. `Float32.(t)` is the same."
to(t::Tensor, T::Type) = to(t; dtype=T)

"""
    VJP.to(t, device, T=nothing; non_blocking=false)

The tensor on a device, its elements converted to `T`; itself if nothing changes. Differentiable: a gradient comes back
where `t` lies.
"""
to(t::Tensor, device::Union{Device,AbstractString}, T=nothing; non_blocking::Bool=false) =
    to_device(t, device; dtype=T, non_blocking=non_blocking)
Base.broadcasted(::Type{T}, t::Tensor) where {T<:Number} = to(t, T)
