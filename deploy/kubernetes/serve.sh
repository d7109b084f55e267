#!/bin/bash
# The server of one student in a container: the course folder, then JupyterLab with its settings.
# With FEATURESPACE_UPDATE set, a newer course is brought into the folder first; answers stay.
set -euo pipefail
folder=$HOME/featurespace
featurespace start --no-open "$folder" || [ -d "$folder" ]
[ -z "${FEATURESPACE_UPDATE:-}" ] || featurespace update "$folder" || echo "The folder stays as it was."
mapfile -t options < <(python -c 'from featurespace.classroom import lab; print(*lab.options(), sep="\n")')
exec jupyterhub-singleuser "${options[@]}" --ServerApp.root_dir="$folder" "$@"
