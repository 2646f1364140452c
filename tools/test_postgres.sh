#!/usr/bin/env bash
# A PostgreSQL of our own for the tests: `eval "$(tools/test_postgres.sh start)"` sets CUBERAILS_TEST_POSTGRES,
# `tools/test_postgres.sh stop` ends it and removes its data. Installs Debian's package if there is none.
set -euo pipefail
folder=${CUBERAILS_TEST_POSTGRES_FOLDER:-/tmp/cuberails-test-postgres}
port=${CUBERAILS_TEST_POSTGRES_PORT:-8199}

as_owner() { # the server refuses to run as root
    if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups env HOME=/tmp "$@"; else "$@"; fi
}
binaries() { find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1; }

case "${1:-}" in
start)
    if [ ! -x "$(binaries)/initdb" ]; then
        { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql; } >&2
    fi
    bin=$(binaries)
    if [ ! -d "$folder/data" ]; then
        install -d -m 700 "$folder"
        [ "$(id -u)" = 0 ] && chown postgres "$folder"
        as_owner "$bin/initdb" -D "$folder/data" -U cuberails --auth=trust --no-sync >"$folder/initdb.log" 2>&1
    fi
    as_owner "$bin/pg_ctl" -D "$folder/data" status >/dev/null 2>&1 ||
        as_owner "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "-p $port -k $folder -c listen_addresses=127.0.0.1" start >&2
    echo "export CUBERAILS_TEST_POSTGRES=postgresql://cuberails@127.0.0.1:$port/postgres"
    ;;
stop)
    [ -d "$folder/data" ] && as_owner "$(binaries)/pg_ctl" -D "$folder/data" -m immediate stop >&2
    rm -rf "$folder"
    ;;
*)
    echo "usage: $0 start|stop" >&2
    exit 2
    ;;
esac
