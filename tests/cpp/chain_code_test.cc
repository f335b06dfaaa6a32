// Chains as machine code: the bits of the kernels, step by step; the instructions, as an assembler writes them; the
// cache, and systems that refuse.
#include "backends/cpu/chain_code.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <thread>

#include "backends/cpu/code_cache.h"
#include "backends/cpu/code_x86.h"
#include "base/parallel.h"
#include "kernel/launch.h"
#include "ops/fused.h"
#include "target_testing.h"

namespace vjp::cpu {
namespace {

using Floats = std::vector<float>;
constexpr int64_t kMany = 1 << 20;

constexpr Opcode kOpcodes[] = {Opcode::Copy, Opcode::Neg, Opcode::Abs, Opcode::Square, Opcode::Reciprocal,
                               Opcode::Sqrt, Opcode::Add, Opcode::Sub, Opcode::Mul,    Opcode::Div,
                               Opcode::Max,  Opcode::Min, Opcode::Eq,  Opcode::Ne,     Opcode::Lt,
                               Opcode::Le,   Opcode::Gt,  Opcode::Ge,  Opcode::Select};

float of_bits(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
// Numbers of every kind, and NaNs: quiet ones, signalling ones, of either sign.
Floats numbers(size_t n, unsigned seed) {
  std::mt19937 random(seed);
  static const Floats from = vjp::testing::arguments<float>(4000, 7);
  Floats x(n);
  for (float& v : x) {
    const uint32_t kind = random() % 12;
    v = kind == 0   ? of_bits((random() & 0x80000000) | 0x7f800001 | (random() & 0x7fffff))
        : kind == 1 ? of_bits(random() & 0x80000000)
                    : from[random() % from.size()];
  }
  return x;
}

struct Program {
  std::vector<CodeStep> steps;
  std::vector<Lie> lies;
};

// Values, each with room behind its elements that must stay as it is.
class Memory {
 public:
  Memory(const Program& p, size_t n, unsigned seed) : n_(n) {
    for (size_t v = 0; v < p.lies.size(); ++v) {
      const unsigned own = seed * 1000 + static_cast<unsigned>(v);
      Floats x = numbers(whole() + kSpare, own);
      if (p.lies[v] != Lie::Row) {
        float same = numbers(1, own)[0];
        if (p.lies[v] == Lie::Zero || (p.lies[v] == Lie::Number && same != same)) same = 0;
        std::fill(x.begin(), x.end(), same);
      }
      // what goes past the caches begins where a line does
      Floats& row = rows_.emplace_back(x.size() + kLine);
      const size_t past = reinterpret_cast<uintptr_t>(row.data()) / sizeof(float) % kLine;
      at_.push_back(std::copy(x.begin(), x.end(), row.data() + (past ? kLine - past : 0)) - x.size());
    }
  }
  Memory(const Memory&) = delete;
  void* const* table() { return at_.data(); }
  void* at(size_t v) const { return at_[v]; }
  // Behind the elements of a value.
  std::vector<float> spare(size_t v) const {
    const auto* const end = static_cast<const float*>(at_[v]) + n_;
    return std::vector<float>(end, end + kSpare);
  }
  void put(size_t v, size_t where) { at_[v] = at_[where]; }
  size_t n() const { return n_; }
  size_t num_values() const { return at_.size(); }
  // Elements in whole blocks of a kernel: which of two NaNs a sum or a product gives is another in the rest of one.
  size_t whole() const { return (n_ + 63) / 64 * 64; }

 private:
  static constexpr size_t kSpare = 40, kLine = 16;
  size_t n_;
  std::vector<Floats> rows_;
  std::vector<void*> at_;
};

void run_steps(const Program& p, Memory& memory) {
  for (const CodeStep& s : p.steps) {
    kernels().tile[kF32][static_cast<int>(s.opcode)](memory.at(s.out), memory.at(s.a), memory.at(s.b), memory.at(s.c),
                                                     memory.whole());
  }
}

void run_code(const RunnableChain& chain, Memory& memory) {
  const size_t values = memory.num_values(), bytes = chain.scratch_bytes(values);
  Workspace scratch(bytes);
  chain.run(memory.table(), values, memory.n(), scratch.take<char>(static_cast<int64_t>(bytes)));
}

// The same bits. A sanitizer's build orders the operands of kernels otherwise, and so which of two NaNs they give.
bool are_same(const float* a, const float* b, size_t n) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return std::equal(a, a + n, b, [](float x, float y) {
    return (x != x && y != y) || std::bit_cast<uint32_t>(x) == std::bit_cast<uint32_t>(y);
  });
#else
  return std::memcmp(a, b, n * sizeof(float)) == 0;
#endif
}

// A chain's code against its steps one by one, in memory that is the same before.
void expect_steps(const Program& p, size_t n, unsigned seed, const std::string& where,
                  const std::vector<std::pair<size_t, size_t>>& in_place = {}) {
  const auto chain = RunnableChain::make(write_chain_code(p.steps, p.lies, code_vector_bytes() == 64));
  ASSERT_TRUE(chain) << where;
  Memory want(p, n, seed), got(p, n, seed);
  Memory before(p, n, seed);
  for (auto [v, input] : in_place) want.put(v, input), got.put(v, input), before.put(v, input);
  run_steps(p, want);
  run_code(*chain, got);
  std::vector<char> checked(p.lies.size(), 0);
  for (const CodeStep& s : p.steps) {
    if (!s.stores) continue;
    for (size_t i = 0; i < n; ++i) {
      const float* const a = static_cast<const float*>(got.at(s.out));
      const float* const b = static_cast<const float*>(want.at(s.out));
      if (are_same(a + i, b + i, 1)) continue;
      uint32_t x, y;
      std::memcpy(&x, a + i, 4), std::memcpy(&y, b + i, 4);
      FAIL() << where << ", value " << s.out << ", element " << i << " of " << n << ": " << std::hex << x
             << ", expected " << y;
    }
  }
  for (size_t v = 0; v < p.lies.size(); ++v) {
    const Floats a = got.spare(v), b = before.spare(v);
    ASSERT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(float)), 0) << where << ": behind value " << v;
  }
}

