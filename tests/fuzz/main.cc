// fuzz: random calls of every operator, in a process of their own that may crash; see README.md.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <new>
#include <set>

#include "check.h"
#include "draw.h"
#include "minimise.h"
#include "tally.h"

namespace fuzz {
namespace {

struct Options {
  std::string folder, op, call;
  double minutes = 0;
  int64_t rounds = 3, most_failures = 100;
  uint64_t seed = 1;
  bool derivatives = false, sparse = false, coverage = false, found = false, tally = false;
};

// What the worker leaves behind when it ends, in whatever way.
struct Shared {
  char call[1 << 14], failure[1 << 14];
  int64_t at, drawn, accepted, compared, refused;
  bool derivatives;
  Tally tallies[2048];
};
Shared* shared = nullptr;
volatile sig_atomic_t interrupted = 0;

void put(char* to, const std::string& text) {
  const size_t n = std::min<size_t>(text.size(), (1 << 14) - 1);
  std::memcpy(to, text.data(), n);
  to[n] = 0;
}

std::string check_call(const Operator& op, const Call& call, bool derivatives, Outcome& outcome,
                       Differences* differences = nullptr) {
  // A call that computes that long, or waits so much longer, hangs: a busy machine makes no hang of a slow call.
  constexpr itimerval kComputes{{0, 0}, {120, 0}};
  setitimer(ITIMER_PROF, &kComputes, nullptr);
  alarm(1800);
  try {
    Differences done;
    if (derivatives) return check_derivatives(op, call, differences ? *differences : done);
    outcome = check_values(op, call);
    return outcome.failure;
  } catch (const std::bad_alloc&) {
    return "";  // the library says so by a status: this is the reference, which takes 16 bytes an element
  } catch (const std::exception& e) {
    return std::string("unexpected: ") + e.what();
  }
}

// What a child may take beside the simulator's addresses: a call that wants more is refused, and the machine goes on.
// Sanitizers reserve far more than they use.
void limit_memory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const rlim_t bytes = (rlim_t{4} << 30) + kSimulatorAddresses;
  const rlimit most{bytes, bytes};
  setrlimit(RLIMIT_AS, &most);
#endif
}

// f in a child; what it left in shared->failure, or how it died.
template <class F>
std::string in_child(F f) {
  put(shared->failure, "");
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGINT, SIG_IGN);  // the parent sees to it
    start_simulator();
    limit_memory();
    f();
    std::fflush(nullptr);
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && !interrupted) {
  }
  if (interrupted) kill(child, SIGKILL), waitpid(child, &status, 0);
  if (interrupted || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return shared->failure;
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF
               ? "hang: no answer"
               : std::string("crash: ") + strsignal(WTERMSIG(status));
  return "crash: exit status " + std::to_string(WEXITSTATUS(status));
}

std::string probe(const Operator& op, const Call& call, bool derivatives) {
  return in_child([&] {
    if (!freopen("/dev/null", "w", stderr)) _exit(3);  // a sanitizer's words about the hundredth smaller call
    Outcome outcome;
    put(shared->failure, check_call(op, call, derivatives, outcome));
  });
}

std::string kind_of(const std::string& failure) { return failure.substr(0, failure.find(':')); }

