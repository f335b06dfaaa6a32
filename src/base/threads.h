// Whether the library may start threads at all: the CMake option VJP_THREADS. Without, everything runs on the threads
// of the program. CMakeLists.txt defines it for those files that ask.
#pragma once

namespace vjp {

#ifdef VJP_NO_THREADS
constexpr bool kThreads = false;
#else
constexpr bool kThreads = true;
#endif

// The same for all other files.
bool has_threads();

}  // namespace vjp
