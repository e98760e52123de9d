#!/usr/bin/env bash
# A PostgreSQL that begins as a copy of postgres-1 and follows it. Arguments go to `postgres`.
set -euo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Beside its place first, so that half a copy is never started.
  rm -rf "$PGDATA" "$PGDATA.copy"
  mkdir -p "$(dirname "$PGDATA")"
  PGPASSWORD=$REPLICATION_PASSWORD pg_basebackup --pgdata="$PGDATA.copy" --checkpoint=fast --wal-method=stream \
    --slot=standby --write-recovery-conf --dbname='host=postgres-1 user=replicator application_name=standby'
  mv "$PGDATA.copy" "$PGDATA"
fi
# Its copy says that commits wait for a standby. There is none behind this one when it becomes the primary.
exec postgres "$@" -c synchronous_standby_names=
