// Scans against the CPU's.
#include "emulated.h"

namespace vjp {
namespace {

using namespace testing;

TEST(Scan, AgreesWithTheCpu) {
  std::mt19937 random(4);
  const Index shapes[] = {{}, {1}, {7}, {300}, {40, 33}, {2, 17, 6}, {2100, 3}, {9000}, {3, 0}, {4, 2500}};
  for (Dtype dtype : kAll) {
    for (int kind = 0; kind < 5; ++kind) {
      const auto op = static_cast<vjp::Scan>(kind);
      if (op >= vjp::Scan::Max && is_complex(dtype)) continue;
      if (op == vjp::Scan::LogSumExp && is_integral(dtype)) continue;
      for (const Index& shape : shapes) {
        if (too_long(dtype, shape) || (Array(dtype, shape).size() > 2000 && dtype != Dtype::Float32)) continue;
        if (op == vjp::Scan::Prod && Array(dtype, shape).size() > 70) continue;
        const Dtype out_dtype = is_integral(dtype) && op <= vjp::Scan::Prod ? Dtype::Int64 : dtype;
        const int dim = shape.empty() ? 0 : static_cast<int>(random() % shape.size());
        Array in = random_array(dtype, shape, random), out(out_dtype, shape, &random),
              indices(Dtype::Int64, shape, &random);
        if (is_floating(dtype) && in.size() > 10) in.set(in.index_of(in.size() - 3), kNan);
        for (bool reverse : {false, true}) {
          ScanArgs args{byte_of(op), in.view(), out.view(), {}, dim, reverse};
          const bool indexed = op == vjp::Scan::Max || op == vjp::Scan::Min;
          if (indexed) args.indices = indices.view();
          cpu::scan(args);
          const Array want = out, want_indices = indices;
          const std::string where = std::string(name_of(dtype)) + " scan " + std::to_string(kind) + " of " +
                                    text_of(shape) + " dim " + std::to_string(dim);
          under_all_schedules([&] { on_device(cuda::scan, args); });
          expect_same(out, want, where, 2);
          if (indexed) expect_same(indices, want_indices, where + " indices");
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

}  // namespace
}  // namespace vjp
