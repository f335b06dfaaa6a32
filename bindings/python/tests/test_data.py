"""Data sets, samplers, batches, and workers: their order, errors, ends, and what they do after a fork."""

import collections
import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import vjp
from vjp.data import (
    BatchSampler,
    ConcatDataset,
    DataLoader,
    Dataset,
    IterableDataset,
    RandomSampler,
    Subset,
    SubsetRandomSampler,
    TensorDataset,
    WeightedRandomSampler,
    default_collate,
    get_worker_info,
    random_split,
)


class Squares(Dataset):
    """Makes its samples by operators, on whatever process asks."""

    def __init__(self, size=10):
        self.size = size

    def __len__(self):
        return self.size

    def __getitem__(self, i):
        return vjp.tensor([float(i)], device="cpu") ** 2, i


class Stream(IterableDataset):
    def __init__(self, size):
        self.size = size

    def __iter__(self):
        info = get_worker_info()
        first, step = (info.id, info.num_workers) if info else (0, 1)
        return iter(range(first, self.size, step))


# ---- data sets, samplers ----

def test_data_sets():
    rows = TensorDataset(vjp.arange(6).view(3, 2), vjp.arange(3))
    assert len(rows) == 3 and [part.tolist() for part in rows[1]] == [[2, 3], 1]
    both = ConcatDataset([range(3), range(10, 12)])
    assert [both[i] for i in range(len(both))] == [0, 1, 2, 10, 11] and both[-1] == 11
    assert list(Subset(range(10), [7, 1])) == [7, 1] and len(Squares(3) + Squares(2)) == 5
    with pytest.raises(IndexError, match="no sample 5 among 5"):
        both[5]
    with pytest.raises(vjp.ShapeError, match="as many rows are wanted, got 3, 2"):
        TensorDataset(vjp.ones(3), vjp.ones(2))
    with pytest.raises(NotImplementedError, match="Dataset has no __getitem__"):
        Dataset()[0]


def test_random_split():
    parts = random_split(range(11), [0.5, 0.5], vjp.Generator(1))
    assert [len(part) for part in parts] == [6, 5] and sorted([*parts[0], *parts[1]]) == list(range(11))
    assert list(random_split(range(11), [6, 5], vjp.Generator(1))[0]) == list(parts[0]) != list(range(6))
    for lengths in ([5, 5], [0.5, 0.6], [12, -1]):
        with pytest.raises(vjp.InvalidError, match="random_split: lengths are"):
            random_split(range(11), lengths)


def test_samplers():
    generator = vjp.Generator(3)
    state, sampler = generator.get_state(), RandomSampler(range(20), generator=generator)
    first, second = list(sampler), list(sampler)
    assert sorted(first) == sorted(second) == list(range(20)) and first != second
    generator.set_state(state)
    assert list(sampler) == first
    assert len(list(RandomSampler(range(3), num_samples=7))) == 7
    drawn = list(RandomSampler(range(3), replacement=True, num_samples=300))
    assert set(drawn) == {0, 1, 2} and len(drawn) == 300
    assert sorted(SubsetRandomSampler([4, 2, 9])) == [2, 4, 9]
    heavy = collections.Counter(WeightedRandomSampler([1.0, 0.0, 3.0], 2000, generator=vjp.Generator(1)))
    assert heavy[1] == 0 and heavy[2] / heavy[0] == pytest.approx(3, rel=0.2)
    assert sorted(WeightedRandomSampler([1.0, 2.0, 3.0], 3, replacement=False)) == [0, 1, 2]
    assert list(BatchSampler(range(5), 2, False)) == [[0, 1], [2, 3], [4]] and len(BatchSampler(range(5), 2, True)) == 2
    with pytest.raises(vjp.InvalidError, match="batch_size is 0, expected a positive integer"):
        BatchSampler(range(5), 0, False)


