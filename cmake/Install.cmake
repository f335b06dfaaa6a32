# Headers, library, vjp.pc and the CMake package. The tree may be moved: everything is found relative to itself.

set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "where the library goes, below the prefix")
include(CMakePackageConfigHelpers)

set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/vjp)

if(VJP_OPENBLAS_ROOT)
  install(FILES ${VJP_OPENBLAS_LIBRARY} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
  # The library opens OpenBLAS by its name and finds it beside itself.
  set_target_properties(vjp PROPERTIES INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON)
endif()
install(TARGETS vjp EXPORT vjp
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development)
if(VJP_CUDA)  # beside libvjp.so, where that looks for it
  install(TARGETS vjp_cuda LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
endif()
set_target_properties(vjp_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
install(TARGETS vjp_cli RUNTIME DESTINATION bin COMPONENT runtime)
install(DIRECTORY include/vjp DESTINATION include COMPONENT development FILES_MATCHING PATTERN "*.h")

file(RELATIVE_PATH pc_to_prefix /x/${pc_dir} /x)
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
configure_file(pkgconfig/vjp.pc.in ${PROJECT_BINARY_DIR}/vjp.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/vjp.pc DESTINATION ${pc_dir} COMPONENT development)

install(EXPORT vjp NAMESPACE vjp:: FILE vjpTargets.cmake DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(cmake/vjpConfig.cmake.in ${PROJECT_BINARY_DIR}/vjpConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/vjpConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/vjpConfig.cmake ${PROJECT_BINARY_DIR}/vjpConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT development)
