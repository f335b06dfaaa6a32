// Random numbers: the CPU's, bit for bit.
#include "emulated.h"

namespace vjp {
namespace {

using namespace testing;

TEST(Random, NumbersAreTheCpusToTheBit) {
  std::mt19937 random(3);
  for (Dtype dtype : kAll) {
    if (is_complex(dtype)) continue;
    for (int kind = 0; kind < 5; ++kind) {
      const auto distribution = static_cast<Distribution>(kind);
      if (distribution <= Distribution::Normal && is_integral(dtype)) continue;
      for (const Index& shape : {Index{}, Index{1}, Index{7}, Index{1000}, Index{5, 9}, Index{3, 4, 5}, Index{0, 2}}) {
        Array out(dtype, shape, &random), probability = random_array(Dtype::Float32, shape, random);
        for (int variant = 0; variant < 3; ++variant) {
          RandomArgs args{};
          args.distribution = byte_of(distribution);
          args.out = out.view();
          args.a = variant == 0 ? 0 : variant == 1 ? 0.3 : -2.5;
          args.b = variant == 0 ? 1 : 4;
          args.low = variant == 0 ? 0 : -5;
          args.high = 100;
          if (distribution >= Distribution::Bernoulli && variant == 2) args.a = 1;
          if (distribution == Distribution::Bernoulli && variant == 1) args.probability = probability.view();
          args.seed = 0x123456789abcdef0u + static_cast<uint64_t>(kind);
          args.offset = variant * 0xffffffffull;
          cpu::random(args);
          const Array want = out;
          out.fill([](int64_t) { return 0; });
          on_device(cuda::random, args);
          ASSERT_TRUE(out.same_bits(want)) << name_of(dtype) << " distribution " << kind << " variant " << variant;
          // of a capture: the same numbers by way of memory
          const uint64_t state[2] = {args.seed, args.offset};
          args.seed = 0;
          args.offset = 0;
          args.state = state;
          out.fill([](int64_t) { return 0; });
          on_device(cuda::random, args);
          ASSERT_TRUE(out.same_bits(want)) << name_of(dtype) << " distribution " << kind << " from state";
        }
      }
    }
  }
}

}  // namespace
}  // namespace vjp
