import { describe, expect, it } from 'vitest';
import { minuteMs } from '#protocol/core/durations.ts';
import { readConfig } from '#server/core/config/config.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import { goToScreen, overflowing } from './phone.ts';
import { setPhoneStage } from './stage.ts';

/** Fixed terms tap by tap: one to its yield in a short practice cycle, and another one left early. */

const stage = setPhoneStage({ exchange: 'shared' });

const button = (name: string | RegExp) => stage.page.getByRole('button', { name });
const dialog = () => stage.page.getByRole('dialog');

/** Closing a sheet takes a step back in the history, which a page that is loaded in the same moment would be taken back by. */
async function closeSheet(): Promise<void> {
  await stage.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await stage.page.waitForTimeout(300);
}

/** Lets running terms have run for longer than they have: a day of a short cycle is a minute, and nobody waits for it. */
async function runFor(ms: number): Promise<void> {
  const database = openBesideServer(readConfig({ DATA_DIR: stage.exchange.dataFolder }));
  await database.pool.query(
    `UPDATE fixed_holdings SET opened_at = opened_at - $1, ends_at = ends_at - $1, next_at = next_at - $1
      WHERE state = 'not-earned'`,
    [ms],
  );
  await database.close();
  await stage.page.reload();
}

async function buy(cycle: RegExp, amount: string): Promise<void> {
  await goToScreen(stage.page, stage.exchange.address, '#/pages/financial/financial');
  await stage.page.getByRole('radio', { name: 'Short cycles' }).click();
  await stage.page.getByRole('link', { name: cycle }).first().click();
  await stage.page.getByRole('textbox', { name: 'Amount (USDT)' }).fill(amount);
  await button(/^Lock 500\.00 USDT \(practice\)/).click();
  await dialog()
    .getByRole('button', { name: /^Lock 500\.00 USDT \(practice\)/ })
    .click();
  await stage.page.getByRole('heading', { name: 'My fixed terms' }).waitFor();
}

describe('a fixed term', () => {
  it('is found from home, shows day by day what one will have, and takes coins', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/index/index');
    await stage.page.getByRole('link', { name: 'Fixed terms', exact: true }).click();
    await stage.page.getByText('Nothing in fixed terms').waitFor();
    await stage.page.getByText('Interest comes from the fixed-terms fund').waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    await stage.page.getByRole('radio', { name: 'Short cycles' }).click();
    await stage.page.getByRole('link', { name: /^Monthly USDT, 30 minutes/ }).click();
    await stage.page.getByRole('textbox', { name: 'Amount (USDT)' }).fill('500');
    await stage.page.getByText('502.40').first().waitFor();
    await stage.page.getByRole('slider', { name: 'Day' }).fill('12');
    await stage.page.getByText('500.96').first().waitFor();
    await stage.page.getByText('500.48').first().waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    await buy(/^Weekly USDT, 7 minutes/, '500');
    await button(/Weekly · 7 minutes/).click();
    await dialog().getByText('Set aside for the end').waitFor();
    await dialog().getByText('0.50 USDT').first().waitFor();
    await closeSheet();
  });

  it('pays its yield at the end', async () => {
    await runFor(3 * minuteMs);
    await button(/Weekly · 7 minutes/).click();
    await dialog().getByText('3 of 7').waitFor();
    await closeSheet();
    await runFor(5 * minuteMs);
    await expect
      .poll(
        async () => {
          await stage.page.reload();
          await stage.page.getByRole('radio', { name: /^Earned 1/ }).waitFor({ timeout: 10_000 });
          return true;
        },
        { timeout: 40_000 },
      )
      .toBe(true);
    await button(/Weekly · 7 minutes.*Earned/).click();
    await dialog().getByText('Interest paid').waitFor();
    await dialog().getByText('0.50 USDT').first().waitFor();
    await closeSheet();
  });

  it('is opened by its address, which forgets it once it is closed, and has a row in assets', async () => {
    await buy(/^Weekly USDT, 7 minutes/, '500');
    const database = openBesideServer(readConfig({ DATA_DIR: stage.exchange.dataFolder }));
    const { rows } = await database.pool.query<{ id: string }>('SELECT max(id) AS id FROM fixed_holdings');
    await database.close();
    await goToScreen(stage.page, stage.exchange.address, '#/pages/assets/assets');
    await stage.page.getByRole('link', { name: /^Fixed terms.*1 running.*500\.00 USDT/ }).waitFor();
    for (const close of [() => button('Close').click(), () => stage.page.goBack()]) {
      await goToScreen(stage.page, stage.exchange.address, '#/pages/assets/assets');
      await goToScreen(stage.page, stage.exchange.address, `#/pages/financial/records?id=${rows[0]?.id}`);
      await dialog().getByText('Set aside for the end').waitFor();
      await close();
      await stage.page.waitForURL(/financial\/records$/);
      await dialog().waitFor({ state: 'detached' });
      await stage.page.reload();
      await stage.page.getByRole('heading', { name: 'My fixed terms' }).waitFor();
      await button(/Weekly · 7 minutes/)
        .first()
        .waitFor();
      expect(await dialog().count()).toBe(0);
      await stage.page.goBack();
      await stage.page.getByRole('heading', { name: 'Assets' }).waitFor();
    }
  });

  it('is left early at the cost that was shown', async () => {
    await buy(/^Monthly USDT, 30 minutes/, '500');
    await runFor(12 * minuteMs);
    await button(/Monthly · 30 minutes/).click();
    await button('Leave early').click();
    await dialog().getByText('Early exit cost').waitFor();
    await dialog().getByText('0.48 USDT').locator('visible=true').first().waitFor();
    await button(/^Leave with 500\.48 USDT \(practice\)/).click();
    await stage.page.getByText('500.48 USDT returned').waitFor();
    await button(/Monthly · 30 minutes.*Earned in advance/).waitFor();
    expect(stage.phone.complaints).toEqual([]);
  });
});
