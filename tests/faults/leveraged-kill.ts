import { toContractPosition } from '#server/markets/contracts/rows/stored-rows.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { contractFaults } from '#server/markets/contracts/testing-faults.ts';
import { listContracts } from '#server/markets/contracts/listed-contracts.ts';
import { pairs } from '#server/markets/pairs.ts';
import { exchangeFaults } from './exchange-faults.ts';
import { LeveragedClient, tradedContracts } from './leveraged-client.ts';
import { connectToStore, startServer, type ServerProcess } from './server-process.ts';
import type { TapsKillReport } from './kill-report.ts';

const usersCount = 6;
const program = 'tests/faults/steered-server.ts';
/** How far the index goes one way and the next time back: beyond the margin of 50x and 100x. */
const jump = 0.03;
/** The mark price is this far from the index at most, so a position is surely due beyond it. */
const beyondPremium = 1.006;
const steering = 'index.json';
const contracts = listContracts(pairs).filter(({ id }) => id in tradedContracts);
/** How long users play at most before the jump. */
const playMs = 300;
/** A kill comes within this after the jump. */
const aliveMostMs = 1_100;
/** On a busy machine a start takes long until there are prices and quotes. */
const quotedWithinMs = 60_000;
const settledWithinMs = 20_000;

/** What was done by a moment. */
interface Done {
  /** The newest journal. */
  readonly journal: string;
  readonly closings: number;
  readonly settled: number;
}

/** What a run saw. */
export interface LeveragedKillReport extends TapsKillReport {
  readonly forced: number;
  readonly settled: number;
  /** Kills in the middle: something of the round was done by then, and the rest only after the restart. */
  readonly torn: { readonly closing: number; readonly settling: number };
}

/**
 * Kills a real exchange without warning while it closes positions by force and settles option rounds, starts it again on
 * the same data, and compares what users were answered with what is stored.
 *
 * @param random the users's choices and the moments of the kills (not the machine's timing)
 */
export async function killLeveraged(rounds: number, random: () => number): Promise<LeveragedKillReport> {
  const run = await LeveragedRun.begin(random);
  try {
    for (let round = 1; round <= rounds && run.faults.length === 0; round += 1) await run.round(round);
    return await run.end();
  } finally {
    await run.close();
  }
}

class LeveragedRun {
  readonly faults: string[] = [];
  readonly #directory: string;
  readonly #random: () => number;
  readonly #torn = { closing: 0, settling: 0 };
  #server: ServerProcess;
  #store: Client;
  #users: readonly LeveragedClient[] = [];
  #unanswered = 0;
  #factor = 1;

  private constructor(directory: string, server: ServerProcess, store: Client, random: () => number) {
    this.#directory = directory;
    this.#server = server;
    this.#store = store;
    this.#random = random;
  }

