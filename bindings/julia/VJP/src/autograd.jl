# Gradients: leaves, modes, backward, grad calls, nodes.

requires_grad(t::Tensor) = ccall((:vjp_tensor_requires_grad, libvjp), Bool, (Handle,), t)

"Makes a leaf require grad, or not; returns it."
function requires_grad!(t::Tensor, flag::Bool=true)
    check(ccall((:vjp_tensor_set_requires_grad, libvjp), Cuint, (Handle, Bool), t, flag))
    return t
end

is_leaf(t::Tensor) = ccall((:vjp_tensor_is_leaf, libvjp), Bool, (Handle,), t)

"""
    grad(t)

The accumulated gradient of a tensor, `nothing` if there is none yet.
"""
function grad(t::Tensor)
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_grad, libvjp), Cuint, (Handle, Ref{Handle}), t, out))
    return own_or_nothing(out)
end

"Replaces the gradient of a tensor; `nothing` clears it."
function set_grad!(t::Tensor, gradient::Union{Tensor,Nothing})
    check(ccall((:vjp_tensor_set_grad, libvjp), Cuint, (Handle, Handle), t, gradient))
    return t
end

"Keeps the gradient of a non-leaf when a backward passes it, for `grad`."
function retain_grad!(t::Tensor)
    check(ccall((:vjp_tensor_retain_grad, libvjp), Cuint, (Handle,), t))
    return t
end

"The same storage, without history."
function Base.detach(t::Tensor)
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_detach, libvjp), Cuint, (Handle, Ref{Handle}), t, out))
    return own(out)
end

"Makes a tensor a leaf in place; returns it. An error on a view."
function detach!(t::Tensor)
    check(ccall((:vjp_tensor_detach_, libvjp), Cuint, (Handle,), t))
    return t
end

"What a tensor is a view of; `nothing` if it is none."
function base(t::Tensor)
    ccall((:vjp_tensor_is_view, libvjp), Bool, (Handle,), t) || return nothing
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_base, libvjp), Cuint, (Handle, Ref{Handle}), t, out))
    return own(out)
end

"Whether a tensor's memory was made in `inference`."
is_inference(t::Tensor) = ccall((:vjp_tensor_is_inference, libvjp), Bool, (Handle,), t)

"Whether `retain_grad!` was called."
retains_grad(t::Tensor) = ccall((:vjp_tensor_retains_grad, libvjp), Bool, (Handle,), t)

"Tells a tensor that its elements were changed by other means than this package's: graphs that saved them notice."
function advance_write_count!(t::Tensor)
    check(ccall((:vjp_tensor_version_advance, libvjp), Cuint, (Handle,), t))
    return t
end

"""
    backward!(t, gradient=nothing)

Adds d t / d leaf to the gradient of every leaf that requires grad. Without a gradient `t` must have one element. An
exception in a hook or a custom function comes out here, the very object.
"""
function backward!(t::Tensor, gradient::Union{Tensor,Nothing}=nothing)
    f, root, weight = cglobal((:vjp_backward, libvjp)), living(t), pointer_of(gradient)
    check(GC.@preserve t gradient @gc_safe ccall(f, Cuint, (Handle, Handle), root, weight))
end

grad_options(accumulate; options...) = changed(GRAD_OPTIONS_INIT; accumulate=accumulate, options...)

as_list(t::Tensor) = [t]
as_list(ts) = collect(Union{Tensor,Nothing}, ts)

pointer_of(t::Tensor) = living(t)
pointer_of(::Nothing) = Handle(C_NULL)
handles(ts) = Handle[pointer_of(t) for t in ts]

"""
    grad(roots, inputs; gradients=nothing, retain_graph, create_graph=false, allow_unused, materialize=false)

The gradients of `roots` for `inputs`; no leaf's gradient is touched. For one input its gradient, for a list of inputs
a list. With `create_graph` the gradients can be differentiated again. Where `allow_unused`, an input that is not
reached gives `nothing`.
"""
function grad(roots, inputs; gradients=nothing, options...)
    root_list, input_list = as_list(roots), as_list(inputs)
    gradient_list = gradients === nothing ? nothing : as_list(gradients)
    if gradient_list !== nothing && length(gradient_list) != length(root_list)
        throw(InvalidError("grad: $(length(gradient_list)) gradients for $(length(root_list)) roots"))
    end
    out = Base.fill(Handle(C_NULL), length(input_list))
    f, c_options = cglobal((:vjp_grad, libvjp)), Ref(grad_options(false; options...))
    roots_, inputs_ = handles(root_list), handles(input_list)
    weights = gradient_list === nothing ? Handle[] : handles(gradient_list)
    GC.@preserve root_list input_list gradient_list roots_ inputs_ weights c_options out begin
        num_roots, num_inputs = Csize_t(length(roots_)), Csize_t(length(inputs_))
        weights_, places = isempty(weights) ? Ptr{Handle}(C_NULL) : pointer(weights), pointer(out)
        first_root, first_input, how = pointer(roots_), pointer(inputs_), Base.unsafe_convert(Ptr{CGradOptions}, c_options)
        status = @gc_safe ccall(f, Cuint, (Ptr{Handle}, Csize_t, Ptr{Handle}, Ptr{Handle}, Csize_t, Ptr{CGradOptions},
                                           Ptr{Handle}), first_root, num_roots, weights_, first_input, num_inputs, how,
                                places)
        check(status)
    end
    results = map(own_or_nothing, out)
    return inputs isa Tensor ? results[1] : results
