/* Sparse jacobians and hessians: patterns that are found, colourings, and entries against dense derivatives. */
#include "check.h"

typedef vjp_tensor* (*function)(vjp_tensor* x);

static vjp_status run_function(void* context, vjp_tensor* input, vjp_tensor** out) {
  *out = vjp_tensor_retain((*(function*)context)(input));
  return VJP_OK;
}

/* ---- the functions ---- */

static vjp_tensor* part(vjp_tensor* x, int64_t start, int64_t length) { return narrow(x, 0, start, length); }
/* -x[i-1] + 2 x[i] - x[i+1] + x[i]^3, with zeros outside */
static vjp_tensor* tridiagonal(vjp_tensor* x) {
  vjp_tensor* padded = OP("constant_pad_nd", T(x), INTS(1, 1), F(0));
  int64_t n = vjp_tensor_numel(x);
  vjp_tensor* neighbours = add(part(padded, 0, n), part(padded, 2, n));
  return OP("sub", T(add(times(x, 2), mul(mul(x, x), x))), T(neighbours));
}
static vjp_tensor* sine(vjp_tensor* x) { return OP("sin", T(x)); }
static vjp_tensor* where_positive(vjp_tensor* x) {
  return OP("where", T(OP("gt", T(x), F(0))), T(OP("flip", T(x), INTS(0))), T(times(x, 2)));
}
static vjp_tensor* rows_of_six(vjp_tensor* x) { return OP("view", T(x), INTS(2, 3)); }
static vjp_tensor* row_sums(vjp_tensor* x) { return OP("sum", T(rows_of_six(x)), INTS(1)); }
static vjp_tensor* row_means_kept(vjp_tensor* x) { return OP("mean", T(rows_of_six(x)), INTS(0), B(true)); }
static vjp_tensor* row_softmax(vjp_tensor* x) { return OP("softmax", T(rows_of_six(x)), I(-1)); }
static vjp_tensor* largest(vjp_tensor* x) { return OP("max.dim", T(rows_of_six(x)), I(1)); }
static vjp_tensor* running_sum(vjp_tensor* x) { return OP("cumsum", T(rows_of_six(x)), I(0)); }
static vjp_tensor* gathered(vjp_tensor* x) {
  vjp_tensor* index = OP("to", T(VEC(5, 0, 0)), D(VJP_DTYPE_INT64));
  return mul(OP("index_select", T(x), I(0), T(index)), VEC(1, 2, 3));
}
static vjp_tensor* scattered(vjp_tensor* x) {
  vjp_tensor* index = OP("to", T(VEC(1, 0, 1, 1, 2, 2)), D(VJP_DTYPE_INT64));
  return OP("index_add", T(VEC(0, 0, 0, 0)), I(0), T(index), T(mul(x, x)));
}
static vjp_tensor* joined(vjp_tensor* x) {
  vjp_tensor* parts[] = {part(x, 4, 2), VEC(7), part(x, 0, 1)};
  return OP("cat", TL(parts, 3), I(0));
}
static vjp_tensor* product_of_both(vjp_tensor* x) {
  vjp_tensor* m = rows_of_six(x);
  return OP("mm", T(m), T(OP("t", T(m))));
}
/* a matrix that does not depend on x counts where it is not zero */
static vjp_tensor* sparse_matrix(vjp_tensor* x) {
  return OP("mv", T(MAT(3, 6, 1, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0)), T(x));
}
static vjp_tensor* affine(vjp_tensor* x) {
  return OP("linear", T(rows_of_six(x)), T(MAT(2, 3, 1, 2, 0, 0, 0, 3)), T(VEC(1, 2)));
}
static vjp_tensor* biased_product(vjp_tensor* x) {
  return OP("addmm", T(part(x, 0, 2)), T(MAT(2, 2, 1, 0, 0, 1)), T(OP("view", T(part(x, 2, 4)), INTS(2, 2))));
}
static vjp_tensor* written_in_place(vjp_tensor* x) {
  vjp_tensor* y = clone(x);
  OP_("mul", T(narrow(y, 0, 0, 2)), T(part(x, 2, 2)));
  OP_("zero", T(narrow(y, 0, 5, 1)));
  OP_("copy", T(narrow(y, 0, 3, 1)), T(part(x, 0, 1)));
  return y;
}
static vjp_tensor* normalised(vjp_tensor* x) {
  return OP("layer_norm", T(rows_of_six(x)), INTS(3), T(VEC(1, 2, 3)), T(VEC(0, 1, 0)), F(1e-5));
}
static vjp_tensor* stencil(vjp_tensor* x) { /* two samples of three, a window of 1, 0, -2 */
  vjp_tensor* weight = OP("view", T(VEC(1, 0, -2)), INTS(1, 1, 3));
  return OP("conv1d", T(OP("view", T(x), INTS(2, 1, 3))), T(weight), NONE(), INTS(1), INTS(1));
}
static vjp_tensor* channels(vjp_tensor* x) { /* two channels to two; the weights depend on x too */
  vjp_tensor* image = OP("view", T(part(x, 0, 4)), INTS(1, 2, 2));
  vjp_tensor* weight = OP("view", T(part(x, 2, 4)), INTS(2, 2, 1));
  return OP("conv1d", T(image), T(weight), T(part(x, 0, 2)));
}
static vjp_tensor* transposed_stencil(vjp_tensor* x) {
  vjp_tensor* weight = OP("view", T(VEC(1, -2)), INTS(1, 1, 2));
  return OP("conv_transpose1d", T(OP("view", T(x), INTS(2, 1, 3))), T(weight), NONE(), INTS(2));
}
static vjp_tensor* rounded(vjp_tensor* x) { /* a derivative that is zero everywhere carries nothing */
  return OP("add", T(x), T(OP("flip", T(OP("floor", T(x))), INTS(0))));
}
static vjp_tensor* overwritten(vjp_tensor* x) { /* what a call writes over memory that it does not read is forgotten */
  vjp_tensor* scratch = OP("flip", T(detached(x)), INTS(0));
  OK(TRY_OUT("sin", T(VEC(1, 2, 3, 4, 5, 6)), T(scratch)));
  return OP("add", T(x), T(scratch));
}
static vjp_tensor* constant(vjp_tensor* x) { return OP("gt", T(x), F(0)); }
static vjp_tensor* single_precision(vjp_tensor* x) { return OP("to", T(OP("exp", T(x))), D(VJP_DTYPE_FLOAT32)); }
static vjp_tensor* determined(vjp_tensor* x) { /* no structure is known */
  return OP("_max_pool", T(OP("view", T(x), INTS(1, 1, 6))), INTS(2), INTS(2), INTS(0), INTS(1), B(false));
}

