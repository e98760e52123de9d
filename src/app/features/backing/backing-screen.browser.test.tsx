import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CallName } from '../../../protocol/calls.ts';
import type { Backing } from '../../../protocol/entities/backing.ts';
import { exchangeAnswered, exchangeSilent } from '../../platform/offline/reachability.ts';
import { type Answer, renderScreen } from '../account/testing-screens.tsx';
import { BackingScreen } from './backing-screen.tsx';
import { SourceRow } from './source-row.tsx';

const path = '/pages/Whiteskin/backing';

afterEach(() => exchangeAnswered(Date.now()));

function answer(list: Backing['list'], at = Date.now()): Partial<Record<CallName, Answer>> {
  const assets = [{ id: 'USDT', name: 'Tether', decimals: 2 }];
  return {
    'GET common/backing': { data: { at, list } },
    'GET common/symbolsList': { data: { list: [], assets } },
    'GET common/sysTime': { data: { now: Date.now() } },
  };
}

const earn = { product: 'earn', asset: 'USDT', held: '105000', promised: '93606' } as const;
const bitcoin = { product: 'earn', asset: 'BTC', held: '0.02', promised: '0.00615' } as const;
const mining = { product: 'mining', asset: 'USDT', held: '175000', promised: '131480' } as const;

test('leads with the lowest cover and lists accounts by product and by coin', async () => {
  await renderScreen(path, BackingScreen, answer([earn, bitcoin, mining]));
  await expect.element(page.getByText('112.1% Earn, USDT')).toBeVisible();
  await expect.element(page.getByText('Every promise of every account is held in full')).toBeVisible();
  const group = page.getByRole('region', { name: 'Mining' });
  await expect.element(group.getByText('131,480.00 of 175,000.00')).toBeVisible();
  await page.getByRole('radio', { name: 'By coin' }).click();
  await expect.element(page.getByText('225,086.00 of 280,000.00')).toBeVisible();
});

test('a whole cover without anything free says what is sold no more', async () => {
  await renderScreen(path, BackingScreen, answer([{ ...earn, promised: '105000' }]));
  await expect.element(page.getByText('No new terms are sold there until the fund grows')).toBeVisible();
});

test('below its promises an account says so at once, and what is stopped', async () => {
  await renderScreen(path, BackingScreen, answer([{ ...mining, held: '131000' }, earn]));
  await expect.element(page.getByText('99.6% Mining, USDT')).toBeVisible();
  const stopped = 'No new miners are sold there. Income is paid from what is held.';
  await expect.element(page.getByRole('alert')).toHaveTextContent(stopped);
});

test('promises of nothing have no cover', async () => {
  await renderScreen(path, BackingScreen, answer([{ ...earn, promised: '0' }]));
  await expect.element(page.getByRole('heading', { name: 'Nothing is promised at the moment' })).toBeVisible();
});

test('old figures say of when they are', async () => {
  await renderScreen(path, BackingScreen, answer([earn], Date.now() - 121_000));
  await expect.element(page.getByText(/^as of /)).toBeVisible();
});

test('says when the accounts do not load, and asks again', async () => {
  await renderScreen(path, BackingScreen, {});
  await expect.element(page.getByText('The accounts did not load')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a source row says where money comes from and leads to the page', async () => {
  const Row = () => <SourceRow product="earn" asset="USDT" />;
  await renderScreen('/buy', Row, answer([earn]));
  const row = page.getByRole('link');
  await expect.element(row.getByText('Interest comes from the earn fund')).toBeVisible();
  await expect.element(row.getByText('93,606.00 promised, 105,000.00 held')).toBeVisible();
  await expect.element(row).toHaveAttribute('href', `#${path}`);
});

test('a source row of loans says what is free, and when nothing is there', async () => {
  const loans = { product: 'loans', asset: 'USDT', held: '1000000', promised: '412600' } as const;
  const Row = () => <SourceRow product="loans" asset="USDT" />;
  const { calls } = await renderScreen('/borrow', Row, answer([loans]));
  await expect.element(page.getByText('587,400.00 of 1,000,000.00 free')).toBeVisible();
  expect(calls.some(({ name }) => name === 'GET common/backing')).toBe(true);
  vi.unstubAllGlobals();
  await renderScreen('/borrow', Row, answer([]));
  await expect.element(page.getByText('The account is empty')).toBeVisible();
});

test('without a connection the last figures stay, as of their time', async () => {
  await renderScreen(path, BackingScreen, answer([earn]));
  await expect.element(page.getByText(/^Updated /)).toBeVisible();
  exchangeSilent();
  await expect.element(page.getByText(/^as of /)).toBeVisible();
});
