// Places for boxes and arrows: layers from top to bottom.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace vjp {

struct PictureLayout {
  struct Point {
    double x, y;
  };
  struct Box {
    double width, height;
    bool first = false, last = false;  // on the top, at the bottom
    double x = 0, y = 0;               // of the upper left corner; the results
  };
  // `from` is less than `to`. Arrows of one bundle, from the same box, share their way as long as they can, and the
  // label.
  struct Arrow {
    size_t from, to, bundle;
    double label_width = 0;                // 0: none
    double leaves_at = 0, arrives_at = 0;  // less than 0 or more: from the left of the box; 0: in the middle
    std::vector<Point> way{};              // pairs: each the two ends of a straight line downwards; curves between
    Point label{0, 0};                     // its middle; where it is not the first of its bundle, that of the first
  };
  std::vector<Box> boxes;
  std::vector<Arrow> arrows;
  double width = 0, height = 0;
};

void lay_out(PictureLayout& layout);

}  // namespace vjp
