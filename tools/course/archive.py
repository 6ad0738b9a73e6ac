"""Lists what a folder, a tar or a zip holds, and reads files out of it.  Nothing is extracted.

A stranger made the archive, so memory and time are bounded: by the archive's size, the bytes that it unpacks to, the
number of entries and the length of names.  Python's tarfile and zipfile have no such bounds: they read as much as a
header asks for.  Formats: POSIX.1-1988 and -2001 tar (ustar, pax), GNU tar's long names; PKWARE's APPNOTE for zip,
with stored and deflated files.

Each reader is a generator of Entry, in the archive's order, and raises Bad.  An entry's read() works until the caller
asks for the next entry.
"""

import bz2
import collections
import lzma
import os
import stat
import struct
import zlib

PACKED_MOST = 256 << 20  # bytes of an archive
UNPACKED_MOST = 512 << 20  # bytes that it unpacks to, also in files that nobody reads
ENTRIES_MOST = 100000
NAME_MOST = 4096  # bytes
DEPTH_MOST = 40  # folders within folders
DIRECTORY_MOST = 32 << 20  # bytes of a zip's central directory
DICTIONARY_MOST = 192 << 20  # bytes of memory for xz
CHUNK = 1 << 18

TOO_MANY = f"more than {ENTRIES_MOST} files; hand in without what was built"

FILE, FOLDER, LINK, OTHER = "file", "folder", "link", "other"


class Bad(Exception):
    """The archive or file has a mistake; the text is for the student."""


# name: bytes, as stored.  kind: FILE to OTHER; what: what an OTHER or a LINK is, in words.
# read(limit): the first bytes of a FILE; raises Bad.
Entry = collections.namedtuple("Entry", "name kind size what read", defaults=(0, "", None))


def size_text(nbytes):
    """12 bytes, 3.4 MB"""
    for unit, size in ("GB", 10**9), ("MB", 10**6), ("kB", 10**3):
        if nbytes >= size:
            return f"{nbytes / size:.3g} {unit}"
    return f"{nbytes} bytes"


def open_plain(path, folder=None):
    """A file object, or Bad; never waits, and does not follow a link."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        file = os.fdopen(os.open(path, flags, dir_fd=folder), "rb", buffering=0)
    except OSError as error:
        raise Bad(f"cannot be read: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise Bad("no plain file")
    return file


# --- folders -------------------------------------------------------------------------------------


def read_folder(path):
    """Lists the top folder first, then deeper ones.  Leaves out .git."""
    left = collections.deque([(b"", 0)])
    count = 0
    while left:
        below, depth = left.popleft()
        try:
            fd = descend(os.fsencode(path), below)
        except OSError as error:
            yield Entry(below or b".", OTHER, what=f"cannot be read: {error.strerror}")
            continue
        try:
            for name in folder_names(fd, ENTRIES_MOST - count):
                count += 1
                entry = folder_entry(fd, below + b"/" + name if below else name, name)
                if name == b".git":
                    continue
                if entry.kind == FOLDER and depth == DEPTH_MOST:
                    entry = entry._replace(kind=OTHER, what=f"more than {DEPTH_MOST} folders deep")
                yield entry
                if entry.kind == FOLDER:
                    left.append((entry.name, depth + 1))
        finally:
            os.close(fd)


def folder_names(fd, most):
    names = []
    with os.scandir(fd) as listing:
        for entry in listing:
            if len(names) == most:
                raise Bad(TOO_MANY)
            names.append(os.fsencode(entry.name))
    return sorted(names)


def descend(top, below):
    """Opens a folder; neither the top nor what is below may be a link."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW
    fd = os.open(top, flags)
    for part in below.split(b"/") if below else []:
        try:
            deeper = os.open(part, flags, dir_fd=fd)
        finally:
            os.close(fd)
        fd = deeper
    return fd


def folder_entry(fd, full, name):
    try:
        info = os.stat(name, dir_fd=fd, follow_symlinks=False)
        target = os.readlink(name, dir_fd=fd) if stat.S_ISLNK(info.st_mode) else b""
    except OSError as error:
        return Entry(full, OTHER, what=f"cannot be read: {error.strerror}")
    if stat.S_ISDIR(info.st_mode):
        return Entry(full, FOLDER)
    if stat.S_ISLNK(info.st_mode):
        return Entry(full, LINK, what=link_to(target))
    if not stat.S_ISREG(info.st_mode):
        return Entry(full, OTHER, what=kind_text(info.st_mode))

    def read(limit):
        with open_plain(name, fd) as file:
            return read_all(file, limit)

    return Entry(full, FILE, info.st_size, read=read)


