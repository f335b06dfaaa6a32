/* The same for structures and callbacks. */
#ifndef VJP_TESTS_PICK_STRUCTS_H
#define VJP_TESTS_PICK_STRUCTS_H

#include "pick.h"

static inline const vjp_grad_options* pick_grad_options(Pick* p) {
  static vjp_grad_options options;
  vjp_grad_options fresh = VJP_GRAD_OPTIONS_INIT;
  int c = walk_choice(p);
  options = fresh;
  if (c == 2) options.struct_size = 0;
  if (c == 3) options.struct_size = (size_t)-1;
  if (c == 4) options.create_graph = 99, options.retain_graph = -99, options.allow_unused = 77;
  if (c == 5) options.materialize = 1, options.allow_unused = 0;
  if (c == 6) options.batched = 1;
  if (c == 7) options.batched = 1, options.accumulate = 1;
  return c == 1 ? NULL : &options;
}
static inline vjp_status walk_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                       vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return VJP_OK;
}
static inline const vjp_function* pick_function(Pick* p) {
  static vjp_function function;
  vjp_function fresh = VJP_FUNCTION_INIT;
  int c = walk_choice(p);
  function = fresh;
  function.name = c == 2 ? NULL : "Walk";
  function.backward = c == 3 ? NULL : walk_backward;
  if (c == 4) function.struct_size = 0;
  if (c == 5) function.struct_size = (size_t)-1;
  return c == 1 ? NULL : &function;
}
static inline vjp_status walk_pack(void* context, vjp_tensor* tensor, void** packed) {
  (void)context;
  *packed = vjp_tensor_retain(tensor);
  return VJP_OK;
}
static inline vjp_status walk_unpack(void* context, void* packed, vjp_tensor** out) {
  (void)context;
  *out = vjp_tensor_retain((vjp_tensor*)packed);
  return VJP_OK;
}
static inline void walk_drop_packed(void* context, void* packed) {
  (void)context;
  vjp_tensor_release((vjp_tensor*)packed);
}
static inline const vjp_saved_tensor_hooks* pick_saved_hooks(Pick* p) {
  static vjp_saved_tensor_hooks hooks;
  vjp_saved_tensor_hooks fresh = VJP_SAVED_TENSOR_HOOKS_INIT;
  int c = walk_choice(p);
  hooks = fresh;
  hooks.pack = c == 2 ? NULL : walk_pack;
  hooks.unpack = c == 3 ? NULL : walk_unpack;
  hooks.drop_packed = walk_drop_packed;
  if (c == 4) hooks.struct_size = 0;
  return c == 1 ? NULL : &hooks;
}
static inline const vjp_profiler_options* pick_profiler_options(Pick* p) {
  static vjp_profiler_options options;
  vjp_profiler_options fresh = VJP_PROFILER_OPTIONS_INIT;
  int c = walk_choice(p);
  options = fresh;
  if (c == 2) options.struct_size = 0;
  if (c == 3) options.wait = -1;
  if (c == 4) options.wait = 1; /* and active is 0 */
  if (c == 5) options.shapes = options.memory = options.flops = options.kernels = options.devices = true;
  if (c == 6) options.active = 1;
  return c == 1 ? NULL : &options;
}
static inline const vjp_memory_report_options* pick_memory_report_options(Pick* p) {
  static vjp_memory_report_options options;
  static vjp_device nowhere = {VJP_DEVICE_SIM, 99};
  static vjp_tensor* nothing[2];
  vjp_memory_report_options fresh = VJP_MEMORY_REPORT_OPTIONS_INIT;
  int c = walk_choice(p);
  options = fresh;
  if (c == 2) options.struct_size = 0;
  if (c == 3) options.num_roots = 1;
  if (c == 4) options.num_optimizers = 1;
  if (c == 5) options.device = &nowhere;
  if (c == 6) options.roots = nothing, options.num_roots = 2;
  return c == 1 ? NULL : &options;
}
static inline void walk_release_memory_report(void* r) { vjp_memory_report_release((vjp_memory_report*)r); }
static inline vjp_memory_report* pick_memory_report(Pick* p) {
  int c = walk_choice(p);
  vjp_memory_report* report = NULL;
  if (c == 1) return NULL;
  vjp_memory_report_create(NULL, &report);
  return (vjp_memory_report*)walk_keep(report, walk_release_memory_report);
}
static inline void walk_release_profiler(void* profiler) { vjp_profiler_release((vjp_profiler*)profiler); }
/* One that has recorded something, or records. */
static inline vjp_profiler* pick_profiler(Pick* p) {
  int c = walk_choice(p);
  vjp_profiler* profiler = NULL;
  if (c == 1) return NULL;
  vjp_profiler_create(NULL, &profiler);
  if (c > 2) {
    vjp_profiler_start(profiler);
    walk_result();
    if (c > 3) vjp_profiler_stop(profiler);
  }
  return (vjp_profiler*)walk_keep(profiler, walk_release_profiler);
}
static inline void walk_release_explanation(void* e) { vjp_explanation_release((vjp_explanation*)e); }
static inline vjp_explanation* pick_explanation(Pick* p) {
  vjp_explanation* explanation = NULL;
  vjp_tensor* root = walk_result();
  if (walk_choice(p) % 2) return NULL;
  vjp_explain_gradient(root, &root, 1, &explanation);
  return (vjp_explanation*)walk_keep(explanation, walk_release_explanation);
}
static inline void walk_release_report(void* r) { vjp_gradcheck_report_release((vjp_gradcheck_report*)r); }
static inline vjp_gradcheck_report* pick_gradcheck_report(Pick* p) {
  vjp_gradcheck_report* report = NULL;
  if (walk_choice(p) % 2 == 0) vjp_gradcheck_report_create(&report);
  return (vjp_gradcheck_report*)walk_keep(report, walk_release_report);
}
static inline const vjp_gradcheck_options* pick_gradcheck_options(Pick* p) {
  static vjp_gradcheck_options options;
  vjp_gradcheck_options fresh = VJP_GRADCHECK_OPTIONS_INIT;
  int c = walk_choice(p);
  options = fresh;
  if (c == 2) options.eps = NAN;
  if (c == 3) options.raise = 7;
  if (c == 4) options.struct_size = 0;
  if (c == 5) options.check_forward = 1;
  if (c == 6) options.check_backward = 0;
  if (c == 7) options.fast = 1;
  if (c == 8) options.check_batched = 1;
  if (c == 9) options.atol = -1;
  if (c == 10) options.check_forward = options.check_batched_forward = 1;
  return c == 1 ? NULL : &options;
}
static inline vjp_function_call* pick_function_call(Pick* p) {
  vjp_tensor* x = walk_result();
  vjp_function_call* call = NULL;
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = walk_backward;
  if (walk_choice(p) == 1) return NULL;
  vjp_function_begin(&function, &x, 1, &call);
  return (vjp_function_call*)walk_keep(call, walk_abandon);
}
static inline const vjp_allocator* pick_allocator(Pick* p) {
  static vjp_allocator allocator; /* never a usable one */
  allocator.struct_size = walk_choice(p) == 2 ? 0 : sizeof allocator;
  return p->choice == 2 ? &allocator : NULL;
}
static inline const vjp_thread_pool* pick_thread_pool(Pick* p) {
  static vjp_thread_pool pool; /* never a usable one */
  pool.struct_size = walk_choice(p) == 2 ? 0 : sizeof pool;
  return p->choice == 2 ? &pool : NULL;
}
static inline const vjp_raw_allocator* pick_raw_allocator(Pick* p) {
  static vjp_raw_allocator allocator; /* never a usable one */
  allocator.struct_size = walk_choice(p) == 2 ? 0 : sizeof allocator;
  return p->choice == 2 ? &allocator : NULL;
}
static inline vjp_status walk_tensor_hook(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  return VJP_OK;
}
static inline vjp_status walk_leaf_hook(void* context, vjp_tensor* leaf) { return (void)context, (void)leaf, VJP_OK; }
static inline vjp_status walk_pre_hook(void* context, vjp_tensor** grads, size_t count) {
  (void)context, (void)grads, (void)count;
  return VJP_OK;
}
static inline vjp_status walk_post_hook(void* context, vjp_tensor** results, size_t num_results,
                                        vjp_tensor* const* grads, size_t num_grads) {
  (void)context, (void)results, (void)num_results, (void)grads, (void)num_grads;
  return VJP_OK;
}
static inline void walk_call_site(void* context, vjp_call_site* site) {
  (void)context;
  if (!vjp_call_site_write_place(site, "somewhere.c", 3, NULL)) return;
  vjp_call_site_write(site, "somewhere");
}
static inline void walk_trace(void* context, const vjp_trace_event* event) { (void)context, (void)event; }
static inline bool walk_pressure(void* context, vjp_device device, uint64_t bytes) {
  (void)context, (void)device;
  return bytes % 2;
}
static inline void walk_warning(void* context, const char* message) { (void)context, (void)message; }
static inline void walk_drop(void* context) { (void)context; }
static inline void walk_release_hook(void* h) { vjp_hook_release((vjp_hook*)h); }
static inline vjp_hook* pick_hook(Pick* p) {
  vjp_hook* hook = NULL;
  if (walk_choice(p) == 1) return NULL;
  vjp_tensor_add_hook(walk_result(), walk_tensor_hook, NULL, NULL, &hook);
  return (vjp_hook*)walk_keep(hook, walk_release_hook);
}
static inline vjp_status walk_gradcheck_function(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                                 vjp_tensor_list* results) {
  (void)context;
  for (size_t i = 0; i < num_inputs; ++i)
    if (inputs[i]) vjp_tensor_list_append(results, inputs[i]);
  return VJP_OK;
}
static inline vjp_gradcheck_fn pick_gradcheck_function(Pick* p) {
  return walk_choice(p) % 2 ? NULL : walk_gradcheck_function;
}
static inline vjp_status walk_functional_function(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                                  vjp_tensor_list* outputs, vjp_tensor_list* aux) {
  (void)aux;
  return walk_gradcheck_function(context, inputs, num_inputs, outputs);
}
static inline vjp_status walk_function_vmap(void* context, int64_t level, vjp_randomness randomness,
                                            vjp_tensor* const* inputs, const int64_t* in_dims, size_t num_inputs,
                                            vjp_tensor_list* results) {
  (void)level, (void)randomness, (void)in_dims;
  return walk_gradcheck_function(context, inputs, num_inputs, results);
}
static inline vjp_function_vmap_fn pick_function_vmap(Pick* p) {
  return walk_choice(p) % 2 ? NULL : walk_function_vmap;
}
static inline vjp_functional_fn pick_functional_function(Pick* p) {
  return walk_choice(p) % 2 ? NULL : walk_functional_function;
}
static inline const vjp_functional_options* pick_functional_options(Pick* p) {
  static const size_t argnums[] = {0, 7};
  static vjp_functional_options options;
  vjp_functional_options fresh = VJP_FUNCTIONAL_OPTIONS_INIT;
  int c = walk_choice(p);
  options = fresh;
  options.create_graph = c % 3 - 1;
  options.strict = c == 3;
  options.vectorize = c % 2;
  options.strategy = c % 4;
  options.chunk_size = c - 2;
  options.argnums = c > 4 ? argnums : NULL;
  options.num_argnums = (size_t)(c % 3);
  if (c == 4) options.struct_size = 0;
  return c == 1 ? NULL : &options;
}
static inline void walk_release_linearization(void* map) { vjp_linearization_release((vjp_linearization*)map); }
static inline vjp_linearization* pick_linearization(Pick* p) {
  vjp_linearization* map = NULL;
  vjp_tensor_list* outputs = NULL;
  vjp_tensor* x = walk_result();
  if (walk_choice(p) % 2 == 0) {
    vjp_functional_linearize(walk_functional_function, NULL, &x, 1, NULL, &outputs, &map);
    vjp_tensor_list_release(outputs);
  }
  return (vjp_linearization*)walk_keep(map, walk_release_linearization);
}
static inline const vjp_vmap_options* pick_vmap_options(Pick* p) {
  static const int64_t dims[] = {0, VJP_VMAP_NONE, 9};
  static vjp_vmap_options options;
  vjp_vmap_options fresh = VJP_VMAP_OPTIONS_INIT;
  int c = walk_choice(p);
  options = fresh;
  options.out_dims = c % 2 ? dims + c % 3 : NULL;
  options.num_out_dims = 1;
  options.randomness = (vjp_randomness)(c % 4);
  options.chunk_size = c - 2;
  if (c == 4) options.struct_size = 0;
  return c == 1 ? NULL : &options;
}
static inline const vjp_compile_options* pick_compile_options(Pick* p) {
  static vjp_compile_options options;
  int c = walk_choice(p);
  options = (vjp_compile_options)VJP_COMPILE_OPTIONS_INIT;
  options.enabled = c % 3;
  options.dynamic = c % 2;
  options.strict = c == 3;
  options.min_sites = c - 2;
  options.warm = c % 4;
  options.max_records = c - 1;
  options.max_programs = c % 2 ? 1 : 256;
  options.fuse = c % 3 != 1;
  options.memory_budget = c - 2;
  if (c == 4) options.struct_size = 0;
  return c == 1 ? NULL : &options;
}
static inline const vjp_chained_call* pick_chained_calls(Pick* p) {
  static const char* const kNames[] = {"sin", "mul", "unbind", "add", "cat"};
  static vjp_chained_call calls[WALK_OUTS];
  const vjp_value* args = pick_values(p);
  int c = walk_choice(p);
  for (int i = 0; i < WALK_OUTS; ++i) {
    calls[i] = (vjp_chained_call){vjp_op_find(kNames[(c + i) % 5]), args, (uint32_t)(c + i) % 4, (uint32_t)(c % 3)};
    if (c == 2 && i) calls[i].op = NULL;
  }
  return c == 1 ? NULL : calls;
}
static inline void walk_release_compiled(void* c) { vjp_compiled_release((vjp_compiled*)c); }
static inline vjp_compiled* pick_compiled(Pick* p) {
  vjp_compiled* compiled = NULL;
  if (walk_choice(p) == 1) return NULL;
  vjp_compile(walk_gradcheck_function, NULL, NULL, NULL, &compiled);
  return (vjp_compiled*)walk_keep(compiled, walk_release_compiled);
}
static inline vjp_compile_counters* pick_compile_counters(Pick* p) {
  static vjp_compile_counters counters;
  int c = walk_choice(p);
  counters = (vjp_compile_counters)VJP_COMPILE_COUNTERS_INIT;
  if (c == 4) counters.struct_size = 0;
  return c == 1 ? NULL : &counters;
}
static inline void walk_release_sparsity(void* s) { vjp_sparsity_release((vjp_sparsity*)s); }
static inline vjp_sparsity* pick_sparsity(Pick* p) {
  vjp_sparsity* sparsity = NULL;
  if (walk_choice(p) % 2 == 0) vjp_sparsity_create(2, (int64_t[]){0, 1, 3}, 3, (int64_t[]){0, 0, 1}, 3, &sparsity);
  return (vjp_sparsity*)walk_keep(sparsity, walk_release_sparsity);
}
static inline const vjp_graph_picture_options* pick_picture_options(Pick* p) {
  static vjp_graph_picture_options options;
  int c = walk_choice(p);
  options = (vjp_graph_picture_options)VJP_GRAPH_PICTURE_OPTIONS_INIT;
  options.fold = c % 2;
  options.open = c - 3;
  options.max_boxes = (size_t)(c % 3);
  options.title = c % 2 ? "a title" : NULL;
  if (c == 2) {
    options.inputs = pick_tensors(p);
    options.num_inputs = options.inputs ? 1 : 0;
  }
  if (c == 4) options.struct_size = 0;
  return c == 1 ? NULL : &options;
}
static inline const vjp_sparse_options* pick_sparse_options(Pick* p) {
  static vjp_sparse_options options;
  int c = walk_choice(p);
  options = (vjp_sparse_options)VJP_SPARSE_OPTIONS_INIT;
  options.strategy = (vjp_sparse_strategy)(c % 4);
  options.create_graph = c % 2;
  if (c == 4) options.struct_size = 0;
  return c == 1 ? NULL : &options;
}
static inline vjp_status walk_sparse_function(void* context, vjp_tensor* input, vjp_tensor** out) {
  (void)context;
  *out = vjp_tensor_retain(input);
  return VJP_OK;
}
static inline vjp_sparse_fn pick_sparse_function(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_sparse_function; }
static inline vjp_status walk_multi_grad_hook(void* context, vjp_tensor* const* grads, size_t count) {
  return (void)context, (void)grads, (void)count, VJP_OK;
}
static inline vjp_multi_grad_hook_fn pick_multi_grad_hook(Pick* p) {
  return walk_choice(p) % 2 ? NULL : walk_multi_grad_hook;
}
static inline vjp_tensor_hook_fn pick_tensor_hook(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_tensor_hook; }
static inline vjp_leaf_hook_fn pick_leaf_hook(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_leaf_hook; }
static inline vjp_node_pre_hook_fn pick_pre_hook(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_pre_hook; }
static inline vjp_node_post_hook_fn pick_post_hook(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_post_hook; }
static inline vjp_warning_fn pick_warning(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_warning; }
static inline vjp_memory_pressure_fn pick_pressure(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_pressure; }
static inline vjp_call_site_fn pick_call_site(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_call_site; }
static inline vjp_status walk_final(void* context) { return (void)context, VJP_OK; }
static inline vjp_final_callback_fn pick_final(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_final; }
static inline void walk_pending_callback(void* context, vjp_pending* pending) { (void)context, (void)pending; }
static inline vjp_pending_fn pick_pending_callback(Pick* p) {
  return walk_choice(p) % 2 ? NULL : walk_pending_callback;
}
static inline vjp_status walk_take_gradient(void* context, vjp_tensor* leaf, vjp_tensor* grad, bool owned,
                                            bool* taken) {
  return (void)context, (void)leaf, (void)grad, (void)owned, *taken = true, VJP_OK;
}
static inline vjp_take_gradient_fn pick_take_gradient(Pick* p) {
  return walk_choice(p) % 2 ? NULL : walk_take_gradient;
}
static inline void* walk_release(void* context) { return context; }
static inline const vjp_thread_callbacks* pick_thread_callbacks(Pick* p) {
  static vjp_thread_callbacks callbacks; /* never complete ones */
  callbacks.struct_size = walk_choice(p) == 2 ? 0 : sizeof callbacks;
  callbacks.release = p->choice == 3 ? walk_release : NULL;
  return p->choice == 1 ? NULL : &callbacks;
}
static inline vjp_status walk_race_program(void* context, void* results, size_t bytes) {
  (void)context;
  if (bytes) memset(results, 1, 1);
  return VJP_OK;
}
static inline vjp_race_program_fn pick_race_program(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_race_program; }
static inline vjp_trace_fn pick_trace(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_trace; }
static inline void (*pick_drop(Pick* p))(void*) { return walk_choice(p) % 2 ? NULL : walk_drop; }
static inline vjp_status walk_region(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                                     vjp_tensor_list* results) {
  (void)context, (void)recomputing;
  if (num_inputs > 0 && inputs[0]) return vjp_tensor_list_append(results, inputs[0]);
  return VJP_OK;
}
static inline const vjp_checkpoint_function* pick_checkpoint_function(Pick* p) {
  static vjp_checkpoint_function functions[64]; /* as many as a count may ask for */
  vjp_checkpoint_function fresh = VJP_CHECKPOINT_FUNCTION_INIT;
  int c = walk_choice(p);
  fresh.run = c == 2 ? NULL : walk_region;
  if (c == 3) fresh.struct_size = 0;
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) functions[i] = fresh;
  return c == 1 ? NULL : functions;
}
static inline const vjp_graphed_function* const* pick_graphed_functions(Pick* p) {
  static vjp_graphed_function function;
  static const vjp_graphed_function* pointers[64];
  static vjp_tensor* none[4];
  vjp_graphed_function fresh = VJP_GRAPHED_FUNCTION_INIT;
  int c = walk_choice(p);
  fresh.run = c == 2 ? NULL : walk_region;
  if (c == 3) fresh.struct_size = 0;
  if (c == 4) fresh.training = 7;
  if (c == 5) fresh.num_inputs = 2;
  if (c == 6) fresh.inputs = fresh.parameters = none, fresh.num_inputs = fresh.num_parameters = 2;
  function = fresh;
  for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; ++i) pointers[i] = c == 7 ? NULL : &function;
  return c == 1 ? NULL : pointers;
}
static inline const vjp_graphed_options* pick_graphed_options(Pick* p) {
  static vjp_graphed_options options;
  vjp_graphed_options fresh = VJP_GRAPHED_OPTIONS_INIT;
  int c = walk_choice(p);
  options = fresh;
  options.device.kind = VJP_DEVICE_SIM;
  if (c == 2) options.struct_size = 0;
  if (c == 3) options.num_warmup = -3;
  if (c == 4) options.allow_unused = 9;
  if (c == 5) options.mode = (vjp_capture_mode)-1;
  if (c == 6) options.device.index = 99;
  return c == 1 ? NULL : &options;
}
static inline void walk_release_graphed(void* g) { vjp_graphed_release((vjp_graphed*)g); }
static inline vjp_graphed* pick_graphed(Pick* p) {
  vjp_graphed_options options = VJP_GRAPHED_OPTIONS_INIT;
  vjp_graphed_function function = VJP_GRAPHED_FUNCTION_INIT;
  const vjp_graphed_function* functions = &function;
  vjp_graphed* graphed = NULL;
  if (walk_choice(p) == 1) return NULL;
  options.device.kind = VJP_DEVICE_SIM;
  function.run = walk_region;
  vjp_make_graphed(&functions, 1, &options, &graphed);
  return (vjp_graphed*)walk_keep(graphed, walk_release_graphed);
}
static inline vjp_status walk_policy(void* context, bool recomputing, const vjp_op* op, const vjp_value* args,
                                     size_t num_args, vjp_checkpoint_policy* out) {
  (void)context, (void)recomputing, (void)op, (void)args, (void)num_args;
  *out = VJP_CHECKPOINT_MUST_SAVE;
  return VJP_OK;
}
static inline vjp_checkpoint_policy_fn pick_checkpoint_policy(Pick* p) {
  return walk_choice(p) % 2 ? NULL : walk_policy;
}
/* Called for operators while its region is open: goes on by itself, or looks at the results. */
static inline vjp_status walk_intercept(void* context, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  vjp_tensor_list* list = NULL;
  vjp_status status;
  (void)context, (void)results;
  if (call->num_args % 2) return VJP_OK;
  status = vjp_intercept_next(call, call->args, &list);
  vjp_tensor_list_release(list);
  return status;
}
static inline vjp_intercept_fn pick_intercept(Pick* p) { return walk_choice(p) % 2 ? NULL : walk_intercept; }
static inline void walk_release_kept(void* kept) { vjp_kept_results_release((vjp_kept_results*)kept); }
static inline vjp_kept_results* pick_kept_results(Pick* p) {
  vjp_kept_results* kept = NULL;
  if (walk_choice(p) % 2 == 0) vjp_kept_results_create(walk_policy, NULL, NULL, false, &kept);
  return (vjp_kept_results*)walk_keep(kept, walk_release_kept);
}
static inline const char* pick_sim_mode(Pick* p) {
  static const char* const modes[] = {NULL,          "",
                                      "lazy",        "inline",
                                      "random:7",    "priority:1:3",
                                      "starve:side", "replay:nowhere",
                                      "threads",     "adversarial:0.1#0<0.2#0"};
  return modes[(size_t)walk_choice(p) % (sizeof modes / sizeof modes[0])];
}
static inline const vjp_sim_options* pick_sim_options(Pick* p) {
  static vjp_sim_options options;
  vjp_sim_options fresh = VJP_SIM_OPTIONS_INIT;
  int c = walk_choice(p);
  options = fresh;
  if (c == 2) options.struct_size = 0;
  if (c == 3) options.devices = -1;
  if (c == 4) options.devices = 99;
  if (c == 5) options.memory = 3;
  if (c == 6) options.overlap = 1 << 20;
  options.mode = pick_sim_mode(p);
  return c == 1 ? NULL : &options;
}
static inline const vjp_checkpoint_options* pick_checkpoint_options(Pick* p) {
  static vjp_checkpoint_options options;
  vjp_checkpoint_options fresh = VJP_CHECKPOINT_OPTIONS_INIT;
  int c = walk_choice(p);
  options = fresh;
  if (c == 2) options.struct_size = 0;
  if (c == 3) options.reentrant = 1;
  if (c == 4) options.reentrant = 1, options.debug = 1;
  if (c == 5) options.early_stop = -7;
  return c == 1 ? NULL : &options;
}
static inline const vjp_autocast_options* pick_autocast_options(Pick* p) {
  static vjp_autocast_options options;
  vjp_autocast_options fresh = VJP_AUTOCAST_OPTIONS_INIT;
  const int c = walk_choice(p);
  options = fresh;
  if (c == 2) options.struct_size = 0;
  if (c == 3) options.device_kind = -1;
  if (c == 4) options.dtype = VJP_DTYPE_INT64;
  if (c == 5) options.enabled = 0;
  return c == 1 ? NULL : &options;
}
static inline void walk_release_optimizer(void* o) { vjp_optimizer_release((vjp_optimizer*)o); }
static inline void walk_release_scaler(void* s) { vjp_grad_scaler_release((vjp_grad_scaler*)s); }
static inline vjp_optimizer* pick_optimizer(Pick* p) {
  vjp_optimizer* optimizer = NULL;
  vjp_tensor* parameter = NULL;
  const int c = walk_choice(p);
  if (c == 1) return NULL;
  vjp_ones(NULL, 0, VJP_DTYPE_FLOAT32, &parameter);
  if (c < 4) {
    vjp_optimizer_adam(&parameter, 1, NULL, &optimizer);
  } else {
    vjp_optimizer_sgd(&parameter, 1, NULL, &optimizer);
  }
  if (c % 2 == 0) {
    vjp_tensor* gradient = NULL;
    vjp_ones(NULL, 0, VJP_DTYPE_FLOAT32, &gradient);
    vjp_tensor_set_grad(parameter, gradient);
    vjp_tensor_release(gradient);
  }
  vjp_tensor_release(parameter);
  return (vjp_optimizer*)walk_keep(optimizer, walk_release_optimizer);
}
static inline vjp_grad_scaler* pick_grad_scaler(Pick* p) {
  vjp_grad_scaler* scaler = NULL;
  if (walk_choice(p) != 1) vjp_grad_scaler_create(NULL, &scaler);
  return (vjp_grad_scaler*)walk_keep(scaler, walk_release_scaler);
}
static inline vjp_optimizer_options* pick_optimizer_options(Pick* p) {
  static vjp_optimizer_options options;
  vjp_optimizer_options fresh = VJP_ADAM_OPTIONS_INIT;
  const int c = walk_choice(p);
  options = fresh;
  if (c == 2) options.struct_size = 0;
  if (c == 3) options.lr = NAN;
  if (c == 4) options.beta1 = 2;
  if (c == 5) options.capturable = -3;
  if (c == 6) options.capturable = 1;
  return c == 1 ? NULL : &options;
}
static inline vjp_grad_scaler_options* pick_grad_scaler_options(Pick* p) {
  static vjp_grad_scaler_options options;
  vjp_grad_scaler_options fresh = VJP_GRAD_SCALER_OPTIONS_INIT;
  const int c = walk_choice(p);
  options = fresh;
  if (c == 2) options.struct_size = 0;
  if (c == 3) options.growth_factor = NAN;
  if (c == 4) options.growth_interval = -1;
  if (c == 5) options.enabled = 7;
  return c == 1 ? NULL : &options;
}
static inline vjp_grad_scaler_state* pick_grad_scaler_state(Pick* p) {
  static vjp_grad_scaler_state state;
  vjp_grad_scaler_state fresh = VJP_GRAD_SCALER_STATE_INIT;
  const int c = walk_choice(p);
  state = fresh;
  if (c == 2) state.struct_size = 0;
  if (c > 2) state.scale = 4, state.growth_factor = 2, state.growth_interval = c;
  return c == 1 ? NULL : &state;
}
static inline const vjp_one_cycle* pick_one_cycle(Pick* p) {
  static vjp_one_cycle cycle;
  vjp_one_cycle fresh = VJP_ONE_CYCLE_INIT;
  const int c = walk_choice(p);
  cycle = fresh;
  cycle.total = c;
  return c == 1 ? NULL : &cycle;
}
static inline vjp_lr_plateau* pick_plateau(Pick* p) {
  static vjp_lr_plateau plateau;
  vjp_lr_plateau fresh = VJP_LR_PLATEAU_INIT;
  const int c = walk_choice(p);
  plateau = fresh;
  plateau.patience = c - 3;
  return c == 1 ? NULL : &plateau;
}
static inline void* pick_memory(Pick* p) {
  static double memory[4096];
  return walk_choice(p) == 1 ? NULL : memory;
}

#endif
