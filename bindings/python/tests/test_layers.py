"""Layers: what depends on training, on chance and on state, and what is said to mistakes."""

import pytest

import vjp
from vjp import nn


@pytest.mark.parametrize("kind, shape", [(nn.Dropout, (1000,)), (nn.Dropout1d, (50, 20, 3)),
                                         (nn.Dropout2d, (50, 20, 2, 2)), (nn.Dropout3d, (50, 20, 2, 1, 2))])
def test_dropout_drops_in_training_only(kind, shape):
    vjp.manual_seed(0)
    layer, x = kind(0.25), vjp.ones(shape)
    y = layer(x)
    dropped = (y == 0).float().mean().item()
    assert dropped == pytest.approx(0.25, abs=0.05) and y.max().item() == pytest.approx(4 / 3)
    whole = y.flatten(2) if len(shape) > 1 else y.view(-1, 1, 1)
    assert (whole == whole[..., :1]).all().item()  # channels are dropped as a whole
    assert layer.eval()(x).equal(x)


def test_dropout_in_place():
    x = vjp.ones(100)
    y = nn.Dropout(0.5, inplace=True)(x)
    assert y is x and set(x.tolist()) == {0.0, 2.0}


@pytest.mark.parametrize("kind", [nn.AlphaDropout, nn.FeatureAlphaDropout])
def test_alpha_dropout_keeps_mean_and_variance(kind):
    vjp.manual_seed(0)
    layer, x = kind(0.3), vjp.randn(200, 200)
    y = layer(x)
    assert y.mean().item() == pytest.approx(0, abs=0.05) and y.std().item() == pytest.approx(1, abs=0.05)
    assert not y.equal(x) and layer.eval()(x).equal(x)


def test_statistics_run_along():
    layer, first, second = nn.BatchNorm1d(2), vjp.tensor([[1.0, 2.0], [3.0, 6.0]]), vjp.tensor([[0.0, 0.0], [2.0, 8.0]])
    layer(first)
    layer(second)
    assert layer.num_batches_tracked.item() == 2
    assert layer.running_mean.tolist() == pytest.approx([0.1 * 2 * 0.9 + 0.1, 0.1 * 4 * 0.9 + 0.4])
    layer.eval()
    kept = layer.running_mean.clone()
    layer(first)
    assert layer.running_mean.equal(kept)
    layer.train().reset_running_stats()
    assert layer.running_var.tolist() == [1, 1] and layer.num_batches_tracked.item() == 0
    layer.momentum = None  # the mean of all batches
    layer(first)
    layer(second)
    assert layer.running_mean.tolist() == [1.5, 4.0]


def test_old_states_have_no_count_of_batches():
    layer = nn.BatchNorm1d(2)
    state = layer.state_dict()
    del state["num_batches_tracked"]
    assert layer.load_state_dict(state) == ([], [])
    assert nn.Sequential(layer).load_state_dict({f"0.{k}": v for k, v in state.items()}) == ([], [])


def test_sparse_tables_learn():
    for table, args in [(nn.Embedding(5, 2, sparse=True), (vjp.tensor([1, 3]),)),
                        (nn.EmbeddingBag(5, 2, mode="sum", sparse=True), (vjp.tensor([[1, 3]]),))]:
        before = table.weight.detach().clone()
        optimizer = vjp.optim.SparseAdam(table.parameters(), lr=0.1)
        table(*args).sum().backward()
        assert table.weight.grad.is_sparse
        optimizer.step()
        changed = (table.weight.detach() - before).abs().sum(1) > 0
        assert changed.tolist() == [False, True, False, True, False]


def test_tables_that_there_are():
    rows = vjp.tensor([[1.0, 2.0], [3.0, 4.0]])
    table = nn.Embedding.from_pretrained(rows)
    assert table(vjp.tensor([1])).tolist() == [[3, 4]] and not table.weight.requires_grad
    assert nn.EmbeddingBag.from_pretrained(rows, freeze=False, mode="max").weight.requires_grad
    assert nn.Embedding(4, 3, padding_idx=-1).weight[3].tolist() == [0, 0, 0]


