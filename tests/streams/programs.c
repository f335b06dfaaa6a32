/* Random programs over streams: SC-99 (operators, with and without races) and SC-100 (autograd, clean by construction).
 */
#include "harness.h"

enum { kStreams = 4, kTensors = 5, kSteps = 30, kPrograms = 12 };
/* Commands that take their time overlap; with the simulator's schedules that makes no difference. */
static int64_t elements(void) { return soak_round() == 0 ? 64 : INT64_C(1) << (on_sim() ? 12 : 20); }

static uint64_t state;
static uint32_t next_random(void) { /* splitmix64 (Steele, Lea, Flood 2014) */
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)((z ^ (z >> 31)) >> 32);
}
static int below(int n) { return (int)(next_random() % (uint32_t)n); }
/* Every mode, and so every seed, has programs of its own; the same ones when it is repeated. */
static uint64_t program_of(int index) {
  uint64_t hash = 14695981039346656037u; /* FNV-1a */
  if (soak_round()) return hash + 1000003u * (uint64_t)index + 1000000007u * (uint64_t)soak_round();
  for (const char* c = on_sim() ? vjp_sim_mode() : ""; *c; ++c) hash = (hash ^ (uint8_t)*c) * 1099511628211u;
  return hash + 1000003u * (uint64_t)index;
}

static void drop_all(vjp_tensor** t, int n) {
  for (int i = 0; i < n; ++i) drop_now(t[i]);
}

/* One program of in-place operators on tensors of equal elements, whose values in program order the host knows. */
static bool operators_program(uint64_t seed) {
  state = seed;
  vjp_stream* s[kStreams];
  vjp_tensor* t[kTensors];
  double value[kTensors];
  for (int i = 0; i < kStreams; ++i) s[i] = new_stream(dev(0), NULL);
  for (int i = 0; i < kTensors; ++i) {
    value[i] = i + 1;
    UNDER(s[0]) t[i] = filled(dev(0), elements(), value[i]);
    for (int k = 1; k < kStreams; ++k) OK(vjp_tensor_record_stream(t[i], s[k]));
  }
  for (int k = 1; k < kStreams; ++k) wait_for(s[k], s[0]);
  bool cautious = below(3) > 0;         /* joins often */
  cautious |= soak_round() && on_sim(); /* on its threads a race would be one of the host's memory */
  for (int step = 0; step < kSteps; ++step) {
    int k = below(kStreams), a = below(kTensors), b = below(kTensors);
    if (cautious || below(4) == 0) {
      for (int j = 0; j < kStreams; ++j)
        if (cautious || below(2)) wait_for(s[k], s[j]);
    }
    UNDER(s[k]) switch (below(3)) {
      case 0:
        value[a] = step % 7;
        drop_now(fill_(t[a], value[a]));
        break;
      case 1:
        value[a] += 2;
        drop_now(OP_("add", T(t[a]), F(2)));
        break;
      default:
        value[a] = value[b];
        drop_now(OP_("copy", T(t[a]), T(t[b])));
    }
  }
  bool clean = detector_findings() == 0;
  OK(vjp_device_synchronize(dev(0)));
  if (clean) {
    for (int i = 0; i < kTensors; ++i) ALL(t[i], value[i]);
  }
  OK(vjp_device_synchronize(dev(0)));
  drop_all(t, kTensors);
  detector_findings();
  return clean;
}

/* SC-99: what the detector calls clean gives the values of the program's order in every schedule. */
SCENARIO(99, random_operators) {
  if (!detector_on()) return;
  int clean = 0;
  for (int i = 0; i < kPrograms; ++i) clean += operators_program(program_of(i));
  CHECK(clean > 0); /* otherwise nothing was looked at */
}

