"""What surrounds a make test is not part of it."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest


def collected(root, *names):
    return subprocess.run([sys.executable, "-B", "-m", "pytest", "-p", "no:cacheprovider", "--rootdir=.", "-q",
                           "--collect-only", *names], cwd=root, capture_output=True, text=True)


@pytest.mark.needs("git")
def test_git_in_a_test_knows_neither_its_callers_repository_nor_the_users_settings(root, tmp_path):
    """As in git rebase --exec 'make test'."""
    callers, own = tmp_path / "callers", tmp_path / "own"
    own.mkdir()
    (tmp_path / ".gitconfig").write_text("[commit]\n    gpgsign = true\n")
    env = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    env.update(HOME=str(tmp_path), GIT_DIR=str(callers), GIT_INDEX_FILE=str(callers / "index"))
    commit = "git init -q && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m own"
    done = subprocess.run([sys.executable, "-B", "-c", "import sys; sys.path.insert(0, sys.argv[1]); import conftest; "
                           "sys.exit(conftest.os.system(sys.argv[2]) != 0)", f"{root}/tests", commit], cwd=own, env=env,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (own / ".git").is_dir() and not callers.exists()


@pytest.mark.needs("git")
def test_a_clone_of_git_for_windows_has_the_lines_of_the_tree(root, tmp_path):
    """core.autocrlf, which it sets, gives text files another end of line."""
    made, git = tmp_path / "made", ["git", "-c", "core.autocrlf=true", "-c", "user.name=a", "-c", "user.email=a@b"]
    (made / "tools").mkdir(parents=True)
    names = ".gitattributes", "tools/setup", "tools/align"
    for name in names:
        shutil.copy(f"{root}/{name}", made / name)
    for words in ["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x"], ["clone", "-q", ".", tmp_path / "clone"]:
        subprocess.run([*git, *words], cwd=made, check=True, stdin=subprocess.DEVNULL)
    for name in names:
        assert (tmp_path / "clone" / name).read_bytes() == pathlib.Path(root, name).read_bytes(), name


def test_pytest_takes_no_settings_from_a_folder_above_the_tree(root, tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --of-another-project\n")
    tests = tmp_path / "tally/tests"
    (tests / "host").mkdir(parents=True)
    for path in [*pathlib.Path(root, "tests").glob("[a-z]*.*"), pathlib.Path(__file__)]:
        shutil.copy(path, tests / ("host" if path.samefile(__file__) else ""))
    done = collected(tests.parent, "tests")
    assert done.returncode == 0 and "::test_pytest_takes_no_settings" in done.stdout, done


@pytest.mark.parametrize("name", ["tests/host/libc/string.c", "tests/check.h"])
def test_a_file_that_is_no_test_is_told_and_not_passed_over(name, root):
    done = collected(root, "tests/host/region.c", name)
    assert done.returncode == 4 and f"{name} is no test by itself" in done.stderr, done


@pytest.mark.parametrize("name", ["tests/host/test_words.py::test_none_such", "tests/host/region.c::none_such"])
def test_a_name_that_no_test_of_the_file_has_is_told_by_workers_too(name, root):
    done = collected(root, "-n", "1", "tests/host/region.c::region", name)
    assert done.returncode == 4 and f"ERROR: {name}: the file has no test of that name" in done.stderr, done


@pytest.mark.parametrize("line,said", [
    ("det=1 cpu=4", "cpu=4 is no word of a machine: line"), ("det=1 kargs=hz=100 fail", "fail is no word"),
    ("det=1 leaves=0", "leaves=0 is no word"), ("args=A det=1 args=B", "args= stands in the machine: line more than"),
    ("// machine: det=1\n", "its machine: line must be /* machine: ... */ in C"),
    ("/* A test.\n * machine: det=1 */\n", "its machine: line must be ")])
def test_a_word_that_says_nothing_of_a_machine_is_told(root, tmp_path, line, said):
    """And not passed over, as with it the test would be of another machine."""
    (tmp_path / "guest").mkdir()
    (tmp_path / "guest/typed.c").write_text(line if "machine:" in line else f"/* machine: {line} */\n")
    shutil.copy(pathlib.Path(root, "tests/conftest.py"), tmp_path)
    done = collected(tmp_path, "guest/typed.c")
    assert done.returncode == 4 and f"typed.c: {said}" in done.stderr, done


def test_a_test_whose_tool_is_missing_is_not_run_and_told(root, tmp_path):
    shutil.copy(pathlib.Path(root, "tests/conftest.py"), tmp_path)
    (tmp_path / "test_it.py").write_text(
        "import pytest\nfrom conftest import need\n@pytest.mark.needs('sh', 'no-such-tool')\n"
        "def test_one():\n    assert False\ndef test_two():\n    need('no-such-tool')\n    assert False\n"
        "@pytest.mark.needs('sh')\ndef test_three():\n    need('sh')\n")
    words = "-B -m pytest -p no:cacheprovider --basetemp=own -q -n 1 test_it.py".split()  # removes no folder of others
    done = subprocess.run([sys.executable, *words], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "1 passed, 2 skipped" in done.stdout, done
    assert "tests that were not run: 2 need no-such-tool; to install: sh tools/setup\n" in done.stdout


def test_files_that_are_only_run_by_name_can_be(root):
    names = ["tests/host/region.c"]
    names += [str(path.relative_to(root)) for path in pathlib.Path(root).glob("tests/*/with_*.py")]
    done = collected(root, *names)
    assert done.returncode == 0 and all(f"{name}::" in done.stdout for name in names), done
