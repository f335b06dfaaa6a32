# Compiled backward: grad calls that run by a program which was recorded of an earlier one.

"""
    compiled(; options...) do ... end

Runs a function in a region where every grad call that this thread starts is compiled: the first over a graph is recorded, the
next ones run by what was recorded, and all that can be observed stays as it is. What does not fit is run by the engine;
`VJP.compile_counters()`, `VJP.compile_fallbacks()` and `VJP.compile_last_miss()` say how often, and why.

Options: `min_sites`, smaller graphs are the engine's (8 nodes); `warm`, a graph is compiled when it is seen for that time (1);
`dynamic`, sizes are open from the start; `strict`, what cannot be compiled is a `NotImplementedError`; `fuse=false`, every node
runs by itself; `max_records`, `max_programs`; `enabled=false`, not at all, inside a region where they are.

    VJP.compiled() do
        for (x, y) in batches
            backward!(loss(x, y))
        end
    end
"""
function compiled(body; options...)
    given = changed(COMPILE_OPTIONS_INIT; options...)
    return with_region(body, out -> ccall((:vjp_guard_compile, libvjp), Cuint, (Ref{CCompileOptions}, Ref{Ptr{Cvoid}}),
                                          given, out))
end

"Has one grad call compiled, whatever region its runs are in; options as those of `compiled`. Returns the call."
function compile!(call::GradCall; options...)
    given = changed(COMPILE_OPTIONS_INIT; options...)
    check(ccall((:vjp_grad_call_set_compiled, libvjp), Cuint, (Ptr{Cvoid}, Ref{CCompileOptions}), call, given))
    return call
end

"""
    VJP.compile_counters()

What happened in the process so far, a named tuple: `walks`, graphs that were compared with programs, `hits`, of them those that
ran by one, `records`, programs that were made, `fallbacks`, calls that the engine ran, `fused_kernels`, and more
(`vjp/compile.h`).
"""
function compile_counters()
    out = Ref(COMPILE_COUNTERS_INIT)
    check(ccall((:vjp_compile_counters_get, libvjp), Cuint, (Ref{CCompileCounters},), out))
    return plain(out[])
end

"How many calls the engine ran, by reason; reasons that did not occur are left out."
function compile_fallbacks()
    found, count = Dict{String,Int}(), Ref{UInt64}(0)
    for index in Iterators.countfrom(0)
        reason = ccall((:vjp_compile_fallback, libvjp), Cstring, (Csize_t, Ref{UInt64}), index, count)
        reason == C_NULL && return found
        count[] > 0 && (found[unsafe_string(reason)] = count[])
    end
end

"Why the last call that ran by no program did not: the first node that differs, and in what; empty if there was none."
compile_last_miss() = make_text(out -> ccall((:vjp_compile_last_miss, libvjp), Cuint, (Ref{Ptr{UInt8}},), out))

"The program that was made last, one instruction a line; `nothing` if there is none."
function compile_text()
    out = Ref{Ptr{UInt8}}(C_NULL)
    check(ccall((:vjp_compile_text, libvjp), Cuint, (Ref{Ptr{UInt8}},), out))
    return out[] == C_NULL ? nothing : owned_text(out[])
end

"Forgets all programs."
compile_clear!() = ccall((:vjp_compile_clear, libvjp), Cvoid, ())

# ---- functions ----

const COMPILED_RUN = Ref{Ptr{Cvoid}}(C_NULL)

"The C side of a `Compiled`."
@handle CompiledFunction vjp_compiled_release

"A function for one choice of the arguments that are no tensors; `single`: by record, whether it gave one tensor, not a tuple."
mutable struct CompiledFor
    region::Region
    called::Bool
    single::Dict{UInt64,Bool}
    c::CompiledFunction
    CompiledFor(region) = new(region, false, Dict{UInt64,Bool}())
end

@callback function call_compiled(context::Ptr{Cvoid}, inputs::Ptr{Handle}, count::Csize_t, results::Ptr{Cvoid})::Cuint
    return guarded() do
        one = held(context)
        value = one.region.f(borrowed_list(inputs, count)...)
        value isa Tensor || results_of(value, "a compiled function")
        append_results(one.region, value, results)
        one.called = true
    end
end

