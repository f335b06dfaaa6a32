// The one loop of the engine. The caller of a grad call runs it over the heap of its nodes or, where nodes of devices
// run elsewhere, over the queue that it serves while it waits; workers, and threads that wait for a started call, run
// it over theirs.
#pragma once

#include <utility>

namespace vjp {

// `next` gives what is to run, waiting for it if it has to, and nothing at the end.
template <class Source>
void run_all(Source&& source) {
  while (auto next = source.next()) source.run(*next);
}

}  // namespace vjp
