// What is said of an operator beside its own sentence: dtypes, shapes and the derivative, from the table's entry.
#include <cstdio>
#include <string>

#include "gen/emit.h"

namespace vjp::gen {
namespace {

// By opcode: a name is a function's, anything else stands between two operands.
constexpr const char* kOpcodes[] = {
#define VJP_TEXT(number, NAME, Name, name, arity, complex, text) text,
    VJP_OPCODES(VJP_TEXT)
#undef VJP_TEXT
};

bool is_word(const std::string& s) { return !s.empty() && ((s[0] >= 'a' && s[0] <= 'z') || s[0] == '_'); }

// A program as a formula: text, and whether it has to stand in brackets where it is an operand.
struct Text {
  std::string text;
  bool compound = false;
  std::string operand() const { return compound ? "(" + text + ")" : text; }
};

Text applied(Opcode opcode, const Text& a, const Text& b, const Text& c) {
  const std::string name = kOpcodes[static_cast<int>(opcode)];
  switch (arity_of(opcode)) {
    case 1:
      if (name.empty()) return a;
      if (name == "-" || name == "~" || name == "not ") return {name + a.operand(), true};
      return {name + "(" + a.text + ")"};
    case 2:
      if (opcode == Opcode::Mul && a.text == "g" && b.text == "1") return a;
      if (is_word(name) && name != "and" && name != "or" && name != "xor")
        return {name + "(" + a.text + ", " + b.text + ")"};
      if (name == "**" || name == "*" || name == "/") return {a.operand() + " " + name + " " + b.operand(), true};
      return {a.operand() + " " + name + " " + b.operand(), true};
    default:
      if (opcode == Opcode::Fma) return {a.operand() + " * " + b.operand() + " + " + c.operand(), true};
      return {name + "(" + a.text + ", " + b.text + ", " + c.text + ")"};
  }
}

std::string number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", v);
  return text;
}

std::string formula(const OpDef& op, const Rule& rule) {
  if (rule.is_constant) return rule.constant == 1 ? "g" : rule.constant == -1 ? "-g" : number(rule.constant) + " * g";
  const Program& p = *rule.fused;
  std::vector<Text> values{{"g"}};
  for (int i = 0; i < rule.num_inputs; ++i) {
    const uint8_t from = rule.inputs[i];
    values.push_back({from >= 16 ? std::string("result") : std::string(op.schema.arg_name(from))});
  }
  for (int i = 0; i < rule.num_parameters; ++i) values.push_back({std::string(op.schema.arg_name(rule.parameters[i]))});
  for (int i = 0; i < p.num_constants; ++i) values.push_back({number(p.constants[i]), p.constants[i] < 0});
  for (int i = 0; i < p.num_instructions; ++i) {
    const Instruction& in = p.instructions[i];
    const auto operand = [&](int n, uint8_t v) { return n < arity_of(in) ? values[v] : Text{}; };
    values.push_back(applied(Opcode{in.opcode}, operand(0, in.a), operand(1, in.b), operand(2, in.c)));
  }
  return values[p.outputs[0]].text;
}

// "a", "a and b", "a, b and c": the arguments that some rule is for.
std::string differentiable(const OpDef& op) {
  std::vector<std::string> names;
  for (int a = 0; a < op.schema.num_args; ++a)
    if (op.differentiable >> a & 1) names.emplace_back(op.schema.arg_name(a));
  std::string list;
  for (size_t i = 0; i < names.size(); ++i) list += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return list;
}

std::string pointwise_derivative(const OpDef& op) {
  std::string list;
  for (int r = 0; r < op.num_rules; ++r) {
    const Rule& rule = op.rules[r];
    if (!rule.is_constant && !rule.fused) continue;
    const std::string text = formula(op, rule);
    if (text.size() > 90) continue;
    list += (list.empty() ? "" : "; ") + std::string(op.schema.arg_name(rule.targets[0])) + ": " + text;
  }
  if (list.empty()) return "Derivative: by " + differentiable(op) + ", elementwise.";
  return "Derivative (g: the gradient of the result): " + list + ".";
}

// "a: g @ bᴴ; b: aᴴ @ g"
std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += (all.empty() ? "" : "; ") + line;
  return all;
}

std::string derivative(const OpDef& op, const std::vector<std::string>& formulas) {
  if (!formulas.empty()) return "Derivative (g: the gradient of the result): " + joined(formulas) + ".";
  bool tensors = false;
  for (int a = 0; a < op.schema.num_args; ++a) tensors |= op.schema.is_tensor_like(a) || op.schema.is_list(a);
  if (op.family == Family::Composite) {
    return tensors ? "Derivative: that of the operators it is made of, of any order." : "";
  }
  if (op.family == Family::Creation || !op.differentiable) {
    return tensors ? "Derivative: none; the result does not require grad." : "";
  }
  switch (op.family) {
    case Family::Pointwise:
      return pointwise_derivative(op);
    case Family::View:
      return "Derivative: the gradient goes back to the elements that the result shows; the others get 0.";
    case Family::Linear:
      return "Derivative: by " + differentiable(op) + "; linear, so that a tangent goes through the operator itself.";
    case Family::Bilinear:
      return "Derivative: by " + differentiable(op) + "; linear in each of them.";
    default:
      return "Derivative: by " + differentiable(op) + ", of any order.";
  }
}

std::string dtypes(const OpDef& op) {
  if (!op.pointwise) return op.family == Family::View ? "Dtypes: any; a view of the same memory." : "";
  const PointwiseDef& def = *op.pointwise;
  std::string taken =
      def.integer_ok ? (def.complex_ok ? "any" : "real") : (def.complex_ok ? "floating and complex" : "floating");
  const char* result = "";
  switch (def.result) {
    case ResultType::Promote:
      result = "the promoted dtype";
      break;
    case ResultType::PromoteFloat:
      result = "the promoted dtype, float32 for integers";
      break;
    case ResultType::Bool:
      result = "bool";
      break;
    case ResultType::Real:
      result = "the real dtype of the same size";
      break;
    case ResultType::Complex:
      result = "the complex dtype";
      break;
  }
  int operands = 0;
  for (int a = 0; a < op.schema.num_args; ++a) operands += op.schema.is_tensor_like(a);
  return std::string(operands > 1 ? "Shapes broadcast. " : "The input's shape. ") + "Dtypes: " + taken +
         "; the result has " + result + ".";
}

}  // namespace

std::vector<std::string> details(const OpDef& op, const std::vector<std::string>& formulas) {
  std::vector<std::string> list{dtypes(op), derivative(op, formulas)};
  std::erase(list, "");
  return list;
}

}  // namespace vjp::gen
