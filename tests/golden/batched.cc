#include "batched.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>

#include "lanes.h"

namespace golden {
namespace {

using Places = std::vector<int64_t>;  // one number a level

// The levels of a batch, entered one within the other.
class Entered {
 public:
  explicit Entered(const std::vector<Level>& levels) {
    for (const Level& level : levels) {
      vjp_guard* guard = nullptr;
      int64_t number = 0;
      check(vjp_guard_vmap(level.size, VJP_RANDOMNESS_ERROR, &number, &guard), "enter a level");
      guards_.push_back(guard);
      numbers_.push_back(number);
    }
  }
  ~Entered() {
    while (!guards_.empty()) {
      vjp_guard_exit(guards_.back());
      guards_.pop_back();
    }
  }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

  // Without the dimensions of the levels.
  Tensor wrap(const Tensor& whole, const std::vector<int64_t>& dims) const {
    Tensor out = share(whole.get());
    for (size_t l = 0; l < numbers_.size(); ++l) {
      Tensor next;
      if (dims[l] < 0) continue;
      check(vjp_vmap_wrap(out.get(), dims[l], numbers_[l], next.out()), "wrap");
      out = std::move(next);
    }
    return out;
  }
  Tensor unwrap(const Tensor& sample, const std::vector<int64_t>& dims) const {
    Tensor out = share(sample.get());
    for (size_t l = numbers_.size(); l-- > 0 && out;) {
      Tensor next;
      check(vjp_vmap_unwrap(out.get(), dims[l], numbers_[l], next.out()), "unwrap");
      out = std::move(next);
    }
    return out;
  }

 private:
  std::vector<vjp_guard*> guards_;
  std::vector<int64_t> numbers_;
};

class ForwardMode {
 public:
  ForwardMode() { check(vjp_forward_mode_enter(), "enter forward mode"); }
  ~ForwardMode() { vjp_forward_mode_exit(); }
  ForwardMode(const ForwardMode&) = delete;
  ForwardMode& operator=(const ForwardMode&) = delete;
};

Tensor dual_of(const Tensor& primal, const Tensor& tangent) {
  Tensor out;
  check(vjp_make_dual(primal.get(), tangent.get(), out.out()), "make_dual");
  return out;
}
Tensor tangent_of(const Tensor& tensor) {
  Tensor out;
  check(vjp_tensor_tangent(tensor.get(), out.out()), "tangent");
  return out;
}

// One way to batch a sample.
class Batch {
 public:
  // `turn` chooses where the batch dimensions of results stand.
  Batch(const Function& function, Lanes& lanes, std::vector<Level> levels, int64_t turn, Outcome& outcome)
      : function_(function), lanes_(lanes), levels_(std::move(levels)), turn_(turn), outcome_(outcome) {
    Places at(levels_.size(), 0);
    each_place(0, at);
  }

  // What the loop gives; false if no lane can be computed.
  bool known() {
    for (const Places& at : places_)
      if (alone(at).fails) return false;
    return true;
  }

  // `args` are the sample's, with one more tensor in the receiver's place: a clone of it.
  void in_place(size_t receiver, const std::vector<Json>& args) {
    bool shared = std::any_of(levels_.begin(), levels_.end(), [&](const Level& l) { return !l.has(receiver); });
    Entered entered(levels_);
    std::vector<Tensor> x = wrapped(entered, wholes(false)), y;
    y.push_back(call("clone", {x[receiver]}));
    std::vector<vjp_tensor*> tensors = borrow(x);
    tensors.push_back(y[0].get());
    Call bound = bind_in_place(function_.operators(), args, function_.sample().at("kwargs"), tensors);
    std::string name = vjp_op_name(bound.op());
    name.resize(std::min(name.find('.'), name.size()));
    try {
      bound.run(VJP_VARIANT_INPLACE);
    } catch (const Failure& e) {
      if (!shared || vjp_last_error_status() != VJP_ERROR_STATE) throw;
      if (std::string(vjp_last_error()).find(name + "_") == std::string::npos)
        throw Failure("the refusal does not name " + name + "_: " + vjp_last_error());
      return;
    }
    if (shared) throw Failure(name + "_ wrote into what all samples share");
    compare("in place", 0, entered.unwrap(y[0], out_dims(0)), expected(0, &Alone::outputs, out_dims(0)));
  }

