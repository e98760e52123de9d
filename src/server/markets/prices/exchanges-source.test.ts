import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { goldIndex } from '../candles/gold-index.ts';
import { pairOf } from '../pairs.ts';
import type { ExchangeTicker } from './exchange-frames.ts';
import type { ExchangesTask, ExchangesMessage, HistoryRequest } from './exchanges-port.ts';
import { createExchangesSource, type ExchangesThread } from './exchanges-source.ts';

const logger = pino({ level: 'silent' });
const pairs = [pairOf('BTCUSDT'), pairOf('ETHUSDT')];

const nobody = () => {};

/** A fake thread whose answers come from the test. */
function fakeThread() {
  const questions: HistoryRequest[] = [];
  const followed: string[] = [];
  let hear: (word: ExchangesMessage) => void = nobody;
  let lose: (error: Error) => void = nobody;
  const thread: ExchangesThread = {
    post: (message) => void ('symbols' in message ? followed.push(...message.symbols) : questions.push(message)),
    onMessage: (listener) => void (hear = listener),
    onGone: (listener) => void (lose = listener),
    end: () => Promise.resolve(),
  };
  return {
    thread,
    questions,
    followed,
    say: (word: ExchangesMessage) => hear(word),
    die: (error: Error) => lose(error),
  };
}

async function started(exchanges: readonly string[]) {
  const fake = fakeThread();
  const tasks: ExchangesTask[] = [];
  let now = 5_000_000;
  const source = createExchangesSource(
    exchanges,
    pairs,
    logger,
    (task) => {
      tasks.push(task);
      return fake.thread;
    },
    () => now,
  );
  const starting = source.start();
  for (const exchange of exchanges) {
    const tickers = [
      { symbol: 'BTC/USDT', last: 100 },
      { symbol: 'DOGE/XYZ', last: 5 },
    ];
    fake.say({ kind: 'tickers', exchange, tickers });
  }
  await starting;
  return { ...fake, source, tasks, at: () => now, pass: (ms: number) => (now += ms) };
}

test('prices are followed, known pairs only, and go stale', async () => {
  const { source, tasks, at, pass } = await started(['htx', 'okx']);
  expect(tasks).toEqual([{ exchanges: ['htx', 'okx'], symbols: ['BTC/USDT', 'ETH/USDT'], everyMs: 2_000 }]);
  expect(source.indexPrice('BTCUSDT', at())?.ticks).toBe(1_000);
  expect(source.indexPrice('ETHUSDT', at())).toBeNull();
  pass(10_001);
  expect(source.indexPrice('BTCUSDT', at())).toBeNull();
});

test('history is requested and returned as candles of the span', async () => {
  const { source, questions, say } = await started(['htx']);
  const fromMs = Date.UTC(2026, 10, 19);
  const asked = source.history('BTCUSDT', '1h', fromMs, fromMs + 7_200_000);
  expect(questions).toEqual([{ id: 1, symbol: 'BTC/USDT', timeframe: '1h', fromMs, toMs: fromMs + 7_200_000 }]);
  const rows = [0, 1, 2].map((hour) => [fromMs + hour * 3_600_000, 10, 12, 9, 11, 1]);
  say({ kind: 'history', id: 1, rows });
  expect((await asked).map((candle) => candle.startMs)).toEqual([fromMs, fromMs + 3_600_000]);
});

