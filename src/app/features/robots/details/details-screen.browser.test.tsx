import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallName } from '#protocol/calls.ts';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { exchangeAnswered, exchangeSilent } from '#app/platform/offline/reachability.ts';
import { session } from '#app/platform/session/session.ts';
import { playHub, report } from '#app/platform/stream/testing-hub.ts';
import { type Answer, renderScreen } from '#app/features/account/testing-screens.tsx';
import { gridRobot, marketAnswers, pausedRobot, robotsAt } from '../testing-robots.ts';
import { DetailsScreen } from './details-screen.tsx';

const path = '/pages/AI_quantification/quantification_details';
const Screen = () => <DetailsScreen id="1" />;
const hourMs = 3_600_000;

const orders = [
  { id: '11', side: 'sell', price: '67875', amount: '0.0018', filled: '0', at: robotsAt },
  { id: '12', side: 'buy', price: '66958.3', amount: '0.0018', filled: '0.0009', at: robotsAt },
];
const trades = [
  {
    id: '21',
    side: 'sell',
    price: '67416.7',
    amount: '0.0018',
    total: '121.35',
    fee: '0.12',
    boughtAt: '66958.3',
    net: '0.58',
    closing: null,
    at: robotsAt - hourMs,
  },
  {
    id: '22',
    side: 'buy',
    price: '66958.3',
    amount: '0.0018',
    total: '120.52',
    fee: '0.12',
    boughtAt: null,
    net: null,
    closing: null,
    at: robotsAt - 2 * hourMs,
  },
];

function answers(robot: Robot = gridRobot): Partial<Record<CallName, Answer>> {
  const values = Array.from({ length: 24 }, (_, nth) => [robotsAt - (24 - nth) * hourMs, `${3000 + nth * 5}`]);
  return {
    ...marketAnswers(),
    'GET quant/order/detail': { data: { robot, orders, values, at: robotsAt } },
    'GET quant/order/trades': { data: { list: trades, next: null } },
    'POST quant/startIncome': { data: { robot: { ...robot, state: 'paused' }, at: robotsAt } },
    'POST quant/redeem': { data: { robot: { ...robot, state: 'stopped' }, at: robotsAt } },
    'PUT quant/create': { data: { robot, at: robotsAt } },
  };
}

const bodyOf = (calls: readonly { readonly name: string; readonly body: unknown }[], name: CallName) =>
  calls.find((call) => call.name === name)?.body;

beforeEach(() => {
  session.set({ token: 'token', account: '100001' });
  if (amountsHidden.get()) toggleHiddenAmounts();
});

afterEach(() => {
  exchangeAnswered(Date.now());
  session.set(null);
});

