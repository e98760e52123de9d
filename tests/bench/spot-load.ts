import { randomBytes } from 'node:crypto';
import type { ClientConfig } from 'pg';
import { fromUnits } from '../../src/contract/decimal.ts';
import { pairOf } from '../../src/server/market/pairs.ts';
import { LoadConnection } from './http-load.ts';

/** What a measured server is told to be. */
export interface SpotServerOrder {
  readonly writer: 'group' | 'naive';
  readonly connection: ClientConfig;
  readonly people: number;
}

/** What it answers once it serves. */
export interface SpotServerReady {
  readonly port: number;
  readonly tokens: readonly string[];
}

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

/** Limit prices lie this many ticks around the middle, so that about every second delegate meets another. */
const spreadTicks = 20;

/** Counts of one stretch of load. */
export interface LoadCount {
  readonly accepted: number;
  readonly refused: number;
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
}

/** A small seeded generator, so that every run sends the same delegates. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function nextBody(random: () => number): string {
  const { base, middle } = measuredPairs[Math.floor(random() * measuredPairs.length)] ?? measuredPairs[0];
  const { id: pair, priceDecimals, amountDecimals } = pairOf(`${base}USDT`);
  const ticks = Math.round(middle * 10 ** priceDecimals) + Math.floor((random() * 2 - 1) * spreadTicks);
  const lots = Math.ceil(((10 + random() * 40) / middle) * 10 ** amountDecimals);
  const side = random() < 0.5 ? 'buy' : 'sell';
  const price = fromUnits(BigInt(ticks), priceDecimals);
  return JSON.stringify({ type: 'limit', pair, side, price, amount: fromUnits(BigInt(lots), amountDecimals) });
}

/** Sends delegates over one connection per token until the time is up. */
export async function load(ready: SpotServerReady, milliseconds: number, seed: number): Promise<LoadCount> {
  const connections = await Promise.all(ready.tokens.map(() => LoadConnection.open(ready.port)));
  const latenciesMs: number[] = [];
  let accepted = 0;
  let refused = 0;
  const startedMs = performance.now();
  const untilMs = startedMs + milliseconds;
  await Promise.all(
    connections.map(async (connection, nth) => {
      const random = generator(seed * 1_000 + nth);
      const authorization = `Authorization: Bearer ${ready.tokens[nth] ?? ''}\r\n`;
      for (;;) {
        const sentMs = performance.now();
        if (sentMs >= untilMs) return;
        const headers = `${authorization}Idempotency-Key: ${randomBytes(12).toString('hex')}\r\n`;
        const { status, body } = await connection.post('/api/currency', headers, nextBody(random));
        latenciesMs.push(performance.now() - sentMs);
        if (status === 200 && body.startsWith('{"code":200,')) accepted += 1;
        else refused += 1;
      }
    }),
  );
  for (const connection of connections) connection.close();
  return { accepted, refused, seconds: (performance.now() - startedMs) / 1_000, latenciesMs };
}
