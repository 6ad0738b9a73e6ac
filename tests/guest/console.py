"""A command at a terminal of its own: pexpect's spawn, whose close() waits for the command's end."""

import pexpect


class spawn(pexpect.spawn):
    def close(self, force=True):
        """Waits for the end of a command that has written all; hangs up on any other first.

        pexpect's own signals either, waits a tenth of a second after each signal, and fails when the last of
        them has not ended the command by then."""
        if not self.closed:
            if not self.flag_eof:
                self.ptyproc.fileobj.close()
            self.wait()
            self.ptyproc.delayafterclose = 0
        super().close(force)
