# Regions: settings of the calling thread that hold while a function runs. Do not switch tasks inside.

"Runs `body` in a region that `start(out)` begins, a call that stores a guard."
function with_region(body, start)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    await_turn()
    try
        # One that has begun ends, also where its beginning warns and the handler throws.
        check(start(out))
        return body()
    finally
        out[] == C_NULL || check(ccall((:vjp_guard_exit, libvjp), Cuint, (Ptr{Cvoid},), out[]))
    end
end

"""
    inference() do ... end

Runs a function in inference mode: nothing is recorded, and what is made can never be.
"""
function inference(body)
    return with_region(body, out -> ccall((:vjp_guard_mode, libvjp), Cuint, (Cuint, Bool, Ref{Ptr{Cvoid}}),
                                          code_of(MODE, :inference), true, out))
end

# ---- saved values ----

const PACK = Ref{Ptr{Cvoid}}(C_NULL)
const UNPACK = Ref{Ptr{Cvoid}}(C_NULL)
const DROP_PACKED = Ref{Ptr{Cvoid}}(C_NULL)

@callback function call_pack(context::Ptr{Cvoid}, tensor::Handle, packed::Ptr{Ptr{Cvoid}})::Cuint
    return guarded() do
        pack, _ = held(context)
        unsafe_store!(packed, hold(pack(borrowed(tensor))))
    end
end

@callback function call_unpack(context::Ptr{Cvoid}, packed::Ptr{Cvoid}, out::Ptr{Handle})::Cuint
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
    return with_region(body, out -> lend((pack, unpack)) do context
        hooks = changed(SAVED_TENSOR_HOOKS_INIT; pack=PACK[], unpack=UNPACK[], drop_packed=DROP_PACKED[],
                        context=context, drop=DROP[])
        ccall((:vjp_guard_saved_tensor_hooks, libvjp), Cuint, (Ref{CSavedTensorHooks}, Ref{Ptr{Cvoid}}), hooks, out)
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

"""
    allow_saved_tensor_mutation() do ... end

Runs a function in a region where tensors that were saved for backward may be changed in place: the old values are copied for
backward, which has to run inside. Such regions do not nest.
"""
function allow_saved_tensor_mutation(body)
    return with_region(body, out -> ccall((:vjp_guard_saved_tensor_mutation, libvjp), Cuint, (Ref{Ptr{Cvoid}},), out))
end

function init_regions()
    PACK[] = @cfunction(call_pack, Cuint, (Ptr{Cvoid}, Handle, Ptr{Ptr{Cvoid}}))
    UNPACK[] = @cfunction(call_unpack, Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}))
    DROP_PACKED[] = @cfunction(call_drop_packed, Cvoid, (Ptr{Cvoid}, Ptr{Cvoid}))
    return
end
