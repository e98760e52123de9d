import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallName } from '#protocol/calls.ts';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { exchangeAnswered, exchangeSilent } from '#app/platform/offline/reachability.ts';
import { session } from '#app/platform/session/session.ts';
import { type Answer, renderScreen } from '../account/testing-screens.tsx';
import { EndedScreen } from './ended-screen.tsx';
import { RobotsScreen } from './robots-screen.tsx';
import { averagingRobot, gridRobot, marketAnswers, pausedRobot, robotProducts, robotsAt } from './testing-robots.ts';

const path = '/pages/AI_quantification/AI_quantification';
const robots = [gridRobot, averagingRobot, pausedRobot];

const balance = {
  wallet: [{ asset: 'USDT', available: '1267.6', frozen: '0' }],
  robots: 3,
  putIn: '5500',
  value: '5612.4',
  profit: '112.4',
  today: '9.62',
  at: robotsAt,
};

function answers(list: readonly unknown[] = robots): Partial<Record<CallName, Answer>> {
  return {
    ...marketAnswers(),
    'GET quant/product/list': { data: { list: robotProducts, at: robotsAt } },
    'GET quant/balance': { data: balance },
    'GET quant/order/list': { data: { list, next: null, at: robotsAt } },
  };
}

beforeEach(() => {
  session.set({ token: 'token', account: '100001' });
  if (amountsHidden.get()) toggleHiddenAmounts();
});

afterEach(() => {
  exchangeAnswered(Date.now());
  session.set(null);
});

describe('The tab of robots', () => {
  test('leads with what robots are worth, then each of them with its state', async () => {
    await renderScreen(path, RobotsScreen, answers());
    const hero = page.getByRole('region', { name: 'Value in robots' });
    await expect.element(hero.getByText('5,612.40 USDT')).toBeVisible();
    await expect.element(hero).toMatchTextContent(/\+112\.40 \(\+2\.04%\) after fees · today \+9\.62/);
    await expect.element(page.getByText('1,267.60 USDT')).toBeVisible();
    const list = page.getByRole('list', { name: 'Your robots' });
    await expect
      .element(list.getByRole('link', { name: /BTC grid 1/ }))
      .toHaveTextContent('BTC grid 1Spot grid · 12 d3,132.40+132.40 (+4.41%)');
    await expect.element(list.getByRole('link', { name: /ETH averaging/ })).toMatchTextContent(/Safety order 2 of 5/);
    await expect
      .element(list.getByRole('link', { name: /SOL trend/ }))
      .toMatchTextContent(/Paused Nov 19, pair halted/);
    await expect
      .element(list.getByRole('link', { name: /BTC grid 1/ }))
      .toHaveAttribute('href', '#/pages/AI_quantification/quantification_details?id=1');
  });

  test('shows the bad end of each product as large as the good one, and no bar for too few robots', async () => {
    await renderScreen(path, RobotsScreen, answers());
    await expect.element(page.getByText('All robots, 90 days, after fees')).toBeVisible();
    const grid = page.getByRole('link', {
      name: 'Spot grid, BTC/USDT, 1,240 uses, 412 robots, worst tenth −6.8%, best tenth +7.4%, median +1.9%',
    });
    await expect.element(grid).toMatchTextContent(/−6\.8%\+7\.4%\+1\.9%/);
    await expect
      .element(grid)
      .toHaveAttribute('href', '#/pages/AI_quantification/quantification_details?strategy=grid&pair=BTCUSDT');
    await page.getByRole('radio', { name: 'Rebalancing' }).click();
    const few = page.getByRole('link', { name: 'Rebalancing, ETH/USDT, 7 uses, 7 robots, too few to say' });
    await expect.element(few).toBeVisible();
    expect(few.element().querySelector('svg')).toBeNull();
  });

  test('says how often each product was used, and how long the cycle of a strategy is', async () => {
    await renderScreen(path, RobotsScreen, answers());
    const products = page.getByRole('region', { name: 'Start a robot' });
    await expect.element(products.getByText('Cycle: Continuous')).toBeVisible();
    await expect.element(products.getByText('1,240 uses', { exact: true })).toBeVisible();
    await page.getByRole('radio', { name: 'Trend' }).click();
    await expect.element(products.getByText('Cycle: Every 1 min to 4 h')).toBeVisible();
    await expect.element(products.getByText('318 uses', { exact: true })).toBeVisible();
  });

  test('a visitor sees products alone and the way in', async () => {
    session.set(null);
    const { calls } = await renderScreen(path, RobotsScreen, answers());
    await expect.element(page.getByRole('link', { name: /^Spot grid, BTC/ })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Log in to start one' }))
      .toHaveAttribute('href', '#/pages/login/login?to=%2Fpages%2FAI_quantification%2FAI_quantification');
    expect(calls.map(({ name }) => name)).not.toContain('GET quant/balance');
    expect(calls.map(({ name }) => name)).not.toContain('GET quant/order/list');
  });

  test('hides own amounts and changes, and keeps the record of all', async () => {
    toggleHiddenAmounts();
    await renderScreen(path, RobotsScreen, answers());
    await expect.element(page.getByRole('link', { name: /BTC grid 1/ })).toMatchTextContent(/••••••/);
    expect(document.body.textContent).not.toContain('3,132.40');
    expect(document.body.textContent).not.toContain('+4.41%');
    await expect.element(page.getByRole('link', { name: /^Spot grid, BTC/ })).toMatchTextContent(/\+1\.9%/);
  });

  test('without a robot it leads to a try on past prices', async () => {
    await renderScreen(path, RobotsScreen, answers([]));
    await expect.element(page.getByText('No robot yet')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Try a grid' })).toBeVisible();
  });

  test('says what did not load, and that coins are safe', async () => {
    await renderScreen(path, RobotsScreen, marketAnswers());
    await expect.element(page.getByText('Your robots did not load')).toBeVisible();
    await expect.element(page.getByText('The strategies did not load')).toBeVisible();
    await expect.element(page.getByText(/Your coins are safe/).first()).toBeVisible();
  });

  test('without a connection the last figures stay, as of their time', async () => {
    await renderScreen(path, RobotsScreen, answers());
    await expect.element(page.getByText('5,612.40 USDT')).toBeVisible();
    exchangeSilent();
    await expect.element(page.getByText(/^as of /)).toBeVisible();
    await expect.element(page.getByText('5,612.40 USDT')).toBeVisible();
  });
});

test('robots that ended are kept with what they returned and why they ended', async () => {
  const ended = { ...gridRobot, state: 'stopped', cause: 'stop-loss', endedAt: robotsAt };
  await renderScreen(path, EndedScreen, answers([ended]));
  await expect
    .element(page.getByRole('link', { name: /BTC grid 1/ }))
    .toMatchTextContent(/Ended Nov 20, stop-loss reached/);
});
