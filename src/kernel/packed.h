// PackedArgs: a primitive's arguments with everything in host memory that they point to, so that the kernel can run
// after the caller has gone on. Device memory is not kept alive: what is freed too early is wrong here as on a device.
#pragma once

#include <memory>

#include "kernel/backend.h"

namespace vjp {

class PackedArgs {
 public:
  // One allocation, from the pool of small blocks where it fits.
  static PackedArgs* pack(Primitive which, const void* args);
  static void destroy(PackedArgs* packed) noexcept;

  const void* args() const { return reinterpret_cast<const char*>(this) + kHeader; }
  const Primitive primitive;

 private:
  static constexpr size_t kHeader = 16;
  PackedArgs(Primitive which, uint32_t bytes) : primitive(which), bytes_(bytes) {}
  uint32_t bytes_;
};

}  // namespace vjp