end

# ---- grad calls ----

"""
    GradCall(roots, inputs=[]; gradients=nothing, accumulate=false, options...)

A gradient computation that can be run often: `run!(call)`, then `result(call, i)` for the i-th input. With
`accumulate` it adds to leaves as `backward!` does. Options as those of `grad`.
"""
mutable struct GradCall <: CHandle
    ptr::Ptr{Cvoid}
    accumulates::Bool
    num_inputs::Int
    function GradCall(roots, inputs=Tensor[]; gradients=nothing, accumulate=false, options...)
        out = Ref{Ptr{Cvoid}}(C_NULL)
        check(ccall((:vjp_grad_call_create, libvjp), Cuint, (Ref{CGradOptions}, Ref{Ptr{Cvoid}}),
                    grad_options(accumulate; options...), out))
        call = finalizer(call -> @give_back(call, vjp_grad_call_release), new(out[], accumulate, 0))
        root_list = as_list(roots)
        gradient_list = gradients === nothing ? Base.fill(nothing, length(root_list)) : as_list(gradients)
        for (root, gradient) in zip(root_list, gradient_list)
            check(ccall((:vjp_grad_call_add_root, libvjp), Cuint, (Ptr{Cvoid}, Handle, Handle), call, root, gradient))
        end
        for input in as_list(inputs)
            check(ccall((:vjp_grad_call_add_input, libvjp), Cuint, (Ptr{Cvoid}, Handle), call, input))
            call.num_inputs += 1
        end
        return call
    end
end

function run!(call::GradCall)
    f, ptr = cglobal((:vjp_grad_call_run, libvjp)), pointer_of(call)
    check(GC.@preserve call @gc_safe ccall(f, Cuint, (Ptr{Cvoid},), ptr))
end

"A slot of a node as a further root (`VJP.gradient_edge`), when its tensor itself is no longer kept."
function add_root!(call::GradCall, node, slot::Integer, gradient::Union{Tensor,Nothing}=nothing)
    check(ccall((:vjp_grad_call_add_root_edge, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, UInt32, Handle), call, node,
                slot - 1, gradient))
    return call
end

"A slot of a node as a further input."
function add_input!(call::GradCall, node, slot::Integer)
    check(ccall((:vjp_grad_call_add_input_edge, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, UInt32), call, node, slot - 1))
    call.num_inputs += 1
    return call
end

"Replaces the gradient of the i-th root, for the next run."
function set_root_gradient!(call::GradCall, i::Integer, gradient::Union{Tensor,Nothing})
    check(ccall((:vjp_grad_call_set_root_gradient, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Handle), call, i - 1, gradient))
    return call
end

"The last run's gradient of the i-th input; `nothing` where it was unused."
function result(call::GradCall, i::Integer=1)
    out = Ref{Handle}()
    check(ccall((:vjp_grad_call_result, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{Handle}), call, i - 1, out))
    return own_or_nothing(out)
end

# ---- modes ----

"Whether operators of this thread record."
grad_enabled() = ccall((:vjp_grad_mode, libvjp), Bool, ())

"""
    no_grad() do ... end

Runs a function with recording off. The mode is the thread's: do not switch tasks inside.
"""
no_grad(body) = with_grad_mode(body, false)

"Runs a function with recording on."
enable_grad(body) = with_grad_mode(body, true)

function with_grad_mode(body, enabled::Bool)
    await_turn()
    previous = Ref(false)
    check(ccall((:vjp_grad_mode_set, libvjp), Cuint, (Bool, Ref{Bool}), enabled, previous))
    try
        return body()
    finally
        check(ccall((:vjp_grad_mode_set, libvjp), Cuint, (Bool, Ptr{Bool}), previous[], C_NULL))
    end
end

# ---- nodes ----

"A node of the graph: what an operator recorded."
mutable struct Node <: CHandle
    ptr::Ptr{Cvoid}
    Node(owned::Ptr{Cvoid}) = finalizer(node -> @give_back(node, vjp_node_release), new(owned))
end
# The graph is shared, whoever copies what refers to it.
Base.deepcopy_internal(node::Node, ::IdDict) = node

"The node that made a tensor; `nothing` for a leaf."
function grad_fn(t::Tensor)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(ccall((:vjp_tensor_grad_fn, libvjp), Cuint, (Handle, Ref{Ptr{Cvoid}}), t, out))
    return out[] == C_NULL ? nothing : Node(out[])
end

name(node::Node) = GC.@preserve node unsafe_string(ccall((:vjp_node_name, libvjp), Cstring, (Ptr{Cvoid},), node))

"Where the gradients of a node's inputs go: a node, or `nothing`, for each."
function next_nodes(node::Node)
    count = ccall((:vjp_node_num_edges, libvjp), Csize_t, (Ptr{Cvoid},), node)
    return map(1:count) do i
        next, slot = Ref{Ptr{Cvoid}}(C_NULL), Ref{UInt32}(0)
        check(ccall((:vjp_node_edge, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{Ptr{Cvoid}}, Ref{UInt32}), node, i - 1,
                    next, slot))
        return next[] == C_NULL ? nothing : Node(next[])
    end
end

Base.show(io::IO, node::Node) = print(io, "<", name(node), ">")
