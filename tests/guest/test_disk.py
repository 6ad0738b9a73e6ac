"""What the disk holds after the machine has ended: by poweroff, by a power cut, when it was full,
when many processes used it at once; and disks without a file system."""

import re
import struct

import pytest
from disk import Disk


@pytest.fixture
def disk(root, build, tmp_path):
    return Disk(root, build, tmp_path)


def commits(path):
    """How many there were: the sequence number in the log's header, which is block 1."""
    with open(path, "rb") as image:
        image.seek(4096)
        return struct.unpack("<QQ", image.read(16))[1]


def test_a_second_boot_sees_what_the_first_left(disk):
    disk.copy_image()
    disk.run("mkdir /mine; seq 100000 >/mine/file; ln /mine/file /hard; ln -s mine /soft; "
             "rm /bin/tail")
    disk.blocks_used()  # poweroff has synced
    out = disk.run("wc -c /soft/file; rm /mine/file; tail -n 1 /hard; ls /bin/tail || wc -l /hard")
    assert out == "588895 /soft/file\n100000 /hard\n"
    disk.fsck()
    assert disk.cat("/hard") == "".join(f"{i}\n" for i in range(1, 100001))


@pytest.mark.parametrize("generation", [1, 4, 9])
def test_what_was_synced_survives_a_power_cut(disk, generation):
    disk.copy_image()
    disk.run_until("/t/disk_synced 1000", b"synced %d\n" % generation)
    disk.fsck()
    for n in range(1, generation + 1):
        for i in range(5):
            assert disk.cat(f"/synced/{n}-{i}") == chr(ord("a") + n % 26) * (n % 40 + i) * 1024
    again = "rm -r /synced /unsynced; ls /; /t/disk_synced 1"
    assert "synced 1\n" in disk.run(again), "the machine works on"
    disk.fsck()


def test_what_was_stored_to_a_mapped_file_is_on_the_disk(disk):
    """After msync, sync or fsync although the power fails, and after poweroff."""
    disk.copy_image()
    disk.run_until("/t/disk_mapped", b"synced\n")
    disk.fsck()
    for name in "msync fsync sync".split():
        assert disk.cat(f"/tmp/{name}") == f"stored before {name}\n"
    disk.run("/t/disk_mapped off")
    disk.fsck()
    assert disk.cat("/tmp/off") == "stored before off\n"


def test_what_was_not_synced_is_on_the_disk_soon(disk, monkeypatch):
    """With DET=1 the disk has no time of its own; the last loop keeps the machine's from jumping ahead."""
    monkeypatch.setenv("DET", "1")
    disk.copy_image()
    disk.run_until("echo now >/soon; sleep 0.06; echo late; while :; do :; done", b"late\n")
    disk.fsck()
    assert disk.cat("/soon") == "now\n"


@pytest.mark.parametrize("what", ["wait", "wait write"])
def test_what_was_not_synced_is_on_the_disk_soon_beside_many_that_are_busy(disk, monkeypatch, what):
    monkeypatch.setenv("DET", "1")
    disk.copy_image()
    disk.run_until("/t/disk_busy " + what, b"late\n")
    disk.fsck()
    assert disk.cat("/soon") == "now\n"


def test_sync_tells_of_what_is_not_on_the_disk(disk):
    """The first block of the log after its header cannot be written."""
    disk.copy_image()
    fails = ",".join(["file.driver=blkdebug", "file.image.driver=file", f"file.image.filename={disk.path}", "format=raw",
                      "file.inject-error.0.event=pwritev", "file.inject-error.0.errno=5", f"file.inject-error.0.sector={2 * 8}"])
    qemu = disk.start("echo text >/file; sync 2>&1; echo $?", drive=fails)
    assert qemu.communicate()[0] == b"sync: not all is on the disk: Input/output error\n1\n"
    assert qemu.returncode == 33  # off, and 35 would be a panic (tools/qemu.py)