  // Whether the function refuses a sample as it lies in the batch: a view of it may not be possible.
  bool refuses_a_sample() {
    std::vector<Tensor> x = wholes(false);
    for (size_t i = 0; i < x.size(); ++i) {
      for (const Level& level : levels_) {
        Tensor part;
        if (!level.has(i) || level.size == 0) continue;
        check(vjp_select(x[i].get(), level.dims[i], 0, part.out()), "sample");
        x[i] = std::move(part);
      }
    }
    try {
      function_.evaluate(x);
      return false;
    } catch (const Failure&) {
      return true;
    }
  }

  // What all samples share may be changed only where no sample decides how; else it is refused.
  void refusal() {
    try {
      Entered entered(levels_);
      function_.evaluate(wrapped(entered, wholes(false)));
    } catch (const Failure&) {
      if (vjp_last_error_status() != VJP_ERROR_STATE) throw;
    }
  }

  void value_and_vjp() {
    Entered entered(levels_);
    std::vector<Tensor> whole = wholes(function_.has("vjp"));
    std::vector<Tensor> y = results_of(entered, function_.evaluate(wrapped(entered, whole)));
    for (size_t i = 0; i < y.size(); ++i) compare("out", i, y[i], expected(i, &Alone::outputs, out_dims(i)));
    if (function_.has("vjp")) compare_gradients(whole, y);
  }

  // Duals of whole batches.
  void jvp_around() {
    GradMode off(false);
    ForwardMode forward;
    Entered entered(levels_);
    std::vector<Tensor> whole = wholes(false);
    for (size_t i = 0; i < whole.size(); ++i)
      if (Tensor t = whole_tangent(i)) whole[i] = dual_of(whole[i], t);
    std::vector<Tensor> y = results_of(entered, function_.evaluate(wrapped(entered, whole)));
    for (size_t i = 0; i < y.size(); ++i)
      if (function_.outputs()[i].grad)
        compare("jvp around", i, tangent_of(y[i]), expected(i, &Alone::tangents, out_dims(i)));
  }

  // Duals of batched tensors.
  void jvp_inside() {
    GradMode off(false);
    Entered entered(levels_);
    ForwardMode forward;
    std::vector<Tensor> x = wrapped(entered, wholes(false));
    for (size_t i = 0; i < x.size(); ++i)
      if (Tensor t = whole_tangent(i)) x[i] = dual_of(x[i], entered.wrap(t, dims(i)));
    std::vector<Tensor> y = function_.evaluate(x), t;
    for (size_t i = 0; i < y.size(); ++i) t.push_back(function_.outputs()[i].grad ? tangent_of(y[i]) : Tensor());
    t = results_of(entered, t);
    for (size_t i = 0; i < y.size(); ++i)
      if (function_.outputs()[i].grad) compare("jvp inside", i, t[i], expected(i, &Alone::tangents, out_dims(i)));
  }

  // A grad call of one sample, for the inputs that have all levels.
  void vjp_inside() {
    Entered entered(levels_);
    std::vector<Tensor> x = wrapped(entered, wholes(false));
    std::vector<size_t> wanted;
    for (size_t i = 0; i < x.size(); ++i) {
      bool all = std::all_of(levels_.begin(), levels_.end(), [&](const Level& l) { return l.has(i); });
      if (!all || !function_.inputs()[i].grad) continue;
      Tensor leaf;
      check(vjp_tensor_detach(x[i].get(), leaf.out()), "detach");
      check(vjp_tensor_set_requires_grad(leaf.get(), true), "requires_grad");
      x[i] = std::move(leaf);
      wanted.push_back(i);
    }
    std::vector<Tensor> y = function_.evaluate(x), seeds;
    std::vector<vjp_tensor*> roots, inputs;
    for (size_t i = 0; i < y.size(); ++i) {
      if (!function_.outputs()[i].grad || !vjp_tensor_requires_grad(y[i].get())) continue;
      roots.push_back(y[i].get());
      std::vector<int64_t> front(levels_.size(), 0);
      seeds.push_back(entered.wrap(whole_seed(i, front), front));
    }
    if (roots.empty()) return;
    for (size_t i : wanted) inputs.push_back(x[i].get());
    std::vector<Tensor> found = gradients_of(roots, borrow(seeds), inputs, false);
    for (size_t n = 0; n < wanted.size(); ++n) {
      size_t i = wanted[n];
      std::vector<Tensor> one;
      std::vector<int64_t> to(dims(i));
      one.push_back(entered.unwrap(found[n], to));
      compare("vjp inside", i, one[0], expected(i, &Alone::gradients, to));
    }
  }