def read_all(file, limit):
    parts = []
    while limit > 0:
        try:
            part = file.read(min(limit, CHUNK))
        except OSError as error:
            raise Bad(f"cannot be read: {error.strerror}") from None
        if not part:
            break
        parts.append(part)
        limit -= len(part)
    return b"".join(parts)


def link_to(target):
    return f"a link to {show(target)}"


def kind_text(mode):
    kinds = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFBLK: "a device",
             stat.S_IFCHR: "a device"}
    return kinds.get(stat.S_IFMT(mode), "no plain file")


def show(name):
    """A name as a line of text, with escapes for bytes that are not printable or not UTF-8."""
    text = name.decode("utf-8", "surrogateescape")
    if len(text) > 200:  # the middle is not shown
        text = text[:100] + text[-100:]
    shown = "".join(
        f"\\x{ord(c) - 0xDC00:02x}" if 0xDC80 <= ord(c) <= 0xDCFF  # a byte that is no UTF-8
        else c if c.isprintable() and c != "\\" else c.encode("unicode_escape").decode("ascii")
        for c in text)
    return shown if len(shown) <= 160 else shown[:100] + "..." + shown[-50:]


# --- tar -----------------------------------------------------------------------------------------


def zlib_stream():
    return zlib.decompressobj(31)


def xz_stream():
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=DICTIONARY_MOST)


UNPACKERS = ((b"\x1f\x8b", zlib_stream), (b"\xfd7zXZ\0", xz_stream), (b"BZh", bz2.BZ2Decompressor))
UNPACK_ERRORS = zlib.error, lzma.LZMAError, OSError, EOFError, ValueError


class Stream:
    """The bytes of a file, unpacked if it is packed: at most UNPACKED_MOST bytes."""

    def __init__(self, file):
        self.file = file
        self.magic = self.make = self.unpacker = None  # of a packed file
        self.packed = self.ready = b""
        self.at = 0  # in ready
        self.total = 0
        head = os.pread(file.fileno(), 8, 0)
        for magic, make in UNPACKERS:
            if head.startswith(magic):
                self.magic, self.make, self.unpacker = magic, make, make()

    def take(self, nbytes):
        """The next nbytes bytes, or fewer at the end."""
        parts = []
        while nbytes > 0 and (self.at < len(self.ready) or self.fill()):
            parts.append(self.ready[self.at:self.at + nbytes])
            self.at += len(parts[-1])
            nbytes -= len(parts[-1])
        return b"".join(parts)

    def skip(self, nbytes):
        """Returns whether there were nbytes bytes."""
        while nbytes > 0 and (self.at < len(self.ready) or self.fill()):
            part = min(nbytes, len(self.ready) - self.at)
            self.at += part
            nbytes -= part
        return nbytes == 0

    def fill(self):
        try:
            self.ready = self.unpack() if self.make else self.file.read(CHUNK)
        except UNPACK_ERRORS as error:
            raise Bad(f"the archive is damaged ({error})") from None
        self.at = 0
        self.total += len(self.ready)
        if self.total > UNPACKED_MOST:
            raise Bad(f"the archive unpacks to more than {size_text(UNPACKED_MOST)}; "
                      "hand in without what was built")
        return bool(self.ready)

    def unpack(self):
        """The next bytes, or none at the end.  Several packed files may stand one after the other.  Other bytes
        behind them are ignored, as gzip does."""
        while True:
            if self.unpacker.eof:
                self.packed = self.unpacker.unused_data or self.file.read(CHUNK)
                if not self.packed.startswith(self.magic):
                    return b""
                self.unpacker = self.make()
            if not self.packed and getattr(self.unpacker, "needs_input", True):
                self.packed = self.file.read(CHUNK)
            ended = not self.packed and getattr(self.unpacker, "needs_input", True)
            data = self.unpacker.decompress(self.packed, CHUNK)
            self.packed = getattr(self.unpacker, "unconsumed_tail", b"")
            if data:
                return data
            if ended and not self.unpacker.eof:
                raise Bad("the archive is cut short")


def is_tar(path):
    with open_plain(path) as file:
        try:
            block = Stream(file).take(512)
        except Bad:
            return False
        return len(block) == 512 and (not any(block) or checksum_is_right(block))


def is_packed(head):
    return any(head.startswith(magic) for magic, _ in UNPACKERS)


def read_tar(path):
    with open_plain(path) as file:
        stream = Stream(file)
        count, extra = 0, {}
        while True:
            block = stream.take(512)
            if not block:
                return  # some writers leave the end mark out
            if len(block) < 512:
                raise Bad("the archive is cut short")
            if not any(block):
                while stream.make and stream.fill():  # to the checksum at the end
                    pass
                return
            header = tar_header(block)
            if header["type"] in b"xgLK":
                tar_extra(stream, header, extra)
                continue
            count += 1
            if count > ENTRIES_MOST:
                raise Bad(TOO_MANY)
            yield from tar_entry(stream, header, extra)
            extra = {}


