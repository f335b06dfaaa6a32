// FWD-6, FWD-8, FWD-9, FWD-13, SAVE-13: random programs of duals, views of views, changes in place and reads, whose
// tangents, and whose gradients' tangents where they are recorded, must be what finite differences of the plain program
// say. With and without a history, and with saved values that go through hooks. A program that fails is shrunk and
// listed.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "base/error.h"
#include "engine/grad_call.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/pack.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_mask.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_activation.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "property_programs.h"
#include "transforms/forward.h"

namespace vjp {
namespace {

constexpr int64_t kElements = 12;
using Values = std::vector<double>;

enum class Do {
  View,
  Scale,
  Multiply,
  Write,
  WriteX,
  Sin,
  Exp,
  Pow,
  Clamp,
  Fill,
  Transpose,
  Silu,
  Read,
  Square,
  NoGradScale,
  Count
};
const char* const kNames[] = {"view",       "scale_", "multiply_by_w_", "write_from",  "write_x",
                              "sin_",       "exp_",   "pow_",           "clamp_",      "masked_fill_",
                              "transpose_", "silu_",  "read",           "read_square", "no_grad_scale_"};

using testing::differ, testing::gradients, testing::Outcome, testing::vector_of;
using Program = testing::ProgramOf<Do>;
using Instruction = Program::Instruction;

struct Machine {
  Machine(const Program& program, Tensor x_in, Tensor w_in, bool recorded)
      : x(std::move(x_in)), w(std::move(w_in)), recorded(recorded) {
    switch (program.base % 4) {
      case 0:  // itself a view
        tensors.push_back(reshape(mul(x, 1.5), Dims{3, 4}));
        break;
      case 1:  // not in row-major order
        tensors.push_back(clone(transpose(reshape(mul(x, 1.5), Dims{3, 4}), 0, 1)));
        break;
      case 2:  // without tangent
        tensors.push_back(Tensor::zeros(Dims{3, 4}, Dtype::Float64));
        break;
      default:  // a part of something larger
        tensors.push_back(narrow(clone(reshape(cat(std::vector<Tensor>{x, mul(x, 0.5)}, 0), Dims{6, 4})), 0, 2, 3));
    }
    total = sum(mul(x, 0.25));
    for (const Instruction& i : program.body) run(i);
    for (size_t i = 0; i < tensors.size(); ++i) read(i, 1.0 + static_cast<double>(i) / 8);
  }

  Tensor x, w, total;
  bool recorded;
  std::vector<Tensor> tensors;

 private:
  Tensor part_of(const Tensor& values, size_t i) const {
    return reshape(narrow(values, 0, 0, tensors[i].numel()), tensors[i].sizes());
  }
  void read(size_t i, double weight) {
    Values weights;
    for (int k = 0; k < kElements; ++k) weights.push_back(0.3 + 0.1 * k);
    total = add(total, mul(sum(mul(tensors[i], part_of(vector_of(weights), i))), weight));
  }

  Tensor view_of(const Tensor& t, unsigned a, unsigned b) const {
    if (t.ndim() == 0) return unsqueeze(t, 0);
    int64_t d = b % static_cast<unsigned>(t.ndim()), size = t.size(d);
    switch (a % (recorded ? 8 : 10)) {
      case 0:
        return narrow(t, d, size > 1 ? 1 : 0, size > 1 ? size - 1 : size);
      case 1:
        return select(t, d, static_cast<int64_t>(b / 4) % size);
      case 2:
        return t.ndim() > 1 ? transpose(t, 0, t.ndim() - 1) : unsqueeze(t, 0);
      case 3:
        return slice(t, d, {}, {}, 2);
      case 4:
        return t.ndim() == 2 ? diagonal(t, 0, 0, 1) : unsqueeze(t, t.ndim());
      case 5:
        return narrow(t, d, 0, (size + 1) / 2);
      case 6:
        return as_strided(t, t.sizes(), t.strides(), t->offset());
      case 7:
        return alias(t);
      case 8:  // several results: may be changed where nothing is recorded
        return chunk(t, 2, d).back();
      default:
        return unbind(t, d).front();
    }
  }

