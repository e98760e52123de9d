import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { firstDataBytesMax } from '#protocol/core/first-data.ts';
import { openPhone, practiceSession, storedOnDevice, withWorker } from './phone.ts';
import { setStage } from './stage.ts';
import { startWatch } from '../pace.ts';

/** The data a visitor's home comes with: drawn before anything else answered, and never as new when it is not. */

const stage = setStage('shared');

const rows = 'ul[aria-label="Pairs"] li';

/**
 * Where notices and pairs are, from the first of them: the strip that says after 1.5 s that prices are not live yet
 * may come above them meanwhile.
 */
function places(page: Page): Promise<number[]> {
  return page.locator(`section[aria-label="Notices"], ${rows}`).evaluateAll((parts) => {
    const [first = 0, ...others] = parts.map((part) => part.getBoundingClientRect().top);
    return others.map((top) => top - first);
  });
}

describe('a visitor’s home', () => {
  it('shows prices while neither calls nor the stream answer, and keeps still when they do', async () => {
    const { context, page, complaints } = await openPhone(stage.browser, {}, { serviceWorkers: 'block' });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let held = 0;
    const hold = async (route: { continue: () => Promise<void> }) => {
      held += 1;
      await released;
      await route.continue();
    };
    await context.route('**/api/**', hold);
    await context.route('**/assets/*worker*', hold);
    await page.goto(`${stage.exchange.address}/#/`);
    await page.locator(rows).nth(5).waitFor();
    expect(await page.locator(rows).first().textContent()).toMatch(/\d\.\d/);
    await page.locator('section[aria-label="Notices"] a').waitFor();
    expect(held).toBeGreaterThan(0);
    const first = await page.locator(rows).allTextContents();
    const before = await places(page);
    release();
    await page.waitForFunction(
      ([selector, before]) =>
        [...document.querySelectorAll(selector)].some((row, position) => row.textContent !== before[position]),
      [rows, first] as const,
    );
    expect(await places(page)).toEqual(before);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('comes with a small block that is new each time', async () => {
    const read = async () => {
      const watch = startWatch();
      const html = await (await fetch(`${stage.exchange.address}/`)).text();
      const json = /id="first-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
      expect(Buffer.byteLength(json)).toBeLessThanOrEqual(firstDataBytesMax);
      const data = JSON.parse(json) as { at: number; pairs: unknown[]; answers: unknown[] };
      const now = Date.now();
      expect(Math.abs(now - data.at)).toBeLessThan(watch.stop().allowedMs(1_000));
      return data;
    };
    const { at, pairs, answers } = await read();
    expect([pairs.length, answers.length]).toEqual([6, 4]);
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
    expect((await read()).at).toBeGreaterThan(at);
  });

  it('takes no old data from the device: offline, prices are those that were stored, and shown as such', async () => {
    const { context, page } = await openPhone(stage.browser, {}, withWorker);
    await page.goto(`${stage.exchange.address}/#/`);
    await page.locator(rows).first().waitFor();
    await storedOnDevice(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByText(/^No connection\. Prices as of/).waitFor();
    expect(await page.locator('#first-data').count()).toBe(0);
    await context.close();
  });

  it('is no matter of users who are signed in', async () => {
    const { context, page } = await openPhone(stage.browser, await practiceSession(stage.exchange.address), {
      serviceWorkers: 'block',
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${stage.exchange.address}/#/`);
    await page.locator(rows).first().waitFor();
    expect(asked).toEqual(expect.arrayContaining(['/api/web/config', '/api/common/getMsg']));
    await context.close();
  });
});
