# Highway (static, hidden), OpenBLAS (opened at run time), threads. scripts/setup brings the first two into .deps/.

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# ---- Highway ----

if(NOT EXISTS ${VJP_HIGHWAY_ROOT}/hwy/targets.cc)
  message(FATAL_ERROR "Highway's sources are not in ${VJP_HIGHWAY_ROOT}: run scripts/setup, or set VJP_HIGHWAY_ROOT")
endif()
set(hwy ${VJP_HIGHWAY_ROOT}/hwy)
# Not add_subdirectory: it would fetch a test framework of its own.
add_library(vjp_highway STATIC
  ${hwy}/abort.cc ${hwy}/aligned_allocator.cc ${hwy}/per_target.cc ${hwy}/print.cc ${hwy}/targets.cc)
target_include_directories(vjp_highway SYSTEM PUBLIC ${VJP_HIGHWAY_ROOT})
# Three targets on x86: SSE4 (the baseline), AVX2, AVX-512 as Skylake has it: Highway takes its Zen 4 target on AMD only, and
# this one runs on both. Sanitizer builds do without the last.
set(disabled "HWY_SSE2|HWY_SSSE3|HWY_AVX3_ZEN4|HWY_AVX3_SPR")
if(VJP_SANITIZE)
  string(APPEND disabled "|HWY_AVX3")
endif()
target_compile_definitions(vjp_highway PUBLIC HWY_STATIC_DEFINE "HWY_DISABLED_TARGETS=(${disabled})")
set_target_properties(vjp_highway PROPERTIES CXX_VISIBILITY_PRESET hidden)
target_link_libraries(vjp_highway PRIVATE vjp_flags)

# ---- OpenBLAS ----

add_library(vjp_blas INTERFACE)
if(VJP_OPENBLAS_ROOT)
  set(VJP_OPENBLAS_LIBRARY ${VJP_OPENBLAS_ROOT}/lib/libscipy_openblas.so)
  if(NOT EXISTS ${VJP_OPENBLAS_LIBRARY})
    message(FATAL_ERROR "OpenBLAS is not in ${VJP_OPENBLAS_ROOT}: run scripts/setup, or set VJP_OPENBLAS_ROOT (empty: the system's)")
  endif()
  # Not linked: src/backends/cpu/blas_library.cc opens it when it is needed.
  target_include_directories(vjp_blas SYSTEM INTERFACE ${VJP_OPENBLAS_ROOT}/include)
  target_compile_definitions(vjp_blas INTERFACE VJP_BLAS_PREFIX=scipy_)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/backends/cpu/blas_library.cc PROPERTIES
    COMPILE_DEFINITIONS "VJP_BLAS_FILE=\"libscipy_openblas.so\";VJP_BLAS_FOLDER=\"${VJP_OPENBLAS_ROOT}/lib\"")
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(VJP_OPENBLAS REQUIRED openblas)
  target_include_directories(vjp_blas SYSTEM INTERFACE ${VJP_OPENBLAS_INCLUDE_DIRS})
  target_compile_definitions(vjp_blas INTERFACE VJP_BLAS_PREFIX=)
endif()
