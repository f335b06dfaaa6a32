#include "draw.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

namespace fuzz {
namespace {

const std::vector<vjp_dtype> kAll{VJP_DTYPE_BOOL,    VJP_DTYPE_UINT8,   VJP_DTYPE_INT8,      VJP_DTYPE_INT16,
                                  VJP_DTYPE_INT32,   VJP_DTYPE_INT64,   VJP_DTYPE_FLOAT16,   VJP_DTYPE_BFLOAT16,
                                  VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT64, VJP_DTYPE_COMPLEX64, VJP_DTYPE_COMPLEX128};
const std::vector<vjp_dtype> kFloating{VJP_DTYPE_FLOAT64, VJP_DTYPE_FLOAT64, VJP_DTYPE_FLOAT32,
                                       VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT16, VJP_DTYPE_BFLOAT16};
const std::vector<vjp_dtype> kComplex{VJP_DTYPE_COMPLEX64, VJP_DTYPE_COMPLEX128};

std::vector<std::string> cut(const std::string& text, char at) {
  std::vector<std::string> out;
  int depth = 0;
  std::string part;
  for (char c : text) {
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (c == at && depth == 0)
      out.push_back(std::exchange(part, {}));
    else
      part += c;
  }
  if (!part.empty()) out.push_back(part);
  return out;
}

// One call being drawn.
class Drawing {
 public:
  Drawing(const Operator& op, const Recipes::Recipe* recipe, Manner manner, uint64_t seed)
      : op_(op), recipe_(recipe), manner_(manner), random_(seed * 2654435761u + 17) {}

  Call draw() {
    choose_dtype();
    choose_common_shape();
    Call call{op_.name, {}};
    declare();
    call.args.resize(op_.parameters.size());
    // tensors first: what the integers may be depends on their sizes
    for (int round = 0; round < 2; ++round)
      for (size_t i = 0; i < op_.parameters.size(); ++i)
        if (is_tensor(op_.parameters[i]) == (round == 0)) call.args[i] = argument(op_.parameters[i]);
    return call;
  }

 private:
  static bool is_tensor(const Parameter& p) { return p.type.starts_with("Tensor") || p.type.starts_with("Operand"); }
  bool smooth() const { return manner_ == Manner::Smooth; }
  bool wild() const { return manner_ == Manner::Wild; }

  void choose_dtype() {
    if (smooth())
      dtype_ = random_.chance(0.25) ? VJP_DTYPE_COMPLEX128 : VJP_DTYPE_FLOAT64;
    else if (random_.chance(0.6))
      dtype_ = random_.one(kFloating);
    else
      dtype_ = random_.chance(0.3) ? random_.one(kComplex) : random_.one(kAll);
    if (const std::string* how = said("dtypes"); how && !wild()) {
      std::vector<vjp_dtype> some;
      for (const std::string& name : cut(*how, '|')) {
        if (name == "real")
          some.insert(some.end(), {VJP_DTYPE_FLOAT64, VJP_DTYPE_FLOAT32});
        else if (name == "half")
          some.insert(some.end(), {VJP_DTYPE_FLOAT16, VJP_DTYPE_BFLOAT16});
        else if (name == "complex")
          some.insert(some.end(), kComplex.begin(), kComplex.end());
        else if (name == "whole")
          some.insert(some.end(), kAll.begin(), kAll.begin() + 6);
        else
          some.push_back(vjp_dtype_from_name(name.c_str()));
      }
      if (smooth()) {
        std::erase_if(some, [](vjp_dtype d) { return d != VJP_DTYPE_FLOAT64 && d != VJP_DTYPE_COMPLEX128; });
        if (some.empty()) some = {VJP_DTYPE_FLOAT64};
      }
      dtype_ = random_.one(some);
    }
    special_ = !smooth() && random_.chance(0.15);
    ties_ = !smooth() && !special_ && random_.chance(0.2);
  }

  int64_t any_size() {
    if (manner_ == Manner::Large) return random_.chance(0.5) ? random_(30, 90) : random_(1, 7);
    if (smooth()) return random_(1, 3);
    return random_.chance(0.07) ? 0 : random_.chance(0.2) ? 1 : random_(1, 6);
  }

  void choose_common_shape() {
    const int64_t most = smooth() ? 3 : 4;
    for (int64_t n = random_(0, most); n > 0; --n) common_.push_back(any_size());
    if (manner_ == Manner::Large) common_ = {random_(1, 2), random_(100, 180), random_(100, 200)};
    if (!smooth() && !wild() && manner_ != Manner::Large && random_.chance(0.1))
      common_ = {random_(1, 3), random_(30, 140)};
    for (int64_t n = random_.chance(0.4) ? random_(1, 2) : 0; n > 0; --n)
      batch_.push_back(random_.chance(0.1) && !smooth() ? 0 : random_(1, 3));
  }

  const std::string* said(const std::string& name) const {
    if (recipe_)
      for (const auto& [key, how] : *recipe_)
        if (key == name) return &how;
    return nullptr;
  }

