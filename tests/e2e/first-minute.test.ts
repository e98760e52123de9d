import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { localeCodes } from '../../src/protocol/locales.ts';
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
        Trade: ['Spot', 'Contracts', 'Options', 'P2P', 'Gold', 'AI robots'],
        Money: [
          'Deposit',
          'Withdraw',
          'Send',
          'Convert',
          'Fixed terms',
          'Loans',
          'New coins',
          'Mining',
          'Sign-in',
          'Team',
        ],
        Learn: ['First steps', 'Coins', 'News', 'Help'],
      });
      for (const [tile, address] of [
        ['Spot', /trade\/trade/],
        ['P2P', /otc\/otc/],
        ['AI robots', /AI_quantification\/AI_quantification/],
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
    await operatorCommand(stage.exchange, 'stop', 'area', 'option', ...because);
    try {
      await onPhone(async ({ page }) => {
        await home(page);
        await until(
          'the tile is gone',
          async () => (await tileGroups(page))['Trade']?.join() === 'Spot,Contracts,P2P,Gold,AI robots',
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
      await operatorCommand(stage.exchange, 'resume', 'area', 'option', ...because);
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

/** For each button: its lines of words that wrap, or reach over its edge. */
function brokenLinesOf(buttons: readonly Element[]): string[][] {
  return buttons.map((button) => {
    const faults: string[] = [];
    const box = button.getBoundingClientRect();
    const tops = new Map<Element | null, Set<number>>();
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const ofLine = tops.get(node.parentElement) ?? new Set();
      tops.set(node.parentElement, ofLine);
      for (const { top, left, right } of range.getClientRects()) {
        ofLine.add(Math.round(top));
        if (left < box.left || right > box.right) faults.push(`over the edge: ${node.textContent}`);
      }
    }
    for (const [line, { size }] of tops) if (size > 1) faults.push(`${size} lines: ${line?.textContent}`);
    return faults;
  });
}

describe('order buttons', () => {
  const narrow = { viewport: { width: 320, height: 640 } };
  // By where they stand: their names differ by language.
  const forms = [
    ['#/pages/trade/trade?pair=BTCUSDT', 'section dl ~ button, section dl ~ div > button'],
    ['#/pages/lever/lever?contract=BTCPERP', 'dl ~ button, dl ~ div > button'],
    ['#/pages/lever/lever?contract=XAUPERP', 'dl ~ button, dl ~ div > button'],
    ['#/pages/Option/Option', 'button:has(small)'],
    ['#/pages/assets/transfer?tab=convert', 'form button[type="submit"]'],
    ['#/pages/assets/transfer', 'form button[type="submit"]'],
  ] as const;

  it.each(localeCodes)('stay on one line at 320 px, at 100 and 140 % text, in %s', async (locale) => {
    const session = await practiceSession(stage.exchange.address);
    const { page, context } = await openPhone(stage.browser, { ...session, lang: locale }, narrow);
    const faults: string[] = [];
    try {
      for (const [hash, buttons] of forms) {
        await goToScreen(page, stage.exchange.address, hash);
        for (const percent of [100, 140]) {
          await page.evaluate((size) => {
            document.documentElement.style.fontSize = `${size}%`;
          }, percent);
          // Fitting follows the layout.
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
          const found = await page.locator(buttons).evaluateAll(brokenLinesOf);
          expect(found.length, `${hash} has its button`).toBeGreaterThan(0);
          for (const fault of found.flat()) faults.push(`${hash} ${percent}%: ${fault}`);
        }
      }
    } finally {
      await context.close();
    }
    expect(faults).toEqual([]);
  });
});
