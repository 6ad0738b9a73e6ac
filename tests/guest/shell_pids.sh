# A listed job's status is its own, though its process's number has gone to another one since.
# machine: det=1 kargs=pid_max=40
sh -c 'exit 3' &
first=$!
reused=
for i in $(seq 50); do
    if test "$(sh -c 'echo $$; exit 4')" = $first; then reused=yes; fi
done
test "$reused" = yes || exit 1
wait $first
test $? = 3 || exit 1
