// Programs of simulated devices, and those that run on any device.
#include "scenarios.h"

namespace failing {

namespace {

static vjp_status halve(void*, vjp_tensor* g, vjp_tensor** r) {
  if (!g) return VJP_OK;
  return vjp_mul_scalar(g, vjp_scalar_float(0.5), r);
}
static vjp_status seeleaf(void*, vjp_tensor* l) { return seegrad(l); }
static vjp_status prehook(void*, vjp_tensor** g, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (g[i]) {
      vjp_tensor* m;
      TRY(vjp_mul_scalar(g[i], vjp_scalar_float(2), &m));
      vjp_tensor_release(g[i]);
      g[i] = m;
    }
  return VJP_OK;
}
static vjp_status posthook(void*, vjp_tensor** r, size_t n, vjp_tensor* const*, size_t) {
  for (size_t i = 0; i < n; ++i)
    if (r[i]) {
      vjp_tensor* m;
      TRY(vjp_neg(r[i], &m));
      vjp_tensor_release(r[i]);
      r[i] = m;
    }
  return VJP_OK;
}
static vjp_status multi(void*, vjp_tensor* const* g, size_t n) {
  for (size_t i = 0; i < n; ++i) TRY(see(g[i]));
  return VJP_OK;
}
static vjp_status nestback(void* c, vjp_node*, vjp_tensor* const* g, size_t, vjp_tensor** out, size_t);
static vjp_status nested_of(intptr_t depth, vjp_tensor* x, vjp_tensor** out) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Nest";
  f.backward = nestback;
  f.context = (void*)depth;
  f.drop = dropped;
  vjp_function_call* c;
  TRY(vjp_function_begin(&f, &x, 1, &c));
  T y;
  vjp_status s = vjp_mul_scalar(x, vjp_scalar_float(1.01), &y);
  if (s) {
    vjp_function_abandon(c);
    return s;
  }
  vjp_tensor* r = y.p;
  return vjp_function_end(c, &r, 1, out);
}
static vjp_status nestback(void* c, vjp_node*, vjp_tensor* const* g, size_t, vjp_tensor** out, size_t) {
  intptr_t d = (intptr_t)c;
  if (d == 0) return vjp_mul_scalar(g[0], vjp_scalar_float(1.01), out);
  G gm;
  TRY(vjp_guard_mode(VJP_MODE_GRAD, true, &gm));
  T x, y;
  TRY(vjp_clone(g[0], &x));
  T dt;
  TRY(vjp_tensor_detach(x, &dt));
  TRY(vjp_tensor_set_requires_grad(dt, true));
  TRY(nested_of(d - 1, dt, &y));
  TRY(vjp_backward(y, g[0]));
  return vjp_tensor_grad(dt, out);
}

static vjp_status gfrun(void*, bool, vjp_tensor* const* in, size_t, vjp_tensor_list* r) {
  T a, b;
  TRY(vjp_mul(in[0], in[0], &a));
  TRY(vjp_sin(a, &b));
  return vjp_tensor_list_append(r, b);
}

}  // namespace

vjp_status nested_from(int depth, vjp_device device) {
  T x, y, g;
  TRY(ramp({2}, device, true, &x));
  TRY(nested_of(depth, x, &y));
  TRY(ramp({2}, device, false, &g));
  TRY(vjp_backward(y, g));
  return seegrad(x);
}
vjp_status nested_on_sim() { return nested_from(5, sim0); }

