"""The race detector and the simulator from Python."""

import json
import pathlib
import re
import warnings

import pytest

import vjp

pytestmark = pytest.mark.host

SIM = "sim:0"


@pytest.fixture(autouse=True)
def as_it_was():
    mode, detector = vjp.sim.get_mode(), vjp.race.get_mode()
    yield
    assert (vjp.sim.get_mode(), vjp.race.get_mode()) == (mode, detector)


def racy(sync=False):
    """x is written on one stream and read on another."""
    a, b = vjp.Stream(SIM, name="A"), vjp.Stream(SIM, name="B")
    b.wait_stream(vjp.current_stream(SIM))
    with a:
        x = vjp.full((256,), 3.0, dtype="float64", device=SIM)
        y = x * 2
    if sync:
        b.wait_stream(a)
        y.record_stream(b)
    with b:
        z = y + 1
        z.record_stream(a)
    b.synchronize()
    return z


def test_a_finding_has_all_fields():  # RD-6, SC-95
    with vjp.race.detect() as findings:
        with vjp.race.location("the step"):
            racy()
        assert len(findings) == 1  # also while it is on
    found, = findings
    assert found.kind == "read after write" and found.device == SIM and found.end - found.begin == 2048
    assert found.first.op == "mul" and found.first.write and found.first.stream == "A" and found.first.node is None
    assert found.second.op == "add" and not found.second.write and found.second.stream == "B"
    assert found.second.shape == (256,) and found.second.dtype is vjp.float64 and found.second.thread == 1
    assert __file__ in found.second.location and "the step" in found.second.location
    assert "B" in found.missing and "vjp_stream_wait_stream" in found.fix and "mul" in found.allocated_by
    text = str(findings)
    for part in ("race (read after write) on sim:0", "first : write of float64[256] on A, command #",
                 "second: read of float64[256] on B", "missing: ", "fix: ", "the step"):
        assert part in text, text
    plain = json.loads(findings.to_json())
    assert plain[0]["first"]["op"] == "mul" and plain[0]["second"]["shape"] == [256] and plain[0]["device"] == SIM
    assert findings[0].to_json() == plain[0] and list(vjp.race.findings())[0].fix == found.fix
    vjp.race.clear()
    assert not vjp.race.findings() and len(findings) == 1 and str(vjp.race.findings()) == "no races"


def test_the_fix_makes_it_clean():  # SC-95
    with vjp.race.detect() as findings:
        racy(sync=True)
    assert not findings, findings


def test_modes_of_the_detector():  # RD-7
    with vjp.race.detect("raise") as findings, pytest.raises(vjp.StateError, match="read after write"):
        racy()
    assert len(findings) == 1
    with vjp.race.detect("warn"), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        racy()
    assert len(caught) == 1 and "read after write" in str(caught[0].message)
    with pytest.raises(vjp.InvalidError, match="'collect', 'warn', 'raise'"):
        vjp.race.set_mode("loud")
    with vjp.race.detect() as outer:
        racy()
        with vjp.race.detect() as inner:
            racy()
        assert len(inner) == 1  # its own alone
    assert len(outer) == 2 and vjp.race.get_mode() == "off"


def test_a_backward_node_is_named():  # SC-12, GC-1
    s = vjp.Stream(SIM, name="side")
    x = vjp.ones(16, device=SIM, requires_grad=True)
    s.wait_stream(vjp.current_stream(SIM))

    def run(sync):
        x.grad = None
        with s:
            ((x * 2) * x).sum().backward()
        if sync:
            vjp.current_stream(SIM).wait_stream(s)
        return x.grad + 1

    with vjp.race.detect() as findings:
        run(True)
    assert not findings, findings
    with vjp.race.detect() as findings:
        run(False)
    assert findings and findings[0].first.stream == "side" and findings[0].first.node
    assert findings[0].first.grad_call > 0 and findings[0].first.node in str(findings[0])


