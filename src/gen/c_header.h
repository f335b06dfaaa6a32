// The declarations of the public headers, as data. What the reader does not understand is an error that names the line:
// no declaration is left out in silence.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gen/c_tokens.h"

namespace vjp::gen {

struct Variable;
struct Prototype {
  std::string returns;
  std::vector<Variable> parameters;
};
// A parameter, a member, or what a typedef names.
struct Variable {
  std::string name;                     // "" of a parameter without one, and of an unnamed union
  std::string type;                     // "const vjp_tensor*"; of a pointer to a function "void (*)(void* context)"
  std::shared_ptr<Prototype> function;  // what it points to, of a pointer to a function
  std::vector<int64_t> lengths;         // of an array
  std::vector<Variable> members;        // of an unnamed union or struct, whose `type` is "union" or "struct"
  std::string comment;
};

struct Declaration {
  enum class Kind { Function, Struct, Enum, Callback, Alias, Opaque, Macro };
  struct Value {
    std::string name;
    int64_t number;
    std::string comment;
  };
  Kind kind{};
  std::string name, header, comment;
  int line = 0, comment_line = 0;
  std::string group;  // without a comment, right below one that has it: that one's name
  Prototype prototype;
  std::vector<Variable> members;
  std::vector<Value> values;
  std::string type;  // of an alias
};

struct Header {
  std::string name, comment;
  std::vector<std::string> includes;
  std::vector<Declaration> declarations;  // in the file's order
};

struct Headers {
  std::vector<Header> headers;  // each after those that it includes
  Macros macros;
};
// Those of the folder include/vjp under `root`. Throws HeaderError.
Headers read_headers(const std::string& root);
// One header; `known` has the constants and macros of those read before.
class HeaderReader {
 public:
  Header read(const Source& source);
  Macros macros;

 private:
  std::map<std::string, int64_t> constants_;
};

// C text: "const int64_t* shape", "void (*drop)(void* context)".
std::string declared(const Variable& variable);
std::string declared(const Declaration& declaration);

}  // namespace vjp::gen
