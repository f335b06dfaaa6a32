// Schemas and docs of operators that are templates: a text with marks, and for each mark the words of an instance.
//
//   template <int Rank>
//   inline constexpr std::array<Word, 1> kWords{Word{"{rank}", Rank == 1 ? "1" : "2"}};
//   template <int Rank>
//   struct Conv : Composite {
//     static constexpr Schema schema{text<"conv{rank}d(Tensor input, Tensor weight) -> Tensor", kWords<Rank>>};
//     ...
//   };
//   using Conv2d = Conv<2>;
//   VJP_DEFINE(Conv2d);
#pragma once

#include <array>
#include <string_view>

#include "ops/define.h"

namespace vjp {

struct Word {
  std::string_view mark, text;
};

namespace detail {

// Gives every character of the text with its marks replaced to `put`.
template <class Words, class Put>
constexpr void replace_marks(std::string_view text, const Words& words, Put put) {
  while (!text.empty()) {
    Word found{text.substr(0, 1), text.substr(0, 1)};  // the character itself
    for (const Word& word : words)
      if (text.starts_with(word.mark)) found = word;
    if (text.front() == '{' && found.mark.size() == 1) throw "a mark that has no word";
    for (char c : found.text) put(c);
    text.remove_prefix(found.mark.size());
  }
}

template <FixedString Text, const auto& words>
consteval auto replaced() {
  constexpr size_t size = [] {
    size_t n = 0;
    replace_marks(Text.view(), words, [&n](char) { ++n; });
    return n;
  }();
  std::array<char, size + 1> out{};
  size_t n = 0;
  replace_marks(Text.view(), words, [&](char c) { out[n++] = c; });
  return out;
}
template <FixedString Text, const auto& words>
inline constexpr auto kReplaced = replaced<Text, words>();

}  // namespace detail

template <FixedString Text, const auto& words>
inline constexpr const char* text = detail::kReplaced<Text, words>.data();

// By number of spatial dimensions.
template <int Rank>
inline constexpr std::array<Word, 3> kRankWords{Word{"{rank}", Rank == 1   ? "1"
                                                               : Rank == 2 ? "2"
                                                                           : "3"},
                                                Word{"{sizes}", Rank == 1   ? "L"
                                                                : Rank == 2 ? "H, W"
                                                                            : "D, H, W"},
                                                Word{"{window}", Rank == 1   ? "k"
                                                                 : Rank == 2 ? "h, w"
                                                                             : "d, h, w"}};

}  // namespace vjp
