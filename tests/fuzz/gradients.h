// The gradients of a call.
#pragma once

#include <functional>

#include "check.h"

namespace fuzz {

// Has the gradients of all arguments recorded that have one; these, in order.
std::vector<vjp_tensor*> track(const Operator& op, const Call& call, Arguments& args);
// Of all tensors that `track` gives, those of the sum of results with weights that are not alike; undefined where a
// result does not depend on one. `tracked`: there was anything to differentiate. Throws golden::Failure.
std::vector<Tensor> gradients(const Operator& op, const Call& call, Arguments& args, bool& tracked);
// "" or the first that differs by more than how the sums are ordered. Of a gradient the largest element says what
// cancels, and `scale`.
std::string compare_gradients(const char* what, const Operator& op, const Call& call, const std::vector<Array>& got,
                              const std::vector<Array>& want, double scale = 1);
// Numbers among which narrow dtypes lose digits and nothing else: no two alike, where rounding chooses the branch, as
// elements that share memory are. Eigenvalues come in an order of their own.
bool is_tame(const Operator& op, const Call& call);
// The standard deviation of elements that are all alike is what rounding leaves of it, and its derivative any number.
bool deviates_by_roundings(const Operator& op, const Call& call);
// Normalisations divide deviations from a mean, which a rounding of the elements changes by eps |x|, by a spread s that
// may be small: what comes is right to eps |x| / s, which the same call on elements that are a step off shows. How far
// `derivatives` of these are from `want`; 0 for other operators, and where ties would be broken.
double moved_by_steps(const Operator& op, const Call& call, const std::vector<Array>& want,
                      const std::function<std::vector<Array>(Arguments&)>& derivatives);
// The same numbers in float64 or complex128; false: they are so already.
bool widen(const Call& call, Arguments& args);
// "" or what is off by more than a few roundings of the narrow dtype, and `rest`, which is another formula.
std::string far_from_wide(const Call& call, const Array& got, const Array& want, double rest = 0);
// Of numbers that are not finite operators made of others have other gradients than kernels: `want` is null, and any
// will do.
std::string check_gradients_on_device(const Operator& op, const Call& call, const std::vector<Array>* want);
Tensor on_device_of(vjp_tensor* like, Tensor t);
// "" or what differs between the elements of what sparse tensors give, and of what strided ones do.
// of which `term` is the largest that is summed.
std::string compare_sparse(const char* what, const Operator& op, const Call& call, Array got, Array want,
                           double term = 1);
// Of calls with sparse tensors, whose strided ones have these results.
std::string check_sparse_forward(const Operator& op, const Call& call);
// "" or what is wrong about the positions of a tensor: outside of its sizes, or not in the order that it says.
std::string check_members(vjp_tensor* t);
// What a sparse tensor is given to that is no operator.
std::string check_sparse_functions(const Drawn& t);
// Two samples of the strided tensors beside one of the sparse.
std::string check_sparse_batched(const Operator& op, const Call& call);
std::string check_sparse_on_device(const Operator& op, const Call& call, const std::vector<Array>& want);

}  // namespace fuzz
