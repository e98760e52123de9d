import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { codes } from '#protocol/core/codes.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { firstRobot } from '#server/core/ledger/account.ts';
import { robotsAudit } from '#server/markets/robots/audit.ts';
import { exchangeFaults } from '../exchange-faults.ts';
import type { KillReport } from '../kill-report.ts';
import { connectToStore, startServer, type ServerProcess, withoutMakers } from '../server-process.ts';
import { askWhenFree, registerPractice } from '../tapping-client.ts';
import { TradingClient } from '../trading-client.ts';

const tradersCount = 12;
/** What one person may have at most, and what each robot begins with. */
const perOwner = 40;
const putIn = '200';
const aliveLeastMs = 400;
const aliveMostMs = 2_500;
const quietWithinMs = 120_000;
/** Around where the traders trade. */
const prices = { BTCUSDT: 60_000, ETHUSDT: 3_000, SOLUSDT: 150 } as const;

/** What a run saw. */
export interface RobotsKillReport extends KillReport {
  readonly robots: number;
  /** Fills of robots in all. */
  readonly trades: number;
  readonly rounds: number;
  /** Rounds that robots traded in, before their kill or after it. */
  readonly tradedIn: number;
  /** Orders that were wanted or half accounted for when the exchange was killed, in all rounds. */
  readonly torn: number;
  readonly slowestStartMs: number;
}

/**
 * Kills a real exchange without warning while robots run on it and people trade through their orders, starts it again on
 * the same data, and looks whether every robot goes on with what it holds.
 *
 * @param random the traders’ choices and the moments of the kills (not the machine’s timing)
 */
export async function killUnderRobots(robots: number, rounds: number, random: () => number): Promise<RobotsKillReport> {
  const run = await RobotsRun.begin(random);
  try {
    await run.startRobots(robots);
    for (let round = 1; round <= rounds && run.faults.length === 0; round += 1) await run.round(round);
    return await run.end();
  } finally {
    await run.close();
  }
}

interface UnsettledOrder {
  /** Its robot and its number. */
  readonly key: string;
  /** A market order that was not sent, or found nobody to meet. */
  readonly waits: boolean;
  readonly text: string;
}

class RobotsRun {
  readonly faults: string[] = [];
  readonly #directory: string;
  readonly #random: () => number;
  #server: ServerProcess;
  #traders: readonly TradingClient[] = [];
  #robots = 0;
  #rounds = 0;
  #tradedIn = 0;
  #torn = 0;
  #slowestStartMs = 0;

  private constructor(directory: string, server: ServerProcess, random: () => number) {
    this.#directory = directory;
    this.#server = server;
    this.#random = random;
  }

