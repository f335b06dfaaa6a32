// OpDef: everything the library knows of an operator, in one table entry; and call(), which runs one.
//
// Entries lie in a linker section, one pointer each, so that the table needs no code at load time and adding an
// operator is adding a file.
#pragma once

#include <atomic>
#include <bit>
#include <string>
#include <vector>

#include "graph/requires_grad.h"
#include "kernel/launch.h"
#include "kernel/program.h"
#include "ops/batch.h"
#include "ops/schema.h"
#include "ops/value.h"

namespace vjp {

struct OpDef;
class OpNode;

enum class Family : uint8_t { Pointwise, Linear, Bilinear, View, Creation, General, Composite };
const char* name_of(Family family);

// What an operator computes in inside an autocast region (autocast.h), where its floating arguments are cast: to the
// region's dtype, to float32, or to the widest dtype among them. float64 stays what it is.
enum class Autocast : uint8_t { None, Lower, Float32, Widest };

// What a rule may ask for: the gradients, and what the node kept (backward) or the live arguments (forward mode).
struct RuleContext {
  const OpDef& op;
  OpNode* node = nullptr;            // backward
  std::span<Tensor> grads;           // backward: one a slot, perhaps undefined
  const Value* args = nullptr;       // forward mode
  const Tensor* outs = nullptr;      // forward mode
  const Tensor* tangents = nullptr;  // forward mode, one an argument: undefined where it has none

