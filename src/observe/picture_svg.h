// What SVG and HTML share: a level as drawn, and the colours.
#pragma once

#include <string>
#include <vector>

#include "observe/picture.h"
#include "observe/picture_layout.h"

namespace vjp {

struct DrawnLevel {
  double width = 0, height = 0;
  std::string body;
  std::vector<PictureLayout::Box> boxes;
};
// `closed`: no box stands open, and one that holds others says which level that is (data-level).
DrawnLevel draw_level(const Picture& picture, size_t level, int depth, bool closed);

extern const char* const kPictureStyle;
extern const char* const kArrowHeads;

}  // namespace vjp
