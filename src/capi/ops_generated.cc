// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#include "capi/given.h"
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
extern const OpDef op_AlphaDropout;
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
extern const OpDef op_BesselJ0;
extern const OpDef op_BesselJ1;
extern const OpDef op_BesselY0;
extern const OpDef op_BesselY1;
extern const OpDef op_BilinearForm;
extern const OpDef op_BinaryCrossEntropy;
extern const OpDef op_BinaryCrossEntropyWithLogits;
extern const OpDef op_Binomial;
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
extern const OpDef op_Cauchy;
extern const OpDef op_CDist;
extern const OpDef op_Ceil;
extern const OpDef op_Celu;
extern const OpDef op_ChannelShuffle;
extern const OpDef op_CholeskyInverse;
extern const OpDef op_CholeskySolve;
extern const OpDef op_Chunk;
extern const OpDef op_Clamp;
extern const OpDef op_ClampMax;
extern const OpDef op_ClampMin;
extern const OpDef op_Clone;
extern const OpDef op_CloneInFormat;
extern const OpDef op_Col2im;
extern const OpDef op_ColumnStack;
extern const OpDef op_Combinations;
extern const OpDef op_Complex;
extern const OpDef op_ConjOp;
extern const OpDef op_ConjPhysical;
extern const OpDef op_ConstantPadNd;
extern const OpDef op_Contiguous;
extern const OpDef op_ContiguousInFormat;
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
extern const OpDef op_Cross;
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
extern const OpDef op_Dropout1d;
extern const OpDef op_Dropout2d;
extern const OpDef op_Dropout3d;
extern const OpDef op_DSplit;
extern const OpDef op_DSplitIndices;
extern const OpDef op_DStack;
extern const OpDef op_Einsum;
extern const OpDef op_Elu;
extern const OpDef op_Embedding;
extern const OpDef op_EmbeddingMaxNorm;
extern const OpDef op_EmbeddingBag;
extern const OpDef op_Empty;
extern const OpDef op_EmptyInFormat;
extern const OpDef op_EmptyLike;
extern const OpDef op_EmptyLikeInFormat;
extern const OpDef op_Entropy;
extern const OpDef op_Eq;
extern const OpDef op_Erf;
extern const OpDef op_Erfc;
extern const OpDef op_Erfcx;
extern const OpDef op_Erfinv;
extern const OpDef op_Exp;
extern const OpDef op_Exp2;
extern const OpDef op_Expand;
extern const OpDef op_ExpandAs;
extern const OpDef op_ExpandCopy;
extern const OpDef op_Expm1;
extern const OpDef op_Exponential;
extern const OpDef op_Eye;
extern const OpDef op_FeatureAlphaDropout;
extern const OpDef op_FeatureDropout;
extern const OpDef op_Fft;
extern const OpDef op_Fft2;
extern const OpDef op_FftFreq;
extern const OpDef op_FftN;
extern const OpDef op_FftShift;
extern const OpDef op_Hfft;
extern const OpDef op_Hfft2;
extern const OpDef op_HfftN;
extern const OpDef op_Ifft;
extern const OpDef op_Ifft2;
extern const OpDef op_IfftN;
extern const OpDef op_FftIshift;
extern const OpDef op_Ihfft;
extern const OpDef op_Ihfft2;
extern const OpDef op_IhfftN;
extern const OpDef op_Irfft;
extern const OpDef op_Irfft2;
extern const OpDef op_IrfftN;
extern const OpDef op_Rfft;
extern const OpDef op_Rfft2;
extern const OpDef op_RfftFreq;
extern const OpDef op_RfftN;
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
extern const OpDef op_Frexp;
extern const OpDef op_Full;
extern const OpDef op_FullLike;
extern const OpDef op_Gather;
extern const OpDef op_GaussianNllLoss;
extern const OpDef op_Ge;
extern const OpDef op_Gelu;
extern const OpDef op_Geometric;
extern const OpDef op_Ger;
extern const OpDef op_Glu;
extern const OpDef op_Gradient;
extern const OpDef op_GradientCoordinates;
extern const OpDef op_GradientSpacings;
extern const OpDef op_GridSample;
extern const OpDef op_GridSampler2d;
extern const OpDef op_GridSampler3d;
extern const OpDef op_GroupNorm;
extern const OpDef op_GruLayers;
extern const OpDef op_GruPacked;
extern const OpDef op_GruCell;
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
extern const OpDef op_I0;
extern const OpDef op_I0e;
extern const OpDef op_I1;
extern const OpDef op_I1e;
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
extern const OpDef op_Istft;
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
extern const OpDef op_LinalgCholesky;
extern const OpDef op_LinalgCholeskyEx;
extern const OpDef op_LinalgCond;
extern const OpDef op_LinalgCondNamed;
extern const OpDef op_LinalgCross;
extern const OpDef op_LinalgDet;
extern const OpDef op_LinalgDiagonal;
extern const OpDef op_LinalgEig;
extern const OpDef op_LinalgEigh;
extern const OpDef op_LinalgEigvals;
extern const OpDef op_LinalgEigvalsh;
extern const OpDef op_HouseholderProduct;
extern const OpDef op_LinalgInv;
extern const OpDef op_LinalgInvEx;
extern const OpDef op_LinalgLstsq;
extern const OpDef op_LinalgLu;
extern const OpDef op_LinalgLuFactor;
extern const OpDef op_LinalgLuFactorEx;
extern const OpDef op_LinalgLuSolve;
extern const OpDef op_MatrixNorm;
extern const OpDef op_MatrixNormNamed;
extern const OpDef op_MatrixPower;
extern const OpDef op_SqrtH;
extern const OpDef op_LinalgMultiDot;
extern const OpDef op_LinalgNorm;
extern const OpDef op_LinalgNormNamed;
extern const OpDef op_LinalgPinv;
extern const OpDef op_LinalgPinvTensor;
extern const OpDef op_PolarForm;
extern const OpDef op_LinalgQr;
extern const OpDef op_LinalgSlogDet;
extern const OpDef op_LinalgSolve;
extern const OpDef op_LinalgSolveEx;
extern const OpDef op_LinalgSolveTriangular;
extern const OpDef op_LinalgSvd;
extern const OpDef op_LinalgSvdvals;
extern const OpDef op_LinalgTensorInv;
extern const OpDef op_LinalgTensorSolve;
extern const OpDef op_Vander;
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
extern const OpDef op_LogNdtr;
extern const OpDef op_LogNormal;
extern const OpDef op_LogSoftmax;
extern const OpDef op_LogAddExp;
extern const OpDef op_LogAddExp2;
extern const OpDef op_LogCumSumExp;
extern const OpDef op_LogDet;
extern const OpDef op_LogicalAnd;
extern const OpDef op_LogicalNot;
extern const OpDef op_LogicalOr;
extern const OpDef op_LogicalXor;
extern const OpDef op_Logit;
extern const OpDef op_LogSigmoid;
extern const OpDef op_LogSumExp;
extern const OpDef op_LstmLayers;
extern const OpDef op_LstmPacked;
extern const OpDef op_LstmCell;
extern const OpDef op_Lt;
extern const OpDef op_Lu;
extern const OpDef op_LuSolve;
extern const OpDef op_LuUnpack;
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
extern const OpDef op_MatrixExp;
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
extern const OpDef op_ModifiedBesselI0;
extern const OpDef op_ModifiedBesselI1;
extern const OpDef op_ModifiedBesselK0;
extern const OpDef op_ModifiedBesselK1;
extern const OpDef op_Movedim;
extern const OpDef op_MseLoss;
extern const OpDef op_MSort;
extern const OpDef op_Mul;
extern const OpDef op_MultiHeadAttentionForward;
extern const OpDef op_MultiMarginLoss;
extern const OpDef op_Multigammaln;
extern const OpDef op_MultilabelMarginLoss;
extern const OpDef op_MultilabelSoftMarginLoss;
extern const OpDef op_Multinomial;
extern const OpDef op_Mv;
extern const OpDef op_Mvlgamma;
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
extern const OpDef op_Ndtri;
extern const OpDef op_Ne;
extern const OpDef op_Neg;
extern const OpDef op_Nextafter;
extern const OpDef op_NllLoss;
extern const OpDef op_Nonzero;
extern const OpDef op_Norm;
extern const OpDef op_NormNamed;
extern const OpDef op_Normal;
extern const OpDef op_NormalFloatTensor;
extern const OpDef op_NormalSize;
extern const OpDef op_NormalTensor;
extern const OpDef op_Normalize;
extern const OpDef op_OneHot;
extern const OpDef op_Ones;
extern const OpDef op_OnesLike;
extern const OpDef op_Ormqr;
extern const OpDef op_Outer;
extern const OpDef op_Pad;
extern const OpDef op_PairwiseDistance;
extern const OpDef op_Pdist;
extern const OpDef op_Permute;
extern const OpDef op_PermuteCopy;
extern const OpDef op_Pinverse;
extern const OpDef op_PixelShuffle;
extern const OpDef op_PixelUnshuffle;
extern const OpDef op_Poisson;
extern const OpDef op_PoissonNllLoss;
extern const OpDef op_Polar;
extern const OpDef op_PolygammaOrderFirst;
extern const OpDef op_Polygamma;
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
extern const OpDef op_ResolveConj;
extern const OpDef op_ResolveNeg;
extern const OpDef op_RmsNorm;
extern const OpDef op_RnnReluLayers;
extern const OpDef op_RnnReluPacked;
extern const OpDef op_RnnReluCell;
extern const OpDef op_RnnTanhLayers;
extern const OpDef op_RnnTanhPacked;
extern const OpDef op_RnnTanhCell;
extern const OpDef op_Roll;
extern const OpDef op_Rot90;
extern const OpDef op_Round;
extern const OpDef op_RoundDecimals;
extern const OpDef op_Rrelu;
extern const OpDef op_Rsqrt;
extern const OpDef op_Rsub;
extern const OpDef op_ScaledDotProductAttention;
extern const OpDef op_ScaledModifiedBesselK0;
extern const OpDef op_ScaledModifiedBesselK1;
extern const OpDef op_Scatter;
extern const OpDef op_ScatterValue;
extern const OpDef op_ScatterAdd;
extern const OpDef op_ScatterReduce;
extern const OpDef op_SearchSorted;
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
extern const OpDef op_SphericalBesselJ0;
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
extern const OpDef op_Stft;
extern const OpDef op_Sub;
extern const OpDef op_SubAlpha;
extern const OpDef op_Sum;
extern const OpDef op_SumToSizeOrSelf;
extern const OpDef op_SvdFormer;
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
extern const OpDef op_ToDeviceInFormat;
extern const OpDef op_ToInFormat;
extern const OpDef op_TopK;
extern const OpDef op_MatrixTrace;
extern const OpDef op_Transpose;
extern const OpDef op_TransposeCopy;
extern const OpDef op_Trapezoid;
extern const OpDef op_TrapezoidEven;
extern const OpDef op_Trapz;
extern const OpDef op_TrapzEven;
extern const OpDef op_TriangularSolve;
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
extern const OpDef op_Zeta;
}  // namespace vjp

using namespace vjp;

vjp_status vjp_H(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_MatrixAdjoint, "vjp_H", args, out);
}

vjp_status vjp_T(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ReversedDims, "vjp_T", args, out);
}

vjp_status vjp_abs(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Abs, "vjp_abs", args, out);
}

vjp_status vjp_abs_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Abs, "vjp_abs_", args);
}

vjp_status vjp_acos(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Acos, "vjp_acos", args, out);
}

vjp_status vjp_acos_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Acos, "vjp_acos_", args);
}

vjp_status vjp_acosh(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Acosh, "vjp_acosh", args, out);
}

vjp_status vjp_acosh_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Acosh, "vjp_acosh_", args);
}

vjp_status vjp_adaptive_avg_pool1d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(output_size, num_output_size)};
  return call_given(op_AdaptiveAvgPool1d, "vjp_adaptive_avg_pool1d", args, out);
}

vjp_status vjp_adaptive_avg_pool2d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(output_size, num_output_size)};
  return call_given(op_AdaptiveAvgPool2d, "vjp_adaptive_avg_pool2d", args, out);
}

vjp_status vjp_adaptive_avg_pool3d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(output_size, num_output_size)};
  return call_given(op_AdaptiveAvgPool3d, "vjp_adaptive_avg_pool3d", args, out);
}

vjp_status vjp_adaptive_max_pool1d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(output_size, num_output_size)};
  return call_given(op_AdaptiveMaxPool1d, "vjp_adaptive_max_pool1d", args, out);
}

vjp_status vjp_adaptive_max_pool1d_indices(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, bool return_indices, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(output_size, num_output_size), pack(return_indices)};
  return call_given(op_AdaptiveMaxPool1dIndices, "vjp_adaptive_max_pool1d_indices", args, out);
}

vjp_status vjp_adaptive_max_pool2d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(output_size, num_output_size)};
  return call_given(op_AdaptiveMaxPool2d, "vjp_adaptive_max_pool2d", args, out);
}

vjp_status vjp_adaptive_max_pool2d_indices(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, bool return_indices, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(output_size, num_output_size), pack(return_indices)};
  return call_given(op_AdaptiveMaxPool2dIndices, "vjp_adaptive_max_pool2d_indices", args, out);
}

vjp_status vjp_adaptive_max_pool3d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(output_size, num_output_size)};
  return call_given(op_AdaptiveMaxPool3d, "vjp_adaptive_max_pool3d", args, out);
}

vjp_status vjp_adaptive_max_pool3d_indices(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, bool return_indices, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(output_size, num_output_size), pack(return_indices)};
  return call_given(op_AdaptiveMaxPool3dIndices, "vjp_adaptive_max_pool3d_indices", args, out);
}

vjp_status vjp_add(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Add, "vjp_add", args, out);
}

vjp_status vjp_add_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Add, "vjp_add_scalar", args, out);
}

vjp_status vjp_scalar_add(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Add, "vjp_scalar_add", args, out);
}

vjp_status vjp_add_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Add, "vjp_add_", args);
}

vjp_status vjp_add_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Add, "vjp_add_scalar_", args);
}

vjp_status vjp_add_alpha(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given(op_AddAlpha, "vjp_add_alpha", args, out);
}

vjp_status vjp_add_alpha_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given(op_AddAlpha, "vjp_add_alpha_scalar", args, out);
}

vjp_status vjp_scalar_add_alpha(vjp_scalar input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given(op_AddAlpha, "vjp_scalar_add_alpha", args, out);
}

vjp_status vjp_add_alpha_(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given_in_place(op_AddAlpha, "vjp_add_alpha_", args);
}

vjp_status vjp_add_alpha_scalar_(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given_in_place(op_AddAlpha, "vjp_add_alpha_scalar_", args);
}

vjp_status vjp_addbmm(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(batch1), pack(batch2), pack(beta), pack(alpha)};
  return call_given(op_Addbmm, "vjp_addbmm", args, out);
}

vjp_status vjp_addbmm_(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta, vjp_scalar alpha) {
  Value args[] = {pack(input), pack(batch1), pack(batch2), pack(beta), pack(alpha)};
  return call_given_in_place(op_Addbmm, "vjp_addbmm_", args);
}

vjp_status vjp_addcdiv(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(tensor1), pack(tensor2), pack(value)};
  return call_given(op_Addcdiv, "vjp_addcdiv", args, out);
}

vjp_status vjp_addcdiv_(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value) {
  Value args[] = {pack(input), pack(tensor1), pack(tensor2), pack(value)};
  return call_given_in_place(op_Addcdiv, "vjp_addcdiv_", args);
}

vjp_status vjp_addcmul(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(tensor1), pack(tensor2), pack(value)};
  return call_given(op_Addcmul, "vjp_addcmul", args, out);
}

vjp_status vjp_addcmul_(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value) {
  Value args[] = {pack(input), pack(tensor1), pack(tensor2), pack(value)};
  return call_given_in_place(op_Addcmul, "vjp_addcmul_", args);
}

vjp_status vjp_addmm(vjp_tensor* input, vjp_tensor* mat1, vjp_tensor* mat2, vjp_scalar beta, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(mat1), pack(mat2), pack(beta), pack(alpha)};
  return call_given(op_Addmm, "vjp_addmm", args, out);
}

vjp_status vjp_addmm_(vjp_tensor* input, vjp_tensor* mat1, vjp_tensor* mat2, vjp_scalar beta, vjp_scalar alpha) {
  Value args[] = {pack(input), pack(mat1), pack(mat2), pack(beta), pack(alpha)};
  return call_given_in_place(op_Addmm, "vjp_addmm_", args);
}

vjp_status vjp_addmv(vjp_tensor* input, vjp_tensor* mat, vjp_tensor* vec, vjp_scalar beta, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(mat), pack(vec), pack(beta), pack(alpha)};
  return call_given(op_Addmv, "vjp_addmv", args, out);
}

vjp_status vjp_addmv_(vjp_tensor* input, vjp_tensor* mat, vjp_tensor* vec, vjp_scalar beta, vjp_scalar alpha) {
  Value args[] = {pack(input), pack(mat), pack(vec), pack(beta), pack(alpha)};
  return call_given_in_place(op_Addmv, "vjp_addmv_", args);
}

vjp_status vjp_addr(vjp_tensor* input, vjp_tensor* vec1, vjp_tensor* vec2, vjp_scalar beta, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(vec1), pack(vec2), pack(beta), pack(alpha)};
  return call_given(op_Addr, "vjp_addr", args, out);
}

vjp_status vjp_addr_(vjp_tensor* input, vjp_tensor* vec1, vjp_tensor* vec2, vjp_scalar beta, vjp_scalar alpha) {
  Value args[] = {pack(input), pack(vec1), pack(vec2), pack(beta), pack(alpha)};
  return call_given_in_place(op_Addr, "vjp_addr_", args);
}

vjp_status vjp_alias(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Alias, "vjp_alias", args, out);
}

vjp_status vjp_alias_copy(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_AliasCopy, "vjp_alias_copy", args, out);
}

vjp_status vjp_all(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim)};
  return call_given(op_All, "vjp_all", args, out);
}

vjp_status vjp_alpha_dropout(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given(op_AlphaDropout, "vjp_alpha_dropout", args, out);
}

vjp_status vjp_alpha_dropout_(vjp_tensor* input, double p, bool training, vjp_generator* generator) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given_in_place(op_AlphaDropout, "vjp_alpha_dropout_", args);
}

vjp_status vjp_amax(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim)};
  return call_given(op_AMax, "vjp_amax", args, out);
}

vjp_status vjp_amin(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim)};
  return call_given(op_AMin, "vjp_amin", args, out);
}

vjp_status vjp_aminmax(vjp_tensor* input, const int64_t* dim, bool keepdim, vjp_tensor** out_min, vjp_tensor** out_max) {
  Value args[] = {pack(input), pack(dim), pack(keepdim)};
  vjp_tensor** const outs[] = {out_min, out_max};
  return call_given(op_AMinMax, "vjp_aminmax", args, outs);
}

vjp_status vjp_angle(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Angle, "vjp_angle", args, out);
}

vjp_status vjp_any(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim)};
  return call_given(op_Any, "vjp_any", args, out);
}

vjp_status vjp_arange(vjp_scalar end, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(end), pack(dtype)};
  return call_given(op_Arange, "vjp_arange", args, out);
}

vjp_status vjp_arange_start(vjp_scalar start, vjp_scalar end, vjp_scalar step, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(start), pack(end), pack(step), pack(dtype)};
  return call_given(op_ArangeStart, "vjp_arange_start", args, out);
}

vjp_status vjp_argmax(vjp_tensor* input, const int64_t* dim, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(keepdim)};
  return call_given(op_ArgMax, "vjp_argmax", args, out);
}

vjp_status vjp_argmin(vjp_tensor* input, const int64_t* dim, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(keepdim)};
  return call_given(op_ArgMin, "vjp_argmin", args, out);
}

vjp_status vjp_argsort(vjp_tensor* input, int64_t dim, bool descending, bool stable, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(descending), pack(stable)};
  return call_given(op_ArgSort, "vjp_argsort", args, out);
}

vjp_status vjp_as_strided(vjp_tensor* input, const int64_t* size, size_t num_size, const int64_t* stride, size_t num_stride, const int64_t* storage_offset, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size, num_size), pack(stride, num_stride), pack(storage_offset)};
  return call_given(op_AsStrided, "vjp_as_strided", args, out);
}

vjp_status vjp_as_strided_(vjp_tensor* input, const int64_t* size, size_t num_size, const int64_t* stride, size_t num_stride, const int64_t* storage_offset) {
  Value args[] = {pack(input), pack(size, num_size), pack(stride, num_stride), pack(storage_offset)};
  return call_given_in_place(op_AsStrided, "vjp_as_strided_", args);
}

vjp_status vjp_as_strided_copy(vjp_tensor* input, const int64_t* size, size_t num_size, const int64_t* stride, size_t num_stride, const int64_t* storage_offset, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size, num_size), pack(stride, num_stride), pack(storage_offset)};
  return call_given(op_AsStridedCopy, "vjp_as_strided_copy", args, out);
}

vjp_status vjp_asin(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Asin, "vjp_asin", args, out);
}

vjp_status vjp_asin_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Asin, "vjp_asin_", args);
}

vjp_status vjp_asinh(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Asinh, "vjp_asinh", args, out);
}

vjp_status vjp_asinh_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Asinh, "vjp_asinh_", args);
}

vjp_status vjp_atan(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Atan, "vjp_atan", args, out);
}

vjp_status vjp_atan_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Atan, "vjp_atan_", args);
}

vjp_status vjp_atan2(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Atan2, "vjp_atan2", args, out);
}

vjp_status vjp_atan2_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Atan2, "vjp_atan2_", args);
}

vjp_status vjp_atanh(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Atanh, "vjp_atanh", args, out);
}

vjp_status vjp_atanh_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Atanh, "vjp_atanh_", args);
}

vjp_status vjp_atleast_1d(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_AtLeast1d, "vjp_atleast_1d", args, out);
}

vjp_status vjp_atleast_1d_sequence(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out) {
  Value args[] = {pack(tensors, num_tensors)};
  return call_given(op_AtLeast1dAll, "vjp_atleast_1d_sequence", args, out);
}

vjp_status vjp_atleast_2d(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_AtLeast2d, "vjp_atleast_2d", args, out);
}

vjp_status vjp_atleast_2d_sequence(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out) {
  Value args[] = {pack(tensors, num_tensors)};
  return call_given(op_AtLeast2dAll, "vjp_atleast_2d_sequence", args, out);
}

vjp_status vjp_atleast_3d(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_AtLeast3d, "vjp_atleast_3d", args, out);
}

vjp_status vjp_atleast_3d_sequence(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out) {
  Value args[] = {pack(tensors, num_tensors)};
  return call_given(op_AtLeast3dAll, "vjp_atleast_3d_sequence", args, out);
}

