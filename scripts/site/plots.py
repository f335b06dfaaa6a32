"""Plots of the speed tables, as SVG within the page, made from the numbers that the tables show."""

import html
import math
import re

WIDTH, LABEL, ROW = 760, 330, 18


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(text):
    """(where it ends, its columns' names, its rows) of each table of a page."""
    for match in re.finditer(r"^\|.*\|\n\|[-| :]+\|\n((?:\|.*\|\n)+)", text, re.M):
        yield match.start(), cells(match[0].split("\n", 1)[0]), [cells(line) for line in match[1].splitlines()]


def number(text):
    found = re.match(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?$", text)
    return float(found[0]) if found else None


def svg(height, parts, caption):
    return (f'\n```{{raw}} html\n<figure class="plot"><svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{html.escape(caption)}">\n'
            + "\n".join(parts) + f"\n</svg><figcaption>{html.escape(caption)}</figcaption></figure>\n```\n\n")


def axis(ticks, at, top, bottom):
    for value in ticks:
        x = at(value)
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>'
        yield f'<text class="quiet" x="{x:.1f}" y="{bottom + 14}" text-anchor="middle">{value:g}</text>'


def bars(rows, caption):
    """Ratios on a logarithmic axis, from 1 to the right where libvjp is better."""
    low, high = min(0.5, min(r for _name, r in rows)), max(2, max(r for _name, r in rows))

    def at(value):
        return LABEL + (WIDTH - LABEL - 50) * (math.log(value / low) / math.log(high / low))

    bottom = ROW * len(rows) + 6
    parts = list(axis([t for t in (0.25, 0.5, 1, 2, 4, 8, 16, 32) if low <= t <= high], at, 0, bottom))
    for i, (name, ratio) in enumerate(rows):
        left, right, y = min(at(1), at(ratio)), max(at(1), at(ratio)), ROW * i + 4
        parts.append(f'<rect class="{"better" if ratio >= 1 else "worse"}" x="{left:.1f}" y="{y}" width="{max(right - left, 1):.1f}" height="{ROW - 6}"/>')
        parts.append(f'<text x="{LABEL - 8}" y="{y + 10}" text-anchor="end">{html.escape(name)}</text>')
        parts.append(f'<text class="quiet" x="{right + 4:.1f}" y="{y + 10}">{ratio:g}</text>')
    return svg(bottom + 20, parts, caption)


def histogram(values, caption):
    """How many ratios lie between powers of the square root of two."""
    steps = [math.floor(2 * math.log2(v)) for v in values]
    low, high = min(steps), max(steps)
    counts = [steps.count(step) for step in range(low, high + 1)]
    width, tall = (WIDTH - 60) / len(counts), 170

    def at(value):
        return 40 + (2 * math.log2(value) - low) * width

    parts = list(axis([t for t in (0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128) if low <= 2 * math.log2(t) <= high + 1], at, 0, tall))
    for i, count in enumerate(counts):
        height = (tall - 20) * count / max(counts)
        x, y = 40 + i * width, tall - height
        parts.append(f'<rect class="{"better" if low + i >= 0 else "worse"}" x="{x + 1:.1f}" y="{y:.1f}" width="{width - 2:.1f}" height="{height:.1f}"/>')
        if count:
            parts.append(f'<text class="quiet" x="{x + width / 2:.1f}" y="{y - 4:.1f}" text-anchor="middle">{count}</text>')
    return svg(tall + 20, parts, caption)


def short(row):
    text = f"{row['row']}, {row['threads']} thread{'s' if row['threads'] != '1' else ''}"
    return text if len(text) < 50 else text[:48] + "…"


def of_benchmarks(columns, rows):
    """A plot for each workload of the table of ratios."""
    if "ratio" not in columns or "row" not in columns:
        return ""
    said = [dict(zip(["W", *columns[1:]], row)) for row in rows]
    picked = [(f"{row['W']} {short(row)}", number(row["ratio"])) for row in said if row["W"] in ("W1", "W2", "W4", "W5", "W6", "W12", "W14")]
    picked = [(name, ratio) for name, ratio in picked if ratio]
    return bars(picked, "How many times better libvjp is than the faster peer (W1, W2, W4 to W6, W12, W14 of the table below), logarithmic.") if picked else ""


def of_operators(columns, rows):
    if columns[:2] != ["case", "worst"]:
        return ""
    found = [number(re.sub(r"[^\d.]", "", row[i])) for row in rows for i in range(2, len(columns) - 1) if row[i] and "–" not in row[i] and "?" not in row[i]]
    found = [ratio for ratio in found if ratio]
    return histogram(found, f"The {len(found)} ratios of the table below: how many measurements lie where, from slower (left of 1) to faster.") if found else ""


PLOTS = {"benchmarks": of_benchmarks, "operators-speed": of_operators}


def insert(page, text):
    """The page with a plot above each table that has one."""
    if page in PLOTS:
        for start, columns, rows in reversed(list(tables(text))):
            text = text[:start] + PLOTS[page](columns, rows).lstrip("\n") + text[start:]
    return text
