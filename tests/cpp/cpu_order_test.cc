// The CPU backend's scans and sorts against naive references.
#include "array_testing.h"

namespace vjp {
namespace {

using namespace testing;

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
          ScanArgs args{byte_of(op), in.view(), out.view(), {}, dim, reverse};
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
  cpu::scan({byte_of(Scan::Max), in.view(), out.view(), indices.view(), 0, false});
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

// What an order statistic asks of the CPU: few numbers with ties, many in one range, all equal.
// A word holds a position and as many bits of a key as it leaves: keys that differ below those, or in a few bits only.
TEST(Sort, LongKeysThatDifferInTheirLowestBits) {
  std::mt19937_64 random(8);
  const std::function<int64_t()> makers[] = {
      [&] { return static_cast<int64_t>(random()); },
      [&] { return static_cast<int64_t>(random() % 3 << 62 | random() % 5); },
      [&] { return static_cast<int64_t>(random() % 2 << 63 | random() % 100000); },
      [&] { return static_cast<int64_t>(random() % 900) - 450; },
      [&] { return int64_t{7}; },
  };
  for (int64_t n : {511, 512, 1300, 40000}) {
    for (const auto& make : makers) {
      std::vector<int64_t> in(static_cast<size_t>(n)), values(in.size()), indices(in.size()), order(in.size());
      for (int64_t& v : in) v = make();
      for (bool descending : {false, true}) {
        const int64_t stride = 1;
        const auto view = [&](std::vector<int64_t>& v) {
          return View{v.data(), byte_of(Dtype::Int64), 1, &n, &stride};
        };
        cpu::sort({view(in), view(values), view(indices), 0, descending, true, -1});
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
          const int64_t x = in[static_cast<size_t>(i)], y = in[static_cast<size_t>(j)];
          return descending ? x > y : x < y;
        });
        ASSERT_EQ(indices, order) << "n " << n << ", descending " << descending;
        for (size_t i = 0; i < in.size(); ++i) ASSERT_EQ(values[i], in[static_cast<size_t>(order[i])]);
      }
    }
  }
}

TEST(Sort, TheLastOfTheKAlone) {
  std::mt19937 random(7);
  for (Dtype dtype : {Dtype::Float32, Dtype::Float64, Dtype::Int64, Dtype::UInt8}) {
    for (int64_t n : {5, 300, 9000}) {
      for (int kinds : {1, 9, 100000}) {
        Array in(dtype, {n, 2}, &random);
        in.fill([&](int64_t) -> double {
          const unsigned v = random() % static_cast<unsigned>(kinds);
          return dtype == Dtype::Float32 && v == 4 ? kNan : dtype == Dtype::UInt8 ? v % 100 : v;
        });
        Array values(dtype, {n, 2}, &random), indices(Dtype::Int64, {n, 2}, &random);
        for (bool descending : {false, true}) {
          cpu::sort({in.view(), values.view(), indices.view(), 0, descending, true, -1});
          for (int64_t k : {int64_t{2}, (n + 1) / 2, n - 1, n}) {
            Array value(dtype, {1, 2}, &random), index(Dtype::Int64, {1, 2}, &random);
            cpu::sort({in.view(), value.view(), index.view(), 0, descending, true, k});
            for (int64_t column : {0, 1}) {
              ASSERT_EQ(index.get({0, column}).real(), indices.get({k - 1, column}).real())
                  << name_of(dtype) << " n " << n << " k " << k << " kinds " << kinds;
              expect_near(value.get({0, column}), values.get({k - 1, column}), 0, dtype, "last of the k");
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace vjp