vjp_status vjp_avg_pool1d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, bool ceil_mode, bool count_include_pad, vjp_tensor** out) {
  Value args[] = {pack(input), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(ceil_mode), pack(count_include_pad)};
  return call_given(op_AvgPool1d, "vjp_avg_pool1d", args, out);
}

vjp_status vjp_avg_pool2d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, bool ceil_mode, bool count_include_pad, const int64_t* divisor_override, vjp_tensor** out) {
  Value args[] = {pack(input), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(ceil_mode), pack(count_include_pad), pack(divisor_override)};
  return call_given(op_AvgPool2d, "vjp_avg_pool2d", args, out);
}

vjp_status vjp_avg_pool3d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, bool ceil_mode, bool count_include_pad, const int64_t* divisor_override, vjp_tensor** out) {
  Value args[] = {pack(input), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(ceil_mode), pack(count_include_pad), pack(divisor_override)};
  return call_given(op_AvgPool3d, "vjp_avg_pool3d", args, out);
}

vjp_status vjp_baddbmm(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(batch1), pack(batch2), pack(beta), pack(alpha)};
  return call_given(op_Baddbmm, "vjp_baddbmm", args, out);
}

vjp_status vjp_baddbmm_(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta, vjp_scalar alpha) {
  Value args[] = {pack(input), pack(batch1), pack(batch2), pack(beta), pack(alpha)};
  return call_given_in_place(op_Baddbmm, "vjp_baddbmm_", args);
}

vjp_status vjp_batch_norm(vjp_tensor* input, vjp_tensor* running_mean, vjp_tensor* running_var, vjp_tensor* weight, vjp_tensor* bias, bool training, double momentum, double eps, vjp_tensor** out) {
  Value args[] = {pack(input), pack(running_mean), pack(running_var), pack(weight), pack(bias), pack(training), pack(momentum), pack(eps)};
  return call_given(op_BatchNorm, "vjp_batch_norm", args, out);
}

vjp_status vjp_bernoulli(vjp_tensor* input, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(generator)};
  return call_given(op_Bernoulli, "vjp_bernoulli", args, out);
}

vjp_status vjp_bernoulli_p(vjp_tensor* input, double p, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(generator)};
  return call_given(op_BernoulliP, "vjp_bernoulli_p", args, out);
}

vjp_status vjp_bernoulli_p_(vjp_tensor* input, double p, vjp_generator* generator) {
  Value args[] = {pack(input), pack(p), pack(generator)};
  return call_given_in_place(op_BernoulliP, "vjp_bernoulli_p_", args);
}

vjp_status vjp_bessel_j0(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_BesselJ0, "vjp_bessel_j0", args, out);
}

vjp_status vjp_bessel_j0_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_BesselJ0, "vjp_bessel_j0_", args);
}

vjp_status vjp_bessel_j1(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_BesselJ1, "vjp_bessel_j1", args, out);
}

vjp_status vjp_bessel_j1_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_BesselJ1, "vjp_bessel_j1_", args);
}

vjp_status vjp_bessel_y0(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_BesselY0, "vjp_bessel_y0", args, out);
}

vjp_status vjp_bessel_y0_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_BesselY0, "vjp_bessel_y0_", args);
}

vjp_status vjp_bessel_y1(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_BesselY1, "vjp_bessel_y1", args, out);
}

vjp_status vjp_bessel_y1_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_BesselY1, "vjp_bessel_y1_", args);
}

vjp_status vjp_bilinear(vjp_tensor* input1, vjp_tensor* input2, vjp_tensor* weight, vjp_tensor* bias, vjp_tensor** out) {
  Value args[] = {pack(input1), pack(input2), pack(weight), pack(bias)};
  return call_given(op_BilinearForm, "vjp_bilinear", args, out);
}

vjp_status vjp_binary_cross_entropy(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(weight), pack(reduction)};
  return call_given(op_BinaryCrossEntropy, "vjp_binary_cross_entropy", args, out);
}

vjp_status vjp_binary_cross_entropy_with_logits(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, const char* reduction, vjp_tensor* pos_weight, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(weight), pack(reduction), pack(pos_weight)};
  return call_given(op_BinaryCrossEntropyWithLogits, "vjp_binary_cross_entropy_with_logits", args, out);
}

vjp_status vjp_binomial(vjp_tensor* count, vjp_tensor* prob, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(count), pack(prob), pack(generator)};
  return call_given(op_Binomial, "vjp_binomial", args, out);
}

vjp_status vjp_bitwise_and(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseAnd, "vjp_bitwise_and", args, out);
}

vjp_status vjp_bitwise_and_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseAnd, "vjp_bitwise_and_scalar", args, out);
}

vjp_status vjp_scalar_bitwise_and(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseAnd, "vjp_scalar_bitwise_and", args, out);
}

vjp_status vjp_bitwise_and_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_BitwiseAnd, "vjp_bitwise_and_", args);
}

vjp_status vjp_bitwise_and_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_BitwiseAnd, "vjp_bitwise_and_scalar_", args);
}

vjp_status vjp_bitwise_left_shift(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseLeftShift, "vjp_bitwise_left_shift", args, out);
}

vjp_status vjp_bitwise_left_shift_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseLeftShift, "vjp_bitwise_left_shift_scalar", args, out);
}

vjp_status vjp_scalar_bitwise_left_shift(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseLeftShift, "vjp_scalar_bitwise_left_shift", args, out);
}

vjp_status vjp_bitwise_left_shift_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_BitwiseLeftShift, "vjp_bitwise_left_shift_", args);
}

vjp_status vjp_bitwise_left_shift_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_BitwiseLeftShift, "vjp_bitwise_left_shift_scalar_", args);
}

vjp_status vjp_bitwise_not(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_BitwiseNot, "vjp_bitwise_not", args, out);
}

vjp_status vjp_bitwise_not_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_BitwiseNot, "vjp_bitwise_not_", args);
}

vjp_status vjp_bitwise_or(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseOr, "vjp_bitwise_or", args, out);
}

vjp_status vjp_bitwise_or_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseOr, "vjp_bitwise_or_scalar", args, out);
}

vjp_status vjp_scalar_bitwise_or(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseOr, "vjp_scalar_bitwise_or", args, out);
}

vjp_status vjp_bitwise_or_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_BitwiseOr, "vjp_bitwise_or_", args);
}

vjp_status vjp_bitwise_or_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_BitwiseOr, "vjp_bitwise_or_scalar_", args);
}

vjp_status vjp_bitwise_right_shift(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseRightShift, "vjp_bitwise_right_shift", args, out);
}

vjp_status vjp_bitwise_right_shift_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseRightShift, "vjp_bitwise_right_shift_scalar", args, out);
}

vjp_status vjp_scalar_bitwise_right_shift(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseRightShift, "vjp_scalar_bitwise_right_shift", args, out);
}

vjp_status vjp_bitwise_right_shift_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_BitwiseRightShift, "vjp_bitwise_right_shift_", args);
}

vjp_status vjp_bitwise_right_shift_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_BitwiseRightShift, "vjp_bitwise_right_shift_scalar_", args);
}

vjp_status vjp_bitwise_xor(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseXor, "vjp_bitwise_xor", args, out);
}

vjp_status vjp_bitwise_xor_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseXor, "vjp_bitwise_xor_scalar", args, out);
}

vjp_status vjp_scalar_bitwise_xor(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_BitwiseXor, "vjp_scalar_bitwise_xor", args, out);
}

vjp_status vjp_bitwise_xor_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_BitwiseXor, "vjp_bitwise_xor_", args);
}

vjp_status vjp_bitwise_xor_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_BitwiseXor, "vjp_bitwise_xor_scalar_", args);
}

vjp_status vjp_block_diag(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  Value args[] = {pack(tensors, num_tensors)};
  return call_given(op_BlockDiag, "vjp_block_diag", args, out);
}

vjp_status vjp_bmm(vjp_tensor* input, vjp_tensor* mat2, vjp_tensor** out) {
  Value args[] = {pack(input), pack(mat2)};
  return call_given(op_Bmm, "vjp_bmm", args, out);
}

vjp_status vjp_broadcast_tensors(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out) {
  Value args[] = {pack(tensors, num_tensors)};
  return call_given(op_BroadcastTensors, "vjp_broadcast_tensors", args, out);
}

vjp_status vjp_broadcast_to(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size, num_size)};
  return call_given(op_BroadcastTo, "vjp_broadcast_to", args, out);
}

vjp_status vjp_cartesian_prod(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  Value args[] = {pack(tensors, num_tensors)};
  return call_given(op_CartesianProd, "vjp_cartesian_prod", args, out);
}

vjp_status vjp_cat(vjp_tensor* const* tensors, size_t num_tensors, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(tensors, num_tensors), pack(dim)};
  return call_given(op_Cat, "vjp_cat", args, out);
}

vjp_status vjp_cauchy(vjp_tensor* input, double median, double sigma, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(median), pack(sigma), pack(generator)};
  return call_given(op_Cauchy, "vjp_cauchy", args, out);
}

vjp_status vjp_cauchy_(vjp_tensor* input, double median, double sigma, vjp_generator* generator) {
  Value args[] = {pack(input), pack(median), pack(sigma), pack(generator)};
  return call_given_in_place(op_Cauchy, "vjp_cauchy_", args);
}

vjp_status vjp_cdist(vjp_tensor* x1, vjp_tensor* x2, double p, const char* compute_mode, vjp_tensor** out) {
  Value args[] = {pack(x1), pack(x2), pack(p), pack(compute_mode)};
  return call_given(op_CDist, "vjp_cdist", args, out);
}

vjp_status vjp_ceil(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Ceil, "vjp_ceil", args, out);
}

vjp_status vjp_ceil_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Ceil, "vjp_ceil_", args);
}

vjp_status vjp_celu(vjp_tensor* input, double alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(alpha)};
  return call_given(op_Celu, "vjp_celu", args, out);
}

vjp_status vjp_celu_(vjp_tensor* input, double alpha) {
  Value args[] = {pack(input), pack(alpha)};
  return call_given_in_place(op_Celu, "vjp_celu_", args);
}

vjp_status vjp_channel_shuffle(vjp_tensor* input, int64_t groups, vjp_tensor** out) {
  Value args[] = {pack(input), pack(groups)};
  return call_given(op_ChannelShuffle, "vjp_channel_shuffle", args, out);
}

vjp_status vjp_cholesky_inverse(vjp_tensor* L, bool upper, vjp_tensor** out) {
  Value args[] = {pack(L), pack(upper)};
  return call_given(op_CholeskyInverse, "vjp_cholesky_inverse", args, out);
}

vjp_status vjp_cholesky_solve(vjp_tensor* B, vjp_tensor* L, bool upper, vjp_tensor** out) {
  Value args[] = {pack(B), pack(L), pack(upper)};
  return call_given(op_CholeskySolve, "vjp_cholesky_solve", args, out);
}

vjp_status vjp_chunk(vjp_tensor* input, int64_t chunks, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(chunks), pack(dim)};
  return call_given(op_Chunk, "vjp_chunk", args, out);
}

vjp_status vjp_clamp(vjp_tensor* input, vjp_tensor* min, vjp_tensor* max, vjp_tensor** out) {
  Value args[] = {pack(input), pack(min), pack(max)};
  return call_given(op_Clamp, "vjp_clamp", args, out);
}

vjp_status vjp_clamp_scalar(vjp_tensor* input, vjp_tensor* min, vjp_scalar max, vjp_tensor** out) {
  Value args[] = {pack(input), pack(min), pack(max)};
  return call_given(op_Clamp, "vjp_clamp_scalar", args, out);
}

vjp_status vjp_scalar_clamp(vjp_tensor* input, vjp_scalar min, vjp_tensor* max, vjp_tensor** out) {
  Value args[] = {pack(input), pack(min), pack(max)};
  return call_given(op_Clamp, "vjp_scalar_clamp", args, out);
}

vjp_status vjp_clamp_scalars(vjp_tensor* input, vjp_scalar min, vjp_scalar max, vjp_tensor** out) {
  Value args[] = {pack(input), pack(min), pack(max)};
  return call_given(op_Clamp, "vjp_clamp_scalars", args, out);
}

vjp_status vjp_clamp_(vjp_tensor* input, vjp_tensor* min, vjp_tensor* max) {
  Value args[] = {pack(input), pack(min), pack(max)};
  return call_given_in_place(op_Clamp, "vjp_clamp_", args);
}

vjp_status vjp_clamp_scalar_(vjp_tensor* input, vjp_tensor* min, vjp_scalar max) {
  Value args[] = {pack(input), pack(min), pack(max)};
  return call_given_in_place(op_Clamp, "vjp_clamp_scalar_", args);
}

vjp_status vjp_clamp_scalars_(vjp_tensor* input, vjp_scalar min, vjp_scalar max) {
  Value args[] = {pack(input), pack(min), pack(max)};
  return call_given_in_place(op_Clamp, "vjp_clamp_scalars_", args);
}

vjp_status vjp_clamp_max(vjp_tensor* input, vjp_tensor* max, vjp_tensor** out) {
  Value args[] = {pack(input), pack(max)};
  return call_given(op_ClampMax, "vjp_clamp_max", args, out);
}

vjp_status vjp_clamp_max_scalar(vjp_tensor* input, vjp_scalar max, vjp_tensor** out) {
  Value args[] = {pack(input), pack(max)};
  return call_given(op_ClampMax, "vjp_clamp_max_scalar", args, out);
}

vjp_status vjp_clamp_max_(vjp_tensor* input, vjp_tensor* max) {
  Value args[] = {pack(input), pack(max)};
  return call_given_in_place(op_ClampMax, "vjp_clamp_max_", args);
}

vjp_status vjp_clamp_max_scalar_(vjp_tensor* input, vjp_scalar max) {
  Value args[] = {pack(input), pack(max)};
  return call_given_in_place(op_ClampMax, "vjp_clamp_max_scalar_", args);
}

vjp_status vjp_clamp_min(vjp_tensor* input, vjp_tensor* min, vjp_tensor** out) {
  Value args[] = {pack(input), pack(min)};
  return call_given(op_ClampMin, "vjp_clamp_min", args, out);
}

vjp_status vjp_clamp_min_scalar(vjp_tensor* input, vjp_scalar min, vjp_tensor** out) {
  Value args[] = {pack(input), pack(min)};
  return call_given(op_ClampMin, "vjp_clamp_min_scalar", args, out);
}

vjp_status vjp_clamp_min_(vjp_tensor* input, vjp_tensor* min) {
  Value args[] = {pack(input), pack(min)};
  return call_given_in_place(op_ClampMin, "vjp_clamp_min_", args);
}

vjp_status vjp_clamp_min_scalar_(vjp_tensor* input, vjp_scalar min) {
  Value args[] = {pack(input), pack(min)};
  return call_given_in_place(op_ClampMin, "vjp_clamp_min_scalar_", args);
}

vjp_status vjp_clone(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Clone, "vjp_clone", args, out);
}

vjp_status vjp_clone_memory_format(vjp_tensor* input, int64_t memory_format, vjp_tensor** out) {
  Value args[] = {pack(input), pack(memory_format)};
  return call_given(op_CloneInFormat, "vjp_clone_memory_format", args, out);
}

vjp_status vjp_col2im(vjp_tensor* input, const int64_t* output_size, size_t num_output_size, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* dilation, size_t num_dilation, const int64_t* padding, size_t num_padding, const int64_t* stride, size_t num_stride, vjp_tensor** out) {
  Value args[] = {pack(input), pack(output_size, num_output_size), pack(kernel_size, num_kernel_size), pack(dilation, num_dilation), pack(padding, num_padding), pack(stride, num_stride)};
  return call_given(op_Col2im, "vjp_col2im", args, out);
}

vjp_status vjp_column_stack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  Value args[] = {pack(tensors, num_tensors)};
  return call_given(op_ColumnStack, "vjp_column_stack", args, out);
}

vjp_status vjp_combinations(vjp_tensor* input, int64_t r, bool with_replacement, vjp_tensor** out) {
  Value args[] = {pack(input), pack(r), pack(with_replacement)};
  return call_given(op_Combinations, "vjp_combinations", args, out);
}

vjp_status vjp_complex(vjp_tensor* real, vjp_tensor* imag, vjp_tensor** out) {
  Value args[] = {pack(real), pack(imag)};
  return call_given(op_Complex, "vjp_complex", args, out);
}

vjp_status vjp_conj(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ConjOp, "vjp_conj", args, out);
}

vjp_status vjp_conj_physical(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ConjPhysical, "vjp_conj_physical", args, out);
}

vjp_status vjp_conj_physical_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_ConjPhysical, "vjp_conj_physical_", args);
}

vjp_status vjp_constant_pad_nd(vjp_tensor* input, const int64_t* pad, size_t num_pad, vjp_scalar value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(pad, num_pad), pack(value)};
  return call_given(op_ConstantPadNd, "vjp_constant_pad_nd", args, out);
}

vjp_status vjp_contiguous(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Contiguous, "vjp_contiguous", args, out);
}

vjp_status vjp_contiguous_memory_format(vjp_tensor* input, int64_t memory_format, vjp_tensor** out) {
  Value args[] = {pack(input), pack(memory_format)};
  return call_given(op_ContiguousInFormat, "vjp_contiguous_memory_format", args, out);
}

vjp_status vjp_conv1d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(bias), pack(stride, num_stride), pack(padding, num_padding), pack(dilation, num_dilation), pack(groups)};
  return call_given(op_Conv1d, "vjp_conv1d", args, out);
}

vjp_status vjp_conv1d_padding(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const char* padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(bias), pack(stride, num_stride), pack(padding), pack(dilation, num_dilation), pack(groups)};
  return call_given(op_Conv1dPadding, "vjp_conv1d_padding", args, out);
}

vjp_status vjp_conv2d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(bias), pack(stride, num_stride), pack(padding, num_padding), pack(dilation, num_dilation), pack(groups)};
  return call_given(op_Conv2d, "vjp_conv2d", args, out);
}

vjp_status vjp_conv2d_padding(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const char* padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(bias), pack(stride, num_stride), pack(padding), pack(dilation, num_dilation), pack(groups)};
  return call_given(op_Conv2dPadding, "vjp_conv2d_padding", args, out);
}

vjp_status vjp_conv3d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(bias), pack(stride, num_stride), pack(padding, num_padding), pack(dilation, num_dilation), pack(groups)};
  return call_given(op_Conv3d, "vjp_conv3d", args, out);
}

vjp_status vjp_conv3d_padding(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const char* padding, const int64_t* dilation, size_t num_dilation, int64_t groups, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(bias), pack(stride, num_stride), pack(padding), pack(dilation, num_dilation), pack(groups)};
  return call_given(op_Conv3dPadding, "vjp_conv3d_padding", args, out);
}

vjp_status vjp_conv_transpose1d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_padding, size_t num_output_padding, int64_t groups, const int64_t* dilation, size_t num_dilation, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(bias), pack(stride, num_stride), pack(padding, num_padding), pack(output_padding, num_output_padding), pack(groups), pack(dilation, num_dilation)};
  return call_given(op_ConvTranspose1d, "vjp_conv_transpose1d", args, out);
}

vjp_status vjp_conv_transpose2d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_padding, size_t num_output_padding, int64_t groups, const int64_t* dilation, size_t num_dilation, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(bias), pack(stride, num_stride), pack(padding, num_padding), pack(output_padding, num_output_padding), pack(groups), pack(dilation, num_dilation)};
  return call_given(op_ConvTranspose2d, "vjp_conv_transpose2d", args, out);
}

vjp_status vjp_conv_transpose3d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_padding, size_t num_output_padding, int64_t groups, const int64_t* dilation, size_t num_dilation, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(bias), pack(stride, num_stride), pack(padding, num_padding), pack(output_padding, num_output_padding), pack(groups), pack(dilation, num_dilation)};
  return call_given(op_ConvTranspose3d, "vjp_conv_transpose3d", args, out);
}

vjp_status vjp_copy(vjp_tensor* input, vjp_tensor* src, vjp_tensor** out) {
  Value args[] = {pack(input), pack(src)};
  return call_given(op_Copy, "vjp_copy", args, out);
}

vjp_status vjp_copy_(vjp_tensor* input, vjp_tensor* src) {
  Value args[] = {pack(input), pack(src)};
  return call_given_in_place(op_Copy, "vjp_copy_", args);
}

vjp_status vjp_copy_non_blocking(vjp_tensor* input, vjp_tensor* src, bool non_blocking, vjp_tensor** out) {
  Value args[] = {pack(input), pack(src), pack(non_blocking)};
  return call_given(op_CopyNonBlocking, "vjp_copy_non_blocking", args, out);
}

vjp_status vjp_copy_non_blocking_(vjp_tensor* input, vjp_tensor* src, bool non_blocking) {
  Value args[] = {pack(input), pack(src), pack(non_blocking)};
  return call_given_in_place(op_CopyNonBlocking, "vjp_copy_non_blocking_", args);
}

vjp_status vjp_copysign(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Copysign, "vjp_copysign", args, out);
}

vjp_status vjp_copysign_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Copysign, "vjp_copysign_scalar", args, out);
}

vjp_status vjp_copysign_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Copysign, "vjp_copysign_", args);
}

vjp_status vjp_copysign_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Copysign, "vjp_copysign_scalar_", args);
}

vjp_status vjp_corrcoef(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_CorrCoef, "vjp_corrcoef", args, out);
}

vjp_status vjp_cos(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Cos, "vjp_cos", args, out);
}

vjp_status vjp_cos_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Cos, "vjp_cos_", args);
}

vjp_status vjp_cosh(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Cosh, "vjp_cosh", args, out);
}

vjp_status vjp_cosh_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Cosh, "vjp_cosh_", args);
}

vjp_status vjp_cosine_embedding_loss(vjp_tensor* input1, vjp_tensor* input2, vjp_tensor* target, double margin, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input1), pack(input2), pack(target), pack(margin), pack(reduction)};
  return call_given(op_CosineEmbeddingLoss, "vjp_cosine_embedding_loss", args, out);
}

vjp_status vjp_cosine_similarity(vjp_tensor* x1, vjp_tensor* x2, int64_t dim, double eps, vjp_tensor** out) {
  Value args[] = {pack(x1), pack(x2), pack(dim), pack(eps)};
  return call_given(op_CosineSimilarity, "vjp_cosine_similarity", args, out);
}

vjp_status vjp_count_nonzero(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim)};
  return call_given(op_CountNonzero, "vjp_count_nonzero", args, out);
}

vjp_status vjp_cov(vjp_tensor* input, int64_t correction, vjp_tensor* fweights, vjp_tensor* aweights, vjp_tensor** out) {
  Value args[] = {pack(input), pack(correction), pack(fweights), pack(aweights)};
  return call_given(op_Cov, "vjp_cov", args, out);
}

vjp_status vjp_cross(vjp_tensor* input, vjp_tensor* other, const int64_t* dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(dim)};
  return call_given(op_Cross, "vjp_cross", args, out);
}

