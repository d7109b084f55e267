"""The contract: a finite answer of the right shape, or an error that names the argument.

Every public function meets the same list of odd inputs; none may change what it is given.
"""

import copy
import importlib
import inspect
import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest
from cases import constant, every, squared
from scipy.sparse import csr_array, issparse

from featurespace import (
    describe,
    embedding,
    fisher,
    generalisation,
    linalg,
    losses,
    normal,
    orthogonal,
    regression,
)
from featurespace import pca as components
from featurespace.kernels import Linear

# --- what is asked -------------------------------------------------------------------------------

N = 8
X = np.array([[0, 1], [2, 7], [3, 0], [7, 2], [12, 5], [20, 9], [21, 3], [30, 4]], dtype=float)
K = X @ X.T + np.eye(N)
D = np.abs(np.subtract.outer(X[:, 0], X[:, 0]))
Y = np.array([1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, -1.0])
BASE = {
    "points": X,
    "gram": K,
    "distances": D,
    "vector": X[:, 0],
    "labels": Y,
    "rows": K[[*range(N), 0]],
    "new distances": D[[*range(N), 0]],
}
FACTOR = orthogonal.incomplete_cholesky(K)
KERNEL_COMPONENTS = embedding.kernel_pca(K, 2)
MODEL = components.ppca(X, 1)
FITTED = normal.normal_law(X)


class Case(NamedTuple):
    """A function of its main argument, the kind of that argument, the shape of the answer."""

    call: Callable
    kind: str
    shape: Callable = lambda *shape: ()


def size(A):
    """How many points an input seems to have, whatever it is."""
    return getattr(A, "shape", None)[0] if getattr(A, "shape", None) else _length(A)


def _length(A):
    return len(A) if hasattr(A, "__len__") else 1


def width(A):
    shape = getattr(A, "shape", ())
    return shape[1] if len(shape) == 2 else 2


def labels(A):
    return np.where(np.arange(size(A)) % 2 == 0, 1.0, -1.0)


def ones(A):
    return np.ones(size(A))


def folds(A):
    return generalisation.kfold(max(size(A), 2), 2)


def rng():
    return np.random.default_rng(0)


def same(*shape):
    return shape


def one_each(n, *_):
    return (n,)


def square(n, *_):
    return (n, n)


def column(n, *_):
    return (n, 1)


def two(*_):
    return (2,)


def features(n, d):
    return (d,)


ANY = None  # a length that the data decide

