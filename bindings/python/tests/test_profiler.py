"""vjp.profiler: chapter 16 as Python's users meet it."""

import json
import xml.dom.minidom

import pytest

import vjp
from vjp.profiler import ProfilerAction, ProfilerActivity, profile, record_function, schedule


def named(prof, name, kind="operator"):
    return [e for e in prof.events() if e.name == name and e.kind == kind]


def test_prof_1_operators_carry_the_number_of_their_node():
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    with profile() as prof:
        y = vjp.sin(x)
        with vjp.no_grad():
            vjp.cos(x)
    assert named(prof, "sin")[0].sequence_nr == y.grad_fn._sequence_nr()
    assert named(prof, "cos")[0].sequence_nr == -1


def test_prof_2_nodes_are_two_nested_events():
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    with profile() as prof:
        vjp.sin(x).sum().backward()
    (node,) = named(prof, "engine evaluates SinBackward", "node")
    (derivative,) = named(prof, "SinBackward", "derivative")
    assert prof.events()[derivative.parent] == node
    forward = named(prof, "sin")[0]
    assert (node.fwd_thread, node.sequence_nr) == (forward.fwd_thread, forward.sequence_nr)
    assert node.start <= derivative.start <= derivative.end <= node.end


def test_prof_6_ranges_nest_under_nodes():
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    y = vjp.sin(x)

    @record_function("in the hook")
    def hook(grad):
        return grad * 2

    y.register_hook(hook)
    with profile() as prof:
        with record_function("step"):
            y.sum().backward()
    (mine,) = named(prof, "in the hook", "range")
    assert prof.events()[mine.parent].name == "engine evaluates SinBackward"
    (product,) = named(prof, "mul")
    assert prof.events()[product.parent] == mine and not mine.unfinished


@pytest.mark.host
def test_prof_8_start_and_stop_in_a_hook():
    for stops in (False, True):
        x = vjp.tensor([1.0], requires_grad=True)
        a = vjp.sin(x)
        b = vjp.exp(a)
        prof = profile()
        act = prof.stop if stops else prof.start
        b.register_hook(lambda grad, act=act: act())
        if stops:
            prof.start()
        vjp.tanh(b).sum().backward()
        if not stops:
            prof.stop()
        assert not named(prof, "engine evaluates ExpBackward", "node")
        assert bool(named(prof, "engine evaluates SinBackward", "node")) is not stops


