import type { Caller } from './handler.ts';

/** Who a session token belongs to and what that person may do (spec point 6). */
export interface SessionHolder extends Caller {
  /** Real-name authentication was passed. */
  readonly verified: boolean;
  /** May act as a fiat merchant. */
  readonly merchant: boolean;
}

/** What the edges need to know of accounts: whom a token belongs to. */
export interface SessionGate {
  /** The holder of a session token, or null when it is unknown, ended, expired or of a closed account. */
  lookUp(token: string): Promise<SessionHolder | null>;
}
