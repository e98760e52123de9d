import { useSearch } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Pair, Ticker } from '#protocol/market-data/entities/market.ts';
import { favourites } from '#app/platform/storage/favourites.ts';
import { exchangeAnswered } from '#app/platform/offline/reachability.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { renderScreen, type Answer } from '../account/testing-screens.tsx';
import { firstSort } from './boards.ts';
import { chooseBoard, chooseSort, forgetRecent, recentPairs } from './choices.ts';
import { MarketScreen } from './market-screen.tsx';
import { listedAgainstUsdt } from './testing-pair.ts';
import { patience } from '../../../../tests/pace.ts';

const path = '/pages/home/market';
const count = 40;
const rowHeight = 60;

function pairAt(index: number): Pair {
  return listedAgainstUsdt(`C${String(index).padStart(2, '0')}`, {
    name: index === 7 ? 'Seventh Heaven' : `Coin ${index}`,
    ...(index % 10 === 3 ? { tags: ['meme'] } : {}),
  });
}

/** Later pairs trade less, and their prices and changes go other ways than their volumes. */
function tickerAt(index: number): Ticker {
  const pair = pairAt(index).id;
  return {
    pair,
    last: String(1_000 + ((index * 17) % count)),
    open: '1000',
    high: '2000',
    low: '1000',
    volume: '1',
    turnover: String((count - index) * 1_000_000),
    change: String(((index * 7) % count) - 20),
    at: Date.now(),
  };
}

const indexes = Array.from({ length: count }, (_, index) => index);
const answers: Record<'GET common/symbolsList' | 'GET common/new/changerSymbolsList', Answer> = {
  'GET common/symbolsList': { data: { list: indexes.map(pairAt), assets: [] } },
  'GET common/new/changerSymbolsList': {
    data: { list: indexes.map((index) => ({ ticker: tickerAt(index), line: ['1', '2', '1.5'] })) },
  },
};

function Market() {
  const search = useSearch({ strict: false });
  return <MarketScreen searching={search.search === '1' || 'search' in search} board={undefined} editing={false} />;
}

const rows = () => [...document.querySelectorAll<HTMLElement>('ul[aria-label="Pairs"] > li')];
/** Symbols of the rows from top to bottom, wherever they stand in the document. */
const symbols = () =>
  rows()
    .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
    .map((row) => row.querySelector('b')?.textContent);
const heldPairs = () => stream.topics().filter((topic) => topic.startsWith('ticker:'));

beforeEach(() => {
  exchangeAnswered(Date.now());
  favourites.set([]);
  chooseBoard('spot');
  for (const board of ['spot', 'favourites'] as const) chooseSort(board, firstSort(board));
  forgetRecent();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  scrollTo(0, 0);
});

describe('the boards', () => {
  test('sort by a tap, turn round by a second, say so, and remember it', async () => {
    await renderScreen(path, Market, answers);
    await expect.poll(() => symbols().slice(0, 3)).toEqual(['C00', 'C01', 'C02']);
    await expect.element(page.getByRole('columnheader', { name: 'Volume' })).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: 'Last price' }).click();
    const dearest = indexes.toSorted((a, b) => Number(tickerAt(b).last) - Number(tickerAt(a).last));
    expect(symbols().slice(0, 3)).toEqual(dearest.slice(0, 3).map((index) => pairAt(index).base));
    await page.getByRole('button', { name: 'Last price' }).click();
    expect(symbols()[0]).toBe(pairAt(dearest.at(-1) ?? 0).base);
    await expect
      .element(page.getByRole('columnheader', { name: 'Last price' }))
      .toHaveAttribute('aria-sort', 'ascending');
    expect(localStorage.getItem('dunlin.market.sorts')).toContain('"spot":{"column":"price","descending":false}');
  });

  test('narrow to a kind of coin', async () => {
    await renderScreen(path, Market, answers);
    await page.getByRole('radio', { name: 'Meme' }).click();
    await expect.poll(symbols).toEqual(['C03', 'C13', 'C23', 'C33']);
  });

  test('star a pair that is held, which then leads nowhere, and take the star back', async () => {
    const screen = await renderScreen(path, Market, answers);
    await expect.poll(() => symbols()[1]).toBe('C01');
    const link = rows()[1]?.querySelector('a');
    const press = { bubbles: true, pointerId: 1, pointerType: 'touch', button: 0, clientX: 50, clientY: 300 };
    link?.dispatchEvent(new PointerEvent('pointerdown', press));
    await expect.poll(() => favourites.get()).toEqual(['C01USDT']);
    link?.dispatchEvent(new PointerEvent('pointerup', press));
    link?.click();
    expect(screen.path()).toBe(path);
    await page.getByRole('tab', { name: 'Favourites' }).click();
    await expect.poll(symbols).toEqual(['C01']);
    favourites.set([]);
    await page.getByRole('button', { name: 'Add C00, C01, C02' }).click();
    await expect.poll(symbols).toEqual(['C00', 'C01', 'C02']);
  });

  test('say that nothing loaded, and load it then', async () => {
    const late: Partial<typeof answers> = {};
    await renderScreen(path, Market, late);
    await expect.element(page.getByText('The market did not load')).toBeVisible();
    Object.assign(late, answers);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => symbols()[0]).toBe('C00');
  });
});

