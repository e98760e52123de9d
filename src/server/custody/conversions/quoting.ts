import type { CallOutput } from '#protocol/calls.ts';
import { conversionQuoteMs } from '#protocol/core/limits.ts';
import { fromUnits, type Decimal } from '#protocol/core/decimal.ts';
import { assets, type Asset } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { ConversionsDeps } from './deps.ts';
import { coinPrices, conversionRange, conversionTerms, type CoinPrices } from './rules.ts';
import { storeQuote, type StoredQuote } from './store.ts';

export const usdt = 'USDT';
const usdtPrices: CoinPrices = { last: 10n ** 18n, index: 10n ** 18n };

type ConvertibleCoins = CallOutput<'GET convertPage'>['coins'];

/** Convertible coins and quotes. */
export interface Quoting {
  /** The current prices for converting a coin, or null when it cannot be converted. @param given it is given away */
  readonly pricesOf: (asset: string, given: boolean) => CoinPrices | null;
  /** The coins that can be converted now, each with its range and the owner's balance. */
  readonly coinsFor: (owner: bigint) => Promise<ConvertibleCoins>;
  /**
   * Makes and stores a quote.
   *
   * @param amount in the smallest units of `from`
   * @throws Refusal `quantityOutOfRange` (with `minimum` and `maximum`), `pairClosed`
   */
  readonly quoteFor: (owner: bigint, from: Asset, to: Asset, amount: bigint) => Promise<StoredQuote>;
}

/** Quotes at market prices, as far as the gate allows conversions. */
export function createQuoting({
  database,
  clock,
  market,
  gate,
  quoteId,
}: Pick<ConversionsDeps, 'database' | 'clock' | 'market' | 'gate' | 'quoteId'>): Quoting {
  function pricesOf(asset: string, given: boolean): CoinPrices | null {
    if (gate.isStopped('convert', { assets: [asset] })) return null;
    if (asset === usdt) return usdtPrices;
    // Its last price stands still.
    if (given && market.isEnding(asset)) return coinPrices(market.indexPrice(asset), market.indexPrice(asset));
    return market.isOpen(asset) ? coinPrices(market.lastPrice(asset), market.indexPrice(asset)) : null;
  }

  async function coinsFor(owner: bigint): Promise<ConvertibleCoins> {
    const { rows } = await database.pool.query<{ asset: string; available: string }>(
      'SELECT asset, available FROM balances WHERE owner = $1 AND wallet = 0',
      [owner],
    );
    const held = new Map(rows.map((row) => [row.asset, BigInt(row.available)]));
    return [...assets.values()].flatMap((asset) => {
      const prices = pricesOf(asset.id, true);
      if (prices === null) return [];
      const { least, most } = conversionRange(asset, prices);
      const shown = (units: bigint): Decimal => fromUnits(units, asset.scale);
      return {
        asset: asset.id,
        minimum: shown(least),
        maximum: shown(most),
        available: shown(held.get(asset.id) ?? 0n),
      };
    });
  }

  async function quoteFor(owner: bigint, from: Asset, to: Asset, amount: bigint): Promise<StoredQuote> {
    const fromPrices = pricesOf(from.id, true);
    const toPrices = pricesOf(to.id, false);
    if (fromPrices === null || toPrices === null) throw new Refusal('pairClosed');
    const { least, most } = conversionRange(from, fromPrices);
    const terms = amount < least || amount > most ? null : conversionTerms(from, to, amount, fromPrices, toPrices);
    if (terms === null) {
      const range = { minimum: fromUnits(least, from.scale), maximum: fromUnits(most, from.scale) };
      throw new Refusal('quantityOutOfRange', range);
    }
    const now = clock();
    const expiresAt = now + conversionQuoteMs;
    const quote = { id: quoteId(), owner, from: from.id, to: to.id, ...terms, expiresAt };
    await storeQuote(database.pool, quote, now);
    return quote;
  }

  return { pricesOf, coinsFor, quoteFor };
}
