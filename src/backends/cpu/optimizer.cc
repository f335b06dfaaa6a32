#include "backends/cpu/cpu.h"
#include "base/error.h"

namespace vjp::cpu {
namespace {

[[noreturn]] void lacking(const char* what) {
  fail(VJP_ERROR_NOT_IMPLEMENTED, "cpu: the primitive '{}' is lacking", what);
}

}  // namespace

void optimizer(const OptimizerArgs&) { lacking("optimizer"); }
void unscale(const UnscaleArgs&) { lacking("unscale"); }
void scale_update(const ScaleUpdateArgs&) { lacking("scale_update"); }
void multi_norm(const MultiNormArgs&) { lacking("multi_norm"); }
void multi_scale(const MultiScaleArgs&) { lacking("multi_scale"); }

}  // namespace vjp::cpu
