/** libvjp: everything. */
#ifndef VJP_VJP_H
#define VJP_VJP_H

#include "vjp/autocast.h"
#include "vjp/autograd.h"
#include "vjp/base.h"
#include "vjp/binding.h"
#include "vjp/capture.h"
#include "vjp/device.h"
#include "vjp/dtype.h"
#include "vjp/engine.h"
#include "vjp/grad_store.h"
#include "vjp/graphed.h"
#include "vjp/guard.h"
#include "vjp/host.h"
#include "vjp/memory.h"
#include "vjp/observe.h"
#include "vjp/ops.h"
#include "vjp/optim.h"
#include "vjp/pending.h"
#include "vjp/race.h"
#include "vjp/registry.h"
#include "vjp/sim.h"
#include "vjp/tensor.h"
#include "vjp/transform.h"
#include "vjp/weak.h"

#endif
