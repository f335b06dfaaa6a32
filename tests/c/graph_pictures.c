/* Pictures of graphs: what stands in them, what is folded, what a grad call executes (spec chapter 31). */
#include <pthread.h>

#include "check.h"

static void release_graph(void* graph) { vjp_graph_release((vjp_graph*)graph); }
static vjp_graph* graph_of(vjp_tensor* root) {
  vjp_graph* graph = NULL;
  OK(vjp_graph_create(&root, 1, &graph));
  return (vjp_graph*)arena_put(graph, release_graph);
}
static void release_text(void* text) { vjp_string_free((char*)text); }
static const vjp_graph_picture_options defaults = VJP_GRAPH_PICTURE_OPTIONS_INIT;
__attribute__((noinline)) static char* draw(const vjp_graph* graph, vjp_picture_format format,
                                            vjp_graph_picture_options options) {
  char* text = NULL;
  OK(vjp_graph_picture(graph, format, &options, &text));
  return (char*)arena_put(text, release_text);
}
static char* dot_of(vjp_tensor* root) { return draw(graph_of(root), VJP_PICTURE_DOT, defaults); }

static int count(const char* text, const char* word) {
  int n = 0;
  for (const char* at = strstr(text, word); at; at = strstr(at + 1, word)) ++n;
  return n;
}
#define HAS(text, word) check_word((text), (word), true, __LINE__)
#define LACKS(text, word) check_word((text), (word), false, __LINE__)
static void check_word(const char* text, const char* word, bool there, int line) {
  check_report((strstr(text, word) != NULL) == there, __FILE__, line, word, there ? text : "is there");
}
/* The line with the word; it must be there. */
static const char* line_with(const char* text, const char* word) {
  static char line[4000];
  const char* at = strstr(text, word);
  HAS(text, word);
  if (!at) return "";
  while (at > text && at[-1] != '\n') --at;
  snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
  return line;
}

/* Whether elements are closed in the order they were opened, and & and < stand only where they may. Of HTML what lies
   between <svg and </svg>, for that is XML, too. */
static bool well_formed(const char* text, const char* from) {
  char open[64][16];
  int depth = 0;
  text = strstr(text, from);
  if (!text) return false;
  do {
    if (*text == '&') {
      const char* known[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
      bool is = false;
      for (int i = 0; i < 4; ++i) is = is || strncmp(text, known[i], strlen(known[i])) == 0;
      if (!is) return false;
    }
    if (*text != '<') {
      ++text;
      continue;
    }
    const bool closes = text[1] == '/';
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text + 1 + closes, " />\n"), text + 1 + closes);
    const char* end = text + 1;
    for (bool quoted = false; *end && (quoted || *end != '>'); ++end) {
      if (*end == '"') quoted = !quoted;
      if (*end == '<') return false;
    }
    if (!*end) return false;
    if (closes) {
      if (depth == 0 || strcmp(open[--depth], name) != 0) return false;
    } else if (end[-1] != '/') {
      if (depth == 64) return false;
      memcpy(open[depth++], name, sizeof name);
    }
    text = end + 1;
  } while (*text && depth > 0);
  return depth == 0;
}
static void check_languages(const vjp_graph* graph, vjp_graph_picture_options options) {
  CHECK(well_formed(draw(graph, VJP_PICTURE_SVG, options), "<svg"));
  CHECK(well_formed(draw(graph, VJP_PICTURE_HTML, options), "<svg"));
  const char* dot = draw(graph, VJP_PICTURE_DOT, options);
  CHECK(count(dot, "{") == count(dot, "}"));
}

/* ---- what stands in a picture ---- */

