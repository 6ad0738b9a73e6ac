"""make flame's page in a browser: what is drawn, the keys, the search, and that its numbers are the report's."""

import errno
import json
import os
import re
import subprocess
import sys
import urllib.request

import pytest

pytestmark = pytest.mark.needs("chromium", "chromedriver")

COMMAND = "sorts 20000"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # W3C WebDriver, 12.1
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015"}
RGB = re.compile(r"rgba?\((\d+), (\d+), (\d+)")


class Browser:
    """Chromium without a window, by chromedriver's HTTP protocol (W3C WebDriver)."""

    def __init__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                break
        self.url = f"http://127.0.0.1:{found[1]}/session"
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu",
                            "--disable-dev-shm-usage"]}
        capabilities = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        self.url += "/" + self.call("", capabilities=capabilities)["sessionId"]

    def call(self, path, **body):
        """The answer to a command of the protocol."""
        method = body.pop("method", "POST")
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request) as answer:
            return json.load(answer)["value"]

    def open(self, path, width=1200, colours="light"):
        self.chrome("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.chrome("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": colours}])
        self.call("/url", url="file://" + str(path))

    def chrome(self, command, **parameters):
        return self.call("/goog/cdp/execute", cmd=command, params=parameters)

    def js(self, script):
        """The value of an expression in the page; a `const` of the page's script is there too."""
        return self.call("/execute/sync", script=f"return ({script})", args=[])

    def element(self, css):
        return self.call("/element", using="css selector", value=css)[ELEMENT]

    def type(self, css, *keys):
        self.call(f"/element/{self.element(css)}/value", text="".join(KEYS.get(key, key) for key in keys))

    def click(self, css):
        self.call(f"/element/{self.element(css)}/click")

    def click_at(self, x, y):
        pointer = [{"type": "pointerMove", "x": int(x), "y": int(y)}, {"type": "pointerDown", "button": 0},
                   {"type": "pointerUp", "button": 0}]
        self.call("/actions", actions=[{"type": "pointer", "id": "mouse", "actions": pointer}])

    def text(self, css):
        return self.js(f"document.querySelector({json.dumps(css)}).textContent")

    def cells(self):
        """The table's rows."""
        return self.js('[...document.querySelectorAll("#functions tbody tr")]'
                       '.map(row => [...row.children].map(cell => cell.textContent))')

    def rows(self):
        """{function: (own %, ±, total %, ±, ticks)} of the table."""
        return {name: figures[:5] for *figures, name in self.cells()}

    def problems(self):
        """The errors of the page's script, and the warnings of the browser."""
        return self.call("/se/log", type="browser")

    def close(self):
        try:
            self.call("", method="DELETE")
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.driver.stdout.close()


@pytest.fixture(scope="module")
def browser():
    browser = Browser()
    yield browser
    browser.close()


def run(root, what, **settings):
    env = {**os.environ, "DET": "1", **settings}
    return subprocess.run([sys.executable, "-IS", "tools/run", what], cwd=root, env=env, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)


@pytest.fixture(scope="module")
def made(root, tmp_path_factory):
    """(the page's path, the report of the same run)"""
    out = tmp_path_factory.mktemp("out")
    done = run(root, "flame", CMD=COMMAND, OUT=str(out))
    assert done.returncode == 0, done
    assert done.stdout == f"{out}/flame.html\n"
    return out / "flame.html", (out / "prof.txt").read_text()


@pytest.fixture
def page(browser, made):
    browser.open(made[0])
    yield browser
    assert browser.problems() == []


def draws(browser, name):
    """Whether a frame of the function is drawn."""
    return browser.js(f"rows.flat().some(frame => nameOf(frame.call).startsWith({json.dumps(name)}))")


def middle_of(browser, name):
    """The middle of the widest frame of a function, in the window."""
    script = f"""(() => {{
        const box = canvas.getBoundingClientRect();
        const frame = rows.flat().filter(frame => nameOf(frame.call) === {json.dumps(name)})
            .reduce((a, b) => b.wide > a.wide ? b : a);
        return [box.left + frame.left + frame.wide / 2, box.top + topOf(frame.call.depth) + ROW / 2];
    }})()"""
    return browser.js(script)


def test_the_table_has_the_numbers_of_the_report(page, made):
    report = re.findall(r"^ *([\d.]+) +([\d.]+) +([\d.]+) +(\d+)  (\S.*?)(?:  +#+)?$", made[1], re.MULTILINE)
    table = page.rows()
    shown = {name: (own, error, ticks) for name, (own, error, _, _, ticks) in table.items() if ticks != "0"}
    assert len(report) > 8
    assert shown == {name: (share, error, ticks) for share, error, _, ticks, name in report
                     if ticks != "0"}
    assert re.search(r"^\d+ ticks, 1000 a second", page.text("#report"), re.MULTILINE)
    below = page.js("rows[1].map(frame => frame.call.total)")  # main has most; a tick may come before it
    assert sum(below) == sum(int(ticks) for _, _, ticks in shown.values())


def test_a_click_zooms_and_chooses(page):
    page.click_at(*middle_of(page, "sort_quick"))
    assert page.js("nameOf(zoomed)") == "sort_quick" and not draws(page, "sort_merge")
    assert page.text("#chosen h3") == "sort_quick" and "quick_part" in page.text("#chosen")
    assert page.text("tr.chosen").endswith("sort_quick")
    page.click("#out")
    assert draws(page, "sort_merge") and page.js("zoomed === view.root")


def test_the_keys_walk_and_zoom(page):
    page.type("#canvas", "Up", "Up", "Up", "Up")
    before = page.text("#frame")
    page.type("#canvas", "Right")
    assert page.text("#frame") != before
    name = page.js("nameOf(current)")
    page.type("#canvas", "Enter")
    assert page.js("nameOf(zoomed)") == name and not page.js('document.getElementById("out").disabled')
    page.type("#canvas", "Escape")
    assert page.js("zoomed === view.root")
    page.click("#icicle")
    page.type("#canvas", "Down")
    assert page.js("current.depth") == 1


def test_a_search_has_the_share_that_matches(page):
    page.type("#search", "SORT_MERGE")
    assert list(page.rows()) == ["sort_merge"]
    _, _, total, error, _ = page.rows()["sort_merge"]
    assert page.text("#found").startswith(f"1 function: {total} % ± {error} %, ")
    page.type("#search", "x")
    assert page.text("#found") == "no function matches"
    page.type("#search", "Escape")
    assert page.text("#found") == "" and len(page.rows()) > 8


def test_a_function_has_its_source_and_its_instructions(page):
    page.click("#functions tbody tr button")
    (name, figures), *_ = page.rows().items()
    assert page.text("#chosen h3") == name and "Source: user/bin/sorts.c" in page.text("#chosen")
    ticks = page.js('[...document.querySelectorAll("#chosen .code")].map(table => [...table.querySelectorAll("tr.hot")]'
                    '.reduce((sum, row) => sum + Number(row.children[0].textContent), 0))')
    assert ticks[-1] == int(figures[4]) == sum(ticks[:-1])


@pytest.mark.parametrize("width", [400, 800, 1600])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_page_fits_the_window_and_can_be_read(browser, made, width, colours):
    browser.open(made[0], width, colours)
    browser.click("#functions tbody tr button")
    assert browser.js("document.documentElement.scrollWidth") <= width
    text, back = (sum(map(int, RGB.match(browser.js(f"getComputedStyle(document.body).{what}")).groups()))
                  for what in ("color", "backgroundColor"))
    assert text < 200 and back > 600 if colours == "light" else text > 600 and back < 200


def test_the_whole_machine_has_the_kernels_functions_with_their_code(browser, root, tmp_path):
    command = "sorts 20000 3; for i in 1 2 3 4 5 6 7 8 9 10; do ls -l /bin; done >/dev/null"
    done = run(root, "flame", CMD=f"sh -c '{command}'", OUT=str(tmp_path), ALL="1")
    assert done.returncode == 0, done
    for width, colours in (400, "dark"), (1600, "light"):
        browser.open(tmp_path / "flame.html", width, colours)
        assert browser.js("document.documentElement.scrollWidth") <= width
        assert not browser.js('document.getElementById("kernels").hidden')
    browser.type("#search", "_[k]")
    found = list(browser.rows())
    assert found and all(name.endswith("_[k]") for name in found)
    hues = browser.js("rows.flat().filter(frame => frame.call.fn).map(frame => [frame.call.fn.name, "
                      "(word = '', colourOf(frame.call))])")
    for name, colour in hues:
        assert name.endswith("_[k]") == (130 < int(re.match(r"hsl\((\d+) ", colour)[1]) < 190), (name, colour)
    browser.click("#functions tbody tr button")
    assert "Source: kernel/" in browser.text("#chosen") and browser.problems() == []


def write_page(root, tmp_path, groups, name="made up"):
    with open(os.path.join(root, "user/bin/prof/page.html"), encoding="utf-8") as file:
        page = file.read()
    data = json.dumps({"name": name, "hz": 1000, "report": "", "groups": groups}).replace("<", "\\u003c")
    path = tmp_path / "page.html"
    path.write_text(page.replace("@DATA@", data), encoding="utf-8")
    return path


def test_names_are_no_markup(browser, root, tmp_path):
    bad = "</script><img src=x onerror='document.title=1'>&amp;\""
    group = {"name": bad, "path": bad, "report": bad, "calls": [0, bad, 5, 0], "pcs": [1, 5, 0],
             "code": {"0": {"source": [[bad, [[1, bad, 5]]]], "instructions": [["1", bad, 5]]}}}
    browser.open(write_page(root, tmp_path, [group, group], bad))
    browser.click("#functions tbody tr button")
    assert browser.js('document.querySelectorAll("img").length') == 0
    assert list(browser.rows()) == [bad] and browser.text("title") == "Profile of " + bad
    assert browser.rows()[bad][4] == "10" and browser.problems() == []


def test_counted_calls_have_a_column(browser, root, tmp_path):
    calls = [0, "main", 1, 0, 1, "often", 5, 0]
    group = {"name": "a", "path": "a", "report": "", "calls": calls, "pcs": [1, 5, 1],
             "counts": [1, 3, "idle", 2, 1, 4]}
    browser.open(write_page(root, tmp_path, [group, group]))
    assert {row[7]: row[6] for row in browser.cells()} == {"often": "14", "main": "", "idle": "4"}
    browser.click("#functions th:nth-child(7) button")
    assert [row[7] for row in browser.cells()] == ["often", "idle", "main"]
    browser.click("#functions tbody tr button")
    assert "counted: 14 calls" in browser.text("#chosen") and browser.problems() == []
    del group["counts"]
    browser.open(write_page(root, tmp_path, [group]))
    assert {len(row) for row in browser.cells()} == {7}


def test_a_page_without_ticks_says_so(browser, root, tmp_path):
    browser.open(write_page(root, tmp_path, [{"name": "a", "path": "a", "report": "0 ticks", "calls": [], "pcs": []}]))
    assert "No tick " in browser.text("#summary") and browser.text("#report") == "0 ticks"
    assert browser.problems() == []


def two_runs(root, tmp_path):
    """main of 1000 ticks calls faster, slower and equal.  Before, at half the rate, it took 500, and called gone."""
    calls = [0, "main", 100, 0, 1, "faster", 150, 0, 1, "slower", 450, 0, 1, "equal", 300, 0]
    then = [0, "main", 50, 0, 1, "faster", 200, 0, 1, "slower", 75, 0, 1, "equal", 151, 0, 1, "gone", 24, 0]
    page = write_page(root, tmp_path, [{"name": "7 a, exited", "path": "/bin/a", "report": "", "calls": calls,
                                        "pcs": []}])
    text = page.read_text(encoding="utf-8")
    before = json.dumps({"hz": 500, "groups": [{"name": "8 a, exited", "path": "/bin/a", "calls": then, "pcs": []}]})
    page.write_text(text.replace('"groups":', f'"before": {before}, "groups":', 1), encoding="utf-8")
    return page


def test_a_page_of_two_runs_has_the_changes_and_their_errors(browser, root, tmp_path):
    page = two_runs(root, tmp_path)
    for width in 400, 1200:
        browser.open(page, width)
        assert browser.js("$('functions').scrollWidth - $('functions').parentNode.clientWidth") <= 0
    rows = {row[5]: row[2:5] for row in browser.cells()}
    for name, now, then in [("faster", 150, 200), ("slower", 450, 75), ("equal", 300, 151), ("gone", 0, 24)]:
        errors = [(n * (1 - p) * p) ** 0.5 / hz for n, hz, p in
                  [(1000, 1000, (now + 0.5) / 1001), (500, 500, (then + 0.5) / 501)]]
        change = now / 1000 - then / 500
        assert rows[name] == [f"{then / 500:.3f}", f"{'−' if change < 0 else '+'}{abs(change):.3f}",
                              f"{(errors[0] ** 2 + errors[1] ** 2) ** 0.5:.3f}"]
    hues = browser.js('Object.fromEntries(rows.flat().map(frame => [nameOf(frame.call), colourOf(frame.call)]))')
    assert hues["slower"].startswith("hsl(8 ") and hues["faster"].startswith("hsl(215 ")
    assert hues["equal"].startswith("hsl(0 0%")
    assert "before: 1.000 s, change: +0.000 ±" in browser.text("#summary")
    browser.type("#search", "gone")
    browser.click("#functions tbody tr button")
    assert browser.text("#chosen h3") == "gone" and "before: 0.048 s, change: −0.048" in browser.text("#chosen")
    assert browser.problems() == []


def test_processes_are_compared_by_program_and_order(browser, root, tmp_path):
    def group(pid, path, ticks):
        return {"name": f"{pid} {path}, exited", "path": path, "report": "", "calls": [0, "main", ticks, 0], "pcs": []}

    page = write_page(root, tmp_path, [group(3, "a", 10), group(4, "b", 20), group(5, "a", 30)])
    before = {"hz": 1000, "groups": [group(6, "b", 2), group(7, "a", 1), group(8, "a", 3)]}
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace('"groups":', f'"before": {json.dumps(before)}, "groups":', 1), encoding="utf-8")
    browser.open(page)
    assert browser.js("view.root.callees.map(call => call.then)") == [1, 2, 3]
    browser.click("#which option:nth-child(4)")
    assert browser.js("[view.all, before.all]") == [30, 3] and browser.problems() == []


