#include "bind.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace golden {
namespace {

// Cuts at top-level commas: brackets and quotes protect theirs.
std::vector<std::string> split_arguments(std::string_view text) {
  std::vector<std::string> out;
  int depth = 0;
  char quote = 0;
  std::string part;
  for (char c : text) {
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '[' || c == '(') {
      ++depth;
    } else if (c == ']' || c == ')') {
      --depth;
    }
    if (c == ',' && depth == 0 && !quote) {
      out.push_back(std::exchange(part, {}));
    } else if (c != ' ' || !part.empty()) {
      part += c;
    }
  }
  if (!part.empty()) out.push_back(part);
  return out;
}

Parameter parse_parameter(std::string text) {
  Parameter p;
  if (size_t equals = text.find('='); equals != std::string::npos) {
    p.has_default = true;
    text.resize(equals);
  }
  size_t space = text.find(' ');
  p.type = text.substr(0, space);
  p.name = text.substr(space + 1);
  while (!p.name.empty() && p.name.back() == ' ') p.name.pop_back();
  for (;;) {
    if (p.type.ends_with("?")) {
      p.type.pop_back();
      p.optional = true;
    } else if (p.type.ends_with("[]")) {
      p.type.resize(p.type.size() - 2);
      p.list = true;
    } else {
      return p;
    }
  }
}

Operator parse_schema(const vjp_op* op) {
  Operator out{op, {}};
  std::string_view schema = vjp_op_schema(op);
  size_t open = schema.find('('), close = schema.rfind(") ->");
  if (close == std::string_view::npos) close = schema.rfind(')');
  bool keyword_only = false;
  for (const std::string& text : split_arguments(schema.substr(open + 1, close - open - 1))) {
    if (text == "*") {
      keyword_only = true;
      continue;
    }
    out.parameters.push_back(parse_parameter(text));
    out.parameters.back().keyword_only = keyword_only;
  }
  return out;
}

bool is_integer(const Json& v) { return v.is(Json::Kind::Int); }

// A real number, {"float": "inf"} included.
bool real_of(const Json& v, double* out) {
  if (v.is(Json::Kind::Float) || v.is(Json::Kind::Int)) return *out = v.real, true;
  const Json* text = v.find("float");
  if (!text) return false;
  double inf = std::numeric_limits<double>::infinity();
  *out = text->text == "inf" ? inf : text->text == "-inf" ? -inf : std::nan("");
  return true;
}

bool scalar_of(const Json& v, vjp_value& out) {
  if (v.is(Json::Kind::Bool)) {
    out.kind = VJP_KIND_BOOL;
    out.as.integer = v.boolean;
  } else if (is_integer(v)) {
    out.kind = VJP_KIND_INT;
    out.as.integer = v.integer;
  } else if (real_of(v, &out.as.real)) {
    out.kind = VJP_KIND_FLOAT;
  } else if (const Json* z = v.find("complex")) {
    out.kind = VJP_KIND_COMPLEX;
    if (!real_of(z->items.at(0), &out.as.complex_value[0]) || !real_of(z->items.at(1), &out.as.complex_value[1]))
      return false;
  } else {
    return false;
  }
  return true;
}

// Other names under which the field's parser takes a keyword.
bool names_match(const std::string& parameter, const std::string& keyword) {
  if (parameter == keyword) return true;
  constexpr std::pair<const char*, const char*> other[] = {
      {"dim", "axis"}, {"dims", "axes"}, {"keepdim", "keepdims"}, {"input", "self"}, {"self", "input"}};
  for (auto [name, alias] : other)
    if (parameter == name && keyword == alias) return true;
  return false;
}

}  // namespace

namespace {

// Reflected operators of Python, and what the field calls by a name that is another operator's as a method.
constexpr std::pair<const char*, const char*> kOtherNames[] = {{"__radd__", "add"},
                                                               {"__rsub__", "sub"},
                                                               {"__rmul__", "mul"},
                                                               {"__rdiv__", "div"},
                                                               {"__rpow__", "pow"},
                                                               {"__rmod__", "remainder"},
                                                               {"__rmatmul__", "matmul"},
                                                               {"nn.functional.unfold", "im2col"},
                                                               {"_segment_reduce", "segment_reduce"},
                                                               {"double", "to"},
                                                               {"cdouble", "to"}};

// Methods that are `to` with a dtype.
vjp_dtype converts_to(const std::string& name) {
  return name == "double" || name == "Tensor.double"     ? VJP_DTYPE_FLOAT64
         : name == "cdouble" || name == "Tensor.cdouble" ? VJP_DTYPE_COMPLEX128
                                                         : VJP_DTYPE_NONE;
}

int64_t memory_format(const std::string& name) {
  static const char* const kNames[] = {"contiguous_format", "channels_last", "channels_last_3d", "preserve_format"};
  for (int64_t i = 0; i < 4; ++i)
    if (name == kNames[i]) return i;
  return -1;
}

}  // namespace

