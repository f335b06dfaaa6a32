// What the public headers declare, as JSON.
#include <set>

#include "gen/c_comment.h"
#include "gen/c_constant.h"
#include "gen/describe.h"

namespace vjp::gen {
namespace {

using Kind = Declaration::Kind;

class Printer {
 public:
  Printer(Json& json, const Headers& all) : json_(json), all_(all) {
    for (const Header& header : all.headers)
      for (const Declaration& d : header.declarations) {
        if (d.kind == Kind::Struct) structs_.insert(d.name);
        if (d.kind == Kind::Function) functions_.insert(d.name);
        if (d.kind == Kind::Callback) callbacks_.insert(d.name);
      }
    program("vjp.h");
  }

  void run() {
    json_.list("headers", all_.headers, [&](const Header& header) {
      json_.object([&] {
        json_.field("name", header.name);
        json_.field("program", program_.count(header.name) > 0);
        json_.texts("includes", header.includes);
        json_.field("comment", header.comment);
      });
    });
    each("functions", Kind::Function, [&](const Declaration& d) { prototype(d.prototype, taken_apart(d.comment)); });
    each("callbacks", Kind::Callback, [&](const Declaration& d) { prototype(d.prototype, taken_apart(d.comment)); });
    each("structs", Kind::Struct, [&](const Declaration& d) { members(d.members); });
    each("enums", Kind::Enum, [&](const Declaration& d) {
      json_.list("values", d.values, [&](const Declaration::Value& value) {
        json_.object([&] {
          json_.field("name", value.name);
          json_.field("value", value.number);
          optional("comment", taken_apart(value.comment).text);
        });
      });
    });
    each("handles", Kind::Opaque, [&](const Declaration& d) {
      for (const char* verb : {"retain", "release"}) {
        const std::string function = d.name + "_" + verb;
        optional(verb, functions_.count(function) ? function : "");
      }
    });
    each("aliases", Kind::Alias, [&](const Declaration& d) { json_.field("type", d.type); });
    each("macros", Kind::Macro, [&](const Declaration& d) { macro(all_.macros.at(d.name)); });
  }

 private:
  // What a program sees that includes vjp/vjp.h.
  void program(const std::string& name) {
    if (!program_.insert(name).second) return;
    for (const Header& header : all_.headers)
      if (header.name == name)
        for (const std::string& other : header.includes) program(other);
  }
  template <class F>
  void each(const char* key, Kind kind, F&& more) {
    std::vector<const Declaration*> list;
    std::set<std::string> seen;
    for (const Header& header : all_.headers)
      for (const Declaration& d : header.declarations)
        if (d.kind == kind && !(kind == Kind::Opaque && structs_.count(d.name))) list.push_back(&d);
    // An opaque type may be declared in several headers: the one that explains it counts, else the first.
    if (kind == Kind::Opaque)
      std::erase_if(list,
                    [&](const Declaration* d) { return d != chosen(list, d->name) || !seen.insert(d->name).second; });
    json_.list(key, list, [&](const Declaration* d) {
      json_.object([&] {
        json_.field("name", d->name);
        json_.field("header", d->header);
        json_.field("line", d->line);
        if (kind != Kind::Macro) json_.field("c", declared(*d));
        comment(*d);
        more(*d);
      });
    });
  }
  static const Declaration* chosen(const std::vector<const Declaration*>& list, const std::string& name) {
    const Declaration* best = nullptr;
    for (const Declaration* d : list)
      if (d->name == name && (!best || (best->comment.empty() && !d->comment.empty()))) best = d;
    return best;
  }
  void comment(const Declaration& d) {
    optional("group", d.group);
    if (d.comment.empty()) return json_.null("comment");
    const Comment parts = taken_apart(d.comment);
    json_.object("comment", [&] {
      json_.field("line", d.comment_line);
      json_.field("brief", parts.brief);
      json_.field("text", parts.text);
      json_.list("params", parts.parameters, [&](const auto& it) {
        json_.object([&] {
          json_.field("name", it.first);
          json_.field("text", it.second);
        });
      });
      optional("returns", parts.returns);
      optional("since", parts.since);
      json_.texts("errors", statuses(d.comment));
      json_.texts("unknown_tags", parts.unknown);
    });
  }
  void prototype(const Prototype& it, const Comment& comment) {
    const std::string stated = comment.returns.empty() ? comment.text : comment.returns;
    json_.object("returns", [&] {
      json_.field("type", it.returns);
      optional("ownership", it.returns.back() == '*' ? ownership(stated) : "");
    });
    json_.list("parameters", it.parameters, [&](const Variable& v) {
      json_.object([&] {
        variable(v);
        json_.field("direction", written(v) ? "out" : "in");
        std::string text;
        for (const auto& [name, words] : comment.parameters)
          if (name == v.name) text = words;
        optional("text", text);
        optional("ownership", ownership(text));
      });
    });
  }
  void optional(const char* key, const std::string& text) { text.empty() ? json_.null(key) : json_.field(key, text); }
  // Whether the callee writes there: a pointer to something whose inside is known, and which is not const.
  bool written(const Variable& v) const {
    if (v.function || v.type.back() != '*') return false;
    const std::string to = v.type.substr(0, v.type.size() - 1);
    if (to.back() == '*') return true;
    if (to.ends_with("const") || to.starts_with("const ")) return false;
    return to != "void" && (to.rfind("vjp_", 0) != 0 || structs_.count(to) || !opaque(to));
  }
  bool opaque(const std::string& type) const {
    for (const Header& header : all_.headers)
      for (const Declaration& d : header.declarations)
        if (d.kind == Kind::Opaque && d.name == type) return true;
    return false;
  }
  void variable(const Variable& v) {
    json_.field("name", v.name);
    json_.field("type", v.type);
    json_.list("lengths", v.lengths, [&](int64_t n) { json_.number(n); });
    v.function ? json_.object("function", [&] { prototype(*v.function, {}); }) : json_.null("function");
    v.members.empty() ? json_.null("members") : members(v.members);
  }
  void members(const std::vector<Variable>& list) {
    json_.list("members", list, [&](const Variable& v) {
      json_.object([&] {
        variable(v);
        optional("comment", taken_apart(v.comment).text);
      });
    });
  }

