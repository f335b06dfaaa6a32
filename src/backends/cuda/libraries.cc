#include "backends/cuda/libraries.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#include "backends/cuda/driver.h"
#include "backends/cuda/entry.h"
#include "base/forced_unwind.h"

namespace vjp::cuda {
namespace {

std::string own_folder() {
  Dl_info here;
  if (!dladdr(reinterpret_cast<void*>(&open_library), &here) || !here.dli_fname) return ".";
  std::string path = here.dli_fname;
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

// In the order in which they are looked at; "" stands for the dynamic linker's own.
std::vector<std::string> folders() {
  std::vector<std::string> list;
  if (const char* path = std::getenv("VJP_CUDA_LIBRARY_PATH")) {
    std::string rest = path;
    while (!rest.empty()) {
      size_t end = std::min(rest.find(':'), rest.size());
      if (end > 0) list.push_back(rest.substr(0, end));
      rest.erase(0, end + 1);
    }
  }
  std::string own = own_folder();
  list.push_back(own);
  // site-packages/vjp/libvjp_cuda.so, or site-packages/vjp/lib/libvjp_cuda.so
  for (const char* up : {"/..", "/../.."}) {
    for (const char* package : {"cu13", "cudnn"}) list.push_back(own + up + "/nvidia/" + package + "/lib");
  }
  list.push_back(own + "/cuda-toolkit");  // the build tree has a link there; no path of the build is in this file
  list.push_back("");
  return list;
}

void* open_anywhere(const char* file, std::string* tried) {
  bool asked_for = std::getenv("VJP_CUDA_LIBRARY_PATH") != nullptr;
  // A second copy of what another package has loaded would cost its memory again.
  if (!asked_for) {
    if (void* loaded = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD)) return loaded;
  }
  for (const std::string& folder : folders()) {
    std::string path = folder.empty() ? file : folder + "/" + file;
    if (void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    if (tried) *tried += std::string("\n  ") + dlerror();
  }
  return nullptr;
}

template <class F>
bool find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

[[noreturn]] void fail_of_function(const char* file, const char* name) {
  fail(VJP_ERROR_BACKEND, "%s has no function %s: expected the one of CUDA %d", file, name, CUDART_VERSION / 1000);
}

// Opens once; a library that is not there may be there later, and is looked for again when it is needed again.
template <class Library>
class Lazily {
 public:
  template <class F>
  const Library* get(F&& open) {
    if (const Library* known = library_.load(std::memory_order_acquire)) return known;
    std::lock_guard lock(mutex_);
    if (const Library* known = library_.load(std::memory_order_relaxed)) return known;
    const Library* opened = open();
    if (opened) library_.store(opened, std::memory_order_release);
    return opened;
  }

 private:
  std::mutex mutex_;
  std::atomic<const Library*> library_{nullptr};
};

// Like Lazily, but "not there" is an answer that is remembered: there is another way to do the work.
template <class Library>
class Once {
 public:
  template <class F>
  const Library* get(F&& open) {
    std::call_once(once_, [&] { library_ = open(); });
    return library_;
  }

 private:
  std::once_flag once_;
  const Library* library_ = nullptr;
};

// Handles that nobody uses now, of each device.
template <class Handle>
class Spare {
 public:
  Handle take(int device) {
    std::lock_guard lock(mutex_);
    auto& list = lists_[device];
    if (list.empty()) return nullptr;
    Handle handle = list.back();
    list.pop_back();
    return handle;
  }
  void put(int device, Handle handle) noexcept {
    std::lock_guard lock(mutex_);
    try {
      lists_[device].push_back(handle);
    }
    VJP_CATCH_ALL {  // one handle is lost, and made again when it is needed
    }
  }

 private:
  std::mutex mutex_;
  std::vector<Handle> lists_[kMaxDevices];
};
Spare<cublasHandle_t>& spare_blas() {
  static auto* spare = new Spare<cublasHandle_t>();  // for ever: handles are used until the process ends
  return *spare;
}
Spare<cudnnHandle_t>& spare_dnn() {
  static auto* spare = new Spare<cudnnHandle_t>();
  return *spare;
}

}  // namespace

void* open_library(const char* file) {
  std::string tried;
  void* library = open_anywhere(file, &tried);
  if (!library) {
    fail(VJP_ERROR_BACKEND, "%s cannot be loaded; name its folder in VJP_CUDA_LIBRARY_PATH. Tried:%s", file,
         tried.c_str());
  }
  return library;
}

void* try_open_library(const char* file) { return open_anywhere(file, nullptr); }

const Cublas& cublas() {
  static Lazily<Cublas> lazily;
  return *lazily.get([] {
    const char* file = "libcublas.so.13";
    void* library = open_library(file);
    Cublas functions;
#define VJP_FIND(name) \
  if (!find(library, #name, functions.name)) fail_of_function(file, #name);
    VJP_CUBLAS(VJP_FIND)
#undef VJP_FIND
    return new Cublas(functions);
  });
}

void check_cublas(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  // Behind a failure of execution there is often an error of CUDA that says more.
  check(cudaGetLastError(), what);
  vjp_status as = status == CUBLAS_STATUS_ALLOC_FAILED    ? VJP_ERROR_MEMORY
                  : status == CUBLAS_STATUS_NOT_SUPPORTED ? VJP_ERROR_NOT_IMPLEMENTED
                                                          : VJP_ERROR_BACKEND;
  fail(as, "%s: cuBLAS: %s", what, cublas().cublasGetStatusString(status));
}

const Cudnn* cudnn() {
  static Once<Cudnn> once;
  return once.get([]() -> const Cudnn* {
    const char* off = std::getenv("VJP_CUDA_CUDNN");
    if (off && std::strcmp(off, "0") == 0) return nullptr;
    void* library = try_open_library("libcudnn.so.9");
    if (!library) return nullptr;
    Cudnn functions;
#define VJP_FIND(name) \
  if (!find(library, #name, functions.name)) return nullptr;
    VJP_CUDNN(VJP_FIND)
#undef VJP_FIND
    return new Cudnn(functions);
  });
}

const Nvrtc* nvrtc() {
  static Once<Nvrtc> once;
  return once.get([]() -> const Nvrtc* {
    void* library = try_open_library("libnvrtc.so.13");
    if (!library) return nullptr;
    Nvrtc functions;
#define VJP_FIND(name) \
  if (!find(library, #name, functions.name)) return nullptr;
    VJP_NVRTC(VJP_FIND)
#undef VJP_FIND
    // It opens its built-in headers by a bare name, which finds them only if they are loaded already.
    int major = 0, minor = 0;
    if (functions.nvrtcVersion(&major, &minor) == NVRTC_SUCCESS) {
      try_open_library(("libnvrtc-builtins.so." + std::to_string(major) + "." + std::to_string(minor)).c_str());
    }
    return new Nvrtc(functions);
  });
}

BlasHandle::BlasHandle(const Launch& launch, size_t workspace)
    : device_(launch.device), handle_(spare_blas().take(launch.device)), workspace_(launch, workspace) {
  const Cublas& library = cublas();
  if (!handle_) {
    check_cublas(library.cublasCreate_v2(&handle_), "cublasCreate");
    auto mode = static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION);
    check_cublas(library.cublasSetMathMode(handle_, mode), "cublasSetMathMode");
  }
  // In this order: a new stream takes the workspace away.
  check_cublas(library.cublasSetStream_v2(handle_, launch.stream), "cublasSetStream");
  check_cublas(library.cublasSetWorkspace_v2(handle_, workspace_.as(), workspace), "cublasSetWorkspace");
}
BlasHandle::~BlasHandle() { spare_blas().put(device_, handle_); }

DnnHandle::DnnHandle(const Launch& launch) : device_(launch.device), handle_(spare_dnn().take(launch.device)) {
  const Cudnn& library = *cudnn();
  cudnnStatus_t status = CUDNN_STATUS_SUCCESS;
  static std::atomic<bool> unusable{false};
  if (!handle_) {
    if (unusable.load(std::memory_order_relaxed)) return;
    status = library.cudnnCreate(&handle_);
    if (status != CUDNN_STATUS_SUCCESS) {
      handle_ = nullptr;
      check(cudaGetLastError(), "cudnnCreate");  // the device's fault; what follows is cuDNN's own
      // A part of it is missing, or of another version: there is another way to convolve.
      if (!unusable.exchange(true)) {
        std::string text = std::string("cuda: convolutions are done without cuDNN, which does not start: ") +
                           library.cudnnGetErrorString(status);
        host->warn(text.c_str());
      }
      return;
    }
  }
  status = library.cudnnSetStream(handle_, launch.stream);
  if (status != CUDNN_STATUS_SUCCESS) {
    spare_dnn().put(device_, handle_);
    fail(VJP_ERROR_BACKEND, "cudnnSetStream: %s", library.cudnnGetErrorString(status));
  }
}
DnnHandle::~DnnHandle() {
  if (handle_) spare_dnn().put(device_, handle_);
}

}  // namespace vjp::cuda
