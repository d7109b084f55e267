"""Built from exercises/sources/01_means_and_distances/12_probability_other.py by `make notebooks`: do not edit."""




def probability_other(prior, hit, alarm):
    from_false = prior * hit
    from_good = (1 - prior) * alarm
    return from_false / (from_false + from_good)


import numpy as np

from featurespace.checks.check import Check, Misconception


def _mints(rng: np.random.Generator) -> list[tuple]:
    drawn = rng.uniform(0.1, 0.4, (3, 3)) * [1.0, 2.0, 0.5]
    return [tuple(map(float, row)) for row in drawn] + [(0.5, 0.2, 0.2)]


def _by_odds(prior, hit, alarm):
    odds = prior / (1 - prior) * hit / alarm
    return odds / (1 + odds)


def _in_coins(seen, prior, hit, alarm):
    """The same in numbers of coins."""
    false, good = 1e5 * prior * hit, 1e5 * (1 - prior) * alarm
    return f"of 100 000 coins {1e5 * prior:.0f} are false. The alarm rings for {false:.0f} of these, and for {good:.0f} good ones. Your {float(seen):.4g} is not the share of false coins among those that ring."


CHECK = Check(
    answer=probability_other,
    section="When the offset takes over",
    difficulty=2,
    minutes=8,
    kind="transfer",
    example=((0.001, 0.5, 0.01), 0.0477),
    twin=_by_odds,
    inputs=_mints,
    explain=_in_coins,
    misconceptions=(
        Misconception(
            lambda prior, hit, alarm: 1 - alarm,
            "One minus the false-alarm rate answers another question: how rarely a good coin rings the alarm. It says nothing of how many false ones there are.",
        ),
        Misconception(
            lambda prior, hit, alarm: hit,
            "That is P(alarm | false). Asked is P(false | alarm): turn it round with Bayes' rule.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior,
            "That is the share of false coins before the alarm rings. The alarm is evidence: among the coins that ring it the share is another one.",
        ),
        Misconception(
            lambda prior, hit, alarm: hit / (hit + alarm),
            "You weighted both kinds alike. False coins make up only the share `prior` of all.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit / (prior * hit + alarm),
            "Nearly: good coins make up only the share 1 − prior, so their false alarms count with that weight.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit / (hit + (1 - prior) * alarm),
            "Nearly: below the line the alarms of false coins count with the share `prior`, as they do above it.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit,
            "That is P(false and alarm). Divide by the probability of an alarm at all.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit + (1 - prior) * alarm,
            "That is the probability of an alarm at all. Which part of it comes from false coins?",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit / ((1 - prior) * alarm),
            "Those are the odds, false to good, among the alarms. The probability compares the false with all of them.",
        ),
        Misconception(
            lambda prior, hit, alarm: (
                prior * (1 - hit) / (prior * (1 - hit) + (1 - prior) * (1 - alarm))
            ),
            "That is the probability of a false coin when the alarm is silent. It rings.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit / (hit + alarm),
            "Above the line false coins count with the share `prior`; below it both kinds of alarms need their shares too.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit / alarm,
            "You divide by the alarms of good coins alone. Divide by the probability of an alarm at all, from both kinds of coins.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * (1 - alarm),
            "You multiplied two numbers that do not belong together: `alarm` is about good coins. How many alarms come from false coins, how many from good ones?",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit / prior * hit + (1 - prior) * alarm,
            "Brackets are missing: Python divides by `prior` alone and goes on from there. Put brackets round all that stands below the line.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit / (prior * hit) + (1 - prior) * alarm,
            "Brackets are missing: only `prior * hit` stands below the line. All alarms belong there, those of good coins too.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit / (prior * hit + 1 - prior * alarm),
            "Brackets are missing: good coins make up the share `(1 - prior)`, and that as a whole is multiplied by `alarm`.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit / (prior + alarm),
            "Below the line stands the probability of an alarm. You added a share of coins and a rate of alarms: how many alarms come from false coins, how many from good ones?",
        ),
        Misconception(
            lambda prior, hit, alarm: prior / (prior * hit + (1 - prior) * alarm),
            "Above the line `hit` is missing. Of the false coins only the share `hit` rings the alarm: these are `prior * hit` of all coins.",
        ),
        Misconception(
            lambda prior, hit, alarm: hit / (prior * hit + (1 - prior) * alarm),
            "Above the line `prior` is missing. Alarms from false coins are `prior * hit` of all coins.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit / (prior * hit + (1 - prior) * (1 - hit)),
            "Below the line stands `1 - hit`, which is about false coins that stay silent. Good coins ring with the probability `alarm`.",
        ),
    ),
    hints=(
        "Imagine 100 000 coins. How many alarms come from false ones, how many from good ones?",
        "Alarms from false coins: `prior * hit`. From good ones: `(1 - prior) * alarm`. What share of all alarms are the first?",
        "The answer is `prior * hit / (prior * hit + (1 - prior) * alarm)`.",
    ),
    praise="However strict the detector, a class that is rare enough makes most alarms false: base rates count.",
)
