// Function: one of the user's that is recorded when it is first called with arguments of a kind, and from then on
// stands for the calls of operators that it made (record.h, recorder.h).
//
// Note: keys. What the function can see without a call of the library that would be noticed: sizes, strides, dtypes,
// devices, flags of its arguments and of tensors from outside, which of the arguments are one tensor, the thread's
// modes, autocast and default device. Sizes are never open: a function may compute with them.
#pragma once

#include <atomic>
#include <mutex>

#include "compile/record.h"
#include "compile/walk.h"
#include "engine/compiled.h"

namespace vjp::compile {

class Function {
 public:
  explicit Function(const CompileOptions& options) : options_(options) {}
  virtual ~Function() = default;
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;
  static void destroy(Function* function) noexcept { delete function; }

  // `by`: receives the number of the record that it ran by or made, if any.
  std::vector<Tensor> call(TensorList inputs, uint64_t& by);
  std::string text();  // the newest record's; "" if there is none
  void clear();

  RefCount refs;

 protected:
  virtual std::vector<Tensor> run(TensorList inputs) = 0;  // the user's own

 private:
  struct Kept {
    Ref<Record> record;
    uint64_t number;
  };
  Ref<Record> find(std::span<const uint64_t> key, uint64_t& number);
  void explain(std::span<const uint64_t> key);
  bool keep(Ref<Record> record, uint64_t& number) noexcept;
  std::vector<Tensor> record(TensorList inputs, std::vector<uint64_t> key, uint64_t& by);
  std::vector<Tensor> run_for(TensorList inputs, Fallback why, const Record* record = nullptr);
  void fall_back(Fallback why, const Record* record = nullptr);

  const CompileOptions options_;
  std::mutex mutex_;                                          // never held while anything of the user's runs
  std::vector<Kept> records_;                                 // the newest first
  std::atomic<uint64_t> num_recorded_ = 0, num_cleared_ = 0;  // numbers are never given twice
};

}  // namespace vjp::compile
