import type { TeamCoin } from '#protocol/referrals/entities.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';

/** The coin that leads: the chosen one, else USDT with something to move, else whichever comes first. */
export function coinToShow(coins: readonly TeamCoin[], chosen: string | null): TeamCoin | null {
  const usdt = coins.find(({ asset, held }) => asset === 'USDT' && compareDecimals(held, '0') > 0);
  return coins.find(({ asset }) => asset === chosen) ?? usdt ?? coins[0] ?? null;
}
