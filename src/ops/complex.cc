// Complex numbers and their parts.
#include "ops/functions/complex.h"

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"

namespace vjp {
namespace {

// The real numbers in which a complex tensor is stored; `part` 1 starts at the imaginary ones.
Geometry real_geometry(const Tensor& input, int part) {
  Geometry g = input.geometry();
  if (!is_complex(input.dtype())) return g;
  for (int64_t& stride : g.strides) stride *= 2;
  g.offset = 2 * g.offset + part;
  g.dtype = static_cast<int>(real_of(input.dtype()));
  return g;
}

// Whether two real numbers lie as a complex one does, in every place.
bool lies_as_complex(const Tensor& t) {
  const Geometry g = t.geometry();
  const int n = g.sizes.n;
  bool fits = n > 0 && g.sizes[n - 1] == 2 && g.strides[n - 1] == 1 && g.offset % 2 == 0;
  for (int i = 0; i + 1 < n; ++i) fits &= g.strides[i] % 2 == 0;
  return fits;
}

}  // namespace

struct Conj : Pointwise {
  static constexpr Schema schema{"conj(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The complex conjugate of every element.";
  static constexpr auto formula = [](auto x) { return conj(x); };
};
struct ConjOp : Linear {
  static constexpr Schema schema{"conj(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The complex conjugate of every element, as a new tensor.";
  static Tensor forward(const Tensor& input) {
    Value args[] = {box(input)};
    static constinit const OpDef kernel = make_op<Conj>("Conj", "");
    return run_pointwise(kernel, args, {});
  }
  // conjugation is linear over the reals, and its own adjoint in the real inner product
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return conj(g); }));
};
VJP_DEFINE(ConjOp);

struct ConjPhysical : Composite {
  static constexpr Schema schema{"conj_physical(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The complex conjugate of every element; a real tensor as it is.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input) { return is_complex(input.dtype()) ? conj(input) : input; }
};
VJP_DEFINE(ConjPhysical);

struct ResolveConj : Composite {
  static constexpr Schema schema{"resolve_conj(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The same tensor: conjugates are never left to be computed later.";
  static Tensor forward(const Tensor& input) { return input; }
};
VJP_DEFINE(ResolveConj);

struct ResolveNeg : Composite {
  static constexpr Schema schema{"resolve_neg(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The same tensor: signs are never left to be computed later.";
  static Tensor forward(const Tensor& input) { return input; }
};
VJP_DEFINE(ResolveNeg);

struct RealPart : ViewOp {
  static constexpr Schema schema{"_real(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The real parts of a complex tensor, as a view.";
  static Geometry view(const Tensor& input) { return real_geometry(input, 0); }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, DtypeOf<"input"> dtype) -> Tensor { return to(g, dtype); }));
};
VJP_DEFINE(RealPart);

struct Real : Composite {
  static constexpr Schema schema{"real(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The real parts of a complex tensor, as a view; a real tensor as it is.";
  static Tensor forward(const Tensor& input) { return is_complex(input.dtype()) ? _real(input) : input; }
};
VJP_DEFINE(Real);

struct ImagPart : ViewOp {
  static constexpr Schema schema{"imag(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The imaginary parts of a complex tensor, as a view.";
  static Geometry view(const Tensor& input) {
    if (!is_complex(input.dtype())) fail(VJP_ERROR_DTYPE, "imag: expected a complex tensor, got {}", input);
    return real_geometry(input, 1);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g) -> Tensor { return mul(g, Scalar(std::complex<double>(0, 1))); }));
};
VJP_DEFINE(ImagPart);

struct ViewAsReal : ViewOp {
  static constexpr Schema schema{"view_as_real(Tensor input) -> Tensor"};
  static constexpr const char* doc = "A complex tensor as real numbers, with a last dimension of (real, imaginary).";
  static Geometry view(const Tensor& input) {
    if (!is_complex(input.dtype())) fail(VJP_ERROR_DTYPE, "view_as_real: expected a complex tensor, got {}", input);
    Geometry g = real_geometry(input, 0);
    g.sizes.push_back(2);
    g.strides.push_back(1);
    return g;
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor {
    // a gradient lies as its producer left it: at an odd offset, or with an odd stride where a size is 1
    return view_as_complex(lies_as_complex(g) ? g : _row_major(g));
  }));
};
VJP_DEFINE(ViewAsReal);

struct ViewAsComplex : ViewOp {
  static constexpr Schema schema{"view_as_complex(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Real numbers with a last dimension of (real, imaginary) as a complex tensor.";
  static Geometry view(const Tensor& input) {
    Geometry g = input.geometry();
    int n = g.sizes.n;
    if (input.dtype() != Dtype::Float32 && input.dtype() != Dtype::Float64) {
      fail(VJP_ERROR_DTYPE, "view_as_complex: expected float32 or float64, got {}", input);
    }
    if (!lies_as_complex(input)) {
      fail(VJP_ERROR_SHAPE, "view_as_complex: expected a contiguous last dimension of 2, got {} with strides {}", input,
           input.strides());
    }
    g.sizes.n = g.strides.n = n - 1;
    for (int64_t& stride : g.strides) stride /= 2;
    g.offset /= 2;
    g.dtype = static_cast<int>(complex_of(input.dtype()));
    return g;
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return view_as_real(g); }));
};
VJP_DEFINE(ViewAsComplex);

}  // namespace vjp
