import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * No test compares with the clock alone (`pace.ts`): what something took is allowed by `allowedMs`, and what is only waited
 * for has time enough on a slow machine.
 */

const root = path.join(import.meta.dirname, '..');
const own = 'tests/timed-assertions.test.ts';

/** Bounds that look like it and are none: of clocks that the test sets, and of times beside others of the same run. */
const others: readonly (readonly [file: string, bound: string, why: string])[] = [
  [
    'src/app/platform/pending-outcomes/money-call.browser.test.ts',
    'Number(asked[0]?.deadline) < Date.now() + moneyDeadlineMs',
    'a deadline that was set before',
  ],
  ['src/server/core/clock/steady-clock.test.ts', 'Math.abs(clock.now() - wall()) < 1', 'a clock that the test sets'],
  ['src/server/core/clock/steady-clock.test.ts', 'Math.abs(clock.now() - wall()) < 1', 'a clock that the test sets'],
  [
    'src/server/core/clock/steady-clock.test.ts',
    'Math.abs(drift) < 60 * slewPerSecondMs + 1',
    'a clock that the test sets',
  ],
  [
    'src/server/core/clock/steady-clock.test.ts',
    'Math.abs(elapsed() - from - (up - 50_100)) < 10',
    'a clock that the test sets',
  ],
  [
    'src/server/core/clock/steady-clock.test.ts',
    'Math.abs(now - before - truePassed) < ((truePassed + 650) * slewPerSecondMs) / 1_000 + 2, ',
    'a clock that the test sets',
  ],
  [
    'src/server/core/clock/steady-clock.test.ts',
    'elapsed() - elapsedBefore < hourMs / 2',
    'that an hour was not passed on',
  ],
  ['src/server/core/clock/steady-clock.test.ts', 'wall() - wallBefore < hourMs / 2', 'that an hour was not passed on'],
  [
    'src/server/core/pacing/cost-budgets.test.ts',
    'spent < 50 + (nowMs * 10) / 1_000 + largest + 1e-6',
    'a clock that the test sets',
  ],
  [
    'src/server/custody/wallets/value-history.test.ts',
    'Number((last ?? 0n) - (first ?? 0n)) / 2 < 12',
    'a count of months',
  ],
  [
    'src/server/markets/candles/index-market.test.ts',
    'published.length < (toMs - fromMs) / intervals[interval]',
    'a count of candles',
  ],
  [
    'src/server/markets/contracts/liquidations/exposure.test.ts',
    '(cost[1] ?? 0) / (cost[0] ?? 1) < 10',
    'the processor time of two runs beside each other',
  ],
  [
    'src/server/markets/contracts/liquidations/liquidation-attack.test.ts',
    'took < (before * terms.liquidation.fundOncePpm) / 1_000_000n',
    'an amount',
  ],
  [
    'src/server/markets/prices/exchanges-source.test.ts',
    'fromMs + 9 * 24 * hourMs - (questions[1]?.fromMs ?? 0) < 10_000 * 60_000',
    'a clock that the test sets',
  ],
  ['src/server/stream/stream-budgets.test.ts', 'figures.reads < 3', 'a count of reads'],
  ['src/server/stream/stream-budgets.test.ts', 'figures.reads < readBefore + 2', 'a count of reads'],
  [
    'src/server/accounts/files/object-store.test.ts',
    'peer.asked.length - before < short.limits.tries',
    'a count of attempts',
  ],
  ['tests/budgets/requests.test.ts', 'before.length, list < beforePriceMost', 'a count of requests'],
  ['tests/budgets/requests.test.ts', 'requests.length, list < untilIdleMost', 'a count of requests'],
  ['tests/calls/p2p-countdowns.test.ts', 'before.looks < before.most', 'a count of looks in the time that passed'],
  ['tests/calls/p2p-countdowns.test.ts', 'during.looks < during.most', 'a count of looks in the time that passed'],
  ['tests/calls/p2p-countdowns.test.ts', 'looks() < ordersCount / 100', 'a count'],
  ['tests/calls/p2p-countdowns.test.ts', 'timers() < connectionsMost', 'a count'],
  ['tests/e2e/stream-load.test.ts', "rendersOf['PAIR39USDT'] < 2", 'a count of renders'],
  ['tests/unit/deploy/compose.test.ts', 'drainSeconds < partEndsWithinSeconds', 'settings beside each other'],
  ['tests/unit/deploy/kubernetes.test.ts', 'config.drainSeconds < partEndsWithinSeconds', 'settings beside each other'],
  [
    'src/hub/polling/polling.test.ts',
    'world.time.nowMs - (connection(tab)?.polledAsOfMs ?? 0) < 300',
    'a clock that the test sets',
  ],
];

