#include "transforms/sparsity/dependence.h"

#include <algorithm>
#include <cstring>

#include "ops/functions/copy.h"
#include "ops/functions/view_shape.h"
#include "transforms/sparsity/probe.h"

namespace vjp {
namespace {

constexpr std::string_view kElementwise[] = {"angle",      "sgn",        "_sinc_derivative", "_to_dtype",
                                             "_to_device", "_row_major", "_pin_memory",      "clone"};
constexpr std::string_view kConvolutions[] = {"_convolution", "_convolution_data"};
// Beside the linear operators: those that do nothing else with their differentiable arguments.
constexpr std::string_view kMovers[] = {"constant_pad_nd", "embedding", "index.tensor", "index_put"};

template <size_t N>
bool is_one_of(const std::string_view (&names)[N], const OpDef& op) {
  return std::ranges::find(names, op.c_name()) != std::end(names);
}

// Of a pointwise operator: a partial derivative that is 0 everywhere carries nothing.
uint32_t followed_arguments(const OpDef& op) {
  uint32_t arguments = 0;
  for (const Rule& rule : std::span(op.rules, op.num_rules))
    if (!(rule.is_constant && rule.constant == 0)) arguments |= 1u << rule.targets[0];
  return arguments;
}

// ---- operators along dimensions ----

struct AlongDims {
  std::string_view op;
  std::string_view argument;  // with the dimensions, or a shape of the last ones; none or not given: all dimensions
  bool is_shape = false;
};
constexpr AlongDims kAlongDims[] = {
    {"softmax", "dim"},
    {"log_softmax", "dim"},
    {"logsumexp", "dim"},
    {"cumsum", "dim"},
    {"_reverse_cumsum", "dim"},
    {"cumprod", "dim"},
    {"prod.dim", "dim"},
    {"amax", "dim"},
    {"amin", "dim"},
    {"max.dim", "dim"},
    {"min.dim", "dim"},
    {"median.dim", "dim"},
    {"kthvalue", "dim"},
    {"sort", "dim"},
    {"topk", "dim"},
    {"std", "dim"},
    {"var", "dim"},
    {"std_mean", "dim"},
    {"var_mean", "dim"},
    {"linalg_vector_norm", "dim"},
    {"_layer_norm", "normalized_shape", true},
    {"_rms_norm", "normalized_shape", true},
};

uint32_t all_dims(int ndim) { return (1u << ndim) - 1; }

// The dimensions of argument 0 that are mixed; nothing where the operator is none of these.
std::optional<uint32_t> mixed_dims(const OpDef& op, const Value* args, int ndim) {
  const auto* rule = std::ranges::find(kAlongDims, op.name(), &AlongDims::op);
  if (rule == std::end(kAlongDims)) return std::nullopt;
  const Value& v = args[op.schema.index_of(rule->argument)];
  if (v.kind == VJP_KIND_INT) return 1u << wrap_dim(v.as.integer, ndim, op.schema.name);
  if (v.kind != VJP_KIND_INT_LIST || v.count == 0) return all_dims(ndim);
  if (rule->is_shape) return all_dims(ndim) & ~all_dims(ndim - static_cast<int>(v.count));
  uint32_t mask = 0;
  for (int64_t d : Unbox<IntSpan>::get(v)) mask |= 1u << wrap_dim(d, ndim, op.schema.name);
  return mask;
}

// Numbers of lines: row-major through the dimensions that are not in `dims`.
std::vector<size_t> lines_of(IntSpan sizes, uint32_t dims, int64_t numel) {
  std::vector<size_t> out(static_cast<size_t>(numel));
  for (size_t n = 0; n < out.size(); ++n) {
    size_t rest = n, line = 0, scale = 1;
    for (size_t d = sizes.size(); d-- > 0;) {
      const size_t size = static_cast<size_t>(sizes[d]);
      if (!(dims >> d & 1)) {
        line += rest % size * scale;
        scale *= size;
      }
      rest /= size;
    }
    out[n] = line;
  }
  return out;
}

// ---- products ----

// Which arguments are the factors, and whether the second one is stored transposed.
struct Product {
  std::string_view op;
  std::string_view first, second;
  bool transposed = false;
};
constexpr Product kProducts[] = {
    {"mm", "input", "mat2"},
    {"bmm", "input", "mat2"},
    {"_batched_matmul", "input", "other"},
    {"mv", "input", "vec"},
    {"dot", "input", "other"},
    {"addmm", "mat1", "mat2"},
    {"baddbmm", "batch1", "batch2"},
    {"linear", "input", "weight", true},
};

// A factor as matrices: [batch..., rows, columns] by strides in elements of its row-major order.
struct Factor {
  const TrackedArgument* argument;
  Dims batch, batch_strides;
  int64_t rows, columns, row_stride, column_stride;
  std::vector<double> values;  // of a factor that depends on no input
  std::vector<double> const* known() const { return argument->tracked ? nullptr : &values; }
};

Factor factor_of(const TrackedArgument& a, bool is_first, bool transposed) {
  const int n = a.tensor.ndim();
  const Dims strides = contiguous_strides(a.tensor.sizes());
  Factor f{&a, {}, {}, 1, 1, 0, 0, {}};
  for (int d = 0; d + 2 < n; ++d) {
    f.batch.push_back(a.tensor.sizes()[static_cast<size_t>(d)]);
    f.batch_strides.push_back(strides[d]);
  }
  if (n == 1) {
    (is_first ? f.columns : f.rows) = a.tensor.sizes()[0];
    (is_first ? f.column_stride : f.row_stride) = 1;
  } else if (n >= 2) {
    f.rows = a.tensor.sizes()[static_cast<size_t>(n - 2)];
    f.columns = a.tensor.sizes()[static_cast<size_t>(n - 1)];
    f.row_stride = strides[n - 2];
    f.column_stride = strides[n - 1];
  }
  if (transposed) {
    std::swap(f.rows, f.columns);
    std::swap(f.row_stride, f.column_stride);
  }
  if (!a.tracked) f.values = values_on_host(a.tensor);
  return f;
}

// Where batch number `b` of the broadcast `batch` begins in a factor.
int64_t begin_of(const Factor& f, const Dims& batch, int64_t b) {
  int64_t at = 0;
  for (int d = batch.n - 1; d >= 0; --d) {
    const int own = d - (batch.n - f.batch.n);
    if (own >= 0 && f.batch[own] != 1) at += b % batch[d] * f.batch_strides[own];
    b /= batch[d];
  }
  return at;
}

}  // namespace

Dependence::Dependence(const OpDef& op, const Value* args, const TrackedMemory& memory, IndexSets& sets)
    : op_(op), args_(args), sets_(sets) {
  const auto take = [&](int number, const Tensor& t) {
    if (!t) return;
    const bool tracked = memory.tracks(t);
    any_ |= tracked;
    arguments_.push_back({number, t, tracked ? memory.read(t) : ElementSets(), tracked});
  };
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (args[a].kind == VJP_KIND_TENSOR) take(a, as_tensor(args[a].as.tensor));
    if (args[a].kind == VJP_KIND_TENSOR_LIST)
      for (const Tensor& t : Unbox<TensorList>::get(args[a])) take(a, t);
  }
}

