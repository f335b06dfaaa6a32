// Live bytes over time: stacked sums as a picture, or the changes themselves as JSON.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

#include "base/error.h"
#include "observe/escape.h"
#include "observe/memory_report.h"

namespace vjp {
namespace {

// Which group each maker belongs to; the one that had most at its own highest point comes first.
struct Groups {
  std::vector<std::string> names;
  std::vector<size_t> of_maker;
};

// The most that is left, and where that was.
struct Peak {
  int64_t bytes = 0, time = 0;
};

Peak peak_of(const MemoryHistory& h) {
  Peak peak;
  int64_t now = 0;
  for (const MemoryChange& c : h.changes) {
    now += c.bytes;
    if (now > peak.bytes) peak = {now, c.time};
  }
  return peak;
}

Groups groups_of(const MemoryHistory& h, vjp_memory_by by) {
  std::map<std::string, size_t> known;
  std::vector<std::string> names;
  std::vector<size_t> of_maker;
  for (const MemoryMaker& maker : h.makers) {
    auto [at, fresh] = known.try_emplace(group_of(maker, by), names.size());
    if (fresh) names.push_back(at->first);
    of_maker.push_back(at->second);
  }
  std::vector<int64_t> now(names.size()), most(names.size());
  for (const MemoryChange& c : h.changes) {
    const size_t g = of_maker[c.maker];
    now[g] += c.bytes;
    most[g] = std::max(most[g], now[g]);
  }
  std::vector<size_t> order(names.size()), place(names.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return most[a] > most[b]; });
  Groups groups;
  for (size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    groups.names.push_back(names[order[i]]);
  }
  for (size_t g : of_maker) groups.of_maker.push_back(place[g]);
  return groups;
}

std::string json_of(const MemoryHistory& h, vjp_memory_by by) {
  const Groups groups = groups_of(h, by);
  const Peak peak = peak_of(h);
  std::string out =
      format("{\"before\": {}, \"duration_ns\": {}, \"peak\": {}, \"peak_ns\": {}, \"dropped\": {}, \"groups\": [",
             h.before, h.duration, peak.bytes, peak.time, h.dropped);
  for (size_t i = 0; i < groups.names.size(); ++i) out += (i ? ", " : "") + json_text(groups.names[i]);
  out += "], \"changes\": [";
  const char* comma = "\n";
  for (const MemoryChange& c : h.changes) {
    out += format("{}[{}, {}, {}]", comma, c.time, c.bytes, groups.of_maker[c.maker]);
    comma = ",\n";
  }
  return out + "]}\n";
}

// ---- the picture ----

// A step between marks that is 1, 2 or 5 times a power of `base`'s unit, with at most `most` of them up to `end`.
double nice_step(double end, int most) {
  double power = std::pow(10, std::floor(std::log10(std::max(end, 1e-9) / most)));
  for (double factor : {1.0, 2.0, 5.0, 10.0})
    if (end / (power * factor) <= most) return power * factor;
  return power * 10;
}

struct Unit {
  const char* name;
  double size;
};
Unit byte_unit(double most) {
  static constexpr Unit kUnits[] = {{"B", 1}, {"KiB", 1024}, {"MiB", 1048576}, {"GiB", 1073741824}};
  for (size_t i = 3; i > 0; --i)
    if (most >= kUnits[i].size) return kUnits[i];
  return kUnits[0];
}
Unit time_unit(double nanoseconds) {
  if (nanoseconds >= 2e9) return {"s", 1e9};
  return nanoseconds >= 2e6 ? Unit{"ms", 1e6} : Unit{"µs", 1e3};
}

std::string number(double value, int digits = 6) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

class Timeline {
 public:
  Timeline(const MemoryHistory& h, vjp_memory_by by)
      : h_(h), groups_(groups_of(h, by)), peak_(peak_of(h)), shown_(std::min(groups_.names.size(), kShown)) {
    by_ = by == VJP_MEMORY_BY_OPERATOR ? "operator" : by == VJP_MEMORY_BY_RANGE ? "range" : "origin";
    end_ = static_cast<double>(std::max<int64_t>(h.duration, h.changes.empty() ? 1 : h.changes.back().time + 1));
    most_ = static_cast<double>(std::max<int64_t>(1, peak_.bytes)) * 1.08;
  }

