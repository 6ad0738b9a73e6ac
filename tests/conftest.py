"""Makes pytest items of the tests that are not Python, and gives Python tests a machine.

    tests/guest/NAME.c    a program, run in a machine of its own: status 0 is a pass
    tests/guest/NAME.sh   a script for the machine's shell, the same
    tests/guest/manuals/MANUAL/NAME.c    as tests/guest/NAME.c: doc/adding-a-test.md
    tests/guest/manuals/rules            a program for each of its rows
    tests/host/NAME.c     a program for the host, which SANITIZE=1 compiles with sanitizers
    test_*.py             pytest as usual

One comment line in a file says what is special about it:

    /* machine: det=1 cpus=4 mem=64M kargs=WORD args=WORD timeout=SECONDS expect_status=139 */
    /* sources: kernel/dev/line.c */        (host: what else is linked into it; a file without
                                            this line is part of some test_*.py)

A test that starts a tool that not every machine has is marked, @pytest.mark.needs("TOOL"), or calls
need("TOOL"): where the tool is missing the test is not run, and the end of `make test` says so.

`make test` builds everything first; nothing here does.
"""

import collections
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def setting(name, default="0"):
    """As make and tools/run take it: an empty one is not given."""
    return os.environ.get(name) or default


# The prefix of the tools for x86-64, which build.mk takes; tests compile their own programs with it.
os.environ["CROSS"] = setting("CROSS", "") or subprocess.run(
    ["sh", os.path.join(ROOT, "tools/cross")], stdout=subprocess.PIPE, text=True).stdout.strip()
os.environ.setdefault("GDB", next(filter(shutil.which, ("x86_64-elf-gdb", "gdb-multiarch")), "gdb"))
BUILD = os.path.join(ROOT, "build" if setting("LLVM") == "0" else "build/llvm")
if setting("O", "-O2") != "-O2":
    BUILD = os.path.join(BUILD, setting("O").lstrip("-"))
if setting("PROFILE") != "0":
    BUILD = os.path.join(BUILD, "profile")
TEST_SECONDS = 900
SETTINGS = "CMD KARGS CPUS MEM DET STEP SHIFT TIMEOUT OUT EXTRA DISK".split()

# Whatever boots for a test, by make or not, boots the image with the test programs, and builds nothing.
DEBUG = setting("DEBUG") != "0"
os.environ["KERNEL"] = os.path.join(BUILD, "debug" if DEBUG else "", "kernel.elf")
HOST = os.path.join(BUILD, "host" if setting("SANITIZE") == "0" else "asan")
os.environ["IMAGE"] = os.path.join(BUILD, "test.img")
os.environ["REWIND"] = "0"  # the last run is a person's
# A machine that runs longer than this hangs: many times the seconds that any test needs, also on a busy host.
TIMEOUT = os.environ["TIMEOUT"] = "300"
for word in "T", "LAB":  # they say what make is to test, and not what the tools are to do
    os.environ.pop(word, None)
# A hook's git, or git rebase --exec, says which repository is meant: tests that make their own would commit to it.
# Nor are a person's settings meant for those, such as to sign commits.  What stays is for a copy of the tree
# (tools/patching.py).
for word in [word for word in os.environ if word.startswith("GIT_") and word != "GIT_CEILING_DIRECTORIES"]:
    del os.environ[word]
os.environ.update(GIT_CONFIG_GLOBAL=os.path.join(ROOT, "tests/gitconfig"), GIT_CONFIG_NOSYSTEM="1")


# The words of tools/setup that install them; a lab's starter has it, and not make setup-course.
TIERS = {**dict.fromkeys(("bwrap", "parallel", "git"), " course"),
         **dict.fromkeys(("clang-format-19", "clang-tidy-19", "clang", "tcc", "chromium", "chromedriver",
                          "callgrind_annotate"), " full")}


def need(*tools):
    """Ends a test that needs one that is not installed, as not run."""
    for tool in tools:
        if not shutil.which(tool):
            pytest.skip(f"not installed: {tool}")


@pytest.hookimpl(optionalhook=True)  # pytest without xdist does not know it
def pytest_xdist_auto_num_workers():
    """One more than there are CPUs: a test waits now and then, for a machine's end or for its terminal."""
    return len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    need(*(tool for mark in item.iter_markers("needs") for tool in mark.args))


