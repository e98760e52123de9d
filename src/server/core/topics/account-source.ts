import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';

/** One user's account, open for all their connections together. */
export interface AccountFeed {
  /** The full state: open orders, balances, unread notices. Changes committed meanwhile wait for `take`. */
  load(): Promise<AccountUpdate>;
  /** Changes since the last `take`, or null for none. */
  take(): AccountUpdate | null;
  /** Whether changes were lost since it was last asked: then the full state is needed again; absent where none are. */
  restarts?(): boolean;
  close(): void;
}

/** Where the private topic comes from. */
export interface AccountSource {
  /** @param due called after each commit that touched the user's orders, balances or notices */
  open(userId: bigint, due: () => void): AccountFeed;
}

/** The holder of a token. */
export interface StreamSession {
  readonly userId: bigint;
  readonly sessionId: bigint;
}

/** The sessions of the exchange, as needed by the stream. */
export interface SessionSource {
  /** The session of a token, or null when there is none. */
  lookUp(token: string, use?: 'read'): Promise<StreamSession | null>;
  /** Calls back with each session that ends before its connection does; returns an unsubscribe function. */
  onRevoked(listener: (sessionId: bigint) => void): () => void;
}
