# basic: a line that goes too deep is told, and does not end basic by a signal.
# The last test that the trace shows is the one that does not hold.
set -x

cd /tmp
# Makes the file $1 of $2, doubled as often as there are words after it.
echo 'file=$1; echo -n "$2" >$file; shift 2
for i; do cat $file $file >twice; mv twice $file; done' >double
sh double minus - 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 || exit 1
test "$({ echo -n '10 PRINT '; cat minus; echo 1; } | basic -)" = 1 || exit 1
test "$({ echo -n '10 PRINT -'; cat minus; echo 1; } | basic -)" = -1 || exit 1
sh double ifs 'IF 1 THEN ' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 || exit 1
test "$({ echo -n '10 '; cat ifs; echo 'PRINT 7'; } | basic - 2>&1; echo $?)" = \
    "basic: line 10: IF is nested too deep
1" || exit 1
sh double ifs 'IF 1 THEN ' 1 2 3 4 5 6 || exit 1
test "$({ for n in 10 20; do echo -n "$n "; cat ifs; echo 'PRINT 7'; done; } | basic -)" = "7
7" || exit 1
sh double open '(' 1 2 3 4 5 6 7 8 9 10 11 12 || exit 1
test "$({ echo -n '10 PRINT '; cat open; echo 1; } | basic - 2>&1; echo $?)" = \
    "basic: line 10: an expression is nested too deep
1" || exit 1
