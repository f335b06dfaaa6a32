"""stft and istft: against plain sums, back again, and what they refuse; the frequencies of transforms."""

import cmath
import math

import pytest

import vjp


def signal(n, complex_=False):
    x = [math.sin(1.3 * i) + 0.2 * i % 0.7 for i in range(n)]
    return [v + 1j * math.cos(0.9 * i) for i, v in enumerate(x)] if complex_ else x


def reflected(x, pad):
    n = len(x)
    return [x[abs(i) if i < n else 2 * (n - 1) - i] for i in range(-pad, n + pad)]


def frames(x, n_fft, hop, window, count, scale=1.0):
    """Sums for [frequencies, frames]; the window already has n_fft elements."""
    starts = range(0, len(x) - n_fft + 1, hop)
    return [[scale * sum(x[s + j] * window[j] * cmath.exp(-2j * math.pi * j * k / n_fft) for j in range(n_fft))
             for s in starts] for k in range(count)]


def close(tensor, rows):
    got = tensor.tolist()
    assert len(got) == len(rows)
    for a, b in zip(got, rows):
        assert len(a) == len(b)
        for p, q in zip(a, b):
            assert abs(p - q) < 1e-12


def window_of(n):
    return [0.5 - 0.4 * math.cos(2 * math.pi * (i + 0.5) / n) for i in range(n)]


def tensor(values):
    complex_ = any(isinstance(v, complex) for v in values)
    return vjp.tensor(values, dtype=vjp.complex128 if complex_ else vjp.float64)


