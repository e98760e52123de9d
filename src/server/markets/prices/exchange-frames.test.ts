import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { findPair, pairOf } from '../pairs.ts';
import { goldIndex } from '../candles/gold-index.ts';
import { candlesOf, type ExchangeCandle, type ExchangeTicker, quoteOf, symbolsOf, ticksOf } from './exchange-frames.ts';

const receivedAt = 1_795_182_662_000;
const names = ['htx', 'binance', 'okx'] as const;
type Name = (typeof names)[number];

interface Frames {
  readonly market: { readonly ids: readonly string[]; readonly symbols: readonly string[] };
  readonly tickers: readonly unknown[] | { readonly data: readonly unknown[] };
  readonly ohlcv: readonly unknown[];
}

/** The part of ccxt that reads answers. */
interface Reader {
  setMarkets(markets: readonly object[]): void;
  market(symbol: string): object;
  parseTicker(raw: unknown): ExchangeTicker;
  parseOHLCVs(raw: readonly unknown[], market: object): ExchangeCandle[];
}

const frames = new Map<Name, { frames: Frames; reader: Reader }>();

/** ccxt parses the frames as it would from the network: each exchange by the path of its own file. */
async function readerOf(name: Name, { market }: Frames): Promise<Reader> {
  const file = new URL(`./src/${name}.js`, import.meta.resolve('ccxt'));
  const module = (await import(/* @vite-ignore */ file.href)) as { default: new () => Reader };
  const reader = new module.default();
  reader.setMarkets(
    market.symbols.map((symbol, index) => {
      const [base = '', quote = ''] = symbol.split('/');
      const kind = { type: 'spot', spot: true, swap: false, future: false, option: false, contract: false };
      const facts = { precision: { amount: 1e-8, price: 1e-8 }, limits: {}, info: {}, active: true };
      return { id: market.ids[index], symbol, base, quote, baseId: base, quoteId: quote, ...kind, ...facts };
    }),
  );
  return reader;
}

beforeAll(async () => {
  for (const name of names) {
    const published = JSON.parse(readFileSync(new URL(`./frames/${name}.json`, import.meta.url), 'utf8')) as Frames;
    frames.set(name, { frames: published, reader: await readerOf(name, published) });
  }
});

function of(name: Name): { frames: Frames; reader: Reader } {
  const found = frames.get(name);
  if (found === undefined) throw new Error(name);
  return found;
}

function tickersOf(name: Name): ExchangeTicker[] {
  const { frames: published, reader } = of(name);
  const rows = 'data' in published.tickers ? published.tickers.data : published.tickers;
  return rows.map((row) => reader.parseTicker(row));
}

describe('tickers', () => {
  test.each([
    ['htx', 674_832, receivedAt],
    ['binance', 674_801, 1_795_182_660_100],
    ['okx', 674_904, 1_795_182_660_700],
  ] as const)('%s', (name, ticks, at) => {
    const ticker = tickersOf(name).find((one) => one.symbol === 'BTC/USDT');
    expect(quoteOf(pairOf('BTCUSDT'), ticker ?? {}, receivedAt)).toEqual({ ticks, at });
  });

  test('a coin of many zeros keeps its ticks', () => {
    const ticker = tickersOf('htx').find((one) => one.symbol === 'SHIB/USDT');
    expect(quoteOf(pairOf('SHIBUSDT'), ticker ?? {}, receivedAt)?.ticks).toBe(1_743);
  });

  test('without a tight market the last price counts', () => {
    const ticker = tickersOf('htx').find((one) => one.symbol === 'MKR/USDT');
    expect(quoteOf(pairOf('MKRUSDT'), ticker ?? {}, receivedAt)?.ticks).toBe(27_481);
  });

  test('a coin that is not listed here is ignored', () => {
    const known = tickersOf('htx').filter((one) => findPair((one.symbol ?? '').replace('/', '')) !== null);
    expect(known.map((one) => one.symbol)).not.toContain('BHD/USDT');
    expect(symbolsOf(pairOf('BTCUSDT'))).toEqual(['BTC/USDT']);
    expect(symbolsOf(goldIndex)).toEqual(['PAXG/USDT', 'XAUT/USDT']);
  });

  test('for any exchange input, a quote is whole ticks at or before now, or nothing', () => {
    const figure = fc.oneof(fc.double(), fc.constant(null), fc.constant(undefined), fc.constant(0));
    fc.assert(
      fc.property(
        fc.record({ bid: figure, ask: figure, last: figure, timestamp: fc.oneof(fc.integer(), fc.constant(null)) }),
        (ticker) => {
          const quote = quoteOf(pairOf('BTCUSDT'), ticker, receivedAt);
          if (quote === null) return;
          expect(Number.isSafeInteger(quote.ticks) && quote.ticks >= 1).toBe(true);
          expect(quote.at).toBeLessThanOrEqual(receivedAt);
        },
      ),
    );
  });
});

describe('candles', () => {
  test.each([
    ['htx', [1_795_182_540_000, 1_795_182_600_000, 1_795_182_660_000], 1n],
    ['binance', [1_795_182_540_000, 1_795_182_600_000], 1_220_100n],
    ['okx', [1_795_182_540_000, 1_795_182_600_000], 620_000n],
  ] as const)('%s, oldest first', (name, starts, volume) => {
    const { frames: published, reader } = of(name);
    const rows = reader.parseOHLCVs(published.ohlcv, reader.market('BTC/USDT'));
    const candles = candlesOf(pairOf('BTCUSDT'), '1m', rows.toReversed());
    expect(candles.map((candle) => candle.startMs)).toEqual(starts);
    expect(candles[0]).toMatchObject({ high: 674_700 + (name === 'okx' ? 2 : 0), volume });
  });

  test('inconsistent or incomplete rows are skipped, duplicates count once', () => {
    const rows: ExchangeCandle[] = [
      [60_000, 10, 9, 8, 9, 1],
      [120_000, 10, 11, 9, null, 1],
      [180_000, 10, 11, 9, 10, 2],
      [180_000, 10, 12, 9, 10, 3],
      [240_000, 10, 11, 9, Number.NaN, 1],
      [],
    ];
    const candles = candlesOf(pairOf('BTCUSDT'), '1m', rows);
    expect(candles).toHaveLength(1);
    expect(candles[0]).toMatchObject({ startMs: 180_000, high: 120, volume: 300_000n });
  });

  test('days that an exchange splits at its own midnight are aligned to UTC', () => {
    const [candle] = candlesOf(pairOf('BTCUSDT'), '1d', [[Date.UTC(2026, 10, 19, 16), 1, 2, 1, 2, 1]]);
    expect(candle?.startMs).toBe(Date.UTC(2026, 10, 19));
  });
});

test.each([0, -1, Number.NaN, Infinity, null, undefined])('%s is not a price', (price) => {
  expect(ticksOf(pairOf('BTCUSDT'), price)).toBeNull();
});
