# Functions of the program's own over the elements of tensors: `f.(t)`, `map(f, t)`, `sum(f, t)`.

"""
What a function of the program's own is given for all elements at once, where their derivative is recorded: a number that stands for
the elements of a tensor, or is one of Julia's.
"""
struct Lane <: Real
    value::Union{Tensor,Real}
    global laid(value::Union{Tensor,Real}) = new(value)
end
Base.promote_rule(::Type{Lane}, ::Type{<:Real}) = Lane
Base.convert(::Type{Lane}, x::Real) = laid(x)
Base.convert(::Type{Lane}, lane::Lane) = lane

lane(t::Tensor) = laid(t)
lane(x) = x
dotted_lane(f, args...) = laid(dotted(f, args...))

for f in (:+, :-, :*, :/, :max, :min, :mod, :rem, :atan, :hypot, :copysign, :<, :<=, :(==), :^)
    @eval Base.$f(a::Lane, b::Lane) = dotted_lane(Base.$f, a.value, b.value)
end
for f in (:+, :-, :!, :abs, :abs2, :sign, :sqrt, :cbrt, :inv, :exp, :exp2, :expm1, :log, :log2, :log10, :log1p, :sin, :cos, :tan,
          :asin, :acos, :atan, :sinh, :cosh, :tanh, :asinh, :acosh, :atanh, :floor, :ceil, :trunc, :round, :isnan, :isinf, :isfinite, :signbit,
          :deg2rad, :rad2deg, :sinc, :zero, :one, :iszero)
    @eval Base.$f(a::Lane) = dotted_lane(Base.$f, a.value)
end
Base.:^(a::Lane, n::Integer) = dotted_lane(^, a.value, n)
Base.clamp(a::Lane, low::Real, high::Real) = dotted_lane(Base.clamp, a.value, low, high)
Base.show(io::IO, a::Lane) = print(io, "the elements of ", a.value)

"""
What `f` gives of each element. Where nothing records a derivative, `f` is called for each of them, as for arrays. Otherwise it is called
once, with a number that stands for all of them, and is made of operators; a condition on such a number is an error.
"""
function element_by_element(f, args)
    tensors = filter(arg -> arg isa Tensor, args)
    if !Base.any(records, tensors)
        return as_result(Base.broadcast(f, map(arg -> arg isa Tensor ? Array(arg) : arg, args)...), first(tensors))
    end
    result = try
        f(map(lane, args)...)
    catch problem
        problem isa Union{MethodError,TypeError,VJPError,ErrorException} || rethrow()
        cannot_dot(f, args, sprint(showerror, problem))
    end
    result isa Lane && return result.value::Tensor
    cannot_dot(f, args, "it gives $(describe_argument(result)), which is no number made of the elements")
end

as_result(x::AbstractArray{T}, like::Tensor) where {T} = is_element_type(T) ? Tensor(x; device=device(like)) : x
as_result(x::Number, like::Tensor) = as_result(Base.fill(x), like)
as_result(x, ::Tensor) = x

is_element_type(T) = Base.any(pair -> last(pair) === T, DTYPES)

function cannot_dot(f, args, why)
    name = f isa Function ? nameof(f) : f
    refuse("$name.: no derivative of $name is known for the elements of ($(Base.join(map(describe_argument, args), ", "))): " *
           "$(first(Base.split(why, '\n'))); $name.(detach(t)) is without one")
end
describe_argument(x) = x isa Tensor ? "Tensor of size $(size(x))" : string(typeof(x))
