import type { ClientConfig } from 'pg';
import { houseOwners } from '#server/core/ledger/account.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { everyPosting } from '../faults/every-posting.ts';
import { generator } from '../../tools/statistics/generator.ts';

/** The first message to the measured process. */
export interface BystanderStart {
  readonly connection: ClientConfig;
  readonly seed: number;
}

/** What it is asked after that: a stretch alone, or beside everybody else. */
export interface BystanderStretch {
  readonly milliseconds: number;
  readonly isAlone: boolean;
}

/** What it answers to that. */
export interface BystanderCount {
  readonly latenciesMs: readonly number[];
  /** What the others did meanwhile. */
  readonly others: number;
}

/** What used to wait for each other in a circle; see `tests/faults/postgres-deadlocks.test.ts`. */
const proneToDeadlocks =
  /spot|conversions|treasury|instant transfers|wallet transfers|withdrawal|practice coins|contract orders|contract closings/;
/** The bystander waits this long between two movements of its own, so that it is never its own load. */
const restMs = 5;
const bystander = 900_001n;

async function open({ connection, seed }: BystanderStart) {
  const database = openDatabase(connection, { poolMax: 30 });
  await migrateDatabase(database.pool);
  await givePractice(database, [bystander], { asset: 'USDT', amount: '1000000', wallet: 'spot' });
  const { actors } = await everyPosting(database, generator(seed));
  const chosen = Object.entries(actors).filter(([kind]) => proneToDeadlocks.test(kind));
  const ledger = createLedger();
  let back = false;
  /** Money of its own from one wallet to the other, and to the house and back. */
  async function step(): Promise<void> {
    back = !back;
    const amount = back ? -100n : 100n;
    await database.transaction((tx) =>
      ledger.post(tx, {
        kind: 'practice',
        reference: null,
        at: Date.now(),
        postings: [
          { owner: bystander, wallet: 'spot', asset: 'USDT', part: 'available', amount },
          { owner: houseOwners.practice, wallet: 'spot', asset: 'USDT', part: 'available', amount: -amount },
        ],
      }),
    );
  }
  return { chosen, step };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function stretch({ chosen, step }: Opened, asked: BystanderStretch): Promise<BystanderCount> {
  const untilMs = performance.now() + asked.milliseconds;
  const latenciesMs: number[] = [];
  let others = 0;
  const bots = asked.isAlone ? [] : chosen.flatMap(([, act]) => [act, act]);
  const running = bots.map(async (act) => {
    while (performance.now() < untilMs) {
      try {
        await act();
        others += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
      await rest(1);
    }
  });
  while (performance.now() < untilMs) {
    const startedMs = performance.now();
    await step();
    latenciesMs.push(performance.now() - startedMs);
    await rest(restMs);
  }
  await Promise.all(running);
  return { latenciesMs, others };
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function fail(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}

async function main(start: BystanderStart): Promise<void> {
  const opened = await open(start);
  process.on('message', (asked: BystanderStretch) => {
    stretch(opened, asked).then((count) => process.send?.(count), fail);
  });
  process.send?.('open');
}

process.once('message', (start: BystanderStart) => {
  main(start).catch(fail);
});
process.once('disconnect', () => process.exit(0));
