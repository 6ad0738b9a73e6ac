"""The ruler's verdict: a true profile passes, a false one does not."""

import os
import random
import subprocess
import sys

import pytest


@pytest.fixture
def judge(root, monkeypatch):
    monkeypatch.syspath_prepend(os.path.join(root, "tools"))
    monkeypatch.syspath_prepend(os.path.join(root, "tools/ruler"))
    import ruler

    def judge(*functions):
        """functions: (instructions, ticks) of each."""
        rows = [dict(name=f"f{i}", user=exact, system=0, ticks=ticks)
                for i, (exact, ticks) in enumerate(functions)]
        result = dict(functions=rows, instructions=sum(exact for exact, _ in functions),
                      ticks=sum(ticks for _, ticks in functions))
        ruler.judge(result)
        return result
    yield judge
    sys.modules.pop("ruler")


def test_ticks_that_fall_by_chance_are_in_order(judge):
    weights = [1000000, 500000, 300000, 150000, 50000, 2000, 200]
    draw = random.Random(1)
    ticks = draw.choices(range(len(weights)), weights, k=5000)
    result = judge(*((weight, ticks.count(i)) for i, weight in enumerate(weights)))
    assert result["farthest"]["chance"] > 1e-3
    assert result["chance"] > 1e-3


def test_one_table_in_100_is_by_chance_so_far_off_that_one_in_100_is(judge):
    """Whether many or few ticks are expected."""
    draw, weights = random.Random(1), [1000, 300, *[10] * 20]
    tables = []
    for _ in range(1000):
        ticks = draw.choices(range(len(weights)), weights, k=1000)
        tables.append(judge(*((weight, ticks.count(i)) for i, weight in enumerate(weights))))
    far = sum(table["farthest"]["chance"] < 0.01 for table in tables)
    assert 1 <= far <= 20
    assert all(table["farthest"]["chance"] > 1e-5 for table in tables)
    assert max(abs(row["off"]) for table in tables for row in table["rows"]) > 4  # standard errors do not do


def test_a_share_that_slid_to_another_function_is_seen(judge):
    result = judge((990000, 980), (10000, 20 + 10), (0, 0))
    assert result["farthest"]["name"] == "f1" and result["farthest"]["chance"] < 1e-5


def test_the_standard_error_is_that_of_a_sampled_share(judge):
    result = judge((800000, 820), (200000, 180))
    assert [row["error"] for row in result["rows"]] == pytest.approx(2 * [0.0126491], rel=1e-4)
    assert [row["off"] for row in result["rows"]] == pytest.approx([1.5811, -1.5811], rel=1e-4)
    assert result["chi_squared"] == pytest.approx(20 ** 2 / 800 + 20 ** 2 / 200)
    assert result["freedom"] == 1


def test_chance_is_that_of_the_tables(judge):
    import ruler

    # the 5 % points of chi-squared for 1, 2, 5, 10 and 30 degrees of freedom
    for freedom, point in (1, 3.841), (2, 5.991), (5, 11.070), (10, 18.307), (30, 43.773):
        assert ruler.chance(point, freedom) == pytest.approx(0.05, rel=1e-3)
    assert ruler.chance(0, 3) == ruler.chance(0, 0) == 1
    for ticks in 0, 10:
        assert ruler.chance_of_row(ticks, 10, 0.5) == pytest.approx(2 / 1024)
    assert ruler.chance_of_row(8, 10, 0.5) == pytest.approx(2 * (45 + 10 + 1) / 1024)
    assert ruler.chance_of_row(5, 10, 0.5) == ruler.chance_of_row(10, 10, 1) == 1


def test_functions_that_expect_few_ticks_are_one_row(judge):
    result = judge((3000, 1), (900000, 89), (2000, 1), (94000, 9), (1000, 0))
    assert [(row["name"], row["exact"], row["ticks"]) for row in result["rows"]] == [
        ("f1", 900000, 89), ("f3", 94000, 9), ("(3 more)", 6000, 2)]


def test_ticks_at_code_that_never_ran_are_seen(judge):
    assert judge((900000, 890), (99000, 105), (0, 5))["farthest"]["chance"] < 1e-5


def test_functions_are_those_that_prof_shows(root, tmp_path, monkeypatch):
    """Labels and functions of no bytes are none; a mark is, and a name that begins with a dot."""
    monkeypatch.syspath_prepend(os.path.join(root, "tools"))
    monkeypatch.syspath_prepend(os.path.join(root, "tools/ruler"))
    import elf
    source = """
        .globl _start, .dotted
        .type _start, @function; .type .dotted, @function; .type a_nothing, @function
        a_nothing: .size a_nothing, 0
        _start: nop; label: nop; mark.mark.3: nop; .size _start, . - _start
        .dotted: nop; .size .dotted, . - .dotted
        bare: nop
    """
    subprocess.run([os.environ["CROSS"] + "gcc", "-nostdlib", "-static", "-no-pie", "-x", "assembler", "-", "-o",
                    tmp_path / "program"], input=source, text=True, check=True)
    functions = elf.Elf(tmp_path / "program").functions()
    first = functions[0][0]
    assert [(low - first, name) for low, _, name in functions] == [
        (0, "_start"), (2, "mark"), (3, ".dotted"), (4, "bare")]
