// From the operators' own functions to the operator.
#include "capi/given.h"

#include "capi/capi.h"
#include "device/registry.h"

namespace vjp {
namespace {

struct Argument {
  const char* function;
  std::string_view name;
};

[[noreturn, gnu::cold]] void fail_null(const Argument& a) {
  fail(VJP_ERROR_INVALID, "{}: argument '{}' is NULL", a.function, a.name);
}

void check_count(const Argument& a, const Value& v, uint32_t most) {
  if (!v.as.tensors && v.count > 0)
    fail(VJP_ERROR_INVALID, "{}: argument '{}' is NULL, but its count is {}", a.function, a.name, v.count);
  if (v.count > most) {
    fail(VJP_ERROR_INVALID, "{}: argument '{}' has {} entries, at most {} are possible", a.function, a.name, v.count,
         most);
  }
}

void check_tensors(const Argument& a, const Value& v, bool optional) {
  check_count(a, v, UINT16_MAX);
  for (size_t i = 0; i < v.count && !optional; ++i) {
    if (!v.as.tensors[i]) fail(VJP_ERROR_INVALID, "{}: entry {} of argument '{}' is NULL", a.function, i, a.name);
  }
}

// What is not simply there, or not.
[[gnu::noinline]] void check_other(const Argument& a, ArgType type, Value& v) {
  switch (type) {
    case ArgType::Tensor:
    case ArgType::Operand:
      if (v.kind == VJP_KIND_TENSOR && !v.as.tensor) fail_null(a);
      return check_number(a.function, a.name, v);
    case ArgType::OptTensor:
    case ArgType::OptOperand:
      if (v.kind == VJP_KIND_TENSOR && !v.as.tensor) v = box();
      return check_number(a.function, a.name, v);
    case ArgType::Scalar:
    case ArgType::OptScalar:
      return check_number(a.function, a.name, v);
    case ArgType::TensorList:
    case ArgType::OptTensorList:
      return check_tensors(a, v, type == ArgType::OptTensorList);
    case ArgType::OptIntList:
    case ArgType::OptFloatList:
      if (!v.as.ints) v = box();
      return check_count(a, v, INT32_MAX);
    case ArgType::IntList:
    case ArgType::FloatList:
      return check_count(a, v, INT32_MAX);
    case ArgType::String:
      if (v.kind == VJP_KIND_NONE) fail_null(a);
      return;
    case ArgType::Dtype:
      if (v.as.integer < VJP_DTYPE_NONE || v.as.integer > VJP_DTYPE_COMPLEX128)
        fail(VJP_ERROR_DTYPE, "{}: argument '{}' is no dtype: {}", a.function, a.name, v.as.integer);
      v = box(static_cast<Dtype>(v.as.integer));
      return;
    case ArgType::Device:
      if (v.kind == VJP_KIND_DEVICE) v = box(device_from_c(v.as.device, a.function, std::string(a.name).c_str()));
      return;
    default:
      return;
  }
}

// A tensor that is there and a number are what a function takes them for: C's types say so.
inline bool is_plain(const Value& v) {
  return v.kind == VJP_KIND_TENSOR ? v.as.tensor != nullptr : v.kind >= VJP_KIND_BOOL && v.kind <= VJP_KIND_COMPLEX;
}

inline void check_given(const OpDef& op, const char* function, Value* args) {
  const Signature& schema = op.schema;
  for (int a = 0, n = schema.num_args; a < n; ++a) {
    if (!is_plain(args[a])) check_other({function, schema.arg_name(a)}, schema.args[a].type, args[a]);
  }
}

void check_out(const void* out, const char* function) {
  if (!out) [[unlikely]]
    fail(VJP_ERROR_INVALID, "{}: argument 'out' is NULL", function);
}

}  // namespace

void check_number(const char* function, std::string_view name, const Value& packed) {
  if (packed.kind != kNoNumber) return;
  fail(VJP_ERROR_INVALID, "{}: argument '{}' is no number: its kind is {}, expected one of bool, int, float, complex",
       function, name, static_cast<int32_t>(packed.count));
}

vjp_status call_given(const OpDef& op, const char* function, Value* args, vjp_tensor** out) {
  return guard_recordable([&] {
    check_out(out, function);
    check_given(op, function, args);
    *out = give(call1(op, args));
  });
}

vjp_status call_given(const OpDef& op, const char* function, Value* args, vjp_tensor_list** out) {
  return guard_recordable([&] {
    check_out(out, function);
    check_given(op, function, args);
    *out = give_list(call_list(op, args));
  });
}

vjp_status call_given(const OpDef& op, const char* function, Value* args, vjp_tensor** const* outs) {
  return guard_recordable([&] {
    const int count = op.schema.num_outputs;
    for (int i = 0; i < count; ++i)
      if (!outs[i]) [[unlikely]]
        fail(VJP_ERROR_INVALID, "{}: argument 'out_{}' is NULL", function, op.schema.output_name(i));
    check_given(op, function, args);
    Tensor results[Schema::kMaxOutputs];
    call(op, args, results);
    for (int i = 0; i < count; ++i) *outs[i] = give(std::move(results[i]));
  });
}

vjp_status call_given_in_place(const OpDef& op, const char* function, Value* args) {
  return guard_recordable([&] {
    check_given(op, function, args);
    call_inplace(op, args);
  });
}

}  // namespace vjp
