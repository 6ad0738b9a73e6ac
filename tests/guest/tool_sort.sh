# sort and uniq.
# The last test that the trace shows is the one that does not hold.
set -x

mkdir /tmp/o && cd /tmp/o
printf 'b\nA\na\n10\n9\n\nB\n' >mixed
test "$(sort mixed)" = "
10
9
A
B
a
b" || exit 1
test "$(sort -r mixed | head -n 2)" = "b
a" || exit 1
printf '10\n9\n-3\n2.5\nx\n 7\n2\n' >numbers
test "$(echo $(sort -n numbers))" = "-3 x 2 2.5 7 9 10" || exit 1
test "$(echo $(sort -nr numbers))" = "10 9 7 2.5 2 x -3" || exit 1
test "$(printf 'b\na\nb\na\n' | sort -u)" = "a
b" || exit 1
test "$(printf '1 x\n01 y\n2 z\n' | sort -nu | wc -l)" = 2 || exit 1

# Numbers are digits with a point, as long as they like; nothing else is one.
test "$(printf '1e3\n5\n0x10\nnan\n-inf\n+7\n0.5\n' | sort -n)" = "+7
-inf
0x10
nan
0.5
1e3
5" || exit 1
test "$(printf '1e3\n0x10\n' | sort -nu; printf '9007199254740993\n9007199254740992\n' | sort -n)" = \
    "0x10
1e3
9007199254740992
9007199254740993" || exit 1
test "$(printf '9007199254740992\n9007199254740993\n' | sort -nu | wc -l)" = 2 || exit 1
printf '%s\n' -9007199254740992 -9007199254740993 99999999999999999999 -0.10 .5 0.4999999999999999999 \
    00100000000000000000000 -.2 5.0 -00 0 >numbers
test "$(echo $(sort -n numbers))" = "-9007199254740993 -9007199254740992 -.2 -0.10 -00 0 \
0.4999999999999999999 .5 5.0 99999999999999999999 00100000000000000000000" || exit 1
test "$(printf '2.50\n02.5\n-0\n0.\n' | sort -nu | wc -l)" = 2 || exit 1

# Fields.
printf 'x 3 c\ny 1 b\nz 2 a\ny 10 b\n' >fields
test "$(echo $(sort -k 3 fields))" = "z 2 a y 1 b y 10 b x 3 c" || exit 1
test "$(echo $(sort -n -k 2 fields))" = "y 1 b z 2 a x 3 c y 10 b" || exit 1
test "$(echo $(sort -k 2,2 fields))" = "y 1 b y 10 b z 2 a x 3 c" || exit 1
test "$(echo $(sort -k1,1 -r fields))" = "z 2 a y 10 b y 1 b x 3 c" || exit 1
test "$(echo $(sort -k 9 fields))" = "x 3 c y 1 b y 10 b z 2 a" || exit 1
# A later -k orders what is equal by the earlier ones; a field begins with the blanks before it.
printf 'b 1 2\na 2 1\na 1 3\nc 1 1\n' >ties
test "$(echo $(sort -k 1,1 -k 3 ties))" = "a 2 1 a 1 3 b 1 2 c 1 1" || exit 1
test "$(echo $(sort -k 2,2 -k 1,1 ties))" = "a 1 3 b 1 2 c 1 1 a 2 1" || exit 1
test "$(echo $(sort -k 2,2 -k 3,3 -k 1 ties))" = "c 1 1 b 1 2 a 1 3 a 2 1" || exit 1
test "$(sort -u -k 2,2 ties | wc -l) $(sort -u -k 2,2 -k 1,1 ties | wc -l)" = "2 4" || exit 1
test "$(printf 'a  y\nb x\n' | sort -k2)" = "a  y
b x" || exit 1
test "$(printf 'a\t10\nb 9\n' | sort -n -k2)" = "b 9
a	10" || exit 1

# Several files, a last line without newline, nothing, very many.
test "$(printf 'c\na' >1; printf 'b' >2; sort 1 2)" = "a
b
c" || exit 1
test "$(sort /dev/null | wc -c)" = 0 || exit 1
test "$(seq 5000 -1 1 | sort -n | uniq | head -n 3 | tail -n 1)" = 3 || exit 1
test "$(sort 1 none 2>&1; echo $?)" = "sort: none: No such file or directory
a
c
2" || exit 1
test "$(sort 1 2>&1 >&-; echo $?)" = "sort: standard output: Bad file descriptor
2" || exit 1
test "$(sort -k 0 1 2>/dev/null; echo $?)$(sort -q 1 2>/dev/null; echo $?)" = 22 || exit 1

# No byte of a line is lost.
printf 'b\0b\nb\0a\nb' | sort | hexdump | grep -q '62 0a 62 00 61 0a 62 00  62 0a' || exit 1
printf 'b\0b\nb\0b\nb\0a\nb' | uniq | hexdump | grep -q '62 00 62 0a 62 00 61 0a  62 0a' || exit 1

# uniq
printf 'a\na\nb\na\nc\nc\nc' >runs
test "$(echo $(uniq runs))" = "a b a c" || exit 1
test "$(uniq -c runs)" = "      2 a
      1 b
      1 a
      3 c" || exit 1
test "$(echo $(uniq -d runs)) $(echo $(uniq -u runs))" = "a c b a" || exit 1
test "$(uniq <runs | wc -l) $(uniq /dev/null | wc -c)" = "4 0" || exit 1
test "$(uniq none 2>/dev/null; echo $?)$(uniq 1 2 2>/dev/null; echo $?)" = 12 || exit 1