describe('The details of a robot', () => {
  test('parts of the profit add up to it', async () => {
    await renderScreen(path, Screen, answers());
    const profit = page.getByRole('region', { name: 'Profit after fees' });
    await expect
      .element(profit)
      .toMatchTextContent(
        /\+132\.40 USDT.*\+4\.41% in 12 d.*31 pairs\+25\.58Coins held\+115\.92Fees−9\.10Value now3,132\.40/,
      );
    await expect.element(page.getByText('Running')).toBeVisible();
  });

  test('lists what was bought and sold, and shows a fill with its fee', async () => {
    await renderScreen(path, Screen, answers());
    const rows = page.getByRole('list', { name: 'Trades' });
    await expect.element(rows.getByRole('button').first()).toMatchTextContent(/Bought 66,958\.3Sold 67,416\.7\+0\.58/);
    await rows.getByRole('button').first().click();
    const sheet = page.getByRole('dialog', { name: 'Filled order' });
    await expect.element(sheet).toMatchTextContent(/Sold at 67,416\.7 USDT/);
    await expect.element(sheet).toMatchTextContent(/Fee0\.12 USDT/);
    await expect.element(sheet).toMatchTextContent(/Net of both fees\+0\.58 USDT/);
  });

  test('lists orders in the book, the highest price first', async () => {
    await renderScreen(path, Screen, answers());
    await page.getByRole('tab', { name: 'Orders 2' }).click();
    const rows = page.getByRole('list', { name: 'Orders' }).getByRole('button');
    await expect.element(rows.nth(0)).toHaveTextContent('Sell67,875.00.00180%');
    await expect.element(rows.nth(1)).toHaveTextContent('Buy66,958.30.001850%');
  });

  test('shows the value over time and the parameters', async () => {
    await renderScreen(path, Screen, answers());
    await page.getByRole('tab', { name: 'Performance' }).click();
    await expect.element(page.getByRole('slider', { name: 'Value over time' })).toBeVisible();
    await expect.element(page.getByText('3,115.00 USDT +3.83%')).toBeVisible();
    await page.getByRole('tab', { name: 'Settings' }).click();
    const panel = page.getByRole('tabpanel');
    await expect.element(panel).toMatchTextContent(/Lowest line61,000 USDTHighest line72,000 USDTLines25/);
    await expect.element(panel).toMatchTextContent(/Stop-loss58,000 USDTTake-profitNone/);
  });

  test('shows the cycle, how often its product was used, its service fee and its start', async () => {
    await renderScreen(path, Screen, answers());
    await page.getByRole('tab', { name: 'Settings' }).click();
    const panel = page.getByRole('tabpanel');
    await expect
      .element(panel)
      .toMatchTextContent(/CycleContinuousUsage count3 times by youService fee10% of the profit, at its endStartedNov/);
  });

  test('shows the cycle of a strategy that decides on candles', async () => {
    await renderScreen(path, Screen, answers({ ...pausedRobot, id: '1' }));
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect
      .element(page.getByRole('tabpanel'))
      .toMatchTextContent(/CycleEvery 15 minUsage count1 time by youService fee/);
  });

  test('asks again once the stream says that it did something', async () => {
    playHub();
    const { calls } = await renderScreen(path, Screen, answers());
    await expect.element(page.getByRole('tab', { name: 'Orders 2' })).toBeVisible();
    const asked = (name: CallName) => calls.filter((call) => call.name === name).length;
    const before = [asked('GET quant/order/detail'), asked('GET quant/order/trades')];
    const account = { orders: [], balances: [], unread: 0 };
    report('account', { ...account, robots: [{ id: '2', at: robotsAt }] });
    report('account', { orders: [], balances: [], unread: null, robots: [{ id: '1', at: robotsAt + 1 }] }, 'delta');
    await expect
      .poll(() => [asked('GET quant/order/detail'), asked('GET quant/order/trades')])
      .toEqual(before.map((count) => count + 1));
  });

  test('pauses at once', async () => {
    const { calls } = await renderScreen(path, Screen, answers());
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(() => bodyOf(calls, 'POST quant/startIncome')).toEqual({ id: '1', act: 'pause' });
  });

  test('redeems after both results are shown', async () => {
    const { calls } = await renderScreen(path, Screen, answers());
    await page.getByRole('button', { name: 'Redeem' }).click();
    const sheet = page.getByRole('dialog', { name: 'Redeem' });
    await expect.element(sheet).toMatchTextContent(/If sold≈ 3,119\.16 USDT/);
    await expect.element(sheet).toMatchTextContent(/If kept≈ 1,486\.76 USDT \+ 0\.02410000 BTC/);
    await expect.element(sheet).toMatchTextContent(/Service fee, 10% of the profit≈ 13\.24 USDT/);
    await sheet.getByRole('radio', { name: 'Keep the coins' }).click();
    await sheet.getByRole('button', { name: /End and keep the coins \(practice\)/ }).click();
    await expect.poll(() => bodyOf(calls, 'POST quant/redeem')).toEqual({ id: '1', coins: 'keep' });
  });

  test('changes name and parameters, and refuses those out of bounds', async () => {
    const { calls } = await renderScreen(path, Screen, answers());
    await page.getByRole('button', { name: 'Change' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Change the robot' });
    await sheet.getByLabelText('Lines', { exact: true }).fill('101');
    await expect.element(sheet.getByText('Fill in every parameter.')).toBeVisible();
    await sheet.getByLabelText('Lines', { exact: true }).fill('30');
    await sheet.getByLabelText('Name').fill('BTC wide');
    await sheet.getByRole('button', { name: /Save changes/ }).click();
    await expect
      .poll(() => bodyOf(calls, 'PUT quant/create'))
      .toEqual({
        id: '1',
        name: 'BTC wide',
        parameters: { strategy: 'grid', lower: '61000', upper: '72000', lines: 30, spacing: 'arithmetic' },
        bounds: { stopLoss: '58000', takeProfit: null },
      });
  });

  test('shares parameters without amounts', async () => {
    await renderScreen(path, Screen, answers());
    await page.getByRole('button', { name: 'Share parameters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Share parameters' });
    await expect.element(sheet.getByRole('img', { name: 'QR code of these parameters' })).toBeVisible();
    await expect.element(sheet.getByText('Amounts and results are not shared.', { exact: false })).toBeVisible();
  });

  test('a robot paused by a halt says so and can be resumed', async () => {
    const { calls } = await renderScreen(path, Screen, answers({ ...pausedRobot, id: '1' }));
    await expect.element(page.getByText('Paused, orders cancelled')).toBeVisible();
    await expect.element(page.getByText(/SOL\/USDT was halted, so the robot’s orders were cancelled/)).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => bodyOf(calls, 'POST quant/startIncome')).toEqual({ id: '1', act: 'start' });
  });

  test('without a connection nothing can be done, and it says why', async () => {
    await renderScreen(path, Screen, answers());
    await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    exchangeSilent();
    await expect.element(page.getByText(/Robots keep running/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Redeem' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('says when it does not load', async () => {
    await renderScreen(path, Screen, marketAnswers());
    await expect.element(page.getByText('This robot did not load')).toBeVisible();
  });
});