def test_a_change_after_a_sync_is_not_committed_at_once(disk, monkeypatch):
    """Three commits a round are those of sync; a fourth would be the flusher's, of an echo b."""
    monkeypatch.setenv("DET", "1")
    disk.copy_image()
    before = commits(disk.path)
    disk.run("for i in $(seq 30); do echo a >/f; sync; "
             "for k in 1 2; do echo b >/f; sleep 0.001; echo c >/f; sync; done; done")
    assert commits(disk.path) - before in range(90, 110)


def test_a_power_cut_while_many_work_leaves_a_whole_disk(disk):
    disk.copy_image()
    disk.run_until("/t/disk_parallel & x=$!; for i in 1 2 3; do sync; echo $i; done; wait", b"3\n")
    disk.fsck()


def test_many_at_once_leave_a_whole_disk(disk, monkeypatch):
    monkeypatch.setenv("CPUS", "4")
    disk.copy_image()
    disk.run("/t/disk_parallel && /t/dir_rename_parallel && /t/file_append && /t/dir_list")
    assert disk.blocks_used() > 0


@pytest.mark.parametrize("room,inodes", [(6 << 20, 300), (1 << 20, 200)])
def test_a_full_disk_is_whole_and_gives_all_back(disk, room, inodes):
    disk.make_tight(room, inodes)
    before = disk.blocks_used()
    disk.run("/t/disk_full && /t/disk_names && rm -r /full /many")
    assert disk.blocks_used() == before


def test_a_disk_that_stays_full_is_whole_and_boots(disk):
    disk.make_tight(2 << 20, 100)
    out = disk.run("seq 500000 >/big; echo $?; sync; wc -c /big >/small; echo $?")
    assert out.startswith("1\n")
    disk.fsck()
    assert disk.run("rm /big; echo fits >/small; cat /small") == "fits\n"
    disk.fsck()


SUPER = struct.Struct("<Q10I")  # struct fs_super and struct fs_inode, of abi/fs.h
INODE = struct.Struct("<IIQQII22III")


def test_a_block_with_two_owners_does_no_harm(disk, monkeypatch):
    """A program writes block pointers while the kernel follows them."""
    monkeypatch.setenv("CPUS", "4")
    disk.copy_image()
    disk.run("/t/disk_two_owners")
    with open(disk.path, "r+b") as file:
        _, _, _, _, ninodes, *_, itable, _ = SUPER.unpack(file.read(SUPER.size))
        table = itable * 4096
        file.seek(table)
        inodes = [list(INODE.unpack(file.read(INODE.size))) for _ in range(ninodes)]
        by_size = {inode[2]: number for number, inode in enumerate(inodes)}
        a, b = by_size[(22 + 1024) * 4096 + 777], by_size[5555]
        inodes[b][6] = inodes[a][-1]  # a direct block; the double indirect block
        file.seek(table + b * INODE.size)
        file.write(INODE.pack(*inodes[b]))
    disk.run("/t/disk_two_owners")
    with open(disk.log, encoding="utf-8") as log:
        assert "which is not a data block; read-only from now on" in log.read()


def test_a_directory_that_cannot_be_read_whole_is_told(disk):
    disk.copy_image()
    disk.run("mkdir /half; cd /half; for i in $(seq 100); do : >$i; done")
    with open(disk.path, "r+b") as file:
        words = SUPER.unpack(file.read(SUPER.size))
        file.seek(words[-1] * 4096)
        entry = re.search(rb"(?s)(....)half\0", file.read())
        inode = words[-2] * 4096 + int.from_bytes(entry[1], "little") * INODE.size
        file.seek(inode)
        values = list(INODE.unpack(file.read(INODE.size)))
        values[7] = 1  # the second direct block; where the log is
        file.seek(inode)
        file.write(INODE.pack(*values))
    assert disk.run("leaks tee /new </dev/null 2>&1; ls /half 2>&1 >/dev/null; ls /half 2>/dev/null | wc -l") == \
        "leaks: /half: Input/output error\nls: /half: Input/output error\n64\n"


