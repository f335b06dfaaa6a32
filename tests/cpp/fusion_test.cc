// COMP-13, CB-32, CB-46: fused kernels of compiled grad calls against the engine's nodes, bit by bit: random formulas
// over all pointwise operators of the table, in every dtype that is fused, with broadcast operands, leaves between the
// nodes and gradients that add up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "base/error.h"
#include "compile/cache.h"
#include "compile/region.h"
#include "engine/grad_call.h"
#include "fusion_checks.h"
#include "graph/extra.h"
#include "graph/guard.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/call_counts.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_trigonometric.h"
#include "ops/functions/reduce_sum.h"

namespace vjp {
namespace {

// Of any dtype; what is no number is one thing, for which of two operands gives its bits is nobody's promise.
std::string bits_of(const Tensor& given) {
  if (!given) return "none";
  std::string text = format("{} {}:", given.sizes(), given.strides());
  const Tensor t = given.contiguous() ? given : clone(given);
  const Tensor wide = to(t, Dtype::Float64);
  const size_t size = size_of(t.dtype());
  for (int64_t i = 0; i < t.numel(); ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, t.raw() + static_cast<size_t>(i) * size, size);
    text += std::isnan(wide.data<double>()[i]) ? " nan" : format(" {}", bits);
  }
  return text;
}

bool is_real_operand(const Signature& schema, int arg) {
  return schema.args[arg].type == ArgType::Tensor || schema.args[arg].type == ArgType::Operand;
}

// Operators of one or two operands and nothing else, whose derivative the table has.
std::vector<const OpDef*> formulas() {
  std::vector<const OpDef*> found;
  for (const OpDef* op : op_table()) {
    const int args = op->schema.num_args;
    if (!op->pointwise || !op->differentiable || args < 1 || args > 2) continue;
    if (op->pointwise->result != ResultType::Promote && op->pointwise->result != ResultType::PromoteFloat) continue;
    if (op->pointwise->unpromoted || !is_real_operand(op->schema, 0) || !is_real_operand(op->schema, args - 1))
      continue;
    found.push_back(op);
  }
  std::sort(found.begin(), found.end(), [](auto* a, auto* b) { return a->name() < b->name(); });
  return found;
}

class Formula {
 public:
  Formula(unsigned seed, bool large) : random_(seed), large_(large) {}

  std::string run() {
    static const std::vector<const OpDef*> all = formulas();
    static constexpr Dtype kDtypes[] = {Dtype::Float32, Dtype::Float64, Dtype::Float16, Dtype::BFloat16};
    const Dtype dtype = kDtypes[below(4)];
    std::vector<Tensor> leaves, values;
    for (int i = 0; i < 4; ++i) {
      leaves.push_back(fresh(i == 0 ? whole() : part(), dtype, i == 3 ? 0 : 1));
      values.push_back(leaves.back());
    }
    const int steps = 6 + below(14);
    for (int i = 0; i < steps; ++i) {
      const OpDef& op =
          below(3) ? *all[static_cast<size_t>(below(static_cast<int>(all.size())))] : (below(2) ? op_Add : op_Mul);
      const bool last = below(3) != 0;  // chains, mostly
      const Tensor& a = last ? values.back() : any(values);
      const Tensor& b = any(values);
      const int number = op.schema.args[op.schema.num_args - 1].type == ArgType::Operand ? below(6) : 9;
      const Value args[] = {box(a), number == 0 ? box(0.5) : number == 1 ? box(2) : box(b)};
      Tensor out = call1(op, args);
      if (out.dtype() == dtype) values.push_back(below(5) ? out : call1(op_Sigmoid, std::array{box(out)}.data()));
    }
    std::string log;
    for (int again = 0; again < 2; ++again) {
      Tensor root = values.back();
      auto call = Ref<GradCall>::take(new GradCall(GradOptions{.retain_graph = again == 0, .accumulate = true}));
      if (!requires_grad(root)) return "nothing";
      call->add_root(root, fresh(Dims(root.sizes()), dtype, 0));
      const std::vector<uint64_t> before = calls();
      call->run();
      const std::vector<uint64_t> after = calls();
      // but for copies: a leaf's gradient that something else would read, had it a tensor of its own
      for (size_t i = 0; i < after.size(); ++i)
        if (after[i] != before[i] && op_table()[i]->name() != "_row_major")
          log += format("{} x{} ", op_table()[i]->name(), after[i] - before[i]);
      for (const Tensor& leaf : leaves) log += format("{}\n", leaf->meta ? bits_of(leaf->meta->grad) : "no meta");
    }
    for (const Tensor& value : values) log += value->node && value->node->freed ? "freed " : "- ";
    return log;
  }

