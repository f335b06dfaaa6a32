"""Names of PyTorch that Python alone has here: what torch_cases.txt cannot compare, and errors."""

import pickle

import numpy
import pytest

import vjp


@pytest.mark.host
def test_types_have_the_names_of_torch():
    assert vjp.ones(1).type() == "vjp.FloatTensor" and vjp.typename(vjp.ones(1, dtype="bool")) == "vjp.BoolTensor"
    assert vjp.typename(3) == "int" and vjp.typename(vjp.nn.Linear(1, 1)).endswith("Linear")
    x = vjp.ones(2, requires_grad=True)
    assert x.type("torch.DoubleTensor").dtype is vjp.float64 and x.type(vjp.float32) is x
    with pytest.raises(vjp.DtypeError, match="'FancyTensor'"):
        x.type("FancyTensor")


def test_questions_of_place_and_kind():
    x = vjp.ones(2)
    assert x.is_cpu == (x.device.type == "cpu") and x.get_device() == vjp.get_device(x)
    assert vjp.get_device(vjp.ones(1, device="cpu")) == -1 and vjp.get_device(vjp.ones(1, device="sim:0")) == 0
    assert not vjp.is_conj(x.cfloat().conj()) and not vjp.is_neg(x) and not vjp.is_inference(x)
    with pytest.raises(TypeError, match="is_conj"):
        vjp.is_conj(3)
    assert vjp.autograd.profiler is vjp.profiler


def test_fill_diagonal_errors():
    with pytest.raises(vjp.ShapeError, match="expected a matrix"):
        vjp.ones(2).fill_diagonal_(0)
    with pytest.raises(vjp.ShapeError, match="dimensions of one size"):
        vjp.ones(2, 2, 3).fill_diagonal_(0)


@pytest.mark.host
def test_fill_diagonal_of_a_view_leaves_the_rest():
    base = vjp.zeros(4, 4)
    view = base[1:, ::2].T
    view.fill_diagonal_(1)
    wanted = numpy.zeros((4, 4))
    numpy.fill_diagonal(wanted[1:, ::2].T, 1)
    assert base.tolist() == wanted.tolist()


def test_apply_and_map_refuse_what_has_a_history():
    with pytest.raises(vjp.DtypeError, match="no derivative"):
        vjp.ones(2, requires_grad=True).apply_(abs)
    x = vjp.tensor([1, 2])
    assert x.map_(vjp.tensor(5), lambda a, b: a + b) is x and x.tolist() == [6, 7]


@pytest.mark.host
def test_asarray_shares_and_copies():
    array = numpy.arange(3.0)
    shared = vjp.asarray(array)
    array[0] = 7
    assert shared[0] == 7 and vjp.asarray(array, copy=True)[0] == 7
    kept = vjp.asarray(array, copy=True)
    array[0] = 8
    assert kept[0] == 7
    with pytest.raises(vjp.InvalidError, match="copy=False"):
        vjp.asarray([1, 2], copy=False)
    with pytest.raises(vjp.InvalidError, match="copy=False"):
        vjp.asarray(array, dtype="float32", copy=False)
    x = vjp.ones(2, requires_grad=True)
    assert not vjp.asarray(x * 2).requires_grad and vjp.asarray([1.0], requires_grad=True).requires_grad
    assert vjp.asarray(shared, copy=False) is shared


@pytest.mark.host
def test_frombuffer_is_the_memory():
    memory = bytearray(8)
    x = vjp.frombuffer(memory, dtype=vjp.int32)
    memory[4] = 9
    assert x.tolist() == [0, 9]
    assert vjp.frombuffer(bytearray(range(16)), dtype=vjp.uint8, count=2, offset=4).tolist() == [4, 5]
    del memory
    assert x.tolist() == [0, 9]
    for arguments, message in (({"offset": 8}, "offset is 8"), ({"offset": 3}, "5 bytes"), ({"count": 3}, "count is 3"),
                               ({"count": 0}, "count is 0"), ({"dtype": vjp.bfloat16}, "bfloat16")):
        with pytest.raises((vjp.InvalidError, vjp.DtypeError), match=message):
            vjp.frombuffer(bytearray(8), **{"dtype": vjp.int32, **arguments})
    with pytest.raises(vjp.InvalidError, match="read-only"):
        vjp.frombuffer(b"1234", dtype=vjp.uint8)


