# DLPack: memory shared with other libraries.

"""
    to_dlpack(t; versioned=true, stream=nothing)

A pointer to a `DLManagedTensorVersioned` (DLPack 1.x), or a `DLManagedTensor`, that shares the tensor's memory: for
`from_dlpack` or another library, which calls its deleter. A tensor that requires grad is refused, `detach` it; so is one on
a device that DLPack has no number for, the simulator's too. `stream` is the number (`dlpack_number`) of that on which the
receiver uses the memory, -1: nobody waits; of the default stream without one.
"""
function to_dlpack(t::Tensor; versioned::Bool=true, stream::Union{Integer,Nothing}=nothing)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(ccall((:vjp_tensor_to_dlpack_stream, libvjp), Cuint, (Handle, Bool, Ptr{Int64}, Ref{Ptr{Cvoid}}), t, versioned,
                stream === nothing ? C_NULL : Ref(Int64(stream)), out))
    return out[]
end

"""
    from_dlpack(pointer; versioned=true)

A tensor on another library's memory, which it gives back with the last tensor on it. If it throws the struct is still the
caller's.
"""
function from_dlpack(managed::Ptr; versioned::Bool=true)
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_from_dlpack, libvjp), Cuint, (Ptr{Cvoid}, Bool, Ref{Handle}), managed, versioned, out))
    return own(out)
end

"Where DLPack says that a tensor lies: `(1, 0)` on the host, `(2, index)` on CUDA, `(10, index)` on ROCm."
function dlpack_device(t::Tensor)
    kind, index = Ref{Int32}(0), Ref{Int32}(0)
    check(ccall((:vjp_tensor_dlpack_device, libvjp), Cuint, (Handle, Ref{Int32}, Ref{Int32}), t, kind, index))
    return (Int(kind[]), Int(index[]))
end

"The device of DLPack's numbers."
function device_from_dlpack(kind::Integer, index::Integer)
    return given(out -> ccall((:vjp_device_from_dlpack, libvjp), Cuint, (Int32, Int32, Ref{Device}), kind, index, out))
end

"A stream's number, to be told to a sender, who makes it wait for what was enqueued."
function dlpack_number(stream::Stream)
    out = Ref{Int64}(0)
    check(ccall((:vjp_stream_dlpack_number, libvjp), Cuint, (Ptr{Cvoid}, Ref{Int64}), stream, out))
    return out[]
end
