# %% [markdown]
# ## Two clubs become one
#
# Two rowing clubs merge. Each has published how many members it has and the mean and standard deviation of their heights; the lists themselves are private. Return the mean **and** the standard deviation of all members together (standard deviations divide by $n$). If 20 members have mean 180 cm and standard deviation 3 cm, and 80 have 170 cm and 3 cm, then all hundred have mean 172 cm and standard deviation 5 cm.

# %%
import numpy as np


def merge(n1, mean1, sd1, n2, mean2, sd2):
    ### BEGIN SOLUTION
    n = n1 + n2
    mean = (n1 * mean1 + n2 * mean2) / n
    within = (n1 * sd1**2 + n2 * sd2**2) / n
    between = (n1 * (mean1 - mean) ** 2 + n2 * (mean2 - mean) ** 2) / n
    return mean, np.sqrt(within + between)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Number times mean is the sum, so sums can be added although the lists are gone. For the spread, take one member of club 1 and split the way to the common mean $\bar x$ in two: $x-\bar x=(x-\bar x_1)+(\bar x_1-\bar x)$. Square and add up over the club; the mixed terms vanish, because $\sum(x-\bar x_1)=0$, and
#
# $$\sum(x-\bar x)^2=n_1s_1^2+n_1(\bar x_1-\bar x)^2 .$$
#
# So the variance of all is the variance *within* the clubs plus the variance *between* them: $9+16=25$ in the example. The two clubs can each be as alike as peas; put together they scatter if their means differ. (Chapter 3 compares the two parts of this sum to tell classes apart.) A test with lists that we do have:

# %% tags=["solution"]
rng = np.random.default_rng(0)
a, b = rng.normal(180, 3, 20), rng.normal(170, 3, 80)
both = np.concatenate([a, b])
print(*np.round(merge(20, a.mean(), a.std(), 80, b.mean(), b.std()), 6))
print(*np.round((both.mean(), both.std()), 6))

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception


def _from_lists(n1, mean1, sd1, n2, mean2, sd2):
    """Another route: lists that have these summaries, joined."""
    lists = []
    for n, mean, sd in ((n1, mean1, sd1), (n2, mean2, sd2)):
        scores = np.arange(n) - (n - 1) / 2
        lists.append(mean + sd * scores / (scores.std() or 1.0))
    both = np.concatenate(lists)
    return both.mean(), both.std()


def _weighted(n1, mean1, n2, mean2):
    return (n1 * mean1 + n2 * mean2) / (n1 + n2)


def _merged(spread, mean=_weighted):
    """A pair whose second value is the root of spread(n, means, sds, mean of all)."""

    def pair(n1, mean1, sd1, n2, mean2, sd2):
        centre = mean(n1, mean1, n2, mean2)
        n, m, s = np.array([n1, n2]), np.array([mean1, mean2]), np.array([sd1, sd2])
        return centre, np.sqrt(spread(n, m, s, centre))

    return pair


def _squares(n, m, s, centre):
    return (n * (s**2 + (m - centre) ** 2)).sum()


def _plain(n1, mean1, n2, mean2):
    return (mean1 + mean2) / 2


def _crossed(n1, mean1, n2, mean2):
    return (n2 * mean1 + n1 * mean2) / (n1 + n2)


def _in_parts(seen, n1, mean1, sd1, n2, mean2, sd2):
    """The sums that the two values are made of."""
    n, total = n1 + n2, n1 * mean1 + n2 * mean2
    if not np.isclose(seen[0], total / n):
        return f"the {n1} members of the one club add up to {n1 * mean1:.5g}, the {n2} of the other to {n2 * mean2:.5g}. Divide the sum of all by {n}."
    within, between = n1 * sd1**2 + n2 * sd2**2, n1 * n2 / n * (mean1 - mean2) ** 2
    return f"the mean is right. The squared deviations from it add up to {within + between:.5g} over all members: {within:.5g} within the clubs, and the rest because their means lie apart. Yours make {n * float(seen[1]) ** 2:.5g}."


