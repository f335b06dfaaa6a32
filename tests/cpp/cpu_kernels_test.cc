// The CPU backend's reductions, scans, sorts, indexing, normalisations and random numbers against naive references, on
// random shapes, strides and dtypes; and the same bits for any number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/philox.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"

namespace vjp {
namespace {

using Number = std::complex<long double>;
using Index = std::vector<int64_t>;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// An array with memory of its own, in row-major order or in another with gaps.
class Array {
 public:
  Array(Dtype dtype, Index sizes, std::mt19937* order = nullptr) : dtype_(dtype), sizes_(std::move(sizes)) {
    strides_.resize(sizes_.size());
    std::vector<size_t> dims(sizes_.size());
    std::iota(dims.begin(), dims.end(), 0u);
    int64_t stride = 1;
    if (order && (*order)() % 2) {
      std::shuffle(dims.begin(), dims.end(), *order);
      stride = 1 + static_cast<int64_t>((*order)() % 2);
    }
    for (size_t i = dims.size(); i-- > 0;) {
      strides_[dims[i]] = stride;
      stride *= std::max<int64_t>(1, sizes_[dims[i]]);
      if (order && (*order)() % 4 == 0) stride += 3;
    }
    bytes_.assign(static_cast<size_t>(stride + 1) * size_of(dtype), '\0');
  }

  View view() const {
    return {const_cast<char*>(bytes_.data()), dtype_, static_cast<int>(sizes_.size()), sizes_.data(), strides_.data()};
  }
  const Index& sizes() const { return sizes_; }
  int64_t size() const { return std::accumulate(sizes_.begin(), sizes_.end(), int64_t{1}, std::multiplies<int64_t>()); }
  Index index_of(int64_t position) const {
    Index at(sizes_.size());
    for (size_t d = sizes_.size(); d-- > 0;) {
      at[d] = position % sizes_[d];
      position /= sizes_[d];
    }
    return at;
  }
  Number get(const Index& at) const {
    return visit_dtype(dtype_, [&](auto type) {
      using T = typename decltype(type)::type;
      const T v = reinterpret_cast<const T*>(bytes_.data())[offset(at)];
      if constexpr (cpu::is_complex_v<T>) {
        return Number(v.real(), v.imag());
      } else if constexpr (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>) {
        return Number(static_cast<float>(v));
      } else {
        return Number(static_cast<long double>(v));
      }
    });
  }
  void set(const Index& at, std::complex<double> v) {
    visit_dtype(dtype_, [&](auto type) {
      using T = typename decltype(type)::type;
      reinterpret_cast<T*>(bytes_.data())[offset(at)] = cpu::convert<T>(v);
    });
  }
  void fill(const std::function<std::complex<double>(int64_t)>& f) {
    for (int64_t i = 0; i < size(); ++i) set(index_of(i), f(i));
  }
  bool same_bits(const Array& o) const { return bytes_ == o.bytes_; }
  Dtype dtype() const { return dtype_; }

 private:
  int64_t offset(const Index& at) const {
    return std::inner_product(at.begin(), at.end(), strides_.begin(), int64_t{0});
  }
  Dtype dtype_;
  Index sizes_, strides_;
  std::vector<char> bytes_;
};

double tolerance(Dtype d) {
  switch (d) {
    case Dtype::Float64:
    case Dtype::Complex128:
      return 1e-13;
    case Dtype::Float32:
    case Dtype::Complex64:
      return 2e-6;
    case Dtype::Float16:
      return 2e-3;
    case Dtype::BFloat16:
      return 1e-2;
    default:
      return 0;
  }
}

void expect_near(Number got, Number want, double scale, Dtype dtype, const std::string& where) {
  for (int part = 0; part < 2; ++part) {
    const long double g = part ? got.imag() : got.real(), w = part ? want.imag() : want.real();
    if (std::isnan(w) || std::isinf(w)) {
      ASSERT_TRUE(std::isnan(w) ? std::isnan(g) : g == w) << where << ": " << g << " instead of " << w;
    } else {
      ASSERT_LE(std::abs(g - w), tolerance(dtype) * (scale + std::abs(w))) << where << ": " << g << " instead of " << w;
    }
  }
}

Array random_array(Dtype dtype, const Index& sizes, std::mt19937& random, bool strided = true) {
  Array a(dtype, sizes, strided ? &random : nullptr);
  std::uniform_real_distribution<double> real(-2, 2);
  std::uniform_int_distribution<int> integer(is_integral(dtype) && size_of(dtype) == 1 ? 0 : -3, 3);
  a.fill([&](int64_t) -> std::complex<double> {
    if (is_integral(dtype)) return dtype == Dtype::Bool ? integer(random) > 0 : integer(random);
    return {real(random), is_complex(dtype) ? real(random) : 0};
  });
  return a;
}

const Dtype kAll[] = {Dtype::Bool,    Dtype::UInt8,   Dtype::Int8,      Dtype::Int16,
                      Dtype::Int32,   Dtype::Int64,   Dtype::Float16,   Dtype::BFloat16,
                      Dtype::Float32, Dtype::Float64, Dtype::Complex64, Dtype::Complex128};
const Dtype kReal[] = {Dtype::Float16, Dtype::BFloat16, Dtype::Float32, Dtype::Float64};
const Index kShapes[] = {{},         {1},          {7},      {300},        {5, 9}, {40, 33},  {3, 4, 5},
                         {2, 17, 6}, {20, 1, 300}, {700, 5}, {2, 3, 4, 5}, {9000}, {33, 600}, {3, 2, 300}};

// The longer shapes are for the types with vector kernels and one of those without; they take most of the time.
bool too_long(Dtype dtype, const Index& shape) {
  return dtype != Dtype::Float32 && dtype != Dtype::Float64 && dtype != Dtype::BFloat16 && dtype != Dtype::Int64 &&
         Array(Dtype::Bool, shape).size() > 1500;
}

// ---- reductions ----

struct Reduced {
  Array out, indices, mean;
};

Reduced reduce(Reduction op, const Array& in, const std::vector<bool>& over, Dtype out_dtype, bool indexed,
               std::mt19937* order, double p = 2, double correction = 1) {
  Index sizes = in.sizes();
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (over[d]) sizes[d] = 1;
  }
  Reduced r{Array(out_dtype, sizes, order), Array(Dtype::Int64, sizes, order), Array(in.dtype(), sizes, order)};
  ReduceArgs args{};
  args.op = op;
  args.in = in.view();
  args.out = r.out.view();
  if (indexed) args.indices = r.indices.view();
  if (op == Reduction::Variance) args.mean = r.mean.view();
  args.p = p;
  args.correction = correction;
  cpu::reduce(args);
  return r;
}

// The reduced elements of one output, in row-major order, and their flattened positions are 0, 1, ...
std::vector<Number> group(const Array& in, const Index& out_at, const std::vector<bool>& over) {
  std::vector<Number> v;
  Index sizes, dims;
  for (size_t d = 0; d < over.size(); ++d) {
    if (over[d]) {
      dims.push_back(static_cast<int64_t>(d));
      sizes.push_back(in.sizes()[d]);
    }
  }
  const int64_t n = std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<int64_t>());
  for (int64_t i = 0; i < n; ++i) {
    Index at = out_at;
    int64_t position = i;
    for (size_t k = dims.size(); k-- > 0;) {
      at[static_cast<size_t>(dims[k])] = position % sizes[k];
      position /= sizes[k];
    }
    v.push_back(in.get(at));
  }
  return v;
}

