/* Declarations of libvjp 0.1, kept for the program beside. Printed by scripts/abi.py --freeze. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VJP_GRAD_OPTIONS_INIT {sizeof(vjp_grad_options), -1, 0, -1, 0, 0, 0}
#define VJP_FUNCTION_INIT {sizeof(vjp_function), NULL, NULL, NULL, NULL, 1, NULL, 0, 1}
#define VJP_SGD_OPTIONS_INIT {sizeof(vjp_optimizer_options), 1e-3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
typedef enum vjp_status { VJP_OK = 0, VJP_ERROR_INVALID = 1, VJP_ERROR_SHAPE = 2, VJP_ERROR_DTYPE = 3, VJP_ERROR_DEVICE = 4, VJP_ERROR_STATE = 5, VJP_ERROR_VERSION = 6, VJP_ERROR_MEMORY = 7, VJP_ERROR_NOT_IMPLEMENTED = 8, VJP_ERROR_CANCELLED = 9, VJP_ERROR_BACKEND = 10, VJP_ERROR_IO = 11, VJP_ERROR_INTERNAL = 12 } vjp_status;
const char* vjp_status_name(vjp_status status);
const char* vjp_last_error(void);
int64_t vjp_debug_live_tensors(void);
int64_t vjp_debug_live_nodes(void);
typedef struct vjp_tensor vjp_tensor;
typedef struct vjp_guard vjp_guard;
vjp_status vjp_guard_exit(vjp_guard* guard);
typedef struct vjp_device { int32_t kind; int32_t index; } vjp_device;
typedef struct vjp_generator vjp_generator;
typedef enum vjp_dtype { VJP_DTYPE_NONE = 0, VJP_DTYPE_BOOL = 1, VJP_DTYPE_UINT8 = 2, VJP_DTYPE_INT8 = 3, VJP_DTYPE_INT16 = 4, VJP_DTYPE_INT32 = 5, VJP_DTYPE_INT64 = 6, VJP_DTYPE_FLOAT16 = 7, VJP_DTYPE_BFLOAT16 = 8, VJP_DTYPE_FLOAT32 = 9, VJP_DTYPE_FLOAT64 = 10, VJP_DTYPE_COMPLEX64 = 11, VJP_DTYPE_COMPLEX128 = 12 } vjp_dtype;
typedef enum vjp_kind { VJP_KIND_NONE = 0, VJP_KIND_BOOL = 1, VJP_KIND_INT = 2, VJP_KIND_FLOAT = 3, VJP_KIND_COMPLEX = 4, VJP_KIND_TENSOR = 5, VJP_KIND_TENSOR_LIST = 6, VJP_KIND_INT_LIST = 7, VJP_KIND_FLOAT_LIST = 8, VJP_KIND_STRING = 9, VJP_KIND_DTYPE = 10, VJP_KIND_GENERATOR = 11, VJP_KIND_DEVICE = 12 } vjp_kind;
typedef struct vjp_scalar { int32_t kind; uint32_t reserved; union { int64_t integer; double real; double complex_value[2]; } as; } vjp_scalar;
vjp_scalar vjp_scalar_float(double value);
vjp_scalar vjp_scalar_int(int64_t value);
vjp_tensor* vjp_tensor_retain(vjp_tensor* tensor);
void vjp_tensor_release(vjp_tensor* tensor);
typedef struct vjp_tensor_list vjp_tensor_list;
void vjp_tensor_list_release(vjp_tensor_list* list);
vjp_tensor* vjp_tensor_list_get(const vjp_tensor_list* list, size_t index);
vjp_status vjp_tensor_from_data(const void* data, const int64_t* shape, size_t ndim, vjp_dtype dtype, vjp_tensor** out);
size_t vjp_tensor_ndim(const vjp_tensor* tensor);
const int64_t* vjp_tensor_shape(const vjp_tensor* tensor);
vjp_status vjp_tensor_copy_to(const vjp_tensor* tensor, void* data, size_t bytes, vjp_dtype dtype);
typedef struct vjp_node vjp_node;
vjp_status vjp_tensor_set_requires_grad(vjp_tensor* tensor, bool requires_grad);
vjp_status vjp_tensor_grad(const vjp_tensor* tensor, vjp_tensor** out);
vjp_status vjp_backward(vjp_tensor* root, vjp_tensor* gradient);
typedef struct vjp_grad_options { size_t struct_size; int32_t retain_graph; int32_t create_graph; int32_t allow_unused; int32_t materialize; int32_t accumulate; int32_t batched; } vjp_grad_options;
vjp_status vjp_grad(vjp_tensor* const* roots, size_t num_roots, vjp_tensor* const* gradients, vjp_tensor* const* inputs, size_t num_inputs, const vjp_grad_options* options, vjp_tensor** out);
typedef struct vjp_function_call vjp_function_call;
typedef struct vjp_function { size_t struct_size; const char* name; vjp_status (*backward)(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out, size_t num_inputs); void* context; void (*drop)(void* context); int32_t materialize_grads; vjp_status (*jvp)(void* context, vjp_function_call* call, vjp_tensor* const* tangents, size_t num_inputs, vjp_tensor** out, size_t num_results); int32_t once_differentiable; int32_t lock_node; } vjp_function;
vjp_status vjp_function_begin(const vjp_function* function, vjp_tensor* const* inputs, size_t num_inputs, vjp_function_call** out);
vjp_status vjp_function_call_save_for_backward(vjp_function_call* call, vjp_tensor* const* tensors, size_t count);
vjp_status vjp_function_end(vjp_function_call* call, vjp_tensor* const* results, size_t num_results, vjp_tensor** out);
vjp_status vjp_function_saved(vjp_node* node, size_t index, vjp_tensor** out);
typedef struct vjp_hook vjp_hook;
void vjp_hook_release(vjp_hook* hook);
typedef vjp_status (*vjp_tensor_hook_fn)(void* context, vjp_tensor* grad, vjp_tensor** replacement);
vjp_status vjp_tensor_add_hook(vjp_tensor* tensor, vjp_tensor_hook_fn fn, void* context, void (*drop)(void* context), vjp_hook** out);
typedef struct vjp_value { int32_t kind; uint32_t count; union { int64_t integer; double real; double complex_value[2]; vjp_tensor* tensor; vjp_tensor* const* tensors; const int64_t* ints; const double* floats; const char* string; vjp_generator* generator; vjp_device device; } as; } vjp_value;
typedef struct vjp_op vjp_op;
const vjp_op* vjp_op_find(const char* name);
typedef enum vjp_variant { VJP_VARIANT_FUNCTIONAL = 0, VJP_VARIANT_INPLACE = 1, VJP_VARIANT_OUT = 2 } vjp_variant;
vjp_status vjp_op_call(const vjp_op* op, vjp_variant variant, const vjp_value* args, size_t count, vjp_tensor_list** out);
typedef struct vjp_optimizer vjp_optimizer;
typedef struct vjp_optimizer_options { size_t struct_size; double lr; double weight_decay; double momentum; double dampening; double beta1; double beta2; double eps; double alpha; double lr_decay; double initial_accumulator; int32_t nesterov; int32_t amsgrad; int32_t centered; int32_t maximize; int32_t capturable; } vjp_optimizer_options;
vjp_status vjp_optimizer_sgd(vjp_tensor* const* parameters, size_t num_parameters, const vjp_optimizer_options* options, vjp_optimizer** out);
void vjp_optimizer_release(vjp_optimizer* optimizer);
vjp_status vjp_optimizer_step(vjp_optimizer* optimizer);
vjp_status vjp_optimizer_zero_grad(vjp_optimizer* optimizer, bool set_to_none);
vjp_status vjp_mm(vjp_tensor* input, vjp_tensor* mat2, vjp_tensor** out);
vjp_status vjp_mul(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
vjp_status vjp_mul_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
vjp_status vjp_pow_scalar(vjp_tensor* input, vjp_scalar exponent, vjp_tensor** out);
vjp_status vjp_sum(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out);
typedef struct vjp_saved_tensor_hooks { size_t struct_size; vjp_status (*pack)(void* context, vjp_tensor* tensor, void** packed); vjp_status (*unpack)(void* context, void* packed, vjp_tensor** out); void (*drop_packed)(void* context, void* packed); void* context; void (*drop)(void* context); } vjp_saved_tensor_hooks;
vjp_status vjp_guard_saved_tensor_hooks(const vjp_saved_tensor_hooks* hooks, vjp_guard** out);
