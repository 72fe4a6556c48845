# Starts doccano as its documentation says: its web server and its task queue, on a PostgreSQL of its own.
# bash bench/race/start/doccano.sh VENV PORT; answers at --doccano http://127.0.0.1:PORT,race,runs-the-race
set -e
venv="${1:?where doccano is installed}"
port="${2:?its port}"
here="$(cd "$(dirname "$0")" && pwd)"
. "$here/postgres.sh" $((port + 1))

export DOCCANO_HOME="$RACE_FOLDER/home"
export DATABASE_URL="postgres://race@127.0.0.1:$POSTGRES_PORT/race?sslmode=disable"
"$venv/bin/doccano" init
# Says so and goes on where there is one already.
"$venv/bin/doccano" createuser --username race --password runs-the-race || true
"$venv/bin/doccano" task &
exec "$venv/bin/doccano" webserver --port "$port"
