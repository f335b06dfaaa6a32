// Averages by name, and their table.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <tuple>

#include "base/error.h"
#include "observe/profile.h"

namespace vjp {
namespace {

int64_t key_of(const ProfileAverage& a, vjp_profile_sort sort) {
  switch (sort) {
    case VJP_PROFILE_SORT_SELF:
      return a.self;
    case VJP_PROFILE_SORT_TOTAL:
      return a.total;
    case VJP_PROFILE_SORT_COUNT:
      return a.count;
    case VJP_PROFILE_SORT_MEMORY:
      return a.memory;
    case VJP_PROFILE_SORT_SELF_MEMORY:
      return a.self_memory;
    case VJP_PROFILE_SORT_FLOPS:
      return a.flops;
    case VJP_PROFILE_SORT_DEVICE:
      return a.device_time;
  }
  fail(VJP_ERROR_INVALID, "profiler: {} is no order of averages (vjp_profile_sort)", static_cast<int>(sort));
}

std::string number(const char* pattern, double value) {
  char text[48];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

std::string time_text(int64_t ns) {
  auto t = static_cast<double>(ns);
  if (ns < 1'000'000) return number("%.3f us", t / 1e3);
  return ns < 1'000'000'000 ? number("%.3f ms", t / 1e6) : number("%.3f s", t / 1e9);
}

std::string bytes_text(int64_t bytes) {
  auto b = static_cast<double>(bytes);
  double size = b < 0 ? -b : b;
  if (size < 1024) return number("%.0f B", b);
  if (size < 1024 * 1024) return number("%.2f KiB", b / 1024);
  return size < 1024.0 * 1024 * 1024 ? number("%.2f MiB", b / (1024 * 1024)) : number("%.2f GiB", b / 1073741824);
}

std::string share_text(int64_t part, int64_t whole) {
  return number("%.2f%%", whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0);
}

struct Column {
  std::string title;
  std::vector<std::string> cells;
  bool left = false;
};

size_t width_of(const Column& column) {
  size_t width = column.title.size();
  for (const std::string& cell : column.cells) width = std::max(width, cell.size());
  return width;
}

void put(std::string& line, const std::string& cell, size_t width, bool left) {
  if (!line.empty()) line += "  ";
  std::string room(width - cell.size(), ' ');
  line += left ? cell + room : room + cell;
}

std::string text_of(const std::vector<Column>& columns, size_t rows) {
  std::vector<size_t> widths;
  std::string head, rule;
  for (const Column& c : columns) {
    widths.push_back(width_of(c));
    put(head, c.title, widths.back(), c.left);
    put(rule, std::string(widths.back(), '-'), widths.back(), c.left);
  }
  std::string text = rule + "\n" + head + "\n" + rule + "\n";
  for (size_t r = 0; r < rows; ++r) {
    std::string line;
    for (size_t c = 0; c < columns.size(); ++c) put(line, columns[c].cells[r], widths[c], columns[c].left);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text + rule + "\n";
}

bool is_on_host(EventKind kind) { return kind != EventKind::DeviceWork; }

}  // namespace

std::vector<ProfileAverage> averages_of(const Profile& profile, bool by_shapes, vjp_profile_sort sort) {
  key_of({}, sort);
  std::map<std::tuple<EventKind, std::string_view, std::string_view>, ProfileAverage> rows;
  for (const ProfileEvent& e : profile.events) {
    if (e.kind == EventKind::Allocation) continue;
    const char* shapes = by_shapes ? e.shapes : "";
    ProfileAverage& row =
        rows.try_emplace({e.kind, e.name, shapes}, ProfileAverage{e.kind, e.name, shapes}).first->second;
    ++row.count;
    row.total += e.duration();
    row.self += e.self();
    row.device_time += e.kind == EventKind::DeviceWork ? e.duration() : e.device_time;
    row.self_device_time += e.kind == EventKind::DeviceWork ? e.duration() : e.self_device_time;
    row.memory += e.memory;
    row.self_memory += e.memory - e.memory_inside;
    row.flops += e.flops;
  }
  std::vector<ProfileAverage> list;
  for (auto& [key, row] : rows) list.push_back(row);
  std::stable_sort(list.begin(), list.end(),
                   [&](const ProfileAverage& a, const ProfileAverage& b) { return key_of(a, sort) > key_of(b, sort); });
  return list;
}

std::string table_of(const Profile& profile, bool by_shapes, vjp_profile_sort sort, size_t rows) {
  std::vector<ProfileAverage> all = averages_of(profile, by_shapes, sort);
  int64_t host = 0, device = 0;
  for (const ProfileAverage& a : all) (is_on_host(a.kind) ? host : device) += a.self;
  const size_t shown = rows ? std::min(rows, all.size()) : all.size();
  Column name{"Name", {}, true}, self_share{"Self %", {}}, self{"Self", {}}, total_share{"Total %", {}},
      total{"Total", {}}, average{"Average", {}}, device_time{"Device", {}}, memory{"Memory", {}},
      self_memory{"Self memory", {}}, flops{"MFLOP", {}}, calls{"Calls", {}}, shapes{"Shapes", {}, true};
  for (size_t i = 0; i < shown; ++i) {
    const ProfileAverage& a = all[i];
    const bool here = is_on_host(a.kind);
    name.cells.push_back(std::string(a.name).substr(0, 56) + (here ? "" : " (device)"));
    self_share.cells.push_back(here ? share_text(a.self, host) : "");
    self.cells.push_back(here ? time_text(a.self) : "");
    total_share.cells.push_back(here ? share_text(a.total, host) : "");
    total.cells.push_back(here ? time_text(a.total) : "");
    average.cells.push_back(time_text(a.total / std::max<int64_t>(1, a.count)));
    device_time.cells.push_back(time_text(a.device_time));
    memory.cells.push_back(bytes_text(a.memory));
    self_memory.cells.push_back(bytes_text(a.self_memory));
    flops.cells.push_back(a.flops ? number("%.3f", static_cast<double>(a.flops) / 1e6) : "--");
    calls.cells.push_back(number("%.0f", static_cast<double>(a.count)));
    shapes.cells.emplace_back(a.shapes);
  }
  std::vector<Column> columns{name, self_share, self, total_share, total, average};
  if (device > 0) columns.push_back(device_time);
  if (profile.details & kProfileMemory) columns.insert(columns.end(), {memory, self_memory});
  if (profile.details & kProfileFlops) columns.push_back(flops);
  columns.push_back(calls);
  if (by_shapes) columns.push_back(shapes);
  std::string text = text_of(columns, shown) + "Self time in all: " + time_text(host) + "\n";
  if (device > 0) text += "Device time in all: " + time_text(device) + "\n";
  return text;
}

}  // namespace vjp
