import { dayMs } from '#protocol/core/durations.ts';
import type { CallOutput } from '#protocol/calls.ts';
import { fromUnits, type Decimal } from '#protocol/core/decimal.ts';
import { wallets } from '#protocol/wallets/wallets.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import { assetScale } from '#server/core/assets.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Market } from '#server/markets/candles/market.ts';
import { cashflowPage } from './cashflow.ts';
import { createHistoryReader, pricesFromCandles } from './history-reader.ts';
import { changesSince, holdingsOf, type CoinChange } from './holdings.ts';
import type { ValueHistory } from './value-history.ts';
import { shownValue, valuationAsset, valueOf, type PriceOf } from './valuation.ts';

export interface WalletsDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock'> {
  /** The last price of a coin in USDT, the one of 24 hours ago, and those before. */
  readonly prices: Pick<Market, 'lastPrice' | 'priceYesterday' | 'has' | 'klines'>;
}

type WalletHandlers = Pick<AreaHandlers<'wallet'>, 'GET wallet' | 'GET cashflow'>;

export function createWalletHandlers(deps: WalletsDeps): WalletHandlers {
  const { database, ledger, clock, prices } = deps;
  const priceNow: PriceOf = (asset) => prices.lastPrice(asset);
  const priceYesterday: PriceOf = (asset) => prices.priceYesterday(asset);
  const history = createHistoryReader(pricesFromCandles(prices, valuationAsset), ledger);
  return {
    'GET wallet': async ({ history: days }, { caller }) => {
      const now = clock();
      const owner = caller.userId;
      // One snapshot, so that balances and their history match.
      const { rows, changes, past } = await database.transaction(
        async ({ client }) => ({
          rows: await holdingsOf(client, owner),
          changes: await changesSince(client, owner, now - dayMs),
          past: days === undefined ? null : await history.read(client, owner, days, now),
        }),
        'repeatable read',
      );
      const shown = present(rows, priceNow);
      const known = days === undefined ? null : await history.points(owner, days, rows, past, now);
      return {
        ...shown,
        history:
          known === null ? null : [...known.points, { at: now, total: shown.total, flows: flowsNow(known, priceNow) }],
        totalYesterday: changes === null ? null : totalBefore(rows, changes, priceYesterday),
        flowsToday: changes === null ? null : shownValue(flowValue(changes, priceNow)),
        at: now,
      };
    },

    'GET cashflow': (query, { caller }) => cashflowPage(database.pool, caller.userId, query),
  };
}

/** The flows since the first point of a history: those after its last one count at the prices of now. */
function flowsNow({ flows, later }: ValueHistory, priceOf: PriceOf): Decimal {
  return shownValue([...later].reduce((sum, [asset, units]) => sum + (valueOf(units, asset, priceOf) ?? 0n), flows));
}

/** What came in less what went out, at these prices. */
function flowValue(changes: ReadonlyMap<string, CoinChange>, priceOf: PriceOf): bigint {
  return [...changes].reduce((sum, [asset, { flow }]) => sum + (valueOf(flow, asset, priceOf) ?? 0n), 0n);
}

/** Balances with their valuations, and the totals of each wallet and of all; coins without a price count nothing. */
function present(
  rows: readonly BalanceRow[],
  priceOf: PriceOf,
): Pick<CallOutput<'GET wallet'>, 'total' | 'wallets' | 'balances'> {
  const valued = rows.map((row) => ({
    row,
    value: valueOf(row.available + row.frozen + row.locked, row.asset, priceOf),
  }));
  const totalOf = (some: typeof valued) => shownValue(some.reduce((sum, { value }) => sum + (value ?? 0n), 0n));
  return {
    total: totalOf(valued),
    wallets: wallets.map((wallet) => ({ wallet, total: totalOf(valued.filter(({ row }) => row.wallet === wallet)) })),
    balances: valued.map(({ row, value }) => ({
      wallet: row.wallet,
      asset: row.asset,
      available: fromUnits(row.available, assetScale(row.asset)),
      frozen: fromUnits(row.frozen, assetScale(row.asset)),
      locked: fromUnits(row.locked, assetScale(row.asset)),
      valuation: value === null ? null : shownValue(value),
    })),
  };
}

/** Holdings before the changes at the prices of that time; null when one of the coins had no price. */
function totalBefore(
  rows: readonly BalanceRow[],
  changes: ReadonlyMap<string, CoinChange>,
  priceOf: PriceOf,
): string | null {
  const held = new Map<string, bigint>();
  for (const row of rows) {
    held.set(row.asset, (held.get(row.asset) ?? 0n) + row.available + row.frozen + row.locked);
  }
  let total = 0n;
  for (const [asset, units] of held) {
    const value = valueOf(units - (changes.get(asset)?.changed ?? 0n), asset, priceOf);
    if (value === null) return null;
    total += value;
  }
  return shownValue(total);
}
