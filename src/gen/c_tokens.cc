#include "gen/c_tokens.h"

#include <algorithm>
#include <cctype>

namespace vjp::gen {
namespace {

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// A comment's text: without its ends, and the stars at the beginnings of lines.
std::string bare(std::string_view comment) {
  comment.remove_prefix(comment.substr(0, 4) == "/**<" ? 4 : 3);
  comment.remove_suffix(2);
  std::string out, line;
  const auto add = [&](bool last) {
    size_t begin = line.find_first_not_of(" \t");
    if (!out.empty() && begin != line.npos && line[begin] == '*')
      begin = line[begin + 1] == ' ' ? begin + 2 : begin + 1;
    line = begin == line.npos || begin > line.size() ? "" : line.substr(begin);
    line.erase(line.find_last_not_of(" \t") + 1);
    out += line + (last ? "" : "\n");
    line.clear();
  };
  for (char c : comment) {
    if (c == '\n')
      add(false);
    else
      line += c;
  }
  add(true);
  size_t begin = out.find_first_not_of("\n "), end = out.find_last_not_of("\n ");
  return begin == out.npos ? "" : out.substr(begin, end + 1 - begin);
}

class Lexer {
 public:
  explicit Lexer(const Source& source) : path_(source.path), text_(source.text) {}

  const std::string& path() const { return path_; }
  int line() const { return line_; }
  [[noreturn]] void fail(int line, const std::string& what) const { throw HeaderError(path_, line, what); }

  // The next token; End at the end of the text, and inside a directive at the end of its line.
  Token next() {
    skip();
    if (at_ == text_.size() || (directive_ && text_[at_] == '\n')) return {Token::Kind::End, "", line_, line_};
    return starts("/*") ? comment() : plain();
  }
  // At a `#` that is the first of its line: from now on lines end.
  bool begins_directive() {
    skip();
    if (at_ == text_.size() || text_[at_] != '#') return false;
    const size_t newline = at_ ? text_.rfind('\n', at_ - 1) : text_.npos;
    const size_t begin = newline == text_.npos ? 0 : newline + 1;
    if (text_.substr(begin, at_ - begin).find_first_not_of(" \t") != text_.npos) return false;
    ++at_;
    return directive_ = true;
  }
  void end_directive() { directive_ = false; }
  // Whether a bracket follows at once, as it does where a macro has parameters.
  bool bracket_follows() const { return at_ < text_.size() && text_[at_] == '('; }

 private:
  bool starts(std::string_view what) const { return std::string_view(text_).substr(at_, what.size()) == what; }
  // To the next token: over blanks, and comments that are not documentation.
  void skip() {
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      if (starts("//")) {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (starts("/*") && (!starts("/**") || starts("/**/"))) {
        comment();
      } else {
        return;
      }
    }
  }
  void skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
      if (starts("\\\n")) {
        ++at_, ++line_;
      } else if (text_[at_] == '\n') {
        if (directive_) return;
        ++line_;
      } else if (text_[at_] != ' ' && text_[at_] != '\t') {
        return;
      }
    }
  }
  Token take(Token::Kind kind, size_t size) {
    Token token{kind, text_.substr(at_, size), line_, line_};
    at_ += size;
    return token;
  }
  Token comment() {
    const size_t end = text_.find("*/", at_ + 2);
    if (end == text_.npos) fail(line_, "a comment that does not end");
    const std::string all = text_.substr(at_, end + 2 - at_);
    const int first_line = line_;
    line_ += static_cast<int>(std::count(all.begin(), all.end(), '\n'));
    at_ = end + 2;
    if (all.size() < 5) return {};
    return {all[3] == '<' ? Token::Kind::Trailing : Token::Kind::Doc, bare(all), first_line, line_};
  }
  Token plain() {
    const char c = text_[at_];
    size_t end = at_ + 1;
    if (starts_word(c)) {
      while (end < text_.size() && in_word(text_[end])) ++end;
      return take(Token::Kind::Word, end - at_);
    }
    if (std::isdigit(static_cast<unsigned char>(c))) {
      while (end < text_.size() && (in_word(text_[end]) || text_[end] == '.' ||
                                    ((text_[end] == '-' || text_[end] == '+') && std::tolower(text_[end - 1]) == 'e')))
        ++end;
      return take(Token::Kind::Number, end - at_);
    }
    if (c == '"' || c == '\'') {
      while (end < text_.size() && text_[end] != c && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
      if (end >= text_.size() || text_[end] != c) fail(line_, "a text that does not end on its line");
      return take(Token::Kind::String, end + 1 - at_);
    }
    for (std::string_view two : {"##", "<<", ">>", "&&", "||", "==", "!=", "<=", ">="})
      if (starts(two)) return take(Token::Kind::Punct, 2);
    if (starts("...")) return take(Token::Kind::Punct, 3);
    if (std::string_view("#{}()[];,=*+-/%&|^~!<>?:.").find(c) == std::string_view::npos)
      fail(line_, std::string("the character '") + c + "'");
    return take(Token::Kind::Punct, 1);
  }

  std::string path_, text_;
  size_t at_ = 0;
  int line_ = 1;
  bool directive_ = false;
};

// One replacement, as the preprocessor makes it.
class Expander {
 public:
  Expander(const Macros& macros, const std::string& path) : macros_(macros), path_(path) {}

