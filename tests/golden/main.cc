// golden DIR [--op NAME] [--dtype float64|complex128] [-v]: compares libvjp, through its C interface, with recorded
// values and derivatives; --device puts the inputs on another device than the CPU, --lacking names the README that says
// which kernels its backend lacks; --batched compares batches with loops instead. One sample counts once, whatever
// number of checks it has.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "batched.h"
#include "function.h"
#include "lacking.h"
#include "narrow.h"
#include "sample.h"

namespace golden {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string directory, op, dtype;
  bool verbose = false;
  vjp_dtype narrow = VJP_DTYPE_NONE;
  std::optional<Exceptions> batched;
  std::optional<Lacking> lacking;
};

struct Totals {
  int passed = 0, failed = 0, skipped = 0, kinks = 0, kinks_failed = 0;
  Digest digest;
  std::map<std::string, int> unknown, other_form, refused, own_convention, recorded_wrong;  // operator -> samples
};

[[noreturn]] void usage(const std::string& problem) {
  std::fprintf(stderr,
               "golden: %s\nusage: golden DIR [--op NAME] [--dtype float64|complex128]\n"
               "              [--narrow float32|float16|bfloat16] [--device NAME [--lacking README]]\n"
               "              [--batched EXCEPTIONS] [-v]\n",
               problem.c_str());
  std::exit(2);
}

Options parse_options(int argc, char** argv) {
  Options out;
  for (int i = 1; i < argc; ++i) {
    std::string arg = argv[i];
    bool takes_value = arg == "--op" || arg == "--dtype" || arg == "--narrow" || arg == "--device" ||
                       arg == "--lacking" || arg == "--batched";
    if (takes_value && i + 1 == argc) usage(arg + " wants a value");
    if (arg == "--op") {
      out.op = argv[++i];
    } else if (arg == "--dtype") {
      out.dtype = argv[++i];
      if (out.dtype != "float64" && out.dtype != "complex128")
        usage("--dtype is float64 or complex128, not '" + out.dtype + "'");
    } else if (arg == "--narrow") {
      out.narrow = vjp_dtype_from_name(argv[++i]);
      bool known =
          out.narrow == VJP_DTYPE_FLOAT32 || out.narrow == VJP_DTYPE_FLOAT16 || out.narrow == VJP_DTYPE_BFLOAT16;
      if (!known) usage("--narrow is float32, float16 or bfloat16, not '" + std::string(argv[i]) + "'");
    } else if (arg == "--batched") {
      out.batched.emplace(argv[++i]);
    } else if (arg == "--lacking") {
      out.lacking.emplace(argv[++i]);
    } else if (arg == "--device") {
      setenv("VJP_DEVICE", argv[++i], 1);  // the library looks when it first needs to know
      vjp_device device;
      if (vjp_get_default_device(&device) != VJP_OK) usage(vjp_last_error());
    } else if (arg == "-v" || arg == "--verbose") {
      out.verbose = true;
    } else if (arg.starts_with("-") || !out.directory.empty()) {
      usage("unknown argument '" + arg + "'");
    } else {
      out.directory = arg;
    }
  }
  if (out.directory.empty()) usage("no folder given");
  if (!fs::is_directory(out.directory)) usage("'" + out.directory + "' is no folder");
  return out;
}

std::vector<std::string> stems_of(const Options& options) {
  std::vector<std::string> out;
  for (const char* dtype : {"float64", "complex128"}) {
    if (!options.dtype.empty() && options.dtype != dtype) continue;
    // there is no complex type of halves
    if (std::string(dtype) == "complex128" && options.narrow != VJP_DTYPE_NONE && options.narrow != VJP_DTYPE_FLOAT32)
      continue;
    fs::path folder = fs::path(options.directory) / dtype;
    if (!fs::is_directory(folder)) continue;
    for (const auto& file : fs::directory_iterator(folder))
      if (file.path().extension() == ".json")
        out.push_back(file.path().string().substr(0, file.path().string().size() - 5));
  }
  std::sort(out.begin(), out.end());
  return out;
}

bool wanted(const Options& options, const Entry& entry, const std::string& stem) {
  if (options.op.empty() || stem == options.op) return true;
  for (const std::string& name : entry.names())
    if (name == options.op || plain_name(name) == plain_name(options.op)) return true;
  return false;
}

// At the bounds of these libvjp has a convention of its own (docs/kinks.md), which tests/c/derivative_kinks.c checks.
bool own_convention(const Entry& entry, const Json& sample) {
  const Json* why = sample.find("why");
  if (!why || why->text != "kink") return false;
  for (const std::string& name : entry.names())
    for (const char* own : {"clamp", "clamp_min", "clamp_max", "hardtanh"})
      if (plain_name(name) == own) return true;
  return false;
}

// The collection records its first derivative at 5.0112445 with an error of 6e-6 in y1; 50 digits say 0.25859418897.
bool recorded_wrong(const Json& sample) {
  const Json* id = sample.find("id");
  return id && id->text == "811a01f8fb25ce9a";  // special.bessel_y0, 5
}

