import { expect, test } from 'vitest';
import { createChartFormat, formatRemaining } from './chart-format.ts';
import { levelAt, makeDepthCurve } from './depth/depth-curve.ts';
import { layPanes } from './pane-layout.ts';
import { roundValues, toPixel, widened } from './price-scale.ts';
import { timeLabels } from './time-labels.ts';

const hourMs = 3_600_000;
/** Of a reader at UTC+8. */
const toLocal = (atMs: number) => atMs + 8 * hourMs;

test('a scale leaves room at both ends, also over a flat market', () => {
  const [min, max] = widened([100, 200]);
  const scale = { min, max, top: 0, bottom: 400, perUnit: 400 / (max - min) };
  expect(toPixel(scale, 200)).toBeCloseTo(40);
  expect(toPixel(scale, 100)).toBeCloseTo(360);
  const flat = widened([5, 5]);
  expect((flat[0] + flat[1]) / 2).toBeCloseTo(5);
  expect(flat[1]).toBeGreaterThan(flat[0]);
  expect(widened([0, 0])).toEqual([-1.25, 1.25]);
});

test('price lines are round and never closer than the last decimal', () => {
  expect(roundValues(66_780, 67_610, 5, 0.1)).toEqual([66_800, 67_000, 67_200, 67_400, 67_600]);
  expect(roundValues(1.001, 1.004, 6, 0.01)).toEqual([]);
  expect(roundValues(3, 3, 5, 0.1)).toEqual([]);
});

test('time labels stand on round hours also after the clock was put forward', () => {
  // From UTC+1 to UTC+2, at 2 o'clock.
  const change = Date.UTC(2026, 2, 29, 1);
  const local = (atMs: number) => atMs + (atMs < change ? 1 : 2) * hourMs;
  const times = Float64Array.from({ length: 97 }, (_, at) => change - 12 * hourMs + at * 15 * 60_000);
  const labels = timeLabels(times, 97, 0, 96, 12, '15m', local);
  expect(labels.filter(({ atMs }) => atMs < change).length).toBeGreaterThan(2);
  expect(labels.filter(({ atMs }) => atMs >= change).length).toBeGreaterThan(2);
  for (const { atMs } of labels) expect(local(atMs) % (3 * hourMs)).toBe(0);
});

test('time labels stand on round hours and days of the reader', () => {
  const start = Date.UTC(2026, 10, 19, 10);
  const times = Float64Array.from({ length: 200 }, (_, at) => start + at * 15 * 60_000);
  const labels = timeLabels(times, 200, 0, 53, 12, '15m', toLocal);
  expect(labels.map(({ detail }) => detail)).toContain('day');
  for (const { atMs } of labels) expect((atMs + 8 * hourMs) % (3 * hourMs)).toBe(0);
  const months = timeLabels(
    Float64Array.from({ length: 48 }, (_, at) => Date.UTC(2023, at, 1)),
    48,
    0,
    47,
    6,
    '1M',
    (atMs) => atMs,
  );
  expect(months.map(({ detail }) => detail)).toEqual([
    'year',
    'month',
    'year',
    'month',
    'year',
    'month',
    'year',
    'month',
  ]);
});

test('time labels go on behind a weekend without candles, and name the day there', () => {
  const minute = 60_000;
  const friday = Date.UTC(2026, 10, 20, 21);
  const sunday = Date.UTC(2026, 10, 22, 22);
  const times = Float64Array.from({ length: 240 }, (_, at) =>
    at < 120 ? friday + (at - 120) * minute : sunday + (at - 120) * minute,
  );
  const labels = timeLabels(times, 240, 0, 239, 25, '1m', (atMs) => atMs);
  expect(labels.filter(({ atMs }) => atMs < friday).length).toBeGreaterThan(2);
  const behind = labels.filter(({ atMs }) => atMs >= sunday);
  expect(behind.length).toBeGreaterThan(2);
  expect(behind[0]).toEqual({ index: 120, atMs: sunday, detail: 'day' });
  for (const { index, atMs, detail } of labels) {
    expect(atMs).toBe(times[index]);
    if (index !== 120) expect(detail).toBe('clock');
  }
});

test('the candles keep at least half of the height', () => {
  const { price, volume, subs } = layPanes(300, true, 2);
  expect(price.bottom).toBeGreaterThanOrEqual(150);
  expect(volume?.top).toBe(price.bottom);
  expect(subs.at(-1)?.bottom).toBeCloseTo(300);
});

test('figures follow the language, changes carry their sign', () => {
  const format = createChartFormat({ locale: 'vi', priceDecimals: 1, toLocal });
  expect(format.price(67_482.5)).toBe('67.482,5');
  expect(format.percent(-0.071)).toBe('\u22120,07%');
  expect(format.percent(0.001)).toBe('0,00%');
  expect(createChartFormat({ locale: 'en', priceDecimals: 1, toLocal }).time(0, 'clock')).toBe('08:00');
  expect(formatRemaining(222_000)).toBe('03:42');
  expect(formatRemaining(3 * 24 * hourMs + 4 * hourMs)).toBe('3d 04h');
});

test('a depth curve compares both sides over the same reach', () => {
  const bids = [99, 98, 90].map((price, at) => ({ price, total: at + 1 }));
  const asks = [101, 103].map((price, at) => ({ price, total: at + 1 }));
  const curve = makeDepthCurve(bids, asks);
  expect(curve).toEqual({
    prices: [97, 98, 99, 100, 101, 103, 103],
    bids: [2, 2, 1, 0, null, null, null],
    asks: [null, null, null, 0, 1, 2, 2],
    middleAt: 3,
    total: 2,
  });
  const levels = [97, 98, 98.5, 99.5, 100.2, 102, 103].map((price) => levelAt(curve!, price));
  expect(levels).toEqual([1, 1, 2, null, null, 4, 5]);
  expect(makeDepthCurve([], asks)).toBeNull();
});
