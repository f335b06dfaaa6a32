// Autocast: regions in which operators compute in the dtype that suits them: products in a lower-precision one, what
// needs range or precision in float32, by what each operator says of itself (OpDef::autocast). The casts are recorded,
// so gradients come back in the dtype of what was cast.
//
// Note: the cache. A parameter that is used several times is cast once: leaves that require grad keep their cast until
// the outermost region ends. A cast is used again only while the leaf's version is what it was, and one that was made
// with grad mode off only with grad mode off. What a graph captures is cast anew.
#pragma once

#include <unordered_map>

#include "device/device.h"
#include "graph/guard.h"
#include "ops/op.h"

namespace vjp {

struct AutocastSettings {
  Dtype dtypes[kMaxDeviceTypes] = {};  // None: off for tensors of that device type
  bool cache = true;

  bool any() const;
  static AutocastSettings of_this_thread();
};

// The settings of this thread until it ends.
class AutocastRegion {
 public:
  explicit AutocastRegion(const AutocastSettings& settings);
  ~AutocastRegion();
  AutocastRegion(const AutocastRegion&) = delete;
  AutocastRegion& operator=(const AutocastRegion&) = delete;

  const AutocastSettings& settings() const { return settings_; }
  // `t` in another dtype, recorded; perhaps one that was made before.
  Tensor cast(const Tensor& t, Dtype dtype);

 private:
  struct Cast {
    Tensor original, result;
    Ref<Storage> storage;  // of the original then: set_data gives it another
    uint32_t version;
    bool recorded;
  };

  AutocastSettings settings_;
  AutocastRegion* outer_;
  AutocastRegion* outermost_;
  uint32_t former_mode_;
  std::unordered_map<const TensorImpl*, Cast> casts_;  // of the outermost region
};

class AutocastGuard final : public Guard {
 public:
  explicit AutocastGuard(const AutocastSettings& settings) : region_(settings) {}

 private:
  AutocastRegion region_;
};

}  // namespace vjp
