// A small JSON reader: whole values in memory, objects in the file's order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace golden {

struct Json {
  enum class Kind { Null, Bool, Int, Float, String, Array, Object };
  Kind kind = Kind::Null;
  bool boolean = false;
  int64_t integer = 0;
  double real = 0;
  std::string text;
  std::vector<Json> items;                            // Array
  std::vector<std::pair<std::string, Json>> members;  // Object

  bool is_null() const { return kind == Kind::Null; }
  bool is(Kind k) const { return kind == k; }
  // The member of that name, or null.
  const Json* find(std::string_view name) const;
  // The member of that name; throws where it is missing.
  const Json& at(std::string_view name) const;
  bool flag(std::string_view name, bool otherwise = false) const;
  double number(std::string_view name) const;
  std::vector<int64_t> ints() const;
};

// Throws std::runtime_error with the byte offset of what it does not understand.
Json parse_json(std::string_view text);
// As it would be written, for messages.
std::string to_text(const Json& value);

}  // namespace golden
