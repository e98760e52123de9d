/**
 * Why a chain refuses a transfer: `short` while the paying account cannot cover it, `nonce-used` when another transfer
 * with its nonce was mined, `refused` for any other error of its node.
 */
export const refusalCauses = ['short', 'nonce-used', 'refused'] as const;
export type RefusalCause = (typeof refusalCauses)[number];

/**
 * A node refused to prepare or accept a transfer. A node that does not answer, or is busy, has not refused: its errors
 * are thrown unchanged.
 */
export class TransferRefused extends Error {
  readonly why: RefusalCause;

  /** @param words the node's message, for the operator */
  constructor(why: RefusalCause, words: string, options?: ErrorOptions) {
    super(words, options);
    this.why = why;
  }
}
