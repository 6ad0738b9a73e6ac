#!/bin/sh
# Gradescope runs this once, as root, when it makes the image: installs what grading needs, and builds
# what all submissions share.  It fails, and says so, if the image's machine has no namespaces to
# compile a submission in (bubblewrap): nothing would then keep a submission from the grader's files.
set -e
cd "${AUTOGRADER:-/autograder}/source"
lab=$(cat lab)
if [ -z "$AUTOGRADER" ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update
    apt-get install -y --no-install-recommends make git ca-certificates python3
    make -C tally setup
fi
[ -e tally/.git ] || git init -q tally
"${GRADER:-tally/tools/grade}" --lab "$lab" --prepare