 private:
  void each_place(size_t level, Places& at) {
    if (level == levels_.size()) return places_.push_back(at);
    for (int64_t i = 0; i < std::max<int64_t>(levels_[level].size, 1); ++i) {
      at[level] = i;
      each_place(level + 1, at);
    }
  }
  const Alone& alone(const Places& at) const {
    Lanes::Choice choice;
    for (size_t i = 0; i < function_.inputs().size(); ++i) choice.push_back(lane_of(levels_, at, i));
    return lanes_.alone(choice, seed_of(at));
  }
  Places sizes() const {
    Places out;
    for (const Level& level : levels_) out.push_back(level.size);
    return out;
  }
  std::vector<int64_t> dims(size_t input) const {
    std::vector<int64_t> out;
    for (const Level& level : levels_) out.push_back(level.dims[input]);
    return out;
  }
  std::vector<int64_t> out_dims(size_t output) const {
    auto rank = static_cast<int64_t>(function_.outputs()[output].shape.size());
    std::vector<int64_t> out;
    for (size_t l = 0; l < levels_.size(); ++l) {
      // what the levels within leave has one dimension a level more
      int64_t places = rank + static_cast<int64_t>(levels_.size() - l);
      out.push_back(turn_ % places);
    }
    return out;
  }

  Tensor whole(size_t i, const std::function<Tensor(int lane)>& lane) const {
    return batch_of(sizes(), dims(i), [&](const Places& at) { return lane(lane_of(levels_, at, i)); });
  }
  std::vector<Tensor> wholes(bool require_grad) const {
    std::vector<Tensor> out;
    for (size_t i = 0; i < function_.inputs().size(); ++i) {
      out.push_back(whole(i, [&](int lane) { return lanes_.input(i, lane); }));
      if (require_grad && function_.inputs()[i].grad)
        check(vjp_tensor_set_requires_grad(out[i].get(), true), "requires_grad");
    }
    return out;
  }
  Tensor whole_tangent(size_t i) const {
    if (!lanes_.tangent(i, 0)) return {};
    return whole(i, [&](int lane) { return lanes_.tangent(i, lane); });
  }
  Tensor whole_seed(size_t i, const std::vector<int64_t>& to) const {
    return batch_of(sizes(), to, [&](const Places& at) { return lanes_.cotangent(i, seed_of(at)); });
  }
  std::vector<Tensor> wrapped(const Entered& entered, const std::vector<Tensor>& whole) const {
    std::vector<Tensor> out;
    for (size_t i = 0; i < whole.size(); ++i) out.push_back(entered.wrap(whole[i], dims(i)));
    return out;
  }
  std::vector<Tensor> results_of(const Entered& entered, const std::vector<Tensor>& results) const {
    if (results.size() != function_.outputs().size())
      throw Failure("gives " + std::to_string(results.size()) + " results");
    std::vector<Tensor> out;
    for (size_t i = 0; i < results.size(); ++i) out.push_back(entered.unwrap(results[i], out_dims(i)));
    return out;
  }

