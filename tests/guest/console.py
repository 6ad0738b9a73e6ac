"""A command at a terminal of its own: pexpect's spawn, which may be interrupted, and waits for the command's end."""

import signal

import pexpect


def take_signals():
    """Those of a terminal, which below nohup, or in the background of a script, are ignored."""
    for sig in signal.SIGHUP, signal.SIGINT, signal.SIGQUIT:
        signal.signal(sig, signal.SIG_DFL)


class spawn(pexpect.spawn):
    def __init__(self, *args, **settings):
        super().__init__(*args, preexec_fn=take_signals, **settings)

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