static vjp_status no_hook(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  ++*(int*)context;
  return VJP_OK;
}
/* DRAW-1 */
static void boxes_say_what_nodes_are(void) {
  vjp_tensor *w = leaf(MAT(3, 2, 1, 2, 3, 4, 5, 6)), *x = MAT(4, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  vjp_tensor *h = OP("mm", T(x), T(w)), *y = sum(OP("tanh", T(h)));
  int calls = 0;
  OK(vjp_tensor_add_hook(h, no_hook, &calls, NULL, NULL));
  OK(vjp_tensor_add_hook(w, no_hook, &calls, NULL, NULL));
  vjp_graph* graph = graph_of(y);
  OK(vjp_graph_set_name(graph, w, "weight"));
  OK(vjp_graph_set_name(graph, h, "hidden"));
  const char* dot = draw(graph, VJP_PICTURE_DOT, defaults);
  char words[200];
  snprintf(words, sizeof words, "label=\"Mm #%d\\nsaves 96 B\\n1 hook\"", (int)vjp_node_sequence_number(node_of(h)));
  HAS(dot, words);
  HAS(dot, "label=\"weight\\nfloat64[3, 2]\\n1 hook\"");
  HAS(dot, "[label=\" hidden float64[4, 2]\"]");
  HAS(dot, "label=\"result\\nfloat64[]\"");
  HAS(dot, "saved out: float64[4, 2]"); /* on a device its name follows */
  HAS(line_with(dot, "saved out"), ", 64 B\"");
  HAS(line_with(dot, "saved input: float64[4, 3]"), ", 96 B\\n1 hook");
  HAS(dot, "3 operators, 1 leaf, saves 160 B");
  CHECK(count(dot, " -> ") == 4); /* w to mm, mm to tanh, tanh to sum, sum to the result */
  LACKS(dot, "freed");
  CHECK(calls == 0 && !vjp_node_freed(node_of(y))); /* DRAW-9 */
  check_languages(graph, defaults);
  OK(vjp_backward(y, NULL));
  dot = draw(graph, VJP_PICTURE_DOT, defaults);
  HAS(line_with(dot, "label=\"Mm"), "\\nfreed");
  LACKS(dot, "saved input");
}

/* DRAW-1, DRAW-8: the same in each language */
static void languages_show_the_same(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_graph* graph = graph_of(sum(mul(OP("sin", T(x)), x)));
  OK(vjp_graph_set_name(graph, x, "angle"));
  vjp_graph_picture_options options = defaults;
  options.title = "a title";
  for (int format = 0; format < 3; ++format) {
    const char* text = draw(graph, (vjp_picture_format)format, options);
    HAS(text, "a title");
    HAS(text, "3 operators, 1 leaf, saves 48 B");
    HAS(text, "angle");
    HAS(text, "Sin #");
    HAS(text, "saves 16 B");
    HAS(text, "float64[2]");
  }
  const char* page = draw(graph, VJP_PICTURE_HTML, options);
  CHECK(strncmp(page, "<!DOCTYPE html>", 15) == 0);
  LACKS(page, "http"); /* nothing comes from elsewhere */
  const char* svg = draw(graph, VJP_PICTURE_SVG, options);
  CHECK(strncmp(svg, "<svg xmlns=", 11) == 0 && count(svg, "http") == 1);
  HAS(svg, "role=\"img\"");
}

/* DRAW-2 */
static void what_a_grad_call_does_not_execute_is_pale(void) {
  vjp_tensor *a = leaf(VEC(1, 2)), *b = leaf(VEC(3, 4));
  vjp_tensor *s = OP("sin", T(a)), *c = OP("cos", T(b)), *y = sum(mul(s, c));
  vjp_graph* graph = graph_of(y);
  OK(vjp_graph_set_name(graph, a, "a"));
  OK(vjp_graph_set_name(graph, b, "b"));
  const char* pale = "fontcolor=\"#b0b7c1\"";
  const char* dot = draw(graph, VJP_PICTURE_DOT, defaults);
  LACKS(dot, "#b0b7c1");
  LACKS(dot, "the grad call executes");
  vjp_graph_picture_options options = defaults;
  options.inputs = &a;
  options.num_inputs = 1;
  dot = draw(graph, VJP_PICTURE_DOT, options);
  LACKS(line_with(dot, "label=\"Sin"), "#b0b7c1");
  LACKS(line_with(dot, "label=\"Mul"), "#b0b7c1");
  HAS(line_with(dot, "label=\"Cos"), pale);
  HAS(line_with(dot, "label=\"b\\n"), pale);
  HAS(line_with(dot, "label=\"a\\n"), "penwidth=2.4");
  CHECK(count(dot, "fontcolor=\"#c0c6cf\"") == 2); /* b to cos, cos to mul */
  HAS(dot, "the grad call executes 3 of 4");
  options.inputs = &s; /* its own derivative is not asked for */
  dot = draw(graph, VJP_PICTURE_DOT, options);
  HAS(line_with(dot, "label=\"Sin"), "penwidth=2.4");
  HAS(line_with(dot, "label=\"a\\n"), pale);
  HAS(dot, "the grad call executes 2 of 4");
  const char* svg = draw(graph, VJP_PICTURE_SVG, options);
  CHECK(count(svg, "<g class=\"op off\"") == 1 && count(svg, "<g class=\"leaf off\"") == 2);
  vjp_tensor* other = leaf(VEC(1));
  options.inputs = &other; /* not reached: nothing runs */
  HAS(draw(graph, VJP_PICTURE_DOT, options), "the grad call executes 0 of 4");
  other = VEC(1);
  options.inputs = &other;
  char* out = NULL;
  FAILS(VJP_ERROR_STATE, vjp_graph_picture(graph, VJP_PICTURE_DOT, &options, &out));
  SAYS("inputs[0] is float64[1]");
  SAYS(", which does not require grad");
}

/* ---- folding ---- */

/* h = tanh(h w + b), and three more operators: with a residual connection. */
static vjp_tensor* layer(vjp_tensor* h, vjp_tensor* w, vjp_tensor* b) {
  vjp_tensor* inner = OP("tanh", T(add(OP("mm", T(h), T(w)), b)));
  return add(h, OP("sigmoid", T(mul(inner, inner))));
}
static vjp_tensor* weight(void) { return leaf(MAT(2, 2, 1, 2, 3, 4)); }
static vjp_tensor* bias(void) { return leaf(VEC(1, 2)); }

/* DRAW-3 */
static void layers_fold_into_one_box(void) {
  vjp_tensor* h = OP("exp", T(weight()));
  vjp_tensor *weights[12], *biases[12];
  for (int i = 0; i < 12; ++i) h = layer(h, weights[i] = weight(), biases[i] = bias());
  vjp_graph* graph = graph_of(sum(h));
  for (int i = 0; i < 12; ++i) {
    char name[40];
    snprintf(name, sizeof name, "layers.%d.weight", i);
    OK(vjp_graph_set_name(graph, weights[i], name));
    snprintf(name, sizeof name, "layers.%d.bias", i);
    OK(vjp_graph_set_name(graph, biases[i], name));
  }
  const char* dot = draw(graph, VJP_PICTURE_DOT, defaults);
  HAS(dot,
      "layers.* \xc3\x97"
      "12\\n6 operators each");
  CHECK(count(dot, " [label=") - count(dot, "-> ") == 5); /* leaf, exp, block, sum, result */
  vjp_graph_picture_options options = defaults;
  options.open = -1;
  dot = draw(graph, VJP_PICTURE_DOT, options);
  HAS(dot, "subgraph cluster_1");
  HAS(dot, "layers.*.weight\\nfloat64[2, 2]");
  HAS(dot, "layers.*.bias\\nfloat64[2]");
  HAS(dot, "from the one before");
  HAS(dot, "to the next one");
  check_languages(graph, options);
  options = defaults;
  options.fold = 0;
  dot = draw(graph, VJP_PICTURE_DOT, options);
  CHECK(count(dot, "label=\"Mm #") == 12 && count(dot, "float64[2]\", tooltip=\"leaf") == 12);
  LACKS(dot, "\xc3\x97");
  const char* page = draw(graph, VJP_PICTURE_HTML, defaults);
  CHECK(count(page, "class=\"level\"") == 2);
  HAS(page, "data-level=\"1\" tabindex=\"0\" role=\"button\"");
  HAS(page, "data-parent=\"0\"");
}

/* DRAW-3: where one part is not as the others */
static void what_differs_is_not_folded(void) {
  vjp_tensor* h = OP("exp", T(weight()));
  for (int i = 0; i < 12; ++i) {
    h = layer(h, weight(), bias());
    if (i == 4) h = OP("neg", T(h));
  }
  HAS(dot_of(sum(h)),
      "\xc3\x97"
      "5\\n6 operators each");
  HAS(dot_of(sum(h)),
      "\xc3\x97"
      "7\\n6 operators each");
  /* a skip connection from one layer into another */
  h = OP("exp", T(weight()));
  vjp_tensor* skipped = NULL;
  for (int i = 0; i < 12; ++i) {
    vjp_tensor* before = h;
    h = layer(i == 9 ? add(h, skipped) : h, weight(), bias());
    if (i == 2) skipped = before;
  }
  const char* dot = dot_of(sum(h));
  LACKS(dot,
        "\xc3\x97"
        "12");
  CHECK(count(dot, "operators each") >= 2);
  /* the same operators, of which one takes something else */
  h = OP("exp", T(weight()));
  for (int i = 0; i < 12; ++i) {
    vjp_tensor* a = OP("sin", T(h));
    h = mul(a, OP("cos", T(i == 6 ? a : h)));
  }
  dot = dot_of(sum(h));
  HAS(dot,
      "\xc3\x97"
      "6\\n3 operators each");
  HAS(dot,
      "\xc3\x97"
      "5\\n3 operators each");
  /* one and the same leaf in each part is no leaf of its own */
  vjp_tensor* shared = weight();
  h = OP("exp", T(weight()));
  for (int i = 0; i < 4; ++i) h = layer(h, shared, bias());
  HAS(dot_of(sum(h)),
      "\xc3\x97"
      "4");
  h = OP("exp", T(weight()));
  for (int i = 0; i < 4; ++i) h = layer(h, i % 2 ? weight() : shared, bias());
  LACKS(dot_of(sum(h)),
        "\xc3\x97"
        "4");
  /* too little to be worth it */
  h = OP("exp", T(weight()));
  for (int i = 0; i < 8; ++i) h = OP("neg", T(h));
  LACKS(dot_of(sum(h)), "\xc3\x97");
  HAS(dot_of(sum(OP("neg", T(h)))),
      "Neg \xc3\x97"
      "9");
}

/* DRAW-3: repeats of repeats; DRAW-2: what a call executes is another part */
static void repeats_fold_again(void) {
  vjp_tensor *h = OP("exp", T(weight())), *middle = NULL;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 10; ++j) h = OP("neg", T(h));
    h = OP("sin", T(h));
    if (i == 3) middle = h;
  }
  vjp_graph* graph = graph_of(sum(h));
  const char* page = draw(graph, VJP_PICTURE_HTML, defaults);
  HAS(page,
      "Block \xc3\x97"
      "6");
  HAS(page,
      "Neg \xc3\x97"
      "10");
  CHECK(count(page, "class=\"level\"") == 3);
  vjp_graph_picture_options options = defaults;
  options.inputs = &middle;
  options.num_inputs = 1;
  const char* dot = draw(graph, VJP_PICTURE_DOT, options);
  HAS(line_with(dot,
                "Block \xc3\x97"
                "3"),
      "#b0b7c1");
  LACKS(line_with(dot,
                  "Block \xc3\x97"
                  "2"),
        "#b0b7c1");
}

