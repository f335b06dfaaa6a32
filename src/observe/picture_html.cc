// The picture as a page of its own: each level is drawn, the script shows one of them, and needs nothing but the page.
#include "observe/escape.h"
#include "observe/picture_svg.h"

namespace vjp {
namespace {

constexpr const char* kPageStyle =
    "html,body{margin:0;height:100%}body{display:flex;flex-direction:column;color:var(--fg);font-size:13px}"
    "header{display:flex;flex-wrap:wrap;gap:6px;align-items:center;padding:6px 10px;border-bottom:1px solid "
    "var(--line)}"
    "nav{flex:1 1 12em;min-width:0}nav button{border:0;padding:4px 2px;color:var(--leafl);text-decoration:underline}"
    "nav span{font-weight:600;padding:4px "
    "2px}button,input{font:inherit;color:inherit;background:transparent;border:1px solid "
    "var(--line);border-radius:4px;padding:4px 8px}button{cursor:pointer;min-width:2.2em}input{flex:0 1 "
    "13em;min-width:6em}"
    ":focus-visible{outline:2px solid "
    "var(--leafl);outline-offset:1px}#view{flex:1;min-height:0;overflow:hidden;touch-action:"
    "none;cursor:grab;position:relative}#view.drag{cursor:grabbing}#view>svg{width:100%;height:100%;display:block}"
    "[data-level]{cursor:zoom-in}[data-level]:hover>rect{stroke-width:2.2}[data-level]:focus{outline:0}"
    ".vjp [data-level]:focus-visible>rect{stroke:var(--leafl);stroke-width:3}.vjp "
    ".hit>rect{stroke:#e0218a;stroke-width:3}"
    "#facts{position:absolute;right:8px;bottom:8px;max-width:min(26em,calc(100% - "
    "32px));max-height:45%;overflow:hidden;"
    "white-space:pre-wrap;overflow-wrap:anywhere;background:var(--bg);border:1px solid var(--line);border-radius:6px;"
    "padding:6px 10px;pointer-events:none;font-size:12px;line-height:1.4}#facts:empty{display:none}"
    "footer{padding:5px 10px;color:var(--dim);border-top:1px solid var(--line);font-size:12px}"
    "footer i{display:inline-block;width:11px;height:9px;border:1px solid;border-radius:2px;margin:0 3px 0 9px}"
    "#found{min-width:4em;color:var(--dim)}[hidden]{display:none}";

constexpr const char* kPageHeader =
    "<header><nav id=\"path\" aria-label=\"Levels\"></nav>"
    "<input id=\"q\" type=\"search\" placeholder=\"Search by name\" aria-label=\"Search by name; Enter shows the "
    "next\">"
    "<span id=\"found\" role=\"status\"></span>"
    "<button id=\"out\" aria-label=\"Smaller\">&#8722;</button><button id=\"in\" aria-label=\"Larger\">+</button>"
    "<button id=\"fit\">Fit</button></header>\n"
    "<main id=\"view\" tabindex=\"0\" aria-label=\"Graph: arrow keys move it, plus and minus scale it, 0 fits it, "
    "Escape goes "
    "up a level, Tab and Enter open a box\">";

constexpr const char* kLegend =
    "<i style=\"background:var(--leaf);border-color:var(--leafl)\"></i>leaf"
    "<i style=\"background:var(--op);border-color:var(--opl)\"></i>operator"
    "<i style=\"background:var(--blk);border-color:var(--blkl)\"></i>holds more: click"
    "<i style=\"background:var(--res);border-color:var(--resl)\"></i>result"
    "<i style=\"background:var(--cut);border-color:var(--cutl)\"></i>cut"
    "<i style=\"background:var(--op);border-color:var(--opl);opacity:.32\"></i>not executed";

constexpr const char* kScript = R"js((function () {
"use strict";
var $ = function (id) { return document.getElementById(id); };
var view = $("view"), pan = $("pan"), facts = $("facts"), levels = [].slice.call(document.querySelectorAll(".level"));
var now = -1, x = 0, y = 0, k = 1, saved = {}, hits = [], hit = -1, points = {}, moved = 0, gap = 0;
function put() { pan.setAttribute("transform", "translate(" + x + " " + y + ") scale(" + k + ")"); }
function size() { return { w: +levels[now].dataset.w, h: +levels[now].dataset.h, vw: view.clientWidth, vh: view.clientHeight }; }
function fit(whole) {
  var s = size(), all = Math.min(s.vw / s.w, s.vh / s.h, 1.6);
  k = whole || all > 0.6 ? all : Math.min(1, Math.max(s.vw / s.w, 0.6));
  x = (s.vw - s.w * k) / 2;
  y = Math.max(0, (s.vh - s.h * k) / 2);
  put();
}
function crumb(i, last) {
  var e = document.createElement(last ? "span" : "button");
  e.textContent = levels[i].dataset.title;
  if (!last) e.onclick = function () { show(i); };
  else e.setAttribute("aria-current", "true");
  return e;
}
function show(i) {
  if (now >= 0) { saved[now] = [x, y, k]; levels[now].setAttribute("hidden", ""); }
  now = i;
  levels[i].removeAttribute("hidden");
  facts.textContent = "";
  if (saved[i]) { x = saved[i][0]; y = saved[i][1]; k = saved[i][2]; put(); } else fit(false);
  var path = $("path"), at = i, last = true;
  path.textContent = "";
  for (;;) {
    path.insertBefore(crumb(at, last), path.firstChild);
    if (at === 0) break;
    path.insertBefore(document.createTextNode(" \u203a "), path.firstChild);
    at = +levels[at].dataset.parent;
    last = false;
  }
}
function zoom(f, cx, cy) {
  var to = Math.min(8, Math.max(0.04, k * f));
  x = cx - (cx - x) * to / k;
  y = cy - (cy - y) * to / k;
  k = to;
  put();
}
function middle(f) { zoom(f, view.clientWidth / 2, view.clientHeight / 2); }
function local(e) { var r = view.getBoundingClientRect(); return { x: e.clientX - r.left, y: e.clientY - r.top }; }
function box(e) { return e.target.closest && e.target.closest(".level g"); }
function report(g) { var t = g && g.querySelector("title"); facts.textContent = t ? t.textContent : ""; }
function open(g) { if (g && g.dataset.level) { show(+g.dataset.level); view.focus(); return true; } return false; }
view.addEventListener("wheel", function (e) {
  e.preventDefault();
  var p = local(e);
  zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0016)), p.x, p.y);
}, { passive: false });
view.addEventListener("pointerdown", function (e) {
  if (e.button) return;
  points[e.pointerId] = local(e);
  if (Object.keys(points).length === 1) moved = 0;
  gap = 0;
});
window.addEventListener("pointermove", function (e) {
  var old = points[e.pointerId];
  if (!old) return;
  var p = local(e), ids = Object.keys(points);
  points[e.pointerId] = p;
  if (ids.length === 1) {
    x += p.x - old.x;
    y += p.y - old.y;
    put();
  } else {
    var a = points[ids[0]], b = points[ids[1]], d = Math.hypot(a.x - b.x, a.y - b.y);
    if (gap) zoom(d / gap, (a.x + b.x) / 2, (a.y + b.y) / 2);
    gap = d;
  }
  moved += Math.abs(p.x - old.x) + Math.abs(p.y - old.y);
  if (moved > 5) view.classList.add("drag");
});
["pointerup", "pointercancel"].forEach(function (name) {
  window.addEventListener(name, function (e) { delete points[e.pointerId]; gap = 0; view.classList.remove("drag"); });
});
view.addEventListener("click", function (e) { if (moved <= 5) { report(box(e)); open(box(e)); } });
view.addEventListener("pointerover", function (e) { if (e.pointerType === "mouse") report(box(e)); });
view.addEventListener("focusin", function (e) { if (e.target !== view) report(box(e)); });
view.addEventListener("keydown", function (e) {
  var step = 60, key = e.key;
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (key === "ArrowLeft") x += step; else if (key === "ArrowRight") x -= step;
  else if (key === "ArrowUp") y += step; else if (key === "ArrowDown") y -= step;
  else if (key === "+" || key === "=") middle(1.25); else if (key === "-") middle(0.8);
  else if (key === "0") fit(true);
  else if (key === "Escape" || key === "Backspace") { if (now > 0) show(+levels[now].dataset.parent); }
  else if (key === "Enter" || key === " ") { if (!open(box(e))) return; }
  else return;
  e.preventDefault();
  put();
});
function mark(i) {
  if (hit >= 0 && hits[hit]) hits[hit].classList.remove("hit");
  hit = i;
  $("found").textContent = $("q").value ? (hits.length ? i + 1 + " of " + hits.length : "none") : "";
  if (!hits.length) return;
  var g = hits[i], level = levels.indexOf(g.closest(".level")), b, m;
  if (level !== now) show(level);
  g.classList.add("hit");
  b = g.getBBox();
  m = g.transform.baseVal.consolidate().matrix;
  if (k < 0.6) k = 1;
  x = view.clientWidth / 2 - (m.e + b.x + b.width / 2) * k;
  y = view.clientHeight / 2 - (m.f + b.y + b.height / 2) * k;
  put();
  report(g);
}
$("q").addEventListener("input", function () {
  var word = this.value.toLowerCase();
  if (hit >= 0 && hits[hit]) hits[hit].classList.remove("hit");
  hits = word ? [].filter.call(document.querySelectorAll(".level > g"), function (g) {
    return g.querySelector("title").textContent.toLowerCase().indexOf(word) >= 0 ||
      [].some.call(g.querySelectorAll("text"), function (t) { return t.textContent.toLowerCase().indexOf(word) >= 0; });
  }) : [];
  hit = -1;
  mark(hits.length ? 0 : -1);
});
$("q").addEventListener("keydown", function (e) {
  if (e.key === "Enter" && hits.length) mark((hit + (e.shiftKey ? hits.length - 1 : 1)) % hits.length);
});
$("in").onclick = function () { middle(1.25); };
$("out").onclick = function () { middle(0.8); };
$("fit").onclick = function () { fit(true); };
window.addEventListener("resize", function () { if (!Object.keys(points).length) put(); });
show(0);
})();
)js";

}  // namespace

