# Operators between whole tensors, with the meaning that they have for arrays: `*` is the matrix product; what goes element by
# element has a dot (broadcast.jl).

Base.:+(t::Tensor) = t
Base.:-(t::Tensor) = neg(t)
Base.:*(a::Tensor, b::Number) = mul(a, b)
Base.:*(a::Number, b::Tensor) = mul(a, b)
Base.:/(a::Tensor, b::Number) = div(a, b)
Base.:/(a::Union{Tensor,Number}, b::Tensor{<:Any,0}) = div(a, b)

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
Base.:*(a::Tensor, b::Tensor) = product(a, b)
function product(a::Tensor, b::Tensor)
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

# LinearAlgebra has methods for each pair of kinds of matrices and vectors: so have we, which convert what is no tensor.
const ROWS = Any[Adjoint{<:Number,<:PlainArray{<:Any,1}}, Transpose{<:Any,<:PlainArray{<:Any,1}}]
const OTHER_MATRICES = Any[
    ROWS...,
    Matrix, BitMatrix, SubArray{<:Any,2}, Base.ReshapedArray{<:Any,2}, PermutedDimsArray{<:Any,2},
    Adjoint{<:Any,<:PlainArray{<:Any,2}}, Transpose{<:Any,<:PlainArray{<:Any,2}}, Diagonal, LinearAlgebra.AbstractTriangular, Symmetric,
    Hermitian, Bidiagonal, Tridiagonal, SymTridiagonal, SparseArrays.SparseMatrixCSC,
]
const OTHER_VECTORS = Any[Vector, BitVector, SubArray{<:Any,1}, Base.ReshapedArray{<:Any,1}, AbstractRange, SparseArrays.SparseVector]
for M in (TensorVector, TensorMatrix)
    for K in (TensorVector, TensorMatrix)
        @eval Base.:*(a::$M, b::$K) = product(a, b)
    end
    for K in [OTHER_MATRICES; OTHER_VECTORS]
        @eval Base.:*(a::$M, b::$K) = product(a, as_tensor(b, (a,)))
        M === TensorVector && K in ROWS || @eval Base.:*(a::$K, b::$M) = product(as_tensor(a, (b,)), b)
    end
end
# A row times a column is a number.
Base.:*(a::Adjoint{<:Number,<:PlainArray{<:Any,1}}, b::TensorVector) = LinearAlgebra.dot(as_tensor(parent(a), (b,)), b)
Base.:*(a::Transpose{<:Any,<:PlainArray{<:Any,1}}, b::TensorVector) = LinearAlgebra.dot(conj(as_tensor(parent(a), (b,))), b)
Base.:*(a::Transpose{T,<:PlainArray{<:Any,1}}, b::Tensor{T,1}) where {T<:Real} = LinearAlgebra.dot(as_tensor(parent(a), (b,)), b)
"The product of `n` matrices; a power of a number."
function Base.:^(t::Tensor, n::Integer)
    ndims(t) == 0 && return pow(t, n)
    n >= 1 || refuse("^: only powers from 1 on of a matrix; .^ is elementwise")
    return n == 1 ? t : iseven(n) ? (half = t^(n ÷ 2); half * half) : t^(n - 1) * t
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