/* DRAW-4 */
static void groups_are_boxes(void) {
  vjp_tensor* h = OP("exp", T(weight()));
  vjp_tensor* made[6];
  for (int i = 0; i < 6; ++i) h = made[i] = OP(i % 2 ? "cos" : "sin", T(h));
  vjp_graph* graph = graph_of(sum(h));
  size_t nodes = vjp_graph_num_nodes(graph);
  for (size_t n = 0; n < nodes; ++n) {
    for (int i = 0; i < 4; ++i)
      if (vjp_graph_node(graph, n) == node_of(made[i]))
        OK(vjp_graph_set_group(graph, n, i < 2 ? "in/first" : "in/second"));
  }
  const char* dot = draw(graph, VJP_PICTURE_DOT, defaults);
  HAS(dot, "label=\"in\\n4 operators\\nSin 2, Cos 2\\nsaves 128 B\"");
  CHECK(count(dot, "label=\"Sin #") == 1);
  vjp_graph_picture_options options = defaults;
  options.open = 1;
  dot = draw(graph, VJP_PICTURE_DOT, options);
  HAS(dot, "label=\"first\\n2 operators");
  HAS(dot, "label=\"second\\n2 operators");
  CHECK(count(dot, "subgraph") == 1);
  options.open = 2;
  CHECK(count(draw(graph, VJP_PICTURE_DOT, options), "subgraph") == 3);
  check_languages(graph, options);
  FAILS(VJP_ERROR_INVALID, vjp_graph_set_group(graph, nodes, "x"));
}

