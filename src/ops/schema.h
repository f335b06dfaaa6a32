// Schema: an operator's signature, parsed from its text when the operator is compiled. The grammar is in
// vjp/registry.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace vjp {

enum class ArgType : uint8_t {
  Tensor,
  OptTensor,
  TensorList,
  OptTensorList,
  Operand,
  OptOperand,
  Scalar,
  OptScalar,
  Int,
  OptInt,
  IntList,
  OptIntList,
  Float,
  OptFloat,
  FloatList,
  OptFloatList,
  Bool,
  String,
  OptString,
  Dtype,
  Generator,
  Device,
};
inline constexpr std::string_view kArgTypeNames[] = {
    "Tensor", "Tensor?", "Tensor[]", "Tensor?[]", "Operand",    "Operand?", "Scalar",  "Scalar?",
    "int",    "int?",    "int[]",    "int[]?",    "float",      "float?",   "float[]", "float[]?",
    "bool",   "str",     "str?",     "dtype?",    "Generator?", "Device?"};

// A piece of a schema's text. Not a string_view, which would be larger and have to be relocated at load time.
struct Piece {
  uint16_t at = 0, size = 0;
};
struct Arg {
  ArgType type{};
  bool keyword_only = false;
  Piece name, default_text;  // empty: required
};

// Args: where the arguments lie.
template <class Args>
struct SchemaIn {
  static constexpr int kMaxOutputs = 4;
  const char* text = "";
  std::string_view name;
  Piece overload;
  int num_args = 0, num_outputs = 0;
  bool list_output = false;  // one Tensor[] result
  Args args{};
  Piece outputs[kMaxOutputs] = {};

  constexpr std::string_view operator[](Piece piece) const { return {text + piece.at, piece.size}; }
  constexpr std::string_view arg_name(int i) const { return (*this)[args[i].name]; }
  constexpr std::string_view output_name(int i) const { return outputs[i].size ? (*this)[outputs[i]] : "out"; }

  constexpr int index_of(std::string_view arg) const {
    for (int i = 0; i < num_args; ++i)
      if (arg_name(i) == arg) return i;
    return -1;
  }
  constexpr bool is_tensor_like(int i) const { return args[i].type <= ArgType::OptOperand; }
  constexpr bool is_list(int i) const {
    return args[i].type == ArgType::TensorList || args[i].type == ArgType::OptTensorList;
  }
  constexpr uint16_t lists() const {  // the arguments that are lists of tensors
    unsigned mask = 0;
    for (int i = 0; i < num_args; ++i) mask |= static_cast<unsigned>(is_list(i)) << i;
    return static_cast<uint16_t>(mask);
  }
};

// As the table has it: its arguments lie apart, and are as many as there are.
using Signature = SchemaIn<const Arg*>;

// The arguments of a composite; 25 is what multi-head attention has elsewhere.
inline constexpr int kMaxCompositeArgs = 28;

// As it is parsed.
struct Schema : SchemaIn<std::array<Arg, kMaxCompositeArgs>> {
  // Of all operators but composites that are nothing else: masks have a bit for each, the places of the chain room.
  static constexpr int kMaxArgs = 16;

  consteval Schema(const char* literal);
  constexpr Signature with(const Arg* list) const {
    Signature out{.text = text,
                  .name = name,
                  .overload = overload,
                  .num_args = num_args,
                  .num_outputs = num_outputs,
                  .list_output = list_output,
                  .args = list};
    std::copy(std::begin(outputs), std::end(outputs), out.outputs);
    return out;
  }
};

namespace detail {

constexpr std::string_view trim(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

// As find, which compares addresses; with sanitizers GCC does not know that of a template's text at compile time.
constexpr size_t position(std::string_view text, std::string_view what) {
  for (size_t i = 0; i + what.size() <= text.size(); ++i)
    if (text.substr(i, what.size()) == what) return i;
  return text.npos;
}

// Cuts the text before the first comma outside brackets and quotes off `rest`.
constexpr std::string_view next_item(std::string_view& rest) {
  int depth = 0;
  bool quoted = false;
  size_t i = 0;
  for (; i < rest.size(); ++i) {
    char c = rest[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (c == ',' && depth == 0) break;
  }
  std::string_view item = trim(rest.substr(0, i));
  rest = i < rest.size() ? rest.substr(i + 1) : std::string_view();
  return item;
}

consteval ArgType parse_type(std::string_view text) {
  for (int i = 0; i < static_cast<int>(std::size(kArgTypeNames)); ++i)
    if (kArgTypeNames[i] == text) return static_cast<ArgType>(i);
  throw "schema: unknown argument type";
}

}  // namespace detail

consteval Schema::Schema(const char* literal) {
  text = literal;
  std::string_view all(literal);
  const auto piece = [literal](std::string_view part) {
    return part.empty() ? Piece()
                        : Piece{static_cast<uint16_t>(part.data() - literal), static_cast<uint16_t>(part.size())};
  };
  size_t open = detail::position(all, "("), arrow = detail::position(all, "->");
  if (open == all.npos || arrow == all.npos) throw "schema: expected name(args) -> results";
  std::string_view full = all.substr(0, open);
  size_t dot = detail::position(full, ".");
  name = full.substr(0, dot);
  if (dot != full.npos) overload = piece(full.substr(dot + 1));
  std::string_view inner = detail::trim(all.substr(open + 1, arrow - open - 1));
  inner.remove_suffix(1);  // the closing bracket
  bool keyword = false;
  while (!detail::trim(inner).empty()) {
    std::string_view item = detail::next_item(inner);
    if (item == "*") {
      keyword = true;
      continue;
    }
    Arg& arg = args[static_cast<size_t>(num_args++)];
    size_t space = detail::position(item, " ");
    if (space == item.npos) throw "schema: expected Type name";
    arg.type = detail::parse_type(item.substr(0, space));
    std::string_view rest = item.substr(space + 1);
    size_t equals = detail::position(rest, "=");
    arg.name = piece(rest.substr(0, equals));
    if (equals != rest.npos) arg.default_text = piece(rest.substr(equals + 1));
    arg.keyword_only = keyword;
  }
  std::string_view results = detail::trim(all.substr(arrow + 2));
  if (results.front() == '(') results = results.substr(1, results.size() - 2);
  while (!detail::trim(results).empty()) {
    std::string_view item = detail::next_item(results);
    size_t space = detail::position(item, " ");
    std::string_view type = item.substr(0, space);
    list_output = type == "Tensor[]";
    if (!list_output && type != "Tensor") throw "schema: a result is a Tensor or a Tensor[]";
    outputs[num_outputs++] = piece(space == item.npos ? "" : item.substr(space + 1));
  }
}

}  // namespace vjp
