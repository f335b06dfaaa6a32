/**
 * libvjp: kernels, what a backend computes. Only plug-ins need this header; see vjp/backend.h.
 *
 * Each primitive has an argument struct and one entry in vjp_kernels. All memory is the caller's and lies on the
 * launch's device, unless a member says that it is the host's. Everything else that an argument struct points to
 * (sizes, strides, lists, programs) is the host's and is valid during the call only: an entry that computes later
 * copies it.
 *
 * Outputs do not overlap inputs unless a primitive says that they may. Strides count elements, may be 0 (broadcast) in
 * inputs, and are any non-negative numbers otherwise. Sizes may be 0. The operators have checked the arguments.
 *
 * Enumerations and primitives are lists, from which all that goes by them follows, here and in the library. A row of an
 * enumeration is X(number, NAME, Name): VJP_REDUCTION_NAME, and Name as the library's C++ has it. Numbers never change.
 * Members of one byte hold such numbers. Longer formulas stand at the end of this header.
 */
#ifndef VJP_KERNELS_H
#define VJP_KERNELS_H

#include "vjp/array.h"
#include "vjp/opcodes.h"

#ifdef __cplusplus
extern "C" {
#endif

#define VJP_PROGRAM_MAX_INPUTS 12
#define VJP_PROGRAM_MAX_PARAMETERS 8
#define VJP_PROGRAM_MAX_CONSTANTS 16
#define VJP_PROGRAM_MAX_INSTRUCTIONS 64
#define VJP_PROGRAM_MAX_OUTPUTS 4

typedef struct vjp_instruction {
  uint8_t opcode;  /**< vjp_opcode, in the compute type; its row says how many of a, b, c it reads; one that the backend
                      does not know is VJP_ERROR_NOT_IMPLEMENTED */
  uint8_t a, b, c; /**< value numbers */
} vjp_instruction;

/**
 * A pointwise formula in single-assignment form. Values are numbered: inputs, then parameters, then constants, then one
 * per instruction, in order.
 */
typedef struct vjp_program {
  uint8_t num_inputs, num_parameters, num_constants, num_instructions, num_outputs;
  uint8_t outputs[VJP_PROGRAM_MAX_OUTPUTS]; /**< value numbers */
  const vjp_instruction* instructions;      /**< num_instructions of them */
  const double* constants;                  /**< num_constants of them */
} vjp_program;

/** One operand of a pointwise launch. */
typedef struct vjp_operand {
  void* data;
  uint8_t dtype;
  uint8_t host; /**< inputs: 1 if data is one element in host memory, to be read during the call; all strides are 0 */
  const int64_t* strides;
} vjp_operand;

/**
 * Runs `program` on every element of the index space `sizes`. Inputs are converted to `compute` (int64, float32,
 * float64, complex64, complex128), outputs from it (to bool: != 0; complex to real: the real part). An output may be
 * exactly an input (same data, dtype and strides).
 */
typedef struct vjp_pointwise_args {
  const vjp_program* program;
  uint8_t compute;
  int32_t ndim;
  const int64_t* sizes;
  vjp_operand inputs[VJP_PROGRAM_MAX_INPUTS];
  vjp_operand outputs[VJP_PROGRAM_MAX_OUTPUTS];
  vjp_number parameters[VJP_PROGRAM_MAX_PARAMETERS];
} vjp_pointwise_args;

/** out = in, converted (as outputs of a program are); same sizes. */
typedef struct vjp_copy_args {
  vjp_array out, in;
} vjp_copy_args;

typedef struct vjp_fill_args {
  vjp_array out;
  vjp_number value;
} vjp_fill_args;

/** What a reduction computes. */
/* clang-format off */
#define VJP_REDUCTIONS(X) \
  X(0,  SUM,           Sum)            /* integers and bool sum to int64 */ \
  X(1,  PROD,          Prod) \
  X(2,  MAX,           Max)            /* NaN wins; with `indices`: of the first extreme element (NaN first) */ \
  X(3,  MIN,           Min) \
  X(4,  ARGMAX,        ArgMax)         /* int64; the flattened position where several dimensions are reduced */ \
  X(5,  ARGMIN,        ArgMin) \
  X(6,  ANY,           Any)            /* bool */ \
  X(7,  ALL,           All) \
  X(8,  SUM_SQUARES,   SumSquares)     /* of |x| */ \
  X(9,  SUM_ABS,       SumAbs) \
  X(10, SUM_ABS_POW,   SumAbsPow)      /* sum |x|^p */ \
  X(11, MAX_ABS,       MaxAbs) \
  X(12, MIN_ABS,       MinAbs) \
  X(13, COUNT_NONZERO, CountNonzero)   /* int64 */ \
  X(14, LOG_SUM_EXP,   LogSumExp)      /* stable; all -inf gives -inf */ \
  X(15, VARIANCE,      Variance)       /* sum |x - mean|^2 / max(0, n - correction); `mean` is written too if it has data */
/* clang-format on */
typedef enum vjp_reduction {
#define VJP_REDUCTION_ENUMERATOR(number, NAME, Name) VJP_REDUCTION_##NAME = number,
  VJP_REDUCTIONS(VJP_REDUCTION_ENUMERATOR)
#undef VJP_REDUCTION_ENUMERATOR
} vjp_reduction;

/**
 * `out` has the input's ndim, with size 1 in every reduced dimension. The order of a sum depends on sizes and strides
 * only; half types accumulate in float32. Empty reductions: sum 0, prod 1, any false, all true.
 */
typedef struct vjp_reduce_args {
  uint8_t op; /**< vjp_reduction */
  vjp_array in, out;
  vjp_array indices; /**< MAX, MIN: int64, as out; or no data */
  vjp_array mean;    /**< VARIANCE: as out; or no data */
  double p, correction;
} vjp_reduce_args;

/** What a scan adds up along its dimension. */
/* clang-format off */
#define VJP_SCANS(X) \
  X(0, SUM,         Sum) \
  X(1, PROD,        Prod) \
  X(2, MAX,         Max) \
  X(3, MIN,         Min) \
  X(4, LOG_SUM_EXP, LogSumExp)
/* clang-format on */
typedef enum vjp_scan_kind {
#define VJP_SCAN_ENUMERATOR(number, NAME, Name) VJP_SCAN_##NAME = number,
  VJP_SCANS(VJP_SCAN_ENUMERATOR)
#undef VJP_SCAN_ENUMERATOR
} vjp_scan_kind;
typedef struct vjp_scan_args {
  uint8_t op; /**< vjp_scan_kind */
  vjp_array in, out;
  vjp_array indices; /**< MAX, MIN: int64 */
  int32_t dim;
  bool reverse;
} vjp_scan_args;

typedef struct vjp_matrix {
  void* data;
  int64_t row_stride, col_stride;
  const int64_t* batch_strides; /**< 0 repeats a matrix */
  bool conjugate;
} vjp_matrix;

/** out[b] = alpha * op(a[b]) op(b[b]) + beta * out[b]; beta == 0 does not read out. Any strides. */
typedef struct vjp_gemm_args {
  int64_t m, n, k;
  int32_t batch_ndim;
  const int64_t* batch_sizes;
  vjp_matrix a, b, out;
  uint8_t dtype; /**< floating, complex, or an integer type */
  vjp_number alpha, beta;
} vjp_gemm_args;

/**
 * Cross-correlation of spatial rank 1 to 3. in [N, C, *], weight [O, C/groups, *k], out [N, O, *]. `data` writes in
 * from out and weight; `weight` writes weight, and bias if it has data (the sum of out), from in and out.
 */
typedef struct vjp_conv_args {
  vjp_array in, weight, bias, out; /**< forward: bias may have no data */
  int32_t rank;
  int64_t stride[3], padding[3], dilation[3];
  int64_t groups;
} vjp_conv_args;

/**
 * in, out [N, C, *spatial]; backward: `in` is the gradient to write, `out` the gradient to read. That of maxima goes by
 * `indices` alone, equal ones are summed; `rank` and what describes windows mean nothing there.
 */
typedef struct vjp_pool_args {
  vjp_array in, out;
  vjp_array indices; /**< max: int64 position in the flattened spatial input plane, -1 where only padding is; as out */
  int32_t rank;
  int64_t kernel[3], stride[3], padding[3], dilation[3];
  bool count_include_pad;
  int64_t divisor; /**< 0: the window's size */
} vjp_pool_args;

/** What becomes of the element that is there. */
/* clang-format off */
#define VJP_COMBINES(X) \
  X(0, SET, Set) \
  X(1, ADD, Add) \
  X(2, MUL, Mul) \
  X(3, MAX, Max) \
  X(4, MIN, Min)
/* clang-format on */
typedef enum vjp_combine {
#define VJP_COMBINE_ENUMERATOR(number, NAME, Name) VJP_COMBINE_##NAME = number,
  VJP_COMBINES(VJP_COMBINE_ENUMERATOR)
#undef VJP_COMBINE_ENUMERATOR
} vjp_combine;

/** out[i][j] = in[index[i][j]][j] for dim 0; index int64 or int32, as out. */
typedef struct vjp_gather_args {
  vjp_array in, index, out;
  int32_t dim;
} vjp_gather_args;
/** out[index[i][j]][j] op= src[i][j]; out holds the old values. */
typedef struct vjp_scatter_args {
  vjp_array out, index, src;
  int32_t dim;
  uint8_t combine; /**< vjp_combine */
} vjp_scatter_args;
/** out = in taken at index (one-dimensional) along dim. */
typedef struct vjp_index_select_args {
  vjp_array in, index, out;
  int32_t dim;
} vjp_index_select_args;
/** out[index[i]] op= alpha * src[i] along dim. */
typedef struct vjp_index_add_args {
  vjp_array out, index, src;
  int32_t dim;
  uint8_t combine; /**< vjp_combine */
  vjp_number alpha;
} vjp_index_add_args;
/**
 * Advanced indexing. The tensor is seen as [indexed dims..., rest...]; index[k] (int64, all of one shape) selects in
 * indexed dimension k. values: [index sizes..., rest...], written by index_get, read by index_put.
 */
typedef struct vjp_index_args {
  vjp_array tensor;
  int32_t num_indexed;
  vjp_array index[16];
  vjp_array values;
  uint8_t combine; /**< vjp_combine; put only */
} vjp_index_args;
/** Where an element of index is below low or not below high, that is a fault, which last_fault reports
 * (VJP_ERROR_INVALID); an entry that has computed when it returns may return it. */
typedef struct vjp_check_index_args {
  vjp_array index; /**< int64 or int32 */
  int64_t low, high;
} vjp_check_index_args;

typedef struct vjp_sort_args {
  vjp_array in, values, indices; /**< indices int64 */
  int32_t dim;
  bool descending, stable; /**< NaN is the largest */
  int64_t k;               /**< top-k if >= 0: values and indices have size k along dim, sorted */
} vjp_sort_args;

typedef struct vjp_softmax_args {
  vjp_array in, out;
  int32_t dim;
  bool log;
} vjp_softmax_args;
/** grad_in = y * (grad - sum(grad * y)); log: grad - exp(y) * sum(grad). */
typedef struct vjp_softmax_backward_args {
  vjp_array grad, y, grad_in;
  int32_t dim;
  bool log;
} vjp_softmax_backward_args;

/** Normalisation of each row of x [rows, inner], row-major: y = (x - mean) * rstd * weight + bias, with
 * rstd = 1 / sqrt(mean((x - mean)^2) + eps). The backward formula stands at the end. */
typedef struct vjp_norm_args {
  uint8_t dtype;
  int64_t rows, inner;
  const void* x;
  const void* weight; /**< [inner] or NULL */
  const void* bias;   /**< [inner] or NULL */
  void* y;
  void* mean; /**< [rows] in the compute type; NULL: rms_norm, which does not subtract it */
  void* rstd; /**< [rows] in the compute type */
  double eps;
} vjp_norm_args;
typedef struct vjp_norm_backward_args {
  uint8_t dtype;
  int64_t rows, inner;
  const void *grad, *x, *weight, *mean, *rstd; /**< mean NULL: rms_norm */
  void *grad_x, *grad_weight, *grad_bias;      /**< NULL: not wanted */
} vjp_norm_backward_args;

/**
 * Scaled dot product attention of [batch, heads, length, dim]; keys and values may have fewer heads (grouped). mask:
 * bool (true takes part) or floating (added), broadcast by strides to [batch, heads, queries, keys].
 */
typedef struct vjp_attention_args {
  vjp_array q, k, v, mask, out;
  vjp_array logsumexp; /**< [batch, heads, queries] in the compute type */
  double scale;
  bool causal; /**< query i sees keys 0..i */
  /** Probabilities are multiplied by what DROPOUT_MASK draws with `a` = dropout for [batch, heads, queries, keys],
   * wherever a kernel cuts them, forward and backward; 0: none. */
  double dropout;
  uint64_t seed, offset;
} vjp_attention_args;
typedef struct vjp_attention_backward_args {
  vjp_attention_args forward;             /**< out and logsumexp are read */
  vjp_array grad, grad_q, grad_k, grad_v; /**< no data: not wanted */
} vjp_attention_backward_args;

/** Where random numbers come from; the formulas stand at the end. */
/* clang-format off */
#define VJP_DISTRIBUTIONS(X) \
  X(0, UNIFORM,      Uniform)       /* [a, b) */ \
  X(1, NORMAL,       Normal)        /* mean a, deviation b */ \
  X(2, BERNOULLI,    Bernoulli)     /* with `probability`, or a */ \
  X(3, INTEGER,      Integer)       /* [low, high) */ \
  X(4, DROPOUT_MASK, DropoutMask)   /* 0 with probability a, else 1 / (1 - a) */
/* clang-format on */
typedef enum vjp_distribution {
#define VJP_DISTRIBUTION_ENUMERATOR(number, NAME, Name) VJP_DISTRIBUTION_##NAME = number,
  VJP_DISTRIBUTIONS(VJP_DISTRIBUTION_ENUMERATOR)
#undef VJP_DISTRIBUTION_ENUMERATOR
} vjp_distribution;

/**
 * Philox 4x32-10: element i (row-major position) depends on seed, offset and i only, and equals what the CPU's kernel
 * gives. `state` is not NULL while a graph is captured: two 64-bit numbers in device memory, seed and base offset, to
 * be read when the kernel runs, instead of `seed`; then `offset` is added to the base.
 */
typedef struct vjp_random_args {
  uint8_t distribution; /**< vjp_distribution */
  vjp_array out;
  double a, b;
  int64_t low, high;
  vjp_array probability; /**< as out, or no data */
  uint64_t seed, offset;
  const uint64_t* state;
} vjp_random_args;

/** How many elements of in are not 0, into one int64 of device memory. */
typedef struct vjp_count_nonzero_args {
  vjp_array in;
  int64_t* count;
} vjp_count_nonzero_args;
/** The positions of what is not 0, [rows, ndim] row-major. */
typedef struct vjp_nonzero_args {
  vjp_array in;
  int64_t* coordinates;
  int64_t rows; /**< what count_nonzero gave; if there are more by now, those are left out */
} vjp_nonzero_args;

/** A dense block of elements, whatever its shape. */
typedef struct vjp_flat {
  void* data;
  int64_t numel;
  uint8_t dtype;
} vjp_flat;

/** The optimizers; their formulas stand at the end. */
/* clang-format off */
#define VJP_OPTIMIZERS(X) \
  X(0, SGD,     Sgd)       /* states: momentum_buffer (if momentum != 0) */ \
  X(1, ADAM,    Adam)      /* states: exp_avg, exp_avg_sq, max_exp_avg_sq (amsgrad) */ \
  X(2, ADAMW,   AdamW)     /* the same; decay decoupled from the gradient */ \
  X(3, ADAGRAD, Adagrad)   /* states: sum */ \
  X(4, RMSPROP, RmsProp)   /* states: square_avg, momentum_buffer (momentum != 0), grad_avg (centered) */
/* clang-format on */
typedef enum vjp_optimizer_kind {
#define VJP_OPTIMIZER_ENUMERATOR(number, NAME, Name) VJP_OPTIMIZER_##NAME = number,
  VJP_OPTIMIZERS(VJP_OPTIMIZER_ENUMERATOR)
#undef VJP_OPTIMIZER_ENUMERATOR
} vjp_optimizer_kind;

/**
 * One step of an optimizer over many tensors. Parameter i, its gradient and its states have the same number of elements
 * in the same memory order. steps[i]: one float32 in device memory, the number of steps made before; it is incremented.
 * With found_inf: if it is not 0 when the kernel runs, nothing changes. With grad_scale: gradients are divided by it
 * and written back. Gradients are read in their dtype; a parameter's states have its dtype; sums are made in float32 or
 * wider.
 */
typedef struct vjp_optimizer_args {
  uint8_t kind; /**< vjp_optimizer_kind */
  int32_t num;
  const vjp_flat *params, *grads;
  const vjp_flat* states[3]; /**< lists, in the order above; NULL: not used */
  float* const* steps;
  double lr;
  const float* lr_device; /**< one float32 in device memory, read instead of lr; or NULL */
  double momentum, dampening, beta1, beta2, eps, weight_decay, lr_decay, alpha;
  bool nesterov, amsgrad, maximize, centered;
  const float* grad_scale; /**< one float32 in device memory; or NULL */
  const float* found_inf;  /**< one float32 in device memory; or NULL */
} vjp_optimizer_args;

/** Sets found_inf to 1 if any element is infinite or NaN; multiplies every element by *inverse unless that is 1. */
typedef struct vjp_unscale_args {
  int32_t num;
  const vjp_flat* grads;
  const float* inverse; /**< device memory */
  float* found_inf;     /**< device memory; not reset */
} vjp_unscale_args;

/** The update of a gradient scaler: all pointers are device memory. */
typedef struct vjp_scale_update_args {
  float* scale;
  int32_t* growth_tracker;
  const float* found_inf;
  double growth_factor, backoff_factor;
  int64_t growth_interval;
} vjp_scale_update_args;

/** norms[i] = the p-norm of tensor i (p = infinity: the largest modulus), float32 (float64 for float64 tensors). */
typedef struct vjp_multi_norm_args {
  int32_t num;
  const vjp_flat* tensors;
  double p;
  void* const* norms;
} vjp_multi_norm_args;

/** Every element of every tensor times *factor (float32 or float64, in device memory). */
typedef struct vjp_multi_scale_args {
  int32_t num;
  const vjp_flat* tensors;
  vjp_flat factor;
} vjp_multi_scale_args;

/** What is done to matrices. `in` and `out` of each kind; k = min(m, n). */
/* clang-format off */
#define VJP_FACTORS(X) \
  X(0, LU,               Lu)               /* A [m, n]; L and U in one [m, n], int32 pivots [k] from 1 */ \
  X(1, LU_SOLVE,         LuSolve)          /* LU [n, n], B, int32 pivots [n]; X as B */ \
  X(2, CHOLESKY,         Cholesky)         /* A [n, n], of which one triangle is read; that factor, else 0 */ \
  X(3, TRIANGULAR_SOLVE, TriangularSolve)  /* A [n, n], B; X as B */ \
  X(4, QR,               Qr)               /* A [m, n]; Q [m, q] or no data, R [r, n]; q, r are k or m */ \
  X(5, SVD,              Svd)              /* A [m, n]; U [m, k or m], S [k] real, Vh [k or n, n]; U and Vh or no data */ \
  X(6, EIGH,             Eigh)             /* A [n, n] Hermitian, of which one triangle is read; L [n] real, V [n, n] or no data */ \
  X(7, EIG,              Eig)              /* A [n, n]; L [n] complex, V [n, n] complex or no data */ \
  X(8, PERMUTATION,      Permutation)      /* int32 pivots [k]; the row of A that is row i of L U, int64 [m] */
/* clang-format on */
typedef enum vjp_factor_kind {
#define VJP_FACTOR_ENUMERATOR(number, NAME, Name) VJP_FACTOR_##NAME = number,
  VJP_FACTORS(VJP_FACTOR_ENUMERATOR)
#undef VJP_FACTOR_ENUMERATOR
} vjp_factor_kind;

/**
 * Factorisations and solutions of batches of matrices, over the last two dimensions; all arrays have the same batch
 * dimensions in front. Fast where matrices in `out` lie column by column. Normalised as LAPACK does it: the values of
 * SVD fall and those of EIGH rise, vectors have length 1.
 */
typedef struct vjp_factor_args {
  uint8_t kind;     /**< vjp_factor_kind */
  bool upper;       /**< CHOLESKY, TRIANGULAR_SOLVE, EIGH: the upper triangle */
  bool right;       /**< LU_SOLVE, TRIANGULAR_SOLVE: X A = B in place of A X = B */
  bool adjoint;     /**< LU_SOLVE, TRIANGULAR_SOLVE: the adjoint of A in place of A */
  bool unit;        /**< TRIANGULAR_SOLVE: the diagonal is 1 and not read */
  bool check;       /**< a matrix that has no such factor is a fault, as one of check_index is */
  const char* name; /**< of the operator, for faults; ends with 0 */
  vjp_array in[3], out[3];
  vjp_array info; /**< int32, one a matrix, or no data: 0, or LAPACK's positive number of what failed */
} vjp_factor_args;

/**
 * Discrete Fourier transforms along dimensions: out[k] = scale * sum over j of in[j] exp(-2 pi i j k / n), +2 pi i if
 * `inverse`. float32 and float64, and the complex numbers of them:
 *
 *   complex to complex   any dimensions, of the same sizes
 *   real to complex      `out` has all n elements of the last listed dimension, or the first n / 2 + 1
 *   complex to real      `in` has the first n / 2 + 1 elements of the last listed dimension, n is out's size; the
 * others are their conjugates, and imaginary parts that a real result cannot have are not read
 *
 * All sizes but of the last listed dimension are the same. No dimension twice; at least one; sizes along them at
 * least 1.
 */
typedef struct vjp_fourier_args {
  vjp_array in, out;
  int32_t num_dims;
  int32_t dims[16]; /**< from 0 */
  double scale;
  bool inverse;
} vjp_fourier_args;

/**
 * out[outer, to, inner] from in[outer, from, inner], dense; float32 or float64. Element t of `to` sums those of `from`
 * from t * from / to, rounded down, to before (t + 1) * from / to, rounded up, from the first to the last: all that it
 * overlaps, were both spread evenly over one length. `from` is at least 1.
 */
typedef struct vjp_part_sums_args {
  const void* in;
  void* out;
  int64_t outer, from, to, inner;
  uint8_t dtype;
} vjp_part_sums_args;

/** What is done to neighbouring rows that belong together. */
/* clang-format off */
#define VJP_SEGMENTS(X) \
  X(0, SUM,    Sum)     /* in an order that depends on the length only */ \
  X(1, MAX,    Max)     /* of `initial` and the rows; NaN if one is */ \
  X(2, MIN,    Min) \
  X(3, SPREAD, Spread)  /* the adjoint of SUM: a row is what its segment has, or 0 where it is in none */
/* clang-format on */
typedef enum vjp_segments_kind {
#define VJP_SEGMENTS_ENUMERATOR(number, NAME, Name) VJP_SEGMENTS_##NAME = number,
  VJP_SEGMENTS(VJP_SEGMENTS_ENUMERATOR)
#undef VJP_SEGMENTS_ENUMERATOR
} vjp_segments_kind;

/**
 * out[outer, count, inner] from in[outer, rows, inner], SPREAD the other way round; dense, float32 or float64. Segment
 * s of one of `outer` is the rows from offsets[s] to before offsets[s + 1], of those that there are.
 */
typedef struct vjp_segments_args {
  const void* in;
  const int64_t* offsets; /**< on the device: count + 1 for each of `outer` */
  void* out;
  int64_t outer, rows, inner, count;
  double initial;
  uint8_t kind; /**< vjp_segments_kind */
  uint8_t dtype;
} vjp_segments_args;

/**
 * Connectionist temporal classification; dense, float32 or float64. The positions of a lattice are the labels with
 * blanks around them, 2 * longest + 1 of them.
 *
 *   ctc_loss            losses = -log of the probability of each sequence; alpha = the logarithm of the probability to
 * have come, by each step, as far as each position, -inf behind the ends
 *   ctc_loss_backward   log_probs = the gradient of the log probabilities; `losses` holds that of the losses
 */
typedef struct vjp_ctc_args {
  void* log_probs;                                 /**< [steps, batch, classes] */
  void* losses;                                    /**< [batch] */
  void* alpha;                                     /**< [batch, steps, 2 * longest + 1] */
  const int64_t *labels, *input_lengths, *lengths; /**< on the device: [batch, longest], [batch] of steps, more than
                                                      there are counting as all, [batch] of labels */
  int64_t steps, batch, classes, longest, blank;
  uint8_t dtype;
} vjp_ctc_args;

/** Where and on whose behalf a kernel runs. */
typedef struct vjp_launch {
  size_t size;                       /**< sizeof(vjp_launch) of the library */
  int32_t device;                    /**< index */
  void* stream;                      /**< the backend's handle */
  const char* op;                    /**< the operator, a static string; for asynchronous errors */
  const char* node;                  /**< the backward node that runs, or NULL; valid during the call */
  uint64_t node_sequence, grad_call; /**< of that node, and of its grad call (from 0); 0 without a node */
  bool deterministic;                /**< the same bits for the same inputs, always; or VJP_ERROR_NOT_IMPLEMENTED */
  bool allow_tf32;                   /**< products of float32 may round their operands: see vjp_set_allow_tf32 */
} vjp_launch;

/**
 * Every primitive with its arguments, in the order of their entries: X(name, arguments). The order never changes; a new
 * primitive comes last. Where a backend lacks one of VJP_OPTIONAL_PRIMITIVES, operators compute the same with others.
 */
/* clang-format off */
#define VJP_OPTIONAL_PRIMITIVES(X) \
  X(part_sums,          vjp_part_sums_args) \
  X(segments,           vjp_segments_args) \
  X(ctc_loss,           vjp_ctc_args) \
  X(ctc_loss_backward,  vjp_ctc_args)
#define VJP_PRIMITIVES(X) \
  VJP_NEEDED_PRIMITIVES(X) \
  VJP_OPTIONAL_PRIMITIVES(X)
#define VJP_NEEDED_PRIMITIVES(X) \
  X(pointwise,          vjp_pointwise_args) \
  X(copy,               vjp_copy_args) \
  X(fill,               vjp_fill_args) \
  X(reduce,             vjp_reduce_args) \
  X(scan,               vjp_scan_args) \
  X(gemm,               vjp_gemm_args) \
  X(conv_forward,       vjp_conv_args) \
  X(conv_data,          vjp_conv_args) \
  X(conv_weight,        vjp_conv_args) \
  X(max_pool,           vjp_pool_args) \
  X(max_pool_backward,  vjp_pool_args) \
  X(avg_pool,           vjp_pool_args) \
  X(avg_pool_backward,  vjp_pool_args) \
  X(gather,             vjp_gather_args) \
  X(scatter,            vjp_scatter_args) \
  X(index_select,       vjp_index_select_args) \
  X(index_add,          vjp_index_add_args) \
  X(index_get,          vjp_index_args) \
  X(index_put,          vjp_index_args) \
  X(check_index,        vjp_check_index_args) \
  X(sort,               vjp_sort_args) \
  X(softmax,            vjp_softmax_args) \
  X(softmax_backward,   vjp_softmax_backward_args) \
  X(norm,               vjp_norm_args) \
  X(norm_backward,      vjp_norm_backward_args) \
  X(attention,          vjp_attention_args) \
  X(attention_backward, vjp_attention_backward_args) \
  X(random,             vjp_random_args) \
  X(count_nonzero,      vjp_count_nonzero_args) \
  X(nonzero,            vjp_nonzero_args) \
  X(optimizer,          vjp_optimizer_args) \
  X(unscale,            vjp_unscale_args) \
  X(scale_update,       vjp_scale_update_args) \
  X(multi_norm,         vjp_multi_norm_args) \
  X(multi_scale,        vjp_multi_scale_args) \
  X(factor,             vjp_factor_args) \
  X(fourier,            vjp_fourier_args)
/* clang-format on */

/**
 * One entry a primitive: vjp_status name(const arguments* args, const vjp_launch* launch). They enqueue on
 * launch->stream and return; NULL: the backend lacks the primitive. Before anything is enqueued an entry may refuse
 * with VJP_ERROR_NOT_IMPLEMENTED (a dtype it lacks) or VJP_ERROR_MEMORY.
 */
typedef struct vjp_kernels {
  size_t size; /**< sizeof(vjp_kernels) as the backend was compiled; entries beyond are lacking */
#define VJP_KERNELS_ENTRY(name, arguments) vjp_status (*name)(const arguments* args, const vjp_launch* launch);
  VJP_PRIMITIVES(VJP_KERNELS_ENTRY)
#undef VJP_KERNELS_ENTRY
} vjp_kernels;

#ifdef __cplusplus
}
#endif