/* DRAW-4: from a profiler, with layers that are numbered */
static void ranges_are_groups(void) {
  vjp_profiler* profiler = NULL;
  OK(vjp_profiler_create(NULL, &profiler));
  OK(vjp_profiler_start(profiler));
  vjp_tensor* h = OP("exp", T(weight()));
  for (int i = 0; i < 12; ++i) {
    char name[20];
    snprintf(name, sizeof name, "layer %d", i);
    OK(vjp_profiler_range_push(name));
    h = layer(h, weight(), bias());
    CHECK(vjp_profiler_range_pop());
  }
  OK(vjp_profiler_stop(profiler));
  vjp_tensor* y = sum(h);
  vjp_graph* graph = graph_of(y);
  size_t found = 0;
  OK(vjp_graph_add_groups(graph, profiler, &found));
  CHECK(found == 72);
  HAS(draw(graph, VJP_PICTURE_DOT, defaults),
      "label=\"layer * \xc3\x97"
      "12\\n6 operators each");
  vjp_graph_picture_options options = defaults;
  options.fold = 0;
  HAS(draw(graph, VJP_PICTURE_DOT, options), "label=\"layer 11\\n6 operators");
  vjp_profiler_release(profiler);
}

/* ---- limits ---- */

/* DRAW-5 */
static void what_is_too_much_is_left_out(void) {
  static const char* operators[] = {"sin", "cos", "tanh", "sigmoid", "neg", "exp", "abs"};
  vjp_tensor* h = OP("exp", T(weight()));
  unsigned number = 7;
  for (int i = 0; i < 300; ++i) h = OP(operators[(number = number * 1103515245u + 12345u) / 65536u % 7], T(h));
  vjp_graph* graph = graph_of(sum(h));
  vjp_graph_picture_options options = defaults;
  options.max_boxes = 21;
  const char* dot = draw(graph, VJP_PICTURE_DOT, options);
  HAS(dot, "label=\"281 operators left out\\n");
  HAS(dot, "302 operators, 1 leaf, saves ");
  HAS(dot, "; 281 operators left out");
  CHECK(count(dot, " [label=") - count(dot, "-> ") == 24); /* 21 operators, one for the others, leaf, result */
  check_languages(graph, options);
  /* arguments, and results */
  vjp_tensor* many[60];
  for (int i = 0; i < 60; ++i) many[i] = bias();
  dot = dot_of(OP("cat", TL(many, 60), I(0)));
  HAS(dot, "label=\"51 more\"");
  CHECK(count(dot, "float64[2]\", tooltip=\"leaf") == 9);
  vjp_graph* both = NULL;
  OK(vjp_graph_create(many, 60, &both));
  dot = draw((vjp_graph*)arena_put(both, release_graph), VJP_PICTURE_DOT, defaults);
  HAS(dot, "label=\"41 more results\"");
}