vjp_status vjp_cross_entropy(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, int64_t ignore_index, const char* reduction, double label_smoothing, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(weight), pack(ignore_index), pack(reduction), pack(label_smoothing)};
  return call_given(op_CrossEntropy, "vjp_cross_entropy", args, out);
}

vjp_status vjp_ctc_loss(vjp_tensor* log_probs, vjp_tensor* targets, vjp_tensor* input_lengths, vjp_tensor* target_lengths, int64_t blank, const char* reduction, bool zero_infinity, vjp_tensor** out) {
  Value args[] = {pack(log_probs), pack(targets), pack(input_lengths), pack(target_lengths), pack(blank), pack(reduction), pack(zero_infinity)};
  return call_given(op_CtcLoss, "vjp_ctc_loss", args, out);
}

vjp_status vjp_ctc_loss_lengths(vjp_tensor* log_probs, vjp_tensor* targets, const int64_t* input_lengths, size_t num_input_lengths, const int64_t* target_lengths, size_t num_target_lengths, int64_t blank, const char* reduction, bool zero_infinity, vjp_tensor** out) {
  Value args[] = {pack(log_probs), pack(targets), pack(input_lengths, num_input_lengths), pack(target_lengths, num_target_lengths), pack(blank), pack(reduction), pack(zero_infinity)};
  return call_given(op_CtcLossOfLists, "vjp_ctc_loss_lengths", args, out);
}

vjp_status vjp_cummax(vjp_tensor* input, int64_t dim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  Value args[] = {pack(input), pack(dim)};
  vjp_tensor** const outs[] = {out_values, out_indices};
  return call_given(op_CumMax, "vjp_cummax", args, outs);
}

vjp_status vjp_cummin(vjp_tensor* input, int64_t dim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  Value args[] = {pack(input), pack(dim)};
  vjp_tensor** const outs[] = {out_values, out_indices};
  return call_given(op_CumMin, "vjp_cummin", args, outs);
}

vjp_status vjp_cumprod(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(dtype)};
  return call_given(op_CumProd, "vjp_cumprod", args, out);
}

vjp_status vjp_cumprod_(vjp_tensor* input, int64_t dim, vjp_dtype dtype) {
  Value args[] = {pack(input), pack(dim), pack(dtype)};
  return call_given_in_place(op_CumProd, "vjp_cumprod_", args);
}

vjp_status vjp_cumsum(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(dtype)};
  return call_given(op_CumSum, "vjp_cumsum", args, out);
}

vjp_status vjp_cumsum_(vjp_tensor* input, int64_t dim, vjp_dtype dtype) {
  Value args[] = {pack(input), pack(dim), pack(dtype)};
  return call_given_in_place(op_CumSum, "vjp_cumsum_", args);
}

vjp_status vjp_cumulative_trapezoid(vjp_tensor* y, vjp_tensor* x, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(y), pack(x), pack(dim)};
  return call_given(op_CumulativeTrapezoid, "vjp_cumulative_trapezoid", args, out);
}

vjp_status vjp_cumulative_trapezoid_dx(vjp_tensor* y, double dx, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(y), pack(dx), pack(dim)};
  return call_given(op_CumulativeTrapezoidEven, "vjp_cumulative_trapezoid_dx", args, out);
}

vjp_status vjp_deg2rad(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Deg2rad, "vjp_deg2rad", args, out);
}

vjp_status vjp_deg2rad_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Deg2rad, "vjp_deg2rad_", args);
}

vjp_status vjp_diag(vjp_tensor* input, int64_t diagonal, vjp_tensor** out) {
  Value args[] = {pack(input), pack(diagonal)};
  return call_given(op_Diag, "vjp_diag", args, out);
}

vjp_status vjp_diag_embed(vjp_tensor* input, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out) {
  Value args[] = {pack(input), pack(offset), pack(dim1), pack(dim2)};
  return call_given(op_DiagEmbed, "vjp_diag_embed", args, out);
}

vjp_status vjp_diagflat(vjp_tensor* input, int64_t offset, vjp_tensor** out) {
  Value args[] = {pack(input), pack(offset)};
  return call_given(op_DiagFlat, "vjp_diagflat", args, out);
}

vjp_status vjp_diagonal(vjp_tensor* input, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out) {
  Value args[] = {pack(input), pack(offset), pack(dim1), pack(dim2)};
  return call_given(op_Diagonal, "vjp_diagonal", args, out);
}

vjp_status vjp_diagonal_copy(vjp_tensor* input, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out) {
  Value args[] = {pack(input), pack(offset), pack(dim1), pack(dim2)};
  return call_given(op_DiagonalCopy, "vjp_diagonal_copy", args, out);
}

vjp_status vjp_diagonal_scatter(vjp_tensor* input, vjp_tensor* src, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out) {
  Value args[] = {pack(input), pack(src), pack(offset), pack(dim1), pack(dim2)};
  return call_given(op_DiagonalScatter, "vjp_diagonal_scatter", args, out);
}

vjp_status vjp_diff(vjp_tensor* input, int64_t n, int64_t dim, vjp_tensor* prepend, vjp_tensor* append, vjp_tensor** out) {
  Value args[] = {pack(input), pack(n), pack(dim), pack(prepend), pack(append)};
  return call_given(op_Diff, "vjp_diff", args, out);
}

vjp_status vjp_digamma(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Digamma, "vjp_digamma", args, out);
}

vjp_status vjp_digamma_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Digamma, "vjp_digamma_", args);
}

vjp_status vjp_dist(vjp_tensor* input, vjp_tensor* other, double p, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(p)};
  return call_given(op_Dist, "vjp_dist", args, out);
}

vjp_status vjp_div(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Div, "vjp_div", args, out);
}

vjp_status vjp_div_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Div, "vjp_div_scalar", args, out);
}

vjp_status vjp_scalar_div(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Div, "vjp_scalar_div", args, out);
}

vjp_status vjp_div_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Div, "vjp_div_", args);
}

vjp_status vjp_div_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Div, "vjp_div_scalar_", args);
}

vjp_status vjp_div_rounding_mode(vjp_tensor* input, vjp_tensor* other, const char* rounding_mode, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(rounding_mode)};
  return call_given(op_DivRounded, "vjp_div_rounding_mode", args, out);
}

vjp_status vjp_div_rounding_mode_scalar(vjp_tensor* input, vjp_scalar other, const char* rounding_mode, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(rounding_mode)};
  return call_given(op_DivRounded, "vjp_div_rounding_mode_scalar", args, out);
}

vjp_status vjp_scalar_div_rounding_mode(vjp_scalar input, vjp_tensor* other, const char* rounding_mode, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(rounding_mode)};
  return call_given(op_DivRounded, "vjp_scalar_div_rounding_mode", args, out);
}

vjp_status vjp_div_rounding_mode_(vjp_tensor* input, vjp_tensor* other, const char* rounding_mode) {
  Value args[] = {pack(input), pack(other), pack(rounding_mode)};
  return call_given_in_place(op_DivRounded, "vjp_div_rounding_mode_", args);
}

vjp_status vjp_div_rounding_mode_scalar_(vjp_tensor* input, vjp_scalar other, const char* rounding_mode) {
  Value args[] = {pack(input), pack(other), pack(rounding_mode)};
  return call_given_in_place(op_DivRounded, "vjp_div_rounding_mode_scalar_", args);
}

vjp_status vjp_dot(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Dot, "vjp_dot", args, out);
}

vjp_status vjp_dropout(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given(op_Dropout, "vjp_dropout", args, out);
}

vjp_status vjp_dropout_(vjp_tensor* input, double p, bool training, vjp_generator* generator) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given_in_place(op_Dropout, "vjp_dropout_", args);
}

vjp_status vjp_dropout1d(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given(op_Dropout1d, "vjp_dropout1d", args, out);
}

vjp_status vjp_dropout1d_(vjp_tensor* input, double p, bool training, vjp_generator* generator) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given_in_place(op_Dropout1d, "vjp_dropout1d_", args);
}

vjp_status vjp_dropout2d(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given(op_Dropout2d, "vjp_dropout2d", args, out);
}

vjp_status vjp_dropout2d_(vjp_tensor* input, double p, bool training, vjp_generator* generator) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given_in_place(op_Dropout2d, "vjp_dropout2d_", args);
}

vjp_status vjp_dropout3d(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given(op_Dropout3d, "vjp_dropout3d", args, out);
}

vjp_status vjp_dropout3d_(vjp_tensor* input, double p, bool training, vjp_generator* generator) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given_in_place(op_Dropout3d, "vjp_dropout3d_", args);
}

vjp_status vjp_dsplit(vjp_tensor* input, int64_t indices_or_sections, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(indices_or_sections)};
  return call_given(op_DSplit, "vjp_dsplit", args, out);
}

vjp_status vjp_dsplit_indices(vjp_tensor* input, const int64_t* indices_or_sections, size_t num_indices_or_sections, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(indices_or_sections, num_indices_or_sections)};
  return call_given(op_DSplitIndices, "vjp_dsplit_indices", args, out);
}

vjp_status vjp_dstack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  Value args[] = {pack(tensors, num_tensors)};
  return call_given(op_DStack, "vjp_dstack", args, out);
}

vjp_status vjp_einsum(const char* equation, vjp_tensor* const* operands, size_t num_operands, vjp_tensor** out) {
  Value args[] = {pack(equation), pack(operands, num_operands)};
  return call_given(op_Einsum, "vjp_einsum", args, out);
}

vjp_status vjp_elu(vjp_tensor* input, double alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(alpha)};
  return call_given(op_Elu, "vjp_elu", args, out);
}

vjp_status vjp_elu_(vjp_tensor* input, double alpha) {
  Value args[] = {pack(input), pack(alpha)};
  return call_given_in_place(op_Elu, "vjp_elu_", args);
}

vjp_status vjp_embedding(vjp_tensor* input, vjp_tensor* weight, const int64_t* padding_idx, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(padding_idx)};
  return call_given(op_Embedding, "vjp_embedding", args, out);
}

vjp_status vjp_embedding_max_norm(vjp_tensor* input, vjp_tensor* weight, const int64_t* padding_idx, const double* max_norm, double norm_type, bool scale_grad_by_freq, bool sparse, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(padding_idx), pack(max_norm), pack(norm_type), pack(scale_grad_by_freq), pack(sparse)};
  return call_given(op_EmbeddingMaxNorm, "vjp_embedding_max_norm", args, out);
}

vjp_status vjp_embedding_bag(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* offsets, const double* max_norm, double norm_type, bool scale_grad_by_freq, const char* mode, bool sparse, vjp_tensor* per_sample_weights, bool include_last_offset, const int64_t* padding_idx, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(offsets), pack(max_norm), pack(norm_type), pack(scale_grad_by_freq), pack(mode), pack(sparse), pack(per_sample_weights), pack(include_last_offset), pack(padding_idx)};
  return call_given(op_EmbeddingBag, "vjp_embedding_bag", args, out);
}

vjp_status vjp_empty(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(size, num_size), pack(dtype)};
  return call_given(op_Empty, "vjp_empty", args, out);
}

vjp_status vjp_empty_memory_format(const int64_t* size, size_t num_size, vjp_dtype dtype, int64_t memory_format, vjp_tensor** out) {
  Value args[] = {pack(size, num_size), pack(dtype), pack(memory_format)};
  return call_given(op_EmptyInFormat, "vjp_empty_memory_format", args, out);
}

vjp_status vjp_empty_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dtype)};
  return call_given(op_EmptyLike, "vjp_empty_like", args, out);
}

vjp_status vjp_empty_like_memory_format(vjp_tensor* input, vjp_dtype dtype, int64_t memory_format, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dtype), pack(memory_format)};
  return call_given(op_EmptyLikeInFormat, "vjp_empty_like_memory_format", args, out);
}

vjp_status vjp_entr(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Entropy, "vjp_entr", args, out);
}

vjp_status vjp_entr_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Entropy, "vjp_entr_", args);
}

vjp_status vjp_eq(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Eq, "vjp_eq", args, out);
}

vjp_status vjp_eq_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Eq, "vjp_eq_scalar", args, out);
}

vjp_status vjp_scalar_eq(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Eq, "vjp_scalar_eq", args, out);
}

vjp_status vjp_eq_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Eq, "vjp_eq_", args);
}

vjp_status vjp_eq_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Eq, "vjp_eq_scalar_", args);
}

vjp_status vjp_erf(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Erf, "vjp_erf", args, out);
}

vjp_status vjp_erf_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Erf, "vjp_erf_", args);
}

vjp_status vjp_erfc(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Erfc, "vjp_erfc", args, out);
}

vjp_status vjp_erfc_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Erfc, "vjp_erfc_", args);
}

vjp_status vjp_erfcx(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Erfcx, "vjp_erfcx", args, out);
}

vjp_status vjp_erfcx_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Erfcx, "vjp_erfcx_", args);
}

vjp_status vjp_erfinv(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Erfinv, "vjp_erfinv", args, out);
}

vjp_status vjp_erfinv_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Erfinv, "vjp_erfinv_", args);
}

vjp_status vjp_exp(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Exp, "vjp_exp", args, out);
}

vjp_status vjp_exp_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Exp, "vjp_exp_", args);
}

vjp_status vjp_exp2(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Exp2, "vjp_exp2", args, out);
}

vjp_status vjp_exp2_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Exp2, "vjp_exp2_", args);
}

vjp_status vjp_expand(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size, num_size)};
  return call_given(op_Expand, "vjp_expand", args, out);
}

vjp_status vjp_expand_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_ExpandAs, "vjp_expand_as", args, out);
}

vjp_status vjp_expand_copy(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size, num_size)};
  return call_given(op_ExpandCopy, "vjp_expand_copy", args, out);
}

vjp_status vjp_expm1(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Expm1, "vjp_expm1", args, out);
}

vjp_status vjp_expm1_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Expm1, "vjp_expm1_", args);
}

vjp_status vjp_exponential(vjp_tensor* input, double lambd, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(lambd), pack(generator)};
  return call_given(op_Exponential, "vjp_exponential", args, out);
}

vjp_status vjp_exponential_(vjp_tensor* input, double lambd, vjp_generator* generator) {
  Value args[] = {pack(input), pack(lambd), pack(generator)};
  return call_given_in_place(op_Exponential, "vjp_exponential_", args);
}

vjp_status vjp_eye(int64_t n, const int64_t* m, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(n), pack(m), pack(dtype)};
  return call_given(op_Eye, "vjp_eye", args, out);
}

vjp_status vjp_feature_alpha_dropout(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given(op_FeatureAlphaDropout, "vjp_feature_alpha_dropout", args, out);
}

vjp_status vjp_feature_alpha_dropout_(vjp_tensor* input, double p, bool training, vjp_generator* generator) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given_in_place(op_FeatureAlphaDropout, "vjp_feature_alpha_dropout_", args);
}

vjp_status vjp_feature_dropout(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given(op_FeatureDropout, "vjp_feature_dropout", args, out);
}

vjp_status vjp_feature_dropout_(vjp_tensor* input, double p, bool training, vjp_generator* generator) {
  Value args[] = {pack(input), pack(p), pack(training), pack(generator)};
  return call_given_in_place(op_FeatureDropout, "vjp_feature_dropout_", args);
}

vjp_status vjp_fft_fft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(n), pack(dim), pack(norm)};
  return call_given(op_Fft, "vjp_fft_fft", args, out);
}

vjp_status vjp_fft_fft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_Fft2, "vjp_fft_fft2", args, out);
}

vjp_status vjp_fft_fftfreq(int64_t n, double d, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(n), pack(d), pack(dtype)};
  return call_given(op_FftFreq, "vjp_fft_fftfreq", args, out);
}

vjp_status vjp_fft_fftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_FftN, "vjp_fft_fftn", args, out);
}

vjp_status vjp_fft_fftshift(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim)};
  return call_given(op_FftShift, "vjp_fft_fftshift", args, out);
}

vjp_status vjp_fft_hfft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(n), pack(dim), pack(norm)};
  return call_given(op_Hfft, "vjp_fft_hfft", args, out);
}

vjp_status vjp_fft_hfft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_Hfft2, "vjp_fft_hfft2", args, out);
}

vjp_status vjp_fft_hfftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_HfftN, "vjp_fft_hfftn", args, out);
}

vjp_status vjp_fft_ifft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(n), pack(dim), pack(norm)};
  return call_given(op_Ifft, "vjp_fft_ifft", args, out);
}

vjp_status vjp_fft_ifft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_Ifft2, "vjp_fft_ifft2", args, out);
}

vjp_status vjp_fft_ifftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_IfftN, "vjp_fft_ifftn", args, out);
}

vjp_status vjp_fft_ifftshift(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim)};
  return call_given(op_FftIshift, "vjp_fft_ifftshift", args, out);
}

vjp_status vjp_fft_ihfft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(n), pack(dim), pack(norm)};
  return call_given(op_Ihfft, "vjp_fft_ihfft", args, out);
}

vjp_status vjp_fft_ihfft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_Ihfft2, "vjp_fft_ihfft2", args, out);
}

vjp_status vjp_fft_ihfftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_IhfftN, "vjp_fft_ihfftn", args, out);
}

vjp_status vjp_fft_irfft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(n), pack(dim), pack(norm)};
  return call_given(op_Irfft, "vjp_fft_irfft", args, out);
}

vjp_status vjp_fft_irfft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_Irfft2, "vjp_fft_irfft2", args, out);
}

vjp_status vjp_fft_irfftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_IrfftN, "vjp_fft_irfftn", args, out);
}

vjp_status vjp_fft_rfft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(n), pack(dim), pack(norm)};
  return call_given(op_Rfft, "vjp_fft_rfft", args, out);
}

vjp_status vjp_fft_rfft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_Rfft2, "vjp_fft_rfft2", args, out);
}

vjp_status vjp_fft_rfftfreq(int64_t n, double d, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(n), pack(d), pack(dtype)};
  return call_given(op_RfftFreq, "vjp_fft_rfftfreq", args, out);
}

vjp_status vjp_fft_rfftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim, const char* norm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(s, num_s), pack(dim, num_dim), pack(norm)};
  return call_given(op_RfftN, "vjp_fft_rfftn", args, out);
}

vjp_status vjp_fill(vjp_tensor* input, vjp_tensor* value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(value)};
  return call_given(op_Fill, "vjp_fill", args, out);
}

vjp_status vjp_fill_scalar(vjp_tensor* input, vjp_scalar value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(value)};
  return call_given(op_Fill, "vjp_fill_scalar", args, out);
}

vjp_status vjp_fill_(vjp_tensor* input, vjp_tensor* value) {
  Value args[] = {pack(input), pack(value)};
  return call_given_in_place(op_Fill, "vjp_fill_", args);
}

vjp_status vjp_fill_scalar_(vjp_tensor* input, vjp_scalar value) {
  Value args[] = {pack(input), pack(value)};
  return call_given_in_place(op_Fill, "vjp_fill_scalar_", args);
}

vjp_status vjp_flatten(vjp_tensor* input, int64_t start_dim, int64_t end_dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(start_dim), pack(end_dim)};
  return call_given(op_Flatten, "vjp_flatten", args, out);
}

vjp_status vjp_flip(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dims, num_dims)};
  return call_given(op_Flip, "vjp_flip", args, out);
}

vjp_status vjp_fliplr(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_FlipLR, "vjp_fliplr", args, out);
}

vjp_status vjp_flipud(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_FlipUD, "vjp_flipud", args, out);
}

vjp_status vjp_float_power(vjp_tensor* input, vjp_tensor* exponent, vjp_tensor** out) {
  Value args[] = {pack(input), pack(exponent)};
  return call_given(op_FloatPower, "vjp_float_power", args, out);
}

vjp_status vjp_float_power_scalar(vjp_tensor* input, vjp_scalar exponent, vjp_tensor** out) {
  Value args[] = {pack(input), pack(exponent)};
  return call_given(op_FloatPower, "vjp_float_power_scalar", args, out);
}

vjp_status vjp_scalar_float_power(vjp_scalar input, vjp_tensor* exponent, vjp_tensor** out) {
  Value args[] = {pack(input), pack(exponent)};
  return call_given(op_FloatPower, "vjp_scalar_float_power", args, out);
}

vjp_status vjp_float_power_(vjp_tensor* input, vjp_tensor* exponent) {
  Value args[] = {pack(input), pack(exponent)};
  return call_given_in_place(op_FloatPower, "vjp_float_power_", args);
}

vjp_status vjp_float_power_scalar_(vjp_tensor* input, vjp_scalar exponent) {
  Value args[] = {pack(input), pack(exponent)};
  return call_given_in_place(op_FloatPower, "vjp_float_power_scalar_", args);
}

vjp_status vjp_floor(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Floor, "vjp_floor", args, out);
}

vjp_status vjp_floor_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Floor, "vjp_floor_", args);
}

vjp_status vjp_floor_divide(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_FloorDivide, "vjp_floor_divide", args, out);
}

vjp_status vjp_floor_divide_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_FloorDivide, "vjp_floor_divide_scalar", args, out);
}

vjp_status vjp_scalar_floor_divide(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_FloorDivide, "vjp_scalar_floor_divide", args, out);
}

vjp_status vjp_floor_divide_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_FloorDivide, "vjp_floor_divide_", args);
}

vjp_status vjp_floor_divide_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_FloorDivide, "vjp_floor_divide_scalar_", args);
}

vjp_status vjp_fmax(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Fmax, "vjp_fmax", args, out);
}

vjp_status vjp_fmax_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Fmax, "vjp_fmax_", args);
}

vjp_status vjp_fmin(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Fmin, "vjp_fmin", args, out);
}

vjp_status vjp_fmin_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Fmin, "vjp_fmin_", args);
}

vjp_status vjp_fmod(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Fmod, "vjp_fmod", args, out);
}

vjp_status vjp_fmod_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Fmod, "vjp_fmod_scalar", args, out);
}

vjp_status vjp_fmod_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Fmod, "vjp_fmod_", args);
}

vjp_status vjp_fmod_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Fmod, "vjp_fmod_scalar_", args);
}

vjp_status vjp_frac(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Frac, "vjp_frac", args, out);
}

vjp_status vjp_frac_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Frac, "vjp_frac_", args);
}

vjp_status vjp_frexp(vjp_tensor* input, vjp_tensor** out_mantissa, vjp_tensor** out_exponent) {
  Value args[] = {pack(input)};
  vjp_tensor** const outs[] = {out_mantissa, out_exponent};
  return call_given(op_Frexp, "vjp_frexp", args, outs);
}

vjp_status vjp_full(const int64_t* size, size_t num_size, vjp_scalar fill_value, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(size, num_size), pack(fill_value), pack(dtype)};
  return call_given(op_Full, "vjp_full", args, out);
}

vjp_status vjp_full_like(vjp_tensor* input, vjp_scalar fill_value, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(fill_value), pack(dtype)};
  return call_given(op_FullLike, "vjp_full_like", args, out);
}

