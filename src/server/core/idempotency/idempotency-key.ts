/** The key a user's app made for a request, with a digest of what it sent. */
export interface IdempotencyKey {
  readonly call: string;
  readonly key: string;
  readonly bodyHash: string;
  /** The deadline of the request has passed: it is answered as it was, or refused; nothing new is done for it. */
  readonly isLate?: boolean | undefined;
}
