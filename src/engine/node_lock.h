// NodeLock: of tasks on several threads one at a time runs a custom node, its hooks included (spec THREAD-5). Nodes of
// the library need none: they read what they keep under a lock of their own, and the user's code does not run in them.
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
