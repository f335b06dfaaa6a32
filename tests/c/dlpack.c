/* DLPack, current and versioned, both ways. The structs are declared here after the specification. */
#include "check.h"

typedef struct {
  int32_t type, id;
} Device;
typedef struct {
  uint8_t code, bits;
  uint16_t lanes;
} DataType;
typedef struct {
  void* data;
  Device device;
  int32_t ndim;
  DataType dtype;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} Array;
typedef struct Managed {
  Array array;
  void* context;
  void (*deleter)(struct Managed*);
} Managed;
typedef struct ManagedVersioned {
  uint32_t major, minor;
  void* context;
  void (*deleter)(struct ManagedVersioned*);
  uint64_t flags;
  Array array;
} ManagedVersioned;

static int deleted;
static void count_deleted(Managed* m) { (void)m, ++deleted; }
static void count_deleted_versioned(ManagedVersioned* m) { (void)m, ++deleted; }

static double numbers[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
static int64_t shape[2] = {2, 3}, strides[2] = {1, 4};

static Managed foreign(void) {
  Managed m;
  memset(&m, 0, sizeof m);
  m.array.data = numbers;
  m.array.device.type = 1;
  m.array.ndim = 2;
  m.array.dtype = (DataType){2, 64, 1};
  m.array.shape = shape;
  m.array.strides = strides;
  m.array.byte_offset = sizeof(double);
  m.deleter = count_deleted;
  deleted = 0;
  return m;
}
static ManagedVersioned foreign_versioned(uint64_t flags) {
  ManagedVersioned m;
  memset(&m, 0, sizeof m);
  m.major = 1;
  m.minor = 9; /* of later minor versions everything known stays valid */
  m.flags = flags;
  m.array = foreign().array;
  m.deleter = count_deleted_versioned;
  deleted = 0;
  return m;
}

static void import_shares_memory(void) {
  Managed m = foreign();
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_dlpack(&m, false, &t));
  CHECK(vjp_tensor_data(t) == numbers + 1 && SHAPE(t, 2, 3));
  CHECK(vjp_tensor_strides(t)[0] == 1 && vjp_tensor_strides(t)[1] == 4);
  EQUALS(t, 1, 5, 9, 2, 6, 10);
  vjp_tensor* view = narrow(t, 0, 0, 1);
  vjp_tensor_release(t);
  CHECK(deleted == 0);
  drop_now(view);
  CHECK(deleted == 1);
}

static void import_versioned(void) {
  ManagedVersioned m = foreign_versioned(0);
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_dlpack(&m, true, &t));
  CHECK(vjp_tensor_data(t) == numbers + 1);
  vjp_tensor_release(t);
  CHECK(deleted == 1);
}

static void read_only_memory_is_copied(void) {
  ManagedVersioned m = foreign_versioned(1);
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_dlpack(&m, true, &t));
  own(t);
  CHECK(deleted == 1 && vjp_tensor_data(t) != numbers + 1);
  OP_("mul", T(t), F(2));
  EQUALS(t, 2, 10, 18, 4, 12, 20);
  NEAR(numbers[1], 1);
}

static void row_major_without_strides(void) {
  static Managed m; /* outlives the tensor, which the arena releases later */
  m = foreign();
  m.array.strides = NULL;
  m.array.byte_offset = 0;
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_dlpack(&m, false, &t));
  EQUALS(own(t), 0, 1, 2, 3, 4, 5);
}

static void refusals_leave_the_struct_with_its_owner(void) {
  vjp_tensor* t = NULL;
  Managed m = foreign();
  m.array.device.type = 8; /* Metal */
  FAILS(VJP_ERROR_DEVICE, vjp_tensor_from_dlpack(&m, false, &t));
  m = foreign();
  m.array.dtype = (DataType){2, 80, 1};
  FAILS(VJP_ERROR_DTYPE, vjp_tensor_from_dlpack(&m, false, &t));
  m = foreign();
  m.array.dtype.lanes = 4;
  FAILS(VJP_ERROR_DTYPE, vjp_tensor_from_dlpack(&m, false, &t));
  m = foreign();
  m.array.ndim = 17;
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_from_dlpack(&m, false, &t));
  m.array.ndim = -1;
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_from_dlpack(&m, false, &t));
  m = foreign();
  int64_t backwards[2] = {1, -4};
  m.array.strides = backwards;
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_from_dlpack(&m, false, &t));
  m = foreign();
  int64_t negative[2] = {2, -3}, huge[2] = {INT64_MAX, INT64_MAX};
  m.array.shape = negative;
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_from_dlpack(&m, false, &t));
  m.array.shape = huge;
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_from_dlpack(&m, false, &t));
  m = foreign();
  m.array.data = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_tensor_from_dlpack(&m, false, &t));
  ManagedVersioned v = foreign_versioned(0);
  v.major = 2;
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, vjp_tensor_from_dlpack(&v, true, &t));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_from_dlpack(NULL, true, &t));
  CHECK(deleted == 0 && t == NULL);
}