def test_prof_10_custom_functions():
    class Twice(vjp.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    x = vjp.tensor([1.0], requires_grad=True)
    with profile() as prof:
        Twice.apply(x).sum().backward()
    (forward,), (node,) = named(prof, "Twice", "function"), named(prof, "engine evaluates TwiceBackward", "node")
    assert forward.sequence_nr == node.sequence_nr >= 0


def test_errors():
    prof = profile()
    for call in (prof.stop, prof.step):
        with pytest.raises(vjp.StateError, match="has not been started"):
            call()
    with prof:
        with pytest.raises(vjp.StateError, match="started already"):
            prof.start()
        with pytest.raises(vjp.StateError, match="one runs on this thread already"):
            profile().start()
    with pytest.raises(vjp.InvalidError, match="self_cpu_time_total"):
        prof.key_averages().table(sort_by="colour")
    with pytest.raises(TypeError, match="on_trace_ready"):
        profile(on_trace_ready=1)
    with pytest.raises(TypeError, match="activities"):
        profile(activities=["cpu"])
    with pytest.raises(vjp.InvalidError, match="active"):
        schedule(wait=1, warmup=1, active=0)


def test_schedule():
    seen = []

    def ready(prof):
        seen.append((prof.step_num, [len(named(prof, name)) for name in ("sin", "cos")]))

    x = vjp.ones(3)
    with profile(schedule=schedule(wait=1, warmup=1, active=2, repeat=2, skip_first=1), on_trace_ready=ready) as prof:
        for step in range(12):
            for _ in range(step + 1):
                (vjp.sin if step % 2 else vjp.cos)(x)
            prof.step()
    # the recorded steps are 3 and 4, 7 and 8; when the program hears of them the next has begun
    assert seen == [(5, [4, 5]), (9, [8, 9])]
    assert named(prof, "ProfilerStep#8", "range") and not named(prof, "ProfilerStep#6", "range")


def test_a_schedule_of_ones_own():
    actions = [ProfilerAction.RECORD, ProfilerAction.NONE, ProfilerAction.RECORD]
    count = []

    def ready(prof):
        count.append(len(named(prof, "sin")))

    with profile(schedule=lambda step: actions[step], on_trace_ready=ready) as prof:
        for _ in range(2):
            vjp.sin(vjp.ones(1))
            prof.step()
        vjp.sin(vjp.ones(1))
    assert count == [1]  # what said RECORD and not RECORD_AND_SAVE is given at the end only
    with pytest.raises(TypeError, match="ProfilerAction"):
        profile(schedule=lambda step: 3).start()


@pytest.mark.host
def test_averages_and_table():
    with profile(record_shapes=True, with_flops=True, profile_memory=True) as prof:
        a, b = vjp.ones(4, 8), vjp.ones(8, 1000)
        a @ b
        a @ b
        a @ vjp.ones(8, 2)
    rows = {row.key: row for row in prof.key_averages()}
    assert rows["mm"].count == 3 and rows["mm"].flops == 2 * 4 * 8 * (1000 + 1000 + 2)
    assert rows["mm"].self_cpu_memory_usage >= 2 * 4 * 1000 * 4
    assert [row.count for row in prof.key_averages(group_by_input_shape=True) if row.key == "mm"] in ([2, 1], [1, 2])
    table = prof.key_averages(group_by_input_shape=True).table(sort_by="flops", row_limit=1)
    assert "[4, 8], [8, 1000]" in table and "[8, 2]" not in table
    selves = [row.self_cpu_time_total for row in prof.key_averages()]
    assert selves == sorted(selves, reverse=True)


def test_stacks_of_the_program():
    with profile(with_stack=True) as prof:
        vjp.sin(vjp.ones(1))
    assert "test_stacks_of_the_program" in named(prof, "sin")[0].stack


@pytest.mark.host
def test_prof_7_files(tmp_path):
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    with profile(profile_memory=True) as prof:
        with record_function('a "step" <1>'):
            vjp.sin(x).sum().backward()
    prof.export_chrome_trace(tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    starts = {e["id"]: e for e in events if e["ph"] == "s"}
    ends = {e["id"]: e for e in events if e["ph"] == "f"}
    assert len(starts) == len(ends) == 2 and starts.keys() == ends.keys()
    spans = [e for e in events if e["ph"] == "X"]
    for number, start in starts.items():
        operators = [e for e in spans if e["ts"] == start["ts"] and e["cat"] == "operator"]
        (source,) = [e for e in operators if "sequence number" in e["args"]]
        (target,) = [e for e in spans if e["ts"] == ends[number]["ts"] and e["cat"] == "node"]
        assert source["args"]["sequence number"] == target["args"]["sequence number"]
    assert any(e["ph"] == "C" and e["args"]["bytes"] > 0 for e in events)
    prof.export_flame_graph(tmp_path / "flame.svg")
    assert "SinBackward" in xml.dom.minidom.parse(str(tmp_path / "flame.svg")).toxml()
    prof.export_stacks(tmp_path / "stacks.txt")
    assert 'a "step" <1>;sin ' in (tmp_path / "stacks.txt").read_text()


def test_prof_7_devices():
    x = vjp.ones(3).to("sim:0").requires_grad_()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as prof:
        vjp.sin(x).sum().backward()
    events = prof.events()
    works = [e for e in events if e.kind == "device_work"]
    launches = {e.correlation: e for e in events if e.kind == "launch"}
    assert works and all(launches[work.correlation].name == work.name for work in works)
    assert named(prof, "sin")[0].device_time >= 0
