import type { Units } from '#protocol/core/brand.ts';

/** Which way a price goes within a round. */
export type RoundDirection = 'up' | 'down' | 'flat';

/** Which way a price went between strike and settlement, both in the same steps. */
export function directionOf(strike: bigint, settlement: bigint): RoundDirection {
  return settlement > strike ? 'up' : settlement < strike ? 'down' : 'flat';
}

/** What a winner gets on top of the stake. */
export interface Winnings {
  /** The fee already taken. */
  readonly profit: Units;
  readonly fee: Units;
}

const perMille = 1_000n;

/**
 * What a winning stake gets: `lost * stake / won`, truncated, less the house's part of it, truncated too. Winners share
 * the losers' stakes in proportion to their own, so the house neither wins nor loses by a result.
 *
 * @param won what all winners staked, above zero
 * @param lost what all losers staked
 * @param feePerMille the house's part of winnings, in thousandths
 */
export function winningsOf(stake: Units, won: Units, lost: Units, feePerMille: bigint): Winnings {
  const winnings = (lost * stake) / won;
  const fee = (winnings * feePerMille) / perMille;
  return { profit: winnings - fee, fee };
}

/** What one unit of the winners' pool gets back if it is right, in hundredths, cut. @param won above zero */
export function multipleHundredths(won: Units, lost: Units, feePerMille: bigint): bigint {
  return ((won * perMille + lost * (perMille - feePerMille)) * 100n) / (won * perMille);
}
