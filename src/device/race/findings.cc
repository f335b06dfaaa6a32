#include "device/race/findings.h"

#include "base/error.h"

namespace vjp::race {
namespace {

std::string command_name(const Touch& t) {
  if (!t.command) return "nothing";
  const Command& c = *t.command;
  if (c.actor == kHost) return format("the host's access ({})", c.op);
  std::string text = format("command #{} ({}", c.number(), c.op);
  if (!c.origin->node.empty()) text += format(" in node {}", c.origin->node);
  return text + ")";
}

std::string shape_of(const Touch& t) {
  std::string text = std::string(t.layout->type) + "[";
  for (size_t i = 0; i < t.layout->shape.size(); ++i) text += (i ? ", " : "") + std::to_string(t.layout->shape[i]);
  return text + "]";
}

std::string access_line(const char* which, const Touch& t) {
  const Command& c = *t.command;
  std::string text = format("  {}: {} {} on {}, {}, host thread {}", which, t.write() ? "write of" : "read of",
                            shape_of(t), actor_name(t), command_name(t), c.origin->thread);
  if (!c.origin->node.empty())
    text += format("; node sequence {}, grad call {}", c.origin->node_sequence, c.origin->grad_call);
  if (!c.origin->location.empty()) text += format("\n    at {}", c.origin->location);
  return text + "\n";
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      static constexpr char kHex[] = "0123456789abcdef";
      out += "\\u00";
      out += kHex[c >> 4 & 15];
      out += kHex[c & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string json_access(const Touch& t) {
  const Command& c = *t.command;
  std::string shape;
  for (size_t i = 0; i < t.layout->shape.size(); ++i) shape += (i ? ", " : "") + std::to_string(t.layout->shape[i]);
  return format(
      "{}\"op\": {}, \"node\": {}, \"node_sequence\": {}, \"grad_call\": {}, \"write\": {}, \"stream_id\": {}, "
      "\"stream\": {}, \"command\": {}, \"thread\": {}, \"dtype\": {}, \"shape\": [{}], \"location\": {}{}",
      "{", quoted(c.op), c.origin->node.empty() ? std::string("null") : quoted(c.origin->node), c.origin->node_sequence,
      c.origin->grad_call, t.write() ? "true" : "false", c.stream_id(), quoted(actor_name(t)), c.number(),
      c.origin->thread, quoted(t.layout->type), shape, quoted(c.origin->location), "}");
}

}  // namespace

const char* actor_name(const Touch& t) {
  if (!t.command) return "";
  return t.command->stream ? t.command->stream->name.c_str() : "the host";
}

const char* name_of(vjp_race_kind kind) {
  switch (kind) {
    case VJP_RACE_READ_AFTER_WRITE:
      return "read after write";
    case VJP_RACE_WRITE_AFTER_READ:
      return "write after read";
    case VJP_RACE_WRITE_AFTER_WRITE:
      return "write after write";
    case VJP_RACE_LIFETIME:
      return "lifetime";
    case VJP_RACE_HOST:
      return "host";
    case VJP_RACE_POOL:
      return "pool";
    case VJP_RACE_UNINITIALISED:
      return "uninitialised";
  }
  return "unknown";
}

void explain(Finding& f) {
  std::string a = actor_name(f.first), b = actor_name(f.second);
  std::string first = command_name(f.first), second = command_name(f.second);
  switch (f.kind) {
    case VJP_RACE_UNINITIALISED:
      f.missing = format("nothing: {} reads what was never written", second);
      f.fix = "write the tensor first (zeros instead of empty)";
      return;
    case VJP_RACE_POOL:
      f.missing = format(
          "graphs of one memory pool must replay in the order of their capture, one after another: {} on {} "
          "and {} on {} do not",
          first, a, second, b);
      f.fix = format(
          "vjp_stream_wait_stream(\"{}\", \"{}\") before the replay, in the order of capture; or a pool of its "
          "own for each graph",
          b, a);
      return;
    case VJP_RACE_LIFETIME:
      f.missing = format("the memory was given back while {} at or after {} still used it, and {} reuses it at {}", a,
                         first, b, second);
      f.fix = format(
          "vjp_tensor_record_stream(tensor, \"{}\") before the tensor's last reference goes, or "
          "vjp_stream_wait_stream(\"{}\", \"{}\") before that",
          a, b, a);
      return;
    case VJP_RACE_HOST:
      f.missing = format("the host needs to wait for {} at or after {}", f.second.command->actor == kHost ? a : b,
                         f.second.command->actor == kHost ? first : second);
      f.fix = format("vjp_stream_synchronize(\"{}\") before the host touches the memory",
                     f.second.command->actor == kHost ? a : b);
      return;
    default:
      f.missing = format("{} needs to wait for {} at or after {} and before {}", b, a, first, second);
      f.fix = format("vjp_stream_wait_stream(\"{}\", \"{}\") between {} and {}", b, a, first, second);
  }
}

bool Findings::add(Finding f) {
  Key key{f.kind,
          f.first.command ? f.first.command->op : "",
          f.second.command->op,
          f.first.command ? f.first.command->stream_id() : 0,
          f.second.command->stream_id(),
          f.first.command ? f.first.command->origin->node : "",
          f.second.command->origin->node};
  auto [it, fresh] = known_.try_emplace(std::move(key), list_.size());
  if (!fresh) {
    ++list_[it->second].count;
    return false;
  }
  explain(f);
  list_.push_back(std::move(f));
  return true;
}

static constexpr const char* kTried[] = {"not tried", "confirmed: in the other order the results are different",
                                         "tried in the other order: the results are the same",
                                         "tried in the other order: something orders the two"};
static constexpr const char* kTriedWords[] = {"not tried", "confirmed", "same results", "ordered"};

std::string describe(const Finding& f) {
  std::string text = format("race ({}) on {}, storage {} (generation {}, allocated by {}), bytes {} to {}\n",
                            name_of(f.kind), f.device, f.storage, f.generation, f.allocated_by, f.begin, f.end);
  if (f.first.command) text += access_line("first ", f.first);
  text += access_line("second", f.second);
  text += format("  missing: {}\n", f.missing);
  if (f.ordered_up_to) {
    text += format("  the order that exists: {} last waited for {} at its command #{}\n", actor_name(f.second),
                   actor_name(f.first), f.ordered_up_to);
  }
  text += format("  fix: {}\n", f.fix);
  if (f.confirmation != VJP_RACE_NOT_TRIED) text += format("  {}\n", kTried[f.confirmation]);
  if (f.count > 1) text += format("  seen {} times\n", f.count);
  return text;
}

std::string Findings::text() const {
  std::string text;
  for (const Finding& f : list_) text += describe(f);
  return text;
}

std::string Findings::json() const {
  std::string text = "[";
  for (size_t i = 0; i < list_.size(); ++i) {
    const Finding& f = list_[i];
    text += i ? ",\n " : "";
    text += format(
        "{}\"kind\": {}, \"count\": {}, \"device\": {}, \"storage\": {}, \"generation\": {}, \"begin\": {}, \"end\": "
        "{}, "
        "\"allocated_by\": {}, \"first\": {}, \"second\": {}, \"ordered_up_to\": {}, \"missing\": {}, \"fix\": {}, "
        "\"confirmation\": {}{}",
        "{", quoted(name_of(f.kind)), f.count, quoted(to_text(f.device)), f.storage, f.generation, f.begin, f.end,
        quoted(f.allocated_by), f.first.command ? json_access(f.first) : std::string("null"), json_access(f.second),
        f.ordered_up_to, quoted(f.missing), quoted(f.fix), quoted(kTriedWords[f.confirmation]), "}");
  }
  return text + "]\n";
}

}  // namespace vjp::race
