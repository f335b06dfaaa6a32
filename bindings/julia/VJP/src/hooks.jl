# Hooks: functions that see gradients as they pass.

"A hook that was added. When the handle is collected the hook stays; `remove!` takes it away."
mutable struct Hook
    ptr::Ptr{Cvoid}
    Hook(owned::Ptr{Cvoid}) = finalizer(new(owned)) do hook
        ccall((:vjp_hook_release, libvjp), Cvoid, (Ptr{Cvoid},), hook.ptr)
    end
end

"Removes a hook. Does nothing if it has gone already."
function remove!(hook::Hook)
    ptr = hook.ptr
    hook.ptr = C_NULL
    ccall((:vjp_hook_remove, libvjp), Cvoid, (Ptr{Cvoid},), ptr)
    return
end

const TENSOR_HOOK = Ref{Ptr{Cvoid}}(C_NULL)
const LEAF_HOOK = Ref{Ptr{Cvoid}}(C_NULL)

"Runs a callback's body: no exception crosses C, it is attached to the status."
function guarded(body)
    try
        body()
        return Cuint(0)
    catch exception
        return raise(exception)
    end
end

"A reference for C to own."
retained(t::Tensor) = ccall((:vjp_tensor_retain, libvjp), Handle, (Handle,), t)

function call_tensor_hook(context::Ptr{Cvoid}, gradient::Handle, replacement::Ptr{Handle})::Cuint
    return guarded() do
        result = held(context)(borrowed(gradient))
        result === nothing || unsafe_store!(replacement, retained(result::Tensor))
    end
end

function call_leaf_hook(context::Ptr{Cvoid}, leaf::Handle)::Cuint
    return guarded(() -> held(context)(borrowed(leaf)))
end

function init_hooks()
    TENSOR_HOOK[] = @cfunction(call_tensor_hook, Cuint, (Ptr{Cvoid}, Handle, Ptr{Handle}))
    LEAF_HOOK[] = @cfunction(call_leaf_hook, Cuint, (Ptr{Cvoid}, Handle))
    return
end

function finish_hook(status::Cuint, context::Ptr{Cvoid}, out)
    # After a failure nothing has changed in C: the context is still ours.
    status == 0 || take_back(context)
    check(status)
    return Hook(out[])
end

"""
    add_hook!(t; always=false) do gradient ... end

Adds a function that sees the tensor's gradient and may replace it: it returns `nothing` or a tensor. An exception stops the
backward and comes out of it. With `always` it is also called, with `nothing`, where the gradient is undefined.
"""
function add_hook!(f, t::Tensor; always::Bool=false)
    hook = always ? f : gradient -> gradient === nothing ? nothing : f(gradient)
    context, out = hold(hook), Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall((:vjp_tensor_add_hook, libvjp), Cuint, (Handle, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ref{Ptr{Cvoid}}), t,
                   TENSOR_HOOK[], context, DROP[], out)
    return finish_hook(status, context, out)
end

"""
    add_post_accumulate_hook!(leaf) do leaf ... end

Adds a function that is called after a backward has added to this leaf's gradient.
"""
function add_post_accumulate_hook!(f, leaf::Tensor)
    context, out = hold(f), Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall((:vjp_tensor_add_post_accumulate_hook, libvjp), Cuint,
                   (Handle, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ref{Ptr{Cvoid}}), leaf, LEAF_HOOK[], context, DROP[], out)
    return finish_hook(status, context, out)
end
