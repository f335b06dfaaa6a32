# Hooks: functions that see gradients as they pass.

"A hook that was added. When the handle is collected the hook stays; `remove!` takes it away."
mutable struct Hook <: CHandle
    ptr::Ptr{Cvoid}
    Hook(owned::Ptr{Cvoid}) = finalizer(hook -> @give_back(hook, vjp_hook_release), new(owned))
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
const PRE_HOOK = Ref{Ptr{Cvoid}}(C_NULL)
const POST_HOOK = Ref{Ptr{Cvoid}}(C_NULL)
const MULTI_HOOK = Ref{Ptr{Cvoid}}(C_NULL)
const FINAL_CALLBACK = Ref{Ptr{Cvoid}}(C_NULL)

"Runs a callback's body: no exception crosses C, it is attached to the status."
function guarded(body)
    return as_callback() do
        try
            interruptible(body)
            return Cuint(0)
        catch exception
            return raise(exception)
        end
    end
end

"A reference for C to own."
retained(t::Tensor) = ccall((:vjp_tensor_retain, libvjp), Handle, (Handle,), t)

"What a callback gave, which has to be a tensor."
tensor_of(t::Tensor, _) = t
tensor_of(x, who) = throw(InvalidError("$who gives a Tensor or nothing, got $(typeof(x))"))

@callback function call_tensor_hook(context::Ptr{Cvoid}, gradient::Handle, replacement::Ptr{Handle})::Cuint
    return guarded() do
        result = held(context)(borrowed(gradient))
        result === nothing || unsafe_store!(replacement, retained(tensor_of(result, "a hook")))
    end
end

@callback function call_leaf_hook(context::Ptr{Cvoid}, leaf::Handle)::Cuint
    return guarded(() -> held(context)(borrowed(leaf)))
end

borrowed_list(handles::Ptr{Handle}, count) = Union{Tensor,Nothing}[borrowed(unsafe_load(handles, i)) for i in 1:count]

"Puts other tensors into C's places: the old references are given back, new ones stored."
function replace_places(places::Ptr{Handle}, count, tensors)
    tensors === nothing && return
    tensors isa Union{Tuple,AbstractVector} && !(tensors isa Tensor) ||
        throw(InvalidError("a hook of a node gives nothing or a list of $(Int(count)), got $(typeof(tensors))"))
    length(tensors) == count || throw(InvalidError("the hook gave $(length(tensors)) tensors for $(Int(count))"))
    # All are looked at before the first is replaced.
    list = Union{Tensor,Nothing}[t === nothing ? t : tensor_of(t, "a hook of a node") for t in tensors]
    foreach(t -> t === nothing || living(t), list)
    for (i, t) in enumerate(list)
        old = unsafe_load(places, i)
        unsafe_store!(places, t === nothing ? Handle(C_NULL) : retained(t), i)
        ccall((:vjp_tensor_release, libvjp), Cvoid, (Handle,), old)
    end
end

@callback function call_pre_hook(context::Ptr{Cvoid}, gradients::Ptr{Handle}, count::Csize_t)::Cuint
    return guarded(() -> replace_places(gradients, count, held(context)(borrowed_list(gradients, count))))
end

@callback function call_post_hook(context::Ptr{Cvoid}, results::Ptr{Handle}, num_results::Csize_t,
                                  gradients::Ptr{Handle}, num_gradients::Csize_t)::Cuint
    return guarded() do
        list = held(context)(borrowed_list(results, num_results), borrowed_list(gradients, num_gradients))
        replace_places(results, num_results, list)
    end
end

@callback function call_multi_hook(context::Ptr{Cvoid}, gradients::Ptr{Handle}, count::Csize_t)::Cuint
    return guarded(() -> held(context)(borrowed_list(gradients, count)))
end

# Called between the nodes of a backward, and while it waits: where Ctrl-C gets in.
@callback call_poll(context::Ptr{Cvoid})::Cuint = guarded(() -> nothing)

@callback function call_final(context::Ptr{Cvoid})::Cuint
    return guarded(() -> held(context)())
end

function init_hooks()
    poll = @cfunction(call_poll, Cuint, (Ptr{Cvoid},))
    check(ccall((:vjp_thread_callbacks_add, libvjp), Cuint, (Ref{CThreadCallbacks}, Ref{Int64}),
                changed(THREAD_CALLBACKS_INIT; poll=poll), Ref(Int64(0))))
    MULTI_HOOK[] = @cfunction(call_multi_hook, Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t))
    FINAL_CALLBACK[] = @cfunction(call_final, Cuint, (Ptr{Cvoid},))
    TENSOR_HOOK[] = @cfunction(call_tensor_hook, Cuint, (Ptr{Cvoid}, Handle, Ptr{Handle}))
    LEAF_HOOK[] = @cfunction(call_leaf_hook, Cuint, (Ptr{Cvoid}, Handle))
    PRE_HOOK[] = @cfunction(call_pre_hook, Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t))
    POST_HOOK[] = @cfunction(call_post_hook, Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Handle}, Csize_t))
    return
