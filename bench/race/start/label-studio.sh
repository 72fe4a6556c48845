# Starts Label Studio as its documentation says, on a PostgreSQL of its own.
# bash bench/race/start/label-studio.sh VENV PORT; answers at --label-studio http://127.0.0.1:PORT,0123456789abcdef0123456789abcdef01234567
set -e
venv="${1:?where Label Studio is installed}"
port="${2:?its port}"
here="$(cd "$(dirname "$0")" && pwd)"
. "$here/postgres.sh" $((port + 1))

export DJANGO_DB=default POSTGRE_HOST=127.0.0.1 POSTGRE_PORT="$POSTGRES_PORT" POSTGRE_NAME=race POSTGRE_USER=race POSTGRE_PASSWORD=race
export LABEL_STUDIO_BASE_DATA_DIR="$RACE_FOLDER/data"
export LABEL_STUDIO_USERNAME=race@race.example LABEL_STUDIO_PASSWORD=runs-the-race
export LABEL_STUDIO_USER_TOKEN=0123456789abcdef0123456789abcdef01234567 LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN=true
# Nothing is to leave the machine, and nobody is asked for news of it.
export COLLECT_ANALYTICS=false LATEST_VERSION_CHECK=false SENTRY_DSN= FRONTEND_SENTRY_DSN=
exec "$venv/bin/label-studio" start --no-browser --internal-host 127.0.0.1 --port "$port"
