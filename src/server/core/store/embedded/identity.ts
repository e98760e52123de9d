import { readFileSync, statSync } from 'node:fs';

/** The operating-system user the cluster runs as; empty means: whoever runs this process. */
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
 * Who runs PostgreSQL, which refuses to run as root. An ordinary user runs it himself. Root hands it to
 * the cluster's owner, so that one cluster keeps one owner for life, else to `postgres`, else to `nobody`,
 * else to the first user that is not root: `initdb` insists on an entry in the passwd file.
 *
 * @param clusterDirectory where the data lies or will lie
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