 private:
  static std::vector<uint64_t> calls() {
    std::vector<uint64_t> counts;
    for (const OpDef* op : op_table()) counts.push_back(calls_of(*op));
    return counts;
  }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  const Tensor& any(const std::vector<Tensor>& values) {
    return values[static_cast<size_t>(below(static_cast<int>(values.size())))];
  }
  Dims whole() const { return large_ ? Dims{70, 90} : Dims{3, 4}; }
  Dims part() {
    const Dims all = whole();
    switch (below(6)) {
      case 0:
        return {all[1]};
      case 1:
        return {all[0], 1};
      case 2:
        return {};
      default:
        return all;
    }
  }
  Tensor fresh(const Dims& sizes, Dtype dtype, bool leaf) {
    Tensor t = Tensor::empty(sizes, Dtype::Float64);
    for (int64_t i = 0; i < t.numel(); ++i) t.data<double>()[i] = 0.0625 * (1 + below(30));
    t = to(t, dtype);
    if (leaf) set_requires_grad(*t.get(), true);
    return t;
  }

  std::mt19937 random_;
  const bool large_;
};

CompileOptions everything() {
  CompileOptions options;
  options.on = true;
  options.min_sites = 1;
  return options;
}

template <class F>
auto compiled(F&& f) {
  auto region = std::make_unique<compile::Region>(everything());
  auto result = f();
  Guard::exit(region.release());
  return result;
}

uint64_t fused_nodes() { return compile::Cache::of_process().fused_nodes; }

class Fusion : public testing::Test {
 protected:
  void SetUp() override { compile::after_fusion = compile::verify; }
  void TearDown() override { compile::after_fusion = nullptr; }
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // twenty times slower
constexpr unsigned kFormulas = 300;
#else
constexpr unsigned kFormulas = 3000;
#endif

TEST_F(Fusion, RandomFormulasAreTheEngines) {
  const uint64_t before = fused_nodes();
  for (unsigned seed = 0; seed < kFormulas; ++seed) {
    const bool large = seed % 50 == 0;
    const auto run = [&] { return Formula(seed, large).run(); };
    const std::string engine = run();
    ASSERT_EQ(compiled(run), engine) << "recorded, seed " << seed;
    ASSERT_EQ(compiled(run), engine) << "by the program, seed " << seed;
  }
  EXPECT_GT(formulas().size(), 40u);
  EXPECT_GT(fused_nodes() - before, 10u * kFormulas);
}

// ---- one chain, looked at from all sides ----

Tensor filled(double value) {
  Tensor t = Tensor::empty(Dims{3}, Dtype::Float64);
  for (int i = 0; i < 3; ++i) t.data<double>()[i] = value + 0.125 * i;
  return t;
}
Tensor leaf(double value) {
  Tensor t = filled(value);
  set_requires_grad(*t.get(), true);
  return t;
}

// Eight products and sines over a leaf each; what `meddle` does to it comes before the grad call.
struct Chain {
  std::vector<Tensor> leaves, values;
  std::string log;

