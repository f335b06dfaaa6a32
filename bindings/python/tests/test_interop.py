"""numpy and DLPack, both ways and without copies; nested sequences; copies and pickles."""

import copy
import gc
import pickle
import weakref

import ml_dtypes
import numpy as np
import pytest

import vjp

pytestmark = pytest.mark.host

DTYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64",
          "complex128"]


@pytest.mark.parametrize("name", DTYPES)
def test_round_trip(name):
    array = np.array([[0, 1, 1], [1, 0, 1]]).astype(name)
    for x in (vjp.tensor(array), vjp.from_numpy(array), vjp.from_dlpack(array), vjp.as_tensor(array)):
        assert x.dtype is getattr(vjp, name) and x.shape == (2, 3)
        np.testing.assert_array_equal(x.numpy(), array)
        np.testing.assert_array_equal(np.asarray(x), array)
        np.testing.assert_array_equal(np.from_dlpack(x), array)
        assert x.tolist() == array.tolist()
        assert x.tobytes() == array.tobytes()


def test_from_numpy_shares_memory():
    array = np.zeros((3, 4), np.float32)
    x = vjp.from_numpy(array)
    array[1, 2] = 5
    assert x[1, 2].item() == 5
    x[0, 0] = 7
    assert array[0, 0] == 7
    assert x.data_ptr() == array.ctypes.data
    part = vjp.from_numpy(array[1:, ::2])
    assert part.stride() == (4, 2) and part[0, 1].item() == 5
    copied = vjp.tensor(array)
    array[0, 0] = 0
    assert copied[0, 0].item() == 7


def test_numpy_shares_memory_and_keeps_it_alive():
    x = vjp.zeros(4)
    array = x[1:].numpy()
    array[0] = 3
    assert x.tolist() == [0, 3, 0, 0]
    x[2] = 9
    assert array.tolist() == [3, 9, 0]
    del x
    gc.collect()
    assert array.tolist() == [3, 9, 0]
    assert vjp.zeros(2, 3).T.numpy().strides == (4, 12)


def test_the_array_lives_as_long_as_the_tensor():
    class Array(np.ndarray):
        pass

    array = np.zeros(3, np.float32).view(Array)
    alive = weakref.ref(array)
    x = vjp.from_numpy(array)
    y = x[1:]
    del array, x
    gc.collect()
    assert alive() is not None
    del y
    gc.collect()
    assert alive() is None


def test_arrays_that_cannot_be_shared():
    array = np.arange(6, dtype=np.float32)
    with pytest.raises(ValueError):
        vjp.from_numpy(array[::-1])
    assert vjp.tensor(array[::-1]).tolist() == [5, 4, 3, 2, 1, 0]
    assert vjp.as_tensor(array[::-1]).tolist() == [5, 4, 3, 2, 1, 0]
    array.setflags(write=False)
    with pytest.raises(ValueError, match="read-only"):
        vjp.from_numpy(array)
    assert vjp.tensor(array).tolist() == array.tolist()
    with pytest.raises(TypeError):
        vjp.from_numpy(np.array(["a"]))
    with pytest.raises(TypeError):
        vjp.from_numpy(array.astype(">f4"))
    with pytest.raises(TypeError):
        vjp.from_numpy([1, 2])


def test_bfloat16_through_ml_dtypes():
    array = np.array([1.5, -2.0, 3.25], ml_dtypes.bfloat16)
    x = vjp.from_numpy(array)
    assert x.dtype is vjp.bfloat16 and x.tolist() == [1.5, -2.0, 3.25]
    back = x.numpy()
    assert back.dtype == ml_dtypes.bfloat16 and back.tolist() == array.tolist()
    assert vjp.tensor(array).float().tolist() == [1.5, -2.0, 3.25]


def test_empty_and_zero_dimensional():
    for shape in ((), (0,), (2, 0, 3)):
        array = np.ones(shape, np.float32)
        assert vjp.from_numpy(array).shape == vjp.from_dlpack(array).shape == shape
        assert vjp.tensor(array).numpy().shape == np.from_dlpack(vjp.tensor(array)).shape == shape
        assert vjp.tensor(array).tolist() == array.tolist()


def test_dlpack_without_a_copy_both_ways_and_both_versions():
    x = vjp.zeros(2, 3)
    for array in (np.from_dlpack(x), np.from_dlpack(_Old(x))):
        assert array.ctypes.data == x.data_ptr()
    array = np.ones((2, 3), np.float32)
    for y in (vjp.from_dlpack(array), vjp.from_dlpack(_Old(array)), vjp.from_dlpack(array.__dlpack__())):
        assert y.data_ptr() == array.ctypes.data
    assert x.__dlpack_device__() == (1, 0)
    assert vjp.from_dlpack(x).data_ptr() == x.data_ptr()
    assert np.from_dlpack(x, copy=True).ctypes.data != x.data_ptr()


class _Old:
    """An object from before DLPack had versions."""

    def __init__(self, value):
        self.value = value

    def __dlpack__(self, *, stream=None):
        return self.value.__dlpack__()

    def __dlpack_device__(self):
        return (1, 0)


