/**
 * The store is unavailable and certainly nothing was done: no connection, a full pool queue, a connection lost before
 * COMMIT was sent, or a time limit exceeded within the transaction. The caller may retry; users get `busyRetry` (4013).
 */
export class StoreUnavailable extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`the store cannot be used: ${why}`, options);
  }
}
