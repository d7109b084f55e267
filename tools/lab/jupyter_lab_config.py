"""How `make lab` opens the course: at its start page, without asking the network for news.

Kernels inherit the server's environment: one BLAS thread each, unless the reader has set otherwise.
"""

import os
from pathlib import Path

from featurespace._threads import one_thread

os.environ.update(one_thread())
c = get_config()  # noqa: F821  (Jupyter puts it here)
c.LabApp.default_url = "/lab/tree/course/README.md"
c.LabApp.app_settings_dir = str(Path(__file__).parent)
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"
c.LabApp.news_url = None
