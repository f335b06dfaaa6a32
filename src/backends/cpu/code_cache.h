// Chains as machine code that was made before, or is made now where that pays.
#pragma once

#include <cstddef>
#include <memory>

#include "backends/cpu/chain_code.h"
#include "backends/cpu/workspace.h"

namespace vjp::cpu {

class RunnableChain {
 public:
  // Null: the system does not give memory that can be executed.
  static std::shared_ptr<const RunnableChain> make(ChainCode code);
  ~RunnableChain();
  RunnableChain(const RunnableChain&) = delete;
  RunnableChain& operator=(const RunnableChain&) = delete;

  // Goes through n elements of every value; `scratch` has scratch_bytes(), aligned to 64.
  void run(void* const* values, size_t num_values, size_t n, char* scratch) const;
  size_t scratch_bytes(size_t num_values) const {
    return Workspace::round_up(num_values * sizeof(void*)) + (code_.rows.size() + code_.stored.size()) * code_.block;
  }
  const ChainCode& code() const { return code_; }

 private:
  RunnableChain(ChainCode code, void* memory) : code_(std::move(code)), memory_(memory) {}
  void call(void* const* values, size_t bytes) const;

  const ChainCode code_;
  void* const memory_;
};

// Bytes of the vectors that kernels use; 0: no code is made for them.
size_t code_vector_bytes();

// Whether chains over so many elements may be machine code: not where vectors are not those of x86-64, where
// VJP_CPU_JIT is 0, or where the system refused.
bool makes_code(int64_t elements);

// Whether a program that goes through so many bytes should write past the caches, which would have lost what it read
// and wrote first before it ends. Always where code is always made.
bool leaves_caches(int64_t bytes);

// The code of a chain that is about to run over so many elements. Null: the chain is not worth code yet, or cannot be
// code.
std::shared_ptr<const RunnableChain> find_code(std::span<const CodeStep> steps, std::span<const Lie> lies,
                                               int64_t elements);

}  // namespace vjp::cpu
