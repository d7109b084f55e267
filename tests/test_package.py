"""The house: a light front door, rooms that load on demand, and a word of welcome in each."""

import ast
import doctest
import importlib
import importlib.metadata
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import featurespace
import website

HEAVY = ("sklearn", "matplotlib", "ipywidgets", "pandas")


def loaded_after(statement):
    """Which heavy packages a fresh interpreter has loaded after one statement."""
    code = f"import sys; {statement}; print(*(m for m in {HEAVY} if m in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


def public_members(module):
    return {
        name: thing
        for name, thing in vars(module).items()
        if not name.startswith("_")
        and (inspect.isfunction(thing) or inspect.isclass(thing))
        and thing.__module__ == module.__name__
    }


@pytest.mark.parametrize("room", ["", ".kernels", ".means", "._validate", ".datasets"])
def test_importing_the_mathematics_loads_nothing_heavy(room):
    assert loaded_after(f"import featurespace{room}") == []


def test_a_room_loads_when_it_is_first_used():
    assert "sklearn" in loaded_after("import featurespace; featurespace.estimators")


@pytest.mark.parametrize("room", featurespace.__all__)
def test_every_room_opens(room):
    assert getattr(featurespace, room) is importlib.import_module(f"featurespace.{room}")


def test_an_unknown_room_is_answered_with_the_known_ones():
    with pytest.raises(AttributeError, match=r"no attribute 'kernel'; it has .*'kernels'.*'means'"):
        featurespace.kernel  # noqa: B018


@pytest.mark.parametrize("package", ["checks", "demos"])
def test_chapters_load_by_attribute_and_only_then(package):
    code = (
        f"import sys; from featurespace import {package} as p; "
        f"name = 'featurespace.{package}.means'; early = name in sys.modules; "
        "print(early, p.means.__name__ == name, 'means' in dir(p))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True", "True"]
    with pytest.raises(AttributeError, match=r"no attribute 'mean'; it has .*'means'"):
        getattr(featurespace, package).mean  # noqa: B018


def test_dir_lists_the_rooms_and_the_version():
    assert {"kernels", "means", "estimators", "__version__"} <= set(dir(featurespace))
    assert set(featurespace.__all__) <= set(dir(featurespace))


def test_the_version_is_the_installed_one():
    assert featurespace.__version__ == importlib.metadata.version("featurespace")


API = {
    "kernels": "Linear Polynomial Gaussian Gram distance_quantile quadratic_features",
    "means": "norms normalise combination_norm squared_distances centre_norm "
    "squared_distances_to_centre spread centre centre_error_bound novelty_threshold parzen",
    "orthogonal": "dual_projection deflate deflate_gram gram_schmidt cholesky incomplete_cholesky "
    "incomplete_features kernel_rank",
    "fisher": "projection_variance within_class_matrix fisher_ratio kernel_fisher",
    "normal": "NormalLaw normal_law log_density mahalanobis_squared tail_probability",
    "pca": "pca scores_from_gram explained_fraction components_needed ppca ppca_log_likelihood "
    "ppca_posterior",
    "neighbours": "nearest neighbour_graph connecting_neighbours geodesic_distances new_geodesics",
    "embedding": "kernel_pca kernel_pca_project gram_from_distances classical_mds place_new stress "
    "metric_mds sammon nonmetric_mds neighbour_graph geodesic_distances isomap umap mercer "
    "trustworthiness",
    "regression": "powers least_squares polynomial_regression kernel_ridge leave_one_out",
    "generalisation": "kfold cross_validate leave_one_out select_hold_out "
    "select_cross_validation one_standard_error polynomial_regression prediction_loss",
    "losses": "square absolute huber zero_one hinge squared_hinge huberised_hinge log "
    "exponential confusion_rates roc_curve auc",
    "describe": "quartiles galton_skewness robust_kurtosis tukey_fences pair_counts "
    "kernel_density standardise",
    "linalg": "projection_matrix is_projection is_orthogonal_projection best_rank_k nearest_psd "
    "block_inverse",
    "estimators": "NoveltyDetector ParzenClassifier PartialGramSchmidt KernelFisher PCA "
    "ProbabilisticPCA SubspaceClassifier KernelPCA ClassicalMDS MetricMDS NonmetricMDS Isomap "
    "UMAP PolynomialRegression",
}
ROOMS = [
    *(room for room in API if room not in ("embedding", "estimators")),
    *("embedding._isomap", "embedding._kernel_pca", "embedding.mds"),
    *("embedding._mercer", "embedding.quality", "embedding._umap"),
]
CHECKS = {"as_distances", "as_weights", "squared_length"}  # of arguments, not formulas
OUR_OWN = {  # no source prints these
    "distance_quantile",
    "normal_law",
    "nearest",
    "connecting_neighbours",
    "new_geodesics",
    "place_new",
    "trustworthiness",
    "link_curve",
    "spectral_start",
}
ANY_ID = re.compile(r"\b(ST|W|H|DME)-[\w.]*\d")


