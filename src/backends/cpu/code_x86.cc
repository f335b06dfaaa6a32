#include "backends/cpu/code_x86.h"

namespace vjp::cpu::x86 {

void Encoder::word(int32_t value) {
  for (int shift = 0; shift < 32; shift += 8) byte(value >> shift);
}

void Encoder::vector(Instruction op, int reg, int first, Place second, Mask mask) {
  encode(op, reg, first, second, mask, 0);
}
void Encoder::vector(Instruction op, int reg, int first, Place second, uint8_t immediate) {
  encode(op, reg, first, second, kNone, 1);
  byte(immediate);
}

// The prefix of AVX (three bytes) or of AVX-512 (four), in which the high bits of registers stand inverted.
void Encoder::encode(Instruction op, int reg, int first, Place second, Mask mask, int behind) {
  const int index = second.kind == Place::Indexed ? kRcx : 0;
  // the fifth bit of a register in `second` stands where that of an index does
  const int high = second.kind == Place::Register ? second.base >> 4 : index >> 3;
  const int bits = (~reg >> 3 & 1) << 7 | (~high & 1) << 6 | (~second.base >> 3 & 1) << 5;
  if (wide_) {
    byte(0x62);
    byte(bits | (~reg >> 4 & 1) << 4 | op.map);
    byte((~first & 15) << 3 | 4 | op.prefix);
    byte((mask & 0x80) | 2 << 5 | (~first >> 4 & 1) << 3 | (mask & 7));
  } else {
    byte(0xc4);
    byte(bits | op.map);
    byte((~first & 15) << 3 | 4 | op.prefix);
  }
  byte(op.number);
  address(reg, second, behind);
}

// Which operands, and an offset of four bytes where one is memory.
void Encoder::address(int reg, Place place, int behind) {
  const int field = (reg & 7) << 3;
  switch (place.kind) {
    case Place::Register:
      byte(0xc0 | field | (place.base & 7));
      return;
    case Place::InCode:  // counted from the next instruction
      byte(field | 5);
      word(place.offset - (size() + 4 + behind));
      return;
    default: {
      constexpr int kNoIndex = 4;
      byte(0x80 | field | 4);
      byte((place.kind == Place::Indexed ? kRcx : kNoIndex) << 3 | (place.base & 7));
      word(place.offset);
    }
  }
}

void Encoder::end_vectors() { byte(0xc5), byte(0xf8), byte(0x77); }
void Encoder::end_streams() { byte(0x0f), byte(0xae), byte(0xf8); }

// An instruction of 64 bits with two registers.
void Encoder::general(int opcode, int reg, int rm) {
  byte(0x48 | (reg >> 3) << 2 | rm >> 3), byte(opcode), byte(0xc0 | (reg & 7) << 3 | (rm & 7));
}
void Encoder::load(int reg, int base, int32_t offset) {
  byte(0x48 | (reg >> 3) << 2 | base >> 3), byte(0x8b), address(reg, Place::based(base, offset), 0);
}
void Encoder::store(int base, int32_t offset, int reg) {
  byte(0x48 | (reg >> 3) << 2 | base >> 3), byte(0x89), address(reg, Place::based(base, offset), 0);
}
void Encoder::move(int reg, int from) { general(0x89, from, reg); }
void Encoder::add(int reg, int32_t number) { general(0x81, 0, reg), word(number); }
void Encoder::bit_and(int reg, int32_t number) { general(0x81, 4, reg), word(number); }
void Encoder::clear(int reg) { general(0x31, reg, reg); }
void Encoder::push(int reg) { byte(0x40 | reg >> 3), byte(0x50 | (reg & 7)); }
void Encoder::pop(int reg) { byte(0x40 | reg >> 3), byte(0x58 | (reg & 7)); }
void Encoder::begin() { byte(0xf3), byte(0x0f), byte(0x1e), byte(0xfa); }  // endbr64
void Encoder::loop_if_less(int a, int b, int to) {
  general(0x39, b, a);
  byte(0x0f), byte(0x82), word(to - (size() + 4));
}
void Encoder::leave() { byte(0xc3); }

}  // namespace vjp::cpu::x86
