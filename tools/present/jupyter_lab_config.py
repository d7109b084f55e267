"""How `make present` opens a chapter: like `make lab`, as slides in large type."""

from pathlib import Path

HERE = Path(__file__).parent
load_subconfig("jupyter_lab_config.py", str(HERE.parent / "lab"))  # noqa: F821  (Jupyter's)
c = get_config()  # noqa: F821
c.LabApp.app_settings_dir = str(HERE)
