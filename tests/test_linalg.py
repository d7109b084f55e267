"""Appendix: projectors, best low-rank matrices, the nearest kernel matrix, block inverses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy.linalg import null_space, orth

from featurespace.linalg import (
    best_rank_k,
    block_inverse,
    is_orthogonal_projection,
    is_projection,
    nearest_psd,
    projection_matrix,
)

EPS, TINY = np.finfo(float).eps, np.finfo(float).tiny
CYCLE = np.array([[0, 1, 4, 1], [1, 0, 1, 4], [4, 1, 0, 1], [1, 4, 1, 0.0]])  # squared distances


def close(actual, expected, scale=1.0):
    """Equal up to round-off in sums of a few terms of this scale."""
    np.testing.assert_allclose(actual, expected, rtol=0, atol=128 * EPS * scale + TINY)


# --- projections ---------------------------------------------------------------------------------

TABLE = {  # matrix, symmetric, trace
    "oblique onto (1, 1)": ([[0.3, 0.7], [0.3, 0.7]], False, 1),
    "oblique onto (1, 0)": ([[1.0, -1.0], [0.0, 0.0]], False, 1),
    "onto (1, 2)": ([[0.2, 0.4], [0.4, 0.8]], True, 1),
    "onto (3, 4)": (np.array([[9.0, 12.0], [12.0, 16.0]]) / 25, True, 1),
    "onto two axes": (np.diag([1.0, 1.0, 0.0, 0.0]), True, 2),
    "onto nothing": (np.zeros((3, 3)), True, 0),
    "onto everything": (np.eye(3), True, 3),
}
each_projection = pytest.mark.parametrize(("P", "symmetric", "trace"), TABLE.values(), ids=TABLE)


@each_projection
def test_the_printed_projections_are_projections(P, symmetric, trace):
    """H-p26, H-p27: exact values."""
    assert is_projection(P)
    assert is_orthogonal_projection(P) is symmetric
    assert np.trace(P) == pytest.approx(trace, rel=4 * EPS)


@each_projection
def test_what_a_projection_leaves_is_a_projection(P, symmetric, trace):
    """errata 8: I - P projects onto the null space of P, orthogonal or not."""
    rest = np.eye(len(P)) - P
    assert is_projection(rest)
    assert is_orthogonal_projection(rest) is symmetric
    close(np.asarray(P) @ rest, 0)


def test_the_rest_of_an_oblique_projection_is_not_orthogonal_to_its_range():
    """errata 8: I - P maps onto (1, 1), at 45 degrees from the range (1, 0)."""
    P = np.array([[1.0, -1.0], [0.0, 0.0]])
    rest = (np.eye(2) - P)[:, 1]
    np.testing.assert_array_equal(rest, [1, 1])
    assert rest @ [1.0, 0.0] != 0


def test_an_oblique_projection_can_lengthen():
    """spectral norm 1.0770."""
    assert np.linalg.norm(TABLE["oblique onto (1, 1)"][0], 2) == pytest.approx(1.0770, abs=5e-5)


@pytest.mark.parametrize("length", [1e2, 1e4, 1e6])
def test_a_very_oblique_projection_is_one_up_to_its_own_round_off(length):
    """P = a b' / <a, b> with a and b nearly orthogonal: P^2 sums terms of length^2."""
    a, b = np.array([0.6, 0.8, 0.3]), np.array([-0.8, 0.6, 0.0])
    b = b + np.array([0.3, 0.1, 0.7]) / length
    P = np.outer(a, b) / (a @ b)
    assert np.linalg.norm(P, 2) > length
    assert is_projection(P)
    assert not is_orthogonal_projection(P)
    assert not is_projection(P + 1e-3 * np.linalg.norm(P, 2) * np.eye(3))


@pytest.mark.parametrize("P", [2 * np.eye(2), [[0.0, 1.0], [1.0, 0.0]], np.ones((3, 3)), [[0.5]]])
def test_other_matrices_are_no_projections(P):
    assert not is_projection(P)
    assert not is_orthogonal_projection(P)


