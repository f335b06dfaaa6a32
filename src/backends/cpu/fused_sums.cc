// A summed output goes piece by piece into memory that stays in the cache, and is added up there in the order in which
// cpu::reduce adds up a whole tensor, so that its bits are those of a reduction after the program.
#include "backends/cpu/fused_sums.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/pointwise_kernels.h"
#include "backends/cpu/reduce_pieces.h"
#include "backends/cpu/strided.h"
#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

using Memory = std::unique_ptr<char[]>;
Memory memory_of(int64_t n, Dtype dtype) { return Memory(new char[static_cast<size_t>(n) * size_of(dtype)]); }

void sum(void* out, Dtype out_dtype, const int64_t* out_sizes, void* in, Dtype dtype, int ndim, const int64_t* sizes,
         const int64_t* strides) {
  int64_t out_strides[kMaxGeometryDims], step = 1;
  for (int d = ndim - 1; d >= 0; --d) out_strides[d] = step, step *= out_sizes[d];
  ReduceArgs args{};
  args.op = byte_of(Reduction::Sum);
  args.in = {in, byte_of(dtype), ndim, sizes, strides};
  args.out = {out, byte_of(out_dtype), ndim, out_sizes, out_strides};
  reduce(args);
}

class Sums {
 public:
  explicit Sums(const FusedArgs& args) : args_(args), program_(*args.program) {
    const auto inputs = static_cast<size_t>(program_.num_inputs);
    operands_.assign(args.inputs, args.inputs + inputs);
    operands_.insert(operands_.end(), args.outputs, args.outputs + program_.outputs.size());
    for (size_t o = 0; o < program_.outputs.size(); ++o) {
      if (args.sums[o].data) summed_.push_back(o);
    }
  }

  void run() {
    if (can_be_cut()) {
      run_pieces();
    } else {
      run_whole();
    }
  }

 private:
  // Reductions of neighbouring dimensions, in front or at the end, of the same for all outputs.
  bool can_be_cut() {
    const FusedSum& first = args_.sums[summed_[0]];
    const size_t k = static_cast<size_t>(program_.num_inputs) + summed_[0];
    int64_t step = 1, target[kMaxGeometryDims], target_step = 1;
    for (int d = args_.ndim - 1; d >= 0; --d) {
      const int64_t size = args_.sizes[d];
      for (size_t o : summed_) {
        if (args_.sums[o].sizes[d] != first.sizes[d]) return false;
        if (size != 1 && args_.outputs[o].strides[d] != step) return false;
      }
      target[d] = first.sizes[d] == size ? target_step : 0;
      target_step *= first.sizes[d];
      step *= size;
    }
    for (size_t o : summed_) {
      if (!is_floating(program_.outputs[o].dtype)) return false;
    }
    geometry_.count = static_cast<int>(operands_.size()) + 1;
    for (int d = 0; d < args_.ndim; ++d) {
      geometry_.push(args_.sizes[d], [&](int i) {
        return i < geometry_.count - 1 ? operands_[static_cast<size_t>(i)].strides[d] : target[d];
      });
    }
    geometry_.simplify(static_cast<int>(k));
    if (geometry_.numel() < 2 * kPiece) return false;
    const int64_t* const to = geometry_.strides[geometry_.count - 1];
    rows_ = geometry_.sizes[0], columns_ = geometry_.ndim > 1 ? geometry_.sizes[1] : 1;
    if (geometry_.ndim == 1 && to[0] == 0) {
      piece_ = kPiece, kept_ = 1;
    } else if (geometry_.ndim == 2 && to[0] == 0 && to[1] == 1 && columns_ >= 4) {
      piece_ = rows_of_piece(columns_), kept_ = columns_;
    } else if (geometry_.ndim == 2 && to[0] == 1 && to[1] == 0 && columns_ < 2 * kPiece) {
      piece_ = std::max<int64_t>(1, kPiece / columns_), kept_ = 0;
    } else {
      return false;
    }
    return true;
  }

  // Pieces have sums of their rows for themselves, or partial sums of all `kept_` columns.
  void run_pieces() {
    const int64_t pieces = (rows_ + piece_ - 1) / piece_;
    std::vector<Memory> partial;
    for (size_t o : summed_) partial.push_back(memory_of(std::max<int64_t>(1, pieces * kept_), compute_of(o)));
    parallel_for(0, pieces, 1, [&](int64_t begin, int64_t end) {
      const int64_t elements = std::min(piece_, rows_) * columns_;
      size_t room = 0;
      for (size_t o : summed_) room += Workspace::round_up(static_cast<size_t>(elements * bytes(dtype_of_output(o))));
      Workspace memory(room);
      std::vector<char*> scratch;
      for (size_t o : summed_) scratch.push_back(memory.take<char>(elements * bytes(dtype_of_output(o))));
      for (int64_t p = begin; p < end; ++p) run_piece(p, scratch, partial);
    });
    for (size_t s = 0; s < summed_.size() && kept_; ++s) merge(summed_[s], partial[s].get(), pieces);
  }

