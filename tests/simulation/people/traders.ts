import { type Kind, newPairAtTimes, newPairOf, priceOf, tradedPairs } from './person.ts';
import { isDone, type Phone } from './phone.ts';
import { createGrid } from './grids.ts';

/** Digits of prices, and usual amounts of an order. */
interface Usual {
  readonly digits: number;
  readonly amounts: readonly string[];
}

const usualOf: Readonly<Record<string, Usual>> = {
  BTCUSDT: { digits: 1, amounts: ['0.001', '0.0025', '0.01'] },
  ETHUSDT: { digits: 2, amounts: ['0.02', '0.05', '0.1'] },
  SOLUSDT: { digits: 2, amounts: ['0.5', '1', '2.5'] },
};

/** The same of pairs that are listed while the exchange runs. */
const usualOfNew: Usual = { digits: 4, amounts: ['10', '25', '60'] };

const sides = ['buy', 'sell'] as const;

/** Most trade where everybody trades, so that they find each other; and some what is new. */
async function pairOf(phone: Phone): Promise<string> {
  const found = await newPairAtTimes(phone, 0.15);
  if (found !== null) return found.id;
  return phone.draws.happens(0.7) ? 'BTCUSDT' : phone.draws.oneOf(tradedPairs);
}

/** A limit order near the price. @param apart from it to the least and the most, as parts of the price */
async function placeLimit(
  phone: Phone,
  pair: string,
  side: 'buy' | 'sell',
  [least, most]: readonly [least: number, most: number],
): Promise<void> {
  const { draws } = phone;
  const price = await priceOf(phone, pair);
  // It may be gone by now.
  if (price === 0) return;
  const away = (side === 'buy' ? -1 : 1) * (least + draws.next() * (most - least));
  const { digits, amounts } = usualOf[pair] ?? usualOfNew;
  await phone.act('POST currency', {
    type: 'limit',
    pair,
    side,
    price: (price * (1 + away)).toFixed(digits),
    // Now and then more than anybody has.
    amount: draws.happens(0.06) ? '25' : draws.oneOf(amounts),
  });
}

/** Cancels one of the orders that wait, if there are more than some. */
async function cancelOne(phone: Phone, kept = 0): Promise<void> {
  const { data } = await phone.read('GET currencyRecord', { state: 'current' });
  const { list } = data as { readonly list: readonly { readonly id: string }[] };
  if (list.length > kept) await phone.act('POST cancelCurrency', { id: phone.draws.oneOf(list).id });
}

/** Buys and sells at the market and with limits, and changes their mind. */
export const dayTrader: Kind = {
  name: 'day trader',
  share: 30,
  pauseMostMs: 4_000,
  async live(phone) {
    const { draws } = phone;
    const pair = await pairOf(phone);
    const side = draws.oneOf(sides);
    const what = draws.below(10);
    if (what < 2) await cancelOne(phone);
    else if (what < 6) await placeLimit(phone, pair, side, [-0.004, 0.006]);
    else if (side === 'sell')
      await phone.act('POST currency', {
        type: 'market',
        pair,
        side,
        amount: draws.oneOf((usualOf[pair] ?? usualOfNew).amounts),
      });
    else await phone.act('POST currency', { type: 'market', pair, side, total: draws.oneOf(['20', '75.5', '250']) });
  },
};

/** Quotes both sides close to the price, and takes old quotes back. */
export const marketMaker: Kind = {
  name: 'market maker',
  share: 16,
  pauseMostMs: 2_500,
  async begin(phone) {
    await phone.act('POST recharge', { chain: 'PRACTICE', asset: phone.draws.oneOf(['ETH', 'SOL']) });
  },
  async live(phone) {
    const pair = await pairOf(phone);
    for (const side of sides) await placeLimit(phone, pair, side, [0.0002, 0.002]);
    await cancelOne(phone, 4);
  },
};

/** Takes coins of whatever is new, and orders that wait on both sides of it until somebody ends them. */
export const newcomersFan: Kind = {
  name: 'newcomers fan',
  share: 8,
  pauseMostMs: 3_000,
  async live(phone) {
    const { draws } = phone;
    const found = await newPairOf(phone);
    if (found === null) return;
    const what = draws.below(10);
    if (what < 2) await phone.act('POST recharge', { chain: 'PRACTICE', asset: found.base });
    else if (what < 5) await createGrid(phone, found.id, 4);
    else await placeLimit(phone, found.id, draws.oneOf(sides), [-0.001, 0.03]);
  },
};

/** Bids far below the price, and waits for whoever has to sell. */
export const bargainHunter: Kind = {
  name: 'bargain hunter',
  share: 5,
  pauseMostMs: 8_000,
  live: (phone) => placeLimit(phone, 'BTCUSDT', 'buy', [0.08, 0.4]),
};

