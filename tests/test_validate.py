"""The error messages: they name the argument, state the rule, show the value, say what to do."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array, csr_matrix

from featurespace import _validate as check

EPS = np.finfo(float).eps


# --- the wording ---------------------------------------------------------------------------------


def test_a_message_names_the_argument_the_rule_the_value_and_the_remedy():
    error = check.fail("X", "be finite", "nan", "Drop it")
    assert isinstance(error, ValueError)
    assert str(error) == "X must be finite; got nan. Drop it."


def test_round_off_grows_with_the_number_of_terms_and_their_size():
    assert check.round_off(10, 3.0) == 30 * EPS


# --- arrays --------------------------------------------------------------------------------------

TRIPLE = [[1, 0], [0, 1], [1, 1]]
READ_ONLY = np.array(TRIPLE, dtype=float)
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    "values",
    [
        TRIPLE,
        tuple(map(tuple, TRIPLE)),
        np.array(TRIPLE),
        np.array(TRIPLE, dtype=np.uint8),
        np.array(TRIPLE, dtype=bool),
        np.array(TRIPLE, dtype=np.float32),
        np.array(TRIPLE, dtype=np.longdouble),
        np.array(TRIPLE, dtype=object),
        np.array([[Fraction(v) for v in row] for row in TRIPLE]),
        np.array(TRIPLE, order="F"),
        np.array(TRIPLE)[::-1][::-1],
        READ_ONLY,
        pd.DataFrame(TRIPLE),
        pd.DataFrame({"n": [1, 0, 1], "truth": [False, True, True]}),
        pd.DataFrame(TRIPLE, dtype=object),
    ],
    ids=lambda v: f"{type(v).__name__}-{getattr(v, 'dtype', '')}",
)
def test_numbers_of_every_kind_become_float64(values):
    array = check.as_array(values, "X", 2)
    assert array.dtype == np.float64
    np.testing.assert_array_equal(array, TRIPLE)


def test_a_float64_array_is_not_copied():
    X = np.eye(3)
    assert check.as_array(X, "X", 2) is X


@pytest.mark.parametrize(
    "values",
    [
        [["a", "b"]],
        [["1", "2"]],
        [[b"1"]],
        [[1 + 2j]],
        np.array([[1j]], dtype=object),
        np.array([["2020-01-01"]], dtype="datetime64[D]"),
        np.array([[1]], dtype="timedelta64[s]"),
        [[{}]],
        {"a": 1},
        {1.0, 2.0},
        ...,
    ],
    ids=repr,
)
def test_what_is_not_a_real_number_is_refused(values):
    with pytest.raises(ValueError, match=r"^X must hold real numbers; got .+ Convert or drop"):
        check.as_array(values, "X", 2)


@pytest.mark.parametrize(
    "values",
    [np.array([["1", "2"]], dtype=object), pd.DataFrame({"a": ["1", "2"]})],
    ids=["object", "DataFrame"],
)
def test_text_that_looks_like_a_number_is_text_in_every_container(values):
    with pytest.raises(ValueError, match="X must hold real numbers"):
        check.as_array(values, "X", 2)


@pytest.mark.parametrize("sparse", [csr_array, csr_matrix])
def test_a_sparse_matrix_is_refused_with_the_call_that_makes_it_dense(sparse):
    with pytest.raises(TypeError, match=r"K must be a dense array.+ Pass K\.toarray\(\)"):
        check.as_array(sparse(np.eye(2)), "K", 2)


def test_one_axis_where_two_are_needed_is_refused_with_the_reshape():
    with pytest.raises(ValueError, match=r"X must have 2 axes; got shape \(2,\).+reshape\(-1, 1\)"):
        check.as_array([1.0, 2.0], "X", 2)


@pytest.mark.parametrize(
    ("values", "shape"), [(5.0, r"\(\)"), (np.ones((1, 2, 3)), r"\(1, 2, 3\)")]
)
def test_other_wrong_numbers_of_axes_show_the_shape(values, shape):
    with pytest.raises(ValueError, match=rf"X must have 2 axes; got shape {shape}"):
        check.as_array(values, "X", 2)


@pytest.mark.parametrize("values", [np.empty((0, 2)), np.empty((2, 0)), [[]]], ids=np.shape)
def test_no_points_or_no_columns_is_empty(values):
    with pytest.raises(ValueError, match=r"X must not be empty; got shape .+ at least one point"):
        check.as_array(values, "X", 2)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, None], ids=str)
def test_the_first_entry_that_is_not_finite_is_named_by_row_and_column(bad):
    X = np.ones((4, 3), dtype=object)
    X[2, 1] = X[3, 0] = bad
    with pytest.raises(ValueError, match=r"X must be finite; got .+ at row 2, column 1\..+2 such"):
        check.as_array(X, "X", 2)


def test_in_a_vector_the_place_is_a_row():
    with pytest.raises(ValueError, match=r"alpha must be finite; got nan at row 1\. Drop or fill"):
        check.as_array([0.0, np.nan], "alpha", 1)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("values", [[[np.inf, -np.inf]], [[np.inf, 1.0]]], ids=str)
def test_infinities_give_one_clear_error_and_no_warning(values):
    with pytest.raises(ValueError, match="X must be finite; got inf at row 0, column 0"):
        check.as_array(values, "X", 2)


def test_require_finite_accepts_finite_numbers_whose_sum_overflows():
    assert check.require_finite(np.array([1e308, 1e308]), "X") is None


# --- points, kernel matrices, rows, vectors ------------------------------------------------------


def test_new_points_need_the_same_columns():
    with pytest.raises(
        ValueError, match=r"Z must have 3 columns, like X; got 2\. Use the same feat"
    ):
        check.as_points(np.ones((4, 2)), "Z", d=3)


def test_a_kernel_matrix_is_square():
    with pytest.raises(ValueError, match=r"K must be square; got shape \(2, 3\)\. .*K_new"):
        check.as_gram(np.ones((2, 3)))


def test_a_kernel_matrix_is_symmetric_and_the_gap_is_shown():
    with pytest.raises(
        ValueError, match=r"K must be symmetric; got max \|K - K'\| = 1e-10.+\(K \+ K\.T\) / 2"
    ):
        check.as_gram([[1.0, 0.5], [0.5 - 1e-10, 1.0]])


def test_a_matrix_far_from_symmetric_was_meant_as_points():
    """To average it would make nonsense look like a kernel matrix."""
    with pytest.raises(
        ValueError, match=r"= 0\.25\. These look like points: pass kernel\(X\)"
    ) as e:
        check.as_gram([[1.0, 0.5], [0.25, 1.0]])
    assert "/ 2" not in str(e.value)


@pytest.mark.parametrize("n", [2, 10, 50])
def test_one_wrong_entry_anywhere_is_seen(n):
    for i, j in zip(*np.triu_indices(n, 1), strict=True):
        K = np.eye(n)
        K[i, j] = 1e-9
        with pytest.raises(ValueError, match="symmetric"):
            check.as_gram(K)


def test_asymmetry_that_leaves_row_and_column_sums_equal_is_seen():
    with pytest.raises(ValueError, match=r"max \|K - K'\| = 1\."):
        check.as_gram([[1.0, 0.5, -0.5], [-0.5, 1.0, 0.5], [0.5, -0.5, 1.0]])


def test_asymmetry_of_the_size_of_round_off_is_accepted():
    K = np.array([[1.0, 0.5], [0.5 * (1 + EPS), 1.0]])
    np.testing.assert_array_equal(check.as_gram(K), K)


@pytest.mark.parametrize("name", ["D", "weights", "graph", "A"])
def test_other_symmetric_tables_are_spoken_of_by_their_own_name(name):
    asked = {
        r" must be square; got shape \(2, 3\)\. Rows and columns stand for the same points": (2, 3),
        r" must have 2 axes; got shape \(3,\)\. Check its shape": (3,),
    }
    for message, shape in asked.items():
        with pytest.raises(ValueError, match=f"^{name}{message}") as caught:
            check.as_symmetric(np.ones(shape), name)
        assert "K" not in str(caught.value)
    gap = rf"max \|{name} - {name}'\| = 0\.25\. If .* pass \({name} \+ {name}\.T\) / 2"
    with pytest.raises(ValueError, match=f"^{name} must be symmetric; got {gap}"):
        check.as_symmetric([[1.0, 0.5], [0.25, 1.0]], name)


def test_rows_for_new_points_have_one_column_per_training_point():
    with pytest.raises(ValueError, match=r"K_new must have 3 columns.+\(2, 4\).+kernel\(Z, X\)"):
        check.as_rows(np.ones((2, 4)), 3)


def test_a_vector_has_one_entry_per_point():
    with pytest.raises(ValueError, match=r"alpha must have 3 entries; got 2\. Give one entry"):
        check.as_vector([1.0, 2.0], 3, "alpha")


def test_a_column_is_not_a_vector():
    with pytest.raises(ValueError, match=r"alpha must have 1 axes; got shape \(3, 1\)"):
        check.as_vector(np.ones((3, 1)), 3, "alpha")


# --- labels --------------------------------------------------------------------------------------


@pytest.mark.parametrize("y", [[-1, 1, 1], [-1.0, 1.0, 1.0], np.array([-1, 1, 1], dtype=np.int8)])
def test_labels_of_any_number_type_become_floats(y):
    labels = check.as_labels(y, 3)
    assert labels.dtype == float
    assert labels.tolist() == [-1.0, 1.0, 1.0]


@pytest.mark.parametrize("y", [[0, 1, 1], [1, 2, 3], [True, False, True], [0.5, -1, 1]], ids=str)
def test_labels_other_than_plus_and_minus_one_are_shown(y):
    with pytest.raises(ValueError, match=r"y must hold only -1 and \+1; got values \[.+np\.where"):
        check.as_labels(y, 3)


@pytest.mark.parametrize(("y", "only"), [([1, 1], r"\+1"), ([-1, -1], "-1")])
def test_one_class_alone_cannot_be_separated(y, only):
    with pytest.raises(ValueError, match=f"y must hold both classes; got only {only}"):
        check.as_labels(y, 2)


@pytest.mark.parametrize("y", [["yes", "no"], None], ids=str)
def test_labels_in_words_are_refused(y):
    with pytest.raises(ValueError, match=r"y must hold (real numbers|only -1 and \+1; got text)"):
        check.as_labels(y, 2)


# --- numbers -------------------------------------------------------------------------------------

NOT_NUMBERS = [None, "1", [1.0], np.array([1.0]), 1j, np.nan, np.inf, -np.inf]


@pytest.mark.parametrize("value", NOT_NUMBERS, ids=repr)
def test_a_number_is_one_finite_real_number(value):
    with pytest.raises(ValueError, match="sigma must be a number > 0; got "):
        check.as_positive(value, "sigma")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "value", [np.complex128(1 + 2j), np.str_("1"), np.datetime64("2020-01-01")], ids=repr
)
def test_numpy_scalars_that_are_not_real_numbers_are_refused_by_name(value):
    with pytest.raises(ValueError, match="sigma must be a number > 0; got "):
        check.as_positive(value, "sigma")


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.int8(2), Fraction(2)], ids=repr)
def test_every_kind_of_real_number_becomes_a_float(value):
    number = check.as_number(value, "lam")
    assert type(number) is float
    assert number == 2.0


@pytest.mark.parametrize("value", [0, 0.0, -1.0])
def test_positive_excludes_zero(value):
    with pytest.raises(ValueError, match=f"sigma must be a number > 0; got {value!r}"):
        check.as_positive(value, "sigma")


@pytest.mark.parametrize("value", [0, 1, -0.1, 1.1, np.nan, True])
def test_a_probability_lies_strictly_between_zero_and_one(value):
    with pytest.raises(ValueError, match="delta must lie strictly between 0 and 1; got "):
        check.as_probability(value, "delta")


def test_a_probability_inside_the_interval_is_returned():
    assert check.as_probability(np.float32(0.25), "delta") == 0.25


@pytest.mark.parametrize("value", [0, -1, 1.5, 2.0, True, np.True_, "2", None, np.nan])
def test_a_count_is_a_whole_number_of_at_least_one(value):
    with pytest.raises(ValueError, match="n must be a whole number >= 1; got "):
        check.as_count(value, "n")


def test_a_count_above_its_limit_shows_both_limits():
    with pytest.raises(ValueError, match="k must be a whole number >= 1 and <= 3; got 4"):
        check.as_count(4, "k", high=3)


@pytest.mark.parametrize("value", [1, 3, np.int64(2)])
def test_a_count_within_its_limits_becomes_an_int(value):
    count = check.as_count(value, "k", high=3)
    assert type(count) is int
    assert count == value


def test_an_unknown_word_is_answered_with_the_known_ones():
    with pytest.raises(ValueError, match=r"method must be one of \['book', 'split'\]; got 'boot'"):
        check.one_of("boot", "method", ("book", "split"))


def test_a_known_word_is_returned():
    assert check.one_of("split", "method", iter(("book", "split"))) == "split"


# --- squares that must not be negative -----------------------------------------------------------


def test_negative_round_off_becomes_zero():
    squares = check.clip_squares([-EPS, 0.5], np.eye(3))
    assert squares.tolist() == [0.0, 0.5]


def test_a_negative_square_beyond_round_off_shows_the_smallest_eigenvalue():
    with pytest.raises(
        ValueError, match="K must be positive semi-definite; got smallest eigenvalue -2"
    ):
        check.clip_squares([-1.0], np.diag([3.0, -2.0]))


def test_round_off_is_measured_on_the_scale_that_is_given():
    assert check.clip_squares([-1e-9], np.eye(3), scale=1e6) == 0.0
    with pytest.raises(ValueError, match="smallest eigenvalue"):
        check.clip_squares([-1e-9], np.eye(3), scale=1.0)


def test_a_named_source_takes_the_blame():
    with pytest.raises(ValueError, match=r"K_new and diag_new must fit K; got .+ length of -1\. "):
        check.clip_squares([-1.0], np.eye(2), source="K_new and diag_new")
