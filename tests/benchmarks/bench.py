"""Ours beside a peer, in one run: ratios of medians, peak memory, growth in n.

    make bench                     # all jobs; writes tests/benchmarks/RESULTS.md
    make bench ARGS="pca kernel"   # jobs whose name contains one of the words

Ours and the peer take turns, so that a busy machine slows both. ``limit`` is the library call that
no implementation can avoid.
"""

import os
import pickle
import platform
import subprocess
import sys
import time
import tracemalloc
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from featurespace._threads import one_thread

os.environ.update(one_thread())  # before numpy loads: two BLAS libraries with two threads each wait

import numpy as np
from scipy.linalg import blas, lapack

from featurespace import (
    datasets,
    demos,
    embedding,
    fisher,
    generalisation,
    losses,
    means,
    orthogonal,
    pca,
    plots,
)
from featurespace.estimators import (
    PCA,
    Isomap,
    KernelFisher,
    KernelPCA,
    NoveltyDetector,
)
from featurespace.kernels import Gaussian, Gram, Polynomial

RESULTS = Path(__file__).with_name("RESULTS.md")
SECONDS = 6.0  # per job: at least three turns, more while time is left


@dataclass
class Job:
    """Two or three callables to time against one another, and the ratio to reach."""

    name: str
    target: float
    ours: Callable
    peer: Callable
    limit: Callable | None = None


