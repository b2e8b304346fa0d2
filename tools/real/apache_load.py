"""Starts Apache with eight threads on a free port of the loopback, and asks it for a page from eight connections.

Only the server runs on the lock under test: the variable KEV_SERVER_PRELOAD has the library. `ab`, which asks, says how
many requests were answered in a second, and how many failed.
"""
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

REQUESTS = int(sys.argv[1])
THREADS = 8
MODULES = Path("/usr/lib/apache2/modules")
FOLDER = Path("site").absolute()


def free_port():
    """A port that no program listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def command(port):
    """How Apache is called: one process that stays in the foreground, and no file of the system."""
    settings = ["ServerName localhost", f"ServerRoot {FOLDER}", f"DocumentRoot {FOLDER}", f"DefaultRuntimeDir {FOLDER}",
                f"PidFile {FOLDER}/pid", f"ErrorLog {FOLDER}/errors", f"Listen 127.0.0.1:{port}", "Mutex posixsem",
                f"LoadModule mpm_worker_module {MODULES}/mod_mpm_worker.so",
                f"LoadModule authz_core_module {MODULES}/mod_authz_core.so", "StartServers 1", "ServerLimit 1",
                f"ThreadsPerChild {THREADS}", f"MaxRequestWorkers {THREADS}", "KeepAlive Off"]
    return ["/usr/sbin/apache2", *(word for each in settings for word in ("-C", each)), "-f", "/dev/null", "-X"]


def wait_for(server, port):
    """Returns once the server listens."""
    for _ in range(500):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.02)
    sys.exit(f"Apache does not listen\n{(FOLDER / 'errors').read_text(encoding='utf-8')}")


FOLDER.mkdir(exist_ok=True)
(FOLDER / "index.html").write_text("x" * 1000, encoding="ascii")
chosen = free_port()
environment = {**os.environ, "LD_PRELOAD": os.environ["KEV_SERVER_PRELOAD"]}
apache = subprocess.Popen(command(chosen), env=environment)
try:
    wait_for(apache, chosen)
    load = subprocess.run(["ab", "-q", "-n", str(REQUESTS), "-c", str(THREADS), f"http://127.0.0.1:{chosen}/index.html"],
                          capture_output=True, text=True, check=True)
    print(load.stdout)
    if not re.search(r"^Failed requests:\s+0$", load.stdout, re.MULTILINE) or "Non-2xx" in load.stdout:
        sys.exit("Apache has failed to answer")
finally:
    apache.terminate()
    apache.wait()