CASES = {
    "orthogonal.dual_projection": Case(
        lambda K: orthogonal.dual_projection(np.zeros((1, size(K))), K, ones(K), [1.0]),
        "gram",
        lambda *_: (1,),
    ),
    "orthogonal.dual_projection K_new": Case(
        lambda R: orthogonal.dual_projection(R, K, np.eye(N)[0], np.full(size(R), 1e9)),
        "rows",
        one_each,
    ),
    "orthogonal.deflate": Case(lambda X: orthogonal.deflate(X, np.ones(width(X))), "points", same),
    "orthogonal.deflate_gram": Case(lambda K: orthogonal.deflate_gram(K, ones(K)), "gram", square),
    "orthogonal.gram_schmidt": Case(
        lambda X: orthogonal.gram_schmidt(X)[0], "points", lambda n, d: (d, n)
    ),
    "orthogonal.gram_schmidt twice": Case(
        lambda X: orthogonal.gram_schmidt(X, "twice")[1], "points", square
    ),
    "orthogonal.cholesky": Case(orthogonal.cholesky, "gram", square),
    "orthogonal.incomplete_cholesky": Case(
        lambda K: orthogonal.incomplete_cholesky(K).residuals, "gram", one_each
    ),
    "orthogonal.incomplete_features": Case(
        lambda R: orthogonal.incomplete_features(R, FACTOR), "rows", lambda m, *_: (m, N)
    ),
    "orthogonal.kernel_rank": Case(orthogonal.kernel_rank, "gram"),
    "describe.standardise": Case(describe.standardise, "points", same),
    "fisher.projection_variance": Case(lambda K: fisher.projection_variance(K, ones(K)), "gram"),
    "fisher.within_class_matrix": Case(fisher.within_class_matrix, "labels", square),
    "fisher.fisher_ratio": Case(lambda K: fisher.fisher_ratio(K, labels(K), ones(K), 0.1), "gram"),
    "fisher.fisher_ratio y": Case(lambda y: fisher.fisher_ratio(K, y, np.ones(N), 0.1), "labels"),
    "fisher.kernel_fisher": Case(
        lambda K: fisher.kernel_fisher(K, labels(K), 0.1), "gram", one_each
    ),
    "fisher.kernel_fisher y": Case(
        lambda y: fisher.kernel_fisher(K, y, 0.1), "labels", lambda n: (N,)
    ),
    **{
        f"pca.pca {route}": Case(
            lambda X, route=route: components.pca(X, route=route).scores,
            "points",
            lambda n, d: (n, ANY),
        )
        for route in ("svd", "eigen", "gram", "power")
    },
    "pca.scores_from_gram": Case(lambda G: components.scores_from_gram(G, 1), "gram", column),
    "pca.explained_fraction": Case(components.explained_fraction, "vector", same),
    "pca.components_needed": Case(components.components_needed, "vector"),
    "pca.ppca": Case(lambda X: components.ppca(X, 1), "points", features),
    "pca.ppca_log_likelihood": Case(lambda X: components.ppca_log_likelihood(X, *MODEL), "points"),
    "pca.ppca_posterior": Case(lambda X: components.ppca_posterior(X, *MODEL), "points", column),
    "normal.normal_law": Case(lambda X: normal.normal_law(X).mean, "points", features),
    "normal.mahalanobis_squared": Case(
        lambda Z: normal.mahalanobis_squared(Z, FITTED), "points", one_each
    ),
    "normal.log_density": Case(lambda Z: normal.log_density(Z, FITTED), "points", one_each),
    "normal.tail_probability": Case(
        lambda Z: normal.tail_probability(Z, FITTED), "points", one_each
    ),
    "embedding.kernel_pca": Case(lambda K: embedding.kernel_pca(K, 1).scores, "gram", column),
    "embedding.kernel_pca_project": Case(
        lambda R: embedding.kernel_pca_project(R, KERNEL_COMPONENTS),
        "rows",
        lambda m, *_: (m, 2),
    ),
    "embedding.gram_from_distances": Case(embedding.gram_from_distances, "distances", square),
    "embedding.classical_mds": Case(lambda D: embedding.classical_mds(D, 1), "distances", column),
    "embedding.place_new": Case(
        lambda R: embedding.place_new(R, D, embedding.classical_mds(D, 1)), "new distances", column
    ),
    "embedding.new_geodesics": Case(
        lambda Z: embedding.new_geodesics(Z, X, D, 3), "points", lambda m, *_: (m, N)
    ),
    "embedding.stress": Case(
        lambda D: embedding.stress(np.arange(float(size(D)))[:, None], D), "distances"
    ),
    "embedding.stress Z": Case(lambda Z: embedding.stress(Z, D), "points"),
    "embedding.metric_mds": Case(lambda D: embedding.metric_mds(D, 1), "distances", column),
    "embedding.sammon": Case(lambda D: embedding.sammon(D, 1), "distances", column),
    "embedding.nonmetric_mds": Case(lambda D: embedding.nonmetric_mds(D, 1), "distances", column),
    "embedding.neighbour_graph": Case(lambda X: embedding.neighbour_graph(X, 2), "points", square),
    "embedding.connecting_neighbours": Case(
        lambda X: embedding.connecting_neighbours(X, 1), "points"
    ),
    "embedding.geodesic_distances": Case(embedding.geodesic_distances, "distances", square),
    "embedding.isomap": Case(lambda X: embedding.isomap(X, 1, 3), "points", column),
    "embedding.umap": Case(lambda X: embedding.umap(X, 1, 3, epochs=5), "points", column),
    "embedding.mercer": Case(
        lambda grid: embedding.mercer(Linear(), grid, ones(grid)), "vector", one_each
    ),
    "embedding.trustworthiness": Case(lambda X: embedding.trustworthiness(X, X, 1), "points"),
    "generalisation.kfold": Case(
        lambda y: np.concatenate(generalisation.kfold(max(size(y), 2), 2, labels=y)),
        "labels",
        lambda n=2, *_: (n,),
    ),
    "generalisation.cross_validate": Case(
        lambda X: generalisation.cross_validate(constant, X, ones(X), squared, folds(X)),
        "points",
        two,
    ),
    "regression.kernel_ridge": Case(
        lambda K: regression.kernel_ridge(K, ones(K), 0.1), "gram", one_each
    ),
    "regression.kernel_ridge y": Case(lambda y: regression.kernel_ridge(K, y, 0.1), "labels", same),
    "regression.leave_one_out": Case(
        lambda K: regression.leave_one_out(K, ones(K), 0.1)[0], "gram", one_each
    ),
    "regression.leave_one_out y": Case(
        lambda y: regression.leave_one_out(K, y, 0.1)[0], "labels", same
    ),
    "generalisation.select_hold_out": Case(
        lambda X: (
            generalisation.select_hold_out(constant, [0.0, 1.0], X, ones(X), squared, rng()).value
        ),
        "points",
    ),
    "generalisation.select_cross_validation": Case(
        lambda X: (
            generalisation.select_cross_validation(
                constant, [0.0, 1.0], X, ones(X), squared, folds(X)
            ).value
        ),
        "points",
    ),
    "generalisation.one_standard_error": Case(generalisation.one_standard_error, "points"),
    "regression.polynomial_regression": Case(
        lambda x: regression.polynomial_regression(x, ones(x), 1, 0.1), "vector", two
    ),
    "regression.powers": Case(
        lambda X: regression.powers(X, 2), "points", lambda n, d: (n, 2 * d + 1)
    ),
    "regression.least_squares": Case(
        lambda A: regression.least_squares(A, ones(A)), "points", features
    ),
    "generalisation.prediction_loss": Case(generalisation.prediction_loss, "vector"),
    **{
        f"losses.{name}": Case(getattr(losses, name), "vector", same)
        for name in ("square", "absolute", "huber", "zero_one", "hinge", "squared_hinge")
    },
    **{
        f"losses.{name}": Case(getattr(losses, name), "vector", same)
        for name in ("huberised_hinge", "log", "exponential")
    },
    "losses.confusion_rates": Case(lambda y: losses.confusion_rates(y, ones(y)), "labels"),
    "losses.roc_curve": Case(lambda s: losses.roc_curve(Y, s)[:2], "vector", lambda n: (ANY,)),
    "losses.roc_curve y": Case(
        lambda y: losses.roc_curve(y, ones(y))[:2], "labels", lambda n: (ANY,)
    ),
    "losses.auc": Case(lambda s: losses.auc(Y, s), "vector"),
    "losses.auc y": Case(lambda y: losses.auc(y, ones(y)), "labels"),
    "describe.quartiles": Case(describe.quartiles, "vector"),
    "describe.galton_skewness": Case(describe.galton_skewness, "vector"),
    "describe.robust_kurtosis": Case(describe.robust_kurtosis, "vector"),
    "describe.tukey_fences": Case(describe.tukey_fences, "vector"),
    "describe.pair_counts": Case(lambda x: describe.pair_counts(x, ones(x)), "vector"),
    "describe.kernel_density": Case(
        lambda x: describe.kernel_density([0.0, 1.0], x, 1.0), "vector", two
    ),
    "describe.kernel_density grid": Case(
        lambda grid: describe.kernel_density(grid, [0.0, 1.0], 1.0), "vector", same
    ),
    "linalg.projection_matrix": Case(linalg.projection_matrix, "points", square),
    "linalg.is_projection": Case(linalg.is_projection, "gram"),
    "linalg.is_orthogonal_projection": Case(linalg.is_orthogonal_projection, "gram"),
    "linalg.best_rank_k": Case(lambda A: linalg.best_rank_k(A, 1), "points", same),
    "linalg.nearest_psd": Case(linalg.nearest_psd, "gram", square),
    "linalg.block_inverse": Case(
        lambda A: linalg.block_inverse(A, np.zeros((size(A), 1)), np.zeros((1, size(A))), [[2.0]]),
        "gram",
        lambda n, _: (n + 1, n + 1),
    ),
}