  Tokens run(const Tokens& in) {
    Tokens out;
    for (size_t i = 0; i < in.size(); ++i) {
      const Macro* macro = find(in[i]);
      if (!macro || (macro->parameters && (i + 1 == in.size() || !in[i + 1].is("(")))) {
        out.push_back(in[i]);
        continue;
      }
      const int line = in[i].line;
      Tokens body = macro->body;
      if (macro->parameters) body = filled(*macro, arguments(in, i, *macro), line);
      within_.insert(macro->name);
      for (Token& token : run(body)) {
        token.line = token.last_line = line;  // where it is used
        out.push_back(std::move(token));
      }
      within_.erase(macro->name);
    }
    return out;
  }

 private:
  const Macro* find(const Token& token) const {
    if (token.kind != Token::Kind::Word || token.text == "VJP_API" || within_.count(token.text)) return nullptr;
    const auto it = macros_.find(token.text);
    return it == macros_.end() ? nullptr : &it->second;
  }
  // Leaves `i` at the closing bracket.
  std::vector<Tokens> arguments(const Tokens& in, size_t& i, const Macro& macro) const {
    const int line = in[i].line;
    std::vector<Tokens> list(1);
    int depth = 0;
    for (++i; i < in.size(); ++i) {
      if (in[i].is("(") && depth++ == 0) continue;
      if (in[i].is(")") && --depth == 0) break;
      if (in[i].is(",") && depth == 1)
        list.emplace_back();
      else
        list.back().push_back(in[i]);
    }
    if (i == in.size() || list.size() != macro.parameters->size())
      throw HeaderError(path_, line, macro.name + " takes " + std::to_string(macro.parameters->size()) + " arguments");
    return list;
  }
  Tokens filled(const Macro& macro, const std::vector<Tokens>& arguments, int line) const {
    Tokens out;
    bool paste = false;
    for (const Token& token : macro.body) {
      if (token.is("#")) throw HeaderError(path_, line, macro.name + ": '#' in a macro is not understood");
      if (token.is("##")) {
        paste = true;
        continue;
      }
      const auto& names = *macro.parameters;
      const auto it = std::find(names.begin(), names.end(), token.text);
      Tokens some{token};
      if (token.kind == Token::Kind::Word && it != names.end()) some = arguments[it - names.begin()];
      if (paste && !out.empty() && !some.empty()) {
        out.back().text += some.front().text;
        some.erase(some.begin());
      }
      paste = false;
      out.insert(out.end(), some.begin(), some.end());
    }
    return out;
  }

  const Macros& macros_;
  const std::string& path_;
  std::set<std::string> within_;
};

class Preprocessor {
 public:
  Preprocessor(const Source& source, Macros& macros) : source_(source), macros_(macros), lexer_(source) {
    guard_ = "VJP_" + source.name.substr(0, source.name.find('.')) + "_H";
    for (char& c : guard_) c = static_cast<char>(std::toupper(c));
  }

  Read run() {
    for (;;) {
      if (lexer_.begins_directive()) {
        flush();
        directive();
        lexer_.end_directive();
        continue;
      }
      Token token = lexer_.next();
      if (token.kind == Token::Kind::End) break;
      if (taken()) run_.push_back(std::move(token));
    }
    flush();
    if (!conditions_.empty()) lexer_.fail(conditions_.back().line, "a condition without #endif");
    if (!guarded_) lexer_.fail(1, "no include guard " + guard_);
    read_.tokens.push_back({Token::Kind::End, "", lexer_.line(), lexer_.line()});
    return std::move(read_);
  }

