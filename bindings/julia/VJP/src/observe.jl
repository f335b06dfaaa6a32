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

Runs a forward so that `explain_missing_grad` can say where the histories of what it computes were cut, and in which line.
"""
record_cuts(body) = with_region(body, out -> ccall((:vjp_guard_record_cuts, libvjp), Cuint, (Ref{Ptr{Cvoid}},), out))

"""
What one use of a tensor contributes to its gradient: `reason` (`:none` if it contributes), `text`, the `node` whose argument
`edge` (from 1) it is (`nothing` for a root), the `place` of the use in the program, and the node `at` which made the contribution
what it is.
"""
struct GradientUse
    reason::Symbol
    text::String
    node::Union{Node,Nothing}
    edge::Int
    place::String
    at::Union{Node,Nothing}
end

"""
Why a tensor gets the gradient that it gets: `reason` (`:none` if there is nothing to explain), `text`, the `node` and its argument
`edge` (from 1) where it happens, the `place` in the program that is meant ("" where that was not recorded), and `uses`, what each use
of the tensor contributes.
"""
struct Explanation
    reason::Symbol
    text::String
    node::Union{Node,Nothing}
    edge::Int
    place::String
    uses::Vector{GradientUse}
end
Base.show(io::IO, ::MIME"text/plain", e::Explanation) = print(io, e.text)

"""
    explain_missing_grad(t, roots)

Why `t` gets no gradient from the roots, or zeros, NaN, or less than it should, as an `Explanation`. Where histories were cut, and
the lines of the program, are known only of what ran inside `record_cuts`. To see what arrives, the derivatives on the way are
tried with gradients of ones, without hooks; ask before the backward, which frees them.
"""
function explain_missing_grad(t::Tensor, roots)
    list, explanation = as_list(roots), Ref{Ptr{Cvoid}}(C_NULL)
    GC.@preserve list check(ccall((:vjp_explain_gradient, libvjp), Cuint,
                                  (Handle, Ptr{Handle}, Csize_t, Ref{Ptr{Cvoid}}),
                                  t, handles(list), length(list), explanation))
    try
        node(ptr) = ptr == C_NULL ? nothing : Node(ccall((:vjp_node_retain, libvjp), Ptr{Cvoid}, (Ptr{Cvoid},), ptr))
        reason(answer) = symbol_of(GRADIENT_OBSTACLE, answer.obstacle)
        count = ccall((:vjp_explanation_num_uses, libvjp), Csize_t, (Ptr{Cvoid},), explanation[])
        out = Ref(GRADIENT_ANSWER_INIT)
        uses = map(1:count) do i
            check(ccall((:vjp_explanation_use, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{CGradientAnswer}), explanation[],
                        i - 1, out))
            use = out[]
            GradientUse(reason(use), unsafe_string(use.text), node(use.used_by), Int(use.used_edge) + 1,
                        unsafe_string(use.place), node(use.node))
        end
        check(ccall((:vjp_explanation_answer, libvjp), Cuint, (Ptr{Cvoid}, Ref{CGradientAnswer}), explanation[], out))
        answer = out[]
        return Explanation(reason(answer), unsafe_string(answer.text), node(answer.node), Int(answer.edge) + 1,
                           unsafe_string(answer.place), uses)
    finally
        ccall((:vjp_explanation_release, libvjp), Cvoid, (Ptr{Cvoid},), explanation[])
    end
end

"""
    recorded_graph(roots)

