// What every test of the C++ header asks for: that no tensor or node outlives it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vjp/vjp.hpp>

using testing::ElementsAre;
using testing::HasSubstr;

class Cpp : public testing::Test {
 protected:
  int64_t tensors_ = vjp_debug_live_tensors(), nodes_ = vjp_debug_live_nodes();
  void TearDown() override {
    EXPECT_EQ(vjp_debug_live_tensors(), tensors_);
    EXPECT_EQ(vjp_debug_live_nodes(), nodes_);
  }
};

inline std::vector<double> values(const vjp::Tensor& t) { return t.to_vector<double>(); }
