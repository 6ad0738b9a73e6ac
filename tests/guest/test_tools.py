"""The tools that people type print in Tally what they print on the host, and end with the same status."""

import os
import subprocess

import pytest

# Files that all cases find in their working directory.
FILES = r"""
seq 20 >twenty
printf 'b 2 x\na 10 y\nc 1 z\nB 2 w\na 9 v\n' >table
printf 'red:3:apple\ngreen:20:pear\nblue:1:plum\nplain\n' >fields
printf 'one\ntwo\n\nthree' >open
: >empty
printf 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n' >old
printf 'a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nl\nm\n' >new
printf '\000\001\002\377abc\n\tx\177' >bytes
mkdir -p tree/sub/deep tree/other other/sub
echo 1 >tree/one.c; echo 22 >tree/sub/two.h; echo 333 >tree/sub/deep/three.c; : >tree/other/none
printf '%02000d' 0 >tree/big
ln -s one.c tree/link
echo 1 >other/one.c; echo 2 >other/sub/two.h; echo new >other/more
chmod 644 * tree/* tree/sub/* other/*; chmod 755 tree other tree/sub tree/other tree/sub/deep other/sub tree/sub/two.h
chmod 600 tree/big
touch -d 2000-01-01T00:00:00 tree/one.c; touch -d 2001-01-01T00:00:00 tree/big
"""

CASES = r"""
tr a-z A-Z <table
tr '[:lower:]' '[:upper:]' <table
tr -d '0-9 ' <table
tr -s '\n' <open
tr -cd '[:alnum:]\n' <fields
tr -cs '[:alpha:]' '\n' <fields
tr abc x <old
tr '\012' ' ' <twenty
tr -d '\000-\037' <bytes
tr 'a\-c' 'xyz' <table
tr -ds a-e f-z <old
cut -c 1-3,5 fields
cut -c -2 fields open
cut -d : -f 2 fields
cut -d: -f1,3- -s fields
cut -d: -f -2 <fields
cut -f 1 table
cmp old old
cmp old new
cmp -s old new
cmp -l old new | tr -d ' '
cmp twenty empty
cmp empty empty
nl open
nl -ba open
nl -b n open
wc -l <twenty
tty
tty -s
tty <twenty
df -P . | head -n 1 | tr -s ' '
df -P . . | wc -l
df -k no-such-file
head -c 5 twenty
head -c 0 twenty
sort table
sort -k 2 table
sort -k 2n table
sort -n -k 2,2 -k 1,1 table
sort -k 2,2nr -k 1 table
sort -t : -k 2n fields
sort -t : -k 2,2 fields
sort -t: -k3 fields
sort -f table
sort -fu table
sort -r table
sort -rn -k2 table
sort -u -k 2,2 table
sort -b -k 2 table
sort -c twenty
sort -n -c twenty
sort -m -n twenty twenty
sort -o sorted table; cat sorted
cp table both; sort -o both both; cat both
find tree | sort
find tree -name '*.c' | sort
find tree -type d | sort
find tree -type f -name '*e*' | sort
find tree -type l
find tree ! -name '*.*' -type f | sort
find tree \( -name '*.c' -o -name '*.h' \) -print | sort
find tree -name '*.c' -o -name '*.h' | sort
find tree -name sub -prune -o -type f -print | sort
find tree -size +1 -type f
find tree -size 3c | sort
find tree -size -3c -type f | sort
find tree -empty | sort
find tree -maxdepth 1 | sort
find tree -mindepth 2 | sort
find tree -mindepth 1 -maxdepth 1 -type f | sort
find tree -perm 600
find tree -perm -111 -type f
find tree -newer tree/big -type f | sort
find tree/ -name 'one*'
find tree/one.c
find tree -name one.c -exec cat {} \;
find tree -type f -name '*.c' -exec echo {} + | wc -w
find tree -name one.c -exec false {} \; -print
find tree -links 1 -type f | wc -l
find tree -iname 'ONE*'
find tree -path '*sub*' | sort
find tree -depth -name 'd*'
find nothing
find tree -print0 | tr '\0' '\n' | sort
cp -r tree copy; find copy -name '*.c' -delete; find copy | sort
xargs <table
xargs -n 2 <twenty
xargs -n 7 echo x <twenty
xargs -I @ echo '<@>' '@@' <fields
echo "a 'b c' \"d e\" f\\ g" | xargs -n 1
printf 'a b\0c\0' | xargs -0 -n 1 echo
xargs echo none <empty
xargs -r echo none <empty
echo 1 | xargs false
echo 1 | xargs no-such-program
seq 5000 | xargs echo | tr ' ' '\n' | wc -l
diff old old
diff old new
diff new old
diff -q old new
diff old empty
diff empty old
diff -u old new | tail -n +3
diff -U 1 old new | tail -n +3
diff -U 0 old new | tail -n +3
diff -u twenty empty | tail -n +3
diff open old
printf 'one\ntwo\n\nthree\n' | diff open -
diff -u table open | tail -n +3
diff bytes empty
diff -q tree other
diff -r tree other | grep -v ^diff
diff old tree
diff old nothing
diff table tree/one.c
du -s empty
du -a tree/one.c | cut -f 2
du tree | cut -f 2 | sort
stat -c '%n %s %a %A %F %h' tree/one.c tree/link empty
stat -c '%n %a %A %F' tree
stat -L -c '%s %F' tree/link
stat -c %Y tree/one.c
stat nothing
od bytes
od -c bytes
od -b bytes
od -x bytes
od -d bytes
od -t x1 bytes
od -A x -t x1 bytes
od -A n -t u1 bytes
od -A d -t d4 bytes
od -t x8 bytes
od -t d1 -A n bytes
od -t x1c bytes
od -t o4 -t u2 bytes
od -j 3 -N 4 -t x1 bytes
printf '%0100d' 0 | od -c
printf '%0100d' 0 | od -v -c
od empty
tar cf a.tar tree; tar tf a.tar | sort
mkdir x; tar cf - tree | (cd x && tar xf -); diff -r tree x/tree; stat -c '%a %Y' x/tree/big; cat x/tree/link
tar cf a.tar tree other; mkdir x; tar -x -f a.tar -C x other tree/sub; find x | sort
tar tf table
tar cf a.tar nothing
cp -r tree copy; diff -r tree copy; stat -c %a copy/big copy/sub/two.h
cp -rp tree copy; stat -c '%a %Y' copy/one.c copy/big
cp -r tree/sub other; find other | sort
cp tree copy
cp -p tree/one.c copy; stat -c %Y copy
chmod u+x table; stat -c %a table
chmod 600 table; chmod g=rw,o+r table; stat -c %a table
chmod a=rx,u+w table; stat -c %a table
chmod go-rwx tree/sub/two.h; stat -c %a tree/sub/two.h
chmod u=rw,go=r table; stat -c %a table
umask 027; chmod 0 table; chmod +rwx table; stat -c %a table
chmod -R a+rX,go-w tree; stat -c %a tree/sub tree/big
ls -1F tree
ls -1S tree/one.c tree/big tree/sub/two.h
ls -1r tree
cd tree; ls -1t one.c big sub/two.h
cd tree; ls -1tr one.c big sub/two.h
touch -t 202002291234.56 empty; stat -c %Y empty
touch -t 199912312359 a; touch -r a b; stat -c '%X %Y' b
touch -c nothing; test -e nothing
mkfifo a b; stat -c %F a b; seq 3 >a & cat a
mkfifo open
basename /a/b.c
basename b.c .c; basename a/b.c// .c; basename .c .c; basename /; basename a ba
dirname /a/b; dirname b; dirname a//b/; dirname /; dirname /b
which sh >/dev/null
which no-such-program
"""



