// Prints JSON as it goes: objects and lists open and close around what a callback prints.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vjp::gen {

class Json {
 public:
  template <class F>
  void object(F&& body) {
    nest('{', '}', body);
  }
  template <class Items, class F>
  void list(std::string_view key, const Items& items, F&& item) {
    name(key);
    nest('[', ']', [&] {
      for (const auto& it : items) item(it);
    });
  }
  template <class Items>
  void texts(std::string_view key, const Items& items) {
    list(key, items, [&](const auto& it) { text(it); });
  }
  template <class F>
  void object(std::string_view key, F&& body) {
    name(key);
    object(body);
  }
  void field(std::string_view key, std::string_view value) { name(key), text(value); }
  void field(std::string_view key, const char* value) { field(key, std::string_view(value)); }
  void field(std::string_view key, bool value) { raw(key, value ? "true" : "false"); }
  void field(std::string_view key, int64_t value) { raw(key, std::to_string(value)); }
  void field(std::string_view key, int value) { raw(key, std::to_string(value)); }
  void null(std::string_view key) { raw(key, "null"); }
  // What comes next is this key's.
  void key(std::string_view key) { name(key); }
  // `value` is JSON already.
  void raw(std::string_view key, std::string_view value) {
    name(key);
    put(value);
  }
  void text(std::string_view value) { put(quoted(value)); }
  void number(int64_t value) { put(std::to_string(value)); }

  template <class F>
  void nest(char open, char close, F&& body) {
    put(std::string(1, open));
    ++depth_, first_ = true;
    body();
    --depth_, first_ = false;
    out_ += close;
  }
  std::string take() { return std::move(out_) + "\n"; }

  static std::string quoted(std::string_view value) {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out = "\"";
    for (char c : value) {
      if (c == '"' || c == '\\') {
        out += {'\\', c};
      } else if (c == '\n') {
        out += "\\n";
      } else if (static_cast<unsigned char>(c) < 0x20) {
        out += {'\\', 'u', '0', '0', kHex[c >> 4 & 15], kHex[c & 15]};
      } else {
        out += c;
      }
    }
    return out + '"';
  }

 private:
  // A line of its own for what stands in the lists at the top.
  void separate() {
    if (!first_) out_ += ',';
    if (depth_ && depth_ <= 2)
      out_ += '\n';
    else if (!first_)
      out_ += ' ';
    first_ = false;
  }
  void name(std::string_view key) {
    separate();
    out_ += quoted(key) + ": ";
    named_ = true;
  }
  void put(std::string_view value) {
    if (!named_ && depth_) separate();
    named_ = false;
    out_ += value;
  }

  std::string out_;
  int depth_ = 0;
  bool first_ = true, named_ = false;
};

}  // namespace vjp::gen
