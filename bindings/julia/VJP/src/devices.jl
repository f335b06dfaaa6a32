# Devices, streams and events. What is current is the thread's: do not switch tasks inside a region.

Device(name::AbstractString) = given(out -> ccall((:vjp_device_from_name, libvjp), Cuint, (Cstring, Ref{Device}), name, out))
Device(device::Device) = device

const CPU = Device(0, 0)

"Calls a function that stores a device."
function given(call)
    out = Ref(CPU)
    check(call(out))
    return out[]
end

function Base.print(io::IO, device::Device)
    buffer = Base.zeros(UInt8, 64)
    known = ccall((:vjp_device_name, libvjp), Cuint, (Device, Ptr{UInt8}, Csize_t), device, buffer, length(buffer))
    known == 0 || return print(io, "device ", device.index, " of type ", device.kind)
    print(io, plain(Tuple(buffer)))
end
Base.show(io::IO, device::Device) = print(io, "Device(\"", device, "\")")

"The number of a type of devices: that of a name (\"cpu\", \"cuda\", \"sim\"), or of a plug-in's, which is loaded."
function device_kind(name)
    place = findfirst(pair -> String(first(pair)) == String(name) !== "plugin", DEVICE_KIND)
    place === nothing || return Int32(last(DEVICE_KIND[place]))
    return load_backend(String(name))
end
device_kind(device::Device) = device.kind

"""
    load_backend(name_or_path)

Loads a plug-in that adds a type of devices: the path of a library, with a slash in it, or the type's name. Gives the
type's number.
"""
function load_backend(name::AbstractString)
    kind = Ref{Int32}(0)
    check(ccall((:vjp_backend_load, libvjp), Cuint, (Cstring, Ref{Int32}), name, kind))
    return kind[]
end

"Every backend, found or not, a line each: what it is, its devices, what is wrong with it."
describe_backends() = make_text(out -> ccall((:vjp_backends_describe, libvjp), Cuint, (Ref{Ptr{UInt8}},), out))

"""
    device_count("sim")

How many devices of a type there are. Loads its backend; an error says why that cannot be.
"""
function device_count(kind)
    count = Ref{Int32}(0)
    check(ccall((:vjp_device_count, libvjp), Cuint, (Int32, Ref{Int32}), device_kind(kind), count))
    return Int(count[])
end

"What a backend says of a device: `(name, total_memory, compute_units)`."
function device_info(device)
    info = Ref(DEVICE_INFO_INIT)
    check(ccall((:vjp_device_get_info, libvjp), Cuint, (Device, Ref{CDeviceInfo}), Device(device), info))
    return plain(info[])
end

"Whether this process uses the device already. Loads and creates nothing."
is_active(device::Device) = ccall((:vjp_device_is_active, libvjp), Bool, (Device,), device)

"Blocks until everything that was enqueued on a device, on a stream or before an event is done."
function synchronize(device::Device)
    f = cglobal((:vjp_device_synchronize, libvjp))
    check(@gc_safe ccall(f, Cuint, (Device,), device))
end
synchronize(device::AbstractString) = synchronize(Device(device))

"The thread's current device of a type, `current_device(\"sim\")`."
function current_device(kind)
    return given(out -> ccall((:vjp_device_current, libvjp), Cuint, (Int32, Ref{Device}), device_kind(kind), out))
end

"Makes a device the thread's current one of its type."
current_device!(device) = check(ccall((:vjp_device_set_current, libvjp), Cuint, (Device,), Device(device)))

"""
    with_current_device(device) do ... end

Runs a function with the device as the thread's current one of its type.
"""
function with_current_device(body, device)
    return with_region(body, out -> ccall((:vjp_guard_device, libvjp), Cuint, (Device, Ref{Ptr{Cvoid}}),
                                          Device(device), out))
end

"""
    default_device()

The thread's default device: where new tensors lie that are made of no other tensor. At first the CPU, or what the
environment variable `VJP_DEVICE` names.
"""
default_device() = given(out -> ccall((:vjp_get_default_device, libvjp), Cuint, (Ref{Device},), out))

