// What a function does while it is recorded (compile/recorder.h) that is no call of an operator, and would be missing
// when the record runs.
#pragma once

#include "base/thread_context.h"

namespace vjp {

class TensorImpl;

class Untraced {
 public:
  // `what` lives for ever.
  virtual void note(const char* what) noexcept = 0;
  // The same of something that an operator does: the shape of its result depends on values.
  virtual void note_shape(const char* what) noexcept = 0;
  // No operator, but it can be done again.
  virtual void note_detached(const TensorImpl& from, const TensorImpl& made) noexcept = 0;

 protected:
  ~Untraced() = default;
};

// Null: the thread records nothing.
extern const ThreadSlot<Untraced*> untraced;

inline void note_untraced(const char* what) noexcept {
  if (Untraced* there = untraced) [[unlikely]]
    there->note(what);
}
inline void note_untraced_shape(const char* what) noexcept {
  if (Untraced* there = untraced) [[unlikely]]
    there->note_shape(what);
}

}  // namespace vjp