def test_unpooling_undoes_pooling():
    x = vjp.tensor([[[1.0, 5.0, 2.0, 3.0]]])
    y, places = nn.MaxPool1d(2, return_indices=True)(x)
    assert nn.MaxUnpool1d(2)(y, places).tolist() == [[[0, 5, 0, 3]]]


def test_padding_modes_of_a_convolution_are_those_of_pad():
    x, layer = vjp.randn(1, 2, 6, 7), nn.Conv2d(2, 3, 3, padding=(1, 2), padding_mode="reflect")
    same = vjp.conv2d(nn.ReflectionPad2d((2, 2, 1, 1))(x), layer.weight, layer.bias)
    assert layer(x).allclose(same)


def test_what_modules_say_of_themselves():
    for layer, text in [
            (nn.Conv2d(3, 4, 3, padding=1), "Conv2d(3, 4, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1))"),
            (nn.BatchNorm2d(3),
             "BatchNorm2d(3, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)"),
            (nn.Embedding(5, 2, padding_idx=1), "Embedding(5, 2, padding_idx=1)"),
            (nn.Dropout(), "Dropout(p=0.5, inplace=False)"),
            (nn.LayerNorm(3), "LayerNorm((3,), eps=1e-05, elementwise_affine=True)"),
            (nn.ZeroPad2d(1), "ZeroPad2d((1, 1, 1, 1))")]:
        assert repr(layer) == text


@pytest.mark.parametrize("call, said", [
    (lambda: nn.Conv2d(3, 4, 3, groups=2), "Conv2d: groups is 2, expected a divisor of in_channels, 3"),
    (lambda: nn.Conv2d(4, 3, 3, groups=2), "Conv2d: groups is 2, expected a divisor of out_channels, 3"),
    (lambda: nn.Conv2d(3, 4, (3, 3, 3)), r"Conv2d: kernel_size is \(3, 3, 3\), expected an integer or 2 of them"),
    (lambda: nn.Conv1d(3, 4, 3, padding="full"), "padding must be integers, 'same' or 'valid', not 'full'"),
    (lambda: nn.Conv1d(3, 4, 3, stride=2, padding="same"), r"padding='same' is for stride 1, not \(2,\)"),
    (lambda: nn.Conv1d(3, 4, 3, padding_mode="mirror"), "padding_mode must be one of zeros, .*, not 'mirror'"),
    (lambda: nn.ConvTranspose1d(3, 4, 3, padding_mode="reflect"), "ConvTranspose1d: padding_mode must be one of"),
    (lambda: nn.ConvTranspose1d(1, 1, 3, stride=2)(vjp.ones(1, 1, 4), [12]),
     r"output_size is \[12\], expected from \[9\] to \[10\]"),
    (lambda: nn.BatchNorm2d(3)(vjp.ones(2, 3)), r"BatchNorm2d: an input of 4 dimensions is wanted, not shape \[2, 3\]"),
    (lambda: nn.GroupNorm(2, 3), "GroupNorm: num_groups is 2, expected a divisor of num_channels, 3"),
    (lambda: nn.Dropout(1.5), "Dropout: p is 1.5, expected a probability between 0 and 1"),
    (lambda: nn.Embedding(3, 2, padding_idx=3), "Embedding: padding_idx is 3, expected a row of 3"),
    (lambda: nn.Embedding.from_pretrained(vjp.ones(3)), r"from_pretrained: a matrix is wanted, not shape \[3\]"),
    (lambda: nn.EmbeddingBag(3, 2, mode="min"), "mode must be 'sum', 'mean' or 'max', not 'min'"),
    (lambda: nn.FractionalMaxPool2d(2), "give either output_size or output_ratio"),
    (lambda: nn.ZeroPad2d((1, 2)), r"ZeroPad2d: padding is \(1, 2\), expected an integer or 4 of them"),
    (lambda: nn.Softmax2d()(vjp.ones(2)), r"Softmax2d: .* is wanted, not shape \[2\]"),
])
def test_mistakes_are_named(call, said):
    with pytest.raises(ValueError, match=said):
        call()
