#include "gen/c_constant.h"

#include <cstdlib>

namespace vjp::gen {
namespace {

class Reader {
 public:
  Reader(const Tokens& tokens, const std::map<std::string, int64_t>& known) : tokens_(tokens), known_(known) {}

  std::optional<int64_t> run() {
    const int64_t value = either();
    if (!good_ || at_ != tokens_.size()) return std::nullopt;
    return value;
  }

 private:
  bool accept(const char* text) {
    if (at_ == tokens_.size() || !tokens_[at_].is(text)) return false;
    ++at_;
    return true;
  }
  int64_t either() {
    int64_t value = shifted();
    while (accept("|")) value |= shifted();
    return value;
  }
  int64_t shifted() {
    int64_t value = summed();
    while (accept("<<")) value <<= summed();
    return value;
  }
  int64_t summed() {
    int64_t value = single();
    for (;;) {
      if (accept("+"))
        value += single();
      else if (accept("-"))
        value -= single();
      else
        return value;
    }
  }
  int64_t single() {
    if (accept("-")) return -single();
    if (accept("~")) return ~single();
    if (accept("(")) {
      const int64_t value = either();
      good_ = accept(")") && good_;
      return value;
    }
    if (at_ == tokens_.size()) return fail();
    const Token& token = tokens_[at_++];
    if (token.kind == Token::Kind::Number) {
      char* end;
      const int64_t value = static_cast<int64_t>(std::strtoull(token.text.c_str(), &end, 0));
      while (*end == 'u' || *end == 'U' || *end == 'l' || *end == 'L') ++end;
      return *end ? fail() : value;
    }
    if (token.text == "INT64_MIN") return INT64_MIN;
    if (token.text == "INT64_MAX") return INT64_MAX;
    const auto it = known_.find(token.text);
    return it == known_.end() ? fail() : it->second;
  }
  int64_t fail() {
    good_ = false;
    return 0;
  }

  const Tokens& tokens_;
  const std::map<std::string, int64_t>& known_;
  size_t at_ = 0;
  bool good_ = true;
};

}  // namespace

std::optional<int64_t> constant(const Tokens& tokens, const std::map<std::string, int64_t>& known) {
  return Reader(tokens, known).run();
}

}  // namespace vjp::gen