vjp_status train_on(vjp_device d) {
  T x, w, b, w2, b2;
  TRY(ramp({2, 1, 8, 8}, d, false, &x, VJP_DTYPE_FLOAT32));
  TRY(ramp({4, 1, 3, 3}, d, true, &w, VJP_DTYPE_FLOAT32));
  TRY(ramp({4}, d, true, &b, VJP_DTYPE_FLOAT32));
  TRY(ramp({3, 36}, d, true, &w2, VJP_DTYPE_FLOAT32));
  TRY(ramp({3}, d, true, &b2, VJP_DTYPE_FLOAT32));
  int64_t one[] = {1}, zero[] = {0}, lab[] = {0, 2}, two[] = {2}, flat[] = {2, -1};
  T tc, t;
  TRY(vjp_tensor_from_data(lab, two, 1, VJP_DTYPE_INT64, &tc));
  TRY(vjp_to_device(tc, &d, VJP_DTYPE_NONE, false, &t));
  vjp_tensor* ps[] = {w, b, w2, b2};
  OP o;
  vjp_optimizer_options oo = VJP_ADAMW_OPTIONS_INIT;
  TRY(vjp_optimizer_adamw(ps, 4, &oo, &o));
  HK h1, h2, h3, h4, h5, h6;
  TRY(vjp_tensor_add_post_accumulate_hook(w, seeleaf, nullptr, dropped, &h1));
  for (int step = 0; step < 2; ++step) {
    T c, r, p, f, l, ce;
    TRY(vjp_conv2d(x, w, b, one, 1, zero, 1, one, 1, 1, &c));
    TRY(vjp_relu(c, &r));
    int64_t k[] = {2};
    (void)k;
    TRY(vjp_max_pool2d(r, k, 1, k, 1, zero, 1, one, 1, false, &p));
    TRY(vjp_reshape(p, flat, 2, &f));
    TRY(vjp_linear(f, w2, b2, &l));
    TRY(vjp_cross_entropy(l, t, nullptr, -100, "mean", 0.1, &ce));
    N n;
    TRY(vjp_tensor_grad_fn(l, &n));
    TRY(vjp_tensor_add_hook(f, halve, nullptr, dropped, &h2));
    TRY(vjp_node_add_pre_hook(n, prehook, nullptr, dropped, &h3));
    TRY(vjp_node_add_post_hook(n, posthook, nullptr, dropped, &h4));
    TRY(vjp_add_multi_grad_hook(ps, 4, VJP_MULTI_GRAD_ALL, multi, nullptr, dropped, &h5));
    TRY(vjp_tensor_retain_grad(r));
    TRY(vjp_backward(ce, nullptr));
    T tn;
    TRY(vjp_clip_grad_norm(ps, 4, 1.0, 2.0, false, &tn));
    TRY(see(tn));
    TRY(seegrad(r));
    TRY(vjp_optimizer_step(o));
    TRY(vjp_optimizer_zero_grad(o, step == 0));
  }
  for (auto* q : ps) TRY(see(q));
  return VJP_OK;
}

vjp_status streams() {
  ST a, b;
  TRY(vjp_stream_create(sim0, 0, &a));
  TRY(vjp_stream_create(sim1, 0, &b));
  T x, w, y, z, s, m;
  TRY(ramp({3, 3}, sim0, true, &x));
  TRY(ramp({3, 3}, sim1, true, &w));
  ST d0;
  TRY(vjp_stream_default(sim0, &d0));
  TRY(vjp_stream_wait_stream(a, d0));
  {
    G g;
    TRY(vjp_guard_stream(a, &g));
    TRY(vjp_tensor_record_stream(x, a));
    TRY(vjp_matmul(x, x, &y));
    TRY(vjp_tanh(y, &z));
  }
  TRY(vjp_stream_wait_stream(d0, a));
  TRY(vjp_to_device(z, &sim1, VJP_DTYPE_NONE, false, &m));
  T q;
  TRY(vjp_mul(m, w, &q));
  T cp;
  TRY(vjp_to_device(q, &cpu, VJP_DTYPE_NONE, false, &cp));
  TRY(sum(cp, &s));
  TRY(vjp_backward(s, nullptr));
  EV e;
  TRY(vjp_event_create(sim0, true, &e));
  TRY(vjp_event_record(e, d0));
  TRY(vjp_event_synchronize(e));
  TRY(seegrad(x));
  return seegrad(w);
}

vjp_status capture() {
  DG g;
  TRY(vjp_device_graph_create(&g));
  ST st;
  TRY(vjp_stream_create(sim0, 0, &st));
  T x, y, z;
  TRY(ramp({4}, sim0, false, &x));
  TRY(vjp_device_synchronize(sim0));
  {
    G c;
    TRY(vjp_guard_capture(g, sim0, st, nullptr, VJP_CAPTURE_GLOBAL, &c));
    vjp_status s = vjp_mul(x, x, &y);
    if (!s) s = vjp_sin(y, &z);
    if (!s) s = vjp_device_graph_capture_end(g);
    vjp_status e = vjp_guard_exit(c.p);
    if (e) COMPLAIN("exit of capture: %s\n", vjp_last_error());
    c.p = nullptr;
    if (s) return s;
    if (e) return e;
  }
  TRY(vjp_device_graph_replay(g));
  TRY(vjp_device_synchronize(sim0));
  return see(z);
}

vjp_status graphed() {
  T x, call, y;
  TRY(ramp({4}, sim0, true, &x));
  vjp_graphed_function f = VJP_GRAPHED_FUNCTION_INIT;
  vjp_tensor* samples[] = {x};
  f.run = gfrun;
  f.inputs = samples;
  f.num_inputs = 1;
  const vjp_graphed_function* functions[] = {&f};
  vjp_graphed_options options = VJP_GRAPHED_OPTIONS_INIT;
  options.device = sim0;
  GF made;
  TRY(vjp_make_graphed(functions, 1, &options, &made));
  L results;
  TRY(vjp_graphed_call(made, samples, 1, true, &results));
  T s;
  TRY(sum(vjp_tensor_list_get(results, 0), &s));
  TRY(vjp_backward(s, nullptr));
  return seegrad(x);
}

}  // namespace failing
