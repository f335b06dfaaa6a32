// Fusion: the pass over a program that makes one kernel of what pointwise derivatives follow each other (spec OP-5).
// Regions lie side by side in the order of sites; what is in none runs as ever.
//
// Note: what a region is. Sites in a row of which each is the derivative of a pointwise operator over one index space
// and in one dtype, whose steps the operator's rules give (Rule::fused), or accumulates into a leaf without hooks.
// Nothing of the user's is called inside. The kernel computes what all derivatives of the region give; the sites are
// then gone through in their order: a derivative's hands on what leaves the region and frees what it kept, a leaf's
// does as ever. So at each site the graph is what the engine would have made of it.
//
// Note: saved values that are not stored are computed in the kernel, of their sources, by the steps that computed them.
//
// Note: what it asks of a call. Before anything runs, every site's saved values are looked at, and whether gradients
// wait where they did when it was recorded. Where anything is not as expected, or has its own error to raise, the
// engine runs the region's nodes one by one.
#pragma once

#include <memory>
#include <span>

#include "compile/again.h"
#include "engine/run.h"
#include "kernel/fused.h"
#include "ops/op.h"

namespace vjp::compile {

struct FusedRegion {
  enum class What : uint8_t {
    Gradient,  // input `place`: what has arrived at the site's slot
    Arrived,   // input `place`: the same at the target of edge `at`
    Nothing,   // nothing has arrived there
    Saved,     // input `place`: what rules call `at`
    Same,      // the same tensor once more
    Computed,  // `place` of `computed`: what rules call `at` is computed in the kernel
    Number,    // scalar `place`: the same where it is a number
    Attribute  // scalar `place`: argument `at`
  };
  struct Need {
    What what;
    uint8_t at;
    uint16_t place;
    uint32_t site;  // counted from the first, as everywhere below
  };
  struct Give {
    uint32_t site;
    uint16_t edge, place;
    bool input, last;  // it is an input as it came; nobody is given it afterwards
  };
  struct Sum {  // an output that is summed to the shape of its target
    uint16_t output, edge;
    uint32_t site;
  };
  struct Calls {  // of operators, which the kernel stands for
    const OpDef* op;
    uint64_t count;
  };

  struct Computed {  // a value that is not stored (again.h)
    Ref<Recipe> recipe;
    size_t value;                  // of the recipe
    std::vector<uint16_t> inputs;  // its sources
  };

  size_t first = 0;
  std::vector<uint8_t> derives;  // by site: it is a derivative, not a leaf
  uint32_t num_derivatives = 0;
  Dtype dtype = Dtype::None;
  FusedProgram program;
  std::vector<Scalar> scalars;  // constants are there already
  std::vector<Need> needs;      // by site
  std::vector<Give> gives;      // by site and edge
  std::vector<Sum> sums;
  std::vector<Calls> calls;
  std::vector<Computed> computed;

  size_t size() const { return derives.size(); }
};

struct Fusion {
  RefCount refs;
  std::vector<std::unique_ptr<FusedRegion>> regions;
  size_t bytes() const;
  static void destroy(Fusion* fusion) noexcept { delete fusion; }
};

// Of a grad call whose nodes come in that order and are as they were when the call began; null: there is nothing to be
// fused. Runs nothing.
Ref<Fusion> fuse(std::span<Node* const> order, std::span<const Root> roots);
// For tests, which put the verifier there (tests/cpp/fusion_checks.h): sees what the pass made.
extern constinit std::atomic<void (*)(const Fusion&, std::span<Node* const>)> after_fusion;

// A call's way through the regions.
class FusedRun final : public Shortcuts {
 public:
  explicit FusedRun(Ref<Fusion> fusion) : fusion_(std::move(fusion)) { go_on(); }
  size_t begin(std::span<Node* const> left) override;
  bool give(size_t site, Node& node) override;
  uint64_t regions_run() const { return regions_run_; }
  uint64_t nodes_run() const { return nodes_run_; }

 private:
  void go_on();
  bool bind(std::span<Node* const> nodes);
  bool need(const FusedRegion::Need& need, OpNode& node);
  bool need_computed(const FusedRegion::Computed& computed, const TensorImpl& tensor);
  bool take_gradient(const SlotMeta& slot, uint16_t place);
  bool disturbed_by_leaf(Node& node) const;
  Tensor reusable() const;
  bool run_kernel(std::span<Node* const> nodes);
  void compute(std::span<Node* const> nodes);

  const Ref<Fusion> fusion_;
  size_t next_ = 0, given_ = 0;
  const FusedRegion* region_ = nullptr;
  std::vector<Tensor> inputs_, results_;
  // What inputs are sources of is not to be stored meanwhile.
  struct Held {
    Ref<Later> later;
    std::shared_lock<std::shared_mutex> hold;
  };
  std::vector<Held> held_;
  std::vector<Scalar> scalars_;
  uint64_t regions_run_ = 0, nodes_run_ = 0;
};

}  // namespace vjp::compile
