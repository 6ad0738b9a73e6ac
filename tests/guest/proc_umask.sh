# The first program's children keep new files from being written by others: their umask is 022.
[ "$(umask)" = 0022 ] || exit 1
: >/tmp/f
[ "$(ls -l /tmp/f | cut -c 1-10)" = -rw-r--r-- ]
