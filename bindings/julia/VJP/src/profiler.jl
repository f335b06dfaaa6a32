# A profiler: what ran, from when to when, and inside what.

"""
    Profiler(; shapes, stacks, memory, flops, kernels, devices, nvtx, skip_first, wait, warmup, active, repeat)

Records what a task does between `start!` and `stop!`: operators, nodes of backwards, ranges, and what the options ask for.
With `active` it follows a schedule, whose steps `step!` counts.

    profiler = Profiler(shapes=true)
    profile(profiler) do
        profile_range(() -> backward!(sum(sin(x))), "step")
    end
    print(profile_table(profiler))
    write("trace.json", chrome_trace(profiler))     # for ui.perfetto.dev
    write("flame.svg", flame_graph(profiler))

Do not switch tasks between start and stop.
"""
@handle Profiler vjp_profiler_release

function Profiler(; options...)
    raw = changed(PROFILER_OPTIONS_INIT; options...)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(ccall((:vjp_profiler_create, libvjp), Cuint, (Ref{CProfilerOptions}, Ref{Ptr{Cvoid}}), raw, out))
    return Profiler(Owned(out[]))
end

start!(p::Profiler) = (check(ccall((:vjp_profiler_start, libvjp), Cuint, (Ptr{Cvoid},), p)); p)
"Says that a step of the program ends and the next begins."
step!(p::Profiler) = (check(ccall((:vjp_profiler_step, libvjp), Cuint, (Ptr{Cvoid},), p)); p)
stop!(p::Profiler) = (check(ccall((:vjp_profiler_stop, libvjp), Cuint, (Ptr{Cvoid},), p)); p)
is_recording(p::Profiler) = ccall((:vjp_profiler_is_recording, libvjp), Bool, (Ptr{Cvoid},), p)

"""
    profile(body, profiler)

Records what the body does.
"""
function profile(body, p::Profiler)
    start!(p)
    try
        return body()
    finally
        stop!(p)
    end
end

"""
    profile_range(body, name)

Runs the body as a range with a name; without a profiler that is all.
"""
function profile_range(body, name)
    check(ccall((:vjp_profiler_range_push, libvjp), Cuint, (Cstring,), String(name)))
    try
        return body()
    finally
        ccall((:vjp_profiler_range_pop, libvjp), Bool, ())
    end
end

"""
    profile_events(profiler)

The events of the last recording, thread by thread in the order in which they began: named tuples with `kind`, `name`,
`begin_ns`, `end_ns`, `parent` (the number of the event around it, or `nothing`), `sequence_number` (-1: none) and more.
"""
function profile_events(p::Profiler)
    count = Int(ccall((:vjp_profiler_num_events, libvjp), Csize_t, (Ptr{Cvoid},), p))
    return map(1:count) do i
        out = Ref(PROFILE_EVENT_INIT)
        check(ccall((:vjp_profiler_get_event, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{CProfileEvent}), p, i - 1, out))
        e = GC.@preserve p plain(out[])
        merge(e, (kind=symbol_of(PROFILE_KIND, out[].kind), parent=out[].parent < count ? Int(out[].parent) + 1 : nothing))
    end
end

"For how many events there was no room."
profile_dropped(p::Profiler) = Int(ccall((:vjp_profiler_num_dropped, libvjp), Csize_t, (Ptr{Cvoid},), p))

"""
    profile_averages(profiler; by_shapes=false, sort=:self)

What all events of one kind and name have together, the largest first by `:self`, `:total`, `:count`, `:memory`,
`:self_memory`, `:flops` or `:device`. Times are in nanoseconds.
"""
function profile_averages(p::Profiler; by_shapes::Bool=false, sort::Symbol=:self)
    count, order = Ref{Csize_t}(0), code_of(PROFILE_SORT, sort)
    fill_in(rows) = check(ccall((:vjp_profiler_averages, libvjp), Cuint,
                                (Ptr{Cvoid}, Bool, Cuint, Ptr{CProfileAverage}, Csize_t, Ref{Csize_t}), p, by_shapes, order,
                                rows, length(rows), count))
    fill_in(CProfileAverage[])
    rows = Base.fill(PROFILE_AVERAGE_INIT, Int(count[]))
    fill_in(rows)
    return GC.@preserve p map(row -> merge(plain(row), (kind=symbol_of(PROFILE_KIND, row.kind),)), rows)
end

"The averages as a text; at most `rows` of them, 0: all."
function profile_table(p::Profiler; by_shapes::Bool=false, sort::Symbol=:self, rows::Integer=0)
    return make_text(out -> ccall((:vjp_profiler_table, libvjp), Cuint,
                                  (Ptr{Cvoid}, Bool, Cuint, Csize_t, Ref{Ptr{UInt8}}), p, by_shapes,
                                  code_of(PROFILE_SORT, sort), rows, out))
end

"A trace that ui.perfetto.dev opens."
chrome_trace(p::Profiler) =
    make_text(out -> ccall((:vjp_profiler_chrome_trace, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{UInt8}}), p, out))
"A picture in SVG: time by what is inside what."
flame_graph(p::Profiler) =
    make_text(out -> ccall((:vjp_profiler_flame_graph, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{UInt8}}), p, out))
"Lines \"outer;inner;innermost 1234\", with nanoseconds."
profile_stacks(p::Profiler) =
    make_text(out -> ccall((:vjp_profiler_stacks, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{UInt8}}), p, out))
