# LinearAlgebra, Statistics and derivatives of functions, under the names and with the results that they have in Julia.

const M3, S3 = [4.0 1 2; 0.5 3 1; 1 0 2], [4.0 1 0.5; 1 3 1; 0.5 1 2]

@testset "LinearAlgebra gives what it gives for arrays" begin
    b, B, V3, W3 = [1.0, 2, 3], [1.0 2; 3 4; 5 6], [1.0, 2, 3], [0.5, 4, 1]
    for case in Any[
            (det, M3), (tr, M3), (inv, M3), (logdet, S3), (logabsdet, M3), (x -> x \ b, M3), ((x, y) -> x \ y, M3, b), ((x, y) -> x \ y, M3, B), ((x, y) -> x \ y, B, b), ((x, y) -> x / y, M3, S3),
            (norm, M3), (x -> norm(x, 1), M3), (x -> norm(x, Inf), V3), (opnorm, M3), (x -> opnorm(x, 1), M3), (normalize, V3), (x -> svd(x).S, M3), (svdvals, M3), (x -> eigen(x).values, S3), (eigvals, S3),
            (x -> Matrix(cholesky(x).L), S3), (x -> abs.(qr(x).R), M3), (x -> lu(x).U, M3), (x -> lu(x).p, M3), (diag, M3), (x -> diag(x, 1), M3), (rank, M3), (issymmetric, S3), (isposdef, S3), (pinv, B),
            (dot, V3, W3), ((x, m, y) -> dot(x, m, y), V3, M3, W3), (cross, V3, W3), (kron, M3, S3), (x -> x + I, M3), (x -> I - x, M3), (x -> 2I * x, M3), (x -> x * 3I, M3), (x -> M3 * x, S3), (x -> x * M3, S3),
            (x -> Diagonal(V3) * x, M3), (x -> x * UpperTriangular(M3), S3), (x -> x * transpose(M3), S3), (x -> M3' * x, V3), (x -> V3' * x, W3), (x -> Symmetric(M3) * x, V3), (triu, M3), (tril, M3),
            ((x, y) -> mul!(similar(x), x, y), M3, S3), ((x, y) -> mul!(copy(x), x, y, 2, 3), M3, S3), (x -> rmul!(copy(x), 2), M3), ((x, y) -> axpy!(2, x, copy(y)), M3, S3), (x -> transpose(x) * x, M3),
            (x -> x^3, M3), (x -> x' * x, B), (one, M3), (x -> x == I, M3), (x -> Diagonal(V3) \ x, M3)]
        f, arrays = case[1], case[2:end]
        @test same(plain_value(f(map(Tensor, arrays)...)), plain_value(f(arrays...)))
    end
    u, s, v = svd(Tensor(B))
    @test u * (s .* v') ≈ B && svd(Tensor(B); full=true).U isa Tensor && size(svd(Tensor(B); full=true).U) == (3, 3)
    l, r, p = lu(Tensor(M3))
    @test l * r ≈ M3[p, :]
    q, r = qr(Tensor(M3))
    @test q * r ≈ M3 && Array(q' * q) ≈ I
    e = eigen(Tensor([0.0 1; -1 0]))
    @test e.values isa Tensor{ComplexF64,1} && sort(imag(Array(e.values))) ≈ [-1, 1]
    @test det(Tensor([1 2; 3 4])) ≈ -2 && inv(Tensor([2 0; 0 4])) == [0.5 0; 0 0.25]
    @test_throws ShapeError det(Tensor([1.0 2]))
    @test_throws ShapeError Tensor(M3) \ [1.0, 2]
end

@testset "gradients flow through LinearAlgebra and Statistics" begin
    # No two elements are equal: there orders have kinks.
    x, y = Tensor(M3 .+ [0.1 0.2 0.3; 0.35 0.4 0.5; 0.6 0.7 0.8]; requires_grad=true), Tensor(S3; requires_grad=true)
    for f in (det, inv, logdet, x -> svd(x).S, x -> x \ Tensor([1.0, 2, 3]), norm, x -> norm(x, 3), diag, median, x -> quantile(x, 0.3), x -> std(x; dims=1), cor, cov, x -> sort(vec(x)), x -> x / Tensor(S3),
              x -> sort(x; dims=1), x -> maximum(abs, x), x -> findmax(x)[1], x -> circshift(x, (1, 0)), x -> diff(x; dims=1), x -> qr(x).R, x -> filter(v -> v > 1, x), x -> (x + I)[:, 1], x -> mean(abs2, x))
        @test gradcheck(f, x) === nothing
    end
    symmetric(f) = x -> f((x + x') / 2)
    @test gradcheck(symmetric(x -> cholesky(x).L), y) === nothing && gradcheck(symmetric(x -> eigen(x).values), y) === nothing
end

@testset "Statistics gives what it gives for arrays" begin
    v, w = [3.0, 1, 2, 5], [1.0, 4, 2, 2]
    m = [1.0 2 4; 3 5 1; 2 3 2; 9 1 0]
    for case in Any[
            (mean, v), (var, v), (std, v), (median, v), (median, m), (x -> median(x; dims=1), m), (x -> quantile(x, 0.3), v), (x -> quantile(x, [0.25, 0.5, 1]), v), (cor, v, w), (cov, v, w), (cov, v), (cov, m), (cor, m),
            (x -> cov(x; dims=2), m), (x -> cor(x; dims=2), m), (x -> var(x; corrected=false), v), (x -> std(x; dims=1, corrected=false), m), (x -> mean(abs2, x), v), (x -> mean(x; dims=2), m), (mean, [1, 2, 4]), (std, [1, 2, 4]),
            (x -> cov(x; corrected=false), v), ((x, y) -> cov(x, y; corrected=false), v, w), (median, [3, 1, 2]), (x -> mean(sqrt, x), v)]
        f, arrays = case[1], case[2:end]
        result = same(plain_value(f(map(Tensor, arrays)...)), f(arrays...))
        result || println("  ", arrays, ": ", f(map(Tensor, arrays)...), ", not ", f(arrays...))
        @test result
    end
end

struct Affine{W,B}
    weight::W
    bias::B
    act::Function
end
(layer::Affine)(x) = layer.act.(layer.weight * x .+ layer.bias)

rosenbrock(x) = (1 - x[1])^2 + 100 * (x[2] - x[1]^2)^2

@testset "derivatives with Zygote's signatures" begin
    Z = VJP.Zygotes
    @test Z.gradient(x -> x^2 + 3x, 2.0) === (7.0,)
    @test Z.gradient(rosenbrock, [1.0, 2.0]) == ([-400.0, 200.0],) && Z.gradient(rosenbrock, [1.0, 2.0])[1] isa Vector{Float64}
    @test Z.gradient(rosenbrock, Tensor([1.0, 2.0]))[1] isa Tensor{Float64,1}
    @test Z.gradient((x, y) -> sum(x .* y), [1.0, 2.0], [3.0, 4.0]) == ([3, 4], [1, 2])
    result = withgradient((x, n) -> sum(x .^ n), [1.0, 2.0], 3)
    @test result.val === 9.0 && result.grad == ([3, 12], nothing)
    model = Affine([1.0 2; 3 4], [0.5, 0.5], tanh)
    value, (g, dx) = withgradient((m, x) -> sum(m(x)), model, [0.1, 0.2])
    z = model.weight * [0.1, 0.2] .+ model.bias
    @test value ≈ sum(tanh.(z)) && g.bias ≈ 1 .- tanh.(z) .^ 2 && g.weight ≈ (1 .- tanh.(z) .^ 2) * [0.1 0.2] && g.act === nothing && dx ≈ model.weight' * (1 .- tanh.(z) .^ 2)
    parameters = (layers=([1.0, 2.0], (scale=2.0, name="a")), list=[[1.0], [2.0]])
    g = Z.gradient(p -> sum(p.layers[1]) * p.layers[2].scale + sum(p.list[1] .* p.list[2]), parameters)[1]
    @test g == (layers=([2.0, 2.0], (scale=3.0, name=nothing)), list=[[2.0], [1.0]])
    y, back = pullback((x, w) -> x .* w, [1.0, 2.0], [3.0, 4.0])
    @test y == [3, 8] && back([1.0, 10.0]) == ([3, 40], [1, 20]) && back(ones(2)) == ([3, 4], [1, 2])
    @test Z.jacobian((x, w) -> x .* sum(w), [1.0, 2.0], [3.0, 4.0]) == ([7 0; 0 7], [1 1; 2 2])
    @test Z.jacobian(x -> x * [1.0 2; 3 4], [1.0 2; 3 4])[1] == kron([1.0 3; 2 4], [1 0; 0 1])
    @test Z.withjacobian(x -> x .^ 2, [1.0, 3.0]) == (val=[1, 9], grad=([2 0; 0 6],))
    @test Z.hessian(rosenbrock, [1.0, 2.0]) == [402 -400; -400 200] && Z.hessian(x -> x^3, 2.0) === 12.0
    @test Z.hessian(x -> sum(x .^ 3), Tensor([1.0 2; 3 4])) == Diagonal([6.0, 18, 12, 24])
    @test Z.gradient(x -> sum(Z.gradient(y -> sum(y .^ 3), x)[1]), [1.0, 2.0]) == ([6, 12],)
    @test error_of(() -> Z.gradient(x -> x .* 2, [1.0, 2.0])) isa VJPError
    @test error_of(() -> Z.jacobian(x -> x, "a")) isa InvalidError
    mine = ErrorException("own")
    @test error_of(() -> Z.gradient(_ -> throw(mine), 1.0)) === mine
end
