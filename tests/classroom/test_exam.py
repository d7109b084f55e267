"""The exam bank: every number of an answer once more by another route, every program run."""

import importlib
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from featurespace import (
    describe,
    embedding,
    fisher,
    generalisation,
    kernels,
    linalg,
    losses,
    means,
    orthogonal,
    pca,
    regression,
)

ROOT = Path(__file__).resolve().parents[2]
EXAM = ROOT / "exam"
SEEDS = (0, 1, 2, 3, 5, 8, 13, 21)


@pytest.fixture(scope="module")
def bank():
    """The bank, which is no part of any package."""
    sys.path.insert(0, str(EXAM))
    yield importlib.import_module("bank")
    sys.path.remove(str(EXAM))


@pytest.fixture(scope="module")
def every(bank):
    """The questions of every seed: (chapter, name) → seed → question."""
    return {
        (chapter, name): {seed: bank.question(chapter, name, seed) for seed in SEEDS}
        for chapter in bank.CHAPTERS
        for name in bank.recipes(chapter)
    }


# ----------------------------------------------------------------- other routes to the numbers
def five_numbers(x, wrong):
    q1, median, q3 = describe.quartiles(x)
    typed = [wrong if v == max(x) else v for v in x]
    mad = np.median(np.abs(np.array(x) - median))
    assert np.median(typed) == median
    assert np.median(np.abs(np.array(typed) - median)) == mad
    assert describe.quartiles(typed)[::2] == (q1, q3)
    return {"mean": np.mean(x), "median": median, "var": np.var(x), "mad": mad} | {
        "q1": q1,
        "q3": q3,
        "moved": np.mean(typed),
    }


def two_sentences(steep, bent):
    return {"steep": np.corrcoef(*steep)[0, 1], "bent": np.corrcoef(*bent)[0, 1]}


def two_hospitals(counts):
    light_a, severe_a, light_b, severe_b = counts
    shares = (light_a / 10, severe_a / 90, light_b / 90, severe_b / 10)
    assert shares[0] > shares[2]
    assert shares[1] > shares[3]
    assert light_a + severe_a < light_b + severe_b
    return {"a": light_a + severe_a, "b": light_b + severe_b, "shares": np.multiply(shares, 100)}


def printout(typed, height, n):
    right = (typed * n - 10 * height + height) / n
    rest = np.full(n - 1, (right * n - height) / (n - 1))
    assert np.std([*rest, 10 * height]) > 140
    return {"right": right, "above": 100}


def three_images(K):
    K = np.array(K)
    inner = (K[0, 0] - 2 * K[0, 1] + K[1, 1], means.centre_norm(K) ** 2, means.spread(K))
    row, zero = means.centre(K)[0], np.zeros((1, 3))
    origin = means.squared_distances_to_centre(K, zero, np.zeros(1))[0]
    return dict(zip(("distance", "centre", "spread"), inner, strict=True)) | {
        "row": row,
        "origin": origin,
    }


def nobody(n):
    K = kernels.Gaussian(1e-3)(np.arange(n, dtype=float)[:, None])
    return {"limit": means.centre_norm(K) ** 2}


def unequal_classes(plus, minus, near, far):
    y = np.repeat([1, -1], [plus, minus])
    k = np.where(y > 0, near, far)
    assert (y @ k > 0) != (k[y > 0].mean() > k[y < 0].mean())
    return {"his": y @ k, "right": k[y > 0].mean() - k[y < 0].mean()}


def alarm(distances, delta, visitor):
    m = len(distances)
    kept = [d for d in distances if sum(v > d for v in distances) + 1 <= delta * (m + 1) / 100]
    threshold = min(kept)
    needed = next(m for m in range(1, 1000) if Fraction(1, m + 1) <= Fraction(1, 100))
    least = 100 / (m + 1)
    return {"threshold": threshold, "rings": visitor > threshold, "least": least, "needed": needed}


def fill_r(K, k, own):
    R = orthogonal.cholesky(K)
    news = own - np.array(k) @ np.linalg.inv(K) @ k
    return {"R": R, "new": np.linalg.solve(R.T, k), "news": news}


