# Quotes, variables and fields: what reaches a program as which argument.
# The last test that the trace shows is the one that does not hold.
set -x

# Prints its arguments one to a line, in brackets.
echo 'for a; do echo "[$a]"; done; echo $#' >/tmp/args
args="sh /tmp/args"
nl='
'
test "$($args)" = "0" || exit 1
test "$($args 'a  b' c)" = "[a  b]${nl}[c]${nl}2" || exit 1
test "$($args "" '' "'" '"' "\"" \' \" \\)" = \
    "[]${nl}[]${nl}[']${nl}[\"]${nl}[\"]${nl}[']${nl}[\"]${nl}[\\]${nl}8" || exit 1
test "$($args a\ b 'c'"d"\e 'x\y' "x\y" "\$x" '$x')" = \
    "[a b]${nl}[cde]${nl}[x\\y]${nl}[x\\y]${nl}[\$x]${nl}[\$x]${nl}6" || exit 1
test "$($args a\
b "c\
d")" = "[ab]${nl}[cd]${nl}2" || exit 1

# What comes out of a dollar is split unless it is quoted, and never read as shell text.
x='  a   b;c >d $y "e"  '
test "$($args $x)" = "[a]${nl}[b;c]${nl}[>d]${nl}[\$y]${nl}[\"e\"]${nl}5" || exit 1
test "$($args "$x")" = "[$x]${nl}1" || exit 1
test "$($args 1$x'2')" = \
    "[1]${nl}[a]${nl}[b;c]${nl}[>d]${nl}[\$y]${nl}[\"e\"]${nl}[2]${nl}7" || exit 1
empty=
test "$($args $empty $unset "$empty")" = "[]${nl}1" || exit 1
test "${x}y$empty-${unset}z" = "  a   b;c >d \$y \"e\"  y-z" || exit 1
test "$x$" = "$x\$" || exit 1
y=$x
test "$y" = "$x" || exit 1
test "a#b" = a#b || exit 1 # and this is a comment
test $($args a b | tail -n 1) = 2 || exit 1

# Between backquotes in double quotes a backslash is taken off a double quote, too.
test "$($args "`echo \"a  b\"`" `echo \"c  d\"`)" = "[a  b]${nl}[\"c]${nl}[d\"]${nl}3" || exit 1
test "`echo "\`echo \\\"e  f\\\"\`"`" = "e  f" || exit 1

# Parameters.
set -- one 'two  three' '' four
test $# = 4 || exit 1
test "$($args "$@")" = "[one]${nl}[two  three]${nl}[]${nl}[four]${nl}4" || exit 1
test "$($args "<$@>")" = "[<one]${nl}[two  three]${nl}[]${nl}[four>]${nl}4" || exit 1
test "$($args "$*")" = "[one two  three  four]${nl}1" || exit 1
test "$($args $@)" = "[one]${nl}[two]${nl}[three]${nl}[four]${nl}4" || exit 1
test "$2" = 'two  three' || exit 1
shift 2
test "$#$1$2$3" = 2four || exit 1
set -- 1 2 3 4 5 6 7 8 9 ten
test "${10} $10" = "ten 10" || exit 1
set --
test "$($args "$@" $* "$*")" = "[]${nl}1" || exit 1

# Names of files.
mkdir /tmp/g /tmp/g/d && cd /tmp/g
touch ab ac b .hidden d/x1 d/y2 'a b'
test "$(echo *)" = "a b ab ac b d" || exit 1
test "$($args a*)" = "[a b]${nl}[ab]${nl}[ac]${nl}3" || exit 1
test "$(echo a?) $(echo [!a]) $(echo .h*) $(echo */[x-z]?)" = \
    "ab ac b d .hidden d/x1 d/y2" || exit 1
test "$(echo "*" '?' \* no*ne [)" = "* ? * no*ne [" || exit 1
test "$(echo /tmp/g/d/*)" = "/tmp/g/d/x1 /tmp/g/d/y2" || exit 1
p='a[bc]'
test "$(echo $p) $(echo "$p")" = "ab ac a[bc]" || exit 1
