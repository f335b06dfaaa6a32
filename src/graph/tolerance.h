// The mutation-tolerant mode (spec SHOOK-13): before something that a node has saved is changed in place, its old value
// is copied for the node.
#pragma once

#include "graph/pack.h"

namespace vjp {

class TolerantHooks;

// A region in which saved values survive changes in place; backward has to run in it too. Its end drops the copies.
class TolerantRegion final : public PackRegion {
 public:
  static TolerantRegion* begin();  // a state error inside another one
  ~TolerantRegion() override;

 private:
  TolerantRegion(Ref<TolerantHooks> hooks, Ref<PackLevel> level) noexcept;

  Ref<TolerantHooks> hooks_;
};

}  // namespace vjp
