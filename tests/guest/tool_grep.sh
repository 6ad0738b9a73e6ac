# grep: patterns, options, statuses.
# The last test that the trace shows is the one that does not hold.
set -x

mkdir /tmp/p && cd /tmp/p
printf 'apple\nBanana\ncherry pie\n\na.b\na*b\n[x]\nend$\n^top\na\\b\n' >f
echo 'another apple' >g

test "$(grep apple f)" = apple || exit 1
test "$(grep an f)" = Banana || exit 1
test "$(grep '^a' f)" = "apple
a.b
a*b
a\\b" || exit 1
test "$(grep 'e$' f)" = "apple
cherry pie" || exit 1
test "$(grep -c '' f) $(grep -c '^$' f) $(grep -c . f)" = "10 1 9" || exit 1
test "$(grep 'a\.b' f)$(grep 'a\*b' f)$(grep '\[x' f)" = "a.ba*b[x]" || exit 1
test "$(grep 'd\$' f)$(grep '\^t' f)$(grep 'a\\b' f)" = "end\$^topa\\b" || exit 1
test "$(grep '[[]' f)$(grep '[]]' f)" = "[x][x]" || exit 1
test "$(grep -c '[a-c]' f)$(grep -c '^[^a-z]' f)" = 63 || exit 1
test "$(grep 'r*y' f)$(grep 'ap*le' f)$(grep '^ap*b' f; echo $?)" = "cherry pieapple1" || exit 1
test "$(grep -E '^ap+le' f)$(grep -E 'er?ry' f)$(grep 'p+' f; echo $?)" = \
    "applecherry pie1" || exit 1
test "$(grep 'a*a*a*a*b' f | wc -l)" = 3 || exit 1

test "$(grep -i BAN f)$(grep -i '[B]AN' f)" = BananaBanana || exit 1
test "$(grep -v a f | wc -l)" = 5 || exit 1
test "$(grep -n pie f)" = "3:cherry pie" || exit 1
test "$(grep -vn . f)" = "4:" || exit 1
test "$(grep apple f g)" = "f:apple
g:another apple" || exit 1
test "$(grep -c apple f g)" = "f:1
g:1" || exit 1
test "$(grep -l an f g)$(grep -l top f g)" = "f
gf" || exit 1
test "$(grep -q apple f; echo $?; grep -q none f; echo $?; grep none f; echo $?)" = "0
1
1" || exit 1
test "$(grep -q apple f nothing; echo $?; grep -q apple nothing f 2>/dev/null; echo $?)" = "0
0" || exit 1
test "$(grep -q none f nothing 2>/dev/null; echo $?; seq 9 | grep -q 1 && echo once)" = "2
once" || exit 1
test "$(grep -l pie <f; grep -c apple - g <f)" = "(standard input)
(standard input):1
g:1" || exit 1
test "$(cat f | grep pie)" = "cherry pie" || exit 1
test "$(printf 'no newline' | grep new)" = "no newline" || exit 1

test "$(grep x nothing 2>&1; echo $?)" = "grep: nothing: No such file or directory
2" || exit 1
test "$(grep '[a' f 2>&1; echo $?)" = "grep: [a is not a pattern: a [ has no ]
2" || exit 1
for pattern in 'a\' '[z-a]' '\(a' 'a\{2' '\d'; do
    grep "$pattern" f 2>problem
    test $? = 2 && grep -Fq "grep: $pattern is not a pattern: " problem || exit 1
done
test "$(grep 2>/dev/null; echo $?)" = 2 || exit 1

# Groups, alternatives, repetitions, classes; what a group took.
test "$(grep -E 'a+|b' f | wc -l)" = 5 || exit 1
test "$(grep -E '^(cherry|apple)( pie)?$' f)" = "apple
cherry pie" || exit 1
test "$(grep -E '^[[:upper:]](an){2}a$' f)$(grep '\(an\)\1' f)$(grep 'p\{2\}' f)" = \
    "BananaBananaapple" || exit 1
test "$(grep '\bpie\b' f)$(grep '\<he' f; echo $?)" = "cherry pie1" || exit 1
test "$(grep -o 'an*' f)" = "a
an
an
a
a
a
a" || exit 1
test "$(echo 'aa a' | grep -no '\<a')" = "1:a
1:a" || exit 1

# -F -e -f -x -w -h -H -s -r
test "$(grep -F 'a*b' f)$(grep -F -i 'A.B' f)$(grep -F '[x' f)" = 'a*ba.b[x]' || exit 1
test "$(grep -e apple -e pie f | wc -l)" = 2 || exit 1
printf 'apple\npie\n' >list
test "$(grep -f list f | wc -l) $(grep -c "$(cat list)" f) $(grep -f /dev/null f; echo $?)" = "2 2 1" || exit 1
test "$(grep -x 'cherry' f; grep -x 'cherry.*' f)$(grep -x -e app -e apple f)" = "cherry pieapple" || exit 1
test "$(grep -w he f; echo $?; echo 'aab a' | grep -wo a)" = "1
a" || exit 1
test "$(grep -h apple f g; grep -H pie f)" = "apple
another apple
f:cherry pie" || exit 1
test "$(grep -s x nothing; echo $?)" = 2 || exit 1
mkdir -p deep/er && echo 'one apple' >deep/er/x && echo pear >deep/y || exit 1
test "$(grep -r apple deep; cd deep; grep -r pear)" = "deep/er/x:one apple
./y:pear" || exit 1
grep -r apple deep nothing 2>/dev/null
test $? = 2 || exit 1

# In an extended pattern an anchor is one anywhere, in a basic one it may be a character.
test "$(echo 'a^b' | grep -E 'a^b'; echo $?; echo 'a^b' | grep -E 'x|^a')" = "1
a^b" || exit 1
test "$(printf 'a^b\na$b\n' | grep -E 'a\^b$'; printf 'a^b\na$b\n' | grep -E '^a[$^]b')" = "a^b
a^b
a\$b" || exit 1
test "$(printf 'a^b\na$b\n' | grep 'a^b'; printf 'a^b\na$b\n' | grep 'a$b')" = "a^b
a\$b" || exit 1

# No byte of a line is lost.
printf 'a\0b\nc\n\0' >nuls
test "$(grep 'b$' nuls | wc -c) $(grep -c . nuls) $(grep -c '^[^x]$' nuls) $(grep -c '^a$' nuls)" = \
    "4 3 2 0" || exit 1
