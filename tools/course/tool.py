"""The start and the end of each of the course's tools."""

import signal
import sys

from lab import Failure


def run(name, main):
    """Ends the process with main()'s status, or with 2 and one line that says why it failed."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # the parent may ignore it; children would then have no status
    try:
        sys.exit(main())
    except Failure as failure:
        said = str(failure)
    except OSError as failure:
        said = f"{failure.filename}: {failure.strerror}" if failure.filename else failure.strerror or str(failure)
    except KeyboardInterrupt:
        said = "interrupted"
    print(f"{name}: {'; '.join(said.splitlines())}", file=sys.stderr)
    sys.exit(2)
