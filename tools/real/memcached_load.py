"""Starts memcached with four threads on a socket of this folder, and asks it for one value from four connections.

Only the server runs on the lock under test: the variable KEV_SERVER_PRELOAD has the library.
"""
import os
import socket
import subprocess
import sys
import threading
import time

REQUESTS = int(sys.argv[1])
CONNECTIONS = 4
BATCH = 50
NAME = "memcached.socket"
VALUE = b"VALUE k 0 5\r\nvalue\r\nEND\r\n"


def connect():
    """A connection, once the server listens."""
    for _ in range(200):
        try:
            client = socket.socket(socket.AF_UNIX)
            client.connect(NAME)
            return client
        except OSError:
            client.close()
            time.sleep(0.02)
    sys.exit("memcached does not listen")


def read(client, size):
    """Exactly so many bytes."""
    parts = b""
    while len(parts) < size:
        part = client.recv(65536)
        if not part:
            sys.exit("memcached has closed the connection")
        parts += part
    return parts


def load():
    """Requests in batches; a wrong answer ends the program."""
    with connect() as client:
        for _ in range(REQUESTS // BATCH):
            client.sendall(b"get k\r\n" * BATCH)
            if read(client, BATCH * len(VALUE)) != VALUE * BATCH:
                os._exit(1)


environment = {**os.environ, "LD_PRELOAD": os.environ["KEV_SERVER_PRELOAD"]}
user = ["-u", "root"] if os.getuid() == 0 else []
server = subprocess.Popen(["memcached", "-t", "4", "-s", NAME, *user], env=environment)
try:
    with connect() as first:
        first.sendall(b"set k 0 0 5\r\nvalue\r\n")
        read(first, len(b"STORED\r\n"))
    begin = time.monotonic()
    threads = [threading.Thread(target=load) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("requests per second:", CONNECTIONS * REQUESTS / (time.monotonic() - begin))
finally:
    server.terminate()
    server.wait()