# --- what comes ----------------------------------------------------------------------------------


def with_entry(value):
    def change(base):
        changed = base.astype(np.result_type(base, type(value)))
        changed.flat[1] = value
        return changed

    return change


def text_inside(base):
    changed = base.astype(object)
    changed.flat[1] = "a"
    return changed


def lopsided(base):
    return base + np.arange(base.size, dtype=float).reshape(base.shape)


def indefinite(base):
    return -base if base.ndim == 1 else base * np.where(np.eye(*base.shape) > 0, -1.0, 1.0)


def pick(*index):
    """Points by number; from a square table their rows and columns."""
    return lambda base: base[np.ix_(*[index] * (1 + is_square(base)))]


def is_square(base):
    return base.ndim == 2 and base.shape[0] == base.shape[1]


def read_only(base):
    base = base.copy()
    base.flags.writeable = False
    return base


def table(base):
    return pd.Series(base) if base.ndim == 1 else pd.DataFrame(base)


STRANGE = {
    "empty": lambda base: base[:0],
    "no columns": lambda base: base[..., :0],
    "empty list": lambda base: [],
    "one axis less": lambda base: base[0],
    "one axis more": lambda base: base[None],
    "ragged": lambda base: [[1.0, 2.0], [3.0]],
    "none": lambda base: None,
    "nan": with_entry(np.nan),
    "inf": with_entry(np.inf),
    "minus inf": with_entry(-np.inf),
    "complex": with_entry(1j),
    "strings": lambda base: base.astype(str),
    "text inside": text_inside,
    "dates": lambda base: base.astype("datetime64[D]"),
    "lopsided": lopsided,
    "indefinite": indefinite,
    "single point": pick(1),
    "two points": pick(1, 4),
    "duplicates": pick(*[1] * N),
    "a pair twice": pick(0, 1, 2, 3, 4, 5, 6, 6),
    "zeros": lambda base: 0.0 * base,
    "constant column": lambda base: base * np.array([1.0] + [0.0] * (base.shape[-1] - 1)),
    "huge": lambda base: 1e200 * base,
    "large": lambda base: 1e70 * base,
    "tiny": lambda base: 1e-200 * base,
    "sparse": lambda base: csr_array(np.atleast_2d(base)),
}
ORDINARY = {
    "read-only": read_only,
    "Fortran order": np.asfortranarray,
    "strided": lambda base: np.repeat(base, 2, axis=0)[::2],
    "float32": lambda base: base.astype(np.float32),
    "integer": lambda base: base.astype(int),
    "object": lambda base: base.astype(object),
    "list": lambda base: base.tolist(),
    "pandas": table,
}
NO_DATA = (
    *("empty", "no columns", "empty list", "ragged", "none", "nan", "inf", "minus inf"),
    *("complex", "strings", "text inside", "dates", "huge", "sparse"),
)
LIBERAL = {  # labels may be of any kind, a graph sparse and of any size
    *(("generalisation.kfold", kind) for kind in NO_DATA),
    ("embedding.geodesic_distances", "sparse"),
    ("embedding.geodesic_distances", "huge"),
}
HOUSE_WORDING = re.compile(r"[\w\[\]()', .^*+-]+ must .+[;.]", re.DOTALL)