def full_rank(n, sigma):
    K = kernels.Gaussian(sigma)(np.random.default_rng(0).normal(size=(n, 2)))
    assert np.linalg.eigvalsh(K)[0] < 1e-14 * n
    with pytest.raises(np.linalg.LinAlgError):
        np.linalg.cholesky(K)
    return {"definite": "False"}


def three_promises(n, rest):
    left = np.ones((n, n))  # the same rest of squared length 1 for all
    return {"mean": left.mean(), "sum": left.sum(), "example": np.sum(rest)}


def pivot_table(n, pivots, mean):
    size = np.dtype(float).itemsize
    return {
        "kept": n * pivots * size / 1e6,
        "whole": n**2 * size / 1e9,
        "length": f"{mean**0.5:.2f}",
    }


def four_points(plus, minus):
    X, y = np.array([*plus, *minus], dtype=float), np.array([1, 1, -1, -1])
    w, b = run_code("3", "q_a_rule")["fisher"](X, y, 0.0)

    def quotient(v):
        f = X @ v
        return (f[:2].mean() - f[2:].mean()) ** 2 / (f[:2].var() + f[2:].var())

    m = X[:2].mean(axis=0) - X[2:].mean(axis=0)
    turn = np.linspace(0, np.pi, 1001)
    best = max(quotient(np.array([np.cos(t), np.sin(t)])) for t in turn)
    assert quotient(w) >= best - 1e-9
    return {"w": w, "best": quotient(w), "along": quotient(m), "cut": b}


def any_labels(n, d):
    X = np.random.default_rng(0).normal(size=(n, d))
    deviations = np.vstack([X[:5] - X[:5].mean(axis=0), X[5:] - X[5:].mean(axis=0)])
    return {"rank": np.linalg.matrix_rank(deviations)}


def without_the_program(lam, low, high):
    X = np.random.default_rng(0).normal(size=(12, 3))
    y = np.repeat([1, -1], [9, 3])
    K = kernels.Gaussian(1.0)(X)
    alpha, b = fisher.kernel_fisher(K, y, lam)
    f = K @ alpha
    assert b == pytest.approx((f[:9].mean() + f[9:].mean()) / 2)
    assert alpha[9:].sum() == pytest.approx(-alpha[:9].sum())
    return {"total": alpha[:9].sum(), "right": np.mean([low, high])}


def table_of_ridges(lams, later):
    lam = float(lams[int(np.argmin(later))])
    X = np.random.default_rng(0).normal(size=(20, 2))
    y = np.repeat([1, -1], [12, 8])
    K = kernels.Gaussian(1.0)(X)
    whole, half = (fisher.kernel_fisher(c * K, y, c * lam) for c in (1, 0.5))
    assert np.allclose(K @ whole.alpha, K / 2 @ half.alpha, rtol=1e-6)
    return {"lam": lam, "percent": 100 * min(later) / 200, "half": lam / 2}


def one_matrix(S, x):
    values, V = np.linalg.eigh(S)
    v = V[:, -1] * np.sign(V[0, -1])
    score = v @ x
    return {"total": np.trace(S), "along": S[0][0], "first": values[1], "second": values[0]} | {
        "share": values[1] / values.sum(),
        "score": score,
        "drawn": score * v,
        "lost": np.sum((np.array(x) - score * v) ** 2),
    }


def splendid_share(share, n):
    rho = 2 * share / 100 - 1
    values = np.linalg.eigvalsh([[1, rho], [rho, 1]])
    assert values[1] / values.sum() == pytest.approx(share / 100)
    return {"rho": rho, "chance": 1 / np.sqrt(n)}


def scree(data, noise):
    assert sum(data) == sum(noise) == 100
    beats = int(np.cumprod(np.array(data) > noise).sum())
    share = pca.components_needed(np.array(data, dtype=float), 0.8)
    lost = np.cumsum(data[::-1])[::-1]
    return {"share": share, "beats": beats, "error": lost[2], "part": 1 - lost[3] / lost[2]}


