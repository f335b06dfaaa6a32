// One derivative: plain backward, backward under create_graph and forward mode give the same numbers, for every
// operator of the table and every mix of dtypes and numbers that it takes; and every in-place form gives what the
// operator gives.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "derivative_samples.h"
#include "engine/grad_call.h"
#include "graph/modes.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "transforms/forward.h"

namespace vjp::testing {
namespace {

using Numbers = std::vector<std::complex<double>>;

Numbers numbers_of(const Tensor& t) {
  Tensor wide = fresh_copy(to(detach(t), Dtype::Complex128));
  const auto* data = wide.data<std::complex<double>>();
  return {data, data + wide.numel()};
}

double tolerance_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::Float16:
      return 4e-3;
    case Dtype::BFloat16:
      return 3e-2;
    case Dtype::Float32:
    case Dtype::Complex64:
      return 2e-5;
    default:
      return 1e-11;
  }
}

bool alike(double a, double b, double tolerance, double scale) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  return std::abs(a - b) <= tolerance * std::max({std::abs(a), std::abs(b), scale});
}

// The largest element where elements depend on each other: what cancels is as far off as what is large.
double scale_of(const Numbers& x, bool separate) {
  double scale = 1e-2;
  for (const auto& z : x)
    if (!separate && std::isfinite(std::abs(z))) scale = std::max(scale, std::abs(z));
  return scale;
}

// "" or what differs first. `separate`: elements are functions of their own.
std::string difference(const Tensor& a, const Tensor& b, double tolerance, bool separate) {
  if (a.defined() != b.defined()) return a.defined() ? "the second is absent" : "the first is absent";
  if (!a) return "";
  if (!same(a.sizes(), b.sizes())) return "shapes differ";
  if (a.dtype() != b.dtype()) return std::string(name_of(a.dtype())) + " and " + name_of(b.dtype());
  Numbers x = numbers_of(a), y = numbers_of(b);
  const double scale = scale_of(x, separate);
  for (size_t i = 0; i < x.size(); ++i) {
    // of complex numbers that are not finite the parts depend on how a product is written
    const bool finite = std::isfinite(std::abs(x[i])) && std::isfinite(std::abs(y[i]));
    if (is_complex(a.dtype()) && !finite) {
      if (std::isfinite(std::abs(x[i])) == std::isfinite(std::abs(y[i]))) continue;
    } else if (alike(x[i].real(), y[i].real(), tolerance, scale) && alike(x[i].imag(), y[i].imag(), tolerance, scale)) {
      continue;
    } else if (is_complex(a.dtype()) && std::abs(x[i] - y[i]) <= tolerance * std::abs(x[i])) {
      continue;
    }
    char text[200];
    std::snprintf(text, sizeof text, "element %zu: %.17g%+.17gi and %.17g%+.17gi", i, x[i].real(), x[i].imag(),
                  y[i].real(), y[i].imag());
    return text;
  }
  return "";
}

// Seeds: ones for special values, so that elements stay apart; otherwise something without symmetry.
Tensor seed_like(const Tensor& t, bool ones, int which) {
  Tensor v = ones ? vjp::ones(t.sizes(), t.dtype()) : filled(t.sizes(), Fill::Generic, which + 3, t.dtype());
  return fresh_copy(v);
}

std::vector<Tensor> gradients(const std::vector<Tensor>& outs, const std::vector<Tensor>& inputs, bool ones,
                              bool create_graph) {
  GradCall call({.create_graph = create_graph, .allow_unused = true});
  int which = 0;  // counts results without a history too, as tangents are counted
  for (const Tensor& out : outs) {
    if (out && requires_grad(out)) call.add_root(out, seed_like(out, ones, which));
    which += out && is_differentiable(out.dtype());
  }
  for (const Tensor& input : inputs)
    if (input->requires_grad) call.add_input(input);
  call.run();
  return call.results();
}

