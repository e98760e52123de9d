import type { CheckedInput } from '#protocol/calls.ts';

/** Who takes an advert, and what is asked for. */
export type Taking = {
  readonly taker: bigint;
  /** Null for a merchant of practice mode. */
  readonly session: bigint | null;
  readonly key: string;
} & (
  | { readonly side: 'buy'; readonly input: CheckedInput<'POST tradeBuy'> }
  | { readonly side: 'sell'; readonly input: CheckedInput<'POST tradeSell'> }
);

/** What an order needs to know of its merchant. */
export interface Merchant {
  readonly nickname: string | null;
  readonly autoReply: string;
  /** The merchant confirmed today what another cancellation costs. */
  readonly isCostConfirmed: boolean;
}
