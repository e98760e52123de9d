import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';

/** A PostgreSQL with a standby, both of this test alone. */
export interface PrimaryAndStandby {
  readonly primary: EmbeddedPostgres;
  readonly standby: EmbeddedPostgres;
  /** Stops both and removes them. */
  close(): Promise<void>;
}

/** Starts one, and a standby from a copy of its files that follows it. */
export async function startWithStandby(): Promise<PrimaryAndStandby> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dunlin-standby-'));
  const roots = { primary: path.join(folder, 'primary'), standby: path.join(folder, 'standby') };
  const first = await startEmbeddedPostgres(roots.primary);
  await first.stop();
  // With their owner: PostgreSQL runs as another user where the tests run as root.
  execFileSync('cp', ['-a', roots.primary, roots.standby]);
  const cluster = path.join(roots.standby, 'cluster');
  const signal = path.join(cluster, 'standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(cluster);
  chownSync(signal, uid, gid);
  const primary = await startEmbeddedPostgres(roots.primary);
  const { host, port, user, password } = primary.connection;
  const follows = `host=${host} port=${port} user=${user} password=${password}`;
  const standby = await startEmbeddedPostgres(roots.standby, { primary_conninfo: follows });
  return {
    primary,
    standby,
    async close() {
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The URL of a PostgreSQL. */
export function urlOf({ connection }: EmbeddedPostgres): string {
  const { host, port, user, password, database } = connection;
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
}
