#include "draw_shapes.h"

#include <cctype>
#include <cstdlib>
#include <utility>

namespace fuzz {

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

void Shapes::choose_dtype() {
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

int64_t Shapes::any_size() {
  if (manner_ == Manner::Large) return random_.chance(0.5) ? random_(30, 90) : random_(1, 7);
  if (smooth()) return random_(1, 3);
  return random_.chance(0.07) ? 0 : random_.chance(0.2) ? 1 : random_(1, 6);
}

Ints Shapes::any_shape() {
  Ints out;
  for (int64_t n = random_(0, 5); n > 0; --n) out.push_back(any_size());
  return out;
}

void Shapes::choose_common_shape() {
  const int64_t most = smooth() ? 3 : 4;
  for (int64_t n = random_(0, most); n > 0; --n) common_.push_back(any_size());
  if (manner_ == Manner::Large) common_ = {random_(1, 2), random_(100, 180), random_(100, 200)};
  if (!smooth() && !wild() && manner_ != Manner::Large && random_.chance(0.1))
    common_ = {random_(1, 3), random_(30, 140)};
  for (int64_t n = random_.chance(0.4) ? random_(1, 2) : 0; n > 0; --n)
    batch_.push_back(random_.chance(0.1) && !smooth() ? 0 : random_(1, 3));
}

const std::string* Shapes::said(const std::string& name) const {
  if (recipe_)
    for (const auto& [key, how] : *recipe_)
      if (key == name) return &how;
  return nullptr;
}

void Shapes::declare() {
  if (!recipe_) return;
  for (const auto& [key, how] : *recipe_)
    if (key[0] == '$') variables_[key.substr(1)] = integer(how);
  with_optional_ = random_.chance(0.5);
}

int64_t Shapes::atom(const std::string& text) {
  if (text[0] == '-') return -atom(text.substr(1));
  if (std::isdigit(static_cast<unsigned char>(text[0]))) return std::atoll(text.c_str());
  if (text.back() == '-')
    return random_(std::min<int64_t>(1, atom(text.substr(0, text.size() - 1))), atom(text.substr(0, text.size() - 1)));
  auto found = variables_.find(text);
  if (found == variables_.end()) found = variables_.emplace(text, any_size()).first;
  return found->second;
}

int64_t Shapes::expression(const std::string& text) {
  int64_t total = 0;
  for (const std::string& term : cut(text, '+')) {
    int64_t product = 1;
    for (const std::string& factor : cut(term, '*')) product *= atom(factor);
    total += product;
  }
  return total;
}

int64_t Shapes::integer(const std::string& how) {
  const std::vector<std::string> choices = cut(how, '|');
  const std::string& text = random_.one(choices);
  const size_t dots = text.find("..");
  if (dots == text.npos) return expression(text);
  const int64_t low = expression(text.substr(0, dots)), high = expression(text.substr(dots + 2));
  return high < low ? low : random_(low, high);
}

Ints Shapes::sizes(const std::string& text, bool loose) {
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

Ints Shapes::broadcast() {
  Ints out = common_;
  if (smooth() && random_.chance(0.6)) return out;
  if (random_.chance(0.4)) return out;
  for (int64_t& size : out)
    if (random_.chance(0.3)) size = 1;
  out.erase(out.begin(), out.begin() + random_(0, static_cast<int64_t>(out.size())));
  return out;
}

}  // namespace fuzz