"Sets the default device of the calling thread, and of threads that have not computed yet."
default_device!(device) = check(ccall((:vjp_set_default_device, libvjp), Cuint, (Device,), Device(device)))

"""
    with_device("sim:0") do ... end

Runs a function with this as the thread's default device, to create tensors on it.
"""
function with_device(body, device)
    return with_region(body, out -> ccall((:vjp_guard_default_device, libvjp), Cuint, (Device, Ref{Ptr{Cvoid}}),
                                          Device(device), out))
end

"Where a tensor lies."
device(t::Tensor) = ccall((:vjp_tensor_device, libvjp), Device, (Handle,), t)

"Whether every kernel has to give the same bits for the same inputs, whatever stream, order or number of threads."
deterministic() = ccall((:vjp_get_deterministic, libvjp), Bool, ())
deterministic!(on::Bool) = ccall((:vjp_set_deterministic, libvjp), Cvoid, (Bool,), on)

"Whether products and convolutions of Float32 may round their operands to TF32 on devices that are faster that way."
tf32() = ccall((:vjp_get_allow_tf32, libvjp), Bool, ())
tf32!(on::Bool) = ccall((:vjp_set_allow_tf32, libvjp), Cvoid, (Bool,), on)

# ---- streams ----

"""
    Stream(device; priority=0)

A queue of work on a device: what is enqueued runs in order, after the host has gone on. Each device has a default
stream, which is current on every thread until another is made current there (`with_stream`). A backward runs on the
streams of its forward, and is ordered like any other work with those that are current where it is called; other streams
have to wait for these (`wait_for!`). The CPU has none.

    Stream(device, native::Ptr)

A stream for one's own native handle, a `cudaStream_t`, which must live until every graph that ran on it is gone, or
until `forget!`. Equal streams are the same queue.
"""
@handle Stream vjp_stream_release

function Stream(device; priority::Integer=0)
    return make(Stream, out -> ccall((:vjp_stream_create, libvjp), Cuint, (Device, Int32, Ref{Ptr{Cvoid}}),
                                     Device(device), priority, out))
end
function Stream(device, native::Ptr)
    return make(Stream, out -> ccall((:vjp_stream_wrap, libvjp), Cuint, (Device, Ptr{Cvoid}, Ref{Ptr{Cvoid}}),
                                     Device(device), native, out))
end

"The device's default stream."
function default_stream(device)
    return make(Stream, out -> ccall((:vjp_stream_default, libvjp), Cuint, (Device, Ref{Ptr{Cvoid}}), Device(device),
                                     out))
end

"The thread's current stream of a device: what operators on it are enqueued on."
function current_stream(device)
    return make(Stream, out -> ccall((:vjp_stream_current, libvjp), Cuint, (Device, Ref{Ptr{Cvoid}}), Device(device),
                                     out))
end

"Makes a stream, and its device, current on the thread."
current_stream!(stream::Stream) = check(ccall((:vjp_stream_set_current, libvjp), Cuint, (Ptr{Cvoid},), stream))

"""
    with_stream(stream) do ... end

Runs a function with the stream, and its device, current.
"""
function with_stream(body, stream::Stream)
    return with_region(body, out -> ccall((:vjp_guard_stream, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{Cvoid}}), stream,
                                          out))
end

"The least and the greatest priority of the device's streams; the greatest is the smaller number."
function priority_range(device)
    least, greatest = Ref{Int32}(0), Ref{Int32}(0)
    check(ccall((:vjp_stream_priority_range, libvjp), Cuint, (Device, Ref{Int32}, Ref{Int32}), Device(device), least,
                greatest))
    return (least=Int(least[]), greatest=Int(greatest[]))
end

Base.:(==)(a::Stream, b::Stream) = a.ptr == b.ptr
Base.hash(stream::Stream, h::UInt) = hash(stream.ptr, h)
Base.show(io::IO, stream::Stream) = stream.ptr == C_NULL ? print(io, "Stream(released)") : print(io, "<", name(stream), ">")