def test_batches_of_anything():
    Point = collections.namedtuple("Point", "x y")
    batch = default_collate([{"a": (1, 2.5), "b": "one", "p": Point(vjp.ones(2), True)},
                             {"a": (3, 4.5), "b": "two", "p": Point(vjp.zeros(2), False)}])
    assert batch["a"][0].tolist() == [1, 3] and batch["a"][1].dtype is vjp.float64 and batch["b"] == ["one", "two"]
    assert isinstance(batch["p"], Point) and batch["p"].x.shape == (2, 2) and batch["p"].y.dtype is vjp.bool
    numpy = pytest.importorskip("numpy")
    assert default_collate([numpy.ones(3, "float32"), numpy.zeros(3, "float32")]).shape == (2, 3)
    assert default_collate([numpy.int16(3), numpy.int16(4)]).tolist() == [3, 4]
    with pytest.raises(TypeError, match="are wanted, not object; a collate_fn"):
        default_collate([object()])
    with pytest.raises(ValueError, match="samples of as many members are wanted, got 1, 2"):
        default_collate([[1], [1, 2]])


# ---- loaders ----

@pytest.mark.parametrize("num_workers", [0, 2])
def test_batches_come_in_order(num_workers):
    loader = DataLoader(Squares(), batch_size=4, num_workers=num_workers)
    batches = list(loader)
    assert [i.tolist() for _, i in batches] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]] and len(loader) == 3
    assert batches[1][0].tolist() == [[16.0], [25.0], [36.0], [49.0]]
    assert [len(i) for _, i in DataLoader(Squares(), 4, drop_last=True, num_workers=num_workers)] == [4, 4]
    assert [i for _, i in DataLoader(Squares(3), None, num_workers=num_workers)] == [0, 1, 2]
    own = DataLoader(Squares(), batch_sampler=[[1, 2], [9]], num_workers=num_workers)
    assert [i.tolist() for _, i in own] == [[1, 2], [9]] and len(own) == 2
    made = DataLoader(Squares(4), 2, collate_fn=lambda samples: [i for _, i in samples], num_workers=num_workers)
    assert list(made) == [[0, 1], [2, 3]]
    assert list(DataLoader(Squares(0), 4, num_workers=num_workers)) == []


def test_a_shuffle_is_its_generators():
    def orders(num_workers, generator):
        loader = DataLoader(Squares(), 3, shuffle=True, generator=generator, num_workers=num_workers)
        return [[i.tolist() for _, i in loader] for _ in range(2)]

    generator = vjp.Generator(5)
    state = generator.get_state()
    first = orders(0, generator)
    assert first[0] != first[1] and sorted(sum(first[0], [])) == list(range(10))
    for num_workers in (0, 1, 2):
        generator.set_state(state)
        assert orders(num_workers, generator) == first


def test_the_default_generator_shuffles_too():
    found = []
    for _ in range(2):
        vjp.manual_seed(7)
        found.append([i.tolist() for _, i in DataLoader(Squares(), 3, shuffle=True)])
    assert found[0] == found[1]


@pytest.mark.parametrize("num_workers", [0, 1, 3])
def test_streams(num_workers):
    batches = [batch.tolist() for batch in DataLoader(Stream(10), 2, num_workers=num_workers)]
    assert sorted(sum(batches, [])) == list(range(10))
    if num_workers < 2:
        assert batches == [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]]
    whole = [batch.tolist() for batch in DataLoader(Stream(10), 4, drop_last=True, num_workers=num_workers)]
    assert all(len(batch) == 4 for batch in whole)
    assert sorted(DataLoader(Stream(5), None, num_workers=num_workers)) == [0, 1, 2, 3, 4]


# ---- workers ----

class Telling(Dataset):
    """Says where its samples are made."""

    def __len__(self):
        return 8

    def __getitem__(self, i):
        import random

        info = get_worker_info()
        return os.getpid(), info.id, info.num_workers, vjp.get_num_threads(), random.random(), vjp.rand(1).item()


