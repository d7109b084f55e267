"""Appendix A: vectors, subspaces, projections, decompositions, nearest matrices."""

from itertools import chain, combinations, product

import numpy as np
import pytest
from scipy.linalg import null_space, orth

from featurespace.linalg import (
    best_rank_k,
    is_orthogonal_projection,
    is_projection,
    nearest_psd,
    projection_matrix,
)

PLANE = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])  # a = (1, 1, 0) and b = (0, 1, 1)
OBLIQUE = {
    "printed": np.array([[0.3, 0.7], [0.3, 0.7]]),
    "printed too": np.array([[1.0, -1.0], [0.0, 0.0]]),
    "onto a plane": np.array([[1.0, 0.0, 2.0], [0.0, 1.0, -1.0], [0.0, 0.0, 0.0]]),
}
UPRIGHT = {
    "printed": np.array([[0.2, 0.4], [0.4, 0.8]]),
    "onto (3, 4)": np.array([[9.0, 12.0], [12.0, 16.0]]) / 25,
    "onto a plane": np.array([[2.0, 1.0, -1.0], [1.0, 2.0, 1.0], [-1.0, 1.0, 2.0]]) / 3,
}
BOTH = {f"{name}, oblique": P for name, P in OBLIQUE.items()} | UPRIGHT
each_projection = pytest.mark.parametrize("P", BOTH.values(), ids=BOTH)
each_size = pytest.mark.parametrize(("n", "k"), [(2, 1), (5, 2), (6, 3), (7, 6)])


def close(actual, expected, scale=1.0):
    """Equal up to round-off in sums of a few terms of this scale."""
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-12 * scale)


def frame(n, seed=0):
    """An orthogonal matrix: a product of mirrors, so that its inverse is known beforehand."""
    U = np.eye(n)
    for v in np.random.default_rng(seed).normal(size=(3, n)):
        U = U - 2 * np.outer(U @ v, v) / (v @ v)
    return U


# --- subspaces -----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_n_vectors_of_n_space_can_be_independent_but_never_more(n):
    """H-p04"""
    assert null_space(np.eye(n)).shape[1] == 0
    more = np.random.default_rng(n).normal(size=(n, n + 1))
    weights = null_space(more)
    assert weights.shape[1] == 1
    close(more @ weights, 0, n)


def closed(members, field=3):
    """Whether all combinations of members are members, in the plane of numbers modulo 3."""
    return all(
        tuple((p * s + q * t) % field for s, t in zip(x, y, strict=True)) in members
        for x, y in product(members, members)
        for p, q in product(range(field), repeat=2)
    )


def test_sets_closed_under_combinations_are_the_subspaces_and_the_empty_set():
    """H-p06, H-p07: counted where all sets can be; the printed condition lets the empty one in."""
    points = list(product(range(3), repeat=2))
    subsets = chain.from_iterable(combinations(points, size) for size in range(10))
    found = [set(chosen) for chosen in subsets if closed(set(chosen))]
    assert sorted(map(len, found)) == [0, 1, 3, 3, 3, 3, 9]  # nothing, 0, four lines, the plane
    assert all((0, 0) in members for members in found if members)


def test_a_line_that_misses_the_origin_is_no_subspace():
    """H-p07: the dashed line of the figure."""
    x, y = np.array([0.0, 1.0]), np.array([1.0, 0.65])
    height = np.array([0.35, 1.0])  # height @ x = 1 on the line
    assert height @ x == height @ y == 1
    assert height @ (x + y) == 2


def test_space_has_four_kinds_of_subspaces_and_the_whole_is_one():
    """H-e01: three kinds are printed."""
    grid = [np.reshape(v, (3, 1)) for v in product([-1.0, 0.0, 1.0], repeat=3)]
    spans = [np.hstack(some) for size in (1, 2, 3) for some in combinations(grid, size)]
    kinds = {round(np.trace(projection_matrix(B))) for B in spans}
    assert kinds == {0, 1, 2, 3}
    close(projection_matrix(np.eye(3)), np.eye(3))  # of the last kind there is one: all of space


