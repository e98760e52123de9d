import { beforeAll, describe, expect, it } from 'vitest';
import { contractRequests } from './contract-taps.ts';
import { goToScreen, overflowing, until } from './phone.ts';
import { setPhoneStage } from './stage.ts';

/** A perpetual contract tap by tap: money into its wallet, a position with protection, its profit, and its end. */

const stage = setPhoneStage({ exchange: 'shared' });
let requests: ReturnType<typeof contractRequests>;

beforeAll(async () => {
  requests = contractRequests(stage.page);
});

const position = () => stage.page.getByRole('article', { name: 'Long BTC/USDT' });

describe('a perpetual contract', () => {
  it('is found from home, and an empty wallet is filled without leaving the form', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/index/index');
    await stage.page.getByRole('link', { name: 'Contracts' }).click();
    await stage.page.waitForURL(/lever\/lever/);
    await stage.page.getByText('Your contract wallet is empty').waitFor();
    await requests.field(/^Lots/).fill('7');
    await stage.page.getByRole('button', { name: 'Transfer USDT', exact: true }).click();
    await requests.transfer('2000');
    await stage.page.getByText(/2,000 USDT transferred to Contracts/).waitFor();
    await requests.dialog().waitFor({ state: 'detached' });
    expect(await requests.field(/^Lots/).inputValue()).toBe('7');
    await stage.page.getByText('2,000.00', { exact: true }).first().waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
  });

  it('says what is missing before anything is sent', async () => {
    await requests.untilOpens();
    await requests.open();
    await stage.page.getByText('Enter a take-profit price.').first().waitFor();
    await stage.page.getByText('Enter a stop-loss price.').first().waitFor();
    await requests.field(/^Take-profit/).fill('1');
    await stage.page
      .getByText(/^Set it above/)
      .first()
      .waitFor();
    await requests.field(/^Stop-loss/).fill('900000');
    await stage.page
      .getByText(/^Set it below/)
      .first()
      .waitFor();
    expect(await requests.dialog().count()).toBe(0);
  });

  it('opens long at 20 times with take-profit and stop-loss, after the risk was accepted once', async () => {
    await requests.chooseTwentyTimes();
    await requests.askToOpen(40);
    await requests.button('Accept the risk and continue').click();
    const sheet = stage.page.getByRole('dialog', { name: 'Confirm long' });
    await sheet.getByText('Liquidation price').waitFor();
    await sheet.getByText('Maintenance margin').waitFor();
    await requests.confirmOpening(40);
    await stage.page.getByText('Long position opened').waitFor();
    await position().getByText('0.04 BTC').waitFor();
    await position().getByText('Isolated 20×').waitFor();
  });

  it('shows its profit as the mark price moves', async () => {
    await requests.profitMoves(position());
  });

  it('has a chart of its own trades with the own entry on it, here and larger, and a way back', async () => {
    const asked = new Set<string>();
    stage.page.on('request', (request) => {
      if (request.url().includes('/kline?')) asked.add(new URL(request.url()).searchParams.get('pair') ?? '');
    });
    const chart = stage.page.locator('[data-testid="kline"][data-state="ready"]');
    const reading = async () => {
      await chart.focus();
      await stage.page.keyboard.press('ArrowLeft');
      await stage.page.keyboard.press('ArrowRight');
      await stage.page.waitForTimeout(600);
      return (await chart.getByRole('status').textContent()) ?? '';
    };
    await stage.page.getByRole('button', { name: 'Chart', exact: true }).click();
    await chart.waitFor();
    await until('the entry is on the chart', async () => (await reading()).includes('Long opened, 0.04 BTC at'));
    const closeOf = (text: string) => /close ([\d,.]+)/.exec(text)?.[1];
    const before = closeOf(await reading());
    await until('trades move the candle', async () => closeOf(await reading()) !== before);
    await stage.page.getByRole('link', { name: 'Larger chart' }).click();
    await stage.page.getByRole('heading', { name: 'BTC/USDT contract chart' }).waitFor();
    await chart.waitFor();
    await stage.page.getByText('24h high').waitFor();
    await stage.page.getByRole('region', { name: 'Order book' }).getByText('Bids').waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    expect([...asked]).toEqual(['BTCPERP']);
    await stage.page.getByRole('button', { name: /^BTC\/USDT/ }).click();
    await requests
      .dialog()
      .getByRole('button', { name: /ETH\/USDT/ })
      .click();
    await stage.page.getByRole('heading', { name: 'ETH/USDT contract chart' }).waitFor();
    await goToScreen(stage.page, stage.exchange.address, '#/pages/market/kline?pair=BTCPERP');
    await stage.page.getByRole('heading', { name: 'BTC/USDT contract chart' }).waitFor();
    await stage.page.getByRole('link', { name: 'Long', exact: true }).click();
    await stage.page.getByRole('heading', { name: 'Contract BTC/USDT' }).waitFor();
    await stage.page.getByRole('button', { name: 'Chart', exact: true }).click();
  });

  it('moves its protection by field', async () => {
    await requests.button('Take-profit and stop-loss for Long BTC/USDT').click();
    await requests.dialog().getByRole('button', { name: 'Take-profit at +75% of the margin' }).click();
    await requests.dialog().getByRole('button', { name: 'Set both' }).click();
    await stage.page.getByText('Take-profit and stop-loss set').waitFor();
    await requests.dialog().waitFor({ state: 'detached' });
  });

  it('keeps its margin in the wallet while it is open, and lets go what is free', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/assets/transfer?asset=USDT&from=contract');
    await stage.page.getByText(/stays as margin of open positions\./).waitFor();
    await requests.transfer('1');
    await stage.page.getByText('1 USDT transferred to Spot').first().waitFor();
  });

  it('closes half, then the rest, and shows both closings', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/lever/leverList');
    await requests.close('Long BTC/USDT', 20, 'half');
    await position().getByText('0.02 BTC').waitFor();
    await requests.close('Long BTC/USDT', 20, 'all');
    await stage.page.getByText('No open positions').waitFor();
    await goToScreen(stage.page, stage.exchange.address, '#/pages/lever/orderList');
    await requests.untilClosed('Long BTC/USDT', { 'Closed by you': 40 });
    await stage.page.getByRole('tab', { name: 'Positions' }).click();
    await stage.page.getByRole('article', { name: 'Position: Long BTC/USDT' }).getByRole('button').click();
    for (const fee of ['Opening fee', 'Closing fee', 'Overnight fee', 'Profit after fees']) {
      await requests.dialog().getByText(fee, { exact: true }).waitFor();
    }
    await stage.page.keyboard.press('Escape');
  });

  it('places an order that waits, and cancels it', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/lever/lever?contract=BTCPERP');
    await requests.untilOpens();
    await requests.button(/^Order type/).click();
    await requests.dialog().getByText('Limit', { exact: true }).click();
    await requests.dialog().waitFor({ state: 'detached' });
    const price = requests.field(/^Price/);
    await until('the price is filled', async () => /\d/.test(await price.inputValue()));
    await price.fill(String(Math.floor(Number((await price.inputValue()).replaceAll(',', '')) * 0.9)));
    await requests.askToOpen(10);
    await requests.confirmOpening(10);
    await stage.page.getByText('Long order placed').waitFor();
    await stage.page.getByRole('tab', { name: /^Orders/ }).click();
    await requests.button('Cancel BTC/USDT').click();
    await stage.page.getByText('No orders').waitFor();
    expect(stage.phone.complaints).toEqual([]);
  });
});