def room_of(path):
    return importlib.import_module(f"featurespace.{path}")


THINGS = {
    f"{path}.{name}": thing
    for path in ROOMS
    for name, thing in public_members(room_of(path)).items()
    if name not in CHECKS
}


def test_the_names_looked_at_are_the_public_ones():
    assert {"kernels.Gram", "kernels.distance_quantile", "means.centre"} <= set(THINGS)


def test_every_promised_name_is_there():
    promised = [(room, name) for room in API for name in API[room].split()]
    assert [
        pair for pair in promised if not callable(getattr(room_of(pair[0]), pair[1], None))
    ] == []


def without(found):
    """The names of the things whose documentation lacks what is to be found in it."""
    return [name for name in sorted(THINGS) if not found(inspect.getdoc(THINGS[name]) or "")]


def test_every_formula_has_an_example_to_run():
    assert without(doctest.DocTestParser().get_examples) == []


def test_every_formula_cites_its_source():
    assert [name for name in without(ANY_ID.search) if name.split(".")[-1] not in OUR_OWN] == []


def test_every_formula_is_stated_in_one_line():
    assert without(re.compile(r".*[.:](\n\n|\n?\Z)").match) == []


DOCUMENTED = {
    f"{path}.{name}": thing
    for path in [*ROOMS, "datasets", "plots", "estimators"]
    for name, thing in public_members(room_of(path)).items()
}


