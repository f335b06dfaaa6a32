// The simulator: devices, their streams, and which of them runs when. Everything lies behind one lock, given away while
// the host waits, while a host function runs, and while a thread of the threads mode executes a command.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "backends/sim/capture.h"
#include "backends/sim/memory.h"
#include "backends/sim/scheduler.h"
#include "backends/sim/stream.h"
#include "vjp/backend.h"

namespace vjp::sim {

class Simulator {
 public:
  static Simulator& get();  // lives for ever; throws where the environment asks for nonsense

  // ---- set-up and observation (control.cc) ----
  void configure(const vjp_sim_options& options);
  void set_mode(std::string_view text);
  std::string mode_text();
  bool order_matters();
  void reset();
  uint64_t drain(int device);
  void shut_down();
  vjp_sim_counters counters_of(const Stream& s);
  vjp_sim_counters counters_of_device(int device);
  StreamName name_of(const Stream& s, uint64_t& next);
  uint64_t virtual_time(int device);
  uint64_t schedule_hash();
  void record_schedule(const std::string& path);
  vjp_sim_reversal reversal(size_t index);
  void fail_allocation(int device, uint64_t nth, uint64_t count);
  void fail_command(int device, uint64_t nth, bool sticky);
  void set_peer_access(bool possible);

  // ---- devices and streams (devices.cc) ----
  int device_count();
  void properties(int device, vjp_device_properties& out);
  bool context_active(int device);
  void activate(int device);
  bool peer_access(int device, int peer);
  Stream* create_stream(int device, int priority);
  void destroy_stream(Stream& s);
  void destroy_native(void* native);  // a handle that may be nonsense
  Stream* default_stream(int device);
  Stream* wrap_stream(int device, void* native);
  bool take_fault(int device, vjp_device_fault& out);

  // ---- memory (devices.cc) ----
  void* allocate(int device, uint64_t bytes);  // -1: page-locked memory of the host
  void free(int device, void* memory);
  uint64_t free_memory(int device, uint64_t& total);

  // ---- commands (commands.cc) ----
  void launch(Primitive primitive, const void* args, const vjp_launch& launch);
  void copy(const vjp_transfer& transfer);
  void fill(Stream& s, void* memory, uint8_t value, uint64_t bytes);
  void poison(Stream& s, void* memory, uint64_t bytes);
  void host_function(Stream& s, void (*function)(void*), void* context);
  void sleep(Stream& s, uint64_t nanoseconds);
  void replay(Stream& s, const Executable& executable);

  // ---- events and waiting (waiting.cc) ----
  void record(Event& event, Stream& s);
  void wait(Stream& s, Event& event);
  bool query(Stream& s);
  bool query(Event& event);
  void synchronize(Stream& s);
  void synchronize(Event& event);
  void synchronize(int device);
  double elapsed(Event& from, Event& to);  // milliseconds

  // ---- capture (capture.cc) ----
  void begin_capture(Stream& s, int mode);
  Graph* end_capture(Stream& s);
  void capture_info(Stream& s, vjp_capture_info& out);

 private:
  using Lock = std::unique_lock<std::mutex>;
  explicit Simulator(Options options);

  Lock enter();                    // the lock; throws inside a host function
  DeviceState& device(int index);  // throws if there is none
  DeviceState& use(int index);     // and its context becomes active
  void report(int device);         // throws what went wrong since the last report
  bool is_broken(const Stream& s) const;
  void note(Stream& s, const Work& work, const Failure& failure);  // if it is one

  // Every command goes through here. Captured, or put into the queue, and what may run now runs.
  void enqueue(Lock& lock, Stream& s, Work&& work);
  void run_at_once(Lock& lock, Stream& s, Work& work);
  void count(Stream& s, const Work& work);
  bool fails_by_order(Stream& s, const Work& work);
  void run_ahead(Lock& lock);

  void step(Lock& lock, Stream& s);
  bool begin_replay(Stream& s, Command& c, uint64_t begin);
  uint64_t perform(Lock& lock, Stream& s, const Work& work, uint64_t begin, bool fails);  // the virtual end
  static Failure attempt(const Work& work, bool fails, bool really);
  void passes(Stream& s, uint64_t end);  // its next command has ended then
  void finish(Stream& s, uint64_t end);
  uint64_t end_of(Stream& s, const Work& work, uint64_t begin);
  void remove(Stream& s);  // a destroyed stream whose queue is empty

  // Runs until nobody is wanted any more. `wanted` gives the stream whose head must be done next, or null.
  template <class Wanted>
  void run_until(Lock& lock, Wanted&& wanted);
  // Lets one step be taken for it; whether it is there now.
  template <class Wanted>
  bool poll(Lock& lock, Wanted&& wanted);
  void run_everything(Lock& lock);
  void run_until_drained(Lock& lock, int device);
  void quiesce(Lock& lock);                         // everything has run, and nothing is captured
  Stream* first_busy(int device, uint64_t serial);  // with commands up to the serial; device -1: of all
  // Of a marker that is passed; before the last reset: the beginning.
  uint64_t time_of(const Marker& marker) const { return marker.epoch == epoch_ ? marker.time : 0; }
  void host_waited(uint64_t until) { host_time_ = std::max(host_time_, until); }

  void reclaim(Slice& slice);  // memory that was given back and that nothing enqueued can use any more

  // Capture.
  void capture_work(Stream& s, Work&& work);
  void capture_wait(Stream& s, Event& event);
  [[noreturn]] void invalidate(Capture& capture, int fault, const std::string& why);
  void refuse_invalid(const Stream& s);
  void refuse_observation(Stream& s, const char* what);  // of a stream that is captured
  void refuse_captured(const Event& event, const char* what);
  void refuse_unsafe(const char* what);  // while a capture forbids it
  std::string unjoined_streams(const Capture& capture);
  void leave(Capture& capture);

  // The threads mode (workers.cc).
  void start_workers();
  void stop_workers(Lock& lock);
  void work();
  void finish_unlocked(Lock& lock, Stream& s, Command& c, uint64_t begin);

  std::mutex mutex_;
  std::condition_variable changed_;   // a command or a host function is done
  std::condition_variable runnable_;  // for workers: there may be something to do

  Options options_;
  Scheduler scheduler_;
  Memory memory_;
  std::vector<DeviceState> devices_;
  std::vector<Stream*> busy_;  // queues that are not empty
  bool peers_ = true;
  uint64_t serial_ = 0;     // of the last command
  uint64_t epoch_ = 0;      // how often it was reset
  uint64_t host_time_ = 0;  // virtual: when what the host has waited for was done
  bool host_function_runs_ = false;

  std::vector<std::unique_ptr<Capture>> captures_;
  uint64_t last_capture_ = 0;

  std::vector<std::thread> workers_;
  bool stopping_ = false;
};

uint64_t cost_of(uint64_t bytes);

}  // namespace vjp::sim
