// TaskStreams: the stream rules of one task (spec STREAM, and NS, IB, GC, CG of docs/streams.md).
//
// Words: the *caller stream* of a device is the one that was current when the grad call began. *Home* of a stream is
// the caller stream that it is ordered with at the beginning and at the end. Two streams are the same if they are the
// same object (device/stream.h).
//
// Note: what costs nothing. Where producer and consumer have one stream nothing is written down, no event is recorded
// and nobody waits (spec IB-8); what is written down about a slot exists only while its gradient is another stream's.
// What another wait orders already is not waited for again (stream_order.h).
#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "device/stream.h"
#include "engine/stream_order.h"
#include "graph/mark_used.h"
#include "graph/node.h"

namespace vjp {

// What a task does about nodes whose stream does not take part in the capture on which the caller is (spec CG-10).
enum class StaleStreams { Error, OverrideLeaves, OverrideAll };
void set_stale_streams(StaleStreams policy);  // of the process
StaleStreams stale_streams();

class TaskStreams {
 public:
  TaskStreams() : callers_(CurrentStreams::of_this_thread()) {}

  // ---- before anything runs ----
  void plan(Node& node);                // it may execute
  void begin();                         // checks captures, records what the first use of each stream waits for
  std::vector<Device> devices() const;  // of the nodes that were planned, as far as they have workers
  bool order_matters() const;           // to one of their backends

  const CurrentStreams& callers() const { return callers_; }
  Stream& caller(Device device) const;
  // Where the node runs. Null: in the calling thread, with the caller streams.
  Stream* of(const Node& node) const;
  // Where what is on `device` counts as produced or consumed by a node on `stream`.
  Stream& on(Stream* stream, Device device) const { return stream ? *stream : caller(device); }

  // ---- gradients on their way; under the task's mutex ----
  // The first gradient of a slot, produced on `from`, is stored for a consumer on `to`.
  void store(const Node& node, uint32_t slot, const Tensor& grad, Stream& from, Stream& to);
  // `stored` and a later one are going to be added: on the stream that is given back, which waits for both.
  Stream& meet(const Node& node, uint32_t slot, const Tensor& stored, const Tensor& grad, Stream& from, Stream& to);
  // The node is about to run with these gradients.
  void receive(const Node& node, std::span<const Tensor> grads);
  // Before the first use the stream waits for its home as it was at the start. What it waits for besides comes first:
  // that may bring the home along.
  void use(Stream& stream);
  // Something was enqueued on the stream; null: on any of the caller's. Said afterwards.
  void touched(Stream* stream) { stream ? order_.touched(*stream) : order_.touched_all(); }

  // ---- at the end ----
  void join();
  void join_after_error() noexcept;

 private:
  struct Planned {
    Ref<Stream> stream;
    Node* node;  // the first of the stream
    bool captured = false;
  };
  struct Entry {  // of a home
    Stream* home;
    StreamOrder::Place place;  // at the start
  };
  struct Ready {     // of a gradient that waits in a slot
    Stream* sum;     // where the slot's gradients are added
    Stream* stream;  // where it was produced
    StreamOrder::Place place;
  };
  using Slot = std::pair<const Node*, uint32_t>;

  Stream& home(const Stream& stream) const;
  void check_stale(const Node& node) const;
  bool is_stale(const Stream& stream) const;

  CurrentStreams callers_;
  StreamOrder order_;
  std::vector<Planned> planned_;
  std::vector<Entry> entries_;
  std::vector<Ref<Stream>> used_;
  std::map<Slot, Ready> ready_;
  Stream* capturing_ = nullptr;  // the caller stream that is being captured
};

}  // namespace vjp
