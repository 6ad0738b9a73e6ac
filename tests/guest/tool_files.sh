# cp, mv, ln, rm, mkdir, rmdir, touch, ls: what they leave, and what they refuse to lose.
# The last test that the trace shows is the one that does not hold.
set -x

mkdir /tmp/f && cd /tmp/f
echo one >one
seq 9999 >big

# cp
cp one two && cp big copy || exit 1
test "$(cat two) $(wc -c <copy)" = "one 48888" || exit 1
mkdir d
cp one big d
test "$(ls d)" = "big
one" || exit 1
cp /bin/true prog && ./prog || exit 1
test "$(cp one one 2>&1; echo $?; cat one)" = "cp: one and one are the same file
1
one" || exit 1
ln one hard
test "$(cp hard ./one 2>/dev/null; echo $?; cat one)" = "1
one" || exit 1
test "$(cp none x 2>&1; echo $?; cp d x 2>&1; echo $?; cp one two x 2>&1; echo $?)" = \
    "cp: none: No such file or directory
1
cp: d: Is a directory
1
cp: x: Not a directory
1" || exit 1
test ! -e x || exit 1
echo longer than one >x
cp one x
test "$(cat x)" = one || exit 1

# mv
mv x y
test "$(cat y)$(ls x 2>/dev/null)" = one || exit 1
mv y two d
test "$(ls d)" = "big
one
two
y" || exit 1
mv d/y d/one
test "$(ls d) $(cat d/one)" = "big
one
two one" || exit 1
test "$(mv d d/e 2>&1; echo $?; mv none x 2>&1; echo $?; mv one big none 2>&1; echo $?)" = \
    "mv: d/e: Invalid argument
1
mv: none: No such file or directory
1
mv: none: Not a directory
1" || exit 1
mkdir e && mv d/ e
test "$(ls e/d)" = "big
one
two" || exit 1
mv e/d .
mv one one
test "$(cat one)" = one || exit 1

# Of two operands of one name the second does not overwrite the first.
mkdir m m/1 m/2 m/3 m/4 && echo 1 >m/1/x && echo 2 >m/2/x && echo 2 >m/2/xx
for tool in "cp m/3" "mv m/4"; do
    set -- $tool
    test "$($1 m/none/x m/1/x m/2/x m/2/xx $2 2>&1; echo $?; cat $2/x m/2/x $2/xx)" = \
        "$1: m/none/x: No such file or directory
$1: m/2/x: not overwriting $2/x, which is m/1/x; give one another name
1
1
2
2" || exit 1
done
rm -r m

# ln
ln -s one soft
test "$(cat soft) $(ls -l soft | grep -c 'soft -> one$')" = "one 1" || exit 1
test "$(ln one two3; ln one two3 2>&1; echo $?)" = "ln: two3: File exists
1" || exit 1
ln -f big two3
test "$(wc -c <two3)" = 48888 || exit 1
test "$(ln -f big big 2>&1; echo $?; ln -f ./big ../f/big 2>&1; echo $?; wc -c <big)" = \
    "ln: big and big are the same file
1
ln: ./big and ../f/big are the same file
1
48888" || exit 1
# Of two links to one file each may go, but neither for a link to itself.
test "$(ln big big2; ln -sf big big 2>&1; echo $?; ln -f big big2; echo $?; wc -c <big)" = \
    "ln: big and big are the same file
1
0
48888" || exit 1
test "$(ln -sf /none/big big2; echo $?; ls -l big2 | grep -c 'big2 -> /none/big$'; rm big2)" = "0
1" || exit 1
ln -sf d soft
test "$(ls soft/)" = "big
one
two" || exit 1
echo only >only
test "$(ln -sf ./only only 2>&1; echo $?; cat only)" = "ln: ./only and only are the same file
1
only" || exit 1
ln only other && ln -sf only other && rm only
test "$(cat other 2>&1)" = "cat: other: No such file or directory" && rm other || exit 1
test "$(ln none x 2>&1; echo $?; ln d x 2>&1; echo $?; ln -s none x; ls x; cat x 2>&1)" = \
    "ln: none: No such file or directory
1
ln: x: Operation not permitted
1
x
cat: x: No such file or directory" || exit 1

# What has the name stays where the link cannot be made, and nothing else is left.
mkdir k k/d && cd k && echo kept >kept
test "$(ln -f d kept 2>&1; echo $?; ln -sf '' kept 2>&1; echo $?; cat kept; ls -a)" = \
    "ln: kept: Operation not permitted
1
ln: kept: No such file or directory
1
kept
.
..
d
kept" || exit 1
# What has the name that the link has for a moment stays, too.
echo new >new && echo other >.ln0 && mkdir d/new
test "$(ln -f new kept; ln -sf new soft; ln -sf kept soft; ln -sf new d 2>&1; echo $?
    cat kept soft .ln0; ls -a . d)" = "ln: d/new: Is a directory
1
new
new
other
.:
.
..
.ln0
d
kept
new
soft

d:
.
..
new" || exit 1
cd .. && rm -r k

