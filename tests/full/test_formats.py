"""The files of prof --format in the programs that they are for: the ticks are those of the page of the same run."""

import base64
import collections
import json
import os
import re
import shutil
import subprocess
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../guest")]

from test_flame import browser  # noqa: E402, F401: a fixture
from test_prof_stacks import page_and_rest  # noqa: E402


@pytest.fixture(scope="module", params=["callgrind", "speedscope", "perf"])
def written(machine, request, tmp_path_factory):
    """(the file, {function: (own ticks, ticks with its callees)})"""
    out = tmp_path_factory.mktemp("out")
    done = machine.run(f"prof --format {request.param} --output /out/{request.param} --html /out/page sorts 20000",
                       det=1, cpus=1, out=out)
    assert done.status == 0, done
    own, total = collections.Counter(), collections.Counter()
    for path, ticks, _ in page_and_rest((out / "page").read_text())[0]:
        names = path.split(";")
        own[names[-1]] += ticks
        total.update({name: ticks for name in set(names)})
    return out / request.param, {name: (own[name], total[name]) for name in own}


@pytest.mark.needs("callgrind_annotate")
@pytest.mark.parametrize("written", ["callgrind"], indirect=True)
@pytest.mark.parametrize("which", [0, 1], ids=["own", "total"])
def test_callgrind_annotate(written, which):
    file, ticks = written
    done = subprocess.run(["callgrind_annotate", "--threshold=100", f"--inclusive={['no', 'yes'][which]}", file],
                          capture_output=True, text=True, check=True)
    rows = re.findall(r"^ *([\d,]+) \([ \d.]+%\) +\?\?\?:(.*) \[/bin/sorts\]$", done.stdout, re.MULTILINE)
    found = {name: int(figure.replace(",", "")) for figure, name in rows}
    assert found == {name: both[which] for name, both in ticks.items() if name in found} and len(found) > 8
    assert all(both[which] == 0 for name, both in ticks.items() if name not in found)


def own_of(text):
    """The milliseconds in a cell of speedscope's table, such as `129.00ms (49%)`."""
    number, unit = re.match(r"([\d.]+)(ns|µs|ms|s) ", text.strip()).groups()
    return float(number) * {"ns": 1e-6, "µs": 1e-3, "ms": 1, "s": 1e3}[unit]


def wait_for(browser, condition):  # noqa: F811
    script = f"const done = arguments[0], look = () => {condition} ? done(true) : setTimeout(look, 20); look();"
    browser.call("/execute/async", script=script, args=[])


def open_in_speedscope(browser, file, shown, tmp_path):  # noqa: F811
    """Its table of functions, as rows of texts.  By the npm package, as its command opens a file: Debian has none."""
    if not shutil.which("speedscope"):
        pytest.skip("no speedscope; npm install -g speedscope")
    release = os.path.join(os.path.dirname(os.path.realpath(shutil.which("speedscope"))), "../dist/release")
    content = base64.b64encode(file.read_bytes()).decode()
    (tmp_path / "load.js").write_text(f"speedscope.loadFileFromBase64('sorts', {json.dumps(content)})")
    browser.chrome("Emulation.setDeviceMetricsOverride", width=1200, height=2000, deviceScaleFactor=1, mobile=False)
    browser.call("/url", url="about:blank")  # or the next address only has another end, and the page stays
    browser.call("/url", url=f"file://{os.path.abspath(release)}/index.html#localProfilePath={tmp_path}/load.js")
    browser.call("/timeouts", script=300000)
    wait_for(browser, f"/{shown}/.test(document.body.textContent)")
    browser.type("body", "3")  # its table of functions
    wait_for(browser, "/Symbol Name/.test(document.body.textContent)")
    return browser.js("[...document.querySelectorAll('tr')].map(row => [...row.cells].map(cell => cell.innerText))")


@pytest.mark.needs("chromium", "chromedriver")
@pytest.mark.parametrize("written", ["speedscope", "perf"], indirect=True)
def test_speedscope(written, browser, tmp_path):  # noqa: F811
    """It has half of the first event's time and of the last one's in perf's format."""
    file, ticks = written
    rows = open_in_speedscope(browser, file, "sorts[^]*(process|tid:)", tmp_path)
    found = {name.strip(): (own_of(own), own_of(total)) for total, own, name in rows[1:]}
    inexact = 1 if file.name == "perf" else 1e-6
    assert found == {name: pytest.approx(both, abs=inexact) for name, both in ticks.items()} and len(found) > 8


@pytest.mark.needs("chromium", "chromedriver")
def test_speedscope_reads_the_events_of_trace(machine, browser, tmp_path):  # noqa: F811
    """The threads are those of the file, and the one that is shown first spends its time as the file says."""
    (tmp_path / "out").mkdir()
    done = machine.run("trace --chrome /out/events sh -c 'ls -l / | sort'", det=1, cpus=1, out=tmp_path / "out")
    assert done.status == 0, done
    events = json.loads((tmp_path / "out/events").read_text())["traceEvents"]
    rows = open_in_speedscope(browser, tmp_path / "out/events", "tid", tmp_path)
    head = rows.index(["Total", "Self", "Symbol Name"])
    threads = [re.fullmatch(r".* \(pid (\d+)\), .* \(tid (\d+)\)", row[1]).groups() for row in rows[1:head]]
    names = {(str(e["pid"]), str(e["tid"])) for e in events if e["name"] == "thread_name"}
    assert set(threads) == names and len(names) > 4
    times = collections.Counter()
    for event in events:
        if event["ph"] == "X" and (str(event["pid"]), str(event["tid"])) == threads[0]:
            times[event["name"]] += event["dur"] / 1000
    found = {name.strip(): own_of(own) for _, own, name in rows[head + 1:]}
    assert found == {name: pytest.approx(time, rel=0.01) for name, time in times.items()} and found
