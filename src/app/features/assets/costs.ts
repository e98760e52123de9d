import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CoinCost } from '#protocol/wallets/entities/wallet.ts';
import { type Decimal, fromUnits, fromUnitsFixed, toUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import { useFollowedBalances } from './followed-balances.ts';
import { costsQuery } from './queries.ts';
import { type CoinValue, valuationAsset } from './valuation.ts';

const scale = 18;
const shownPlaces = 2;
/** How soon is asked again while the exchange is still counting older entries. */
const countingMs = 2_000;

/** What a coin cost, and what it gained or lost since. */
interface CoinProfit {
  /** USDT of one coin, on average. */
  readonly average: Decimal;
  /** USDT of what is held, with two places. */
  readonly cost: Decimal;
  /** Unrealised, in USDT with two places; null without a price. */
  readonly profit: Decimal | null;
  /** The same in percent of the cost; null where it cost nothing. */
  readonly percent: Decimal | null;
}

/** Why a coin has no profit. `none`: it is what costs are counted in. */
export type NoCost = 'none' | 'unknown' | 'pending';

/** Costs by coin; a coin that came meanwhile is missing until they are asked for again. */
export interface HeldCosts {
  readonly of: (coin: CoinValue) => CoinProfit | NoCost;
}

/**
 * The profit of what is held of a coin.
 *
 * @param held may differ for a moment from what the cost is of: it then counts at the average
 */
export function profitOf({ held, value }: CoinValue, { amount, cost }: CoinCost): CoinProfit | null {
  const units = toUnits(amount, scale);
  if (cost === null || units <= 0n) return null;
  const total = (toUnits(cost, scale) * toUnits(held, scale)) / units;
  const average = (toUnits(cost, scale) * unitsPerOne(scale)) / units;
  const profit = value === null ? null : value - total;
  return {
    average: fromUnits(average, scale),
    cost: shown(total),
    profit: profit === null ? null : shown(profit),
    percent: profit === null || total === 0n ? null : fromUnitsFixed((profit * 10_000n) / total, shownPlaces),
  };
}

const shown = (units: bigint) => fromUnitsFixed(units / unitsPerOne(scale - shownPlaces), shownPlaces);

/** What all coins with a known cost gained or lost, in USDT; null where none has one. */
export function unrealisedOf(coins: readonly CoinValue[], costs: HeldCosts): Decimal | null {
  let sum: bigint | null = null;
  for (const coin of coins) {
    const found = costs.of(coin);
    if (typeof found !== 'string' && found.profit !== null) sum = (sum ?? 0n) + toUnits(found.profit, shownPlaces);
  }
  return sum === null ? null : fromUnitsFixed(sum, shownPlaces);
}

/** The costs of who is signed in, asked for again when balances change and while older entries are counted. */
export function useHeldCosts(): HeldCosts {
  const { data, refetch } = useQuery(costsQuery);
  useFollowedBalances(costsQuery.queryKey, data !== undefined);
  useEffect(() => {
    if (data?.complete !== false) return;
    const timer = setTimeout(() => void refetch(), countingMs);
    return () => clearTimeout(timer);
  }, [data, refetch]);
  return {
    of: (coin) => {
      if (coin.asset === valuationAsset) return 'none';
      const found = data?.complete === true ? data.list.find(({ asset }) => asset === coin.asset) : undefined;
      return found === undefined ? 'pending' : (profitOf(coin, found) ?? 'unknown');
    },
  };
}
