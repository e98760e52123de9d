import { beforeAll, describe, expect, it } from 'vitest';
import { contractRequests } from './contract-taps.ts';
import { goToScreen, overflowing } from './phone.ts';
import { setPhoneStage } from './stage.ts';

/** Gold tap by tap: found from home, paid from a wallet of its own, its profit, its chart and its end. */

// Whatever the day of the week: what happens between two sessions is tested on the server.
const stage = setPhoneStage({ exchange: { GOLD_HOURS: 'always' } });
let requests: ReturnType<typeof contractRequests>;

beforeAll(async () => {
  requests = contractRequests(stage.page);
});

const link = (name: string) => stage.page.getByRole('link', { name, exact: true });
const position = () => stage.page.getByRole('article', { name: 'Long XAU/USDT Mini' });

describe('gold', () => {
  it('is found from home and from the market, and one tap from spot and contracts', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/home/market?board=gold');
    await stage.page.getByRole('link', { name: /XAU ?\/USDT Mini/ }).waitFor();
    await goToScreen(stage.page, stage.exchange.address, '#/pages/index/index');
    await link('Gold').click();
    await stage.page.waitForURL(/contract=XAUPERP/);
    await stage.page.getByRole('heading', { name: 'Contract XAU/USDT' }).waitFor();
    await link('Contracts').click();
    await stage.page.getByRole('heading', { name: 'Contract BTC/USDT' }).waitFor();
    await link('Spot').click();
    await stage.page.getByRole('heading', { name: /^Trade / }).waitFor();
    await link('Gold').click();
    await stage.page.getByRole('heading', { name: 'Contract XAU/USDT' }).waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
  });

  it('has contracts of two sizes, and is paid from the gold wallet', async () => {
    await requests.button(/^XAU\/USDT/).click();
    await requests.dialog().getByRole('heading', { name: 'Gold' }).waitFor();
    await requests
      .dialog()
      .getByRole('button', { name: /XAU\/USDT Mini/ })
      .click();
    await stage.page.waitForURL(/contract=XAUMINI/);
    await stage.page.getByText('Your gold wallet is empty').waitFor();
    await stage.page.getByRole('button', { name: 'Transfer USDT', exact: true }).click();
    await requests.transfer('500');
    await stage.page.getByText(/500 USDT transferred to Gold/).waitFor();
    await requests.dialog().waitFor({ state: 'detached' });
    await stage.page.getByText('500.00', { exact: true }).first().waitFor();
  });

  it('opens a position, shows its profit, and lets go only what is free', async () => {
    await requests.untilOpens();
    await requests.askToOpen(10);
    await requests.button('Accept the risk and continue').click();
    await requests.confirmOpening(10);
    await stage.page.getByText('Long position opened').waitFor();
    await position().getByText('0.1 XAU').waitFor();
    await requests.profitMoves(position());
    await goToScreen(stage.page, stage.exchange.address, '#/pages/assets/transfer?asset=USDT&from=gold');
    await stage.page.getByText(/stays as margin of open positions\./).waitFor();
    await requests.transfer('1');
    await stage.page.getByText('1 USDT transferred to Contracts').first().waitFor();
  });

  it('has a chart of its index, and a wallet among the assets', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/market/kline?pair=XAUUSDT');
    await stage.page.locator('[data-testid="kline"][data-state="ready"]').waitFor();
    await stage.page.getByText('This is an index').waitFor();
    // At quarter hours it would show nothing but the rest between two sessions, from Friday to Sunday.
    const interval = (name: string) => stage.page.getByRole('radio', { name, exact: true });
    expect(await interval('4h').getAttribute('aria-checked')).toBe('true');
    await interval('1h').click();
    await goToScreen(stage.page, stage.exchange.address, '#/pages/market/kline?pair=BTCUSDT');
    await stage.page.locator('[data-testid="kline"][data-state="ready"]').waitFor();
    expect(await interval('15m').getAttribute('aria-checked')).toBe('true');
    await goToScreen(stage.page, stage.exchange.address, '#/pages/market/kline?pair=XAUMINI');
    await stage.page.locator('[data-testid="kline"][data-state="ready"]').waitFor();
    expect(await interval('1h').getAttribute('aria-checked')).toBe('true');
    await goToScreen(stage.page, stage.exchange.address, '#/pages/assets/assets');
    await stage.page.getByRole('list', { name: 'Wallets' }).getByRole('link', { name: /^Gold/ }).click();
    await stage.page.waitForURL(/wallet=gold/);
  });

  it('closes it, and shows the closing', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/lever/lever?contract=XAUMINI');
    await requests.close('Long XAU/USDT Mini', 10, 'all');
    await stage.page.getByText('No open positions').waitFor();
    await goToScreen(stage.page, stage.exchange.address, '#/pages/lever/orderList');
    await requests.untilClosed('Long XAU/USDT Mini', { 'Closed by you': 10 });
    expect(stage.phone.complaints).toEqual([]);
  });
});
