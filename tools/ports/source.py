"""The sources of ports: from PORTS_FROM=DIR, or as the system's apt-get finds them.

apt-get gets a configuration of its own in build/ports/apt.  It names the source packages of the archives that the
machine takes its packages from.  So nothing of the machine changes, and nobody has to be root.  A recipe may name a
release of Debian that has the source if the machine's own has none: apt-get then asks that release of the same archive.
"""

import glob
import os
import re
import shutil
import subprocess

from recipe import Failure

APT = "build/ports/apt"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
SETTINGS = """Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "{0}/parts";
Dir::State::lists "{0}/lists";
Dir::Cache "{0}/cache";
APT::Sandbox::User "";
"""


class Source:
    def __init__(self, folder, version):
        self.folder, self.version = folder, version


def find_source(recipe):
    """The folder with the recipe's source, which nothing writes to."""
    own = os.environ.get("PORTS_FROM")
    return find_in(own, recipe) if own else fetch(recipe)


def find_in(folder, recipe):
    for name in recipe.name, recipe.package:
        found = [path for path in sorted(glob.glob(f"{glob.escape(folder)}/{name}*"))
                 if re.fullmatch("(|-[0-9].*)", os.path.basename(path)[len(name):]) and os.path.isdir(path)]
        if found:
            return Source(found[-1], os.path.basename(found[-1])[len(name) + 1:] or "of a folder")
    raise Failure(f"PORTS_FROM={folder}: has no folder {recipe.package} or {recipe.package}-VERSION; unpack the source "
                  f"of {recipe.name} there")


def fetch(recipe):
    to = f"build/ports/source/{recipe.package}"
    if not glob.glob(to + "/*"):
        if not shutil.which("apt-get"):
            raise Failure(f"{recipe.name}: this system has no apt-get to fetch the source with; unpack it into "
                          f"DIR/{recipe.package} and give PORTS_FROM=DIR")
        archive, version = download(recipe)
        shutil.rmtree(to + ".new", ignore_errors=True)
        os.makedirs(to + ".new")
        if subprocess.run(["tar", "-xf", archive, "-C", to + ".new"]).returncode != 0:
            raise Failure(f"{recipe.name}: {archive} cannot be unpacked; remove it and try again")
        inside = os.listdir(to + ".new")
        os.makedirs(to, exist_ok=True)
        os.rename(f"{to}.new/{inside[0]}" if len(inside) == 1 else to + ".new", f"{to}/{version}")
    folder = glob.glob(to + "/*")[0]
    return Source(folder, os.path.basename(folder))


