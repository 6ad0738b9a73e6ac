# Syntax of other shells is refused by its name, with the line where it is, and nothing of the script runs.
# The last test that the trace shows is the one that does not hold.
set -x

cd /tmp
# The second line of a script, and the message about it.
refuses() {
    printf 'echo ran\n%s\n' "$1" >script
    test "$(sh script 2>&1; echo $?)" = "script: line 2: $2
2" || exit 1
}

after='is not supported: after ${NAME comes } or one of - + = ? :- :+ := :? % %% # ##'
refuses '[[ a = b ]]' '[[ is not supported: use [ or case'
refuses 'function f { :; }' 'function is not supported: write NAME() { ...; }'
refuses 'select x in a; do :; done' 'select is not supported: use read and case'
refuses 'cat <<<word' "<<< is not supported: write printf '%s\\n' WORD | before the command"
refuses 'cat <(ls)' '<( is not supported: use a pipe or a file'
refuses 'ls >(cat)' '>( is not supported: use a pipe or a file'
refuses 'a=(1 2)' 'NAME=( is not supported: there are no arrays'
refuses "echo \$'a'" "\$'...' is not supported: use printf"
refuses 'echo ${x/a/b}' "\${x/ $after"
refuses 'echo ${x:1:2}' "\${x:1 $after"
refuses 'echo ${!x}' "\${!x $after"
refuses 'echo ${x^^}' "\${x^ $after"
refuses 'echo $((echo a); echo b)' '$(( has no )); a subshell in $( ) has a blank before it: $( ('
refuses 'a-b() { :; }' "a-b() is not supported: letters, digits and _ make a function's name"
refuses 'set() { :; }' 'set() is not supported: no function can replace a special builtin'
refuses 'f() echo a' "'echo' where a { or another compound command is expected"
refuses 'cat <<END' 'the text ends where the line END that ends << is expected'
refuses 'case x in a) echo ;& esac' "'&' where a command is expected"
refuses 'for ((i=0;;)); do :; done' "'(' where a variable's name is expected"

# The line is right behind here-documents, joined lines, functions and strings of several lines.
printf 'cat <<E\n1\n2\nE\nf() {\n:\n}\necho "a\nb" \\\n c\n[[ x ]]\n' >script
test "$(sh script 2>&1)" = 'script: line 11: [[ is not supported: use [ or case' || exit 1
printf 'cat <<E\n1\n${x/}\nE\n' >script
test "$(sh script 2>&1)" = "script: line 3: \${x/ $after" || exit 1

# An error at run time names the expression or the option.
test "$(sh -c 'echo $((x++))' 2>&1)" = "sh: \$((x++)) at its end: a number or a variable is expected; ++, -- and ** are not supported" || exit 1
test "$(sh -c 'echo $((2 ** 3))' 2>&1)" = "sh: \$((2 ** 3)) at '* 3': a number or a variable is expected; ++, -- and ** are not supported" || exit 1
test "$(sh -c 'set -o pipefail' 2>&1 | grep -c 'set takes -aefnux')" = 1 || exit 1
test "$(sh -c 'command -p ls' 2>&1)" = 'sh: -p: unknown option; command takes -v and -V' || exit 1
exit 0