test('intervals that not every exchange has are folded from finer candles, whole ones alone', async () => {
  const { source, questions, say } = await started(['htx']);
  const hourMs = 3_600_000;
  const fromMs = Date.UTC(2026, 10, 19);
  const asked = source.history('BTCUSDT', '2h', fromMs, fromMs + 4 * hourMs);
  expect(questions).toEqual([{ id: 1, symbol: 'BTC/USDT', timeframe: '1h', fromMs, toMs: fromMs + 4 * hourMs }]);
  const rows = [
    [fromMs, 10, 12, 9, 11, 1],
    [fromMs + hourMs, 11, 15, 10, 14, 2],
    [fromMs + 2 * hourMs, 14, 14, 8, 9, 3],
  ];
  say({ kind: 'history', id: 1, rows });
  const [first, second] = await asked;
  const lots = 10 ** pairOf('BTCUSDT').amountDecimals;
  expect(first).toMatchObject({ startMs: fromMs, open: 100, high: 150, low: 90, close: 140, volume: BigInt(3 * lots) });
  expect(second).toMatchObject({ startMs: fromMs + 2 * hourMs, open: 140, low: 80, close: 90 });
  const frames = ['3m', '6h', '12h', '3d', '15m'] as const;
  for (const interval of frames) void source.history('BTCUSDT', interval, fromMs, fromMs + 9 * 24 * hourMs);
  expect(questions.slice(1).map(({ timeframe }) => timeframe)).toEqual(['1m', '1h', '4h', '1d', '15m']);
  // 10,000 minutes reach into the middle of a candle of three, which is left out.
  expect(((questions[1]?.fromMs ?? 0) / 60_000) % 3).toBe(0);
  expect(fromMs + 9 * 24 * hourMs - (questions[1]?.fromMs ?? 0)).toBeLessThanOrEqual(10_000 * 60_000);
});

test('a thread that dies leaves no request pending and no start hanging', async () => {
  const { source, die } = await started(['htx']);
  const asked = source.history('BTCUSDT', '1m', Date.UTC(2026, 10, 19), Date.UTC(2026, 10, 20));
  die(new Error('gone'));
  expect(await asked).toEqual([]);
  expect(await source.history('BTCUSDT', '1m', 0, 1)).toEqual([]);
  const fake = fakeThread();
  const dead = createExchangesSource(['htx'], pairs, logger, () => fake.thread);
  const starting = dead.start();
  fake.die(new Error('not installed'));
  await expect(starting).rejects.toThrow('prices of htx cannot be followed');
});

test('the real thread loads an exchange by its own file and reports when it does not answer', async () => {
  const task: ExchangesTask = { exchanges: ['htx'], symbols: ['BTC/USDT'], everyMs: 500 };
  // A dead proxy keeps the test off the network.
  const worker = new Worker(new URL('./exchanges-worker.ts', import.meta.url), {
    workerData: { ...task, proxy: 'http://127.0.0.1:9' },
  });
  try {
    const word = await new Promise<ExchangesMessage>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    expect(word).toMatchObject({ kind: 'failed', exchange: 'htx' });
  } finally {
    await worker.terminate();
  }
});

test('gold is priced by the larger of its tokens that an exchange lists, and by no other while it has one', async () => {
  const fake = fakeThread();
  const source = createExchangesSource(
    ['htx', 'okx'],
    [goldIndex],
    logger,
    () => fake.thread,
    () => 5_000_000,
  );
  const starting = source.start();
  const word = (exchange: string, ...tickers: ExchangeTicker[]) => fake.say({ kind: 'tickers', exchange, tickers });
  word('htx', { symbol: 'XAUT/USDT', last: 2_700 }, { symbol: 'PAXG/USDT', last: 2_710 });
  word('okx', { symbol: 'XAUT/USDT', last: 2_720 });
  await starting;
  expect(source.indexPrice('XAUUSDT', 5_000_000)?.ticks).toBe(271_500);
  word('htx', { symbol: 'PAXG/USDT', last: 2_730 }, { symbol: 'XAUT/USDT', last: 1 });
  expect(source.indexPrice('XAUUSDT', 5_000_000)?.ticks).toBe(272_500);
  const asked = source.history('XAUUSDT', '1h', 0, 3_600_000);
  expect(fake.questions[0]?.symbol).toBe('PAXG/USDT');
  fake.say({ kind: 'history', id: fake.questions[0]?.id ?? 0, rows: [] });
  expect(await asked).toEqual([]);
  await source.close();
});
