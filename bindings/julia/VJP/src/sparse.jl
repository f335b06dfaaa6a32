# Sparse tensors, which are tensors of another layout, and SparseArrays.

"""
    sparse_coo(indices, values, size=nothing; coalesced=false)

A tensor of positions and values: `indices` (Int64, counted from 0) has a row for each sparse dimension and a column for each
value. A position may stand there twice; its values mean their sum. Values may have (dense) dimensions of their own behind the
first. Recorded: gradients go to `values`.
"""
function sparse_coo(indices::Tensor, values::Tensor, size=nothing; coalesced::Bool=false)
    shape, out = size === nothing ? C_NULL : Int64[size...], Ref{Handle}()
    check(ccall((:vjp_sparse_coo, libvjp), Cuint, (Handle, Handle, Ptr{Int64}, Csize_t, Bool, Ref{Handle}), indices, values,
                shape, size === nothing ? 0 : length(size), coalesced, out))
    return own(out)
end

layout_code(name::Symbol) = (i = findfirst(==(name) ∘ first, LAYOUT); i === nothing ?
    throw(InvalidError("there is no layout :$name, but $(join(repr.(first.(LAYOUT)), ", "))")) : last(LAYOUT[i]))

"""
    sparse_compressed(layout, begins, plain, values, rows, columns)

A matrix in compressed rows (`:csr`, of blocks `:bsr`) or columns (`:csc`, `:bsc`): where each begins among the values and then
their number, the other coordinate of each value, which rises. All count from 0.
"""
function sparse_compressed(layout::Symbol, begins::Tensor, plain::Tensor, values::Tensor, rows::Integer, columns::Integer)
    out = Ref{Handle}()
    check(ccall((:vjp_sparse_compressed, libvjp), Cuint, (Cuint, Handle, Handle, Handle, Int64, Int64, Ref{Handle}),
                layout_code(layout), begins, plain, values, rows, columns, out))
    return own(out)
end

"How the elements are kept: `:strided`, `:coo`, `:csr`, `:csc`, `:bsr` or `:bsc`."
layout(t::Tensor) = symbol_of(LAYOUT, ccall((:vjp_tensor_layout, libvjp), Cuint, (Handle,), t))
"How many values are kept; of blocks, how many blocks."
SparseArrays.nnz(t::Tensor) = Int(ccall((:vjp_tensor_nnz, libvjp), Int64, (Handle,), t))
"How many dimensions are sparse."
sparse_dims(t::Tensor) = Int(ccall((:vjp_tensor_sparse_dims, libvjp), Csize_t, (Handle,), t))
"Whether no position stands there twice, and they rise."
is_coalesced(t::Tensor) = ccall((:vjp_tensor_is_coalesced, libvjp), Bool, (Handle,), t)

for (name, symbol, doc) in [
    (:indices, :vjp_tensor_indices, "The positions of a COO tensor, from 0 on."),
    (:compressed_indices, :vjp_tensor_compressed_indices, "Where each row (column) of a compressed tensor begins, from 0 on."),
    (:plain_indices, :vjp_tensor_plain_indices, "The column (row) of each value of a compressed tensor, from 0 on."),
    (:coalesce, :vjp_tensor_coalesce, "Every position once, rising, with the sum of its values."),
]
    @eval @doc $doc function $name(t::Tensor)
        out = Ref{Handle}()
        check(ccall(($(QuoteNode(symbol)), libvjp), Cuint, (Handle, Ref{Handle}), t, out))
        return own(out)
    end
end

"The values of a sparse tensor, recorded; with `raw` also of one that is not coalesced, then without a history."
function stored_values(t::Tensor; raw::Bool=false)
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_values, libvjp), Cuint, (Handle, Bool, Ref{Handle}), t, raw, out))
    return own(out)
end

"A strided tensor of the same elements. With `masked` the gradient is what there is at the places of the values, else all."
function to_dense(t::Tensor; masked::Bool=true)
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_to_dense, libvjp), Cuint, (Handle, Bool, Ref{Handle}), t, masked, out))
    return own(out)
end

"The tensor in another layout; `sparse_dims` of `:coo`, `blocks`, a pair of sizes, of `:bsr` and `:bsc`."
function to_layout(t::Tensor, layout::Symbol; sparse_dims::Integer=-1, blocks=(0, 0))
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_to_layout, libvjp), Cuint, (Handle, Cuint, Int64, Int64, Int64, Ref{Handle}), t,
                layout_code(layout), sparse_dims, blocks[1], blocks[2], out))
    return own(out)
end

"The elements at the places of a sparse tensor, in its layout."
function sparse_mask(t::Tensor, mask::Tensor)
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_sparse_mask, libvjp), Cuint, (Handle, Handle, Ref{Handle}), t, mask, out))
    return own(out)
end

"`beta * input + alpha * (mat1 * mat2)`, at the places of the sparse `input` only."
function sampled_addmm(input::Tensor, mat1::Tensor, mat2::Tensor; beta::Real=1, alpha::Real=1)
    out = Ref{Handle}()
    check(ccall((:vjp_sparse_sampled_addmm, libvjp), Cuint, (Handle, Handle, Handle, Float64, Float64, Ref{Handle}), input,
                mat1, mat2, beta, alpha, out))
    return own(out)
end

# ---- SparseArrays ----

"""
    Tensor(a::SparseMatrixCSC)

A tensor in compressed columns, on copies of the matrix's lists.
"""
function Tensor(a::SparseArrays.SparseMatrixCSC; device=nothing, requires_grad::Bool=false)
    lists = (Int64.(a.colptr) .- 1, Int64.(SparseArrays.rowvals(a)) .- 1, SparseArrays.nonzeros(a))
    begins, rows, values = map(list -> Tensor(list; device=device), lists)
    return requires_grad!(sparse_compressed(:csc, begins, rows, values, size(a)...), requires_grad)
end

"""
    sparse(t::Tensor)
    SparseMatrixCSC(t::Tensor)

The matrix as SparseArrays has it, by way of compressed columns; of a strided one without its zeros.
"""
function SparseArrays.SparseMatrixCSC(t::Tensor)
    columns = no_grad(() -> to_layout(t, :csc))
    list(part) = Array(part)
    return SparseArrays.SparseMatrixCSC(size(t)..., list(compressed_indices(columns)) .+ 1,
                                        list(plain_indices(columns)) .+ 1, list(stored_values(columns; raw=true)))
end
SparseArrays.sparse(t::Tensor) = SparseArrays.SparseMatrixCSC(t)
