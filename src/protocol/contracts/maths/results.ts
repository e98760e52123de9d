import type { Lots, Units } from '#protocol/core/brand.ts';

/** What the result of closed lots, or of a whole position, is made of. */
export interface ResultParts {
  /** Of the price alone: below zero is a loss. */
  readonly profit: Units;
  readonly openFee: Units;
  readonly closeFee: Units;
  readonly overnightFee: Units;
  /** What a liquidation left to the insurance fund; below zero what the fund paid. */
  readonly insurance: Units;
}

/** Profit and loss as it is shown everywhere: what the lots changed in the wallet, after all fees. */
export function netResult({ profit, openFee, closeFee, overnightFee, insurance }: ResultParts): Units {
  return profit - openFee - closeFee - overnightFee - insurance;
}

/**
 * What closed lots bear of a fee that was paid for all open lots. It is truncated, and the last lots bear what is left, so
 * the shares of all closings add up to the fee.
 *
 * @param fee paid for the open lots and borne by none that were closed before
 * @param lots 1 to `openLots`
 */
export function feeShare(fee: Units, lots: Lots, openLots: Lots): Units {
  return lots === openLots ? fee : (fee * BigInt(lots)) / BigInt(openLots);
}
