// Operators of one tensor, with the batch dimensions in front: what they do to a sample they do to each, where
// arguments that number dimensions count from the sample's on.
#include "ops/functions/index_arrange.h"
#include "ops/functions/view_shape.h"
#include "transforms/vmap/rules.h"

namespace vjp {
namespace {

bool is_tensor_type(ArgType type) { return type <= ArgType::OptOperand; }

bool numbers_dimensions(const OpDef& op, int a) {
  std::string_view name = op.schema.arg_name(a);
  switch (op.schema.args[a].type) {
    case ArgType::Int:
    case ArgType::OptInt:
      return name == "dim";
    case ArgType::IntList:
    case ArgType::OptIntList:
      return name == "dim" || name == "dims";
    default:
      return false;
  }
}

// What says nothing of dimensions. An index might be one of the first; so might sizes.
bool is_neutral(const OpDef& op, int a) {
  switch (op.schema.args[a].type) {
    case ArgType::Int:
      return op.schema.arg_name(a) != "index";
    case ArgType::Scalar:
    case ArgType::Float:
    case ArgType::OptFloat:
    case ArgType::Bool:
    case ArgType::Dtype:
    case ArgType::Device:
      return true;
    default:
      return false;
  }
}

// The argument that numbers dimensions; -1: there is none, -2: others may.
int dimension_argument(const OpDef& op) {
  int found = -1;
  for (int a = 1; a < op.schema.num_args; ++a) {
    if (numbers_dimensions(op, a)) {
      found = a;
    } else if (!is_neutral(op, a)) {
      return -2;
    }
  }
  return found;
}

// Each element, or matrix, by itself.
bool keeps_samples_apart(const OpDef& op) {
  return op.family != Family::General || op.type_name == std::string_view("Sgn") ||
         op.type_name == std::string_view("Angle") || op.type_name == std::string_view("SincDerivative");
}

struct OneTensor {
  const OpDef& op;
  const Value* args;
  const Tensor& logical;
  const LevelList levels;
  Arguments own;
  Tensor physical;
  bool lifted = false;     // a sample without dimensions got one
  bool flattened = false;  // a sample became a vector

  OneTensor(const OpDef& op, const Value* args)
      : op(op),
        args(args),
        logical(as_tensor(args[0].as.tensor)),
        levels(batch_of(*logical.get()).levels),
        own(op, args),
        physical(batch_of(*logical.get()).physical) {}

  Dims batch_sizes() const { return Dims(physical.sizes().first(levels.count)); }
  int rank() const { return lifted || flattened ? 1 : logical.ndim(); }

  void lift() {
    lifted = logical.ndim() == 0;
    if (lifted) physical = unsqueeze(physical, levels.count);
  }
  void flatten() {
    Dims sizes = batch_sizes();
    sizes.push_back(logical.numel());
    physical = reshape(physical, sizes);
    flattened = true;
  }
  void shift(int a) {
    const Value& v = args[a];
    const ArgType type = op.schema.args[a].type;
    if (type == ArgType::Int || (type == ArgType::OptInt && v.kind != VJP_KIND_NONE)) {
      lift();
      own.put(a, levels.count + wrap_dim(v.as.integer, logical.ndim(), op.schema.name));
    } else if (type == ArgType::OptInt) {
      flatten();
      own.put(a, int64_t{levels.count});
    } else {
      shift_list(a);
    }
  }
  void shift_list(int a) {
    lift();
    Dims dims;
    if (args[a].kind != VJP_KIND_NONE)
      for (int64_t d : Unbox<IntSpan>::get(args[a]))
        dims.push_back(levels.count + wrap_dim(d, logical.ndim(), op.schema.name));
    // none means all, but of what rearranges dimensions
    if (dims.n == 0 && &op != &op_Flip)
      for (int d = 0; d < rank(); ++d) dims.push_back(levels.count + d);
    own.put(a, dims);
  }
  // As the sample's result has it.
  Tensor result(Tensor out) const {
    const int have = out.ndim() - levels.count;
    if (lifted && have > 0) out = squeeze_dim(out, Dims{levels.count});
    if (flattened && have > 0) {  // keepdim
      Dims sizes = batch_sizes();
      for (int i = 0; i < logical.ndim(); ++i) sizes.push_back(1);
      out = view(out, sizes);
    }
    return make_batched(std::move(out), levels);
  }
};

void check_matrix(const OpDef& op, const Tensor& logical) {
  if ((&op == &op_Tril || &op == &op_Triu) && logical.ndim() < 2)
    fail(VJP_ERROR_SHAPE, "{}: at least two dimensions are needed, got shape {}", op.schema.name, logical.sizes());
}

}  // namespace

bool batch_in_front(const OpDef& op, const Value* args, Tensor* outs) {
  if (args[0].kind != VJP_KIND_TENSOR) return false;
  for (int a = 1; a < op.schema.num_args; ++a)
    if (is_tensor_type(op.schema.args[a].type)) return false;
  const int dim = dimension_argument(op);
  if (dim == -2 || (dim == -1 && !keeps_samples_apart(op))) return false;
  check_matrix(op, as_tensor(args[0].as.tensor));
  OneTensor one(op, args);
  if (dim >= 0) one.shift(dim);
  one.own.put(0, one.physical);
  call(op, one.own.data(), outs);
  for (int i = 0; i < op.schema.num_outputs; ++i) outs[i] = one.result(std::move(outs[i]));
  return true;
}

}  // namespace vjp
