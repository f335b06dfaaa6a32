# How everything is compiled: the interface target vjp_flags, ccache and a fast linker where they are installed.

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(VJP_CCACHE ccache)
if(VJP_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher ${VJP_CCACHE})
  if(NOT DEFINED ENV{CCACHE_BASEDIR})
    # Paths relative to the build folder: build/wheel takes the objects that build/release has made.
    # Nor is the folder itself part of what an object with line numbers is known by: a second clone takes those of the first.
    set(launcher env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${VJP_CCACHE})
  endif()
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

add_library(vjp_flags INTERFACE)
target_compile_options(vjp_flags INTERFACE
  -Wall -Wextra
  -fvisibility=hidden $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>
  -fno-math-errno
  # A handle of the C interface and a Tensor are the same pointer under two types (ops/value.h).
  -fno-strict-aliasing
  # Bits must not depend on what a compiler chooses to fuse; kernels that want a fused multiply-add write one.
  -ffp-contract=off
  -fno-plt
  # The word that finds a thread's context (base/thread_context.h) is on the fast path: an offset instead of a call.
  -ftls-model=initial-exec
  $<$<CONFIG:Release>:-O3>
  # Loops begin where a fetch begins; what is jumped to once need not, and the gaps are a twenty-fifth of the code.
  $<$<CONFIG:Release>:-falign-functions=1> $<$<CONFIG:Release>:-falign-jumps=1> $<$<CONFIG:Release>:-falign-labels=1>)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # The baseline; kernels with more are chosen at run time. Highway's SSE4 wants AES too unless a macro says otherwise.
  target_compile_options(vjp_flags INTERFACE -march=x86-64-v2)
  target_compile_definitions(vjp_flags INTERFACE HWY_DISABLE_PCLMUL_AES)
endif()

if(VJP_SANITIZE)
  set(sanitize -fsanitize=${VJP_SANITIZE} -fno-omit-frame-pointer -g1)
  if(VJP_SANITIZE MATCHES "undefined")
    # C callers may pass any number for an enum; the entry points check it.
    list(APPEND sanitize -fno-sanitize-recover=undefined -fno-sanitize=enum)
    # The reference in `catch (abi::__forced_unwind&)` is null where a thread ends (base/forced_unwind.h); what reads
    # through a null pointer ends under the address sanitizer in any case.
    list(APPEND sanitize -fno-sanitize=null)
  endif()
  add_compile_options(${sanitize})
  add_link_options(${sanitize})
endif()

# What tests themselves compute is little: their compile time is what counts. Not -O0 under sanitizers, whose loops then take minutes.
add_library(vjp_test_flags INTERFACE)
target_compile_options(vjp_test_flags INTERFACE $<$<CONFIG:Release>:-O1>)

add_library(vjp_fast_link INTERFACE)
find_program(VJP_MOLD mold)
if(VJP_MOLD AND NOT CMAKE_CROSSCOMPILING)  # a cross compiler finds no linker of that name
  target_link_options(vjp_fast_link INTERFACE -fuse-ld=mold)
endif()

# The tables of operators are nine thousand addresses to relocate: as a bitmap (DT_RELR) they take 3 KB of the library where a
# list takes 220. A loader before glibc 2.36 cannot read one, so only a library made where that is the C library has it.
option(VJP_PACK_RELOCATIONS "relative relocations as a bitmap, where linker and C library know it" ON)
set(vjp_pack_relocations)
if(VJP_PACK_RELOCATIONS AND NOT SKBUILD)
  include(CheckCXXSourceCompiles)
  include(CheckLinkerFlag)
  check_cxx_source_compiles("#include <features.h>
#if !__GLIBC_PREREQ(2, 36)
#error
#endif
int main() {}" VJP_GLIBC_READS_RELR)
  check_linker_flag(CXX -Wl,-z,pack-relative-relocs VJP_LINKER_PACKS_RELATIVE)
  if(VJP_GLIBC_READS_RELR AND VJP_LINKER_PACKS_RELATIVE)
    set(vjp_pack_relocations -Wl,-z,pack-relative-relocs)
  endif()
endif()