void Dependence::add(ElementSets& to, const ElementSets& from) const {
  for (size_t i = 0; i < to.size(); ++i) to[i] = sets_.unite(to[i], from[i]);
}

// The element at the same place, broadcast, of the arguments in a mask.
ElementSets Dependence::elementwise(const Tensor& result, uint32_t arguments) const {
  ElementSets out(static_cast<size_t>(result.numel()), kEmptySet);
  for (const TrackedArgument& a : arguments_) {
    if (!a.tracked || !(arguments >> a.number & 1)) continue;
    const IntSpan sizes = result.sizes(), own = a.tensor.sizes();
    const Dims strides = contiguous_strides(own);
    for (size_t n = 0; n < out.size(); ++n) {
      size_t rest = n, at = 0;
      for (size_t d = sizes.size(); d-- > 0; rest /= static_cast<size_t>(sizes[d])) {
        const size_t missing = sizes.size() - own.size();
        if (d < missing || own[d - missing] == 1) continue;
        at += rest % static_cast<size_t>(sizes[d]) * static_cast<size_t>(strides[static_cast<int>(d - missing)]);
      }
      out[n] = sets_.unite(out[n], a.sets[at]);
    }
  }
  return out;
}

ElementSets Dependence::lines(const TrackedArgument& argument, uint32_t dims, const Tensor& result) const {
  const std::vector<size_t> from = lines_of(argument.tensor.sizes(), dims, argument.tensor.numel());
  std::vector<std::vector<SetId>> members;
  for (size_t n = 0; n < from.size(); ++n) {
    if (from[n] >= members.size()) members.resize(from[n] + 1);
    members[from[n]].push_back(argument.sets[n]);
  }
  ElementSets whole;
  for (const std::vector<SetId>& line : members) whole.push_back(sets_.unite(line));
  const bool collapsed = result.ndim() != argument.tensor.ndim();
  const std::vector<size_t> to = lines_of(result.sizes(), collapsed ? 0 : dims, result.numel());
  ElementSets out;
  for (size_t line : to) out.push_back(line < whole.size() ? whole[line] : SetId{kEmptySet});
  return out;
}

