// THREAD-3, THREAD-6, ACC-2: what threads share is used under its lock, or put in place without losing what another has
// put there meanwhile. Nothing is left to luck: a lock is held here while another thread tries, which must wait; and
// where work is done without a lock, another thread comes in the middle of it, at every place where memory is asked
// for.
#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>
#include <thread>

#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/view_part.h"
#include "ops/value.h"
#include "vjp/vjp.h"

namespace {
thread_local int until_called = -1;  // allocations of this thread until `in_the_middle` is called
std::function<void()>* in_the_middle;

void* allocate(size_t bytes) {
  if (until_called >= 0 && until_called-- == 0) (*in_the_middle)();
  if (void* p = std::malloc(bytes ? bytes : 1)) return p;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(size_t bytes) { return allocate(bytes); }
void* operator new[](size_t bytes) { return allocate(bytes); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
void operator delete[](void* p, size_t) noexcept { std::free(p); }

namespace vjp {
namespace {

constexpr int kWhile = 20000;  // looks: long enough for a thread that does not wait

Tensor leaf() {
  Tensor t = full(IntSpan(std::initializer_list<int64_t>{2}), 3.0, Dtype::Float64);
  t->requires_grad = true;
  return t;
}
double first_of(const Tensor& t) { return t ? t.data<double>()[0] : 0; }
vjp_tensor* handle(const Tensor& t) { return handle_of(t.get()); }
void ok(vjp_status status) { EXPECT_EQ(status, VJP_OK) << vjp_last_error(); }

// ---- who waits for whom ----

// `what` does not end on another thread before this one gives the lock back.
template <class Lock>
void expect_to_wait(const char* name, const Tensor& t, const std::function<void()>& what) {
  std::atomic<bool> held{false}, done{false};
  std::thread other([&] {
    while (!held) sched_yield();
    what();
    done = true;
  });
  {
    Lock lock(*t.get());
    held = true;
    for (int i = 0; i < kWhile && !done; ++i) sched_yield();
    EXPECT_FALSE(done) << name << " does not wait";
  }
  other.join();
}

void look_for_node(const Tensor& t) {
  vjp_node* node = nullptr;
  ok(vjp_tensor_grad_fn(handle(t), &node));
  vjp_node_release(node);
}
void look_for_edge(const Tensor& t) {
  vjp_node* node = nullptr;
  uint32_t slot = 0;
  ok(vjp_tensor_gradient_edge(handle(t), &node, &slot));
  vjp_node_release(node);
}
void change(const Tensor& t) {
  const Tensor factor = leaf();
  ok(vjp_mul_(handle(t), handle(factor)));
}

// THREAD-3
TEST(Locks, a_node_is_taken_and_put_in_under_the_lock_of_the_history) {
  const std::pair<const char*, void (*)(const Tensor&)> uses[] = {
      {"grad_fn", look_for_node},
      {"gradient_edge", look_for_edge},
      {"an operator", [](const Tensor& t) { sin(t); }},
      {"a hook",
       [](const Tensor& t) {
         ok(vjp_tensor_add_hook(
             handle(t), [](void*, vjp_tensor*, vjp_tensor**) { return VJP_OK; }, nullptr, nullptr, nullptr));
       }},
      {"detach_", [](const Tensor& t) { ok(vjp_tensor_detach_(handle(t))); }},
      {"a change in place", change},
  };
  for (const auto& [name, use] : uses) {
    const Tensor x = leaf(), y = mul(x, x);
    expect_to_wait<HistoryLock>(name, y, [&, use = use] { use(y); });
  }
}

// THREAD-3, VIEW-9: of threads that find a view's node stale each makes one, and one of them is put in
TEST(Locks, what_changes_a_tensor_has_its_lock) {
  const std::pair<const char*, void (*)(const Tensor&)> uses[] = {
      {"detach_", [](const Tensor& t) { ok(vjp_tensor_detach_(handle(t))); }},
      {"retain_grad", [](const Tensor& t) { ok(vjp_tensor_retain_grad(handle(t))); }},
      {"a change in place", change},
  };
  for (const auto& [name, use] : uses) {
    const Tensor x = leaf(), y = mul(x, x);
    expect_to_wait<LeafLock>(name, y, [&, use = use] { use(y); });
  }
  const Tensor x = leaf(), y = mul(x, x), view = narrow(y, 0, 0, 1);
  change(y);
  expect_to_wait<LeafLock>("the node of a stale view", view, [&] { look_for_node(view); });
}

// ACC-2, THREAD-4
TEST(Locks, a_leaf_has_its_gradient_and_its_accumulator_under_its_lock) {
  const Tensor gradient = leaf();
  const auto accumulate = [&](const Tensor& t) {
    NoGrad plainly;
    accumulate_grad(*t.get(), gradient);  // a thread that calls backward waits for the accumulator before
  };
  const std::pair<const char*, std::function<void(const Tensor&)>> uses[] = {
      {"the first gradient", accumulate},
      {"a sum", accumulate},
      {"set_grad", [&](const Tensor& t) { ok(vjp_tensor_set_grad(handle(t), handle(gradient))); }},
      {"grad",
       [](const Tensor& t) {
         vjp_tensor* grad = nullptr;
         ok(vjp_tensor_grad(handle(t), &grad));
         vjp_tensor_release(grad);
       }},
      {"the accumulator", look_for_edge},
  };
  for (const auto& [name, use] : uses) {
    const Tensor x = leaf();
    // what is asked for first makes more than what the lock is about
    Ref<Node> accumulator = name == std::string("the accumulator") ? Ref<Node>() : accumulator_of(*x.get());
    if (name != std::string("the first gradient")) meta_of(*x.get()).grad = leaf();
    expect_to_wait<LeafLock>(name, x, [&, &use = use] { use(x); });
  }
}

// ---- who comes in the middle ----

// Runs `what`, and `meanwhile` on another thread at its n-th allocation, for every n that there is; then `check` with
// n, and at last with -1, when nobody came. Where
// a lock is held there, the other one waits, and ends later.
void in_the_middle_of(const std::function<void()>& before, const std::function<void()>& what,
                      const std::function<void()>& meanwhile, const std::function<void(int)>& check) {
  int places = 0;
  for (bool met = true; met; ++places) {
    std::atomic<bool> come{false}, home{false}, done{false};
    std::thread other([&] {
      while (!come && !home) sched_yield();
      if (come) meanwhile();
      done = true;
    });
    std::function<void()> let_it_come = [&] {
      come = true;
      for (int i = 0; i < kWhile && !done; ++i) sched_yield();
    };
    before();
    in_the_middle = &let_it_come;
    until_called = places;
    what();
    until_called = -1;
    home = true;
    other.join();
    met = come;
    check(met ? places : -1);
  }
  EXPECT_GT(places, 1);
}

vjp_status no_change(void*, vjp_tensor*, vjp_tensor**) { return VJP_OK; }

// THREAD-6
TEST(Locks, no_hook_is_lost_that_another_thread_adds_or_removes_meanwhile) {
  Tensor x, y;
  vjp_hook *first = nullptr, *gone = nullptr;
  const auto add = [&](vjp_hook** out) { ok(vjp_tensor_add_hook(handle(y), no_change, nullptr, nullptr, out)); };
  const auto before = [&] {
    x = leaf(), y = mul(x, x);
    add(&first);
    add(&gone);
  };
  const auto after = [&](size_t hooks, int place) {
    if (place >= 0) {
      EXPECT_EQ(vjp_tensor_num_hooks(handle(y), VJP_HOOK_TENSOR), hooks) << "at allocation " << place;
    }
    vjp_hook_release(first);
    if (hooks == 4 || place < 0) vjp_hook_release(gone);
  };
  in_the_middle_of(
      before, [&] { add(nullptr); }, [&] { add(nullptr); }, [&](int place) { after(4, place); });
  in_the_middle_of(
      before, [&] { add(nullptr); }, [&] { vjp_hook_remove(gone); }, [&](int place) { after(2, place); });
}

// HOOK-13: of the only two hooks one is removed while the other is taken out, and the list takes a third at once
TEST(Locks, the_last_two_hooks_are_removed_and_one_is_added) {
  Tensor x;
  vjp_hook *one = nullptr, *other = nullptr;
  const auto add = [&](vjp_hook** out) { ok(vjp_tensor_add_hook(handle(x), no_change, nullptr, nullptr, out)); };
  const auto before = [&] {
    x = leaf();
    add(&one);
    add(&other);
  };
  const auto replace = [&] {
    vjp_hook_remove(one);
    add(nullptr);
  };
  const auto check = [&](int place) {
    if (place < 0) vjp_hook_remove(other);
    EXPECT_EQ(vjp_tensor_num_hooks(handle(x), VJP_HOOK_TENSOR), 1u) << "at allocation " << place;
  };
  // the other thread waits for the first removal, and wakes up after the third hook was added, or now and then before
  for (int i = 0; i < 40; ++i)
    in_the_middle_of(
        before, replace, [&] { vjp_hook_remove(other); }, check);
}

// ACC-2: a sum with history, and one without in the middle of it
TEST(Locks, no_gradient_is_lost_that_arrives_while_a_recorded_sum_is_made) {
  Tensor x;
  const Tensor one = ones(IntSpan(std::initializer_list<int64_t>{2}), Dtype::Float64);
  const auto accumulate = [&](bool recorded) {
    vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
    options.accumulate = 1;
    options.create_graph = recorded;
    vjp_grad_call* call = nullptr;
    ok(vjp_grad_call_create(&options, &call));
    ok(vjp_grad_call_add_root(call, handle(x), handle(one)));
    ok(vjp_grad_call_run(call));
    vjp_grad_call_release(call);
  };
  for (bool there : {false, true}) {
    in_the_middle_of(
        [&] {
          x = leaf();
          if (there) meta_of(*x.get()).grad = clone(one);
        },
        [&] { accumulate(true); }, [&] { accumulate(false); },
        [&](int place) {
          EXPECT_EQ(first_of(meta_of(*x.get()).grad), (place < 0 ? 1 : 2) + there) << "at allocation " << place;
          meta_of(*x.get()).grad.reset();
        });
  }
}

// What of a tensor is made when it is first wanted is made once.
TEST(Locks, two_threads_make_one_meta) {
  Tensor x;
  in_the_middle_of([&] { x = leaf(); }, [&] { ok(vjp_tensor_set_grad(handle(x), handle(leaf()))); },
                   [&] { ok(vjp_tensor_add_hook(handle(x), no_change, nullptr, nullptr, nullptr)); },
                   [&](int place) {
                     EXPECT_TRUE(meta_of(*x.get()).grad) << place;
                     EXPECT_EQ(vjp_tensor_num_hooks(handle(x), VJP_HOOK_TENSOR), place < 0 ? 0u : 1u) << place;
                   });
}

}  // namespace
}  // namespace vjp
