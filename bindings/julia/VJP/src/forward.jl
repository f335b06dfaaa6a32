# Forward mode: tangents that operators carry along.

"""
    forward_mode() do ... end

Runs a function in forward mode, of which there is one at a time in the process; every tangent goes with it. See
`make_dual`, `unpack_dual` and `tangent`.
"""
function forward_mode(body)
    check(ccall((:vjp_forward_mode_enter, libvjp), Cuint, ()))
    try
        return body()
    finally
        check(ccall((:vjp_forward_mode_exit, libvjp), Cuint, ()))
    end
end

"A view of `primal` that carries `tangent`, of the same size."
function make_dual(primal::Tensor, tangent::Tensor)
    out = Ref{Handle}()
    check(ccall((:vjp_make_dual, libvjp), Cuint, (Handle, Handle, Ref{Handle}), primal, tangent, out))
    return own(out)
end

"""
    unpack_dual(t)

The primal and the tangent of `t`: a new view of it without tangent, and its tangent, or `nothing` if it has none.
"""
function unpack_dual(t::Tensor)
    primal, derivative = Ref{Handle}(), Ref{Handle}()
    check(ccall((:vjp_unpack_dual, libvjp), Cuint, (Handle, Ref{Handle}, Ref{Handle}), t, primal, derivative))
    return own(primal), own_or_nothing(derivative)
end

"The tangent of a tensor; `nothing` if it has none, which means zero."
function tangent(t::Tensor)
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_tangent, libvjp), Cuint, (Handle, Ref{Handle}), t, out))
    return own_or_nothing(out)
end