  static async begin(random: () => number): Promise<RobotsRun> {
    const directory = await mkdtemp(path.join(tmpdir(), 'dunlin-robots-'));
    const run = new RobotsRun(directory, await startServer(directory, withoutMakers), random);
    const { address } = run.#server;
    run.#traders = await Promise.all(
      Array.from({ length: tradersCount }, (_, nth) =>
        TradingClient.register(address, `trader-${nth}`, random, ['ETH', 'SOL']),
      ),
    );
    return run;
  }

  /** Starts robots of every strategy, while people trade, so that each pair has a price. */
  async startRobots(count: number): Promise<void> {
    let isOver = false;
    const { address } = this.#server;
    const trading = this.#traders.map((trader) =>
      trader.tradeThrough(
        () => address,
        () => isOver,
      ),
    );
    while (this.#robots < count) {
      const token = await registerPractice(address);
      for (let nth = 0; nth < perOwner && this.#robots < count; nth += 1) await this.#startOne(address, token, nth);
    }
    isOver = true;
    await Promise.all(trading);
  }

  async #startOne(address: string, token: string, nth: number): Promise<void> {
    for (let again = 0; ; again += 1) {
      const key = `robot-${this.#robots}-${again}`.padEnd(16, '-');
      const body = { ...someRobot(this.#random), amount: putIn, from: 'spot', name: `Robot ${nth}`, bounds };
      const { code } = await askWhenFree(`${address}/api/quant/create`, { token, key, body });
      if (code === codes.success) break;
      // Where the price is just now the parameters may not fit: others are tried.
      if (again === 200) throw new Error(`no robot could be started: ${code}`);
      await sleep(20);
    }
    this.#robots += 1;
  }

  /** People trade, the exchange is killed at some moment, and comes back. */
  async round(round: number): Promise<void> {
    const { address } = this.#server;
    const before = await this.#trades();
    const trading = Promise.all(this.#traders.map((trader) => trader.trade(address)));
    await sleep(aliveLeastMs + this.#random() * (aliveMostMs - aliveLeastMs));
    await this.#server.kill();
    await trading;
    this.#torn += await this.#unsettled();
    this.faults.push(...(await this.#storeFaults()).map((fault) => `round ${round}, killed: ${fault}`));
    const fromMs = performance.now();
    this.#server = await startServer(this.#directory, withoutMakers);
    this.#slowestStartMs = Math.max(this.#slowestStartMs, performance.now() - fromMs);
    const again = this.#server.address;
    await Promise.all(this.#traders.map((trader) => trader.repeatUnanswered(again)));
    this.#rounds += 1;
    if ((await this.#trades()) > before) this.#tradedIn += 1;
  }

  /** Waits until nobody wants anything any more, then compares everything. */
  async end(): Promise<RobotsKillReport> {
    this.faults.push(...(await this.#quietFaults()));
    this.faults.push(...(await this.#storeFaults()).map((fault) => `at the end: ${fault}`));
    return {
      robots: this.#robots,
      rounds: this.#rounds,
      tradedIn: this.#tradedIn,
      torn: this.#torn,
      trades: await this.#trades(),
      slowestStartMs: Math.round(this.#slowestStartMs),
      faults: this.faults,
    };
  }

  /**
   * What does not come to rest within a while. Candles close meanwhile, and then robots are busy for a moment. Once nobody
   * trades any more a market order may find nobody to meet: it is refused, and another one wanted after a while. So the
   * only orders that may be open are such ones, and none that was open at the first look.
   */
  async #quietFaults(): Promise<string[]> {
    const first = new Set((await this.#unsettledOrders()).map(({ key }) => key));
    for (const until = Date.now() + quietWithinMs; ; await sleep(200)) {
      const open = await this.#unsettledOrders();
      const stuck = open.filter(({ key, waits }) => !waits || first.has(key));
      const faults = [
        ...stuck.slice(0, 1).map(({ text }) => `${stuck.length} orders are not settled, as ${text}`),
        ...(await this.#restingFaults()),
      ];
      if (faults.length === 0 || Date.now() >= until) return faults;
    }
  }

  async close(): Promise<void> {
    await this.#server.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }

  #trades(): Promise<number> {
    return this.#inStore(async (client) => {
      const { rows } = await client.query<{ trades: number }>('SELECT count(*)::integer AS trades FROM robot_trades');
      return rows[0]?.trades ?? 0;
    });
  }

  async #unsettled(): Promise<number> {
    return (await this.#unsettledOrders()).length;
  }

  /** Orders that are not in the book, are to leave it, or show more than was accounted for, with all that is known of them. */
  #unsettledOrders(): Promise<readonly UnsettledOrder[]> {
    return this.#inStore(async (client) => {
      const { rows } = await client.query<UnsettledOrder>(
        `SELECT own.robot || '/' || own.ref AS key, own.order_id IS NULL AND own.ticks IS NULL AND NOT own.leaving AS waits,
                jsonb_build_array(robots.strategy, robots.state, own, placed, opening)::text AS text
           FROM robot_orders AS own JOIN robots ON robots.id = own.robot
           LEFT JOIN spot_orders AS placed ON placed.owner = own.robot + ${firstRobot} AND placed.id = own.order_id
           LEFT JOIN contract_orders AS opening ON opening.owner = own.robot + ${firstRobot} AND opening.id = own.order_id
          WHERE own.order_id IS NULL OR own.leaving OR placed.status <> 'open' OR placed.filled <> own.filled
             OR (own.rests AND opening.status <> 'open')`,
      );
      return rows;
    });
  }

  /** What does not add up, or was done twice, at any moment. */
  #storeFaults(): Promise<string[]> {
    return this.#inStore(async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const found = (await robotsAudit.find?.(client, { since: 0, full: true })) ?? [];
      const doubled = await client.query<{ text: string }>(
        `SELECT 'robot ' || robots.id || ' has ' || count(*) || ' orders of ' || last_ref AS text
           FROM robots JOIN spot_orders ON spot_orders.owner = robots.id + ${firstRobot}
          GROUP BY robots.id, last_ref HAVING count(*) > last_ref OR count(*) > count(DISTINCT request_key)
         UNION ALL
         SELECT 'robot ' || robots.id || ' has ' || count(*) || ' orders of ' || last_ref || ' on a contract'
           FROM robots JOIN contract_orders ON contract_orders.owner = robots.id + ${firstRobot}
          GROUP BY robots.id, last_ref HAVING count(*) > last_ref
         UNION ALL
         SELECT 'robot ' || id || ' is ' || state FROM robots WHERE state <> 'running'
         UNION ALL
         SELECT owner || ' holds less than nothing of ' || asset FROM balances
          WHERE owner > ${firstRobot} AND least(available, frozen, locked) < 0`,
      );
      const faults = [...(await exchangeFaults(client)), ...found.map(({ text }) => text)];
      await client.query('ROLLBACK');
      return [...faults, ...doubled.rows.map(({ text }) => text)];
    });
  }

  /** At rest, what rests in the book for a robot is exactly what it wants there. */
  #restingFaults(): Promise<string[]> {
    return this.#inStore(async (client) => {
      const { rows } = await client.query<{ text: string }>(
        `SELECT 'order ' || placed.id || ' rests for a robot that does not know of it' AS text
           FROM spot_orders AS placed
           LEFT JOIN robot_orders AS own ON own.robot + ${firstRobot} = placed.owner AND own.order_id = placed.id
          WHERE placed.owner > ${firstRobot} AND placed.status = 'open' AND own.robot IS NULL
         UNION ALL
         SELECT 'order ' || placed.id || ' rests on a contract for a robot that does not know of it'
           FROM contract_orders AS placed
           LEFT JOIN robot_orders AS own ON own.robot + ${firstRobot} = placed.owner AND own.order_id = placed.id
          WHERE placed.owner > ${firstRobot} AND placed.status = 'open' AND own.robot IS NULL`,
      );
      return rows.map(({ text }) => text);
    });
  }

  async #inStore<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = await connectToStore(this.#directory);
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}

const bounds = { stopLoss: null, takeProfit: null };

/** A pair and a strategy around the price its traders trade at. */
function someRobot(random: () => number): { readonly pair: string; readonly parameters: RobotParameters } {
  const pairs = Object.entries(prices);
  const [pair, price] = pairs[Math.floor(random() * pairs.length)] ?? ['BTCUSDT', prices.BTCUSDT];
  const at = (factor: number) => (price * factor).toFixed(0);
  const spacing = random() < 0.5 ? 'arithmetic' : 'geometric';
  const dice = random();
  if (dice < 0.5) return { pair, parameters: { strategy: 'grid', lower: at(0.7), upper: at(1.3), lines: 8, spacing } };
  if (dice < 0.65)
    return {
      pair,
      parameters: { strategy: 'averaging', takeProfit: '2.00', safetyOrders: 3, step: '3.00', scale: '1.20' },
    };
  if (dice < 0.75) return { pair, parameters: { strategy: 'trend', minutes: 1, fast: 2, slow: 3, trailing: '5.00' } };
  if (dice < 0.88) {
    const others = pairs.filter(([other]) => other !== pair).map(([other]) => ({ pair: other, share: 25 }));
    return { pair, parameters: { strategy: 'rebalance', minutes: 5, share: 30, drift: '3', others } };
  }
  // Without makers nothing can be taken on a contract: its orders rest.
  const bounds = { lower: at(0.6), upper: at(1.5), lines: 8, spacing } as const;
  return { pair, parameters: { strategy: 'contract-grid', direction: 'neutral', leverage: 1, ...bounds } };
}
