"""The kernel's file system and the tools that share it, on the host."""

import os
import pathlib
import re
import shutil
import stat
import struct
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from damage import SUPER, SUPER_CHECKSUM, checksum  # noqa: E402

BLOCK = 4096
HOST_PATH_MAX = 4096  # with the NUL


def run(*command, status=0, **settings):
    """Runs it; the result.  The kernel's buffers live as long as it does, so leaks are not reported."""
    env = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    env.pop("SOURCE_DATE_EPOCH", None)
    env.update(settings.pop("env", {}))
    done = subprocess.run([str(word) for word in command], capture_output=True, cwd=ROOT, env=env,
                          stdin=subprocess.DEVNULL, timeout=600, **settings)
    done.stdout = done.stdout.decode("utf-8", "replace")
    done.stderr = done.stderr.decode("utf-8", "replace")
    assert done.returncode == status, f"{command}\n{done.stdout}{done.stderr}"
    return done


@pytest.fixture(scope="session")
def built(host):
    """The folder with the programs."""
    return pathlib.Path(host, "bin")


# --- the file system ---------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [
    "1 6000 6000", "2 6000 300", "3 6000 100", "4 6000 3000 memory", "5 4000 150 memory",
    "6 6000 1500 disk",
])
def test_random_operations_agree_with_a_model(built, arguments):
    run(built / "fs_model", *arguments.split())


@pytest.mark.parametrize("seed", [1, 2])
def test_a_power_cut_leaves_a_state_that_was(built, seed):
    run(built / "fs_crash", seed, 500, 4)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_power_cut_leaves_a_large_directory_that_was(built, seed):
    run(built / "fs_crash", seed, 30, 4, "names")


@pytest.mark.parametrize("arguments", ["1 400", "2 400 memory", "3 400 full"])
def test_large_directories(built, arguments):
    run(built / "fs_names", *arguments.split())


@pytest.mark.parametrize("seed", [1, 2])
def test_no_damaged_image_does_harm(built, seed):
    run(built / "fs_fuzz", seed, 150)


def run_threads(built, *arguments):
    """The thread sanitizer wants addresses that are not random."""
    fixed = ["setarch", "-R"]
    if shutil.which("setarch") is None or subprocess.run([*fixed, "true"]).returncode != 0:
        fixed = []
    folder = built if built.parent.name == "host" else built.parent.parent / "tsan/bin"
    run(*fixed, folder / "fs_threads", *arguments)


def test_threads_do_not_race(built):
    """The same sources."""
    run_threads(built, 1, 3000)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_threads_get_over_allocations_and_reads_that_fail(built, seed):
    run_threads(built, seed, 4000, "faults")


def test_full_and_failing_disks_large_files_and_names(built):
    run(built / "fs_cases")


# --- the tools ---------------------------------------------------------------------------------


@pytest.fixture
def tree(tmp_path):
    """A folder with a bit of everything."""
    top = tmp_path / "tree"
    (top / "bin").mkdir(parents=True)
    (top / "deep/er/and/deeper").mkdir(parents=True)
    (top / "deep").chmod(0o777)  # with what a umask takes away
    (top / "bin/tool").write_bytes(os.urandom(300_000))
    (top / "bin/tool").chmod(0o755)
    (top / "bin/again").hardlink_to(top / "bin/tool")
    (top / "bin/link").symlink_to("../deep/er")
    (top / "deep/er/empty").write_bytes(b"")
    (top / "deep/er/and/large").write_bytes(os.urandom(5_000_000))
    (top / ("n" * 59)).write_text("the longest name\n")
    (top / "secret").write_text("s")
    (top / "secret").chmod(0o600)
    for i in range(200):
        (top / f"deep/file{i}").write_text(f"{i}\n")
    return top


def picture(top):
    """All that counts in a folder."""
    entries = {}
    for path in sorted(top.rglob("*")):
        st = path.lstat()
        entries[str(path.relative_to(top))] = (
            stat.filemode(st.st_mode), st.st_nlink if path.is_file() else 0,
            os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else 0)
    return entries


def make(built, tree, image, size="16M", *options, **settings):
    return run(built / "mkfs", "-s", size, *options, image, tree, **settings)


