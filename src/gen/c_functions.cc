// The C header of the operators and the entry points behind it. An operator with operands has further forms in which
// the last (or the first) operand is a number: vjp_mul_scalar(a, 2), vjp_scalar_mul(2, b); or all are, where another
// argument is a tensor: vjp_clamp_scalars(a, 0, 1).
#include "gen/c_functions.h"

#include "gen/emit.h"

namespace vjp::gen {
namespace {

std::string symbol(const OpDef& op) {  // "max_dim"
  std::string name(op.schema.name);
  if (op.schema.overload.size) name += "_" + std::string(op.schema[op.schema.overload]);
  return name;
}

enum class Form { Plain, LastNumber, FirstNumber, AllNumbers };

bool is_operand(const Arg& arg) { return arg.type == ArgType::Operand || arg.type == ArgType::OptOperand; }

struct Function {
  const OpDef& op;
  Form form;
  vjp_variant variant;

  bool is_number(int index) const {
    if (!is_operand(op.schema.args[index])) return false;
    switch (form) {
      case Form::Plain:
        return false;
      case Form::LastNumber:
        return !operand_in(index + 1, op.schema.num_args);
      case Form::FirstNumber:
        return !operand_in(0, index);
      case Form::AllNumbers:
        return true;
    }
    return false;
  }
  bool operand_in(int first, int last) const {
    for (int a = first; a < last; ++a)
      if (is_operand(op.schema.args[a])) return true;
    return false;
  }
  std::string name() const {
    std::string n = "vjp_";
    if (form == Form::FirstNumber) n += "scalar_";
    n += symbol(op);
    if (form == Form::LastNumber) n += "_scalar";
    if (form == Form::AllNumbers) n += "_scalars";
    return n + (variant == VJP_VARIANT_INPLACE ? "_" : "");
  }
};

int count_operands(const Signature& s) {
  int n = 0;
  for (int a = 0; a < s.num_args; ++a) n += is_operand(s.args[a]);
  return n;
}

bool has_tensor(const Signature& s) {
  for (int a = 0; a < s.num_args; ++a)
    if (s.args[a].type == ArgType::Tensor) return true;
  return false;
}

std::vector<Function> functions_of(const OpDef& op) {
  std::vector<Function> list;
  int operands = count_operands(op.schema);
  bool only_operand_is_first = operands == 1 && op.schema.args[0].type == ArgType::Operand;
  for (vjp_variant v : {VJP_VARIANT_FUNCTIONAL, VJP_VARIANT_INPLACE}) {
    if (v == VJP_VARIANT_INPLACE && !op.has_inplace) continue;
    list.push_back({op, Form::Plain, v});
    if (operands >= 1 && !only_operand_is_first) list.push_back({op, Form::LastNumber, v});
    if (operands >= 2 && v != VJP_VARIANT_INPLACE) list.push_back({op, Form::FirstNumber, v});
    if (operands >= 2 && has_tensor(op.schema)) list.push_back({op, Form::AllNumbers, v});
  }
  return list;
}

std::string parameter(const Signature& schema, int index, bool number) {
  const Arg& arg = schema.args[index];
  std::string n(schema.arg_name(index));
  if (number) return "vjp_scalar " + n;
  switch (arg.type) {
    case ArgType::Tensor:
    case ArgType::OptTensor:
    case ArgType::Operand:
    case ArgType::OptOperand:
      return "vjp_tensor* " + n;
    case ArgType::TensorList:
    case ArgType::OptTensorList:
      return "vjp_tensor* const* " + n + ", size_t num_" + n;
    case ArgType::Scalar:
      return "vjp_scalar " + n;
    case ArgType::OptScalar:
      return "const vjp_scalar* " + n;
    case ArgType::Int:
      return "int64_t " + n;
    case ArgType::OptInt:
      return "const int64_t* " + n;
    case ArgType::IntList:
    case ArgType::OptIntList:
      return "const int64_t* " + n + ", size_t num_" + n;
    case ArgType::Float:
      return "double " + n;
    case ArgType::OptFloat:
      return "const double* " + n;
    case ArgType::FloatList:
    case ArgType::OptFloatList:
      return "const double* " + n + ", size_t num_" + n;
    case ArgType::Bool:
      return "bool " + n;
    case ArgType::String:
    case ArgType::OptString:
      return "const char* " + n;
    case ArgType::Dtype:
      return "vjp_dtype " + n;
    case ArgType::Generator:
      return "vjp_generator* " + n;
    case ArgType::Device:
      return "const vjp_device* " + n;
  }
  return "";
}

std::string prototype(const Function& f) {
  const Signature& s = f.op.schema;
  std::string out = "vjp_status " + f.name() + "(";
  for (int a = 0; a < s.num_args; ++a) out += (a ? ", " : "") + parameter(s, a, f.is_number(a));
  const char* comma = s.num_args ? ", " : "";
  if (f.variant == VJP_VARIANT_INPLACE) return out + ")";
  if (s.list_output) return out + comma + "vjp_tensor_list** out)";
  for (int o = 0; o < s.num_outputs; ++o) {
    out += std::string(o || s.num_args ? ", " : "") + "vjp_tensor** out" +
           (s.num_outputs > 1 ? "_" + std::string(s.output_name(o)) : "");
  }
  return out + ")";
}

std::string packed(const Signature& schema, int index) {
  const std::string n(schema.arg_name(index));
  switch (schema.args[index].type) {
    case ArgType::TensorList:
    case ArgType::OptTensorList:
    case ArgType::IntList:
    case ArgType::OptIntList:
    case ArgType::FloatList:
    case ArgType::OptFloatList:
      return "pack(" + n + ", num_" + n + ")";
    default:
      return "pack(" + n + ")";
  }
}

std::string body(const Function& f) {
  const Signature& s = f.op.schema;
  std::string out, args = "nullptr";
  if (s.num_args > 0) {
    out += "  Value args[] = {";
    for (int a = 0; a < s.num_args; ++a) out += (a ? ", " : "") + packed(s, a);
    out += "};\n";
    args = "args";
  }
  const std::string call = std::string("(op_") + f.op.type_name + ", \"" + f.name() + "\", " + args;
  if (f.variant == VJP_VARIANT_INPLACE) return out + "  return call_given_in_place" + call + ");\n";
  if (s.list_output || s.num_outputs == 1) return out + "  return call_given" + call + ", out);\n";
  out += "  vjp_tensor** const outs[] = {";
  for (int o = 0; o < s.num_outputs; ++o) out += (o ? ", out_" : "out_") + std::string(s.output_name(o));
  return out + "};\n  return call_given" + call + ", outs);\n";
}

std::string wrapped(const std::string& text, const std::string& prefix) {
  std::string out, line = prefix;
  for (size_t i = 0; i < text.size();) {
    size_t end = text.find(' ', i);
    if (end == std::string::npos) end = text.size();
    if (line.size() + end - i > 118) {
      out += line + "\n";
      line = prefix;
    }
    line += (line == prefix ? "" : " ") + text.substr(i, end - i);
    i = end + 1;
  }
  return out + line + "\n";
}

// A prototype broken at commas so that no line is longer than 120 columns.
std::string folded(const std::string& line) {
  std::string out;
  size_t indent = line.find('(') + 1, begin = 0;
  while (line.size() - begin + (begin ? indent : 0) > 120) {
    size_t cut = line.rfind(", ", begin + 118 - (begin ? indent : 0));
    if (cut == std::string::npos || cut <= begin) break;
    out += (begin ? std::string(indent, ' ') : "") + line.substr(begin, cut + 1 - begin) + "\n";
    begin = cut + 2;
  }
  return out + (begin ? std::string(indent, ' ') : "") + line.substr(begin);
}

const char* const kStatuses =
    "VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit; "
    "VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY";

// "`min` and `max`"
std::string numbers_of(const Function& f) {
  std::string list;
  for (int a = 0; a < f.op.schema.num_args; ++a)
    if (f.is_number(a)) list += (list.empty() ? "`" : " and `") + std::string(f.op.schema.arg_name(a)) + "`";
  return list;
}

// A tag and its text, whose further lines stand below the text.
std::string tagged(const std::string& tag, const std::string& text) {
  const std::string indent(tag.size() + 4, ' ');
  std::string out = wrapped(text, " *" + indent.substr(2));
  return out.replace(2, indent.size() - 2, " " + tag + " ");
}

// A form of an operator, by what it has otherwise than the operator's first function.
std::string form_comment(const Function& f, const Function& first) {
  const bool inplace = f.variant == VJP_VARIANT_INPLACE;
  std::string text = first.name() + (inplace ? " in place" : "");
  if (f.form != Form::Plain) {
    text += inplace ? ", with " : " with ";
    text += (f.form == Form::AllNumbers ? "numbers for " : "a number for ") + numbers_of(f);
  }
  std::string returns = "as " + first.name();
  if (inplace) returns += "; VJP_ERROR_STATE where `" + std::string(f.op.schema.arg_name(0)) + "` may not be changed";
  const std::string line = "/** " + text + ". @return " + returns + " @since 0.1 */\n";
  if (line.size() <= 121) return line;
  return "/**\n" + wrapped(text + ".", " * ") + " *\n" + tagged("@return", returns) + " * @since 0.1\n */\n";
}

std::string operator_comment(const OpDef& op) {
  return "/**\n" + wrapped(op.doc, " * ") + " *\n" + wrapped(op.schema.text, " * ") + " *\n" +
         tagged("@return", kStatuses) + " * @since 0.1\n */\n";
}

}  // namespace

std::vector<CFunction> c_functions(const OpDef& op) {
  std::vector<CFunction> list;
  if (op.schema.name.front() == '_') return list;  // for the library's own use
  for (const Function& f : functions_of(op)) {
    const char* variant = f.variant == VJP_VARIANT_INPLACE ? "inplace" : "functional";
    CFunction& it = list.emplace_back(CFunction{f.name(), prototype(f), variant, {}});
    for (int a = 0; a < op.schema.num_args; ++a)
      if (f.is_number(a)) it.numbers.emplace_back(op.schema.arg_name(a));
  }
  return list;
}

std::string c_header(const Ops& ops) {
  std::string out =
      "/**\n * libvjp: the operators. Generated from the operator table; see docs/operators.md.\n *\n"
      " * Tensors are borrowed; results are new references. Optional tensors, numbers, lists and devices are NULL "
      "when\n"
      " * absent. Forms ending in _scalar take a number for the last operand, vjp_scalar_NAME for the first, those "
      "ending in\n"
      " * _scalars for all; those ending in _ write into the first argument. What writes into a tensor of the "
      "result's\n"
      " * shape and does not record is called by name: vjp_op_call with VJP_VARIANT_OUT (vjp/registry.h).\n *\n"
      " * A missing tensor (NULL) is VJP_ERROR_INVALID; VJP_ERROR_NOT_IMPLEMENTED is for what the operator, or the "
      "backend of\n"
      " * the device, does not compute. Messages name the operator and the argument.\n */\n"
      "/* clang-format off */\n"
      "#ifndef VJP_OPS_H\n#define VJP_OPS_H\n\n#include \"vjp/device.h\"\n#include \"vjp/tensor.h\"\n\n"
      "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (const OpDef* op : ops) {
    if (op->schema.name.front() == '_') continue;  // for the library's own use
    const std::vector<Function> functions = functions_of(*op);
    out += "\n";
    for (const Function& f : functions) {
      out += &f == &functions.front() ? operator_comment(*op) : form_comment(f, functions.front());
      out += folded("VJP_API " + prototype(f)) + ";\n";
    }
  }
  return out + "\n#ifdef __cplusplus\n}\n#endif\n#endif\n";
}

std::string c_glue(const Ops& ops) {
  std::string out =
      "// Generated from the operator table by vjp_gen. Do not edit.\n"
      "// clang-format off\n#include \"capi/given.h\"\n#include \"vjp/ops.h\"\n\nnamespace vjp {\n";
  for (const OpDef* op : ops) {
    if (op->schema.name.front() != '_') out += std::string("extern const OpDef op_") + op->type_name + ";\n";
  }
  out += "}  // namespace vjp\n\nusing namespace vjp;\n";
  for (const OpDef* op : ops) {
    if (op->schema.name.front() == '_') continue;
    for (const Function& f : functions_of(*op)) out += "\n" + prototype(f) + " {\n" + body(f) + "}\n";
  }
  return out;
}

}  // namespace vjp::gen