@pytest.mark.host
def test_print_options():
    before = vjp.get_printoptions()
    x = vjp.tensor([3.14159, 100.0])
    try:
        vjp.set_printoptions(precision=2)
        assert repr(x) == "tensor([  3.14, 100.  ])"
        vjp.set_printoptions(sci_mode=True)
        assert repr(x) == "tensor([3.14e+00, 1.00e+02])"
        vjp.set_printoptions(profile="default", threshold=4, edgeitems=1)
        assert repr(vjp.arange(9)) == "tensor([0, ..., 8])"
        vjp.set_printoptions(profile="full")
        assert "..." not in repr(vjp.arange(2000))
        vjp.set_printoptions(profile="default", sci_mode=False)
        assert repr(vjp.tensor([1e-3, 5.0])) == "tensor([0.0010, 5.0000])"
        for wrong in ({"profile": "wide"}, {"precision": -1}, {"linewidth": 0}):
            with pytest.raises(vjp.InvalidError, match=next(iter(wrong))):
                vjp.set_printoptions(**wrong)
    finally:
        vjp._print._options.update(before)
    assert repr(x) == "tensor([  3.1416, 100.    ])"


@pytest.mark.host
def test_the_state_of_random_numbers():
    vjp.manual_seed(5)
    assert vjp.initial_seed() == 5
    vjp.rand(3)
    state = pickle.loads(pickle.dumps(vjp.get_rng_state()))
    drawn = vjp.rand(3).tolist()
    vjp.set_rng_state(state)
    assert vjp.rand(3).tolist() == drawn
    assert vjp.seed() == vjp.initial_seed() != vjp.seed()
    vjp.manual_seed(0)


def test_functions_in_place_are_the_methods():
    tried = 0
    for name in vjp._alias_names.IN_PLACE:
        x = vjp.tensor([0.25, 0.75])
        try:
            wanted = getattr(vjp, name[:-1])(x).tolist()
        except (AttributeError, TypeError, vjp.Error):
            continue  # there is no such function, or it takes more
        if name in ("rrelu_", "dropout_"):
            continue  # draws
        assert getattr(vjp, name)(x) is x and x.tolist() == pytest.approx(wanted, nan_ok=True), name
        tried += 1
    assert tried > 40


def test_the_old_constructors():
    x = vjp.ones(2)
    assert vjp.Tensor(x).data_ptr() == x.data_ptr() and vjp.Tensor().shape == (0,) and vjp.Tensor(3, 2).shape == (3, 2)
    assert vjp.Tensor(vjp.Size([4])).shape == (4,) and vjp.Tensor((4,)).tolist() == [4.0]
    assert vjp.LongTensor(2, 2).dtype is vjp.int64 and repr(vjp.Size([2, 3])) == "vjp.Size([2, 3])"
    assert isinstance(x, vjp.Tensor) and not isinstance(3, vjp.FloatTensor) and type(vjp.Tensor(2)) is vjp.Tensor
    with pytest.raises(vjp.DtypeError, match="LongTensor: the tensor is vjp.float32"):
        vjp.LongTensor(x)
    with pytest.raises(TypeError, match="expected sizes"):
        vjp.Tensor([1], [2])


def test_to_in_all_its_forms():
    x = vjp.ones(2, requires_grad=True)
    assert x.to(vjp.float32, non_blocking=True) is x and x.to(x) is x
    copied = x.to(x.device, copy=True)
    assert copied is not x and copied.grad_fn is not None
    x.to(vjp.float64, copy=True).sum().backward()
    assert x.grad.tolist() == [1, 1]
    for wrong in (lambda: x.to(x, vjp.float64), lambda: x.to(3.5), lambda: x.to(copy=True, what=1)):
        with pytest.raises(TypeError, match="no form takes"):
            wrong()


def test_numpys_words_for_parameters():
    x = vjp.ones(2, 3)
    assert x.sum(axis=numpy.int64(1)).tolist() == [3, 3]  # by the Python function
    with pytest.raises(TypeError, match="sum: 'dim' is given twice"):
        x.sum(axis=1, dim=1)
    with pytest.raises(TypeError):
        vjp.zeros(2, pin_memory="no")
    with pytest.raises(TypeError):
        vjp.zeros(2, layout=vjp.sparse_coo)


