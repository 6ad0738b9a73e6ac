# A loop over functions, here-documents, traps, eval and expansions takes no memory for its rounds.
# The last test that the trace shows is the one that does not hold.
set -x

cat >/tmp/loop <<'END'
long=$(printf '%0400d' 0)
f() {
    local a=$1 b
    eval "b=\$a"
    case $a in *x) return 1 ;; *) : $((n += 1)) ${a%0} "${u:-$b}" "$@" ;; esac <<E
$a
E
    trap ": $a" USR1
    set -- $a $a
    g() { : "$long"; }
    g
    unset -f g
    command eval : ${u:=$b}
    unset u
    x=$a :
}
n=0
while :; do f $long; case $n in 3000) break ;; esac; done
echo $n
END
test "$(ulimit -v 11048; sh /tmp/loop)" = 3000 || exit 1
exit 0
