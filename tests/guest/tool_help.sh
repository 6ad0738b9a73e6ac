# Each program of /bin prints its usage where --help asks for it, on standard output, and ends with 0.  The others do
# what POSIX says of them.
set -e
mkdir /tmp/others
cd /tmp/others
touch '[' echo false printf test true
for name in $(ls /bin); do
    test -e "$name" && continue
    "/bin/$name" --help >/tmp/usage 2>/tmp/other || { echo "$name --help: status $?"; exit 1; }
    grep -q "^usage: $name" /tmp/usage || { echo "$name --help: no usage on standard output"; exit 1; }
    test ! -s /tmp/other || { echo "$name --help: a message, too"; exit 1; }
done
! /bin/false --help
test "$(/bin/echo --help)$(/bin/printf --help)" = "--help--help"
/bin/true --help
/bin/test --help
