// The arguments of the operators' own functions (vjp/ops.h), on their way to the operator. A function packs them as
// they came, without a look at them, and is some twenty instructions; what can fail is done behind call_given, for all
// at once: it checks them by the operator's schema, calls, and turns exceptions into a status.
#pragma once

#include <algorithm>

#include "ops/op.h"
#include "vjp/device.h"
#include "vjp/dtype.h"
#include "vjp/tensor.h"

namespace vjp {

constexpr int32_t kNoNumber = -1;  // the kind of what a caller gave for a number; its own kind is in `count`

inline Value pack(vjp_tensor* t) {
  Value v{VJP_KIND_TENSOR, 0, {}};
  v.as.tensor = t;
  return v;
}
inline Value pack(const vjp_scalar& s) {
  const bool number = s.kind >= VJP_KIND_BOOL && s.kind <= VJP_KIND_COMPLEX;
  Value v{number ? s.kind : kNoNumber, number ? 0 : static_cast<uint32_t>(s.kind), {}};
  v.as.complex_value[0] = s.as.complex_value[0];
  v.as.complex_value[1] = s.as.complex_value[1];
  return v;
}
inline Value pack(const vjp_scalar* s) { return s ? pack(*s) : box(); }
inline Value pack(int64_t i) { return box(i); }
inline Value pack(const int64_t* i) { return i ? box(*i) : box(); }
inline Value pack(double d) { return box(d); }
inline Value pack(const double* d) { return d ? box(*d) : box(); }
inline Value pack(bool b) { return box(b); }
inline Value pack(const char* s) { return box(s); }
inline Value pack(vjp_dtype d) {
  Value v{VJP_KIND_DTYPE, 0, {}};
  v.as.integer = d;
  return v;
}
inline Value pack(vjp_generator* g) { return box(reinterpret_cast<Generator*>(g)); }
inline Value pack(const vjp_device* d) {
  Value v{d ? VJP_KIND_DEVICE : VJP_KIND_NONE, 0, {}};
  if (d) v.as.device = *d;
  return v;
}
// Lists; a count that is too large for a value stays too large.
inline uint32_t packed_count(size_t count) { return static_cast<uint32_t>(std::min<size_t>(count, UINT32_MAX)); }
inline Value pack(vjp_tensor* const* tensors, size_t count) {
  Value v{VJP_KIND_TENSOR_LIST, packed_count(count), {}};
  v.as.tensors = tensors;
  return v;
}
inline Value pack(const int64_t* ints, size_t count) {
  Value v{VJP_KIND_INT_LIST, packed_count(count), {}};
  v.as.ints = ints;
  return v;
}
inline Value pack(const double* floats, size_t count) {
  Value v{VJP_KIND_FLOAT_LIST, packed_count(count), {}};
  v.as.floats = floats;
  return v;
}

// An error where pack() found no number.
void check_number(const char* function, std::string_view name, const Value& packed);

// `function` is the C function's name, for messages; `args` has room for what is made of the arguments.
vjp_status call_given(const OpDef& op, const char* function, Value* args, vjp_tensor** out);
vjp_status call_given(const OpDef& op, const char* function, Value* args, vjp_tensor_list** out);
vjp_status call_given(const OpDef& op, const char* function, Value* args, vjp_tensor** const* outs);
vjp_status call_given_in_place(const OpDef& op, const char* function, Value* args);

}  // namespace vjp
