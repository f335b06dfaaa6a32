// Loops over the lattices of connectionist temporal classification.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "backends/cpu/cpu.h"
#include "base/error.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

int64_t width_of(const CtcArgs& task) { return 2 * task.longest + 1; }

template <class T>
constexpr T kNever = -std::numeric_limits<T>::infinity();

// One sequence. Labels were checked, but another thread may write to them meanwhile: they are looked at once more.
struct Sequence {
  int64_t steps, count;        // of the lattice; count positions
  std::vector<int64_t> label;  // of each position
  std::vector<uint8_t> skips;  // whether it may be reached over the blank before it: not from the same label

  Sequence(const CtcArgs& task, int64_t n)
      : steps(std::clamp<int64_t>(task.input_lengths[n], 0, task.steps)),
        count(2 * std::clamp<int64_t>(task.lengths[n], 0, task.longest) + 1),
        label(static_cast<size_t>(count), task.blank),
        skips(static_cast<size_t>(count), 0) {
    for (size_t s = 1; s < label.size(); s += 2) {
      const int64_t given = task.labels[n * task.longest + static_cast<int64_t>(s / 2)];
      label[s] = std::clamp<int64_t>(given, 0, task.classes - 1);
      skips[s] = s > 1 && label[s] != task.blank && label[s] != label[s - 2];
    }
  }
};

// The three places that a position is reached from, as shares of their sum, and the logarithm of that.
template <class T>
struct Ways {
  T a, b, c, base;
  Ways(const T* before, const Sequence& q, int64_t s) {
    const T stay = before[s], next = s > 0 ? before[s - 1] : kNever<T>;
    const T skip = q.skips[static_cast<size_t>(s)] ? before[s - 2] : kNever<T>;
    base = std::max(std::max(stay, next), skip);
    if (base == kNever<T>) base = 0;
    a = std::exp(stay - base);
    b = std::exp(next - base);
    c = q.skips[static_cast<size_t>(s)] ? std::exp(skip - base) : T(0);
  }
  T sum() const { return a + b + c; }
  T log_sum() const { return std::log(sum()) + base; }
};

// What the last position and the one before it end with.
template <class T>
struct Ends {
  T last, label, log_sum;
  Ends(const T* alpha, const Sequence& q)
      : last(alpha[q.count - 1]), label(q.count > 1 ? alpha[q.count - 2] : kNever<T>) {
    const T most = std::max(last, label), base = most == kNever<T> ? T(0) : most;
    log_sum = std::log(std::exp(last - base) + std::exp(label - base)) + base;
  }
  T share(T of) const { return of == kNever<T> ? T(0) : std::exp(of - log_sum); }
};

template <class T>
T forward(const CtcArgs& task, int64_t n, const T* log_probs, T* alpha) {
  const Sequence q(task, n);
  const int64_t width = width_of(task), row = task.batch * task.classes;
  std::fill_n(alpha, task.steps * width, kNever<T>);
  if (q.steps == 0) return q.count > 1 ? -kNever<T> : T(0);  // of an empty input
  const T* scores = log_probs + n * task.classes;
  for (int64_t s = 0; s < std::min<int64_t>(2, q.count); ++s) alpha[s] = scores[q.label[static_cast<size_t>(s)]];
  for (int64_t t = 1; t < q.steps; ++t) {
    const T* before = alpha;
    alpha += width;
    scores += row;
    for (int64_t s = 0; s < q.count; ++s)
      alpha[s] = Ways<T>(before, q, s).log_sum() + scores[q.label[static_cast<size_t>(s)]];
  }
  return -Ends<T>(alpha, q).log_sum;
}

// From the last step to the first: `flow`, what the logarithm at each position has of the gradient, divides among the
// ways that it was reached by.
template <class T>
void backward(const CtcArgs& task, int64_t n, const T* alpha, T grad, T* out) {
  const Sequence q(task, n);
  const int64_t width = width_of(task), row = task.batch * task.classes;
  for (int64_t t = 0; t < task.steps; ++t) std::fill_n(out + t * row + n * task.classes, task.classes, T(0));
  if (q.steps == 0) return;
  const Ends<T> ends(alpha + (q.steps - 1) * width, q);
  std::vector<T> flow(static_cast<size_t>(q.count + 2), T(0)), earlier(flow.size());
  T *now = flow.data(), *before = earlier.data();
  now[q.count - 1] = -grad * ends.share(ends.last);
  if (q.count > 1) now[q.count - 2] = -grad * ends.share(ends.label);
  for (int64_t t = q.steps - 1;; --t) {
    T* gradient = out + t * row + n * task.classes;
    for (int64_t s = 0; s < q.count; ++s) gradient[q.label[static_cast<size_t>(s)]] += now[s];
    if (t == 0) return;
    std::fill_n(before, q.count, T(0));
    for (int64_t s = 0; s < q.count; ++s) {
      if (now[s] == 0) continue;
      const Ways<T> ways(alpha + (t - 1) * width, q, s);
      const T each = now[s] / ways.sum();
      before[s] += each * ways.a;
      if (s > 0) before[s - 1] += each * ways.b;
      if (q.skips[static_cast<size_t>(s)]) before[s - 2] += each * ways.c;
    }
    std::swap(now, before);
  }
}

template <class F>
void for_sequences(const CtcArgs& task, F&& f) {
  const int64_t work = std::max<int64_t>(1, task.steps * width_of(task));
  parallel_for(0, task.batch, std::max<int64_t>(1, 4096 / work), [&](int64_t first, int64_t last) {
    for (int64_t n = first; n < last; ++n) f(n);
  });
}

template <class T>
void forward_all(const CtcArgs& task) {
  const int64_t lattice = task.steps * width_of(task);
  for_sequences(task, [&](int64_t n) {
    static_cast<T*>(task.losses)[n] =
        forward(task, n, static_cast<const T*>(task.log_probs), static_cast<T*>(task.alpha) + n * lattice);
  });
}

template <class T>
void backward_all(const CtcArgs& task) {
  const int64_t lattice = task.steps * width_of(task);
  for_sequences(task, [&](int64_t n) {
    backward(task, n, static_cast<const T*>(task.alpha) + n * lattice, static_cast<const T*>(task.losses)[n],
             static_cast<T*>(task.log_probs));
  });
}

void run(const CtcArgs& task, const char* name, void (*of_floats)(const CtcArgs&), void (*of_doubles)(const CtcArgs&)) {
  const Dtype dtype{task.dtype};
  if (dtype != Dtype::Float32 && dtype != Dtype::Float64)
    fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: no kernel for {}", name, dtype);
  (dtype == Dtype::Float32 ? of_floats : of_doubles)(task);
}

}  // namespace

void ctc_loss(const CtcArgs& task) { run(task, "ctc_loss", forward_all<float>, forward_all<double>); }
void ctc_loss_backward(const CtcArgs& task) {
  run(task, "ctc_loss_backward", backward_all<float>, backward_all<double>);
}

}  // namespace vjp::cpu
