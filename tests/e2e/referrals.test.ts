import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium } from '../built-exchange.ts';
import { sharedExchange } from '../shared-exchange.ts';
import { goToScreen, openPhone, overflowing, type Phone, practiceSession, until } from './phone.ts';

/** An invitation, tap by tap: a friend registers by the link and trades, and a share of the fee reaches the spot wallet. */

let exchange: BuiltExchange;
let browser: Browser;
let inviter: Phone;
let friend: Phone;
let page: Page;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([sharedExchange(), openChromium()]);
  inviter = await openPhone(browser, { lang: 'en', ...(await practiceSession(exchange.address)) });
  ({ page } = inviter);
  // Another device: somebody on the inviter's own would give no rebate.
  friend = await openPhone(
    browser,
    { lang: 'en' },
    { userAgent: 'Mozilla/5.0 (Linux; Android 15; Friend) Chrome/150' },
  );
});

afterAll(async () => {
  await inviter.context.close();
  await friend.context.close();
  await browser.close();
  await exchange.close();
});

const button = (name: string | RegExp, on: Page = page) => on.getByRole('button', { name });

/** What a spot wallet holds of a coin, as the exchange says. */
function spotOf(asset: string, on: Page = page): Promise<string> {
  return on.evaluate(async (wanted) => {
    const answer = await fetch('/api/wallet', {
      headers: { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` },
    });
    const { data } = (await answer.json()) as {
      data: { balances: { wallet: string; asset: string; available: string }[] };
    };
    return data.balances.find((one) => one.wallet === 'spot' && one.asset === wanted)?.available ?? '0';
  }, asset);
}

describe('a rebate', () => {
  let link = '';

  it('begins with an invitation, found from home', async () => {
    await goToScreen(page, exchange.address, '#/pages/index/index');
    await page.getByRole('link', { name: 'Referrals', exact: true }).click();
    await page.getByText('Nobody yet').first().waitFor();
    await page.getByText('0 of 3 direct members who traded').waitFor();
    expect(await overflowing(page)).toEqual([]);
    await page.locator('footer, #app').getByRole('link', { name: 'Invite', exact: true }).last().click();
    await page.getByText('Of fees paid by those you invite').waitFor();
    link =
      (await page
        .getByText(/#\/register\?invite=/)
        .first()
        .textContent()) ?? '';
    expect(link).toContain('invite=');
  });

  it('comes from a friend who registers by the link and trades', async () => {
    const { page: theirs } = friend;
    await theirs.goto(link);
    await theirs.getByRole('textbox', { name: 'Email' }).fill('friend.of.theirs@example.com');
    await button('Send code', theirs).click();
    await button('Fill in', theirs).click();
    await theirs.getByLabel('New password', { exact: true }).fill('correct-horse-7');
    await theirs.getByLabel('Confirm new password', { exact: true }).fill('correct-horse-7');
    await theirs.getByRole('checkbox').click();
    await button('Create account', theirs).click();
    await theirs.getByText('Your account is ready').waitFor();
    await theirs.getByRole('navigation', { name: 'Main' }).getByText('Assets').click();
    await button(/^Practice coins$/, theirs).click();
    await button('Get USDT', theirs).click();
    await theirs.getByText(/USDT added/).waitFor();
    await goToScreen(theirs, exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
    await theirs
      .getByRole('textbox', { name: /^Total|^Amount/ })
      .first()
      .fill('2000');
    await button(/^Buy BTC/, theirs).click();
    await theirs.getByRole('dialog').getByRole('button', { name: /^Buy/ }).click();
    await until('the order is filled', async () => Number(await spotOf('BTC', theirs)) > 0);
  });

  it('is credited from the fee that was paid, with who it came from', async () => {
    await goToScreen(page, exchange.address, '#/pages/member/member');
    await page.getByText(/f•••s@e•••\.com/).waitFor({ timeout: 90_000 });
    // Credited at the turn of a minute, and shown when it is, not with some later refresh.
    await button(/^Move [\d.]+ BTC to spot \(practice\)/).waitFor({ timeout: 75_000 });
    await page.getByText('1 of 3 direct members who traded').waitFor();
    await button(/^Week of .*: 0\.0\d+ BTC$/)
      .last()
      .click();
    await page.getByText(/^Week of .*, fees 0\.0/).waitFor();
    expect(await overflowing(page)).toEqual([]);
    await page.getByRole('link', { name: 'All rebates' }).click();
    await page.getByText(/^15% of 0\.0\d+ BTC$/).waitFor();
    await page.goBack();
  });

  it('stands in the members and beside the levels', async () => {
    await page.getByRole('link', { name: /^Level 1/ }).click();
    await page.getByRole('row', { name: /1 \(yours\) 0 15% 3%/ }).waitFor();
    await page.goBack();
    await goToScreen(page, exchange.address, '#/pages/member/memberuser');
    await page.getByText(/f•••s@e•••\.com/).waitFor();
    await page.getByRole('tab', { name: 'Indirect' }).click();
    await page.getByText('Nobody yet').waitFor();
  });

  it('is moved to the spot wallet, part by part', async () => {
    await goToScreen(page, exchange.address, '#/pages/member/member');
    const before = await spotOf('BTC');
    await page.getByRole('link', { name: 'Move a part' }).click();
    await page.getByLabel('Amount (BTC)').fill('0.000001');
    // On a slow network as well, what is left is shown with the receipt.
    await page.route(/\/api\/(?:earningsInfo|myearnings)/, async (route) => {
      if (route.request().method() === 'GET') await sleep(3_000);
      await route.continue();
    });
    await button(/^Move 0\.000001(?:00)? BTC to spot \(practice\)/).click();
    await page.getByText(/0\.000001(?:00)? BTC moved/).waitFor();
    await button(/^Move [\d.]+ BTC to spot \(practice\)/).click();
    await button(/^Nothing to move/).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByText('Practice rebates are credited every minute.').waitFor();
    expect(Number(await spotOf('BTC'))).toBeGreaterThan(Number(before));
  });

  it('is announced by a notice that leads to it', async () => {
    await goToScreen(page, exchange.address, '#/pages/notice/list');
    await page.getByText('Rebates were credited').first().click();
    await page.getByRole('link', { name: 'Open referrals' }).click();
    await page.getByRole('heading', { name: 'Referrals', level: 1 }).waitFor();
    expect([...inviter.complaints, ...friend.complaints]).toEqual([]);
  });
});
