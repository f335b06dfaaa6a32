#include "tensor/safetensors_header.h"

#include <algorithm>
#include <cstring>

namespace vjp {
namespace {

struct TypeName {
  const char* name;
  Dtype dtype;  // None: known to the format, not to libvjp
  uint8_t size;
};
constexpr TypeName kTypes[] = {
    {"BOOL", Dtype::Bool, 1},   {"U8", Dtype::UInt8, 1},    {"I8", Dtype::Int8, 1},       {"I16", Dtype::Int16, 2},
    {"I32", Dtype::Int32, 4},   {"I64", Dtype::Int64, 8},   {"F16", Dtype::Float16, 2},   {"BF16", Dtype::BFloat16, 2},
    {"F32", Dtype::Float32, 4}, {"F64", Dtype::Float64, 8}, {"C64", Dtype::Complex64, 8}, {"U16", Dtype::None, 2},
    {"U32", Dtype::None, 4},    {"U64", Dtype::None, 8},    {"F8_E4M3", Dtype::None, 1},  {"F8_E5M2", Dtype::None, 1}};

const TypeName* find_type(std::string_view name) {
  for (const TypeName& type : kTypes)
    if (name == type.name) return &type;
  return nullptr;
}

// Length of the well-formed UTF-8 sequence at the front, 0 if there is none: no overlong forms, no surrogates.
size_t utf8_length(std::string_view s) {
  auto byte = [&](size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0u; };
  auto follows = [&](size_t i, unsigned low = 0x80, unsigned high = 0xbf) { return byte(i) >= low && byte(i) <= high; };
  unsigned c = byte(0);
  if (c < 0x80) return 1;
  if (c >= 0xc2 && c <= 0xdf) return follows(1) ? 2 : 0;
  if (c >= 0xe0 && c <= 0xef) {
    return follows(1, c == 0xe0 ? 0xa0 : 0x80, c == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
  }
  if (c >= 0xf0 && c <= 0xf4) {
    return follows(1, c == 0xf0 ? 0x90 : 0x80, c == 0xf4 ? 0x8f : 0xbf) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

void append_utf8(std::string& out, uint32_t code) {
  auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else {
    put(0xf0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3f));
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

// Reads exactly the JSON that a header can be; no recursion, so no depth to exhaust.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : text_(text) {}

  SafetensorsHeader parse() {
    each_member([&](std::string name) {
      if (name == "__metadata__") {
        if (std::exchange(has_metadata_, true)) refuse("'__metadata__' occurs twice");
        parse_metadata();
      } else {
        parse_entry(std::move(name));
      }
    });
    skip_space();
    if (at_ != text_.size()) refuse("something follows the object");
    return std::move(header_);
  }

 private:
  [[noreturn]] void refuse(std::string_view what) const {
    fail(VJP_ERROR_IO, "header: {} (byte {})", what, static_cast<uint64_t>(at_));
  }
  void skip_space() {
    while (at_ < text_.size() && std::strchr(" \t\r\n", text_[at_]) && text_[at_]) ++at_;
  }
  bool take(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) refuse(format("'{}' expected", std::string_view(&c, 1)));
  }

  template <class F>
  void each_member(F&& f) {
    expect('{');
    if (take('}')) return;
    do {
      std::string name = parse_string();
      expect(':');
      f(std::move(name));
    } while (take(','));
    expect('}');
  }

  void parse_metadata() {
    each_member([&](std::string key) { header_.metadata.emplace_back(std::move(key), parse_string()); });
  }

  void parse_entry(std::string name) {
    SafetensorsFile::Entry entry;
    entry.name = std::move(name);
    bool has_dtype = false, has_shape = false, has_offsets = false;
    each_member([&](std::string key) {
      bool* seen = key == "dtype"          ? &has_dtype
                   : key == "shape"        ? &has_shape
                   : key == "data_offsets" ? &has_offsets
                                           : nullptr;
      if (!seen) refuse(format("tensor '{}' has the unknown key '{}'", entry.name, key));
      if (std::exchange(*seen, true)) refuse(format("tensor '{}' has '{}' twice", entry.name, key));
      if (key == "dtype") {
        entry.type = parse_string();
      } else {
        parse_integers(key == "shape" ? entry.shape : offsets_);
      }
    });
    if (!has_dtype || !has_shape || !has_offsets) {
      refuse(format("tensor '{}' lacks dtype, shape or data_offsets", entry.name));
    }
    if (offsets_.size() != 2) refuse(format("tensor '{}' has {} data_offsets, not 2", entry.name, offsets_.size()));
    entry.begin = static_cast<uint64_t>(offsets_[0]);
    entry.end = static_cast<uint64_t>(offsets_[1]);
    header_.entries.push_back(std::move(entry));
  }

  void parse_integers(std::vector<int64_t>& out) {
    out.clear();
    expect('[');
    if (take(']')) return;
    do out.push_back(parse_integer());
    while (take(','));
    expect(']');
  }

  int64_t parse_integer() {
    skip_space();
    size_t start = at_;
    int64_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      if (__builtin_mul_overflow(value, int64_t{10}, &value) ||
          __builtin_add_overflow(value, text_[at_] - '0', &value)) {
        refuse("a number is too large");
      }
    }
    if (at_ == start) refuse("a non-negative integer expected");
    if (at_ - start > 1 && text_[start] == '0') refuse("a number with leading zeros");
    if (at_ < text_.size() && std::strchr(".eE", text_[at_]) && text_[at_]) refuse("a non-negative integer expected");
    return value;
  }

  std::string parse_string() {
    expect('"');
    std::string out;
    for (;;) {
      if (at_ == text_.size()) refuse("a string has no end");
      auto c = static_cast<unsigned char>(text_[at_]);
      if (c == '"') return ++at_, out;
      if (c < 0x20) refuse("a control character in a string");
      if (c == '\\') {
        ++at_;
        parse_escape(out);
        continue;
      }
      size_t length = utf8_length(text_.substr(at_));
      if (length == 0) refuse("invalid UTF-8");
      out += text_.substr(at_, length);
      at_ += length;
    }
  }

  void parse_escape(std::string& out) {
    if (at_ == text_.size()) refuse("a string has no end");
    constexpr std::string_view from = "\"\\/bfnrt", to = "\"\\/\b\f\n\r\t";
    char c = text_[at_++];
    if (size_t i = from.find(c); i != std::string_view::npos) {
      out += to[i];
      return;
    }
    if (c != 'u') refuse("an unknown escape");
    uint32_t code = parse_hex();
    if (code >= 0xdc00 && code <= 0xdfff) refuse("half of a surrogate pair");
    if (code >= 0xd800 && code <= 0xdbff) {
      bool low = text_.substr(at_, 2) == "\\u";
      at_ += low ? 2 : 0;
      uint32_t second = low ? parse_hex() : 0;
      if (second < 0xdc00 || second > 0xdfff) refuse("half of a surrogate pair");
      code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
    }
    if (code == 0) refuse("a NUL in a string");
    append_utf8(out, code);
  }

  uint32_t parse_hex() {
    uint32_t code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      char c = at_ < text_.size() ? text_[at_] : '\0';
      uint32_t digit = c >= '0' && c <= '9'   ? static_cast<uint32_t>(c - '0')
                       : c >= 'a' && c <= 'f' ? static_cast<uint32_t>(c - 'a' + 10)
                       : c >= 'A' && c <= 'F' ? static_cast<uint32_t>(c - 'A' + 10)
                                              : 16u;
      if (digit == 16) refuse("four hexadecimal digits expected");
      code = code * 16 + digit;
    }
    return code;
  }

  std::string_view text_;
  size_t at_ = 0;
  bool has_metadata_ = false;
  std::vector<int64_t> offsets_;
  SafetensorsHeader header_;
};

// Bytes that an entry's shape and type want; throws where they overflow.
uint64_t bytes_of(SafetensorsFile::Entry& entry) {
  const TypeName* type = find_type(entry.type);
  if (!type) fail(VJP_ERROR_IO, "tensor '{}' has the unknown dtype '{}'", entry.name, entry.type);
  entry.dtype = type->dtype;
  uint64_t bytes = type->size;
  bool empty = std::find(entry.shape.begin(), entry.shape.end(), 0) != entry.shape.end();
  for (int64_t size : entry.shape) {
    if (empty) return 0;
    if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes)) {
      fail(VJP_ERROR_IO, "tensor '{}': its size {} overflows", entry.name, IntSpan(entry.shape));
    }
  }
  return bytes;
}

}  // namespace

