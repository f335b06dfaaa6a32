// A grad call, compiled: finds its program and runs it, or has the engine run it and records meanwhile.
#include <algorithm>
#include <set>

#include "base/error.h"
#include "compile/cache.h"
#include "compile/difference.h"
#include "compile/fuse.h"
#include "engine/grad_call.h"
#include "engine/run.h"
#include "graph/anomaly.h"
#include "graph/batch_level.h"
#include "graph/extra.h"
#include "graph/meta.h"
#include "graph/modes.h"

namespace vjp::compile {
namespace {

// Names of nodes live for ever: there are as many as operators and custom functions have.
const char* kept_name(std::string name) {
  static auto* names = new std::set<std::string>();  // under the cache's lock
  return names->insert(std::move(name)).first->c_str();
}

uint16_t count_of(const HookList& list) {
  return list.empty() ? uint16_t{0} : static_cast<uint16_t>(std::min<size_t>(list.size(), UINT16_MAX));
}

SiteHooks hooks_of(Node& node) {
  SiteHooks hooks;
  if (TensorImpl* leaf = node.accumulated_leaf()) {
    hooks.leaf = count_of(leaf->meta->tensor_hooks);
    hooks.accumulated = count_of(leaf->meta->post_accumulate_hooks);
  }
  if (NodeExtra* extra = node.extra_if_any()) {
    hooks.tensor = count_of(extra->tensor_hooks);
    hooks.pre = count_of(extra->pre_hooks);
    hooks.post = count_of(extra->post_hooks);
    hooks.retained = static_cast<uint16_t>(extra->num_retained());
  }
  return hooks;
}

// A scratch of the cache's, for as long as a call.
class Rooms {
 public:
  explicit Rooms(Cache& cache) : cache_(cache), scratch_(cache.take_scratch()) {}
  ~Rooms() { cache_.give_back(std::move(scratch_)); }
  Rooms(const Rooms&) = delete;
  Rooms& operator=(const Rooms&) = delete;
  Scratch& operator*() { return *scratch_; }

 private:
  Cache& cache_;
  std::unique_ptr<Scratch> scratch_;
};

class Call {
 public:
  Call(const GradCall& call, Run& run, Plan& plan, const CompileOptions& how)
      : call_(call), run_(run), plan_(plan), how_(how), cache_(Cache::of_process()) {}

  bool run() {
    if (Fallback why = before_walking(); why != Fallback::None) return fall_back(why, nullptr);
    Rooms rooms(cache_);
    Walk walk(plan_, *rooms);
    const bool restricted = plan_.restricted();
    if (restricted) {
      plan_.discover();  // only so is it known what leads to the inputs
      walk.follow_plan(true);
    }
    discovered_ = restricted;
    Found::What what = with_memory(walk, [&] { return find(walk); });
    if (what != Found::Hit) walk.leave_nodes();
    if (what == Found::Miss) {
      if (!discovered_) plan_.discover();
      discovered_ = true;
      what = with_memory(walk, [&] { return record(walk) ? Found::Hit : Found::Failed; });
    }
    if (what == Found::Failed) return fall_back(walk.failure(), walk.failed_at());
    if (!run_in_order(walk.order())) note_late();
    return true;
  }

 private:
  // A store of the user's is called where gradients arrive, and is to see each node as the engine leaves it.
  bool run_in_order(std::span<Node* const> order) {
    if (!fusion_ || call_.store()) return run_.all_in_order(order, nullptr);
    FusedRun fused(std::move(fusion_));
    const bool whole = run_.all_in_order(order, &fused);
    cache_.fused_regions.fetch_add(fused.regions_run(), std::memory_order_relaxed);
    cache_.fused_nodes.fetch_add(fused.nodes_run(), std::memory_order_relaxed);
    return whole;
  }

  // The passes, where they have not run yet. With the lock.
  void use(Program& program, const Walk& walk) {
    if ((how_.skip_passes & kFusePass) || plan_.restricted()) return;
    if (!(program.passes & kFusePass)) {
      program.fusion = fuse(walk.order(), plan_.roots());
      program.passes |= kFusePass;
    }
    fusion_ = program.fusion;
  }

  // What is on in the thread, or in the process (spec FB-2).
  Fallback before_walking() const {
    if (run_.among_devices()) return Fallback::Devices;
    if (anomaly_mode.load(std::memory_order_relaxed) && anomaly_check_nan.load(std::memory_order_relaxed))
      return Fallback::Anomaly;
    if (mode_word & kModeForward) return Fallback::Forward;
    if (mode_word & kModeBatch) return Fallback::Batched;  // a gradient is: else the call has turned it off
    if (mode_word & kModeInterceptKernels) return Fallback::Intercepted;
    return Fallback::None;
  }

  // Spec FB-1: never an error because of compiling.
  template <class F>
  static Found::What with_memory(Walk& walk, F&& f) {
    try {
      return f();
    } catch (const std::bad_alloc&) {
      walk.fail(Fallback::Memory);
      return Found::Failed;
    }
  }

  // Miss: there is something to be recorded by the other way.
  Found::What find(Walk& walk) {
    std::lock_guard lock(cache_.mutex());
    ++cache_.counters.walks;
    Found found = cache_.find(walk, call_.options.accumulate);
    if (found.what == Found::Miss) explain(walk, found);
    if (found.what != Found::OtherSizes) return found.what;
    return has_program(*found.leaf, walk) ? Found::Hit : Found::Failed;
  }

