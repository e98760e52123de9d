import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CallName } from '#protocol/calls.ts';
import type { BackingAccount } from '#protocol/backing/entities.ts';
import { exchangeAnswered, exchangeSilent } from '#app/platform/offline/reachability.ts';
import { type Answer, renderScreen } from '../account/testing-screens.tsx';
import { BackingScreen } from './backing-screen.tsx';
import { EntriesScreen } from './entries-screen.tsx';
import { SourceRow } from './source-row.tsx';
import { patience } from '../../../../tests/pace.ts';

const path = '/pages/Whiteskin/backing';

afterEach(() => exchangeAnswered(Date.now()));

function answer(accounts: readonly BackingAccount[], at = Date.now()): Partial<Record<CallName, Answer>> {
  const assets = [{ id: 'USDT', name: 'Tether', decimals: 2 }];
  return {
    'GET common/backing': { data: { at, accounts, list: [] } },
    'GET common/symbolsList': { data: { list: [], assets } },
    'GET common/sysTime': { data: { now: Date.now() } },
  };
}

const fixedTerms = { product: 'fixed-terms', asset: 'USDT', held: '105000', promised: '93606', lent: '0' } as const;
const bitcoin = { product: 'fixed-terms', asset: 'BTC', held: '0.02', promised: '0.00615', lent: '0' } as const;
const mining = { product: 'mining', asset: 'USDT', held: '175000', promised: '131480', lent: '0' } as const;

test('leads with the lowest cover and lists accounts by product and by coin', async () => {
  await renderScreen(path, BackingScreen, answer([fixedTerms, bitcoin, mining]));
  await expect.element(page.getByText('112.1% Fixed terms, USDT')).toBeVisible();
  await expect.element(page.getByText('Every promise of every account is held in full')).toBeVisible();
  const group = page.getByRole('region', { name: 'Mining' });
  await expect.element(group.getByText('131,480.00 of 175,000.00')).toBeVisible();
  await page.getByRole('radio', { name: 'By coin' }).click();
  await expect.element(page.getByText('225,086.00 of 280,000.00')).toBeVisible();
});

test('a whole cover without anything free says what is sold no more', async () => {
  await renderScreen(path, BackingScreen, answer([{ ...fixedTerms, promised: '105000' }]));
  await expect.element(page.getByText('No new terms are sold there until the fund grows')).toBeVisible();
});

test('below its promises an account says so at once, and what is stopped', async () => {
  await renderScreen(path, BackingScreen, answer([{ ...mining, held: '131000' }, fixedTerms]));
  await expect.element(page.getByText('99.6% Mining, USDT')).toBeVisible();
  const stopped = 'No new miners are sold there. Income is paid from what is held.';
  await expect.element(page.getByRole('alert')).toHaveTextContent(stopped);
});

const hash = '8f0e2a1c4f7d3b8e6a95c1d2e3f40516273849abcdef0123456789abcdef0123';
const heads = (list: object[]) => ({ 'GET common/recordHeads': { data: { list } } });

test('shows the newest head of the records with its day, and copies both', async () => {
  await renderScreen(path, BackingScreen, {
    ...answer([fixedTerms]),
    ...heads([{ date: '2026-11-22', hash, links: 412 }]),
  });
  const part = page.getByRole('region', { name: 'Fingerprint of the records' });
  await expect.element(part.getByText('Up to the end of Nov 22 (UTC)')).toBeVisible();
  await expect.element(part.getByText(hash)).toBeVisible();
  await expect.element(part.getByText(/^Keep it: it lets you prove later/)).toBeVisible();
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  await part.getByRole('button', { name: 'Copy the fingerprint' }).click();
  await vi.waitFor(() => expect(copied).toEqual([`2026-11-22: ${hash}`]), patience);
  vi.unstubAllGlobals();
});

test('shows no head before there is one, or while it does not load', async () => {
  await renderScreen(path, BackingScreen, { ...answer([fixedTerms]), ...heads([]) });
  await expect.element(page.getByText('112.1% Fixed terms, USDT')).toBeVisible();
  await expect.element(page.getByText('Fingerprint of the records')).not.toBeInTheDocument();
});

test('promises of nothing have no cover', async () => {
  await renderScreen(path, BackingScreen, answer([{ ...fixedTerms, promised: '0' }]));
  await expect.element(page.getByRole('heading', { name: 'Nothing is promised at the moment' })).toBeVisible();
});

test('old figures say of when they are', async () => {
  await renderScreen(path, BackingScreen, answer([fixedTerms], Date.now() - 121_000));
  await expect.element(page.getByText(/^as of /)).toBeVisible();
});

