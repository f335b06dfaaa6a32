#include "ops/telling.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/last_error.h"
#include "ops/internal.h"

namespace vjp {
namespace {

// What the operator that reported last knew.
struct Telling {
  struct Argument {
    std::string name;
    const TensorImpl* tensor = nullptr;  // compared only: it may be gone
    const Storage* storage = nullptr;
  };
  std::string_view op;              // the outermost so far
  std::string text;                 // the message without the operator's name, and without what was given
  std::vector<Argument> arguments;  // of that operator
  bool foreign = false;             // the words are another operator's
};

class ToldError : public Error {
 public:
  ToldError(vjp_status status, std::string message, Telling telling)
      : Error(status, std::move(message)), telling_(std::make_shared<Telling>(std::move(telling))) {}
  Telling& telling() noexcept { return *telling_; }

 private:
  std::shared_ptr<Telling> telling_;  // shared, so that copies cannot throw
};

// What an operator says of its arguments. The others (memory, a device, a file) are reported as they are.
bool about_arguments(vjp_status status) {
  return status == VJP_ERROR_INVALID || status == VJP_ERROR_SHAPE || status == VJP_ERROR_DTYPE ||
         status == VJP_ERROR_DEVICE || status == VJP_ERROR_STATE || status == VJP_ERROR_NOT_IMPLEMENTED;
}

// The length of "name: " with a name as operators have them, 0 if the message does not begin with one.
size_t name_in(std::string_view message) {
  if (message.empty() || std::isupper(static_cast<unsigned char>(message[0]))) return 0;  // a node has such names
  size_t n = 0;
  while (n < message.size() &&
         (std::isalpha(static_cast<unsigned char>(message[n])) ||
          std::isdigit(static_cast<unsigned char>(message[n])) || message[n] == '_' || message[n] == '.')) {
    ++n;
  }
  return n > 0 && message.substr(n, 2) == ": " ? n + 2 : 0;
}

std::string_view bare(std::string_view name) {
  while (name.starts_with('_')) name.remove_prefix(1);
  return name;
}

std::vector<Telling::Argument> arguments_of(const OpDef& op, const Value* args) {
  std::vector<Telling::Argument> list;
  for (int a = 0; a < op.schema.num_args; ++a) {
    Telling::Argument argument{std::string(op.schema.arg_name(a))};
    if (args[a].kind == VJP_KIND_TENSOR) {
      argument.tensor = impl_of(args[a].as.tensor);
      argument.storage = argument.tensor->storage.get();
    }
    list.push_back(std::move(argument));
  }
  return list;
}

// What the operator around calls each of the inner one's arguments, null where it has no name for it: the same tensor,
// or one on the same memory; of several the one of that name, or the first that is left.
std::vector<const std::string*> names_around(const std::vector<Telling::Argument>& outer,
                                             const std::vector<Telling::Argument>& inner) {
  std::vector<bool> taken(outer.size());
  const auto pick = [&](auto fits) -> const std::string* {
    size_t found = outer.size();
    for (size_t i = 0; i < outer.size(); ++i) {
      if (fits(outer[i]) && (found == outer.size() || taken[found])) found = i;
    }
    if (found == outer.size()) return nullptr;
    taken[found] = true;
    return &outer[found].name;
  };
  std::vector<const std::string*> names;
  for (const Telling::Argument& a : inner) {
    using Argument = Telling::Argument;
    const std::string* name =
        pick([&](const Argument& o) { return o.name == a.name && (a.tensor ? o.tensor == a.tensor : !o.tensor); });
    if (!name && a.tensor) name = pick([&](const Argument& o) { return o.tensor == a.tensor; });
    if (!name && a.tensor) name = pick([&](const Argument& o) { return o.storage && o.storage == a.storage; });
    names.push_back(name);
  }
  return names;
}

// Names of arguments stand in quotes. Whether there were some, and each is one of the operator around, too.
bool rename_arguments(Telling& telling, const std::vector<Telling::Argument>& outer) {
  const std::vector<const std::string*> names = names_around(outer, telling.arguments);
  bool some = false, all = true;
  for (size_t from = telling.text.find('\''); from != std::string::npos; from = telling.text.find('\'', from)) {
    const size_t to = telling.text.find('\'', from + 1);
    if (to == std::string::npos) break;
    const std::string_view quoted = std::string_view(telling.text).substr(from + 1, to - from - 1);
    auto inner = std::find_if(telling.arguments.begin(), telling.arguments.end(),
                              [&](const auto& argument) { return argument.name == quoted; });
    const std::string* name =
        inner == telling.arguments.end() ? nullptr : names[static_cast<size_t>(inner - telling.arguments.begin())];
    some |= inner != telling.arguments.end();
    all &= inner == telling.arguments.end() || name;
    const size_t length = name ? name->size() : quoted.size();
    if (name) telling.text.replace(from + 1, quoted.size(), std::string(*name));
    from += length + 2;
  }
  return some && all;
}

std::string text_of(const Value& v) {
  switch (v.kind) {
    case VJP_KIND_TENSOR:
      return describe(*impl_of(v.as.tensor));
    case VJP_KIND_TENSOR_LIST: {
      std::string list;
      for (const Tensor& t : Unbox<TensorList>::get(v)) list += (list.empty() ? "" : ", ") + to_text(t);
      return "[" + list + "]";
    }
    case VJP_KIND_INT_LIST:
      return detail::to_text(IntSpan(v.as.ints, v.count));
    case VJP_KIND_BOOL:
      return v.as.integer ? "True" : "False";
    case VJP_KIND_INT:
      return std::to_string(v.as.integer);
    case VJP_KIND_FLOAT:
      return detail::to_text(v.as.real);
    case VJP_KIND_STRING:
      return "\"" + std::string(v.as.string) + "\"";
    case VJP_KIND_DTYPE:
      return name_of(static_cast<Dtype>(v.as.integer));
    default:
      return "";
  }
}

// "0" for 0.0 and "[1, 1]" for 1.
bool is_default(std::string_view text, std::string_view by_default) {
  if (by_default.empty() || text == by_default) return !by_default.empty();
  double wanted;
  const char* end = by_default.data() + by_default.size();
  if (std::from_chars(by_default.data(), end, wanted).ptr != end) return false;
  while (!text.empty()) {
    const size_t from = text.find_first_not_of("[], ");
    if (from == text.npos) break;
    text.remove_prefix(from);
    double number;
    const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || number != wanted) return false;
    text.remove_prefix(static_cast<size_t>(rest - text.data()));
  }
  return true;
}

// Every tensor, and what else is not as it is by default.
std::string given(const OpDef& op, const Value* args) {
  std::string list;
  for (int a = 0; a < op.schema.num_args; ++a) {
    const std::string text = text_of(args[a]);
    if (text.empty() || is_default(text, op.schema[op.schema.args[a].default_text])) continue;
    list += (list.empty() ? "" : ", ") + std::string(op.schema.arg_name(a)) + " " + text;
  }
  return list;
}

}  // namespace

void tell_as(std::string_view name, Error& error) {
  if (!about_arguments(error.status()) || dynamic_cast<const CallbackError*>(&error)) throw;
  throw Error(error.status(), std::string(name) + ": " + error.message().substr(name_in(error.message())));
}

void tell(Error& error, const OpDef& op, const Value* args, Form form) {
  if (!about_arguments(error.status()) || dynamic_cast<const CallbackError*>(&error)) throw;
  const std::string_view name = bare(op.schema.name);
  Telling telling;
  if (auto* told = dynamic_cast<ToldError*>(&error)) {
    telling = std::move(told->telling());
    auto arguments = arguments_of(op, args);
    if (!rename_arguments(telling, arguments)) telling.foreign |= telling.op != name;
    telling.arguments = std::move(arguments);
  } else {
    telling.text = error.message().substr(name_in(error.message()));
    telling.arguments = arguments_of(op, args);
  }
  telling.op = name;
  std::string message = std::string(name) + (form == Form::Inplace ? "_: " : ": ") + telling.text;
  if (telling.foreign) message += "; given: " + given(op, args);
  throw ToldError(error.status(), std::move(message), std::move(telling));
}

}  // namespace vjp
