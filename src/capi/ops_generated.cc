// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#include "capi/capi.h"
#include "vjp/ops.h"

namespace vjp {
extern const OpDef op_MatrixAdjoint;
extern const OpDef op_ReversedDims;
extern const OpDef op_Abs;
extern const OpDef op_Acos;
extern const OpDef op_Acosh;
extern const OpDef op_AdaptiveAvgPool1d;
extern const OpDef op_AdaptiveAvgPool2d;
extern const OpDef op_AdaptiveAvgPool3d;
extern const OpDef op_AdaptiveMaxPool1d;
extern const OpDef op_AdaptiveMaxPool1dIndices;
extern const OpDef op_AdaptiveMaxPool2d;
extern const OpDef op_AdaptiveMaxPool2dIndices;
extern const OpDef op_AdaptiveMaxPool3d;
extern const OpDef op_AdaptiveMaxPool3dIndices;
extern const OpDef op_Add;
extern const OpDef op_AddAlpha;
extern const OpDef op_Addbmm;
extern const OpDef op_Addcdiv;
extern const OpDef op_Addcmul;
extern const OpDef op_Addmm;
extern const OpDef op_Addmv;
extern const OpDef op_Addr;
extern const OpDef op_Alias;
extern const OpDef op_AliasCopy;
extern const OpDef op_All;
extern const OpDef op_AMax;
extern const OpDef op_AMin;
extern const OpDef op_AMinMax;
extern const OpDef op_Angle;
extern const OpDef op_Any;
extern const OpDef op_Arange;
extern const OpDef op_ArangeStart;
extern const OpDef op_ArgMax;
extern const OpDef op_ArgMin;
extern const OpDef op_ArgSort;
extern const OpDef op_AsStrided;
extern const OpDef op_AsStridedCopy;
extern const OpDef op_Asin;
extern const OpDef op_Asinh;
extern const OpDef op_Atan;
extern const OpDef op_Atan2;
extern const OpDef op_Atanh;
extern const OpDef op_AtLeast1d;
extern const OpDef op_AtLeast1dAll;
extern const OpDef op_AtLeast2d;
extern const OpDef op_AtLeast2dAll;
extern const OpDef op_AtLeast3d;
extern const OpDef op_AtLeast3dAll;
extern const OpDef op_AvgPool1d;
extern const OpDef op_AvgPool2d;
extern const OpDef op_AvgPool3d;
extern const OpDef op_Baddbmm;
extern const OpDef op_BatchNorm;
extern const OpDef op_Bernoulli;
extern const OpDef op_BernoulliP;
extern const OpDef op_BilinearForm;
extern const OpDef op_BinaryCrossEntropy;
extern const OpDef op_BinaryCrossEntropyWithLogits;
extern const OpDef op_BitwiseAnd;
extern const OpDef op_BitwiseLeftShift;
extern const OpDef op_BitwiseNot;
extern const OpDef op_BitwiseOr;
extern const OpDef op_BitwiseRightShift;
extern const OpDef op_BitwiseXor;
extern const OpDef op_BlockDiag;
extern const OpDef op_Bmm;
extern const OpDef op_BroadcastTensors;
extern const OpDef op_BroadcastTo;
extern const OpDef op_CartesianProd;
extern const OpDef op_Cat;
extern const OpDef op_CDist;
extern const OpDef op_Ceil;
extern const OpDef op_Celu;
extern const OpDef op_ChannelShuffle;
extern const OpDef op_Chunk;
extern const OpDef op_Clamp;
extern const OpDef op_ClampMax;
extern const OpDef op_ClampMin;
extern const OpDef op_Clone;
extern const OpDef op_Col2im;
extern const OpDef op_ColumnStack;
extern const OpDef op_Combinations;
extern const OpDef op_Complex;
extern const OpDef op_ConjOp;
extern const OpDef op_ConstantPadNd;
extern const OpDef op_Contiguous;
extern const OpDef op_Conv1d;
extern const OpDef op_Conv1dPadding;
extern const OpDef op_Conv2d;
extern const OpDef op_Conv2dPadding;
extern const OpDef op_Conv3d;
extern const OpDef op_Conv3dPadding;
extern const OpDef op_ConvTranspose1d;
extern const OpDef op_ConvTranspose2d;
extern const OpDef op_ConvTranspose3d;
extern const OpDef op_Copy;
extern const OpDef op_CopyNonBlocking;
extern const OpDef op_Copysign;
extern const OpDef op_CorrCoef;
extern const OpDef op_Cos;
extern const OpDef op_Cosh;
extern const OpDef op_CosineEmbeddingLoss;
extern const OpDef op_CosineSimilarity;
extern const OpDef op_CountNonzero;
extern const OpDef op_Cov;
extern const OpDef op_CrossEntropy;
extern const OpDef op_CtcLoss;
extern const OpDef op_CtcLossOfLists;
extern const OpDef op_CumMax;
extern const OpDef op_CumMin;
extern const OpDef op_CumProd;
extern const OpDef op_CumSum;
extern const OpDef op_CumulativeTrapezoid;
extern const OpDef op_CumulativeTrapezoidEven;
extern const OpDef op_Deg2rad;
extern const OpDef op_Diag;
extern const OpDef op_DiagEmbed;
extern const OpDef op_DiagFlat;
extern const OpDef op_Diagonal;
extern const OpDef op_DiagonalCopy;
extern const OpDef op_DiagonalScatter;
extern const OpDef op_Diff;
extern const OpDef op_Digamma;
extern const OpDef op_Dist;
extern const OpDef op_Div;
extern const OpDef op_DivRounded;
extern const OpDef op_Dot;
extern const OpDef op_Dropout;
extern const OpDef op_DSplit;
extern const OpDef op_DSplitIndices;
extern const OpDef op_DStack;
extern const OpDef op_Einsum;
extern const OpDef op_Elu;
extern const OpDef op_Embedding;
extern const OpDef op_Empty;
extern const OpDef op_EmptyLike;
extern const OpDef op_Entropy;
extern const OpDef op_Eq;
extern const OpDef op_Erf;
extern const OpDef op_Erfc;
extern const OpDef op_Erfinv;
extern const OpDef op_Exp;
extern const OpDef op_Exp2;
extern const OpDef op_Expand;
extern const OpDef op_ExpandAs;
extern const OpDef op_ExpandCopy;
extern const OpDef op_Expm1;
extern const OpDef op_Eye;
extern const OpDef op_Fill;
extern const OpDef op_Flatten;
extern const OpDef op_Flip;
extern const OpDef op_FlipLR;
extern const OpDef op_FlipUD;
extern const OpDef op_FloatPower;
extern const OpDef op_Floor;
extern const OpDef op_FloorDivide;
extern const OpDef op_Fmax;
extern const OpDef op_Fmin;
extern const OpDef op_Fmod;
extern const OpDef op_Frac;
extern const OpDef op_Full;
extern const OpDef op_FullLike;
extern const OpDef op_Gather;
extern const OpDef op_GaussianNllLoss;
extern const OpDef op_Ge;
extern const OpDef op_Gelu;
extern const OpDef op_Ger;
extern const OpDef op_Glu;
extern const OpDef op_Gradient;
extern const OpDef op_GradientCoordinates;
extern const OpDef op_GradientSpacings;
extern const OpDef op_GridSample;
extern const OpDef op_GridSampler2d;
extern const OpDef op_GridSampler3d;
extern const OpDef op_GroupNorm;
extern const OpDef op_Gt;
extern const OpDef op_Hardshrink;
extern const OpDef op_Hardsigmoid;
extern const OpDef op_Hardswish;
extern const OpDef op_Hardtanh;
extern const OpDef op_HingeEmbeddingLoss;
extern const OpDef op_HSplit;
extern const OpDef op_HSplitIndices;
extern const OpDef op_HStack;
extern const OpDef op_HuberLoss;
extern const OpDef op_Hypot;
extern const OpDef op_Im2col;
extern const OpDef op_ImagPart;
extern const OpDef op_Index;
extern const OpDef op_IndexAdd;
extern const OpDef op_IndexCopy;
extern const OpDef op_IndexFill;
extern const OpDef op_IndexPut;
extern const OpDef op_IndexReduce;
extern const OpDef op_IndexSelect;
extern const OpDef op_Inner;
extern const OpDef op_InstanceNorm;
extern const OpDef op_Interpolate;
extern const OpDef op_IsClose;
extern const OpDef op_IsFinite;
extern const OpDef op_IsInf;
extern const OpDef op_IsNan;
extern const OpDef op_IsNegInf;
extern const OpDef op_IsPosInf;
extern const OpDef op_KlDiv;
extern const OpDef op_Kron;
extern const OpDef op_KthValue;
extern const OpDef op_L1Loss;
extern const OpDef op_LayerNorm;
extern const OpDef op_Ldexp;
extern const OpDef op_Le;
extern const OpDef op_LeakyRelu;
extern const OpDef op_Lerp;
extern const OpDef op_Lgamma;
extern const OpDef op_LinalgMultiDot;
extern const OpDef op_LinalgVecdot;
extern const OpDef op_VectorNorm;
extern const OpDef op_LinearLayer;
extern const OpDef op_LinearCrossEntropy;
extern const OpDef op_Linspace;
extern const OpDef op_LocalResponseNorm;
extern const OpDef op_Log;
extern const OpDef op_Log10;
extern const OpDef op_Log1p;
extern const OpDef op_Log2;
extern const OpDef op_LogSoftmax;
extern const OpDef op_LogAddExp;
extern const OpDef op_LogAddExp2;
extern const OpDef op_LogCumSumExp;
extern const OpDef op_LogicalAnd;
extern const OpDef op_LogicalNot;
extern const OpDef op_LogicalOr;
extern const OpDef op_LogicalXor;
extern const OpDef op_Logit;
extern const OpDef op_LogSigmoid;
extern const OpDef op_LogSumExp;
extern const OpDef op_Lt;
extern const OpDef op_Adjoint;
extern const OpDef op_MatrixTranspose;
extern const OpDef op_MarginRankingLoss;
extern const OpDef op_MaskedAMax;
extern const OpDef op_MaskedAMin;
extern const OpDef op_MaskedCumProd;
extern const OpDef op_MaskedCumSum;
extern const OpDef op_MaskedFill;
extern const OpDef op_MaskedLogSoftmax;
extern const OpDef op_MaskedLogAddExp;
extern const OpDef op_MaskedLogSumExp;
extern const OpDef op_MaskedMean;
extern const OpDef op_MaskedMedian;
extern const OpDef op_MaskedNorm;
extern const OpDef op_MaskedNormalize;
extern const OpDef op_MaskedProd;
extern const OpDef op_MaskedScatter;
extern const OpDef op_MaskedSelect;
extern const OpDef op_MaskedSoftmax;
extern const OpDef op_MaskedSoftmin;
extern const OpDef op_MaskedStd;
extern const OpDef op_MaskedStdUnbiased;
extern const OpDef op_MaskedSum;
extern const OpDef op_MaskedVar;
extern const OpDef op_MaskedVarUnbiased;
extern const OpDef op_Matmul;
extern const OpDef op_Max;
extern const OpDef op_MaxDim;
extern const OpDef op_MaxOther;
extern const OpDef op_MaxPool1d;
extern const OpDef op_MaxPool1dIndices;
extern const OpDef op_MaxPool2d;
extern const OpDef op_MaxPool2dIndices;
extern const OpDef op_MaxPool3d;
extern const OpDef op_MaxPool3dIndices;
extern const OpDef op_MaxUnpool1d;
extern const OpDef op_MaxUnpool2d;
extern const OpDef op_MaxUnpool3d;
extern const OpDef op_Maximum;
extern const OpDef op_Mean;
extern const OpDef op_Median;
extern const OpDef op_MedianDim;
extern const OpDef op_Meshgrid;
extern const OpDef op_Min;
extern const OpDef op_MinDim;
extern const OpDef op_MinOther;
extern const OpDef op_Minimum;
extern const OpDef op_Mish;
extern const OpDef op_Mm;
extern const OpDef op_MostFrequent;
extern const OpDef op_Movedim;
extern const OpDef op_MseLoss;
extern const OpDef op_MSort;
extern const OpDef op_Mul;
extern const OpDef op_MultiMarginLoss;
extern const OpDef op_MultilabelMarginLoss;
extern const OpDef op_MultilabelSoftMarginLoss;
extern const OpDef op_Multinomial;
extern const OpDef op_Mv;
extern const OpDef op_NanToNum;
extern const OpDef op_NanMean;
extern const OpDef op_NanMedian;
extern const OpDef op_NanMedianDim;
extern const OpDef op_NanQuantile;
extern const OpDef op_NanQuantileTensor;
extern const OpDef op_NanSum;
extern const OpDef op_Narrow;
extern const OpDef op_NarrowCopy;
extern const OpDef op_NativeBatchNorm;
extern const OpDef op_NativeDropoutBackward;
extern const OpDef op_NativeGroupNorm;
extern const OpDef op_NativeLayerNorm;
extern const OpDef op_Ndtr;
extern const OpDef op_Ne;
extern const OpDef op_Neg;
extern const OpDef op_NllLoss;
extern const OpDef op_Nonzero;
extern const OpDef op_Norm;
extern const OpDef op_NormNamed;
extern const OpDef op_Normal;
extern const OpDef op_NormalSize;
extern const OpDef op_Normalize;
extern const OpDef op_Ones;
extern const OpDef op_OnesLike;
extern const OpDef op_Outer;
extern const OpDef op_Pad;
extern const OpDef op_PairwiseDistance;
extern const OpDef op_Pdist;
extern const OpDef op_Permute;
extern const OpDef op_PermuteCopy;
extern const OpDef op_PixelShuffle;
extern const OpDef op_PixelUnshuffle;
extern const OpDef op_PoissonNllLoss;
extern const OpDef op_Polar;
extern const OpDef op_Positive;
extern const OpDef op_Pow;
extern const OpDef op_Prelu;
extern const OpDef op_Prod;
extern const OpDef op_ProdDim;
extern const OpDef op_Put;
extern const OpDef op_Quantile;
extern const OpDef op_QuantileTensor;
extern const OpDef op_Rad2deg;
extern const OpDef op_Rand;
extern const OpDef op_RandLike;
extern const OpDef op_Randint;
extern const OpDef op_RandintLow;
extern const OpDef op_Randn;
extern const OpDef op_RandnLike;
extern const OpDef op_Randperm;
extern const OpDef op_Ravel;
extern const OpDef op_Real;
extern const OpDef op_Reciprocal;
extern const OpDef op_Relu;
extern const OpDef op_Relu6;
extern const OpDef op_Remainder;
extern const OpDef op_Renorm;
extern const OpDef op_Repeat;
extern const OpDef op_RepeatInterleave;
extern const OpDef op_RepeatInterleaveTensor;
extern const OpDef op_Reshape;
extern const OpDef op_ReshapeAs;
extern const OpDef op_RmsNorm;
extern const OpDef op_Roll;
extern const OpDef op_Rot90;
extern const OpDef op_Round;
extern const OpDef op_RoundDecimals;
extern const OpDef op_Rrelu;
extern const OpDef op_Rsqrt;
extern const OpDef op_Rsub;
extern const OpDef op_ScaledDotProductAttention;
extern const OpDef op_Scatter;
extern const OpDef op_ScatterValue;
extern const OpDef op_ScatterAdd;
extern const OpDef op_ScatterReduce;
extern const OpDef op_SegmentReduce;
extern const OpDef op_Select;
extern const OpDef op_SelectScatter;
extern const OpDef op_Selu;
extern const OpDef op_Sgn;
extern const OpDef op_Sigmoid;
extern const OpDef op_Sign;
extern const OpDef op_Signbit;
extern const OpDef op_Silu;
extern const OpDef op_Sin;
extern const OpDef op_Sinc;
extern const OpDef op_Sinh;
extern const OpDef op_Slice;
extern const OpDef op_SliceScatter;
extern const OpDef op_SmoothL1Loss;
extern const OpDef op_SoftMarginLoss;
extern const OpDef op_Softmax;
extern const OpDef op_Softmin;
extern const OpDef op_Softplus;
extern const OpDef op_Softshrink;
extern const OpDef op_Softsign;
extern const OpDef op_Sort;
extern const OpDef op_Split;
extern const OpDef op_SplitSizes;
extern const OpDef op_SplitWithSizes;
extern const OpDef op_SplitWithSizesCopy;
extern const OpDef op_Sqrt;
extern const OpDef op_Square;
extern const OpDef op_Squeeze;
extern const OpDef op_SqueezeDims;
extern const OpDef op_SqueezeCopy;
extern const OpDef op_SqueezeCopyDims;
extern const OpDef op_Stack;
extern const OpDef op_Std;
extern const OpDef op_StdUnbiased;
extern const OpDef op_StdUnbiasedDim;
extern const OpDef op_StdMean;
extern const OpDef op_StdMeanUnbiased;
extern const OpDef op_StdMeanUnbiasedDim;
extern const OpDef op_Sub;
extern const OpDef op_SubAlpha;
extern const OpDef op_Sum;
extern const OpDef op_SumToSizeOrSelf;
extern const OpDef op_T_;
extern const OpDef op_TCopy;
extern const OpDef op_Take;
extern const OpDef op_TakeAlongDim;
extern const OpDef op_Tan;
extern const OpDef op_Tanh;
extern const OpDef op_Tanhshrink;
extern const OpDef op_TensorSplit;
extern const OpDef op_TensorSplitIndices;
extern const OpDef op_TensorSplitTensor;
extern const OpDef op_Tensordot;
extern const OpDef op_TensordotAxes;
extern const OpDef op_Threshold;
extern const OpDef op_Tile;
extern const OpDef op_To;
extern const OpDef op_ToDevice;
extern const OpDef op_TopK;
extern const OpDef op_MatrixTrace;
extern const OpDef op_Transpose;
extern const OpDef op_TransposeCopy;
extern const OpDef op_Trapezoid;
extern const OpDef op_TrapezoidEven;
extern const OpDef op_Trapz;
extern const OpDef op_TrapzEven;
extern const OpDef op_Tril;
extern const OpDef op_TripletMarginLoss;
extern const OpDef op_Triu;
extern const OpDef op_TrueDivide;
extern const OpDef op_Trunc;
extern const OpDef op_Unbind;
extern const OpDef op_UnbindCopy;
extern const OpDef op_Unflatten;
extern const OpDef op_Unfold;
extern const OpDef op_UnfoldCopy;
extern const OpDef op_Uniform;
extern const OpDef op_UnsafeChunk;
extern const OpDef op_UnsafeSplit;
extern const OpDef op_UnsafeSplitWithSizes;
extern const OpDef op_Unsqueeze;
extern const OpDef op_UnsqueezeCopy;
extern const OpDef op_UpsampleBilinear;
extern const OpDef op_UpsampleNearest;
extern const OpDef op_Var;
extern const OpDef op_VarUnbiased;
extern const OpDef op_VarUnbiasedDim;
extern const OpDef op_VarMean;
extern const OpDef op_VarMeanUnbiased;
extern const OpDef op_VarMeanUnbiasedDim;
extern const OpDef op_Vdot;
extern const OpDef op_View_;
extern const OpDef op_ViewAs;
extern const OpDef op_ViewAsComplex;
extern const OpDef op_ViewAsReal;
extern const OpDef op_ViewCopy;
extern const OpDef op_VSplit;
extern const OpDef op_VSplitIndices;
extern const OpDef op_VStack;
extern const OpDef op_Where;
extern const OpDef op_XLog1pY;
extern const OpDef op_XLogY;
extern const OpDef op_Zero;
extern const OpDef op_Zeros;
extern const OpDef op_ZerosLike;
}  // namespace vjp

using namespace vjp;

vjp_status vjp_H(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_H");
    const Value args[] = {arg_tensor(input, "vjp_H", "input")};
    *out = give(call1(op_MatrixAdjoint, args));
  });
}

vjp_status vjp_T(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_T");
    const Value args[] = {arg_tensor(input, "vjp_T", "input")};
    *out = give(call1(op_ReversedDims, args));
  });
}

vjp_status vjp_abs(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_abs");
    const Value args[] = {arg_tensor(input, "vjp_abs", "input")};
    *out = give(call1(op_Abs, args));
  });
}

vjp_status vjp_abs_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_abs_", "input")};
    call_inplace(op_Abs, args);
  });
}

vjp_status vjp_acos(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_acos");
    const Value args[] = {arg_tensor(input, "vjp_acos", "input")};
    *out = give(call1(op_Acos, args));
  });
}

vjp_status vjp_acos_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_acos_", "input")};
    call_inplace(op_Acos, args);
  });
}

vjp_status vjp_acosh(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_acosh");
    const Value args[] = {arg_tensor(input, "vjp_acosh", "input")};
    *out = give(call1(op_Acosh, args));
  });
}

vjp_status vjp_acosh_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_acosh_", "input")};
    call_inplace(op_Acosh, args);
  });
}

vjp_status vjp_adaptive_avg_pool1d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_adaptive_avg_pool1d");
    const Value args[] = {arg_tensor(input, "vjp_adaptive_avg_pool1d", "input"), arg_ints(output_size, num_output_size, false, "vjp_adaptive_avg_pool1d", "output_size")};
    *out = give(call1(op_AdaptiveAvgPool1d, args));
  });
}

vjp_status vjp_adaptive_avg_pool2d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_adaptive_avg_pool2d");
    const Value args[] = {arg_tensor(input, "vjp_adaptive_avg_pool2d", "input"), arg_ints(output_size, num_output_size, false, "vjp_adaptive_avg_pool2d", "output_size")};
    *out = give(call1(op_AdaptiveAvgPool2d, args));
  });
}

vjp_status vjp_adaptive_avg_pool3d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_adaptive_avg_pool3d");
    const Value args[] = {arg_tensor(input, "vjp_adaptive_avg_pool3d", "input"), arg_ints(output_size, num_output_size, false, "vjp_adaptive_avg_pool3d", "output_size")};
    *out = give(call1(op_AdaptiveAvgPool3d, args));
  });
}

vjp_status vjp_adaptive_max_pool1d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_adaptive_max_pool1d");
    const Value args[] = {arg_tensor(input, "vjp_adaptive_max_pool1d", "input"), arg_ints(output_size, num_output_size, false, "vjp_adaptive_max_pool1d", "output_size")};
    *out = give(call1(op_AdaptiveMaxPool1d, args));
  });
}

vjp_status vjp_adaptive_max_pool1d_indices(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, bool return_indices, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_adaptive_max_pool1d_indices");
    const Value args[] = {arg_tensor(input, "vjp_adaptive_max_pool1d_indices", "input"), arg_ints(output_size, num_output_size, false, "vjp_adaptive_max_pool1d_indices", "output_size"), box(return_indices)};
    *out = give_list(call_list(op_AdaptiveMaxPool1dIndices, args));
  });
}

vjp_status vjp_adaptive_max_pool2d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_adaptive_max_pool2d");
    const Value args[] = {arg_tensor(input, "vjp_adaptive_max_pool2d", "input"), arg_ints(output_size, num_output_size, false, "vjp_adaptive_max_pool2d", "output_size")};
    *out = give(call1(op_AdaptiveMaxPool2d, args));
  });
}

vjp_status vjp_adaptive_max_pool2d_indices(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, bool return_indices, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_adaptive_max_pool2d_indices");
    const Value args[] = {arg_tensor(input, "vjp_adaptive_max_pool2d_indices", "input"), arg_ints(output_size, num_output_size, false, "vjp_adaptive_max_pool2d_indices", "output_size"), box(return_indices)};
    *out = give_list(call_list(op_AdaptiveMaxPool2dIndices, args));
  });
}

vjp_status vjp_adaptive_max_pool3d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_adaptive_max_pool3d");
    const Value args[] = {arg_tensor(input, "vjp_adaptive_max_pool3d", "input"), arg_ints(output_size, num_output_size, false, "vjp_adaptive_max_pool3d", "output_size")};
    *out = give(call1(op_AdaptiveMaxPool3d, args));
  });
}

vjp_status vjp_adaptive_max_pool3d_indices(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, bool return_indices, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_adaptive_max_pool3d_indices");
    const Value args[] = {arg_tensor(input, "vjp_adaptive_max_pool3d_indices", "input"), arg_ints(output_size, num_output_size, false, "vjp_adaptive_max_pool3d_indices", "output_size"), box(return_indices)};
    *out = give_list(call_list(op_AdaptiveMaxPool3dIndices, args));
  });
}

vjp_status vjp_add(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_add");
    const Value args[] = {arg_tensor(input, "vjp_add", "input"), arg_tensor(other, "vjp_add", "other")};
    *out = give(call1(op_Add, args));
  });
}

vjp_status vjp_add_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_add_scalar");
    const Value args[] = {arg_tensor(input, "vjp_add_scalar", "input"), arg_scalar(other, "vjp_add_scalar", "other")};
    *out = give(call1(op_Add, args));
  });
}

vjp_status vjp_scalar_add(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_add");
    const Value args[] = {arg_scalar(input, "vjp_scalar_add", "input"), arg_tensor(other, "vjp_scalar_add", "other")};
    *out = give(call1(op_Add, args));
  });
}

vjp_status vjp_add_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_add_", "input"), arg_tensor(other, "vjp_add_", "other")};
    call_inplace(op_Add, args);
  });
}

vjp_status vjp_add_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_add_scalar_", "input"), arg_scalar(other, "vjp_add_scalar_", "other")};
    call_inplace(op_Add, args);
  });
}

vjp_status vjp_add_alpha(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_add_alpha");
    const Value args[] = {arg_tensor(input, "vjp_add_alpha", "input"), arg_tensor(other, "vjp_add_alpha", "other"), arg_scalar(alpha, "vjp_add_alpha", "alpha")};
    *out = give(call1(op_AddAlpha, args));
  });
}

vjp_status vjp_add_alpha_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_add_alpha_scalar");
    const Value args[] = {arg_tensor(input, "vjp_add_alpha_scalar", "input"), arg_scalar(other, "vjp_add_alpha_scalar", "other"), arg_scalar(alpha, "vjp_add_alpha_scalar", "alpha")};
    *out = give(call1(op_AddAlpha, args));
  });
}

vjp_status vjp_scalar_add_alpha(vjp_scalar input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_add_alpha");
    const Value args[] = {arg_scalar(input, "vjp_scalar_add_alpha", "input"), arg_tensor(other, "vjp_scalar_add_alpha", "other"), arg_scalar(alpha, "vjp_scalar_add_alpha", "alpha")};
    *out = give(call1(op_AddAlpha, args));
  });
}

vjp_status vjp_add_alpha_(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_add_alpha_", "input"), arg_tensor(other, "vjp_add_alpha_", "other"), arg_scalar(alpha, "vjp_add_alpha_", "alpha")};
    call_inplace(op_AddAlpha, args);
  });
}

vjp_status vjp_add_alpha_scalar_(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_add_alpha_scalar_", "input"), arg_scalar(other, "vjp_add_alpha_scalar_", "other"), arg_scalar(alpha, "vjp_add_alpha_scalar_", "alpha")};
    call_inplace(op_AddAlpha, args);
  });
}

vjp_status vjp_addbmm(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_addbmm");
    const Value args[] = {arg_tensor(input, "vjp_addbmm", "input"), arg_tensor(batch1, "vjp_addbmm", "batch1"), arg_tensor(batch2, "vjp_addbmm", "batch2"), arg_scalar(beta, "vjp_addbmm", "beta"), arg_scalar(alpha, "vjp_addbmm", "alpha")};
    *out = give(call1(op_Addbmm, args));
  });
}

vjp_status vjp_addbmm_(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta, vjp_scalar alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_addbmm_", "input"), arg_tensor(batch1, "vjp_addbmm_", "batch1"), arg_tensor(batch2, "vjp_addbmm_", "batch2"), arg_scalar(beta, "vjp_addbmm_", "beta"), arg_scalar(alpha, "vjp_addbmm_", "alpha")};
    call_inplace(op_Addbmm, args);
  });
}

vjp_status vjp_addcdiv(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_addcdiv");
    const Value args[] = {arg_tensor(input, "vjp_addcdiv", "input"), arg_tensor(tensor1, "vjp_addcdiv", "tensor1"), arg_tensor(tensor2, "vjp_addcdiv", "tensor2"), arg_scalar(value, "vjp_addcdiv", "value")};
    *out = give(call1(op_Addcdiv, args));
  });
}

vjp_status vjp_addcdiv_(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_addcdiv_", "input"), arg_tensor(tensor1, "vjp_addcdiv_", "tensor1"), arg_tensor(tensor2, "vjp_addcdiv_", "tensor2"), arg_scalar(value, "vjp_addcdiv_", "value")};
    call_inplace(op_Addcdiv, args);
  });
}

vjp_status vjp_addcmul(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_addcmul");
    const Value args[] = {arg_tensor(input, "vjp_addcmul", "input"), arg_tensor(tensor1, "vjp_addcmul", "tensor1"), arg_tensor(tensor2, "vjp_addcmul", "tensor2"), arg_scalar(value, "vjp_addcmul", "value")};
    *out = give(call1(op_Addcmul, args));
  });
}

vjp_status vjp_addcmul_(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_addcmul_", "input"), arg_tensor(tensor1, "vjp_addcmul_", "tensor1"), arg_tensor(tensor2, "vjp_addcmul_", "tensor2"), arg_scalar(value, "vjp_addcmul_", "value")};
    call_inplace(op_Addcmul, args);
  });
}

vjp_status vjp_addmm(vjp_tensor* input, vjp_tensor* mat1, vjp_tensor* mat2, vjp_scalar beta, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_addmm");
    const Value args[] = {arg_tensor(input, "vjp_addmm", "input"), arg_tensor(mat1, "vjp_addmm", "mat1"), arg_tensor(mat2, "vjp_addmm", "mat2"), arg_scalar(beta, "vjp_addmm", "beta"), arg_scalar(alpha, "vjp_addmm", "alpha")};
    *out = give(call1(op_Addmm, args));
  });
}