  Tensor in(int arg) const;
  // Backward: argument `input`, or result `input` - 16, as a tensor without a history or else as a real number. False
  // where looking is not enough: hooks are to be called, or an error is to be raised.
  bool plain(int input, Tensor& tensor, double& number) const;
  std::vector<Tensor> in_list(int arg) const;
  Tensor out(int index) const;
  Value attr(int arg) const;
  Dims shape(int arg) const;
  std::vector<Dims> shapes(int arg) const;  // of a list
  Geometry geometry(int arg) const;
  Dtype dtype(int arg) const;
  Device device(int arg) const;
  Tensor grad(int slot) const;  // zeros where undefined
  bool defined(int slot) const;
  bool needs(int arg) const;
};

inline constexpr int kMaxKept = 6;  // by a rule of a pointwise operator

// Where a partial derivative holds; elsewhere it is a 0 that is not multiplied (Chosen, kernel/trace.h).
struct Condition {
  Tensor tensor;  // undefined: everywhere
  bool holds = true;
};

// How the gradients of some arguments are computed, and what a node must keep for it.
struct Rule {
  uint8_t num_targets = 0;
  uint8_t targets[4] = {};     // arguments
  uint8_t out_mask = 0;        // outputs kept
  uint16_t in_mask = 0;        // tensor arguments kept
  uint16_t attr_mask = 0;      // other arguments kept
  uint16_t shape_mask = 0;     // arguments whose shape, dtype and device are kept
  uint16_t geometry_mask = 0;  // arguments whose strides and offset are kept too
  // One result a target; a single list target gets one an element.
  void (*run)(const RuleContext&, std::span<Tensor> results) = nullptr;
  // Pointwise: the partial derivative on tensors, of `inputs` and then `parameters` (undefined: 1 where the condition
  // allows, or identically `constant`), and gradient times conj(partial) as one kernel. Inputs of the programs: the
  // gradient, then `inputs` (an argument, or 16 + an output). Parameters: `parameters`.
  Tensor (*partial)(const Tensor* values, Condition& condition) = nullptr;
  const Program* fused = nullptr;
  const Program* fused_complex = nullptr;
  uint8_t num_inputs = 0, num_parameters = 0;
  uint8_t inputs[kMaxKept] = {}, parameters[VJP_PROGRAM_MAX_PARAMETERS] = {};
  bool is_constant = false;
  double constant = 0;
};

// Result type of a pointwise operator, and the type it computes in.
enum class ResultType : uint8_t {
  Promote,       // of the operands
  PromoteFloat,  // the same; integers become float32
  Bool,          // computed in the promoted type
  Real,          // the promoted type's real type (abs of complex)
  Complex,       // the promoted type's complex type
};
struct PointwiseDef {
  Program real, complex;
  ResultType result = ResultType::Promote;
  uint16_t unpromoted = 0;  // arguments that do not take part in promotion (conditions)
  bool complex_ok = true, integer_ok = true;
  bool chooses = false;  // among its operands: a number that an integer result cannot hold is an error
  void (*check)(Dtype promoted, const Value* args) = nullptr;  // where not every type and parameter will do
  // Of real numbers, where several arguments have derivatives and all of these have tangents: the result's, in one
  // program (else null). Inputs: the tangents in the order of the rules, then `inputs`, as a rule has them.
  const Program* tangent = nullptr;
  uint8_t num_inputs = 0, num_parameters = 0;
  uint8_t inputs[VJP_PROGRAM_MAX_INPUTS] = {}, parameters[VJP_PROGRAM_MAX_PARAMETERS] = {};
};

struct OpDef {
  Signature schema;
  const char* doc = "";
  const char* type_name = "";  // of the C++ struct: "Mul"
  const char* source = "";     // the file that defines it: "arithmetic.cc"
  Family family = Family::General;
  bool has_inplace = false, has_out = false;
  bool widens_halves = false;   // a composite that runs in float32 on halves (halves.h)
  bool takes_sparse = false;    // knows sparse arguments itself (sparse.h)
  bool mixes_devices = false;   // its arguments may lie on different devices; it runs on the first one's
  uint16_t differentiable = 0;  // arguments that some rule is for
  uint16_t lists = 0;           // arguments that are lists of tensors
  uint8_t num_rules = 0;
  Autocast autocast = Autocast::None;
  const Rule* rules = nullptr;
  const PointwiseDef* pointwise = nullptr;
  uint8_t nondiff_outputs = 0;  // outputs that never require grad
  // The tangents of the results, from those of the arguments; one that it leaves out is zero. Of the family General.
  void (*jvp)(const RuleContext&, Tensor* tangents) = nullptr;
  void (*forward)(const Value* args, Tensor* outs) = nullptr;
  std::vector<Tensor> (*forward_list)(const Value* args) = nullptr;
  void (*batch)(const Batch& b, const Value* args, Tensor* outs) = nullptr;  // null: its family's (transforms/vmap)
  Geometry (*view)(const Value* args) = nullptr;
  std::vector<Geometry> (*view_list)(const Value* args) = nullptr;
  mutable uint16_t number = 0;  // in the table; set before a thread first counts (call_counts.h)
  mutable std::atomic<const char*> kept_name{nullptr};  // for commands of devices, made when first asked for

  std::string name() const;    // "max.dim"
  const char* c_name() const;  // the same, for as long as the process lives
  int edge_of(int arg, int list_count) const {
    const unsigned before = differentiable & ((1u << arg) - 1);
    return std::popcount(before) + std::popcount(before & lists) * (list_count - 1);
  }
};

// The table, in no particular order.
std::span<const OpDef* const> op_table();
const OpDef* find_op(std::string_view name);  // by full name; null if there is none

// Runs an operator: outs has schema.num_outputs places. Records if grad mode is on and an argument requires grad.
void call(const OpDef& op, const Value* args, Tensor* outs);
std::vector<Tensor> call_list(const OpDef& op, const Value* args);
// Writes the result into the first argument, whose history becomes the operation's.
void call_inplace(const OpDef& op, const Value* args);
// Writes the result into `out`, which must have the result's shape; refuses arguments that require grad under grad
// mode.
void call_out(const OpDef& op, const Value* args, Tensor& out);
// Throws unless every argument's kind is what the schema says; used where arguments come from outside.
void check_args(const OpDef& op, const Value* args);

inline Tensor call1(const OpDef& op, const Value* args) {
  Tensor out;
  call(op, args, &out);
  return out;
}

}  // namespace vjp
