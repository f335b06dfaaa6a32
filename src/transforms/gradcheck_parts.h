// What gradcheck is made of: the problem, its matrices, and the three ways to compute them.
#pragma once

#include <complex>
#include <span>

#include "transforms/gradcheck.h"

namespace vjp {

// How messages call inputs and outputs: those of gradgradcheck are gradients, too.
struct GradcheckWords {
  const char* check = "gradcheck";
  bool second_order = false;
  size_t num_inputs = 0;  // of the function itself

  std::string output(int64_t i) const;
  std::string input(int64_t i) const;
};

// The rows, or columns, that a matrix has: one an element, or, in fast mode, their sum with random weights.
struct Basis {
  int64_t elements = 0;
  std::vector<double> weights;  // empty: every element by itself

  size_t size() const { return weights.empty() ? static_cast<size_t>(elements) : 1; }
  double weight(size_t k, int64_t element) const;
  std::complex<double> dot(size_t k, std::span<const std::complex<double>> values) const;
  double sum() const;  // of the weights of one vector
};

struct Matrix {
  size_t rows = 0, columns = 0;
  bool complex = false;
  std::vector<std::complex<double>> values;

  Matrix(size_t rows, size_t columns, bool complex)
      : rows(rows), columns(columns), complex(complex), values(rows * columns) {}
  std::complex<double>& at(size_t row, size_t column) { return values[row * columns + column]; }
  std::complex<double> at(size_t row, size_t column) const { return values[row * columns + column]; }
  Tensor tensor() const;
};

// An output that is compared: complex ones twice.
struct OutputPart {
  size_t output;
  bool imaginary;
  Basis basis;

  double of(std::complex<double> value) const { return imaginary ? value.imag() : value.real(); }
};
struct CheckedInput {
  size_t input;
  bool complex;
  Basis basis;
};

struct Problem {
  const CheckedFunction& function;
  const GradcheckOptions& options;
  GradcheckWords words;
  std::vector<Tensor> inputs;         // private leaves in place of those that are checked
  std::vector<CheckedInput> checked;  // require grad
  std::vector<Tensor> outputs;        // of `inputs`, recorded
  std::vector<OutputPart> parts;      // of outputs that require grad, or of all floating ones if none does

  const Tensor& input(const CheckedInput& c) const { return inputs[c.input]; }
  const Tensor& output(const OutputPart& p) const { return outputs[p.output]; }
};

// Matrices by output part and checked input.
using Jacobians = std::vector<std::vector<Matrix>>;
Jacobians empty_jacobians(const Problem& problem);
Jacobians numeric_jacobians(const Problem& problem);  // central differences; 2 calls of f a real column
Jacobians reverse_jacobians(const Problem& problem);  // a grad call a row
Jacobians forward_jacobians(const Problem& problem);  // a call of f with tangents a column

// Whether the function gives something else at the same place, in words for the end of a message; "" if not. Calls it.
std::string describe_unsteady(const Problem& problem);

// The checks beside the values.
std::optional<GradcheckFailure> check_backward_form(const Problem& problem);
std::optional<GradcheckFailure> check_backward_repeated(const Problem& problem, const Jacobians& first);
std::optional<GradcheckFailure> check_backward_undefined(const Problem& problem);
std::optional<GradcheckFailure> check_backward_batched(const Problem& problem);
std::optional<GradcheckFailure> check_forward_missing(const Problem& problem);
std::optional<GradcheckFailure> check_forward_batched(const Problem& problem);

// By how much entry `b` of a batch differs from what it should be; 0: by no more than is allowed. Both may be
// undefined.
double batch_difference(const Problem& problem, const Tensor& batch, const Tensor& want, size_t b);

// The worst entry that is out of tolerance, of all matrices.
std::optional<GradcheckFailure> compare(const Problem& problem, Gradcheck check, const Jacobians& analytic,
                                        const Jacobians& numeric);
GradcheckFailure failure_of(const Problem& problem, Gradcheck check, int64_t output, int64_t input,
                            const std::string& what);

// ---- tensors and their elements ----

std::vector<std::complex<double>> elements_of(const Tensor& t);  // row-major
// One basis vector, times `unit`, in the form of `like`.
Tensor basis_tensor(const Basis& basis, size_t k, const Tensor& like, std::complex<double> unit);
void set_element(const Tensor& t, int64_t element, std::complex<double> value);
Tensor private_copy(const Tensor& t);  // the same values and strides in storage of its own

// A sequence of numbers that is the same every time, and leaves the program's generators alone.
class RepeatableRandom {
 public:
  double unit();  // in [0, 1)
 private:
  uint64_t state_ = 0;
};
Tensor random_tensor(const Tensor& like, bool non_contiguous, RepeatableRandom& random);  // in [-1, 1]

// Gradients of `roots` for all checked inputs, undefined where there is none. Keeps the graph.
std::vector<Tensor> gradients_of(const Problem& problem, const std::vector<Tensor>& roots,
                                 const std::vector<Tensor>& root_gradients, bool batched = false);

// What is given as tangents of the inputs that are not perturbed.
enum class Others { Zeros, Missing };
// The tangents of all outputs where input number `c` of those that are checked has `tangent`.
std::vector<Tensor> tangents_along(const Problem& problem, size_t c, const Tensor& tangent,
                                   Others others = Others::Zeros);

// ---- sparse inputs (gradcheck_sparse.cc) ----

// The function of the stored values of those inputs that are sparse and require grad. `function` has to outlive it.
struct MaskedInputs {
  CheckedFunction function;
  std::vector<Tensor> inputs;

  MaskedInputs(const CheckedFunction& function, TensorList inputs);
  MaskedInputs(const MaskedInputs&) = delete;
  MaskedInputs& operator=(const MaskedInputs&) = delete;

 private:
  std::vector<Tensor> patterns_;  // undefined where an input is as it was
};
// A sparse tensor in the layout of `like` that has a value at every place.
Tensor everywhere(const Tensor& dense, const Tensor& like);
// What goes through stored values only, and inputs that are to be checked as dense ones.
void refuse_sparse_modes(const GradcheckOptions& options, TensorList inputs, const GradcheckWords& words);
void refuse_sparse_output(const Tensor& t, size_t i, const GradcheckWords& words);

std::optional<GradcheckFailure> run_gradcheck(const CheckedFunction& function, TensorList inputs,
                                              const GradcheckOptions& options, const GradcheckWords& words);

}  // namespace vjp