def told(thing, heading):
    """The names that stand under a heading of the documentation, each before " : "."""
    text = inspect.getdoc(thing) or ""
    section = re.search(rf"^{heading}\n-+\n(.+?)(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    entries = re.findall(r"^(\S.*)$", section[1], re.MULTILINE) if section else []
    return [name.strip("* ") for entry in entries for name in entry.split(" : ")[0].split(",")]


def complaints(thing):
    """What the documentation of a function or class keeps to itself, or makes up."""
    fields = getattr(thing, "_fields", None)
    names = list(inspect.signature(thing).parameters) if fields is None else list(fields)
    found = told(thing, "Parameters" if fields is None else "Attributes")
    silent = inspect.isfunction(thing) and not told(thing, "Returns")
    return [
        *(f"{name} is missing" for name in names if name not in found),
        *(f"{name} is no parameter" for name in found if name not in names),
        *(f"{name} stands there twice" for name in dict.fromkeys(found) if found.count(name) > 1),
        *(["Returns is missing"] if silent else []),
    ]


def test_every_parameter_is_explained_and_no_other():
    wrong = {name: complaints(thing) for name, thing in DOCUMENTED.items() if complaints(thing)}
    assert wrong == {}


def test_a_parameter_that_is_not_explained_is_noticed():
    def example(a, b, *, c=1, **more):
        """Say something.

        Parameters
        ----------
        a, b : two numbers.
            c : not here, for this line still speaks of b.
        d : of which nobody has heard.
        a : once more.
        **more : whatever else.

        >>> d : int = 1
        """

    class Bare:
        def __init__(self, k=2):
            """Only the class itself counts."""

    wrong = ["c is missing", "d is no parameter", "a stands there twice", "Returns is missing"]
    assert complaints(example) == wrong
    assert complaints(Bare) == ["k is missing"]


def test_what_is_explained_in_full_is_not_complained_of():
    def example(a, *, b=1):
        """Say something.

        Parameters
        ----------
        a, b : two numbers.

        Returns
        -------
        A third.
        """

    assert complaints(example) == []
    assert complaints(room_of("pca").Ppca) == complaints(room_of("kernels").Linear) == []


def test_the_site_shows_sections_as_fields_and_leaves_the_example_alone():
    text = """Say something.

Parameters
----------
a, b_ : (n,) numbers,
    of any size.
**more : whatever else.

Returns
-------
Q : a table.
R : another, which
    is triangular.

>>> 1 : not a name
"""
    shown = r"""Say something.

:param a: (n,) numbers, of any size.
:param b\_: (n,) numbers, of any size.
:param \*\*more: whatever else.

:returns:
    * **Q**: a table.
    * **R**: another, which is triangular.

>>> 1 : not a name
"""
    assert website.as_fields(text.splitlines()) == shown.splitlines()
    plain = ["Returns", "-------", "Two lines", "of words.", ""]
    assert website.as_fields(plain) == [":returns: Two lines of words.", ""]
    assert website.as_fields(["Returns", "nothing"]) == ["Returns", "nothing"]


def test_every_parameter_has_its_field_on_the_site():
    for name, thing in DOCUMENTED.items():
        shown = website.as_fields(inspect.getdoc(thing).splitlines())
        fields = [line.split(": ")[0] for line in shown if line.startswith((":param", ":ivar"))]
        names = [field.split(" ")[1].replace("\\", "").strip("*") for field in fields]
        assert names == told(thing, "Parameters") + told(thing, "Attributes"), name
        assert not any(re.fullmatch("-{5,}", line) for line in shown), name


@pytest.mark.parametrize("path", [*ROOMS, "datasets", "plots", "estimators"])
def test_a_room_that_cites_ids_says_where_to_look_them_up(path):
    cites = ANY_ID.search("".join(re.findall(r'"""[^"]+', inspect.getsource(room_of(path)))))
    hint = re.search(
        r"^Ids like (\S+) are looked up in the\s.*\bcourse/concordance.tsv`",
        inspect.getdoc(room_of(path)),
        re.MULTILINE,
    )
    rows = (Path(__file__).parents[1] / "course/concordance.tsv").read_text("utf-8").splitlines()
    assert bool(cites) == bool(hint)
    assert hint is None or hint[1] in {row.split("\t")[0] for row in rows}


def lines_of_code(function, source):
    """Lines of a function without its docstring, blank lines and comments."""
    documented = ast.get_docstring(function) is not None
    told = function.body[0] if documented else None
    inside = range(function.lineno, function.end_lineno + 1)
    kept = [i for i in inside if told is None or not told.lineno <= i <= told.end_lineno]
    return sum(bool(re.match(r"\s*[^\s#]", source[i - 1])) for i in kept)


@pytest.mark.parametrize("path", [*ROOMS, "datasets", "estimators"])
def test_no_function_is_longer_than_a_page_of_a_pocket_book(path):
    source = inspect.getsource(room_of(path))
    long = {
        node.name: size
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
        and (size := lines_of_code(node, source.splitlines())) > 25
    }
    assert long == {}


def test_the_front_door_costs_nothing_beyond_numpy():
    code = (
        "import sys, numpy; before = set(sys.modules); import featurespace; "
        "print(*{m.split('.')[0] for m in set(sys.modules) - before})"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) & {"scipy", "sklearn", "matplotlib", "ipywidgets"} == set()
    assert "featurespace" in run.stdout
