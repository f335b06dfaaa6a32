#include "draw.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

#include "draw_shapes.h"

namespace fuzz {
namespace {

// One call being drawn.
class Drawing : Shapes {
 public:
  Drawing(const Operator& op, const Recipes::Recipe* recipe, Manner manner, uint64_t seed)
      : Shapes(op, recipe, manner, seed) {}

  Call draw(bool some_sparse) {
    choose_dtype();
    choose_common_shape();
    Call call{op_.name, {}};
    declare();
    call.args.resize(op_.parameters.size());
    // tensors first: what the integers may be depends on their sizes
    for (int round = 0; round < 2; ++round)
      for (size_t i = 0; i < op_.parameters.size(); ++i)
        if (is_tensor(op_.parameters[i]) == (round == 0)) call.args[i] = argument(op_.parameters[i]);
    // statistics are written where they lie, and elements that share memory are not
    for (size_t i = 0; i < op_.parameters.size(); ++i)
      for (Drawn& t : call.args[i].tensors)
        if (op_.parameters[i].name.starts_with("running_")) t.strides.clear();
    if (some_sparse) make_some_sparse(call);
    return call;
  }

 private:
  static bool is_tensor(const Parameter& p) { return p.type.starts_with("Tensor") || p.type.starts_with("Operand"); }

  // ---- tensors ----

  static void lay_channels_last(Drawn& t) {
    t.strides.assign(t.shape.size(), 1);
    int64_t stride = t.shape[1];
    for (size_t d = t.shape.size(); d-- > 2; stride *= std::max<int64_t>(1, t.shape[d])) t.strides[d] = stride;
    t.strides[0] = stride;
  }

  void lay_out(Drawn& t) {
    if (smooth() || manner_ == Manner::Large ? random_.chance(0.7) : random_.chance(0.4)) return;
    const size_t n = t.shape.size();
    if ((n == 4 || n == 5) && random_.chance(0.25)) return lay_channels_last(t);
    std::vector<size_t> order(n);
    for (size_t d = 0; d < n; ++d) order[d] = d;
    if (random_.chance(0.6))
      for (size_t d = n; d > 1; --d)
        std::swap(order[d - 1], order[static_cast<size_t>(random_(0, static_cast<int64_t>(d) - 1))]);
    t.strides.assign(n, 1);
    int64_t stride = random_.chance(0.3) ? random_(2, 3) : 1;
    for (size_t i = n; i-- > 0;) {
      const size_t d = order[i];
      t.strides[d] = stride;
      if (!smooth() && t.fill != Fill::Distinct && random_.chance(0.06))
        t.strides[d] = 0;  // the same elements again
      else
        stride *= std::max<int64_t>(1, t.shape[d]) + (random_.chance(0.1) ? random_(1, 2) : 0);
    }
    if (!smooth() && t.fill != Fill::Distinct && n > 1 && random_.chance(0.04)) t.strides[0] = t.strides[1];  // windows
    if (random_.chance(0.3)) t.offset = random_(1, 9);
  }

  // At least one, where there is any tensor.
  void make_some_sparse(Call& call) {
    std::vector<Drawn*> all;
    for (Value& v : call.args)
      for (Drawn& t : v.tensors) all.push_back(&t);
    if (all.empty()) return;
    const int64_t always = random_(0, static_cast<int64_t>(all.size()) - 1);
    for (size_t i = 0; i < all.size(); ++i)
      if (static_cast<int64_t>(i) == always || random_.chance(0.3)) make_sparse(*all[i]);
  }
  void make_sparse(Drawn& t) {
    static const std::vector<vjp_layout> compressed{VJP_LAYOUT_CSR, VJP_LAYOUT_CSR, VJP_LAYOUT_CSC, VJP_LAYOUT_BSR,
                                                    VJP_LAYOUT_BSC};
    const auto n = static_cast<int64_t>(t.shape.size());
    t.strides.clear(), t.offset = 0;
    t.layout = n == 2 && random_.chance(0.6) ? random_.one(compressed) : VJP_LAYOUT_COO;
    if (t.layout != VJP_LAYOUT_COO) return;
    t.sparse_dims = random_.chance(0.7) ? n : random_(random_.chance(0.1) ? 0 : std::min<int64_t>(n, 1), n);
    t.twice = random_.chance(0.4);
  }

  // A call of many elements is one that threads share: no more than they need, whatever sizes a line combines.
  static void bound(Ints& shape) {
    constexpr int64_t kMost = int64_t{1} << 20;
    while (numel_of(shape) > kMost) *std::max_element(shape.begin(), shape.end()) = 2;
  }

