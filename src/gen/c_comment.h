// A comment of the public headers, taken apart.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vjp::gen {

struct Comment {
  std::string text;   // what stands before the tags; paragraphs are separated by an empty line
  std::string brief;  // its first sentence
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string returns, since;
  std::vector<std::string> unknown;  // other tags
};
Comment taken_apart(std::string_view text);

// Statuses that a text names: "VJP_ERROR_STATE".
std::vector<std::string> statuses(std::string_view text);
// "borrowed", "copied", "caller" (who owns it from now on), or "" where the text does not say.
std::string ownership(std::string_view text);

}  // namespace vjp::gen
