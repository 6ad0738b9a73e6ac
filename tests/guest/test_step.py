"""With STEP=1 ticks are where the program was, also on several CPUs at once: QEMU runs one instruction a block."""

import re
import shutil

import pytest

TIMES = 100000  # 20 million instructions; in long blocks most of the ticks are in lone_return


@pytest.fixture
def skid(machine, root, tmp_path):
    shutil.copy(root + "/tools/ruler/work/skid.c", tmp_path)
    return lambda **settings: machine.run(f"prof skid {TIMES}", cpus=2, extra=tmp_path, **settings)


def test_a_lone_return_gets_its_share(skid):
    """One instruction in 204, which is 0.5 %.  Late ticks would give it 80 % and more."""
    report = skid(step=1)
    assert report.status == 0, report
    ticks = {name: int(count) for count, name in re.findall(r"(\d+)  (add_straight|lone_return)\b", report.stderr)}
    assert ticks.get("lone_return", 0) <= 0.055 * ticks["add_straight"], report
    assert "SKEWED" not in report.stderr


@pytest.mark.parametrize("help,words", [
    ("-singlestep     always run in singlestep mode\n", ["-singlestep"]),
    ("                one-insn-per-tb=on|off (one guest instruction per TCG translation block)\n"
     "-singlestep     deprecated synonym\n", ["-accel", "tcg,one-insn-per-tb=on"]),
])
def test_the_words_are_those_that_this_qemu_knows(root, tmp_path, help, words, monkeypatch):
    monkeypatch.syspath_prepend(root + "/tools")
    import qemu
    fake = tmp_path / "qemu"
    fake.write_text(f"#!/bin/sh\ncat <<'END'\n{help}END\n")
    fake.chmod(0o755)
    assert qemu.short_block_words(str(fake)) == words
