# libvjp.a: all of the library as one object, whose names are those that libvjp.so exports. What is the library's own, and
# Highway in it, meets no name of the program. Programs link it whole in any case: the table of operators names everything.

set(whole ${PROJECT_BINARY_DIR}/vjp_whole.o)
set(highway)
if(VJP_HIGHWAY_ROOT)  # else the program links the system's
  set(highway -Wl,--whole-archive $<TARGET_FILE:vjp_highway> -Wl,--no-whole-archive)
endif()
add_custom_command(OUTPUT ${whole}
  COMMAND ${PROJECT_SOURCE_DIR}/cmake/one_object.sh ${whole} ${CMAKE_CXX_COMPILER} ${CMAKE_NM} ${CMAKE_OBJCOPY}
    $<TARGET_OBJECTS:vjp_core> $<TARGET_OBJECTS:vjp_capi> ${highway}
  # The targets beside their objects: make knows no rule for what another target makes, only that it is there by then.
  DEPENDS vjp_core vjp_capi vjp_highway $<TARGET_OBJECTS:vjp_core> $<TARGET_OBJECTS:vjp_capi> cmake/one_object.sh
  COMMENT "All of libvjp as one object" COMMAND_EXPAND_LISTS VERBATIM)

# D: no time and no owner in the archive, so that two builds give the same bytes.
set(CMAKE_CXX_ARCHIVE_CREATE "<CMAKE_AR> qcD <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "<CMAKE_RANLIB> -D <TARGET>")
add_library(vjp_static STATIC ${whole})
add_library(vjp::vjp_static ALIAS vjp_static)  # its name for who has it installed
set_source_files_properties(${whole} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
set_target_properties(vjp_static PROPERTIES OUTPUT_NAME vjp LINKER_LANGUAGE CXX ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
# The C++ run time by its name, as a program in C has no linker that knows it.
set(vjp_static_libraries stdc++ m ${CMAKE_DL_LIBS})
if(NOT VJP_HIGHWAY_ROOT)
  list(APPEND vjp_static_libraries ${VJP_HIGHWAY_LIBRARIES})
endif()
target_link_libraries(vjp_static INTERFACE ${vjp_static_libraries} Threads::Threads)
target_include_directories(vjp_static INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
