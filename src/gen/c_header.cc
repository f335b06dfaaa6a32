#include "gen/c_header.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "gen/c_constant.h"

namespace vjp::gen {
namespace {

using Kind = Token::Kind;
using Constants = std::map<std::string, int64_t>;

const std::set<std::string> kBuiltIn = {"void",  "char",   "short",  "int",     "long",
                                        "float", "double", "signed", "unsigned"};
const std::set<std::string> kReserved = {"typedef", "extern", "static", "inline", "register", "volatile", "restrict",
                                         "return",  "sizeof", "enum",   "auto",   "goto",     "if",       "while"};

// One header's declarations, by recursive descent.
class Parser {
 public:
  Parser(const Source& source, Tokens tokens, Header& header, Constants& constants)
      : source_(source), tokens_(std::move(tokens)), header_(header), constants_(constants) {}

  void run() {
    for (;;) {
      const Token& token = tokens_[at_];
      if (token.kind == Kind::End) return;
      switch (token.kind) {
        case Kind::Guard:
          header_.comment = std::move(comment_);
          comment_.clear();
          ++at_;
          break;
        case Kind::Doc:
          comment_ = token.text;
          comment_line_ = token.line;
          ++at_;
          break;
        case Kind::Define:
          macro();
          break;
        default:
          declaration();
      }
    }
  }

 private:
  // ---- tokens; directives inside a declaration have done their work ----

  const Token& peek() {
    for (; tokens_[at_].kind == Kind::Define; ++at_) {
      Declaration d;
      d.kind = Declaration::Kind::Macro;
      d.name = tokens_[at_].text;
      d.header = source_.name;
      d.line = tokens_[at_].line;
      header_.declarations.push_back(std::move(d));
    }
    return tokens_[at_];
  }
  const Token& take() {
    const Token& token = peek();
    if (token.kind != Kind::End) ++at_;
    return token;
  }
  bool accept(std::string_view text) {
    if (!peek().is(text)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) fail("expected '" + std::string(text) + "'");
  }
  std::string word(const char* what) {
    const Token& token = peek();
    if (token.kind != Kind::Word || kReserved.count(token.text)) fail(std::string("expected ") + what);
    return take().text;
  }
  [[noreturn]] void fail(const std::string& what) {
    const Token& token = peek();
    std::string found = token.kind == Kind::End ? "the end of the header" : "'" + token.text + "'";
    if (token.kind == Kind::Doc || token.kind == Kind::Trailing) found = "a comment";
    throw HeaderError(source_.path, token.line, what + ", found " + found);
  }
  // A comment behind a declaration, on the line where it ends or the next.
  std::string trailing() { return peek().kind == Kind::Trailing ? take().text : ""; }
  std::string leading() {
    std::string text;
    while (peek().kind == Kind::Doc) text = take().text;
    return text;
  }

  // ---- declarations ----

