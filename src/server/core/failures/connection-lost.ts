/**
 * The connection was lost during a statement. What had been sent may have been executed, unless it was part of a
 * transaction.
 */
export class ConnectionLost extends Error {
  constructor(options?: ErrorOptions) {
    super('the connection to PostgreSQL ended', options);
  }
}

/** A connection with a pending answer was silent past its limit and was destroyed by this side. */
export class ConnectionSilent extends Error {
  constructor(silenceMs: number) {
    super(`PostgreSQL sent nothing for ${silenceMs} ms`);
  }
}
