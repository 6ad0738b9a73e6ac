# chmod makes a script a program and takes that back.
set -e
cd /tmp
echo '#!/bin/sh
echo ran $1' >script
chmod 644 script
if ./script; then echo "ran without the x bit"; exit 1; fi
chmod +x script
test "$(./script yes)" = "ran yes"
ls -l script | grep -q '^-rwxr-xr-x '
chmod -x script
ls -l script | grep -q '^-rw-r--r-- '
chmod 700 script
ls -l script | grep -q '^-rwx------ '
for mode in 8 u+q w+x u 1000 x ''; do
    if chmod "$mode" script 2>/dev/null; then echo "took mode '$mode'"; exit 1; fi
done
if chmod 644 missing 2>/dev/null; then echo "changed what is not there"; exit 1; fi
ls -l script | grep -q '^-rwx------ '
