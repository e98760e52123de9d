import { type Kind, priceOf, tradedPairs } from './person.ts';
import { isDone, type Phone } from './phone.ts';

type TradedPair = (typeof tradedPairs)[number];

/** Digits of prices, and usual amounts of an order. */
const pairs: Readonly<Record<TradedPair, { readonly digits: number; readonly amounts: readonly string[] }>> = {
  BTCUSDT: { digits: 1, amounts: ['0.001', '0.0025', '0.01'] },
  ETHUSDT: { digits: 2, amounts: ['0.02', '0.05', '0.1'] },
  SOLUSDT: { digits: 2, amounts: ['0.5', '1', '2.5'] },
};

const sides = ['buy', 'sell'] as const;

/** A limit order near the price. @param apart the farthest from it, as a part of the price */
async function placeLimit(phone: Phone, pair: TradedPair, side: 'buy' | 'sell', apart: number): Promise<void> {
  const { draws } = phone;
  const price = await priceOf(phone, pair);
  const away = (side === 'buy' ? -1 : 1) * draws.next() * apart;
  const { digits, amounts } = pairs[pair];
  await phone.act('POST currency', {
    type: 'limit',
    pair,
    side,
    price: (price * (1 + away)).toFixed(digits),
    amount: draws.oneOf(amounts),
  });
}

/** Cancels one of the orders that wait, if there is one. */
async function cancelOne(phone: Phone): Promise<void> {
  const { data } = await phone.read('GET currencyRecord', { state: 'current' });
  const { list } = data as { readonly list: readonly { readonly id: string }[] };
  if (list.length > 0) await phone.act('POST cancelCurrency', { id: phone.draws.oneOf(list).id });
}

/** Buys and sells at the market and with limits, and changes their mind. */
export const dayTrader: Kind = {
  name: 'day trader',
  share: 30,
  pauseMostMs: 4_000,
  async live(phone) {
    const { draws } = phone;
    const pair = draws.oneOf(tradedPairs);
    const side = draws.oneOf(sides);
    const what = draws.below(10);
    if (what < 3) await cancelOne(phone);
    else if (what < 6) await placeLimit(phone, pair, side, 0.01);
    else if (side === 'sell')
      await phone.act('POST currency', { type: 'market', pair, side, amount: draws.oneOf(pairs[pair].amounts) });
    else await phone.act('POST currency', { type: 'market', pair, side, total: draws.oneOf(['20', '75.5', '250']) });
  },
};

/** Quotes both sides close to the price, and takes old quotes back. */
export const marketMaker: Kind = {
  name: 'market maker',
  share: 16,
  pauseMostMs: 2_500,
  async live(phone) {
    const pair = phone.draws.oneOf(tradedPairs);
    for (const side of sides) await placeLimit(phone, pair, side, 0.002);
    await cancelOne(phone);
  },
};

interface Position {
  readonly id: string;
  readonly lots: number;
}

/** Opens positions with stops, moves some of them, and closes them in parts. */
export const contractTrader: Kind = {
  name: 'contract trader',
  share: 16,
  pauseMostMs: 5_000,
  async begin(phone) {
    await phone.act('POST transfer', { asset: 'USDT', from: 'spot', to: 'contract', amount: '2000' });
  },
  async live(phone) {
    const { draws } = phone;
    const { data } = await phone.read('GET contractPage', { contract: 'BTCPERP' });
    const page = data as {
      readonly view: { readonly mark: string | null };
      readonly positions: readonly Position[];
      readonly orders: readonly { readonly id: string }[];
    };
    const mark = Number(page.view.mark);
    if (!(mark > 0)) return;
    const what = draws.below(10);
    if (what < 3 && page.positions.length > 0) {
      const { id, lots } = draws.oneOf(page.positions);
      await phone.act('POST outContract', { id, lots: 1 + draws.below(lots) });
    } else if (what < 5 && page.orders.length > 0) {
      await phone.act('POST cancelContract', { id: draws.oneOf(page.orders).id });
    } else {
      await openPosition(phone, mark);
    }
  },
};

async function openPosition(phone: Phone, mark: number): Promise<void> {
  const { draws } = phone;
  const side = draws.oneOf(['long', 'short'] as const);
  const price = (factor: number) => (mark * factor).toFixed(1);
  const [takeProfit, stopLoss] = side === 'long' ? [price(1.3), price(0.8)] : [price(0.7), price(1.2)];
  const terms = {
    contract: 'BTCPERP',
    side,
    lots: 1 + draws.below(3),
    leverage: draws.oneOf([2, 5, 10]),
    takeProfit,
    stopLoss,
  };
  const isLimit = draws.happens(0.6);
  const limit = { type: 'limit', price: price(1 + (draws.next() - 0.5) / 100), ...terms };
  await phone.act('POST contract', isLimit ? limit : { type: 'market', ...terms });
}

/** Predicts where the price goes within seconds. */
export const optionPlayer: Kind = {
  name: 'option player',
  share: 10,
  pauseMostMs: 9_000,
  async begin(phone) {
    await phone.act('POST transfer', { asset: 'USDT', from: 'spot', to: 'option', amount: '300' });
  },
  async live(phone) {
    const { data } = await phone.read('GET contractOption-starting', { coin: 'BTC' });
    const { list } = data as { readonly list: readonly { readonly id: string }[] };
    if (list.length === 0) return;
    const direction = phone.draws.oneOf(['up', 'down', 'flat']);
    const entered = await phone.act('POST contractOptionOrder-add', {
      round: phone.draws.oneOf(list).id,
      direction,
      stake: phone.draws.oneOf(['1', '5', '12.5']),
    });
    if (!isDone(entered)) await phone.wait(2_000);
  },
};
