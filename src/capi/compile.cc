// vjp/compile.h
#include "vjp/compile.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "capi/capi.h"
#include "compile/cache.h"
#include "compile/function.h"
#include "compile/region.h"
#include "engine/grad_call.h"
#include "transforms/region.h"

using namespace vjp;
using compile::Cache;

namespace {

bool flag(const char* name, int32_t value) {
  if (value < 0 || value > 1) fail(VJP_ERROR_INVALID, "vjp_compile_options: {} is {}, expected 0 or 1", name, value);
  return value == 1;
}

uint32_t positive(const char* name, int32_t value) {
  if (value < 1) fail(VJP_ERROR_INVALID, "vjp_compile_options: {} is {}, expected 1 or more", name, value);
  return static_cast<uint32_t>(value);
}

int64_t budget(int64_t bytes) {
  if (bytes < -1)
    fail(VJP_ERROR_INVALID, "vjp_compile_options: memory_budget is {}, expected bytes, or -1 for none given", bytes);
  return bytes;
}

CompileOptions convert(const vjp_compile_options* given) {
  vjp_compile_options o = VJP_COMPILE_OPTIONS_INIT;
  if (given) {
    constexpr size_t kFirst = offsetof(vjp_compile_options, memory_budget);  // what the first version had
    check_struct_size(given->struct_size, kFirst, "vjp_compile_options", "VJP_COMPILE_OPTIONS_INIT");
    std::memcpy(&o, given, std::min(given->struct_size, sizeof o));
  }
  return {.on = flag("enabled", o.enabled),
          .dynamic = flag("dynamic", o.dynamic),
          .strict = flag("strict", o.strict),
          .min_sites = positive("min_sites", o.min_sites),
          .warm = positive("warm", o.warm),
          .max_records = positive("max_records", o.max_records),
          .max_programs = positive("max_programs", o.max_programs),
          .skip_passes = flag("fuse", o.fuse) ? 0u : kFusePass,
          .memory_budget = budget(o.memory_budget)};
}

}  // namespace

vjp_status vjp_guard_compile(const vjp_compile_options* options, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give_guard(new compile::Region(convert(options)));
  });
}

vjp_status vjp_grad_call_set_compiled(vjp_grad_call* call, const vjp_compile_options* options) {
  return guard([&] {
    VJP_ARG(call);
    reinterpret_cast<GradCall*>(call)->set_compiled(convert(options));
  });
}

vjp_status vjp_compile_counters_get(vjp_compile_counters* out) {
  return guard([&] {
    VJP_ARG(out);
    checked(out, "vjp_compile_counters", "VJP_COMPILE_COUNTERS_INIT");
    Cache& cache = Cache::of_process();
    std::lock_guard lock(cache.mutex());
    const compile::Counters& c = cache.counters;
    out->walks = c.walks;
    out->hits = c.hits;
    out->records = c.records;
    out->rerecords = c.rerecords;
    out->fallbacks = 0;
    for (uint64_t count : c.fallbacks) out->fallbacks += count;
    out->late_fallbacks = c.late_fallbacks;
    out->dropped = c.dropped;
    out->programs = cache.num_programs();
    out->bytes = cache.bytes();
    out->fused_kernels = cache.fused_regions.load(std::memory_order_relaxed);
    out->fused_nodes = cache.fused_nodes.load(std::memory_order_relaxed);
    out->function_calls = c.function_calls;
    out->function_hits = c.function_hits;
    out->function_records = c.function_records;
  });
}

const char* vjp_compile_fallback(size_t index, uint64_t* count) {
  if (index + 1 >= static_cast<size_t>(compile::Fallback::kCount)) return nullptr;
  if (count) {
    Cache& cache = Cache::of_process();
    std::lock_guard lock(cache.mutex());
    *count = cache.counters.fallbacks[index + 1];
  }
  return compile::name_of(static_cast<compile::Fallback>(index + 1));
}

vjp_status vjp_compile_last_miss(char** out) {
  return guard([&] {
    VJP_ARG(out);
    std::lock_guard lock(Cache::of_process().mutex());
    *out = give_text(Cache::of_process().last_miss);
  });
}

vjp_status vjp_compile_text(char** out) {
  return guard([&] {
    VJP_ARG(out);
    std::lock_guard lock(Cache::of_process().mutex());
    compile::Leaf* newest = Cache::of_process().leaf_of_newest();
    *out = newest ? give_text(compile::text_of(*newest)) : nullptr;
  });
}

void vjp_compile_clear(void) {
  std::lock_guard lock(Cache::of_process().mutex());
  Cache::of_process().clear();
}

// ---- functions ----

namespace {

class UsersFunction final : public compile::Function {
 public:
  UsersFunction(const CompileOptions& options, vjp_compile_fn fn, void* context)
      : Function(options), fn_(fn), context_(context) {}
  ~UsersFunction() override {
    clear();
    if (drop_) drop_(context_);
  }
  void own_context(void (*drop)(void*)) { drop_ = drop; }

 private:
  std::vector<Tensor> run(TensorList inputs) override {
    constexpr RegionFn call = [](void* self, bool, vjp_tensor* const* list, size_t count, vjp_tensor_list* results) {
      auto& function = *static_cast<UsersFunction*>(self);
      return function.fn_(function.context_, list, count, results);
    };
    return run_region(call, this, false, inputs, "a compiled function");
  }

  const vjp_compile_fn fn_;
  void* const context_;
  void (*drop_)(void*) = nullptr;
};

compile::Function* function_of(vjp_compiled* compiled) { return reinterpret_cast<compile::Function*>(compiled); }

}  // namespace

vjp_status vjp_compile(vjp_compile_fn fn, void* context, void (*drop)(void*), const vjp_compile_options* options,
                       vjp_compiled** out) {
  return guard([&] {
    VJP_ARG(fn);
    VJP_ARG(out);
    auto* function = new UsersFunction(convert(options), fn, context);
    function->own_context(drop);
    *out = reinterpret_cast<vjp_compiled*>(static_cast<compile::Function*>(function));
  });
}

vjp_status vjp_compiled_call(vjp_compiled* compiled, vjp_tensor* const* inputs, size_t num_inputs, uint64_t* record,
                             vjp_tensor_list** out) {
  return guard_recordable([&] {
    VJP_ARG(compiled);
    if (num_inputs > 0) VJP_ARG(inputs);
    VJP_ARG(out);
    const auto function = Ref<compile::Function>::share(function_of(compiled));
    uint64_t number = 0;
    *out = give_list(function->call({reinterpret_cast<const Tensor*>(inputs), num_inputs}, number));
    if (record) *record = number;
  });
}

vjp_status vjp_compiled_text(vjp_compiled* compiled, char** out) {
  return guard([&] {
    VJP_ARG(compiled);
    VJP_ARG(out);
    *out = give_text(function_of(compiled)->text());
  });
}

void vjp_compiled_clear(vjp_compiled* compiled) {
  if (compiled) function_of(compiled)->clear();
}
vjp_compiled* vjp_compiled_retain(vjp_compiled* compiled) {
  if (compiled) function_of(compiled)->refs.retain();
  return compiled;
}
void vjp_compiled_release(vjp_compiled* compiled) { Ref<compile::Function>::take(function_of(compiled)); }
