"""Many cases of one property in one test, which names all that fail."""

from collections.abc import Callable, Mapping

import pytest


def every(cases: Mapping[str, object], judge: Callable) -> None:
    """Judge every case; fail once, with the name of each that fails and what went wrong."""
    errors = {}
    for name, case in cases.items():
        try:
            judge(case)
        except (Exception, pytest.fail.Exception) as error:  # pytest.raises fails in its own way
            errors[name] = error
    if errors:
        told = [f"{name}: {type(error).__name__}: {error}" for name, error in errors.items()]
        raise AssertionError("\n".join(told)) from next(iter(errors.values()))
