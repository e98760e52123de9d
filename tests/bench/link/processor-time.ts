import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second for every program (`sysconf(_SC_CLK_TCK)`). */
const msPerTick = 10;

/**
 * Milliseconds of processor time that processes used so far, with those of children they waited for (Linux only). One
 * that is gone counts nothing.
 */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * msPerTick;
}

function ticksOf(pid: number): number {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return 0;
  }
  // The name in brackets may hold anything; utime, stime, cutime and cstime are fields 14 to 17 (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

/** Milliseconds of the machine's monotonic clock, which is the same for all its processes. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Bytes of memory that a process holds, as the kernel counts its resident set (Linux only). */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`process ${pid} has no resident set`);
  return Number(kilobytes) * 1_024;
}
