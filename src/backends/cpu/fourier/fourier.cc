// The primitive: one pass along each dimension, the lines of a pass side by side in lanes or one by one.
#include <algorithm>
#include <cstring>

#include "backends/cpu/cpu.h"
#include "backends/cpu/fourier/line.h"
#include "backends/cpu/loops.h"
#include "backends/cpu/transpose.h"
#include "backends/cpu/workspace.h"
#include "base/error.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

using fft::Passes;
using fft::Plan;

constexpr int64_t kGrain = 16384;  // elements of a chunk

template <class T>
struct Pass {
  const T* in;
  T* out;
  bool real_in, real_out;
  int64_t n, in_count, out_count;  // of the transform; what is read and written of it
  int64_t in_stride, out_stride;   // along the dimension, in elements
  Loop<2> lines;                   // offsets in elements
  T scale;
  bool inverse;

  bool mirrored() const { return real_out && in_count < n; }
};

template <class T>
Pass<T> make_pass(const View& in, const View& out, int dim, double scale, bool inverse) {
  Pass<T> p;
  p.in = static_cast<const T*>(in.data);
  p.out = static_cast<T*>(out.data);
  p.real_in = !is_complex(Dtype{in.dtype});
  p.real_out = !is_complex(Dtype{out.dtype});
  p.in_count = in.sizes[dim];
  p.out_count = out.sizes[dim];
  p.n = p.real_in ? p.in_count : p.out_count;
  p.in_stride = in.strides[dim];
  p.out_stride = out.strides[dim];
  for (int d = 0; d < in.ndim; ++d) {
    if (d != dim) p.lines.add(in.sizes[d], in.strides[d], out.strides[d]);
  }
  p.lines.sort_by_stride();
  p.lines.coalesce();
  p.scale = static_cast<T>(scale);
  p.inverse = inverse;
  return p;
}

// ---- lines side by side ----

// Lines of one vector, from where they begin.
struct Group {
  int64_t count;
  int64_t at[64], step;  // `regular`: at[l] is at[0] + l step
  bool regular;

  void measure() {
    step = count > 1 ? at[1] - at[0] : 1;
    regular = true;
    for (int64_t l = 1; l < count; ++l) regular &= at[l] - at[l - 1] == step;
  }
};

template <class T>
void load(const Pass<T>& pass, const Group& g, int64_t lanes, T* x) {
  const int64_t parts = pass.real_in ? 1 : 2, stride = parts * pass.in_stride, n = pass.in_count;
  if (g.count < lanes || pass.real_in) std::fill_n(x, 2 * lanes * pass.n, T(0));
  const T* first = pass.in + parts * g.at[0];
  if (g.regular && pass.in_stride == 1) {
    transpose(first, g.count, parts * n, parts * g.step, x, pass.real_in ? 2 * lanes : lanes);
  } else if (g.regular && g.step == 1 && g.count == lanes && !pass.real_in) {
    fft::passes<T>().load(first, pass.in_stride, n, x);
  } else {
    for (int64_t l = 0; l < g.count; ++l) {
      const T* from = pass.in + parts * g.at[l];
      for (int64_t k = 0; k < n; ++k) {
        for (int64_t part = 0; part < parts; ++part) x[(2 * k + part) * lanes + l] = from[k * stride + part];
      }
    }
  }
  if (!pass.mirrored()) return;
  std::fill_n(x + lanes, lanes, T(0));
  if (pass.n % 2 == 0) std::fill_n(x + (pass.n + 1) * lanes, lanes, T(0));
  for (int64_t k = n; k < pass.n; ++k) {
    const T* twin = x + 2 * (pass.n - k) * lanes;
    T* to = x + 2 * k * lanes;
    for (int64_t l = 0; l < lanes; ++l) to[l] = twin[l], to[lanes + l] = -twin[lanes + l];
  }
}

template <class T>
void store(const Pass<T>& pass, const Group& g, int64_t lanes, const T* x) {
  const int64_t parts = pass.real_out ? 1 : 2, stride = parts * pass.out_stride, n = pass.out_count;
  T* first = pass.out + parts * g.at[0];
  if (g.regular && pass.out_stride == 1) {
    transpose(x, parts * n, g.count, pass.real_out ? 2 * lanes : lanes, first, parts * g.step);
  } else if (g.regular && g.step == 1 && g.count == lanes && !pass.real_out) {
    fft::passes<T>().store(x, n, first, pass.out_stride);
  } else {
    for (int64_t l = 0; l < g.count; ++l) {
      T* to = pass.out + parts * g.at[l];
      for (int64_t k = 0; k < n; ++k) {
        for (int64_t part = 0; part < parts; ++part) to[k * stride + part] = x[(2 * k + part) * lanes + l];
      }
    }
  }
}