  void macro() {
    const Token& token = tokens_[at_++];
    Declaration d = begin(Declaration::Kind::Macro, token.line);
    d.name = token.text;
    add(std::move(d), token.line);
  }
  Declaration begin(Declaration::Kind kind, int line) {
    Declaration d;
    d.kind = kind;
    d.header = source_.name;
    d.line = line;
    d.comment = std::move(comment_);
    d.comment_line = d.comment.empty() ? 0 : comment_line_;
    comment_.clear();
    return d;
  }
  void add(Declaration d, int last_line) {
    if (d.comment.empty() && !header_.declarations.empty() && d.line == last_line_ + 1) {
      const Declaration& above = header_.declarations.back();
      d.group = above.group.empty() && !above.comment.empty() ? above.name : above.group;
    }
    last_line_ = last_line;
    header_.declarations.push_back(std::move(d));
  }
  // Behind the last token: the semicolon, and a comment on its line.
  void finish(Declaration d) {
    expect(";");
    int last_line = tokens_[at_ - 1].line;
    const Token& behind = peek();
    if (behind.kind == Kind::Trailing) {
      d.comment += (d.comment.empty() ? "" : "\n") + behind.text;
      if (!d.comment_line) d.comment_line = behind.line;
      last_line = behind.last_line;
      ++at_;
    }
    add(std::move(d), last_line);
  }
  void declaration() {
    const int line = peek().line;
    if (accept("VJP_API")) {
      Declaration d = begin(Declaration::Kind::Function, line);
      d.prototype.returns = type();
      d.name = word("a function's name");
      d.prototype.parameters = parameters();
      return finish(std::move(d));
    }
    if (!accept("typedef")) fail("expected a declaration: VJP_API or typedef");
    if (peek().is("struct") || peek().is("union")) return record(line);
    if (accept("enum")) return enumeration(line);
    Variable named = variable(type(), true);
    Declaration d = begin(named.function ? Declaration::Kind::Callback : Declaration::Kind::Alias, line);
    d.name = named.name;
    if (named.function) d.prototype = *named.function;
    d.type = named.type;
    finish(std::move(d));
  }
  void record(int line) {
    take();
    const std::string tag = word("the struct's name");
    Declaration d = begin(Declaration::Kind::Opaque, line);
    if (peek().is("{")) {
      d.kind = Declaration::Kind::Struct;
      d.members = members();
    }
    d.name = word("the type's name");
    if (d.name != tag) fail("the struct is called " + tag + ", its type " + d.name + "; expected one name");
    finish(std::move(d));
  }
  void enumeration(int line) {
    Declaration d = begin(Declaration::Kind::Enum, line);
    if (!peek().is("{")) d.name = word("the enum's name");
    expect("{");
    for (int64_t next = 0;; ++next) {
      std::string comment = leading();
      if (accept("}")) break;
      Declaration::Value value{word("a constant's name"), next, comment};
      if (accept("=")) next = value.number = number({",", "}"});
      const bool more = accept(",");
      if (std::string behind = trailing(); !behind.empty()) value.comment = behind;
      constants_[value.name] = value.number;
      d.values.push_back(std::move(value));
      if (!more && !peek().is("}")) fail("expected ',' or '}'");
    }
    d.name = word("the type's name");
    finish(std::move(d));
  }
  std::vector<Variable> members() {
    std::vector<Variable> list;
    expect("{");
    for (;;) {
      std::string comment = leading();
      if (accept("}")) return list;
      const size_t first = list.size();
      if (nested_record()) {
        Variable inner;
        inner.type = take().text;
        inner.members = members();
        if (!peek().is(";")) inner.name = word("a member's name");
        list.push_back(std::move(inner));
      } else {
        const std::string base = base_type();
        do list.push_back(variable(pointers(base), true));
        while (accept(","));
      }
      expect(";");
      if (std::string behind = trailing(); !behind.empty()) comment = behind;
      for (size_t i = first; i < list.size(); ++i) list[i].comment = comment;
    }
  }
  bool nested_record() { return (peek().is("union") || peek().is("struct")) && tokens_[at_ + 1].is("{"); }

  // ---- types ----

  std::string base_type() {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
    while (accept("const")) add("const");
    if (peek().is("struct")) add(take().text);
    if (kBuiltIn.count(peek().text)) {
      while (kBuiltIn.count(peek().text)) add(take().text);
    } else {
      add(word("a type"));
    }
    if (accept("const")) fail("expected 'const' before the type");
    return text;
  }
  std::string pointers(std::string type) {
    while (accept("*")) {
      type += "*";
      if (peek().is("const") && tokens_[at_ + 1].is("*")) type += " " + take().text;
    }
    return type;
  }
  std::string type() { return pointers(base_type()); }

  // What follows a type: a name, a pointer to a function, an array.
  Variable variable(std::string type, bool wants_name) {
    Variable v;
    if (accept("(")) {
      expect("*");
      if (!peek().is(")")) v.name = word("a name");
      expect(")");
      v.function = std::make_shared<Prototype>();
      v.function->returns = type;
      v.function->parameters = parameters();
      v.type = type + " (*)(" + listed(v.function->parameters) + ")";
    } else {
      if (wants_name || peek().kind == Kind::Word) v.name = word("a name");
      v.type = std::move(type);
    }
    while (accept("[")) v.lengths.push_back(peek().is("]") ? (take(), 0) : length());
    return v;
  }
  int64_t length() {
    const int64_t value = number({"]"});
    expect("]");
    return value;
  }
  std::vector<Variable> parameters() {
    std::vector<Variable> list;
    expect("(");
    if (peek().is("void") && tokens_[at_ + 1].is(")")) take();
    if (accept(")")) return list;
    do list.push_back(variable(type(), false));
    while (accept(","));
    expect(")");
    return list;
  }
  // A constant, up to one of `ends`, which stays.
  int64_t number(std::initializer_list<std::string_view> ends) {
    Tokens some;
    const int line = peek().line;
    const auto ended = [&] {
      return peek().kind == Kind::Doc || peek().kind == Kind::Trailing ||
             std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return peek().is(end); });
    };
    while (!ended()) {
      if (peek().kind == Kind::End) fail("expected a constant");
      some.push_back(take());
    }
    std::optional<int64_t> value = constant(some, constants_);
    if (!value) throw HeaderError(source_.path, line, "'" + spelled(some) + "' is no constant that this reader knows");
    return *value;
  }
  static std::string listed(const std::vector<Variable>& parameters) {
    std::string text;
    for (const Variable& p : parameters) text += (text.empty() ? "" : ", ") + declared(p);
    return text.empty() ? "void" : text;
  }

