// vjp.hpp: gradients, hooks, regions, functions of closures, optimizers.
#include <thread>

#include "fixture.h"

namespace {

using Tensors = std::vector<vjp::Tensor>;

vjp::GradOptions recorded() {
  vjp::GradOptions options;
  options.create_graph = true;
  return options;
}

TEST_F(Cpp, backward_fills_leaves_and_grad_leaves_them_alone) {
  vjp::Tensor x = vjp::tensor({1.0, 2.0, 3.0}).set_requires_grad();
  (x * x).sum().backward();
  EXPECT_THAT(values(x.grad()), ElementsAre(2, 4, 6));
  x.set_grad({});
  EXPECT_FALSE(x.grad());

  const Tensors first = vjp::grad((x * x * x).sum(), x, {}, recorded());
  EXPECT_THAT(values(first[0]), ElementsAre(3, 12, 27));
  EXPECT_THAT(values(vjp::grad(first[0].sum(), x)[0]), ElementsAre(6, 12, 18));
  EXPECT_FALSE(x.grad());

  vjp::Tensor unused = vjp::tensor(1.0).set_requires_grad();
  EXPECT_THROW(vjp::grad(x.sum(), {x, unused}), vjp::Error);
  vjp::GradOptions allow;
  allow.allow_unused = true;
  EXPECT_FALSE(vjp::grad(x.sum(), {x, unused}, {}, allow)[1]);
  EXPECT_THROW(vjp::grad(x.sum(), x, {vjp::tensor(1.0), vjp::tensor(1.0)}), vjp::Error);
}

TEST_F(Cpp, backward_of_several_roots_with_gradients_and_inputs) {
  vjp::Tensor x = vjp::tensor({1.0, 2.0}).set_requires_grad(), y = vjp::tensor({3.0, 4.0}).set_requires_grad();
  vjp::backward({x * y, x}, {vjp::tensor({1.0, 10.0}), vjp::tensor({100.0, 100.0})}, {}, {x});
  EXPECT_THAT(values(x.grad()), ElementsAre(103, 140));
  EXPECT_FALSE(y.grad());
}

TEST_F(Cpp, hooks_see_and_replace_and_go) {
  vjp::Tensor x = vjp::tensor({1.0, 2.0}).set_requires_grad();
  std::vector<std::string> log;
  vjp::Tensor y = x * 3;
  vjp::Hook doubled = y.register_hook([&](const vjp::Tensor& g) {
    log.push_back("y");
    return g * 2;
  });
  y.grad_fn().register_prehook([&](Tensors& grads) {
    log.push_back("pre");
    grads[0] = grads[0] * 10;
  });
  y.grad_fn().register_hook([&](Tensors& results, const Tensors& grads) {
    log.push_back("post " + std::to_string(grads.size()));
    results[0] = results[0] + 1;
  });
  x.register_hook([&](const vjp::Tensor&) { log.push_back("x"); });
  x.register_post_accumulate_grad_hook(
      [&](const vjp::Tensor& leaf) { log.push_back(leaf.is(x) ? "leaf" : "another"); });
  y.sum().backward();
  EXPECT_THAT(log, ElementsAre("y", "pre", "post 1", "x", "leaf"));
  EXPECT_THAT(values(x.grad()), ElementsAre(61, 61));
  EXPECT_STREQ(y.grad_fn().name(), (x * 3).grad_fn().name());

  doubled.remove();
  x.set_grad({});
  (x * 3).sum().backward();
  EXPECT_THAT(values(x.grad()), ElementsAre(3, 3));
}

TEST_F(Cpp, a_closure_s_exception_is_thrown_by_the_grad_call) {
  struct Mine {
    int number;
  };
  vjp::Tensor x = vjp::tensor({1.0}).set_requires_grad();
  auto token = std::make_shared<int>(0);
  {
    vjp::Tensor y = x * x;
    y.register_hook([token](const vjp::Tensor&) { throw Mine{7}; });
    EXPECT_EQ(token.use_count(), 2);
    try {
      y.backward();
      FAIL();
    } catch (const Mine& mine) {
      EXPECT_EQ(mine.number, 7);
    }
  }
  EXPECT_EQ(token.use_count(), 1);  // the closure went with the graph
  vjp::Tensor z = x * x;
  z.register_hook([](const vjp::Tensor& g) { return vjp::matmul(g, vjp::ones({2, 2})); });
  EXPECT_THROW(z.backward(), vjp::Error);
  EXPECT_THROW(vjp::tensor(1.0).register_hook([](const vjp::Tensor&) {}), vjp::Error);
  EXPECT_EQ(vjp::detail::Flying::count(), 0);
}

TEST_F(Cpp, a_payload_of_another_language_is_handed_back) {
  static int payload, dropped;
  vjp::Tensor x = vjp::tensor({1.0}).set_requires_grad(), y = x * x;
  vjp_hook* hook = nullptr;
  ASSERT_EQ(vjp_tensor_add_hook(
                y.get(),
                [](void*, vjp_tensor*, vjp_tensor**) {
                  return vjp_error_raise(VJP_ERROR_CANCELLED, "theirs", &payload, nullptr);
                },
                nullptr, [](void*) { ++dropped; }, &hook),
            VJP_OK);
  vjp_hook_release(hook);
  void* flying = vjp::detail::Flying::add(std::make_exception_ptr(1));  // one of ours is on its way somewhere
  EXPECT_THROW(y.backward(), vjp::Error);
  EXPECT_EQ(vjp_error_take_payload(), &payload);
  EXPECT_THROW(std::rethrow_exception(vjp::detail::Flying::take(flying)), int);
  y = {};
  EXPECT_EQ(dropped, 1);
}

TEST_F(Cpp, regions_hold_while_they_live) {
  vjp::Tensor x = vjp::tensor({1.0}).set_requires_grad();
  {
    const auto region = vjp::no_grad();
    EXPECT_FALSE((x * 2).requires_grad());
    const auto inner = vjp::enable_grad();
    EXPECT_TRUE((x * 2).requires_grad());
  }
  EXPECT_TRUE((x * 2).requires_grad());
  const auto region = vjp::inference_mode();
  EXPECT_TRUE(vjp_tensor_is_inference((x * 2).get()));
}

TEST_F(Cpp, saved_values_go_through_closures) {
  vjp::Tensor x = vjp::tensor({3.0}).set_requires_grad(), y;
  int packed = 0, unpacked = 0;
  {
    const auto region = vjp::saved_tensors_hooks(
        [&](const vjp::Tensor& t) {
          ++packed;
          return t.item();
        },
        [&](double value) {
          ++unpacked;
          return vjp::tensor({value});
        });
    y = x.sin() * 2;
  }
  y.backward();
  EXPECT_NEAR(x.grad().item(), 2 * std::cos(3.0), 1e-15);
  EXPECT_GE(packed, 1);
  EXPECT_EQ(packed, unpacked);
}

TEST_F(Cpp, functions_of_closures_have_their_own_derivative) {
  const auto cube = [](const vjp::Tensor& x) {
    return vjp::apply_function(
        "Cube", {x},
        [](vjp::ForwardContext& context, const Tensors& in) {
          context.save_for_backward(in);
          return Tensors{in[0] * in[0] * in[0]};
        },
        [](vjp::BackwardContext& context, const Tensors& grads) {
          const vjp::Tensor saved = context.saved(0);
          return Tensors{grads[0] * 3 * saved * saved};
        })[0];
  };
  vjp::Tensor x = vjp::tensor({2.0}).set_requires_grad();
  const vjp::Tensor y = cube(x);
  EXPECT_EQ(y.item(), 8);
  EXPECT_STREQ(y.grad_fn().name(), "Cube");
  const vjp::Tensor first = vjp::grad(y, x, {}, recorded())[0];
  EXPECT_EQ(first.item(), 12);
  EXPECT_EQ(vjp::grad(first, x)[0].item(), 12);

  EXPECT_THROW(vjp::apply_function(
                   "Fails", {x}, [](vjp::ForwardContext&, const Tensors&) -> Tensors { throw std::range_error("no"); },
                   [](vjp::BackwardContext&, const Tensors&) { return Tensors(1); }),
               std::range_error);
  EXPECT_TRUE((x * 2).requires_grad());  // grad mode came back
  const vjp::Tensor wrong = vjp::apply_function(
      "Wrong", {x}, [](vjp::ForwardContext&, const Tensors& in) { return Tensors{in[0] * 1}; },
      [](vjp::BackwardContext&, const Tensors&) { return Tensors(); })[0];
  try {
    wrong.backward();
    FAIL();
  } catch (const vjp::Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("Wrong: backward gave 0 gradients for 1 inputs"));
  }
}

