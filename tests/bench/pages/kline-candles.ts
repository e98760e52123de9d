/** One candle in numbers: start in epoch ms, open, high, low, close, volume. */
export type BenchCandle = readonly [number, number, number, number, number, number];

export const candleMs = 15 * 60_000;
const firstMs = Date.UTC(2026, 0, 1);

/** A seeded walk, the same for every library and every run. */
export function makeCandles(count: number): BenchCandle[] {
  const random = createRandom(20_260_101);
  const candles: BenchCandle[] = [];
  let close = 60_000;
  for (let index = 0; index < count; index += 1) {
    const open = close;
    close = round(open * (1 + (random() - 0.5) * 0.006));
    const high = round(Math.max(open, close) * (1 + random() * 0.002));
    const low = round(Math.min(open, close) * (1 - random() * 0.002));
    candles.push([firstMs + index * candleMs, open, high, low, close, round(20 + random() * 400)]);
  }
  return candles;
}

/** Ticks of the last candle: it moves a little each time, and every 20th tick begins a new one. */
export function makeTicks(last: BenchCandle, count: number): BenchCandle[] {
  const random = createRandom(7);
  const ticks: BenchCandle[] = [];
  let [start, open, high, low, close, volume] = last;
  for (let index = 0; index < count; index += 1) {
    if (index % 20 === 19) {
      start += candleMs;
      open = high = low = close;
      volume = 0;
    }
    close = round(close * (1 + (random() - 0.5) * 0.001));
    high = Math.max(high, close);
    low = Math.min(low, close);
    volume = round(volume + random() * 3);
    ticks.push([start, open, high, low, close, volume]);
  }
  return ticks;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
