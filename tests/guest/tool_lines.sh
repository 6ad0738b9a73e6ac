# cat, head, tail, wc, tee, seq, echo: whole lines and parts of them.
# The last test that the trace shows is the one that does not hold.
set -x

mkdir /tmp/l && cd /tmp/l
seq 12 >twelve
printf 'a\nb' >open
: >none

# cat
test "$(cat open none open)" = "a
ba
b" || exit 1
test "$(cat <open) $(echo x | cat open - | wc -c)" = "a
b 5" || exit 1
test "$(cat nothing open 2>&1; echo $?)" = "cat: nothing: No such file or directory
a
b1" || exit 1
test "$(cat . 2>&1; echo $?)" = "cat: .: Is a directory
1" || exit 1
test "$(cat -x 2>/dev/null; echo $?)" = 2 || exit 1
# A file is not copied to its own end, which moves on.
cat twelve >both
test "$(cat both nothing twelve 2>&1 >>both; echo $?; wc -l both)" = \
    "cat: both: input file is output file
cat: nothing: No such file or directory
1
24 both" || exit 1
test "$(cat <both 2>&1 >>both; echo $?; wc -l both)" = \
    "cat: standard input: input file is output file
1
24 both" || exit 1
test "$(cat both twelve both 2>&1 >both; echo $?; wc -l both)" = \
    "cat: both: input file is output file
1
12 both" || exit 1

# head and tail
test "$(echo $(head twelve)) $(echo $(head -n 2 twelve)) $(head -3 twelve | wc -l)" = \
    "1 2 3 4 5 6 7 8 9 10 1 2 3" || exit 1
test "$(echo $(tail twelve)) $(echo $(tail -n 2 twelve)) $(tail -3 twelve | wc -l)" = \
    "3 4 5 6 7 8 9 10 11 12 11 12 3" || exit 1
test "$(echo $(tail -n +11 twelve)) $(tail -n +1 twelve | wc -l) $(tail -n +13 twelve | wc -c)" = \
    "11 12 12 0" || exit 1
test "$(head -n 0 twelve)$(tail -n 0 twelve)$(head none)$(tail none)" = "" || exit 1
test "$(head -n 1 open; tail -n 1 open; echo)" = "a
b" || exit 1
test "$(head -n 99 open | wc -c)$(tail -n 99 open | wc -c)" = 33 || exit 1
test "$(head -n 1 twelve open)" = "==> twelve <==
1

==> open <==
a" || exit 1
test "$(tail -n 1 open twelve)" = "==> open <==
b
==> twelve <==
12" || exit 1
test "$(head -n x twelve 2>&1; echo $?)" = "head: 'x' is not a number from 0 to 9223372036854775807
2" || exit 1
test "$(tail -n 1 nothing 2>&1; echo $?)" = "tail: nothing: No such file or directory
1" || exit 1
test "$(seq 100000 | tail -n 1)$(seq 100000 | head -n 1)" = 1000001 || exit 1

test "$(echo $(tail -n -2 twelve)) $(echo $(tail -n2 twelve)) $(tail -n -0 twelve | wc -l)" = \
    "11 12 11 12 0" || exit 1
for n in --2 +-2 - + ''; do
    test "$(tail -n "$n" twelve 2>/dev/null; echo $?)" = 2 || exit 1
done
# It keeps as many lines as there are, not as are wanted.
for n in 100000000 9223372036854775807; do
    test "$(tail -n $n twelve | wc -l)" = 12 || exit 1
done
for pair in '1 100' '31 70' '32 69' '33 68' '64 37' '65 36' '99 2' '100 1' '101 1'; do
    echo $pair | { read n first; test "$(seq 100 | tail -n $n)" = "$(seq $first 100)"; } || exit 1
done

# wc
test "$(wc twelve)" = "     12      12      27 twelve" || exit 1
test "$(wc -l twelve)$(wc -w <open)$(wc -c <open)" = "12 twelve23" || exit 1
test "$(printf ' two  words\t\n\n last' | wc)" = "      2       3      19" || exit 1
test "$(wc -c none open nothing 2>&1; echo $?)" = "0 none
3 open
wc: nothing: No such file or directory
3 total
1" || exit 1

# seq and echo
test "$(echo $(seq 3) $(seq 2 4) $(seq 1 3 9) $(seq 5 -2 0) $(seq -1 1) $(seq 3 1))" = \
    "1 2 3 2 3 4 1 4 7 5 3 1 -1 0 1" || exit 1
test "$(seq 9223372036854775806 9223372036854775807 | wc -l)" = 2 || exit 1
test "$(seq 1 0 3 2>&1; echo $?)" = "seq: the step must not be 0
2" || exit 1
test "$(seq x 2>/dev/null; echo $?)$(seq 2>/dev/null; echo $?)" = 22 || exit 1
test "$(echo; echo a 'b  c'; echo -n d; echo -n; echo e -n)" = "
a b  c
de -n" || exit 1

# tee
test "$(seq 3 | tee t1 t2 | wc -l)" = 3 || exit 1
test "$(cat t1 t2 | wc -l)" = 6 || exit 1
test "$(echo 4 | tee -a t1; wc -l t1; echo x | tee t2; cat t2)" = "4
4 t1
x
x" || exit 1
# Without standard output or standard error, nothing that is meant for them is in a file.
test "$(echo y | tee t2 2>&1 >&-; echo $?; cat t2)" = "tee: standard output: Bad file descriptor
1
y" || exit 1
test "$(echo y | tee t2 /none/x 2>&-; echo $?; cat t2)" = "y
1
y" || exit 1
test "$(tee t2 2>&1 <&- >&-; echo $?; wc -c <t2)" = "tee: standard input: Bad file descriptor
1
0" || exit 1
# What cannot be written to is told once, and the others get all; it ends when there are none.
test "$(seq 9999 | tee t1 t2 2>&1 >&-; echo $?; cat t1 t2 | wc -l)" = \
    "tee: standard output: Bad file descriptor
1
19998" || exit 1
test "$(tee /none/x </dev/zero 2>&1 >&-; echo $?)" = "tee: /none/x: No such file or directory
tee: standard output: Bad file descriptor
1" || exit 1
test "$(echo y | tee /none/x t2 2>&1; echo $?; cat t2)" = "tee: /none/x: No such file or directory
y
1
y" || exit 1

# Without standard output each ends, however much more there is to print.
for tool in 'seq 9223372036854775807' 'seq -1 -1 -9223372036854775807' hexdump uniq 'grep 1' \
    'head -n 9223372036854775807' 'tail -n +1'; do
    set -- $tool
    test "$(seq 9223372036854775807 | $tool 2>&1 >&-)" = \
        "$1: standard output: Bad file descriptor" || exit 1
    seq 9223372036854775807 | $tool >&- 2>/dev/null && exit 1
done
exit 0
