import { type Kind, newPairAtTimes } from './person.ts';
import type { Phone } from './phone.ts';

interface Product {
  readonly id: string;
  readonly version: number;
  readonly asset: string;
  readonly minimum: string;
}

/** Puts coins away for a term, and now and then leaves one early. */
export const longTermHolder: Kind = {
  name: 'long-term holder',
  share: 10,
  pauseMostMs: 6_000,
  async live(phone) {
    const { draws } = phone;
    if (draws.happens(0.4)) {
      const { data } = await phone.read('GET finPeriodicMyOrderList', { state: 'not-earned' });
      const { list } = data as { readonly list: readonly { readonly id: string }[] };
      if (list.length > 0) await phone.act('DELETE finPeriodicMyOrderList', { id: draws.oneOf(list).id });
      return;
    }
    const { data } = await phone.read('GET finPeriodicList');
    const { list } = data as { readonly list: readonly Product[] };
    // Coins that they were given, and mostly terms whose days are minutes.
    const own = list.filter(({ asset }) => asset === 'USDT' || asset === 'BTC');
    const product = draws.happens(0.7) ? own[draws.below(3)] : draws.oneOf(own);
    if (product === undefined) return;
    await phone.act('POST finPeriodicOrderAdd', {
      product: product.id,
      version: product.version,
      amount: product.minimum,
      renews: draws.happens(0.3),
    });
  },
};

/** Converts between coins at quoted rates, some of which are too old by then. */
export const converter: Kind = {
  name: 'converter',
  share: 8,
  pauseMostMs: 5_000,
  async live(phone) {
    const { draws } = phone;
    const found = await newPairAtTimes(phone, 0.3);
    const [from, to] = draws.oneOf([
      ...(found === null
        ? []
        : ([
            ['USDT', found.base],
            [found.base, 'USDT'],
          ] as const)),
      ['USDT', 'BTC'],
      ['USDT', 'ETH'],
      ['BTC', 'USDT'],
      ['ETH', 'BTC'],
    ] as const);
    const amount = from === 'USDT' ? '25' : from === found?.base ? '10' : '0.002';
    const { data } = await phone.read('GET convertPage', { from, to, amount });
    const quote = (data as { readonly quote: { readonly id: string } | null } | null)?.quote ?? null;
    if (quote === null) return;
    await phone.wait(draws.next() * 12_000);
    await phone.act('POST convert', { quote: quote.id });
  },
};

const wallets = ['spot', 'contract', 'option', 'fiat'] as const;

async function moveAround(phone: Phone): Promise<void> {
  const { draws } = phone;
  await phone.act('POST transfer', {
    asset: 'USDT',
    from: draws.oneOf(wallets),
    to: draws.oneOf(wallets),
    amount: draws.oneOf(['0.01', '10', '123.456', '100000000']),
  });
}

/** Moves money between own wallets, also more than there is and to where it already is. */
export const mover: Kind = { name: 'mover', share: 5, pauseMostMs: 5_000, live: moveAround };
