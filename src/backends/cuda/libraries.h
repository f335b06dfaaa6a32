// NVIDIA's libraries, opened when they are first needed: none is linked, and a program that multiplies no matrices
// loads no cuBLAS. Handles are lent to one launch at a time; what a library needs of memory is the launch's workspace.
#pragma once

#include <cublas_v2.h>
#include <cudnn.h>
#include <nvrtc.h>

#include "backends/cuda/entry.h"

namespace vjp::cuda {

// Looked for: along VJP_CUDA_LIBRARY_PATH; among what the process has loaded; in this backend's folder; in the folders
// of NVIDIA's Python wheels beside it; where the build found the toolkit; where the dynamic linker looks. Throws
// VJP_ERROR_BACKEND with what was tried.
void* open_library(const char* file);
// The same for what is needed by another library, which looks for it badly by itself; null where it is not found.
void* try_open_library(const char* file);

// The members are called as the functions are, but for cuBLAS's suffix of a version.
struct Cublas {
#define VJP_CUBLAS(X)              \
  X(cublasCreate_v2)               \
  X(cublasSetStream_v2)            \
  X(cublasSetWorkspace_v2)         \
  X(cublasSetMathMode)             \
  X(cublasGemmStridedBatchedEx_64) \
  X(cublasGemmBatchedEx_64)        \
  X(cublasGetStatusString)
#define VJP_MEMBER(name) decltype(&::name) name;
  VJP_CUBLAS(VJP_MEMBER)
#undef VJP_MEMBER
};
const Cublas& cublas();
void check_cublas(cublasStatus_t status, const char* what);

struct Cudnn {
#define VJP_CUDNN(X)                                \
  X(cudnnCreate)                                    \
  X(cudnnGetVersion)                                \
  X(cudnnSetStream)                                 \
  X(cudnnGetErrorString)                            \
  X(cudnnCreateTensorDescriptor)                    \
  X(cudnnDestroyTensorDescriptor)                   \
  X(cudnnSetTensorNdDescriptor)                     \
  X(cudnnCreateFilterDescriptor)                    \
  X(cudnnDestroyFilterDescriptor)                   \
  X(cudnnSetFilterNdDescriptor)                     \
  X(cudnnCreateConvolutionDescriptor)               \
  X(cudnnDestroyConvolutionDescriptor)              \
  X(cudnnSetConvolutionNdDescriptor)                \
  X(cudnnSetConvolutionGroupCount)                  \
  X(cudnnSetConvolutionMathType)                    \
  X(cudnnGetConvolutionForwardAlgorithm_v7)         \
  X(cudnnGetConvolutionForwardWorkspaceSize)        \
  X(cudnnConvolutionForward)                        \
  X(cudnnGetConvolutionBackwardDataAlgorithm_v7)    \
  X(cudnnGetConvolutionBackwardDataWorkspaceSize)   \
  X(cudnnConvolutionBackwardData)                   \
  X(cudnnGetConvolutionBackwardFilterAlgorithm_v7)  \
  X(cudnnGetConvolutionBackwardFilterWorkspaceSize) \
  X(cudnnConvolutionBackwardFilter)                 \
  X(cudnnConvolutionBackwardBias)                   \
  X(cudnnAddTensor)
#define VJP_MEMBER(name) decltype(&::name) name;
  VJP_CUDNN(VJP_MEMBER)
#undef VJP_MEMBER
};
// Null where there is no cuDNN: the backend's own kernels do its work.
const Cudnn* cudnn();

struct Nvrtc {
#define VJP_NVRTC(X)        \
  X(nvrtcVersion)           \
  X(nvrtcCreateProgram)     \
  X(nvrtcDestroyProgram)    \
  X(nvrtcCompileProgram)    \
  X(nvrtcGetCUBINSize)      \
  X(nvrtcGetCUBIN)          \
  X(nvrtcGetProgramLogSize) \
  X(nvrtcGetProgramLog)     \
  X(nvrtcGetErrorString)
#define VJP_MEMBER(name) decltype(&::name) name;
  VJP_NVRTC(VJP_MEMBER)
#undef VJP_MEMBER
};
// Null where there is no NVRTC: programs are interpreted.
const Nvrtc* nvrtc();

// ---- handles: while there is one, the library may load a kernel and allocate for itself, also under a capture ----

class BlasHandle {
 public:
  // On the launch's stream, with that many bytes of it to work in.
  BlasHandle(const Launch& launch, size_t workspace);
  ~BlasHandle();
  BlasHandle(const BlasHandle&) = delete;
  BlasHandle& operator=(const BlasHandle&) = delete;
  operator cublasHandle_t() const { return handle_; }

 private:
  int device_;
  cublasHandle_t handle_;
  Workspace workspace_;
  RelaxedCapture relaxed_;
};

class DnnHandle {
 public:
  explicit DnnHandle(const Launch& launch);
  ~DnnHandle();
  DnnHandle(const DnnHandle&) = delete;
  DnnHandle& operator=(const DnnHandle&) = delete;
  operator cudnnHandle_t() const { return handle_; }  // null: cuDNN does not work here, which was said once

 private:
  int device_;
  cudnnHandle_t handle_;
  RelaxedCapture relaxed_;
};

}  // namespace vjp::cuda
