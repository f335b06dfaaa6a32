#include "minimise.h"

#include <set>
#include <utility>

namespace fuzz {
namespace {

using Change = std::function<void(Call&)>;

template <class F>
void each_tensor(Call& call, F f) {
  for (Value& v : call.args)
    for (Drawn& t : v.tensors) f(t);
}

std::set<int64_t> sizes_in(Call call) {
  std::set<int64_t> out;
  each_tensor(call, [&](const Drawn& t) { out.insert(t.shape.begin(), t.shape.end()); });
  return out;
}

// A size becomes another one wherever it stands, and memory lies in order again where it did not fit otherwise.
Change size_becomes(int64_t from, int64_t to) {
  return [=](Call& call) {
    each_tensor(call, [&](Drawn& t) {
      for (int64_t& size : t.shape)
        if (size == from) size = to;
      if (t.fill == Fill::Index && t.high == from) t.high = to;
    });
    for (Value& v : call.args)
      for (int64_t& i : v.ints)
        if (i == from) i = to;
  };
}

template <class F>
Change in_tensor(int which, F f) {
  return [=](Call& call) {
    int next = 0;
    each_tensor(call, [&](Drawn& t) {
      if (next++ == which) f(t);
    });
  };
}

std::vector<Change> changes(const Operator& op, const Call& call) {
  std::vector<Change> out;
  for (size_t i = 0; i < call.args.size(); ++i)
    if (op.parameters[i].optional() && call.args[i].kind != Value::None)
      out.push_back([i](Call& c) { c.args[i] = Value(); });
  for (int64_t size : sizes_in(call))
    for (int64_t to : {int64_t{1}, size / 2, size - 1})
      if (to > 0 && to < size) out.push_back(size_becomes(size, to));
  int tensors = 0;
  Call copy = call;
  each_tensor(copy, [&](Drawn&) { ++tensors; });
  for (int k = 0; k < tensors; ++k) {
    out.push_back(in_tensor(k, [](Drawn& t) { t.offset = 0, t.strides.clear(); }));
    out.push_back(in_tensor(k, [](Drawn& t) { t.offset = 0; }));
    out.push_back(in_tensor(
        k, [](Drawn& t) { t.fill = t.fill == Fill::Special || t.fill == Fill::Ties ? Fill::Generic : t.fill; }));
    out.push_back(in_tensor(k, [](Drawn& t) { t.seed = 1; }));
    out.push_back(in_tensor(k, [](Drawn& t) {
      if (!t.shape.empty() && t.strides.empty()) t.shape.erase(t.shape.begin());
    }));
  }
  out.emplace_back(
      [](Call& c) { each_tensor(c, [](Drawn& t) { t.dtype = is_whole(t.dtype) ? t.dtype : VJP_DTYPE_FLOAT64; }); });
  return out;
}

}  // namespace

Call minimised(const Operator& op, Call call, const std::function<bool(const Call&)>& fails) {
  bool smaller = true;
  for (int rounds = 0; rounds < 8 && std::exchange(smaller, false); ++rounds) {
    for (const Change& change : changes(op, call)) {
      Call next = call;
      change(next);
      if (text_of(next) == text_of(call) || !fails(next)) continue;
      call = std::move(next);
      smaller = true;
    }
  }
  return call;
}

}  // namespace fuzz
