// Compiling at run time: CUDA C++ to machine code for one architecture, kept on disk from one process to the next.
#pragma once

#include <string>

namespace vjp::cuda {

// The machine code of a source that includes "backends/cuda/opcodes.h", for sm_<capability>. Empty if it cannot be had:
// `problem` says why.
std::string compile(const std::string& source, int capability, std::string& problem);
// The same, out of the cache where it is there, and into it.
std::string compile_cached(const std::string& source, int capability, std::string& problem);

// VJP_CACHE_DIR, else $XDG_CACHE_HOME/vjp, else ~/.cache/vjp; "": no cache (VJP_CACHE_DIR is set and empty).
std::string cache_folder();

}  // namespace vjp::cuda
