// The JSON header of a safetensors file, read and written. Nothing in it is trusted.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tensor/safetensors.h"

namespace vjp {

struct SafetensorsHeader {
  std::vector<SafetensorsFile::Entry> entries;
  std::vector<std::pair<std::string, std::string>> metadata;
};

// Throws Error(VJP_ERROR_IO) with what is wrong and where, without the file's name.
SafetensorsHeader parse_safetensors_header(std::string_view text);
// Checks sizes and that the entries cover `data_bytes` bytes without gap or overlap.
void check_safetensors_layout(const std::vector<SafetensorsFile::Entry>& entries, uint64_t data_bytes);

const char* safetensors_type(Dtype dtype);  // null for those the format has no name for
bool is_utf8(std::string_view text);
void append_json_string(std::string& out, std::string_view text);

}  // namespace vjp
