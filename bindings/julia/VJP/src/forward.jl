# Forward mode: tangents that operators carry along.

"""
    forward_mode() do ... end

Runs a function inside a level of forward mode; every tangent of the level goes with it. Levels nest: the tangents of an
inner one carry those of the levels around it. See `make_dual`, `unpack_dual`, `tangent` and `forward_level`.
"""
function forward_mode(body)
    check(ccall((:vjp_forward_mode_enter, libvjp), Cuint, ()))
    level = forward_level()
    try
        return body()
    finally
        check(ccall((:vjp_forward_mode_exit_level, libvjp), Cuint, (UInt64,), level))
    end
end

"""
    forward_level()

The number of the innermost level of forward mode, by which `make_dual`, `unpack_dual` and `tangent` know it; 0 outside.
"""
forward_level() = ccall((:vjp_forward_mode_level, libvjp), UInt64, ())

"""
    make_dual(primal, tangent; level = 0)

A view of `primal` that carries `tangent`, of the same size, at a level; 0 is the innermost one.
"""
function make_dual(primal::Tensor, tangent::Tensor; level::Integer = 0)
    out = Ref{Handle}()
    check(ccall((:vjp_make_dual_at, libvjp), Cuint, (Handle, Handle, UInt64, Ref{Handle}), primal, tangent, level, out))
    return own(out)
end

"""
    unpack_dual(t; level = 0)

The primal and the tangent of `t` at a level (0: the innermost one): a new view of it without that tangent, and the
tangent, or `nothing` if it has none.
"""
function unpack_dual(t::Tensor; level::Integer = 0)
    primal, derivative = Ref{Handle}(), Ref{Handle}()
    check(ccall((:vjp_unpack_dual_at, libvjp), Cuint, (Handle, UInt64, Ref{Handle}, Ref{Handle}), t, level, primal,
                derivative))
    return own(primal), own_or_nothing(derivative)
end

"""
    tangent(t; level = 0)

The tangent of a tensor at a level (0: the innermost one); `nothing` if it has none, which means zero.
"""
function tangent(t::Tensor; level::Integer = 0)
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_tangent_at, libvjp), Cuint, (Handle, UInt64, Ref{Handle}), t, level, out))
    return own_or_nothing(out)
end

"The numbers of the levels at which a tensor has tangents, the innermost first."
function tangent_levels(t::Tensor)
    levels, out = UInt64[], Ref{UInt64}(0)
    while true
        check(ccall((:vjp_tensor_tangent_level, libvjp), Cuint, (Handle, UInt64, Ref{UInt64}), t, out[], out))
        out[] == 0 && return levels
        push!(levels, out[])
    end
end
