/*
 * Planted races: programs that forget one thing, in ten ways. The detector must find each, of the right kind and in
 * every schedule, and must find nothing once the program is mended. And the scenarios of the detector itself: SC-4 to
 * SC-6, SC-91 to SC-96.
 */
#include "harness.h"

enum { kN = 256 };

static vjp_race_finding finding(size_t index) {
  vjp_race_finding f = VJP_RACE_FINDING_INIT;
  OK(vjp_race_get(index, &f));
  return f;
}
static vjp_tensor* part(vjp_tensor* t, int64_t first, int64_t length) {
  return OP("narrow", T(t), I(0), I(first), I(length));
}
static vjp_event* new_event(void) {
  vjp_event* e = NULL;
  OK(vjp_event_create(dev(0), false, &e));
  return own_event(e);
}

/* ---- the planted programs ---- */

typedef struct Pair {
  vjp_stream *a, *b;
} Pair;
static Pair two_streams(int device_b) {
  Pair p = {new_stream(dev(0), "A"), new_stream(dev(device_b), "B")};
  return p;
}
/* A tensor that both streams may use. */
static vjp_tensor* shared(Pair p, double value) {
  vjp_tensor* t = NULL;
  UNDER(p.a) t = filled(dev(0), kN, value);
  wait_for(p.b, p.a);
  OK(vjp_tensor_record_stream(t, p.b));
  return t;
}
static void meet(Pair p, bool mended) {
  if (mended) wait_for(p.b, p.a);
}

/* How a tensor is written, and read. */
static void write_fill(vjp_tensor* t) { fill_(t, 3); }
static void write_add(vjp_tensor* t) { OP_("add", T(t), F(1)); }
static void write_view(vjp_tensor* t) { fill_(part(t, 16, 100), 5); }
static void write_copy(vjp_tensor* t) { OP_("copy", T(t), T(filled(dev(0), kN, 4))); }
static void read_sum(vjp_tensor* t) { sum(t); }
static void read_mul(vjp_tensor* t) { times(t, 2); }
static void read_view(vjp_tensor* t) { times(part(t, 64, 32), 2); }

