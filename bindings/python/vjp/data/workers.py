"""Processes that make batches: what runs in one, and the crew of them.

A worker gets requests through one pipe and answers through another. It reads requests on a thread of its own, so that
the loader never waits for a pipe that is full; and it ends when it is told to, or when the loader's process is gone.
"""

from __future__ import annotations

import os
import pickle
import queue
import random
import signal
import sys
import threading
import time
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from .. import manual_seed, set_default_device, set_num_threads

_PATIENCE = 5.0  # seconds that a worker has to finish what it does when it is told to end


class WorkerInfo(NamedTuple):
    """What a worker is told of itself."""

    id: int
    num_workers: int
    seed: int
    dataset: Any


_info: WorkerInfo | None = None


def get_worker_info() -> WorkerInfo | None:
    """In a worker of a DataLoader its id, num_workers, seed and dataset; None elsewhere."""
    return _info


class Job(NamedTuple):
    """What all workers of a loader do."""

    dataset: Any
    fetcher: Callable[[Any], Callable[[Any], Any]]  # of a data set: what makes a batch of a request
    init: Callable[[int], None] | None


class End:
    """The answer of a worker whose iterable data set has come to its end."""


class Failure(NamedTuple):
    """The answer of a worker in which something was raised."""

    pickled: bytes | None
    said: str

    def reraise(self, worker: int) -> None:
        """The exception that it was, with the worker's traceback in its notes."""
        error: BaseException
        try:
            error = pickle.loads(self.pickled) if self.pickled else RuntimeError("in a worker of a DataLoader")
        except Exception:  # its class cannot be made from its arguments
            error = RuntimeError("in a worker of a DataLoader")
        error.add_note(f"\nWorker {worker} of the DataLoader:\n{self.said}")
        raise error

    @classmethod
    def of(cls, error: BaseException) -> Failure:
        said = "".join(traceback.format_exception(error))
        try:
            return cls(pickle.dumps(error), said)
        except Exception:
            return cls(None, said)


# ---- in the worker ----

_GONE = object()


def _listen(requests: Connection, inbox: queue.SimpleQueue[Any], parent: int) -> None:
    while True:
        try:
            message = requests.recv() if requests in wait([requests, parent]) else _GONE
        except (EOFError, OSError):
            message = _GONE
        if message is _GONE:
            os._exit(1)  # nobody is there for whom something could be finished
        inbox.put(message)
        if message is None:
            return


def _prepare(number: int, count: int, seed: int, job: Job) -> None:
    global _info
    _info = WorkerInfo(number, count, seed + number, job.dataset)
    manual_seed((seed + number) % 2**64)
    random.seed(seed + number)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed((seed + number) % 2**32)
    if job.init is not None:
        job.init(number)


def serve(number: int, count: int, requests: Connection, results: Connection, job: Job) -> None:
    """Answers requests until None comes: (epoch, seed) begins an epoch, (epoch, request, ...) asks for a batch."""
    import multiprocessing

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the loader's process ends the workers
    set_default_device("cpu")  # a process that was forked uses no other
    set_num_threads(1)
    parent = multiprocessing.parent_process()
    assert parent is not None
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, inbox, parent.sentinel), daemon=True).start()
    fetch: Callable[[Any], Any] | None = None
    failure: Failure | None = None
    while (message := inbox.get()) is not None:
        epoch, kind, content = message
        if kind == "begin":
            try:
                failure = None
                _prepare(number, count, content, job)
                fetch = job.fetcher(job.dataset)
            except BaseException as error:
                failure = Failure.of(error)
            continue
        try:
            assert fetch is not None or failure
            answer = failure or fetch(content)  # type: ignore[misc]
            packed = pickle.dumps((epoch, answer), pickle.HIGHEST_PROTOCOL)
        except BaseException as error:
            packed = pickle.dumps((epoch, Failure.of(error)))
        results.send_bytes(packed)


# ---- in the loader's process ----

class Worker:
    """One process, and the two pipes to it."""

    def __init__(self, number: int, count: int, context: Any, job: Job) -> None:
        self.number = number
        theirs, self.requests = context.Pipe(duplex=False)
        self.results, answers = context.Pipe(duplex=False)
        self.process = context.Process(target=serve, args=(number, count, theirs, answers, job), daemon=True)
        with warnings.catch_warnings():
            # Python warns of a fork beside threads. Those of the library are made anew in the child.
            warnings.filterwarnings("ignore", ".*multi-threaded", DeprecationWarning)
            self.process.start()
        theirs.close()
        answers.close()

    def tell(self, message: Any) -> None:
        """Sends a request."""
        try:
            self.requests.send(message)
        except OSError:
            pass  # it has ended, which whoever waits for its answer will see

    def answer(self, epoch: int, timeout: float) -> Any:
        """The next answer of this epoch; what an epoch before it was left with is thrown away."""
        while True:
            ready = wait([self.results, self.process.sentinel], timeout or None)
            if not ready:
                raise RuntimeError(f"DataLoader: worker {self.number} gave no batch within timeout={timeout} seconds")
            try:
                if self.results not in ready and not self.results.poll(0):
                    raise EOFError
                given, content = pickle.loads(self.results.recv_bytes())
            except (EOFError, ConnectionError):
                self.process.join()
                raise RuntimeError(f"DataLoader: worker {self.number} (process {self.process.pid}) ended by itself, "
                                   f"{_end_of(self.process.exitcode)}") from None
            if given == epoch:
                return content

    def leave(self, deadline: float) -> None:
        """Waits for the end, and brings it about at the deadline."""
        while self.process.is_alive():
            left = deadline - time.monotonic()
            if left <= 0:
                self.process.terminate()
                break
            if self.results in wait([self.results, self.process.sentinel], left):
                try:
                    self.results.recv_bytes()
                except (EOFError, OSError):
                    self.process.join(max(0.0, deadline - time.monotonic()))
        self.process.join()
        self.requests.close()
        self.results.close()


def _end_of(code: int | None) -> str:
    return f"by signal {signal.Signals(-code).name}" if code and code < 0 else f"with status {code}"


class Crew:
    """The workers of a loader, for one epoch or for many."""

    def __init__(self, count: int, context: Any, job: Job) -> None:
        self._epoch, self.workers = 0, list[Worker]()
        try:
            for number in range(count):
                self.workers.append(Worker(number, count, context, job))
        except BaseException:
            self.end()
            raise

    def batches(self, seed: int, requests: Iterator[Any], ahead: int, timeout: float) -> Iterator[Any]:
        """The answers to the requests, in their order; `ahead` are made by each worker before they are wanted."""
        self._epoch += 1
        epoch = self._epoch
        for worker in self.workers:
            worker.tell((epoch, "begin", seed))
        free, asked = deque(self.workers), deque[Worker]()

        def ask() -> None:
            if not free:
                return
            for request in requests:
                free[0].tell((epoch, "batch", request))
                asked.append(free[0])
                free.rotate(-1)
                return

        for _ in range(ahead * len(self.workers)):
            ask()
        while asked:
            worker = asked.popleft()
            answer = worker.answer(epoch, timeout)
            if isinstance(answer, Failure):
                answer.reraise(worker.number)
            if answer is End:
                if worker in free:
                    free.remove(worker)
                continue
            ask()
            yield answer

    def end(self) -> None:
        """Ends all workers: after what they are doing, or by force if that takes long."""
        for worker in self.workers:
            worker.tell(None)
        deadline = time.monotonic() + _PATIENCE
        for worker in self.workers:
            worker.leave(deadline)
        self.workers = []
