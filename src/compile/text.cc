// The text form of a program (spec IR-8): one instruction a line, nothing in it that differs between runs.
#include <cstring>
#include <unordered_set>

#include "base/error.h"
#include "compile/cache.h"

namespace vjp::compile {
namespace {

std::string value(uint32_t number, uint32_t slot) { return format("%{}.{}", number, slot); }

class Text {
 public:
  void site(const Segment& segment, const Site& s, size_t index) {
    std::string grads;
    for (uint32_t i = 0; i < s.num_slots; ++i) grads += (i ? ", " : "") + value(s.number, i);
    hooks(index, "tensor", s.hooks.tensor + s.hooks.leaf, grads);
    if (s.hooks.retained) line("retain {} site {} ({})", s.hooks.retained, index, grads);
    for (uint32_t i = 0; i < s.num_results; ++i) {
      const EdgeTarget& taken = segment.edges[s.edges_at + s.num_edges + i];
      line("result {} {}", taken.number, value(s.number, taken.slot));
    }
    if (!s.flows) return;
    hooks(index, "pre", s.hooks.pre, grads);
    if (s.accumulates) {
      line("accumulate site {} {}", index, grads);
      hooks(index, "post-accumulate", s.hooks.accumulated, "");
    } else {
      line("opaque site {} {} ({})", index, s.name, grads);
    }
    for (uint32_t i = 0; i < s.num_edges; ++i) {
      const EdgeTarget& to = segment.edges[s.edges_at + i];
      if (to.number != UINT32_MAX) line("validate site {} {} {}", index, i, value(to.number, to.slot));
    }
    hooks(index, "post", s.hooks.post, grads);
    line("release site {}", index);
    for (uint32_t i = 0; i < s.num_edges; ++i) {
      const EdgeTarget& to = segment.edges[s.edges_at + i];
      if (to.number == UINT32_MAX) continue;
      const bool first = arrived_.insert(value(to.number, to.slot)).second;
      line(first ? "move {} = site {} {}" : "sum {} += site {} {}", value(to.number, to.slot), index, i);
    }
  }
  void root(size_t index, uint32_t number, uint32_t slot) {
    const bool first = arrived_.insert(value(number, slot)).second;
    line(first ? "root {} {}" : "sum {} += root {}", index, value(number, slot));
  }
  template <class... Args>
  void line(const char* text, const Args&... args) {
    text_ += format(text, args...);
    text_ += '\n';
  }
  std::string take() { return std::move(text_); }

 private:
  void hooks(size_t site, const char* kind, unsigned count, const std::string& values) {
    if (count) line("hook {} x{} site {} ({})", kind, count, site, values);
  }

  std::string text_;
  std::unordered_set<std::string> arrived_;
};

// ---- fused kernels ----

const char* name_of(Opcode opcode) {
#define VJP_NAME(number, NAME, Name, name, arity, complex, text) #name "\0"
  const char* names = VJP_OPCODES(VJP_NAME);
#undef VJP_NAME
  for (auto i = static_cast<int>(opcode); i > 0; --i) names += std::strlen(names) + 1;
  return names;
}

void kernel(Text& text, const FusedRegion& r) {
  static constexpr const char* kNeeds[] = {
      "gradient", "gradient at edge", "no gradient yet at edge", "saved", "saved again as", "number", "argument"};
  const FusedProgram& p = r.program;
  text.line("fused {} sites {} to {}: {} derivatives, {} steps, {} outputs", r.dtype, r.first, r.first + r.size() - 1,
            r.num_derivatives, p.steps.size(), p.outputs.size());
  for (const FusedRegion::Need& need : r.needs) {
    const bool number = need.what >= FusedRegion::What::Number;
    text.line("  %{} = {} {} of site {}", need.place + (number ? p.num_inputs : 0), kNeeds[static_cast<int>(need.what)],
              int{need.at}, r.first + need.site);
  }
  for (size_t i = 0; i < p.steps.size(); ++i) {
    const FusedStep& step = p.steps[i];
    const uint16_t operands[3] = {step.a, step.b, step.c};
    std::string list;
    for (int k = 0; k < arity_of(step.opcode); ++k) list += format(" %{}", operands[k]);
    text.line("  %{} = {}{}", static_cast<size_t>(p.first_result()) + i, name_of(step.opcode), list);
  }
  for (const FusedRegion::Give& give : r.gives)
    text.line("  site {} edge {} %{}", r.first + give.site, give.edge,
              give.input ? give.place : p.outputs[give.place].value);
}

}  // namespace

std::string text_of(const Leaf& leaf) {
  std::vector<const Segment*> path;
  size_t sites = 0;
  for (const Segment* s = leaf.segment; s; s = s->parent) {
    path.push_back(s);
    sites += s->sites.size();
  }
  Text text;
  size_t open = 0;
  const Program* newest = leaf.programs.empty() ? nullptr : leaf.programs.front().get();
  if (newest)
    for (const SizeInput& size : newest->sizes) open += size.open;
  text.line("program: {} sites, {} tensors, {} sizes, {} of them open", sites, newest ? newest->num_tensors : 0,
            newest ? newest->sizes.size() : 0, open);
  size_t index = 0;
  for (auto segment = path.rbegin(); segment != path.rend(); ++segment)
    for (const Site& site : (*segment)->sites) text.site(**segment, site, index++);
  text.line("final_callbacks");
  if (newest && newest->fusion)
    for (const auto& region : newest->fusion->regions) kernel(text, *region);
  return text.take();
}

}  // namespace vjp::compile