/* DRAW-5 */
static void a_hundred_thousand_nodes(void) {
  enum { kSteps = 25000 };
  vjp_tensor *x = leaf(VEC(1)), *y = vjp_tensor_retain(x);
  static const char* operators[] = {"neg", "sin", "neg", "cos"};
  for (int i = 0; i < 4 * kSteps; ++i) {
    vjp_tensor* next = NULL;
    if (call_op(operators[i % 4], VJP_VARIANT_FUNCTIONAL, ARGS(T(y)), 0, &next) != VJP_OK) break;
    vjp_tensor_release(y);
    y = next;
  }
  vjp_graph* graph = graph_of(y);
  vjp_tensor_release(y);
  for (int format = 0; format < 3; ++format) {
    const char* text = draw(graph, (vjp_picture_format)format, defaults);
    HAS(text,
        "\xc3\x97"
        "25000");
    CHECK(strlen(text) < 40000);
  }
  CHECK(count(draw(graph, VJP_PICTURE_DOT, defaults), " -> ") == 2); /* from the leaf, which the first part takes */
  vjp_graph_picture_options options = defaults;
  options.fold = 0;
  const char* svg = draw(graph, VJP_PICTURE_SVG, options);
  HAS(svg, "99750 operators left out");
  CHECK(count(svg, "<g class=\"op\"") == 250);
}