vjp_status vjp_gather(vjp_tensor* input, int64_t dim, vjp_tensor* index, bool sparse_grad, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(sparse_grad)};
  return call_given(op_Gather, "vjp_gather", args, out);
}

vjp_status vjp_gaussian_nll_loss(vjp_tensor* input, vjp_tensor* target, vjp_tensor* var, bool full, double eps, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(var), pack(full), pack(eps), pack(reduction)};
  return call_given(op_GaussianNllLoss, "vjp_gaussian_nll_loss", args, out);
}

vjp_status vjp_ge(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Ge, "vjp_ge", args, out);
}

vjp_status vjp_ge_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Ge, "vjp_ge_scalar", args, out);
}

vjp_status vjp_scalar_ge(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Ge, "vjp_scalar_ge", args, out);
}

vjp_status vjp_ge_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Ge, "vjp_ge_", args);
}

vjp_status vjp_ge_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Ge, "vjp_ge_scalar_", args);
}

vjp_status vjp_gelu(vjp_tensor* input, const char* approximate, vjp_tensor** out) {
  Value args[] = {pack(input), pack(approximate)};
  return call_given(op_Gelu, "vjp_gelu", args, out);
}

vjp_status vjp_geometric(vjp_tensor* input, double p, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(generator)};
  return call_given(op_Geometric, "vjp_geometric", args, out);
}

vjp_status vjp_geometric_(vjp_tensor* input, double p, vjp_generator* generator) {
  Value args[] = {pack(input), pack(p), pack(generator)};
  return call_given_in_place(op_Geometric, "vjp_geometric_", args);
}

vjp_status vjp_ger(vjp_tensor* input, vjp_tensor* vec2, vjp_tensor** out) {
  Value args[] = {pack(input), pack(vec2)};
  return call_given(op_Ger, "vjp_ger", args, out);
}

vjp_status vjp_glu(vjp_tensor* input, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim)};
  return call_given(op_Glu, "vjp_glu", args, out);
}

vjp_status vjp_gradient(vjp_tensor* input, const double* spacing, const int64_t* dim, size_t num_dim, int64_t edge_order, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(spacing), pack(dim, num_dim), pack(edge_order)};
  return call_given(op_Gradient, "vjp_gradient", args, out);
}

vjp_status vjp_gradient_coordinates(vjp_tensor* input, vjp_tensor* const* spacing, size_t num_spacing, const int64_t* dim, size_t num_dim, int64_t edge_order, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(spacing, num_spacing), pack(dim, num_dim), pack(edge_order)};
  return call_given(op_GradientCoordinates, "vjp_gradient_coordinates", args, out);
}

vjp_status vjp_gradient_spacings(vjp_tensor* input, const double* spacing, size_t num_spacing, const int64_t* dim, size_t num_dim, int64_t edge_order, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(spacing, num_spacing), pack(dim, num_dim), pack(edge_order)};
  return call_given(op_GradientSpacings, "vjp_gradient_spacings", args, out);
}

vjp_status vjp_grid_sample(vjp_tensor* input, vjp_tensor* grid, const char* mode, const char* padding_mode, bool align_corners, vjp_tensor** out) {
  Value args[] = {pack(input), pack(grid), pack(mode), pack(padding_mode), pack(align_corners)};
  return call_given(op_GridSample, "vjp_grid_sample", args, out);
}

vjp_status vjp_grid_sampler_2d(vjp_tensor* input, vjp_tensor* grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, vjp_tensor** out) {
  Value args[] = {pack(input), pack(grid), pack(interpolation_mode), pack(padding_mode), pack(align_corners)};
  return call_given(op_GridSampler2d, "vjp_grid_sampler_2d", args, out);
}

vjp_status vjp_grid_sampler_3d(vjp_tensor* input, vjp_tensor* grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners, vjp_tensor** out) {
  Value args[] = {pack(input), pack(grid), pack(interpolation_mode), pack(padding_mode), pack(align_corners)};
  return call_given(op_GridSampler3d, "vjp_grid_sampler_3d", args, out);
}

vjp_status vjp_group_norm(vjp_tensor* input, int64_t num_groups, vjp_tensor* weight, vjp_tensor* bias, double eps, vjp_tensor** out) {
  Value args[] = {pack(input), pack(num_groups), pack(weight), pack(bias), pack(eps)};
  return call_given(op_GroupNorm, "vjp_group_norm", args, out);
}

vjp_status vjp_gru(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* const* params, size_t num_params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first, vjp_generator* generator, vjp_tensor** out_output, vjp_tensor** out_h_n) {
  Value args[] = {pack(input), pack(hx), pack(params, num_params), pack(has_biases), pack(num_layers), pack(dropout), pack(train), pack(bidirectional), pack(batch_first), pack(generator)};
  vjp_tensor** const outs[] = {out_output, out_h_n};
  return call_given(op_GruLayers, "vjp_gru", args, outs);
}

vjp_status vjp_gru_data(vjp_tensor* data, vjp_tensor* batch_sizes, vjp_tensor* hx, vjp_tensor* const* params, size_t num_params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, vjp_generator* generator, vjp_tensor** out_output, vjp_tensor** out_h_n) {
  Value args[] = {pack(data), pack(batch_sizes), pack(hx), pack(params, num_params), pack(has_biases), pack(num_layers), pack(dropout), pack(train), pack(bidirectional), pack(generator)};
  vjp_tensor** const outs[] = {out_output, out_h_n};
  return call_given(op_GruPacked, "vjp_gru_data", args, outs);
}

vjp_status vjp_gru_cell(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* w_ih, vjp_tensor* w_hh, vjp_tensor* b_ih, vjp_tensor* b_hh, vjp_tensor** out) {
  Value args[] = {pack(input), pack(hx), pack(w_ih), pack(w_hh), pack(b_ih), pack(b_hh)};
  return call_given(op_GruCell, "vjp_gru_cell", args, out);
}

vjp_status vjp_gt(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Gt, "vjp_gt", args, out);
}

vjp_status vjp_gt_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Gt, "vjp_gt_scalar", args, out);
}

vjp_status vjp_scalar_gt(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Gt, "vjp_scalar_gt", args, out);
}

vjp_status vjp_gt_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Gt, "vjp_gt_", args);
}

vjp_status vjp_gt_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Gt, "vjp_gt_scalar_", args);
}

vjp_status vjp_hardshrink(vjp_tensor* input, vjp_scalar lambd, vjp_tensor** out) {
  Value args[] = {pack(input), pack(lambd)};
  return call_given(op_Hardshrink, "vjp_hardshrink", args, out);
}

vjp_status vjp_hardshrink_(vjp_tensor* input, vjp_scalar lambd) {
  Value args[] = {pack(input), pack(lambd)};
  return call_given_in_place(op_Hardshrink, "vjp_hardshrink_", args);
}

vjp_status vjp_hardsigmoid(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Hardsigmoid, "vjp_hardsigmoid", args, out);
}

vjp_status vjp_hardsigmoid_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Hardsigmoid, "vjp_hardsigmoid_", args);
}

vjp_status vjp_hardswish(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Hardswish, "vjp_hardswish", args, out);
}

vjp_status vjp_hardswish_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Hardswish, "vjp_hardswish_", args);
}

vjp_status vjp_hardtanh(vjp_tensor* input, vjp_scalar min_val, vjp_scalar max_val, vjp_tensor** out) {
  Value args[] = {pack(input), pack(min_val), pack(max_val)};
  return call_given(op_Hardtanh, "vjp_hardtanh", args, out);
}

vjp_status vjp_hardtanh_(vjp_tensor* input, vjp_scalar min_val, vjp_scalar max_val) {
  Value args[] = {pack(input), pack(min_val), pack(max_val)};
  return call_given_in_place(op_Hardtanh, "vjp_hardtanh_", args);
}

vjp_status vjp_hinge_embedding_loss(vjp_tensor* input, vjp_tensor* target, double margin, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(margin), pack(reduction)};
  return call_given(op_HingeEmbeddingLoss, "vjp_hinge_embedding_loss", args, out);
}

vjp_status vjp_hsplit(vjp_tensor* input, int64_t indices_or_sections, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(indices_or_sections)};
  return call_given(op_HSplit, "vjp_hsplit", args, out);
}

vjp_status vjp_hsplit_indices(vjp_tensor* input, const int64_t* indices_or_sections, size_t num_indices_or_sections, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(indices_or_sections, num_indices_or_sections)};
  return call_given(op_HSplitIndices, "vjp_hsplit_indices", args, out);
}

vjp_status vjp_hstack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  Value args[] = {pack(tensors, num_tensors)};
  return call_given(op_HStack, "vjp_hstack", args, out);
}

vjp_status vjp_huber_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, double delta, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(reduction), pack(delta)};
  return call_given(op_HuberLoss, "vjp_huber_loss", args, out);
}

vjp_status vjp_hypot(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Hypot, "vjp_hypot", args, out);
}

vjp_status vjp_hypot_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Hypot, "vjp_hypot_", args);
}

vjp_status vjp_i0(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_I0, "vjp_i0", args, out);
}

vjp_status vjp_i0_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_I0, "vjp_i0_", args);
}

vjp_status vjp_i0e(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_I0e, "vjp_i0e", args, out);
}

vjp_status vjp_i0e_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_I0e, "vjp_i0e_", args);
}

vjp_status vjp_i1(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_I1, "vjp_i1", args, out);
}

vjp_status vjp_i1_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_I1, "vjp_i1_", args);
}

vjp_status vjp_i1e(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_I1e, "vjp_i1e", args, out);
}

vjp_status vjp_i1e_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_I1e, "vjp_i1e_", args);
}

vjp_status vjp_im2col(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* dilation, size_t num_dilation, const int64_t* padding, size_t num_padding, const int64_t* stride, size_t num_stride, vjp_tensor** out) {
  Value args[] = {pack(input), pack(kernel_size, num_kernel_size), pack(dilation, num_dilation), pack(padding, num_padding), pack(stride, num_stride)};
  return call_given(op_Im2col, "vjp_im2col", args, out);
}

vjp_status vjp_imag(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ImagPart, "vjp_imag", args, out);
}

vjp_status vjp_index_tensor(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices, vjp_tensor** out) {
  Value args[] = {pack(input), pack(indices, num_indices)};
  return call_given(op_Index, "vjp_index_tensor", args, out);
}

vjp_status vjp_index_add(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(source), pack(alpha)};
  return call_given(op_IndexAdd, "vjp_index_add", args, out);
}

vjp_status vjp_index_add_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source, vjp_scalar alpha) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(source), pack(alpha)};
  return call_given_in_place(op_IndexAdd, "vjp_index_add_", args);
}

vjp_status vjp_index_copy(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(source)};
  return call_given(op_IndexCopy, "vjp_index_copy", args, out);
}

vjp_status vjp_index_copy_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(source)};
  return call_given_in_place(op_IndexCopy, "vjp_index_copy_", args);
}

vjp_status vjp_index_fill(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(value)};
  return call_given(op_IndexFill, "vjp_index_fill", args, out);
}

vjp_status vjp_index_fill_scalar(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(value)};
  return call_given(op_IndexFill, "vjp_index_fill_scalar", args, out);
}

vjp_status vjp_index_fill_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* value) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(value)};
  return call_given_in_place(op_IndexFill, "vjp_index_fill_", args);
}

vjp_status vjp_index_fill_scalar_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(value)};
  return call_given_in_place(op_IndexFill, "vjp_index_fill_scalar_", args);
}

vjp_status vjp_index_put(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices, vjp_tensor* values, bool accumulate, vjp_tensor** out) {
  Value args[] = {pack(input), pack(indices, num_indices), pack(values), pack(accumulate)};
  return call_given(op_IndexPut, "vjp_index_put", args, out);
}

vjp_status vjp_index_put_(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices, vjp_tensor* values, bool accumulate) {
  Value args[] = {pack(input), pack(indices, num_indices), pack(values), pack(accumulate)};
  return call_given_in_place(op_IndexPut, "vjp_index_put_", args);
}

vjp_status vjp_index_reduce(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source, const char* reduce, bool include_self, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(source), pack(reduce), pack(include_self)};
  return call_given(op_IndexReduce, "vjp_index_reduce", args, out);
}

vjp_status vjp_index_reduce_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source, const char* reduce, bool include_self) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(source), pack(reduce), pack(include_self)};
  return call_given_in_place(op_IndexReduce, "vjp_index_reduce_", args);
}

vjp_status vjp_index_select(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index)};
  return call_given(op_IndexSelect, "vjp_index_select", args, out);
}

vjp_status vjp_inner(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Inner, "vjp_inner", args, out);
}

vjp_status vjp_instance_norm(vjp_tensor* input, vjp_tensor* running_mean, vjp_tensor* running_var, vjp_tensor* weight, vjp_tensor* bias, bool use_input_stats, double momentum, double eps, vjp_tensor** out) {
  Value args[] = {pack(input), pack(running_mean), pack(running_var), pack(weight), pack(bias), pack(use_input_stats), pack(momentum), pack(eps)};
  return call_given(op_InstanceNorm, "vjp_instance_norm", args, out);
}

vjp_status vjp_interpolate(vjp_tensor* input, const int64_t* size, size_t num_size, const double* scale_factor, size_t num_scale_factor, const char* mode, bool align_corners, bool recompute_scale_factor, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size, num_size), pack(scale_factor, num_scale_factor), pack(mode), pack(align_corners), pack(recompute_scale_factor)};
  return call_given(op_Interpolate, "vjp_interpolate", args, out);
}

vjp_status vjp_isclose(vjp_tensor* input, vjp_tensor* other, double rtol, double atol, bool equal_nan, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(rtol), pack(atol), pack(equal_nan)};
  return call_given(op_IsClose, "vjp_isclose", args, out);
}

vjp_status vjp_isfinite(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_IsFinite, "vjp_isfinite", args, out);
}

vjp_status vjp_isfinite_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_IsFinite, "vjp_isfinite_", args);
}

vjp_status vjp_isinf(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_IsInf, "vjp_isinf", args, out);
}

vjp_status vjp_isinf_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_IsInf, "vjp_isinf_", args);
}

vjp_status vjp_isnan(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_IsNan, "vjp_isnan", args, out);
}

vjp_status vjp_isnan_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_IsNan, "vjp_isnan_", args);
}

vjp_status vjp_isneginf(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_IsNegInf, "vjp_isneginf", args, out);
}

vjp_status vjp_isneginf_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_IsNegInf, "vjp_isneginf_", args);
}

vjp_status vjp_isposinf(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_IsPosInf, "vjp_isposinf", args, out);
}

vjp_status vjp_isposinf_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_IsPosInf, "vjp_isposinf_", args);
}

vjp_status vjp_istft(vjp_tensor* input, int64_t n_fft, const int64_t* hop_length, const int64_t* win_length, vjp_tensor* window, bool center, bool normalized, const int64_t* onesided, const int64_t* length, bool return_complex, vjp_tensor** out) {
  Value args[] = {pack(input), pack(n_fft), pack(hop_length), pack(win_length), pack(window), pack(center), pack(normalized), pack(onesided), pack(length), pack(return_complex)};
  return call_given(op_Istft, "vjp_istft", args, out);
}

vjp_status vjp_kl_div(vjp_tensor* input, vjp_tensor* target, const char* reduction, bool log_target, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(reduction), pack(log_target)};
  return call_given(op_KlDiv, "vjp_kl_div", args, out);
}

vjp_status vjp_kron(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Kron, "vjp_kron", args, out);
}

vjp_status vjp_kthvalue(vjp_tensor* input, int64_t k, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  Value args[] = {pack(input), pack(k), pack(dim), pack(keepdim)};
  vjp_tensor** const outs[] = {out_values, out_indices};
  return call_given(op_KthValue, "vjp_kthvalue", args, outs);
}

vjp_status vjp_l1_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(reduction)};
  return call_given(op_L1Loss, "vjp_l1_loss", args, out);
}

vjp_status vjp_layer_norm(vjp_tensor* input, const int64_t* normalized_shape, size_t num_normalized_shape, vjp_tensor* weight, vjp_tensor* bias, double eps, vjp_tensor** out) {
  Value args[] = {pack(input), pack(normalized_shape, num_normalized_shape), pack(weight), pack(bias), pack(eps)};
  return call_given(op_LayerNorm, "vjp_layer_norm", args, out);
}

vjp_status vjp_ldexp(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Ldexp, "vjp_ldexp", args, out);
}

vjp_status vjp_ldexp_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Ldexp, "vjp_ldexp_scalar", args, out);
}

vjp_status vjp_ldexp_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Ldexp, "vjp_ldexp_", args);
}

vjp_status vjp_ldexp_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Ldexp, "vjp_ldexp_scalar_", args);
}

vjp_status vjp_le(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Le, "vjp_le", args, out);
}

vjp_status vjp_le_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Le, "vjp_le_scalar", args, out);
}

vjp_status vjp_scalar_le(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Le, "vjp_scalar_le", args, out);
}

vjp_status vjp_le_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Le, "vjp_le_", args);
}

vjp_status vjp_le_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Le, "vjp_le_scalar_", args);
}

vjp_status vjp_leaky_relu(vjp_tensor* input, double negative_slope, vjp_tensor** out) {
  Value args[] = {pack(input), pack(negative_slope)};
  return call_given(op_LeakyRelu, "vjp_leaky_relu", args, out);
}

vjp_status vjp_leaky_relu_(vjp_tensor* input, double negative_slope) {
  Value args[] = {pack(input), pack(negative_slope)};
  return call_given_in_place(op_LeakyRelu, "vjp_leaky_relu_", args);
}

vjp_status vjp_lerp(vjp_tensor* input, vjp_tensor* end, vjp_tensor* weight, vjp_tensor** out) {
  Value args[] = {pack(input), pack(end), pack(weight)};
  return call_given(op_Lerp, "vjp_lerp", args, out);
}

vjp_status vjp_lerp_scalar(vjp_tensor* input, vjp_tensor* end, vjp_scalar weight, vjp_tensor** out) {
  Value args[] = {pack(input), pack(end), pack(weight)};
  return call_given(op_Lerp, "vjp_lerp_scalar", args, out);
}

vjp_status vjp_lerp_(vjp_tensor* input, vjp_tensor* end, vjp_tensor* weight) {
  Value args[] = {pack(input), pack(end), pack(weight)};
  return call_given_in_place(op_Lerp, "vjp_lerp_", args);
}

vjp_status vjp_lerp_scalar_(vjp_tensor* input, vjp_tensor* end, vjp_scalar weight) {
  Value args[] = {pack(input), pack(end), pack(weight)};
  return call_given_in_place(op_Lerp, "vjp_lerp_scalar_", args);
}

vjp_status vjp_lgamma(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Lgamma, "vjp_lgamma", args, out);
}

vjp_status vjp_lgamma_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Lgamma, "vjp_lgamma_", args);
}

vjp_status vjp_linalg_cholesky(vjp_tensor* A, bool upper, vjp_tensor** out) {
  Value args[] = {pack(A), pack(upper)};
  return call_given(op_LinalgCholesky, "vjp_linalg_cholesky", args, out);
}

vjp_status vjp_linalg_cholesky_ex(vjp_tensor* A, bool upper, bool check_errors, vjp_tensor** out_L, vjp_tensor** out_info) {
  Value args[] = {pack(A), pack(upper), pack(check_errors)};
  vjp_tensor** const outs[] = {out_L, out_info};
  return call_given(op_LinalgCholeskyEx, "vjp_linalg_cholesky_ex", args, outs);
}

vjp_status vjp_linalg_cond(vjp_tensor* A, const double* p, vjp_tensor** out) {
  Value args[] = {pack(A), pack(p)};
  return call_given(op_LinalgCond, "vjp_linalg_cond", args, out);
}

vjp_status vjp_linalg_cond_named(vjp_tensor* A, const char* p, vjp_tensor** out) {
  Value args[] = {pack(A), pack(p)};
  return call_given(op_LinalgCondNamed, "vjp_linalg_cond_named", args, out);
}

vjp_status vjp_linalg_cross(vjp_tensor* input, vjp_tensor* other, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(dim)};
  return call_given(op_LinalgCross, "vjp_linalg_cross", args, out);
}

vjp_status vjp_linalg_det(vjp_tensor* A, vjp_tensor** out) {
  Value args[] = {pack(A)};
  return call_given(op_LinalgDet, "vjp_linalg_det", args, out);
}

vjp_status vjp_linalg_diagonal(vjp_tensor* A, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out) {
  Value args[] = {pack(A), pack(offset), pack(dim1), pack(dim2)};
  return call_given(op_LinalgDiagonal, "vjp_linalg_diagonal", args, out);
}

vjp_status vjp_linalg_eig(vjp_tensor* A, vjp_tensor** out_eigenvalues, vjp_tensor** out_eigenvectors) {
  Value args[] = {pack(A)};
  vjp_tensor** const outs[] = {out_eigenvalues, out_eigenvectors};
  return call_given(op_LinalgEig, "vjp_linalg_eig", args, outs);
}

vjp_status vjp_linalg_eigh(vjp_tensor* A, const char* UPLO, vjp_tensor** out_eigenvalues, vjp_tensor** out_eigenvectors) {
  Value args[] = {pack(A), pack(UPLO)};
  vjp_tensor** const outs[] = {out_eigenvalues, out_eigenvectors};
  return call_given(op_LinalgEigh, "vjp_linalg_eigh", args, outs);
}

vjp_status vjp_linalg_eigvals(vjp_tensor* A, vjp_tensor** out) {
  Value args[] = {pack(A)};
  return call_given(op_LinalgEigvals, "vjp_linalg_eigvals", args, out);
}

vjp_status vjp_linalg_eigvalsh(vjp_tensor* A, const char* UPLO, vjp_tensor** out) {
  Value args[] = {pack(A), pack(UPLO)};
  return call_given(op_LinalgEigvalsh, "vjp_linalg_eigvalsh", args, out);
}

vjp_status vjp_linalg_householder_product(vjp_tensor* input, vjp_tensor* tau, vjp_tensor** out) {
  Value args[] = {pack(input), pack(tau)};
  return call_given(op_HouseholderProduct, "vjp_linalg_householder_product", args, out);
}

vjp_status vjp_linalg_inv(vjp_tensor* A, vjp_tensor** out) {
  Value args[] = {pack(A)};
  return call_given(op_LinalgInv, "vjp_linalg_inv", args, out);
}

vjp_status vjp_linalg_inv_ex(vjp_tensor* A, bool check_errors, vjp_tensor** out_inverse, vjp_tensor** out_info) {
  Value args[] = {pack(A), pack(check_errors)};
  vjp_tensor** const outs[] = {out_inverse, out_info};
  return call_given(op_LinalgInvEx, "vjp_linalg_inv_ex", args, outs);
}

