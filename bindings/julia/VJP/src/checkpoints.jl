# Checkpoints: a region is computed again in backward instead of keeping what backward needs.

const CHECKPOINT_RUN = Ref{Ptr{Cvoid}}(C_NULL)

CCheckpointFunction(f) = changed(CHECKPOINT_FUNCTION_INIT; run=CHECKPOINT_RUN[], context=hold(f), drop=DROP[])

checkpoint_options(; options...) = changed(CHECKPOINT_OPTIONS_INIT; options...)

"Unwinds a checkpointed function that is computed again and has given all that is needed. Let it pass."
struct StopRecomputation <: Exception end

"What the forward of a region kept for its recomputations."
@handle KeptResults vjp_kept_results_release

"A function whose results C collects; `single`: it gave one tensor, not a tuple; `kept`: what it keeps, if that was asked."
mutable struct Region
    f::Any
    single::Bool
    kept::Union{KeptResults,Nothing}
    Region(f, single::Bool, kept=nothing) = new(f, single, kept)
end

function append_results(region::Region, value, results::Ptr{Cvoid})
    region.single = value isa Tensor
    for t in (region.single ? (value,) : value)
        check(ccall((:vjp_tensor_list_append, libvjp), Cuint, (Ptr{Cvoid}, Handle), results, t::Tensor))
    end
end

@callback function call_checkpoint(context::Ptr{Cvoid}, recomputing::Bool, inputs::Ptr{Handle}, count::Csize_t,
                                   results::Ptr{Cvoid})::Cuint
    return guarded() do
        region = held(context)
        append_results(region, run_keeping(region, recomputing, borrowed_list(inputs, count)), results)
    end
end

function run_keeping(region::Region, recomputing::Bool, inputs)
    region.kept === nothing && return region.f(inputs...)
    return with_region(() -> region.f(inputs...),
                       out -> ccall((:vjp_guard_kept_results, libvjp), Cuint, (Ptr{Cvoid}, Bool, Ref{Ptr{Cvoid}}),
                                    region.kept, recomputing, out))
end

const KEEP_POLICY = Ref{Ptr{Cvoid}}(C_NULL)

@callback function call_policy(context::Ptr{Cvoid}, recomputing::Bool, op::Ptr{Cvoid}, args::Ptr{CValue}, count::Csize_t,
                               out::Ptr{Cuint})::Cuint
    return guarded() do
        name = unsafe_string(ccall((:vjp_op_name, libvjp), Cstring, (Ptr{Cvoid},), op))
        values = [unsafe_load(args, i) for i in 1:count]
        answer = held(context)(name, Any[tensor_or_nothing(value) for value in values])
        answer isa Bool && (answer = answer ? :must_save : :prefer_recompute)
        unsafe_store!(out, code_of(CHECKPOINT_POLICY, answer::Symbol))
    end
end
tensor_or_nothing(value::CValue) = value.kind == 5 ? borrowed(Handle(value.first)) : nothing

function KeptResults(policy)
    return make(KeptResults, out -> lend(policy) do context
        ccall((:vjp_kept_results_create, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Bool, Ref{Ptr{Cvoid}}),
              KEEP_POLICY[], context, DROP[], false, out)
    end)
end

"""
    checkpoint(inputs...; options...) do inputs... ... end

What the function gives, a tensor or a tuple of tensors, without keeping what its backward needs: backward calls it
again. It must compute the same both times. Tensors that it finds around it get gradients too.

Options: `reentrant`, for one node whose derivative is a backward within backward: then the inputs alone are tracked, and
it works in `backward!` only; `preserve_random_state`, on unless said otherwise: a recomputation draws the random numbers
of the forward; `check_determinism`, on: what both save must have the same sizes and types; `early_stop`: a
recomputation ends with the last value that is needed, by an exception of type `VJP.StopRecomputation`; `debug`: errors
list the operators of both.

With `keep` the results of some operators are kept all the same: `keep(name, arguments)` is asked for each call of one, in
the forward and, with the same answer, in the recomputation; true or `:must_save` keeps, false or `:prefer_recompute` does
not (`:prefer_save` and `:must_recompute` say as much to a compiler). `name` is the operator's, such as "mm", and arguments
that are no tensors are `nothing`. Views and changes in place are always computed again.

    checkpoint(layer, x; keep=(name, _) -> name in ("mm", "bmm"))
"""
function checkpoint(f, inputs::Tensor...; keep=nothing, options...)
    c_options = checkpoint_options(; options...)
    region, out = Region(f, false, keep === nothing ? nothing : KeptResults(keep)), Ref{Ptr{Cvoid}}(C_NULL)
    status = GC.@preserve inputs ccall((:vjp_checkpoint, libvjp), Cuint,
                                       (Ref{CCheckpointFunction}, Ptr{Handle}, Csize_t, Ref{CCheckpointOptions},
                                        Ref{Ptr{Cvoid}}), CCheckpointFunction(region), handles(inputs), length(inputs),
                                       c_options, out)
    tensors = handed(() -> own_list(out[]), status)
    return region.single ? tensors[1] : Tuple(tensors)
end

"""
    checkpoint_sequential(functions, segments, inputs...; options...)

The functions one after the other, each of which takes the results of the one before, in `segments` parts of about equal
length; all parts but the last are checkpointed.
"""
function checkpoint_sequential(functions, segments::Integer, inputs::Tensor...; options...)
    c_options = checkpoint_options(; options...)
    regions = [Region(f, false) for f in functions]
    c_functions, out = CCheckpointFunction[CCheckpointFunction(region) for region in regions], Ref{Ptr{Cvoid}}(C_NULL)
    status = GC.@preserve inputs ccall((:vjp_checkpoint_sequential, libvjp), Cuint,
                                       (Ptr{CCheckpointFunction}, Csize_t, Csize_t, Ptr{Handle}, Csize_t,
                                        Ref{CCheckpointOptions}, Ref{Ptr{Cvoid}}), c_functions, length(c_functions),
                                       segments, handles(inputs), length(inputs), c_options, out)
    tensors = handed(() -> own_list(out[]), status)
    return last(regions).single ? tensors[1] : Tuple(tensors)
end

"""
    early_stop(enabled) do ... end

Runs a function in a region whose checkpoints end their recomputations early (the default), or do not.
"""
function early_stop(body, enabled::Bool)
    return with_region(body, out -> ccall((:vjp_guard_checkpoint_early_stop, libvjp), Cuint, (Bool, Ref{Ptr{Cvoid}}),
                                          enabled, out))
end

"""
    checkpoint_debug(enabled) do ... end

Runs a function in a region whose checkpoints list the operators of forward and recomputation in errors, or do not (the
default).
"""
function checkpoint_debug(body, enabled::Bool)
    return with_region(body, out -> ccall((:vjp_guard_checkpoint_debug, libvjp), Cuint, (Bool, Ref{Ptr{Cvoid}}), enabled,
                                          out))
end

function init_checkpoints()
    KEEP_POLICY[] = @cfunction(call_policy, Cuint, (Ptr{Cvoid}, Bool, Ptr{Cvoid}, Ptr{CValue}, Csize_t, Ptr{Cuint}))
    CHECKPOINT_RUN[] = @cfunction(call_checkpoint, Cuint, (Ptr{Cvoid}, Bool, Ptr{Handle}, Csize_t, Ptr{Cvoid}))
    return
end