static void nothing_to_draw(void) {
  vjp_tensor *x = VEC(1), *w = leaf(VEC(2));
  vjp_graph* graph = graph_of(x);
  for (int format = 0; format < 3; ++format) HAS(draw(graph, (vjp_picture_format)format, defaults), "nothing to draw");
  check_languages(graph, defaults);
  graph = graph_of(w); /* a leaf is its own result */
  const char* dot = draw(graph, VJP_PICTURE_DOT, defaults);
  CHECK(count(dot, " -> ") == 1);
  HAS(dot, "0 operators, 1 leaf");
  check_languages(graph, defaults);
  vjp_graph* empty = NULL;
  OK(vjp_graph_create(NULL, 0, &empty));
  HAS(draw((vjp_graph*)arena_put(empty, release_graph), VJP_PICTURE_DOT, defaults), "nothing to draw");
}

/* ---- cuts ---- */

/* DRAW-6 */
static void cuts_are_drawn_with_their_reasons(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4));
  vjp_guard *region = NULL, *off = NULL;
  OK(vjp_guard_record_cuts(&region));
  vjp_tensor *s = OP("sin", T(x)), *detached = NULL;
  OK(vjp_tensor_detach(s, &detached));
  vjp_tensor* y = mul(own(detached), w);
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &off));
  vjp_tensor* silent = OP("cos", T(x));
  OK(vjp_guard_exit(off));
  y = mul(y, silent);
  vjp_graph* graph = graph_of(sum(add(y, s)));
  OK(vjp_graph_set_name(graph, x, "x"));
  const char* dot = draw(graph, VJP_PICTURE_DOT, defaults);
  HAS(line_with(dot, "label=\"cut by detach"), "cut by detach\\ndetached\\nof Sin #");
  HAS(dot, "label=\"cut by cos\\ngrad mode off\\nof x\"");
  CHECK(count(dot, "style=dashed, color=\"#c0392b\"") == 4); /* from what was cut, and to who wanted it */
  check_languages(graph, defaults);
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &off));
  vjp_tensor* dead = sum(s);
  OK(vjp_guard_exit(off));
  OK(vjp_guard_exit(region));
  dot = dot_of(dead);
  HAS(dot, "label=\"result without history\\nfloat64[]");
  HAS(dot, "cut by sum\\ngrad mode off");
}

/* ---- text ---- */

