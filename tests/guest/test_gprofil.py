"""Programs with -pg that follow OpenBSD's manual: however they end, the host's gprof reads the calls."""

import pytest

from test_gprof import KNOWN, debug_file, flat_calls, gprof, graph_calls, runner, seconds

ENDS = {"exit": "_exit(3)", "SIGKILL": "kill(getpid(), SIGKILL)", "SIGSEGV": "*(volatile int *)8 = sink",
        "SIGABRT": "abort()"}


@pytest.mark.parametrize("layout", ["bsd", "gnu"])
@pytest.mark.parametrize("end", ENDS)
def test_gprof_shows_exactly_the_calls_of_a_program_that_does_not_return(root, build, tmp_path, end, layout):
    text = KNOWN.replace("FLAGS", "-pg").replace("return 0", ENDS[end])
    (tmp_path / "known.c").write_text("/* dialect: openbsd */\n#include <signal.h>\n#include <stdlib.h>\n"
                                      "#include <unistd.h>\n" + text)
    out = tmp_path / "out"
    runner(root, "run", tmp_path, f"mkdir /out/d; GMON_FORMAT={layout} PROFDIR=/out/d known; true", OUT=str(out),
           KARGS="hz=10000")
    file, = (out / "d").iterdir()
    assert (file.read_bytes()[:4] == b"gmon") == (layout == "gnu")
    shown = gprof(debug_file(build, tmp_path, "known"), file)
    assert flat_calls(shown) == {"f1": 2000, "f2": 1000, "f3": 1, "main": 1}
    assert graph_calls(shown) == {("main", "f1"): (2000, 2000), ("main", "f2"): (1000, 1000),
                                  ("main", "f3"): (1, 1), ("__start", "main"): (1, 1)}
    times = seconds(shown)
    assert times["f1"] > 0.05 and abs(times["f1"] / times["f2"] - 2) < 0.6