CHECK = Check(
    answer=merge,
    section="Scale: how far do they scatter?",
    difficulty=2,
    minutes=15,
    kind="transfer",
    example=((20, 180.0, 3.0, 80, 170.0, 3.0), (172.0, 5.0)),
    twin=_from_lists,
    inputs=lambda rng: [
        (12, 3.5, 1.2, 30, 5.1, 2.0),
        (7, -4.0, 2.5, 3, 6.0, 0.5),
        (1, 9.0, 0.0, 4, 4.0, 1.5),
        (25, *rng.uniform(1, 4, 2).tolist(), 10, *rng.uniform(5, 9, 2).tolist()),
    ],
    explain=_in_parts,
    misconceptions=(
        Misconception(
            _merged(lambda n, m, s, c: _squares(n, m, s, c) / n.sum(), _plain),
            "You took the mean of the two means. A club of 80 has more say than one of 20: add the sums `n1 * mean1` and `n2 * mean2`, and divide by all members.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: s.mean() ** 2, _plain),
            "You averaged the two means and the two standard deviations. The clubs differ in size, so add their sums; and the spread of all also depends on how far apart the means are.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s**2) / n.sum(), _plain),
            "You took the mean of the two means, but a club of 80 has more say than one of 20. And the standard deviation holds only the scatter within the clubs: their means lie apart too.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (s**2).mean(), _plain),
            "You averaged the two means and the two variances as if the clubs were of equal size. Weight both by the number of members; and the distance between the means adds to the spread.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: _squares(n, m, s, c) / n.sum(), _crossed),
            "Each mean is weighted by the size of the other club. `n1` belongs to `mean1`.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s**2) / n.sum()),
            "The mean is right. The standard deviation holds only the scatter within the clubs; their means lie apart too, and every member is that much farther from the common mean.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s / n.sum()) ** 2),
            "The mean is right. But standard deviations cannot be averaged: their squares can, and then the distance between the two means is still missing.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: s.mean() ** 2),
            "The mean is right. The mean of the two standard deviations knows neither the sizes of the clubs nor how far apart their means are. Think in sums of squares.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (s**2).sum()),
            "The mean is right. Adding the two variances is the rule for a sum of two independent columns. Here two lists are put one below the other: go back to the mean squared deviation of all.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s**2) / n.sum() + (m[0] - m[1]) ** 2),
            "The mean is right, and two parts is right. But members deviate from the common mean, not from the mean of the other club: use `(mean1 - mean)**2` and `(mean2 - mean)**2`, weighted.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s**2) / n.sum() + ((m - c) ** 2).mean()),
            "The mean is right, and so is the part within. Between the clubs, each squared distance to the common mean counts once for every member: weight by `n1` and `n2`.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s**2) / n.sum() + ((m - c) ** 2).sum()),
            "The mean is right, and so is the part within. Between the clubs, the squared distances to the common mean must be averaged over all members: weight by `n1` and `n2`, divide by their sum.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: _squares(n, m, s, c) / (n.sum() - 1)),
            "The mean is right, and both parts are there. You divided by one less than the number of members; standard deviations of this course divide by n.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n * (m - c) ** 2).sum() / n.sum()),
            "The mean is right. The standard deviation holds only the distance between the clubs; members also scatter within their club: add the weighted mean of the variances.",
        ),
        Misconception(
            _merged(
                lambda n, m, s, c: (
                    (np.sqrt(n @ s**2 / n.sum()) + np.sqrt(n @ (m - c) ** 2 / n.sum())) ** 2
                )
            ),
            "The mean is right, and both parts are there. You took a root of each and added them; add the variances first, then take one root.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s + n @ (m - c) ** 2) / n.sum()),
            "The mean is right. Within the clubs you averaged standard deviations, not their squares; only squares can be added.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s**2) / n.sum() + (m[0] - m[1]) ** 2 / 4),
            "The mean is right. Between the clubs you use half the distance of the two means, as if both clubs were of equal size. Each club has a distance of its own to the common mean: weight their squares.",
        ),
        Misconception(
            _merged(_squares),
            "The mean is right, and both sums of squares are there. Divide them by the number of all members before you take the root.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n * (s**2 + m**2)).sum() / n.sum()),
            "The mean is right. You have the mean of the squares; the variance is that minus the square of the mean.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: ((n - 1) @ s**2) / max(n.sum() - 2, 1)),
            "The mean is right. That is the pooled standard deviation, the scatter within the clubs, divided by n − 2. Here all members are one list: their means lie apart too, and we divide by n.",
        ),
        Misconception(
            _merged(
                lambda n, m, s, c: ((n - 1) @ s**2 + n @ (m - c) ** 2) / n.sum(),
            ),
            "The mean is right, and both parts are there. But within the clubs you count `n1 - 1` and `n2 - 1` squares; the standard deviations here divide by n, so the sums are `n1 * sd1**2` and `n2 * sd2**2`.",
        ),
        Misconception(
            _merged(
                lambda n, m, s, c: ((n - 1) @ s**2 + n @ (m - c) ** 2) / (n.sum() - 1),
            ),
            "The mean is right. This is the rule for standard deviations that divide by n − 1; those of this course divide by n, in each club and in all.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s**2 + n @ np.abs(m - c)) / n.sum()),
            "The mean is right, and so is the part within. Between the clubs you use the distances to the common mean themselves: square them.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (s**2).mean() + n @ (m - c) ** 2 / n.sum()),
            "The mean is right, and so is the part between the clubs. Within, you took the plain mean of the two variances: weight them by `n1` and `n2`.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s**2 + n[0] * (m[0] - c) ** 2) / n.sum()),
            "The mean is right. But only the first club is moved to the common mean: members of the second deviate from it too, so add `n2 * (mean2 - mean)**2`.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s**2 + n[1] * (m[1] - c) ** 2) / n.sum()),
            "The mean is right. But only the second club is moved to the common mean: members of the first deviate from it too, so add `n1 * (mean1 - mean)**2`.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: np.abs(n @ s**2 - n @ (m - c) ** 2) / n.sum()),
            "The mean is right, and both parts are there. But you take their difference; the scatter between the clubs comes on top of that within.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ s**2) / n.sum() + n @ (m - c) ** 2),
            "The mean is right, and so is the part within. Between the clubs you have a sum of squares over all members: divide it by `n1 + n2`.",
        ),
        Misconception(
            _merged(lambda n, m, s, c: (n @ np.sqrt(s**2 + (m - c) ** 2) / n.sum()) ** 2),
            "The mean is right, and so are the squares of both clubs. But you take a root for each club and average the roots; average the squares, then take one root.",
        ),
    ),
    hints=(
        "What can you add although the lists are private? Number times mean is a sum. Which sum does a standard deviation hide?",
        "`n1 * sd1**2` is the sum of squared deviations from the club's own mean. From the common mean every member deviates by more: `n1 * (mean1 - mean)**2` comes on top.",
        "With `mean = (n1 * mean1 + n2 * mean2) / (n1 + n2)` the variance is `(n1 * (sd1**2 + (mean1 - mean)**2) + n2 * (sd2**2 + (mean2 - mean)**2)) / (n1 + n2)`; take its root.",
    ),
    praise="The variance of all is the variance within the groups plus the variance between them; sums can be added long after the lists are gone.",
)
