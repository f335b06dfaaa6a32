// The operators as C++ functions, for the library's own use: ops/functions/NAME.h has those of ops/NAME.cc, so that a
// new operator is news to few.
#include <map>

#include "gen/emit.h"

namespace vjp::gen {
namespace {

const char* parameter_type(ArgType type) {
  switch (type) {
    case ArgType::Tensor:
    case ArgType::OptTensor:
      return "const Tensor&";
    case ArgType::TensorList:
    case ArgType::OptTensorList:
      return "TensorList";
    case ArgType::Operand:
      return "const Operand&";
    case ArgType::OptOperand:
      return "std::optional<Operand>";
    case ArgType::Scalar:
      return "const Scalar&";
    case ArgType::OptScalar:
      return "std::optional<Scalar>";
    case ArgType::Int:
      return "int64_t";
    case ArgType::OptInt:
      return "std::optional<int64_t>";
    case ArgType::IntList:
      return "IntSpan";
    case ArgType::OptIntList:
      return "std::optional<IntSpan>";
    case ArgType::Float:
      return "double";
    case ArgType::OptFloat:
      return "std::optional<double>";
    case ArgType::FloatList:
      return "std::span<const double>";
    case ArgType::OptFloatList:
      return "std::optional<std::span<const double>>";
    case ArgType::Bool:
      return "bool";
    case ArgType::String:
    case ArgType::OptString:
      return "const char*";
    case ArgType::Dtype:
      return "Dtype";
    case ArgType::Generator:
      return "Generator*";
    case ArgType::Device:
      return "std::optional<Device>";
  }
  return "";
}

// A default as C++; "" where the parameter has to be given.
std::string default_value(ArgType type, std::string_view text) {
  if (text == "None") {
    if (type == ArgType::Dtype) return "Dtype::None";
    return type == ArgType::Generator || type == ArgType::OptString ? "nullptr" : "{}";
  }
  if (text == "True") return "true";
  if (text == "False") return "false";
  if (text == "[]") return "{}";
  const bool list = type == ArgType::IntList || type == ArgType::OptIntList || text.starts_with('[');
  return list ? "" : std::string(text);
}

// The last parameters have their defaults, up to one that has none or none that C++ can say.
std::string parameters(const Signature& schema) {
  std::string list;
  bool may_be_left_out = true;
  for (int a = schema.num_args - 1; a >= 0; --a) {
    const Arg& arg = schema.args[a];
    std::string text = default_value(arg.type, schema[arg.default_text]);
    may_be_left_out = may_be_left_out && !text.empty();
    std::string parameter = std::string(parameter_type(arg.type)) + " " + std::string(schema.arg_name(a));
    if (may_be_left_out) parameter += " = " + text;
    list = list.empty() ? parameter : parameter + ", " + list;
  }
  return list;
}

std::string boxed(const Signature& schema) {
  if (schema.num_args == 0) return "  const Value* args = nullptr;\n";
  std::string out = "  const Value args[] = {";
  for (int a = 0; a < schema.num_args; ++a) out += (a ? ", box(" : "box(") + std::string(schema.arg_name(a)) + ")";
  return out + "};\n";
}

std::string functions(const OpDef& op) {
  const Signature& schema = op.schema;
  std::string name(schema.name), entry = std::string("op_") + op.type_name;
  if (schema.overload.size) name += "_" + std::string(schema[schema.overload]);
  const std::string rest = "(" + parameters(schema) + ") {\n" + boxed(schema);
  std::string out = "inline ";
  if (schema.list_output) {
    out += "std::vector<Tensor> " + name + rest + "  return call_list(" + entry + ", args);\n}\n";
  } else if (schema.num_outputs == 1) {
    out += "Tensor " + name + rest + "  return call1(" + entry + ", args);\n}\n";
  } else {
    const std::string array = "std::array<Tensor, " + std::to_string(schema.num_outputs) + ">";
    out += array + " " + name + rest + "  " + array + " outs;\n  call(" + entry +
           ", args, outs.data());\n  return outs;\n}\n";
  }
  if (op.has_inplace) out += "inline void " + name + "_" + rest + "  call_inplace(" + entry + ", args);\n}\n";
  return out;
}

std::string header(const std::string& source, const Ops& ops) {
  std::string entries, all;
  bool arrays = false;
  for (const OpDef* op : ops) {
    entries += std::string("extern const OpDef op_") + op->type_name + ";\n";
    all += functions(*op);
    arrays |= !op->schema.list_output && op->schema.num_outputs > 1;
  }
  return "// The operators of ops/" + source +
         ".cc as C++ functions, for the library's own use.\n"
         "// Generated from the operator table by vjp_gen. Do not edit.\n"
         "// clang-format off\n#pragma once\n\n" +
         (arrays ? "#include <array>\n\n" : "") + "#include \"ops/op.h\"\n\nnamespace vjp {\n\n" + entries + "\n" +
         all + "\n}  // namespace vjp\n";
}

}  // namespace

std::string source_name(const OpDef& op) {
  std::string_view path = op.source;
  path.remove_prefix(path.rfind('/') + 1);
  return std::string(path.substr(0, path.rfind('.')));
}

std::vector<std::pair<std::string, std::string>> op_functions(const Ops& ops) {
  std::map<std::string, Ops> by_source;
  for (const OpDef* op : ops) by_source[source_name(*op)].push_back(op);
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [source, defined] : by_source) files.emplace_back(source + ".h", header(source, defined));
  return files;
}

}  // namespace vjp::gen
