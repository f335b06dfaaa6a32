#include "tally.h"

namespace fuzz {

void Tally::count(const Call& call, Verdict verdict) {
  ++drawn;
  if (verdict == Verdict::Refused) return;
  ++taken;
  if (verdict == Verdict::Compared) ++compared;
  for (size_t i = 0; i < call.args.size() && i < kMost; ++i)
    if (call.args[i].kind != Value::None) ++given[i];
}

void Tally::count(const Differences& done) {
  ++drawn;
  if (done.first) ++differences;
}

std::vector<std::string> never_given(const Operator& op, const Tally& tally) {
  std::vector<std::string> out;
  for (size_t i = 0; i < op.parameters.size() && i < Tally::kMost; ++i) {
    const Parameter& p = op.parameters[i];
    if (tally.given[i] == 0 && p.type != "Generator?" && p.type != "Device?") out.push_back(p.name);
  }
  return out;
}

std::string text_of(const Operator& op, const Tally& tally) {
  std::string out = op.name + ": " + std::to_string(tally.drawn) + " drawn, " + std::to_string(tally.taken) +
                    " taken, " + std::to_string(tally.compared) + " compared, " + std::to_string(tally.differences) +
                    " with differences";
  const char* before = "; never given: ";
  for (const std::string& name : never_given(op, tally)) out += before + name, before = ", ";
  return out;
}

}  // namespace fuzz
