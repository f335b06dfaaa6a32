// The report as text and as JSON.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "base/error.h"
#include "observe/escape.h"
#include "observe/memory_report.h"

namespace vjp {

std::string memory_text(int64_t bytes) {
  static constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
  if (std::abs(bytes) < 1024) return format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  int unit = 0;
  for (; std::fabs(value) >= 1024 && unit < 3; ++unit) value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, "%.2f %s", value, kUnits[unit]);
  return text;
}

namespace {

std::string counted(size_t n, const std::string& one) { return format("{} {}{}", n, one, n == 1 ? "" : "s"); }

// ---- the answer: what is kept by the same, and was made in the same place, in a sentence ----

struct Share {
  const ReportedStorage* first;
  int64_t bytes = 0;
  size_t storages = 0;
  std::set<uint64_t> nodes;
};

std::string made_in(const MemoryMaker& maker) {
  std::string text;
  if (!maker.op.empty()) text += format(", made by {}", maker.op);
  if (!maker.node.empty()) text += format("{} {}", text.empty() ? ", made by" : " in", maker.node);
  if (!maker.range.empty()) text += format("{} `{}`", text.empty() ? ", made in" : " in", maker.range);
  return text;
}

std::string sentence_of(const Share& share) {
  const ReportedStorage& s = *share.first;
  const MemoryKeeper& keeper = s.keepers.front();
  switch (keeper.kind) {
    case VJP_MEMORY_SAVED: {
      std::string place = s.maker.range.empty() ? "" : format(", made in `{}`", s.maker.range);
      return format("saved values of {}{}", counted(share.nodes.size(), keeper.name + " node"), place);
    }
    case VJP_MEMORY_GRADIENT:
      return format("gradients of {}", counted(share.storages, "tensor"));
    case VJP_MEMORY_OPTIMIZER:
      return format("{} of optimizers", counted(share.storages, "state"));
    case VJP_MEMORY_PARAMETER:
      return format("{} of optimizers", counted(share.storages, "parameter"));
    case VJP_MEMORY_HANDLE:
      return format("held by handles of the program, in {}{}", counted(share.storages, "storage"), made_in(s.maker));
    case VJP_MEMORY_GRAD_CALL:
      return "held by a running grad call" + made_in(s.maker);
    case VJP_MEMORY_OTHER:
      return format("in {} that the walk did not reach{}", counted(share.storages, "storage"), made_in(s.maker));
    default:
      return name_of(keeper.kind) + made_in(s.maker);
  }
}

// What a sentence is about. Of saved values, the kind of node and the range; else the maker.
std::string key_of(const ReportedStorage& s) {
  const MemoryKeeper& keeper = s.keepers.front();
  std::string key = format("{}\n", static_cast<int>(keeper.kind));
  if (keeper.kind == VJP_MEMORY_GRADIENT || keeper.kind == VJP_MEMORY_OPTIMIZER || keeper.kind == VJP_MEMORY_PARAMETER)
    return key;
  if (keeper.kind == VJP_MEMORY_SAVED) return key + keeper.name + "\n" + s.maker.range;
  return key + s.maker.op + "\n" + s.maker.node + "\n" + s.maker.range;
}

std::string answer(const std::vector<ReportedStorage>& storages, const vjp_memory_totals& totals,
                   const std::string& where) {
  constexpr size_t kSentences = 3;
  std::map<std::string, Share> shares;
  for (const ReportedStorage& s : storages) {
    Share& share = shares[key_of(s)];
    if (share.storages++ == 0) share.first = &s;
    share.bytes += static_cast<int64_t>(s.bytes);
    for (const MemoryKeeper& keeper : s.keepers)
      if (keeper.kind == VJP_MEMORY_SAVED && keeper.name == s.keepers.front().name) share.nodes.insert(keeper.sequence);
  }
  std::vector<std::pair<int64_t, std::string>> lines;
  for (const auto& [key, share] : shares) lines.emplace_back(share.bytes, sentence_of(share));
  if (totals.unknown > 0)
    lines.emplace_back(totals.unknown, "unknown: made before a recording, and not reached by the walk");
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (size_t i = 0; i < std::min(lines.size(), kSentences); ++i) {
    std::string all = i == 0 ? format(" of {} in {}", memory_text(totals.live), where) : "";
    text += format("{}{} are {}\n", memory_text(lines[i].first), all, lines[i].second);
  }
  return text.empty() ? format("Nothing lives in {}\n", where) : text;
}

// ---- tables ----

std::string padded(const std::string& text, int width) {
  char out[64];
  std::snprintf(out, sizeof out, "%*s", width, text.c_str());
  return out;
}

void table(std::string& out, const char* title, const std::vector<MemorySum>& sums, int64_t all) {
  constexpr size_t kRows = 8;
  if (sums.empty() || (sums.size() == 1 && (sums[0].name == "not recorded" || sums[0].name == "outside of ranges")))
    return;
  out += format("\n{}   share   storages  {}\n", padded("bytes", 12), title);
  MemorySum rest{"others", 0, 0};
  auto row = [&](const MemorySum& s) {
    char share[16];
    std::snprintf(share, sizeof share, "%6.1f%%",
                  all > 0 ? 100 * static_cast<double>(s.bytes) / static_cast<double>(all) : 0.0);
    out += format("{} {} {}  {}\n", padded(memory_text(s.bytes), 12), share, padded(std::to_string(s.storages), 10),
                  s.name);
  };
  for (size_t i = 0; i < sums.size(); ++i) {
    if (i + 1 >= kRows && sums.size() > kRows) {
      rest.bytes += sums[i].bytes;
      rest.storages += sums[i].storages;
    } else {
      row(sums[i]);
    }
  }
  if (rest.storages) row(rest);
}

std::string text_of(const MemoryKeeper& k) {
  switch (k.kind) {
    case VJP_MEMORY_SAVED:
      return format("saved value {} of {} #{}", k.attribute, k.name, k.sequence);
    case VJP_MEMORY_GRADIENT:
      return format("gradient of {}", k.name.empty() ? k.tensor : k.name);
    case VJP_MEMORY_OPTIMIZER:
      return format("optimizer's state {}", k.name);
    case VJP_MEMORY_PARAMETER:
      return format("optimizer's parameter {}", k.name);
    case VJP_MEMORY_HANDLE: {
      std::string whose = k.name.empty() ? "" : format(" ({})", k.name);
      return format("{} of {}{}", counted(k.count, "handle"), k.tensor, whose);
    }
    case VJP_MEMORY_GRAD_CALL:
      return k.name.empty() ? std::string("a running grad call")
                            : format("running grad call, {} #{}", k.name, k.sequence);
    case VJP_MEMORY_GRAPH:
      return format("leaf of {}", k.name);
    case VJP_MEMORY_VIEW:
      return format("base of a view {}", k.tensor);
    case VJP_MEMORY_TANGENT:
      return format("tangent of {}", k.tensor);
    case VJP_MEMORY_BATCHED:
      return format("under batched {}", k.tensor);
    default:
      return format("not reached, {}", counted(k.count, "tensor"));
  }
}

std::string line_of(const ReportedStorage& s) {
  constexpr size_t kKeepers = 3;
  std::string text = format("{}  {}", padded(memory_text(static_cast<int64_t>(s.bytes)), 12), to_text(s.device));
  if (s.maker.origin != MemoryOrigin::Unknown) {
    std::string made = made_in(s.maker);
    text += made.empty() ? "  made of data" : "  " + made.substr(2);
  }
  text += ": ";
  for (size_t i = 0; i < std::min(kKeepers, s.keepers.size()); ++i) text += (i ? ", " : "") + text_of(s.keepers[i]);
  if (s.keepers.size() > kKeepers) text += format(", {} more", s.keepers.size() - kKeepers);
  if (!s.place.empty()) text += format("\n{}  at {}", padded("", 12), s.place.substr(0, s.place.find('\n')));
  return text + "\n";
}

}  // namespace