def arrays_of(answer):
    """All numbers of an answer, flattened out of tuples, sparse matrices and scalars."""
    if isinstance(answer, tuple | list):
        return [part for thing in answer for part in arrays_of(thing)]
    return [answer.toarray() if issparse(answer) else np.asarray(answer)]


def names_an_argument(message, name):
    module, function = name.split()[0].split(".")
    home = importlib.import_module(f"featurespace.{module}")
    arguments = inspect.signature(getattr(home, function)).parameters
    return any(re.search(rf"\b{argument}\b", message) for argument in arguments)


def answer_or_refusal(name, given):
    """The answer, or None for a refusal in the house's own words."""
    before, answer, message = copy.deepcopy(given), None, None
    try:
        answer = CASES[name].call(given)
    except (ValueError, TypeError) as error:  # also LinAlgError, with words of its own
        message = str(error)
    assert_unchanged(given, before)
    assert message is None or HOUSE_WORDING.match(message), f"raw message: {message}"
    assert message is None or names_an_argument(message, name), f"no argument named: {message}"
    return answer


def assert_unchanged(given, before):
    if issparse(given):
        given, before = given.toarray(), before.toarray()
    if hasattr(given, "dtypes"):
        assert given.equals(before)
    elif isinstance(given, np.ndarray):
        np.testing.assert_array_equal(given, before)
    else:
        assert given == before


