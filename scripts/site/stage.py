"""Puts the pages of the site where Sphinx reads them (build/docs-source): the repository's Markdown with its links turned into
links of the site, the references of C and Python, and listings of the files that a page links to.

Markdown stays what any viewer of the repository shows. What a site can do more is made here: programs in several languages that
follow each other become tabs, speed tables get a plot, the contents come from the pages that list their chapters.
"""

import json
import os
import pathlib
import re
import shutil

import api
import c_reference
import plots
import python_reference
import reference

ROOT = api.ROOT
DOCS = ROOT / "docs"
# Where Markdown outside of docs/ has its place; other files that are linked to go to repository/.
PLACES = {"README.md": "use", "CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog", "docs/README.md": "index",
          "bindings/python/README.md": "languages/python", "bindings/rust/README.md": "languages/rust", "bindings/julia/README.md": "languages/julia"}
# The contents: (caption, pages); "FOLDER/*" stands for a folder's pages, in the order of its index, and "*" for those that are in
# none of them.
CONTENTS = [
    ("First steps", ["guides/first-steps", "use", "comparison", "languages/python", "languages/rust", "languages/julia"]),
    ("How-tos", ["howto/index", "howto/*"]),
    ("Guides", ["guides/index", "guides/*"]),
    ("Concepts", ["semantics", "streams", "kinks", "devices"]),
    ("Reference", ["operators", "c/index", "python/index"]),
    ("Speed", ["benchmarks", "operators-speed"]),
    ("Project", ["*", "contributing", "changelog"]),
]
NAMES = {"use": "Install and use", "guides/index": "All guides", "howto/index": "All how-tos",
         "languages/python": "Python", "languages/rust": "Rust", "languages/julia": "Julia"}
REFERENCES = {"include/vjp": "c/index.html", "bindings/python/vjp": "python/index.html"}  # folders that have one
CHAPTERS = {"semantics": "semantics", "operators": "operators"}  # page: the folder of its chapters
BLOCK = re.compile(r"^(?:```.*?^```|~~~.*?^~~~)[ \t]*$|`[^`\n]+`", re.S | re.M)
LINK = re.compile(r"\[([^\[\]]*)\]\(([^)\s]+)\)")
UNLISTED = re.compile(r"(src|tests|bindings|scripts)/")  # files that the site does not show: their names stand there without a link
PROGRAM = r"```(?:c|cpp|python|rust|julia)(?:,\w+)?\n(?:(?!```).*\n)*```\n(?:\n*```text\n(?:(?!```).*\n)*```\n)?"
LANGUAGES = {"c": "C", "cpp": "C++", "python": "Python", "rust": "Rust", "julia": "Julia", "python,torch": "PyTorch", "python,jax": "JAX",
             "cpp,cppad": "CppAD", "cpp,adolc": "ADOL-C"}
LEXERS = {".h": "c", ".c": "c", ".cc": "cpp", ".hpp": "cpp", ".py": "python", ".rs": "rust", ".jl": "julia", ".json": "json", ".toml": "toml",
          ".sh": "bash", ".cmake": "cmake"}


def place(path):
    """The page of the site for a file of the repository: "docs/guides/README.md" is "guides/index"."""
    name = str(path)
    if name in PLACES:
        return PLACES[name]
    if name.startswith("docs/") and name.endswith(".md"):
        return re.sub(r"(^|/)README$", r"\1index", name[len("docs/"):-len(".md")])
    if match := re.fullmatch(r"include/vjp/(\w+\.h)", name):
        return c_reference.page_of(match[1])
    return "repository/" + name.removesuffix(".md")


