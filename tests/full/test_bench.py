"""make bench prints a row for each work, with the figures of Tally and of Linux, and reports each row that it lacks."""

import contextlib
import os
import platform
import stat
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = ROOT + "/tools", ROOT + "/tools/bench"

import bench  # noqa: E402
import cpio  # noqa: E402
import linux  # noqa: E402
import scaling  # noqa: E402

ALL = {key: 100 + at for at, (key, _) in enumerate(bench.ROWS)}
ON_LINUX = {key: 2 * number for key, number in ALL.items() if key not in bench.TALLY_ONLY}


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """Puts a program in the place of one that linux.py or qemu.py starts."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    def write(name, *lines):
        (tmp_path / name).write_text("\n".join(("#!/bin/sh", *lines)) + "\n")
        (tmp_path / name).chmod(0o755)
        return str(tmp_path / name)
    return write


@pytest.fixture
def measured(monkeypatch):
    """Has bench.main() find these outputs instead of starting machines."""
    def set_up(tally, on_linux):
        def lines(figures):
            return "".join(f"{key}\t{number}\n" for key, number in figures.items())
        monkeypatch.chdir(ROOT)
        monkeypatch.setattr(bench, "run_tally", lambda *_: lines(tally))
        monkeypatch.setattr(linux, "kernel", lambda: ("6.1", "vmlinuz"))
        monkeypatch.setattr(linux, "make_initramfs", lambda *_: "initramfs")
        monkeypatch.setattr(linux, "measure", lambda *_: lines(on_linux) + "names: no space\n")
    return set_up


def test_each_row_has_its_figures_and_their_ratio(measured, capsys):
    measured(ALL, ON_LINUX)
    assert bench.main() == 0
    rows = capsys.readouterr().out.splitlines()[2:-1]
    assert len(rows) == len(bench.ROWS)
    for (key, work), row in zip(bench.ROWS, rows):
        number = ALL[key]
        others = ["-", "-"] if key in bench.TALLY_ONLY else [str(2 * number), "0.50"] * 2
        assert row.startswith(work) and row[len(work):].split() == [str(number), *others]


@pytest.mark.parametrize("system, tally, on_linux", [
    ("Tally", {**ALL, "exec": None}, ON_LINUX), ("Linux max", ALL, {**ON_LINUX, "exec": None})])
def test_a_row_that_a_program_did_not_print_is_reported(measured, capsys, system, tally, on_linux):
    measured(*({key: number for key, number in figures.items() if number} for figures in (tally, on_linux)))
    assert bench.main() == 1
    out, err = capsys.readouterr()
    row = next(line for line in out.splitlines() if line.startswith("fork + exec + exit + wait "))
    assert "failed" in row
    assert f"bench: not measured: {system}: fork + exec + exit + wait\n" in err
    assert "bench: Linux max: names: no space\n" in err  # what the program said


def test_a_system_without_any_row_is_reported_once(measured, capsys):
    measured({}, ON_LINUX)
    assert bench.main() == 1
    assert [line for line in capsys.readouterr().err.splitlines() if "not measured" in line] == [
        "bench: not measured: Tally: any row"]


def test_without_linux_tallys_programs_print_each_row(monkeypatch, capfd):
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("IMAGE", raising=False)

    def kernel():
        raise linux.Missing("apt-cache is not installed")
    monkeypatch.setattr(linux, "kernel", kernel)
    assert bench.main() == 0
    out, err = capfd.readouterr()
    assert [line for line in err.splitlines() if line.startswith("bench: ")] == [
        "bench: no column of Linux: apt-cache is not installed"]
    for work, row in zip((work for _, work in bench.ROWS), out.splitlines()[1:]):
        assert row.startswith(work) and int(row[len(work):]) > 0


@pytest.mark.needs("dpkg-deb")
def test_the_kernel_is_the_one_that_debians_package_depends_on(fake, tmp_path, monkeypatch):
    monkeypatch.setattr(linux, "OUT", str(tmp_path / "out"))
    tree = tmp_path / "tree"
    for path, text in ("boot/vmlinuz-9.8", "kernel"), ("lib/modules/9.8/kernel/drivers/block/brd.ko", "module"):
        (tree / path).parent.mkdir(parents=True)
        (tree / path).write_text(text)
    (tree / "DEBIAN").mkdir()
    fields = ("Package", "a"), ("Version", "9.8-7"), ("Architecture", "all"), ("Maintainer", "a"), ("Description", "a")
    (tree / "DEBIAN/control").write_text("".join(f"{name}: {value}\n" for name, value in fields))
    subprocess.run(["dpkg-deb", "-b", tree, tmp_path / "a.deb"], check=True, capture_output=True)
    fake("apt-cache", "echo '  Depends: linux-image-9.8-cloud-amd64'")
    fake("apt-get", '[ "$1 $2" = "download linux-image-9.8-cloud-amd64" ] || exit',
         f"cp {tmp_path}/a.deb linux-image-9.8-cloud-amd64_9.8-7_amd64.deb")
    version, path = linux.kernel()
    assert (version, linux.content(path)) == ("9.8-7", b"kernel")
    assert linux.content(os.path.dirname(path) + "/brd.ko") == b"module"
    fake("apt-cache", "exit 1")  # it is kept for the next run
    assert linux.kernel() == (version, path)


def test_a_tool_that_fails_is_named(fake, tmp_path, monkeypatch):
    monkeypatch.setattr(linux, "OUT", str(tmp_path / "out"))
    fake("apt-cache", "echo 'E: No packages found' >&2", "exit 100")
    with pytest.raises(linux.Missing) as failure:
        linux.kernel()
    assert str(failure.value) == ("apt-cache depends linux-image-cloud-amd64: E: No packages found; "
                                  "try apt-get update")


def test_linux_runs_in_the_same_qemu_with_the_same_clock(fake, monkeypatch):
    monkeypatch.setenv("QEMU", fake("qemu", 'echo "$@"', "exit 33"))
    words = linux.measure("kernel", "initramfs", "qemu64", ["names", "libc"])
    for part in "-cpu qemu64", "-icount shift=0,sleep=off", "-smp 1", "-initrd initramfs", "-- names libc":
        assert part in words
    monkeypatch.setenv("QEMU", fake("qemu", "echo oops", "exit 1"))
    assert linux.measure("kernel", "initramfs", "max", []) == "oops\n\nLinux ended with QEMU's status 1\n"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="a cross compiler has no glibc")
def test_each_program_builds_for_linux(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(linux, "FLAGS", (*linux.FLAGS, "-Wall", "-Wextra", "-Werror"))
    with contextlib.suppress(FileExistsError):
        os.mkdir(linux.OUT)
    for source in "init", "work/scaling", *(f"work/{name}" for name in bench.PROGRAMS):
        assert linux.program(f"tools/bench/{source}.c", str(tmp_path / "program")).startswith(b"\x7fELF")


def test_each_number_of_cpus_has_its_column(monkeypatch, capsys):
    def run_tally(command, cpus, is_exact):
        assert command == f"scaling {cpus}" or command == "scaling 1" and not is_exact
        return "".join(f"{key}\t{cpus}\t{cpus + 10}\n" for key, _ in scaling.ROWS if is_exact or (key, cpus) != lost)
    lost = None
    assert scaling.main(run_tally, lambda _: None) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("a page fault")]
    assert rows == [["a", "page", "fault", *numbers] for numbers in (["1", "2", "4", "8"], ["12", "12", "14", "18"])]
    lost = "fault", 4
    assert scaling.main(run_tally, lambda _: None) == 1
    assert "a page fault                               12       12   failed       18\n" in capsys.readouterr().out


def test_an_archive_names_each_file_with_its_bytes():
    text = cpio.archive({"init": b"12345", "bin/a": b""})
    found = {}
    while text:
        fields = [int(text[at:at + 8], 16) for at in range(6, 110, 8)]
        assert text[:6] == b"070701"
        name_end = 110 + fields[11]
        start = (name_end + 3) // 4 * 4
        name = text[110:name_end - 1].decode()
        found[name] = stat.filemode(fields[1]), text[start:start + fields[6]]
        text = text[(start + fields[6] + 3) // 4 * 4:]
    assert found["init"] == ("-rwxr-xr-x", b"12345") and found["bin/a"] == ("-rwxr-xr-x", b"")
    assert found["dev/console"][0] == "crw-------" and found["tmp"][0] == "drwxr-xr-x"
    assert list(found)[-1] == "TRAILER!!!"
