"""Recurrent layers, attention and transformers as modules: packed sequences, training, masks, and what mistakes say."""

import pytest

import vjp
from vjp import nn
from vjp.nn.utils.rnn import (
    PackedSequence,
    pack_padded_sequence,
    pack_sequence,
    pad_packed_sequence,
    pad_sequence,
    unpad_sequence,
)

ROWS = [vjp.tensor(rows) for rows in ([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[7.0, 8.0]], [[9.0, 1.0], [2.0, 3.0]])]


def test_padding():
    padded = pad_sequence(ROWS, padding_value=-1.0)
    assert padded.shape == (3, 3, 2) and padded[:, 1].tolist() == [[7, 8], [-1, -1], [-1, -1]]
    assert pad_sequence(ROWS, batch_first=True).equal(pad_sequence(ROWS).transpose(0, 1))
    assert pad_sequence(ROWS, padding_side="left")[:, 1].tolist() == [[0, 0], [0, 0], [7, 8]]
    assert all(a.equal(b) for a, b in zip(unpad_sequence(padded, [3, 1, 2]), ROWS))


def test_packing():
    packed = pack_sequence(ROWS, enforce_sorted=False)
    assert packed.batch_sizes.tolist() == [3, 2, 1] and packed.sorted_indices.tolist() == [0, 2, 1]
    assert packed.data.tolist() == [[1, 2], [9, 1], [7, 8], [3, 4], [2, 3], [5, 6]]
    padded, lengths = pad_packed_sequence(packed, padding_value=-1.0, total_length=4)
    assert lengths.tolist() == [3, 1, 2] and padded[:3].equal(pad_sequence(ROWS, padding_value=-1.0))
    assert padded.shape == (4, 3, 2) and pad_packed_sequence(packed, batch_first=True)[0].shape == (3, 3, 2)
    assert packed.to(vjp.float64).data.dtype is vjp.float64
    longest_first = pack_sequence([ROWS[0], ROWS[2]])
    assert longest_first.sorted_indices is None and longest_first.batch_sizes.tolist() == [2, 2, 1]


def test_gradients_go_through_packing():
    x = vjp.randn(3, 2, 2, requires_grad=True)
    packed = pack_padded_sequence(x, [1, 3], enforce_sorted=False)
    padded, _ = pad_packed_sequence(packed)
    (padded * 2).sum().backward()
    assert x.grad[..., 0].tolist() == [[2, 2], [0, 2], [0, 2]]


@pytest.mark.parametrize("kind", [nn.RNN, nn.GRU, nn.LSTM])
def test_packed_sequences_go_through_layers_as_each_alone(kind):
    layer = kind(2, 3, num_layers=2, bidirectional=True)
    out, last = layer(pack_sequence(ROWS, enforce_sorted=False))
    assert isinstance(out, PackedSequence)
    padded, _ = pad_packed_sequence(out)
    h = last[0] if kind is nn.LSTM else last
    for i, row in enumerate(ROWS):
        alone, ended = layer(row)
        assert padded[:len(row), i].allclose(alone, atol=1e-6)
        assert h[:, i].allclose(ended[0] if kind is nn.LSTM else ended, atol=1e-6)


@pytest.mark.parametrize("layer, cell", [(nn.RNN, nn.RNNCell), (nn.GRU, nn.GRUCell), (nn.LSTM, nn.LSTMCell)])
def test_cells_are_steps_of_layers(layer, cell):
    layer, cell, x, state = layer(2, 3), cell(2, 3), vjp.randn(4, 5, 2), None
    cell.load_state_dict({name.removesuffix("_l0"): tensor for name, tensor in layer.state_dict().items()})
    for step in x:
        state = cell(step, state)
    h = state[0] if isinstance(state, tuple) else state
    assert h.allclose(layer(x)[0][-1], atol=1e-6)


def test_dropout_is_between_layers_in_training():
    layer, x = nn.GRU(2, 3, num_layers=2, dropout=0.5), vjp.randn(4, 5, 2)
    vjp.manual_seed(0)
    assert not layer(x)[0].equal(layer(x)[0])
    layer.eval()
    assert layer(x)[0].equal(layer(x)[0])


def test_attention_that_is_causal():
    layer, x = nn.MultiheadAttention(4, 2, batch_first=True), vjp.randn(1, 5, 4, requires_grad=True)
    mask = nn.Transformer.generate_square_subsequent_mask(5)
    out, weights = layer(x, x, x, attn_mask=mask, is_causal=True)
    assert weights.shape == (1, 5, 5) and weights.triu(1).abs().max().item() == 0
    assert weights.sum(-1).allclose(vjp.ones(1, 5))
    out[0, 2].sum().backward()
    assert (x.grad[0, 3:] == 0).all().item() and (x.grad[0, :3] != 0).any(-1).all().item()
    assert layer(x, x, x, need_weights=False)[1] is None
    assert layer(x, x, x, average_attn_weights=False)[1].shape == (1, 2, 5, 5)


