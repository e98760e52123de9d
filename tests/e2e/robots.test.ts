import { describe, expect, it } from 'vitest';
import { goToScreen, overflowing, until } from './phone.ts';
import { setPhoneStage } from './stage.ts';
import { askExchange } from './ask-exchange.ts';

/** A robot tap by tap: found on its tab, tried on past prices, started, seen in the book, paused, and redeemed. */

const stage = setPhoneStage({ exchange: 'shared' });

const button = (name: string | RegExp) => stage.page.getByRole('button', { name });
const dialog = () => stage.page.getByRole('dialog');

/** Asks the exchange what the person’s robots are. */
async function robots(show: 'active' | 'ended') {
  const answer = await askExchange(`${stage.exchange.address}/api/quant/order/list?show=${show}`, {
    headers: { authorization: `Bearer ${stage.session.token}` },
  });
  const { data } = (await answer.json()) as { data: { list: { id: string; openOrders: number; state: string }[] } };
  return data.list;
}

describe('a grid', () => {
  it('is found among the products and tried on past prices', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/AI_quantification/AI_quantification');
    await stage.page.getByRole('link', { name: /^Spot grid, BTC\/USDT/ }).click();
    await stage.page.getByRole('heading', { name: 'Spot grid · BTC/USDT' }).waitFor();
    const result = stage.page.getByRole('region', { name: 'Result' });
    await result.getByText(/^After fees, over \d+ days?$/).waitFor();
    await result.getByText('Buy and hold BTC').waitFor();
    await stage.page.getByText(/^Unseen part, \d+ d$/).waitFor();
    await stage.page.getByText(/^On 1-minute candles of this exchange/).waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    await stage.page.getByRole('radio', { name: '180 d' }).click();
    await result.getByText('After fees, over 180 days').waitFor();
    await stage.page.getByText(/^On 1-minute candles of this exchange/).waitFor();
  });

  it('is tested again while a slider moves', async () => {
    const result = stage.page.getByRole('region', { name: 'Result' });
    const before = await result.textContent();
    const lines = stage.page.getByRole('slider', { name: 'Lines' });
    await lines.press('ArrowRight');
    await button('Lines: 21, enter exact value').waitFor();
    await until('another result', async () => (await result.textContent()) !== before);
    await lines.press('ArrowLeft');
    await until('the same result', async () => (await result.textContent()) === before);
  });

  it('is started with what it was tried with', async () => {
    await button('Start with 1,000.00 USDT (practice)').click();
    await dialog().getByText('Past performance is no guarantee of future results.').waitFor();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('First grid');
    await dialog()
      .getByRole('button', { name: /^Start with 1,000\.00 USDT/ })
      .click();
    await stage.page.getByText('First grid started').waitFor();
    await stage.page.getByRole('heading', { name: 'First grid' }).waitFor();
    await stage.page.waitForURL(/quantification_details\?id=\d+$/);
  });

  it('has its orders in the book', async () => {
    const tab = stage.page.getByRole('tab', { name: /^Orders [1-9]/ });
    await tab.waitFor();
    await tab.click();
    await stage.page.getByRole('list', { name: 'Orders' }).getByRole('button').first().waitFor();
    expect((await robots('active'))[0]?.openOrders).toBeGreaterThan(5);
    expect(await overflowing(stage.page)).toEqual([]);
  });

  it('is paused: its orders are taken out', async () => {
    await button('Pause').click();
    await stage.page.getByText('First grid paused').waitFor();
    await stage.page.getByText('Paused, orders cancelled').waitFor();
    // The pause is written down at once; its next turn takes the orders out.
    await until('its orders are out', async () => (await robots('active'))[0]?.openOrders === 0);
  });

  it('is redeemed, and listed among those that ended', async () => {
    await button('Redeem').click();
    await dialog().getByRole('radio', { name: 'Keep the coins' }).click();
    await dialog()
      .getByRole('button', { name: /^End and keep the coins/ })
      .click();
    await stage.page.getByText('First grid ended').waitFor();
    await until('it ended', async () => (await robots('ended'))[0]?.state === 'stopped');
    await goToScreen(stage.page, stage.exchange.address, '#/pages/AI_quantification/AI_quantification?show=ended');
    await stage.page.getByText('First grid').first().waitFor();
    expect(stage.phone.complaints).toEqual([]);
  });
});

/** Starts what stands in the form of a back-test, and waits for its page. */
async function start(name: string): Promise<void> {
  await button('Start with 1,000.00 USDT (practice)').click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog()
    .getByRole('button', { name: /^Start with 1,000\.00 USDT/ })
    .click();
}

/** Ends the robot on screen, and waits until the exchange has ended it. */
async function end(label: RegExp, id: string): Promise<void> {
  await button('Redeem').click();
  const send = dialog().getByRole('button', { name: label });
  await send.click();
  await until('it ended', async () => {
    // An exchange that is too busy has done nothing: its owner taps again.
    if (
      await dialog()
        .getByText(/^Too busy right now/)
        .isVisible()
    )
      await send.click();
    return (await robots('ended')).some((one) => one.id === id);
  });
}

describe('a grid on a contract', () => {
  it('is tried, and started after the risk of contracts was accepted', async () => {
    const address = '#/pages/AI_quantification/quantification_details?strategy=contract-grid&pair=BTCUSDT';
    await goToScreen(stage.page, stage.exchange.address, address);
    await stage.page.getByRole('radio', { name: 'Long' }).click();
    await stage.page.getByText(/The candles of the pair stand for the mark price/).waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    await start('Contract one');
    await stage.page.getByRole('heading', { name: 'Before your first position' }).waitFor();
    await button('Accept the risk and continue').click();
    await stage.page.getByRole('heading', { name: 'Contract one' }).waitFor();
  });

  it('opens positions, and closes them when it is redeemed', async () => {
    const tab = stage.page.getByRole('tab', { name: /^Positions [1-9]/ });
    await tab.waitFor();
    await tab.click();
    await stage.page.getByRole('list', { name: 'Open positions' }).getByText('Long').first().waitFor();
    await stage.page.getByText('First long liquidated at').waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    const [own] = await robots('active');
    await end(/^Close all and end/, own?.id ?? '');
  });
});

describe('a basket of two coins', () => {
  it('is tried with both, started, and sold', async () => {
    const address = '#/pages/AI_quantification/quantification_details?strategy=rebalance&pair=BTCUSDT';
    await goToScreen(stage.page, stage.exchange.address, address);
    await button('Add a coin').click();
    await dialog()
      .getByRole('radio', { name: /^ETH\/USDT/ })
      .click();
    await stage.page.getByText(/^\d+% stays in USDT\.$/).waitFor();
    await stage.page.getByText('Buy and hold the basket').waitFor();
    await stage.page.getByText(/^On 1-minute candles of this exchange/).waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    await start('Two coins');
    await stage.page.getByRole('heading', { name: 'Two coins' }).waitFor();
    await stage.page.getByRole('tab', { name: 'Performance' }).click();
    await stage.page.getByText(/^ETH, [1-9][\d.]*% of \d+%$/).waitFor();
    const [own] = await robots('active');
    await end(/^Sell all and end/, own?.id ?? '');
  });
});
