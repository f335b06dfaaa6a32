// What must hold of every call.
#pragma once

#include "reference.h"
#include "run.h"

namespace fuzz {

enum class Verdict : uint8_t { Refused, Accepted, Compared };  // compared: with a reference

struct Outcome {
  Verdict verdict = Verdict::Refused;
  std::string failure;  // "" where all is well
};

// Values: the reference, other layouts, other forms, other numbers of threads, batches. Errors: of a kind that callers
// can act upon, naming the operator, the same for every layout.
Outcome check_values(const Operator& op, const Call& call);
// Other forms of an accepted call: in place, into a given tensor, batched.
std::string check_forms(const Operator& op, const Call& call, const std::vector<Array>& results);
// Two samples by a level of vmap are two calls: values, gradients and tangents of each; in an autocast region, values.
// Sparse tensors are shared by the samples.
std::string check_batched(const Operator& op, const Call& call, const std::vector<Array>& results);
std::string check_batched_inside(const Operator& op, const Call& call, const std::vector<Array>& results,
                                 vjp_dtype dtype);
// Those that write, where the target and what is read share memory.
std::string check_aliased(const Operator& op, const Call& call);
// Gradients of an accepted call in its own dtypes, layouts and sizes: those of copies, of float64, of 1, 2 and 4
// threads, of the simulator.
std::string check_gradients(const Operator& op, const Call& call);
// Of calls with sparse tensors: what strided ones give, or an error that names the operator.
bool has_sparse(const Call& call);
Outcome check_sparse(const Operator& op, const Call& call);
// Tangents of an accepted call in its own dtypes and layouts: those of copies and of float64.
std::string check_forward(const Operator& op, const Call& call, const std::vector<Array>& results);
// Gradients of gradients of an accepted call: those of copies and of float64.
std::string check_second(const Operator& op, const Call& call, const std::vector<Array>& results);
// In place on a view of an input: the gradients of the same without writing.
std::string check_views(const Operator& op, const Call& call, const std::vector<Array>& results);
// In an autocast region: these results but for roundings.
std::string check_autocast(const Operator& op, const Call& call, const std::vector<Array>& results);
// The same on the simulator: these results, or an error where there are none.
std::string check_device(const Operator& op, const Call& call, const std::vector<Array>* results);
// Before that, and before addresses are limited; how many it reserves at most.
void start_simulator();
constexpr uint64_t kSimulatorAddresses = uint64_t{5} << 30;
// Which derivatives of a call were compared with differences, backward and forward.
struct Differences {
  bool first = false, second = false;
};
// Derivatives against differences, once and twice, backward and forward; those of views against those of copies.
std::string check_derivatives(const Operator& op, const Call& call, Differences& done);
// A result of the call has a derivative.
bool is_tracked(const Operator& op, const Call& call);

// The results depend on a generator. Not those of layers that drop nothing.
bool draws_numbers(const Operator& op, const Call& call);
double allowed_roundings(const Operator& op);
int64_t numel_of_all(const Call& call);  // elements of its tensors

}  // namespace fuzz
