import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { steeredPrices } from '../steered-exchange.ts';
import { contractRequests } from './contract-taps.ts';
import { goToScreen, openPhone, type Phone, practiceSession, until } from './phone.ts';
import { askExchange } from './ask-exchange.ts';

/**
 * With an index that the test steers: a position on the chart, its stop-loss moved by a finger, its forced end in a
 * fall; and an option round whose index did not move.
 */

const prices = steeredPrices();
let exchange: BuiltExchange;
let browser: Browser;
let trader: Phone;
let predictor: Phone;
let page: Page;
let requests: ReturnType<typeof contractRequests>;

/** The options of ETH in rounds of 30 seconds: the second coin, the first of four cycles. */
const shortestOfEth = JSON.stringify({ transfer: null, qiquan_id: 4 });

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startBuiltExchange({}, prices.open), openChromium()]);
  const open = async (stored: Readonly<Record<string, string>>) =>
    openPhone(browser, { lang: 'en', ...stored, ...(await practiceSession(exchange.address)) });
  [trader, predictor] = await Promise.all([open({}), open({ vuex: shortestOfEth })]);
  ({ page } = trader);
  requests = contractRequests(page);
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

async function transfer(on: Page, to: 'contract' | 'option', amount: string): Promise<void> {
  await goToScreen(on, exchange.address, `#/pages/assets/transfer?asset=USDT&from=spot&to=${to}`);
  await on.getByRole('button', { name: /^To / }).click();
  await on
    .getByRole('dialog')
    .getByRole('radio', { name: to === 'option' ? /Options/ : /Contract/ })
    .click();
  await contractRequests(on).transfer(amount);
  await on.getByText(/USDT transferred to/).waitFor();
}

/** The session that a page is signed in with. */
function sessionOn(on: Page): Promise<Record<string, string>> {
  return on.evaluate(() =>
    Object.fromEntries(['token', 'dunlin.account'].map((key) => [key, localStorage.getItem(key) ?? ''])),
  );
}

const position = () => page.getByRole('article', { name: 'Long BTC/USDT' });
const stopLoss = () => page.getByRole('slider', { name: 'Stop-loss' });
const priceOf = async () => Number(await stopLoss().getAttribute('aria-valuenow'));
const asked = () => page.getByRole('region', { name: 'Move stop-loss' });

/** Takes the stop-loss down by some pixels, and leaves the finger on it. */
async function takeDown(px: number): Promise<void> {
  await stopLoss().scrollIntoViewIfNeeded();
  const box = await stopLoss().boundingBox();
  if (box === null) throw new Error('the stop-loss is not on the chart');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + px, { steps: 8 });
}

describe('a round whose index does not move', () => {
  it('is entered with a prediction of up', async () => {
    prices.steer('ETHUSDT', prices.simulated('ETHUSDT'));
    await transfer(predictor.page, 'option', '300');
    await goToScreen(predictor.page, exchange.address, '#/pages/Option/Option');
    await until('a round takes entries', async () => {
      const [minutes = '0', seconds = '0'] = ((await predictor.page.getByRole('timer').textContent()) ?? '').split(':');
      return Number(minutes) * 60 + Number(seconds) >= 6;
    });
    await predictor.page.getByRole('radio', { name: '50', exact: true }).click();
    await predictor.page.getByRole('button', { name: /^Up/ }).click();
    await predictor.page.getByRole('button', { name: 'Accept the risk and continue' }).click();
    await predictor.page.getByRole('button', { name: 'Stake 50 USDT on Up (practice)' }).click();
    await predictor.page.getByText('Balance 250.00').first().waitFor();
  });
});