def pytest_terminal_summary(terminalreporter):
    reasons = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    counts = collections.Counter(re.findall(r"not installed: ([\w.+-]+)", "\n".join(reasons)))
    if counts:
        needs = ", ".join(f"{count} need{'s' * (count == 1)} {tool}" for tool, count in counts.most_common())
        goals = ", ".join(sorted({f"sh tools/setup{TIERS.get(tool, '')}" for tool in counts}))
        terminalreporter.write_line(f"tests that were not run: {needs}; to install: {goals}")


class Result:
    """What a command left: .status, and .stdout and .stderr as text."""

    def __init__(self, status, stdout, stderr):
        self.status = status
        self.stdout = stdout.decode("utf-8", "replace")
        self.stderr = stderr.decode("utf-8", "replace")

    def __str__(self):
        return f"status {self.status}\n--- stdout\n{self.stdout}--- stderr\n{self.stderr}"


class Machine:
    """Boots Tally for one command, from the image with the test programs."""

    requests = None  # the socket of what runs tools/run

    def run(self, cmd, **settings):
        """settings: those of make run, in small letters (det=1, cpus=4, out=DIR, extra=DIR ...)."""
        env = {name: value for name, value in os.environ.items() if name not in SETTINGS}
        if "extra" in settings:
            del env["IMAGE"]
        # Two CPUs, so that what can go wrong in parallel does (tools/soak takes others).
        env.update(CMD=cmd, CPUS=env.get("TEST_CPUS", "2"), MEM=env.get("TEST_MEM", ""), TIMEOUT=TIMEOUT)
        env.update({name.upper(): str(value) for name, value in settings.items()})
        return self.runner(os.fsencode("\0".join(f"{name}={value}" for name, value in env.items())))

    def runner(self, environment):
        """Has tests/runner.py, which the first run of a worker starts, do what tools/run does."""
        if not self.requests:
            self.requests, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            here = os.path.dirname(os.path.abspath(__file__))
            subprocess.Popen([sys.executable, "-BIS", here + "/runner.py"], stdin=its, cwd=ROOT)
            its.close()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            ours, theirs = os.pipe()
            socket.send_fds(self.requests, [environment], [out.fileno(), err.fileno(), theirs])
            os.close(theirs)
            with open(ours, "rb") as file:
                status = file.read()
            out.seek(0)
            err.seek(0)
            return Result(status[0] if status else "none", out.read(), err.read())


MACHINE = Machine()


@pytest.fixture(scope="session")
def machine():
    return MACHINE


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def build():
    return BUILD


@pytest.fixture(scope="session")
def host():
    """Where the programs of the host's tests are."""
    return HOST


