"""Grades one submission: from its files to the result (labs/result.schema.json)."""

import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import tempfile

import answer_file
import build as builds
import intake
import lab as labs
import machine
import sandbox
import trusted
import verdict

SCHEMA = "tally-grade-1"
REFERENCE_BUDGET = 20 * 10**9  # instructions
BUDGET_MORE = 60 * 10**6  # instructions, above lab.times the reference's
SYMBOLS = {"seconds": 20, "memory": 1 << 30, "file_bytes": 1 << 20, "output": 4 << 20}


def read_kernel(command, run, folder):
    """The output of a tool in the sandbox that reads a kernel's file."""
    done = run([*command, "kernel.elf"], work=folder, read_only={}, **SYMBOLS)
    if done.killed:
        raise builds.NotBuilt(f"{command[0]}, which read its kernel, {done.why}")
    if done.status != 0:
        raise sandbox.Trouble(f"{command[0]} ended with status {done.status}: "
                              + done.output.decode("utf-8", "replace").strip())
    return done.output.decode("utf-8", "replace")


class Symbols:
    """The addresses of global names in a kernel's file, which a tool in the sandbox reads.  A submission may define
    the same name, or a name with a newline and more such lines: so each must be there once."""

    def __init__(self, run, folder):
        text = read_kernel([trusted.cross("nm"), "-g"], run, folder)
        self.found = re.findall(r"^([0-9a-f]{16}) [A-Za-z] (\S+)$", text, re.MULTILINE)

    def of(self, name):
        addresses = [int(address, 16) for address, each in self.found if each == name]
        if len(addresses) != 1:
            raise builds.NotBuilt(f"the kernel has {len(addresses) or 'no'} functions {name}, must have one")
        return addresses[0]


def witness_words(symbols, run, folder):
    """The plugin's arguments that are addresses; see tools/ruler/witness.c."""
    return {"tick": symbols.of("prof_tick"), "thread_start": symbols.of("context_start"),
            "switched": last_pop(symbols.of("context_switch"), symbols.of("context_start"), run, folder)}


def last_pop(start, end, run, folder):
    """The address of the first POP right before a RET, in the code from start to end."""
    limits = f"--start-address={start:#x}", f"--stop-address={end:#x}"
    code = read_kernel([trusted.cross("objdump"), "-d", *limits], run, folder)
    found = re.findall(r"^ *([0-9a-f]+):\t[0-9a-f ]+\tpop\b.*\n.*\tret", code, re.MULTILINE)
    if not found:
        raise labs.Failure("context_switch() has no POP before its RET, which the witness needs")
    return int(found[0], 16)


class Runner:
    """Boots a lab's tests with one kernel."""

    def __init__(self, build, folder, own, kernel, run=sandbox.run):
        self.machine = machine.Machine(build.lab.root, run)
        self.build, self.folder, self.kernel = build, folder, kernel
        self.programs = programs_of(build, own)
        symbols = os.path.join(folder, "symbols")
        os.makedirs(symbols)
        shutil.copyfile(kernel, os.path.join(symbols, "kernel.elf"))
        self.words = witness_words(Symbols(run, symbols), run, symbols)
        self.symbolize = verdict.symbolizer(run, symbols)
        self.is_own = run is run_plainly

    def judge(self, number, test, reference):
        budget = REFERENCE_BUDGET if reference is None else \
            self.build.lab.times * reference["instructions"] + BUDGET_MORE
        folder = os.path.join(self.folder, f"test{number}")
        disk = machine.Disk(self.build, self.programs[test.program], folder)
        outcome = self.machine.boot(test, disk, self.kernel, self.build.tool("witness.so"), budget, self.words)
        shutil.rmtree(folder)
        if machine.is_in_trouble(outcome, reference):
            raise labs.Failure(f"{test.name}: QEMU ended with status {outcome.status} {outcome.killed}: "
                               + outcome.output.decode("utf-8", "replace").strip())
        return verdict.judge(test, outcome, disk.salt, reference, budget,
                             self.symbolize, self.is_own)

    def judge_all(self, tests, reference, jobs, tell=lambda line: None):
        """The verdicts in the tests' order; calls tell with a line for each test that has ended."""
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            started = {pool.submit(self.judge, i, test, reference and reference[test.name]): test
                       for i, test in enumerate(tests)}
            try:
                for number, done in enumerate(concurrent.futures.as_completed(started), 1):
                    found, test = done.result(), started[done]
                    tell(f"{number:3} of {len(tests)}  {test.name}{short(test, found)}")
                return [each.result() for each in started]
            except BaseException:  # also ^C: the running tests end, and no more begin
                pool.shutdown(cancel_futures=True)
                raise


def short(test, found):
    """A verdict for a line of progress; none for a canary, which must fail."""
    return "" if test.is_canary else f": {found.word}, {test.points if found.passed else 0} of {test.points} points"


def say(line):
    """Prints a line at once, also to a pipe."""
    print(line, flush=True)


def prepared(lab):
    """The lab's Build, made if it is not there."""
    build = builds.Build(lab)
    build.prepare(run_reference)
    return build


def programs_of(build, own):
    """The paths of the lab's test programs; own: the folder of the programs that contain the submission."""
    return {test.program: os.path.join(own if test.program in build.programs else build.tool("."),
                                       "labs/bin", test.program) for test in build.lab.tests}


def run_reference(build, jobs=None, tell=lambda line: None):
    """The right kernel's results in each test; a test that it fails is broken."""
    lab = build.lab
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(build, folder, build.tool("."), os.path.join(build.base, "build/kernel.elf"))
        found = runner.judge_all(lab.tests, None, jobs or os.cpu_count(), tell)
    for test, result in zip(lab.tests, found):
        if result.passed == test.is_canary:
            raise labs.Failure(f"{test.name}: the right kernel {result.word} it: {result.reason}")
    return {test.name: {"sites": result.sites, "instructions": result.instructions}
            for test, result in zip(lab.tests, found)}