def test_no_name_on_a_damaged_disk_leads_elsewhere(disk):
    disk.copy_image()
    disk.run("mkdir /a; mkdir /a/b /a/c; : >/a/b/toreplace; mkdir /a/c/otherrepl")
    with open(disk.path, "r+b") as file:
        data = file.read()
        assert data.count(b"toreplace\0") >= 1 <= data.count(b"otherrepl\0")
        file.seek(0)
        file.write(data.replace(b"toreplace\0", b"../../bin\0").replace(b"otherrepl\0", b"/\0\0\0\0\0\0\0\0\0"))
    said = disk.run("rm -r /a/b 2>&1; ls -R /a/c 2>&1; ls /bin/true")
    assert "Input/output error" in said and said.endswith("\n/bin/true\n"), said


def test_a_damaged_disk_is_read_only_from_the_first_damage_on(disk):
    disk.copy_image()
    disk.run("mkdir /a; : >/a/toreplace")
    with open(disk.path, "r+b") as file:
        data = file.read()
        file.seek(0)
        file.write(data.replace(b"toreplace\0", b"../../bin\0"))
    said = disk.run("echo 1 >/before; ls /a 2>&1; ls /a 2>&1; touch /after 2>&1; cat /before")
    assert said == "ls: /a: Input/output error\n" * 2 + "touch: /after: Read-only file system\n1\n"
    with open(disk.log, encoding="utf-8") as log:
        assert log.read().count("fs: the disk is damaged: directory ") == 1
    assert disk.run("cat /before; ls /after 2>&1; true") == "1\nls: /after: No such file or directory\n"


# --- disks without a file system ---------------------------------------------------------------


def empty(data):
    return b""


def small(data):
    return data[:3000]


def truncated(data):
    return data[:len(data) // 2]


def zeros(data):
    return bytes(1 << 20)


def noise(data):
    return b"".join(struct.pack("<Q", i * 0x9E3779B97F4A7C15 % 2**64) for i in range(1 << 15))


def newer(data):
    return data[:8] + b"\2" + data[9:]


def flipped(at):
    return lambda data: data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1:]


@pytest.mark.parametrize("damage,message", [
    (empty, "it is empty"),
    (small, "it is empty"),
    (truncated, "smaller than the file system on it; the image was cut"),
    (zeros, "it holds no Tally file system"),
    (noise, "it holds no Tally file system"),
    (newer, "of a version that this kernel does not know"),
    (flipped(3), "it holds no Tally file system"),
    (flipped(13), "of a version that this kernel does not know"),
    (flipped(16), "its superblock is damaged (wrong checksum)"),
    (flipped(44), "its superblock is damaged (wrong checksum)"),
    (flipped(55), "its superblock is damaged (wrong checksum)"),
])
def test_a_bad_image_is_named(disk, machine, tmp_path, damage, message):
    (tmp_path / "tree").mkdir()
    disk.tool("mkfs", "-s", "2M", disk.path, f"{tmp_path}/tree")
    with open(disk.path, "rb") as file:
        data = file.read()
    with open(disk.path, "wb") as file:
        file.write(damage(data))
    result = machine.run("echo lives", image=disk.path)
    assert result.status == 1, result
    assert result.stdout == ""
    assert re.search(rf"^fs: cannot mount .*: .*{re.escape(message)}$", result.stderr, re.M), result


def test_a_bad_image_is_named_without_virtio_too(disk, machine):
    with open(disk.path, "wb") as file:
        file.write(bytes(1 << 20))
    result = machine.run("echo lives", image=disk.path, det=1)
    assert result.status == 1, result
    assert "it holds no Tally file system" in result.stderr


def test_an_image_without_programs_is_named(disk, machine, tmp_path):
    (tmp_path / "tree").mkdir()
    disk.tool("mkfs", "-s", "2M", disk.path, f"{tmp_path}/tree")
    result = machine.run("echo lives", image=disk.path)
    assert result.status not in (0, 124, 125), result
    assert "/bin/init" in result.stderr


def test_no_image_is_said(machine, tmp_path):
    result = machine.run("true", image=tmp_path / "none")
    assert result.status == 126
    assert "none: No such file or directory" in result.stderr
