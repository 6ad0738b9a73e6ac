"""The built files of a run: the kernel, the image and the host's tools.  Has make bring them up to date.

make decides which files are out of date.  This module chooses make's goals, and holds the lock while make runs.
"""

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess

from running.settings import Failure, setting, switch
from running.signals import SIGNALS, wait_for

MAKE = shutil.which("gmake") or "make"


class Build:
    """The built files: kernel, image, host tools."""

    def __init__(self):
        self.out = "build/llvm" if switch("LLVM") else "build"
        if setting("O", "-O2") != "-O2":
            self.out += "/" + setting("O").lstrip("-")
        if switch("PROFILE"):
            self.out += "/profile"
        self.folder = self.out
        self.extra, self.ports = setting("EXTRA"), setting("PORTS").split()
        for name in "EXTRA", "PORTS":
            if setting("IMAGE") and setting(name):
                raise Failure(f"IMAGE={setting('IMAGE')} and {name}={setting(name)}: an image that is ready gets no "
                              "more programs; give one of the two")
        if self.extra:
            if not os.path.isdir(self.extra):
                raise Failure(f"EXTRA={self.extra}: no such folder")
            path = os.fsencode(os.path.realpath(self.extra)) + b"\n"
            done = subprocess.run(["cksum"], input=path, stdout=subprocess.PIPE)  # as in build.mk
            self.folder += "/extra/" + "-".join(done.stdout.decode().split())
        kernel = self.out + ("/debug" if switch("DEBUG") else "") + "/kernel.elf"
        self.kernel = setting("KERNEL", kernel)
        self.image = setting("IMAGE", self.folder + ("/ports.img" if self.ports else "/fs.img"))
        for name, path in ("KERNEL", self.kernel), ("IMAGE", self.image):
            if os.path.exists(path) and not os.path.isfile(path):  # QEMU would wait for a pipe's other end
                raise Failure(f"{name}={path}: is no regular file")

    def tool(self, name, *args, **kwargs):
        return subprocess.run([f"{self.out}/mkfs/{name}", *args], **kwargs)

    def port_folders(self):
        return [f"{self.out}/ports/{os.path.basename(name)}" for name in self.ports]

    def symbols(self, name):
        """The program's file with debug information.  None if this tree has not built the image."""
        if os.path.dirname(os.path.abspath(self.image)) not in map(os.path.abspath, (self.out, self.folder)):
            return None
        folders = self.folder, *self.port_folders(), self.out + "/user", self.out + "/tests"
        places = [f"{folder}/debug/{name}" for folder in folders]
        return next(filter(os.path.isfile, places), None)

    def program(self, name):
        """The program's file with its symbols, as it is on the image."""
        places = [self.folder + "/bin/", *(f"{folder}/root/bin/" for folder in self.port_folders()),
                  self.out + "/user/bin/"]
        if setting("IMAGE"):
            places.append(self.out + "/tests/bin/")
        found = [place + name for place in places if os.path.exists(place + name)]
        if not found:
            raise Failure(f"{name}: no such program among those built in {' '.join(places)}")
        return found[0]

    def goals(self):
        """The goals of make.  Takes a kernel and an image from elsewhere as they are; the tool that copies files out
        of an image is this tree's."""
        image = setting("IMAGE")
        if not image:
            return ["all", "tools"]
        goals = [] if setting("KERNEL") else ["kernel"]
        if image.startswith(self.out + "/"):
            goals.append(image)
        return [*goals, "tools"] if goals or not os.path.exists(self.out + "/mkfs/fsread") else []

    def lock(self):
        """Held while make builds or the image is copied.  A run that builds nothing does not wait for a build."""
        return Lock(self.out + "/lock") if self.goals() else contextlib.nullcontext()

    def bring_up_to_date(self):
        """Builds with make, whose output goes to stderr: stdout is the command's.  The caller holds the lock."""
        goals = self.goals()
        if not goals:
            return
        names = "LLVM DEBUG O CROSS HOSTCC V CI WERROR FSSIZE PROFILE EXTRA PORTS PORTS_FROM".split()
        make([*([] if switch("V") else ["-s"]),  # which leaves out "Nothing to be done"
              *(f"{k}={setting(k).replace('$', '$$')}" for k in names if setting(k)), *goals])


def make(words, *unwanted):
    """Runs make; the caller holds the lock.  A signal also ends make: it is blocked until `started` is set."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS", *unwanted))}
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    with subprocess.Popen([MAKE, "--no-print-directory", *words], env=env, stdin=subprocess.DEVNULL, stdout=2,
                          preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)) as started:
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
            status = wait_for(started)
        except Failure:
            started.terminate()
            raise
    if status != 0:
        raise Failure("the build failed, so nothing was started")


class Lock:
    """A file that one process at a time holds."""

    def __init__(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self.file = open(path, "a")

    def __enter__(self):
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_):
        self.file.close()
