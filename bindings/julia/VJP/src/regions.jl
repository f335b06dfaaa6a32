# Regions: settings of the calling thread that hold while a function runs. Do not switch tasks inside.

"Runs `body` in a region that `start(out)` begins, a call that stores a guard."
function with_region(body, start)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(start(out))
    try
        return body()
    finally
        check(ccall((:vjp_guard_exit, libvjp), Cuint, (Ptr{Cvoid},), out[]))
    end
end

const MODE_INFERENCE = Cuint(2)

"""
    inference() do ... end

Runs a function in inference mode: nothing is recorded, and what is made can never be.
"""
function inference(body)
    return with_region(body, out -> ccall((:vjp_guard_mode, libvjp), Cuint, (Cuint, Bool, Ref{Ptr{Cvoid}}),
                                          MODE_INFERENCE, true, out))
end

# ---- saved values ----

const PACK = Ref{Ptr{Cvoid}}(C_NULL)
const UNPACK = Ref{Ptr{Cvoid}}(C_NULL)
const DROP_PACKED = Ref{Ptr{Cvoid}}(C_NULL)

"vjp_saved_tensor_hooks."
struct CSavedTensorHooks
    struct_size::Csize_t
    pack::Ptr{Cvoid}
    unpack::Ptr{Cvoid}
    drop_packed::Ptr{Cvoid}
    context::Ptr{Cvoid}
    drop::Ptr{Cvoid}
end

function call_pack(context::Ptr{Cvoid}, tensor::Handle, packed::Ptr{Ptr{Cvoid}})::Cuint
    return guarded() do
        pack, _ = held(context)
        unsafe_store!(packed, hold(pack(borrowed(tensor))))
    end
end

function call_unpack(context::Ptr{Cvoid}, packed::Ptr{Cvoid}, out::Ptr{Handle})::Cuint
    return guarded() do
        _, unpack = held(context)
        result = unpack(held(packed))
        result isa Tensor || throw(InvalidError("an unpack hook returns a Tensor, not a $(typeof(result))"))
        unsafe_store!(out, retained(result))
    end
end

# Perhaps inside a finalizer: as little as DROP does.
call_drop_packed(::Ptr{Cvoid}, packed::Ptr{Cvoid})::Cvoid = (ccall(:sem_post, Cint, (Ptr{Cvoid},), packed); nothing)

"""
    saved_tensor_hooks(pack, unpack) do ... end

Runs a function in a region where the tensors that are saved for backward are kept as what `pack(tensor)` makes of them;
`unpack` makes a tensor of that, as often as one is needed. Of nested regions the innermost pair counts.
"""
function saved_tensor_hooks(body, pack, unpack)
    context = hold((pack, unpack))
    hooks = CSavedTensorHooks(sizeof(CSavedTensorHooks), PACK[], UNPACK[], DROP_PACKED[], context, DROP[])
    return with_region(body, out -> begin
        status = ccall((:vjp_guard_saved_tensor_hooks, libvjp), Cuint, (Ref{CSavedTensorHooks}, Ref{Ptr{Cvoid}}), hooks,
                       out)
        # After a failure nothing has changed in C: the context is still ours.
        status == 0 || take_back(context)
        status
    end)
end

"Runs a function in a region where `saved_tensor_hooks` fails with `message`."
function without_saved_tensor_hooks(body, message::AbstractString)
    return with_region(body, out -> ccall((:vjp_guard_no_saved_tensor_hooks, libvjp), Cuint,
                                          (Cstring, Ref{Ptr{Cvoid}}), message, out))
end

"Runs a function in a region where what is saved for backward is kept in host memory."
function save_on_cpu(body; pin_memory::Bool=false)
    return with_region(body, out -> ccall((:vjp_guard_save_on_cpu, libvjp), Cuint, (Bool, Ref{Ptr{Cvoid}}), pin_memory, out))
end

# ---- checkpoints ----

const CHECKPOINT_RUN = Ref{Ptr{Cvoid}}(C_NULL)

"vjp_checkpoint_function."
struct CCheckpointFunction
    struct_size::Csize_t
    run::Ptr{Cvoid}
    failure::Ptr{Cvoid}
    context::Ptr{Cvoid}
    drop::Ptr{Cvoid}
end
CCheckpointFunction(f) = CCheckpointFunction(sizeof(CCheckpointFunction), CHECKPOINT_RUN[], C_NULL, hold(f), DROP[])

"vjp_checkpoint_options."
struct CCheckpointOptions
    struct_size::Csize_t
    reentrant::Int32
    preserve_random_state::Int32
    check_determinism::Int32
    early_stop::Int32
    debug::Int32
end

function checkpoint_options(; reentrant=false, preserve_random_state=true, check_determinism=true, early_stop=nothing,
                            debug=nothing)
    return CCheckpointOptions(sizeof(CCheckpointOptions), reentrant, preserve_random_state, check_determinism,
                              or_unset(early_stop), or_unset(debug))
end

"Unwinds a checkpointed function that is computed again and has given all that is needed. Let it pass."
struct StopRecomputation <: Exception end

"A function whose results C collects; `single`: it gave one tensor, not a tuple."
mutable struct Region
    f::Any
    single::Bool
end

function call_checkpoint(context::Ptr{Cvoid}, ::Bool, inputs::Ptr{Handle}, count::Csize_t, results::Ptr{Cvoid})::Cuint
    return guarded() do
        region = held(context)
        value = region.f(borrowed_list(inputs, count)...)
        region.single = value isa Tensor
        for t in (region.single ? (value,) : value)
            check(ccall((:vjp_tensor_list_append, libvjp), Cuint, (Ptr{Cvoid}, Handle), results, t::Tensor))
        end
    end
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
"""
function checkpoint(f, inputs::Tensor...; options...)
    c_options = checkpoint_options(; options...)
    region, out = Region(f, false), Ref{Ptr{Cvoid}}(C_NULL)
    GC.@preserve inputs check(ccall((:vjp_checkpoint, libvjp), Cuint,
                                    (Ref{CCheckpointFunction}, Ptr{Handle}, Csize_t, Ref{CCheckpointOptions},
                                     Ref{Ptr{Cvoid}}), CCheckpointFunction(region), handles(inputs), length(inputs),
                                    c_options, out))
    tensors = own_list(out[])
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
    GC.@preserve inputs check(ccall((:vjp_checkpoint_sequential, libvjp), Cuint,
                                    (Ptr{CCheckpointFunction}, Csize_t, Csize_t, Ptr{Handle}, Csize_t,
                                     Ref{CCheckpointOptions}, Ref{Ptr{Cvoid}}), c_functions, length(c_functions),
                                    segments, handles(inputs), length(inputs), c_options, out))
    tensors = own_list(out[])
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

function init_regions()
    PACK[] = @cfunction(call_pack, Cuint, (Ptr{Cvoid}, Handle, Ptr{Ptr{Cvoid}}))
    UNPACK[] = @cfunction(call_unpack, Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}))
    DROP_PACKED[] = @cfunction(call_drop_packed, Cvoid, (Ptr{Cvoid}, Ptr{Cvoid}))
    CHECKPOINT_RUN[] = @cfunction(call_checkpoint, Cuint, (Ptr{Cvoid}, Bool, Ptr{Handle}, Csize_t, Ptr{Cvoid}))
    return
end
