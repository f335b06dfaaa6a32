// The layered drawing of directed graphs: K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of
// hierarchical system structures", IEEE Trans. SMC 11 (1981).
//
// Layers are longest paths; boxes have the even ones, labels the odd ones. Arrows over several layers get a point in
// each. Orders within layers come from sweeps of barycentres, of which the one with the fewest crossings stays (counted
// as in W. Barth, M. Juenger, P. Mutzel, "Simple and efficient bilayer cross counting", 2002). Coordinates: each layer
// in turn takes the places nearest to those of its neighbours, in the order and with the distances that it must keep;
// that is a problem of monotone regression, which the pooling of adjacent violators solves exactly and in one run.
#include "observe/picture_layout.h"

#include <algorithm>

namespace vjp {
namespace {

constexpr double kGapX = 18, kGapY = 13, kLabelHeight = 13, kMargin = 12;
constexpr int kOrderSweeps = 12, kPlaceSweeps = 6;
constexpr size_t kMaxPoints = 300'000;  // longer ways are straight lines from then on

// A box, or a point of an arrow's way.
struct Spot {
  // `shift`: how far to the right of the other spot's middle this one's would like to be.
  struct Link {
    size_t spot;
    double shift;
  };
  double width = 0;
  size_t layer = 0, position = 0;
  double x = 0;          // of the middle
  bool follows = false;  // it comes from a box that comes from nothing
  std::vector<Link> above{}, below{};
};

class Sugiyama {
 public:
  explicit Sugiyama(PictureLayout& layout) : layout_(layout) {}

  void run() {
    find_layers();
    add_ways();
    order_layers();
    place();
    write();
  }

 private:
  void find_layers() {
    const size_t count = layout_.boxes.size();
    std::vector<size_t> rank(count, 0), next(count, SIZE_MAX);
    by_source_.resize(count);
    for (size_t a = 0; a < layout_.arrows.size(); ++a) by_source_[layout_.arrows[a].from].push_back(a);
    std::vector<bool> has_source(count, false);
    for (size_t from = 0; from < count; ++from) {
      for (size_t a : by_source_[from]) {
        const size_t to = layout_.arrows[a].to;
        rank[to] = std::max(rank[to], rank[from] + 1);
        has_source[to] = true;
      }
    }
    // What comes from nothing stands right above what takes it.
    for (const PictureLayout::Arrow& a : layout_.arrows) next[a.from] = std::min(next[a.from], rank[a.to]);
    size_t last = 0;
    for (size_t b = 0; b < count; ++b) {
      if (!has_source[b] && !layout_.boxes[b].first && next[b] != SIZE_MAX) rank[b] = next[b] - 1;
      last = std::max(last, rank[b]);
    }
    for (size_t b = 0; b < count; ++b) {
      if (layout_.boxes[b].last) rank[b] = last;
      spots_.push_back({.width = layout_.boxes[b].width, .layer = 2 * rank[b]});
    }
    layers_.resize(count ? 2 * last + 1 : 0);
  }

  void link(size_t above, size_t below, double shift = 0) {
    spots_[above].below.push_back({below, -shift});
    spots_[below].above.push_back({above, shift});
  }

  // The points between the layers of an arrow's ends; those of a bundle are shared.
  void add_ways() {
    ways_.resize(layout_.arrows.size());
    std::vector<std::vector<size_t>> trunks(layout_.arrows.size());  // by bundle
    for (size_t a = 0; a < layout_.arrows.size(); ++a) {
      const PictureLayout::Arrow& arrow = layout_.arrows[a];
      const size_t from = arrow.from;
      std::vector<size_t>& trunk = trunks[arrow.bundle];
      const size_t length = spots_[arrow.to].layer - spots_[from].layer - 1;
      const bool long_way = spots_.size() + length > kMaxPoints && length > 1;
      while (trunk.size() < (long_way ? 1 : length)) {
        size_t spot = spots_.size();
        spots_.push_back({.layer = spots_[from].layer + 1 + trunk.size()});
        const double middle = layout_.boxes[from].width / 2;
        link(trunk.empty() ? from : trunk.back(), spot,
             trunk.empty() && arrow.leaves_at > 0 ? arrow.leaves_at - middle : 0);
        if (trunk.empty()) spots_[spot].width = arrow.label_width;
        trunk.push_back(spot);
      }
      ways_[a].assign(trunk.begin(), trunk.begin() + static_cast<ptrdiff_t>(std::min(length, trunk.size())));
      const double middle = layout_.boxes[arrow.to].width / 2;
      if (!long_way) link(ways_[a].back(), arrow.to, arrow.arrives_at > 0 ? middle - arrow.arrives_at : 0);
    }
    keys_.resize(std::max(spots_.size(), layout_.arrows.size()));
    for (size_t s = 0; s < spots_.size(); ++s) {
      spots_[s].position = layers_[spots_[s].layer].size();
      layers_[spots_[s].layer].push_back(s);
    }
  }

