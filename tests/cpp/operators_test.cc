// The operator table as a whole: every schema makes sense, and every pointwise operator behaves the same on strided,
// broadcast, empty and zero-dimensional inputs, in place and into a given tensor, as on plain ones.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

#include "graph/modes.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/internal.h"

namespace vjp {
namespace {

Tensor ramp(IntSpan sizes, Dtype dtype) {
  Tensor t = Tensor::empty(sizes, Dtype::Float64);
  for (int64_t i = 0; i < t.numel(); ++i) t.data<double>()[i] = 0.05 + 0.9 * static_cast<double>((i * 7) % 11) / 11.0;
  return to(t, dtype);
}

// The same values with other strides.
Tensor strided(const Tensor& t) {
  if (t.ndim() < 2) return slice(fresh_copy(t), 0, {}, {}, 1);
  return transpose(fresh_copy(transpose(t, 0, 1)), 0, 1);
}

bool identical(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || !same(a.sizes(), b.sizes())) return false;
  Tensor x = fresh_copy(a), y = fresh_copy(b);
  return std::memcmp(x.raw(), y.raw(), static_cast<size_t>(x.numel()) * size_of(x.dtype())) == 0;
}

// Arguments for a pointwise operator: `input` and kin from `sizes`, numbers their defaults or one half.
struct Arguments {
  std::vector<Tensor> tensors;
  std::vector<Value> values;
  bool possible = true;

  Arguments(const OpDef& op, IntSpan sizes, Dtype dtype, bool with_strides) {
    tensors.reserve(Schema::kMaxArgs);
    for (int a = 0; a < op.schema.num_args; ++a) {
      const Arg& arg = op.schema.args[a];
      if (arg.type == ArgType::Tensor || arg.type == ArgType::Operand) {
        Tensor t = ramp(sizes, op.schema.arg_name(a) == "condition" ? Dtype::Bool : dtype);
        tensors.push_back(with_strides && t.ndim() > 0 ? strided(t) : t);
        values.push_back(box(tensors.back()));
      } else if (arg.type == ArgType::Scalar || arg.type == ArgType::Float) {
        const std::string_view text = op.schema[arg.default_text];
        values.push_back(text.empty() || text == "None" ? box(0.5) : box(std::atof(std::string(text).c_str())));
      } else if (arg.type == ArgType::Int) {
        values.push_back(box(1));
      } else if (arg.type == ArgType::Bool) {
        values.push_back(box(false));
      } else {
        possible = false;
      }
    }
  }
};

std::vector<const OpDef*> pointwise_ops() {
  std::vector<const OpDef*> list;
  for (const OpDef* op : op_table())
    if (op->family == Family::Pointwise) list.push_back(op);
  return list;
}

// The operator's result, or nothing if it refuses the dtype.
Tensor run(const OpDef& op, Arguments& args) {
  try {
    return call1(op, args.values.data());
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), VJP_ERROR_DTYPE) << op.name() << ": " << e.what();
    return {};
  }
}

constexpr Dtype kDtypes[] = {Dtype::Float32, Dtype::Float64, Dtype::Float16,   Dtype::BFloat16,  Dtype::Int32,
                             Dtype::UInt8,   Dtype::Bool,    Dtype::Complex64, Dtype::Complex128};

TEST(OperatorTable, NamesAreUniqueAndSchemasComplete) {
  std::set<std::string> names;
  for (const OpDef* op : op_table()) {
    EXPECT_TRUE(names.insert(op->name()).second) << op->name();
    EXPECT_GT(std::strlen(op->doc), 5u) << op->name();
    EXPECT_GE(op->schema.num_outputs, 1) << op->name();
    EXPECT_EQ(find_op(op->name()), op);
    bool optional = false;  // no required argument after an optional one
    for (int a = 0; a < op->schema.num_args; ++a) {
      if (op->schema.args[a].keyword_only) break;
      EXPECT_FALSE(optional && op->schema.args[a].default_text.size == 0) << op->schema.text;
      optional |= op->schema.args[a].default_text.size > 0;
    }
    if (op->has_inplace) {
      EXPECT_TRUE(op->schema.num_args > 0 && op->schema.is_tensor_like(0)) << op->name();
    }
  }
  EXPECT_EQ(find_op("no_such_operator"), nullptr);
}