def tar_entry(stream, header, extra):
    name = extra.get(b"path", header["name"])
    size = header["size"]
    if b"size" in extra:
        size = decimal(extra[b"size"])
    kind = header["type"]
    if kind == b"S":
        skip_sparse_map(stream, header)
    if any(key.startswith(b"GNU.sparse") for key in extra):
        name, kind = extra.get(b"GNU.sparse.name", name), b"S"
    if kind in (b"1", b"2"):
        target = extra.get(b"linkpath", header["link"])
        yield Entry(name, LINK, what=link_to(target))
        return
    if kind == b"5":
        yield Entry(name, FOLDER)
        return
    if kind in (b"3", b"4", b"6"):
        yield Entry(name, OTHER, what="a pipe" if kind == b"6" else "a device")
        return
    got = [0]

    def read(limit):
        data = stream.take(min(size, limit))
        got[0] = len(data)
        if len(data) < min(size, limit):
            raise Bad("the archive is cut short")
        return data

    if kind not in (b"0", b"\0", b"7"):
        what = "a sparse file" if kind == b"S" else f"an entry of type {show(kind)}"
        yield Entry(name, OTHER, what=what)
    elif kind == b"\0" and name.endswith(b"/"):
        yield Entry(name, FOLDER)
    else:
        yield Entry(name, FILE, size, read=read)
    if not stream.skip(padded(size) - got[0]):
        raise Bad("the archive is cut short")


def padded(size):
    return (size + 511) // 512 * 512


def tar_header(block):
    if not checksum_is_right(block):
        raise Bad("the archive is damaged (a header's checksum)")
    name, link = cut(block[:100]), cut(block[157:257])
    if block[257:263] == b"ustar\0" and block[345]:
        name = cut(block[345:500]) + b"/" + name
    return {"name": name, "link": link, "size": tar_number(block[124:136]), "type": block[156:157],
            "more": block[482]}


def cut(field):
    return field.split(b"\0")[0]


def checksum_is_right(block):
    try:
        stored = tar_number(block[148:156])
    except Bad:
        return False
    rest = block[:148] + b" " * 8 + block[156:]
    return stored in (sum(rest), sum(byte - 256 if byte > 127 else byte for byte in rest))


def tar_number(field):
    """Octal digits, or GNU's binary numbers."""
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    text = field.strip(b" \0")
    if not all(digit in b"01234567" for digit in text):
        raise Bad("the archive is damaged (a number in a header)")
    return int(text or b"0", 8)


def decimal(text):
    if not text.isdigit() or len(text) > 20:
        raise Bad("the archive is damaged (a number in a header)")
    return int(text)


def tar_extra(stream, header, extra):
    """Reads the entry that pax (x) or GNU (L, K) puts before the header that it extends."""
    most = 1 << 20 if header["type"] in b"xg" else NAME_MOST * 2
    if header["size"] > most:
        raise Bad("the archive has a name that is too long")
    data = stream.take(padded(header["size"]))
    if len(data) < padded(header["size"]):
        raise Bad("the archive is cut short")
    data = data[:header["size"]]
    if header["type"] == b"L":
        extra[b"path"] = cut(data)
    elif header["type"] == b"K":
        extra[b"linkpath"] = cut(data)
    elif header["type"] == b"x":
        extra.update(pax_records(data))


def pax_records(data):
    """Parses lines `LENGTH KEY=VALUE`, with the length of the line.  Keeps only the keys that tar_entry() uses."""
    records, at = {}, 0
    while at < len(data):
        length, space, _ = data[at:at + 24].partition(b" ")
        end = at + decimal(length) if space else at
        key, equals, value = data[at + len(length) + 1:end].partition(b"=")
        if not equals or end > len(data) or not value.endswith(b"\n"):
            raise Bad("the archive is damaged (a pax header)")
        if key in (b"path", b"linkpath", b"size", b"GNU.sparse.name"):
            records[key] = value[:-1]
        elif key.startswith(b"GNU.sparse"):
            records[b"GNU.sparse"] = b""
        at = end
    return records


def skip_sparse_map(stream, header):
    more = header["more"]
    while more:
        block = stream.take(512)
        if len(block) < 512:
            raise Bad("the archive is cut short")
        more = block[504]


# --- zip -----------------------------------------------------------------------------------------


