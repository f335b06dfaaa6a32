// The order of operators in a picture, who leads to whom in it, and the pieces that it is cut into.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "observe/picture.h"

namespace vjp {

// What the grad call of the picture does with a node.
enum class NodeState : uint8_t { Off, Taken, Runs };

struct NodeOrder {
  static constexpr size_t kNone = SIZE_MAX;

  // Operators in the order they were recorded, as far as no arrow leads back. Leaves have no place.
  NodeOrder(const Graph& graph, const PictureOptions& options);

  struct Target {
    size_t place = kNone;  // kNone: of a leaf
    size_t leaf = kNone;   // its index in the graph
    uint32_t edge = 0, slot = 0;
  };
  std::span<const Target> targets(size_t place) const {
    return {targets_.data() + first_target_[place], first_target_[place + 1] - first_target_[place]};
  }
  // Places of the nodes that lead to this one, rising.
  std::span<const size_t> consumers(size_t place) const {
    return {consumers_.data() + first_consumer_[place], first_consumer_[place + 1] - first_consumer_[place]};
  }
  size_t size() const { return nodes.size(); }
  Node& node(size_t place) const { return graph.node(nodes[place]); }
  NodeState state(size_t place) const { return states[nodes[place]]; }
  // How many results of operators before a place are used at it or after it.
  size_t width(size_t place) const { return widths_[place]; }

  const Graph& graph;
  const bool restricted;          // inputs were given
  std::vector<size_t> nodes;      // by place: indices of the graph
  std::vector<size_t> places;     // by index of the graph
  std::vector<NodeState> states;  // by index of the graph
  std::vector<uint64_t> kinds;    // by place: equal for nodes that look the same
  struct Use {
    size_t first = kNone, last = 0;
  };
  std::vector<Use> uses;  // by index of the graph, of leaves: places of the first and the last consumer

 private:
  void find_states(const PictureOptions& options);
  void sort();
  void connect();
  uint64_t kind_of(size_t place) const;

  std::vector<Target> targets_;
  std::vector<size_t> consumers_, first_target_, first_consumer_, widths_;
};

struct Piece {
  size_t first = 0, last = 0;  // places [first, last)
  size_t repeats = 1;          // of parts that look the same
  uint64_t kind = 0;
  bool omitted = false;
  std::string group{};          // what the program has named it
  std::vector<Piece> inside{};  // of the first part; empty for a node
  size_t part() const { return (last - first) / repeats; }
};

// The whole order as pieces: ranges that the program has named, then what is repeated.
std::vector<Piece> pieces_of(const NodeOrder& order, bool fold);

}  // namespace vjp
