# Headers, library, tool, vjp.pc and the CMake package, in the folders that GNUInstallDirs names. With folders below the prefix,
# as they are unless somebody says otherwise, the tree may be moved: everything is found relative to itself.

# A text and no path: CMake would make `-DCMAKE_INSTALL_LIBDIR=lib/x86_64-linux-gnu` absolute, below wherever it was called.
# And the same folder everywhere, where GNUInstallDirs would take lib64 or Debian's for some prefixes.
set(CMAKE_INSTALL_LIBDIR lib CACHE STRING "where the library goes, below the prefix")
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/vjp)

# Here, for the folder has no name before the first configuration has come to GNUInstallDirs.
foreach(library vjp vjp_static)
  if(TARGET ${library})
    target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endif()
endforeach()
if(VJP_OPENBLAS_ROOT)
  if(NOT CMAKE_CROSSCOMPILING)  # scripts/setup fetches this machine's
    install(FILES ${VJP_OPENBLAS_LIBRARY} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
  endif()
  set_target_properties(vjp PROPERTIES INSTALL_RPATH "$ORIGIN")
endif()
install(TARGETS vjp EXPORT vjp-shared
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development)
file(RELATIVE_PATH bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(vjp_cli PROPERTIES BUILD_RPATH_USE_ORIGIN ON INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
install(TARGETS vjp_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
file(RELATIVE_PATH bin_to_data ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_DATADIR}/vjp)
target_compile_definitions(vjp_cli PRIVATE VJP_DATA_FROM_BIN="${bin_to_data}")
# What `vjp ops` shows; the build tree has it as far away from the tool.
configure_file(src/cli/operators.txt ${PROJECT_BINARY_DIR}/bin/${bin_to_data}/operators.txt COPYONLY)
install(FILES src/cli/operators.txt DESTINATION ${CMAKE_INSTALL_DATADIR}/vjp COMPONENT runtime)
# What the rules above and below take out of the build tree.
add_custom_target(vjp_installed)
add_dependencies(vjp_installed vjp vjp_cli)
if(TARGET vjp_static)
  install(TARGETS vjp_static EXPORT vjp-static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  add_dependencies(vjp_installed vjp_static)
endif()
if(VJP_CUDA)  # beside libvjp.so, where that looks for it
  install(TARGETS vjp_cuda LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
  add_dependencies(vjp_installed vjp_cuda)
endif()
install(DIRECTORY include/vjp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

# Man pages: of the tool, and of the headers, from their comments. What describes those runs on this machine alone.
if(NOT CMAKE_CROSSCOMPILING)
  find_package(Python3 COMPONENTS Interpreter)
endif()
if(VJP_MAN AND Python3_Interpreter_FOUND AND NOT CMAKE_CROSSCOMPILING)
  file(GLOB cpp_headers CONFIGURE_DEPENDS include/vjp/*.hpp include/vjp/cpp/*.hpp)
  add_custom_command(OUTPUT ${vjp_generated}/man.stamp
    COMMAND ${Python3_EXECUTABLE} -B scripts/man.py --api ${vjp_api} --version ${PROJECT_VERSION} ${vjp_generated}/man
    COMMAND ${CMAKE_COMMAND} -E touch ${vjp_generated}/man.stamp
    DEPENDS vjp_api ${vjp_api} scripts/man.py scripts/api.py src/cli/vjp.1 debian/changelog ${cpp_headers}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
  add_custom_target(vjp_man ALL DEPENDS ${vjp_generated}/man.stamp)
  add_dependencies(vjp_installed vjp_man)
  install(DIRECTORY ${vjp_generated}/man/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT runtime)
  install(DIRECTORY ${vjp_generated}/man/man3 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT development)
endif()

# vjp.pc names its folders from its own; those that lie elsewhere by an absolute name are left as they are.
cmake_path(ABSOLUTE_PATH pc_dir BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} OUTPUT_VARIABLE pc_full)
file(RELATIVE_PATH pc_to_prefix ${pc_full} ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
set(pc_prefix "\${pcfiledir}/${pc_to_prefix}")
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
endif()
set(prefix_of_pc "\${prefix}")
cmake_path(APPEND prefix_of_pc ${CMAKE_INSTALL_LIBDIR} OUTPUT_VARIABLE pc_libdir)
cmake_path(APPEND prefix_of_pc ${CMAKE_INSTALL_INCLUDEDIR} OUTPUT_VARIABLE pc_includedir)
list(TRANSFORM vjp_static_libraries PREPEND -l OUTPUT_VARIABLE pc_private)
list(APPEND pc_private -pthread)
list(JOIN pc_private " " pc_private)
configure_file(pkgconfig/vjp.pc.in ${PROJECT_BINARY_DIR}/vjp.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/vjp.pc DESTINATION ${pc_dir} COMPONENT development)

install(FILES LICENSE-MIT LICENSE-APACHE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
# The licences of what is installed of others.
if(VJP_HIGHWAY_ROOT)
  install(FILES ${VJP_HIGHWAY_ROOT}/LICENSE-BSD3 DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSE-Highway COMPONENT runtime)
endif()
if(VJP_OPENBLAS_ROOT AND NOT CMAKE_CROSSCOMPILING)
  file(GLOB licence ${VJP_OPENBLAS_ROOT}/../scipy_openblas32-*.dist-info/licenses/LICENSE.txt)
  install(FILES ${licence} DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSE-OpenBLAS COMPONENT runtime)
endif()
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development
  FILES_MATCHING REGEX "[.](c|h|jl|py|safetensors|md|txt)$")

# A file for each of the package's components.
install(EXPORT vjp-shared NAMESPACE vjp:: DESTINATION ${package_dir} COMPONENT development)
if(TARGET vjp_static)
  install(EXPORT vjp-static NAMESPACE vjp:: DESTINATION ${package_dir} COMPONENT development)
endif()
configure_package_config_file(cmake/vjpConfig.cmake.in ${PROJECT_BINARY_DIR}/vjpConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/vjpConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/vjpConfig.cmake ${PROJECT_BINARY_DIR}/vjpConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT development)