@pytest.mark.parametrize("name", [b"../../evil", b"..", b"."])
def test_a_name_in_a_damaged_image_leads_nowhere_else(built, tmp_path, name):
    top, image, out = tmp_path / "top", tmp_path / "image", tmp_path / "out"
    (top / "dir").mkdir(parents=True)
    (top / "dir" / "0123456789").touch()
    (top / "evil").touch()
    make(built, top, image)
    data = image.read_bytes()
    assert data.count(b"0123456789") == 1
    image.write_bytes(data.replace(b"0123456789", name.ljust(10, b"\0")))
    assert "an impossible name" in run(built / "fsread", image, "get", "/", out, status=2).stderr
    assert not (tmp_path / "evil").exists()


def test_what_goes_into_an_image_comes_out(built, tree, tmp_path):
    image, out = tmp_path / "image", tmp_path / "out"
    make(built, tree, image)
    assert run(built / "fsck", image).stdout.startswith(f"{image}: 0 problems; 205 files")
    run(built / "fsread", image, "get", "/", out)
    back = picture(out)
    for name in ("dev/fd", "dev", "out", "tmp"):
        assert back.pop(name)[0].startswith("d")
    assert back == picture(tree)
    run(built / "fsread", image, "get", "/deep/er/empty", out)
    assert (out / "empty").read_bytes() == b""
    assert run(built / "fsread", image, "cat", "/bin/link/../file7").stdout == "7\n"


def test_output_that_cannot_be_written_is_an_error(built, tree, tmp_path):
    """Also where all of it was to be written before the end, so that the last flush has nothing to do."""
    image = tmp_path / "image"
    (tree / "block").write_bytes(b"x" * BLOCK)
    make(built, tree, image)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([built / "fsread", image, "cat", "/block"], stdout=full, stderr=subprocess.PIPE,
                              env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    assert (done.returncode, done.stderr) == (2, b"fsread: standard output: No space left on device\n")


def test_a_folder_that_cannot_be_read_to_its_end_is_an_error(built, tree, tmp_path):
    (tmp_path / "fails.c").write_text("""\
        #include <errno.h>
        void *readdir(void *dir)
        {
            errno = EIO;
            return 0;
        }
        void *readdir64(void *) __attribute__((alias("readdir")));
    """)
    subprocess.run([os.environ.get("HOSTCC", "gcc"), "-shared", "-fPIC", "-o", tmp_path / "fails.so", tmp_path / "fails.c"],
                   check=True)
    env = {"LD_PRELOAD": str(tmp_path / "fails.so"), "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0"}
    assert "tree/.: Input/output error\n" in make(built, tree, tmp_path / "image", status=2, env=env).stderr
    assert not (tmp_path / "image").exists()


def test_a_link_that_was_copied_before_leads_nowhere_else(built, tmp_path):
    """tools/run copies into a folder again, and an older disk and a newer image into one."""
    image, out, elsewhere = tmp_path / "image", tmp_path / "out", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "file").write_text("mine")
    for kind in "link", "folder":
        top = tmp_path / kind
        (top / "sub").mkdir(parents=True)
        if kind == "link":
            (top / "sub/name").symlink_to(elsewhere)
        else:
            (top / "sub/name").mkdir()
            (top / "sub/name/file").write_text("the machine's")
        make(built, top, image)
        run(built / "fsread", image, "get", "/", out)
    assert (elsewhere / "file").read_text() == "mine"
    assert (out / "sub/name/file").read_text() == "the machine's"


def test_what_has_too_long_a_path_here_is_told_and_the_rest_is_copied(built, tmp_path):
    top, image, out = tmp_path / "top", tmp_path / "image", tmp_path / "out"
    name = "n" * 50
    top.joinpath(*[name] * 10).mkdir(parents=True)
    (top / "z").touch()
    make(built, top, image)
    while len(str(out)) < HOST_PATH_MAX - 6 * 51:
        out /= name
    out.mkdir(parents=True)
    fit = (HOST_PATH_MAX - 1 - len(str(out))) // 51
    left_out = f"/{name}" * (fit + 1)
    assert run(built / "fsread", image, "get", "/", out, status=2).stderr == \
        f"fsread: {left_out}: not copied: there its path would be too long\n"
    assert out.joinpath(*[name] * fit).is_dir() and (out / "z").exists()