Program random_program(std::mt19937& random, bool wide_use) {
  const auto below = [&](size_t n) { return random() % n; };
  Program p;
  const size_t inputs = 1 + below(wide_use ? 24 : 5), steps = 2 + below(wide_use ? 90 : 14);
  for (size_t i = 0; i < inputs; ++i) p.lies.push_back(below(2) ? Lie::Row : Lie{static_cast<uint8_t>(below(4))});
  p.lies[0] = Lie::Row;
  for (size_t i = 0; i < steps; ++i) {
    const auto operand = [&] {
      const size_t near = wide_use ? p.lies.size() : std::min<size_t>(p.lies.size(), 4);
      return static_cast<uint16_t>(p.lies.size() - 1 - below(below(3) ? near : p.lies.size()));
    };
    const Opcode opcode = below(6) ? kOpcodes[below(std::size(kOpcodes))] : Opcode::Select;
    CodeStep step{opcode, false, 0, operand(), operand(), operand()};
    if (i > 0 && below(6) == 0) step = p.steps[i - 1 - below(std::min<size_t>(i, 4))];  // the same once more
    step.streams = below(2);
    step.stores = i + 1 == steps || below(5) == 0, step.out = static_cast<uint16_t>(p.lies.size());
    p.steps.push_back(step);
    p.lies.push_back(Lie::Row);
  }
  return p;
}

void for_each_code_target(const std::function<void(const std::string&)>& f) {
  int count = 0;
  vjp::testing::for_each_target([&](const std::string& target) {
    if (code_vector_bytes()) ++count, f(target);
  });
  if (!count) GTEST_SKIP() << "no vectors for which code is made";
}