#define X VEC(0.5, -1, 2, 0.25, -0.75, 1.5)

/* One row of the jacobian; NULL where the result does not depend on x. */
static vjp_tensor* dense_row(function f, vjp_tensor* x, int64_t row) {
  vjp_tensor* y = f(x);
  if (!vjp_tensor_requires_grad(y)) return NULL;
  vjp_tensor* flat = OP("reshape", T(y), INTS(-1));
  return grad(sum(part(flat, row, 1)), x);
}

static vjp_sparsity* pattern_of(function f, vjp_tensor* x) {
  vjp_sparsity* out = NULL;
  OK(vjp_sparsity_of_jacobian(run_function, &f, x, &out));
  return (vjp_sparsity*)arena_put(out, (void (*)(void*))vjp_sparsity_release);
}

static vjp_tensor* entries_by(function f, vjp_tensor* x, vjp_sparsity* pattern, vjp_sparse_strategy strategy) {
  vjp_sparse_options options = VJP_SPARSE_OPTIONS_INIT;
  options.strategy = strategy;
  vjp_tensor* entries = NULL;
  OK(vjp_sparse_jacobian(run_function, &f, x, pattern, &options, NULL, &entries));
  return own(entries);
}

/* The pattern has so many entries and all that are not zero; the entries are those of the dense jacobian. */
static void check_function(const char* name, function f, int64_t num_entries, bool exact) {
  current_test = name;
  vjp_sparsity* pattern = pattern_of(f, X);
  CHECK(vjp_sparsity_entries(pattern) == num_entries && vjp_sparsity_columns(pattern) == 6);
  CHECK((vjp_sparsity_dense_operators(pattern)[0] == '\0') == exact);
  const int64_t *begins = vjp_sparsity_crow_indices(pattern), *columns = vjp_sparsity_col_indices(pattern);
  vjp_tensor* found[] = {entries_by(f, X, pattern, VJP_SPARSE_REVERSE), entries_by(f, X, pattern, VJP_SPARSE_FORWARD),
                         entries_by(f, X, pattern, VJP_SPARSE_AUTO)};
  for (int64_t r = 0; r < vjp_sparsity_rows(pattern); ++r) {
    vjp_tensor* row = dense_row(f, leaf(X), r);
    for (int64_t c = 0, e = begins[r]; c < 6; ++c) {
      const double dense = row ? at(row, (size_t)c) : 0;
      const bool there = e < begins[r + 1] && columns[e] == c;
      CHECK(there || dense == 0);
      for (int i = 0; there && i < 3; ++i) ABOUT(at(found[i], (size_t)e), dense, 1e-6);
      e += there;
    }
  }
}

