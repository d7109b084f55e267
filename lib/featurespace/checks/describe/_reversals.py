"""Built from exercises/sources/00_exploring_data/12_reversals.py by `make notebooks`: do not edit."""

import numpy as np


def reversals(table, group):
    def signs(rows):
        deviations = rows - rows.mean(axis=0)
        return np.sign(deviations.T @ deviations)

    overall = signs(table)
    turned = overall != 0
    for shop in np.unique(group):
        turned &= signs(table[group == shop]) == -overall
    return turned


import numpy as np

from featurespace.checks.check import Check, Misconception


def _bakeries(rng: np.random.Generator) -> list[tuple]:
    """Whole numbers: pairs that turn round in all shops, in some, in none; constant columns."""
    plans = {  # sizes of the shops; columns: how they differ between shops, and the sign within
        (6, 4, 5): [
            (100, (1, 1, 1)),
            (-100, (1, 1, 1)),
            (-100, (1, -1, 1)),
            (100, (-1, -1, -1)),
            (-5, (1, 1, 1)),  # turned round against the first, if only just
            (-1, (1, 1, 1)),  # not turned round, but the means of the shops would be
            (0, (0, 0, 0)),
        ],
        (5, 7): [(100, (1, 1)), (-100, (1, 0)), (-100, (-1, -1))],
        (4, 6, 5, 7): [
            (100, (1, 1, 1, 1)),
            (-100, (1, 1, 1, 1)),
            (-100, (1, 0, 1, 1)),
            (-100, (-1, 1, 1, 1)),
            (-100, (1, -1, 1, 1)),
            (-100, (1, 1, -1, 1)),
            (-100, (1, 1, 1, -1)),
            (-100, (1, -1, -1, 1)),
            (100, (-1, 1, 1, 1)),
        ],
        (5, 3, 6): [(100, (1, 1, 1)), (-100, (1, 1, 1)), (-100, (1, -1, 1))],
        (8,): [(100, (1,)), (100, (-1,)), (100, (1,))],
    }
    cases = []
    for sizes, columns in plans.items():
        labels = np.arange(3) if sizes == (5, 3, 6) else np.array([2, 5, 6, 9])[: len(sizes)]
        names = rng.permutation(labels)
        shop = np.repeat(np.arange(len(sizes)), sizes)
        busy = np.concatenate([rng.permutation(np.arange(-n, n, 2)) for n in sizes])
        made = []
        for between, within in columns:
            lively = np.array(within)[shop]
            noise = rng.integers(-1, 2, len(shop))
            made.append(500 + between * shop + lively * (5 * busy + noise))
        table = np.column_stack(made)
        order = rng.permutation(len(shop))
        cases.append((table[order], names[shop][order]))
    zero = np.array([(14, 10), (10, 14), (10, 6), (6, 10)])  # over all, exactly
    square = np.array([(12, 12), (12, 8), (8, 12), (8, 8)] * 2)  # in each shop too
    return [*cases, (zero, np.array([3, 8, 3, 8])), (square, np.repeat([4, 1], 4))]


def _cov(rows):
    d = rows - rows.mean(axis=0)
    return np.sign(d.T @ d)


def _judged(rule):
    """Turned round by a rule for (signs over all, array of signs in the shops)."""

    def turned(table, group):
        within = np.array([_cov(table[group == g]) for g in np.unique(group)])
        return rule(_cov(table), within)

    return turned


def _pooled(table, group):
    own = np.array([table[group == g].mean(axis=0) for g in group])
    return np.sign(((table - own).T @ (table - own)).round(9)) * _cov(table) < 0


def _counted_from_zero(table, group):
    shops = [table[group == g] for g in range(len(np.unique(group)))]
    if not all(map(len, shops)):
        return np.zeros((table.shape[1],) * 2, dtype=bool)
    return np.all([_cov(rows) * _cov(table) < 0 for rows in shops], axis=0)


def _only(which):
    """Turned round in those shops only that are picked from the sorted names."""

    def turned(table, group):
        picked = [g for g in np.unique(group) if g in which(np.unique(group), group)]
        return np.all([_cov(table[group == g]) * _cov(table) < 0 for g in picked], axis=0)

    return turned


def _in_blocks(table, group):
    blocks = np.array_split(table, len(np.unique(group)))
    return np.all([_cov(rows) * _cov(table) < 0 for rows in blocks], axis=0)


def _of_means(table, group):
    means = np.array([table[group == g].mean(axis=0) for g in np.unique(group)])
    shops = [_cov(table[group == g]) for g in np.unique(group)]
    return np.all([signs * _cov(means) < 0 for signs in shops], axis=0)


def _strong(table, group):
    rho = np.nan_to_num(np.corrcoef(table.T))
    return _by_correlations(table, group) & (np.abs(rho) > 0.3)


