/**
 * libvjp for C++17: the C functions with handles that release themselves, operators, exceptions, and closures as hooks
 * and functions. There is nothing in it that the C functions cannot do, and every object gives its C handle (`get()`)
 * for what is not wrapped here. Header only: a program links libvjp and nothing else, and the library's ABI stays C.
 *
 *     vjp::Tensor x = vjp::tensor({1.0, 2.0, 3.0}).set_requires_grad();
 *     (x * x).sum().backward();
 *     std::cout << x.grad();  // [2. 4. 6.]
 *
 * A failing call throws vjp::Error, whose status() is C's, or std::bad_alloc; what a closure throws inside a grad call
 * is thrown by the grad call, the same object. Objects may be used on any thread; one object by one thread at a time.
 */
#ifndef VJP_VJP_HPP
#define VJP_VJP_HPP

#include "vjp/cpp/arithmetic.hpp"
#include "vjp/cpp/function.hpp"
#include "vjp/cpp/grad.hpp"
#include "vjp/cpp/hook.hpp"
#include "vjp/cpp/operators.hpp"
#include "vjp/cpp/optim.hpp"

#endif
