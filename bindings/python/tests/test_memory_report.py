"""vjp.observe.memory_report: chapter 30 as Python's users meet it."""

import gc
import json
import threading
import xml.dom.minidom

import pytest

import vjp
from vjp.observe import memory_report, memory_timeline, record_memory
from vjp.profiler import profile, record_function

pytestmark = pytest.mark.host


def of_bytes(report, count):
    return [s for s in report.storages if s.bytes == count]


def test_memr_1_the_figures_add_up():
    with record_memory():
        x = vjp.zeros(5003, dtype=vjp.float64)
        report = memory_report(x)
        assert [s.bytes for s in report.storages if s.bytes == 40024] == [40024]
        t = report.totals
        assert t["live"] == t["found"] + t["rounding"] + t["unknown"] and t["peak"] >= t["live"]
        assert t["recorded_live"] >= 40024


def test_memr_2_who_made_it():
    x = vjp.ones(31, dtype=vjp.float64, requires_grad=True)
    with record_memory():
        with record_function("step"), record_function("attention"):
            y = x.exp()
        y.sum().backward()
        report = memory_report()
        (made,) = [s for s in of_bytes(report, 248) if s.op == "exp"]
        assert made.range == "step/attention" and made.origin == "forward" and made.device == "cpu"
        (grad,) = [s for s in of_bytes(report, 248) if s.kept == "gradient"]
        assert grad.node and grad.origin == "backward"
        assert "attention" in json.loads(report.json())["storages"][0]["range"] or len(report.storages) > 1
    assert all(s.op == "" for s in memory_report([x, y]).storages)


def test_memr_2_places_and_threads():
    with record_memory(places=True):
        kept = []
        thread = threading.Thread(target=lambda: kept.append(vjp.ones(37, dtype=vjp.float64).neg()))
        thread.start()
        thread.join()
        (made,) = [s for s in of_bytes(memory_report(), 296) if s.op == "neg"]
        assert "test_memory_report.py" in made.place


def test_memr_3_what_keeps_it():
    w = vjp.ones(41, dtype=vjp.float64, requires_grad=True)
    optimizer = vjp.optim.Adam([w])
    loss = w.exp().sin().sum()
    report = memory_report(params={"weight": w})
    saved = [k for s in report.storages for k in s.keepers if k.kind == "saved"]
    assert {"ExpBackward", "SinBackward"} <= {k.name for k in saved}
    assert [k.attribute for k in saved if k.name == "SinBackward"] == ["input"]
    loss.backward()
    optimizer.step()
    report = memory_report(params={"weight": w}, optimizers=[optimizer])
    kinds = {s.kept for s in report.storages}
    assert {"optimizer", "gradient", "parameter"} <= kinds
    (gradient,) = [k for s in report.storages for k in s.keepers if k.kind == "gradient" and k.tensor == "float64[41]"]
    assert gradient.name == "weight"
    names = {k.name for s in report.storages for k in s.keepers if k.kind == "optimizer"}
    assert {"0.0.exp_avg", "0.0.exp_avg_sq"} <= names
    assert any(k.kind == "optimizer" for s in memory_report(w).storages for k in s.keepers)  # all there are


def test_memr_4_handles_are_counted_and_others_are_said():
    with record_memory():
        x = vjp.ones(43, dtype=vjp.float64)
        part = x.detach()
        (one,) = of_bytes(memory_report([x]), 344)
        assert [(k.kind, k.references) for k in one.keepers] == [("handle", 1), ("other", 1)]
        (both,) = of_bytes(memory_report(), 344)
        assert [(k.kind, k.references) for k in both.keepers] == [("handle", 1), ("handle", 1)]
        del x, part
        gc.collect()
        assert not of_bytes(memory_report(), 344)


def test_memr_5_inside_a_grad_call():
    seen = []
    with record_memory():
        x = vjp.ones(47, dtype=vjp.float64, requires_grad=True)
        y = x.exp()
        y.register_hook(lambda grad: seen.append(memory_report([x])))
        (y.sin().sum() + y.cos().sum()).backward()
    assert any(s.kept == "grad_call" for s in seen[0].storages)


def test_memr_7_nothing_changes():
    def run():
        x = vjp.tensor([0.3, 0.7], requires_grad=True)
        loss = (x.sin().exp() ** 2).sum()
        version = x._version
        memory_report([loss])
        loss.backward()
        assert x._version == version
        return x.grad.tolist()

    plain = run()
    with record_memory():
        assert run() == plain


def test_memr_8_the_answer_comes_first():
    with record_memory():
        x = vjp.ones(300000, dtype=vjp.float64, requires_grad=True)
        with record_function("attention"):
            loss = x.softmax(0).softmax(0).softmax(0).sum()
        text = str(memory_report([x, loss]))
        lines = text.splitlines()[:3]
        assert any("are saved values of 3 SoftmaxBackward nodes, made in `attention`" in line for line in lines), text
        assert memory_report([x, loss]).sums("node")[0] == ("SoftmaxBackward", 7200000, 3)
        assert "and" in memory_report([x, loss]).text(rows=1)
        del loss


def test_memr_9_time_lines(tmp_path):
    x = vjp.ones(4000, dtype=vjp.float64)
    with record_memory():
        (x * 2).exp()
        svg = memory_timeline()
        assert xml.dom.minidom.parseString(svg) and "peak 62.50 KiB" in svg and ">mul<" in svg
        assert memory_timeline(tmp_path / "m.json", by="origin") == str(tmp_path / "m.json")
        data = json.loads((tmp_path / "m.json").read_text())
        assert data["peak"] == 64000 and data["groups"][0] == "forward"
        assert sum(change[1] for change in data["changes"]) == 0
        with pytest.raises(vjp.Error, match="expected a file"):
            memory_timeline(tmp_path / "m.png")
        with pytest.raises(vjp.Error, match="expected one of"):
            memory_timeline(by="colour")
    with pytest.raises(vjp.StateError, match="record_memory"):
        memory_timeline()


def test_memr_9_the_profiler_has_one(tmp_path):
    x = vjp.ones(4000, dtype=vjp.float64)
    with profile(profile_memory=True) as prof:
        x.exp()
    for name in ("t.svg", "t.html", "t.json"):
        prof.export_memory_timeline(tmp_path / name, by="operator")
    assert "<svg" in (tmp_path / "t.html").read_text()
    assert json.loads((tmp_path / "t.json").read_text())["groups"] == ["exp"]
    with pytest.raises(vjp.Error, match="all devices"):
        prof.export_memory_timeline(tmp_path / "t.svg", device="cpu")
    with pytest.raises(vjp.Error, match="expected one of"):
        prof.export_memory_timeline(tmp_path / "t.svg", by="keeper")


def test_errors():
    with pytest.raises(vjp.Error):
        memory_report(device="sim:1000")
    with pytest.raises(TypeError):
        memory_report([1])
    with pytest.raises(vjp.Error, match="expected one of"):
        memory_report().sums("colour")
