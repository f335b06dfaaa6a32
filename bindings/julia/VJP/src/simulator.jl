"""
The simulator: virtual devices, `sim:0`, `sim:1`, ..., whose commands run late, and in an order that one can choose. They
compute with the CPU's kernels, so results are those of the CPU; but a program that forgets to synchronise gets wrong
results here, in some modes always. Memory is filled with NaN whenever it is handed out, and time is virtual.

    for seed in 1:20
        VJP.Sim.mode!("random:\$seed")
        program()
    end
"""
module Sim

using ..VJP: libvjp, check, changed, plain, symbol_of, Stream, SIM_OPTIONS_INIT, SIM_COUNTERS_INIT, SIM_REVERSAL
using ..VJP: CSimOptions, CSimCounters

"""
    configure!(; devices=0, memory=0, overlap=0, mode=nothing)

Sets the simulator up: so many devices (1 to 16), with so many bytes each, of which `overlap` streams make progress at once
in virtual time; what is not given is as the environment says. Throws a `StateError` if a simulated device is in use.
"""
function configure!(; mode::Union{AbstractString,Nothing}=nothing, options...)
    text = mode === nothing ? nothing : String(mode)
    GC.@preserve text begin
        given = changed(SIM_OPTIONS_INIT; mode=text === nothing ? C_NULL : pointer(text), options...)
        check(ccall((:vjp_sim_configure, libvjp), Cuint, (Ref{CSimOptions},), given))
    end
end

"""
    mode!(text)

Changes the mode, after everything that is enqueued has run. Seeds start anew. Modes are `"inline"` (at once), `"lazy"`
(nothing until the host waits, and then only what must come before it), `"random:SEED"`, `"priority:SEED:DEPTH"`,
`"starve:side"`, `"threads:N"`, `"adversarial:..."` and `"replay:FILE"`; `vjp/sim.h` says more.
"""
mode!(text::AbstractString) = check(ccall((:vjp_sim_set_mode, libvjp), Cuint, (Cstring,), text))

"The mode as text."
mode() = unsafe_string(ccall((:vjp_sim_mode, libvjp), Cstring, ()))

"""
    mode(text) do ... end

Runs a function in a mode, and puts the former one back.
"""
function mode(body, text::AbstractString)
    former = mode()
    mode!(text)
    try
        return body()
    finally
        mode!(former)
    end
end

"Starts anew, so that the same program gives the same schedule once more: runs what is enqueued, then resets the rest."
reset!() = check(ccall((:vjp_sim_reset, libvjp), Cuint, ()))

"Runs everything that is enqueued on a device, without reporting faults; how much had been left."
function drain!(device::Integer=0)
    ran = Ref{UInt64}(0)
    check(ccall((:vjp_sim_drain, libvjp), Cuint, (Int32, Ref{UInt64}), device, ran))
    return Int(ran[])
end

"""
    counters(stream_or_index)

What was enqueued on a stream, or on all streams of the device of that index, since the start or `reset!`: `kernels`,
`copies`, `fills`, `records`, `waits`, `host_syncs`, `pending`, ...
"""
function counters(stream::Stream)
    out = Ref(SIM_COUNTERS_INIT)
    check(ccall((:vjp_sim_stream_counters, libvjp), Cuint, (Ptr{Cvoid}, Ref{CSimCounters}), stream, out))
    return plain(out[])
end
function counters(device::Integer)
    out = Ref(SIM_COUNTERS_INIT)
    check(ccall((:vjp_sim_device_counters, libvjp), Cuint, (Int32, Ref{CSimCounters}), device, out))
    return plain(out[])
end

"What modes and traces call a stream's next command: `(device, stream, index)`."
function stream_number(stream::Stream)
    device, number, next = Ref{Int32}(0), Ref{Int32}(0), Ref{UInt64}(0)
    check(ccall((:vjp_sim_stream_number, libvjp), Cuint, (Ptr{Cvoid}, Ref{Int32}, Ref{Int32}, Ref{UInt64}), stream,
                device, number, next))
    return (device=Int(device[]), stream=Int(number[]), index=Int(next[]))
end

"When the last command that has run on a device ended, in virtual seconds. Runs nothing: synchronize before."
function virtual_time(device::Integer=0)
    nanoseconds = Ref{UInt64}(0)
    check(ccall((:vjp_sim_virtual_time, libvjp), Cuint, (Int32, Ref{UInt64}), device, nanoseconds))
    return 1e-9 * nanoseconds[]
end

"A hash of the order in which commands have run since the start, a change of the mode or `reset!`."
function schedule_hash()
    out = Ref{UInt64}(0)
    check(ccall((:vjp_sim_schedule_hash, libvjp), Cuint, (Ref{UInt64},), out))
    return out[]
end

"Writes the schedule from now on to a file, for the mode `\"replay:FILE\"`; `nothing` ends the writing."
record_schedule!(path::AbstractString) = check(ccall((:vjp_sim_record_schedule, libvjp), Cuint, (Cstring,), path))
record_schedule!(::Nothing) = check(ccall((:vjp_sim_record_schedule, libvjp), Cuint, (Ptr{Cvoid},), C_NULL))

"What became of the i-th pair of an adversarial mode: `:open`, `:done` or `:ordered`."
function reversal(i::Integer)
    out = Ref{Cuint}(0)
    check(ccall((:vjp_sim_reversal_state, libvjp), Cuint, (Csize_t, Ref{Cuint}), i - 1, out))
    return symbol_of(SIM_REVERSAL, out[])
end

"Enqueues a command that takes so many virtual seconds and does nothing."
function sleep!(stream::Stream, seconds::Real)
    check(ccall((:vjp_sim_sleep, libvjp), Cuint, (Ptr{Cvoid}, UInt64), stream, round(UInt64, 1e9 * seconds)))
end

"The n-th raw allocation of the device from now on (1: the next), and `count` - 1 after it, find no memory. 0: none."
function fail_allocation!(nth::Integer; device::Integer=0, count::Integer=1)
    check(ccall((:vjp_sim_fail_allocation, libvjp), Cuint, (Int32, UInt64, UInt64), device, nth, count))
end

"The n-th command that is enqueued on the device from now on fails when it runs; a sticky one until `reset!`. 0: none."
function fail_command!(nth::Integer; device::Integer=0, sticky::Bool=false)
    check(ccall((:vjp_sim_fail_command, libvjp), Cuint, (Int32, UInt64, Bool), device, nth, sticky))
end

"Whether devices can address each other's memory, which is so at the start."
peer_access!(possible::Bool) = check(ccall((:vjp_sim_set_peer_access, libvjp), Cuint, (Bool,), possible))

end