static void raw(bool mended, void (*write)(vjp_tensor*), void (*read)(vjp_tensor*)) {
  Pair p = two_streams(0);
  vjp_tensor* t = shared(p, 1);
  UNDER(p.a) write(t);
  meet(p, mended);
  UNDER(p.b) read(t);
}
static void war(bool mended, void (*write)(vjp_tensor*), void (*read)(vjp_tensor*)) {
  Pair p = two_streams(0);
  vjp_tensor* t = shared(p, 1);
  UNDER(p.a) read(t);
  meet(p, mended);
  UNDER(p.b) write(t);
}
static void waw(bool mended, void (*write)(vjp_tensor*), void (*again)(vjp_tensor*)) {
  Pair p = two_streams(0);
  vjp_tensor* t = shared(p, 1);
  UNDER(p.a) write(t);
  meet(p, mended);
  UNDER(p.b) again(t);
}
/* Memory that is given back while another stream still reads or writes it. */
static void lifetime(bool mended, bool write) {
  Pair p = two_streams(0);
  vjp_tensor* t = NULL;
  UNDER(p.a) t = filled(dev(0), kN, 1);
  wait_for(p.b, p.a);
  UNDER(p.b) {
    sleep_ms(p.b, 5);
    if (write)
      drop_now(fill_(t, 7));
    else
      drop_now(times(t, 2));
  }
  if (mended) OK(vjp_tensor_record_stream(t, p.b));
  drop_now(t);
  UNDER(p.a) filled(dev(0), kN, 2);
}
/* Work between two devices. */
static void devices(bool mended, bool write_source) {
  Pair p = two_streams(1);
  vjp_tensor *t = NULL, *u = NULL;
  UNDER(p.a) t = filled(dev(0), kN, 1);
  UNDER(p.b) u = filled(dev(1), kN, 2);
  vjp_stream* a2 = new_stream(dev(0), "A2");
  UNDER(p.a) UNDER(p.b) OP_("copy", T(u), T(t));
  if (mended) wait_for(a2, p.a);
  if (write_source) {
    UNDER(a2) fill_(t, 9);
  } else {
    vjp_stream* b2 = new_stream(dev(1), "B2");
    if (mended) wait_for(b2, p.b);
    UNDER(b2) read_sum(u);
  }
}
/* What backward does and does not promise (STREAM-10). */
static void use_of_results(bool mended, int what) {
  Pair p = two_streams(0);
  vjp_tensor *x = NULL, *y = NULL;
  UNDER(p.a) {
    x = leaf(filled(dev(0), kN, 1));
    y = sum(times(x, 3));
    backward(y, NULL);
  }
  meet(p, mended);
  UNDER(p.b) {
    if (what == 0)
      read_sum(grad_of(x));
    else if (what == 1)
      fill_(grad_of(x), 0);
    else
      OK(call_op("sum", VJP_VARIANT_FUNCTIONAL, ARGS(T(y), NONE()), 0, &y)), own(y);
  }
}
static void root_gradient(bool mended, bool late_write) {
  Pair p = two_streams(0);
  vjp_tensor *x = NULL, *y = NULL, *g = NULL;
  UNDER(p.b) {
    x = leaf(filled(dev(0), kN, 1));
    y = times(x, 3);
    if (late_write) g = filled(dev(0), kN, 1);
  }
  wait_for(p.a, p.b);
  UNDER(p.a) {
    if (late_write)
      fill_(g, 2);
    else
      g = filled(dev(0), kN, 1);
  }
  meet(p, mended);
  if (mended) OK(vjp_tensor_record_stream(g, p.b));
  UNDER(p.b) backward(y, g);
}
/* A node whose derivative works on a stream of its own and does not tell (NS-3). */
static vjp_status careless_backward(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  Pair* p = (Pair*)self->more;
  bool mended = self->factor > 0;
  vjp_guard* g = NULL;
  vjp_stream* own_one = stream_now(dev(0));
  if (mended) vjp_stream_wait_stream(p->b, own_one);
  vjp_guard_stream(p->b, &g);
  vjp_status status = raw_times(grads[0], 2, out);
  vjp_guard_exit(g);
  if (mended && status == VJP_OK) {
    vjp_stream_wait_stream(own_one, p->b);
    vjp_tensor_record_stream(*out, own_one);
    vjp_tensor_record_stream(grads[0], p->b);
  }
  return status;
}
static void careless_node(bool mended, bool chain) {
  Pair p = two_streams(0);
  Custom careless = {.backward = careless_backward, .name = "Careless", .more = &p, .factor = mended ? 2 : -2};
  UNDER(p.a) {
    vjp_tensor* x = leaf(filled(dev(0), kN, 1));
    vjp_tensor* y = apply_custom(&careless, chain ? times(x, 5) : x);
    backward(sum(times(y, 2)), NULL);
    read_sum(grad_of(x));
  }
}
/* An event that does not cover what was enqueued after it. */
static void early_event(bool mended, bool write) {
  Pair p = two_streams(0);
  vjp_tensor* t = shared(p, 1);
  vjp_event* e = new_event();
  if (!mended) OK(vjp_event_record(e, p.a));
  UNDER(p.a) write_fill(t);
  if (mended) OK(vjp_event_record(e, p.a));
  OK(vjp_stream_wait_event(p.b, e));
  UNDER(p.b) {
    if (write)
      write_add(t);
    else
      read_sum(t);
  }
}
/* The right streams, joined the wrong way round. */
static void wrong_way(bool mended, bool write) {
  Pair p = two_streams(0);
  vjp_tensor* t = shared(p, 1);
  UNDER(p.a) write_add(t);
  if (mended)
    wait_for(p.b, p.a);
  else
    wait_for(p.a, p.b);
  UNDER(p.b) {
    if (write)
      write_view(t);
    else
      read_mul(t);
  }
}
/* Memory that nobody has written. */
static void uninitialised(bool mended, bool view) {
  Pair p = two_streams(0);
  UNDER(p.a) {
    vjp_tensor* t = NULL;
    ON(dev(0)) t = OP("empty", INTS(kN), D(VJP_DTYPE_FLOAT64));
    fill_(mended || !view ? (mended ? t : part(t, 0, 10)) : part(t, 0, 10), 1);
    if (view)
      times(part(t, 5, 10), 2);
    else
      times(t, 2);
  }
}

