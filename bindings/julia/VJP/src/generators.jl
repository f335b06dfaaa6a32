# Random generators.

"A Philox generator: its numbers depend on seed and offset only."
mutable struct Generator
    ptr::Ptr{Cvoid}
    function Generator(seed::Integer)
        out = Ref{Ptr{Cvoid}}(C_NULL)
        check(ccall((:vjp_generator_create, libvjp), Cuint, (UInt64, Ref{Ptr{Cvoid}}), seed, out))
        return finalizer(new(out[])) do generator
            ccall((:vjp_generator_release, libvjp), Cvoid, (Ptr{Cvoid},), generator.ptr)
        end
    end
end
Base.unsafe_convert(::Type{Ptr{Cvoid}}, generator::Generator) = generator.ptr

"Sets the seed, and the offset 0."
function seed!(generator::Generator, seed::Integer)
    check(ccall((:vjp_generator_set_seed, libvjp), Cuint, (Ptr{Cvoid}, UInt64), generator, seed))
    return generator
end

"Seeds the process's default generator."
manual_seed!(seed::Integer) = check(ccall((:vjp_manual_seed, libvjp), Cuint, (UInt64,), seed))