  // What the loop gives, as one tensor.
  Tensor expected(size_t i, std::vector<Tensor> Alone::*part, const std::vector<int64_t>& to) const {
    const Spec& spec = part == &Alone::gradients ? function_.inputs()[i] : function_.outputs()[i];
    return batch_of(sizes(), to, [&](const Places& at) {
      const std::vector<Tensor>& all = alone(at).*part;
      if (i < all.size() && all[i]) return share(all[i].get());
      Tensor zeros;
      check(vjp_zeros(spec.shape.data(), spec.shape.size(), spec.dtype, zeros.out()), "zeros");
      return zeros;
    });
  }
  // The gradient of input i: the sum over the levels that it does not have.
  Tensor expected_gradient(size_t i) const {
    std::vector<int64_t> to(dims(i)), sum;
    // what is to be summed stands in front, and moves the dimensions of the levels around it
    for (size_t l = to.size(), moved = 0; l-- > 0;)
      to[l] = levels_[l].has(i) ? to[l] + static_cast<int64_t>(moved) : (++moved, 0);
    Tensor all = expected(i, &Alone::gradients, to);
    for (size_t l = levels_.size(); l-- > 0;) {
      if (levels_[l].has(i)) continue;
      // levels around it have put their dimensions in front of its own
      int64_t dim = 0;
      for (size_t outer = l; outer-- > 0;)
        if (to[outer] <= dim) ++dim;
      sum.push_back(dim);
    }
    if (sum.empty()) return all;
    Tensor out;
    GradMode off(false);
    check(vjp_sum(all.get(), sum.data(), sum.size(), false, VJP_DTYPE_NONE, out.out()), "sum");
    return out;
  }

  void compare_gradients(const std::vector<Tensor>& whole, const std::vector<Tensor>& y) {
    std::vector<Tensor> seeds;
    std::vector<vjp_tensor*> roots, wanted;
    for (size_t i = 0; i < y.size(); ++i) {
      if (!function_.outputs()[i].grad) continue;
      if (!vjp_tensor_requires_grad(y[i].get())) continue;  // it depends on none of these inputs
      roots.push_back(y[i].get());
      seeds.push_back(whole_seed(i, out_dims(i)));
    }
    if (roots.empty()) throw Failure("no result has a history");
    for (size_t i = 0; i < whole.size(); ++i)
      if (function_.inputs()[i].grad) wanted.push_back(whole[i].get());
    std::vector<Tensor> found = gradients_of(roots, borrow(seeds), wanted, false);
    for (size_t i = 0, n = 0; i < whole.size(); ++i)
      if (function_.inputs()[i].grad) compare("vjp", i, found[n++], expected_gradient(i));
  }

  void compare(const char* role, size_t index, const Tensor& found, const Tensor& want) {
    std::string name = std::string(role) + "." + std::to_string(index);
    size_t ndim = vjp_tensor_ndim(want.get());
    std::string shape = text_of(vjp_tensor_shape(want.get()), ndim);
    std::vector<Complex> b = elements(want.get()), a = b;
    if (!found) {
      std::fill(a.begin(), a.end(), Complex());
    } else {
      std::string other = text_of(vjp_tensor_shape(found.get()), vjp_tensor_ndim(found.get()));
      vjp_dtype dtype = vjp_tensor_dtype(found.get());
      if (other != shape || dtype != vjp_tensor_dtype(want.get())) {
        outcome_.problems.push_back(name + " is " + vjp_dtype_name(dtype) + other + ", not " +
                                    vjp_dtype_name(vjp_tensor_dtype(want.get())) + shape);
        return;
      }
      a = elements(found.get());
    }
    double allowed = tolerance_of(vjp_tensor_dtype(want.get()));
    for (size_t i = 0; i < a.size(); ++i) {
      double d = distance(a[i], b[i]), size = 1 + (std::isfinite(std::abs(b[i])) ? std::abs(b[i]) : 0);
      outcome_.worst = std::max(outcome_.worst, d / size);
      if (d <= allowed * size) continue;
      outcome_.problems.push_back(name + shape + " differs at " + std::to_string(i) + ": " +
                                  std::to_string(a[i].real()) + ", not " + std::to_string(b[i].real()));
      return;
    }
  }
  static double tolerance_of(vjp_dtype dtype) {
    bool wide = dtype == VJP_DTYPE_FLOAT64 || dtype == VJP_DTYPE_COMPLEX128;
    return wide ? 1e-9 : vjp_dtype_is_floating(dtype) || vjp_dtype_is_complex(dtype) ? 1e-3 : 0;
  }
  static double distance(Complex a, Complex b) {
    auto part = [](double p, double q) { return p == q || (std::isnan(p) && std::isnan(q)) ? 0.0 : std::abs(p - q); };
    double d = std::hypot(part(a.real(), b.real()), part(a.imag(), b.imag()));
    return std::isnan(d) ? INFINITY : d;
  }

