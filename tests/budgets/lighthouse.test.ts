import type { Flags, RunnerResult } from 'lighthouse';
import lighthouse from 'lighthouse';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';

/** What Lighthouse makes of home on a slow phone: simulated, as its own default for mobile is. */

const debuggingPort = 9_333;
/** Other work on the machine spoils a run; the best of a few tells what the page can do. */
const runsMost = 3;

const scoreLeast = { performance: 0.9, accessibility: 0.95, 'best-practices': 0.95, seo: 0.9 } as const;
const paintMostMs = 2_500;
const shiftMost = 0.1;
const blockingMostMs = 300;

type Category = keyof typeof scoreLeast;

let exchange: BuiltExchange;
let browser: Browser;
let best: RunnerResult['lhr'];

const scoreOf = (result: RunnerResult['lhr'], category: Category) => result.categories[category]?.score ?? 0;
const valueOf = (audit: string) => best.audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([
    startBuiltExchange(),
    openChromium(`--remote-debugging-port=${debuggingPort}`),
  ]);
  const flags: Flags = {
    port: debuggingPort,
    output: 'json',
    logLevel: 'error',
    formFactor: 'mobile',
    onlyCategories: Object.keys(scoreLeast),
  };
  for (let run = 0; run < runsMost; run += 1) {
    const result = await lighthouse(`${exchange.address}/`, flags);
    if (result === undefined) throw new Error('Lighthouse gave no result');
    if (run === 0 || scoreOf(result.lhr, 'performance') > scoreOf(best, 'performance')) best = result.lhr;
    if (scoreOf(best, 'performance') >= scoreLeast.performance) break;
  }
}, 300_000);

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

describe('home on a slow phone', () => {
  it.each(Object.keys(scoreLeast) as Category[])('has its score for %s', (category) => {
    const lost = Object.values(best.audits).filter(({ score }) => score !== null && score < 0.9);
    const detail = lost.map(({ id, displayValue = '' }) => `${id} ${displayValue}`).join(', ');
    expect(scoreOf(best, category), detail).toBeGreaterThanOrEqual(scoreLeast[category]);
  });

  it('shows its largest part in time, and keeps still', () => {
    expect(valueOf('largest-contentful-paint')).toBeLessThanOrEqual(paintMostMs);
    expect(valueOf('cumulative-layout-shift')).toBeLessThanOrEqual(shiftMost);
    expect(valueOf('total-blocking-time')).toBeLessThanOrEqual(blockingMostMs);
  });
});
