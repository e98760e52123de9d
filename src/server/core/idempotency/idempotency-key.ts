import type { Refusal } from '../failures/refusal.ts';

/** The key a user's app made for a request, with a digest of its body. */
export interface IdempotencyKey {
  readonly call: string;
  readonly key: string;
  readonly bodyHash: string;
  /** Nothing new may be done under it: the stored answer is returned, or this is thrown. */
  readonly barred?: Refusal | undefined;
}
