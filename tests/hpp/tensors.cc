// vjp.hpp: tensors, numbers, lists, operators, errors.
#include <array>
#include <sstream>

#include "fixture.h"

namespace {

TEST_F(Cpp, handles_share_a_tensor_and_end_with_the_last) {
  vjp::Tensor a = vjp::tensor({1.0, 2.0});
  EXPECT_EQ(vjp_tensor_use_count(a.get()), 1);
  {
    vjp::Tensor b = a, c = std::move(b);
    EXPECT_EQ(vjp_tensor_use_count(a.get()), 2);
    EXPECT_TRUE(c.is(a));
    EXPECT_FALSE(b);  // NOLINT: moved from
    c = vjp::tensor(1);
    EXPECT_EQ(vjp_tensor_use_count(a.get()), 1);
    a = static_cast<const vjp::Tensor&>(a);
    EXPECT_EQ(vjp_tensor_use_count(a.get()), 1);
  }
  vjp_tensor* mine = a.release();
  EXPECT_FALSE(a);
  EXPECT_TRUE(vjp::Tensor::take(mine));
}

TEST_F(Cpp, elements_come_in_and_out_with_their_dtype) {
  const vjp::Tensor a = vjp::tensor<float>({1, 2, 3, 4, 5, 6}, {{2, 3}});
  EXPECT_EQ(a.dtype(), vjp::float32);
  EXPECT_THAT(a.sizes(), ElementsAre(2, 3));
  EXPECT_EQ(a.size(-1), 3);
  EXPECT_EQ(a.data<float>()[4], 5);
  EXPECT_THROW(a.data<double>(), vjp::Error);
  EXPECT_THAT(a[1].to_vector<int64_t>(), ElementsAre(4, 5, 6));
  EXPECT_EQ(a[-1][0].item(), 4);
  EXPECT_EQ(vjp::tensor(true).dtype(), vjp::bool_);
  EXPECT_EQ(vjp::tensor(std::complex<double>(1, -2)).item<std::complex<double>>(), std::complex<double>(1, -2));
  EXPECT_THROW(vjp::tensor(std::complex<double>(1, -2)).item(), vjp::Error);
  std::ostringstream text;
  text << a[0] << vjp::Tensor();
  EXPECT_EQ(text.str(), "[1. 2. 3.](no tensor)");
}

TEST_F(Cpp, sizes_that_do_not_fit_the_values_are_an_error) {
  try {
    vjp::tensor({1.0, 2.0}, {3});
    FAIL();
  } catch (const vjp::Error& e) {
    EXPECT_EQ(e.status(), VJP_ERROR_SHAPE);
    EXPECT_THAT(e.what(), HasSubstr("3 elements, and there are 2"));
  }
}

TEST_F(Cpp, memory_of_the_caller_is_used_and_given_back_once) {
  std::array<double, 3> memory{1, 2, 3};
  int given_back = 0;
  {
    const vjp::Tensor a = vjp::from_blob(memory.data(), 3, [&] { ++given_back; });
    memory[1] = 7;
    EXPECT_THAT(values(a * 2), ElementsAre(2, 14, 6));
    EXPECT_EQ(given_back, 0);
  }
  EXPECT_EQ(given_back, 1);
  EXPECT_THROW(vjp::from_blob(memory.data(), -1, [&] { ++given_back; }), vjp::Error);
  EXPECT_EQ(given_back, 1);
}

TEST_F(Cpp, signs_are_operators_with_numbers_on_either_side) {
  vjp::Tensor a = vjp::tensor({1.0, 4.0}), b = vjp::tensor({2.0, 2.0});
  EXPECT_THAT(values(1 - a / b + a * 3), ElementsAre(3.5, 11));
  EXPECT_THAT(values(2 / a), ElementsAre(2, 0.5));
  EXPECT_THAT(values(-a), ElementsAre(-1, -4));
  EXPECT_THAT((a < b).to_vector<uint8_t>(), ElementsAre(1, 0));
  EXPECT_THAT((a >= 4).to_vector<uint8_t>(), ElementsAre(0, 1));
  EXPECT_THAT((a != 4).to_vector<uint8_t>(), ElementsAre(1, 0));
  const vjp::Tensor same = a;
  a += b;
  a *= 2;
  EXPECT_TRUE(same.is(a));
  EXPECT_THAT(values(same), ElementsAre(6, 12));
}

TEST_F(Cpp, arguments_may_be_left_out_named_by_lists_or_absent) {
  const vjp::Tensor a = vjp::tensor({1.0, 2.0, 3.0, 4.0}, {{2, 2}});
  EXPECT_EQ(a.sum().item(), 10);
  EXPECT_THAT(values(a.sum({{0}})), ElementsAre(4, 6));
  EXPECT_THAT(a.sum({{0, 1}}, true).sizes(), ElementsAre(1, 1));
  const std::vector<int64_t> dims{1};
  EXPECT_THAT(values(vjp::sum(a, dims)), ElementsAre(3, 7));
  EXPECT_THAT(values(vjp::cat({a[0], a[1]})), ElementsAre(1, 2, 3, 4));
  const auto [best, place] = vjp::max_dim(a, 1);
  EXPECT_THAT(values(best), ElementsAre(2, 4));
  EXPECT_THAT(place.to_vector<int64_t>(), ElementsAre(1, 1));
  EXPECT_THAT(vjp::split(a, 1), testing::SizeIs(2));
  EXPECT_THAT(values(vjp::clamp(a, 2)[0] + vjp::clamp(a, {}, 1.5)[0] * 0), ElementsAre(2, 2));
  EXPECT_THAT(vjp::conv1d(vjp::ones({1, 1, 5}), vjp::ones({1, 1, 3}), {}, 1, 1).sizes(), ElementsAre(1, 1, 5));
}

TEST_F(Cpp, generators_repeat) {
  vjp::Generator g(7);
  const vjp::Tensor a = vjp::rand({4}, vjp::float64, g);
  g.set_seed(7);
  EXPECT_EQ(values(a), values(vjp::rand({4}, vjp::float64, g)));
}

TEST_F(Cpp, errors_are_exceptions_with_the_library_s_words) {
  const vjp::Tensor a = vjp::tensor({1.0, 2.0, 3.0});
  try {
    vjp::matmul(a, vjp::tensor({1.0}));
    FAIL();
  } catch (const vjp::Error& e) {
    EXPECT_EQ(e.status(), VJP_ERROR_SHAPE);
    EXPECT_THAT(e.what(), HasSubstr("matmul: inner sizes differ"));
  }
  EXPECT_THROW(vjp::add(vjp::Tensor(), a), vjp::Error);
  EXPECT_THROW(vjp::Device("no_such_device"), vjp::Error);
  EXPECT_EQ(vjp::Device("cpu"), a.device());
}

TEST_F(Cpp, files_keep_names_and_values) {
  const std::string path = testing::TempDir() + "vjp_hpp_test.safetensors";
  vjp::save(path, {{"b", vjp::tensor<float>({1, 2})}, {"a", vjp::tensor(int64_t{3}).reshape({1})}});
  const auto back = vjp::load(path);
  ASSERT_EQ(back.size(), 2u);
  EXPECT_THAT(values(back.at("b")), ElementsAre(1, 2));
  EXPECT_EQ(back.at("a").dtype(), vjp::int64);
  EXPECT_THROW(vjp::load(path + ".no"), vjp::Error);
  std::remove(path.c_str());
}

}  // namespace