def test_cycles_of_rates_say_what_is_wrong_and_move_the_momentum():
    schedules = vjp.optim.lr_scheduler
    plain = vjp.optim.Adagrad([vjp.nn.Parameter(vjp.ones(1))])
    for make, message in ((lambda: schedules.OneCycleLR(plain, 1.0), "total_steps"),
                          (lambda: schedules.OneCycleLR(plain, 1.0, 10), "cycle_momentum=False"),
                          (lambda: schedules.OneCycleLR(plain, 1.0, 0), "0 steps in all"),
                          (lambda: schedules.OneCycleLR(plain, 1.0, 5, pct_start=2), "pct_start is 2"),
                          (lambda: schedules.OneCycleLR(plain, 1.0, 5, anneal_strategy="fast"), "'fast'"),
                          (lambda: schedules.OneCycleLR(plain, [1.0, 2.0], 5), "max_lr has 2 values"),
                          (lambda: schedules.CyclicLR(plain, 0.1, 1.0), "cycle_momentum=False"),
                          (lambda: schedules.CyclicLR(plain, 0.1, 1.0, mode="square"), "'square'"),
                          (lambda: schedules.CyclicLR(plain, 0.1, 1.0, step_size_up=0), "step_size_up is 0"),
                          (lambda: schedules.MultiplicativeLR(plain, [abs, abs]), "lr_lambda has 2 values")):
        with pytest.raises(vjp.InvalidError, match=message):
            make()
    p = vjp.nn.Parameter(vjp.zeros(1))
    optimizer = vjp.optim.SGD([p], 0.1, momentum=0.9)
    schedule = schedules.OneCycleLR(optimizer, 1.0, 2, pct_start=1.0, base_momentum=0.0, max_momentum=0.0)
    for _ in range(2):  # without momentum each step is the rate times the gradient
        p.grad = vjp.ones(1)
        before, rate = p.item(), optimizer.param_groups[0]["lr"]
        optimizer.step()
        assert p.item() == pytest.approx(before - rate)
        schedule.step()
    with pytest.raises(vjp.InvalidError, match="step 3 of 2"):
        schedule.step()


def test_parameters_of_an_optimizer_by_name():
    model = vjp.nn.Linear(2, 1)
    for kind in (vjp.optim.SGD, vjp.optim.Adamax):
        optimizer = kind(model.named_parameters(), lr=0.5)
        assert optimizer.param_groups[0]["param_names"] == ["weight", "bias"]
        assert optimizer.param_groups[0]["params"][1] is model.bias
        optimizer.load_state_dict(optimizer.state_dict())
    with pytest.raises(TypeError, match="must be tensors, not tuple"):
        vjp.optim.SGD([("weight", model.weight), model.bias])


def test_assert_close():
    close = vjp.testing.assert_close
    x = vjp.tensor([[1.0, 2.0], [3.0, 4.0]])
    close(x, x + 1e-6)
    close({"a": [x, 1.0]}, {"a": (x, 1.0 + 1e-9)})
    close(numpy.ones(2), vjp.ones(2, dtype="float64"), check_device=False)
    close(vjp.tensor([vjp.nan]), vjp.tensor([vjp.nan]), equal_nan=True)
    close(x.double(), x, check_dtype=False)
    close(vjp.ones(2, dtype="int32"), vjp.ones(2, dtype="int32"))
    close(None, None)
    close(x.to_sparse_csr(), x.to_sparse_csr())
    with pytest.raises(AssertionError, match="'layout' do not match"):
        close(x.to_sparse_csr(), x)
    with pytest.raises(AssertionError) as error:
        close(x, vjp.tensor([[1.0, 2.5], [3.0, 0.0]]))
    assert str(error.value) == (
        "Tensor-likes are not close!\n\nMismatched elements: 2 / 4 (50.0%)\n"
        "Greatest absolute difference: 4.0 at index (1, 1) (up to 1e-05 allowed)\n"
        "Greatest relative difference: inf at index (1, 1) (up to 1.3e-06 allowed)")
    for actual, expected, options, message in (
            (x, x[0], {}, "'shape' do not match"), (x, x.double(), {}, "'dtype' do not match"),
            (x, x.T.contiguous().T, {"check_stride": True}, "'stride' do not match"),
            (vjp.tensor([vjp.nan]), vjp.tensor([vjp.nan]), {}, "not close"), (1.0, 1.1, {}, "Scalars are not close"),
            ([x], [x, x], {}, "1 != 2"), ({"a": x}, {"b": x}, {}, "only in actual"),
            (x, "x", {}, "cannot be compared"),
            ([1, {"b": x}], [1, {"b": x + 1}], {}, r"item \[1\]\['b'\]"), (x, x + 1, {"msg": "mine"}, "^mine$"),
            (x, x + 1, {"msg": lambda text: "so: " + text}, "^so: Tensor-likes"),
            (vjp.tensor([2]), vjp.tensor([3]), {}, "not equal"),
            (x, x + 0.5, {"rtol": 0, "atol": 0.25}, "0.25 allowed")):
        with pytest.raises(AssertionError, match=message):
            close(actual, expected, **options)
    with pytest.raises(vjp.InvalidError, match="both"):
        close(x, x, rtol=1e-3)
