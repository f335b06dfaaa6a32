// The CPU backend's indexing against naive references; the same bits for any number of threads.
#include "array_testing.h"

namespace vjp {
namespace {

using namespace testing;

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
        cpu::scatter({target.view(), index.view(), src.view(), static_cast<int>(dim), byte_of(c)});
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
      IndexAddArgs add{target.view(),         index.view(),          out.view(),
                       static_cast<int>(dim), byte_of(Combine::Add), Scalar(3)};
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
  args.combine = byte_of(Combine::Add);
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

TEST(Indexing, NonzeroOfOneDimension) {
  std::mt19937 random(11);
  for (Dtype dtype : kAll) {
    Array in(dtype, {300});
    in.fill([&](int64_t) { return random() % 2 ? 1.0 : is_floating(dtype) ? -0.0 : 0.0; });
    std::vector<int64_t> want;
    for (int64_t i = 0; i < 300; ++i)
      if (in.get({i}) != Number(0)) want.push_back(i);
    std::vector<int64_t> got(want.size() + 2, -1);
    cpu::nonzero({in.view(), got.data(), static_cast<int64_t>(want.size()) - 1});
    EXPECT_EQ(got[want.size() - 1], -1) << name_of(dtype);
    cpu::nonzero({in.view(), got.data(), static_cast<int64_t>(want.size()) + 2});
    want.insert(want.end(), 2, 0);
    EXPECT_EQ(got, want) << name_of(dtype);
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
    const int64_t rows = static_cast<int64_t>(got.size()) / 3;
    cpu::nonzero({in.view(), got.data(), rows});
    EXPECT_EQ(got, want);
    // no more rows than there is room for, though there were more by now
    std::fill(got.begin(), got.end(), -1), std::fill(want.end() - 3, want.end(), -1);
    cpu::nonzero({in.view(), got.data(), rows - 1});
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
    cpu::index_add({a.view(), rows.view(), src.view(), 0, byte_of(Combine::Add), Scalar(1)});
    cpu::scatter({b.view(), index.view(), src.view(), 0, byte_of(Combine::Add)});
    cpu::scatter({c.view(), index.view(), src.view(), 1, byte_of(Combine::Add)});
    return std::vector<Array>{a, b, c};
  });
}

}  // namespace
}  // namespace vjp