def find_deb(recipe):
    """The folder with the files of the recipe's package of data, of the machine's release."""
    own = os.environ.get("PORTS_FROM")
    if own and os.path.isdir(f"{own}/{recipe.deb}"):
        return f"{own}/{recipe.deb}"
    to, loads = f"build/ports/debs/{recipe.deb}", f"{APT}/{recipe.deb}"
    if not os.path.isdir(to):
        for folder in loads, to + ".new":
            os.makedirs(folder, exist_ok=True)
        if shutil.which("apt-get"):
            subprocess.run(["apt-get", "download", "-q", recipe.deb], cwd=loads, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
        found = glob.glob(loads + "/*.deb")
        if not found or subprocess.run(["dpkg-deb", "-x", found[0], to + ".new"]).returncode != 0:
            raise Failure(f"{recipe.name}: apt-get cannot fetch the package {recipe.deb}; type `apt-get update' as "
                          f"root and try again, or unpack it into DIR/{recipe.deb} and give PORTS_FROM=DIR")
        os.rename(to + ".new", to)
    return to


def download(recipe):
    """The archive of the program's authors, without Debian's changes, and its version."""
    to = f"{APT}/{recipe.package}"
    os.makedirs(to, exist_ok=True)
    said, archives = fetch_archives(APT, recipe.package, to)
    if not archives and recipe.release:
        configure_release(recipe)
        said, archives = fetch_archives(f"{APT}/{recipe.release}", recipe.package, to)
    if not archives:
        why = next((line[3:] for line in said.splitlines() if line.startswith("E: ")), "it said nothing")
        raise Failure(f"{recipe.name}: apt-get cannot fetch the source ({why}); connect to the network and try again, "
                      f"or unpack it into DIR/{recipe.package} and give PORTS_FROM=DIR")
    archive = min(archives, key=lambda path: ".orig." not in path)
    return archive, re.search(r"_([^_]*?)(\.orig)?\.tar\.\w+$", archive)[1]


def fetch_archives(base, package, folder):
    """apt-get's messages, and the archives that are in the folder then."""
    said = apt(base, "get", ["source", "--download-only", "-q", package], folder).stderr
    found = archives_in(folder)
    for version in [] if found else older_versions(base, package, folder):
        apt(base, "get", ["source", "--download-only", "-q", f"{package}={version}"], folder)
        found = found or archives_in(folder)
    return said, found


def archives_in(folder):
    return [path for path in glob.glob(folder + "/*.tar.*")
            if re.search(r"_[^_]*?(\.orig)?\.tar\.\w+$", path) and ".debian." not in path]


def older_versions(base, package, folder):
    """A mirror may lack the newest version of a package, which has Debian's changes to the same source."""
    shown = apt(base, "cache", ["showsrc", package], folder).stdout
    return sorted(set(re.findall(r"^Version: (.*)$", shown, re.MULTILINE)), reverse=True)


def apt(base, tool, words, folder):
    """Runs apt-get or apt-cache with the configuration in base.  apt-get reads the lists first if there are none."""
    base = os.path.abspath(base)
    env = {**os.environ, "APT_CONFIG": base + "/apt.conf", "LC_ALL": "C"}
    if not glob.glob(base + "/lists/*Sources*"):
        if base == os.path.abspath(APT):
            configure(base, machine_sources())
        subprocess.run(["apt-get", "update", "-q"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return subprocess.run([f"apt-{tool}", *words], env=env, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)


def machine_sources():
    """The machine's lists of archives, by name, with source packages for packages."""
    found = {}
    for path in glob.glob("/etc/apt/sources.list") + glob.glob("/etc/apt/sources.list.d/*"):
        if path.endswith((".list", ".sources")):
            with open(path, encoding="utf-8", errors="replace") as file:
                text = re.sub(r"(?m)^Types:.*", "Types: deb-src", file.read())
            found[os.path.basename(path)] = re.sub(r"(?m)^deb(?=\s)", "deb-src", text)
    return found


def configure_release(recipe):
    """Names the recipe's release of the archive that the machine takes its own release of Debian from."""
    text = "\n\n".join(machine_sources().values())
    archive = re.search(r"(?m)^(?:URIs:|deb-src(?:\s+\[.*?\])?)\s*(\S+/debian/?)(?=\s)", text)
    if not archive or not os.path.exists(KEYRING):
        lacks = "its packages do not come from an archive of Debian" if not archive else f"there is no {KEYRING}"
        raise Failure(f"{recipe.name}: apt-get finds no such source in this system's release, and {lacks}, which "
                      f"Debian's release {recipe.release} needs; unpack it into DIR/{recipe.package} and give PORTS_FROM=DIR")
    line = f"deb-src [signed-by={KEYRING}] {archive[1]} {recipe.release} main\n"
    configure(os.path.abspath(f"{APT}/{recipe.release}"), {"release.list": line})


def configure(base, sources):
    for name in "parts", "lists/partial", "cache/archives/partial":
        os.makedirs(f"{base}/{name}", exist_ok=True)
    for name, text in sources.items():
        with open(f"{base}/parts/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    with open(base + "/apt.conf", "w", encoding="utf-8") as file:
        file.write(SETTINGS.format(base))
