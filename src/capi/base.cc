// vjp/base.h and vjp/dtype.h.
#include <stdexcept>
#include <string>

#include "backends/cpu/cpu.h"
#include "base/forced_unwind.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "base/thread_pool.h"
#include "base/threads.h"
#include "base/untraced.h"
#include "capi/capi.h"
#include "device/cpu_memory.h"
#include "device/memory_pool.h"
#include "device/registry.h"
#include "engine/device_worker.h"
#include "engine/helper_threads.h"
#include "graph/meta.h"
#include "ops/call_counts.h"
#include "vjp/host.h"

namespace vjp {

void enter(const char* function) {
  ensure_thread_context();
  note_untraced(function);
}

vjp_status fail_in_flight() noexcept {
  try {
    throw;
  } catch (const CallbackError& e) {
    set_last_error(e.status(), e.what());
    e.give_payload_back();
    return e.status();
  } catch (const Error& e) {
    return set_last_error(e.status(), e.what());
  } catch (const std::bad_alloc&) {
    return set_last_error(VJP_ERROR_MEMORY, "out of memory");
  } catch (const std::length_error&) {
    return set_last_error(VJP_ERROR_MEMORY, "out of memory: a list is too long");
  } catch (const std::exception& e) {
    return set_last_error(VJP_ERROR_INTERNAL, e.what());
  }
  VJP_CATCH_ALL_HERE { return set_last_error(VJP_ERROR_INTERNAL, "unknown exception"); }
}

TensorList list_of(vjp_tensor* const* tensors, size_t count, const char* name) {
  if (!tensors && count > 0) fail(VJP_ERROR_INVALID, "argument '{}' is NULL, but its count is {}", name, count);
  return {reinterpret_cast<const Tensor*>(tensors), count};
}
bool flag_of(const char* options, const char* name, int32_t value) {
  if (value != 0 && value != 1) fail(VJP_ERROR_INVALID, "{}: {} is {}, expected 0 or 1", options, name, value);
  return value == 1;
}

}  // namespace vjp

using namespace vjp;

const char* vjp_status_name(vjp_status status) { return status_name(status); }
const char* vjp_last_error(void) { return last_error_message(); }
vjp_status vjp_last_error_status(void) { return last_error_status(); }
void vjp_clear_error(void) { clear_last_error(); }

vjp_status vjp_error_raise_shared(vjp_status status, const char* message, void* payload, void* (*share)(void*),
                                  void (*drop)(void*)) {
  if (status <= VJP_OK || status > VJP_ERROR_INTERNAL) {
    return set_last_error(VJP_ERROR_INVALID, "vjp_error_raise: status must be one of the errors");
  }
  raise_last_error(status, message ? message : "", {payload, share, drop});
  return status;
}
vjp_status vjp_error_raise(vjp_status status, const char* message, void* payload, void (*drop)(void*)) {
  return vjp_error_raise_shared(status, message, payload, nullptr, drop);
}

void* vjp_error_take_payload(void) { return take_last_error_payload(); }

#define VJP_TEXT_(x) #x
#define VJP_TEXT(x) VJP_TEXT_(x)
#define VJP_VERSION_TEXT VJP_TEXT(VJP_VERSION_MAJOR) "." VJP_TEXT(VJP_VERSION_MINOR) "." VJP_TEXT(VJP_VERSION_PATCH)
const char* vjp_version(void) { return VJP_VERSION_TEXT; }
int32_t vjp_version_number(void) { return VJP_VERSION_MAJOR * 10000 + VJP_VERSION_MINOR * 100 + VJP_VERSION_PATCH; }

const char* vjp_build_info(void) {
  const char* info = nullptr;
  const vjp_status status = guard_recordable([&] {
    static const std::string* text =
        new std::string(std::string("libvjp ") + vjp_version() + ", compiler " + __VERSION__ + ", vectors " +
                        cpu::simd_name() + ", BLAS " + cpu::blas_name() + (has_threads() ? "" : ", no threads"));
    info = text->c_str();
  });
  // What is known everywhere, without memory and without a library. A later call tries again.
  return status == VJP_OK ? info : "libvjp " VJP_VERSION_TEXT ", compiler " __VERSION__;
}

vjp_status vjp_set_num_threads(int32_t threads) {
  return guard([&] {
    if (threads < 1) fail(VJP_ERROR_INVALID, "vjp_set_num_threads: expected at least 1, got {}", threads);
    set_num_threads(threads);
  });
}
int32_t vjp_get_num_threads(void) {
  int32_t count = 1;
  guard_recordable([&] { count = num_threads(); });
  return count;
}

void vjp_shutdown(void) {
  // Each by itself: without memory one of them may not get through, and the others still do.
  using Part = void (*)();
  for (Part part : {Part(shutdown_threads), Part(shutdown_workers), Part(shutdown_helpers), Part(trim_device_memory),
                    Part(shutdown_backends)})
    guard([&] { part(); });
  trim_cpu_memory();
}

vjp_status vjp_set_warning_handler(vjp_warning_fn fn, void* context, void (*drop)(void*)) {
  return guard([&] { set_warning_handler(fn, context, drop); });
}

