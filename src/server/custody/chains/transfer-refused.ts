/**
 * Why a chain does not take a transfer: `short` while the paying account cannot cover it, `nonce-used` when a block
 * holds another transfer with its nonce, `refused` for everything else that its node answered.
 */
export const refusalCauses = ['short', 'nonce-used', 'refused'] as const;
export type RefusalCause = (typeof refusalCauses)[number];

/**
 * A node answered, and does not let a transfer be signed or does not take it. A node that does not answer, or answers
 * that it is busy, is no refusal: its errors are thrown as they are.
 */
export class TransferRefused extends Error {
  readonly why: RefusalCause;

  /** @param words of the node, for the operator */
  constructor(why: RefusalCause, words: string, options?: ErrorOptions) {
    super(words, options);
    this.why = why;
  }
}
