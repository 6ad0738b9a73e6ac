# Background commands: wait, their statuses, and that the shell need not wait.
# The last test that the trace shows is the one that does not hold.
set -x

cd /tmp
sh -c 'exit 3' &
wait $!; test $? = 3 || exit 1
{ false; } &
first=$!
sh -c 'exit 5' &
second=$!
test $first != $second || exit 1
wait $second || x=$?
wait $first || y=$?
test $x$y = 51 || exit 1

# Each in its own process, all at once: the reader must run beside the writer.
for i in 1 2 3 4 5; do echo $i >part$i & done
wait
test "$(cat part1 part2 part3 part4 part5)" = "1
2
3
4
5" || exit 1
wait
test $? = 0 || exit 1

# One that is ended by a signal.
sh -c 'while :; do :; done' &
kill $!
wait $!; test $? = 143 || exit 1
sh -c 'kill -KILL $$' & wait $!; test $? = 137 || exit 1
test "$(sh -c 'wait 99999'; echo $?)" = 127 || exit 1
test "$(sh -c 'kill -0 99999' 2>&1; echo $?)" = "kill: 99999: No such process
1" || exit 1

# jobs tells a status above 128 from a signal.
for end in 'exit 200' 'kill $$'; do
    sh -c "sh -c '$end' & while jobs >told; grep Running told; do :; done; cat told"
done >out
test "$(grep -v Running out)" = "[1] Exit 200  sh -c 'exit 200'
[1] Terminated  sh -c 'kill \$\$'" || exit 1

# By a job's number, after -- and other processes, too.
test "$(sh -c 'sleep 1000 & sleep 1000 & kill $! %1; wait $!; echo $?; wait %1; echo $?')" = "143
143" || exit 1
test "$(sh -c 'sleep 1000 & kill -s HUP -- %1; wait %1; echo $?')" = 129 || exit 1
test "$(sh -c 'sleep 1000 & sleep 1000 & kill %2 %1; wait $!; echo $?; wait %1; echo $?')" = "143
143" || exit 1

# One whose output goes elsewhere does not keep open what it had before.
test "$(echo $({ until test -e go; do :; done; echo went >went; } >/dev/null &)began)" = began || exit 1
>go
until test -s went; do :; done

# What runs in the background reads nothing of the shell's input.
test "$(printf 'cat & wait\necho the next line\n' | sh)" = "the next line" || exit 1

# A list in the background; && binds tighter than &.
true && echo list >list &
wait $!
test "$(cat list)" = list || exit 1
false && echo no >no &
wait $!; test $? = 1 || exit 1
test ! -e no || exit 1

# ^C and ^\ are not for what runs in the background, nor for what that starts; all else is.
for sig in INT QUIT; do
    kill="sh -c 'kill -$sig \$\$; echo alive'"
    test "$(sh -c "$kill & wait")" = alive || exit 1
    test "$(sh -c "{ $kill; echo \$?; } & wait")" = "alive
0" || exit 1
    test "$(sh -c "($kill | cat; x=\$($kill); echo \$x) & wait")" = "alive
alive" || exit 1
    test "$(sh -c "$kill; echo \$?")" != alive || exit 1
done
test "$(sh -c "{ sh -c 'kill -TERM \$\$; echo alive'; echo \$?; } & wait")" = 143 || exit 1
