"""PyTorch: eager, torch.compile (inductor, CPU), torch.func. See workloads.md.
   <python with torch> bench_torch.py --threads 1 [--only W1,W4] [--modes eager,compile] [--full]"""
import common as C
from torch_base import ARGS, MODES, T_IMPORT, torch
from torch_engine import w1, w2, w3, w3_child, w12, w13, w16
from torch_models import w4, w5, w6, w15, w15_child
from torch_operators import w8, w9, w10, w11, w19, w20
from torch_orders import w7, w7orig, w14, w18


def main():
    if ARGS.child:
        p = ARGS.child.split(":")
        if p[0] == "w3":
            return w3_child(int(p[1]))
        if p[0] == "w15":
            return w15_child(p[1], p[2])
    print('{"w":"INFO","case":"versions","peer":"torch","mode":"","threads":%d,"extra":{"torch":"%s","import_s":%.2f,"num_threads":%d}}'
          % (ARGS.threads, torch.__version__, T_IMPORT, torch.get_num_threads()), flush=True)
    eager_only = dict(W1=w1, W2=w2, W3=w3, W9=w9, W10=w10, W11=w11, W12=w12, W13=w13, W14=w14, W19=w19, W20=w20, **(dict(W16=w16) if ARGS.device else {}))
    both = dict(W4=w4, W5=w5, W6=w6, W7=w7, W8=w8, W15=w15, W18=w18)
    for k in sorted(list(eager_only) + list(both), key=lambda s: int(s[1:])):
        if not C.wanted(ARGS, k):
            continue
        if k in eager_only and "eager" not in MODES:
            continue
        C.guard(k, "*", "", eager_only.get(k) or both[k])
    if ARGS.full and C.wanted(ARGS, "W7"):
        C.guard("W7", "ORIG", "", w7orig)


if __name__ == "__main__":
    main()
