import { describe, expect, it } from 'vitest';
import { chainSeconds, secretBytes, secretChain } from './entropy/secret-chain.ts';
import { seededBytes } from './entropy/testing.ts';
import { reversionSeconds } from '#protocol/market-data/simulated-walk.ts';
import { drawn as drawnBy, drawnMarket, nextLevel, ticksOf } from './entropy/walk.ts';
import { pairs } from '../markets/pairs.ts';
import { simulatedWalks } from './drawn-prices.ts';
import { simulatedCoins } from './simulated-coins.ts';
import { simulatedPath } from './simulated-path.ts';

/** How often an attacker who knows the source, the seed and everything published predicts a round. */

const cycles = [30, 60, 300] as const;
const chains = 300;
const bytes = seededBytes('foresight');
const btc = pairs[0];
if (btc === undefined) throw new Error('no pair');
const walk = simulatedWalks([btc]).get(btc.id);
const coin = simulatedCoins[btc.base];
if (walk === undefined || coin === undefined) throw new Error('no walk');
const path = simulatedPath(btc, coin, 1);
const firstSecond = Date.UTC(2026, 10, 20, 9) / 1_000;

/** Prices of every second by the seed alone, as they were before. */
const seeded = Array.from({ length: 24_000 }, (_, at) => path.ticksAt((firstSecond + at) * 1_000));

const levels: number[] = [];
const published: string[] = [];
for (let index = 0; index < chains; index += 1) {
  const from = firstSecond + index * chainSeconds;
  const secrets = secretChain(from, bytes(secretBytes));
  for (let second = from; second < from + chainSeconds; second += 1) {
    const secret = secrets.secret(second);
    published.push(secret);
    levels.push(nextLevel(levels.at(-1) ?? 0, walk, btc.id, secret, drawnMarket(secret)));
  }
}
const drawn = levels.map((level) => ticksOf(walk, level));

/** Entries lock two seconds before the strike: only what is known then counts. */
const lockSeconds = 2;
const firstRound = 900;

type Guess = (prices: readonly number[], lock: number, cycle: number) => number;

function hitRate(prices: readonly number[], cycle: number, guess: Guess): { rate: number; rounds: number } {
  let hits = 0;
  let rounds = 0;
  for (let strike = firstRound; strike + cycle < prices.length; strike += cycle) {
    const change = (prices[strike + cycle] ?? 0) - (prices[strike] ?? 0);
    const revealed = guess(prices, strike - lockSeconds, cycle);
    if (change === 0 || revealed === 0) continue;
    rounds += 1;
    if (Math.sign(revealed) === Math.sign(change)) hits += 1;
  }
  return { rate: hits / rounds, rounds };
}

const at = (prices: readonly number[], index: number) => prices[index] ?? 0;
const guesses: Readonly<Record<string, Guess>> = {
  'the seeded path': (_, lock, cycle) => {
    const strikeMs = (firstSecond + lock + lockSeconds) * 1_000;
    return path.ticksAt(strikeMs + cycle * 1_000) - path.ticksAt(strikeMs);
  },
  'that it goes on as in the last 5 s': (prices, lock) => at(prices, lock) - at(prices, lock - 5),
  'that it goes on as in the last 20 s': (prices, lock) => at(prices, lock) - at(prices, lock - 20),
  'that it goes on as in the last round': (prices, lock, cycle) => at(prices, lock) - at(prices, lock - cycle),
  'that it comes back to the last 15 minutes': (prices, lock) => {
    const past = prices.slice(lock - 890, lock);
    return past.reduce((sum, price) => sum + price, 0) / past.length - at(prices, lock);
  },
  'that it comes back to the model': (prices, lock) => ticksOf(walk, 0) - at(prices, lock),
  'what the last secret would draw again': (_, lock) => drawnBy(published[lock] ?? '', btc.id),
};

describe.each(cycles)('a round of %i s', (cycle) => {
  it('was predictable with the seed', () => {
    const { rate } = hitRate(seeded, cycle, guesses['the seeded path'] ?? (() => 0));
    expect(rate).toBeGreaterThan(0.999);
  });

  it.each(Object.entries(guesses))('is not predicted by %s', (name, guess) => {
    const { rate, rounds } = hitRate(drawn, cycle, guess);
    process.stdout.write(`${cycle} s, ${name}: ${(rate * 100).toFixed(2)} % of ${rounds} rounds\n`);
    expect(rounds).toBeGreaterThan(3_000);
    expect(rate).toBeLessThan(0.53);
    expect(rate).toBeGreaterThan(0.47);
  });
});

it('reverts to the model too slowly to predict the longest round', () => {
  const away = 1e12;
  const drift = (300 * away) / reversionSeconds;
  const deviation = Math.sqrt(300) * Math.hypot(walk.own, walk.market);
  expect(drift / deviation).toBeLessThan(0.02);
});

it('moves as much in a day as its model says', () => {
  const hourly = Array.from(
    { length: chains - 1 },
    (_, hour) => at(levels, (hour + 1) * 3_600) - at(levels, hour * 3_600),
  );
  const deviation = Math.sqrt(hourly.reduce((sum, step) => sum + step ** 2, 0) / hourly.length);
  const wanted = Math.hypot(walk.own, walk.market) * 60;
  expect(deviation / wanted).toBeGreaterThan(0.7);
  expect(deviation / wanted).toBeLessThan(1.4);
});
