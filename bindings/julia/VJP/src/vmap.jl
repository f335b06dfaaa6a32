# Batching: a function of one sample runs once for a whole batch.

const VMAP_RUN = Ref{Ptr{Cvoid}}(C_NULL)
const NOT_BATCHED = typemin(Int64)  # VJP_VMAP_NONE

@callback function call_vmap(context::Ptr{Cvoid}, inputs::Ptr{Handle}, count::Csize_t, results::Ptr{Cvoid})::Cuint
    return guarded() do
        region = held(context)
        append_results(region, region.f(borrowed_list(inputs, count)...), results)
    end
end

batch_axis(dim::Integer) = axis(dim)
batch_axis(::Nothing) = NOT_BATCHED
batch_axes(dim::Union{Integer,Nothing}, count) = Base.fill(batch_axis(dim), count)
batch_axes(dims, count) = Int64[batch_axis(dim) for dim in dims]

"""
    vmap(f, inputs...; in_dims=1, out_dims=1, randomness=:error, chunk_size=0)

What `f`, a function of one sample that gives a tensor or a tuple of tensors, gives for every sample of a batch: it is called
once, with tensors of the size of one sample. `in_dims` is the batch dimension of each input, or one for all, `nothing` for
what all samples share; `out_dims` says where that of the results goes, `nothing` for a result that is not batched.
`randomness`: whether random operators are an `:error`, or give every sample the `:same` numbers or `:different` ones.
`chunk_size`: how many samples are computed at a time.

    vmap((x, w) -> sum(x .* w), Tensor([1.0 2.0; 3.0 4.0]), Tensor([10.0, 100.0]); in_dims=(1, nothing))
"""
function vmap(f, inputs::Tensor...; in_dims=1, out_dims=1, randomness::Symbol=:error, chunk_size::Integer=0)
    starts = batch_axes(in_dims, length(inputs))
    length(starts) == length(inputs) ||
        throw(InvalidError("vmap: $(length(inputs)) inputs, $(length(starts)) in_dims"))
    ends = batch_axes(out_dims, 1)
    c_options = changed(VMAP_OPTIONS_INIT; out_dims=pointer(ends), num_out_dims=length(ends),
                        randomness=code_of(RANDOMNESS, randomness), chunk_size=chunk_size)
    region, out = Region(f, false), Ref{Ptr{Cvoid}}(C_NULL)
    context = hold(region)
    tensors = try
        status = GC.@preserve inputs ends ccall((:vjp_vmap, libvjp), Cuint,
                                                (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}, Ptr{Int64}, Csize_t,
                                                 Ref{CVmapOptions}, Ref{Ptr{Cvoid}}), VMAP_RUN[], context,
                                                handles(inputs), starts, length(inputs), c_options, out)
        handed(() -> own_list(out[]), status)
    finally
        take_back(context)
    end
    return mirrored(tensors, region.single)
end

# ---- rules of custom functions ----

const FUNCTION_VMAP = Ref{Ptr{Cvoid}}(C_NULL)

@callback function call_function_vmap(context::Ptr{Cvoid}, level::Int64, randomness::Cuint, inputs::Ptr{Handle},
                                      in_dims::Ptr{Int64}, count::Csize_t, results::Ptr{Cvoid})::Cuint
    return guarded() do
        region = held(context)
        dims = Tuple(d == NOT_BATCHED ? nothing : Int(d) + 1 for d in unsafe_wrap(Array, in_dims, Int(count)))
        append_results(region, region.f(BatchLevel(level), dims, borrowed_list(inputs, count)...), results)
    end
end

"What the `vmap` of a custom function gives for inputs of which some are batched."
function by_rule(rule, inputs)
    region, out = Region(rule, false), Ref{Ptr{Cvoid}}(C_NULL)
    context = hold(region)
    tensors = try
        status = GC.@preserve inputs ccall((:vjp_function_vmap, libvjp), Cuint,
                                           (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ref{Ptr{Cvoid}}),
                                           FUNCTION_VMAP[], context, handles(inputs), length(inputs), out)
        handed(() -> own_list(out[]), status)
    finally
        take_back(context)
    end
    return mirrored(tensors, region.single)
end

"How many calls of operators without a batching rule ran as a loop over the samples so far. The first of each warns."
vmap_loops() = Int(ccall((:vjp_vmap_loops, libvjp), Int64, ()))

"A level of batching, by its number. See `batch_level`."
struct BatchLevel
    number::Int64
end

"""
    batch_level(size; randomness=:error) do level ... end

Runs a function in a level of batching, what `vmap` is made of: `wrap(level, t, dim)` is the tensor without its dimension
`dim`, which becomes the batch dimension; `unwrap(level, t, dim)` has it again, in that place. Tensors of the level are dead
when it has ended.
"""
function batch_level(body, size::Integer; randomness::Symbol=:error)
    number = Ref{Int64}(0)
    return with_region(() -> body(BatchLevel(number[])),
                       out -> ccall((:vjp_guard_vmap, libvjp), Cuint, (Int64, Cuint, Ref{Int64}, Ref{Ptr{Cvoid}}), size,
                                    code_of(RANDOMNESS, randomness), number, out))
end

"The innermost level of batching around the call; `nothing` outside."
function batch_level()
    number = ccall((:vjp_vmap_level, libvjp), Int64, ())
    return number == 0 ? nothing : BatchLevel(number)
end

"The size of a level's batch dimension."
function Base.length(level::BatchLevel)
    out = Ref{Int64}(0)
    check(ccall((:vjp_vmap_level_size, libvjp), Cuint, (Int64, Ref{Int64}), level.number, out))
    return Int(out[])
end

"The tensor without its dimension `dim`, which becomes the batch dimension of `level`. A view."
function wrap(level::BatchLevel, t::Tensor, dim::Integer=1)
    out = Ref{Handle}()
    check(ccall((:vjp_vmap_wrap, libvjp), Cuint, (Handle, Int64, Int64, Ref{Handle}), t, axis(dim), level.number, out))
    return own(out)
end

"The tensor of all samples: the batch dimension of `level` becomes dimension `dim`. A view."
function unwrap(level::BatchLevel, t::Tensor, dim::Integer=1)
    out = Ref{Handle}()
    check(ccall((:vjp_vmap_unwrap, libvjp), Cuint, (Handle, Int64, Int64, Ref{Handle}), t, axis(dim), level.number, out))
    return own(out)
end

"Whether the tensor is batched, perhaps at a level that has ended."
is_batched(t::Tensor) = ccall((:vjp_tensor_is_batched, libvjp), Bool, (Handle,), t)

"The levels at which the tensor is batched, outermost first."
function batch_levels(t::Tensor)
    count = ccall((:vjp_tensor_batch_levels, libvjp), Csize_t, (Handle, Ptr{Int64}, Csize_t), t, C_NULL, 0)
    numbers = Vector{Int64}(undef, count)
    ccall((:vjp_tensor_batch_levels, libvjp), Csize_t, (Handle, Ptr{Int64}, Csize_t), t, numbers, count)
    return BatchLevel.(numbers)
end

function init_vmap()
    VMAP_RUN[] = @cfunction(call_vmap, Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Cvoid}))
    FUNCTION_VMAP[] = @cfunction(call_function_vmap, Cuint,
                                 (Ptr{Cvoid}, Int64, Cuint, Ptr{Handle}, Ptr{Int64}, Csize_t, Ptr{Cvoid}))
    return
end
