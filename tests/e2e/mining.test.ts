import { describe, expect, it } from 'vitest';
import { minuteMs } from '#protocol/core/durations.ts';
import { readConfig } from '#server/core/config/config.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import { goToScreen, overflowing } from './phone.ts';
import { setPhoneStage } from './stage.ts';

/** The life of a miner tap by tap: found from home, bought, filled, started, collected, and led on to from assets. */

const stage = setPhoneStage({ exchange: 'shared' });

const button = (name: string | RegExp) => stage.page.getByRole('button', { name });
const dialog = () => stage.page.getByRole('dialog');
const miner = () => stage.page.getByRole('article', { name: 'Knot 40 No. 0001' });

/** Lets the miners have run for longer than they have: a day of the short model is a minute, and nobody waits for it. */
async function runFor(ms: number): Promise<void> {
  const database = openBesideServer(readConfig({ DATA_DIR: stage.exchange.dataFolder }));
  await database.pool.query(
    'UPDATE miners SET started_at = started_at - $1, as_of = as_of - $1, due_at = due_at - $1',
    [ms],
  );
  await database.close();
}

describe('a miner', () => {
  it('is found from home, says what it costs and earns, and is bought', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/index/index');
    await stage.page.getByRole('link', { name: 'Mining', exact: true }).click();
    await stage.page.getByText('No miners yet').waitFor();
    await stage.page.getByText('0.02 per TH/s a day, fuel 0.05').waitFor();
    await stage.page.getByText('pays back on day 174 of 180').waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    await button(/^Knot 40/).click();
    await dialog().getByText('40 TH/s × 0.02 = 0.80 USDT').waitFor();
    await dialog().getByText('8.00 USDT of income for its whole life is set aside when you buy').waitFor();
    await button('Buy for 5.40 USDT (practice)').click();
    await stage.page.getByText('1 × Knot 40 bought').waitFor();
    await miner().getByText('Not started').waitFor();
  });

  it('is filled with fuel, started, and burns it', async () => {
    await miner().getByRole('button', { name: 'Fill, 1.00 USDT' }).click();
    await dialog().getByRole('radio', { name: '50%' }).click();
    await dialog().getByText('10 of 20').waitFor();
    await button('Fill for 0.50 USDT (practice)').click();
    await miner().getByText('Fuel 10 of 20').waitFor();
    await button('Start Knot 40 No. 0001').click();
    await miner().getByText('day 1 of 10').waitFor();
    await button(/^Nothing to collect/).waitFor();
    await stage.page.getByText(/^Next income /).waitFor();
  });

  it('pays the income of its days into the mining wallet, which leads back to it', async () => {
    await runFor(minuteMs);
    await stage.page.reload();
    await button(/^Collect 0\.80 USDT \(practice\)/).click();
    await stage.page.getByText('0.80 USDT collected').waitFor();
    await button(/^Nothing to collect/).waitFor();
    await button('Open wallet').click();
    await stage.page.waitForURL(/wallet=mining/);
    await stage.page.getByText('0.80', { exact: true }).first().waitFor();
    await stage.page.getByRole('link', { name: /^Miners/ }).click();
    await miner().getByText('day 2 of 10').waitFor();
  });

  it('stops without fuel, says so by a notice that leads to it, and goes on when filled', async () => {
    await runFor(2 * minuteMs);
    await stage.page.reload();
    await miner().getByText('Stopped, no fuel').waitFor();
    await goToScreen(stage.page, stage.exchange.address, '#/pages/notice/list');
    await button(/A miner is out of fuel/)
      .or(stage.page.getByRole('link', { name: /A miner is out of fuel/ }))
      .click();
    await stage.page.getByRole('link', { name: 'Open the miner' }).click();
    await dialog().getByText('Stopped, no fuel').first().waitFor();
    await dialog().getByText('10 fuel · 0.50 USDT').waitFor();
    await stage.page.keyboard.press('Escape');
    // The address names it no more: neither loading again nor going back opens it once more.
    await stage.page.waitForURL(/mstarch\/mstarch$/);
    await stage.page.reload();
    await miner().getByText('Stopped, no fuel').waitFor();
    expect(await dialog().count()).toBe(0);
    await miner().getByRole('button', { name: 'Fill, 1.00 USDT' }).click();
    await button('Fill for 1.00 USDT (practice)').click();
    await miner().getByText('Running').waitFor();
    expect(stage.phone.complaints).toEqual([]);
  });

  it('is kept in the records once its last income is collected', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/mstarch/mstarch');
    await runFor(5 * minuteMs);
    await stage.page.reload();
    await miner().getByText('Stopped, no fuel').waitFor();
    await miner()
      .getByRole('button', { name: /^Fill, / })
      .click();
    await button(/^Fill for /).click();
    await miner().getByText('Running').waitFor();
    await runFor(3 * minuteMs);
    await stage.page.reload();
    await miner().getByText('Ended').waitFor();
    await button(/^Collect 7\.20 USDT \(practice\)/).click();
    await stage.page.getByText('No miners yet').waitFor();
    await stage.page.getByRole('link', { name: 'Mining records' }).click();
    await button(/Knot 40 No\. 0001/).click();
    await dialog().getByText('Income collected').first().waitFor();
    expect(stage.phone.complaints).toEqual([]);
  });
});