  const Function& function_;
  Lanes& lanes_;
  std::vector<Level> levels_;
  int64_t turn_;
  Outcome& outcome_;
  std::vector<Places> places_;
};

// A tensor that stands where a number is wanted binds no overload: the runner would have to know its value.
bool wants_number(const std::exception& e) { return std::string(e.what()).starts_with("no overload takes"); }

class Table {
 public:
  Table(const Entry& entry, const Json& sample, const std::vector<Operator>& operators, Exceptions& exceptions)
      : function_(entry, sample, operators), lanes_(function_), exceptions_(exceptions) {}

  Outcome run() {
    size_t n = function_.inputs().size();
    const Alone& recorded = lanes_.alone(Lanes::Choice(n, 0), 0);
    if (n == 0 || recorded.fails) {
      outcome_.skipped = true;
      return std::move(outcome_);
    }
    for (unsigned subset = 1; subset < 1u << std::min<size_t>(n, 5) && outcome_.problems.size() < 4; ++subset)
      check_subset(subset);
    return std::move(outcome_);
  }

 private:
  int64_t rank(size_t i) const { return static_cast<int64_t>(function_.inputs()[i].shape.size()); }
  Level level(unsigned subset, int64_t turn, int64_t size, const Level* within = nullptr) const {
    Level out{size, {}};
    for (size_t i = 0; i < function_.inputs().size(); ++i) {
      int64_t dims = rank(i) + 1 + (within && within->has(i) ? 1 : 0);
      out.dims.push_back(subset >> i & 1 ? turn % dims : -1);
    }
    return out;
  }

  // Positions in memory are those of a sample as it lies in the batch: the loop's are in rows.
  bool speaks_of_memory() const {
    return !function_.operators().empty() &&
           std::string(vjp_op_name(function_.operators()[0].op)).starts_with("as_strided");
  }

  void check_subset(unsigned subset) {
    if (speaks_of_memory()) {
      check_one({level(subset, 0, kLanes)}, 0, true);
      return;
    }
    int64_t most = 0;
    for (size_t i = 0; i < function_.inputs().size(); ++i)
      if (subset >> i & 1) most = std::max(most, rank(i));
    for (int64_t turn = 0; turn <= most; ++turn)
      if (!check_one({level(subset, turn, kLanes)}, turn, turn == 0)) return;
    check_one({level(subset, 0, 1)}, 0, false);
    check_one({level(subset, 1, 0)}, 1, false);
    // a level around it for all inputs, and one for the others
    unsigned all = (1u << function_.inputs().size()) - 1, others = all & ~subset;
    Level inner = level(subset, 1, 2);
    check_one({level(all, 2, 3, &inner), inner}, 1, false);
    if (others) check_one({level(others, 0, 2, &inner), inner}, 0, false);
  }

  void in_place(Batch& batch) {
    if (!function_.sample().flag("inplace")) return;
    std::vector<Json> args = function_.sample().at("args").items;
    auto place = std::find_if(args.begin(), args.end(), [](const Json& arg) { return arg.find("t") != nullptr; });
    auto receiver = static_cast<size_t>(place->at("t").integer);
    // where the field resizes the target libvjp does not
    if (function_.inputs()[receiver].shape != function_.outputs().at(0).shape) return;
    place->members[0].second.integer = static_cast<int64_t>(function_.inputs().size());
    batch.in_place(receiver, args);
  }