def _through_nan(table, group):
    over_all = np.corrcoef(table.T)
    shops = [np.corrcoef(table[group == g].T) for g in np.unique(group)]
    return np.all([~(rho * over_all >= 0) for rho in shops], axis=0)


def _averaged(table, group):
    rho = [np.corrcoef(table[group == g].T) for g in np.unique(group)]
    return np.nanmean(rho, axis=0) * np.corrcoef(table.T) < 0


def _by_correlations(table, group):
    """Another route: Pearson's correlation, pair by pair."""
    d = table.shape[1]
    out = np.zeros((d, d), dtype=bool)
    for j in range(d):
        for k in range(d):
            rho = np.corrcoef(table[:, j], table[:, k])[0, 1]
            parts = [table[group == g] for g in np.unique(group)]
            out[j, k] = all(rho * np.corrcoef(p[:, j], p[:, k])[0, 1] < 0 for p in parts)
    return out


def _one_pair(seen, table, group):
    """A pair that was judged wrongly, and its signs."""
    wrong = np.argwhere(seen != _by_correlations(table, group))
    j, k = wrong[wrong[:, 0] <= wrong[:, 1]][0] if (wrong[:, 0] <= wrong[:, 1]).any() else wrong[0]
    words = {1: "positive", -1: "negative", 0: "without a sign"}
    shops = {g: int(_cov(table[group == g])[j, k]) for g in np.unique(group).tolist()}
    listed = ", ".join(f"in shop {g} {words[sign]}" for g, sign in shops.items())
    return f"look at columns {j} and {k}: the correlation is {words[int(_cov(table)[j, k])]} over the whole table, {listed}. You say `{bool(seen[j, k])}`."


