"""The gate as a pytest plugin: every notebook that nbval executes is linted too."""

from pathlib import Path

import pytest

from lint import lint


class LintFile(pytest.File):
    """A notebook, as a file to read."""

    def collect(self):
        """One test for the whole file."""
        yield LintItem.from_parent(self, name="lint")


class LintItem(pytest.Item):
    """The linter's verdict on one notebook."""

    def runtest(self):
        """Fail with all complaints at once."""
        if complaints := lint(self.path):
            raise AssertionError("\n".join(complaints))

    def repr_failure(self, excinfo, style=None):
        """Only the complaints: a traceback into the linter helps nobody."""
        return str(excinfo.value)

    def reportinfo(self):
        """Where it happened, for the summary."""
        return self.path, 0, f"{self.path.name}: lint"


@pytest.hookimpl(trylast=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector):
    """Collect notebooks for linting, beside nbval which collects them for running."""
    return LintFile.from_parent(parent, path=file_path) if file_path.suffix == ".ipynb" else None
