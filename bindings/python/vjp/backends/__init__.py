"""What PyTorch's programs ask and set of torch.backends."""

from . import cuda, cudnn, mps

__all__ = ["cuda", "cudnn", "mps"]
