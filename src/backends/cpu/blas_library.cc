#include "backends/cpu/blas_library.h"

#include <dlfcn.h>
#include <elf.h>
#include <sched.h>
#include <sys/mman.h>

#include <atomic>
#include <memory>
#include <new>

#include "base/error.h"
#include "base/last_error.h"

// The file's name. libvjp's run path says where it may be besides the system's places: beside an installed libvjp, and
// where scripts/setup put it while libvjp is in the build tree.
#ifndef VJP_BLAS_FILE
#define VJP_BLAS_FILE "libopenblas.so.0"
#endif

#define VJP_TEXT_(x) #x
#define VJP_TEXT(x) VJP_TEXT_(x)

namespace vjp::cpu {
namespace {

// OpenBLAS makes one thread for every processor that the loading thread may run on. For this moment that is one, so it
// makes none; libvjp shares its work among threads itself.
class OneProcessor {
 public:
  OneProcessor() {
    known_ = sched_getaffinity(0, sizeof former_, &former_) == 0;
    if (!known_) return;
    int first = 0;
    while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &former_)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneProcessor() {
    if (known_) sched_setaffinity(0, sizeof former_, &former_);
  }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t former_;
  bool known_;
};

// Names to packagers and debuggers what no dynamic section names: a note as the specification of dlopen metadata has it
// (uapi-group.org/specifications/specs/elf_dlopen_metadata).
#define VJP_DLOPEN_NOTE                                                                           \
  "[{\"feature\":\"blas\",\"description\":\"Fast matrix products\",\"priority\":\"recommended\"," \
  "\"soname\":[\"" VJP_BLAS_SONAME "\"]}]"
struct DlopenNote {
  Elf64_Nhdr header;
  char owner[4];
  alignas(4) char text[sizeof VJP_DLOPEN_NOTE];
};
[[gnu::used, gnu::section(".note.dlopen")]] alignas(4) constinit const DlopenNote dlopen_note = {
    {sizeof DlopenNote::owner, sizeof VJP_DLOPEN_NOTE, 0x407c0c0a}, "FDO", VJP_DLOPEN_NOTE};

// OpenBLAS ends the process where it cannot have its buffers; so none is opened where there is no room for file and
// buffers.
void need_room() {
  constexpr size_t kRoom = size_t{128} << 20;
  void* room = mmap(nullptr, kRoom, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) throw std::bad_alloc();
  munmap(room, kRoom);
}

// Null, and why, where there is none.
void* open_library(std::string& why) {
  need_room();
  OneProcessor one;
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (void* handle = dlopen(VJP_BLAS_FILE, RTLD_NOW | RTLD_LOCAL)) return handle;
    if (const char* said = dlerror()) why = said;
    // The linker reports missing memory like a missing file: where this allocation fails too, it was memory.
    std::make_unique<char[]>(1 << 16)[0] = 0;
  }
  return nullptr;
}

template <class F>
void find(void* handle, const char* name, F& function) {
  void* symbol = dlsym(handle, name);
  if (!symbol) fail(VJP_ERROR_BACKEND, "matrix product: {} has no function {}", VJP_BLAS_FILE, name);
  function = reinterpret_cast<F>(symbol);
}

BlasLibrary load() {
  BlasLibrary lib;
  std::string why;
  void* handle = open_library(why);
  if (!handle) {
    use_plain_blas(lib);
    lib.name = "none (" + why + ")";
    lib.missing = true;
    return lib;
  }
  lib.handle = handle;
  find(handle, VJP_TEXT(VJP_BLAS(cblas_sgemm)), lib.sgemm);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_dgemm)), lib.dgemm);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_cgemm)), lib.cgemm);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_zgemm)), lib.zgemm);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_sgemv)), lib.sgemv);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_dgemv)), lib.dgemv);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_cgemv)), lib.cgemv);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_zgemv)), lib.zgemv);
  decltype(&VJP_BLAS(openblas_get_config)) get_config = nullptr;
  decltype(&VJP_BLAS(openblas_get_corename)) get_corename = nullptr;
  find(handle, VJP_TEXT(VJP_BLAS(openblas_get_config)), get_config);
  find(handle, VJP_TEXT(VJP_BLAS(openblas_get_corename)), get_corename);
  const std::string config = get_config();  // "OpenBLAS 0.3.x ... Core MAX_THREADS=n"
  lib.name = config.substr(0, config.find(' ', config.find(' ') + 1)) + ", " + get_corename();
  // Never per call: OpenBLAS takes a lock for it. Here for a program that had loaded it before us, with threads.
  decltype(&VJP_BLAS(openblas_set_num_threads)) set_num_threads = nullptr;
  find(handle, VJP_TEXT(VJP_BLAS(openblas_set_num_threads)), set_num_threads);
  set_num_threads(1);
  return lib;
}

}  // namespace

const BlasLibrary& find_blas() {
  // For ever: threads multiply while the process ends. An exception leaves it to be tried again.
  static const BlasLibrary& library = *new BlasLibrary(load());
  return library;
}

const BlasLibrary& blas_library() {
  const BlasLibrary& library = find_blas();
  if (library.missing) [[unlikely]] {
    static constinit std::atomic<bool> told{false};
    if (!told.exchange(true))
      mention("matrix products are slow: there is no OpenBLAS: " + library.name + "; vjp doctor says more");
  }
  return library;
}

}  // namespace vjp::cpu
