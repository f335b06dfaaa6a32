#include "operators.h"

namespace fuzz {
namespace {

// Cuts at commas outside of brackets and quotes.
std::vector<std::string> items_of(const std::string& text) {
  std::vector<std::string> out(1);
  int depth = 0;
  bool quoted = false;
  for (char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted) depth += (c == '[' || c == '(') - (c == ']' || c == ')');
    if (c == ',' && depth == 0 && !quoted) {
      out.emplace_back();
    } else if (c != ' ' || !out.back().empty()) {
      out.back() += c;
    }
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

Parameter read_parameter(const std::string& text) {
  Parameter p;
  const size_t space = text.find(' '), equals = text.find('=');
  p.type = text.substr(0, space);
  p.has_fallback = equals != text.npos;
  p.name = text.substr(space + 1, p.has_fallback ? equals - space - 1 : text.npos);
  if (p.has_fallback) p.fallback = text.substr(equals + 1);
  return p;
}

}  // namespace

int Operator::index_of(const std::string& parameter) const {
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].name == parameter) return static_cast<int>(i);
  return -1;
}

bool Operator::is_random() const {
  for (const Parameter& p : parameters)
    if (p.type == "Generator?") return true;
  return name.starts_with("empty") || name.starts_with("rand");
}

Operator read_operator(const vjp_op* op) {
  Operator out{op, vjp_op_name(op), vjp_op_family(op), {}};
  const std::string schema = vjp_op_schema(op);
  const size_t open = schema.find('('), arrow = schema.find(" ->");
  for (const std::string& item : items_of(schema.substr(open + 1, arrow - open - 2)))
    if (item != "*") out.parameters.push_back(read_parameter(item));
  return out;
}

const std::vector<Operator>& all_operators() {
  static const std::vector<Operator> all = [] {
    std::vector<Operator> out;
    for (size_t i = 0; i < vjp_op_count(); ++i)
      if (const vjp_op* op = vjp_op_at(i); vjp_op_name(op)[0] != '_') out.push_back(read_operator(op));
    return out;
  }();
  return all;
}

const Operator* find_operator(const std::string& name) {
  for (const Operator& op : all_operators())
    if (op.name == name) return &op;
  return nullptr;
}

}  // namespace fuzz