class Campaign {
 public:
  explicit Campaign(const Options& options) : options_(options), recipes_(options.folder + "/arguments.txt") {
    for (const Operator& op : all_operators())
      if (options.op.empty() || op.name == options.op) operators_.push_back(&op);
    end_ = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                  std::chrono::duration<double>(options.minutes * 60));
  }

  int run() {
    if (operators_.empty()) return std::fprintf(stderr, "fuzz: there is no operator '%s'\n", options_.op.c_str()), 2;
    *shared = Shared{};
    while (!over() && failures_ < options_.most_failures) {
      const std::string failure = in_child([&] { work(); });
      if (interrupted) break;
      if (!failure.empty()) report(failure);
      if (!failure.empty()) ++shared->at;
    }
    for (size_t i = 0; options_.tally && i < operators_.size(); ++i)
      std::printf("%s\n", text_of(*operators_[i], shared->tallies[i]).c_str());
    std::printf(
        "%s%lld calls: %lld compared with a reference, %lld with themselves only, %lld refused; %lld failures\n",
        interrupted ? "interrupted: " : "", static_cast<long long>(shared->drawn),
        static_cast<long long>(shared->compared), static_cast<long long>(shared->accepted),
        static_cast<long long>(shared->refused), static_cast<long long>(failures_));
    return failures_ ? 1 : 0;
  }

 private:
  bool over() const {
    if (interrupted) return true;
    if (options_.minutes > 0) return std::chrono::steady_clock::now() >= end_;
    return shared->at >= options_.rounds * static_cast<int64_t>(operators_.size());
  }
  const Operator& operator_at(int64_t at) const { return *operators_[static_cast<size_t>(at) % operators_.size()]; }
  // Of every ten rounds: four of fitting arguments, two sparse, two derivatives', one large, one wild.
  Manner manner_of(int64_t round) const {
    constexpr Manner turn[] = {Manner::Fitting, Manner::Smooth, Manner::Sparse,  Manner::Wild,   Manner::Fitting,
                               Manner::Large,   Manner::Sparse, Manner::Fitting, Manner::Smooth, Manner::Fitting};
    return options_.sparse ? Manner::Sparse : turn[round % 10];
  }

  void work() {
    for (; !over(); ++shared->at) {
      const Operator& op = operator_at(shared->at);
      if (muted_.count(op.name)) continue;
      Tally& tally = shared->tallies[static_cast<size_t>(shared->at) % operators_.size()];
      const int64_t round = shared->at / static_cast<int64_t>(operators_.size());
      const Manner manner = manner_of(round);
      // most operators take no sparse tensors: these are asked now and then
      if (options_.sparse && tally.drawn >= 50 && tally.taken == 0 && round % 16) continue;
      const Call call = draw(op, recipes_, manner, seed_of(op, options_.seed, round));
      put(shared->call, text_of(call));
      shared->derivatives = manner == Manner::Smooth;
      Outcome outcome;
      Differences done;
      const std::string failure = check_call(op, call, shared->derivatives, outcome, &done);
      ++shared->drawn;
      if (shared->derivatives)
        tally.count(done);
      else
        tally.count(call, outcome.verdict);
      count(outcome.verdict, manner);
      if (!failure.empty()) return put(shared->failure, failure);
      progress();
    }
  }
  void count(Verdict verdict, Manner manner) {
    if (manner == Manner::Smooth) return;
    ++(verdict == Verdict::Compared   ? shared->compared
       : verdict == Verdict::Accepted ? shared->accepted
                                      : shared->refused);
  }
  void progress() const {
    static auto last = std::chrono::steady_clock::now();
    const auto now = std::chrono::steady_clock::now();
    if (options_.minutes <= 0 || now - last < std::chrono::seconds(30)) return;
    last = now;
    std::fprintf(stderr, "fuzz: %lld calls, %.0f minutes left\n", static_cast<long long>(shared->drawn),
                 std::chrono::duration<double>(end_ - now).count() / 60);
  }

  void report(const std::string& failure) {
    const bool derivatives = shared->derivatives;
    const std::string text = shared->call;
    const Operator& op = operator_at(shared->at);
    muted_.insert(op.name);  // one finding an operator a run
    ++failures_;
    std::string why = failure;
    int tries = 0;
    const Call small = minimised(op, read_call(text), [&](const Call& call) {
      if (++tries > 300 || interrupted) return false;
      const std::string mine = probe(op, call, derivatives);
      if (mine.empty() || kind_of(mine) != kind_of(failure)) return false;
      why = mine;
      return true;
    });
    std::printf("FAILED %s\n  %s\n  scripts/fuzz %s--call '%s'\n", op.name.c_str(), why.c_str(),
                derivatives ? "--derivatives " : "", text_of(small).c_str());
    std::fflush(stdout);
  }

  const Options& options_;
  Recipes recipes_;
  std::vector<const Operator*> operators_;
  std::chrono::steady_clock::time_point end_;
  std::set<std::string> muted_;
  int64_t failures_ = 0;
};

