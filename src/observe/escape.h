// Texts as parts of other languages: of SVG and HTML, and of JSON.
#pragma once

#include <string>
#include <string_view>

namespace vjp {

std::string escape_xml(std::string_view text);  // in an element or a quoted attribute; new lines stay as they are
std::string json_text(std::string_view text);   // with its quotes

}  // namespace vjp
