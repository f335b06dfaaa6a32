// Copies and conversions.
#include "ops/functions/copy.h"

#include "ops/define.h"
#include "ops/functions/creation.h"
#include "ops/functions/device_copy.h"
#include "ops/functions/sum_to_size.h"
#include "ops/functions/view_shape.h"
#include "ops/numbers.h"

namespace vjp {

struct Clone : Linear {
  static constexpr Schema schema{"clone(Tensor input) -> Tensor"};
  static constexpr const char* doc = "A copy with storage of its own; dense layouts are kept, others become row-major.";
  static Tensor forward(const Tensor& input) {
    Tensor out = is_dense(input.sizes(), input.strides())
                     ? Tensor::empty_strided(input.sizes(), input.strides(), input.dtype())
                     : Tensor::empty(input.sizes(), input.dtype());
    kernels().copy(out.view(), input.view());
    return out;
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return g; }));
};
VJP_DEFINE(Clone);

struct RowMajor : Linear {
  static constexpr Schema schema{"_row_major(Tensor input) -> Tensor"};
  static constexpr const char* doc = "A row-major copy.";
  static Tensor forward(const Tensor& input) { return fresh_copy(input); }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return g; }));
};
VJP_DEFINE(RowMajor);

struct Contiguous : Composite {
  static constexpr Schema schema{"contiguous(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The tensor itself if it is row-major, otherwise a row-major copy.";
  static Tensor forward(const Tensor& input) { return input.contiguous() ? input : _row_major(input); }
};
VJP_DEFINE(Contiguous);

struct ToDtype : Linear {
  static constexpr Schema schema{"_to_dtype(Tensor input, dtype? dtype) -> Tensor"};
  static constexpr const char* doc = "A copy converted to another dtype; complex to real takes the real part.";
  static Tensor forward(const Tensor& input, Dtype dtype) {
    Tensor out = is_dense(input.sizes(), input.strides()) ? Tensor::empty_strided(input.sizes(), input.strides(), dtype)
                                                          : Tensor::empty(input.sizes(), dtype);
    kernels().copy(out.view(), input.view());
    return out;
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, DtypeOf<"input"> dtype) -> Tensor { return to(g, dtype); }));
};
VJP_DEFINE(ToDtype);

struct To : Composite {
  static constexpr Schema schema{"to(Tensor input, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "The tensor converted to a dtype; itself if it has it already.";
  static Tensor forward(const Tensor& input, Dtype dtype) {
    return dtype == Dtype::None || dtype == input.dtype() ? input : _to_dtype(input, dtype);
  }
};
VJP_DEFINE(To);

// Exists for its in-place form, copy_.
struct Copy : Linear {
  static constexpr Schema schema{"copy(Tensor input, Tensor src) -> Tensor"};
  static constexpr const char* doc =
      "`src`, broadcast to the shape of `input` and converted to its dtype; copy_ writes it there.";
  static constexpr bool inplace = true, mixes_devices = true;
  static Tensor forward(const Tensor& input, const Tensor& src) {
    if (!broadcasts_to(src.sizes(), input.sizes())) {
      fail(VJP_ERROR_SHAPE, "copy: 'src' of shape {} does not broadcast to {}", src.sizes(), input.sizes());
    }
    OperatorDevice there(input.device());
    Tensor out = Tensor::empty(input.sizes(), input.dtype());
    if (src.device() != input.device()) {
      copy_between_devices(out, src, false);
    } else {
      kernels().copy(out.view(), expand(src, input.sizes()).view());
    }
    return out;
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g) -> Tensor { return zeros_like(g); }),
            wrt<"src">([](Grad g, ShapeOf<"src"> shape, DtypeOf<"src"> dtype, DeviceOf<"src"> device) -> Tensor {
              Tensor reduced = sum_to_size(g, shape);
              Dtype type = is_complex(reduced.dtype()) && !is_complex(dtype) ? reduced.dtype() : dtype;
              return to_device(reduced, Device(device), type);
            }));
};
VJP_DEFINE(Copy);

struct CopyNonBlocking : Linear {
  static constexpr Schema schema{"copy.non_blocking(Tensor input, Tensor src, bool non_blocking) -> Tensor"};
  static constexpr const char* doc =
      "copy; copy_ between the host and a device is then only enqueued where the host's memory is page-locked.";
  static constexpr bool inplace = true, mixes_devices = true;
  static Tensor forward(const Tensor& input, const Tensor& src, bool) { return Copy::forward(input, src); }
  static constexpr auto vjp = Copy::vjp;
};
VJP_DEFINE(CopyNonBlocking);

struct Fill : Linear {
  static constexpr Schema schema{"fill(Tensor input, Operand value) -> Tensor"};
  static constexpr const char* doc = "A tensor like `input` with every element equal to `value`.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, const Operand& value) {
    if (value.is_tensor() && value.tensor().ndim() != 0) {
      fail(VJP_ERROR_SHAPE, "fill: value must be a number or zero-dimensional, got shape {}", value.tensor().sizes());
    }
    Tensor out = Tensor::empty(input.sizes(), input.dtype());
    if (value.is_tensor() && !value.tensor().device().is_cpu()) {
      kernels().copy(out.view(), expand(value.tensor(), input.sizes()).view());
    } else {
      if (!value.is_tensor()) check_number_fits(value.number(), input.dtype(), "fill");
      kernels().fill(out.view(), value.is_tensor() ? value.tensor().item() : value.number());
    }
    return out;
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return zeros_like(g); }),
                                    wrt<"value">([](Grad g) -> Tensor { return sum_to_size(g, Dims{}); }));
};
VJP_DEFINE(Fill);

struct Zero : Composite {
  static constexpr Schema schema{"zero(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Zeros like `input`; zero_ clears it.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input) { return fill(input, 0); }
};
VJP_DEFINE(Zero);

}  // namespace vjp