  Drawn tensor(Ints shape, Fill fill, vjp_dtype dtype) {
    if (wild() && random_.chance(0.1)) shape.clear();  // which a line that says sizes never draws
    bound(shape);
    Drawn t;
    t.dtype = dtype;
    t.shape = std::move(shape);
    t.fill = fill;
    t.seed = static_cast<uint64_t>(random_(0, 9999));
    if (fill != Fill::Definite) lay_out(t);
    return t;
  }

  Fill usual_fill() { return special_ && random_.chance(0.8) ? Fill::Special : ties_ ? Fill::Ties : Fill::Generic; }

  vjp_dtype other_dtype() {
    if (smooth() || !random_.chance(0.1)) return dtype_;
    return random_.one(kAll);
  }

  // "[n,k]index(0,n)", "[n]positive", "[n]bool:mask", "[n]?": perhaps absent.
  Value said_tensor(const std::string& how, const Parameter& p) {
    Value v;
    if (how == "none") return v;
    const size_t open = how.find('['), close = how.rfind(']');
    if (open != 0 || close == how.npos) throw std::runtime_error(op_.name + ": " + how + " describes no tensor");
    std::string rest = how.substr(close + 1);
    if (rest.ends_with("?")) {
      rest.pop_back();
      if (random_.chance(0.5)) return v;
    }
    const bool loose = rest.ends_with("~");
    if (loose) rest.pop_back();
    Ints shape = sizes(how.substr(open + 1, close - 1), loose);
    Drawn t = said_fill(rest, std::move(shape));
    first_ = first_.empty() && tensors_ == 0 ? t.shape : first_;
    ++tensors_;
    v.kind = p.type.starts_with("Tensor[]") || p.type.starts_with("Tensor?[]") ? Value::Tensors : Value::Tensor;
    v.tensors.push_back(std::move(t));
    return v;
  }

  Drawn said_fill(std::string rest, Ints shape) {
    vjp_dtype dtype = other_dtype();
    const bool said_dtype = rest.find(':') != rest.npos;
    if (const size_t colon = rest.find(':'); colon != rest.npos) {
      dtype = vjp_dtype_from_name(rest.substr(0, colon).c_str());
      rest = rest.substr(colon + 1);
    }
    if (rest == "same") return tensor(std::move(shape), usual_fill(), dtype_);
    Fill fill = usual_fill();
    int64_t low = 0, high = 1;
    if (rest.starts_with("index") || rest.starts_with("distinct")) {
      fill = rest.starts_with("index") ? Fill::Index : Fill::Distinct;
      if (!said_dtype) dtype = !smooth() && random_.chance(0.2) ? VJP_DTYPE_INT32 : VJP_DTYPE_INT64;
      const std::vector<std::string> range =
          cut(rest.substr(rest.find('(') + 1, rest.size() - rest.find('(') - 2), ',');
      low = expression(range.at(0)), high = expression(range.at(1));
      if (fill == Fill::Index && !smooth() && random_.chance(0.03)) high += 1;  // one too large
    }
    if (rest == "mask") fill = Fill::Mask, dtype = VJP_DTYPE_BOOL;
    if (rest == "zeroone") fill = Fill::Mask;
    if (rest == "positive") fill = special_ ? Fill::Special : Fill::Positive;
    if (rest == "unit") fill = special_ ? Fill::Special : Fill::Unit;
    if (rest == "definite") fill = Fill::Definite, dtype = dtype_;
    Drawn t = tensor(std::move(shape), fill, dtype);
    t.low = low, t.high = high;
    return t;
  }

  Value schema_tensor(const Parameter& p) {
    Value v;
    if (p.optional() && random_.chance(0.5)) return v;
    if (p.type.starts_with("Operand") && tensors_ > 0 && random_.chance(0.35)) return number();
    v.kind = Value::Tensor;
    if (p.type.find("[]") != p.type.npos) {
      v.kind = Value::Tensors;
      for (int64_t n = random_(wild() ? 0 : 1, 3); n > 0; --n)
        v.tensors.push_back(tensor(wild() ? any_shape() : common_, usual_fill(), other_dtype()));
    } else if (wild()) {
      v.tensors.push_back(tensor(random_.chance(0.5) ? common_ : any_shape(), usual_fill(),
                                 random_.chance(0.6) ? dtype_ : random_.one(kAll)));
    } else if (p.name == "condition" || p.name == "mask") {
      v.tensors.push_back(tensor(broadcast(), Fill::Mask, VJP_DTYPE_BOOL));
    } else {
      const bool pointwise = op_.family == "pointwise" || p.type.starts_with("Operand");
      v.tensors.push_back(tensor(pointwise ? broadcast() : common_, usual_fill(), other_dtype()));
    }
    if (tensors_++ == 0 && !v.tensors.empty()) first_ = v.tensors[0].shape;
    return v;
  }

