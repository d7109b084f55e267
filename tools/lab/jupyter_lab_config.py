"""How `make lab` opens the course: at its start page, without asking the network for news.

Kernels inherit the server's environment: one BLAS thread each, unless the reader has set otherwise.
"""

import os
from pathlib import Path

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from featurespace._threads import one_thread


class Prompt(ZMQChannelsWebsocketConnection):
    """Sends each message of a kernel at once.

    Otherwise the network gathers small ones for 40 ms, and a demo's slider feels it at every step.
    """

    def connect(self):
        """Set the connection up."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


os.environ.update(one_thread())
c = get_config()  # noqa: F821  (Jupyter puts it here)
c.LabApp.default_url = "/lab/tree/course/README.md"
c.LabApp.app_settings_dir = str(Path(__file__).parent)
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"
c.LabApp.news_url = None
c.ServerApp.kernel_websocket_connection_class = Prompt
