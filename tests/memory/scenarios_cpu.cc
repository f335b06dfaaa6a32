// Programs of the CPU.
#include <unistd.h>

#include <cstdlib>

#include "scenarios.h"

namespace failing {

double seen = 0;
int complaints = 0;

static vjp_status cube_back(void*, vjp_node* node, vjp_tensor* const* g, size_t, vjp_tensor** out, size_t) {
  T x, a, b;
  TRY(vjp_function_saved(node, 0, &x));
  TRY(vjp_mul(x, x, &a));
  TRY(vjp_mul_scalar(a, vjp_scalar_float(3), &b));
  return vjp_mul(b, g[0], &out[0]);
}
static vjp_status cube_jvp(void*, vjp_function_call* c, vjp_tensor* const* t, size_t, vjp_tensor** out, size_t) {
  T x, a, b;
  TRY(vjp_function_call_saved_for_forward(c, 0, &x));
  TRY(vjp_mul(x, x, &a));
  TRY(vjp_mul_scalar(a, vjp_scalar_float(3), &b));
  return vjp_mul(b, t[0], &out[0]);
}
vjp_status cube(vjp_tensor* x, vjp_tensor** out) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Cube";
  f.backward = cube_back;
  f.jvp = cube_jvp;
  f.drop = dropped;
  vjp_function_call* c;
  vjp_status s = vjp_function_begin(&f, &x, 1, &c);
  if (s) return s;
  T y, z;
  s = vjp_mul(x, x, &y);
  if (!s) s = vjp_mul(y, x, &z);
  if (!s) s = vjp_function_call_save_for_backward(c, &x, 1);
  if (!s) s = vjp_function_call_save_for_forward(c, &x, 1);
  if (s) {
    if (vjp_function_abandon(c)) COMPLAIN("abandon: %s\n", vjp_last_error());
    return s;
  }
  vjp_tensor* r = z.p;
  return vjp_function_end(c, &r, 1, out);
}