vjp_status vjp_linalg_lstsq(vjp_tensor* A, vjp_tensor* B, const double* rcond, const char* driver, vjp_tensor** out_solution, vjp_tensor** out_residuals, vjp_tensor** out_rank, vjp_tensor** out_singular_values) {
  Value args[] = {pack(A), pack(B), pack(rcond), pack(driver)};
  vjp_tensor** const outs[] = {out_solution, out_residuals, out_rank, out_singular_values};
  return call_given(op_LinalgLstsq, "vjp_linalg_lstsq", args, outs);
}

vjp_status vjp_linalg_lu(vjp_tensor* A, bool pivot, vjp_tensor** out_P, vjp_tensor** out_L, vjp_tensor** out_U) {
  Value args[] = {pack(A), pack(pivot)};
  vjp_tensor** const outs[] = {out_P, out_L, out_U};
  return call_given(op_LinalgLu, "vjp_linalg_lu", args, outs);
}

vjp_status vjp_linalg_lu_factor(vjp_tensor* A, bool pivot, vjp_tensor** out_LU, vjp_tensor** out_pivots) {
  Value args[] = {pack(A), pack(pivot)};
  vjp_tensor** const outs[] = {out_LU, out_pivots};
  return call_given(op_LinalgLuFactor, "vjp_linalg_lu_factor", args, outs);
}

vjp_status vjp_linalg_lu_factor_ex(vjp_tensor* A, bool pivot, bool check_errors, vjp_tensor** out_LU, vjp_tensor** out_pivots, vjp_tensor** out_info) {
  Value args[] = {pack(A), pack(pivot), pack(check_errors)};
  vjp_tensor** const outs[] = {out_LU, out_pivots, out_info};
  return call_given(op_LinalgLuFactorEx, "vjp_linalg_lu_factor_ex", args, outs);
}

vjp_status vjp_linalg_lu_solve(vjp_tensor* LU, vjp_tensor* pivots, vjp_tensor* B, bool left, bool adjoint, vjp_tensor** out) {
  Value args[] = {pack(LU), pack(pivots), pack(B), pack(left), pack(adjoint)};
  return call_given(op_LinalgLuSolve, "vjp_linalg_lu_solve", args, out);
}

vjp_status vjp_linalg_matrix_norm(vjp_tensor* A, double ord, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(A), pack(ord), pack(dim, num_dim), pack(keepdim), pack(dtype)};
  return call_given(op_MatrixNorm, "vjp_linalg_matrix_norm", args, out);
}

vjp_status vjp_linalg_matrix_norm_named(vjp_tensor* A, const char* ord, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(A), pack(ord), pack(dim, num_dim), pack(keepdim), pack(dtype)};
  return call_given(op_MatrixNormNamed, "vjp_linalg_matrix_norm_named", args, out);
}

vjp_status vjp_linalg_matrix_power(vjp_tensor* A, int64_t n, vjp_tensor** out) {
  Value args[] = {pack(A), pack(n)};
  return call_given(op_MatrixPower, "vjp_linalg_matrix_power", args, out);
}

vjp_status vjp_linalg_matrix_sqrth(vjp_tensor* A, vjp_tensor** out) {
  Value args[] = {pack(A)};
  return call_given(op_SqrtH, "vjp_linalg_matrix_sqrth", args, out);
}

vjp_status vjp_linalg_multi_dot(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  Value args[] = {pack(tensors, num_tensors)};
  return call_given(op_LinalgMultiDot, "vjp_linalg_multi_dot", args, out);
}

vjp_status vjp_linalg_norm(vjp_tensor* A, const double* ord, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(A), pack(ord), pack(dim, num_dim), pack(keepdim), pack(dtype)};
  return call_given(op_LinalgNorm, "vjp_linalg_norm", args, out);
}

vjp_status vjp_linalg_norm_named(vjp_tensor* A, const char* ord, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(A), pack(ord), pack(dim, num_dim), pack(keepdim), pack(dtype)};
  return call_given(op_LinalgNormNamed, "vjp_linalg_norm_named", args, out);
}

vjp_status vjp_linalg_pinv(vjp_tensor* A, const double* atol, const double* rtol, bool hermitian, vjp_tensor** out) {
  Value args[] = {pack(A), pack(atol), pack(rtol), pack(hermitian)};
  return call_given(op_LinalgPinv, "vjp_linalg_pinv", args, out);
}

vjp_status vjp_linalg_pinv_tensor(vjp_tensor* A, vjp_tensor* atol, vjp_tensor* rtol, bool hermitian, vjp_tensor** out) {
  Value args[] = {pack(A), pack(atol), pack(rtol), pack(hermitian)};
  return call_given(op_LinalgPinvTensor, "vjp_linalg_pinv_tensor", args, out);
}

vjp_status vjp_linalg_polar(vjp_tensor* A, vjp_tensor** out_U, vjp_tensor** out_P) {
  Value args[] = {pack(A)};
  vjp_tensor** const outs[] = {out_U, out_P};
  return call_given(op_PolarForm, "vjp_linalg_polar", args, outs);
}

vjp_status vjp_linalg_qr(vjp_tensor* A, const char* mode, vjp_tensor** out_Q, vjp_tensor** out_R) {
  Value args[] = {pack(A), pack(mode)};
  vjp_tensor** const outs[] = {out_Q, out_R};
  return call_given(op_LinalgQr, "vjp_linalg_qr", args, outs);
}

vjp_status vjp_linalg_slogdet(vjp_tensor* A, vjp_tensor** out_sign, vjp_tensor** out_logabsdet) {
  Value args[] = {pack(A)};
  vjp_tensor** const outs[] = {out_sign, out_logabsdet};
  return call_given(op_LinalgSlogDet, "vjp_linalg_slogdet", args, outs);
}

vjp_status vjp_linalg_solve(vjp_tensor* A, vjp_tensor* B, bool left, vjp_tensor** out) {
  Value args[] = {pack(A), pack(B), pack(left)};
  return call_given(op_LinalgSolve, "vjp_linalg_solve", args, out);
}

vjp_status vjp_linalg_solve_ex(vjp_tensor* A, vjp_tensor* B, bool left, bool check_errors, vjp_tensor** out_result, vjp_tensor** out_info) {
  Value args[] = {pack(A), pack(B), pack(left), pack(check_errors)};
  vjp_tensor** const outs[] = {out_result, out_info};
  return call_given(op_LinalgSolveEx, "vjp_linalg_solve_ex", args, outs);
}

vjp_status vjp_linalg_solve_triangular(vjp_tensor* input, vjp_tensor* B, bool upper, bool left, bool unitriangular, vjp_tensor** out) {
  Value args[] = {pack(input), pack(B), pack(upper), pack(left), pack(unitriangular)};
  return call_given(op_LinalgSolveTriangular, "vjp_linalg_solve_triangular", args, out);
}

vjp_status vjp_linalg_svd(vjp_tensor* A, bool full_matrices, const char* driver, vjp_tensor** out_U, vjp_tensor** out_S, vjp_tensor** out_Vh) {
  Value args[] = {pack(A), pack(full_matrices), pack(driver)};
  vjp_tensor** const outs[] = {out_U, out_S, out_Vh};
  return call_given(op_LinalgSvd, "vjp_linalg_svd", args, outs);
}

vjp_status vjp_linalg_svdvals(vjp_tensor* A, const char* driver, vjp_tensor** out) {
  Value args[] = {pack(A), pack(driver)};
  return call_given(op_LinalgSvdvals, "vjp_linalg_svdvals", args, out);
}

vjp_status vjp_linalg_tensorinv(vjp_tensor* A, int64_t ind, vjp_tensor** out) {
  Value args[] = {pack(A), pack(ind)};
  return call_given(op_LinalgTensorInv, "vjp_linalg_tensorinv", args, out);
}

vjp_status vjp_linalg_tensorsolve(vjp_tensor* A, vjp_tensor* B, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  Value args[] = {pack(A), pack(B), pack(dims, num_dims)};
  return call_given(op_LinalgTensorSolve, "vjp_linalg_tensorsolve", args, out);
}

vjp_status vjp_linalg_vander(vjp_tensor* x, const int64_t* N, vjp_tensor** out) {
  Value args[] = {pack(x), pack(N)};
  return call_given(op_Vander, "vjp_linalg_vander", args, out);
}

vjp_status vjp_linalg_vecdot(vjp_tensor* input, vjp_tensor* other, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(dim)};
  return call_given(op_LinalgVecdot, "vjp_linalg_vecdot", args, out);
}

vjp_status vjp_linalg_vector_norm(vjp_tensor* input, double ord, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(ord), pack(dim, num_dim), pack(keepdim), pack(dtype)};
  return call_given(op_VectorNorm, "vjp_linalg_vector_norm", args, out);
}

vjp_status vjp_linear(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight), pack(bias)};
  return call_given(op_LinearLayer, "vjp_linear", args, out);
}

vjp_status vjp_linear_cross_entropy(vjp_tensor* input, vjp_tensor* linear_weight, vjp_tensor* target, vjp_tensor* linear_bias, vjp_tensor* weight, const char* reduction, const int64_t* ignore_index, double label_smoothing, vjp_tensor** out) {
  Value args[] = {pack(input), pack(linear_weight), pack(target), pack(linear_bias), pack(weight), pack(reduction), pack(ignore_index), pack(label_smoothing)};
  return call_given(op_LinearCrossEntropy, "vjp_linear_cross_entropy", args, out);
}

vjp_status vjp_linspace(vjp_scalar start, vjp_scalar end, int64_t steps, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(start), pack(end), pack(steps), pack(dtype)};
  return call_given(op_Linspace, "vjp_linspace", args, out);
}

vjp_status vjp_local_response_norm(vjp_tensor* input, int64_t size, double alpha, double beta, double k, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size), pack(alpha), pack(beta), pack(k)};
  return call_given(op_LocalResponseNorm, "vjp_local_response_norm", args, out);
}

vjp_status vjp_log(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Log, "vjp_log", args, out);
}

vjp_status vjp_log_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Log, "vjp_log_", args);
}

vjp_status vjp_log10(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Log10, "vjp_log10", args, out);
}

vjp_status vjp_log10_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Log10, "vjp_log10_", args);
}

vjp_status vjp_log1p(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Log1p, "vjp_log1p", args, out);
}

vjp_status vjp_log1p_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Log1p, "vjp_log1p_", args);
}

vjp_status vjp_log2(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Log2, "vjp_log2", args, out);
}

vjp_status vjp_log2_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Log2, "vjp_log2_", args);
}

vjp_status vjp_log_ndtr(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_LogNdtr, "vjp_log_ndtr", args, out);
}

vjp_status vjp_log_ndtr_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_LogNdtr, "vjp_log_ndtr_", args);
}

vjp_status vjp_log_normal(vjp_tensor* input, double mean, double std, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(mean), pack(std), pack(generator)};
  return call_given(op_LogNormal, "vjp_log_normal", args, out);
}

vjp_status vjp_log_normal_(vjp_tensor* input, double mean, double std, vjp_generator* generator) {
  Value args[] = {pack(input), pack(mean), pack(std), pack(generator)};
  return call_given_in_place(op_LogNormal, "vjp_log_normal_", args);
}

vjp_status vjp_log_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(dtype)};
  return call_given(op_LogSoftmax, "vjp_log_softmax", args, out);
}

vjp_status vjp_logaddexp(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_LogAddExp, "vjp_logaddexp", args, out);
}

vjp_status vjp_logaddexp_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_LogAddExp, "vjp_logaddexp_", args);
}

vjp_status vjp_logaddexp2(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_LogAddExp2, "vjp_logaddexp2", args, out);
}

vjp_status vjp_logaddexp2_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_LogAddExp2, "vjp_logaddexp2_", args);
}

vjp_status vjp_logcumsumexp(vjp_tensor* input, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim)};
  return call_given(op_LogCumSumExp, "vjp_logcumsumexp", args, out);
}

vjp_status vjp_logdet(vjp_tensor* A, vjp_tensor** out) {
  Value args[] = {pack(A)};
  return call_given(op_LogDet, "vjp_logdet", args, out);
}

vjp_status vjp_logical_and(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_LogicalAnd, "vjp_logical_and", args, out);
}

vjp_status vjp_logical_and_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_LogicalAnd, "vjp_logical_and_scalar", args, out);
}

vjp_status vjp_scalar_logical_and(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_LogicalAnd, "vjp_scalar_logical_and", args, out);
}

vjp_status vjp_logical_and_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_LogicalAnd, "vjp_logical_and_", args);
}

vjp_status vjp_logical_and_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_LogicalAnd, "vjp_logical_and_scalar_", args);
}

vjp_status vjp_logical_not(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_LogicalNot, "vjp_logical_not", args, out);
}

vjp_status vjp_logical_not_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_LogicalNot, "vjp_logical_not_", args);
}

vjp_status vjp_logical_or(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_LogicalOr, "vjp_logical_or", args, out);
}

vjp_status vjp_logical_or_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_LogicalOr, "vjp_logical_or_scalar", args, out);
}

vjp_status vjp_scalar_logical_or(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_LogicalOr, "vjp_scalar_logical_or", args, out);
}

vjp_status vjp_logical_or_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_LogicalOr, "vjp_logical_or_", args);
}

vjp_status vjp_logical_or_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_LogicalOr, "vjp_logical_or_scalar_", args);
}

vjp_status vjp_logical_xor(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_LogicalXor, "vjp_logical_xor", args, out);
}

vjp_status vjp_logical_xor_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_LogicalXor, "vjp_logical_xor_scalar", args, out);
}

vjp_status vjp_scalar_logical_xor(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_LogicalXor, "vjp_scalar_logical_xor", args, out);
}

vjp_status vjp_logical_xor_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_LogicalXor, "vjp_logical_xor_", args);
}

vjp_status vjp_logical_xor_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_LogicalXor, "vjp_logical_xor_scalar_", args);
}

vjp_status vjp_logit(vjp_tensor* input, const double* eps, vjp_tensor** out) {
  Value args[] = {pack(input), pack(eps)};
  return call_given(op_Logit, "vjp_logit", args, out);
}

vjp_status vjp_logit_(vjp_tensor* input, const double* eps) {
  Value args[] = {pack(input), pack(eps)};
  return call_given_in_place(op_Logit, "vjp_logit_", args);
}

vjp_status vjp_logsigmoid(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_LogSigmoid, "vjp_logsigmoid", args, out);
}

vjp_status vjp_logsigmoid_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_LogSigmoid, "vjp_logsigmoid_", args);
}

vjp_status vjp_logsumexp(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim)};
  return call_given(op_LogSumExp, "vjp_logsumexp", args, out);
}

vjp_status vjp_lstm(vjp_tensor* input, vjp_tensor* const* hx, size_t num_hx, vjp_tensor* const* params, size_t num_params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first, vjp_generator* generator, vjp_tensor** out_output, vjp_tensor** out_h_n, vjp_tensor** out_c_n) {
  Value args[] = {pack(input), pack(hx, num_hx), pack(params, num_params), pack(has_biases), pack(num_layers), pack(dropout), pack(train), pack(bidirectional), pack(batch_first), pack(generator)};
  vjp_tensor** const outs[] = {out_output, out_h_n, out_c_n};
  return call_given(op_LstmLayers, "vjp_lstm", args, outs);
}

vjp_status vjp_lstm_data(vjp_tensor* data, vjp_tensor* batch_sizes, vjp_tensor* const* hx, size_t num_hx, vjp_tensor* const* params, size_t num_params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, vjp_generator* generator, vjp_tensor** out_output, vjp_tensor** out_h_n, vjp_tensor** out_c_n) {
  Value args[] = {pack(data), pack(batch_sizes), pack(hx, num_hx), pack(params, num_params), pack(has_biases), pack(num_layers), pack(dropout), pack(train), pack(bidirectional), pack(generator)};
  vjp_tensor** const outs[] = {out_output, out_h_n, out_c_n};
  return call_given(op_LstmPacked, "vjp_lstm_data", args, outs);
}

vjp_status vjp_lstm_cell(vjp_tensor* input, vjp_tensor* const* hx, size_t num_hx, vjp_tensor* w_ih, vjp_tensor* w_hh, vjp_tensor* b_ih, vjp_tensor* b_hh, vjp_tensor** out_h, vjp_tensor** out_c) {
  Value args[] = {pack(input), pack(hx, num_hx), pack(w_ih), pack(w_hh), pack(b_ih), pack(b_hh)};
  vjp_tensor** const outs[] = {out_h, out_c};
  return call_given(op_LstmCell, "vjp_lstm_cell", args, outs);
}

vjp_status vjp_lt(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Lt, "vjp_lt", args, out);
}

vjp_status vjp_lt_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Lt, "vjp_lt_scalar", args, out);
}

vjp_status vjp_scalar_lt(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Lt, "vjp_scalar_lt", args, out);
}

vjp_status vjp_lt_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Lt, "vjp_lt_", args);
}

vjp_status vjp_lt_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Lt, "vjp_lt_scalar_", args);
}

vjp_status vjp_lu(vjp_tensor* A, bool pivot, bool get_infos, vjp_tensor_list** out) {
  Value args[] = {pack(A), pack(pivot), pack(get_infos)};
  return call_given(op_Lu, "vjp_lu", args, out);
}

vjp_status vjp_lu_solve(vjp_tensor* b, vjp_tensor* LU_data, vjp_tensor* LU_pivots, vjp_tensor** out) {
  Value args[] = {pack(b), pack(LU_data), pack(LU_pivots)};
  return call_given(op_LuSolve, "vjp_lu_solve", args, out);
}

vjp_status vjp_lu_unpack(vjp_tensor* LU_data, vjp_tensor* LU_pivots, bool unpack_data, bool unpack_pivots, vjp_tensor** out_P, vjp_tensor** out_L, vjp_tensor** out_U) {
  Value args[] = {pack(LU_data), pack(LU_pivots), pack(unpack_data), pack(unpack_pivots)};
  vjp_tensor** const outs[] = {out_P, out_L, out_U};
  return call_given(op_LuUnpack, "vjp_lu_unpack", args, outs);
}

vjp_status vjp_mH(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Adjoint, "vjp_mH", args, out);
}

vjp_status vjp_mT(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_MatrixTranspose, "vjp_mT", args, out);
}

vjp_status vjp_margin_ranking_loss(vjp_tensor* input1, vjp_tensor* input2, vjp_tensor* target, double margin, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input1), pack(input2), pack(target), pack(margin), pack(reduction)};
  return call_given(op_MarginRankingLoss, "vjp_margin_ranking_loss", args, out);
}

vjp_status vjp_masked_amax(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedAMax, "vjp_masked_amax", args, out);
}

vjp_status vjp_masked_amin(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedAMin, "vjp_masked_amin", args, out);
}

vjp_status vjp_masked_cumprod(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(dtype), pack(mask)};
  return call_given(op_MaskedCumProd, "vjp_masked_cumprod", args, out);
}

vjp_status vjp_masked_cumsum(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(dtype), pack(mask)};
  return call_given(op_MaskedCumSum, "vjp_masked_cumsum", args, out);
}

vjp_status vjp_masked_fill(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(mask), pack(value)};
  return call_given(op_MaskedFill, "vjp_masked_fill", args, out);
}

vjp_status vjp_masked_fill_scalar(vjp_tensor* input, vjp_tensor* mask, vjp_scalar value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(mask), pack(value)};
  return call_given(op_MaskedFill, "vjp_masked_fill_scalar", args, out);
}

vjp_status vjp_masked_fill_(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* value) {
  Value args[] = {pack(input), pack(mask), pack(value)};
  return call_given_in_place(op_MaskedFill, "vjp_masked_fill_", args);
}

vjp_status vjp_masked_fill_scalar_(vjp_tensor* input, vjp_tensor* mask, vjp_scalar value) {
  Value args[] = {pack(input), pack(mask), pack(value)};
  return call_given_in_place(op_MaskedFill, "vjp_masked_fill_scalar_", args);
}

vjp_status vjp_masked_log_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(dtype), pack(mask)};
  return call_given(op_MaskedLogSoftmax, "vjp_masked_log_softmax", args, out);
}

vjp_status vjp_masked_logaddexp(vjp_tensor* input, vjp_tensor* other, vjp_dtype dtype, vjp_tensor* input_mask, vjp_tensor* other_mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(dtype), pack(input_mask), pack(other_mask)};
  return call_given(op_MaskedLogAddExp, "vjp_masked_logaddexp", args, out);
}

vjp_status vjp_masked_logsumexp(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedLogSumExp, "vjp_masked_logsumexp", args, out);
}

vjp_status vjp_masked_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedMean, "vjp_masked_mean", args, out);
}

vjp_status vjp_masked_median(vjp_tensor* input, int64_t dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedMedian, "vjp_masked_median", args, out);
}

vjp_status vjp_masked_norm(vjp_tensor* input, double ord, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(ord), pack(dim, num_dim), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedNorm, "vjp_masked_norm", args, out);
}

vjp_status vjp_masked_normalize(vjp_tensor* input, double ord, int64_t dim, double eps, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(ord), pack(dim), pack(eps), pack(dtype), pack(mask)};
  return call_given(op_MaskedNormalize, "vjp_masked_normalize", args, out);
}

vjp_status vjp_masked_prod(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedProd, "vjp_masked_prod", args, out);
}

vjp_status vjp_masked_scatter(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* source, vjp_tensor** out) {
  Value args[] = {pack(input), pack(mask), pack(source)};
  return call_given(op_MaskedScatter, "vjp_masked_scatter", args, out);
}

vjp_status vjp_masked_scatter_(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* source) {
  Value args[] = {pack(input), pack(mask), pack(source)};
  return call_given_in_place(op_MaskedScatter, "vjp_masked_scatter_", args);
}

vjp_status vjp_masked_select(vjp_tensor* input, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(mask)};
  return call_given(op_MaskedSelect, "vjp_masked_select", args, out);
}

vjp_status vjp_masked_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(dtype), pack(mask)};
  return call_given(op_MaskedSoftmax, "vjp_masked_softmax", args, out);
}

vjp_status vjp_masked_softmin(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(dtype), pack(mask)};
  return call_given(op_MaskedSoftmin, "vjp_masked_softmin", args, out);
}

vjp_status vjp_masked_std(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(correction), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedStd, "vjp_masked_std", args, out);
}

vjp_status vjp_masked_std_unbiased(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(unbiased), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedStdUnbiased, "vjp_masked_std_unbiased", args, out);
}

vjp_status vjp_masked_sum(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedSum, "vjp_masked_sum", args, out);
}

vjp_status vjp_masked_var(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(correction), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedVar, "vjp_masked_var", args, out);
}

vjp_status vjp_masked_var_unbiased(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(unbiased), pack(keepdim), pack(dtype), pack(mask)};
  return call_given(op_MaskedVarUnbiased, "vjp_masked_var_unbiased", args, out);
}

vjp_status vjp_matmul(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Matmul, "vjp_matmul", args, out);
}

vjp_status vjp_matrix_exp(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_MatrixExp, "vjp_matrix_exp", args, out);
}

vjp_status vjp_max(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Max, "vjp_max", args, out);
}

