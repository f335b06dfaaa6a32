"""Streams, events, current devices and default devices, on the simulator."""

import threading

import pytest

import vjp

pytestmark = pytest.mark.host

SIM = "sim:0"


@pytest.fixture(autouse=True)
def nothing_is_left_current():
    before = vjp.current_stream("sim:0"), vjp.current_stream("sim:1"), vjp.get_default_device()
    yield
    assert (vjp.current_stream("sim:0"), vjp.current_stream("sim:1"), vjp.get_default_device()) == before


def test_streams_are_equal_if_they_are_the_same():  # ST-3, SC-1
    a, b = vjp.Stream(SIM, name="a"), vjp.Stream(SIM)
    assert a != b and a == a and a.name == "a" and a.device == SIM and not a.is_default
    assert len({a.stream_id, b.stream_id, vjp.default_stream(SIM).stream_id}) == 3
    assert vjp.default_stream(SIM) == vjp.default_stream(SIM) and vjp.default_stream(SIM).is_default
    with vjp.sim.native_stream(SIM) as handle:
        first, second = vjp.Stream.from_handle(SIM, handle), vjp.Stream.from_handle(SIM, handle, name="theirs")
        assert first == second and hash(first) == hash(second) and first.name == "theirs"
        assert first.native_handle == handle and first != a and first != "theirs"
        del first, second
    assert vjp.Stream.from_handle(SIM, a.native_handle) == a
    a.name = None
    assert a.name == f"sim:0 stream {a.stream_id}" and repr(a) == f"<vjp.Stream {a.name!r} on sim:0>"


def test_what_cannot_be_had_says_so():
    with pytest.raises(vjp.DeviceError, match="the CPU"):
        vjp.Stream("cpu")
    with pytest.raises(vjp.DeviceError, match="no device was given"):
        vjp.Stream()
    with pytest.raises(vjp.DeviceError, match="no device was given"):
        vjp.Event().record()
    with pytest.raises(TypeError, match="a stream is wanted"):
        vjp.Stream(SIM).wait_stream("sim:0")
    with pytest.raises(TypeError, match="a stream is wanted"):
        vjp.stream(3)
    least, greatest = vjp.Stream.priority_range(SIM)
    assert greatest <= 0 <= least and vjp.Stream(SIM, greatest).device == SIM


def test_scopes_restore_both_device_and_stream():  # ST-2, SC-2
    s1, s2, s0 = vjp.Stream("sim:1"), vjp.Stream("sim:0"), vjp.Stream("sim:0")
    outer = vjp.Stream("sim:1")

    def current():
        return vjp.current_device("sim"), vjp.current_stream("sim:0"), vjp.current_stream("sim:1")

    with outer:
        start = current()
        with s1 as entered:
            assert entered is s1 and current() == ("sim:1", vjp.default_stream("sim:0"), s1)
            with vjp.stream(s2):
                assert current() == ("sim:0", s2, s1)
                with s0, vjp.stream(None):
                    assert current() == ("sim:0", s0, s1)
                assert current() == ("sim:0", s2, s1)
            assert current() == ("sim:1", vjp.default_stream("sim:0"), s1)
        assert current() == start == ("sim:1", vjp.default_stream("sim:0"), outer)
    vjp.set_stream(s2)
    assert current()[:2] == ("sim:0", s2)
    vjp.set_stream(vjp.default_stream("sim:0"))