namespace {

static vjp_status halve(void*, vjp_tensor* g, vjp_tensor** r) {
  if (!g) return VJP_OK;
  return vjp_mul_scalar(g, vjp_scalar_float(0.5), r);
}
static vjp_status dbl() {
  T x, w;
  TRY(ramp({3, 3}, cpu, true, &x));
  TRY(ramp({3, 3}, cpu, true, &w));
  T c, e, s;
  TRY(cube(x, &c));
  vjp_tensor* ops[] = {c, w};
  TRY(vjp_einsum("ij,jk->ki", ops, 2, &e));
  T th;
  TRY(vjp_tanh(e, &th));
  TRY(sum(th, &s));
  vjp_grad_options o = VJP_GRAD_OPTIONS_INIT;
  o.create_graph = 1;
  vjp_tensor* in[] = {x, w};
  vjp_tensor* g[2] = {};
  vjp_tensor* root = s;
  TRY(vjp_grad(&root, 1, nullptr, in, 2, &o, g));
  T g0, g1;
  g0.p = g[0];
  g1.p = g[1];
  T p, q;
  TRY(vjp_mul(g0, g1, &p));
  TRY(sum(p, &q));
  TRY(vjp_backward(q, nullptr));
  TRY(seegrad(x));
  TRY(seegrad(w));
  return VJP_OK;
}
struct CK {
  int depth;
  vjp_generator* gen;
  int32_t reentrant;
};
static vjp_status ckrun(void* c, bool, vjp_tensor* const* in, size_t, vjp_tensor_list* res);
static CK cks[2][4];
static vjp_status ckcall(CK* k, vjp_tensor* x, vjp_tensor* w, vjp_tensor** out) {
  vjp_checkpoint_function f = VJP_CHECKPOINT_FUNCTION_INIT;
  f.run = ckrun;
  f.context = k;
  f.drop = dropped;
  vjp_checkpoint_options o = VJP_CHECKPOINT_OPTIONS_INIT;
  o.reentrant = k->reentrant;
  vjp_tensor* in[] = {x, w};
  L l;
  TRY(vjp_checkpoint(&f, in, 2, &o, &l));
  *out = vjp_tensor_retain(vjp_tensor_list_get(l, 0));
  return VJP_OK;
}
static vjp_status ckrun(void* c, bool, vjp_tensor* const* in, size_t, vjp_tensor_list* res) {
  CK* k = (CK*)c;
  T a, b, d, e;
  TRY(vjp_matmul(in[0], in[1], &a));
  TRY(vjp_tanh(a, &b));
  TRY(vjp_dropout(b, 0.3, true, nullptr, &d));
  if (k->depth > 0) {
    TRY(ckcall(k - 1, d, in[1], &e));
  } else {
    T v;
    TRY(vjp_narrow(d, 0, 0, 2, &v));
    TRY(vjp_mul_scalar_(v, vjp_scalar_float(1.5)));
    TRY(vjp_sin(d, &e));
  }
  T f;
  TRY(vjp_mul(e, d, &f));
  return vjp_tensor_list_append(res, f);
}
static vjp_status s_ck(int re) {
  for (int i = 0; i < 4; ++i) cks[re][i] = {i, nullptr, re};
  TRY(vjp_manual_seed(7));
  T x, w, y, s;
  TRY(ramp({3, 3}, cpu, true, &x));
  TRY(ramp({3, 3}, cpu, true, &w));
  TRY(ckcall(&cks[re][2], x, w, &y));
  TRY(sum(y, &s));
  TRY(vjp_backward(s, nullptr));
  TRY(seegrad(x));
  return seegrad(w);
}
static vjp_status ck() { return s_ck(0); }
static vjp_status ckre() { return s_ck(1); }
static vjp_status views() {
  T x, a, v, u, w2, t, s, r;
  TRY(ramp({4, 6}, cpu, true, &x));
  TRY(vjp_mul_scalar(x, vjp_scalar_float(2), &a));
  TRY(vjp_narrow(a, 0, 1, 2, &v));
  TRY(vjp_transpose(v, 0, 1, &t));
  TRY(vjp_mul_scalar_(t, vjp_scalar_float(3)));
  T b;
  TRY(ramp({4}, cpu, true, &b));
  vjp_index ix[2] = {{VJP_INDEX_SLICE, 0, VJP_INDEX_ABSENT, VJP_INDEX_ABSENT, 1, nullptr},
                     {VJP_INDEX_INT, 0, 3, 0, 0, nullptr}};
  TRY(vjp_tensor_index_put(a, ix, 2, b));
  TRY(vjp_select(t, 0, 2, &u));
  TRY(vjp_exp_(u));
  int64_t i3[] = {2, 0, 2}, n3[] = {3};
  T it, sel;
  TRY(vjp_tensor_from_data(i3, n3, 1, VJP_DTYPE_INT64, &it));
  vjp_index ax[1] = {{VJP_INDEX_TENSOR, 0, 0, 0, 0, it}};
  TRY(vjp_tensor_index(a, ax, 1, &sel));
  TRY(vjp_sigmoid(sel, &s));
  TRY(sum(s, &r));
  T q;
  TRY(sum(v, &q));
  T z;
  TRY(vjp_add(r, q, &z));
  TRY(vjp_backward(z, nullptr));
  TRY(seegrad(x));
  TRY(seegrad(b));
  char* txt;
  TRY(vjp_tensor_to_string(a, 3, &txt));
  seen += strlen(txt);
  vjp_string_free(txt);
  return VJP_OK;
}
static vjp_status pk(void*, vjp_tensor* t, void** o) {
  vjp_tensor* c;
  TRY(vjp_clone(t, &c));
  *o = c;
  return VJP_OK;
}
static vjp_status upk(void*, void* p, vjp_tensor** o) {
  *o = vjp_tensor_retain((vjp_tensor*)p);
  return VJP_OK;
}
static void dpk(void*, void* p) { vjp_tensor_release((vjp_tensor*)p); }
static vjp_status saved() {
  T x, y, z, s;
  TRY(ramp({3, 3}, cpu, true, &x));
  {
    G g;
    vjp_saved_tensor_hooks h = VJP_SAVED_TENSOR_HOOKS_INIT;
    h.pack = pk;
    h.unpack = upk;
    h.drop_packed = dpk;
    h.drop = dropped;
    TRY(vjp_guard_saved_tensor_hooks(&h, &g));
    TRY(vjp_sin(x, &y));
    TRY(vjp_softmax(y, 1, VJP_DTYPE_NONE, &z));
  }
  G g2;
  TRY(vjp_guard_save_on_cpu(false, &g2));
  T e;
  TRY(vjp_mul(z, z, &e));
  TRY(sum(e, &s));
  N n;
  TRY(vjp_tensor_grad_fn(e, &n));
  {
    Own<vjp_saved_attribute, vjp_saved_attribute_release> at;
    TRY(vjp_node_saved(n, vjp_node_saved_name(n, 0), &at));
  }
  GC c;
  vjp_grad_options o = VJP_GRAD_OPTIONS_INIT;
  TRY(vjp_grad_call_create(&o, &c));
  TRY(vjp_grad_call_add_root(c, s, nullptr));
  TRY(vjp_grad_call_add_input(c, x));
  TRY(vjp_grad_call_add_capture_hook(c, 0, halve, nullptr, dropped, nullptr));
  TRY(vjp_grad_call_run(c));
  T r;
  TRY(vjp_grad_call_result(c, 0, &r));
  return see(r);
}
static const char* path() {
  static char text[256];
  const char* folder = std::getenv("TMPDIR");
  std::snprintf(text, sizeof text, "%.200s/vjp_failing_%d.safetensors", folder && *folder ? folder : "/tmp", getpid());
  return text;
}
static vjp_status files() {
  T x, y;
  TRY(ramp({3, 3}, cpu, false, &x));
  TRY(ramp({4}, cpu, false, &y, VJP_DTYPE_FLOAT16));
  const char* names[] = {"x", "y"};
  vjp_tensor* ts[] = {x, y};
  const char* md[] = {"k", "v"};
  TRY(vjp_safetensors_save(path(), names, ts, 2, md, 1));
  SF f;
  vjp_status opened = vjp_safetensors_open(path(), &f);
  unlink(path());  // what is open can be read to its end
  TRY(opened);
  T a, b;
  TRY(vjp_safetensors_get(f, "x", &a));
  TRY(vjp_safetensors_get(f, "y", &b));
  TRY(see(a));
  return see(b);
}
struct FM {
  bool on = false;
  vjp_status in() {
    vjp_status s = vjp_forward_mode_enter();
    on = !s;
    return s;
  }
  ~FM() {
    if (on && vjp_forward_mode_exit()) COMPLAIN("fm exit: %s\n", vjp_last_error());
  }
};
static vjp_status forward() {
  FM f;
  TRY(f.in());
  T x, t, d, y, z, tt;
  TRY(ramp({3, 3}, cpu, true, &x));
  TRY(ramp({3, 3}, cpu, false, &t));
  TRY(vjp_make_dual(x, t, &d));
  TRY(cube(d, &y));
  TRY(vjp_matmul(y, d, &z));
  T c, s;
  TRY(vjp_cumprod(z, 0, VJP_DTYPE_NONE, &c));
  TRY(vjp_tensor_tangent(c, &tt));
  TRY(see(tt));
  if (!vjp_tensor_requires_grad(tt)) return VJP_OK;
  TRY(sum(tt, &s));
  TRY(vjp_backward(s, nullptr));
  return seegrad(x);
}
static vjp_status gcf(void*, vjp_tensor* const* in, size_t, vjp_tensor_list* r) {
  T a, b;
  TRY(vjp_matmul(in[0], in[1], &a));
  TRY(cube(a, &b));
  return vjp_tensor_list_append(r, b);
}
static vjp_status check() {
  T x, w;
  TRY(ramp({2, 2}, cpu, true, &x));
  TRY(ramp({2, 2}, cpu, true, &w));
  vjp_tensor* in[] = {x, w};
  RP r;
  TRY(vjp_gradcheck_report_create(&r));
  vjp_gradcheck_options o = VJP_GRADCHECK_OPTIONS_INIT;
  o.check_forward = 1;
  o.check_batched = 1;
  o.check_undefined = 1;
  TRY(vjp_gradcheck(gcf, nullptr, in, 2, &o, r));
  return VJP_OK;
}
static vjp_status policy(void*, bool, const vjp_op*, const vjp_value*, size_t n, vjp_checkpoint_policy* o) {
  *o = n == 2 ? VJP_CHECKPOINT_MUST_SAVE : VJP_CHECKPOINT_PREFER_RECOMPUTE;
  return VJP_OK;
}
static vjp_status keptrun(void* c, bool re, vjp_tensor* const* in, size_t, vjp_tensor_list* res) {
  G g;
  TRY(vjp_guard_kept_results((vjp_kept_results*)c, re, &g));
  T a, b, d;
  TRY(vjp_matmul(in[0], in[0], &a));
  TRY(vjp_sin(a, &b));
  TRY(vjp_mul(b, a, &d));
  return vjp_tensor_list_append(res, d);
}
static vjp_status kept() {
  KR k;
  TRY(vjp_kept_results_create(policy, nullptr, nullptr, false, &k));
  T x, s;
  TRY(ramp({3, 3}, cpu, true, &x));
  vjp_checkpoint_function f = VJP_CHECKPOINT_FUNCTION_INIT;
  f.run = keptrun;
  f.context = (vjp_kept_results*)k;
  f.drop = dropped;
  vjp_tensor* in[] = {x};
  L l;
  TRY(vjp_checkpoint(&f, in, 1, nullptr, &l));
  TRY(sum(vjp_tensor_list_get(l, 0), &s));
  TRY(vjp_backward(s, nullptr));
  return seegrad(x);
}
static vjp_status observe() {
  T x, y, s;
  TRY(ramp({3, 3}, cpu, true, &x));
  TRY(vjp_sin(x, &y));
  TRY(sum(y, &s));
  GR g;
  vjp_tensor* r = s;
  TRY(vjp_graph_create(&r, 1, &g));
  TRY(vjp_graph_set_name(g, x, "the x"));
  char* t;
  TRY(vjp_graph_set_group(g, 0, "range/inner"));
  for (int format = VJP_PICTURE_DOT; format <= VJP_PICTURE_HTML; ++format) {
    vjp_graph_picture_options o = VJP_GRAPH_PICTURE_OPTIONS_INIT;
    vjp_tensor* in[] = {x};
    o.inputs = in;
    o.num_inputs = 1;
    o.open = -1;
    TRY(vjp_graph_picture(g, static_cast<vjp_picture_format>(format), &o, &t));
    vjp_string_free(t);
  }
  vjp_guard* cuts;
  TRY(vjp_guard_record_cuts(&cuts));
  T detached, product;
  vjp_status recorded = vjp_tensor_detach(y, &detached);
  if (recorded == VJP_OK) recorded = vjp_mul(detached, y, &product);
  TRY(vjp_guard_exit(cuts));
  TRY(recorded);
  for (vjp_tensor* root : {r, static_cast<vjp_tensor*>(product)}) {
    vjp_explanation* explanation;
    TRY(vjp_explain_gradient(x, &root, 1, &explanation));
    vjp_gradient_answer answer = VJP_GRADIENT_ANSWER_INIT;
    vjp_status told = vjp_explanation_answer(explanation, &answer);
    seen += static_cast<int>(answer.obstacle);
    vjp_explanation_release(explanation);
    TRY(told);
  }
  N no;
  TRY(vjp_tensor_grad_fn(s, &no));
  TRY(vjp_node_set_metadata(no, "key", (void*)7, nullptr));
  G a;
  TRY(vjp_guard_anomaly(true, true, &a));
  T z, q;
  TRY(vjp_sqrt(x, &z));
  (void)q;
  TRY(vjp_backward(s, nullptr));
  return seegrad(x);
}
static vjp_status scaler() {
  T w, y, s, sc;
  TRY(ramp({3, 3}, cpu, true, &w, VJP_DTYPE_FLOAT32));
  vjp_tensor* p[] = {w};
  OP o;
  TRY(vjp_optimizer_sgd(p, 1, nullptr, &o));
  GS g;
  TRY(vjp_grad_scaler_create(nullptr, &g));
  {
    G ac;
    vjp_autocast_options ao = VJP_AUTOCAST_OPTIONS_INIT;
    TRY(vjp_guard_autocast(&ao, &ac));
    TRY(vjp_matmul(w, w, &y));
  }
  T f;
  TRY(vjp_to(y, VJP_DTYPE_FLOAT32, &f));
  TRY(sum(f, &s));
  TRY(vjp_grad_scaler_scale(g, s, &sc));
  TRY(vjp_backward(sc, nullptr));
  TRY(vjp_grad_scaler_unscale(g, o));
  bool b;
  TRY(vjp_grad_scaler_step(g, o, &b));
  TRY(vjp_grad_scaler_update(g));
  char* nm;
  T st;
  if (vjp_optimizer_num_states(o)) {
    TRY(vjp_optimizer_state(o, 0, &nm, &st));
    vjp_tensor* tt[] = {st};
    const char* nn[] = {nm};
    vjp_status r = vjp_optimizer_load_states(o, nn, tt, 1);
    vjp_string_free(nm);
    TRY(r);
  }
  return see(w);
}
static vjp_status mutation() {
  G g;
  TRY(vjp_guard_saved_tensor_mutation(&g));
  T x, y, z, s;
  TRY(ramp({3, 3}, cpu, true, &x));
  TRY(vjp_mul_scalar(x, vjp_scalar_float(2), &y));
  TRY(vjp_sin(y, &z));
  TRY(vjp_mul_scalar_(y, vjp_scalar_float(0)));
  TRY(sum(z, &s));
  TRY(vjp_backward(s, nullptr));
  return seegrad(x);
}
static vjp_status batched() {
  T x, y, g;
  TRY(ramp({3}, cpu, true, &x));
  TRY(cube(x, &y));
  TRY(ramp({4, 3}, cpu, false, &g));
  vjp_grad_options o = VJP_GRAD_OPTIONS_INIT;
  o.batched = 1;
  vjp_tensor *root = y, *gr = g, *in = x;
  T r;
  TRY(vjp_grad(&root, 1, &gr, &in, 1, &o, &r));
  return see(r);
}
static vjp_status conflict() {
  T x, y, z, s;
  TRY(ramp({3, 3}, cpu, true, &x));
  TRY(vjp_mul_scalar(x, vjp_scalar_float(2), &y));
  TRY(vjp_sin(y, &z));
  TRY(vjp_mul_scalar_(y, vjp_scalar_float(0)));
  TRY(sum(z, &s));
  vjp_status r = vjp_backward(s, nullptr);
  if (r == VJP_ERROR_VERSION) {
    vjp_clear_error();
    return VJP_OK;
  }
  return r;
}

vjp_status train_cpu() { return train_on(cpu); }
vjp_status nested_on_cpu() { return nested_from(66, cpu); }

// An operator by its name, with a generator of the program's own, and its result through DLPack and back.
vjp_status by_name() {
  const vjp_op* op = vjp_op_find("tanh");
  if (!op) return vjp_last_error_status();
  T x, y, back, noise;
  TRY(ramp({3, 3}, cpu, true, &x));
  L list;
  vjp_value argument{};
  argument.kind = VJP_KIND_TENSOR;
  argument.as.tensor = x;
  TRY(vjp_op_call(op, VJP_VARIANT_FUNCTIONAL, &argument, 1, &list));
  y.p = vjp_tensor_retain(vjp_tensor_list_get(list, 0));
  GN random;
  TRY(vjp_generator_create(3, &random));
  T plain;
  TRY(vjp_tensor_detach(y, &plain));
  void* managed = nullptr;
  TRY(vjp_tensor_to_dlpack(plain, true, &managed));
  if (vjp_status s = vjp_tensor_from_dlpack(managed, true, &back)) {
    struct Managed {
      uint32_t version[2];
      void* context;
      void (*deleter)(Managed*);
    };
    static_cast<Managed*>(managed)->deleter(static_cast<Managed*>(managed));
    return s;
  }
  TRY(see(back));
  T s;
  TRY(sum(y, &s));
  TRY(vjp_backward(s, nullptr));
  return seegrad(x);
}

}  // namespace

const Scenario kScenarios[] = {{"train", train_cpu},       {"double_backward", dbl},
                               {"checkpoints", ck},        {"checkpoints_reentrant", ckre},
                               {"kept_results", kept},     {"views", views},
                               {"saved_values", saved},    {"files", files},
                               {"forward_mode", forward},  {"gradcheck", check},
                               {"nested", nested_on_cpu},  {"observe", observe},
                               {"scaler", scaler},         {"mutation", mutation},
                               {"batched", batched},       {"conflict", conflict},
                               {"by_name", by_name},       {"train_on_sim", [] { return train_on(sim0); }, true, true},
                               {"streams", streams, true}, {"nested_on_sim", nested_on_sim, true},
                               {"capture", capture, true}, {"graphed", graphed, true}};
const int kNumScenarios = sizeof kScenarios / sizeof *kScenarios;

}  // namespace failing
