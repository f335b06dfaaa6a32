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
