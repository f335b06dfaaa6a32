#include "backends/cuda/faults.h"

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "backends/cuda/driver.h"
#include "backends/cuda/entry.h"
#include "backends/cuda/graphs.h"

namespace vjp::cuda {
namespace {

// The operators that were launched last. Written by several threads without a lock: an entry may be torn between two
// launches, which costs no more than a wrong name among the suspects.
constexpr unsigned kRing = 16;
struct Suspect {
  std::atomic<const char*> op{nullptr};
  std::atomic<uint64_t> node{0};
};
struct DeviceFaults {
  std::atomic<unsigned> launches{0};
  Suspect ring[kRing];
  std::atomic<FaultRecord*> record{nullptr};
  std::atomic<int> sticky{0};  // a cudaError_t
  std::atomic<const char*> sticky_op{nullptr};
};
DeviceFaults devices[kMaxDevices];
std::mutex records_mutex;

void append(char* text, size_t capacity, const char* format, auto... args) {
  size_t used = std::strlen(text);
  if (used < capacity) std::snprintf(text + used, capacity - used, format, args...);
}

// Who may be at fault, the latest first.
void append_suspects(DeviceFaults& faults, char* text, size_t capacity) {
  if (const char* op = faults.sticky_op.load()) {
    append(text, capacity, "; caused by operator '%s'", op);
    return;
  }
  unsigned last = faults.launches.load(), count = last < kRing ? last : kRing;
  if (count == 0) return;
  append(text, capacity, "; caused by an operator launched before, the latest first:");
  for (unsigned i = 0; i < count; ++i) {
    const Suspect& suspect = faults.ring[(last - 1 - i) % kRing];
    const char* op = suspect.op.load(std::memory_order_relaxed);
    if (!op) continue;
    append(text, capacity, "%s '%s'", i ? "," : "", op);
    if (uint64_t node = suspect.node.load(std::memory_order_relaxed)) {
      append(text, capacity, " (node %llu)", static_cast<unsigned long long>(node));
    }
  }
  append(text, capacity, "; VJP_CUDA_BLOCKING=1 names the one");
}

// Takes what a kernel has reported, so that the next report is heard.
bool take_report(DeviceFaults& faults, FaultRecord* out) {
  FaultRecord* record = faults.record.load(std::memory_order_acquire);
  if (!record) return false;
  unsigned complete = 2;
  std::atomic_ref<unsigned> state(record->state);
  if (state.load(std::memory_order_acquire) != complete) return false;
  std::lock_guard lock(records_mutex);
  if (state.load(std::memory_order_acquire) != complete) return false;
  *out = *record;
  state.store(0, std::memory_order_release);
  return true;
}

void describe(const FaultRecord& report, char* text, size_t capacity) {
  std::snprintf(
      text, capacity,
      "index %lld is out of range: it must be at least %lld and below %lld (operator '%s', which ran earlier)",
      report.value, report.low, report.high, report.op ? report.op : "unknown");
}

}  // namespace

bool blocking() {
  static const bool on = [] {
    const char* text = std::getenv("VJP_CUDA_BLOCKING");
    return text && *text && std::strcmp(text, "0") != 0;
  }();
  return on;
}

void note_launch(const vjp_launch& launch) {
  DeviceFaults& faults = devices[launch.device];
  Suspect& suspect = faults.ring[faults.launches.fetch_add(1, std::memory_order_relaxed) % kRing];
  suspect.op.store(launch.op, std::memory_order_relaxed);
  suspect.node.store(launch.node_sequence, std::memory_order_relaxed);
}

FaultRecord* fault_record(int device) {
  DeviceFaults& faults = devices[device];
  if (FaultRecord* known = faults.record.load(std::memory_order_acquire)) return known;
  std::lock_guard lock(records_mutex);
  if (FaultRecord* known = faults.record.load(std::memory_order_relaxed)) return known;
  void* memory = nullptr;
  RelaxedCapture relaxed;
  // Unified addressing, which every device of today has: the host's address is the device's.
  VJP_CUDA(cudaHostAlloc(&memory, sizeof(FaultRecord), cudaHostAllocPortable | cudaHostAllocMapped));
  std::memset(memory, 0, sizeof(FaultRecord));
  faults.record.store(static_cast<FaultRecord*>(memory), std::memory_order_release);
  return static_cast<FaultRecord*>(memory);
}

void check_reports(int device) {
  FaultRecord report;
  if (!take_report(devices[device], &report)) return;
  Failure failure{VJP_ERROR_INVALID, ""};
  describe(report, failure.text, sizeof failure.text);
  throw failure;
}

bool is_sticky(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorMpsClientTerminated:
    case cudaErrorExternalDevice:
    case cudaErrorTensorMemoryLeak:
    case cudaErrorContained:
      return true;
    default:
      return false;
  }
}

void note_sticky(int device, cudaError_t error, const char* op) {
  DeviceFaults& faults = devices[device];
  int none = 0;
  if (faults.sticky.compare_exchange_strong(none, error) && op) faults.sticky_op.store(op);
}

void fail(vjp_status status, const char* format, ...) {
  Failure failure{status, ""};
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(failure.text, sizeof failure.text, format, arguments);
  va_end(arguments);
  throw failure;
}

void fail_of_cuda(cudaError_t error, const char* what) {
  (void)cudaGetLastError();  // what is not sticky is reported once
  vjp_status status = VJP_ERROR_BACKEND;
  if (error == cudaErrorMemoryAllocation) status = VJP_ERROR_MEMORY;
  if (error == cudaErrorNotSupported) status = VJP_ERROR_NOT_IMPLEMENTED;
  if (error == cudaErrorInvalidDevice || error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver) {
    status = VJP_ERROR_DEVICE;
  }
  if (note_capture_fault(error)) status = VJP_ERROR_STATE;
  Failure failure{status, ""};
  std::snprintf(failure.text, sizeof failure.text, "%s: %s (%s)", what, cudaGetErrorString(error),
                cudaGetErrorName(error));
  int device = guarded_device();
  if (is_sticky(error) && device >= 0) {
    note_sticky(device, error, nullptr);
    append_suspects(devices[device], failure.text, sizeof failure.text);
  }
  throw failure;
}

vjp_status last_fault(int32_t device, vjp_device_fault* out) {
  return guarded([&] {
    device_of(device);
    vjp_device_fault fault{};
    fault.struct_size = out->struct_size;
    DeviceFaults& faults = devices[device];
    FaultRecord report;
    if (int error = faults.sticky.load()) {
      fault.status = VJP_ERROR_BACKEND;
      fault.sticky = true;
      const char* op = faults.sticky_op.load();
      std::snprintf(fault.op, sizeof fault.op, "%s", op ? op : "");
      std::snprintf(fault.text, sizeof fault.text, "%s", cudaGetErrorString(static_cast<cudaError_t>(error)));
      append_suspects(faults, fault.text, sizeof fault.text);
    } else if (take_report(faults, &report)) {
      fault.status = VJP_ERROR_INVALID;
      std::snprintf(fault.op, sizeof fault.op, "%s", report.op ? report.op : "");
      describe(report, fault.text, sizeof fault.text);
    }
    // What the caller was compiled with may be shorter or longer than this.
    size_t bytes = out->struct_size < sizeof fault ? out->struct_size : sizeof fault;
    std::memcpy(out, &fault, bytes);
  });
}

}  // namespace vjp::cuda
