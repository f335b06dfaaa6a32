#include "engine/anomaly.h"

#include <cmath>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "device/transfer.h"
#include "graph/batched.h"
#include "graph/metadata.h"
#include "graph/modes.h"
#include "ops/functions/copy.h"
#include "tensor/sparse.h"

namespace vjp {
namespace {

// A chain of parents grows by one with each order of differentiation; nobody reads more.
constexpr int kMaxParents = 20;

template <class T>
bool is_nan(T value) {
  if constexpr (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>) {
    return std::isnan(static_cast<float>(value));
  } else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
    return std::isnan(value.real()) || std::isnan(value.imag());
  } else {
    return std::isnan(value);
  }
}

// The row-major position of the first NaN, -1 if there is none.
int64_t find_nan(const Tensor& given) {
  if (!is_differentiable(given.dtype())) return -1;
  BelowAutograd guard;
  const Tensor t = is_sparse(given) ? members_of(given).values : physical_of(given);
  Tensor flat = t.contiguous() ? t : _row_major(t);
  if (!t.device().is_cpu()) {
    OperatorDevice host{Device()};
    Tensor copy = Tensor::empty(t.sizes(), t.dtype());
    copy_bytes({}, copy.raw(), t.device(), flat.raw(), static_cast<size_t>(t.numel()) * size_of(t.dtype()));
    flat = std::move(copy);
  }
  return visit_dtype(t.dtype(), [&]<class T>(Type<T>) -> int64_t {
    if constexpr (!std::is_integral_v<T>) {
      const T* data = flat.data<T>();
      for (int64_t i = 0; i < flat.numel(); ++i)
        if (is_nan(data[i])) return i;
    }
    return -1;
  });
}

}  // namespace

void check_for_nan(const Node& node, std::span<const Tensor> results) {
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) continue;
    int64_t at = find_nan(results[i]);
    if (at < 0) continue;
    const Tensor& shown = is_sparse(results[i]) ? members_of(results[i]).values : physical_of(results[i]);
    fail(VJP_ERROR_STATE, "{}: its result {} ({}) has a NaN, the first one at {}", node.name(), i, results[i],
         IntSpan(index_of(at, shown.sizes())));
  }
}

void warn_of_failure(const Node& node) noexcept {
  try {
    auto site_of = [](const Node& n) { return static_cast<const char*>(metadata(n, kCallSiteKey)); };
    const char* site = site_of(node);
    std::string text = format("an error occurred in {}", node.name());
    if (site) {
      text += format(", which the forward made here:\n{}", site);
    } else {
      text += "; its forward ran without anomaly mode, so it is not known where. Turn the mode on for the forward too";
    }
    int shown = 0;
    const Node* parent = static_cast<const Node*>(metadata(node, kParentKey));
    for (; parent && shown < kMaxParents; ++shown) {
      const char* where = site_of(*parent);
      text += format("\nthat node was itself made by {}, {}", parent->name(),
                     where ? format("which was made here:\n{}", where) : "made without anomaly mode");
      parent = static_cast<const Node*>(metadata(*parent, kParentKey));
    }
    if (parent) text += "\nand so on";
    while (text.ends_with('\n')) text.pop_back();
    warn(text);
  }
  VJP_CATCH_ALL_HERE {  // the error that is on its way matters more
  }
}

}  // namespace vjp
