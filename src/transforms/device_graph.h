// DeviceGraph: a sequence of device work that is captured once and replayed many times, a whole backward included
// (spec CG-1 to CG-13).
//
// While a capture is underway, what is enqueued on its stream, and on streams that wait for it, does not run but
// becomes part of the graph; memory comes from a pool of the graph's own, and random kernels read seed and offset from
// device memory, which each replay fills anew. Results live at the same addresses in every replay.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/generator.h"
#include "device/memory_pool.h"
#include "device/stream.h"
#include "graph/guard.h"
#include "vjp/backend.h"

namespace vjp {

class DeviceGraph {
 public:
  static Ref<DeviceGraph> create() { return Ref<DeviceGraph>::take(new DeviceGraph()); }
  static void destroy(DeviceGraph* graph) noexcept { delete graph; }
  ~DeviceGraph();

  // Besides the device's default generator; before the capture (spec RG-4).
  void register_generator(Generator& generator);
  // Whether operators on the CPU may run during the capture, once and for all replays; before the capture (spec CG-4).
  void set_elide_cpu_work(bool on);
  // On the current stream of the device, which must not be the default one. `pool` null: a pool of its own.
  void begin(Device device, Ref<MemoryPool> pool, vjp_capture_mode mode);
  // Throws what broke the capture; then it is over too, and the graph as new.
  void end(bool warn_if_empty = true);
  void abort() noexcept;  // ends a capture that is underway, and forgets it
  void replay();          // on the current stream
  void reset();           // forgets what was captured; results that are held stay valid

  bool capturing() const { return routing_ != nullptr; }
  uint64_t id() const { return id_; }  // grows in the order of captures; 0: nothing was captured
  uint64_t node_count() const;
  std::string dot() const;
  Ref<MemoryPool> pool() const { return pool_; }

  RefCount refs;

 private:
  // A generator's part: its state knows of the graph as long as this is there.
  struct Draw {
    Draw(Ref<GeneratorState> generator, Device device) : state(std::move(generator)) { state->prepare_capture(device); }
    Draw(Draw&&) noexcept = default;
    Draw& operator=(Draw&&) = delete;
    ~Draw() {
      if (state) state->forget_capture();
    }
    Ref<GeneratorState> state;
    uint64_t blocks = 0;  // that one replay takes
  };
  DeviceGraph() = default;
  void check_captured(const char* what) const;
  vjp_status end_capture(void** graph) noexcept;

  Device device_;
  uint64_t id_ = 0;
  Ref<Stream> origin_;
  uint32_t thread_ = 0;
  vjp_capture_mode mode_ = VJP_CAPTURE_GLOBAL;
  Ref<MemoryPool> pool_;
  std::unique_ptr<CaptureRouting> routing_;  // while capturing
  std::vector<Ref<Generator>> registered_;
  std::vector<Draw> draws_;
  bool elide_cpu_work_ = false;
  void* graph_ = nullptr;
  void* executable_ = nullptr;
};

// A capture as a region: begins after waiting for the device and emptying its cache, on `stream` or a new one.
class CaptureRegion final : public Guard {
 public:
  CaptureRegion(Ref<DeviceGraph> graph, Device device, Stream* stream, Ref<MemoryPool> pool, vjp_capture_mode mode);
  ~CaptureRegion() override;

 private:
  Ref<Stream> stream_;
  Ref<DeviceGraph> graph_;
  std::unique_ptr<StreamScope> scope_;
};

}  // namespace vjp