/* The value of a random expression of three leaves, and its streams; `on_device` false: the same on the CPU. */
typedef struct Expression {
  vjp_tensor* leaves[3];
  vjp_tensor* root;
} Expression;
static Expression expression_of(uint64_t seed, bool on_device, vjp_stream** s) {
  enum { kOps = 14 };
  state = seed;
  Expression e;
  vjp_tensor* values[3 + kOps];
  vjp_stream* home[3 + kOps];
  vjp_device where = on_device ? dev(0) : cpu();
  int64_t n = on_device ? elements() : 4; /* all elements are equal, and so are their gradients */
  for (int i = 0; i < 3; ++i) {
    home[i] = on_device ? s[below(kStreams)] : (below(kStreams), (vjp_stream*)NULL);
    if (on_device) {
      UNDER(home[i]) values[i] = leaf(filled(where, n, 0.25 * (i + 1)));
    } else {
      values[i] = leaf(filled(where, n, 0.25 * (i + 1)));
    }
    e.leaves[i] = values[i];
  }
  for (int i = 3; i < 3 + kOps; ++i) {
    int k = below(kStreams), a = below(i), b = below(i), what = below(3);
    vjp_guard* g = NULL;
    if (on_device) {
      home[i] = s[k];
      for (int j = 0; j < 2; ++j) {
        int input = j ? b : a;
        wait_for(home[i], home[input]);
        OK(vjp_tensor_record_stream(values[input], home[i]));
      }
      g = under(home[i]);
    }
    values[i] = what == 0   ? OP("mul", T(values[a]), T(values[b]))
                : what == 1 ? OP("add", T(values[a]), T(values[b]))
                            : OP("sin", T(values[a]));
    if (on_device) leave(g);
  }
  vjp_tensor* last = values[2 + kOps];
  if (on_device) {
    UNDER(home[2 + kOps]) e.root = sum(last);
    for (int k = 0; k < kStreams; ++k) wait_for(s[k], home[2 + kOps]);
    for (int k = 0; k < kStreams; ++k) OK(vjp_tensor_record_stream(e.root, s[k]));
  } else {
    e.root = sum(last);
  }
  return e;
}

/* Gradients of all leaves, and of the sum of their squares: second order. Undefined ones are NULL. */
static void differentiate(Expression* e, vjp_tensor** first, vjp_tensor** second) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  options.allow_unused = 1;
  vjp_tensor* none = NULL;
  OK(vjp_grad(&e->root, 1, &none, e->leaves, 3, &options, first));
  vjp_tensor* total = NULL;
  for (int i = 0; i < 3; ++i) {
    own(first[i]);
    if (!first[i]) continue;
    vjp_tensor* square = sum(OP("mul", T(first[i]), T(first[i])));
    total = total ? OP("add", T(total), T(square)) : square;
  }
  for (int i = 0; i < 3; ++i) second[i] = NULL;
  if (!total || !vjp_tensor_requires_grad(total)) return;
  options.create_graph = 0;
  options.retain_graph = 0;
  OK(vjp_grad(&total, 1, &none, e->leaves, 3, &options, second));
  for (int i = 0; i < 3; ++i) own(second[i]);
}

/* SC-100: always clean, always the value of the CPU. */
SCENARIO(100, random_gradients) {
  for (int i = 0; i < 3; ++i) {
    uint64_t seed = program_of(100 + i);
    vjp_stream* s[kStreams];
    for (int k = 0; k < kStreams; ++k) s[k] = new_stream(dev(0), NULL);
    Expression there = expression_of(seed, true, s), here = expression_of(seed, false, NULL);
    int ambient = below(kStreams);
    vjp_tensor *first[3], *second[3], *want_first[3], *want_second[3];
    differentiate(&here, want_first, want_second);
    UNDER(s[ambient]) {
      differentiate(&there, first, second);
      CLEAN();
      for (int k = 0; k < 3; ++k) {
        CHECK(!first[k] == !want_first[k] && !second[k] == !want_second[k]);
        if (first[k]) ALL(first[k], at(want_first[k], 0));
        if (second[k]) ALL(second[k], at(want_second[k], 0));
      }
    }
    OK(vjp_device_synchronize(dev(0)));
  }
}
