// Derivatives of a call at smooth points, in float64 and complex128.
#include <cmath>
#include <set>

#include "gradients.h"

namespace fuzz {
namespace {

// Operators whose results have no derivative, or another than differences see, at points that are drawn: those of
// without_differences.txt, and some calls of others.
bool has_derivative(const Operator& op, const Call& call) {
  if (draws_numbers(op, call)) return false;
  // the row of a padding index gets no gradient, whatever it does to the value
  if (const int i = op.index_of("padding_idx"); i >= 0 && call.args[static_cast<size_t>(i)].kind != Value::None)
    return false;
  // what a cutoff leaves out counts as 0 in the derivative, and differences see what it is
  for (const char* cutoff : {"rcond", "atol", "rtol"})
    if (const int i = op.index_of(cutoff);
        i >= 0 && op.name.find("pinv") != op.name.npos && call.args[static_cast<size_t>(i)].kind != Value::None)
      return false;
  // of what is written twice to one place either may stay
  if (op.name == "scatter") return false;
  // two arguments with the same elements are where a distance or a maximum has a kink
  std::set<uint64_t> seeds;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors)
      if (!seeds.insert(t.seed).second && t.fill == Fill::Generic && op.name == "dist") return false;
  // vectors that are unique up to a factor: sums of them have no derivative
  if (op.name == "linalg_eig") return false;
  // what it shows is the memory, which a copy lays out anew
  if (op.name == "as_strided" || op.name == "as_strided_copy") return false;
  const bool phases = op.name == "svd" || op.name == "linalg_svd" || op.name == "linalg_eigh";
  return !(phases && is_complex(call.args[0].tensors[0].dtype));
}

// These read one triangle of a matrix and mean the whole: differences must change both.
bool means_hermitian(const Operator& op, const Call& call) {
  if (const int i = op.index_of("hermitian"); i >= 0 && call.args[static_cast<size_t>(i)].integer) return true;
  return op.name.starts_with("linalg_cholesky") || op.name.starts_with("linalg_eigh") || op.name == "linalg_eigvalsh" ||
         op.name == "linalg_matrix_sqrth";
}
Tensor made_hermitian(vjp_tensor* a) {
  Tensor turned, sum, half;
  golden::check(vjp_mH(a, turned.out()), "mH");
  golden::check(vjp_add(a, turned.get(), sum.out()), "add");
  vjp_scalar two{};
  two.kind = VJP_KIND_FLOAT;
  two.as.real = 2;
  golden::check(vjp_div_scalar(sum.get(), two, half.out()), "div");
  return half;
}

struct Function {
  const Operator& op;
  const Call& call;
  Arguments& args;
};
vjp_status call_function(void* context, vjp_tensor* const* inputs, size_t n, vjp_tensor_list* results) {
  auto& f = *static_cast<Function*>(context);
  TensorList list;
  std::vector<vjp_tensor*> used(inputs, inputs + n);
  Tensor hermitian;
  if (means_hermitian(f.op, f.call)) hermitian = made_hermitian(used[0]), used[0] = hermitian.get();
  const std::vector<vjp_value>& values = f.args.values(used);
  if (vjp_status status = vjp_op_call(f.op.op, VJP_VARIANT_FUNCTIONAL, values.data(), values.size(), list.out()))
    return status;
  for (size_t i = 0; i < vjp_tensor_list_size(list.get()); ++i) {
    vjp_tensor* t = vjp_tensor_list_get(list.get(), i);
    if (!is_whole(vjp_tensor_dtype(t)))
      if (vjp_status status = vjp_tensor_list_append(results, t)) return status;
  }
  return VJP_OK;
}

int64_t numel_of(const std::vector<Array>& arrays) {
  int64_t n = 0;
  for (const Array& a : arrays) n += a.numel();
  return n;
}

bool within(const std::vector<Array>& arrays, double most) {
  for (const Array& a : arrays)
    for (const Complex& z : a.v)
      if (!(std::abs(z) <= most)) return false;
  return true;
}
// What differences can be taken of: at a distance d from a pole, where the derivative is 1 / d, those of a step h =
// 1e-6 are off by (h / d)^2 / 3 of it, a thousandth at d = 18 h. Of gradients that are steep their own differences have
// too few digits.
constexpr double kLargest = 3e3, kSteep = 1e3;

// Of more numbers than these a random combination of derivatives is compared, and of more than kMost nothing.
constexpr int64_t kFirst = 60, kSecond = 24, kMost = 300;

std::string by_differences(const Operator& op, const Call& call, bool second, int64_t numbers, bool& ran) {
  Arguments args(call, true);
  track(op, call, args);
  Function f{op, call, args};
  vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
  options.check_forward = 1;
  options.atol = 1e-4;
  options.rtol = 1e-3;
  options.fast = numbers > (second ? kSecond : kFirst);
  vjp_gradcheck_report* report = nullptr;
  golden::check(vjp_gradcheck_report_create(&report), "report");
  std::vector<vjp_tensor*> inputs = args.borrowed();
  const vjp_status status =
      second ? vjp_gradgradcheck(call_function, &f, inputs.data(), inputs.size(), nullptr, 0, &options, report)
             : vjp_gradcheck(call_function, &f, inputs.data(), inputs.size(), &options, report);
  std::string text;
  if (status != VJP_OK && vjp_gradcheck_report_kind(report) != VJP_GRADCHECK_NONE)
    text = vjp_gradcheck_report_text(report);
  else if (status != VJP_OK && status != VJP_ERROR_NOT_IMPLEMENTED)
    text = vjp_last_error();
  vjp_gradcheck_report_release(report);
  ran = status != VJP_ERROR_NOT_IMPLEMENTED;
  if (text.empty()) return "";
  return std::string(second ? "gradgradcheck: " : "gradcheck: ") + text;
}

}  // namespace

bool is_tracked(const Operator& op, const Call& call) {
  Arguments args(call, false);
  track(op, call, args);
  for (const Tensor& t : run(op, VJP_VARIANT_FUNCTIONAL, args.values()).results)
    if (t && vjp_tensor_requires_grad(t.get())) return true;
  return false;
}

std::string check_derivatives(const Operator& op, const Call& call, Differences& done) {
  if (!has_derivative(op, call)) return "";
  bool tracked = false;
  int64_t numbers = 0;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) numbers += numel_of(t.shape);
  {
    Arguments args(call, false);
    Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values());
    if (!ran.ok() || !within(read_all(ran.results), kLargest)) return "";
  }
  std::vector<Array> views, copies;
  try {
    Arguments strided(call, false), plain(call, true);
    views = read_all(gradients(op, call, strided, tracked));
    copies = read_all(gradients(op, call, plain, tracked));
  } catch (const golden::NotImplemented&) {
    return "";
  } catch (const golden::Failure& failure) {
    return std::string("backward: ") + failure.what();
  }
  if (!tracked || !within(copies, kLargest)) return "";
  for (size_t i = 0; i < views.size(); ++i) {
    for (size_t e = 0; e < copies[i].v.size(); ++e) copies[i].scale.push_back(1);  // what cancels
    std::string text = difference(views[i], copies[i], 1e-10, false);
    if (!text.empty()) return "gradient " + std::to_string(i) + " of views: " + text;
  }
  if (numbers > kMost) return "";
  const bool any = numel_of(copies) > 0;
  std::string failure = by_differences(op, call, false, numbers, done.first);
  if (failure.empty() && within(copies, kSteep)) failure = by_differences(op, call, true, numbers, done.second);
  done.first &= any, done.second &= any;
  return failure;
}

}  // namespace fuzz
