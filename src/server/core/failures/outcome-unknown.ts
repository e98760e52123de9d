/**
 * A write whose outcome nobody knows yet: the connection was lost, or a limit passed, after COMMIT was sent and before
 * it was answered. It may be durable. Code that catches this must never report a refusal or repeat the write without an
 * idempotency key: the client gets "server error" (HTTP 500) and retries with the same key.
 */
export class OutcomeUnknown extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`the outcome of ${what} is not known`, options);
  }
}
