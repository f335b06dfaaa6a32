# Functions whose forward and backward are captured into graphs.

const GRAPHED_RUN = Ref{Ptr{Cvoid}}(C_NULL)

"""
    GraphedFunction(f, samples...; parameters=(), training=nothing)

A function to be captured by `make_graphed`, with samples of what it will be called with: tensors of one device, in sizes,
element types and `requires_grad`. Their memory becomes that of the graph's inputs; each call writes its inputs there. So
functions have a sample each: what is written there between a call and its backward makes that backward a `VersionError`.

`f(samples...)` gives a tensor or a tuple of tensors. It does the same each time and does not wait for the device.
`parameters` are the leaves that it reads besides its inputs and that get gradients through it, `(weight=w, bias=b)` or a
list: they have no hooks yet, may be changed in place, and keep their memory. With `training` true or false it is called
with a keyword of that name and captured for this value; in calls that say otherwise it runs as if it had never been
graphed.
"""
struct GraphedFunction
    f::Any
    samples::Vector{Tensor}
    parameters::Vector{Tensor}
    names::Vector{String}
    training::Union{Bool,Nothing}
end

function GraphedFunction(f, samples::Tensor...; parameters=(), training::Union{Bool,Nothing}=nothing)
    names = parameters isa NamedTuple ? String[string(name) for name in keys(parameters)] : String[]
    return GraphedFunction(f, collect(Tensor, samples), collect(Tensor, parameters), names, training)
end

"What C calls for it."
function region_of(graphed::GraphedFunction)
    f = graphed.f
    graphed.training === nothing && return Region((training, inputs...) -> f(inputs...), false)
    return Region((training, inputs...) -> f(inputs...; training=training), false)
end

@callback function call_graphed(context::Ptr{Cvoid}, training::Bool, inputs::Ptr{Handle}, count::Csize_t,
                                results::Ptr{Cvoid})::Cuint
    return guarded() do
        region = held(context)
        append_results(region, region.f(training, borrowed_list(inputs, count)...), results)
    end
end

"The C side of a `Graphed`."
@handle CapturedFunction vjp_graphed_release

"""
A function that runs as two graphs, made by `make_graphed`: a call replays that of its forward on the thread's current
stream, and records one node whose derivative replays that of its backward.

    y = graphed(x)
    y = graphed(x; training=false)    # where it was made with `training=true`: the function itself runs

Results, and the gradients that come out, lie in memory of the graphs: **they are overwritten by later calls** of it, and of
functions that were made before it at the same time. So a backward runs once for each call, and functions run backward in
the reverse order of their making. Gradients of leaves are copies. There is no second derivative, and no forward mode. One
thread at a time calls it.

An input that is not as its sample is a `ShapeError`, `DtypeError`, `DeviceError` or `InvalidError`; a parameter that was
given other memory, or requires grad and did not, and a current stream that is being captured, a `StateError`.
"""
struct Graphed
    captured::CapturedFunction
    region::Region
    training::Bool
end

function (graphed::Graphed)(inputs::Tensor...; training::Bool=graphed.training)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    status = GC.@preserve inputs ccall((:vjp_graphed_call, libvjp), Cuint,
                                       (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Bool, Ref{Ptr{Cvoid}}), graphed.captured,
                                       handles(inputs), length(inputs), training, out)
    tensors = handed(() -> own_list(out[]), status)
    return graphed.region.single ? tensors[1] : Tuple(tensors)
end

"Gives the graphs and their memory back now, as far as no result needs them."
release!(graphed::Graphed) = release!(graphed.captured)

Base.show(io::IO, graphed::Graphed) = print(io, "Graphed(", graphed.captured.ptr == C_NULL ? "released" : "captured", ")")

