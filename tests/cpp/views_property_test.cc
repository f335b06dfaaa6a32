// VIEW-9 to VIEW-13, INPL-5, INPL-6, INPL-9, DET-1: random programs of views of views, changes in place, reads,
// detached aliases and changes without recording, beside a functional twin that has neither views nor changes in place:
// the value and the gradients must be those of the twin, and of finite differences. A program that fails is shrunk and
// listed.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "base/error.h"
#include "engine/grad_call.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "property_programs.h"

namespace vjp {
namespace {

constexpr int64_t kElements = 12;

enum class Do { View, Scale, Multiply, Write, Sin, Exp, Read, Square, NoGradScale, DetachedScale, Count };
const char* const kNames[] = {"view", "scale_", "multiply_by_w_", "write_from",    "sin_",
                              "exp_", "read",   "read_square",    "no_grad_scale", "detached_scale"};

using testing::differ, testing::gradients, testing::Outcome, testing::vector_of;
using Program = testing::ProgramOf<Do>;
using Instruction = Program::Instruction;

Tensor leaf_of(const std::vector<double>& values) {
  Tensor t = vector_of(values);
  t->requires_grad = true;
  return t;
}

// The machine runs a program twice at once. Element i of the base is element i of `memory`, a value without views; the
// twin of a tensor is the list of its elements' numbers.
class Machine {
 public:
  Machine(const Program& program, const std::vector<double>& x_values, const std::vector<double>& w_values)
      : x(leaf_of(x_values)), w(leaf_of(w_values)), twin_x(leaf_of(x_values)), twin_w(leaf_of(w_values)) {
    Tensor numbers = Tensor::empty(Dims{3, 4}, Dtype::Int64);
    for (int64_t i = 0; i < kElements; ++i) numbers.data<int64_t>()[i] = i;
    switch (program.base % 3) {
      case 0:  // itself a view
        tensors_.push_back(reshape(mul(x, 1.5), Dims{3, 4}));
        memory_ = mul(twin_x, 1.5);
        break;
      case 1:  // not in row-major order
        tensors_.push_back(clone(transpose(reshape(mul(x, 1.5), Dims{3, 4}), 0, 1)));
        numbers = contiguous(transpose(numbers, 0, 1));
        memory_ = mul(twin_x, 1.5);
        break;
      default:  // without history
        tensors_.push_back(reshape(vector_of(x_values), Dims{3, 4}));
        memory_ = vector_of(x_values);
    }
    numbers_.push_back(numbers);
    total = sum(mul(x, 0.25));
    twin_total = sum(mul(twin_x, 0.25));
    for (const Instruction& i : program.body) run(i);
    for (size_t i = 0; i < tensors_.size(); ++i) read(i, 1.0 + static_cast<double>(i) / 8);
  }

  bool unrecorded_change = false;  // differences see it, gradients do not
  Tensor x, w, twin_x, twin_w, total, twin_total;

 private:
  Tensor twin_of(size_t i) const {
    return reshape(index_select(memory_, 0, reshape(numbers_[i], Dims{-1})), tensors_[i].sizes());
  }
  void twin_write(size_t i, const Tensor& value) {
    memory_ = scatter(memory_, 0, reshape(numbers_[i], Dims{-1}), reshape(value, Dims{-1}));
  }
  // The new value, with the history of the old one.
  void twin_write_unrecorded(size_t i, double factor) {
    Tensor old = twin_of(i);
    twin_write(i, add(old, detach(sub(mul(old, factor), old))));
    unrecorded_change = true;
  }
  // A part of w in the shape of tensor i.
  Tensor part_of(const Tensor& values, size_t i) const {
    return reshape(narrow(values, 0, 0, tensors_[i].numel()), tensors_[i].sizes());
  }
  void read(size_t i, double weight) {
    total = add(total, mul(sum(mul(tensors_[i], part_of(vector_of(weights()), i))), weight));
    twin_total = add(twin_total, mul(sum(mul(twin_of(i), part_of(vector_of(weights()), i))), weight));
  }
  static std::vector<double> weights() {
    std::vector<double> v;
    for (int i = 0; i < kElements; ++i) v.push_back(0.3 + 0.1 * i);
    return v;
  }

  static Tensor view_of(const Tensor& t, unsigned a, unsigned b) {
    if (t.ndim() == 0) return unsqueeze(t, 0);
    int64_t d = b % static_cast<unsigned>(t.ndim()), size = t.size(d);
    switch (a % 6) {
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
      default:
        return narrow(t, d, 0, (size + 1) / 2);
    }
  }

