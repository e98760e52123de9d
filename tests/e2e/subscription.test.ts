import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#protocol/spot/entities.ts';
import { readConfig } from '#server/core/config/config.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { readInstruments } from '#server/core/instruments/store.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import { replay } from '../../tools/replay-subscription.ts';
import { announceForTest } from '../calls/launchpad-project.ts';
import { goToScreen, practiceSession, until } from './phone.ts';
import { setPhoneStage } from './stage.ts';
import { listPracticeCoin } from '#server/earn/launchpad/practice.ts';
import { askExchange } from './ask-exchange.ts';

/** A new coin by clicks: from home to a commitment, its share, the proof on the phone, and a trade at the opening. */

const stage = setPhoneStage();
/** Long enough to commit by hand on a busy machine. */
const openMs = 25_000;
/** Long enough to place an order by hand. */
const auctionMs = 25_000;
let project = '';
let token = '';

beforeAll(async () => {
  ({ token } = stage.session);
  await goToScreen(stage.page, stage.exchange.address, '#/pages/index/index');
});

afterAll(async () => {
  expect(stage.phone.complaints).toEqual([]);
});

const says = (text: string | RegExp) => stage.page.getByText(text).first().waitFor({ timeout: 60_000 });

/** A coin that nobody has traded, with its pair, which an auction opens. */
const coin = { id: 'WIGEON', name: 'Wigeon' };

async function isKnown(): Promise<boolean> {
  const answer = await askExchange(`${stage.exchange.address}/api/transferPage`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { coins: readonly string[] } };
  return data.coins.includes(coin.id);
}

async function announceNow(): Promise<void> {
  const database = openBesideServer(readConfig({ DATA_DIR: stage.exchange.dataFolder }));
  try {
    const signed = { by: 'ann', reason: 'a test', at: Date.now() };
    await database.transaction((tx) => listPracticeCoin(tx, coin, '0.5', signed));
    // This process funds the project itself, so it must know the coin as well as the exchange does.
    instruments.replace(await readInstruments(database));
    await until('the exchange knows the coin', isKnown);
    const opensAt = Date.now();
    const times = { opensAt, closesAt: opensAt + openMs, auctionMs };
    const terms = { coin: coin.id, name: 'Wigeon for all', maximum: '400', ...times } as const;
    project = (await announceForTest(database, terms)).toString();
  } finally {
    await database.close();
  }
}

/** The user's orders that ended. */
async function ordersOf(): Promise<{ list: readonly Order[] }> {
  const answer = await askExchange(`${stage.exchange.address}/api/currencyRecord?state=history&pair=WIGEONUSDT`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { data: { list: readonly Order[] } }).data;
}

/** Somebody else commits, so that more is wanted than there is. */
async function anotherCommits(amount: string): Promise<void> {
  const other = await practiceSession(stage.exchange.address);
  const headers = {
    authorization: `Bearer ${other.token}`,
    'content-type': 'application/json',
    'idempotency-key': 'subscription-walk-0001',
  };
  const answer = await askExchange(`${stage.exchange.address}/api/teManagementOrderAdd`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ project, amount }),
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
}

describe('a user with practice coins', () => {
  it('finds the new coin from home and commits to it', async () => {
    await announceNow();
    await anotherCommits('400');
    await stage.page.getByRole('link', { name: 'Launchpad' }).click();
    await stage.page.getByRole('link', { name: /Wigeon for all/ }).click();
    await says('In progress');
    await stage.page.getByRole('button', { name: '250', exact: true }).click();
    await says('You would get');
    await stage.page.getByRole('button', { name: /^Commit 250.00 USDT \(practice\)/ }).click();
    await says('You have committed 250.00 USDT');
    await says(/Held in your spot wallet, line 2/);
  });

  it('gets its share and the rest back, and recomputes it on the phone', async () => {
    await stage.page.getByRole('link', { name: 'See the result' }).click({ timeout: 60_000 });
    await says('You received');
    // 1,300 pieces were wanted of 1,000: the own 500 come to 384 and 8/13, which is
    // the larger remainder: 385, for 192.50 USDT.
    await says(/^385/);
    await says(/57.50 USDT/);
    await stage.page.getByRole('button', { name: 'Recompute here' }).click();
    await says('adds up');
    const { projects, lines, differences } = await replay(stage.exchange.address, project);
    expect({ projects, lines, differences }).toEqual({ projects: 1, lines: 2, differences: [] });
  });

  it('sees what the opening would come to, and orders for it', async () => {
    await says(/^WIGEON\/USDT opens in/);
    await says(/WIGEON would trade/);
    await stage.page.getByRole('link', { name: 'Order for the opening (practice)' }).click();
    await says('Call auction');
    await says(/^Limit orders only/);
    await stage.page.getByRole('radio', { name: 'Sell' }).click();
    await stage.page.getByRole('textbox', { name: 'Price (USDT)' }).fill('0.4');
    await stage.page.getByRole('textbox', { name: 'Amount (WIGEON)' }).fill('100');
    await stage.page.getByRole('button', { name: 'Sell WIGEON (practice)' }).click();
    await says(/^Nothing trades before/);
    await stage.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Sell 100/ })
      .click();
    await says('Sell order placed');
    await stage.page.getByRole('button', { name: 'Cancel WIGEON/USDT' }).waitFor();
  });

  it('has traded at the opening, and finds the pair open', async () => {
    await stage.page.getByText('Call auction').waitFor({ state: 'detached', timeout: 60_000 });
    await until('the order has traded', async () => (await ordersOf()).list[0]?.status === 'filled');
    await stage.page.getByRole('tab', { name: 'History' }).click();
    await stage.page.getByRole('article', { name: /^Sell WIGEON\/USDT/ }).waitFor();
    const { list } = await ordersOf();
    // Everybody traded at the one price of the auction, which the order's own limit does not decide.
    expect(list[0]).toMatchObject({ status: 'filled', price: '0.4', filled: '100' });
    expect(Number(list[0]?.averagePrice)).toBeGreaterThanOrEqual(0.4);
  });

  it('is notified, with the way to the result and from there to the pair', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/notice/list');
    await stage.page.getByText('Subscription settled').first().click();
    await stage.page.getByRole('link', { name: 'See the result' }).click();
    await says('Check it yourself');
    await says(/^Last price/);
    await stage.page.getByRole('link', { name: 'Trade WIGEON (practice)' }).click();
    await until('the pair is on screen', async () => stage.page.url().includes('pair=WIGEONUSDT'));
    await says('WIGEON/USDT');
  });
});