device(stream::Stream) = ccall((:vjp_stream_device, libvjp), Device, (Ptr{Cvoid},), stream)

"The backend's own handle of a stream, a `cudaStream_t`. Valid as long as the stream."
function native(stream::Stream)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(ccall((:vjp_stream_native, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{Cvoid}}), stream, out))
    return out[]
end

"What reports call a stream."
function name(stream::Stream)
    buffer = Base.zeros(UInt8, 256)
    check(ccall((:vjp_stream_get_name, libvjp), Cuint, (Ptr{Cvoid}, Ptr{UInt8}, Csize_t), stream, buffer,
                length(buffer)))
    return plain(Tuple(buffer))
end

"A number of a stream's own among all streams of the process: the `stream_id` of findings."
id(stream::Stream) = Int(ccall((:vjp_stream_id, libvjp), UInt64, (Ptr{Cvoid},), stream))

"Gives a stream a name for reports; returns it."
function name!(stream::Stream, name::AbstractString)
    check(ccall((:vjp_stream_set_name, libvjp), Cuint, (Ptr{Cvoid}, Cstring), stream, name))
    return stream
end

"From now on every use of the stream, by a node of a graph too, is an error that names it."
forget!(stream::Stream) = ccall((:vjp_stream_forget, libvjp), Cvoid, (Ptr{Cvoid},), stream)

"Whether everything that was enqueued on a stream so far, or before an event, is done. Does not block."
function is_done(stream::Stream)
    done = Ref(false)
    check(ccall((:vjp_stream_query, libvjp), Cuint, (Ptr{Cvoid}, Ref{Bool}), stream, done))
    return done[]
end

function synchronize(stream::Stream)
    f, ptr = cglobal((:vjp_stream_synchronize, libvjp)), stream.ptr
    check(GC.@preserve stream @gc_safe ccall(f, Cuint, (Ptr{Cvoid},), ptr))
end

"Whether a stream takes part in a capture: `:none`, `:active` or `:invalidated`."
function capture_state(stream::Stream)
    state = Ref{Cuint}(0)
    check(ccall((:vjp_stream_capture_state, libvjp), Cuint, (Ptr{Cvoid}, Ref{Cuint}, Ptr{UInt64}), stream, state,
                C_NULL))
    return symbol_of(CAPTURE_STATE, state[])
end

"""
    wait_for!(stream, other)

The stream does nothing more until what is in another one now, or what was before an event when it was recorded last, is
done. The host does not wait.
"""
function wait_for!(stream::Stream, other::Stream)
    check(ccall((:vjp_stream_wait_stream, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}), stream, other))
end

"""
    record_stream!(t, stream)

Declares that the tensor is used on a stream: its memory is not handed out again before the work that is in the stream
when the last tensor on it goes away is done.
"""
function record_stream!(t::Tensor, stream::Stream)
    check(ccall((:vjp_tensor_record_stream, libvjp), Cuint, (Handle, Ptr{Cvoid}), t, stream))
    return t
end

# ---- events ----

"""
    Event(device; timing=false)

A marker in a stream (`record!`), for others to wait for, on the host (`synchronize`) or on a device (`wait_for!`). With
timing it notes when the device comes to it, for `elapsed`.
"""
@handle Event vjp_event_release

function Event(device; timing::Bool=false)
    return make(Event, out -> ccall((:vjp_event_create, libvjp), Cuint, (Device, Bool, Ref{Ptr{Cvoid}}),
                                    Device(device), timing, out))
end

"Puts an event at the end of a stream of its device; returns it. Earlier waits keep what they wait for."
function record!(event::Event, stream::Stream)
    check(ccall((:vjp_event_record, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}), event, stream))
    return event
end

function wait_for!(stream::Stream, event::Event)
    check(ccall((:vjp_stream_wait_event, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}), stream, event))
end

function is_done(event::Event)
    done = Ref(false)
    check(ccall((:vjp_event_query, libvjp), Cuint, (Ptr{Cvoid}, Ref{Bool}), event, done))
    return done[]