vjp_status vjp_set_thread_pool(const vjp_thread_pool* pool) {
  return guard([&] {
    if (!pool) return set_thread_pool(nullptr);
    if (pool->struct_size < sizeof(vjp_thread_pool) || !pool->run) {
      fail(VJP_ERROR_INVALID, "vjp_set_thread_pool: struct_size is {}, expected {}, with run set", pool->struct_size,
           sizeof(vjp_thread_pool));
    }
    CallersPool given{pool->run, pool->context};
    set_thread_pool(&given);
  });
}

vjp_status vjp_set_allocator(const vjp_allocator* allocator) {
  return guard([&] { set_allocator(allocator); });
}
int64_t vjp_memory_allocated(void) { return memory_allocated(); }
int64_t vjp_memory_peak(void) { return memory_peak(); }
void vjp_memory_reset_peak(void) { memory_reset_peak(); }
int64_t vjp_debug_live_tensors(void) { return live_tensors(); }
int64_t vjp_debug_live_nodes(void) { return live_nodes(); }
int64_t vjp_debug_op_calls(const char* op) {
  int64_t calls = -1;
  guard([&] {
    if (const OpDef* def = op ? find_op(op) : nullptr) calls = static_cast<int64_t>(calls_of(*def));
  });
  return calls;
}

vjp_status vjp_scope_begin(void) {
  return guard_recordable([&] { begin_scope(); });
}
vjp_status vjp_scope_end(void) {
  return guard_recordable([&] { end_scope(); });
}
vjp_status vjp_scope_keep(vjp_tensor* tensor) {
  return guard_recordable([&] {
    VJP_ARG(tensor);
    if (!innermost_scope()) fail(VJP_ERROR_STATE, "vjp_scope_keep: no scope is open on this thread");
    if (!take_from_scope(impl_of(tensor)))
      fail(VJP_ERROR_INVALID, "vjp_scope_keep: the tensor does not belong to the innermost scope");
  });
}

vjp_status vjp_location_push(const char* file, int32_t line, const char* function) {
  return guard([&] {
    Callback::before_change();
    push_location(file, line, function);
  });
}
vjp_status vjp_location_pop(void) {
  return guard([&] {
    Callback::before_change();
    Callback* callback = Callback::current();
    if (callback && num_locations() > 0 && callback->found_location(num_locations())) {
      fail(VJP_ERROR_STATE,
           "vjp_location_pop: the location was pushed outside of the callback that runs; the callback cannot pop it");
    }
    if (!pop_location()) fail(VJP_ERROR_STATE, "vjp_location_pop: no location was pushed on this thread");
  });
}

// ---- dtype.h ----

namespace {
bool valid(vjp_dtype d) { return d > VJP_DTYPE_NONE && d <= VJP_DTYPE_COMPLEX128; }
}  // namespace

size_t vjp_dtype_size(vjp_dtype dtype) { return valid(dtype) ? size_of(static_cast<Dtype>(dtype)) : 0; }
const char* vjp_dtype_name(vjp_dtype dtype) {
  return dtype == VJP_DTYPE_NONE || valid(dtype) ? name_of(static_cast<Dtype>(dtype)) : nullptr;
}
vjp_dtype vjp_dtype_from_name(const char* name) {
  for (int d = 1; name && d < kNumDtypes; ++d) {
    if (std::string_view(name) == kDtypeInfo[d].name) return static_cast<vjp_dtype>(d);
  }
  return VJP_DTYPE_NONE;
}
vjp_status vjp_dtype_promote(vjp_dtype a, vjp_dtype b, vjp_dtype* out) {
  return guard([&] {
    VJP_ARG(out);
    if (!valid(a) || !valid(b)) {
      fail(VJP_ERROR_DTYPE, "vjp_dtype_promote: {} is no dtype", static_cast<int>(valid(a) ? b : a));
    }
    *out = static_cast<vjp_dtype>(promote(static_cast<Dtype>(a), static_cast<Dtype>(b)));
  });
}
bool vjp_dtype_is_floating(vjp_dtype dtype) { return valid(dtype) && is_floating(static_cast<Dtype>(dtype)); }
bool vjp_dtype_is_complex(vjp_dtype dtype) { return valid(dtype) && is_complex(static_cast<Dtype>(dtype)); }

vjp_scalar vjp_scalar_float(double value) {
  vjp_scalar s{VJP_KIND_FLOAT, 0, {}};
  s.as.real = value;
  return s;
}
vjp_scalar vjp_scalar_int(int64_t value) {
  vjp_scalar s{VJP_KIND_INT, 0, {}};
  s.as.integer = value;
  return s;
}
vjp_scalar vjp_scalar_bool(bool value) {
  vjp_scalar s{VJP_KIND_BOOL, 0, {}};
  s.as.integer = value;
  return s;
}
vjp_scalar vjp_scalar_complex(double real, double imaginary) {
  vjp_scalar s{VJP_KIND_COMPLEX, 0, {}};
  s.as.complex_value[0] = real;
  s.as.complex_value[1] = imaginary;
  return s;
}
