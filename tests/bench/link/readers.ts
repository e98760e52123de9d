import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Topic } from '#protocol/core/stream/channels.ts';
import type { ReadersQuestion, ReadersReport } from './socket-readers.ts';

/** Sockets of some processes that read the stream. */
export class Readers {
  readonly #processes: ChildProcess[];
  readonly #changes = new Map<number, { heard: number; atMs: number }>();
  #woken = Promise.withResolvers<void>();

  private constructor(processes: ChildProcess[]) {
    this.#processes = processes;
    for (const one of processes) {
      one.on('message', (report: ReadersReport) => {
        if (report.is !== 'change') return;
        const change = this.#changes.get(report.nth) ?? { heard: 0, atMs: 0 };
        this.#changes.set(report.nth, { heard: change.heard + 1, atMs: Math.max(change.atMs, report.atMs) });
        this.#woken.resolve();
        this.#woken = Promise.withResolvers();
      });
    }
  }

  /** Opens sockets that follow topics; `arrival` looks at the first of these. */
  static async open(address: string, counts: readonly number[], topics: readonly Topic[]): Promise<Readers> {
    const processes = counts.map((count) =>
      fork(path.join(import.meta.dirname, 'socket-readers.ts'), [
        new URL(address).port,
        String(count),
        topics.join(','),
      ]),
    );
    const readers = new Readers(processes);
    await Promise.all(processes.map((one) => heard(one, 'open')));
    return readers;
  }

  /** Topic frames that arrived so far, and sockets that are open. */
  async counted(): Promise<{ frames: number; open: number }> {
    const counts = await Promise.all(
      this.#processes.map((one) => {
        const answered = heard(one, 'count');
        one.send('count' satisfies ReadersQuestion);
        return answered;
      }),
    );
    return {
      frames: counts.reduce((sum, { frames }) => sum + frames, 0),
      open: counts.reduce((sum, { open }) => sum + open, 0),
    };
  }

  /** When the last of all sockets had the nth change, in milliseconds of the machine's monotonic clock. */
  async arrival(nth: number): Promise<number> {
    for (;;) {
      const change = this.#changes.get(nth);
      if (change?.heard === this.#processes.length) {
        this.#changes.delete(nth);
        return change.atMs;
      }
      await this.#woken.promise;
    }
  }

  close(): void {
    for (const one of this.#processes) one.disconnect();
  }
}

async function heard<Kind extends ReadersReport['is']>(
  from: ChildProcess,
  kind: Kind,
): Promise<ReadersReport & { is: Kind }> {
  const exited = once(from, 'exit').then(() => Promise.reject(new Error('the sockets’ process ended')));
  exited.catch(() => undefined);
  for (;;) {
    const [report] = (await Promise.race([once(from, 'message'), exited])) as [ReadersReport];
    if (report.is === kind) return report as ReadersReport & { is: Kind };
  }
}
