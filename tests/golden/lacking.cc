#include "lacking.h"

#include <fstream>

#include "handle.h"

namespace golden {
namespace {

// The third cell of a row, without its spaces; empty for other lines and for the table's own.
std::string said(const std::string& line) {
  if (!line.starts_with("| ")) return "";
  size_t end = line.rfind(" |"), begin = line.rfind("| ", end - 1);
  if (end == std::string::npos || begin == std::string::npos || begin == 0) return "";
  std::string cell = line.substr(begin + 2, end - begin - 2);
  return cell == "what its error says" ? "" : cell;
}

}  // namespace

Lacking::Lacking(const std::string& path) {
  std::ifstream in(path);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) inside = line.ends_with("What has no kernel");
    if (!inside) continue;
    if (std::string text = said(line); !text.empty()) used_[text] = false;
  }
  if (used_.empty()) throw Failure(path + " has no table of what has no kernel");
}

bool Lacking::holds(const std::string& refusal) {
  bool found = false;
  for (auto& [text, used] : used_) {
    if (refusal.find(text) == std::string::npos) continue;
    used = found = true;
  }
  return found;
}

std::vector<std::string> Lacking::unneeded() const {
  std::vector<std::string> out;
  for (const auto& [text, used] : used_)
    if (!used) out.push_back(text);
  return out;
}

}  // namespace golden