TEST(PointwiseOperators, StridesDoNotChangeResults) {
  for (const OpDef* op : pointwise_ops()) {
    for (Dtype dtype : kDtypes) {
      Arguments plain(*op, Dims{5, 7}, dtype, false), other(*op, Dims{5, 7}, dtype, true);
      if (!plain.possible) continue;
      Tensor a = run(*op, plain), b = run(*op, other);
      ASSERT_EQ(a.defined(), b.defined()) << op->name() << " " << name_of(dtype);
      if (!a) continue;
      EXPECT_TRUE(identical(a, b)) << op->name() << " " << name_of(dtype);
    }
  }
}

TEST(PointwiseOperators, EmptyAndZeroDimensionalInputs) {
  for (const OpDef* op : pointwise_ops()) {
    for (Dtype dtype : kDtypes) {
      Arguments empty(*op, Dims{3, 0, 2}, dtype, false), scalar(*op, Dims{}, dtype, false);
      if (!empty.possible) continue;
      if (Tensor t = run(*op, empty)) {
        EXPECT_TRUE(same(t.sizes(), Dims{3, 0, 2})) << op->name();
      }
      if (Tensor t = run(*op, scalar)) {
        EXPECT_EQ(t.ndim(), 0) << op->name();
      }
    }
  }
}

TEST(PointwiseOperators, InPlaceAndOutFormsGiveTheSame) {
  NoGrad guard;
  for (const OpDef* op : pointwise_ops()) {
    for (Dtype dtype : {Dtype::Float32, Dtype::Float64}) {
      Arguments args(*op, Dims{4, 3}, dtype, false);
      if (!args.possible) continue;
      Tensor want = run(*op, args);
      if (!want) continue;
      if (op->has_out) {
        Tensor out = Tensor::empty(want.sizes(), want.dtype());
        call_out(*op, args.values.data(), out);
        EXPECT_TRUE(identical(out, want)) << op->name();
      }
      if (op->has_inplace && want.dtype() == dtype && args.values[0].kind == VJP_KIND_TENSOR &&
          args.tensors[0].dtype() == dtype) {
        call_inplace(*op, args.values.data());
        EXPECT_TRUE(identical(args.tensors[0], want)) << op->name();
      }
    }
  }
}

TEST(PointwiseOperators, AnOutOfTheWrongShapeIsRefusedAndKeepsItsValues) {
  NoGrad guard;
  Tensor a = ramp(Dims{2, 3}, Dtype::Float32), out = ramp(Dims{3, 2}, Dtype::Float32), before = fresh_copy(out);
  Value args[] = {box(a), box(a)};
  try {
    call_out(*find_op("add"), args, out);
    FAIL() << "accepted";
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), VJP_ERROR_SHAPE);
    EXPECT_NE(std::strstr(e.what(), "add"), nullptr);
    EXPECT_NE(std::strstr(e.what(), "[3, 2]"), nullptr);
  }
  EXPECT_TRUE(identical(out, before));
}

TEST(Promotion, NumbersAndZeroDimensionalTensorsCountByCategory) {
  Tensor f16 = ramp(Dims{2}, Dtype::Float16), i32 = to(ramp(Dims{2}, Dtype::Float32), Dtype::Int32);
  Tensor zero_d = ramp(Dims{}, Dtype::Float64);
  EXPECT_EQ(mul(f16, 2.0).dtype(), Dtype::Float16);
  EXPECT_EQ(mul(i32, 2.0).dtype(), Dtype::Float32);
  EXPECT_EQ(mul(i32, 2).dtype(), Dtype::Int32);
  EXPECT_EQ(mul(f16, zero_d).dtype(), Dtype::Float16);
  EXPECT_EQ(mul(i32, zero_d).dtype(), Dtype::Float64);
  EXPECT_EQ(mul(i32, f16).dtype(), Dtype::Float16);
  EXPECT_EQ(add(f16, to(f16, Dtype::BFloat16)).dtype(), Dtype::Float32);
  EXPECT_EQ(div(i32, i32).dtype(), Dtype::Float32);
  EXPECT_EQ(mul(ramp(Dims{2}, Dtype::Float64), Scalar(std::complex<double>(0, 1))).dtype(), Dtype::Complex128);
  EXPECT_EQ(promote(Dtype::UInt8, Dtype::Int8), Dtype::Int16);
}

TEST(Promotion, AnInPlaceResultMustFitTheTarget) {
  Tensor i32 = to(ramp(Dims{2}, Dtype::Float32), Dtype::Int32), f32 = ramp(Dims{2}, Dtype::Float32);
  EXPECT_THROW(add_(i32, f32), Error);
  EXPECT_NO_THROW(add_(f32, i32));
}

}  // namespace
}  // namespace vjp
