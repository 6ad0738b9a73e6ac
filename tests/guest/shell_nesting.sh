# An endless recursion of a function or a file is refused. A deep one that ends runs.
# The last test that the trace shows is the one that does not hold.
set -x

message="sh: commands are nested more than 6000 deep: does a function or a file run itself?"
for text in 'f() { f; }; f' 'f() { if :; then { for i in 1; do f; done; }; fi; }; f' 'f() { eval f; }; f' \
    'f() { f && :; }; f' 'x="eval \"\$x\""; eval "$x"' 'f() { case x in x) f ;; esac; }; f' \
    'trap "kill -USR1 $$; :" USR1; kill -USR1 $$' 'f() { local a=$1; f b; }; f a' \
    'f() { while ! f; do :; done; }; f' 'f() { x=1 f; }; f'; do
    test "$(sh -c "$text; echo on" 2>&1; echo $?)" = "$message
2" || exit 1
done

# 900 calls.
test "$(sh -c 'f() { if test $1 = 900; then echo end; else f $(($1 + 1)); fi; }; f 0')" = end || exit 1

# A process in each call: the limit on processes ends it.
(ulimit -u 20; sh -c 'f() { echo "$(f)"; }; f; exit 3' 2>/tmp/error)
test -s /tmp/error || exit 1

# Nothing that is nested in a text is too deep for the parser or for arithmetic.
x=1 y=1 z=1 w=
for i in $(seq 400); do x="\${u:-$x}" y="($y)" z="-$z" w="$w \$("; done
for text in "echo $x" "echo \$(($y))" "echo \$((${z#-} ))" "$w" "echo \"$x\""; do
    sh -c "$text" 2>/tmp/error
    test $? = 2 -a "$(wc -l </tmp/error)" = 1 || exit 1
done
exit 0
