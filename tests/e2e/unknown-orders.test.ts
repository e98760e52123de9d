import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { Browser, Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moneySilenceMs } from '../../src/contract/limits.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/server/store/embedded/embedded-postgres.ts';
import { freePort } from '../../src/server/store/embedded/postmaster.ts';
import { openChromium } from '../built-exchange.ts';
import { type PostgresProxy, startPostgresProxy } from '../faults/postgres-proxy.ts';
import { type ServerProcess, startServer } from '../faults/server-process.ts';
import { goToScreen, openPhone, type Phone, practiceSession, until } from './phone.ts';

/**
 * An order by clicks whose answer is cut off, at five points of its way: there is one order in the store or none, and
 * the page's last words say which. `ROUNDS=100` does more of them.
 */

const rounds = Number(process.env['ROUNDS'] ?? 10);
const roundMs = 90_000;
const orders = '**/api/currency';
/** What a batch of orders writes is told apart from everything else by this table. */
const placing = 'INSERT INTO spot_orders';

let folder: string;
let store: EmbeddedPostgres;
let direct: Client;
let proxy: PostgresProxy;
let server: ServerProcess;
let settings: Readonly<Record<string, string>>;
let browser: Browser;
let phone: Phone;
let page: Page;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-unknown-'));
  store = await startEmbeddedPostgres(path.join(folder, 'postgres'));
  const { host, port, user, password, database } = store.connection;
  direct = new Client(store.connection);
  await direct.connect();
  proxy = await startPostgresProxy({ host, port });
  const behind = new URL(`postgres://${proxy.host}:${proxy.port}/${database}`);
  behind.username = user;
  behind.password = password;
  settings = { DATABASE_URL: behind.href, PORT: String(await freePort()) };
  [server, browser] = await Promise.all([startServer(folder, settings, 'tests/e2e/served-app.ts'), openChromium()]);
  ({ address } = server);
  // What a service worker answers is out of the test's reach.
  phone = await openPhone(browser, { lang: 'en', ...(await practiceSession(address)) }, { serviceWorkers: 'block' });
  ({ page } = phone);
  await goToScreen(page, address, '#/pages/trade/trade?pair=BTCUSDT');
}, 120_000);

afterAll(async () => {
  await browser.close();
  await server.stop().catch(() => undefined);
  await proxy.close();
  await direct.end();
  await store.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const send = () => page.getByRole('button', { name: /^Buy BTC/ });
const heldBanner = () => page.getByTestId('held-outcome').first();
const placed = () => page.getByText('Buy order placed').first();
const notPlaced = () => page.getByText('The order was not placed.').first();

/** Prices that nobody sells at, each used once: how many orders of one are stored says what became of a round. */
let nextPrice = 20_000;

async function tapOrder(price: number): Promise<void> {
  await until('orders can be sent', async () => (await send().getAttribute('aria-disabled')) === null, roundMs);
  await page.getByRole('textbox', { name: 'Price (USDT)' }).fill(String(price));
  await page.getByRole('textbox', { name: 'Amount (BTC)' }).fill('0.001');
  await send().click();
  await page.getByRole('dialog').getByRole('button', { name: /^Buy / }).click();
}

async function storedAt(price: number): Promise<number> {
  const { rows } = await direct.query<{ count: string }>(
    `SELECT count(*) FROM spot_orders WHERE pair = 'BTCUSDT' AND amount IS NOT NULL AND side = 'buy' AND price = $1`,
    [String(BigInt(price) * priceUnits)],
  );
  return Number(rows[0]?.count);
}

/** Units of a price of one USDT as they are stored. */
const priceUnits = 10n ** 8n;

/** Lets the first order through as a test says; questions go their way. */
async function onFirst(way: (route: Route) => Promise<void>): Promise<void> {
  await page.unroute(orders);
  let isFirst = true;
  await page.route(orders, async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return way(route);
  });
}

/** Cuts an order's way. What it answers waits until the cut was made. */
const cuts: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  'the request is lost before the server': async () => {
    await onFirst((route) => route.abort());
    return async () => undefined;
  },
  'the server dies before the commit': async () => {
    const fault = proxy.arm({ at: 'commit', action: 'freeze', match: placing });
    return async () => {
      const hit = await fault.fired;
      await server.kill();
      hit.cut();
      server = await startServer(folder, settings, 'tests/e2e/served-app.ts');
    };
  },
  'the server does not hear of the commit': async () => {
    const fault = proxy.arm({ at: 'committed', action: 'cut', match: placing });
    return () => fault.fired;
  },
  'the answer is lost after the commit': async () => {
    await onFirst(async (route) => {
      await route.fetch();
      await route.abort();
    });
    return async () => undefined;
  },
  'the answer comes later than anybody waits': async () => {
    await onFirst(async (route) => {
      const response = await route.fetch();
      setTimeout(() => void route.fulfill({ response }).catch(() => undefined), moneySilenceMs + 5_000);
    });
    return async () => undefined;
  },
};

it.each(Array.from({ length: rounds }, (_, nth) => [nth, Object.keys(cuts)[nth % Object.keys(cuts).length] ?? '']))(
  'round %i: %s',
  async (_nth, name) => {
    const price = (nextPrice += 10);
    await page.unroute(orders);
    const struck = await cuts[name]?.();
    await tapOrder(price);
    await struck?.();
    // A cut between the store and the server is mended by the server; of the others the page knows nothing at first.
    if (name !== 'the server does not hear of the commit') await heldBanner().waitFor({ timeout: roundMs });
    const end = await Promise.race([
      placed()
        .waitFor({ timeout: roundMs })
        .then(() => 'placed' as const),
      notPlaced()
        .waitFor({ timeout: roundMs })
        .then(() => 'not' as const),
    ]);
    const stored = await storedAt(price);
    expect({ end, stored }).toEqual({ end, stored: end === 'placed' ? 1 : 0 });
    // Nothing comes after the last words.
    expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('dunlin.outcomes.')))).toBe(
      false,
    );
    expect(await storedAt(price)).toBe(stored);
    await page.reload();
    await goToScreen(page, address, '#/pages/trade/trade?pair=BTCUSDT');
  },
  roundMs + 60_000,
);
