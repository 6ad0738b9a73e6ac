"""make setup on machines that lack things: a PATH of stand-ins says what is there."""

import json
import os
import re
import shutil
import subprocess

import pytest

TOOLS = "sh sed sort head tr grep find env cat echo printf".split()
PROGRAMS = {
    "make": "", "gcc": "echo x86_64-linux-gnu", "cc": "", "ld": "", "objcopy": "", "nm": "",
    "gprof": "", "gdb": "", "qemu-system-x86_64": "echo QEMU emulator version 7.2.22",
    "clang-format": "", "clang-tidy": "", "python3": "", "id": "echo 0", "uname": "echo x86_64",
    "apt-get": 'echo "apt-get $*"', "frama-c": "", "why3": "", "cvc4": "",
}


@pytest.fixture
def setup(root, tmp_path):
    def run(*what, without=(), **changed):
        for name in TOOLS:
            os.symlink(shutil.which(name), tmp_path / name)
        for name, text in {**PROGRAMS, **changed}.items():
            name = "qemu-system-x86_64" if name == "qemu" else name
            if name not in without:
                (tmp_path / name).write_text("#!/bin/sh\n" + text + "\n")
                (tmp_path / name).chmod(0o755)
        done = subprocess.run([shutil.which("sh"), "tools/setup", *what], cwd=root,
                              env={"PATH": str(tmp_path)}, capture_output=True, text=True)
        done.said = done.stdout + done.stderr
        return done
    return run


def test_nothing_is_done_when_all_is_there(setup):
    done = setup()
    assert (done.returncode, done.said) == (0, "setup: everything is here\n")


def test_debian_installs_what_is_missing_and_no_more(setup):
    done = setup(without=["qemu-system-x86_64", "gprof"])
    assert "install -y --no-install-recommends binutils qemu-system-x86\n" in done.said
    assert done.returncode == 1  # the stand-in installed nothing
    assert "still missing" in done.said


@pytest.mark.parametrize("tool", ["clang-format", "clang-tidy"])
def test_what_make_lint_runs_is_installed(setup, tool):
    done = setup(without=[tool])
    assert f"install -y --no-install-recommends {tool}\n" in done.said


@pytest.mark.parametrize("system,package", [
    ({"dnf": ""}, "clang-tools-extra"),
    ({"pacman": ""}, " clang "),
    ({"uname": "echo Darwin"}, " llvm "),
    ({}, "clang-format, clang-tidy"),
], ids=["fedora", "arch", "macos", "unknown"])
def test_other_systems_are_told_the_package_of_clang_tidy(setup, system, package):
    assert package in setup(without=["apt-get", "clang-tidy"], **system).said


def test_without_root_sudo_is_used(setup):
    done = setup(without=["gdb"], id="echo 1000", sudo='echo "sudo $*"')
    assert "sudo env DEBIAN_FRONTEND=noninteractive apt-get install" in done.said


def test_without_root_and_sudo_the_command_is_told(setup):
    done = setup(without=["gdb"], id="echo 1000")
    assert done.returncode == 1
    assert "there is no sudo" in done.said


@pytest.mark.parametrize("system,command", [
    ({"dnf": ""}, "sudo dnf install "),
    ({"pacman": ""}, "sudo pacman -S --needed "),
    ({"uname": "echo Darwin"}, "brew install "),
], ids=["fedora", "arch", "macos"])
def test_other_systems_are_told_the_command(setup, system, command):
    done = setup(without=["apt-get", "qemu-system-x86_64"], **system)
    assert done.returncode == 1
    assert command in done.said


@pytest.mark.parametrize("version,fine", [("5.2.0", False), ("6.2.0", True), ("10.0.1", True)])
def test_an_old_qemu_is_refused(setup, version, fine):
    done = setup(qemu=f"echo QEMU emulator version {version}")
    assert (done.returncode == 0) == fine
    assert ("is too old" in done.said) != fine


def test_what_proves_is_installed_only_when_asked_for(setup):
    assert setup(without=["frama-c", "why3", "cvc4"]).said == "setup: everything is here\n"


def test_what_proves_is_installed_and_no_more(setup):
    done = setup("prove", without=["frama-c", "cvc4", "gdb"])
    assert "install -y --no-install-recommends frama-c-base cvc4\n" in done.said
    assert done.returncode == 1  # the stand-in installed nothing
    assert "still missing" in done.said


def test_nothing_is_done_when_all_that_proves_is_there(setup):
    done = setup("prove", without=["gdb"])
    assert (done.returncode, done.said) == (0, "setup: everything for make prove is here\n")


@pytest.mark.parametrize("system,command", [
    ({"dnf": ""}, "sudo dnf install frama-c"),
    ({"uname": "echo Darwin"}, "opam install frama-c"),
], ids=["fedora", "macos"])
def test_other_systems_are_told_the_command_for_what_proves(setup, system, command):
    done = setup("prove", without=["apt-get", "frama-c"], **system)
    assert done.returncode == 1
    assert command in done.said


def test_the_container_is_installed_by_what_is_in_the_tree(root):
    with open(f"{root}/.devcontainer/devcontainer.json", encoding="utf-8") as file:
        build = json.load(file)["build"]
    with open(f"{root}/.devcontainer/{build['dockerfile']}", encoding="utf-8") as file:
        text = file.read()
    source, target = re.search(r"^COPY (\S+) (\S+)$", text, re.MULTILINE).groups()
    assert os.path.isfile(os.path.join(root, ".devcontainer", build["context"], source))
    assert f"RUN sh {target}{os.path.basename(source)} " in text
