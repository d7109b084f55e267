"""Settings of the site; ``make site`` prepares the pages and calls Sphinx with them."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "lib"), str(ROOT / "tools")]

from numpy.typing import ArrayLike  # noqa: E402
from sphinx.util.typing import stringify_annotation  # noqa: E402

import featurespace  # noqa: E402
import website  # noqa: E402
from featurespace._validate import Array  # noqa: E402
from featurespace.kernels import Kernel  # noqa: E402

project = "Feature Space"
author = "The Feature Space authors"
project_copyright = "The Feature Space authors; text CC BY 4.0, code BSD 3-Clause"
version = release = featurespace.__version__
language = "en"  # the search page's British translation is empty

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
nb_execution_mode = "off"  # the committed outputs are the ones the tests compare
nb_code_prompt_show, nb_code_prompt_hide = "Show the code", "Hide the code"
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_heading_anchors = 3
myst_heading_slug_func = "website.anchor"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
# fields of a named tuple are a list, and their types stand in the signature
napoleon_use_ivar = True
napoleon_attr_annotations = False
autodoc_default_options = {"members": True}

add_module_names = False
toc_object_entries_show_parents = "hide"

templates_path = ["templates"]
html_theme = "sphinx_book_theme"
html_title = "Feature Space"
html_static_path = ["static", "../_build/site/static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_sidebars = {"**": ["navbar-logo.html", "search-field.html", "sbt-sidebar-nav.html"]}
html_context = {"default_mode": "auto"}
html_copy_source = False
html_domain_indices = False  # the library's own page lists the modules, with words
html_show_sphinx = False
html_theme_options = {
    "back_to_top_button": False,  # on a phone it lies over the controls of a demo
    "footer_content_items": ["copyright.html"],
    "home_page_in_toc": True,
    "navbar_persistent": [],
    "show_navbar_depth": 1,
    "show_toc_level": 2,
    "use_download_button": False,
    "use_fullscreen_button": False,
}
mathjax_path = "mathjax/tex-svg.js"  # formulas as curves: no fonts to fetch
# a chapter has hundreds of formulas: the tab key passes them by (site.js stops at the wide ones)
mathjax3_config = {"options": {"menuOptions": {"settings": {"inTabOrder": False}}}}


STATEMENTS = {row["id"] for row in website.rows()}


def skip_inherited(app, what, name, obj, skip, options):
    """Leave out what named tuples say of their fields, and scikit-learn of its plumbing."""
    field = type(obj).__name__ == "_tuplegetter"
    return True if field or re.fullmatch(r"set_\w+_request", name) else None


def read_sections(app, what, name, obj, options, lines):
    """Show parameters and results as the library writes them, before napoleon has a look."""
    lines[:] = website.as_fields(lines)


def link_ids(app, what, name, obj, options, lines):
    """Let the ids of statements lead to the concordance."""

    def link(one):
        target = f"../course/concordance.html#{one[0]}"
        return f"`{one[0]} <{target}>`__" if one[0] in STATEMENTS else one[0]

    lines[:] = [re.sub(r"\b[A-Z]+-[\w.]*\w", link, line) for line in lines]


# what these names stand for, as Sphinx spells it out
SPELT = {
    stringify_annotation(kind, "smart"): name
    for name, kind in {"ArrayLike": ArrayLike, "Array": Array, "Kernel": Kernel}.items()
}


def shorten_types(app, what, name, obj, options, signature, returns):
    """Show the names of types that the code uses, not what they are made of."""

    def short(text):
        for spelt, name in SPELT.items():
            text = text and text.replace(spelt, name)
        return text

    return short(signature), short(returns)


def lead_back(app, pagename, templatename, context, doctree):
    """Let the source lead back to the page's own anchors, whoever else offers the function."""
    if pagename.startswith("_modules/featurespace"):
        anchor = r"(library/(\w+)\.html#featurespace)\.\w+\."
        context["body"] = re.sub(anchor, r"\1.\2.", context["body"])


def nest_lists(app, pagename, templatename, context, doctree):
    """Put the lists of submodules inside the items they belong to, as HTML wants them."""
    if pagename == "_modules/index":
        opened = context["body"].replace("</li>\n<ul>", "\n<ul>")
        context["body"] = opened.replace("</ul><li>", "</ul></li><li>")


def name_folds(app, pagename, templatename, context, doctree):
    """Let folded code be called by the words one sees, for those who hear the page too."""
    if "body" in context:
        context["body"] = context["body"].replace(' aria-label="Toggle hidden content"', "")


def load_stage(app, pagename, templatename, context, doctree):
    """Fetch the stage on pages that have a demo."""
    if "fs-stage" in context.get("body", ""):
        app.add_css_file("stage.css")
        app.add_js_file("stage.js", loading_method="defer")


def setup(app):
    """Connect the above."""
    app.connect("html-page-context", load_stage)
    app.connect("html-page-context", name_folds)
    app.connect("html-page-context", lead_back)
    app.connect("html-page-context", nest_lists)
    app.connect("autodoc-skip-member", skip_inherited)
    app.connect("autodoc-process-docstring", read_sections, priority=400)  # napoleon's is 500
    app.connect("autodoc-process-docstring", link_ids)
    app.connect("autodoc-process-signature", shorten_types)
