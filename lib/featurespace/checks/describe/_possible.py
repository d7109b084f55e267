"""Built from exercises/sources/00_exploring_data/02_possible.py by `make notebooks`: do not edit."""




def possible(n, mean, median):
    if n <= 2:
        return mean == median
    return n * mean >= (n // 2 + 1) * median


from featurespace.checks.check import Check, Misconception


def _at_least(count, small=True):
    """The rule with another number of gifts that are the median or more."""

    def rule(n, mean, median):
        if small and n <= 2:
            return mean == median
        return n * mean >= count(n) * median

    return rule


_right = _at_least(lambda n: n // 2 + 1)


def _by_largest(n, mean, median):
    """Another route: zeros below, the median in the middle, one gift that takes the rest."""
    others = [0.0] * ((n - 1) // 2) + [median] * (n // 2)
    rest = n * mean - sum(others)
    return rest >= median if n > 2 else rest == median


def _why(seen, n, mean, median):
    """What the report itself says against the verdict."""
    if n <= 2:
        return (
            "with one or two gifts all of them are in the middle. What follows for mean and median?"
        )
    if seen:
        return f"you say `True`. Try to write such a list: {n} gifts with the median {median:g} and the sum {n * mean:g}. How small can the sum get?"
    gifts = [0.0] * ((n - 1) // 2) + [median] * (n // 2)
    gifts.append(n * mean - sum(gifts))
    listed = ", ".join(f"{gift:g}" for gift in gifts)
    return f"you say `False`, but the gifts may have been {listed}."


CHECK = Check(
    answer=possible,
    section="Location: where are the numbers?",
    difficulty=2,
    minutes=15,
    kind="transfer",
    example=((5, 6.0, 10.0), True),
    twin=_by_largest,
    inputs=lambda rng: [
        (5, 5.0, 10.0),
        (5, 5.5, 10.0),
        (5, 4.5, 10.0),
        (4, 6.0, 8.0),
        (4, 5.5, 8.0),
        (4, 4.5, 8.0),
        (4, 3.0, 8.0),
        (5, 1.0, 10.0),
        (3, 7.3, 9.0),
        (3, 5.0, 9.0),
        (7, 100.0, 2.0),
        (9, 12.0, 12.0),
        (6, 3.0, 0.0),
        (3, 0.0, 0.0),
        (8, 13.25, 9.5),
        (8, 10.0, 16.0),
        (8, 9.25, 16.0),
        (1, 4.0, 4.0),
        (1, 5.0, 4.0),
        (2, 3.0, 3.0),
        (2, 5.0, 3.0),
        (2, 2.75, 3.0),
    ],
    explain=_why,
    misconceptions=(
        Misconception(
            lambda n, mean, median: mean == median,
            "You ask for equal mean and median. Equal they may be, but need not: the gifts 0, 0, 10, 10, 10 have mean 6 and median 10.",
        ),
        Misconception(
            lambda n, mean, median: mean >= median,
            "A mean below the median is possible too: 0, 0, 10, 10, 10. How far below can it get?",
        ),
        Misconception(
            lambda n, mean, median: mean <= median,
            "A mean above the median is possible too: let one gift be huge. It is below that there is a limit.",
        ),
        Misconception(
            _at_least(lambda n: n / 2),
            "You let half of the gifts be the median or more and the others zero. Count again: those from the middle upwards are more than half of them.",
        ),
        Misconception(
            lambda n, mean, median: 2 * mean >= median,
            "That is the limit for a great many gifts: the mean at least half the median. For a given n it is a little higher, and with one or two gifts mean and median are equal.",
        ),
        Misconception(
            _at_least(lambda n: n // 2 + 1, small=False),
            "Right from three gifts on. With one or two gifts there is nothing beyond the middle that could grow: what does that mean for the mean?",
        ),
        Misconception(
            lambda n, mean, median: _right(n, mean, median) if n != 2 else mean >= median,
            "Right, but for two gifts: both of them are in the middle, and mean and median are the same number.",
        ),
        Misconception(
            lambda n, mean, median: n <= 2 or _right(n, mean, median),
            "Right from three gifts on. With one or two gifts not everything is possible: there mean and median are the same number.",
        ),
        Misconception(
            lambda n, mean, median: n > 2 and _right(n, mean, median),
            "Right from three gifts on. With one or two gifts something is possible too: mean and median are the same number then.",
        ),
        Misconception(
            lambda n, mean, median: median <= 2 * mean <= 4 * median,
            "A mean between half and twice the median is a rule of thumb. Below, look for the smallest sum that n gifts with this median can have; above, there is no limit from three gifts on.",
        ),
        Misconception(
            _at_least(lambda n: (n + 1) / 2),
            "Right for odd n, too generous for even n. There the two in the middle have the sum `2 * median`, and all above are at least as large as the upper one: how small can the sum get?",
        ),
        Misconception(
            _at_least(lambda n: (n + 1) // 2),
            "Right for odd n, too generous for even n. There the two in the middle share `2 * median`: if one of them is less than the median, the other and all above it are more.",
        ),
        Misconception(
            _at_least(lambda n: (n + 1) / 2, small=False),
            "Right for odd n from three on. For even n two share the middle, which makes the smallest sum larger; and with one or two gifts mean and median are equal.",
        ),
        Misconception(
            lambda n, mean, median: n * mean > (n // 2 + 1) * median if n > 2 else mean == median,
            "The smallest mean is itself possible: 0, 0, 10, 10, 10 reaches it. Use `>=`.",
        ),
        Misconception(
            lambda n, mean, median: _right(n, mean, median) and (n * mean) % 1 == 0,
            "You allow whole numbers only. The gifts may be any numbers from zero on.",
        ),
        Misconception(
            lambda n, mean, median: _right(n, mean, median) and mean <= 2 * median,
            "The limit below is right; above there is none. One gift may be as large as it likes, and the median does not move.",
        ),
        Misconception(
            lambda n, mean, median: _right(n, mean, median) and mean <= median,
            "The limit below is right, but the mean may also lie above the median: one gift may be as large as it likes.",
        ),
        Misconception(
            lambda n, mean, median: _right(n, mean, median) if n != 1 else mean >= median,
            "Right, but for a single gift: it is the mean and the median at once, so the two are the same number.",
        ),
        Misconception(
            lambda n, mean, median: _right(n, mean, median) and median > 0,
            "Right, but for a median of zero. That is possible: most people gave nothing, and the others may have given something or nothing.",
        ),
        Misconception(
            lambda n, mean, median: (n // 2 + 1) * median / n,
            "That is the smallest mean that n gifts with this median can have. A verdict is asked for: compare `mean` with it (and mind one or two gifts), and return `True` or `False`.",
        ),
        Misconception(
            lambda n, mean, median: mean >= 0.6 * median,
            "That is the limit for five gifts, 3/5 of the median: three of five are the median or more. How many are it of n? And with one or two gifts mean and median are equal.",
        ),
        Misconception(
            _at_least(lambda n: 0.6 * n),
            "Right for one, two and five gifts: of five, three are the median or more, hence 3/5. How many are it of n?",
        ),
        Misconception(
            lambda n, mean, median: mean == median if n <= 2 else n * mean <= (n // 2 + 1) * median,
            "The limit is the right one, but it is the smallest mean, not the largest: turn the comparison round.",
        ),
        Misconception(
            lambda n, mean, median: not _right(n, mean, median),
            "The wrong way round, every time: `True` means that there is such a list.",
        ),
        Misconception(
            _at_least(lambda n: n // 2, small=False),
            "You count the gifts above the middle only. The one in the middle is the median too, and if two share the middle, both count: how many gifts are the median or more? (With one or two gifts mean and median are equal.)",
        ),
        Misconception(
            _at_least(lambda n: (n + 1) // 2, small=False),
            "Right for odd n from three on. For even n the two in the middle share `2 * median`: if one is less than the median, the other and all above it are more. And with one or two gifts mean and median are equal.",
        ),
        Misconception(
            lambda n, mean, median: n * mean > (n // 2 + 1) * median,
            "The number of medians is right, but the smallest mean is itself possible: 0, 0, 10, 10, 10 reaches it. Use `>=`; and with one or two gifts mean and median are equal.",
        ),
    ),
    hints=(
        "Keep the median and make the sum as small as you can: which gifts may be zero, and how many must be the median or more? Then make the sum as large as you can.",
        "For five gifts three are at least the median; for four gifts the two in the middle and the one above make at least three medians. From three gifts on there is no limit above; with one or two there is no choice at all.",
        "For `n <= 2` it is `mean == median`; else it is `n * mean >= (n // 2 + 1) * median`.",
    ),
    praise="The median of numbers from zero on is less than twice their mean, and the mean has no limit above: two summaries that hold each other on one side only.",
)
