import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  assertHours,
  hasTradingTime,
  isTradingTime,
  lastTradingTime,
  sessionAt,
  type TradingHours,
  tradingSpanStart,
  weekMinutes,
} from './trading-sessions.ts';

const hour = 3_600_000;
/** Sunday to Friday, each day from 22:00 to 21:00 of the next. */
const hours = [0, 1, 2, 3, 4].map((day) => ({ from: day * 1_440 + 22 * 60, to: (day + 1) * 1_440 + 21 * 60 }));
const at = (day: number, clock: number, ms = 0) => Date.UTC(2026, 10, day, clock) + ms;

test('opens on Sunday evening and closes on Friday evening, to the millisecond', () => {
  expect(isTradingTime(hours, at(22, 22, -1))).toBe(false);
  expect(isTradingTime(hours, at(22, 22))).toBe(true);
  expect(isTradingTime(hours, at(27, 21, -1))).toBe(true);
  expect(isTradingTime(hours, at(27, 21))).toBe(false);
  expect(isTradingTime(hours, at(28, 12))).toBe(false);
});

test('breaks for an hour every day', () => {
  for (const day of [23, 24, 25, 26]) {
    expect(isTradingTime(hours, at(day, 21, -1))).toBe(true);
    expect(isTradingTime(hours, at(day, 21))).toBe(false);
    expect(isTradingTime(hours, at(day, 22, -1))).toBe(false);
    expect(isTradingTime(hours, at(day, 22))).toBe(true);
  }
});

test('reports since when its state holds and when it changes', () => {
  expect(sessionAt(hours, at(23, 12))).toEqual({ open: true, since: at(22, 22), changesAt: at(23, 21) });
  expect(sessionAt(hours, at(23, 21))).toEqual({ open: false, since: at(23, 21), changesAt: at(23, 22) });
  expect(sessionAt(hours, at(21, 5))).toEqual({ open: false, since: at(20, 21), changesAt: at(22, 22) });
  expect(sessionAt(hours, at(22, 0))).toEqual({ open: false, since: at(20, 21), changesAt: at(22, 22) });
});

test('works in leap years, at the turn of a year and before the epoch', () => {
  expect(sessionAt(hours, Date.UTC(2028, 1, 29, 12))).toEqual({
    open: true,
    since: Date.UTC(2028, 1, 28, 22),
    changesAt: Date.UTC(2028, 1, 29, 21),
  });
  expect(sessionAt(hours, Date.UTC(2027, 0, 1, 21)).changesAt).toBe(Date.UTC(2027, 0, 3, 22));
  expect(sessionAt(hours, -hour).changesAt).toBe(21 * hour);
});

test('is always open without hours, and never changes', () => {
  expect(sessionAt(null, at(21, 5))).toEqual({ open: true, since: null, changesAt: null });
  expect(isTradingTime(null, at(21, 5))).toBe(true);
});

test('refuses hours that overlap, touch, are empty or leave the week', () => {
  const bad: TradingHours[] = [
    [],
    [{ from: 5, to: 5 }],
    [{ from: -1, to: 5 }],
    [{ from: 0, to: weekMinutes + 1 }],
    [{ from: 0, to: weekMinutes }],
    [{ from: 0.5, to: 5 }],
    [
      { from: 0, to: 10 },
      { from: 10, to: 20 },
    ],
    [
      { from: 0, to: 10 },
      { from: 5, to: 20 },
    ],
  ];
  for (const one of bad) expect(() => assertHours(one)).toThrow('invalid trading hours');
  assertHours(hours);
  assertHours(null);
});

/** Arbitrary hours: ascending points of the week, taken in pairs. */
const anyHours = fc
  .uniqueArray(fc.integer({ min: 0, max: weekMinutes - 1 }), { minLength: 2, maxLength: 12 })
  .map((cuts) => cuts.toSorted((a, b) => a - b))
  .map((cuts) =>
    Array.from({ length: Math.floor(cuts.length / 2) }, (_, index) => ({
      from: cuts[index * 2] ?? 0,
      to: cuts[index * 2 + 1] ?? 0,
    })),
  );

test('is constant within a session, and inverted from its change on', () => {
  fc.assert(
    fc.property(anyHours, fc.integer({ min: 0, max: 4_102_444_800_000 }), fc.nat(999), (some, moment, share) => {
      assertHours(some);
      const session = sessionAt(some, moment);
      expect(session.open).toBe(isTradingTime(some, moment));
      const { since, changesAt } = session;
      if (since === null || changesAt === null) throw new Error('hours without an end');
      expect(since <= moment && moment < changesAt).toBe(true);
      const inside = since + Math.floor(((changesAt - since) * share) / 1_000);
      expect(sessionAt(some, inside)).toEqual(session);
      expect(sessionAt(some, changesAt)).toMatchObject({ open: !session.open, since: changesAt });
      expect(sessionAt(some, since - 1)).toMatchObject({ open: !session.open, changesAt: since });
    }),
  );
});

test('a span has trading time when a session touches it', () => {
  expect(hasTradingTime(hours, at(20, 20), at(21, 0))).toBe(true);
  expect(hasTradingTime(hours, at(20, 21), at(21, 0))).toBe(false);
  expect(hasTradingTime(hours, at(21, 0), at(22, 22))).toBe(false);
  expect(hasTradingTime(hours, at(22, 0), at(23, 0))).toBe(true);
  expect(hasTradingTime(null, at(21, 0), at(21, 1))).toBe(true);
});

test('the last trading time is now in a session, and else just before its end', () => {
  expect(lastTradingTime(hours, at(23, 12))).toBe(at(23, 12));
  expect(lastTradingTime(hours, at(21, 12))).toBe(at(20, 21, -1));
  expect(lastTradingTime(null, at(21, 12))).toBe(at(21, 12));
});

test('a span of trading time skips what was closed, over any number of weeks', () => {
  expect(tradingSpanStart(hours, at(22, 23), 2 * hour)).toBe(at(20, 20));
  expect(tradingSpanStart(hours, at(22, 12), hour)).toBe(at(20, 20));
  expect(tradingSpanStart(null, at(22, 23), 2 * hour)).toBe(at(22, 21));
  const weekHours = hours.reduce((sum, { from, to }) => sum + (to - from) / 60, 0);
  const lengths = fc.oneof(
    fc.integer({ min: 1, max: 1_000 }),
    fc.integer({ min: 1, max: 8 }).map((weeks) => weeks * weekHours),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), lengths, (end, length) => {
      const toMs = at(1, 0) + end * hour;
      const fromMs = tradingSpanStart(hours, toMs, length * hour);
      const open = Array.from({ length: (toMs - fromMs) / hour }, (_, hourly) => fromMs + hourly * hour);
      expect(open.filter((start) => isTradingTime(hours, start))).toHaveLength(length);
      expect(isTradingTime(hours, fromMs)).toBe(true);
    }),
  );
});
