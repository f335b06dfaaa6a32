// What a backend says that it lacks: the rows of a table in its README, | primitive | what for | what its error says |,
// below a heading "What has no kernel".
#pragma once

#include <map>
#include <string>
#include <vector>

namespace golden {

class Lacking {
 public:
  explicit Lacking(const std::string& path);
  bool holds(const std::string& refusal);  // and notes that the row was needed
  std::vector<std::string> unneeded() const;

 private:
  std::map<std::string, bool> used_;  // by what the error says
};

}  // namespace golden