TEST(ChainCode, EveryOpcodeHasTheBitsOfItsKernel) {
  for_each_code_target([](const std::string& target) {
    // operands of every kind, in registers and in memory
    for (Opcode opcode : kOpcodes) {
      ASSERT_TRUE(is_for_code(opcode));
      for (unsigned kinds = 0; kinds < 64; ++kinds) {
        const auto lie = [&](unsigned k) { return Lie{static_cast<uint8_t>(kinds >> 2 * k & 3)}; };
        for (bool copied : {false, true}) {
          Program p{{}, {lie(0), lie(1), lie(2), Lie::Row, Lie::Row, Lie::Row}};
          if (copied) {
            p.steps = {{Opcode::Copy, false, 3, 0, 0, 0}, {Opcode::Copy, true, 4, 1, 1, 1}, {opcode, true, 5, 3, 4, 2}};
          } else {
            p.steps = {{opcode, true, 3, 0, 1, 2}, {opcode, true, 4, 1, 2, 0}, {opcode, true, 5, 0, 0, 1}};
          }
          expect_steps(p, 777, kinds,
                       target + ", opcode " + std::to_string(static_cast<int>(opcode)) + ", kinds " +
                           std::to_string(kinds) + (copied ? ", copied" : ""));
        }
      }
    }
  });
}

TEST(ChainCode, RandomChainsAreTheirSteps) {
  for_each_code_target([](const std::string& target) {
    int made = 0;
    for (unsigned seed = 0; seed < 600; ++seed) {
      std::mt19937 random(seed);
      const Program p = random_program(random, seed % 3 == 0);
      if (write_chain_code(p.steps, p.lies, code_vector_bytes() == 64).bytes.empty()) continue;
      ++made;
      expect_steps(p, 1 + random() % 300, seed, target + ", seed " + std::to_string(seed));
    }
    EXPECT_GT(made, 590);
  });
}

// A result may lie where an input lay that nothing reads later, in the step itself or in one after it.
TEST(ChainCode, ResultsMayLieWhereInputsLay) {
  for_each_code_target([](const std::string& target) {
    int placed = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
      std::mt19937 random(seed);
      Program p = random_program(random, seed % 2);
      if (write_chain_code(p.steps, p.lies, code_vector_bytes() == 64).bytes.empty()) continue;
      std::vector<size_t> last(p.lies.size(), 0);
      for (size_t i = 0; i < p.steps.size(); ++i) {
        for (uint16_t v : {p.steps[i].a, p.steps[i].b, p.steps[i].c}) last[v] = i;
      }
      const size_t first = p.lies.size() - p.steps.size();
      std::vector<std::pair<size_t, size_t>> in_place;
      std::vector<char> taken(first, 0);
      for (size_t i = 0; i < p.steps.size(); ++i) {
        for (size_t input = 0; input < first && p.steps[i].stores; ++input) {
          if (p.lies[input] != Lie::Row || taken[input] || last[input] > i) continue;
          taken[input] = 1, ++placed;
          in_place.push_back({p.steps[i].out, input});
          break;
        }
      }
      expect_steps(p, 1 + random() % 200, seed, target + ", seed " + std::to_string(seed), in_place);
    }
    EXPECT_GT(placed, 100);
  });
}

// As many values at once: rows in memory are read again, what was computed is put on the stack.
Program many_values(uint16_t count) {
  Program p;
  p.lies.assign(2, Lie::Row);
  uint16_t next = 2;
  const auto add = [&](Opcode opcode, uint16_t a, uint16_t b) {
    p.steps.push_back({opcode, false, next, a, b, a});
    p.lies.push_back(Lie::Row);
    return next++;
  };
  for (uint16_t i = 0; i < count; ++i) add(i % 2 ? Opcode::Sub : Opcode::Mul, i ? next - 1 : 0, 1);
  uint16_t sum = add(Opcode::Max, 2, 1);
  for (uint16_t i = 0; i < count; ++i) sum = add(Opcode::Add, sum, static_cast<uint16_t>(2 + i));
  for (uint16_t i = 0; i < count; ++i) sum = add(Opcode::Mul, static_cast<uint16_t>(2 + (i * 7) % count), sum);
  p.steps.back().stores = true;
  return p;
}

TEST(ChainCode, MoreValuesThanRegistersGoToTheStack) {
  for_each_code_target([](const std::string& target) {
    for (uint16_t count : {uint16_t{14}, uint16_t{20}, uint16_t{40}, uint16_t{56}})
      expect_steps(many_values(count), 203, count, target + ", values " + std::to_string(count));
    const Program p = many_values(90);
    EXPECT_TRUE(write_chain_code(p.steps, p.lies, code_vector_bytes() == 64).bytes.empty()) << "90 values want no code";
  });
}

