import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { operatorCommand } from '../operator-console.ts';
import { goToScreen, openPhone, type Phone, practiceSession, store, until } from './phone.ts';
import { setStage } from './stage.ts';

/** What a newcomer meets in the first minute, tap by tap. */

const stage = setStage();

/** Runs a test on a phone of its own with a practice account. */
async function onPhone(test: (phone: Phone) => Promise<void>, stored: Readonly<Record<string, string>> = {}) {
  const phone = await openPhone(stage.browser, {
    ...(await practiceSession(stage.exchange.address)),
    lang: 'en',
    ...stored,
  });
  try {
    await test(phone);
    expect(phone.complaints).toEqual([]);
  } finally {
    await phone.context.close();
  }
}

const home = (page: Page) => goToScreen(page, stage.exchange.address, '#/pages/index/index');

const because = ['--reason', 'maintenance', '--by', 'grace'] as const;

/** The tiles of home by group, from top to bottom. */
function tileGroups(page: Page): Promise<Record<string, string[]>> {
  return page.getByRole('navigation', { name: 'Shortcuts' }).evaluate((nav) => {
    const groups = [...nav.querySelectorAll('section')].map((group) => {
      const tiles = [...group.querySelectorAll('a')].map(({ textContent }) => textContent);
      return [group.querySelector('h2')?.textContent ?? '', tiles];
    });
    return Object.fromEntries(groups);
  });
}

describe('home', () => {
  it('groups its tiles into trade, money and learn, each of which opens a screen', async () => {
    await onPhone(async ({ page }) => {
      await home(page);
      expect(await tileGroups(page)).toEqual({
        Trade: ['Spot', 'Contracts', 'Options', 'P2P', 'Gold', 'Robots'],
        Money: [
          'Deposit',
          'Withdraw',
          'Send',
          'Convert',
          'Fixed terms',
          'Loans',
          'Launchpad',
          'Mining',
          'Check-in',
          'Referrals',
        ],
        Learn: ['First steps', 'Coins', 'News', 'Help'],
      });
      for (const [tile, address] of [
        ['Spot', /trade\/trade/],
        ['P2P', /otc\/otc/],
        ['Robots', /AI_quantification\/AI_quantification/],
        ['Gold', /lever\/lever\?contract=XAUPERP/],
        ['Withdraw', /assets\/mention/],
        ['Convert', /assets\/transfer\?tab=convert/],
        ['Fixed terms', /financial\/financial/],
        ['Loans', /Apply\/loanApply/],
        ['First steps', /newsDetail\?key=help%2Ffirst-steps/],
      ] as const) {
        await page
          .getByRole('navigation', { name: 'Shortcuts' })
          .getByRole('link', { name: tile, exact: true })
          .click();
        await page.waitForURL(address);
        await page.locator('#app h1').filter({ hasNotText: 'Home' }).waitFor({ state: 'attached' });
        await home(page);
      }
    });
  });

  it('leaves out what an operator stopped, and the group closes up', async () => {
    await operatorCommand(stage.exchange, 'stop', 'area', 'options', ...because);
    try {
      await onPhone(async ({ page }) => {
        await home(page);
        await until(
          'the tile is gone',
          async () => (await tileGroups(page))['Trade']?.join() === 'Spot,Contracts,P2P,Gold,Robots',
        );
        const left = await page
          .getByRole('navigation', { name: 'Shortcuts' })
          .locator('section')
          .first()
          .evaluate((group) => [...group.querySelectorAll('li')].map((tile) => tile.getBoundingClientRect().left));
        // Tiles fill their columns row by row: no place stays empty.
        const columns = new Set(left).size;
        const steps = left.slice(1, columns).map((at, index) => Math.round(at - (left[index] ?? 0)));
        expect(new Set(steps).size).toBe(1);
        expect(left).toEqual(left.map((_, nth) => left[nth % columns]));
      });
    } finally {
      await operatorCommand(stage.exchange, 'resume', 'area', 'options', ...because);
    }
  });
});

describe('the practice strip', () => {
  /** How high the nav bar begins, and how high what says practice above it is. */
  const top = (page: Page) =>
    page.evaluate(() => {
      const bar = document.querySelector('#app header h1')?.parentElement?.getBoundingClientRect();
      const strip = document.querySelector('#app header > div')?.getBoundingClientRect();
      return { bar: bar?.top ?? -1, strip: strip?.height ?? -1 };
    });
  const dayAgo = () => `${Date.now() - 25 * 3_600_000}`;

  it('stands above every screen on the first day, and is a line without height from the second on', async () => {
    const session = await practiceSession(stage.exchange.address);
    const since = `dunlin.practiceSince.${session['dunlin.account']}`;
    const { page, context } = await openPhone(stage.browser, { ...session, lang: 'en' });
    try {
      await home(page);
      expect(await top(page)).toEqual({ bar: 28, strip: 28 });
      await until('the device counts', () => page.evaluate((key) => localStorage.getItem(key) !== null, since));
      await store(page, { [since]: dayAgo() });
      for (const hash of ['#/pages/index/index', '#/pages/trade/trade', '#/pages/assets/assets', '#/pages/mine/lang']) {
        await page.goto('about:blank');
        await goToScreen(page, stage.exchange.address, hash);
        expect(await top(page), hash).toEqual({ bar: 0, strip: 3 });
        await page.locator('#app header').getByText('Practice', { exact: true }).waitFor();
      }
    } finally {
      await context.close();
    }
  });

  it('stands there again for another account on the same device', async () => {
    const [first, second] = [
      await practiceSession(stage.exchange.address),
      await practiceSession(stage.exchange.address),
    ];
    const stored = { ...second, [`dunlin.practiceSince.${first['dunlin.account']}`]: dayAgo(), lang: 'en' };
    const { page, context } = await openPhone(stage.browser, stored);
    try {
      await home(page);
      expect(await top(page)).toEqual({ bar: 28, strip: 28 });
    } finally {
      await context.close();
    }
  });
});
