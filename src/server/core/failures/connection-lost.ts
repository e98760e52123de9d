/** The connection ended under a statement. What had been sent may have been done, unless it stood in a transaction. */
export class ConnectionLost extends Error {
  constructor(options?: ErrorOptions) {
    super('the connection to PostgreSQL ended', options);
  }
}

/** A connection that owed an answer was silent for longer than its limit and was destroyed by this side. */
export class ConnectionSilent extends Error {
  constructor(silenceMs: number) {
    super(`PostgreSQL sent nothing for ${silenceMs} ms`);
  }
}
