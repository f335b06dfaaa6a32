#include "compile/difference.h"

#include <algorithm>

#include "base/error.h"

namespace vjp::compile {
namespace {

// A part of a word.
struct WordPart {
  const char* name;
  unsigned at, bits;
  uint64_t of(uint64_t word) const { return word >> at & ((uint64_t{1} << bits) - 1); }
};
constexpr WordPart kTensor[] = {
    {"dtype", 24, 8},        {"device", 16, 8},     {"number of dimensions", 8, 8}, {"layout", 4, 2},
    {"requires grad", 7, 1}, {"is a number", 6, 1}, {"which tensor it is", 32, 32}};
constexpr WordPart kSlot[] = {{"dtype", 24, 8}, {"device", 16, 8}, {"number of dimensions", 8, 8}, {"layout", 0, 8}};
constexpr WordPart kEdge[] = {{"to node", 32, 32}, {"to slot", 0, 32}};
constexpr WordPart kType[] = {{"kind", 56, 8}, {"operator", 32, 24}, {"what is kept", 0, 32}};

std::span<const WordPart> parts_of(Collector::Packed packed) {
  switch (packed) {
    case Collector::Packed::Tensor:
      return kTensor;
    case Collector::Packed::Slot:
      return kSlot;
    case Collector::Packed::Edge:
      return kEdge;
    case Collector::Packed::Type:
      return kType;
    case Collector::Packed::Plain:
      break;
  }
  return {};
}

std::string value_of(const WordPart& part, uint64_t word) {
  const uint64_t value = part.of(word);
  if (std::string_view(part.name) == "dtype" && value < kNumDtypes) return name_of(static_cast<Dtype>(value));
  if (std::string_view(part.name) == "device") return format("{}", Device::of_key(static_cast<unsigned>(value)));
  return format("{}", value);
}

std::string text_of(uint64_t word) {
  if (word == Collector::kNone) return "none";
  if (word == Collector::kPacked) return "packed by hooks";
  return format("{}", word);
}

}  // namespace

std::string difference(std::span<const uint64_t> before, std::span<const uint64_t> now,
                       const std::vector<Collector::Field>& fields) {
  const size_t common = std::min(before.size(), now.size());
  size_t at = 0;
  while (at < common && before[at] == now[at]) ++at;
  if (at == common) return "more or fewer words";
  const Collector::Field* field = nullptr;
  size_t index = 0;  // among those of its name
  for (const Collector::Field& f : fields)
    if (f.word <= at) field = &f;
  if (!field) return format("word {}", at);
  for (const Collector::Field& f : fields) index += &f < field && std::string_view(f.name) == field->name;
  for (const WordPart& part : parts_of(field->packed)) {
    if (std::max(before[at], now[at]) >= Collector::kPacked || part.of(before[at]) == part.of(now[at])) continue;
    return format("{} {}: {} {} -> {}", field->name, index, part.name, value_of(part, before[at]),
                  value_of(part, now[at]));
  }
  return format("{} {}: {} -> {}", field->name, index, text_of(before[at]), text_of(now[at]));
}

}  // namespace vjp::compile