std::string plain_name(std::string name) {
  if (name.starts_with("torch.")) name.erase(0, 6);
  for (auto [field, own] : kOtherNames)
    if (name == field || name == std::string("Tensor.") + field) return own;
  if (name.ends_with(".default")) name.resize(name.size() - 8);
  for (const char* prefix : {"torch.", "ops.", "aten.", "nn.functional.", "special.", "Tensor."})
    if (name.starts_with(prefix)) name.erase(0, std::strlen(prefix));
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
}

namespace {

std::vector<Operator> overloads_of(const std::string& plain, bool reflected) {
  std::vector<Operator> out;
  for (size_t i = 0; i < vjp_op_count(); ++i) {
    std::string_view full = vjp_op_name(vjp_op_at(i));
    if (full.substr(0, full.find('.')) != plain) continue;
    out.push_back(parse_schema(vjp_op_at(i)));
    out.back().reflected = reflected;
  }
  // the library's own are not listed
  for (const char* overload : {"", ".no_stats"}) {
    const std::string name = plain + overload;
    if (const vjp_op* own = plain.starts_with("_") ? vjp_op_find(name.c_str()) : nullptr)
      out.push_back(parse_schema(own));
  }
  return out;
}

}  // namespace

std::vector<Operator> find_operators(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    std::string plain = plain_name(name);
    std::vector<Operator> found = overloads_of(plain, name.find("__r") != name.npos);
    if (found.empty() && plain.ends_with("_")) found = overloads_of(plain.substr(0, plain.size() - 1), false);
    for (Operator& one : found) one.converts_to = converts_to(name);
    if (!found.empty()) return found;
  }
  return {};
}

vjp_tensor* Call::tensor_of(const Json& arg) const {
  const Json* number = arg.find("t");
  return number ? tensors_->at(static_cast<size_t>(number->integer)) : nullptr;
}

bool Call::convert_one(const std::string& type, const Json& arg, vjp_value& out) {
  vjp_tensor* tensor = tensor_of(arg);
  if (type == "Tensor" || (type == "Operand" && tensor)) {
    if (!tensor) return false;
    out.kind = VJP_KIND_TENSOR;
    out.as.tensor = tensor;
    return true;
  }
  if (tensor) {
    // a zero-dimensional tensor stands for its value where a number is wanted
    vjp_scalar item;
    if (vjp_tensor_ndim(tensor) != 0 || vjp_tensor_requires_grad(tensor) || vjp_tensor_item(tensor, &item) != VJP_OK)
      return false;
    if (type == "int" && item.kind != VJP_KIND_INT) return false;
    if (type != "int" && type != "Scalar") return false;
    out.kind = item.kind;
    std::memcpy(&out.as, &item.as, sizeof item.as);
    return true;
  }
  if (type == "Scalar" || type == "Operand") return scalar_of(arg, out);
  if (type == "float") {
    out.kind = VJP_KIND_FLOAT;
    return real_of(arg, &out.as.real);
  }
  if (type == "int") {
    out.kind = VJP_KIND_INT;
    if (const Json* format = arg.find("memory_format")) {
      out.as.integer = memory_format(format->text);
      return out.as.integer >= 0;
    }
    out.as.integer = arg.integer;
    return is_integer(arg);
  }
  if (type == "bool") {
    out.kind = VJP_KIND_BOOL;
    out.as.integer = arg.boolean;
    return arg.is(Json::Kind::Bool);
  }
  if (type == "str") {
    out.kind = VJP_KIND_STRING;
    out.as.string = strings_.emplace_back(arg.text).c_str();
    return arg.is(Json::Kind::String);
  }
  if (type == "dtype") {
    const Json* name = arg.find("dtype");
    out.kind = VJP_KIND_DTYPE;
    if (name) out.as.integer = vjp_dtype_from_name(name->text.c_str());
    return name != nullptr;
  }
  return false;
}

