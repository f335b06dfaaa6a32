# libvjp_cuda.so: the CUDA backend, a plug-in that libvjp opens when a program names a cuda device. It links nothing of CUDA:
# the runtime is inside, the driver and the big libraries are opened at run time. scripts/setup brings the toolkit.

set(CMAKE_CUDA_COMPILER "${VJP_CUDA_ROOT}/bin/nvcc" CACHE FILEPATH "")
set(CMAKE_CUDA_ARCHITECTURES 80-real 90 CACHE STRING "code for sm_80 and sm_90, and PTX of the latter for what comes after")
set(CMAKE_CUDA_RUNTIME_LIBRARY None)  # linked below, as the files in C++ need it too
if(VJP_CCACHE AND NOT CMAKE_CUDA_COMPILER_LAUNCHER)
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${VJP_CCACHE})
endif()
enable_language(CUDA)
# CMake 3.25 does not know that nvcc has the dialect.
foreach(kind STANDARD EXTENSION)
  if(NOT CMAKE_CUDA20_${kind}_COMPILE_OPTION)
    set(CMAKE_CUDA20_${kind}_COMPILE_OPTION -std=c++20)
  endif()
endforeach()

file(GLOB vjp_cuda_sources CONFIGURE_DEPENDS src/backends/cuda/*.cu src/backends/cuda/*.cc)
add_library(vjp_cuda MODULE ${vjp_cuda_sources})
set_target_properties(vjp_cuda PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
  CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LINKER_LANGUAGE CXX
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/backends/cuda/cuda.map)
target_include_directories(vjp_cuda PRIVATE src include)
target_include_directories(vjp_cuda SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
target_compile_options(vjp_cuda PRIVATE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wno-missing-field-initializers>
  # No fused multiply-add that nobody wrote: a formula gives the same bits in every kernel that computes it.
  $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr --extended-lambda --fmad=false
    -Xfatbin=-compress-all -Xcompiler=-Wall -Werror=all-warnings>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O2>)
target_link_libraries(vjp_cuda PRIVATE ${VJP_CUDA_ROOT}/lib/libcudart_static.a ${CMAKE_DL_LIBS} Threads::Threads rt)
target_link_options(vjp_cuda PRIVATE
  -Wl,--version-script=${PROJECT_SOURCE_DIR}/src/backends/cuda/cuda.map -Wl,--exclude-libs,ALL -Wl,-z,nodelete)
if(NOT VJP_SANITIZE)
  target_link_options(vjp_cuda PRIVATE -Wl,--no-undefined)
endif()
