# printf, date, env, time, kill, sleep; and the -- that ends the options of every program.
# The last test that the trace shows is the one that does not hold.
set -x

cd /tmp

# printf: numbers that have room, those that have not, and characters.
test "$(printf '%u %x %o|' 18446744073709551615 0xffffffffffffffff 01777777777777777777777)" = \
    "18446744073709551615 ffffffffffffffff 1777777777777777777777|" || exit 1
test "$(printf '%d %i %u' -9223372036854775808 9223372036854775807 -1)" = \
    "-9223372036854775808 9223372036854775807 18446744073709551615" || exit 1
test "$(printf '%d\n' 99999999999999999999 2>&1; echo $?)" = \
    "printf: '99999999999999999999' is out of range
9223372036854775807
1" || exit 1
for n in '%d 9223372036854775808' '%i -9223372036854775809' '%u 18446744073709551616' '%x 1x' \
    '%g 1e999' '%f -1e999'; do
    printf $n 2>/dev/null && exit 1
done
test "$(printf "%d %u %x %g" "'a" '"b' "'" 2>/dev/null)$?" = "97 98 0 01" || exit 1
test "$(printf '%g %g' 1e-310 "'a")" = "1e-310 97" || exit 1
test "$(printf '%99999999999d\n' 1 2>&1; echo $?; printf 'a\n%1.2.3db\n' 1 2>&1; echo $?)" = \
    "printf: %99999999999d: Value too large for data type

1
a
printf: %1.2.3d: Invalid argument
b
1" || exit 1

# printf %b: escapes in the argument, which \c ends, and all that would follow.
test "$(printf '%b|%5b|%-3b|%.1b|%b\n' 'a\tb\0101\101\\' '\n' x yz)" = "a	bAA\|    
|x  |y|" || exit 1
printf '%b%b.' 'a\0b' '\08\q\' | hexdump >/tmp/escaped
grep -q '61 00 62 00 38 5c 71 5c  2e' /tmp/escaped || exit 1
test "$(printf '%b' 'a\0b' | wc -c)" = 3 || exit 1
test "$(printf '<%s%b>\n' a 'b\cd' e f)" = "<ab" || exit 1
test "$(printf %d%b x '\c' 2>/dev/null; echo $?)" = 01 || exit 1

# date: as long as it gets.
test "$(date "+$(printf %0600d 1)")" = "$(printf %0600d 1)" || exit 1
test "$(date "+$(printf %0900d 1)%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y" | wc -c)" = 985 || exit 1
test "$(date +; date +%%)" = "
%" || exit 1

# kill: every signal has a name.
test "$(kill -l | wc -l)" = 29 || exit 1
for sig in $(kill -l | while read n name; do echo $name SIG$name $n; done); do
    kill -s $sig 99999 2>error
    test "$(cat error)" = "kill: 99999: No such process" || exit 1
done
sh -c 'kill -s WINCH $$' || exit 1
sh -c 'kill -s term $$'; test $? = 143 || exit 1
sh -c 'kill -sighup $$'; test $? = 129 || exit 1
sh -c 'kill -s VTALRM $$'
test $? = 154 || exit 1

# env and time tell what was not found even if they cannot say so.
env nosuch 2>&-
test $? = 127 || exit 1
time nosuch 2>&-
test $? = 127 || exit 1
time -p sh -c 'exit 3' 2>times
test $? = 3 || exit 1
for line in '^real ' '^user ' '^sys '; do
    grep -q "${line}[0-9][0-9]*\.[0-9][0-9]$" times || exit 1
done
test $(wc -l <times) = 3 || exit 1
time sh -c 'exit 3' 2>times
test $? = 3 || exit 1
grep -q '^sys  [0-9]' times || exit 1
for wrong in '-p' '-x true' '-p -p true'; do
    time $wrong 2>error
    test $? = 2 || exit 1
    test "$(cat error)" = "usage: time [-p] PROGRAM [ARGUMENT...]" || exit 1
done
env /tmp 2>&-
test $? = 126 || exit 1

# --
touch -- -x
test "$(printf -- '-%s-' -- -a)" = "------a-" || exit 1
chmod -- 700 -x && chmod -- -x -x && test ! -x -x || exit 1
sleep -- 0 && sleep 0 || exit 1
test "$(env -- a=b sh -c 'echo $a'; env -- echo --)" = "b
--" || exit 1
time -- test -f -x || exit 1
time -x 2>/dev/null && exit 1
test "$(seq -- 1; seq -- -1 -1 -2; date -- +x)" = "1
-1
-2
x" || exit 1
echo text >-x
test "$(cat -- -x; head -- -x; tail -- -x; sort -- -x; uniq -- -x; grep -- text -x; wc -l -- -x)" = "text
text
text
text
text
text
1 -x" || exit 1
cp -- -x -y && mv -- -y -z && ln -- -z -y && mkdir -- -d && rmdir -- -d && rm -- -x -y -z || exit 1
