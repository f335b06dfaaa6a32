# Memory of the process: what is asked for more, allocators of one's own, and figures of the host.

# ---- asked for memory ----

# A device that has no memory left may have it held by tensors that the collector has not found yet. Grad calls stay on
# Julia's threads (__init__), so that this is called on one of them.
collect_for(::Device, ::Int) = (GC.gc(true); true)

const PRESSURE_HANDLER = Ref{Any}(collect_for)
const CALL_PRESSURE = Ref{Ptr{Cvoid}}(C_NULL)

@callback function call_pressure(context::Ptr{Cvoid}, device::Device, bytes::UInt64)::Bool
    try
        return PRESSURE_HANDLER[](device, bytes % Int)::Bool
    catch exception
        return complain("in a handler of memory pressure", exception)
    end
end

"""
What a callback has to say whose exception nobody can be given; false. It is logged when C's frames are gone: a log may switch
tasks.
"""
function complain(where, exception)
    push!(WARNINGS[Threads.threadid()], Complaint(where, exception, catch_backtrace()))
    return false
end

"""
    memory_pressure_handler!(f)

From now on `f(device, bytes)` is asked when an allocation on a device finds no memory, and neither waiting nor the cache
has helped. It may release tensors, but not make any on the device, and says whether it is worth another try. An exception
in it is logged, and means no. At first, and with `VJP.collect_for`, the collector is run; with `nothing` nobody is asked.

    VJP.memory_pressure_handler!() do device, bytes
        empty!(results_that_can_be_computed_again)
        VJP.collect_for(device, bytes)
    end
"""
function memory_pressure_handler!(f)
    PRESSURE_HANDLER[] = f === nothing ? (_, _) -> false : f
    return
end

# ---- allocators of one's own ----

const RAW_ALLOCATE = Ref{Ptr{Cvoid}}(C_NULL)
const RAW_DEALLOCATE = Ref{Ptr{Cvoid}}(C_NULL)

const MEMORY_ERROR = Cuint(7)

@callback function call_raw_allocate(context::Ptr{Cvoid}, index::Int32, bytes::UInt64, out::Ptr{Ptr{Cvoid}})::Cuint
    try
        memory = first(held(context))(Int(index), bytes % Int)
        memory === nothing && return MEMORY_ERROR
        unsafe_store!(out, Ptr{Cvoid}(memory::Ptr))
        return Cuint(0)
    catch exception
        complain("in a raw allocator", exception)
        return MEMORY_ERROR
    end
end

@callback function call_raw_deallocate(context::Ptr{Cvoid}, index::Int32, memory::Ptr{Cvoid}, bytes::UInt64)::Cuint
    try
        last(held(context))(Int(index), memory, bytes % Int)
    catch exception
        complain("in a raw allocator", exception)
    end
    return Cuint(0)
end

"""
    raw_allocator!(kind, allocate, deallocate)

From the next segment on, memory of all devices of a type (`"cuda"`) comes from `allocate(index, bytes)`, below the
library's cache: a pointer to memory of the device of that index, aligned to 512 bytes, or `nothing` if there is none, which
an exception, that is logged, means too. `deallocate(index, pointer, bytes)` takes it back. Both are called on threads that
use the device or give tensors back, `deallocate` in finalizers as well: they call nothing of this package, and do not wait.
They are kept until the last of their memory has come back.

    raw_allocator!(kind)

Memory from the backend itself again. `empty_cache!` gives back what is cached.
"""
function raw_allocator!(kind, allocate, deallocate)
    check(lend((allocate, deallocate)) do context
        raw = Ref(CRawAllocator(sizeof(CRawAllocator), RAW_ALLOCATE[], RAW_DEALLOCATE[], context, DROP[]))
        ccall((:vjp_memory_set_raw_allocator, libvjp), Cuint, (Int32, Ref{CRawAllocator}), device_kind(kind), raw)
    end)
end
function raw_allocator!(kind)
    check(ccall((:vjp_memory_set_raw_allocator, libvjp), Cuint, (Int32, Ptr{Cvoid}), device_kind(kind), C_NULL))
end

"""
Where the first element lies, in memory of the tensor's device: for kernels of one's own. The memory is the tensor's: keep
that with `GC.@preserve` while the pointer is used. A batched tensor has none: null. On the host, `share(t)` is safer.
"""
data_pointer(t::Tensor) = ccall((:vjp_tensor_data, libvjp), Ptr{Cvoid}, (Handle,), t)

# ---- the host ----

"Bytes of tensor storage on the host: `(current, peak)`, the most since the start or `reset_host_memory_peak!`."
host_memory() = (current=Int(allocated_bytes()), peak=Int(ccall((:vjp_memory_peak, libvjp), Int64, ())))

"The peak of `host_memory` becomes what is current."
reset_host_memory_peak!() = ccall((:vjp_memory_reset_peak, libvjp), Cvoid, ())

function init_memory()
    RAW_ALLOCATE[] = @cfunction(call_raw_allocate, Cuint, (Ptr{Cvoid}, Int32, UInt64, Ptr{Ptr{Cvoid}}))
    RAW_DEALLOCATE[] = @cfunction(call_raw_deallocate, Cuint, (Ptr{Cvoid}, Int32, Ptr{Cvoid}, UInt64))
    CALL_PRESSURE[] = @cfunction(call_pressure, Bool, (Ptr{Cvoid}, Device, UInt64))
    check(ccall((:vjp_memory_set_pressure_handler, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}),
                CALL_PRESSURE[], C_NULL, C_NULL))
end
