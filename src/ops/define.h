// VJP_DEFINE: turns a struct of static members into an operator's table entry.
//
//   // or Pointwise, Linear, Bilinear, ViewOp, Composite, CreationOp
//   struct Example : General {
//     static constexpr Schema schema{"example(Tensor input, Tensor other, float eps=1e-05) -> Tensor"};
//     static constexpr const char* doc = "One or two sentences.";
//     static Tensor forward(const Tensor& input, const Tensor& other, double eps);
//     static constexpr auto vjp = rules(
//         wrt<"input">([](Grad g, In<"other"> other, Attr<"eps", double> eps) -> Tensor { ... }));
//     static constexpr auto jvp = tangents(
//         [](Tangent<"input"> t, In<"other"> other, Attr<"eps", double> eps) -> Tensor { ... });
//   };
//   VJP_DEFINE(Example);
//
//   struct Scaled : Pointwise {
//     static constexpr Schema schema{"scaled(Tensor input, float by) -> Tensor"};
//     static constexpr const char* doc = "by * input where input is positive, else 0.";
//     static constexpr auto formula = [](auto x, auto by) { return where(x > 0.0, by * x, 0.0); };
//     static constexpr auto partials = rules(partial<"input", In<"input">, Attr<"by", double>>(
//         [](auto x, auto by) { return where(x > 0.0, by, 0.0); }));
//   };
//
// A rule's parameter types are what the node keeps. Rules call differentiable operators, so second order follows; a
// rule may take a faster kernel where derivatives_followed() is false. A JVP asks for the tangents of all arguments
// that are differentiated, and gives the result's, or a std::array with one a result; it reads arguments and results as
// the program has them, and may give what is broadcast to the result and converted to its dtype. See ops/README.md.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>

#include "graph/modes.h"
#include "kernel/trace.h"
#include "ops/internal.h"
#include "ops/op.h"
#include "ops/rules.h"

