import type { Family } from './messages.ts';
import type { Assignment, RemoteWorker } from './remote-worker.ts';

/** An engine that was silent for this long is lost: its markets are taken from it. */
const silentMs = 2_000;
/** Whether an engine that was asked for something is still heard of is looked at this often. */
const heardEveryMs = 100;

/** An engine that can run markets, as far as this one knows. */
export interface KnownEngine<Of extends Family> {
  readonly worker: RemoteWorker<Of>;
  readonly name: string;
  seenAt: number;
  isLeaving: boolean;
  /** How often it could not be assigned markets, and when it is tried again. */
  failures: number;
  assignableFrom: number;
  /** What it runs; null for nothing. */
  assigned: { readonly assignment: Assignment; readonly markets: ReadonlyMap<string, Of['listed']> } | null;
  /** What is listed is not what it was assigned. */
  isOutdated: boolean;
}

/** Whether an engine is lost. */
export function isSilent({ seenAt }: { readonly seenAt: number }): boolean {
  return performance.now() - seenAt > silentMs;
}

/** The answer of an engine, for as long as it sends heartbeats. @throws Error when it gives none any more */
export async function whileHeard<Answer>(
  known: { readonly name: string; readonly seenAt: number },
  answer: Promise<Answer>,
): Promise<Answer> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    if (isSilent(known)) reject(new Error(`${known.name} sends no heartbeat any more`));
  }, heardEveryMs);
  try {
    return await Promise.race([answer, lost]);
  } finally {
    clearInterval(timer);
  }
}