def read_zip(path):
    with open_plain(path) as file:
        start, directory = zip_directory(file)
        position = count = 0
        while position + 46 <= len(directory):
            fields = struct.unpack_from("<4s6H3I5H2I", directory, position)
            if fields[0] != b"PK\1\2":
                break
            count += 1
            if count > ENTRIES_MOST:
                raise Bad(TOO_MANY)
            lengths = fields[10:13]
            rest = directory[position + 46:position + 46 + sum(lengths)]
            if len(rest) < sum(lengths):
                raise Bad("the zip is damaged (its directory ends early)")
            position += 46 + sum(lengths)
            yield zip_entry(file, start, fields, rest[:lengths[0]], rest[lengths[0]:])
        if position != len(directory):
            raise Bad("the zip is damaged (its directory)")


def zip_directory(file):
    """Where the zip begins in the file, and its central directory."""
    size = os.fstat(file.fileno()).st_size
    tail_start = max(0, size - 65557)
    tail = os.pread(file.fileno(), size - tail_start, tail_start)
    at = tail.rfind(b"PK\5\6")
    if at < 0 or at + 22 > len(tail):
        raise Bad("the zip is damaged or cut short (it has no directory)")
    nbytes, offset = struct.unpack_from("<2I", tail, at + 12)
    end = tail_start + at
    if 0xFFFFFFFF in (nbytes, offset):
        end, nbytes, offset = zip64_directory(file, end)
    if nbytes > DIRECTORY_MOST:
        raise Bad("the zip has too many files; hand in without what was built")
    start = end - nbytes - offset
    if start < 0:
        raise Bad("the zip is damaged (its directory lies outside)")
    return start, os.pread(file.fileno(), nbytes, end - nbytes)


def zip64_directory(file, end):
    record = os.pread(file.fileno(), 56, end - 20 - 56) if end >= 76 else b""
    if len(record) < 56 or record[:4] != b"PK\6\6":
        raise Bad("the zip is damaged (its directory)")
    nbytes, offset = struct.unpack_from("<2Q", record, 40)
    return end - 76, nbytes, offset


def zip_entry(file, start, fields, name, extra):
    _, made_by, _, flags, method, _, _, crc, packed, size, extra_len, _, _, _, _, mode, offset = fields
    if b"\\" in name and b"/" not in name:  # as some writers on Windows do
        name = name.replace(b"\\", b"/")
    packed, size, offset = zip64_numbers(extra[:extra_len], packed, size, offset)
    mode = mode >> 16 if made_by >> 8 in (3, 19) else 0  # made by Unix or macOS
    if name.endswith(b"/") or stat.S_ISDIR(mode):
        return Entry(name, FOLDER)
    if flags & 1:
        return Entry(name, OTHER, what="encrypted")
    if stat.S_ISLNK(mode):
        return Entry(name, LINK, what="a link")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return Entry(name, OTHER, what=kind_text(mode))
    if method not in (0, 8):
        return Entry(name, OTHER, what=f"packed by method {method}, which is not read")
    return Entry(name, FILE, size,
                 read=lambda limit: zip_read(file, start + offset, method, packed, size, crc, limit))


def zip64_numbers(extra, packed, size, offset):
    numbers = [size, packed, offset]
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        if kind == 1:
            values = [value for value, in struct.iter_unpack("<Q", extra[4:4 + length // 8 * 8])]
            for index, number in enumerate(numbers):
                if number == 0xFFFFFFFF and values:
                    numbers[index] = values.pop(0)
        extra = extra[4 + length:]
    return numbers[1], numbers[0], numbers[2]


def zip_read(file, offset, method, packed, size, crc, limit):
    """The file's first bytes, up to limit.  Unpacks one byte more than the directory lists, to find a longer file."""
    header = os.pread(file.fileno(), 30, offset) if offset < 1 << 62 else b""
    if len(header) < 30 or header[:4] != b"PK\3\4":
        raise Bad("the zip is damaged (a file's header)")
    offset += 30 + sum(struct.unpack_from("<2H", header, 26))
    unpacker = zlib.decompressobj(-15) if method == 8 else None
    most = min(size, limit)
    packed = min(packed, 2 * most + 4096)  # no packed file needs more
    parts, got = [], 0
    while got <= most and packed > 0:
        data = os.pread(file.fileno(), min(CHUNK, packed), offset)
        if not data:
            break
        offset += len(data)
        packed -= len(data)
        data = zip_unpack(unpacker, data, most + 1 - got)
        parts.append(data[:most + 1 - got])
        got += len(parts[-1])
    whole = b"".join(parts)
    if got < most or limit > size and (got > size or zlib.crc32(whole) != crc):
        raise Bad("the zip is damaged (a file's bytes)")
    return whole[:limit]


def zip_unpack(unpacker, data, most):
    if unpacker is None:
        return data
    try:
        return unpacker.decompress(data, most)
    except zlib.error as error:
        raise Bad(f"the zip is damaged ({error})") from None