vjp_status vjp_addmm_(vjp_tensor* input, vjp_tensor* mat1, vjp_tensor* mat2, vjp_scalar beta, vjp_scalar alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_addmm_", "input"), arg_tensor(mat1, "vjp_addmm_", "mat1"), arg_tensor(mat2, "vjp_addmm_", "mat2"), arg_scalar(beta, "vjp_addmm_", "beta"), arg_scalar(alpha, "vjp_addmm_", "alpha")};
    call_inplace(op_Addmm, args);
  });
}

vjp_status vjp_addmv(vjp_tensor* input, vjp_tensor* mat, vjp_tensor* vec, vjp_scalar beta, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_addmv");
    const Value args[] = {arg_tensor(input, "vjp_addmv", "input"), arg_tensor(mat, "vjp_addmv", "mat"), arg_tensor(vec, "vjp_addmv", "vec"), arg_scalar(beta, "vjp_addmv", "beta"), arg_scalar(alpha, "vjp_addmv", "alpha")};
    *out = give(call1(op_Addmv, args));
  });
}

vjp_status vjp_addmv_(vjp_tensor* input, vjp_tensor* mat, vjp_tensor* vec, vjp_scalar beta, vjp_scalar alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_addmv_", "input"), arg_tensor(mat, "vjp_addmv_", "mat"), arg_tensor(vec, "vjp_addmv_", "vec"), arg_scalar(beta, "vjp_addmv_", "beta"), arg_scalar(alpha, "vjp_addmv_", "alpha")};
    call_inplace(op_Addmv, args);
  });
}

vjp_status vjp_addr(vjp_tensor* input, vjp_tensor* vec1, vjp_tensor* vec2, vjp_scalar beta, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_addr");
    const Value args[] = {arg_tensor(input, "vjp_addr", "input"), arg_tensor(vec1, "vjp_addr", "vec1"), arg_tensor(vec2, "vjp_addr", "vec2"), arg_scalar(beta, "vjp_addr", "beta"), arg_scalar(alpha, "vjp_addr", "alpha")};
    *out = give(call1(op_Addr, args));
  });
}

vjp_status vjp_addr_(vjp_tensor* input, vjp_tensor* vec1, vjp_tensor* vec2, vjp_scalar beta, vjp_scalar alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_addr_", "input"), arg_tensor(vec1, "vjp_addr_", "vec1"), arg_tensor(vec2, "vjp_addr_", "vec2"), arg_scalar(beta, "vjp_addr_", "beta"), arg_scalar(alpha, "vjp_addr_", "alpha")};
    call_inplace(op_Addr, args);
  });
}

vjp_status vjp_alias(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_alias");
    const Value args[] = {arg_tensor(input, "vjp_alias", "input")};
    *out = give(call1(op_Alias, args));
  });
}

vjp_status vjp_alias_copy(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_alias_copy");
    const Value args[] = {arg_tensor(input, "vjp_alias_copy", "input")};
    *out = give(call1(op_AliasCopy, args));
  });
}

vjp_status vjp_all(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_all");
    const Value args[] = {arg_tensor(input, "vjp_all", "input"), arg_ints(dim, num_dim, true, "vjp_all", "dim"), box(keepdim)};
    *out = give(call1(op_All, args));
  });
}

vjp_status vjp_amax(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_amax");
    const Value args[] = {arg_tensor(input, "vjp_amax", "input"), arg_ints(dim, num_dim, true, "vjp_amax", "dim"), box(keepdim)};
    *out = give(call1(op_AMax, args));
  });
}

vjp_status vjp_amin(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_amin");
    const Value args[] = {arg_tensor(input, "vjp_amin", "input"), arg_ints(dim, num_dim, true, "vjp_amin", "dim"), box(keepdim)};
    *out = give(call1(op_AMin, args));
  });
}

vjp_status vjp_aminmax(vjp_tensor* input, const int64_t* dim, bool keepdim, vjp_tensor** out_min, vjp_tensor** out_max) {
  return guard([&] {
    arg_out(out_min, "vjp_aminmax");
    arg_out(out_max, "vjp_aminmax");
    const Value args[] = {arg_tensor(input, "vjp_aminmax", "input"), arg_int(dim), box(keepdim)};
    Tensor outs[2];
    call(op_AMinMax, args, outs);
    *out_min = give(std::move(outs[0]));
    *out_max = give(std::move(outs[1]));
  });
}

vjp_status vjp_angle(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_angle");
    const Value args[] = {arg_tensor(input, "vjp_angle", "input")};
    *out = give(call1(op_Angle, args));
  });
}

vjp_status vjp_any(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_any");
    const Value args[] = {arg_tensor(input, "vjp_any", "input"), arg_ints(dim, num_dim, true, "vjp_any", "dim"), box(keepdim)};
    *out = give(call1(op_Any, args));
  });
}

vjp_status vjp_arange(vjp_scalar end, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_arange");
    const Value args[] = {arg_scalar(end, "vjp_arange", "end"), arg_dtype(dtype, "vjp_arange", "dtype")};
    *out = give(call1(op_Arange, args));
  });
}

vjp_status vjp_arange_start(vjp_scalar start, vjp_scalar end, vjp_scalar step, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_arange_start");
    const Value args[] = {arg_scalar(start, "vjp_arange_start", "start"), arg_scalar(end, "vjp_arange_start", "end"), arg_scalar(step, "vjp_arange_start", "step"), arg_dtype(dtype, "vjp_arange_start", "dtype")};
    *out = give(call1(op_ArangeStart, args));
  });
}

vjp_status vjp_argmax(vjp_tensor* input, const int64_t* dim, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_argmax");
    const Value args[] = {arg_tensor(input, "vjp_argmax", "input"), arg_int(dim), box(keepdim)};
    *out = give(call1(op_ArgMax, args));
  });
}

vjp_status vjp_argmin(vjp_tensor* input, const int64_t* dim, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_argmin");
    const Value args[] = {arg_tensor(input, "vjp_argmin", "input"), arg_int(dim), box(keepdim)};
    *out = give(call1(op_ArgMin, args));
  });
}

vjp_status vjp_argsort(vjp_tensor* input, int64_t dim, bool descending, bool stable, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_argsort");
    const Value args[] = {arg_tensor(input, "vjp_argsort", "input"), box(dim), box(descending), box(stable)};
    *out = give(call1(op_ArgSort, args));
  });
}

vjp_status vjp_as_strided(vjp_tensor* input, const int64_t* size, size_t num_size, const int64_t* stride, size_t num_stride, const int64_t* storage_offset, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_as_strided");
    const Value args[] = {arg_tensor(input, "vjp_as_strided", "input"), arg_ints(size, num_size, false, "vjp_as_strided", "size"), arg_ints(stride, num_stride, false, "vjp_as_strided", "stride"), arg_int(storage_offset)};
    *out = give(call1(op_AsStrided, args));
  });
}

vjp_status vjp_as_strided_(vjp_tensor* input, const int64_t* size, size_t num_size, const int64_t* stride, size_t num_stride, const int64_t* storage_offset) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_as_strided_", "input"), arg_ints(size, num_size, false, "vjp_as_strided_", "size"), arg_ints(stride, num_stride, false, "vjp_as_strided_", "stride"), arg_int(storage_offset)};
    call_inplace(op_AsStrided, args);
  });
}

vjp_status vjp_as_strided_copy(vjp_tensor* input, const int64_t* size, size_t num_size, const int64_t* stride, size_t num_stride, const int64_t* storage_offset, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_as_strided_copy");
    const Value args[] = {arg_tensor(input, "vjp_as_strided_copy", "input"), arg_ints(size, num_size, false, "vjp_as_strided_copy", "size"), arg_ints(stride, num_stride, false, "vjp_as_strided_copy", "stride"), arg_int(storage_offset)};
    *out = give(call1(op_AsStridedCopy, args));
  });
}

vjp_status vjp_asin(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_asin");
    const Value args[] = {arg_tensor(input, "vjp_asin", "input")};
    *out = give(call1(op_Asin, args));
  });
}

vjp_status vjp_asin_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_asin_", "input")};
    call_inplace(op_Asin, args);
  });
}

vjp_status vjp_asinh(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_asinh");
    const Value args[] = {arg_tensor(input, "vjp_asinh", "input")};
    *out = give(call1(op_Asinh, args));
  });
}

vjp_status vjp_asinh_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_asinh_", "input")};
    call_inplace(op_Asinh, args);
  });
}

vjp_status vjp_atan(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_atan");
    const Value args[] = {arg_tensor(input, "vjp_atan", "input")};
    *out = give(call1(op_Atan, args));
  });
}

vjp_status vjp_atan_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_atan_", "input")};
    call_inplace(op_Atan, args);
  });
}

vjp_status vjp_atan2(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_atan2");
    const Value args[] = {arg_tensor(input, "vjp_atan2", "input"), arg_tensor(other, "vjp_atan2", "other")};
    *out = give(call1(op_Atan2, args));
  });
}

vjp_status vjp_atan2_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_atan2_", "input"), arg_tensor(other, "vjp_atan2_", "other")};
    call_inplace(op_Atan2, args);
  });
}

vjp_status vjp_atanh(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_atanh");
    const Value args[] = {arg_tensor(input, "vjp_atanh", "input")};
    *out = give(call1(op_Atanh, args));
  });
}

vjp_status vjp_atanh_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_atanh_", "input")};
    call_inplace(op_Atanh, args);
  });
}

vjp_status vjp_atleast_1d(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_atleast_1d");
    const Value args[] = {arg_tensor(input, "vjp_atleast_1d", "input")};
    *out = give(call1(op_AtLeast1d, args));
  });
}

vjp_status vjp_atleast_1d_sequence(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_atleast_1d_sequence");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_atleast_1d_sequence", "tensors")};
    *out = give_list(call_list(op_AtLeast1dAll, args));
  });
}

vjp_status vjp_atleast_2d(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_atleast_2d");
    const Value args[] = {arg_tensor(input, "vjp_atleast_2d", "input")};
    *out = give(call1(op_AtLeast2d, args));
  });
}

vjp_status vjp_atleast_2d_sequence(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_atleast_2d_sequence");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_atleast_2d_sequence", "tensors")};
    *out = give_list(call_list(op_AtLeast2dAll, args));
  });
}

vjp_status vjp_atleast_3d(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_atleast_3d");
    const Value args[] = {arg_tensor(input, "vjp_atleast_3d", "input")};
    *out = give(call1(op_AtLeast3d, args));
  });
}

vjp_status vjp_atleast_3d_sequence(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_atleast_3d_sequence");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_atleast_3d_sequence", "tensors")};
    *out = give_list(call_list(op_AtLeast3dAll, args));
  });
}

vjp_status vjp_avg_pool1d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, bool ceil_mode, bool count_include_pad, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_avg_pool1d");
    const Value args[] = {arg_tensor(input, "vjp_avg_pool1d", "input"), arg_ints(kernel_size, num_kernel_size, false, "vjp_avg_pool1d", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_avg_pool1d", "stride"), arg_ints(padding, num_padding, false, "vjp_avg_pool1d", "padding"), box(ceil_mode), box(count_include_pad)};
    *out = give(call1(op_AvgPool1d, args));
  });
}

vjp_status vjp_avg_pool2d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, bool ceil_mode, bool count_include_pad, const int64_t* divisor_override, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_avg_pool2d");
    const Value args[] = {arg_tensor(input, "vjp_avg_pool2d", "input"), arg_ints(kernel_size, num_kernel_size, false, "vjp_avg_pool2d", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_avg_pool2d", "stride"), arg_ints(padding, num_padding, false, "vjp_avg_pool2d", "padding"), box(ceil_mode), box(count_include_pad), arg_int(divisor_override)};
    *out = give(call1(op_AvgPool2d, args));
  });
}

vjp_status vjp_avg_pool3d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, bool ceil_mode, bool count_include_pad, const int64_t* divisor_override, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_avg_pool3d");
    const Value args[] = {arg_tensor(input, "vjp_avg_pool3d", "input"), arg_ints(kernel_size, num_kernel_size, false, "vjp_avg_pool3d", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_avg_pool3d", "stride"), arg_ints(padding, num_padding, false, "vjp_avg_pool3d", "padding"), box(ceil_mode), box(count_include_pad), arg_int(divisor_override)};
    *out = give(call1(op_AvgPool3d, args));
  });
}

vjp_status vjp_baddbmm(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_baddbmm");
    const Value args[] = {arg_tensor(input, "vjp_baddbmm", "input"), arg_tensor(batch1, "vjp_baddbmm", "batch1"), arg_tensor(batch2, "vjp_baddbmm", "batch2"), arg_scalar(beta, "vjp_baddbmm", "beta"), arg_scalar(alpha, "vjp_baddbmm", "alpha")};
    *out = give(call1(op_Baddbmm, args));
  });
}

vjp_status vjp_baddbmm_(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta, vjp_scalar alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_baddbmm_", "input"), arg_tensor(batch1, "vjp_baddbmm_", "batch1"), arg_tensor(batch2, "vjp_baddbmm_", "batch2"), arg_scalar(beta, "vjp_baddbmm_", "beta"), arg_scalar(alpha, "vjp_baddbmm_", "alpha")};
    call_inplace(op_Baddbmm, args);
  });
}

vjp_status vjp_batch_norm(vjp_tensor* input, vjp_tensor* running_mean, vjp_tensor* running_var, vjp_tensor* weight, vjp_tensor* bias, bool training, double momentum, double eps, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_batch_norm");
    const Value args[] = {arg_tensor(input, "vjp_batch_norm", "input"), arg_optional(running_mean), arg_optional(running_var), arg_optional(weight), arg_optional(bias), box(training), box(momentum), box(eps)};
    *out = give(call1(op_BatchNorm, args));
  });
}

vjp_status vjp_bernoulli(vjp_tensor* input, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bernoulli");
    const Value args[] = {arg_tensor(input, "vjp_bernoulli", "input"), arg_generator(generator)};
    *out = give(call1(op_Bernoulli, args));
  });
}

vjp_status vjp_bernoulli_p(vjp_tensor* input, double p, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bernoulli_p");
    const Value args[] = {arg_tensor(input, "vjp_bernoulli_p", "input"), box(p), arg_generator(generator)};
    *out = give(call1(op_BernoulliP, args));
  });
}

vjp_status vjp_bernoulli_p_(vjp_tensor* input, double p, vjp_generator* generator) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bernoulli_p_", "input"), box(p), arg_generator(generator)};
    call_inplace(op_BernoulliP, args);
  });
}

vjp_status vjp_bilinear(vjp_tensor* input1, vjp_tensor* input2, vjp_tensor* weight, vjp_tensor* bias, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bilinear");
    const Value args[] = {arg_tensor(input1, "vjp_bilinear", "input1"), arg_tensor(input2, "vjp_bilinear", "input2"), arg_tensor(weight, "vjp_bilinear", "weight"), arg_optional(bias)};
    *out = give(call1(op_BilinearForm, args));
  });
}

vjp_status vjp_binary_cross_entropy(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_binary_cross_entropy");
    const Value args[] = {arg_tensor(input, "vjp_binary_cross_entropy", "input"), arg_tensor(target, "vjp_binary_cross_entropy", "target"), arg_optional(weight), arg_string(reduction, false, "vjp_binary_cross_entropy", "reduction")};
    *out = give(call1(op_BinaryCrossEntropy, args));
  });
}

vjp_status vjp_binary_cross_entropy_with_logits(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, const char* reduction, vjp_tensor* pos_weight, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_binary_cross_entropy_with_logits");
    const Value args[] = {arg_tensor(input, "vjp_binary_cross_entropy_with_logits", "input"), arg_tensor(target, "vjp_binary_cross_entropy_with_logits", "target"), arg_optional(weight), arg_string(reduction, false, "vjp_binary_cross_entropy_with_logits", "reduction"), arg_optional(pos_weight)};
    *out = give(call1(op_BinaryCrossEntropyWithLogits, args));
  });
}

vjp_status vjp_bitwise_and(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bitwise_and");
    const Value args[] = {arg_tensor(input, "vjp_bitwise_and", "input"), arg_tensor(other, "vjp_bitwise_and", "other")};
    *out = give(call1(op_BitwiseAnd, args));
  });
}

vjp_status vjp_bitwise_and_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bitwise_and_scalar");
    const Value args[] = {arg_tensor(input, "vjp_bitwise_and_scalar", "input"), arg_scalar(other, "vjp_bitwise_and_scalar", "other")};
    *out = give(call1(op_BitwiseAnd, args));
  });
}

vjp_status vjp_scalar_bitwise_and(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_bitwise_and");
    const Value args[] = {arg_scalar(input, "vjp_scalar_bitwise_and", "input"), arg_tensor(other, "vjp_scalar_bitwise_and", "other")};
    *out = give(call1(op_BitwiseAnd, args));
  });
}

vjp_status vjp_bitwise_and_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bitwise_and_", "input"), arg_tensor(other, "vjp_bitwise_and_", "other")};
    call_inplace(op_BitwiseAnd, args);
  });
}

vjp_status vjp_bitwise_and_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bitwise_and_scalar_", "input"), arg_scalar(other, "vjp_bitwise_and_scalar_", "other")};
    call_inplace(op_BitwiseAnd, args);
  });
}

vjp_status vjp_bitwise_left_shift(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bitwise_left_shift");
    const Value args[] = {arg_tensor(input, "vjp_bitwise_left_shift", "input"), arg_tensor(other, "vjp_bitwise_left_shift", "other")};
    *out = give(call1(op_BitwiseLeftShift, args));
  });
}

vjp_status vjp_bitwise_left_shift_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bitwise_left_shift_scalar");
    const Value args[] = {arg_tensor(input, "vjp_bitwise_left_shift_scalar", "input"), arg_scalar(other, "vjp_bitwise_left_shift_scalar", "other")};
    *out = give(call1(op_BitwiseLeftShift, args));
  });
}

vjp_status vjp_scalar_bitwise_left_shift(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_bitwise_left_shift");
    const Value args[] = {arg_scalar(input, "vjp_scalar_bitwise_left_shift", "input"), arg_tensor(other, "vjp_scalar_bitwise_left_shift", "other")};
    *out = give(call1(op_BitwiseLeftShift, args));
  });
}

vjp_status vjp_bitwise_left_shift_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bitwise_left_shift_", "input"), arg_tensor(other, "vjp_bitwise_left_shift_", "other")};
    call_inplace(op_BitwiseLeftShift, args);
  });
}

vjp_status vjp_bitwise_left_shift_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bitwise_left_shift_scalar_", "input"), arg_scalar(other, "vjp_bitwise_left_shift_scalar_", "other")};
    call_inplace(op_BitwiseLeftShift, args);
  });
}

vjp_status vjp_bitwise_not(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bitwise_not");
    const Value args[] = {arg_tensor(input, "vjp_bitwise_not", "input")};
    *out = give(call1(op_BitwiseNot, args));
  });
}

vjp_status vjp_bitwise_not_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bitwise_not_", "input")};
    call_inplace(op_BitwiseNot, args);
  });
}

vjp_status vjp_bitwise_or(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bitwise_or");
    const Value args[] = {arg_tensor(input, "vjp_bitwise_or", "input"), arg_tensor(other, "vjp_bitwise_or", "other")};
    *out = give(call1(op_BitwiseOr, args));
  });
}

vjp_status vjp_bitwise_or_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bitwise_or_scalar");
    const Value args[] = {arg_tensor(input, "vjp_bitwise_or_scalar", "input"), arg_scalar(other, "vjp_bitwise_or_scalar", "other")};
    *out = give(call1(op_BitwiseOr, args));
  });
}

vjp_status vjp_scalar_bitwise_or(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_bitwise_or");
    const Value args[] = {arg_scalar(input, "vjp_scalar_bitwise_or", "input"), arg_tensor(other, "vjp_scalar_bitwise_or", "other")};
    *out = give(call1(op_BitwiseOr, args));
  });
}

vjp_status vjp_bitwise_or_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bitwise_or_", "input"), arg_tensor(other, "vjp_bitwise_or_", "other")};
    call_inplace(op_BitwiseOr, args);
  });
}

vjp_status vjp_bitwise_or_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bitwise_or_scalar_", "input"), arg_scalar(other, "vjp_bitwise_or_scalar_", "other")};
    call_inplace(op_BitwiseOr, args);
  });
}

vjp_status vjp_bitwise_right_shift(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bitwise_right_shift");
    const Value args[] = {arg_tensor(input, "vjp_bitwise_right_shift", "input"), arg_tensor(other, "vjp_bitwise_right_shift", "other")};
    *out = give(call1(op_BitwiseRightShift, args));
  });
}

vjp_status vjp_bitwise_right_shift_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bitwise_right_shift_scalar");
    const Value args[] = {arg_tensor(input, "vjp_bitwise_right_shift_scalar", "input"), arg_scalar(other, "vjp_bitwise_right_shift_scalar", "other")};
    *out = give(call1(op_BitwiseRightShift, args));
  });
}

vjp_status vjp_scalar_bitwise_right_shift(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_bitwise_right_shift");
    const Value args[] = {arg_scalar(input, "vjp_scalar_bitwise_right_shift", "input"), arg_tensor(other, "vjp_scalar_bitwise_right_shift", "other")};
    *out = give(call1(op_BitwiseRightShift, args));
  });
}

vjp_status vjp_bitwise_right_shift_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bitwise_right_shift_", "input"), arg_tensor(other, "vjp_bitwise_right_shift_", "other")};
    call_inplace(op_BitwiseRightShift, args);
  });
}

vjp_status vjp_bitwise_right_shift_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bitwise_right_shift_scalar_", "input"), arg_scalar(other, "vjp_bitwise_right_shift_scalar_", "other")};
    call_inplace(op_BitwiseRightShift, args);
  });
}

vjp_status vjp_bitwise_xor(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bitwise_xor");
    const Value args[] = {arg_tensor(input, "vjp_bitwise_xor", "input"), arg_tensor(other, "vjp_bitwise_xor", "other")};
    *out = give(call1(op_BitwiseXor, args));
  });
}

vjp_status vjp_bitwise_xor_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bitwise_xor_scalar");
    const Value args[] = {arg_tensor(input, "vjp_bitwise_xor_scalar", "input"), arg_scalar(other, "vjp_bitwise_xor_scalar", "other")};
    *out = give(call1(op_BitwiseXor, args));
  });
}

vjp_status vjp_scalar_bitwise_xor(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_bitwise_xor");
    const Value args[] = {arg_scalar(input, "vjp_scalar_bitwise_xor", "input"), arg_tensor(other, "vjp_scalar_bitwise_xor", "other")};
    *out = give(call1(op_BitwiseXor, args));
  });
}

vjp_status vjp_bitwise_xor_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bitwise_xor_", "input"), arg_tensor(other, "vjp_bitwise_xor_", "other")};
    call_inplace(op_BitwiseXor, args);
  });
}

vjp_status vjp_bitwise_xor_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_bitwise_xor_scalar_", "input"), arg_scalar(other, "vjp_bitwise_xor_scalar_", "other")};
    call_inplace(op_BitwiseXor, args);
  });
}

vjp_status vjp_block_diag(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_block_diag");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_block_diag", "tensors")};
    *out = give(call1(op_BlockDiag, args));
  });
}

vjp_status vjp_bmm(vjp_tensor* input, vjp_tensor* mat2, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_bmm");
    const Value args[] = {arg_tensor(input, "vjp_bmm", "input"), arg_tensor(mat2, "vjp_bmm", "mat2")};
    *out = give(call1(op_Bmm, args));
  });
}

vjp_status vjp_broadcast_tensors(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_broadcast_tensors");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_broadcast_tensors", "tensors")};
    *out = give_list(call_list(op_BroadcastTensors, args));
  });
}

vjp_status vjp_broadcast_to(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_broadcast_to");
    const Value args[] = {arg_tensor(input, "vjp_broadcast_to", "input"), arg_ints(size, num_size, false, "vjp_broadcast_to", "size")};
    *out = give(call1(op_BroadcastTo, args));
  });
}

vjp_status vjp_cartesian_prod(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cartesian_prod");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_cartesian_prod", "tensors")};
    *out = give(call1(op_CartesianProd, args));
  });
}

vjp_status vjp_cat(vjp_tensor* const* tensors, size_t num_tensors, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cat");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_cat", "tensors"), box(dim)};
    *out = give(call1(op_Cat, args));
  });
}

vjp_status vjp_cdist(vjp_tensor* x1, vjp_tensor* x2, double p, const char* compute_mode, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cdist");
    const Value args[] = {arg_tensor(x1, "vjp_cdist", "x1"), arg_tensor(x2, "vjp_cdist", "x2"), box(p), arg_string(compute_mode, false, "vjp_cdist", "compute_mode")};
    *out = give(call1(op_CDist, args));
  });
}

vjp_status vjp_ceil(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ceil");
    const Value args[] = {arg_tensor(input, "vjp_ceil", "input")};
    *out = give(call1(op_Ceil, args));
  });
}

vjp_status vjp_ceil_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_ceil_", "input")};
    call_inplace(op_Ceil, args);
  });
}

vjp_status vjp_celu(vjp_tensor* input, double alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_celu");
    const Value args[] = {arg_tensor(input, "vjp_celu", "input"), box(alpha)};
    *out = give(call1(op_Celu, args));
  });
}

vjp_status vjp_celu_(vjp_tensor* input, double alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_celu_", "input"), box(alpha)};
    call_inplace(op_Celu, args);
  });
}

vjp_status vjp_channel_shuffle(vjp_tensor* input, int64_t groups, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_channel_shuffle");
    const Value args[] = {arg_tensor(input, "vjp_channel_shuffle", "input"), box(groups)};
    *out = give(call1(op_ChannelShuffle, args));
  });
}

vjp_status vjp_chunk(vjp_tensor* input, int64_t chunks, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_chunk");
    const Value args[] = {arg_tensor(input, "vjp_chunk", "input"), box(chunks), box(dim)};
    *out = give_list(call_list(op_Chunk, args));
  });
}

vjp_status vjp_clamp(vjp_tensor* input, vjp_tensor* min, vjp_tensor* max, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_clamp");
    const Value args[] = {arg_tensor(input, "vjp_clamp", "input"), arg_optional(min), arg_optional(max)};
    *out = give(call1(op_Clamp, args));
  });
}

vjp_status vjp_clamp_scalar(vjp_tensor* input, vjp_tensor* min, vjp_scalar max, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_clamp_scalar");
    const Value args[] = {arg_tensor(input, "vjp_clamp_scalar", "input"), arg_optional(min), arg_scalar(max, "vjp_clamp_scalar", "max")};
    *out = give(call1(op_Clamp, args));
  });
}

vjp_status vjp_scalar_clamp(vjp_tensor* input, vjp_scalar min, vjp_tensor* max, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_clamp");
    const Value args[] = {arg_tensor(input, "vjp_scalar_clamp", "input"), arg_scalar(min, "vjp_scalar_clamp", "min"), arg_optional(max)};
    *out = give(call1(op_Clamp, args));
  });
}

vjp_status vjp_clamp_scalars(vjp_tensor* input, vjp_scalar min, vjp_scalar max, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_clamp_scalars");
    const Value args[] = {arg_tensor(input, "vjp_clamp_scalars", "input"), arg_scalar(min, "vjp_clamp_scalars", "min"), arg_scalar(max, "vjp_clamp_scalars", "max")};
    *out = give(call1(op_Clamp, args));
  });
}

vjp_status vjp_clamp_(vjp_tensor* input, vjp_tensor* min, vjp_tensor* max) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_clamp_", "input"), arg_optional(min), arg_optional(max)};
    call_inplace(op_Clamp, args);
  });
}

vjp_status vjp_clamp_scalar_(vjp_tensor* input, vjp_tensor* min, vjp_scalar max) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_clamp_scalar_", "input"), arg_optional(min), arg_scalar(max, "vjp_clamp_scalar_", "max")};
    call_inplace(op_Clamp, args);
  });
}

vjp_status vjp_clamp_scalars_(vjp_tensor* input, vjp_scalar min, vjp_scalar max) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_clamp_scalars_", "input"), arg_scalar(min, "vjp_clamp_scalars_", "min"), arg_scalar(max, "vjp_clamp_scalars_", "max")};
    call_inplace(op_Clamp, args);
  });
}

vjp_status vjp_clamp_max(vjp_tensor* input, vjp_tensor* max, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_clamp_max");
    const Value args[] = {arg_tensor(input, "vjp_clamp_max", "input"), arg_tensor(max, "vjp_clamp_max", "max")};
    *out = give(call1(op_ClampMax, args));
  });
}

vjp_status vjp_clamp_max_scalar(vjp_tensor* input, vjp_scalar max, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_clamp_max_scalar");
    const Value args[] = {arg_tensor(input, "vjp_clamp_max_scalar", "input"), arg_scalar(max, "vjp_clamp_max_scalar", "max")};
    *out = give(call1(op_ClampMax, args));
  });
}

vjp_status vjp_clamp_max_(vjp_tensor* input, vjp_tensor* max) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_clamp_max_", "input"), arg_tensor(max, "vjp_clamp_max_", "max")};
    call_inplace(op_ClampMax, args);
  });
}

vjp_status vjp_clamp_max_scalar_(vjp_tensor* input, vjp_scalar max) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_clamp_max_scalar_", "input"), arg_scalar(max, "vjp_clamp_max_scalar_", "max")};
    call_inplace(op_ClampMax, args);
  });
}

vjp_status vjp_clamp_min(vjp_tensor* input, vjp_tensor* min, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_clamp_min");
    const Value args[] = {arg_tensor(input, "vjp_clamp_min", "input"), arg_tensor(min, "vjp_clamp_min", "min")};
    *out = give(call1(op_ClampMin, args));
  });
}

