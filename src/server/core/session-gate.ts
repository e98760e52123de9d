import type { Countries } from './countries.ts';
import type { Caller } from './handler.ts';

/** Who a session token belongs to and what that user may do (spec point 6). */
export interface SessionHolder extends Caller {
  /** Passed real-name authentication. */
  readonly verified: boolean;
  /** May act as a fiat merchant. */
  readonly merchant: boolean;
  /** Where the account may be at home: of its verified document, else by its phone; none when neither is known. */
  readonly countries: Countries;
}

/** The purpose of a session look-up: to read, or to change something. */
export type SessionUse = 'read' | 'write';

/** What the edges need from accounts: the owner of a token. */
export interface SessionGate {
  /**
   * The holder of a session token, or null when it is unknown, ended, expired or of a closed account.
   *
   * @param use while the store is unavailable, a recently cached session still counts for `read`; `write` unless
   *   said otherwise
   * @throws StoreUnavailable when it cannot be known
   */
  lookUp(token: string, use?: SessionUse): Promise<SessionHolder | null>;
}
