# Derivatives of functions: gradients, Jacobians, Hessians, and their products with vectors.

const FUNCTIONAL_RUN = Ref{Ptr{Cvoid}}(C_NULL)

"A function as C calls it, and what form its results had."
mutable struct Differentiated
    f::Any
    has_aux::Bool
    single::Bool
    aux_single::Bool
    num_outputs::Int
    Differentiated(f, has_aux::Bool) = new(f, has_aux, true, true, 0)
end

function append_tensors(list::Ptr{Cvoid}, tensors)
    for t in tensors
        check(ccall((:vjp_tensor_list_append, libvjp), Cuint, (Ptr{Cvoid}, Handle), list, t::Tensor))
    end
end

"What derivatives are taken by: arrays and numbers become tensors."
const Input = Union{AbstractArray{<:Number},Number}
as_input(t::Tensor) = t
as_input(x::Input) = Tensor(x)

listed(t::Tensor) = (t,)
listed(x::Union{AbstractArray{<:Number},Number}) = (x,)
listed(ts) = ts

@callback function call_functional(context::Ptr{Cvoid}, inputs::Ptr{Handle}, count::Csize_t, outputs::Ptr{Cvoid},
                                   aux::Ptr{Cvoid})::Cuint
    return guarded() do
        function_ = held(context)
        value = function_.f(borrowed_list(inputs, count)...)
        if function_.has_aux
            value, others = value
            function_.aux_single = others isa Tensor
            append_tensors(aux, listed(others))
        end
        # What depends on no input may be a number.
        value isa Number && (value = Tensor(value))
        function_.single = value isa Tensor
        function_.num_outputs = length(listed(value))
        append_tensors(outputs, listed(value))
    end
end

functional_options(strategy::Symbol, options) =
    changed(FUNCTIONAL_OPTIONS_INIT; strategy=code_of(FUNCTIONAL_STRATEGY, strategy), options...)

"The values that the function gave, and what else `call` got from C, as `take` takes it over."
function derive(call, f, given; take=own_list, has_aux::Bool=false, strategy::Symbol=:auto, options...)
    inputs = map(as_input, given)
    :argnums in keys(options) && throw(InvalidError("there is no option argnums; a closure keeps what is not differentiated"))
    c_options = functional_options(strategy, options)
    function_ = Differentiated(f, has_aux)
    values, out = Ref{Ptr{Cvoid}}(C_NULL), Ref{Ptr{Cvoid}}(C_NULL)
    context = hold(function_)
    tensors, results = try
        status = GC.@preserve inputs call(context, handles(inputs), length(inputs), c_options, values, out)
        handed(() -> (own_list(values[]), take(out[])), status)  # here: Julia forgets at the end of a try what was put off
    finally
        take_back(context)
    end
    outputs = mirrored(tensors[1:function_.num_outputs], function_.single)
    has_aux && (outputs = (outputs, mirrored(tensors[function_.num_outputs + 1:end], function_.aux_single)))
    return outputs, results, function_
end

mirrored(tensors, single::Bool) = single ? tensors[1] : Tuple(tensors)

for (name, entry) in (:c_grad => :vjp_functional_grad, :c_jacobian => :vjp_functional_jacobian,
                      :c_hessian => :vjp_functional_hessian)
    @eval function $name(f, inputs; options...)
        return derive(f, inputs; options...) do context, list, count, c_options, values, out
            ccall(($(QuoteNode(entry)), libvjp), Cuint,
                  (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ref{CFunctionalOptions}, Ref{Ptr{Cvoid}}, Ref{Ptr{Cvoid}}),
                  FUNCTIONAL_RUN[], context, list, count, c_options, values, out)
        end
    end
end
for (name, entry) in (:c_vjp => :vjp_functional_vjp, :c_jvp => :vjp_functional_jvp, :c_vhp => :vjp_functional_vhp,
                      :c_hvp => :vjp_functional_hvp)
    @eval function $name(f, inputs, vectors; options...)
        given = vectors === nothing ? Tensor[] : Tensor[map(as_input, listed(vectors))...]
        return derive(f, inputs; options...) do context, list, count, c_options, values, out
            GC.@preserve given ccall(($(QuoteNode(entry)), libvjp), Cuint,
                                     (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Handle}, Csize_t,
                                      Ref{CFunctionalOptions}, Ref{Ptr{Cvoid}}, Ref{Ptr{Cvoid}}), FUNCTIONAL_RUN[], context,
                                     list, count, handles(given), length(given), c_options, values, out)
        end
    end
end

