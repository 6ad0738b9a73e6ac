# Pipelines and substitutions: bytes, statuses, who waits for whom.
# The last test that the trace shows is the one that does not hold.
set -x

test "$(seq 3 | sort -r | head -n 2)" = "3
2" || exit 1
test "$(seq 20000 | cat | cat | cat | tail -n 1)" = 20000 || exit 1
test "$(echo a | { read x; echo "<$x>"; })" = "<a>" || exit 1
test "$(printf 'one two three\nfour\n' | { read a b; read c; echo "$a,$b,$c"; })" = \
    "one,two three,four" || exit 1
test "$(seq 5 | while read n; do echo -n "$n-"; done)" = 1-2-3-4-5- || exit 1
test "$(seq 3 |
    tail -n 1)" = 3 || exit 1
test "$( (seq 3 | cat | cat | tail -n 1) <&-)" = 3 || exit 1

# The last command's status is the pipeline's.
true | false && exit 1
false | true || exit 1
test "$(sh -c 'exit 3' | sh -c 'exit 4'; echo $?)" = 4 || exit 1
test "$(! false | true; echo $?)" = 1 || exit 1
test "$(nosuchprogram 2>/dev/null | echo still; echo $?)" = "still
0" || exit 1

# A writer whose reader has gone is ended by SIGPIPE and ends nothing else.
test "$({ seq 1000000; echo $? >/tmp/status; } | head -n 1)" = 1 || exit 1
test "$(cat /tmp/status)" = 141 || exit 1

# A variable set in a part of a pipeline is that part's own.
x=before
echo after | read x
test $x = before || exit 1

# Substitution: without the newlines at its end, with its status, nested.
test "$(printf 'a\n\nb\n\n\n')" = "a

b" || exit 1
x=$(false); test $? = 1 || exit 1
test "$(x=$(sh -c 'exit 7'); echo $?)" = 7 || exit 1
test "$(echo $(echo "$(echo ")")") \))" = ") )" || exit 1
test "`echo a \`echo b\``" = "a b" || exit 1
test "$(seq 3000)" = "$(seq 3000 | cat)" || exit 1
test "$(echo $(seq 4))" = "1 2 3 4" || exit 1

# A process behind & that writes to a file does not keep the pipe of the substitution: the shell's copy of it, which a
# redirected list is to give back, is not the new process's.
test "$({ (for i in $(seq 200); do test -e /tmp/end && break; sleep 0.05; done; echo >/tmp/late) & } >/tmp/f
    echo first)" = first || exit 1
test ! -e /tmp/late || exit 1
>/tmp/end