struct Level {
  Level() { enter_forward_level(); }
  ~Level() { leave_forward_level(); }
};

class Table : public ::testing::Test {
 protected:
  struct Entry {
    const OpDef* op;
    Recipe recipe;
  };

  // Every operator that differentiates arguments made from its schema.
  static const std::vector<Entry>& entries() {
    static const auto* all = [] {
      auto* list = new std::vector<Entry>();
      for (const OpDef* op : op_table()) {
        if (left_out(*op)) continue;
        if (auto recipe = find_recipe(*op)) list->push_back({op, *recipe});
      }
      return list;
    }();
    return *all;
  }
  // Random ones differ from call to call; parts of other operators trust the arguments that those make.
  static bool left_out(const OpDef& op) {
    if (op.name()[0] == '_' && op.family != Family::Pointwise) return true;
    for (int a = 0; a < op.schema.num_args; ++a)
      if (op.schema.args[a].type == ArgType::Generator) return true;
    return false;
  }

  // Calls f(entry, arguments, special) for every mix of dtypes and numbers that the operator takes.
  template <class F>
  static void each_mix(F f) {
    for (const Entry& e : entries()) {
      for (const auto& places : mixes(*e.op)) {
        for (Fill fill : {Fill::Generic, Fill::Special}) {
          // a factorisation spreads what is not finite over its matrix, and what is singular has no derivative
          if (fill == Fill::Special && std::string_view(e.op->source).starts_with("linalg_")) continue;
          Recipe recipe = e.recipe;
          if (fill == Fill::Special && e.op->family == Family::Pointwise) recipe.first = recipe.rest = Dims{17, 17};
          Arguments args(*e.op, recipe, places, fill);
          if (!args.any_differentiable() || has_free_phases(*e.op, args)) continue;
          SCOPED_TRACE(e.op->name() + ": " + args.text() + (fill == Fill::Special ? "special values" : ""));
          try {
            args.renew(true);
            run(*e.op, args.values());
          } catch (const Error&) {
            continue;  // it does not take these
          }
          f(e, args, fill == Fill::Special);
        }
      }
    }
  }

 private:
  static std::vector<std::vector<Place>> mixes(const OpDef& op) {
    const auto n = static_cast<size_t>(std::max(1, tensor_places(op)));
    std::vector<std::vector<Place>> all;
    for (Dtype d :
         {Dtype::Float64, Dtype::Float32, Dtype::Float16, Dtype::BFloat16, Dtype::Complex64, Dtype::Complex128})
      all.emplace_back(n, Place{d, {}});
    if (n == 1) return all;
    for (Dtype own : {Dtype::Float64, Dtype::Float32, Dtype::Float16, Dtype::Complex128}) {
      for (size_t p = 0; p < n; ++p) {
        const auto others = [&](Place other) {
          std::vector<Place> places(n, other);
          places[p] = Place{own, {}};
          all.push_back(places);
        };
        for (Dtype d : {Dtype::Bool, Dtype::UInt8, Dtype::Int8, Dtype::Int16, Dtype::Int64, Dtype::Float16,
                        Dtype::Float32, Dtype::Float64, Dtype::Complex64})
          if (d != own) others(Place{d, {}});
        for (const Scalar& s :
             {Scalar(true), Scalar(3), Scalar(0), Scalar(0.1), Scalar(-2.5), Scalar(16777217.0), Scalar(1e300),
              Scalar(1e-60), Scalar(double{INFINITY}), Scalar(double{NAN}), Scalar(std::complex<double>(0.3, 0.7))})
          others(Place{own, s});
      }
    }
    return all;
  }
};