@pytest.mark.parametrize(
    ("B", "P"),
    [
        ([[1.0], [2.0]], TABLE["onto (1, 2)"][0]),
        ([[3.0], [4.0]], TABLE["onto (3, 4)"][0]),
        ([[1, 0], [1, 1], [0, 1]], np.array([[2, 1, -1], [1, 2, 1], [-1, 1, 2]]) / 3),
        (np.eye(4)[:, :2], np.diag([1, 1, 0, 0])),
        ([[1, 3], [2, 6], [3, 9]], np.outer([1, 2, 3], [1, 2, 3]) / 14),
        (np.zeros((3, 2)), np.zeros((3, 3))),
    ],
    ids=["(1,2)", "(3,4)", "a plane", "two axes", "dependent", "nothing"],
)
def test_projection_matrices_of_the_source(B, P):
    """Exact values."""
    close(projection_matrix(B), P)


SHAPES = pytest.mark.parametrize("shape", [(6, 2), (5, 5), (3, 7), (4, 1)], ids=str)


@SHAPES
def test_the_trace_is_the_dimension(shape):
    """H-p31"""
    P = projection_matrix(np.random.default_rng(0).standard_normal(shape))
    assert is_orthogonal_projection(P)
    assert np.trace(P) == pytest.approx(min(shape), rel=64 * EPS)


@SHAPES
def test_it_keeps_the_span_and_removes_what_is_orthogonal(shape):
    B = np.random.default_rng(1).standard_normal(shape)
    P = projection_matrix(B)
    close(P @ B, B, 10)
    close(P @ null_space(B.T), 0)
    close(P, orth(B) @ orth(B).T)


def test_only_the_span_matters_not_the_basis():
    """H-p28: any invertible mix of the columns, and any repetition of them."""
    rng = np.random.default_rng(2)
    B = np.linalg.qr(rng.standard_normal((6, 3)))[0]
    mix = np.linalg.qr(rng.standard_normal((3, 3)))[0] * [1.0, 5.0, 0.1]
    close(projection_matrix(B @ mix), B @ B.T, 10)
    close(projection_matrix(np.c_[B, B, 2 * B[:, :1]]), B @ B.T)


def test_it_is_the_formula_for_independent_columns():
    """DME-A.43: B (B'B)^-1 B'."""
    B = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 1.0]])  # independent
    close(projection_matrix(B), B @ np.linalg.solve(B.T @ B, B.T))


def test_the_projection_is_the_nearest_point_of_the_span():
    rng = np.random.default_rng(3)
    B, x = rng.standard_normal((5, 2)), rng.standard_normal(5)
    nearest = np.linalg.norm(x - projection_matrix(B) @ x)
    for c in rng.standard_normal((100, 2)):
        assert nearest <= np.linalg.norm(x - B @ c)


def test_orthogonal_projectors_onto_the_same_space_are_equal():
    """ST-D5.8: an oblique one onto the same space differs, and is not symmetric."""
    oblique = np.array(TABLE["oblique onto (1, 1)"][0])
    orthogonal = projection_matrix(oblique)  # onto its columns
    close(orthogonal, [[0.5, 0.5], [0.5, 0.5]])
    close(oblique @ orthogonal, orthogonal)
    assert np.abs(oblique - orthogonal).max() == pytest.approx(0.2)


def test_the_centring_matrix_is_an_orthogonal_projection():
    """DME-1.54; trace n - 1."""
    C = np.eye(7) - 1 / 7
    assert is_orthogonal_projection(C)
    close(C, np.eye(7) - projection_matrix(np.ones((7, 1))))
    assert np.trace(C) == pytest.approx(6, rel=16 * EPS)


# --- best rank k ---------------------------------------------------------------------------------


