/* What the race detector takes for ordered, and what it reports: SC-4 to SC-6, SC-91 to SC-95. */
#include "races.h"

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

/* SC-95, RD-6, BE-3 */
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
