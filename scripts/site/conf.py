"""Sphinx, for scripts/docs: Markdown by MyST, the theme Furo, everything that a page needs beside it."""

import builtins
import functools
import json
import pathlib

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

project = "libvjp"
html_title = "libvjp"
copyright = "the authors of libvjp"
extensions = ["myst_parser", "sphinx_design"]
root_doc = "index"
language = "en"
nitpicky = False
smartquotes = False
highlight_language = "none"
maximum_signature_line_length = 90
c_maximum_signature_line_length = 90
toc_object_entries_show_parents = "hide"
add_module_names = False
c_extra_keywords = []  # `imaginary` is a name like any other

myst_heading_anchors = 4
# A link that scripts/site/stage.py has turned into one of the site, to be taken as it is; scripts/check/docs follows it.
myst_url_schemes = {"http": None, "https": None, "page": {"url": "{{path}}"}, "place": {"url": "{{path}}#{{fragment}}"}}

html_theme = "furo"
html_static_path = [str(pathlib.Path(__file__).parent / "static")]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_domain_indices = False  # the Python reference lists its modules itself
html_last_updated_fmt = None
html_baseurl = ""
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5d8f", "color-brand-content": "#0b5d8f"},
    "dark_css_variables": {"color-brand-primary": "#7cc4f0", "color-brand-content": "#7cc4f0"},
}


class Names(SphinxTransform):
    """A code span that is a name of the C interface, or of the Python package, becomes a link to it."""

    default_priority = 300

    def apply(self):
        known = names(self.app.srcdir)
        self.env.note_dependency("names.json")  # a page is read again when what it can link to is other
        for literal in list(self.document.findall(nodes.literal)):
            name = literal.astext().removesuffix("()")
            domain = "c" if name in known["c"] else "py"
            if name in known[domain] and not isinstance(literal.parent, (nodes.reference, addnodes.pending_xref, nodes.title)):
                link = addnodes.pending_xref("", refdomain=domain, reftype=known[domain][name], reftarget=name, refdoc=self.env.docname, refwarn=True)
                literal.replace_self(link)
                link += literal
        # `bool` in a signature is Python's, not the dtype vjp.bool.
        for link in list(self.document.findall(addnodes.pending_xref)):
            if link["refdomain"] == "py" and isinstance(link.parent, (addnodes.desc_sig_name, addnodes.desc_returns)) and hasattr(builtins, link["reftarget"]):
                link.replace_self(nodes.Text(link.astext()))


@functools.cache
def names(folder):
    """What the references of C and of Python have, by its role; scripts/site/stage.py writes it."""
    return json.loads((pathlib.Path(folder) / "names.json").read_text())


class Titles:
    """The tables of contents of all pages without what no tree of pages shows: the sections, and the names that a page defines.

    Sphinx copies them whole for the tree beside each page: thousands of names, of which it then takes only the titles.
    """

    def __init__(self, tocs):
        self.tocs = {page: self.pruned(toc) for page, toc in tocs.items()}

    @classmethod
    def pruned(cls, toc):
        kept = toc.copy()
        for child in toc.children:
            if isinstance(child, addnodes.toctree) or not isinstance(child, nodes.bullet_list):
                kept += cls.pruned(child) if isinstance(child, nodes.list_item) else child.deepcopy()
            elif next(child.findall(addnodes.toctree), None) is not None:
                kept += cls.pruned(child)
        return kept


def tree_of_titles(app, _page, _template, context, _doctree):
    """Before the theme asks for the tree of pages."""
    if "toctree" not in context:
        return
    env, whole_tree = app.builder.env, context["toctree"]
    if not hasattr(app.builder, "vjp_titles"):
        app.builder.vjp_titles = Titles(env.tocs).tocs

    def toctree(**options):
        if not options.get("titles_only"):
            return whole_tree(**options)
        whole, env.tocs = env.tocs, app.builder.vjp_titles
        try:
            return whole_tree(**options)
        finally:
            env.tocs = whole

    context["toctree"] = toctree


def setup(app):
    app.add_transform(Names)
    app.connect("html-page-context", tree_of_titles, priority=400)  # the theme's is at 500
    return {"parallel_read_safe": True, "parallel_write_safe": True}
