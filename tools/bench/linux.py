"""Debian's Linux for make bench: its kernel by the package's name, and the programs in an initramfs.

The package linux-image-cloud-amd64 depends on the one with the newest kernel.  apt-get downloads that; nothing is
installed, and root is not needed.  The kernel stays below build/ for the next run.
"""

import glob
import gzip
import lzma
import os
import re
import shutil
import subprocess
import tarfile
import tempfile

import cpio
import qemu
from running.settings import cross, setting

META = "linux-image-cloud-amd64"
OUT = "build/bench"
MEMORY = "512M"
DISK = "16M"  # init.c has the same number
SECONDS = 600  # for a host that is busy
FLAGS = "-std=gnu11", "-O2", "-D_GNU_SOURCE", "-static"  # -O2: as Tally's programs


class Missing(Exception):
    """Why there is no Linux to measure, in one line."""


def run(*command, **settings):
    """The command's output."""
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    if not shutil.which(command[0], path=path):
        raise Missing(f"{command[0]} is not installed")
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, "LC_ALL": "C", "PATH": path}, **settings)
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line and not line.startswith("W: ")]
        hint = "; try apt-get update" if command[0].startswith("apt") else ""
        raise Missing(f"{' '.join(command)}: {said[0] if said else 'failed'}{hint}")
    return done.stdout


def package():
    """The name of the package with the kernel, which has its version in it."""
    found = re.search(r"Depends: (linux-image-\S+)", run("apt-cache", "depends", META))
    if not found:
        raise Missing(f"apt-cache depends {META}: names no kernel")
    return found[1]


def unpack(package, folder):
    """Takes the kernel out of the package's file, and the module for a disk in memory."""
    wanted = {r"(\./)?boot/vmlinuz-.*": "vmlinuz", r".*/drivers/block/brd\.ko(\.xz)?": "brd.ko"}
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as started:
        with tarfile.open(fileobj=started.stdout, mode="r|") as files:
            for file in files:
                for pattern, name in wanted.items():
                    if re.fullmatch(pattern, file.name):
                        data = files.extractfile(file).read()
                        with open(f"{folder}/{name}", "wb") as to:
                            to.write(lzma.decompress(data) if file.name.endswith(".xz") else data)
    for name in wanted.values():
        if not os.path.exists(f"{folder}/{name}"):
            raise Missing(f"{os.path.basename(package)}: has no {name}")


def kernel():
    """(version, path), such as 6.1.192-3."""
    if not glob.glob(f"{OUT}/linux-*/vmlinuz"):
        os.makedirs(OUT, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=OUT) as folder:
            os.mkdir(f"{folder}/linux")
            run("apt-get", "download", package(), cwd=folder)
            file = glob.glob(f"{folder}/*.deb")[0]
            unpack(file, f"{folder}/linux")
            os.rename(f"{folder}/linux", f"{OUT}/linux-" + os.path.basename(file).split("_")[1])
    path = glob.glob(f"{OUT}/linux-*/vmlinuz")[0]
    return path.split("/")[-2].partition("-")[2], path


def content(path):
    with open(path, "rb") as file:
        return file.read()


def program(source, to):
    """Builds one static program and returns its bytes."""
    flags = re.search(rb"/\* flags: (.*) \*/", content(source))
    run(cross("gcc"), *FLAGS, *(flags[1].decode().split() if flags else ()), "-o", to, source)
    return content(to)


def disk(path):
    """An empty ext4."""
    run("mke2fs", "-q", "-F", "-t", "ext4", "-J", "size=4", "-E", "lazy_itable_init=0,lazy_journal_init=0", path, DISK)
    return content(path)


def make_initramfs(kernel, names):
    """The path of the archive with init, the programs, and the disk with its module."""
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        files = {"init": program("tools/bench/init.c", f"{folder}/init"), "disk.img": disk(f"{folder}/disk")}
        files["brd.ko"] = content(os.path.dirname(kernel) + "/brd.ko")
        for name in names:
            files[f"bin/{name}"] = program(f"tools/bench/work/{name}.c", f"{folder}/{name}")
    path = f"{OUT}/initramfs"
    with open(path, "wb") as file:
        file.write(gzip.compress(cpio.archive(files), 1))
    return path


def measure(kernel, initramfs, cpu, commands, cpus=1, is_exact=True):
    """Boots Linux on a CPU model, and returns the programs' output.  A command is a program's name, or a name, a colon
    and an argument.  is_exact: with the instruction clock; without it, several CPUs run in parallel."""
    line = "console=ttyS0 quiet nokaslr panic=-1 rdinit=/init -- " + " ".join(commands)
    command = qemu.command(setting("QEMU", qemu.PROGRAM), kernel=kernel, boot_line=line, cpus=cpus, cpu=cpu,
                           clock=qemu.clock_words(0, False, "") if is_exact else [],
                           disk=["-machine", "pc", "-m", MEMORY], is_fixed=is_exact,
                           words=["-initrd", initramfs, "-serial", "stdio"])
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{error}\n"
    text = done.stdout.decode(errors="replace").replace("\r", "")
    return text if done.returncode == qemu.STATUS_OFF else f"{text}\nLinux ended with QEMU's status {done.returncode}\n"