test('says when the accounts do not load, and asks again', async () => {
  await renderScreen(path, BackingScreen, {});
  await expect.element(page.getByText('The accounts did not load')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a source row says where money comes from and leads to the page', async () => {
  const Row = () => <SourceRow product="fixed-terms" asset="USDT" />;
  await renderScreen('/buy', Row, answer([fixedTerms]));
  const row = page.getByRole('link');
  await expect.element(row.getByText('Interest comes from the fixed-terms fund')).toBeVisible();
  await expect.element(row.getByText('93,606.00 promised, 105,000.00 held')).toBeVisible();
  await expect.element(row).toHaveAttribute('href', `#${path}`);
});

test('a source row of loans says what is free, and when nothing is there', async () => {
  const lending = { product: 'loans', asset: 'USDT', held: '1000000', promised: '412600', lent: '0' } as const;
  const Row = () => <SourceRow product="loans" asset="USDT" />;
  const { calls } = await renderScreen('/borrow', Row, answer([lending]));
  await expect.element(page.getByText('587,400.00 of 1,000,000.00 free')).toBeVisible();
  expect(calls.some(({ name }) => name === 'GET common/backing')).toBe(true);
  vi.unstubAllGlobals();
  await renderScreen('/borrow', Row, answer([]));
  await expect.element(page.getByText('The account is empty')).toBeVisible();
});

const loans = { product: 'loans', asset: 'USDT', held: '1000000', promised: '2990', lent: '412600' } as const;

test('says what loans have lent out beside what is held, by product and by coin', async () => {
  await renderScreen(path, BackingScreen, answer([fixedTerms, loans]));
  const sentence = 'Another 412,600.00 is lent out and comes back as loans are repaid: 1,412,600.00 funded in all.';
  const group = page.getByRole('region', { name: 'Loans' });
  await expect.element(group.getByText(sentence)).toBeVisible();
  await expect.element(page.getByText('lent out', { exact: true })).toBeVisible();
  await expect.element(group.getByRole('link')).toHaveAttribute('href', `#${path}?product=loans&asset=USDT`);
  await page.getByRole('radio', { name: 'By coin' }).click();
  await expect.element(page.getByText(/^Another 412,600\.00 is lent out/)).toBeVisible();
});

test('hands over the figures as a file for a spreadsheet', async () => {
  const files: File[] = [];
  vi.stubGlobal('navigator', {
    canShare: () => true,
    share: async (given: ShareData) => void files.push(...(given.files ?? [])),
  });
  await renderScreen(path, BackingScreen, answer([fixedTerms, loans], Date.UTC(2026, 10, 22, 6)));
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  await vi.waitFor(() => expect(files).toHaveLength(1), patience);
  vi.unstubAllGlobals();
  const lines = (await files[0]?.text())?.trim().split('\r\n');
  expect(lines?.[0]).toContain('Time,Product,Coin,Held,Promised,Free,Lent out,Funded');
  expect(lines?.[1]).toMatch(/,Fixed terms,USDT,105000,93606,11394,0,105000$/);
  expect(lines?.[2]).toMatch(/,Loans,USDT,1000000,2990,997010,412600,1412600$/);
});

test('lists what moved in an account, with what it held after each entry, page by page', async () => {
  const entry = (id: string, kind: string, free: string, aside: string) => ({
    id,
    at: Date.UTC(2026, 10, 22, 6),
    kind,
    free,
    aside,
    freeAfter: '95.2',
    asideAfter: '4.8',
  });
  const Entries = () => <EntriesScreen product="fixed-terms" asset="USDT" />;
  const list = [entry('9', 'earn-interest', '0.02', '-9.6'), entry('8', 'backing', '-4.8', '4.8')];
  const { calls } = await renderScreen('/entries', Entries, {
    ...answer([fixedTerms]),
    'GET common/backingEntries': { data: { list, next: null } },
  });
  const rows = page.getByRole('list', { name: 'Ledger entries' }).getByRole('listitem');
  for (const text of ['Interest of a fixed term', '−9.58', 'Paid out', 'After it 4.80 set aside, 95.20 free']) {
    await expect.element(rows.first().getByText(text)).toBeVisible();
  }
  for (const text of ['Backing of a product', 'Set aside'])
    await expect.element(rows.last().getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByText('93,606.00 set aside, 11,394.00 free')).toBeVisible();
  expect(calls.some(({ name }) => name === 'GET common/backingEntries')).toBe(true);
});

test('an account without entries says so', async () => {
  const Entries = () => <EntriesScreen product="loans" asset="BTC" />;
  await renderScreen('/entries', Entries, {
    ...answer([fixedTerms]),
    'GET common/backingEntries': { data: { list: [], next: null } },
  });
  await expect.element(page.getByText('Nothing has moved here yet')).toBeVisible();
});

test('without a connection the last figures stay, as of their time', async () => {
  await renderScreen(path, BackingScreen, answer([fixedTerms]));
  await expect.element(page.getByText(/^Updated /)).toBeVisible();
  exchangeSilent();
  await expect.element(page.getByText(/^as of /)).toBeVisible();
});