/* DRAW-7 */
static void names_may_be_any_text(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_graph* graph = graph_of(sum(OP("sin", T(x))));
  OK(vjp_graph_set_name(graph, x, "a<b & \"c\" \\ \xce\xb1\n\x01 \xff\xc3( \xed\xa0\x80"));
  vjp_graph_picture_options options = defaults;
  options.title = "</title><script>alert(1)</script>";
  HAS(draw(graph, VJP_PICTURE_DOT, options),
      "label=\"a<b & \\\"c\\\" \\\\ \xce\xb1   \xef\xbf\xbd\xef\xbf\xbd( \xef\xbf\xbd");
  const char* svg = draw(graph, VJP_PICTURE_SVG, options);
  HAS(svg, "a&lt;b &amp; &quot;c&quot; \\ \xce\xb1");
  HAS(svg, "<title>&lt;/title&gt;&lt;script&gt;");
  LACKS(draw(graph, VJP_PICTURE_HTML, options), "<script>alert");
  check_languages(graph, options);
  char name[400] = "";
  for (int i = 0; i < 100; ++i) strcat(name, "\xe5\xb1\xa4"); /* a long name is cut in the middle of no letter */
  OK(vjp_graph_set_name(graph, x, name));
  HAS(draw(graph, VJP_PICTURE_SVG, options), "\xe5\xb1\xa4\xe2\x80\xa6\xe5\xb1\xa4");
  LACKS(draw(graph, VJP_PICTURE_SVG, options), "\xef\xbf\xbd");
}

static void errors_name_the_option(void) {
  vjp_graph* graph = graph_of(sum(leaf(VEC(1))));
  char* out = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_graph_picture(NULL, VJP_PICTURE_DOT, NULL, &out));
  FAILS(VJP_ERROR_INVALID, vjp_graph_picture(graph, VJP_PICTURE_DOT, NULL, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_graph_picture(graph, (vjp_picture_format)3, NULL, &out));
  SAYS("format is 3");
  vjp_graph_picture_options options = defaults;
  options.open = -2;
  FAILS(VJP_ERROR_INVALID, vjp_graph_picture(graph, VJP_PICTURE_DOT, &options, &out));
  SAYS("open is -2");
  options = defaults;
  options.fold = 2;
  FAILS(VJP_ERROR_INVALID, vjp_graph_picture(graph, VJP_PICTURE_DOT, &options, &out));
  SAYS("fold is 2");
  options = defaults;
  options.num_inputs = 1;
  FAILS(VJP_ERROR_INVALID, vjp_graph_picture(graph, VJP_PICTURE_DOT, &options, &out));
  SAYS("inputs is NULL");
  FAILS(VJP_ERROR_INVALID, vjp_graph_add_groups(graph, NULL, NULL));
}

/* ---- threads ---- */

static void* draw_often(void* graph) {
  size_t* length = (size_t*)calloc(1, sizeof *length);
  for (int i = 0; i < 50; ++i) {
    char* text = NULL;
    if (vjp_graph_picture((const vjp_graph*)graph, (vjp_picture_format)(i % 3), NULL, &text) != VJP_OK) return length;
    *length = text ? strlen(text) : 0;
    vjp_string_free(text);
  }
  return length;
}
/* DRAW-9: two threads draw while a grad call frees what they draw */
static void threads_draw_at_once(void) {
  vjp_tensor* h = OP("exp", T(weight()));
  for (int i = 0; i < 12; ++i) h = layer(h, weight(), bias());
  vjp_tensor* y = sum(h);
  vjp_graph* graph = graph_of(y);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) CHECK(pthread_create(&threads[i], NULL, draw_often, graph) == 0);
  OK(vjp_backward(y, NULL));
  for (int i = 0; i < 2; ++i) {
    void* length = NULL;
    pthread_join(threads[i], &length);
    CHECK(*(size_t*)length > 100);
    free(length);
  }
  HAS(draw(graph, VJP_PICTURE_DOT, defaults), "freed");
}

int main(void) {
  RUN(boxes_say_what_nodes_are);
  RUN(languages_show_the_same);
  RUN(what_a_grad_call_does_not_execute_is_pale);
  RUN(layers_fold_into_one_box);
  RUN(what_differs_is_not_folded);
  RUN(repeats_fold_again);
  RUN(groups_are_boxes);
  RUN(ranges_are_groups);
  RUN(what_is_too_much_is_left_out);
  RUN(a_hundred_thousand_nodes);
  RUN(nothing_to_draw);
  RUN(cuts_are_drawn_with_their_reasons);
  RUN(names_may_be_any_text);
  RUN(errors_name_the_option);
  RUN(threads_draw_at_once);
  return finish();
}