def compared(root, before, out, **settings):
    """Runs make flame with BEFORE.  Returns what it said."""
    done = run(root, "flame", OUT=str(out), BEFORE=str(before), **{"CMD": COMMAND, **settings})
    assert done.returncode == 0, done
    return done.stderr


def test_the_same_run_twice_has_no_change(browser, root, made, tmp_path):
    assert compared(root, made[0], tmp_path) == ""
    browser.open(tmp_path / "flame.html")
    changes = {row[4]: row[3] for row in browser.cells()}
    assert len(changes) > 50 and set(changes.values()) == {"+0"} and "(in the kernel)" in changes
    assert browser.js("rows.flat().every(frame => frame.call.then === frame.call.total)")
    assert "change: +0, exactly" in browser.text("#summary") and browser.problems() == []


def test_the_changes_are_those_of_the_rulers_counts(browser, root, made, tmp_path):
    """Without copies of functions, which the ruler adds to their callers."""
    counted = {}
    for command in COMMAND, "sorts 21000":
        assert run(root, "count", CMD=command, OUT=str(tmp_path)).returncode == 0
        functions = json.loads((tmp_path / "count.json").read_text())["functions"]
        counted[command] = {row["name"]: row["user"] for row in functions}
    assert compared(root, made[0], tmp_path, CMD="sorts 21000") == ""
    browser.open(tmp_path / "flame.html")
    rows = {name: (int(now), int(then)) for _, now, then, _, name in browser.cells()}
    own = {name: pair for name, pair in rows.items() if name != "(in the kernel)"}
    for which, command in enumerate(["sorts 21000", COMMAND]):
        assert sum(pair[which] for pair in own.values()) == sum(counted[command].values())
        assert rows["radix_pass"][which] == counted[command]["radix_pass"] > 1000000
    hues = browser.js("Object.fromEntries(rows.flat().map(frame => [nameOf(frame.call), colourOf(frame.call)]))")
    assert hues["radix_pass"].startswith("hsl(8 ") and browser.problems() == []