  // ---- macros ----

  static bool initializes(const Macro& it) { return !it.parameters && !it.body.empty() && it.body.front().is("{"); }
  void macro(const Macro& it) {
    it.parameters ? json_.texts("parameters", *it.parameters) : json_.null("parameters");
    json_.field("value", spelled(it.body));
    const auto value = it.parameters ? std::nullopt : number(it);
    value ? json_.field("number", *value) : json_.null("number");
    if (!initializes(it)) return json_.null("initializer");
    size_t at = 0;
    json_.key("initializer");
    initializer(it.body, at);
  }
  std::optional<int64_t> number(const Macro& it) const {
    std::map<std::string, int64_t> constants;
    for (const Header& header : all_.headers)
      for (const Declaration& d : header.declarations)
        for (const auto& value : d.values) constants[value.name] = value.number;
    return constant(expanded(it.body, all_.macros, it.header), constants);
  }
  // "{ sizeof(x), 0, { 1 } }" as nested lists of texts; other initialisers in it are taken apart too.
  void initializer(const Tokens& body, size_t& at) {
    json_.nest('[', ']', [&] {
      for (++at; at < body.size() && !body[at].is("}"); ++at) {
        if (body[at].is(",")) continue;
        if (body[at].is("{")) {
          initializer(body, at);
          continue;
        }
        Tokens item;
        while (!body[at].is(",") && !body[at].is("}")) item.push_back(body[at++]);
        --at;
        if (item.size() > 3 && item[0].is("(") && item[2].is(")"))
          item.erase(item.begin(), item.begin() + 3);  // a cast
        const auto named = all_.macros.find(item[0].text);
        if (item.size() == 1 && named != all_.macros.end() && initializes(named->second)) {
          size_t inner = 0;
          initializer(named->second.body, inner);
        } else {
          json_.text(spelled(item));
        }
      }
    });
  }

  Json& json_;
  const Headers& all_;
  std::set<std::string> structs_, functions_, callbacks_, program_;
};

}  // namespace

void describe_headers(Json& json, const Headers& headers) { Printer(json, headers).run(); }

}  // namespace vjp::gen
