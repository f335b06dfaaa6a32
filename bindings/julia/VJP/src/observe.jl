# Debugging: anomaly mode, pictures of graphs, and why a gradient is missing.

"""
    detect_anomaly(; check_nan=true) do ... end

Runs a forward and its backward in anomaly mode: a failing backward warns where the forward made the failing node, and
with `check_nan` a backward that computes NaN fails. The mode is the process's; do not switch tasks inside.
"""
function detect_anomaly(body; check_nan::Bool=true)
    return with_region(body, out -> ccall((:vjp_guard_anomaly, libvjp), Cuint, (Bool, Bool, Ref{Ptr{Cvoid}}), true,
                                        check_nan, out))
end

anomaly_enabled() = ccall((:vjp_anomaly_enabled, libvjp), Bool, ())

"""
    record_cuts() do ... end

Runs a forward so that `explain_missing_grad` can say where the histories of what it computes were cut.
"""
record_cuts(body) = with_region(body, out -> ccall((:vjp_guard_record_cuts, libvjp), Cuint, (Ref{Ptr{Cvoid}},), out))

"""
    to_dot(roots; names...)

The graph behind the roots as text for Graphviz: leaves, operators, what they save, and shapes on the arrows.
`to_dot(loss; w=w)` labels the leaf `w`.
"""
function to_dot(roots; names...)
    list = as_list(roots)
    graph = Ref{Ptr{Cvoid}}(C_NULL)
    GC.@preserve list check(ccall((:vjp_graph_create, libvjp), Cuint, (Ptr{Handle}, Csize_t, Ref{Ptr{Cvoid}}),
                                  handles(list), length(list), graph))
    try
        for (name, t) in names
            check(ccall((:vjp_graph_set_name, libvjp), Cuint, (Ptr{Cvoid}, Handle, Cstring), graph[], t, String(name)))
        end
        out = Ref{Ptr{UInt8}}(C_NULL)
        check(ccall((:vjp_graph_dot, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{UInt8}}), graph[], out))
        return owned_text(out[])
    finally
        ccall((:vjp_graph_release, libvjp), Cvoid, (Ptr{Cvoid},), graph[])
    end
end

"""
    explain_missing_grad(t, roots)

Why `t` gets no gradient from the roots, as `(reason, text, node, edge)`; the reason is `:none` if it gets one. `node`
and `edge` say where: the argument `edge` (from 1) of a node. Cuts are known only of what ran inside `record_cuts`.
"""
function explain_missing_grad(t::Tensor, roots)
    list = as_list(roots)
    obstacle, node, edge = Ref{Cuint}(0), Ref{Ptr{Cvoid}}(C_NULL), Ref{Csize_t}(0)
    out = Ref{Ptr{UInt8}}(C_NULL)
    GC.@preserve list check(ccall((:vjp_explain_gradient, libvjp), Cuint,
                                  (Handle, Ptr{Handle}, Csize_t, Ref{Cuint}, Ref{Ptr{Cvoid}}, Ref{Csize_t},
                                   Ref{Ptr{UInt8}}),
                                  t, handles(list), length(list), obstacle, node, edge, out))
    return (reason=symbol_of(GRADIENT_OBSTACLE, obstacle[]), text=owned_text(out[]),
            node=node[] == C_NULL ? nothing : Node(node[]), edge=Int(edge[]) + 1)
end

# ---- nodes ----

sequence_number(node::Node) = ccall((:vjp_node_sequence_number, libvjp), UInt64, (Ptr{Cvoid},), node)
"Whether a backward has dropped what the node had saved."
is_freed(node::Node) = ccall((:vjp_node_freed, libvjp), Bool, (Ptr{Cvoid},), node)

"""
    node(gradients...)

The derivative alone, by hand: gradients of the node's results in, a list of gradients of its arguments out (`nothing`:
undefined). It runs in the caller's grad mode; no hooks run, nothing is freed; an accumulator accumulates.
"""
function (node::Node)(gradients::Union{Tensor,Nothing}...)
    count = ccall((:vjp_node_num_edges, libvjp), Csize_t, (Ptr{Cvoid},), node)
    out = Base.fill(Handle(C_NULL), count)
    list = collect(Union{Tensor,Nothing}, gradients)
    f, ptr, given = cglobal((:vjp_node_apply, libvjp)), node.ptr, handles(list)
    GC.@preserve node list given out begin
        from, to, num_given = pointer(given), pointer(out), Csize_t(length(given))
        status = @gc_safe ccall(f, Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Handle}, Csize_t), ptr, from, num_given,
                                to, count)
        check(status)
    end
    return map(own_or_nothing, out)
end

Base.:(==)(a::Node, b::Node) = a.ptr == b.ptr
Base.hash(node::Node, h::UInt) = hash(node.ptr, h)
