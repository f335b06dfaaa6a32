// What derivative rules are written with: what their parameters may be, and how rules become entries of an operator
// (define.h, which shows the form).
#pragma once

#include <array>
#include <tuple>

#include "kernel/trace.h"
#include "ops/op.h"

namespace vjp {

template <size_t N>
struct FixedString {
  char text[N];
  consteval FixedString(const char (&s)[N]) {
    for (size_t i = 0; i < N; ++i) text[i] = s[i];
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

// ---- what a rule may ask for ----

struct Grad : Tensor {};  // of the first result; never undefined
template <int I>
struct GradOf : Tensor {};  // of result I; zeros if undefined while another is not
template <int I>
struct MaybeGradOf : Tensor {};            // of result I; undefined where nothing came
struct GradList : std::vector<Tensor> {};  // of every result of an operator that returns a list; zeros where undefined
template <FixedString Name>
struct In : Tensor {};  // an argument as it was; a number as a zero-dimensional tensor; perhaps undefined if optional
template <FixedString Name>
struct InList : std::vector<Tensor> {};
template <int I = 0>
struct Out : Tensor {};  // a result
template <FixedString Name>
struct ShapeOf : Dims {};
template <FixedString Name>
struct DtypeOf {
  Dtype value;
  operator Dtype() const { return value; }
};
template <FixedString Name>
struct DeviceOf {
  Device value;
  operator Device() const { return value; }
};
template <FixedString Name>
struct ShapesOf : std::vector<Dims> {};  // of a list of tensors
template <FixedString Name>
struct GeometryOf : Geometry {};  // strides and offset too
template <FixedString Name, class T>
struct Attr {  // an argument that is no tensor; T as in `forward`
  T value;
  operator const T&() const { return value; }
};
template <FixedString Name>
struct Needs {  // whether this argument's gradient is wanted (for rules with several targets)
  bool value;
  operator bool() const { return value; }
};
template <FixedString Name>
struct Tangent : Tensor {};  // in a JVP: of an argument, in its dtype; undefined where it has none

// Fetch<Op, P>: where a rule's parameter P comes from, and the masks of what must be kept for it.
template <class Op, class P>
struct Fetch;
struct KeepNothing {
  static constexpr uint16_t in = 0, attr = 0, shape = 0, geometry = 0;
  static constexpr uint8_t out = 0;
};
template <class Op, FixedString Name>
consteval int arg_index() {
  constexpr int i = Op::schema.index_of(Name.view());
  static_assert(i >= 0, "a rule names an argument that the schema does not have");
  return i;
}
template <class Op>
struct Fetch<Op, Grad> : KeepNothing {
  static Grad get(const RuleContext& c) { return {c.grad(0)}; }
};
template <class Op, int I>
struct Fetch<Op, GradOf<I>> : KeepNothing {
  static GradOf<I> get(const RuleContext& c) { return {c.grad(I)}; }
};
template <class Op, int I>
struct Fetch<Op, MaybeGradOf<I>> : KeepNothing {
  static MaybeGradOf<I> get(const RuleContext& c) { return {c.defined(I) ? c.grad(I) : Tensor()}; }
};
template <class Op>
struct Fetch<Op, GradList> : KeepNothing {
  static GradList get(const RuleContext& c) {
    GradList list;
    for (size_t i = 0; i < c.grads.size(); ++i) list.push_back(c.grad(static_cast<int>(i)));
    return list;
  }
};
template <class Op, FixedString Name>
struct Fetch<Op, In<Name>> : KeepNothing {
  static constexpr uint16_t in = 1 << arg_index<Op, Name>();
  static In<Name> get(const RuleContext& c) { return {c.in(arg_index<Op, Name>())}; }
};
template <class Op, FixedString Name>
struct Fetch<Op, InList<Name>> : KeepNothing {
  static constexpr uint16_t in = 1 << arg_index<Op, Name>();
  static InList<Name> get(const RuleContext& c) { return {c.in_list(arg_index<Op, Name>())}; }
};
template <class Op, FixedString Name>
struct Fetch<Op, Tangent<Name>> : KeepNothing {
  static Tangent<Name> get(const RuleContext& c) { return {c.tangents[arg_index<Op, Name>()]}; }
};
template <class Op, int I>
struct Fetch<Op, Out<I>> : KeepNothing {
  static constexpr uint8_t out = 1 << I;
  static Out<I> get(const RuleContext& c) { return {c.out(I)}; }
};
template <class Op, FixedString Name>
struct Fetch<Op, ShapeOf<Name>> : KeepNothing {
  static constexpr uint16_t shape = 1 << arg_index<Op, Name>();
  static ShapeOf<Name> get(const RuleContext& c) { return {c.shape(arg_index<Op, Name>())}; }
};
template <class Op, FixedString Name>
struct Fetch<Op, DtypeOf<Name>> : KeepNothing {
  static constexpr uint16_t shape = 1 << arg_index<Op, Name>();
  static DtypeOf<Name> get(const RuleContext& c) { return {c.dtype(arg_index<Op, Name>())}; }
};
template <class Op, FixedString Name>
struct Fetch<Op, DeviceOf<Name>> : KeepNothing {
  static constexpr uint16_t shape = 1 << arg_index<Op, Name>();
  static DeviceOf<Name> get(const RuleContext& c) { return {c.device(arg_index<Op, Name>())}; }
};
template <class Op, FixedString Name>
struct Fetch<Op, ShapesOf<Name>> : KeepNothing {
  static constexpr uint16_t geometry = 1 << arg_index<Op, Name>();
  static ShapesOf<Name> get(const RuleContext& c) { return {c.shapes(arg_index<Op, Name>())}; }
};
template <class Op, FixedString Name>
struct Fetch<Op, GeometryOf<Name>> : KeepNothing {
  static constexpr uint16_t geometry = 1 << arg_index<Op, Name>();
  static GeometryOf<Name> get(const RuleContext& c) { return {c.geometry(arg_index<Op, Name>())}; }
};
template <class Op, FixedString Name, class T>
struct Fetch<Op, Attr<Name, T>> : KeepNothing {
  static constexpr uint16_t attr = 1 << arg_index<Op, Name>();
  static Attr<Name, T> get(const RuleContext& c) { return {Unbox<T>::get(c.attr(arg_index<Op, Name>()))}; }
};
template <class Op, FixedString Name>
struct Fetch<Op, Needs<Name>> : KeepNothing {
  static Needs<Name> get(const RuleContext& c) { return {c.needs(arg_index<Op, Name>())}; }
};

// ---- rules ----

template <class F, FixedString... Names>
struct RuleOf {
  template <class Op>
  static constexpr Rule make() {
    return make_from<Op>(&F::operator());
  }

 private:
  template <class Op, class R, class... P>
  static constexpr Rule make_from(R (F::*)(P...) const) {
    Rule rule;
    ((rule.targets[rule.num_targets++] = arg_index<Op, Names>()), ...);
    ((rule.in_mask |= Fetch<Op, P>::in, rule.attr_mask |= Fetch<Op, P>::attr, rule.shape_mask |= Fetch<Op, P>::shape,
      rule.geometry_mask |= Fetch<Op, P>::geometry, rule.out_mask |= Fetch<Op, P>::out),
     ...);
    rule.run = [](const RuleContext& c, std::span<Tensor> results) {
      if constexpr (std::is_convertible_v<R, Tensor>) {
        results[0] = F{}(Fetch<Op, P>::get(c)...);
      } else {  // std::array or std::vector of tensors
        auto all = F{}(Fetch<Op, P>::get(c)...);
        for (size_t i = 0; i < results.size() && i < all.size(); ++i) results[i] = std::move(all[i]);
      }
    };
    return rule;
  }
};
template <FixedString... Names>
struct Wrt {
  template <class F>
  constexpr RuleOf<F, Names...> operator()(F) const {
    return {};
  }
};
// wrt<"a">(f): f gives the gradient of argument a. wrt<"a", "b">(f): f gives a std::array of both.
template <FixedString... Names>
inline constexpr Wrt<Names...> wrt{};

template <class P>
inline constexpr bool is_attr = false;
template <FixedString Name, class T>
inline constexpr bool is_attr<Attr<Name, T>> = true;

// partial<"x", Kept...>(f): the partial derivative of a pointwise formula in x, as a formula of what is kept. Where the
// operator chooses between values, a Chosen (kernel/trace.h): what was not chosen gets 0 whatever comes in. On tensors
// (recorded, in forward mode) everything kept has the type in which the fused program would compute.
template <class F, FixedString Name, class... P>
struct PartialOf {
  template <class Op>
  static constexpr Rule make() {
    Rule rule;
    rule.targets[rule.num_targets++] = arg_index<Op, Name>();
    ((rule.in_mask |= Fetch<Op, P>::in, rule.attr_mask |= Fetch<Op, P>::attr, rule.out_mask |= Fetch<Op, P>::out,
      is_attr<P> ? void(rule.parameters[rule.num_parameters++] = code_of<Op, P>())
                 : void(rule.inputs[rule.num_inputs++] = code_of<Op, P>())),
     ...);
    if constexpr (std::is_same_v<decltype(invoke_type()), double>) {
      rule.is_constant = true;
      rule.constant = F{}();
    } else {
      rule.fused = &Traced<Fused<Op, false>>::kProgram;
      rule.fused_complex = &Traced<Fused<Op, true>>::kProgram;
    }
    rule.partial = [](const Tensor* v, Condition& condition) -> Tensor {
      if constexpr (std::is_same_v<decltype(invoke_type()), double>) {
        (void)v, (void)condition;
        return {};
      } else {
        int input = 0, parameter = (0 + ... + (is_attr<P> ? 0 : 1));
        std::array<Tensor, sizeof...(P)> values{v[is_attr<P> ? parameter++ : input++]...};
        return split(std::apply([](const auto&... t) { return F{}(t...); }, values), condition);
      }
    };
    return rule;
  }

  // Tangent times partial derivative, in a program of real numbers in which `id_of` numbers what is read.
  template <class Op, class IdOf>
  static constexpr Sym term(Tracer& t, Sym tangent, const IdOf& id_of) {
    if constexpr (sizeof...(P) == 0) {
      constexpr double factor = F{}();
      return factor == 1 ? tangent : factor == -1 ? -tangent : tangent * factor;
    } else {
      std::array<Sym, sizeof...(P)> symbols{Sym{&t, id_of(code_of<Op, P>(), is_attr<P>)}...};
      return times(tangent, std::apply([](auto... s) { return F{}(s...); }, symbols));
    }
  }

 private:
  template <class Op, class Kept>
  static constexpr uint8_t code_of() {
    if (is_attr<Kept>) return bit_of(Fetch<Op, Kept>::attr);
    return Fetch<Op, Kept>::out ? uint8_t(16 + bit_of(Fetch<Op, Kept>::out)) : bit_of(Fetch<Op, Kept>::in);
  }
  static auto invoke_type() {
    if constexpr (sizeof...(P) == 0) {
      return double{};
    } else {
      return Sym{};
    }
  }
  static Tensor split(Tensor value, Condition&) { return value; }
  template <class V, bool Holds>
  static Tensor split(Chosen<Tensor, V, Holds> chosen, Condition& condition) {
    condition = {std::move(chosen.condition), Holds};
    if constexpr (std::is_same_v<V, One>) {
      return {};
    } else {
      return std::move(chosen.value);
    }
  }
  static constexpr uint8_t bit_of(unsigned mask) {
    uint8_t i = 0;
    while (mask && !(mask >> i & 1)) ++i;
    return i;
  }
  // The gradient times conj(partial).
  template <class Op, bool Complex>
  struct Fused {
    static constexpr Trace trace() {
      Tracer t;
      t.complex = Complex;
      t.program.num_inputs = static_cast<uint8_t>(1 + (0 + ... + (is_attr<P> ? 0 : 1)));
      t.program.num_parameters = static_cast<uint8_t>((0 + ... + (is_attr<P> ? 1 : 0)));
      uint8_t input = 1, parameter = 32;
      // braces fix the order of evaluation
      std::array<Sym, sizeof...(P)> symbols{Sym{&t, is_attr<P> ? parameter++ : input++}...};
      return t.finish(times(Sym{&t, 0}, std::apply([](auto... s) { return F{}(s...); }, symbols)).id);
    }
  };
  static constexpr Sym times(Sym g, Sym value) { return g * conj(value); }
  static constexpr Sym times(Sym g, One) { return g; }
  template <class V, bool Holds>
  static constexpr Sym times(Sym g, Chosen<Sym, V, Holds> chosen) {
    Sym product = times(g, chosen.value);
    return Holds ? where(chosen.condition, product, 0.0) : where(chosen.condition, 0.0, product);
  }
};
template <FixedString Name, class... P>
struct Partial {
  template <class F>
  constexpr PartialOf<F, Name, P...> operator()(F) const {
    return {};
  }
};
template <FixedString Name, class... P>
inline constexpr Partial<Name, P...> partial{};

template <class... R>
constexpr std::tuple<R...> rules(R... r) {
  return {r...};
}

// ---- JVPs ----

template <class F>
struct JvpOf {
  template <class Op>
  static constexpr auto make() -> void (*)(const RuleContext&, Tensor*) {
    return make_from<Op>(&F::operator());
  }
  // The arguments whose tangents it reads.
  template <class Op>
  static constexpr uint16_t arguments() {
    return arguments_of<Op>(&F::operator());
  }

 private:
  template <class Op, class R, class... P>
  static constexpr auto make_from(R (F::*)(P...) const) -> void (*)(const RuleContext&, Tensor*) {
    return [](const RuleContext& c, Tensor* tangents) {
      if constexpr (std::is_convertible_v<R, Tensor>) {
        tangents[0] = F{}(Fetch<Op, P>::get(c)...);
      } else {
        auto all = F{}(Fetch<Op, P>::get(c)...);
        static_assert(all.size() == Op::schema.num_outputs, "a JVP gives one tangent a result");
        for (size_t i = 0; i < all.size(); ++i) tangents[i] = std::move(all[i]);
      }
    };
  }
  template <class Op, FixedString Name>
  static constexpr uint16_t bit(Tangent<Name>*) {
    return 1 << arg_index<Op, Name>();
  }
  template <class Op>
  static constexpr uint16_t bit(void*) {
    return 0;
  }
  template <class Op, class R, class... P>
  static constexpr uint16_t arguments_of(R (F::*)(P...) const) {
    return static_cast<uint16_t>((0 | ... | bit<Op>(static_cast<P*>(nullptr))));
  }
};
struct NoJvp {};
template <class F>
constexpr JvpOf<F> tangents(F) {
  return {};
}

}  // namespace vjp