describe('the stream', () => {
  test('is followed only for rows on the screen or next to it', async () => {
    await renderScreen(path, Market, answers);
    await expect.poll(() => symbols()[0]).toBe('C00');
    const most = Math.ceil((innerHeight + 2 * 120) / rowHeight) + 1;
    // Rows of the previous screen are released a moment after it unmounts.
    const settled = () => heldPairs().length > 3 && heldPairs().length <= most;
    await expect.poll(settled, patience).toBe(true);
    expect(heldPairs()).toContain('ticker:C00USDT');
    expect(heldPairs()).not.toContain('ticker:C39USDT');
    scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(heldPairs, patience).toContain('ticker:C39USDT');
    await expect.poll(heldPairs, patience).not.toContain('ticker:C00USDT');
    await expect.poll(settled, patience).toBe(true);
  });

  test('writes ticks into the cells of one row, and into nothing else', async () => {
    await renderScreen(path, Market, answers);
    await expect.poll(heldPairs).toContain('ticker:C02USDT');
    await expect.poll(() => rows().length).toBeGreaterThan(3);
    const changed = new Set<Element | null>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records)
        changed.add((target.parentElement ?? document.body).closest('ul[aria-label="Pairs"] > li'));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    const tick: Ticker = { ...tickerAt(2), last: '7654.3', change: '-12.3' };
    stream.receive({
      kind: 'updates',
      generation: 0,
      updates: [{ topic: 'ticker:C02USDT', is: 'snapshot', source: 'stream', data: tick }],
    });
    await expect.element(page.getByText('7,654.30')).toBeVisible();
    await expect.element(page.getByText('−12.30%')).toBeVisible();
    observer.disconnect();
    expect(changed).toEqual(new Set([rows().find((row) => row.querySelector('b')?.textContent === 'C02')]));
  });
});

describe('the search', () => {
  test('finds contracts, gold, settings and texts with the same field', async () => {
    const contract = (id: string, name: string, wallet: string) => ({ id, name, wallet });
    await renderScreen(`${path}?search=1`, Market, {
      ...answers,
      'GET web/config': { data: { mode: 'practice', features: ['contracts', 'gold', 'withdrawals'] } },
      'GET common/getContractConfig': {
        data: { contracts: [contract('BTCPERP', 'BTC/USDT', 'contract'), contract('XAUPERP', 'XAU/USDT', 'gold')] },
      },
      'GET common/problem': {
        data: {
          list: [
            {
              article: {
                key: 'help/withdraw',
                title: 'How long a withdrawal takes',
                summary: 'Its blocks.',
                blocks: [],
                at: 0,
              },
            },
          ],
          next: null,
        },
      },
    });
    const field = page.getByRole('searchbox', { name: 'Search coins, settings and help' });
    const leads = () =>
      page
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href'));
    await field.fill('time zone');
    // What finds it is loaded with the first letter.
    await expect.poll(leads, patience).toContain('#/pages/mine/userCenter');
    await field.fill('btc');
    await expect.poll(leads).toContain('#/pages/lever/lever?contract=BTCPERP');
    await field.fill('gold');
    await expect.poll(leads).toContain('#/pages/lever/lever?contract=XAUPERP');
    await field.fill('withdraw');
    await expect.poll(leads).toContain('#/pages/assets/mention');
    // Switched off here.
    expect(leads()).not.toContain('#/pages/assets/rechargeRecord');
    await expect.poll(leads).toContain('#/pages/home/newsDetail?key=help%2Fwithdraw');
  });

  test('finds by symbol and by name, marks a star, and remembers what was opened', async () => {
    await renderScreen(`${path}?search=1`, Market, answers);
    const field = page.getByRole('searchbox', { name: 'Search coins, settings and help' });
    await expect.element(field).toHaveFocus();
    await field.fill('heaven');
    await expect.poll(symbols).toEqual(['C07']);
    await page.getByRole('button', { name: 'Favourite: C07/USDT' }).click();
    expect(favourites.get()).toEqual(['C07USDT']);
    await field.fill('c1');
    await expect.poll(() => symbols().slice(0, 2)).toEqual(['C10', 'C11']);
    rows()[0]
      ?.querySelector('a')
      ?.addEventListener('click', (event) => event.preventDefault());
    await page.getByRole('link', { name: /C10/ }).click();
    expect(recentPairs.get()).toEqual(['C10USDT']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.element(field).toHaveFocus();
    await expect.element(page.getByRole('button', { name: 'C10/USDT', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Clear recent searches' }).click();
    expect(recentPairs.get()).toEqual([]);
    await userEvent.fill(field, 'zzz');
    await expect.element(page.getByText('Nothing found')).toBeVisible();
  });
});