  // ---- numbers ----

  Value number() {
    static const std::vector<double> numbers{0, 1, 2, -1, 0.5, -1.5, 3, -2.25, 0.125};
    Value v;
    if (is_complex(dtype_) && random_.chance(0.2)) {
      v.kind = Value::Complex;
      v.number = {0.5, -1.5};
    } else if (random_.chance(0.4)) {
      v.kind = Value::Int;
      v.integer = random_(-2, 3);
    } else {
      v.kind = Value::Float;
      v.number = smooth() ? 0.75 : random_.one(numbers);
      if (wild() && random_.chance(0.3)) v.number = std::numeric_limits<double>::infinity();
    }
    return v;
  }
  int64_t wild_integer() {
    static const std::vector<int64_t> odd{0,
                                          -1,
                                          1,
                                          2,
                                          3,
                                          7,
                                          100,
                                          -100,
                                          int64_t{1} << 40,
                                          -(int64_t{1} << 40),
                                          INT64_MAX,
                                          INT64_MIN,
                                          INT32_MIN,
                                          int64_t{1} << 62};
    return random_.chance(0.5) ? random_(-3, 5) : random_.one(odd);
  }
  int64_t dimension() {
    const auto n = static_cast<int64_t>(first_.size());
    if (random_.chance(0.02)) return random_.chance(0.5) ? n : -n - 1;
    return n == 0 ? random_(-1, 0) : random_(-n, n - 1);
  }
  Ints dimensions() {
    const auto n = static_cast<int64_t>(first_.size());
    Ints out;
    for (int64_t d = 0; d < n; ++d)
      if (random_.chance(0.45)) out.push_back(random_.chance(0.3) ? d - n : d);
    if (out.size() > 1 && random_.chance(0.3)) std::swap(out[0], out[1]);
    return out;
  }

  static bool is_dimension(const std::string& name) {
    return name == "dim" || name == "dim0" || name == "dim1" || name == "dim2" || name == "axis" ||
           name == "dimension" || name == "start_dim" || name == "end_dim";
  }

  Value integer_of(const Parameter& p) {
    Value v;
    v.kind = Value::Int;
    v.integer = wild() ? wild_integer() : is_dimension(p.name) ? dimension() : random_(-1, 3);
    if (p.name == "correction") v.integer = random_(0, 2);
    return v;
  }
  Value list_of(const Parameter& p) {
    Value v;
    v.kind = Value::Ints;
    if (wild()) {
      for (int64_t n = random_(0, 4); n > 0; --n) v.ints.push_back(wild_integer());
    } else if (p.name == "dim" || p.name == "dims") {
      v.ints = dimensions();
    } else {
      for (int64_t n = random_(0, 3); n > 0; --n) v.ints.push_back(any_size());
    }
    return v;
  }

  // "1..3", "(a,b)", "(1..3)x2", "mean|sum|none", "2|inf", "true"
  Value said_value(const std::string& all, const Parameter& p) {
    Value v;
    const std::string how = random_.one(cut(all, '|'));
    if (how == "none") return v;
    if (how == "any") return plain_value(p, false);
    if (p.type.starts_with("int[]")) {
      v.kind = Value::Ints;
      if (how[0] != '(') {
        v.ints = {integer(how)};
        return v;
      }
      const size_t close = how.rfind(')');
      const std::string inner = how.substr(1, close - 1);
      const int64_t times = how.substr(close + 1).starts_with("x") ? expression(how.substr(close + 2)) : 1;
      for (int64_t i = 0; i < times; ++i)
        for (const std::string& item : cut(inner, ',')) v.ints.push_back(integer(item));
    } else if (p.type.starts_with("int")) {
      v.kind = Value::Int;
      v.integer = integer(how);
    } else if (p.type.starts_with("float[]")) {
      v.kind = Value::Floats;
      for (const std::string& item : cut(how.substr(1, how.size() - 2), ','))
        v.floats.push_back(std::atof(random_.one(cut(item, '|')).c_str()));
    } else {
      return said_word(how, p);
    }
    return v;
  }
  static Value said_word(const std::string& word, const Parameter& p) {
    Value v;
    if (word == "none") return v;
    if (p.type.starts_with("str")) {
      v.kind = Value::String;
      v.text = word;
    } else if (p.type == "bool") {
      v.kind = Value::Bool;
      v.integer = word == "true";
    } else if (p.type == "dtype?") {
      v.kind = Value::Dtype;
      v.integer = vjp_dtype_from_name(word.c_str());
    } else {
      v.kind = Value::Float;
      v.number = std::strtod(word.c_str(), nullptr);
    }
    return v;
  }

