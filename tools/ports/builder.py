"""Builds a port for Tally or for the host, in a copy of its source, and keeps what it built.

A port's folder is build/ports/NAME:

    work/       the copy of the source
    log         the output of the commands
    root/       the files for the machine
    debug/      the programs with all debug information
    key         a checksum of the recipe, the source and the C library: when it changes, the port is built again
"""

import glob
import hashlib
import os
import re
import shutil
import subprocess

from recipe import Failure, recipes
from source import find_deb, find_source

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.dirname(HERE)
ROOT = os.path.dirname(TOOLS)
INLINED = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else "python3"
WRONG = r"(?m)^.*(?:error: |undefined reference to |undefined symbol: |No such file|\*\*\* |not found).*"


class Port:
    def __init__(self, recipe, out):
        """out: the folder of build.mk's outputs, such as build or build/llvm; None: the host's build."""
        self.recipe, self.out = recipe, out
        self.folder = f"{out}/ports/{recipe.name}" if out else f"build/ports/host/{recipe.name}"
        self.work = os.path.abspath(self.folder + "/work")
        self.cross = ""
        if out:
            with open(out + "/user/tally-cc", encoding="utf-8") as file:
                self.cross = re.search('cross="(.*?)"', file.read())[1]

    def key(self):
        """Changes with all that the build depends on."""
        total = hashlib.sha256(self.recipe.text.encode())
        for folder, _, names in os.walk(self.source.folder):
            for found in map(os.lstat, (os.path.join(folder, name) for name in sorted(names))):
                total.update(f"{folder} {found.st_size} {found.st_mtime_ns}\n".encode())
        for path in sorted(library(self.out)) if self.out else []:
            with open(path, "rb") as file:
                total.update(file.read())
        return total.hexdigest()

    def bring_up_to_date(self):
        """Whether it was built now."""
        self.source = find_source(self.recipe)
        key, stamp = self.key(), self.folder + "/key"
        if os.path.exists(stamp) and open(stamp, encoding="ascii").read() == key:
            return False
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.source.folder, self.work, symlinks=True)
        for name, text in self.recipe.added.items():
            os.makedirs(os.path.dirname(f"{self.work}/{name}"), exist_ok=True)
            with open(f"{self.work}/{name}", "w", encoding="utf-8") as file:
                file.write(text)
        for needed in recipes(self.tools()):
            Port(needed, None).bring_up_to_date()
        self.run_commands()
        self.install()
        with open(stamp, "w", encoding="ascii") as file:
            file.write(key)
        return True

    def tools(self):
        """A port whose build starts the port's own program names itself; the host's build needs no other."""
        return [name for name in self.recipe.tools if self.out or name != self.recipe.name]

    def environment(self):
        env = {name: value for name, value in os.environ.items()
               if name in ("HOME", "PATH", "TMPDIR", "USER")} | {"LC_ALL": "C", "MAKEFLAGS": f"-j{os.cpu_count()}"}
        ports = os.path.abspath(os.path.dirname(self.folder))
        for name in self.tools():
            env["PATH"] = f"{ROOT}/build/ports/host/{name}/root/bin:{env['PATH']}"
        env |= {"PORTS": ports, "TOOLS": ROOT + "/build/ports/host", "CC": "cc", "AR": self.cross + "ar",
                "RANLIB": self.cross + "ranlib", "CONFIGURE": "./configure"}
        if self.recipe.deb:
            env["DEB"] = os.path.abspath(find_deb(self.recipe))
        if self.out:
            machine = subprocess.run(["cc", "-dumpmachine"], stdout=subprocess.PIPE, text=True).stdout.strip()
            env |= {"PATH": f"{env['PATH']}:{TOOLS}", "CC": "tally-cc", "TALLY_BUILD": self.out,
                    "TALLY_SOURCES": f"{self.work}=ports/{self.recipe.name}", "CONFIG_SITE": HERE + "/config.site",
                    "CONFIGURE": f"./configure --host=x86_64-tally-none --build={machine} CC=tally-cc"}
        return env

    def run_commands(self):
        log = self.folder + "/log"
        with open(log, "wb") as file:
            status = subprocess.run(["sh", "-exc", self.recipe.build], cwd=self.work, env=self.environment(),
                                    stdin=subprocess.DEVNULL, stdout=file, stderr=file).returncode
        made = self.recipe.programs + self.recipe.files
        lost = [name for name, _ in made if not os.path.exists(f"{self.work}/{name}")]
        if status != 0 or lost:
            with open(log, encoding="utf-8", errors="replace") as file:
                found = re.search(WRONG, file.read())
            why = found[0].strip() if found else f"no {lost[0]} was made" if lost else f"status {status}"
            raise Failure(f"{self.recipe.name} {self.source.version} does not build: {why} (all messages: {log})")

    def install(self):
        for name in "root/bin", "debug", "inlined":
            os.makedirs(f"{self.folder}/{name}", exist_ok=True)
        programs = [self.folder + "/debug/" + name for _, name in self.recipe.programs]
        for (made, _), program in zip(self.recipe.programs, programs):
            shutil.copy(f"{self.work}/{made}", program)
        if self.out and programs:
            subprocess.run([INLINED, "-B", TOOLS + "/inlined", self.folder + "/inlined", *programs], check=True)
        for program in programs:
            self.install_program(program)
        for made, path in self.recipe.files:
            to = f"{self.folder}/root/{path}"
            os.makedirs(os.path.dirname(to), exist_ok=True)
            copy = shutil.copytree if os.path.isdir(f"{self.work}/{made}") else shutil.copy
            copy(f"{self.work}/{made}", to)

    def install_program(self, program):
        name = os.path.basename(program)
        to = f"{self.folder}/root/bin/{name}"
        if not self.out:
            shutil.copy(program, to)
            return
        keep = ["--strip-debug", "--keep-section=.debug_line", "--keep-section=.debug_line_str"]
        inlined = f".inlined={self.folder}/inlined/{name}"
        objcopy = self.cross + "objcopy"
        subprocess.run([objcopy, *keep, "--add-section", inlined, program, to], check=True)
        strings = self.folder + "/line-strings"
        subprocess.run([objcopy, f"--dump-section=.debug_line_str={strings}", program, strings + ".elf"],
                       stderr=subprocess.DEVNULL)
        if os.path.exists(strings):  # DWARF 4 has none
            with open(strings, encoding="utf-8", errors="replace") as file:
                self.install_sources({word for word in file.read().split("\0") if word})

    def install_sources(self, words):
        """The sources that a program's line table names, where prof --lines looks for them."""
        prefix = "ports/" + self.recipe.name
        for folder in {word for word in words if word == prefix or word.startswith(prefix + "/")}:
            for name in words:
                path = os.path.normpath(f"{self.work}{folder[len(prefix):]}/{name}")
                if path.startswith(self.work) and os.path.isfile(path):
                    to = f"{self.folder}/root/usr/src/{prefix}{path[len(self.work):]}"
                    os.makedirs(os.path.dirname(to), exist_ok=True)
                    shutil.copy(path, to)


def library(out):
    """The files of the C library that a program is built with."""
    made = [f"{out}/user/{name}" for name in ("libc.a", "crt0.o", "gcrt0.o", "tally-cc")]
    headers = glob.glob("user/include/**/*.h", recursive=True) + glob.glob("kernel/include/**/*.h", recursive=True)
    return made + headers + [TOOLS + "/tally-cc"]