  // ---- the order ----

  void order_layers() {
    std::vector<std::vector<size_t>> best = layers_;
    size_t fewest = crossings();
    for (int sweep = 0; sweep < kOrderSweeps && fewest > 0; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (size_t i = 1; i < layers_.size(); ++i) sort_layer(down ? i : layers_.size() - 1 - i, down);
      size_t now = crossings();
      if (now >= fewest) continue;
      fewest = now;
      best = layers_;
    }
    layers_ = std::move(best);
    number_layers();
  }
  void number_layers() {
    for (const std::vector<size_t>& layer : layers_)
      for (size_t i = 0; i < layer.size(); ++i) spots_[layer[i]].position = i;
  }
  void sort_layer(size_t l, bool down) {
    for (size_t s : layers_[l]) {
      const Spot& spot = spots_[s];
      const std::vector<Spot::Link>& others = down ? spot.above : spot.below;
      double& key = keys_[s];
      key = static_cast<double>(spot.position);
      if (others.empty()) continue;
      double sum = 0;
      for (const Spot::Link& o : others) sum += static_cast<double>(spots_[o.spot].position) + 0.5;
      const size_t there = layers_[down ? l - 1 : l + 1].size();
      key = sum / static_cast<double>(others.size()) * static_cast<double>(layers_[l].size()) /
            static_cast<double>(there);
    }
    sort_by_key(layers_[l]);
    for (size_t i = 0; i < layers_[l].size(); ++i) spots_[layers_[l][i]].position = i;
  }

  size_t crossings() {
    size_t total = 0;
    for (size_t l = 0; l + 1 < layers_.size(); ++l) {
      std::vector<size_t> tree(layers_[l + 1].size() + 1, 0), ends;
      size_t seen = 0;
      for (size_t s : layers_[l]) {
        ends.clear();
        for (const Spot::Link& below : spots_[s].below) ends.push_back(spots_[below.spot].position);
        for (size_t end : ends) {
          size_t before = 0;  // that end here or further to the left
          for (size_t i = end + 1; i > 0; i -= i & -i) before += tree[i];
          total += seen - before;
        }
        for (size_t end : ends)
          for (size_t i = end + 1; i < tree.size(); i += i & -i) ++tree[i];
        seen += ends.size();
      }
    }
    return total;
  }

  // ---- the coordinates ----

  void place() {
    for (const std::vector<size_t>& layer : layers_) {
      double at = 0;
      for (size_t s : layer) {
        spots_[s].x = at + spots_[s].width / 2;
        at += spots_[s].width + kGapX;
      }
    }
    for (const std::vector<size_t>& layer : layers_) {
      for (size_t s : layer) {
        const Spot& spot = spots_[s];
        const bool box = s < layout_.boxes.size();
        spots_[s].follows = box ? spot.above.empty() : spots_[spot.above[0].spot].follows;
      }
    }
    for (int sweep = 0; sweep < kPlaceSweeps; ++sweep) {
      for (const std::vector<size_t>& layer : layers_) settle(layer, Sweep::Down);
      const Sweep up = sweep + 1 < kPlaceSweeps ? Sweep::Up : Sweep::Followers;
      for (size_t l = layers_.size(); l-- > 0;) settle(layers_[l], up);
    }
  }

  // The last sweep moves only what follows.
  enum class Sweep { Down, Up, Followers };

  // Where the spot would like to be, and how much. Who takes something from a leaf does not go to the leaf.
  std::pair<double, double> wish_of(const Spot& spot, Sweep sweep) const {
    if (sweep == Sweep::Followers && !spot.follows) return {spot.x, 1000};
    double sum = 0, weight = 0;
    for (const Spot::Link& link : sweep == Sweep::Down ? spot.above : spot.below) {
      const Spot& other = spots_[link.spot];
      double w = other.width == 0 && spot.width == 0 ? 8 : 1;  // long lines are to be straight
      if (sweep == Sweep::Down && other.follows && !spot.follows) w = 0.05;
      sum += w * (other.x + link.shift);
      weight += w;
    }
    return weight > 0 ? std::pair{sum / weight, weight} : std::pair{spot.x, 0.05};
  }

  void settle(const std::vector<size_t>& layer, Sweep sweep) {
    struct Pool {
      double sum, weight;
      size_t count;
      double mean() const { return sum / weight; }
    };
    std::vector<Pool> pools;
    std::vector<double> offsets;
    double offset = 0;
    for (size_t i = 0; i < layer.size(); ++i) {
      const Spot& spot = spots_[layer[i]];
      if (i > 0) offset += (spots_[layer[i - 1]].width + spot.width) / 2 + kGapX;
      offsets.push_back(offset);
      auto [wish, weight] = wish_of(spot, sweep);
      pools.push_back({(wish - offset) * weight, weight, 1});
      while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
        Pool last = pools.back();
        pools.pop_back();
        pools.back() = {pools.back().sum + last.sum, pools.back().weight + last.weight,
                        pools.back().count + last.count};
      }
    }
    size_t i = 0;
    for (const Pool& pool : pools)
      for (size_t end = i + pool.count; i < end; ++i) spots_[layer[i]].x = pool.mean() + offsets[i];
  }

