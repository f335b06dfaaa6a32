// cuDNN's convolutions as loops, enqueued like kernels. It believes its descriptors alone, and insists on what the real
// one does: dense arrays of matching sizes that lie on 16 bytes, and as much memory to work in as an algorithm asks
// for.
#include <cudnn.h>

#include <array>

#include "backends/cuda/numbers.h"
#include "fake.h"

namespace fake {
void launch_kernel(cudaStream_t stream, const char* name, int64_t blocks, int64_t threads, std::function<void()> body);
}

struct cudnnContext {
  int device;
  cudaStream_t stream;
};
// Sizes [n, c, three spatial ones]: missing spatial dimensions lead.
struct cudnnTensorStruct {
  cudnnDataType_t type;
  int ndim;
  std::array<int64_t, 5> dims;
  bool dense;
};
struct cudnnFilterStruct : cudnnTensorStruct {};
struct cudnnConvolutionStruct {
  std::array<int64_t, 3> padding, stride, dilation;
  int rank, groups = 1;
};

namespace {

constexpr size_t kWorkspace = 1024;  // of the first algorithm of a list

int64_t count(const cudnnTensorStruct& t) {
  int64_t n = 1;
  for (int64_t size : t.dims) n *= size;
  return n;
}

double get(const void* data, cudnnDataType_t type, int64_t i) {
  using namespace vjp::cuda;
  return type == CUDNN_DATA_DOUBLE  ? load<double, kFloat64>(data, i)
         : type == CUDNN_DATA_FLOAT ? load<double, kFloat32>(data, i)
         : type == CUDNN_DATA_HALF  ? load<double, kFloat16>(data, i)
                                    : load<double, kBFloat16>(data, i);
}
void put(void* data, cudnnDataType_t type, int64_t i, double v) {
  using namespace vjp::cuda;
  type == CUDNN_DATA_DOUBLE  ? store<double, kFloat64>(data, i, v)
  : type == CUDNN_DATA_FLOAT ? store<double, kFloat32>(data, i, v)
  : type == CUDNN_DATA_HALF  ? store<double, kFloat16>(data, i, v)
                             : store<double, kBFloat16>(data, i, v);
}
double factor(const void* value, cudnnDataType_t type) {  // given in double for double only
  return type == CUDNN_DATA_DOUBLE ? *static_cast<const double*>(value) : *static_cast<const float*>(value);
}

struct Convolution {
  cudnnTensorStruct x, w, y;
  cudnnConvolutionStruct how;

  bool fits() const {
    if (x.type != w.type || x.type != y.type || !x.dense || !y.dense) return false;
    if (x.ndim != w.ndim || x.ndim != y.ndim || x.ndim != how.rank + 2) return false;
    if (x.dims[0] != y.dims[0] || x.dims[1] != w.dims[1] * how.groups || y.dims[1] != w.dims[0]) return false;
    if (w.dims[0] % how.groups != 0) return false;
    for (size_t d = 0; d < 3; ++d) {
      int64_t over = x.dims[2 + d] + 2 * how.padding[d] - (how.dilation[d] * (w.dims[2 + d] - 1) + 1);
      if (over < 0 || y.dims[2 + d] != over / how.stride[d] + 1) return false;
    }
    return true;
  }