typedef struct Planted {
  const char* name;
  vjp_race_kind kind;
  int which;
} Planted;
static const Planted kPlanted[] = {
    {"read after fill", VJP_RACE_READ_AFTER_WRITE, 0},
    {"read after in-place add", VJP_RACE_READ_AFTER_WRITE, 1},
    {"read after a write through a view", VJP_RACE_READ_AFTER_WRITE, 2},
    {"read of a view after a fill", VJP_RACE_READ_AFTER_WRITE, 3},
    {"read after copy_", VJP_RACE_READ_AFTER_WRITE, 4},
    {"fill after read", VJP_RACE_WRITE_AFTER_READ, 5},
    {"in-place add after read", VJP_RACE_WRITE_AFTER_READ, 6},
    {"write through a view after read", VJP_RACE_WRITE_AFTER_READ, 7},
    {"fill after read of a view", VJP_RACE_WRITE_AFTER_READ, 8},
    {"copy_ after read", VJP_RACE_WRITE_AFTER_READ, 9},
    {"fill after fill", VJP_RACE_WRITE_AFTER_WRITE, 10},
    {"view after fill", VJP_RACE_WRITE_AFTER_WRITE, 11},
    {"copy_ after fill", VJP_RACE_WRITE_AFTER_WRITE, 12},
    {"fill after view", VJP_RACE_WRITE_AFTER_WRITE, 13},
    {"memory reused under a read", VJP_RACE_LIFETIME, 14},
    {"memory reused under a write", VJP_RACE_LIFETIME, 15},
    {"source of a copy between devices written", VJP_RACE_WRITE_AFTER_READ, 16},
    {"target of a copy between devices read", VJP_RACE_READ_AFTER_WRITE, 17},
    {"grad read elsewhere", VJP_RACE_READ_AFTER_WRITE, 18},
    {"grad zeroed elsewhere", VJP_RACE_WRITE_AFTER_WRITE, 19},
    {"loss read elsewhere", VJP_RACE_READ_AFTER_WRITE, 20},
    {"root gradient made elsewhere", VJP_RACE_READ_AFTER_WRITE, 21},
    {"root gradient filled late elsewhere", VJP_RACE_READ_AFTER_WRITE, 22},
    {"careless node at a leaf", VJP_RACE_READ_AFTER_WRITE, 23},
    {"careless node in a chain", VJP_RACE_READ_AFTER_WRITE, 24},
    {"event before the write, then read", VJP_RACE_READ_AFTER_WRITE, 25},
    {"event before the write, then write", VJP_RACE_WRITE_AFTER_WRITE, 26},
    {"joined the wrong way, then read", VJP_RACE_READ_AFTER_WRITE, 27},
    {"joined the wrong way, then write", VJP_RACE_WRITE_AFTER_WRITE, 28},
    {"read of what nobody wrote", VJP_RACE_UNINITIALISED, 29},
    {"read of a view that is half written", VJP_RACE_UNINITIALISED, 30},
};