def test_holes_stay_holes(built, tmp_path):
    """A file may be larger than its disk, and tools/run copies it to the next one."""
    top, image, out = tmp_path / "top", tmp_path / "image", tmp_path / "out"
    top.mkdir()
    pieces = {0: 5, 21 * BLOCK + 100: 9000, 13 << 20: 1, (30 << 20) + 5000: 70_000}
    with open(top / "sparse", "wb") as file:
        for at, nbytes in pieces.items():
            file.seek(at)
            file.write(b"x" * nbytes)
        file.truncate(40 << 20)
    with open(top / "empty", "wb") as file:
        file.truncate(300 << 20)
    for folder in top, out:  # what came out goes in again
        make(built, folder, image, "1M")
        assert ": 0 problems; 2 files" in run(built / "fsck", image).stdout
        run(built / "fsread", image, "get", "/", out)
    is_same = (out / "sparse").read_bytes() == (top / "sparse").read_bytes()
    assert is_same
    assert (out / "empty").stat().st_size == 300 << 20
    assert sum((out / name).stat().st_blocks for name in ("sparse", "empty")) * 512 < 200_000


def test_ls_tells_names_and_facts(built, tree, tmp_path):
    image = tmp_path / "image"
    make(built, tree, image, env={"SOURCE_DATE_EPOCH": "951782400"})
    assert run(built / "fsread", image, "ls", "/bin").stdout == "again\nlink\ntool\n"
    lines = run(built / "fsread", image, "ls", "-l", "/bin").stdout.splitlines()
    assert lines[0].split() == "-rwxr-xr-x 2 300000 2000-02-29 00:00 again".split()
    assert lines[1].split() == "lrwxrwxrwx 1 10 2000-02-29 00:00 link -> ../deep/er".split()
    lines = run(built / "fsread", image, "ls", "-l", "/dev").stdout.splitlines()
    assert sorted(line.split()[-1] for line in lines) == [
        "console", "fd", "full", "log", "null", "random", "stderr", "stdin", "stdout", "tty", "urandom", "zero"]
    assert all(line.startswith("crw-rw-rw-") for line in lines if line.split()[-1] not in ("fd", "log"))
    assert run(built / "fsread", image, "ls", "-l", "/secret").stdout.startswith("-rw-------")


