#include "check.h"

#include <cmath>
#include <set>

namespace fuzz {
namespace {

bool may_refuse_with(vjp_status status) {
  switch (status) {
    case VJP_ERROR_INVALID:
    case VJP_ERROR_SHAPE:
    case VJP_ERROR_DTYPE:
    case VJP_ERROR_NOT_IMPLEMENTED:
    case VJP_ERROR_MEMORY:
      return true;
    default:
      return false;
  }
}

// The message begins with the operator, as users call it or as a composite's part that shares its name.
bool names_operator(const Operator& op, const std::string& message) {
  const std::string plain = op.name.substr(0, op.name.find('.'));
  return message.find(plain) != message.npos;
}

// What a view may do depends on how the memory lies, and as_strided shows the memory itself.
bool depends_on_memory(const Operator& op) {
  static const std::set<std::string> all{"as_strided", "as_strided_copy", "view",
                                         "view_copy",  "view_as",         "view_as_complex"};
  return all.count(op.name) != 0;
}

// Running statistics, and rows that are bounded in the table.
bool changes_arguments(const Operator& op) {
  return op.name.find("batch_norm") != op.name.npos || op.name == "instance_norm" || op.name == "embedding.max_norm" ||
         op.name == "embedding_bag";
}

std::string check_error(const Operator& op, const Call& call, const Ran& ran) {
  const std::string said = std::string(vjp_status_name(ran.status)) + ": " + ran.message;
  if (!may_refuse_with(ran.status)) return "an error of a kind that arguments do not make: " + said;
  if (ran.status == VJP_ERROR_MEMORY) return "";
  if (!names_operator(op, ran.message)) return "an error that does not name the operator: " + said;
  if (depends_on_memory(op)) return "";
  Arguments plain(call, true);
  Ran again = run(op, VJP_VARIANT_FUNCTIONAL, plain.values());
  if (again.ok()) return "an error that a contiguous copy does not get: " + said;
  if (again.status != ran.status) return "another error for a contiguous copy: " + said + ", and " + again.message;
  return "";
}

std::string compare_lists(const char* what, const std::vector<Array>& got, const std::vector<Array>& want,
                          const Call& call, double roundings, bool separate) {
  if (got.size() != want.size())
    return std::string(what) + ": " + std::to_string(got.size()) + " results and not " + std::to_string(want.size());
  for (size_t i = 0; i < got.size(); ++i) {
    std::string text = difference(got[i], want[i], roundings * narrowest_eps(call, got[i].dtype), separate);
    if (!text.empty())
      return std::string(what) + ": result " + std::to_string(i) + " (" + vjp_dtype_name(got[i].dtype) + "): " + text;
  }
  return "";
}

// Leaves with the results how much cancels in each element, for where the call is compared with itself.
bool compare_with_reference(const Operator& op, const Call& call, std::vector<Array>& got, std::string& failure) {
  auto found = references().find(op.name);
  if (found == references().end()) return false;
  try {
    const Results want = found->second.reference(Given(op, call));
    failure = compare_lists("not the reference's value", got, want, call, found->second.roundings, true);
    for (size_t i = 0; failure.empty() && i < got.size(); ++i) got[i].scale = want[i].scale;
    return true;
  } catch (const Unspecified&) {
    return false;
  }
}

std::string check_threads(const Operator& op, const Call& call, const std::vector<Tensor>& results) {
  const int32_t before = vjp_get_num_threads();
  std::string failure;
  for (int32_t n : {1, 2, 4}) {
    vjp_set_num_threads(n);
    Arguments args(call, false);
    Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values());
    for (size_t i = 0; i < results.size() && failure.empty(); ++i)
      if (!ran.ok() || (results[i] && bytes_of(ran.results[i].get()) != bytes_of(results[i].get())))
        failure = "other bits with " + std::to_string(n) + " threads: result " + std::to_string(i);
  }
  vjp_set_num_threads(before);
  return failure;
}

std::string check_untouched(Arguments& args, const Call& call) {
  size_t next = 0;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) {
      const Array now = read_tensor(args.tensors()[next].get());
      if (!difference(now, array_of(t), 0, true).empty())
        return "argument tensor " + std::to_string(next) + " was changed";
      ++next;
    }
  return "";
}

// The engine around the call.
std::string check_around(const Operator& op, const Call& call, const std::vector<Array>& results) {
  std::string failure = check_forward(op, call, results);
  if (failure.empty()) failure = check_second(op, call, results);
  if (failure.empty()) failure = check_views(op, call, results);
  if (failure.empty()) failure = check_autocast(op, call, results);
  return failure;
}

bool is_of_images(const Operator& op) {
  static const std::set<std::string> kNorms{"batch_norm", "group_norm", "instance_norm", "interpolate"};
  const auto has = [&](const char* part) { return op.name.find(part) != op.name.npos; };
  return kNorms.count(op.name) || has("conv2d") || has("conv3d") || has("conv_transpose") || has("pool2d") ||
         has("pool3d") || has("upsample");
}