std::string to_html(const Picture& picture) {
  std::vector<size_t> parents(picture.levels.size(), 0);
  for (size_t l = 0; l < picture.levels.size(); ++l)
    for (const PictureBox& box : picture.levels[l].boxes)
      if (box.level != PictureBox::kNone) parents[box.level] = l;
  const std::string summary = escape_xml(picture.summary);
  std::string out;
  append(out, {"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
               "content=\"width=device-width,initial-scale=1\"><title>",
               escape_xml(picture.title.empty() ? "graph" : picture.title), "</title>\n<style>", kPictureStyle,
               kPageStyle, "</style></head>\n<body class=\"vjp\">\n", kPageHeader, "<svg role=\"group\" aria-label=\"",
               summary, "\">", kArrowHeads, "<g id=\"pan\">\n"});
  for (size_t l = 0; l < picture.levels.size(); ++l) {
    DrawnLevel drawn = draw_level(picture, l, 0, true);
    append(out,
           {"<g class=\"level\" hidden=\"\" data-title=\"", escape_xml(picture.levels[l].title), "\" data-parent=\"",
            parents[l], "\" data-w=\"", drawn.width, "\" data-h=\"", drawn.height, "\">\n", drawn.body, "</g>\n"});
  }
  append(out, {"</g></svg><div id=\"facts\" aria-live=\"polite\"></div></main>\n<footer>", summary, kLegend,
               "</footer>\n<script>", kScript, "</script>\n</body></html>\n"});
  return out;
}

}  // namespace vjp
