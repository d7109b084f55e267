# %% [markdown]
# ## Find the slip
#
# If mistakes on the rare class should count as much as those on the common one, the notes advise us to price them with the loss matrix (4.63):
#
# $$L=\begin{pmatrix}0&\frac1{P(y=1)}\\\frac1{P(y=-1)}&0\end{pmatrix},\qquad\sum_{i,j}L_{ij}\,p(i,j)=\text{FPR}+\text{FNR}\,.$$
#
# Here $p(i,j)$ is the joint probability of the prediction $\hat y=i$ and the truth $y=j$; the false-positive rate is $P(\hat y=1\mid y=-1)$, the false-negative rate $P(\hat y=-1\mid y=1)$. The table beside the formula lists +1 before −1, so we fill a 2 × 2 table in that order, rows for $\hat y$ and columns for $y$, and try:

# %%
import numpy as np

p = np.array([[0.15, 0.08], [0.05, 0.72]])  # rows: predicted +1, −1; columns: true +1, −1
p_plus, p_minus = p.sum(axis=0)
printed = np.array([[0, 1 / p_plus], [1 / p_minus, 0]])
print(f"FPR + FNR: {p[0, 1] / p_minus + p[1, 0] / p_plus:.4f}")
print(f"by (4.63): {np.sum(printed * p):.4f}")

# %% [markdown]
# Return the matrix that does what is promised in this order (+1 first) for **every** classifier, given $P(y=1)$. Right answers cost nothing. (The matrix is unique; the check compares it entry by entry.)


# %%
def loss_matrix(p_plus):
    ### BEGIN SOLUTION
    return np.array([[0, 1 / (1 - p_plus)], [1 / p_plus, 0]])
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# With +1 first, the upper right corner is $p(1,-1)$, the false positives. They happen at $y=-1$, so their price is $1/P(y=-1)$. The printed matrix is right if rows *and* columns start with −1; then the same corner holds $p(-1,1)$, the false negatives. Turn the table round and the printed sum is what it promised:

# %% tags=["solution"]
turned = p[::-1, ::-1]  # rows and columns: −1 first
always_minus = np.array([[0, 0], [p_plus, p_minus]])
print(f"mended, +1 first:     {np.sum(loss_matrix(p_plus) * p):.4f}")
print(f"as printed, −1 first: {np.sum(printed * turned):.4f}")
print(f"always −1:            {np.sum(loss_matrix(p_plus) * always_minus):.4f}")

# %% [markdown] tags=["solution"]
# The last line is why one bothers. "Always −1" has no false positives, and it is wrong on a fifth of the points only; FPR + FNR calls it what it is. Any rule that does not look at the data has FPR + FNR = 1.

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception


def _prices(false_positive, false_negative):
    def matrix(p):
        return np.array([[0.0, false_positive(p, 1 - p)], [false_negative(p, 1 - p), 0.0]])

    return matrix