each_function = pytest.mark.parametrize("name", CASES)


def kinds_of(inputs, name):
    """Every kind of input for one function, with its own name: what is judged needs both."""
    return {kind: (kind, form(BASE[CASES[name].kind])) for kind, form in inputs.items()}


# --- the contract --------------------------------------------------------------------------------


@pytest.mark.filterwarnings("error::RuntimeWarning")
@each_function
def test_strange_inputs_are_answered_with_finite_numbers_or_refused_by_name(name):
    """And what is no data is refused."""

    def judge(case):
        kind, given = case
        answer = answer_or_refusal(name, given)
        if answer is None:
            return
        assert kind not in NO_DATA or (name, kind) in LIBERAL, "answered, though it is no data"
        parts = arrays_of(answer)
        assert all(np.isfinite(part).all() for part in parts), "not finite"
        expected = CASES[name].shape(*np.shape(given))
        shape = parts[0].shape
        assert len(shape) == len(expected), f"shape {shape}"
        fits = (want in (got, ANY) for got, want in zip(shape, expected, strict=True))
        assert all(fits), f"shape {shape}"

    every(kinds_of(STRANGE, name), judge)


@pytest.mark.filterwarnings("error::RuntimeWarning")
@each_function
def test_the_form_of_an_ordinary_input_does_not_matter(name):
    expected = arrays_of(answer_or_refusal(name, BASE[CASES[name].kind]))

    def judge(case):
        answer = answer_or_refusal(name, case[1])
        assert answer is not None, "refused"
        for got, want in zip(arrays_of(answer), expected, strict=True):
            assert got.dtype == want.dtype
            atol = 1e-6 * np.abs(want).max(initial=1.0)
            np.testing.assert_allclose(got, want, rtol=1e-6, atol=atol)

    every(kinds_of(ORDINARY, name), judge)


def test_all_kinds_that_fail_are_named_at_once(monkeypatch):
    lax = Case(lambda X: np.nan if X is None else 1.0 / np.shape(X)[0], "points")
    monkeypatch.setitem(CASES, "linalg.projection_matrix", lax)
    with pytest.raises(AssertionError) as failure:
        test_strange_inputs_are_answered_with_finite_numbers_or_refused_by_name(
            "linalg.projection_matrix"
        )
    told = dict(re.findall(r"^([a-z ]+): (\w+: .+)$", str(failure.value), re.MULTILINE))
    assert set(told) == set(NO_DATA)
    assert told["none"].startswith("AssertionError: answered, though it is no data")
    assert told["empty"].startswith("ZeroDivisionError")


SYMMETRIC = [
    name
    for name, case in CASES.items()
    if case.kind in ("gram", "distances")
    and name not in ("linalg.is_projection", "linalg.is_orthogonal_projection")
    and name != "linalg.block_inverse"
]


@pytest.mark.parametrize("name", SYMMETRIC)
def test_inner_products_and_distances_are_symmetric_or_refused(name):
    assert answer_or_refusal(name, lopsided(BASE[CASES[name].kind])) is None


def test_the_table_leaves_no_public_function_out():
    modules = (orthogonal, fisher, normal, components, regression, generalisation, losses)
    modules += (describe, linalg)
    public = {
        f"{module.__name__.split('.')[-1]}.{name}"
        for module in modules
        for name, thing in vars(module).items()
        if inspect.isfunction(thing)
        and thing.__module__ == module.__name__
        and not name.startswith("_")
    }
    maps = {f"embedding.{name}" for name in embedding.__all__ if name[0].islower()}
    checked = {name.split()[0] for name in CASES}
    assert (public | maps) - {"orthogonal.squared_length"} == checked
