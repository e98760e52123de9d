import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/core/config/config.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import { goToScreen, overflowing } from './phone.ts';
import { setPhoneStage } from './stage.ts';

/** A week of signing in, tap by tap: found from home, paid each day, doubled on the seventh, begun again after a gap. */

const stage = setPhoneStage();

const button = (name: string | RegExp) => stage.page.getByRole('button', { name });

/** Lets days pass: what was signed in lies so many days further back. Nobody waits for a day. */
async function passDays(days: number): Promise<void> {
  const database = openBesideServer(readConfig({ DATA_DIR: stage.exchange.dataFolder }));
  await database.transaction(async ({ client }) => {
    // In two steps, because a user has one row a day at every moment.
    await client.query('UPDATE sign_ins SET day = -day');
    await client.query('UPDATE sign_ins SET day = -day - $1', [days]);
    await client.query('UPDATE sign_in_streaks SET last_day = last_day - $1', [days]);
  });
  await database.close();
  await stage.page.reload();
}

/** What the spot wallet holds, as the exchange says. */
async function spotUsdt(): Promise<number> {
  return stage.page.evaluate(async () => {
    const answer = await fetch('/api/wallet', {
      headers: { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` },
    });
    const { data } = (await answer.json()) as {
      data: { balances: { wallet: string; asset: string; available: string }[] };
    };
    const row = data.balances.find(({ wallet, asset }) => wallet === 'spot' && asset === 'USDT');
    return Number(row?.available ?? '0');
  });
}

describe('signing in every day', () => {
  it('is found from home and pays the first day', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/index/index');
    await stage.page.getByRole('link', { name: 'Check-in', exact: true }).click();
    await stage.page.getByText('Days to the doubled reward: 6').waitFor();
    await stage.page.getByText('Reward pool of').waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    const before = await spotUsdt();
    await button(/^Check in for 0\.20 USDT \(practice\)/).click();
    await stage.page.getByText('0.20 USDT credited').waitFor();
    await button(/^Checked in, next in \d\d:\d\d:\d\d$/).waitFor();
    expect(((await spotUsdt()) - before).toFixed(2)).toBe('0.20');
  });

  it('pays each day of a week, and the seventh twice', async () => {
    const before = await spotUsdt();
    for (let day = 2; day <= 6; day += 1) {
      await passDays(1);
      await button(/^Check in for 0\.20 USDT \(practice\)/).click();
      await button(/^Checked in, next in/).waitFor();
      await stage.page.getByText(`${day} days`, { exact: true }).waitFor();
    }
    await passDays(1);
    await stage.page.getByText('Today is the seventh day: the reward is doubled').waitFor();
    await button(/^Check in for 0\.40 USDT \(practice\)/).click();
    await stage.page.getByText('0.40 USDT credited').waitFor();
    await stage.page.getByText('7 days', { exact: true }).waitFor();
    expect(((await spotUsdt()) - before).toFixed(2)).toBe('1.40');
  });

  it('shows every signed day in the calendar of its month', async () => {
    await stage.page.getByRole('link', { name: 'All months' }).click();
    await stage.page.getByRole('table').waitFor();
    const count = async () => stage.page.getByRole('cell', { name: /, checked in, / }).count();
    let ofThisMonth = 0;
    await expect.poll(async () => (ofThisMonth = await count()), { timeout: 10_000 }).toBeGreaterThan(0);
    await button('Month before').click();
    await stage.page.waitForFunction(() => document.querySelector('#app [data-today]') === null);
    // A week lies in this month and in the one before it.
    await expect.poll(async () => ofThisMonth + (await count()), { timeout: 10_000 }).toBe(7);
    await button('Month after').click();
    await stage.page.waitForFunction(() => document.querySelector('#app [data-today]') !== null);
  });

  it('begins again at one after a missed day', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/Signin/Signin');
    await passDays(2);
    await stage.page.getByText('0 days', { exact: true }).waitFor();
    await button(/^Check in for 0\.20 USDT \(practice\)/).click();
    await stage.page.getByText('1 day', { exact: true }).waitFor();
    expect(stage.phone.complaints).toEqual([]);
  });

  it('counts the day without a reward once the pool is empty, and says so before', async () => {
    const database = openBesideServer(readConfig({ DATA_DIR: stage.exchange.dataFolder }));
    await database.pool.query('UPDATE sign_in_pools SET budget = 0');
    await database.close();
    await passDays(2);
    await stage.page.getByText(/^The pool is empty/).waitFor();
    await button('Check in (no reward today)').click();
    await stage.page.getByText('Checked in, without a reward').waitFor();
    await stage.page.getByText('1 day', { exact: true }).waitFor();
    expect(stage.phone.complaints).toEqual([]);
  });
});
