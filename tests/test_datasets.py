"""The data: shapes, geometry without noise, and randomness from the given generator only."""

import numpy as np
import pytest
from scipy.spatial import Delaunay
from sklearn.datasets import load_digits

from featurespace.datasets import (
    blobs,
    cities,
    colours,
    cubic_world,
    digits,
    gaussian_cloud,
    horseshoe,
    moons,
    swiss_roll,
)

EPS = np.finfo(float).eps
GENERATORS = [gaussian_cloud, moons, horseshoe]
each_generator = pytest.mark.parametrize("generator", GENERATORS)


def points(drawn):
    return drawn if isinstance(drawn, np.ndarray) else drawn[0]


@each_generator
@pytest.mark.parametrize("n", [2, 3, 10, np.int64(101)])
def test_there_are_n_points_of_the_plane(generator, n, rng):
    X = points(generator(n, rng))
    assert X.shape == (n, 2)
    assert X.dtype == float
    assert np.isfinite(X).all()


@each_generator
def test_the_same_generator_state_gives_the_same_points(generator):
    first, second = (points(generator(20, np.random.default_rng(5))) for _ in range(2))
    np.testing.assert_array_equal(first, second)


@each_generator
def test_drawing_again_gives_other_points(generator, rng):
    assert (points(generator(20, rng)) != points(generator(20, rng))).any()


@each_generator
def test_the_global_random_state_is_left_alone(generator, rng):
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    generator(20, rng)
    np.testing.assert_array_equal(np.random.get_state()[1], before)  # noqa: NPY002


@each_generator
@pytest.mark.parametrize("n", [0, -1, 2.5, True, None, "10"])
def test_a_number_of_points_is_a_whole_number(generator, n, rng):
    with pytest.raises(ValueError, match="n must be a whole number >= "):
        generator(n, rng)


@each_generator
@pytest.mark.parametrize("seed", [0, None, "0"], ids=repr)
def test_a_seed_is_not_a_generator(generator, seed):
    with pytest.raises((ValueError, TypeError), match="rng must "):
        generator(10, seed)


@pytest.mark.parametrize("generator", [moons, horseshoe])
@pytest.mark.parametrize("noise", [-0.1, np.nan, np.inf, None])
def test_noise_is_not_negative(generator, noise, rng):
    with pytest.raises(ValueError, match="noise must be a number >= 0; got "):
        generator(10, rng, noise=noise)


@pytest.mark.parametrize("generator", [moons, horseshoe])
def test_noise_moves_the_points_in_proportion(generator):
    still, little, much = (
        generator(50, np.random.default_rng(0), noise=s)[0] for s in (0.0, 0.1, 0.2)
    )
    np.testing.assert_allclose(much - still, 2 * (little - still), rtol=0, atol=16 * EPS)
    assert (little != still).all()


# --- each world ----------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [1, 3, 7])
def test_a_cloud_has_as_many_dimensions_as_asked(d, rng):
    assert gaussian_cloud(5, rng, d=d).shape == (5, d)


def test_a_cloud_is_standard_gaussian(rng):
    """Means within 6 standard errors of 0, second moments within 6 of 1."""
    X = gaussian_cloud(10_000, rng, d=3)
    assert np.abs(X.mean(axis=0)).max() < 6 / 100
    assert np.abs((X**2).mean(axis=0) - 1).max() < 6 * np.sqrt(2) / 100


def test_a_cloud_needs_a_dimension(rng):
    with pytest.raises(ValueError, match="d must be a whole number >= 1; got 0"):
        gaussian_cloud(5, rng, d=0)


