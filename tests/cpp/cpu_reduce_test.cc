// The CPU backend's reductions against naive references, on random shapes, strides and dtypes.
#include "array_testing.h"

namespace vjp {
namespace {

using namespace testing;

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
  args.op = byte_of(op);
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

}  // namespace
}  // namespace vjp
