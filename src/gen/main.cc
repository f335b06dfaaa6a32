// vjp_gen: prints what is derived from the operator table.
//
//   vjp_gen generate ROOT          writes the generated files under the source tree ROOT
//   vjp_gen check ROOT             exits with 1 and names them if any is stale
//   vjp_gen describe ROOT [FILE]   prints the API as JSON: the operators, and what the headers under ROOT declare
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "gen/describe.h"
#include "gen/emit.h"

namespace {

using namespace vjp;

struct File {
  const char* path;
  std::string (*print)(const gen::Ops&);
};
constexpr File kFiles[] = {{"include/vjp/ops.h", gen::c_header}, {"src/capi/ops_generated.cc", gen::c_glue}};

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A file that says so already stays as it is: what is made of it need not be made again.
bool write(const std::string& path, const std::string& text) {
  if (read(path) == text) return true;
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (out.flush()) return true;
  std::fprintf(stderr, "%s: cannot be written\n", path.c_str());
  return false;
}

// By path under the root; without text: a file that is to go.
std::map<std::string, std::string> texts(const gen::Ops& ops, const std::string& root) {
  std::map<std::string, std::string> all;
  const std::string folder = "src/ops/functions/";
  std::filesystem::create_directories(root + "/" + folder);
  for (const auto& entry : std::filesystem::directory_iterator(root + "/" + folder))
    all[folder + entry.path().filename().string()];
  for (auto& [name, text] : gen::op_functions(ops)) all[folder + name] = std::move(text);
  for (const File& file : kFiles) all[file.path] = file.print(ops);
  return all;
}

int run(const gen::Ops& ops, const std::string& root, bool check) {
  int stale = 0;
  for (const auto& [name, text] : texts(ops, root)) {
    const std::string path = root + "/" + name;
    if (!text.empty() && read(path) == text) continue;
    if (check) {
      std::fprintf(stderr, "%s is stale; run scripts/generate\n", name.c_str());
      ++stale;
      continue;
    }
    if (text.empty() ? !std::filesystem::remove(path) : !write(path, text)) return 2;
    std::printf("%s %s\n", text.empty() ? "removed" : "wrote", name.c_str());
  }
  return stale ? 1 : 0;
}

// Into a file, or on standard output.
int describe(const gen::Ops& ops, const std::string& root, const char* file) {
  try {
    const std::string text = gen::describe(ops, gen::read_headers(root), gen::read_derivatives(root, ops));
    if (file) return !write(file, text);
    std::fputs(text.c_str(), stdout);
    return std::fflush(stdout) ? 2 : 0;
  } catch (const gen::HeaderError& e) {
    std::fprintf(stderr, "vjp_gen: %s\n", e.what());
    return 1;
  }
}

}  // namespace

int main(int argc, char** argv) {
  gen::Ops ops(op_table().begin(), op_table().end());
  std::sort(ops.begin(), ops.end(), [](const OpDef* a, const OpDef* b) { return a->name() < b->name(); });
  for (size_t i = 1; i < ops.size(); ++i) {
    if (ops[i]->name() == ops[i - 1]->name()) {
      std::fprintf(stderr, "operator %s is defined twice\n", ops[i]->name().c_str());
      return 1;
    }
  }
  if (argc == 3 && !std::strcmp(argv[1], "generate")) return run(ops, argv[2], false);
  if (argc == 3 && !std::strcmp(argv[1], "check")) return run(ops, argv[2], true);
  if ((argc == 3 || argc == 4) && !std::strcmp(argv[1], "describe")) return describe(ops, argv[2], argv[3]);
  std::fprintf(stderr, "usage: vjp_gen generate ROOT | check ROOT | describe ROOT [FILE]\n");
  return 2;
}
