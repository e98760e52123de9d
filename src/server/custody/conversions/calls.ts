import type { CallOutput, CheckedInput } from '../../../protocol/calls.ts';
import { fromUnits, type Decimal } from '../../../protocol/maths/decimal.ts';
import { conversionQuoteMs } from '../../../protocol/limits.ts';
import type { AreaHandlers, CallContext } from '../../core/handler.ts';
import { once } from '../../core/idempotency/once.ts';
import { assets, type Asset } from '../../core/assets.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { movedUnits } from '../amount.ts';
import { convertByQuote, fundTreasury, TreasuryShort } from './conversion.ts';
import { coinOf, coinPrices, conversionRange, conversionTerms, type CoinPrices } from './rules.ts';
import type { ConversionsDeps } from './deps.ts';
import { storeQuote, shownQuote, takeQuote, type StoredQuote } from './store.ts';

type ConvertHandlers = Pick<AreaHandlers<'wallet'>, 'GET convertPage' | 'POST convert'>;
type Answer = CallOutput<'POST convert'>;

const usdt = 'USDT';
const usdtPrices: CoinPrices = { last: 10n ** 18n, index: 10n ** 18n };
/** The treasury of a practice exchange is filled up at most this often for one conversion. */
const fundingTries = 3;

export function createConvertHandlers(deps: ConversionsDeps): ConvertHandlers {
  const { database, ledger, clock, market } = deps;

  /** What a coin is converted at now, or null when it is not. */
  function pricesOf(asset: string): CoinPrices | null {
    if (deps.gate.isStopped('convert', { assets: [asset] })) return null;
    if (asset === usdt) return usdtPrices;
    return market.isOpen(asset) ? coinPrices(market.lastPrice(asset), market.indexPrice(asset)) : null;
  }

  async function coinsFor(owner: bigint): Promise<CallOutput<'GET convertPage'>['coins']> {
    const { rows } = await database.pool.query<{ asset: string; available: string }>(
      'SELECT asset, available FROM balances WHERE owner = $1 AND wallet = 0',
      [owner],
    );
    const held = new Map(rows.map((row) => [row.asset, BigInt(row.available)]));
    return [...assets.values()].flatMap((asset) => {
      const prices = pricesOf(asset.id);
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

  /** @throws Refusal `quantityOutOfRange` (with `minimum` and `maximum`), `pairClosed` */
  async function quoteFor(owner: bigint, from: Asset, to: Asset, amount: bigint): Promise<StoredQuote> {
    const fromPrices = pricesOf(from.id);
    const toPrices = pricesOf(to.id);
    if (fromPrices === null || toPrices === null) throw new Refusal('pairClosed');
    const { least, most } = conversionRange(from, fromPrices);
    const terms = amount < least || amount > most ? null : conversionTerms(from, to, amount, fromPrices, toPrices);
    if (terms === null) {
      const range = { minimum: fromUnits(least, from.scale), maximum: fromUnits(most, from.scale) };
      throw new Refusal('quantityOutOfRange', range);
    }
    const now = clock();
    const expiresAt = now + conversionQuoteMs;
    const quote = { id: deps.quoteId(), owner, from: from.id, to: to.id, ...terms, expiresAt };
    await storeQuote(database.pool, quote, now);
    return quote;
  }

  async function convertOnce(
    input: CheckedInput<'POST convert'>,
    { caller, idempotencyKey }: CallContext<'POST convert'>,
  ): Promise<{ answer: Answer; changed: readonly BalanceRow[] }> {
    const at = clock();
    let changed: readonly BalanceRow[] = [];
    const { answer } = await database.transaction(async (tx) => {
      changed = [];
      const request = { userId: caller.userId, call: 'POST convert', key: idempotencyKey, body: input, at };
      return once(tx, request, async (): Promise<Answer> => {
        const quote = await takeQuote(tx, caller.userId, input.quote, at);
        for (const asset of [quote.from, quote.to]) {
          if (asset !== usdt && !market.isOpen(asset)) throw new Refusal('pairClosed');
        }
        deps.gate.check('POST convert', { assets: [quote.from, quote.to] });
        changed = await convertByQuote(tx, ledger, quote, at);
        return { quote: shownQuote(quote), at };
      });
    });
    return { answer, changed };
  }

  async function fillUp(short: TreasuryShort): Promise<void> {
    if (deps.mode !== 'practice') throw new Refusal('insufficientFunds');
    const price = short.asset === usdt ? '1' : market.lastPrice(short.asset);
    if (price === null) throw new Refusal('pairClosed');
    await fundTreasury(deps, short.asset, short.need, price, clock());
  }

  return {
    'GET convertPage': async (input, { caller }) => {
      const { from, to, amount } = input;
      let quote: StoredQuote | null = null;
      if (from !== undefined && to !== undefined && amount !== undefined) {
        const [given, got] = [coinOf(from), coinOf(to)];
        if (given === null || got === null || given === got) throw new Refusal('currencyMismatch');
        quote = await quoteFor(caller.userId, given, got, movedUnits(from, amount));
      }
      const coins = await coinsFor(caller.userId);
      return { coins, quote: quote === null ? null : shownQuote(quote) };
    },

    'POST convert': async (input, context) => {
      for (let tries = 0; ; tries += 1) {
        try {
          const { answer, changed } = await convertOnce(input, context);
          ledger.changed(changed);
          return answer;
        } catch (error) {
          if (!(error instanceof TreasuryShort) || tries >= fundingTries) throw error;
          await fillUp(error);
        }
      }
    },
  };
}
