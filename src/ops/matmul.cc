#include "ops/matmul.h"

#include "ops/call_counts.h"
#include "ops/functions/complex.h"

namespace vjp {
namespace {

struct Operand2 {
  vjp_matrix matrix;
  Dims batch_strides;
};

// Batch dimensions are aligned at the right; missing and broadcast ones have stride 0.
void describe(const Tensor& t, Factor::Form form, const Dims& batch, Operand2& out) {
  IntSpan strides = t.strides();
  size_t last = strides.size() - 1;
  int64_t row = strides[last - 1], col = strides[last];
  if (form != Factor::Plain) std::swap(row, col);
  int have = t.ndim() - 2;
  out.batch_strides = Dims::filled(batch.n, 0);
  for (int i = 0; i < have; ++i) {
    int at = batch.n - have + i;
    if (t.sizes()[static_cast<size_t>(i)] != 1) out.batch_strides[at] = strides[static_cast<size_t>(i)];
  }
  out.matrix = {t.raw(), row, col, out.batch_strides.begin(), form == Factor::Adjoint && is_complex(t.dtype())};
}

}  // namespace

void multiply_into(const Tensor& out, Factor a, Factor b, const Scalar& alpha, const Scalar& beta) {
  Dims batch(out.sizes().first(static_cast<size_t>(out.ndim() - 2)));
  Operand2 x, y, z;
  describe(a.tensor, a.form, batch, x);
  describe(b.tensor, b.form, batch, y);
  describe(out, Factor::Plain, batch, z);
  GemmArgs args{};
  args.m = out.size(-2);
  args.n = out.size(-1);
  args.k = a.cols();
  args.batch_ndim = batch.n;
  args.batch_sizes = batch.begin();
  args.a = x.matrix;
  args.b = y.matrix;
  args.out = z.matrix;
  args.dtype = byte_of(out.dtype());
  args.alpha = alpha;
  args.beta = beta;
  kernels().gemm(args);
}

Tensor multiply(Factor a, Factor b, const Scalar& alpha) {
  Dims sizes;
  if (a.tensor.ndim() > 2 || b.tensor.ndim() > 2) {
    sizes = broadcast(a.tensor.sizes().first(static_cast<size_t>(a.tensor.ndim() - 2)),
                      b.tensor.sizes().first(static_cast<size_t>(b.tensor.ndim() - 2)), "matmul");
  }
  sizes.push_back(a.rows());
  sizes.push_back(b.cols());
  Tensor out = Tensor::empty(sizes, a.tensor.dtype());
  multiply_into(out, a, b, alpha);
  return out;
}

Tensor multiply_as(const OpDef& op, Factor a, Factor b) {
  stands_for(op);
  return multiply(a, b);
}

void check_factors(const char* op, const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype()) {
    fail(VJP_ERROR_DTYPE, "{}: both factors must have one dtype, got {} and {}; convert one with to", op, a.dtype(),
         b.dtype());
  }
}

Tensor conjugated(const Tensor& t) { return is_complex(t.dtype()) ? conj(t) : t; }

}  // namespace vjp
