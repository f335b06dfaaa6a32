// vjp/registry.h: the operators described to programs, and called by name; chains of such calls (vjp/compile.h).
#include "vjp/registry.h"

#include <algorithm>
#include <cstdlib>
#include <list>
#include <memory>

#include "capi/capi.h"
#include "compile/chain.h"
#include "ops/tensor_list.h"
#include "vjp/compile.h"

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

bool is_list(int kind) {
  return kind == VJP_KIND_TENSOR_LIST || kind == VJP_KIND_INT_LIST || kind == VJP_KIND_FLOAT_LIST;
}

// The arguments of a call, all of them: defaults are parsed when they are used, and what a value points to that the
// program has not given lies here; most calls have nothing of the kind.
class Converter {
 public:
  Converter(const OpDef& op, const vjp_value* args, size_t count) : op_(op) {
    for (int a = 0; a < op.schema.num_args; ++a)
      values_[a] = static_cast<size_t>(a) < count ? read(a, args[a]) : parse_default(a);
    check_args(op, values_);
  }
  const Value* values() const { return values_; }

 private:
  struct Kept {
    std::list<std::vector<int64_t>> ints;
    std::list<std::string> strings;
  };

  // Conversions lose nothing: one integer for a list, an integer for a float.
  Value read(int a, const vjp_value& v) {
    const ArgType type = op_.schema.args[a].type;
    switch (v.kind) {
      case VJP_KIND_TENSOR:
        return v.as.tensor ? v : nothing(a);
      case VJP_KIND_NONE:
        return nothing(a);
      case VJP_KIND_INT:
        if (type == ArgType::IntList || type == ArgType::OptIntList)
          return box(IntSpan(kept().ints.emplace_back(1, v.as.integer)));
        [[fallthrough]];
      case VJP_KIND_BOOL:
        if (type == ArgType::Float || type == ArgType::OptFloat) return box(static_cast<double>(v.as.integer));
        return v;
      default:
        check_pointer(a, v);
        return v;
    }
  }

  // Given as none: the default, or for an argument that has to be stated and may be none, that.
  Value nothing(int a) {
    const Arg& arg = op_.schema.args[a];
    const bool stated = op_.schema[arg.default_text].empty();
    if (stated && (arg.type == ArgType::OptTensor || arg.type == ArgType::OptOperand)) return box();
    return parse_default(a);
  }

  void check_pointer(int a, const vjp_value& v) const {
    if (v.kind < VJP_KIND_NONE || v.kind > VJP_KIND_DEVICE)
      fail(VJP_ERROR_INVALID, "{}: argument {} has kind {}, which is none", op_.name(), a, v.kind);
    if ((is_list(v.kind) && v.count > 0 && !v.as.ints) || (v.kind == VJP_KIND_STRING && !v.as.string))
      fail(VJP_ERROR_INVALID, "{}: argument {} points to NULL", op_.name(), a);
  }

  Value parse_default(int a) {
    const Arg& arg = op_.schema.args[a];
    std::string_view text = op_.schema[arg.default_text];
    if (text.empty()) fail(VJP_ERROR_INVALID, "{}: argument '{}' is missing", op_.name(), op_.schema.arg_name(a));
    if (text == "None") return box();
    if (text == "True" || text == "False") return box(text == "True");
    if (text.front() == '"') return box(kept().strings.emplace_back(text.substr(1, text.size() - 2)).c_str());
    if (text.front() == '[') return parse_list(text.substr(1, text.size() - 2));
    if (arg.type == ArgType::IntList || arg.type == ArgType::OptIntList) return parse_list(text);
    std::string number(text);
    bool integer =
        number.find_first_of(".en") == std::string::npos && arg.type != ArgType::Float && arg.type != ArgType::OptFloat;
    return integer ? box(static_cast<int64_t>(std::strtoll(number.c_str(), nullptr, 10)))
                   : box(std::strtod(number.c_str(), nullptr));
  }

  Value parse_list(std::string_view text) {
    auto& list = kept().ints.emplace_back();
    while (!text.empty()) {
      std::string item(detail::next_item(text));
      list.push_back(std::strtoll(item.c_str(), nullptr, 10));
    }
    return box(IntSpan(list));
  }

  Kept& kept() {
    if (!kept_) kept_ = std::make_unique<Kept>();
    return *kept_;
  }

  const OpDef& op_;
  Value values_[kMaxCompositeArgs];  // those of the schema; the others are not looked at
  std::unique_ptr<Kept> kept_;
};

void check_form(const OpDef& op, vjp_variant variant, size_t count) {
  const auto expected = static_cast<size_t>(op.schema.num_args);
  const size_t extra = variant == VJP_VARIANT_OUT ? 1 : 0;
  if (variant < VJP_VARIANT_FUNCTIONAL || variant > VJP_VARIANT_OUT)
    fail(VJP_ERROR_INVALID, "{}: {} is no variant", op.name(), static_cast<int>(variant));
  if ((variant == VJP_VARIANT_INPLACE && !op.has_inplace) || (extra && !op.has_out))
    fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: it has no {} variant", op.name(), extra ? "out" : "in-place");
  if (count > expected + extra || (extra && count != expected + 1)) {
    fail(VJP_ERROR_INVALID, "{}: {} arguments given, expected {}{}", op.name(), count, extra ? "" : "at most ",
         expected + extra);
  }
}