static void run_planted(int which, bool mended) {
  switch (which) {
    case 0:
      raw(mended, write_fill, read_sum);
      break;
    case 1:
      raw(mended, write_add, read_mul);
      break;
    case 2:
      raw(mended, write_view, read_sum);
      break;
    case 3:
      raw(mended, write_fill, read_view);
      break;
    case 4:
      raw(mended, write_copy, read_mul);
      break;
    case 5:
      war(mended, write_fill, read_sum);
      break;
    case 6:
      war(mended, write_add, read_mul);
      break;
    case 7:
      war(mended, write_view, read_sum);
      break;
    case 8:
      war(mended, write_fill, read_view);
      break;
    case 9:
      war(mended, write_copy, read_mul);
      break;
    case 10:
      waw(mended, write_fill, write_fill);
      break;
    case 11:
      waw(mended, write_fill, write_view);
      break;
    case 12:
      waw(mended, write_fill, write_copy);
      break;
    case 13:
      waw(mended, write_view, write_fill);
      break;
    case 14:
      lifetime(mended, false);
      break;
    case 15:
      lifetime(mended, true);
      break;
    case 16:
      devices(mended, true);
      break;
    case 17:
      devices(mended, false);
      break;
    case 18:
      use_of_results(mended, 0);
      break;
    case 19:
      use_of_results(mended, 1);
      break;
    case 20:
      use_of_results(mended, 2);
      break;
    case 21:
      root_gradient(mended, false);
      break;
    case 22:
      root_gradient(mended, true);
      break;
    case 23:
      careless_node(mended, false);
      break;
    case 24:
      careless_node(mended, true);
      break;
    case 25:
      early_event(mended, false);
      break;
    case 26:
      early_event(mended, true);
      break;
    case 27:
      wrong_way(mended, false);
      break;
    case 28:
      wrong_way(mended, true);
      break;
    case 29:
      uninitialised(mended, false);
      break;
    case 30:
      uninitialised(mended, true);
      break;
  }
}

/* RD-4: each program is caught, of its kind; mended it is clean. */
SCENARIO(98, planted_races) {
  NEEDS_DEVICES(2);
  for (size_t i = 0; i < sizeof kPlanted / sizeof kPlanted[0]; ++i) {
    for (int mended = 0; mended < 2; ++mended) {
      detector_findings();
      vjp_race_clear();
      run_planted(kPlanted[i].which, mended);
      bool right_kind = false;
      for (size_t k = 0; k < vjp_race_count(); ++k) right_kind |= finding(k).kind == kPlanted[i].kind;
      char detail[2000] = "";
      bool good = mended ? vjp_race_count() == 0 : right_kind;
      if (!good) {
        char* report = NULL;
        OK(vjp_race_report(false, &report));
        snprintf(detail, sizeof detail, "%s%s; found: %s", mended ? "mended: " : "", kPlanted[i].name, report);
        vjp_string_free(report);
      }
      check_report(good, __FILE__, __LINE__, "planted race", detail);
    }
  }
  detector_findings();
}

/* ---- events and chains ---- */

/* SC-4: an event covers what was enqueued before its record. */
SCENARIO(4, an_event_covers_what_came_before_it) {
  Pair p = two_streams(0);
  vjp_tensor* t = shared(p, 1);
  vjp_event* e = new_event();
  UNDER(p.a) write_fill(t);
  OK(vjp_event_record(e, p.a));
  UNDER(p.a) write_fill(t);
  OK(vjp_stream_wait_event(p.b, e));
  UNDER(p.b) read_sum(t);
  RACE();
}

/* SC-5: recording again moves the marker. */
SCENARIO(5, recording_again) {
  vjp_stream *a = new_stream(dev(0), "A"), *b = new_stream(dev(0), "B"), *c = new_stream(dev(0), "C");
  Pair ab = {a, b}, ac = {a, c};
  vjp_tensor *ta = shared(ab, 1), *tb = shared(ab, 1);
  (void)shared(ac, 1);
  vjp_event* e = new_event();
  UNDER(a) read_sum(ta);
  UNDER(b) read_sum(tb);
  OK(vjp_event_record(e, a));
  OK(vjp_event_record(e, b));
  OK(vjp_stream_wait_event(c, e));
  UNDER(c) write_fill(tb);
  CLEAN();
  UNDER(c) write_fill(ta);
  RACE();
}

