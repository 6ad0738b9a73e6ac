"""Programs from elsewhere that were written from another system's manual compile as they are."""

import pytest

BURN = """
static volatile unsigned long seed;
__attribute__((noinline)) static void burn(void)
{ for (int i = 0; i < 10000000; i++) seed = seed * 1103515245 + 12345; }
__attribute__((noinline)) static int sum(unsigned short *p, int n)
{ int s = 0; while (n-- > 0) s += *p++; return s; }
static unsigned short buf[256];
"""
PROTOTYPED = {
    "bsd44": BURN + """#include <stdio.h>
        int main(void) {
            int error = profil((char *)buf, sizeof(buf), (int)(long)burn, 65536);
            burn(); printf("%d\\n", error == 0 && sum(buf, 256) > 5); return 0; }""",
    "omnios": BURN + """#include <stdio.h>
        #include <unistd.h>
        int main(void) {
            profil(buf, sizeof(buf), (unsigned int)(long)burn, 0x4000);
            burn(); printf("%d\\n", sum(buf, 256) > 5); return 0; }""",
    "aix": BURN + """#include <stdio.h>
        #include <mon.h>
        int main(void) {
            struct prof array[2] = {{(daddr_t)burn, (daddr_t)burn + 512, (short *)buf, 512, -1}};
            profil(array, -1, 0, 0);
            burn(); printf("%d\\n", sum(buf, 256) > 5); return 0; }""",
    "openbsd": BURN + """#include <stdio.h>
        #include <errno.h>
        #include <unistd.h>
        int main(void) {
            u_long offset = 0; u_int scale = 65537;
            int error = profil(buf, sizeof(buf), 8, offset, scale, -1);
            printf("%d\\n", error == -1 && errno == EPERM); return 0; }""",
}
OLD = """
/* dialect: DIALECT */
HEADER
short buf[32768];
long seed;
burn() { int i; for (i = 0; i < 10000000; i++) seed = seed * 1103515245 + 12345; }
sum(p, n) short *p; { int s; s = 0; while (n--) s += *p++; return(s); }
char *malloc();
main()
{
    char *copy = malloc(10);
    profil(buf, sizeof buf, 0x400000, 0x8000);
    burn();
    strcpy(copy, "%d\\n");
    printf(copy, sum(buf, 32768) > 5);
    return 0;
}
"""


def test_programs_of_each_dialect_compile_as_they_are(machine, tmp_path):
    """With types and prototypes, and without."""
    for dialect, text in PROTOTYPED.items():
        (tmp_path / f"new_{dialect}.c").write_text(f"/* dialect: {dialect} */\n{text}\n")
    for dialect, header in ("v7", ""), ("bsd42", ""), ("bsd43", ""), ("aix", "#include <mon.h>"):
        (tmp_path / f"old_{dialect}.c").write_text(OLD.replace("DIALECT", dialect).replace("HEADER", header))
    names = sorted(path.stem for path in tmp_path.iterdir())
    result = machine.run(f"for p in {' '.join(names)}; do $p; echo $p $?; done", extra=tmp_path, det=1)
    assert result.stdout == "".join(f"1\n{name} 0\n" for name in names), result
    assert "warning" not in result.stderr


def test_one_file_with_the_line_is_enough(machine, tmp_path):
    (tmp_path / "program").mkdir()
    (tmp_path / "program/a.c").write_text("/* dialect: bsd44 */\nint f(void);\nint main(void) { return f(); }\n")
    (tmp_path / "program/b.c").write_text("#include <unistd.h>\nint f(void) { return profil((char *)0, 0, 0, 1); }\n")
    (tmp_path / "native.c").write_text("#include <unistd.h>\nint main(void) {\n"
                                       "return profil((unsigned short *)0, 0, 1ul << 40, 1); }\n")
    result = machine.run("program && native", extra=tmp_path, det=1)
    assert result.status == 0, result
    assert "warning" not in result.stderr


@pytest.mark.parametrize("line,want", [
    ("/* dialect: sunos */", "dialect sunos: a program has one of "),
    ("/* dialect: v7 */\n/* dialect: aix */", "dialect aix v7: a program has one of "),
])
def test_a_dialect_that_is_none_is_named(machine, tmp_path, line, want):
    (tmp_path / "program.c").write_text(f"{line}\nint main(void) {{ return 0; }}\n")
    result = machine.run("program", extra=tmp_path)
    assert result.status == 126
    assert want in result.stderr