vjp_status vjp_max_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  Value args[] = {pack(input), pack(dim), pack(keepdim)};
  vjp_tensor** const outs[] = {out_values, out_indices};
  return call_given(op_MaxDim, "vjp_max_dim", args, outs);
}

vjp_status vjp_max_other(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_MaxOther, "vjp_max_other", args, out);
}

vjp_status vjp_max_pool1d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, vjp_tensor** out) {
  Value args[] = {pack(input), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(dilation, num_dilation), pack(ceil_mode)};
  return call_given(op_MaxPool1d, "vjp_max_pool1d", args, out);
}

vjp_status vjp_max_pool1d_indices(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, bool return_indices, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(dilation, num_dilation), pack(ceil_mode), pack(return_indices)};
  return call_given(op_MaxPool1dIndices, "vjp_max_pool1d_indices", args, out);
}

vjp_status vjp_max_pool2d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, vjp_tensor** out) {
  Value args[] = {pack(input), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(dilation, num_dilation), pack(ceil_mode)};
  return call_given(op_MaxPool2d, "vjp_max_pool2d", args, out);
}

vjp_status vjp_max_pool2d_indices(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, bool return_indices, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(dilation, num_dilation), pack(ceil_mode), pack(return_indices)};
  return call_given(op_MaxPool2dIndices, "vjp_max_pool2d_indices", args, out);
}

vjp_status vjp_max_pool3d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, vjp_tensor** out) {
  Value args[] = {pack(input), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(dilation, num_dilation), pack(ceil_mode)};
  return call_given(op_MaxPool3d, "vjp_max_pool3d", args, out);
}

vjp_status vjp_max_pool3d_indices(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation, size_t num_dilation, bool ceil_mode, bool return_indices, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(dilation, num_dilation), pack(ceil_mode), pack(return_indices)};
  return call_given(op_MaxPool3dIndices, "vjp_max_pool3d_indices", args, out);
}

vjp_status vjp_max_unpool1d(vjp_tensor* input, vjp_tensor* indices, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(indices), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(output_size, num_output_size)};
  return call_given(op_MaxUnpool1d, "vjp_max_unpool1d", args, out);
}

vjp_status vjp_max_unpool2d(vjp_tensor* input, vjp_tensor* indices, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(indices), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(output_size, num_output_size)};
  return call_given(op_MaxUnpool2d, "vjp_max_unpool2d", args, out);
}

vjp_status vjp_max_unpool3d(vjp_tensor* input, vjp_tensor* indices, const int64_t* kernel_size, size_t num_kernel_size, const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* output_size, size_t num_output_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(indices), pack(kernel_size, num_kernel_size), pack(stride, num_stride), pack(padding, num_padding), pack(output_size, num_output_size)};
  return call_given(op_MaxUnpool3d, "vjp_max_unpool3d", args, out);
}

vjp_status vjp_maximum(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Maximum, "vjp_maximum", args, out);
}

vjp_status vjp_maximum_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Maximum, "vjp_maximum_scalar", args, out);
}

vjp_status vjp_scalar_maximum(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Maximum, "vjp_scalar_maximum", args, out);
}

vjp_status vjp_maximum_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Maximum, "vjp_maximum_", args);
}

vjp_status vjp_maximum_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Maximum, "vjp_maximum_scalar_", args);
}

vjp_status vjp_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim), pack(dtype)};
  return call_given(op_Mean, "vjp_mean", args, out);
}

vjp_status vjp_median(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Median, "vjp_median", args, out);
}

vjp_status vjp_median_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  Value args[] = {pack(input), pack(dim), pack(keepdim)};
  vjp_tensor** const outs[] = {out_values, out_indices};
  return call_given(op_MedianDim, "vjp_median_dim", args, outs);
}

vjp_status vjp_meshgrid(vjp_tensor* const* tensors, size_t num_tensors, const char* indexing, vjp_tensor_list** out) {
  Value args[] = {pack(tensors, num_tensors), pack(indexing)};
  return call_given(op_Meshgrid, "vjp_meshgrid", args, out);
}

vjp_status vjp_min(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Min, "vjp_min", args, out);
}

vjp_status vjp_min_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  Value args[] = {pack(input), pack(dim), pack(keepdim)};
  vjp_tensor** const outs[] = {out_values, out_indices};
  return call_given(op_MinDim, "vjp_min_dim", args, outs);
}

vjp_status vjp_min_other(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_MinOther, "vjp_min_other", args, out);
}

vjp_status vjp_minimum(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Minimum, "vjp_minimum", args, out);
}

vjp_status vjp_minimum_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Minimum, "vjp_minimum_scalar", args, out);
}

vjp_status vjp_scalar_minimum(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Minimum, "vjp_scalar_minimum", args, out);
}

vjp_status vjp_minimum_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Minimum, "vjp_minimum_", args);
}

vjp_status vjp_minimum_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Minimum, "vjp_minimum_scalar_", args);
}

vjp_status vjp_mish(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Mish, "vjp_mish", args, out);
}

vjp_status vjp_mish_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Mish, "vjp_mish_", args);
}

vjp_status vjp_mm(vjp_tensor* input, vjp_tensor* mat2, vjp_tensor** out) {
  Value args[] = {pack(input), pack(mat2)};
  return call_given(op_Mm, "vjp_mm", args, out);
}

vjp_status vjp_mode_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  Value args[] = {pack(input), pack(dim), pack(keepdim)};
  vjp_tensor** const outs[] = {out_values, out_indices};
  return call_given(op_MostFrequent, "vjp_mode_dim", args, outs);
}

vjp_status vjp_modified_bessel_i0(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ModifiedBesselI0, "vjp_modified_bessel_i0", args, out);
}

vjp_status vjp_modified_bessel_i0_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_ModifiedBesselI0, "vjp_modified_bessel_i0_", args);
}

vjp_status vjp_modified_bessel_i1(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ModifiedBesselI1, "vjp_modified_bessel_i1", args, out);
}

vjp_status vjp_modified_bessel_i1_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_ModifiedBesselI1, "vjp_modified_bessel_i1_", args);
}

vjp_status vjp_modified_bessel_k0(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ModifiedBesselK0, "vjp_modified_bessel_k0", args, out);
}

vjp_status vjp_modified_bessel_k0_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_ModifiedBesselK0, "vjp_modified_bessel_k0_", args);
}

vjp_status vjp_modified_bessel_k1(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ModifiedBesselK1, "vjp_modified_bessel_k1", args, out);
}

vjp_status vjp_modified_bessel_k1_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_ModifiedBesselK1, "vjp_modified_bessel_k1_", args);
}

vjp_status vjp_movedim(vjp_tensor* input, const int64_t* source, size_t num_source, const int64_t* destination, size_t num_destination, vjp_tensor** out) {
  Value args[] = {pack(input), pack(source, num_source), pack(destination, num_destination)};
  return call_given(op_Movedim, "vjp_movedim", args, out);
}

vjp_status vjp_mse_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(reduction)};
  return call_given(op_MseLoss, "vjp_mse_loss", args, out);
}

vjp_status vjp_msort(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_MSort, "vjp_msort", args, out);
}

vjp_status vjp_mul(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Mul, "vjp_mul", args, out);
}

vjp_status vjp_mul_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Mul, "vjp_mul_scalar", args, out);
}

vjp_status vjp_scalar_mul(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Mul, "vjp_scalar_mul", args, out);
}

vjp_status vjp_mul_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Mul, "vjp_mul_", args);
}

vjp_status vjp_mul_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Mul, "vjp_mul_scalar_", args);
}

vjp_status vjp_multi_head_attention_forward(vjp_tensor* query, vjp_tensor* key, vjp_tensor* value, int64_t embed_dim_to_check, int64_t num_heads, vjp_tensor* in_proj_weight, vjp_tensor* in_proj_bias, vjp_tensor* bias_k, vjp_tensor* bias_v, bool add_zero_attn, double dropout_p, vjp_tensor* out_proj_weight, vjp_tensor* out_proj_bias, bool training, vjp_tensor* key_padding_mask, bool need_weights, vjp_tensor* attn_mask, bool use_separate_proj_weight, vjp_tensor* q_proj_weight, vjp_tensor* k_proj_weight, vjp_tensor* v_proj_weight, vjp_tensor* static_k, vjp_tensor* static_v, bool average_attn_weights, bool is_causal, vjp_generator* generator, vjp_tensor** out_values, vjp_tensor** out_weights) {
  Value args[] = {pack(query), pack(key), pack(value), pack(embed_dim_to_check), pack(num_heads), pack(in_proj_weight), pack(in_proj_bias), pack(bias_k), pack(bias_v), pack(add_zero_attn), pack(dropout_p), pack(out_proj_weight), pack(out_proj_bias), pack(training), pack(key_padding_mask), pack(need_weights), pack(attn_mask), pack(use_separate_proj_weight), pack(q_proj_weight), pack(k_proj_weight), pack(v_proj_weight), pack(static_k), pack(static_v), pack(average_attn_weights), pack(is_causal), pack(generator)};
  vjp_tensor** const outs[] = {out_values, out_weights};
  return call_given(op_MultiHeadAttentionForward, "vjp_multi_head_attention_forward", args, outs);
}

vjp_status vjp_multi_margin_loss(vjp_tensor* input, vjp_tensor* target, vjp_scalar p, vjp_scalar margin, vjp_tensor* weight, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(p), pack(margin), pack(weight), pack(reduction)};
  return call_given(op_MultiMarginLoss, "vjp_multi_margin_loss", args, out);
}

vjp_status vjp_multigammaln(vjp_tensor* input, int64_t p, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p)};
  return call_given(op_Multigammaln, "vjp_multigammaln", args, out);
}

vjp_status vjp_multilabel_margin_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(reduction)};
  return call_given(op_MultilabelMarginLoss, "vjp_multilabel_margin_loss", args, out);
}

vjp_status vjp_multilabel_soft_margin_loss(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(weight), pack(reduction)};
  return call_given(op_MultilabelSoftMarginLoss, "vjp_multilabel_soft_margin_loss", args, out);
}

vjp_status vjp_multinomial(vjp_tensor* input, int64_t num_samples, bool replacement, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(num_samples), pack(replacement), pack(generator)};
  return call_given(op_Multinomial, "vjp_multinomial", args, out);
}

vjp_status vjp_mv(vjp_tensor* input, vjp_tensor* vec, vjp_tensor** out) {
  Value args[] = {pack(input), pack(vec)};
  return call_given(op_Mv, "vjp_mv", args, out);
}

vjp_status vjp_mvlgamma(vjp_tensor* input, int64_t p, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p)};
  return call_given(op_Mvlgamma, "vjp_mvlgamma", args, out);
}

vjp_status vjp_mvlgamma_(vjp_tensor* input, int64_t p) {
  Value args[] = {pack(input), pack(p)};
  return call_given_in_place(op_Mvlgamma, "vjp_mvlgamma_", args);
}

vjp_status vjp_nan_to_num(vjp_tensor* input, const double* nan, const double* posinf, const double* neginf, vjp_tensor** out) {
  Value args[] = {pack(input), pack(nan), pack(posinf), pack(neginf)};
  return call_given(op_NanToNum, "vjp_nan_to_num", args, out);
}

vjp_status vjp_nan_to_num_(vjp_tensor* input, const double* nan, const double* posinf, const double* neginf) {
  Value args[] = {pack(input), pack(nan), pack(posinf), pack(neginf)};
  return call_given_in_place(op_NanToNum, "vjp_nan_to_num_", args);
}

vjp_status vjp_nanmean(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim), pack(dtype)};
  return call_given(op_NanMean, "vjp_nanmean", args, out);
}

vjp_status vjp_nanmedian(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_NanMedian, "vjp_nanmedian", args, out);
}

vjp_status vjp_nanmedian_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values, vjp_tensor** out_indices) {
  Value args[] = {pack(input), pack(dim), pack(keepdim)};
  vjp_tensor** const outs[] = {out_values, out_indices};
  return call_given(op_NanMedianDim, "vjp_nanmedian_dim", args, outs);
}

vjp_status vjp_nanquantile(vjp_tensor* input, double q, const int64_t* dim, bool keepdim, const char* interpolation, vjp_tensor** out) {
  Value args[] = {pack(input), pack(q), pack(dim), pack(keepdim), pack(interpolation)};
  return call_given(op_NanQuantile, "vjp_nanquantile", args, out);
}

vjp_status vjp_nanquantile_tensor(vjp_tensor* input, vjp_tensor* q, const int64_t* dim, bool keepdim, const char* interpolation, vjp_tensor** out) {
  Value args[] = {pack(input), pack(q), pack(dim), pack(keepdim), pack(interpolation)};
  return call_given(op_NanQuantileTensor, "vjp_nanquantile_tensor", args, out);
}

vjp_status vjp_nansum(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim), pack(dtype)};
  return call_given(op_NanSum, "vjp_nansum", args, out);
}

vjp_status vjp_narrow(vjp_tensor* input, int64_t dim, int64_t start, int64_t length, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(start), pack(length)};
  return call_given(op_Narrow, "vjp_narrow", args, out);
}

vjp_status vjp_narrow_copy(vjp_tensor* input, int64_t dim, int64_t start, int64_t length, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(start), pack(length)};
  return call_given(op_NarrowCopy, "vjp_narrow_copy", args, out);
}

vjp_status vjp_native_batch_norm(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, vjp_tensor* running_mean, vjp_tensor* running_var, bool training, double momentum, double eps, vjp_tensor** out_out, vjp_tensor** out_save_mean, vjp_tensor** out_save_invstd) {
  Value args[] = {pack(input), pack(weight), pack(bias), pack(running_mean), pack(running_var), pack(training), pack(momentum), pack(eps)};
  vjp_tensor** const outs[] = {out_out, out_save_mean, out_save_invstd};
  return call_given(op_NativeBatchNorm, "vjp_native_batch_norm", args, outs);
}

vjp_status vjp_native_dropout_backward(vjp_tensor* grad_output, vjp_tensor* mask, double scale, vjp_tensor** out) {
  Value args[] = {pack(grad_output), pack(mask), pack(scale)};
  return call_given(op_NativeDropoutBackward, "vjp_native_dropout_backward", args, out);
}

vjp_status vjp_native_group_norm(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, int64_t N, int64_t C, int64_t HxW, int64_t group, double eps, vjp_tensor** out_out, vjp_tensor** out_mean, vjp_tensor** out_rstd) {
  Value args[] = {pack(input), pack(weight), pack(bias), pack(N), pack(C), pack(HxW), pack(group), pack(eps)};
  vjp_tensor** const outs[] = {out_out, out_mean, out_rstd};
  return call_given(op_NativeGroupNorm, "vjp_native_group_norm", args, outs);
}

vjp_status vjp_native_layer_norm(vjp_tensor* input, const int64_t* normalized_shape, size_t num_normalized_shape, vjp_tensor* weight, vjp_tensor* bias, double eps, vjp_tensor** out_out, vjp_tensor** out_mean, vjp_tensor** out_rstd) {
  Value args[] = {pack(input), pack(normalized_shape, num_normalized_shape), pack(weight), pack(bias), pack(eps)};
  vjp_tensor** const outs[] = {out_out, out_mean, out_rstd};
  return call_given(op_NativeLayerNorm, "vjp_native_layer_norm", args, outs);
}

vjp_status vjp_ndtr(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Ndtr, "vjp_ndtr", args, out);
}

vjp_status vjp_ndtr_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Ndtr, "vjp_ndtr_", args);
}

vjp_status vjp_ndtri(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Ndtri, "vjp_ndtri", args, out);
}

vjp_status vjp_ndtri_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Ndtri, "vjp_ndtri_", args);
}

vjp_status vjp_ne(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Ne, "vjp_ne", args, out);
}

vjp_status vjp_ne_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Ne, "vjp_ne_scalar", args, out);
}

vjp_status vjp_scalar_ne(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Ne, "vjp_scalar_ne", args, out);
}

vjp_status vjp_ne_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Ne, "vjp_ne_", args);
}

vjp_status vjp_ne_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Ne, "vjp_ne_scalar_", args);
}

vjp_status vjp_neg(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Neg, "vjp_neg", args, out);
}

vjp_status vjp_neg_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Neg, "vjp_neg_", args);
}

vjp_status vjp_nextafter(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Nextafter, "vjp_nextafter", args, out);
}

vjp_status vjp_nextafter_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Nextafter, "vjp_nextafter_", args);
}

vjp_status vjp_nll_loss(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, int64_t ignore_index, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(weight), pack(ignore_index), pack(reduction)};
  return call_given(op_NllLoss, "vjp_nll_loss", args, out);
}

vjp_status vjp_nonzero(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Nonzero, "vjp_nonzero", args, out);
}

vjp_status vjp_norm(vjp_tensor* input, const double* p, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(dim, num_dim), pack(keepdim), pack(dtype)};
  return call_given(op_Norm, "vjp_norm", args, out);
}

vjp_status vjp_norm_named(vjp_tensor* input, const char* p, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(dim, num_dim), pack(keepdim), pack(dtype)};
  return call_given(op_NormNamed, "vjp_norm_named", args, out);
}

vjp_status vjp_normal(vjp_tensor* input, double mean, double std, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(mean), pack(std), pack(generator)};
  return call_given(op_Normal, "vjp_normal", args, out);
}

vjp_status vjp_normal_(vjp_tensor* input, double mean, double std, vjp_generator* generator) {
  Value args[] = {pack(input), pack(mean), pack(std), pack(generator)};
  return call_given_in_place(op_Normal, "vjp_normal_", args);
}

vjp_status vjp_normal_float_tensor(double mean, vjp_tensor* std, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(mean), pack(std), pack(generator)};
  return call_given(op_NormalFloatTensor, "vjp_normal_float_tensor", args, out);
}

vjp_status vjp_normal_size(double mean, double std, const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(mean), pack(std), pack(size, num_size), pack(dtype), pack(generator)};
  return call_given(op_NormalSize, "vjp_normal_size", args, out);
}

vjp_status vjp_normal_tensor(vjp_tensor* mean, vjp_tensor* std, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(mean), pack(std), pack(generator)};
  return call_given(op_NormalTensor, "vjp_normal_tensor", args, out);
}

vjp_status vjp_normalize(vjp_tensor* input, double p, const int64_t* dim, size_t num_dim, double eps, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(dim, num_dim), pack(eps)};
  return call_given(op_Normalize, "vjp_normalize", args, out);
}

vjp_status vjp_one_hot(vjp_tensor* input, int64_t num_classes, vjp_tensor** out) {
  Value args[] = {pack(input), pack(num_classes)};
  return call_given(op_OneHot, "vjp_one_hot", args, out);
}

vjp_status vjp_ones(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(size, num_size), pack(dtype)};
  return call_given(op_Ones, "vjp_ones", args, out);
}

vjp_status vjp_ones_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dtype)};
  return call_given(op_OnesLike, "vjp_ones_like", args, out);
}

vjp_status vjp_ormqr(vjp_tensor* input, vjp_tensor* tau, vjp_tensor* other, bool left, bool transpose, vjp_tensor** out) {
  Value args[] = {pack(input), pack(tau), pack(other), pack(left), pack(transpose)};
  return call_given(op_Ormqr, "vjp_ormqr", args, out);
}

vjp_status vjp_outer(vjp_tensor* input, vjp_tensor* vec2, vjp_tensor** out) {
  Value args[] = {pack(input), pack(vec2)};
  return call_given(op_Outer, "vjp_outer", args, out);
}

vjp_status vjp_pad(vjp_tensor* input, const int64_t* pad, size_t num_pad, const char* mode, const vjp_scalar* value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(pad, num_pad), pack(mode), pack(value)};
  return call_given(op_Pad, "vjp_pad", args, out);
}

vjp_status vjp_pairwise_distance(vjp_tensor* x1, vjp_tensor* x2, double p, double eps, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(x1), pack(x2), pack(p), pack(eps), pack(keepdim)};
  return call_given(op_PairwiseDistance, "vjp_pairwise_distance", args, out);
}

vjp_status vjp_pdist(vjp_tensor* input, double p, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p)};
  return call_given(op_Pdist, "vjp_pdist", args, out);
}

vjp_status vjp_permute(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dims, num_dims)};
  return call_given(op_Permute, "vjp_permute", args, out);
}

vjp_status vjp_permute_copy(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dims, num_dims)};
  return call_given(op_PermuteCopy, "vjp_permute_copy", args, out);
}

vjp_status vjp_pinverse(vjp_tensor* input, double rcond, vjp_tensor** out) {
  Value args[] = {pack(input), pack(rcond)};
  return call_given(op_Pinverse, "vjp_pinverse", args, out);
}

vjp_status vjp_pixel_shuffle(vjp_tensor* input, int64_t upscale_factor, vjp_tensor** out) {
  Value args[] = {pack(input), pack(upscale_factor)};
  return call_given(op_PixelShuffle, "vjp_pixel_shuffle", args, out);
}

vjp_status vjp_pixel_unshuffle(vjp_tensor* input, int64_t downscale_factor, vjp_tensor** out) {
  Value args[] = {pack(input), pack(downscale_factor)};
  return call_given(op_PixelUnshuffle, "vjp_pixel_unshuffle", args, out);
}

vjp_status vjp_poisson(vjp_tensor* input, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(generator)};
  return call_given(op_Poisson, "vjp_poisson", args, out);
}

vjp_status vjp_poisson_nll_loss(vjp_tensor* input, vjp_tensor* target, bool log_input, bool full, double eps, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(log_input), pack(full), pack(eps), pack(reduction)};
  return call_given(op_PoissonNllLoss, "vjp_poisson_nll_loss", args, out);
}

vjp_status vjp_polar(vjp_tensor* abs, vjp_tensor* angle, vjp_tensor** out) {
  Value args[] = {pack(abs), pack(angle)};
  return call_given(op_Polar, "vjp_polar", args, out);
}

vjp_status vjp_polygamma(int64_t n, vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(n), pack(input)};
  return call_given(op_PolygammaOrderFirst, "vjp_polygamma", args, out);
}

vjp_status vjp_polygamma_input(vjp_tensor* input, int64_t n, vjp_tensor** out) {
  Value args[] = {pack(input), pack(n)};
  return call_given(op_Polygamma, "vjp_polygamma_input", args, out);
}

vjp_status vjp_polygamma_input_(vjp_tensor* input, int64_t n) {
  Value args[] = {pack(input), pack(n)};
  return call_given_in_place(op_Polygamma, "vjp_polygamma_input_", args);
}

vjp_status vjp_positive(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Positive, "vjp_positive", args, out);
}

vjp_status vjp_pow(vjp_tensor* input, vjp_tensor* exponent, vjp_tensor** out) {
  Value args[] = {pack(input), pack(exponent)};
  return call_given(op_Pow, "vjp_pow", args, out);
}

vjp_status vjp_pow_scalar(vjp_tensor* input, vjp_scalar exponent, vjp_tensor** out) {
  Value args[] = {pack(input), pack(exponent)};
  return call_given(op_Pow, "vjp_pow_scalar", args, out);
}

