import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the supervised program reports over its channel: that it runs, or that starting it again would not help. */
export type SupervisedReport = 'up' | 'final';

/** A program of Node. */
export interface Supervised {
  readonly script: string;
  readonly env: NodeJS.ProcessEnv;
}

/** When a program that crashed is started again. */
export interface SuperviseLimits {
  /** The first wait, which doubles with every crash in a row, and the longest. */
  readonly waitFirstMs: number;
  readonly waitMostMs: number;
  /** So many crashes within this time, and it is given up. */
  readonly crashesMax: number;
  readonly withinMs: number;
}

export const superviseLimits: SuperviseLimits = {
  waitFirstMs: 250,
  waitMostMs: 15_000,
  crashesMax: 10,
  withinMs: 10 * 60_000,
};

/** How the supervision ended. */
export interface SuperviseEnd {
  /** Exit code for the parent: the program's own, or 128 plus the number of the signal that ended it. */
  readonly exitCode: number;
  /** It crashed once too often and may have left something running. */
  readonly gaveUp: boolean;
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a program and starts it again when it crashes once it had come up. It is not started again when a signal to this
 * process ended it, when it ended by itself in order, when it never came up, and when it reports that it would not
 * help.
 *
 * @param say prints what happens
 */
export async function supervise(
  program: Supervised,
  say: (text: string) => void,
  limits: SuperviseLimits = superviseLimits,
): Promise<SuperviseEnd> {
  const ending = new AbortController();
  let child: ChildProcess | null = null;
  let hasBeenUp = false;
  const end = (signal: NodeJS.Signals) => {
    ending.abort();
    child?.kill(signal);
  };
  for (const signal of endingSignals) process.on(signal, end);
  try {
    for (let crashes: readonly number[] = []; ;) {
      if (ending.signal.aborted) return { exitCode: 0, gaveUp: false };
      const run = await runOnce(program, (started) => (child = started));
      child = null;
      hasBeenUp ||= run.wasUp;
      const isOver = ending.signal.aborted || run.exitCode === 0 || !hasBeenUp || run.isFinal;
      if (isOver) return { exitCode: run.exitCode, gaveUp: false };
      const nowMs = performance.now();
      crashes = [...crashes.filter((atMs) => nowMs - atMs < limits.withinMs), nowMs];
      if (crashes.length >= limits.crashesMax) {
        say(`It ended unexpectedly (${run.words}) for the ${crashes.length}th time within minutes and is given up.`);
        return { exitCode: run.exitCode, gaveUp: true };
      }
      const waitMs = Math.min(limits.waitMostMs, limits.waitFirstMs * 2 ** (crashes.length - 1));
      say(`It ended unexpectedly (${run.words}) and is started again in ${waitMs / 1_000} s.`);
      await sleep(waitMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  } finally {
    for (const signal of endingSignals) process.off(signal, end);
  }
}

interface Run {
  readonly exitCode: number;
  readonly wasUp: boolean;
  readonly isFinal: boolean;
  readonly words: string;
}

async function runOnce({ script, env }: Supervised, started: (child: ChildProcess) => void): Promise<Run> {
  const reports = new Set<unknown>();
  const child = spawn(process.execPath, [script], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  child.on('message', (report) => reports.add(report));
  started(child);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return {
    exitCode: code ?? 128 + (signal === null ? 0 : constants.signals[signal]),
    wasUp: reports.has('up'),
    isFinal: reports.has('final'),
    words: signal ?? `code ${code}`,
  };
}