  std::string text() {
    sample();
    head();
    areas();
    axes();
    peak();
    legend();
    return std::move(out_) + "</svg>\n";
  }

 private:
  static constexpr int kWidth = 1000, kHeight = 420, kLeft = 70, kTop = 46, kRight = 740, kBottom = 370;
  static constexpr size_t kShown = 11;                          // groups; the rest is one more
  static constexpr size_t kColumns = (kRight - kLeft) * 2 / 2;  // a sample a pixel

  double x(double time) const { return kLeft + (kRight - kLeft) * time / end_; }
  double y(double bytes) const { return kBottom - (kBottom - kTop) * bytes / most_; }

  // At each column the state with most bytes in all, so that no peak gets lost between two of them.
  void sample() {
    columns_.assign(kColumns + 1, std::vector<int64_t>(shown_ + 1));
    std::vector<int64_t> now(shown_ + 1);
    int64_t all = 0;
    size_t change = 0;
    for (size_t column = 0; column <= kColumns; ++column) {
      std::vector<int64_t> best = now;
      int64_t most = all;
      const double until = end_ * static_cast<double>(column + 1) / (kColumns + 1);
      for (; change < h_.changes.size() && static_cast<double>(h_.changes[change].time) <= until; ++change) {
        const MemoryChange& c = h_.changes[change];
        now[std::min(groups_.of_maker[c.maker], shown_)] += c.bytes;
        all += c.bytes;
        if (all > most) most = all, best = now;
      }
      columns_[column] = most > 0 ? best : now;
    }
  }

  void head() {
    out_ = format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" "
        "font-family=\"Verdana, sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"#ffffff\"/>\n",
        kWidth, kHeight, kWidth, kHeight);
    std::string before = h_.before > 0 ? format("; {} lived before", memory_text(h_.before)) : "";
    std::string dropped = h_.dropped ? format("; {} later changes are missing", h_.dropped) : "";
    text_at(kLeft, 20, "start", format("live memory by {}{}{}", by_, before, dropped), " font-size=\"13\"");
  }

  void areas() {
    std::vector<double> lower(kColumns + 1, 0.0);
    for (size_t g = 0; g <= shown_; ++g) {
      std::string there, back;
      bool any = false;
      for (size_t c = 0; c <= kColumns; ++c) {
        const auto bytes = static_cast<double>(std::max<int64_t>(0, columns_[c][g]));
        any = any || bytes > 0;
        const double at = x(end_ * static_cast<double>(c) / kColumns);
        const bool same = c > 0 && c < kColumns && columns_[c] == columns_[c - 1] && columns_[c] == columns_[c + 1];
        if (!same) {
          there += point(at, y(lower[c] + bytes));
          back = point(at, y(lower[c])) + back;
        }
        lower[c] += bytes;
      }
      if (any) {
        out_ += format("<g><title>{}</title><polygon fill=\"{}\" points=\"{}{}\"/></g>\n", escape_xml(name_of_group(g)),
                       colour(g), there, back);
      }
    }
  }

  void axes() {
    const Unit bytes = byte_unit(most_), time = time_unit(end_);
    const double byte_step = nice_step(most_ / bytes.size, 8), time_step = nice_step(end_ / time.size, 8);
    for (double v = 0; v * bytes.size <= most_; v += byte_step) {
      const double at = y(v * bytes.size);
      line(kLeft, at, kRight, at, v == 0 ? "#333333" : "#00000022");
      text_at(kLeft - 6, at + 4, "end", number(v));
    }
    text_at(kLeft - 6, kTop - 10, "end", bytes.name);
    for (double v = 0; v * time.size <= end_; v += time_step) {
      const double at = x(v * time.size);
      line(at, kBottom, at, kBottom + 5, "#333333");
      text_at(at, kBottom + 18, "middle", number(v));
    }
    text_at((kLeft + kRight) / 2.0, kBottom + 36, "middle", format("time in {}", time.name));
  }

