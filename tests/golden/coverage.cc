// golden_coverage DIR REASONS: every differentiable operator has a sample in DIR with a recorded gradient, or a line in
// REASONS that says why there is none. A line whose operator has a sample, or is none, is stale. Operators whose names
// begin with an underscore are parts of others, whose samples reach them.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "function.h"
#include "ops/op.h"

namespace golden {
namespace {

namespace fs = std::filesystem;

// A composite has no rules of its own: it counts where it takes tensors.
bool differentiable(const vjp::OpDef& op) {
  if (op.family != vjp::Family::Composite) return op.differentiable != 0;
  for (int i = 0; i < op.schema.num_args; ++i)
    if (op.schema.is_tensor_like(i) || op.schema.is_list(i)) return true;
  return false;
}

// The overload that a sample is bound to, as the runner binds it.
void add_bound(const Entry& entry, const Json& sample, const std::vector<Operator>& operators,
               std::set<std::string>& out) {
  Function function(entry, sample, operators);
  if (!function.has("vjp")) return;
  const std::vector<Tensor> inputs = function.make_inputs(false);
  std::vector<vjp_tensor*> tensors;
  for (const Tensor& input : inputs) tensors.push_back(input.get());
  try {
    out.insert(vjp_op_name(Call(operators, sample.at("args").items, sample.at("kwargs"), tensors).op()));
  } catch (const Failure&) {  // a form that no overload takes
  }
}

std::set<std::string> with_samples(const fs::path& folder) {
  std::set<std::string> out;
  for (const char* dtype : {"float64", "complex128"}) {
    for (const auto& file : fs::directory_iterator(folder / dtype)) {
      if (file.path().extension() != ".json") continue;
      const Entry entry((folder / dtype / file.path().stem()).string());
      const std::vector<Operator> operators = find_operators(entry.names());
      if (operators.empty()) continue;
      for (const Json& sample : entry.samples()) add_bound(entry, sample, operators, out);
    }
  }
  return out;
}

// "NAME: reason" lines; '#' begins a comment.
std::map<std::string, std::string> read_reasons(const char* path) {
  std::ifstream in(path);
  if (!in) throw Failure(std::string(path) + " cannot be read");
  std::map<std::string, std::string> out;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t colon = line.find(": ");
    if (colon == line.npos || colon + 2 == line.size()) throw Failure("'" + line + "' is not 'operator: reason'");
    if (!out.emplace(line.substr(0, colon), line.substr(colon + 2)).second)
      throw Failure(line.substr(0, colon) + " has two reasons");
  }
  return out;
}

int run(const char* folder, const char* reasons_path) {
  const std::set<std::string> sampled = with_samples(folder);
  std::map<std::string, std::string> reasons = read_reasons(reasons_path);
  int passed = 0, failed = 0;
  const auto problem = [&failed](const std::string& name, const char* what) {
    ++failed;
    std::printf("FAILED %s: %s\n", name.c_str(), what);
  };
  for (const vjp::OpDef* op : vjp::op_table()) {
    const std::string name = op->name();
    if (name[0] == '_' || !differentiable(*op)) continue;
    const bool reason = reasons.erase(name);
    if (!sampled.contains(name) && !reason) {
      problem(name, "differentiable, but no sample has a gradient for it, and no line says why");
    } else if (sampled.contains(name) && reason) {
      problem(name, "has samples, and a line that says why it has none");
    } else {
      ++passed;
    }
  }
  for (const auto& [name, reason] : reasons) problem(name, "has a line, but is no differentiable operator");
  std::printf("%d passed, %d failed, 0 skipped\n", passed, failed);
  return failed ? 1 : 0;
}

}  // namespace
}  // namespace golden

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: golden_coverage DIR REASONS\n");
    return 2;
  }
  try {
    return golden::run(argv[1], argv[2]);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "golden_coverage: %s\n", e.what());
    return 1;
  }
}