  // Of a structure that is known, and its sizes; made where there is none and one is due. With the lock.
  bool has_program(Leaf& leaf, Walk& walk) {
    const std::span<const int64_t> sizes = walk.collector().all_sizes();
    ++leaf.seen;
    if (leaf.engine_for_good) return walk.fail(Fallback::Sizes);
    for (const auto& program : leaf.programs) {
      if (!program->holds_for(sizes)) continue;
      use(*program, walk);
      ++cache_.counters.hits;
      cache_.use(leaf);
      return true;
    }
    if (leaf.programs.empty() && walk.order().size() < how_.min_sites) return walk.fail(Fallback::Small);
    if (leaf.programs.empty() && leaf.seen < how_.warm) return walk.fail(Fallback::NotYet);
    if (leaf.records > how_.max_records) {
      leaf.engine_for_good = true;
      return walk.fail(Fallback::Sizes);
    }
    cache_.record(leaf, sizes, walk.collector().num_tensors(), how_, cache_.last_miss);
    use(*leaf.programs.front(), walk);
    return true;
  }

  // By the other way: the structure, and a program of it where one is due. Runs nothing (spec WI-4).
  bool record(Walk& walk) {
    if (plan_.reaches_devices()) return walk.fail(Fallback::Devices);
    // A run in order looks for gradients in the nodes themselves, where those of the task lie that holds them.
    if (!plan_.has_all()) return walk.fail(Fallback::SharedGraph);
    const std::vector<Node*> order = order_of_heap(plan_);
    walk.follow_plan(true);
    walk.reset();
    if (!walk.begin(call_.options.accumulate)) return false;
    const std::vector<uint64_t> head(walk.key().begin(), walk.key().end());
    Segment whole;
    std::lock_guard lock(cache_.mutex());
    for (Node* node : order) {
      const uint32_t number = walk.number_of(*node);
      if (!walk.visit(*node)) return false;
      append(whole, *node, number, walk);
      walk.go_on(*node);
    }
    std::string reason = cache_.last_miss;  // which the structure is
    const bool due = has_program(cache_.insert(whole, head), walk);
    cache_.last_miss = std::move(reason);
    return due;
  }

  void append(Segment& whole, Node& node, uint32_t number, Walk& walk) {
    Site site{};
    site.number = number;
    site.key_at = static_cast<uint32_t>(whole.words.size());
    site.key_size = static_cast<uint32_t>(walk.key().size());
    site.edges_at = static_cast<uint32_t>(whole.edges.size());
    site.num_edges = static_cast<uint16_t>(node.num_edges);
    site.num_slots = static_cast<uint16_t>(node.num_slots);
    site.accumulates = node.accumulated_leaf();
    site.flows = plan_.wanted(node);
    site.name = kept_name(node.name());
    site.hooks = hooks_of(node);
    whole.sites.push_back(site);
    whole.words.insert(whole.words.end(), walk.key().begin(), walk.key().end());
    for (const Edge& edge : node.edges())
      whole.edges.push_back({edge ? walk.number_of(*edge.node) : UINT32_MAX, edge.slot});
    if (!plan_.restricted()) return;
    const std::span<const Plan::Capture> captures = plan_.captures_of(node);
    whole.sites.back().num_results = static_cast<uint16_t>(captures.size());
    for (const Plan::Capture& c : captures) whole.edges.push_back({static_cast<uint32_t>(c.result), c.slot});
  }

  // The first field in which the graph differs (spec OB-2). With the lock; the walk is over.
  void explain(Walk& walk, const Found& found) {
    if (!found.at) {
      cache_.last_miss = "no program begins like this";
      return;
    }
    const Site& there = found.at->sites[found.site];
    Node& node = walk.node(there.number);
    const size_t site = walk.order().size();
    if (walk.failure() == Fallback::Order) {
      cache_.last_miss = format("site {} {}: it was recorded later than the site before", site, node.name());
      return;
    }
    std::vector<Collector::Field> fields;
    walk.collector().keep_names(&fields);
    walk.forget_sequence();
    walk.visit(node);
    walk.collector().keep_names(nullptr);
    cache_.last_miss = format("site {} {} (was {}): {}", site, node.name(), there.name,
                              difference(found.at->key(there), walk.key(), fields));
  }

  bool fall_back(Fallback why, Node* node) {
    const std::string at = node ? format(" ({})", node->name()) : "";
    {
      std::lock_guard lock(cache_.mutex());
      ++cache_.counters.fallbacks[static_cast<size_t>(why)];
      cache_.last_miss = format("{}{}", name_of(why), at);
    }
    const bool expected = why == Fallback::Small || why == Fallback::NotYet || why == Fallback::Freed;
    if (how_.strict && !expected) {
      fail(VJP_ERROR_NOT_IMPLEMENTED, "the grad call is to be compiled (strict), and cannot be: {}{}", name_of(why),
           at);
    }
    if (!discovered_) return false;
    run_.all_discovered();
    return true;
  }

  void note_late() {
    std::lock_guard lock(cache_.mutex());
    ++cache_.counters.late_fallbacks;
  }

  const GradCall& call_;
  Run& run_;
  Plan& plan_;
  const CompileOptions& how_;
  Cache& cache_;
  bool discovered_ = false;
  Ref<Fusion> fusion_;  // what the passes made of the call's program
};

}  // namespace
}  // namespace vjp::compile

namespace vjp {

VJP_FILL_PORT(run_compiled) = [](const GradCall& call, Run& run, Plan& plan, const CompileOptions& options) {
  return compile::Call(call, run, plan, options).run();
};

}  // namespace vjp
