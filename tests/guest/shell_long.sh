# A list and an if with its elifs can be of any length that memory has room for; $( ) can be nested as other commands.
# The last test that the trace shows is the one that does not hold.
# machine: mem=256M args=16
set -x

cd /tmp
# Its first argument 2^n times.
echo "printf '%s' \"\$1\" >part; for i in \$(seq $1); do cat part part >parts; mv parts part; done; cat part" >repeat
{ sh repeat ': && '; echo 'echo end'; } >long
test "$(sh long; echo $?)" = "end
0" || exit 1
{ echo 'if false; then :'; sh repeat 'elif false; then :; '; echo 'else echo end; fi'; } >long
test "$(sh long; echo $?)" = "end
0" || exit 1
{ echo 'f() { if false; then :'; sh repeat 'elif false; then :; '; echo 'else echo end; fi; }; f; f'; } >long
test "$(sh long; echo $?)" = "end
end
0" || exit 1
sh repeat '$(' >long
test "$(sh long 2>&1; echo $?)" = "long: line 1: commands are nested more than 200 deep
2" || exit 1
