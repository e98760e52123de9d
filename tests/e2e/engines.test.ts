import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeployedExchange, startDeployedExchange } from '../built-exchange.ts';
import { deploy, runsDeploy } from './deploy.ts';
import type { Engine, EngineBrowser, EngineTab } from './engines/engine.ts';
import { firefox } from './engines/firefox.ts';
import { pictureOf, suggestedPrice, untilSaid, untilShown } from './engines/looks.ts';
import { click, shown, type } from './engines/taps.ts';
import { webkit } from './engines/webkit.ts';
import { storedOnDevice, until } from './phone.ts';

/**
 * The same walk through the app in the engines of the other phones, with real input. The order of the steps is that of a
 * user's first days: an account, an order, the chart, a second tab, a day without a network, an update.
 */

const tradeScreen = '#/pages/trade/trade?pair=BTCUSDT';
const engines: readonly Engine[] = [firefox, webkit];

for (const { name, missing } of engines)
  if (missing !== null) process.stdout.write(`${name} is not walked: ${missing}\n`);

/** The order button of the form, once it can be sent. */
const send = { selector: 'button:not([aria-disabled="true"])', name: /^Buy BTC/ } as const;
const openOrder = { role: 'article', name: /^Buy BTC\/USDT/ } as const;

async function openSockets(address: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/^dunlin_stream_connections(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}

describe.each(engines)('$name', (engine) => {
  if (engine.missing !== null) {
    it.skip(`is not walked: ${engine.missing}`, () => undefined);
    return;
  }

  let exchange: DeployedExchange;
  let browser: EngineBrowser;
  let tab: EngineTab;
  let price = '';
  /** Each step starts where the one before ended. */
  let failed: string | null = null;

  const follow = (at: EngineTab, hash: string) => at.evaluate((next) => location.assign(next), hash);

  beforeAll(async () => {
    exchange = await startDeployedExchange();
    browser = await engine.start();
    process.stdout.write(`walked in ${browser.version}\n`);
    tab = await browser.newTab();
  });

  afterAll(async () => {
    // First, for it is there even if the browser did not start.
    await exchange.close();
    await browser.close();
  });

  beforeEach((context) => context.skip(failed !== null, `“${failed}” failed before`));

  afterEach((context) => {
    context.onTestFailed(async () => {
      failed = context.task.name;
      const file = path.join(tmpdir(), `dunlin-${engine.name}-${Date.now()}.png`);
      await writeFile(file, await tab.screenshot());
      const text = await tab.evaluate(() => `${location.hash} ${document.body.innerText.replaceAll(/\s+/g, ' ')}`);
      process.stdout.write(`${context.task.name}\n  ${text.slice(0, 600)}\n  ${file}\n`);
    });
  });

  it('opens a practice account', async () => {
    await tab.open(exchange.address);
    await click(tab, { role: 'button', name: 'Try with a practice account' });
    await until('the trading screen', () => tab.evaluate(() => location.hash.startsWith('#/pages/trade/trade')));
    await untilShown(tab, send);
  });

  it('places a limit order, which stands among the open ones', async () => {
    await click(tab, { role: 'button', name: /^Order type/ });
    await click(tab, { role: 'radio', name: /^Limit/ });
    await until('the sheet is gone', () => tab.evaluate(() => document.querySelector('dialog[open]') === null));
    const market = await suggestedPrice(tab);
    const low = Math.floor(market / 2);
    price = low.toLocaleString('en');
    await type(tab, { role: 'textbox', name: /^Price/ }, String(low));
    await type(tab, { role: 'textbox', name: /^Amount/ }, '0.01');
    await click(tab, send);
    await click(tab, { selector: 'dialog[open] button', name: /^Buy / });
    await untilSaid(tab, /^Buy order placed/);
    await untilShown(tab, openOrder);
    expect(await tab.evaluate(() => document.querySelector('article')?.textContent)).toContain(price);
  });

  it('draws the candles, and goes on drawing them as prices come', async () => {
    await follow(tab, '#/pages/market/kline?pair=BTCUSDT');
    await untilShown(tab, { selector: '[data-testid="kline"][data-state="ready"]' });
    await until('candles are drawn', async () => (await pictureOf(tab)).colours > 5);
    const sums = new Set<number>();
    await until('four pictures differ', async () => sums.add((await pictureOf(tab)).sum).size === 4, 30_000);
  });

  it('opens without the exchange as it was left, and continues once that is back', async () => {
    await follow(tab, tradeScreen);
    await untilShown(tab, openOrder);
    await storedOnDevice(
      tab,
      ['common/symbolsList', 'BTCUSDT'],
      ['currencyRecord', '{"state":"current"}', price.replaceAll(',', '')],
    );
    await exchange.stop();
    await tab.reload();
    await untilSaid(tab, /^No connection/);
    await untilSaid(tab, /Orders need a live price/);
    await untilShown(tab, openOrder);
    expect(await tab.evaluate(() => document.querySelector('article')?.textContent)).toContain(price);
    expect(await shown(tab, send)).toEqual([]);
    await exchange.startAgain();
    await untilShown(tab, send);
  });

  it('has one socket for two tabs, and both follow the account', async () => {
    const other = await browser.newTab();
    await other.open(`${exchange.address}/${tradeScreen}`);
    await untilShown(other, openOrder);
    expect(await openSockets(exchange.address)).toBe(1);
    await click(other, { role: 'button', name: 'Cancel BTC/USDT' });
    await untilSaid(other, /^No open orders/);
    await tab.toFront();
    await follow(tab, tradeScreen);
    await untilSaid(tab, /^No open orders/);
    expect(await openSockets(exchange.address)).toBe(1);
    expect(await other.complaints()).toEqual([]);
  });

  it('is offered a newer build, and runs it once that is accepted', async () => {
    await deploy(exchange.appFolder, 0);
    await tab.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
    await untilShown(tab, { role: 'button', name: 'Update' });
    expect(await runsDeploy(tab, 0)).toBe(false);
    await click(tab, { role: 'button', name: 'Update' });
    await until('the newer build runs', () => runsDeploy(tab, 0).catch(() => false));
    await untilShown(tab, send);
    expect(await tab.complaints()).toEqual([]);
  });
});