ElementSets Dependence::product(size_t first, size_t second, const Tensor& result) const {
  const auto* rule = std::ranges::find(kProducts, op_.name(), &Product::op);
  const Factor a = factor_of(arguments_[first], true, false);
  const Factor b = factor_of(arguments_[second], false, rule->transposed);
  // A `linear` has all leading dimensions of its input in front of one matrix.
  const Dims batch = broadcast(a.batch, b.batch, op_.schema.name);
  const int64_t batches = checked_numel(batch, op_.schema.name);
  ElementSets out(static_cast<size_t>(result.numel()), kEmptySet);
  std::vector<SetId> members;
  for (int64_t n = 0; n < batches; ++n) {
    const int64_t a0 = begin_of(a, batch, n), b0 = begin_of(b, batch, n);
    for (int64_t i = 0; i < a.rows; ++i) {
      for (int64_t j = 0; j < b.columns; ++j) {
        members.clear();
        for (int64_t k = 0; k < a.columns; ++k) {
          const size_t ia = static_cast<size_t>(a0 + i * a.row_stride + k * a.column_stride);
          const size_t ib = static_cast<size_t>(b0 + k * b.row_stride + j * b.column_stride);
          if (const auto* known = a.known(); known && (*known)[ia] == 0) continue;
          if (const auto* known = b.known(); known && (*known)[ib] == 0) continue;
          if (a.argument->tracked) members.push_back(a.argument->sets[ia]);
          if (b.argument->tracked) members.push_back(b.argument->sets[ib]);
        }
        out[static_cast<size_t>((n * a.rows + i) * b.columns + j)] = sets_.unite(members);
      }
    }
  }
  return out;
}

// With a weight that is 0 but at one place of the window and of the channels that are summed, a convolution moves
// elements: so each such place adds one element to the set of each result.
ElementSets Dependence::convolution(const Tensor& result) const {
  const TrackedArgument &input = arguments_[0], &weight = arguments_[1];
  const bool forward = op_.name() == "_convolution";  // else its transpose, which sums over the weight's dimension 0
  const size_t size0 = static_cast<size_t>(weight.tensor.size(0)), size1 = static_cast<size_t>(weight.tensor.size(1));
  const size_t window = static_cast<size_t>(weight.tensor.numel()) / std::max<size_t>(1, size0 * size1);
  const std::vector<double> values = weight.tracked ? std::vector<double>() : values_on_host(weight.tensor);
  ElementSets out(static_cast<size_t>(result.numel()), kEmptySet);
  Value args[Schema::kMaxArgs];
  std::copy(args_, args_ + op_.schema.num_args, args);
  if (forward) args[2] = box();  // no bias
  for (size_t at = 0; input.tracked && at < (forward ? size1 : size0) * window; ++at) {
    std::vector<double> one(static_cast<size_t>(weight.tensor.numel()), 0);
    for (size_t other = 0; other < (forward ? size0 : size1); ++other) {
      const size_t place =
          forward ? other * size1 * window + at : at / window * size1 * window + other * window + at % window;
      one[place] = values.empty() || values[place] != 0;
    }
    const Tensor shown = tensor_of(one, weight.tensor);
    args[1] = box(shown);
    const std::optional<Moves> moves = probe(op_, args, 1);
    if (!moves || !moves->forward) return everything(result);
    for (size_t i = 0; i < out.size(); ++i)
      if (const int64_t from = moves->sources[0][i]; from != kNowhere)
        out[i] = sets_.unite(out[i], input.sets[static_cast<size_t>(from)]);
  }
  // Of a weight and a bias, those of the result's channel; of the transpose's weight, all.
  const Dims strides = contiguous_strides(result.sizes());
  const auto channel = [&](size_t i) {
    return i / static_cast<size_t>(strides[1]) % static_cast<size_t>(result.size(1));
  };
  const auto add_of = [&](const TrackedArgument& a, size_t channels) {
    const size_t each = a.sets.size() / std::max<size_t>(1, channels);
    std::vector<SetId> whole;
    for (size_t c = 0; c < channels; ++c) whole.push_back(sets_.unite(std::span(a.sets).subspan(c * each, each)));
    for (size_t i = 0; i < out.size(); ++i) out[i] = sets_.unite(out[i], whole[channels == 1 ? 0 : channel(i)]);
  };
  if (weight.tracked) add_of(weight, forward ? size0 : 1);
  if (arguments_.size() > 2 && arguments_[2].tracked) add_of(arguments_[2], size0);
  return out;
}