static void misaligned_memory_is_copied(void) {
  static Managed m; /* outlives the tensor, which the arena releases later */
  m = foreign();
  m.array.byte_offset = 4;
  int64_t one = 1;
  m.array.ndim = 1;
  m.array.shape = m.array.strides = &one;
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_dlpack(&m, false, &t));
  CHECK((uintptr_t)vjp_tensor_data(own(t)) % sizeof(double) == 0 && deleted == 1);
}

static void export_describes_the_tensor(void) {
  static const struct {
    vjp_dtype dtype;
    uint8_t code, bits;
  } kinds[] = {{VJP_DTYPE_BOOL, 6, 8},     {VJP_DTYPE_UINT8, 1, 8},      {VJP_DTYPE_INT8, 0, 8},
               {VJP_DTYPE_INT16, 0, 16},   {VJP_DTYPE_INT32, 0, 32},     {VJP_DTYPE_INT64, 0, 64},
               {VJP_DTYPE_FLOAT16, 2, 16}, {VJP_DTYPE_BFLOAT16, 4, 16},  {VJP_DTYPE_FLOAT32, 2, 32},
               {VJP_DTYPE_FLOAT64, 2, 64}, {VJP_DTYPE_COMPLEX64, 5, 64}, {VJP_DTYPE_COMPLEX128, 5, 128}};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    vjp_tensor* t = OP("transpose", T(ramp(kinds[i].dtype, 2, (int64_t[]){2, 3})), I(0), I(1));
    void *plain = NULL, *versioned = NULL;
    OK(vjp_tensor_to_dlpack(t, false, &plain));
    OK(vjp_tensor_to_dlpack(t, true, &versioned));
    Managed* m = (Managed*)plain;
    ManagedVersioned* v = (ManagedVersioned*)versioned;
    CHECK(v->major == 1 && v->flags == 0);
    Array* both[2] = {&m->array, &v->array};
    for (int k = 0; k < 2; ++k) {
      Array* a = both[k];
      CHECK((char*)a->data + a->byte_offset == (char*)vjp_tensor_data(t));
      CHECK(a->device.type == 1 && a->ndim == 2 && a->shape[0] == 3 && a->shape[1] == 2);
      CHECK(a->strides[0] == 1 && a->strides[1] == 3);
      CHECK(a->dtype.code == kinds[i].code && a->dtype.bits == kinds[i].bits && a->dtype.lanes == 1);
    }
    m->deleter(m);
    v->deleter(v);
  }
}

static void round_trip_keeps_the_memory_alive(void) {
  for (int versioned = 0; versioned < 2; ++versioned) {
    vjp_tensor *t = VEC(1, 2, 3), *back = NULL;
    const void* data = vjp_tensor_data(t);
    void* managed = NULL;
    OK(vjp_tensor_to_dlpack(t, versioned, &managed));
    drop_now(t);
    OK(vjp_tensor_from_dlpack(managed, versioned, &back));
    CHECK(vjp_tensor_data(own(back)) == data);
    EQUALS(back, 1, 2, 3);
  }
}

static void tracked_tensors_are_not_exported(void) {
  void* managed = NULL;
  FAILS(VJP_ERROR_STATE, vjp_tensor_to_dlpack(leaf(VEC(1)), true, &managed));
  SAYS("detach");
  CHECK(managed == NULL);
}

int main(void) {
  RUN(import_shares_memory);
  RUN(import_versioned);
  RUN(read_only_memory_is_copied);
  RUN(row_major_without_strides);
  RUN(refusals_leave_the_struct_with_its_owner);
  RUN(misaligned_memory_is_copied);
  RUN(export_describes_the_tensor);
  RUN(round_trip_keeps_the_memory_alive);
  RUN(tracked_tensors_are_not_exported);
  return finish();
}