def cases(text):
    """The output of each case: {its line: (output, status)}."""
    found = {}
    for part in text.split("== ")[1:]:
        line, _, rest = part.partition("\n")
        output, _, status = rest.rpartition("-- ")
        found[line] = output, status.strip()
    return found


def script():
    """A script that runs each case in a new directory."""
    quoted = [case.replace("'", "'\\''") for case in CASES.strip().splitlines()]
    each = "".join(f"rm -rf work; mkdir work; cd work\n. ../files.sh\nprintf '%s\\n' '== {case}'\n"
                   f"sh -c '{case}' 2>/dev/null </dev/null\necho \"-- $?\"\ncd ..\n" for case in quoted)
    return "mkdir all\ncd all\ncp ../files.sh .\n" + each


@pytest.fixture(scope="module")
def outputs(machine, tmp_path_factory):
    """The outputs of the host's tools, and of Tally's."""
    extra = tmp_path_factory.mktemp("tools")
    (extra / "files.sh").write_text(FILES)
    (extra / "cases.sh").write_text(script())
    guest = machine.run("cd /; sh /cases.sh", extra=extra, timeout=600)
    environment = {**os.environ, "LC_ALL": "C", "TZ": "UTC", "BLOCKSIZE": "1024"}
    environment.pop("POSIXLY_CORRECT", None)
    host = subprocess.run(["sh", "cases.sh"], cwd=extra, env=environment, capture_output=True,
                          text=True, errors="replace")
    return cases(host.stdout), cases(guest.stdout)


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_a_tool_prints_what_the_hosts_prints(outputs, case):
    host, guest = outputs
    assert case in host, "the host's shell ended before it"
    assert guest.get(case) == host[case]