  bool changes_shared(const std::vector<Level>& levels) const {
    const Json* mutates = function_.sample().find("mutates");
    if (!mutates) return false;
    for (int64_t i : mutates->ints())
      for (const Level& l : levels)
        if (!l.has(static_cast<size_t>(i)) &&
            std::any_of(l.dims.begin(), l.dims.end(), [](int64_t d) { return d >= 0; }))
          return true;
    return false;
  }

  // False where no other way of batching the same inputs can do better.
  bool check_one(const std::vector<Level>& levels, int64_t turn, bool inside) {
    Batch batch(function_, lanes_, levels, turn, outcome_);
    if (!batch.known()) return false;
    size_t before = outcome_.problems.size();
    if (changes_shared(levels)) return attempt([&] { batch.refusal(); });
    if (batch.refuses_a_sample()) return true;
    bool go_on = attempt([&] { batch.value_and_vjp(); });
    if (go_on && function_.has("jvp")) attempt([&] { batch.jvp_around(); });
    if (go_on && function_.has("jvp") && inside) attempt([&] { batch.jvp_inside(); });
    if (go_on && function_.has("vjp") && inside) attempt([&] { batch.vjp_inside(); });
    if (go_on && levels[0].size == kLanes && levels.size() == 1) attempt([&] { in_place(batch); });
    for (size_t i = before; i < outcome_.problems.size(); ++i)
      outcome_.problems[i] = text_of_levels(levels) + outcome_.problems[i];
    return go_on && outcome_.problems.size() == before;
  }

  template <class F>
  bool attempt(F&& body) {
    try {
      body();
      return true;
    } catch (const std::exception& e) {
      if (wants_number(e)) return false;
      std::string name = function_.operators().empty() ? "index" : vjp_op_name(function_.operators()[0].op);
      name.resize(std::min(name.find('.'), name.size()));
      std::string what = e.what();
      // what an exception is about says that vmap cannot do it
      bool refused = what.find("vmap") != std::string::npos && what.find("invalid state") != std::string::npos;
      if (!refused || !exceptions_.holds(name)) outcome_.problems.push_back(what);
      return false;
    }
  }

  static std::string text_of_levels(const std::vector<Level>& levels) {
    std::string out;
    for (const Level& l : levels)
      out += (out.empty() ? "" : " around ") + std::to_string(l.size) + " at " +
             golden::text_of(l.dims.data(), l.dims.size());
    return out + ": ";
  }

  Function function_;
  Lanes lanes_;
  Exceptions& exceptions_;
  Outcome outcome_;
};

}  // namespace

Exceptions::Exceptions(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw Failure(path + " cannot be read");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    size_t colon = line.find(": ");
    if (colon == std::string::npos || colon + 2 == line.size()) throw Failure(path + ": no reason in '" + line + "'");
    used_[line.substr(0, colon)] = false;
  }
}
bool Exceptions::holds(const std::string& op) {
  auto place = used_.find(op);
  if (place != used_.end()) place->second = true;
  return place != used_.end();
}
std::vector<std::string> Exceptions::unneeded() const {
  std::vector<std::string> out;
  for (const auto& [op, used] : used_)
    if (!used) out.push_back(op);
  return out;
}

Loops::Loops() { check(vjp_set_warning_handler(note, this, nullptr), "warnings"); }
Loops::~Loops() { vjp_set_warning_handler(nullptr, nullptr, nullptr); }
void Loops::note(void* self, const char* warning) {
  std::string text = warning;
  constexpr std::string_view kFirst = "vmap: ", kLast = " has no batching rule";
  if (size_t end = text.find(kLast); text.starts_with(kFirst) && end != std::string::npos)
    static_cast<Loops*>(self)->names_.push_back(text.substr(kFirst.size(), end - kFirst.size()));
}

Outcome check_batched(const Entry& entry, const Json& sample, const std::vector<Operator>& operators,
                      Exceptions& exceptions) {
  return Table(entry, sample, operators, exceptions).run();
}

}  // namespace golden
