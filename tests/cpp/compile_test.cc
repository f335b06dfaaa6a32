// Compiled grad calls against the engine's, in everything that can be observed: random graphs with random hooks and
// requested inputs (CB-46), each also taken over by the engine after every one of its nodes (CB-47).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "base/error.h"
#include "compile/cache.h"
#include "compile/region.h"
#include "engine/grad_call.h"
#include "fusion_checks.h"
#include "graph/extra.h"
#include "graph/hook.h"
#include "graph/meta.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_trigonometric.h"
#include "ops/functions/reduce_sum.h"

namespace vjp {
namespace {

std::string bits_of(const Tensor& t) {
  if (!t) return "none";
  std::string text = format("{}:", t.sizes());
  const Tensor flat = t.contiguous() ? t : t.alias();
  for (int64_t i = 0; i < flat.numel(); ++i) {
    uint64_t bits;
    std::memcpy(&bits, flat.data<double>() + i, sizeof bits);
    text += format(" {}", bits);
  }
  return text;
}

// One program: leaves, a random graph over them, hooks on some of it, and a grad call, all from one seed.
class Program {
 public:
  explicit Program(unsigned seed) : random_(seed) {}

  // What can be observed.
  std::string run() {
    log_.clear();
    std::vector<Tensor> values;
    const int leaves = 1 + below(3);
    for (int i = 0; i < leaves; ++i) {
      Tensor t = Tensor::empty(Dims{2}, Dtype::Float64);
      for (int k = 0; k < 2; ++k) t.data<double>()[k] = 0.25 * (1 + below(7));
      set_requires_grad(*t.get(), true);
      values.push_back(t);
    }
    const int operations = 2 + below(10);
    for (int i = 0; i < operations; ++i) {
      const Tensor a = values[static_cast<size_t>(below(static_cast<int>(values.size())))];
      const Tensor b = values[static_cast<size_t>(below(static_cast<int>(values.size())))];
      switch (below(5)) {
        case 0:
          values.push_back(mul(a, b));
          break;
        case 1:
          values.push_back(add(a, b));
          break;
        case 2:
          values.push_back(sin(a));
          break;
        case 3:
          values.push_back(sub(a, b));
          break;
        default:
          values.push_back(cos(mul(a, a)));
      }
    }
    add_hooks(values);
    GradOptions options;
    options.accumulate = below(2);
    options.retain_graph = below(2);
    options.create_graph = below(4) == 0;
    options.allow_unused = true;
    auto call = Ref<GradCall>::take(new GradCall(options));
    const int roots = 1 + below(2);
    for (int i = 0; i < roots; ++i) {
      const Tensor root = values[values.size() - 1 - static_cast<size_t>(i)];
      Tensor gradient = Tensor::empty(Dims{2}, Dtype::Float64);
      gradient.data<double>()[0] = 1, gradient.data<double>()[1] = -0.5;
      if (requires_grad(root)) call->add_root(root, gradient);
    }
    const int inputs = options.accumulate && below(2) ? 0 : 1 + below(3);
    for (int i = 0; i < inputs; ++i) {
      const Tensor input = values[static_cast<size_t>(below(static_cast<int>(values.size())))];
      call->add_input(input);
    }
    for (int again = 0; again < 2; ++again) {
      try {
        call->run();
        for (const Tensor& result : call->results()) log_ += format("result {}\n", bits_of(result));
      } catch (const Error& error) {
        log_ += format("error {}\n", error.what());
      }
      for (const Tensor& value : values) {
        log_ += value->meta ? format("grad {}", bits_of(value->meta->grad)) : "no meta";
        log_ += value->node && value->node->freed ? " freed\n" : "\n";
      }
    }
    for (const Tensor& value : values)  // which may have a history that leads to the leaf
      if (value->meta) value->meta->grad.reset();
    return log_;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  struct OneHook {
    Program* program;
    int number;
    double factor;
    bool fails;
  };

  static vjp_status on_gradient(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
    auto& hook = *static_cast<OneHook*>(context);
    const Tensor& g = as_tensor(grad);
    hook.program->log_ += format("hook {} {}\n", hook.number, bits_of(g));
    if (hook.fails) return vjp_error_raise(VJP_ERROR_INVALID, "a hook fails", nullptr, nullptr);
    if (hook.factor != 1 && g) *replacement = handle_of(mul(g, Scalar(hook.factor)).detach_handle());
    return VJP_OK;
  }
  static vjp_status on_nodes(void* context, vjp_tensor** grads, size_t count) {
    auto& hook = *static_cast<OneHook*>(context);
    hook.program->log_ += format("node hook {}", hook.number);
    for (size_t i = 0; i < count; ++i) hook.program->log_ += format(" {}", bits_of(as_tensor(grads[i])));
    hook.program->log_ += "\n";
    return VJP_OK;
  }
  static vjp_status after_nodes(void* context, vjp_tensor** results, size_t count, vjp_tensor* const*, size_t) {
    return on_nodes(context, results, count);
  }
  static vjp_status on_leaf(void* context, vjp_tensor* leaf) {
    auto& hook = *static_cast<OneHook*>(context);
    hook.program->log_ += format("leaf hook {} {}\n", hook.number, bits_of(impl_of(leaf)->meta->grad));
    return VJP_OK;
  }

  void add_hooks(const std::vector<Tensor>& values) {
    hooks_.clear();
    hooks_.reserve(64);
    const int count = below(4);
    for (int i = 0; i < count; ++i) {
      const Tensor& t = values[static_cast<size_t>(below(static_cast<int>(values.size())))];
      hooks_.push_back({this, i, below(3) ? 1.0 : 2.0, below(12) == 0});
      OneHook* hook = &hooks_.back();
      switch (below(5)) {
        case 0:
        case 1:
          add_tensor_hook(*t.get(), on_gradient, hook, nullptr);
          break;
        case 2:
          gradient_edge(*t.get()).node->extra().pre_hooks.add({.pre = on_nodes}, hook, nullptr);
          break;
        case 3:
          gradient_edge(*t.get()).node->extra().post_hooks.add({.post = after_nodes}, hook, nullptr);
          break;
        default:
          if (is_leaf(*t.get())) {
            meta_of(*t.get()).post_accumulate_hooks.add({.leaf = on_leaf}, hook, nullptr);
          } else {
            retain_grad(*t.get());
          }
      }
    }
  }

  std::mt19937 random_;
  std::string log_;
  std::vector<OneHook> hooks_;
};

CompileOptions everything(uint32_t skip_passes = 0) {
  CompileOptions options;
  options.on = true;
  options.min_sites = 1;
  options.skip_passes = skip_passes;
  return options;
}

std::string run_compiled(unsigned seed, uint32_t skip_passes = 0) {
  auto region = std::make_unique<compile::Region>(everything(skip_passes));
  std::string log = Program(seed).run();
  Guard::exit(region.release());
  return log;
}

compile::Counters counters() {
  std::lock_guard lock(compile::Cache::of_process().mutex());
  return compile::Cache::of_process().counters;
}

TEST(Compiled, RandomGraphsAreTheEngines) {
  compile::after_fusion = compile::verify;
  const compile::Counters before = counters();
  for (unsigned seed = 0; seed < 10000; ++seed) {
    const std::string engine = Program(seed).run();
    ASSERT_EQ(run_compiled(seed), engine) << "recorded, seed " << seed;
    ASSERT_EQ(run_compiled(seed), engine) << "by the program, seed " << seed;
    ASSERT_EQ(run_compiled(seed, kFusePass), engine) << "without passes, seed " << seed;
  }
  const compile::Counters after = counters();
  EXPECT_GT(after.hits - before.hits, 10000u);
  EXPECT_GT(after.records - before.records, 5000u);
  EXPECT_GT(compile::Cache::of_process().fused_nodes, 1000u);
  EXPECT_EQ(after.fallbacks[static_cast<size_t>(compile::Fallback::Order)], 0u);
  compile::after_fusion = nullptr;
}

TEST(Compiled, TheEngineTakesOverAnywhere) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const std::string engine = Program(seed).run();
    for (int64_t after = 0; after < 12; ++after) {
      break_order_after = after;
      const std::string compiled = run_compiled(seed);
      break_order_after = -1;
      ASSERT_EQ(compiled, engine) << "after " << after << " nodes, seed " << seed;
    }
  }
  EXPECT_GT(counters().late_fallbacks, 1000u);
}

// A graph whose parts are recorded the other way round is another program, for the engine runs it in another order.
TEST(Compiled, TheOrderOfRecordingIsPartOfIt) {
  auto run = [](bool turned) {
    Tensor a = Tensor::from_scalar(Scalar(0.5), Dtype::Float64), b = Tensor::from_scalar(Scalar(0.25), Dtype::Float64);
    set_requires_grad(*a.get(), true);
    set_requires_grad(*b.get(), true);
    Tensor s, t;
    if (turned) {
      t = cos(b);
      s = sin(a);
    } else {
      s = sin(a);
      t = cos(b);
    }
    std::string log;
    auto note = [](void* log, vjp_tensor* grad, vjp_tensor**) {
      *static_cast<std::string*>(log) += format("{}\n", bits_of(as_tensor(grad)));
      return VJP_OK;
    };
    add_tensor_hook(*s.get(), note, &log, nullptr);
    add_tensor_hook(*t.get(), note, &log, nullptr);
    Tensor y = mul(mul(s, Scalar(3.0)), mul(t, Scalar(5.0)));
    auto call = Ref<GradCall>::take(new GradCall(GradOptions{.accumulate = true}));
    call->add_root(y, {});
    call->run();
    return log;
  };
  const std::string straight = run(false), turned = run(true);
  for (int i = 0; i < 3; ++i) {
    auto region = std::make_unique<compile::Region>(everything());
    const std::string one = run(false), other = run(true);
    Guard::exit(region.release());
    EXPECT_EQ(one, straight);
    EXPECT_EQ(other, turned);
  }
}

}  // namespace
}  // namespace vjp
