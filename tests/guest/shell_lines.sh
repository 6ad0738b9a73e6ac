# A backslash before a newline joins two lines, wherever it stands but between single quotes.
# The last test that the trace shows is the one that does not hold.
set -x

cd /tmp
nl='
'
# Between two words, in a word, a variable's name, a reserved word, an operator, a redirection.
test "$(printf 'echo a\\\n b\n' | sh)" = "a b" || exit 1
test "$(printf 'echo ab\\\ncd\n' | sh)" = abcd || exit 1
test "$(printf 'echo ab\\\n\\\n\\\ncd\n' | sh)" = abcd || exit 1
test "$(sh -c 'abc=v; x1=w; echo $ab\
c ${a\
bc} $\
abc $\
{x\
1} "$ab\
c" "a\
b" $\
(echo in\
side)')" = "v v v w v ab inside" || exit 1
test "$(sh -c 'i\
f tr\
ue; th\
en echo yes; f\
i')" = yes || exit 1
test "$(sh -c 'true &\
& echo and; false |\
| echo or; echo pi\
pe |\
 cat; x=`echo ba\
ck`; echo $x')" = "and${nl}or${nl}pipe${nl}back" || exit 1
sh -c 'echo one >\
f; echo two >\
>f; echo three 1\
2\
>\
&1 2>&\
1 >>f' || exit 1
test "$(cat f)" = "one${nl}two${nl}three" || exit 1

# Not between single quotes, in a comment, or after another backslash.
test "$(sh -c "echo 'a\\
b'")" = "a\\${nl}b" || exit 1
test "$(sh -c 'echo a # b \
echo c')" = "a${nl}c" || exit 1
test "$(sh -c 'echo a\\
echo b "c\\
d"')" = "a\\${nl}b c\\${nl}d" || exit 1
test "$(sh -c "echo \"\$(echo 'a\\
b')\"")" = "a\\${nl}b" || exit 1

# At the end of the text there is nothing to join.
printf 'echo first\necho last \\\n' >script
test "$(sh script; echo $?)" = "first${nl}last${nl}0" || exit 1
test "$(sh <script; echo $?)" = "first${nl}last${nl}0" || exit 1
test "$(sh -c 'echo end\
'; printf '\\\n' | sh; echo $?)" = "end${nl}0" || exit 1

# A mistake is told with the line where it is.
printf 'echo a\\\nb \\\n c\n)\n' >script
test "$(sh script 2>&1)" = "script: line 4: unexpected ')'" || exit 1
test "$(sh <script 2>&1)" = "ab c${nl}sh: line 4: unexpected ')'" || exit 1