vjp_status vjp_clamp_min_scalar(vjp_tensor* input, vjp_scalar min, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_clamp_min_scalar");
    const Value args[] = {arg_tensor(input, "vjp_clamp_min_scalar", "input"), arg_scalar(min, "vjp_clamp_min_scalar", "min")};
    *out = give(call1(op_ClampMin, args));
  });
}

vjp_status vjp_clamp_min_(vjp_tensor* input, vjp_tensor* min) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_clamp_min_", "input"), arg_tensor(min, "vjp_clamp_min_", "min")};
    call_inplace(op_ClampMin, args);
  });
}

vjp_status vjp_clamp_min_scalar_(vjp_tensor* input, vjp_scalar min) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_clamp_min_scalar_", "input"), arg_scalar(min, "vjp_clamp_min_scalar_", "min")};
    call_inplace(op_ClampMin, args);
  });
}

vjp_status vjp_clone(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_clone");
    const Value args[] = {arg_tensor(input, "vjp_clone", "input")};
    *out = give(call1(op_Clone, args));
  });
}

vjp_status vjp_col2im(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* dilation, size_t num_dilation, const int64_t* padding, size_t num_padding, const int64_t* stride, size_t num_stride, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_col2im");
    const Value args[] = {arg_tensor(input, "vjp_col2im", "input"), arg_ints(output_size, num_output_size, false, "vjp_col2im", "output_size"), arg_ints(kernel_size, num_kernel_size, false, "vjp_col2im", "kernel_size"), arg_ints(dilation, num_dilation, false, "vjp_col2im", "dilation"), arg_ints(padding, num_padding, false, "vjp_col2im", "padding"), arg_ints(stride, num_stride, false, "vjp_col2im", "stride")};
    *out = give(call1(op_Col2im, args));
  });
}

vjp_status vjp_column_stack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_column_stack");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_column_stack", "tensors")};
    *out = give(call1(op_ColumnStack, args));
  });
}

vjp_status vjp_combinations(vjp_tensor* input, int64_t r, bool with_replacement, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_combinations");
    const Value args[] = {arg_tensor(input, "vjp_combinations", "input"), box(r), box(with_replacement)};
    *out = give(call1(op_Combinations, args));
  });
}

vjp_status vjp_complex(vjp_tensor* real, vjp_tensor* imag, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_complex");
    const Value args[] = {arg_tensor(real, "vjp_complex", "real"), arg_tensor(imag, "vjp_complex", "imag")};
    *out = give(call1(op_Complex, args));
  });
}

vjp_status vjp_conj(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_conj");
    const Value args[] = {arg_tensor(input, "vjp_conj", "input")};
    *out = give(call1(op_ConjOp, args));
  });
}

vjp_status vjp_constant_pad_nd(vjp_tensor* input, const int64_t* pad, size_t num_pad, vjp_scalar value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_constant_pad_nd");
    const Value args[] = {arg_tensor(input, "vjp_constant_pad_nd", "input"), arg_ints(pad, num_pad, false, "vjp_constant_pad_nd", "pad"), arg_scalar(value, "vjp_constant_pad_nd", "value")};
    *out = give(call1(op_ConstantPadNd, args));
  });
}

vjp_status vjp_contiguous(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_contiguous");
    const Value args[] = {arg_tensor(input, "vjp_contiguous", "input")};
    *out = give(call1(op_Contiguous, args));
  });
}

vjp_status vjp_conv1d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_conv1d");
    const Value args[] = {arg_tensor(input, "vjp_conv1d", "input"), arg_tensor(weight, "vjp_conv1d", "weight"), arg_optional(bias), arg_ints(stride, num_stride, false, "vjp_conv1d", "stride"), arg_ints(padding, num_padding, false, "vjp_conv1d", "padding"), arg_ints(dilation, num_dilation, false, "vjp_conv1d", "dilation"), box(groups)};
    *out = give(call1(op_Conv1d, args));
  });
}

vjp_status vjp_conv1d_padding(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const char* padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_conv1d_padding");
    const Value args[] = {arg_tensor(input, "vjp_conv1d_padding", "input"), arg_tensor(weight, "vjp_conv1d_padding", "weight"), arg_optional(bias), arg_ints(stride, num_stride, false, "vjp_conv1d_padding", "stride"), arg_string(padding, false, "vjp_conv1d_padding", "padding"), arg_ints(dilation, num_dilation, false, "vjp_conv1d_padding", "dilation"), box(groups)};
    *out = give(call1(op_Conv1dPadding, args));
  });
}

vjp_status vjp_conv2d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_conv2d");
    const Value args[] = {arg_tensor(input, "vjp_conv2d", "input"), arg_tensor(weight, "vjp_conv2d", "weight"), arg_optional(bias), arg_ints(stride, num_stride, false, "vjp_conv2d", "stride"), arg_ints(padding, num_padding, false, "vjp_conv2d", "padding"), arg_ints(dilation, num_dilation, false, "vjp_conv2d", "dilation"), box(groups)};
    *out = give(call1(op_Conv2d, args));
  });
}

vjp_status vjp_conv2d_padding(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const char* padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_conv2d_padding");
    const Value args[] = {arg_tensor(input, "vjp_conv2d_padding", "input"), arg_tensor(weight, "vjp_conv2d_padding", "weight"), arg_optional(bias), arg_ints(stride, num_stride, false, "vjp_conv2d_padding", "stride"), arg_string(padding, false, "vjp_conv2d_padding", "padding"), arg_ints(dilation, num_dilation, false, "vjp_conv2d_padding", "dilation"), box(groups)};
    *out = give(call1(op_Conv2dPadding, args));
  });
}

vjp_status vjp_conv3d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_conv3d");
    const Value args[] = {arg_tensor(input, "vjp_conv3d", "input"), arg_tensor(weight, "vjp_conv3d", "weight"), arg_optional(bias), arg_ints(stride, num_stride, false, "vjp_conv3d", "stride"), arg_ints(padding, num_padding, false, "vjp_conv3d", "padding"), arg_ints(dilation, num_dilation, false, "vjp_conv3d", "dilation"), box(groups)};
    *out = give(call1(op_Conv3d, args));
  });
}

vjp_status vjp_conv3d_padding(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const char* padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_conv3d_padding");
    const Value args[] = {arg_tensor(input, "vjp_conv3d_padding", "input"), arg_tensor(weight, "vjp_conv3d_padding", "weight"), arg_optional(bias), arg_ints(stride, num_stride, false, "vjp_conv3d_padding", "stride"), arg_string(padding, false, "vjp_conv3d_padding", "padding"), arg_ints(dilation, num_dilation, false, "vjp_conv3d_padding", "dilation"), box(groups)};
    *out = give(call1(op_Conv3dPadding, args));
  });
}

vjp_status vjp_conv_transpose1d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_padding, size_t num_output_padding, int64_t groups, const int64_t* dilation, size_t num_dilation, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_conv_transpose1d");
    const Value args[] = {arg_tensor(input, "vjp_conv_transpose1d", "input"), arg_tensor(weight, "vjp_conv_transpose1d", "weight"), arg_optional(bias), arg_ints(stride, num_stride, false, "vjp_conv_transpose1d", "stride"), arg_ints(padding, num_padding, false, "vjp_conv_transpose1d", "padding"), arg_ints(output_padding, num_output_padding, false, "vjp_conv_transpose1d", "output_padding"), box(groups), arg_ints(dilation, num_dilation, false, "vjp_conv_transpose1d", "dilation")};
    *out = give(call1(op_ConvTranspose1d, args));
  });
}

vjp_status vjp_conv_transpose2d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_padding, size_t num_output_padding, int64_t groups, const int64_t* dilation, size_t num_dilation, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_conv_transpose2d");
    const Value args[] = {arg_tensor(input, "vjp_conv_transpose2d", "input"), arg_tensor(weight, "vjp_conv_transpose2d", "weight"), arg_optional(bias), arg_ints(stride, num_stride, false, "vjp_conv_transpose2d", "stride"), arg_ints(padding, num_padding, false, "vjp_conv_transpose2d", "padding"), arg_ints(output_padding, num_output_padding, false, "vjp_conv_transpose2d", "output_padding"), box(groups), arg_ints(dilation, num_dilation, false, "vjp_conv_transpose2d", "dilation")};
    *out = give(call1(op_ConvTranspose2d, args));
  });
}

vjp_status vjp_conv_transpose3d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_padding, size_t num_output_padding, int64_t groups, const int64_t* dilation, size_t num_dilation, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_conv_transpose3d");
    const Value args[] = {arg_tensor(input, "vjp_conv_transpose3d", "input"), arg_tensor(weight, "vjp_conv_transpose3d", "weight"), arg_optional(bias), arg_ints(stride, num_stride, false, "vjp_conv_transpose3d", "stride"), arg_ints(padding, num_padding, false, "vjp_conv_transpose3d", "padding"), arg_ints(output_padding, num_output_padding, false, "vjp_conv_transpose3d", "output_padding"), box(groups), arg_ints(dilation, num_dilation, false, "vjp_conv_transpose3d", "dilation")};
    *out = give(call1(op_ConvTranspose3d, args));
  });
}

vjp_status vjp_copy(vjp_tensor* input, vjp_tensor* src, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_copy");
    const Value args[] = {arg_tensor(input, "vjp_copy", "input"), arg_tensor(src, "vjp_copy", "src")};
    *out = give(call1(op_Copy, args));
  });
}

vjp_status vjp_copy_(vjp_tensor* input, vjp_tensor* src) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_copy_", "input"), arg_tensor(src, "vjp_copy_", "src")};
    call_inplace(op_Copy, args);
  });
}

vjp_status vjp_copy_non_blocking(vjp_tensor* input, vjp_tensor* src, bool non_blocking, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_copy_non_blocking");
    const Value args[] = {arg_tensor(input, "vjp_copy_non_blocking", "input"), arg_tensor(src, "vjp_copy_non_blocking", "src"), box(non_blocking)};
    *out = give(call1(op_CopyNonBlocking, args));
  });
}

vjp_status vjp_copy_non_blocking_(vjp_tensor* input, vjp_tensor* src, bool non_blocking) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_copy_non_blocking_", "input"), arg_tensor(src, "vjp_copy_non_blocking_", "src"), box(non_blocking)};
    call_inplace(op_CopyNonBlocking, args);
  });
}

vjp_status vjp_copysign(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_copysign");
    const Value args[] = {arg_tensor(input, "vjp_copysign", "input"), arg_tensor(other, "vjp_copysign", "other")};
    *out = give(call1(op_Copysign, args));
  });
}

vjp_status vjp_copysign_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_copysign_scalar");
    const Value args[] = {arg_tensor(input, "vjp_copysign_scalar", "input"), arg_scalar(other, "vjp_copysign_scalar", "other")};
    *out = give(call1(op_Copysign, args));
  });
}

vjp_status vjp_copysign_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_copysign_", "input"), arg_tensor(other, "vjp_copysign_", "other")};
    call_inplace(op_Copysign, args);
  });
}

vjp_status vjp_copysign_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_copysign_scalar_", "input"), arg_scalar(other, "vjp_copysign_scalar_", "other")};
    call_inplace(op_Copysign, args);
  });
}

vjp_status vjp_corrcoef(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_corrcoef");
    const Value args[] = {arg_tensor(input, "vjp_corrcoef", "input")};
    *out = give(call1(op_CorrCoef, args));
  });
}

vjp_status vjp_cos(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cos");
    const Value args[] = {arg_tensor(input, "vjp_cos", "input")};
    *out = give(call1(op_Cos, args));
  });
}

vjp_status vjp_cos_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_cos_", "input")};
    call_inplace(op_Cos, args);
  });
}

vjp_status vjp_cosh(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cosh");
    const Value args[] = {arg_tensor(input, "vjp_cosh", "input")};
    *out = give(call1(op_Cosh, args));
  });
}

vjp_status vjp_cosh_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_cosh_", "input")};
    call_inplace(op_Cosh, args);
  });
}

vjp_status vjp_cosine_embedding_loss(vjp_tensor* input1, vjp_tensor* input2, vjp_tensor* target, double margin, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cosine_embedding_loss");
    const Value args[] = {arg_tensor(input1, "vjp_cosine_embedding_loss", "input1"), arg_tensor(input2, "vjp_cosine_embedding_loss", "input2"), arg_tensor(target, "vjp_cosine_embedding_loss", "target"), box(margin), arg_string(reduction, false, "vjp_cosine_embedding_loss", "reduction")};
    *out = give(call1(op_CosineEmbeddingLoss, args));
  });
}

vjp_status vjp_cosine_similarity(vjp_tensor* x1, vjp_tensor* x2, int64_t dim, double eps, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cosine_similarity");
    const Value args[] = {arg_tensor(x1, "vjp_cosine_similarity", "x1"), arg_tensor(x2, "vjp_cosine_similarity", "x2"), box(dim), box(eps)};
    *out = give(call1(op_CosineSimilarity, args));
  });
}

vjp_status vjp_count_nonzero(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_count_nonzero");
    const Value args[] = {arg_tensor(input, "vjp_count_nonzero", "input"), arg_ints(dim, num_dim, true, "vjp_count_nonzero", "dim")};
    *out = give(call1(op_CountNonzero, args));
  });
}

vjp_status vjp_cov(vjp_tensor* input, int64_t correction, vjp_tensor* fweights, vjp_tensor* aweights, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cov");
    const Value args[] = {arg_tensor(input, "vjp_cov", "input"), box(correction), arg_optional(fweights), arg_optional(aweights)};
    *out = give(call1(op_Cov, args));
  });
}

vjp_status vjp_cross_entropy(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, int64_t ignore_index, const char* reduction, double label_smoothing, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cross_entropy");
    const Value args[] = {arg_tensor(input, "vjp_cross_entropy", "input"), arg_tensor(target, "vjp_cross_entropy", "target"), arg_optional(weight), box(ignore_index), arg_string(reduction, false, "vjp_cross_entropy", "reduction"), box(label_smoothing)};
    *out = give(call1(op_CrossEntropy, args));
  });
}

vjp_status vjp_ctc_loss(vjp_tensor* log_probs, vjp_tensor* targets, vjp_tensor* input_lengths, vjp_tensor* target_lengths, int64_t blank, const char* reduction, bool zero_infinity, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ctc_loss");
    const Value args[] = {arg_tensor(log_probs, "vjp_ctc_loss", "log_probs"), arg_tensor(targets, "vjp_ctc_loss", "targets"), arg_tensor(input_lengths, "vjp_ctc_loss", "input_lengths"), arg_tensor(target_lengths, "vjp_ctc_loss", "target_lengths"), box(blank), arg_string(reduction, false, "vjp_ctc_loss", "reduction"), box(zero_infinity)};
    *out = give(call1(op_CtcLoss, args));
  });
}

vjp_status vjp_ctc_loss_lengths(vjp_tensor* log_probs, vjp_tensor* targets, const int64_t* input_lengths, size_t num_input_lengths, const int64_t* target_lengths, size_t num_target_lengths, int64_t blank, const char* reduction, bool zero_infinity, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ctc_loss_lengths");
    const Value args[] = {arg_tensor(log_probs, "vjp_ctc_loss_lengths", "log_probs"), arg_tensor(targets, "vjp_ctc_loss_lengths", "targets"), arg_ints(input_lengths, num_input_lengths, false, "vjp_ctc_loss_lengths", "input_lengths"), arg_ints(target_lengths, num_target_lengths, false, "vjp_ctc_loss_lengths", "target_lengths"), box(blank), arg_string(reduction, false, "vjp_ctc_loss_lengths", "reduction"), box(zero_infinity)};
    *out = give(call1(op_CtcLossOfLists, args));
  });
}

vjp_status vjp_cummax(vjp_tensor* input, int64_t dim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  return guard([&] {
    arg_out(out_values, "vjp_cummax");
    arg_out(out_indices, "vjp_cummax");
    const Value args[] = {arg_tensor(input, "vjp_cummax", "input"), box(dim)};
    Tensor outs[2];
    call(op_CumMax, args, outs);
    *out_values = give(std::move(outs[0]));
    *out_indices = give(std::move(outs[1]));
  });
}

vjp_status vjp_cummin(vjp_tensor* input, int64_t dim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  return guard([&] {
    arg_out(out_values, "vjp_cummin");
    arg_out(out_indices, "vjp_cummin");
    const Value args[] = {arg_tensor(input, "vjp_cummin", "input"), box(dim)};
    Tensor outs[2];
    call(op_CumMin, args, outs);
    *out_values = give(std::move(outs[0]));
    *out_indices = give(std::move(outs[1]));
  });
}

vjp_status vjp_cumprod(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cumprod");
    const Value args[] = {arg_tensor(input, "vjp_cumprod", "input"), box(dim), arg_dtype(dtype, "vjp_cumprod", "dtype")};
    *out = give(call1(op_CumProd, args));
  });
}

vjp_status vjp_cumprod_(vjp_tensor* input, int64_t dim, vjp_dtype dtype) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_cumprod_", "input"), box(dim), arg_dtype(dtype, "vjp_cumprod_", "dtype")};
    call_inplace(op_CumProd, args);
  });
}

vjp_status vjp_cumsum(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cumsum");
    const Value args[] = {arg_tensor(input, "vjp_cumsum", "input"), box(dim), arg_dtype(dtype, "vjp_cumsum", "dtype")};
    *out = give(call1(op_CumSum, args));
  });
}

vjp_status vjp_cumsum_(vjp_tensor* input, int64_t dim, vjp_dtype dtype) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_cumsum_", "input"), box(dim), arg_dtype(dtype, "vjp_cumsum_", "dtype")};
    call_inplace(op_CumSum, args);
  });
}

vjp_status vjp_cumulative_trapezoid(vjp_tensor* y, vjp_tensor* x, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cumulative_trapezoid");
    const Value args[] = {arg_tensor(y, "vjp_cumulative_trapezoid", "y"), arg_tensor(x, "vjp_cumulative_trapezoid", "x"), box(dim)};
    *out = give(call1(op_CumulativeTrapezoid, args));
  });
}

vjp_status vjp_cumulative_trapezoid_dx(vjp_tensor* y, double dx, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_cumulative_trapezoid_dx");
    const Value args[] = {arg_tensor(y, "vjp_cumulative_trapezoid_dx", "y"), box(dx), box(dim)};
    *out = give(call1(op_CumulativeTrapezoidEven, args));
  });
}

vjp_status vjp_deg2rad(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_deg2rad");
    const Value args[] = {arg_tensor(input, "vjp_deg2rad", "input")};
    *out = give(call1(op_Deg2rad, args));
  });
}

vjp_status vjp_deg2rad_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_deg2rad_", "input")};
    call_inplace(op_Deg2rad, args);
  });
}

vjp_status vjp_diag(vjp_tensor* input, int64_t diagonal, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_diag");
    const Value args[] = {arg_tensor(input, "vjp_diag", "input"), box(diagonal)};
    *out = give(call1(op_Diag, args));
  });
}

vjp_status vjp_diag_embed(vjp_tensor* input, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_diag_embed");
    const Value args[] = {arg_tensor(input, "vjp_diag_embed", "input"), box(offset), box(dim1), box(dim2)};
    *out = give(call1(op_DiagEmbed, args));
  });
}

vjp_status vjp_diagflat(vjp_tensor* input, int64_t offset, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_diagflat");
    const Value args[] = {arg_tensor(input, "vjp_diagflat", "input"), box(offset)};
    *out = give(call1(op_DiagFlat, args));
  });
}

vjp_status vjp_diagonal(vjp_tensor* input, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_diagonal");
    const Value args[] = {arg_tensor(input, "vjp_diagonal", "input"), box(offset), box(dim1), box(dim2)};
    *out = give(call1(op_Diagonal, args));
  });
}

vjp_status vjp_diagonal_copy(vjp_tensor* input, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_diagonal_copy");
    const Value args[] = {arg_tensor(input, "vjp_diagonal_copy", "input"), box(offset), box(dim1), box(dim2)};
    *out = give(call1(op_DiagonalCopy, args));
  });
}

vjp_status vjp_diagonal_scatter(vjp_tensor* input, vjp_tensor* src, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_diagonal_scatter");
    const Value args[] = {arg_tensor(input, "vjp_diagonal_scatter", "input"), arg_tensor(src, "vjp_diagonal_scatter", "src"), box(offset), box(dim1), box(dim2)};
    *out = give(call1(op_DiagonalScatter, args));
  });
}

vjp_status vjp_diff(vjp_tensor* input, int64_t n, int64_t dim, vjp_tensor* prepend, vjp_tensor* append, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_diff");
    const Value args[] = {arg_tensor(input, "vjp_diff", "input"), box(n), box(dim), arg_optional(prepend), arg_optional(append)};
    *out = give(call1(op_Diff, args));
  });
}

vjp_status vjp_digamma(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_digamma");
    const Value args[] = {arg_tensor(input, "vjp_digamma", "input")};
    *out = give(call1(op_Digamma, args));
  });
}

vjp_status vjp_digamma_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_digamma_", "input")};
    call_inplace(op_Digamma, args);
  });
}

vjp_status vjp_dist(vjp_tensor* input, vjp_tensor* other, double p, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_dist");
    const Value args[] = {arg_tensor(input, "vjp_dist", "input"), arg_tensor(other, "vjp_dist", "other"), box(p)};
    *out = give(call1(op_Dist, args));
  });
}

vjp_status vjp_div(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_div");
    const Value args[] = {arg_tensor(input, "vjp_div", "input"), arg_tensor(other, "vjp_div", "other")};
    *out = give(call1(op_Div, args));
  });
}

vjp_status vjp_div_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_div_scalar");
    const Value args[] = {arg_tensor(input, "vjp_div_scalar", "input"), arg_scalar(other, "vjp_div_scalar", "other")};
    *out = give(call1(op_Div, args));
  });
}

vjp_status vjp_scalar_div(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_div");
    const Value args[] = {arg_scalar(input, "vjp_scalar_div", "input"), arg_tensor(other, "vjp_scalar_div", "other")};
    *out = give(call1(op_Div, args));
  });
}

vjp_status vjp_div_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_div_", "input"), arg_tensor(other, "vjp_div_", "other")};
    call_inplace(op_Div, args);
  });
}

vjp_status vjp_div_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_div_scalar_", "input"), arg_scalar(other, "vjp_div_scalar_", "other")};
    call_inplace(op_Div, args);
  });
}

vjp_status vjp_div_rounding_mode(vjp_tensor* input, vjp_tensor* other, const char* rounding_mode, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_div_rounding_mode");
    const Value args[] = {arg_tensor(input, "vjp_div_rounding_mode", "input"), arg_tensor(other, "vjp_div_rounding_mode", "other"), arg_string(rounding_mode, true, "vjp_div_rounding_mode", "rounding_mode")};
    *out = give(call1(op_DivRounded, args));
  });
}

vjp_status vjp_div_rounding_mode_scalar(vjp_tensor* input, vjp_scalar other, const char* rounding_mode, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_div_rounding_mode_scalar");
    const Value args[] = {arg_tensor(input, "vjp_div_rounding_mode_scalar", "input"), arg_scalar(other, "vjp_div_rounding_mode_scalar", "other"), arg_string(rounding_mode, true, "vjp_div_rounding_mode_scalar", "rounding_mode")};
    *out = give(call1(op_DivRounded, args));
  });
}

vjp_status vjp_scalar_div_rounding_mode(vjp_scalar input, vjp_tensor* other, const char* rounding_mode, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_div_rounding_mode");
    const Value args[] = {arg_scalar(input, "vjp_scalar_div_rounding_mode", "input"), arg_tensor(other, "vjp_scalar_div_rounding_mode", "other"), arg_string(rounding_mode, true, "vjp_scalar_div_rounding_mode", "rounding_mode")};
    *out = give(call1(op_DivRounded, args));
  });
}

vjp_status vjp_div_rounding_mode_(vjp_tensor* input, vjp_tensor* other, const char* rounding_mode) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_div_rounding_mode_", "input"), arg_tensor(other, "vjp_div_rounding_mode_", "other"), arg_string(rounding_mode, true, "vjp_div_rounding_mode_", "rounding_mode")};
    call_inplace(op_DivRounded, args);
  });
}

vjp_status vjp_div_rounding_mode_scalar_(vjp_tensor* input, vjp_scalar other, const char* rounding_mode) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_div_rounding_mode_scalar_", "input"), arg_scalar(other, "vjp_div_rounding_mode_scalar_", "other"), arg_string(rounding_mode, true, "vjp_div_rounding_mode_scalar_", "rounding_mode")};
    call_inplace(op_DivRounded, args);
  });
}

vjp_status vjp_dot(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_dot");
    const Value args[] = {arg_tensor(input, "vjp_dot", "input"), arg_tensor(other, "vjp_dot", "other")};
    *out = give(call1(op_Dot, args));
  });
}

vjp_status vjp_dropout(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_dropout");
    const Value args[] = {arg_tensor(input, "vjp_dropout", "input"), box(p), box(training), arg_generator(generator)};
    *out = give(call1(op_Dropout, args));
  });
}

vjp_status vjp_dropout_(vjp_tensor* input, double p, bool training, vjp_generator* generator) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_dropout_", "input"), box(p), box(training), arg_generator(generator)};
    call_inplace(op_Dropout, args);
  });
}

vjp_status vjp_dsplit(vjp_tensor* input, int64_t indices_or_sections, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_dsplit");
    const Value args[] = {arg_tensor(input, "vjp_dsplit", "input"), box(indices_or_sections)};
    *out = give_list(call_list(op_DSplit, args));
  });
}

vjp_status vjp_dsplit_indices(vjp_tensor* input, const int64_t* indices_or_sections, size_t num_indices_or_sections, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_dsplit_indices");
    const Value args[] = {arg_tensor(input, "vjp_dsplit_indices", "input"), arg_ints(indices_or_sections, num_indices_or_sections, false, "vjp_dsplit_indices", "indices_or_sections")};
    *out = give_list(call_list(op_DSplitIndices, args));
  });
}

vjp_status vjp_dstack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_dstack");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_dstack", "tensors")};
    *out = give(call1(op_DStack, args));
  });
}

vjp_status vjp_einsum(const char* equation, vjp_tensor* const* operands, size_t num_operands, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_einsum");
    const Value args[] = {arg_string(equation, false, "vjp_einsum", "equation"), arg_tensors(operands, num_operands, false, "vjp_einsum", "operands")};
    *out = give(call1(op_Einsum, args));
  });
}

vjp_status vjp_elu(vjp_tensor* input, double alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_elu");
    const Value args[] = {arg_tensor(input, "vjp_elu", "input"), box(alpha)};
    *out = give(call1(op_Elu, args));
  });
}

vjp_status vjp_elu_(vjp_tensor* input, double alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_elu_", "input"), box(alpha)};
    call_inplace(op_Elu, args);
  });
}

vjp_status vjp_embedding(vjp_tensor* input, vjp_tensor* weight, const int64_t* padding_idx, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_embedding");
    const Value args[] = {arg_tensor(input, "vjp_embedding", "input"), arg_tensor(weight, "vjp_embedding", "weight"), arg_int(padding_idx)};
    *out = give(call1(op_Embedding, args));
  });
}

vjp_status vjp_empty(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_empty");
    const Value args[] = {arg_ints(size, num_size, false, "vjp_empty", "size"), arg_dtype(dtype, "vjp_empty", "dtype")};
    *out = give(call1(op_Empty, args));
  });
}

vjp_status vjp_empty_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_empty_like");
    const Value args[] = {arg_tensor(input, "vjp_empty_like", "input"), arg_dtype(dtype, "vjp_empty_like", "dtype")};
    *out = give(call1(op_EmptyLike, args));
  });
}

vjp_status vjp_entr(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_entr");
    const Value args[] = {arg_tensor(input, "vjp_entr", "input")};
    *out = give(call1(op_Entropy, args));
  });
}

vjp_status vjp_entr_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_entr_", "input")};
    call_inplace(op_Entropy, args);
  });
}

vjp_status vjp_eq(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_eq");
    const Value args[] = {arg_tensor(input, "vjp_eq", "input"), arg_tensor(other, "vjp_eq", "other")};
    *out = give(call1(op_Eq, args));
  });
}

vjp_status vjp_eq_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_eq_scalar");
    const Value args[] = {arg_tensor(input, "vjp_eq_scalar", "input"), arg_scalar(other, "vjp_eq_scalar", "other")};
    *out = give(call1(op_Eq, args));
  });
}

vjp_status vjp_scalar_eq(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_eq");
    const Value args[] = {arg_scalar(input, "vjp_scalar_eq", "input"), arg_tensor(other, "vjp_scalar_eq", "other")};
    *out = give(call1(op_Eq, args));
  });
}

vjp_status vjp_eq_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_eq_", "input"), arg_tensor(other, "vjp_eq_", "other")};
    call_inplace(op_Eq, args);
  });
}

vjp_status vjp_eq_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_eq_scalar_", "input"), arg_scalar(other, "vjp_eq_scalar_", "other")};
    call_inplace(op_Eq, args);
  });
}

vjp_status vjp_erf(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_erf");
    const Value args[] = {arg_tensor(input, "vjp_erf", "input")};
    *out = give(call1(op_Erf, args));
  });
}

vjp_status vjp_erf_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_erf_", "input")};
    call_inplace(op_Erf, args);
  });
}

vjp_status vjp_erfc(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_erfc");
    const Value args[] = {arg_tensor(input, "vjp_erfc", "input")};
    *out = give(call1(op_Erfc, args));
  });
}

vjp_status vjp_erfc_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_erfc_", "input")};
    call_inplace(op_Erfc, args);
  });
}

vjp_status vjp_erfinv(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_erfinv");
    const Value args[] = {arg_tensor(input, "vjp_erfinv", "input")};
    *out = give(call1(op_Erfinv, args));
  });
}

vjp_status vjp_erfinv_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_erfinv_", "input")};
    call_inplace(op_Erfinv, args);
  });
}

