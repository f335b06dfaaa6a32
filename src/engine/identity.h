// Identity: everything that makes one thread stand for another (spec REENT-5, THREAD-7).
#pragma once

#include "base/thread_state.h"
#include "device/device.h"
#include "device/instrument.h"
#include "device/stream.h"
#include "engine/device_worker.h"
#include "engine/task.h"
#include "graph/guard.h"

namespace vjp {

struct Identity {
  ThreadState state;
  uint32_t modes;
  Restriction within;
  Node* node;
  Task* task;
  WorkQueue* queue;
  Device device;
  Attribution behalf;

  static Identity of_this_thread() {
    return {thread_state, mode_word, restriction,     executing_node,
            current_task, own_queue, operator_device, attribution};
  }
  // Of a thread that waits meanwhile.
  void take() const {
    thread_state = state;
    set_mode_word(modes);
    restriction = within;
    executing_node = node;
    current_task = task;
    own_queue = queue;
    operator_device = device;
    attribution = behalf;
  }
  // Of a thread that goes on meanwhile: its modes, warnings and levels, but its errors, streams, and whatever it has
  // opened and will close stay its own.
  void borrow() const {
    ThreadState own = thread_state;
    WorkQueue* served = own_queue;
    take();
    own_queue = served;
    thread_state.last_error = own.last_error;
    thread_state.streams = own.streams;
    thread_state.scope = nullptr;
    thread_state.callback = nullptr;
    thread_state.guard = nullptr;
  }
};

}  // namespace vjp