  static async begin(random: () => number): Promise<LeveragedRun> {
    const directory = await mkdtemp(path.join(tmpdir(), 'dunlin-leveraged-'));
    await steer(directory, 1);
    const server = await start(directory);
    const run = new LeveragedRun(directory, server, await connectToStore(path.join(directory, 'data')), random);
    run.#users = await Promise.all(
      Array.from({ length: usersCount }, (_, nth) =>
        LeveragedClient.register(server.address, `leveraged-${nth}`, random),
      ),
    );
    return run;
  }

  /** Users trade, the index jumps, rounds come due, and at some point the exchange is killed. */
  async round(round: number): Promise<void> {
    const { address } = this.#server;
    await this.#quoted();
    const playing = Promise.all(this.#users.map((user) => user.play(address, this.#factor)));
    await Promise.race([playing, sleep(playMs)]);
    const before = await this.#done();
    await this.#bringForward();
    await this.#steer(round % 2 === 0 ? 1 : 1 + (round % 4 === 1 ? jump : -jump));
    await this.#momentOfDeath(round, before);
    await this.#server.kill();
    await playing;
    const after = await this.#done();
    this.faults.push(...(await this.#storeFaults()).map((fault) => `round ${round}, killed: ${fault}`));
    const due = await this.#due();
    if (after.closings > before.closings && due.closings > 0) this.#torn.closing += 1;
    if (after.settled > before.settled && due.settlements > 0) this.#torn.settling += 1;
    this.#server = await start(this.#directory);
    const again = this.#server.address;
    for (const count of await Promise.all(this.#users.map((user) => user.repeatUnanswered(again)))) {
      this.#unanswered += count;
    }
  }

  /** Waits until nothing is due any more, then compares everything. */
  async end(): Promise<LeveragedKillReport> {
    await this.#bringForward();
    const until = Date.now() + settledWithinMs;
    for (;;) {
      const { closings, settlements } = await this.#due();
      if (closings + settlements === 0) break;
      if (Date.now() > until) {
        this.faults.push(`not done: ${closings} closings, ${settlements} rounds`);
        break;
      }
      await sleep(100);
    }
    this.faults.push(...(await this.#storeFaults()).map((fault) => `at the end: ${fault}`));
    this.faults.push(...(await this.#againstAcknowledged()));
    const answered = this.#users.flatMap(({ requests }) => requests.filter(({ answer }) => typeof answer === 'object'));
    const { closings, settled } = await this.#done();
    const report = { acknowledged: answered.length, unanswered: this.#unanswered, forced: closings, settled };
    return { ...report, torn: this.#torn, faults: this.faults };
  }

  async close(): Promise<void> {
    await this.#store.end();
    await this.#server.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }

  /** Waits for the first prices and quotes after a start. */
  async #quoted(): Promise<void> {
    const [one] = this.#users;
    const until = Date.now() + quotedWithinMs;
    for (const contract of Object.keys(tradedContracts)) {
      for (;;) {
        const missing = await one?.missingQuotes(this.#server.address, contract);
        if (missing === null) break;
        if (Date.now() > until) throw new Error(`${contract} was not quoted: ${missing}`);
        await sleep(20);
      }
    }
  }

  /** One third of the kills comes anywhere, one as soon as something was closed, one as soon as a round was settled. */
  async #momentOfDeath(round: number, before: Done): Promise<void> {
    const until = Date.now() + (round % 3 === 0 ? this.#random() : 1) * aliveMostMs;
    const kind = ['anywhere', 'contract-close', 'option-settlement'][round % 3];
    while (Date.now() < until) {
      if (kind !== 'anywhere' && (await this.#hasBegun(kind, before))) return;
      await sleep(1);
    }
  }

  /** Whether anything of a kind was done, by whichever of its traces is there first. */
  async #hasBegun(kind: string | undefined, { journal, closings, settled }: Done): Promise<boolean> {
    const { rows } = await this.#store.query<{ begun: boolean }>(
      `SELECT EXISTS (SELECT FROM ledger_entries WHERE owner < 100 AND id > $1 AND kind = $2)
           OR CASE $2 WHEN 'contract-close' THEN (SELECT count(*) > $3 FROM contract_closings WHERE reason = 'forced')
                      ELSE (SELECT count(*) > $4 FROM option_rounds WHERE phase IN ('settled', 'void') AND entries > 0) END AS begun`,
      [journal, kind, closings, settled],
    );
    return rows[0]?.begun === true;
  }

  /** The rounds users entered become due at once, as if their time had come. */
  async #bringForward(): Promise<void> {
    const now = Date.now();
    await this.#store.query(
      // No two rounds of a series strike at once; where a start took long, many of them wait.
      `UPDATE option_rounds AS round SET lock_at = $1, strike_at = $1 + nth, settle_at = $1 + nth + 10
         FROM (SELECT id, row_number() OVER (PARTITION BY coin, cycle ORDER BY id) AS nth
                 FROM option_rounds WHERE phase = 'waiting' AND entries > 0) AS waiting
        WHERE round.id = waiting.id`,
      [now],
    );
  }

  async #done(): Promise<Done> {
    const { rows } = await this.#store.query<Done>(
      `SELECT (SELECT coalesce(max(id), 0) FROM ledger_entries) AS journal,
              (SELECT count(*)::integer FROM contract_closings WHERE reason = 'forced') AS closings,
              (SELECT count(*)::integer FROM option_rounds WHERE phase IN ('settled', 'void') AND entries > 0) AS settled`,
    );
    return rows[0] ?? { journal: '0', closings: 0, settled: 0 };
  }

  /** What still has to happen: positions past their margin at the index, and rounds whose time has come. */
  async #due(): Promise<{ closings: number; settlements: number }> {
    const positions = await this.#store.query<Readonly<Record<string, string | number | null>>>(
      'SELECT * FROM contract_positions WHERE lots > 0',
    );
    const rounds = await this.#store.query(
      `SELECT id FROM option_rounds WHERE phase IN ('waiting', 'in-progress', 'settling') AND settle_at < $1 AND entries > 0`,
      [Date.now()],
    );
    const isDue = (row: Readonly<Record<string, string | number | null>>) => {
      const position = toContractPosition(row);
      const listed = contracts.find(({ id }) => id === position.contract);
      const forced = listed === undefined ? null : liquidationTicks(listed.terms, position);
      if (listed === undefined || forced === null) return false;
      const index = indexTicks(listed.pair, this.#factor);
      return position.side === 'long' ? index * beyondPremium < forced : index > forced * beyondPremium;
    };
    return { closings: positions.rows.filter(isDue).length, settlements: rounds.rows.length };
  }

  async #storeFaults(): Promise<string[]> {
    await this.#store.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      return [...(await exchangeFaults(this.#store)), ...(await contractFaults(this.#store))];
    } finally {
      await this.#store.query('ROLLBACK');
    }
  }

  /** Everything that was acknowledged is stored, and nothing else is. */
  async #againstAcknowledged(): Promise<string[]> {
    const compare = async (words: string, received: readonly string[], sql: string) => {
      const { rows } = await this.#store.query<{ id: string }>(sql);
      const stored = new Set(rows.map(({ id }) => id));
      return [
        ...(new Set(received).size === received.length ? [] : [`two requests were answered with the same ${words}`]),
        ...received.filter((id) => !stored.has(id)).map((id) => `${words} ${id} was acknowledged and is not stored`),
        ...[...stored]
          .filter((id) => !received.includes(id))
          .map((id) => `${words} ${id} is stored and was never reported`),
      ];
    };
    const all = (call: Parameters<LeveragedClient['acknowledged']>[0]) =>
      this.#users.flatMap((user) => user.acknowledged(call));
    const orders = all('POST contract').flatMap(({ order }) => order?.id ?? []);
    const entries = all('POST contractOptionOrder-add').flatMap(({ entry }) => entry?.id ?? []);
    const { rows } = await this.#store.query<{ lots: string }>(
      `SELECT coalesce(sum(lots), 0) AS lots FROM contract_closings WHERE reason = 'manual'`,
    );
    const closed = all('POST outContract').reduce((sum, { closedLots }) => sum + (closedLots ?? 0), 0);
    return [
      ...(await compare('order', orders, 'SELECT id::text FROM contract_orders WHERE owner >= 100000')),
      ...(await compare('entry', entries, 'SELECT id::text FROM option_entries WHERE owner >= 100000')),
      ...(Number(rows[0]?.lots) === closed ? [] : [`${rows[0]?.lots} lots were closed and ${closed} acknowledged`]),
    ];
  }

  async #steer(factor: number): Promise<void> {
    this.#factor = factor;
    await steer(this.#directory, factor);
  }
}

function indexTicks(pair: string, factor: number): number {
  const [base] = Object.entries(tradedContracts).find(([id]) => pair === `${id.replace('PERP', '')}USDT`) ?? [];
  const tickSize = Number(pairs.find(({ id }) => id === pair)?.tickSize);
  const from = tradedContracts[base as keyof typeof tradedContracts];
  return Math.round((from * factor) / tickSize);
}

/** Moves the index of every traded pair to a factor of where it began. */
async function steer(directory: string, factor: number): Promise<void> {
  const file = path.join(directory, steering);
  const ticks = contracts.map(({ pair }) => [pair, indexTicks(pair, factor)] as const);
  await writeFile(`${file}.new`, JSON.stringify(Object.fromEntries(ticks)));
  await rename(`${file}.new`, file);
}

function start(directory: string): Promise<ServerProcess> {
  return startServer(path.join(directory, 'data'), { STEERING: path.join(directory, steering) }, program);
}
