# Forward mode: tangents that operators carry along.

"""
    forward_mode() do ... end

Runs a function in the forward mode of this thread; every tangent goes with it. See `make_dual` and `tangent`.
"""
function forward_mode(body)
    check(ccall((:vjp_forward_mode_enter, libvjp), Cuint, ()))
    try
        return body()
    finally
        check(ccall((:vjp_forward_mode_exit, libvjp), Cuint, ()))
    end
end

"A view of `primal` that carries `tangent`, of the same size and type."
function make_dual(primal::Tensor, tangent::Tensor)
    out = Ref{Handle}()
    check(ccall((:vjp_make_dual, libvjp), Cuint, (Handle, Handle, Ref{Handle}), primal, tangent, out))
    return own(out)
end

"The tangent of a tensor; `nothing` if it has none, which means zero."
function tangent(t::Tensor)
    out = Ref{Handle}()
    check(ccall((:vjp_tensor_tangent, libvjp), Cuint, (Handle, Ref{Handle}), t, out))
    return own_or_nothing(out)
end