CHECK = Check(
    answer=loss_matrix,
    section="Rare classes",
    difficulty=2,
    minutes=10,
    kind="slip",
    twin=lambda p: np.linalg.inv(np.array([[0.0, p], [1 - p, 0.0]])),
    inputs=lambda rng: [(0.2,), (0.9,), (float(rng.uniform(0.3, 0.45)),)],
    misconceptions=(
        Misconception(
            _prices(lambda p, q: 1 / p, lambda p, q: 1 / q),
            "That is the matrix as it is printed, read with +1 first. Its upper right entry prices a false positive, and there y = −1: which class should the price be divided by?",
        ),
        Misconception(
            _prices(lambda p, q: 1.0, lambda p, q: 1.0),
            "With a price of 1 for every mistake the expected loss is the error rate. A rate given y needs p(ŷ, y) divided by P(y).",
        ),
        Misconception(
            _prices(lambda p, q: q, lambda p, q: p),
            "Multiplied where you should divide: P(ŷ | y) is p(ŷ, y)/P(y), so a rare class makes its mistakes dearer.",
        ),
        Misconception(
            _prices(lambda p, q: p, lambda p, q: q),
            "These prices go the right way, dearer for the rare class, but give FPR + FNR times P(y = 1)·P(y = −1). Divide by P(y) of the class that y has.",
        ),
        Misconception(
            _prices(lambda p, q: 0.5 / q, lambda p, q: 0.5 / p),
            "That is the mean of the two rates, the balanced error. Asked is their sum, so leave the ½ out.",
        ),
        Misconception(
            _prices(lambda p, q: p / q, lambda p, q: 1.0),
            "These prices have the right ratio, but give P(y = 1) times FPR + FNR. Divide by P(y) of the class that y has, and by nothing else.",
        ),
        Misconception(
            _prices(lambda p, q: 1.0, lambda p, q: q / p),
            "These prices have the right ratio, but give P(y = −1) times FPR + FNR. Divide by P(y) of the class that y has, and by nothing else.",
        ),
        Misconception(
            lambda p: _prices(lambda p, q: 1 / q, lambda p, q: 1 / p)(p) + np.eye(2),
            "Off the diagonal all is right. On it stand right answers, and those cost nothing.",
        ),
        Misconception(
            lambda p: np.diag([1 / p, 1 / (1 - p)]),
            "The prices stand on the diagonal, where ŷ = y: you punish right answers. They belong off it.",
        ),
        Misconception(
            _prices(lambda p, q: 1 / p, lambda p, q: 1 / p),
            "Both prices are 1/P(y = 1). A false positive happens at y = −1: its rate is p(1, −1)/P(y = −1).",
        ),
        Misconception(
            _prices(lambda p, q: 1 / q, lambda p, q: 1 / q),
            "Both prices are 1/P(y = −1). A false negative happens at y = 1: its rate is p(−1, 1)/P(y = 1).",
        ),
        Misconception(
            _prices(lambda p, q: p / q, lambda p, q: q / p),
            "Your prices are odds. A rate given y is p(ŷ, y)/P(y), with 1 above the line.",
        ),
        Misconception(
            _prices(lambda p, q: q / p, lambda p, q: p / q),
            "Your prices are odds, and those of the other class. A false positive happens at y = −1: its price is 1/P(y = −1).",
        ),
        Misconception(
            _prices(lambda p, q: 1 / (p * q), lambda p, q: 1 / (p * q)),
            "You divide by both probabilities. A rate given y divides by one of them, that of the class that y has.",
        ),
        Misconception(
            _prices(lambda p, q: 1 / q, lambda p, q: 0.0),
            "That prices the false positives rightly and lets the false negatives go free. FPR + FNR needs both.",
        ),
        Misconception(
            _prices(lambda p, q: 0.0, lambda p, q: 1 / p),
            "That prices the false negatives rightly and lets the false positives go free. FPR + FNR needs both.",
        ),
        Misconception(
            _prices(lambda p, q: -1 / q, lambda p, q: 1 / p),
            "Your upper right entry is negative: a reward for false positives. P(y = −1) is `1 - p_plus`, not `p_plus - 1`.",
        ),
        Misconception(
            lambda p: (
                _prices(lambda p, q: 1 / q, lambda p, q: 1 / p)(p) + np.diag([0, 1 / (1 - p)])
            ),
            "A right −1 costs something in your matrix. Right answers cost nothing: zeros on the diagonal.",
        ),
        Misconception(
            lambda p: _prices(lambda p, q: 1 / q, lambda p, q: 1 / p)(p) + np.diag([1 / p, 0]),
            "A right +1 costs something in your matrix. Right answers cost nothing: zeros on the diagonal.",
        ),
        Misconception(
            lambda p: np.array([1 / (1 - p), 1 / p]),
            "Those are the two prices, and they are right. Asked is the matrix of 2 × 2 in which they stand: rows for ŷ, columns for y, +1 first, zeros on the diagonal.",
        ),
    ),
    hints=(
        "The false-positive rate is p(1, −1) divided by the probability of what? And where does p(1, −1) stand, if rows and columns start with +1?",
        "The entry p(1, −1) is in row 1, column 2, and the rate is p(1, −1)/P(y = −1). So that entry of L is 1/P(y = −1), and the other?",
        "`np.array([[0, 1 / (1 - p_plus)], [1 / p_plus, 0]])`.",
    ),
    praise="The printed matrix is right if −1 comes first, the table beside it puts +1 first: a loss matrix without its class order is half a definition.",
)
