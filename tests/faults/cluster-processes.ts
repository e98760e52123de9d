import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Every process of the PostgreSQL that works in a directory, for a test that stops them all (Linux only). */
export function clusterProcesses(cluster: string): number[] {
  const { ino } = statSync(cluster);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          statSync(`/proc/${pid}/cwd`).ino === ino && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
        );
      } catch {
        return false;
      }
    });
}
