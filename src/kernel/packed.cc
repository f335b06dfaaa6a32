#include "kernel/packed.h"

#include <cstring>

#include "base/pool.h"
#include "kernel/operands.h"

namespace vjp {
namespace {

constexpr size_t aligned(size_t bytes) { return (bytes + 15) / 16 * 16; }

// Both passes see the same operands in the same order: the first adds up, the second copies.
struct Measure {
  size_t bytes = 0;
  void view(View& v, Use) {
    if (!v.sizes) return;  // absent; an empty tensor may have no memory, but it has sizes
    array(v.sizes, v.ndim);
    array(v.strides, v.ndim);
  }
  void strided(void*, Dtype, int, const int64_t*, const int64_t*, Use) {}
  void flat(const void*, int64_t, Dtype, Use) {}
  template <class T>
  void array(const T*&, int64_t count) {
    bytes += aligned(sizeof(T) * static_cast<size_t>(count));
  }
  void host_element(void*&, Dtype) { bytes += 16; }
};

struct Copy : Measure {
  char* room;
  explicit Copy(char* room) : room(room) {}
  void view(View& v, Use) {
    if (!v.sizes) return;
    array(v.sizes, v.ndim);
    array(v.strides, v.ndim);
  }
  template <class T>
  void array(const T*& pointer, int64_t count) {
    size_t n = sizeof(T) * static_cast<size_t>(count);
    if (n) std::memcpy(room, pointer, n);
    pointer = reinterpret_cast<const T*>(room);
    room += aligned(n);
  }
  void host_element(void*& data, Dtype dtype) {
    std::memcpy(room, data, size_of(dtype));
    data = room;
    room += 16;
  }
};

}  // namespace

PackedArgs* PackedArgs::pack(Primitive which, const void* source) {
  PackedArgs* packed = nullptr;
  visit_primitive(which, source, [&]<class Args>(const Args& given) {
    Args measured = given;
    Measure measure;
    each_operand_of(which, measured, measure);
    size_t bytes = kHeader + aligned(sizeof(Args)) + measure.bytes;
    packed = new (pool_allocate(bytes)) PackedArgs(which, static_cast<uint32_t>(bytes));
    Args& args = *new (reinterpret_cast<char*>(packed) + kHeader) Args(given);
    Copy copy(reinterpret_cast<char*>(packed) + kHeader + aligned(sizeof(Args)));
    each_operand_of(which, args, copy);
  });
  return packed;
}

void PackedArgs::destroy(PackedArgs* packed) noexcept {
  if (packed) pool_deallocate(packed, packed->bytes_);
}

}  // namespace vjp