def test_a_page_without_exact_counts_is_compared_by_ticks(browser, root, made, tmp_path):
    before = tmp_path / "before.html"
    before.write_text(re.sub('"exact":{[^}]*}', '"none":0', made[0].read_text(encoding="utf-8")), encoding="utf-8")
    said = compared(root, before, tmp_path)
    assert said.startswith(f"flame: BEFORE={before} has no exact counts") and said.count("\n") == 1
    browser.open(tmp_path / "flame.html")
    assert {row[3] for row in browser.cells()} == {"+0.000"} and browser.problems() == []
    said = compared(root, before, tmp_path, CMD="sh -c 'sorts 20000; true'")
    assert said.startswith("flame: exact counts need one CPU, one process") and said.count("\n") == 1


def test_a_large_page_is_drawn(browser, root, tmp_path):
    """10^4 functions, 10^5 paths, 10^6 ticks, in less than 3 MB; prints how long that takes (pytest -s)."""
    numbers, calls = {}, []
    for i in range(100000):
        name = f"function_{i * 7919 % 10000}"
        calls += [i % 40, numbers.get(name, name), 10, 0]
        numbers.setdefault(name, len(numbers))
    path = write_page(root, tmp_path, [{"name": "a", "path": "a", "report": "", "calls": calls, "pcs": []}])
    assert path.stat().st_size < 3 << 20
    browser.open(path)
    assert browser.js("view.all") == 1000000 and browser.js("view.functions.length") == len(numbers) == 10000
    opened = browser.js('performance.getEntriesByType("navigation")[0].loadEventEnd')
    drawn = browser.js("(() => { const from = performance.now(); draw(); return performance.now() - from; })()")
    print(f"{opened:.0f} ms to open, {drawn:.0f} ms to draw")