def test_dlpack_keeps_memory_alive_and_unused_capsules_free_it():
    before = vjp.memory_allocated()
    array = np.from_dlpack(vjp.ones(1000))
    gc.collect()
    assert array.sum() == 1000 and vjp.memory_allocated() > before
    del array
    for version in (None, (1, 0)):
        capsule = vjp.ones(1000).__dlpack__(max_version=version)
        assert vjp.memory_allocated() > before
        del capsule
        gc.collect()
        assert vjp.memory_allocated() == before


def test_dlpack_refusals():
    with pytest.raises(BufferError):
        vjp.ones(2, requires_grad=True).__dlpack__()
    with pytest.raises(BufferError):
        vjp.ones(2).__dlpack__(dl_device=(2, 0))
    with pytest.raises(TypeError):
        vjp.from_dlpack([1])


def test_numpy_of_a_tensor_that_requires_grad():
    x = vjp.ones(2, requires_grad=True)
    with pytest.raises(vjp.Error, match="detach"):
        x.numpy()
    with pytest.raises(vjp.Error, match="detach"):
        np.asarray(x)
    assert x.detach().numpy().tolist() == x.numpy(force=True).tolist() == [1, 1]


def test_asarray_converts():
    x = vjp.tensor([1, 2])
    assert np.asarray(x, dtype=np.float32).dtype == np.float32
    assert np.array(x).ctypes.data != x.data_ptr()
    assert np.asarray(x).ctypes.data == x.data_ptr()
    np.testing.assert_allclose(np.sin(vjp.tensor([1.0])), np.sin([1.0]), rtol=1e-6)


@pytest.mark.parametrize("data, dtype, shape", [
    (3, "int64", ()), (3.5, "float32", ()), (True, "bool", ()), (1j, "complex64", ()), ([1, 2], "int64", (2,)),
    ([1, 2.5], "float32", (2,)), ([[True], [False]], "bool", (2, 1)), ([1, 2j], "complex64", (2,)),
    ([], "float32", (0,)), ([[], []], "float32", (2, 0)), (range(3), "int64", (3,)), ((1.0, (2)), "float32", (2,)),
    (np.float64(2), "float64", ()), ([np.float32(1), 2], "float32", (2,)),
    ([np.array([1.0, 2.0])], "float32", (1, 2))])
def test_tensor_from_sequences(data, dtype, shape):
    x = vjp.tensor(data)
    assert x.dtype.name == dtype and x.shape == shape
    np.testing.assert_allclose(x.numpy(), np.array(data))


def test_tensor_arguments():
    assert vjp.tensor([1, 2], dtype=vjp.float64).dtype is vjp.float64
    assert vjp.tensor([1.7], dtype="int32").tolist() == [1]
    assert vjp.tensor([0.5], dtype=np.float16).dtype is vjp.float16
    assert vjp.tensor([1], dtype=float).dtype is vjp.float64
    assert vjp.tensor([vjp.tensor(1.0), vjp.tensor(2.0)]).tolist() == [1, 2]
    assert vjp.tensor([1.0], requires_grad=True).requires_grad
    x = vjp.tensor([1.0])
    y = vjp.tensor(x)
    y[0] = 5
    assert x.item() == 1 and vjp.as_tensor(x) is x
    for wrong in ([[1, 2], [3]], [1, [2]], [[1], 2]):
        with pytest.raises(vjp.ShapeError):
            vjp.tensor(wrong)
    for wrong in ("text", object(), ["a"], None):
        with pytest.raises(TypeError):
            vjp.tensor(wrong)
    with pytest.raises(TypeError, match="no dtype"):
        vjp.tensor([1], dtype="float8")


def test_copies_and_pickles():
    x = vjp.tensor([[1.0, 2.0]], requires_grad=True)
    x.sum().backward()
    deep = copy.deepcopy(x)
    assert deep.tolist() == x.tolist() and deep.requires_grad and deep.grad.tolist() == [[1, 1]]
    assert deep.data_ptr() != x.data_ptr() and copy.copy(x).data_ptr() == x.data_ptr()
    again = pickle.loads(pickle.dumps(x))
    assert again.tolist() == x.tolist() and again.requires_grad and again.dtype is x.dtype
    assert pickle.loads(pickle.dumps(vjp.float32)) is vjp.float32
    with pytest.raises(vjp.StateError):
        copy.deepcopy(x * 2)


def test_a_number_of_numpys_has_no_memory_to_share():
    assert [vjp.as_tensor(x).item() for x in (np.int16(3), np.float64(4.5), np.bool_(True))] == [3, 4.5, True]
    x = vjp.as_tensor(np.int64(3))
    x += 1
    assert [x.item(), *[vjp.as_tensor(np.int64(i)).item() for i in range(5)], x.item()] == [4, 0, 1, 2, 3, 4, 4]
    with pytest.raises(TypeError, match="from_numpy: expected a numpy array, not int64"):
        vjp.from_numpy(np.int64(3))
