import { fromUnits } from '#protocol/core/decimal.ts';
import { pairOf } from '#server/markets/pairs.ts';

/** Pairs the load trades in, with a middle price in USDT. */
export const measuredPairs = [
  { base: 'BTC', middle: 60_000 },
  { base: 'ETH', middle: 3_000 },
  { base: 'SOL', middle: 150 },
  { base: 'BNB', middle: 600 },
  { base: 'LTC', middle: 80 },
  { base: 'LINK', middle: 15 },
  { base: 'UNI', middle: 10 },
  { base: 'AAVE', middle: 200 },
] as const;

/** Those of them that have a contract. */
export const measuredContracts: readonly { readonly base: string; readonly middle: number }[] = measuredPairs.slice(
  0,
  4,
);

/** Limit prices lie this many ticks around the middle, so that about every second order meets another. */
const spreadTicks = 20;
/** An order that is to rest is this far below the middle. */
const restingShare = 0.99;

/** One request of a load. */
export interface LoadRequest {
  readonly path: string;
  readonly body: string;
}

/** One user of a load: sends one request after another. */
export interface LoadCaller {
  /** Null when it has nothing more to ask. */
  next(): LoadRequest | null;
  /** Hears what was answered to an accepted request. */
  heard?(body: string): void;
}

/** A small seeded generator, so that every run sends the same orders. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A limit order of a spot pair, as it is sent. */
export function orderBody(random: () => number, isResting = false) {
  const { base, middle } = measuredPairs[Math.floor(random() * measuredPairs.length)] ?? measuredPairs[0];
  const { id: pair, priceDecimals, amountDecimals } = pairOf(`${base}USDT`);
  const around = Math.round(middle * (isResting ? restingShare : 1) * 10 ** priceDecimals);
  const ticks = around + Math.floor((random() * 2 - 1) * spreadTicks);
  const lots = Math.ceil(((10 + random() * 40) / middle) * 10 ** amountDecimals);
  const side = isResting || random() < 0.5 ? ('buy' as const) : ('sell' as const);
  const price = fromUnits(BigInt(ticks), priceDecimals);
  return { type: 'limit' as const, pair, side, price, amount: fromUnits(BigInt(lots), amountDecimals) };
}

/** Spot orders, of which about every second one meets another. */
export function placing(random: () => number): LoadCaller {
  return { next: () => ({ path: '/api/currency', body: JSON.stringify(orderBody(random)) }) };
}

/** Spot orders that rest; their ids are added to a list. */
export function resting(random: () => number, ids: string[]): LoadCaller {
  return {
    next: () => ({ path: '/api/currency', body: JSON.stringify(orderBody(random, true)) }),
    heard: (body) => void ids.push((JSON.parse(body) as { data: { order: { id: string } } }).data.order.id),
  };
}

/** Cancels of listed orders. */
export function cancelling(ids: string[]): LoadCaller {
  return {
    next() {
      const id = ids.pop();
      return id === undefined ? null : { path: '/api/cancelCurrency', body: JSON.stringify({ id }) };
    },
  };
}

/** Opens a position of one lot at the market, closes it, and so on: both are orders of a contract. */
export function opening(random: () => number): LoadCaller {
  let position: string | null = null;
  return {
    next() {
      if (position !== null) {
        const body = JSON.stringify({ id: position, lots: 1 });
        position = null;
        return { path: '/api/outContract', body };
      }
      const { base, middle } = measuredContracts[Math.floor(random() * measuredContracts.length)] ?? measuredPairs[0];
      const [side, takeProfit, stopLoss] = random() < 0.5 ? ['long', 1.5, 0.5] : ['short', 0.5, 1.5];
      const price = (factor: number) => String(Math.round(middle * factor));
      const protection = { takeProfit: price(takeProfit), stopLoss: price(stopLoss) };
      const body = { contract: `${base}PERP`, type: 'market', side, lots: 1, leverage: 10, ...protection };
      return { path: '/api/contract', body: JSON.stringify(body) };
    },
    heard(body) {
      const { data } = JSON.parse(body) as { data: { order?: unknown; position: { id: string } | null } };
      if (data.order !== undefined) position = data.position?.id ?? null;
    },
  };
}
