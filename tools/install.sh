#!/bin/sh
# Put the course with some extras into an environment: tools/install.sh .venv course,dev
# uv does it in seconds, bytecode included, so that the first notebook does not wait for it; where uv cannot be had, or cannot reach what pip can, pip takes over.
set -u
venv=$1 extras=$2
echo "Installing the packages for: $(echo "$extras" | sed 's/,/, /g') (about 10 seconds when new)"
[ -x "$venv/bin/uv" ] || "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    -c constraints.txt uv ||
    echo "uv could not be had."
if [ -x "$venv/bin/uv" ]; then
    "$venv/bin/uv" pip install --compile-bytecode --python "$venv/bin/python" -c constraints.txt -e ".[$extras]" && exit 0
fi
echo "Installing with pip instead, which takes a minute or two."
"$venv/bin/python" -m pip install --disable-pip-version-check -c constraints.txt -e ".[$extras]"
