"""PyTorch's side: arguments, threads and what all its workloads share. See workloads.md."""
import common as C
from common import pc


def _extra(p):
    p.add_argument("--modes", default="eager,compile")


ARGS = C.parse_args("torch", _extra)
T0 = pc()
import numpy as np  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

T_IMPORT = pc() - T0
torch.set_num_threads(ARGS.threads)
MODES = ARGS.modes.split(",")
tt = torch.from_numpy
if ARGS.device:
    torch.set_default_device(ARGS.device)
    C.finish = torch.cuda.synchronize


def t(a, grad=False):
    x = tt(np.ascontiguousarray(a))
    if ARGS.device:
        x = x.to(ARGS.device)
    return x.requires_grad_(True) if grad else x