def test_a_stream_may_be_entered_by_several_threads():  # ST-1, SC-1
    s, seen, barrier = vjp.Stream(SIM), [], threading.Barrier(2)

    def run(delay):
        seen.append(vjp.current_stream(SIM).is_default)
        with s:
            barrier.wait()
            seen.append(vjp.current_stream(SIM) == s)
            barrier.wait()
            with s:  # the other thread leaves while this one is inside
                if delay:
                    barrier.wait()
        if not delay:
            barrier.wait()
        seen.append(vjp.current_stream(SIM).is_default)

    with s:
        threads = [threading.Thread(target=run, args=(i,)) for i in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert vjp.current_stream(SIM) == s
    assert seen == [True] * 6


def test_regions_end_in_order_on_their_thread():
    a, b = vjp.Stream(SIM), vjp.device(SIM)
    a.__enter__()
    b.__enter__()
    with pytest.raises(vjp.StateError, match="reverse order"):
        a.__exit__(None, None, None)
    with pytest.raises(vjp.StateError, match="not entered here"):
        vjp.Stream(SIM).__exit__(None, None, None)
    b.__exit__(None, None, None)
    a.__exit__(None, None, None)


def test_events():  # ST-5, SC-3, SC-7
    a, b = vjp.Stream("sim:0"), vjp.Stream("sim:1")
    with vjp.sim.mode("lazy"):
        fresh = vjp.Event()
        assert fresh.query() and fresh.device is None
        fresh.wait(a)
        fresh.synchronize()
        vjp.sim.sleep(50_000_000, a)
        event = a.record_event()
        assert event.device == "sim:0" and not event.query()
        b.wait_event(event)
        vjp.sim.sleep(1, b)
        b.synchronize()
        assert event.query() and a.query() and b.query()
        for _ in range(9):  # a query may let one command run
            vjp.sim.sleep(1, a)
        assert a.record_event(event) is event and not event.query() and not a.query()  # recorded again, it is elsewhere
        event.synchronize()
        assert event.query()


def test_events_measure_virtual_time():  # ST-6, SC-8
    s = vjp.Stream(SIM)
    start, end = vjp.Event(enable_timing=True), vjp.Event(True, device=SIM)
    start.record(s)
    with s:
        vjp.sim.sleep(20_000_000)
        vjp.sim.sleep(30_000_000, s)
        end.record()
    end.synchronize()
    assert abs(start.elapsed_time(end) - 50.0) < 0.1
    other = vjp.Event(True)
    with pytest.raises(vjp.StateError, match="never recorded"):
        start.elapsed_time(other)
    other.record(vjp.default_stream("sim:1"))
    vjp.synchronize("sim:1")
    with pytest.raises(vjp.Error):
        start.elapsed_time(other)
    plain = s.record_event()
    s.synchronize()
    with pytest.raises(vjp.StateError):
        start.elapsed_time(plain)


def test_streams_wait_for_each_other():  # ST-8
    side = vjp.Stream(SIM)
    before = vjp.stream_statistics()
    x = vjp.ones(1000, device=SIM)
    side.wait_stream(vjp.current_stream(SIM))
    with side:
        y = x * 2
    vjp.current_stream(SIM).wait_stream(side)
    y.record_stream(vjp.current_stream(SIM))
    z = y + 1
    after = vjp.stream_statistics()
    assert after.host_syncs == before.host_syncs and after.event_waits == before.event_waits + 2
    assert z.tolist() == [3.0] * 1000
    assert vjp.stream_statistics().host_syncs > after.host_syncs


def test_record_stream_keeps_memory():  # AL-3, SC-51
    with vjp.sim.mode("lazy"):
        s, amb = vjp.Stream(SIM), vjp.Stream(SIM)
        with s:
            t = vjp.ones(5000, device=SIM)
        amb.wait_stream(s)
        t.record_stream(amb)
        with amb:
            vjp.sim.sleep(1_000_000, amb)
            kept = t + 1
        address = t.data_ptr()
        del t
        with s:
            assert vjp.empty(5000, device=SIM).data_ptr() != address
            amb.synchronize()
            assert vjp.empty(5000, device=SIM).data_ptr() == address
        assert kept.tolist() == [2.0] * 5000
    with pytest.raises(TypeError, match="a stream is wanted"):
        kept.record_stream(None)


def test_a_forgotten_stream_is_an_error():  # ST-4
    with vjp.sim.native_stream(SIM) as handle:
        s = vjp.Stream.from_handle(SIM, handle, name="gone")
        s.forget()
        with pytest.raises(vjp.StateError, match="gone"):
            s.synchronize()
        del s


def test_what_devices_there_are():
    assert vjp.device_count("sim") >= 2 and vjp.is_available("sim") and vjp.device_count("cpu") == 1
    assert vjp.device_count("nowhere") == 0 and not vjp.is_available("nowhere")
    properties = vjp.get_device_properties("sim:1")
    assert properties.total_memory >= 64 << 20 and properties.name
    assert vjp.is_device_active(SIM) or not vjp.ones(1, device=SIM).isnan().any() and vjp.is_device_active(SIM)
    assert "sim" in vjp.describe_backends()
    assert vjp.current_device("sim").type == "sim"
    before = vjp.current_device("sim")
    vjp.set_current_device("sim:1")
    assert vjp.current_device("sim") == "sim:1"
    vjp.set_current_device(before)


def test_tf32_is_off_at_first():
    assert not vjp.is_tf32_allowed()
    vjp.set_allow_tf32(True)
    assert vjp.is_tf32_allowed()
    vjp.set_allow_tf32(False)


def test_deterministic_algorithms():  # BE-4
    assert not vjp.are_deterministic_algorithms_enabled()
    vjp.use_deterministic_algorithms(True)
    try:
        assert vjp.are_deterministic_algorithms_enabled()
    finally:
        vjp.use_deterministic_algorithms(False)


# ---- where new tensors lie ----

MAKERS = [
    lambda **o: vjp.zeros(2, 3, **o), lambda **o: vjp.ones((2, 3), **o), lambda **o: vjp.full((2, 3), 7.5, **o),
    lambda **o: vjp.empty(0, **o), lambda **o: vjp.arange(5, **o), lambda **o: vjp.arange(1, 7, 2, **o),
    lambda **o: vjp.linspace(0, 1, 7, **o), lambda **o: vjp.eye(3, 4, **o), lambda **o: vjp.eye(2, **o),
    lambda **o: vjp.rand(3, 4, **o), lambda **o: vjp.randn((100,), **o), lambda **o: vjp.randint(10, (50,), **o),
    lambda **o: vjp.randint(-5, 5, (50,), **o), lambda **o: vjp.randperm(20, **o),
    lambda **o: vjp.normal(1.0, 2.0, (30,), **o), lambda **o: vjp.tensor([[1.0, 2.0], [3.0, 4.0]], **o),
    lambda **o: vjp.tensor(3, **o), lambda **o: vjp.tensor(vjp.ones(2), **o), lambda **o: vjp.as_tensor([1, 2], **o),
]
LIKE = [vjp.zeros_like, vjp.ones_like, vjp.rand_like, vjp.randn_like, vjp.empty_like,
        lambda x, **o: vjp.full_like(x, 4.0, **o)]


@pytest.mark.parametrize("make", MAKERS)
def test_creation_on_a_device_has_the_cpus_numbers(make):
    vjp.manual_seed(3)
    expected = make()
    assert expected.device == "cpu"
    vjp.manual_seed(3)
    there = make(device="sim:1")
    assert there.device == "sim:1" and there.dtype is expected.dtype and there.tolist() == expected.tolist()
    assert vjp.get_default_device() == "cpu" and make().device == "cpu"
    vjp.manual_seed(3)
    with vjp.device(SIM):
        inside = make()
        assert make(device="cpu").device == "cpu"
    if inside.device == "cpu":  # a copy of a tensor lies where the tensor does
        assert make is MAKERS[17]
    else:
        assert inside.device == SIM
    assert inside.tolist() == expected.tolist()
    if expected.is_floating_point():
        x = make(device=vjp.device("sim:1"), dtype="float64", requires_grad=True) if make is not MAKERS[18] else None
        assert x is None or x.requires_grad and x.is_leaf and x.dtype is vjp.float64 and x.device == "sim:1"


@pytest.mark.parametrize("like", LIKE)
def test_like_functions_on_a_device(like):
    x = vjp.ones(2, 3, dtype="float64", requires_grad=True)
    y = like(x, device=SIM)
    assert y.device == SIM and y.shape == (2, 3) and y.dtype is vjp.float64
    assert y.is_contiguous() and not y.requires_grad
    assert like(y).device == SIM and like(y, device=SIM, dtype="float32").dtype is vjp.float32
    back = like(y, device="cpu")
    assert back.device == "cpu" and back.shape == (2, 3)


def test_new_tensors_like_another():
    x = vjp.ones(2, dtype="float64", device=SIM)
    assert x.new_zeros(2, 3).tolist() == [[0.0] * 3] * 2 and x.new_ones((2,)).device == SIM
    assert x.new_full((2,), 7).dtype is vjp.float64 and x.new_empty(3, dtype="int64").dtype is vjp.int64
    y = x.new_tensor([1, 2], device="cpu", requires_grad=True)
    assert y.device == "cpu" and y.requires_grad and y.dtype is vjp.float64 and x.new_tensor([1]).device == SIM


def test_generators_give_the_same_numbers_on_every_device():  # RG-1
    def draw(device):
        generator = vjp.Generator(5)
        x = vjp.rand(10, device=device, generator=generator)
        y = vjp.randn_like(x, generator=generator)
        return x.tolist(), y.tolist(), generator.get_state()

    assert draw("cpu") == draw(SIM)
    vjp.manual_seed(8)
    assert vjp.default_generator(SIM).get_state() == vjp.default_generator("cpu").get_state() == (8, 0)
    vjp.rand(4, device=SIM)
    assert vjp.default_generator(SIM).get_state()[1] > 0 and vjp.default_generator("cpu").get_state() == (8, 0)
    a, b = vjp.Generator(1), vjp.Generator(2)
    a.swap_states(b)
    assert (a.initial_seed(), b.initial_seed()) == (2, 1)


def test_the_default_device():
    vjp.set_default_device(SIM)
    try:
        assert vjp.tensor([1.0]).device == SIM and vjp.Stream().device == SIM
        seen = []
        thread = threading.Thread(target=lambda: seen.append(vjp.zeros(1).device))
        thread.start()
        thread.join()
        assert seen == [SIM]
        with vjp.device("cpu"):
            assert vjp.zeros(1).device == "cpu"
            with pytest.raises(ZeroDivisionError), vjp.device("sim:1"):
                1 / 0
            assert vjp.get_default_device() == "cpu"
    finally:
        vjp.set_default_device("cpu")


def test_indexing_takes_what_lies_on_the_host():
    x = vjp.arange(12, dtype="float32", device=SIM).reshape(3, 4)
    assert x[[0, 2]].device == SIM and x[[0, 2]].tolist() == [[0.0, 1.0, 2.0, 3.0], [8.0, 9.0, 10.0, 11.0]]
    x[1] = 5.0
    x[0, 1:3] = [7, 8]
    x[[True, False, True], 3] = -1
    assert x.tolist() == [[0.0, 7.0, 8.0, -1.0], [5.0] * 4, [8.0, 9.0, 10.0, -1.0]]
    with vjp.device(SIM):
        y = vjp.zeros(3, device="cpu")
        y[0] = 2.0
        y[[1, 2]] = [3.0, 4.0]
        assert y.device == "cpu" and y.tolist() == [2.0, 3.0, 4.0]
