# Custom functions: any computation, with a derivative given as a function.

"vjp_function."
struct CFunction
    struct_size::Csize_t
    name::Ptr{UInt8}
    backward::Ptr{Cvoid}
    context::Ptr{Cvoid}
    drop::Ptr{Cvoid}
    materialize_grads::Int32
end

const CUSTOM_BACKWARD = Ref{Ptr{Cvoid}}(C_NULL)

"What the forward of a custom function gets: the place to save tensors for its backward."
struct Forward
    saved::Vector{Union{Tensor,Nothing}}
end

"""
    save!(forward, tensors...)

Keeps tensors for the backward, in this order.
"""
save!(forward::Forward, tensors::Union{Tensor,Nothing}...) = (append!(forward.saved, tensors); nothing)

"What the backward of a custom function may ask. Lives during its call."
struct Backward
    node::Ptr{Cvoid}
end

"""
    saved(backward, i)

The i-th tensor that the forward saved. Throws if it was changed in place since.
"""
function saved(backward::Backward, i::Integer)
    out = Ref{Handle}()
    check(ccall((:vjp_function_saved, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{Handle}), backward.node, i - 1, out))
    return own_or_nothing(out)
end

"Whether anybody wants the gradient of the i-th input; where not, `nothing` is the right answer."
function needs_grad(backward::Backward, i::Integer)
    return ccall((:vjp_function_needs_input_grad, libvjp), Bool, (Ptr{Cvoid}, Csize_t), backward.node, i - 1)
end

"""
    custom(forward, backward, inputs...; name="Custom")

Runs `forward(f, inputs...)` with recording off and records one node for it. `forward` returns a tensor or a tuple of
tensors and may `save!` tensors. `backward(b, gradients...)` gets a gradient a result, zeros where there is none, and
returns a gradient or `nothing` for each input: alone if there is one input, a tuple otherwise.

    cube(x) = custom((f, x) -> (save!(f, x); x .* x .* x), (b, g) -> g .* saved(b, 1) .^ 2 .* 3, x; name="Cube")
"""
function custom(forward, backward, inputs::Union{Tensor,Nothing}...; name::AbstractString="Custom")
    context = Forward([])
    value = no_grad(() -> forward(context, inputs...))
    record(backward, String(name), inputs, value isa Tensor ? (value,) : value, context.saved)
    return value
end

"Ties `results`, which were computed with recording off, to `inputs`: the second half of `custom`."
function record(backward, name::String, inputs, results, saved)
    context = hold(backward)
    GC.@preserve name inputs results saved begin
        f = CFunction(sizeof(CFunction), pointer(name), CUSTOM_BACKWARD[], context, DROP[], 1)
        status = ccall((:vjp_function_record, libvjp), Cuint,
                       (Ref{CFunction}, Ptr{Handle}, Csize_t, Ptr{Handle}, Csize_t, Ptr{Handle}, Csize_t), f,
                       handles(inputs), length(inputs), handles(results), length(results), handles(saved),
                       length(saved))
    end
    # After a failure nothing has changed in C: the context is still ours.
    status == 0 || take_back(context)
    check(status)
end

function call_backward(context::Ptr{Cvoid}, node::Ptr{Cvoid}, gradients::Ptr{Handle}, num_gradients::Csize_t,
                       out::Ptr{Handle}, num_inputs::Csize_t)::Cuint
    return guarded() do
        tensors = ntuple(i -> borrowed(unsafe_load(gradients, i)), num_gradients)
        results = held(context)(Backward(node), tensors...)
        list = results isa Union{Tensor,Nothing} ? (results,) : results
        if length(list) != num_inputs
            throw(InvalidError("backward gave $(length(list)) gradients for $(Int(num_inputs)) inputs"))
        end
        # Asked before anything is handed over, so that a wrong one leaves no reference behind.
        fits = all(result -> result isa Union{Tensor,Nothing}, list)
        fits || throw(InvalidError("a gradient is a Tensor or nothing"))
        for (i, result) in enumerate(list)
            result === nothing || unsafe_store!(out, retained(result), i)
        end
    end
end

function init_functions()
    CUSTOM_BACKWARD[] = @cfunction(call_backward, Cuint,
                                   (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Handle}, Csize_t))
    return
end
