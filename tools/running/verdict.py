"""How a machine ended: the status of its command, or a Failure that says why there is none.

qemu.py tells in which of its ways the machine ended.  This prints what a user needs to find the mistake: where a
machine was that hung or reset itself, and a panic's source lines.
"""

import re

import qemu
from running.output import ANSWER, end_of
from running.settings import HANG, NO_START, PANIC, Failure, say, setting, switch
from running.source_lines import by_source_lines, places_of, say_places

TYPED = "Control-\\ was typed"  # why a run was stopped
RESET = ("the machine reset itself (a triple fault): the CPU could not begin to handle an exception, as it does by "
         "way of\nthe IDT, the GDT, the TSS, the page tables and the stack; one of them is broken")


def where_it_was(build, places):
    return ("the kernel does not answer an NMI: the boot has no IDT and APIC yet, or they are broken\n" +
            places_of(build, places))


def reset():
    more = "" if switch("DEBUG") or setting("KERNEL") else "; DEBUG=1 explains most such mistakes better"
    return Failure(RESET + more, PANIC)


def panicked(build, text):
    say_places(build, text)
    printed = "; what it printed stands above" if "panic: " in text else ", and could not print why"
    return Failure("the kernel panicked" + printed, PANIC)


def hung(build, files, ports, why, places):
    """Prints what ran in the machine that was stopped."""
    files[0].copy(last=True)
    text = files[1].rest().decode("utf-8", "replace").rstrip("\n")
    if text:
        say(text)
    if ANSWER in end_of(ports[0]):
        say_places(build, end_of(ports[0]))
    elif ANSWER not in end_of(ports[1]):
        say(where_it_was(build, places).rstrip("\n"))
    if re.search(r"kernel/core/spin\.c:\d+: (take|spin_lock)$", text, re.M) and not switch("DEBUG"):
        say("run: a CPU waits for a spin lock; DEBUG=1 tells who holds it, and where that was taken")
    more = " (TIMEOUT=SECONDS allows more, TIMEOUT=0 any time)" if why != TYPED else ""
    return Failure(f"{why}, so the machine was stopped; what it printed stands above{more}", HANG)


def has_panicked(ending, status, text):
    """If QEMU crashed as it cleaned up, its status is lost, and the text says whether the kernel had panicked."""
    return ending == qemu.PANIC or ending == qemu.OFF and status < 0 and "panic: " in text


def verdict(build, files, ports, ending, status, places):
    """The status of the command, or a Failure."""
    if ending == qemu.OFF and files[1].status is not None:
        return files[1].status
    texts = by_source_lines(build, end_of(ports[1])), end_of(ports[0])  # early in the boot: at the first port
    panic = next((text for text in texts if "panic: " in text), "")
    if has_panicked(ending, status, panic):
        raise panicked(build, panic)
    if ending == qemu.RESET:
        for file in files:
            file.copy(last=True)
        if places:
            say(places_of(build, places, says_fault=True).rstrip("\n"))
        raise reset()
    if ending == qemu.OFF:
        raise Failure("the machine went off without saying why", PANIC)
    if ending == qemu.STOPPED:
        raise Failure("somebody ended QEMU, and the machine with it", PANIC)
    if ending == qemu.CRASH:
        raise Failure(f"QEMU itself ended by {qemu.crash_text(status)}, and the machine with it; "
                      "if nobody sent it, what ran last found a mistake of QEMU: see doc/qemu.md", PANIC)
    raise Failure(f"QEMU ended with status {status} and ran nothing", NO_START)
