"""The shell's language: each script of shell_cases has the output and the status that dash gives it on the host."""

import pathlib
import re
import subprocess

import pytest

CASES = re.split(r"^--- (.*)\n", (pathlib.Path(__file__).parent / "shell_cases").read_text(), flags=re.M)[1:]
MARK = "--- case"


def dash(script, folder):
    """The output and the status of dash, which is also the sh that the script starts."""
    (folder / "bin").mkdir(parents=True)
    (folder / "bin/sh").symlink_to("/usr/bin/dash")
    (folder / "work").mkdir()
    env = {"PATH": f"{folder}/bin:/usr/bin:/bin", "HOME": "/root"}
    done = subprocess.run([folder / "bin/sh", "-c", script], cwd=folder / "work", env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=60)
    return done.stdout, done.returncode


# Cuts the file into scripts, in the machine: the boot line has no room for them.
DRIVER = """while IFS= read -r line; do case $line in '--- '*) n=$((n+1)); : >/tmp/$n ;; *) test "$n" &&
printf '%s\\n' "$line" >>/tmp/$n ;; esac; done </t/shell_cases; export HOME=/root; i=0;
while test $((i+=1)) -le $n; do mkdir /tmp/d$i; cd /tmp/d$i; sh -c "$(cat /tmp/$i)" 2>/dev/null </dev/null;
echo '--- case' $?; done""".replace("\n", " ")


def tally(machine):
    """The same for each case, from one boot."""
    done = machine.run(DRIVER)
    assert done.status == 0, done
    parts = re.split(rf"{MARK} (\d+)\n", done.stdout.replace("\r", ""))
    return list(zip(parts[::2], map(int, parts[1::2])))


@pytest.mark.needs("dash")
def test_scripts_give_what_dash_gives(machine, tmp_path):
    names, scripts = CASES[::2], CASES[1::2]
    expected = [dash(script.rstrip("\n"), tmp_path / str(i)) for i, script in enumerate(scripts)]
    given = tally(machine)
    assert len(given) == len(names) >= 68
    wrong = [f"{name}\n{ours} instead of\n{theirs}" for name, ours, theirs in zip(names, given, expected)
             if ours != theirs]
    assert not wrong, "\n\n".join(wrong)
