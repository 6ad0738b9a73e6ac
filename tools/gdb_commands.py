"""Commands of gdb for Tally; tools/gdbinit reads this file.

    tally-ps                      all threads: state, CPU, reason for sleeping
    tally-locks                   each held lock: its owner, the place that took it, the waiting threads
    tally-bt TID                  the calls of a thread, in the kernel and in its program
    tally-program NAME            the symbols and source lines of a program
    tally-break NAME:FUNCTION     a breakpoint that stops only processes which run that program

They only read the machine's memory, so they work at any stop, also in a replay.  They find a thread's calls by frame
pointers, as the kernel does: gdb's `backtrace` knows nothing of a thread that no CPU runs.  They read a program's
memory through its process's page tables.

The kernel may be wrong: a list or a pointer may lead anywhere.  The commands print all that they can read.
"""

import os
import re
import subprocess

import gdb

PHYS_BASE = 0xFFFF800000000000  # mm/page.h
KERNEL = 1 << 63
PAGE_ADDRESS = 0x000FFFFFFFFFF000  # in an entry of a page table
FRAME_MARK = 1  # arch/x86/layout.h
CALL = 0xe8  # with 4 bytes of distance
PUSH_RBP, RET, MOV_RSP_RBP = b"\x55", b"\xc3", b"\x48\x89\xe5"
DEPTH_MAX = 64
extra_folders = []  # with the programs of EXTRA=DIR (tools/run): they hide the image's


# --- the kernel's objects ----------------------------------------------------------------------


def value(expression):
    return gdb.parse_and_eval(expression)


