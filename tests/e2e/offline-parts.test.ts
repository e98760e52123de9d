import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { goToScreen, limitOrders, openPhone, practiceSession } from './phone.ts';
import { setStage } from './stage.ts';

/**
 * The network is gone before the code of a sheet or of a part of the screen came: the screen stays as it is, with what
 * was typed into it, and the part comes once the network is back. Without a service worker, which would have fetched it.
 */

const stage = setStage('shared');

/** A phone on a screen that is complete, but for one file: that neither comes while the screen loads nor later. */
async function openWithout(file: string, hash: string) {
  const stored = { lang: 'en', ...limitOrders, ...(await practiceSession(stage.exchange.address)) };
  const phone = await openPhone(stage.browser, stored, { serviceWorkers: 'block' });
  const { page, context } = phone;
  const address = `**/assets/${file}-*.js`;
  let refused = 0;
  await page.route(address, (route) => {
    refused += 1;
    return route.abort('internetdisconnected');
  });
  await goToScreen(page, stage.exchange.address, hash);
  // The place of toasts: what every visit fetches when the page is idle is there.
  await page.locator('body > div > [role=status]').waitFor({ state: 'attached' });
  const cut = () => context.setOffline(true);
  const mend = async () => {
    await page.unroute(address);
    await context.setOffline(false);
  };
  return { ...phone, cut, mend, refused: () => refused };
}

const errorScreen = (page: Page) => page.getByText('This page is not on your device yet');

it('a sheet that did not come leaves its form alone, and opens at a tap when the network is back', async () => {
  const { page, context, complaints, cut, mend, refused } = await openWithout(
    'my-id-sheet',
    '#/pages/StationPay/StationPay',
  );
  await page.getByLabel('Recipient’s user ID').fill('100042');
  await cut();
  const myId = page.getByRole('button', { name: 'My ID' });
  await myId.tap();
  await page.getByText('This part is not on your device yet').waitFor();
  expect(refused()).toBeGreaterThan(0);
  expect(await errorScreen(page).count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByLabel('Recipient’s user ID').inputValue()).toBe('100042');
  await mend();
  await myId.tap();
  await page.getByRole('dialog', { name: 'My ID' }).getByRole('img').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Recipient’s user ID').inputValue()).toBe('100042');
  await context.close();
  expect(complaints).toEqual([]);
});

it('a part that did not come leaves the rest of its screen alone, and comes by itself with the network', async () => {
  const { page, context, complaints, cut, mend, refused } = await openWithout(
    'order-history',
    '#/pages/trade/trade?pair=BTCUSDT',
  );
  const amount = page.getByLabel(/^Amount/).first();
  await amount.fill('0.01');
  await cut();
  // What says so has its place before the tab is tapped.
  await page.getByText('They unlock when you are back online.').waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('It loads when the connection is back.').waitFor();
  expect(refused()).toBeGreaterThan(0);
  expect(await errorScreen(page).count()).toBe(0);
  expect(await amount.inputValue()).toBe('0.01');
  await mend();
  await page.getByText('It loads when the connection is back.').waitFor({ state: 'detached' });
  await page.getByText('Completed and cancelled orders appear here.').waitFor();
  expect(await amount.inputValue()).toBe('0.01');
  await context.close();
  expect(complaints).toEqual([]);
});
