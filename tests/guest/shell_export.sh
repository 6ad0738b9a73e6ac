# export: a variable without a value is marked and stays unset, and what -p prints makes all again.
# The last test that the trace shows is the one that does not hold.
set -x

cd /tmp
export none
env >environment
grep '^none' environment && exit 1
set >all
grep '^none' all && exit 1
none=1 true
test "$(sh -c 'echo "[$none]"')" = "[]" || exit 1
none=2
test "$(sh -c 'echo $none')" = 2 || exit 1
read none </dev/null
test "$(env | grep '^none')" = none= || exit 1
unset none
none=3
test "$(sh -c 'echo "[$none]"')" = "[]" || exit 1
test "$(sh -c 'unset PATH; export PATH; ls environment' 2>&1)" = environment || exit 1

# What export -p and set print.
unset none
odd="it's  \$x \"\\
*"
plain=$odd
export odd none
export -p >exported || exit 1
test "$(unset odd none; . ./exported; none=4; sh -c 'echo "$odd$none$plain"')" = "${odd}4" || exit 1
test "$(export)" = "$(cat exported)" || exit 1
set >all
test "$(unset odd plain; . ./all; echo "$plain$odd"; sh -c 'echo "[$plain]"')" = "$plain$odd
[]" || exit 1

# set prints them in the order of their names.
sh -c 'q3=1 q1=1 q=1 q2=1 Q=1; unset q1; q1=2; set' | grep '^[qQ]' >all
test "$(cat all)" = "Q='1'
q='1'
q1='2'
q2='1'
q3='1'" || exit 1
