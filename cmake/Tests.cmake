# tests/cpp: one GoogleTest program a file, made of the library's objects, so that internals are visible.
# tests/c: one C99 program a file, which sees the shared library and its headers only.
# tests/hpp: one GoogleTest program a file, in C++17, which sees vjp/vjp.hpp and the shared library.

if(CMAKE_CROSSCOMPILING AND EXISTS /usr/src/googletest/CMakeLists.txt)  # Debian has the sources, for any machine
  add_subdirectory(/usr/src/googletest googletest EXCLUDE_FROM_ALL)
  set(GTest_FOUND ON)
else()
  find_package(GTest)
endif()
file(GLOB vjp_cpp_tests CONFIGURE_DEPENDS tests/cpp/*.cc)
if(VJP_SANITIZE MATCHES "thread")  # which has nothing to see in what has one thread: rules of operators, accuracies
  list(FILTER vjp_cpp_tests EXCLUDE REGEX "/(cpu_pointwise_accuracy|derivative_modes|operators.*|pointwise_formula|tangent_rules)_test[.]cc$")
endif()
if(NOT GTest_FOUND)
  message(WARNING "tests/cpp is left out: there is no GoogleTest (libgtest-dev, libgmock-dev)")
  set(vjp_cpp_tests)
endif()
foreach(source ${vjp_cpp_tests})
  get_filename_component(name ${source} NAME_WE)
  add_executable(cpp_${name} ${source})
  target_include_directories(cpp_${name} PRIVATE tests/cpp)
  target_link_libraries(cpp_${name} PRIVATE vjp_core vjp_capi GTest::gtest_main GTest::gmock vjp_fast_link vjp_test_flags)
  set_target_properties(cpp_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  add_test(NAME cpp_${name} COMMAND cpp_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endforeach()

if(GTest_FOUND AND NOT VJP_SANITIZE MATCHES "thread")  # of one thread, too
  file(GLOB vjp_hpp_tests CONFIGURE_DEPENDS tests/hpp/*.cc)
  foreach(source ${vjp_hpp_tests})
    get_filename_component(name ${source} NAME_WE)
    add_executable(hpp_${name} ${source})
    set_target_properties(hpp_${name} PROPERTIES CXX_STANDARD 17 RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_compile_options(hpp_${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
    target_link_libraries(hpp_${name} PRIVATE vjp GTest::gtest_main GTest::gmock vjp_test_flags)
    add_test(NAME hpp_${name} COMMAND hpp_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endforeach()
endif()

# What takes longest begins first (COST), or one of two processors waits for it at the end; so do others of the rooms below.
if(TARGET cpp_derivative_modes_test)
  set_tests_properties(cpp_derivative_modes_test PROPERTIES COST 70)
endif()

# Kernels of images, whose blocks are of other sizes with other vectors, with less than the machine has. Threads share them alike.
foreach(test cpu_conv_test cpu_pool_test)
  foreach(vectors AVX2 SSE4)
    if(TARGET cpp_${test} AND NOT VJP_SANITIZE MATCHES "thread")
      add_test(NAME cpp_${test}_${vectors} COMMAND cpp_${test} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
      set_tests_properties(cpp_${test}_${vectors} PROPERTIES ENVIRONMENT VJP_SIMD=${vectors})
    endif()
  endforeach()
endforeach()

# Fused programs once more with machine code for every chain, however short.
foreach(test chain_code_test fused_test fusion_test)
  if(TARGET cpp_${test})
    add_test(NAME cpp_${test}_code COMMAND cpp_${test} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(cpp_${test}_code PROPERTIES ENVIRONMENT VJP_CPU_JIT=1)
  endif()
endforeach()

file(GLOB vjp_c_tests CONFIGURE_DEPENDS tests/c/*.c)
foreach(source ${vjp_c_tests})
  get_filename_component(name ${source} NAME_WE)
  # engine_interrupt counts how often it is asked in a time, of which the thread sanitizer leaves too little.
  if(VJP_SANITIZE MATCHES "thread" AND name STREQUAL "engine_interrupt")
    continue()
  endif()
  add_executable(c_${name} ${source})
  set_target_properties(c_${name} PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF C_STANDARD_REQUIRED ON
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_compile_options(c_${name} PRIVATE -Wall -Wextra)
  target_compile_definitions(c_${name} PRIVATE _POSIX_C_SOURCE=200809L _DEFAULT_SOURCE)
  target_include_directories(c_${name} PRIVATE tests/c)
  target_link_libraries(c_${name} PRIVATE vjp Threads::Threads ${CMAKE_DL_LIBS} m)
  add_test(NAME c_${name} COMMAND c_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  # Once more with every tensor on the simulator, whose commands run late. Not those that look at the host's memory,
  # expect one thread, bring devices of their own, or count what is compiled: calls on devices are the engine's.
  if(NOT name MATCHES "^(alloc_failure|messages|autocast|backend_plugins|callback_.*|checkpoint|checkpoint_memory|compile_(fallbacks|functions_again|functions_fused|functions_memory|hooks|programs)|custom_functions_forward|\
changing_indices|deep_chain|dlpack|host_threads|thread_context|\
engine_accumulate|engine_interrupt|engine_thread_ends|engine_queries|engine_reentrancy|engine_saved_mutation|gradcheck.*|graph_memory|graphed|optim_devices|\
pending_state|process|profiler|race_detector|tensors|device_.*|\
memory_.*|sim_.*|stress_.*|weak)$")
    add_test(NAME sim_${name} COMMAND c_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(sim_${name} PROPERTIES LABELS sim ENVIRONMENT "VJP_DEVICE=sim:0;VJP_SIM_MODE=lazy")
    list(APPEND vjp_tests_of_any_device ${name})
  endif()
  # Once more with every grad call compiled: what differs is a defect (COMP-12).
  if(name MATCHES "^(checkpoint.*|custom_functions.*|engine_.*|grad_store|higher_order|most_often_wrong.*|pending|pruning|rules_.*|sparse_rules|task_rules)$")
    add_test(NAME compiled_${name} COMMAND c_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(compiled_${name} PROPERTIES LABELS compiled ENVIRONMENT VJP_COMPILE=1)
  endif()
endforeach()
# For scripts/test-cuda.
list(JOIN vjp_tests_of_any_device "\n" names)
file(WRITE ${PROJECT_BINARY_DIR}/tests/any_device.txt "${names}\n")

# What a build for another machine is asked: the C tests, and the accuracy of its vectors.
if(CMAKE_CROSSCOMPILING)
  add_custom_target(vjp_cross_tests)
  foreach(source ${vjp_c_tests})
    get_filename_component(name ${source} NAME_WE)
    if(NOT name STREQUAL "memory_host")  # it looks at resident memory, which is the emulator's
      list(APPEND vjp_cross c_${name})
    endif()
  endforeach()
  if(GTest_FOUND)
    # Not cpp_cpu_reduce_test: a sum of three million float32 is 2.4e-6 off on Arm, beyond the 2e-6 that hold elsewhere.
    list(APPEND vjp_cross cpp_cpu_pointwise_accuracy_test cpp_cpu_norm_test cpp_cpu_gemm_simd_test)
  endif()
  add_dependencies(vjp_cross_tests ${vjp_cross})
  set_tests_properties(${vjp_cross} PROPERTIES LABELS cross)
endif()

# Plug-ins: the example, and variants of it that are wrong in one way each.
set(vjp_plugins ${PROJECT_BINARY_DIR}/tests/plugins)
add_subdirectory(examples/toy_backend)
set_target_properties(vjp_toy PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${vjp_plugins})
target_compile_options(vjp_toy PRIVATE -Wall -Wextra -pedantic -Werror)
add_dependencies(c_backend_plugins vjp_toy)
foreach(test backend_plugins device_dlpack)
  target_compile_definitions(c_${test} PRIVATE VJP_TEST_PLUGINS="${vjp_plugins}")
endforeach()
foreach(variant NO_ENTRY REFUSES REFUSES_SILENTLY NO_TABLE OTHER_INTERFACE SHORT_TABLE OLD_TABLE OLD_KERNELS MISSING_ENTRY
        NO_DRIVER NO_DEVICES BAD_NAME MISNAMED SECOND_TOY CALLED_SIM WRONG_SUM ROUNDS HIP)
  string(TOLOWER ${variant} name)
  string(REPLACE "_" "" name ${name})
  add_library(vjp_${name} MODULE tests/c/plugins/variant.c)
  target_compile_definitions(vjp_${name} PRIVATE VARIANT_${variant} VARIANT_NAME="${name}" _POSIX_C_SOURCE=200809L)
  target_include_directories(vjp_${name} PRIVATE $<TARGET_PROPERTY:vjp::vjp,INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(vjp_${name} PRIVATE Threads::Threads)
  set_target_properties(vjp_${name} PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF C_STANDARD_REQUIRED ON
    LIBRARY_OUTPUT_DIRECTORY ${vjp_plugins})
  add_dependencies(c_backend_plugins vjp_${name})
endforeach()
add_dependencies(c_device_dlpack vjp_hip)

find_package(Python3 COMPONENTS Interpreter)  # what is written in it is left out where there is none
if(Python3_FOUND AND TARGET vjp_cli AND NOT VJP_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  add_test(NAME tool COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/check/tool ${PROJECT_BINARY_DIR})
endif()

# The library as VJP_THREADS=OFF builds it, from the objects of this build but those that know of it; scripts/test runs the
# C tests with it.
if(VJP_THREADS AND NOT VJP_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  add_library(vjp_unthreaded OBJECT EXCLUDE_FROM_ALL ${vjp_threaded_sources})
  target_compile_definitions(vjp_unthreaded PRIVATE VJP_NO_THREADS)
  target_link_libraries(vjp_unthreaded PRIVATE vjp_core)
  list(TRANSFORM vjp_threaded_sources REPLACE "^.*/|[.]cc$" "" OUTPUT_VARIABLE left_out)
  list(JOIN left_out "|" left_out)
  add_library(vjp_no_threads SHARED EXCLUDE_FROM_ALL)
  target_sources(vjp_no_threads PRIVATE "$<FILTER:$<TARGET_OBJECTS:vjp_core>,EXCLUDE,/(${left_out})[.]cc>"
    $<TARGET_OBJECTS:vjp_unthreaded> $<TARGET_OBJECTS:vjp_capi>)
  target_link_libraries(vjp_no_threads PRIVATE vjp_flags vjp_highway vjp_blas Threads::Threads ${CMAKE_DL_LIBS} vjp_fast_link)
  # not its packed relocations, which the fast linker writes without the version of the C library that reads them
  target_link_options(vjp_no_threads PRIVATE "$<FILTER:$<TARGET_PROPERTY:vjp,LINK_OPTIONS>,EXCLUDE,pack-relative>")
  set_target_properties(vjp_no_threads PROPERTIES OUTPUT_NAME vjp LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/no-threads
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE CXX BUILD_RPATH "${vjp_blas_folder}")
endif()
