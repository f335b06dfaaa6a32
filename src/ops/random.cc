// Random tensors. Each call takes as many Philox blocks from its generator as it has elements to fill.
#include "ops/functions/random.h"

#include <cmath>

#include "device/captures.h"
#include "device/generator.h"
#include "device/instrument.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_sort.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_activation.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/layout.h"
#include "ops/numbers.h"

namespace vjp {
namespace {

// A graph knows which generators it draws from, or each replay would draw the same numbers (spec RG-4).
[[gnu::cold]] void check_registered(Generator& source, Device device) {
  if (device.is_cpu() || source.capturing()) return;
  Stream& stream = current_stream(device);
  if (!capture_of(stream)) return;
  fail(VJP_ERROR_STATE,
       "{}: the stream '{}' is being captured, and the generator is not registered with the graph, so every replay "
       "would draw the same numbers; register it before the capture (vjp_device_graph_register_generator)",
       attribution_or("random").op, stream);
}

void draw(RandomArgs& args, const Tensor& out, Generator* generator) {
  Generator& source = generator ? *generator : default_generator(out.device());
  if (capture_underway()) [[unlikely]]
    check_registered(source, out.device());
  Generator::State state = source.reserve(static_cast<uint64_t>(random_blocks(out.numel())));
  args.out = out.view();
  args.seed = state.seed;
  args.offset = state.offset;
  args.state = state.words;
  if (out.numel() > 0) kernels().random(args);
}

Tensor drawn(Distribution distribution, double a, double b, IntSpan size, Dtype dtype, Generator* generator,
             const Tensor& like = {}) {
  checked_numel(size, "random");
  Dtype d = dtype == Dtype::None ? Dtype::Float32 : dtype;
  RandomArgs args{};
  args.distribution = byte_of(distribution);
  args.a = a;
  args.b = b;
  if (is_integral(d))
    fail(VJP_ERROR_DTYPE,
         "random: 'dtype' is {}, which cannot hold real random numbers; expected a floating or complex dtype", d);
  if (!is_complex(d)) {
    Tensor out = like ? empty_like_images(size, d, like) : Tensor::empty(size, d);
    draw(args, out, generator);
    return out;
  }
  // independent parts; those of a normal number share its variance
  if (distribution == Distribution::Normal) args.b = b / std::sqrt(2.0);
  Dims parts(size);
  parts.push_back(2);
  Tensor pairs = Tensor::empty(parts, real_of(d));
  draw(args, pairs, generator);
  return fresh_copy(view_as_complex(pairs));
}

Tensor drawn_integers(int64_t low, int64_t high, IntSpan size, Dtype dtype, Generator* generator, const char* what) {
  checked_numel(size, what);
  if (low >= high)
    fail(VJP_ERROR_INVALID, "{}: 'low' is {} and 'high' is {}: there is no integer from low to before high", what, low,
         high);
  Tensor out = Tensor::empty(size, dtype == Dtype::None ? Dtype::Int64 : dtype);
  RandomArgs args{};
  args.distribution = byte_of(Distribution::Integer);
  args.low = low;
  args.high = high;
  draw(args, out, generator);
  return out;
}

}  // namespace

struct Rand : CreationOp {
  static constexpr Schema schema{"rand(int[] size, *, dtype? dtype=None, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "Uniform random numbers from 0 to before 1.";
  static Tensor forward(IntSpan size, Dtype dtype, Generator* generator) {
    return drawn(Distribution::Uniform, 0, 1, size, dtype, generator);
  }
};
VJP_DEFINE(Rand);

struct RandLike : CreationOp {
  static constexpr Schema schema{"rand_like(Tensor input, *, dtype? dtype=None, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "Uniform random numbers from 0 to before 1, in the shape of input.";
  static Tensor forward(const Tensor& input, Dtype dtype, Generator* generator) {
    return drawn(Distribution::Uniform, 0, 1, input.sizes(), dtype == Dtype::None ? input.dtype() : dtype, generator,
                 input);
  }
};
VJP_DEFINE(RandLike);

struct Randn : CreationOp {
  static constexpr Schema schema{"randn(int[] size, *, dtype? dtype=None, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "Normal random numbers of mean 0 and variance 1.";
  static Tensor forward(IntSpan size, Dtype dtype, Generator* generator) {
    return drawn(Distribution::Normal, 0, 1, size, dtype, generator);
  }
};
VJP_DEFINE(Randn);

struct RandnLike : CreationOp {
  static constexpr Schema schema{"randn_like(Tensor input, *, dtype? dtype=None, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "Normal random numbers of mean 0 and variance 1, in the shape of input.";
  static Tensor forward(const Tensor& input, Dtype dtype, Generator* generator) {
    return drawn(Distribution::Normal, 0, 1, input.sizes(), dtype == Dtype::None ? input.dtype() : dtype, generator,
                 input);
  }
};
VJP_DEFINE(RandnLike);

struct Randint : CreationOp {
  static constexpr Schema schema{
      "randint(int high, int[] size, *, dtype? dtype=None, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "Random integers from 0 to before high; int64 unless dtype is given.";
  static Tensor forward(int64_t high, IntSpan size, Dtype dtype, Generator* generator) {
    return drawn_integers(0, high, size, dtype, generator, "randint");
  }
};
VJP_DEFINE(Randint);

struct RandintLow : CreationOp {
  static constexpr Schema schema{
      "randint.low(int low, int high, int[] size, *, dtype? dtype=None, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "Random integers from low to before high; int64 unless dtype is given.";
  static Tensor forward(int64_t low, int64_t high, IntSpan size, Dtype dtype, Generator* generator) {
    return drawn_integers(low, high, size, dtype, generator, "randint");
  }
};
VJP_DEFINE(RandintLow);

struct Randperm : CreationOp {
  static constexpr Schema schema{"randperm(int n, *, dtype? dtype=None, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "The integers from 0 to before n in random order.";
  static Tensor forward(int64_t n, Dtype dtype, Generator* generator) {
    if (n < 0) fail(VJP_ERROR_INVALID, "randperm: n must not be negative, got {}", n);
    // the order of independent 63-bit numbers; ties are as rare as they are harmless
    Tensor keys = drawn_integers(0, INT64_MAX, Dims{n}, Dtype::Int64, generator, "randperm");
    return to(argsort(keys), dtype == Dtype::None ? Dtype::Int64 : dtype);
  }
};
VJP_DEFINE(Randperm);

struct Normal : CreationOp {
  static constexpr Schema schema{
      "normal(Tensor input, float mean=0.0, float std=1.0, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "Normal random numbers in the shape and dtype of input; normal_ writes them there.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double mean, double std, Generator* generator) {
    if (!(std >= 0)) fail(VJP_ERROR_INVALID, "normal: std must not be negative, got {}", std);
    return drawn(Distribution::Normal, mean, std, input.sizes(), input.dtype(), generator);
  }
};
VJP_DEFINE(Normal);

struct NormalSize : CreationOp {
  static constexpr Schema schema{
      "normal.size(float mean, float std, int[] size, *, dtype? dtype=None, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "Normal random numbers of a mean and a standard deviation.";
  static Tensor forward(double mean, double std, IntSpan size, Dtype dtype, Generator* generator) {
    if (!(std >= 0)) fail(VJP_ERROR_INVALID, "normal: std must not be negative, got {}", std);
    return drawn(Distribution::Normal, mean, std, size, dtype, generator);
  }
};
VJP_DEFINE(NormalSize);

struct Uniform : CreationOp {
  static constexpr Schema schema{
      "uniform(Tensor input, float low=0.0, float high=1.0, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "Uniform random numbers from low to before high in the shape and dtype of input; uniform_ writes them there.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double low, double high, Generator* generator) {
    if (!(low <= high)) fail(VJP_ERROR_INVALID, "uniform: low {} is above high {}", low, high);
    if (!std::isfinite(high - low))
      fail(VJP_ERROR_INVALID, "uniform: from low {} to high {} there is no finite distance", low, high);
    return drawn(Distribution::Uniform, low, high, input.sizes(), input.dtype(), generator);
  }
};
VJP_DEFINE(Uniform);

namespace {
// What is drawn does not depend on its probabilities in a differentiable way (spec GRAPH-16).
void check_no_gradient(const Tensor& probabilities, const char* op) {
  if (grad_enabled() && requires_grad(probabilities)) {
    fail(VJP_ERROR_INVALID,
         "{}: argument 'input' ({}) requires grad, but a sample cannot be differentiated by its probabilities; detach "
         "them",
         op, probabilities);
  }
}

// NaN is the largest and the smallest of all.
bool are_probabilities(const Tensor& input) {
  return amin(input).item().to_double() >= 0 && amax(input).item().to_double() <= 1;
}
}  // namespace

struct Bernoulli : CreationOp {
  static constexpr Schema schema{"bernoulli(Tensor input, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "1 with the probability that input says, else 0, elementwise. Probabilities on the CPU that are not from 0 to 1 "
      "are an error; those on a device are not looked at, since the host would have to wait for them.";
  static Tensor forward(const Tensor& input, Generator* generator) {
    check_no_gradient(input, "bernoulli");
    if (!is_floating(input.dtype()))
      fail(VJP_ERROR_DTYPE, "bernoulli: probabilities are {}, expected a floating dtype", input);
    // on a device the host would have to wait for the answer
    if (input.device().is_cpu() && input.numel() > 0 && !are_probabilities(input))
      fail(VJP_ERROR_INVALID, "bernoulli: probabilities are from 0 to 1; the input has others, or NaN");
    Tensor out = Tensor::empty(input.sizes(), input.dtype());
    RandomArgs args{};
    args.distribution = byte_of(Distribution::Bernoulli);
    args.probability = input.view();
    draw(args, out, generator);
    return out;
  }
};
VJP_DEFINE(Bernoulli);

struct BernoulliP : CreationOp {
  static constexpr Schema schema{"bernoulli.p(Tensor input, float p, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "1 with probability p, else 0, in the shape and dtype of input.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double p, Generator* generator) {
    check_probability(p, "bernoulli");
    Tensor out = Tensor::empty(input.sizes(), input.dtype());
    RandomArgs args{};
    args.distribution = byte_of(Distribution::Bernoulli);
    args.a = p;
    draw(args, out, generator);
    return out;
  }
};
VJP_DEFINE(BernoulliP);

struct DropoutMask : CreationOp {
  static constexpr Schema schema{"_dropout_mask(Tensor input, float p, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "0 with probability p, else 1 / (1 - p), in the shape of input.";
  static Tensor forward(const Tensor& input, double p, Generator* generator) {
    Tensor out = Tensor::empty(input.sizes(), real_of(input.dtype()));
    RandomArgs args{};
    args.distribution = byte_of(Distribution::DropoutMask);
    args.a = p;
    draw(args, out, generator);
    return out;
  }
};
VJP_DEFINE(DropoutMask);

// What is dropped passes nothing on, be it infinite or NaN.
struct DropoutApply : Pointwise {
  static constexpr Schema schema{"_dropout_apply(Tensor input, Tensor mask) -> Tensor"};
  static constexpr const char* doc = "input * mask, and 0 where mask is 0.";
  static constexpr bool inplace = false, out_variant = false;
  static constexpr auto formula = [](auto x, auto m) { return where(m, x * m, 0.0); };
  static constexpr auto partials =
      rules(partial<"input", In<"mask">>([](auto m) { return only_where(ne(m, 0.0), m); }));
};
VJP_DEFINE(DropoutApply);

struct Dropout : Composite {
  static constexpr Schema schema{
      "dropout(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "In training, elements are set to 0 with probability p and the others scaled by 1 / (1 - p). A view of the input "
      "where nothing is dropped: not in training, or with p = 0.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double p, bool training, Generator* generator) {
    check_probability(p, "dropout");
    if (!training || p == 0) return alias(input);
    return _dropout_apply(input, _dropout_mask(input, p, generator));
  }
};
VJP_DEFINE(Dropout);

// The slope of each element, drawn where it is not positive.
struct RandomSlopes : CreationOp {
  static constexpr Schema schema{
      "_random_slopes(Tensor input, float lower, float upper, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "1 where input is positive, elsewhere a number between lower and upper.";
  static Tensor forward(const Tensor& input, double lower, double upper, Generator* generator) {
    Tensor slopes = drawn(Distribution::Uniform, lower, upper, input.sizes(), input.dtype(), generator);
    return where(gt(input, 0), 1.0, slopes);
  }
};
VJP_DEFINE(RandomSlopes);

struct Rrelu : Composite {
  static constexpr Schema schema{
      "rrelu(Tensor input, float lower=0.125, float upper=0.3333333333333333, bool training=False, *, Generator? "
      "generator=None) -> Tensor"};
  static constexpr const char* doc =
      "input where it is positive, else input times a slope: in training drawn between lower and upper for each "
      "element, otherwise the middle of both.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double lower, double upper, bool training, Generator* generator) {
    if (!(lower <= upper) || std::isinf(lower) || std::isinf(upper))
      fail(VJP_ERROR_INVALID, "rrelu: 'lower' {} and 'upper' {} are no interval", lower, upper);
    if (!training) return leaky_relu(input, (lower + upper) / 2);
    return mul(input, _random_slopes(input, lower, upper, generator));
  }
};
VJP_DEFINE(Rrelu);

struct NativeDropoutBackward : Composite {
  static constexpr Schema schema{"native_dropout_backward(Tensor grad_output, Tensor mask, float scale) -> Tensor"};
  static constexpr const char* doc = "grad_output * scale where mask is true, else 0: what a dropout passes back.";
  static Tensor forward(const Tensor& grad_output, const Tensor& mask, double scale) {
    if (!same(grad_output.sizes(), mask.sizes()))
      fail(VJP_ERROR_SHAPE, "native_dropout_backward: 'grad_output' {} and 'mask' {} differ in shape", grad_output,
           mask);
    return _dropout_apply(grad_output, mul(to(mask, real_of(grad_output.dtype())), scale));
  }
};
VJP_DEFINE(NativeDropoutBackward);

struct Multinomial : CreationOp {
  static constexpr Schema schema{
      "multinomial(Tensor input, int num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "Indices drawn from every row of weights, which need not sum to 1.";
  static Tensor forward(const Tensor& input, int64_t num_samples, bool replacement, Generator* generator) {
    check_no_gradient(input, "multinomial");
    if (input.ndim() < 1 || input.ndim() > 2 || !is_floating(input.dtype())) {
      fail(VJP_ERROR_SHAPE, "multinomial: weights are {}, expected one or two floating dimensions", input);
    }
    int64_t columns = input.size(-1);
    if (num_samples < 1 || columns == 0 || (!replacement && num_samples > columns)) {
      fail(VJP_ERROR_INVALID, "multinomial: 'num_samples' is {}, but there are {} weights to draw from{}", num_samples,
           columns, replacement ? "" : " without replacement");
    }
    Dims sizes(input.sizes());
    sizes[input.ndim() - 1] = num_samples;
    if (!input.device().is_cpu()) {
      Tensor u = drawn(Distribution::Uniform, 0, 1, sizes, Dtype::Float64, generator);
      return draw_on_device(to(input, Dtype::Float64), u, replacement);
    }
    Tensor weights = to(contiguous(input), Dtype::Float64);
    if (weights.is(input)) weights = fresh_copy(weights);
    check_weights(weights);
    Tensor out = Tensor::empty(sizes, Dtype::Int64),
           u = drawn(Distribution::Uniform, 0, 1, sizes, Dtype::Float64, generator);
    for (int64_t r = 0; r < weights.numel() / columns; ++r) {
      draw_row(weights.data<double>() + r * columns, columns, u.data<double>() + r * num_samples, num_samples,
               replacement, out.data<int64_t>() + r * num_samples);
    }
    return out;
  }
  // The same choice without the host: among the running sums, the number of those that do not exceed the target.
  static Tensor draw_on_device(Tensor weights, const Tensor& u, bool replacement) {
    refuse_if(logical_not(logical_and(ge(weights, 0.0), lt(weights, INFINITY))));
    std::vector<Tensor> chosen;
    for (int64_t s = 0; s < u.size(-1); ++s) {
      Tensor sums = cumsum(weights, -1);
      Tensor total = narrow(sums, -1, weights.size(-1) - 1, 1);
      refuse_if(logical_not(gt(total, 0.0)));
      Tensor below = le(sums, mul(narrow(u, -1, s, 1), total));
      const int64_t last[] = {-1};
      // rounding may leave all below; argmax finds the last weight that is not 0
      chosen.push_back(minimum(sum(to(below, Dtype::Int64), IntSpan(last), true), argmax(sums, -1, true)));
      if (!replacement) weights = scatter_value(weights, -1, chosen.back(), 0);
    }
    return cat(chosen, -1);
  }
  // An error of the stream where an element is true.
  static void refuse_if(const Tensor& wrong) {
    Tensor flags = to(wrong, Dtype::Int64);
    kernels().check_index({flags.view(), 0, 1});
  }
  static void check_weights(const Tensor& weights) {
    for (int64_t i = 0; i < weights.numel(); ++i) {
      double w = weights.data<double>()[i];
      if (!(w >= 0) || std::isinf(w))
        fail(VJP_ERROR_INVALID, "multinomial: a weight is {}, expected finite numbers from 0 on", w);
    }
  }
  // Inverts the running sum; without replacement, what was drawn weighs nothing any more.
  static void draw_row(double* w, int64_t n, const double* u, int64_t samples, bool replacement, int64_t* out) {
    for (int64_t s = 0; s < samples; ++s) {
      double total = 0;
      for (int64_t j = 0; j < n; ++j) total += w[j];
      if (!(total > 0)) fail(VJP_ERROR_INVALID, "multinomial: the weights left in a row sum to 0");
      double target = u[s] * total, sum = 0;
      int64_t chosen = -1;
      for (int64_t j = 0; j < n; ++j) {
        if (w[j] == 0) continue;
        chosen = j;
        sum += w[j];
        if (sum > target) break;
      }
      out[s] = chosen;
      if (!replacement) w[chosen] = 0;
    }
  }
};
VJP_DEFINE(Multinomial);

}  // namespace vjp
