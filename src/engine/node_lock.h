// NodeLock: of tasks on several threads one at a time runs a node in which the user's code runs: a custom one, its
// hooks included, and one whose saved values go through hooks (spec THREAD-5, SAVE-15). Others need none: they read
// what they keep under a lock of their own.
#pragma once

#include "graph/node.h"

namespace vjp {

struct NodeLockEntry;

// Note: recursion. A hook may start a grad call over the node that it belongs to, and that call may run on a stand-in
// (engine/stand_in.h), so the owner is a thread by its number, which travels, not by its native handle.
class NodeLock {
 public:
  explicit NodeLock(Node& node) {
    if (!__libc_single_threaded && node.takes_turns()) lock(node);
  }
  ~NodeLock() {
    if (entry_) unlock();
  }
  NodeLock(const NodeLock&) = delete;
  NodeLock& operator=(const NodeLock&) = delete;

 private:
  void lock(Node& node);
  void unlock();

  NodeLockEntry* entry_ = nullptr;
};

}  // namespace vjp