def rhombus(p, q, side, longer):
    Z = np.array([[p, 0], [0, q], [-p, 0], [0, -q]], dtype=float)
    D = np.sqrt(((Z[:, None] - Z) ** 2).sum(-1))
    assert np.allclose(D[0, [1, 3]], side)
    G = embedding.gram_from_distances(D)
    assert np.allclose(G, Z @ Z.T)
    patterns = np.array([[1, 0, -1, 0], [0, 1, 0, -1]]) / np.sqrt(2)
    D[0, 2] = D[2, 0] = D[1, 3] = D[3, 1] = longer
    assert longer < 2 * side  # every triangle closes
    wrong, v = embedding.gram_from_distances(D), np.array([1, -1, 1, -1])
    assert v @ wrong @ v < 0
    values = [u @ G @ u for u in patterns]
    return {"row": G[0], "values": values, "form": v @ wrong @ v}


def spectrum(up, down):
    values = np.array([*up, 0, *np.negative(down)])
    positive = values[values > 0].sum()
    return {
        "share": -values[values < 0].sum() / positive,
        "first": values[0],
        "second": values[1],
        "drawn": values[:2].sum() / positive,
    }


def leave_one_out(y):
    x, y, found = np.array([-1.0, -1, 1, 1]), np.array(y, dtype=float), {}
    for name, degree in (("constant", 0), ("line", 1)):
        theta = regression.polynomial_regression(x, y, degree)
        train = np.mean((np.vander(x, degree + 1, increasing=True) @ theta - y) ** 2)
        left = []
        for i in range(4):
            rest = np.delete(np.arange(4), i)
            theta = np.polyfit(x[rest], y[rest], degree)
            left.append((np.polyval(theta, x[i]) - y[i]) ** 2)
        found[name] = (train, np.mean(left))
    return found


def screening(counts, price):
    y = np.repeat([1, 1, -1, -1], counts)
    y_hat = np.repeat([1, -1, 1, -1], counts)
    rates = losses.confusion_rates(y, y_hat)
    assert rates.false_positive == pytest.approx(counts[2] / sum(counts[2:]))
    found = 10 * rates.true_positive + 990 * rates.false_positive
    cost = 10 * (1 - rates.true_positive) * price + 990 * rates.false_positive
    border = Fraction(1, 1 + price)
    return {"flagged": found, "cost": cost, "nobody": 10 * price, "threshold": border}


def shadow(b, x, step):
    P = linalg.projection_matrix(np.array(b, dtype=float)[:, None])
    foot = P @ x
    away = np.sum((foot + step * np.array(b) - x) ** 2)
    return {"shadow": foot, "rest": x - foot, "away": away, "trace": np.trace(P)}


def two_squares(n, d):
    M = np.random.default_rng(0).normal(size=(d + 5, d))
    assert np.linalg.matrix_rank(M @ M.T) == d
    return {"zeros": f"{n - d:,}"}


def afternoon(c):
    P, x = np.array([[1, c], [0, 0]]), np.array([0, 1])
    assert np.array_equal(P @ P, P)
    null = np.array([-c, 1])
    assert not (P @ null).any()
    length = np.linalg.norm(P @ x)
    return {"shadow": P @ x, "length": length, "light": null} | {
        "squared": np.sum((P @ x - x) ** 2)
    }


def singular_values(s, shape):
    rng = np.random.default_rng(0)
    U, V = (np.linalg.qr(rng.normal(size=(size, 4)))[0] for size in shape)
    A = U * s @ V.T
    assert np.linalg.matrix_rank(A) == 4
    lost = np.sum((A - linalg.best_rank_k(A, 2)) ** 2)
    pays = [k for k in range(1, 99) if k * sum(shape) < shape[0] * shape[1]]
    return {"lost": lost, "share": lost / np.sum(A**2), "stored": 2 * sum(shape)} | {
        "layers": max(pays)
    }


def numeric(value):
    """A value as numbers, if it is one."""
    if isinstance(value, str) and "/" in value:
        return float(Fraction(value))
    return value if isinstance(value, str) else np.asarray(value, dtype=float)


def test_every_number_is_found_by_another_route(every):
    for (_, name), drawn in every.items():
        for seed, one in drawn.items():
            if not one.values:
                continue
            found = globals()[name.removeprefix("q_")](**one.given)
            assert set(found) == set(one.values), name
            for what, value in one.values.items():
                if isinstance(numeric(value), str):
                    assert found[what] == value, (name, seed, what)
                else:
                    near = np.allclose(numeric(found[what]), numeric(value), rtol=1e-7, atol=1e-6)
                    assert near, (name, seed, what)