def test_a_combination_has_as_many_terms_as_there_are_vectors():
    """H-p08, H-1: printed with the dimension, here 2, for the number of vectors, here 4."""
    vectors, weights = np.array([[1, 0], [2, 0], [0, 1], [1, 1]]), np.array([1, -1, 2, 3])
    x = sum(weights[k] * vectors[k] for k in range(4))
    np.testing.assert_array_equal(x, [2, 5])
    np.testing.assert_array_equal(vectors.T @ weights, x)
    as_printed = vectors[:2]  # these lie on an axis: no weights lead to x
    assert np.linalg.norm(x - projection_matrix(as_printed.T) @ x) == pytest.approx(5)


def test_vectors_are_dependent_exactly_if_weights_not_all_zero_cancel_them():
    """H-p09, H-p10, H-p11: all triples with entries 0 and 1, where weights -1, 0, 1 suffice."""
    triples = np.reshape(list(product([0, 1], repeat=9)), (-1, 3, 3))
    weights = np.array([w for w in product([-1, 0, 1], repeat=3) if any(w)])
    cancelled = (triples @ weights.T == 0).all(axis=1).any(axis=1)
    np.testing.assert_array_equal(cancelled, np.linalg.matrix_rank(triples) < 3)
    assert 0 < cancelled.sum() < len(triples)


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_a_combination_of_members_of_a_span_is_a_member(count):
    """H-p12: however many vectors there are."""
    rng = np.random.default_rng(count)
    B = rng.normal(size=(3, count))
    first, second = rng.normal(size=(2, count))
    together = 2 * (B @ first) - 5 * (B @ second)
    close(B @ (2 * first - 5 * second), together, 100)
    close(projection_matrix(B) @ together, together, 100)


@each_size
def test_a_weighted_sum_of_members_has_the_weighted_coordinates(n, k):
    """DME-A.36..A.37, DME-A.38..A.39: inner products find them, and k of them say all."""
    U, rng = frame(n)[:, :k], np.random.default_rng(1)
    a, b = rng.normal(size=(2, k))
    z1, z2 = (sum(c[i] * U[:, i] for i in range(k)) for c in (a, b))
    close(U.T @ z1, a, n)
    together = 2 * z1 - 5 * z2
    close(U.T @ together, 2 * a - 5 * b, 10 * n)
    close(U @ (U.T @ together), together, 10 * n)
    outside = frame(n)[:, k]
    assert np.linalg.norm(outside - U @ (U.T @ outside)) == pytest.approx(1)


def test_in_a_basis_coordinates_are_unique_and_in_a_dependent_list_they_are_not():
    """H-p13, H-e04"""
    c = np.array([2.0, -3.0])
    close(np.linalg.lstsq(PLANE, PLANE @ c)[0], c, 10)
    assert null_space(PLANE).shape[1] == 0
    longer = np.c_[PLANE, PLANE.sum(axis=1)]  # spans the same plane, and is no basis
    np.testing.assert_array_equal(longer @ [2, -3, 0], longer @ [1, -4, 1])


def test_the_fewest_that_span_are_as_many_as_the_most_that_are_independent():
    """H-p14, H-p15: all choices among seven vectors of a plane, some parallel and one zero."""
    weights = np.array([[1, 2, 0, 1, -2, 3, 0], [0, 0, 1, 1, 1, 3, 0]])
    members = PLANE @ weights
    sizes = range(1, 8)
    choices = [members[:, list(c)] for size in sizes for c in combinations(range(7), size)]

    def reaches_all(B):
        return np.allclose(B @ np.linalg.lstsq(B, PLANE)[0], PLANE)

    def independent(B):
        return np.linalg.det(B.T @ B) > 0.5  # the determinant is a whole number

    assert min(B.shape[1] for B in choices if reaches_all(B)) == 2
    assert max(B.shape[1] for B in choices if independent(B)) == 2