def test_padding_of_keys_is_ignored():
    layer, x = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True), vjp.randn(1, 3, 4)
    longer = vjp.cat([x, vjp.full((1, 2, 4), 7.0)], 1)
    padding = vjp.tensor([[False, False, False, True, True]])
    assert layer(longer, src_key_padding_mask=padding)[:, :3].allclose(layer(x), atol=1e-5)


def test_copies_of_layers_are_independent():
    layer = nn.TransformerEncoderLayer(4, 2, 8)
    stack = nn.TransformerEncoder(layer, 2)
    parameters = list(stack.parameters())
    assert len({id(p) for p in parameters} | {id(p) for p in layer.parameters()}) == 3 * len(list(layer.parameters()))
    assert list(stack.state_dict())[0] == "layers.0.self_attn.in_proj_weight"
    vjp.manual_seed(0)
    x = vjp.randn(3, 1, 4)
    assert not stack(x).equal(stack(x)) and stack.eval()(x).equal(stack(x))  # dropout


def test_a_recurrent_network_learns():
    """To say whether there were more ones than minus ones."""
    vjp.manual_seed(0)
    x = vjp.randint(0, 2, (64, 7, 1)).float() * 2 - 1
    y = (x.sum((1, 2)) > 0).float()
    lstm, head = nn.LSTM(1, 16, batch_first=True), nn.Linear(16, 1)
    optimizer = vjp.optim.Adam([*lstm.parameters(), *head.parameters()], lr=0.02)
    for _ in range(120):
        optimizer.zero_grad()
        loss = nn.BCEWithLogitsLoss()(head(lstm(x)[0][:, -1]).squeeze(-1), y)
        loss.backward()
        optimizer.step()
    assert loss.item() < 0.1


def test_parameters_as_one_vector():
    net = nn.Linear(2, 3)
    vector = nn.utils.parameters_to_vector(net.parameters())
    assert vector.shape == (9,)
    nn.utils.vector_to_parameters(vjp.arange(9.0), net.parameters())
    assert net.weight.tolist() == [[0, 1], [2, 3], [4, 5]] and net.bias.tolist() == [6, 7, 8] and net.bias.requires_grad
    with pytest.raises(vjp.ShapeError, match=r"the vector has shape \[3\], expected \[9\]"):
        nn.utils.vector_to_parameters(vjp.ones(3), net.parameters())


@pytest.mark.parametrize("call, said", [
    (lambda: nn.LSTM(2, 0), "LSTM: hidden_size and num_layers are 0 and 1, expected positive numbers"),
    (lambda: nn.LSTM(2, 3, proj_size=3), "LSTM: proj_size is 3, expected less than hidden_size, 3"),
    (lambda: nn.RNN(2, 3, nonlinearity="gelu"), "RNN: nonlinearity must be 'tanh' or 'relu', not 'gelu'"),
    (lambda: nn.GRU(2, 3, dropout=2), "GRU: dropout is 2, expected a probability"),
    (lambda: nn.GRU(2, 3)(vjp.ones(4, 1, 5)), r"GRU: the input has shape \[4, 1, 5\], expected 2 features"),
    (lambda: nn.GRU(2, 3)(vjp.ones(2)), r"GRU: .* is wanted, not shape \[2\]"),
    (lambda: nn.GRU(2, 3)(vjp.ones(4, 1, 2), vjp.ones(1, 2, 3)), r"h_0 has shape \[1, 2, 3\], expected \[1, 1, 3\]"),
    (lambda: nn.LSTM(2, 3)(vjp.ones(4, 1, 2), (vjp.ones(1, 1, 3), vjp.ones(1, 1, 2))), r"c_0 has shape \[1, 1, 2\]"),
    (lambda: nn.GRUCell(2, 3)(vjp.ones(1, 1, 2)), r"GRUCell: .* is wanted, not shape \[1, 1, 2\]"),
    (lambda: nn.MultiheadAttention(5, 2), "num_heads is 2, expected a divisor of embed_dim, 5"),
    (lambda: nn.TransformerEncoderLayer(4, 2, activation="tanh"), "activation must be 'relu', 'gelu' or a function"),
    (lambda: pack_padded_sequence(vjp.ones(3, 2, 1), [1, 3]), r"lengths are \[1, 3\], expected the longest first"),
    (lambda: pack_padded_sequence(vjp.ones(3, 2, 1), [3, 4]), r"lengths are \[3, 4\], expected 2 numbers from 1 to 3"),
    (lambda: pad_packed_sequence(pack_sequence([vjp.ones(3, 1)]), total_length=2), "total_length is 2, expected 3"),
    (lambda: pad_sequence([vjp.ones(1)], padding_side="top"), "padding_side must be 'right' or 'left', not 'top'"),
])
def test_mistakes_are_named(call, said):
    with pytest.raises(ValueError, match=said):
        call()
