// Arguments for any operator of the table, made from its schema: for tests that walk the table, so that an operator
// that is added is tested without a line here.
#pragma once

#include <cmath>
#include <cstdlib>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/internal.h"

namespace vjp::testing {

// What a tensor argument is made of.
enum class Fill { Generic, Special, Index, Mask };

// One way to fill a schema in; walked until the operator accepts one.
struct Recipe {
  Dims first, rest;           // shapes of the first tensor, and of the others
  Fill fill = Fill::Generic;  // of tensor number `filled`
  int filled = 1;
  int64_t integer = 0;  // for an int without default
  int list = 0;         // which list of integers
};

// What stands for each tensor-like argument: a dtype, or a number where the schema takes one.
struct Place {
  Dtype dtype = Dtype::Float64;
  std::optional<Scalar> number;
};

inline const std::vector<double>& special_numbers() {
  static const std::vector<double> all{0.0,  -0.0, 1.0,      -1.0,      0.5, -0.5, 2.0,  -2.0, 3.0,
                                       -3.0, 6.0,  INFINITY, -INFINITY, NAN, 0.1,  -0.7, 20.0};
  return all;
}

// Element i of tensor number `which`, whose last dimension has `size`: indices repeat nowhere along it. Special numbers
// meet each other in all pairs; none repeats in a generic tensor.
inline double element(Fill fill, int64_t i, int which, int64_t size) {
  const auto& special = special_numbers();
  const auto n = static_cast<int64_t>(special.size());
  switch (fill) {
    case Fill::Special:
      return special[static_cast<size_t>((which == 0 ? i / n : which == 1 ? i : 7 * i + 3) % n)];
    case Fill::Index:
      return static_cast<double>(i % size);
    case Fill::Mask:
      return static_cast<double>((i + 1) % 2);
    default:
      return 0.07 + 0.85 * static_cast<double>((i * 7 + which * 5) % 23) / 23.0;
  }
}

inline Tensor filled(IntSpan sizes, Fill fill, int which, Dtype dtype) {
  if (fill == Fill::Index) dtype = Dtype::Int64;
  if (fill == Fill::Mask) dtype = Dtype::Bool;
  Tensor t = Tensor::empty(sizes, Dtype::Float64);
  const bool whole = is_integral(dtype);
  for (int64_t i = 0; i < t.numel(); ++i) {
    double v = element(fill, i, which, std::max<int64_t>(1, t.ndim() ? t.size(-1) : 1));
    if (whole && fill == Fill::Generic)
      v = dtype == Dtype::Bool ? static_cast<double>(i % 3 != 0) : 1 + 37 * static_cast<double>(i % 3);
    if (whole && !std::isfinite(v)) v = 100;
    if (dtype == Dtype::UInt8) v = std::abs(v);
    t.data<double>()[i] = v;
  }
  Tensor out = to(t, dtype);
  // a complex number off the real axis, unless it is special
  if (is_complex(dtype) && fill == Fill::Generic) out = mul(out, Scalar(std::complex<double>(0.8, 0.6)));
  return fresh_copy(out);
}

// Positions in planes of the last two dimensions, none of them twice: of what is written twice one value counts.
inline Tensor positions_in_planes(const Dims& sizes) {
  Tensor t = Tensor::empty(sizes, Dtype::Int64);
  int64_t plane = 1;
  for (int d = std::max(0, sizes.n - 2); d < sizes.n; ++d) plane *= sizes[d];
  for (int64_t i = 0; i < t.numel(); ++i) t.data<int64_t>()[i] = i % plane;
  return t;
}

// Of the arguments of recurrent cells, whose sizes depend on each other.
inline std::optional<Dims> sizes_in_cell(const OpDef& op, int a) {
  const std::string name = op.name();
  if (!name.ends_with("_cell")) return {};
  const int64_t rows = name == "lstm_cell" ? 8 : name == "gru_cell" ? 6 : 2;
  const std::string_view argument = op.schema.arg_name(a);
  return argument == "input" ? Dims{2, 3} : argument == "hx" ? Dims{2, 2} : Dims{rows, argument == "w_ih" ? 3 : 2};
}

// The arguments of one call and all that they point to.
class Arguments {
 public:
  Arguments(const OpDef& op, const Recipe& recipe, const std::vector<Place>& places, Fill fill) : op_(op) {
    int which = 0;
    for (int a = 0; a < op.schema.num_args; ++a) values_.push_back(make(a, recipe, places, fill, which));
  }
  Arguments(const Arguments&) = delete;

