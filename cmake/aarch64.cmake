# A toolchain file: builds for 64-bit Arm on another machine with Debian's cross compiler, and runs what it built with QEMU.
#   cmake -S . -B build/aarch64 --toolchain cmake/aarch64.cmake
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
find_program(vjp_qemu NAMES qemu-aarch64-static qemu-aarch64)
if(vjp_qemu)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${vjp_qemu} -L /usr/aarch64-linux-gnu)
endif()