  void run_piece(int64_t p, const std::vector<char*>& scratch, const std::vector<Memory>& partial) const {
    const int64_t begin = p * piece_, n = std::min(piece_, rows_ - begin);
    run_rows(begin, n, scratch);
    for (size_t s = 0; s < summed_.size(); ++s) {
      const size_t o = summed_[s];
      const Dtype dtype = dtype_of_output(o), to = kept_ ? compute_of(o) : dtype;
      char* const out =
          kept_ ? partial[s].get() + p * kept_ * bytes(to) : static_cast<char*>(args_.sums[o].data) + begin * bytes(to);
      const int64_t sizes[2] = {n, columns_}, strides[2] = {columns_, 1};
      const int64_t out_sizes[2] = {kept_ ? 1 : n, kept_ ? columns_ : 1};
      sum(out, to, out_sizes, scratch[s], dtype, 2, sizes, strides);
    }
  }

  void run_rows(int64_t begin, int64_t n, const std::vector<char*>& scratch) const {
    FusedArgs some = args_;
    int64_t sizes[kMaxGeometryDims];
    std::copy_n(geometry_.sizes, geometry_.ndim, sizes);
    sizes[0] = n;
    some.ndim = geometry_.ndim;
    some.sizes = sizes;
    some.sums = nullptr;
    std::vector<vjp_operand> operands = operands_;
    for (size_t k = 0; k < operands.size(); ++k) {
      operands[k].strides = geometry_.strides[k];
      if (operands[k].data) {
        operands[k].data =
            static_cast<char*>(operands[k].data) + begin * geometry_.strides[k][0] * bytes(Dtype{operands[k].dtype});
      }
    }
    for (size_t s = 0; s < summed_.size(); ++s) {
      operands[static_cast<size_t>(program_.num_inputs) + summed_[s]].data = scratch[s];
    }
    some.inputs = operands.data();
    some.outputs = operands.data() + program_.num_inputs;
    run_fused_plain(some);
  }

  // Adds up the sums of pieces in pairs, as cpu::reduce does.
  void merge(size_t o, char* partial, int64_t pieces) const {
    const auto add_up = [&]<class T>(T*) {
      T* const sums = reinterpret_cast<T*>(partial);
      for (int64_t distance = 1; distance < pieces; distance *= 2) {
        for (int64_t p = 0; p + distance < pieces; p += 2 * distance) {
          for (int64_t j = 0; j < kept_; ++j) sums[p * kept_ + j] += sums[(p + distance) * kept_ + j];
        }
      }
    };
    const Dtype dtype = program_.outputs[o].dtype;
    const ComputeType type = compute_type_of(dtype);
    type == kF64 ? add_up(static_cast<double*>(nullptr)) : add_up(static_cast<float*>(nullptr));
    kernels().store[type][static_cast<int>(dtype)](args_.sums[o].data, partial, static_cast<size_t>(kept_));
  }

  void run_whole() {
    int64_t n = 1;
    for (int d = 0; d < args_.ndim; ++d) n *= args_.sizes[d];
    std::vector<Memory> whole;
    std::vector<vjp_operand> outputs(args_.outputs, args_.outputs + program_.outputs.size());
    for (size_t o : summed_) {
      whole.push_back(memory_of(n, program_.outputs[o].dtype));
      outputs[o].data = whole.back().get();
    }
    FusedArgs all = args_;
    all.outputs = outputs.data();
    all.sums = nullptr;
    run_fused_plain(all);
    for (size_t o : summed_) {
      const Dtype dtype = program_.outputs[o].dtype;
      sum(args_.sums[o].data, dtype, args_.sums[o].sizes, outputs[o].data, dtype, args_.ndim, args_.sizes,
          outputs[o].strides);
    }
  }

  Dtype dtype_of_output(size_t o) const { return program_.outputs[o].dtype; }
  Dtype compute_of(size_t o) const { return kComputeDtype[compute_type_of(program_.outputs[o].dtype)]; }
  static int64_t bytes(Dtype dtype) { return static_cast<int64_t>(size_of(dtype)); }

  const FusedArgs& args_;
  const FusedProgram& program_;
  std::vector<vjp_operand> operands_;
  std::vector<size_t> summed_;
  Geometry<kMaxFusedOperands + 1> geometry_;  // the last array: where an element is summed to
  int64_t rows_ = 0, columns_ = 0, piece_ = 0, kept_ = 0;
};

}  // namespace

void run_fused_sums(const FusedArgs& args) { Sums(args).run(); }

}  // namespace vjp::cpu
