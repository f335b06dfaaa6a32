/* Sparse tensors on devices of the simulator: results as on the CPU, and the memory of their members. */
#include "check.h"
#include "vjp/engine.h"

static const vjp_device kDevice = {VJP_DEVICE_SIM, 0};
enum { kRows = 64 };

static vjp_tensor* there(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_to_device(t, &kDevice, VJP_DTYPE_NONE, false, &out));
  return own(out);
}
static vjp_tensor* coo(vjp_tensor* places, vjp_tensor* values, int64_t rows, int64_t columns) {
  vjp_tensor* out = NULL;
  OK(vjp_sparse_coo(OP("to", T(places), D(VJP_DTYPE_INT64)), values, (int64_t[]){rows, columns}, 2, false, &out));
  return own(out);
}
static vjp_tensor* dense(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_to_dense(t, true, &out));
  return own(out);
}
static vjp_tensor* as(vjp_tensor* t, vjp_layout layout) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_to_layout(t, layout, -1, 1, 1, &out));
  return own(out);
}
static vjp_tensor* raw_values(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_values(t, true, &out));
  return own(out);
}

/* A product of different patterns has a value where both have one, on devices, too. */
static void products_of_different_patterns(void) {
  for (int layout = VJP_LAYOUT_COO; layout <= VJP_LAYOUT_CSC; ++layout) {
    for (int device = 0; device < 2; ++device) {
      vjp_tensor* a = as(coo(MAT(2, 3, 0, 1, 1, 1, 0, 2), VEC(5, 6, 7), 2, 3), (vjp_layout)layout);
      vjp_tensor* b = as(coo(MAT(2, 3, 0, 1, 1, 0, 0, 2), VEC(1, 2, 3), 2, 3), VJP_LAYOUT_COO);
      if (device) a = there(a), b = there(b);
      leaf(a);
      vjp_tensor* both = mul(a, b);
      CHECK(vjp_tensor_nnz(both) == 2 && vjp_tensor_layout(both) == (vjp_layout)layout);
      EQUALS(dense(both), 0, 0, 0, 12, 0, 21);
      OK(vjp_backward(sum(both), NULL));
      EQUALS(dense(grad_of(a)), 0, 0, 0, 2, 0, 3);
      vjp_tensor* other = coo(MAT(2, 1, 0, 0), VEC(4), 2, 3);
      vjp_tensor* none = mul(a, device ? there(other) : other);
      CHECK(vjp_tensor_nnz(none) == 0);
      EQUALS(dense(none), 0, 0, 0, 0, 0, 0);
    }
  }
}

/* ---- IB-10 ---- */

static void close_stream(void* s) { vjp_stream_release((vjp_stream*)s); }
static vjp_stream* new_stream(void) {
  vjp_stream* s = NULL;
  OK(vjp_stream_create(kDevice, 0, &s));
  return (vjp_stream*)arena_put(s, close_stream);
}
#define UNDER(s) for (vjp_guard* here_ = enter(s); here_; here_ = leave(here_))
static vjp_guard* enter(vjp_stream* s) {
  vjp_guard* g = NULL;
  OK(vjp_guard_stream(s, &g));
  return g;
}
static vjp_guard* leave(vjp_guard* g) {
  OK(vjp_guard_exit(g));
  return NULL;
}
static void detect(void) {
  OK(vjp_device_synchronize(kDevice));
  OK(vjp_race_set_mode(VJP_RACE_OFF));
  OK(vjp_race_set_mode(VJP_RACE_COLLECT));
}
static size_t findings(void) {
  const size_t n = vjp_race_count();
  OK(vjp_device_synchronize(kDevice));
  OK(vjp_race_set_mode(VJP_RACE_OFF));
  return n;
}

/* IB-10: record_stream is about every storage inside: a reader's memory is not given to others before it is done. */
static void ib_10_record_stream(void) {
  for (int layout = VJP_LAYOUT_COO; layout <= VJP_LAYOUT_CSR; ++layout) {
    for (int recorded = 0; recorded < 2; ++recorded) {
      vjp_stream *maker = new_stream(), *reader = new_stream();
      double values[kRows], places[2 * kRows];
      for (int i = 0; i < kRows; ++i) values[i] = i + 1, places[i] = places[kRows + i] = i;
      vjp_tensor* host =
          coo(make_tensor(places, (int64_t[]){2, kRows}, 2), make_tensor(values, (int64_t[]){kRows}, 1), kRows, kRows);
      host = as(host, (vjp_layout)layout);
      detect();
      vjp_tensor* t = NULL;
      const size_t before = arena_size;
      UNDER(maker) t = OP("clone", T(there(host))); /* where the host is the simulator, too, `there` moves nothing */
      OK(vjp_stream_wait_stream(reader, maker));
      UNDER(reader) dense(t);
      if (recorded) OK(vjp_tensor_record_stream(t, reader));
      while (arena_size > before) --arena_size, arena_release[arena_size](arena[arena_size]);
      const double zeros[kRows] = {
          0}; /* an index as well as a value: without a record the reader may come after them */
      UNDER(maker)
      for (int i = 0; i < 8; ++i) there(i % 2 ? OP("arange", I(kRows + 1)) : make_tensor(zeros, (int64_t[]){kRows}, 1));
      const size_t found = findings();
      CHECK(recorded ? found == 0 : found > 0);
    }
  }
}

/* IB-10, GC-7: so does the engine with a COO gradient that was made on another stream. */
static void ib_10_gradients(void) {
  for (int marks = 0; marks < 2; ++marks) {
    vjp_stream *side = new_stream(), *caller = new_stream();
    vjp_tensor* rows = OP("to", T(OP("arange", I(kRows))), D(VJP_DTYPE_INT64));
    vjp_tensor *table = NULL, *loss = NULL;
    detect();
    UNDER(side) {
      table = leaf(there(OP("full", INTS(kRows, 2), F(2), D(VJP_DTYPE_FLOAT64))));
      loss = sum(OP("embedding.max_norm", T(there(rows)), T(table), NONE(), NONE(), F(2), B(false), B(true)));
    }
    OK(vjp_stream_wait_stream(caller, side));
    UNDER(caller) {
      vjp_debug_engine_marks_memory(marks);
      OK(vjp_backward(loss, NULL));
      vjp_debug_engine_marks_memory(true);
      const size_t before = arena_size;
      CHECK(vjp_tensor_layout(grad_of(table)) == VJP_LAYOUT_COO);
      OP("mul", T(raw_values(grad_of(table))), F(2));
      while (arena_size > before) --arena_size, arena_release[arena_size](arena[arena_size]);
      OK(vjp_tensor_set_grad(table, NULL));
    }
    UNDER(side) for (int i = 0; i < 8; ++i) there(OP("full", INTS(kRows, 2), F(3), D(VJP_DTYPE_FLOAT64)));
    const size_t found = findings();
    CHECK(marks ? found == 0 : found > 0);
  }
}

int main(void) {
  RUN(products_of_different_patterns);
  RUN(ib_10_record_stream);
  RUN(ib_10_gradients);
  return finish();
}
