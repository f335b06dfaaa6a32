// One recorded entry (an operator and a dtype), and the checks of its samples.
#pragma once

#include <string>
#include <vector>

#include "bind.h"
#include "handle.h"
#include "json.h"

namespace golden {

// A tensor as the files describe it.
struct Spec {
  std::string name;  // of the dtype
  vjp_dtype dtype = VJP_DTYPE_NONE;
  std::vector<int64_t> shape, strides;  // strides: empty if contiguous
  int64_t offset = 0, view_of = -1;
  bool grad = false;
  int64_t numel() const;
};

struct Tolerance {
  double relative = 1e-7, absolute = 1e-7;
};

// What became of one sample.
struct Outcome {
  std::vector<std::string> problems;
  double worst = 0;  // largest |a - b| / (1 + |b|)
  std::string worst_at;
};

class Entry {
 public:
  // Reads STEM.json and STEM.safetensors.
  Entry(const std::string& path_without_extension);

  const Json& head() const { return head_; }
  const std::vector<Json>& samples() const { return head_.at("samples").items; }
  // The names under which the operator may be known.
  std::vector<std::string> names() const;
  // The recorded array in row-major order, or NULL if there is none.
  Tensor array(int64_t sample, const char* role, size_t index) const;

 private:
  Json head_;
  File file_;
};

// Whether some operator takes the arguments of some sample: where none does, the name stands for something else here.
bool binds_any(const Entry& entry, const std::vector<Operator>& operators);

// Runs every check of a sample. `operators` is empty for indexing, which is no operator of the registry.
Outcome check_sample(const Entry& entry, const Json& sample, const std::vector<Operator>& operators);

}  // namespace golden
