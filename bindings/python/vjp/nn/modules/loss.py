"""Losses as modules. `reduction` is "mean", "sum" or "none"."""

from collections.abc import Callable, Sequence
from typing import Any

from ... import Tensor
from .. import functional
from .module import Module


class _Loss(Module):
    """A function of the arguments and of what the module was made with. Weights of classes are buffers."""

    _function: str
    _options: tuple[str, ...] = ()
    _reductions: tuple[str, ...] = ("mean", "sum", "none")

    def __init__(self, reduction: str, **options: Any) -> None:
        super().__init__()
        if reduction not in self._reductions:
            raise ValueError(f"{type(self).__name__}: reduction must be one of {', '.join(self._reductions)}, not "
                             f"{reduction!r}")
        self.reduction = reduction
        for name, value in options.items():
            if isinstance(value, Tensor) or name in ("weight", "pos_weight"):
                self.register_buffer(name, value)
            else:
                setattr(self, name, value)
        self._options = tuple(options)

    def forward(self, *args: Tensor) -> Tensor:
        options = {name: getattr(self, name) for name in self._options}
        result: Tensor = getattr(functional, self._function)(*args, reduction=self.reduction, **options)
        return result


class L1Loss(_Loss):
    """The mean (or sum) of |input - target|."""

    _function = "l1_loss"

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__(reduction)


class MSELoss(_Loss):
    """The mean (or sum) of (input - target)**2."""

    _function = "mse_loss"

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__(reduction)


class SmoothL1Loss(_Loss):
    """(input - target)**2 / (2 beta) where the difference is below beta, else |input - target| - beta / 2."""

    _function = "smooth_l1_loss"

    def __init__(self, reduction: str = "mean", beta: float = 1.0) -> None:
        super().__init__(reduction, beta=beta)


class HuberLoss(_Loss):
    """(input - target)**2 / 2 where the difference is below delta, else delta * (|input - target| - delta / 2)."""

    _function = "huber_loss"

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        super().__init__(reduction, delta=delta)


class NLLLoss(_Loss):
    """Minus input at the class that target names, for log-probabilities [N, C, ...] and classes [N, ...]."""

    _function = "nll_loss"

    def __init__(self, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean") -> None:
        super().__init__(reduction, weight=weight, ignore_index=ignore_index)


class CrossEntropyLoss(_Loss):
    """NLLLoss of log_softmax: for logits [N, C, ...] and classes [N, ...], or probabilities [N, C, ...]."""

    _function = "cross_entropy"

    def __init__(self, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean",
                 label_smoothing: float = 0.0) -> None:
        super().__init__(reduction, weight=weight, ignore_index=ignore_index, label_smoothing=label_smoothing)


class KLDivLoss(_Loss):
    """target * (log(target) - input), for log-probabilities input; "batchmean" is the sum by the number of rows."""

    _reductions = ("mean", "sum", "none", "batchmean")
    _function = "kl_div"

    def __init__(self, reduction: str = "mean", log_target: bool = False) -> None:
        super().__init__(reduction, log_target=log_target)


class BCELoss(_Loss):
    """Cross entropy of probabilities with targets between 0 and 1."""

    _function = "binary_cross_entropy"

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean") -> None:
        super().__init__(reduction, weight=weight)


class BCEWithLogitsLoss(_Loss):
    """BCELoss of sigmoid(input)."""

    _function = "binary_cross_entropy_with_logits"

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean", pos_weight: Tensor | None = None) -> None:
        super().__init__(reduction, weight=weight, pos_weight=pos_weight)


class PoissonNLLLoss(_Loss):
    """exp(input) - target * input, or with log_input=False input - target * log(input + eps)."""

    _function = "poisson_nll_loss"

    def __init__(self, log_input: bool = True, full: bool = False, eps: float = 1e-8, reduction: str = "mean") -> None:
        super().__init__(reduction, log_input=log_input, full=full, eps=eps)


class HingeEmbeddingLoss(_Loss):
    """input where target is 1, max(0, margin - input) where it is -1."""

    _function = "hinge_embedding_loss"

    def __init__(self, margin: float = 1.0, reduction: str = "mean") -> None:
        super().__init__(reduction, margin=margin)


class SoftMarginLoss(_Loss):
    """log(1 + exp(-target * input)), for targets 1 and -1."""

    _function = "soft_margin_loss"

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__(reduction)


class MultiLabelMarginLoss(_Loss):
    """The hinge between each class that is right and each that is not, for classes [N, C] that end with -1."""

    _function = "multilabel_margin_loss"

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__(reduction)


class MultiLabelSoftMarginLoss(_Loss):
    """BCEWithLogitsLoss, meant over the classes of [N, C]."""

    _function = "multilabel_soft_margin_loss"

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean") -> None:
        super().__init__(reduction, weight=weight)


class MultiMarginLoss(_Loss):
    """The hinge between the right class and the others, to the power p, for [N, C] and classes [N]."""

    _function = "multi_margin_loss"

    def __init__(self, p: int = 1, margin: float = 1.0, weight: Tensor | None = None, reduction: str = "mean") -> None:
        super().__init__(reduction, p=p, margin=margin, weight=weight)


class CosineEmbeddingLoss(_Loss):
    """1 - cos(x1, x2) where target is 1, max(0, cos(x1, x2) - margin) where it is -1."""

    _function = "cosine_embedding_loss"

    def __init__(self, margin: float = 0.0, reduction: str = "mean") -> None:
        super().__init__(reduction, margin=margin)


class MarginRankingLoss(_Loss):
    """max(0, -target * (x1 - x2) + margin), for targets 1 and -1."""

    _function = "margin_ranking_loss"

    def __init__(self, margin: float = 0.0, reduction: str = "mean") -> None:
        super().__init__(reduction, margin=margin)


class TripletMarginLoss(_Loss):
    """max(0, d(anchor, positive) - d(anchor, negative) + margin), for distances of order p."""

    _function = "triplet_margin_loss"

    def __init__(self, margin: float = 1.0, p: float = 2.0, eps: float = 1e-6, swap: bool = False,
                 reduction: str = "mean") -> None:
        super().__init__(reduction, margin=margin, p=p, eps=eps, swap=swap)


class GaussianNLLLoss(_Loss):
    """(log(var) + (input - target)**2 / var) / 2, for input, target and var; `full`: and log(2 pi) / 2."""

    _function = "gaussian_nll_loss"

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> None:
        super().__init__(reduction, full=full, eps=eps)


class TripletMarginWithDistanceLoss(_Loss):
    """TripletMarginLoss by a distance of the caller's."""

    _function = "triplet_margin_with_distance_loss"

    def __init__(self, *, distance_function: Callable[[Tensor, Tensor], Tensor] | None = None, margin: float = 1.0,
                 swap: bool = False, reduction: str = "mean") -> None:
        super().__init__(reduction, distance_function=distance_function, margin=margin, swap=swap)


class CTCLoss(_Loss):
    """Minus the log-probability of all alignments of targets with log-probabilities [T, N, C] (Graves and others,
    2006).

    Called with log_probs, targets, input_lengths and target_lengths.
    """

    _function = "ctc_loss"

    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> None:
        super().__init__(reduction, blank=blank, zero_infinity=zero_infinity)

    def forward(self, log_probs: Tensor, targets: Tensor, input_lengths: Tensor | Sequence[int],  # type: ignore[override]
                target_lengths: Tensor | Sequence[int]) -> Tensor:
        return functional.ctc_loss(log_probs, targets, input_lengths, target_lengths,  # type: ignore[arg-type]
                                   blank=self.blank, reduction=self.reduction, zero_infinity=self.zero_infinity)
