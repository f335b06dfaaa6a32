/*
 * Conventions at kinks, row by row of docs/kinks.md: what the document says is what the library does, in plain
 * backward, recorded and in forward mode.
 */
#include <ctype.h>

#include "check.h"

#define MAX 8
typedef struct {
  double v[MAX];
  int64_t n;
} list;

static const char* skip(const char* s) {
  while (isspace((unsigned char)*s)) ++s;
  return s;
}
/* "[1, nan]" */
static const char* read_list(const char* s, list* out) {
  char* end = NULL;
  out->n = 0;
  for (s = skip(s) + 1; *(s = skip(s)) != ']' && out->n < MAX;) {
    out->v[out->n++] = strtod(s, &end);
    if (end == s) break;
    s = skip(end);
    if (*s == ',') ++s;
  }
  return s + 1;
}
static vjp_tensor* tensor_of(const list* l) { return make_tensor(l->v, &l->n, 1); }

typedef struct {
  char op[64], arguments[128];
  list input, gradient;
} row;

static bool read_row(char* line, row* out) {
  char* cells[4];
  char* at = line;
  for (int i = 0; i < 4; ++i) {
    if (!(at = strchr(at, '|'))) return false;
    *at++ = '\0';
    cells[i] = at;
  }
  if (!(at = strchr(at, '|'))) return false;
  *at = '\0';
  if (!strchr(cells[2], '[')) return false; /* the head of the table */
  if (sscanf(cells[0], " %63s", out->op) != 1) return false;
  snprintf(out->arguments, sizeof out->arguments, "%s", cells[1]);
  read_list(cells[2], &out->input);
  read_list(cells[3], &out->gradient);
  return true;
}

/* The operator of the row, of `input` where the row says so. */
static vjp_tensor* call_row(const row* r, vjp_tensor* input) {
  vjp_value args[6];
  size_t n = 0;
  for (const char* s = skip(r->arguments); *s && n < 6; s = skip(s)) {
    if (!strncmp(s, "input", 5)) {
      args[n++] = T(input);
      s += 5;
    } else if (!strncmp(s, "none", 4)) {
      args[n++] = NONE();
      s += 4;
    } else if (*s == '[') {
      list l;
      s = read_list(s, &l);
      args[n++] = T(tensor_of(&l));
    } else {
      char* end = NULL;
      double v = strtod(s, &end);
      args[n++] = v == floor(v) && isfinite(v) ? I((int64_t)v) : F(v);
      s = end;
    }
  }
  return must_call(r->op, VJP_VARIANT_FUNCTIONAL, args, n, 0, __FILE__, __LINE__);
}

static void compare(const row* r, const char* how, const vjp_tensor* got) {
  char text[400];
  for (int64_t i = 0; i < r->gradient.n; ++i) {
    double want = r->gradient.v[i], have = got ? at(got, (size_t)i) : 0;
    bool good = have == want || (isnan(have) && isnan(want)) || fabs(have - want) <= 1e-12 * fabs(want);
    snprintf(text, sizeof text, "%s(%s) %s: element %d is %.17g, not %.17g", r->op, r->arguments, how, (int)i, have,
             want);
    check_report(good, __FILE__, __LINE__, "docs/kinks.md", good ? "" : text);
  }
}

/* One tangent an element: that of the sum of the results is the element's gradient. */
static void compare_forward(const row* r) {
  list found = r->gradient;
  OK(vjp_forward_mode_enter());
  for (int64_t i = 0; i < r->input.n; ++i) {
    list unit = {{0}, r->input.n};
    vjp_tensor *dual = NULL, *tangent = NULL;
    unit.v[i] = 1;
    OK(vjp_make_dual(tensor_of(&r->input), tensor_of(&unit), &dual));
    OK(vjp_tensor_tangent(sum(call_row(r, own(dual))), &tangent));
    found.v[i] = tangent ? at(own(tangent), 0) : 0;
  }
  OK(vjp_forward_mode_exit());
  compare(r, "forward", tensor_of(&found));
}

static void check_row(const row* r) {
  CHECK(r->input.n > 0 && r->input.n == r->gradient.n);
  for (int recorded = 0; recorded < 2; ++recorded) {
    vjp_tensor *x = leaf(tensor_of(&r->input)), *y = sum(call_row(r, x)), *g = NULL;
    OK(try_grad(y, NULL, x, recorded, false, &g));
    compare(r, recorded ? "recorded" : "plain", own(g));
  }
  compare_forward(r);
}

/* NUM-5 */
static void conventions_are_those_of_the_document(void) {
  FILE* file = fopen("docs/kinks.md", "r");
  char line[512];
  int rows = 0;
  CHECK(file != NULL);
  while (file && fgets(line, sizeof line, file)) {
    row r;
    if (rows && line[0] == '#') break; /* tables of values follow: bindings/python/tests/test_kinks.py */
    if (line[0] != '|' || !read_row(line, &r)) continue;
    check_row(&r);
    arena_clear();
    ++rows;
  }
  if (file) fclose(file);
  CHECK(rows > 50);
}

int main(void) {
  RUN(conventions_are_those_of_the_document);
  return finish();
}
