import type { Family } from './messages.ts';
import type { Lending, Runner } from './runner.ts';

/** An engine that was silent for this long is lost: its markets are taken from it. */
const silentMs = 2_000;
/** Whether an engine that was asked for something is still heard of is looked at this often. */
const heardEveryMs = 100;

/** An engine that can run markets, as far as this one knows. */
export interface KnownEngine<Of extends Family> {
  readonly runner: Runner<Of>;
  readonly name: string;
  seenAt: number;
  isLeaving: boolean;
  /** How often it could not be given markets, and when it is tried again. */
  failures: number;
  givenFrom: number;
  /** What it runs; null for nothing. */
  lent: { readonly lending: Lending; readonly markets: ReadonlyMap<string, Of['listed']> } | null;
  /** What is listed is not what it was given. */
  isOutdated: boolean;
}

/** Whether an engine is lost. */
export function isSilent({ seenAt }: { readonly seenAt: number }): boolean {
  return performance.now() - seenAt > silentMs;
}

/** The answer of an engine, for as long as it gives signs of life. @throws Error when it gives none any more */
export async function whileHeard<Answer>(
  known: { readonly name: string; readonly seenAt: number },
  answer: Promise<Answer>,
): Promise<Answer> {
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