#define CASE(f, num_entries, exact) check_function(#f, f, num_entries, exact);

/* PAT-1, PAT-2, PAT-3, PAT-5 */
static void patterns_and_entries(void) {
  CASE(tridiagonal, 16, true)
  CASE(sine, 6, true)
  CASE(where_positive, 12, true)
  CASE(rows_of_six, 6, true)
  CASE(row_sums, 6, true)
  CASE(row_means_kept, 6, true)
  CASE(row_softmax, 18, true)
  CASE(largest, 6, true)
  CASE(running_sum, 12, true)
  CASE(gathered, 3, true)
  CASE(scattered, 6, true)
  CASE(joined, 3, true)
  CASE(product_of_both, 3 + 6 + 6 + 3, true)
  CASE(sparse_matrix, 3, true)
  CASE(affine, 2 * (2 + 1), true)
  CASE(biased_product, 8, true)
  CASE(written_in_place, 2 * 2 + 3, true)
  CASE(normalised, 18, true)
  CASE(stencil, 2 * 4, true)
  CASE(channels, 3 + 4 + 5 + 4, true)
  CASE(transposed_stencil, 12, true)
  CASE(rounded, 6, true)
  CASE(overwritten, 6, true)
  CASE(constant, 0, true)
  CASE(single_precision, 6, true)
  CASE(determined, 18, false)
}

/* ---- hessians ---- */

static vjp_tensor* chained_rosenbrock(vjp_tensor* x) {
  int64_t n = vjp_tensor_numel(x);
  vjp_tensor *a = part(x, 0, n - 1), *b = part(x, 1, n - 1);
  vjp_tensor* steep = OP("square", T(OP("sub", T(b), T(mul(a, a)))));
  vjp_tensor* flat = OP("square", T(OP("sub", T(a), F(1))));
  return sum(add(times(steep, 100), flat));
}
/* an arrow: everything with the last element, and a diagonal */
static vjp_tensor* arrow(vjp_tensor* x) {
  int64_t n = vjp_tensor_numel(x);
  return sum(mul(mul(x, x), part(x, n - 1, 1)));
}
static vjp_tensor* linear_sum(vjp_tensor* x) { return sum(times(x, 3)); }