  // "$k=1..3": a variable of the line.
  void declare() {
    if (!recipe_) return;
    for (const auto& [key, how] : *recipe_)
      if (key[0] == '$') variables_[key.substr(1)] = integer(how);
    with_optional_ = random_.chance(0.5);
  }

  // ---- sizes and integers: "3", "C", "g*C", "1..4", "a-", "A+1" ----

  int64_t atom(const std::string& text) {
    if (text[0] == '-') return -atom(text.substr(1));
    if (std::isdigit(static_cast<unsigned char>(text[0]))) return std::atoll(text.c_str());
    if (text.back() == '-')
      return random_(std::min<int64_t>(1, atom(text.substr(0, text.size() - 1))),
                     atom(text.substr(0, text.size() - 1)));
    auto found = variables_.find(text);
    if (found == variables_.end()) found = variables_.emplace(text, any_size()).first;
    return found->second;
  }
  int64_t expression(const std::string& text) {
    int64_t total = 0;
    for (const std::string& term : cut(text, '+')) {
      int64_t product = 1;
      for (const std::string& factor : cut(term, '*')) product *= atom(factor);
      total += product;
    }
    return total;
  }
  int64_t integer(const std::string& how) {
    const std::vector<std::string> choices = cut(how, '|');
    const std::string& text = random_.one(choices);
    const size_t dots = text.find("..");
    if (dots == text.npos) return expression(text);
    const int64_t low = expression(text.substr(0, dots)), high = expression(text.substr(dots + 2));
    return high < low ? low : random_(low, high);
  }

  // "[N,C,...]" with "?N" that the whole call has or has not, "..." the batch, "@" the shape of the call.
  Ints sizes(const std::string& text, bool loose) {
    Ints out;
    for (const std::string& item : cut(text, ',')) {
      if (item == "...") {
        const size_t skip =
            loose && random_.chance(0.3) ? static_cast<size_t>(random_(0, static_cast<int64_t>(batch_.size()))) : 0;
        for (size_t i = skip; i < batch_.size(); ++i) out.push_back(loose && random_.chance(0.2) ? 1 : batch_[i]);
      } else if (item == "....") {
        out.insert(out.end(), batch_.begin(), batch_.end());
      } else if (item == "@") {
        out.insert(out.end(), common_.begin(), common_.end());
      } else if (item == "@@") {
        out = broadcast();
      } else if (item[0] == '?') {
        if (with_optional_) out.push_back(expression(item.substr(1)));
      } else {
        out.push_back(item.find("..") == item.npos ? expression(item) : integer(item));
      }
    }
    return out;
  }

  // A shape that broadcasts to the common one.
  Ints broadcast() {
    Ints out = common_;
    if (smooth() && random_.chance(0.6)) return out;
    if (random_.chance(0.4)) return out;
    for (int64_t& size : out)
      if (random_.chance(0.3)) size = 1;
    out.erase(out.begin(), out.begin() + random_(0, static_cast<int64_t>(out.size())));
    return out;
  }

  // ---- tensors ----

  void lay_out(Drawn& t) {
    if (smooth() || manner_ == Manner::Large ? random_.chance(0.7) : random_.chance(0.4)) return;
    const size_t n = t.shape.size();
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

  // A call of many elements is one that threads share: no more than they need, whatever sizes a line combines.
  static void bound(Ints& shape) {
    constexpr int64_t kMost = int64_t{1} << 20;
    while (numel_of(shape) > kMost) *std::max_element(shape.begin(), shape.end()) = 2;
  }

  Drawn tensor(Ints shape, Fill fill, vjp_dtype dtype) {
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
    if (const size_t colon = rest.find(':'); colon != rest.npos) {
      dtype = vjp_dtype_from_name(rest.substr(0, colon).c_str());
      rest = rest.substr(colon + 1);
    }
    if (rest == "same") return tensor(std::move(shape), usual_fill(), dtype_);
    Fill fill = usual_fill();
    int64_t low = 0, high = 1;
    if (rest.starts_with("index") || rest.starts_with("distinct")) {
      fill = rest.starts_with("index") ? Fill::Index : Fill::Distinct;
      dtype = !smooth() && random_.chance(0.2) ? VJP_DTYPE_INT32 : VJP_DTYPE_INT64;
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
  Ints any_shape() {
    Ints out;
    for (int64_t n = random_(0, 5); n > 0; --n) out.push_back(any_size());
    return out;
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
  Value said_value(const std::string& how, const Parameter& p) {
    Value v;
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
      return said_word(random_.one(cut(how, '|')), p);
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
      if (p.has_fallback && p.name == "eps") return v;
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

  const Operator& op_;
  const Recipes::Recipe* recipe_;
  Manner manner_;
  Random random_;
  vjp_dtype dtype_ = VJP_DTYPE_FLOAT64;
  bool special_ = false, ties_ = false, with_optional_ = false;
  Ints common_, batch_, first_;
  int tensors_ = 0;
  std::map<std::string, int64_t> variables_;
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
  return Drawing(op, recipe, manner, seed).draw();
}

}  // namespace fuzz
