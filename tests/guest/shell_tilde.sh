# A ~ that begins a word, or what is assigned, is the directory HOME.
# The last test that the trace shows is the one that does not hold.
set -x

mkdir '/tmp/h  *' && cd /tmp
HOME='/tmp/h  *'
printf '%s\n' ~ ~/x ~/"x  y" >words
test "$(cat words)" = "/tmp/h  *
/tmp/h  */x
/tmp/h  */x  y" || exit 1
echo found >~/file
test "$(cat '/tmp/h  *'/file ~/f*)" = "found
found" || exit 1
x=~/a:~:b~:"":~/c y=a~
test "$x $y" = "/tmp/h  */a:/tmp/h  *:b~::/tmp/h  */c a~" || exit 1
for x in ~; do test "$x" = "$HOME" || exit 1; done
test "$(x=~ sh -c 'echo "$x"')" = "$HOME" || exit 1

# Not if it is quoted, stands elsewhere, came from a dollar, or is more than a ~.
x='~'
test "$(echo "~" '~' \~ ~"/x" a~ a:~ -o=~ $x $x/x ~none ~$x ~:a)" = \
    "~ ~ ~ ~/x a~ a:~ -o=~ ~ ~/x ~none ~~ ~:a" || exit 1
x="~:"~
test "$x" = "~:~" || exit 1

# HOME may be the root, nothing, or not be there.
HOME=/
test "$(echo ~ ~/tmp)" = "/ /tmp" || exit 1
HOME=
set -- ~
test "$#[$1]" = "1[]" || exit 1
unset HOME
test "$(echo ~ ~/x)" = "~ ~/x" || exit 1
