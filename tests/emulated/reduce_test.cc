// Reductions against the CPU's, over all kinds, dtypes and ways to lie in memory.
#include "emulated.h"

namespace vjp {
namespace {

using namespace testing;

Dtype output_dtype(Reduction op, Dtype in) {
  switch (op) {
    case Reduction::Sum:
    case Reduction::Prod:
      return is_integral(in) ? Dtype::Int64 : in;
    case Reduction::Any:
    case Reduction::All:
      return Dtype::Bool;
    case Reduction::CountNonzero:
    case Reduction::ArgMax:
    case Reduction::ArgMin:
      return Dtype::Int64;
    case Reduction::Max:
    case Reduction::Min:
    case Reduction::LogSumExp:
      return in;
    default:
      return is_integral(in) ? Dtype::Int64 : real_of(in);
  }
}

bool is_defined(Reduction op, Dtype d) {
  const bool ordered =
      op == Reduction::Max || op == Reduction::Min || op == Reduction::ArgMax || op == Reduction::ArgMin;
  if (ordered || op == Reduction::LogSumExp) {
    return !is_complex(d) && (op != Reduction::LogSumExp || is_floating(d));
  }
  return op != Reduction::Variance || !is_integral(d);
}

class Reductions : public ::testing::TestWithParam<int> {};

TEST_P(Reductions, AgreeWithTheCpu) {
  const auto op = static_cast<Reduction>(GetParam());
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  const Index shapes[] = {{},         {1},      {7},          {300},   {40, 33},     {3, 4, 5},
                          {2, 17, 6}, {700, 5}, {2, 3, 4, 5}, {70000}, {3, 2, 3000}, {0, 3}};
  for (Dtype dtype : kAll) {
    if (!is_defined(op, dtype)) continue;
    for (const Index& shape : shapes) {
      if (too_long(dtype, shape) || (Array(dtype, shape).size() > 2000 && dtype != Dtype::Float32)) continue;
      const bool empty = Array(dtype, shape).size() == 0;
      if (op == Reduction::Prod && Array(dtype, shape).size() > 70) continue;  // out of range
      if (empty && (op >= Reduction::Max && op <= Reduction::ArgMin)) continue;
      const int rounds = is_floating(dtype) && op == Reduction::Variance ? 3 : 2;  // whose mean may be infinite
      for (int round = 0; round < rounds; ++round) {
        Array in = random_array(dtype, shape, random);
        if (round > 0 && is_floating(dtype) && in.size() > 3)
          in.set(in.index_of(in.size() / 2), round == 1 ? kNan : -kInf);
        Index sizes = shape;
        bool all = round == 0;
        for (auto& n : sizes) n = all || random() % 2 ? 1 : n;
        for (bool indexed : {false, true}) {
          if (indexed && op != Reduction::Max && op != Reduction::Min) continue;
          const Dtype out_dtype = output_dtype(op, dtype);
          Array out(out_dtype, sizes, &random), indices(Dtype::Int64, sizes, &random), mean(dtype, sizes, &random);
          ReduceArgs args{};
          args.op = byte_of(op);
          args.in = in.view();
          args.out = out.view();
          if (indexed) args.indices = indices.view();
          if (op == Reduction::Variance) args.mean = mean.view();
          args.p = 3;
          args.correction = 1;
          const std::string where = std::string(name_of(dtype)) + " of " + text_of(shape) + " to " + text_of(sizes);
          cpu::reduce(args);
          const Array want = out, want_indices = indices, want_mean = mean;
          std::vector<Array> results;
          under_all_schedules([&] {
            on_device(cuda::reduce, args);
            results.push_back(out);
          });
          for (const Array& result : results)
            EXPECT_TRUE(result.same_bits(results[0])) << where << ": depends on the order of threads";
          const double scale = std::max<double>(
              1, std::sqrt(static_cast<double>(in.size()) / static_cast<double>(std::max<int64_t>(1, out.size()))));
          expect_same(out, want, where, scale * 2);
          if (indexed) expect_same(indices, want_indices, where);
          if (op == Reduction::Variance && !empty) expect_same(mean, want_mean, where);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Reductions, ::testing::Range(0, 16));

TEST(Reductions, CountNonzero) {
  std::mt19937 random(5);
  const Array in = random_array(Dtype::Int8, {40, 30}, random);
  int64_t want = 0, got = 0;
  cpu::count_nonzero({in.view(), &want});
  on_device(cuda::count_nonzero, CountNonzeroArgs{in.view(), &got});
  EXPECT_EQ(got, want);
}

}  // namespace
}  // namespace vjp
