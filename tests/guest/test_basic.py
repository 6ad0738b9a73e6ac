"""basic -p: the ticks of each line of a BASIC program."""

import re

# Line 40 does ten times the work of lines 30 and 50 together.
HOT = ["10 PRINT \"begins\"", "30 FOR I = 1 TO 20000",
       "40 X = I * 2 + I * 3 + I * 4 + I * 5 + I * 6 + I * 7 + I * 8 + I * 9 - (I + 1) * (I + 2) + X",
       "50 NEXT I", "60 PRINT \"ends\""]
ROW = re.compile(r"^ *(\d+) +([\d.]+)%  (.*)$", re.MULTILINE)
TOTAL = re.compile(r"^ *(\d+) ticks, (\d+) a second$", re.MULTILINE)


def profile(machine, lines, status=0, **variables):
    """(stdout, [(ticks, share, line's text)], total): what basic -p prints of the program."""
    program = " ".join(f"'{line}'" for line in lines)
    done = machine.run(f"printf '%s\\n' {program} >/tmp/p; basic -p /tmp/p >/tmp/o 2>/tmp/e; echo $?; "
                       "cat /tmp/o; echo =; cat /tmp/e", det=1, **variables)
    assert done.status == 0, done
    out, report = done.stdout.replace("\r", "").split("=\n", 1)
    assert out.startswith(f"{status}\n"), done
    rows = [(int(ticks), float(share), text) for ticks, share, text in ROW.findall(report)]
    return out.split("\n", 1)[1], rows, int(TOTAL.search(report)[1]), report


# manual: v7, BUGS: interpreters
def test_the_hot_line_is_on_top(machine):
    out, rows, total, _ = profile(machine, HOT)
    assert out == "begins\nends\n"
    assert rows[0][2] == HOT[2], rows
    assert rows[0][1] > 75, rows
    assert total > 200
    assert [row[0] for row in rows] == sorted((row[0] for row in rows), reverse=True), rows


def test_every_tick_is_in_one_row(machine):
    _, rows, total, _ = profile(machine, HOT, kargs="hz=10000")
    assert sum(row[0] for row in rows) == total
    for ticks, share, _ in rows:
        assert abs(share - 100 * ticks / total) <= 0.051
    assert {row[2] for row in rows} <= {*HOT, "(between the lines)"}, rows


def test_a_mistake_is_reported_with_the_profile(machine):
    _, rows, _, report = profile(machine, [*HOT, "70 GOTO 1"], status=1)
    assert report.startswith("basic: line 70: no line has that number\n"), report
    assert rows[0][2] == HOT[2], rows


def test_a_tick_at_the_end_is_in_the_total(machine, tmp_path):
    """Of a hundred programs, each a little longer than the one before, some end with one."""
    for n in range(100):
        (tmp_path / f"p{n}").write_text(f"10 FOR I = 1 TO {n}\n20 NEXT I\n")
    done = machine.run("for p in /p?*; do basic -p $p; done 2>&1", extra=tmp_path, det=1, shift=4, kargs="hz=10000")
    reports = done.stdout.split("   ticks   share  line\n")[1:]
    assert len(reports) == 100, done
    for report in reports:
        assert sum(int(row[0]) for row in ROW.findall(report)) == int(TOTAL.search(report)[1]), report