The graph behind the roots as `(nodes, links, saved_bytes)`: nodes in an order in which each comes before those that it leads
to; links as `(from, edge, to, slot)`, of which `from` and `to` are numbers of nodes; and how many bytes each node has saved.
"""
function recorded_graph(roots)
    list, graph = as_list(roots), Ref{Ptr{Cvoid}}(C_NULL)
    GC.@preserve list check(ccall((:vjp_graph_create, libvjp), Cuint, (Ptr{Handle}, Csize_t, Ref{Ptr{Cvoid}}),
                                  handles(list), length(list), graph))
    try
        count = ccall((:vjp_graph_num_nodes, libvjp), Csize_t, (Ptr{Cvoid},), graph[])
        nodes = map(1:count) do i
            lent = ccall((:vjp_graph_node, libvjp), Ptr{Cvoid}, (Ptr{Cvoid}, Csize_t), graph[], i - 1)
            Node(ccall((:vjp_node_retain, libvjp), Ptr{Cvoid}, (Ptr{Cvoid},), lent))
        end
        links = map(1:ccall((:vjp_graph_num_links, libvjp), Csize_t, (Ptr{Cvoid},), graph[])) do i
            link = Ref{NTuple{4,Csize_t}}()
            check(ccall((:vjp_graph_get_link, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{NTuple{4,Csize_t}}), graph[],
                        i - 1, link))
            NamedTuple{(:from, :edge, :to, :slot)}(Int.(link[]) .+ 1)
        end
        bytes = map(1:count) do i
            Int(ccall((:vjp_graph_saved_bytes, libvjp), Csize_t, (Ptr{Cvoid}, Csize_t), graph[], i - 1))
        end
        return (nodes=nodes, links=links, saved_bytes=bytes)
    finally
        ccall((:vjp_graph_release, libvjp), Cvoid, (Ptr{Cvoid},), graph[])
    end
end

# ---- the trace of a backward ----

const TRACE = Ref{Ptr{Cvoid}}(C_NULL)

@callback function call_trace(context::Ptr{Cvoid}, event::Ptr{CTraceEvent})::Cuint
    try
        e = unsafe_load(event)
        node = Node(ccall((:vjp_node_retain, libvjp), Ptr{Cvoid}, (Ptr{Cvoid},), e.node))
        held(context)(node, borrowed_list(Ptr{Handle}(e.grads), e.num_grads))
    catch exception
        complain("in a trace", exception)
    end
    return Cuint(0)
end

"""
    trace(listen) do ... end

Runs a function whose backwards call `listen(node, gradients)` for each node in the order of execution, before it executes,
with the gradients of its results, `nothing` where undefined. An exception in it is logged.
"""
function trace(body, listen)
    return with_region(body, out -> lend(listen) do context
        ccall((:vjp_guard_trace, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ref{Ptr{Cvoid}}), TRACE[], context,
              DROP[], out)
    end)
end

init_observe() = (TRACE[] = @cfunction(call_trace, Cuint, (Ptr{Cvoid}, Ptr{CTraceEvent})); nothing)

# ---- nodes ----

"Greater than those of all nodes that a node's edges lead to."
topological_number(node::Node) = ccall((:vjp_node_topological_number, libvjp), UInt64, (Ptr{Cvoid},), node)

"How many results a node has, each with a slot for a gradient."
num_slots(node::Node) = Int(ccall((:vjp_node_num_slots, libvjp), Csize_t, (Ptr{Cvoid},), node))

"The leaf of an accumulator; an error for other nodes."
function leaf(node::Node)
    out = Ref{Handle}()
    check(ccall((:vjp_node_leaf, libvjp), Cuint, (Ptr{Cvoid}, Ref{Handle}), node, out))
    return own(out)
end

"""
The names of what a node saved for its derivative: arguments and results as its schema calls them, and "<argument>_sizes"
where the size is enough; "tensors" of a custom function.
"""
function saved_names(node::Node)
    return map(1:ccall((:vjp_node_num_saved, libvjp), Csize_t, (Ptr{Cvoid},), node)) do i
        GC.@preserve node unsafe_string(ccall((:vjp_node_saved_name, libvjp), Cstring, (Ptr{Cvoid}, Csize_t), node, i - 1))
    end
end

@handle SavedTensor vjp_saved_tensor_release

"""
    saved_tensors(node, name)

The tensors that were saved under a name: one, or those of a list, `nothing` for an absent one. They are unpacked, with all
checks: a `StateError` if the node was freed, a `VersionError` if one was changed. None for what is no tensor.
"""
function saved_tensors(node::Node, name::AbstractString)
    return map(1:ccall((:vjp_node_num_raw_saved, libvjp), Csize_t, (Ptr{Cvoid}, Cstring), node, name)) do i
        saved = make(SavedTensor, out -> ccall((:vjp_node_raw_saved, libvjp), Cuint,
                                               (Ptr{Cvoid}, Cstring, Csize_t, Ref{Ptr{Cvoid}}), node, name, i - 1, out))
        out = Ref{Handle}()
        handed(() -> own_or_nothing(out),
               ccall((:vjp_saved_tensor_unpack, libvjp), Cuint, (Ptr{Cvoid}, Ref{Handle}), saved, out))
    end
end

"Where a tensor's gradient goes: its node, or the accumulator of a leaf, and the slot, from 1."
function gradient_edge(t::Tensor)
    node, slot = Ref{Ptr{Cvoid}}(C_NULL), Ref{UInt32}(0)
    check(ccall((:vjp_tensor_gradient_edge, libvjp), Cuint, (Handle, Ref{Ptr{Cvoid}}, Ref{UInt32}), t, node, slot))
    return (Node(node[]), Int(slot[]) + 1)
end

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
    f, ptr, given = cglobal((:vjp_node_apply, libvjp)), pointer_of(node), handles(list)
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