class Site:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.written = set()
        self.waiting = []   # files of the repository that pages link to and that have no page yet
        self.known = set()  # all that ever waited
        self.linked = {}    # page: the pages it links to, in order
        self.references = set()  # the pages of the C and the Python reference

    def write(self, name, text):
        """A file whose text is the same keeps its time, so that Sphinx reads only what is new."""
        path = self.folder / name
        self.written.add(path)
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def copy(self, source, name):
        path = self.folder / name
        self.written.add(path)
        if not path.exists() or path.read_bytes() != source.read_bytes():
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, path)

    def want(self, path):
        if path not in self.known:
            self.known.add(path)
            self.waiting.append(path)

    # ---- Markdown ----

    def target(self, page, path, link):
        """What a link of a page becomes, `None` where there is nothing to lead to. `page:` and `place:` are schemes of conf.py: URLs as they stand."""
        if "://" in link or link.startswith(("mailto:", "#")):
            return link
        name, _, anchor = link.partition("#")
        file = (path.parent / name).resolve()
        if not file.is_relative_to(ROOT) or not file.exists():
            return link  # scripts/check/guides says so
        if index := REFERENCES.get(str(file.relative_to(ROOT))):
            return "page:" + os.path.relpath(index, pathlib.PurePath(page).parent)
        if file.is_dir() and (file / "README.md").exists():
            file = file / "README.md"
        relative = file.relative_to(ROOT)
        if file.suffix in (".svg", ".png"):
            self.copy(file, f"{pathlib.PurePath(page).parent}/{file.name}")
            return file.name
        if UNLISTED.match(str(relative)) and file.suffix != ".md":
            return None
        self.want(relative)
        other = place(relative)
        self.linked.setdefault(page, []).append(other)
        step = os.path.relpath(f"{other}.html", pathlib.PurePath(page).parent)
        if anchor and f'<a id="{anchor}">' not in file.read_text():
            return f"{step.removesuffix('.html')}.md#{anchor}"  # of a heading, which Sphinx knows
        return f"place:{step}#{anchor}" if anchor else f"page:{step}"

    def links(self, page, path, text):
        # A link's text may be a code span, so these leave a mark behind while links are looked for.
        hidden = []
        prose = BLOCK.sub(lambda block: hidden.append(block[0]) or "\x00", text)

        def link(match):
            target = self.target(page, path, match[2])
            return f"[{match[1]}]({target})" if target else match[1]

        prose = LINK.sub(link, prose)
        pieces = iter(hidden)
        return re.sub("\x00", lambda _mark: next(pieces), prose)

    @staticmethod
    def tabs(text):
        """Programs in different languages right after each other are shown one at a time."""
        def group(match):
            found = re.findall(PROGRAM, match[0], re.M)
            titles = [LANGUAGES[re.match(r"```(\w+(?:,(?!no_run)\w+)?)", program)[1]] for program in found]
            if len(set(titles)) < len(titles):
                return match[0]
            items = "\n".join(f"````{{tab-item}} {title}\n:sync: {title}\n\n{program}````" for title, program in zip(titles, found))
            return f"`````{{tab-set}}\n:sync-group: language\n\n{items}\n`````\n"
        return re.sub(rf"^(?:{PROGRAM}\n*){{2,}}", lambda m: group(m) + "\n", text, flags=re.M)

    def markdown(self, path):
        page = place(path.relative_to(ROOT))
        text = self.tabs(self.links(page, path, path.read_text()))
        text = re.sub(r"^```(\w+),\w+$", r"```\1", plots.insert(page, text), flags=re.M)
        if page in CHAPTERS:
            chapters = [p for p in dict.fromkeys(self.linked.get(page, [])) if p.startswith(CHAPTERS[page] + "/")]
            text += "\n" + toctree(chapters)
        if page.startswith("repository/"):
            text = "---\norphan: true\n---\n\n" + text
        if page == "index":
            self.home = text  # its contents follow from the other pages
        else:
            self.write(f"{page}.md", text)
        return page

    def listing(self, path):
        """A page that shows a file, or a folder's files; the search leaves it out."""
        page, head = place(path), ":orphan:\n:nosearch:\n\n" + c_reference.title(str(path))
        if (ROOT / path).is_dir():
            files = sorted(str(p.relative_to(ROOT / path)) for p in (ROOT / path).rglob("*") if p.is_file() and "__pycache__" not in p.parts)
            return self.write(f"{page}.rst", head + "\nFiles of this folder:\n\n" + "".join(f"* ``{name}``\n" for name in files))
        self.copy(ROOT / path, page)
        self.write(f"{page}.rst", f"{head}\n.. literalinclude:: {path.name}\n   :language: {LEXERS.get(path.suffix, 'none')}\n")

    # ---- all of it ----

    def c_pages(self, description):
        titles = {op.source.rsplit("/", 1)[-1].split(".")[0]: None for op in description.operators}
        titles = {part: reference.TITLES.get(part) or part.replace("_", " ").capitalize() for part in titles}
        for page, text in c_reference.pages(description, titles):
            self.write(f"{page}.rst", text)
            self.references.add(page)
        for header in description.headers:
            self.known.add(pathlib.PurePath("include/vjp") / header.name)

    def python_pages(self, modules):
        for page, text in python_reference.pages(modules):
            self.write(f"{page}.rst", text)
            self.references.add(page)

    def contents(self, pages):
        left = [page for page in pages if not page.startswith("repository/") and page != "index"
                and not any(page.startswith(folder + "/") for folder in CHAPTERS.values())]
        chosen = {name for _caption, names in CONTENTS for name in names}
        left = [page for page in left if page not in chosen]

        def matching(name):
            """The pages that a name of the contents stands for."""
            folder = name.removesuffix("*")
            if folder == name:
                return [name] if name in pages or name in self.references else []
            if not folder:
                return [page for page in left if page.partition("/")[0] + "/*" not in chosen]
            mine = [page for page in left if page.startswith(folder)]
            return [p for p in dict.fromkeys(self.linked.get(f"{folder}index", [])) if p in mine] + [p for p in mine if p not in self.linked[f"{folder}index"]]

        for caption, names in CONTENTS:
            yield caption, [page for name in names for page in matching(name)]

    def stage(self):
        description, modules = api.load(), python_reference.load()
        self.c_pages(description)
        self.python_pages(modules)
        files = dict.fromkeys([*(ROOT / p for p in PLACES), *sorted(DOCS.rglob("*.md"))])
        self.known |= {path.relative_to(ROOT) for path in files}
        pages = [self.markdown(path) for path in files]
        while self.waiting:
            path = self.waiting.pop()
            if path.suffix == ".md":
                pages.append(self.markdown(ROOT / path))
            else:
                self.listing(path)
        self.write("names.json", json.dumps({"c": c_reference.roles(description), "py": python_reference.names(modules)}))
        self.write("index.md", self.home + "\n" + "\n".join(toctree(names, caption) for caption, names in self.contents(pages)))
        for path in [p for p in self.folder.rglob("*") if p.is_file() and p not in self.written]:
            path.unlink()
        return pages


def toctree(pages, caption=None):
    """Sphinx finds a page by its path from the root."""
    head = f":caption: {caption}\n" if caption else ""
    return f"```{{toctree}}\n:hidden:\n:maxdepth: 1\n{head}\n" + "".join(f"{NAMES[page]} </{page}>\n" if page in NAMES else f"/{page}\n" for page in pages) + "```\n"
