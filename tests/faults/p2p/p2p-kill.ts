import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallName } from '#protocol/calls.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { readConfig } from '#server/core/config/config.ts';
import type { Database } from '#server/core/store/database.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import { decideAppeal } from '#server/p2p/orders/appeals/operate-appeals.ts';
import { p2pMarket, type Trader } from '../../calls/p2p-market.ts';
import { verifyForP2p } from '../../calls/p2p-standing.ts';
import { startServer, type ServerProcess, withoutMakers } from '../server-process.ts';
import { untilGone } from '../tapping-client.ts';
import { P2pClient, transactionPassword } from './p2p-client.ts';
import { p2pFaults } from './p2p-faults.ts';
import type { TapsKillReport } from '../kill-report.ts';
import { amongWhatFollows, untilCounted } from '../aiming.ts';

const merchantsCount = 2;
const buyersCount = 6;
/** What each advert offers, and what each order takes of it: more than all rounds can buy. */
const offered = '3000';
const taken = '2';
/** The kill comes at some time after this, in most rounds within the paying out of an escrow. */
const aliveLeastMs = 200;
const aliveMostMs = 900;
/** Countdowns end before the kill, while the exchange is down, and after it is up again. */
const countdownMostMs = 5_000;
const settledWithinMs = 30_000;

/** One for each way that an order goes: left alone, cancelled, paid, under appeal, completed. */
const ways = [0.1, 0.2, 0.28, 0.4, 0.6, 0.9] as const;

/** How far somebody's first order of a round goes: on a slow machine it may be the only one, and all ways are to be met. */
function firstChance(nth: number): number {
  return ways[nth % ways.length] ?? 0;
}

/** What a run saw. */
export interface P2pKillReport extends TapsKillReport {
  readonly orders: number;
  /** Countdowns, decisions and warnings that came due while the exchange was down. */
  readonly dueWhileDown: number;
  readonly ended: Readonly<Record<string, number>>;
}

/**
 * Kills a real exchange without warning while users take, pay, release, cancel, appeal and let the time pass, starts it
 * again on the same data, and compares what they were answered with what is stored.
 *
 * @param random the users' choices and the moments of the kills (not the machine's timing)
 */
export async function killP2p(rounds: number, random: () => number): Promise<P2pKillReport> {
  const run = await P2pRun.begin(random);
  try {
    for (let round = 1; round <= rounds && run.faults.length === 0; round += 1) await run.round(round);
    return await run.end();
  } finally {
    await run.close();
  }
}

class P2pRun {
  readonly faults: string[] = [];
  readonly #directory: string;
  readonly #random: () => number;
  readonly #database: Database;
  #server: ServerProcess;
  #merchants: readonly { readonly client: P2pClient; readonly advert: string }[] = [];
  #buyers: readonly P2pClient[] = [];
  #unanswered = 0;
  #dueWhileDown = 0;
  #keys = 0;

  private constructor(directory: string, server: ServerProcess, random: () => number) {
    this.#directory = directory;
    this.#server = server;
    this.#random = random;
    this.#database = openBesideServer(readConfig({ DATA_DIR: directory }));
  }

  static async begin(random: () => number): Promise<P2pRun> {
    const directory = await mkdtemp(path.join(tmpdir(), 'dunlin-fiat-'));
    const run = new P2pRun(directory, await startServer(directory, withoutMakers), random);
    const { address } = run.#server;
    const standing = { database: run.#database, forgetSessions: () => undefined };
    const done = (name: CallName, body: object, as: string) => run.#done(name, body, as);
    const market = p2pMarket<string>(
      () => standing,
      done,
      (merchant) => run.#deposit(merchant),
    );
    const user = async (name: string): Promise<P2pClient> => {
      const client = await P2pClient.register(address, name, random);
      await verifyForP2p(standing, client.id);
      await client.setPassword(address);
      return client;
    };
    run.#buyers = await Promise.all(Array.from({ length: buyersCount }, (_, nth) => user(`buyer-${nth}`)));
    run.#merchants = await Promise.all(
      Array.from({ length: merchantsCount }, async (_, nth) => {
        const client = await user(`merchant-${nth}`);
        return { client, advert: await market.advert({ id: client.id, as: client.token }, 'sell', offered) };
      }),
    );
    return run;
  }