std::string MemoryReport::text(size_t rows) const {
  const vjp_memory_totals& t = totals_;
  std::string out = answer(storages_, t, where_);
  out += format("\nlive {}, peak {}, cached {}", memory_text(t.live), memory_text(t.peak), memory_text(t.cached));
  out += format("\nfound {} in {}, rounded up to blocks by {}, unknown {}\n", memory_text(t.found),
                counted(t.num_storages, "storage"), memory_text(t.rounding), memory_text(t.unknown));
  if (t.foreign) out += format("the caller's memory and page-locked memory besides: {}\n", memory_text(t.foreign));
  if (!recording_) {
    out += "who made it was not recorded: see vjp_guard_record_memory\n";
  } else {
    out += format("recorded: live {}, peak {}\n", memory_text(t.recorded_live), memory_text(t.recorded_peak));
  }
  if (missed_) out += format("not noted, for want of memory: {}\n", counted(missed_, "storage"));
  const int64_t all = std::max<int64_t>(1, t.found + t.foreign);
  table(out, "kept by", sums(VJP_MEMORY_BY_KEEPER), all);
  table(out, "saved by", sums(VJP_MEMORY_BY_NODE), all);
  table(out, "made by", sums(VJP_MEMORY_BY_OPERATOR), all);
  table(out, "made in", sums(VJP_MEMORY_BY_RANGE), all);
  const size_t shown = rows == 0 ? storages_.size() : std::min(rows, storages_.size());
  if (shown) out += "\nthe largest storages\n";
  for (size_t i = 0; i < shown; ++i) out += line_of(storages_[i]);
  if (shown < storages_.size()) out += format("{}  and {} more\n", padded("", 12), storages_.size() - shown);
  return out;
}

std::string MemoryReport::json() const {
  const vjp_memory_totals& t = totals_;
  std::string out = format(
      "{\"live\": {}, \"peak\": {}, \"cached\": {}, \"found\": {}, \"rounding\": {}, \"unknown\": {}, \"foreign\": {}, "
      "\"storages\": [",
      t.live, t.peak, t.cached, t.found, t.rounding, t.unknown, t.foreign);
  const char* comma = "\n";
  for (const ReportedStorage& s : storages_) {
    out += comma;
    out += format("{\"bytes\": {}, \"device\": {}, \"origin\": {}, \"op\": {}, \"node\": {}, \"node_sequence\": {}, ",
                  s.bytes, json_text(to_text(s.device)), json_text(name_of(s.maker.origin)), json_text(s.maker.op),
                  json_text(s.maker.node), s.sequence);
    out += format("\"range\": {}, \"place\": {}, \"references\": {}, \"kept\": {}, \"keepers\": [",
                  json_text(s.maker.range), json_text(s.place), s.references, json_text(name_of(s.kept())));
    const char* between = "";
    for (const MemoryKeeper& k : s.keepers) {
      out += format(
          "{}{\"kind\": {}, \"count\": {}, \"name\": {}, \"sequence\": {}, \"attribute\": {}, \"element\": {}, "
          "\"tensor\": {}}",
          between, json_text(name_of(k.kind)), k.count, json_text(k.name), k.sequence, json_text(k.attribute),
          k.element, json_text(k.tensor));
      between = ", ";
    }
    out += "]}";
    comma = ",\n";
  }
  return out + "]}\n";
}

}  // namespace vjp
