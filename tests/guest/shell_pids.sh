# A listed job's status is its own, though its process's number has gone to another job's since, which is waited for
# first as it is the later one.  The loop takes every number there is, and wait frees one for kill.
# machine: det=1 kargs=pid_max=40
sh -c 'exit 3' &
first=$!
while kill -0 $first 2>/dev/null; do :; done
for i in $(seq 40); do sh -c 'exit 4' & done 2>/dev/null
wait $!
while kill -0 $first 2>/dev/null; do :; done
wait $first
test $? = 4 || exit 1
wait $first
test $? = 3 || exit 1