bool Call::convert_list(const Parameter& parameter, const std::vector<Json>& items, vjp_value& out) {
  out.count = static_cast<uint32_t>(items.size());
  if (parameter.type == "int") {
    auto& list = int_lists_.emplace_back();
    for (const Json& item : items) {
      // None in a list of sizes: the operator's own choice, which is -1 as in expand and view
      vjp_value value{};
      value.as.integer = -1;
      if (!item.is_null() && !convert_one("int", item, value)) return false;
      list.push_back(value.as.integer);
    }
    out.kind = VJP_KIND_INT_LIST;
    out.as.ints = list.data();
  } else if (parameter.type == "float") {
    auto& list = float_lists_.emplace_back();
    for (const Json& item : items)
      if (!real_of(item, &list.emplace_back())) return false;
    out.kind = VJP_KIND_FLOAT_LIST;
    out.as.floats = list.data();
  } else if (parameter.type == "Tensor") {
    auto& list = tensor_lists_.emplace_back();
    for (const Json& item : items) {
      list.push_back(tensor_of(item));
      if (!list.back() && !item.is_null()) return false;
    }
    out.kind = VJP_KIND_TENSOR_LIST;
    out.as.tensors = list.data();
  } else {
    return false;
  }
  return true;
}

bool Call::convert(const Parameter& parameter, const Json& arg, vjp_value& out) {
  out = vjp_value{};
  if (arg.is_null()) return parameter.optional || parameter.has_default;
  if (parameter.name == "onesided" && arg.is(Json::Kind::Bool)) {
    // a choice that may be left open: an optional integer here
    out.kind = VJP_KIND_INT;
    out.as.integer = arg.boolean;
    return true;
  }
  if (!parameter.list) return convert_one(parameter.type, arg, out);
  if (arg.is(Json::Kind::Array)) return convert_list(parameter, arg.items, out);
  return parameter.type != "Tensor" && convert_list(parameter, {arg}, out);
}

bool Call::bind(const Operator& candidate, const std::vector<Json>& given_args, const Json& kwargs) {
  const auto& parameters = candidate.parameters;
  std::vector<Json> args = given_args;
  if (candidate.reflected && args.size() >= 2) std::swap(args[0], args[1]);
  values_.assign(parameters.size(), vjp_value{});
  std::vector<bool> given(parameters.size());
  for (size_t i = 0; i < args.size(); ++i) {
    if (i >= parameters.size() || parameters[i].keyword_only) return false;
    given[i] = true;
    bool last = i + 1 == parameters.size() || parameters[i + 1].keyword_only;
    if (last && parameters[i].list && parameters[i].type == "Tensor" && tensor_of(args[i])) {
      // block_diag(x, y) is block_diag([x, y])
      if (!convert_list(parameters[i], {args.begin() + static_cast<ptrdiff_t>(i), args.end()}, values_[i]))
        return false;
      break;
    }
    if (last && parameters[i].list && parameters[i].type == "int" && args.size() > i + 1) {
      // x.view(2, 3) is x.view([2, 3])
      if (!convert_list(parameters[i], {args.begin() + static_cast<ptrdiff_t>(i), args.end()}, values_[i]))
        return false;
      break;
    }
    if (!convert(parameters[i], args[i], values_[i])) return false;
  }
  const bool converts = candidate.converts_to != VJP_DTYPE_NONE;
  for (size_t i = 0; converts && i < parameters.size(); ++i) {
    if (parameters[i].name != "dtype") continue;
    values_[i].kind = VJP_KIND_DTYPE;
    values_[i].as.integer = candidate.converts_to;
    given[i] = true;
  }
  for (const auto& [keyword, arg] : kwargs.members) {
    size_t i = 0;
    if (arg.is(Json::Kind::Array) && arg.items.size() == 2 && arg.items[0].is(Json::Kind::Array)) {
      // dims=[[0], [1]] where the schema has a list for each of two tensors: dims_a, dims_b
      for (const char* side : {"_a", "_b"}) {
        for (i = 0; i < parameters.size() && parameters[i].name != keyword + side;) ++i;
        if (i == parameters.size() || !convert(parameters[i], arg.items[side[1] - 'a'], values_[i])) return false;
        given[i] = true;
      }
      continue;
    }
    while (i < parameters.size() && parameters[i].name != keyword) ++i;
    if (i == parameters.size())
      for (i = 0; i < parameters.size() && !names_match(parameters[i].name, keyword);) ++i;
    if (i == parameters.size() || given[i] || !convert(parameters[i], arg, values_[i])) return false;
    given[i] = true;
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    // of two forms of `to` the one with a device is meant only where there is one
    const bool optional = parameters[i].optional && parameters[i].type != "Device";
    if (!given[i] && !parameters[i].has_default && !optional) return false;
  }
  op_ = candidate.op;
  return true;
}

