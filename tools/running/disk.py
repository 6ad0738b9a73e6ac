"""The machine's disk: a private copy of the built image, or the disk that make qemu keeps.

With a private copy runs can go side by side, and the files on the disk can be read afterwards.  An image is mostly a
hole, and so are its copies.  Only the host's tools mkfs and fsread know the file system in an image.
"""

import fcntl
import os
import shutil
import signal
import subprocess

from running.build import Lock
from running.settings import Failure, setting
from running.signals import SIGNALS


class Private:
    """A folder for this run alone, gone when the run is over."""

    def __init__(self, build):
        self.path = f"{build.out}/run/{os.getpid()}"

    def __enter__(self):
        shutil.rmtree(self.path, ignore_errors=True)
        os.makedirs(self.path)
        return self.path

    def __exit__(self, *_):
        for name in SIGNALS:  # a signal now would leave half a folder
            signal.signal(name, signal.SIG_IGN)
        shutil.rmtree(self.path, ignore_errors=True)


def copy_sparse(source, target):
    """Copies a file and keeps it sparse: an image is mostly a hole."""
    with open(source, "rb", buffering=0) as src, open(target, "wb") as dst:  # lseek() goes past a buffer
        size = os.fstat(src.fileno()).st_size
        dst.truncate(size)
        end = 0
        while end < size:
            try:
                start = os.lseek(src.fileno(), end, os.SEEK_DATA)
            except OSError:  # ENXIO: only a hole is left
                break
            end = os.lseek(src.fileno(), start, os.SEEK_HOLE)
            src.seek(start)
            dst.seek(start)
            left = end - start
            while left > 0:
                part = src.read(min(left, 1 << 20))
                dst.write(part)
                left -= len(part)


def prepare(build, folder, is_kept=True):
    """Builds, and copies the image into the folder; if is_kept is false, a link is enough."""
    with build.lock():
        build.bring_up_to_date()
        disk = folder + "/disk.img"
        if not is_kept:
            try:
                os.link(build.image, disk)
                return disk
            except OSError:
                pass  # it is on another file system, or not ours
        try:
            copy_sparse(build.image, disk)
        except OSError as error:
            raise Failure(f"{build.image}: {error.strerror}")
    return disk


def make_folder(path):
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise Failure(f"OUT={path}: {error.strerror}")


def copy_out(build, disk, folder):
    if build.tool("fsread", disk, "get", "/out", folder, stdout=2).returncode != 0:
        raise Failure(f"not all that the command left in /out could be copied to {folder}")


def take_out(build, image, folder):
    if build.tool("fsread", image, "get", "/", folder).returncode != 0:
        raise Failure(f"{image}: cannot be copied whole; remove it, or name another")


def clear_the_way(new, old):
    """Removes each folder of the old tree where the new tree has a file or a link of that name."""
    for entry in os.scandir(new):
        path = os.path.join(old, entry.name)
        if not os.path.isdir(path) or os.path.islink(path):  # never follow a link
            continue
        if entry.is_dir(follow_symlinks=False):
            clear_the_way(entry.path, path)
        else:
            shutil.rmtree(path)


def make_disk(build, disk, tree, new):
    """Makes disk.new from the built image and the files on the disk, by way of the folders tree and new."""
    for folder in tree, new:
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
    take_out(build, build.image, new)
    take_out(build, disk, tree)
    clear_the_way(new, tree)
    take_out(build, build.image, tree)
    for name in build.tool("fsread", build.image, "ls", "/dev", stdout=subprocess.PIPE).stdout.split():
        path = os.path.join(tree, "dev", os.fsdecode(name))
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif os.path.lexists(path):  # such as a file that was moved to /dev/null; mkfs makes the device
            os.unlink(path)
    size = str(max(os.path.getsize(disk), os.path.getsize(build.image)))
    if os.path.exists(disk + ".new"):
        os.unlink(disk + ".new")
    if build.tool("mkfs", "-s", size, disk + ".new", tree).returncode != 0:
        raise Failure(f"{disk} has no room for the new programs; remove it, or name another")


def renew_disk(build, disk):
    """Brings the disk that make qemu keeps up to date: the built image, with the files of the old disk.  DISK.of
    identifies the image: times do not, as a machine may write to its disk after a newer image was built."""
    image = os.stat(build.image)
    of = f"{image.st_mtime_ns} {image.st_size}\n"
    if os.path.exists(disk) and os.path.exists(disk + ".of"):
        with open(disk + ".of", encoding="ascii", errors="replace") as file:
            if file.read() == of:
                return
    if not os.path.exists(disk):
        copy_sparse(build.image, disk + ".new")
    else:
        folders = disk + ".tree", disk + ".new-tree"
        try:
            make_disk(build, disk, *folders)
        finally:
            for folder in folders:
                shutil.rmtree(folder, ignore_errors=True)
    os.rename(disk + ".new", disk)
    with open(disk + ".of", "w", encoding="ascii") as file:
        file.write(of)


def claim(disk):
    """Locks the disk for one machine."""
    file = open(disk, "rb")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Failure(f"{disk} is in use by another make qemu; DISK=FILE takes another disk")
    return file


def take_disk(build, folder):
    """The disk, up to date and locked.  With IMAGE it is a copy in the folder: the user wants to see that image, not to
    merge it into the disk of make qemu."""
    disk = setting("DISK", (folder if setting("IMAGE") else build.folder) + "/disk.img")
    with Lock(build.out + "/lock") if setting("DISK") else build.lock():
        build.bring_up_to_date()
        if os.path.exists(disk):
            claim(disk).close()
        renew_disk(build, disk)
        return claim(disk)
