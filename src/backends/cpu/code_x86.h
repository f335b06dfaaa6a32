// Machine code for x86-64: the instructions of which chains are made (fused_code.h), as AVX2 or as AVX-512.
#pragma once

#include <cstdint>
#include <vector>

namespace vjp::cpu::x86 {

// General registers by their numbers.
enum : uint8_t { kRax, kRcx, kRdx, kRbx, kRsp, kRbp, kRsi, kRdi };

// The second operand of an instruction: a vector register, or memory.
struct Place {
  enum Kind : uint8_t { Register, Indexed, Based, InCode } kind;
  uint8_t base;    // the register of vectors or of an address
  int32_t offset;  // bytes; InCode: from the beginning of the code

  static Place reg(int number) { return {Register, static_cast<uint8_t>(number), 0}; }
  // [base + rcx + offset]
  static Place indexed(int base, int32_t offset) { return {Indexed, static_cast<uint8_t>(base), offset}; }
  static Place based(int base, int32_t offset) { return {Based, static_cast<uint8_t>(base), offset}; }
  static Place in_code(int32_t offset) { return {InCode, 0, offset}; }
};

// Prefix (0, or 1 for 66), map (1: 0F, 2: 0F 38, 3: 0F 3A) and number.
struct Instruction {
  uint8_t prefix, map, number;
};
inline constexpr Instruction kLoad{0, 1, 0x10}, kStore{0, 1, 0x11}, kMove{0, 1, 0x28}, kStream{0, 1, 0x2b},
    kSqrt{0, 1, 0x51}, kAnd{0, 1, 0x54}, kXor{0, 1, 0x57}, kAdd{0, 1, 0x58}, kMul{0, 1, 0x59}, kSub{0, 1, 0x5c},
    kMin{0, 1, 0x5d}, kDiv{0, 1, 0x5e}, kMax{0, 1, 0x5f}, kCompare{0, 1, 0xc2};
inline constexpr Instruction kBlendBySigns{1, 3, 0x4a};  // AVX2: where the mask's sign is set the second operand
inline constexpr Instruction kBlendByMask{1, 2, 0x65};   // AVX-512: where k1 is set the second operand

// Predicates of kCompare, none of which signals: Q is true, O false for NaN.
enum : uint8_t { kEqO = 0x00, kUnordered = 0x03, kNeQ = 0x04, kLtO = 0x11, kLeO = 0x12 };
enum : uint8_t { kNleQ = 0x16, kNgeQ = 0x19, kGeO = 0x1d, kGtO = 0x1e };

class Encoder {
 public:
  // Vectors of 64 bytes, else of 32. With 32 there are registers 0 to 15.
  explicit Encoder(bool wide) : wide_(wide) {}

  bool wide() const { return wide_; }
  int vector_bytes() const { return wide_ ? 64 : 32; }
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  int size() const { return static_cast<int>(bytes_.size()); }

  // What k1 does to the result of an instruction of AVX-512.
  enum Mask : uint8_t { kNone = 0, kMerge = 1, kZero = 0x81 };
  // reg = first OP second; what has one operand takes `second` alone.
  void vector(Instruction op, int reg, int first, Place second, Mask mask = kNone);
  // The same with a byte behind it: a predicate (AVX-512: reg is k1), or a register 16 times.
  void vector(Instruction op, int reg, int first, Place second, uint8_t immediate);
  void end_vectors();  // vzeroupper
  void end_streams();  // sfence

  void load(int reg, int base, int32_t offset);   // mov reg, [base + offset]
  void store(int base, int32_t offset, int reg);  // mov [base + offset], reg
  void move(int reg, int from);
  void add(int reg, int32_t number);
  void bit_and(int reg, int32_t number);
  void clear(int reg);
  void push(int reg);
  void pop(int reg);
  void begin();                             // where an indirect call may come
  void loop_if_less(int a, int b, int to);  // cmp a, b; jb to
  void leave();

  void byte(int value) { bytes_.push_back(static_cast<uint8_t>(value)); }
  void word(int32_t value);

 private:
  void encode(Instruction op, int reg, int first, Place second, Mask mask, int behind);
  void address(int reg, Place place, int behind);
  void general(int opcode, int reg, int rm);

  const bool wide_;
  std::vector<uint8_t> bytes_;
};

}  // namespace vjp::cpu::x86
