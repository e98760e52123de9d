import type { ReactNode } from 'react';
import type { MoneyCall } from '#protocol/calls.ts';
import { observable } from '../observable.ts';

/** What screens know of unanswered calls; storing and checking them is not part of the first load. */

/** State of an outcome. `sent` waits for its first answer; the last three stay until the user has seen them. */
export type OutcomeState = 'sent' | 'unknown' | 'done' | 'not-done' | 'unclear';

/** A call that was sent and whose end the user does not know yet. */
export interface Outcome {
  /** Its idempotency key, which also names it. */
  readonly key: string;
  readonly call: MoneyCall;
  /** The body as it was sent, without what proved who asked. */
  readonly asked: Readonly<Record<string, unknown>>;
  /** Facts for the reader that the body lacks, such as the coins of a quote. */
  readonly about: Readonly<Record<string, string>>;
  readonly intent: string;
  /** When it was sent, in epoch milliseconds of the device. */
  readonly at: number;
  /** Server time after which nothing new is done under the key; null when server time was not known. */
  readonly deadline: number | null;
  /** It was sent with a confirmation of identity, which is never stored. */
  readonly hasProof: boolean;
  readonly state: OutcomeState;
  /** How often the exchange was asked about it since. */
  readonly tries: number;
  /** Why it was refused, if a refusal was received. */
  readonly refusal: { readonly code: number; readonly data: unknown } | null;
  /** The form that sent it was left, or asked for something else: the result is shown by itself. */
  readonly left: boolean;
}

/** Open outcomes of the signed-in user, oldest first. */
export const outcomes = observable<readonly Outcome[]>([]);

/** What leads to the list of what is being checked; null until its code came, which the first screen does without. */
export const outcomeStrip = observable<ReactNode>(null);
