#!/usr/bin/env python3
"""Takes tools/grade's words and gives made-up results, as the submission's folder says:

    lost         the tests that it loses, a line each
    problem      why it is not built
    status       the status of this grader, after it wrote its result
    says         words for stderr
    writes       what it writes instead of a result
    signal       the signal that ends it before it has written one
    waits        a pipe: it starts a child, and both wait until someone opens the pipe to write
    cancels      it cancels the job of Slurm that it is of, and waits for its own end
    leaves       it leaves a file in the folder for temporary ones
    events       a pipe that it writes the submission's name to, first of all
"""

import argparse
import glob
import os
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from sample import ROOT, sample  # noqa: E402
import intake  # noqa: E402
import lab as labs  # noqa: E402
import results  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lab", required=True)
    parser.add_argument("--name")
    parser.add_argument("--json")
    parser.add_argument("--jobs")
    parser.add_argument("--prepared", action="store_true")
    parser.add_argument("--prepare", action="store_true")
    parser.add_argument("submission", nargs="?")
    given = parser.parse_args()
    if given.prepare:
        return 1 if os.environ.get("STAND_IN") == "not ready" else 0

    def asked(name):
        path = os.path.join(given.submission, name)
        return open(path, encoding="utf-8").read().strip() if os.path.isfile(path) else ""

    if asked("leaves"):
        os.close(tempfile.mkstemp()[0])
    events, waits = (os.path.join(given.submission, name) for name in ("events", "waits"))
    if os.path.exists(events):
        with open(events, "w") as pipe:
            pipe.write(given.name + "\n")
    if asked("cancels"):
        subprocess.run(["scancel", os.environ["SLURM_ARRAY_JOB_ID"]])
        signal.pause()
    if os.path.exists(waits):
        subprocess.Popen(["cat", waits], stdout=subprocess.DEVNULL)
        open(waits).close()
    print(asked("says"), file=sys.stderr)
    if asked("signal"):
        os.kill(os.getpid(), int(asked("signal")))
    lab, = glob.glob(os.path.join(ROOT, f"labs/{given.lab}-*"))
    result = sample(given.name, asked("lost").splitlines(), asked("problem"))
    result["lab"] = os.path.basename(lab)
    lab_files = labs.find(ROOT, int(given.lab)).files
    result["fingerprint"] = intake.fingerprint(
        lab_files, intake.read_submission(given.submission, lab_files, {}).files)
    if asked("writes") != "nothing":
        with open(given.json, "wb") as file:
            file.write(asked("writes").encode() or results.dump(result))
    return int(asked("status") or 0)


if __name__ == "__main__":
    sys.exit(main())