// `out` is that of the out form.
void call_form(const OpDef& op, vjp_variant variant, const Value* args, vjp_value out, std::vector<Tensor>& results) {
  switch (variant) {
    case VJP_VARIANT_INPLACE:
      call_inplace(op, args);
      results.assign(1, borrow(args[0].as.tensor));
      break;
    case VJP_VARIANT_OUT:
      if (out.kind != VJP_KIND_TENSOR || !out.as.tensor)
        fail(VJP_ERROR_INVALID, "{}: argument 'out' must be a tensor", op.name());
      results.assign(1, borrow(out.as.tensor));
      call_out(op, args, results[0]);
      break;
    case VJP_VARIANT_FUNCTIONAL:
      if (op.schema.list_output) {
        results = call_list(op, args);
      } else {
        results.resize(static_cast<size_t>(op.schema.num_outputs));
        call(op, args, results.data());
      }
  }
}

// The calls of a chain, checked as far as one can without making them.
class ChainReader {
 public:
  explicit ChainReader(std::span<const vjp_chained_call> calls) : calls_(calls), last_(calls.size()) {
    if (calls.empty()) fail(VJP_ERROR_INVALID, "a chain has no calls, expected at least one");
    for (size_t k = 0; k < calls.size(); ++k) {
      last_[k] = static_cast<uint32_t>(k);
      check(k);
    }
  }
  const std::vector<uint32_t>& last() const { return last_; }

  // With the results that there are, or what stands for them, as tensors.
  void call(size_t k, compile::Chain& chain) const {
    const OpDef& op = *def_of(calls_[k].op);
    vjp_value args[kMaxCompositeArgs];
    for (size_t a = 0; a < calls_[k].count; ++a) {
      args[a] = calls_[k].args[a];
      if (!is_result(calls_[k], a)) continue;
      const auto number = static_cast<size_t>(args[a].as.integer);
      args[a].kind = VJP_KIND_TENSOR;
      args[a].as.tensor = handle_of(chain.result(number).get());
    }
    chain.call(op, Converter(op, args, calls_[k].count).values());
  }

 private:
  void check(size_t k) {
    const vjp_chained_call& call = calls_[k];
    if (!call.op) fail(VJP_ERROR_INVALID, "call {} of a chain: its operator is NULL", k);
    if (call.count > 0 && !call.args) fail(VJP_ERROR_INVALID, "call {} of a chain: its arguments are NULL", k);
    const OpDef& op = *def_of(call.op);
    check_form(op, VJP_VARIANT_FUNCTIONAL, call.count);
    if (op.schema.list_output || op.schema.num_outputs != 1)
      fail(VJP_ERROR_INVALID, "call {} of a chain: {} does not give one tensor", k, op.name());
    for (uint32_t a = 0; a < call.count; ++a) {
      if (!is_result(call, a)) continue;
      const int64_t number = call.args[a].as.integer;
      if (number < 0 || static_cast<size_t>(number) >= k) {
        fail(VJP_ERROR_INVALID,
             "call {} of a chain: argument {} of {} is the result of call {}, expected one before it", k, a, op.name(),
             number);
      }
      last_[static_cast<size_t>(number)] = static_cast<uint32_t>(k);
    }
  }
  static bool is_result(const vjp_chained_call& call, size_t a) { return call.results >> a & 1; }

  const std::span<const vjp_chained_call> calls_;
  std::vector<uint32_t> last_;
};

}  // namespace

// Lists are made at the first question, for which there may be no memory.
template <class T, class F>
static T answer(T otherwise, F&& question) {
  guard_recordable([&] { otherwise = question(); });
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
  return guard_recordable([&] {
    VJP_ARG(op);
    VJP_ARG(out);
    if (count > 0) VJP_ARG(args);
    const OpDef& def = *def_of(op);
    check_form(def, variant, count);
    const Converter given(def, args, count);
    auto results = Ref<vjp_tensor_list>::take(new vjp_tensor_list());
    call_form(def, variant, given.values(), variant == VJP_VARIANT_OUT ? args[count - 1] : vjp_value{},
              results->tensors);
    *out = results.detach();
  });
}

vjp_status vjp_call_chain(const vjp_chained_call* calls, size_t count, vjp_tensor** out) {
  return guard_recordable([&] {
    if (count > 0) VJP_ARG(calls);
    VJP_ARG(out);
    const ChainReader reader({calls, count});
    compile::Chain chain(reader.last());
    for (size_t k = 0; k < count; ++k) reader.call(k, chain);
    *out = give(chain.finish());
  });
}
