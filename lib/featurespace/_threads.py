"""One BLAS thread for every kernel and test process.

Two notebooks on two cores with two threads each wait for one another: chapters 3 and 6 take half as
long again on an idle machine, and many times as long on a busy one. Nothing here is imported by the
mathematics; whoever starts a process asks for these variables first.
"""

import os

VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def one_thread() -> dict[str, str]:
    """What to add to the environment of a process: nothing, if its user has set any of it.

    >>> set(one_thread()) <= set(VARIABLES)
    True
    """
    return {} if any(name in os.environ for name in VARIABLES) else dict.fromkeys(VARIABLES, "1")
