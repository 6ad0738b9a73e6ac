# A listed job's status is its own, though its process's number has gone to another job's since, which is waited for
# first as it is the later one.
# machine: det=1 kargs=pid_max=40
sh -c 'exit 3' &
first=$!
reused=
for i in $(seq 50); do
    sh -c 'exit 4' &
    while kill -0 $! 2>/dev/null; do :; done
    if test $! = $first; then reused=yes; break; fi
    wait $!
done
test "$reused" = yes || exit 1
wait $first
test $? = 4 || exit 1
wait $first
test $? = 3 || exit 1
