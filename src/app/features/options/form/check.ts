import { compareDecimals, type Decimal, subtractDecimals, truncateDecimal } from '#protocol/core/decimal.ts';
import type { OptionDirection, OptionRound } from '#protocol/options/entities.ts';
import { optionPoolMaximum, optionStakeMaximum, optionStakeMinimum } from '#protocol/core/limits.ts';
import { useAccount, useBalance } from '#app/platform/stream/stream-hooks.ts';

/** What options are paid with. */
export const optionAsset = 'USDT';
/** Digits a stake may have behind the point. */
export const stakePlaces = 2;

/** An entry before it is confirmed. The round stays the one that was tapped, whatever opens meanwhile. */
export interface EntryDraft {
  readonly round: OptionRound;
  readonly direction: OptionDirection;
  readonly stake: string;
}

/** What can be staked, or null before the account is known. A wallet that is not in it is empty. */
export function useOptionBalance(): Decimal | null {
  const reported = useAccount() !== null;
  const balance = useBalance('option', optionAsset);
  return balance?.available ?? (reported ? '0' : null);
}

const lesser = (a: Decimal, b: Decimal) => (compareDecimals(a, b) < 0 ? a : b);

/** The most that can be staked out of a balance, in whole cents. */
export function mostStake(balance: Decimal | null): Decimal {
  return truncateDecimal(lesser(balance ?? '0', optionStakeMaximum), stakePlaces).replace(/\.?0+$/, '') || '0';
}

/** What is wrong with a stake. */
export type StakeProblem = 'missing' | 'below' | 'above' | 'balance' | 'pool';

/**
 * @param balance null while it is not known: the exchange then decides
 * @param pool what the chosen pool holds; null while no way is chosen
 */
export function stakeProblem(stake: string, balance: Decimal | null, pool: Decimal | null): StakeProblem | null {
  if (stake === '' || compareDecimals(stake, '0') <= 0) return 'missing';
  if (compareDecimals(stake, optionStakeMinimum) < 0) return 'below';
  if (compareDecimals(stake, optionStakeMaximum) > 0) return 'above';
  if (balance !== null && compareDecimals(stake, balance) > 0) return 'balance';
  if (pool !== null && compareDecimals(stake, subtractDecimals(optionPoolMaximum, pool)) > 0) return 'pool';
  return null;
}
