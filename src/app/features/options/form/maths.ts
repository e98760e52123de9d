import { type Decimal, fromUnits, fromUnitsFixed, toUnits } from '#protocol/core/decimal.ts';
import { multipleHundredths, winningsOf } from '#protocol/options/maths/payout.ts';
import type { OptionDirection, OptionRound } from '#protocol/options/entities.ts';
import { optionFeePerMille } from '#protocol/core/limits.ts';

/**
 * What a stake comes to, worked out as the exchange divides a round: winners share what the others staked in
 * proportion to their own stakes, truncated to the smallest unit, less the fee on those winnings.
 */

/** USDT in the ledger: its smallest unit is 0.00000001. */
const scale = 8;
const feePerMille = BigInt(optionFeePerMille);

export type Pools = OptionRound['pools'];

/** The ways a round can go, in the order they are shown. */
export const directions = ['up', 'flat', 'down'] as const satisfies readonly OptionDirection[];

const unitsOf = (amount: Decimal) => toUnits(amount, scale);
const amountOf = (units: bigint) => fromUnits(units, scale);

function sides(pools: Pools, direction: OptionDirection): { readonly won: bigint; readonly lost: bigint } {
  const all = unitsOf(pools.up) + unitsOf(pools.down) + unitsOf(pools.flat);
  const won = unitsOf(pools[direction]);
  return { won, lost: all - won };
}

/** What a right prediction gets. All amounts in USDT, exact. */
interface Payout {
  /** Stake and profit: what comes back. */
  readonly returned: Decimal;
  /** On top of the stake, the fee already taken. */
  readonly profit: Decimal;
  readonly fee: Decimal;
}

/**
 * What a right stake gets from pools that already include it. Without a winner or a loser every stake is refunded.
 */
export function payoutOf(pools: Pools, direction: OptionDirection, stake: Decimal): Payout {
  const own = unitsOf(stake);
  const { won, lost } = sides(pools, direction);
  if (won === 0n || lost === 0n) return { returned: amountOf(own), profit: '0', fee: '0' };
  const { profit, fee } = winningsOf(own, won, lost, feePerMille);
  return { returned: amountOf(own + profit), profit: amountOf(profit), fee: amountOf(fee) };
}

/** What a stake in the pools gets back if the round ends one way: all of it where nobody staked that way. In USDT. */
export function returnedIf(pools: Pools, result: OptionDirection, direction: OptionDirection, stake: Decimal): Decimal {
  if (result === direction) return payoutOf(pools, direction, stake).returned;
  return unitsOf(pools[result]) === 0n ? amountOf(unitsOf(stake)) : '0';
}

/** Pools with one more stake in them. */
function poolsWith(pools: Pools, direction: OptionDirection, stake: Decimal): Pools {
  return { ...pools, [direction]: amountOf(unitsOf(pools[direction]) + unitsOf(stake)) };
}

/** What a new stake would get if it were right and the last entry. */
export function payoutOfNew(pools: Pools, direction: OptionDirection, stake: Decimal): Payout {
  return payoutOf(poolsWith(pools, direction, stake), direction, stake);
}

/**
 * What 1 USDT of a pool gets if it is right, two decimals, cut: `1.59`. Null for an empty pool.
 */
export function multipleOf(pools: Pools, direction: OptionDirection): Decimal | null {
  const { won, lost } = sides(pools, direction);
  if (won === 0n) return null;
  return fromUnitsFixed(multipleHundredths(won, lost, feePerMille), 2);
}

/** Everything staked in a round. */
export function totalOf({ up, down, flat }: Pools): Decimal {
  return amountOf(unitsOf(up) + unitsOf(down) + unitsOf(flat));
}

/** Sum of the losing stakes. */
export function lostTo(pools: Pools, result: OptionDirection): Decimal {
  return amountOf(sides(pools, result).lost);
}

/**
 * Shares of the pools in whole percent, which add up to 100; all 0 while nothing is staked. For a bar, not for money.
 */
export function poolShares(pools: Pools): Readonly<Record<OptionDirection, number>> {
  const shares = { up: 0, flat: 0, down: 0 };
  const all = unitsOf(totalOf(pools));
  if (all === 0n) return shares;
  const parts = directions.map((direction) => ({ direction, hundredfold: unitsOf(pools[direction]) * 100n }));
  for (const { direction, hundredfold } of parts) shares[direction] = Number(hundredfold / all);
  // What was cut goes to those that lost most by it, so that the three are a whole.
  let missing = 100 - shares.up - shares.flat - shares.down;
  for (const { direction } of parts.toSorted((a, b) => Number((b.hundredfold % all) - (a.hundredfold % all)))) {
    if (missing === 0) break;
    shares[direction] += 1;
    missing -= 1;
  }
  return shares;
}
