#include "graph/metadata.h"

#include <algorithm>
#include <mutex>

#include "base/error.h"
#include "graph/extra.h"
#include "graph/references.h"

namespace vjp {
namespace {

constinit std::mutex metadata_mutex;

NodeMetadata* find(const Node& node) {
  NodeExtra* extra = node.extra_if_any();
  return extra ? extra->metadata.get() : nullptr;
}

bool reserved(std::string_view key) { return key == kCallSiteKey || key == kParentKey; }

}  // namespace

void set_metadata(Node& node, std::string_view key, void* value, void (*drop)(void*)) {
  if (reserved(key)) fail(VJP_ERROR_INVALID, "{}: the metadata key \"{}\" is anomaly mode's", node.name(), key);
  NodeMetadata::Entry former{{}, nullptr, nullptr};  // dropped after the lock is given back
  {
    std::lock_guard lock(metadata_mutex);
    std::unique_ptr<NodeMetadata>& metadata = node.extra().metadata;
    if (!metadata) metadata = std::make_unique<NodeMetadata>();
    auto& entries = metadata->entries;
    auto it = std::find_if(entries.begin(), entries.end(), [&](auto& entry) { return entry.key == key; });
    if (it != entries.end()) {
      former = std::move(*it);
      if (value) {
        *it = {std::move(former.key), value, drop};
      } else {
        entries.erase(it);
      }
    } else if (value) {
      entries.push_back({std::string(key), value, drop});
    }
  }
  if (former.drop) former.drop(former.value);
}

void* metadata(const Node& node, std::string_view key) {
  std::lock_guard lock(metadata_mutex);
  NodeMetadata* metadata = find(node);
  if (!metadata) return nullptr;
  if (key == kParentKey) return metadata->parent.get();
  if (key == kCallSiteKey) {
    return metadata->call_site ? const_cast<char*>(metadata->call_site->text().c_str()) : nullptr;
  }
  for (const auto& entry : metadata->entries)
    if (entry.key == key) return entry.value;
  return nullptr;
}

std::string place_of(const Node& node) {
  std::lock_guard lock(metadata_mutex);
  NodeMetadata* metadata = find(node);
  return metadata && metadata->call_site ? metadata->call_site->place() : "";
}

void set_call_site(Node& node, std::unique_ptr<CallSite> site) {
  if (!site) return;
  std::lock_guard lock(metadata_mutex);
  std::unique_ptr<NodeMetadata>& metadata = node.extra().metadata;
  if (!metadata) metadata = std::make_unique<NodeMetadata>();
  if (!metadata->call_site) metadata->call_site = std::move(site);
}

void visit_metadata(const Node& node, const ReferenceVisitor& visit) {
  std::lock_guard lock(metadata_mutex);
  NodeMetadata* metadata = find(node);
  if (!metadata) return;
  visit(Referee::Node, metadata->parent.get());
  for (const auto& entry : metadata->entries)
    if (entry.drop) visit(Referee::Context, entry.value, entry.drop);
}

size_t num_metadata(const Node& node) {
  std::lock_guard lock(metadata_mutex);
  NodeMetadata* metadata = find(node);
  if (!metadata) return 0;
  return metadata->entries.size() + (metadata->call_site ? 1 : 0) + (metadata->parent ? 1 : 0);
}

const char* metadata_key(const Node& node, size_t index) {
  std::lock_guard lock(metadata_mutex);
  NodeMetadata* metadata = find(node);
  if (!metadata) return "";
  if (index < metadata->entries.size()) return metadata->entries[index].key.c_str();
  index -= metadata->entries.size();
  if (metadata->call_site && index-- == 0) return kCallSiteKey;
  return metadata->parent && index == 0 ? kParentKey : "";
}

}  // namespace vjp
