// W17: forward mode. Every operator that has a derivative, called on duals against the same call on plain tensors: of
// 128 x 128 and of 256 x 256 numbers where it takes matrices, with arguments made from its schema.
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>

#include "harness.h"
#include "inputs.h"
#include "ops.h"
#include "workloads.h"

namespace bench {

namespace {

// ---- arguments

struct Argument {
  std::string type, text;  // of the default; empty without one
};

// "name(Type a, Type b=[1, 2], *, Type c) -> ..." as arguments.
std::vector<Argument> arguments_of(const std::string& schema) {
  std::vector<Argument> out;
  const size_t begin = schema.find('(') + 1, end = schema.find(") ->");
  std::string part;
  int depth = 0;
  const auto put = [&] {
    const size_t first = part.find_first_not_of(' ');
    const std::string one = first == std::string::npos ? "" : part.substr(first);
    const size_t space = one.find(' '), equals = one.find('=');
    if (space != std::string::npos)
      out.push_back({one.substr(0, space), equals == std::string::npos ? "" : one.substr(equals + 1)});
    part.clear();
  };
  for (size_t i = begin; i < end; ++i) {
    const char c = schema[i];
    depth += (c == '[' || c == '(') - (c == ']' || c == ')');
    if (c == ',' && depth == 0) {
      put();
    } else {
      part += c;
    }
  }
  put();
  return out;
}

// One way to fill a schema in; walked until the operator takes one.
struct Recipe {
  Shape first, rest;  // of the first tensor, and of the others
  bool indices;       // the second one holds integers
  int64_t integer;
  Shape list;
};

std::vector<Recipe> recipes(int64_t side) {
  const std::pair<Shape, Shape> shapes[] = {{{side, side}, {side, side}},
                                            {{side, side}, {side}},
                                            {{8, 32, side}, {8, side, 32}},
                                            {{8, 16, 32, 32}, {16, 16, 3, 3}},
                                            {{8, 16, side}, {16, 16, 3}},
                                            {{2, 8, 8, 32, 32}, {8, 8, 3, 3, 3}},
                                            {{4096}, {4096}},
                                            {{side}, {side, side}}};
  const Shape lists[] = {{1}, {0, 1}, {side}, {2, 2}, {2}, {2, 2, 2}, {1, 1}, {side, side}};
  std::vector<Recipe> out;
  for (bool indices : {false, true})
    for (const auto& [first, rest] : shapes)
      for (int64_t integer : {1, 0, 2})
        for (const Shape& list : lists) out.push_back({first, rest, indices, integer, list});
  return out;
}

class Call {
 public:
  Call(const vjp_op* op, const Recipe& recipe) : op_(op) {
    for (const Argument& a : arguments_of(vjp_op_schema(op))) add(a, recipe);
  }

  // The first result, or an exception; empty where there is none.
  Tensor run() const {
    vjp_tensor_list* list = nullptr;
    check(vjp_op_call(op_, VJP_VARIANT_FUNCTIONAL, values_.data(), values_.size(), &list));
    vjp_tensor* borrowed = vjp_tensor_list_get(list, 0);
    Tensor first(borrowed ? vjp_tensor_retain(borrowed) : nullptr);
    vjp_tensor_list_release(list);
    return first;
  }
  // The floating tensors, as duals or as they were.
  void make_duals() {
    for (size_t i = 0; i < tensors_.size(); ++i) {
      if (!vjp_dtype_is_floating(vjp_tensor_dtype(plain_[i].get()))) continue;
      Tensor tangent = fill(shape_of(plain_[i]), 180 + i);
      put(i, Tensor::made([&](vjp_tensor** out) { return vjp_make_dual(plain_[i].get(), tangent.get(), out); }));
    }
  }
  bool is_view(const Tensor& result) const {
    return std::any_of(plain_.begin(), plain_.end(),
                       [&](const Tensor& t) { return vjp_tensor_shares_storage(t.get(), result.get()); });
  }
  void make_plain() {
    for (size_t i = 0; i < tensors_.size(); ++i) put(i, plain_[i]);
  }

 private:
  static Shape shape_of(const Tensor& t) {
    return Shape(vjp_tensor_shape(t.get()), vjp_tensor_shape(t.get()) + vjp_tensor_ndim(t.get()));
  }
  void put(size_t i, Tensor t) {
    tensors_[i] = std::move(t);
    vjp_value& v = values_[places_[i]];
    if (v.kind == VJP_KIND_TENSOR) {
      v.as.tensor = tensors_[i].get();
    } else {
      pair_[i - first_of_list_] = tensors_[i].get();
    }
  }
  void keep(Tensor t) {
    places_.push_back(values_.size());
    plain_.push_back(t);
    tensors_.push_back(std::move(t));
  }
  Tensor tensor(const Recipe& r) {
    const Shape& shape = which_++ ? r.rest : r.first;
    return made_once(shape, r.indices && which_ == 2 ? 0 : which_);
  }
  // Integers for `which` 0, else numbers away from 0 and below 1, where most functions are defined.
  static Tensor made_once(const Shape& shape, int which) {
    static std::map<std::pair<Shape, int>, Tensor> all;
    Tensor& t = all[{shape, which}];
    if (!t.get())
      t = which ? bench::add(mul(fill(shape, 170 + static_cast<uint64_t>(which)), 0.2), 0.5) : ints(shape, 170, 2);
    return t;
  }
  void add(const Argument& a, const Recipe& r) {
    vjp_value v{};
    const bool tensor_like = a.type.rfind("Tensor", 0) == 0 || a.type.rfind("Operand", 0) == 0;
    if (!a.text.empty()) {
      v.kind = VJP_KIND_NONE;
    } else if (a.type == "Tensor[]" || a.type == "Tensor?[]") {
      first_of_list_ = tensors_.size();
      const bool indices = a.type == "Tensor?[]";
      keep(indices ? made_once({r.rest[0]}, 0) : tensor(r));
      if (!indices) keep(tensor(r));
      for (size_t i = first_of_list_; i < tensors_.size(); ++i) pair_[i - first_of_list_] = tensors_[i].get();
      v.kind = VJP_KIND_TENSOR_LIST;
      v.count = indices ? 1 : 2;
      v.as.tensors = pair_;
    } else if (tensor_like) {
      keep(tensor(r));
      v.kind = VJP_KIND_TENSOR;
      v.as.tensor = tensors_.back().get();
    } else if (a.type == "int" || a.type == "bool") {
      v.kind = a.type == "int" ? VJP_KIND_INT : VJP_KIND_BOOL;
      v.as.integer = a.type == "int" ? r.integer : 0;
    } else if (a.type == "float" || a.type == "Scalar") {
      v.kind = VJP_KIND_FLOAT;
      v.as.real = 0.3;
    } else if (a.type == "int[]") {
      ints_.push_back(r.list);
      v.kind = VJP_KIND_INT_LIST;
      v.count = static_cast<uint32_t>(r.list.size());
      v.as.ints = ints_.back().data();
    }
    values_.push_back(v);
  }

