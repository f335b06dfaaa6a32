// VJP_CATCH_ALL: `catch (...)` for whatever C++ throws, but not for the unwinding by which a thread ends (pthread_exit
// or pthread_cancel in a callback; an interpreter that ends does the same to its threads). That must run on to the
// thread's first frame: the C library aborts the process where it is kept. So no other `catch (...)` stands in
// this library (scripts/check/layers looks), and no function through which a callback may end its thread is noexcept;
// what has to happen in any case stands in destructors.
#pragma once

#include <cxxabi.h>

#define VJP_CATCH_ALL             \
  catch (abi::__forced_unwind&) { \
    throw;                        \
  }                               \
  catch (...)

// In functions that are noexcept, where nothing calls what may end the thread.
#define VJP_CATCH_ALL_HERE catch (...)