# --- sums and complements ------------------------------------------------------------------------


def test_a_sum_of_subspaces_holds_all_sums_and_nothing_else():
    """H-p40: two lines add up to a plane, which is more than both of them together."""
    a, b = PLANE.T
    rng = np.random.default_rng(2)
    for p, q in rng.normal(size=(20, 2)):
        close(projection_matrix(PLANE) @ (p * a + q * b), p * a + q * b, 10)
    for x in rng.normal(size=(20, 3)) @ projection_matrix(PLANE):
        p, q = np.linalg.lstsq(PLANE, x)[0]
        close(p * a + q * b, x, 10)
    assert np.linalg.matrix_rank(np.c_[a, a + b]) == np.linalg.matrix_rank(np.c_[b, a + b]) == 2


def test_a_split_is_unique_only_if_the_subspaces_share_nothing_but_zero():
    """H-p18: two planes of space share a line; a plane and a line beside it do not."""
    floor = np.eye(3)[:, :2]
    both = np.c_[PLANE, floor]
    first, second = np.array([1, 0, 0, 0]), np.array([0, 0, 1, 1])  # a + 0 and 0 + a
    np.testing.assert_array_equal(both @ first, both @ second)
    assert np.linalg.matrix_rank(both) == 3 < 2 + 2
    direct = np.c_[floor, [1.0, 1.0, 1.0]]
    assert np.linalg.matrix_rank(direct) == 3 == 2 + 1
    assert null_space(direct).shape[1] == 0


@each_size
def test_a_subspace_and_its_complement_are_orthogonal_and_fill_the_space(n, k):
    """H-p17, H-p19, H-p20, H-p21: and nothing else is orthogonal to the subspace."""
    rng = np.random.default_rng(3)
    B = rng.normal(size=(n, k))
    complement = null_space(B.T)
    v, w = B @ rng.normal(size=(k, 20)), complement @ rng.normal(size=(n - k, 20))
    close(v.T @ w, 0, 100)
    assert np.linalg.matrix_rank(np.c_[B, complement]) == n == k + complement.shape[1]
    close(projection_matrix(null_space(complement.T)), projection_matrix(B), 10)


@each_size
def test_there_is_one_split_into_a_subspace_and_its_complement(n, k):
    """H-p23, H-p24, H-p25: the equations for its coordinates have one solution, the projection."""
    rng = np.random.default_rng(4)
    B, x = rng.normal(size=(n, k)), rng.normal(size=n)
    both = np.c_[B, null_space(B.T)]
    assert np.linalg.matrix_rank(both) == n
    c = np.linalg.solve(both, x)
    v, w = B @ c[:k], both[:, k:] @ c[k:]
    close(projection_matrix(B) @ x, v, 100)
    close(v @ v + w @ w, x @ x, 100)


# --- matrices ------------------------------------------------------------------------------------


def test_a_padded_diagonal_matrix_weighs_columns_and_deletes_the_others():
    """DME-A.20..A.21: also if it is not square."""
    A = np.array([[1, 2, 0], [3, 1, 1]])
    for width in (2, 3, 5):
        weights = np.zeros((3, width), int)
        weights[0, 0], weights[1, 1] = 10, -1
        expected = np.zeros((2, width), int)
        expected[:, :2] = [[10, -2], [30, -1]]
        np.testing.assert_array_equal(A @ weights, expected)


