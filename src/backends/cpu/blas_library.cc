#include "backends/cpu/blas_library.h"

#include <dlfcn.h>
#include <sched.h>

#include "base/error.h"

// The file's name, and where it lay when libvjp was built: an installed libvjp finds it beside itself or in the
// system's places, the build tree in the second place.
#ifndef VJP_BLAS_FILE
#define VJP_BLAS_FILE "libopenblas.so.0"
#endif
#ifndef VJP_BLAS_FOLDER
#define VJP_BLAS_FOLDER ""
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

void* open_library() {
  OneProcessor one;
  void* handle = dlopen(VJP_BLAS_FILE, RTLD_NOW | RTLD_LOCAL);
  if (!handle && VJP_BLAS_FOLDER[0]) handle = dlopen(VJP_BLAS_FOLDER "/" VJP_BLAS_FILE, RTLD_NOW | RTLD_LOCAL);
  if (!handle) fail(VJP_ERROR_BACKEND, "matrix product: OpenBLAS cannot be loaded: {}", dlerror());
  return handle;
}

template <class F>
void find(void* handle, const char* name, F& function) {
  void* symbol = dlsym(handle, name);
  if (!symbol) fail(VJP_ERROR_BACKEND, "matrix product: {} has no function {}", VJP_BLAS_FILE, name);
  function = reinterpret_cast<F>(symbol);
}

BlasLibrary load() {
  void* handle = open_library();
  BlasLibrary lib;
  find(handle, VJP_TEXT(VJP_BLAS(cblas_sgemm)), lib.sgemm);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_dgemm)), lib.dgemm);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_cgemm)), lib.cgemm);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_zgemm)), lib.zgemm);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_sgemv)), lib.sgemv);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_dgemv)), lib.dgemv);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_cgemv)), lib.cgemv);
  find(handle, VJP_TEXT(VJP_BLAS(cblas_zgemv)), lib.zgemv);
  find(handle, VJP_TEXT(VJP_BLAS(openblas_get_config)), lib.get_config);
  find(handle, VJP_TEXT(VJP_BLAS(openblas_get_corename)), lib.get_corename);
  // Never per call: OpenBLAS takes a lock for it. Here for a program that had loaded it before us, with threads.
  decltype(&VJP_BLAS(openblas_set_num_threads)) set_num_threads = nullptr;
  find(handle, VJP_TEXT(VJP_BLAS(openblas_set_num_threads)), set_num_threads);
  set_num_threads(1);
  return lib;
}

}  // namespace

const BlasLibrary& blas_library() {
  static const BlasLibrary library = load();  // an exception leaves it to be tried again
  return library;
}

}  // namespace vjp::cpu
