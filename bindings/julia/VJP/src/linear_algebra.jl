# LinearAlgebra and Statistics of tensors, through which gradients flow. Factorizations are named tuples, whose fields and order
# are those of Julia's own: `F.U`, `U, S, V = svd(t)`.

using LinearAlgebra: UniformScaling

const Matrix_ = Tensor{<:Any,2}
const Vector_ = Tensor{<:Any,1}

function square_matrix(t::Matrix_, what)
    size(t, 1) == size(t, 2) || throw(ShapeError("$what: a matrix of size $(size(t)) is not square"))
    return floating(t)
end
"As Julia does, whole numbers are taken for Float64."
floating(t::Tensor{<:Union{AbstractFloat,Complex}}) = t
floating(t::Tensor) = to(t, Float64)

LinearAlgebra.det(t::Matrix_) = linalg_det(square_matrix(t, "det"))
LinearAlgebra.logabsdet(t::Matrix_) = Base.reverse(linalg_slogdet(square_matrix(t, "logabsdet")))
LinearAlgebra.tr(t::Matrix_) = (square_matrix(t, "tr"); trace(t))
Base.inv(t::Matrix_) = linalg_inv(square_matrix(t, "inv"))
Base.inv(t::Tensor{<:Any,0}) = reciprocal(t)
LinearAlgebra.pinv(t::Matrix_; atol::Real=0, rtol=nothing) = linalg_pinv(floating(t); atol=atol, rtol=rtol)
LinearAlgebra.rank(t::Matrix_; options...) = LinearAlgebra.rank(Array(t); options...)
LinearAlgebra.issymmetric(t::Matrix_) = LinearAlgebra.issymmetric(Array(t))
LinearAlgebra.ishermitian(t::Matrix_) = LinearAlgebra.ishermitian(Array(t))
LinearAlgebra.isposdef(t::Matrix_) = LinearAlgebra.isposdef(Array(t))

LinearAlgebra.diag(t::Matrix_, k::Integer=0) = VJP.diag(t; diagonal=k)
LinearAlgebra.normalize(t::Tensor, p::Real=2) = t / norm(t, p)
LinearAlgebra.normalize!(t::Tensor, p::Real=2) = copyto!(t, LinearAlgebra.normalize(t, p))
LinearAlgebra.norm(t::Tensor, p::Real) = linalg_vector_norm(floating(vec(t)); ord=p)
LinearAlgebra.opnorm(t::Matrix_, p::Real=2) = linalg_matrix_norm(floating(t), p)
LinearAlgebra.cross(a::Vector_, b::Vector_) = linalg_cross(a, b)
LinearAlgebra.cross(a::Vector_, b::AbstractVector) = linalg_cross(a, as_tensor(b, (a,)))
LinearAlgebra.cross(a::AbstractVector, b::Vector_) = linalg_cross(as_tensor(a, (b,)), b)

# Julia's product of complex vectors takes the conjugate of the first.
function inner_product(a::Tensor, b::Tensor)
    length(a) == length(b) || throw(ShapeError("dot: $(length(a)) elements and $(length(b))"))
    ndims(a) == ndims(b) == 1 && return vdot(a, b)
    return vdot(vec(a), vec(b))
end
dot_of(a, b) = LinearAlgebra.dot(as_tensor(a, (b,)), as_tensor(b, (a,)))
define(LinearAlgebra.dot, dot_of, Tensor, AbstractArray)
define(LinearAlgebra.dot, dot_of, AbstractArray, Tensor)
define(LinearAlgebra.dot, inner_product, Tensor, Tensor)
LinearAlgebra.dot(a::Vector_, m::Matrix_, b::Vector_) = LinearAlgebra.dot(a, m * b)

# ---- systems of equations ----

"The solution of `a * x = b`; of a matrix that is not square that of least squares."
function solution(a::Matrix_, b::Tensor)
    size(a, 1) == size(b, 1) || throw(ShapeError("\\: a matrix of size $(size(a)) and a right side of size $(size(b))"))
    a, b = floating(a), floating(b)
    size(a, 1) == size(a, 2) && return linalg_solve(a, b)
    ndims(b) == 1 && return squeeze_dim(first(linalg_lstsq(a, unsqueeze(b, 2))), 2)
    return first(linalg_lstsq(a, b))
end
quotient(a, b) = as_tensor(a, (b,)) \ as_tensor(b, (a,))
define(Base.:\, quotient, Matrix_, AbstractVecOrMat)
define(Base.:\, quotient, AbstractMatrix, Tensor)
define(Base.:\, solution, Matrix_, Tensor)
Base.:\(x::Number, t::Tensor) = t / x
"The solution of `x * b = a`."
solution_from_right(a::Tensor, b::Matrix_) = (size(b, 1) == size(b, 2) ? linalg_solve(floating(b), floating(a); left=false) : transpose(transpose(b) \ transpose(a)))
Base.:/(a::Tensor, b::Tensor{<:Any,0}) = div(a, b)
Base.:/(x::Number, t::Tensor{<:Any,0}) = div(x, t)
quotient_from_right(a, b) = as_tensor(a, (b,)) / as_tensor(b, (a,))
define(Base.:/, quotient_from_right, Tensor, AbstractMatrix)
define(Base.:/, quotient_from_right, AbstractVecOrMat, Matrix_)
define(Base.:/, solution_from_right, Tensor, Matrix_)

# ---- factorizations ----

function LinearAlgebra.svd(t::Matrix_; full::Bool=false)
    u, s, vt = linalg_svd(floating(t); full_matrices=full)
    return (U=u, S=s, V=LinearAlgebra.adjoint(vt), Vt=vt)
