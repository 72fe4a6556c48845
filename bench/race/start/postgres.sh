# Sourced by the scripts beside it: a PostgreSQL of the peer's own in $RACE_FOLDER/postgres, which is made where there is none.
# Takes the programs of the newest installed PostgreSQL (Debian's place) or of the PATH. Sets POSTGRES_PORT.

programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$programs" ] && PATH="$programs:$PATH"
data="$RACE_FOLDER/postgres"
POSTGRES_PORT="${1:?the port of the database}"

# PostgreSQL never runs as root.
as_owner() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- env PATH="$PATH" "$@"; else "$@"; fi
}

if [ ! -e "$data/PG_VERSION" ]; then
  mkdir -p "$data"
  [ "$(id -u)" = 0 ] && chown postgres "$data"
  as_owner initdb -D "$data" -U race --auth=trust --encoding=UTF8 >/dev/null
fi
# What a kill has left behind is no running server.
rm -f "$data/postmaster.pid"
as_owner pg_ctl -D "$data" -l "$data/log" -w \
  -o "-p $POSTGRES_PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories=''" start >/dev/null
as_owner createdb -h 127.0.0.1 -p "$POSTGRES_PORT" -U race race 2>/dev/null || true