end

function synchronize(event::Event)
    f, ptr = cglobal((:vjp_event_synchronize, libvjp)), event.ptr
    check(GC.@preserve event @gc_safe ccall(f, Cuint, (Ptr{Cvoid},), ptr))
end

"Milliseconds between two events of one device, both made with timing and done."
function elapsed(from::Event, to::Event)
    out = Ref(0.0)
    check(ccall((:vjp_event_elapsed, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ref{Float64}), from, to, out))
    return out[]
end

"What happened since the process began: `(host_syncs, events_recorded, event_waits)`."
function stream_statistics()
    out = Ref(STREAM_STATISTICS_INIT)
    check(ccall((:vjp_stream_get_statistics, libvjp), Cuint, (Ref{CStreamStatistics},), out))
    return plain(out[])
end

# ---- memory ----

"""
    memory_statistics(device)

A named tuple: `all`, `small`, `large` and `private_pools`, each with `allocated_bytes`, `active_bytes`,
`reserved_bytes`, ... as `(current, peak)`, and counts of what was asked of the device. Zeros for a device that was never
used.
"""
function memory_statistics(device)
    out = Ref(MEMORY_STATISTICS_INIT)
    check(ccall((:vjp_memory_get_statistics, libvjp), Cuint, (Device, Ref{CMemoryStatistics}), Device(device), out))
    return plain(out[])
end

"The peaks become what is current."
reset_memory_peaks!(device) = check(ccall((:vjp_memory_reset_peaks, libvjp), Cuint, (Device,), Device(device)))

"What is free on the device for anybody, and all it has, in bytes. Uses the device."
function memory_info(device)
    free, total = Ref{UInt64}(0), Ref{UInt64}(0)
    check(ccall((:vjp_memory_get_info, libvjp), Cuint, (Device, Ref{UInt64}, Ref{UInt64}), Device(device), free, total))
    return (free=Int(free[]), total=Int(total[]))
end

"""
    memory_limit!(device, bytes)

From now on the library takes at most so many bytes from the device, `nothing`: as many as there are. A number below 1 of
a floating type is a part of what the device has. Beyond that an allocation throws a `MemoryError`, whose message says
how much was wanted and who holds the rest.
"""
function memory_limit!(device, bytes::Union{Integer,Nothing})
    check(ccall((:vjp_memory_set_limit, libvjp), Cuint, (Device, UInt64), Device(device),
                bytes === nothing ? typemax(UInt64) : bytes))
end
function memory_limit!(device, fraction::AbstractFloat)
    check(ccall((:vjp_memory_set_fraction, libvjp), Cuint, (Device, Float64), Device(device), fraction))
end

"Gives cached memory that nobody uses back to the device; waits for the streams that used it."
empty_cache!(device) = check(ccall((:vjp_memory_empty_cache, libvjp), Cuint, (Device,), Device(device)))

"A table for people: the figures, and which operators made what is held."
function memory_summary(device)
    return make_text(out -> ccall((:vjp_memory_summary, libvjp), Cuint, (Device, Ref{Ptr{UInt8}}), Device(device), out))
end

"Every segment with its blocks as JSON (`vjp/memory.h` says what is in it)."
function memory_snapshot(device)
    return make_text(out -> ccall((:vjp_memory_snapshot, libvjp), Cuint, (Device, Ref{Ptr{UInt8}}), Device(device), out))
end

"""
    pin_memory(t, kind="cuda")

A copy of a tensor of the host in page-locked memory, to and from which devices of that type copy without waiting
(`VJP.to(t, device; non_blocking=true)`); itself if it is pinned. No history is recorded.
"""
function pin_memory(t::Tensor, kind="cuda")
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_pin_memory, libvjp), Cuint, (Handle, Int32, Ref{Handle}), t, device_kind(kind), out))
    return own(out)
end

is_pinned(t::Tensor) = ccall((:vjp_tensor_is_pinned, libvjp), Bool, (Handle,), t)

