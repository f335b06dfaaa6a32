// What a C compiler sees of a public header, with its comments: tokens after conditions and macros.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vjp::gen {

struct Token {
  // Doc: /** ... */, Trailing: /**< ... */, both without stars; Define: of the macro `text`; Guard: #ifndef VJP_X_H.
  enum class Kind { Word, Number, String, Punct, Doc, Trailing, Define, Guard, End };
  Kind kind = Kind::End;
  std::string text;
  int line = 0, last_line = 0;

  bool is(std::string_view wanted) const { return (kind == Kind::Word || kind == Kind::Punct) && text == wanted; }
};
using Tokens = std::vector<Token>;

struct Macro {
  std::string name;
  std::optional<std::vector<std::string>> parameters;  // of one that is called like a function
  Tokens body;
  std::string header, comment;
  int line = 0;
  bool guard = false;
};
using Macros = std::map<std::string, Macro>;

// What is wrong with a header, as "include/vjp/x.h:12: ...".
class HeaderError : public std::runtime_error {
 public:
  HeaderError(const std::string& path, int line, const std::string& what)
      : std::runtime_error(path + ":" + std::to_string(line) + ": " + what) {}
};

struct Source {
  std::string path;  // for messages
  std::string name;  // "tensor.h"
  std::string text;
};

struct Read {
  Tokens tokens;                      // ends with an End
  std::vector<std::string> includes;  // "tensor.h"; the system's are left out
};
// `macros`: those of the headers read before; grows by this one's.
Read read_tokens(const Source& source, Macros& macros);

// The tokens of a text with macros in it replaced. VJP_API stays.
Tokens expanded(const Tokens& tokens, const Macros& macros, const std::string& path);
// As a person would write it: "sizeof(vjp_x)", "{1, 2}".
std::string spelled(const Tokens& tokens);

}  // namespace vjp::gen