ElementSets Dependence::everything(const Tensor& result) const {
  std::vector<SetId> members;
  for (const TrackedArgument& a : arguments_) members.insert(members.end(), a.sets.begin(), a.sets.end());
  return ElementSets(static_cast<size_t>(result.numel()), sets_.unite(members));
}

// Operators with a structure of their own.
ElementSets Dependence::structured(const Tensor& result, bool& known) const {
  known = true;
  if (const auto* rule = std::ranges::find(kProducts, op_.name(), &Product::op); rule != std::end(kProducts)) {
    const auto index = [&](std::string_view name) {
      const auto found = std::ranges::find(arguments_, op_.schema.index_of(name), &TrackedArgument::number);
      return static_cast<size_t>(found - arguments_.begin());
    };
    ElementSets out = product(index(rule->first), index(rule->second), result);
    uint32_t others = ~(1u << op_.schema.index_of(rule->first) | 1u << op_.schema.index_of(rule->second));
    add(out, elementwise(result, others & op_.differentiable));
    return out;
  }
  if (is_one_of(kConvolutions, op_)) return convolution(result);
  const TrackedArgument& first = arguments_.front();
  if (auto dims = mixed_dims(op_, args_, first.tensor.ndim()); dims && first.number == 0) {
    ElementSets out(static_cast<size_t>(result.numel()), kEmptySet);
    if (first.tracked) out = lines(first, *dims, result);
    // Weights and biases of norms; other results are means and scales of the lines.
    if (same(result.sizes(), first.tensor.sizes())) add(out, elementwise(result, op_.differentiable & ~1u));
    return out;
  }
  if (is_one_of(kElementwise, op_)) return elementwise(result, op_.differentiable);
  known = false;
  return {};
}

// Where elements only move, or are added up; nothing where they do not.
std::optional<std::vector<ElementSets>> Dependence::moved(std::span<const Tensor> results) const {
  if (op_.family != Family::Linear && !is_one_of(kMovers, op_)) return std::nullopt;
  const std::optional<Moves> moves = probe(op_, args_, op_.differentiable);
  if (!moves) return std::nullopt;
  ElementSets from;  // of all that moves
  for (const TrackedArgument& a : arguments_) {
    if (!(op_.differentiable >> a.number & 1)) continue;
    const size_t end = from.size() + static_cast<size_t>(a.tensor.numel());
    from.insert(from.end(), a.sets.begin(), a.sets.end());
    from.resize(end, kEmptySet);
  }
  std::vector<ElementSets> out;
  size_t begin = 0;  // of the result among the elements of all
  for (size_t r = 0; r < results.size(); ++r) {
    const size_t size = static_cast<size_t>(results[r].numel());
    out.push_back(moves->forward ? taken(from, moves->sources[r]) : gathered(from, moves->targets, begin, size));
    begin += size;
  }
  return out;
}

// Of each element the set of the one that it is.
ElementSets Dependence::taken(const ElementSets& from, const std::vector<int64_t>& sources) const {
  ElementSets out;
  for (int64_t s : sources) out.push_back(s == kNowhere ? SetId{kEmptySet} : from[static_cast<size_t>(s)]);
  return out;
}

// Of the elements [begin, begin + size) the sets of those that go there.
ElementSets Dependence::gathered(const ElementSets& from, const std::vector<int64_t>& targets, size_t begin,
                                 size_t size) const {
  std::vector<std::vector<SetId>> members(size);
  for (size_t i = 0; i < from.size(); ++i) {
    const size_t target = static_cast<size_t>(targets[i]) - begin;  // what goes nowhere is beyond every size
    if (target < size) members[target].push_back(from[i]);
  }
  ElementSets out;
  for (const std::vector<SetId>& sets : members) out.push_back(sets_.unite(sets));
  return out;
}

std::vector<ElementSets> Dependence::of(std::span<const Tensor> results, std::set<std::string_view>& dense) const {
  std::vector<ElementSets> out;
  bool known = true;
  for (const Tensor& t : results) {
    if (!t) {
      out.emplace_back();  // a result that this call does not have
    } else if (op_.family == Family::Pointwise) {
      out.push_back(elementwise(t, followed_arguments(op_)));
    } else if (!op_.differentiable) {
      out.emplace_back(static_cast<size_t>(t.numel()), kEmptySet);
    } else {
      out.push_back(structured(t, known));
    }
  }
  if (known) return out;
  if (auto sets = moved(results)) return std::move(*sets);
  dense.insert(op_.c_name());
  for (size_t r = 0; r < results.size(); ++r)
    if (results[r]) out[r] = everything(results[r]);
  return out;
}

}  // namespace vjp
