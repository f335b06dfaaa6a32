/*
 * Planted races: programs that forget one thing, in ten ways. The detector must find each, of the right kind and in
 * every schedule, and must find nothing once the program is mended.
 */
#include "races.h"

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
/* A node whose derivative works on a stream of its own and does not say so (NS-3). */
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
