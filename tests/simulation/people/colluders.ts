import { type Kind, priceOf } from './person.ts';
import type { Phone } from './phone.ts';

/** A pair that nobody else trades: an order waits for an accomplice. */
const pair = 'LTCUSDT';

async function cancelAll(phone: Phone): Promise<void> {
  const { data } = await phone.read('GET currencyRecord', { state: 'current' });
  const { list } = data as { readonly list: readonly { readonly id: string }[] };
  for (const { id } of list) await phone.act('POST cancelCurrency', { id });
}

/** Trades with accomplices, and with themselves, at prices far from the market. */
export const colluder: Kind = {
  name: 'colluder',
  share: 3,
  pauseMostMs: 3_000,
  begin: async (phone) => void (await phone.act('POST recharge', { chain: 'PRACTICE', asset: 'LTC' })),
  async live(phone) {
    const { draws } = phone;
    if (draws.happens(0.1)) {
      await cancelAll(phone);
      return;
    }
    const price = (await priceOf(phone, pair)) * draws.oneOf([0.3, 0.6, 0.8, 0.98, 1, 1.02, 1.25, 1.6, 3]);
    const terms = { pair, side: draws.oneOf(['buy', 'sell']), amount: draws.oneOf(['0.5', '1', '2.5']) };
    await phone.act('POST currency', { type: 'limit', price: price.toFixed(2), ...terms });
  },
};
