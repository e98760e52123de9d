import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import type { RobotsDeps } from './deps.ts';

/** The pair that tests trade, and those of the further coins of baskets. */
export const pair = 'ETHUSDT';
export const otherPairs = ['BTCUSDT', 'SOLUSDT'] as const;
/** A pair that no contract follows: it can be delisted. */
export const endingPair = 'LINKUSDT';

/** Prices at first, by pair. */
export const firstPrices: Readonly<Record<string, string>> = {
  ETHUSDT: '2500',
  BTCUSDT: '60000',
  SOLUSDT: '150',
  LINKUSDT: '20',
};

/** Two sides of the market, who have enough of everything. */
export const crowd = { buyer: 199_998n, seller: 199_999n } as const;

/** What the crowd quotes of a pair, the least that prints a price, and the digits of its prices. */
const quoted: Readonly<Record<string, { readonly plenty: string; readonly least: string; readonly places: number }>> = {
  ETHUSDT: { plenty: '500', least: '0.02', places: 2 },
  BTCUSDT: { plenty: '25', least: '0.001', places: 1 },
  SOLUSDT: { plenty: '9000', least: '1', places: 2 },
  LINKUSDT: { plenty: '60000', least: '1', places: 3 },
};

type Spot = RobotsDeps['spot'];

/** The last price of a pair. */
export function lastPrice(spot: Spot, id: string): string {
  return spot.prices(id).last ?? firstPrices[id] ?? '0';
}

/** Those who trade with robots. */
export function createCrowd(spot: Spot) {
  const quotes = new Map<string, { readonly owner: bigint; readonly id: number }[]>();

  const place = async (
    owner: bigint,
    side: 'buy' | 'sell',
    price: string | null,
    amount: string,
    of: string = pair,
  ) => {
    const type = price === null ? 'market' : 'limit';
    const order = await spot.submit({ kind: 'place', owner, pair: of, side, type, price, amount, total: null });
    return { owner, id: Number(order.id) };
  };
  const cancel = ({ owner, id }: { readonly owner: bigint; readonly id: number }) =>
    spot.submit({ kind: 'cancel', owner, id }).catch(() => undefined);

  /** Whoever quotes leaves the book, trades it to a price, and quotes there again. */
  async function move(price: string, of: string = pair): Promise<void> {
    for (const quote of quotes.get(of) ?? []) await cancel(quote);
    const { plenty, least, places } = quoted[of] ?? { plenty: '1', least: '1', places: 2 };
    const ticks = toUnits(price, places);
    const isUp = ticks >= toUnits(lastPrice(spot, of), places);
    const pushed = await place(isUp ? crowd.buyer : crowd.seller, isUp ? 'buy' : 'sell', price, plenty, of);
    await place(isUp ? crowd.seller : crowd.buyer, isUp ? 'sell' : 'buy', null, least, of);
    await cancel(pushed);
    quotes.set(of, [
      await place(crowd.buyer, 'buy', fromUnits(ticks - 1n, places), plenty, of),
      await place(crowd.seller, 'sell', fromUnits(ticks + 1n, places), plenty, of),
    ]);
  }

  /** Nobody quotes a pair any more. */
  async function leave(of: string): Promise<void> {
    for (const quote of quotes.get(of) ?? []) await cancel(quote);
    quotes.delete(of);
  }

  return { place, move, leave };
}