def test_entries_of_the_sum_of_layers_are_rows_times_rows():
    """DME-A.24..A.25, DME-A.26, DME-A.27..A.29"""
    A, B = np.arange(6).reshape(2, 3) - 2, np.arange(12).reshape(4, 3) ** 2 % 7
    layers = [[[A[i, k] * B[j, k] for j in range(4)] for i in range(2)] for k in range(3)]
    rows = [[sum(A[i, k] * B[j, k] for k in range(3)) for j in range(4)] for i in range(2)]
    np.testing.assert_array_equal(np.sum(layers, axis=0), A @ B.T)
    np.testing.assert_array_equal(rows, A @ B.T)
    for k in range(3):
        np.testing.assert_array_equal(layers[k], np.outer(A[:, k], B[:, k]))


def test_the_transpose_of_an_orthogonal_matrix_is_its_inverse():
    """H-p50, H-p51, DME-A.33..A.35: unit columns at right angles, hence rows too."""
    U = frame(5)
    close([[U[:, i] @ U[:, j] for i in range(5)] for j in range(5)], np.eye(5))
    close(np.linalg.inv(U), U.T)
    close(U @ U.T, np.eye(5))


# --- orthogonal projections ----------------------------------------------------------------------


@each_size
def test_layers_of_orthonormal_vectors_add_up_to_the_projector(n, k):
    """H-p31, DME-A.42, DME-A.43"""
    U = frame(n)[:, :k]
    layers = sum(np.outer(u, u) for u in U.T)
    close(layers, U @ U.T)
    close(layers, projection_matrix(U * np.arange(1, k + 1)))  # the lengths do not matter
    assert is_orthogonal_projection(layers)
    close(U.T @ U, np.eye(k))
    assert np.linalg.norm(layers - np.eye(n)) == pytest.approx(np.sqrt(n - k))  # not the identity


@each_size
def test_tall_orthonormal_columns_make_a_projector_although_they_have_no_inverse(n, k):
    """H-p28, H-p29"""
    B = frame(n)[:, :k]
    with pytest.raises(np.linalg.LinAlgError):
        np.linalg.inv(B)
    P = B @ B.T
    close(P @ P, P)
    close(P, P.T)
    close(P @ B, B)  # nothing of Col(B) is missed ...
    images = P @ np.random.default_rng(5).normal(size=(n, 2 * n))
    assert np.linalg.matrix_rank(np.c_[B, images], tol=1e-9) == k  # ... and nothing else is hit


@each_size
def test_the_first_coordinates_give_the_shadow_and_the_others_the_rest(n, k):
    """DME-A.31..A.32, DME-A.40..A.41, DME-A.44..A.48: with the identity of size n."""
    U, c = frame(n), np.random.default_rng(6).normal(size=n)
    shadow = sum(c[i] * U[:, i] for i in range(k))
    rest = sum(c[i] * U[:, i] for i in range(k, n))
    x = shadow + rest
    close(U.T @ x, c, n)
    close(shadow @ rest, 0, n)
    P = projection_matrix(U[:, :k])
    close(U[:, :k] @ U[:, :k].T @ x, shadow, n)
    close(P @ x, shadow, n)
    close((np.eye(n) - P) @ x, rest, n)


def test_one_projector_is_best_for_many_points_at_once():
    """H-p32, H-p33: against least squares, and against other maps into the plane."""
    rng = np.random.default_rng(7)
    X = rng.normal([1, -2, 3], size=(50, 3))
    P = projection_matrix(PLANE)
    least = ((X - X @ P) ** 2).sum()
    fits = PLANE @ np.linalg.lstsq(PLANE, X.T)[0]
    close(((X.T - fits) ** 2).sum(), least, least)
    for size in np.geomspace(1e-3, 1, 50):
        other = P + size * PLANE @ rng.normal(size=(2, 3))
        assert ((X - X @ other.T) ** 2).sum() > least
        bent = X @ P + size * np.sin(X[:, :2]) @ PLANE.T  # not linear
        assert ((X - bent) ** 2).sum() > least


# --- range and null space ------------------------------------------------------------------------


