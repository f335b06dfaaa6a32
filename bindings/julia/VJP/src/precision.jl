# Mixed precision: autocast, and scaling of gradients.

"""
    autocast(; device="cpu", dtype=VJP.BFloat16Bits, enabled=true, cache=true) do ... end

Runs a function in a region where operators on tensors of that type of devices compute in the precision that suits them:
matrix products, linear layers, convolutions and attention in `dtype` (or `Float16`), what needs it in Float32. Casts are
recorded, and backward, which is not concerned itself, gives gradients of the parameters' own type. Set `cache` to false
while a graph is captured: a cast from before would be left out of it.
"""
function autocast(body; device="cpu", dtype::Type=BFloat16Bits, enabled::Bool=true, cache::Bool=true)
    given = changed(AUTOCAST_OPTIONS_INIT; device_kind=device_kind(device), dtype=dtype_code(dtype), enabled=enabled,
                    cache_enabled=cache)
    return with_region(body, out -> ccall((:vjp_guard_autocast, libvjp), Cuint,
                                          (Ref{CAutocastOptions}, Ref{Ptr{Cvoid}}), given, out))
end

"The type in force for tensors on devices of a type; `nothing` where autocast is off."
function autocast_dtype(device="cpu")
    code = ccall((:vjp_autocast_dtype, libvjp), Cuint, (Int32,), device_kind(device))
    return code == 0 ? nothing : dtype_of(code)
end

"""
    GradScaler(; init_scale=65536, growth_factor=2, backoff_factor=0.5, growth_interval=2000, enabled=true)

Scales losses, so that gradients in Float16 do not vanish, unscales gradients, skips steps where one is not finite, and
adjusts the scale. One task at a time has it.

    backward!(scale(scaler, loss))
    step!(scaler, optimizer)
    update!(scaler)
"""
@handle GradScaler vjp_grad_scaler_release

function GradScaler(; options...)
    given = changed(GRAD_SCALER_OPTIONS_INIT; options...)
    return make(GradScaler, out -> ccall((:vjp_grad_scaler_create, libvjp), Cuint,
                                         (Ref{CGradScalerOptions}, Ref{Ptr{Cvoid}}), given, out))
end

is_enabled(scaler::GradScaler) = ccall((:vjp_grad_scaler_is_enabled, libvjp), Bool, (Ptr{Cvoid},), scaler)

"The tensor, or each of a list, times the scale, recorded."
function scale(scaler::GradScaler, t::Tensor)
    out = Ref{Handle}()
    check(ccall((:vjp_grad_scaler_scale, libvjp), Cuint, (Ptr{Cvoid}, Handle, Ref{Handle}), scaler, t, out))
    return own(out)
end
function scale(scaler::GradScaler, tensors)
    list, out = as_list(tensors), Ref{Ptr{Cvoid}}(C_NULL)
    GC.@preserve list check(ccall((:vjp_grad_scaler_scale_list, libvjp), Cuint,
                                  (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ref{Ptr{Cvoid}}), scaler, handles(list),
                                  length(list), out))
    return own_list(out[])
end

"Divides the gradients of the optimizer's parameters by the scale, in place, to clip them, say, before the step."
function unscale!(scaler::GradScaler, optimizer::Optimizer)
    check(ccall((:vjp_grad_scaler_unscale, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}), scaler, optimizer))
end

"""
    step!(scaler, optimizer)

The optimizer's step with unscaled gradients, unless one is not finite: then false. A capturable optimizer's decision
stays on the device, and true says nothing.
"""
function step!(scaler::GradScaler, optimizer::Optimizer)
    done = Ref(false)
    check(ccall((:vjp_grad_scaler_step, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ref{Bool}), scaler, optimizer, done))
    return done[]
end

"Adjusts the scale by what was found for all optimizers since the last update."
update!(scaler::GradScaler) = check(ccall((:vjp_grad_scaler_update, libvjp), Cuint, (Ptr{Cvoid},), scaler))

"Ends the iteration as `update!` does, with another scale: a number, or a tensor of one, which the host does not read."
function scale!(scaler::GradScaler, x::Real)
    check(ccall((:vjp_grad_scaler_set_scale, libvjp), Cuint, (Ptr{Cvoid}, Float64), scaler, x))
end
function scale!(scaler::GradScaler, t::Tensor)
    check(ccall((:vjp_grad_scaler_set_scale_tensor, libvjp), Cuint, (Ptr{Cvoid}, Handle), scaler, t))
end

"The scale, 1 if disabled. The host waits for it."
function scale(scaler::GradScaler)
    out = Ref(0.0)
    check(ccall((:vjp_grad_scaler_get_scale, libvjp), Cuint, (Ptr{Cvoid}, Ref{Float64}), scaler, out))
    return out[]
end

"What was found for an optimizer since the last update: for each device of its gradients a Float32, 0 or 1, there."
function found_inf(scaler::GradScaler, optimizer::Optimizer)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(ccall((:vjp_grad_scaler_found_inf, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ref{Ptr{Cvoid}}), scaler,
                optimizer, out))
    return own_list(out[])
end

"What is to be stored to go on later, a named tuple. The host waits for it."
function state(scaler::GradScaler)
    out = Ref(GRAD_SCALER_STATE_INIT)
    check(ccall((:vjp_grad_scaler_get_state, libvjp), Cuint, (Ptr{Cvoid}, Ref{CGradScalerState}), scaler, out))
    return plain(out[])
end

"Goes on with a stored state. Does nothing if disabled."
function load_state!(scaler::GradScaler, state::NamedTuple)
    given = changed(GRAD_SCALER_STATE_INIT; state...)
    check(ccall((:vjp_grad_scaler_load_state, libvjp), Cuint, (Ptr{Cvoid}, Ref{CGradScalerState}), scaler, given))
    return scaler
end