namespace vjp {

// ---- families ----

struct OpBase {
  static constexpr bool inplace = false;        // has an in-place form op_
  static constexpr bool out_variant = false;    // has an out form
  static constexpr bool mixes_devices = false;  // arguments may lie on different devices
  static constexpr bool widens_halves = false;  // a composite that runs in float32 on halves (halves.h)
  static constexpr bool takes_sparse = false;   // sparse tensors as they are (sparse.h)
  static constexpr uint8_t nondiff_outputs = 0;
  static constexpr Autocast autocast = Autocast::None;
  static constexpr auto vjp = rules();
  static constexpr NoJvp jvp{};
};
struct Pointwise : OpBase {
  static constexpr Family family = Family::Pointwise;
  static constexpr ResultType result = ResultType::Promote;
  static constexpr bool inplace = true, out_variant = true, complex_ok = true, integer_ok = true;
  static constexpr std::string_view condition = "";  // an argument that takes no part in promotion
  static constexpr bool chooses = false;             // every element of the result is one of an operand
  static constexpr auto partials = rules();
};
struct General : OpBase {
  static constexpr Family family = Family::General;
};
// Linear in all its tensor arguments that have rules: the tangent is the operator of the tangents.
struct Linear : OpBase {
  static constexpr Family family = Family::Linear;
};
// Linear in each of its arguments that have rules.
struct Bilinear : OpBase {
  static constexpr Family family = Family::Bilinear;
};
struct CreationOp : OpBase {
  static constexpr Family family = Family::Creation;
};
// Written with differentiable operators: has no node of its own.
struct Composite : OpBase {
  static constexpr Family family = Family::Composite;
};
// Shares the storage of its first argument: `view` computes where the result lies.
struct ViewOp : OpBase {
  static constexpr Family family = Family::View;
  static constexpr bool multi = false;
};

namespace detail {

template <class Op, class R, class... A, size_t... I>
void run_forward(R (*f)(A...), const Value* args, Tensor* outs, std::index_sequence<I...>) {
  if constexpr (std::is_convertible_v<R, Tensor>) {
    outs[0] = f(Unbox<std::remove_cvref_t<A>>::get(args[I])...);
  } else {
    auto all = f(Unbox<std::remove_cvref_t<A>>::get(args[I])...);
    for (size_t i = 0; i < all.size(); ++i) outs[i] = std::move(all[i]);
  }
}
template <class Op, class R, class... A, size_t... I>
void run_batch(R (*f)(const Batch&, A...), const Batch& b, const Value* args, Tensor* outs, std::index_sequence<I...>) {
  if constexpr (std::is_convertible_v<R, Tensor>) {
    outs[0] = f(b, Unbox<std::remove_cvref_t<A>>::get(args[I])...);
  } else {
    auto all = f(b, Unbox<std::remove_cvref_t<A>>::get(args[I])...);
    for (size_t i = 0; i < all.size(); ++i) outs[i] = std::move(all[i]);
  }
}
template <class R, class... A, size_t... I>
R run_typed(R (*f)(A...), const Value* args, std::index_sequence<I...>) {
  return f(Unbox<std::remove_cvref_t<A>>::get(args[I])...);
}
template <class R, class... A>
constexpr size_t arity(R (*)(A...)) {
  return sizeof...(A);
}

template <class Op>
constexpr auto rule_tuple() {
  if constexpr (Op::family == Family::Pointwise) {
    return Op::partials;
  } else {
    return Op::vjp;
  }
}
template <class Op, class... R>
constexpr std::array<Rule, sizeof...(R)> make_rules(std::tuple<R...>) {
  return {R::template make<Op>()...};
}
template <class Op>
inline constexpr auto kRules = make_rules<Op>(rule_tuple<Op>());

// The formula takes the arguments in schema order: tensors and operands as values, numbers as parameters.
template <class Op, bool Complex>
struct Formula {
  static constexpr Trace trace() {
    Tracer t;
    t.complex = Complex;
    constexpr int n = Op::schema.num_args;
    std::array<Sym, n> symbols{};
    for (int i = 0; i < n; ++i) {
      uint8_t id =
          Op::schema.is_tensor_like(i) ? t.program.num_inputs++ : static_cast<uint8_t>(32 + t.program.num_parameters++);
      symbols[static_cast<size_t>(i)] = Sym{&t, id};
    }
    Sym value = std::apply([](auto... s) { return Op::formula(s...); }, symbols);
    return t.finish(value.id);
  }
};
// What all rules read, each once: into def.inputs and def.parameters.
constexpr void collect_reads(std::span<const Rule> rules, PointwiseDef& def) {
  const auto put = [](uint8_t code, uint8_t* list, uint8_t& count) {
    for (int i = 0; i < count; ++i)
      if (list[i] == code) return;
    list[count++] = code;
  };
  for (const Rule& rule : rules) {
    for (int i = 0; i < rule.num_inputs; ++i) put(rule.inputs[i], def.inputs, def.num_inputs);
    for (int i = 0; i < rule.num_parameters; ++i) put(rule.parameters[i], def.parameters, def.num_parameters);
  }
}
// The sum of tangent times partial derivative.
template <class Op>
struct TangentProgram {
  static constexpr Trace trace() {
    PointwiseDef def;
    collect_reads(kRules<Op>, def);
    constexpr auto count = static_cast<uint8_t>(kRules<Op>.size());
    Tracer t;
    t.program.num_inputs = static_cast<uint8_t>(count + def.num_inputs);
    t.program.num_parameters = def.num_parameters;
    const auto id_of = [&](uint8_t code, bool parameter) {
      const uint8_t* list = parameter ? def.parameters : def.inputs;
      uint8_t i = 0;
      while (list[i] != code) ++i;
      return static_cast<uint8_t>(parameter ? 32 + i : count + i);
    };
    Sym total{};
    uint8_t next = 0;
    const auto add = [&](auto partial) {
      Sym term = decltype(partial)::template term<Op>(t, Sym{&t, next}, id_of);
      total = next++ ? total + term : term;
    };
    std::apply([&](auto... partial) { (add(partial), ...); }, Op::partials);
    return t.finish(total.id);
  }
};
// Not where a partial derivative is 0 everywhere: its tangent would be read for nothing.
template <class Op>
constexpr bool has_tangent_program() {
  for (const Rule& rule : kRules<Op>)
    if (rule.is_constant && rule.constant == 0) return false;
  return kRules<Op>.size() > 1;
}
template <class Op>
constexpr PointwiseDef make_pointwise() {
  PointwiseDef def;
  def.real = Traced<Formula<Op, false>>::kProgram;
  if constexpr (Op::complex_ok) def.complex = Traced<Formula<Op, true>>::kProgram;
  def.result = Op::result;
  def.complex_ok = Op::complex_ok;
  def.integer_ok = Op::integer_ok;
  def.chooses = Op::chooses;
  if constexpr (requires { Op::check; }) def.check = Op::check;
  if (Op::condition.size()) def.unpromoted = static_cast<uint16_t>(1 << Op::schema.index_of(Op::condition));
  if constexpr (has_tangent_program<Op>()) {
    collect_reads(kRules<Op>, def);
    def.tangent = &Traced<TangentProgram<Op>>::kProgram;
  }
  return def;
}
template <class Op>
inline constexpr PointwiseDef kPointwise = make_pointwise<Op>();

}  // namespace detail

namespace detail {

template <class Op>
using Indices = std::make_index_sequence<Op::schema.num_args>;

template <class Op>
constexpr auto forward_of() -> void (*)(const Value*, Tensor*) {
  if constexpr (requires { &Op::forward; } && !Op::schema.list_output) {
    static_assert(arity(&Op::forward) == Op::schema.num_args, "forward takes the schema's arguments");
    return [](const Value* args, Tensor* outs) { run_forward<Op>(&Op::forward, args, outs, Indices<Op>()); };
  } else {
    return nullptr;
  }
}
template <class Op>
constexpr auto forward_list_of() -> std::vector<Tensor> (*)(const Value*) {
  if constexpr (requires { &Op::forward; } && Op::schema.list_output) {
    return [](const Value* args) { return run_typed(&Op::forward, args, Indices<Op>()); };
  } else {
    return nullptr;
  }
}
template <class Op>
constexpr auto batch_of() -> void (*)(const Batch&, const Value*, Tensor*) {
  if constexpr (requires { &Op::batch; }) {
    static_assert(arity(&Op::batch) == Op::schema.num_args + 1, "batch takes a Batch and what forward takes");
    return [](const Batch& b, const Value* args, Tensor* outs) {
      run_batch<Op>(&Op::batch, b, args, outs, Indices<Op>());
    };
  } else {
    return nullptr;
  }
}
template <class Op>
constexpr auto view_of() -> Geometry (*)(const Value*) {
  if constexpr (requires { &Op::view; } && !Op::schema.list_output) {
    return [](const Value* args) { return run_typed(&Op::view, args, Indices<Op>()); };
  } else {
    return nullptr;
  }
}
template <class Op>
constexpr auto view_list_of() -> std::vector<Geometry> (*)(const Value*) {
  if constexpr (requires { &Op::view; } && Op::schema.list_output) {
    return [](const Value* args) { return run_typed(&Op::view, args, Indices<Op>()); };
  } else {
    return nullptr;
  }
}
template <class Op>
constexpr const PointwiseDef* pointwise_of() {
  if constexpr (requires { Op::formula; }) {
    return &kPointwise<Op>;
  } else {
    return nullptr;
  }
}
template <class Op>
constexpr uint16_t differentiable_of() {
  uint16_t mask = 0;
  for (const Rule& rule : kRules<Op>)
    for (int i = 0; i < rule.num_targets; ++i) mask |= static_cast<uint16_t>(1 << rule.targets[i]);
  return mask;
}

// Of the family General: what else is known of an operator gives the tangents of the others.
template <class Op>
constexpr auto jvp_of() -> void (*)(const RuleContext&, Tensor*) {
  using Jvp = std::remove_const_t<decltype(Op::jvp)>;
  constexpr bool wanted = Op::family == Family::General && differentiable_of<Op>() != 0;
  static_assert(wanted != std::is_same_v<Jvp, NoJvp>,
                "what is General and has derivative rules, and nothing else, has a JVP");
  if constexpr (wanted) {
    static_assert(Jvp::template arguments<Op>() == differentiable_of<Op>(),
                  "a JVP reads all tangents that there may be");
    return Jvp::template make<Op>();
  } else {
    return nullptr;
  }
}

// Exactly as many as there are: the table has some hundreds of operators, most of few arguments.
template <class Op>
inline constexpr auto kArgs = [] {
  std::array<Arg, Op::schema.num_args> list{};
  std::copy_n(Op::schema.args.begin(), list.size(), list.begin());
  return list;
}();

}  // namespace detail

template <class Op>
constexpr OpDef make_op(const char* type, const char* source) {  // clang-format off
  static_assert(Op::schema.num_args <= Schema::kMaxArgs ||
                    (Op::family == Family::Composite && !Op::inplace && !Op::out_variant && !Op::widens_halves &&
                     Op::autocast == Autocast::None),
                "only a composite that is nothing but what it calls has more than kMaxArgs arguments");
  return OpDef{.schema = Op::schema.with(detail::kArgs<Op>.data()),  // clang-format on
               .doc = Op::doc,
               .type_name = type,
               .source = source,
               .family = Op::family,
               .has_inplace = Op::inplace,
               .has_out = Op::out_variant,
               .widens_halves = Op::widens_halves,
               .takes_sparse = Op::takes_sparse,
               .mixes_devices = Op::mixes_devices,
               .differentiable = detail::differentiable_of<Op>(),
               .lists = Op::schema.lists(),
               .num_rules = static_cast<uint8_t>(detail::kRules<Op>.size()),
               .autocast = Op::autocast,
               .rules = detail::kRules<Op>.data(),
               .pointwise = detail::pointwise_of<Op>(),
               .nondiff_outputs = Op::nondiff_outputs,
               .jvp = detail::jvp_of<Op>(),
               .forward = detail::forward_of<Op>(),
               .forward_list = detail::forward_list_of<Op>(),
               .batch = detail::batch_of<Op>(),
               .view = detail::view_of<Op>(),
               .view_list = detail::view_list_of<Op>(),
               .number = 0,
               .kept_name = {nullptr}};
}

}  // namespace vjp

#ifdef __FILE_NAME__
#define VJP_THIS_FILE __FILE_NAME__
#else
#define VJP_THIS_FILE __FILE__
#endif

// The entry, and a pointer to it in the table's section.
#define VJP_DEFINE(Type)                                                        \
  extern constinit const ::vjp::OpDef op_##Type;                                \
  constinit const ::vjp::OpDef op_##Type = make_op<Type>(#Type, VJP_THIS_FILE); \
  [[gnu::section("vjp_ops"), gnu::used]] static const ::vjp::OpDef* const entry_##Type = &op_##Type
