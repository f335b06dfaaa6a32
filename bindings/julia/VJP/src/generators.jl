# Random generators.

"A Philox generator: its numbers depend on seed and offset only."
@handle Generator vjp_generator_release

function Generator(seed::Integer)
    return make(Generator, out -> ccall((:vjp_generator_create, libvjp), Cuint, (UInt64, Ref{Ptr{Cvoid}}), seed, out))
end

"Sets the seed, and the offset 0."
function seed!(generator::Generator, seed::Integer)
    check(ccall((:vjp_generator_set_seed, libvjp), Cuint, (Ptr{Cvoid}, UInt64), generator, seed))
    return generator
end

"""
    Generator(device::Device)

The device's default generator: where operators draw from that are given none.
"""
function Generator(device::Device)
    return make(Generator, out -> ccall((:vjp_default_generator, libvjp), Cuint, (Device, Ref{Ptr{Cvoid}}), device,
                                        out))
end

"The seed and the offset of a generator."
function state(generator::Generator)
    seed, offset = Ref{UInt64}(0), Ref{UInt64}(0)
    check(ccall((:vjp_generator_get_state, libvjp), Cuint, (Ptr{Cvoid}, Ref{UInt64}, Ref{UInt64}), generator, seed,
                offset))
    return (seed=seed[], offset=offset[])
end

"Puts a generator where another, or itself, was: `state!(g, state(h))`; returns it."
function state!(generator::Generator, state)
    check(ccall((:vjp_generator_set_state, libvjp), Cuint, (Ptr{Cvoid}, UInt64, UInt64), generator, state.seed,
                state.offset))
    return generator
end

"Seeds the default generator of every device."
manual_seed!(seed::Integer) = check(ccall((:vjp_manual_seed, libvjp), Cuint, (UInt64,), seed))
