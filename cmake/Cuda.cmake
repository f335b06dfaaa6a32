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

# What programs compiled at run time include, as text.
file(GLOB device_headers CONFIGURE_DEPENDS src/backends/cuda/*.h src/kernel/*.h include/vjp/opcodes.h)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(device_sources ${vjp_generated}/backends/cuda/device_sources.h)
add_custom_command(OUTPUT ${device_sources}
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/embed_sources.py ${device_sources}
    ${PROJECT_SOURCE_DIR}/src:${PROJECT_SOURCE_DIR}/include backends/cuda/opcodes.h
  DEPENDS ${device_headers} cmake/embed_sources.py
  COMMENT "Device headers as text" VERBATIM)
set_source_files_properties(src/backends/cuda/jit.cc PROPERTIES INCLUDE_DIRECTORIES ${vjp_generated})
# Where the toolkit's libraries are while the backend runs from the build tree.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/lib ${PROJECT_BINARY_DIR}/tests)
foreach(folder lib tests)
  file(CREATE_LINK ${VJP_CUDA_ROOT}/lib ${PROJECT_BINARY_DIR}/${folder}/cuda-toolkit SYMBOLIC)
endforeach()

file(GLOB vjp_cuda_sources CONFIGURE_DEPENDS src/backends/cuda/*.cu src/backends/cuda/*.cc)
add_library(vjp_cuda MODULE ${vjp_cuda_sources} ${device_sources})
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
set(vjp_cuda_libraries ${VJP_CUDA_ROOT}/lib/libcudart_static.a ${CMAKE_DL_LIBS} Threads::Threads rt)
target_link_libraries(vjp_cuda PRIVATE ${vjp_cuda_libraries})
target_link_options(vjp_cuda PRIVATE
  -Wl,--version-script=${PROJECT_SOURCE_DIR}/src/backends/cuda/cuda.map -Wl,--exclude-libs,ALL -Wl,-z,nodelete)
if(NOT VJP_SANITIZE)
  target_link_options(vjp_cuda PRIVATE -Wl,--no-undefined)
endif()

# What can be tested of it without a device; scripts/check/cuda builds and runs it. The rest of the backend is the tests' own.
if(VJP_TESTS)
  set(room src/backends/cuda)
  add_executable(cuda_programs EXCLUDE_FROM_ALL tests/cuda/programs_test.cc ${room}/fused_source.cc ${room}/fused_plan.cc
    ${room}/jit.cc ${room}/libraries.cc ${device_sources} $<TARGET_OBJECTS:vjp_core>)
  add_executable(cuda_gemm EXCLUDE_FROM_ALL tests/cuda/gemm_test.cc ${room}/gemm.cc $<TARGET_OBJECTS:vjp_core>)
  foreach(test cuda_programs cuda_gemm)
    set_target_properties(${test} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_include_directories(${test} PRIVATE src include ${vjp_generated})
    target_include_directories(${test} SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
    target_compile_definitions(${test} PRIVATE "VJP_SOURCE_FOLDER=\"${PROJECT_SOURCE_DIR}/src\"")
    target_link_libraries(${test} PRIVATE vjp_flags vjp_highway vjp_blas vjp_fast_link ${vjp_cuda_libraries})
  endforeach()
endif()
