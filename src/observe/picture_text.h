// The words of a picture: what stands in boxes, and what is said of a node in detail.
#pragma once

#include <string>
#include <vector>

#include "observe/picture_order.h"

namespace vjp {

std::string amount_of(size_t bytes);                    // "1.5 MiB"
std::string plural_of(size_t count, const char* noun);  // "1 node", "2 nodes"
std::string form_of(const SlotMeta& slot);              // "float32[2, 3]"; "" for a placeholder
std::string title_of(std::string_view name);
std::string title_of(const Node& node);       // what a user calls the operation: "Mul" of "MulBackward"
std::string short_of(std::string_view text);  // what fits into a box
size_t hooks_of(const Node& node);
const char* reason_of(CutReason reason);
// What numbered names have in common: "blocks.*.weight" of "blocks.0.weight" and "blocks.11.weight".
std::string pattern_of(std::string_view one, std::string_view two);

PictureBox operator_box(const NodeOrder& order, size_t place);
PictureBox leaf_box(const NodeOrder& order, size_t leaf, const std::string& name);
PictureBox cut_box(const NodeOrder& order, const Cut& cut);

// What a piece holds, added up.
struct Contents {
  explicit Contents(const NodeOrder& order, const Piece& piece);
  size_t nodes = 0, bytes = 0, runs = 0, freed = 0, hooks = 0, cuts = 0;
  std::vector<std::pair<std::string_view, size_t>> operators;  // their names, the most frequent first
  uint64_t lowest = UINT64_MAX, highest = 0;                   // numbers of their recording
};
PictureBox block_box(const NodeOrder& order, const Piece& piece, const std::string& name);

}  // namespace vjp