/* SC-6: a chain of ten streams; without its sixth link the report names the two streams of that link's ends. */
SCENARIO(6, a_chain_of_streams) {
  for (int missing = 0; missing < 2; ++missing) {
    vjp_stream* a = new_stream(dev(0), "A");
    vjp_stream* s[11];
    s[0] = a;
    vjp_tensor* t = NULL;
    UNDER(a) t = filled(dev(0), kN, 1);
    for (int i = 1; i <= 10; ++i) {
      char name[16];
      snprintf(name, sizeof name, "S%d", i);
      s[i] = new_stream(dev(0), name);
      wait_for(s[i], a);
    }
    OK(vjp_tensor_record_stream(t, s[10]));
    UNDER(a) read_sum(t);
    for (int i = 1; i <= 10; ++i)
      if (!missing || i != 6) wait_for(s[i], s[i - 1]);
    UNDER(s[10]) write_fill(t);
    if (!missing) {
      CLEAN();
      continue;
    }
    if (detector_on()) {
      CHECK(vjp_race_count() == 1);
      vjp_race_finding f = finding(0);
      CHECK(f.kind == VJP_RACE_WRITE_AFTER_READ);
      CHECK(strcmp(f.first.stream, "A") == 0 && strcmp(f.second.stream, "S10") == 0);
    }
    RACE();
  }
}

/* ---- the detector ---- */

/* SC-91, RD-5 */
SCENARIO(91, reads_do_not_race) {
  Pair p = two_streams(0);
  vjp_tensor* t = shared(p, 1);
  UNDER(p.a) read_sum(t);
  UNDER(p.b) read_sum(t);
  CLEAN();
  UNDER(p.b) write_fill(t);
  if (detector_on()) {
    CHECK(vjp_race_count() == 1);
    CHECK(strcmp(finding(0).first.stream, "A") == 0);
  }
  RACE();
}

/* SC-91 */
SCENARIO(91, one_reader_of_nine) {
  vjp_stream* home = new_stream(dev(0), "home");
  vjp_tensor* t = NULL;
  UNDER(home) t = filled(dev(0), kN, 1);
  for (int i = 0; i < 9; ++i) {
    vjp_stream* s = new_stream(dev(0), NULL);
    wait_for(s, home);
    OK(vjp_tensor_record_stream(t, s));
    UNDER(s) read_sum(t);
    if (i != 4) wait_for(home, s);
  }
  UNDER(home) write_fill(t);
  if (detector_on()) CHECK(vjp_race_count() == 1);
  RACE();
}

/* SC-92, RD-7 */
SCENARIO(92, ten_tensors_ten_findings) {
  Pair p = two_streams(0);
  vjp_tensor* t[10];
  for (int i = 0; i < 10; ++i) t[i] = shared(p, 1);
  for (int i = 0; i < 10; ++i) UNDER(p.a) write_fill(t[i]);
  for (int i = 0; i < 10; ++i) UNDER(p.b) write_fill(t[i]);
  if (detector_on()) {
    uint64_t all = 0;
    for (size_t k = 0; k < vjp_race_count(); ++k) all += finding(k).count;
    CHECK(all == 10);
  }
  RACE();
}

/* SC-93: what waiting for a device, and for a stream, orders. */
SCENARIO(93, synchronisation_of_the_host) {
  Pair p = two_streams(0);
  vjp_tensor* t = shared(p, 1);
  UNDER(p.a) write_fill(t);
  OK(vjp_device_synchronize(dev(0)));
  UNDER(p.b) write_fill(t);
  vjp_stream* later = new_stream(dev(0), "later");
  CLEAN();
  UNDER(p.a) write_fill(t); /* after the wait: not ordered with b's */
  RACE();
  OK(vjp_device_synchronize(dev(0)));
  UNDER(later) write_fill(t);
  CLEAN();
  OK(vjp_stream_synchronize(later));
  UNDER(p.a) write_fill(t);
  CLEAN();
  UNDER(later) read_sum(t);
  RACE();
  OK(vjp_device_synchronize(dev(0)));
}

/* SC-94, RD-3 */
SCENARIO(94, views) {
  Pair p = two_streams(0);
  vjp_tensor* base = shared(p, 1);
  UNDER(p.a) fill_(part(base, 0, 5), 2);
  UNDER(p.b) times(part(base, 5, 5), 2);
  CLEAN();
  UNDER(p.b) times(part(base, 3, 5), 2);
  if (detector_on()) {
    CHECK(vjp_race_count() == 1);
    CHECK(finding(0).begin == 3 * 8 && finding(0).end == 5 * 8);
  }
  RACE();
}