@pytest.mark.parametrize("n", [2, 3, 10, 11])
def test_moons_have_both_labels_in_halves(n, rng):
    _, y = moons(n, rng)
    assert y.dtype == float
    assert ((y == 1).sum(), (y == -1).sum()) == ((n + 1) // 2, n // 2)


def test_one_point_makes_no_two_moons(rng):
    with pytest.raises(ValueError, match="n must be a whole number >= 2; got 1"):
        moons(1, rng)


def test_moons_without_noise_are_two_half_circles(rng):
    X, y = moons(100, rng, noise=0.0)
    upper, lower = X[y > 0], X[y < 0]
    np.testing.assert_allclose(np.linalg.norm(upper, axis=1), 1, rtol=4 * EPS)
    np.testing.assert_allclose(np.linalg.norm(lower - [1, 0.5], axis=1), 1, rtol=4 * EPS)
    assert (upper[:, 1] >= 0).all()
    assert (lower[:, 1] <= 0.5).all()


def test_no_straight_line_separates_the_moons(rng):
    """Some point of the lower moon lies in the convex hull of the upper one."""
    X, y = moons(2000, rng, noise=0.0)
    assert (Delaunay(X[y > 0]).find_simplex(X[y < 0]) >= 0).any()


def test_a_horseshoe_without_noise_lies_on_an_ellipse_at_position_t(rng):
    """Exact values."""
    X, t = horseshoe(200, rng, noise=0.0)
    np.testing.assert_allclose(X[:, 0] ** 2 + (X[:, 1] / 1.6) ** 2, 1, rtol=8 * EPS)
    np.testing.assert_array_equal(X, np.column_stack([np.cos(t), 1.6 * np.sin(t)]))


def test_a_horseshoe_is_open_at_the_bottom(rng):
    X, t = horseshoe(2000, rng, noise=0.0)
    assert (t >= -np.pi / 2 + 0.45).all()
    assert (t <= 3 * np.pi / 2 - 0.45).all()
    assert X[:, 1].min() >= -1.6 * np.cos(0.45) - 4 * EPS
    assert X[:, 1].min() < -1.2  # both ends come near the gap


def test_one_point_of_a_horseshoe_can_be_drawn(rng):
    X, t = horseshoe(1, rng)
    assert (X.shape, t.shape) == ((1, 2), (1,))


@pytest.mark.parametrize(("positive", "negative"), [(3, 8), (0, 1), (9, 0)])
def test_digits_are_scikit_learn_s_two_classes(positive, negative):
    X, y = digits(positive, negative)
    images, label = load_digits(return_X_y=True)
    np.testing.assert_array_equal(X[y > 0], images[label == positive])
    np.testing.assert_array_equal(X[y < 0], images[label == negative])
    assert len(X) == len(y) == (label == positive).sum() + (label == negative).sum()


def test_pixels_lie_between_0_and_16():
    X, _ = digits()
    assert (X.shape, X.min(), X.max()) == ((357, 64), 0, 16)


def test_two_digits_must_differ():
    with pytest.raises(ValueError, match=r"negative must differ from positive; got 3 twice"):
        digits(3, 3)


@pytest.mark.parametrize("bad", [-1, 10, 3.0, "3", None, True])
def test_a_digit_is_a_whole_number_from_0_to_9(bad):
    with pytest.raises(ValueError, match="positive must be a whole number >= 0 and <= 9"):
        digits(bad, 8)
    with pytest.raises(ValueError, match="negative must be a whole number >= 0 and <= 9"):
        digits(8, bad)


# --- the cubic world, the swiss roll, the blobs --------------------------------------------------

DRAWS = {
    "cubic_world": cubic_world,
    "swiss_roll": swiss_roll,
    "blobs": lambda n, rng: blobs((n, n), rng),
}
each_draw = pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)


@each_draw
def test_each_draw_is_finite_and_repeatable(draw):
    for first, second in zip(*(draw(20, np.random.default_rng(5)) for _ in range(2)), strict=True):
        np.testing.assert_array_equal(first, second)
        assert np.isfinite(first).all()


@each_draw
def test_each_draw_moves_the_generator_on(draw, rng):
    assert (draw(20, rng)[0] != draw(20, rng)[0]).any()


@each_draw
def test_no_draw_touches_the_global_random_state(draw, rng):
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    draw(20, rng)
    np.testing.assert_array_equal(np.random.get_state()[1], before)  # noqa: NPY002


@each_draw
@pytest.mark.parametrize("n", [0, -1, 2.5, True, None, "10"])
def test_each_draw_needs_a_whole_number_of_points(draw, n, rng):
    with pytest.raises(ValueError, match=r"(n|sizes) must be a whole number >= 1; got "):
        draw(n, rng)


@each_draw
@pytest.mark.parametrize("seed", [0, None, "0"], ids=repr)
def test_no_draw_takes_a_seed_for_a_generator(draw, seed):
    with pytest.raises(ValueError, match="rng must be a numpy Generator"):
        draw(10, seed)


@pytest.mark.parametrize("n", [1, 2, np.int64(7)])
def test_each_draw_has_as_many_points_as_asked(n, rng):
    assert [v.shape for v in cubic_world(n, rng)] == [(n,), (n,)]
    assert [v.shape for v in swiss_roll(n, rng)] == [(n, 3), (n,)]
    assert [v.shape for v in blobs((n, 3), rng)] == [(n + 3, 2), (n + 3,)]


def test_the_cubic_world_is_the_cubic_plus_standard_noise(rng):
    """DME-4.9..4.10: exact values."""
    x, y = cubic_world(10_000, rng)
    noise = y - (x / 4 + 3 * x**2 / 4 + x**3)
    for sample in (x, noise):
        assert abs(sample.mean()) < 6 / 100
        assert abs((sample**2).mean() - 1) < 6 * np.sqrt(2) / 100
    assert abs((x * noise).mean()) < 6 / 100