def test_the_numbers_found_stand_in_the_answer(bank, every):
    told = {"first", "second", "beats", "rings", "above", "his", "best", "lam"}
    for (_, name), drawn in every.items():
        for seed, one in drawn.items():
            for what, value in one.values.items():
                if what not in told and not isinstance(value, str | tuple | list):
                    assert bank.show(value) in one.text + one.answer, (name, seed, what)


# ------------------------------------------------------------------------ programs of answers
def run_code(chapter, name, seed=0):
    """What the program of a model answer defines."""
    answer = sys.modules["bank"].question(chapter, name, seed).answer
    names = {"np": np}
    exec(re.search(r"```python\n(.*?)```", answer, re.DOTALL)[1], names)
    return names


@pytest.fixture
def X():
    return np.random.default_rng(3).normal(size=(30, 4)) * [1, 2, 3, 4] + 7


def test_scaled(bank, X):
    scaled = run_code("0", "q_scale_like_training")["scaled"]
    ours = describe.standardise(X)
    there, new = scaled(X, X[:1])
    assert np.allclose(there, ours[0])
    assert np.allclose(new, there[:1])
    constant, later = scaled(np.full((3, 1), 5.0), np.array([[7.0]]))
    assert (constant.tolist(), later.tolist()) == ([[0], [0], [0]], [[2]])


def test_between(bank, X):
    between, y = run_code("1", "q_between_centres")["between"], np.repeat([1, -1], [12, 18])
    distance = np.linalg.norm(X[:12].mean(axis=0) - X[12:].mean(axis=0))
    assert between(X @ X.T, y) == pytest.approx(distance)
    twice = np.vstack([X, X])
    assert between(twice @ twice.T, np.repeat([1, -1], 30)) == pytest.approx(0, abs=1e-5)


def test_news(bank, X):
    news, kernel = run_code("2", "q_news")["news"], kernels.Gaussian(3.0)
    K, k = kernel(X[:10]), kernel(X[10:11], X[:10])[0]
    R = np.linalg.cholesky(kernel(X[:11])).T
    assert news(K, k, 1.0) == pytest.approx(R[-1, -1] ** 2)
    assert news(K, K[3], 1.0) == pytest.approx(0, abs=1e-9)


def test_fisher(bank, X):
    w, b = run_code("3", "q_a_rule")["fisher"](X, np.repeat([1, -1], [12, 18]), 0.3)
    alpha, cut = fisher.kernel_fisher(X @ X.T, np.repeat([1, -1], [12, 18]), 0.3)
    assert np.allclose(w, X.T @ alpha)
    assert b == pytest.approx(cut)


def test_loss(bank, X):
    loss = run_code("4", "q_price_for_new_points")["loss"]
    values = pca.pca(X).eigenvalues
    assert [loss(X, X, k) for k in (1, 3)] == pytest.approx([values[1:].sum(), values[3:].sum()])
    assert loss(X, X + np.eye(4)[0], 4) == pytest.approx(0, abs=1e-12)


def test_the_mended_kernel_pca(bank, X):
    answer = bank.question("5", "q_three_slips", 0).answer
    text = bank.question("5", "q_three_slips", 0).text
    slips, mended = (re.search(r"```python\n(.*?)```", t, re.DOTALL)[1] for t in (text, answer))
    names = {"np": np, "X": X, "Z_new": X, "kernel": kernels.Gaussian(5.0), "centre": means.centre}
    with np.errstate(invalid="ignore"):  # the root of what should have been zero
        exec(slips, names)
    assert not np.allclose(names["Z"], names["Z_of_new"])
    exec(mended, names)
    assert np.allclose(names["Z"], names["Z_of_new"])
    ours = embedding.kernel_pca(names["kernel"](X), 2).scores
    assert np.allclose(np.abs(names["Z"]), np.abs(ours))


