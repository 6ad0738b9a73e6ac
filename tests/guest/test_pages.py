"""Which free pages the kernel gives (mm/page.h), seen by gdb."""

import pytest

from test_gdb import session

pytestmark = pytest.mark.needs("gdb")

COUNT = """continue
python free = lambda name: int(gdb.parse_and_eval(f"'page.c'::{name}"))
python page, count = free("first_free[CODE]"), 0
python exec('while page != 0xffffffff: page, count = free(f"frames[{page}].next"), count + 1')
python print(count)
"""


def test_the_pages_of_a_programs_text_are_not_used_again_while_others_are_free(root, tmp_path):
    out = session(root, tmp_path, "tally-break seq:main\n" + 2 * COUNT,
                  ["KARGS=run=/bin/true; seq 1; " + 10 * "/bin/true; " + "seq 1"])
    after_one, after_more = int(out[5]), int(out[10].split()[0])
    assert after_one > 0 and after_more >= 10 * after_one, out
