// arguments.txt, as it is read.
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "draw.h"

namespace fuzz {

Recipes::Recipes(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path + " cannot be read");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t colon = line.find(": ");
    if (colon == line.npos) throw std::runtime_error(path + ": no ': ' in " + line);
    Recipe recipe;
    std::istringstream words(line.substr(colon + 2));
    for (std::string word; words >> word;)
      recipe.emplace_back(word.substr(0, word.find('=')), word.substr(word.find('=') + 1));
    std::istringstream names(line.substr(0, colon));
    for (std::string name; names >> name;) recipes_[name].push_back(recipe);
  }
}

const std::vector<Recipes::Recipe>* Recipes::find(const std::string& op) const {
  auto found = recipes_.find(op);
  return found == recipes_.end() ? nullptr : &found->second;
}

}  // namespace fuzz
