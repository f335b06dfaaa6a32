# Jacobians and hessians with few entries that are not zero.

const SPARSE_RUN = Ref{Ptr{Cvoid}}(C_NULL)

@callback function call_sparse(context::Ptr{Cvoid}, input::Handle, out::Ptr{Handle})::Cuint
    return guarded() do
        result = held(context).f(borrowed(input))
        result isa Tensor || throw(InvalidError("the function returns a Tensor, not a $(typeof(result))"))
        unsafe_store!(out, retained(result))
    end
end

"""
    Sparsity(rows, columns, crow_indices, col_indices)

Where a matrix may not be zero, in compressed rows: `crow_indices` say where each row begins among the entries, and then how
many there are; `col_indices` are the columns of the entries, which rise in each row. Both count from 0, as everywhere in
libvjp's formats. `size`, `length` (the number of entries), `crow_indices`, `col_indices` and `colors` ask for its parts.
"""
@handle Sparsity vjp_sparsity_release

function Sparsity(rows::Integer, columns::Integer, crow_indices, col_indices)
    crow, col = collect(Int64, crow_indices), collect(Int64, col_indices)
    length(crow) == rows + 1 || throw(InvalidError("sparsity: $rows rows need $(rows + 1) crow_indices, not $(length(crow))"))
    return make(Sparsity, out -> ccall((:vjp_sparsity_create, libvjp), Cuint,
                                       (Int64, Ptr{Int64}, Csize_t, Ptr{Int64}, Csize_t, Ref{Ptr{Cvoid}}), columns, crow,
                                       length(crow), col, length(col), out))
end

Base.size(s::Sparsity) = (Int(ccall((:vjp_sparsity_rows, libvjp), Int64, (Ptr{Cvoid},), s)),
                          Int(ccall((:vjp_sparsity_columns, libvjp), Int64, (Ptr{Cvoid},), s)))
Base.length(s::Sparsity) = Int(ccall((:vjp_sparsity_entries, libvjp), Int64, (Ptr{Cvoid},), s))
Base.show(io::IO, s::Sparsity) = print(io, "Sparsity(", join(size(s), " x "), ", ", length(s), " entries)")

"Where each row begins among the entries, from 0 on, and then their number."
function crow_indices(s::Sparsity)
    GC.@preserve s begin
        pointer = ccall((:vjp_sparsity_crow_indices, libvjp), Ptr{Int64}, (Ptr{Cvoid},), s)
        return Base.copy(unsafe_wrap(Array, pointer, size(s)[1] + 1))
    end
end

"The columns of the entries, from 0 on."
function col_indices(s::Sparsity)
    GC.@preserve s begin
        pointer = ccall((:vjp_sparsity_col_indices, libvjp), Ptr{Int64}, (Ptr{Cvoid},), s)
        return pointer == C_NULL ? Int64[] : Base.copy(unsafe_wrap(Array, pointer, length(s)))
    end
end

"The operators whose structure is not known: each of their results was taken to depend on all of their arguments."
function dense_operators(s::Sparsity)
    names = unsafe_string(ccall((:vjp_sparsity_dense_operators, libvjp), Cstring, (Ptr{Cvoid},), s))
    return isempty(names) ? String[] : String.(split(names, ", "))
end

"""
    colors(sparsity, kind=:columns)

A colour, from 1 on, for each column or row, such that products for the colours show every entry: `:columns` (forward mode),
`:rows` (reverse mode) or `:symmetric` (hessians).
"""
function colors(s::Sparsity, kind::Symbol=:columns)
    out = Vector{Int32}(undef, size(s)[kind === :rows ? 1 : 2])
    check(ccall((:vjp_sparsity_color, libvjp), Cuint, (Ptr{Cvoid}, Cuint, Ptr{Int32}, Ptr{Int32}), s,
                code_of(COLORING, kind), out, C_NULL))
    return Int.(out) .+ 1
end

"""
    sparsity_of_jacobian(f, x)
    sparsity_of_hessian(f, x)

Finds the pattern of a derivative of `f`, a function of one tensor, by one run: each operator passes on which elements of `x`
its results depend on, by its structure. What `f` chooses by values is found for this `x` only. The result of a function with
a hessian has one element.
"""
sparsity_of_jacobian(f, x::Tensor) = detected(f) do context, out
    ccall((:vjp_sparsity_of_jacobian, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Handle, Ref{Ptr{Cvoid}}), SPARSE_RUN[],
          context, x, out)
end
sparsity_of_hessian(f, x::Tensor) = detected(f) do context, out
    ccall((:vjp_sparsity_of_hessian, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Handle, Ref{Ptr{Cvoid}}), SPARSE_RUN[],
          context, x, out)
end

function detected(call, f)
    context = hold(Region(f, false))
    try
        return make(Sparsity, out -> call(context, out))
    finally
        take_back(context)
    end
end

"""
    sparse_jacobian(f, x, sparsity=nothing; strategy=:auto, create_graph=false, check=true)
    sparse_hessian(f, x, sparsity=nothing; create_graph=false, check=true)

The entries of a derivative of `f` at `x`, and their pattern, as a named tuple `(values, sparsity)`: by a product for each
colour of the pattern, which is found first where none is given. A row is an element of the result, a column one of `x`, both
counted in libvjp's row-major order. `strategy` `:forward` runs `f` for several colours at a time, `:reverse` once in all; `:auto` takes what
costs less. With `create_graph` the values can be differentiated. `check` compares one product more with the entries, and
throws an `InvalidError` where the pattern lacks one.
"""
sparse_jacobian(f, x::Tensor, sparsity=nothing; options...) =
    sparse_derivative(f, sparsity, options) do context, given, c_options, used, entries
        ccall((:vjp_sparse_jacobian, libvjp), Cuint,
              (Ptr{Cvoid}, Ptr{Cvoid}, Handle, Ptr{Cvoid}, Ref{CSparseOptions}, Ref{Ptr{Cvoid}}, Ref{Handle}),
              SPARSE_RUN[], context, x, given, c_options, used, entries)
    end
sparse_hessian(f, x::Tensor, sparsity=nothing; options...) =
    sparse_derivative(f, sparsity, options) do context, given, c_options, used, entries
        ccall((:vjp_sparse_hessian, libvjp), Cuint,
              (Ptr{Cvoid}, Ptr{Cvoid}, Handle, Ptr{Cvoid}, Ref{CSparseOptions}, Ref{Ptr{Cvoid}}, Ref{Handle}),
              SPARSE_RUN[], context, x, given, c_options, used, entries)
    end

function sparse_derivative(call, f, sparsity, options)
    numbered = Dict{Symbol,Any}(options)
    haskey(numbered, :strategy) && (numbered[:strategy] = code_of(SPARSE_STRATEGY, numbered[:strategy]))
    c_options = changed(SPARSE_OPTIONS_INIT; numbered...)
    entries = Ref{Handle}(C_NULL)
    context = hold(Region(f, false))
    try
        used = GC.@preserve sparsity make(Sparsity, out -> call(context, sparsity === nothing ? C_NULL : sparsity,
                                                               c_options, out, entries))
        return (values=own(entries), sparsity=used)
    finally
        take_back(context)
    end
end

function init_sparsity()
    SPARSE_RUN[] = @cfunction(call_sparse, Cuint, (Ptr{Cvoid}, Handle, Ptr{Handle}))
    return
end