  // Copies of all tensors; those that can require grad do where `leaves`.
  void renew(bool leaves) {
    for (size_t i = 0; i < tensors_.size(); ++i) {
      tensors_[i] = fresh_copy(originals_[i]);
      tensors_[i]->requires_grad = leaves && is_differentiable(tensors_[i].dtype());
    }
    point();
  }
  void put(size_t i, Tensor t) {
    tensors_[i] = std::move(t);
    point();
  }
  std::vector<Tensor>& tensors() { return tensors_; }
  const Value* values() const { return values_.data(); }
  bool any_differentiable() const {
    for (const Tensor& t : originals_)
      if (is_differentiable(t.dtype())) return true;
    return false;
  }
  std::string text() const {
    std::string out;
    for (size_t a = 0; a < values_.size(); ++a) {
      if (values_[a].kind == VJP_KIND_TENSOR)
        out += std::string(name_of(as_tensor(values_[a].as.tensor).dtype())) + " ";
      if (values_[a].kind == VJP_KIND_FLOAT) out += std::to_string(values_[a].as.real) + " ";
      if (values_[a].kind == VJP_KIND_INT) out += std::to_string(values_[a].as.integer) + " ";
      if (values_[a].kind == VJP_KIND_BOOL) out += "bool ";
      if (values_[a].kind == VJP_KIND_COMPLEX) out += "complex ";
    }
    return out;
  }

 private:
  Value keep(Tensor t) {
    originals_.push_back(t);
    tensors_.push_back(std::move(t));
    at_.push_back(static_cast<int>(values_.size()));
    return box(tensors_.back());
  }
  void point() {
    lists_.clear();
    for (size_t i = 0; i < tensors_.size(); ++i) {
      Value& v = values_[static_cast<size_t>(at_[i])];
      if (!op_.schema.is_list(at_[i])) {
        v = box(tensors_[i]);
      } else if (i == 0 || at_[i - 1] != at_[i]) {
        size_t end = i;
        while (end < tensors_.size() && at_[end] == at_[i]) ++end;
        v = box(TensorList(tensors_.data() + i, end - i));
      }
    }
  }
  Value make(int a, const Recipe& r, const std::vector<Place>& places, Fill fill, int& which) {
    const Arg& arg = op_.schema.args[a];
    const std::string text(op_.schema[arg.default_text]);
    const bool absent = text == "None";
    const Place place = places[std::min(static_cast<size_t>(which), places.size() - 1)];
    switch (arg.type) {
      case ArgType::OptTensor:
      case ArgType::OptOperand:
        if (arg.type == ArgType::OptTensor && absent) return box();
        [[fallthrough]];
      case ArgType::Tensor:
      case ArgType::Operand: {
        const bool number = arg.type == ArgType::Operand || arg.type == ArgType::OptOperand;
        const int w = which++;
        if (number && place.number) return box(*place.number);
        const Fill own = op_.schema.arg_name(a) == "condition"      ? Fill::Mask
                         : w == r.filled && r.fill != Fill::Generic ? r.fill
                                                                    : fill;
        const Dims sizes = sizes_in_cell(op_, a).value_or(w == 0 ? r.first : r.rest);
        if (own == Fill::Index && op_.name().starts_with("max_unpool")) return keep(positions_in_planes(sizes));
        return keep(filled(sizes, own, w, place.dtype));
      }
      case ArgType::TensorList:
      case ArgType::OptTensorList: {
        tensors_.reserve(16);
        const int w = which++;
        const Fill own = w == r.filled && r.fill != Fill::Generic ? r.fill : fill;
        const size_t begin = tensors_.size();
        const Dims sizes = sizes_in_cell(op_, a).value_or(w == 0 ? r.first : r.rest);
        // one dimension of indices, so that none repeats: of what is written twice one value counts
        const bool indices = own == Fill::Index && sizes.n > 1;
        keep(filled(indices ? Dims{sizes[sizes.n - 1]} : sizes, own, w, place.dtype));
        if (own == fill) keep(filled(sizes_in_cell(op_, a).value_or(r.rest), own, w + 1, place.dtype));
        return box(TensorList(tensors_.data() + begin, tensors_.size() - begin));
      }
      case ArgType::Scalar:
      case ArgType::Float:
        return box(text.empty() ? 0.3 : text == "inf" ? INFINITY : std::atof(text.c_str()));
      case ArgType::Int:
        if (op_.schema.arg_name(a) == "n_fft") return box(int64_t{4});  // of which a fourth is no fraction
        return box(text.empty() ? r.integer : static_cast<int64_t>(std::atoll(text.c_str())));
      case ArgType::Bool:
        return box(text == "True");
      case ArgType::IntList: {
        if (!text.empty() && text[0] != '[') return box(IntSpan(ints_.emplace_back(1, std::atoll(text.c_str()))));
        if (text == "[]") return box(IntSpan());
        static const std::vector<std::vector<int64_t>> kLists{{0},    {1}, {1, 0}, {2, 3},    {2, 2},
                                                              {3, 2}, {2}, {1, 1}, {0, 1, 2}, {2, 2, 2}};
        return box(IntSpan(ints_.emplace_back(kLists[static_cast<size_t>(r.list)])));
      }
      case ArgType::FloatList:
        return box(std::span<const double>(floats_.emplace_back(2, 0.5)));
      case ArgType::String:
        return box(strings_.emplace_back(text.size() > 2 ? text.substr(1, text.size() - 2) : "mean").c_str());
      default:
        return box();
    }
  }

