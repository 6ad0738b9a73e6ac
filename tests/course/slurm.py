"""A Slurm of one node for a test, from Debian's packages: munged, slurmctld and slurmd, with keys,
sockets, ports and state of their own in a folder.  It needs no systemd, and root as Slurm does."""

import os
import shutil
import signal
import socket
import subprocess
import time

CONFIGURATION = """
ClusterName=tally
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={ctld_port}
SlurmdPort={d_port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
PROGRAMS = "munged", "slurmctld", "slurmd", "sbatch", "sinfo"


def missing():
    """What of it is not installed."""
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    return [name for name in PROGRAMS if not shutil.which(name, path=path)]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Slurm:
    """Running between start and stop; .env is what its commands need in their environment."""

    def __init__(self, folder, cpus=2):
        self.folder = str(folder)
        self.started = []
        self.configuration = os.path.join(self.folder, "slurm.conf")
        self.env = {**os.environ, "SLURM_CONF": self.configuration,
                    "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}
        ctld_port, d_port = free_ports(2)
        self.host = socket.gethostname().partition(".")[0]
        for name in ("state", "spool"):
            os.mkdir(os.path.join(self.folder, name))
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=self.folder, host=self.host, cpus=cpus,
                                            ctld_port=ctld_port, d_port=d_port))

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *command):
        return subprocess.run(command, env=self.env, capture_output=True, text=True)

    def daemon(self, *command):
        with open(self.path(f"{command[0]}.out"), "wb") as output:
            self.started.append(subprocess.Popen(command, env=self.env, stdin=subprocess.DEVNULL,
                                                 stdout=output, stderr=output))

    def start(self):
        key = self.path("munge.key")
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(os.urandom(1024))
        self.daemon("munged", "--foreground", "--force", f"--key-file={key}",
                    f"--socket={self.path('munge.socket')}", f"--pid-file={self.path('munged.pid')}",
                    f"--log-file={self.path('munged.log')}", f"--seed-file={self.path('munge.seed')}")
        self.wait_for("munged", lambda: os.path.exists(self.path("munge.socket")))
        self.daemon("slurmctld", "-D", "-i", "-f", self.configuration)
        self.daemon("slurmd", "-D", "-f", self.configuration, "-N", self.host)
        self.wait_for("slurmd", lambda: self.run("sinfo", "-h", "-o", "%T").stdout.strip() == "idle")

    def wait_for(self, name, ready):
        """Until it is; an end of the daemons, or 120 seconds, is an error.  Slurm tells nobody when it is ready."""
        end = time.monotonic() + 120
        while not ready():
            ended = [one.args[0] for one in self.started if one.poll() is not None]
            if ended or time.monotonic() > end:
                raise RuntimeError(f"{name} is not ready ({ended} ended):\n{self.logs()}")
            time.sleep(0.1)

    def logs(self):
        return "\n".join(f"--- {name}\n" + open(self.path(name), errors="replace").read()[-3000:]
                         for name in sorted(os.listdir(self.folder)) if name.endswith((".log", ".out")))

    def stop(self):
        for one in reversed(self.started):
            one.send_signal(signal.SIGTERM)
            try:
                one.wait(30)
            except subprocess.TimeoutExpired:
                one.kill()
                one.wait()
