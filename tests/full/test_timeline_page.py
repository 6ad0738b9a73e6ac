"""make timeline's page in a browser: the lanes, the keys, a clicked moment, and many events."""

import json
import re

import pytest

from test_flame import RGB, browser, run  # noqa: F401 (browser is a fixture)

pytestmark = pytest.mark.needs("chromium", "chromedriver")


@pytest.fixture(scope="module")
def made(root, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    done = run(root, "timeline", CMD="sh -c 'seq 2000 | sort | wc'", OUT=str(out), REWIND="1")
    assert done.returncode == 0 and done.stdout == f"{out}/timeline.html\n", done
    return out / "timeline.html"


@pytest.fixture
def page(browser, made):  # noqa: F811
    browser.open(made)
    yield browser
    assert browser.problems() == []


def test_the_lanes_and_the_table_have_each_thread(page):
    names = page.js("lanes.map(each => each.name)")
    assert names[0] == "CPU 0" and [name.split()[0] for name in names[1:]] == ["sh", "seq", "sort", "wc"]
    rows = page.js('[...document.querySelectorAll("#threads tbody tr")].map(row => row.innerText)')
    assert [row.split()[:2] for row in rows] == [name.split() for name in names[1:]]
    for row in rows:
        *sums, elapsed = map(float, row.split()[2:])
        assert abs(sum(sums) - elapsed) < 0.004


def test_a_click_says_what_each_thread_does(page):
    box = page.js("(() => { const box = canvas.getBoundingClientRect(); return [box.left, box.top, box.width]; })()")
    x = page.js("(() => { const call = threads.find(t => t.name.startsWith('sort')).rows[1]"
                ".find(span => span.name === 'execve'); show(call.begin, call.end); draw();"
                "return xOf((call.begin + call.end) / 2); })()")
    page.click_at(box[0] + x, box[1] + page.js("lanes[3].top + 20"))
    assert re.match(r"[\d.]+ ms after the begin\. sort \d+: runs on CPU 0, .*in execve, ", page.text("#moment"))
    at = int(re.search(r"make rewind AT=(\d+)$", page.text("#rewind"))[1])
    assert at == page.js("data.begin + moment")
    assert "waits for a pipe" in page.text("#doing") or "waits for a CPU" in page.text("#doing")


def test_a_tick_has_its_stack(page):
    page.js("(() => { const at = lanes.findIndex(each => each.name.startsWith('sort'));"
            "choose(lanes[at].ticks.find(tick => tick.stack.length > 2).begin, at); })()")
    assert re.search(r"; tick: (.* ← )?main ← __start ← _start\.$", page.text("#moment"))


def test_a_tick_in_the_kernel_has_the_kernels_function(browser, root, tmp_path):  # noqa: F811
    done = run(root, "timeline", CMD="sh -c 'du / >/dev/null'", OUT=str(tmp_path))  # most of its time is the kernel's
    assert done.returncode == 0, done
    browser.open(tmp_path / "timeline.html")
    found = browser.js("threads.flatMap(thread => thread.ticks).filter(tick => tick.stack[0].endsWith('_[k]'))"
                    ".map(tick => tick.stack)")
    assert found and all(len(stack) == 1 for stack in found)
    with open("build/kernel.elf", "rb") as kernel:
        text = kernel.read()
    assert all(name.removesuffix("_[k]").encode() in text for name, in found)


def test_the_keys_lead_everywhere(page):
    page.type("#canvas", "Down", "Down")
    assert page.js("lane") == 2
    page.type("#canvas", "+", "+")
    assert page.js("Math.round(data.ns / (to - from))") == 4
    before = page.js("moment")
    page.type("#canvas", "Right")
    assert page.js("moment") > before
    page.type("#canvas", "Escape")
    assert page.js("[from, to]") == [0, page.js("data.ns")]


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1600])
def test_it_fits_and_is_readable(browser, made, width, colours):  # noqa: F811
    browser.open(made, width, colours)
    assert browser.js("document.documentElement.scrollWidth <= innerWidth")
    back, text = (sum(map(int, RGB.match(browser.js(f"getComputedStyle(document.body).{what}")).groups()))
                  for what in ("backgroundColor", "color"))
    assert (back > text) == (colours == "light")


def test_many_events_are_drawn_at_once(browser, made, tmp_path):  # noqa: F811
    text = made.read_text()
    found = re.search(r'(?<=<script id="data" type="application/json">).*?(?=</script>)', text, re.DOTALL)
    data = json.loads(found[0])
    thread = data["threads"][-1]
    step = data["ns"] // 100000
    thread["spans"] = [value for i in range(100000) for value in (i * step, step // 2, i % 2, 0, 0, 0, -1)]
    (tmp_path / "many.html").write_text(text[:found.start()] + json.dumps(data) + text[found.end():])
    browser.open(tmp_path / "many.html", 1600)
    drawn = browser.js("(() => { let n = 0; const fill = CanvasRenderingContext2D.prototype.fillRect;"
                       "CanvasRenderingContext2D.prototype.fillRect ="
                       "    function (...box) { n++; fill.apply(this, box); };"
                       "draw(); CanvasRenderingContext2D.prototype.fillRect = fill; return n; })()")
    assert 1000 < drawn < 20000  # some for each pixel of a row, however many events there are
