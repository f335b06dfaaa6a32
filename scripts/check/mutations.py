"""Faults that the tests of rules catch: reads tests/mutations/*.mut and replays them. Standard library only.

A record names a rule, a file of src, the tests that must fail, and two texts: lines of the file, and the same lines with the
fault, in which MUTANT is a condition that is true while this fault is chosen:

    rule: VIEW-9
    file: src/graph/view.cc
    test: c_engine_views
    ---
      if (!stale(view)) return;
    +++
      if (MUTANT || !stale(view)) return;
    ===

The lines must occur once. Lines before the first record, and those that begin with #, are comments. A rule for which no fault
can be planted in src says why, or several do: `# INTRO-14: wrapped objects are the bindings' own`, `# PROF-1..10: ...`.
`test:` may be given several times; the fault is caught if one of them fails:

    c_NAME, cpp_NAME, sim_NAME    a test of ctest
    memory_SCENARIO               the same, of tests/memory
    run PROGRAM ARGUMENTS         a program of build/release
    python ARGUMENTS              pytest with these arguments, in bindings/python

All faults are put into one copy of the tree (build/mutants), which is built once; a number in the environment chooses which is
on. So the library itself has no switch, and a replay costs a run of a test.
"""

import collections
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests/mutations"
TREE = ROOT / "build/mutants"
LOGS = ROOT / "build/test-logs/mutations"
# A fault may make a program wait for ever; then it has been caught.
PATIENCE = 300

SWITCH = 'extern "C" int vjp_mutant;\n#line 1\n'
CHOICE = """// Which fault is on: the number in VJP_MUTANT.
#include <cstdlib>
extern "C" {
extern int vjp_mutant;
int vjp_mutant = std::getenv("VJP_MUTANT") ? std::atoi(std::getenv("VJP_MUTANT")) : 0;
}
"""


class Bad(Exception):
    """What is wrong with a record, with its place."""


REASON = re.compile(r"# ([A-Z]+)-(\d+)(?:\.\.(\d+))?: *(.+)")


class Mutation:
    def __init__(self, where: str, rule: str, file: str, tests: list, before: str, after: str):
        self.where, self.rule, self.file, self.tests = where, rule, file, tests
        self.before, self.after = before, after
        # Of its own text, so that a record that comes or goes leaves the others' files as they are built.
        self.number = zlib.crc32("\0".join((rule, file, before, after)).encode()) & 0x7FFFFFFF or 1

    def span(self) -> tuple:
        """Where its lines stand in the file."""
        path = ROOT / self.file
        if not path.is_file() or not self.file.startswith("src/"):
            raise Bad(f"{self.where}: there is no {self.file} below src")
        text = path.read_text()
        if (count := text.count(self.before)) != 1:
            raise Bad(f"{self.where}: the lines stand {count} times in {self.file}, not once")
        start = text.index(self.before)
        return start, start + len(self.before)


def read_file(path: pathlib.Path) -> list:
    mutations, fields, part, texts, begun = [], collections.defaultdict(list), None, {}, 0
    name = path.relative_to(ROOT)
    for number, line in enumerate(path.read_text().splitlines(keepends=True), 1):
        mark = line.rstrip("\n")
        where = f"{name}:{begun or number}"
        if part is None:
            if field := re.match(r"(rule|file|test): *(.+)", mark):
                begun = begun or number
                fields[field[1]].append(re.split(r"\s{3,}\(", field[2])[0].strip())
            elif mark == "---":
                part = "before"
            elif begun and mark.strip() and not mark.startswith("#"):
                raise Bad(f"{name}:{number}: 'rule:', 'file:', 'test:' or '---' is wanted, not '{mark.strip()}'")
        elif part == "before" and mark == "+++":
            part = "after"
        elif part == "after" and mark == "===":
            if len(fields["rule"]) != 1 or len(fields["file"]) != 1 or not fields["test"]:
                raise Bad(f"{where}: a record has one rule, one file and at least one test")
            if not texts.get("before") or "MUTANT" not in texts.get("after", ""):
                raise Bad(f"{where}: lines of the file, then the same with MUTANT in them, are wanted")
            mutations.append(Mutation(where, fields["rule"][0], fields["file"][0], fields["test"], texts["before"], texts["after"]))
            fields, part, texts, begun = collections.defaultdict(list), None, {}, 0
        else:
            texts[part] = texts.get(part, "") + line
    if part or begun:
        raise Bad(f"{name}:{begun}: the record has no end (===)")
    return mutations