// Programs that are one chain, with operands that are the same for a row, for a column or everywhere, and scalars of
// every kind, against their steps.
TEST(ChainCode, ProgramsAreTheirSteps) {
  if (!makes_code(kMany)) GTEST_SKIP() << "no code here";
  const std::vector<Dims> shapes = {{70003}, {300, 270}, {9, 50, 200}, {1000, 64}};
  for (unsigned seed = 0; seed < 120; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const Dims& sizes = shapes[seed % shapes.size()];
    FusedProgram p{Dtype::Float32, 1 + below(6), below(4), {}, {}};
    std::vector<Tensor> inputs;
    for (int i = 0; i < p.num_inputs; ++i) {
      Dims own(sizes);
      for (int d = 0; d < own.n && i > 0; ++d) {
        if (below(2)) own[d] = 1;
      }
      inputs.push_back(Tensor::empty(own, Dtype::Float32));
      const Floats from = numbers(static_cast<size_t>(inputs.back().numel()), seed * 10 + static_cast<unsigned>(i));
      for (int64_t k = 0; k < inputs.back().numel(); ++k) {
        // one kind of NaN, and no step that makes another: which of two a sum gives depends on where in a tile it is
        const float x = from[static_cast<size_t>(k)];
        reinterpret_cast<float*>(inputs.back().raw())[k] = x == x ? x : of_bits(0xffc00000);
      }
    }
    std::vector<Scalar> scalars;
    for (int i = 0; i < p.num_scalars; ++i) {
      constexpr double kScalars[] = {0.0, -0.0, 1.5, -3, 1e30, -std::numeric_limits<double>::quiet_NaN()};
      scalars.push_back(Scalar(kScalars[below(6)]));
    }
    const int steps = 2 + below(seed % 5 ? 12 : 70);
    for (int i = 0; i < steps; ++i) {
      const auto operand = [&] {
        const int values = p.num_values(), near = below(2) ? std::min(values, 3) : values;
        return static_cast<uint16_t>(values - 1 - below(near));
      };
      constexpr int kSigned = 3;
      static_assert(kOpcodes[kSigned - 2] == Opcode::Neg && kOpcodes[kSigned - 1] == Opcode::Abs);
      const Opcode opcode = kOpcodes[kSigned + below(static_cast<int>(std::size(kOpcodes)) - kSigned)];
      p.steps.push_back({opcode, Dtype::Float32, operand(), operand(), operand()});
    }
    p.outputs = {{static_cast<uint16_t>(p.num_values() - 1), Dtype::Float32},
                 {static_cast<uint16_t>(p.num_values() - 1 - below(steps)), Dtype::Float32}};
    const auto want = run_fused_composed(p, inputs, scalars, {});
    for (int again = 0; again < 2; ++again) {  // by an interpreter, until there are enough elements
      std::vector<FusedResult> results(2);
      if (below(2)) {  // not where a line of the cache begins
        const Tensor all = Tensor::empty(Dims{want[0].numel() + 1}, Dtype::Float32);
        results[0].into = all.with_geometry({sizes, contiguous_strides(sizes), 1});
      }
      const auto got = run_fused(p, inputs, scalars, results);
      for (size_t o = 0; o < 2; ++o) {
        const auto *a = reinterpret_cast<uint32_t*>(got[o].raw()), *b = reinterpret_cast<uint32_t*>(want[o].raw());
        const auto differ = std::mismatch(a, a + got[o].numel(), b).first - a;
        ASSERT_EQ(differ, got[o].numel())
            << "seed " << seed << ", output " << o << std::hex << ": " << a[differ] << ", expected " << b[differ];
      }
    }
  }
}

// ---- instructions ----

std::string hex(const std::vector<uint8_t>& bytes) {
  std::string text;
  for (uint8_t byte : bytes) {
    for (int half : {byte >> 4, byte & 15}) text += "0123456789abcdef"[half];
  }
  return text;
}

