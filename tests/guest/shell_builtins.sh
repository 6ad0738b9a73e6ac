# What cd, read, ., export, exec and echo do in the shell itself, and which of their errors end it.
# The last test that the trace shows is the one that does not hold.
set -x

mkdir /tmp/b && cd /tmp/b
nl='
'

# An error of a special builtin ends a script, not a person's shell; of another one it does not.
for command in '. /nofile' '. nofile' '.' '. /tmp' '. /bin/sh' ': >/nodir/x' 'export 1x=3' \
    'export a- b' 'set -q' 'shift 1' 'shift x' 'break x' 'exit x' 'break 0' 'continue 0' \
    '. ./wrong' '>/nodir/x . ./empty' 'exec /nofile' 'exec >/nodir/x'; do
    echo ')' >wrong
    : >empty
    sh -c "$command; echo on" >out 2>error
    test $? != 0 -a -s error -a ! -s out || exit 1
    test "$(sh -c "($command); echo on" 2>/dev/null)" = on || exit 1
done
for command in 'cd /nofile' 'read 1x' '>/nodir/x true' '>/nodir/x' 'wait x' 'ulimit -x' 'fg' 'unset a' \
    'false' '. ./fails'; do
    echo false >fails
    test "$(sh -c "$command; echo on" 2>/dev/null)" = on || exit 1
done

test "$(sh -c 'for i in 1 2; do break 0; done' 2>&1; echo $?)" = \
    "sh: break: needs a number above 0${nl}2" || exit 1

# What cannot be written is told.
for command in export set help ulimit; do
    test "$(sh -c "$command >&-; echo \$?" 2>&1)" = "sh: $command: Bad file descriptor${nl}1" || exit 1
done
test "$(sh -c ': >&-; echo $?; echo visible')" = "0${nl}visible" || exit 1

# echo, kill and exec need no new process.
test "$(sh -c 'ulimit -u 1; echo -n a; echo b -- c; kill -0 -- $$; kill -s 0 -$$x; exec echo $?; echo on' 2>/dev/null)" = \
    "ab -- c${nl}2" || exit 1
test "$(sh -c 'exec 3>made >&3; echo in; x=1 exec sh -c "echo \$x"'; cat made)" = "in${nl}1" || exit 1
test "$(sh -c '{ exec /nofile; } 2>/dev/null'; echo $?)" = 127 || exit 1

# . looks for a name without a slash in PATH, and only there.
mkdir path && echo 'echo found' >path/script && echo 'echo here' >script
test "$(sh -c 'PATH=/none:/tmp/b/path:$PATH; . script')" = found || exit 1
test "$(sh -c '. script' 2>&1; echo $?)" = "sh: script: not found${nl}127" || exit 1
test "$(sh -c 'PATH=$PATH:; . script')$(sh -c '. ./script')" = herehere || exit 1

# cd
test "$PWD" = /tmp/b || exit 1
cd path
test "$PWD $OLDPWD" = "/tmp/b/path /tmp/b" || exit 1
test "$(cd -; echo "$PWD $OLDPWD"; pwd)" = "/tmp/b${nl}/tmp/b /tmp/b/path${nl}/tmp/b" || exit 1
cd none && exit 1
test "$PWD $OLDPWD" = "/tmp/b/path /tmp/b" || exit 1
cd ./../path/..
test "$PWD $(sh -c 'echo $PWD')" = "/tmp/b /tmp/b" || exit 1
test "$(sh -c 'cd -; echo $?' 2>&1)" = "sh: OLDPWD: not set${nl}1" || exit 1
test "$(HOME=/tmp sh -c 'cd; echo $PWD; mkdir gone; cd gone; rmdir ../gone; cd /; echo "[$OLDPWD]"')" = \
    "/tmp${nl}[]" || exit 1
mkdir -- -d && cd -- -d && cd - || exit 1

# cd -P, which is what cd does, too: a .. after a symbolic link is that of the directory itself.
mkdir -p a/b ./-P && ln -s a/b l || exit 1
for cd in cd 'cd -P' 'cd -P --'; do
    test "$($cd l; echo $PWD; $cd ..; echo $PWD; pwd -P)" = "/tmp/b/a/b${nl}/tmp/b/a${nl}/tmp/b/a" || exit 1
done
test "$(cd -- -P; pwd)" = /tmp/b/-P || exit 1
test "$(sh -c 'HOME=/tmp; cd -P; pwd')" = /tmp || exit 1

# read
printf 'a b\\ c  d\\\\ \\e\\\njoined\\ \\  \nnext\n' >line
test "$(sh -c 'read x y <line; echo "$x|$y|"')" = 'a|b c  d\ ejoined  |' || exit 1
test "$(sh -c 'read x y z <line; echo "$x|$y|$z|"')" = 'a|b c|d\ ejoined  |' || exit 1
test "$({ read x; read y; echo "$x|$y|"; } <line)" = 'a b c  d\ ejoined  |next|' || exit 1
test "$({ read -r x y; read -r z; echo "$x|$y|$z|"; } <line)" = 'a|b\ c  d\\ \e\|joined\ \|' || exit 1
test "$(printf '  a\tb  c  \n' | { read x y; echo "$x|$y|"; })" = "a|b  c|" || exit 1
test "$(printf 'a\n' | { read x y z; echo "$x|$y|$z|$?"; })$(printf '\\' | { read x; echo "$x$?"; })" = \
    'a|||0\1' || exit 1
test "$(printf 'a b' | { read x y; echo "$?$x$y"; })" = 1ab || exit 1
test "$(printf 'line\nnext\n' | { x=old; read x=3; echo $?; read -- y; echo "$x$y"; })" = \
    "2${nl}oldline" || exit 1
test "$(sh -c 'read x=3' 2>&1)" = "sh: read: x=3 is not a variable name" || exit 1

# An assignment before a special one stays, and one before another is for that alone.
x=1
x=2 y=2 true && x=3 x=4 cd . && x=5 read z <line && x=6 true </nofile
test "$x$y" = 1 || exit 1
y=3
test "$(sh -c 'echo "$x$y"')" = "" || exit 1
export x && x=2 true
test "$(sh -c 'echo $x')" = 1 || exit 1
test "$(HOME=/tmp/b/path; HOME=/tmp cd; echo $PWD $HOME)" = "/tmp /tmp/b/path" || exit 1
x=2 :
test $x = 2 || exit 1
x=3 export y
test $x = 3 || exit 1

# A substitution for which there is no pipe ends it.
test "$(sh -c 'ulimit -n 4; x=$(echo a); help' 2>/dev/null; echo $?)" = 2 || exit 1