@SHAPES
def test_the_error_is_the_discarded_singular_values(shape):
    """DME-A.63: squared Frobenius norm (errata 29)."""
    A = np.random.default_rng(4).standard_normal(shape)
    s = np.linalg.svd(A, compute_uv=False)
    for k in range(1, min(shape) + 1):
        B = best_rank_k(A, k)
        assert np.linalg.matrix_rank(B) == k
        close(np.linalg.norm(A - B) ** 2, (s[k:] ** 2).sum(), (s**2).sum())
        close(np.linalg.norm(A - B, 2), np.append(s, 0.0)[k], s[0])


@pytest.mark.parametrize("k", [1, 2, 3])
def test_no_other_matrix_of_rank_k_is_nearer(k):
    """DME-2.43: 200 rivals, near and far."""
    rng = np.random.default_rng(5)
    A = rng.standard_normal((6, 4))
    best = np.linalg.norm(A - best_rank_k(A, k))
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    for size in np.geomspace(1e-3, 10, 200):
        L = U[:, :k] * s[:k] + size * rng.standard_normal((6, k))
        R = Vt[:k] + size * rng.standard_normal((k, 4))
        assert np.linalg.norm(A - L @ R) > best


def test_in_the_spectral_norm_there_are_other_best_matrices():
    """errata 29: diag(3 + e, 0, 0) all have error 2 for |e| <= 2, in Frobenius norm only e = 0."""
    A = np.diag([3.0, 2.0, 1.0])
    close(best_rank_k(A, 1), np.diag([3.0, 0.0, 0.0]))
    for e in (-2.0, -1.0, 1.0, 2.0):
        rival = A - np.diag([3.0 + e, 0.0, 0.0])
        assert np.linalg.norm(rival, 2) == pytest.approx(2.0, rel=4 * EPS)
        assert np.linalg.norm(rival) > np.linalg.norm(A - best_rank_k(A, 1))


def test_the_norm_is_homogeneous():
    """errata 29: the printed "norm" is its square."""
    A = np.random.default_rng(6).standard_normal((4, 3))
    close(best_rank_k(2 * A, 1), 2 * best_rank_k(A, 1), 10)


# --- the nearest kernel matrix -------------------------------------------------------------------


def symmetric(seed, n=5):
    A = np.random.default_rng(seed).standard_normal((n, n))
    return A + A.T


def test_the_error_is_the_negative_eigenvalues():
    """DME-A.68..A.69"""
    A = symmetric(7)
    values = np.linalg.eigvalsh(A)
    P = nearest_psd(A)
    assert np.linalg.eigvalsh(P)[0] >= -64 * EPS * values[-1]
    squared = (np.minimum(values, 0) ** 2).sum()
    close(np.linalg.norm(A - P) ** 2, squared, (values**2).sum())


@pytest.mark.parametrize("k", [None, 1, 2])
def test_no_other_psd_matrix_is_nearer(k):
    """DME-A.79..A.81: 300 rivals of that rank, near and far."""
    rng, A = np.random.default_rng(8), symmetric(8)
    P = nearest_psd(A, k)
    best, rank = np.linalg.norm(A - P), k or 5
    assert np.linalg.matrix_rank(P, tol=64 * EPS * np.abs(A).max()) <= rank
    values, U = np.linalg.eigh(P)
    root = (U * np.sqrt(np.maximum(values, 0)))[:, -rank:]
    for size in np.geomspace(1e-3, 10, 300):
        R = root + size * rng.standard_normal(root.shape)
        assert np.linalg.norm(A - R @ R.T) >= best * (1 - 64 * EPS)


def test_a_psd_matrix_is_its_own_nearest():
    A = symmetric(9) @ symmetric(9)
    close(nearest_psd(A), A, np.abs(A).max())
    close(nearest_psd(nearest_psd(symmetric(9))), nearest_psd(symmetric(9)), 10)


def test_the_rank_k_version_of_a_psd_matrix_is_the_best_of_rank_k():
    A = symmetric(10) @ symmetric(10)
    for k in range(1, 6):
        close(nearest_psd(A, k), best_rank_k(A, k), np.abs(A).max())


