"""The sandbox's filter of system calls, as bubblewrap's --seccomp takes it.

A compiler or an emulator needs few of the kernel's parts.  These calls fail with EPERM: sockets, new namespaces and
mounts, memory that belongs to no process (the sandbox could not count it), tracing of others, io_uring, BPF,
performance counters, keys, modules.  clone3 fails with ENOSYS, as a filter cannot see its flags; the C library then
calls clone.  Programs of 32 bits make no system call.

For x86-64 only; other machines have the rest of the sandbox.  Numbers:
arch/x86/entry/syscalls/syscall_64.tbl of Linux; the filter's form: Linux's
Documentation/userspace-api/seccomp_filter.rst.
"""

import errno
import os
import struct
import tempfile

AUDIT_ARCH_X86_64 = 0xC000003E
X32 = 0x40000000  # set in the numbers of the x32 calls
NEW_NAMESPACES = 0x7E020080  # CLONE_NEW*
CLONE, CLONE3 = 56, 435

DENIED = {
    "socket": 41, "socketpair": 53,
    "shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240, "memfd_create": 319,
    "memfd_secret": 447,
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312,
    "pidfd_getfd": 438,
    "unshare": 272, "setns": 308, "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161,
    "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432,
    "fspick": 433, "mount_setattr": 442,
    "name_to_handle_at": 303, "open_by_handle_at": 304, "fanotify_init": 300,
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
    "bpf": 321, "perf_event_open": 298, "userfaultfd": 323,
    "add_key": 248, "request_key": 249, "keyctl": 250,
    "kexec_load": 246, "kexec_file_load": 320, "init_module": 175, "finit_module": 313,
    "delete_module": 176, "acct": 163, "swapon": 167, "swapoff": 168, "reboot": 169, "quotactl": 179,
}

LOAD, IF_EQUAL, IF_AT_LEAST, IF_SET, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER_AT, ARCH_AT, FIRST_ARGUMENT_AT = 0, 4, 16  # in struct seccomp_data
ALLOW, FAIL = 0x7FFF0000, 0x00050000


def program():
    """The filter as struct sock_filter[], or None for this machine."""
    if os.uname().machine != "x86_64":
        return None
    code = [(LOAD, 0, 0, ARCH_AT), (IF_EQUAL, 1, 0, AUDIT_ARCH_X86_64), fail(errno.EPERM),
            (LOAD, 0, 0, NUMBER_AT), (IF_AT_LEAST, 0, 1, X32), fail(errno.EPERM),
            (IF_EQUAL, 0, 1, CLONE3), fail(errno.ENOSYS)]
    for number in sorted(DENIED.values()):
        code += [(IF_EQUAL, 0, 1, number), fail(errno.EPERM)]
    code += [(IF_EQUAL, 0, 3, CLONE), (LOAD, 0, 0, FIRST_ARGUMENT_AT),
             (IF_SET, 0, 1, NEW_NAMESPACES), fail(errno.EPERM), (RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("<HBBI", *line) for line in code)


def fail(error):
    return RETURN, 0, 0, FAIL | error


def open_program():
    """A descriptor to read the filter from, or None."""
    text = program()
    if text is None:
        return None
    with tempfile.TemporaryFile() as file:
        file.write(text)
        file.seek(0)
        return os.dup(file.fileno())
