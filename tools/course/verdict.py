"""Judges a run of a test.

A status of 0 is not enough: the program must have passed the checks that it passes on a right kernel.  It proves this
with a token that only it can make, as it has this run's salt.  A witness test must also have counted exactly the ticks
that the host saw.
"""

import hashlib
import os
import re

import machine
import trusted

# Such a line may begin with text that the kernel printed without a newline.
GRADED = re.compile(r"graded: (.+) (\S+) ([0-9a-f]{64})")
SITES = re.compile(r"[\w.-]+:\d+(,[\w.-]+:\d+)*")  # as a test writes them
STATUS = re.compile(r"tally: exit ([0-9]{1,9})$", re.MULTILINE)
OWN = re.compile(r"(graded: |tally: exit ).*")
LINES_MAX = 12
ANSWERS = "answers:"


class Verdict:
    def __init__(self, word, reason="", instructions=0, sites=()):
        self.word = word
        self.reason = reason
        self.instructions = instructions
        self.sites = list(sites)

    @property
    def passed(self):
        return self.word == "passed"


def told(log):
    """The (name, checks, token) of each line that ends with them.  Looks only at a line's last "graded: ": trying each
    would take hours in a line of nothing else."""
    for line in log.split("\n"):
        found = GRADED.fullmatch(line, max(line.rfind("graded: "), 0))
        if found:
            yield found.groups()


def tokens(log, salt):
    """(name, checks) of each line with a right token."""
    for name, sites, token in told(log):
        message = f"{name} {sites}".encode()
        if hashlib.blake2s(message, key=salt).hexdigest() == token:
            yield name, sites.split(",")


def clean(text):
    """text for a report: printable, and not too long."""
    lines = ["".join(c if c.isprintable() else "?" for c in line)[:200] for line in text.splitlines()]
    return "\n".join(lines[:LINES_MAX])


def said(log):
    """The test's output, without the grader's lines."""
    return "\n".join(OWN.sub("", line) for line in log.splitlines() if not OWN.match(line))


def explain_hang(outcome, budget, reference, places):
    """places: {cpu: "function (file:line)"}."""
    how = "waits for ever" if outcome.record.verdict == "idle" else "does not end"
    lines = [f"it {how}: stopped after {outcome.record.time // 10**6} million instructions; "
             f"a right kernel needs {reference // 10**6}"]
    lines += [f"CPU {cpu} was in {place}" for cpu, place in sorted(places.items())]
    return "\n".join(lines)


def explain_panic(log, whole):
    """The panic's first two lines as one; whole: all lines, for the kernel's author."""
    at = log.find("panic")
    if at < 0:
        return "the machine reset itself (a triple fault)"
    told = log[log.rfind("\n", 0, at) + 1:]
    return clean(told if whole else " ".join(line.strip() for line in told.splitlines()[:2]))


def judge(test, outcome, salt, reference, budget, symbolize, whole=False):
    """reference: the right kernel's {"sites", "instructions"}, or None while the reference is made.  whole: with all
    lines of a panic; in a grader's report they could show a hidden test."""
    used = outcome.record.time
    if outcome.record.verdict in ("over", "idle"):
        places = {cpu: symbolize(pc) for cpu, pc in outcome.record.places.items()}
        needs = reference["instructions"] if reference else 0
        return Verdict("hung", explain_hang(outcome, budget, needs, places), used)
    if outcome.killed == "output" or outcome.status == machine.TOO_LARGE:
        return Verdict("failed", "it printed more than 16 MB and was stopped", used)
    if outcome.killed == "time":
        return Verdict("hung", "it was stopped: QEMU needs far more time for its instructions than for others", used)
    if outcome.record.verdict == machine.BROKEN:
        return Verdict("panicked", "it broke QEMU itself, or made it use far more memory than the machine has", used)
    if outcome.status in (machine.PANIC, machine.RESET):
        return Verdict("panicked", explain_panic(outcome.log, whole), used)
    found = STATUS.findall(outcome.log)
    if outcome.status != machine.POWEROFF or not found:
        return Verdict("panicked", clean("the machine went off before the test ended\n" + said(outcome.log)),
                       used)
    status = int(found[-1])
    if status != 0:
        return Verdict("failed", clean(said(outcome.log)) or f"it ended with status {status} and said nothing",
                       used)
    return judge_checks(test, outcome, salt, reference, used)