end

"Calls a function of C's that adds a hook: `call(context, out)`."
function new_hook(call, f)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(lend(context -> call(context, out), f))
    return Hook(out[])
end

"""
    add_hook!(t; always=false) do gradient ... end

Adds a function that sees the tensor's gradient and may replace it: it returns `nothing` or a tensor. An exception
stops the backward and comes out of it. A function that uses its own tensor, or that one's node, keeps it for ever: see
`WeakTensor`. With `always` it is also called, with `nothing`, where the gradient is
undefined.
"""
function add_hook!(f, t::Tensor; always::Bool=false)
    hook = always ? f : gradient -> gradient === nothing ? nothing : f(gradient)
    return new_hook(hook) do context, out
        ccall((:vjp_tensor_add_hook, libvjp), Cuint, (Handle, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ref{Ptr{Cvoid}}), t,
              TENSOR_HOOK[], context, DROP[], out)
    end
end

"""
    add_post_accumulate_hook!(leaf) do leaf ... end

Adds a function that is called after a backward has added to this leaf's gradient.
"""
function add_post_accumulate_hook!(f, leaf::Tensor)
    return new_hook(f) do context, out
        ccall((:vjp_tensor_add_post_accumulate_hook, libvjp), Cuint,
              (Handle, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ref{Ptr{Cvoid}}), leaf, LEAF_HOOK[], context, DROP[], out)
    end
end

"""
    add_pre_hook!(node) do gradients ... end

Adds a function that sees the gradients of a node's results before its derivative runs; it returns `nothing`, or all
of them anew.
"""
function add_pre_hook!(f, node::Node)
    return new_hook(f) do context, out
        ccall((:vjp_node_add_pre_hook, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ref{Ptr{Cvoid}}),
              node, PRE_HOOK[], context, DROP[], out)
    end
end

"""
    add_post_hook!(node; first=false) do results, gradients ... end

Adds a function that sees what a node's derivative gave, one an edge, and what it was given; it returns `nothing`, or
all results anew. With `first` it goes ahead of the post-hooks that the node has.
"""
function add_post_hook!(f, node::Node; first::Bool=false)
    add = first ? cglobal((:vjp_node_add_first_post_hook, libvjp)) : cglobal((:vjp_node_add_post_hook, libvjp))
    return new_hook(f) do context, out
        ccall(add, Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ref{Ptr{Cvoid}}), node, POST_HOOK[], context,
              DROP[], out)
    end
end

"""
    add_multi_grad_hook!(tensors) do gradients ... end

Adds a function that is called once in each backward that reaches any of the tensors, when all gradients of them that it
computes are known, with a list of one each, `nothing` where a tensor was not reached. With `any=true` it gets the first
gradient alone, as soon as that is known. Each tensor must require grad.
"""
function add_multi_grad_hook!(f, tensors; any::Bool=false)
    list = collect(Tensor, as_list(tensors))
    mode = code_of(MULTI_GRAD_MODE, any ? :any : :all)
    return new_hook(any ? gradients -> f(gradients[1]) : f) do context, out
        GC.@preserve list ccall((:vjp_add_multi_grad_hook, libvjp), Cuint,
                                (Ptr{Handle}, Csize_t, Cuint, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ref{Ptr{Cvoid}}),
                                handles(list), length(list), mode, MULTI_HOOK[], context, DROP[], out)
    end
end

"What messages call a hook, such as the name of a function; returns it."
function label!(hook::Hook, label::AbstractString)
    GC.@preserve hook check(ccall((:vjp_hook_set_label, libvjp), Cuint, (Ptr{Cvoid}, Cstring), hook.ptr, label))
    return hook
end

"""
    at_end_of_backward() do ... end

Calls a function once, when all nodes of the running backward have executed: for hooks and custom functions. Functions run
in the order queued; an exception fails the backward. If that fails before they are dropped. A `StateError` outside.
"""
function at_end_of_backward(f)
    check(lend(f) do context
        ccall((:vjp_queue_final_callback, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}), FINAL_CALLBACK[], context,
              DROP[])
    end)
end

"Whether this process is a fork of one that had run backward on a device: one on a device fails here, one on the CPU works."
is_fork_without_workers() = ccall((:vjp_is_fork_without_workers, libvjp), Bool, ())

"Whether this thread is inside a node of some backward, its hooks included."
in_backward() = ccall((:vjp_in_backward, libvjp), Bool, ())
