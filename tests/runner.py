"""Runs commands as tools/run does, for tests/conftest.py.  Each runs in a fork of this process, as starting Python with
its modules costs a fifth of a boot.

A request is a message with the environment, and three files: what gets stdout, what gets stderr, and
a pipe for the status.  A run that is killed leaves that empty.
"""

import os
import signal
import socket
import sys
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools"))
import running.command  # noqa: E402,F401
import running.main  # noqa: E402

MOST_BYTES = 1 << 17  # of a request


def serve(requests):
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the runs; pytest's end is this one's
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that nothing waits for them here
    while True:
        message, files, _, _ = socket.recv_fds(requests, MOST_BYTES, 3)
        if not message:
            return
        if os.fork() == 0:
            os._exit(run(message, files))
        for file in files:
            os.close(file)


def run(message, files):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(files[0], 1)
    os.dup2(files[1], 2)
    os.environ.clear()
    os.environ.update(word.split("=", 1) for word in os.fsdecode(message).split("\0"))
    status = 1
    try:
        status = running.main.main(["run"])
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os.write(files[2], bytes([status]))
    return 0


if __name__ == "__main__":
    serve(socket.socket(fileno=0))