mkdir l
ln -s /tmp/f/d/ l && ln -s d/one/// l && ln big l
test "$(ls -l l | grep -c 'd -> /tmp/f/d/$') $(echo $(ls l))" = "1 big d one" || exit 1
x=0123456789012345678901234567890123456789
for i in 1 2 3 4 5; do x=$x/$x; done
test "$(ln -s $x l 2>&1 | grep -c 'File name too long$')$(ls l | wc -l)" = 13 || exit 1
rm -r l

# rm
rm x soft
test "$(ls)" = "big
copy
d
e
hard
one
prog
two3" || exit 1
test "$(rm d none 2>&1; echo $?; rm -f none; echo $?; rm -f; echo $?; rm 2>/dev/null; echo $?)" = \
    "rm: d: Is a directory
rm: none: No such file or directory
1
0
0
2" || exit 1
mkdir -p e/a/b/c e/a/d && touch e/a/b/f e/.hidden && ln -s ../d e/link
rm -r e
test "$(ls -d e 2>/dev/null; ls d)" = "big
one
two" || exit 1
ln -s / root
for root in / // /. /../.. . .. ./ ../ d/. d/.. d/../ root/; do
    test "$(rm -rf $root 2>/dev/null; echo $?)" = 1 || exit 1
done
test "$(cd d; ls; rm -rf /tmp/../ 2>&1)" = "big
one
two
rm: /tmp/../: will not remove ., .. or the root" || exit 1
test "$(rm root; ls /bin/rm /tmp/f/d/one)" = "/bin/rm
/tmp/f/d/one" || exit 1
# Deeper than a path is long.
x=0123456789012345678901234567890123456789012345678
mkdir deep other && cd deep
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
    mkdir $x && cd $x || exit 1
done
mkdir leaf && touch leaf/file .hidden && ln -s /tmp/f/d link || exit 1
test "$(ls -R; mkdir gone; touch gone/file; rm -r gone; ls)" = ".:
leaf
link

./leaf:
file
leaf
link" || exit 1
cd /tmp/f
test "$(ls -R deep | wc -l) $(ls -R ./deep/$x | tail -n 2 | head -n 1 | wc -c)" = "81 1263" || exit 1
test "$(ls -lR deep other | grep -c 'link -> /tmp/f/d$')" = 1 || exit 1
ln -s deep/$x through
rm -r ./through/$x other || exit 1
test "$(ls -d other through/* 2>/dev/null; pwd)" = /tmp/f || exit 1
rm -r deep through || exit 1
test "$(ls -d deep through 2>/dev/null; ls d)" = "big
one
two" || exit 1
mkdir many && cd many && touch $(seq 300) && cd .. && rm -r many
test ! -e many || exit 1
# From below: the working directory goes, and only what the whole path names is found after it.
mkdir -p tree/a/b other/a third && touch tree/file
test "$(cd tree/a/b; rm -r /tmp/f/tree ../../../other /tmp/f/third 2>&1; echo $?; ls /tmp/f
    rm -r /tmp/f/other/; echo $?)" = "rm: ../../../other: No such file or directory
1
big
copy
d
hard
one
other
prog
two3
0" || exit 1
mkdir -p tree/a/b && cd tree/a/b && rm -r ../../../tree || exit 1
test "$(ls -R /tmp/f/d /tmp/f/hard)" = "/tmp/f/hard

/tmp/f/d:
big
one
two" || exit 1
cd /tmp/f
test "$(ls -d tree other third 2>/dev/null; ls d)" = "big
one
two" || exit 1

# mkdir, rmdir
test "$(mkdir d 2>&1; echo $?; mkdir q/r 2>&1; echo $?; mkdir -p d q/r q//s/; echo $?; ls q)" = \
    "mkdir: d: File exists
1
mkdir: q/r: No such file or directory
1
0
r
s" || exit 1
test "$(mkdir -p one/x 2>&1; echo $?)" = "mkdir: one: File exists
1" || exit 1
test "$(rmdir q 2>&1; echo $?; rmdir q/r q/s/ q; echo $?; rmdir one 2>&1; echo $?)" = \
    "rmdir: q: Directory not empty
1
0
rmdir: one: Not a directory
1" || exit 1

# touch
touch new
touch -c never
touch one
test -f new -a ! -s new -a ! -e never -a -s one || exit 1
test "$(touch none/x 2>&1; echo $?)" = "touch: none/x: No such file or directory
1" || exit 1

# ls
touch d/.dot
test "$(ls -a d; ls -d d; ls d/one)" = ".
..
.dot
big
one
two
d
d/one" || exit 1
test "$(ls one d)" = "one

d:
big
one
two" || exit 1
test "$(ls none one 2>&1; echo $?)" = "ls: none: No such file or directory
one
1" || exit 1
test "$(ls -l /dev/null | grep -c '^crw')" = 1 || exit 1
test "$(ls -l d/one | grep -c '^-rw.* 4 .* d/one$')" = 1 || exit 1
mkdir d/sub && touch d/sub/leaf
test "$(ls -R d)" = "d:
big
one
sub
two

d/sub:
leaf" || exit 1
