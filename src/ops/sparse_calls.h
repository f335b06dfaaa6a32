// What the files of calls with sparse tensors share.
#pragma once

#include "ops/handler.h"
#include "ops/internal.h"
#include "ops/sparse.h"

namespace vjp {

// A sparse tensor of members that are right, recorded.
Tensor remade(Layout layout, bool coalesced, const Tensor& first, const Tensor& second, const Tensor& values,
              IntSpan sizes);
// The same call of strided tensors.
Tensor of_dense(const OpCall& call);
// A factor of elements of that dtype: whole where they are.
Scalar factor_of(const Value& value, Dtype dtype, const char* op, const char* argument);
// Products of matrices and what goes by rows (sparse_products.cc); null: the operator is none.
Tensor (*sparse_product_of(std::string_view name))(const OpCall&);

}  // namespace vjp