vjp_status vjp_exp(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_exp");
    const Value args[] = {arg_tensor(input, "vjp_exp", "input")};
    *out = give(call1(op_Exp, args));
  });
}

vjp_status vjp_exp_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_exp_", "input")};
    call_inplace(op_Exp, args);
  });
}

vjp_status vjp_exp2(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_exp2");
    const Value args[] = {arg_tensor(input, "vjp_exp2", "input")};
    *out = give(call1(op_Exp2, args));
  });
}

vjp_status vjp_exp2_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_exp2_", "input")};
    call_inplace(op_Exp2, args);
  });
}

vjp_status vjp_expand(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_expand");
    const Value args[] = {arg_tensor(input, "vjp_expand", "input"), arg_ints(size, num_size, false, "vjp_expand", "size")};
    *out = give(call1(op_Expand, args));
  });
}

vjp_status vjp_expand_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_expand_as");
    const Value args[] = {arg_tensor(input, "vjp_expand_as", "input"), arg_tensor(other, "vjp_expand_as", "other")};
    *out = give(call1(op_ExpandAs, args));
  });
}

vjp_status vjp_expand_copy(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_expand_copy");
    const Value args[] = {arg_tensor(input, "vjp_expand_copy", "input"), arg_ints(size, num_size, false, "vjp_expand_copy", "size")};
    *out = give(call1(op_ExpandCopy, args));
  });
}

vjp_status vjp_expm1(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_expm1");
    const Value args[] = {arg_tensor(input, "vjp_expm1", "input")};
    *out = give(call1(op_Expm1, args));
  });
}

vjp_status vjp_expm1_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_expm1_", "input")};
    call_inplace(op_Expm1, args);
  });
}

vjp_status vjp_eye(int64_t n, const int64_t* m, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_eye");
    const Value args[] = {box(n), arg_int(m), arg_dtype(dtype, "vjp_eye", "dtype")};
    *out = give(call1(op_Eye, args));
  });
}

vjp_status vjp_fill(vjp_tensor* input, vjp_tensor* value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_fill");
    const Value args[] = {arg_tensor(input, "vjp_fill", "input"), arg_tensor(value, "vjp_fill", "value")};
    *out = give(call1(op_Fill, args));
  });
}

vjp_status vjp_fill_scalar(vjp_tensor* input, vjp_scalar value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_fill_scalar");
    const Value args[] = {arg_tensor(input, "vjp_fill_scalar", "input"), arg_scalar(value, "vjp_fill_scalar", "value")};
    *out = give(call1(op_Fill, args));
  });
}

vjp_status vjp_fill_(vjp_tensor* input, vjp_tensor* value) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_fill_", "input"), arg_tensor(value, "vjp_fill_", "value")};
    call_inplace(op_Fill, args);
  });
}

vjp_status vjp_fill_scalar_(vjp_tensor* input, vjp_scalar value) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_fill_scalar_", "input"), arg_scalar(value, "vjp_fill_scalar_", "value")};
    call_inplace(op_Fill, args);
  });
}

vjp_status vjp_flatten(vjp_tensor* input, int64_t start_dim, int64_t end_dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_flatten");
    const Value args[] = {arg_tensor(input, "vjp_flatten", "input"), box(start_dim), box(end_dim)};
    *out = give(call1(op_Flatten, args));
  });
}

vjp_status vjp_flip(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_flip");
    const Value args[] = {arg_tensor(input, "vjp_flip", "input"), arg_ints(dims, num_dims, false, "vjp_flip", "dims")};
    *out = give(call1(op_Flip, args));
  });
}

vjp_status vjp_fliplr(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_fliplr");
    const Value args[] = {arg_tensor(input, "vjp_fliplr", "input")};
    *out = give(call1(op_FlipLR, args));
  });
}

vjp_status vjp_flipud(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_flipud");
    const Value args[] = {arg_tensor(input, "vjp_flipud", "input")};
    *out = give(call1(op_FlipUD, args));
  });
}

vjp_status vjp_float_power(vjp_tensor* input, vjp_tensor* exponent, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_float_power");
    const Value args[] = {arg_tensor(input, "vjp_float_power", "input"), arg_tensor(exponent, "vjp_float_power", "exponent")};
    *out = give(call1(op_FloatPower, args));
  });
}

vjp_status vjp_float_power_scalar(vjp_tensor* input, vjp_scalar exponent, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_float_power_scalar");
    const Value args[] = {arg_tensor(input, "vjp_float_power_scalar", "input"), arg_scalar(exponent, "vjp_float_power_scalar", "exponent")};
    *out = give(call1(op_FloatPower, args));
  });
}

vjp_status vjp_scalar_float_power(vjp_scalar input, vjp_tensor* exponent, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_float_power");
    const Value args[] = {arg_scalar(input, "vjp_scalar_float_power", "input"), arg_tensor(exponent, "vjp_scalar_float_power", "exponent")};
    *out = give(call1(op_FloatPower, args));
  });
}

vjp_status vjp_float_power_(vjp_tensor* input, vjp_tensor* exponent) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_float_power_", "input"), arg_tensor(exponent, "vjp_float_power_", "exponent")};
    call_inplace(op_FloatPower, args);
  });
}

vjp_status vjp_float_power_scalar_(vjp_tensor* input, vjp_scalar exponent) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_float_power_scalar_", "input"), arg_scalar(exponent, "vjp_float_power_scalar_", "exponent")};
    call_inplace(op_FloatPower, args);
  });
}

vjp_status vjp_floor(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_floor");
    const Value args[] = {arg_tensor(input, "vjp_floor", "input")};
    *out = give(call1(op_Floor, args));
  });
}

vjp_status vjp_floor_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_floor_", "input")};
    call_inplace(op_Floor, args);
  });
}

vjp_status vjp_floor_divide(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_floor_divide");
    const Value args[] = {arg_tensor(input, "vjp_floor_divide", "input"), arg_tensor(other, "vjp_floor_divide", "other")};
    *out = give(call1(op_FloorDivide, args));
  });
}

vjp_status vjp_floor_divide_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_floor_divide_scalar");
    const Value args[] = {arg_tensor(input, "vjp_floor_divide_scalar", "input"), arg_scalar(other, "vjp_floor_divide_scalar", "other")};
    *out = give(call1(op_FloorDivide, args));
  });
}

vjp_status vjp_scalar_floor_divide(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_floor_divide");
    const Value args[] = {arg_scalar(input, "vjp_scalar_floor_divide", "input"), arg_tensor(other, "vjp_scalar_floor_divide", "other")};
    *out = give(call1(op_FloorDivide, args));
  });
}

vjp_status vjp_floor_divide_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_floor_divide_", "input"), arg_tensor(other, "vjp_floor_divide_", "other")};
    call_inplace(op_FloorDivide, args);
  });
}

vjp_status vjp_floor_divide_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_floor_divide_scalar_", "input"), arg_scalar(other, "vjp_floor_divide_scalar_", "other")};
    call_inplace(op_FloorDivide, args);
  });
}

vjp_status vjp_fmax(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_fmax");
    const Value args[] = {arg_tensor(input, "vjp_fmax", "input"), arg_tensor(other, "vjp_fmax", "other")};
    *out = give(call1(op_Fmax, args));
  });
}

vjp_status vjp_fmax_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_fmax_", "input"), arg_tensor(other, "vjp_fmax_", "other")};
    call_inplace(op_Fmax, args);
  });
}

vjp_status vjp_fmin(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_fmin");
    const Value args[] = {arg_tensor(input, "vjp_fmin", "input"), arg_tensor(other, "vjp_fmin", "other")};
    *out = give(call1(op_Fmin, args));
  });
}

vjp_status vjp_fmin_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_fmin_", "input"), arg_tensor(other, "vjp_fmin_", "other")};
    call_inplace(op_Fmin, args);
  });
}

vjp_status vjp_fmod(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_fmod");
    const Value args[] = {arg_tensor(input, "vjp_fmod", "input"), arg_tensor(other, "vjp_fmod", "other")};
    *out = give(call1(op_Fmod, args));
  });
}

vjp_status vjp_fmod_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_fmod_scalar");
    const Value args[] = {arg_tensor(input, "vjp_fmod_scalar", "input"), arg_scalar(other, "vjp_fmod_scalar", "other")};
    *out = give(call1(op_Fmod, args));
  });
}

vjp_status vjp_fmod_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_fmod_", "input"), arg_tensor(other, "vjp_fmod_", "other")};
    call_inplace(op_Fmod, args);
  });
}

vjp_status vjp_fmod_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_fmod_scalar_", "input"), arg_scalar(other, "vjp_fmod_scalar_", "other")};
    call_inplace(op_Fmod, args);
  });
}

vjp_status vjp_frac(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_frac");
    const Value args[] = {arg_tensor(input, "vjp_frac", "input")};
    *out = give(call1(op_Frac, args));
  });
}

vjp_status vjp_frac_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_frac_", "input")};
    call_inplace(op_Frac, args);
  });
}

vjp_status vjp_full(const int64_t* size, size_t num_size, vjp_scalar fill_value, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_full");
    const Value args[] = {arg_ints(size, num_size, false, "vjp_full", "size"), arg_scalar(fill_value, "vjp_full", "fill_value"), arg_dtype(dtype, "vjp_full", "dtype")};
    *out = give(call1(op_Full, args));
  });
}

vjp_status vjp_full_like(vjp_tensor* input, vjp_scalar fill_value, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_full_like");
    const Value args[] = {arg_tensor(input, "vjp_full_like", "input"), arg_scalar(fill_value, "vjp_full_like", "fill_value"), arg_dtype(dtype, "vjp_full_like", "dtype")};
    *out = give(call1(op_FullLike, args));
  });
}

vjp_status vjp_gather(vjp_tensor* input, int64_t dim, vjp_tensor* index, bool sparse_grad, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_gather");
    const Value args[] = {arg_tensor(input, "vjp_gather", "input"), box(dim), arg_tensor(index, "vjp_gather", "index"), box(sparse_grad)};
    *out = give(call1(op_Gather, args));
  });
}

vjp_status vjp_gaussian_nll_loss(vjp_tensor* input, vjp_tensor* target, vjp_tensor* var, bool full, double eps, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_gaussian_nll_loss");
    const Value args[] = {arg_tensor(input, "vjp_gaussian_nll_loss", "input"), arg_tensor(target, "vjp_gaussian_nll_loss", "target"), arg_tensor(var, "vjp_gaussian_nll_loss", "var"), box(full), box(eps), arg_string(reduction, false, "vjp_gaussian_nll_loss", "reduction")};
    *out = give(call1(op_GaussianNllLoss, args));
  });
}

vjp_status vjp_ge(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ge");
    const Value args[] = {arg_tensor(input, "vjp_ge", "input"), arg_tensor(other, "vjp_ge", "other")};
    *out = give(call1(op_Ge, args));
  });
}

vjp_status vjp_ge_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ge_scalar");
    const Value args[] = {arg_tensor(input, "vjp_ge_scalar", "input"), arg_scalar(other, "vjp_ge_scalar", "other")};
    *out = give(call1(op_Ge, args));
  });
}

vjp_status vjp_scalar_ge(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_ge");
    const Value args[] = {arg_scalar(input, "vjp_scalar_ge", "input"), arg_tensor(other, "vjp_scalar_ge", "other")};
    *out = give(call1(op_Ge, args));
  });
}

vjp_status vjp_ge_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_ge_", "input"), arg_tensor(other, "vjp_ge_", "other")};
    call_inplace(op_Ge, args);
  });
}

vjp_status vjp_ge_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_ge_scalar_", "input"), arg_scalar(other, "vjp_ge_scalar_", "other")};
    call_inplace(op_Ge, args);
  });
}

vjp_status vjp_gelu(vjp_tensor* input, const char* approximate, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_gelu");
    const Value args[] = {arg_tensor(input, "vjp_gelu", "input"), arg_string(approximate, false, "vjp_gelu", "approximate")};
    *out = give(call1(op_Gelu, args));
  });
}

vjp_status vjp_ger(vjp_tensor* input, vjp_tensor* vec2, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ger");
    const Value args[] = {arg_tensor(input, "vjp_ger", "input"), arg_tensor(vec2, "vjp_ger", "vec2")};
    *out = give(call1(op_Ger, args));
  });
}

vjp_status vjp_glu(vjp_tensor* input, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_glu");
    const Value args[] = {arg_tensor(input, "vjp_glu", "input"), box(dim)};
    *out = give(call1(op_Glu, args));
  });
}

vjp_status vjp_gradient(vjp_tensor* input, const double* spacing, const int64_t* dim, size_t num_dim, int64_t edge_order, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_gradient");
    const Value args[] = {arg_tensor(input, "vjp_gradient", "input"), arg_float(spacing), arg_ints(dim, num_dim, true, "vjp_gradient", "dim"), box(edge_order)};
    *out = give_list(call_list(op_Gradient, args));
  });
}

vjp_status vjp_gradient_coordinates(vjp_tensor* input, vjp_tensor* const* spacing, size_t num_spacing, const int64_t* dim, size_t num_dim, int64_t edge_order, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_gradient_coordinates");
    const Value args[] = {arg_tensor(input, "vjp_gradient_coordinates", "input"), arg_tensors(spacing, num_spacing, false, "vjp_gradient_coordinates", "spacing"), arg_ints(dim, num_dim, true, "vjp_gradient_coordinates", "dim"), box(edge_order)};
    *out = give_list(call_list(op_GradientCoordinates, args));
  });
}

vjp_status vjp_gradient_spacings(vjp_tensor* input, const double* spacing, size_t num_spacing, const int64_t* dim, size_t num_dim, int64_t edge_order, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_gradient_spacings");
    const Value args[] = {arg_tensor(input, "vjp_gradient_spacings", "input"), arg_floats(spacing, num_spacing, false, "vjp_gradient_spacings", "spacing"), arg_ints(dim, num_dim, true, "vjp_gradient_spacings", "dim"), box(edge_order)};
    *out = give_list(call_list(op_GradientSpacings, args));
  });
}

vjp_status vjp_grid_sample(vjp_tensor* input, vjp_tensor* grid, const char* mode, const char* padding_mode, bool align_corners, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_grid_sample");
    const Value args[] = {arg_tensor(input, "vjp_grid_sample", "input"), arg_tensor(grid, "vjp_grid_sample", "grid"), arg_string(mode, false, "vjp_grid_sample", "mode"), arg_string(padding_mode, false, "vjp_grid_sample", "padding_mode"), box(align_corners)};
    *out = give(call1(op_GridSample, args));
  });
}

vjp_status vjp_grid_sampler_2d(vjp_tensor* input, vjp_tensor* grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_grid_sampler_2d");
    const Value args[] = {arg_tensor(input, "vjp_grid_sampler_2d", "input"), arg_tensor(grid, "vjp_grid_sampler_2d", "grid"), box(interpolation_mode), box(padding_mode), box(align_corners)};
    *out = give(call1(op_GridSampler2d, args));
  });
}

vjp_status vjp_grid_sampler_3d(vjp_tensor* input, vjp_tensor* grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_grid_sampler_3d");
    const Value args[] = {arg_tensor(input, "vjp_grid_sampler_3d", "input"), arg_tensor(grid, "vjp_grid_sampler_3d", "grid"), box(interpolation_mode), box(padding_mode), box(align_corners)};
    *out = give(call1(op_GridSampler3d, args));
  });
}

vjp_status vjp_group_norm(vjp_tensor* input, int64_t num_groups, vjp_tensor* weight, vjp_tensor* bias, double eps, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_group_norm");
    const Value args[] = {arg_tensor(input, "vjp_group_norm", "input"), box(num_groups), arg_optional(weight), arg_optional(bias), box(eps)};
    *out = give(call1(op_GroupNorm, args));
  });
}

vjp_status vjp_gt(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_gt");
    const Value args[] = {arg_tensor(input, "vjp_gt", "input"), arg_tensor(other, "vjp_gt", "other")};
    *out = give(call1(op_Gt, args));
  });
}

vjp_status vjp_gt_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_gt_scalar");
    const Value args[] = {arg_tensor(input, "vjp_gt_scalar", "input"), arg_scalar(other, "vjp_gt_scalar", "other")};
    *out = give(call1(op_Gt, args));
  });
}

vjp_status vjp_scalar_gt(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_gt");
    const Value args[] = {arg_scalar(input, "vjp_scalar_gt", "input"), arg_tensor(other, "vjp_scalar_gt", "other")};
    *out = give(call1(op_Gt, args));
  });
}

vjp_status vjp_gt_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_gt_", "input"), arg_tensor(other, "vjp_gt_", "other")};
    call_inplace(op_Gt, args);
  });
}

vjp_status vjp_gt_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_gt_scalar_", "input"), arg_scalar(other, "vjp_gt_scalar_", "other")};
    call_inplace(op_Gt, args);
  });
}

vjp_status vjp_hardshrink(vjp_tensor* input, vjp_scalar lambd, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_hardshrink");
    const Value args[] = {arg_tensor(input, "vjp_hardshrink", "input"), arg_scalar(lambd, "vjp_hardshrink", "lambd")};
    *out = give(call1(op_Hardshrink, args));
  });
}

vjp_status vjp_hardshrink_(vjp_tensor* input, vjp_scalar lambd) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_hardshrink_", "input"), arg_scalar(lambd, "vjp_hardshrink_", "lambd")};
    call_inplace(op_Hardshrink, args);
  });
}

vjp_status vjp_hardsigmoid(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_hardsigmoid");
    const Value args[] = {arg_tensor(input, "vjp_hardsigmoid", "input")};
    *out = give(call1(op_Hardsigmoid, args));
  });
}

vjp_status vjp_hardsigmoid_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_hardsigmoid_", "input")};
    call_inplace(op_Hardsigmoid, args);
  });
}

vjp_status vjp_hardswish(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_hardswish");
    const Value args[] = {arg_tensor(input, "vjp_hardswish", "input")};
    *out = give(call1(op_Hardswish, args));
  });
}

vjp_status vjp_hardswish_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_hardswish_", "input")};
    call_inplace(op_Hardswish, args);
  });
}

vjp_status vjp_hardtanh(vjp_tensor* input, vjp_scalar min_val, vjp_scalar max_val, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_hardtanh");
    const Value args[] = {arg_tensor(input, "vjp_hardtanh", "input"), arg_scalar(min_val, "vjp_hardtanh", "min_val"), arg_scalar(max_val, "vjp_hardtanh", "max_val")};
    *out = give(call1(op_Hardtanh, args));
  });
}

vjp_status vjp_hardtanh_(vjp_tensor* input, vjp_scalar min_val, vjp_scalar max_val) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_hardtanh_", "input"), arg_scalar(min_val, "vjp_hardtanh_", "min_val"), arg_scalar(max_val, "vjp_hardtanh_", "max_val")};
    call_inplace(op_Hardtanh, args);
  });
}

vjp_status vjp_hinge_embedding_loss(vjp_tensor* input, vjp_tensor* target, double margin, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_hinge_embedding_loss");
    const Value args[] = {arg_tensor(input, "vjp_hinge_embedding_loss", "input"), arg_tensor(target, "vjp_hinge_embedding_loss", "target"), box(margin), arg_string(reduction, false, "vjp_hinge_embedding_loss", "reduction")};
    *out = give(call1(op_HingeEmbeddingLoss, args));
  });
}

vjp_status vjp_hsplit(vjp_tensor* input, int64_t indices_or_sections, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_hsplit");
    const Value args[] = {arg_tensor(input, "vjp_hsplit", "input"), box(indices_or_sections)};
    *out = give_list(call_list(op_HSplit, args));
  });
}

vjp_status vjp_hsplit_indices(vjp_tensor* input, const int64_t* indices_or_sections, size_t num_indices_or_sections, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_hsplit_indices");
    const Value args[] = {arg_tensor(input, "vjp_hsplit_indices", "input"), arg_ints(indices_or_sections, num_indices_or_sections, false, "vjp_hsplit_indices", "indices_or_sections")};
    *out = give_list(call_list(op_HSplitIndices, args));
  });
}

vjp_status vjp_hstack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_hstack");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_hstack", "tensors")};
    *out = give(call1(op_HStack, args));
  });
}

vjp_status vjp_huber_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, double delta, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_huber_loss");
    const Value args[] = {arg_tensor(input, "vjp_huber_loss", "input"), arg_tensor(target, "vjp_huber_loss", "target"), arg_string(reduction, false, "vjp_huber_loss", "reduction"), box(delta)};
    *out = give(call1(op_HuberLoss, args));
  });
}

vjp_status vjp_hypot(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_hypot");
    const Value args[] = {arg_tensor(input, "vjp_hypot", "input"), arg_tensor(other, "vjp_hypot", "other")};
    *out = give(call1(op_Hypot, args));
  });
}

vjp_status vjp_hypot_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_hypot_", "input"), arg_tensor(other, "vjp_hypot_", "other")};
    call_inplace(op_Hypot, args);
  });
}

vjp_status vjp_im2col(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* dilation, size_t num_dilation, const int64_t* padding, size_t num_padding, const int64_t* stride, size_t num_stride, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_im2col");
    const Value args[] = {arg_tensor(input, "vjp_im2col", "input"), arg_ints(kernel_size, num_kernel_size, false, "vjp_im2col", "kernel_size"), arg_ints(dilation, num_dilation, false, "vjp_im2col", "dilation"), arg_ints(padding, num_padding, false, "vjp_im2col", "padding"), arg_ints(stride, num_stride, false, "vjp_im2col", "stride")};
    *out = give(call1(op_Im2col, args));
  });
}

vjp_status vjp_imag(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_imag");
    const Value args[] = {arg_tensor(input, "vjp_imag", "input")};
    *out = give(call1(op_ImagPart, args));
  });
}

vjp_status vjp_index_tensor(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_index_tensor");
    const Value args[] = {arg_tensor(input, "vjp_index_tensor", "input"), arg_tensors(indices, num_indices, true, "vjp_index_tensor", "indices")};
    *out = give(call1(op_Index, args));
  });
}

vjp_status vjp_index_add(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_index_add");
    const Value args[] = {arg_tensor(input, "vjp_index_add", "input"), box(dim), arg_tensor(index, "vjp_index_add", "index"), arg_tensor(source, "vjp_index_add", "source"), arg_scalar(alpha, "vjp_index_add", "alpha")};
    *out = give(call1(op_IndexAdd, args));
  });
}

vjp_status vjp_index_add_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source, vjp_scalar alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_index_add_", "input"), box(dim), arg_tensor(index, "vjp_index_add_", "index"), arg_tensor(source, "vjp_index_add_", "source"), arg_scalar(alpha, "vjp_index_add_", "alpha")};
    call_inplace(op_IndexAdd, args);
  });
}

vjp_status vjp_index_copy(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_index_copy");
    const Value args[] = {arg_tensor(input, "vjp_index_copy", "input"), box(dim), arg_tensor(index, "vjp_index_copy", "index"), arg_tensor(source, "vjp_index_copy", "source")};
    *out = give(call1(op_IndexCopy, args));
  });
}

vjp_status vjp_index_copy_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_index_copy_", "input"), box(dim), arg_tensor(index, "vjp_index_copy_", "index"), arg_tensor(source, "vjp_index_copy_", "source")};
    call_inplace(op_IndexCopy, args);
  });
}

vjp_status vjp_index_fill(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_index_fill");
    const Value args[] = {arg_tensor(input, "vjp_index_fill", "input"), box(dim), arg_tensor(index, "vjp_index_fill", "index"), arg_tensor(value, "vjp_index_fill", "value")};
    *out = give(call1(op_IndexFill, args));
  });
}

vjp_status vjp_index_fill_scalar(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_index_fill_scalar");
    const Value args[] = {arg_tensor(input, "vjp_index_fill_scalar", "input"), box(dim), arg_tensor(index, "vjp_index_fill_scalar", "index"), arg_scalar(value, "vjp_index_fill_scalar", "value")};
    *out = give(call1(op_IndexFill, args));
  });
}

vjp_status vjp_index_fill_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* value) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_index_fill_", "input"), box(dim), arg_tensor(index, "vjp_index_fill_", "index"), arg_tensor(value, "vjp_index_fill_", "value")};
    call_inplace(op_IndexFill, args);
  });
}

vjp_status vjp_index_fill_scalar_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_index_fill_scalar_", "input"), box(dim), arg_tensor(index, "vjp_index_fill_scalar_", "index"), arg_scalar(value, "vjp_index_fill_scalar_", "value")};
    call_inplace(op_IndexFill, args);
  });
}

vjp_status vjp_index_put(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices, vjp_tensor* values, bool accumulate, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_index_put");
    const Value args[] = {arg_tensor(input, "vjp_index_put", "input"), arg_tensors(indices, num_indices, true, "vjp_index_put", "indices"), arg_tensor(values, "vjp_index_put", "values"), box(accumulate)};
    *out = give(call1(op_IndexPut, args));
  });
}

vjp_status vjp_index_put_(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices, vjp_tensor* values, bool accumulate) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_index_put_", "input"), arg_tensors(indices, num_indices, true, "vjp_index_put_", "indices"), arg_tensor(values, "vjp_index_put_", "values"), box(accumulate)};
    call_inplace(op_IndexPut, args);
  });
}

vjp_status vjp_index_reduce(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source, const char* reduce, bool include_self, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_index_reduce");
    const Value args[] = {arg_tensor(input, "vjp_index_reduce", "input"), box(dim), arg_tensor(index, "vjp_index_reduce", "index"), arg_tensor(source, "vjp_index_reduce", "source"), arg_string(reduce, false, "vjp_index_reduce", "reduce"), box(include_self)};
    *out = give(call1(op_IndexReduce, args));
  });
}

vjp_status vjp_index_reduce_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source, const char* reduce, bool include_self) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_index_reduce_", "input"), box(dim), arg_tensor(index, "vjp_index_reduce_", "index"), arg_tensor(source, "vjp_index_reduce_", "source"), arg_string(reduce, false, "vjp_index_reduce_", "reduce"), box(include_self)};
    call_inplace(op_IndexReduce, args);
  });
}

vjp_status vjp_index_select(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_index_select");
    const Value args[] = {arg_tensor(input, "vjp_index_select", "input"), box(dim), arg_tensor(index, "vjp_index_select", "index")};
    *out = give(call1(op_IndexSelect, args));
  });
}

vjp_status vjp_inner(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_inner");
    const Value args[] = {arg_tensor(input, "vjp_inner", "input"), arg_tensor(other, "vjp_inner", "other")};
    *out = give(call1(op_Inner, args));
  });
}

vjp_status vjp_instance_norm(vjp_tensor* input, vjp_tensor* running_mean, vjp_tensor* running_var, vjp_tensor* weight, vjp_tensor* bias, bool use_input_stats, double momentum, double eps, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_instance_norm");
    const Value args[] = {arg_tensor(input, "vjp_instance_norm", "input"), arg_optional(running_mean), arg_optional(running_var), arg_optional(weight), arg_optional(bias), box(use_input_stats), box(momentum), box(eps)};
    *out = give(call1(op_InstanceNorm, args));
  });
}

vjp_status vjp_interpolate(vjp_tensor* input, const int64_t* size, size_t num_size, const double* scale_factor, size_t num_scale_factor, const char* mode, bool align_corners, bool recompute_scale_factor, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_interpolate");
    const Value args[] = {arg_tensor(input, "vjp_interpolate", "input"), arg_ints(size, num_size, true, "vjp_interpolate", "size"), arg_floats(scale_factor, num_scale_factor, true, "vjp_interpolate", "scale_factor"), arg_string(mode, false, "vjp_interpolate", "mode"), box(align_corners), box(recompute_scale_factor)};
    *out = give(call1(op_Interpolate, args));
  });
}

vjp_status vjp_isclose(vjp_tensor* input, vjp_tensor* other, double rtol, double atol, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_isclose");
    const Value args[] = {arg_tensor(input, "vjp_isclose", "input"), arg_tensor(other, "vjp_isclose", "other"), box(rtol), box(atol)};
    *out = give(call1(op_IsClose, args));
  });
}

vjp_status vjp_isfinite(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_isfinite");
    const Value args[] = {arg_tensor(input, "vjp_isfinite", "input")};
    *out = give(call1(op_IsFinite, args));
  });
}

vjp_status vjp_isfinite_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_isfinite_", "input")};
    call_inplace(op_IsFinite, args);
  });
}

vjp_status vjp_isinf(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_isinf");
    const Value args[] = {arg_tensor(input, "vjp_isinf", "input")};
    *out = give(call1(op_IsInf, args));
  });
}

vjp_status vjp_isinf_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_isinf_", "input")};
    call_inplace(op_IsInf, args);
  });
}

vjp_status vjp_isnan(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_isnan");
    const Value args[] = {arg_tensor(input, "vjp_isnan", "input")};
    *out = give(call1(op_IsNan, args));
  });
}

vjp_status vjp_isnan_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_isnan_", "input")};
    call_inplace(op_IsNan, args);
  });
}

vjp_status vjp_isneginf(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_isneginf");
    const Value args[] = {arg_tensor(input, "vjp_isneginf", "input")};
    *out = give(call1(op_IsNegInf, args));
  });
}

vjp_status vjp_isneginf_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_isneginf_", "input")};
    call_inplace(op_IsNegInf, args);
  });
}

vjp_status vjp_isposinf(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_isposinf");
    const Value args[] = {arg_tensor(input, "vjp_isposinf", "input")};
    *out = give(call1(op_IsPosInf, args));
  });
}

vjp_status vjp_isposinf_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_isposinf_", "input")};
    call_inplace(op_IsPosInf, args);
  });
}

vjp_status vjp_kl_div(vjp_tensor* input, vjp_tensor* target, const char* reduction, bool log_target, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_kl_div");
    const Value args[] = {arg_tensor(input, "vjp_kl_div", "input"), arg_tensor(target, "vjp_kl_div", "target"), arg_string(reduction, false, "vjp_kl_div", "reduction"), box(log_target)};
    *out = give(call1(op_KlDiv, args));
  });
}

