"""Results made up for the tests of what is done with results, and a stand-in for tools/grade."""

import hashlib
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/course"))

GROUPS = {
    "The interrupt half": {"prof_tick_user": 20, "prof_bounds below": 15, "prof_bounds above": 15},
    "The task half": {"prof_fault_later": 30},
    "Where it goes wrong (hidden)": {"witness_loop": 20},
}
VERDICTS = ("failed", "hung", "panicked", "forged")


def sample_test(name, most, verdict):
    passed = verdict == "passed"
    return {"test": name, "title": f"what {name.split()[0]} shows", "points": most if passed else 0,
            "max": most, "verdict": verdict,
            "reason": "" if passed else f"want 1 < 2 & \"3\"\ngot  {verdict}",
            "handout": "doc/course/2-tick/handout.md#the-interrupt-half",
            "rerun": f"make grade T='{name}'",
            "instructions": 0 if verdict == "not run" else 12345678}


def sample(name="alice", lost=(), problem="", notes=(), files=b"int x;\n"):
    """lost: {test: verdict}, or their names; problem: it was not built."""
    lost = lost if isinstance(lost, dict) else dict.fromkeys(lost, "failed")
    groups = []
    for group, tests in GROUPS.items():
        made = [sample_test(test, most, "not run" if problem else lost.get(test, "passed"))
                for test, most in tests.items()]
        groups.append({"name": group, "points": sum(test["points"] for test in made),
                       "max": sum(tests.values()), "tests": made})
    return {"schema": "tally-grade-1", "lab": "2-tick", "title": "The tick", "submission": name,
            "points": sum(group["points"] for group in groups), "max": 100, "built": not problem,
            "problem": problem, "notes": list(notes), "groups": groups,
            "fingerprint": "" if problem else hashlib.sha256(files).hexdigest()}
