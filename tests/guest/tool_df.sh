# df shows what statvfs counts: a file of 40 blocks takes its room from what is available, and its end gives it back.
sum() { df -P "$@" | tail -n 1; }
set -- $(sum)
[ "$2" -eq $(($3 + $4)) ] && [ "$6" = / ] || exit 1
before=$4
head -c 163840 /dev/zero >/tmp/f; sync
set -- $(sum /tmp/f)
[ $((before - $4)) -ge 160 ] && [ $((before - $4)) -le 200 ] || exit 2
rm /tmp/f; sync
set -- $(sum /dev/null)
[ "$4" -ge $((before - 20)) ] || exit 3
df /no/such 2>/dev/null && exit 4
exit 0
