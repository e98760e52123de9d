import { readFileSync, statSync } from 'node:fs';

/** The operating-system user the cluster runs as; empty means the user of this process. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

interface PasswdRow {
  readonly name: string | undefined;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user that runs PostgreSQL, which refuses to run as root. An ordinary user runs it directly. Root runs it as the
 * cluster's owner, so that a cluster never changes owners, else as `postgres`, else as `nobody`, else as the first
 * non-root user: `initdb` requires an entry in the passwd file.
 *
 * @param clusterDirectory the data directory, which may not exist yet
 * @throws Error when root finds no unprivileged user
 */
export function clusterIdentity(clusterDirectory: string): Identity {
  if (process.getuid?.() !== 0) return {};
  const cluster = statSync(clusterDirectory, { throwIfNoEntry: false });
  if (cluster !== undefined && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  const rows = passwdRows();
  const row =
    rows.find((row) => row.name === 'postgres') ??
    rows.find((row) => row.name === 'nobody') ??
    rows.find((row) => row.uid > 0);
  if (row === undefined) {
    throw new Error('PostgreSQL refuses to run as root and /etc/passwd names no other user. Set DATABASE_URL instead.');
  }
  return { uid: row.uid, gid: row.gid };
}

function passwdRows(): PasswdRow[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
