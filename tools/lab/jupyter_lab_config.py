"""How `make lab` opens the course: at its start page, without asking the network for news."""

from pathlib import Path

c = get_config()  # noqa: F821  (Jupyter puts it here)
c.LabApp.default_url = "/lab/tree/course/README.md"
c.LabApp.app_settings_dir = str(Path(__file__).parent)
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"
c.LabApp.news_url = None