"""
    VJP.value_and_gradient(f, inputs...; options...)

The value of `f(inputs...)`, a tensor of one element, and its gradient: a tensor for one input, a tuple for several. Inputs are tensors;
arrays and numbers become some.

    x = Tensor([1.0, 2.0])
    VJP.value_and_gradient(x -> sum(x .* x), x)

With `has_aux=true` `f` gives `(value, aux)`, and so does this in the place of the value; aux, a tensor or a tuple of tensors, is
handed on and not differentiated.

This, and the functions beside it (`gradient`, `vjp`, `jvp`, `jacobian`, `hessian`, `vhp`, `hvp`, `linearize`), may be called within
`f`, to any depth. Exceptions of `f` come out. Options: `create_graph`, whether results are recorded, by default where the
caller records and they depend on something that requires grad; `strict`: what depends on nothing is an `InvalidError` and not
zeros; `strategy`: `:reverse` for jvp and hvp by the tape alone, `:forward` for matrices by columns; `vectorize`: rows or
columns of matrices together, `chunk_size` at once.
"""
function value_and_gradient(f, inputs::Input...; options...)
    values, results, _ = c_grad(f, inputs; options...)
    return values, mirrored(results, length(inputs) == 1)
end

"The gradient alone; see `value_and_gradient`."
gradient(f, inputs::Input...; options...) = last(value_and_gradient(f, inputs...; options...))

"""
    VJP.vjp(f, inputs...; vectors=nothing, options...)

The values of `f(inputs...)`, and the gradients of their sum weighted with `vectors`, which have their form and may be left
out for one of one element.
"""
function vjp(f, inputs::Input...; vectors=nothing, options...)
    values, results, _ = c_vjp(f, inputs, vectors; options...)
    return values, mirrored(results, length(inputs) == 1)
end

"""
    VJP.jvp(f, inputs...; vectors=nothing, options...)

The values of `f(inputs...)`, and their derivative along `vectors`, one an input.
"""
function jvp(f, inputs::Input...; vectors=nothing, options...)
    values, results, function_ = c_jvp(f, inputs, vectors; options...)
    return values, mirrored(results, function_.single)
end

"The value of `f`, of one element, and vectors times its Hessian."
function vhp(f, inputs::Input...; vectors=nothing, options...)
    values, results, _ = c_vhp(f, inputs, vectors; options...)
    return values, mirrored(results, length(inputs) == 1)
end

"The value of `f`, of one element, and its Hessian times vectors: forward mode over the gradient."
function hvp(f, inputs::Input...; vectors=nothing, options...)
    values, results, _ = c_hvp(f, inputs, vectors; options...)
    return values, mirrored(results, length(inputs) == 1)
end

"By rows of `columns` entries; single outputs and inputs give no tuple."
function matrix(entries, columns, outputs_single, inputs_single)
    rows = [mirrored(entries[first:first + columns - 1], inputs_single) for first in 1:columns:length(entries)]
    return outputs_single ? rows[1] : Tuple(rows)
end

"""
    VJP.jacobian(f, inputs...; options...)

The Jacobian, outputs outside and inputs inside: entries have the size of the output followed by that of the input.
"""
function jacobian(f, inputs::Input...; options...)
    _, results, function_ = c_jacobian(f, inputs; options...)
    return matrix(results, length(inputs), function_.single, length(inputs) == 1)
end

"The Hessian of `f`, which gives one element, by input and input."
function hessian(f, inputs::Input...; options...)
    _, results, _ = c_hessian(f, inputs; options...)
    return matrix(results, length(inputs), length(inputs) == 1, length(inputs) == 1)
end

"The derivative of a function at a point, kept by C."
@handle LinearMap vjp_linearization_release

"The derivative of a function at a point: see `linearize`."
struct Linearization
    map::LinearMap
    inputs_single::Bool
    outputs_single::Bool
end

"""
    values, derivative = VJP.linearize(f, inputs...)

Calls `f` once, and keeps its derivative there: `VJP.vjp(derivative, vectors...)` and `VJP.jvp(derivative, vectors...)` apply it as
often as one likes.
"""
function linearize(f, inputs::Input...; options...)
    values, map_, function_ = derive(f, inputs; take=p -> LinearMap(Owned(p)), options...) do context, list, count, c_options, kept, out
        ccall((:vjp_functional_linearize, libvjp), Cuint,
              (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ref{CFunctionalOptions}, Ref{Ptr{Cvoid}}, Ref{Ptr{Cvoid}}),
              FUNCTIONAL_RUN[], context, list, count, c_options, kept, out)
    end
    return values, Linearization(map_, length(inputs) == 1, function_.single)
end

function vjp(derivative::Linearization, vectors::Tensor...)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    status = GC.@preserve vectors ccall((:vjp_linearization_vjp, libvjp), Cuint,
                                        (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ref{Ptr{Cvoid}}), derivative.map,
                                        handles(vectors), length(vectors), out)
    return mirrored(handed(() -> own_list(out[]), status), derivative.inputs_single)
end

function jvp(derivative::Linearization, vectors::Tensor...)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    status = GC.@preserve vectors ccall((:vjp_linearization_jvp, libvjp), Cuint,
                                        (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ref{Ptr{Cvoid}}), derivative.map,
                                        handles(vectors), length(vectors), out)
    return mirrored(handed(() -> own_list(out[]), status), derivative.outputs_single)
end

function init_functional()
    FUNCTIONAL_RUN[] = @cfunction(call_functional, Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Cvoid}, Ptr{Cvoid}))
    return
end
