import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Notes a process in a file, so that the next cluster can end it if this one is killed. */
export function noteProcess(file: string, pid: number): void {
  writeFileSync(file, `${pid}\n${commandOf(pid)}`);
}

/** Ends the process that a file names, if it still is the one that was noted. */
export function endLeftOver(file: string): void {
  try {
    const [pid = '', ...command] = readFileSync(file, 'utf8').split('\n');
    if (command.join('\n') === commandOf(Number(pid))) process.kill(Number(pid), 'SIGKILL');
  } catch {
    // Nothing was noted, or it is gone.
  }
  rmSync(file, { force: true });
}

/** @throws Error when there is no such process */
function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}
