@testset "sparse derivatives" begin
    x = Tensor([0.5, -1.0, 2.0, 0.25, -0.75])
    neighbours(x) = x[1:4] .* x[2:5]
    pattern = sparsity_of_jacobian(neighbours, x)
    @test size(pattern) == (4, 5) && length(pattern) == 8
    @test VJP.crow_indices(pattern) == [0, 2, 4, 6, 8] && VJP.col_indices(pattern) == [0, 1, 1, 2, 2, 3, 3, 4]
    @test maximum(VJP.colors(pattern)) == 2 && length(VJP.colors(pattern, :rows)) == 4
    @test isempty(VJP.dense_operators(pattern)) && occursin("8 entries", string(pattern))
    for strategy in (:auto, :forward, :reverse), given in (nothing, pattern)
        @test sparse_jacobian(neighbours, x, given; strategy=strategy).values == [-1, 0.5, 2, -1, 0.25, 2, -0.75, 0.25]
    end

    hessian = sparse_hessian(x -> sum(neighbours(x)), x)
    @test hessian.values == ones(8) && length(hessian.sparsity) == 8
    @test VJP.col_indices(sparsity_of_hessian(x -> sum(neighbours(x)), x)) == VJP.col_indices(hessian.sparsity)

    leaf = Tensor([1.0, 2.0]; requires_grad=true)
    backward!(sum(sparse_jacobian(x -> x .* x .* x, leaf; create_graph=true).values))
    @test grad_of(leaf) ≈ [6.0, 12.0]

    diagonal = Sparsity(4, 5, 0:4, 0:3)
    exception = error_of(() -> sparse_jacobian(neighbours, x, diagonal))
    @test exception isa InvalidError && occursin("lacks an entry", exception.message)
    @test_throws InvalidError Sparsity(4, 5, 0:3, 0:3)
    @test_throws InvalidError sparse_jacobian(neighbours, x; strategy=:both)
    @test_throws InvalidError sparse_jacobian(neighbours, x; quick=true)
    mine = ErrorException("own")
    @test error_of(() -> sparsity_of_jacobian(_ -> throw(mine), x)) === mine
    @test error_of(() -> sparse_hessian(_ -> 3, x)) isa InvalidError
end
