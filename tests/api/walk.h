/*
 * Draws arguments for every parameter type of the public interface, and judges what came of the call. One argument at a
 * time goes through all its absurd values while the others are sensible; then all are absurd; then they are mixed at
 * random.
 *
 * Judged: the process survives; a status is one of those declared; a failure has a message and writes no out parameter;
 * nothing stays alive.
 */
#ifndef VJP_TESTS_WALK_H
#define VJP_TESTS_WALK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vjp/vjp.h"

#define WALK_OUTS 8
#define WALK_UNTOUCHED ((void*)(uintptr_t)0x5a5a5a50)
#define WALK_CHOICES 12 /* no type has more */
#define WALK_MIXED 60   /* random mixtures a function */

typedef struct {
  int drawn;     /* arguments drawn so far in this call */
  int varied;    /* the argument that is absurd; -1: none, -2: all, -3: each at random */
  int choice;    /* which of its values */
  bool null_out; /* pass NULL for out parameters */
  bool wrote;    /* an out parameter was written */
  bool failed;
  uint64_t random;
} Pick;

typedef struct {
  const char* name;
  void (*call)(Pick* p);
} Walk;

static int walk_checks, walk_failures;
static inline void walk_fail(const Pick* p, const char* name, const char* what) {
  ++walk_failures;
  printf("FAILED %s: %s (argument %d, value %d%s): %s\n", name, what, p->varied, p->choice,
         p->null_out ? ", out NULL" : "", vjp_last_error());
  fflush(stdout);
}

static uint64_t walk_random(Pick* p) {
  p->random ^= p->random << 13;
  p->random ^= p->random >> 7;
  p->random ^= p->random << 17;
  return p->random;
}

/* Which value this argument takes: 0 is the sensible one. */
static inline int walk_choice(Pick* p) {
  int at = p->drawn++;
  if (p->varied == -3) return walk_random(p) % 3 ? 0 : (int)(walk_random(p) % WALK_CHOICES);
  return p->varied == -2 || p->varied == at ? p->choice : 0;
}

static inline void walk_out(Pick* p) { (void)walk_choice(p); }
static inline void walk_fill(void** outs) {
  for (int i = 0; i < WALK_OUTS; ++i) outs[i] = WALK_UNTOUCHED;
}
static inline void walk_wrote(Pick* p, const char* name) {
  p->wrote = true;
  if (p->failed) walk_fail(p, name, "failed and wrote an out parameter");
}

static inline void walk_status(Pick* p, const char* name, vjp_status status) {
  ++walk_checks;
  p->failed = status != VJP_OK;
  if (status < VJP_OK || status > VJP_ERROR_INTERNAL) walk_fail(p, name, "an undeclared status");
  if (status == VJP_ERROR_INTERNAL) walk_fail(p, name, "an internal error");
  if (p->failed && vjp_last_error()[0] == '\0') walk_fail(p, name, "a failure without a message");
  if (p->failed && vjp_last_error_status() != status) walk_fail(p, name, "another status than that of the message");
}

/* A DLManagedTensorVersioned or DLManagedTensor, as the specification lays them out. */
static inline void walk_delete_dlpack(void* managed, bool versioned) {
  char* at = (char*)managed + (versioned ? 16 : 56);
  void (*deleter)(void*);
  memcpy(&deleter, at, sizeof deleter);
  deleter(managed);
}

/* ---- things that live during one call ---- */

static void* walk_made[256];
static void (*walk_unmake[256])(void*);
static int walk_num_made;
static inline void* walk_keep(void* made, void (*unmake)(void*)) {
  if (made && walk_num_made < 256) {
    walk_made[walk_num_made] = made;
    walk_unmake[walk_num_made++] = unmake;
  }
  return made;
}
static inline void walk_release_tensor(void* t) { vjp_tensor_release((vjp_tensor*)t); }
static inline void walk_release_list(void* t) { vjp_tensor_list_release((vjp_tensor_list*)t); }
static inline void walk_release_node(void* n) { vjp_node_release((vjp_node*)n); }
static inline void walk_release_call(void* c) { vjp_grad_call_release((vjp_grad_call*)c); }
static inline void walk_abandon(void* c) { vjp_function_abandon((vjp_function_call*)c); }
static inline void walk_release_graph(void* p) { vjp_graph_release((vjp_graph*)p); }
static inline void walk_release_generator(void* g) { vjp_generator_release((vjp_generator*)g); }