def judge_checks(test, outcome, salt, reference, used):
    passed = [sites for name, sites in tokens(outcome.log, salt) if name == test.name]
    if not passed and any(name == test.name and SITES.fullmatch(sites) for name, sites, _ in told(outcome.log)):
        return Verdict("forged", "its checks have a token that is not this run's: they did not take place", used)
    if not passed and "graded: " in outcome.log:
        return Verdict("failed", "the kernel printed into the line that tells its checks: take out each print() that "
                       "runs in an interrupt", used)
    if not passed:
        return Verdict("failed", "its program ended, with status 0, before it had made its checks", used)
    sites = passed[-1]
    # The reference has no checks for a canary, as a right kernel fails it.
    if reference and not test.is_canary and like(sites, reference["sites"]) != reference["sites"]:
        return Verdict("failed", explain_missing(sites, reference["sites"]), used, sites)
    if test.is_witness:
        problem = compare(signed(outcome.stdout, salt), outcome.record.ticks)
        if problem:
            return Verdict("failed", problem, used, sites)
    return Verdict("passed", "", used, sites)


def without_answers(sites):
    """The sites for a student: without the sum in `answers:SUM`, which would give away the right answers."""
    return [ANSWERS if site.startswith(ANSWERS) else site for site in sites]


def like(sites, reference):
    """The sites in the form of the reference: a starter's has no sum of the answers."""
    return without_answers(sites) if ANSWERS in reference else sites


def explain_missing(sites, reference):
    missing = sorted(set(without_answers(reference)) - set(without_answers(sites)))
    if missing:
        return f"it ended without these checks: {', '.join(missing[:6])}"
    return "each check held, but what was checked is not what a right solution answers"


# --- the host is the witness --------------------------------------------------------------------


class Histogram:
    """The histogram that a witness test printed."""

    def __init__(self, text):
        found = re.search(r"^histogram ([0-9a-f]{1,16}) ([0-9]{1,20}) ([0-9]{1,20})$", text, re.MULTILINE)
        self.problem = "" if found else "it printed no histogram"
        self.offset, self.scale, self.size = (int(found[1], 16), int(found[2]), int(found[3])) if found \
            else (0, 0, 0)
        self.counters = {int(i): int(n) for i, n in
                         re.findall(r"^counter ([0-9]{1,20}) ([0-9]{1,20})$", text, re.MULTILINE)}
        self.edges = {int(pc, 16) for pc in re.findall(r"^edge ([0-9a-f]{1,16})$", text, re.MULTILINE)}
        outside = re.search(r"^outside ([0-9]{1,20})$", text, re.MULTILINE)
        self.outside = int(outside[1]) if outside else 0

    def index(self, pc):
        """The counter of a pc, or None."""
        index = ((pc - self.offset) * self.scale >> 16) // 2
        return index if pc >= self.offset and index < self.size else None


def signed(text, salt):
    """The histogram's lines, if their token shows that the test printed them, or ""."""
    end = text.rfind("signed ")
    lines = text[text.rfind("histogram ", 0, end):end]
    token = hashlib.blake2s(lines.encode(), key=salt).hexdigest()
    return lines if text[end:].startswith(f"signed {token}\n") else ""


def compare(text, ticks):
    """How the histogram differs from the ticks that the host saw, or ""."""
    histogram = Histogram(text)
    if histogram.problem:
        return histogram.problem
    want, outside, loose = {}, 0, {}
    for pc, n in ticks.items():
        index = histogram.index(pc)
        if pc in histogram.edges:
            loose[index] = loose.get(index, 0) + n
        elif index is None:
            outside += n
        else:
            want[index] = want.get(index, 0) + n
    problems = []
    for index in sorted(want.keys() | histogram.counters.keys()):
        saw, came = want.get(index, 0), histogram.counters.get(index, 0)
        if not saw <= came <= saw + loose.get(index, 0):
            code = histogram.offset + index * 2 * 65536 // max(histogram.scale, 1)
            problems.append(f"counter {index}, for the code at {code:#x}, has {came}; "
                            f"{saw} ticks of the clock came there")
    if not outside <= histogram.outside <= outside + loose.get(None, 0):
        problems.append(f"{histogram.outside} ticks are counted as outside; {outside} came there")
    if problems:
        total = sum(ticks.values())
        return "\n".join([f"of {total} ticks that QEMU saw, the histogram has others:", *problems[:6]])
    return ""


def symbolizer(run, folder):
    """A function that names the place of a pc in folder/kernel.elf; addr2line runs in the sandbox."""

    def name(pc):
        if pc < 1 << 47:
            return f"a program, at {pc:#x}"
        done = run([trusted.cross("addr2line"), "-f", "-e", "kernel.elf", f"{pc:#x}"], work=folder, read_only={},
                   seconds=20, memory=1 << 30, file_bytes=1 << 20, output=4096)
        lines = done.output.decode("utf-8", "replace").splitlines()
        if done.status != 0 or len(lines) < 2:
            return f"{pc:#x}"
        where = lines[1].split("/work/")[-1]
        return clean(f"{lines[0]} ({os.path.normpath(where)})")

    return name