def test_what_a_worker_is():
    begun = []
    vjp.manual_seed(1)
    told = list(DataLoader(Telling(), None, num_workers=2, worker_init_fn=begun.append))
    assert get_worker_info() is None and begun == []
    assert [row[1] for row in told] == [0, 1] * 4 and {row[2:4] for row in told} == {(2, 1)}
    assert len({row[0] for row in told} | {os.getpid()}) == 3
    assert len({row[4] for row in told}) == len({row[5] for row in told}) == 8  # no two draw the same numbers
    vjp.manual_seed(1)
    again = list(DataLoader(Telling(), None, num_workers=2))
    assert [row[4:] for row in again] == [row[4:] for row in told]
    for row in told:
        assert not alive(row[0])


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def gone(pids):
    """Whether the processes end within a while."""
    for _ in range(1000):
        if not any(alive(pid) for pid in pids):
            return True
        time.sleep(0.01)
    return False


class Failing(Squares):
    def __getitem__(self, i):
        if i == 5:
            self.trip(i)
        return i

    def trip(self, i):
        raise KeyError(f"no sample {i}")


def test_an_error_of_a_worker_keeps_its_traceback():
    with pytest.raises(KeyError, match="no sample 5") as info:
        list(DataLoader(Failing(), 2, num_workers=2))
    note, = info.value.__notes__
    assert "Worker 0 of the DataLoader:" in note and "in trip" in note and "raise KeyError" in note

    class Odd(Exception):  # nothing that another process could make
        def __init__(self, a, b):
            super().__init__(a)

    class Strange(Squares):
        def __getitem__(self, i):
            raise Odd(1, 2)

    with pytest.raises(RuntimeError, match="in a worker of a DataLoader") as info:
        list(DataLoader(Strange(), num_workers=1))
    assert "Odd: 1" in info.value.__notes__[0]

    def refuse(number):
        raise OSError(f"worker {number} has no file")

    with pytest.raises(OSError, match="worker 0 has no file"):
        list(DataLoader(Squares(), num_workers=2, worker_init_fn=refuse))
    with pytest.raises(ValueError, match="bad order"):
        list(DataLoader(Squares(), sampler=bad_order(), num_workers=2))


def bad_order():
    yield 1
    raise ValueError("bad order")


def test_a_worker_that_ends_by_itself():
    class Deadly(Squares):
        def __getitem__(self, i):
            os.kill(os.getpid(), signal.SIGKILL) if i == 3 else None
            return i

    with pytest.raises(RuntimeError, match=r"worker 1 \(process \d+\) ended by itself, by signal SIGKILL"):
        list(DataLoader(Deadly(), num_workers=2))

    class Leaving(Squares):
        def __getitem__(self, i):
            os._exit(3)

    with pytest.raises(RuntimeError, match="ended by itself, with status 3"):
        list(DataLoader(Leaving(), num_workers=1))


@pytest.mark.host
def test_timeouts():
    class Slow(Squares):
        def __getitem__(self, i):
            time.sleep(0 if i == 0 else 2)
            return i

    with pytest.raises(RuntimeError, match="worker 1 gave no batch within timeout=0.2 seconds"):
        list(DataLoader(Slow(2), num_workers=2, timeout=0.2))


class Pids(Squares):
    def __getitem__(self, i):
        return os.getpid()


@pytest.mark.parametrize("persistent", [False, True])
def test_an_epoch_that_is_left_early(persistent):
    loader = DataLoader(Pids(1000), None, num_workers=2, persistent_workers=persistent)
    epoch = iter(loader)
    pids = {next(epoch), next(epoch)}
    epoch.close()
    assert gone(pids) is not persistent if not persistent else all(map(alive, pids))
    assert (set(loader) == pids) is persistent
    del loader, epoch
    assert gone(pids)


def test_persistent_workers_forget_what_was_left():
    loader = DataLoader(Squares(), None, num_workers=2, persistent_workers=True, prefetch_factor=3)
    for _ in loader:
        break
    assert [i for _, i in loader] == list(range(10)) == [i for _, i in loader]
    outer, inner = iter(loader), iter(loader)  # side by side
    assert [(a[1], b[1]) for a, b in zip(outer, inner)] == [(i, i) for i in range(10)]


