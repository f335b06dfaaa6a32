// Gathering, scattering, advanced indexing and sorting against the CPU's.
#include "emulated.h"

namespace vjp {
namespace {

using namespace testing;

const Dtype kSome[] = {Dtype::Bool,    Dtype::UInt8,   Dtype::Int32,     Dtype::Int64,     Dtype::Float16,
                       Dtype::Float32, Dtype::Float64, Dtype::Complex64, Dtype::Complex128};

Array random_index(Dtype dtype, const Index& sizes, int64_t below, std::mt19937& random) {
  Array a(dtype, sizes, &random);
  a.fill([&](int64_t) { return static_cast<double>(random() % static_cast<uint64_t>(below)); });
  return a;
}

cuda::Launch relaxed() {
  cuda::Launch launch = kLaunch;
  launch.deterministic = false;
  return launch;
}

TEST(Index, GatherAndScatterAgreeWithTheCpu) {
  std::mt19937 random(6);
  for (Dtype dtype : kSome) {
    for (Dtype index_dtype : {Dtype::Int32, Dtype::Int64}) {
      for (const auto& [shape, index_shape] : {std::pair<Index, Index>{{}, {}},
                                               {{7}, {30}},
                                               {{5, 9}, {8, 6}},
                                               {{3, 4, 5}, {2, 4, 40}},
                                               {{6, 70}, {50, 60}},
                                               {{4}, {0}}}) {
        const int dim = shape.empty() ? 0 : static_cast<int>(random() % shape.size());
        const int64_t below = shape.empty() ? 1 : shape[static_cast<size_t>(dim)];
        Index sizes = index_shape;
        for (size_t d = 0; d < sizes.size(); ++d) {
          if (static_cast<int>(d) != dim) sizes[d] = std::min(sizes[d], shape[d]);
        }
        const Array in = random_array(dtype, shape, random), index = random_index(index_dtype, sizes, below, random);
        Array out(dtype, sizes, &random);
        const std::string where = std::string(name_of(dtype)) + " " + text_of(shape) + " dim " + std::to_string(dim);
        const GatherArgs gather{in.view(), index.view(), out.view(), dim};
        cpu::gather(gather);
        Array want = out;
        out.fill([](int64_t) { return 0; });
        on_device(cuda::gather, gather);
        EXPECT_TRUE(out.same_bits(want)) << where;

        const Array src = random_array(dtype, sizes, random);
        for (int combine = 0; combine < 5; ++combine) {
          if (is_complex(dtype) && combine >= 3) continue;
          Array target = in;
          const ScatterArgs args{target.view(), index.view(), src.view(), dim, static_cast<uint8_t>(combine)};
          cpu::scatter(args);
          want = target;
          under_all_schedules([&] {
            std::memcpy(target.view().data, in.view().data, static_cast<size_t>(target.bytes()));
            on_device(cuda::scatter, args);
            EXPECT_TRUE(target.same_bits(want) || combine == 2) << where << " combine " << combine;
            expect_same(target, want, where, 10);
          });
          std::memcpy(target.view().data, in.view().data, static_cast<size_t>(target.bytes()));
          on_device(cuda::scatter, args, relaxed());
          expect_same(target, want, where + " in any order", 10);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Index, AlongOneDimensionAgreesWithTheCpu) {
  std::mt19937 random(7);
  for (Dtype dtype : kSome) {
    for (const Index& shape : {Index{7}, Index{5, 9}, Index{3, 4, 5}, Index{40, 30}}) {
      for (int dim = 0; dim < static_cast<int>(shape.size()); ++dim) {
        Index sizes = shape;
        sizes[static_cast<size_t>(dim)] = 1 + static_cast<int64_t>(random() % 60);
        const Array in = random_array(dtype, shape, random);
        const Array index = random_index(random() % 2 ? Dtype::Int64 : Dtype::Int32, {sizes[static_cast<size_t>(dim)]},
                                         shape[static_cast<size_t>(dim)], random);
        Array out(dtype, sizes, &random);
        const IndexSelectArgs select{in.view(), index.view(), out.view(), dim};
        cpu::index_select(select);
        Array want = out;
        out.fill([](int64_t) { return 0; });
        on_device(cuda::index_select, select);
        EXPECT_TRUE(out.same_bits(want));
        const Array src = random_array(dtype, sizes, random);
        for (int combine = 0; combine < 5; ++combine) {
          if (is_complex(dtype) && combine >= 3) continue;
          for (const Scalar& alpha : {Scalar(1), Scalar(2), Scalar(-0.5)}) {
            Array target = in;
            const IndexAddArgs args{target.view(), index.view(), src.view(), dim, static_cast<uint8_t>(combine), alpha};
            cpu::index_add(args);
            want = target;
            for (const cuda::Launch& launch : {kLaunch, relaxed()}) {
              std::memcpy(target.view().data, in.view().data, static_cast<size_t>(target.bytes()));
              on_device(cuda::index_add, args, launch);
              expect_same(
                  target, want,
                  std::string(name_of(dtype)) + " index_add " + text_of(shape) + " combine " + std::to_string(combine),
                  10);
            }
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(Index, AdvancedIndexingAgreesWithTheCpu) {
  std::mt19937 random(8);
  for (Dtype dtype : kSome) {
    for (int num_indexed = 0; num_indexed <= 3; ++num_indexed) {
      for (const Index& index_shape : {Index{}, Index{5}, Index{3, 40}}) {
        const Index shape = {4, 5, 6, 7};
        const Array tensor = random_array(dtype, shape, random);
        std::vector<Array> indices;
        Index sizes = num_indexed ? index_shape : Index{};
        for (int i = 0; i < num_indexed; ++i) {
          indices.push_back(random_index(Dtype::Int64, index_shape, shape[static_cast<size_t>(i)], random));
        }
        for (size_t d = static_cast<size_t>(num_indexed); d < 4; ++d) sizes.push_back(shape[d]);
        Array values(dtype, sizes, &random);
        IndexArgs args{};
        args.tensor = tensor.view();
        args.num_indexed = num_indexed;
        for (int i = 0; i < num_indexed; ++i) args.index[i] = indices[static_cast<size_t>(i)].view();
        args.values = values.view();
        cpu::index_get(args);
        Array want = values;
        values.fill([](int64_t) { return 0; });
        on_device(cuda::index_get, args);
        ASSERT_TRUE(values.same_bits(want)) << name_of(dtype) << " " << num_indexed;
        for (int combine = 0; combine < 5; ++combine) {
          if (is_complex(dtype) && combine >= 3) continue;
          Array target = tensor;
          args.tensor = target.view();
          args.combine = static_cast<uint8_t>(combine);
          cpu::index_put(args);
          want = target;
          under_all_schedules([&] {
            std::memcpy(target.view().data, tensor.view().data, static_cast<size_t>(target.bytes()));
            on_device(cuda::index_put, args);
            expect_same(target, want, std::string(name_of(dtype)) + " index_put of " + std::to_string(num_indexed), 10);
          });
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Index, WhatIsOutOfRangeIsLeftAloneAndReported) {
  Array in(Dtype::Float32, {4}), index(Dtype::Int64, {3}), out(Dtype::Float32, {3});
  in.fill([](int64_t i) { return 10.0 + static_cast<double>(i); });
  index.fill([](int64_t i) { return i == 1 ? 4.0 : i == 2 ? -1.0 : 2.0; });
  out.fill([](int64_t) { return 7; });
  on_device(cuda::gather, GatherArgs{in.view(), index.view(), out.view(), 0});
  EXPECT_EQ(out.get({0}), Number(12));
  EXPECT_EQ(out.get({1}), Number(0));
  EXPECT_EQ(out.get({2}), Number(0));
  on_device(cuda::scatter, ScatterArgs{in.view(), index.view(), out.view(), 0, byte_of(Combine::Set)});
  EXPECT_EQ(in.get({2}), Number(12));
  EXPECT_EQ(in.get({3}), Number(13));

  cuda::FaultRecord fault = {};
  cuda::Launch launch = kLaunch;
  launch.fault = &fault;
  launch.op = "take";
  on_device(cuda::check_index, CheckIndexArgs{index.view(), -1, 5}, launch);
  EXPECT_EQ(fault.state, 0u);
  on_device(cuda::check_index, CheckIndexArgs{index.view(), 0, 4}, launch);
  EXPECT_EQ(fault.state, 2u);
  EXPECT_STREQ(fault.op, "take");
  EXPECT_TRUE(fault.value == 4 || fault.value == -1);
  EXPECT_EQ(fault.low, 0);
  EXPECT_EQ(fault.high, 4);
}

TEST(Sort, AgreesWithTheCpu) {
  std::mt19937 random(9);
  for (Dtype dtype : kAll) {
    if (is_complex(dtype)) continue;
    for (const Index& shape : {Index{}, Index{1}, Index{7}, Index{300}, Index{40, 33}, Index{2, 17, 6}, Index{2, 2500},
                               Index{5000}, Index{3, 0}}) {
      if (Array(dtype, shape).size() > 3000 && dtype != Dtype::Float32 && dtype != Dtype::Int64) continue;
      const int dim = shape.empty() ? 0 : static_cast<int>(random() % shape.size());
      Array in = random_array(dtype, shape, random);
      if (is_floating(dtype) && in.size() > 5) {
        in.set(in.index_of(2), kNan);
        in.set(in.index_of(4), -kInf);
        in.set(in.index_of(3), -0.0);
        in.set(in.index_of(1), 0.0);
      }
      const int64_t n = shape.empty() ? 1 : shape[static_cast<size_t>(dim)];
      for (bool descending : {false, true}) {
        for (int64_t k : {int64_t(-1), std::min<int64_t>(n, 3)}) {
          Index sizes = shape;
          if (k >= 0 && !shape.empty()) sizes[static_cast<size_t>(dim)] = k;
          Array values(dtype, sizes, &random), indices(Dtype::Int64, sizes, &random);
          const SortArgs args{in.view(), values.view(), indices.view(), dim, descending, true, shape.empty() ? -1 : k};
          cpu::sort(args);
          const Array want = values, want_indices = indices;
          under_all_schedules([&] {
            values.fill([](int64_t) { return 0; });
            indices.fill([](int64_t) { return 0; });
            on_device(cuda::sort, args);
            ASSERT_TRUE(indices.same_bits(want_indices)) << name_of(dtype) << " " << text_of(shape) << " k " << k;
            ASSERT_TRUE(values.same_bits(want));
          });
        }
      }
    }
  }
}

}  // namespace
}  // namespace vjp