  void run(const Instruction& in) {
    size_t i = in.tensor % tensors.size();
    Tensor t = tensors[i];
    switch (in.what) {
      case Do::View:
        if (tensors.size() < 8) tensors.push_back(view_of(t, in.a, in.b));
        return;
      case Do::Scale:
        mul_(t, 0.5 + 0.25 * (in.a % 4));
        return;
      case Do::Multiply:
        mul_(t, part_of(w, i));
        return;
      case Do::Write: {
        size_t from = in.a % tensors.size();
        if (tensors[from].numel() == t.numel()) copy_(t, reshape(mul(tensors[from], 0.75), t.sizes()));
        return;
      }
      case Do::WriteX:
        copy_(t, part_of(x, i));
        return;
      case Do::Sin:
        sin_(t);
        return;
      case Do::Exp:
        mul_(t, 0.1);
        exp_(t);
        return;
      case Do::Pow:
        add_(t, 1.25);
        mul_(t, 0.25);
        pow_(t, 2);
        return;
      case Do::Clamp:
        clamp_(t, -0.437, 1.0371);
        return;
      case Do::Fill:
        masked_fill_(t, gt(detach(t), 0.8431), 0.5);
        return;
      case Do::Transpose:  // of a view: its base keeps its shape
        if (t.ndim() > 1 && i > 0) transpose_(t, 0, t.ndim() - 1);
        return;
      case Do::Silu:
        silu_(t);
        return;
      case Do::Read:
        read(i, 0.5);
        return;
      case Do::Square:
        total = add(total, sum(mul(t, t)));
        return;
      case Do::NoGradScale: {
        if (recorded) return;  // tangents follow, gradients do not
        NoGrad guard;
        mul_(t, 1.25);
        return;
      }
      case Do::Count:
        return;
    }
  }
};

// A copy at once, as save_on_cpu makes: what is changed later is not noticed.
class CopyingHooks final : public PackHooks {
 public:
  void* pack(const Tensor& t) override { return clone(detach(t)).detach_handle(); }
  Tensor unpack(void* packed, const Node&, std::string_view) override {
    return Tensor::share(static_cast<TensorImpl*>(packed));
  }
  void drop(void* packed) noexcept override { Tensor::take(static_cast<TensorImpl*>(packed)); }
};

struct Level {
  Level() { enter_forward_level(); }
  ~Level() { leave_forward_level(); }
};

enum class Kind { Plain, Recorded, Hooked };

const Values kX{0.3, -0.7, 1.1, 0.9, -0.4, 0.6, 1.3, -0.2, 0.8, -1.2, 0.5, 0.1};
const Values kW{1.1, 0.6, -0.8, 0.9, 1.4, -0.5, 0.7, 1.2, -0.9, 0.4, 0.8, -1.3};
double direction(size_t k, size_t e) { return (k ? -0.07 : 0.1) * static_cast<double>(e + 1); }
Tensor tangent_along(size_t k) {
  Values v;
  for (size_t e = 0; e < kElements; ++e) v.push_back(direction(k, e));
  return vector_of(v);
}
Tensor input_at(size_t k, double step, bool recorded) {
  Values v = k ? kW : kX;
  for (size_t e = 0; e < kElements; ++e) v[e] += step * direction(k, e);
  Tensor t = vector_of(v);
  t->requires_grad = recorded;
  return t;
}

std::string differs(const char* what, double found, double expected) {
  std::ostringstream out;
  out << what << " is " << found << ", differences say " << expected;
  return out.str();
}

// What is wrong with the program goes to `why`.
Outcome check(const Program& program, Kind kind, std::string& why) {
  constexpr double kStep = 1e-6;
  bool recorded = kind != Kind::Plain;
  try {
    double values[2];
    std::vector<Tensor> ends[2];
    for (int side = 0; side < 2; ++side) {
      Tensor x = input_at(0, side ? kStep : -kStep, recorded), w = input_at(1, side ? kStep : -kStep, recorded);
      Machine m(program, x, w, recorded);
      values[side] = m.total.item().to_double();
      try {
        if (recorded) ends[side] = gradients(m.total, {x, w});
      } catch (const Error& e) {
        if (e.status() != VJP_ERROR_VERSION) throw;
        return Outcome::Conflict;
      }
    }
    Level level;
    Tensor x = make_dual(input_at(0, 0, recorded), tangent_along(0));
    Tensor w = make_dual(input_at(1, 0, recorded), tangent_along(1));
    Guard* region =
        kind == Kind::Hooked ? new PackRegion(PackRegion::level_of(Ref<PackHooks>::take(new CopyingHooks))) : nullptr;
    std::unique_ptr<Machine> made;
    try {
      made = std::make_unique<Machine>(program, x, w, recorded);
    } catch (...) {
      if (region) Guard::exit(region);
      throw;
    }
    if (region) Guard::exit(region);
    Machine& m = *made;
    double slope = (values[1] - values[0]) / (2 * kStep);
    double found = current_tangent(m.total).item().to_double();
    if (differ(found, slope, 1e-5)) {
      why = differs("the tangent", found, slope);
      return Outcome::Wrong;
    }
    if (!recorded) return Outcome::Right;
    std::vector<Tensor> both = gradients(m.total, {x, w});
    for (size_t k = 0; k < 2; ++k) {
      Tensor tangent = current_tangent(both[k]);
      for (size_t e = 0; e < kElements; ++e) {
        double want = (ends[1][k].data<double>()[e] - ends[0][k].data<double>()[e]) / (2 * kStep);
        double got = tangent ? select(tangent, 0, static_cast<int64_t>(e)).item().to_double() : 0;
        if (differ(got, want, 1e-5)) {
          why = differs(k ? "the tangent of the gradient of w" : "the tangent of the gradient of x", got, want);
          return Outcome::Wrong;
        }
      }
    }
    return Outcome::Right;
  } catch (const Error& e) {
    why = e.what();
    return Outcome::Wrong;
  }
}

int run_programs(uint32_t first, uint32_t count, Kind kind) {
  return testing::run_programs<Do>(first, count, 8, kNames,
                                   [&](const Program& program, std::string& why) { return check(program, kind, why); });
}

TEST(ForwardProperty, TangentsAgreeWithDifferences) { EXPECT_EQ(run_programs(1, 1500, Kind::Plain), 1500); }

TEST(ForwardProperty, TangentsOfGradientsAgreeWithDifferences) {
  EXPECT_GT(run_programs(3001, 1000, Kind::Recorded), 400);
}

TEST(ForwardProperty, TangentsOfSavedValuesSurviveChanges) { EXPECT_GT(run_programs(5001, 600, Kind::Hooked), 240); }

// VIEW-14, VIEW-20
TEST(ForwardProperty, TangentsAgreeWithDifferencesWhereViewsAreReplayed) {
  ModeGuard replayed(kModeReplayViews, 0);
  EXPECT_EQ(run_programs(7001, 500, Kind::Plain), 500);
  EXPECT_GT(run_programs(8001, 300, Kind::Recorded), 120);
}

// FWD-12
TEST(ForwardProperty, NothingIsLeftAlive) {
  int64_t tensors = live_tensors(), nodes = live_nodes();
  run_programs(9001, 50, Kind::Recorded);
  run_programs(9001, 50, Kind::Hooked);
  EXPECT_EQ(live_tensors(), tensors);
  EXPECT_EQ(live_nodes(), nodes);
}

}  // namespace
}  // namespace vjp
