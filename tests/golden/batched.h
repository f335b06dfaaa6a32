// Batches against loops over their samples.
#pragma once

#include <map>

#include "sample.h"

namespace golden {

// What the file of exceptions says: operators whose samples cannot be batched, or run as loops, and why.
class Exceptions {
 public:
  explicit Exceptions(const std::string& path);
  bool holds(const std::string& op);  // and notes that it was needed
  std::vector<std::string> unneeded() const;

 private:
  std::map<std::string, bool> used_;
};

// From its making on it collects the operators that have no batching rule and run as loops over the samples: the
// library warns of each once.
class Loops {
 public:
  Loops();
  ~Loops();
  Loops(const Loops&) = delete;
  Loops& operator=(const Loops&) = delete;
  const std::vector<std::string>& names() const { return names_; }

 private:
  static void note(void* self, const char* warning);
  std::vector<std::string> names_;
};

// Batches the sample along each dimension of each subset of its inputs, and compares value, VJP and JVP with those of a
// loop; within a second level, in a batch of one and in an empty one, too.
Outcome check_batched(const Entry& entry, const Json& sample, const std::vector<Operator>& operators,
                      Exceptions& exceptions);

}  // namespace golden
