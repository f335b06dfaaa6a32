// DeviceScalars: one number, a zero-dimensional tensor, on each of several devices; and lists of tensors in groups that
// one kernel takes.
#pragma once

#include <utility>
#include <vector>

#include "graph/modes.h"
#include "kernel/launch.h"
#include "tensor/tensor.h"

namespace vjp {

// What optimizers and scalers do is below the tape, and computed in the types that it says.
struct OptimizerScope : ModeGuard {
  OptimizerScope() : ModeGuard(kModeNoGrad | kModeForwardOff, kModeForward | kModeAutocast) {}
};

// A copy there; the tensor itself if it lies there. Enqueued between two devices; a host sync from or to the CPU.
Tensor on_device(const Tensor& t, Device device);
Tensor make_scalar(double value, Dtype dtype, Device device);
void fill_tensor(const Tensor& t, double value);
void copy_tensor(const Tensor& to, const Tensor& from);  // on one device, of one shape

class DeviceScalars {
 public:
  // Undefined if there is none for the device.
  Tensor find(Device device) const {
    for (const auto& [d, t] : list_)
      if (d == device) return t;
    return {};
  }
  void set(Device device, Tensor t) {
    for (auto& [d, old] : list_) {
      if (d == device) {
        old = std::move(t);
        return;
      }
    }
    list_.emplace_back(device, std::move(t));
  }
  // The number of that device; made by make() the first time.
  template <class F>
  const Tensor& get(Device device, F&& make) {
    for (auto& [d, t] : list_)
      if (d == device) return t;
    return list_.emplace_back(device, make()).second;
  }
  bool empty() const { return list_.empty(); }
  void clear() { list_.clear(); }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }

 private:
  std::vector<std::pair<Device, Tensor>> list_;
};

inline Flat flat_of(const Tensor& t) { return {t.raw(), t.numel(), byte_of(t.dtype())}; }

// The place of the group in `groups` that has this device and dtype; a new one at the end if none has. Group has
// members `device` and `dtype`.
template <class Group>
Group& group_for(std::vector<Group>& groups, Device device, Dtype dtype) {
  for (Group& g : groups)
    if (g.device == device && g.dtype == dtype) return g;
  groups.emplace_back();
  groups.back().device = device;
  groups.back().dtype = dtype;
  return groups.back();
}

}  // namespace vjp
