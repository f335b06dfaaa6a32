# LinearAlgebra of matrices and vectors, by the library's operators, whose derivatives it knows.

"Of a matrix these are other functions in Julia."
no_matrix(t::Tensor, name) =
    ndims(t) == 2 && refuse("$name of a matrix is a function of matrices: $name.(t) is that of every element")

# Julia's product of complex vectors takes the conjugate of the first.
function LinearAlgebra.dot(a::Tensor, b::Tensor)
    same_length(a, b)
    return vdot(vec(a), vec(b))
end
function same_length(a::Tensor, b::Tensor)
    length(a) == length(b) || throw(ShapeError("dot: $(length(a)) elements and $(length(b))"))
    return b
end

for A in (Tensor, TensorVector), B in (Array, Vector)
    @eval LinearAlgebra.dot(a::$A, b::$B) = dot(a, as_tensor(b, (a,)))
    @eval LinearAlgebra.dot(a::$B, b::$A) = dot(as_tensor(a, (b,)), b)
end
LinearAlgebra.dot(a::TensorVector, b::TensorVector) = vdot(a, same_length(a, b))
LinearAlgebra.dot(x::TensorVector, A::TensorMatrix, y::TensorVector) = dot(x, A * y)

"`mul!(C, A, B)`: the product, written into `C`; `mul!(C, A, B, α, β)` is `α A B + β C`. In place, and recorded."
LinearAlgebra.mul!(C::Tensor, A::Tensor, B::Tensor) = written!(C, product(A, B))
LinearAlgebra.mul!(C::Tensor, A::Tensor, B::Tensor, α::Number, β::Number) = written!(C, mul(product(A, B), α) + mul(C, β))
for (C, A, B) in ((TensorVector, TensorMatrix, TensorVector), (TensorMatrix, TensorMatrix, TensorMatrix))
    for (K, J) in ((A, B), (A, B === TensorVector ? Vector : Matrix), (Matrix, B))
        @eval LinearAlgebra.mul!(C::$C, A::$K, B::$J) = written!(C, product(as_tensor(A, (C,)), as_tensor(B, (C,))))
        @eval LinearAlgebra.mul!(C::$C, A::$K, B::$J, α::Number, β::Number) =
            written!(C, mul(product(as_tensor(A, (C,)), as_tensor(B, (C,))), α) + mul(C, β))
    end
end
function written!(C::Tensor, value::Tensor)
    size(C) == size(value) || throw(ShapeError("mul!: the product is of size $(size(value)), what it is written into of size $(size(C))"))
    return VJP.copy!(C, value)
end
LinearAlgebra.rmul!(A::Tensor, x::Number) = VJP.mul!(A, x)
LinearAlgebra.lmul!(x::Number, A::Tensor) = VJP.mul!(A, x)
LinearAlgebra.axpy!(α::Number, x::Union{Tensor,Array}, y::Tensor) = VJP.add_alpha!(y, as_tensor(x, (y,)), α)

"The matrix `A`, which must be one."
function square_matrix(A::Tensor, what)
    ndims(A) == 2 && size(A, 1) == size(A, 2) || throw(ShapeError("$what: a matrix as wide as high, got a tensor of size $(size(A))"))
    return A
end

LinearAlgebra.det(A::TensorMatrix) = linalg_det(square_matrix(A, "det"))
LinearAlgebra.logabsdet(A::TensorMatrix) = reverse(linalg_slogdet(square_matrix(A, "logabsdet")))
Base.inv(A::TensorMatrix) = linalg_inv(square_matrix(A, "inv"))
LinearAlgebra.pinv(A::TensorMatrix) = linalg_pinv(A)
LinearAlgebra.tr(A::TensorMatrix) = trace(square_matrix(A, "tr"))
LinearAlgebra.diag(A::TensorMatrix, k::Integer) = diag(A; diagonal=k)
LinearAlgebra.triu(A::TensorMatrix, k::Integer) = triu(A; diagonal=k)
LinearAlgebra.tril(A::TensorMatrix, k::Integer) = tril(A; diagonal=k)
for A in (TensorVector, TensorMatrix)
    # Of a vector and a matrix, too, as Julia has it: the vector is a column.
    for B in (TensorVector, TensorMatrix)
        @eval Base.kron(a::$A, b::$B) = kronecker(a, b)
    end
    for B in (Vector, Matrix)
        @eval Base.kron(a::$A, b::$B) = kronecker(a, as_tensor(b, (a,)))
        @eval Base.kron(a::$B, b::$A) = kronecker(as_tensor(a, (b,)), b)
    end
