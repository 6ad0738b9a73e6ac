"""An initramfs for Linux: an archive of cpio's "newc" form (the manual is Documentation/driver-api/early-userspace/
buffer-format in Linux's tree)."""

import stat

FOLDER, PROGRAM, CONSOLE = stat.S_IFDIR | 0o755, stat.S_IFREG | 0o755, stat.S_IFCHR | 0o600


def entry(inode, name, mode=0, data=b"", device=(0, 0)):
    name = name.encode() + b"\0"
    fields = inode, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(name), 0
    header = b"070701" + b"".join(b"%08x" % field for field in fields) + name
    return padded(header) + padded(data)


def padded(data):
    return data + b"\0" * (-len(data) % 4)


def archive(programs):
    """programs: {path: bytes}."""
    folders = [(name, FOLDER) for name in ("bin", "dev", "disk", "proc", "tmp")]
    files = [(path, PROGRAM, data) for path, data in programs.items()]
    entries = [*folders, ("dev/console", CONSOLE, b"", (5, 1)), *files, ("TRAILER!!!",)]
    return b"".join(entry(i, *words) for i, words in enumerate(entries))
