import type { BookedPair } from '../auction/phase.ts';
import type { Lending, Runner } from './runner.ts';

/** An engine that was silent for this long is lost: its pairs are taken from it. */
const silentMs = 2_000;
/** Whether an engine that was asked for something is still heard of is looked at this often. */
const heardEveryMs = 100;

/** An engine that can run pairs, as far as this one knows. */
export interface KnownEngine {
  readonly runner: Runner;
  readonly name: string;
  seenAt: number;
  isLeaving: boolean;
  /** How often it could not be given pairs, and when it is tried again. */
  failures: number;
  givenFrom: number;
  /** What it runs; null for nothing. */
  lent: { readonly lending: Lending; readonly pairs: ReadonlyMap<string, BookedPair> } | null;
  /** What is listed is not what it was given. */
  isOutdated: boolean;
}

/** Whether an engine is lost. */
export function isSilent({ seenAt }: KnownEngine): boolean {
  return performance.now() - seenAt > silentMs;
}

/** The answer of an engine, for as long as it gives signs of life. @throws Error when it gives none any more */
export async function whileHeard<Answer>(known: KnownEngine, answer: Promise<Answer>): Promise<Answer> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    if (isSilent(known)) reject(new Error(`${known.name} gives no sign of life any more`));
  }, heardEveryMs);
  try {
    return await Promise.race([answer, lost]);
  } finally {
    clearInterval(timer);
  }
}

/** Whether any of the pairs that were given is not listed as it was then. */
export function differs(given: ReadonlyMap<string, BookedPair>, listed: readonly BookedPair[]): boolean {
  const now = new Map(listed.map((pair) => [pair.id, pair]));
  return [...given].some(([id, pair]) => JSON.stringify(now.get(id)) !== JSON.stringify(pair));
}
