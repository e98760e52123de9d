import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { atDepth } from '../depth.ts';
import type { P2pOrder, P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { decideAppeal } from '#server/p2p/orders/appeals/operate-appeals.ts';
import type { AccountFeed } from '#server/core/topics/account-source.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';
import { escrowFaults } from './p2p-standing.ts';

/**
 * Everything that can happen to a fiat order, and to the last coins of an advert, at once.
 */

const endRounds = atDepth(100);
const takeRounds = atDepth(16, 6);
const payRounds = atDepth(30);
/** So many rounds see everything that belongs here, which is then asked for. */
const roundsSeeingAll = 500;
const raceMs = 120_000 + endRounds * 3_000;
/** Rounds of the same two people: a practice account does not pay for more. */
const roundsOfTwo = 60;
/** Acts at once begin within this, so that each of them is the first in some rounds. */
const spreadMs = 6;
const { caller, market, exchange, trader, codeOf } = p2pExchange('fiat-race');

afterAll(async () => {
  expect(await escrowFaults(exchange())).toEqual([]);
  expect((await checkLedger(exchange().database, true, Date.now())).findings).toEqual([]);
});

function query<Row extends object>(text: string, values: unknown[] = []): Promise<{ readonly rows: Row[] }> {
  return exchange().database.pool.query<Row & Record<string, string>>(text, values);
}

const soon = (times = 1) => sleep(Math.random() * spreadMs * times);
const forgetCancels = () => query(`UPDATE fiat_orders SET cancel_number = NULL WHERE cancel_number IS NOT NULL`);
const detail = async (id: string, { as }: Trader<string>) =>
  (await caller.done('GET tradeBuyWaitPage', { id }, as)) as unknown as P2pOrderDetail;

/** What the open app of a side knows of an order: of the states it is shown, the newer one counts. */
class OpenApp {
  readonly #feed: AccountFeed;
  #known: P2pOrder | null = null;

  constructor(side: Trader<string>) {
    this.#feed = exchange().account.open(BigInt(side.id), () => this.#read());
  }

  /** The state it shows. */
  get state(): string | null {
    return this.#known?.state ?? null;
  }

  close(): void {
    this.#feed.close();
  }

  #read(): void {
    for (const order of this.#feed.take()?.fiatOrders ?? []) {
      if (this.#known === null || this.#known.updatedAt <= order.updatedAt) this.#known = order;
    }
  }
}

/** How far an order has come when everything happens to it at once. */
const beginnings = ['waiting-payment', 'paid', 'appeal'] as const;

async function orderAt(beginning: (typeof beginnings)[number], buyer: Trader<string>, seller: Trader<string>) {
  const id = await market.order(buyer, seller, 'buy', '10');
  if (beginning === 'waiting-payment') return id;
  await caller.done('POST tradePaid', { id }, buyer.as);
  // Both sides may appeal.
  await query('UPDATE fiat_orders SET pay_until = 1, paid_at = 1 WHERE id = $1', [id]);
  if (beginning === 'appeal') await caller.done('POST tradeAppeal', { id, text: 'I paid ten minutes ago.' }, buyer.as);
  return id;
}

const endings = {
  seller: { state: 'completed', event: 'released', notices: ['released to buyer'] },
  buyer: { state: 'cancelled', event: 'cancelled', notices: ['cancelled to seller'] },
  timeout: { state: 'cancelled', event: 'expired', notices: ['expired to seller', 'unpaid to buyer'] },
  arbiter: { state: null, event: null, notices: ['decided to buyer', 'decided to seller'] },
} as const;

/** The one end of an order, as the store has it: where the coins went, what is written down, and who is notified. */
async function checkEnd(id: string, buyer: Trader<string>, seller: Trader<string>): Promise<P2pOrder> {
  const [hers, his] = [await detail(id, buyer), await detail(id, seller)];
  const { state, endedBy } = hers.order;
  expect(his.order).toMatchObject({ state, endedBy, endedAt: hers.order.endedAt, updatedAt: hers.order.updatedAt });
  expect(his.events).toEqual(hers.events);
  expect(his.talk?.last).toEqual(hers.talk?.last);
  expect([hers.talk?.open, his.talk?.open]).toEqual([false, false]);
  const ending = endings[endedBy ?? 'timeout'];
  const isCompleted = state === 'completed';
  if (ending.state !== null) expect(state).toBe(ending.state);
  const ends = hers.events.filter(({ what }) => ['released', 'cancelled', 'expired', 'refunded'].includes(what));
  expect(ends.map(({ what }) => what)).toEqual([ending.event ?? (isCompleted ? 'released' : 'refunded')]);
  const { rows: moved } = await query<{ owner: string; times: number; units: string }>(
    `SELECT owner, count(*)::int AS times, sum(available + frozen + locked)::text AS units FROM ledger_entries
      WHERE reference = $1 AND kind IN ('fiat-escrow', 'fiat-trade') GROUP BY owner ORDER BY owner`,
    [id],
  );
  const [units, none] = ['1000000000', '0'];
  expect(moved.toSorted((a, b) => Number(a.owner) - Number(b.owner))).toEqual(
    [
      { owner: `-${id}`, times: 2, units: none },
      { owner: seller.id, times: isCompleted ? 1 : 2, units: isCompleted ? `-${units}` : none },
      ...(isCompleted ? [{ owner: buyer.id, times: 1, units }] : []),
    ].toSorted((a, b) => Number(a.owner) - Number(b.owner)),
  );
  const { rows: sent } = await query<{ text: string }>(
    `SELECT replace(article_key, 'notice/fiat-order-', '') || ' to ' || CASE owner WHEN $2 THEN 'buyer' ELSE 'seller' END AS text
       FROM notices WHERE subject ->> 'order' = $1 ORDER BY text`,
    [id, buyer.id],
  );
  const ofEnds = sent
    .map(({ text }) => text)
    .filter((text) => /^(?:released|cancelled|expired|unpaid|decided)/.test(text));
  expect(ofEnds).toEqual(ending.notices);
  return hers.order;
}

it(
  'payment, release, cancellation, appeals, countdown and decision at once end an order once, and both are shown the same',
  async () => {
    let [mei, ada] = [await trader(), await trader()];
    const ended = new Map<string, number>();
    for (let round = 0; round < endRounds; round += 1) {
      if (round % roundsOfTwo === roundsOfTwo - 1) [mei, ada] = [await trader(), await trader()];
      const beginning = beginnings[round % beginnings.length] ?? 'paid';
      const id = await orderAt(beginning, ada, mei);
      await forgetCancels();
      const apps = [new OpenApp(ada), new OpenApp(mei)];
      const signed = { by: 'Grace', reason: 'At once.', secrets: null, at: Date.now() };
      const outcome = round % 2 === 0 ? 'release' : 'refund';
      const keys = { release: caller.newKey(), cancel: caller.newKey() };
      const release = ['POST otcFinish', { id, received: true, transactionPassword: password }, mei.as] as const;
      const cancel = ['POST tradeCancel', { id, notPaid: true }, ada.as] as const;
      const text = 'This is what I have to say.';
      if (beginning === 'waiting-payment') {
        const until = Date.now() + Math.ceil(spreadMs / 2);
        await query('UPDATE fiat_orders SET pay_until = $2, due_at = $2 WHERE id = $1', [id, until]);
      }
      // In some rounds the sides take their time, so that an operator who looks again finds an appeal to decide.
      const [patience, looks] = round % 4 === 3 ? [8, 6] : [1, 1];
      const decide = async (left: number): Promise<bigint | null> => {
        await soon();
        const line = await decideAppeal(exchange().database, BigInt(id), { outcome, penalty: 0n }, signed);
        if (line === null && left > 1) return decide(left - 1);
        await exchange().handleDueOrders();
        return line;
      };
      const [released, cancelled, decided] = await Promise.all([
        soon(patience).then(() => codeOf(...release, keys.release)),
        soon(patience).then(() => codeOf(...cancel, keys.cancel)),
        decide(looks),
        soon().then(() => codeOf('POST tradePaid', { id }, ada.as)),
        soon().then(() => codeOf('POST tradeAppeal', { id, text }, ada.as)),
        soon().then(() => codeOf('POST tradeAppeal', { id, text }, mei.as)),
        soon().then(() => exchange().handleDueOrders()),
        soon().then(() => exchange().handleDueOrders()),
      ]);
      await exchange().handleDueOrders();
      const left = (await detail(id, ada)).order.state;
      // Nobody won: it was marked as paid, or under appeal when everybody else was gone.
      if (left === 'paid' || left === 'appeal') await caller.done(...release);
      const order = await checkEnd(id, ada, mei);
      const wasReleased = released === 'success';
      const wasCancelled = cancelled === 'success';
      expect([wasReleased, wasCancelled]).not.toEqual([true, true]);
      if (order.endedBy === 'seller' && left === 'completed') expect(wasReleased).toBe(true);
      expect([wasCancelled, order.endedBy === 'buyer']).toEqual(wasCancelled ? [true, true] : [false, false]);
      if (wasReleased) expect(order.endedBy).toBe('seller');
      if (order.endedBy === 'arbiter') {
        expect(decided).not.toBeNull();
        expect(order.state).toBe(outcome === 'release' ? 'completed' : 'cancelled');
      }
      // Whoever asks again under the same key gets the same answer as before.
      if (wasReleased) expect(await codeOf(...release, keys.release)).toBe('success');
      if (wasCancelled) expect(await codeOf(...cancel, keys.cancel)).toBe('success');
      expect(apps.map(({ state }) => state)).toEqual([order.state, order.state]);
      for (const app of apps) app.close();
      const how = `${beginning} by ${order.endedBy}`;
      ended.set(how, (ended.get(how) ?? 0) + 1);
    }
    expect(await escrowFaults(exchange())).toEqual([]);
    // Enough rounds see every end of every beginning.
    if (endRounds >= roundsSeeingAll) {
      const ways = ['seller', 'buyer'].flatMap((by) => beginnings.map((beginning) => `${beginning} by ${by}`));
      expect([...ended.keys()]).toEqual(
        expect.arrayContaining([...ways, 'waiting-payment by timeout', 'paid by arbiter', 'appeal by arbiter']),
      );
    }
  },
  raceMs,
);

const takersAtOnce = 64;

it(
  `${takersAtOnce} takers of the last coins of an advert never get more than it offers`,
  async () => {
    let mei = await trader();
    const takers = await Promise.all(Array.from({ length: takersAtOnce }, trader));
    const amounts = [10, 20, 30];
    let taking: object | null = null;
    for (const taker of takers) taking = await market.takingOf(taker, 'buy', '1', '10');
    for (let round = 0; round < takeRounds; round += 1) {
      if (round % roundsOfTwo === roundsOfTwo - 1) mei = await trader();
      const offered = 30 + 10 * (round % 4);
      const advert = await market.advert(mei, 'sell', String(offered));
      const tries = takers.map(async ({ as }, nth) => {
        const amount = amounts[(nth + round) % amounts.length] ?? 10;
        return { amount, answer: await codeOf('POST tradeBuy', { ...taking, advert, amount: String(amount) }, as) };
      });
      const answers = await Promise.all(tries);
      expect(
        answers.map(({ answer }) => answer).filter((one) => one !== 'success' && one !== 'quantityOutOfRange'),
      ).toEqual([]);
      const got = answers.filter(({ answer }) => answer === 'success').reduce((sum, { amount }) => sum + amount, 0);
      expect(got).toBeLessThanOrEqual(offered);
      // Whoever was refused had asked for more than there was.
      const refused = answers.filter(({ answer }) => answer !== 'success').map(({ amount }) => amount);
      expect(Math.min(...refused)).toBeGreaterThan(offered - got);
      const { rows } = await query<{ escrowed: string; left: string; held: string }>(
        `SELECT (SELECT sum(units) / 100000000 FROM fiat_orders WHERE advert = $1)::text AS escrowed,
                (SELECT sum(available) / 100000000 FROM balances
                  WHERE owner IN (SELECT -id FROM fiat_orders WHERE advert = $1))::bigint::text AS held,
                (remaining / 100000000)::text AS left FROM adverts WHERE id = $1`,
        [advert],
      );
      expect(rows).toEqual([{ escrowed: expect.anything(), left: String(offered - got), held: String(got) }]);
      expect(Number(rows[0]?.escrowed)).toBe(got);
      expect(await shownLeft(advert, mei)).toBe(offered === got ? null : String(offered - got));
      expect(await escrowFaults(exchange())).toEqual([]);
      // All of them let the time pass, so that nobody is at a limit in the next round.
      await query('UPDATE fiat_orders SET pay_until = 1, due_at = 1, taker = 0 WHERE advert = $1', [advert]);
      await expect.poll(() => exchange().handleDueOrders()).toBe(0);
      await forgetCancels();
      expect(await shownLeft(advert, mei)).toBe(String(offered));
    }
  },
  raceMs,
);

/** What the list shows of an advert, which comes from memory; null when it cannot be ordered. */
async function shownLeft(advert: string, { id, as }: Trader<string>): Promise<string | null> {
  const asked = { side: 'buy', asset: 'USDT', currency: 'CNY', merchant: id, size: '50' };
  const { list } = await caller.done('GET tradeList', asked, as);
  return (list as { id: string; available: string }[]).find((one) => one.id === advert)?.available ?? null;
}

it(
  'payment and countdown at once end in one of the two',
  async () => {
    let [mei, ada] = [await trader(), await trader()];
    for (let round = 0; round < payRounds; round += 1) {
      if (round % roundsOfTwo === roundsOfTwo - 1) [mei, ada] = [await trader(), await trader()];
      await forgetCancels();
      const id = await market.order(ada, mei, 'buy', '10');
      await query('UPDATE fiat_orders SET pay_until = $2, due_at = $2 WHERE id = $1', [id, Date.now() + 20]);
      await sleep(10 + (round % 20));
      const [paid] = await Promise.all([codeOf('POST tradePaid', { id }, ada.as), exchange().handleDueOrders()]);
      if (paid === 'success') {
        expect((await detail(id, ada)).order.state).toBe('paid');
        await caller.done('POST otcFinish', { id, received: true, transactionPassword: password }, mei.as);
      } else {
        expect(paid).toBe('orderFinished');
        await expect.poll(async () => (await detail(id, ada)).order.state).toBe('cancelled');
      }
      await checkEnd(id, ada, mei);
    }
  },
  raceMs,
);
