// NodeMetadata: what users and anomaly mode keep with a node, by key; it lives and dies with the node.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/ref.h"
#include "graph/callsite.h"
#include "graph/node.h"

namespace vjp {

struct NodeMetadata {
  struct Entry {
    std::string key;
    void* value;
    void (*drop)(void*);
  };
  std::vector<Entry> entries;
  std::unique_ptr<CallSite> call_site;  // under the reserved key kCallSiteKey
  Ref<Node> parent;                     // under the reserved key kParentKey

  ~NodeMetadata() {
    for (const Entry& entry : entries)
      if (entry.drop) entry.drop(entry.value);
  }
};

inline constexpr const char* kCallSiteKey = "traceback_";
inline constexpr const char* kParentKey = "parent_";

// Replaces what is under the key; a null value removes it. On an error the value was not taken over.
void set_metadata(Node& node, std::string_view key, void* value, void (*drop)(void*));
// Null if there is none. Of the reserved keys: the text of the call site, the parent's Node*.
void* metadata(const Node& node, std::string_view key);
// "" out of range; the user's keys in the order they were first set, then the reserved ones.
const char* metadata_key(const Node& node, size_t index);
size_t num_metadata(const Node& node);
// Where the node was made: "train.py:12, in step"; "" where that was not recorded.
std::string place_of(const Node& node);
// Stores it, unless anomaly mode has.
void set_call_site(Node& node, std::unique_ptr<CallSite> site);
void visit_metadata(const Node& node, const ReferenceVisitor& visit);

}  // namespace vjp
