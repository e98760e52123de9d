/** The key a user's app made for a request, with a digest of its body. */
export interface IdempotencyKey {
  readonly call: string;
  readonly key: string;
  readonly bodyHash: string;
  /** The deadline of the request has passed: the stored answer is returned, or it is refused; nothing new is done. */
  readonly isLate?: boolean | undefined;
}
