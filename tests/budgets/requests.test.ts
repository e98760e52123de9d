import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { openPhone, withWorker } from '../e2e/phone.ts';

declare global {
  /** When the page first showed a price, in epoch milliseconds. */
  var pricedAt: number | undefined;
}

/**
 * How often a first visit asks: on a slow phone each request costs its headers, a task and often a round trip. What the
 * service worker fetches for a time without a network is not counted: it begins when the page is idle, runs beside the
 * page's main thread, and takes what the page has from the browser's cache. The worker's own script is counted.
 */

/** Requests before the first price is drawn, and until the page asks for nothing more. */
const beforePriceMost = 16;
const untilIdleMost = 30;

/** A page that asked for nothing for so long has all it wants. */
const quietMs = 2_500;

let exchange: BuiltExchange;

beforeAll(async () => {
  exchange = await startBuiltExchange();
});

afterAll(() => exchange.close());

/** What the service worker asks for beside its own script. */
function isPrecaching(request: Request): boolean {
  return request.serviceWorker() !== null && !request.url().endsWith('/sw.js');
}

/** Notes when the first price is in the document. */
function notePrice(): void {
  const observer = new MutationObserver(() => {
    if (!/\d\.\d/.test(document.querySelector('ul[aria-label="Pairs"] li')?.textContent ?? '')) return;
    globalThis.pricedAt = performance.timeOrigin + performance.now();
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}

describe('a visitor’s home', () => {
  it('asks seldom before its first price, and until it is idle', { timeout: 180_000 }, async () => {
    const browser = await openChromium();
    const { context, page } = await openPhone(browser, {}, withWorker);
    await context.addInitScript(notePrice);
    const requests: Request[] = [];
    let askedAt = Date.now();
    context.on('request', (request) => {
      if (isPrecaching(request)) return;
      requests.push(request);
      askedAt = Date.now();
    });
    await page.goto(`${exchange.address}/#/`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    while (Date.now() - askedAt < quietMs) await sleep(100);
    const pricedAt = await page.evaluate(() => globalThis.pricedAt ?? Number.NaN);
    const before = requests.filter((request) => request.timing().startTime < pricedAt);
    const counts = `${before.length} before the first price, ${requests.length} until idle`;
    const list = requests.map((request) => request.url()).join('\n');
    await browser.close();

    process.stdout.write(`requests: ${counts}\n`);
    expect(before.length, list).toBeGreaterThan(3);
    expect(before.length, list).toBeLessThanOrEqual(beforePriceMost);
    expect(requests.length, list).toBeLessThanOrEqual(untilIdleMost);
  });
});
