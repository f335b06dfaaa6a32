# Safetensors files.

"""
    SafetensorsFile(path; mmap=false)

An open file: `keys(file)`, `file["name"]`, `metadata(file, "key")`. A tensor is read when it is asked for. With `mmap` it
lies on the mapped file (copy on write), and nothing is read before it is used; the file must then stay as it is while
a tensor of it lives: bytes that others rewrite may show up in the tensor, and what they cut off ends the process (SIGBUS).
"""
mutable struct SafetensorsFile <: CHandle
    ptr::Ptr{Cvoid}
    mmap::Bool
    function SafetensorsFile(path::AbstractString; mmap::Bool=false)
        out = Ref{Ptr{Cvoid}}(C_NULL)
        check(ccall((:vjp_safetensors_open, libvjp), Cuint, (Cstring, Ref{Ptr{Cvoid}}), path, out))
        return finalizer(file -> @give_back(file, vjp_safetensors_release), new(out[], mmap))
    end
end
Base.deepcopy_internal(file::SafetensorsFile, ::IdDict) = file

Base.length(file::SafetensorsFile) = Int(ccall((:vjp_safetensors_count, libvjp), Csize_t, (Ptr{Cvoid},), file))

function Base.keys(file::SafetensorsFile)
    return GC.@preserve file map(1:length(file)) do i
        unsafe_string(ccall((:vjp_safetensors_name, libvjp), Cstring, (Ptr{Cvoid}, Csize_t), file, i - 1))
    end
end

Base.haskey(file::SafetensorsFile, name::AbstractString) = name in keys(file)

function Base.getindex(file::SafetensorsFile, name::AbstractString)
    out = Ref{Handle}()
    if file.mmap
        check(ccall((:vjp_safetensors_get, libvjp), Cuint, (Ptr{Cvoid}, Cstring, Ref{Handle}), file, name, out))
    else
        check(ccall((:vjp_safetensors_read, libvjp), Cuint, (Ptr{Cvoid}, Cstring, Ref{Handle}), file, name, out))
    end
    return own(out)
end

"The metadata value of a key, `nothing` if there is none."
function metadata(file::SafetensorsFile, key::AbstractString)
    value = ccall((:vjp_safetensors_metadata, libvjp), Cstring, (Ptr{Cvoid}, Cstring), file, key)
    return GC.@preserve file value == C_NULL ? nothing : unsafe_string(value)
end

"""
    save_safetensors(path, tensors; metadata=())

Writes tensors, given as a Dict or pairs of name and tensor, and metadata, pairs of strings. On any failure the old
file stays.
"""
function save_safetensors(path::AbstractString, tensors; metadata=())
    names = String[first(pair) for pair in pairs_of(tensors)]
    values = Tensor[last(pair) for pair in pairs_of(tensors)]
    texts = String[String(text) for pair in pairs_of(metadata) for text in pair]
    any(text -> '\0' in text, [names; texts]) && throw(InvalidError("save_safetensors: a name holds a zero byte"))
    GC.@preserve names values texts begin
        check(ccall((:vjp_safetensors_save, libvjp), Cuint,
                    (Cstring, Ptr{Ptr{UInt8}}, Ptr{Handle}, Csize_t, Ptr{Ptr{UInt8}}, Csize_t), path, pointer.(names),
                    handles(values), length(values), pointer.(texts), length(texts) ÷ 2))
    end
end

pairs_of(list) = list
pairs_of(pair::Pair) = (pair,)