/** What a limit of patience is at least, in milliseconds. */
const patienceLeastMs = 10_000;

const files = globSync('{src,sw,tests,tools}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file !== own && !file.startsWith('tests/bench/'))
  .filter((file) => /\.test\.tsx?$|(?:^|[/-])testing[\w-]*\.tsx?$/.test(file) || file.startsWith('tests/'));

/** An upper bound: what is compared, and with what. */
const bound = /expect\(((?:(?!expect\()[^;])*?)\)\s*\.toBeLessThan(?:OrEqual)?\(((?:[^;](?!\n\s*expect\())*?)\);/g;
const time =
  /\b(?:performance|Date)\.now\(|\b(?:cpuUsage|hrtime)\b|(?:\b|[a-z])(?:Ms|Seconds)\b|\b(?:ms|took|elapsed|seconds)\b/;
/** A difference of two readings of a clock: in a test that has one, any bound may be of it. */
const measured = /\b(?:performance|Date)\.now\(\) *- *\w|cpuUsage\(\w|hrtime\.bigint\(\) *-/;

/** Upper bounds in a source that are or may be of times, and that the pace of the machine does not widen. */
function boundsOfTimes(text: string): string[] {
  const measures = measured.test(text);
  return [...text.matchAll(bound)].flatMap(([, subject = '', limit = '']) => {
    const isWidened = /\ballowed(?:Ms)?\b|AllowedMs\b/.test(limit);
    const isTime = time.test(subject) || time.test(limit) || (measures && !/\.(?:length|size)$/.test(subject));
    return isTime && !isWidened ? [`${subject} < ${limit}`.replaceAll(/\s+/g, ' ')] : [];
  });
}

/** Limits of waiting in a source that are shorter than patience. */
function shortWaits(text: string): string[] {
  return [...text.matchAll(/\btimeout: ([\d_]+)(?![\d_]* \*)/g)]
    .map(([words, digits = '']) => ({ words, ms: Number(digits.replaceAll('_', '')) }))
    .filter(({ ms }) => ms < patienceLeastMs)
    .map(({ words }) => words);
}

const foundIn = (look: (text: string) => string[]) =>
  files.flatMap((file) => look(readFileSync(path.join(root, file), 'utf8')).map((words) => `${file}: ${words}`));

describe('timed assertions', () => {
  it('are found in what tests say', () => {
    const bare = 'expect(performance.now() - from).toBeLessThan(5_000);';
    expect(boundsOfTimes(bare)).toHaveLength(1);
    expect(boundsOfTimes('expect(tookMs).toBeLessThan(500);')).toHaveLength(1);
    expect(boundsOfTimes('expect(best.most, words(best)).toBeLessThan(frameMs);')).toHaveLength(1);
    expect(
      boundsOfTimes('const from = Date.now();\ntimes.push(Date.now() - from);\nexpect(times[3]).toBeLessThan(10);'),
    ).toHaveLength(1);
    expect(boundsOfTimes('expect(tookMs).toBeLessThan(allowedMs(500));')).toEqual([]);
    expect(boundsOfTimes('expect(list.length).toBeLessThan(5);')).toEqual([]);
    expect(shortWaits('expect.poll(count, { timeout: 2_000 })')).toHaveLength(1);
    expect(shortWaits('expect.poll(count, { timeout: 20_000 })')).toEqual([]);
    expect(files.length).toBeGreaterThan(600);
  });

  it('allow what the machine is slow by, unless nothing of the machine is in them', () => {
    expect(foundIn(boundsOfTimes).toSorted()).toEqual(others.map(([file, words]) => `${file}: ${words}`).toSorted());
  });

  it('are none where a test only waits: it has patience', () => {
    expect(foundIn(shortWaits)).toEqual([]);
  });
});