def test_findings_are_confirmed():  # RD-1, RD-6, SC-97
    def program(order):
        def run():
            a, b = vjp.Stream(SIM, name="A"), vjp.Stream(SIM, name="B")
            x = vjp.ones(16, device=SIM)
            for s in (a, b):
                s.wait_stream(vjp.current_stream(SIM))
            with a:
                x.mul_(2.0)
            with b:
                x.add_(1.0) if order else x.mul_(4.0)
            vjp.synchronize(SIM)
            return [x]
        return run

    cases = ((True, "confirmed", "other results"), (False, "same results", "the same results"))
    for order, confirmation, told in cases:
        read, write = vjp.race.confirm(program(order))  # the second command reads and writes
        assert (read.kind, write.kind) == ("read after write", "write after write") and read.first.stream == "A"
        for found in (read, write):
            assert found.confirmation == found.to_json()["confirmation"] == confirmation
            assert f"the other way round: {told}" in str(found)
    with pytest.raises(TypeError, match="must return tensors"):
        vjp.race.confirm(lambda: 3)

    def fails():
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        vjp.race.confirm(fails)


def test_memory_that_nobody_wrote():  # RD-4
    with vjp.race.detect() as findings:
        vjp.empty(8, device=SIM) + 1
    found, = findings
    assert found.kind == "uninitialised" and found.first is None and "uninitialised" in str(found)
    assert json.loads(findings.to_json())[0]["first"] is None


def test_masks_are_no_finding():
    with vjp.race.detect("raise"):
        x = vjp.arange(10, dtype="float32", device=SIM)
        assert x[x > 4].tolist() == [5.0, 6.0, 7.0, 8.0, 9.0]
        assert (x > 7).nonzero().tolist() == [[8], [9]]


# ---- the simulator ----

def test_modes_change_when_commands_run():  # SIM-4, SIM-10
    s = vjp.Stream(SIM)
    with vjp.sim.mode("inline"), s:
        vjp.ones(4, device=SIM) * 2
        assert vjp.sim.counters(s).pending == 0
    with vjp.sim.mode("lazy"), s:
        before = vjp.sim.counters(s)
        vjp.ones(4, device=SIM) * 2
        after = vjp.sim.counters(s)
        assert after.kernels + after.fills == before.kernels + before.fills + 2 and after["pending"] > 0
        assert vjp.sim.counters(SIM).kernels >= after.kernels
        assert vjp.sim.drain(SIM) >= after.pending and vjp.sim.counters(s).pending == 0
        assert vjp.sim.drain() == 0
    with pytest.raises(AttributeError, match="kernels"):
        after.nothing  # noqa: B018
    with pytest.raises(vjp.InvalidError):
        vjp.sim.set_mode("sometimes")
    with pytest.raises(vjp.DeviceError, match="not a simulated device"):
        vjp.sim.counters("cpu")


def test_a_schedule_repeats(tmp_path):  # SIM-5, SC-96
    def program():
        streams = [vjp.Stream(SIM) for _ in range(3)]
        results = []
        for i in range(6):
            with streams[i % 3]:
                results.append(vjp.full((4,), float(i), device=SIM) * 2)
        vjp.synchronize(SIM)
        return vjp.sim.schedule_hash()

    def run(mode, file=None):
        vjp.memory.empty_cache(SIM)  # what is cached decides which memory is handed out
        with vjp.sim.mode(mode):
            if file is None:
                return program()
            with vjp.sim.record_schedule(file):
                return program()

    assert run("random:5") == run("random:5")
    assert len({run(f"random:{seed}") for seed in range(6)}) > 1
    path = tmp_path / "schedule"
    expected = run("random:9", path)
    assert path.stat().st_size > 0 and expected == run("random:9") != run("random:5")
    assert run(f"replay:{path}") == expected