static inline vjp_tensor* walk_tensor(int kind) {
  static const int64_t shapes[][4] = {{2, 3}, {3}, {2, 3}, {2, 3}, {0, 3}, {2, 2, 2, 2}, {2, 3}, {1}, {2, 3}, {0}};
  static const size_t ndims[] = {2, 1, 2, 2, 2, 4, 2, 0, 2, 1};
  static const vjp_dtype dtypes[] = {VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT64, VJP_DTYPE_INT64,     VJP_DTYPE_BOOL,
                                     VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT32, VJP_DTYPE_COMPLEX64, VJP_DTYPE_FLOAT32,
                                     VJP_DTYPE_FLOAT16, VJP_DTYPE_UINT8};
  static const char bytes[512] = {0};
  vjp_tensor* t = NULL;
  vjp_tensor_from_data(bytes, shapes[kind], ndims[kind], dtypes[kind], &t);
  return (vjp_tensor*)walk_keep(t, walk_release_tensor);
}

static inline vjp_tensor* walk_result(void) {
  vjp_tensor* x = walk_tensor(0);
  vjp_tensor_set_requires_grad(x, true);
  vjp_value args[1];
  memset(args, 0, sizeof args);
  args[0].kind = VJP_KIND_TENSOR;
  args[0].as.tensor = x;
  vjp_tensor_list* list = NULL;
  vjp_op_call(vjp_op_find("exp"), VJP_VARIANT_FUNCTIONAL, args, 1, &list);
  vjp_tensor* y = vjp_tensor_retain(vjp_tensor_list_get(list, 0));
  vjp_tensor_list_release(list);
  return (vjp_tensor*)walk_keep(y, walk_release_tensor);
}

/* ---- one function a type ---- */