def test_the_range_is_the_column_space():
    """H-p37, H-p38, H-p39: each column is an image, each image a mixture; and what vanishes."""
    A = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 1.0, 1.0], [1.0, 0.0, 1.0]])  # rank 2
    columns = projection_matrix(A)
    images = A @ np.random.default_rng(8).normal(size=(3, 30))
    close(columns @ images, images, 100)
    for j, unit in enumerate(np.eye(3)):
        np.testing.assert_array_equal(A @ unit, A[:, j])
    assert np.linalg.matrix_rank(images, tol=1e-9) == np.linalg.matrix_rank(A) == 2
    np.testing.assert_array_equal(A @ [1, 1, -1], 0)
    close(np.abs(null_space(A)[:, 0]), np.full(3, 1 / np.sqrt(3)))


@each_projection
def test_range_and_null_space_of_any_projection_fill_the_space(P):
    """H-p41"""
    assert is_projection(P)
    close(P @ P, P, 10)
    both = np.c_[orth(P), null_space(P)]
    assert both.shape == P.shape
    assert np.linalg.matrix_rank(both) == len(P)
    x = np.arange(1.0, len(P) + 1)
    close(P @ (x - P @ x), 0, 10)


@each_projection
def test_range_and_null_space_are_orthogonal_exactly_if_the_projection_is_symmetric(P):
    """H-p26, H-p42"""
    cosine = np.abs(orth(P).T @ null_space(P)).max()
    assert is_orthogonal_projection(P) is np.array_equal(P, P.T)
    assert cosine < 1e-12 if np.array_equal(P, P.T) else cosine > 0.1


def test_a_projector_on_one_of_two_orthogonal_directions_kills_the_other():
    """H-u01"""
    b1, b2 = np.array([3.0, 4.0]) / 5, np.array([-4.0, 3.0]) / 5
    P = projection_matrix(b1[:, None])
    close(P, np.outer(b1, b1))
    for alpha in (-2.0, 0.5, 10.0):
        close(P @ (alpha * b1), alpha * b1, 10)
        close(P @ (alpha * b2), 0, 10)


@each_size
def test_what_an_orthogonal_projector_leaves_is_the_projector_on_the_complement(n, k):
    """H-p44"""
    B = np.random.default_rng(9).normal(size=(n, k))
    rest = np.eye(n) - projection_matrix(B)
    assert is_orthogonal_projection(rest)
    close(rest @ B, 0, 100)
    complement = null_space(B.T)
    close(rest @ complement, complement, 10)
    close(rest, projection_matrix(complement), 10)


@pytest.mark.parametrize("P", OBLIQUE.values(), ids=OBLIQUE)
def test_what_an_oblique_projection_leaves_misses_the_complement(P):
    """H-p43: I - P keeps the null space of P, and moves some of the orthogonal complement."""
    rest = np.eye(len(P)) - P
    assert is_projection(rest)
    close(rest @ null_space(P), null_space(P), 10)
    complement = null_space(P.T)  # orthogonal to every column of P
    assert np.abs(rest @ complement - complement).max() > 0.1


# --- trace ---------------------------------------------------------------------------------------


def test_the_trace_is_linear_and_turns_products_round():
    """H-p34, H-p35, DME-A.6, DME-A.7..A.8: whole numbers, square or not."""
    A, B = np.array([[1, 2, 0], [3, 1, 1]]), np.array([[0, 1], [5, 0], [4, 2]])
    assert np.trace(A @ B) == 10 + 5 == np.trace(B @ A) == 3 + 10 + 2
    assert sum(A[i, j] * B[j, i] for i in range(2) for j in range(3)) == 15
    F, G = np.arange(9).reshape(3, 3), np.arange(9).reshape(3, 3) ** 2 % 11
    assert np.trace(F) == 0 + 4 + 8
    assert np.trace(2 * F - 3 * G) == 2 * np.trace(F) - 3 * np.trace(G)
    assert np.trace(F @ G) == np.trace(G @ F) != np.trace(F) * np.trace(G)


