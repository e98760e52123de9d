import {
  fiatCurrencies,
  type FiatCurrencyCode,
  fiatCurrencyCodes,
  paymentMethods,
  paymentMinutesMin,
} from '#protocol/p2p/currencies.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { AdvertRow } from '#server/p2p/adverts/advert-row.ts';
import { p2pIndex } from '#server/p2p/adverts/p2p-index.ts';
import { costOf, marketScale } from '#server/p2p/adverts/rules.ts';
import { listedAdverts } from '#server/p2p/adverts/store.ts';
import { readMethods } from '#server/p2p/collection-methods/store.ts';
import { practiceCoin } from './founding.ts';
import type { PracticeMerchantsDeps } from './deps.ts';
import { type Temper, tempers } from './tempers.ts';

/** Coins of one advert, and the least and the most of one order. */
const advertAmount = '5000';
const [orderMin, orderMax] = ['10', '1000'];
/** An advert with less than this share of its coins is published again. */
const leftPercent = 20n;
/** More than any of them lists. */
const listedMax = 100;

/** Publishes what is missing of both sides in every currency, and what has run low again. Those without a rate wait. */
export async function keepAdverts(deps: PracticeMerchantsDeps): Promise<void> {
  for (const temper of tempers) {
    // By merchant, then id: the page begins with this merchant.
    const rows = await listedAdverts(deps.database.pool, temper.id, 0n, listedMax);
    const own = rows.filter(({ owner }) => owner === temper.id);
    for (const currency of fiatCurrencyCodes) {
      for (const side of ['buy', 'sell'] as const) {
        const held = own.find((row) => row.currency === currency && row.side === side);
        if (held !== undefined && held.remaining * 100n >= held.units * leftPercent) continue;
        await renew(deps, temper, { side, currency, held: held ?? null });
      }
    }
  }
}

async function renew(
  deps: PracticeMerchantsDeps,
  temper: Temper,
  { side, currency, held }: { side: 'buy' | 'sell'; currency: FiatCurrencyCode; held: AdvertRow | null },
): Promise<void> {
  const index = p2pIndex(deps, practiceCoin, currency);
  if (index === null || deps.secrets === null) return;
  const key = (what: string) => `practice-${what}-${temper.id}-${side}-${currency}-${deps.clock()}`;
  const input = {
    asset: practiceCoin,
    currency,
    pricing: { kind: 'floating', percent: side === 'sell' ? temper.sells : temper.buys, bound: null },
    confirmed: false,
    amount: advertAmount,
    min: worth(orderMin, currency, index),
    max: worth(orderMax, currency, index),
    paymentMinutes: paymentMinutesMin,
    terms: '',
    verifiedDays: 0,
    finishedOrders: 0,
  } as const;
  try {
    if (held !== null) await deps.adverts.takeDown(temper.id, key('withdrawn'), held.id.toString());
    if (side === 'buy') {
      const given = { side, input: { ...input, methods: [...paymentMethods] } };
      await deps.adverts.publish({ owner: temper.id, session: null, key: key('advert'), given });
    } else {
      const methods = (await readMethods(deps.database.pool, deps.secrets, temper.id)).map(({ id }) => id.toString());
      await deps.adverts.publish({
        owner: temper.id,
        session: null,
        key: key('advert'),
        given: { side, input: { ...input, methods } },
      });
    }
  } catch (error) {
    // As while an operator stops the coin: the next pass tries again.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** What an amount of coins is worth, in a figure that people choose: two digits and noughts. */
function worth(coins: string, currency: FiatCurrencyCode, index: bigint): string {
  const scale = marketScale(practiceCoin, currency);
  const units = costOf(toUnits(coins, assetScale(practiceCoin)), index, scale);
  const unit = 10n ** BigInt(Math.max(0, units.toString().length - 2));
  return fromUnits((units / unit) * unit, fiatCurrencies[currency].decimals);
}
