"""JupyterHub for one server: a Unix account, a folder and limits for every student.

    cd /var/lib/featurespace-hub && jupyterhub -f /opt/featurespace/deploy/hub/jupyterhub_config.py

Who may enter is in two Unix groups, made by users.py; nobody else, and nobody can sign up. Every
port is on this machine alone: the web server in front (nginx.conf, Caddyfile) has the certificate.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
STUDENTS, TEACHERS = "featurespace", "featurespace-teachers"
MEMORY, CPUS = "1500M", 1.5  # of one student: kernels, server and all
IDLE = 3600  # seconds without a click or a running cell, after which a server is stopped

c = get_config()  # noqa: F821  (JupyterHub puts it here)

# the door: passwords of Unix accounts, so that the operating system protects the files
c.JupyterHub.authenticator_class = "pam"
c.Authenticator.allow_all = False
c.PAMAuthenticator.allowed_groups = {STUDENTS, TEACHERS}
c.PAMAuthenticator.admin_groups = {TEACHERS}  # may start and stop servers, not look into them
c.PAMAuthenticator.open_sessions = False

# the ports, all of them
c.JupyterHub.bind_url = "http://127.0.0.1:8000"  # where the web server in front comes in
c.JupyterHub.hub_bind_url = "http://127.0.0.1:8081"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:8001"
c.ConfigurableHTTPProxy.command = [
    str(HERE / "node_modules" / ".bin" / "configurable-http-proxy"),
    "--timeout=3600000",  # milliseconds a request may wait: cells run long
]

# a server for each student: systemd holds the sum of their processes, serve.py each process
c.JupyterHub.spawner_class = (
    "systemd" if Path("/run/systemd/system").is_dir() else "jupyterhub.spawner.LocalProcessSpawner"
)
c.Spawner.cmd = [sys.executable, str(HERE / "serve.py")]
c.Spawner.mem_limit = MEMORY
c.Spawner.cpu_limit = CPUS
c.Spawner.notebook_dir = "~/featurespace"
c.Spawner.default_url = "/lab/tree/course/README.md"
c.Spawner.start_timeout = 180  # a whole class at once, and a folder to be copied
c.Spawner.http_timeout = 180
if c.JupyterHub.spawner_class == "systemd":
    c.SystemdSpawner.isolate_tmp = True
    c.SystemdSpawner.isolate_devices = True
    c.SystemdSpawner.disable_user_sudo = True

# who leaves a tab open gives the memory back
c.JupyterHub.services = [
    {
        "name": "idle-culler",
        "command": [
            *(sys.executable, "-m", "jupyterhub_idle_culler"),
            *(f"--timeout={IDLE}", "--cull-every=300"),
        ],
    }
]
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
        "services": ["idle-culler"],
    }
]
