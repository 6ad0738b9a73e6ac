# Scripts: arguments, sourcing, exit statuses, environment, mistakes and where they are.
# The last test that the trace shows is the one that does not hold.
set -x

mkdir /tmp/s && cd /tmp/s
echo 'echo "$0 $# $1|$2|$3"; exit 7' >args
test "$(sh args a 'b c'; echo $?)" = "args 2 a|b c|
7" || exit 1
test "$(sh -e -- args a; echo 'echo input' | sh --)" = "args 1 a||
input" || exit 1
test "$(sh -c 'echo "$0 $# $1"' name one)" = "name 1 one" || exit 1
test "$(sh -c 'echo $0 $#')" = "sh 0" || exit 1
for options in -ec '-c -e' '-e -c --' '-c -e -' '-ce --'; do
    test "$(sh $options 'echo $0 $1; false; echo no' name one; echo $?)" = "name one
1" || exit 1
done
test "$(sh -cx ': $1' name one 2>&1)" = '+ : one' || exit 1
sh -cq : && exit 1
sh -ec && exit 1
test "$(echo 'echo from $0 $#; exit 3' | sh; echo $?)" = "from sh 0
3" || exit 1
test "$(sh -c ./args 2>&1; echo $?)" = "sh: ./args: Permission denied
126" || exit 1

# Statuses.
test "$(sh -c 'exit 256'; echo $?; sh -c 'false; exit'; echo $?; sh -c 'true;'; echo $?;
    sh -c ''; echo $?)" = "0
1
0
0" || exit 1
test "$(sh -c 'kill -TERM $$'; echo $?; sh -c 'kill -9 $$'; echo $?)" = "143
137" || exit 1
test "$(sh -c 'nosuch' 2>&1; echo $?)" = "sh: nosuch: not found
127" || exit 1
test "$(sh nosuch 2>&1; echo $?)" = "sh: nosuch: No such file or directory
127" || exit 1
test "$(sh -c 'exit x' 2>&1; echo $?)" = "sh: exit: needs a number
2" || exit 1

# . runs in this shell, a program does not.
echo 'x=$1inside; cd /tmp' >source
x=outside
sh source
test $x$(pwd) = outside/tmp/s || exit 1
. ./source
test $x$(pwd) = inside/tmp || exit 1
cd /tmp/s

# A file that sources itself without end, or another one that does, however deep inside others; one that ends.
echo '. /tmp/s/self' >self
x='. /tmp/s/self'
for i in $(seq 190); do x="{ ! $x; }"; done
echo "$x" >deep
for script in self deep; do
    test "$(sh $script 2>&1; echo $?)" = \
        "sh: commands are nested more than 6000 deep: does a function or a file run itself?
2" || exit 1
done
echo ". /tmp/s/other; echo no" >self
echo "$x" >other
test "$(sh self 2>&1; echo $?)" = \
    "sh: commands are nested more than 6000 deep: does a function or a file run itself?
2" || exit 1
echo 'test $# = 0 || { shift; . /tmp/s/ends; }; echo $#' >ends
test "$(sh ends $(seq 100) | wc -l)" = 101 || exit 1

# Environment: only what is exported, and assignments for one command.
a=1
export b=2
test "$(sh -c 'echo "$a-$b-$c"')" = "-2-" || exit 1
test "$(c=3 a=4 sh -c 'echo "$a-$b-$c"')" = "4-2-3" || exit 1
test "$a-$c" = 1- || exit 1
unset b
test "$(sh -c 'echo "$b"')" = "" || exit 1
# PATH says where a program is, also if the program does not get it.
test "$(sh -c 'unset PATH; PATH=/nowhere; ls' 2>&1; echo $?)" = "sh: ls: not found
127" || exit 1
test "$(sh -c 'unset PATH; PATH=/bin; env' | grep -c PATH)" = 0 || exit 1

# A mistake in the text: nothing of it runs, the line is named, the status is 2.
printf 'echo first\n\nif true; then\n  echo )\nfi\n' >wrong
test "$(sh wrong 2>&1; echo $?)" = "wrong: line 4: ')' where fi is expected
2" || exit 1
for text in 'echo "a' "echo 'a" 'echo `a' 'echo $(a' 'if true; then echo' 'while true; do' 'for' \
    'for 1 in a; do :; done' ')' '(' '{ echo' 'echo a |' 'echo a &&' '| a' '&& a' ';' 'a ; ; b' \
    'then' 'do' 'done' 'fi' '}' 'else' 'echo >' 'echo <' 'cat <<x' 'echo ${x' 'echo ${x/y}' \
    'echo ${}' '! ' '! ! a' 'a | ! b' 'if; then :; fi' 'if :; then fi' 'a & & b'; do
    test "$(sh -c "echo ran; $text" 2>/tmp/s/error; echo $?)" = 2 || exit 1
    test -s /tmp/s/error || exit 1
done
# Words of the grammar elsewhere mean nothing.
test "$(sh -c 'echo $( (echo a) )$(echo case)')" = acase || exit 1
test "$(sh -c 'echo a ()' 2>&1)" = "sh: line 1: '(' where the end of the command is expected" || exit 1
text='echo a # ) " ( $( '
test "$(sh -c "$text"; sh -c '# nothing'; sh -c '   ')" = a || exit 1
test "$(printf 'echo 1;
    echo "a\nb"\necho $(\n  echo 2\n)\necho 3 && \\\n echo 4 |\n cat' | sh)" = "1
a
b
2
3
4" || exit 1

# A NUL is left out, be it in a file, in the input or in what a substitution gives.
printf 'echo o\0ne\n\0echo two; exit 3\0\n' >nul
test "$(sh nul; echo $?)" = "one
two
3" || exit 1
test "$(sh <nul; echo $?)" = "one
two
3" || exit 1
test "$(printf 'a\0b')$(printf 'c\0d\n' | { read x; echo $x; })" = abcd || exit 1

# A command that is deep, and one that is long; shell_long.sh has longer ones.
x=0123456789
for i in 1 2 3 4 5 6 7 8; do x=$x$x; done
test "$(echo $x | wc -c)" = 2561 || exit 1
test "$(sh -c "echo $x$x$x$x | wc -c")" = 10241 || exit 1
x='echo deep'
for i in 1 2 3 4 5; do x="($x)"; done
test "$(sh -c "$x")" = deep || exit 1
for i in 1 2 3 4 5 6 7; do x="$x;$x"; done
test "$(sh -c "x=; for i in $(echo $(seq 150)); do x=\"(\$x\"; done; sh -c \"\$x\" 2>/dev/null";
    echo $?)" = 2 || exit 1
test "$(sh -c "$x" | wc -l)" = 128 || exit 1
help | grep '^eval .* exit ' || exit 1
help | grep 'prof ' || exit 1
