import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** A cluster, the binaries that its own user can reach, and room for a few rounds. */
const smallDisk = '700m';
const chunkBytes = 4 * 1024 * 1024;
const attachedWithinMs = 20_000;

/** Why no small disk can be mounted here; null when one can. */
export async function smallDisks(): Promise<string | null> {
  try {
    const disk = await openSmallDisk();
    await disk.release();
    return null;
  } catch (error) {
    return `no small disk can be mounted: ${error instanceof Error ? error.message.trim() : String(error)}`;
  }
}

/** Mounts a file system in memory that is soon full. */
export async function openSmallDisk(): Promise<{ directory: string; release: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'dunlin-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${smallDisk},mode=0755`, 'tmpfs', directory]);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
  return {
    directory,
    async release() {
      await run('umount', [directory]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Takes all that is left of a disk. @returns how to give it back */
export async function fillDisk(directory: string): Promise<() => Promise<void>> {
  const file = path.join(directory, 'full');
  const handle = await open(file, 'w');
  const chunk = Buffer.alloc(chunkBytes, 1);
  try {
    for (;;) await handle.write(chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await handle.close();
  }
  return () => rm(file, { force: true });
}

/** Why no process can be traced here; null when one can. */
export async function straceWorks(): Promise<string | null> {
  const child = spawn('sleep', ['30'], { stdio: 'ignore' });
  try {
    const tracer = await attach([child.pid ?? 0], ['-e', 'trace=none']);
    await detach(tracer);
    return null;
  } catch (error) {
    return `processes cannot be traced: ${error instanceof Error ? error.message.trim() : String(error)}`;
  } finally {
    child.kill('SIGKILL');
  }
}

/**
 * Has every fdatasync of a PostgreSQL and of what it starts from now on fail or take its time.
 *
 * @param fault as strace takes it behind `inject=fdatasync:`
 * @returns how to end it
 */
export async function traceFsync(postmaster: number, fault: string): Promise<() => Promise<void>> {
  const pids = [postmaster, ...childrenOf(postmaster)];
  const tracer = await attach(pids, ['-f', '-e', 'trace=fdatasync', '-e', `inject=fdatasync:${fault}`]);
  return () => detach(tracer);
}

async function attach(pids: readonly number[], how: readonly string[]): Promise<ChildProcess> {
  const tracer = spawn('strace', [...how, ...pids.flatMap((pid) => ['-p', String(pid)])], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  tracer.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  const failed = new Promise<never>((_resolve, reject) => {
    tracer.once('error', reject);
    tracer.once('exit', (code) => reject(new Error(`strace ended with ${code}: ${said}`)));
  });
  failed.catch(() => undefined);
  const attached = async () => {
    for (const until = performance.now() + attachedWithinMs; performance.now() < until; await sleep(20)) {
      if (pids.every((pid) => tracerOf(pid) === tracer.pid || tracerOf(pid) === null)) return;
    }
    throw new Error(`strace did not attach: ${said}`);
  };
  await Promise.race([attached(), failed]);
  return tracer;
}

async function detach(tracer: ChildProcess): Promise<void> {
  if (tracer.exitCode !== null || tracer.signalCode !== null) return;
  const ended = once(tracer, 'exit');
  tracer.kill('SIGINT');
  const isLate = await Promise.race([ended.then(() => false), sleep(attachedWithinMs).then(() => true)]);
  if (isLate) tracer.kill('SIGKILL');
  await ended;
}

/** Who traces a process; null when there is no such process any more. */
function tracerOf(pid: number): number | null {
  try {
    return Number(/TracerPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      // The name in brackets may hold anything; the parent is the second word behind it.
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });
}
