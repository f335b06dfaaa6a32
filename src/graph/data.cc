// Replacing what a tensor's handle shows (spec DET-6, GRAPH-18): the handle, its version, flag and hooks stay.
#include <utility>

#include "device/transfer.h"
#include "graph/guard.h"
#include "graph/later.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/pack.h"

namespace vjp {
namespace {

// Gives the tensor another place to lie in. It keeps its version counter, and shares it with those it has shared it
// with.
void move_to(TensorImpl& t, Ref<Storage> storage, Dtype dtype, IntSpan sizes, IntSpan strides, int64_t offset) {
  if (!t.own_version) t.own_version = t.storage->share_version();
  Ref<Storage> former = std::exchange(t.storage, std::move(storage));
  t.device = t.storage->device;
  t.dtype = dtype;
  t.set_geometry(sizes, strides, offset);
}

void check_no_tangent(const TensorImpl& t, const char* what) {
  if (carries_tangent(t)) fail(VJP_ERROR_STATE, "{}: {} carries a tangent; take its primal", what, describe(t));
}

}  // namespace

void replace_data(TensorImpl& t, const TensorImpl& data) {
  if (t.is_view) fail(VJP_ERROR_STATE, "set_data: {} is a view; its elements belong to its base", describe(t));
  if (requires_grad(t) && !is_differentiable(data.dtype)) {
    fail(VJP_ERROR_DTYPE, "set_data: {} requires grad, so its data must be floating or complex, not {}", describe(t),
         describe(data));
  }
  check_no_tangent(t, "set_data");
  check_no_tangent(data, "set_data");
  if (&t == &data) return;
  bool another_kind = t.dtype != data.dtype || t.device != data.device;
  move_to(t, data.storage, data.dtype, data.sizes(), data.strides(), data.offset());
  // Older graphs keep their accumulator; the next use makes one that knows the new dtype and device (spec
  // GRAPH-10).
  if (another_kind && t.meta) {
    LeafLock lock(t);
    t.meta->accumulator = nullptr;
  }
}

void resize_in_place(TensorImpl& t, IntSpan sizes) {
  if (requires_grad(t)) fail(VJP_ERROR_STATE, "resize_: {} requires grad; resize a detached tensor", describe(t));
  check_no_tangent(t, "resize_");
  if (t.storage->inference && !(mode_word & kModeInference)) {
    fail(VJP_ERROR_STATE, "resize_: {} was made in inference mode and can be changed only there", describe(t));
  }
  if (same(sizes, t.sizes())) return;
  if (changes_are_awaited()) [[unlikely]]
    before_change(t);
  size_t need = static_cast<size_t>(t.offset() + checked_numel(sizes, "resize_")) * size_of(t.dtype);
  Dims strides = contiguous_strides(sizes);
  if (need <= t.storage->bytes) {
    t.set_geometry(sizes, strides, t.offset());
  } else {
    if (t.storage->refs.count() != 1) {
      fail(VJP_ERROR_STATE, "resize_: {} shares its memory with another tensor and cannot grow to {}", describe(t),
           sizes);
    }
    OperatorDevice there(t.device);
    Ref<Storage> larger = Storage::make(need);
    copy_bytes(t.device, larger->data, t.device, t.storage->data, t.storage->bytes);
    move_to(t, std::move(larger), t.dtype, sizes, strides, t.offset());
  }
  t.bump_version();
}

}  // namespace vjp
