"""make setup on machines that lack things: a PATH of stand-ins says what is there."""

import json
import os
import re
import shutil
import subprocess

import pytest

TOOLS = "sh sed sort head grep env cat echo printf chmod".split()
PROGRAMS = {
    "make": "", "gcc": "echo x86_64-linux-gnu", "cc": "", "ld": "", "objcopy": "", "nm": "",
    "gprof": "", "gdb": "", "qemu-system-x86_64": "echo QEMU emulator version 7.2.22",
    "python3": "", "id": "echo 0", "uname": "echo x86_64",
    "clang-format-19": "", "clang-tidy-19": "", "clang": "", "ld.lld": "", "tcc": "", "debootstrap": "",
    "chromium": "", "chromedriver": "", "callgrind_annotate": "",
    "frama-c": "", "why3": "", "cvc4": "",
    "apt-get": 'echo "apt-get $*"', "apt-cache": 'echo "  Candidate: 1.0"',
}
ALL_IS_THERE = "setup: everything for make qemu and make test is here\n"


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
    assert (done.returncode, done.said) == (0, ALL_IS_THERE)


def test_debian_installs_what_is_missing_and_no_more(setup):
    done = setup(without=["qemu-system-x86_64", "gprof"])
    assert "apt-get update\napt-get install -y --no-install-recommends binutils qemu-system-x86\n" in done.said
    assert done.returncode == 1  # the stand-in installed nothing
    assert "still missing" in done.said


TIERS = {"full": ("clang-format-19", "clang-format-19"), "prove": ("frama-c", "frama-c-base")}


@pytest.mark.parametrize("tier", TIERS)
def test_what_a_tier_needs_is_installed_and_no_more(setup, tier):
    tool, package = TIERS[tier]
    done = setup(tier, without=[tool, "gdb"])
    assert f"install -y --no-install-recommends {package}\n" in done.said


def test_what_a_tier_needs_is_installed_only_when_it_is_asked_for(setup):
    done = setup(without=["clang-format-19", "clang-tidy-19", "clang", "ld.lld", "tcc", "chromium", "chromedriver",
                          "callgrind_annotate", "debootstrap", "frama-c"])
    assert done.said == ALL_IS_THERE


@pytest.mark.parametrize("tier", TIERS)
def test_nothing_is_done_when_all_of_a_tier_is_there(setup, tier):
    done = setup(tier, without=["gdb"])
    what = {"full": "make test-full", "prove": "make prove"}[tier]
    assert (done.returncode, done.said) == (0, f"setup: everything for {what} is here\n")


def none_of(package):
    return f'case $2 in {package}) echo "  Candidate: (none)";; unknown);; *) echo "  Candidate: 1.0";; esac'


@pytest.mark.parametrize("what,tools,package,use,status", [
    ([], ["gdb", "gprof"], "gdb", "make rewind and make qemu-gdb", 0),
    ([], ["qemu-system-x86_64", "gprof"], "qemu-system-x86", "everything", 1),
    (["prove"], ["frama-c", "why3"], "frama-c-base", "make prove", 1),
], ids=["useful", "vital", "prove"])
def test_a_package_that_the_system_lacks_is_a_line_and_the_others_are_installed(setup, tmp_path, what, tools, package,
                                                                                use, status):
    """The stand-in for apt-get installs the programs of the other packages."""
    others = {"gprof": "binutils", "why3": "why3"}
    install = f'case $1 in install) shift 3; echo "$@"; for i in {" ".join(others)}; do echo >{tmp_path}/$i; ' \
              f'chmod +x {tmp_path}/$i; done;; esac'
    done = setup(*what, without=tools, **{"apt-get": install, "apt-cache": none_of(package)})
    assert f"setup: this system has no package {package}; without it this does not work: {use}\n" in done.said
    assert f"{others[tools[1]]}\n" in done.said and "still missing" not in done.said
    assert done.returncode == status, done.said


def test_lists_that_cannot_be_had_are_told_with_the_command_that_does_without(setup):
    done = setup(without=["gdb"], **{"apt-get": "exit 100"})
    command = "apt-get install -y --no-install-recommends gdb\n"
    assert done.returncode == 1
    assert done.said == f"setup: apt-get update failed; to install without it, as root, type: {command}"


def test_a_computer_of_another_kind_gets_the_cross_tools(setup):
    done = setup(without=["gcc"], uname='[ "$1" = -m ] && echo aarch64 || echo Linux')
    assert "binutils-x86-64-linux-gnu" in done.said and "gcc-x86-64-linux-gnu" in done.said
    assert "gdb-multiarch" in done.said


def test_without_root_sudo_is_used(setup):
    done = setup(without=["gdb"], id="echo 1000", sudo='echo "sudo $*"')
    assert "sudo apt-get update\nsudo env DEBIAN_FRONTEND=noninteractive apt-get install" in done.said


def test_without_root_and_sudo_the_command_is_told(setup):
    done = setup(without=["gdb"], id="echo 1000")
    assert done.returncode == 1
    command = "apt-get update && apt-get install -y --no-install-recommends gdb\n"
    assert f"there is no sudo; as root, type: {command}" in done.said


@pytest.mark.parametrize("system,command", [
    ({"dnf": ""}, "sudo dnf install "),
    ({"dnf": "", "uname": "echo aarch64"}, " gcc-x86_64-linux-gnu "),
    ({"pacman": ""}, "sudo pacman -S --needed "),
    ({"zypper": ""}, "sudo zypper install "),
    ({"uname": "echo Darwin"}, "brew install "),
    ({"nix-shell": ""}, "nix-shell -p "),
    ({}, "(unknown system)"),
], ids=["fedora", "fedora-arm64", "arch", "suse", "macos", "nix", "unknown"])
def test_other_systems_are_told_the_command(setup, system, command):
    done = setup(without=["apt-get", "qemu-system-x86_64"], **system)
    assert done.returncode == 1
    assert command in done.said


@pytest.mark.parametrize("version,fine", [("5.2.0", False), ("6.2.0", True), ("10.0.1", True)])
def test_an_old_qemu_is_refused(setup, version, fine):
    done = setup(qemu=f"echo QEMU emulator version {version}")
    assert (done.returncode == 0) == fine
    assert ("is too old" in done.said) != fine


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