  const OpDef& op_;
  std::vector<Value> values_;
  std::vector<Tensor> tensors_, originals_;
  std::vector<int> at_;  // the argument of each tensor
  std::deque<std::vector<int64_t>> ints_;
  std::deque<std::vector<double>> floats_;
  std::deque<std::string> strings_;
  std::deque<std::vector<Tensor>> lists_;
};

inline std::vector<Tensor> run(const OpDef& op, const Value* args) {
  if (op.schema.list_output) return call_list(op, args);
  std::vector<Tensor> outs(static_cast<size_t>(op.schema.num_outputs));
  call(op, args, outs.data());
  return outs;
}

inline int tensor_places(const OpDef& op) {
  int n = 0;
  for (int a = 0; a < op.schema.num_args; ++a) n += op.schema.is_tensor_like(a);
  return n;
}

// The first recipe that the operator accepts and differentiates.
inline std::optional<Recipe> find_recipe(const OpDef& op) {
  static const std::pair<Dims, Dims> kShapes[] = {{Dims{2, 3}, Dims{2, 3}},
                                                  {Dims{3, 3}, Dims{3, 3}},
                                                  {Dims{4}, Dims{4}},
                                                  {Dims{4}, Dims{2}},
                                                  {Dims{2, 3}, Dims{3}},
                                                  {Dims{2, 4, 5}, Dims{3, 4, 2}},
                                                  {Dims{2, 4, 4}, Dims{2, 4, 4}},
                                                  {Dims{1, 2, 4, 4}, Dims{2, 2, 2, 2}},
                                                  {Dims{1, 2, 4, 4, 4}, Dims{2, 2, 2, 2, 2}},
                                                  {Dims{}, Dims{}},
                                                  {Dims{3, 2}, Dims{2, 3}},
                                                  {Dims{2}, Dims{2, 2}}};
  static constexpr std::pair<Fill, int> kFills[] = {
      {Fill::Generic, 1}, {Fill::Index, 1}, {Fill::Mask, 1}, {Fill::Index, 0}};
  for (const auto& [fill, filled] : kFills) {
    for (const auto& [first, rest] : kShapes) {
      for (int64_t integer : {int64_t{1}, int64_t{0}, int64_t{2}}) {
        for (int list = 0; list < 10; ++list) {
          Recipe recipe{first, rest, fill, filled, integer, list};
          for (Dtype dtype : {Dtype::Float64, Dtype::Complex128}) {
            try {
              Arguments args(op, recipe, {Place{dtype, {}}}, Fill::Generic);
              args.renew(true);
              for (const Tensor& out : run(op, args.values()))
                if (out && requires_grad(out) && out.numel() > 0) return recipe;
            } catch (const Error&) {
            }
          }
        }
      }
    }
  }
  return std::nullopt;
}

// Complex vectors that are unique up to a factor of modulus 1: a sum of them has no derivative, and rules refuse it.
inline bool has_free_phases(const OpDef& op, Arguments& args) {
  const std::string name = op.name();
  if (name == "linalg_eig") return true;
  return (name == "linalg_eigh" || name == "linalg_svd" || name == "svd") && is_complex(args.tensors()[0].dtype());
}

}  // namespace vjp::testing
