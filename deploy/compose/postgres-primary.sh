#!/usr/bin/env bash
# Run once by the image of PostgreSQL, when the data of the primary is made: who replicates, and that a commit is
# acknowledged once the standby has it on disk too.
set -euo pipefail

psql --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
CREATE ROLE replicator REPLICATION LOGIN PASSWORD :'password';
SELECT pg_create_physical_replication_slot('standby');
-- From the next start on, which follows this script: now nothing could commit.
ALTER SYSTEM SET synchronous_standby_names = 'standby';
SQL
echo 'host replication replicator samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