  const Source& source_;
  Tokens tokens_;
  Header& header_;
  Constants& constants_;
  size_t at_ = 0;
  std::string comment_;
  int comment_line_ = 0, last_line_ = 0;
};

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw HeaderError(path.string(), 1, "cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string list(const std::vector<Variable>& variables, const char* between) {
  std::string text;
  for (const Variable& v : variables) text += (text.empty() ? "" : between) + declared(v);
  return text;
}

}  // namespace

Header HeaderReader::read(const Source& source) {
  Read read = read_tokens(source, macros);
  Header header;
  header.name = source.name;
  header.includes = std::move(read.includes);
  Parser(source, std::move(read.tokens), header, constants_).run();
  for (Declaration& d : header.declarations) {
    const auto macro = macros.find(d.name);
    if (d.kind != Declaration::Kind::Macro || macro == macros.end()) continue;
    if (d.comment.empty()) d.comment = macro->second.comment;
    if (std::optional<int64_t> value = constant(expanded(macro->second.body, macros, source.path), constants_))
      constants_[d.name] = *value;
  }
  std::erase_if(header.declarations, [&](const Declaration& d) {  // guards, and what was undefined again
    return d.kind == Declaration::Kind::Macro && (!macros.count(d.name) || macros.at(d.name).guard);
  });
  return header;
}

Headers read_headers(const std::string& root) {
  const std::filesystem::path folder = std::filesystem::path(root) / "include" / "vjp";
  std::map<std::string, std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) throw HeaderError(folder.string(), 1, "no such folder");
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".h") files[entry.path().filename()] = entry.path();
  HeaderReader reader;
  Headers all;
  std::set<std::string> done;
  // What a header includes is read first, as its compiler would; the text is looked at for that alone.
  const std::function<void(const std::string&)> visit = [&](const std::string& name) {
    if (!done.insert(name).second) return;
    const Source source{"include/vjp/" + name, name, text_of(files.at(name))};
    Macros apart = reader.macros;
    for (const std::string& other : read_tokens(source, apart).includes) {
      if (!files.count(other)) throw HeaderError(source.path, 1, "includes vjp/" + other + ", which is not there");
      visit(other);
    }
    all.headers.push_back(reader.read(source));
  };
  if (files.count("vjp.h")) visit("vjp.h");  // in a program's order; then what plug-ins alone see
  for (const auto& [name, path] : files) visit(name);
  all.macros = std::move(reader.macros);
  return all;
}

std::string declared(const Variable& v) {
  std::string text;
  if (v.function) {
    text = v.function->returns + " (*" + v.name + ")(" + (v.function->parameters.empty() ? "void" : "") +
           list(v.function->parameters, ", ") + ")";
  } else if (!v.members.empty()) {
    text = v.type + " { " + list(v.members, "; ") + "; }" + (v.name.empty() ? "" : " " + v.name);
  } else {
    text = v.type + (v.name.empty() ? "" : " " + v.name);
  }
  for (int64_t n : v.lengths) text += "[" + (n ? std::to_string(n) : "") + "]";
  return text;
}

std::string declared(const Declaration& d) {
  const auto parameters = [&] {
    return d.prototype.parameters.empty() ? std::string("void") : list(d.prototype.parameters, ", ");
  };
  std::string text;
  switch (d.kind) {
    case Declaration::Kind::Function:
      return d.prototype.returns + " " + d.name + "(" + parameters() + ")";
    case Declaration::Kind::Callback:
      return "typedef " + d.prototype.returns + " (*" + d.name + ")(" + parameters() + ")";
    case Declaration::Kind::Alias:
      return "typedef " + d.type + " " + d.name;
    case Declaration::Kind::Opaque:
      return "typedef struct " + d.name + " " + d.name;
    case Declaration::Kind::Struct:
      return "typedef struct " + d.name + " { " + list(d.members, "; ") + "; } " + d.name;
    case Declaration::Kind::Enum:
      for (const auto& value : d.values)
        text += (text.empty() ? "" : ", ") + value.name + " = " + std::to_string(value.number);
      return "typedef enum " + d.name + " { " + text + " } " + d.name;
    case Declaration::Kind::Macro:
      return "";
  }
  return "";
}

}  // namespace vjp::gen