Number reference(Reduction op, const std::vector<Number>& v, double p, double correction) {
  Number sum = 0, prod = 1;
  long double squares = 0, abs = 0, pow = 0, max_abs = 0, min_abs = kInf;
  int64_t count = 0;
  for (const Number& x : v) {
    sum += x;
    prod *= x;
    squares += std::norm(x);
    abs += std::abs(x);
    pow += std::pow(std::abs(x), static_cast<long double>(p));
    max_abs = std::max(max_abs, std::abs(x));
    min_abs = std::min(min_abs, std::abs(x));
    count += x != Number(0);
  }
  const long double n = static_cast<long double>(v.size());
  switch (op) {
    case Reduction::Sum:
      return sum;
    case Reduction::Prod:
      return prod;
    case Reduction::SumSquares:
      return squares;
    case Reduction::SumAbs:
      return abs;
    case Reduction::SumAbsPow:
      return pow;
    case Reduction::MaxAbs:
      return max_abs;
    case Reduction::MinAbs:
      return min_abs;
    case Reduction::CountNonzero:
      return static_cast<long double>(count);
    case Reduction::Any:
      return count > 0;
    case Reduction::All:
      return count == static_cast<int64_t>(v.size());
    case Reduction::Variance: {
      long double s = 0;
      for (const Number& x : v) s += std::norm(x - sum / n);
      return s / std::max(0.0L, n - correction);
    }
    case Reduction::LogSumExp: {
      long double s = 0;
      for (const Number& x : v) s += std::exp(x.real());
      return std::log(s);
    }
    default:
      break;
  }
  return 0;
}

Dtype output_dtype(Reduction op, Dtype in) {
  switch (op) {
    case Reduction::Sum:
    case Reduction::Prod:
      return is_integral(in) ? Dtype::Int64 : in;
    case Reduction::Any:
    case Reduction::All:
      return Dtype::Bool;
    case Reduction::CountNonzero:
      return Dtype::Int64;
    case Reduction::Max:
    case Reduction::Min:
    case Reduction::LogSumExp:
      return in;
    default:
      return real_of(in);
  }
}

TEST(Reduce, MatchesTheReferenceForEveryDtypeShapeAndSetOfDimensions) {
  std::mt19937 random(1);
  const Reduction ops[] = {Reduction::Sum,    Reduction::SumSquares, Reduction::SumAbs,       Reduction::SumAbsPow,
                           Reduction::MaxAbs, Reduction::MinAbs,     Reduction::CountNonzero, Reduction::Any,
                           Reduction::All,    Reduction::Variance,   Reduction::LogSumExp};
  for (Dtype dtype : kAll) {
    for (const Index& shape : kShapes) {
      if (too_long(dtype, shape)) continue;
      for (int trial = 0; trial < 2; ++trial) {
        const Array in = random_array(dtype, shape, random);
        std::vector<bool> over(shape.size());
        for (size_t d = 0; d < over.size(); ++d) over[d] = random() % 2;
        for (Reduction op : ops) {
          if (op == Reduction::Variance && is_integral(dtype)) continue;
          if (op == Reduction::LogSumExp && !is_floating(dtype)) continue;
          if (op == Reduction::SumAbsPow && is_integral(dtype)) continue;
          if ((op == Reduction::SumAbs || op == Reduction::MaxAbs || op == Reduction::MinAbs) && dtype == Dtype::UInt8)
            continue;
          Dtype out_dtype = output_dtype(op, dtype);
          if (op == Reduction::SumSquares && is_integral(dtype)) out_dtype = Dtype::Int64;
          if (op == Reduction::SumAbs && is_integral(dtype)) out_dtype = Dtype::Int64;
          const Reduced r = reduce(op, in, over, out_dtype, false, &random, 3);
          for (int64_t i = 0; i < r.out.size(); ++i) {
            const Index at = r.out.index_of(i);
            const std::vector<Number> v = group(in, at, over);
            if (op == Reduction::Variance && v.size() < 2) continue;
            const double scale = 4.0 * std::sqrt(static_cast<double>(v.size()));
            expect_near(r.out.get(at), reference(op, v, 3, 1), scale, out_dtype,
                        format("op {} {} shape {}", static_cast<int>(op), name_of(dtype), shape.size()));
            if (HasFatalFailure()) return;
            if (op == Reduction::Variance) {
              expect_near(r.mean.get(at), reference(Reduction::Sum, v, 3, 1) / static_cast<long double>(v.size()), 1,
                          dtype, "mean");
            }
          }
        }
      }
    }
  }
}