static void check_hessian(function f, int64_t num_entries, int32_t colors) {
  vjp_sparsity* pattern = NULL;
  vjp_tensor* entries = NULL;
  OK(vjp_sparse_hessian(run_function, &f, X, NULL, NULL, &pattern, &entries));
  own(entries);
  CHECK(vjp_sparsity_entries(pattern) == num_entries);
  int32_t used = -1;
  OK(vjp_sparsity_color(pattern, VJP_COLORING_SYMMETRIC, NULL, &used));
  CHECK(used == colors);
  vjp_tensor* x = leaf(X);
  vjp_tensor* g = grad_graph(f(x), x);
  const int64_t *begins = vjp_sparsity_crow_indices(pattern), *columns = vjp_sparsity_col_indices(pattern);
  for (int64_t r = 0; r < 6; ++r) {
    vjp_tensor* row = vjp_tensor_requires_grad(g) ? grad_graph(sum(part(g, r, 1)), x) : NULL;
    for (int64_t c = 0, e = begins[r]; c < 6; ++c) {
      const bool there = e < begins[r + 1] && columns[e] == c;
      const double dense = row ? at(row, (size_t)c) : 0;
      CHECK(there || dense == 0);
      if (there) ABOUT(at(entries, (size_t)e++), dense, 1e-10);
    }
  }
  vjp_sparsity_release(pattern);
}

/* PAT-1, PAT-5 */
static void hessians(void) {
  check_hessian(chained_rosenbrock, 16, 3);
  check_hessian(arrow, 6 + 2 * 5, 2); /* columns that share no row would take 6 */
  check_hessian(linear_sum, 0, 1);
}

/* ---- colourings ---- */

static uint64_t state = 1;
static int64_t random_below(int64_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((state >> 33) % (uint64_t)n);
}

enum { N = 24 };
static vjp_sparsity* random_pattern(bool symmetric, bool grid[N][N]) {
  memset(grid, 0, sizeof(bool[N][N]));
  for (int i = 0; i < 2 * N; ++i) {
    int64_t r = random_below(N), c = random_below(N);
    grid[r][c] = true;
    if (symmetric) grid[c][r] = true;
  }
  int64_t begins[N + 1] = {0}, columns[N * N], count = 0;
  for (int r = 0; r < N; ++r) {
    for (int c = 0; c < N; ++c)
      if (grid[r][c]) columns[count++] = c;
    begins[r + 1] = count;
  }
  vjp_sparsity* out = NULL;
  OK(vjp_sparsity_create(N, begins, N + 1, columns, (size_t)count, &out));
  return out;
}

/* PAT-4: no two columns of a colour in one row; no two rows of a colour in one column */
static void distance_two(void) {
  bool grid[N][N];
  for (int trial = 0; trial < 20; ++trial) {
    vjp_sparsity* pattern = random_pattern(false, grid);
    int32_t columns[N], rows[N], used = 0;
    OK(vjp_sparsity_color(pattern, VJP_COLORING_COLUMNS, columns, &used));
    OK(vjp_sparsity_color(pattern, VJP_COLORING_ROWS, rows, NULL));
    bool good = used < N;
    for (int i = 0; i < N; ++i) {
      for (int a = 0; a < N; ++a) {
        for (int b = 0; b < a; ++b) {
          if (grid[i][a] && grid[i][b]) good &= columns[a] != columns[b];
          if (grid[a][i] && grid[b][i]) good &= rows[a] != rows[b];
        }
      }
    }
    CHECK(good);
    vjp_sparsity_release(pattern);
  }
}

/* PAT-4: every entry, or its mirror image, is alone in its row with its column's colour; and it takes no more than
 * distance 2
 */
