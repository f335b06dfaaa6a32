// The CPU's kernels as a table: what they throw inside leaves an entry as a status and a text.
#include <gtest/gtest.h>

#include <complex>
#include <cstring>

#include "base/error.h"
#include "device/backend_host.h"
#include "kernel/launch.h"

namespace vjp {
namespace {

TEST(CpuTable, HasAnEntryForEveryPrimitive) {
  EXPECT_EQ(kCpuKernels.size, sizeof(vjp_kernels));
#define VJP_EXPECT(name, Args) EXPECT_NE(kCpuKernels.name, nullptr) << #name;
  VJP_PRIMITIVES(VJP_EXPECT)
#undef VJP_EXPECT
}

TEST(CpuTable, EntriesLieInTheOrderOfTheList) {
  size_t at = sizeof(size_t);
  int number = 0;
#define VJP_EXPECT(name, Args)                          \
  EXPECT_EQ(offsetof(vjp_kernels, name), at) << #name;  \
  EXPECT_EQ(static_cast<int>(Primitive::name), number); \
  EXPECT_STREQ(name_of(Primitive::name), #name);        \
  at += sizeof(void*), ++number;
  VJP_PRIMITIVES(VJP_EXPECT)
#undef VJP_EXPECT
  EXPECT_EQ(sizeof(vjp_kernels), at);
  EXPECT_EQ(kNumPrimitives, number);
}

// Complex numbers have no order: a kernel that refuses.
struct Refused {
  std::complex<float> in[2] = {}, out[2] = {};
  int64_t indices[2] = {}, size = 2, stride = 1;
  SortArgs args{};
  Refused() {
    args.in = make_view(in, Dtype::Complex64, 1, &size, &stride);
    args.values = make_view(out, Dtype::Complex64, 1, &size, &stride);
    args.indices = make_view(indices, Dtype::Int64, 1, &size, &stride);
    args.k = -1;
  }
};

TEST(CpuTable, AnEntryReportsWhatItsKernelThrows) {
  Refused r;
  EXPECT_EQ(kCpuKernels.sort(&r.args, nullptr), VJP_ERROR_NOT_IMPLEMENTED);
  EXPECT_EQ(backend_error_or("nothing"), "complex numbers have no order to sort by");
}

TEST(CpuTable, ALaunchThrowsWhatAnEntryReports) {
  Refused r;
  const auto expect = [](auto&& launch) {
    try {
      launch();
      FAIL() << "nothing is thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), VJP_ERROR_NOT_IMPLEMENTED);
      EXPECT_STREQ(error.what(), "complex numbers have no order to sort by");
    }
  };
  expect([&] { kernels_of_cpu().sort(r.args); });
  expect([&] { run_on_cpu(Primitive::sort, &r.args); });
}

TEST(CpuTable, MemoryThatIsNotThereIsAStatus) {
  EXPECT_EQ(as_status([] { throw std::bad_alloc(); }), VJP_ERROR_MEMORY);
  EXPECT_EQ(backend_error_or("nothing"), "out of memory");
  EXPECT_EQ(as_status([] { throw 7; }), VJP_ERROR_INTERNAL);
  EXPECT_EQ(backend_error_or("nothing"), "unknown exception");
}

}  // namespace
}  // namespace vjp