def jobs() -> Iterator[Callable[[], Job]]:
    """All jobs, each made only when its turn comes, so that its data is freed before the next."""
    from sklearn import (
        decomposition,
        discriminant_analysis,
        kernel_approximation,
        kernel_ridge,
        manifold,
        metrics,
        model_selection,
        preprocessing,
    )
    from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

    rng = np.random.default_rng(0)

    def points(n: int, d: int) -> np.ndarray:
        return rng.standard_normal((n, d))

    def gaussian_matrix():
        X = points(5000, 20)
        return Job(
            "1 Gaussian kernel matrix 5000",
            0.75,
            lambda: Gaussian(3.0)(X),
            lambda: rbf_kernel(X, gamma=1 / 18),
            lambda: np.exp(X @ X.T),
        )

    def polynomial_matrix():
        X = points(5000, 20)
        return Job(
            "1b polynomial kernel matrix 5000",
            0.5,
            lambda: Polynomial(3)(X),
            lambda: polynomial_kernel(X, degree=3),
            lambda: X @ X.T,
        )

    def centring():
        K = Gaussian(3.0)(points(5000, 20))
        return Job(
            "2 centre K, 5000",
            0.5,
            lambda: means.centre(K),
            lambda: preprocessing.KernelCenterer().fit_transform(K),
            lambda: K - 1.0,
        )

    def centring_normalising():
        K = Gaussian(3.0)(points(5000, 20))

        def peer():
            C = preprocessing.KernelCenterer().fit_transform(K)
            return C / np.sqrt(np.outer(C.diagonal(), C.diagonal()))

        return Job(
            "2b centre and normalise, 5000",
            0.5,
            lambda: means.normalise(means.centre(K)),
            peer,
            lambda: K - 1.0,
        )

    def novelty():
        X, Z = points(5000, 20), points(5000, 20)
        detector = NoveltyDetector(Gaussian(3.0), method="book").fit(X)

        def peer():
            K, K_new = rbf_kernel(X, gamma=1 / 18), rbf_kernel(Z, X, gamma=1 / 18)
            return 1 - 2 * K_new.mean(axis=1) + K.mean()

        return Job("3 novelty scores 5000 x 5000", 0.6, lambda: detector.score_samples(Z), peer)

    def incomplete(name: str, n: int, T: int, target: float):
        def make():
            X = points(n, 10)
            peer = kernel_approximation.Nystroem(gamma=1 / 18, n_components=T, random_state=0)
            gram = Gram(Gaussian(3.0), X)
            return Job(
                name,
                target,
                lambda: orthogonal.incomplete_cholesky(gram, max_rank=T),
                lambda: peer.fit_transform(X),
            )

        return make

    def incomplete_to_accuracy():
        X = points(3000, 3)
        return Job(
            "4c incomplete Cholesky to 1e-3, 3000",
            0.5,
            lambda: orthogonal.incomplete_cholesky(Gram(Gaussian(2.0), X), eta=1e-3),
            lambda: lapack.dpstrf(Gaussian(2.0)(X), tol=1e-3),
        )

    def gram_schmidt():
        X = points(200, 5000)
        return Job(
            "5 Gram-Schmidt twice, 200 of 5000",
            1.0,
            lambda: orthogonal.gram_schmidt(X, "twice"),
            lambda: np.linalg.qr(X.T),
            lambda: blas.dsyrk(1.0, X),
        )

    def kernel_fisher():
        X = points(3000, 10)
        K, y = Gaussian(3.0)(X), np.where(X[:, 0] > 0.2, 1.0, -1.0)
        peer = kernel_ridge.KernelRidge(alpha=1.0, kernel="precomputed")
        return Job(
            "6 kernel Fisher 3000",
            0.8,
            lambda: fisher.kernel_fisher(K, y, 1e-3),
            lambda: peer.fit(K, y),
            lambda: lapack.dpotrf(K + np.eye(3000)),
        )

    def fisher_by_features():
        X = points(20_000, 10)
        y = np.where(X[:, 0] > 0.2, 1.0, -1.0)

        def ours():
            factor = orthogonal.incomplete_cholesky(Gram(Gaussian(3.0), X), max_rank=200)
            plus, minus = factor.R[:, y > 0], factor.R[:, y < 0]
            within = np.cov(plus, bias=True) + np.cov(minus, bias=True)  # (T, T)
            return np.linalg.solve(within, plus.mean(axis=1) - minus.mean(axis=1))

        def peer():
            features = kernel_approximation.Nystroem(gamma=1 / 18, n_components=200, random_state=0)
            return discriminant_analysis.LinearDiscriminantAnalysis().fit(
                features.fit_transform(X), y
            )

        return Job("6b Fisher on 200 features of 20000", 0.6, ours, peer)

    def pca_tall():
        X = points(10_000, 500)
        peer = decomposition.PCA(10)
        return Job(
            "7 PCA 10000 x 500, k = 10",
            1.0,
            lambda: pca.pca(X, 10, "eigen"),
            lambda: peer.fit_transform(X),
            lambda: blas.dsyrk(1.0, X.T),
        )

    def pca_wide():
        X = points(300, 20_000)
        peer = decomposition.PCA(10, random_state=0)
        return Job(
            "7b PCA 300 x 20000, k = 10",
            0.5,
            lambda: pca.pca(X, 10, "gram"),
            lambda: peer.fit_transform(X),
            lambda: blas.dsyrk(1.0, X),
        )

    def kernel_pca():
        X = points(3000, 10)
        peer = decomposition.KernelPCA(2, kernel="rbf", gamma=1 / 18)
        return Job(
            "8 kernel PCA 3000, k = 2",
            0.7,
            lambda: embedding.kernel_pca(Gaussian(3.0)(X), 2),
            lambda: peer.fit_transform(X),
        )

    def probabilistic(name: str, n: int, d: int, target: float):
        def make():
            X = points(n, d) @ np.diag(np.linspace(3, 1, d))
            peer = decomposition.PCA(10, random_state=0)

            def ours():
                return pca.ppca_log_likelihood(X, *pca.ppca(X, 10))

            return Job(name, target, ours, lambda: peer.fit(X).score_samples(X))

        return make

    def classical():
        X = points(2000, 5)
        D = np.sqrt(((X[:, None] - X[None]) ** 2).sum(axis=-1))
        peer = getattr(manifold, "ClassicalMDS", None)
        if peer is None:
            return Job(
                "10 classical MDS 2000",
                0.1,
                lambda: embedding.classical_mds(D, 2),
                lambda: np.linalg.eigh(means.centre(-(D**2) / 2)),
            )
        return Job(
            "10 classical MDS 2000",
            0.1,
            lambda: embedding.classical_mds(D, 2),
            lambda: peer(2, metric="precomputed").fit_transform(D),
        )

    def metric():
        X = points(500, 5)
        D = np.sqrt(((X[:, None] - X[None]) ** 2).sum(axis=-1))
        start = embedding.classical_mds(D, 2)

        def peer():
            return manifold.smacof(D, n_components=2, init=start, n_init=1, max_iter=300, eps=1e-9)

        return Job("10b metric MDS 500", 0.7, lambda: embedding.metric_mds(D, 2), peer)

    def isomap():
        X, _ = datasets.swiss_roll(2000, rng)
        peer = manifold.Isomap(n_neighbors=10, n_components=2)
        return Job(
            "11 Isomap 2000",
            0.95,
            lambda: embedding.isomap(X, 2, 10),
            lambda: peer.fit_transform(X),
        )

    def umap():
        import umap as umap_learn
        from sklearn.datasets import load_digits

        X = load_digits().data
        peer = umap_learn.UMAP(random_state=0)
        return Job(
            "12 UMAP digits", 0.8, lambda: embedding.umap(X, 2), lambda: peer.fit_transform(X)
        )

    def many_ridges():
        X = points(1000, 5)
        y, K, lam = X[:, 0], Gaussian(3.0)(X), np.logspace(-3, 2, 50)
        grid = model_selection.GridSearchCV(
            kernel_ridge.KernelRidge(kernel="precomputed"), {"alpha": lam}, cv=10
        )
        return Job(
            "13 fifty ridges, leave-one-out 1000",
            0.03,
            lambda: generalisation.leave_one_out(K, y, lam),
            lambda: grid.fit(K, y),
            lambda: np.linalg.eigh(K),
        )

    def area():
        score = rng.standard_normal(1_000_000)
        y = np.where(score + rng.standard_normal(1_000_000) > 0, 1.0, -1.0)
        return Job(
            "14 AUC of a million scores",
            1.0,
            lambda: losses.auc(y, score),
            lambda: metrics.roc_auc_score(y, score),
            lambda: np.sort(score),
        )

    yield from (gaussian_matrix, polynomial_matrix, centring, centring_normalising, novelty)
    yield incomplete("4 incomplete Cholesky 100000, T = 200", 100_000, 200, 1.0)
    yield incomplete("4b incomplete Cholesky 1000000, T = 100", 1_000_000, 100, 1.0)
    yield from (incomplete_to_accuracy, gram_schmidt, kernel_fisher, fisher_by_features)
    yield from (pca_tall, pca_wide, kernel_pca)
    yield probabilistic("9 PPCA fit and likelihood 10000 x 500", 10_000, 500, 0.6)
    yield probabilistic("9b PPCA fit and likelihood 300 x 5000", 300, 5000, 0.05)
    yield from (classical, metric, isomap, umap, many_ridges, area)


