"""Damages the metadata of a file system in an image: for tools/fuzz."""

import struct

BLOCK, INODE, NAME = 4096, 128, 64  # bytes; abi/fs.h has the layout
SUPER = struct.Struct("<Q10IQI")
SUPER_CHECKSUM, SUPER_ORPHANS = 48, 56
DIRECT, POINTERS = 22, struct.Struct("<24I")
POINTERS_AT = 32
LOG_MAGIC = 0x474F4C594C4C4154
KIND, DIRECTORY = 0o170000, 0o040000


def checksum(total, data):
    for (word,) in struct.iter_unpack("<Q", data):
        total = (total ^ word) * 0x9E3779B97F4A7C15 % 2**64
        total ^= total >> 29
    return total


class Image:
    """An image in memory: `data`.  The programs called `kept` keep their inodes and names undamaged."""

    def __init__(self, data, kept):
        self.data = bytearray(data)
        self.nblocks, self.ninodes, self.log, _, self.imap, self.bmap, self.itable, self.first = \
            SUPER.unpack_from(data)[3:11]
        inodes = [at for at in range(self.itable * BLOCK + INODE, self.itable * BLOCK + self.ninodes * INODE, INODE)
                  if self.word(at)]
        folders = [at for at in inodes if self.word(at) & KIND == DIRECTORY]
        names = {at: bytes(self.data[at + 4:at + NAME]).rstrip(b"\0").decode()
                 for folder in folders for block in self.pointers_of(folder)[:DIRECT]
                 for at in self.inside(block, NAME) if self.word(at)}
        whole = {self.word(at) for at, name in names.items() if name in kept}
        # Offsets in bytes:
        self.names = [at for at in names if self.word(at) not in whole]
        self.folders = folders
        self.inodes = [at for at in inodes if (at - self.itable * BLOCK) // INODE not in whole]
        self.pointers = []
        for at in self.inodes:
            *_, single, double = self.pointers_of(at)
            for block in [single, double, *map(self.word, self.inside(double, 4))]:
                self.pointers += self.inside(block, 4)

    def pointers_of(self, inode):
        return POINTERS.unpack_from(self.data, inode + POINTERS_AT)

    def inside(self, block, size):
        """The offsets of a block's parts of that size."""
        return range(block * BLOCK, (block + 1) * BLOCK, size) if block else range(0)

    def word(self, at):
        return struct.unpack_from("<I", self.data, at)[0]

    def put(self, at, value):
        struct.pack_into("<I", self.data, at, value)

    def any_value(self, rng, old):
        return rng.choice([old ^ 1 << rng.randrange(32), old + rng.randrange(-3, 4), rng.randrange(self.nblocks),
                           rng.randrange(self.first, self.nblocks), self.nblocks, rng.randrange(200),
                           rng.randrange(1 << 32)]) % 2**32

    def change(self, rng, at):
        self.put(at, self.any_value(rng, self.word(at)))

    # --- kinds of damage ---

    def damage_super(self, rng):
        """Keeps the checksum right."""
        self.change(rng, 4 * rng.randrange(SUPER_CHECKSUM // 4))
        struct.pack_into("<Q", self.data, SUPER_CHECKSUM, checksum(0, self.data[:SUPER_CHECKSUM]))

    def damage_orphans(self, rng):
        self.change(rng, SUPER_ORPHANS)

    def damage_log(self, rng):
        """Writes a commit that puts some blocks where others belong; its checksum is mostly right."""
        count = rng.randrange(1, 5)
        homes = [rng.choice([0, 1, rng.randrange(self.first), rng.randrange(self.nblocks), rng.randrange(1 << 32)])
                 if rng.randrange(2) else rng.randrange(self.imap, self.first) for _ in range(count)]
        copies = b""
        for i in range(count):
            source = rng.choice([homes[i], rng.randrange(self.nblocks)]) * BLOCK
            block = bytearray(self.data[source:source + BLOCK].ljust(BLOCK, b"\0"))
            for _ in range(rng.randrange(8)):
                struct.pack_into("<I", block, 4 * rng.randrange(BLOCK // 4), self.any_value(rng, 0))
            copies += block
        told = count if rng.randrange(4) else self.any_value(rng, count)
        header = bytearray(struct.pack(f"<QQQII{count}I", LOG_MAGIC, 9, 0, told, 0, *homes).ljust(BLOCK, b"\0"))
        used = 32 + (count + 1) // 2 * 8
        struct.pack_into("<Q", header, 16, checksum(checksum(0, header[:used]), copies))
        self.data[self.log * BLOCK:self.log * BLOCK + len(header) + len(copies)] = header + copies

    def damage_bitmap(self, rng):
        """Flips a bit in use."""
        first, bits = rng.choice([(self.imap, self.ninodes), (self.bmap, self.nblocks)])
        bit = rng.randrange(bits)
        self.data[first * BLOCK + bit // 8] ^= 1 << bit % 8

    def damage_inode(self, rng):
        at = rng.choice(rng.choice([self.inodes, self.folders]))
        self.change(rng, at + 4 * rng.choice([*range(9), *range(INODE // 4)]))

    def damage_pointer(self, rng):
        self.change(rng, rng.choice(self.pointers))

    def damage_name(self, rng):
        at = rng.choice(self.names)
        kind = rng.randrange(4)
        if kind == 0:
            self.data[at + 4:at + NAME] = b"n" * (NAME - 4)  # without an end
        elif kind == 1:
            self.data[at + 4:at + NAME] = rng.choice([b".", b"..", b"", b"a/b"]).ljust(NAME - 4, b"\0")
        elif kind == 2:
            self.put(at, rng.randrange(self.ninodes))
        else:
            self.change(rng, at + 4 * rng.randrange(NAME // 4))

    def damage(self, rng):
        kinds = [self.damage_bitmap, self.damage_inode, self.damage_inode, self.damage_inode, self.damage_pointer,
                 self.damage_name, self.damage_name]
        if rng.randrange(6) == 0:
            rng.choice([self.damage_super, self.damage_orphans, self.damage_log, self.damage_log])(rng)
        for _ in range(rng.randrange(1, 12)):
            rng.choice(kinds)(rng)