def test_a_large_negative_eigenvalue_misleads_the_best_of_rank_k():
    """Where the SVD keeps -3, the nearest kernel matrix keeps 1."""
    A = np.diag([1.0, -3.0])
    close(nearest_psd(A, 1), np.diag([1.0, 0.0]))
    close(best_rank_k(A, 1), np.diag([0.0, -3.0]))


def test_a_negative_diagonal_is_allowed():
    np.testing.assert_array_equal(nearest_psd(-np.eye(3)), np.zeros((3, 3)))
    close(nearest_psd([[-1.0, 2.0], [2.0, -1.0]]), [[0.5, 0.5], [0.5, 0.5]])


def test_the_four_cycle_loses_its_negative_eigenvalue():
    """-C Delta C / 2 has eigenvalues 2, 2, 0, -1."""
    C = np.eye(4) - 1 / 4
    G = -C @ CYCLE @ C / 2
    close(np.linalg.eigvalsh(G), [-1, 0, 2, 2])
    close(np.linalg.eigvalsh(nearest_psd(G)), [0, 0, 2, 2])
    close(nearest_psd(G), nearest_psd(G, 2))
    close(np.linalg.norm(G - nearest_psd(G)), 1)
    P = nearest_psd(G)
    squared = P.diagonal()[:, None] + P.diagonal() - 2 * P
    close(squared, [[0, 2, 4, 2], [2, 0, 2, 4], [4, 2, 0, 2], [2, 4, 2, 0]])  # sides become sqrt 2


# --- blocks --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("p", "q"), [(1, 1), (2, 3), (4, 1), (3, 3)])
def test_the_block_inverse_is_the_inverse(p, q):
    """DME-A.22..A.23"""
    rng = np.random.default_rng(11)
    T = rng.uniform(-1, 1, (p + q, p + q)) + 2 * (p + q) * np.eye(p + q)  # diagonally dominant
    ours = block_inverse(T[:p, :p], T[:p, p:], T[p:, :p], T[p:, p:])
    close(ours, np.linalg.inv(T))
    close(ours @ T, np.eye(p + q))


def test_a_singular_first_block_does_no_harm():
    close(block_inverse([[0.0]], [[1.0]], [[1.0]], [[1.0]]), [[-1, 1], [1, 0]])


def test_the_joint_precision_of_probabilistic_pca():
    """DME-2.87..2.91: cov (z, x) = [[I, W'], [W, Sigma]]; its precision holds M / sigma^2."""
    rng, sigma2 = np.random.default_rng(12), 0.5
    W = rng.uniform(-1, 1, (4, 2))
    ours = block_inverse(np.eye(2), W.T, W, W @ W.T + sigma2 * np.eye(4))
    M = W.T @ W + sigma2 * np.eye(2)
    expected = np.block([[M, -W.T], [-W, np.eye(4)]]) / sigma2
    close(ours, expected, 100)


@pytest.mark.parametrize("D", [[[0.0]], [[1.0, 2.0], [2.0, 4.0]], np.zeros((2, 2))], ids=str)
def test_the_last_block_must_be_invertible(D):
    """errata 35: the whole may have an inverse all the same."""
    n = len(D)
    with pytest.raises(ValueError, match=r"^D must be invertible; got smallest singular value"):
        block_inverse([[1.0]], np.ones((1, n)), np.ones((n, 1)), D)


@pytest.mark.parametrize(("A", "B"), [(1.0, 1.0), (0.1 * 3, 0.3), (0.0, 0.0)])
def test_the_schur_complement_must_be_invertible(A, B):
    """errata 35; 0.1 * 3 - 0.3 is round-off."""
    with pytest.raises(ValueError, match=r"^the Schur complement A - B D\^-1 C must be invertible"):
        block_inverse([[A]], [[B]], [[1.0]], [[1.0]])


def test_small_blocks_are_not_mistaken_for_singular_ones():
    close(block_inverse([[1e-30]], [[0.0]], [[0.0]], [[1e-40]]) * 1e-40, np.diag([1e-10, 1.0]))