  // f(position in x, in w, in y) of every product.
  template <class F>
  void for_each_product(F&& f) const {
    const int64_t inputs = w.dims[1], outputs = w.dims[0] / how.groups;
    for (int64_t at = 0, n = count(y); at < n; ++at) {
      int64_t rest = at, to[3];
      for (size_t d = 3; d-- > 0; rest /= y.dims[2 + d]) to[d] = rest % y.dims[2 + d];
      const int64_t o = rest % y.dims[1], batch = rest / y.dims[1];
      for (int64_t tap = 0, taps = inputs * w.dims[2] * w.dims[3] * w.dims[4]; tap < taps; ++tap) {
        int64_t left = tap, from[3];
        bool inside = true;
        for (size_t d = 3; d-- > 0; left /= w.dims[2 + d]) {
          from[d] = to[d] * how.stride[d] + left % w.dims[2 + d] * how.dilation[d] - how.padding[d];
          inside = inside && from[d] >= 0 && from[d] < x.dims[2 + d];
        }
        if (!inside) continue;
        const int64_t channel = o / outputs * inputs + left;
        f((((batch * x.dims[1] + channel) * x.dims[2] + from[0]) * x.dims[3] + from[1]) * x.dims[4] + from[2],
          o * taps + tap, at);
      }
    }
  }
};

// Sums of f's products, scaled and stored.
cudnnStatus_t launch(cudnnHandle_t handle, const Convolution& c, const cudnnTensorStruct& result, const void* alpha,
                     const void* beta, void* out, std::initializer_list<const void*> pointers, int algorithm,
                     void* workspace, size_t bytes, std::function<void(std::vector<double>&)> sum) {
  if (!c.fits()) return CUDNN_STATUS_BAD_PARAM;
  for (const void* pointer : pointers) {
    if (reinterpret_cast<uintptr_t>(pointer) % 16 != 0) fake::breach("cuDNN: an array that does not lie on 16 bytes");
  }
  if (algorithm == 1) {
    fake::Lock lock(fake::world().mutex);
    if (bytes < kWorkspace || !fake::is_memory(workspace, bytes, handle->device))
      fake::breach("cuDNN: nothing to work in");
  }
  const double a = factor(alpha, result.type), b = factor(beta, result.type);
  fake::launch_kernel(handle->stream, "convolution", 1, 1, [=] {
    std::vector<double> sums(static_cast<size_t>(count(result)));
    sum(sums);
    for (size_t i = 0; i < sums.size(); ++i) {
      const auto at = static_cast<int64_t>(i);
      put(out, result.type, at, a * sums[i] + (b != 0 ? b * get(out, result.type, at) : 0));
    }
  });
  return cudaGetLastError() == cudaSuccess ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_EXECUTION_FAILED;
}

// Two algorithms: the first needs memory and is not deterministic.
template <class Results>
void offer(int wanted, int* returned, Results* results) {
  *returned = wanted < 2 ? wanted : 2;
  for (int i = 0; i < *returned; ++i) {
    results[i] = {};
    results[i].algo = static_cast<decltype(results[i].algo)>(1 - i);
    results[i].memory = i ? 0 : kWorkspace;
    results[i].determinism = i ? CUDNN_DETERMINISTIC : CUDNN_NON_DETERMINISTIC;
  }
}

std::array<int64_t, 5> dims_of(int ndim, const int* dims) {
  std::array<int64_t, 5> all = {dims[0], dims[1], 1, 1, 1};
  for (int d = 2; d < ndim; ++d) all[static_cast<size_t>(5 - ndim + d)] = dims[d];
  return all;
}

}  // namespace

cudnnStatus_t cudnnCreate(cudnnHandle_t* out) {
  void* memory = nullptr;
  if (cudaMalloc(&memory, 256) != cudaSuccess) return CUDNN_STATUS_INTERNAL_ERROR;
  cudaFree(memory);
  *out = new cudnnContext{fake::current_device("cudnnCreate"), nullptr};
  return CUDNN_STATUS_SUCCESS;
}
size_t cudnnGetVersion() { return CUDNN_VERSION; }
cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
  if (fake::current_device("cudnnSetStream") != handle->device) fake::breach("a handle of cuDNN of another device");
  handle->stream = stream;
  return CUDNN_STATUS_SUCCESS;
}
const char* cudnnGetErrorString(cudnnStatus_t) { return "an error of cuDNN"; }

#define FAKE_DESCRIPTOR(Name, Handle, Struct)                \
  cudnnStatus_t cudnnCreate##Name##Descriptor(Handle* out) { \
    *out = new Struct{};                                     \
    return CUDNN_STATUS_SUCCESS;                             \
  }                                                          \
  cudnnStatus_t cudnnDestroy##Name##Descriptor(Handle d) {   \
    delete d;                                                \
    return CUDNN_STATUS_SUCCESS;                             \
  }
FAKE_DESCRIPTOR(Tensor, cudnnTensorDescriptor_t, cudnnTensorStruct)
FAKE_DESCRIPTOR(Filter, cudnnFilterDescriptor_t, cudnnFilterStruct)
FAKE_DESCRIPTOR(Convolution, cudnnConvolutionDescriptor_t, cudnnConvolutionStruct)

cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t t, cudnnDataType_t type, int ndim, const int dims[],
                                         const int strides[]) {
  if (ndim < 4 || ndim > 5) return CUDNN_STATUS_NOT_SUPPORTED;
  t->type = type;
  t->ndim = ndim;
  t->dims = dims_of(ndim, dims);
  t->dense = true;
  for (int d = ndim - 1, stride = 1; d >= 0; stride *= dims[d--]) t->dense = t->dense && strides[d] == stride;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t t, cudnnDataType_t type, cudnnTensorFormat_t format,
                                         int ndim, const int dims[]) {
  if (ndim < 4 || ndim > 5 || format != CUDNN_TENSOR_NCHW) return CUDNN_STATUS_NOT_SUPPORTED;
  t->type = type;
  t->ndim = ndim;
  t->dims = dims_of(ndim, dims);
  t->dense = true;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t c, int rank, const int padding[],
                                              const int stride[], const int dilation[], cudnnConvolutionMode_t mode,
                                              cudnnDataType_t) {
  if (rank < 2 || rank > 3 || mode != CUDNN_CROSS_CORRELATION) return CUDNN_STATUS_NOT_SUPPORTED;
  c->rank = rank;
  c->padding = {0, 0, 0}, c->stride = {1, 1, 1}, c->dilation = {1, 1, 1};
  for (int d = 0; d < rank; ++d) {
    const auto to = static_cast<size_t>(3 - rank + d);
    c->padding[to] = padding[d], c->stride[to] = stride[d], c->dilation[to] = dilation[d];
  }
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t c, int groups) {
  c->groups = groups;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t, cudnnMathType_t) {
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t, const cudnnTensorDescriptor_t x,
                                                     const cudnnFilterDescriptor_t w,
                                                     const cudnnConvolutionDescriptor_t how,
                                                     const cudnnTensorDescriptor_t y, const int wanted, int* returned,
                                                     cudnnConvolutionFwdAlgoPerf_t* results) {
  if (!Convolution{*x, *w, *y, *how}.fits()) return CUDNN_STATUS_BAD_PARAM;
  offer(wanted, returned, results);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t, const cudnnFilterDescriptor_t w,
                                                          const cudnnTensorDescriptor_t y,
                                                          const cudnnConvolutionDescriptor_t how,
                                                          const cudnnTensorDescriptor_t x, const int wanted,
                                                          int* returned, cudnnConvolutionBwdDataAlgoPerf_t* results) {
  if (!Convolution{*x, *w, *y, *how}.fits()) return CUDNN_STATUS_BAD_PARAM;
  offer(wanted, returned, results);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t, const cudnnTensorDescriptor_t x,
                                                            const cudnnTensorDescriptor_t y,
                                                            const cudnnConvolutionDescriptor_t how,
                                                            const cudnnFilterDescriptor_t w, const int wanted,
                                                            int* returned,
                                                            cudnnConvolutionBwdFilterAlgoPerf_t* results) {
  if (!Convolution{*x, *w, *y, *how}.fits()) return CUDNN_STATUS_BAD_PARAM;
  offer(wanted, returned, results);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t, const cudnnTensorDescriptor_t,
                                                      const cudnnFilterDescriptor_t, const cudnnConvolutionDescriptor_t,
                                                      const cudnnTensorDescriptor_t, cudnnConvolutionFwdAlgo_t algo,
                                                      size_t* bytes) {
  *bytes = algo == 1 ? kWorkspace : 0;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t, const cudnnFilterDescriptor_t,
                                                           const cudnnTensorDescriptor_t,
                                                           const cudnnConvolutionDescriptor_t,
                                                           const cudnnTensorDescriptor_t,
                                                           cudnnConvolutionBwdDataAlgo_t algo, size_t* bytes) {
  *bytes = algo == 1 ? kWorkspace : 0;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t, const cudnnTensorDescriptor_t,
                                                             const cudnnTensorDescriptor_t,
                                                             const cudnnConvolutionDescriptor_t,
                                                             const cudnnFilterDescriptor_t,
                                                             cudnnConvolutionBwdFilterAlgo_t algo, size_t* bytes) {
  *bytes = algo == 1 ? kWorkspace : 0;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t xd,
                                      const void* x, const cudnnFilterDescriptor_t wd, const void* w,
                                      const cudnnConvolutionDescriptor_t how, cudnnConvolutionFwdAlgo_t algorithm,
                                      void* workspace, size_t bytes, const void* beta, const cudnnTensorDescriptor_t yd,
                                      void* y) {
  const Convolution c{*xd, *wd, *yd, *how};
  return launch(handle, c, c.y, alpha, beta, y, {x, w, y}, algorithm, workspace, bytes, [=](std::vector<double>& sums) {
    c.for_each_product([&](int64_t i, int64_t j, int64_t o) {
      sums[static_cast<size_t>(o)] += get(x, c.x.type, i) * get(w, c.w.type, j);
    });
  });
}
cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha, const cudnnFilterDescriptor_t wd,
                                           const void* w, const cudnnTensorDescriptor_t yd, const void* y,
                                           const cudnnConvolutionDescriptor_t how,
                                           cudnnConvolutionBwdDataAlgo_t algorithm, void* workspace, size_t bytes,
                                           const void* beta, const cudnnTensorDescriptor_t xd, void* x) {
  const Convolution c{*xd, *wd, *yd, *how};
  return launch(handle, c, c.x, alpha, beta, x, {x, w, y}, algorithm, workspace, bytes, [=](std::vector<double>& sums) {
    c.for_each_product([&](int64_t i, int64_t j, int64_t o) {
      sums[static_cast<size_t>(i)] += get(y, c.y.type, o) * get(w, c.w.type, j);
    });
  });
}
cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t xd,
                                             const void* x, const cudnnTensorDescriptor_t yd, const void* y,
                                             const cudnnConvolutionDescriptor_t how,
                                             cudnnConvolutionBwdFilterAlgo_t algorithm, void* workspace, size_t bytes,
                                             const void* beta, const cudnnFilterDescriptor_t wd, void* w) {
  const Convolution c{*xd, *wd, *yd, *how};
  return launch(handle, c, c.w, alpha, beta, w, {x, w, y}, algorithm, workspace, bytes, [=](std::vector<double>& sums) {
    c.for_each_product([&](int64_t i, int64_t j, int64_t o) {
      sums[static_cast<size_t>(j)] += get(x, c.x.type, i) * get(y, c.y.type, o);
    });
  });
}

