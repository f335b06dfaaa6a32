"""vjp.save and vjp.load: structures go round, files stay safetensors, and nothing in them is run."""

import json
import pickle

import pytest

import vjp


def test_a_state_is_a_plain_file(tmp_path):
    state = vjp.nn.Linear(2, 3).state_dict()
    vjp.save(state, tmp_path / "s")
    plain = vjp.load_safetensors(tmp_path / "s")
    assert list(plain) == ["weight", "bias"] and vjp.SafetensorsFile(tmp_path / "s").metadata("vjp.structure") is None
    assert [t.tolist() for t in vjp.load(tmp_path / "s").values()] == [t.tolist() for t in state.values()]


def test_structures_go_round(tmp_path):
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    given = {"a": [x, (None, True, 3, 2.5, "text"), {}], 7: {"b": vjp.tensor([3], dtype=vjp.int8), (1, "k"): 1 + 2j},
             "dtype": vjp.bfloat16, "nan": float("inf"), None: ()}
    vjp.save(given, tmp_path / "s")
    found = vjp.load(tmp_path / "s")
    assert found["a"][0].tolist() == [1, 2] and not found["a"][0].requires_grad
    assert found["a"][1:] == given["a"][1:] and isinstance(found["a"][1], tuple) and found["a"][1][1] is True
    assert found[7]["b"].dtype is vjp.int8 and found[7][1, "k"] == 1 + 2j and found["dtype"] is vjp.bfloat16
    assert list(found) == list(given) and found["nan"] == float("inf") and found[None] == ()
    vjp.save(vjp.ones(2), tmp_path / "one")
    assert vjp.load(tmp_path / "one").tolist() == [1, 1]


def test_what_is_shared_is_written_once_and_names_stay_apart(tmp_path):
    x = vjp.ones(1000)
    vjp.save([x, x.detach(), x[:500]], tmp_path / "s")
    assert (tmp_path / "s").stat().st_size < 4000 + 2000 + 1000
    assert [t.tolist() for t in vjp.load(tmp_path / "s")] == [[1.0] * 1000] * 2 + [[1.0] * 500]
    vjp.save({"a": {"b": vjp.ones(1)}, "a.b": vjp.zeros(1), "n": 1}, tmp_path / "t")
    found = vjp.load(tmp_path / "t")
    assert found["a"]["b"].item() == 1 and found["a.b"].item() == 0


def test_a_training_goes_on(tmp_path):
    def some_steps(net, optimizer, count):
        for i in range(count):
            optimizer.zero_grad()
            net(vjp.ones(1, 2) * i).square().sum().backward()
            optimizer.step()

    nets = [vjp.nn.Linear(2, 2) for _ in range(2)]
    optimizers = [vjp.optim.AdamW(net.parameters(), lr=0.1) for net in nets]
    some_steps(nets[0], optimizers[0], 3)
    vjp.save({"net": nets[0].state_dict(), "optimizer": optimizers[0].state_dict(), "step": 3}, tmp_path / "s")
    checkpoint = vjp.load(tmp_path / "s", map_location="cpu")
    nets[1].load_state_dict(checkpoint["net"])
    optimizers[1].load_state_dict(checkpoint["optimizer"])
    for net, optimizer in zip(nets, optimizers):
        some_steps(net, optimizer, 2)
    assert nets[0].weight.equal(nets[1].weight) and checkpoint["step"] == 3


def test_mistakes_are_named(tmp_path):
    with pytest.raises(TypeError, match=r"save: obj\['a'\]\[1\] is function; tensors, numbers, text"):
        vjp.save({"a": [1, lambda: 0]}, tmp_path / "s")
    with pytest.raises(TypeError, match="path must be a path, not"):
        vjp.save([1], 3)
    (tmp_path / "pickle").write_bytes(pickle.dumps({"a": 1}))
    with pytest.raises(vjp.Error):
        vjp.load(tmp_path / "pickle")
    vjp.save_safetensors(tmp_path / "other", {"x": vjp.ones(1)}, {"vjp.structure": json.dumps({"eval": "1"})})
    with pytest.raises(vjp.InvalidError, match="load: .*other.* says 'eval'"):
        vjp.load(tmp_path / "other")