int check_one(const Options& options) {
  const Call call = read_call(options.call);
  const Operator* op = find_operator(call.op);
  if (!op) return std::fprintf(stderr, "fuzz: there is no operator '%s'\n", call.op.c_str()), 2;
  Outcome outcome;
  const std::string failure = check_call(*op, call, options.derivatives, outcome);
  std::printf("%s\n",
              failure.empty()
                  ? outcome.verdict == Verdict::Refused && !options.derivatives ? "refused as it should be" : "right"
                  : failure.c_str());
  if (outcome.verdict == Verdict::Refused) std::printf("  %s\n", vjp_last_error());
  return failure.empty() ? 0 : 1;
}

// "NAME: reason" lines.
std::map<std::string, std::string> read_reasons(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path + " cannot be read");
  std::map<std::string, std::string> out;
  for (std::string line; std::getline(in, line);)
    if (const size_t colon = line.find(": "); colon != line.npos && line[0] != '#')
      out[line.substr(0, colon)] = line.substr(colon + 2);
  return out;
}

using Complain = std::function<void(const std::string& name, const char* what)>;

// Of every operator whose results have derivatives, first and second ones are compared with differences for one of the
// calls drawn for it; or a line says why not, and not both.
void check_differences(const Options& options, const Recipes& recipes, const Complain& complain) {
  constexpr uint64_t kUntracked = 6, kMost = 60;
  auto reasons = read_reasons(options.folder + "/without_differences.txt");
  for (const Operator& op : all_operators()) {
    Differences all;
    bool tracked = false;
    for (uint64_t seed = 0; seed < (tracked ? kMost : kUntracked) && !all.second; ++seed) {
      const Call call = draw(op, recipes, Manner::Smooth, seed_of(op, seed, 1));
      tracked = tracked || is_tracked(op, call);
      Differences done;
      check_derivatives(op, call, done);  // what is wrong is for the rounds to say
      all.first |= done.first, all.second |= done.second;
    }
    const bool excused = reasons.erase(op.name);
    if (tracked && !excused && !all.first) complain(op.name, "has derivatives, and none of 60 calls compares them");
    if (tracked && !excused && all.first && !all.second)
      complain(op.name, "has second derivatives, and none of 60 calls compares them");
    if (excused && (all.second || !tracked)) complain(op.name, "needs no reason in without_differences.txt");
  }
  for (const auto& [name, reason] : reasons) complain(name, "in without_differences.txt is no operator");
}

// Every operator takes some drawn call, and every argument is given in one that it takes, or a line says why not.
void check_drawing(const Options& options, const Recipes& recipes, const Complain& complain) {
  constexpr uint64_t kMost = 300;
  auto reasons = read_reasons(options.folder + "/without_arguments.txt");
  for (const Operator& op : all_operators()) {
    Tally tally;
    for (uint64_t seed = 0; seed < kMost && (tally.taken == 0 || !never_given(op, tally).empty()); ++seed) {
      const Call call = draw(op, recipes, Manner::Fitting, seed_of(op, seed, 0));
      Arguments args(call, false);
      const bool taken = run(op, VJP_VARIANT_FUNCTIONAL, args.values()).ok();
      tally.count(call, taken ? Verdict::Accepted : Verdict::Refused);
    }
    if (!tally.taken) complain(op.name, "takes none of the calls drawn for it: arguments.txt should say what fits");
    for (const std::string& name : never_given(op, tally))
      if (!reasons.erase(op.name + " " + name))
        complain(op.name + " " + name, "is an argument that no call gives and has taken: arguments.txt should say how");
  }
  for (const auto& [name, reason] : reasons) complain(name, "needs no reason in without_arguments.txt");
}