void run_sample(const Entry& entry, const Json& sample, const std::vector<Operator>& operators,
                const std::string& label, Options& options, Totals& totals, Outcome& worst) {
  if (own_convention(entry, sample)) {
    ++totals.skipped;
    ++totals.own_convention[label];
    return;
  }
  if (recorded_wrong(sample)) {
    ++totals.skipped;
    ++totals.recorded_wrong[label];
    return;
  }
  Outcome outcome;
  try {
    outcome = options.batched  ? check_batched(entry, sample, operators, *options.batched)
              : options.narrow ? check_narrow(entry, sample, operators, options.narrow)
                               : check_sample(entry, sample, operators);
  } catch (const std::exception& e) {
    outcome.problems.push_back(e.what());
  }
  if (outcome.skipped) {
    ++totals.skipped;
    ++totals.refused[label];
    if (options.lacking && !options.lacking->holds(outcome.refusal)) {
      ++totals.failed;
      std::printf("FAILED %s: refused by what its README does not say to lack: %s\n", label.c_str(),
                  outcome.refusal.c_str());
    }
    return;
  }
  totals.digest.add(outcome.digest);
  worst.digest.add(outcome.digest);
  const Json* why = sample.find("why");
  bool kink = why && why->text == "kink", ok = outcome.problems.empty();
  totals.kinks += kink;
  totals.kinks_failed += kink && !ok;
  ++(ok ? totals.passed : totals.failed);
  if (outcome.worst > worst.worst) {
    worst.worst = outcome.worst;
    worst.worst_at = outcome.worst_at;
  }
  if (ok) return;
  std::string line = "FAILED " + label + " " + std::to_string(sample.at("k").integer) + (kink ? " (kink)" : "") + ": ";
  for (size_t i = 0; i < outcome.problems.size(); ++i) line += (i ? " | " : "") + outcome.problems[i];
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::printf("%s\n", line.c_str());
}

void run_entry(Options& options, const std::string& path, Totals& totals) {
  Entry entry(path);
  std::string stem = fs::path(path).filename().string();
  if (!wanted(options, entry, stem)) return;
  std::string label = entry.head().at("dtype").text + "/" + stem;
  bool indexing = entry.head().at("op").text == "__getitem__";
  std::vector<Operator> operators = indexing ? std::vector<Operator>{} : find_operators(entry.names());
  if (!indexing && operators.empty()) {
    totals.unknown[entry.head().at("op").text] += static_cast<int>(entry.samples().size());
    totals.skipped += static_cast<int>(entry.samples().size());
    return;
  }
  if (!indexing && !binds_any(entry, operators)) {
    totals.other_form[stem] += static_cast<int>(entry.samples().size());
    totals.skipped += static_cast<int>(entry.samples().size());
    return;
  }
  int failed_before = totals.failed;
  Outcome worst;
  for (const Json& sample : entry.samples()) run_sample(entry, sample, operators, label, options, totals, worst);
  if (options.verbose)
    std::printf("%-50s %3zu samples, %d failed, largest error %.1e %s, bits %016llx\n", label.c_str(),
                entry.samples().size(), totals.failed - failed_before, worst.worst, worst.worst_at.c_str(),
                static_cast<unsigned long long>(worst.digest.value()));
}

void list(const char* title, const std::map<std::string, int>& operators) {
  if (operators.empty()) return;
  std::printf("%s (samples):", title);
  for (const auto& [name, samples] : operators) std::printf(" %s (%d)", name.c_str(), samples);
  std::printf("\n");
}

void report(const Totals& totals) {
  list("operators that libvjp does not know", totals.unknown);
  list("entries of which no overload takes any arguments", totals.other_form);
  list("entries whose operator does not implement them or, with --narrow, the type", totals.refused);
  list("samples whose recorded value is wrong", totals.recorded_wrong);
  list("samples at kinks where libvjp has a convention of its own", totals.own_convention);
  if (totals.kinks) std::printf("%d samples at kinks, %d of them failed\n", totals.kinks, totals.kinks_failed);
  std::printf("bits of the results: %016llx\n", static_cast<unsigned long long>(totals.digest.value()));
  std::printf("%d passed, %d failed, %d skipped\n", totals.passed, totals.failed, totals.skipped);
}

void check_exceptions(Options& options, const std::vector<std::string>& loops, Totals& totals) {
  for (const std::string& op : loops) {
    if (options.batched->holds(op)) continue;
    ++totals.failed;
    std::printf("FAILED %s: has no batching rule, and ran as a loop over the samples\n", op.c_str());
  }
  // only all samples of all types can have needed a line
  if (!options.op.empty() || !options.dtype.empty()) return;
  for (const std::string& op : options.batched->unneeded()) {
    ++totals.failed;
    std::printf("FAILED %s: can be batched: its line among the exceptions is stale\n", op.c_str());
  }
}

void check_lacking(const Options& options, Totals& totals) {
  if (!options.op.empty() || !options.dtype.empty()) return;
  for (const std::string& text : options.lacking->unneeded()) {
    ++totals.failed;
    std::printf("FAILED \"%s\": nothing was refused so: the row of the README is stale\n", text.c_str());
  }
}

int run(Options options) {
  Totals totals;
  std::optional<Loops> loops;
  if (options.batched) loops.emplace();
  for (const std::string& path : stems_of(options)) {
    try {
      run_entry(options, path, totals);
    } catch (const std::exception& e) {
      ++totals.failed;
      std::printf("FAILED %s: %s\n", path.c_str(), e.what());
    }
  }
  if (options.batched) check_exceptions(options, loops->names(), totals);
  if (options.lacking) check_lacking(options, totals);
  report(totals);
  if (totals.passed + totals.failed + totals.skipped == 0)
    usage("nothing to run: no such operator, or no vectors there");
  return totals.failed ? 1 : 0;
}

}  // namespace
}  // namespace golden

int main(int argc, char** argv) { return golden::run(golden::parse_options(argc, argv)); }
