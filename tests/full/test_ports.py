"""tools/ports builds a program of others for Tally and for the host, and sees where the two differ."""

import fcntl
import os
import shutil
import subprocess
import sys

import pytest

RECIPE = """about: greets
build: $CC -o greet greet.c
programs: greet
data: whom
job:
    greet <whom
    greet <more
file more:
    you
    all
"""
SOURCE = """#include <stdio.h>
int main(void)
{
    char name[80];
    while (fgets(name, sizeof(name), stdin))
        printf("hello %s", name);
#ifdef WRONG
    puts("here");
#endif
    return 0;
}
"""


@pytest.fixture
def port(root, tmp_path):
    """Runs the tool on the recipe in tmp_path; returns its status and its output.  Its folder in build/ has one user
    at a time."""
    lock = open(f"{root}/build/ports-greet.lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    (tmp_path / "greet-1.5").mkdir()
    (tmp_path / "greet-1.5/greet.c").write_text(SOURCE)
    (tmp_path / "greet-1.5/whom").write_text("world\n")
    (tmp_path / "greet").write_text(RECIPE)

    def run(*words):
        env = {name: value for name, value in os.environ.items() if name != "IMAGE"}
        done = subprocess.run([root + "/tools/ports/port", *(words or ("test", tmp_path / "greet"))],
                              env={**env, "PORTS_FROM": str(tmp_path)}, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr
    yield run
    for folder in "build/ports/greet", "build/ports/host/greet", "build/ports/said/greet":
        shutil.rmtree(f"{root}/{folder}", ignore_errors=True)
    lock.close()


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_port_is_compared_with_the_hosts_build(port, tmp_path):
    assert port() == (0, "greet 1.5: equal\n")
    edit(tmp_path / "greet-1.5/greet.c", "WRONG", "__tally__")
    status, said = port()
    assert status == 1 and "line 2 of what it prints differs" in said


def test_a_port_that_does_not_build_names_what_is_missing(port, tmp_path):
    edit(tmp_path / "greet-1.5/greet.c", "puts(", "beckon(")
    edit(tmp_path / "greet-1.5/greet.c", "WRONG", "__tally__")
    status, said = port()
    assert status == 1 and "undefined reference to `beckon'" in said
    edit(tmp_path / "greet", "about", "missing: beckon\nabout")
    assert port()[0] == 0  # the recipe says so


def test_mistakes_are_named(port, tmp_path):
    status, said = port("test", "nosuchport")
    assert status == 1 and "nosuchport: there is no such port; there are: " in said and " lua5.4 " in said
    shutil.rmtree(tmp_path / "greet-1.5")
    status, said = port()
    assert status == 0 and "has no folder greet" in said
    edit(tmp_path / "greet", "data:", "date:")
    status, said = port()
    assert status == 1 and "date: a recipe has no such line" in said


def test_a_recipe_adds_files_to_the_source(port, tmp_path):
    edit(tmp_path / "greet-1.5/greet.c", "puts(", "#include \"ours/say.h\"\n    (")
    edit(tmp_path / "greet-1.5/greet.c", "WRONG", "__STDC__")
    edit(tmp_path / "greet", "data:", "source ours/say.h:\n    puts\ndata:")
    assert port() == (0, "greet 1.5: equal\n")


def test_a_package_of_data_is_unpacked(port, tmp_path):
    (tmp_path / "words").mkdir()
    (tmp_path / "words/list").write_text("there\n")
    edit(tmp_path / "greet", "build: ", "deb: words\nbuild: cp $DEB/list list; ")
    edit(tmp_path / "greet", "programs: greet", "programs: greet\nfiles: list=list")
    edit(tmp_path / "greet", "greet <more", "greet=$(command -v greet); greet <${greet%/bin/greet}/list")
    assert port() == (0, "greet 1.5: equal\n")


def test_another_release_is_asked_for_a_source(root, tmp_path):
    """Runs source.py in an empty folder, with programs that stand for apt-get and apt-cache."""
    archive = "tar -cf greet_1.5.orig.tar -C /etc hostname && gzip greet_1.5.orig.tar"
    for name, action in ("apt-cache", ":"), ("apt-get", f'[ "$1" != source ] || {{ {archive}; }}'):
        (tmp_path / name).write_text(f"""#!/bin/sh
            case $APT_CONFIG in
            */apt/sid/apt.conf) {action} ;;
            *) echo 'E: Unable to find a source package' >&2 ;;
            esac
            """)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "greet").write_text("about: greets\nrelease: sid\n")
    code = f"import sys; sys.path[:0] = [{root + '/tools/ports'!r}]; import recipe, source\n"
    code += "source.machine_sources = lambda: {'main.list': 'deb-src http://archive.test/debian stable main\\n'}\n"
    code += f"source.KEYRING = {str(tmp_path / 'greet')!r}\n"
    code += "print(source.fetch(recipe.Recipe('greet')).version)"
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run([sys.executable, "-B", "-c", code], env=env, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "1.5\n", done.stderr
    line = (tmp_path / "build/ports/apt/sid/parts/release.list").read_text()
    assert line == f"deb-src [signed-by={tmp_path}/greet] http://archive.test/debian sid main\n"


def test_a_port_is_in_the_machine_and_is_profiled_with_its_sources(port, tmp_path, root):
    edit(tmp_path / "greet-1.5/greet.c", "    char name", "    for (volatile int i = 0; i < 10000000; i++)\n        ;\n    char name")
    (tmp_path / "extra").mkdir()
    (tmp_path / "extra/mine").write_text("me\n")
    env = {name: value for name, value in os.environ.items() if name != "IMAGE"}
    words = [f"PORTS={tmp_path}/greet", f"PORTS_FROM={tmp_path}", f"EXTRA={tmp_path}/extra", "DET=1",
             "CMD=prof --lines greet </mine 2>&1"]
    done = subprocess.run([root + "/tools/run", "run", *words], env=env, capture_output=True, text=True)
    assert "hello me\n" in done.stdout and "for (volatile int i = 0" in done.stdout, done.stdout + done.stderr
