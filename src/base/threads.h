// Whether the library may start threads at all: the CMake option VJP_THREADS. Without, everything runs on the threads
// of the program.
#pragma once

namespace vjp {

#ifdef VJP_NO_THREADS
inline constexpr bool kThreads = false;
#else
inline constexpr bool kThreads = true;
#endif

}  // namespace vjp
