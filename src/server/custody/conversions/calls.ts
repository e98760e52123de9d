import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import type { AreaHandlers, CallContext } from '#server/core/handler.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { movedUnits } from '../amount.ts';
import { convertByQuote, fundTreasury, TreasuryShort } from './conversion.ts';
import type { ConversionsDeps } from './deps.ts';
import { createQuoting, usdt } from './quoting.ts';
import { coinOf } from './rules.ts';
import { createSmallConversions } from './small-balances.ts';
import { shownQuote, takeQuote, type StoredQuote } from './store.ts';

type ConvertHandlers = Pick<AreaHandlers<'wallet'>, 'GET convertPage' | 'POST convert'>;
type Answer = CallOutput<'POST convert'>;

/** Most treasury top-ups per conversion in practice mode. */
const fundingTries = 3;

export function createConvertHandlers(deps: ConversionsDeps): ConvertHandlers {
  const { database, ledger, clock, market } = deps;

  const { pricesOf, coinsFor, quoteFor } = createQuoting(deps);
  const small = createSmallConversions(deps, pricesOf);

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
        if (input.coins !== undefined) {
          const chosen = { id: input.quote, coins: input.coins };
          const converted = await small.convert(tx, caller.userId, chosen, at);
          ({ changed } = converted);
          return { small: converted.receipt, at };
        }
        const quote = await takeQuote(tx, caller.userId, input.quote, at);
        for (const asset of [quote.from, quote.to]) {
          const canMove = market.isOpen(asset) || (asset === quote.from && market.isEnding(asset));
          if (asset !== usdt && !canMove) throw new Refusal('pairClosed');
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
      const offer = input.small === undefined ? null : await small.offerFor(caller.userId);
      let quote: StoredQuote | null = null;
      if (from !== undefined && to !== undefined && amount !== undefined) {
        const [given, got] = [coinOf(from), coinOf(to)];
        if (given === null || got === null || given === got) throw new Refusal('currencyMismatch');
        quote = await quoteFor(caller.userId, given, got, movedUnits(from, amount));
      }
      const coins = await coinsFor(caller.userId);
      return { coins, quote: quote === null ? null : shownQuote(quote), small: offer };
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
