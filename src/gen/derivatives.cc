#include "gen/derivatives.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "gen/c_tokens.h"

namespace vjp::gen {
namespace {

// "mm, bmm, mm": the names of a line.
std::vector<std::string> names_in(const std::string& line) {
  std::vector<std::string> names;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find(", ", at), line.size());
    names.push_back(line.substr(at, end - at));
    at = end + 2;
  }
  return names;
}

class Reader {
 public:
  Reader(const Ops& ops, Derivatives& all) : all_(all) {
    for (const OpDef* op : ops) known_.push_back(op->name());
  }

  void read(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::vector<std::string> names;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
      if (line.empty() || line[0] == '#') continue;
      if (line.starts_with("  ")) {
        if (names.empty()) throw HeaderError(path, number, "a formula before the name of an operator");
        for (const std::string& name : names) all_[name].push_back(line.substr(2));
      } else {
        names = names_in(line);
        for (const std::string& name : names) check(name, path, number);
      }
    }
  }

 private:
  void check(const std::string& name, const std::string& path, int line) {
    if (!std::binary_search(known_.begin(), known_.end(), name))
      throw HeaderError(path, line, "there is no operator '" + name + "'");
    if (all_.count(name)) throw HeaderError(path, line, "'" + name + "' has a derivative already");
  }

  Derivatives& all_;
  std::vector<std::string> known_;  // in order, as the operators are
};

}  // namespace

Derivatives read_derivatives(const std::string& root, const Ops& ops) {
  Derivatives all;
  Reader reader(ops, all);
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder = std::filesystem::path(root) / "src/ops/derivatives";
  if (!std::filesystem::exists(folder)) return all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) reader.read(file);
  return all;
}

}  // namespace vjp::gen
