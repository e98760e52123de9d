import { expect, test } from 'vitest';
import { createIndexBoard, sourceStaleMs } from './index-board.ts';

const now = 1_000_000;

test('the index is the median of the sources', () => {
  const board = createIndexBoard(3);
  board.put('htx', 'BTCUSDT', 100, now);
  board.put('binance', 'BTCUSDT', 104, now - 5_000);
  board.put('okx', 'BTCUSDT', 9_999, now - 1_000);
  expect(board.index('BTCUSDT', now)).toEqual({ ticks: 104, at: now });
});

test('with an even number it is the mean of the middle two', () => {
  const board = createIndexBoard(2);
  board.put('htx', 'BTCUSDT', 100, now);
  board.put('okx', 'BTCUSDT', 104, now);
  expect(board.index('BTCUSDT', now)?.ticks).toBe(102);
});

test('a source silent for more than ten seconds does not count', () => {
  const board = createIndexBoard(3);
  board.put('htx', 'BTCUSDT', 100, now);
  board.put('binance', 'BTCUSDT', 104, now);
  board.put('okx', 'BTCUSDT', 500, now - sourceStaleMs - 1);
  expect(board.index('BTCUSDT', now)?.ticks).toBe(102);
  board.put('okx', 'BTCUSDT', 500, now - sourceStaleMs);
  expect(board.index('BTCUSDT', now)?.ticks).toBe(104);
});

test('two sources that disagree give no index while the third one is silent', () => {
  const board = createIndexBoard(3);
  board.put('htx', 'BTCUSDT', 600_000, now);
  board.put('binance', 'BTCUSDT', 900_000, now);
  expect(board.index('BTCUSDT', now)).toBeNull();
  board.put('okx', 'BTCUSDT', 600_100, now);
  expect(board.index('BTCUSDT', now)?.ticks).toBe(600_100);
});

test('too few live sources give no index', () => {
  const board = createIndexBoard(3);
  expect(board.index('BTCUSDT', now)).toBeNull();
  board.put('htx', 'BTCUSDT', 100, now);
  expect(board.index('BTCUSDT', now)).toBeNull();
  board.put('okx', 'BTCUSDT', 101, now);
  expect(board.index('BTCUSDT', now)).not.toBeNull();
  expect(board.index('BTCUSDT', now + sourceStaleMs + 1)).toBeNull();
  const alone = createIndexBoard(1);
  alone.put('htx', 'BTCUSDT', 100, now);
  expect(alone.index('BTCUSDT', now)?.ticks).toBe(100);
});
