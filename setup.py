"""The wheel carries the notebooks; all else about the package stands in pyproject.toml."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
PATTERNS = ("*.ipynb", "*.md", "*.tsv")


class WithNotebooks(build_py):
    """Puts what students get beside the modules; an editable install uses it where it is."""

    def run(self) -> None:
        """Copy modules, then notebooks; what an earlier build has left there goes first."""
        super().run()
        if self.editable_mode:
            return
        material = Path(self.build_lib) / "featurespace" / "_material"
        shutil.rmtree(material, ignore_errors=True)
        for kind in ("course", "exercises", "solutions"):
            (material / kind).mkdir(parents=True)
            for path in (p for pattern in PATTERNS for p in (ROOT / kind).glob(pattern)):
                shutil.copy(path, material / kind)


setup(cmdclass={"build_py": WithNotebooks})
