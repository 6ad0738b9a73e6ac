"""The runner: the parts of tools/run, each with one job.

    main.py          the words of the command line, the signals, a Failure's line
    settings.py      the settings and their checks
    signals.py       what a signal does
    build.py         the built files, and make
    disk.py          the machine's disk
    machine.py       boots the machine and waits for its end
    output.py        what the machine prints
    source_lines.py  source lines for addresses
    verdict.py       how the machine ended
    command.py       make run, make kprofile
    profile.py       make profile
    flame.py         make flame
    exact.py         the exact counts in the page of make flame DET=1
    demo.py          make demo
    interactive.py   make qemu, make qemu-gdb
    terminal.py      the terminal of make qemu

make rewind is in tools/rewind, and make count in tools/ruler.  Both use these parts, as do the grader, tools/fuzz and
some tests.  tools/qemu.py knows QEMU.
"""

import sys


def tool(folder, name):
    """Imports a module from tools/FOLDER."""
    import importlib

    sys.path.insert(0, "tools/" + folder)
    return importlib.import_module(name)