def turns(job: Job, seconds: float = SECONDS) -> tuple[float, ...]:
    """Median seconds of ours, peer and limit, taken in turns after one warm-up each."""
    runs = [run for run in (job.ours, job.peer, job.limit) if run is not None]
    times: list[list[float]] = [[] for _ in runs]
    for run in runs:
        run()
    start = time.perf_counter()
    while len(times[0]) < 3 or time.perf_counter() - start < seconds:
        for taken, run in zip(times, runs, strict=True):
            taken.append(_once(run))
    return tuple(float(np.median(taken)) for taken in times)


def peak(run: Callable) -> float:
    """Most megabytes held at once beyond what was there before."""
    tracemalloc.start()
    run()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / 1e6


def measure(make: Callable[[], Job]) -> str:
    """One row of the table."""
    try:
        job = make()
    except ImportError as error:
        return f"| {make.__name__} | | | | | not measured: {error.name} is not installed |"
    ours, peer, *limit = turns(job)
    verdict = "reached" if ours / peer <= job.target else "**missed**"
    ratio = f"{ours / limit[0]:.1f}" if limit else ""
    return (
        f"| {job.name} | {ours:.3g} s | {ours / peer:.2f} | {ratio} | {peak(job.ours):.0f} MB "
        f"| {job.target:g} {verdict} |"
    )


NEW = 1000  # new points at once, beside a single one


def estimators() -> Iterator[tuple[str, object, object, dict]]:
    """Name, ours, the peer, and the data to fit: n = 2000, d = 20."""
    from sklearn import decomposition, kernel_ridge, manifold, svm

    X = np.random.default_rng(2).standard_normal((2000, 20))
    y = np.where(X[:, 0] > 0.2, 1.0, -1.0)
    sheet = {"X": np.hstack([datasets.swiss_roll(2000, np.random.default_rng(3))[0], 0.1 * X])}
    kernel, rbf = Gaussian(3.0), {"kernel": "rbf", "gamma": 1 / 18}
    yield "KernelPCA", KernelPCA(kernel), decomposition.KernelPCA(2, **rbf), {"X": X}
    yield "PCA, k = 10", PCA(10), decomposition.PCA(10), {"X": X}
    yield "Isomap, m = 10", Isomap(m=10), manifold.Isomap(n_neighbors=10), sheet
    peer = kernel_ridge.KernelRidge(alpha=1.0, **rbf)
    yield "KernelFisher; KernelRidge", KernelFisher(kernel), peer, {"X": X, "y": y}
    peer = svm.OneClassSVM(gamma=1 / 18, nu=0.05)
    yield "NoveltyDetector; OneClassSVM", NoveltyDetector(kernel, delta=0.05), peer, {"X": X}


def answer(model: object) -> Callable | None:
    """What a fitted estimator says of new points: coordinates, scores or values; or nothing."""
    for name in ("transform", "score_samples", "decision_function", "predict"):
        if hasattr(model, name):
            return getattr(model, name)
    return None


def estimator_row(name: str, ours: object, peer: object, data: dict) -> str:
    """Ours/peer for every job of an estimator, and the bytes it keeps."""
    pair, cells = (ours, peer), []
    cells.append(ratio(*(partial(model.fit, **data) for model in pair)))
    both = all(hasattr(model, "fit_transform") for model in pair)
    at_once = [partial(model.fit_transform, data["X"]) for model in pair] if both else None
    cells.append(ratio(*at_once) if both else "")
    says = [answer(model) for model in pair]
    for m in (1, NEW):
        Z = data["X"][:m] + 0.01
        cells.append(ratio(*(partial(say, Z) for say in says)) if all(says) else "none")
    sizes = [len(pickle.dumps(model)) for model in pair]
    cells.append(f"{sizes[0] / 1e6:.2f} MB, {sizes[0] / sizes[1]:.2f}")
    return f"| {name} | {' | '.join(cells)} |"


