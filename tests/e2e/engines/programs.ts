import { spawn } from 'node:child_process';
import { accessSync, constants, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a program may take to end by itself before it is killed. */
const endMostMs = 5_000;
const readyMostMs = 30_000;
/** What a program says is kept for the report of one that does not start. */
const outputMostLength = 20_000;

/** A program that a test started, with a home folder of its own. */
export interface Program {
  readonly home: string;
  /** What it wrote so far, on both of its outputs. */
  output(): string;
  /** Asks until there is an answer. @throws when the program ends before, or there is none in time */
  ready<Answer>(ask: () => Answer | null | Promise<Answer | null>): Promise<Answer>;
  /** Ends it with everything it started, and removes its home. */
  end(): Promise<void>;
}

/** The program that a variable of the environment names, else the first of the patterns that is there; null without one. */
export function findProgram(variable: string, names: readonly string[], places: readonly string[] = []): string | null {
  const named = process.env[variable];
  if (named !== undefined && named !== '') return named;
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  const candidates = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...candidates, ...globSync([...places])].find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param args made for the home folder that the program gets */
export async function startProgram(
  file: string,
  args: (home: string) => readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const home = await mkdtemp(path.join(tmpdir(), 'dunlin-engine-'));
  // Browsers refuse or share the home of another user, and keep profiles in any of these.
  const homes = Object.fromEntries(
    ['HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME'].map((n) => [n, home]),
  );
  // A group of its own: a browser is several processes, which must end together.
  const child = spawn(file, args(home), {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...homes, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-outputMostLength)));
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      isEnded = true;
      resolve();
    };
    child.once('exit', finish).once('error', (error) => {
      output += String(error);
      finish();
    });
  });
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The whole group is gone already.
    }
  };
  const killed = () => signal('SIGKILL');
  process.once('exit', killed);
  return {
    home,
    output: () => output,
    async ready(ask) {
      const until = Date.now() + readyMostMs;
      for (;;) {
        const answer = await ask();
        if (answer !== null) return answer;
        if (isEnded || Date.now() > until) throw new Error(`${file} ${isEnded ? 'ended' : 'is not ready'}:\n${output}`);
        await sleep(50);
      }
    },
    async end() {
      signal('SIGTERM');
      await Promise.race([ended, sleep(endMostMs)]);
      killed();
      process.off('exit', killed);
      await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
