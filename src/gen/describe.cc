// The API as data: the operators from their table, the rest from the public headers.
#include "gen/describe.h"

#include "gen/c_functions.h"

namespace vjp::gen {
namespace {

constexpr const char* kAutocastNames[] = {"none", "lower", "float32", "widest"};

// "Tensor?[]" is a list of optional tensors, "int[]?" an optional list.
std::string_view kind_of(std::string_view type) { return type.substr(0, type.find_first_of("?[")); }

// A default as JSON; "" where it has none. An infinite number is a text.
std::string value_of(std::string_view text) {
  if (text == "None") return "null";
  if (text == "True" || text == "true") return "true";
  if (text == "False" || text == "false") return "false";
  if (text == "inf" || text == "-inf") return Json::quoted(text);
  if (text.front() == '"' || text.front() == '\'') return Json::quoted(text.substr(1, text.size() - 2));
  return std::string(text);  // a number, or a list of them
}

class Printer {
 public:
  Printer(Json& json, const OpDef& op, const std::vector<std::string>& formulas)
      : json_(json), op_(op), schema_(op.schema), formulas_(formulas) {}

  void run() {
    json_.field("name", op_.name());
    json_.field("base", schema_.name);
    json_.field("overload", schema_[schema_.overload]);
    json_.field("schema", schema_.text);
    json_.field("family", name_of(op_.family));
    json_.field("source", source_name(op_));
    json_.field("autocast", kAutocastNames[static_cast<int>(op_.autocast)]);
    json_.field("inplace", op_.has_inplace);
    json_.field("out", op_.has_out);
    json_.field("internal", schema_.name.front() == '_');
    json_.field("doc", op_.doc);
    json_.texts("details", details(op_, formulas_));
    json_.texts("formulas", formulas_);
    arguments();
    results();
    json_.list("functions", c_functions(op_), [&](const CFunction& f) {
      json_.object([&] {
        json_.field("name", f.name);
        json_.field("c", f.prototype);
        json_.field("variant", f.variant);
        json_.texts("numbers", f.numbers);
      });
    });
  }

 private:
  void arguments() {
    json_.key("arguments");
    json_.nest('[', ']', [&] {
      for (int a = 0; a < schema_.num_args; ++a) json_.object([&] { argument(a); });
    });
  }
  void argument(int index) {
    const Arg& arg = schema_.args[index];
    const std::string_view type = kArgTypeNames[static_cast<int>(arg.type)];
    json_.field("name", schema_.arg_name(index));
    json_.field("type", type);
    json_.field("kind", kind_of(type));
    json_.field("list", type.find("[]") != type.npos);
    json_.field("optional", type.back() == '?');
    json_.field("keyword_only", arg.keyword_only);
    json_.field("required", arg.default_text.size == 0);
    json_.field("differentiable", (op_.differentiable >> index & 1) != 0);
    const std::string_view text = schema_[arg.default_text];
    text.empty() ? json_.null("default") : json_.field("default", text);
    json_.raw("value", text.empty() ? "null" : value_of(text));
  }
  void results() {
    json_.key("results");
    json_.nest('[', ']', [&] {
      for (int o = 0; o < schema_.num_outputs; ++o) {
        json_.object([&] {
          json_.field("type", schema_.list_output ? "Tensor[]" : "Tensor");
          json_.field("name", schema_[schema_.outputs[o]]);
        });
      }
    });
  }

  Json& json_;
  const OpDef& op_;
  const Signature& schema_;
  const std::vector<std::string>& formulas_;
};

}  // namespace

void describe_operators(Json& json, const Ops& ops, const Derivatives& derivatives) {
  const std::vector<std::string> none;
  json.list("operators", ops, [&](const OpDef* op) {
    const auto found = derivatives.find(op->name());
    json.object([&] { Printer(json, *op, found == derivatives.end() ? none : found->second).run(); });
  });
}

std::string describe(const Ops& ops, const Headers& headers, const Derivatives& derivatives) {
  Json json;
  json.object([&] {
    json.field("format", 1);
    describe_operators(json, ops, derivatives);
    describe_headers(json, headers);
  });
  return json.take();
}

}  // namespace vjp::gen