template <class T>
void run_lanes(const Pass<T>& pass, const Plan<T>& plan, int64_t lines) {
  const Passes<T>& p = fft::passes<T>();
  const int64_t lanes = p.lanes, numbers = 2 * lanes * pass.n;
  const auto& stages = plan.smooth->stages;
  const int64_t groups = (lines + lanes - 1) / lanes;
  parallel_for(0, groups, grain_for(lanes * pass.n, kGrain), [&](int64_t begin, int64_t end) {
    Workspace space(2 * Workspace::round_up(static_cast<size_t>(numbers) * sizeof(T)));
    T* x = space.take<T>(numbers);
    T* y = space.take<T>(numbers);
    Cursor<2> cursor(pass.lines, begin * lanes);
    for (int64_t v = begin; v < end; ++v) {
      Group in, out;
      in.count = out.count = std::min(lanes, lines - v * lanes);
      for (int64_t l = 0; l < in.count; ++l, cursor.next()) in.at[l] = cursor.offset[0], out.at[l] = cursor.offset[1];
      in.measure(), out.measure();
      load(pass, in, lanes, x);
      T* z = p.run(stages.data(), static_cast<int64_t>(stages.size()), x, y, pass.inverse);
      if (pass.scale != T(1)) p.scale(z, pass.n, pass.scale);
      store(pass, out, lanes, z);
    }
  });
}

// ---- line by line ----

template <class T>
void gather(const Pass<T>& pass, int64_t at, T* line) {
  const int64_t n = pass.n;
  if (pass.real_in) {
    for (int64_t k = 0; k < n; ++k) line[2 * k] = pass.in[at + k * pass.in_stride], line[2 * k + 1] = T(0);
    return;
  }
  for (int64_t k = 0; k < pass.in_count; ++k)
    std::memcpy(line + 2 * k, pass.in + 2 * (at + k * pass.in_stride), 2 * sizeof(T));
  if (!pass.mirrored()) return;
  line[1] = T(0);
  if (n % 2 == 0) line[n + 1] = T(0);
  for (int64_t k = pass.in_count; k < n; ++k) line[2 * k] = line[2 * (n - k)], line[2 * k + 1] = -line[2 * (n - k) + 1];
}

template <class T>
void scatter(const Pass<T>& pass, int64_t at, const T* line) {
  for (int64_t k = 0; k < pass.out_count; ++k) {
    if (pass.real_out) {
      pass.out[at + k * pass.out_stride] = line[2 * k] * pass.scale;
    } else {
      T* to = pass.out + 2 * (at + k * pass.out_stride);
      to[0] = line[2 * k] * pass.scale;
      to[1] = line[2 * k + 1] * pass.scale;
    }
  }
}

template <class T>
void run_lines(const Pass<T>& pass, const Plan<T>& plan, int64_t lines) {
  const bool as_it_lies = !pass.real_in && pass.in_stride == 1 && !pass.mirrored();
  const bool to_its_place = !pass.real_out && pass.out_stride == 1 && pass.out_count == pass.n;
  parallel_for(0, lines, grain_for(pass.n, kGrain), [&](int64_t begin, int64_t end) {
    const int64_t numbers = as_it_lies && to_its_place ? 0 : 2 * pass.n;
    Workspace space(Workspace::round_up(static_cast<size_t>(numbers) * sizeof(T)) + 64);
    T* line = space.take<T>(numbers);
    Cursor<2> cursor(pass.lines, begin);
    for (int64_t i = begin; i < end; ++i, cursor.next()) {
      const T* from = as_it_lies ? pass.in + 2 * cursor.offset[0] : line;
      T* to = to_its_place ? pass.out + 2 * cursor.offset[1] : line;
      if (!as_it_lies) gather(pass, cursor.offset[0], line);
      fft::transform_line(plan, from, to, pass.inverse);
      if (!to_its_place || pass.scale != T(1)) scatter(pass, cursor.offset[1], to);
    }
  });
}

template <class T>
void run_pass(const View& in, const View& out, int dim, double scale, bool inverse) {
  const Pass<T> pass = make_pass<T>(in, out, dim, scale, inverse);
  const int64_t lines = pass.lines.count();
  if (lines == 0) return;
  const auto plan = fft::plan_for<T>(pass.n, lines);
  if (plan->smooth) {
    run_lanes(pass, *plan, lines);
  } else {
    run_lines(pass, *plan, lines);
  }
}

// ---- dimensions ----

template <class T>
void run_dims(const FourierArgs& args) {
  const int last = args.num_dims - 1;
  const bool real_out = !is_complex(Dtype{args.out.dtype});
  if (!real_out || last == 0) {
    run_pass<T>(args.in, args.out, args.dims[last], args.scale, args.inverse);
    for (int i = last - 1; i >= 0; --i) run_pass<T>(args.out, args.out, args.dims[i], 1, args.inverse);
    return;
  }
  // what becomes real does so at the end
  const int64_t numbers = 2 * count_of(args.in);
  Workspace space(Workspace::round_up(static_cast<size_t>(numbers) * sizeof(T)));
  int64_t strides[kMaxDims], stride = 1;
  for (int d = args.in.ndim - 1; d >= 0; --d) strides[d] = stride, stride *= args.in.sizes[d];
  const View middle = make_view(space.take<T>(numbers), Dtype{args.in.dtype}, args.in.ndim, args.in.sizes, strides);
  for (int i = 0; i < last; ++i)
    run_pass<T>(i == 0 ? args.in : middle, middle, args.dims[i], i == 0 ? args.scale : 1, args.inverse);
  run_pass<T>(middle, args.out, args.dims[last], 1, args.inverse);
}

}  // namespace

void fourier(const FourierArgs& args) {
  switch (real_of(Dtype{args.in.dtype})) {
    case Dtype::Float32:
      return run_dims<float>(args);
    case Dtype::Float64:
      return run_dims<double>(args);
    default:
      fail(VJP_ERROR_NOT_IMPLEMENTED, "fourier: no kernel for {}", Dtype{args.in.dtype});
  }
}

}  // namespace vjp::cpu
