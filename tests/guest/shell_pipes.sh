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

# One in the background is a job of its parts: $! is the last, and kill %1 is for all that run.
cd /tmp
sh -c 'true | sh -c "echo \$\$ >last" & wait; test $! = $(cat last)' || exit 1
test "$(sh -c 'false | sh -c "exit 3" & wait $!; echo $?')" = 3 || exit 1
test "$(sh -c 'sleep 1000 | sleep 1000 & kill %1; echo $?; wait %1; echo $?')" = "0
143" || exit 1
test "$(sh -c 'true | { cat; >ended; sleep 1000; } & until test -e ended; do :; done
    jobs >/dev/null; kill %1; echo $?; wait %1; echo $?')" = "0
143" || exit 1
test "$(sh -c 'true | sh -c "exit 5" & while kill -0 %1; do :; done 2>error
    { kill %1; } 2>error; cat error; wait %1; echo $?')" = "sh: kill: the job has ended
5" || exit 1
# One of its processes that ends while kill runs, as this kill waits for, is still there for kill, which has as
# arguments -- and the processes, the first of the pipeline last: $3.
mkdir bin
printf '#!/bin/sh\n>go\nwhile ps | grep -q "^ *$3 .* [RS] "; do :; done\n/bin/kill "$@"\n' >bin/kill
chmod +x bin/kill
test "$(sh -c 'PATH=/tmp/bin:$PATH; { until test -e go; do :; done; } | sleep 1000 & kill %1; echo $?
    wait %1; echo $?')" = "0
143" || exit 1
test "$(sh -c '! true | false & wait $!; echo $?; true | false && echo no & wait $!; echo $?')" = "0
1" || exit 1
test "$(printf 'cat | cat & wait\necho the next line\n' | sh)" = "the next line" || exit 1
test "$(sh -c 'wc -c | cat & wait' <&-)" = 0 || exit 1
test "$(sh -c 'ulimit -n 4; true | true & echo $?' 2>/dev/null)" = 1 || exit 1