def read_all() -> list:
    return [m for path in sorted(FOLDER.glob("*.mut")) for m in read_file(path)]


def read_reasons() -> dict:
    """Rule -> why no fault is kept for it, with the place."""
    reasons = {}
    for path in sorted(FOLDER.glob("*.mut")):
        inside = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            inside = line == "---" or (inside and line != "===")
            if inside or not (reason := REASON.fullmatch(line)):
                continue
            for n in range(int(reason[2]), int(reason[3] or reason[2]) + 1):
                reasons[f"{reason[1]}-{n}"] = (reason[4], f"{path.relative_to(ROOT)}:{number}")
    return reasons


def source_of(test: str) -> pathlib.Path | None:
    """The file that a test is made of, as far as its name tells."""
    if named := re.fullmatch(r"(c|cpp|sim)_(\w+)", test):
        return ROOT / ("tests/cpp" if named[1] == "cpp" else "tests/c") / (named[2] + (".cc" if named[1] == "cpp" else ".c"))
    if test.startswith("python "):
        file = next((word for word in shlex.split(test)[1:] if ".py" in word), "")
        return ROOT / "bindings/python" / file.split("::")[0]
    if test.startswith("memory_"):
        return ROOT / "tests/memory/CMakeLists.txt"
    return None


def stale(mutations: list) -> list:
    """What no longer fits the tree."""
    wrong = []
    for mutation in mutations:
        try:
            mutation.span()
        except Bad as bad:
            wrong.append(str(bad))
        for test in mutation.tests:
            source = source_of(test)
            if source and not source.is_file():
                wrong.append(f"{mutation.where}: there is no {source.relative_to(ROOT)} for '{test}'")
            elif not source and not test.startswith("run "):
                wrong.append(f"{mutation.where}: '{test}' is no test; see scripts/check/mutations.py")
    return wrong


# ---- the tree with the faults ----


def batches(mutations: list) -> list:
    """Groups in which no two faults touch the same lines."""
    groups = []
    for mutation in mutations:
        start, end = mutation.span()
        for group in groups:
            if all(end <= s or e <= start for s, e in group[0][mutation.file]):
                break
        else:
            group = (collections.defaultdict(list), [])
            groups.append(group)
        group[0][mutation.file].append((start, end))
        group[1].append(mutation)
    return [group[1] for group in groups]


