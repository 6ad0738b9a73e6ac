"""What a lab begins with is the tree's own code but for what is to be written, and stays so."""

import glob
import hashlib
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = "labs/starter-sources"


def test_a_starter_follows_the_kernel():
    with open(os.path.join(ROOT, SOURCES), encoding="utf-8") as file:
        known = dict(reversed(line.split()) for line in file if not line.startswith("#"))
    found = {}
    for path in glob.glob("labs/*/starter/**", root_dir=ROOT, recursive=True):
        source = path.partition("/starter/")[2]
        if source and os.path.isfile(os.path.join(ROOT, source)):
            with open(os.path.join(ROOT, source), "rb") as file:
                found[path] = hashlib.sha256(file.read()).hexdigest()[:16]
    changed = [f"{path.partition('/starter/')[2]} is not what {path} was made from: carry the change over, and "
               f"write in {SOURCES}: {digest}  {path}" for path, digest in sorted(found.items())
               if known.get(path) != digest]
    assert not changed, "\n".join(changed)
    assert found and known.keys() == found.keys()