/* SC-94, RD-3: two columns of a matrix do not overlap, though their ranges do. */
SCENARIO(94, columns) {
  Pair p = two_streams(0);
  vjp_tensor* base = shared(p, 1);
  vjp_tensor* matrix = OP("reshape", T(base), INTS(16, 16));
  UNDER(p.a) fill_(OP("select", T(matrix), I(1), I(3)), 2);
  UNDER(p.b) fill_(OP("select", T(matrix), I(1), I(4)), 2);
  CLEAN();
  UNDER(p.b) sum(OP("select", T(matrix), I(1), I(3)));
  RACE();
}

/* SC-95, RD-6 */
SCENARIO(95, the_report) {
  if (!detector_on()) return;
  Pair p = two_streams(0);
  vjp_tensor* x = NULL;
  OK(vjp_location_push("model.c", 42, "step"));
  UNDER(p.a) {
    x = leaf(filled(dev(0), kN, 1));
    backward(sum(mul_s(x, 2)), NULL);
  }
  UNDER(p.b) times(grad_of(x), 3);
  OK(vjp_location_pop());
  CHECK(vjp_race_count() == 1);
  vjp_race_finding f = finding(0);
  CHECK(f.kind == VJP_RACE_READ_AFTER_WRITE && f.count == 1);
  CHECK(f.device.kind == dev(0).kind && f.device.index == 0);
  CHECK(f.storage > 0 && f.begin == 0 && f.end == kN * 8);
  CHECK(strstr(f.allocated_by, "A") != NULL);
  CHECK(f.first.node && strstr(f.first.node, "MulS") && f.first.grad_call > 0 && f.first.write);
  CHECK(strcmp(f.second.op, "mul") == 0 && !f.second.node && !f.second.write);
  CHECK(f.first.dtype == VJP_DTYPE_FLOAT64 && f.first.ndim == 1 && f.first.shape[0] == kN);
  CHECK(f.first.stream_id == vjp_stream_id(p.a) && f.second.stream_id == vjp_stream_id(p.b));
  CHECK(f.first.command > 0 && f.second.command > 0 && f.second.thread > 0);
  CHECK(strstr(f.first.location, "model.c:42, in step") != NULL); /* the first was enqueued by a worker */
  CHECK(strstr(f.second.location, "model.c:42, in step") != NULL);
  CHECK(strstr(f.missing, "B needs to wait for A") != NULL);
  CHECK(strstr(f.fix, "vjp_stream_wait_stream(\"B\", \"A\")") != NULL);
  char* json = NULL;
  OK(vjp_race_report(true, &json));
  CHECK(strstr(json, "\"kind\": \"read after write\"") != NULL);
  vjp_string_free(json);
  FAILS(VJP_ERROR_STATE, vjp_race_check());
  SAYS("read after write");
  RACE();
  wait_for(p.b, p.a); /* the fix */
  UNDER(p.b) times(grad_of(x), 3);
  CLEAN();
  OK(vjp_race_check());
}

/* SC-96, RD-8: nothing here depends on the schedule, so each mode finds the same number. */
SCENARIO(96, the_same_findings_in_every_schedule) {
  static size_t first = 0;
  if (!detector_on()) return;
  raw(false, write_fill, read_sum);
  war(false, write_add, read_mul);
  use_of_results(false, 1);
  early_event(false, false);
  size_t count = vjp_race_count();
  CHECK(count >= 4);
  if (!first) first = count;
  CHECK(count == first);
  RACE();
}

/* RD-7: the call that issues the second access can be made to fail; then nothing is enqueued. */
SCENARIO(92, failing_calls) {
  if (!detector_on()) return;
  Pair p = two_streams(0);
  vjp_tensor* t = shared(p, 1);
  UNDER(p.a) fill_(t, 5);
  OK(vjp_race_set_mode(VJP_RACE_FAIL));
  UNDER(p.b) {
    vjp_tensor* out = NULL;
    FAILS(VJP_ERROR_STATE, call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(t), F(2)), 0, &out));
    SAYS("B needs to wait for A");
  }
  OK(vjp_race_set_mode(VJP_RACE_COLLECT));
  RACE();
}
