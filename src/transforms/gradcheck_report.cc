// Comparing matrices, and saying what is wrong with them.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "transforms/gradcheck_parts.h"

namespace vjp {
namespace {

constexpr size_t kWindow = 2;  // rows and columns shown on each side of the worst entry

std::string number(std::complex<double> v, bool complex) {
  char text[64];
  if (complex) {
    std::snprintf(text, sizeof text, "%.6g%+.6gi", v.real(), v.imag());
  } else {
    std::snprintf(text, sizeof text, "%.6g", v.real());
  }
  return text;
}

// "2" or "[0, 2]": where element `k` of a tensor lies.
std::string position(size_t k, const Tensor& t) {
  Dims index = Dims::filled(t.ndim(), 0);
  auto rest = static_cast<int64_t>(k);
  for (int d = t.ndim() - 1; d >= 0; --d) {
    index[d] = rest % t.sizes()[static_cast<size_t>(d)];
    rest /= t.sizes()[static_cast<size_t>(d)];
  }
  return format("{}", index);
}

struct Range {
  size_t first, last;  // past the end
};
Range around(size_t at, size_t count) { return {at > kWindow ? at - kWindow : 0, std::min(at + kWindow + 1, count)}; }

using Table = std::vector<std::vector<std::string>>;  // of equally long rows

std::string aligned(const Table& table) {
  std::vector<size_t> width(table[0].size(), 0);
  for (const auto& row : table)
    for (size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  std::string text;
  for (const auto& row : table) {
    text += "\n ";
    for (size_t i = 0; i < row.size(); ++i) {
      text.append(1 + width[i] - row[i].size(), ' ');
      text += row[i];
    }
  }
  return text;
}

// The part of both matrices around an entry, side by side.
std::string side_by_side(const Matrix& analytic, const Matrix& numeric, size_t row, size_t column, const Tensor& output,
                         const Tensor& input) {
  Range rows = around(row, analytic.rows), columns = around(column, analytic.columns);
  std::vector<std::string> head = {""};
  for (int side = 0; side < 2; ++side) {
    head.push_back(side == 0 ? "analytic" : "| numeric");
    for (size_t j = columns.first; j < columns.last; ++j) head.push_back(position(j, input));
  }
  Table table = {head};
  for (size_t i = rows.first; i < rows.last; ++i) {
    table.push_back({position(i, output)});
    for (const Matrix* m : {&analytic, &numeric}) {
      table.back().push_back(m == &analytic ? "" : "|");
      for (size_t j = columns.first; j < columns.last; ++j) {
        bool worst = i == row && j == column && m == &analytic;
        std::string entry = number(m->at(i, j), m->complex);
        table.back().push_back(worst ? format("*{}", entry) : entry);
      }
    }
  }
  return aligned(table);
}

struct Worst {
  size_t part, input, row, column;
  double difference;
};

// Of two numbers that are out of tolerance, NaN and infinity are farther apart than any.
double distance(std::complex<double> a, std::complex<double> n) {
  double d = std::abs(a - n);
  return std::isnan(d) ? HUGE_VAL : d;
}

// Where nothing is differentiable nothing may depend on the inputs: then there is no tolerance.
void look_for_worst(const Problem& p, Gradcheck check, size_t part, size_t input, const Matrix& a, const Matrix& n,
                    std::optional<Worst>& worst) {
  bool exact = check == Gradcheck::NotDifferentiable;
  double atol = p.options.atol;
  if (p.options.fast) atol *= p.parts[part].basis.sum() * p.checked[input].basis.sum();  // spec GCHK-8
  for (size_t row = 0; row < a.rows; ++row) {
    for (size_t column = 0; column < a.columns; ++column) {
      std::complex<double> x = a.at(row, column), y = n.at(row, column);
      double difference = distance(x, y);
      if (x == y || (!exact && difference <= atol + p.options.rtol * std::abs(y))) continue;
      if (!worst || difference > worst->difference) worst = Worst{part, input, row, column, difference};
    }
  }
}

const char* direction_of(Gradcheck check) { return check == Gradcheck::ForwardValues ? "forward" : "backward"; }

std::string summary_of(const Problem& p, Gradcheck check, const Worst& w, const Matrix& a, const Matrix& n) {
  const OutputPart& o = p.parts[w.part];
  const CheckedInput& c = p.checked[w.input];
  std::string output = p.words.output(static_cast<int64_t>(o.output));
  std::string input = p.words.input(static_cast<int64_t>(c.input));
  if (check == Gradcheck::NotDifferentiable) {
    return format("no output requires grad, and yet the numeric derivative of {} by {} is not zero: {}", output, input,
                  number(n.at(w.row, w.column), n.complex));
  }
  std::string where;
  if (!p.options.fast)
    where = format(" (element {} by element {})", position(w.row, p.output(o)), position(w.column, p.input(c)));
  return format("{}: the derivative of {}{} by {} is {}, but the numeric one is {}{}: they differ by {}{}",
                direction_of(check),
                is_complex(p.output(o).dtype()) ? (o.imaginary ? "the imaginary part of " : "the real part of ") : "",
                output, input, number(a.at(w.row, w.column), a.complex), number(n.at(w.row, w.column), n.complex),
                where, w.difference, p.options.fast ? " in the fast check" : "");
}

}  // namespace

std::string GradcheckWords::output(int64_t i) const {
  return second_order ? format("the gradient of input {}", i) : format("output {}", i);
}

std::string GradcheckWords::input(int64_t i) const {
  auto inputs = static_cast<int64_t>(num_inputs);
  return i < inputs ? format("input {}", i) : format("grad output {}", i - inputs);
}

double batch_difference(const Problem& p, const Tensor& batch, const Tensor& want, size_t b) {
  std::vector<std::complex<double>> all, one;
  if (batch) all = elements_of(batch);
  if (want) one = elements_of(want);
  const size_t count = batch ? static_cast<size_t>(batch.numel() / batch.size(0)) : one.size();
  double largest = 0;
  for (size_t i = 0; i < count; ++i) {
    std::complex<double> got = batch ? all[b * count + i] : 0, expected = want ? one[i] : 0;
    double difference = std::abs(got - expected);
    if (!(difference <= p.options.atol + p.options.rtol * std::abs(expected)))
      largest = std::max(largest, distance(got, expected));
  }
  return largest;
}

GradcheckFailure failure_of(const Problem& p, Gradcheck check, int64_t output, int64_t input, const std::string& what) {
  GradcheckFailure failure;
  failure.check = check;
  failure.output = output;
  failure.input = input;
  failure.summary = format("{}: {}", p.words.check, what);
  failure.text = failure.summary;
  return failure;
}

std::optional<GradcheckFailure> compare(const Problem& p, Gradcheck check, const Jacobians& analytic,
                                        const Jacobians& numeric) {
  std::optional<Worst> worst;
  for (size_t part = 0; part < p.parts.size(); ++part)
    for (size_t c = 0; c < p.checked.size(); ++c)
      look_for_worst(p, check, part, c, analytic[part][c], numeric[part][c], worst);
  if (!worst) return std::nullopt;
  const OutputPart& o = p.parts[worst->part];
  const CheckedInput& c = p.checked[worst->input];
  const Matrix &a = analytic[worst->part][worst->input], &n = numeric[worst->part][worst->input];
  GradcheckFailure failure = failure_of(p, check, static_cast<int64_t>(o.output), static_cast<int64_t>(c.input),
                                        summary_of(p, check, *worst, a, n));
  failure.analytic = a.tensor();
  failure.numeric = n.tensor();
  failure.row = static_cast<int64_t>(worst->row);
  failure.column = static_cast<int64_t>(worst->column);
  failure.difference = worst->difference;
  if (!p.options.fast) {
    failure.text += "\n  rows: elements of " + p.words.output(failure.output) + "; columns: elements of " +
                    p.words.input(failure.input) +
                    side_by_side(a, n, worst->row, worst->column, p.output(o), p.input(c));
  }
  return failure;
}

}  // namespace vjp
