# &&, ||, !, if, loops, groups and subshells, and the status each leaves.
# The last test that the trace shows is the one that does not hold.
set -x

test "$(true && echo a || echo b)" = a || exit 1
test "$(false && echo a || echo b)" = b || exit 1
test "$(false || false || echo c && echo d)" = "c
d" || exit 1
test "$(true || echo no; false && echo no; echo $?)" = 1 || exit 1
test "$(false; echo $?; true; echo $?; sh -c 'exit 42'; echo $?)" = "1
0
42" || exit 1
test "$(! true; echo $?; ! false; echo $?)" = "1
0" || exit 1

if false; then exit 1; elif true; then x=elif; else exit 1; fi
test $x = elif || exit 1
if false; then exit 1; fi
test $? = 0 || exit 1
if true; false; then exit 1; else x=last; fi
test $x = last || exit 1
if { true; }; then if false; then x=1; else x=2; fi; fi
test $x = 2 || exit 1

# Loops, break, continue.
x=
for i in a "b c" $(echo d e) 'f'; do x="$x<$i>"; done
test "$x" = "<a><b c><d><e><f>" || exit 1
for i in; do exit 1; done
x=
for i in 1 2 3 4 5; do
    if test $i = 2; then continue; fi
    if test $i = 4; then break; fi
    x=$x$i
done
test $x$i = 134 || exit 1
x=
for i in 1 2 3; do
    for j in a b c; do
        if test $j$i = b2; then continue 2; fi
        if test $i = 3; then break 2; fi
        x=$x$i$j
    done
    x=$x.
done
test $x = 1a1b1c.2a || exit 1
x=
while test "$x" != aaaa; do x=a$x; done
until test "$x" = aaaaaaa; do x=a$x; done
test $x = aaaaaaa || exit 1
test "$(while true; do sh -c 'exit 5'; break; done; echo $?; while false; do :; done; echo $?)" = "0
0" || exit 1
test "$(for i in 1 2; do sh -c "exit $i"; done; echo $?)" = 2 || exit 1

# A group is the shell itself, a subshell is not.
x=1
{ x=2; cd /bin; }
test $x$(pwd) = 2/bin || exit 1
(x=3; cd /tmp; test $x$(pwd) = 3/tmp && exit 9)
test $? = 9 || exit 1
test $x$(pwd) = 2/bin || exit 1
test "$( (echo a; (echo b)) | cat; (exit 6); echo $?)" = "a
b
6" || exit 1
test "$(sh -c '(set -e; false; echo no); echo $?; set -e; false || true; if false; then :; fi;
    ! true; echo on; false; echo no'; echo $?)" = "1
on
1" || exit 1

# set -e: nothing in a condition ends the shell, be it in a process of its own, in $( ) or in a file;
# a redirection does.
test "$(sh -c 'set -e; if { false; echo hi; } | cat; then echo yes; fi
    ! { false; echo hi; } | cat; { false; echo hi; } | cat && echo yes
    while { false; echo hi; } | cat; do break; done
    if { false; echo hi; } & then wait; fi
    echo "false; echo in a file" >/tmp/file; . /tmp/file || echo no
    if x=$(false; echo captured); then echo $x; fi; echo end; false; echo no')" = "hi
yes
hi
hi
yes
hi
hi
in a file
captured
end" || exit 1
test "$(sh -c 'set -e; { false; echo no; } | cat; echo on')" = on || exit 1
for command in '{ :; }' 'for i in 1; do :; done' 'if :; then :; fi' '(:)'; do
    test "$(sh -c "set -e; $command </none; echo survived" 2>&1; echo $?)" = \
        "sh: /none: No such file or directory
1" || exit 1
    test "$(sh -c "set -e; if $command </none; then :; fi; echo on" 2>/dev/null)" = on || exit 1
done
