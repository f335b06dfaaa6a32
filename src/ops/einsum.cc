// einsum: sums of products by Einstein's convention.
//
// Every operand is brought to one label a dimension (diagonals for repeated labels); then operands are contracted from
// left to right, each step one batched matrix product: labels that both have and that are still wanted are the batch,
// those nobody wants any more are summed by the product. Nothing but views, sums and products, so that derivatives
// follow.
#include <algorithm>
#include <string>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/sum_to_size.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"

namespace vjp {
namespace {

// Letters are their own labels; the dimensions of "..." get labels from kEllipsis on, counted from the last.
constexpr int kEllipsis = 256;

struct Labelled {
  Tensor tensor;
  std::vector<int> labels;
  int find(int label) const {
    for (size_t i = 0; i < labels.size(); ++i)
      if (labels[i] == label) return static_cast<int>(i);
    return -1;
  }
};

struct Equation {
  std::vector<std::string_view> operands;
  std::string_view output;
  bool explicit_output = false;
};

std::string without_spaces(std::string_view text) {
  std::string out;
  for (char c : text)
    if (c != ' ') out += c;
  return out;
}

Equation parse_equation(std::string_view text) {
  Equation e;
  std::string_view left = text;
  if (size_t arrow = text.find("->"); arrow != text.npos) {
    e.explicit_output = true;
    e.output = text.substr(arrow + 2);
    left = text.substr(0, arrow);
  }
  for (size_t begin = 0;;) {
    size_t comma = left.find(',', begin);
    e.operands.push_back(left.substr(begin, comma == left.npos ? comma : comma - begin));
    if (comma == left.npos) return e;
    begin = comma + 1;
  }
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The labels of a subscript whose "..." stands for `ellipsis` dimensions.
std::vector<int> labels_of(std::string_view subscript, int ellipsis) {
  std::vector<int> labels;
  bool seen = false;
  for (size_t i = 0; i < subscript.size(); ++i) {
    if (is_letter(subscript[i])) {
      labels.push_back(subscript[i]);
    } else if (subscript.substr(i, 3) == "..." && !seen) {
      for (int d = ellipsis - 1; d >= 0; --d) labels.push_back(kEllipsis + d);
      seen = true;
      i += 2;
    } else {
      fail(VJP_ERROR_INVALID, "einsum: '{}' in the subscript \"{}\" is neither a letter nor \"...\"",
           std::string(1, subscript[i]), subscript);
    }
  }
  return labels;
}

// One dimension a label: repeated labels take the diagonal.
Labelled label_operand(const Tensor& t, std::string_view subscript) {
  const bool has_ellipsis = subscript.find("...") != subscript.npos;
  const int letters = static_cast<int>(subscript.size()) - (has_ellipsis ? 3 : 0);
  if (has_ellipsis ? t.ndim() < letters : t.ndim() != letters) {
    fail(VJP_ERROR_SHAPE, "einsum: the subscript \"{}\" does not fit an operand of shape {}", subscript, t.sizes());
  }
  Labelled out{t, {}};
  std::vector<int> labels = labels_of(subscript, t.ndim() - letters);
  for (int label : labels) {
    int first = out.find(label);
    int here = static_cast<int>(out.labels.size());
    if (first < 0) {
      out.labels.push_back(label);
      continue;
    }
    if (out.tensor.size(first) != out.tensor.size(here)) {
      fail(VJP_ERROR_SHAPE, "einsum: a label that \"{}\" has twice stands for sizes {} and {} of one operand",
           subscript, out.tensor.size(first), out.tensor.size(here));
    }
    // the diagonal becomes the last dimension; it goes back to where the label was first
    out.tensor = movedim(diagonal(out.tensor, 0, first, here), Dims{-1}, Dims{first});
  }
  return out;
}

std::string text_of_label(int label) {
  return label < kEllipsis ? std::string(1, static_cast<char>(label)) : std::string("...");
}

int64_t size_of_label(const std::vector<Labelled>& operands, int label) {
  int64_t size = -1;
  for (const Labelled& o : operands) {
    int d = o.find(label);
    if (d < 0) continue;
    int64_t here = o.tensor.size(d);
    if (size >= 0 && here != size && here != 1 && size != 1) {
      fail(VJP_ERROR_SHAPE, "einsum: label '{}' stands for sizes {} and {}", text_of_label(label), size, here);
    }
    size = size < 0 || size == 1 ? here : size;
  }
  return size;
}

void drop(Labelled& o, int d) {
  o.tensor = select(o.tensor, d, 0);
  o.labels.erase(o.labels.begin() + d);
}

void sum_out(Labelled& o, const std::vector<int>& unwanted) {
  if (unwanted.empty()) return;
  Dims sizes(o.tensor.sizes()), dims;
  for (int label : unwanted) {
    int d = o.find(label);
    sizes[d] = 1;
    dims.push_back(d);
  }
  o.tensor = squeeze_dim(sum_to_size(o.tensor, sizes), dims);
  std::erase_if(o.labels, [&](int l) { return std::find(unwanted.begin(), unwanted.end(), l) != unwanted.end(); });
}

// Dimensions in the order of `labels`, grouped into the given shape.
Tensor arrange(const Labelled& o, const std::vector<int>& labels, IntSpan shape) {
  Dims order;
  for (int label : labels) order.push_back(o.find(label));
  return reshape(permute(o.tensor, order), shape);
}

Labelled contract(Labelled a, Labelled b, const std::vector<int>& wanted_later) {
  auto is_wanted = [&](int label) {
    return std::find(wanted_later.begin(), wanted_later.end(), label) != wanted_later.end();
  };
  std::vector<int> batch, inner, left, right, alone;
  for (int l : a.labels) {
    bool shared = b.find(l) >= 0;
    (shared ? (is_wanted(l) ? batch : inner) : is_wanted(l) ? left : alone).push_back(l);
  }
  sum_out(a, alone);
  alone.clear();
  for (int l : b.labels) {
    if (a.find(l) < 0) (is_wanted(l) ? right : alone).push_back(l);
  }
  sum_out(b, alone);

  auto concatenated = [](std::initializer_list<const std::vector<int>*> parts) {
    std::vector<int> all;
    for (const auto* part : parts) all.insert(all.end(), part->begin(), part->end());
    return all;
  };
  auto count = [](const Labelled& o, const std::vector<int>& labels) {
    int64_t n = 1;
    for (int l : labels) n *= o.tensor.size(o.find(l));
    return n;
  };
  Labelled out;
  out.labels = concatenated({&batch, &left, &right});
  Dims sizes;
  for (int l : out.labels) sizes.push_back(a.find(l) >= 0 ? a.tensor.size(a.find(l)) : b.tensor.size(b.find(l)));
  const int64_t nb = count(a, batch), m = count(a, left), k = count(a, inner), n = count(b, right);
  Tensor x, y;
  if (batch.empty()) {
    x = arrange(a, concatenated({&left, &inner}), Dims{m, k});
    y = arrange(b, concatenated({&inner, &right}), Dims{k, n});
    out.tensor = reshape(mm(x, y), sizes);
  } else if (inner.empty() && (left.empty() || right.empty())) {
    // nothing is summed and nothing is outer: a product element by element
    x = arrange(a, concatenated({&batch, &left}), Dims{nb, m, 1});
    y = arrange(b, concatenated({&batch, &right}), Dims{nb, 1, n});
    out.tensor = reshape(mul(x, y), sizes);
  } else {
    x = arrange(a, concatenated({&batch, &left, &inner}), Dims{nb, m, k});
    y = arrange(b, concatenated({&batch, &inner, &right}), Dims{nb, k, n});
    out.tensor = reshape(bmm(x, y), sizes);
  }
  return out;
}

// Without "->": the dimensions of "...", then the letters that occur once, in alphabetical order (capitals first).
std::vector<int> implicit_output(const std::vector<std::string_view>& subscripts, int ellipsis) {
  int times[128] = {};
  for (std::string_view s : subscripts)
    for (char c : s)
      if (is_letter(c)) ++times[static_cast<int>(c)];
  std::vector<int> out;
  for (int d = ellipsis - 1; d >= 0; --d) out.push_back(kEllipsis + d);
  for (int c = 0; c < 128; ++c)
    if (times[c] == 1) out.push_back(c);
  return out;
}

}  // namespace

struct Einsum : Composite {
  static constexpr Schema schema{"einsum(str equation, Tensor[] operands) -> Tensor"};
  static constexpr const char* doc =
      "Sums of products by Einstein's convention, e.g. \"bij,bjk->bik\"; \"...\" stands for broadcast dimensions. A "
      "view where "
      "nothing is summed or multiplied.";
  static constexpr Autocast autocast = Autocast::Lower;
  static Tensor forward(std::string_view equation, TensorList tensors) {
    const std::string text = without_spaces(equation);
    Equation e = parse_equation(text);
    if (e.operands.size() != tensors.size()) {
      fail(VJP_ERROR_INVALID, "einsum: \"{}\" names {} operands, but {} are given", text, e.operands.size(),
           tensors.size());
    }
    std::vector<Labelled> operands;
    int ellipsis = 0;
    for (size_t i = 0; i < tensors.size(); ++i) {
      operands.push_back(label_operand(tensors[i], e.operands[i]));
      for (int l : operands.back().labels) ellipsis = std::max(ellipsis, l - kEllipsis + 1);
    }
    std::vector<int> output = e.explicit_output ? labels_of(e.output, ellipsis) : implicit_output(e.operands, ellipsis);
    for (size_t i = 0; i < output.size(); ++i) {
      const auto here = output.begin() + static_cast<ptrdiff_t>(i);
      const bool twice = std::find(output.begin(), here, output[i]) != here;
      if (twice || size_of_label(operands, output[i]) < 0) {
        fail(VJP_ERROR_INVALID, "einsum: the output of \"{}\" has label '{}'{}", text, text_of_label(output[i]),
             twice ? " twice" : ", which no operand has");
      }
    }
    // every label has one size, also those that are summed, and where the result is empty
    for (const Labelled& o : operands)
      for (int l : o.labels) size_of_label(operands, l);
    // a dimension of size 1 that meets a larger one is broadcast: as if it were not there
    for (size_t i = 0; i < operands.size(); ++i) {
      for (int d = static_cast<int>(operands[i].labels.size()) - 1; d >= 0; --d) {
        if (operands[i].tensor.size(d) == 1 &&
            size_of_label(operands, operands[i].labels[static_cast<size_t>(d)]) != 1) {
          drop(operands[i], d);
        }
      }
    }
    Labelled result = operands[0];
    for (size_t i = 1; i < operands.size(); ++i) {
      std::vector<int> later = output;
      for (size_t j = i + 1; j < operands.size(); ++j) {
        later.insert(later.end(), operands[j].labels.begin(), operands[j].labels.end());
      }
      result = contract(std::move(result), operands[i], later);
    }
    std::vector<int> unwanted;
    for (int l : result.labels) {
      if (std::find(output.begin(), output.end(), l) == output.end()) unwanted.push_back(l);
    }
    sum_out(result, unwanted);
    Dims order;
    for (int l : output) order.push_back(result.find(l));
    return permute(result.tensor, order);
  }
};
VJP_DEFINE(Einsum);

}  // namespace vjp
