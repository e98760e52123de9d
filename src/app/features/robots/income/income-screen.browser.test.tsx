import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CallName } from '#protocol/calls.ts';
import { exchangeAnswered, exchangeSilent } from '#app/platform/offline/reachability.ts';
import { session } from '#app/platform/session/session.ts';
import { type Answer, renderScreen } from '#app/features/account/testing-screens.tsx';
import { averagingRobot, gridRobot, marketAnswers, robotsAt } from '../testing-robots.ts';
import { IncomeScreen } from './income-screen.tsx';

const path = '/pages/AI_quantification/quantification_income';
let chosen: string | null | undefined;
const Screen = () => (
  <IncomeScreen
    robot={undefined}
    onChoose={(id) => {
      chosen = id;
    }}
  />
);

const days = [
  { day: '2026-11-20', income: '9.62', fees: '0.81', trades: 5, complete: false },
  { day: '2026-11-19', income: '15.16', fees: '0.4', trades: 1, complete: true },
  { day: '2026-11-17', income: '-12.28', fees: '1.2', trades: 8, complete: true },
];

function answers(list: readonly unknown[] = days): Partial<Record<CallName, Answer>> {
  return {
    ...marketAnswers(),
    'GET quant/income/list': { data: { list, next: null, asset: 'USDT', at: robotsAt } },
    'GET quant/order/list': { data: { list: [gridRobot, averagingRobot], next: null, at: robotsAt } },
    'GET quant/balance': {
      data: { wallet: [], robots: 2, putIn: '4500', value: '4616.56', profit: '116.56', today: '9.62', at: robotsAt },
    },
  };
}

beforeEach(() => session.set({ token: 'token', account: '100001' }));

afterEach(() => {
  exchangeAnswered(Date.now());
  session.set(null);
});

describe('Income of robots', () => {
  test('adds the days up and names the best and the worst', async () => {
    await renderScreen(path, Screen, answers());
    const sum = page.getByRole('region', { name: 'Income after fees' });
    await expect
      .element(sum)
      .toMatchTextContent(/Nov 17 – Nov 20.*\+12\.50 USDTon 4,500\.00 put in · \+0\.27% · 2 up, 1 down/);
    await expect.element(page.getByText('Best day, Nov 19')).toBeVisible();
    await expect.element(page.getByText('Worst day, Nov 17')).toBeVisible();
    await expect.element(page.getByText('−2.41')).toBeVisible();
    await expect.element(page.getByText('so far')).toBeVisible();
  });

  test('arrow keys move from day to day over the gap of one that was not counted', async () => {
    await renderScreen(path, Screen, answers());
    const bars = page.getByRole('slider', { name: 'Income per day' });
    await expect.element(bars).toHaveAttribute('aria-valuetext', 'Nov 20: +9.62');
    (bars.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(bars).toHaveAttribute('aria-valuetext', 'Nov 19: +15.16');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(bars).toHaveAttribute('aria-valuetext', 'Nov 18: not counted');
    expect(bars.element().querySelectorAll('[data-gap]')).toHaveLength(1);
    await userEvent.keyboard('{Home}');
    await expect.element(bars).toHaveAttribute('aria-valuetext', 'Nov 17: −12.28');
  });

  test('chips choose a robot', async () => {
    await renderScreen(path, Screen, answers());
    await page.getByRole('radio', { name: 'ETH averaging' }).click();
    expect(chosen).toBe('2');
  });

  test('says that there is none yet, and what did not load', async () => {
    await renderScreen(path, Screen, answers([]));
    await expect.element(page.getByText('No income yet')).toBeVisible();
  });

  test('without a connection the last figures stay, as of their time', async () => {
    await renderScreen(path, Screen, answers());
    await expect.element(page.getByText('so far')).toBeVisible();
    exchangeSilent();
    await expect.element(page.getByText(/^as of /)).toBeVisible();
  });
});