def test_a_large_program_has_the_code_of_the_functions_with_the_most_ticks(browser, root, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(os.path.join(root, "tools"))
    from running import flame
    monkeypatch.chdir(root)
    monkeypatch.setattr(flame, "instructions_of", lambda _: {pc: (f"nop {'x' * 500}", "") for pc in range(10000)})
    calls = [0, "often", 90, 0]
    for i in range(9999):
        calls += [1, f"function_{i}", 1, 0]
    pcs = [0, 90, 0, *(value for pc in range(1, 10000) for value in (pc, 1, pc))]
    page = write_page(root, tmp_path, [{"name": "a", "path": "/bin/a", "report": "", "calls": calls, "pcs": pcs}])
    build = type("Build", (), {"symbols": lambda _, name: name, "kernel": ""})()
    page.write_text(flame.complete(build, page.read_text(encoding="utf-8"), None, lambda _: None), encoding="utf-8")
    assert page.stat().st_size < 3 << 20
    browser.open(page)
    browser.click("#functions tbody tr:first-child button")
    assert browser.text("#chosen h3") == "often" and "Instructions" in browser.text("#chosen")
    browser.js("choose(view.functions.find(fn => fn.name === 'function_9998'))")
    assert "The page has room for the source of functions with more ticks only." in browser.text("#chosen")
    assert browser.problems() == []


def test_what_cannot_be_drawn_is_told(root):
    for settings, said in [({"CMD": ""}, "say what to draw: make flame CMD='PROGRAM ARGUMENTS'"),
                           ({"CMD": "nosuch"}, "nosuch ended with status 127, and there is no page"),
                           ({"CMD": "true", "OPEN": "x"}, "OPEN=x: must be 1 or 0"),
                           ({"CMD": "true", "BEFORE": "/none"}, f"BEFORE=/none: {os.strerror(errno.ENOENT)}; give a "
                                                                "copy of an earlier build/flame.html"),
                           ({"CMD": "true", "BEFORE": "README.md"}, "BEFORE=README.md: is no page of make flame; give "
                                                                    "a copy of an earlier build/flame.html")]:
        done = run(root, "flame", **settings)
        assert done.returncode != 0 and f"flame: {said}\n" in done.stderr, done