// NUM-2, NUM-3
TEST_F(Table, RecordedGradientsAreThePlainOnes) {
  each_mix([](const Entry& e, Arguments& args, bool special) {
    args.renew(true);
    std::vector<Tensor> plain = gradients(run(*e.op, args.values()), args.tensors(), special, false);
    std::vector<Tensor> recorded = gradients(run(*e.op, args.values()), args.tensors(), special, true);
    ASSERT_EQ(plain.size(), recorded.size());
    for (size_t i = 0; i < plain.size(); ++i) {
      const double tolerance = plain[i] ? tolerance_of(plain[i].dtype()) : 0;
      EXPECT_EQ(difference(plain[i], recorded[i], tolerance, special), "")
          << "gradient " << i << ", plain and recorded";
    }
  });
}

// Of elementwise operators each element is its own function: its tangent for a 1 is its gradient for a 1.
void compare_elements(const OpDef& op, Arguments& args, size_t which, const Tensor& gradient) {
  Level level;
  NoGrad off;
  args.renew(false);
  const Tensor& primal = args.tensors()[which];
  args.put(which, make_dual(primal, ones(primal.sizes(), primal.dtype())));
  std::vector<Tensor> outs = run(op, args.values());
  if (!same(outs[0].sizes(), gradient.sizes())) return;
  Tensor tangent = current_tangent(outs[0]);
  if (!tangent) tangent = zeros_like(outs[0]);
  const double tolerance = std::max(tolerance_of(gradient.dtype()), tolerance_of(tangent.dtype()));
  if (is_complex(tangent.dtype()) || is_complex(gradient.dtype())) return;  // conjugates; products see to them
  EXPECT_EQ(difference(to(gradient, Dtype::Float64), to(tangent, Dtype::Float64), tolerance, true), "")
      << "argument " << which << ", backward and forward";
}

// <g, jvp(t)> = <vjp(g), t>
void compare_products(const OpDef& op, Arguments& args, const std::vector<Tensor>& plain) {
  std::vector<Tensor> leaves;
  for (const Tensor& t : args.tensors())
    if (is_differentiable(t.dtype())) leaves.push_back(t);
  double tolerance = 0, size = 0;
  std::complex<double> backward = 0, forward = 0;
  const auto add = [&](std::complex<double>& total, const Tensor& a, const Tensor& b) {
    Numbers x = numbers_of(a), y = numbers_of(b);
    tolerance = std::max({tolerance, tolerance_of(a.dtype()), tolerance_of(b.dtype())});
    for (size_t i = 0; i < x.size(); ++i) {
      total += (std::conj(x[i]) * y[i]).real();
      size += std::abs(x[i] * y[i]);
    }
  };
  for (size_t i = 0; i < leaves.size(); ++i)
    if (plain[i]) add(backward, plain[i], seed_like(leaves[i], false, static_cast<int>(i) + 1));
  Level level;
  NoGrad off;
  args.renew(false);
  int which = 0;
  for (size_t i = 0; i < args.tensors().size(); ++i) {
    Tensor t = args.tensors()[i];
    if (is_differentiable(t.dtype())) args.put(i, make_dual(t, seed_like(t, false, ++which)));
  }
  which = 0;
  for (const Tensor& out : run(op, args.values())) {
    if (!out || !is_differentiable(out.dtype())) continue;
    if (Tensor tangent = current_tangent(out)) add(forward, seed_like(out, false, which), tangent);
    ++which;
  }
  if (!std::isfinite(size)) return;
  EXPECT_LE(std::abs(backward - forward), 4 * tolerance * (size + 0.01))
      << "backward " << backward.real() << ", forward " << forward.real();
}

// NUM-2, NUM-3
TEST_F(Table, TangentsAreTheGradients) {
  each_mix([](const Entry& e, Arguments& args, bool special) {
    args.renew(true);
    std::vector<Tensor> plain = gradients(run(*e.op, args.values()), args.tensors(), special, false);
    if (!special) {
      compare_products(*e.op, args, plain);
    } else if (e.op->family == Family::Pointwise) {
      size_t next = 0;
      for (size_t i = 0; i < args.tensors().size(); ++i)
        if (is_differentiable(args.tensors()[i].dtype()))
          if (const Tensor& g = plain[next++]) compare_elements(*e.op, args, i, g);
    }
  });
}