/* clang-format off */
/*
 * Formulas
 * ========
 *
 * "Compute type" is float32 for the half types, the dtype itself for float32 and float64.
 *
 * norm, norm_backward
 *   xhat = (x - mean) * rstd; rms_norm: rstd = 1 / sqrt(mean(x^2) + eps), xhat = x * rstd. With h = grad * weight, and
 *   means over one row:
 *     grad_x      = rstd * (h - mean(h) - xhat * mean(h * xhat))       rms_norm: without mean(h)
 *     grad_weight = sum over rows of grad * xhat
 *     grad_bias   = sum over rows of grad
 *
 * softmax, attention
 *   Softmax and log-sum-exp subtract the largest element first. Attention: s = scale * q k^T, -inf at places that
 *   take no part (or s + mask), logsumexp = log sum exp(s) and p = exp(s - logsumexp) along the keys, out = p v. A
 *   query that sees no key has out 0 and logsumexp -inf. Backward, with d = sum over dim of grad * out:
 *     grad_v = p^T grad;  ds = scale * p * (grad v^T - d);  grad_q = ds k;  grad_k = ds^T q
 *   With dropout's mask m: out = (p m) v, grad_v = (p m)^T grad, and (grad v^T) m in the place of grad v^T.
 *   where grad_k and grad_v are summed over the query heads that share a key head.
 *
 * scan
 *   MAX, MIN: of equal elements the last one counts in `indices`; once there is a NaN, the latest NaN.
 *
 * random
 *   Elements 2j and 2j + 1, in row-major order, share one Philox block. Its counter c is (low word, high word of
 *   offset + j, 0, 0), its key k is (low word, high word of seed). Ten times, with hi and lo the halves of a 64-bit
 *   product of two words:
 *     c = (hi(c2 * 0xCD9E8D57) ^ c1 ^ k0, lo(c2 * 0xCD9E8D57), hi(c0 * 0xD2511F53) ^ c3 ^ k1, lo(c0 * 0xD2511F53))
 *     k = (k0 + 0x9E3779B9, k1 + 0xBB67AE85)
 *   The even element has the 64 bits r = c0 | c1 << 32, the odd one r = c2 | c3 << 32. frac(r) = (r >> 11) * 2^-53.
 *     UNIFORM       u * (b - a) + a in the compute type, u = (r >> (64 - f)) * 2^-f with f = 53, 24, 11, 8 for float64,
 *                   float32, float16, bfloat16; at most the compute type's number before b
 *     NORMAL        of a pair, in float64: radius = sqrt(-2 log(frac(even r) + 2^-53)) * b, turn = frac(odd r); the
 *                   even element is a + radius * cos(2 pi turn), the odd one a + radius * sin(2 pi turn)
 *     BERNOULLI     1 where frac(r) < probability, else 0
 *     INTEGER       low + (r * (high - low) >> 64), the product unsigned, in 128 bits
 *     DROPOUT_MASK  0 where r >> 32 is below floor(a * 2^32), else 1 / (1 - a); with a = 1 all are 0
 *   So that all backends give the same bits, nothing is fused, and log, cos and sin are polynomials, by Horner's rule.
 *   With x = 2^e m, m in [sqrt(1/2), sqrt(2)), s = (m - 1) / (m + 1) and z = s^2:
 *     log x = e * log 2 + (2s + 2s * (z * (1/3 + z/5 + ... + z^10/23)))
 *   With q = floor(4 turn + 1/2), t = (4 turn - q) * pi/2 and z = t^2:
 *     S = t + t * (z * (-1/3! + z/5! - ... - z^8/19!)),  C = 1 + z * (-1/2! + z/4! - ... - z^8/18!)
 *     (cos, sin) = (C, S), (-S, C), (-C, -S), (S, -C), (C, S) for q = 0, 1, 2, 3, 4
 *
 * optimizer
 *   Per element, with p a parameter, g its gradient (divided by grad_scale first), t its step count, already increased.
 *   The compute type computes, with factors (1 - beta1, lr / (1 - beta1^t), ...) that were computed in float64. First
 *     g = -g if maximize;  g = g + weight_decay * p, but for ADAMW
 *   SGD      m = g if t = 1, else momentum * m + (1 - dampening) * g; without momentum m = g. Then p -= lr * m, or
 *            with nesterov p -= lr * (g + momentum * m), as one fused operation
 *   ADAM     m += (1 - beta1) * (g - m);  v = beta2 * v + (1 - beta2) * g^2;  amsgrad: w = max(w, v), and w in
 *            the place of v;  p -= lr / (1 - beta1^t) * (m / (sqrt(v) / sqrt(1 - beta2^t) + eps))
 *   ADAMW    p *= 1 - lr * weight_decay, then as ADAM
 *   ADAGRAD  s += g^2;  p -= lr / (1 + (t - 1) * lr_decay) * (g / (sqrt(s) + eps))
 *   RMSPROP  v = alpha * v + (1 - alpha) * g^2;  centered: a += (1 - alpha) * (g - a), and max(0, v - a^2) in
 *            the place of v;  d = g / (sqrt(v) + eps);  with momentum: b = momentum * b + d, and b in the place of d;
 *            p -= lr * d
 *   The states: m is momentum_buffer (SGD), exp_avg (ADAM); v is exp_avg_sq (ADAM), square_avg (RMSPROP); w is
 *   max_exp_avg_sq, s is sum, a is grad_avg, b is momentum_buffer (RMSPROP).
 *
 * scale_update
 *   found_inf > 0: scale *= backoff_factor, growth_tracker = 0. Else growth_tracker counts up; when it reaches
 *   growth_interval it becomes 0, and scale *= growth_factor if that is finite.
 *
 * multi_norm
 *   p = 2: sqrt(sum x^2); 1: sum |x|; 0: how many are not 0; infinity, -infinity: the largest, the smallest |x|; else
 *   (sum |x|^p)^(1/p). A NaN wins; of no elements 0.
 */
/* clang-format on */
#endif
