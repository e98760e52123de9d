import type { AccountUpdate } from '../../protocol/stream/account-fields.ts';

/** One user's account, open for all their connections together. */
export interface AccountFeed {
  /** Everything: open orders, balances, unread notices. Changes that commit meanwhile wait for `take`. */
  load(): Promise<AccountUpdate>;
  /** What changed since the last `take`, or null when nothing did. */
  take(): AccountUpdate | null;
  close(): void;
}

/** Where the private topic comes from. */
export interface AccountSource {
  /** @param due told after each commit that touched the user's orders, balances or notices */
  open(userId: bigint, due: () => void): AccountFeed;
}

/** Who stands behind a token. */
export interface StreamSession {
  readonly userId: bigint;
  readonly sessionId: bigint;
}

/** The sessions of the exchange, as far as the stream knows them. */
export interface SessionSource {
  /** The session of a token, or null when there is none (any more). */
  lookUp(token: string, use?: 'read'): Promise<StreamSession | null>;
  /** Calls back with each session that ends before its connection does; returns how to stop. */
  onRevoked(listener: (sessionId: bigint) => void): () => void;
}
