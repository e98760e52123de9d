import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { Browser, Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moneySilenceMs } from '#protocol/core/limits.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { freePort } from '#server/core/store/embedded/postmaster.ts';
import { openChromium } from '../built-exchange.ts';
import { type PostgresProxy, startPostgresProxy } from '../faults/proxy/postgres-proxy.ts';
import { type ServerProcess, startServer } from '../faults/server-process.ts';
import { goToScreen, limitOrders, openPhone, type Phone, practiceSession, until } from './phone.ts';

/**
 * Orders by clicks whose answers are cut off, at five points of their way: there is one order in the store or none, and
 * the page's last words say which. `ROUNDS=100` does so many at each point. Several users order at once: what takes a
 * round long is waiting, and one server that dies takes all of their orders with it.
 */

const rounds = Number(process.env['ROUNDS'] ?? 2);
const usersCount = Math.min(4, rounds);
const roundMs = 90_000;
const orders = '**/api/currency';
/** This table identifies what a batch of orders writes. */
const placing = 'INSERT INTO spot_orders';

/** A user with a phone and an account of their own. */
interface User {
  readonly phone: Phone;
  readonly page: Page;
}

let folder: string;
let store: EmbeddedPostgres;
let direct: Client;
let proxy: PostgresProxy;
let server: ServerProcess;
let settings: Readonly<Record<string, string>>;
let browser: Browser;
let users: User[];
let address: string;
/** How the rounds of each cut ended. */
const received: Record<string, { placed: number; not: number }> = {};

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
  settings = { DATABASE_URL: behind.href, MAKERS: 'off', PORT: String(await freePort()) };
  [server, browser] = await Promise.all([startServer(folder, settings, 'tests/e2e/served-app.ts'), openChromium()]);
  ({ address } = server);
  users = await Promise.all(Array.from({ length: usersCount }, openUser));
}, 120_000);

afterAll(async () => {
  await browser.close();
  await server.stop().catch(() => undefined);
  await proxy.close();
  await direct.end();
  await store.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function openUser(): Promise<User> {
  // What a service worker answers is out of the test's reach.
  const stored = { lang: 'en', ...limitOrders, ...(await practiceSession(address)) };
  const phone = await openPhone(browser, stored, { serviceWorkers: 'block' });
  await goToScreen(phone.page, address, tradeScreen);
  return { phone, page: phone.page };
}

const tradeScreen = '#/pages/trade/trade?pair=BTCUSDT';
const send = (page: Page) => page.getByRole('button', { name: /^Buy BTC/ });
type Held = () => Promise<unknown>;

/** Resolves once the page says that it does not know, however soon it knows after that. */
async function watchForHeld(page: Page): Promise<Held> {
  const seen = await page.evaluateHandle(() => {
    const state = { held: false };
    const look = () => {
      state.held ||= document.querySelector('[data-testid="held-outcome"]') !== null;
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return state;
  });
  return () => page.waitForFunction(({ held }) => held, seen, { timeout: roundMs, polling: 100 });
}
const placed = (page: Page) => page.getByText('Buy order placed').first();
const notPlaced = (page: Page) => page.getByText('The order was not placed.').first();

/** Prices without asks, each used once: how many orders of one are stored shows the outcome of a round. */
let nextPrice = 20_000;

/** Sends an order by clicks; resolves when its request left the page. */
async function submitOrder(page: Page, price: number): Promise<void> {
  await until('orders can be sent', async () => (await send(page).getAttribute('aria-disabled')) === null, roundMs);
  await page.getByRole('textbox', { name: 'Price (USDT)' }).fill(String(price));
  await page.getByRole('textbox', { name: 'Amount (BTC)' }).fill('0.001');
  await send(page).click();
  const sent = page.waitForRequest(orders);
  await page.getByRole('dialog').getByRole('button', { name: /^Buy / }).click();
  await sent;
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

/** Lets the first order of each user through as a test says; questions go their way. */
async function onFirst(way: (route: Route) => Promise<void>): Promise<void> {
  for (const { page } of users) {
    let isFirst = true;
    await page.route(orders, async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      return way(route);
    });
  }
}

/** Cuts the way of the next orders. What it answers is called when they are on it, and waits until the cut was made. */
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

/** What the page said last of an order, once it said it. */
function lastText(page: Page): Promise<'placed' | 'not'> {
  return Promise.race([
    placed(page)
      .waitFor({ timeout: roundMs })
      .then(() => 'placed' as const),
    notPlaced(page)
      .waitFor({ timeout: roundMs })
      .then(() => 'not' as const),
  ]);
}

/** Follows one user's order from its tap to its last words, and holds those against the store. */
async function followOrder({ page }: User, name: string, order: { price: number; tapped: Promise<void>; held: Held }) {
  const { price, tapped, held } = order;
  // A cut between the store and the server is mended by the server; of the others the page knows nothing at first.
  const isHeld = name !== 'the server does not hear of the commit';
  const [end] = await Promise.all([lastText(page), isHeld ? held() : null, tapped]);
  const stored = await storedAt(price);
  expect({ name, end, stored }).toEqual({ name, end, stored: end === 'placed' ? 1 : 0 });
  // Nothing comes after the last words.
  expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('dunlin.outcomes.')))).toBe(
    false,
  );
  expect(await storedAt(price)).toBe(stored);
  const count = (received[name] ??= { placed: 0, not: 0 });
  count[end] += 1;
}

async function freshScreen({ page }: User): Promise<void> {
  await page.unroute(orders);
  await page.reload();
  await goToScreen(page, address, tradeScreen);
}

const volleys = Object.keys(cuts).flatMap((name) =>
  Array.from({ length: Math.ceil(rounds / usersCount) }, (_, nth) => [name, nth + 1] as const),
);

it.each(volleys)(
  '%s, volley %i',
  async (name, nth) => {
    const ordering = users.slice(0, Math.min(usersCount, rounds - (nth - 1) * usersCount));
    const strike = await cuts[name]?.();
    const watched = await Promise.all(
      ordering.map(async (trader) => ({ trader, held: await watchForHeld(trader.page) })),
    );
    const sent = watched.map(({ trader, held }) => {
      const price = (nextPrice += 10);
      return { trader, order: { price, held, tapped: submitOrder(trader.page, price) } };
    });
    await Promise.all([
      Promise.all(sent.map(({ order }) => order.tapped)).then(() => strike?.()),
      ...sent.map(({ trader, order }) => followOrder(trader, name, order)),
    ]);
    await Promise.all(users.map(freshScreen));
  },
  roundMs + 60_000,
);

it('reported the true outcome of every round', () => {
  process.stdout.write(`${JSON.stringify(received)}\n`);
  const counts = Object.values(received).map((count) => count.placed + count.not);
  expect(counts).toEqual(Object.keys(cuts).map(() => rounds));
});
