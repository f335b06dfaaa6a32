#include "ops/save_on_host.h"

#include "graph/node.h"
#include "graph/references.h"
#include "ops/internal.h"

namespace vjp {
namespace {

// An alias of a tensor of the host and the version it had; or the copy of one of a device.
struct OnHost {
  Tensor tensor;
  uint32_t version;
  Device device;          // where it was
  Ref<Stream> copied_on;  // the copy may still be underway there
};

class HostHooks final : public PackHooks {
 public:
  explicit HostHooks(bool pinned) : pinned_(pinned) {}

  void* pack(const Tensor& t) override {
    Device device = t.device();
    if (device.is_cpu()) return new OnHost{t.alias(), t->version().load(std::memory_order_relaxed), device, {}};
    Ref<Stream> stream = pinned_ ? Ref<Stream>::share(&current_stream(device)) : Ref<Stream>();
    return new OnHost{copied_to(t, Device(), pinned_), 0, device, std::move(stream)};
  }

  Tensor unpack(void* packed, const Node& node, std::string_view name) override {
    const OnHost& kept = *static_cast<OnHost*>(packed);
    if (!kept.device.is_cpu()) return back(kept);
    uint32_t now = kept.tensor->version().load(std::memory_order_relaxed);
    if (now != kept.version) {
      fail(VJP_ERROR_VERSION,
           "{}: {} ({}), needed for the gradient, was changed in place: it is at version {}, expected version {}",
           node.name(), name, kept.tensor, now, kept.version);
    }
    return kept.tensor;
  }

  void drop(void* packed) noexcept override { delete static_cast<OnHost*>(packed); }
  void visit_packed(void* packed, const ReferenceVisitor& visit) const override {
    visit(Referee::Tensor, static_cast<OnHost*>(packed)->tensor.get());
  }

 private:
  static Tensor back(const OnHost& kept) {
    if (Stream* stream = kept.copied_on.get()) {
      Stream& now = current_stream(kept.device);
      if (&now != stream) stream_wait_stream(now, *stream);
    }
    return copied_to(kept.tensor, kept.device, static_cast<bool>(kept.copied_on));
  }

  const bool pinned_;
};

}  // namespace

Ref<PackHooks> host_hooks(bool pinned) { return Ref<PackHooks>::take(new HostHooks(pinned)); }

}  // namespace vjp