def test_a_swiss_roll_without_noise_is_a_spiral_at_position_t(rng):
    X, t = swiss_roll(200, rng, noise=0.0)
    np.testing.assert_allclose(np.hypot(X[:, 0], X[:, 2]), t, rtol=4 * EPS)
    np.testing.assert_allclose(X[:, 0], t * np.cos(t), rtol=0, atol=16 * EPS * t.max())
    assert 1.5 * np.pi <= t.min() < t.max() <= 4.5 * np.pi
    assert 0 <= X[:, 1].min() < X[:, 1].max() <= 21


@pytest.mark.parametrize("noise", [-0.1, np.nan, np.inf, None])
def test_the_noise_of_a_roll_is_not_negative(noise, rng):
    with pytest.raises(ValueError, match="noise must be a number >= 0; got "):
        swiss_roll(10, rng, noise=noise)


def test_blobs_stand_on_a_circle_in_the_sizes_asked(rng):
    """Means within 6 standard errors of the corners."""
    X, label = blobs((4000, 5000, 6000), rng, distance=10.0)
    assert np.bincount(label).tolist() == [4000, 5000, 6000]
    for c in range(3):
        corner = [5 * np.cos(2 * np.pi * c / 3), 5 * np.sin(2 * np.pi * c / 3)]
        gap = X[label == c].mean(axis=0) - corner
        assert np.abs(gap).max() < 6 / np.sqrt(4000)


def test_two_blobs_are_as_far_apart_as_asked(rng):
    near = blobs((1, 1), np.random.default_rng(0), distance=0.0)[0]
    far = blobs((1, 1), np.random.default_rng(0), distance=8.0)[0]
    np.testing.assert_allclose(far - near, [[4, 0], [-4, 0]], rtol=0, atol=16 * EPS)


@pytest.mark.parametrize("sizes", [(), 5, None, "12", [[1, 2]]], ids=str)
def test_sizes_are_a_list(sizes, rng):
    with pytest.raises(ValueError, match="sizes must list the size of each cloud; got "):
        blobs(sizes, rng)


@pytest.mark.parametrize("distance", [-1.0, np.nan, np.inf, None])
def test_a_distance_is_not_negative(distance, rng):
    with pytest.raises(ValueError, match="distance must be a number >= 0; got "):
        blobs((2, 2), rng, distance=distance)


# --- tables of distances -------------------------------------------------------------------------

TABLES = {"cities": lambda: cities()[1], "colours": lambda: colours()[1]}
each_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


@each_table
def test_a_table_is_symmetric_positive_and_zero_on_the_diagonal(table):
    D = table()
    np.testing.assert_array_equal(D, D.T)
    assert not D.diagonal().any()
    assert (D[~np.eye(len(D), dtype=bool)] > 0).all()


@each_table
def test_a_table_is_made_afresh_for_each_caller(table):
    table()[0, 1] = -1
    assert table()[0, 1] > 0


def test_every_city_has_a_row_and_a_place():
    names, D, place = cities()
    assert len(names) == len(set(names)) == 12
    assert (D.shape, place.shape) == ((12, 12), (12, 2))


def test_no_road_is_shorter_than_the_flight_and_only_one_is_twice_as_long():
    """The positions check the table: Cologne to Geneva is printed 1000 km too long."""
    names, D, place = cities()
    lon, lat = np.radians(place).T
    on_globe = np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])
    flight = 6371 * np.arccos(np.clip(on_globe @ on_globe.T, -1, 1))
    i, j = np.triu_indices(12, 1)
    detour = D[i, j] / flight[i, j]
    assert detour.min() > 1.05
    assert np.sort(detour)[-2] < 1.75
    worst = detour.argmax()
    assert (names[i[worst]], names[j[worst]]) == ("Cologne", "Geneva")
    assert D[i[worst], j[worst]] - 1000 == pytest.approx(1.3 * flight[i[worst], j[worst]], rel=0.05)


def test_judged_colours_lie_between_alike_and_unlike():
    wavelength, D = colours()
    assert len(wavelength) == len(D) == 14
    assert wavelength == sorted(wavelength)
    assert D.max() == 1.0
    assert D[~np.eye(14, dtype=bool)].min() == pytest.approx(0.14)


def test_neighbouring_colours_are_the_most_alike():
    """The nearest colour of each is the one before or after it in the spectrum."""
    _, D = colours()
    nearest = (D + 2 * np.eye(14)).argmin(axis=1)
    assert (np.abs(nearest - np.arange(14)) == 1).all()
