# Starts Potato as its documentation says, on the files that the race has written into its folder.
# bash bench/race/start/potato.sh VENV PORT; answers at --potato http://127.0.0.1:PORT
set -e
venv="${1:?where Potato is installed}"
port="${2:?its port}"
venv="$(cd "$venv" && pwd)"
cd "$RACE_FOLDER"
exec "$venv/bin/potato" start config.yaml -p "$port" --host 127.0.0.1
