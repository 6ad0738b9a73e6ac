# Redirections: where bytes go, in which order, and what comes back afterwards.
# The last test that the trace shows is the one that does not hold.
set -x

mkdir /tmp/r && cd /tmp/r
both='echo out; echo err >&2'

echo one >f
echo two >>f
test "$(cat f)" = "one
two" || exit 1
echo three >f
test "$(cat <f)" = three || exit 1
>f
test ! -s f || exit 1
<f cat >g
echo x>h y
test "$(cat h)" = "x y" || exit 1
echo 2>h
test "$(echo 2 >h; cat h)" = 2 || exit 1

# Redirections are done from left to right.
test "$(sh -c "$both" 2>&1)" = "out
err" || exit 1
test "$(sh -c "$both" 2>&1 >f)" = err || exit 1
test "$(cat f)" = out || exit 1
test -z "$(sh -c "$both" >f 2>&1)" || exit 1
test "$(cat f)" = "out
err" || exit 1
sh -c "$both" 2>e >o
test "$(cat e o)" = "err
out" || exit 1
test "$(sh -c "$both" 3>&1 >f 2>&3)" = err || exit 1
test "$(sh -c 'echo a >&4; echo b >&3' 3>f 4>&1)" = a || exit 1
test "$(cat f)" = b || exit 1
sh -c "$both" >a >b 2>c
test ! -s a || exit 1
test "$(cat b)" = out || exit 1
test "$(sh -c 'echo gone' >&- 2>e; echo $?)" = 1 || exit 1
test "$(cat e)" = "sh: echo: Bad file descriptor" || exit 1

echo one >|f
echo two >|f
test "$(cat f)" = two || exit 1
echo o <>f 1<>f
test "$(cat f; read x <>f; echo $x)" = "o
o
o" || exit 1
test "$(: <>new; ls new; rm new)" = new || exit 1

# For a list, a loop, a builtin: the shell's own come back.
{ echo 1; sh -c 'echo 2'; echo 3 >&2; } >f 2>&1
test "$(grep -v '^+' f)" = "1
2
3" || exit 1
for i in 1 2 3; do echo $i; done >f
test "$(wc -l <f)" = 3 || exit 1
(echo sub; cd /) >f
test "$(cat f)$(pwd)" = sub/tmp/r || exit 1
while read a; do echo "<$a>"; done <f >g
test "$(cat g)" = "<sub>" || exit 1
if true; then echo yes; fi >f
test "$(cat f)" = yes || exit 1
pwd >f
cd / >g
cd /tmp/r
test "$(cat f)" = /tmp/r || exit 1
test "$(echo visible)" = visible || exit 1

# A process of its own has the script's descriptors, one that the shell kept a file in, too, and none of the shell's.
{ (echo ten >&10; echo more >&11) & wait; } 2>f 10>g 11>&10
test "$(cat g)" = "ten
more" || exit 1
{ (echo kept >&10; echo kept >&11) & wait; } >f 2>e
test "$(grep -c 'sh: 1[01]: Bad file descriptor' e)" = 2 || exit 1
# Also after the number of one was the script's, and came back.
{ { :; } 10>g; (echo kept >&10) & wait; } >f 2>e
test "$(grep -c 'sh: 10: Bad file descriptor' e)" = 1 || exit 1
# Nor can the shell itself write to one.
test "$(sh -c '{ help >&10; } >f; echo $?; test -s f; echo $?; help >&10' 2>&1; echo $?)" = \
    "sh: 10: Bad file descriptor
1
1
sh: 10: Bad file descriptor
1" || exit 1
test "$(sh -c '{ { help >&10; } 10>g; } >f; test -s g -a ! -s f; echo $?')" = 0 || exit 1

# What cannot be opened: the command is not run, and the shell goes on.
test "$(sh -c 'echo ran >/none/x; echo $?' 2>&1)" = "sh: /none/x: No such file or directory
1" || exit 1
test "$(sh -c 'cat <none; echo $?; true <none; echo $?; { echo ran; } <none;
    echo $?' 2>/dev/null)" = "1
1
1" || exit 1
test "$(sh -c 'echo ran >f2 <none' 2>&1; ls)" = "sh: none: No such file or directory
a
b
c
e
f
f2
g
h
o" || exit 1
test "$(sh -c 'echo ran >/tmp' 2>&1)" = "sh: /tmp: Is a directory" || exit 1
test "$(sh -c 'echo ran >&9' 2>&1)" = "sh: 9: Bad file descriptor" || exit 1
test "$(sh -c 'echo ran >&4294967297; echo $?; echo ran 4294967297>f2; echo $?' 2>&1)" = \
    "sh: 4294967297: not a file descriptor
1
sh: 2147483647: Bad file descriptor
1" || exit 1

# Appending from several processes keeps every line.
for i in 1 2 3 4; do seq 50 >>all & done
wait
test "$(sort -n all | uniq -c | head -n 1) $(sort -n all | uniq | wc -l) $(wc -l <all)" = \
    "      4 1 50 200" || exit 1
