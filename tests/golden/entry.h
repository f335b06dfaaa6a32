// What the files of golden vectors hold: one entry (an operator and a dtype), its samples and their arrays.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "handle.h"
#include "json.h"

namespace golden {

using Complex = std::complex<double>;

// A tensor as the files describe it.
struct Spec {
  std::string name;  // of the dtype
  vjp_dtype dtype = VJP_DTYPE_NONE;
  std::vector<int64_t> shape, strides;  // strides: empty if contiguous
  int64_t offset = 0, view_of = -1;
  bool grad = false;
  int64_t numel() const;
  int64_t extent() const;  // elements of memory, from the beginning to the last one
};
std::vector<Spec> read_specs(const Json& list);

class Entry {
 public:
  // Reads STEM.json and STEM.safetensors.
  explicit Entry(const std::string& path_without_extension);

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

// The recorded values laid out in memory as the sample says.
Tensor lay_out(const Spec& spec, const Tensor& values);
// All elements, row-major.
std::vector<char> bytes_of(vjp_tensor* tensor);
// The memory that lay_out made, of a tensor that still lies in it.
std::vector<char> memory_of(vjp_tensor* tensor, const Spec& spec);
// All elements as complex numbers, row-major; exact for integers below 2^53.
std::vector<Complex> elements(vjp_tensor* tensor);
// "[2, 3]"
std::string text_of(const int64_t* shape, size_t ndim);

}  // namespace golden
