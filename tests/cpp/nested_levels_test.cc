// Second derivatives of every operator: forward over forward gives the numbers of forward over reverse, whatever the
// family by which its tangents come about.
#include <gtest/gtest.h>

#include "derivative_samples.h"
#include "engine/grad_call.h"
#include "graph/modes.h"
#include "transforms/forward.h"

namespace vjp::testing {
namespace {

struct Level {
  const ForwardLevel level = enter_forward_level();
  ~Level() { leave_forward_level(); }
};

Tensor seed_like(const Tensor& t, int which) { return fresh_copy(filled(t.sizes(), Fill::Generic, which, t.dtype())); }

// A sum of products, and the sum of their sizes.
struct Product {
  double total = 0, size = 0;
  void add(const Tensor& a, const Tensor& b) {
    if (!a || !b) return;
    Tensor x = fresh_copy(detach(a)), y = fresh_copy(detach(b));
    for (int64_t i = 0; i < x.numel(); ++i) {
      const double p = x.data<double>()[i] * y.data<double>()[i];
      total += p;
      size += std::abs(p);
    }
  }
};

// Which differentiable argument has which seed along a direction.
std::vector<Tensor> directions(Arguments& args, int first) {
  std::vector<Tensor> out;
  for (const Tensor& t : args.tensors())
    out.push_back(is_differentiable(t.dtype()) ? seed_like(t, first + static_cast<int>(out.size())) : Tensor());
  return out;
}
void make_duals(Arguments& args, const std::vector<Tensor>& along) {
  for (size_t i = 0; i < along.size(); ++i)
    if (along[i]) args.put(i, make_dual(args.tensors()[i], fresh_copy(along[i])));
}

// <g, d/de1 d/de2 f(x + e1 s + e2 t)>
Product by_tangents(const OpDef& op, Arguments& args, bool record) {
  args.renew(record);
  Level outer;
  make_duals(args, directions(args, 11));
  Level inner;
  make_duals(args, directions(args, 23));
  Product product;
  int which = 0;
  for (const Tensor& out : run(op, args.values())) {
    if (!out || !is_differentiable(out.dtype())) continue;
    Tensor tangent = tangent_of(out, inner.level);
    product.add(seed_like(out, 31 + which++), tangent ? tangent_of(tangent, outer.level) : Tensor());
  }
  return product;
}

// <d/de1 vjp(x + e1 s)(g), t>
Product by_gradients(const OpDef& op, Arguments& args) {
  args.renew(true);
  std::vector<Tensor> leaves = args.tensors();
  Level level;
  make_duals(args, directions(args, 11));
  GradCall call({.allow_unused = true});
  int which = 0;
  for (const Tensor& out : run(op, args.values())) {
    if (!out || !is_differentiable(out.dtype())) continue;
    if (requires_grad(out)) call.add_root(out, seed_like(out, 31 + which));
    ++which;
  }
  for (const Tensor& leaf : leaves)
    if (leaf->requires_grad) call.add_input(leaf);
  call.run();
  Product product;
  size_t next = 0;
  std::vector<Tensor> along = directions(args, 23);
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (!leaves[i]->requires_grad) continue;
    const Tensor& g = call.results()[next++];
    if (g) product.add(tangent_of(g, level.level), along[i]);
  }
  return product;
}

bool left_out(const OpDef& op) {
  if (op.name()[0] == '_' && op.family != Family::Pointwise) return true;
  for (int a = 0; a < op.schema.num_args; ++a)
    if (op.schema.args[a].type == ArgType::Generator) return true;
  return false;
}

// FWD-6
TEST(NestedLevels, SecondTangentsAreTangentsOfGradients) {
  int compared = 0;
  for (const OpDef* op : op_table()) {
    if (left_out(*op)) continue;
    auto recipe = find_recipe(*op);
    if (!recipe) continue;
    std::vector<Place> places(static_cast<size_t>(std::max(1, tensor_places(*op))), Place{Dtype::Float64, {}});
    Arguments args(*op, *recipe, places, Fill::Generic);
    if (!args.any_differentiable()) continue;
    SCOPED_TRACE(op->name() + ": " + args.text());
    std::vector<Tensor> outs;
    try {
      args.renew(true);
      outs = run(*op, args.values());
    } catch (const Error&) {
      continue;  // it does not take these
    }
    if (std::none_of(outs.begin(), outs.end(), [](const Tensor& t) { return t && requires_grad(t); })) continue;
    if (std::any_of(outs.begin(), outs.end(), [](const Tensor& t) { return t && is_complex(t.dtype()); })) continue;
    Product reverse = by_gradients(*op, args);
    for (bool record : {false, true}) {
      Product forward = by_tangents(*op, args, record);
      if (!std::isfinite(reverse.size)) continue;
      EXPECT_LE(std::abs(forward.total - reverse.total), 1e-9 * (reverse.size + forward.size + 0.01))
          << "forward " << forward.total << ", reverse " << reverse.total;
    }
    compared += reverse.size != 0;
  }
  EXPECT_GT(compared, 120);
}

}  // namespace
}  // namespace vjp::testing
