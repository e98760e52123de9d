import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { RunPlan, RunReport } from './run.ts';
import { type PreparedCluster, prepareCluster, startMs } from './store/cluster.ts';

/** What somebody chooses of a run; the rest of its plan is the same for all. */
export type ChosenPlan = Omit<RunPlan, 'startMs' | 'connection'>;

/** Runs, each in a process and on a PostgreSQL of its own. */
export interface Runs {
  /** @param file where its history is written, line by line @throws Error when its process ends without a report */
  run(plan: ChosenPlan, file?: string): Promise<RunReport>;
  close(): void;
}

/** Prepares the store that every run begins with. */
export async function openRuns(): Promise<Runs> {
  const prepared = await prepareCluster();
  return { run: (plan, file) => runOne(prepared, plan, file ?? null), close: () => prepared.remove() };
}

async function runOne(prepared: PreparedCluster, chosen: ChosenPlan, file: string | null): Promise<RunReport> {
  const cluster = await prepared.start();
  try {
    const plan: RunPlan = { ...chosen, startMs, connection: cluster.connection };
    const child = fork(path.join(import.meta.dirname, 'run-process.ts'), { execArgv: [] });
    const exit = once(child, 'exit');
    const ended = exit.then(([code]) => Promise.reject(new Error(`the run ended with ${String(code)}`)));
    child.send([plan, file]);
    const [report] = (await Promise.race([once(child, 'message'), ended])) as [RunReport];
    await ended.catch(() => undefined);
    return report;
  } finally {
    await cluster.stop();
  }
}
