#include "backends/sim/command.h"

#include <cstring>
#include <ctime>

#include "backends/sim/memory.h"
#include "backends/sim/replay.h"
#include "base/error.h"
#include "kernel/launch.h"
#include "kernel/operands.h"

namespace vjp::sim {
namespace {

void sleep_really(uint64_t nanoseconds) {
  timespec left{static_cast<time_t>(nanoseconds / 1000000000), static_cast<long>(nanoseconds % 1000000000)};
  while (nanosleep(&left, &left) != 0) {
  }  // a signal came in between
}

// Adds up operands, and looks where they lie.
struct Weigh {
  const Memory& memory;
  Primitive primitive;
  int device;
  bool peers;
  uint64_t bytes = 0;

  void view(const View& v, Use use) {
    if (v.data) strided(v.data, Dtype{v.dtype}, v.ndim, v.sizes, v.strides, use);
  }
  void strided(const void* data, Dtype dtype, int ndim, const int64_t* sizes, const int64_t*, Use) {
    int64_t n = 1;
    for (int d = 0; d < ndim; ++d) n *= sizes[d];
    if (n) add(data, n, dtype);
  }
  void flat(const void* data, int64_t numel, Dtype dtype, Use) {
    if (data && numel) add(data, numel, dtype);
  }
  template <class T>
  void array(const T*&, int64_t) {}
  void host_element(void*&, Dtype) {}

  void add(const void* data, int64_t numel, Dtype dtype) {
    bytes += static_cast<uint64_t>(numel) * size_of(dtype);
    int owner = memory.owner(data);
    if (owner != device && owner != -1 && (owner < 0 || !peers)) [[unlikely]]
      fail(VJP_ERROR_DEVICE, "kernel '{}' on sim:{} was given memory of {}", vjp::name_of(primitive), device,
           owner < 0 ? std::string("the host") : format("sim:{}", owner));
  }
};

}  // namespace

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::Kernel:
      return "kernel";
    case Kind::Copy:
      return "copy";
    case Kind::Fill:
      return "fill";
    case Kind::HostFunction:
      return "host function";
    case Kind::Replay:
      return "graph launch";
    case Kind::Sleep:
      return "sleep";
    case Kind::Poison:
      return "poison";
    case Kind::Record:
      return "record";
    case Kind::Wait:
      return "wait";
  }
  return "command";
}

std::string Work::text() const {
  std::string text = op && *op ? op : kind == Kind::Kernel ? vjp::name_of(primitive) : name_of(kind);
  if (!node.empty()) text += format(" (node {})", node);
  return text;
}

void run(const Work& work, bool really) {
  switch (work.kind) {
    case Kind::Kernel:
      return run_on_cpu(work.primitive, work.args);
    case Kind::Copy:
      if (work.bytes) std::memmove(work.dst, work.src, work.bytes);
      return;
    case Kind::Fill:
    case Kind::Poison:
      if (work.bytes) std::memset(work.dst, work.value, work.bytes);
      return;
    case Kind::HostFunction:
      return work.function(work.dst);
    case Kind::Sleep:
      if (really) sleep_really(work.cost);
      return;
    case Kind::Replay:
    case Kind::Record:
    case Kind::Wait:
      return;
  }
}

Command::Command(Work&& given) : work(std::move(given)) {}
Command::~Command() = default;

uint64_t bytes_moved(Primitive primitive, const void* args, const Memory& memory, int device, bool peers) {
  Weigh weigh{memory, primitive, device, peers};
  // The visitor changes nothing.
  visit_primitive(primitive, args,
                  [&]<class Args>(const Args& a) { each_operand_of(primitive, const_cast<Args&>(a), weigh); });
  return weigh.bytes;
}

}  // namespace vjp::sim
