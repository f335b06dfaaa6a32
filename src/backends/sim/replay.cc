#include "backends/sim/replay.h"

#include <algorithm>

#include "base/forced_unwind.h"

namespace vjp::sim {

uint32_t Plan::add(Work work, StreamName stream, std::vector<uint32_t> after) {
  auto number = static_cast<uint32_t>(nodes.size());
  nodes.push_back({std::move(work), stream, std::move(after), {}});
  const std::vector<uint32_t>& known = nodes.back().after;
  size_t told = 0;
  try {
    for (; told < known.size(); ++told) nodes[known[told]].followers.push_back(number);
  }
  VJP_CATCH_ALL {
    while (told > 0) nodes[known[--told]].followers.pop_back();
    nodes.pop_back();
    throw;
  }
  return number;
}

size_t Plan::count() const {
  return static_cast<size_t>(
      std::count_if(nodes.begin(), nodes.end(), [](const Node& node) { return node.work.kind != Kind::Poison; }));
}

Replay::Replay(std::shared_ptr<const Plan> plan, uint64_t begin)
    : plan_(std::move(plan)), ends_(plan_->nodes.size()), begin_(begin), end_(begin) {
  left_.reserve(plan_->nodes.size());
  ready_.reserve(plan_->nodes.size());  // so that no step of the execution takes memory
  for (uint32_t i = 0; i < plan_->nodes.size(); ++i) {
    left_.push_back(static_cast<uint32_t>(plan_->nodes[i].after.size()));
    if (left_.back() == 0) ready_.push_back(i);
  }
}

uint64_t Replay::begin_of(uint32_t node) const {
  uint64_t begin = begin_;
  for (uint32_t before : plan_->nodes[node].after) begin = std::max(begin, ends_[before]);
  return begin;
}

void Replay::finish(uint32_t node, uint64_t end) {
  ends_[node] = end;
  end_ = std::max(end_, end);
  ready_.erase(std::lower_bound(ready_.begin(), ready_.end(), node));
  for (uint32_t follower : plan_->nodes[node].followers)
    if (--left_[follower] == 0) ready_.insert(std::lower_bound(ready_.begin(), ready_.end(), follower), follower);
}

}  // namespace vjp::sim
