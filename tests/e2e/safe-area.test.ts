import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltExchange, openChromium } from '../built-exchange.ts';
import { sharedExchange } from '../shared-exchange.ts';
import { goToScreen, limitOrders, openPhone, type Phone, practiceSession } from './phone.ts';

/** On a phone with an island above and a home indicator below, nothing that is tapped lies under either. */

/** An upright iPhone of 2025, in CSS pixels. */
const iPhone = { width: 393, height: 852 };
const insets = { top: 59, bottom: 34 };

/** Screens with tabs, with an action at the lower edge, with a field there, and with neither. */
const screens = [
  '#/pages/index/index',
  '#/pages/home/market',
  '#/pages/market/kline?pair=BTCUSDT',
  '#/pages/trade/trade?pair=BTCUSDT',
  '#/pages/lever/lever?contract=BTCPERP',
  '#/pages/Option/Option',
  '#/pages/assets/assets',
  '#/pages/assets/mention?asset=USDT',
  '#/pages/otc/otc?currency=CNY',
  '#/pages/usreMei/absystem',
  '#/pages/mine/userCenter',
  '#/pages/mine/setPwd',
];

let exchange: BuiltExchange;
let browser: Browser;
let phone: Phone;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([sharedExchange(), openChromium()]);
  const stored = { lang: 'en', ...limitOrders, ...(await practiceSession(exchange.address)) };
  phone = await openPhone(browser, stored, { viewport: iPhone });
  const devtools = await phone.context.newCDPSession(phone.page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

/** What can be tapped under the island with the page at its start, or under the home indicator with the page at its end. */
function underEdges(page: Page): Promise<string[]> {
  return page.evaluate(({ top, bottom }) => {
    const found: string[] = [];
    const collect = (edge: string, isUnder: (box: DOMRect) => boolean) => {
      for (const element of document.querySelectorAll('a, button, input, textarea')) {
        const box = element.getBoundingClientRect();
        const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (at !== null && element.contains(at) && isUnder(box))
          found.push(`${edge}: ${element.getAttribute('aria-label') ?? element.textContent.trim()}`);
      }
    };
    scrollTo({ top: 0, behavior: 'instant' });
    collect('island', (box) => box.top < top);
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    collect('home indicator', (box) => box.bottom > innerHeight - bottom);
    return found;
  }, insets);
}

it('is a phone with such edges', async () => {
  await goToScreen(phone.page, exchange.address, '#/pages/index/index');
  const [top, bottom] = await phone.page.evaluate(() => {
    const probe = document.createElement('div');
    probe.style.padding = 'env(safe-area-inset-top) 0 env(safe-area-inset-bottom)';
    document.body.append(probe);
    const { paddingTop, paddingBottom } = getComputedStyle(probe);
    probe.remove();
    return [paddingTop, paddingBottom];
  });
  expect([top, bottom]).toEqual([`${insets.top}px`, `${insets.bottom}px`]);
});

it.each(screens)('leaves both edges free on %s', async (hash) => {
  await goToScreen(phone.page, exchange.address, hash);
  expect(await underEdges(phone.page)).toEqual([]);
});

it('leaves both edges free in a sheet', async () => {
  const { page } = phone;
  await goToScreen(page, exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
  await page.getByRole('button', { name: /^Order type/ }).click();
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
  const last = await page.getByRole('dialog').getByRole('radio').last().boundingBox();
  if (last === null) throw new Error('the sheet has no rows');
  await expect.poll(() => underEdges(page)).toEqual([]);
  expect(iPhone.height - (last.y + last.height)).toBeGreaterThanOrEqual(insets.bottom);
});