def test_map_of(bank, X):
    map_of = run_code("5", "q_from_a_table")["map_of"]
    D = np.sqrt(((X[:, None] - X) ** 2).sum(-1))
    assert np.allclose(np.abs(map_of(D, 2)), np.abs(embedding.classical_mds(D, 2)))
    pond = np.array([[0, 6, 14, 8], [6, 0, 8, 14], [14, 8, 0, 6], [8, 14, 6, 0.0]])
    with pytest.raises(ValueError, match="no map in 4 dimensions"):
        map_of(pond, 4)
    pieces = np.where(np.add.outer(np.arange(4) // 2, np.arange(4) // 2) == 1, np.inf, pond)
    with np.errstate(invalid="ignore"), pytest.raises(np.linalg.LinAlgError):
        map_of(pieces, 2)


def test_cv(bank, X):
    cv, y = run_code("6", "q_inside_the_fold")["cv"], np.repeat([1, -1], 15)

    def fit(A, labels):
        centres = [A[labels == s].mean(axis=0) for s in (1, -1)]
        d = [lambda B, c=c: ((B - c) ** 2).sum(axis=1) for c in centres]
        return lambda B: np.where(d[0](B) < d[1](B), 1, -1)

    def scaled(A, labels):
        mean, std = A.mean(axis=0), A.std(axis=0)
        rule = fit((A - mean) / std, labels)
        return lambda B: rule((B - mean) / std)

    folds = generalisation.kfold(30, 5, np.random.default_rng(0))
    ours = generalisation.cross_validate(scaled, X, y, lambda a, b: a != b, folds)
    assert cv(fit, X, y, folds) == pytest.approx(np.mean(ours))


def test_reachable(bank):
    reachable = run_code("A", "q_reachable")["reachable"]
    B = np.array([[1, 2, 3], [2, 4, 6], [0, 1, 1.0]])
    for unit in (1e-6, 1.0, 1e6):
        assert reachable(unit * B, unit * np.array([3.0, 6, 5]))
        assert not reachable(unit * B, unit * np.array([3.0, 6.1, 5]))


# --------------------------------------------------------------------------------- the sheets
def test_five_questions_a_chapter_one_of_each_kind_for_thirty_points(bank):
    for chapter in bank.CHAPTERS:
        questions = [bank.question(chapter, name, 0) for name in bank.recipes(chapter)]
        assert [one.kind for one in questions] == list(bank.KINDS)
        assert sum(one.points for one in questions) == 30


def test_questions_are_whole_sentences_and_name_sections_of_the_chapter(every):
    for (chapter, name), drawn in every.items():
        source = next((ROOT / "course" / "sources").glob(f"*{chapter}_*.py")).read_text("utf-8")
        for one in drawn.values():
            for section in one.sections.split(", "):
                assert section.startswith(f"{chapter}."), name
                assert f"\n# ## {section.partition('.')[2]}. " in source, name
            words = one.text + one.answer
            prose = re.sub(r"```.*?```", "", words, flags=re.DOTALL)
            assert not re.search(r"(?<![\\\w^_}])\{[a-z]", prose), name
            assert words.count("$") % 2 == 0, name
            assert words.count("```") % 2 == 0, name


def test_other_seeds_ask_other_numbers(every):
    varied = [
        name for (_, name), drawn in every.items() if len({o.text for o in drawn.values()}) > 1
    ]
    assert len(varied) >= 20


def test_the_sheets_are_printed_and_the_bank_is_up_to_date():
    def printed(*options):
        command = [sys.executable, str(EXAM / "make.py"), *options]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        return done.stdout

    assert (EXAM / "bank.md").read_text("utf-8") == printed(), "run: python exam/make.py"
    sheet = printed("--seed", "7", "--chapters", "1", "2", "--sheet", "questions")
    assert sheet == printed("--seed", "7", "--chapters", "1", "2", "--sheet", "questions")
    assert "60 points" in sheet
    assert "answer" not in sheet
    assert "### 2-5 News without R: answer" in printed("--chapters", "2", "--sheet", "answers")


def test_students_are_not_handed_the_bank():
    for place in ("site", "docs/student.md", "course/README.md", "lib", "tools/website.py"):
        path = ROOT / place
        files = path.rglob("*.*") if path.is_dir() else [path] if path.exists() else []
        texts = (f.read_text("utf-8") for f in files if f.suffix in {".py", ".md", ".toml"})
        assert not any(re.search(r"\bexam/", text) for text in texts), place