# --- the result ---------------------------------------------------------------------------------


def entry(lab, test, found):
    passed = found.passed
    again = "" if test.group.endswith(labs.HIDDEN) else f"make grade {lab.again(test.name)}"
    return {"test": test.name, "title": test.title, "points": test.points if passed else 0,
            "max": test.points, "verdict": found.word, "reason": found.reason,
            "handout": lab.anchor(test.group), "rerun": again,
            "instructions": found.instructions}


def result_of(lab, name, files, notes, verdicts, problem=""):
    """verdicts: {test's name: Verdict}; a test without a verdict was not run."""
    not_run = verdict.Verdict("not run", "nothing was built" if problem else "it was not asked for")
    forged = [test for test in lab.tests if test.is_canary and test.name in verdicts
              and verdicts[test.name].passed]
    if forged:
        problem = f"{forged[0].name} passed, which no right kernel passes: this one makes tests pass " \
                  "instead of being right, so nothing counts"
    groups = []
    for group, tests in lab.groups.items():
        entries = [entry(lab, test, verdicts.get(test.name, not_run)) for test in tests
                   if not test.is_canary]
        for each in entries:
            each["points"] = 0 if forged else each["points"]
        if entries:
            groups.append({"name": group, "points": sum(e["points"] for e in entries),
                           "max": sum(e["max"] for e in entries), "tests": entries})
    return {"schema": SCHEMA, "lab": lab.name, "title": lab.title, "submission": name,
            "points": sum(g["points"] for g in groups), "max": sum(g["max"] for g in groups),
            "built": bool(verdicts), "problem": problem, "notes": notes, "groups": groups,
            "fingerprint": intake.fingerprint(lab.files, files)}


def grade(build, path, name, jobs=None, wanted=None):
    """The result of the submission at a path; wanted: the tests to run, if not all."""
    lab = build.lab
    taken = intake.read_submission(path, lab.files, build.load("manifest.json"))
    if taken.problem:
        return result_of(lab, name, taken.files, taken.notes, {}, taken.problem)
    if lab.is_answers:
        verdicts = check_answers(lab, taken.files, build.path("given"))
        answered = taken.files[lab.files[0]]
        notes = taken.notes + answer_file.notes_on_id(answered, name) + answer_file.notes_on_form(answered)
        return result_of(lab, name, taken.files, notes, verdicts)
    with tempfile.TemporaryDirectory() as folder:
        try:
            verdicts = run_submission(build, taken.files, folder, jobs, wanted or lab.tests)
        except builds.NotBuilt as error:
            return result_of(lab, name, taken.files, taken.notes, {}, f"it was not built: {error}")
    return result_of(lab, name, taken.files, taken.notes, verdicts)


def check_answers(lab, files, given):
    """The verdicts of lab 0, where nothing is built."""
    import answers  # not in a student's tree

    found = answers.check(files[lab.files[0]], given)
    return {f"answer {question}": verdict.Verdict("failed" if reason else "passed", reason)
            for question, _, _, reason in found}


def need_one_salt(build, own):
    """Raises NotBuilt if the submission's text puts a second place for the salt into a program, or removes it."""
    for program in sorted(build.programs):
        with open(os.path.join(own, "labs/bin", program), "rb") as file:
            count = file.read().count(machine.MARKER)
        if count != 1:
            raise builds.NotBuilt(f"{program} has the text {machine.MARKER.decode()} {count} times and must have it "
                                  "once, from labs/graded.c: take it out")


def run_submission(build, files, folder, jobs, tests):
    tally = os.path.join(folder, "tally")
    build.submission(files, tally)
    own = os.path.join(tally, "build")
    need_one_salt(build, own)
    runner = Runner(build, folder, own, os.path.join(own, "kernel.elf"))
    found = runner.judge_all(tests, build.load("reference.json"), jobs or os.cpu_count())
    return {test.name: each for test, each in zip(tests, found)}


# --- a student's own tree -----------------------------------------------------------------------


def run_plainly(command, *, work, read_only, **limits):
    """Like sandbox.run, without a sandbox: for a student's own kernel on the student's machine."""
    done = subprocess.run(command, cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return sandbox.Done(done.returncode, done.stdout, "")


def grade_own(lab, wanted=None):
    """Grades the tree that this file is in.  wanted: the only test to run."""
    say(f"Building the kernel and the tests of lab {lab.number}")
    trusted.make(lab.root, "labs")
    build = builds.Build(lab)
    reference = load_reference(lab, build)
    tests = [lab.test(wanted)] if wanted else lab.tests
    files = {}
    for path in lab.files:
        with open(os.path.join(lab.root, path), "rb") as file:
            files[path] = file.read()
    with tempfile.TemporaryDirectory() as folder:
        build.make_image(os.path.join(folder, "image"))
        runner = Runner(build, folder, build.tool("."), build.tool("kernel.elf"), run_plainly)
        say(f"Running {len(tests)} test{'' if len(tests) == 1 else 's'}, {os.cpu_count()} at a time")
        found = runner.judge_all(tests, reference, os.cpu_count(), say)
    say("")
    return result_of(lab, os.path.basename(lab.root), files, [],
                     {test.name: each for test, each in zip(tests, found)})


def load_reference(lab, build):
    """Reads a starter's reference.json; in the whole tree makes the reference."""
    path = os.path.join(lab.root, lab.folder, "reference.json")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    say("Running each test on the tree's own solution, if the tree has changed")
    build.prepare(lambda build: run_reference(build, tell=say))
    return build.load("reference.json")
