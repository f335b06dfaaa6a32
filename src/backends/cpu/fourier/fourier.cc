// The primitive: one pass along each dimension, the lines of a pass side by side in lanes or one by one.
#include <algorithm>
#include <optional>

#include "backends/cpu/cpu.h"
#include "backends/cpu/fourier/line.h"
#include "backends/cpu/fourier/pass.h"
#include "backends/cpu/workspace.h"
#include "base/error.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

using fft::Numbers;
using fft::Pass;
using fft::Plan;
using fft::Real;
using fft::Side;

constexpr int64_t kGrain = 16384;  // elements of a chunk
constexpr int64_t kMostLanes = 64;

Side side_of(const View& v, int dim) {
  const bool complex = is_complex(Dtype{v.dtype});
  return {v.sizes[dim], complex ? 2 * v.strides[dim] : v.strides[dim], complex, complex ? 2 : 1, !complex};
}
Side in_pairs(Side s) { return {s.count / 2, 2 * s.step, s.step, s.unit, false}; }

template <class T>
Pass<T> make_pass(const View& in, const View& out, int dim, double scale, bool inverse) {
  Pass<T> p;
  p.from = static_cast<const T*>(in.data);
  p.to = static_cast<T*>(out.data);
  p.in = side_of(in, dim);
  p.out = side_of(out, dim);
  const bool real_in = p.in.real, real_out = p.out.real;
  p.n = real_in ? p.in.count : p.out.count;
  p.real = real_in ? Real::In : real_out ? Real::Out : Real::No;
  if (p.n % 2 == 0 && p.real != Real::No) {
    p.n /= 2;
    p.real = real_in ? Real::Split : Real::Join;
    Side& side = real_in ? p.in : p.out;
    side = in_pairs(side);
  }
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

// Lines of one vector, from where they begin; the last one stands for those that are not there.
template <class T>
struct Group {
  int64_t count = 0;
  T* at[kMostLanes];

  void fill(int64_t lanes) { std::fill(at + count, at + lanes, at[count - 1]); }
  bool side_by_side(int64_t lanes) const {
    bool next = count == lanes;
    for (int64_t l = 1; l < count; ++l) next &= at[l] - at[l - 1] == 2;
    return next;
  }
};

template <class T>
void load(const Side& side, const Group<const T>& g, int64_t lanes, T* x, bool swap) {
  if (side.contiguous() && side.count >= lanes) return fft::moves<T>().load_lines(g.at, side.count, x, swap);
  if (side.real) std::fill_n(x, 2 * lanes * side.count, T(0));
  for (int64_t l = 0; l < lanes; ++l) {
    const T* from = g.at[l];
    T *re = x + l + swap * lanes, *im = x + l + !swap * lanes;
    for (int64_t k = 0; k < side.count; ++k) {
      re[2 * lanes * k] = from[k * side.step];
      if (!side.real) im[2 * lanes * k] = from[k * side.step + side.part];
    }
  }
}

template <class T>
void store(const Side& side, const Group<T>& g, int64_t lanes, const T* x, T scale, bool swap) {
  if (side.contiguous() && side.count >= lanes) return fft::moves<T>().store_lines(x, side.count, g.at, scale, swap);
  for (int64_t l = 0; l < g.count; ++l) {
    T* to = g.at[l];
    const T *re = x + l + swap * lanes, *im = x + l + !swap * lanes;
    for (int64_t k = 0; k < side.count; ++k) {
      to[k * side.step] = re[2 * lanes * k] * scale;
      if (!side.real) to[k * side.step + side.part] = im[2 * lanes * k] * scale;
    }
  }
}

// The blocks that are conjugates of others: of `have` there are `want`, around a circle of n; without the imaginary
// parts that none can have, if `real`.
template <class T>
void mirror(T* x, int64_t lanes, int64_t have, int64_t want, bool swap) {
  const int64_t re = swap * lanes, im = !swap * lanes;
  for (int64_t k = have; k < want; ++k) {
    const T* twin = x + 2 * (want - k) * lanes;
    T* to = x + 2 * k * lanes;
    for (int64_t l = 0; l < lanes; ++l) to[re + l] = twin[re + l], to[im + l] = -twin[im + l];
  }
}

template <class T>
void transform_group(const Pass<T>& pass, const Plan<T>& plan, const Group<const T>& in, const Group<T>& out, T* x,
                     T* y) {
  const auto& p = fft::passes<T>();
  const auto& m = fft::moves<T>();
  const int64_t lanes = p.lanes, n = pass.n;
  const bool swap = pass.swap();
  const bool direct_in = pass.real == Real::No && !pass.in.contiguous() && in.side_by_side(lanes);
  const bool direct_out =
      (pass.real == Real::No || pass.real == Real::Join) && !pass.out.contiguous() && out.side_by_side(lanes);
  if (pass.real == Real::Join) {
    load(pass.in, in, lanes, y, false);
    m.join_blocks(y, plan.halves.data(), n, x, pass.conjugate());
  } else if (!direct_in) {
    load(pass.in, in, lanes, x, swap);
  }
  if (pass.real == Real::Out) {
    std::fill_n(x + !swap * lanes, lanes, T(0));
    mirror(x, lanes, pass.in.count, n, swap);
  }
  const Numbers<const T> from{in.at[0], pass.in.step / 2};
  const Numbers<T> to{out.at[0], pass.out.step / 2};
  const auto& stages = plan.smooth->stages;
  T* z = p.run(stages.data(), static_cast<int64_t>(stages.size()), n, direct_in ? &from : nullptr, x, y,
               direct_out ? &to : nullptr, pass.scale, swap);
  if (direct_out) return;
  if (pass.real == Real::Split) {
    T* spectrum = z == x ? y : x;
    m.split_blocks(z, plan.halves.data(), n, spectrum, pass.conjugate());
    mirror(spectrum, lanes, n + 1, pass.out.count, false);
    z = spectrum;
  }
  store(pass.out, out, lanes, z, pass.scale, swap);
}

template <class T>
void run_lanes(const Pass<T>& pass, const Plan<T>& plan, int64_t lines) {
  const int64_t lanes = fft::passes<T>().lanes, numbers = 2 * lanes * pass.room();
  const int64_t groups = (lines + lanes - 1) / lanes;
  parallel_for(0, groups, grain_for(lanes * pass.n, kGrain), [&](int64_t begin, int64_t end) {
    Workspace space(2 * Workspace::round_up(static_cast<size_t>(numbers) * sizeof(T)));
    T* x = space.take<T>(numbers);
    T* y = space.take<T>(numbers);
    Cursor<2> cursor(pass.lines, begin * lanes);
    for (int64_t v = begin; v < end; ++v) {
      Group<const T> in;
      Group<T> out;
      in.count = out.count = std::min(lanes, lines - v * lanes);
      for (int64_t l = 0; l < in.count; ++l, cursor.next()) {
        in.at[l] = pass.from + pass.in.unit * cursor.offset[0];
        out.at[l] = pass.to + pass.out.unit * cursor.offset[1];
      }
      in.fill(lanes), out.fill(lanes);
      transform_group(pass, plan, in, out, x, y);
    }
  });
}

// ---- line by line ----

template <class T>
void gather(const Side& side, const T* from, T* line) {
  for (int64_t k = 0; k < side.count; ++k) {
    line[2 * k] = from[k * side.step];
    line[2 * k + 1] = side.real ? T(0) : from[k * side.step + side.part];
  }
}
template <class T>
void scatter(const Side& side, const T* line, T* to) {
  for (int64_t k = 0; k < side.count; ++k) {
    to[k * side.step] = line[2 * k];
    if (!side.real) to[k * side.step + side.part] = line[2 * k + 1];
  }
}
template <class T>
void mirror_line(T* z, int64_t have, int64_t want) {
  for (int64_t k = have; k < want; ++k) z[2 * k] = z[2 * (want - k)], z[2 * k + 1] = -z[2 * (want - k) + 1];
}

// Calls f(begin, end) for parts of the pairs of a line.
template <class F>
void for_pairs(int64_t n, F&& f) {
  parallel_for(0, n / 2 + 1, kGrain, f);
}

// `line` has room where in or out are not contiguous, or are not what is transformed.
template <class T>
void transform_one(const Pass<T>& pass, const Plan<T>& plan, const T* in, T* out, T* line) {
  const T* from = in;
  T* to = pass.in_its_place() ? out : line;
  if (!pass.in.contiguous()) gather(pass.in, in, line), from = line;
  if (pass.real == Real::Join) {
    for_pairs(pass.n, [&](int64_t begin, int64_t end) {
      fft::moves<T>().join_line(from, plan.halves.data(), pass.n, begin, end, line, pass.conjugate());
    });
    from = line;
  } else if (pass.real == Real::Out) {
    std::copy_n(from, from == line ? 0 : 2 * pass.in.count, line);
    line[1] = T(0);
    mirror_line(line, pass.in.count, pass.n);
    from = line;
  }
  transform_line(plan, from, to, pass.scale, pass.swap());
  if (pass.real == Real::Split) {
    for_pairs(pass.n, [&](int64_t begin, int64_t end) {
      fft::moves<T>().split_line(to, plan.halves.data(), pass.n, begin, end, pass.conjugate());
    });
    mirror_line(to, pass.n + 1, pass.out.count);
  }
  if (to == line) scatter(pass.out, line, out);
}

template <class T>
void run_lines(const Pass<T>& pass, const Plan<T>& plan, int64_t lines) {
  const bool plain = pass.in.contiguous() && pass.in_its_place() && pass.real != Real::Join;
  parallel_for(0, lines, grain_for(pass.n, kGrain), [&](int64_t begin, int64_t end) {
    std::optional<Workspace> space;
    T* line = nullptr;
    if (!plain) {
      space.emplace(static_cast<size_t>(2 * pass.room()) * sizeof(T));
      line = space->take<T>(2 * pass.room());
    }
    Cursor<2> cursor(pass.lines, begin);
    for (int64_t i = begin; i < end; ++i, cursor.next()) {
      transform_one(pass, plan, pass.from + pass.in.unit * cursor.offset[0], pass.to + pass.out.unit * cursor.offset[1],
                    line);
    }
  });
}

template <class T>
void run_pass(const View& in, const View& out, int dim, double scale, bool inverse) {
  const Pass<T> pass = make_pass<T>(in, out, dim, scale, inverse);
  const int64_t lines = pass.lines.count();
  if (lines == 0) return;
  const bool pairs = pass.real == Real::Split || pass.real == Real::Join;
  const auto plan = fft::plan_for<T>(pass.n, {lines, pass.in.contiguous() && pass.out.contiguous(), pairs});
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