"""
    make_graphed(f, samples...; parameters=(), training=nothing, options...)
    make_graphed(functions::Vector{GraphedFunction}; options...)

Makes a function, or several, graphed: runs each a few times with a backward on a stream of its own, then captures their
forwards in this order and their backwards in the reverse one, into one memory pool. A training step calls them in this
order. See `GraphedFunction` for the arguments and `Graphed` for what comes out.

    layer = make_graphed(sample; parameters=(weight=w,)) do x
        tanh.(x * w)
    end
    for batch in batches
        backward!(sum(layer(batch)))
        step!(optimizer)
        zero_grad!(optimizer)
    end

Options: `num_warmup`, 3: how often each runs before it is captured; `allow_unused`: an input or parameter that no result
depends on gets no gradient, instead of being an `InvalidError`; `elide_cpu_work`: what is computed on the CPU is left out
of replays, instead of being a `StateError`; `mode`, as that of `capture`; `pool`, a `MemoryPool` for all graphs.

Waits for the device, empties its cache, and draws random numbers in the first runs. Gradients of leaves stay what they are.
After a failure, which an exception of a function is too, nothing is left behind. `InvalidError` for parameters that have
hooks or are no leaves; `DeviceError` for samples and parameters of several devices, or of the CPU; `StateError` inside a
capture or in inference mode, and for what cannot be captured.
"""
function make_graphed(functions::AbstractVector{GraphedFunction}; mode::Symbol=:global,
                      pool::Union{MemoryPool,Nothing}=nothing, options...)
    c_options = changed(GRAPHED_OPTIONS_INIT; mode=code_of(CAPTURE_MODE, mode),
                        pool=pool === nothing ? C_NULL : pool.ptr, options...)
    regions = [region_of(graphed) for graphed in functions]
    samples = [handles(graphed.samples) for graphed in functions]
    parameters = [handles(graphed.parameters) for graphed in functions]
    names = [map(pointer, graphed.names) for graphed in functions]
    out = Base.fill(C_NULL, length(functions))
    captured = GC.@preserve functions pool samples parameters names begin
        described = map(eachindex(functions)) do i
            changed(GRAPHED_FUNCTION_INIT; run=GRAPHED_RUN[], context=hold(regions[i]), drop=DROP[],
                    inputs=pointer(samples[i]), num_inputs=length(samples[i]), parameters=pointer(parameters[i]),
                    num_parameters=length(parameters[i]),
                    parameter_names=isempty(names[i]) ? C_NULL : pointer(names[i]),
                    training=something(functions[i].training, true))
        end
        # From here on the contexts are C's, whatever becomes of the call.
        GC.@preserve described begin
            pointers = Ptr{CGraphedFunction}[pointer(described, i) for i in eachindex(described)]
            handed(() -> CapturedFunction.(Owned.(out)), make_graphed(pointers, Ref(c_options), out))
        end
    end
    return [Graphed(captured[i], regions[i], something(functions[i].training, true)) for i in eachindex(functions)]
end

"The call itself, which waits for the device, and for those who watch_events."
function make_graphed(pointers::Vector{Ptr{CGraphedFunction}}, c_options::Ref{CGraphedOptions}, out::Vector{Ptr{Cvoid}})
    f, count = cglobal((:vjp_make_graphed, libvjp)), Csize_t(length(pointers))
    GC.@preserve pointers c_options out begin
        first, how, places = pointer(pointers), Base.unsafe_convert(Ptr{CGraphedOptions}, c_options), pointer(out)
        return @gc_safe ccall(f, Cuint, (Ptr{Ptr{CGraphedFunction}}, Csize_t, Ptr{CGraphedOptions}, Ptr{Ptr{Cvoid}}), first,
                              count, how, places)
    end
end

function make_graphed(f, samples::Tensor...; parameters=(), training::Union{Bool,Nothing}=nothing, options...)
    return make_graphed([GraphedFunction(f, samples...; parameters=parameters, training=training)]; options...)[1]
end

function init_graphed()
    GRAPHED_RUN[] = @cfunction(call_graphed, Cuint, (Ptr{Cvoid}, Bool, Ptr{Handle}, Csize_t, Ptr{Cvoid}))
    return
end
