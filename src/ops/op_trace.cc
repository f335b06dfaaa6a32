#include "ops/op_trace.h"

#include "ops/internal.h"

namespace vjp {

std::string to_text(const Value& v) {
  switch (v.kind) {
    case VJP_KIND_NONE:
      return "None";
    case VJP_KIND_TENSOR:
      return to_text(as_tensor(v.as.tensor));
    case VJP_KIND_TENSOR_LIST: {
      std::string text = "[";
      for (const Tensor& t : Unbox<TensorList>::get(v)) text += (text.size() > 1 ? ", " : "") + to_text(t);
      return text + "]";
    }
    case VJP_KIND_BOOL:
      return detail::to_text(v.as.integer != 0);
    case VJP_KIND_INT:
      return detail::to_text(v.as.integer);
    case VJP_KIND_FLOAT:
      return detail::to_text(v.as.real);
    case VJP_KIND_INT_LIST:
      return detail::to_text(Unbox<IntSpan>::get(v));
    case VJP_KIND_STRING:
      return format("\"{}\"", v.as.string);
    case VJP_KIND_DTYPE:
      return name_of(static_cast<Dtype>(v.as.integer));
    case VJP_KIND_DEVICE:
      return to_text(Unbox<Device>::get(v));
    default:
      return kind_name(v.kind);
  }
}

void OpTrace::handle(OpCall& call) {
  const OpDef& op = call.op;
  const bool writes = call.form == Form::Inplace || call.form == Form::Out;
  std::string line = op.name() + (writes ? "_" : "") + "(";
  for (int a = 0; a < op.schema.num_args; ++a) line += (a > 0 ? ", " : "") + to_text(call.args[a]);
  lines_.push_back(line + ")");
  next(call);
}

std::string OpTrace::text() const {
  std::string text;
  for (const std::string& line : lines_) text += "\n  " + line;
  return text;
}

}  // namespace vjp
