# ulimit: what the shell and what it starts may have.
# The last test that the trace shows is the one that does not hold.
set -x

test $(ulimit -n) = 128 || exit 1
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

# A long command that comes line by line takes no memory for all that came before each line.
{ echo '{'; printf ': one of many lines of a long command%.0s\n' $(seq 300); echo 'echo end; }'; } >/tmp/long
test "$(ulimit -v 16384; sh </tmp/long)" = end || exit 1
exit 0