  Chain() {
    values.push_back(leaf(0.5));
    leaves.push_back(values[0]);
    for (int i = 0; i < 4; ++i) {
      leaves.push_back(leaf(0.75 + i));
      values.push_back(mul(values.back(), leaves.back()));
      values.push_back(sin(values.back()));
    }
  }
  void backward(bool retain = false) {
    auto call = Ref<GradCall>::take(new GradCall(GradOptions{.retain_graph = retain, .accumulate = true}));
    call->add_root(values.back(), filled(1));
    try {
      call->run();
    } catch (const Error& error) {
      log += format("error {}\n", error.what());
    }
    for (const Tensor& t : leaves) log += format("{}\n", t->meta ? bits_of(t->meta->grad) : "no meta");
    for (const Tensor& v : values) log += v->node && v->node->freed ? "freed " : "- ";
  }
};

// Both ways, and how many nodes the second one fused.
template <class Meddle>
uint64_t both_ways(Meddle&& meddle, const char* what) {
  const auto run = [&] {
    Chain chain;
    meddle(chain);
    return chain.log;
  };
  const std::string engine = run();
  EXPECT_EQ(compiled(run), engine) << what << ", recorded";
  const uint64_t before = fused_nodes();
  EXPECT_EQ(compiled(run), engine) << what << ", by the program";
  return fused_nodes() - before;
}

TEST_F(Fusion, AChainWithLeavesBetweenIsOneKernel) {
  EXPECT_EQ(both_ways([](Chain& c) { c.backward(); }, "as it is"), 8u);
  const auto twice = [](Chain& c) {
    c.backward(true);
    c.backward();
    c.backward();  // an error: it is freed
  };
  EXPECT_EQ(both_ways(twice, "twice"), 16u);
}

// What came goes through sums as it is: there is nothing to compute, and nobody gets a copy.
TEST_F(Fusion, SumsHandOnWhatCame) {
  const auto sums = [](Chain& c) {
    c.values = {c.leaves[0]};
    for (int i = 0; i < 6; ++i) c.values.push_back(add(c.values.back(), c.leaves[static_cast<size_t>(1 + i % 4)]));
    c.backward();
  };
  EXPECT_EQ(both_ways(sums, "sums"), 6u);
  const auto plain = [](Chain& c) {
    c.values = {c.leaves[0]};
    for (int i = 0; i < 6; ++i) c.values.push_back(add(c.values.back(), filled(0.5)));
    c.backward();
  };
  EXPECT_EQ(both_ways(plain, "sums with numbers"), 6u);
}

// Spec CB-18: the error is the engine's, with what was accumulated before it.
TEST_F(Fusion, AChangedValueIsTheEnginesError) {
  for (size_t i : {0, 1, 2, 5}) {
    const auto change = [&](Chain& c) {
      add_(c.values[i].alias(), filled(1));
      c.backward();
    };
    EXPECT_EQ(both_ways(change, "changed"), 0u) << i;
  }
}

// What a leaf's sum in place changes is a value that a later node reads.
TEST_F(Fusion, AGradientThatIsReadIsNoPartOfTheKernel) {
  const auto read = [](Chain& c) {
    Tensor gradient = filled(0.25);
    c.leaves.push_back(leaf(2));
    meta_of(*c.leaves.back().get()).grad = gradient;
    c.values[0] = mul(c.leaves[0], gradient);
    for (int i = 0; i < 5; ++i) c.values.push_back(sin(i == 0 ? c.values[0] : c.values.back()));
    c.values.push_back(mul(c.values.back(), c.leaves.back()));
    c.backward();
  };
  EXPECT_EQ(both_ways(read, "read"), 0u);
}

// Hooks end a kernel; a gradient that is retained, too.
TEST_F(Fusion, HooksStandBetweenKernels) {
  const auto note = [](void* context, vjp_tensor* grad, vjp_tensor**) {
    auto& c = *static_cast<Chain*>(context);
    c.log += format("hook {}", bits_of(as_tensor(grad)));
    for (const Tensor& v : c.values) c.log += v->node && v->node->freed ? " freed" : " -";
    c.log += "\n";
    return VJP_OK;
  };
  const auto in_the_middle = [&](Chain& c) {
    add_tensor_hook(*c.values[4].get(), note, &c, nullptr);
    c.backward();
  };
  EXPECT_EQ(both_ways(in_the_middle, "a hook"), 4u);
  const auto retained = [](Chain& c) {
    retain_grad(*c.values[4].get());
    c.backward();
    c.log += bits_of(c.values[4]->meta->grad);
  };
  EXPECT_EQ(both_ways(retained, "retained"), 4u);
  const auto on_a_leaf = [&](Chain& c) {
    add_tensor_hook(*c.leaves[2].get(), note, &c, nullptr);
    c.backward();
  };
  EXPECT_GT(both_ways(on_a_leaf, "a leaf's hook"), 0u);
}

TEST_F(Fusion, PassesCanBeLeftOut) {
  const auto run = [](uint32_t skipped) {
    CompileOptions options = everything();
    options.skip_passes = skipped;
    auto region = std::make_unique<compile::Region>(options);
    const uint64_t before = fused_nodes();
    Chain().backward();
    Guard::exit(region.release());
    return fused_nodes() - before;
  };
  compile::Cache::of_process().clear();
  for (int i = 0; i < 3; ++i) {  // one program, whoever made it
    EXPECT_EQ(run(kFusePass), 0u);
    EXPECT_EQ(run(0), 8u);
  }
}

// ---- the verifier ----

TEST_F(Fusion, TheVerifierSeesWhatIsWrong) {
  Chain chain;
  std::vector<Node*> order;
  for (size_t i = chain.values.size(); i-- > 1;) {
    Node* node = chain.values[i]->node;
    order.push_back(node);
    for (const Edge& edge : node->edges())
      if (edge.node->accumulated_leaf() && i != 1) order.push_back(edge.node.get());
  }
  Root root{{Ref<Node>::share(order[0]), 0}, {}};
  NoGrad guard;
  const auto made = [&] { return compile::fuse(order, {&root, 1}); };
  using compile::FusedRegion;
  ASSERT_TRUE(made());
  const std::pair<const char*, void (*)(FusedRegion&)> faults[] = {
      {"reads what comes later", [](FusedRegion& r) { r.program.steps[0].a = 60; }},
      {"an input from nowhere", [](FusedRegion& r) { r.needs.erase(r.needs.begin()); }},
      {"an input from two places", [](FusedRegion& r) { r.needs.push_back(r.needs[0]), r.needs.back().site = 7; }},
      {"a gradient that is lost", [](FusedRegion& r) { r.gives.pop_back(); }},
      {"one that is given twice", [](FusedRegion& r) { r.gives.push_back(r.gives.back()); }},
      {"an output that is not there", [](FusedRegion& r) { r.gives[0].place = 50; }},
      {"beyond the order", [](FusedRegion& r) { r.first = 5; }},
      {"a leaf taken for a derivative", [](FusedRegion& r) { r.derives[2] = 1; }},
      {"another dtype", [](FusedRegion& r) { r.program.outputs[0].dtype = Dtype::Float32; }},
  };
  for (const auto& [what, fault] : faults) {
    Ref<compile::Fusion> broken = made();
    EXPECT_NO_THROW(compile::verify(*broken, order)) << what;
    fault(*broken->regions[0]);
    EXPECT_THROW(compile::verify(*broken, order), Error) << what;
  }
}

}  // namespace
}  // namespace vjp
