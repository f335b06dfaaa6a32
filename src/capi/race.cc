// vjp/race.h: the detector of races.
#include "vjp/race.h"

#include "capi/capi.h"
#include "device/race/detector.h"
#include "device/registry.h"

using namespace vjp;
using race::Detector;
using race::Finding;
using race::Findings;

namespace {

vjp_race_access access_of(const race::Touch& t) {
  const race::Command& c = *t.command;
  return {.op = c.op,
          .node = c.origin->node.empty() ? nullptr : c.origin->node.c_str(),
          .node_sequence = c.origin->node_sequence,
          .grad_call = c.origin->grad_call,
          .write = t.write(),
          .device = to_c(c.origin->device),
          .stream_id = c.stream_id(),
          .stream = actor_name(t),
          .command = c.number(),
          .thread = c.origin->thread,
          .dtype = static_cast<vjp_dtype>(t.layout->dtype),
          .ndim = static_cast<int32_t>(t.layout->shape.size()),
          .shape = t.layout->shape.data(),
          .location = c.origin->location.c_str()};
}

}  // namespace

extern "C" {

vjp_status vjp_race_set_mode(vjp_race_mode mode) {
  return guard([&] {
    if (mode < VJP_RACE_OFF || mode > VJP_RACE_FAIL)
      fail(VJP_ERROR_INVALID, "vjp_race_set_mode: {} is no mode", static_cast<int>(mode));
    Detector::instance().set_mode(mode);
  });
}

vjp_race_mode vjp_race_get_mode(void) { return instrument() ? Detector::instance().mode() : VJP_RACE_OFF; }

size_t vjp_race_count(void) {
  size_t count = 0;
  guard([&] { count = Detector::instance().with_findings([](Findings& findings) { return findings.count(); }); });
  return count;
}

vjp_status vjp_race_get(size_t index, vjp_race_finding* out) {
  return guard([&] {
    VJP_ARG(out);
    checked(out, "vjp_race_finding", "VJP_RACE_FINDING_INIT");
    Detector::instance().with_findings([&](Findings& findings) {
      if (index >= findings.count()) fail(VJP_ERROR_INVALID, "vjp_race_get: finding {} of {}", index, findings.count());
      const Finding& f = findings.at(index);
      out->kind = f.kind;
      out->count = f.count;
      out->device = to_c(f.device);
      out->storage = f.storage;
      out->generation = f.generation;
      out->begin = f.begin;
      out->end = f.end;
      out->allocated_by = f.allocated_by.c_str();
      out->first = f.first.command ? access_of(f.first) : vjp_race_access{};
      out->second = access_of(f.second);
      out->ordered_up_to = f.ordered_up_to;
      out->missing = f.missing.c_str();
      out->fix = f.fix.c_str();
      out->confirmation = f.confirmation;
    });
  });
}

vjp_status vjp_race_report(bool json, char** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give_text(Detector::instance().with_findings(
        [&](Findings& findings) { return json ? findings.json() : findings.text(); }));
  });
}

vjp_status vjp_race_check(void) {
  return guard([&] {
    std::string text = Detector::instance().with_findings([](Findings& findings) { return findings.text(); });
    if (!text.empty()) fail(VJP_ERROR_STATE, "{}", text);
  });
}

void vjp_race_clear(void) {
  guard([] { Detector::instance().with_findings([](Findings& findings) { findings.clear(); }); });
}

}  // extern "C"
