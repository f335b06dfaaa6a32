"""Losses."""
from cases import Case

PLAIN = "mse_loss l1_loss smooth_l1_loss huber_loss"

CASES = [
    *(Case(name, f"{name}(x, t)", half=name == "mse_loss", x="u(n)", t="fixed(u(n))") for name in PLAIN.split()),
    *(Case(name + ":none", f"{name}(x, t, reduction='none')", x="u(n)", t="fixed(u(n))") for name in PLAIN.split()),
    Case("mse_loss:both", "mse_loss(x, t)", x="u(n)", t="u(n)"),
    Case("cross_entropy", "cross_entropy(x, t)", half=True, x="u(r, c)", t="ints(c, r)"),
    Case("cross_entropy:short", "cross_entropy(x, t)", x="u(n // 10, 10)", t="ints(10, n // 10)"),
    Case("cross_entropy:probabilities", "cross_entropy(x, t)", x="u(r, c)", t="fixed(unit(r, c))"),
    Case("cross_entropy:smoothing", "cross_entropy(x, t, label_smoothing=0.1)", x="u(r, c)", t="ints(c, r)"),
    Case("cross_entropy:image", "cross_entropy(x, t)", x="u(N, C, H, W)", t="ints(C, N, H, W)"),
    Case("linear_cross_entropy", "linear_cross_entropy(x, w, t)", x="u(n // 64, 64)", w="u(100, 64)", t="ints(100, n // 64)"),
    Case("nll_loss", "nll_loss(x, t)", x="u(r, c)", t="ints(c, r)"),
    Case("nll_loss:short", "nll_loss(x, t)", x="u(n // 10, 10)", t="ints(10, n // 10)"),
    Case("kl_div", "kl_div(x, t, reduction='batchmean')", x="-pos(r, c)", t="fixed(unit(r, c))"),
    Case("binary_cross_entropy", "binary_cross_entropy(x, t)", x="unit(n)", t="fixed(unit(n))"),
    Case("binary_cross_entropy_with_logits", "binary_cross_entropy_with_logits(x, t)", half=True, x="u(n)", t="fixed(unit(n))"),
    Case("poisson_nll_loss", "poisson_nll_loss(x, t)", x="u(n)", t="fixed(pos(n))"),
    Case("gaussian_nll_loss", "gaussian_nll_loss(x, t, v)", x="u(r, c)", t="fixed(u(r, c))", v="pos(r, c)"),
    Case("soft_margin_loss", "soft_margin_loss(x, t)", x="u(n)", t="fixed(signs(n))"),
    Case("hinge_embedding_loss", "hinge_embedding_loss(x, t)", x="u(n)", t="fixed(signs(n))"),
    Case("margin_ranking_loss", "margin_ranking_loss(x, y, t)", x="u(n)", y="u(n)", t="fixed(signs(n))"),
    Case("cosine_embedding_loss", "cosine_embedding_loss(x, y, t)", x="u(r, c)", y="u(r, c)", t="fixed(signs(r))"),
    Case("triplet_margin_loss", "triplet_margin_loss(x, y, z)", x="u(r, c)", y="u(r, c)", z="u(r, c)"),
    Case("multi_margin_loss", "multi_margin_loss(x, t)", x="u(r, c)", t="ints(c, r)"),
    Case("multilabel_margin_loss", "multilabel_margin_loss(x, t)", x="u(r, c)", t="np.where(np.arange(c) < 5, ints(c, r, c), -1)"),
    Case("multilabel_soft_margin_loss", "multilabel_soft_margin_loss(x, t)", x="u(r, c)", t="fixed(mask(r, c).astype(np.float32))"),
    Case("ctc_loss", "ctc_loss(log_softmax(x, 2), t, i, l)", x="u(s, max(s // 20, 2), 20)", t="ints(19, max(s // 20, 2), s // 3) + 1",
         i="np.full(max(s // 20, 2), s)", l="np.full(max(s // 20, 2), s // 3)"),
    Case("ctc_loss.lengths", "ctc_loss(log_softmax(x, 2), t, [s] * max(s // 20, 2), [s // 3] * max(s // 20, 2))", x="u(s, max(s // 20, 2), 20)",
         t="ints(19, max(s // 20, 2), s // 3) + 1"),
]
