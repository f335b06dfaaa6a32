// Learning rates as functions of the number of steps made; vjp/optim.h says which, and whose.
#pragma once

#include "vjp/optim.h"

namespace vjp {

double lr_step(double base, int64_t step, int64_t step_size, double gamma);
double lr_exponential(double base, int64_t step, double gamma);
double lr_linear(double base, int64_t step, double start_factor, double end_factor, int64_t total);
double lr_cosine(double base, int64_t step, double lowest, int64_t total);
double lr_one_cycle(const vjp_one_cycle& cycle, int64_t step);
double lr_plateau_observe(vjp_lr_plateau& plateau, double metric, double lr);

}  // namespace vjp