def test_explore_finds_what_depends_on_the_order():  # SIM-4, SC-97
    def program(sync):
        a, b = vjp.Stream(SIM), vjp.Stream(SIM)
        x = vjp.zeros(64, device=SIM)
        a.wait_stream(vjp.current_stream(SIM))
        b.wait_stream(vjp.current_stream(SIM))
        with a:
            x.add_(1.0)
        if sync:
            b.wait_stream(a)
        with b:
            x.mul_(10.0)
        vjp.synchronize(SIM)
        return {"x": x, "sum": [x.sum().item()]}

    result = vjp.sim.explore(lambda: program(True))
    assert result["x"].tolist() == [10.0] * 64 and result["sum"] == [640.0]
    with pytest.raises(vjp.sim.ScheduleError, match="mode '(lazy|starve|random|priority).*mode 'inline'"):
        vjp.sim.explore(lambda: program(False))

    def fails():
        raise KeyError("x")

    with pytest.raises(KeyError) as caught:
        vjp.sim.explore(fails, ["random:3"])
    assert caught.value.__notes__ == ["in the simulator's mode 'random:3'"]


def test_random_numbers_do_not_depend_on_the_order():
    def program():
        x = vjp.ones(32, device=SIM, requires_grad=True)
        side = vjp.Stream(SIM)
        side.wait_stream(vjp.current_stream(SIM))
        with side:
            y = vjp.dropout(x, 0.5)
        vjp.current_stream(SIM).wait_stream(side)
        loss = (y * x).sum()
        loss.backward()
        return loss, x.grad

    vjp.sim.explore(program, vjp.sim.schedules(8))


def test_an_adversary_turns_two_commands_round():  # SIM-4, SC-97
    a, b = vjp.Stream(SIM), vjp.Stream(SIM)
    x = vjp.zeros(8, device=SIM)
    vjp.synchronize(SIM)
    first, second = vjp.sim.stream_number(a), vjp.sim.stream_number(b)
    names = [f"{device}.{number}#{index}" for device, number, index in (first, second)]
    with vjp.sim.mode(f"adversarial:{names[0]}<{names[1]}"):
        assert vjp.sim.reversal_state() == "open"
        with a:
            x.add_(1.0)
        with b:
            x.mul_(10.0)
        vjp.synchronize(SIM)
        assert vjp.sim.reversal_state() == "done" and x.tolist() == [1.0] * 8
    with pytest.raises(vjp.InvalidError):
        vjp.sim.reversal_state(7)


def test_virtual_time_and_overlap():  # SIM-7
    with vjp.sim.mode("lazy"):
        a, b = vjp.Stream(SIM), vjp.Stream(SIM)
        vjp.synchronize(SIM)
        begin = vjp.sim.virtual_time(SIM)
        for s in (a, b):
            s.wait_stream(vjp.current_stream(SIM))
            vjp.sim.sleep(1_000_000, s)
        vjp.synchronize(SIM)
        assert 1_000_000 <= vjp.sim.virtual_time(0) - begin < 2_000_000


def test_faults():  # SIM-8
    vjp.memory.empty_cache("sim:1")
    vjp.sim.fail_allocation("sim:1", 1, 10)
    with pytest.raises(vjp.OutOfMemoryError):
        vjp.empty(30 << 20, device="sim:1")
    vjp.sim.fail_allocation("sim:1", 0)
    with vjp.sim.mode("lazy"):
        vjp.sim.fail_command("sim:1", 1)
        x = vjp.ones(4, device="sim:1")
        with pytest.raises(vjp.BackendError):
            x.tolist()
        vjp.sim.reset()
    assert vjp.ones(4, device="sim:1").tolist() == [1.0] * 4
    vjp.sim.set_peer_access(False)
    try:
        with pytest.raises(vjp.UnsupportedError, match="peer access"):
            vjp.ones(2, device="sim:0").to("sim:1")
    finally:
        vjp.sim.set_peer_access(True)


