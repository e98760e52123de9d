import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Decimal } from '#protocol/core/decimal.ts';
import type { Ticker } from '#protocol/market-data/entities/market.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { refreshStream } from '#app/platform/stream/stream.ts';
import { useAccount, useStale } from '#app/platform/stream/stream-hooks.ts';
import { usePausedSince } from '#app/platform/stream/use-pause.ts';
import { useFollowedBalances } from './followed-balances.ts';
import { coinsQuery, pricesQuery, walletQuery } from './queries.ts';
import { useSampledTickers } from './overview/sampled-tickers.ts';
import { type ValuedBalance, valuationAsset, valueBalances } from './valuation.ts';

/** What a user holds, valued at the running prices. */
export interface Holdings {
  /** Null before the first snapshot. */
  readonly balances: readonly ValuedBalance[] | null;
  /** The total 24 hours ago, in USDT; null when it is not known. */
  readonly yesterday: Decimal | null;
  /** What came in since then less what went out, in USDT; null when it is not known. */
  readonly flowsToday: Decimal | null;
  /** When the figures were true, while they are old: device offline, or no tick came; null while they run. */
  readonly oldSince: number | null;
  readonly error: unknown;
  readonly fetching: boolean;
  readonly refresh: () => Promise<unknown>;
}

/** While the exchange restores its records, the stream's balances are of when it lost them; others may be older. */
function heldUntil(pausedSince: number, isStreamed: boolean, answeredAt: number | undefined): number {
  return isStreamed ? pausedSince : Math.min(pausedSince, answeredAt ?? pausedSince);
}

function newestOf(tickers: Iterable<Ticker>): number | null {
  let newest: number | null = null;
  for (const { at } of tickers) if (newest === null || at > newest) newest = at;
  return newest;
}

/**
 * Balances of the account topic over those of the wallet's call, valued at the tickers of the stream over those of
 * the market's call. Without a network the last of each that this device has.
 */
export function useHoldings(): Holdings {
  const wallet = useQuery(walletQuery);
  // Deposits and withdrawals that arrive meanwhile must not look like gains and losses.
  useFollowedBalances(walletQuery.queryKey, wallet.data !== undefined);
  const account = useAccount();
  const live = useSampledTickers();
  const prices = useQuery({ ...pricesQuery, enabled: live === null });
  const late = useStale('tickers');
  const reachable = useReachable();
  const paused = usePausedSince();
  const kept = prices.data?.list;
  const tickers = useMemo(
    () => live ?? (kept === undefined ? null : new Map(kept.map((ticker) => [ticker.pair, ticker]))),
    [live, kept],
  );
  const shown = wallet.data?.balances;
  const held = account?.balances;
  const balances = useMemo(() => {
    // Without prices the valuations of the call are all there is; with them the stream is the newer of the two.
    if (tickers === null) return shown === undefined ? null : valueBalances(shown, null);
    const rows = held ?? shown;
    if (rows === undefined) return null;
    return valueBalances(rows, (asset) => tickers.get(`${asset}${valuationAsset}`)?.last ?? null);
  }, [shown, held, tickers]);
  const asOf = (live === null ? null : newestOf(live.values())) ?? wallet.data?.at ?? null;
  return {
    balances,
    yesterday: wallet.data?.totalYesterday ?? null,
    flowsToday: wallet.data?.flowsToday ?? null,
    oldSince:
      paused !== null ? heldUntil(paused, held !== undefined, wallet.data?.at) : reachable && !late ? null : asOf,
    error: wallet.error,
    fetching: wallet.isFetching,
    refresh: () => {
      refreshStream();
      return wallet.refetch();
    },
  };
}

/** Everyday name and shown digits of a coin. */
export interface CoinFacts {
  readonly name: string;
  readonly decimals: number;
  /** Digits of its price in USDT. */
  readonly priceDecimals: number;
}

/** Facts of each coin; of one the list does not know, its symbol, eight digits, and two of its price. */
export function useCoinFacts(): (asset: string) => CoinFacts {
  const { data } = useQuery(coinsQuery);
  const facts = useMemo(() => {
    const prices = new Map(data?.list.map(({ id, priceDecimals }) => [id, priceDecimals]));
    return new Map(
      data?.assets.map(({ id, name, decimals }) => [
        id,
        { name, decimals: Math.max(2, decimals), priceDecimals: prices.get(`${id}${valuationAsset}`) ?? 2 },
      ]),
    );
  }, [data]);
  return (asset) => facts.get(asset) ?? { name: asset, decimals: 8, priceDecimals: 2 };
}

/**
 * Rows in the order they first came in: values change every moment, and rows must not move under a finger. The order
 * is made again when a row comes or goes.
 */
export function useSteadyOrder<Row>(rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const ids = rows.map(idOf);
  const members = ids.toSorted().join(' ');
  const [steady, setSteady] = useState({ members, ids });
  if (steady.members !== members) setSteady({ members, ids });
  const order = steady.members === members ? steady.ids : ids;
  const place = new Map(order.map((id, index) => [id, index]));
  return rows.toSorted((a, b) => (place.get(idOf(a)) ?? 0) - (place.get(idOf(b)) ?? 0));
}
