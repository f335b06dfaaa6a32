# Highway (static, hidden), OpenBLAS (opened at run time), threads. scripts/setup brings the first two into .deps/.

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# ---- Highway ----

# On Arm NEON alone: the kernels keep vectors in arrays, and those of SVE have no size.
# Three targets on x86: SSE4 (the baseline), AVX2, AVX-512 as Skylake has it: Highway takes its Zen 4 target on AMD only, and
# this one runs on both. Sanitizer builds do without the last.
set(disabled "HWY_SSE2|HWY_SSSE3|HWY_AVX3_ZEN4|HWY_AVX3_SPR")
if(VJP_SANITIZE)
  string(APPEND disabled "|HWY_AVX3")
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64|ARM64")
  set(disabled "HWY_ALL_SVE|HWY_NEON_BF16")
endif()
if(VJP_HIGHWAY_ROOT)
  set(hwy ${VJP_HIGHWAY_ROOT}/hwy)
  if(NOT EXISTS ${hwy}/targets.cc)
    message(FATAL_ERROR "Highway's sources are not in ${VJP_HIGHWAY_ROOT}: run scripts/setup, or set VJP_HIGHWAY_ROOT (empty: the system's)")
  endif()
  # Not add_subdirectory: it would fetch a test framework of its own.
  add_library(vjp_highway STATIC
    ${hwy}/abort.cc ${hwy}/aligned_allocator.cc ${hwy}/per_target.cc ${hwy}/print.cc ${hwy}/targets.cc)
  target_include_directories(vjp_highway SYSTEM PUBLIC ${VJP_HIGHWAY_ROOT})
  target_compile_definitions(vjp_highway PUBLIC HWY_STATIC_DEFINE "HWY_DISABLED_TARGETS=(${disabled})")
  set_target_properties(vjp_highway PROPERTIES CXX_VISIBILITY_PRESET hidden)
  target_link_libraries(vjp_highway PRIVATE vjp_flags)
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(VJP_HIGHWAY REQUIRED IMPORTED_TARGET libhwy>=1.2)
  add_library(vjp_highway INTERFACE)
  target_link_libraries(vjp_highway INTERFACE PkgConfig::VJP_HIGHWAY)
  target_compile_definitions(vjp_highway INTERFACE "HWY_DISABLED_TARGETS=(${disabled})")
endif()
# What Highway's headers ask before they choose: src/backends/cpu/simd.cc answers, by way of Highway's own.
target_compile_definitions(vjp_highway INTERFACE SupportedTargets=AllowedTargets)

# ---- OpenBLAS ----

# Not linked: src/backends/cpu/blas_library.cc opens it when it is needed, by its name alone.
add_library(vjp_blas INTERFACE)
if(VJP_OPENBLAS_ROOT)
  set(VJP_BLAS_FILE libscipy_openblas.so)
  set(VJP_OPENBLAS_LIBRARY ${VJP_OPENBLAS_ROOT}/lib/${VJP_BLAS_FILE})
  if(NOT EXISTS ${VJP_OPENBLAS_LIBRARY})
    message(FATAL_ERROR "OpenBLAS is not in ${VJP_OPENBLAS_ROOT}: run scripts/setup, or set VJP_OPENBLAS_ROOT (empty: the system's)")
  endif()
  target_include_directories(vjp_blas SYSTEM INTERFACE ${VJP_OPENBLAS_ROOT}/include)
  target_compile_definitions(vjp_blas INTERFACE VJP_BLAS_PREFIX=scipy_)
  # What runs from the build tree finds it by a run path, which installing takes away.
  set(vjp_blas_folder ${VJP_OPENBLAS_ROOT}/lib)
  if(CMAKE_CROSSCOMPILING)  # headers serve any machine, and the library that it finds is its own
    set(vjp_blas_folder)
  endif()
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(VJP_OPENBLAS REQUIRED openblas)
  target_include_directories(vjp_blas SYSTEM INTERFACE ${VJP_OPENBLAS_INCLUDE_DIRS})
  target_compile_definitions(vjp_blas INTERFACE VJP_BLAS_PREFIX=)
  set(VJP_BLAS_FILE libopenblas.so.0)
  set(vjp_blas_folder)
endif()
set(vjp_blas_opened ${VJP_BLAS_FILE})
if(VJP_SANITIZE AND vjp_blas_folder)  # whose dlopen is the sanitizer's, and does not see its caller's run path
  set(vjp_blas_opened ${vjp_blas_folder}/${VJP_BLAS_FILE})
endif()
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/backends/cpu/blas_library.cc PROPERTIES
  COMPILE_DEFINITIONS "VJP_BLAS_FILE=\"${vjp_blas_opened}\";VJP_BLAS_SONAME=\"${VJP_BLAS_FILE}\"")
if(vjp_blas_folder)  # programs that hold the library's objects
  target_link_options(vjp_fast_link INTERFACE "LINKER:-rpath,${vjp_blas_folder}")
endif()