// A call on the first argument times 1, so that it is no leaf: in place or not.
std::vector<Tensor> changed(const OpDef& op, Arguments& args, bool inplace) {
  args.put(0, mul(args.tensors()[0], 1));
  if (!inplace) return run(op, args.values());
  call_inplace(op, args.values());
  return {args.tensors()[0]};
}

class InPlace : public Table {
 protected:
  // f(out of place or in place) gives tensors; both calls must give the same.
  template <class F>
  static void compare(const char* what, F f) {
    std::vector<Tensor> out = f(false), in = f(true);
    ASSERT_EQ(out.size(), in.size());
    for (size_t i = 0; i < out.size(); ++i) {
      const double tolerance = out[i] ? tolerance_of(out[i].dtype()) : 0;
      EXPECT_EQ(difference(out[i], in[i], tolerance, false), "") << what << " " << i << ", out of place and in place";
    }
  }

  // Whether the in-place form takes these arguments and its result has the type of the operator's.
  static bool takes(const OpDef& op, Arguments& args) {
    if (!op.has_inplace || args.tensors().empty() || args.values()[0].kind != VJP_KIND_TENSOR) return false;
    NoGrad off;
    args.renew(false);
    std::vector<Tensor> outs = run(op, args.values());
    const Tensor& first = args.tensors()[0];
    return outs.size() == 1 && outs[0] && outs[0].dtype() == first.dtype() && same(outs[0].sizes(), first.sizes());
  }
};

TEST_F(InPlace, FormsGiveTheValuesAndGradientsOfTheOperator) {
  each_mix([](const Entry& e, Arguments& args, bool special) {
    if (!takes(*e.op, args)) return;
    for (bool create_graph : {false, true}) {
      compare(create_graph ? "recorded gradient" : "gradient", [&](bool inplace) {
        args.renew(true);
        std::vector<Tensor> leaves = args.tensors();
        std::vector<Tensor> outs = changed(*e.op, args, inplace);
        std::vector<Tensor> all = gradients(outs, leaves, special, create_graph);
        // What is overwritten by a result without a history has zeros (spec INPL-5), and out of place nothing.
        if (!inplace && leaves[0]->requires_grad && !requires_grad(outs[0])) all[0] = zeros_like(leaves[0]);
        all.push_back(outs[0]);
        return all;
      });
    }
  });
}

// Forward mode, and forward over reverse: the duals are recorded or not.
TEST_F(InPlace, FormsGiveTheTangentsOfTheOperator) {
  each_mix([](const Entry& e, Arguments& args, bool special) {
    if (special || !takes(*e.op, args)) return;
    for (bool leaves : {false, true}) {
      compare(leaves ? "tangent of a recorded dual" : "tangent", [&](bool inplace) {
        Level level;
        args.renew(leaves);
        int which = 0;
        for (size_t i = 0; i < args.tensors().size(); ++i) {
          Tensor t = args.tensors()[i];
          if (is_differentiable(t.dtype())) args.put(i, make_dual(t, seed_like(t, false, ++which)));
        }
        std::vector<Tensor> outs = changed(*e.op, args, inplace);
        Tensor tangent = current_tangent(outs[0]);
        return std::vector<Tensor>{fresh_copy(tangent ? detach(tangent) : zeros_like(outs[0]))};
      });
    }
  });
}

// The walk is worth what it reaches. Operators that no recipe fits would be named here, each with the reason.
TEST_F(Table, ReachesEveryDifferentiableOperator) {
  std::set<std::string> reached;
  for (const Entry& e : entries()) reached.insert(e.op->name());
  EXPECT_GT(reached.size(), 250u);
  std::string missing;
  for (const OpDef* op : op_table())
    if (op->differentiable && !left_out(*op) && !reached.count(op->name())) missing += op->name() + " ";
  EXPECT_EQ(missing, "");
}

}  // namespace
}  // namespace vjp::testing
