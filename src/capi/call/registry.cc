// vjp/registry.h: the operators described to programs, and called by name.
#include "vjp/registry.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <list>
#include <memory>

#include "capi/capi.h"

using namespace vjp;

namespace {

const OpDef* def_of(const vjp_op* op) { return reinterpret_cast<const OpDef*>(op); }

struct Entry {
  std::string name;
  const OpDef* op;
};
// Names with a leading underscore are the library's own: they trust their arguments, and are not for programs to call.
bool is_own(const OpDef& op) { return op.schema.name.front() == '_'; }

std::vector<Entry>* list_ops(bool own) {
  auto list = std::make_unique<std::vector<Entry>>();
  for (const OpDef* op : op_table())
    if (is_own(*op) == own) list->push_back({op->name(), op});
  std::sort(list->begin(), list->end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return list.release();
}
const std::vector<Entry>& sorted_ops() {
  static const auto* list = list_ops(false);
  return *list;
}
// Programs meet them where they are asked about everything that runs, as by a policy of kept results.
const std::vector<Entry>& own_ops() {
  static const auto* list = list_ops(true);
  return *list;
}

// Defaults are parsed when they are used; lists lie in the call's own storage, of which most calls need none.
struct Converter {
  const OpDef& op;
  std::array<Value, Schema::kMaxArgs> values;
  std::list<std::vector<int64_t>> ints;
  std::list<std::string> strings;

  Value parse_default(int a) {
    const Arg& arg = op.schema.args[a];
    std::string_view text = op.schema[arg.default_text];
    if (text.empty()) fail(VJP_ERROR_INVALID, "{}: argument '{}' is missing", op.name(), op.schema.arg_name(a));
    if (text == "None") return box();
    if (text == "True" || text == "False") return box(text == "True");
    if (text.front() == '"') {
      return box(strings.emplace_back(text.substr(1, text.size() - 2)).c_str());
    }
    if (text.front() == '[') return parse_list(text.substr(1, text.size() - 2));
    std::string number(text);
    if (arg.type == ArgType::IntList || arg.type == ArgType::OptIntList) return parse_list(text);
    bool integer =
        number.find_first_of(".en") == std::string::npos && arg.type != ArgType::Float && arg.type != ArgType::OptFloat;
    return integer ? box(static_cast<int64_t>(std::strtoll(number.c_str(), nullptr, 10)))
                   : box(std::strtod(number.c_str(), nullptr));
  }

  Value parse_list(std::string_view text) {
    auto& list = ints.emplace_back();
    while (!text.empty()) {
      std::string item(detail::next_item(text));
      list.push_back(std::strtoll(item.c_str(), nullptr, 10));
    }
    return box(IntSpan(list));
  }

  // Conversions that lose nothing: one integer for a list, an integer for a float, a list of integers for one of
  // floats.
  Value convert(int a, const Value& v) {
    ArgType type = op.schema.args[a].type;
    bool int_list = type == ArgType::IntList || type == ArgType::OptIntList;
    if (int_list && v.kind == VJP_KIND_INT) return box(IntSpan(ints.emplace_back(1, v.as.integer)));
    if ((type == ArgType::Float || type == ArgType::OptFloat) && (v.kind == VJP_KIND_INT || v.kind == VJP_KIND_BOOL)) {
      return box(static_cast<double>(v.as.integer));
    }
    return v;
  }
};

void check_pointers(const OpDef& op, const vjp_value& v, size_t position) {
  bool list = v.kind == VJP_KIND_TENSOR_LIST || v.kind == VJP_KIND_INT_LIST || v.kind == VJP_KIND_FLOAT_LIST;
  bool missing = (list && v.count > 0 && !v.as.ints) || (v.kind == VJP_KIND_STRING && !v.as.string);
  if (missing) fail(VJP_ERROR_INVALID, "{}: argument {} points to NULL", op.name(), position);
  if (v.kind < VJP_KIND_NONE || v.kind > VJP_KIND_DEVICE) {
    fail(VJP_ERROR_INVALID, "{}: argument {} has kind {}, which is none", op.name(), position, v.kind);
  }
}

}  // namespace

// Lists are made at the first question, for which there may be no memory.
template <class T, class F>
static T answer(T otherwise, F&& question) {
  guard([&] { otherwise = question(); });
  return otherwise;
}

size_t vjp_op_count(void) {
  return answer(size_t{0}, [] { return sorted_ops().size(); });
}
const vjp_op* vjp_op_at(size_t index) {
  if (index >= vjp_op_count()) return nullptr;
  return reinterpret_cast<const vjp_op*>(sorted_ops()[index].op);
}
const vjp_op* vjp_op_find(const char* name) {
  const OpDef* none = nullptr;
  return name ? reinterpret_cast<const vjp_op*>(answer(none, [&] { return find_op(name); })) : nullptr;
}
const char* vjp_op_name(const vjp_op* op) {
  if (!op) return nullptr;
  const char* none = nullptr;
  return answer(none, [&] {
    for (const Entry& e : is_own(*def_of(op)) ? own_ops() : sorted_ops())
      if (e.op == def_of(op)) return e.name.c_str();
    return none;
  });
}
const char* vjp_op_schema(const vjp_op* op) { return op ? def_of(op)->schema.text : nullptr; }
const char* vjp_op_doc(const vjp_op* op) { return op ? def_of(op)->doc : nullptr; }
const char* vjp_op_family(const vjp_op* op) { return op ? name_of(def_of(op)->family) : nullptr; }
bool vjp_op_has_inplace(const vjp_op* op) { return op && def_of(op)->has_inplace; }
bool vjp_op_has_out(const vjp_op* op) { return op && def_of(op)->has_out; }

vjp_status vjp_op_call(const vjp_op* op, vjp_variant variant, const vjp_value* args, size_t count,
                       vjp_tensor_list** out) {
  return guard([&] {
    VJP_ARG(op);
    VJP_ARG(out);
    if (count > 0) VJP_ARG(args);
    const OpDef& def = *def_of(op);
    auto expected = static_cast<size_t>(def.schema.num_args);
    size_t extra = variant == VJP_VARIANT_OUT ? 1 : 0;
    if (variant < VJP_VARIANT_FUNCTIONAL || variant > VJP_VARIANT_OUT) {
      fail(VJP_ERROR_INVALID, "{}: {} is no variant", def.name(), static_cast<int>(variant));
    }
    if ((variant == VJP_VARIANT_INPLACE && !def.has_inplace) || (extra && !def.has_out)) {
      fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: it has no {} variant", def.name(), extra ? "out" : "in-place");
    }
    if (count > expected + extra || (extra && count != expected + 1)) {
      fail(VJP_ERROR_INVALID, "{}: {} arguments given, expected {}{}", def.name(), count, extra ? "" : "at most ",
           expected + extra);
    }
    for (size_t a = 0; a < count; ++a) check_pointers(def, args[a], a);
    Converter c{def, {}, {}, {}};
    for (size_t a = 0; a < expected; ++a) {
      bool absent =
          a >= count || args[a].kind == VJP_KIND_NONE || (args[a].kind == VJP_KIND_TENSOR && !args[a].as.tensor);
      c.values[a] = absent ? c.parse_default(static_cast<int>(a)) : c.convert(static_cast<int>(a), args[a]);
    }
    check_args(def, c.values.data());
    std::vector<Tensor> outs;
    if (variant == VJP_VARIANT_INPLACE) {
      call_inplace(def, c.values.data());
      outs.push_back(borrow(c.values[0].as.tensor));
    } else if (variant == VJP_VARIANT_OUT) {
      if (args[expected].kind != VJP_KIND_TENSOR || !args[expected].as.tensor)
        fail(VJP_ERROR_INVALID, "{}: argument 'out' must be a tensor", def.name());
      Tensor target = borrow(args[expected].as.tensor);
      call_out(def, c.values.data(), target);
      outs.push_back(target);
    } else if (def.schema.list_output) {
      outs = call_list(def, c.values.data());
    } else {
      outs.resize(static_cast<size_t>(def.schema.num_outputs));
      call(def, c.values.data(), outs.data());
    }
    *out = give_list(std::move(outs));
  });
}