@pytest.fixture
def lint():
    """What a goal of build.mk's Style prints and its status."""
    # Without the flags of the make that runs the tests; its variables are in the environment.
    env = {name: value for name, value in os.environ.items() if "MAKEFLAGS" not in name}

    def run(goal, **changed):
        make = [shutil.which("gmake") or "make", "-s", f"-j{os.cpu_count()}", "-f", "build.mk", goal]
        return subprocess.run(make, cwd=ROOT, env={**env, **changed}, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
    return run


class Failed(Exception):
    """A verdict that needs no Python traceback."""


class ProgramItem(pytest.Item):
    """A test that is a program: its exit status is the verdict."""

    def __init__(self, *, words, **kwargs):
        super().__init__(**kwargs)
        self.words = words

    def repr_failure(self, excinfo, *args, **kwargs):
        if excinfo.errisinstance(Failed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *args, **kwargs)

    def reportinfo(self):
        return self.path, 0, self.name


class GuestItem(ProgramItem):
    def runtest(self):
        settings = dict(word.split("=", 1) for word in self.words)
        want = int(settings.pop("expect_status", 0))
        args = settings.pop("args", "")
        folder = "/t" if self.path.parent.name == "guest" else f"/t/{self.path.parent.name}"
        command = f"sh {folder}/{self.path.name}" if self.path.suffix == ".sh" \
            else f"{folder}/{self.name}"
        if not settings.pop("leaves", False):
            command = f"leaks {command}"
        result = MACHINE.run(f"{command} {args}".strip(), **settings)
        if result.status != want:
            raise Failed(f"{command}: want status {want}, got {result}")


class HostItem(ProgramItem):
    def runtest(self):
        program = os.path.join(HOST, "bin", self.path.stem)
        try:
            done = subprocess.run([program], cwd=ROOT, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=600)
        except FileNotFoundError:
            raise Failed(f"run: {program} is missing; type: make host-tests")
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{program}: run: no end after {error.timeout} seconds")
        result = Result(done.returncode, done.stdout, done.stderr)
        if result.status != 0:
            raise Failed(f"{program}: {result}")


MACHINE_WORDS = "det cpus mem shift kargs args timeout expect_status leaves".split()


def tests_in(path):
    """The tests that are programs: {name: words of its comment line}."""
    if path.name == "rules":
        rows = re.findall(r"^(\w+) *\|(.*?)\|", path.read_text(encoding="utf-8"), re.MULTILINE)
        return {name: checked(path, words.split()) for name, words in rows}
    words = words_of(path)
    return {} if words is None else {path.stem: words}


def words_of(path):
    """Those of the comment line of a test that is a program; None: the file is none."""
    on_host = path.parent.name == "host"
    if path.suffix not in (".c", ".sh") or not (on_host or path.parent.name == "guest" or
                                                path.parent.parent.name == "manuals"):
        return None
    key = "sources" if on_host else "machine"
    text = path.read_text(encoding="utf-8")
    found = re.search(r"^(?:/\*|#) *" + key + r": (.*?) *(?:\*/)?$", text, re.MULTILINE)
    if re.search(r"^\s*(?://|\*) *" + key + ":", text, re.MULTILINE):
        raise pytest.UsageError(f"{path}: its {key}: line must be /* {key}: ... */ in C, # {key}: ... in a script")
    if not found:
        return None if on_host else []
    words = found.group(1).split()
    return words if on_host else checked(path, words)


def checked(path, words):
    names = [word.partition("=")[0] for word in words]
    for word, name in zip(words, names):
        if name not in MACHINE_WORDS or "=" not in word or (name == "leaves" and word != "leaves=1"):
            raise pytest.UsageError(f"{path}: {word} is no word of a machine: line: "
                                    f"{' '.join(name + '=...' for name in MACHINE_WORDS)}")
        if names.count(name) > 1:
            raise pytest.UsageError(f"{path}: {name}= stands in the machine: line more than once")
    return words


class ProgramFile(pytest.File):
    def collect(self):
        kind = HostItem if self.path.parent.name == "host" else GuestItem
        for name, words in self.tests.items():
            yield kind.from_parent(self, name=name, words=words)


def pytest_collect_file(parent, file_path):
    tests = tests_in(file_path)
    if not tests:
        return None
    file = ProgramFile.from_parent(parent, path=file_path)
    file.tests = tests
    return file


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    """A test that waits for what never comes fails, and tells where: nobody is there to see that a run stands still.
    Its seconds are many times what the slowest needs; those of tests/full have as many as they want."""
    def late(*_):
        raise Failed(f"{item.nodeid}: no end after {TEST_SECONDS} seconds")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(0 if item.path.parent.name == "full" else TEST_SECONDS)
    yield
    signal.alarm(0)


def names_without_test(args):
    """Those of FILE::NAME."""
    done = subprocess.run([sys.executable, "-B", "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist",
                           "--rootdir=.", "-q", "--collect-only", *args], capture_output=True, text=True)
    return re.findall("^ERROR: not found: (.*)$", done.stderr, re.MULTILINE)


def pytest_configure(config):
    """What pytest is asked for and would pass over in silence is an error: a file; and a name, if it has workers."""
    config.addinivalue_line("markers", "needs(tool, ...): programs without which the test is not run")
    for path in [pathlib.Path(word.partition("::")[0]) for word in config.args]:
        if path.is_file() and path.suffix != ".py" and not tests_in(path.absolute()):
            raise pytest.UsageError(f"{path} is no test by itself: doc/adding-a-test.md says what is; if it is a part "
                                    f"of one, type: make test T=tests/host/test_NAME.py")
    named = [word for word in config.args if "::" in word]
    if named and getattr(config.option, "numprocesses", None):
        for word in names_without_test(named):
            raise pytest.UsageError(f"{os.path.relpath(word, ROOT)}: the file has no test of that name")
