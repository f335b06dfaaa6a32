#include "engine/node_lock.h"

#include <condition_variable>
#include <mutex>
#include <unordered_map>

#include "engine/thread_callbacks.h"

namespace vjp {

struct NodeLockEntry {
  Node* node;
  uint32_t owner = 0;  // thread_number(); 0: free
  int depth = 0;       // how often its owner has it
  int users = 0;       // locks that exist; the entry goes with the last
  std::condition_variable freed;
};

namespace {

// Locks exist while they are used: a node that no thread is at costs nothing.
struct Table {
  std::mutex mutex;
  std::unordered_map<Node*, NodeLockEntry> entries;
};
Table& table() {
  static auto* state = new Table();  // never destroyed: nothing is registered to run at exit
  return *state;
}

}  // namespace

void NodeLock::lock(Node& node) {
  std::unique_lock guard(table().mutex);
  NodeLockEntry& entry = table().entries[&node];
  entry.node = &node;
  ++entry.users;
  entry_ = &entry;
  uint32_t me = thread_number();
  if (entry.owner != 0 && entry.owner != me) {
    guard.unlock();
    WaitingThread waiting;  // the thread that has the node may need a lock that the binding's thread holds
    guard.lock();
    entry.freed.wait(guard, [&] { return entry.owner == 0; });
    entry.owner = me;
    entry.depth = 1;
    guard.unlock();
    return;
  }
  entry.owner = me;
  ++entry.depth;
}

void NodeLock::unlock() {
  std::lock_guard guard(table().mutex);
  NodeLockEntry& entry = *entry_;
  if (--entry.depth == 0) {
    entry.owner = 0;
    entry.freed.notify_one();
  }
  if (--entry.users == 0) table().entries.erase(entry.node);
}

}  // namespace vjp
