# test and [: what is true, what is false, what is nonsense.
# The last test that the trace shows is the one that does not hold.
set -x

cd /tmp
echo text >file
: >empty
ln -s none dangling
ln -s file link

# Prints the status of test for each line of words.
echo 'while read line; do echo "test $line; echo -n \$?"; done >cases; sh cases 2>/dev/null' >each

test "$(printf '%s\n' 'a' '-n a' '-z ""' '! ""' '! -n ""' '= ' '-n' '-f' '"("' '!' '-- ' \
    '! ! a' | sh each)" = \
    000000000000 || exit 1
test "$(printf '%s\n' '""' '' '! a' '-z a' '-n ""' '! -z ""' | sh each)" = 111111 || exit 1
test "$(printf '%s\n' 'a = a' 'a != b' '"" = ""' '-f = -f' '! = !' '"(" = "("' \
    '"a b" = "a b"' | sh each)" = \
    0000000 || exit 1
test "$(printf '%s\n' 'a = b' 'a != a' '"" = a' 'a = "a "' '! a = a' | sh each)" = 11111 || exit 1
test "$(printf '%s\n' '1 -eq 01' '-1 -lt 0' '2 -gt 1' '2 -ge 2' '2 -le 2' '1 -ne 2' \
    ' -5 -eq -5' | sh each)" = \
    0000000 || exit 1
test "$(printf '%s\n' '1 -eq 2' '0 -lt -1' '1 -gt 1' '1 -ge 2' '2 -le 1' '1 -ne 1' \
    '10 -lt 9' | sh each)" = \
    1111111 || exit 1
test "$(printf '%s\n' '-e file' '-f file' '-s file' '-d /tmp' '-r file' '-w file' \
    '-x /bin/true' '-L link' \
    '-h dangling' '-f link' '-c /dev/null' '-x /tmp' | sh each)" = 000000000000 || exit 1
test "$(printf '%s\n' '-e none' '-e dangling' '-d file' '-f /tmp' '-s empty' '-x file' \
    '-L file' '-c file' \
    '-e ""' '-t 0' | sh each)" = 1111111111 || exit 1
test "$(printf '%s\n' 'a -a b' 'a -o ""' '"" -o a' '1 = 1 -a 2 = 2' '1 = 2 -o 2 = 2' \
    '"(" 1 = 1 ")"' \
    '! "(" 1 = 2 ")"' '1 = 1 -o x -a 1 = 2' '! 1 = 2 -a a' | sh each)" = 000000000 || exit 1
test "$(printf '%s\n' 'a -a ""' '"" -o ""' '"(" a -a "" ")"' '! "(" a ")"' \
    '"" -a a -o ""' | sh each)" = \
    11111 || exit 1
test "$(printf '%s\n' '1 -eq x' 'x -eq 1' '1 -eq ""' '1 -eq 1x' 'a b' 'a = b c' '"(" a = a' \
    '-f a b' \
    'a -a' '-t x' | sh each)" = 2222222222 || exit 1

[ a = a ] || exit 1
[ a = b ] && exit 1
[ ] && exit 1
test "$([ a = a 2>&1; echo $?)" = "test: [ needs a ] at the end
2" || exit 1
# Of three arguments the middle one decides, of four a ! before them turns it round.
test "$(printf '%s\n' '-z -a x' '-n -a x' '-n -o ""' '! -a x' '! -o ""' '"(" -a ")"' '"" -o -z' \
    '! "" -a x' '! -z -a ""' '! "" -o ""' '! ! -a ""' '! "(" x = x' | sh each)" = 000000000002 || exit 1
# One or two between ( and ) mean what they would mean alone.
test "$(printf '%s\n' '"(" -n ")"' '"(" ! ")"' '"(" "(" ")"' '"(" -n = ")"' '"(" -f -f ")"' '"(" ! "" ")"' \
    '"(" = ")"' '"(" ! ! ")"' '! "(" -n ")"' '"(" a b ")"' | sh each)" = 0000101112 || exit 1
test "$(printf '%s\n' '-n -a ""' '"" -o ""' '! -z -a x' '! "" -o x' '"(" "" ")"' | sh each)" = \
    11111 || exit 1
test "$(printf '%s\n' '-S file' '-g file' '-u file' '-b file' '-t 4294967297' '-t -1' | sh each)" = \
    111111 || exit 1
test "$(test 99999999999999999999 -eq 9223372036854775807 2>&1; echo $?)" = \
    "test: number out of range: 99999999999999999999
2" || exit 1
test -9223372036854775808 -lt 9223372036854775807 || exit 1
test "$(test 1 -eq x 2>&1)" = "test: not a whole number: x" || exit 1
