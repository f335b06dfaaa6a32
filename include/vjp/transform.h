/** libvjp: transforms of what a program computes. */
#ifndef VJP_TRANSFORM_H
#define VJP_TRANSFORM_H

#include "vjp/checkpoint.h"
#include "vjp/forward.h"
#include "vjp/functional.h"
#include "vjp/gradcheck.h"
#include "vjp/sparsity.h"

#endif
