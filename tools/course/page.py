"""The page of a class's results, for the instructor: one HTML file, without scripts."""

import collections
import html
import statistics
import urllib.parse

import results
from classroom import stem_of
from similar import LEAST

STEP = 10  # points for each column; full marks have a separate column
MOST_PAIRS = 100
SIGNS = {"passed": "", "failed": "failed", "hung": "hung", "panicked": "panic", "not run": "–",
         "forged": "forged"}
STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.45 system-ui, sans-serif; color: #222; margin: 2em auto; max-width: 70em;
       padding: 0 1.5em; }
h1 { font-size: 1.6em; margin-bottom: 0.2em; }
h2 { font-size: 1.2em; margin: 2em 0 0.5em; }
p.about { color: #666; margin: 0.2em 0 0.8em; max-width: 48em; }
table { border-collapse: collapse; }
th { text-align: left; font-weight: 600; color: #555; vertical-align: bottom; }
th, td { padding: 0.15em 0.9em 0.15em 0; border-bottom: 1px solid #e6e6e6; }
td { vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.figures { display: flex; flex-wrap: wrap; gap: 0.5em 2.5em; margin: 1em 0; padding: 0; }
.figures div { display: flex; flex-direction: column-reverse; }
.figures dt { color: #666; font-size: 0.9em; }
.figures dd { margin: 0; font-size: 1.6em; font-variant-numeric: tabular-nums; }
.bar { display: inline-block; height: 0.8em; background: #4477aa; vertical-align: baseline; }
pre { margin: 0.3em 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85em; }
code, .name { font-family: ui-monospace, monospace; font-size: 0.9em; }
.name { overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table + table { margin-top: 1.2em; }
#all td:first-child { min-width: 8em; max-width: 28em; }
#all td.test, #all th.test { text-align: center; min-width: 3.2em; padding: 0.15em 0; }
#all td.test { border-left: 1px solid #f0f0f0; vertical-align: middle; }
#all td.lost { background: #f6d9d5; font-size: 0.85em; }
#all th.test span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 400;
                    padding-top: 0.4em; }
svg text { font: 12px system-ui, sans-serif; fill: #444; }
svg rect { fill: #4477aa; }
"""


def text(value):
    return html.escape(str(value))


def number(value):
    """A number without .0: the mean of 80 and 90 is 85."""
    return f"{value:.1f}".removesuffix(".0")


def table(name, head, rows, classes=()):
    """rows: of HTML; classes: by column."""
    def cells(tag, row):
        return "".join(f'<{tag}{css(classes[i]) if i < len(classes) else ""}>{cell}</{tag}>'
                       for i, cell in enumerate(row))

    lines = [f'<table id="{name}">', f"<thead><tr>{cells('th', map(text, head))}</tr></thead>",
             "<tbody>"]
    lines += [f"<tr>{cells('td', row)}</tr>" for row in rows]
    return "\n".join(lines + ["</tbody></table>"])


def css(name):
    return f' class="{name}"' if name else ""


def name_cell(name):
    return f'<span class="name">{text(name)}</span>'


# --- Figures ----------------------------------------------------------------------------------


def figures(found, ungraded):
    points = [result["points"] for result in found]
    said = [("submissions", len(found) + len(ungraded)), ("with a result", len(found))]
    if found:
        said += [("mean", number(statistics.mean(points))),
                 ("median", number(statistics.median(points))),
                 ("full marks", sum(result["points"] == result["max"] for result in found)),
                 ("could not be graded", sum(bool(r["problem"]) for r in found))]
    said += [("the grader failed", len(ungraded))] if ungraded else []
    return '<dl class="figures">' + "".join(f"<div><dt>{text(what)}</dt><dd>{value}</dd></div>"
                                            for what, value in said) + "</dl>"


def columns(found):
    """[(label, count)] for each STEP points, and for full marks."""
    most = max(result["max"] for result in found)
    counts = collections.Counter("full" if result["points"] == result["max"] else
                                 result["points"] // STEP for result in found)
    labels = [(f"{low}–{min(low + STEP, most) - 1}", low // STEP) for low in range(0, most, STEP)]
    return [(label, counts[key]) for label, key in labels] + [(str(most), counts["full"])]


def distribution(found):
    shown = columns(found)
    most = max(count for _, count in shown) or 1
    width, height, top = 62, 160, 20
    parts = [f'<svg id="distribution" role="img" aria-label="distribution of points" '
             f'width="{width * len(shown)}" height="{height + top + 22}">']
    for at, (label, count) in enumerate(shown):
        tall = round(height * count / most)
        middle, up = at * width + width // 2, top + height - tall
        parts.append(
            f'<g><rect x="{at * width + 6}" y="{up}" width="{width - 12}" height="{tall}"/>'
            f'<text class="count" x="{middle}" y="{up - 5}" text-anchor="middle">{count or ""}</text>'
            f'<text class="label" x="{middle}" y="{top + height + 16}" text-anchor="middle">{label}'
            '</text></g>')
    return "\n".join(parts) + "</svg>"


# --- Tests ------------------------------------------------------------------------------------


def losses(found):
    """[(group, test, submissions that lost it, points lost, {verdict: count})] of the graded submissions."""
    lost = {}
    for result in found:
        for group in () if result["problem"] else result["groups"]:
            for test in group["tests"]:
                row = lost.setdefault((group["name"], test["test"]),
                                      [group["name"], test, 0, 0, collections.Counter()])
                if test["points"] < test["max"]:
                    row[2] += 1
                    row[3] += test["max"] - test["points"]
                    row[4][test["verdict"]] += 1
    return [tuple(row) for row in lost.values()]


def tests(found):
    rows = losses(found)
    graded = sum(not result["problem"] for result in found)
    most = max((points for _, _, _, points, _ in rows), default=0) or 1
    shown = []
    for group, test, count, points, verdicts in rows:
        how = ", ".join(f"{verdict} {verdicts[verdict]}" for verdict in SIGNS if verdicts[verdict])
        bar = f'<span class="bar" style="width: {points / most * 6:.2f}em"></span>'
        shown.append([text(group), f"<code>{text(test['test'])}</code><br>{text(test['title'])}",
                      test["max"], count, points, bar, text(how)])
    about = f"Of the {graded} submissions that were graded." if graded else "None was graded."
    return f'<p class="about">{about}</p>' + table(
        "tests", ["group", "test", "points", "lost by", "points lost", "", "how"], shown,
        ["", "", "number", "number", "number"])


# --- Lists ------------------------------------------------------------------------------------


def folded(told):
    """The first line; a click unfolds the others."""
    first, _, rest = told.strip().partition("\n")
    if not rest:
        return text(first)
    return f"<details><summary>{text(first)}</summary><pre>{text(rest)}</pre></details>"


def problems(found):
    return table("problems", ["submission", "problem"],
                 [[name_cell(result["submission"]), folded(result["problem"])]
                  for result in found if result["problem"]])


def failures(ungraded):
    return table("failures", ["submission", "why"],
                 [[name_cell(name), folded(why)] for name, why in ungraded])


def notes(found):
    return table("notes", ["submission", "note"],
                 [[name_cell(result["submission"]), folded(note)]
                  for result in found for note in result["notes"]])


def similar(pairs, groups, ids):
    parts = ['<p class="about">How much of what one wrote stands in the other\'s files, too, without '
             "the starter's text; names and layout make no difference. This is where to look first, "
             "and no proof: two short right solutions may well be alike.</p>"]
    if groups:
        parts.append(table("equal", ["the same files, byte by byte"],
                           [[", ".join(map(name_cell, group))] for group in groups]))
    if ids:
        parts.append(table("ids", ["ID in answers.txt", "submissions with it"],
                           [[name_cell(own), ", ".join(map(name_cell, names))] for own, names in ids]))
    if pairs:
        head = ["submission", "of it in the other", "other", "of that in the first"]
        rows = [[name_cell(pair.first), f"{pair.percent} %", name_cell(pair.second),
                 f"{pair.back} %" if pair.back else f"below {LEAST} %"] for pair in pairs[:MOST_PAIRS]]
        parts.append(table("similar", head, rows, ["", "number", "", "number"]))
        if len(pairs) > MOST_PAIRS:
            parts.append(f"<p>And {len(pairs) - MOST_PAIRS} more pairs.</p>")
    elif not groups and not ids:
        parts.append("<p>No two are alike.</p>")
    return "\n".join(parts)


def everyone(found):
    tests_seen = results.columns(found)
    head = "".join(f'<th class="test"><span>{text(test)}</span></th>' for _, test in tests_seen)
    lines = ['<div class="wide"><table id="all">',
             f'<thead><tr><th>submission</th><th class="number">points</th>{head}</tr></thead>',
             "<tbody>"]
    for result in found:
        by_test = {(group["name"], test["test"]): test
                   for group in result["groups"] for test in group["tests"]}
        link = urllib.parse.quote(stem_of(result["submission"]) + ".txt")
        cells = "".join(test_cell(by_test.get(test)) for test in tests_seen)
        lines.append(f'<tr><td><a class="name" href="{link}">{text(result["submission"])}</a></td>'
                     f'<td class="number">{result["points"]}</td>{cells}</tr>')
    return "\n".join(lines + ["</tbody></table></div>"])


def test_cell(test):
    if test is None:
        return '<td class="test"></td>'
    if test["points"] == test["max"]:
        return f'<td class="test">{test["points"]}</td>'
    return f'<td class="test lost">{SIGNS[test["verdict"]] or test["points"]}</td>'


def page(found, ungraded, pairs=(), groups=(), ids=()):
    """The page's bytes.  pairs, groups, ids: similar.alike's, equal's and one_id's."""
    title = results.lab_name(found[0]) if found else "No results"
    sections = [(None, figures(found, ungraded))]
    if ungraded:
        sections.append(("The grader failed", failures(ungraded)))
    if found:
        sections += [("Distribution of points", distribution(found)), ("Points lost", tests(found))]
        if any(result["problem"] for result in found):
            sections.append(("Could not be graded: 0 points", problems(found)))
        if any(result["notes"] for result in found):
            sections.append(("Notes", notes(found)))
        sections += [("Similar submissions", similar(pairs, groups, ids)),
                     ("All submissions", everyone(found))]
    body = "\n".join((f"<h2>{text(head)}</h2>\n" if head else "") + part for head, part in sections)
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{text(title)}'
            f"</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{text(title)}</h1>\n{body}\n"
            "</body>\n</html>\n").encode("utf-8", "backslashreplace")
