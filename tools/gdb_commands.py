"""Commands of gdb for Tally; tools/gdbinit reads this file.

    tally-ps                      all threads: state, CPU, what they wait for
    tally-locks                   who holds which lock, since where, and who waits for it
    tally-bt TID                  where a thread is, in the kernel and in its program
    tally-program NAME            the symbols and source lines of a program
    tally-break NAME:FUNCTION     a breakpoint that stops only processes which run that program

They read the machine's memory only, so they may be used at any stop, in a replay too.  The calls
are found by frame pointers, as the kernel itself finds them: gdb's own `backtrace` knows nothing of
a thread that no CPU runs.  A program's memory is read through its process's page tables.
"""

import os
import re
import subprocess

import gdb

PHYS_BASE = 0xFFFF800000000000  # mm/page.h
KERNEL = 1 << 63
PAGE_ADDRESS = 0x000FFFFFFFFFF000  # in an entry of a page table
PUSH_RBP, RET, MOV_RSP_RBP = b"\x55", b"\xc3", b"\x48\x89\xe5"
DEPTH_MAX = 64


# --- the kernel's objects ----------------------------------------------------------------------


def value(expression):
    return gdb.parse_and_eval(expression)


def each(head, type_name, member):
    """The objects on a list of the kernel's (core/list.h)."""
    type_ = gdb.lookup_type(type_name)
    offset = next(field.bitpos // 8 for field in type_.fields() if field.name == member)
    link = head["next"]
    while int(link) != int(head.address):
        yield gdb.Value(int(link) - offset).cast(type_.pointer()).dereference()
        link = link["next"]


def text(chars):
    return chars.string(errors="replace")


def cpus():
    return [value(f"cpu_table[{id}]") for id in range(int(value("cpu_count")))]


def threads():
    """All but idle ones that do not run."""
    idle = [cpu["current"].dereference() for cpu in cpus()
            if cpu["current"] and text(cpu["current"]["name"]).startswith("idle ")]
    return idle + list(each(value("thread_list"), "struct thread", "all_link"))


def cpu_of(thread):
    """The CPU that runs the thread, or None."""
    return next((cpu for cpu in cpus() if int(cpu["current"]) == int(thread.address)), None)


def title(thread):
    process = f"process {int(thread['process']['pid'])}, " if thread["process"] else ""
    return f"thread {int(thread['tid'])} ({text(thread['name'])}), {process}{state(thread)}"


def state(thread):
    cpu = cpu_of(thread)
    if cpu is not None:
        return f"runs on CPU {int(cpu['id'])}"
    name = str(thread["state"]).removeprefix("THREAD_").lower()
    if name != "sleeping":
        return name
    if not thread["wants"]:
        return f"sleeps for '{text(thread['guard']['name'])}'"
    owner = thread["wants"]["owner"]
    of = f" of thread {int(owner['tid'])} ({text(owner['name'])})" if owner else ""
    return f"sleeps for the mutex '{text(thread['guard']['name'])}'{of}"


# --- memory ------------------------------------------------------------------------------------


def load(address, nbytes):
    return bytes(gdb.selected_inferior().read_memory(address, nbytes))


def word(data):
    return int.from_bytes(data, "little")


class Memory:
    """A process's memory, by its page tables; the kernel's is the same in all."""

    def __init__(self, thread):
        self.root = int(thread["space"]["root"]) if thread["space"] else 0

    def load(self, address, nbytes):
        """None if it is not there, or beyond the end of a page."""
        if address >= KERNEL:
            return load(address, nbytes)
        if not self.root or address % 4096 + nbytes > 4096:
            return None
        table = self.root
        for shift in 39, 30, 21, 12:
            entry = word(load(PHYS_BASE + (table & PAGE_ADDRESS) + (address >> shift & 511) * 8, 8))
            if not entry & 1:
                return None
            table = entry
        return load(PHYS_BASE + (table & PAGE_ADDRESS) + address % 4096, nbytes)


# --- who called whom ---------------------------------------------------------------------------


def callers(memory, fp, limit):
    """The return addresses of the frames from fp on, as long as they lie in the kernel or not."""
    for _ in range(DEPTH_MAX):
        data = memory.load(fp, 16) if fp and fp % 8 == 0 and (fp >= KERNEL) == limit else None
        if data is None or not word(data[8:]) or (word(data[8:]) >= KERNEL) != limit:
            return
        yield word(data[8:]) - 1  # inside the call
        fp = word(data[:8])


def user_places(memory, pc, sp, fp):
    yield pc
    code = memory.load(pc, 3) or b""
    bare = sp if code[:1] in (PUSH_RBP, RET) else sp + 8 if code == MOV_RSP_RBP else 0
    data = memory.load(bare, 8) if bare else None
    if data:
        yield word(data) - 1
    yield from callers(memory, fp, False)


def print_places(file, places):
    """By the source lines of a file with symbols; what is inlined has a line of its own."""
    places = list(places)
    if not file:
        for place in places:
            print(f"  {place:#x}")
        return
    tool = "x86_64-linux-gnu-addr2line" if os.uname().machine != "x86_64" else "addr2line"
    lines = subprocess.run([tool, "-fi", "-e", file, *map(hex, places)], stdin=subprocess.DEVNULL,
                           capture_output=True, text=True).stdout.splitlines()
    for name, line in zip(lines[::2], lines[1::2]):
        print(f"  {re.sub(r'^/.*?/(?=(kernel|user|tests)/)| [(]discriminator [0-9]+[)]', '', line)}: {name}")


def kernel_file():
    return gdb.lookup_static_symbol("idle_table").symtab.objfile.filename


def program_file(name):
    """The file with the symbols of a program, beside the kernel that runs; or None."""
    build = os.path.dirname(kernel_file())
    places = [f"{folder}/{of}/debug/{name}" for folder in (build, os.path.dirname(build))
              for of in ("user", "tests")]
    return next((place for place in places if os.path.exists(place)), None)


def program_of(thread):
    """The name of the program that its process runs, or None."""
    program = thread["process"]["program"] if thread["process"] else 0
    if not program:
        return None
    path = program["path"].address.cast(gdb.lookup_type("char").pointer())  # its array has no length
    return text(path).rpartition("/")[2]


class Registers:
    """Of a CPU; gdb counts them as threads."""

    def __init__(self, cpu):
        self.number = int(cpu["id"]) + 1

    def __enter__(self):
        self.before = gdb.selected_thread()
        next(t for t in gdb.selected_inferior().threads() if t.num == self.number).switch()
        frame = gdb.newest_frame()
        return [int(frame.read_register(name)) & (1 << 64) - 1 for name in ("rip", "rsp", "rbp")]

    def __exit__(self, *_):
        self.before.switch()


def print_calls(thread):
    memory = Memory(thread)
    cpu = cpu_of(thread)
    if cpu is not None:
        with Registers(cpu) as registers:
            pc, sp, fp = registers
    else:
        saved = value(f"*(struct switch_frame *){int(thread['kernel_sp'])}")
        pc, sp, fp = int(saved["rip"]) - 1, int(thread["kernel_sp"]), int(saved["rbp"])
    if pc >= KERNEL:
        print_places(kernel_file(), [pc, *callers(memory, fp, True)])
        if not thread["process"]:
            return
        frame = thread["frame"]
        pc, sp, fp = int(frame["rip"]), int(frame["rsp"]), int(frame["rbp"])
    name = program_of(thread)
    print(f"in its program, {name}:")
    print_places(program_file(name), user_places(memory, pc, sp, fp))


# --- the commands ------------------------------------------------------------------------------


class Command(gdb.Command):
    def __init__(self):
        super().__init__(self.name, gdb.COMMAND_STATUS)


class Ps(Command):
    """tally-ps: all threads of the kernel: state, CPU, what they wait for."""

    name = "tally-ps"

    def invoke(self, _argument, _tty):
        for thread in threads():
            print(title(thread))


class Locks(Command):
    """tally-locks: who holds which lock, since where, and who waits for it.  Spin locks are known
    of a kernel that was built with DEBUG=1 only."""

    name = "tally-locks"

    def invoke(self, _argument, _tty):
        if gdb.lookup_type("struct debug_locks").fields():
            for cpu in cpus():
                self.held(cpu["spins"], f"CPU {int(cpu['id'])}")
            for thread in threads():
                self.held(thread["mutexes"], title(thread))
            return
        for thread in threads():
            if str(thread["state"]) == "THREAD_SLEEPING" and thread["wants"]:
                print(title(thread))
        print("(a kernel with DEBUG=1 knows all that are held)")

    def held(self, locks, owner):
        for i in range(int(locks["n"])):
            held = locks["held"][i]
            kind = value(f"'kernel/core/debug.c'::kinds[{int(self.of(held, 'kind'))}]")
            what = "waits for" if int(held["waiting"]) else text(kind["verb"])
            print(f"{owner} {what} the {text(kind['name'])} '{text(self.of(held, 'name'))}' {int(held['lock']):#x}")
            print_places(kernel_file(), [int(held["pc"]) & (1 << 64) - 1])

    def of(self, held, member):
        return value(f"'kernel/core/debug.c'::classes[{int(held['class'])}].{member}")


class Backtrace(Command):
    """tally-bt TID: where a thread is, in the kernel and in its program; TID is tally-ps's number."""

    name = "tally-bt"

    def invoke(self, argument, _tty):
        found = [thread for thread in threads() if str(int(thread["tid"])) == argument]
        if not found:
            raise gdb.GdbError("tally-bt TID: the number of a thread, as tally-ps shows it")
        for thread in found:  # all idle ones have the number 0
            print(title(thread))
            print_calls(thread)


loaded = set()


def load_program(name):
    file = program_file(name)
    if not file:
        raise gdb.GdbError(f"{name}: there is no such program beside {kernel_file()}")
    if file not in loaded:
        for other in loaded:
            gdb.execute(f'remove-symbol-file "{other}"', to_string=True)
        loaded.clear()
        gdb.execute(f'add-symbol-file "{file}"', to_string=True)
        loaded.add(file)
    return next(objfile for objfile in gdb.objfiles() if objfile.filename == os.path.realpath(file))


class Program(Command):
    """tally-program NAME: loads the symbols and source lines of a program.  All programs are at the
    same addresses, so those of the one before go."""

    name = "tally-program"

    def invoke(self, argument, _tty):
        print(f"symbols of {os.path.relpath(load_program(argument).filename)}")


class ProgramBreakpoint(gdb.Breakpoint):
    def __init__(self, program, function):
        symbol = load_program(program).lookup_global_symbol(function)
        if not symbol:
            raise gdb.GdbError(f"{program}: has no function {function}")
        super().__init__(source=symbol.symtab.fullname(), function=function)
        self.program = program

    def stop(self):
        cpu = value(f"cpu_table[{gdb.selected_thread().num - 1}]")
        return program_of(cpu["current"].dereference()) == self.program


class Break(Command):
    """tally-break NAME:FUNCTION: a breakpoint that stops only processes which run that program."""

    name = "tally-break"

    def invoke(self, argument, _tty):
        program, _, function = argument.partition(":")
        ProgramBreakpoint(program, function)


for command in Ps, Locks, Backtrace, Program, Break:
    command()