vjp_status vjp_kron(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_kron");
    const Value args[] = {arg_tensor(input, "vjp_kron", "input"), arg_tensor(other, "vjp_kron", "other")};
    *out = give(call1(op_Kron, args));
  });
}

vjp_status vjp_kthvalue(vjp_tensor* input, int64_t k, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  return guard([&] {
    arg_out(out_values, "vjp_kthvalue");
    arg_out(out_indices, "vjp_kthvalue");
    const Value args[] = {arg_tensor(input, "vjp_kthvalue", "input"), box(k), box(dim), box(keepdim)};
    Tensor outs[2];
    call(op_KthValue, args, outs);
    *out_values = give(std::move(outs[0]));
    *out_indices = give(std::move(outs[1]));
  });
}

vjp_status vjp_l1_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_l1_loss");
    const Value args[] = {arg_tensor(input, "vjp_l1_loss", "input"), arg_tensor(target, "vjp_l1_loss", "target"), arg_string(reduction, false, "vjp_l1_loss", "reduction")};
    *out = give(call1(op_L1Loss, args));
  });
}

vjp_status vjp_layer_norm(vjp_tensor* input, const int64_t* normalized_shape, size_t num_normalized_shape, vjp_tensor* weight, vjp_tensor* bias, double eps, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_layer_norm");
    const Value args[] = {arg_tensor(input, "vjp_layer_norm", "input"), arg_ints(normalized_shape, num_normalized_shape, false, "vjp_layer_norm", "normalized_shape"), arg_optional(weight), arg_optional(bias), box(eps)};
    *out = give(call1(op_LayerNorm, args));
  });
}

vjp_status vjp_ldexp(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ldexp");
    const Value args[] = {arg_tensor(input, "vjp_ldexp", "input"), arg_tensor(other, "vjp_ldexp", "other")};
    *out = give(call1(op_Ldexp, args));
  });
}

vjp_status vjp_ldexp_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ldexp_scalar");
    const Value args[] = {arg_tensor(input, "vjp_ldexp_scalar", "input"), arg_scalar(other, "vjp_ldexp_scalar", "other")};
    *out = give(call1(op_Ldexp, args));
  });
}

vjp_status vjp_ldexp_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_ldexp_", "input"), arg_tensor(other, "vjp_ldexp_", "other")};
    call_inplace(op_Ldexp, args);
  });
}

vjp_status vjp_ldexp_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_ldexp_scalar_", "input"), arg_scalar(other, "vjp_ldexp_scalar_", "other")};
    call_inplace(op_Ldexp, args);
  });
}

vjp_status vjp_le(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_le");
    const Value args[] = {arg_tensor(input, "vjp_le", "input"), arg_tensor(other, "vjp_le", "other")};
    *out = give(call1(op_Le, args));
  });
}

vjp_status vjp_le_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_le_scalar");
    const Value args[] = {arg_tensor(input, "vjp_le_scalar", "input"), arg_scalar(other, "vjp_le_scalar", "other")};
    *out = give(call1(op_Le, args));
  });
}

vjp_status vjp_scalar_le(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_le");
    const Value args[] = {arg_scalar(input, "vjp_scalar_le", "input"), arg_tensor(other, "vjp_scalar_le", "other")};
    *out = give(call1(op_Le, args));
  });
}

vjp_status vjp_le_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_le_", "input"), arg_tensor(other, "vjp_le_", "other")};
    call_inplace(op_Le, args);
  });
}

vjp_status vjp_le_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_le_scalar_", "input"), arg_scalar(other, "vjp_le_scalar_", "other")};
    call_inplace(op_Le, args);
  });
}

vjp_status vjp_leaky_relu(vjp_tensor* input, double negative_slope, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_leaky_relu");
    const Value args[] = {arg_tensor(input, "vjp_leaky_relu", "input"), box(negative_slope)};
    *out = give(call1(op_LeakyRelu, args));
  });
}

vjp_status vjp_leaky_relu_(vjp_tensor* input, double negative_slope) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_leaky_relu_", "input"), box(negative_slope)};
    call_inplace(op_LeakyRelu, args);
  });
}

vjp_status vjp_lerp(vjp_tensor* input, vjp_tensor* end, vjp_tensor* weight, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_lerp");
    const Value args[] = {arg_tensor(input, "vjp_lerp", "input"), arg_tensor(end, "vjp_lerp", "end"), arg_tensor(weight, "vjp_lerp", "weight")};
    *out = give(call1(op_Lerp, args));
  });
}

vjp_status vjp_lerp_scalar(vjp_tensor* input, vjp_tensor* end, vjp_scalar weight, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_lerp_scalar");
    const Value args[] = {arg_tensor(input, "vjp_lerp_scalar", "input"), arg_tensor(end, "vjp_lerp_scalar", "end"), arg_scalar(weight, "vjp_lerp_scalar", "weight")};
    *out = give(call1(op_Lerp, args));
  });
}

vjp_status vjp_lerp_(vjp_tensor* input, vjp_tensor* end, vjp_tensor* weight) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_lerp_", "input"), arg_tensor(end, "vjp_lerp_", "end"), arg_tensor(weight, "vjp_lerp_", "weight")};
    call_inplace(op_Lerp, args);
  });
}

vjp_status vjp_lerp_scalar_(vjp_tensor* input, vjp_tensor* end, vjp_scalar weight) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_lerp_scalar_", "input"), arg_tensor(end, "vjp_lerp_scalar_", "end"), arg_scalar(weight, "vjp_lerp_scalar_", "weight")};
    call_inplace(op_Lerp, args);
  });
}

vjp_status vjp_lgamma(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_lgamma");
    const Value args[] = {arg_tensor(input, "vjp_lgamma", "input")};
    *out = give(call1(op_Lgamma, args));
  });
}

vjp_status vjp_lgamma_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_lgamma_", "input")};
    call_inplace(op_Lgamma, args);
  });
}

vjp_status vjp_linalg_multi_dot(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_linalg_multi_dot");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_linalg_multi_dot", "tensors")};
    *out = give(call1(op_LinalgMultiDot, args));
  });
}

vjp_status vjp_linalg_vecdot(vjp_tensor* input, vjp_tensor* other, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_linalg_vecdot");
    const Value args[] = {arg_tensor(input, "vjp_linalg_vecdot", "input"), arg_tensor(other, "vjp_linalg_vecdot", "other"), box(dim)};
    *out = give(call1(op_LinalgVecdot, args));
  });
}

vjp_status vjp_linalg_vector_norm(vjp_tensor* input, double ord, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_linalg_vector_norm");
    const Value args[] = {arg_tensor(input, "vjp_linalg_vector_norm", "input"), box(ord), arg_ints(dim, num_dim, true, "vjp_linalg_vector_norm", "dim"), box(keepdim), arg_dtype(dtype, "vjp_linalg_vector_norm", "dtype")};
    *out = give(call1(op_VectorNorm, args));
  });
}

vjp_status vjp_linear(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_linear");
    const Value args[] = {arg_tensor(input, "vjp_linear", "input"), arg_tensor(weight, "vjp_linear", "weight"), arg_optional(bias)};
    *out = give(call1(op_LinearLayer, args));
  });
}

vjp_status vjp_linear_cross_entropy(vjp_tensor* input, vjp_tensor* linear_weight, vjp_tensor* target, vjp_tensor* linear_bias, vjp_tensor* weight, const char* reduction, const int64_t* ignore_index, double label_smoothing, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_linear_cross_entropy");
    const Value args[] = {arg_tensor(input, "vjp_linear_cross_entropy", "input"), arg_tensor(linear_weight, "vjp_linear_cross_entropy", "linear_weight"), arg_tensor(target, "vjp_linear_cross_entropy", "target"), arg_optional(linear_bias), arg_optional(weight), arg_string(reduction, false, "vjp_linear_cross_entropy", "reduction"), arg_int(ignore_index), box(label_smoothing)};
    *out = give(call1(op_LinearCrossEntropy, args));
  });
}

vjp_status vjp_linspace(vjp_scalar start, vjp_scalar end, int64_t steps, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_linspace");
    const Value args[] = {arg_scalar(start, "vjp_linspace", "start"), arg_scalar(end, "vjp_linspace", "end"), box(steps), arg_dtype(dtype, "vjp_linspace", "dtype")};
    *out = give(call1(op_Linspace, args));
  });
}

vjp_status vjp_local_response_norm(vjp_tensor* input, int64_t size, double alpha, double beta, double k, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_local_response_norm");
    const Value args[] = {arg_tensor(input, "vjp_local_response_norm", "input"), box(size), box(alpha), box(beta), box(k)};
    *out = give(call1(op_LocalResponseNorm, args));
  });
}

vjp_status vjp_log(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_log");
    const Value args[] = {arg_tensor(input, "vjp_log", "input")};
    *out = give(call1(op_Log, args));
  });
}

vjp_status vjp_log_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_log_", "input")};
    call_inplace(op_Log, args);
  });
}

vjp_status vjp_log10(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_log10");
    const Value args[] = {arg_tensor(input, "vjp_log10", "input")};
    *out = give(call1(op_Log10, args));
  });
}

vjp_status vjp_log10_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_log10_", "input")};
    call_inplace(op_Log10, args);
  });
}

vjp_status vjp_log1p(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_log1p");
    const Value args[] = {arg_tensor(input, "vjp_log1p", "input")};
    *out = give(call1(op_Log1p, args));
  });
}

vjp_status vjp_log1p_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_log1p_", "input")};
    call_inplace(op_Log1p, args);
  });
}

vjp_status vjp_log2(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_log2");
    const Value args[] = {arg_tensor(input, "vjp_log2", "input")};
    *out = give(call1(op_Log2, args));
  });
}

vjp_status vjp_log2_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_log2_", "input")};
    call_inplace(op_Log2, args);
  });
}

vjp_status vjp_log_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_log_softmax");
    const Value args[] = {arg_tensor(input, "vjp_log_softmax", "input"), box(dim), arg_dtype(dtype, "vjp_log_softmax", "dtype")};
    *out = give(call1(op_LogSoftmax, args));
  });
}

vjp_status vjp_logaddexp(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logaddexp");
    const Value args[] = {arg_tensor(input, "vjp_logaddexp", "input"), arg_tensor(other, "vjp_logaddexp", "other")};
    *out = give(call1(op_LogAddExp, args));
  });
}

vjp_status vjp_logaddexp_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_logaddexp_", "input"), arg_tensor(other, "vjp_logaddexp_", "other")};
    call_inplace(op_LogAddExp, args);
  });
}

vjp_status vjp_logaddexp2(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logaddexp2");
    const Value args[] = {arg_tensor(input, "vjp_logaddexp2", "input"), arg_tensor(other, "vjp_logaddexp2", "other")};
    *out = give(call1(op_LogAddExp2, args));
  });
}

vjp_status vjp_logaddexp2_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_logaddexp2_", "input"), arg_tensor(other, "vjp_logaddexp2_", "other")};
    call_inplace(op_LogAddExp2, args);
  });
}

vjp_status vjp_logcumsumexp(vjp_tensor* input, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logcumsumexp");
    const Value args[] = {arg_tensor(input, "vjp_logcumsumexp", "input"), box(dim)};
    *out = give(call1(op_LogCumSumExp, args));
  });
}

vjp_status vjp_logical_and(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logical_and");
    const Value args[] = {arg_tensor(input, "vjp_logical_and", "input"), arg_tensor(other, "vjp_logical_and", "other")};
    *out = give(call1(op_LogicalAnd, args));
  });
}

vjp_status vjp_logical_and_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logical_and_scalar");
    const Value args[] = {arg_tensor(input, "vjp_logical_and_scalar", "input"), arg_scalar(other, "vjp_logical_and_scalar", "other")};
    *out = give(call1(op_LogicalAnd, args));
  });
}

vjp_status vjp_scalar_logical_and(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_logical_and");
    const Value args[] = {arg_scalar(input, "vjp_scalar_logical_and", "input"), arg_tensor(other, "vjp_scalar_logical_and", "other")};
    *out = give(call1(op_LogicalAnd, args));
  });
}

vjp_status vjp_logical_and_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_logical_and_", "input"), arg_tensor(other, "vjp_logical_and_", "other")};
    call_inplace(op_LogicalAnd, args);
  });
}

vjp_status vjp_logical_and_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_logical_and_scalar_", "input"), arg_scalar(other, "vjp_logical_and_scalar_", "other")};
    call_inplace(op_LogicalAnd, args);
  });
}

vjp_status vjp_logical_not(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logical_not");
    const Value args[] = {arg_tensor(input, "vjp_logical_not", "input")};
    *out = give(call1(op_LogicalNot, args));
  });
}

vjp_status vjp_logical_not_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_logical_not_", "input")};
    call_inplace(op_LogicalNot, args);
  });
}

vjp_status vjp_logical_or(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logical_or");
    const Value args[] = {arg_tensor(input, "vjp_logical_or", "input"), arg_tensor(other, "vjp_logical_or", "other")};
    *out = give(call1(op_LogicalOr, args));
  });
}

vjp_status vjp_logical_or_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logical_or_scalar");
    const Value args[] = {arg_tensor(input, "vjp_logical_or_scalar", "input"), arg_scalar(other, "vjp_logical_or_scalar", "other")};
    *out = give(call1(op_LogicalOr, args));
  });
}

vjp_status vjp_scalar_logical_or(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_logical_or");
    const Value args[] = {arg_scalar(input, "vjp_scalar_logical_or", "input"), arg_tensor(other, "vjp_scalar_logical_or", "other")};
    *out = give(call1(op_LogicalOr, args));
  });
}

vjp_status vjp_logical_or_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_logical_or_", "input"), arg_tensor(other, "vjp_logical_or_", "other")};
    call_inplace(op_LogicalOr, args);
  });
}

vjp_status vjp_logical_or_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_logical_or_scalar_", "input"), arg_scalar(other, "vjp_logical_or_scalar_", "other")};
    call_inplace(op_LogicalOr, args);
  });
}

vjp_status vjp_logical_xor(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logical_xor");
    const Value args[] = {arg_tensor(input, "vjp_logical_xor", "input"), arg_tensor(other, "vjp_logical_xor", "other")};
    *out = give(call1(op_LogicalXor, args));
  });
}

vjp_status vjp_logical_xor_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logical_xor_scalar");
    const Value args[] = {arg_tensor(input, "vjp_logical_xor_scalar", "input"), arg_scalar(other, "vjp_logical_xor_scalar", "other")};
    *out = give(call1(op_LogicalXor, args));
  });
}

vjp_status vjp_scalar_logical_xor(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_logical_xor");
    const Value args[] = {arg_scalar(input, "vjp_scalar_logical_xor", "input"), arg_tensor(other, "vjp_scalar_logical_xor", "other")};
    *out = give(call1(op_LogicalXor, args));
  });
}

vjp_status vjp_logical_xor_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_logical_xor_", "input"), arg_tensor(other, "vjp_logical_xor_", "other")};
    call_inplace(op_LogicalXor, args);
  });
}

vjp_status vjp_logical_xor_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_logical_xor_scalar_", "input"), arg_scalar(other, "vjp_logical_xor_scalar_", "other")};
    call_inplace(op_LogicalXor, args);
  });
}

vjp_status vjp_logit(vjp_tensor* input, const double* eps, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logit");
    const Value args[] = {arg_tensor(input, "vjp_logit", "input"), arg_float(eps)};
    *out = give(call1(op_Logit, args));
  });
}

vjp_status vjp_logit_(vjp_tensor* input, const double* eps) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_logit_", "input"), arg_float(eps)};
    call_inplace(op_Logit, args);
  });
}

vjp_status vjp_logsigmoid(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logsigmoid");
    const Value args[] = {arg_tensor(input, "vjp_logsigmoid", "input")};
    *out = give(call1(op_LogSigmoid, args));
  });
}

vjp_status vjp_logsigmoid_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_logsigmoid_", "input")};
    call_inplace(op_LogSigmoid, args);
  });
}

vjp_status vjp_logsumexp(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_logsumexp");
    const Value args[] = {arg_tensor(input, "vjp_logsumexp", "input"), arg_ints(dim, num_dim, false, "vjp_logsumexp", "dim"), box(keepdim)};
    *out = give(call1(op_LogSumExp, args));
  });
}

vjp_status vjp_lt(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_lt");
    const Value args[] = {arg_tensor(input, "vjp_lt", "input"), arg_tensor(other, "vjp_lt", "other")};
    *out = give(call1(op_Lt, args));
  });
}

vjp_status vjp_lt_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_lt_scalar");
    const Value args[] = {arg_tensor(input, "vjp_lt_scalar", "input"), arg_scalar(other, "vjp_lt_scalar", "other")};
    *out = give(call1(op_Lt, args));
  });
}

vjp_status vjp_scalar_lt(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_lt");
    const Value args[] = {arg_scalar(input, "vjp_scalar_lt", "input"), arg_tensor(other, "vjp_scalar_lt", "other")};
    *out = give(call1(op_Lt, args));
  });
}

vjp_status vjp_lt_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_lt_", "input"), arg_tensor(other, "vjp_lt_", "other")};
    call_inplace(op_Lt, args);
  });
}

vjp_status vjp_lt_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_lt_scalar_", "input"), arg_scalar(other, "vjp_lt_scalar_", "other")};
    call_inplace(op_Lt, args);
  });
}

vjp_status vjp_mH(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_mH");
    const Value args[] = {arg_tensor(input, "vjp_mH", "input")};
    *out = give(call1(op_Adjoint, args));
  });
}

vjp_status vjp_mT(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_mT");
    const Value args[] = {arg_tensor(input, "vjp_mT", "input")};
    *out = give(call1(op_MatrixTranspose, args));
  });
}

vjp_status vjp_margin_ranking_loss(vjp_tensor* input1, vjp_tensor* input2, vjp_tensor* target, double margin, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_margin_ranking_loss");
    const Value args[] = {arg_tensor(input1, "vjp_margin_ranking_loss", "input1"), arg_tensor(input2, "vjp_margin_ranking_loss", "input2"), arg_tensor(target, "vjp_margin_ranking_loss", "target"), box(margin), arg_string(reduction, false, "vjp_margin_ranking_loss", "reduction")};
    *out = give(call1(op_MarginRankingLoss, args));
  });
}

vjp_status vjp_masked_amax(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_amax");
    const Value args[] = {arg_tensor(input, "vjp_masked_amax", "input"), arg_ints(dim, num_dim, true, "vjp_masked_amax", "dim"), box(keepdim), arg_dtype(dtype, "vjp_masked_amax", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedAMax, args));
  });
}

vjp_status vjp_masked_amin(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_amin");
    const Value args[] = {arg_tensor(input, "vjp_masked_amin", "input"), arg_ints(dim, num_dim, true, "vjp_masked_amin", "dim"), box(keepdim), arg_dtype(dtype, "vjp_masked_amin", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedAMin, args));
  });
}

vjp_status vjp_masked_cumprod(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_cumprod");
    const Value args[] = {arg_tensor(input, "vjp_masked_cumprod", "input"), box(dim), arg_dtype(dtype, "vjp_masked_cumprod", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedCumProd, args));
  });
}

vjp_status vjp_masked_cumsum(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_cumsum");
    const Value args[] = {arg_tensor(input, "vjp_masked_cumsum", "input"), box(dim), arg_dtype(dtype, "vjp_masked_cumsum", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedCumSum, args));
  });
}

vjp_status vjp_masked_fill(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_fill");
    const Value args[] = {arg_tensor(input, "vjp_masked_fill", "input"), arg_tensor(mask, "vjp_masked_fill", "mask"), arg_tensor(value, "vjp_masked_fill", "value")};
    *out = give(call1(op_MaskedFill, args));
  });
}

vjp_status vjp_masked_fill_scalar(vjp_tensor* input, vjp_tensor* mask, vjp_scalar value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_fill_scalar");
    const Value args[] = {arg_tensor(input, "vjp_masked_fill_scalar", "input"), arg_tensor(mask, "vjp_masked_fill_scalar", "mask"), arg_scalar(value, "vjp_masked_fill_scalar", "value")};
    *out = give(call1(op_MaskedFill, args));
  });
}

vjp_status vjp_masked_fill_(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* value) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_masked_fill_", "input"), arg_tensor(mask, "vjp_masked_fill_", "mask"), arg_tensor(value, "vjp_masked_fill_", "value")};
    call_inplace(op_MaskedFill, args);
  });
}

vjp_status vjp_masked_fill_scalar_(vjp_tensor* input, vjp_tensor* mask, vjp_scalar value) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_masked_fill_scalar_", "input"), arg_tensor(mask, "vjp_masked_fill_scalar_", "mask"), arg_scalar(value, "vjp_masked_fill_scalar_", "value")};
    call_inplace(op_MaskedFill, args);
  });
}

vjp_status vjp_masked_log_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_log_softmax");
    const Value args[] = {arg_tensor(input, "vjp_masked_log_softmax", "input"), box(dim), arg_dtype(dtype, "vjp_masked_log_softmax", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedLogSoftmax, args));
  });
}

vjp_status vjp_masked_logaddexp(vjp_tensor* input, vjp_tensor* other, vjp_dtype dtype, vjp_tensor* input_mask, vjp_tensor* other_mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_logaddexp");
    const Value args[] = {arg_tensor(input, "vjp_masked_logaddexp", "input"), arg_tensor(other, "vjp_masked_logaddexp", "other"), arg_dtype(dtype, "vjp_masked_logaddexp", "dtype"), arg_optional(input_mask), arg_optional(other_mask)};
    *out = give(call1(op_MaskedLogAddExp, args));
  });
}

vjp_status vjp_masked_logsumexp(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_logsumexp");
    const Value args[] = {arg_tensor(input, "vjp_masked_logsumexp", "input"), arg_ints(dim, num_dim, true, "vjp_masked_logsumexp", "dim"), box(keepdim), arg_dtype(dtype, "vjp_masked_logsumexp", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedLogSumExp, args));
  });
}

vjp_status vjp_masked_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_mean");
    const Value args[] = {arg_tensor(input, "vjp_masked_mean", "input"), arg_ints(dim, num_dim, true, "vjp_masked_mean", "dim"), box(keepdim), arg_dtype(dtype, "vjp_masked_mean", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedMean, args));
  });
}

vjp_status vjp_masked_median(vjp_tensor* input, int64_t dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_median");
    const Value args[] = {arg_tensor(input, "vjp_masked_median", "input"), box(dim), box(keepdim), arg_dtype(dtype, "vjp_masked_median", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedMedian, args));
  });
}

vjp_status vjp_masked_norm(vjp_tensor* input, double ord, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_norm");
    const Value args[] = {arg_tensor(input, "vjp_masked_norm", "input"), box(ord), arg_ints(dim, num_dim, true, "vjp_masked_norm", "dim"), box(keepdim), arg_dtype(dtype, "vjp_masked_norm", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedNorm, args));
  });
}

vjp_status vjp_masked_normalize(vjp_tensor* input, double ord, int64_t dim, double eps, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_normalize");
    const Value args[] = {arg_tensor(input, "vjp_masked_normalize", "input"), box(ord), box(dim), box(eps), arg_dtype(dtype, "vjp_masked_normalize", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedNormalize, args));
  });
}

vjp_status vjp_masked_prod(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_prod");
    const Value args[] = {arg_tensor(input, "vjp_masked_prod", "input"), arg_ints(dim, num_dim, true, "vjp_masked_prod", "dim"), box(keepdim), arg_dtype(dtype, "vjp_masked_prod", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedProd, args));
  });
}

vjp_status vjp_masked_scatter(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* source, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_scatter");
    const Value args[] = {arg_tensor(input, "vjp_masked_scatter", "input"), arg_tensor(mask, "vjp_masked_scatter", "mask"), arg_tensor(source, "vjp_masked_scatter", "source")};
    *out = give(call1(op_MaskedScatter, args));
  });
}

vjp_status vjp_masked_scatter_(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* source) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_masked_scatter_", "input"), arg_tensor(mask, "vjp_masked_scatter_", "mask"), arg_tensor(source, "vjp_masked_scatter_", "source")};
    call_inplace(op_MaskedScatter, args);
  });
}

vjp_status vjp_masked_select(vjp_tensor* input, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_select");
    const Value args[] = {arg_tensor(input, "vjp_masked_select", "input"), arg_tensor(mask, "vjp_masked_select", "mask")};
    *out = give(call1(op_MaskedSelect, args));
  });
}

vjp_status vjp_masked_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_softmax");
    const Value args[] = {arg_tensor(input, "vjp_masked_softmax", "input"), box(dim), arg_dtype(dtype, "vjp_masked_softmax", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedSoftmax, args));
  });
}

vjp_status vjp_masked_softmin(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_softmin");
    const Value args[] = {arg_tensor(input, "vjp_masked_softmin", "input"), box(dim), arg_dtype(dtype, "vjp_masked_softmin", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedSoftmin, args));
  });
}

vjp_status vjp_masked_std(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_std");
    const Value args[] = {arg_tensor(input, "vjp_masked_std", "input"), arg_ints(dim, num_dim, true, "vjp_masked_std", "dim"), arg_float(correction), box(keepdim), arg_dtype(dtype, "vjp_masked_std", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedStd, args));
  });
}

vjp_status vjp_masked_std_unbiased(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_std_unbiased");
    const Value args[] = {arg_tensor(input, "vjp_masked_std_unbiased", "input"), arg_ints(dim, num_dim, true, "vjp_masked_std_unbiased", "dim"), box(unbiased), box(keepdim), arg_dtype(dtype, "vjp_masked_std_unbiased", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedStdUnbiased, args));
  });
}

vjp_status vjp_masked_sum(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_sum");
    const Value args[] = {arg_tensor(input, "vjp_masked_sum", "input"), arg_ints(dim, num_dim, true, "vjp_masked_sum", "dim"), box(keepdim), arg_dtype(dtype, "vjp_masked_sum", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedSum, args));
  });
}

vjp_status vjp_masked_var(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_var");
    const Value args[] = {arg_tensor(input, "vjp_masked_var", "input"), arg_ints(dim, num_dim, true, "vjp_masked_var", "dim"), arg_float(correction), box(keepdim), arg_dtype(dtype, "vjp_masked_var", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedVar, args));
  });
}

vjp_status vjp_masked_var_unbiased(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_masked_var_unbiased");
    const Value args[] = {arg_tensor(input, "vjp_masked_var_unbiased", "input"), arg_ints(dim, num_dim, true, "vjp_masked_var_unbiased", "dim"), box(unbiased), box(keepdim), arg_dtype(dtype, "vjp_masked_var_unbiased", "dtype"), arg_optional(mask)};
    *out = give(call1(op_MaskedVarUnbiased, args));
  });
}

vjp_status vjp_matmul(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_matmul");
    const Value args[] = {arg_tensor(input, "vjp_matmul", "input"), arg_tensor(other, "vjp_matmul", "other")};
    *out = give(call1(op_Matmul, args));
  });
}

vjp_status vjp_max(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_max");
    const Value args[] = {arg_tensor(input, "vjp_max", "input")};
    *out = give(call1(op_Max, args));
  });
}

vjp_status vjp_max_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  return guard([&] {
    arg_out(out_values, "vjp_max_dim");
    arg_out(out_indices, "vjp_max_dim");
    const Value args[] = {arg_tensor(input, "vjp_max_dim", "input"), box(dim), box(keepdim)};
    Tensor outs[2];
    call(op_MaxDim, args, outs);
    *out_values = give(std::move(outs[0]));
    *out_indices = give(std::move(outs[1]));
  });
}

vjp_status vjp_max_other(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_max_other");
    const Value args[] = {arg_tensor(input, "vjp_max_other", "input"), arg_tensor(other, "vjp_max_other", "other")};
    *out = give(call1(op_MaxOther, args));
  });
}

vjp_status vjp_max_pool1d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_max_pool1d");
    const Value args[] = {arg_tensor(input, "vjp_max_pool1d", "input"), arg_ints(kernel_size, num_kernel_size, false, "vjp_max_pool1d", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_max_pool1d", "stride"), arg_ints(padding, num_padding, false, "vjp_max_pool1d", "padding"), arg_ints(dilation, num_dilation, false, "vjp_max_pool1d", "dilation"), box(ceil_mode)};
    *out = give(call1(op_MaxPool1d, args));
  });
}

vjp_status vjp_max_pool1d_indices(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, bool return_indices, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_max_pool1d_indices");
    const Value args[] = {arg_tensor(input, "vjp_max_pool1d_indices", "input"), arg_ints(kernel_size, num_kernel_size, false, "vjp_max_pool1d_indices", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_max_pool1d_indices", "stride"), arg_ints(padding, num_padding, false, "vjp_max_pool1d_indices", "padding"), arg_ints(dilation, num_dilation, false, "vjp_max_pool1d_indices", "dilation"), box(ceil_mode), box(return_indices)};
    *out = give_list(call_list(op_MaxPool1dIndices, args));
  });
}

vjp_status vjp_max_pool2d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_max_pool2d");
    const Value args[] = {arg_tensor(input, "vjp_max_pool2d", "input"), arg_ints(kernel_size, num_kernel_size, false, "vjp_max_pool2d", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_max_pool2d", "stride"), arg_ints(padding, num_padding, false, "vjp_max_pool2d", "padding"), arg_ints(dilation, num_dilation, false, "vjp_max_pool2d", "dilation"), box(ceil_mode)};
    *out = give(call1(op_MaxPool2d, args));
  });
}

vjp_status vjp_max_pool2d_indices(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, bool return_indices, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_max_pool2d_indices");
    const Value args[] = {arg_tensor(input, "vjp_max_pool2d_indices", "input"), arg_ints(kernel_size, num_kernel_size, false, "vjp_max_pool2d_indices", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_max_pool2d_indices", "stride"), arg_ints(padding, num_padding, false, "vjp_max_pool2d_indices", "padding"), arg_ints(dilation, num_dilation, false, "vjp_max_pool2d_indices", "dilation"), box(ceil_mode), box(return_indices)};
    *out = give_list(call_list(op_MaxPool2dIndices, args));
  });
}

