"""Pictures of graphs (spec chapter 31)."""

import html.parser
import pathlib
import shutil
import subprocess
import xml.etree.ElementTree as tree

import pytest

import vjp
from vjp import observe

SVG = "{http://www.w3.org/2000/svg}"


def leaf(*values):
    return vjp.tensor(list(values), requires_grad=True)


def chain(x, count):
    for _ in range(count):
        x = x.sin()
    return x


def boxes(svg):
    """The lines of each box, by its title; those of open ones are not among them."""
    found = {}
    for group in tree.fromstring(svg).iter(SVG + "g"):
        lines = [text.text for text in group.findall(SVG + "text")]
        if lines and group.find(SVG + "rect") is not None:
            found.setdefault(lines[0].split(" #")[0], lines)
    return found


def test_draw_1_boxes_and_arrows():
    w, b = vjp.ones(3, 2).requires_grad_(), vjp.ones(2).requires_grad_()
    h = vjp.ones(4, 3) @ w + b
    h.register_hook(lambda g: None)
    loss = h.tanh().sum()
    graph = observe.Graph(loss, {"w": w, "b": b, "loss": loss})
    found = boxes(graph.picture())
    assert found["w"] == ["w", "float32[3, 2]"] and found["loss"] == ["loss", "float32[]"]
    assert found["Tanh"][1:] == ["saves 32 B"] and "1 hook" in found["Add"]
    labels = [t.text for t in tree.fromstring(graph.picture()).iter(SVG + "text") if t.get("class") == "lab"]
    assert labels == ["float32[4, 2]"] * 3
    loss.backward()
    assert "freed" in boxes(graph.picture())["Tanh"]


def test_draw_2_what_a_grad_call_executes():
    a, b = leaf(1.0), leaf(2.0)
    y = a.sin() * b.cos()
    graph = observe.Graph(y)
    executed = []
    with observe.trace(lambda event: executed.append(event.node.name())):
        vjp.autograd.grad(y, a, retain_graph=True)
    svg = graph.picture(inputs=a, title="the call")
    pale = {g.findall(SVG + "text")[0].text.split(" #")[0] for g in tree.fromstring(svg).iter(SVG + "g")
            if g.get("class", "").endswith(" off")}
    assert executed == ["MulBackward", "SinBackward"] and {"Cos"} <= pale and not {"Mul", "Sin"} & pale
    assert "the grad call executes 2 of 3" in svg and "the call" in svg
    with pytest.raises(vjp.StateError, match="does not require grad"):
        graph.picture(inputs=[vjp.ones(1)])
    with pytest.raises(TypeError, match="inputs"):
        graph.picture(inputs=[1.0])


def test_draw_3_repeats_fold():
    graph = observe.Graph(chain(leaf(1.0), 1000))
    assert "Sin \u00d71000" in boxes(graph.picture()) and len(boxes(graph.picture())) == 3
    svg = graph.picture(fold=False)
    assert "750 operators left out" in boxes(svg) and svg.count('class="op"') == 250
    assert graph.picture(fold=False, max_boxes=2000).count('class="op"') == 1000


def test_draw_4_groups():
    x = leaf(1.0)
    with vjp.profiler.profile() as p, vjp.profiler.record_function("encoder"):
        y = x.sin().cos()
    graph = observe.Graph(y * x)
    assert graph.add_groups(p) == 2 and boxes(graph.picture())["encoder"][1] == "2 operators"
    assert {"Sin", "Cos"} <= boxes(graph.picture(open=1)).keys()
    for node in graph.nodes:
        graph.set_group(node, "")
    assert "encoder" not in boxes(graph.picture())
    with pytest.raises(ValueError, match="no node of this graph"):
        graph.set_group((x * 2).grad_fn, "x")


def test_draw_6_cuts():
    x, w = leaf(1.0), leaf(2.0)
    with observe.record_cuts():
        y = x.sin().detach() * w
        with vjp.no_grad():
            z = x * 2
        y = y + z
    found = boxes(observe.Graph(y, {"x": x}).picture())
    assert found["cut by detach"][1] == "detached" and found["cut by mul"][1:] == ["grad mode off", "of x"]
    assert observe.Graph(y).picture().count('class="e ecut"') == 2
    assert "result without history" in boxes(observe.Graph(z).picture())


def test_draw_7_names_are_escaped():
    x = leaf(1.0)
    name = "a<b>&amp;\"\u00e9\u5c64\x07'"
    graph = observe.Graph(x.sin(), {name: x})
    shown = name.replace("\x07", " ")
    assert shown in boxes(graph.picture())
    page = graph.picture("html", title="</title><script>")
    assert page.count("<script>") == 1 and "&lt;script&gt;" in page
    assert '"a<b>&amp;\\"' in graph.picture("dot")


class Page(html.parser.HTMLParser):
    """What a page asks for from elsewhere, its levels, and the boxes that open one."""

    def __init__(self, text):
        super().__init__()
        self.elsewhere, self.levels, self.opens = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.elsewhere += [a[key] for key in ("src", "href") if key in a]
        if a.get("class") == "level":
            self.levels.append((a["data-title"], int(a["data-parent"])))
        if "data-level" in a:
            assert a["tabindex"] == "0" and a["role"] == "button" and a["aria-label"].startswith("open ")
            self.opens.append(int(a["data-level"]))


def test_draw_8_a_page_has_all_levels():
    x = leaf(1.0)
    y = x
    for _ in range(5):
        y = chain(y, 10).cos()
    page = observe.Graph(y).picture("html", title="steps")
    found = Page(page)
    assert found.elsewhere == [] and "url(http" not in page and "@import" not in page
    assert found.levels == [("steps", 0), ("Block \u00d75", 0), ("Sin \u00d710", 1)] and found.opens == [1, 2]


def test_files_and_notebooks(tmp_path):
    """DRAW-8"""
    x = leaf(1.0)
    y = x.sin()
    for suffix, start in ((".svg", "<svg"), (".html", "<!DOCTYPE html>"), (".dot", "digraph")):
        written = observe.draw(y, tmp_path / f"graph{suffix}", params={"x": x}, open=-1)
        assert written == str(tmp_path / f"graph{suffix}") and pathlib.Path(written).read_text().startswith(start)
    graph = observe.Graph(y)
    assert graph._repr_svg_() == graph.picture() and graph._repr_html_().startswith("<iframe srcdoc=")
    assert observe.to_dot(y, fold=False) == graph.picture("dot")
    with pytest.raises(ValueError, match="picture is .svg"):
        graph.save(tmp_path / "graph.txt")
    with pytest.raises(ValueError, match="format is 'png'"):
        graph.picture("png")
    with pytest.raises(vjp.Error, match="open is -2"):
        graph.picture(open=-2)


@pytest.mark.skipif(not shutil.which("dot"), reason="needs Graphviz")
def test_graphviz_reads_what_is_drawn(tmp_path):
    """DRAW-7, DRAW-8"""
    x = leaf(1.0)
    y = x
    for _ in range(5):
        y = chain(y, 10).cos()
    path = observe.draw(y, tmp_path / "graph.dot", params={'a "name" \\': x}, open=-1)
    subprocess.run(["dot", "-Tcanon", path], check=True, stdout=subprocess.DEVNULL)
    assert pathlib.Path(observe.draw(y, tmp_path / "graph.png")).read_bytes()[:4] == b"\x89PNG"


def test_other_forms_need_graphviz(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RuntimeError, match="Graphviz"):
        observe.draw(leaf(1.0).sin(), tmp_path / "graph.pdf")
