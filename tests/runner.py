"""Runs tools/run for tests/conftest.py, each time in a fork of this process: a start of Python with the
modules that it needs costs a fifth of what a boot does.

A request is a message with the environment, and three files: what gets stdout, what gets stderr, and
a pipe for the status.  A run that is killed leaves that empty.
"""

import os
import signal
import socket
import sys
import traceback
import types

MOST_BYTES = 1 << 17  # of a request


def serve(requests, path):
    with open(path, encoding="utf-8") as file:
        code = compile(file.read(), path, "exec")
    execute(code, path, "imported")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the runs; pytest's end is this one's
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that nothing waits for them here
    while True:
        message, files, _, _ = socket.recv_fds(requests, MOST_BYTES, 3)
        if not message:
            return
        if os.fork() == 0:
            os._exit(run(code, path, message, files))
        for file in files:
            os.close(file)


def run(code, path, message, files):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(files[0], 1)
    os.dup2(files[1], 2)
    os.environ.clear()
    os.environ.update(word.split("=", 1) for word in os.fsdecode(message).split("\0"))
    sys.argv = [path, "run"]
    status = 1
    try:
        execute(code, path, "__main__")
    except SystemExit as end:
        status = end.code
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os.write(files[2], bytes([status]))
    return 0


def execute(code, path, name):
    module = sys.modules[name] = types.ModuleType(name)
    module.__file__ = path
    exec(code, module.__dict__)


if __name__ == "__main__":
    serve(socket.socket(fileno=0), sys.argv[1])
