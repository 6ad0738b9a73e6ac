"""make grade: what the profil assignment is worth, test by test.

tests/grade.ini says which tests count, and for how much.  Each is one of pytest's own, so a
student sees in `make test` just what is graded.  A submission that does not compile, hangs or
panics costs the points of the tests it spoils, and the table says why.  Nobody need watch: every
machine and every host program has a time limit.

    tests/grade.py MAKE     prints the table, writes build/grade.json; status 0 for full marks only
"""

import configparser
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

REPORT = "build/grade.xml"
RESULT = "build/grade.json"


class Test:
    """A line of grade.ini: POINTS and what the test shows."""

    def __init__(self, path, text):
        self.path = "tests/" + path
        points, self.title = text.split(None, 1)
        self.max = int(points)
        self.points = 0
        self.reason = ""

    def settle(self, cases):
        """cases: the results that pytest reported, by file."""
        results = cases.get(self.path)
        if not results:
            self.reason = self.reason or "was not run: pytest reported nothing for it"
            return
        problems = [problem for problem in results if problem]
        self.reason = problems[0] if problems else ""
        self.points = 0 if problems else self.max


def read_assignment():
    """The groups in their order: {name: [Test, ...]}."""
    ini = configparser.ConfigParser(delimiters="=", interpolation=None)
    ini.optionxform = str
    with open("tests/grade.ini", encoding="utf-8") as file:
        ini.read_file(file)
    return {name: [Test(path, text) for path, text in ini[name].items()] for name in ini.sections()}


def build(make, *goals):
    """Returns what went wrong, or nothing."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run([make, "--no-print-directory", "-k", *goals], env=env,
                          stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode == 0:
        return ""
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    found = re.search(r"^.*(?:error:|undefined reference|moved between).*$", said, re.MULTILINE)
    return "does not build: " + (found.group(0) if found else said.strip().rsplit("\n", 1)[-1])


def explain(text):
    """The one line of a failure that tells most."""
    for pattern in (
        r"^run: (no end after [^,]*)",
        r"^.*\b(panic: .*)",
        r"^run: (.*)",
        r"^(?:\./)?tests/\S+:\d+: .*",
        r"^.*(?:ERROR: AddressSanitizer|runtime error|error): .*",
        r"^E  +(.*)",
    ):
        found = re.search(pattern, text, re.MULTILINE)
        if found:
            return found.group(found.re.groups).strip()
    lines = text.strip().splitlines()
    return lines[0] if lines else "failed without a word"


def run_tests(paths):
    """Runs them; returns {file: [reason or "", one for each case]}."""
    if os.path.exists(REPORT):
        os.unlink(REPORT)
    subprocess.run([sys.executable, "-B", "-m", "pytest", "-p", "no:cacheprovider", "--rootdir=.",
                    "-q", "-n", "auto", "-o", "junit_family=xunit1", "--junitxml", REPORT, *paths],
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    if not os.path.exists(REPORT):
        return {}
    cases = {}
    for case in xml.etree.ElementTree.parse(REPORT).iter("testcase"):
        problems = [explain(child.text or child.get("message", ""))
                    for child in case if child.tag in ("failure", "error", "skipped")]
        file = case.get("file") or case.get("classname", "").replace(".", "/")
        cases.setdefault(file, []).append(problems[0] if problems else "")
    return cases


def print_table(groups):
    last = ""
    for name, tests in groups.items():
        print(f"{name:<52} {sum(t.points for t in tests):4} / {sum(t.max for t in tests)}")
        for test in tests:
            print(f"    {test.title:<48} {test.points:4} / {test.max}")
            if test.reason:
                print(f"        {test.path}: {test.reason if test.reason != last else 'the same'}")
            last = test.reason or last


def main(make):
    groups = read_assignment()
    tests = [test for group in groups.values() for test in group]
    broken = ""
    for what, goals in ("the kernel", ["kernel"]), ("the system", ["all", "test-image"]):
        broken = broken or build(make, *goals)
        if broken:
            for test in tests:
                if "/guest/" in test.path:
                    test.reason = f"{what} {broken}"
            break
    wanted = [test for test in tests if not test.reason]
    for test in wanted:
        if not os.path.exists(test.path):
            test.reason = "no such file"
    cases = run_tests([test.path for test in wanted if not test.reason])
    for test in wanted:
        test.settle(cases)
    points, full = sum(t.points for t in tests), sum(t.max for t in tests)
    print_table(groups)
    print(f"{'Total':<52} {points:4} / {full}")
    with open(RESULT, "w", encoding="utf-8") as file:
        json.dump({"points": points, "max": full, "groups": [
            {"name": name, "tests": [
                {"test": t.path, "title": t.title, "points": t.points, "max": t.max,
                 "reason": t.reason} for t in group]} for name, group in groups.items()]},
            file, indent=1)
        file.write("\n")
    return 0 if points == full else 1


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    os.makedirs("build", exist_ok=True)
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "make"))
