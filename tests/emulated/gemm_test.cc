// Products of integers against the CPU's, and the pointers of a batch.
#include "backends/cuda/gemm.h"

#include "emulated.h"

namespace vjp {
namespace {

using namespace testing;

TEST(IntegerGemm, AgreesWithTheCpu) {
  std::mt19937 random(9);
  const int64_t cases[][4] = {{1, 1, 1, 1},   {16, 16, 16, 2}, {5, 40, 33, 3},
                              {33, 1, 17, 1}, {20, 3, 0, 2},   {0, 3, 2, 1}};
  for (Dtype dtype : {Dtype::Bool, Dtype::UInt8, Dtype::Int8, Dtype::Int16, Dtype::Int32, Dtype::Int64}) {
    for (const auto& [m, n, k, batch] : cases) {
      for (int transposed = 0; transposed < 2; ++transposed) {
        Array a = random_array(dtype, {batch, transposed ? k : m, transposed ? m : k}, random);
        Array b = random_array(dtype, {k, n}, random), out = random_array(dtype, {batch, m, n}, random);
        const int64_t sizes[] = {batch}, a_batch[] = {m * k}, b_batch[] = {0}, out_batch[] = {m * n};
        GemmArgs args;
        args.m = m, args.n = n, args.k = k;
        args.batch_ndim = 1;
        args.batch_sizes = sizes;
        args.a = {a.view().data, transposed ? 1 : k, transposed ? m : 1, a_batch, false};
        args.b = {b.view().data, n, 1, b_batch, false};
        args.out = {out.view().data, n, 1, out_batch, false};
        args.dtype = byte_of(dtype);
        args.alpha = Scalar(3);
        args.beta = Scalar(transposed);
        const Array before = out;
        cpu::gemm(args);
        const Array want = out;
        under_all_schedules([&] {
          out = before;
          args.out.data = out.view().data;
          on_device(cuda::gemm_integer, args);
          expect_same(out, want,
                      std::string(name_of(dtype)) + " " + std::to_string(m) + " " + std::to_string(n) + " " +
                          std::to_string(k));
        });
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(BatchPointers, WalkTheBatchRowMajor) {
  cuda::BatchGeometry batch{};
  batch.ndim = 2;
  batch.count = 6;
  batch.sizes[0] = 2, batch.sizes[1] = 3;
  const int64_t strides[3][2] = {{100, 8}, {0, 24}, {16, 0}};
  for (int k = 0; k < 3; ++k) batch.strides[k][0] = strides[k][0], batch.strides[k][1] = strides[k][1];
  char memory[3][256];
  void* const bases[] = {memory[0], memory[1], memory[2]};
  void* pointers[18] = {};
  cuda::batch_pointers(batch, bases, pointers, kLaunch);
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 6; ++i)
      EXPECT_EQ(pointers[k * 6 + i], memory[k] + i / 3 * strides[k][0] + i % 3 * strides[k][1]);
  }
}

}  // namespace
}  // namespace vjp
