// W18: transforms of functions. Gradients of each sample, a sparse jacobian, a Hessian times a vector. W15's
// checkpointed transformer is in w_process.cc.
#include "harness.h"
#include "inputs.h"
#include "models.h"
#include "workloads.h"

namespace bench {

namespace {

// ---- functions of tensors as the library calls them

using Function = std::function<Tensor(const Tensors&)>;

Tensors borrowed(vjp_tensor* const* handles, size_t count) {
  Tensors out;
  out.reserve(count);
  for (size_t i = 0; i < count; ++i) out.emplace_back(vjp_tensor_retain(handles[i]));
  return out;
}
Tensors taken(vjp_tensor_list* list) {
  Tensors out;
  for (size_t i = 0; i < vjp_tensor_list_size(list); ++i)
    out.emplace_back(vjp_tensor_retain(vjp_tensor_list_get(list, i)));
  vjp_tensor_list_release(list);
  return out;
}

vjp_status call(void* context, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* outputs, vjp_tensor_list*) {
  return vjp_tensor_list_append(outputs, (*static_cast<Function*>(context))(borrowed(inputs, count)).get());
}

vjp_functional_options by(const std::vector<size_t>& argnums) {
  vjp_functional_options options = VJP_FUNCTIONAL_OPTIONS_INIT;
  options.argnums = argnums.data();
  options.num_argnums = argnums.size();
  return options;
}
std::vector<size_t> first(size_t count) {
  std::vector<size_t> out;
  for (size_t i = 0; i < count; ++i) out.push_back(i);
  return out;
}

Tensors gradient(Function& f, const Tensors& inputs, const std::vector<size_t>& argnums) {
  const vjp_functional_options options = by(argnums);
  vjp_tensor_list* out = nullptr;
  check(vjp_functional_grad(call, &f, handles_of(inputs).data(), inputs.size(), &options, nullptr, &out));
  return taken(out);
}
Tensors hessian_product(Function& f, const Tensors& inputs, const Tensors& direction,
                        const std::vector<size_t>& argnums) {
  vjp_functional_options options = by(argnums);
  options.create_graph = 0;
  vjp_tensor_list* out = nullptr;
  check(vjp_functional_hvp(call, &f, handles_of(inputs).data(), inputs.size(), handles_of(direction).data(),
                           direction.size(), &options, nullptr, &out));
  return taken(out);
}

double sum_of_abs(const Tensors& all) {
  double sum = 0;
  for (const Tensor& t : all) sum += bench::sum_of_abs(t.detach());
  return sum;
}

// ---- gradients of each sample

// What one sample's gradient is asked of: a loss of parameters, sample and label.
struct Sample {
  Function loss;
  std::vector<size_t> argnums;
};

vjp_status gradient_of_sample(void* context, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* results) {
  Sample& sample = *static_cast<Sample*>(context);
  const vjp_functional_options options = by(sample.argnums);
  vjp_tensor_list* out = nullptr;
  vjp_status status = vjp_functional_grad(call, &sample.loss, inputs, count, &options, nullptr, &out);
  for (size_t i = 0; status == VJP_OK && i < vjp_tensor_list_size(out); ++i)
    status = vjp_tensor_list_append(results, vjp_tensor_list_get(out, i));
  vjp_tensor_list_release(out);
  return status;
}

void per_sample() {
  const int64_t batch = 256;
  Mlp model({784, 512, 512, 10}, Mlp::Activation::Relu, 1);
  Tensors inputs = model.parameters();
  const size_t parameters = inputs.size();
  for (Tensor& p : inputs) p.requires_grad(false);
  inputs.push_back(fill({batch, 784}, 40));
  inputs.push_back(ints({batch}, 41, 10));
  std::vector<int64_t> dims(parameters, VJP_VMAP_NONE);
  dims.insert(dims.end(), {0, 0});
  Sample sample{[&](const Tensors& in) {
                  Mlp one = model;
                  for (size_t k = 0; k < one.weights.size(); ++k) {
                    one.weights[k] = in[2 * k];
                    one.biases[k] = in[2 * k + 1];
                  }
                  return cross_entropy(one(view(in[parameters], {1, 784})), view(in[parameters + 1], {1}));
                },
                first(parameters)};
  auto run = [&] {
    vjp_tensor_list* out = nullptr;
    check(vjp_vmap(gradient_of_sample, &sample, handles_of(inputs).data(), dims.data(), inputs.size(), nullptr, &out));
    return taken(out);
  };
  Case c{.workload = "W18", .name = "per_sample.b256", .mode = "c:vmap(grad)"};
  measure(c.checked(sum_of_abs(run())), [&] { run(); });
}

// ---- the jacobian of a function of neighbours

constexpr int64_t kVariables = 10000;

Tensor narrow(const Tensor& x, int64_t start, int64_t length) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_narrow(x.get(), 0, start, length, out); });
}