def each(name, type_name, member):
    """The objects on a list of the kernel's (core/list.h).  A broken list may lead anywhere, or in a circle, but hardly
    to a link that leads back: so each link is checked for that."""
    type_ = gdb.lookup_type(type_name)
    offset = next(field.bitpos // 8 for field in type_.fields() if field.name == member)
    before, link = int(value(f"&{name}")), value(f"{name}.next")
    while int(link) != int(value(f"&{name}")):
        if readable(lambda: int(link["prev"])) != before:
            raise gdb.GdbError(f"{name} is broken, or is just being changed: the link at {before:#x} leads to "
                               f"{int(link):#x}, and that does not lead back")
        yield gdb.Value(int(link) - offset).cast(type_.pointer()).dereference()
        before, link = int(link), link["next"]


def readable(get):
    """get(), or None if the memory is not there."""
    try:
        return get()
    except gdb.MemoryError:
        return None


def text(chars):
    return chars.string(errors="replace")


def cpus():
    if not gdb.selected_inferior().pid:
        raise gdb.GdbError("there is no machine: it has ended, or gdb has not found one")
    if readable(lambda: load(int(value("&cpu_count")), 4)) is None:
        raise gdb.GdbError("the kernel's memory is not there for this CPU: the boot has not come to it "
                           "(`break kernel_main` and `continue`),\nor the page tables in cr3 are not the kernel's "
                           "(`print $cr3`)")
    return [value(f"cpu_table[{id}]") for id in range(int(value("cpu_count")))]


def threads():
    """All threads, except idle threads that do not run."""
    for cpu in cpus():
        if cpu["current"] and text(cpu["current"]["name"]).startswith("idle "):
            yield cpu["current"].dereference()
    yield from each("thread_list", "struct thread", "all_link")


def cpu_of(thread):
    """The CPU that runs the thread, or None."""
    return next((cpu for cpu in cpus() if int(cpu["current"]) == int(thread.address)), None)


def title(thread):
    name = f"thread {int(thread['tid'])} ({text(thread['name'])})"
    try:
        process = f"process {int(thread['process']['pid'])}, " if thread["process"] else ""
        return f"{name}, {process}{state(thread)}"
    except gdb.MemoryError as error:
        return f"{name} has a pointer that leads nowhere: {error}"


def state(thread):
    cpu = cpu_of(thread)
    if cpu is not None:
        return f"runs on CPU {int(cpu['id'])}"
    name = str(thread["state"]).removeprefix("THREAD_").lower()
    if name == "ready" and int(thread["link"]["next"]) == int(thread["link"].address):
        return "should wait for a CPU and is on no queue"
    if name == "running":
        return "runs on no CPU"
    return f"sleeps for {sleep_of(thread)}" if name == "sleeping" else name


def sleep_of(thread):
    """The reason for sleeping, in the words that proc/process.c prints when a machine hangs, without the time."""
    owner = int(thread["wants"]["word"]) & ~1 if thread["wants"] else 0  # without MUTEX_WAITED
    owner = owner and gdb.Value(owner).cast(thread.type.pointer())
    pending = int(thread["pending"]) | (int(thread["process"]["pending"]) if thread["process"] else 0)
    pending &= ~int(thread["signal_mask"])
    ends = bool(thread["interruptible"])
    return (f"{'the mutex ' if thread['wants'] else ''}'{text(thread['guard']['name'])}'" +
            (f" of thread {int(owner['tid'])} ({text(owner['name'])})" if owner else "") +
            (" or a signal" if ends else "") + (" or its time" if thread["sleep_timer"]["cpu"] else "") +
            (f", and signal {(pending & -pending).bit_length() - 1} has come" if ends and pending else ""))


# --- memory ------------------------------------------------------------------------------------


def load(address, nbytes):
    return bytes(gdb.selected_inferior().read_memory(address, nbytes))


def word(data):
    return int.from_bytes(data, "little")


class Memory:
    """A process's memory, by its page tables; kernel memory is equal in all processes."""

    def __init__(self, thread):
        self.root = int(thread["space"]["root"]) if thread["space"] else 0

    def load(self, address, nbytes):
        """The bytes, or None if they are not there or cross the end of a page."""
        return readable(lambda: self.find(address, nbytes))

    def find(self, address, nbytes):
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


def callers(memory, fp, in_kernel):
    """The return addresses of the frames from fp on, while they lie in the kernel, or in the program (in_kernel).
    In the kernel also the code that an interrupt or an exception interrupted (arch/x86/backtrace.c)."""
    for _ in range(DEPTH_MAX):
        if in_kernel and fp % 8 == FRAME_MARK and memory.load(fp - FRAME_MARK, 8):
            trap = value(f"*(struct trap_frame *){fp - FRAME_MARK}")
            pc, sp, fp = (int(trap[name]) for name in ("rip", "rsp", "rbp"))
            yield from kernel_place(memory, pc, sp, fp)
            continue
        data = memory.load(fp, 16) if fp and fp % 8 == 0 and (fp >= KERNEL) == in_kernel else None
        if data is None or not word(data[8:]) or (word(data[8:]) >= KERNEL) != in_kernel:
            return
        yield word(data[8:]) - 1  # inside the call
        fp = word(data[:8])


def kernel_place(memory, pc, sp, fp):
    """A place, and its caller if no frame has it yet: then it is at the top of the stack, or below it."""
    yield pc
    found = re.match(r"\S+(?: [+] (\d+))? in section", gdb.execute(f"info symbol {pc:#x}", to_string=True))
    words = [memory.load(at, 8) for at in (fp + 8, sp, sp + 8)]
    for data in words if found else words[1:2]:  # after a jump to an address without code, nothing was pushed
        if data is not None and (not found or is_behind_call(memory, word(data), pc - int(found[1] or 0))):
            if data is not words[0]:
                yield word(data) - 1
            return


def is_behind_call(memory, pc, function):
    code = memory.load(pc - 5, 5) if pc > KERNEL else None
    return code is not None and code[0] == CALL and pc + int.from_bytes(code[1:], "little", signed=True) == function


def user_places(memory, pc, sp, fp):
    yield pc
    code = memory.load(pc, 3) or b""
    bare = sp if code[:1] in (PUSH_RBP, RET) else sp + 8 if code == MOV_RSP_RBP else 0
    data = memory.load(bare, 8) if bare else None
    if data:
        yield word(data) - 1
    yield from callers(memory, fp, False)


def cross(tool):
    """The name of a tool for x86-64, with the prefix that build.mk takes."""
    find = ["sh", "tools/cross"]
    return (os.environ.get("CROSS") or subprocess.run(find, capture_output=True, text=True).stdout.strip()) + tool


def print_places(file, places):
    """Prints source lines from a file with symbols; an inlined function has a separate line."""
    places = list(places)
    if not file:
        for place in places:
            print(f"  {place:#x}")
        return
    lines = subprocess.run([cross("addr2line"), "-fi", "-e", file, *map(hex, places)], stdin=subprocess.DEVNULL,
                           capture_output=True, text=True).stdout.splitlines()
    for name, line in zip(lines[::2], lines[1::2]):
        print(f"  {re.sub(r'^(/.*?|[.])/(?=(kernel|user|tests)/)| [(]discriminator [0-9]+[)]', '', line)}: {name}")


def kernel_file():
    return gdb.lookup_static_symbol("idle_table").symtab.objfile.filename


def program_file(name):
    """The file with a program's symbols, from EXTRA=DIR or beside the running kernel, or None."""
    build = os.path.dirname(kernel_file())
    folders = [f"{folder}/{of}/debug" for folder in (build, os.path.dirname(build)) for of in ("user", "tests")]
    places = [f"{folder}/{name}" for folder in extra_folders + folders]
    return next((place for place in places if os.path.isfile(place)), None)


def program_of(thread):
    """The name of the program that the thread's process runs, or None."""
    recorded = thread["process"]["recorded"] if thread["process"] else 0
    if not recorded:
        return None
    path = recorded["program"]["path"]
    return text(path).rpartition("/")[2] or None


class Registers:
    """A CPU's registers; for gdb CPUs are threads."""

    def __init__(self, cpu):
        self.number = int(cpu["id"]) + 1

    def __enter__(self):
        self.before, self.frame = gdb.selected_thread(), gdb.selected_frame()
        next(t for t in gdb.selected_inferior().threads() if t.num == self.number).switch()
        frame = gdb.newest_frame()
        return [int(frame.read_register(name)) & (1 << 64) - 1 for name in ("rip", "rsp", "rbp")]

    def __exit__(self, *_):
        self.before.switch()
        self.frame.select()


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
        print_places(kernel_file(), [*kernel_place(memory, pc, sp, fp), *callers(memory, fp, True)])
        if not thread["process"]:
            return
        frame = thread["frame"]
        pc, sp, fp = int(frame["rip"]), int(frame["rsp"]), int(frame["rbp"])
    name = program_of(thread)
    if not name:
        return
    print(f"in its program, {name}:")
    print_places(program_file(name), user_places(memory, pc, sp, fp))


# --- the commands ------------------------------------------------------------------------------


class Command(gdb.Command):
    def __init__(self):
        super().__init__(self.name, gdb.COMMAND_STATUS)

    def invoke(self, argument, _tty):
        try:
            self.run(argument.strip())
        except gdb.MemoryError as error:
            raise gdb.GdbError(f"a pointer leads nowhere: {error}")


class Ps(Command):
    """tally-ps: all threads of the kernel: state, CPU, reason for sleeping; and the zombies."""

    name = "tally-ps"

    def run(self, _argument):
        if not any(cpu["current"] for cpu in cpus()):
            print("there are no threads yet: the machine boots")
        for thread in threads():
            print(title(thread))
        for process in each("process_list", "struct process", "all_link"):
            parent = process["parent"]
            if process["zombie"] and parent:
                print(f"process {int(process['pid'])} ({text(process['name'])}) has ended, and process "
                      f"{int(parent['pid'])} ({text(parent['name'])}) has not waited for it")


class Locks(Command):
    """tally-locks: each held lock: its owner, the place that took it, the waiting threads.  Only a kernel
    that was built with DEBUG=1 knows its spin locks and the owners."""

    name = "tally-locks"

    def run(self, _argument):
        if gdb.lookup_type("struct debug_locks").fields():
            n = sum(self.held(cpu["spins"], f"CPU {int(cpu['id'])}") for cpu in cpus())
            n += sum(self.held(thread["mutexes"], title(thread)) for thread in threads())
            if n == 0:
                print("no lock is held")
            return
        for thread in threads():
            if str(thread["state"]) == "THREAD_SLEEPING" and thread["wants"]:
                print(title(thread))
        print("(a kernel with DEBUG=1 knows all that are held)")

    def held(self, locks, owner):
        """Prints the locks and returns how many there are."""
        n = min(int(locks["n"]), locks["held"].type.range()[1] + 1)
        for i in range(n):
            held = locks["held"][i]
            kind = value(f"'kernel/debug/locks.c'::kinds[{int(self.of(held, 'kind'))}]")
            what = "waits for" if int(held["waiting"]) else text(kind["verb"])
            print(f"{owner} {what} the {text(kind['name'])} '{text(self.of(held, 'name'))}' {int(held['lock']):#x}")
            print_places(kernel_file(), [int(held["pc"]) & (1 << 64) - 1])
        return n

    def of(self, held, member):
        return value(f"'kernel/debug/locks.c'::classes[{int(held['class'])}].{member}")


class Backtrace(Command):
    """tally-bt TID: the calls of a thread, in the kernel and in its program; TID is tally-ps's number."""

    name = "tally-bt"

    def run(self, argument):
        found = False
        for thread in threads():  # all idle threads have the number 0
            if str(int(thread["tid"])) == argument:
                found = True
                print(title(thread))
                print_calls(thread)
        if not found:
            raise gdb.GdbError("tally-bt TID: the number of a thread, as tally-ps shows it")


loaded = set()


def load_program(name):
    file = program_file(name)
    if not file:
        raise gdb.GdbError(f"{name}: there is no such program beside {kernel_file()}")
    if file not in loaded:
        for other in loaded:
            gdb.execute(f'remove-symbol-file "{other}"', to_string=True)
            print(f"the symbols of {os.path.basename(other)} go; what is to stop in it waits for "
                  f"`tally-program {os.path.basename(other)}`")
        loaded.clear()
        gdb.execute(f'add-symbol-file "{file}"', to_string=True)
        loaded.add(file)
    return next(objfile for objfile in gdb.objfiles() if objfile.filename == os.path.realpath(file))


class Program(Command):
    """tally-program NAME: loads the symbols and source lines of a program, and drops those of the last
    program: all programs have the same addresses."""

    name = "tally-program"

    def run(self, argument):
        if not argument:
            raise gdb.GdbError("tally-program NAME: the name of a program")
        print(f"symbols of {os.path.relpath(load_program(argument).filename)}")


class ProgramBreakpoint(gdb.Breakpoint):
    def __init__(self, program, function):
        objfile = load_program(program)
        symbol = objfile.lookup_global_symbol(function) or objfile.lookup_static_symbol(function)
        if not symbol:
            raise gdb.GdbError(f"{program}: has no function {function}")
        super().__init__(source=symbol.symtab.fullname(), function=function)
        self.program = program

    def stop(self):
        cpu = value(f"cpu_table[{gdb.selected_thread().num - 1}]")
        return readable(lambda: program_of(cpu["current"].dereference())) == self.program


class Break(Command):
    """tally-break NAME:FUNCTION: a breakpoint that stops only processes which run that program."""

    name = "tally-break"

    def run(self, argument):
        program, _, function = argument.partition(":")
        if not program or not function:
            raise gdb.GdbError("tally-break NAME:FUNCTION: the name of a program, and a function in it")
        ProgramBreakpoint(program, function)


for command in Ps, Locks, Backtrace, Program, Break:
    command()


def connect():
    """Connects to the machine by GDB_CMD, a file of make rewind or a test, or by make qemu-gdb's file."""
    path = os.environ.get("GDB_CMD", "build/gdb.cmd")
    try:
        if os.path.exists(path):
            print("Waiting for the machine to answer ...", flush=True)
            gdb.execute(f"source {path}")
            return
    except gdb.error as error:
        print(error)
    print("No machine waits for gdb: type make qemu-gdb in another terminal, and gdb again when it does.")