def test_set_up_before_use(tmp_path):  # SIM-1
    import subprocess
    import sys

    program = "import vjp; vjp.sim.configure(devices=5, memory=64 << 20, mode='random:2');" \
        "print(vjp.device_count('sim'), vjp.get_device_properties('sim:4').total_memory >> 20, vjp.sim.get_mode());" \
        "vjp.ones(1, device='sim')\n" \
        "try: vjp.sim.configure(devices=2)\n" \
        "except vjp.StateError: print('in use')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("5 64 random:2\nin use\n", "")


def _of_segments(how):
    offsets = vjp.tensor([0, 3, 8], device=SIM)
    return lambda x: vjp.segment_reduce(x.view(8), how, offsets=offsets, unsafe=True)


def _of_sequences():
    labels, times, lengths = (vjp.tensor(v, device=SIM) for v in ([[1]], [4], [1]))
    return lambda x: vjp.ctc_loss(x.view(4, 1, 2), labels, times, lengths, reduction="none")


@pytest.mark.parametrize("name, make, direct", [
    ("adaptive_avg_pool1d", lambda: lambda x: vjp.adaptive_avg_pool1d(x, 3), False),
    ("segment_reduce", lambda: _of_segments("sum"), True),
    ("segment_reduce", lambda: _of_segments("max"), True),
    ("ctc_loss", _of_sequences, True),
])
def test_loops_say_what_they_read_and_write(name, make, direct):
    a, b = vjp.Stream(SIM, name="A"), vjp.Stream(SIM, name="B")
    given, loop = vjp.ones(1, 1, 8, device=SIM), make()
    vjp.synchronize(SIM)
    with vjp.race.detect() as findings:
        with a:
            x = given * 2
        with b:
            y = loop(x)
        with a:
            z = y + 1
    assert any(f.second.op == name and not f.second.write and f.first.op == "mul" for f in findings), findings
    assert not direct or any(f.first.op == name and f.first.write and f.second.op == "add" for f in findings), findings
    vjp.synchronize(SIM)
    vjp.race.clear()
    del z


@pytest.mark.parametrize("kernels", ["all", "needed", "some"])
def test_a_simulator_without_the_optional_kernels(kernels, tmp_path):
    import os
    import subprocess
    import sys

    program = "import vjp\n" \
        "x = vjp.arange(7.0, device='sim:0').view(1, 1, 7)\n" \
        "before = vjp.sim.counters('sim:0').kernels\n" \
        "y = vjp.adaptive_avg_pool1d(x, 3).tolist()\n" \
        "print(y[0][0], vjp.sim.counters('sim:0').kernels - before > 6)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path,
                          env={**os.environ, "VJP_SIM_KERNELS": kernels})
    if kernels == "some":
        assert 'the environment variable VJP_SIM_KERNELS is "some": ' \
            "kernels of the simulator 'some': expected 'all'" in done.stderr
    else:  # composed of others it takes more commands
        assert (done.stdout, done.stderr) == (f"[1.0, 3.0, 5.0] {kernels == 'needed'}\n", "")


def test_the_example_in_the_documentation(capsys):
    path = pathlib.Path(__file__).parents[3] / "docs/devices.md"
    if not path.exists():
        pytest.skip("there is no docs/devices.md beside these tests")
    text = path.read_text().partition("## From Python")[2]
    make, define, detect, explore, drive = re.findall(r"```python\n(.*?)```", text, re.S)
    names = {}
    for block in (make, define, detect):
        exec(block, names)
    promised = re.search(r"```\nrace (.*?)```", text, re.S)[1]
    told = capsys.readouterr().out
    for line in ("first : write of float32[1000] on side, command #1 (mul)",
                 "second: read of float32[1000] on sim:0 default stream",
                 'fix: vjp_stream_wait_stream("sim:0 default stream", "side")'):
        assert line in promised and line in told
    with pytest.raises(vjp.sim.ScheduleError):
        exec(explore, names)
    exec(drive, names)