// The channels lie side by side, as no other order of the dimensions has it.
bool has_channels_last(vjp_tensor* t) {
  const size_t n = vjp_tensor_ndim(t);
  for (size_t d = 0; d < n; ++d)
    if (vjp_tensor_shape(t)[d] < 2) return false;
  return vjp_tensor_is_contiguous_in(t, n == 4 ? VJP_MEMORY_FORMAT_CHANNELS_LAST : VJP_MEMORY_FORMAT_CHANNELS_LAST_3D);
}

// The channels of results lie so where those of the first argument do, of pointwise operators those of all.
std::string check_format(const Operator& op, Arguments& args, const std::vector<Tensor>& results) {
  const bool images = is_of_images(op);
  if ((!images && op.family != "pointwise") || args.tensors().empty()) return "";
  const size_t n = vjp_tensor_ndim(args.tensors()[0].get());
  if (op.name.find("3d") != op.name.npos && n != 5) return "";  // 4: one image without a batch
  for (size_t i = 0; i < (images ? 1 : args.tensors().size()); ++i)
    if (!has_channels_last(args.tensors()[i].get()) || vjp_tensor_ndim(args.tensors()[i].get()) != n) return "";
  const auto format = n == 4 ? VJP_MEMORY_FORMAT_CHANNELS_LAST : VJP_MEMORY_FORMAT_CHANNELS_LAST_3D;
  for (const Tensor& t : results)
    if (t && vjp_tensor_ndim(t.get()) == n && vjp_tensor_numel(t.get()) &&
        !vjp_tensor_is_contiguous_in(t.get(), format))
      return "channels lie side by side, and not in the result";
  return "";
}

// More elements than a reference is computed of: expand makes as many as it is asked for, in no memory.
bool too_large(const std::vector<Tensor>& results) {
  for (const Tensor& t : results)
    if (t && vjp_tensor_numel(t.get()) > int64_t{1} << 21) return true;
  return false;
}

}  // namespace

int64_t numel_of_all(const Call& call) {
  int64_t n = 0;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) n += numel_of(t.shape);
  return n;
}

bool draws_numbers(const Operator& op, const Call& call) {
  if (!op.is_random()) return false;
  for (const char* name : {"dropout", "dropout_p", "p", "train", "training"}) {
    const int i = op.index_of(name);
    if (i < 0) continue;
    const Value& v = call.args.at(static_cast<size_t>(i));
    const std::string& fallback = op.parameters[static_cast<size_t>(i)].fallback;
    if (v.kind == Value::None && (fallback == "False" || fallback == "0.0" || fallback == "0")) return false;
    if ((v.kind == Value::Int || v.kind == Value::Bool) && v.integer == 0) return false;
    if (v.kind == Value::Float && v.number == 0.0) return false;
  }
  return true;
}

double allowed_roundings(const Operator& op) {
  auto found = references().find(op.name);
  return found == references().end() ? 64 : std::max(8.0, found->second.roundings);
}

Outcome check_values(const Operator& op, const Call& call) {
  if (has_sparse(call)) return check_sparse(op, call);
  Arguments args(call, false);
  Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values());
  if (!ran.ok()) {
    Outcome refused{Verdict::Refused, check_error(op, call, ran)};
    if (refused.failure.empty() && ran.status != VJP_ERROR_MEMORY && !depends_on_memory(op))
      refused.failure = check_device(op, call, nullptr);
    return refused;
  }
  Outcome out{Verdict::Accepted, ""};
  if (too_large(ran.results)) return out;
  std::vector<Array> results = read_all(ran.results);
  if (draws_numbers(op, call)) return out;
  if (compare_with_reference(op, call, results, out.failure)) out.verdict = Verdict::Compared;
  if (out.failure.empty() && !changes_arguments(op)) out.failure = check_untouched(args, call);
  if (out.failure.empty() && !depends_on_memory(op)) {
    Arguments plain(call, true);
    Ran again = run(op, VJP_VARIANT_FUNCTIONAL, plain.values());
    out.failure = again.ok() ? compare_lists("another value for contiguous copies", read_all(again.results), results,
                                             call, allowed_roundings(op), false)
                             : "contiguous copies get an error: " + again.message;
  }
  if (out.failure.empty()) out.failure = check_format(op, args, ran.results);
  if (out.failure.empty()) out.failure = check_threads(op, call, ran.results);
  if (out.failure.empty() && !depends_on_memory(op) && numel_of_all(call) < 10000)
    out.failure = check_forms(op, call, results);
  if (out.failure.empty() && !depends_on_memory(op) && numel_of_all(call) < 10000)
    out.failure = check_device(op, call, &results);
  if (out.failure.empty() && !depends_on_memory(op)) out.failure = check_gradients(op, call);
  if (out.failure.empty() && !depends_on_memory(op) && numel_of_all(call) < 10000)
    out.failure = check_aliased(op, call);
  if (out.failure.empty() && !depends_on_memory(op) && numel_of_all(call) < 2000)
    out.failure = check_around(op, call, results);
  return out;
}

}  // namespace fuzz
