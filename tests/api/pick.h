/* One function for each type of parameter that is a handle, a number, a text, or a list of these: see walk.h. */
#ifndef VJP_TESTS_PICK_H
#define VJP_TESTS_PICK_H

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
  vjp_status status; /* of the last call that has one */
  uint64_t random;
  bool fails, fails_all; /* during the call malloc fails, once or from there on */
  long fails_at;         /* at this allocation */
  bool refused;          /* one was refused */
} Pick;

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
  p->status = status;
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
/* A run of its own call. In the walk it has ended when it was started. */
static inline void walk_end_pending(vjp_pending* pending) {
  vjp_pending_wait(pending);
  vjp_pending_release(pending);
}
static inline void walk_release_pending(void* pending) { walk_end_pending((vjp_pending*)pending); }
static inline vjp_pending* pick_pending(Pick* p) {
  int c = walk_choice(p);
  vjp_pending* pending = NULL;
  vjp_grad_call* call = NULL;
  vjp_tensor* y = walk_result();
  if (c == 1) return NULL;
  vjp_grad_call_create(NULL, &call);
  vjp_grad_call_add_root(call, y, c == 2 ? NULL : walk_tensor(0)); /* 2: it fails, for there is more than one element */
  vjp_grad_call_add_input(call, y);
  vjp_grad_call_start(call, &pending);
  vjp_grad_call_release(call);
  return (vjp_pending*)walk_keep(pending, walk_release_pending);
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
static inline void walk_release_reference_map(void* m) { vjp_reference_map_release((vjp_reference_map*)m); }
static inline vjp_reference_map* pick_reference_map(Pick* p) {
  vjp_reference_map* map = NULL;
  if (walk_choice(p) == 1) return NULL;
  (void)vjp_reference_map_create(NULL, 0, &map);
  return (vjp_reference_map*)walk_keep(map, walk_release_reference_map);
}
/* NULL, or kinds that do not exist */
static inline const vjp_reference_root* pick_reference_roots(Pick* p) {
  static const vjp_reference_root roots[64] = {{0, NULL}};
  return walk_choice(p) == 1 ? NULL : roots;
}
static inline void walk_release_weak_tensor(void* w) { vjp_weak_tensor_release((vjp_weak_tensor*)w); }
static inline vjp_weak_tensor* pick_weak_tensor(Pick* p) {
  vjp_weak_tensor* weak = NULL;
  vjp_tensor* tensor = pick_tensor(p);
  if (tensor) (void)vjp_weak_tensor_create(tensor, &weak);
  return (vjp_weak_tensor*)walk_keep(weak, walk_release_weak_tensor);
}
static inline void walk_release_weak_node(void* w) { vjp_weak_node_release((vjp_weak_node*)w); }
static inline vjp_weak_node* pick_weak_node(Pick* p) {
  vjp_weak_node* weak = NULL;
  vjp_node* node = pick_node(p);
  if (node) (void)vjp_weak_node_create(node, &weak);
  return (vjp_weak_node*)walk_keep(weak, walk_release_weak_node);
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

#endif
