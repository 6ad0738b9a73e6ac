"""doc/posix.md says which names of POSIX.1-2017 the C library has, and the library defines what its headers declare."""

import os
import pathlib
import re
import subprocess


def test_the_page_is_what_the_tool_writes(root, build, tmp_path):
    env = {**os.environ, "TALLY_BUILD": os.path.relpath(build, root)}
    done = subprocess.run([root + "/tools/posix", tmp_path / "posix.md"], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    made, kept = (tmp_path / "posix.md").read_text(), pathlib.Path(root, "doc/posix.md").read_text()
    assert made == kept, "type: tools/posix"
    assert "- `unistd.h`, " in made and "`assert.h`, " in made  # it compared something


def test_a_header_declares_only_functions_that_the_library_defines(root, build, tmp_path):
    """gcc lists what is declared: `/* unistd.h:85:NC */ extern pid_t fork (void);`."""
    folder, cross = pathlib.Path(root, "user/include"), os.environ["CROSS"]
    lines = [f"#include <{path.relative_to(folder)}>\n" for path in sorted(folder.rglob("*.h"))]
    (tmp_path / "all.c").write_text("".join(lines))
    own = subprocess.run([cross + "gcc", "-print-file-name=include"], capture_output=True, text=True).stdout.strip()
    subprocess.run([cross + "gcc", "-w", "-fsyntax-only", "-nostdinc", f"-I{folder}", f"-I{root}/kernel/include",
                    "-isystem", own, "-aux-info", tmp_path / "list", tmp_path / "all.c"], check=True)
    declared = set(re.findall(r"\*/ extern .*?(\w+) \((?!\*)", (tmp_path / "list").read_text()))
    names = subprocess.run([cross + "nm", "-P", f"{build}/user/libc.a"], check=True, capture_output=True, text=True)
    assert len(declared) > 900
    assert not declared - set(re.findall(r"^(\w+) [TW] ", names.stdout, re.M))


def test_a_word_that_is_no_file_is_refused(root, tmp_path):
    done = subprocess.run([root + "/tools/posix", "--help"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "usage: tools/posix [FILE]\n")
    assert os.listdir(tmp_path) == []
