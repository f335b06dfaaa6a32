#include "backends/cpu/fourier/plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "backends/cpu/fourier/line.h"
#include "base/byte_lock.h"

namespace vjp::cpu::fft {
namespace {

// exp(-2 pi i k / n), the angle brought to at most a quarter of pi, where sine and cosine are exact to the last place.
std::complex<double> root_of_unity(int64_t k, int64_t n) {
  k %= n;
  const bool lower = 2 * k > n;
  if (lower) k = n - k;
  int64_t m = 2 * k;  // the angle is pi m / n
  const bool left = 2 * m > n;
  if (left) m = n - m;
  const bool steep = 4 * m > n;
  const double angle = steep ? std::numbers::pi * static_cast<double>(n - 2 * m) / static_cast<double>(2 * n)
                             : std::numbers::pi * static_cast<double>(m) / static_cast<double>(n);
  double c = std::cos(angle), s = std::sin(angle);
  if (steep) std::swap(c, s);
  return {left ? -c : c, lower ? s : -s};
}
template <class T>
void put(T* at, std::complex<double> z) {
  at[0] = static_cast<T>(z.real());
  at[1] = static_cast<T>(z.imag());
}

// Powers of two as few large steps, of which one comes last: the first and the last step have the shortest ways
// (run_outer_stage).
std::vector<int64_t> factors_of(int64_t n) {
  std::vector<int64_t> out;
  int twos = 0;
  for (; n % 2 == 0; n /= 2) ++twos;
  for (; twos >= 3 && twos != 4; twos -= 3) out.push_back(8);
  for (; twos >= 2; twos -= 2) out.push_back(4);
  if (twos == 1) out.push_back(2);
  const size_t last = out.size();
  for (int64_t f : {3, 5}) {
    while (n % f == 0) out.push_back(f), n /= f;
  }
  for (int64_t f = 7; n > 1 && f <= kLargestRadix; f += 2) {
    while (n % f == 0) out.push_back(f), n /= f;
  }
  if (n > 1) out.push_back(n);
  if (last > 1)
    std::rotate(out.begin() + static_cast<std::ptrdiff_t>(last) - 1, out.begin() + static_cast<std::ptrdiff_t>(last),
                out.end());
  return out;
}
int64_t round_up(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

}  // namespace

template <class T>
bool Smooth<T>::fits(int64_t n) {
  for (int64_t f : factors_of(n)) {
    if (f > kLargestRadix) return false;
  }
  return true;
}

template <class T>
Smooth<T>::Smooth(int64_t length) : n(length) {
  const std::vector<int64_t> factors = factors_of(n);
  std::vector<size_t> at;
  int64_t left = n, stride = 1;
  for (int64_t r : factors) {
    const int64_t groups = left / r;
    at.push_back(numbers.size());
    for (int64_t p = 0; p < groups; ++p) {
      for (int64_t j = 1; j < r; ++j) {
        numbers.resize(numbers.size() + 2);
        put(&numbers[numbers.size() - 2], root_of_unity(p * j, left));
      }
    }
    at.push_back(numbers.size());
    for (int64_t j = 0; r > 5 && r % 2 == 1 && j < r; ++j) {
      numbers.resize(numbers.size() + 2);
      put(&numbers[numbers.size() - 2], root_of_unity(j, r));
    }
    stages.push_back({r, groups, stride, nullptr, nullptr});
    left = groups;
    stride *= r;
  }
  for (size_t i = 0; i < stages.size(); ++i) {  // where the numbers stay from now on
    stages[i].twiddles = numbers.data() + at[2 * i];
    stages[i].roots = numbers.data() + at[2 * i + 1];
  }
}

template <class T>
double Split<T>::waste(int64_t n, int64_t rows, int64_t lanes) {
  const int64_t columns = n / rows;
  return (static_cast<double>(round_up(rows, lanes)) / static_cast<double>(rows) +
          static_cast<double>(round_up(columns, lanes)) / static_cast<double>(columns)) /
         2;
}

template <class T>
int64_t Split<T>::rows_for(int64_t n, int64_t lanes) {
  int64_t best = 1;
  double least = 0;
  for (int64_t r = 2; r <= n / r; ++r) {
    if (n % r != 0 || 2 * r < lanes) continue;
    const double cost = waste(n, r, lanes) + 0.01 * std::log2(static_cast<double>(n / r) / static_cast<double>(r));
    if (best == 1 || cost <= least) best = r, least = cost;
  }
  return best;
}

template <class T>
Split<T>::Split(int64_t n, int64_t lanes) : down(rows_for(n, lanes)), along(n / down.n) {
  constexpr int64_t kFew = 8192;
  const int64_t rows = round_up(down.n, lanes), vectors = round_up(along.n, lanes) / lanes;
  const auto lay_blocks = [&](int64_t count) {
    fine.resize(static_cast<size_t>(count * rows * 2 * lanes));
    T* to = fine.data();
    for (int64_t v = 0; v < count; ++v) {
      for (int64_t k = 0; k < rows; ++k, to += 2 * lanes) {
        for (int64_t l = 0; l < lanes; ++l) {
          const std::complex<double> w = root_of_unity(k * (v * lanes + l), n);
          to[l] = static_cast<T>(w.real());
          to[lanes + l] = static_cast<T>(w.imag());
        }
      }
    }
  };
  lay_blocks(n <= kFew ? vectors : 1);
  if (n <= kFew) return;
  coarse.resize(static_cast<size_t>(vectors * rows * 2));
  for (int64_t v = 0; v < vectors; ++v) {
    for (int64_t k = 0; k < rows; ++k)
      put(&coarse[static_cast<size_t>(2 * (v * rows + k))], root_of_unity(k * v * lanes, n));
  }
}

template <class T>
Chirp<T>::Chirp(int64_t n) : chirp(static_cast<size_t>(2 * n)) {
  int64_t length = 0;
  for (int64_t odd : {1, 3, 5, 9, 15}) {
    int64_t l = odd;
    while (l < 2 * n - 1) l *= 2;
    if (length == 0 || l < length) length = l;
  }
  inner = plan_for<T>(length, {1, true, false});
  std::vector<T> circle(static_cast<size_t>(2 * length));
  for (int64_t k = 0; k < n; ++k) {
    // k^2 mod 2 n without overflow
    const auto square = static_cast<int64_t>(static_cast<unsigned __int128>(k) * static_cast<uint64_t>(k) %
                                             static_cast<uint64_t>(2 * n));
    const std::complex<double> w = root_of_unity(square, 2 * n);
    put(&chirp[static_cast<size_t>(2 * k)], w);
    for (int64_t at : {k, (length - k) % length})
      put(&circle[static_cast<size_t>(2 * at)], std::conj(w) / static_cast<double>(length));
  }
  spectrum.resize(circle.size());
  transform_line(*inner, circle.data(), spectrum.data(), T(1), false);
}

template <class T>
size_t Plan<T>::bytes() const {
  size_t count = 0;
  if (smooth) count = smooth->numbers.size();
  if (split)
    count = split->down.numbers.size() + split->along.numbers.size() + split->fine.size() + split->coarse.size();
  if (chirp) count = chirp->chirp.size() + chirp->spectrum.size();
  return (count + halves.size()) * sizeof(T);
}

namespace {

// Blocks of both buffers stay in a first-level cache, or in a second-level one, up to here.
constexpr int64_t kNearBytes = 32 << 10, kCacheBytes = 512 << 10;

template <class T>
Shape shape_for(int64_t n, Use use) {
  if (!Smooth<T>::fits(n)) return Shape::Line;
  const int64_t lanes = passes<T>().lanes, bytes = 4 * n * lanes * static_cast<int64_t>(sizeof(T));
  if (n < 64) return Shape::Lanes;
  const int64_t rows = Split<T>::rows_for(n, lanes);
  if (rows == 1) return Shape::Lanes;
  if (bytes > kCacheBytes || 2 * use.lines < lanes) return Shape::Line;
  const bool fills = use.contiguous && bytes > kNearBytes && Split<T>::waste(n, rows, lanes) < 1.3;
  return fills ? Shape::Line : Shape::Lanes;
}

template <class T>
std::shared_ptr<const Plan<T>> make_plan(int64_t n, Shape shape, bool real) {
  auto plan = std::make_shared<Plan<T>>();
  plan->n = n;
  plan->shape = shape;
  if (!Smooth<T>::fits(n)) {
    plan->chirp = std::make_unique<const Chirp<T>>(n);
  } else if (shape == Shape::Lanes) {
    plan->smooth = std::make_unique<const Smooth<T>>(n);
  } else {
    plan->split = std::make_unique<const Split<T>>(n, passes<T>().lanes);
  }
  if (!real) return plan;
  plan->halves.resize(static_cast<size_t>(2 * (n / 2 + 1)));
  for (int64_t k = 0; k <= n / 2; ++k) put(&plan->halves[static_cast<size_t>(2 * k)], root_of_unity(k, 2 * n));
  return plan;
}

// The plans used last, latest first. Never destroyed: threads may compute while the process ends.
template <class T>
struct Cache {
  static constexpr size_t kMostBytes = size_t{8} << 20;  // of one plan
  std::atomic<bool> held{false};
  std::array<std::shared_ptr<const Plan<T>>, 16> plans;