vjp_status vjp_max_pool3d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_max_pool3d");
    const Value args[] = {arg_tensor(input, "vjp_max_pool3d", "input"), arg_ints(kernel_size, num_kernel_size, false, "vjp_max_pool3d", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_max_pool3d", "stride"), arg_ints(padding, num_padding, false, "vjp_max_pool3d", "padding"), arg_ints(dilation, num_dilation, false, "vjp_max_pool3d", "dilation"), box(ceil_mode)};
    *out = give(call1(op_MaxPool3d, args));
  });
}

vjp_status vjp_max_pool3d_indices(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, bool return_indices, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_max_pool3d_indices");
    const Value args[] = {arg_tensor(input, "vjp_max_pool3d_indices", "input"), arg_ints(kernel_size, num_kernel_size, false, "vjp_max_pool3d_indices", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_max_pool3d_indices", "stride"), arg_ints(padding, num_padding, false, "vjp_max_pool3d_indices", "padding"), arg_ints(dilation, num_dilation, false, "vjp_max_pool3d_indices", "dilation"), box(ceil_mode), box(return_indices)};
    *out = give_list(call_list(op_MaxPool3dIndices, args));
  });
}

vjp_status vjp_max_unpool1d(vjp_tensor* input, vjp_tensor* indices, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_max_unpool1d");
    const Value args[] = {arg_tensor(input, "vjp_max_unpool1d", "input"), arg_tensor(indices, "vjp_max_unpool1d", "indices"), arg_ints(kernel_size, num_kernel_size, false, "vjp_max_unpool1d", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_max_unpool1d", "stride"), arg_ints(padding, num_padding, false, "vjp_max_unpool1d", "padding"), arg_ints(output_size, num_output_size, true, "vjp_max_unpool1d", "output_size")};
    *out = give(call1(op_MaxUnpool1d, args));
  });
}

vjp_status vjp_max_unpool2d(vjp_tensor* input, vjp_tensor* indices, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_max_unpool2d");
    const Value args[] = {arg_tensor(input, "vjp_max_unpool2d", "input"), arg_tensor(indices, "vjp_max_unpool2d", "indices"), arg_ints(kernel_size, num_kernel_size, false, "vjp_max_unpool2d", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_max_unpool2d", "stride"), arg_ints(padding, num_padding, false, "vjp_max_unpool2d", "padding"), arg_ints(output_size, num_output_size, true, "vjp_max_unpool2d", "output_size")};
    *out = give(call1(op_MaxUnpool2d, args));
  });
}

vjp_status vjp_max_unpool3d(vjp_tensor* input, vjp_tensor* indices, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_max_unpool3d");
    const Value args[] = {arg_tensor(input, "vjp_max_unpool3d", "input"), arg_tensor(indices, "vjp_max_unpool3d", "indices"), arg_ints(kernel_size, num_kernel_size, false, "vjp_max_unpool3d", "kernel_size"), arg_ints(stride, num_stride, true, "vjp_max_unpool3d", "stride"), arg_ints(padding, num_padding, false, "vjp_max_unpool3d", "padding"), arg_ints(output_size, num_output_size, true, "vjp_max_unpool3d", "output_size")};
    *out = give(call1(op_MaxUnpool3d, args));
  });
}

vjp_status vjp_maximum(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_maximum");
    const Value args[] = {arg_tensor(input, "vjp_maximum", "input"), arg_tensor(other, "vjp_maximum", "other")};
    *out = give(call1(op_Maximum, args));
  });
}

vjp_status vjp_maximum_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_maximum_scalar");
    const Value args[] = {arg_tensor(input, "vjp_maximum_scalar", "input"), arg_scalar(other, "vjp_maximum_scalar", "other")};
    *out = give(call1(op_Maximum, args));
  });
}

vjp_status vjp_scalar_maximum(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_maximum");
    const Value args[] = {arg_scalar(input, "vjp_scalar_maximum", "input"), arg_tensor(other, "vjp_scalar_maximum", "other")};
    *out = give(call1(op_Maximum, args));
  });
}

vjp_status vjp_maximum_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_maximum_", "input"), arg_tensor(other, "vjp_maximum_", "other")};
    call_inplace(op_Maximum, args);
  });
}

vjp_status vjp_maximum_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_maximum_scalar_", "input"), arg_scalar(other, "vjp_maximum_scalar_", "other")};
    call_inplace(op_Maximum, args);
  });
}

vjp_status vjp_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_mean");
    const Value args[] = {arg_tensor(input, "vjp_mean", "input"), arg_ints(dim, num_dim, true, "vjp_mean", "dim"), box(keepdim), arg_dtype(dtype, "vjp_mean", "dtype")};
    *out = give(call1(op_Mean, args));
  });
}

vjp_status vjp_median(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_median");
    const Value args[] = {arg_tensor(input, "vjp_median", "input")};
    *out = give(call1(op_Median, args));
  });
}

vjp_status vjp_median_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  return guard([&] {
    arg_out(out_values, "vjp_median_dim");
    arg_out(out_indices, "vjp_median_dim");
    const Value args[] = {arg_tensor(input, "vjp_median_dim", "input"), box(dim), box(keepdim)};
    Tensor outs[2];
    call(op_MedianDim, args, outs);
    *out_values = give(std::move(outs[0]));
    *out_indices = give(std::move(outs[1]));
  });
}

vjp_status vjp_meshgrid(vjp_tensor* const* tensors, size_t num_tensors, const char* indexing, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_meshgrid");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_meshgrid", "tensors"), arg_string(indexing, false, "vjp_meshgrid", "indexing")};
    *out = give_list(call_list(op_Meshgrid, args));
  });
}

vjp_status vjp_min(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_min");
    const Value args[] = {arg_tensor(input, "vjp_min", "input")};
    *out = give(call1(op_Min, args));
  });
}

vjp_status vjp_min_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  return guard([&] {
    arg_out(out_values, "vjp_min_dim");
    arg_out(out_indices, "vjp_min_dim");
    const Value args[] = {arg_tensor(input, "vjp_min_dim", "input"), box(dim), box(keepdim)};
    Tensor outs[2];
    call(op_MinDim, args, outs);
    *out_values = give(std::move(outs[0]));
    *out_indices = give(std::move(outs[1]));
  });
}

vjp_status vjp_min_other(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_min_other");
    const Value args[] = {arg_tensor(input, "vjp_min_other", "input"), arg_tensor(other, "vjp_min_other", "other")};
    *out = give(call1(op_MinOther, args));
  });
}

vjp_status vjp_minimum(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_minimum");
    const Value args[] = {arg_tensor(input, "vjp_minimum", "input"), arg_tensor(other, "vjp_minimum", "other")};
    *out = give(call1(op_Minimum, args));
  });
}

vjp_status vjp_minimum_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_minimum_scalar");
    const Value args[] = {arg_tensor(input, "vjp_minimum_scalar", "input"), arg_scalar(other, "vjp_minimum_scalar", "other")};
    *out = give(call1(op_Minimum, args));
  });
}

vjp_status vjp_scalar_minimum(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_minimum");
    const Value args[] = {arg_scalar(input, "vjp_scalar_minimum", "input"), arg_tensor(other, "vjp_scalar_minimum", "other")};
    *out = give(call1(op_Minimum, args));
  });
}

vjp_status vjp_minimum_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_minimum_", "input"), arg_tensor(other, "vjp_minimum_", "other")};
    call_inplace(op_Minimum, args);
  });
}

vjp_status vjp_minimum_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_minimum_scalar_", "input"), arg_scalar(other, "vjp_minimum_scalar_", "other")};
    call_inplace(op_Minimum, args);
  });
}

vjp_status vjp_mish(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_mish");
    const Value args[] = {arg_tensor(input, "vjp_mish", "input")};
    *out = give(call1(op_Mish, args));
  });
}

vjp_status vjp_mish_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_mish_", "input")};
    call_inplace(op_Mish, args);
  });
}

vjp_status vjp_mm(vjp_tensor* input, vjp_tensor* mat2, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_mm");
    const Value args[] = {arg_tensor(input, "vjp_mm", "input"), arg_tensor(mat2, "vjp_mm", "mat2")};
    *out = give(call1(op_Mm, args));
  });
}

vjp_status vjp_mode_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  return guard([&] {
    arg_out(out_values, "vjp_mode_dim");
    arg_out(out_indices, "vjp_mode_dim");
    const Value args[] = {arg_tensor(input, "vjp_mode_dim", "input"), box(dim), box(keepdim)};
    Tensor outs[2];
    call(op_MostFrequent, args, outs);
    *out_values = give(std::move(outs[0]));
    *out_indices = give(std::move(outs[1]));
  });
}

vjp_status vjp_movedim(vjp_tensor* input, const int64_t* source, size_t num_source, const int64_t* destination, size_t num_destination, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_movedim");
    const Value args[] = {arg_tensor(input, "vjp_movedim", "input"), arg_ints(source, num_source, false, "vjp_movedim", "source"), arg_ints(destination, num_destination, false, "vjp_movedim", "destination")};
    *out = give(call1(op_Movedim, args));
  });
}

vjp_status vjp_mse_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_mse_loss");
    const Value args[] = {arg_tensor(input, "vjp_mse_loss", "input"), arg_tensor(target, "vjp_mse_loss", "target"), arg_string(reduction, false, "vjp_mse_loss", "reduction")};
    *out = give(call1(op_MseLoss, args));
  });
}

vjp_status vjp_msort(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_msort");
    const Value args[] = {arg_tensor(input, "vjp_msort", "input")};
    *out = give(call1(op_MSort, args));
  });
}

vjp_status vjp_mul(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_mul");
    const Value args[] = {arg_tensor(input, "vjp_mul", "input"), arg_tensor(other, "vjp_mul", "other")};
    *out = give(call1(op_Mul, args));
  });
}

vjp_status vjp_mul_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_mul_scalar");
    const Value args[] = {arg_tensor(input, "vjp_mul_scalar", "input"), arg_scalar(other, "vjp_mul_scalar", "other")};
    *out = give(call1(op_Mul, args));
  });
}

vjp_status vjp_scalar_mul(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_mul");
    const Value args[] = {arg_scalar(input, "vjp_scalar_mul", "input"), arg_tensor(other, "vjp_scalar_mul", "other")};
    *out = give(call1(op_Mul, args));
  });
}

vjp_status vjp_mul_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_mul_", "input"), arg_tensor(other, "vjp_mul_", "other")};
    call_inplace(op_Mul, args);
  });
}

vjp_status vjp_mul_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_mul_scalar_", "input"), arg_scalar(other, "vjp_mul_scalar_", "other")};
    call_inplace(op_Mul, args);
  });
}

vjp_status vjp_multi_margin_loss(vjp_tensor* input, vjp_tensor* target, vjp_scalar p, vjp_scalar margin, vjp_tensor* weight, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_multi_margin_loss");
    const Value args[] = {arg_tensor(input, "vjp_multi_margin_loss", "input"), arg_tensor(target, "vjp_multi_margin_loss", "target"), arg_scalar(p, "vjp_multi_margin_loss", "p"), arg_scalar(margin, "vjp_multi_margin_loss", "margin"), arg_optional(weight), arg_string(reduction, false, "vjp_multi_margin_loss", "reduction")};
    *out = give(call1(op_MultiMarginLoss, args));
  });
}

vjp_status vjp_multilabel_margin_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_multilabel_margin_loss");
    const Value args[] = {arg_tensor(input, "vjp_multilabel_margin_loss", "input"), arg_tensor(target, "vjp_multilabel_margin_loss", "target"), arg_string(reduction, false, "vjp_multilabel_margin_loss", "reduction")};
    *out = give(call1(op_MultilabelMarginLoss, args));
  });
}

vjp_status vjp_multilabel_soft_margin_loss(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_multilabel_soft_margin_loss");
    const Value args[] = {arg_tensor(input, "vjp_multilabel_soft_margin_loss", "input"), arg_tensor(target, "vjp_multilabel_soft_margin_loss", "target"), arg_optional(weight), arg_string(reduction, false, "vjp_multilabel_soft_margin_loss", "reduction")};
    *out = give(call1(op_MultilabelSoftMarginLoss, args));
  });
}

vjp_status vjp_multinomial(vjp_tensor* input, int64_t num_samples, bool replacement, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_multinomial");
    const Value args[] = {arg_tensor(input, "vjp_multinomial", "input"), box(num_samples), box(replacement), arg_generator(generator)};
    *out = give(call1(op_Multinomial, args));
  });
}

vjp_status vjp_mv(vjp_tensor* input, vjp_tensor* vec, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_mv");
    const Value args[] = {arg_tensor(input, "vjp_mv", "input"), arg_tensor(vec, "vjp_mv", "vec")};
    *out = give(call1(op_Mv, args));
  });
}

vjp_status vjp_nan_to_num(vjp_tensor* input, const double* nan, const double* posinf, const double* neginf, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_nan_to_num");
    const Value args[] = {arg_tensor(input, "vjp_nan_to_num", "input"), arg_float(nan), arg_float(posinf), arg_float(neginf)};
    *out = give(call1(op_NanToNum, args));
  });
}

vjp_status vjp_nan_to_num_(vjp_tensor* input, const double* nan, const double* posinf, const double* neginf) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_nan_to_num_", "input"), arg_float(nan), arg_float(posinf), arg_float(neginf)};
    call_inplace(op_NanToNum, args);
  });
}

vjp_status vjp_nanmean(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_nanmean");
    const Value args[] = {arg_tensor(input, "vjp_nanmean", "input"), arg_ints(dim, num_dim, true, "vjp_nanmean", "dim"), box(keepdim), arg_dtype(dtype, "vjp_nanmean", "dtype")};
    *out = give(call1(op_NanMean, args));
  });
}

vjp_status vjp_nanmedian(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_nanmedian");
    const Value args[] = {arg_tensor(input, "vjp_nanmedian", "input")};
    *out = give(call1(op_NanMedian, args));
  });
}

vjp_status vjp_nanmedian_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  return guard([&] {
    arg_out(out_values, "vjp_nanmedian_dim");
    arg_out(out_indices, "vjp_nanmedian_dim");
    const Value args[] = {arg_tensor(input, "vjp_nanmedian_dim", "input"), box(dim), box(keepdim)};
    Tensor outs[2];
    call(op_NanMedianDim, args, outs);
    *out_values = give(std::move(outs[0]));
    *out_indices = give(std::move(outs[1]));
  });
}

vjp_status vjp_nanquantile(vjp_tensor* input, double q, const int64_t* dim, bool keepdim, const char* interpolation, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_nanquantile");
    const Value args[] = {arg_tensor(input, "vjp_nanquantile", "input"), box(q), arg_int(dim), box(keepdim), arg_string(interpolation, false, "vjp_nanquantile", "interpolation")};
    *out = give(call1(op_NanQuantile, args));
  });
}

vjp_status vjp_nanquantile_tensor(vjp_tensor* input, vjp_tensor* q, const int64_t* dim, bool keepdim, const char* interpolation, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_nanquantile_tensor");
    const Value args[] = {arg_tensor(input, "vjp_nanquantile_tensor", "input"), arg_tensor(q, "vjp_nanquantile_tensor", "q"), arg_int(dim), box(keepdim), arg_string(interpolation, false, "vjp_nanquantile_tensor", "interpolation")};
    *out = give(call1(op_NanQuantileTensor, args));
  });
}

vjp_status vjp_nansum(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_nansum");
    const Value args[] = {arg_tensor(input, "vjp_nansum", "input"), arg_ints(dim, num_dim, true, "vjp_nansum", "dim"), box(keepdim), arg_dtype(dtype, "vjp_nansum", "dtype")};
    *out = give(call1(op_NanSum, args));
  });
}

vjp_status vjp_narrow(vjp_tensor* input, int64_t dim, int64_t start, int64_t length, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_narrow");
    const Value args[] = {arg_tensor(input, "vjp_narrow", "input"), box(dim), box(start), box(length)};
    *out = give(call1(op_Narrow, args));
  });
}

vjp_status vjp_narrow_copy(vjp_tensor* input, int64_t dim, int64_t start, int64_t length, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_narrow_copy");
    const Value args[] = {arg_tensor(input, "vjp_narrow_copy", "input"), box(dim), box(start), box(length)};
    *out = give(call1(op_NarrowCopy, args));
  });
}

vjp_status vjp_native_batch_norm(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, vjp_tensor* running_mean, vjp_tensor* running_var, bool training, double momentum, double eps, vjp_tensor** out_out, vjp_tensor** out_save_mean, vjp_tensor** out_save_invstd) {
  return guard([&] {
    arg_out(out_out, "vjp_native_batch_norm");
    arg_out(out_save_mean, "vjp_native_batch_norm");
    arg_out(out_save_invstd, "vjp_native_batch_norm");
    const Value args[] = {arg_tensor(input, "vjp_native_batch_norm", "input"), arg_optional(weight), arg_optional(bias), arg_optional(running_mean), arg_optional(running_var), box(training), box(momentum), box(eps)};
    Tensor outs[3];
    call(op_NativeBatchNorm, args, outs);
    *out_out = give(std::move(outs[0]));
    *out_save_mean = give(std::move(outs[1]));
    *out_save_invstd = give(std::move(outs[2]));
  });
}

vjp_status vjp_native_dropout_backward(vjp_tensor* grad_output, vjp_tensor* mask, double scale, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_native_dropout_backward");
    const Value args[] = {arg_tensor(grad_output, "vjp_native_dropout_backward", "grad_output"), arg_tensor(mask, "vjp_native_dropout_backward", "mask"), box(scale)};
    *out = give(call1(op_NativeDropoutBackward, args));
  });
}

vjp_status vjp_native_group_norm(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, int64_t N, int64_t C, int64_t HxW, int64_t group, double eps, vjp_tensor** out_out, vjp_tensor** out_mean, vjp_tensor** out_rstd) {
  return guard([&] {
    arg_out(out_out, "vjp_native_group_norm");
    arg_out(out_mean, "vjp_native_group_norm");
    arg_out(out_rstd, "vjp_native_group_norm");
    const Value args[] = {arg_tensor(input, "vjp_native_group_norm", "input"), arg_optional(weight), arg_optional(bias), box(N), box(C), box(HxW), box(group), box(eps)};
    Tensor outs[3];
    call(op_NativeGroupNorm, args, outs);
    *out_out = give(std::move(outs[0]));
    *out_mean = give(std::move(outs[1]));
    *out_rstd = give(std::move(outs[2]));
  });
}

vjp_status vjp_native_layer_norm(vjp_tensor* input, const int64_t* normalized_shape, size_t num_normalized_shape, vjp_tensor* weight, vjp_tensor* bias, double eps, vjp_tensor** out_out, vjp_tensor** out_mean, vjp_tensor** out_rstd) {
  return guard([&] {
    arg_out(out_out, "vjp_native_layer_norm");
    arg_out(out_mean, "vjp_native_layer_norm");
    arg_out(out_rstd, "vjp_native_layer_norm");
    const Value args[] = {arg_tensor(input, "vjp_native_layer_norm", "input"), arg_ints(normalized_shape, num_normalized_shape, false, "vjp_native_layer_norm", "normalized_shape"), arg_optional(weight), arg_optional(bias), box(eps)};
    Tensor outs[3];
    call(op_NativeLayerNorm, args, outs);
    *out_out = give(std::move(outs[0]));
    *out_mean = give(std::move(outs[1]));
    *out_rstd = give(std::move(outs[2]));
  });
}

vjp_status vjp_ndtr(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ndtr");
    const Value args[] = {arg_tensor(input, "vjp_ndtr", "input")};
    *out = give(call1(op_Ndtr, args));
  });
}

vjp_status vjp_ndtr_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_ndtr_", "input")};
    call_inplace(op_Ndtr, args);
  });
}

vjp_status vjp_ne(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ne");
    const Value args[] = {arg_tensor(input, "vjp_ne", "input"), arg_tensor(other, "vjp_ne", "other")};
    *out = give(call1(op_Ne, args));
  });
}

vjp_status vjp_ne_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ne_scalar");
    const Value args[] = {arg_tensor(input, "vjp_ne_scalar", "input"), arg_scalar(other, "vjp_ne_scalar", "other")};
    *out = give(call1(op_Ne, args));
  });
}

vjp_status vjp_scalar_ne(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_ne");
    const Value args[] = {arg_scalar(input, "vjp_scalar_ne", "input"), arg_tensor(other, "vjp_scalar_ne", "other")};
    *out = give(call1(op_Ne, args));
  });
}

vjp_status vjp_ne_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_ne_", "input"), arg_tensor(other, "vjp_ne_", "other")};
    call_inplace(op_Ne, args);
  });
}

vjp_status vjp_ne_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_ne_scalar_", "input"), arg_scalar(other, "vjp_ne_scalar_", "other")};
    call_inplace(op_Ne, args);
  });
}

vjp_status vjp_neg(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_neg");
    const Value args[] = {arg_tensor(input, "vjp_neg", "input")};
    *out = give(call1(op_Neg, args));
  });
}

vjp_status vjp_neg_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_neg_", "input")};
    call_inplace(op_Neg, args);
  });
}

vjp_status vjp_nll_loss(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, int64_t ignore_index, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_nll_loss");
    const Value args[] = {arg_tensor(input, "vjp_nll_loss", "input"), arg_tensor(target, "vjp_nll_loss", "target"), arg_optional(weight), box(ignore_index), arg_string(reduction, false, "vjp_nll_loss", "reduction")};
    *out = give(call1(op_NllLoss, args));
  });
}

vjp_status vjp_nonzero(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_nonzero");
    const Value args[] = {arg_tensor(input, "vjp_nonzero", "input")};
    *out = give(call1(op_Nonzero, args));
  });
}

vjp_status vjp_norm(vjp_tensor* input, const double* p, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_norm");
    const Value args[] = {arg_tensor(input, "vjp_norm", "input"), arg_float(p), arg_ints(dim, num_dim, true, "vjp_norm", "dim"), box(keepdim), arg_dtype(dtype, "vjp_norm", "dtype")};
    *out = give(call1(op_Norm, args));
  });
}

vjp_status vjp_norm_named(vjp_tensor* input, const char* p, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_norm_named");
    const Value args[] = {arg_tensor(input, "vjp_norm_named", "input"), arg_string(p, false, "vjp_norm_named", "p"), arg_ints(dim, num_dim, true, "vjp_norm_named", "dim"), box(keepdim), arg_dtype(dtype, "vjp_norm_named", "dtype")};
    *out = give(call1(op_NormNamed, args));
  });
}

vjp_status vjp_normal(vjp_tensor* input, double mean, double std, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_normal");
    const Value args[] = {arg_tensor(input, "vjp_normal", "input"), box(mean), box(std), arg_generator(generator)};
    *out = give(call1(op_Normal, args));
  });
}

vjp_status vjp_normal_(vjp_tensor* input, double mean, double std, vjp_generator* generator) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_normal_", "input"), box(mean), box(std), arg_generator(generator)};
    call_inplace(op_Normal, args);
  });
}

vjp_status vjp_normal_size(double mean, double std, const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_normal_size");
    const Value args[] = {box(mean), box(std), arg_ints(size, num_size, false, "vjp_normal_size", "size"), arg_dtype(dtype, "vjp_normal_size", "dtype"), arg_generator(generator)};
    *out = give(call1(op_NormalSize, args));
  });
}

vjp_status vjp_normalize(vjp_tensor* input, double p, const int64_t* dim, size_t num_dim, double eps, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_normalize");
    const Value args[] = {arg_tensor(input, "vjp_normalize", "input"), box(p), arg_ints(dim, num_dim, false, "vjp_normalize", "dim"), box(eps)};
    *out = give(call1(op_Normalize, args));
  });
}

vjp_status vjp_ones(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ones");
    const Value args[] = {arg_ints(size, num_size, false, "vjp_ones", "size"), arg_dtype(dtype, "vjp_ones", "dtype")};
    *out = give(call1(op_Ones, args));
  });
}

vjp_status vjp_ones_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ones_like");
    const Value args[] = {arg_tensor(input, "vjp_ones_like", "input"), arg_dtype(dtype, "vjp_ones_like", "dtype")};
    *out = give(call1(op_OnesLike, args));
  });
}

vjp_status vjp_outer(vjp_tensor* input, vjp_tensor* vec2, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_outer");
    const Value args[] = {arg_tensor(input, "vjp_outer", "input"), arg_tensor(vec2, "vjp_outer", "vec2")};
    *out = give(call1(op_Outer, args));
  });
}

vjp_status vjp_pad(vjp_tensor* input, const int64_t* pad, size_t num_pad, const char* mode, const vjp_scalar* value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_pad");
    const Value args[] = {arg_tensor(input, "vjp_pad", "input"), arg_ints(pad, num_pad, false, "vjp_pad", "pad"), arg_string(mode, false, "vjp_pad", "mode"), arg_scalar(value, "vjp_pad", "value")};
    *out = give(call1(op_Pad, args));
  });
}

vjp_status vjp_pairwise_distance(vjp_tensor* x1, vjp_tensor* x2, double p, double eps, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_pairwise_distance");
    const Value args[] = {arg_tensor(x1, "vjp_pairwise_distance", "x1"), arg_tensor(x2, "vjp_pairwise_distance", "x2"), box(p), box(eps), box(keepdim)};
    *out = give(call1(op_PairwiseDistance, args));
  });
}

vjp_status vjp_pdist(vjp_tensor* input, double p, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_pdist");
    const Value args[] = {arg_tensor(input, "vjp_pdist", "input"), box(p)};
    *out = give(call1(op_Pdist, args));
  });
}

vjp_status vjp_permute(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_permute");
    const Value args[] = {arg_tensor(input, "vjp_permute", "input"), arg_ints(dims, num_dims, false, "vjp_permute", "dims")};
    *out = give(call1(op_Permute, args));
  });
}

vjp_status vjp_permute_copy(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_permute_copy");
    const Value args[] = {arg_tensor(input, "vjp_permute_copy", "input"), arg_ints(dims, num_dims, false, "vjp_permute_copy", "dims")};
    *out = give(call1(op_PermuteCopy, args));
  });
}

vjp_status vjp_pixel_shuffle(vjp_tensor* input, int64_t upscale_factor, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_pixel_shuffle");
    const Value args[] = {arg_tensor(input, "vjp_pixel_shuffle", "input"), box(upscale_factor)};
    *out = give(call1(op_PixelShuffle, args));
  });
}

vjp_status vjp_pixel_unshuffle(vjp_tensor* input, int64_t downscale_factor, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_pixel_unshuffle");
    const Value args[] = {arg_tensor(input, "vjp_pixel_unshuffle", "input"), box(downscale_factor)};
    *out = give(call1(op_PixelUnshuffle, args));
  });
}

vjp_status vjp_poisson_nll_loss(vjp_tensor* input, vjp_tensor* target, bool log_input, bool full, double eps, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_poisson_nll_loss");
    const Value args[] = {arg_tensor(input, "vjp_poisson_nll_loss", "input"), arg_tensor(target, "vjp_poisson_nll_loss", "target"), box(log_input), box(full), box(eps), arg_string(reduction, false, "vjp_poisson_nll_loss", "reduction")};
    *out = give(call1(op_PoissonNllLoss, args));
  });
}

vjp_status vjp_polar(vjp_tensor* abs, vjp_tensor* angle, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_polar");
    const Value args[] = {arg_tensor(abs, "vjp_polar", "abs"), arg_tensor(angle, "vjp_polar", "angle")};
    *out = give(call1(op_Polar, args));
  });
}

vjp_status vjp_positive(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_positive");
    const Value args[] = {arg_tensor(input, "vjp_positive", "input")};
    *out = give(call1(op_Positive, args));
  });
}

vjp_status vjp_pow(vjp_tensor* input, vjp_tensor* exponent, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_pow");
    const Value args[] = {arg_tensor(input, "vjp_pow", "input"), arg_tensor(exponent, "vjp_pow", "exponent")};
    *out = give(call1(op_Pow, args));
  });
}

vjp_status vjp_pow_scalar(vjp_tensor* input, vjp_scalar exponent, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_pow_scalar");
    const Value args[] = {arg_tensor(input, "vjp_pow_scalar", "input"), arg_scalar(exponent, "vjp_pow_scalar", "exponent")};
    *out = give(call1(op_Pow, args));
  });
}

vjp_status vjp_scalar_pow(vjp_scalar input, vjp_tensor* exponent, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_pow");
    const Value args[] = {arg_scalar(input, "vjp_scalar_pow", "input"), arg_tensor(exponent, "vjp_scalar_pow", "exponent")};
    *out = give(call1(op_Pow, args));
  });
}

vjp_status vjp_pow_(vjp_tensor* input, vjp_tensor* exponent) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_pow_", "input"), arg_tensor(exponent, "vjp_pow_", "exponent")};
    call_inplace(op_Pow, args);
  });
}

vjp_status vjp_pow_scalar_(vjp_tensor* input, vjp_scalar exponent) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_pow_scalar_", "input"), arg_scalar(exponent, "vjp_pow_scalar_", "exponent")};
    call_inplace(op_Pow, args);
  });
}

vjp_status vjp_prelu(vjp_tensor* input, vjp_tensor* weight, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_prelu");
    const Value args[] = {arg_tensor(input, "vjp_prelu", "input"), arg_tensor(weight, "vjp_prelu", "weight")};
    *out = give(call1(op_Prelu, args));
  });
}

vjp_status vjp_prod(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_prod");
    const Value args[] = {arg_tensor(input, "vjp_prod", "input"), arg_dtype(dtype, "vjp_prod", "dtype")};
    *out = give(call1(op_Prod, args));
  });
}

vjp_status vjp_prod_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_prod_dim");
    const Value args[] = {arg_tensor(input, "vjp_prod_dim", "input"), box(dim), box(keepdim), arg_dtype(dtype, "vjp_prod_dim", "dtype")};
    *out = give(call1(op_ProdDim, args));
  });
}