// What GNU as makes of the text; {vex3} asks for the longer of two forms.
TEST(ChainCode, InstructionsAreThoseOfAnAssembler) {
  using namespace x86;
  const auto expect = [](bool wide, const char* text, const char* bytes, auto&& write) {
    Encoder code(wide);
    write(code);
    EXPECT_EQ(hex(code.bytes()), bytes) << text;
  };
  constexpr int kOffset = 0x11223344;
  expect(false, "{vex3} vaddps ymm1, ymm2, ymm3", "c4e16c58cb",
         [](Encoder& e) { e.vector(kAdd, 1, 2, Place::reg(3)); });
  expect(false, "vmulps ymm9, ymm10, ymm11", "c4412c59cb", [](Encoder& e) { e.vector(kMul, 9, 10, Place::reg(11)); });
  expect(false, "vsubps ymm15, ymm0, [r13+rcx+0x11223344]", "c4417c5cbc0d44332211",
         [](Encoder& e) { e.vector(kSub, 15, 0, Place::indexed(13, kOffset)); });
  expect(false, "{vex3} vdivps ymm4, ymm14, [rsp+0x11223344]", "c4e10c5ea42444332211",
         [](Encoder& e) { e.vector(kDiv, 4, 14, Place::based(kRsp, kOffset)); });
  expect(false, "vsqrtps ymm12, ymm13", "c4417c51e5", [](Encoder& e) { e.vector(kSqrt, 12, 0, Place::reg(13)); });
  expect(false, "vmovups [r12+0x11223344], ymm8", "c4417c11842444332211",
         [](Encoder& e) { e.vector(kStore, 8, 0, Place::based(12, kOffset)); });
  expect(false, "vcmpnle_uqps ymm3, ymm9, ymm12", "c4c134c2dc16",
         [](Encoder& e) { e.vector(kCompare, 3, 9, Place::reg(12), kNleQ); });
  expect(false, "vblendvps ymm1, ymm12, ymm9, ymm14", "c4c31d4ac9e0",
         [](Encoder& e) { e.vector(kBlendBySigns, 1, 12, Place::reg(9), uint8_t{0xe0}); });
  expect(true, "vaddps zmm1, zmm2, zmm3", "62f16c4858cb", [](Encoder& e) { e.vector(kAdd, 1, 2, Place::reg(3)); });
  expect(true, "vmulps zmm9, zmm18, zmm27", "62116c4059cb", [](Encoder& e) { e.vector(kMul, 9, 18, Place::reg(27)); });
  expect(true, "vsubps zmm31, zmm16, [r13+rcx+0x11223344]", "62417c405cbc0d44332211",
         [](Encoder& e) { e.vector(kSub, 31, 16, Place::indexed(13, kOffset)); });
  expect(true, "vdivps zmm20, zmm14, [rsp+0x11223344]", "62e10c485ea42444332211",
         [](Encoder& e) { e.vector(kDiv, 20, 14, Place::based(kRsp, kOffset)); });
  expect(true, "vmovups [r12+0x11223344], zmm24", "62417c4811842444332211",
         [](Encoder& e) { e.vector(kStore, 24, 0, Place::based(12, kOffset)); });
  expect(false, "vmovntps [r12+rcx+0x11223344], ymm8", "c4417c2b840c44332211",
         [](Encoder& e) { e.vector(kStream, 8, 0, Place::indexed(12, kOffset)); });
  expect(true, "sfence", "0faef8", [](Encoder& e) { e.end_streams(); });
  expect(true, "vcmpgt_oqps k1, zmm9, zmm28", "62913448c2cc1e",
         [](Encoder& e) { e.vector(kCompare, 1, 9, Place::reg(28), kGtO); });
  expect(true, "vmovups zmm23{k1}{z}, zmm30", "62817cc910fe",
         [](Encoder& e) { e.vector(kLoad, 23, 0, Place::reg(30), Encoder::kZero); });
  expect(true, "vblendmps zmm17{k1}, zmm12, zmm25", "62821d4965c9",
         [](Encoder& e) { e.vector(kBlendByMask, 17, 12, Place::reg(25), Encoder::kMerge); });
  expect(true, "mov [rsp+0x11223344], rax", "4889842444332211", [](Encoder& e) { e.store(kRsp, kOffset, kRax); });
  expect(true, "mov r11, [r12+0x11223344]", "4d8b9c2444332211", [](Encoder& e) { e.load(11, 12, kOffset); });
  expect(true, "mov rsp, rax", "4889c4", [](Encoder& e) { e.move(kRsp, kRax); });
  expect(true, "add rcx, 0x11223344", "4881c144332211", [](Encoder& e) { e.add(kRcx, kOffset); });
  expect(true, "xor rcx, rcx; push r15; pop r15", "4831c94157415f",
         [](Encoder& e) { e.clear(kRcx), e.push(15), e.pop(15); });
  expect(true, "0: cmp rcx, rsi; jb 0b", "4839f10f82f7ffffff", [](Encoder& e) { e.loop_if_less(kRcx, kRsi, 0); });
  expect(true, "endbr64; vzeroupper; ret", "f30f1efac5f877c3",
         [](Encoder& e) { e.begin(), e.end_vectors(), e.leave(); });
}