static void star(void) {
  bool grid[N][N];
  for (int trial = 0; trial < 20; ++trial) {
    vjp_sparsity* pattern = random_pattern(true, grid);
    int32_t color[N], used = 0, used_by_columns = 0;
    OK(vjp_sparsity_color(pattern, VJP_COLORING_SYMMETRIC, color, &used));
    OK(vjp_sparsity_color(pattern, VJP_COLORING_COLUMNS, NULL, &used_by_columns));
    bool good = true;
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < N; ++j) {
        if (!grid[i][j]) continue;
        int in_row = 0, in_mirror = 0;
        for (int k = 0; k < N; ++k) {
          in_row += grid[i][k] && color[k] == color[j];
          in_mirror += grid[j][k] && color[k] == color[i];
        }
        good &= in_row == 1 || in_mirror == 1;
      }
    }
    CHECK(good && used <= used_by_columns);
    vjp_sparsity_release(pattern);
  }
}

/* ---- errors, checks, create_graph ---- */

static vjp_tensor* past_the_operators(vjp_tensor* x) { /* reads memory: no operator connects y and x */
  return OP("mul", T(x), T(VEC(at(x, 1), 1, 1, 1, 1, 1)));
}
static vjp_tensor* two_values(vjp_tensor* x) { return part(x, 0, 2); }

static vjp_status failing(void* context, vjp_tensor* input, vjp_tensor** out) {
  (void)context, (void)input, (void)out;
  return vjp_error_raise(VJP_ERROR_CANCELLED, "mine", NULL, NULL);
}
static vjp_status nothing(void* context, vjp_tensor* input, vjp_tensor** out) {
  (void)context, (void)input, (void)out;
  return VJP_OK;
}

/* PAT-6 */
static void a_pattern_that_lacks_an_entry_is_found_out(void) {
  vjp_sparsity* diagonal = NULL;
  OK(vjp_sparsity_create(6, (int64_t[]){0, 1, 2, 3, 4, 5, 6}, 7, (int64_t[]){0, 1, 2, 3, 4, 5}, 6, &diagonal));
  function f = tridiagonal;
  vjp_tensor* entries = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_sparse_jacobian(run_function, &f, X, diagonal, NULL, NULL, &entries));
  SAYS("lacks an entry in column");
  vjp_sparse_options options = VJP_SPARSE_OPTIONS_INIT;
  options.strategy = VJP_SPARSE_FORWARD;
  FAILS(VJP_ERROR_INVALID, vjp_sparse_jacobian(run_function, &f, X, diagonal, &options, NULL, &entries));
  options.check = 0; /* then the caller answers for it */
  OK(vjp_sparse_jacobian(run_function, &f, X, diagonal, &options, NULL, &entries));
  vjp_tensor_release(entries);
  f = chained_rosenbrock;
  FAILS(VJP_ERROR_INVALID, vjp_sparse_hessian(run_function, &f, X, diagonal, NULL, NULL, &entries));
  SAYS("lacks an entry");
  vjp_sparsity_release(diagonal);
}

