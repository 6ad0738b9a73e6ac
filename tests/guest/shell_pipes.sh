# Pipelines and substitutions: bytes, statuses, who waits for whom.
# The last test that the trace shows is the one that does not hold.
set -x

test "$(seq 3 | sort -r | head -n 2)" = "3
2" || exit
test "$(seq 20000 | cat | cat | cat | tail -n 1)" = 20000 || exit
test "$(echo a | { read x; echo "<$x>"; })" = "<a>" || exit
test "$(printf 'one two three\nfour\n' | { read a b; read c; echo "$a,$b,$c"; })" = \
    "one,two three,four" || exit
test "$(seq 5 | while read n; do echo -n "$n-"; done)" = 1-2-3-4-5- || exit
test "$(seq 3 |
    tail -n 1)" = 3 || exit

# The last command's status is the pipeline's.
true | false && exit 1
false | true || exit
test "$(sh -c 'exit 3' | sh -c 'exit 4'; echo $?)" = 4 || exit
test "$(! false | true; echo $?)" = 1 || exit
test "$(nosuchprogram 2>/dev/null | echo still; echo $?)" = "still
0" || exit

# A writer whose reader has gone is ended by SIGPIPE and ends nothing else.
test "$({ seq 1000000; echo $? >/tmp/status; } | head -n 1)" = 1 || exit
test "$(cat /tmp/status)" = 141 || exit

# A variable set in a part of a pipeline is that part's own.
x=before
echo after | read x
test $x = before || exit

# Substitution: without the newlines at its end, with its status, nested.
test "$(printf 'a\n\nb\n\n\n')" = "a

b" || exit
x=$(false); test $? = 1 || exit
test "$(x=$(sh -c 'exit 7'); echo $?)" = 7 || exit
test "$(echo $(echo "$(echo ")")") \))" = ") )" || exit
test "`echo a \`echo b\``" = "a b" || exit
test "$(seq 3000)" = "$(seq 3000 | cat)" || exit
test "$(echo $(seq 4))" = "1 2 3 4" || exit
