// A region in which the thread's grad calls are compiled.
#pragma once

#include "engine/compiled.h"
#include "graph/guard.h"

namespace vjp::compile {

class Region final : public Guard {
 public:
  explicit Region(const CompileOptions& options) : former_(compile_region) { compile_region = options; }
  ~Region() override { compile_region = former_; }

 private:
  CompileOptions former_;
};

}  // namespace vjp::compile
