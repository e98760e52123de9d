/**
 * The store cannot be used at the moment and surely nothing was done: no connection, no room in the queue of its pool,
 * a connection lost before COMMIT was sent, or a limit of time passed within the transaction. Whoever asked may ask
 * again; users hear `busyRetry` (4013).
 */
export class StoreUnavailable extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`the store cannot be used: ${why}`, options);
  }
}