  Value string_of(const Parameter& p) {
    static const std::vector<std::string> reductions{"mean", "sum", "none"};
    Value v;
    v.kind = Value::String;
    v.text = p.name == "reduction" ? random_.one(reductions)
             : p.has_fallback      ? p.fallback.substr(1, p.fallback.size() - 2)
                                   : "mean";
    if (wild() && random_.chance(0.3)) v.text = "nonsense";
    return v;
  }

  // By the schema alone.
  Value plain_value(const Parameter& p, bool may_be_absent) {
    Value v;
    if (may_be_absent && p.optional() && random_.chance(0.5)) return v;
    if (p.type.starts_with("int[]")) return list_of(p);
    if (p.type.starts_with("int")) return integer_of(p);
    if (p.type.starts_with("Scalar")) return number();
    if (p.type.starts_with("str")) return string_of(p);
    if (p.type == "bool") {
      v.kind = Value::Bool;
      v.integer = random_(0, 1);
    } else if (p.type == "float[]") {
      v.kind = Value::Floats;
      v.floats = {0.5, 2};
    } else if (p.type.starts_with("float")) {
      if (p.has_fallback && p.name == "eps") {
        if (random_.chance(0.3)) v.kind = Value::Float, v.number = 0.001;
        return v;
      }
      v = number();
      if (v.kind == Value::Complex) v.kind = Value::Float;
    } else if (p.type == "dtype?") {
      if (random_.chance(0.7) || smooth()) return v;
      v.kind = Value::Dtype;
      v.integer = random_.one(wild() ? kAll : kFloating);
    }
    return v;
  }

  Value argument(const Parameter& p) {
    Value cpu;
    cpu.kind = Value::Device;
    if (p.type == "Device?") return p.has_fallback ? Value() : cpu;
    if (p.type == "Generator?") return {};
    const std::string* how = wild() && random_.chance(0.6) ? nullptr : said(p.name);
    if (!is_tensor(p)) return how ? said_value(*how, p) : plain_value(p, true);
    if (!how) return schema_tensor(p);
    if (how->starts_with("{")) return list_value(*how, p);
    if (!how->starts_with("[")) return said_word(random_.one(cut(*how, '|')), p);
    return said_tensor(*how, p);
  }
  // "{[a,b];[c,b]}", "{[a,b]}x3"
  Value list_value(const std::string& how, const Parameter& p) {
    Value v;
    v.kind = Value::Tensors;
    const size_t close = how.rfind('}');
    const int64_t times = how.substr(close + 1).starts_with("x") ? integer(how.substr(close + 2)) : 1;
    for (int64_t i = 0; i < times; ++i)
      for (const std::string& item : cut(how.substr(1, close - 1), ';')) {
        Value one = said_tensor(item, p);
        v.tensors.insert(v.tensors.end(), one.tensors.begin(), one.tensors.end());
      }
    return v;
  }

  Ints first_;       // the shape of the first tensor: what dimensions are of
  int tensors_ = 0;  // so far
};

}  // namespace

uint64_t seed_of(const Operator& op, uint64_t seed, int64_t round) {
  uint64_t h = 0xcbf29ce484222325;  // FNV-1a
  for (char c : op.name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h + seed * 0x9e3779b97f4a7c15 + static_cast<uint64_t>(round);
}

Call draw(const Operator& op, const Recipes& recipes, Manner manner, uint64_t seed) {
  const auto* some = recipes.find(op.name);
  Random random(seed);
  const Recipes::Recipe* recipe = some ? &random.one(*some) : nullptr;
  const bool sparse = manner == Manner::Sparse;
  if (sparse && random.chance(0.2)) manner = Manner::Wild;  // whatever the types allow, sparse too
  return Drawing(op, recipe, manner, seed).draw(sparse);
}

}  // namespace fuzz
