#include "tensor/sparse.h"

#include <atomic>
#include <memory>
#include <mutex>

#include "base/error.h"
#include "device/default_device.h"

namespace vjp {
namespace {

constinit std::mutex mutex;
constinit std::atomic<int64_t> alive{0};

void count(int64_t change) noexcept {
  const int64_t before = alive.fetch_add(change, std::memory_order_relaxed);
  if (before != 0 && before + change != 0) return;
  std::lock_guard lock(mutex);  // the flag follows the count, whoever comes last
  sparse_in_play(alive.load(std::memory_order_relaxed) != 0);
}

void drop(void* members) noexcept {
  delete static_cast<SparseMembers*>(members);
  count(-1);
}

Tensor without_history(const Tensor& t) {
  if (!t) return t;
  Tensor plain = t.alias();
  plain->is_wrapped_number = false;
  return plain;
}

SparseMembers plain_members(const SparseMembers& m) {
  return {m.layout, m.coalesced, without_history(m.first), without_history(m.second), without_history(m.values)};
}

bool same_memory(const Tensor& a, const Tensor& b) {
  if (!a || !b) return !a && !b;
  return a.raw() == b.raw() && a->storage == b->storage && same(a.sizes(), b.sizes()) && same(a.strides(), b.strides());
}

}  // namespace

const char* name_of(Layout layout) {
  static constexpr const char* kNames[] = {"strided", "COO", "CSR", "CSC", "BSR", "BSC"};
  return kNames[static_cast<int>(layout)];
}

Tensor make_sparse(const SparseMembers& members, IntSpan sizes) {
  checked_numel(sizes, name_of(members.layout));
  auto own = std::make_unique<SparseMembers>(plain_members(members));
  const Tensor& values = own->values;
  Ref<VersionCounter> version = values->own_version ? values->own_version : values->storage->share_version();
  Ref<Storage> storage = Storage::wrap(nullptr, 0, nullptr, nullptr, values.device());
  const Dtype dtype = values.dtype();
  Tensor t = Tensor::take(TensorImpl::make(storage, 0, dtype, sizes, contiguous_strides(sizes)));
  t->is_sparse = true;
  t->own_version = std::move(version);
  storage->set_drop(own.release(), drop);
  count(1);
  return t;
}

void replace_members(const TensorImpl& sparse, const SparseMembers& members) {
  SparseMembers own = plain_members(members);
  own.values->own_version = sparse.own_version;
  std::swap(members_of(sparse), own);
}

bool same_pattern(const SparseMembers& a, const SparseMembers& b) {
  return a.layout == b.layout && same_memory(a.first, b.first) && same_memory(a.second, b.second) &&
         same(a.values.sizes(), b.values.sizes());
}

void fail_sparse(const TensorImpl& t, std::string_view what) {
  fail(VJP_ERROR_STATE,
       "{}: {} is sparse and has no memory of its own; ask its members (values and indices), or use to_dense", what,
       describe(t));
}

}  // namespace vjp
