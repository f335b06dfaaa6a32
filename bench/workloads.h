// The workloads of bench/peers/workloads.md, by number.
#pragma once

#include <string>

namespace bench {

void w1_chains();
void w2_leaves();
void w3_deep_chains();
void w4_mlp();
void w5_transformer();
void w6_cnn();
void w7_hessian();
void w8_pointwise();
void w9_pruning();
void w10_operators();
void w11_matmul();
void w12_hooks();
void w12_regions();
void w13_startup();
void w14_gradient_penalty();
void w15_memory();
void w16_launch();
void w17_forward();
void w18_transforms();
void w19_fourier();
void w20_linalg();

// What a fresh process does.
void w3_child(long n, const std::string& op);
void w13_child();
void w15_child(const std::string& model);

}  // namespace bench
