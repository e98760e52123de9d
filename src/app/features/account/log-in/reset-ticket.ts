import { observable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';

/** What opens the second step of a forgotten password, once. */
export interface ResetTicket {
  readonly ticket: string;
  /** The account as it was entered, for password managers. */
  readonly account: string;
}

/** The ticket in hand: in memory alone, so that a reload leads back to the first step. */
export const resetTicket = observable<ResetTicket | null>(null);

session.subscribe(() => resetTicket.set(null));