static inline vjp_tensor* pick_tensor(Pick* p) {
  int c = walk_choice(p);
  if (c == 1) return NULL;
  if (c == 11) return walk_result();
  return walk_tensor(c > 1 ? c - 1 : 0);
}
static inline vjp_tensor_list* pick_tensor_list(Pick* p) {
  if (walk_choice(p) % 2) return NULL;
  vjp_tensor_list* list = NULL;
  vjp_value args[2];
  memset(args, 0, sizeof args);
  args[0].kind = VJP_KIND_TENSOR;
  args[0].as.tensor = walk_tensor(0);
  vjp_op_call(vjp_op_find("unbind"), VJP_VARIANT_FUNCTIONAL, args, 1, &list);
  return (vjp_tensor_list*)walk_keep(list, walk_release_list);
}
static inline vjp_node* pick_node(Pick* p) {
  int c = walk_choice(p);
  vjp_node* node = NULL;
  uint32_t slot;
  if (c == 1) return NULL;
  if (c % 2) {
    vjp_tensor* x = walk_tensor(0);
    vjp_tensor_set_requires_grad(x, true);
    vjp_tensor_gradient_edge(x, &node, &slot);
  } else {
    vjp_tensor_grad_fn(walk_result(), &node);
  }
  return (vjp_node*)walk_keep(node, walk_release_node);
}
static inline void walk_release_saved(void* p) { vjp_saved_tensor_release((vjp_saved_tensor*)p); }
static inline void walk_release_attribute(void* p) { vjp_saved_attribute_release((vjp_saved_attribute*)p); }
/* What a product has saved. */
static inline vjp_node* walk_product(void) {
  vjp_node* node = NULL;
  vjp_tensor_grad_fn(walk_result(), &node);
  return (vjp_node*)walk_keep(node, walk_release_node);
}
static inline vjp_saved_tensor* pick_saved_tensor(Pick* p) {
  vjp_saved_tensor* saved = NULL;
  if (walk_choice(p) == 1) return NULL;
  vjp_node* node = walk_product();
  vjp_node_raw_saved(node, vjp_node_saved_name(node, 0), 0, &saved);
  return (vjp_saved_tensor*)walk_keep(saved, walk_release_saved);
}
static inline vjp_saved_attribute* pick_saved_attribute(Pick* p) {
  vjp_saved_attribute* attribute = NULL;
  if (walk_choice(p) == 1) return NULL;
  vjp_node* node = walk_product();
  vjp_node_saved(node, vjp_node_saved_name(node, 0), &attribute);
  return (vjp_saved_attribute*)walk_keep(attribute, walk_release_attribute);
}
static inline vjp_grad_call* pick_grad_call(Pick* p) {
  int c = walk_choice(p);
  vjp_grad_call* call = NULL;
  if (c == 1) return NULL;
  vjp_grad_call_create(NULL, &call);
  if (c % 2) vjp_grad_call_add_root(call, walk_result(), NULL);
  return (vjp_grad_call*)walk_keep(call, walk_release_call);
}
static inline vjp_graph* pick_graph(Pick* p) {
  vjp_graph* graph = NULL;
  vjp_tensor* root = walk_result();
  if (walk_choice(p) == 1) return NULL;
  vjp_graph_create(&root, 1, &graph);
  return (vjp_graph*)walk_keep(graph, walk_release_graph);
}
static inline vjp_generator* pick_generator(Pick* p) {
  vjp_generator* g = NULL;
  if (walk_choice(p) == 1) return NULL;
  vjp_generator_create(1, &g);
  return (vjp_generator*)walk_keep(g, walk_release_generator);
}
static char walk_buffer[16];
static inline vjp_device pick_device(Pick* p) {
  static const vjp_device devices[WALK_CHOICES] = {
      {VJP_DEVICE_SIM, 0},  {VJP_DEVICE_CPU, 0}, {VJP_DEVICE_SIM, 1}, {VJP_DEVICE_SIM, 99}, {-1, 0},
      {VJP_DEVICE_CPU, -7}, {1000, 1000}};
  return devices[walk_choice(p)];
}
static inline const vjp_device* pick_device_pointer(Pick* p) {
  static vjp_device device;
  device = pick_device(p);
  return p->choice == 1 ? NULL : &device;
}
static inline void walk_release_stream(void* s) { vjp_stream_release((vjp_stream*)s); }
static inline vjp_stream* pick_stream(Pick* p) {
  vjp_stream* stream = NULL;
  vjp_device device = {VJP_DEVICE_SIM, 0};
  int c = walk_choice(p);
  if (c == 1) return NULL;
  if (c % 2)
    vjp_stream_create(device, 0, &stream);
  else
    vjp_stream_default(device, &stream);
  return (vjp_stream*)walk_keep(stream, walk_release_stream);
}
static inline void walk_release_event(void* e) { vjp_event_release((vjp_event*)e); }
static inline vjp_event* pick_event(Pick* p) {
  vjp_event* event = NULL;
  vjp_device device = {VJP_DEVICE_SIM, 0};
  int c = walk_choice(p);
  if (c == 1) return NULL;
  vjp_event_create(device, c % 2 == 0, &event);
  return (vjp_event*)walk_keep(event, walk_release_event);
}
static inline void walk_release_device_graph(void* g) { vjp_device_graph_release((vjp_device_graph*)g); }
static inline vjp_device_graph* pick_device_graph(Pick* p) {
  vjp_device_graph* graph = NULL;
  if (walk_choice(p) == 1) return NULL;
  vjp_device_graph_create(&graph);
  return (vjp_device_graph*)walk_keep(graph, walk_release_device_graph);
}
static inline void walk_release_memory_pool(void* m) { vjp_memory_pool_release((vjp_memory_pool*)m); }
static inline vjp_memory_pool* pick_memory_pool(Pick* p) {
  vjp_memory_pool* pool = NULL;
  vjp_device device = {VJP_DEVICE_SIM, 0};
  if (walk_choice(p) == 1) return NULL;
  vjp_memory_pool_create(device, &pool);
  return (vjp_memory_pool*)walk_keep(pool, walk_release_memory_pool);
}
static inline vjp_safetensors* pick_safetensors(Pick* p) { return (void)walk_choice(p), NULL; }
static inline const vjp_op* pick_op(Pick* p) {
  int c = walk_choice(p);
  return c == 1 ? NULL : vjp_op_at((size_t)(c * 17) % vjp_op_count());
}