  /** Users trade, countdowns end, an operator decides, and at some point the exchange is killed. */
  async round(round: number): Promise<void> {
    const { address } = this.#server;
    await this.#forgetYesterday();
    await this.#bringForward();
    const playing = Promise.all(
      this.#buyers.map((buyer, nth) => untilGone(() => this.#play(address, buyer, firstChance(nth + round)))),
    );
    await Promise.race([playing, sleep(aliveLeastMs + this.#random() * (aliveMostMs - aliveLeastMs))]);
    await this.#decideSome();
    if (round % 4 !== 0) await this.#untilPaidOut();
    await amongWhatFollows(this.#random);
    await this.#server.kill();
    await playing;
    this.faults.push(...(await this.#storeFaults()).map((fault) => `round ${round}, killed: ${fault}`));
    this.#server = await startServer(this.#directory, withoutMakers);
    this.#dueWhileDown += await this.#countDue();
    const again = this.#server.address;
    for (const count of await Promise.all(this.#users.map((user) => user.repeatUnanswered(again)))) {
      this.#unanswered += count;
    }
    await Promise.all(this.#users.map((user) => user.repeatOne(again)));
    this.faults.push(...(await this.#storeFaults()).map((fault) => `round ${round}, started: ${fault}`));
  }

  /** Lets every countdown end, and compares everything. */
  async end(): Promise<P2pKillReport> {
    await this.#settled();
    this.faults.push(...(await this.#storeFaults()).map((fault) => `at the end: ${fault}`));
    this.faults.push(...(await this.#againstAcknowledged()));
    const { rows } = await this.#database.pool.query<{ way: string; count: number }>(
      `SELECT coalesce(state || ' by ' || ended_by, state) AS way, count(*)::int AS count
         FROM fiat_orders GROUP BY way ORDER BY way`,
    );
    const ended = Object.fromEntries(rows.map(({ way, count }) => [way, count]));
    const acknowledged = this.#users.flatMap(({ requests }) =>
      requests.filter(({ answer }) => typeof answer === 'object'),
    );
    return {
      orders: rows.reduce((sum, { count }) => sum + count, 0),
      acknowledged: acknowledged.length,
      unanswered: this.#unanswered,
      dueWhileDown: this.#dueWhileDown,
      ended,
      faults: this.faults,
    };
  }

  async close(): Promise<void> {
    await this.#database.close();
    await this.#server.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }

  get #users(): readonly P2pClient[] {
    return [...this.#buyers, ...this.#merchants.map(({ client }) => client)];
  }

  /** Takes orders and carries them as far as chance has it, until the exchange is gone. `first` stands in for chance once. */
  async #play(address: string, buyer: P2pClient, first: number): Promise<void> {
    for (let chance = first; ;) {
      const merchant = this.#merchants[Math.floor(this.#random() * this.#merchants.length)];
      if (merchant === undefined) return;
      const terms = { price: '7.2', amount: taken, in: 'coin', method: 'bank' };
      const order = await buyer.act(address, 'POST tradeBuy', { advert: merchant.advert, ...terms });
      // At the most that may be open: the countdowns of those end.
      if (order === null) {
        await sleep(100);
        continue;
      }
      await this.#carryOn(address, buyer, merchant.client, order.id, chance);
      chance = this.#random();
    }
  }

  async #carryOn(address: string, buyer: P2pClient, seller: P2pClient, id: string, chance: number): Promise<void> {
    if (chance < 0.15) return;
    if (chance < 0.25) {
      await buyer.act(address, 'POST tradeCancel', { id, notPaid: true });
      return;
    }
    await buyer.act(address, 'POST tradePaid', { id });
    if (chance < 0.3) return;
    if (chance < 0.45) {
      await seller.act(address, 'POST tradeAppeal', { id, text: 'No money came to my account.' });
      return;
    }
    await seller.act(address, 'POST otcFinish', { id, received: true, transactionPassword });
  }

  /** Cancellations of a day and what is ordered in it have limits: to users, this round is on another day. */
  async #forgetYesterday(): Promise<void> {
    await this.#database.pool.query(
      'UPDATE fiat_orders SET created_at = created_at - $1, ended_at = ended_at - $1 WHERE ended_at IS NOT NULL',
      [2 * dayMs],
    );
  }

  /** Countdowns, and warnings that no proof came, become due from now on, each at a time of its own. */
  async #bringForward(): Promise<void> {
    const at = '$1 + (id * 7919) % $2';
    await this.#database.pool.query(
      `UPDATE fiat_orders SET pay_until = CASE state WHEN 'waiting-payment' THEN ${at} ELSE pay_until END, due_at = ${at}
        WHERE state IN ('waiting-payment', 'paid') AND due_at IS NOT NULL`,
      [Date.now(), countdownMostMs],
    );
  }

  async #decideSome(): Promise<void> {
    const { rows } = await this.#database.pool.query<{ id: string }>(
      `SELECT id FROM fiat_orders WHERE state = 'appeal' AND decision IS NULL ORDER BY id LIMIT 4`,
    );
    for (const { id } of rows) {
      const outcome = this.#random() < 0.5 ? 'release' : 'refund';
      const signed = { by: 'Grace', reason: 'Before the lights go out.', secrets: null, at: Date.now() };
      await decideAppeal(this.#database, BigInt(id), { outcome, penalty: 0n }, signed);
    }
  }

  /** Waits until an escrow was just paid out. */
  async #untilPaidOut(): Promise<void> {
    await untilCounted(async () => {
      const { rows } = await this.#database.pool.query<{ count: string }>(
        `SELECT count(*) FROM fiat_order_events WHERE what IN ('released', 'cancelled', 'expired', 'refunded')`,
      );
      return rows[0]?.count;
    });
  }

  async #countDue(): Promise<number> {
    const { rows } = await this.#database.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM fiat_orders WHERE due_at <= $1',
      [Date.now()],
    );
    return rows[0]?.count ?? 0;
  }

  /** Waits until nothing is due any more. */
  async #settled(): Promise<void> {
    await this.#bringForward();
    await sleep(countdownMostMs);
    const until = Date.now() + settledWithinMs;
    while ((await this.#countDue()) > 0) {
      if (Date.now() > until) {
        this.faults.push(`${await this.#countDue()} orders are due for ever`);
        return;
      }
      await sleep(100);
    }
  }

  async #storeFaults(): Promise<string[]> {
    return this.#database.transaction(({ client }) => p2pFaults(client), 'repeatable read');
  }

  /** Everything that was acknowledged is stored, and nothing else is. */
  async #againstAcknowledged(): Promise<string[]> {
    const { rows } = await this.#database.pool.query<{ id: string; ended_by: string | null; was_paid: boolean }>(
      'SELECT id, ended_by, paid_at IS NOT NULL AS was_paid FROM fiat_orders',
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    const all = (call: Parameters<P2pClient['acknowledged']>[0]) =>
      this.#users.flatMap((user) => user.acknowledged(call).map(({ id }) => id));
    const takes = all('POST tradeBuy');
    const enders = { 'POST otcFinish': 'seller', 'POST tradeCancel': 'buyer' } as const;
    return [
      ...(new Set(takes).size === takes.length ? [] : ['two requests were answered with the same order']),
      ...takes.filter((id) => !stored.has(id)).map((id) => `order ${id} was acknowledged and is not stored`),
      ...[...stored.keys()]
        .filter((id) => !takes.includes(id))
        .map((id) => `order ${id} is stored and was never reported`),
      ...all('POST tradePaid')
        .filter((id) => stored.get(id)?.was_paid !== true)
        .map((id) => `order ${id} was acknowledged as paid and is not`),
      ...Object.entries(enders).flatMap(([call, by]) =>
        all(call as keyof typeof enders)
          .filter((id) => stored.get(id)?.ended_by !== by)
          .map((id) => `${call} of ${id} was acknowledged, and it was ended by ${stored.get(id)?.ended_by}`),
      ),
    ];
  }

  /** A merchant with a whole deposit, by the calls: the exchange stops money where its books do not add up. */
  async #deposit({ as }: Trader<string>): Promise<void> {
    await this.#done('POST transfer', { asset: 'USDT', from: 'spot', to: 'fiat', amount: '500' }, as);
    await this.#done('POST deposit', {}, as);
    while ((await this.#done('GET depositPage', {}, as))['state'] !== 'paid') await sleep(100);
  }

  async #done(name: CallName, body: object, as: string): Promise<Record<string, unknown>> {
    const [method = '', call = ''] = name.split(' ');
    this.#keys += 1;
    const query = new URLSearchParams(body as Record<string, string>).toString();
    const answer = await fetch(`${this.#server.address}/api/${call}${method === 'GET' ? `?${query}` : ''}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${as}`,
        'idempotency-key': `fiat-kill-${String(this.#keys).padStart(10, '0')}`,
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    const { code, data, msg } = (await answer.json()) as { code: number; data: Record<string, unknown>; msg: string };
    if (code !== 200) throw new Error(`${name}: ${code} ${msg}`);
    return data;
  }
}