// sin(x[i]) * (x[i - 1] + x[i + 1]), with zeros outside
Tensor of_neighbours(const Tensor& x) {
  const int64_t n = x.size(0);
  const Tensor zero = constant({1}, 0);
  const Tensor left = cat({zero, narrow(x, 0, n - 1)}, 0), right = cat({narrow(x, 1, n - 1), zero}, 0);
  return mul(sin(x), add(left, right));
}

vjp_status call_of_neighbours(void*, vjp_tensor* input, vjp_tensor** out) {
  *out = vjp_tensor_retain(of_neighbours(Tensor(vjp_tensor_retain(input))).get());
  return VJP_OK;
}

void sparse_jacobian() {
  const Tensor x = fill({kVariables}, 180);
  vjp_sparsity* pattern = nullptr;
  check(vjp_sparsity_of_jacobian(call_of_neighbours, nullptr, x.get(), &pattern));
  const auto entries = [&](vjp_sparsity* known) {
    vjp_sparsity* used = nullptr;
    Tensor out = Tensor::made([&](vjp_tensor** entries) {
      return vjp_sparse_jacobian(call_of_neighbours, nullptr, x.get(), known, nullptr, &used, entries);
    });
    vjp_sparsity_release(used);
    return out;
  };
  Case c{.workload = "W18", .name = "tridiagonal.jacobian", .mode = "c:sparse, pattern known"};
  c.checked(bench::sum_of_abs(entries(pattern)));
  measure(c, [&] { entries(pattern); });
  c.mode = "c:sparse, pattern found";
  measure(c, [&] { entries(nullptr); });
  vjp_sparsity_release(pattern);

  Function f = [](const Tensors& in) { return of_neighbours(in[0]); };
  vjp_functional_options options = VJP_FUNCTIONAL_OPTIONS_INIT;
  options.vectorize = 1;
  const auto dense = [&] {
    vjp_tensor* input = x.get();
    vjp_tensor_list* out = nullptr;
    check(vjp_functional_jacobian(call, &f, &input, 1, &options, nullptr, &out));
    return taken(out);
  };
  c.mode = "c:jacrev";
  measure(c.checked(sum_of_abs(dense())), [&] { dense(); });
}

// ---- a Hessian times a vector, against the gradient

// The block's loss as a function of its parameters, its input and what it should give.
Tensor block_loss(const Block& block, const Tensors& in) {
  Block given = block;
  Tensor* fields[] = {&given.wqkv, &given.bqkv, &given.wo, &given.bo, &given.w1, &given.b1,
                      &given.w2,   &given.b2,   &given.g1, &given.c1, &given.g2, &given.c2};
  const size_t count = std::size(fields);
  for (size_t i = 0; i < count; ++i) *fields[i] = in[i];
  return mean(square(sub(given(in[count]), in[count + 1])));
}

// The fastest of gradient and product, taken in turns, so that both see the same machine.
void hessian_product_by(const std::string& name, Function& loss, const Tensors& inputs, const Tensors& direction,
                        const std::vector<size_t>& argnums) {
  Case c{.workload = "W18", .name = "block." + name, .mode = "c:forward over reverse", .target = 1};
  c.checked(sum_of_abs(hessian_product(loss, inputs, direction, argnums)));
  const std::vector<double> seconds = measure_phases(c, {"", "hvp"}, [&] {
    const double begin = now();
    gradient(loss, inputs, argnums);
    const double middle = now();
    hessian_product(loss, inputs, direction, argnums);
    return std::vector<double>{middle - begin, now() - middle};
  });
  c.name += ".hvp_per_gradient";
  c.unit = "x";
  emit_value(c, seconds[1] / seconds[0]);
}

void hessian_products() {
  Block block(true);
  const Shape shape{Block::kBatch, Block::kLength, Block::kWidth};
  Tensors inputs = block.parameters(), direction;
  const size_t parameters = inputs.size();
  for (Tensor& p : inputs) p.requires_grad(false);
  for (size_t i = 0; i < parameters; ++i) {
    const Shape of(vjp_tensor_shape(inputs[i].get()),
                   vjp_tensor_shape(inputs[i].get()) + vjp_tensor_ndim(inputs[i].get()));
    direction.push_back(fill(of, 520 + i));
  }
  inputs.push_back(fill(shape, 50));
  inputs.push_back(fill(shape, 51));
  Function loss = [&](const Tensors& in) { return block_loss(block, in); };
  hessian_product_by("input", loss, inputs, {fill(shape, 52)}, {parameters});
  hessian_product_by("weights", loss, inputs, direction, first(parameters));
}

}  // namespace

void w18_transforms() {
  guard("W18", "per_sample", per_sample);
  guard("W18", "tridiagonal", sparse_jacobian);
  guard("W18", "block", hessian_products);
}

}  // namespace bench
