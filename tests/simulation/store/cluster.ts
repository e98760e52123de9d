import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { writeFirstInstruments } from '#server/core/instruments/open.ts';
import { readContentSet } from '#server/content/content-set.ts';
import { bundledFolder } from '#server/publishing/open.ts';
import { pushBundled } from '#server/publishing/push-content.ts';
import { type ClusterConnection, startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { layoutOf } from '#server/core/store/embedded/layout.ts';
import { migrateForTests } from '#server/core/store/testing-migrated.ts';

/** Nothing of a run outlives it, and nothing works beside it: what is done depends on the run alone. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // A run lets sessions wait as long as it likes; true time means nothing in it.
  deadlock_timeout: '50ms',
  max_connections: '200',
};

const database = 'exchange';

/** When every run begins. */
export const startMs = Date.UTC(2026, 11, 1);

/** The clock of the run in the place of PostgreSQL's own, for statements and functions that ask for it. */
const steeredClock = `
  CREATE SCHEMA simulated_time;
  CREATE FUNCTION simulated_time.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT to_timestamp(current_setting('simulated_time.microseconds')::bigint / 1000000.0) $$;
  CREATE FUNCTION simulated_time.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT simulated_time.clock_timestamp()';
  CREATE SEQUENCE simulated_time.uuids;
  CREATE FUNCTION simulated_time.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE
    AS $$ SELECT md5(nextval('simulated_time.uuids')::text)::uuid $$;
  GRANT USAGE ON SCHEMA simulated_time TO PUBLIC;
  GRANT ALL ON ALL SEQUENCES IN SCHEMA simulated_time TO PUBLIC;
  DO $$ DECLARE found regprocedure; BEGIN
    FOR found IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proconfig::text LIKE '%search_path%' LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path = public, simulated_time, pg_catalog, pg_temp', found);
    END LOOP;
  END $$;`;

/** The store of a run: a PostgreSQL of its own, whose counters are where those of every other run begin. */
export interface RunCluster {
  /** How to connect as the owner of everything. */
  readonly connection: ClusterConnection;
  stop(): Promise<void>;
}

/** A migrated store in which nothing has happened, to be copied for each run. */
export interface PreparedCluster {
  start(): Promise<RunCluster>;
  remove(): void;
}

/** Prepares it in a directory of its own. */
export async function prepareCluster(): Promise<PreparedCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dunlin-simulation-'));
  const root = path.join(folder, 'prepared');
  const postgres = await startEmbeddedPostgres(root, settings);
  await makeStore(postgres.connection);
  await postgres.stop();
  writeFileSync(path.join(layoutOf(root).cluster, 'pg_hba.conf'), trustEverybody);
  let started = 0;
  return {
    async start() {
      started += 1;
      const copy = path.join(folder, `run-${started}`);
      // Only `cp -a` keeps the owner of the cluster, who is another user where runs are started by root.
      execFileSync('cp', ['-a', root, copy]);
      const running = await startEmbeddedPostgres(copy, settings);
      return {
        connection: { ...running.connection, database },
        async stop() {
          await running.stop();
          rmSync(copy, { recursive: true, force: true });
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A proof of a password is computed by threads, which end when they like. */
const trustEverybody = 'host all all 127.0.0.1/32 trust\n';

async function makeStore(connection: ClusterConnection): Promise<void> {
  const admin = new Client(connection);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database}`);
  await admin.query(`ALTER DATABASE ${database} SET search_path = "$user", public, simulated_time, pg_catalog`);
  await admin.end();
  await migrateForTests({ ...connection, database }, async (store) => {
    await writeFirstInstruments(store);
    // Threads decode its pictures, in no certain order.
    await pushBundled(store, await readContentSet(bundledFolder), startMs);
    await store.pool.query(steeredClock);
  });
}