describe('a position on the chart', () => {
  it('is opened with 20 times leverage, and its lines lie over the candles', async () => {
    await transfer(page, 'contract', '2000');
    await goToScreen(page, exchange.address, '#/pages/lever/lever?contract=BTCPERP');
    await requests.untilOpens();
    await requests.button('Chart').click();
    await requests.chooseTwentyTimes();
    await requests.askToOpen(40);
    await requests.button('Accept the risk and continue').click();
    await requests.confirmOpening(40);
    await position().getByText('0.04 BTC').waitFor();
    await stopLoss().waitFor();
    const pill = page.getByText(/^Long 0\.04 BTC [ +−]/);
    const first = await pill.textContent();
    await until('its profit moves on the chart', async () => (await pill.textContent()) !== first);
  });

  it('asks no other device of the account to accept the risk again', async () => {
    const tablet = await openPhone(browser, { lang: 'en', ...(await sessionOn(page)) });
    await goToScreen(tablet.page, exchange.address, '#/pages/lever/lever?contract=BTCPERP');
    const other = contractRequests(tablet.page);
    await other.untilOpens();
    await other.askToOpen(1);
    await other
      .dialog()
      .getByRole('button', { name: /^Open long, 1 lot/ })
      .waitFor();
    expect(await other.button('Accept the risk and continue').count()).toBe(0);
    expect(tablet.complaints).toEqual([]);
    await tablet.context.close();
  });

  it('carries what was accepted on the device alone to the account', async () => {
    const session = await practiceSession(exchange.address);
    const key = `dunlin.contracts.risk.${session['dunlin.account']}`;
    const phone = await openPhone(browser, { lang: 'en', ...session, [key]: 'accepted' });
    await goToScreen(phone.page, exchange.address, '#/pages/lever/lever?contract=BTCPERP');
    const headers = { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ kind: 'risk', area: 'options' });
    await until('the exchange has it', async () => {
      const answer = await askExchange(`${exchange.address}/api/bindAccount`, { method: 'POST', headers, body });
      const { data } = (await answer.json()) as { data: { risks: string[] } };
      return data.risks.includes('contracts');
    });
    expect(phone.complaints).toEqual([]);
    await phone.context.close();
  });

  it('moves its stop-loss by a finger, and not when Escape takes it back', async () => {
    const before = await priceOf();
    await takeDown(20);
    expect(await priceOf()).toBeLessThan(before);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await priceOf()).toBe(before);
    expect(await asked().count()).toBe(0);
    await takeDown(20);
    await page.mouse.up();
    await asked()
      .getByText(/USDT after fees/)
      .waitFor();
    const moved = await priceOf();
    await asked()
      .getByRole('button', { name: /^Set stop-loss/ })
      .click();
    await page.getByText('Stop-loss set', { exact: true }).waitFor();
    await asked().waitFor({ state: 'detached' });
    await until('the exchange has it', async () => (await priceOf()) === moved);
    const received = moved.toLocaleString('en', { minimumFractionDigits: 1 });
    await position().getByText(received, { exact: true }).waitFor();
  });

  it('is closed by half', async () => {
    await requests.close('Long BTC/USDT', 20, 'half');
    await position().getByText('0.02 BTC').waitFor();
  });

  it('is liquidated in a fall, and the records say so', async () => {
    const card = (await position().textContent()) ?? '';
    const end = Number((/Liquidation([\d,]+\.\d)/.exec(card)?.[1] ?? '').replaceAll(',', ''));
    // Below the price of the liquidation, which the screen says: else the stop-loss would be first. By keys, because
    // how far a finger can go depends on how much the drawn prices of the candles have moved.
    await stopLoss().focus();
    for (let presses = 0; presses < 100 && (await priceOf()) >= end * 0.99; presses += 1) {
      await page.keyboard.press('PageDown');
    }
    await page.keyboard.press('Enter');
    await asked()
      .getByText(/^Liquidation at .* would come first\.$/)
      .waitFor();
    await asked()
      .getByRole('button', { name: /^Set stop-loss/ })
      .click();
    await asked().waitFor({ state: 'detached' });
    const low = await priceOf();
    expect(low).toBeLessThan(end);
    prices.steer('BTCUSDT', Math.round(((end + low) / 2) * 10));
    await page.getByText('No open positions').waitFor({ timeout: 30_000 });
    expect(await stopLoss().count()).toBe(0);
    await goToScreen(page, exchange.address, '#/pages/lever/orderList');
    await requests.untilClosed('Long BTC/USDT', { Liquidation: 20, 'Closed by you': 20 });
    expect(trader.complaints).toEqual([]);
  });

  it('is announced by a notice that leads to the history of the contract', async () => {
    await goToScreen(page, exchange.address, '#/pages/notice/list');
    await page
      .getByRole('link', { name: /^Liquidation 0\.02 BTC of your long position in BTC\/USDT liquidated at/ })
      .click({ timeout: 30_000 });
    await page.getByText('The mark price reached the liquidation price', { exact: false }).waitFor();
    await page.getByText(/^−\d+\.\d\d USDT$/).waitFor();
    await page.getByRole('link', { name: 'Open contract history' }).click();
    await page.waitForURL(/lever\/orderList\?contract=BTCPERP/);
    await requests.untilClosed('Long BTC/USDT', { Liquidation: 20, 'Closed by you': 20 });
    expect(trader.complaints).toEqual([]);
  });
});

describe('the round whose index did not move', () => {
  it('is drawn: there is no flat stake, and the stake is refunded', async () => {
    const panel = predictor.page.getByText('Draw', { exact: true }).first();
    await panel.waitFor({ timeout: 90_000 });
    await predictor.page.getByText(/went Flat; no stakes to share\. Your 50 USDT was refunded\./).waitFor();
    await predictor.page.getByText('Balance 300.00').first().waitFor();
    await predictor.page.getByText('See the round').click();
    // The index was held still by hand, which the proof of drawn prices rightly notices; what the ticks decide still
    // holds.
    await predictor.page.getByText('The close against the strike says Flat. Published: Flat.').waitFor();
    expect(predictor.complaints).toEqual([]);
  });

  it('is announced by a notice that leads to the round', async () => {
    const { page: on } = predictor;
    await goToScreen(on, exchange.address, '#/pages/notice/list');
    await on.getByRole('link', { name: /^Stake refunded ETH, Up: your stake of 50 USDT was refunded\./ }).click();
    await on.getByRole('link', { name: 'Open the round' }).click();
    await on
      .getByText('See the round')
      .or(on.getByText('Published: Flat.', { exact: false }))
      .first()
      .waitFor();
    expect(predictor.complaints).toEqual([]);
  });
});