CHECK = Check(
    answer=reversals,
    section="Which bottle is most like mine?",
    difficulty=3,
    minutes=20,
    kind="transfer",
    example=(
        (np.array([[1, 5], [2, 6], [5, 1], [6, 2]]), np.array([0, 0, 1, 1])),
        np.array([[False, True], [True, False]]),
    ),
    twin=_by_correlations,
    inputs=_bakeries,
    advice={
        "operands could not be broadcast": "The shapes do not fit. (`np.corrcoef` and `np.cov` take rows for columns: give them the transpose, `table.T`.)"
    },
    explain=_one_pair,
    misconceptions=(
        Misconception(
            _judged(lambda all_, s: (s * all_ < 0).mean(axis=0) > 0.5),
            "You keep pairs that turn round in most shops. Asked is every shop: one that does not join in is enough to drop the pair.",
        ),
        Misconception(
            _judged(lambda all_, s: (s * all_ < 0).any(axis=0)),
            "You keep pairs that turn round in at least one shop. Asked is every shop: `all`, not `any`.",
        ),
        Misconception(
            lambda table, group: np.zeros((table.shape[1],) * 2, dtype=bool),
            "Not one entry of yours is `True`, though in the example of the question two are. (Does each shop lose its own means? With others taken out, or none, its distance from the other shops drowns what happens inside it.)",
        ),
        Misconception(
            _counted_from_zero,
            "Right where the shops are called 0, 1, 2 and so on. They may have other names: go through `np.unique(group)`.",
        ),
        Misconception(
            _averaged,
            "You average the correlations of the shops and compare once. A shop that does not turn round is outvoted that way; look at every shop by itself.",
        ),
        Misconception(
            _pooled,
            "You subtract each shop's means and then judge all rows together. A large shop can outvote a small one that way; look at every shop by itself.",
        ),
        Misconception(
            _judged(lambda all_, s: (s != all_).all(axis=0) & (all_ != 0)),
            "A shop where the correlation is zero, or a column constant, has no sign, and you count that as another sign. Ask for the opposite sign, not for a different one: the product of the two is below zero.",
        ),
        Misconception(
            _judged(lambda all_, s: np.abs(s.sum(axis=0)) == len(s)),
            "You keep pairs on which all shops agree. That is half of it: the correlation over the whole table must have the other sign.",
        ),
        Misconception(
            _judged(lambda all_, s: (s < 0).all(axis=0) & (all_ > 0)),
            "You keep pairs that rise over all and fall in every shop. The other way round counts as well: they may fall over all and rise in every shop.",
        ),
        Misconception(
            _judged(lambda all_, s: (s > 0).all(axis=0) & (all_ < 0)),
            "You keep pairs that fall over all and rise in every shop, as in the wine table. The other way round counts as well: they may rise over all and fall in every shop.",
        ),
        Misconception(
            _judged(lambda all_, s: np.triu((s * all_ < 0).all(axis=0))),
            "Right above the diagonal. Columns k and j are the same pair as j and k: fill the entries below the diagonal too.",
        ),
        Misconception(
            _judged(lambda all_, s: np.tril((s * all_ < 0).all(axis=0))),
            "Right below the diagonal. Columns j and k are the same pair as k and j: fill the entries above the diagonal too.",
        ),
        Misconception(
            _judged(lambda all_, s: ~(s * all_ < 0).all(axis=0)),
            "The wrong way round: `True` belongs where the pair is turned round in every shop.",
        ),
        Misconception(
            _judged(lambda all_, s: (s != all_).all(axis=0)),
            "A correlation of zero has no sign and turns nothing round, neither in a shop nor over the whole table. You count it as another sign: ask for a product below zero.",
        ),
        Misconception(
            _judged(lambda all_, s: (s * all_ <= 0).all(axis=0)),
            "Where a correlation is zero, or a column constant, nothing turns round; `a * b <= 0` lets it through. Ask for `a * b < 0`.",
        ),
        Misconception(
            _judged(lambda all_, s: (s == -all_).all(axis=0)),
            "Right where the correlation over the whole table has a sign. Where it is zero, zeros in the shops equal minus that, and you call it turned round: ask for `overall != 0` too.",
        ),
        Misconception(
            lambda table, group: (
                _judged(lambda all_, s: (s == -all_).all(axis=0))(table, group)
                & np.isfinite(np.corrcoef(table.T))
            ),
            "Right, but where a correlation is zero in every shop and over all: 0 is minus 0, and yet nothing turns round. Ask for a product below zero.",
        ),
        Misconception(
            _through_nan,
            "Where a column is constant the correlation is NaN, and every comparison with NaN is false: what asks for `not (a >= 0)` lets it through. Ask for `a < 0`.",
        ),
        Misconception(
            _judged(lambda all_, s: (s * all_ > 0).all(axis=0)),
            "You keep pairs whose correlation has the same sign in every shop as over all. Asked are those where it has the other one.",
        ),
        Misconception(
            _only(lambda names, group: names[:1]),
            "You judge by one shop, the first by name. Asked is every shop: does a `return` stand inside your loop?",
        ),
        Misconception(
            _only(lambda names, group: group[:1]),
            "You judge by one shop, that of the first row. Asked is every shop: go through `np.unique(group)`.",
        ),
        Misconception(
            _only(lambda names, group: names[-1:]),
            "You judge by one shop, the last by name. If a loop writes its verdict anew for every shop, only the last is left: keep what has turned round so far, by `turned & now`.",
        ),
        Misconception(
            _only(lambda names, group: names[:2]),
            "Right for one or two shops. There may be more: go through all of `np.unique(group)`.",
        ),
        Misconception(
            _in_blocks,
            "You cut the table into blocks, as if the rows of a shop stood together. They need not: `table[group == shop]` picks the rows of a shop wherever they stand.",
        ),
        Misconception(
            _judged(lambda all_, s: s.mean(axis=0) * all_ < 0),
            "You add up the signs of the shops and compare once, so that the majority decides. Asked is every shop: one that does not join in is enough to drop the pair.",
        ),
        Misconception(
            lambda table, group: (
                np.mean([np.corrcoef(table[group == g].T) for g in np.unique(group)], axis=0)
                * _cov(table)
                < 0
            ),
            "You average the correlations of the shops and compare once. A shop that does not turn round is outvoted; look at every shop by itself, and mind that a constant column makes NaN.",
        ),
        Misconception(
            _of_means,
            "In the shops all is right. But over the whole table you correlate the means of the shops; take all rows of the table as they are.",
        ),
        Misconception(
            _strong,
            "Pairs that are only weakly correlated over the whole table are missing. A weak correlation has a sign as well, and only the sign counts, that of Pearson's correlation.",
        ),
        Misconception(
            lambda table, group: np.argwhere(_by_correlations(table, group)),
            "Those are the places of the pairs, and they are right. Asked is the table itself, with `True` at these places and `False` at all others.",
        ),
        Misconception(
            lambda table, group: (
                _cov(np.array([table[group == g].mean(axis=0) for g in np.unique(group)]))
                * _cov(table)
                < 0
            ),
            "You compare the means of the shops with the whole table. The means leave out what happens within a shop: correlate the rows of each shop by themselves, `table[group == shop]`.",
        ),
    ),
    hints=(
        "Compute all correlations once for the whole table and once for the rows of each shop, `table[group == shop]`. Only their signs matter.",
        "The sign of a correlation is that of the covariance: with `d = rows - rows.mean(axis=0)` the signs of all pairs are `np.sign(d.T @ d)`. A column that is constant gives 0.",
        "Start with `turned = overall != 0`, and for every `shop` in `np.unique(group)` keep `turned & (signs(table[group == shop]) == -overall)`.",
    ),
    praise="Groups can turn a relation round. Now you can ask a whole table where they do.",
)