  void run(const Instruction& in) {
    size_t i = in.tensor % tensors_.size();
    Tensor t = tensors_[i];
    switch (in.what) {
      case Do::View:
        if (tensors_.size() >= 8) return;
        tensors_.push_back(view_of(t, in.a, in.b));
        numbers_.push_back(contiguous(view_of(numbers_[i], in.a, in.b)));
        return;
      case Do::Scale:
        twin_write(i, mul(twin_of(i), 0.5 + 0.25 * (in.a % 4)));
        mul_(t, 0.5 + 0.25 * (in.a % 4));
        return;
      case Do::Multiply:
        twin_write(i, mul(twin_of(i), part_of(twin_w, i)));
        mul_(t, part_of(w, i));
        return;
      case Do::Write: {  // into t, from another tensor with as many elements (perhaps over itself)
        size_t from = in.a % tensors_.size();
        if (tensors_[from].numel() != t.numel()) return;
        twin_write(i, mul(twin_of(from), 0.75));
        copy_(t, reshape(mul(tensors_[from], 0.75), t.sizes()));
        return;
      }
      case Do::Sin:
        twin_write(i, sin(twin_of(i)));
        sin_(t);
        return;
      case Do::Exp:
        twin_write(i, exp(mul(twin_of(i), 0.1)));
        mul_(t, 0.1);
        exp_(t);
        return;
      case Do::Read:
        read(i, 0.5);
        return;
      case Do::Square:
        total = add(total, sum(mul(t, t)));
        twin_total = add(twin_total, sum(mul(twin_of(i), twin_of(i))));
        return;
      case Do::NoGradScale: {
        twin_write_unrecorded(i, 1.25);
        NoGrad guard;
        mul_(t, 1.25);
        return;
      }
      case Do::DetachedScale:
        twin_write_unrecorded(i, 0.75);
        mul_(detach(t), 0.75);
        return;
      case Do::Count:
        return;
    }
  }

  std::vector<Tensor> tensors_, numbers_;
  Tensor memory_;
};

const std::vector<double>& x_values() {
  static const auto* values = new std::vector<double>{0.3, -0.7, 1.1, 0.9, -0.4, 0.6, 1.3, -0.2, 0.8, -1.2, 0.5, 0.1};
  return *values;
}
const std::vector<double>& w_values() {
  static const auto* values = new std::vector<double>{1.1, 0.6, -0.8, 0.9, 1.4, -0.5, 0.7, 1.2, -0.9, 0.4, 0.8, -1.3};
  return *values;
}

// What is wrong with the program goes to `why`.
Outcome check(const Program& program, std::string& why) {
  try {
    Machine m(program, x_values(), w_values());
    if (differ(m.total.item().to_double(), m.twin_total.item().to_double(), 1e-12)) {
      why = "the value differs";
      return Outcome::Wrong;
    }
    std::vector<Tensor> want = gradients(m.twin_total, {m.twin_x, m.twin_w});
    std::vector<Tensor> both;
    std::vector<Tensor> alone[2];
    try {
      both = gradients(m.total, {m.x, m.w});
      alone[0] = gradients(m.total, {m.x});  // VIEW-13: what is wanted decides what slice updates compute
      alone[1] = gradients(m.total, {m.w});
    } catch (const Error& e) {
      if (e.status() == VJP_ERROR_VERSION) return Outcome::Conflict;
      throw;
    }
    for (size_t k = 0; k < 2; ++k) {
      for (int64_t e = 0; e < kElements; ++e) {
        double g = both[k].data<double>()[e], t = want[k].data<double>()[e], a = alone[k][0].data<double>()[e];
        if (differ(g, t, 1e-10) || differ(a, t, 1e-10)) {
          std::ostringstream out;
          out << "gradient " << k << " [" << e << "] is " << g << " (alone " << a << "), the twin's " << t;
          why = out.str();
          return Outcome::Wrong;
        }
      }
    }
    if (m.unrecorded_change) return Outcome::Right;
    // along one direction of all inputs
    constexpr double kStep = 1e-6;
    double slope = 0, ends[2];
    for (int side = 0; side < 2; ++side) {
      std::vector<double> values[2] = {x_values(), w_values()};
      for (size_t e = 0; e < kElements; ++e) {
        double direction = 0.1 * static_cast<double>(e + 1);
        values[0][e] += (side ? kStep : -kStep) * direction;
        values[1][e] -= (side ? kStep : -kStep) * direction;
      }
      // a base without history does not follow x
      Machine moved(program, program.base % 3 == 2 ? x_values() : values[0], values[1]);
      ends[side] = moved.total.item().to_double();
    }
    for (int64_t e = 0; e < kElements; ++e) {
      double direction = 0.1 * static_cast<double>(e + 1);
      slope -= both[1].data<double>()[e] * direction;
      if (program.base % 3 != 2) slope += both[0].data<double>()[e] * direction;
    }
    if (differ((ends[1] - ends[0]) / (2 * kStep), slope, 1e-5)) {
      std::ostringstream out;
      out << "slope " << slope << ", differences say " << (ends[1] - ends[0]) / (2 * kStep);
      why = out.str();
      return Outcome::Wrong;
    }
    return Outcome::Right;
  } catch (const Error& e) {
    why = e.what();
    return Outcome::Wrong;
  }
}

int run_programs(uint32_t first, uint32_t count) { return testing::run_programs<Do>(first, count, 9, kNames, check); }

TEST(ViewsProperty, ProgramsAgreeWithTheirTwin) { EXPECT_GT(run_programs(1, 1500), 600); }

// VIEW-14, VIEW-20
TEST(ViewsProperty, ProgramsAgreeWithTheirTwinWhereViewsAreReplayed) {
  ModeGuard replayed(kModeReplayViews, 0);
  EXPECT_GT(run_programs(5001, 1000), 400);
}

TEST(ViewsProperty, NothingIsLeftAlive) {
  int64_t tensors = live_tensors(), nodes = live_nodes();
  run_programs(9001, 50);
  EXPECT_EQ(live_tensors(), tensors);
  EXPECT_EQ(live_nodes(), nodes);
}

}  // namespace
}  // namespace vjp
