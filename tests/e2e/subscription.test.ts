import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/core/config/config.ts';
import { openBesideServer } from '../../src/server/core/store/beside-server.ts';
import { replay } from '../../tools/replay-subscription.ts';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { announceForTest } from '../calls/launch-project.ts';
import { goToScreen, openPhone, type Phone, practiceSession, until } from './phone.ts';

/** A new coin by clicks: found from home, committed to, allotted, the rest back, recomputed on the phone, then traded. */

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;
let page: Page;
/** Long enough to commit by hand on a busy machine. */
const openMs = 25_000;
let project = '';

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange(), openChromium()]);
  phone = await openPhone(browser, { ...(await practiceSession(exchange.address)), lang: 'en' });
  ({ page } = phone);
  await goToScreen(page, exchange.address, '#/pages/index/index');
});

afterAll(async () => {
  expect(phone.complaints).toEqual([]);
  await browser.close();
  await exchange.close();
});

const says = (text: string | RegExp) => page.getByText(text).first().waitFor({ timeout: 60_000 });

async function announceNow(): Promise<void> {
  const database = openBesideServer(readConfig({ DATA_DIR: exchange.dataFolder }));
  try {
    const opensAt = Date.now();
    const terms = { name: 'Sei for all', maximum: '400', opensAt, closesAt: opensAt + openMs } as const;
    project = (await announceForTest(database, terms)).toString();
  } finally {
    await database.close();
  }
}

/** Somebody else commits, so that more is wanted than there is. */
async function anotherCommits(amount: string): Promise<void> {
  const { token } = await practiceSession(exchange.address);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': 'subscription-walk-0001',
  };
  const answer = await fetch(`${exchange.address}/api/teManagementOrderAdd`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ project, amount }),
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
}

describe('a user with practice coins', () => {
  it('finds the new coin from home and commits to it', async () => {
    await announceNow();
    await anotherCommits('400');
    await page.getByRole('link', { name: 'New coins' }).click();
    await page.getByRole('link', { name: /Sei for all/ }).click();
    await says('In progress');
    await page.getByRole('button', { name: '250', exact: true }).click();
    await says('You would get');
    await page.getByRole('button', { name: /^Commit 250.00 USDT \(practice\)/ }).click();
    await says('You have committed 250.00 USDT');
    await says(/Held in your spot wallet, line 2/);
  });

  it('gets its share and the rest back, and recomputes it on the phone', async () => {
    await page.getByRole('link', { name: 'See the result' }).click({ timeout: 60_000 });
    await says('You received');
    // 1,300 pieces were wanted of 1,000: the own 500 come to 384 and 8/13, which is
    // the larger remainder: 385, for 192.50 USDT.
    await says(/^385/);
    await says(/57.50 USDT/);
    await page.getByRole('button', { name: 'Recompute here' }).click();
    await says('adds up');
    const { projects, lines, differences } = await replay(exchange.address, project);
    expect({ projects, lines, differences }).toEqual({ projects: 1, lines: 2, differences: [] });
  });

  it('is notified, with the way to the result', async () => {
    await goToScreen(page, exchange.address, '#/pages/notice/list');
    await page.getByText('Subscription settled').first().click();
    await page.getByRole('link', { name: 'See the result' }).click();
    await says('Check it yourself');
  });

  it('trades the coin', async () => {
    await page.getByRole('link', { name: 'Trade SEI (practice)' }).click();
    await until('the pair is on screen', async () => page.url().includes('pair=SEIUSDT'));
    await says('SEI/USDT');
  });
});