TEST(Reduce, ProductsOfFewElements) {
  std::mt19937 random(2);
  for (Dtype dtype : kAll) {
    for (const Index& shape : {Index{}, Index{6}, Index{5, 9}, Index{3, 4, 5}}) {
      const Array in = random_array(dtype, shape, random);
      std::vector<bool> over(shape.size());
      for (size_t d = 0; d < over.size(); ++d) over[d] = d % 2 == 0;
      const Dtype out_dtype = output_dtype(Reduction::Prod, dtype);
      const Reduced r = reduce(Reduction::Prod, in, over, out_dtype, false, &random);
      for (int64_t i = 0; i < r.out.size(); ++i) {
        const Index at = r.out.index_of(i);
        expect_near(r.out.get(at), reference(Reduction::Prod, group(in, at, over), 0, 0), 100, out_dtype, "prod");
      }
    }
  }
}

TEST(Reduce, ExtremesFindTheFirstAndPreferNan) {
  std::mt19937 random(3);
  for (Dtype dtype : kAll) {
    if (is_complex(dtype)) continue;
    for (const Index& shape : kShapes) {
      if (too_long(dtype, shape)) continue;
      for (int trial = 0; trial < 4; ++trial) {
        Array in = random_array(dtype, shape, random);
        if (is_floating(dtype)) {  // ties, infinities and sometimes NaN
          in.fill([&](int64_t) -> double {
            const int pick = static_cast<int>(random() % 40);
            return pick == 0 && trial > 1 ? kNan : pick == 1 ? kInf : pick == 2 ? -kInf : static_cast<double>(pick % 5);
          });
        }
        std::vector<bool> over(shape.size());
        for (size_t d = 0; d < over.size(); ++d) over[d] = random() % 2;
        for (const bool max : {true, false}) {
          const Reduced r = reduce(max ? Reduction::Max : Reduction::Min, in, over, dtype, true, &random);
          const Reduced plain = reduce(max ? Reduction::Max : Reduction::Min, in, over, dtype, false, &random);
          const Reduced arg =
              reduce(max ? Reduction::ArgMax : Reduction::ArgMin, in, over, Dtype::Int64, false, &random);
          for (int64_t i = 0; i < r.out.size(); ++i) {
            const Index at = r.out.index_of(i);
            const std::vector<Number> v = group(in, at, over);
            size_t best = 0;
            for (size_t k = 1; k < v.size(); ++k) {
              const long double a = v[best].real(), b = v[k].real();
              if (!std::isnan(a) && (std::isnan(b) || (max ? b > a : b < a))) best = k;
            }
            ASSERT_EQ(r.indices.get(at).real(), best) << name_of(dtype);
            ASSERT_EQ(arg.out.get(at).real(), best);
            expect_near(r.out.get(at), v[best], 0, dtype, "extreme");
            expect_near(plain.out.get(at), v[best], 0, dtype, "extreme without position");
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(Reduce, EmptyGroupsGiveTheNeutralElement) {
  const Array in(Dtype::Float32, {3, 0});
  const auto value = [&](Reduction op, Dtype d) {
    return reduce(op, in, {false, true}, d, false, nullptr).out.get({1, 0}).real();
  };
  EXPECT_EQ(value(Reduction::Sum, Dtype::Float32), 0);
  EXPECT_EQ(value(Reduction::Prod, Dtype::Float32), 1);
  EXPECT_EQ(value(Reduction::Any, Dtype::Bool), 0);
  EXPECT_EQ(value(Reduction::All, Dtype::Bool), 1);
  EXPECT_EQ(value(Reduction::LogSumExp, Dtype::Float32), -kInf);
  EXPECT_TRUE(std::isnan(value(Reduction::Variance, Dtype::Float32)));
  EXPECT_EQ(reduce(Reduction::Sum, in, {true, false}, Dtype::Float32, false, nullptr).out.size(), 0);
  EXPECT_EQ(reduce(Reduction::Sum, in, {true, true}, Dtype::Float32, false, nullptr).out.get({0, 0}).real(), 0);
  const Array across(Dtype::Float32, {0, 5});
  EXPECT_EQ(reduce(Reduction::Sum, across, {true, false}, Dtype::Float32, false, nullptr).out.get({0, 3}).real(), 0);
}

TEST(Reduce, LogSumExpKeepsInfinities) {
  Array in(Dtype::Float64, {4, 3});
  const double rows[4][3] = {{-kInf, -kInf, -kInf}, {1, kInf, kInf}, {1000, 1000, -kInf}, {0, kNan, kInf}};
  in.fill([&](int64_t i) { return rows[i / 3][i % 3]; });
  const Reduced r = reduce(Reduction::LogSumExp, in, {false, true}, Dtype::Float64, false, nullptr);
  EXPECT_EQ(r.out.get({0, 0}).real(), -kInf);
  EXPECT_EQ(r.out.get({1, 0}).real(), kInf);
  EXPECT_NEAR(static_cast<double>(r.out.get({2, 0}).real()), 1000 + std::log(2.0), 1e-12);
  EXPECT_TRUE(std::isnan(r.out.get({3, 0}).real()));
}

TEST(Reduce, LongSumsStayAccurate) {
  const int64_t n = 3 << 20;
  Array in(Dtype::Float32, {n});
  float* data = static_cast<float*>(in.view().data);
  for (int64_t i = 0; i < n; ++i) data[i] = 0.1f;
  const double want = static_cast<double>(0.1f) * static_cast<double>(n);
  EXPECT_NEAR(
      static_cast<double>(reduce(Reduction::Sum, in, {true}, Dtype::Float32, false, nullptr).out.get({0}).real()), want,
      want * 2e-6);
  Array columns(Dtype::Float32, {n / 8, 8});
  std::memcpy(columns.view().data, data, static_cast<size_t>(n) * 4);
  EXPECT_NEAR(
      static_cast<double>(
          reduce(Reduction::Sum, columns, {true, false}, Dtype::Float32, false, nullptr).out.get({0, 5}).real()),
      want / 8, want / 8 * 2e-6);
}

// Runs `f` with one and two threads; whatever arrays it returns must agree in every bit.
template <class F>
void expect_same_for_any_thread_count(F f) {
  const int before = num_threads();
  set_num_threads(1);
  const std::vector<Array> one = f();
  set_num_threads(2);
  const std::vector<Array> two = f();
  set_num_threads(before);
  ASSERT_EQ(one.size(), two.size());
  for (size_t i = 0; i < one.size(); ++i) EXPECT_TRUE(one[i].same_bits(two[i])) << "array " << i;
}

TEST(Reduce, SameBitsForAnyThreadCount) {
  std::mt19937 random(4);
  const Array flat = random_array(Dtype::Float32, {1000003}, random, false);
  const Array matrix = random_array(Dtype::Float32, {3000, 300}, random, false);
  for (Reduction op : {Reduction::Sum, Reduction::Variance, Reduction::LogSumExp, Reduction::Max}) {
    expect_same_for_any_thread_count([&] {
      return std::vector<Array>{reduce(op, flat, {true}, Dtype::Float32, false, nullptr).out,
                                reduce(op, matrix, {true, false}, Dtype::Float32, false, nullptr).out,
                                reduce(op, matrix, {false, true}, Dtype::Float32, false, nullptr).out};
    });
  }
}

// ---- scans ----

TEST(Scan, MatchesTheReference) {
  std::mt19937 random(5);
  for (Dtype dtype : kAll) {
    for (const Index& shape : kShapes) {
      if (shape.empty() || Array(dtype, shape).size() > 2000) continue;  // the reference is quadratic
      const Array in = random_array(dtype, shape, random);
      const int dim = static_cast<int>(random() % shape.size());
      for (Scan op : {Scan::Sum, Scan::Prod, Scan::Max, Scan::Min, Scan::LogSumExp}) {
        if (is_complex(dtype) && op >= Scan::Max) continue;
        if (op == Scan::LogSumExp && !is_floating(dtype)) continue;
        if (op == Scan::Prod && shape[static_cast<size_t>(dim)] > 20) continue;
        for (bool reverse : {false, true}) {
          const bool sums = op == Scan::Sum || op == Scan::Prod;
          Array out(sums && is_integral(dtype) ? Dtype::Int64 : dtype, shape, &random),
              indices(Dtype::Int64, shape, &random);
          ScanArgs args{op, in.view(), out.view(), {}, dim, reverse};
          if (op == Scan::Max || op == Scan::Min) args.indices = indices.view();
          cpu::scan(args);
          const int64_t length = shape[static_cast<size_t>(dim)];
          for (int64_t i = 0; i < in.size(); ++i) {
            Index at = in.index_of(i);
            const int64_t end = at[static_cast<size_t>(dim)];
            Number sum = op == Scan::Prod ? 1 : 0, best = 0;
            int64_t position = -1;
            long double exps = 0;
            for (int64_t k = reverse ? length - 1 : 0; reverse ? k >= end : k <= end; k += reverse ? -1 : 1) {
              Index from = at;
              from[static_cast<size_t>(dim)] = k;
              const Number v = in.get(from);
              sum = op == Scan::Prod ? sum * v : sum + v;
              exps += std::exp(v.real());
              if (position < 0 || (op == Scan::Max ? v.real() >= best.real() : v.real() <= best.real())) {
                best = v;
                position = k;
              }
            }
            const Number want = op == Scan::LogSumExp ? Number(std::log(exps)) : sums ? sum : best;
            expect_near(out.get(at), want, op == Scan::Prod ? 1000 : 4 + static_cast<double>(length) * 0.02,
                        out.dtype(), "scan");
            if (args.indices.data) {
              ASSERT_EQ(indices.get(at).real(), position);
            }
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(Scan, NanStaysFromWhereItCame) {
  Array in(Dtype::Float32, {4}), out(Dtype::Float32, {4}), indices(Dtype::Int64, {4});
  const double values[] = {1, kNan, 5, kNan};
  in.fill([&](int64_t i) { return values[i]; });
  cpu::scan({Scan::Max, in.view(), out.view(), indices.view(), 0, false});
  EXPECT_EQ(out.get({0}).real(), 1);
  for (int64_t i = 1; i < 4; ++i) EXPECT_TRUE(std::isnan(out.get({i}).real()));
  EXPECT_EQ(indices.get({2}).real(), 1);
}

// ---- sorting ----

TEST(Sort, StableNanLargestBothOrdersAndTopK) {
  std::mt19937 random(6);
  for (Dtype dtype : kAll) {
    if (is_complex(dtype)) continue;
    for (const Index& shape : kShapes) {
      if (too_long(dtype, shape)) continue;
      Array in = random_array(dtype, shape, random);
      if (is_floating(dtype)) {
        in.fill([&](int64_t) -> double {
          const int pick = static_cast<int>(random() % 60);
          return pick == 0   ? kNan
                 : pick == 1 ? kInf
                 : pick == 2 ? -0.0
                 : pick == 3 ? 0.0
                 : pick == 4 ? -kInf
                             : (pick - 30) * 0.25;
        });
      }
      const int dim = shape.empty() ? 0 : static_cast<int>(random() % shape.size());
      const int64_t n = shape.empty() ? 1 : shape[static_cast<size_t>(dim)];
      for (bool descending : {false, true}) {
        for (int64_t k : {int64_t{-1}, std::min<int64_t>(n, 3), n}) {
          Index sizes = shape;
          if (!shape.empty() && k >= 0) sizes[static_cast<size_t>(dim)] = k;
          Array values(dtype, sizes, &random), indices(Dtype::Int64, sizes, &random);
          SortArgs args{in.view(), values.view(), indices.view(), dim, descending, true, k};
          cpu::sort(args);
          for (int64_t i = 0; i < values.size(); ++i) {
            Index at = values.index_of(i);
            const size_t d = static_cast<size_t>(dim);
            if (!shape.empty() && at[d] != 0) continue;
            std::vector<int64_t> order(static_cast<size_t>(n));
            std::iota(order.begin(), order.end(), 0);
            const auto element = [&](int64_t j) {
              Index from = at;
              if (!shape.empty()) from[d] = j;
              return in.get(from).real();
            };
            std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
              const long double x = element(a), y = element(b);
              const auto less = [](long double u, long double v) { return std::isnan(v) ? !std::isnan(u) : u < v; };
              return descending ? less(y, x) : less(x, y);
            });
            for (int64_t j = 0; j < (k < 0 ? n : k); ++j) {
              Index to = at;
              if (!shape.empty()) to[d] = j;
              ASSERT_EQ(indices.get(to).real(), order[static_cast<size_t>(j)])
                  << name_of(dtype) << " n " << n << " k " << k;
              expect_near(values.get(to), element(order[static_cast<size_t>(j)]), 0, dtype, "sorted value");
              if (HasFatalFailure()) return;
            }
          }
        }
      }
    }
  }
}

// ---- indexing ----

Array random_indices(const Index& sizes, int64_t limit, std::mt19937& random, Dtype dtype = Dtype::Int64) {
  Array a(dtype, sizes, &random);
  a.fill([&](int64_t) { return static_cast<double>(random() % static_cast<uint64_t>(limit)); });
  return a;
}

Number combine(Combine c, Number a, Number b) {
  switch (c) {
    case Combine::Set:
      return b;
    case Combine::Add:
      return a + b;
    case Combine::Mul:
      return a * b;
    case Combine::Max:
      return a.real() > b.real() ? a : b;
    case Combine::Min:
      return a.real() < b.real() ? a : b;
  }
  return 0;
}

TEST(Indexing, GatherAndScatterMatchTheReference) {
  std::mt19937 random(7);
  for (Dtype dtype : kAll) {
    for (const Index& shape : kShapes) {
      if (shape.empty()) continue;
      const size_t dim = random() % shape.size();
      Index index_shape = shape;
      for (size_t d = 0; d < shape.size(); ++d) {
        if (d != dim) index_shape[d] = 1 + static_cast<int64_t>(random()) % shape[d];
      }
      index_shape[dim] = 1 + static_cast<int64_t>(random() % 12);
      const Array in = random_array(dtype, shape, random);
      const Array index = random_indices(index_shape, shape[dim], random, random() % 3 ? Dtype::Int64 : Dtype::Int32);
      Array out(dtype, index_shape, &random);
      cpu::gather({in.view(), index.view(), out.view(), static_cast<int>(dim)});
      for (int64_t i = 0; i < out.size(); ++i) {
        const Index at = out.index_of(i);
        Index from = at;
        from[dim] = static_cast<int64_t>(index.get(at).real());
        ASSERT_EQ(out.get(at), in.get(from));
      }
      for (Combine c : {Combine::Set, Combine::Add, Combine::Mul, Combine::Max, Combine::Min}) {
        if (is_complex(dtype) && c >= Combine::Max) continue;
        if (dtype == Dtype::Bool || dtype == Dtype::UInt8) continue;
        Array target = random_array(dtype, shape, random);
        std::vector<Number> want;
        for (int64_t i = 0; i < target.size(); ++i) want.push_back(target.get(target.index_of(i)));
        const Array src = random_array(dtype, index_shape, random);
        const auto position = [&](const Index& at) {
          int64_t p = 0;
          for (size_t d = 0; d < at.size(); ++d) p = p * shape[d] + at[d];
          return static_cast<size_t>(p);
        };
        for (int64_t i = 0; i < src.size(); ++i) {
          const Index at = src.index_of(i);
          Index to = at;
          to[dim] = static_cast<int64_t>(index.get(at).real());
          want[position(to)] = combine(c, want[position(to)], src.get(at));
        }
        cpu::scatter({target.view(), index.view(), src.view(), static_cast<int>(dim), c});
        for (int64_t i = 0; i < target.size(); ++i) {
          const Index at = target.index_of(i);
          if (c == Combine::Mul && is_integral(dtype)) continue;  // wraps
          expect_near(target.get(at), want[position(at)], c == Combine::Mul ? 100 : 10, dtype, "scatter");
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Indexing, SelectAndAddMatchTheReference) {
  std::mt19937 random(8);
  for (Dtype dtype : {Dtype::Float32, Dtype::Float64, Dtype::Int64, Dtype::Complex128, Dtype::BFloat16}) {
    for (const Index& shape : kShapes) {
      if (shape.empty()) continue;
      const size_t dim = random() % shape.size();
      Index selected = shape;
      selected[dim] = 9;
      const Array in = random_array(dtype, shape, random);
      const Array index = random_indices({9}, shape[dim], random);
      Array out(dtype, selected, &random);
      cpu::index_select({in.view(), index.view(), out.view(), static_cast<int>(dim)});
      Array target = random_array(dtype, shape, random);
      const Array before = target;
      IndexAddArgs add{target.view(), index.view(), out.view(), static_cast<int>(dim), Combine::Add, Scalar(3)};
      cpu::index_add(add);
      for (int64_t i = 0; i < out.size(); ++i) {
        const Index at = out.index_of(i);
        Index from = at;
        from[dim] = static_cast<int64_t>(index.get({at[dim]}).real());
        ASSERT_EQ(out.get(at), in.get(from));
      }
      for (int64_t i = 0; i < target.size(); ++i) {
        const Index at = target.index_of(i);
        Number want = before.get(at);
        for (int64_t k = 0; k < 9; ++k) {
          Index from = at;
          from[dim] = k;
          if (index.get({k}).real() == at[dim]) want += 3.0L * out.get(from);
        }
        expect_near(target.get(at), want, 40, dtype, "index_add");
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Indexing, AdvancedIndexingMatchesTheReference) {
  std::mt19937 random(9);
  const Array tensor = random_array(Dtype::Float64, {6, 5, 7, 4}, random);
  const Array rows = random_indices({3, 8}, 6, random), columns = random_indices({3, 8}, 5, random);
  Array values(Dtype::Float64, {3, 8, 7, 4}, &random);
  IndexArgs args{};
  args.tensor = tensor.view();
  args.num_indexed = 2;
  args.index[0] = rows.view();
  args.index[1] = columns.view();
  args.values = values.view();
  cpu::index_get(args);
  for (int64_t i = 0; i < values.size(); ++i) {
    const Index at = values.index_of(i);
    const Index from = {static_cast<int64_t>(rows.get({at[0], at[1]}).real()),
                        static_cast<int64_t>(columns.get({at[0], at[1]}).real()), at[2], at[3]};
    ASSERT_EQ(values.get(at), tensor.get(from));
  }
  Array sum(Dtype::Float64, {6, 5, 7, 4}, &random);
  args.tensor = sum.view();
  args.combine = Combine::Add;
  cpu::index_put(args);
  std::vector<Number> want(static_cast<size_t>(sum.size()));
  for (int64_t i = 0; i < values.size(); ++i) {
    const Index at = values.index_of(i);
    const int64_t r = static_cast<int64_t>(rows.get({at[0], at[1]}).real());
    const int64_t c = static_cast<int64_t>(columns.get({at[0], at[1]}).real());
    want[static_cast<size_t>(((r * 5 + c) * 7 + at[2]) * 4 + at[3])] += values.get(at);
  }
  for (int64_t i = 0; i < sum.size(); ++i) {
    expect_near(sum.get(sum.index_of(i)), want[static_cast<size_t>(i)], 10, Dtype::Float64, "index_put");
  }
}

TEST(Indexing, NonzeroListsCoordinatesInOrder) {
  std::mt19937 random(10);
  for (Dtype dtype : kAll) {
    Array in(dtype, {4, 5, 6}, &random);
    in.fill([&](int64_t) { return static_cast<double>(random() % 2); });
    std::vector<int64_t> want;
    for (int64_t i = 0; i < in.size(); ++i) {
      const Index at = in.index_of(i);
      if (in.get(at) != Number(0)) want.insert(want.end(), at.begin(), at.end());
    }
    ASSERT_EQ(cpu::count_nonzero(in.view()) * 3, static_cast<int64_t>(want.size()));
    std::vector<int64_t> got(want.size());
    cpu::nonzero(in.view(), got.data());
    EXPECT_EQ(got, want);
  }
}

TEST(Indexing, ScatterHasTheSameBitsForAnyThreadCount) {
  std::mt19937 random(11);
  const Array src = random_array(Dtype::Float32, {4000, 300}, random, false);
  const Array rows = random_indices({4000}, 50, random);
  const Array index = random_indices({4000, 300}, 50, random);
  expect_same_for_any_thread_count([&] {
    Array a(Dtype::Float32, {50, 300}), b(Dtype::Float32, {50, 300}), c(Dtype::Float32, {4000, 50});
    cpu::index_add({a.view(), rows.view(), src.view(), 0, Combine::Add, Scalar(1)});
    cpu::scatter({b.view(), index.view(), src.view(), 0, Combine::Add});
    cpu::scatter({c.view(), index.view(), src.view(), 1, Combine::Add});
    return std::vector<Array>{a, b, c};
  });
}

// ---- softmax ----

TEST(Softmax, ForwardAndBackwardMatchTheReference) {
  std::mt19937 random(12);
  for (Dtype dtype :
       {Dtype::Float16, Dtype::BFloat16, Dtype::Float32, Dtype::Float64, Dtype::Complex64, Dtype::Complex128}) {
    for (const Index& shape : kShapes) {
      if (Array(dtype, shape).size() > 2000) continue;  // the reference is quadratic
      const int dim = shape.empty() ? 0 : static_cast<int>(random() % shape.size());
      const size_t d = static_cast<size_t>(dim);
      const int64_t n = shape.empty() ? 1 : shape[d];
      const Array in = random_array(dtype, shape, random), grad = random_array(dtype, shape, random);
      for (bool log : {false, true}) {
        Array out(dtype, shape, &random), grad_in(dtype, shape, &random);
        cpu::softmax({in.view(), out.view(), dim, log});
        cpu::softmax_backward({grad.view(), out.view(), grad_in.view(), dim, log});
        for (int64_t i = 0; i < in.size(); ++i) {
          Index at = in.index_of(i);
          Number sum = 0, dot = 0, total = 0;
          for (int64_t k = 0; k < n; ++k) {
            Index from = at;
            if (!shape.empty()) from[d] = k;
            sum += std::exp(in.get(from));
            dot += grad.get(from) * std::conj(out.get(from));
            total += grad.get(from);
          }
          const Number want = log ? in.get(at) - std::log(sum) : std::exp(in.get(at)) / sum;
          const Number got = out.get(at);
          // the sum of complex exponentials may nearly vanish
          const double scale = is_complex(dtype) ? 1 + 8 / static_cast<double>(std::abs(sum)) : 1;
          if (log && is_complex(dtype)) {
            expect_near(std::exp(got), std::exp(want), scale * scale, dtype, "log_softmax");
          } else {
            expect_near(got, want, scale, dtype, "softmax");
          }
          const Number y = out.get(at), g = grad.get(at);
          const Number back = log ? g - std::conj(std::exp(y)) * total : std::conj(y) * (g - dot);
          expect_near(grad_in.get(at), back, 4 + static_cast<double>(n) * 0.05, dtype, "softmax backward");
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Softmax, SpecialValues) {
  Array in(Dtype::Float32, {4, 3}), out(Dtype::Float32, {4, 3});
  const double rows[4][3] = {{-kInf, 0, 0}, {kNan, 0, 0}, {-kInf, -kInf, -kInf}, {1e30, -1e30, 0}};
  in.fill([&](int64_t i) { return rows[i / 3][i % 3]; });
  cpu::softmax({in.view(), out.view(), 1, false});
  EXPECT_EQ(out.get({0, 0}).real(), 0);
  EXPECT_EQ(out.get({0, 1}).real(), 0.5);
  for (int64_t j = 0; j < 3; ++j) {
    EXPECT_TRUE(std::isnan(out.get({1, j}).real()));
    EXPECT_TRUE(std::isnan(out.get({2, j}).real()));
  }
  EXPECT_EQ(out.get({3, 0}).real(), 1);
  EXPECT_EQ(out.get({3, 1}).real(), 0);
}

TEST(Softmax, ExpIsAccurate) {  // softmax of {0, x} gives exp(x) / (1 + exp(x))
  for (int i = 0; i < 20000; ++i) {
    const double x = -i * 0.0371;
    Array in(Dtype::Float64, {2}), out(Dtype::Float64, {2});
    in.set({1}, x);
    cpu::softmax({in.view(), out.view(), 0, false});
    const long double want = std::exp(static_cast<long double>(x)) / (1 + std::exp(static_cast<long double>(x)));
    ASSERT_LE(std::abs(out.get({1}).real() - want), 6e-16L * want + 5e-324L) << x;
  }
}

// ---- normalisation ----

TEST(Norm, ForwardAndBackwardMatchTheReference) {
  std::mt19937 random(13);
  for (Dtype dtype : kReal) {
    for (const auto& [rows, inner] : {std::pair<int64_t, int64_t>{1, 1}, {3, 7}, {70, 33}, {5, 256}, {200, 48}}) {
      const Dtype compute = compute_of(dtype);
      const Array x = random_array(dtype, {rows, inner}, random, false),
                  weight = random_array(dtype, {inner}, random, false),
                  bias = random_array(dtype, {inner}, random, false),
                  grad = random_array(dtype, {rows, inner}, random, false);
      for (int form = 0; form < 8; ++form) {
        const bool rms = form & 1, has_weight = form & 2, has_bias = form & 4;
        Array y(dtype, {rows, inner}), mean(compute, {rows}), rstd(compute, {rows}), grad_x(dtype, {rows, inner}),
            grad_weight(dtype, {inner}), grad_bias(dtype, {inner});
        const double eps = 1e-3;
        cpu::norm({dtype, rows, inner, x.view().data, has_weight ? weight.view().data : nullptr,
                   has_bias ? bias.view().data : nullptr, y.view().data, rms ? nullptr : mean.view().data,
                   rstd.view().data, eps});
        cpu::norm_backward({dtype, rows, inner, grad.view().data, x.view().data,
                            has_weight ? weight.view().data : nullptr, rms ? nullptr : mean.view().data,
                            rstd.view().data, grad_x.view().data, grad_weight.view().data, grad_bias.view().data});
        std::vector<long double> want_weight(static_cast<size_t>(inner)), want_bias(static_cast<size_t>(inner));
        for (int64_t r = 0; r < rows; ++r) {
          const long double n = static_cast<long double>(inner);
          long double m = 0, v = 0, sum_h = 0, sum_hx = 0;
          for (int64_t j = 0; j < inner && !rms; ++j) m += x.get({r, j}).real() / n;
          for (int64_t j = 0; j < inner; ++j) v += (x.get({r, j}).real() - m) * (x.get({r, j}).real() - m) / n;
          const long double s = 1 / std::sqrt(v + eps);
          const auto xhat = [&](int64_t j) { return (x.get({r, j}).real() - m) * s; };
          const auto h = [&](int64_t j) { return grad.get({r, j}).real() * (has_weight ? weight.get({j}).real() : 1); };
          for (int64_t j = 0; j < inner; ++j) {
            sum_h += h(j) / n;
            sum_hx += h(j) * xhat(j) / n;
            want_weight[static_cast<size_t>(j)] += grad.get({r, j}).real() * xhat(j);
            want_bias[static_cast<size_t>(j)] += grad.get({r, j}).real();
          }
          for (int64_t j = 0; j < inner; ++j) {
            const long double w = has_weight ? weight.get({j}).real() : 1, b = has_bias ? bias.get({j}).real() : 0;
            expect_near(y.get({r, j}), xhat(j) * w + b, 8, dtype, "norm");
            const long double want = s * (h(j) - (rms ? 0 : sum_h) - xhat(j) * sum_hx);
            expect_near(grad_x.get({r, j}), want, 8 * static_cast<double>(s), dtype, "norm backward");
            if (HasFatalFailure()) return;
          }
        }
        for (int64_t j = 0; j < inner; ++j) {
          const double scale = 10 * std::sqrt(static_cast<double>(rows));
          expect_near(grad_weight.get({j}), want_weight[static_cast<size_t>(j)], scale, dtype, "grad_weight");
          expect_near(grad_bias.get({j}), want_bias[static_cast<size_t>(j)], scale, dtype, "grad_bias");
        }
      }
    }
  }
}

// ---- random numbers ----

TEST(Random, PhiloxGivesThePublishedNumbers) {
  const cpu::PhiloxBlock zero = cpu::philox({{0, 0, 0, 0}}, 0, 0);
  const uint32_t want_zero[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  const cpu::PhiloxBlock ones = cpu::philox({{~0u, ~0u, ~0u, ~0u}}, ~0u, ~0u);
  const uint32_t want_ones[] = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(zero.words[i], want_zero[i]);
    EXPECT_EQ(ones.words[i], want_ones[i]);
  }
}

TEST(Random, VectorsOfBlocksAreTheScalarOnes) {
  const uint64_t seed = 0x0123456789abcdef, first = 0xfffffffeu;  // crosses the low word's end
  uint64_t out[2 * 37];
  cpu::philox_fill(seed, first, 37, out);
  for (uint64_t i = 0; i < 37; ++i) {
    const uint64_t counter = first + i;
    const cpu::PhiloxBlock b =
        cpu::philox({{static_cast<uint32_t>(counter), static_cast<uint32_t>(counter >> 32), 0, 0}},
                    static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32));
    ASSERT_EQ(out[2 * i], b.words[0] | uint64_t(b.words[1]) << 32);
    ASSERT_EQ(out[2 * i + 1], b.words[2] | uint64_t(b.words[3]) << 32);
  }
}

Array drawn(Dtype dtype, Distribution distribution, const Index& sizes, double a, double b, uint64_t offset = 0,
            int64_t low = 0, int64_t high = 1, std::mt19937* order = nullptr) {
  Array out(dtype, sizes, order);
  RandomArgs args{};
  args.distribution = distribution;
  args.out = out.view();
  args.a = a;
  args.b = b;
  args.low = low;
  args.high = high;
  args.seed = 42;
  args.offset = offset;
  cpu::random(args);
  return out;
}

TEST(Random, ElementsDependOnTheirPositionOnly) {
  std::mt19937 random(14);
  for (Distribution d : {Distribution::Uniform, Distribution::Normal, Distribution::DropoutMask}) {
    const Array whole = drawn(Dtype::Float32, d, {4000}, 0.25, 1, 7),
                strided = drawn(Dtype::Float32, d, {40, 100}, 0.25, 1, 7, 0, 1, &random);
    const Array later = drawn(Dtype::Float32, d, {3000}, 0.25, 1, 7 + 500);
    for (int64_t i = 0; i < 4000; ++i) ASSERT_EQ(whole.get({i}), strided.get({i / 100, i % 100}));
    for (int64_t i = 0; i < 3000; ++i) ASSERT_EQ(whole.get({i + 1000}), later.get({i}));
    expect_same_for_any_thread_count([&] { return std::vector<Array>{drawn(Dtype::Float64, d, {100001}, 0.25, 1)}; });
  }
}

TEST(Random, DistributionsHaveTheirMoments) {
  const int64_t n = 400000;
  for (Dtype dtype : kReal) {
    const auto moments = [&](Distribution d, double a, double b) {
      const Array x = drawn(dtype, d, {n}, a, b);
      long double sum = 0, squares = 0, cubes = 0;
      for (int64_t i = 0; i < n; ++i) {
        const long double v = x.get({i}).real();
        sum += v;
        squares += v * v;
        cubes += v * v * v * v;
        if (d == Distribution::Uniform) {
          EXPECT_TRUE(v >= a && v < b) << name_of(dtype);
        }
      }
      return std::array<double, 3>{static_cast<double>(sum / n), static_cast<double>(squares / n),
                                   static_cast<double>(cubes / n)};
    };
    const auto uniform = moments(Distribution::Uniform, -1, 1);
    EXPECT_NEAR(uniform[0], 0, 0.01);
    EXPECT_NEAR(uniform[1], 1.0 / 3, 0.01);
    const auto normal = moments(Distribution::Normal, 0, 1);
    EXPECT_NEAR(normal[0], 0, 0.01);
    EXPECT_NEAR(normal[1], 1, 0.015);
    EXPECT_NEAR(normal[2], 3, 0.1);
    const auto dropout = moments(Distribution::DropoutMask, 0.2, 0);
    EXPECT_NEAR(dropout[0], 1, 0.01);
    EXPECT_NEAR(dropout[1], 1.25, 0.015);
    const auto bernoulli = moments(Distribution::Bernoulli, 0.3, 0);
    EXPECT_NEAR(bernoulli[0], 0.3, 0.01);
  }
}

TEST(Random, NormalPairsAreBoxMullerToDoublePrecision) {
  const Array x = drawn(Dtype::Float64, Distribution::Normal, {20000}, 0, 1);
  uint64_t bits[20000];
  cpu::philox_fill(42, 0, 10000, bits);
  for (int64_t i = 0; i < 20000; i += 2) {
    const long double u = static_cast<long double>((bits[i] >> 11) + 1) * 0x1p-53L,
                      v = static_cast<long double>(bits[i + 1] >> 11) * 0x1p-53L;
    const long double radius = std::sqrt(-2 * std::log(u)), angle = 6.283185307179586476925L * v;
    ASSERT_NEAR(static_cast<double>(x.get({i}).real()), static_cast<double>(radius * std::cos(angle)), 4e-15);
    ASSERT_NEAR(static_cast<double>(x.get({i + 1}).real()), static_cast<double>(radius * std::sin(angle)), 4e-15);
  }
}

TEST(Random, IntegersCoverTheirRange) {
  for (Dtype dtype : {Dtype::UInt8, Dtype::Int32, Dtype::Int64, Dtype::Float32}) {
    const Array x = drawn(dtype, Distribution::Integer, {60000}, 0, 0, 0, 3, 9);
    int64_t counts[6] = {};
    for (int64_t i = 0; i < 60000; ++i) {
      const int64_t v = static_cast<int64_t>(x.get({i}).real());
      ASSERT_TRUE(v >= 3 && v < 9);
      ++counts[v - 3];
    }
    for (int64_t c : counts) EXPECT_NEAR(static_cast<double>(c), 10000, 400);
  }
}

TEST(Random, BernoulliTakesAProbabilityAnElement) {
  Array p(Dtype::Float32, {2, 50000}), out(Dtype::Bool, {2, 50000});
  p.fill([](int64_t i) { return i < 50000 ? 0.0 : i % 2 ? 1.0 : 0.5; });
  RandomArgs args{};
  args.distribution = Distribution::Bernoulli;
  args.out = out.view();
  args.probability = p.view();
  cpu::random(args);
  int64_t half = 0;
  for (int64_t i = 0; i < 50000; ++i) {
    ASSERT_EQ(out.get({0, i}).real(), 0);
    if (i % 2) {
      ASSERT_EQ(out.get({1, i}).real(), 1);
    } else {
      half += out.get({1, i}).real() != 0;
    }
  }
  EXPECT_NEAR(static_cast<double>(half), 12500, 500);
}

}  // namespace
}  // namespace vjp
