"""Runs the steps of scripts/test one after the other and counts their tests. Standard library only."""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOGS = ROOT / "build/test-logs"
REPORTS = ROOT / "build/test-reports"
TALLY = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")


class Counts:
    """Tests passed, failed and skipped, a line for each of the latter two, and what programs that failed printed."""

    def __init__(self, passed=0, failed=0, skipped=0, notes=(), printed=()):
        self.passed, self.failed, self.skipped = passed, failed, skipped
        self.notes, self.printed = list(notes), list(printed)

    def __iadd__(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.notes += other.notes
        self.printed += other.printed
        return self

    def __str__(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def skipped(reason: str) -> Counts:
    return Counts(skipped=1, notes=[f"skipped: {reason}"])


def tally_of(text: str):
    """What the last line counts, None if it does not."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    match = TALLY.match(lines[-1]) if lines else None
    return Counts(*(int(n or 0) for n in match.groups())) if match else None


class Step:
    """Runs commands with their output in the step's log."""

    def __init__(self, name: str):
        self.name = name
        self.path = LOGS / f"{name}.log"
        self.path.write_text("")

    def run(self, *command, env=None, cwd=ROOT) -> int:
        with self.path.open("a") as log:
            log.write("$ " + " ".join(map(str, command)) + "\n")
            log.flush()
            return subprocess.run([str(c) for c in command], cwd=cwd, stdout=log, stderr=subprocess.STDOUT,
                                  stdin=subprocess.DEVNULL, env={**os.environ, **(env or {})}).returncode

    def text(self) -> str:
        return self.path.read_text(errors="replace")

    def one(self, what: str, code: int) -> Counts:
        """A command that is one test."""
        return Counts(passed=1) if code == 0 else Counts(failed=1, notes=[f"failed: {what} (status {code})"])

    def tally(self, what: str, code: int) -> Counts:
        """A command whose last line counts its tests."""
        counts = tally_of(self.text())
        if counts is None:
            return self.one(what, code or 1)
        if code != 0 and counts.failed == 0:
            counts += Counts(failed=1, notes=[f"failed: {what} (status {code})"])
        return counts


# ---- C and C++ ----


def google_test(report: pathlib.Path) -> Counts:
    counts = Counts()
    for suite in json.loads(report.read_text())["testsuites"]:
        for test in suite["testsuite"]:
            name = f"{suite['name']}.{test['name']}"
            if test.get("failures"):
                counts += Counts(failed=1, notes=[f"failed: {report.stem}: {name}"])
            elif test["result"] == "SKIPPED" or test["status"] == "NOTRUN":
                counts += Counts(skipped=1, notes=[f"skipped: {report.stem}: {name}"])
            else:
                counts.passed += 1
    return counts


def shortened(text: str, ends: int = 40) -> list[str]:
    """The first and last lines: a sanitizer's first report is what one needs, and the last says how it ended."""
    lines = text.splitlines()
    return lines if len(lines) <= 2 * ends else [*lines[:ends], "...", *lines[-ends:]]


def junit(report: pathlib.Path, google: pathlib.Path) -> Counts:
    """ctest's report; a GoogleTest program that ended properly counts by its own, finer one."""
    counts = Counts()
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        name, own = case.get("name"), google / f"{case.get('name')}.json"
        if own.exists():
            fine = google_test(own)
            if case.get("status") != "run" and fine.failed == 0:  # a sanitizer speaks after the last test
                fine += Counts(failed=1, notes=[f"failed: {name}: ended badly"])
            counts += fine
        elif case.find("skipped") is not None and case.get("status") != "fail":
            counts += skipped(name)
        else:  # a program that counts its checks in its last line, or one test
            good = case.get("status") == "run"
            fine = tally_of(case.findtext("system-out") or "")
            if fine is None and good and name.startswith(("c_", "sim_")):  # its process ended before its main function
                fine = Counts(failed=1, notes=[f"failed: {name}: ended without a count"])
            elif fine is None or good != (fine.failed == 0):
                fine = Counts(passed=1) if good else Counts(failed=1)
            fine.notes += [] if good else [f"failed: {name}"]
            counts += fine
        if case.get("status") == "fail":
            counts.printed += [f"{name}:", *shortened(case.findtext("system-out") or "nothing")]
    return counts


SANITIZERS = {
    "ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=1:detect_stack_use_after_return=0",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "halt_on_error=0:second_deadlock_stack=1",
}


def ctest(step: Step, kind: str, name: str, *choice, jobs=2, env=None) -> Counts:
    """The tests of build/<kind> that are chosen, under the name of a report."""
    reports = REPORTS / name
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir(parents=True)
    step.run("ctest", "--test-dir", f"build/{kind}", "--output-junit", reports / "ctest.xml", "--output-on-failure",
             "--timeout", "10000000", "--test-output-size-passed", "1000000",  # the count stands in the last line
             f"-j{jobs}", *choice, env={**SANITIZERS, "GTEST_OUTPUT": f"json:{reports}/", **(env or {})})
    if not (reports / "ctest.xml").exists():
        return Counts(failed=1, notes=[f"failed: ctest wrote no report for {name}"])
    return junit(reports / "ctest.xml", reports)


STARTED_THREADS = REPORTS / "started_threads.txt"


def noting_threads(kind: str) -> dict | None:
    """What makes the programs of a release build note whether they started threads (tests/threads)."""
    preloaded = ROOT / "build/release/tests/libstarted_threads.so"
    if kind != "release" or not preloaded.exists():
        return None
    STARTED_THREADS.unlink(missing_ok=True)
    return {"LD_PRELOAD": str(preloaded), "VJP_TEST_STARTED_THREADS": str(STARTED_THREADS)}


def of_threads(kind: str) -> tuple[str, ...]:
    """ctest's choice for the thread sanitizer: not the programs that started no thread in the release build, if that was run; on the
    simulator others may. The fake CUDA is no matter: a build with a sanitizer has none."""
    if kind != "tsan" or not STARTED_THREADS.exists():
        return ()
    said = {words for line in STARTED_THREADS.read_text().splitlines() if len(words := tuple(line.split())) == 3}

    def alone(device: str) -> str:
        answers = {answer: {name for name, given, where in said if given == answer and where == device} for answer in ("no", "yes")}
        return "|".join(sorted(re.sub("^c(pp)?_", "", name) for name in answers["no"] - answers["yes"] if re.match("cpp_|c_", name)))

    return ("-E", f"^((cpp|c|compiled)_({alone('cpu')})(_AVX2|_SSE4)?|sim_({alone('sim:0')}))$")


def native(step: Step, kind: str) -> Counts:
    code = step.run("scripts/build", kind)
    if code != 0:
        return step.one(f"scripts/build {kind}", code)
    counts = ctest(step, kind, kind, *of_threads(kind), env=noting_threads(kind))
    if not list((ROOT / f"build/{kind}/tests").glob("cpp_*")):
        counts += skipped("tests/cpp: no GoogleTest (libgtest-dev, libgmock-dev)")
    return counts


C_TESTS = ("-R", "^c_")


def vectors(best: str):
    """The C tests with the kernels for other processors, which this one has too."""
    def step(step: Step) -> Counts:
        said = subprocess.run([ROOT / "build/release/bin/vjp", "info"], env={**os.environ, "VJP_SIMD": best}, text=True,
                              stdout=subprocess.PIPE, check=True).stdout
        if f"vectors {best}," not in said:
            return skipped(f"this processor has no {best}")
        return ctest(step, "release", f"vectors-{best}", *C_TESTS, jobs=1, env={"VJP_SIMD": best})
    return step


def no_openblas(step: Step) -> Counts:
    """The C tests with a libvjp beside which there is no OpenBLAS."""
    alone = ROOT / "build/test-no-openblas"
    shutil.rmtree(alone, ignore_errors=True)
    if code := step.run("scripts/build", "install", alone):
        return step.one("scripts/build install", code)
    for library in (alone / "lib").glob("*openblas*"):
        library.unlink()
    env = {"LD_LIBRARY_PATH": str(alone / "lib")}
    said = subprocess.run([alone / "bin/vjp", "info"], env={**os.environ, **env}, text=True, stdout=subprocess.PIPE, check=True).stdout
    if "BLAS none" not in said:
        return Counts(failed=1, notes=[f"failed: it found an OpenBLAS: {said.splitlines()[0]}"])
    return ctest(step, "release", "no-openblas", *C_TESTS, jobs=1, env=env)


def no_threads(step: Step) -> Counts:
    """The C tests with a libvjp built without threads: it starts none, and all that does not want two at once holds."""
    if code := step.run("scripts/build", "release", "--target", "vjp_no_threads"):
        return step.one("scripts/build release --target vjp_no_threads", code)
    env = {"LD_LIBRARY_PATH": str(ROOT / "build/release/no-threads")}
    said = subprocess.run([ROOT / "build/release/bin/vjp", "info"], env={**os.environ, **env}, text=True, stdout=subprocess.PIPE, check=True).stdout
    if ", no threads" not in said:
        return Counts(failed=1, notes=[f"failed: it does not say that it has no threads: {said.splitlines()[0]}"])
    return ctest(step, "release", "no-threads", *C_TESTS, jobs=1, env=env)


def aarch64(step: Step) -> Counts:
    """A build for 64-bit Arm: its C tests, and those of accuracy, under QEMU."""
    if not shutil.which("aarch64-linux-gnu-g++") or not (shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")):
        return skipped("aarch64: no cross compiler or no QEMU (g++-aarch64-linux-gnu, qemu-user-static)")
    if code := step.run("scripts/build", "aarch64", "--target", "vjp_cross_tests"):
        return step.one("scripts/build aarch64", code)
    return ctest(step, "aarch64", "aarch64", "-L", "cross")


# ---- steps ----


def tool(script: str, *arguments: str):
    def step(step: Step) -> Counts:
        return step.tally(script, step.run(f"scripts/check/{script}", *arguments))
    return step


def rules(step: Step) -> Counts:
    return step.tally("scripts/check-rules", step.run("scripts/check-rules"))


def golden(folder: str):
    def step(step: Step) -> Counts:
        if not (ROOT / folder).exists():
            return Counts(notes=[f"not there: {folder}"])
        return step.tally(f"scripts/golden {folder}", step.run("scripts/golden", folder))
    return step


def streams(step: Step) -> Counts:
    """The scenarios of streams in many more orders than ctest runs them, on two cores."""
    program = ROOT / "build/release/tests/streams_test"
    if code := step.run("scripts/build", "release"):
        return step.one("scripts/build release", code)
    listed = subprocess.run([program, "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout
    scenarios = sorted({line.split()[0] for line in listed.splitlines()})

    def part(number: int) -> tuple[Counts, str]:
        log = Step(f"streams-{number + 1}")
        code = log.run(program, "--seeds", "1000", "--only", ",".join(scenarios[number::2]))
        return log.tally("streams_test", code), log.text()

    total = Counts()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for counts, text in pool.map(part, range(2)):
            total += counts
            with step.path.open("a") as log:
                log.write(text)
    return total


def golden_on_simulator(folder: str, modes: tuple[str, ...] = ("", "lazy", "random:1", "random:2")):
    """However late the commands run, the same bits; with "" among the modes, those of the CPU, whose kernels the same are."""
    def step(step: Step) -> Counts:
        if not (ROOT / folder).exists():
            return Counts(notes=[f"not there: {folder}"])
        entry = re.compile(r"^\w+/(\S+) .*, bits (\w+)$", re.M)
        counts, before, wanted = Counts(), "", dict[str, tuple[str, ...]]()
        for mode in modes:
            flags = ["-v", *(["--device", "sim:0"] if mode else [])]
            code = step.run("scripts/golden", folder, *flags, env={"VJP_SIM_MODE": mode} if mode else None)
            text = step.text()[len(before):]
            before = step.text()
            found: dict[str, tuple[str, ...]] = {}
            for name, bits in entry.findall(text):
                found[name] = found.get(name, ()) + (bits,)
            if not mode:
                wanted = found
                continue
            others = [name for name, bits in found.items() if wanted.setdefault(name, bits) != bits]
            if others or not found:
                counts += Counts(failed=1, notes=[f"failed: golden on sim:0, {mode}: other bits than {modes[0] or 'on the CPU'}: "
                                                  f"{' '.join(others) or 'no results'}"])
            else:
                counts += tally_of(text) or step.one(f"golden on sim:0, {mode}", code or 1)
        return counts
    return step


def without_optional_kernels(step: Step) -> Counts:
    """What operators are composed of where a backend lacks the loops that the CPU has for them, as CUDA does."""
    env, counts = {"VJP_SIM_KERNELS": "needed", "VJP_DEVICE": "sim:0"}, Counts()
    for name in ("nn.functional.adaptive_avg_pool1d", "nn.functional.adaptive_avg_pool3d", "nn.functional.ctc_loss",
                 "_segment_reduce--lengths", "_segment_reduce--offsets"):
        before = len(step.text())
        code = step.run("scripts/golden", "tests/golden", "--device", "sim:0", "--op", name, env=env)
        counts += tally_of(step.text()[before:]) or step.one(f"golden {name}", code or 1)
    counts += pytest(step, env, *(f"tests/test_{name}.py" for name in ("ctc", "segments", "uneven_parts")))
    return counts


def golden_on_fake_cuda(folder: str):
    """All of the backend's host side with its kernels emulated; what it refuses is what its README lists."""
    def step(step: Step) -> Counts:
        fake = ROOT / "build/release/tests/fake_cuda"
        if not (ROOT / folder).exists():
            return Counts(notes=[f"not there: {folder}"])
        if not (fake / "libvjp_cuda.so").exists():
            return skipped("the golden vectors on the fake CUDA: no toolkit in .deps/cuda (scripts/setup)")
        env = {"VJP_BACKEND_PATH": str(fake), "VJP_CUDA_LIBRARY_PATH": str(fake), "VJP_CUDA_JIT": "0", "FAKE_CUDA_MODE": "lazy"}
        code = step.run("scripts/golden", folder, "--device", "cuda:0", "--lacking", "src/backends/cuda/README.md", env=env)
        counts = tally_of(step.text()) or step.one("golden on cuda:0", code or 1)
        return Counts(counts.passed, counts.failed, 0, counts.notes)  # what is refused was compared with the README
    return step


def pytest(step: Step, env: dict | None, *targets: str) -> Counts:
    where = " ".join(f"{name}={value}" for name, value in (env or {}).items())
    report = REPORTS / f"pytest-{re.sub('[^a-z0-9]+', '-', where.lower())}.xml"
    report.unlink(missing_ok=True)
    code = step.run(ROOT / "scripts/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *targets,
                    cwd=ROOT / "bindings/python", env=env)
    counts = Counts()
    if report.exists():
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            name = f"{case.get('classname')}.{case.get('name')} {where}".rstrip()
            if case.find("failure") is not None or case.find("error") is not None:
                counts += Counts(failed=1, notes=[f"failed: {name}"])
            elif case.find("skipped") is not None:
                counts += skipped(f"{name}: {case.find('skipped').get('message')}")
            else:
                counts.passed += 1
    if code not in (0, 1) or not report.exists():
        counts += step.one(f"pytest {where}".rstrip(), code or 1)
    return counts


def python(step: Step) -> Counts:
    folder = ROOT / "bindings/python"
    counts = pytest(step, None, "tests")
    counts += step.one("mypy", step.run(ROOT / "scripts/python", "-m", "mypy", "vjp", "tests", cwd=folder))
    counts += step.one("ruff", step.run(ROOT / "scripts/python", "-m", "ruff", "check", ".", cwd=folder))
    return counts


def python_on_simulator(mode: str):
    """Every tensor on the simulator: whatever the schedule, and without a race."""
    return lambda step: pytest(step, {"VJP_DEVICE": "sim:0", "VJP_RACE": "fail", "VJP_SIM_MODE": mode}, "tests")


def wheel(step: Step) -> Counts:
    script = "bindings/python/tests/wheel_check.sh"
    return step.tally(script, step.run(script))


def rust(step: Step) -> Counts:
    if not (ROOT / ".deps/rust.stamp").exists():
        return skipped("Rust: no cargo 1.70 or newer (https://rustup.rs)")
    code = step.run("bindings/rust/test.sh")
    counts = Counts()
    for match in re.findall(r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored", step.text(), re.M):
        counts += Counts(*map(int, match))
    if code != 0 and counts.failed == 0 or not counts.passed:
        counts += step.one("bindings/rust/test.sh", code or 1)
    counts.notes += [f"failed: {name}" for name in re.findall(r"^test (\S+) \.\.\. FAILED", step.text(), re.M)]
    return counts


def crates(step: Step) -> Counts:
    if not (ROOT / ".deps/rust.stamp").exists():
        return skipped("Rust: no cargo 1.70 or newer (https://rustup.rs)")
    return step.tally("scripts/check/crates", step.run("scripts/check/crates"))


def cuda(step: Step) -> Counts:
    """The CUDA backend: built, and loaded where there may be no driver; its programs compiled for every architecture."""
    if not (ROOT / ".deps/cuda/bin/nvcc").exists():
        return skipped("CUDA: no toolkit in .deps/cuda (scripts/setup)")
    code = step.run("scripts/build", "release")
    if code != 0:
        return step.one("scripts/build release", code)
    return step.tally("scripts/check/cuda", step.run("scripts/check/cuda"))


def julia(step: Step) -> Counts:
    if not (ROOT / ".deps/julia.stamp").exists():
        return skipped("Julia: none that works (https://julialang.org/downloads, 1.5 or newer)")
    code = step.run("bindings/julia/test.sh")
    counts = Counts()
    # Each summary: a header that names the columns present, then the outermost set with its sums.
    lines = step.text().splitlines()
    for header, row in zip(lines, lines[1:]):
        if not header.startswith("Test Summary:"):
            continue
        names = header.split("|", 1)[1].split()
        numbers = [int(n) for n in row.split("|", 1)[1].split()[:len(names)]]
        sums = dict(zip(names, numbers))
        counts += Counts(sums.get("Pass", 0), sums.get("Fail", 0) + sums.get("Error", 0), sums.get("Broken", 0))
    if code != 0 and counts.failed == 0 or not counts.passed:
        counts += step.one("bindings/julia/test.sh", code or 1)
    return counts


# In this order, two at a time where they keep one processor busy each; what compiles much has all to itself.
STEPS = {
    "release": lambda step: native(step, "release"),
    "layers": tool("layers", "--built"),
    "headers": tool("headers"),
    "comments": tool("comments"),
    "api": tool("api"),
    "exports": tool("exports"),
    "abi": tool("abi"),
    "man": tool("man"),
    "wrappers": tool("wrappers"),
    "generated": tool("generated"),
    "format": tool("format"),
    "rules": rules,
    "python": python,
    "python-lazy": python_on_simulator("lazy"),
    "python-random": python_on_simulator("random:1"),
    "rust": rust,
    "crates": crates,
    "julia": julia,
    "golden": golden("tests/golden"),
    "golden-all": golden("../shared/golden"),
    "golden-sim": golden_on_simulator("tests/golden"),
    "composed": without_optional_kernels,
    "golden-all-sim": golden_on_simulator("../shared/golden", ("lazy", "random:1")),
    "golden-all-cuda": golden_on_fake_cuda("../shared/golden"),
    "tool": tool("tool"),
    "install": tool("install"),
    "reproducible": tool("reproducible"),
    "debian": tool("debian"),
    "conda": tool("conda"),
    "commands": tool("commands"),
    "bench": tool("bench"),
    "conformance": tool("conformance"),
    "examples": tool("examples"),
    "guides": tool("guides"),
    "docs": tool("docs"),
    "vectors-avx2": vectors("AVX2"),
    "vectors-sse4": vectors("SSE4"),
    "no-openblas": no_openblas,
    "no-threads": no_threads,
    "streams": streams,
    "cuda": cuda,
    "hip": tool("hip"),
    "aarch64": aarch64,
    "wheel": wheel,
    "asan": lambda step: native(step, "asan"),
    "tsan": lambda step: native(step, "tsan"),
}
ALONE = {"release", "streams", "cuda", "hip", "aarch64", "wheel", "asan", "tsan"}


def run_step(name: str) -> tuple[Counts, float]:
    start, log = time.monotonic(), Step(name)
    try:
        counts = STEPS[name](log)
    except Exception as error:  # a broken step is a failed test, and the others still run
        counts = Counts(failed=1, notes=[f"failed: {name}: {type(error).__name__}: {error}"])
    if counts.failed and not counts.printed:
        counts.printed = log.text().splitlines()[-30:]
    return counts, time.monotonic() - start


def results(names: list[str]):
    """Each step's name and result, in order. Those between two that want to be alone run two at a time."""
    waiting = collections.deque(names)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        while waiting:
            group = [waiting.popleft()]
            while group[0] not in ALONE and waiting and waiting[0] not in ALONE:
                group.append(waiting.popleft())
            running = [pool.submit(run_step, name) for name in group]
            for name, result in zip(group, running):
                yield name, result


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        print("\n".join(STEPS))
        return 0
    chosen = [name for names in options.only for name in names.split(",")]
    for name in chosen:
        if name not in STEPS:
            print(f"scripts/test: no step '{name}'; there are {', '.join(STEPS)}", file=sys.stderr)
            return 2
    LOGS.mkdir(parents=True, exist_ok=True)
    REPORTS.mkdir(parents=True, exist_ok=True)
    total, begun = Counts(), time.monotonic()
    names = [name for name in STEPS if (not chosen or name in chosen) and not (options.quick and name in ("asan", "tsan"))]
    for name, result in results(names):
        print(f"== {name}", flush=True)
        counts, took = result.result()
        for note in counts.notes[:40]:
            print(f"   {note}")
        print(f"   {counts}   ({took:.0f} s)", flush=True)
        if counts.failed:
            print("".join(f"   | {line}\n" for line in counts.printed[:400]), end="", flush=True)
        total += counts
    print(f"== all steps: {time.monotonic() - begun:.0f} s")
    print(total)
    return 1 if total.failed else 0


sys.exit(main())
