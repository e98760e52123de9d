import { describe, expect, it } from 'vitest';
import { operatorCommand } from '../operator-console.ts';
import { goToScreen, limitOrders, overflowing } from './phone.ts';
import { setPhoneStage } from './stage.ts';

/** What an operator switches off disappears from open apps, says why, and can still be left; so do rates that ended. */

const stage = setPhoneStage({ stored: limitOrders });

const turn = (...args: readonly string[]) => operatorCommand(stage.exchange, 'switch', ...args, '--reason', 'a test');
const buy = () => stage.page.getByRole('button', { name: /^Buy BTC/ });
const openOrders = () => stage.page.getByRole('tab', { name: /^Open orders/ });

describe('an operator’s switch', () => {
  it('closes the spot form in an open app, leaves its orders to be cancelled, and opens it again', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
    await stage.page.getByRole('textbox', { name: /^Price/ }).fill('30000');
    await stage.page.getByRole('textbox', { name: /^Amount/ }).fill('0.01');
    await buy().click();
    await stage.page.getByRole('dialog').getByRole('button', { name: /^Buy/ }).click();
    await stage.page.getByRole('tab', { name: 'Open orders 1' }).waitFor();
    await turn('off', 'spot');
    await stage.page.getByText('Not available right now', { exact: true }).waitFor();
    expect(await buy().count()).toBe(0);
    await openOrders().waitFor();
    await stage.page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await stage.page.getByRole('tab', { name: /^Open orders(?: 0)?$/ }).waitFor();
    await goToScreen(stage.page, stage.exchange.address, '#/pages/assets/transfer?tab=convert');
    await stage.page.getByText('Not available right now', { exact: true }).waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    await goToScreen(stage.page, stage.exchange.address, '#/pages/trade/trade?pair=BTCUSDT');
    await turn('on', 'spot');
    await buy().waitFor();
  });

  it('closes the board of fiat trading in an open app, and keeps the way to open orders', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/otc/otc');
    await stage.page
      .getByRole('button', { name: /^Buy USDT/ })
      .first()
      .waitFor();
    await turn('off', 'p2p');
    await stage.page.getByText('Not available right now', { exact: true }).waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    await stage.page.getByRole('link', { name: 'P2P orders' }).waitFor();
    await turn('on', 'p2p');
    await stage.page
      .getByRole('button', { name: /^Buy USDT/ })
      .first()
      .waitFor();
  });

  it('asks who a country is unknown of to verify, and keeps the ways to what is open', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/lever/lever?contract=BTCPERP');
    await stage.page.getByRole('button', { name: /long/i }).first().waitFor();
    await turn('off', 'contracts', 'US');
    await stage.page.getByText('We don’t know your country yet').waitFor();
    expect(await stage.page.getByRole('link', { name: 'Verify identity' }).getAttribute('href')).toContain(
      'authentication',
    );
    await stage.page.getByRole('link', { name: 'Contracts', exact: true }).waitFor();
    await stage.page.getByRole('tab', { name: /^Positions/ }).waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
    await turn('clear', 'contracts', 'US');
    await stage.page.getByRole('button', { name: /long/i }).first().waitFor();
  });

  it('takes options off the tab bar, and says on their screen what becomes of the rounds', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/Option/Option');
    await stage.page.getByRole('region', { name: 'Stake' }).waitFor();
    await turn('off', 'options');
    await stage.page.getByText(/Rounds you are in settle as usual/).waitFor();
    const tabs = stage.page.getByRole('navigation', { name: 'Main' });
    expect(await tabs.getByRole('link', { name: 'Options' }).count()).toBe(0);
    await turn('on', 'options');
    await stage.page.getByRole('region', { name: 'Stake' }).waitFor();
    await tabs.getByRole('link', { name: 'Options' }).waitFor();
  });
});

describe('the platform rates', () => {
  it('change in an open app when an operator writes one, and end in a dash when none counts', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/assets/rate');
    await stage.page.getByText('1 USDT = ฿32.9', { exact: false }).waitFor();
    await operatorCommand(stage.exchange, 'rate', 'set', 'THB', '33.5', '--reason', 'a test');
    await stage.page.getByText('1 USDT = ฿33.5', { exact: false }).click();
    await goToScreen(stage.page, stage.exchange.address, '#/pages/assets/assets');
    const worth = stage.page.getByRole('link', { name: /^Display currency/ });
    await worth.getByText(/≈ ฿\d/).waitFor();
    // Two seconds from now it does not count any more.
    const soon = new Date(Date.now() + 2_000).toISOString().replace(/\.\d+Z$/, 'Z');
    await operatorCommand(stage.exchange, 'rate', 'set', 'THB', '33.6', soon, '--reason', 'a test');
    await worth.getByText('—').waitFor();
    await goToScreen(stage.page, stage.exchange.address, '#/pages/assets/rate');
    await stage.page.getByText(/There is no rate for THB right now/).waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
  });
});