@each_size
def test_a_turned_projector_is_a_projector_of_the_same_dimension(n, k):
    """H-p36, H-p52, H-p53"""
    P, Q = projection_matrix(np.random.default_rng(10).normal(size=(n, k))), frame(n, seed=1)
    turned = Q @ P @ Q.T
    assert is_orthogonal_projection(turned)
    assert np.trace(turned) == pytest.approx(np.trace(P), rel=1e-12) == k
    assert np.linalg.matrix_rank(turned, tol=1e-9) == k


@each_size
def test_every_orthogonal_projector_is_a_turned_diagonal_of_ones_and_zeros(n, k):
    """H-e07, H-p54: complete a basis of the subspace."""
    B = np.random.default_rng(11).normal(size=(n, k))
    Q = np.linalg.qr(np.c_[B, np.eye(n)])[0]  # the first k columns span what B spans
    close(Q.T @ Q, np.eye(n))
    D = np.diag([1.0] * k + [0.0] * (n - k))
    assert is_orthogonal_projection(D)
    close(Q @ D @ Q.T, projection_matrix(B), 10)


# --- singular values, eigenvalues ----------------------------------------------------------------


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4)], ids=str)
def test_any_matrix_is_a_turn_a_stretch_and_a_turn_and_only_rank_many_layers_count(shape):
    """DME-A.49..A.51, DME-A.52..A.55: made with known factors, found again."""
    m, n = shape
    left, right, made = frame(m), frame(n, seed=1), np.array([7.0, 2.0])  # rank 2
    A = left[:, :2] * made @ right[:, :2].T
    U, s, Vt = np.linalg.svd(A)
    assert U.shape == (m, m)
    assert Vt.shape == (n, n)
    close(U.T @ U, np.eye(m))
    close(Vt @ Vt.T, np.eye(n))
    close(s, np.r_[made, np.zeros(min(shape) - 2)], 10)
    S = np.zeros(shape)
    np.fill_diagonal(S, s)
    close(U @ S @ Vt, A, 10)
    close(sum(s[i] * np.outer(U[:, i], Vt[i]) for i in range(2)), A, 10)
    close(best_rank_k(A, 2), A, 10)
    close(best_rank_k(A, 1), 7 * np.outer(left[:, 0], right[:, 0]), 10)