def ratio(ours: Callable, peer: Callable) -> str:
    """Milliseconds of ours, and ours/peer."""
    mine, theirs = turns(Job("", 1.0, ours, peer), seconds=2.0)
    return f"{1000 * mine:.3g} ms, {mine / theirs:.2f}"


def processor() -> str:
    """The processor's name, as the system gives it."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":")[1].strip()
    return platform.processor() or platform.machine()


def growth() -> Iterator[str]:
    """Exponent of the time in n over three sizes, beside what theory says."""
    rng = np.random.default_rng(1)

    def exponent(sizes: tuple[int, ...], make: Callable[[int], Callable]) -> float:
        seconds = []
        for n in sizes:
            run = make(n)
            run()
            seconds.append(min(_once(run) for _ in range(3)))
        return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])

    def cloud(n: int) -> np.ndarray:
        return rng.standard_normal((n, 5))

    def matrix(n):
        X = cloud(n)
        return lambda: Gaussian(2.0)(X)

    def rows(n):
        gram = Gram(Gaussian(2.0), cloud(n))
        return lambda: orthogonal.incomplete_cholesky(gram, max_rank=50)

    def rule(n):
        X = cloud(n)
        K, y = Gaussian(2.0)(X), np.where(X[:, 0] > 0, 1.0, -1.0)
        return lambda: fisher.kernel_fisher(K, y, 1e-3)

    def lanczos(n):
        K = Gaussian(2.0)(cloud(n))
        return lambda: embedding.kernel_pca(K, 2)

    yield f"| kernel matrix | {exponent((1000, 2000, 4000), matrix):.1f} | 2 |"
    yield f"| incomplete Cholesky, T = 50 | {exponent((20_000, 40_000, 80_000), rows):.1f} | 1 |"
    yield f"| kernel Fisher | {exponent((1000, 2000, 4000), rule):.1f} | 3 |"
    yield f"| kernel PCA by Lanczos | {exponent((1000, 2000, 4000), lanczos):.1f} | 2 |"


def _once(run: Callable) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def import_cost() -> str:
    """Milliseconds that `import featurespace` adds to `import numpy`, best of five."""
    clock = "time.perf_counter()"
    code = f"import numpy, time\nt = {clock}\nimport featurespace\nprint({clock} - t)"
    runs = [subprocess.check_output([sys.executable, "-c", code], text=True) for _ in range(5)]
    return f"{1000 * min(map(float, runs)):.1f} ms"


def frames() -> Iterator[str]:
    """Milliseconds to draw a frame of each demo."""
    for name, demo in demos.all_demos().items():
        draw = [partial(_frame, demo, corner) for corner in demo.corners()]
        yield f"| {name} | {1000 * np.median([_once(run) for run in draw]):.0f} ms |"


def _frame(demo: demos.Demo, corner: dict) -> bytes:
    return plots.png(demo.frame(**corner), 96, small=False)


def main(words: list[str]) -> None:
    """Print the tables, and store them unless only some jobs were asked for."""
    warnings.simplefilter("ignore")
    lines = [
        "# Benchmarks",
        "",
        f"{processor()}, {os.cpu_count()} cores, one BLAS thread.",
        "`ours/peer` is the ratio of medians;",
        "`ours/limit` compares with the one call that cannot be avoided.",
        "",
        "| job | ours | ours/peer | ours/limit | peak memory | target |",
        "|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    for make in jobs():
        if words and not any(word in make.__qualname__ for word in words):
            continue
        lines.append(measure(make))
        print(lines[-1], flush=True)
    heads = ["estimator, 2000 x 20", "fit", "fit_transform", "1 new", f"{NEW} new", "pickled"]
    lines += ["", f"| {' | '.join(heads)} |", "|---|---|---|---|---|---|"]
    print("\n".join(lines[-3:]), flush=True)
    for row in estimators():
        if not words or any(word in f"estimators {row[0]}" for word in words):
            lines.append(estimator_row(*row))
            print(lines[-1], flush=True)
    lines += ["", "Cells of that table: ours, and ours/peer."]
    if words:
        return
    lines += ["", "| growth in n | measured exponent | theory |", "|---|---|---|", *growth()]
    lines += ["", "| demo | one frame |", "|---|---|", *frames()]
    lines += ["", f"`import featurespace` beyond numpy: {import_cost()} (target 30 ms)."]
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines[-16:]))


if __name__ == "__main__":
    main(sys.argv[1:])