vjp_status vjp_put(vjp_tensor* input, vjp_tensor* index, vjp_tensor* source, bool accumulate, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_put");
    const Value args[] = {arg_tensor(input, "vjp_put", "input"), arg_tensor(index, "vjp_put", "index"), arg_tensor(source, "vjp_put", "source"), box(accumulate)};
    *out = give(call1(op_Put, args));
  });
}

vjp_status vjp_put_(vjp_tensor* input, vjp_tensor* index, vjp_tensor* source, bool accumulate) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_put_", "input"), arg_tensor(index, "vjp_put_", "index"), arg_tensor(source, "vjp_put_", "source"), box(accumulate)};
    call_inplace(op_Put, args);
  });
}

vjp_status vjp_quantile(vjp_tensor* input, double q, const int64_t* dim, bool keepdim, const char* interpolation, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_quantile");
    const Value args[] = {arg_tensor(input, "vjp_quantile", "input"), box(q), arg_int(dim), box(keepdim), arg_string(interpolation, false, "vjp_quantile", "interpolation")};
    *out = give(call1(op_Quantile, args));
  });
}

vjp_status vjp_quantile_tensor(vjp_tensor* input, vjp_tensor* q, const int64_t* dim, bool keepdim, const char* interpolation, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_quantile_tensor");
    const Value args[] = {arg_tensor(input, "vjp_quantile_tensor", "input"), arg_tensor(q, "vjp_quantile_tensor", "q"), arg_int(dim), box(keepdim), arg_string(interpolation, false, "vjp_quantile_tensor", "interpolation")};
    *out = give(call1(op_QuantileTensor, args));
  });
}

vjp_status vjp_rad2deg(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_rad2deg");
    const Value args[] = {arg_tensor(input, "vjp_rad2deg", "input")};
    *out = give(call1(op_Rad2deg, args));
  });
}

vjp_status vjp_rad2deg_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_rad2deg_", "input")};
    call_inplace(op_Rad2deg, args);
  });
}

vjp_status vjp_rand(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_rand");
    const Value args[] = {arg_ints(size, num_size, false, "vjp_rand", "size"), arg_dtype(dtype, "vjp_rand", "dtype"), arg_generator(generator)};
    *out = give(call1(op_Rand, args));
  });
}

vjp_status vjp_rand_like(vjp_tensor* input, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_rand_like");
    const Value args[] = {arg_tensor(input, "vjp_rand_like", "input"), arg_dtype(dtype, "vjp_rand_like", "dtype"), arg_generator(generator)};
    *out = give(call1(op_RandLike, args));
  });
}

vjp_status vjp_randint(int64_t high, const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_randint");
    const Value args[] = {box(high), arg_ints(size, num_size, false, "vjp_randint", "size"), arg_dtype(dtype, "vjp_randint", "dtype"), arg_generator(generator)};
    *out = give(call1(op_Randint, args));
  });
}

vjp_status vjp_randint_low(int64_t low, int64_t high, const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_randint_low");
    const Value args[] = {box(low), box(high), arg_ints(size, num_size, false, "vjp_randint_low", "size"), arg_dtype(dtype, "vjp_randint_low", "dtype"), arg_generator(generator)};
    *out = give(call1(op_RandintLow, args));
  });
}

vjp_status vjp_randn(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_randn");
    const Value args[] = {arg_ints(size, num_size, false, "vjp_randn", "size"), arg_dtype(dtype, "vjp_randn", "dtype"), arg_generator(generator)};
    *out = give(call1(op_Randn, args));
  });
}

vjp_status vjp_randn_like(vjp_tensor* input, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_randn_like");
    const Value args[] = {arg_tensor(input, "vjp_randn_like", "input"), arg_dtype(dtype, "vjp_randn_like", "dtype"), arg_generator(generator)};
    *out = give(call1(op_RandnLike, args));
  });
}

vjp_status vjp_randperm(int64_t n, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_randperm");
    const Value args[] = {box(n), arg_dtype(dtype, "vjp_randperm", "dtype"), arg_generator(generator)};
    *out = give(call1(op_Randperm, args));
  });
}

vjp_status vjp_ravel(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_ravel");
    const Value args[] = {arg_tensor(input, "vjp_ravel", "input")};
    *out = give(call1(op_Ravel, args));
  });
}

vjp_status vjp_real(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_real");
    const Value args[] = {arg_tensor(input, "vjp_real", "input")};
    *out = give(call1(op_Real, args));
  });
}

vjp_status vjp_reciprocal(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_reciprocal");
    const Value args[] = {arg_tensor(input, "vjp_reciprocal", "input")};
    *out = give(call1(op_Reciprocal, args));
  });
}

vjp_status vjp_reciprocal_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_reciprocal_", "input")};
    call_inplace(op_Reciprocal, args);
  });
}

vjp_status vjp_relu(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_relu");
    const Value args[] = {arg_tensor(input, "vjp_relu", "input")};
    *out = give(call1(op_Relu, args));
  });
}

vjp_status vjp_relu_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_relu_", "input")};
    call_inplace(op_Relu, args);
  });
}

vjp_status vjp_relu6(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_relu6");
    const Value args[] = {arg_tensor(input, "vjp_relu6", "input")};
    *out = give(call1(op_Relu6, args));
  });
}

vjp_status vjp_relu6_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_relu6_", "input")};
    call_inplace(op_Relu6, args);
  });
}

vjp_status vjp_remainder(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_remainder");
    const Value args[] = {arg_tensor(input, "vjp_remainder", "input"), arg_tensor(other, "vjp_remainder", "other")};
    *out = give(call1(op_Remainder, args));
  });
}

vjp_status vjp_remainder_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_remainder_scalar");
    const Value args[] = {arg_tensor(input, "vjp_remainder_scalar", "input"), arg_scalar(other, "vjp_remainder_scalar", "other")};
    *out = give(call1(op_Remainder, args));
  });
}

vjp_status vjp_scalar_remainder(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_remainder");
    const Value args[] = {arg_scalar(input, "vjp_scalar_remainder", "input"), arg_tensor(other, "vjp_scalar_remainder", "other")};
    *out = give(call1(op_Remainder, args));
  });
}

vjp_status vjp_remainder_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_remainder_", "input"), arg_tensor(other, "vjp_remainder_", "other")};
    call_inplace(op_Remainder, args);
  });
}

vjp_status vjp_remainder_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_remainder_scalar_", "input"), arg_scalar(other, "vjp_remainder_scalar_", "other")};
    call_inplace(op_Remainder, args);
  });
}

vjp_status vjp_renorm(vjp_tensor* input, double p, int64_t dim, double maxnorm, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_renorm");
    const Value args[] = {arg_tensor(input, "vjp_renorm", "input"), box(p), box(dim), box(maxnorm)};
    *out = give(call1(op_Renorm, args));
  });
}

vjp_status vjp_renorm_(vjp_tensor* input, double p, int64_t dim, double maxnorm) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_renorm_", "input"), box(p), box(dim), box(maxnorm)};
    call_inplace(op_Renorm, args);
  });
}

vjp_status vjp_repeat(vjp_tensor* input, const int64_t* repeats, size_t num_repeats, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_repeat");
    const Value args[] = {arg_tensor(input, "vjp_repeat", "input"), arg_ints(repeats, num_repeats, false, "vjp_repeat", "repeats")};
    *out = give(call1(op_Repeat, args));
  });
}

vjp_status vjp_repeat_interleave(vjp_tensor* input, int64_t repeats, const int64_t* dim, const int64_t* output_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_repeat_interleave");
    const Value args[] = {arg_tensor(input, "vjp_repeat_interleave", "input"), box(repeats), arg_int(dim), arg_int(output_size)};
    *out = give(call1(op_RepeatInterleave, args));
  });
}

vjp_status vjp_repeat_interleave_tensor(vjp_tensor* input, vjp_tensor* repeats, const int64_t* dim, const int64_t* output_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_repeat_interleave_tensor");
    const Value args[] = {arg_tensor(input, "vjp_repeat_interleave_tensor", "input"), arg_tensor(repeats, "vjp_repeat_interleave_tensor", "repeats"), arg_int(dim), arg_int(output_size)};
    *out = give(call1(op_RepeatInterleaveTensor, args));
  });
}

vjp_status vjp_reshape(vjp_tensor* input, const int64_t* shape, size_t num_shape, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_reshape");
    const Value args[] = {arg_tensor(input, "vjp_reshape", "input"), arg_ints(shape, num_shape, false, "vjp_reshape", "shape")};
    *out = give(call1(op_Reshape, args));
  });
}

vjp_status vjp_reshape_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_reshape_as");
    const Value args[] = {arg_tensor(input, "vjp_reshape_as", "input"), arg_tensor(other, "vjp_reshape_as", "other")};
    *out = give(call1(op_ReshapeAs, args));
  });
}

vjp_status vjp_rms_norm(vjp_tensor* input, const int64_t* normalized_shape, size_t num_normalized_shape, vjp_tensor* weight, const double* eps, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_rms_norm");
    const Value args[] = {arg_tensor(input, "vjp_rms_norm", "input"), arg_ints(normalized_shape, num_normalized_shape, false, "vjp_rms_norm", "normalized_shape"), arg_optional(weight), arg_float(eps)};
    *out = give(call1(op_RmsNorm, args));
  });
}

vjp_status vjp_roll(vjp_tensor* input, const int64_t* shifts, size_t num_shifts, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_roll");
    const Value args[] = {arg_tensor(input, "vjp_roll", "input"), arg_ints(shifts, num_shifts, false, "vjp_roll", "shifts"), arg_ints(dims, num_dims, true, "vjp_roll", "dims")};
    *out = give(call1(op_Roll, args));
  });
}

vjp_status vjp_rot90(vjp_tensor* input, int64_t k, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_rot90");
    const Value args[] = {arg_tensor(input, "vjp_rot90", "input"), box(k), arg_ints(dims, num_dims, true, "vjp_rot90", "dims")};
    *out = give(call1(op_Rot90, args));
  });
}

vjp_status vjp_round(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_round");
    const Value args[] = {arg_tensor(input, "vjp_round", "input")};
    *out = give(call1(op_Round, args));
  });
}

vjp_status vjp_round_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_round_", "input")};
    call_inplace(op_Round, args);
  });
}

vjp_status vjp_round_decimals(vjp_tensor* input, int64_t decimals, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_round_decimals");
    const Value args[] = {arg_tensor(input, "vjp_round_decimals", "input"), box(decimals)};
    *out = give(call1(op_RoundDecimals, args));
  });
}

vjp_status vjp_round_decimals_(vjp_tensor* input, int64_t decimals) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_round_decimals_", "input"), box(decimals)};
    call_inplace(op_RoundDecimals, args);
  });
}

vjp_status vjp_rrelu(vjp_tensor* input, double lower, double upper, bool training, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_rrelu");
    const Value args[] = {arg_tensor(input, "vjp_rrelu", "input"), box(lower), box(upper), box(training), arg_generator(generator)};
    *out = give(call1(op_Rrelu, args));
  });
}

vjp_status vjp_rrelu_(vjp_tensor* input, double lower, double upper, bool training, vjp_generator* generator) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_rrelu_", "input"), box(lower), box(upper), box(training), arg_generator(generator)};
    call_inplace(op_Rrelu, args);
  });
}

vjp_status vjp_rsqrt(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_rsqrt");
    const Value args[] = {arg_tensor(input, "vjp_rsqrt", "input")};
    *out = give(call1(op_Rsqrt, args));
  });
}

vjp_status vjp_rsqrt_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_rsqrt_", "input")};
    call_inplace(op_Rsqrt, args);
  });
}

vjp_status vjp_rsub(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_rsub");
    const Value args[] = {arg_tensor(input, "vjp_rsub", "input"), arg_tensor(other, "vjp_rsub", "other"), arg_scalar(alpha, "vjp_rsub", "alpha")};
    *out = give(call1(op_Rsub, args));
  });
}

vjp_status vjp_rsub_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_rsub_scalar");
    const Value args[] = {arg_tensor(input, "vjp_rsub_scalar", "input"), arg_scalar(other, "vjp_rsub_scalar", "other"), arg_scalar(alpha, "vjp_rsub_scalar", "alpha")};
    *out = give(call1(op_Rsub, args));
  });
}

vjp_status vjp_scaled_dot_product_attention(vjp_tensor* query, vjp_tensor* key, vjp_tensor* value, vjp_tensor* attn_mask, double dropout_p, bool is_causal, const double* scale, bool enable_gqa, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scaled_dot_product_attention");
    const Value args[] = {arg_tensor(query, "vjp_scaled_dot_product_attention", "query"), arg_tensor(key, "vjp_scaled_dot_product_attention", "key"), arg_tensor(value, "vjp_scaled_dot_product_attention", "value"), arg_optional(attn_mask), box(dropout_p), box(is_causal), arg_float(scale), box(enable_gqa), arg_generator(generator)};
    *out = give(call1(op_ScaledDotProductAttention, args));
  });
}

vjp_status vjp_scatter(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scatter");
    const Value args[] = {arg_tensor(input, "vjp_scatter", "input"), box(dim), arg_tensor(index, "vjp_scatter", "index"), arg_tensor(src, "vjp_scatter", "src")};
    *out = give(call1(op_Scatter, args));
  });
}

vjp_status vjp_scatter_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_scatter_", "input"), box(dim), arg_tensor(index, "vjp_scatter_", "index"), arg_tensor(src, "vjp_scatter_", "src")};
    call_inplace(op_Scatter, args);
  });
}

vjp_status vjp_scatter_value(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scatter_value");
    const Value args[] = {arg_tensor(input, "vjp_scatter_value", "input"), box(dim), arg_tensor(index, "vjp_scatter_value", "index"), arg_scalar(value, "vjp_scatter_value", "value")};
    *out = give(call1(op_ScatterValue, args));
  });
}

vjp_status vjp_scatter_value_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_scatter_value_", "input"), box(dim), arg_tensor(index, "vjp_scatter_value_", "index"), arg_scalar(value, "vjp_scatter_value_", "value")};
    call_inplace(op_ScatterValue, args);
  });
}

vjp_status vjp_scatter_add(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scatter_add");
    const Value args[] = {arg_tensor(input, "vjp_scatter_add", "input"), box(dim), arg_tensor(index, "vjp_scatter_add", "index"), arg_tensor(src, "vjp_scatter_add", "src")};
    *out = give(call1(op_ScatterAdd, args));
  });
}

vjp_status vjp_scatter_add_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_scatter_add_", "input"), box(dim), arg_tensor(index, "vjp_scatter_add_", "index"), arg_tensor(src, "vjp_scatter_add_", "src")};
    call_inplace(op_ScatterAdd, args);
  });
}

vjp_status vjp_scatter_reduce(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src, const char* reduce, bool include_self, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scatter_reduce");
    const Value args[] = {arg_tensor(input, "vjp_scatter_reduce", "input"), box(dim), arg_tensor(index, "vjp_scatter_reduce", "index"), arg_tensor(src, "vjp_scatter_reduce", "src"), arg_string(reduce, false, "vjp_scatter_reduce", "reduce"), box(include_self)};
    *out = give(call1(op_ScatterReduce, args));
  });
}

vjp_status vjp_scatter_reduce_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src, const char* reduce, bool include_self) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_scatter_reduce_", "input"), box(dim), arg_tensor(index, "vjp_scatter_reduce_", "index"), arg_tensor(src, "vjp_scatter_reduce_", "src"), arg_string(reduce, false, "vjp_scatter_reduce_", "reduce"), box(include_self)};
    call_inplace(op_ScatterReduce, args);
  });
}

vjp_status vjp_segment_reduce(vjp_tensor* data, const char* reduce, vjp_tensor* lengths, vjp_tensor* indices, vjp_tensor* offsets, int64_t axis, bool unsafe, const vjp_scalar* initial, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_segment_reduce");
    const Value args[] = {arg_tensor(data, "vjp_segment_reduce", "data"), arg_string(reduce, false, "vjp_segment_reduce", "reduce"), arg_optional(lengths), arg_optional(indices), arg_optional(offsets), box(axis), box(unsafe), arg_scalar(initial, "vjp_segment_reduce", "initial")};
    *out = give(call1(op_SegmentReduce, args));
  });
}

vjp_status vjp_select(vjp_tensor* input, int64_t dim, int64_t index, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_select");
    const Value args[] = {arg_tensor(input, "vjp_select", "input"), box(dim), box(index)};
    *out = give(call1(op_Select, args));
  });
}

vjp_status vjp_select_scatter(vjp_tensor* input, vjp_tensor* src, int64_t dim, int64_t index, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_select_scatter");
    const Value args[] = {arg_tensor(input, "vjp_select_scatter", "input"), arg_tensor(src, "vjp_select_scatter", "src"), box(dim), box(index)};
    *out = give(call1(op_SelectScatter, args));
  });
}

vjp_status vjp_selu(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_selu");
    const Value args[] = {arg_tensor(input, "vjp_selu", "input")};
    *out = give(call1(op_Selu, args));
  });
}

vjp_status vjp_selu_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_selu_", "input")};
    call_inplace(op_Selu, args);
  });
}

vjp_status vjp_sgn(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sgn");
    const Value args[] = {arg_tensor(input, "vjp_sgn", "input")};
    *out = give(call1(op_Sgn, args));
  });
}

vjp_status vjp_sgn_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_sgn_", "input")};
    call_inplace(op_Sgn, args);
  });
}

vjp_status vjp_sigmoid(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sigmoid");
    const Value args[] = {arg_tensor(input, "vjp_sigmoid", "input")};
    *out = give(call1(op_Sigmoid, args));
  });
}

vjp_status vjp_sigmoid_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_sigmoid_", "input")};
    call_inplace(op_Sigmoid, args);
  });
}

vjp_status vjp_sign(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sign");
    const Value args[] = {arg_tensor(input, "vjp_sign", "input")};
    *out = give(call1(op_Sign, args));
  });
}

vjp_status vjp_sign_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_sign_", "input")};
    call_inplace(op_Sign, args);
  });
}

vjp_status vjp_signbit(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_signbit");
    const Value args[] = {arg_tensor(input, "vjp_signbit", "input")};
    *out = give(call1(op_Signbit, args));
  });
}

vjp_status vjp_signbit_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_signbit_", "input")};
    call_inplace(op_Signbit, args);
  });
}

vjp_status vjp_silu(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_silu");
    const Value args[] = {arg_tensor(input, "vjp_silu", "input")};
    *out = give(call1(op_Silu, args));
  });
}

vjp_status vjp_silu_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_silu_", "input")};
    call_inplace(op_Silu, args);
  });
}

vjp_status vjp_sin(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sin");
    const Value args[] = {arg_tensor(input, "vjp_sin", "input")};
    *out = give(call1(op_Sin, args));
  });
}

vjp_status vjp_sin_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_sin_", "input")};
    call_inplace(op_Sin, args);
  });
}

vjp_status vjp_sinc(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sinc");
    const Value args[] = {arg_tensor(input, "vjp_sinc", "input")};
    *out = give(call1(op_Sinc, args));
  });
}

vjp_status vjp_sinc_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_sinc_", "input")};
    call_inplace(op_Sinc, args);
  });
}

vjp_status vjp_sinh(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sinh");
    const Value args[] = {arg_tensor(input, "vjp_sinh", "input")};
    *out = give(call1(op_Sinh, args));
  });
}

vjp_status vjp_sinh_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_sinh_", "input")};
    call_inplace(op_Sinh, args);
  });
}

vjp_status vjp_slice(vjp_tensor* input, int64_t dim, const int64_t* start, const int64_t* end, int64_t step, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_slice");
    const Value args[] = {arg_tensor(input, "vjp_slice", "input"), box(dim), arg_int(start), arg_int(end), box(step)};
    *out = give(call1(op_Slice, args));
  });
}

vjp_status vjp_slice_scatter(vjp_tensor* input, vjp_tensor* src, int64_t dim, const int64_t* start, const int64_t* end, int64_t step, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_slice_scatter");
    const Value args[] = {arg_tensor(input, "vjp_slice_scatter", "input"), arg_tensor(src, "vjp_slice_scatter", "src"), box(dim), arg_int(start), arg_int(end), box(step)};
    *out = give(call1(op_SliceScatter, args));
  });
}

vjp_status vjp_smooth_l1_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, double beta, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_smooth_l1_loss");
    const Value args[] = {arg_tensor(input, "vjp_smooth_l1_loss", "input"), arg_tensor(target, "vjp_smooth_l1_loss", "target"), arg_string(reduction, false, "vjp_smooth_l1_loss", "reduction"), box(beta)};
    *out = give(call1(op_SmoothL1Loss, args));
  });
}

vjp_status vjp_soft_margin_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_soft_margin_loss");
    const Value args[] = {arg_tensor(input, "vjp_soft_margin_loss", "input"), arg_tensor(target, "vjp_soft_margin_loss", "target"), arg_string(reduction, false, "vjp_soft_margin_loss", "reduction")};
    *out = give(call1(op_SoftMarginLoss, args));
  });
}

vjp_status vjp_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_softmax");
    const Value args[] = {arg_tensor(input, "vjp_softmax", "input"), box(dim), arg_dtype(dtype, "vjp_softmax", "dtype")};
    *out = give(call1(op_Softmax, args));
  });
}

vjp_status vjp_softmin(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_softmin");
    const Value args[] = {arg_tensor(input, "vjp_softmin", "input"), box(dim), arg_dtype(dtype, "vjp_softmin", "dtype")};
    *out = give(call1(op_Softmin, args));
  });
}

vjp_status vjp_softplus(vjp_tensor* input, vjp_scalar beta, vjp_scalar threshold, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_softplus");
    const Value args[] = {arg_tensor(input, "vjp_softplus", "input"), arg_scalar(beta, "vjp_softplus", "beta"), arg_scalar(threshold, "vjp_softplus", "threshold")};
    *out = give(call1(op_Softplus, args));
  });
}

vjp_status vjp_softplus_(vjp_tensor* input, vjp_scalar beta, vjp_scalar threshold) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_softplus_", "input"), arg_scalar(beta, "vjp_softplus_", "beta"), arg_scalar(threshold, "vjp_softplus_", "threshold")};
    call_inplace(op_Softplus, args);
  });
}

vjp_status vjp_softshrink(vjp_tensor* input, vjp_scalar lambd, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_softshrink");
    const Value args[] = {arg_tensor(input, "vjp_softshrink", "input"), arg_scalar(lambd, "vjp_softshrink", "lambd")};
    *out = give(call1(op_Softshrink, args));
  });
}

vjp_status vjp_softshrink_(vjp_tensor* input, vjp_scalar lambd) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_softshrink_", "input"), arg_scalar(lambd, "vjp_softshrink_", "lambd")};
    call_inplace(op_Softshrink, args);
  });
}

vjp_status vjp_softsign(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_softsign");
    const Value args[] = {arg_tensor(input, "vjp_softsign", "input")};
    *out = give(call1(op_Softsign, args));
  });
}

vjp_status vjp_sort(vjp_tensor* input, int64_t dim, bool descending, bool stable, vjp_tensor** out_values, vjp_tensor** out_indices) {
  return guard([&] {
    arg_out(out_values, "vjp_sort");
    arg_out(out_indices, "vjp_sort");
    const Value args[] = {arg_tensor(input, "vjp_sort", "input"), box(dim), box(descending), box(stable)};
    Tensor outs[2];
    call(op_Sort, args, outs);
    *out_values = give(std::move(outs[0]));
    *out_indices = give(std::move(outs[1]));
  });
}

vjp_status vjp_split(vjp_tensor* input, int64_t split_size, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_split");
    const Value args[] = {arg_tensor(input, "vjp_split", "input"), box(split_size), box(dim)};
    *out = give_list(call_list(op_Split, args));
  });
}

vjp_status vjp_split_sizes(vjp_tensor* input, const int64_t* split_size, size_t num_split_size, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_split_sizes");
    const Value args[] = {arg_tensor(input, "vjp_split_sizes", "input"), arg_ints(split_size, num_split_size, false, "vjp_split_sizes", "split_size"), box(dim)};
    *out = give_list(call_list(op_SplitSizes, args));
  });
}

vjp_status vjp_split_with_sizes(vjp_tensor* input, const int64_t* split_sizes, size_t num_split_sizes, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_split_with_sizes");
    const Value args[] = {arg_tensor(input, "vjp_split_with_sizes", "input"), arg_ints(split_sizes, num_split_sizes, false, "vjp_split_with_sizes", "split_sizes"), box(dim)};
    *out = give_list(call_list(op_SplitWithSizes, args));
  });
}

vjp_status vjp_split_with_sizes_copy(vjp_tensor* input, const int64_t* split_sizes, size_t num_split_sizes, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_split_with_sizes_copy");
    const Value args[] = {arg_tensor(input, "vjp_split_with_sizes_copy", "input"), arg_ints(split_sizes, num_split_sizes, false, "vjp_split_with_sizes_copy", "split_sizes"), box(dim)};
    *out = give_list(call_list(op_SplitWithSizesCopy, args));
  });
}

vjp_status vjp_sqrt(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sqrt");
    const Value args[] = {arg_tensor(input, "vjp_sqrt", "input")};
    *out = give(call1(op_Sqrt, args));
  });
}

vjp_status vjp_sqrt_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_sqrt_", "input")};
    call_inplace(op_Sqrt, args);
  });
}

vjp_status vjp_square(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_square");
    const Value args[] = {arg_tensor(input, "vjp_square", "input")};
    *out = give(call1(op_Square, args));
  });
}

vjp_status vjp_square_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_square_", "input")};
    call_inplace(op_Square, args);
  });
}

vjp_status vjp_squeeze(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_squeeze");
    const Value args[] = {arg_tensor(input, "vjp_squeeze", "input")};
    *out = give(call1(op_Squeeze, args));
  });
}

vjp_status vjp_squeeze_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_squeeze_", "input")};
    call_inplace(op_Squeeze, args);
  });
}

vjp_status vjp_squeeze_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_squeeze_dim");
    const Value args[] = {arg_tensor(input, "vjp_squeeze_dim", "input"), arg_ints(dim, num_dim, false, "vjp_squeeze_dim", "dim")};
    *out = give(call1(op_SqueezeDims, args));
  });
}

vjp_status vjp_squeeze_dim_(vjp_tensor* input, const int64_t* dim, size_t num_dim) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_squeeze_dim_", "input"), arg_ints(dim, num_dim, false, "vjp_squeeze_dim_", "dim")};
    call_inplace(op_SqueezeDims, args);
  });
}

vjp_status vjp_squeeze_copy(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_squeeze_copy");
    const Value args[] = {arg_tensor(input, "vjp_squeeze_copy", "input")};
    *out = give(call1(op_SqueezeCopy, args));
  });
}

vjp_status vjp_squeeze_copy_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_squeeze_copy_dim");
    const Value args[] = {arg_tensor(input, "vjp_squeeze_copy_dim", "input"), arg_ints(dim, num_dim, false, "vjp_squeeze_copy_dim", "dim")};
    *out = give(call1(op_SqueezeCopyDims, args));
  });
}

vjp_status vjp_stack(vjp_tensor* const* tensors, size_t num_tensors, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_stack");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_stack", "tensors"), box(dim)};
    *out = give(call1(op_Stack, args));
  });
}

vjp_status vjp_std(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_std");
    const Value args[] = {arg_tensor(input, "vjp_std", "input"), arg_ints(dim, num_dim, true, "vjp_std", "dim"), arg_float(correction), box(keepdim)};
    *out = give(call1(op_Std, args));
  });
}

vjp_status vjp_std_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_std_unbiased");
    const Value args[] = {arg_tensor(input, "vjp_std_unbiased", "input"), box(unbiased)};
    *out = give(call1(op_StdUnbiased, args));
  });
}

vjp_status vjp_std_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_std_unbiased_dim");
    const Value args[] = {arg_tensor(input, "vjp_std_unbiased_dim", "input"), arg_ints(dim, num_dim, true, "vjp_std_unbiased_dim", "dim"), box(unbiased), box(keepdim)};
    *out = give(call1(op_StdUnbiasedDim, args));
  });
}

vjp_status vjp_std_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_tensor** out_std, vjp_tensor** out_mean) {
  return guard([&] {
    arg_out(out_std, "vjp_std_mean");
    arg_out(out_mean, "vjp_std_mean");
    const Value args[] = {arg_tensor(input, "vjp_std_mean", "input"), arg_ints(dim, num_dim, true, "vjp_std_mean", "dim"), arg_float(correction), box(keepdim)};
    Tensor outs[2];
    call(op_StdMean, args, outs);
    *out_std = give(std::move(outs[0]));
    *out_mean = give(std::move(outs[1]));
  });
}

vjp_status vjp_std_mean_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out_std, vjp_tensor** out_mean) {
  return guard([&] {
    arg_out(out_std, "vjp_std_mean_unbiased");
    arg_out(out_mean, "vjp_std_mean_unbiased");
    const Value args[] = {arg_tensor(input, "vjp_std_mean_unbiased", "input"), box(unbiased)};
    Tensor outs[2];
    call(op_StdMeanUnbiased, args, outs);
    *out_std = give(std::move(outs[0]));
    *out_mean = give(std::move(outs[1]));
  });
}

vjp_status vjp_std_mean_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_tensor** out_std, vjp_tensor** out_mean) {
  return guard([&] {
    arg_out(out_std, "vjp_std_mean_unbiased_dim");
    arg_out(out_mean, "vjp_std_mean_unbiased_dim");
    const Value args[] = {arg_tensor(input, "vjp_std_mean_unbiased_dim", "input"), arg_ints(dim, num_dim, true, "vjp_std_mean_unbiased_dim", "dim"), box(unbiased), box(keepdim)};
    Tensor outs[2];
    call(op_StdMeanUnbiasedDim, args, outs);
    *out_std = give(std::move(outs[0]));
    *out_mean = give(std::move(outs[1]));
  });
}

