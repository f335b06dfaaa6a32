// Copies and conversions.
#include "ops/functions/copy.h"

#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/creation.h"
#include "ops/functions/device_copy.h"
#include "ops/functions/sum_to_size.h"
#include "ops/functions/view_shape.h"
#include "ops/layout.h"
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

struct InMemoryFormat : Linear {
  static constexpr Schema schema{"_in_memory_format(Tensor input, int memory_format, int of_gradient) -> Tensor"};
  static constexpr const char* doc =
      "A copy that lies in a memory format, which does not preserve another; its gradient is brought into "
      "`of_gradient`.";
  static Tensor forward(const Tensor& input, int64_t memory_format, int64_t) {
    const Dims strides = strides_in(format_argument(memory_format, "contiguous"), input.sizes(), "contiguous");
    Tensor out = Tensor::empty_strided(input.sizes(), strides, input.dtype());
    kernels().copy(out.view(), input.view());
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, int64_t memory_format, int64_t of_gradient) {
    if (input.ndim() < 2) return _row_major(input);
    return unfolded(_in_memory_format(folded(input, 0), memory_format, of_gradient), 0, b.size, input.size(1));
  }
  static constexpr auto vjp = rules(wrt<"input">(
      [](Grad g, Attr<"of_gradient", int64_t> format) -> Tensor { return laid_out(g, format, "contiguous"); }));
};
VJP_DEFINE(InMemoryFormat);

struct ContiguousInFormat : Composite {
  static constexpr Schema schema{"contiguous.memory_format(Tensor input, *, int memory_format) -> Tensor"};
  static constexpr const char* doc =
      "The tensor itself if it lies in the memory format, otherwise a copy that does: 0 is row-major, 1 channels last "
      "of "
      "[N, C, H, W], 2 of [N, C, D, H, W].";
  static Tensor forward(const Tensor& input, int64_t memory_format) {
    const vjp_memory_format format = format_argument(memory_format, "contiguous");
    return is_in_format(input.sizes(), input.strides(), format)
               ? input
               : _in_memory_format(input, memory_format, VJP_MEMORY_FORMAT_PRESERVE);
  }
};
VJP_DEFINE(ContiguousInFormat);

struct CloneInFormat : Composite {
  static constexpr Schema schema{"clone.memory_format(Tensor input, *, int memory_format) -> Tensor"};
  static constexpr const char* doc =
      "A copy with storage of its own in a memory format: 0 is row-major, 1 channels last of [N, C, H, W], 2 of [N, C, "
      "D, "
      "H, W]; 3 keeps the layout where the tensor is dense.";
  static Tensor forward(const Tensor& input, int64_t memory_format) {
    return format_argument(memory_format, "clone") == VJP_MEMORY_FORMAT_PRESERVE
               ? clone(input)
               : _in_memory_format(input, memory_format, VJP_MEMORY_FORMAT_PRESERVE);
  }
};
VJP_DEFINE(CloneInFormat);

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

struct ToInFormat : Composite {
  static constexpr Schema schema{"to.memory_format(Tensor input, dtype? dtype=None, *, int memory_format) -> Tensor"};
  static constexpr const char* doc =
      "The tensor converted to a dtype, in a memory format: 0 is row-major, 1 channels last of [N, C, H, W], 2 of [N, "
      "C, "
      "D, H, W]; 3 keeps the layout where the tensor is dense. Itself if it is as wanted already.";
  static Tensor forward(const Tensor& input, Dtype dtype, int64_t memory_format) {
    return laid_out(to(input, dtype), memory_format, "to");
  }
};
VJP_DEFINE(ToInFormat);

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