// ---- the cache ----

TEST(ChainCode, CodeIsMadeOnceItPays) {
  if (!makes_code(kMany)) GTEST_SKIP() << "no code here";
  const Program p = many_values(3);
  const auto find = [&](int64_t elements) { return find_code(p.steps, p.lies, elements); };
  if (!std::getenv("VJP_CPU_JIT")) {
    EXPECT_FALSE(find(1000)) << "a short run";
  }
  const auto chain = find(kMany);
  ASSERT_TRUE(chain);
  EXPECT_EQ(find(1), chain) << "found again, however few elements";
  Program other = p;
  other.lies[1] = Lie::Same;
  EXPECT_NE(find_code(other.steps, other.lies, kMany), chain) << "values that lie otherwise";
}

TEST(ChainCode, ThreadsShareCodeAndMoreThanFitsGoesAway) {
  if (!makes_code(kMany)) GTEST_SKIP() << "no code here";
  const auto work = [](unsigned thread) {
    for (unsigned i = 0; i < 300; ++i) {
      std::mt19937 random(thread / 2 * 10000 + i);  // pairs of threads want the same
      const Program p = random_program(random, false);
      const auto chain = find_code(p.steps, p.lies, kMany);
      ASSERT_TRUE(chain);
      constexpr size_t n = 50;
      Memory want(p, n, i), got(p, n, i);
      run_code(*chain, got);
      run_steps(p, want);
      const uint16_t out = p.steps.back().out;
      ASSERT_TRUE(are_same(static_cast<const float*>(got.at(out)), static_cast<const float*>(want.at(out)), n)) << i;
    }
  };
  kernels();
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) threads.emplace_back(work, t);
  for (std::thread& thread : threads) thread.join();
}

// From here on the process cannot make memory executable, as in systems that are hardened.
bool refuse_code() {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 13),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {std::size(filter), filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST(ChainCode, WhereTheSystemRefusesChainsAreInterpreted) {
  if (!makes_code(kMany)) GTEST_SKIP() << "no code here";
  constexpr int64_t n = 100003;
  const Tensor x = Tensor::empty(Dims{n}, Dtype::Float32);
  const Floats from = numbers(n, 3);
  std::memcpy(x.raw(), from.data(), n * sizeof(float));
  FusedProgram p{Dtype::Float32, 1, 1, {}, {}};
  for (uint16_t v = 2; v < 9; ++v) {
    p.steps.push_back(
        {v % 2 ? Opcode::Max : Opcode::Mul, Dtype::Float32, static_cast<uint16_t>(v == 2 ? 0 : v - 1), 1});
  }
  p.outputs = {{8, Dtype::Float32}};
  const Scalar number(1.5);
  const Tensor want = run_fused_composed(p, {&x, 1}, {&number, 1}, {})[0];
  const pid_t child = fork();
  if (child == 0) {
    if (!refuse_code()) _exit(2);
    set_num_threads(1);  // the thread sanitizer lets no child of several threads start more
    const Tensor got = run_fused(p, {&x, 1}, {&number, 1})[0];
    const bool same = std::memcmp(got.raw(), want.raw(), n * sizeof(float)) == 0;
    _exit(makes_code(kMany) ? 3 : same ? 0 : 4);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 2) GTEST_SKIP() << "no filters of system calls";
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_TRUE(makes_code(kMany));
}

}  // namespace
}  // namespace vjp::cpu