Call::Call(const std::vector<Operator>& operators, const std::vector<Json>& args, const Json& kwargs,
           const std::vector<vjp_tensor*>& tensors)
    : tensors_(&tensors) {
  for (const Operator& candidate : operators)
    if (bind(candidate, args, kwargs)) return;
  std::string given, schemas;
  for (const Json& arg : args) given += (given.empty() ? "" : ", ") + to_text(arg);
  for (const auto& [key, arg] : kwargs.members) given += (given.empty() ? "" : ", ") + key + "=" + to_text(arg);
  for (const Operator& candidate : operators) schemas += std::string("; ") + vjp_op_schema(candidate.op);
  throw Failure("no overload takes (" + given + ")" + schemas);
}

Call bind_in_place(const std::vector<Operator>& operators, std::vector<Json> args, const Json& kwargs,
                   const std::vector<vjp_tensor*>& tensors) {
  if (!vjp_op_has_inplace(Call(operators, args, kwargs, tensors).op())) {
    auto receiver = std::find_if(args.begin(), args.end(), [](const Json& arg) { return arg.find("t") != nullptr; });
    if (receiver != args.end()) std::rotate(args.begin(), receiver, receiver + 1);
  }
  return Call(operators, args, kwargs, tensors);
}

std::vector<Tensor> Call::run(vjp_variant variant) const {
  TensorList results;
  check(vjp_op_call(op_, variant, values_.data(), values_.size(), results.out()), "call");
  std::vector<Tensor> out;
  for (size_t i = 0; i < vjp_tensor_list_size(results.get()); ++i)
    out.push_back(share(vjp_tensor_list_get(results.get(), i)));
  return out;
}

Tensor call(const char* name, std::initializer_list<Value> args) {
  const vjp_op* op = vjp_op_find(name);
  if (!op) throw Failure(std::string("the registry has no '") + name + "'");
  std::vector<vjp_value> values;
  for (const Value& arg : args) values.push_back(arg.value);
  TensorList results;
  check(vjp_op_call(op, VJP_VARIANT_FUNCTIONAL, values.data(), values.size(), results.out()), name);
  return share(vjp_tensor_list_get(results.get(), 0));
}

namespace {

void flatten_list(const Json& list, std::vector<int64_t>& values, bool* boolean) {
  if (list.is(Json::Kind::Array)) {
    for (const Json& item : list.items) flatten_list(item, values, boolean);
    return;
  }
  *boolean = list.is(Json::Kind::Bool);
  values.push_back(*boolean ? list.boolean : list.integer);
}

// A nested list of integers or booleans as a tensor.
Tensor index_tensor(const Json& list) {
  std::vector<int64_t> shape, values;
  for (const Json* part = &list; part->is(Json::Kind::Array); part = &part->items.front()) {
    shape.push_back(static_cast<int64_t>(part->items.size()));
    if (part->items.empty()) break;
  }
  bool boolean = false;
  flatten_list(list, values, &boolean);
  std::vector<uint8_t> bytes(values.begin(), values.end());
  Tensor out;
  const void* data = boolean ? static_cast<const void*>(bytes.data()) : values.data();
  check(vjp_tensor_from_data(data, shape.data(), shape.size(), boolean ? VJP_DTYPE_BOOL : VJP_DTYPE_INT64, out.out()),
        "index");
  return out;
}

int64_t bound_of(const Json& v, int64_t absent) { return v.is_null() ? absent : v.integer; }

}  // namespace

Tensor get_item(vjp_tensor* x, const Json& index, const std::vector<vjp_tensor*>& tensors) {
  const Json* tuple = index.find("tuple");
  std::vector<vjp_index> items;
  std::deque<Tensor> made;
  for (const Json& item : tuple ? tuple->items : std::vector<Json>{index}) {
    vjp_index& out = items.emplace_back(vjp_index{});
    if (item.is_null()) {
      out.kind = VJP_INDEX_NEW_AXIS;
    } else if (is_integer(item)) {
      out.kind = VJP_INDEX_INT;
      out.start = item.integer;
    } else if (item.find("ellipsis")) {
      out.kind = VJP_INDEX_ELLIPSIS;
    } else if (const Json* slice = item.find("slice")) {
      out.kind = VJP_INDEX_SLICE;
      out.start = bound_of(slice->items.at(0), VJP_INDEX_ABSENT);
      out.stop = bound_of(slice->items.at(1), VJP_INDEX_ABSENT);
      out.step = bound_of(slice->items.at(2), 1);
    } else {
      out.kind = VJP_INDEX_TENSOR;
      const Json* number = item.find("t");
      out.tensor =
          number ? tensors.at(static_cast<size_t>(number->integer)) : made.emplace_back(index_tensor(item)).get();
    }
  }
  Tensor out;
  check(vjp_tensor_index(x, items.data(), items.size(), out.out()), "index");
  return out;
}

}  // namespace golden
