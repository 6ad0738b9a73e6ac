"""The ruler's plugins ask each QEMU for a version of the plugin interface that it has, and refuse one that they do
not know: there a function may have another meaning, and the counts would be wrong."""

import os
import subprocess

import pytest

PLUGINS = ["ruler", "kernel_ruler", "cover", "witness"]
HOST = """
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static long qemu[3];
void *qmp_query_version(void **error)
{
    static void *version[] = {qemu, NULL};
    return version;
}
int main(int argc, char **argv)
{
    struct { const char *target; int oldest, newest; } info = {"x86_64", 0, atoi(argv[4])};
    qemu[0] = atoi(argv[2]);
    qemu[1] = atoi(argv[3]);
    void *plugin = dlopen(argv[1], RTLD_NOW);
    if (!plugin)
        return printf("%s\\n", dlerror()), 1;
    printf("%d\\n", *(int *)dlsym(plugin, "qemu_plugin_version"));
    fflush(stdout);
    int (*install)(unsigned long, void *, int, char **);
    *(void **)&install = dlsym(plugin, "qemu_plugin_install");
    return install(1, &info, 0, NULL);
}
"""


@pytest.fixture
def load(build, tmp_path):
    """Has a program that looks like a QEMU load a plugin; the version it is asked for, and stderr."""

    def load(plugin, qemu, interface):
        path = f"{build}/{plugin}.so"
        nm = subprocess.run(["nm", "-D", path], capture_output=True, text=True, check=True)
        needed = [words[-1] for words in map(str.split, nm.stdout.splitlines()) if words[0] == "U"]
        stubs = "".join(f"void {name}(void) {{}}\n" for name in needed if name.startswith("qemu_"))
        (tmp_path / "host.c").write_text(HOST + stubs)
        subprocess.run([os.environ.get("HOSTCC", "gcc"), "-rdynamic", "-o", tmp_path / "host", tmp_path / "host.c", "-ldl"],
                       check=True)
        done = subprocess.run([tmp_path / "host", path, *map(str, qemu), str(interface)],
                              capture_output=True, text=True)
        assert done.returncode == 126, done
        return int(done.stdout), done.stderr
    return load


@pytest.mark.parametrize("plugin", PLUGINS)
def test_an_interface_that_is_too_new_is_refused(load, plugin):
    lines = load(plugin, (99, 0), 99)[1].splitlines()
    assert len(lines) == 1 and "too new" in lines[0] and "99" in lines[0] and "QEMU=FILE" in lines[0]


@pytest.mark.parametrize("qemu, interface", [((6, 0), 1), ((8, 2), 1), ((9, 0), 2), ((10, 0), 4), ((11, 0), 6),
                                             ((11, 1), 7)])
def test_each_qemu_is_asked_for_what_it_has(load, qemu, interface):
    asked, stderr = load("cover", qemu, interface)
    assert asked == interface and "must be given" in stderr  # the arguments are read next
