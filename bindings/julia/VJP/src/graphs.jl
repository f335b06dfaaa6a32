# Device work that is captured once and replayed many times.

"""
    MemoryPool(device)

Memory that graphs allocate from. Graphs that share one must replay in the order of their capture, one after another.
"""
@handle MemoryPool vjp_memory_pool_release

function MemoryPool(device)
    return make(MemoryPool, out -> ccall((:vjp_memory_pool_create, libvjp), Cuint, (Device, Ref{Ptr{Cvoid}}),
                                         Device(device), out))
end

"""
    DeviceGraph()

A captured sequence of device work: forward, loss, a whole backward, an optimizer step.

    graph = DeviceGraph()
    y = capture(graph, "sim:0") do
        x * x
    end
    copyto!(x, new)
    replay!(graph)   # y has the new product

While it is captured nothing runs. A replay runs it on the same memory: inputs are changed by writing into the tensors that
were used in the capture, results appear in the tensors that came out of it, and a later replay overwrites them; keep
both. Random operators give new numbers in every replay.

For a backward: run a few iterations on a side stream first, clear the gradients, then capture. Each replay then
overwrites the gradients; with gradients that exist at the capture, each replay adds to them.
"""
@handle DeviceGraph vjp_device_graph_release

DeviceGraph() = make(DeviceGraph, out -> ccall((:vjp_device_graph_create, libvjp), Cuint, (Ref{Ptr{Cvoid}},), out))

"A generator that will be drawn from in the capture, besides the device's default one; before the capture."
function register_generator!(graph::DeviceGraph, generator::Generator)
    check(ccall((:vjp_device_graph_register_generator, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}), graph, generator))
end

"""
    elide_cpu_work!(graph, on=true)

What operators compute on the CPU during the capture is done once, and left out of replays; otherwise it is a `StateError`
that names the operator. Before the capture; it stays with the graph.
"""
function elide_cpu_work!(graph::DeviceGraph, on::Bool=true)
    check(ccall((:vjp_device_graph_set_elide_cpu_work, libvjp), Cuint, (Ptr{Cvoid}, Bool), graph, on))
end

"""
    capture(graph, device; stream=nothing, pool=nothing, mode=:global) do ... end

Captures what the function enqueues on the device, on a stream that is not the default one (a new one, unless given), with
memory of its own or of a pool. Waits for the device and empties its cache before. What cannot be captured (reading a
value back, waiting for the device, streams that were not joined) is an error that says what it was; after it, and after
an exception of the function, the graph is as new. `mode` says whose calls that are unsafe during a capture are errors:
any thread's (`:global`), this one's (`:thread_local`) or nobody's (`:relaxed`).
"""
function capture(body, graph::DeviceGraph, device; stream::Union{Stream,Nothing}=nothing,
                 pool::Union{MemoryPool,Nothing}=nothing, mode::Symbol=:global)
    f, on, how = cglobal((:vjp_guard_capture, libvjp)), Device(device), code_of(CAPTURE_MODE, mode)
    into, along, from = graph.ptr, Ptr{Cvoid}(pointer_of(stream)), Ptr{Cvoid}(pointer_of(pool))
    # Waits for the device, and for the watches of watch_events.
    start(out) = GC.@preserve graph stream pool out begin
        place = Base.unsafe_convert(Ptr{Ptr{Cvoid}}, out)
        @gc_safe ccall(f, Cuint, (Ptr{Cvoid}, Device, Ptr{Cvoid}, Ptr{Cvoid}, Cuint, Ptr{Ptr{Cvoid}}), into, on, along,
                       from, how, place)
    end
    return with_region(start) do
        result = body()
        check(ccall((:vjp_device_graph_capture_end, libvjp), Cuint, (Ptr{Cvoid},), graph))
        result
    end
end

"""
    stale_streams!(policy)

What happens, while a stream is captured, at a node that was recorded on a default stream outside, and can be no part of the
capture: `:error`; `:override_leaves` (at first), accumulators of leaves run on the captured stream, with one warning, and
other nodes are errors; `:override_all`. Of the process.
"""
function stale_streams!(policy::Symbol)
    check(ccall((:vjp_set_stale_streams, libvjp), Cuint, (Cuint,), code_of(STALE_STREAMS, policy)))
end

stale_streams() = symbol_of(STALE_STREAMS, ccall((:vjp_get_stale_streams, libvjp), Cuint, ()))

"Enqueues the whole on the thread's current stream of the device."
replay!(graph::DeviceGraph) = check(ccall((:vjp_device_graph_replay, libvjp), Cuint, (Ptr{Cvoid},), graph))

"Forgets what was captured, so that the graph can capture again."
reset!(graph::DeviceGraph) = check(ccall((:vjp_device_graph_reset, libvjp), Cuint, (Ptr{Cvoid},), graph))

"The pool of the captured graph, for capturing others into it; `nothing` if nothing was captured."
function pool(graph::DeviceGraph)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(ccall((:vjp_device_graph_pool, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{Cvoid}}), graph, out))
    return out[] == C_NULL ? nothing : MemoryPool(Owned(out[]))
end

"How many commands were captured."
function Base.length(graph::DeviceGraph)
    count = Ref{UInt64}(0)
    check(ccall((:vjp_device_graph_node_count, libvjp), Cuint, (Ptr{Cvoid}, Ref{UInt64}), graph, count))
    return Int(count[])
end

to_dot(graph::DeviceGraph) =
    make_text(out -> ccall((:vjp_device_graph_dot, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{UInt8}}), graph, out))

"Each generator goes on with what the other held; allowed inside a capture, where seeding is not."
function swap_states!(a::Generator, b::Generator)
    check(ccall((:vjp_generator_swap_states, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}), a, b))
end

"""
    watch_events() do ... end

Runs a function that asks events of work which others have enqueued (a watchdog of communication), while no capture begins:
to ask during one would break it. Gives `nothing`, without running it, if a capture is underway or waits to begin: ask
later.
"""
function watch_events(body)
    begun = Ref(false)
    check(ccall((:vjp_event_watch_begin, libvjp), Cuint, (Ref{Bool},), begun))
    begun[] || return nothing
    try
        return body()
    finally
        check(ccall((:vjp_event_watch_end, libvjp), Cuint, ()))
    end
end