def test_a_symmetric_matrix_is_the_sum_of_its_layers_with_lambda_1_first():
    """DME-A.56..A.58, DME-A.59: by hand; with another eigenvalue in that place it is not."""
    A = np.array([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    U = np.array([[1.0, 1.0], [1.0, -1.0], [0.0, 0.0]]) / np.sqrt(2)
    lam = np.array([3.0, -1.0])
    close(A @ U, U * lam, 10)
    close(U @ np.diag(lam) @ U.T, A, 10)
    close(np.linalg.eigvalsh(A), [-1, 0, 3], 10)
    as_printed = U @ np.diag([lam[1], lam[1]]) @ U.T
    assert np.abs(as_printed - A).max() == pytest.approx(2)


@pytest.mark.parametrize(
    ("A", "values"),
    [
        ([[2.0, 1.0], [1.0, 2.0]], [1, 3]),
        ([[1.0, 1.0], [1.0, 1.0]], [0, 2]),
        ([[1.0, 2.0], [2.0, 1.0]], [-1, 3]),
    ],
    ids=["definite", "semi-definite", "indefinite"],
)
def test_eigenvalues_are_not_negative_exactly_if_no_vector_is_turned_against_itself(A, values):
    """DME-u50: the eigenvectors (1, 1) and (1, -1) are known; and definite means full rank."""
    A = np.array(A)
    close(np.linalg.eigvalsh(A), values)
    angles = np.pi / 4 + np.linspace(0, np.pi, 181)  # (1, -1) is one of them
    x = np.array([np.cos(angles), np.sin(angles)])
    forms = (x * (A @ x)).sum(axis=0)
    close([forms.min(), forms.max()], values)
    assert np.allclose(nearest_psd(A), A) == (forms.min() > -1e-9)
    assert (np.linalg.matrix_rank(A) == 2) == (values[0] != 0)


def test_both_squares_of_a_matrix_have_its_squared_singular_values():
    """DME-A.60..A.61: with the left and the right vectors, and no value below zero."""
    left, right, s = frame(5)[:, :2], frame(3, seed=1)[:, :2], np.array([3.0, 2.0])
    M = left * s @ right.T
    close(M @ M.T, left * [9, 4] @ left.T, 10)
    close(M.T @ M, right * [9, 4] @ right.T, 10)
    close(np.linalg.eigvalsh(M @ M.T), [0, 0, 0, 4, 9], 10)
    close(np.linalg.eigvalsh(M.T @ M), [0, 4, 9], 10)


# --- nearest matrices ----------------------------------------------------------------------------


def test_the_sum_of_squares_is_no_norm_but_its_root_is():
    """DME-A.64: twice a matrix is not twice as long, and a detour is shorter than the way."""
    A = np.array([[1.0, 2.0], [2.0, 4.0]])

    def printed(M):
        return (M**2).sum()

    assert printed(A) == np.linalg.norm(A) ** 2 == 25
    assert printed(2 * A) == 4 * printed(A)
    assert printed(A + A) > printed(A) + printed(A)
    assert np.linalg.norm(2 * A) == 2 * np.linalg.norm(A) == 10


@pytest.mark.parametrize(
    ("values", "nearest", "squared"),
    [
        ([3.0, 2.0, 1.0], lambda A: best_rank_k(A, 1), 2**2 + 1**2),
        ([3.0, -2.0, -1.0], nearest_psd, 2**2 + 1**2),
        ([3.0, 2.0, -1.0], lambda A: nearest_psd(A, 1), 2**2 + 1**2),
    ],
    ids=["A.67", "A.70", "A.81"],
)
def test_the_lost_eigenvalues_add_up_to_the_squared_norm_not_to_the_norm(values, nearest, squared):
    """DME-A.66..A.67, DME-A.70, DME-A.79..A.81: printed without the square."""
    Q = frame(3)
    A = Q * values @ Q.T
    found = nearest(A)
    close(found, 3 * np.outer(Q[:, 0], Q[:, 0]), 10)  # the layer that stays
    close(((A - found) ** 2).sum(), squared, 10)
    assert np.linalg.norm(A - found) == pytest.approx(np.sqrt(5))


def test_if_two_singular_values_tie_there_are_two_best_matrices():
    """DME-A.62..A.63: unique only if s_k > s_(k+1)."""
    A = np.diag([2.0, 1.0, 1.0])
    best = np.linalg.norm(A - best_rank_k(A, 2))
    for kept in ([2, 1, 0], [2, 0, 1]):
        assert np.linalg.norm(A - np.diag(kept)) == pytest.approx(best) == 1


def test_the_best_of_a_lower_rank_keeps_the_top_eigenpairs_of_a_psd_matrix():
    """DME-A.66..A.67: and no rival, semi-definite or not, loses less."""
    rng, Q, lam = np.random.default_rng(12), frame(5), np.array([5.0, 3.0, 2.0, 1.0, 0.5])
    A = Q * lam @ Q.T
    kept = Q[:, :2] * lam[:2] @ Q[:, :2].T
    close(best_rank_k(A, 2), kept, 10)
    for size in np.geomspace(1e-3, 10, 100):
        L = Q[:, :2] * lam[:2] + size * rng.normal(size=(5, 2))
        R = Q[:, :2].T + size * rng.normal(size=(2, 5))
        assert np.linalg.norm(A - L @ R) ** 2 > (lam[2:] ** 2).sum()


def test_a_matrix_that_is_not_definite_need_not_have_a_negative_eigenvalue():
    """DME-A.68..A.69: "not positive definite" is printed; such a matrix may be its own nearest."""
    A = np.ones((2, 2))
    values = np.linalg.eigvalsh(A)
    close(values, [0, 2])
    close(nearest_psd(A), A)
    indefinite = np.diag([2.0, 1.0, -3.0])
    close(nearest_psd(indefinite), np.diag([2.0, 1.0, 0.0]))  # rank p = 2


def rivals(rank, count=200):
    """Positive semi-definite matrices of that rank, around and away from the best."""
    rng = np.random.default_rng(13)
    for size in np.geomspace(1e-2, 3, count):
        root = np.eye(5)[:, :rank] * np.sqrt([4.0, 2.0, 1.0])[:rank]
        root = root + size * rng.normal(size=(5, rank))
        yield root @ root.T


LAM = np.array([4.0, 2.0, 1.0, 0.0, -3.0])  # p = 3 positive eigenvalues, and a zero: rank 4


def test_no_semi_definite_matrix_escapes_the_negative_eigenvalues():
    """DME-A.71..A.78: each line of the proof; (A.72) with an inequality, as the rank is not full.

    In the frame of the eigenvectors, where A is diagonal.
    """
    A, U_r = np.diag(LAM), np.eye(5)[:, LAM != 0]
    Q = frame(5)
    for rival in rivals(3):
        error = ((A - rival) ** 2).sum()
        close(((Q @ (A - rival) @ Q.T) ** 2).sum(), error, 100 * error)  # rotations do no harm
        compact = ((U_r.T @ (A - rival) @ U_r) ** 2).sum()
        b = rival.diagonal()
        off = (rival[LAM != 0][:, LAM != 0] ** 2).sum() - (b[LAM != 0] ** 2).sum()
        close(compact, ((LAM - b)[LAM != 0] ** 2).sum() + off, 100 * error)
        assert error > compact >= ((LAM - b)[LAM != 0] ** 2).sum() >= (LAM[4] - b[4]) ** 2
        assert b.min() >= 0
        assert (LAM[4] - b[4]) ** 2 >= LAM[4] ** 2
    close(((A - nearest_psd(A)) ** 2).sum(), LAM[4] ** 2, 10)


@pytest.mark.parametrize("k", [1, 2])
def test_no_semi_definite_matrix_of_rank_k_escapes_the_other_eigenvalues(k):
    """DME-A.82..A.91: each line; the rank of the positive block is at most k."""
    A, least = np.diag(LAM), (LAM[k:] ** 2).sum()
    for rival in rivals(k):
        error, block = ((A - rival) ** 2).sum(), rival[:3, :3]
        on_block = ((np.diag(LAM[:3]) - block) ** 2).sum()
        assert np.linalg.matrix_rank(block, tol=1e-9) <= k
        assert error > on_block + (LAM[4] - rival[4, 4]) ** 2 >= on_block + LAM[4] ** 2
        assert on_block > (LAM[k:3] ** 2).sum()
        assert error > least
    close(((A - nearest_psd(A, k)) ** 2).sum(), least, 10)
    elsewhere = np.diag([1.0] * (k - 1) + [0.0] * (5 - k) + [1.0])  # rank k, less in the block
    assert np.linalg.matrix_rank(elsewhere) == k > np.linalg.matrix_rank(elsewhere[:3, :3])


def test_through_the_compact_frame_a_distance_can_shrink():
    """DME-A.71..A.78, DME-A.82..A.91: the equality printed as (A.72) and (A.83) fails."""
    A, rival, U_r = np.diag([2.0, 0.0]), np.diag([0.0, 1.0]), np.array([[1.0], [0.0]])
    assert ((A - rival) ** 2).sum() == 5
    assert ((U_r.T @ (A - rival) @ U_r) ** 2).sum() == 4