def test_blocks_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match=r"B and C must fit A and D; .+ are \(1, 2\) and its tran"):
        block_inverse([[1.0]], [[1.0]], [[1.0]], np.eye(2))
    for name, blocks in {"A": ([[1.0, 2.0]], [[1.0]]), "D": ([[1.0]], [[1.0, 2.0]])}.items():
        with pytest.raises(ValueError, match=f"^{name} must be square"):
            block_inverse(blocks[0], [[1.0]], [[1.0]], blocks[1])


# --- refusals ------------------------------------------------------------------------------------

JUNK = {
    "nan": [[1.0, np.nan], [np.nan, 1.0]],
    "inf": [[np.inf]],
    "words": [["a"]],
    "empty": np.empty((0, 0)),
    "one axis": [1.0, 2.0],
    "complex": [[1j]],
}
FUNCTIONS = {
    "B": [projection_matrix],
    "P": [is_projection, is_orthogonal_projection],
    "A": [lambda A: best_rank_k(A, 1), nearest_psd, lambda A: block_inverse(A, *[[[1.0]]] * 3)],
}


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK)
def test_junk_is_refused_by_name(junk):
    for name, functions in FUNCTIONS.items():
        for function in functions:
            with pytest.raises(ValueError, match=f"^{name} must "):
                function(junk)


def test_matrices_of_the_wrong_shape_are_refused_by_name():
    for function in (is_projection, is_orthogonal_projection, nearest_psd):
        with pytest.raises(ValueError, match=r"^[PA] must be square; got shape \(1, 2\)"):
            function([[1.0, 2.0]])
    with pytest.raises(ValueError, match="A must be symmetric"):
        nearest_psd([[1.0, 2.0], [0.0, 1.0]])


@pytest.mark.parametrize("k", [0, 3, 1.5, True])
def test_a_rank_is_a_whole_number_that_fits(k):
    for function in (best_rank_k, nearest_psd):
        with pytest.raises(ValueError, match=r"^k must be a whole number >= 1 and <= 2"):
            function(np.eye(2), k)


# --- properties ----------------------------------------------------------------------------------

entries = st.integers(-9, 9).map(float)  # no matrix is almost singular
matrices = arrays(float, array_shapes(min_dims=2, max_dims=2, max_side=5), elements=entries)
squares = st.integers(1, 5).flatmap(lambda n: arrays(float, (n, n), elements=entries))


@given(B=matrices)
def test_projecting_twice_changes_nothing(B):
    P = projection_matrix(B)
    assert is_orthogonal_projection(P)
    close(P @ B, B, 10)


@given(B=matrices, seed=st.integers(0, 2**32 - 1))
def test_rotating_the_columns_rotates_the_projector(B, seed):
    Q = np.linalg.qr(np.random.default_rng(seed).standard_normal((len(B), len(B))))[0]
    s = np.linalg.svd(B, compute_uv=False)
    gap = min(s[s > 1e-9 * s[0]], default=1.0) / max(s[0], 1.0)
    close(projection_matrix(Q @ B), Q @ projection_matrix(B) @ Q.T, 1 / gap)


@given(A=squares, factor=st.floats(0, 100))
def test_scaling_scales_the_nearest_psd(A, factor):
    A = A + A.T
    close(nearest_psd(factor * A), factor * nearest_psd(A), factor * np.abs(A).max() * len(A))


@given(A=squares, data=st.data())
def test_the_order_of_the_points_does_not_matter(A, data):
    order = np.array(data.draw(st.permutations(range(len(A)))))
    A, pick = A + A.T, np.ix_(order, order)
    close(nearest_psd(A[pick]), nearest_psd(A)[pick], np.abs(A).max() * len(A))


@given(A=squares)
def test_a_matrix_is_the_difference_of_two_kernel_matrices(A):
    A = A + A.T
    close(nearest_psd(A) - nearest_psd(-A), A, np.abs(A).max() * len(A))
