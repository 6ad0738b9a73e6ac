# ulimit: what the shell and what it starts may have.
# The last test that the trace shows is the one that does not hold.
set -x

test $(ulimit -n) = 1024 || exit 1
test $(ulimit -v) = unlimited || exit 1
test $(ulimit | wc -l) = 3 || exit 1
(ulimit -n 10; test $(ulimit -n) = 10; true 9>/dev/null) || exit 1
(ulimit -n 9; true 9>/dev/null) && exit 1
(ulimit -n 9; ls / 9>/dev/null) && exit 1
(ulimit -n 10; true >/tmp/x; pwd) | grep / || exit 1
(ulimit -n 11; true >/tmp/x && true >/tmp/x && pwd) | grep / || exit 1
(ulimit -v 65536; test $(sh -c 'ulimit -v') = 65536; ls /bin >/dev/null) || exit 1
(ulimit -v 20; ls /bin) && exit 1
(ulimit -u 1; ls /bin || exit 5; true)
test $? = 5 || exit 1
(ulimit -n 10; ulimit -n 11) && exit 1
ulimit -n many && exit 1
ulimit -x && exit 1

# A substitution that cannot be started is not an empty one: no command runs with it, and none after it.
echo kept >/tmp/log
for text in ': >/tmp/log$(echo 2)' ': >/tmp/log`echo 2`' '{ :; } >/tmp/log$(echo 2)' 'x= >/tmp/log$(echo 2)' \
    'x=$(echo 2)' 'x=$(echo 2) help' 'for i in a "$(echo 2)"; do help; done' 'help $(echo 2)' '! help $(echo 2)' \
    'if : $(echo 2); then help; fi' ': $(echo 2) || help'; do
    test "$(sh -c "ulimit -u 1; $text; help" 2>&1; echo $?)" = "sh: fork: Resource temporarily unavailable
2" || exit 1
    test "$(sh -c "ulimit -n 3; $text; help" 2>&1; echo $?)" = "sh: pipe: Too many open files
2" || exit 1
    test "$(cat /tmp/log)" = kept || exit 1
done

# A long command that comes line by line takes no memory for all that came before each line.
{ echo '{'; printf ': one of many lines of a long command%.0s\n' $(seq 300); echo 'echo end; }'; } >/tmp/long
test "$(ulimit -v 16384; sh </tmp/long)" = end || exit 1
exit 0
