// Guard: a region with a setting that its end puts back. The C API hands guards out as handles; every kind of region
// (modes, saved-value hooks, anomaly mode, hidden version changes) is a subclass whose destructor restores.
#pragma once

#include <cstdint>

#include "graph/modes.h"

namespace vjp {

class Guard {
 public:
  Guard();           // becomes the innermost one of this thread
  virtual ~Guard();  // no longer the innermost one, where a subclass could not be made
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  // Ends the region and destroys the guard. A state error, which changes nothing, where it is not the innermost one of
  // this thread.
  static void exit(Guard* guard);
  // Whether it is one of this thread's; the guard may be gone.
  static bool is_open(const Guard* guard) noexcept;
  // Ends and destroys the thread's regions that began inside this one (null: all).
  static void end_inside(const Guard* outer) noexcept;

 private:
  Guard* outer_;
};

// Replaces the thread's mode word and keeps what hangs on it true (inference storage).
void set_mode_word(uint32_t word) noexcept;

// Sets and clears mode bits for a region; its end restores those bits and no others.
class ModeRegion final : public Guard {
 public:
  // `hide_levels`: where forward mode is turned on inside, those levels that lived before stay out of reach.
  ModeRegion(uint32_t set, uint32_t clear, bool hide_levels = false);
  ~ModeRegion() override;

 private:
  uint32_t former_, mask_;
  uint64_t former_limit_;
};

// Makes kModeForward of this thread true: set while a level of forward mode is in reach and kModeForwardOff is not set.
// Other threads enter and leave levels, so a question calls this first; operators do where anything but plain work
// on the CPU is in play.
void follow_forward_level() noexcept;

extern const ThreadSlot<Guard*> innermost_guard;  // of this thread

}  // namespace vjp