 private:
  struct Condition {
    int line;
    bool taken;
  };
  bool taken() const {
    return std::all_of(conditions_.begin(), conditions_.end(), [](const Condition& c) { return c.taken; });
  }
  // Macros are looked up with what is defined up to here.
  void flush() {
    for (Token& token : expanded(run_, macros_, source_.path)) read_.tokens.push_back(std::move(token));
    run_.clear();
  }
  // A public header is read as a C compiler like GCC reads it.
  bool defined(const std::string& name) const { return name == "__GNUC__" || macros_.count(name); }

  Tokens rest() {
    Tokens list;
    for (Token token = lexer_.next(); token.kind != Token::Kind::End; token = lexer_.next())
      if (token.kind != Token::Kind::Doc) list.push_back(std::move(token));
    return list;
  }
  std::string word(const char* after) {
    Token token = lexer_.next();
    if (token.kind != Token::Kind::Word) lexer_.fail(token.line, std::string("no name after ") + after);
    return token.text;
  }
  void directive() {
    const int line = lexer_.line();
    const std::string what = word("#");
    if (what == "ifdef") {
      conditions_.push_back({line, defined(word("#ifdef"))});
    } else if (what == "ifndef") {
      const std::string name = word("#ifndef");
      conditions_.push_back({line, !defined(name)});
      if (name == guard_) guarded_ = true, emit(Token::Kind::Guard, name, line);
    } else if (what == "if") {
      const std::string text = spelled(rest());
      if (text.rfind("defined(", 0) || text.back() != ')') lexer_.fail(line, "only '#if defined(NAME)' is understood");
      conditions_.push_back({line, defined(text.substr(8, text.size() - 9))});
    } else if (what == "else" || what == "endif") {
      if (conditions_.empty()) lexer_.fail(line, "#" + what + " without a condition");
      if (what == "else")
        conditions_.back().taken = !conditions_.back().taken;
      else
        conditions_.pop_back();
    } else if (!taken()) {
    } else if (what == "include") {
      include(line);
    } else if (what == "define") {
      define(line);
    } else if (what == "undef") {
      macros_.erase(word("#undef"));
    } else {
      lexer_.fail(line, "#" + what + " is not understood");
    }
    rest();
  }
  void include(int line) {
    const Tokens name = rest();
    if (name.empty()) lexer_.fail(line, "#include without a name");
    if (name.front().kind == Token::Kind::String) {
      std::string file = name.front().text.substr(1, name.front().text.size() - 2);
      if (file.rfind("vjp/", 0)) lexer_.fail(line, "a public header includes \"vjp/...\", not \"" + file + "\"");
      read_.includes.push_back(file.substr(4));
    }
  }
  void define(int line) {
    Macro macro;
    macro.name = word("#define");
    macro.header = source_.name;
    macro.line = line;
    macro.guard = macro.name == guard_;
    if (lexer_.bracket_follows()) {
      macro.parameters.emplace();
      lexer_.next();
      for (Token token = lexer_.next(); !token.is(")"); token = lexer_.next()) {
        if (token.kind == Token::Kind::End) lexer_.fail(line, "the parameters of " + macro.name + " do not end");
        if (token.kind == Token::Kind::Word) macro.parameters->push_back(token.text);
      }
    }
    macro.body = rest();
    if (!macro.body.empty() && macro.body.back().kind == Token::Kind::Trailing) {
      macro.comment = macro.body.back().text;
      macro.body.pop_back();
    }
    emit(Token::Kind::Define, macro.name, line);
    macros_[macro.name] = std::move(macro);
  }
  void emit(Token::Kind kind, const std::string& text, int line) {
    read_.tokens.push_back({kind, text, line, lexer_.line()});
  }

  const Source& source_;
  Macros& macros_;
  Lexer lexer_;
  std::string guard_;
  bool guarded_ = false;
  std::vector<Condition> conditions_;
  Tokens run_;  // not yet looked through for macros
  Read read_;
};

}  // namespace

Read read_tokens(const Source& source, Macros& macros) { return Preprocessor(source, macros).run(); }

Tokens expanded(const Tokens& tokens, const Macros& macros, const std::string& path) {
  return Expander(macros, path).run(tokens);
}

std::string spelled(const Tokens& tokens) {
  std::string out;
  const Token* last = nullptr;
  for (const Token& token : tokens) {
    const bool word = token.kind != Token::Kind::Punct, after_word = last && last->kind != Token::Kind::Punct;
    const bool operation = last && (last->is(",") || token.is("?") || token.is(":") || token.is("|"));
    if (last && ((word && after_word) || operation)) out += ' ';
    out += token.text;
    last = &token;
  }
  return out;
}

}  // namespace vjp::gen
