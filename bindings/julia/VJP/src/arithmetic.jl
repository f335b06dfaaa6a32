# Operators, with the meaning that they have for arrays: `*` between tensors is the matrix product. Those with dots are in
# broadcasting.jl.

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

"The matrix product, of matrices and vectors as Julia has it; of more dimensions that of each pair of matrices."
function product_of_tensors(a::Tensor, b::Tensor)
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

# ---- other elements, other places ----

"The tensor with its elements converted; itself if they are of that type. Differentiable. `Float32.(t)` is the same."
to(t::Tensor, T::Type) = to(t; dtype=T)

"""
    VJP.to(t, device, T=nothing; non_blocking=false)

The tensor on a device, its elements converted to `T`; itself if nothing changes. Differentiable: a gradient comes back
where `t` lies.
"""
to(t::Tensor, device::Union{Device,AbstractString}, T=nothing; non_blocking::Bool=false) =
    to_device(t, device; dtype=T, non_blocking=non_blocking)
