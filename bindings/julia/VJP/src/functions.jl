# Custom functions: any computation, with a derivative given as a function.

const CUSTOM_BACKWARD = Ref{Ptr{Cvoid}}(C_NULL)
const CUSTOM_JVP = Ref{Ptr{Cvoid}}(C_NULL)

"What the forward of a custom function gets: the place to save tensors, and to say what it does with them."
struct Forward
    saved::Vector{Union{Tensor,Nothing}}
    saved_for_jvp::Vector{Union{Tensor,Nothing}}
    dirty::Vector{Tensor}
    constant::Vector{Tensor}
end
Forward() = Forward([], [], [], [])

"""
    save!(forward, tensors...)

Keeps tensors for the backward, in this order.
"""
save!(forward::Forward, tensors::Union{Tensor,Nothing}...) = (append!(forward.saved, tensors); nothing)

"""
    save_for_jvp!(forward, tensors...)

Keeps tensors for the jvp, in this order.
"""
save_for_jvp!(forward::Forward, tensors::Union{Tensor,Nothing}...) = (append!(forward.saved_for_jvp, tensors); nothing)

"""
    mark_dirty!(forward, inputs...)

Declares inputs that the forward changed in place. Each must be a result.
"""
mark_dirty!(forward::Forward, inputs::Tensor...) = (append!(forward.dirty, inputs); nothing)

"""
    mark_nondifferentiable!(forward, results...)

Declares results through which no gradient flows.
"""
mark_nondifferentiable!(forward::Forward, results::Tensor...) = (append!(forward.constant, results); nothing)

"What the backward of a custom function may ask. Lives during its call, afterwards it is a `StateError` to ask."
mutable struct Backward
    node::Ptr{Cvoid}
end

"""
    saved(backward, i)

The i-th tensor that the forward saved. Throws if it was changed in place since.
"""
function saved(backward::Backward, i::Integer)
    out = Ref{Handle}()
    check(ccall((:vjp_function_saved, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{Handle}), asked(backward), place_of(i), out))
    return own_or_nothing(out)
end

"Whether anybody wants the gradient of the i-th input; where not, `nothing` is the right answer."
function needs_grad(backward::Backward, i::Integer)
    return ccall((:vjp_function_needs_input_grad, libvjp), Bool, (Ptr{Cvoid}, Csize_t), asked(backward), place_of(i))
end

"What the jvp of a custom function may ask. Lives during its call, afterwards it is a `StateError` to ask."
mutable struct Jvp
    call::Ptr{Cvoid}
end

asked(b::Backward) = b.node == C_NULL ? outlived("Backward", "backward") : b.node
asked(j::Jvp) = j.call == C_NULL ? outlived("Jvp", "jvp") : j.call
outlived(what, whose) = throw(StateError("the $what of a custom function is asked after its $whose has returned"))

"""
    saved(jvp, i)

The i-th tensor that the forward saved by `save_for_jvp!`.
"""
function saved(jvp::Jvp, i::Integer)
    out = Ref{Handle}()
    check(ccall((:vjp_function_call_saved_for_forward, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{Handle}),
                asked(jvp), place_of(i), out))
    return own_or_nothing(out)
end

"""
    custom(forward, backward, inputs...; name="Custom", jvp=nothing, vmap=nothing, materialize=true, once=false)

Runs `forward(f, inputs...)` with recording off and records one node for it. `forward` returns a tensor or a tuple of
tensors and may `save!` tensors, `mark_dirty!` inputs and `mark_nondifferentiable!` results. `backward(b, gradients...)`
gets a gradient a result, zeros where there is none (`nothing` without `materialize`), and returns a gradient or
`nothing` for each input: alone if there is one input, a tuple otherwise. With `once` it runs with recording off, and
what it gave cannot be differentiated. `jvp(j, tangents...)` is the derivative in forward mode: from a tangent for each
input to one, or `nothing`, for each result. `vmap(level, in_dims, inputs...)` computes for a whole batch where inputs are
batched: from inputs without the level, whose samples lie along `in_dims` (`nothing` for what all samples share), to results of
which `wrap(level, result, dim)` makes batched ones again. Without it forward and backward run on batched tensors.

    cube(x) = custom((f, x) -> (save!(f, x); x .* x .* x), (b, g) -> g .* saved(b, 1) .^ 2 .* 3, x; name="Cube")
"""
function custom(forward, backward, inputs::Union{Tensor,Nothing}...; name::AbstractString="Custom", jvp=nothing,
                vmap=nothing, materialize::Bool=true, once::Bool=false)
    vmap !== nothing && Base.any(t -> t isa Tensor && is_batched(t), inputs) && return by_rule(vmap, inputs)
    await_turn()
    call = begin_call(backward, jvp, String(name), inputs, materialize, once)
    f, value, results, given = Forward(), nothing, (), Handle[]
    try
        value = as_callback(() -> forward(f, inputs...))
        results = results_of(value, name)
        tell(call, f)
        given = handles(results)
    catch
        # With recording off the thread could not go on: however the forward ends, the application does.
        ccall((:vjp_function_abandon, libvjp), Cuint, (Ptr{Cvoid},), call)
        rethrow()
    end
    out = Base.fill(Handle(C_NULL), length(given))
    status = GC.@preserve results ccall((:vjp_function_end, libvjp), Cuint,
                                        (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Handle}), call, given, length(given), out)
    list = handed(() -> Tuple(own.(out)), status)
    return value isa Tensor ? list[1] : list
