// check_args(): whether values are of the kinds that an operator's schema asks for.
#include "device/registry.h"
#include "ops/internal.h"

namespace vjp {
namespace {

bool is_number(int kind) { return kind >= VJP_KIND_BOOL && kind <= VJP_KIND_COMPLEX; }

bool fits(ArgType type, int kind) {
  switch (type) {
    case ArgType::Tensor:
      return kind == VJP_KIND_TENSOR;
    case ArgType::TensorList:
    case ArgType::OptTensorList:
      return kind == VJP_KIND_TENSOR_LIST;
    case ArgType::Operand:
      return kind == VJP_KIND_TENSOR || is_number(kind);
    case ArgType::Scalar:
      return is_number(kind);
    case ArgType::Int:
      return kind == VJP_KIND_INT || kind == VJP_KIND_BOOL;
    case ArgType::IntList:
      return kind == VJP_KIND_INT_LIST;
    case ArgType::Float:
      return is_number(kind) && kind != VJP_KIND_COMPLEX;
    case ArgType::FloatList:
      return kind == VJP_KIND_FLOAT_LIST;
    case ArgType::Bool:
      return kind == VJP_KIND_BOOL || kind == VJP_KIND_INT;
    case ArgType::String:
      return kind == VJP_KIND_STRING;
    case ArgType::Dtype:
      return kind == VJP_KIND_DTYPE || kind == VJP_KIND_NONE;
    case ArgType::Generator:
      return kind == VJP_KIND_GENERATOR || kind == VJP_KIND_NONE;
    case ArgType::Device:
      return kind == VJP_KIND_DEVICE || kind == VJP_KIND_NONE;
    case ArgType::OptTensor:
      return kind == VJP_KIND_NONE || fits(ArgType::Tensor, kind);
    case ArgType::OptOperand:
      return kind == VJP_KIND_NONE || fits(ArgType::Operand, kind);
    case ArgType::OptScalar:
      return kind == VJP_KIND_NONE || fits(ArgType::Scalar, kind);
    case ArgType::OptInt:
      return kind == VJP_KIND_NONE || kind == VJP_KIND_INT;
    case ArgType::OptIntList:
      return kind == VJP_KIND_NONE || fits(ArgType::IntList, kind);
    case ArgType::OptFloat:
      return kind == VJP_KIND_NONE || fits(ArgType::Float, kind);
    case ArgType::OptFloatList:
      return kind == VJP_KIND_NONE || fits(ArgType::FloatList, kind);
    case ArgType::OptString:
      return kind == VJP_KIND_NONE || fits(ArgType::String, kind);
  }
  return false;
}

}  // namespace

void check_args(const OpDef& op, const Value* args) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    const ArgType type = op.schema.args[a].type;
    const int kind = args[a].kind;
    if (!fits(type, kind)) {
      fail(VJP_ERROR_INVALID, "{}: argument '{}' must be {}, got {}", op.name(), op.schema.arg_name(a),
           kArgTypeNames[static_cast<int>(type)], kind_name(kind));
    }
    if (kind == VJP_KIND_TENSOR_LIST && type == ArgType::TensorList) {
      for (const Tensor& t : Unbox<TensorList>::get(args[a])) {
        if (!t) fail(VJP_ERROR_INVALID, "{}: argument '{}' has a NULL entry", op.name(), op.schema.arg_name(a));
      }
    }
    if (kind == VJP_KIND_DEVICE) device_from_c(args[a].as.device, op.name(), op.schema.arg_name(a));
    if (kind == VJP_KIND_DTYPE && (args[a].as.integer < 0 || args[a].as.integer >= kNumDtypes)) {
      fail(VJP_ERROR_DTYPE, "{}: argument '{}' is no dtype: {}", op.name(), op.schema.arg_name(a), args[a].as.integer);
    }
  }
}

}  // namespace vjp