end
function kronecker(a::Tensor, b::Tensor)
    n = Base.max(ndims(a), ndims(b))
    return VJP.kron(raised(a, n), raised(b, n))
end

"The p-norm of all elements, as for arrays; `norm(t; p=1, dim=2)` is the library's, over a dimension."
LinearAlgebra.norm(t::Tensor, p::Real) = norm(vec(t); p=p)
LinearAlgebra.opnorm(A::TensorMatrix, p::Real=2) = linalg_matrix_norm(A, p)
LinearAlgebra.normalize(t::Tensor, p::Real=2) = dotted(/, t, norm(t, p))
LinearAlgebra.cond(A::TensorMatrix, p::Real=2) = linalg_cond(A; p=p)
LinearAlgebra.cross(a::TensorVector, b::TensorVector) = linalg_cross(a, b)
LinearAlgebra.cross(a::TensorVector, b::Vector) = linalg_cross(a, as_tensor(b, (a,)))
LinearAlgebra.cross(a::Vector, b::TensorVector) = linalg_cross(as_tensor(a, (b,)), b)
LinearAlgebra.issymmetric(A::TensorMatrix) = LinearAlgebra.issymmetric(Array(A))
LinearAlgebra.ishermitian(A::TensorMatrix) = LinearAlgebra.ishermitian(Array(A))
LinearAlgebra.isposdef(A::TensorMatrix) = LinearAlgebra.isposdef(Array(A))
LinearAlgebra.rank(A::TensorMatrix; options...) = LinearAlgebra.rank(Array(A); options...)

"The solution of `A x = b`; of a matrix that is not square that of least squares."
function solution(A::TensorMatrix, b::Tensor)
    size(A, 1) == size(b, 1) || throw(ShapeError("\\: $(size(A, 1)) equations of $(size(A)), right sides of size $(size(b))"))
    size(A, 1) == size(A, 2) && return linalg_solve(A, b)
    return ndims(b) == 1 ? linalg_lstsq(A, unsqueeze(b, 2))[1][:, 1] : linalg_lstsq(A, b)[1]
end
for B in (TensorVector, TensorMatrix)
    @eval Base.:\(A::TensorMatrix, b::$B) = solution(A, b)
end
for B in [OTHER_MATRICES; OTHER_VECTORS]
    @eval Base.:\(A::TensorMatrix, b::$B) = solution(A, as_tensor(b, (A,)))
end
for B in (TensorVector, TensorMatrix)
    @eval Base.:\(A::Matrix, b::$B) = solution(as_tensor(A, (b,)), b)
end
"`X` such that `X B = A`."
Base.:/(A::TensorMatrix, B::TensorMatrix) = transpose(transpose(B) \ transpose(A))
Base.:/(A::Matrix, B::TensorMatrix) = as_tensor(A, (B,)) / B
Base.:/(A::TensorMatrix, B::Matrix) = A / as_tensor(B, (A,))

# Factors come as named tuples in the order in which Julia's factorizations are taken apart: `U, S, V = svd(A)`, `qr(A).R`.
function LinearAlgebra.svd(A::TensorMatrix; full::Bool=false)
    U, S, Vt = linalg_svd(A; full_matrices=full)
    return (U=U, S=S, V=adjoint(Vt), Vt=Vt)
end
LinearAlgebra.svdvals(A::TensorMatrix) = linalg_svdvals(A)
LinearAlgebra.qr(A::TensorMatrix) = NamedTuple{(:Q, :R)}(linalg_qr(A))
function LinearAlgebra.cholesky(A::TensorMatrix)
    L = linalg_cholesky(square_matrix(A, "cholesky"))
    return (L=L, U=adjoint(L))
end
"`A == P L U`; `A[p, :] == L U` with positions `p`."
function LinearAlgebra.lu(A::TensorMatrix)
    P, L, U = linalg_lu(A)
    return (L=L, U=U, p=[i[1] for i in Base.argmax(Array(P); dims=1)][:])
end
"Eigenvalues and eigenvectors: of a symmetric (Hermitian) matrix real ones, rising; else complex ones in the library's order."
LinearAlgebra.eigen(A::TensorMatrix) =
    NamedTuple{(:values, :vectors)}(LinearAlgebra.ishermitian(A) ? linalg_eigh(A) : linalg_eig(square_matrix(A, "eigen")))
LinearAlgebra.eigvals(A::TensorMatrix) = LinearAlgebra.eigen(A).values