// The channel of an element.
static int64_t channel_of(const cudnnTensorStruct& t, int64_t i) {
  return i / (t.dims[2] * t.dims[3] * t.dims[4]) % t.dims[1];
}
cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t yd,
                                           const void* y, const void* beta, const cudnnTensorDescriptor_t bd, void* b) {
  const cudnnTensorStruct from = *yd, to = *bd;
  if (to.dims[1] != from.dims[1] || count(to) != to.dims[1]) return CUDNN_STATUS_BAD_PARAM;
  const double a = factor(alpha, to.type), keep = factor(beta, to.type);
  fake::launch_kernel(handle->stream, "gradient of a bias", 1, 1, [=] {
    std::vector<double> sums(static_cast<size_t>(to.dims[1]));
    for (int64_t i = 0; i < count(from); ++i) sums[static_cast<size_t>(channel_of(from, i))] += get(y, from.type, i);
    for (int64_t c = 0; c < to.dims[1]; ++c)
      put(b, to.type, c, a * sums[static_cast<size_t>(c)] + (keep != 0 ? keep * get(b, to.type, c) : 0));
  });
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnAddTensor(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t bd, const void* b,
                             const void* beta, const cudnnTensorDescriptor_t yd, void* y) {
  const cudnnTensorStruct from = *bd, to = *yd;
  if (to.dims[1] != from.dims[1] || count(from) != from.dims[1]) return CUDNN_STATUS_BAD_PARAM;
  const double a = factor(alpha, to.type), keep = factor(beta, to.type);
  fake::launch_kernel(handle->stream, "bias", 1, 1, [=] {
    for (int64_t i = 0; i < count(to); ++i)
      put(y, to.type, i, a * get(b, from.type, channel_of(to, i)) + keep * get(y, to.type, i));
  });
  return CUDNN_STATUS_SUCCESS;
}