TEST_F(Cpp, derivatives_of_closures) {
  const vjp::Tensor x = vjp::tensor({1.0, 2.0});
  const auto f = [](const Tensors& in) { return (in[0] * in[0] * in[0]).sum(); };
  EXPECT_THAT(values(vjp::func::grad(f, x)[0]), ElementsAre(3, 12));
  EXPECT_THAT(values(vjp::func::hessian(f, x)[0]), ElementsAre(6, 0, 0, 12));
  EXPECT_THAT(values(vjp::func::hvp(f, x, vjp::tensor({1.0, 1.0}))[0]), ElementsAre(6, 12));
  const auto square = [](const Tensors& in) { return in[0] * in[0]; };
  EXPECT_THAT(values(vjp::func::jacobian(square, x)[0]), ElementsAre(2, 0, 0, 4));
  EXPECT_THAT(values(vjp::func::jvp(square, x, vjp::tensor({1.0, 10.0}))[0]), ElementsAre(2, 40));
  EXPECT_THAT(values(vjp::func::vjp(square, x, vjp::tensor({1.0, 10.0}))[0]), ElementsAre(2, 40));
  const auto both = vjp::func::grad([&](const Tensors& in) { return vjp::func::grad(f, in[0])[0].sum(); }, x);
  EXPECT_THAT(values(both[0]), ElementsAre(6, 12));
  EXPECT_THROW(vjp::func::grad([](const Tensors&) -> vjp::Tensor { throw std::out_of_range("here"); }, x),
               std::out_of_range);
}

