// cuDNN sees dense arrays by rows, of two spatial dimensions or three. What lies otherwise passes through the
// workspace.
#include "backends/cuda/conv_cudnn.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <unordered_map>

#include "backends/cuda/kernels.h"
#include "backends/cuda/libraries.h"

namespace vjp::cuda {
namespace {

// More than this for one convolution is not worth its speed.
constexpr size_t kMostWorkspace = size_t{1} << 30;
constexpr int kMaxDims = 5;

// "This, it cannot": a parameter or a combination that cuDNN has no kernel for.
bool is_refusal(cudnnStatus_t status) { return status / 1000 == 2 || status / 1000 == 3; }

void check_cudnn(cudnnStatus_t status, const char* what) {
  if (status == CUDNN_STATUS_SUCCESS) return;
  check(cudaGetLastError(), what);
  fail(VJP_ERROR_BACKEND, "%s: %s", what, cudnn()->cudnnGetErrorString(status));
}

// ---- descriptors ----

template <class Handle, auto kCreate, auto kDestroy>
class Descriptor {
 public:
  Descriptor() { check_cudnn((cudnn()->*kCreate)(&handle_), "a descriptor of cuDNN"); }
  ~Descriptor() { (cudnn()->*kDestroy)(handle_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator Handle() const { return handle_; }

 private:
  Handle handle_ = nullptr;
};
using TensorDescriptor =
    Descriptor<cudnnTensorDescriptor_t, &Cudnn::cudnnCreateTensorDescriptor, &Cudnn::cudnnDestroyTensorDescriptor>;
using FilterDescriptor =
    Descriptor<cudnnFilterDescriptor_t, &Cudnn::cudnnCreateFilterDescriptor, &Cudnn::cudnnDestroyFilterDescriptor>;
using ConvolutionDescriptor = Descriptor<cudnnConvolutionDescriptor_t, &Cudnn::cudnnCreateConvolutionDescriptor,
                                         &Cudnn::cudnnDestroyConvolutionDescriptor>;

// Sizes as cuDNN counts them: a convolution over a line is one over a plane of height 1.
struct Shape {
  int dims[kMaxDims];
  int ndim = 0;
};
bool shape_of(const vjp_array& x, Shape& shape) {
  int64_t count = 1;
  for (int d = 0; d < x.ndim; ++d) {
    if (x.sizes[d] <= 0 || x.sizes[d] > 0x7fffffff) return false;
    count *= x.sizes[d];
    if (count > 0x7fffffff) return false;
    if (d == 2 && x.ndim == 3) shape.dims[shape.ndim++] = 1;
    shape.dims[shape.ndim++] = static_cast<int>(x.sizes[d]);
  }
  return true;
}
bool is_dense(const vjp_array& x) {
  int64_t stride = 1;
  for (int d = x.ndim - 1; d >= 0; --d) {
    if (x.sizes[d] != 1 && x.strides[d] != stride) return false;
    stride *= x.sizes[d];
  }
  return true;
}

struct Types {
  cudnnDataType_t element, compute;
  size_t bytes;
};
bool types_of(uint8_t dtype, Types& types) {
  switch (dtype) {
    case VJP_DTYPE_FLOAT16:
      types = {CUDNN_DATA_HALF, CUDNN_DATA_FLOAT, 2};
      return true;
    case VJP_DTYPE_BFLOAT16:
      types = {CUDNN_DATA_BFLOAT16, CUDNN_DATA_FLOAT, 2};
      return true;
    case VJP_DTYPE_FLOAT32:
      types = {CUDNN_DATA_FLOAT, CUDNN_DATA_FLOAT, 4};
      return true;
    case VJP_DTYPE_FLOAT64:
      types = {CUDNN_DATA_DOUBLE, CUDNN_DATA_DOUBLE, 8};
      return true;
    default:
      return false;
  }
}

// float32 is float32, unless TF32 was asked for. (Products of half types are exact in the tensor cores.)
bool is_exact(const Types& types, const Launch& launch) {
  return types.element == CUDNN_DATA_FLOAT && !launch.allow_tf32;
}

struct Problem {
  Types types;
  Shape in, weight, out;
  TensorDescriptor in_descriptor, out_descriptor, bias_descriptor;
  FilterDescriptor weight_descriptor;
  ConvolutionDescriptor convolution;
};

cudnnStatus_t set_tensor(const TensorDescriptor& descriptor, cudnnDataType_t type, const Shape& shape) {
  int strides[kMaxDims], stride = 1;
  for (int d = shape.ndim - 1; d >= 0; --d) {
    strides[d] = stride;
    stride *= shape.dims[d];
  }
  return cudnn()->cudnnSetTensorNdDescriptor(descriptor, type, shape.ndim, shape.dims, strides);
}

cudnnStatus_t describe(const vjp_conv_args& args, Problem& p, const Launch& launch) {
  const Cudnn& lib = *cudnn();
  int padding[3] = {0, 0, 0}, stride[3] = {1, 1, 1}, dilation[3] = {1, 1, 1};
  int first = args.rank == 1 ? 1 : 0;  // the height that was added
  for (int d = 0; d < args.rank; ++d) {
    padding[first + d] = static_cast<int>(args.padding[d]);
    stride[first + d] = static_cast<int>(args.stride[d]);
    dilation[first + d] = static_cast<int>(args.dilation[d]);
  }
  Shape bias = p.out;
  std::fill_n(bias.dims, bias.ndim, 1);
  bias.dims[1] = p.out.dims[1];
  cudnnStatus_t steps[] = {
      set_tensor(p.in_descriptor, p.types.element, p.in),
      set_tensor(p.out_descriptor, p.types.element, p.out),
      set_tensor(p.bias_descriptor, p.types.element, bias),
      lib.cudnnSetFilterNdDescriptor(p.weight_descriptor, p.types.element, CUDNN_TENSOR_NCHW, p.weight.ndim,
                                     p.weight.dims),
      lib.cudnnSetConvolutionNdDescriptor(p.convolution, p.in.ndim - 2, padding, stride, dilation,
                                          CUDNN_CROSS_CORRELATION, p.types.compute),
      lib.cudnnSetConvolutionGroupCount(p.convolution, static_cast<int>(args.groups)),
      lib.cudnnSetConvolutionMathType(p.convolution, is_exact(p.types, launch) ? CUDNN_FMA_MATH : CUDNN_DEFAULT_MATH),
  };
  for (cudnnStatus_t status : steps) {
    if (status != CUDNN_STATUS_SUCCESS) return status;
  }
  return CUDNN_STATUS_SUCCESS;
}

// ---- which algorithm ----

struct Choice {
  int algorithm = -1;  // -1: none
  size_t workspace = 0;
  cudnnMathType_t math = CUDNN_DEFAULT_MATH;
};

// The first of cuDNN's list that is allowed; the list is made from the sizes alone, best first.
template <class Results>
Choice first_of(const Results& results, int count, bool deterministic) {
  for (int i = 0; i < count; ++i) {
    const auto& r = results[i];
    if (r.status != CUDNN_STATUS_SUCCESS || r.memory > kMostWorkspace) continue;
    if (deterministic && r.determinism != CUDNN_DETERMINISTIC) continue;
    return {static_cast<int>(r.algo), r.memory, r.mathType};
  }
  return {};
}

Choice ask(Convolution which, const Problem& p, cudnnHandle_t handle, bool deterministic) {
  const Cudnn& lib = *cudnn();
  int count = 0;
  cudnnStatus_t status;
  Choice choice;
  if (which == Convolution::Forward) {
    cudnnConvolutionFwdAlgoPerf_t results[CUDNN_CONVOLUTION_FWD_ALGO_COUNT];
    status =
        lib.cudnnGetConvolutionForwardAlgorithm_v7(handle, p.in_descriptor, p.weight_descriptor, p.convolution,
                                                   p.out_descriptor, CUDNN_CONVOLUTION_FWD_ALGO_COUNT, &count, results);
    if (status == CUDNN_STATUS_SUCCESS) choice = first_of(results, count, deterministic);
  } else if (which == Convolution::Data) {
    cudnnConvolutionBwdDataAlgoPerf_t results[CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT];
    status = lib.cudnnGetConvolutionBackwardDataAlgorithm_v7(handle, p.weight_descriptor, p.out_descriptor,
                                                             p.convolution, p.in_descriptor,
                                                             CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT, &count, results);
    if (status == CUDNN_STATUS_SUCCESS) choice = first_of(results, count, deterministic);
  } else {
    cudnnConvolutionBwdFilterAlgoPerf_t results[CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT];
    status = lib.cudnnGetConvolutionBackwardFilterAlgorithm_v7(
        handle, p.in_descriptor, p.out_descriptor, p.convolution, p.weight_descriptor,
        CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT, &count, results);
    if (status == CUDNN_STATUS_SUCCESS) choice = first_of(results, count, deterministic);
  }
  if (status != CUDNN_STATUS_SUCCESS && !is_refusal(status)) check_cudnn(status, "cuDNN's choice of an algorithm");
  return choice;
}

// Asking takes longer than a small convolution: answers are kept.
Choice choose(Convolution which, const vjp_conv_args& args, const Problem& p, cudnnHandle_t handle,
              const Launch& launch) {
  struct Known {
    std::mutex mutex;
    std::unordered_map<std::string, Choice> choices;
  };
  static auto* known = new Known();
  std::string key;
  auto add = [&](auto value) { key.append(reinterpret_cast<const char*>(&value), sizeof value); };
  add(which), add(static_cast<uint8_t>(launch.device)), add(launch.deterministic), add(launch.allow_tf32),
      add(static_cast<uint8_t>(p.types.element));
  for (const Shape* shape : {&p.in, &p.weight, &p.out}) {
    for (int d = 0; d < shape->ndim; ++d) add(shape->dims[d]);
  }
  for (int d = 0; d < args.rank; ++d) add(args.stride[d]), add(args.padding[d]), add(args.dilation[d]);
  add(args.groups);
  {
    std::lock_guard lock(known->mutex);
    auto it = known->choices.find(key);
    if (it != known->choices.end()) return it->second;
  }
  Choice choice = ask(which, p, handle, launch.deterministic);
  std::lock_guard lock(known->mutex);
  known->choices.emplace(std::move(key), choice);
  return choice;
}

// ---- dense arrays ----

// The array itself if it is dense and lies where tensor cores can read it, else room for it.
class Dense {
 public:
  Dense(const vjp_array& x, size_t element, const Launch& launch)
      : array_(x),
        launch_(launch),
        direct_(!x.data || (is_dense(x) && reinterpret_cast<uintptr_t>(x.data) % 16 == 0)),
        memory_(launch, direct_ ? 0 : bytes_of(x, element)) {
    int64_t stride = 1;
    for (int d = x.ndim - 1; d >= 0; --d) {
      strides_[d] = stride;
      stride *= x.sizes[d];
    }
  }
  Dense(const Dense&) = delete;
  Dense& operator=(const Dense&) = delete;

  const void* read() {
    if (!direct_) copy({dense(), array_}, launch_);
    return data();
  }
  void* data() { return direct_ ? array_.data : memory_.as(); }
  void write_back() {
    if (!direct_) copy({array_, dense()}, launch_);
  }

 private:
  static size_t bytes_of(const vjp_array& x, size_t element) {
    for (int d = 0; d < x.ndim; ++d) element *= static_cast<size_t>(x.sizes[d]);
    return element;
  }
  vjp_array dense() const { return {memory_.as(), array_.dtype, array_.ndim, array_.sizes, strides_}; }

  const vjp_array& array_;
  const Launch& launch_;
  bool direct_;
  Workspace memory_;
  int64_t strides_[kMaxDims];
};

// A factor of the compute type.
struct Factor {
  float f;
  double d;
  const void* as(const Types& types) const {
    return types.compute == CUDNN_DATA_DOUBLE ? static_cast<const void*>(&d) : static_cast<const void*>(&f);
  }
};
constexpr Factor kOne{1, 1}, kZero{0, 0};

cudnnStatus_t run(Convolution which, const vjp_conv_args& args, const Problem& p, const Choice& choice,
                  cudnnHandle_t handle, const Launch& launch) {
  const Cudnn& lib = *cudnn();
  const void *one = kOne.as(p.types), *zero = kZero.as(p.types);
  Dense in(args.in, p.types.bytes, launch), weight(args.weight, p.types.bytes, launch),
      out(args.out, p.types.bytes, launch), bias(args.bias, p.types.bytes, launch);
  Workspace workspace(launch, choice.workspace);
  cudnnStatus_t status;
  switch (which) {
    case Convolution::Forward:
      status = lib.cudnnConvolutionForward(handle, one, p.in_descriptor, in.read(), p.weight_descriptor, weight.read(),
                                           p.convolution, static_cast<cudnnConvolutionFwdAlgo_t>(choice.algorithm),
                                           workspace.as(), choice.workspace, zero, p.out_descriptor, out.data());
      if (status == CUDNN_STATUS_SUCCESS && args.bias.data) {
        status = lib.cudnnAddTensor(handle, one, p.bias_descriptor, bias.read(), one, p.out_descriptor, out.data());
      }
      if (status == CUDNN_STATUS_SUCCESS) out.write_back();
      return status;
    case Convolution::Data:
      status = lib.cudnnConvolutionBackwardData(handle, one, p.weight_descriptor, weight.read(), p.out_descriptor,
                                                out.read(), p.convolution,
                                                static_cast<cudnnConvolutionBwdDataAlgo_t>(choice.algorithm),
                                                workspace.as(), choice.workspace, zero, p.in_descriptor, in.data());
      if (status == CUDNN_STATUS_SUCCESS) in.write_back();
      return status;
    case Convolution::Weight:
      const void* gradient = out.read();
      status = lib.cudnnConvolutionBackwardFilter(
          handle, one, p.in_descriptor, in.read(), p.out_descriptor, gradient, p.convolution,
          static_cast<cudnnConvolutionBwdFilterAlgo_t>(choice.algorithm), workspace.as(), choice.workspace, zero,
          p.weight_descriptor, weight.data());
      if (status == CUDNN_STATUS_SUCCESS) weight.write_back();
      if (status == CUDNN_STATUS_SUCCESS && args.bias.data) {
        status = lib.cudnnConvolutionBackwardBias(handle, one, p.out_descriptor, gradient, zero, p.bias_descriptor,
                                                  bias.data());
        if (status == CUDNN_STATUS_SUCCESS) bias.write_back();
      }
      return status;
  }
  return CUDNN_STATUS_BAD_PARAM;
}

}  // namespace

bool conv_by_cudnn(Convolution which, const vjp_conv_args& args, const Launch& launch) {
  Types types;
  if (!types_of(args.in.dtype, types) || !cudnn()) return false;
  for (const vjp_array* x : {&args.weight, &args.out}) {
    if (x->dtype != args.in.dtype) return false;
  }
  if (args.bias.data && args.bias.dtype != args.in.dtype) return false;
  for (int d = 0; d < args.rank; ++d) {
    if (args.padding[d] > 0x7fffffff || args.stride[d] > 0x7fffffff || args.dilation[d] > 0x7fffffff) return false;
  }
  Problem p{};
  p.types = types;
  if (!shape_of(args.in, p.in) || !shape_of(args.weight, p.weight) || !shape_of(args.out, p.out)) return false;
  cudnnStatus_t status = describe(args, p, launch);
  if (is_refusal(status)) return false;
  check_cudnn(status, "cuDNN's description of a convolution");

  DnnHandle handle(launch);
  if (!handle) return false;
  Choice choice = choose(which, args, p, handle, launch);
  if (choice.algorithm < 0) return false;
  // What was offered may be for another kind of arithmetic than was described; of single precision only that is wanted.
  if (!is_exact(types, launch) &&
      cudnn()->cudnnSetConvolutionMathType(p.convolution, choice.math) != CUDNN_STATUS_SUCCESS)
    return false;
  status = run(which, args, p, choice, handle, launch);
  if (is_refusal(status)) return false;  // then outputs are written once more, by others
  check_cudnn(status, "cuDNN's convolution");
  return true;
}

}  // namespace vjp::cuda
