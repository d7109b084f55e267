"""What JupyterLab loads of ours: the line between a kernel and its page, without a pause."""

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class Prompt(ZMQChannelsWebsocketConnection):
    """Sends each message of a kernel at once.

    Otherwise the network gathers small ones for 40 ms, and a demo's slider feels it at every step.
    """

    def connect(self):  # type: ignore[no-untyped-def]
        """Set the connection up."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()