vjp_status vjp_sub(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sub");
    const Value args[] = {arg_tensor(input, "vjp_sub", "input"), arg_tensor(other, "vjp_sub", "other")};
    *out = give(call1(op_Sub, args));
  });
}

vjp_status vjp_sub_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sub_scalar");
    const Value args[] = {arg_tensor(input, "vjp_sub_scalar", "input"), arg_scalar(other, "vjp_sub_scalar", "other")};
    *out = give(call1(op_Sub, args));
  });
}

vjp_status vjp_scalar_sub(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_sub");
    const Value args[] = {arg_scalar(input, "vjp_scalar_sub", "input"), arg_tensor(other, "vjp_scalar_sub", "other")};
    *out = give(call1(op_Sub, args));
  });
}

vjp_status vjp_sub_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_sub_", "input"), arg_tensor(other, "vjp_sub_", "other")};
    call_inplace(op_Sub, args);
  });
}

vjp_status vjp_sub_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_sub_scalar_", "input"), arg_scalar(other, "vjp_sub_scalar_", "other")};
    call_inplace(op_Sub, args);
  });
}

vjp_status vjp_sub_alpha(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sub_alpha");
    const Value args[] = {arg_tensor(input, "vjp_sub_alpha", "input"), arg_tensor(other, "vjp_sub_alpha", "other"), arg_scalar(alpha, "vjp_sub_alpha", "alpha")};
    *out = give(call1(op_SubAlpha, args));
  });
}

vjp_status vjp_sub_alpha_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sub_alpha_scalar");
    const Value args[] = {arg_tensor(input, "vjp_sub_alpha_scalar", "input"), arg_scalar(other, "vjp_sub_alpha_scalar", "other"), arg_scalar(alpha, "vjp_sub_alpha_scalar", "alpha")};
    *out = give(call1(op_SubAlpha, args));
  });
}

vjp_status vjp_scalar_sub_alpha(vjp_scalar input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_sub_alpha");
    const Value args[] = {arg_scalar(input, "vjp_scalar_sub_alpha", "input"), arg_tensor(other, "vjp_scalar_sub_alpha", "other"), arg_scalar(alpha, "vjp_scalar_sub_alpha", "alpha")};
    *out = give(call1(op_SubAlpha, args));
  });
}

vjp_status vjp_sub_alpha_(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_sub_alpha_", "input"), arg_tensor(other, "vjp_sub_alpha_", "other"), arg_scalar(alpha, "vjp_sub_alpha_", "alpha")};
    call_inplace(op_SubAlpha, args);
  });
}

vjp_status vjp_sub_alpha_scalar_(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_sub_alpha_scalar_", "input"), arg_scalar(other, "vjp_sub_alpha_scalar_", "other"), arg_scalar(alpha, "vjp_sub_alpha_scalar_", "alpha")};
    call_inplace(op_SubAlpha, args);
  });
}

vjp_status vjp_sum(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sum");
    const Value args[] = {arg_tensor(input, "vjp_sum", "input"), arg_ints(dim, num_dim, true, "vjp_sum", "dim"), box(keepdim), arg_dtype(dtype, "vjp_sum", "dtype")};
    *out = give(call1(op_Sum, args));
  });
}

vjp_status vjp_sum_to_size(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_sum_to_size");
    const Value args[] = {arg_tensor(input, "vjp_sum_to_size", "input"), arg_ints(size, num_size, false, "vjp_sum_to_size", "size")};
    *out = give(call1(op_SumToSizeOrSelf, args));
  });
}

vjp_status vjp_t(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_t");
    const Value args[] = {arg_tensor(input, "vjp_t", "input")};
    *out = give(call1(op_T_, args));
  });
}

vjp_status vjp_t_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_t_", "input")};
    call_inplace(op_T_, args);
  });
}

vjp_status vjp_t_copy(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_t_copy");
    const Value args[] = {arg_tensor(input, "vjp_t_copy", "input")};
    *out = give(call1(op_TCopy, args));
  });
}

vjp_status vjp_take(vjp_tensor* input, vjp_tensor* index, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_take");
    const Value args[] = {arg_tensor(input, "vjp_take", "input"), arg_tensor(index, "vjp_take", "index")};
    *out = give(call1(op_Take, args));
  });
}

vjp_status vjp_take_along_dim(vjp_tensor* input, vjp_tensor* indices, const int64_t* dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_take_along_dim");
    const Value args[] = {arg_tensor(input, "vjp_take_along_dim", "input"), arg_tensor(indices, "vjp_take_along_dim", "indices"), arg_int(dim)};
    *out = give(call1(op_TakeAlongDim, args));
  });
}

vjp_status vjp_tan(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_tan");
    const Value args[] = {arg_tensor(input, "vjp_tan", "input")};
    *out = give(call1(op_Tan, args));
  });
}

vjp_status vjp_tan_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_tan_", "input")};
    call_inplace(op_Tan, args);
  });
}

vjp_status vjp_tanh(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_tanh");
    const Value args[] = {arg_tensor(input, "vjp_tanh", "input")};
    *out = give(call1(op_Tanh, args));
  });
}

vjp_status vjp_tanh_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_tanh_", "input")};
    call_inplace(op_Tanh, args);
  });
}

vjp_status vjp_tanhshrink(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_tanhshrink");
    const Value args[] = {arg_tensor(input, "vjp_tanhshrink", "input")};
    *out = give(call1(op_Tanhshrink, args));
  });
}

vjp_status vjp_tanhshrink_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_tanhshrink_", "input")};
    call_inplace(op_Tanhshrink, args);
  });
}

vjp_status vjp_tensor_split(vjp_tensor* input, int64_t indices_or_sections, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_tensor_split");
    const Value args[] = {arg_tensor(input, "vjp_tensor_split", "input"), box(indices_or_sections), box(dim)};
    *out = give_list(call_list(op_TensorSplit, args));
  });
}

vjp_status vjp_tensor_split_indices(vjp_tensor* input, const int64_t* indices_or_sections, size_t num_indices_or_sections, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_tensor_split_indices");
    const Value args[] = {arg_tensor(input, "vjp_tensor_split_indices", "input"), arg_ints(indices_or_sections, num_indices_or_sections, false, "vjp_tensor_split_indices", "indices_or_sections"), box(dim)};
    *out = give_list(call_list(op_TensorSplitIndices, args));
  });
}

vjp_status vjp_tensor_split_tensor(vjp_tensor* input, vjp_tensor* indices_or_sections, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_tensor_split_tensor");
    const Value args[] = {arg_tensor(input, "vjp_tensor_split_tensor", "input"), arg_tensor(indices_or_sections, "vjp_tensor_split_tensor", "indices_or_sections"), box(dim)};
    *out = give_list(call_list(op_TensorSplitTensor, args));
  });
}

vjp_status vjp_tensordot(vjp_tensor* a, vjp_tensor* b, int64_t dims, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_tensordot");
    const Value args[] = {arg_tensor(a, "vjp_tensordot", "a"), arg_tensor(b, "vjp_tensordot", "b"), box(dims)};
    *out = give(call1(op_Tensordot, args));
  });
}

vjp_status vjp_tensordot_axes(vjp_tensor* a, vjp_tensor* b, const int64_t* dims_a, size_t num_dims_a, const int64_t* dims_b, size_t num_dims_b, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_tensordot_axes");
    const Value args[] = {arg_tensor(a, "vjp_tensordot_axes", "a"), arg_tensor(b, "vjp_tensordot_axes", "b"), arg_ints(dims_a, num_dims_a, false, "vjp_tensordot_axes", "dims_a"), arg_ints(dims_b, num_dims_b, false, "vjp_tensordot_axes", "dims_b")};
    *out = give(call1(op_TensordotAxes, args));
  });
}

vjp_status vjp_threshold(vjp_tensor* input, vjp_scalar threshold, vjp_scalar value, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_threshold");
    const Value args[] = {arg_tensor(input, "vjp_threshold", "input"), arg_scalar(threshold, "vjp_threshold", "threshold"), arg_scalar(value, "vjp_threshold", "value")};
    *out = give(call1(op_Threshold, args));
  });
}

vjp_status vjp_threshold_(vjp_tensor* input, vjp_scalar threshold, vjp_scalar value) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_threshold_", "input"), arg_scalar(threshold, "vjp_threshold_", "threshold"), arg_scalar(value, "vjp_threshold_", "value")};
    call_inplace(op_Threshold, args);
  });
}

vjp_status vjp_tile(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_tile");
    const Value args[] = {arg_tensor(input, "vjp_tile", "input"), arg_ints(dims, num_dims, false, "vjp_tile", "dims")};
    *out = give(call1(op_Tile, args));
  });
}

vjp_status vjp_to(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_to");
    const Value args[] = {arg_tensor(input, "vjp_to", "input"), arg_dtype(dtype, "vjp_to", "dtype")};
    *out = give(call1(op_To, args));
  });
}

vjp_status vjp_to_device(vjp_tensor* input, const vjp_device* device, vjp_dtype dtype, bool non_blocking, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_to_device");
    const Value args[] = {arg_tensor(input, "vjp_to_device", "input"), arg_device(device, "vjp_to_device", "device"), arg_dtype(dtype, "vjp_to_device", "dtype"), box(non_blocking)};
    *out = give(call1(op_ToDevice, args));
  });
}

vjp_status vjp_topk(vjp_tensor* input, int64_t k, int64_t dim, bool largest, bool sorted, vjp_tensor** out_values, vjp_tensor** out_indices) {
  return guard([&] {
    arg_out(out_values, "vjp_topk");
    arg_out(out_indices, "vjp_topk");
    const Value args[] = {arg_tensor(input, "vjp_topk", "input"), box(k), box(dim), box(largest), box(sorted)};
    Tensor outs[2];
    call(op_TopK, args, outs);
    *out_values = give(std::move(outs[0]));
    *out_indices = give(std::move(outs[1]));
  });
}

vjp_status vjp_trace(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_trace");
    const Value args[] = {arg_tensor(input, "vjp_trace", "input")};
    *out = give(call1(op_MatrixTrace, args));
  });
}

vjp_status vjp_transpose(vjp_tensor* input, int64_t dim0, int64_t dim1, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_transpose");
    const Value args[] = {arg_tensor(input, "vjp_transpose", "input"), box(dim0), box(dim1)};
    *out = give(call1(op_Transpose, args));
  });
}

vjp_status vjp_transpose_(vjp_tensor* input, int64_t dim0, int64_t dim1) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_transpose_", "input"), box(dim0), box(dim1)};
    call_inplace(op_Transpose, args);
  });
}

vjp_status vjp_transpose_copy(vjp_tensor* input, int64_t dim0, int64_t dim1, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_transpose_copy");
    const Value args[] = {arg_tensor(input, "vjp_transpose_copy", "input"), box(dim0), box(dim1)};
    *out = give(call1(op_TransposeCopy, args));
  });
}

vjp_status vjp_trapezoid(vjp_tensor* y, vjp_tensor* x, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_trapezoid");
    const Value args[] = {arg_tensor(y, "vjp_trapezoid", "y"), arg_tensor(x, "vjp_trapezoid", "x"), box(dim)};
    *out = give(call1(op_Trapezoid, args));
  });
}

vjp_status vjp_trapezoid_dx(vjp_tensor* y, double dx, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_trapezoid_dx");
    const Value args[] = {arg_tensor(y, "vjp_trapezoid_dx", "y"), box(dx), box(dim)};
    *out = give(call1(op_TrapezoidEven, args));
  });
}

vjp_status vjp_trapz(vjp_tensor* y, vjp_tensor* x, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_trapz");
    const Value args[] = {arg_tensor(y, "vjp_trapz", "y"), arg_tensor(x, "vjp_trapz", "x"), box(dim)};
    *out = give(call1(op_Trapz, args));
  });
}

vjp_status vjp_trapz_dx(vjp_tensor* y, double dx, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_trapz_dx");
    const Value args[] = {arg_tensor(y, "vjp_trapz_dx", "y"), box(dx), box(dim)};
    *out = give(call1(op_TrapzEven, args));
  });
}

vjp_status vjp_tril(vjp_tensor* input, int64_t diagonal, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_tril");
    const Value args[] = {arg_tensor(input, "vjp_tril", "input"), box(diagonal)};
    *out = give(call1(op_Tril, args));
  });
}

vjp_status vjp_tril_(vjp_tensor* input, int64_t diagonal) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_tril_", "input"), box(diagonal)};
    call_inplace(op_Tril, args);
  });
}

vjp_status vjp_triplet_margin_loss(vjp_tensor* anchor, vjp_tensor* positive, vjp_tensor* negative, double margin, double p, double eps, bool swap, const char* reduction, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_triplet_margin_loss");
    const Value args[] = {arg_tensor(anchor, "vjp_triplet_margin_loss", "anchor"), arg_tensor(positive, "vjp_triplet_margin_loss", "positive"), arg_tensor(negative, "vjp_triplet_margin_loss", "negative"), box(margin), box(p), box(eps), box(swap), arg_string(reduction, false, "vjp_triplet_margin_loss", "reduction")};
    *out = give(call1(op_TripletMarginLoss, args));
  });
}

vjp_status vjp_triu(vjp_tensor* input, int64_t diagonal, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_triu");
    const Value args[] = {arg_tensor(input, "vjp_triu", "input"), box(diagonal)};
    *out = give(call1(op_Triu, args));
  });
}

vjp_status vjp_triu_(vjp_tensor* input, int64_t diagonal) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_triu_", "input"), box(diagonal)};
    call_inplace(op_Triu, args);
  });
}

vjp_status vjp_true_divide(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_true_divide");
    const Value args[] = {arg_tensor(input, "vjp_true_divide", "input"), arg_tensor(other, "vjp_true_divide", "other")};
    *out = give(call1(op_TrueDivide, args));
  });
}

vjp_status vjp_true_divide_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_true_divide_scalar");
    const Value args[] = {arg_tensor(input, "vjp_true_divide_scalar", "input"), arg_scalar(other, "vjp_true_divide_scalar", "other")};
    *out = give(call1(op_TrueDivide, args));
  });
}

vjp_status vjp_scalar_true_divide(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_true_divide");
    const Value args[] = {arg_scalar(input, "vjp_scalar_true_divide", "input"), arg_tensor(other, "vjp_scalar_true_divide", "other")};
    *out = give(call1(op_TrueDivide, args));
  });
}

vjp_status vjp_true_divide_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_true_divide_", "input"), arg_tensor(other, "vjp_true_divide_", "other")};
    call_inplace(op_TrueDivide, args);
  });
}

vjp_status vjp_true_divide_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_true_divide_scalar_", "input"), arg_scalar(other, "vjp_true_divide_scalar_", "other")};
    call_inplace(op_TrueDivide, args);
  });
}

vjp_status vjp_trunc(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_trunc");
    const Value args[] = {arg_tensor(input, "vjp_trunc", "input")};
    *out = give(call1(op_Trunc, args));
  });
}

vjp_status vjp_trunc_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_trunc_", "input")};
    call_inplace(op_Trunc, args);
  });
}

vjp_status vjp_unbind(vjp_tensor* input, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_unbind");
    const Value args[] = {arg_tensor(input, "vjp_unbind", "input"), box(dim)};
    *out = give_list(call_list(op_Unbind, args));
  });
}

vjp_status vjp_unbind_copy(vjp_tensor* input, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_unbind_copy");
    const Value args[] = {arg_tensor(input, "vjp_unbind_copy", "input"), box(dim)};
    *out = give_list(call_list(op_UnbindCopy, args));
  });
}

vjp_status vjp_unflatten(vjp_tensor* input, int64_t dim, const int64_t* sizes, size_t num_sizes, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_unflatten");
    const Value args[] = {arg_tensor(input, "vjp_unflatten", "input"), box(dim), arg_ints(sizes, num_sizes, false, "vjp_unflatten", "sizes")};
    *out = give(call1(op_Unflatten, args));
  });
}

vjp_status vjp_unfold(vjp_tensor* input, int64_t dimension, int64_t size, int64_t step, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_unfold");
    const Value args[] = {arg_tensor(input, "vjp_unfold", "input"), box(dimension), box(size), box(step)};
    *out = give(call1(op_Unfold, args));
  });
}

vjp_status vjp_unfold_copy(vjp_tensor* input, int64_t dimension, int64_t size, int64_t step, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_unfold_copy");
    const Value args[] = {arg_tensor(input, "vjp_unfold_copy", "input"), box(dimension), box(size), box(step)};
    *out = give(call1(op_UnfoldCopy, args));
  });
}

vjp_status vjp_uniform(vjp_tensor* input, double low, double high, vjp_generator* generator, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_uniform");
    const Value args[] = {arg_tensor(input, "vjp_uniform", "input"), box(low), box(high), arg_generator(generator)};
    *out = give(call1(op_Uniform, args));
  });
}

vjp_status vjp_uniform_(vjp_tensor* input, double low, double high, vjp_generator* generator) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_uniform_", "input"), box(low), box(high), arg_generator(generator)};
    call_inplace(op_Uniform, args);
  });
}

vjp_status vjp_unsafe_chunk(vjp_tensor* input, int64_t chunks, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_unsafe_chunk");
    const Value args[] = {arg_tensor(input, "vjp_unsafe_chunk", "input"), box(chunks), box(dim)};
    *out = give_list(call_list(op_UnsafeChunk, args));
  });
}

vjp_status vjp_unsafe_split(vjp_tensor* input, int64_t split_size, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_unsafe_split");
    const Value args[] = {arg_tensor(input, "vjp_unsafe_split", "input"), box(split_size), box(dim)};
    *out = give_list(call_list(op_UnsafeSplit, args));
  });
}

vjp_status vjp_unsafe_split_with_sizes(vjp_tensor* input, const int64_t* split_sizes, size_t num_split_sizes, int64_t dim, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_unsafe_split_with_sizes");
    const Value args[] = {arg_tensor(input, "vjp_unsafe_split_with_sizes", "input"), arg_ints(split_sizes, num_split_sizes, false, "vjp_unsafe_split_with_sizes", "split_sizes"), box(dim)};
    *out = give_list(call_list(op_UnsafeSplitWithSizes, args));
  });
}

vjp_status vjp_unsqueeze(vjp_tensor* input, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_unsqueeze");
    const Value args[] = {arg_tensor(input, "vjp_unsqueeze", "input"), box(dim)};
    *out = give(call1(op_Unsqueeze, args));
  });
}

vjp_status vjp_unsqueeze_(vjp_tensor* input, int64_t dim) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_unsqueeze_", "input"), box(dim)};
    call_inplace(op_Unsqueeze, args);
  });
}

vjp_status vjp_unsqueeze_copy(vjp_tensor* input, int64_t dim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_unsqueeze_copy");
    const Value args[] = {arg_tensor(input, "vjp_unsqueeze_copy", "input"), box(dim)};
    *out = give(call1(op_UnsqueezeCopy, args));
  });
}

vjp_status vjp_upsample_bilinear(vjp_tensor* input, const int64_t* size, size_t num_size, const double* scale_factor, size_t num_scale_factor, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_upsample_bilinear");
    const Value args[] = {arg_tensor(input, "vjp_upsample_bilinear", "input"), arg_ints(size, num_size, true, "vjp_upsample_bilinear", "size"), arg_floats(scale_factor, num_scale_factor, true, "vjp_upsample_bilinear", "scale_factor")};
    *out = give(call1(op_UpsampleBilinear, args));
  });
}

vjp_status vjp_upsample_nearest(vjp_tensor* input, const int64_t* size, size_t num_size, const double* scale_factor, size_t num_scale_factor, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_upsample_nearest");
    const Value args[] = {arg_tensor(input, "vjp_upsample_nearest", "input"), arg_ints(size, num_size, true, "vjp_upsample_nearest", "size"), arg_floats(scale_factor, num_scale_factor, true, "vjp_upsample_nearest", "scale_factor")};
    *out = give(call1(op_UpsampleNearest, args));
  });
}

vjp_status vjp_var(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_var");
    const Value args[] = {arg_tensor(input, "vjp_var", "input"), arg_ints(dim, num_dim, true, "vjp_var", "dim"), arg_float(correction), box(keepdim)};
    *out = give(call1(op_Var, args));
  });
}

vjp_status vjp_var_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_var_unbiased");
    const Value args[] = {arg_tensor(input, "vjp_var_unbiased", "input"), box(unbiased)};
    *out = give(call1(op_VarUnbiased, args));
  });
}

vjp_status vjp_var_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_var_unbiased_dim");
    const Value args[] = {arg_tensor(input, "vjp_var_unbiased_dim", "input"), arg_ints(dim, num_dim, true, "vjp_var_unbiased_dim", "dim"), box(unbiased), box(keepdim)};
    *out = give(call1(op_VarUnbiasedDim, args));
  });
}

vjp_status vjp_var_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_tensor** out_var, vjp_tensor** out_mean) {
  return guard([&] {
    arg_out(out_var, "vjp_var_mean");
    arg_out(out_mean, "vjp_var_mean");
    const Value args[] = {arg_tensor(input, "vjp_var_mean", "input"), arg_ints(dim, num_dim, true, "vjp_var_mean", "dim"), arg_float(correction), box(keepdim)};
    Tensor outs[2];
    call(op_VarMean, args, outs);
    *out_var = give(std::move(outs[0]));
    *out_mean = give(std::move(outs[1]));
  });
}

vjp_status vjp_var_mean_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out_var, vjp_tensor** out_mean) {
  return guard([&] {
    arg_out(out_var, "vjp_var_mean_unbiased");
    arg_out(out_mean, "vjp_var_mean_unbiased");
    const Value args[] = {arg_tensor(input, "vjp_var_mean_unbiased", "input"), box(unbiased)};
    Tensor outs[2];
    call(op_VarMeanUnbiased, args, outs);
    *out_var = give(std::move(outs[0]));
    *out_mean = give(std::move(outs[1]));
  });
}

vjp_status vjp_var_mean_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_tensor** out_var, vjp_tensor** out_mean) {
  return guard([&] {
    arg_out(out_var, "vjp_var_mean_unbiased_dim");
    arg_out(out_mean, "vjp_var_mean_unbiased_dim");
    const Value args[] = {arg_tensor(input, "vjp_var_mean_unbiased_dim", "input"), arg_ints(dim, num_dim, true, "vjp_var_mean_unbiased_dim", "dim"), box(unbiased), box(keepdim)};
    Tensor outs[2];
    call(op_VarMeanUnbiasedDim, args, outs);
    *out_var = give(std::move(outs[0]));
    *out_mean = give(std::move(outs[1]));
  });
}

vjp_status vjp_vdot(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_vdot");
    const Value args[] = {arg_tensor(input, "vjp_vdot", "input"), arg_tensor(other, "vjp_vdot", "other")};
    *out = give(call1(op_Vdot, args));
  });
}

vjp_status vjp_view(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_view");
    const Value args[] = {arg_tensor(input, "vjp_view", "input"), arg_ints(size, num_size, false, "vjp_view", "size")};
    *out = give(call1(op_View_, args));
  });
}

vjp_status vjp_view_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_view_as");
    const Value args[] = {arg_tensor(input, "vjp_view_as", "input"), arg_tensor(other, "vjp_view_as", "other")};
    *out = give(call1(op_ViewAs, args));
  });
}

vjp_status vjp_view_as_complex(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_view_as_complex");
    const Value args[] = {arg_tensor(input, "vjp_view_as_complex", "input")};
    *out = give(call1(op_ViewAsComplex, args));
  });
}

vjp_status vjp_view_as_real(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_view_as_real");
    const Value args[] = {arg_tensor(input, "vjp_view_as_real", "input")};
    *out = give(call1(op_ViewAsReal, args));
  });
}

vjp_status vjp_view_copy(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_view_copy");
    const Value args[] = {arg_tensor(input, "vjp_view_copy", "input"), arg_ints(size, num_size, false, "vjp_view_copy", "size")};
    *out = give(call1(op_ViewCopy, args));
  });
}

vjp_status vjp_vsplit(vjp_tensor* input, int64_t indices_or_sections, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_vsplit");
    const Value args[] = {arg_tensor(input, "vjp_vsplit", "input"), box(indices_or_sections)};
    *out = give_list(call_list(op_VSplit, args));
  });
}

vjp_status vjp_vsplit_indices(vjp_tensor* input, const int64_t* indices_or_sections, size_t num_indices_or_sections, vjp_tensor_list** out) {
  return guard([&] {
    arg_out(out, "vjp_vsplit_indices");
    const Value args[] = {arg_tensor(input, "vjp_vsplit_indices", "input"), arg_ints(indices_or_sections, num_indices_or_sections, false, "vjp_vsplit_indices", "indices_or_sections")};
    *out = give_list(call_list(op_VSplitIndices, args));
  });
}

vjp_status vjp_vstack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_vstack");
    const Value args[] = {arg_tensors(tensors, num_tensors, false, "vjp_vstack", "tensors")};
    *out = give(call1(op_VStack, args));
  });
}

vjp_status vjp_where(vjp_tensor* condition, vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_where");
    const Value args[] = {arg_tensor(condition, "vjp_where", "condition"), arg_tensor(input, "vjp_where", "input"), arg_tensor(other, "vjp_where", "other")};
    *out = give(call1(op_Where, args));
  });
}

vjp_status vjp_where_scalar(vjp_tensor* condition, vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_where_scalar");
    const Value args[] = {arg_tensor(condition, "vjp_where_scalar", "condition"), arg_tensor(input, "vjp_where_scalar", "input"), arg_scalar(other, "vjp_where_scalar", "other")};
    *out = give(call1(op_Where, args));
  });
}

vjp_status vjp_scalar_where(vjp_tensor* condition, vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_where");
    const Value args[] = {arg_tensor(condition, "vjp_scalar_where", "condition"), arg_scalar(input, "vjp_scalar_where", "input"), arg_tensor(other, "vjp_scalar_where", "other")};
    *out = give(call1(op_Where, args));
  });
}

vjp_status vjp_where_scalars(vjp_tensor* condition, vjp_scalar input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_where_scalars");
    const Value args[] = {arg_tensor(condition, "vjp_where_scalars", "condition"), arg_scalar(input, "vjp_where_scalars", "input"), arg_scalar(other, "vjp_where_scalars", "other")};
    *out = give(call1(op_Where, args));
  });
}

vjp_status vjp_xlog1py(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_xlog1py");
    const Value args[] = {arg_tensor(input, "vjp_xlog1py", "input"), arg_tensor(other, "vjp_xlog1py", "other")};
    *out = give(call1(op_XLog1pY, args));
  });
}

vjp_status vjp_xlog1py_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_xlog1py_scalar");
    const Value args[] = {arg_tensor(input, "vjp_xlog1py_scalar", "input"), arg_scalar(other, "vjp_xlog1py_scalar", "other")};
    *out = give(call1(op_XLog1pY, args));
  });
}

vjp_status vjp_scalar_xlog1py(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_xlog1py");
    const Value args[] = {arg_scalar(input, "vjp_scalar_xlog1py", "input"), arg_tensor(other, "vjp_scalar_xlog1py", "other")};
    *out = give(call1(op_XLog1pY, args));
  });
}

vjp_status vjp_xlog1py_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_xlog1py_", "input"), arg_tensor(other, "vjp_xlog1py_", "other")};
    call_inplace(op_XLog1pY, args);
  });
}

vjp_status vjp_xlog1py_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_xlog1py_scalar_", "input"), arg_scalar(other, "vjp_xlog1py_scalar_", "other")};
    call_inplace(op_XLog1pY, args);
  });
}

vjp_status vjp_xlogy(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_xlogy");
    const Value args[] = {arg_tensor(input, "vjp_xlogy", "input"), arg_tensor(other, "vjp_xlogy", "other")};
    *out = give(call1(op_XLogY, args));
  });
}

vjp_status vjp_xlogy_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_xlogy_scalar");
    const Value args[] = {arg_tensor(input, "vjp_xlogy_scalar", "input"), arg_scalar(other, "vjp_xlogy_scalar", "other")};
    *out = give(call1(op_XLogY, args));
  });
}

vjp_status vjp_scalar_xlogy(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_scalar_xlogy");
    const Value args[] = {arg_scalar(input, "vjp_scalar_xlogy", "input"), arg_tensor(other, "vjp_scalar_xlogy", "other")};
    *out = give(call1(op_XLogY, args));
  });
}

vjp_status vjp_xlogy_(vjp_tensor* input, vjp_tensor* other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_xlogy_", "input"), arg_tensor(other, "vjp_xlogy_", "other")};
    call_inplace(op_XLogY, args);
  });
}

vjp_status vjp_xlogy_scalar_(vjp_tensor* input, vjp_scalar other) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_xlogy_scalar_", "input"), arg_scalar(other, "vjp_xlogy_scalar_", "other")};
    call_inplace(op_XLogY, args);
  });
}

vjp_status vjp_zero(vjp_tensor* input, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_zero");
    const Value args[] = {arg_tensor(input, "vjp_zero", "input")};
    *out = give(call1(op_Zero, args));
  });
}

vjp_status vjp_zero_(vjp_tensor* input) {
  return guard([&] {
    const Value args[] = {arg_tensor(input, "vjp_zero_", "input")};
    call_inplace(op_Zero, args);
  });
}

vjp_status vjp_zeros(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_zeros");
    const Value args[] = {arg_ints(size, num_size, false, "vjp_zeros", "size"), arg_dtype(dtype, "vjp_zeros", "dtype")};
    *out = give(call1(op_Zeros, args));
  });
}

vjp_status vjp_zeros_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out) {
  return guard([&] {
    arg_out(out, "vjp_zeros_like");
    const Value args[] = {arg_tensor(input, "vjp_zeros_like", "input"), arg_dtype(dtype, "vjp_zeros_like", "dtype")};
    *out = give(call1(op_ZerosLike, args));
  });
}