  static Cache& get() {
    static Cache& cache = *new Cache;
    return cache;
  }
  std::shared_ptr<const Plan<T>> find(int64_t n, Shape shape, bool real) {
    const ByteLock lock(held);
    for (auto p = plans.begin(); p != plans.end() && *p; ++p) {
      if ((*p)->n != n || (*p)->shape != shape || (*p)->halves.empty() == real) continue;
      std::rotate(plans.begin(), p, p + 1);
      return plans.front();
    }
    return nullptr;
  }
  void keep(std::shared_ptr<const Plan<T>> plan) {
    if (plan->bytes() > kMostBytes) return;
    const ByteLock lock(held);
    std::rotate(plans.begin(), plans.end() - 1, plans.end());
    plans.front().swap(plan);  // the oldest goes when the lock has
  }
};

}  // namespace

template <class T>
std::shared_ptr<const Plan<T>> plan_for(int64_t n, Use use) {
  const Shape shape = shape_for<T>(n, use);
  if (auto plan = Cache<T>::get().find(n, shape, use.real)) return plan;
  auto plan = make_plan<T>(n, shape, use.real);
  Cache<T>::get().keep(plan);
  return plan;
}

template struct Smooth<float>;
template struct Smooth<double>;
template struct Plan<float>;
template struct Plan<double>;
template std::shared_ptr<const Plan<float>> plan_for(int64_t, Use);
template std::shared_ptr<const Plan<double>> plan_for(int64_t, Use);

}  // namespace vjp::cpu::fft
