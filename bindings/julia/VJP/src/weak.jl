# References that keep nothing alive, for functions that a tensor or its node owns.

"""
    WeakTensor(t)

A reference that does not keep its tensor alive: `weak[]` is the tensor, `nothing` once it is gone. A hook lives with its leaf, or,
of a result, with the result's node. One that uses its own tensor keeps it, and all that its graph has saved, for ever, for the
collector does not see through the library; one that uses a `WeakTensor` does not:

    me = WeakTensor(y)
    add_hook!(y) do gradient
        y = me[]
        y === nothing ? nothing : gradient .* y
    end

Gone means that nobody refers to it, graphs included, and that Julia has collected the variables that did.
"""
@handle WeakTensor vjp_weak_tensor_release

WeakTensor(t::Tensor) =
    make(WeakTensor, out -> ccall((:vjp_weak_tensor_create, libvjp), Cuint, (Handle, Ref{Ptr{Cvoid}}), t, out))

function Base.getindex(weak::WeakTensor)
    out = Ref{Handle}()
    check(ccall((:vjp_weak_tensor_get, libvjp), Cuint, (Ptr{Cvoid}, Ref{Handle}), weak, out))
    return own_or_nothing(out)
end

"""
    WeakNode(node)

A reference that does not keep its node alive, for hooks of that node and of the tensors that it made: `weak[]` is the node,
`nothing` once it is gone.
"""
@handle WeakNode vjp_weak_node_release

WeakNode(node::Node) =
    make(WeakNode, out -> ccall((:vjp_weak_node_create, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{Cvoid}}), node, out))

function Base.getindex(weak::WeakNode)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(ccall((:vjp_weak_node_get, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{Cvoid}}), weak, out))
    return out[] == C_NULL ? nothing : Node(out[])
end

"""
    watch_hooks!(on=true)

Notes hooks that are added from now on, of the process, for `watched_hooks`; those noted so far are forgotten.
"""
watch_hooks!(on::Bool=true) = check(ccall((:vjp_watch_hooks, libvjp), Cuint, (Bool,), on))

"""
    watched_hooks()

Those noted that are neither removed nor gone with their owner, a line each: kind, label, owner, and how many references that has.
Where the program holds no tensor any more, and the collector has run, each is in a circle; what its function uses is not known.
"""
function watched_hooks()
    count, out = Ref{Csize_t}(0), Ref{Ptr{UInt8}}(C_NULL)
    check(ccall((:vjp_watched_hooks, libvjp), Cuint, (Ref{Csize_t}, Ref{Ptr{UInt8}}), count, out))
    return String.(Base.split(owned_text(out[]), '\n'; keepempty=false))
end
