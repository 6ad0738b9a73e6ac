"""tests/guest/disk_syncs.c for so long that a request is lost if one can be: without the doorbell for each
(kernel/dev/virtio_block.c), QEMU 7.2 lost one within 80 000 writes, five times of five."""


def test_no_request_is_lost(machine):
    done = machine.run("leaks /t/disk_syncs 25000", cpus=1)
    assert done.status == 0, done