end

"The results of a custom function's forward."
results_of(t::Tensor, _) = (t,)
function results_of(list, name)
    good = list isa Union{Tuple,AbstractVector} && !isempty(list) && Base.all(t -> t isa Tensor, list)
    good || throw(InvalidError("$name: the forward gives a Tensor or a tuple of Tensors, got $(describe(list))"))
    return list
end

"What messages say of a value that is none of those that are wanted."
describe(x) = x isa Union{Tuple,AbstractVector} ? "$(typeof(x)) of $(length(x))" : "$(typeof(x))"

function begin_call(backward, jvp, name::String, inputs, materialize::Bool, once::Bool)
    call = Ref{Ptr{Cvoid}}(C_NULL)
    check(GC.@preserve name inputs lend((backward, jvp)) do context
        f = changed(FUNCTION_INIT; name=pointer(name), backward=CUSTOM_BACKWARD[], context=context, drop=DROP[],
                    materialize_grads=materialize, jvp=jvp === nothing ? C_NULL : CUSTOM_JVP[],
                    once_differentiable=once)
        ccall((:vjp_function_begin, libvjp), Cuint, (Ref{CFunction}, Ptr{Handle}, Csize_t, Ref{Ptr{Cvoid}}), f,
              handles(inputs), length(inputs), call)
    end)
    return call[]
end

"Tells C what the forward said."
function tell(call::Ptr{Cvoid}, f::Forward)
    GC.@preserve f begin
        check(ccall((:vjp_function_call_save_for_backward, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t), call,
                    handles(f.saved), length(f.saved)))
        check(ccall((:vjp_function_call_save_for_forward, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t), call,
                    handles(f.saved_for_jvp), length(f.saved_for_jvp)))
        check(ccall((:vjp_function_call_mark_dirty, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t), call,
                    handles(f.dirty), length(f.dirty)))
        check(ccall((:vjp_function_call_mark_non_differentiable, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t),
                    call, handles(f.constant), length(f.constant)))
    end
end

"Ties `results`, new tensors which were computed with recording off, to `inputs`."
function record(backward, name::String, inputs, results, saved)
    check(GC.@preserve name inputs results saved lend((backward, nothing)) do context
        f = changed(FUNCTION_INIT; name=pointer(name), backward=CUSTOM_BACKWARD[], context=context, drop=DROP[])
        ccall((:vjp_function_record, libvjp), Cuint,
              (Ref{CFunction}, Ptr{Handle}, Csize_t, Ptr{Handle}, Csize_t, Ptr{Handle}, Csize_t), f, handles(inputs),
              length(inputs), handles(results), length(results), handles(saved), length(saved))
    end)
end

"Stores what a callback gave, one a place: a tensor or nothing, or a tuple of them."
function store_results(out::Ptr{Handle}, count, results, what, places)
    list = results isa Union{Tensor,Nothing} ? (results,) : results
    list isa Union{Tuple,AbstractVector} ||
        throw(InvalidError("a $what gives a Tensor or nothing for each of its $(Int(count)) $places, got $(describe(list))"))
    length(list) == count || throw(InvalidError("a $what gave $(length(list)) results for $(Int(count)) $places"))
    # Asked before anything is handed over, so that a wrong one leaves no reference behind.
    foreach(result -> result === nothing || living(tensor_of(result, "a $what")), list)
    for (i, result) in enumerate(list)
        result === nothing || unsafe_store!(out, retained(result), i)
    end
end

@callback function call_backward(context::Ptr{Cvoid}, node::Ptr{Cvoid}, gradients::Ptr{Handle},
                                 num_gradients::Csize_t, out::Ptr{Handle}, num_inputs::Csize_t)::Cuint
    return guarded() do
        b = Backward(node)
        try
            results = first(held(context))(b, borrowed_list(gradients, num_gradients)...)
            store_results(out, num_inputs, results, "backward", "inputs")
        finally
            b.node = C_NULL
        end
    end
end

@callback function call_jvp(context::Ptr{Cvoid}, call::Ptr{Cvoid}, tangents::Ptr{Handle}, num_inputs::Csize_t,
                            out::Ptr{Handle}, num_results::Csize_t)::Cuint
    return guarded() do
        j = Jvp(call)
        try
            results = last(held(context))(j, borrowed_list(tangents, num_inputs)...)
            store_results(out, num_results, results, "jvp", "results")
        finally
            j.call = C_NULL
        end
    end
end

function init_functions()
    CUSTOM_BACKWARD[] = @cfunction(call_backward, Cuint,
                                   (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Handle}, Csize_t))
    CUSTOM_JVP[] = @cfunction(call_jvp, Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Handle}, Csize_t))
    return
end
