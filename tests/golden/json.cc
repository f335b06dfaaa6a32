#include "json.h"

#include <cstdlib>
#include <stdexcept>

namespace golden {
namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Json document() {
    Json value = parse_value(0);
    skip_space();
    if (at_ != text_.size()) refuse("something after the value");
    return value;
  }

 private:
  [[noreturn]] void refuse(const char* what) const {
    throw std::runtime_error("JSON: " + std::string(what) + " at byte " + std::to_string(at_));
  }
  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  bool take(char c) {
    skip_space();
    if (at_ < text_.size() && text_[at_] == c) return ++at_, true;
    return false;
  }
  void expect(char c) {
    if (!take(c)) refuse((std::string("no '") + c + "'").c_str());
  }
  bool take_word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  Json parse_value(int depth) {
    if (depth > 64) refuse("nested too deeply");
    skip_space();
    if (at_ == text_.size()) refuse("the end");
    Json v;
    char c = text_[at_];
    if (c == '{') {
      parse_object(v, depth);
    } else if (c == '[') {
      parse_array(v, depth);
    } else if (c == '"') {
      v.kind = Json::Kind::String;
      v.text = parse_string();
    } else if (take_word("true") || take_word("false")) {
      v.kind = Json::Kind::Bool;
      v.boolean = c == 't';
    } else if (!take_word("null")) {
      parse_number(v);
    }
    return v;
  }

  void parse_object(Json& v, int depth) {
    v.kind = Json::Kind::Object;
    expect('{');
    if (take('}')) return;
    do {
      skip_space();
      std::string key = parse_string();
      expect(':');
      v.members.emplace_back(std::move(key), parse_value(depth + 1));
    } while (take(','));
    expect('}');
  }

  void parse_array(Json& v, int depth) {
    v.kind = Json::Kind::Array;
    expect('[');
    if (take(']')) return;
    do v.items.push_back(parse_value(depth + 1));
    while (take(','));
    expect(']');
  }

  std::string parse_string() {
    if (at_ == text_.size() || text_[at_] != '"') refuse("no string");
    std::string out;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] != '\\') {
        out += text_[at_];
      } else {
        if (++at_ == text_.size()) break;
        parse_escape(out);
      }
    }
    if (at_ == text_.size()) refuse("a string without end");
    ++at_;
    return out;
  }

  void parse_escape(std::string& out) {
    constexpr std::string_view from = "nrtbf", to = "\n\r\t\b\f";
    char c = text_[at_];
    if (size_t i = from.find(c); i != std::string_view::npos) {
      out += to[i];
    } else if (c != 'u') {
      out += c;
    } else {
      // names and messages are ASCII; others only need to survive as one byte or more
      unsigned long code = std::strtoul(std::string(text_.substr(at_ + 1, 4)).c_str(), nullptr, 16);
      at_ += 4;
      if (code < 0x80) {
        out += static_cast<char>(code);
      } else {
        out += static_cast<char>(0xc0 | ((code >> 6) & 0x1f));
        out += static_cast<char>(0x80 | (code & 0x3f));
      }
    }
  }

  void parse_number(Json& v) {
    size_t end = at_;
    while (end < text_.size() && std::string_view("+-.0123456789eE").find(text_[end]) != std::string_view::npos) ++end;
    std::string digits(text_.substr(at_, end - at_));
    if (digits.empty()) refuse("no value");
    bool is_float = digits.find_first_of(".eE") != std::string::npos;
    v.kind = is_float ? Json::Kind::Float : Json::Kind::Int;
    v.real = std::strtod(digits.c_str(), nullptr);
    if (!is_float) v.integer = std::strtoll(digits.c_str(), nullptr, 10);
    at_ = end;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

const Json* Json::find(std::string_view name) const {
  for (const auto& [key, value] : members)
    if (key == name) return &value;
  return nullptr;
}

const Json& Json::at(std::string_view name) const {
  if (const Json* value = find(name)) return *value;
  throw std::runtime_error("'" + std::string(name) + "' is missing");
}

bool Json::flag(std::string_view name, bool otherwise) const {
  const Json* value = find(name);
  return value && value->is(Kind::Bool) ? value->boolean : otherwise;
}

double Json::number(std::string_view name) const { return at(name).real; }

std::vector<int64_t> Json::ints() const {
  std::vector<int64_t> out;
  for (const Json& item : items) out.push_back(item.integer);
  return out;
}

Json parse_json(std::string_view text) { return Parser(text).document(); }

std::string to_text(const Json& v) {
  switch (v.kind) {
    case Json::Kind::Null:
      return "None";
    case Json::Kind::Bool:
      return v.boolean ? "True" : "False";
    case Json::Kind::Int:
      return std::to_string(v.integer);
    case Json::Kind::Float:
      return std::to_string(v.real);
    case Json::Kind::String:
      return "'" + v.text + "'";
    case Json::Kind::Array: {
      std::string out;
      for (const Json& item : v.items) out += (out.empty() ? "" : ", ") + to_text(item);
      return "[" + out + "]";
    }
    case Json::Kind::Object: {
      std::string out;
      for (const auto& [key, value] : v.members) out += (out.empty() ? "" : ", ") + key + ": " + to_text(value);
      return "{" + out + "}";
    }
  }
  return "";
}

}  // namespace golden