SafetensorsHeader parse_safetensors_header(std::string_view text) {
  SafetensorsHeader header = HeaderParser(text).parse();
  for (auto& entry : header.entries) {
    uint64_t bytes = bytes_of(entry);
    if (entry.begin > entry.end || entry.end - entry.begin != bytes) {
      fail(VJP_ERROR_IO, "tensor '{}': {} of shape {} needs {} bytes, data_offsets are [{}, {}]", entry.name,
           entry.type, IntSpan(entry.shape), bytes, entry.begin, entry.end);
    }
  }
  return header;
}

void check_safetensors_layout(const std::vector<SafetensorsFile::Entry>& entries, uint64_t data_bytes) {
  std::vector<const SafetensorsFile::Entry*> order;
  for (const auto& entry : entries) order.push_back(&entry);
  std::sort(order.begin(), order.end(),
            [](auto* a, auto* b) { return std::pair(a->begin, a->end) < std::pair(b->begin, b->end); });
  uint64_t at = 0;
  for (const auto* entry : order) {
    if (entry->begin != at) {
      fail(VJP_ERROR_IO, "tensor '{}' begins at byte {} where {} is the next: {}", entry->name, entry->begin, at,
           entry->begin < at ? "tensors overlap" : "there is a gap");
    }
    at = entry->end;
  }
  if (at != data_bytes) {
    fail(VJP_ERROR_IO, "the tensors take {} bytes, the file has {}{}", at, data_bytes,
         at > data_bytes ? ": it is truncated" : "");
  }
}

const char* safetensors_type(Dtype dtype) {
  for (const TypeName& type : kTypes)
    if (type.dtype == dtype && dtype != Dtype::None) return type.name;
  return nullptr;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

void append_json_string(std::string& out, std::string_view text) {
  constexpr char hex[] = "0123456789abcdef";
  out += '"';
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += hex[c >> 4];
      out += hex[c & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace vjp