def test_the_same_folder_gives_the_same_bytes(built, tree, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    make(built, tree, one)
    for path in tree.rglob("*"):
        os.utime(path, (1, 1), follow_symlinks=False)
    make(built, tree, two)
    is_same = one.read_bytes() == two.read_bytes()
    assert is_same
    assert one.stat().st_blocks * 512 < 8 << 20, "the image has no holes"


@pytest.mark.parametrize("size,options,message", [
    ("2M", [], r"the folder needs \d+ blocks of 4096 bytes more than the image has; use -s (\d+K)"),
    ("100", [], r"the folder needs .* blocks of 4096 bytes more"),
    ("16M", ["-i", "50"], r"the folder needs 2\d\d inodes and the image has 50; use -i"),
    ("16Q", [], r"-s 16Q: not a number"),
    ("99999999999G", [], r"-s 99999999999G: not a number"),
    ("-5", [], r"-s -5: not a number"),
    ("16M", ["-x", "1"], r"usage: mkfs"),
])
def test_mkfs_refuses(built, tree, tmp_path, size, options, message):
    image = tmp_path / "image"
    image.write_text("precious")
    error = make(built, tree, image, size, *options, status=2).stderr
    found = re.fullmatch(f"mkfs: {message}.*\n", error)
    assert found, error
    assert image.read_text() == "precious"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["image", "tree"]
    if found.groups():
        make(built, tree, image, found.group(1))


def test_mkfs_refuses_what_an_image_cannot_hold(built, tmp_path):
    top, image = tmp_path / "tree", tmp_path / "image"
    top.mkdir()
    (top / ("n" * 60)).write_text("")
    assert "longer than 59 bytes" in make(built, top, image, status=2).stderr
    (top / ("n" * 60)).unlink()
    os.mkfifo(top / "fifo")
    assert "fifo: neither a file, a folder nor" in make(built, top, image, status=2).stderr
    (top / "fifo").unlink()
    (top / "dev").mkdir()
    (top / "dev/null").write_text("")
    assert "/dev/null is in the folder" in make(built, top, image, status=2).stderr
    assert "No such file" in make(built, top / "nowhere", image, status=2).stderr
    assert "not a folder" in make(built, top / "dev/null", image, status=2).stderr


def test_reading_tools_refuse(built, tree, tmp_path):
    image = tmp_path / "image"
    for tool in ("fsck", "fsread"):
        words = [] if tool == "fsck" else ["ls", "/"]
        assert "No such file" in run(built / tool, image, *words, status=2).stderr
        image.write_text("short")
        assert "too small" in run(built / tool, image, *words, status=2).stderr
        image.write_bytes(b"x" * 65536)
        assert "no Tally file system" in run(built / tool, image, *words, status=2).stderr
        image.unlink()
    make(built, tree, image)
    assert "No such file" in run(built / "fsread", image, "cat", "/nothing", status=2).stderr
    assert "Is a directory" in run(built / "fsread", image, "cat", "/bin", status=2).stderr
    assert "usage" in run(built / "fsread", image, "dog", "/bin", status=2).stderr
    os.truncate(image, 8 << 20)
    assert "the image was cut" in run(built / "fsck", image, status=2).stderr


# --- fsck --------------------------------------------------------------------------------------

SUPER_NAMES = ("magic version block_size nblocks ninodes log_start log_blocks imap_start "
               "bmap_start itable_start data_start checksum orphans").split()


class Image:
    """The bytes of an image, to be looked at and damaged."""

    def __init__(self, path):
        self.path = path
        self.bytes = bytearray(path.read_bytes())
        words = SUPER.unpack_from(self.bytes)
        self.super = dict(zip(SUPER_NAMES, words))

    def save(self):
        self.path.write_bytes(self.bytes)

    def inode(self, ino):
        return self.super["itable_start"] * BLOCK + ino * 128

    def word(self, at, value=None):
        if value is not None:
            struct.pack_into("<I", self.bytes, at, value)
        return struct.unpack_from("<I", self.bytes, at)[0]

    def find(self, name):
        """Where the directory entry with this name is."""
        at = self.bytes.index(name.encode() + b"\0", self.super["data_start"] * BLOCK) - 4
        assert at % 64 == 0
        return at


@pytest.fixture
def image(built, tmp_path):
    top = tmp_path / "small"
    (top / "dir/inside").mkdir(parents=True)
    (top / "file").write_bytes(b"f" * 200_000)
    (top / "other").write_bytes(b"o" * 5000)
    make(built, top, tmp_path / "image", "2M")
    return Image(tmp_path / "image")


MODE, NLINK, SIZE, NBLOCKS, AUX, DIRECT, INDIRECT = 0, 4, 8, 24, 28, 32, 120


def damage_bitmap(i):
    block = i.word(i.inode(i.word(i.find("file"))) + DIRECT)
    i.bytes[i.super["bmap_start"] * BLOCK + block // 8] ^= 1 << block % 8
    return rf"block {block} is used by inode \d+ and marked as free"


def damage_free_block(i):
    i.bytes[i.super["bmap_start"] * BLOCK + 500 // 8] |= 1 << 500 % 8
    return "block 500 is free and marked as in use"


def damage_inode_bitmap(i):
    i.bytes[i.super["imap_start"] * BLOCK + 100 // 8] |= 1 << 100 % 8
    return "inode 100 is free and marked as in use"


def damage_owner(i):
    block = i.word(i.inode(i.word(i.find("file"))) + DIRECT)
    i.word(i.inode(i.word(i.find("other"))) + DIRECT, block)
    return rf"block {block} belongs to inode \d+ and to inode \d+"


def damage_pointer(i):
    i.word(i.word(i.inode(i.word(i.find("file"))) + INDIRECT) * BLOCK, 7)
    return r"inode \d+ points to block 7, which is not a data block"


def damage_links(i):
    i.word(i.inode(i.word(i.find("file"))) + NLINK, 5)
    return r"inode \d+ has 1 names and says 5"


def damage_size(i):
    i.word(i.inode(i.word(i.find("other"))) + SIZE, 100)
    return r"inode \d+ has block \d+ mapped beyond its end"


def damage_count(i):
    i.word(i.inode(i.word(i.find("other"))) + NBLOCKS, 9)
    return r"inode \d+ has 2 blocks and says 9"


def damage_mode(i):
    i.word(i.inode(i.word(i.find("other"))) + MODE, 0o130644)
    return r"inode \d+ has mode 0xb1a4, which is not a file type"


def damage_parent(i):
    i.word(i.inode(i.word(i.find("inside"))) + AUX, 1)
    return r"directory \d+ is in directory \d+ and says that it is in 1"


def damage_entry(i):
    i.word(i.find("other"), 120)
    return r"directory 1: \"other\" names inode 120, which is free"


def damage_name(i):
    i.bytes[i.find("other") + 5] = ord("/")
    return r"directory 1 has an entry with an impossible name"


def damage_names(i):
    at = i.find("other") + 4
    i.bytes[at:at + 6] = b"file\0\0"
    return r"directory 1 has the name \"file\" twice"


def damage_lost(i):
    i.word(i.find("other"), 0)
    return r"inode \d+ is in no directory and says that it has 1 links"


def damage_orphans(i):
    i.word(56, 3)
    return "there are 0 files without a name and the superblock says 3"


@pytest.mark.parametrize("damage", [value for name, value in sorted(globals().items())
                                    if name.startswith("damage_")])
def test_fsck_names_the_damage(built, image, damage):
    message = damage(image)
    image.save()
    found = run(built / "fsck", image.path, status=1).stdout
    assert re.search(f"^{re.escape(str(image.path))}: {message}", found, re.M), found


def put_commit(image, home, data):
    """Leaves a whole commit of one block in the log, as after a power cut."""
    start = image.super["log_start"] * BLOCK
    header = bytearray(BLOCK)
    struct.pack_into("<QQQII", header, 0, 0x474F4C594C4C4154, 99, 0, 1, 0)
    struct.pack_into("<I", header, 32, home)
    struct.pack_into("<Q", header, 16, checksum(checksum(0, header[:40]), data))
    image.bytes[start:start + BLOCK] = header
    image.bytes[start + BLOCK:start + 2 * BLOCK] = data
    image.save()


def test_fsck_replays_the_log(built, image):
    home = image.word(image.inode(image.word(image.find("file"))) + DIRECT)
    put_commit(image, home, b"r" * BLOCK)
    before = image.path.read_bytes()

    done = run(built / "fsck", image.path)
    assert "replayed commit 99, 1 blocks" in done.stderr
    assert "in memory only" in done.stdout
    text = run(built / "fsread", image.path, "cat", "/file").stdout
    assert text == "r" * BLOCK + "f" * (200_000 - BLOCK)
    assert image.path.read_bytes() == before, "a reading tool changed the image"

    run(built / "fsck", "-r", image.path)
    after = Image(image.path).bytes
    assert after[home * BLOCK:(home + 1) * BLOCK] == b"r" * BLOCK
    assert "replayed" not in run(built / "fsck", image.path).stderr


def test_fsck_ignores_a_torn_commit(built, image):
    home = image.word(image.inode(image.word(image.find("file"))) + DIRECT)
    put_commit(image, home, b"r" * BLOCK)
    image.bytes[(image.super["log_start"] + 1) * BLOCK + 1000] ^= 1
    image.save()
    assert "ignored commit 99" in run(built / "fsck", image.path).stderr
    assert run(built / "fsread", image.path, "cat", "/file").stdout == "f" * 200_000


def test_fsck_refuses_a_commit_that_points_outside(built, image):
    put_commit(image, 5_000_000, b"r" * BLOCK)
    error = run(built / "fsck", "-r", image.path, status=2).stderr
    assert "copy 0 belongs in block 5000000, which is impossible" in error


def test_fsck_refuses_a_commit_of_another_superblock(built, image):
    """Whole and consistent in itself: that of the same file system with a shorter log."""
    shorter = Image(image.path)
    for name in ("log_blocks", "imap_start", "bmap_start", "itable_start", "data_start"):
        shorter.super[name] -= 1
    SUPER.pack_into(shorter.bytes, 0, *shorter.super.values())
    struct.pack_into("<Q", shorter.bytes, SUPER_CHECKSUM,
                     checksum(0, shorter.bytes[:SUPER_CHECKSUM]))
    put_commit(image, 0, shorter.bytes[:BLOCK])
    before = image.path.read_bytes()

    error = run(built / "fsck", "-r", image.path, status=2).stderr
    assert "copy 0 belongs in block 0, and it is not this superblock" in error
    assert image.path.read_bytes() == before