end
LinearAlgebra.svdvals(t::Matrix_) = linalg_svdvals(floating(t))
function LinearAlgebra.qr(t::Matrix_)
    q, r = linalg_qr(floating(t))
    return (Q=q, R=r)
end
"`t[p, :]` is `L * U`."
function LinearAlgebra.lu(t::Matrix_)
    p, l, u = linalg_lu(floating(t))
    turned = Array(p)
    return (L=l, U=u, p=Int[Base.argmax(turned[:, i] .== 1) for i in 1:size(turned, 2)], P=transpose(p))
end
function LinearAlgebra.cholesky(t::Matrix_)
    l = linalg_cholesky(square_matrix(t, "cholesky"))
    return (L=l, U=LinearAlgebra.adjoint(l))
end
"Of a symmetric (Hermitian) matrix with real eigenvalues, which rise. What is real in all elements is a tensor of real numbers."
function LinearAlgebra.eigen(t::Matrix_)
    t = square_matrix(t, "eigen")
    values, vectors = LinearAlgebra.ishermitian(t) ? linalg_eigh(t) : linalg_eig(t)
    return (values=real_if_it_is(values, t), vectors=real_if_it_is(vectors, t))
end
LinearAlgebra.eigvals(t::Matrix_) = LinearAlgebra.ishermitian(t) ? linalg_eigvalsh(floating(t)) : real_if_it_is(linalg_eigvals(square_matrix(t, "eigvals")), t)
real_if_it_is(x::Tensor, t::Tensor) =
    dtype(t) <: Real && dtype(x) <: Complex && Base.all(iszero, Base.imag(Array(x))) ? real(x) : x

# ---- I ----

unit(t::Matrix_, j::UniformScaling) = (square_matrix(t, "I"); one(t) * j.λ)
Base.:+(t::Matrix_, j::UniformScaling) = t + unit(t, j)
Base.:+(j::UniformScaling, t::Matrix_) = unit(t, j) + t
Base.:-(t::Matrix_, j::UniformScaling) = t - unit(t, j)
Base.:-(j::UniformScaling, t::Matrix_) = unit(t, j) - t
Base.:*(t::Matrix_, j::UniformScaling) = t * j.λ
Base.:*(j::UniformScaling, t::Matrix_) = j.λ * t
Base.:(==)(t::Matrix_, j::UniformScaling) = Array(t) == j

# ---- in place ----

"`c = a * b * α + c * β`, in place."
function product!(c, a, b, α::Number=true, β::Number=false)
    product = as_tensor(a, (c,)) * as_tensor(b, (c,))
    α == true || (product = product * α)
    return copyto!(c, β == false ? product : product + c * β)
end
define(LinearAlgebra.mul!, product!, Tensor, AbstractVecOrMat, AbstractVecOrMat)
define(LinearAlgebra.mul!, product!, Tensor, AbstractVecOrMat, AbstractVecOrMat, Number, Number)
LinearAlgebra.rmul!(t::Tensor, x::Number) = VJP.mul!(t, x)
LinearAlgebra.lmul!(x::Number, t::Tensor) = VJP.mul!(t, x)
LinearAlgebra.axpy!(α::Number, x::Tensor, y::Tensor) = add_alpha!(y, x, α)

# ---- Statistics ----

Statistics.mean(f::Function, t::Tensor; dims=:) = Statistics.mean(each(f, t); dims=dims)
Statistics.median(t::Tensor; dims=:) = quantile_over(floating(some_elements(t, "median")), 0.5, dims)
Statistics.quantile(t::Tensor, p::Real) = VJP.quantile(vec(floating(some_elements(t, "quantile"))), p)
Statistics.quantile(t::Tensor, p::AbstractVector) = quantile_tensor(vec(floating(some_elements(t, "quantile"))), Tensor(convert(Array{dtype(floating(t))}, Array(p)); device=device(t)))
function quantile_over(t::Tensor, p, dims)
    dims === Colon() && return VJP.quantile(vec(t), p)
    list = sort_dims(t, dims)
    length(list) == 1 || refuse("median: along one dimension, or all")
    return VJP.quantile(t, p; dim=list[1], keepdim=true)
end

Statistics.cov(v::Vector_; corrected::Bool=true) = Statistics.var(floating(v); corrected=corrected)
Statistics.cov(t::Matrix_; dims::Int=1, corrected::Bool=true) = VJP.cov(dims == 1 ? transpose(floating(t)) : floating(t); correction=Int(corrected))
Statistics.cor(::Tensor{T,1}) where {T} = one(T)
Statistics.cor(t::Matrix_; dims::Int=1) = corrcoef(dims == 1 ? transpose(floating(t)) : floating(t))
function Statistics.cov(a::Vector_, b::Vector_; corrected::Bool=true)
    length(a) == length(b) || throw(ShapeError("cov: $(length(a)) elements and $(length(b))"))
    a, b = floating(a), floating(b)
    return LinearAlgebra.dot(b .- Statistics.mean(b), a .- Statistics.mean(a)) / (length(a) - Int(corrected))
end
function Statistics.cor(a::Vector_, b::Vector_)
    length(a) == length(b) || throw(ShapeError("cor: $(length(a)) elements and $(length(b))"))
    a, b = floating(a), floating(b)
    x, y = a .- Statistics.mean(a), b .- Statistics.mean(b)
    return LinearAlgebra.dot(x, y) / (norm(x) * norm(y))
end
