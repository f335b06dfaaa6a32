// vjp/functional.h: derivatives of functions.
#include "vjp/functional.h"

#include "capi/capi.h"
#include "graph/hook.h"
#include "graph/scope.h"
#include "transforms/functional/linearization.h"

using namespace vjp;

struct vjp_linearization : Linearization {
  using Linearization::Linearization;
};

namespace {

Attach attach_of(int32_t create_graph) {
  return create_graph == -1                                                ? Attach::AsNeeded
         : flag_of("vjp_functional_options", "create_graph", create_graph) ? Attach::Yes
                                                                           : Attach::No;
}

FunctionalOptions convert(const vjp_functional_options* given) {
  vjp_functional_options o = VJP_FUNCTIONAL_OPTIONS_INIT;
  if (given) {
    checked(given, "vjp_functional_options", "VJP_FUNCTIONAL_OPTIONS_INIT");
    o = *given;
  }
  if (o.strategy < VJP_FUNCTIONAL_AUTO || o.strategy > VJP_FUNCTIONAL_FORWARD)
    fail(VJP_ERROR_INVALID, "vjp_functional_options: strategy is {}, expected 0 to 2", o.strategy);
  if (o.chunk_size < 0)
    fail(VJP_ERROR_INVALID, "vjp_functional_options: chunk_size is {}, expected a positive number, or 0 for all",
         o.chunk_size);
  FunctionalOptions out;
  out.attach = attach_of(o.create_graph);
  out.strict = flag_of("vjp_functional_options", "strict", o.strict);
  out.vectorize = flag_of("vjp_functional_options", "vectorize", o.vectorize);
  out.strategy = static_cast<Strategy>(o.strategy);
  out.chunk = o.chunk_size;
  if (o.argnums) out.wanted.emplace(o.argnums, o.argnums + o.num_argnums);
  return out;
}

DifferentiatedFunction convert(vjp_functional_fn fn, void* context) {
  return [=](TensorList inputs) {
    Ref<vjp_tensor_list> outputs = Ref<vjp_tensor_list>::take(give_list({}));
    Ref<vjp_tensor_list> aux = Ref<vjp_tensor_list>::take(give_list({}));
    auto handles = reinterpret_cast<vjp_tensor* const*>(inputs.data());
    vjp_status status;
    {
      Callback callback;
      status = fn(context, handles, inputs.size(), outputs.get(), aux.get());
    }
    if (status != VJP_OK) throw_callback_error(status, "the function that is differentiated");
    return FunctionValues{outputs->tensors, aux->tensors};
  };
}

TensorList full_list_of(vjp_tensor* const* tensors, size_t count, const char* name) {
  const TensorList list = list_of(tensors, count, name);
  for (size_t i = 0; i < count; ++i)
    if (!tensors[i]) fail(VJP_ERROR_INVALID, "argument '{}': entry {} is NULL", name, i);
  return list;
}

void give_values(const FunctionValues& values, vjp_tensor_list** out) {
  if (!out) return;
  std::vector<Tensor> all = values.outputs;
  all.insert(all.end(), values.aux.begin(), values.aux.end());
  *out = give_list(std::move(all));
}

template <class F>
vjp_status derive(vjp_functional_fn fn, vjp_tensor_list** values, vjp_tensor_list** out, F&& compute) {
  return guard([&] {
    VJP_ARG(fn);
    VJP_ARG(out);
    Derivatives result = compute();
    Ref<vjp_tensor_list> derivatives = Ref<vjp_tensor_list>::take(give_list(std::move(result.results)));
    give_values(result.values, values);
    *out = derivatives.detach();
  });
}

}  // namespace

#define WHOLE(entry, function)                                                                               \
  vjp_status entry(vjp_functional_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,        \
                   const vjp_functional_options* options, vjp_tensor_list** values, vjp_tensor_list** out) { \
    return derive(fn, values, out, [&] {                                                                     \
      return function(convert(fn, context), full_list_of(inputs, num_inputs, "inputs"), convert(options));   \
    });                                                                                                      \
  }
#define PRODUCT(entry, function)                                                                          \
  vjp_status entry(vjp_functional_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,     \
                   vjp_tensor* const* vectors, size_t num_vectors, const vjp_functional_options* options, \
                   vjp_tensor_list** values, vjp_tensor_list** out) {                                     \
    return derive(fn, values, out, [&] {                                                                  \
      return function(convert(fn, context), full_list_of(inputs, num_inputs, "inputs"),                   \
                      full_list_of(vectors, num_vectors, "vectors"), convert(options));                   \
    });                                                                                                   \
  }

WHOLE(vjp_functional_grad, gradients_of_function)
WHOLE(vjp_functional_jacobian, jacobian)
WHOLE(vjp_functional_hessian, hessian)
PRODUCT(vjp_functional_vjp, vector_jacobian)
PRODUCT(vjp_functional_jvp, jacobian_vector)
PRODUCT(vjp_functional_vhp, vector_hessian)
PRODUCT(vjp_functional_hvp, hessian_vector)
#undef WHOLE
#undef PRODUCT

vjp_status vjp_functional_linearize(vjp_functional_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                    const vjp_functional_options* options, vjp_tensor_list** values,
                                    vjp_linearization** out) {
  return guard([&] {
    VJP_ARG(fn);
    VJP_ARG(out);
    auto map = std::make_unique<vjp_linearization>(convert(fn, context), full_list_of(inputs, num_inputs, "inputs"),
                                                   convert(options));
    give_values(map->values(), values);
    *out = map.release();
  });
}
vjp_linearization* vjp_linearization_retain(vjp_linearization* map) {
  if (map) map->refs.retain();
  return map;
}
void vjp_linearization_release(vjp_linearization* map) {
  if (map && map->refs.release()) delete map;
}
vjp_status vjp_linearization_vjp(vjp_linearization* map, vjp_tensor* const* vectors, size_t num_vectors,
                                 vjp_tensor_list** out) {
  return guard([&] {
    VJP_ARG(map);
    VJP_ARG(out);
    *out = give_list(map->pull_back(full_list_of(vectors, num_vectors, "vectors")));
  });
}
vjp_status vjp_linearization_jvp(vjp_linearization* map, vjp_tensor* const* vectors, size_t num_vectors,
                                 vjp_tensor_list** out) {
  return guard([&] {
    VJP_ARG(map);
    VJP_ARG(out);
    *out = give_list(map->push_forward(full_list_of(vectors, num_vectors, "vectors")));
  });
}