def test_large_requests_and_answers_do_not_block():
    """More than the pipes hold, both ways."""
    rows = vjp.arange(400_000, device="cpu")
    loader = DataLoader(range(100_000), batch_sampler=[list(range(100_000))] * 6, num_workers=1,
                        collate_fn=lambda samples: rows)
    assert [len(batch) for batch in loader] == [400_000] * 6


def test_workers_of_a_process_that_has_computed():
    """The library's threads are made anew in a forked process, and backward works there."""
    big = vjp.randn(400, 400, device="cpu")
    want = (big @ big).sum().item()
    x = big.clone().requires_grad_()
    (x @ x).sum().backward()

    class Computing(Squares):
        def __getitem__(self, i):
            y = big.clone().requires_grad_()
            (y @ y).sum().backward()
            return (big @ big).sum().item(), y.grad.equal(x.grad)

    vjp.set_num_threads(2)
    assert [(a == pytest.approx(want, rel=1e-4), b) for a, b in DataLoader(Computing(2), None, num_workers=2)] == [
        (True, True)] * 2


@pytest.mark.host
def test_spawned_workers():
    loader = DataLoader(Squares(), 5, num_workers=1, multiprocessing_context="spawn")
    assert [i.tolist() for _, i in loader] == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]


def test_an_interrupt_is_the_loaders():
    epoch = iter(DataLoader(Pids(200), None, num_workers=1))
    pid = next(epoch)
    for other in epoch:
        os.kill(pid, signal.SIGINT)
        assert other == pid


PROGRAM = """
    import os, signal, sys, time
    import vjp
    from vjp.data import DataLoader

    class Numbers:
        def __len__(self):
            return 10**6
        def __getitem__(self, i):
            time.sleep(0.01)
            return os.getpid()

    if __name__ == "__main__":
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background has none
        epoch = iter(DataLoader(Numbers(), None, num_workers=2))
        print(next(epoch), next(epoch), flush=True)
        for _ in epoch:
            pass
"""


@pytest.mark.host
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_workers_go_with_their_process(number, tmp_path):
    (tmp_path / "program.py").write_text(textwrap.dedent(PROGRAM))
    program = subprocess.Popen([sys.executable, "program.py"], cwd=tmp_path, text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    pids = [int(word) for word in program.stdout.readline().split()]
    if number == signal.SIGINT:  # as a terminal sends it, to the workers as well
        os.killpg(program.pid, number)
    else:
        program.send_signal(number)
    _, said = program.communicate()
    assert len(pids) == 2 and gone(pids)
    if number == signal.SIGINT:  # one traceback: that of the loop
        assert said.count("Traceback") == 1 and said.rstrip().endswith("KeyboardInterrupt")
    else:
        assert said == ""


@pytest.mark.parametrize("options, said", [
    (dict(batch_size=0), "batch_size is 0"),
    (dict(shuffle=True, sampler=[1]), "give either sampler or shuffle"),
    (dict(batch_sampler=[[1]], shuffle=True), "batch_sampler excludes"),
    (dict(batch_size=None, drop_last=True), "drop_last needs a batch_size"),
    (dict(num_workers=-1), "num_workers is -1, expected 0 or more"),
    (dict(timeout=-1), "timeout is -1"),
    (dict(prefetch_factor=2), "prefetch_factor is 2, expected 1 or more, and num_workers with it"),
    (dict(persistent_workers=True), "persistent_workers needs num_workers"),
])
def test_mistakes_are_named(options, said):
    with pytest.raises(vjp.InvalidError, match=said):
        DataLoader(Squares(), **options)
    if "shuffle" in options:
        with pytest.raises(vjp.InvalidError, match="an IterableDataset has its own order"):
            DataLoader(Stream(3), **options)