static inline bool pick_bool(Pick* p) { return walk_choice(p) % 2; }
static inline double pick_double(Pick* p) {
  static const double values[WALK_CHOICES] = {1, 0, -1, NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e-300, 0.5, 2, -0.0};
  return values[walk_choice(p)];
}
static inline int64_t pick_int64(Pick* p) {
  /* nothing between small and impossible: a size in between would be granted and written */
  static const int64_t values[WALK_CHOICES] = {1,   0,  -1, INT64_MIN, INT64_MAX,       INT64_MAX - 1, INT64_MIN + 1,
                                               -17, 17, 2,  -2,        (int64_t)1 << 62};
  return values[walk_choice(p)];
}
static inline int32_t pick_int32(Pick* p) {
  static const int32_t values[WALK_CHOICES] = {1, 0, -1, INT32_MIN, INT32_MAX, -17, 17, 2, 3, 4, 5, 6};
  return values[walk_choice(p)];
}
static inline int pick_enum(Pick* p) {
  static const int values[WALK_CHOICES] = {0, 1, 2, 3, -1, 999, 13, 12, 4, 100, -100, 7};
  return values[walk_choice(p)];
}
/* How many elements a list has: never more than pick_ints and its like hold. Bytes and indices too: then wrong ones. */
static inline size_t pick_count(Pick* p) {
  static const size_t values[WALK_CHOICES] = {2, 0, 1, 3, 4, 7, 5, 6, 2, 1, 0, 3};
  return values[walk_choice(p)];
}
static inline vjp_dtype pick_dtype(Pick* p) {
  static const int values[WALK_CHOICES] = {VJP_DTYPE_FLOAT32,
                                           0,
                                           -1,
                                           999,
                                           13,
                                           VJP_DTYPE_BOOL,
                                           VJP_DTYPE_INT64,
                                           VJP_DTYPE_COMPLEX128,
                                           VJP_DTYPE_FLOAT16,
                                           VJP_DTYPE_BFLOAT16,
                                           VJP_DTYPE_UINT8,
                                           255};
  return (vjp_dtype)values[walk_choice(p)];
}
/* The CPU, or none. */
static inline vjp_device pick_host(Pick* p) {
  static const vjp_device devices[WALK_CHOICES] = {{VJP_DEVICE_CPU, 0}, {VJP_DEVICE_CPU, 1}, {5, 0}, {999, -1}};
  return devices[walk_choice(p)];
}
static inline vjp_scalar walk_scalar(int c) {
  vjp_scalar s = vjp_scalar_float(1);
  switch (c) {
    case 1:
      s.kind = 0;
      break;
    case 2:
      s.kind = 99;
      break;
    case 3:
      s.kind = -1;
      break;
    case 4:
      return vjp_scalar_float(NAN);
    case 5:
      return vjp_scalar_int(INT64_MAX);
    case 6:
      return vjp_scalar_int(INT64_MIN);
    case 7:
      return vjp_scalar_bool(true);
    case 8:
      return vjp_scalar_complex(1, 2);
    case 9:
      return vjp_scalar_int(0);
    case 10:
      s.kind = VJP_KIND_TENSOR;
      break;
    case 11:
      return vjp_scalar_float(1e300);
    default:
      break;
  }
  return s;
}
static inline vjp_scalar pick_scalar(Pick* p) { return walk_scalar(walk_choice(p)); }
static inline const vjp_scalar* pick_scalar_pointer(Pick* p) {
  static vjp_scalar scalars[4];
  static int next;
  int c = walk_choice(p);
  if (c == 1) return NULL;
  vjp_scalar* s = &scalars[next++ % 4];
  *s = walk_scalar(c);
  return s;
}
static inline const char* pick_string(Pick* p) {
  static const char* values[WALK_CHOICES] = {"mean", NULL,   "",          "nonsense", "\xff\xfe", "%s%n",
                                             "sum",  "none", "ij,jk->ik", "out",      "...",      "->->,,"};
  return values[walk_choice(p)];
}
static inline const char* pick_path(Pick* p) {
  static const char* values[4] = {"/nonexistent/file.safetensors", NULL, "", "/"};
  return values[walk_choice(p) % 4];
}
static inline const char* const* pick_strings(Pick* p) {
  static const char* good[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"};
  static const char* same[] = {"a", "a", "a", "a", "a", "a", "a", "a", "a", "a", "a", "a", "a", "a", "a", "a"};
  static const char* bad[16] = {NULL};
  int c = walk_choice(p);
  return c == 1 ? NULL : c == 2 ? bad : c == 3 ? same : good;
}
static inline const int64_t* pick_ints(Pick* p) {
  static const int64_t lists[WALK_CHOICES][8] = {{2, 3, 1, 1, 1, 1, 1, 1},
                                                 {0},
                                                 {-1, 2, -1, 1, 1, 1, 1, 1},
                                                 {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, 1, 1, 1, 1},
                                                 {INT64_MIN, INT64_MIN, INT64_MIN, 1, 1, 1, 1, 1},
                                                 {(int64_t)1 << 62, 4, 1, 1, 1, 1, 1, 1},
                                                 {0, 1, 0, 1, 0, 1, 0, 1},
                                                 {0, 0, 0, 0, 0, 0, 0, 0},
                                                 {1, 0, 2, 3, 4, 5, 6, 7},
                                                 {-1, -2, -3, -4, -5, -6, -7, -8},
                                                 {1, 1, 1, 1, 1, 1, 1, 1},
                                                 {-17, 17, -17, 17, 1, 1, 1, 1}};
  int c = walk_choice(p);
  return c == 1 ? NULL : lists[c];
}
static inline const double* pick_doubles(Pick* p) {
  static const double lists[4][8] = {{1, 2, 3, 1, 1, 1, 1, 1}, {0}, {NAN, NAN, NAN, NAN}, {1e300, -1e300, INFINITY}};
  int c = walk_choice(p) % 4;
  return c == 1 ? NULL : lists[c];
}
static inline const bool* pick_bools(Pick* p) {
  static const bool values[8] = {true, false};
  return walk_choice(p) % 2 ? NULL : values;
}
static inline vjp_tensor* const* pick_tensors(Pick* p) {
  static vjp_tensor* lists[4][WALK_OUTS];
  static int next;
  int c = walk_choice(p);
  if (c == 1) return NULL;
  vjp_tensor** list = lists[next++ % 4];
  for (int i = 0; i < WALK_OUTS; ++i) {
    bool result = c == 0 || c == 3;
    list[i] = c == 2 ? NULL : c == 4 && i ? NULL : result ? walk_result() : walk_tensor(c == 5 ? i : c > 5 ? c - 2 : 0);
  }
  return list;
}
static inline const vjp_value* pick_values(Pick* p) {
  static vjp_value values[WALK_OUTS];
  int c = walk_choice(p);
  if (c == 1) return NULL;
  memset(values, 0, sizeof values);
  for (int i = 0; i < WALK_OUTS; ++i) {
    switch (c) {
      case 2:
        values[i].kind = 99;
        break;
      case 3:
        values[i].kind = -1;
        break;
      case 4:
        values[i].kind = VJP_KIND_TENSOR;
        break; /* NULL */
      case 5:
        values[i].kind = VJP_KIND_INT_LIST;
        values[i].count = 3; /* NULL */
        break;
      case 6:
        values[i].kind = VJP_KIND_TENSOR_LIST;
        values[i].count = 3;
        break;
      case 7:
        values[i].kind = VJP_KIND_STRING;
        break;
      case 8:
        values[i].kind = VJP_KIND_INT;
        values[i].as.integer = INT64_MIN;
        break;
      case 9:
        values[i].kind = VJP_KIND_FLOAT;
        values[i].as.real = NAN;
        break;
      case 10:
        values[i].kind = VJP_KIND_NONE;
        break;
      case 11:
        values[i].kind = VJP_KIND_DTYPE;
        values[i].as.integer = 999;
        break;
      default:
        values[i].kind = VJP_KIND_TENSOR;
        values[i].as.tensor = walk_tensor(0);
    }
  }
  return values;
}
static inline const vjp_index* pick_indices(Pick* p) {
  static vjp_index items[WALK_OUTS];
  int c = walk_choice(p);
  if (c == 1) return NULL;
  memset(items, 0, sizeof items);
  for (int i = 0; i < WALK_OUTS; ++i) {
    items[i].kind = c < 3 ? VJP_INDEX_INT : VJP_INDEX_SLICE;
    items[i].step = 1;
    items[i].stop = 1;
    switch (c) {
      case 2:
        items[i].start = INT64_MIN;
        break;
      case 3:
        items[i].step = 0;
        break;
      case 4:
        items[i].step = INT64_MIN;
        break;
      case 5:
        items[i].start = INT64_MAX, items[i].stop = INT64_MIN + 1;
        break;
      case 6:
        items[i].step = INT64_MAX;
        break;
      case 7:
        items[i].kind = VJP_INDEX_TENSOR;
        break; /* NULL */
      case 8:
        items[i].kind = VJP_INDEX_ELLIPSIS;
        break;
      case 9:
        items[i].kind = 99;
        break;
      case 10:
        items[i].kind = VJP_INDEX_NEW_AXIS;
        break;
      case 11:
        items[i].kind = VJP_INDEX_TENSOR, items[i].tensor = walk_tensor(2 + i % 2);
        break;
      default:
        break;
    }
  }
  return items;
}
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
  if (c == 8) options.check_batched_forward = 1;
  if (c == 9) options.atol = -1;
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

/* ---- the walk ---- */

static int64_t walk_tensors, walk_nodes;

static inline void walk_once(const Walk* walk, Pick* p) {
  p->drawn = 0;
  p->wrote = p->failed = false;
  vjp_clear_error();
  walk->call(p);
  /* whatever the call switched on, off again */
  while (walk_num_made > 0) {
    --walk_num_made;
    walk_unmake[walk_num_made](walk_made[walk_num_made]);
  }
  while (vjp_scope_end() == VJP_OK) {
  }
  vjp_forward_mode_exit();
  while (vjp_location_pop() == VJP_OK) {
  }
  vjp_grad_mode_set(true, NULL);
  ++walk_checks;
  if (vjp_debug_live_tensors() != walk_tensors || vjp_debug_live_nodes() != walk_nodes) {
    walk_fail(p, walk->name, "something stays alive");
    walk_tensors = vjp_debug_live_tensors();
    walk_nodes = vjp_debug_live_nodes();
  }
}

static inline void walk_function(const Walk* walk, bool tell) {
  Pick p;
  memset(&p, 0, sizeof p);
  p.random = 88172645463325252u;
  p.varied = -1;
  if (tell) printf("%s\n", walk->name), fflush(stdout);
  walk_once(walk, &p);
  int arguments = p.drawn;
  for (p.varied = 0; p.varied < arguments; ++p.varied)
    for (p.choice = 1; p.choice < WALK_CHOICES; ++p.choice) walk_once(walk, &p);
  p.varied = -2;
  for (p.choice = 1; p.choice < WALK_CHOICES; ++p.choice) walk_once(walk, &p);
  p.varied = -1;
  p.choice = 0;
  p.null_out = true;
  walk_once(walk, &p);
  p.varied = -3;
  for (int i = 0; i < WALK_MIXED; ++i) {
    p.null_out = i % 16 == 0;
    walk_once(walk, &p);
  }
}

static inline int walk_all(const Walk* walks, size_t count) {
  bool tell = getenv("VJP_WALK_VERBOSE") != NULL; /* names the function before it is called, to find what crashed */
  int32_t threads = vjp_get_num_threads();
  vjp_set_warning_handler(walk_warning, NULL, NULL);
  walk_tensors = vjp_debug_live_tensors();
  walk_nodes = vjp_debug_live_nodes();
  for (size_t i = 0; i < count; ++i) {
    walk_function(&walks[i], tell);
    vjp_set_num_threads(threads);
    vjp_set_warning_handler(walk_warning, NULL, NULL);
  }
  printf("%zu functions\n%d passed, %d failed\n", count, walk_checks - walk_failures, walk_failures);
  return walk_failures ? 1 : 0;
}

#endif