/* PAT-8 */
static void misuse(void) {
  vjp_sparsity* p = NULL;
  vjp_tensor* entries = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_sparsity_create(2, (int64_t[]){0, 1, 2}, 3, (int64_t[]){0, 2}, 2, &p));
  SAYS("col_indices");
  FAILS(VJP_ERROR_INVALID, vjp_sparsity_create(2, (int64_t[]){0, 2}, 2, (int64_t[]){1, 1}, 2, &p));
  FAILS(VJP_ERROR_INVALID, vjp_sparsity_create(2, (int64_t[]){0, 2, 1}, 3, (int64_t[]){0}, 1, &p));
  SAYS("crow_indices");
  FAILS(VJP_ERROR_INVALID, vjp_sparsity_create(2, (int64_t[]){0, 3}, 2, (int64_t[]){0, 1}, 2, &p));
  FAILS(VJP_ERROR_INVALID, vjp_sparsity_create(-1, (int64_t[]){0}, 1, NULL, 0, &p));
  FAILS(VJP_ERROR_INVALID, vjp_sparsity_create(1, (int64_t[]){0}, 0, NULL, 0, &p));
  FAILS(VJP_ERROR_INVALID, vjp_sparsity_create(1, (int64_t[]){0, 1}, 2, NULL, 1, &p));
  function f = sine;
  FAILS(VJP_ERROR_INVALID, vjp_sparse_jacobian(run_function, &f, X, NULL, NULL, NULL, &entries));
  SAYS("'used' is NULL");
  FAILS(VJP_ERROR_CANCELLED, vjp_sparsity_of_jacobian(failing, NULL, X, &p));
  FAILS(VJP_ERROR_INVALID, vjp_sparsity_of_jacobian(nothing, NULL, X, &p));
  SAYS("NULL");
  vjp_tensor* integers = OP("to", T(X), D(VJP_DTYPE_INT64));
  FAILS(VJP_ERROR_DTYPE, vjp_sparsity_of_jacobian(run_function, &f, integers, &p));
  f = two_values;
  FAILS(VJP_ERROR_SHAPE, vjp_sparsity_of_hessian(run_function, &f, X, &p));
  SAYS("expected one element");
  vjp_sparsity* pattern = pattern_of(two_values, X);
  f = sine;
  FAILS(VJP_ERROR_SHAPE, vjp_sparse_jacobian(run_function, &f, X, pattern, NULL, NULL, &entries));
  SAYS("2 by 6");
  FAILS(VJP_ERROR_INVALID, vjp_sparsity_color(pattern, VJP_COLORING_SYMMETRIC, NULL, NULL));
  vjp_sparse_options options = VJP_SPARSE_OPTIONS_INIT;
  options.strategy = VJP_SPARSE_FORWARD;
  options.create_graph = 1;
  FAILS(VJP_ERROR_NOT_IMPLEMENTED,
        vjp_sparse_jacobian(run_function, &f, X, pattern_of(sine, X), &options, NULL, &entries));
  CHECK(vjp_sparsity_entries(NULL) == 0 && vjp_sparsity_crow_indices(NULL) == NULL);
}

/* The pattern is of the operators: what is read from memory is a constant, as it is for the derivative. */
static void values_are_constants(void) {
  vjp_sparsity* pattern = pattern_of(past_the_operators, X);
  CHECK(vjp_sparsity_entries(pattern) == 6);
  EQUALS(entries_by(past_the_operators, X, pattern, VJP_SPARSE_AUTO), -1, 1, 1, 1, 1, 1);
}

/* PAT-5: colours are computed together; where something cannot do that, one after the other */
struct counted {
  function f;
  int calls;
};
static vjp_status counted_function(void* context, vjp_tensor* input, vjp_tensor** out) {
  struct counted* counted = (struct counted*)context;
  ++counted->calls;
  vjp_tensor* result = counted->f(input);
  if (!result) return vjp_last_error_status();
  *out = vjp_tensor_retain(result);
  return VJP_OK;
}
static vjp_tensor* through_complex_memory(vjp_tensor* x) { /* written through a view of another dtype */
  vjp_tensor* y = OP("to", T(OP("zeros_like", T(x))), D(VJP_DTYPE_COMPLEX128));
  vjp_tensor* imaginary = OP("select", T(OP("view_as_real", T(y))), I(1), I(1));
  if (TRY_("copy", T(imaginary), T(mul(x, x))) != VJP_OK) return NULL;
  return tridiagonal(OP("select", T(OP("view_as_real", T(y))), I(1), I(1)));
}
static void colours_together(void) {
  const struct {
    function f;
    vjp_sparse_strategy strategy;
    int calls;
    double corner;
  } cases[] = {{tridiagonal, VJP_SPARSE_FORWARD, 1, 2.75},
               {tridiagonal, VJP_SPARSE_REVERSE, 1, 2.75},
               {through_complex_memory, VJP_SPARSE_FORWARD, 1 + 3, 2.1875}}; /* 2 x (2 + 3 x^4) */
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    struct counted counted = {cases[i].f, 0};
    vjp_sparse_options options = VJP_SPARSE_OPTIONS_INIT;
    options.strategy = cases[i].strategy;
    options.check = 0;
    vjp_tensor* entries = NULL;
    OK(vjp_sparse_jacobian(counted_function, &counted, X, pattern_of(cases[i].f, X), &options, NULL, &entries));
    CHECK(counted.calls == cases[i].calls);
    NEAR(at(own(entries), 0), cases[i].corner);
  }
}

