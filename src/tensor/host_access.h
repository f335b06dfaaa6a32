// Reports to the instrument (device/instrument.h) that the host itself reads or writes page-locked memory: a copy that
// was begun may still use it.
#pragma once

#include "device/instrument.h"
#include "tensor/tensor.h"

namespace vjp {

// Of a tensor anywhere; nothing where its memory is not page-locked.
void tell_host_access(Instrument& instrument, const TensorImpl& tensor, bool write);

inline void note_host_access(const TensorImpl& tensor, bool write) {
  if (Instrument* i = instrument()) [[unlikely]]
    tell_host_access(*i, tensor, write);
}

}  // namespace vjp
