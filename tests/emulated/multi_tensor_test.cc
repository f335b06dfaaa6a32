// Optimizers, gradient scaling and norms of lists against the CPU's.
#include "emulated.h"

namespace vjp {
namespace {

using namespace testing;

// Tensors of several sizes and dtypes, more than one launch takes.
struct List {
  std::vector<Array> arrays;
  std::vector<Flat> flats;

  List(const std::vector<Dtype>& dtypes, std::mt19937& random, bool positive = false) {
    for (size_t i = 0; i < 90; ++i) {
      const int64_t n = i == 3 ? 0 : i == 5 ? 40000 : 1 + static_cast<int64_t>(i % 7) * 50;
      Array a = random_array(dtypes[i % dtypes.size()], {n}, random, false);
      if (positive) a.fill([&](int64_t) { return std::uniform_real_distribution<double>(0.1, 1)(random); });
      arrays.push_back(std::move(a));
    }
    renew();
  }
  List(const List& o) : arrays(o.arrays) { renew(); }
  List& operator=(const List& o) {
    for (size_t i = 0; i < arrays.size(); ++i)
      std::memcpy(arrays[i].view().data, o.arrays[i].view().data, arrays[i].bytes());
    return *this;
  }
  void renew() {
    flats.clear();
    for (const Array& a : arrays) flats.push_back({a.view().data, a.size(), byte_of(a.dtype())});
  }
  int num() const { return static_cast<int>(flats.size()); }
  void expect_same_as(const List& want, const std::string& where, double slack) const {
    for (size_t i = 0; i < arrays.size(); ++i) {
      expect_same(arrays[i], want.arrays[i], where + " tensor " + std::to_string(i), slack);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
};

const std::vector<Dtype> kMixed = {Dtype::Float32, Dtype::Float64, Dtype::BFloat16, Dtype::Float32, Dtype::Float16};

TEST(Optimizer, StepsAreTheCpus) {
  std::mt19937 random(31);
  for (int kind = 0; kind < 5; ++kind) {
    for (int variant = 0; variant < 4; ++variant) {
      OptimizerArgs args{};
      args.kind = static_cast<uint8_t>(kind);
      args.lr = 0.05;
      args.momentum = variant ? 0.9 : 0;
      args.dampening = variant == 2 ? 0.1 : 0;
      args.beta1 = 0.9;
      args.beta2 = 0.99;
      args.eps = 1e-3;
      args.weight_decay = variant == 1 ? 0.1 : 0;
      args.lr_decay = variant == 3 ? 0.1 : 0;
      args.alpha = 0.9;
      args.nesterov = variant == 3;
      args.amsgrad = variant == 2;
      args.maximize = variant == 3;
      args.centered = variant == 1;
      float lr = 0.02f, scale = 4, found = 0;
      if (variant == 2) args.lr_device = &lr;
      if (variant == 3) args.grad_scale = &scale;
      args.found_inf = &found;
      List params(kMixed, random), grads(kMixed, random);
      std::vector<List> states;
      for (int s = 0; s < 3; ++s) states.emplace_back(kMixed, random, true);
      std::vector<float> steps(static_cast<size_t>(params.num()));
      for (size_t i = 0; i < steps.size(); ++i) steps[i] = static_cast<float>(i % 3);
      std::vector<float*> step_pointers;
      for (float& s : steps) step_pointers.push_back(&s);
      args.num = params.num();
      args.params = params.flats.data();
      args.grads = grads.flats.data();
      for (size_t s = 0; s < 3; ++s) args.states[s] = states[s].flats.data();
      args.steps = step_pointers.data();
      const List params_before = params, grads_before = grads;
      const std::vector<List> states_before = states;
      const std::vector<float> steps_before = steps;
      cpu::optimizer(args);
      const List want_params = params, want_grads = grads;
      const std::vector<List> want_states = states;
      const std::vector<float> want_steps = steps;
      params = params_before;
      grads = grads_before;
      for (size_t s = 0; s < 3; ++s) states[s] = states_before[s];
      steps = steps_before;
      on_device(cuda::optimizer, args);
      const std::string where = "optimizer " + std::to_string(kind) + " variant " + std::to_string(variant);
      EXPECT_EQ(steps, want_steps) << where;
      params.expect_same_as(want_params, where, 4);
      grads.expect_same_as(want_grads, where + " grads", 2);
      for (size_t s = 0; s < 3; ++s) states[s].expect_same_as(want_states[s], where + " states", 4);
      if (HasFatalFailure()) return;
      // with an infinity found nothing changes
      found = 1;
      on_device(cuda::optimizer, args);
      EXPECT_EQ(steps, want_steps) << where;
      params.expect_same_as(want_params, where + " skipped", 4);
    }
  }
}

TEST(Scaling, IsTheCpus) {
  std::mt19937 random(32);
  for (float inverse : {1.0f, 0.25f}) {
    for (bool bad : {false, true}) {
      List grads(kMixed, random);
      if (bad) grads.arrays[75].set({3}, kInf);
      const List before = grads;
      float found = 0, want_found = 0;
      cpu::unscale({grads.num(), grads.flats.data(), &inverse, &want_found});
      const List want = grads;
      grads = before;
      on_device(cuda::unscale, UnscaleArgs{grads.num(), grads.flats.data(), &inverse, &found});
      EXPECT_EQ(found, want_found);
      EXPECT_EQ(found, bad ? 1.0f : 0.0f);
      grads.expect_same_as(want, "unscale", 1);

      const double factor = 0.3;
      grads = before;
      const MultiScaleArgs scale{
          grads.num(), grads.flats.data(), {const_cast<double*>(&factor), 1, byte_of(Dtype::Float64)}};
      cpu::multi_scale(scale);
      const List scaled = grads;
      grads = before;
      on_device(cuda::multi_scale, scale);
      grads.expect_same_as(scaled, "multi_scale", 1);
    }
  }
  for (float found : {0.0f, 1.0f}) {
    float scale = 1024, want_scale = 1024;
    int32_t tracker = 0, want_tracker = 0;
    for (int i = 0; i < 7; ++i) {
      cpu::scale_update({&want_scale, &want_tracker, &found, 2, 0.5, 3});
      on_device(cuda::scale_update, ScaleUpdateArgs{&scale, &tracker, &found, 2, 0.5, 3});
      EXPECT_EQ(scale, want_scale);
      EXPECT_EQ(tracker, want_tracker);
    }
  }
}

TEST(Norms, AreTheCpus) {
  std::mt19937 random(33);
  for (double p : {0.0, 1.0, 2.0, 3.0, kInf, -kInf}) {
    for (bool nan : {false, true}) {
      List list(kMixed, random);
      if (nan) list.arrays[5].set({20000}, kNan);
      std::vector<double> norms(90), want(90);
      std::vector<void*> pointers, want_pointers;
      for (size_t i = 0; i < 90; ++i) {
        pointers.push_back(&norms[i]);
        want_pointers.push_back(&want[i]);
      }
      cpu::multi_norm({list.num(), list.flats.data(), p, want_pointers.data()});
      under_all_schedules([&] {
        on_device(cuda::multi_norm, MultiNormArgs{list.num(), list.flats.data(), p, pointers.data()});
      });
      for (size_t i = 0; i < 90; ++i) {
        const bool wide = list.flats[i].dtype == VJP_DTYPE_FLOAT64;
        const auto read = [&](const double& slot) {
          float narrow;
          std::memcpy(&narrow, &slot, sizeof narrow);
          return wide ? slot : static_cast<double>(narrow);
        };
        const double g = read(norms[i]), w = read(want[i]);
        if (std::isnan(w)) {
          EXPECT_TRUE(std::isnan(g));
        } else {
          EXPECT_NEAR(g, w, 1e-5 * w) << "p " << p << " tensor " << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace vjp