TEST_F(Cpp, batches_and_checkpoints_of_closures) {
  const vjp::Tensor rows = vjp::tensor({1.0, 2.0, 3.0, 4.0}, {{2, 2}}), shared = vjp::tensor({10.0, 1.0});
  const auto out =
      vjp::vmap([](const Tensors& in) { return vjp::dot(in[0], in[1]); }, {rows, shared}, {0, VJP_VMAP_NONE});
  EXPECT_THAT(values(out[0]), ElementsAre(12, 34));
  EXPECT_THROW(vjp::vmap([](const Tensors& in) { return in[0]; }, {rows, shared}, {0}), vjp::Error);

  vjp::Tensor x = vjp::tensor({2.0}).set_requires_grad();
  int runs = 0;
  const auto kept = vjp::checkpoint(
      [&runs](const Tensors& in) {
        ++runs;
        return in[0].sin().exp();
      },
      x);
  EXPECT_EQ(runs, 1);
  kept[0].backward();
  EXPECT_EQ(runs, 2);
  EXPECT_NEAR(x.grad().item(), std::cos(2.0) * std::exp(std::sin(2.0)), 1e-14);
}

TEST_F(Cpp, optimizers_step) {
  vjp::Tensor w = vjp::tensor({4.0}).set_requires_grad();
  vjp::Optimizer optimizer = vjp::Optimizer::sgd(w, 0.25);
  for (int i = 0; i < 3; ++i) {
    optimizer.zero_grad();
    (w * w).backward();
    optimizer.step();
  }
  EXPECT_EQ(w.item(), 0.5);
  (w * w).backward();
  EXPECT_GT(vjp::clip_grad_norm(w, 0.5).item(), 0.9);
  EXPECT_NEAR(w.grad().item(), 0.5, 1e-5);
  EXPECT_THROW(vjp::Optimizer::adam(Tensors()), vjp::Error);
}

TEST_F(Cpp, exceptions_of_several_threads_do_not_meet) {
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int number = 0; number < 4; ++number) {
    threads.emplace_back([number, &right] {
      for (int i = 0; i < 50; ++i) {
        vjp::Tensor x = vjp::tensor({1.0}).set_requires_grad(), y = x * x;
        y.register_hook([number](const vjp::Tensor&) { throw number; });
        try {
          y.backward();
        } catch (int mine) {
          right += mine == number;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 200);
}

}  // namespace
