// Helper threads: a pool of threads of the library, which take one piece of work each and are kept for the next: the
// rest of deeply nested grad calls (stand_in.h), and calls that were started and not waited for (pending_call.h).
//
// There is a thread for every piece of work at once, so that whatever it waits for can run; idle ones are few. A child
// of fork has none of its parent's threads, and a pool of its own.
#pragma once

#include <pthread.h>

#include <mutex>

namespace vjp {

class HelperWork {
 public:
  // `name` is static: the thread is called "<name>-N" meanwhile.
  explicit HelperWork(const char* name) : name(name) {}
  virtual ~HelperWork() = default;
  HelperWork(const HelperWork&) = delete;
  HelperWork& operator=(const HelperWork&) = delete;

  // On the thread, which it may end.
  virtual void run() = 0;
  // On the same thread, with the lock of the pool, when it can take other work: the last thing that is done with this.
  virtual void over() noexcept = 0;

  const char* const name;
};

// The lock of the pool, for a thread that waits until its work is over.
std::mutex& helper_lock();
// With the lock. Throws where no thread can be had. What has left by itself since is joined later, without it.
void start_helper(HelperWork& work);
void join_helpers_that_left();

bool is_helper() noexcept;  // this thread has such work

// Ends the threads that are idle, and waits for the others as long as set, outside of grad calls and of such work; what
// is still busy then ends by itself.
void shutdown_helpers();
void set_shutdown_timeout(double seconds);
double shutdown_timeout();

// A thread of the library, which takes no signals. Throws where none can be had.
pthread_t start_thread(void* (*run)(void*), void* argument, const char* name);

}  // namespace vjp
