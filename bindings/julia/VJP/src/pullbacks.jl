# Derivatives in the words of other packages for Julia: of arrays and numbers, too, which become tensors.

"""
    withgradient(f, inputs...; options...)

The value of `f(inputs...)`, which is a number or a tensor of one element, and its gradient: `(val=..., grad=...)`, the gradient as
that of `VJP.gradient`.

    withgradient(x -> sum(x .^ 2), [1.0, 2.0]).grad      # a Tensor: [2.0, 4.0]
"""
function withgradient(f, inputs...; options...)
    value, slope = value_and_gradient(f, map(as_input, inputs)...; options...)
    return (val=value, grad=slope)
end

"""
    value, back = pullback(f, inputs...)

The value of `f(inputs...)`, and a function that makes of a gradient of the value, which has its form, the gradients of the inputs, a
tuple. Calls `f` once; `back` may be called as often as one likes.
"""
function pullback(f, inputs...)
    values, derivative = linearize(f, map(as_input, inputs)...)
    back(gradients...) = listed(vjp(derivative, map(as_input, gradients)...))
    back(gradients::Tuple) = back(gradients...)
    return values, back
end
