"""A fault of the host: each of the course's tools says it in one line, with what helps, and leaves nothing behind."""

import os
import shutil
import subprocess
import sys
import tempfile

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/course"))

import sandbox  # noqa: E402

USER = 12345  # any but root
TOOLS = {"handout": "2 NEW", "grade": "--lab 2 README.md", "class": "grade doc --lab 2 --out NEW", "matrix": "2"}
START = """
import runpy, sys
sys.path.insert(0, "tools/course")
import sandbox, tempfile
sandbox.PATH = sys.argv[2]
tempfile.tempdir = sys.argv[3] or None
sys.argv = sys.argv[4:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.fixture
def programs(tmp_path):
    """A folder with all that the sandbox needs; its bwrap ends at once."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in sandbox.TOOLS + sandbox.GRADING:
        (folder / name).symlink_to(shutil.which(name, path=sandbox.PATH) or "/bin/false")
    (folder / "bwrap").unlink()
    (folder / "bwrap").write_text("#!/bin/sh\necho bwrap: no namespace >&2\nexit 1\n")
    (folder / "bwrap").chmod(0o755)
    return folder


def run(tool, new, path, temporary=""):
    words = TOOLS[tool].replace("NEW", str(new)).split()
    return subprocess.run([sys.executable, "-B", "-c", START, tool, path, temporary, "tools/" + tool, *words], cwd=ROOT,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)


def is_one_line(done, tool, said):
    return (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1) and \
        done.stderr.startswith(tool + ": ") and said in done.stderr


@pytest.mark.parametrize("tool", TOOLS)
def test_a_bubblewrap_that_makes_no_namespace_is_one_line(tool, programs, tmp_path):
    done = run(tool, tmp_path / "new", str(programs))
    assert is_one_line(done, tool, "the sandbox was not made: bwrap: no namespace; "), done
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("name", ["bwrap", "git", "gcc", "qemu-system-x86_64"])
def test_a_program_that_is_missing_is_one_line(tool, name, programs, tmp_path):
    (programs / name).unlink()
    done = run(tool, tmp_path / "new", str(programs))
    assert is_one_line(done, tool, f"{name}: not installed in "), done
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("tool", TOOLS)
def test_a_folder_for_temporary_files_that_cannot_be_used_is_one_line(tool, programs, tmp_path):
    done = run(tool, tmp_path / "new", str(programs), str(tmp_path / "none"))
    assert is_one_line(done, tool, str(tmp_path / "none")), done
    assert not (tmp_path / "new").exists()


def test_a_disk_without_room_is_the_sandboxs_trouble(tmp_path, monkeypatch):
    monkeypatch.setattr(sandbox, "HOST_RESERVE", 1 << 60)
    monkeypatch.setattr(sandbox, "PERIOD", 1000)  # nobody looks while it runs
    with pytest.raises(sandbox.Trouble, match="the disk has less than"):
        sandbox.run(["true"], work=tempfile.mkdtemp(dir=tmp_path))


@pytest.mark.parametrize("when", ["before its output is read", "after its output is read", "at any time"])
def test_a_bubblewrap_that_ended_already_is_the_sandboxs_trouble(programs, tmp_path, monkeypatch, when):
    """The kernel tells the status of an ended process once."""
    loop = sandbox.Watch.loop

    def wait(watch):
        os.waitid(os.P_PID, watch.process.pid, os.WEXITED | os.WNOWAIT)

    def loop_and_wait(watch):
        if when.startswith("before"):
            wait(watch)
        loop(watch)
        if when.startswith("after"):
            wait(watch)

    monkeypatch.setattr(sandbox, "PATH", str(programs))
    monkeypatch.setattr(sandbox.Watch, "loop", loop_and_wait)
    for _ in range(20):
        with pytest.raises(sandbox.Trouble, match="bwrap: no namespace"):
            sandbox.run(["true"], work=tempfile.mkdtemp(dir=tmp_path))


@pytest.mark.parametrize("name,value,advice", [
    ("kernel/apparmor_restrict_unprivileged_userns", "1", "kernel.apparmor_restrict_unprivileged_userns=0"),
    ("kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone=1"),
    ("user/max_user_namespaces", "0", "user.max_user_namespaces=10000"),
    ("none", "", "--privileged"),
])
def test_the_setting_that_forbids_namespaces_is_named_with_one_that_allows_them(name, value, advice, monkeypatch):
    settings = {"kernel/apparmor_restrict_unprivileged_userns": "0", "kernel/unprivileged_userns_clone": "1",
                "user/max_user_namespaces": "96365", name: value}
    monkeypatch.setattr(sandbox, "read_proc", lambda _, asked: settings[asked] + "\n")
    assert advice in sandbox.hint()


FORBID = """
echo 0 >/proc/sys/user/max_user_namespaces || exit
echo forbidden
exec setpriv --ambient-caps=-all --inh-caps=-all /usr/bin/python3 -B -c 'import sandbox; sandbox.need()'
"""


def test_it_is_the_same_where_there_are_no_namespaces():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        for name in "sandbox", "seccomp", "lab":
            shutil.copy(os.path.join(ROOT, f"tools/course/{name}.py"), folder)
        user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if os.geteuid() == 0 else []
        done = subprocess.run([*user, "unshare", "--user", "--map-current-user", "--keep-caps", "sh", "-c", FORBID],
                              cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.stdout != "forbidden\n":
        pytest.skip("no namespace can be made in which to forbid them: " + done.stderr.strip())
    last = done.stderr.splitlines()[-1]
    assert last.startswith("sandbox.Trouble: the sandbox was not made: ")
    assert last.endswith("; as root: sysctl -w user.max_user_namespaces=10000")