@pytest.mark.parametrize("n_fft, hop", [(4, None), (5, 2), (8, 3)])
@pytest.mark.parametrize("complex_", [False, True])
def test_frames_are_sums(n_fft, hop, complex_):
    x, ones = signal(13, complex_), [1.0] * n_fft
    count = n_fft if complex_ else n_fft // 2 + 1
    step = hop or n_fft // 4
    close(vjp.stft(tensor(x), n_fft, hop), frames(reflected(x, n_fft // 2), n_fft, step, ones, count))
    close(vjp.stft(tensor(x), n_fft, hop, center=False), frames(x, n_fft, step, ones, count))
    padded = [0.0] * (n_fft // 2) + x + [0.0] * (n_fft // 2)
    close(vjp.stft(tensor(x), n_fft, hop, pad_mode="constant", normalized=True),
          frames(padded, n_fft, step, ones, count, n_fft**-0.5))
    close(vjp.stft(tensor(x), n_fft, hop, center=False, onesided=False), frames(x, n_fft, step, ones, n_fft))


def test_a_short_window_stands_in_the_middle_of_its_frame():
    x, w = signal(11), window_of(4)
    whole = [0.0] + w + [0.0, 0.0]
    close(vjp.stft(tensor(x), 7, 2, 4, tensor(w), center=False), frames(x, 7, 2, whole, 4))
    close(vjp.stft(tensor(x), 7, 2, 4, center=False), frames(x, 7, 2, [0, 1, 1, 1, 1, 0, 0], 4))
    # aligned, the first window begins where the signal does, and the last one ends within it
    padded = [0.0] + x + [0.0, 0.0]
    y = vjp.stft(tensor(x), 7, 2, 4, tensor(w), center=False, align_to_window=True)
    assert y.shape[1] == 1 + (11 - 4) // 2
    close(y, frames(padded, 7, 2, whole, 4))


def test_batches_are_their_rows_and_parts_are_pairs():
    rows = [signal(9), signal(12)[3:]]
    y = vjp.stft(vjp.tensor(rows, dtype=vjp.float64), 4)
    assert y.shape == (2, 3, 10)
    for i, row in enumerate(rows):
        assert y[i].tolist() == vjp.stft(tensor(row), 4).tolist()
    assert vjp.stft(tensor(rows[0]), 4, return_complex=False).tolist() == vjp.view_as_real(y[0]).tolist()
    mapped = vjp.vmap(lambda x: vjp.istft(vjp.stft(x, 4), 4))(vjp.tensor(rows, dtype=vjp.float64))
    for a, b in zip(mapped.tolist(), rows):
        assert a == pytest.approx(b[:len(a)], abs=1e-12)


@pytest.mark.parametrize("normalized", [False, True])
@pytest.mark.parametrize("n_fft, hop, win", [(8, 2, 8), (8, 3, 6), (7, 2, 5), (4, 1, 4)])
@pytest.mark.parametrize("kind", ["real", "whole", "complex"])
def test_istft_takes_stft_back(kind, n_fft, hop, win, normalized):
    x, w = signal(24, kind == "complex"), tensor(window_of(win))
    onesided = False if kind == "whole" else None
    y = vjp.stft(tensor(x), n_fft, hop, win, w, normalized=normalized, onesided=onesided)
    options = dict(normalized=normalized, return_complex=kind == "complex")
    back = vjp.istft(y, n_fft, hop, win, w, **options)
    assert back.shape == (n_fft + hop * (y.shape[1] - 1) - 2 * (n_fft // 2),)
    shorter = vjp.istft(y, n_fft, hop, win, w, length=5, **options)
    assert shorter.shape == (5,)
    for found in (back, shorter):
        for p, q in zip(found.tolist(), x):
            assert abs(p - q) < 1e-12
    if win < n_fft:  # what lies behind the last window is in no frame
        with pytest.raises(vjp.Error, match="in no frame"):
            vjp.istft(y, n_fft, hop, win, w, length=40, **options)
        return
    longer = vjp.istft(y, n_fft, hop, win, w, length=40, **options).tolist()
    end = n_fft + hop * (y.shape[1] - 1) - n_fft // 2
    assert len(longer) == 40 and longer[end:] == [0] * (40 - end) and 0 not in longer[1:end]


def test_derivatives_against_differences():
    x = vjp.tensor([signal(7), signal(9)[2:]], dtype=vjp.float64, requires_grad=True)
    w = tensor(window_of(3)).requires_grad_()

    def there_and_back(x, w):
        y = vjp.stft(x, 4, 1, 3, w)
        return vjp.istft(y * y, 4, 1, 3, w + 1)

    assert vjp.autograd.gradcheck(there_and_back, (x, w), check_forward_ad=True)
    assert vjp.autograd.gradgradcheck(there_and_back, (x, w))


def test_refusals():
    x, z = vjp.ones(10), vjp.ones(3, 4, dtype=vjp.complex64)
    for call, text in [
            (lambda: vjp.stft(vjp.ones(10, dtype=vjp.int64), 4), "int64"),
            (lambda: vjp.stft(vjp.ones(2, 2, 10), 4), "shape"),
            (lambda: vjp.stft(x, 0), "n_fft"),
            (lambda: vjp.stft(x, 2), "hop_length"),
            (lambda: vjp.stft(x, 4, win_length=5), "win_length"),
            (lambda: vjp.stft(x, 4, window=vjp.ones(3)), "window"),
            (lambda: vjp.stft(x, 11, center=False), "n_fft"),
            (lambda: vjp.stft(x, 4, align_to_window=True), "align_to_window"),
            (lambda: vjp.stft(x, 4, onesided=2), "onesided"),
            (lambda: vjp.stft(x * 1j, 4, onesided=True), "onesided"),
            (lambda: vjp.istft(x, 4), "float32"),
            (lambda: vjp.istft(z, 6), "frequencies"),
            (lambda: vjp.istft(z, 4, 3, 2), "hop_length"),
            (lambda: vjp.istft(z, 4, length=-1), "length"),
            (lambda: vjp.istft(z, 4, return_complex=True), "return_complex"),
            (lambda: vjp.istft(z, 4, window=vjp.zeros(4)), "window"),
            (lambda: vjp.istft(z, 4, 4, window=vjp.tensor([0.0, 1.0, 1.0, 1.0]), center=False), "window"),
            (lambda: vjp.fft.fftfreq(0), "'n'"),
            (lambda: vjp.fft.rfftfreq(4, dtype=vjp.int64), "int64")]:
        with pytest.raises(vjp.Error, match=text):
            call()


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_frequencies(n):
    whole = [i if i < (n + 1) // 2 else i - n for i in range(n)]
    assert vjp.fft.fftfreq(n, 0.25, dtype=vjp.float64).tolist() == [k * (1 / (n * 0.25)) for k in whole]
    assert vjp.fft.rfftfreq(n, dtype=vjp.float64).tolist() == [k * (1 / n) for k in range(n // 2 + 1)]
    assert vjp.fft.fftfreq(n).dtype == vjp.float32
    assert vjp.fft.rfftfreq(n, dtype=vjp.complex64).dtype == vjp.complex64
