"""ctc_loss against all ways to spread labels over time, and its loops against the operators that devices run."""

import itertools

import numpy as np
import pytest

import vjp

BLANK = 0


def collapsed(path):
    return [c for i, c in enumerate(path) if c != BLANK and (i == 0 or c != path[i - 1])]


def by_enumeration(log_probs, label):
    """-log of the summed probability, and its gradient: minus how probable each class is at each time."""
    steps, classes = log_probs.shape
    total, occupied = 0.0, np.zeros_like(log_probs)
    for path in itertools.product(range(classes), repeat=steps):
        if collapsed(path) == label:
            p = np.exp(sum(log_probs[t, c] for t, c in enumerate(path)))
            total += p
            for t, c in enumerate(path):
                occupied[t, c] += p
    return (-np.log(total), -occupied / total) if total else (np.inf, np.zeros_like(log_probs))


LABELS = [[], [1], [2, 2], [1, 2, 1], [1, 1, 2], [2, 1, 2, 1]]  # the last fits 4 steps and no fewer


def drawn(steps=5, classes=3, dtype=np.float64):
    r = np.random.default_rng(6)
    x = r.normal(size=(steps, len(LABELS), classes))
    x -= np.log(np.exp(x).sum(2, keepdims=True))
    targets = np.zeros((len(LABELS), 4), np.int64)
    for row, label in zip(targets, LABELS, strict=True):
        row[: len(label)] = label
    return x.astype(dtype), targets, np.array([len(label) for label in LABELS])


@pytest.mark.parametrize("device", ["cpu", "sim:0"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("times", [[5] * 6, [5, 4, 3, 5, 3, 3], [1, 0, 5, 4, 4, 4], [0, 1, 2, 3, 4, 5]])
def test_all_ways_are_summed(times, dtype, device):
    x, targets, lengths = drawn(dtype=dtype)
    given = vjp.tensor(x).to(device).requires_grad_(True)
    rest = [vjp.tensor(a).to(device) for a in (targets, np.array(times), lengths)]
    losses = vjp.ctc_loss(given, *rest, reduction="none")
    weights = np.arange(1.0, 7).astype(dtype)
    (vjp.where(vjp.isinf(losses), 0.0, losses) * vjp.tensor(weights).to(device)).sum().backward()
    tolerance = 2e-5 if dtype == np.float32 else 1e-12
    for n, label in enumerate(LABELS):
        loss, grad = by_enumeration(x[: times[n], n].astype(np.float64), label)
        np.testing.assert_allclose(losses[n].item(), loss, rtol=tolerance, atol=tolerance)
        got = given.grad.cpu().numpy()[:, n]
        np.testing.assert_allclose(got[: times[n]], weights[n] * grad, rtol=tolerance, atol=tolerance)
        assert not got[times[n] :].any()


def test_derivatives():
    x, targets, lengths = drawn()
    times = [5, 5, 4, 5, 5, 5]
    given = vjp.tensor(x, requires_grad=True)

    def f(x):
        return vjp.ctc_loss(x, vjp.tensor(targets), times, [int(n) for n in lengths], reduction="none")

    assert vjp.autograd.gradcheck(f, [given], check_forward_ad=True, check_batched_grad=True)
    assert vjp.autograd.gradgradcheck(f, [given])


def test_batches_are_the_samples():
    x, targets, lengths = drawn()
    both = vjp.tensor(np.stack([x, x[::-1].copy()]))
    times = vjp.tensor([5] * 6)

    def f(x):
        return vjp.ctc_loss(x, vjp.tensor(targets), times, vjp.tensor(lengths), reduction="none")

    np.testing.assert_array_equal(vjp.vmap(f)(both).numpy(), np.stack([f(both[0]).numpy(), f(both[1]).numpy()]))


@pytest.mark.host  # the loops; a device says later what is wrong
def test_what_does_not_fit_is_refused():
    x, targets, lengths = drawn()
    times = vjp.tensor([5] * 6)
    with pytest.raises(vjp.Error, match="ctc_loss: a label: index 7 is out of range for a dimension of size 3"):
        vjp.ctc_loss(vjp.tensor(x), vjp.tensor(targets * 7), times, vjp.tensor(lengths))
    said = "ctc_loss: 'target_lengths': index 5 is out of range for a dimension of size 5"
    with pytest.raises(vjp.Error, match=said):
        vjp.ctc_loss(vjp.tensor(x), vjp.tensor(targets), times, vjp.tensor(lengths + 1))


@pytest.mark.host  # the loops; a device says later what is wrong
def test_any_number_of_threads_gives_the_same_bits():
    r, before, seen = np.random.default_rng(9), vjp.get_num_threads(), []
    x = r.normal(size=(80, 12, 20)).astype(np.float32)
    targets = vjp.tensor(r.integers(1, 20, (12, 30)))
    for threads in (1, 2, 4):
        vjp.set_num_threads(threads)
        data = vjp.tensor(x, requires_grad=True)
        out = vjp.ctc_loss(vjp.log_softmax(data, 2), targets, [80] * 12, list(range(19, 31)), reduction="none")
        out.sum().backward()
        seen.append((out.detach().numpy().tobytes(), data.grad.numpy().tobytes()))
    vjp.set_num_threads(before)
    assert seen[0] == seen[1] == seen[2]