"A function that runs by records of itself, made by `VJP.compile`. Calls from several threads wait for each other."
struct Compiled
    f::Any
    options::CCompileOptions
    known::Dict{Any,CompiledFor}
    newest::Ref{Union{CompiledFor,Nothing}}
    lock::ReentrantLock
end

"""
    VJP.compile(f; options...)

`f` as a function that is called once for each kind of arguments. Meanwhile the operators that it calls are recorded; from then on
they are called with the new arguments, and `f` is not. What comes of it is the same: bits, nodes, changes in place, numbers drawn,
derivatives of any order. Pointwise operators on the CPU that follow each other run as one kernel.

Arguments are tensors, and numbers, strings, symbols, types, functions and `nothing`, each of which is a part of what a record is for; `f`
gives a tensor or a tuple of tensors. Tensors that it finds outside are the same ones in a record, with the values that they
have by then; whatever else it finds there is what it was. A call that cannot be recorded calls `f`:
`VJP.compile_text(compiled)` and `VJP.compile_last_miss()` say why, as where it reads a value.

Options: `strict`, that is a `NotImplementedError`; `max_records`, how many there may be (8); `fuse=false`, every operator runs by
itself; `enabled=false`, `f` is called each time.

    layer = VJP.compile((x, slope) -> sum(ifelse.(x .> 0, x, x .* slope)))
    backward!(layer(x, 0.125))
"""
compile(f; options...) =
    Compiled(f, changed(COMPILE_OPTIONS_INIT; options...), Dict{Any,CompiledFor}(), Ref{Union{CompiledFor,Nothing}}(nothing), ReentrantLock())

# What of an argument a record is for besides what a tensor is: 1 and 1.0 are two.
constant(::Tensor) = Tensor
constant(x::Union{Number,AbstractString,Symbol,Type,Function,Nothing}) = (typeof(x), x)
constant(x) = throw(InvalidError("a compiled function takes tensors, numbers, strings, symbols, types, functions and nothing, not a $(typeof(x))"))

function (compiled::Compiled)(args...)
    key = map(constant, args)
    return lock(() -> call_compiled_for(get!(() -> compiled_for(compiled, args), compiled.known, key), compiled, args), compiled.lock)
end

function compiled_for(compiled::Compiled, args)
    f, places = compiled.f, findall(arg -> arg isa Tensor, collect(Any, args))
    rest = Any[arg isa Tensor ? nothing : arg for arg in args]
    run(tensors...) = (list = Base.copy(rest); list[places] .= tensors; f(list...))
    one, out = CompiledFor(Region(run, false)), Ref{Ptr{Cvoid}}(C_NULL)
    check(lend(one) do context
        ccall((:vjp_compile, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ref{CCompileOptions}, Ref{Ptr{Cvoid}}), COMPILED_RUN[],
              context, DROP[], compiled.options, out)
    end)
    one.c = CompiledFunction(Owned(out[]))
    return one
end

function call_compiled_for(one::CompiledFor, compiled::Compiled, args)
    tensors = Tensor[arg for arg in args if arg isa Tensor]
    record, out, outer = Ref{UInt64}(0), Ref{Ptr{Cvoid}}(C_NULL), one.called
    one.called, compiled.newest[] = false, one
    status = GC.@preserve tensors ccall((:vjp_compiled_call, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ref{UInt64}, Ref{Ptr{Cvoid}}),
                                        one.c, handles(tensors), length(tensors), record, out)
    called, one.called = one.called, outer
    results = handed(() -> own_list(out[]), status)
    called && (one.single[record[]] = one.region.single)
    return one.single[record[]] ? results[1] : Tuple(results)
end

"The operators of the record that was made last, one a line, or why there is none; empty before the first call."
compile_text(compiled::Compiled) = compiled.newest[] === nothing ? "" :
    make_text(out -> ccall((:vjp_compiled_text, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{UInt8}}), compiled.newest[].c, out))

"Forgets the records of one function."
compile_clear!(compiled::Compiled) = lock(compiled.lock) do
    for one in values(compiled.known)
        ccall((:vjp_compiled_clear, libvjp), Cvoid, (Ptr{Cvoid},), one.c)
    end
end

Base.show(io::IO, compiled::Compiled) = print(io, "VJP.compile(", compiled.f, ")")

function init_compile()
    COMPILED_RUN[] = @cfunction(call_compiled, Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Cvoid}))
    return
end