vjp_status vjp_scalar_pow(vjp_scalar input, vjp_tensor* exponent, vjp_tensor** out) {
  Value args[] = {pack(input), pack(exponent)};
  return call_given(op_Pow, "vjp_scalar_pow", args, out);
}

vjp_status vjp_pow_(vjp_tensor* input, vjp_tensor* exponent) {
  Value args[] = {pack(input), pack(exponent)};
  return call_given_in_place(op_Pow, "vjp_pow_", args);
}

vjp_status vjp_pow_scalar_(vjp_tensor* input, vjp_scalar exponent) {
  Value args[] = {pack(input), pack(exponent)};
  return call_given_in_place(op_Pow, "vjp_pow_scalar_", args);
}

vjp_status vjp_prelu(vjp_tensor* input, vjp_tensor* weight, vjp_tensor** out) {
  Value args[] = {pack(input), pack(weight)};
  return call_given(op_Prelu, "vjp_prelu", args, out);
}

vjp_status vjp_prod(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dtype)};
  return call_given(op_Prod, "vjp_prod", args, out);
}

vjp_status vjp_prod_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(keepdim), pack(dtype)};
  return call_given(op_ProdDim, "vjp_prod_dim", args, out);
}

vjp_status vjp_put(vjp_tensor* input, vjp_tensor* index, vjp_tensor* source, bool accumulate, vjp_tensor** out) {
  Value args[] = {pack(input), pack(index), pack(source), pack(accumulate)};
  return call_given(op_Put, "vjp_put", args, out);
}

vjp_status vjp_put_(vjp_tensor* input, vjp_tensor* index, vjp_tensor* source, bool accumulate) {
  Value args[] = {pack(input), pack(index), pack(source), pack(accumulate)};
  return call_given_in_place(op_Put, "vjp_put_", args);
}

vjp_status vjp_quantile(vjp_tensor* input, double q, const int64_t* dim, bool keepdim, const char* interpolation, vjp_tensor** out) {
  Value args[] = {pack(input), pack(q), pack(dim), pack(keepdim), pack(interpolation)};
  return call_given(op_Quantile, "vjp_quantile", args, out);
}

vjp_status vjp_quantile_tensor(vjp_tensor* input, vjp_tensor* q, const int64_t* dim, bool keepdim, const char* interpolation, vjp_tensor** out) {
  Value args[] = {pack(input), pack(q), pack(dim), pack(keepdim), pack(interpolation)};
  return call_given(op_QuantileTensor, "vjp_quantile_tensor", args, out);
}

vjp_status vjp_rad2deg(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Rad2deg, "vjp_rad2deg", args, out);
}

vjp_status vjp_rad2deg_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Rad2deg, "vjp_rad2deg_", args);
}

vjp_status vjp_rand(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(size, num_size), pack(dtype), pack(generator)};
  return call_given(op_Rand, "vjp_rand", args, out);
}

vjp_status vjp_rand_like(vjp_tensor* input, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dtype), pack(generator)};
  return call_given(op_RandLike, "vjp_rand_like", args, out);
}

vjp_status vjp_randint(int64_t high, const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(high), pack(size, num_size), pack(dtype), pack(generator)};
  return call_given(op_Randint, "vjp_randint", args, out);
}

vjp_status vjp_randint_low(int64_t low, int64_t high, const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(low), pack(high), pack(size, num_size), pack(dtype), pack(generator)};
  return call_given(op_RandintLow, "vjp_randint_low", args, out);
}

vjp_status vjp_randn(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(size, num_size), pack(dtype), pack(generator)};
  return call_given(op_Randn, "vjp_randn", args, out);
}

vjp_status vjp_randn_like(vjp_tensor* input, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dtype), pack(generator)};
  return call_given(op_RandnLike, "vjp_randn_like", args, out);
}

vjp_status vjp_randperm(int64_t n, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(n), pack(dtype), pack(generator)};
  return call_given(op_Randperm, "vjp_randperm", args, out);
}

vjp_status vjp_ravel(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Ravel, "vjp_ravel", args, out);
}

vjp_status vjp_real(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Real, "vjp_real", args, out);
}

vjp_status vjp_reciprocal(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Reciprocal, "vjp_reciprocal", args, out);
}

vjp_status vjp_reciprocal_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Reciprocal, "vjp_reciprocal_", args);
}

vjp_status vjp_relu(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Relu, "vjp_relu", args, out);
}

vjp_status vjp_relu_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Relu, "vjp_relu_", args);
}

vjp_status vjp_relu6(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Relu6, "vjp_relu6", args, out);
}

vjp_status vjp_relu6_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Relu6, "vjp_relu6_", args);
}

vjp_status vjp_remainder(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Remainder, "vjp_remainder", args, out);
}

vjp_status vjp_remainder_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Remainder, "vjp_remainder_scalar", args, out);
}

vjp_status vjp_scalar_remainder(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Remainder, "vjp_scalar_remainder", args, out);
}

vjp_status vjp_remainder_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Remainder, "vjp_remainder_", args);
}

vjp_status vjp_remainder_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Remainder, "vjp_remainder_scalar_", args);
}

vjp_status vjp_renorm(vjp_tensor* input, double p, int64_t dim, double maxnorm, vjp_tensor** out) {
  Value args[] = {pack(input), pack(p), pack(dim), pack(maxnorm)};
  return call_given(op_Renorm, "vjp_renorm", args, out);
}

vjp_status vjp_renorm_(vjp_tensor* input, double p, int64_t dim, double maxnorm) {
  Value args[] = {pack(input), pack(p), pack(dim), pack(maxnorm)};
  return call_given_in_place(op_Renorm, "vjp_renorm_", args);
}

vjp_status vjp_repeat(vjp_tensor* input, const int64_t* repeats, size_t num_repeats, vjp_tensor** out) {
  Value args[] = {pack(input), pack(repeats, num_repeats)};
  return call_given(op_Repeat, "vjp_repeat", args, out);
}

vjp_status vjp_repeat_interleave(vjp_tensor* input, int64_t repeats, const int64_t* dim, const int64_t* output_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(repeats), pack(dim), pack(output_size)};
  return call_given(op_RepeatInterleave, "vjp_repeat_interleave", args, out);
}

vjp_status vjp_repeat_interleave_tensor(vjp_tensor* input, vjp_tensor* repeats, const int64_t* dim, const int64_t* output_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(repeats), pack(dim), pack(output_size)};
  return call_given(op_RepeatInterleaveTensor, "vjp_repeat_interleave_tensor", args, out);
}

vjp_status vjp_reshape(vjp_tensor* input, const int64_t* shape, size_t num_shape, vjp_tensor** out) {
  Value args[] = {pack(input), pack(shape, num_shape)};
  return call_given(op_Reshape, "vjp_reshape", args, out);
}

vjp_status vjp_reshape_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_ReshapeAs, "vjp_reshape_as", args, out);
}

vjp_status vjp_resolve_conj(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ResolveConj, "vjp_resolve_conj", args, out);
}

vjp_status vjp_resolve_neg(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ResolveNeg, "vjp_resolve_neg", args, out);
}

vjp_status vjp_rms_norm(vjp_tensor* input, const int64_t* normalized_shape, size_t num_normalized_shape, vjp_tensor* weight, const double* eps, vjp_tensor** out) {
  Value args[] = {pack(input), pack(normalized_shape, num_normalized_shape), pack(weight), pack(eps)};
  return call_given(op_RmsNorm, "vjp_rms_norm", args, out);
}

vjp_status vjp_rnn_relu(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* const* params, size_t num_params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first, vjp_generator* generator, vjp_tensor** out_output, vjp_tensor** out_h_n) {
  Value args[] = {pack(input), pack(hx), pack(params, num_params), pack(has_biases), pack(num_layers), pack(dropout), pack(train), pack(bidirectional), pack(batch_first), pack(generator)};
  vjp_tensor** const outs[] = {out_output, out_h_n};
  return call_given(op_RnnReluLayers, "vjp_rnn_relu", args, outs);
}

vjp_status vjp_rnn_relu_data(vjp_tensor* data, vjp_tensor* batch_sizes, vjp_tensor* hx, vjp_tensor* const* params, size_t num_params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, vjp_generator* generator, vjp_tensor** out_output, vjp_tensor** out_h_n) {
  Value args[] = {pack(data), pack(batch_sizes), pack(hx), pack(params, num_params), pack(has_biases), pack(num_layers), pack(dropout), pack(train), pack(bidirectional), pack(generator)};
  vjp_tensor** const outs[] = {out_output, out_h_n};
  return call_given(op_RnnReluPacked, "vjp_rnn_relu_data", args, outs);
}

vjp_status vjp_rnn_relu_cell(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* w_ih, vjp_tensor* w_hh, vjp_tensor* b_ih, vjp_tensor* b_hh, vjp_tensor** out) {
  Value args[] = {pack(input), pack(hx), pack(w_ih), pack(w_hh), pack(b_ih), pack(b_hh)};
  return call_given(op_RnnReluCell, "vjp_rnn_relu_cell", args, out);
}

vjp_status vjp_rnn_tanh(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* const* params, size_t num_params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first, vjp_generator* generator, vjp_tensor** out_output, vjp_tensor** out_h_n) {
  Value args[] = {pack(input), pack(hx), pack(params, num_params), pack(has_biases), pack(num_layers), pack(dropout), pack(train), pack(bidirectional), pack(batch_first), pack(generator)};
  vjp_tensor** const outs[] = {out_output, out_h_n};
  return call_given(op_RnnTanhLayers, "vjp_rnn_tanh", args, outs);
}

vjp_status vjp_rnn_tanh_data(vjp_tensor* data, vjp_tensor* batch_sizes, vjp_tensor* hx, vjp_tensor* const* params, size_t num_params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, vjp_generator* generator, vjp_tensor** out_output, vjp_tensor** out_h_n) {
  Value args[] = {pack(data), pack(batch_sizes), pack(hx), pack(params, num_params), pack(has_biases), pack(num_layers), pack(dropout), pack(train), pack(bidirectional), pack(generator)};
  vjp_tensor** const outs[] = {out_output, out_h_n};
  return call_given(op_RnnTanhPacked, "vjp_rnn_tanh_data", args, outs);
}

vjp_status vjp_rnn_tanh_cell(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* w_ih, vjp_tensor* w_hh, vjp_tensor* b_ih, vjp_tensor* b_hh, vjp_tensor** out) {
  Value args[] = {pack(input), pack(hx), pack(w_ih), pack(w_hh), pack(b_ih), pack(b_hh)};
  return call_given(op_RnnTanhCell, "vjp_rnn_tanh_cell", args, out);
}

vjp_status vjp_roll(vjp_tensor* input, const int64_t* shifts, size_t num_shifts, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  Value args[] = {pack(input), pack(shifts, num_shifts), pack(dims, num_dims)};
  return call_given(op_Roll, "vjp_roll", args, out);
}

vjp_status vjp_rot90(vjp_tensor* input, int64_t k, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  Value args[] = {pack(input), pack(k), pack(dims, num_dims)};
  return call_given(op_Rot90, "vjp_rot90", args, out);
}

vjp_status vjp_round(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Round, "vjp_round", args, out);
}

vjp_status vjp_round_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Round, "vjp_round_", args);
}

vjp_status vjp_round_decimals(vjp_tensor* input, int64_t decimals, vjp_tensor** out) {
  Value args[] = {pack(input), pack(decimals)};
  return call_given(op_RoundDecimals, "vjp_round_decimals", args, out);
}

vjp_status vjp_round_decimals_(vjp_tensor* input, int64_t decimals) {
  Value args[] = {pack(input), pack(decimals)};
  return call_given_in_place(op_RoundDecimals, "vjp_round_decimals_", args);
}

vjp_status vjp_rrelu(vjp_tensor* input, double lower, double upper, bool training, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(lower), pack(upper), pack(training), pack(generator)};
  return call_given(op_Rrelu, "vjp_rrelu", args, out);
}

vjp_status vjp_rrelu_(vjp_tensor* input, double lower, double upper, bool training, vjp_generator* generator) {
  Value args[] = {pack(input), pack(lower), pack(upper), pack(training), pack(generator)};
  return call_given_in_place(op_Rrelu, "vjp_rrelu_", args);
}

vjp_status vjp_rsqrt(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Rsqrt, "vjp_rsqrt", args, out);
}

vjp_status vjp_rsqrt_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Rsqrt, "vjp_rsqrt_", args);
}

vjp_status vjp_rsub(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given(op_Rsub, "vjp_rsub", args, out);
}

vjp_status vjp_rsub_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given(op_Rsub, "vjp_rsub_scalar", args, out);
}

vjp_status vjp_scaled_dot_product_attention(vjp_tensor* query, vjp_tensor* key, vjp_tensor* value, vjp_tensor* attn_mask, double dropout_p, bool is_causal, const double* scale, bool enable_gqa, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(query), pack(key), pack(value), pack(attn_mask), pack(dropout_p), pack(is_causal), pack(scale), pack(enable_gqa), pack(generator)};
  return call_given(op_ScaledDotProductAttention, "vjp_scaled_dot_product_attention", args, out);
}

vjp_status vjp_scaled_modified_bessel_k0(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ScaledModifiedBesselK0, "vjp_scaled_modified_bessel_k0", args, out);
}

vjp_status vjp_scaled_modified_bessel_k0_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_ScaledModifiedBesselK0, "vjp_scaled_modified_bessel_k0_", args);
}

vjp_status vjp_scaled_modified_bessel_k1(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ScaledModifiedBesselK1, "vjp_scaled_modified_bessel_k1", args, out);
}

vjp_status vjp_scaled_modified_bessel_k1_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_ScaledModifiedBesselK1, "vjp_scaled_modified_bessel_k1_", args);
}

vjp_status vjp_scatter(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(src)};
  return call_given(op_Scatter, "vjp_scatter", args, out);
}

vjp_status vjp_scatter_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(src)};
  return call_given_in_place(op_Scatter, "vjp_scatter_", args);
}

vjp_status vjp_scatter_value(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(value)};
  return call_given(op_ScatterValue, "vjp_scatter_value", args, out);
}

vjp_status vjp_scatter_value_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(value)};
  return call_given_in_place(op_ScatterValue, "vjp_scatter_value_", args);
}

vjp_status vjp_scatter_add(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(src)};
  return call_given(op_ScatterAdd, "vjp_scatter_add", args, out);
}

vjp_status vjp_scatter_add_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(src)};
  return call_given_in_place(op_ScatterAdd, "vjp_scatter_add_", args);
}

vjp_status vjp_scatter_reduce(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src, const char* reduce, bool include_self, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(src), pack(reduce), pack(include_self)};
  return call_given(op_ScatterReduce, "vjp_scatter_reduce", args, out);
}

vjp_status vjp_scatter_reduce_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src, const char* reduce, bool include_self) {
  Value args[] = {pack(input), pack(dim), pack(index), pack(src), pack(reduce), pack(include_self)};
  return call_given_in_place(op_ScatterReduce, "vjp_scatter_reduce_", args);
}

vjp_status vjp_searchsorted(vjp_tensor* sorted_sequence, vjp_tensor* input, bool out_int32, bool right, const char* side, vjp_tensor* sorter, vjp_tensor** out) {
  Value args[] = {pack(sorted_sequence), pack(input), pack(out_int32), pack(right), pack(side), pack(sorter)};
  return call_given(op_SearchSorted, "vjp_searchsorted", args, out);
}

vjp_status vjp_searchsorted_scalar(vjp_tensor* sorted_sequence, vjp_scalar input, bool out_int32, bool right, const char* side, vjp_tensor* sorter, vjp_tensor** out) {
  Value args[] = {pack(sorted_sequence), pack(input), pack(out_int32), pack(right), pack(side), pack(sorter)};
  return call_given(op_SearchSorted, "vjp_searchsorted_scalar", args, out);
}

vjp_status vjp_segment_reduce(vjp_tensor* data, const char* reduce, vjp_tensor* lengths, vjp_tensor* indices, vjp_tensor* offsets, int64_t axis, bool unsafe, const vjp_scalar* initial, vjp_tensor** out) {
  Value args[] = {pack(data), pack(reduce), pack(lengths), pack(indices), pack(offsets), pack(axis), pack(unsafe), pack(initial)};
  return call_given(op_SegmentReduce, "vjp_segment_reduce", args, out);
}

vjp_status vjp_select(vjp_tensor* input, int64_t dim, int64_t index, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(index)};
  return call_given(op_Select, "vjp_select", args, out);
}

vjp_status vjp_select_scatter(vjp_tensor* input, vjp_tensor* src, int64_t dim, int64_t index, vjp_tensor** out) {
  Value args[] = {pack(input), pack(src), pack(dim), pack(index)};
  return call_given(op_SelectScatter, "vjp_select_scatter", args, out);
}

vjp_status vjp_selu(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Selu, "vjp_selu", args, out);
}

vjp_status vjp_selu_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Selu, "vjp_selu_", args);
}

vjp_status vjp_sgn(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Sgn, "vjp_sgn", args, out);
}

vjp_status vjp_sgn_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Sgn, "vjp_sgn_", args);
}

vjp_status vjp_sigmoid(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Sigmoid, "vjp_sigmoid", args, out);
}

vjp_status vjp_sigmoid_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Sigmoid, "vjp_sigmoid_", args);
}

vjp_status vjp_sign(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Sign, "vjp_sign", args, out);
}

vjp_status vjp_sign_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Sign, "vjp_sign_", args);
}

vjp_status vjp_signbit(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Signbit, "vjp_signbit", args, out);
}

vjp_status vjp_signbit_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Signbit, "vjp_signbit_", args);
}

vjp_status vjp_silu(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Silu, "vjp_silu", args, out);
}

vjp_status vjp_silu_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Silu, "vjp_silu_", args);
}

vjp_status vjp_sin(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Sin, "vjp_sin", args, out);
}

vjp_status vjp_sin_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Sin, "vjp_sin_", args);
}

vjp_status vjp_sinc(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Sinc, "vjp_sinc", args, out);
}

vjp_status vjp_sinc_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Sinc, "vjp_sinc_", args);
}

vjp_status vjp_sinh(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Sinh, "vjp_sinh", args, out);
}

vjp_status vjp_sinh_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Sinh, "vjp_sinh_", args);
}

vjp_status vjp_slice(vjp_tensor* input, int64_t dim, const int64_t* start, const int64_t* end, int64_t step, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(start), pack(end), pack(step)};
  return call_given(op_Slice, "vjp_slice", args, out);
}

vjp_status vjp_slice_scatter(vjp_tensor* input, vjp_tensor* src, int64_t dim, const int64_t* start, const int64_t* end, int64_t step, vjp_tensor** out) {
  Value args[] = {pack(input), pack(src), pack(dim), pack(start), pack(end), pack(step)};
  return call_given(op_SliceScatter, "vjp_slice_scatter", args, out);
}

vjp_status vjp_smooth_l1_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, double beta, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(reduction), pack(beta)};
  return call_given(op_SmoothL1Loss, "vjp_smooth_l1_loss", args, out);
}

vjp_status vjp_soft_margin_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(input), pack(target), pack(reduction)};
  return call_given(op_SoftMarginLoss, "vjp_soft_margin_loss", args, out);
}

vjp_status vjp_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(dtype)};
  return call_given(op_Softmax, "vjp_softmax", args, out);
}

vjp_status vjp_softmin(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(dtype)};
  return call_given(op_Softmin, "vjp_softmin", args, out);
}

vjp_status vjp_softplus(vjp_tensor* input, vjp_scalar beta, vjp_scalar threshold, vjp_tensor** out) {
  Value args[] = {pack(input), pack(beta), pack(threshold)};
  return call_given(op_Softplus, "vjp_softplus", args, out);
}

vjp_status vjp_softplus_(vjp_tensor* input, vjp_scalar beta, vjp_scalar threshold) {
  Value args[] = {pack(input), pack(beta), pack(threshold)};
  return call_given_in_place(op_Softplus, "vjp_softplus_", args);
}

vjp_status vjp_softshrink(vjp_tensor* input, vjp_scalar lambd, vjp_tensor** out) {
  Value args[] = {pack(input), pack(lambd)};
  return call_given(op_Softshrink, "vjp_softshrink", args, out);
}

vjp_status vjp_softshrink_(vjp_tensor* input, vjp_scalar lambd) {
  Value args[] = {pack(input), pack(lambd)};
  return call_given_in_place(op_Softshrink, "vjp_softshrink_", args);
}

vjp_status vjp_softsign(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Softsign, "vjp_softsign", args, out);
}

vjp_status vjp_sort(vjp_tensor* input, int64_t dim, bool descending, bool stable, vjp_tensor** out_values, vjp_tensor** out_indices) {
  Value args[] = {pack(input), pack(dim), pack(descending), pack(stable)};
  vjp_tensor** const outs[] = {out_values, out_indices};
  return call_given(op_Sort, "vjp_sort", args, outs);
}

vjp_status vjp_spherical_bessel_j0(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_SphericalBesselJ0, "vjp_spherical_bessel_j0", args, out);
}

vjp_status vjp_spherical_bessel_j0_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_SphericalBesselJ0, "vjp_spherical_bessel_j0_", args);
}

vjp_status vjp_split(vjp_tensor* input, int64_t split_size, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(split_size), pack(dim)};
  return call_given(op_Split, "vjp_split", args, out);
}

vjp_status vjp_split_sizes(vjp_tensor* input, const int64_t* split_size, size_t num_split_size, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(split_size, num_split_size), pack(dim)};
  return call_given(op_SplitSizes, "vjp_split_sizes", args, out);
}

vjp_status vjp_split_with_sizes(vjp_tensor* input, const int64_t* split_sizes, size_t num_split_sizes, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(split_sizes, num_split_sizes), pack(dim)};
  return call_given(op_SplitWithSizes, "vjp_split_with_sizes", args, out);
}

vjp_status vjp_split_with_sizes_copy(vjp_tensor* input, const int64_t* split_sizes, size_t num_split_sizes, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(split_sizes, num_split_sizes), pack(dim)};
  return call_given(op_SplitWithSizesCopy, "vjp_split_with_sizes_copy", args, out);
}

vjp_status vjp_sqrt(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Sqrt, "vjp_sqrt", args, out);
}

vjp_status vjp_sqrt_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Sqrt, "vjp_sqrt_", args);
}

vjp_status vjp_square(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Square, "vjp_square", args, out);
}

vjp_status vjp_square_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Square, "vjp_square_", args);
}

vjp_status vjp_squeeze(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Squeeze, "vjp_squeeze", args, out);
}

vjp_status vjp_squeeze_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Squeeze, "vjp_squeeze_", args);
}

vjp_status vjp_squeeze_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim)};
  return call_given(op_SqueezeDims, "vjp_squeeze_dim", args, out);
}