def write_if_changed(path: pathlib.Path, text: bytes) -> None:
    if not path.exists() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def plant(group: list) -> None:
    """Makes the tree what ours is, with the faults of the group; files that stay as they are keep their times."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    names = [n for n in listed.stdout.decode().split("\0") if n and (ROOT / n).is_file()]
    texts = {name: (ROOT / name).read_bytes() for name in names}
    by_file = collections.defaultdict(list)
    for mutation in group:
        by_file[mutation.file].append(mutation)
    for file, mutations in by_file.items():
        text = texts[file].decode()
        for m in sorted(mutations, key=lambda m: -text.index(m.before)):
            text = text.replace(m.before, re.sub(r"\bMUTANT\b", f"(::vjp_mutant == {m.number})", m.after), 1)
        texts[file] = (SWITCH + text).encode()
    texts["src/base/mutant.cc"] = CHOICE.encode()
    for old in [file for folder in ("src", "include", "tests", "bench", "cmake") for file in TREE.glob(f"{folder}/**/*.*")]:
        if old.is_file() and str(old.relative_to(TREE)) not in texts:
            old.unlink()
    for name, text in texts.items():
        write_if_changed(TREE / name, text)
        if os.access(ROOT / name, os.X_OK):
            (TREE / name).chmod(0o755)
    (TREE / ".deps").mkdir(exist_ok=True)
    for entry in (ROOT / ".deps").iterdir():
        link = TREE / ".deps" / entry.name
        if entry.name != "cuda" and not link.exists():
            link.symlink_to(entry)


def targets_of(tests: set) -> list:
    targets = {"vjp"}
    for test in tests:
        words = shlex.split(test)
        if words[0] == "run":
            targets.add(pathlib.Path(words[1]).name)
        elif test.startswith("memory_"):
            targets.add("failing_test")
        elif words[0] != "python":
            targets.add(re.sub(r"^sim_", "c_", test))
    return sorted(targets)


def build(tests: set) -> None:
    arguments = [x for t in targets_of(tests) for x in ("--target", t)]
    log = LOGS / "build.log"
    with log.open("w") as out:
        if subprocess.run([TREE / "scripts/build", "release", *arguments], cwd=TREE, stdout=out, stderr=subprocess.STDOUT).returncode:
            raise Bad(f"the tree with the faults does not build: {log.relative_to(ROOT)}\n" +
                      "".join(line for line in log.read_text().splitlines(keepends=True) if "error" in line)[:3000])
        if any(t.startswith("python ") for t in tests):
            subprocess.run([TREE / "scripts/setup", "--no-system"], cwd=TREE, stdout=out, stderr=subprocess.STDOUT,
                           env={**os.environ, "VJP_NO_CUDA": "1"}, check=True)
            subprocess.run([TREE / "scripts/python", "-c", "import vjp"], cwd=TREE, stdout=out, stderr=subprocess.STDOUT, check=True)


def command_of(test: str) -> tuple:
    words = shlex.split(test)
    if words[0] == "run":
        return [str(TREE / "build/release" / words[1]), *words[2:]], TREE
    if words[0] == "python":
        return [str(TREE / "scripts/python"), "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *words[1:]], TREE / "bindings/python"
    return ["ctest", "--test-dir", str(TREE / "build/release"), "-R", f"^{test}$", "--no-tests=error", "--output-on-failure",
            "--timeout", "10000000"], TREE


def passes(test: str, number: int, log) -> bool:
    command, folder = command_of(test)
    environment = {**os.environ, "VJP_MUTANT": str(number)}
    log.write(f"$ VJP_MUTANT={number} {shlex.join(command)}\n")
    log.flush()
    # A group of its own, so that what hangs ends with its children.
    process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=log,
                               stderr=subprocess.STDOUT, start_new_session=True)
    try:
        return process.wait(PATIENCE) == 0
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.wait()
        return False


def replay_one(mutation: Mutation) -> bool:
    with (LOGS / f"{mutation.number}.log").open("w") as log:
        return any(not passes(test, mutation.number, log) for test in mutation.tests)


def replay(mutations: list) -> tuple:
    """How many faults were caught, and what is wrong with the others."""
    LOGS.mkdir(parents=True, exist_ok=True)
    wrong, caught, begun = [], 0, time.monotonic()
    groups = batches(mutations)
    for n, group in enumerate(groups, 1):
        tests = {test for mutation in group for test in mutation.tests}
        print(f"== build {n} of {len(groups)}: {len(group)} faults", flush=True)
        plant(group)
        build(tests)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            with (LOGS / "none.log").open("w") as log:
                sound = {test: passes(test, 0, log) for test in sorted(tests)}
            wrong += [f"'{test}' fails without any fault: {LOGS.relative_to(ROOT)}/none.log" for test in sorted(tests) if not sound[test]]
            group = [m for m in group if all(sound[test] for test in m.tests)]
            for done, (mutation, good) in enumerate(zip(group, pool.map(replay_one, group)), 1):
                caught += good
                if not good:
                    wrong.append(f"{mutation.where}: {mutation.rule}: nothing fails: {', '.join(mutation.tests)}")
                print(f"   {done:4} of {len(group)}  {time.monotonic() - begun:5.0f} s  {mutation.rule:<20} "
                      f"{'caught' if good else 'NOT CAUGHT'}", flush=True)
    return caught, wrong


def main(only: list) -> int:
    try:
        mutations = read_all()
        if only:
            known = {m.rule for m in mutations} | {pathlib.Path(m.where.split(":")[0]).stem for m in mutations}
            for name in only:
                if name not in known:
                    raise Bad(f"no fault of '{name}' in {FOLDER.relative_to(ROOT)}")
            mutations = [m for m in mutations if m.rule in only or pathlib.Path(m.where.split(":")[0]).stem in only]
        caught, wrong = replay(mutations)
    except Bad as bad:
        print(f"scripts/check-rules: {bad}", file=sys.stderr)
        return 1
    print("".join(f"{w}\n" for w in wrong), end="")
    print(f"{caught} passed, {len(wrong)} failed, 0 skipped")
    return 1 if wrong else 0
