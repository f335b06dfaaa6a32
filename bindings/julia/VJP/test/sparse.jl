# Sparse tensors, and SparseArrays.

@testset "SparseArrays and back" begin
    for T in (Float64, Float32, ComplexF64, Int64)
        a = sparse([1, 2, 2, 3], [2, 1, 4, 2], T[5, 6, 7, 8], 3, 5)
        t = Tensor(a)
        @test VJP.layout(t) === :csc && size(t) == (3, 5) && nnz(t) == 4
        @test Array(VJP.to_dense(t)) == Matrix(a)
        back = sparse(t)
        @test back isa SparseMatrixCSC{T,Int64} && back == a && back.colptr == a.colptr
        @test SparseMatrixCSC(VJP.to_layout(t, :coo)) == a && SparseMatrixCSC(VJP.to_dense(t)) == a
    end
    @test sparse(Tensor(spzeros(2, 3))) == spzeros(2, 3)
    @test sparse(Tensor(spzeros(0, 3))) == spzeros(0, 3)
    @test sparse(Tensor(sparse([1.0 0; 0 2]); device="sim:0")) == sparse([1.0 0; 0 2])
end

@testset "gradients at the places of the values" begin
    a = sparse([1.0 0; 2 3])
    t, x = Tensor(a; requires_grad=true), Tensor([1.0 2; 3 4]; requires_grad=true)
    backward!(sum(VJP.mm(t, x)))
    @test VJP.layout(grad(t)) === :csc && sparse(grad(t)) == sparse([3.0 0; 3 7])
    @test grad(x) == [3 3; 3 3]
    VJP.gradcheck(VJP.mm, t, x; masked=true)
    @test_throws InvalidError VJP.gradcheck(VJP.mm, t, x)
end

@testset "layouts and members" begin
    values = Tensor([1.0, 2, 3]; requires_grad=true)
    t = VJP.sparse_coo(Tensor([0 1 0; 2 0 2]), values, (2, 3))
    @test VJP.layout(t) === :coo && !VJP.is_coalesced(t) && VJP.sparse_dims(t) == 2
    @test_throws StateError VJP.stored_values(t)
    once = VJP.coalesce(t)
    @test Array(VJP.indices(once)) == [0 1; 2 0] && Array(VJP.stored_values(once)) == [4, 2]
    backward!(sum(VJP.to_dense(t)))
    @test grad(values) == [1, 1, 1]
    csr = VJP.to_layout(t, :csr)
    @test Array(VJP.compressed_indices(csr)) == [0, 1, 2] && Array(VJP.plain_indices(csr)) == [2, 0]
    masked = VJP.sparse_mask(Tensor([1.0 2 3; 4 5 6]), csr)
    @test Array(VJP.stored_values(masked)) == [3, 4]
    sampled = VJP.sampled_addmm(csr, Tensor(reshape([1.0, 2], 2, 1)), Tensor([1.0 2 3]); alpha=10)
    @test Array(VJP.stored_values(sampled)) == [34, 22]
    @test_throws InvalidError VJP.to_layout(t, :diagonal)
end