  const vjp_op* op_;
  std::vector<vjp_value> values_;
  std::vector<Tensor> plain_, tensors_;
  std::vector<size_t> places_;
  std::deque<Shape> ints_;
  vjp_tensor* pair_[2] = {};
  size_t first_of_list_ = 0;
  int which_ = 0;
};

// ---- measuring

struct Level {
  Level() { check(vjp_forward_mode_enter()); }
  ~Level() { vjp_forward_mode_exit(); }
};

bool has_tangent(const Tensor& t) {
  vjp_tensor* tangent = nullptr;
  if (t.get()) check(vjp_tensor_tangent(t.get(), &tangent));
  vjp_tensor_release(tangent);
  return tangent;
}

// What products of all pairs of elements would need is refused, and smaller operands are found for them.
class MemoryLimit {
 public:
  MemoryLimit() {
    getrlimit(RLIMIT_DATA, &former_);
    rlimit limit = former_;
    limit.rlim_cur = std::min<rlim_t>(former_.rlim_max, rlim_t{2} << 30);
    setrlimit(RLIMIT_DATA, &limit);
  }
  ~MemoryLimit() { setrlimit(RLIMIT_DATA, &former_); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  rlimit former_{};
};

// A call of the operator whose first result has a tangent; none where there is none.
std::unique_ptr<Call> find_call(const vjp_op* op, const std::vector<Recipe>& all) {
  for (const Recipe& recipe : all) {
    auto call = std::make_unique<Call>(op, recipe);
    try {
      Tensor result = call->run();
      if (result.get() && !vjp_dtype_is_floating(vjp_tensor_dtype(result.get()))) return {};
      if (result.get() && call->is_view(result)) return {};  // nothing is computed
      Level level;
      call->make_duals();
      const bool found = has_tangent(call->run());
      call->make_plain();
      if (found) return call;
    } catch (const std::exception&) {
    }
  }
  return {};
}

// Seconds of one of `times` calls.
double seconds_of(const Call& call, int times) {
  const double begin = now();
  for (int i = 0; i < times; ++i) call.run();
  return (now() - begin) / times;
}

// Times of the call on duals and on plain tensors, the fastest of each, taken in turns.
struct Times {
  double plain = 1e9, dual = 1e9;
};
Times times_of(Call& call) {
  call.run();
  const double once = std::max(seconds_of(call, 3), 1e-7);
  const int times = std::clamp(static_cast<int>(4e-4 / once), 1, 1000);
  const int rounds = std::max(5, static_cast<int>(15 * options().scale));
  Times found;
  for (int r = 0; r < rounds; ++r) {
    found.plain = std::min(found.plain, seconds_of(call, times));
    Level level;
    call.make_duals();
    found.dual = std::min(found.dual, seconds_of(call, times));
    call.make_plain();
  }
  return found;
}

bool is_measured(const vjp_op* op) {
  const std::string family = vjp_op_family(op);
  // views compute nothing, and parts of other operators are measured with those
  return family != "view" && family != "creation" && vjp_op_name(op)[0] != '_';
}

}  // namespace

static void of_each_operator(int64_t side) {
  const std::vector<Recipe> all = recipes(side);
  const std::string size = std::to_string(side);
  std::vector<double> ratios;
  for (size_t i = 0; i < vjp_op_count(); ++i) {
    const vjp_op* op = vjp_op_at(i);
    if (!is_measured(op)) continue;
    std::unique_ptr<Call> call = find_call(op, all);
    if (!call) continue;
    const std::string name = "jvp" + size + "." + vjp_op_name(op);
    guard("W17", name, [&] {
      const Times t = times_of(*call);
      ratios.push_back(t.dual / t.plain);
      emit_value({.workload = "W17",
                  .name = name,
                  .unit = "x",
                  .extra = {{"plain_us", t.plain * 1e6}, {"dual_us", t.dual * 1e6}}},
                 ratios.back());
    });
  }
  std::sort(ratios.begin(), ratios.end());
  emit_value({.workload = "W17",
              .name = "median." + size,
              .unit = "x",
              .extra = {{"operators", static_cast<double>(ratios.size())},
                        {"nine_of_ten_below", ratios[ratios.size() * 9 / 10]}}},
             ratios[ratios.size() / 2]);
}

void w17_forward() {
  GradMode off(false);
  MemoryLimit limit;
  of_each_operator(128);
  of_each_operator(256);
}

}  // namespace bench