interface Position {
  readonly id: string;
  readonly side: 'long' | 'short';
  readonly lots: number;
  readonly takeProfit: string | null;
  readonly stopLoss: string | null;
  readonly liquidationPrice: string | null;
}

interface ContractPage {
  readonly view: {
    readonly at: number;
    readonly mark: string | null;
    readonly bids: readonly (readonly [price: string, lots: number])[];
    readonly asks: readonly (readonly [price: string, lots: number])[];
  };
  readonly positions: readonly Position[];
  readonly orders: readonly { readonly id: string; readonly side: 'long' | 'short'; readonly lots: number }[];
}

/** Since when a position that should have been closed is seen, and when it was seen last, by the time of the pages. */
const overdue = new Map<string, { readonly since: number; readonly seen: number }>();
const overdueMostMs = 15_000;
/** After so long without a look the exchange may have been down. */
const lookMostMs = 10_000;

/**
 * Whether a position should have been closed by now: the mark price is beyond its liquidation, or beyond its take-profit or
 * stop-loss while somebody else would take it.
 */
function isOverdue(
  { side, takeProfit, stopLoss, liquidationPrice }: Position,
  { view, orders }: ContractPage,
): boolean {
  const mark = Number(view.mark);
  const isLong = side === 'long';
  // A little further than what the exchange may round.
  const isBeyond = (bound: string | null, falls: boolean) =>
    bound !== null && (falls ? mark < Number(bound) * 0.9999 : mark > Number(bound) * 1.0001);
  if (isBeyond(liquidationPrice, isLong)) return true;
  const sum = (all: readonly number[]) => all.reduce((total, lots) => total + lots, 0);
  const own = sum(orders.filter((order) => order.side === side).map(({ lots }) => lots));
  const isTaken = sum((isLong ? view.bids : view.asks).map(([, lots]) => lots)) > own;
  return isTaken && (isBeyond(takeProfit, !isLong) || isBeyond(stopLoss, isLong));
}

/** @throws Error for a position that stays open although it should have been closed */
function watchPositions(page: ContractPage): void {
  for (const position of page.positions) {
    if (!isOverdue(position, page)) {
      overdue.delete(position.id);
      continue;
    }
    const { at } = page.view;
    const before = overdue.get(position.id);
    const since = before !== undefined && at - before.seen <= lookMostMs ? before.since : at;
    overdue.set(position.id, { since, seen: at });
    if (at - since > overdueMostMs)
      throw new Error(`position ${position.id} is not closed: ${JSON.stringify([position, page.view])}`);
  }
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
    const page = data as ContractPage;
    const mark = Number(page.view.mark);
    if (!(mark > 0)) return;
    watchPositions(page);
    const what = draws.below(10);
    if (what < 2 && page.positions.length > 0) {
      const { id, lots } = draws.oneOf(page.positions);
      await phone.act('POST outContract', { id, lots: 1 + draws.below(lots) });
    } else if (what < 4 && page.orders.length > 2) {
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
  const near = draws.oneOf([0.0005, 0.01, 0.2]);
  const [takeProfit, stopLoss] =
    side === 'long' ? [price(1 + near), price(1 - near)] : [price(1 - near), price(1 + near)];
  const terms = {
    contract: 'BTCPERP',
    side,
    lots: 1 + draws.below(6),
    leverage: draws.oneOf([2, 10, 50, 100]),
    takeProfit,
    stopLoss,
  };
  const isLimit = draws.happens(0.55);
  const limit = { type: 'limit', price: price(1 + (draws.next() * (side === 'long' ? -1 : 1)) / 2_500), ...terms };
  await phone.act('POST contract', isLimit ? limit : { type: 'market', ...terms });
}

/** Predicts where the price goes within seconds. */
export const optionPlayer: Kind = {
  name: 'option player',
  share: 14,
  pauseMostMs: 6_000,
  async begin(phone) {
    await phone.act('POST transfer', { asset: 'USDT', from: 'spot', to: 'option', amount: '300' });
  },
  async live(phone) {
    const { data } = await phone.read('GET contractOption-starting', { coin: 'BTC' });
    const { list } = data as { readonly list: readonly { readonly id: string }[] };
    if (list.length === 0) return;
    const direction = phone.draws.oneOf(['up', 'down', 'flat']);
    const entered = await phone.act('POST contractOptionOrder-add', {
      round: (phone.draws.happens(0.7) ? list[0] : phone.draws.oneOf(list))?.id,
      direction,
      stake: phone.draws.oneOf(['1', '5', '12.5']),
    });
    if (!isDone(entered)) await phone.wait(2_000);
  },
};
