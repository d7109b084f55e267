# %% [markdown]
# ## An open challenge: correlations that cannot be
#
# No check for this one. The table below was put together from several surveys; each number is right, but no five variables have all these correlations at once, for one eigenvalue is negative. Clipping mends that and spoils the diagonal, which must be 1; dividing by the roots of the diagonal mends the diagonal. The result is a correlation matrix. Is it the **nearest** one? Find a nearer, and then the nearest you can. How would you convince a sceptic that nothing is nearer still?

# %%
from featurespace.linalg import nearest_psd

near, far = np.full((2, 2), 0.9), np.zeros((2, 1))
R = np.block([[near, near, far], [near, near, far + 0.9], [far.T, far.T + 0.9, 1.0]])
np.fill_diagonal(R, 1)
clipped = nearest_psd(R)
root = np.sqrt(np.diag(clipped))
rescaled = clipped / np.outer(root, root)
print(R, f"smallest eigenvalue {np.linalg.eigvalsh(R)[0]:.2f}", sep="\n")
print(f"clipped and rescaled: distance {np.linalg.norm(R - rescaled):.4f}")

# %%
# Your experiment goes here.

# %% [markdown] tags=["solution"]
# Both demands are easy alone: clip the eigenvalues, or put ones on the diagonal. Each is a projection onto a convex set, so take turns. Taking turns ends at *some* matrix that satisfies both, not at the nearest: each clipping forgets the ones before. Dykstra's remedy (Higham, 2002, for correlations) is to give back, before each clipping, what the last one took away:


# %% tags=["solution"]
def ones_on_diagonal(X):
    return X - np.diag(np.diag(X)) + np.eye(len(X))


turns, dykstra, taken = R, R, 0
for _ in range(300):
    turns = ones_on_diagonal(nearest_psd(turns))
    given_back = dykstra - taken
    step = nearest_psd(given_back)
    taken, dykstra = step - given_back, ones_on_diagonal(step)
for name, S in {"taking turns": turns, "with memory": dykstra}.items():
    assert np.linalg.eigvalsh(S)[0] > -1e-9
    print(f"{name}: distance {np.linalg.norm(R - S):.4f}")

# %% [markdown] tags=["solution"]
# For the sceptic: the set of correlation matrices is convex, so $S$ is the nearest exactly if no correlation matrix $T$ makes an acute angle at $S$, $\langle R-S,\,T-S\rangle\le0$. Write $R-S=\Delta-N$ with $\Delta$ diagonal and $N$ positive semi-definite, $NS=0$ (that is what `taken` ends up as). The diagonal of $T-S$ is zero, so $\langle\Delta,T-S\rangle=0$, and $-\langle N,T-S\rangle=-\operatorname{tr}(NT)\le0$. All conditions can be tested:

# %% tags=["solution"]
N, Delta = taken, R - dykstra + taken
assert np.linalg.eigvalsh(N)[0] > -1e-9 and np.abs(N @ dykstra).max() < 1e-6
assert np.abs(Delta - np.diag(np.diag(Delta))).max() < 1e-6
print("a proof that nothing is nearer, up to round-off")

# %% [markdown]
# [Back to the appendix](../course/A_linear_algebra.ipynb)

# %% [markdown] tags=["solution", "rubric"]
# **For whoever grades the nearest correlation matrix by hand** (8 points):
#
# - **1 point** for: a valid correlation matrix: ones on the diagonal and no eigenvalue below −1e-9, both tested in code.
# - **2 points** for: nearer than the clipped and rescaled one, with both distances computed in the same norm; 1 point if one of the two conditions holds only approximately.
# - **2 points** for: a method aimed at the nearest (Dykstra's projections, a gradient on a factor with rows of length one, a convex solver) in place of taking turns; 1 point for taking turns with the remark that this need not end at the nearest.
# - **2 points** for: an argument for the sceptic: convexity and the obtuse angle, a dual certificate, or a lower bound that is met. Many random starts that end at the same place earn 1 point, for they are evidence and no proof.
# - **1 point** for: the answer is read: which of the surveys' numbers had to move, and by how much.
