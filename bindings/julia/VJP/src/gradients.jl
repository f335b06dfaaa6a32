# Derivatives as Zygote's functions give them: of functions of tensors, arrays, numbers, and of tuples, named tuples, vectors and structs of
# these, with gradients of the same form.

"""
    withgradient(f, args...)

`(val = f(args...), grad = (a gradient for each argument))`. A gradient has the form of its argument: a tensor for a tensor, an
array for an array, a number for a number, a named tuple for a struct or named tuple, `nothing` for what is no floating number. Nests to any
depth. `VJP.Zygotes.gradient`, `jacobian` and `hessian` are the others.
"""
function withgradient(f, args...)
    tensors = differentiable(args)
    isempty(tensors) && return (val=f(args...), grad=map(_ -> nothing, args))
    value, results, _ = c_grad((list...) -> as_value(f(rebuilt(args, list)...)), tensors)
    return (val=plain_value(value, args), grad=gradients(args, results))
end

"""
    pullback(f, args...)

`f(args...)`, and a function which gives the gradients of the arguments for the gradient of that value; as often as one
likes.
"""
function pullback(f, args...)
    tensors = differentiable(args)
    values, derivative = linearize((list...) -> f(rebuilt(args, list)...), tensors...)
    function back(ȳ)
        ȳs = ȳ isa Tuple ? ȳ : (ȳ,)
        results = vjp(derivative, map(y -> y isa Tensor ? y : Tensor(y), ȳs)...)
        return gradients(args, listed(results))
    end
    return values, back
end

# Zygote says `gradient` to what gives a tuple, the library to what gives a tensor for one argument (`VJP.gradient`).
"""
Zygote's names: `using VJP.Zygotes` has `gradient`, `withgradient`, `pullback`, `jacobian`, `hessian` and `withjacobian` with Zygote's
signatures, in which gradients are a tuple.
"""
module Zygotes

using ..VJP: VJP, Tensor, withgradient, pullback
export gradient, withgradient, pullback, jacobian, withjacobian, hessian

"`(a gradient for each argument)` of a function whose value is one number."
gradient(f, args...) = withgradient(f, args...).grad

"`(val = f(args...), grad = (a matrix for each argument))`: rows are elements of the value, columns those of the argument."
function withjacobian(f, args...)
    foreach(check_argument, args)
    tensors = map(VJP.as_input, args)
    values, entries, _ = VJP.c_jacobian((list...) -> VJP.as_value(f(VJP.rebuilt(args, list)...)), collect(Tensor, tensors))
    matrices = map((j, a) -> VJP.like(reshape(j, length(values), length(a)), a), Tuple(entries), args)
    return (val=VJP.plain_value(values, args), grad=matrices)
end
jacobian(f, args...) = withjacobian(f, args...).grad

"The Hessian of a function of a number or array, whose value is one number: a number or a matrix."
function hessian(f, x)
    check_argument(x)
    input = VJP.as_input(x)
    h = VJP.hessian(t -> VJP.as_value(f(VJP.rebuilt((x,), (t,))...)), input)
    return x isa Number ? VJP.item(h) : VJP.like(reshape(h, length(x), length(x)), x)
end

check_argument(x) = VJP.is_input(x) ||
    throw(VJP.InvalidError("jacobian, hessian: an argument is a floating number, or an array or tensor of such, got $(typeof(x))"))

end

# ---- arguments and gradients ----

const Differentiable = Union{AbstractFloat,Complex{<:AbstractFloat}}
is_input(x) = x isa Tensor{<:Differentiable} || x isa AbstractArray{<:Differentiable} || x isa Differentiable
as_input(t::Tensor) = t
as_input(x::Union{AbstractArray,Number}) = Tensor(x)
as_value(x::Number) = Tensor(x)
as_value(x::AbstractArray) = x isa Tensor ? x : Tensor(x)
as_value(x) = x

"Whether an argument has parts: the fields of a struct, the members of a tuple or list."
has_parts(x) = x isa Union{Tuple,NamedTuple} || (x isa AbstractVector && !(eltype(x) <: Number)) ||
               (isstructtype(typeof(x)) && fieldcount(typeof(x)) > 0 && !(x isa Union{AbstractArray,Number,AbstractString,Symbol,Type,Module,Device,CHandle,AbstractDict}))
parts_of(x) = x isa Union{Tuple,NamedTuple,AbstractVector} ? Tuple(x) : Tuple(getfield(x, i) for i in 1:fieldcount(typeof(x)))

"The tensors of arguments, in the order of a walk."
differentiable(args) = (list = Tensor[]; gather!(list, args); list)
function gather!(list, x)
    is_input(x) ? push!(list, as_input(x)) : has_parts(x) && foreach(part -> gather!(list, part), parts_of(x))
    return list
end

"The arguments with other tensors in their places."
function rebuilt(args, list)
    at = Ref(0)
    place(x) = is_input(x) ? list[at[] += 1] : has_parts(x) ? with_parts(x, map(place, parts_of(x))) : x
    return map(place, args)
end
with_parts(x::Tuple, parts) = parts
with_parts(x::NamedTuple{names}, parts) where {names} = NamedTuple{names}(parts)
with_parts(x::AbstractVector, parts) = collect(Any, parts)
function with_parts(x, parts)
    Base.all(i -> parts[i] === getfield(x, i), 1:length(parts)) && return x
    # The type of another set of fields: `Dense{Matrix}` of tensors is a `Dense{Tensor}`.
    return Base.typename(typeof(x)).wrapper(parts...)
end

"Gradients in the form of the arguments."
function gradients(args, results)
    at = Ref(0)
    form(x) = is_input(x) ? like(results[at[] += 1], x) : !has_parts(x) ? nothing : formed(x, map(form, parts_of(x)))
    return map(form, args)
end
formed(x::Tuple, parts) = Base.all(isnothing, parts) ? nothing : parts
formed(x::NamedTuple{names}, parts) where {names} = Base.all(isnothing, parts) ? nothing : NamedTuple{names}(parts)
formed(x::AbstractVector, parts) = Base.all(isnothing, parts) ? nothing : collect(parts)
formed(x, parts) = Base.all(isnothing, parts) ? nothing : NamedTuple{fieldnames(typeof(x))}(parts)

like(g::Tensor, ::Tensor) = g
# Within another derivative a number of its own would cut the history off.
like(g::Tensor, x::Number) = followed(g) ? g : item(g)
like(g::Tensor, ::AbstractArray) = followed(g) ? g : Array(g)

"A value of one number is one where no argument was a tensor."
plain_value(value, args) = value isa Tensor && !followed(value) && !Base.any(holds_tensor, args) ? (ndims(value) == 0 ? item(value) : Array(value)) : value
holds_tensor(x) = x isa Tensor || (has_parts(x) && Base.any(holds_tensor, parts_of(x)))