  // ---- the results ----

  void write() {
    double left = 0, right = 0;
    bool any = false;
    for (const Spot& spot : spots_) {
      left = any ? std::min(left, spot.x - spot.width / 2) : spot.x - spot.width / 2;
      right = any ? std::max(right, spot.x + spot.width / 2) : spot.x + spot.width / 2;
      any = true;
    }
    for (Spot& spot : spots_) spot.x += kMargin - left;
    layout_.width = right - left + 2 * kMargin;
    find_heights();
    for (size_t b = 0; b < layout_.boxes.size(); ++b) {
      PictureLayout::Box& box = layout_.boxes[b];
      const size_t l = spots_[b].layer;
      box.x = spots_[b].x - box.width / 2;
      box.y = top_[l] + (bottom_[l] - top_[l] - box.height) / 2;
      if (spots_[b].above.empty()) box.y = box.first ? top_[l] : bottom_[l] - box.height;
    }
    std::vector<std::vector<size_t>> arriving(layout_.boxes.size());
    for (size_t a = 0; a < ways_.size(); ++a) arriving[layout_.arrows[a].to].push_back(a);
    for (std::vector<size_t>& arrows : arriving) spread(arrows);
    for (size_t a = 0; a < ways_.size(); ++a) write_way(a);
  }

  void find_heights() {
    double y = kMargin;
    std::vector<bool> labelled(layers_.size(), false);
    for (const PictureLayout::Arrow& a : layout_.arrows)
      if (a.label_width > 0) labelled[spots_[a.from].layer + 1] = true;
    for (size_t l = 0; l < layers_.size(); ++l) {
      double height = labelled[l] ? kLabelHeight : 0;
      for (size_t s : layers_[l])
        if (s < layout_.boxes.size()) height = std::max(height, layout_.boxes[s].height);
      top_.push_back(y);
      bottom_.push_back(y + height);
      y += height + kGapY;
    }
    layout_.height = layers_.empty() ? 2 * kMargin : bottom_.back() + kMargin;
  }

  double before_end(size_t a) const { return spots_[ways_[a].empty() ? layout_.arrows[a].from : ways_[a].back()].x; }

  // The heads of arrows stand beside one another.
  void spread(std::vector<size_t>& arrows) {
    for (size_t a : arrows) keys_[a] = before_end(a);
    sort_by_key(arrows);
    if (arrows.size() < 2) return;
    const double width = layout_.boxes[layout_.arrows[arrows[0]].to].width;
    const double step = std::min(16.0, (width - 12) / static_cast<double>(arrows.size()));
    for (size_t i = 0; i < arrows.size(); ++i) {
      double& at = layout_.arrows[arrows[i]].arrives_at;
      if (at == 0) at = width / 2 + step * (static_cast<double>(i) - static_cast<double>(arrows.size() - 1) / 2);
    }
  }

  void write_way(size_t a) {
    PictureLayout::Arrow& arrow = layout_.arrows[a];
    const PictureLayout::Box &from = layout_.boxes[arrow.from], &to = layout_.boxes[arrow.to];
    const double start = from.x + (arrow.leaves_at > 0 ? arrow.leaves_at : from.width / 2);
    const double end = to.x + (arrow.arrives_at > 0 ? arrow.arrives_at : to.width / 2);
    arrow.way = {{start, from.y + from.height}, {start, bottom_[spots_[arrow.from].layer]}};
    for (size_t s : ways_[a]) {
      arrow.way.push_back({spots_[s].x, top_[spots_[s].layer]});
      arrow.way.push_back({spots_[s].x, bottom_[spots_[s].layer]});
    }
    // The head points down.
    arrow.way.push_back({end, top_[spots_[arrow.to].layer] - kGapY / 2});
    arrow.way.push_back({end, to.y});
    if (!ways_[a].empty()) {
      const size_t l = spots_[ways_[a].front()].layer;
      arrow.label = {spots_[ways_[a].front()].x, (top_[l] + bottom_[l]) / 2};
    }
  }

  PictureLayout& layout_;
  void sort_by_key(std::vector<size_t>& list) const {
    std::stable_sort(list.begin(), list.end(), [&](size_t a, size_t b) { return keys_[a] < keys_[b]; });
  }

  std::vector<std::vector<size_t>> by_source_;  // arrows of a box
  std::vector<double> keys_;                    // of spots, or of arrows
  std::vector<Spot> spots_;                     // boxes first
  std::vector<std::vector<size_t>> layers_, ways_;
  std::vector<double> top_, bottom_;  // by layer
};

}  // namespace

void lay_out(PictureLayout& layout) { Sugiyama(layout).run(); }

}  // namespace vjp