/* PAT-7 */
/* PAT-1: recorded whatever the caller's mode, with the same results */
static void in_every_mode(void) {
  const vjp_mode modes[] = {VJP_MODE_INFERENCE, VJP_MODE_GRAD};
  for (size_t i = 0; i < 2; ++i) {
    vjp_guard* guard = enter_mode(modes[i], i == 0);
    function f = tridiagonal;
    vjp_sparsity* pattern = NULL;
    vjp_tensor* entries = NULL;
    OK(vjp_sparse_jacobian(run_function, &f, X, NULL, NULL, &pattern, &entries));
    CHECK(vjp_sparsity_entries(pattern) == 16);
    NEAR(at(own(entries), 0), 2.75);
    vjp_sparsity_release(pattern);
    f = chained_rosenbrock;
    OK(vjp_sparse_hessian(run_function, &f, X, NULL, NULL, &pattern, &entries));
    CHECK(vjp_sparsity_entries(pattern) == 16 && fabs(at(own(entries), 0)) > 1);
    vjp_sparsity_release(pattern);
    OK(vjp_guard_exit(guard));
  }
}

static void entries_can_be_differentiated(void) {
  vjp_sparse_options options = VJP_SPARSE_OPTIONS_INIT;
  options.create_graph = 1;
  function f = tridiagonal;
  vjp_tensor *x = leaf(X), *entries = NULL;
  vjp_sparsity* pattern = pattern_of(f, X);
  OK(vjp_sparse_jacobian(run_function, &f, x, pattern, &options, NULL, &entries));
  vjp_tensor* g = grad(sum(own(entries)), x); /* of 2 + 3 x^2 */
  for (size_t i = 0; i < 6; ++i) NEAR(at(g, i), 6 * at(x, i));
  options.create_graph = 0;
  OK(vjp_sparse_jacobian(run_function, &f, x, pattern, &options, NULL, &entries));
  CHECK(!vjp_tensor_requires_grad(own(entries)));
}

/* PAT-5: ten thousand variables, a few products */
static void many_variables(void) {
  vjp_tensor *x = NULL, *entries = NULL;
  vjp_sparsity* pattern = NULL;
  OK(vjp_tensor_empty((int64_t[]){10000}, 1, VJP_DTYPE_FLOAT64, &x));
  OP_("fill", T(own(x)), F(0.5));
  function f = tridiagonal;
  OK(vjp_sparse_jacobian(run_function, &f, x, NULL, NULL, &pattern, &entries));
  CHECK(vjp_sparsity_entries(pattern) == 3 * 10000 - 2);
  int32_t colors = 0;
  OK(vjp_sparsity_color(pattern, VJP_COLORING_ROWS, NULL, &colors));
  CHECK(colors == 3);
  NEAR(at(own(entries), 0), 2.75);
  NEAR(at(entries, 1), -1);
  vjp_sparsity_release(pattern);
}

int main(void) {
  RUN(patterns_and_entries);
  RUN(hessians);
  RUN(distance_two);
  RUN(star);
  RUN(a_pattern_that_lacks_an_entry_is_found_out);
  RUN(misuse);
  RUN(values_are_constants);
  RUN(entries_can_be_differentiated);
  RUN(colours_together);
  RUN(in_every_mode);
  RUN(many_variables);
  return finish();
}