// Every operator has a reference, or a line that says why not, and not both; and every operator takes some drawn call.
int check_coverage(const Options& options) {
  int bad = 0;
  const Complain complain = [&](const std::string& name, const char* what) {
    ++bad, std::printf("%s %s\n", name.c_str(), what);
  };
  auto reasons = read_reasons(options.folder + "/without_reference.txt");
  for (const Operator& op : all_operators()) {
    const bool has = references().count(op.name), excused = reasons.erase(op.name);
    if (!has && !excused) complain(op.name, "has no reference, and no reason in without_reference.txt");
    if (has && excused) complain(op.name, "has a reference, and a reason for none in without_reference.txt");
  }
  for (const auto& [name, reason] : reasons) complain(name, "in without_reference.txt is no operator");
  for (const auto& [name, entry] : references())
    if (!find_operator(name)) complain(name, "has a reference and is no operator");
  const Recipes recipes(options.folder + "/arguments.txt");
  for (const auto& [name, recipe] : recipes.all())
    if (!find_operator(name)) complain(name, "in arguments.txt is no operator");
  check_drawing(options, recipes, complain);
  check_differences(options, recipes, complain);
  std::printf("%zu operators, %zu references\n", all_operators().size(), references().size());
  return bad ? 1 : 0;
}

// found.txt: calls that were wrong once, "values CALL" or "derivatives CALL".
int check_found(const Options& options) {
  std::ifstream in(options.folder + "/found.txt");
  if (!in) throw std::runtime_error("found.txt cannot be read");
  int bad = 0, count = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t space = line.find(' ');
    const Call call = read_call(line.substr(space + 1));
    const Operator* op = find_operator(call.op);
    Outcome outcome;
    const std::string failure =
        op ? check_call(*op, call, line.starts_with("derivatives"), outcome) : "no such operator";
    ++count;
    if (!failure.empty()) ++bad, std::printf("FAILED %s\n  %s\n", line.c_str(), failure.c_str());
  }
  std::printf("%d calls, %d failures\n", count, bad);
  return bad ? 1 : 0;
}

Options read_options(int argc, char** argv) {
  Options out;
  out.folder = argc > 1 ? argv[1] : ".";
  for (int i = 2; i < argc; ++i) {
    const std::string flag = argv[i];
    const std::pair<const char*, bool*> switches[] = {{"--derivatives", &out.derivatives},
                                                      {"--sparse", &out.sparse},
                                                      {"--coverage", &out.coverage},
                                                      {"--found", &out.found},
                                                      {"--tally", &out.tally}};
    const auto* named =
        std::find_if(std::begin(switches), std::end(switches), [&](const auto& s) { return flag == s.first; });
    if (named != std::end(switches)) {
      *named->second = true;
      continue;
    }
    if (i + 1 == argc) throw std::runtime_error("a value is wanted after " + flag);
    const char* value = argv[++i];
    if (flag == "--minutes")
      out.minutes = std::atof(value);
    else if (flag == "--rounds")
      out.rounds = std::atoll(value);
    else if (flag == "--seed")
      out.seed = std::strtoull(value, nullptr, 10);
    else if (flag == "--operator")
      out.op = value;
    else if (flag == "--call")
      out.call = value;
    else
      throw std::runtime_error("unknown flag " + flag);
  }
  return out;
}

int main_of(int argc, char** argv) {
  const Options options = read_options(argc, argv);
  shared =
      static_cast<Shared*>(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (shared == MAP_FAILED) return std::fprintf(stderr, "fuzz: no memory\n"), 2;
  vjp_set_warning_handler(nullptr, nullptr, nullptr);  // what is slow or lossy is no defect
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = 1; };  // without SA_RESTART: waitpid returns
  sigaction(SIGINT, &action, nullptr);
  if (!options.call.empty() || options.found) start_simulator();
  if (!options.call.empty()) return check_one(options);
  if (options.found) return check_found(options);
  if (options.coverage) return check_coverage(options);
  return Campaign(options).run();
}

}  // namespace
}  // namespace fuzz

int main(int argc, char** argv) {
  try {
    return fuzz::main_of(argc, argv);
  } catch (const std::exception& e) {
    return std::fprintf(stderr, "fuzz: %s\n", e.what()), 2;
  }
}
