import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pairOf } from '#server/markets/pairs.ts';
import { LoadConnection } from '../http-load.ts';
import { measuredPairs } from '../spot/load-callers.ts';
import { registerTraders } from './measured-exchange.ts';
import { monotonicMs } from './processor-time.ts';

/** When a trade was asked for and acknowledged, in milliseconds of the machine's monotonic clock. */
export interface Traded {
  readonly sentMs: number;
  readonly answeredMs: number;
}

/** What one trade is worth, in USDT. */
const tradedWorth = 30;

interface Trader {
  readonly connection: LoadConnection;
  readonly token: string;
}

/** Two people who trade with each other, one trade at a time in each pair. */
export class TradingPair {
  readonly #seller: Trader;
  readonly #buyer: Trader;

  private constructor(seller: Trader, buyer: Trader) {
    this.#seller = seller;
    this.#buyer = buyer;
  }

  static async open(address: string): Promise<TradingPair> {
    const tokens = await registerTraders(address, 2);
    const [seller, buyer] = await Promise.all(
      tokens.map(async (token) => ({ token, connection: await LoadConnection.open(Number(new URL(address).port)) })),
    );
    if (seller === undefined || buyer === undefined) throw new Error('nobody registered');
    return new TradingPair(seller, buyer);
  }

  /** Puts an order into the book and takes it. Each time at another price, so that the pair's figures change. */
  async trade(nth: number): Promise<Traded> {
    const { base, middle } = measuredPairs[nth % measuredPairs.length] ?? measuredPairs[0];
    // Back and forth, so that neither runs out of what it sells.
    const isThere = Math.floor(nth / measuredPairs.length) % 2 === 0;
    const [maker, taker] = isThere ? [this.#seller, this.#buyer] : [this.#buyer, this.#seller];
    const { id: pair, priceDecimals, amountDecimals } = pairOf(`${base}USDT`);
    const price = (middle * (1 + (nth % 20) / 1_000)).toFixed(priceDecimals);
    const order = { type: 'limit', pair, price, amount: (tradedWorth / middle).toFixed(amountDecimals) };
    await place(maker, { ...order, side: 'sell' });
    const sentMs = monotonicMs();
    await place(taker, { ...order, side: 'buy' });
    return { sentMs, answeredMs: monotonicMs() };
  }

  close(): void {
    this.#seller.connection.close();
    this.#buyer.connection.close();
  }
}

/** Trades at a fixed pace, however long each takes, until the signal. @returns how many there were */
export async function tradeAtPace(
  pairs: readonly TradingPair[],
  perSecond: number,
  ended: AbortSignal,
): Promise<number> {
  const from = performance.now();
  let trades = 0;
  await Promise.all(
    pairs.map(async (pair, own) => {
      for (let nth = own; !ended.aborted; nth += pairs.length) {
        await pair.trade(nth);
        trades += 1;
        await sleep(Math.max(0, from + ((nth + pairs.length) * 1_000) / perSecond - performance.now()));
      }
    }),
  );
  return trades;
}

async function place({ connection, token }: Trader, order: object): Promise<void> {
  const headers = `Authorization: Bearer ${token}\r\nIdempotency-Key: ${randomBytes(12).toString('hex')}\r\n`;
  const { status, body } = await connection.post('/api/currency', headers, JSON.stringify(order));
  if (status !== 200 || !body.startsWith('{"code":200,')) throw new Error(`an order was refused: ${body}`);
}
