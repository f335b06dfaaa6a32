// Again: results of a stretch that its nodes save, and that are computed again instead of being stored (spec OP-5; a
// budget of memory, WI-1). graph/later.h says what holds for such values.
//
// Note: what is computed again. A result that nobody reads but derivatives, and that costs no more than a few cheap
// steps from what is there in any case: inputs of the stretch, and results that are stored. With a budget, the results
// that cost most are stored as long as it lasts, and the others are not. In both cases only where less is kept than
// would be stored: an input counts where it is held for this alone.
#pragma once

#include "base/ref.h"
#include "graph/later.h"
#include "kernel/fused.h"

namespace vjp::compile {

// How the values are computed, of every run of a stretch.
struct Recipe {
  Recipe();
  RefCount refs;
  const uint64_t kind;   // which one it is in the process
  FusedProgram program;  // its outputs are the values
  std::vector<Scalar> scalars;
  static void destroy(Recipe* recipe) noexcept { delete recipe; }
};

class Again final : public Later {
 public:
  Again(Ref<Recipe> recipe, std::vector<Tensor> sources)
      : Later(recipe->kind, std::move(sources), recipe->program.outputs.size()), recipe_(std::move(recipe)) {}
  const Ref<Recipe>& recipe() const { return recipe_; }

 protected:
  std::vector<Tensor> compute(std::span<const Tensor> sources) override;

 private:
  const Ref<Recipe> recipe_;
};

// In cheap steps.
int cost_of(Opcode opcode);

}  // namespace vjp::compile
