// Findings: the races that were found, each once, and how they are reported.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <tuple>

#include "device/race/shadow.h"
#include "vjp/race.h"

namespace vjp::race {

struct Finding {
  vjp_race_kind kind;
  uint64_t count = 1;
  Device device;
  uint64_t storage = 0, generation = 0, begin = 0, end = 0;
  std::string allocated_by;
  Touch first, second;
  uint64_t ordered_up_to = 0;  // a command of the first stream
  std::string missing, fix;
  vjp_race_confirmation confirmation = VJP_RACE_NOT_TRIED;
};
// The name of the stream that touched, or "the host".
const char* actor_name(const Touch& touch);

class Findings {
 public:
  // False if the same operators, streams and nodes have raced like this before: then only their count goes up.
  bool add(Finding finding);
  size_t count() const { return list_.size(); }
  const Finding& at(size_t index) const { return list_[index]; }
  void set_confirmation(size_t index, vjp_race_confirmation c) { list_[index].confirmation = c; }
  void clear() {
    list_.clear();
    known_.clear();
  }
  std::string text() const;
  std::string json() const;

 private:
  using Key = std::tuple<int, std::string, std::string, uint64_t, uint64_t, std::string, std::string>;
  std::deque<Finding> list_;
  std::map<Key, size_t> known_;
};

const char* name_of(vjp_race_kind kind);
std::string describe(const Finding& finding);  // several lines
// The sentences about the missing order and its remedy.
void explain(Finding& finding);

}  // namespace vjp::race