vjp_status vjp_squeeze_dim_(vjp_tensor* input, const int64_t* dim, size_t num_dim) {
  Value args[] = {pack(input), pack(dim, num_dim)};
  return call_given_in_place(op_SqueezeDims, "vjp_squeeze_dim_", args);
}

vjp_status vjp_squeeze_copy(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_SqueezeCopy, "vjp_squeeze_copy", args, out);
}

vjp_status vjp_squeeze_copy_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim)};
  return call_given(op_SqueezeCopyDims, "vjp_squeeze_copy_dim", args, out);
}

vjp_status vjp_stack(vjp_tensor* const* tensors, size_t num_tensors, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(tensors, num_tensors), pack(dim)};
  return call_given(op_Stack, "vjp_stack", args, out);
}

vjp_status vjp_std(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(correction), pack(keepdim)};
  return call_given(op_Std, "vjp_std", args, out);
}

vjp_status vjp_std_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out) {
  Value args[] = {pack(input), pack(unbiased)};
  return call_given(op_StdUnbiased, "vjp_std_unbiased", args, out);
}

vjp_status vjp_std_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(unbiased), pack(keepdim)};
  return call_given(op_StdUnbiasedDim, "vjp_std_unbiased_dim", args, out);
}

vjp_status vjp_std_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_tensor** out_std, vjp_tensor** out_mean) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(correction), pack(keepdim)};
  vjp_tensor** const outs[] = {out_std, out_mean};
  return call_given(op_StdMean, "vjp_std_mean", args, outs);
}

vjp_status vjp_std_mean_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out_std, vjp_tensor** out_mean) {
  Value args[] = {pack(input), pack(unbiased)};
  vjp_tensor** const outs[] = {out_std, out_mean};
  return call_given(op_StdMeanUnbiased, "vjp_std_mean_unbiased", args, outs);
}

vjp_status vjp_std_mean_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_tensor** out_std, vjp_tensor** out_mean) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(unbiased), pack(keepdim)};
  vjp_tensor** const outs[] = {out_std, out_mean};
  return call_given(op_StdMeanUnbiasedDim, "vjp_std_mean_unbiased_dim", args, outs);
}

vjp_status vjp_stft(vjp_tensor* input, int64_t n_fft, const int64_t* hop_length, const int64_t* win_length, vjp_tensor* window, bool center, const char* pad_mode, bool normalized, const int64_t* onesided, bool return_complex, bool align_to_window, vjp_tensor** out) {
  Value args[] = {pack(input), pack(n_fft), pack(hop_length), pack(win_length), pack(window), pack(center), pack(pad_mode), pack(normalized), pack(onesided), pack(return_complex), pack(align_to_window)};
  return call_given(op_Stft, "vjp_stft", args, out);
}

vjp_status vjp_sub(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Sub, "vjp_sub", args, out);
}

vjp_status vjp_sub_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Sub, "vjp_sub_scalar", args, out);
}

vjp_status vjp_scalar_sub(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Sub, "vjp_scalar_sub", args, out);
}

vjp_status vjp_sub_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Sub, "vjp_sub_", args);
}

vjp_status vjp_sub_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Sub, "vjp_sub_scalar_", args);
}

vjp_status vjp_sub_alpha(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given(op_SubAlpha, "vjp_sub_alpha", args, out);
}

vjp_status vjp_sub_alpha_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given(op_SubAlpha, "vjp_sub_alpha_scalar", args, out);
}

vjp_status vjp_scalar_sub_alpha(vjp_scalar input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given(op_SubAlpha, "vjp_scalar_sub_alpha", args, out);
}

vjp_status vjp_sub_alpha_(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given_in_place(op_SubAlpha, "vjp_sub_alpha_", args);
}

vjp_status vjp_sub_alpha_scalar_(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha) {
  Value args[] = {pack(input), pack(other), pack(alpha)};
  return call_given_in_place(op_SubAlpha, "vjp_sub_alpha_scalar_", args);
}

vjp_status vjp_sum(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(keepdim), pack(dtype)};
  return call_given(op_Sum, "vjp_sum", args, out);
}

vjp_status vjp_sum_to_size(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size, num_size)};
  return call_given(op_SumToSizeOrSelf, "vjp_sum_to_size", args, out);
}

vjp_status vjp_svd(vjp_tensor* input, bool some, bool compute_uv, vjp_tensor** out_U, vjp_tensor** out_S, vjp_tensor** out_V) {
  Value args[] = {pack(input), pack(some), pack(compute_uv)};
  vjp_tensor** const outs[] = {out_U, out_S, out_V};
  return call_given(op_SvdFormer, "vjp_svd", args, outs);
}

vjp_status vjp_t(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_T_, "vjp_t", args, out);
}

vjp_status vjp_t_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_T_, "vjp_t_", args);
}

vjp_status vjp_t_copy(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_TCopy, "vjp_t_copy", args, out);
}

vjp_status vjp_take(vjp_tensor* input, vjp_tensor* index, vjp_tensor** out) {
  Value args[] = {pack(input), pack(index)};
  return call_given(op_Take, "vjp_take", args, out);
}

vjp_status vjp_take_along_dim(vjp_tensor* input, vjp_tensor* indices, const int64_t* dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(indices), pack(dim)};
  return call_given(op_TakeAlongDim, "vjp_take_along_dim", args, out);
}

vjp_status vjp_tan(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Tan, "vjp_tan", args, out);
}

vjp_status vjp_tan_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Tan, "vjp_tan_", args);
}

vjp_status vjp_tanh(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Tanh, "vjp_tanh", args, out);
}

vjp_status vjp_tanh_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Tanh, "vjp_tanh_", args);
}

vjp_status vjp_tanhshrink(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Tanhshrink, "vjp_tanhshrink", args, out);
}

vjp_status vjp_tanhshrink_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Tanhshrink, "vjp_tanhshrink_", args);
}

vjp_status vjp_tensor_split(vjp_tensor* input, int64_t indices_or_sections, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(indices_or_sections), pack(dim)};
  return call_given(op_TensorSplit, "vjp_tensor_split", args, out);
}

vjp_status vjp_tensor_split_indices(vjp_tensor* input, const int64_t* indices_or_sections, size_t num_indices_or_sections, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(indices_or_sections, num_indices_or_sections), pack(dim)};
  return call_given(op_TensorSplitIndices, "vjp_tensor_split_indices", args, out);
}

vjp_status vjp_tensor_split_tensor(vjp_tensor* input, vjp_tensor* indices_or_sections, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(indices_or_sections), pack(dim)};
  return call_given(op_TensorSplitTensor, "vjp_tensor_split_tensor", args, out);
}

vjp_status vjp_tensordot(vjp_tensor* a, vjp_tensor* b, int64_t dims, vjp_tensor** out) {
  Value args[] = {pack(a), pack(b), pack(dims)};
  return call_given(op_Tensordot, "vjp_tensordot", args, out);
}

vjp_status vjp_tensordot_axes(vjp_tensor* a, vjp_tensor* b, const int64_t* dims_a, size_t num_dims_a, const int64_t* dims_b, size_t num_dims_b, vjp_tensor** out) {
  Value args[] = {pack(a), pack(b), pack(dims_a, num_dims_a), pack(dims_b, num_dims_b)};
  return call_given(op_TensordotAxes, "vjp_tensordot_axes", args, out);
}

vjp_status vjp_threshold(vjp_tensor* input, vjp_scalar threshold, vjp_scalar value, vjp_tensor** out) {
  Value args[] = {pack(input), pack(threshold), pack(value)};
  return call_given(op_Threshold, "vjp_threshold", args, out);
}

vjp_status vjp_threshold_(vjp_tensor* input, vjp_scalar threshold, vjp_scalar value) {
  Value args[] = {pack(input), pack(threshold), pack(value)};
  return call_given_in_place(op_Threshold, "vjp_threshold_", args);
}

vjp_status vjp_tile(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dims, num_dims)};
  return call_given(op_Tile, "vjp_tile", args, out);
}

vjp_status vjp_to(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dtype)};
  return call_given(op_To, "vjp_to", args, out);
}

vjp_status vjp_to_device(vjp_tensor* input, const vjp_device* device, vjp_dtype dtype, bool non_blocking, vjp_tensor** out) {
  Value args[] = {pack(input), pack(device), pack(dtype), pack(non_blocking)};
  return call_given(op_ToDevice, "vjp_to_device", args, out);
}

vjp_status vjp_to_device_memory_format(vjp_tensor* input, const vjp_device* device, vjp_dtype dtype, bool non_blocking, int64_t memory_format, vjp_tensor** out) {
  Value args[] = {pack(input), pack(device), pack(dtype), pack(non_blocking), pack(memory_format)};
  return call_given(op_ToDeviceInFormat, "vjp_to_device_memory_format", args, out);
}

vjp_status vjp_to_memory_format(vjp_tensor* input, vjp_dtype dtype, int64_t memory_format, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dtype), pack(memory_format)};
  return call_given(op_ToInFormat, "vjp_to_memory_format", args, out);
}

vjp_status vjp_topk(vjp_tensor* input, int64_t k, int64_t dim, bool largest, bool sorted, vjp_tensor** out_values, vjp_tensor** out_indices) {
  Value args[] = {pack(input), pack(k), pack(dim), pack(largest), pack(sorted)};
  vjp_tensor** const outs[] = {out_values, out_indices};
  return call_given(op_TopK, "vjp_topk", args, outs);
}

vjp_status vjp_trace(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_MatrixTrace, "vjp_trace", args, out);
}

vjp_status vjp_transpose(vjp_tensor* input, int64_t dim0, int64_t dim1, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim0), pack(dim1)};
  return call_given(op_Transpose, "vjp_transpose", args, out);
}

vjp_status vjp_transpose_(vjp_tensor* input, int64_t dim0, int64_t dim1) {
  Value args[] = {pack(input), pack(dim0), pack(dim1)};
  return call_given_in_place(op_Transpose, "vjp_transpose_", args);
}

vjp_status vjp_transpose_copy(vjp_tensor* input, int64_t dim0, int64_t dim1, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim0), pack(dim1)};
  return call_given(op_TransposeCopy, "vjp_transpose_copy", args, out);
}

vjp_status vjp_trapezoid(vjp_tensor* y, vjp_tensor* x, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(y), pack(x), pack(dim)};
  return call_given(op_Trapezoid, "vjp_trapezoid", args, out);
}

vjp_status vjp_trapezoid_dx(vjp_tensor* y, double dx, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(y), pack(dx), pack(dim)};
  return call_given(op_TrapezoidEven, "vjp_trapezoid_dx", args, out);
}

vjp_status vjp_trapz(vjp_tensor* y, vjp_tensor* x, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(y), pack(x), pack(dim)};
  return call_given(op_Trapz, "vjp_trapz", args, out);
}

vjp_status vjp_trapz_dx(vjp_tensor* y, double dx, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(y), pack(dx), pack(dim)};
  return call_given(op_TrapzEven, "vjp_trapz_dx", args, out);
}

vjp_status vjp_triangular_solve(vjp_tensor* b, vjp_tensor* A, bool upper, bool transpose, bool unitriangular, vjp_tensor** out_solution, vjp_tensor** out_cloned_coefficient) {
  Value args[] = {pack(b), pack(A), pack(upper), pack(transpose), pack(unitriangular)};
  vjp_tensor** const outs[] = {out_solution, out_cloned_coefficient};
  return call_given(op_TriangularSolve, "vjp_triangular_solve", args, outs);
}

vjp_status vjp_tril(vjp_tensor* input, int64_t diagonal, vjp_tensor** out) {
  Value args[] = {pack(input), pack(diagonal)};
  return call_given(op_Tril, "vjp_tril", args, out);
}

vjp_status vjp_tril_(vjp_tensor* input, int64_t diagonal) {
  Value args[] = {pack(input), pack(diagonal)};
  return call_given_in_place(op_Tril, "vjp_tril_", args);
}

vjp_status vjp_triplet_margin_loss(vjp_tensor* anchor, vjp_tensor* positive, vjp_tensor* negative, double margin, double p, double eps, bool swap, const char* reduction, vjp_tensor** out) {
  Value args[] = {pack(anchor), pack(positive), pack(negative), pack(margin), pack(p), pack(eps), pack(swap), pack(reduction)};
  return call_given(op_TripletMarginLoss, "vjp_triplet_margin_loss", args, out);
}

vjp_status vjp_triu(vjp_tensor* input, int64_t diagonal, vjp_tensor** out) {
  Value args[] = {pack(input), pack(diagonal)};
  return call_given(op_Triu, "vjp_triu", args, out);
}

vjp_status vjp_triu_(vjp_tensor* input, int64_t diagonal) {
  Value args[] = {pack(input), pack(diagonal)};
  return call_given_in_place(op_Triu, "vjp_triu_", args);
}

vjp_status vjp_true_divide(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_TrueDivide, "vjp_true_divide", args, out);
}

vjp_status vjp_true_divide_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_TrueDivide, "vjp_true_divide_scalar", args, out);
}

vjp_status vjp_scalar_true_divide(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_TrueDivide, "vjp_scalar_true_divide", args, out);
}

vjp_status vjp_true_divide_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_TrueDivide, "vjp_true_divide_", args);
}

vjp_status vjp_true_divide_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_TrueDivide, "vjp_true_divide_scalar_", args);
}

vjp_status vjp_trunc(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Trunc, "vjp_trunc", args, out);
}

vjp_status vjp_trunc_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Trunc, "vjp_trunc_", args);
}

vjp_status vjp_unbind(vjp_tensor* input, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(dim)};
  return call_given(op_Unbind, "vjp_unbind", args, out);
}

vjp_status vjp_unbind_copy(vjp_tensor* input, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(dim)};
  return call_given(op_UnbindCopy, "vjp_unbind_copy", args, out);
}

vjp_status vjp_unflatten(vjp_tensor* input, int64_t dim, const int64_t* sizes, size_t num_sizes, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim), pack(sizes, num_sizes)};
  return call_given(op_Unflatten, "vjp_unflatten", args, out);
}

vjp_status vjp_unfold(vjp_tensor* input, int64_t dimension, int64_t size, int64_t step, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dimension), pack(size), pack(step)};
  return call_given(op_Unfold, "vjp_unfold", args, out);
}

vjp_status vjp_unfold_copy(vjp_tensor* input, int64_t dimension, int64_t size, int64_t step, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dimension), pack(size), pack(step)};
  return call_given(op_UnfoldCopy, "vjp_unfold_copy", args, out);
}

vjp_status vjp_uniform(vjp_tensor* input, double low, double high, vjp_generator* generator, vjp_tensor** out) {
  Value args[] = {pack(input), pack(low), pack(high), pack(generator)};
  return call_given(op_Uniform, "vjp_uniform", args, out);
}

vjp_status vjp_uniform_(vjp_tensor* input, double low, double high, vjp_generator* generator) {
  Value args[] = {pack(input), pack(low), pack(high), pack(generator)};
  return call_given_in_place(op_Uniform, "vjp_uniform_", args);
}

vjp_status vjp_unsafe_chunk(vjp_tensor* input, int64_t chunks, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(chunks), pack(dim)};
  return call_given(op_UnsafeChunk, "vjp_unsafe_chunk", args, out);
}

vjp_status vjp_unsafe_split(vjp_tensor* input, int64_t split_size, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(split_size), pack(dim)};
  return call_given(op_UnsafeSplit, "vjp_unsafe_split", args, out);
}

vjp_status vjp_unsafe_split_with_sizes(vjp_tensor* input, const int64_t* split_sizes, size_t num_split_sizes, int64_t dim, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(split_sizes, num_split_sizes), pack(dim)};
  return call_given(op_UnsafeSplitWithSizes, "vjp_unsafe_split_with_sizes", args, out);
}

vjp_status vjp_unsqueeze(vjp_tensor* input, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim)};
  return call_given(op_Unsqueeze, "vjp_unsqueeze", args, out);
}

vjp_status vjp_unsqueeze_(vjp_tensor* input, int64_t dim) {
  Value args[] = {pack(input), pack(dim)};
  return call_given_in_place(op_Unsqueeze, "vjp_unsqueeze_", args);
}

vjp_status vjp_unsqueeze_copy(vjp_tensor* input, int64_t dim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim)};
  return call_given(op_UnsqueezeCopy, "vjp_unsqueeze_copy", args, out);
}

vjp_status vjp_upsample_bilinear(vjp_tensor* input, const int64_t* size, size_t num_size, const double* scale_factor, size_t num_scale_factor, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size, num_size), pack(scale_factor, num_scale_factor)};
  return call_given(op_UpsampleBilinear, "vjp_upsample_bilinear", args, out);
}

vjp_status vjp_upsample_nearest(vjp_tensor* input, const int64_t* size, size_t num_size, const double* scale_factor, size_t num_scale_factor, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size, num_size), pack(scale_factor, num_scale_factor)};
  return call_given(op_UpsampleNearest, "vjp_upsample_nearest", args, out);
}

vjp_status vjp_var(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(correction), pack(keepdim)};
  return call_given(op_Var, "vjp_var", args, out);
}

vjp_status vjp_var_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out) {
  Value args[] = {pack(input), pack(unbiased)};
  return call_given(op_VarUnbiased, "vjp_var_unbiased", args, out);
}

vjp_status vjp_var_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(unbiased), pack(keepdim)};
  return call_given(op_VarUnbiasedDim, "vjp_var_unbiased_dim", args, out);
}

vjp_status vjp_var_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction, bool keepdim, vjp_tensor** out_var, vjp_tensor** out_mean) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(correction), pack(keepdim)};
  vjp_tensor** const outs[] = {out_var, out_mean};
  return call_given(op_VarMean, "vjp_var_mean", args, outs);
}

vjp_status vjp_var_mean_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out_var, vjp_tensor** out_mean) {
  Value args[] = {pack(input), pack(unbiased)};
  vjp_tensor** const outs[] = {out_var, out_mean};
  return call_given(op_VarMeanUnbiased, "vjp_var_mean_unbiased", args, outs);
}

vjp_status vjp_var_mean_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased, bool keepdim, vjp_tensor** out_var, vjp_tensor** out_mean) {
  Value args[] = {pack(input), pack(dim, num_dim), pack(unbiased), pack(keepdim)};
  vjp_tensor** const outs[] = {out_var, out_mean};
  return call_given(op_VarMeanUnbiasedDim, "vjp_var_mean_unbiased_dim", args, outs);
}

vjp_status vjp_vdot(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Vdot, "vjp_vdot", args, out);
}

vjp_status vjp_view(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size, num_size)};
  return call_given(op_View_, "vjp_view", args, out);
}

vjp_status vjp_view_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_ViewAs, "vjp_view_as", args, out);
}

vjp_status vjp_view_as_complex(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ViewAsComplex, "vjp_view_as_complex", args, out);
}

vjp_status vjp_view_as_real(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_ViewAsReal, "vjp_view_as_real", args, out);
}

vjp_status vjp_view_copy(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out) {
  Value args[] = {pack(input), pack(size, num_size)};
  return call_given(op_ViewCopy, "vjp_view_copy", args, out);
}

vjp_status vjp_vsplit(vjp_tensor* input, int64_t indices_or_sections, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(indices_or_sections)};
  return call_given(op_VSplit, "vjp_vsplit", args, out);
}

vjp_status vjp_vsplit_indices(vjp_tensor* input, const int64_t* indices_or_sections, size_t num_indices_or_sections, vjp_tensor_list** out) {
  Value args[] = {pack(input), pack(indices_or_sections, num_indices_or_sections)};
  return call_given(op_VSplitIndices, "vjp_vsplit_indices", args, out);
}

vjp_status vjp_vstack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out) {
  Value args[] = {pack(tensors, num_tensors)};
  return call_given(op_VStack, "vjp_vstack", args, out);
}

vjp_status vjp_where(vjp_tensor* condition, vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(condition), pack(input), pack(other)};
  return call_given(op_Where, "vjp_where", args, out);
}

vjp_status vjp_where_scalar(vjp_tensor* condition, vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(condition), pack(input), pack(other)};
  return call_given(op_Where, "vjp_where_scalar", args, out);
}

vjp_status vjp_scalar_where(vjp_tensor* condition, vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(condition), pack(input), pack(other)};
  return call_given(op_Where, "vjp_scalar_where", args, out);
}

vjp_status vjp_where_scalars(vjp_tensor* condition, vjp_scalar input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(condition), pack(input), pack(other)};
  return call_given(op_Where, "vjp_where_scalars", args, out);
}

vjp_status vjp_xlog1py(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_XLog1pY, "vjp_xlog1py", args, out);
}

vjp_status vjp_xlog1py_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_XLog1pY, "vjp_xlog1py_scalar", args, out);
}

vjp_status vjp_scalar_xlog1py(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_XLog1pY, "vjp_scalar_xlog1py", args, out);
}

vjp_status vjp_xlog1py_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_XLog1pY, "vjp_xlog1py_", args);
}

vjp_status vjp_xlog1py_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_XLog1pY, "vjp_xlog1py_scalar_", args);
}

vjp_status vjp_xlogy(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_XLogY, "vjp_xlogy", args, out);
}

vjp_status vjp_xlogy_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_XLogY, "vjp_xlogy_scalar", args, out);
}

vjp_status vjp_scalar_xlogy(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_XLogY, "vjp_scalar_xlogy", args, out);
}

vjp_status vjp_xlogy_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_XLogY, "vjp_xlogy_", args);
}

vjp_status vjp_xlogy_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_XLogY, "vjp_xlogy_scalar_", args);
}

vjp_status vjp_zero(vjp_tensor* input, vjp_tensor** out) {
  Value args[] = {pack(input)};
  return call_given(op_Zero, "vjp_zero", args, out);
}

vjp_status vjp_zero_(vjp_tensor* input) {
  Value args[] = {pack(input)};
  return call_given_in_place(op_Zero, "vjp_zero_", args);
}

vjp_status vjp_zeros(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(size, num_size), pack(dtype)};
  return call_given(op_Zeros, "vjp_zeros", args, out);
}

vjp_status vjp_zeros_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out) {
  Value args[] = {pack(input), pack(dtype)};
  return call_given(op_ZerosLike, "vjp_zeros_like", args, out);
}

vjp_status vjp_zeta(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Zeta, "vjp_zeta", args, out);
}

vjp_status vjp_zeta_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Zeta, "vjp_zeta_scalar", args, out);
}

vjp_status vjp_scalar_zeta(vjp_scalar input, vjp_tensor* other, vjp_tensor** out) {
  Value args[] = {pack(input), pack(other)};
  return call_given(op_Zeta, "vjp_scalar_zeta", args, out);
}

vjp_status vjp_zeta_(vjp_tensor* input, vjp_tensor* other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Zeta, "vjp_zeta_", args);
}

vjp_status vjp_zeta_scalar_(vjp_tensor* input, vjp_scalar other) {
  Value args[] = {pack(input), pack(other)};
  return call_given_in_place(op_Zeta, "vjp_zeta_scalar_", args);
}
