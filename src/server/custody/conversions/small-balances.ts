import { conversionQuoteMs, smallBalancesMax } from '#protocol/core/limits.ts';
import type { SmallBalance, SmallBalances, SmallReceipt } from '#protocol/wallets/entities/movement.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assets, assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { convertWhole } from './conversion.ts';
import type { ConversionsDeps } from './deps.ts';
import { usdt, type Quoting } from './quoting.ts';
import { coinOf, endOfSmallDay, isSmall, smallDay, smallTerms } from './rules.ts';
import {
  lastSmallDay,
  storeSmallQuote,
  takeSmallDay,
  takeSmallQuote,
  type SmallLine,
  type SmallQuote,
} from './store.ts';

/** Small balances of users: what they would bring, and their conversion. */
interface SmallConversions {
  /** Finds a user's small balances; quotes them unless the day was used. */
  readonly offerFor: (owner: bigint) => Promise<SmallBalances>;
  /**
   * Converts those of the quoted balances that were chosen, once a day (UTC). They must still be whole, small and open
   * for conversion when their balances are locked; one that is not refuses all.
   *
   * @throws Refusal `alreadyProcessed` with `nextAt`, `orderUpdated`, `pairClosed`
   * @throws TreasuryShort
   */
  readonly convert: (
    tx: Transaction,
    owner: bigint,
    chosen: { readonly id: string; readonly coins: readonly string[] },
    at: number,
  ) => Promise<{ readonly receipt: SmallReceipt; readonly changed: readonly BalanceRow[] }>;
}

type SmallDeps = Pick<ConversionsDeps, 'database' | 'ledger' | 'clock' | 'market' | 'gate' | 'quoteId'>;

/** @param pricesOf current prices, as for any conversion */
export function createSmallConversions(deps: SmallDeps, pricesOf: Quoting['pricesOf']): SmallConversions {
  const { database, ledger, clock, market, gate, quoteId } = deps;

  function lineOf(id: string, amount: bigint): SmallQuote['lines'] {
    const [from, into, least] = [coinOf(id), coinOf(usdt), market.leastOrder(id)];
    const [given, got] = [pricesOf(id, true), pricesOf(usdt, false)];
    if (from === null || into === null || least === null || given === null || got === null) return [];
    const terms = smallTerms(from, into, amount, { from: given, into: got }, least);
    return terms === null ? [] : [{ asset: id, ...terms }];
  }

  async function offerFor(owner: bigint): Promise<SmallBalances> {
    const { rows } = await database.pool.query<{ asset: string; available: string }>(
      'SELECT asset, available FROM balances WHERE owner = $1 AND wallet = 0 AND available > 0 AND asset <> $2',
      [owner, usdt],
    );
    const lines = rows
      .flatMap(({ asset, available }) => lineOf(asset, BigInt(available)))
      .toSorted((a, b) => (a.gross === b.gross ? (a.asset < b.asset ? -1 : 1) : a.gross < b.gross ? 1 : -1))
      .slice(0, smallBalancesMax);
    const now = clock();
    const day = smallDay(now);
    const last = await lastSmallDay(database.pool, owner);
    const shown = { into: usdt, balances: lines.map(shownLine) };
    if (last !== null && last >= day) return { ...shown, quote: null, nextAt: endOfSmallDay(last) };
    if (lines.length === 0) return { ...shown, quote: null, nextAt: null };
    const quote = { id: quoteId(), expiresAt: now + conversionQuoteMs };
    await storeSmallQuote(database.pool, { ...quote, owner, lines }, now);
    return { ...shown, quote, nextAt: null };
  }

  /** @throws Refusal `pairClosed`, `orderUpdated` when a coin can no longer be converted as a small balance */
  function checkLine({ asset, amount, gross }: SmallLine): void {
    if (!market.isOpen(asset) && !market.isEnding(asset)) throw new Refusal('pairClosed');
    const [from, into, least] = [assets.get(asset), assets.get(usdt), market.leastOrder(asset)];
    if (from === undefined || into === undefined || least === null) throw new Refusal('pairClosed');
    if (!isSmall(from, into, amount, gross, least)) throw new Refusal('orderUpdated');
  }

  return {
    offerFor,
    async convert(tx, owner, chosen, at) {
      await takeSmallDay(tx, owner, smallDay(at));
      const lines = await takeSmallQuote(tx, owner, chosen, at);
      for (const line of lines) checkLine(line);
      gate.check('POST convert', { assets: [...lines.map(({ asset }) => asset), usdt] });
      const agreed = lines.map(({ asset, ...terms }) => ({ id: chosen.id, owner, from: asset, to: usdt, ...terms }));
      const changed = await convertWhole(tx, ledger, agreed, at);
      return { receipt: receiptOf(lines), changed };
    },
  };
}

function shownLine({ asset, amount, gross, fee }: SmallLine): SmallBalance {
  const scale = assetScale(usdt);
  return {
    asset,
    amount: fromUnits(amount, assetScale(asset)),
    worth: fromUnits(gross, scale),
    fee: fromUnits(fee, scale),
  };
}

function receiptOf(lines: readonly SmallLine[]): SmallReceipt {
  const sum = (of: (line: SmallLine) => bigint) =>
    fromUnits(
      lines.reduce((total, line) => total + of(line), 0n),
      assetScale(usdt),
    );
  return {
    into: usdt,
    balances: lines.map(shownLine),
    fee: sum(({ fee }) => fee),
    receives: sum(({ gross, fee }) => gross - fee),
  };
}