  void peak() {
    if (peak_.bytes == 0) return;
    const double at = x(static_cast<double>(peak_.time)), top = y(static_cast<double>(peak_.bytes));
    line(kLeft, top, kRight, top, "#c00000\" stroke-dasharray=\"4 3");
    out_ += format("<circle cx=\"{}\" cy=\"{}\" r=\"3.5\" fill=\"#c00000\"/>\n", number(at), number(top));
    const bool right = at > (kLeft + kRight) / 2.0;
    const Unit time = time_unit(end_);
    std::string text = format("peak {} at {} {}", memory_text(peak_.bytes),
                              number(static_cast<double>(peak_.time) / time.size, 4), time.name);
    text_at(right ? at - 6 : at + 6, top - 6, right ? "end" : "start", text, " fill=\"#c00000\"");
  }

  // From the top down in the order of the stack.
  void legend() {
    int row = kTop;
    for (size_t i = shown_ + 1; i-- > 0;) {
      if (i == shown_ && groups_.names.size() <= shown_) continue;
      out_ += format("<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{}\"/>", kRight + 16, row, colour(i));
      std::string name = name_of_group(i);
      std::string shown = name.size() <= kLetters ? name : "..." + name.substr(name.size() - kLetters + 3);
      out_ += format("<g><title>{}</title>", escape_xml(name));
      text_at(kRight + 34, row + 10, "start", shown);
      out_ += "</g>\n";
      row += 20;
    }
  }

  std::string name_of_group(size_t g) const {
    return g < shown_ ? groups_.names[g] : format("{} others", groups_.names.size() - shown_);
  }
  static const char* colour(size_t g) {
    static constexpr const char* kColours[] = {"#4c78a8", "#f2a154", "#76b7b2", "#e15759", "#59a14f", "#edc948",
                                               "#b07aa1", "#ff9da7", "#9c755f", "#6b6ecf", "#b5cf6b", "#c4c4c4"};
    return kColours[std::min(g, std::size(kColours) - 1)];
  }
  static std::string point(double px, double py) {
    char text[40];
    std::snprintf(text, sizeof text, "%.1f,%.1f ", px, py);
    return text;
  }
  void line(double x1, double y1, double x2, double y2, const char* colour) {
    out_ += format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\"/>\n", number(x1), number(y1),
                   number(x2), number(y2), colour);
  }
  void text_at(double tx, double ty, const char* anchor, const std::string& text, const char* more = "") {
    out_ += format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", number(tx), number(ty), anchor, more,
                   escape_xml(text));
  }

  static constexpr size_t kLetters = 31;
  const MemoryHistory& h_;
  const Groups groups_;
  const Peak peak_;
  const size_t shown_;
  const char* by_;
  double end_, most_;
  std::vector<std::vector<int64_t>> columns_;
  std::string out_;
};

}  // namespace

std::string memory_timeline(const MemoryHistory& history, vjp_memory_by by, vjp_memory_form form) {
  if (by != VJP_MEMORY_BY_OPERATOR && by != VJP_MEMORY_BY_RANGE && by != VJP_MEMORY_BY_ORIGIN) {
    fail(VJP_ERROR_INVALID, "memory timeline: argument 'by' is {}, expected operator, range or origin",
         static_cast<int>(by));
  }
  if (form == VJP_MEMORY_JSON) return json_of(history, by);
  if (form != VJP_MEMORY_SVG)
    fail(VJP_ERROR_INVALID, "memory timeline: argument 'form' is {}, expected SVG or JSON", static_cast<int>(form));
  return Timeline(history, by).text();
}

}  // namespace vjp
