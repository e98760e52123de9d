import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster } from '#server/core/store/embedded/postmaster.ts';
import { fillDisk, openSmallDisk, smallDisks, straceWorks, traceFsync } from './disk-faults.ts';
import type { FaultWorld } from './fault-world.ts';
import type { FaultAction, FaultPoint } from './proxy/postgres-faults.ts';

/** Something that happens to an exchange under load. */
export interface FaultKind {
  readonly name: string;
  /** What the exchange stands on. */
  readonly over: 'embedded' | 'proxy' | 'small disk';
  /** The exchange itself lives on: no socket may close. */
  readonly keepsSockets: boolean;
  /** Why it cannot be done here; null when it can. */
  readonly missing?: () => Promise<string | null>;
  /**
   * Lets it happen.
   *
   * @param brief with the shortest waits, as in CI
   * @returns from when on users should be able to trade again, and what is done once they do
   */
  readonly strike: (world: FaultWorld, brief: boolean) => Promise<Struck>;
}

export interface Struck {
  /** As of `performance.now`. */
  readonly since: number;
  readonly after?: () => Promise<void>;
}

/** A frozen connection stays frozen for as long. */
const frozenMs = 1_000;
const firedWithinMs = 15_000;
const hourMs = 3_600_000;

/** What a test of one round strikes with is the same as what the bench strikes with fifty times. */
export const faultKinds: readonly FaultKind[] = [
  {
    name: 'kill -9 of the exchange',
    over: 'embedded',
    keepsSockets: false,
    async strike(world) {
      const since = performance.now();
      await world.server.kill();
      await world.startAgain();
      return { since };
    },
  },
  {
    name: 'kill -9 of the postmaster',
    over: 'embedded',
    keepsSockets: true,
    async strike(world) {
      process.kill(postmasterOf(world), 'SIGKILL');
      return { since: performance.now() };
    },
  },
  {
    name: 'kill -9 of one backend',
    over: 'embedded',
    keepsSockets: true,
    async strike(world) {
      const client = await world.connect();
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'dunlin%' ORDER BY random() LIMIT 1`,
      );
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
      await client.end().catch(() => undefined);
      return { since: performance.now() };
    },
  },
  ...wireFaults(),
  {
    name: 'full disk',
    over: 'small disk',
    keepsSockets: true,
    missing: () => smallDisks(),
    async strike(world, brief) {
      const free = await fillDisk(path.dirname(world.postgresRoot));
      await sleep(brief ? 2_000 : 4_000);
      await free();
      return { since: performance.now() };
    },
  },
  {
    name: 'EIO in fdatasync',
    over: 'embedded',
    keepsSockets: true,
    missing: straceWorks,
    async strike(world) {
      const stop = await traceFsync(postmasterOf(world), 'error=EIO');
      await sleep(1_500);
      await stop();
      return { since: performance.now() };
    },
  },
  {
    name: '200 ms in fdatasync',
    over: 'embedded',
    keepsSockets: true,
    missing: straceWorks,
    async strike(world) {
      const stop = await traceFsync(postmasterOf(world), 'delay_exit=200000');
      await sleep(3_000);
      await stop();
      return { since: performance.now() };
    },
  },
  {
    name: 'SIGSTOP of the exchange',
    over: 'embedded',
    // Users who hear nothing for so long may hang up, and so may the exchange.
    keepsSockets: false,
    async strike(world, brief) {
      process.kill(world.server.pid, 'SIGSTOP');
      await sleep(brief ? 6_000 : 30_000);
      process.kill(world.server.pid, 'SIGCONT');
      return { since: performance.now() };
    },
  },
  {
    name: "step of the host's clock",
    over: 'embedded',
    keepsSockets: true,
    async strike(world) {
      const steps = [hourMs, -hourMs, 24 * hourMs, -24 * hourMs];
      const voidBefore = await countVoid(world);
      await world.setClock(steps[Math.floor(world.random() * steps.length)] ?? hourMs);
      const since = performance.now();
      return {
        since,
        async after() {
          // Long enough for a round of options to end.
          await sleep(1_500);
          if ((await countVoid(world)) > voidBefore) throw new Error('a step of the clock voided a round');
        },
      };
    },
  },
];

function wireFaults(): FaultKind[] {
  const points: readonly FaultPoint[] = ['begin', 'statement', 'commit', 'committed', 'after'];
  const words = {
    begin: 'at BEGIN',
    statement: 'in the statements',
    commit: 'at COMMIT',
    committed: 'behind COMMIT, before its answer',
    after: 'behind the answer of COMMIT',
  };
  const kinds = points.flatMap((at) => [
    wireFault(`connection cut ${words[at]}`, at, 'cut'),
    wireFault(`connection frozen ${words[at]}`, at, 'freeze'),
  ]);
  return [...kinds, wireFault('connection cut at COMMIT, which arrives later', 'commit', 'hold')];
}

function wireFault(name: string, at: FaultPoint, action: FaultAction): FaultKind {
  return {
    name,
    over: 'proxy',
    keepsSockets: true,
    async strike({ proxy }) {
      if (proxy === null) throw new Error('there is no proxy');
      const aim = at === 'begin' ? { application: 'dunlin writer' } : { match: 'spot-orders' };
      const fault = proxy.arm({ at, action, ...aim });
      const hit = await Promise.race([fault.fired, sleep(firedWithinMs).then(() => null)]);
      fault.disarm();
      if (hit === null) throw new Error('nothing came that the fault could strike');
      const since = performance.now();
      return {
        since,
        async after() {
          if (action === 'freeze') {
            await sleep(frozenMs);
            hit.thaw();
          }
          if (action === 'hold') await hit.release();
        },
      };
    },
  };
}

function postmasterOf(world: FaultWorld): number {
  const found = findPostmaster(path.join(world.postgresRoot, 'cluster'));
  if (found === null) throw new Error('the embedded PostgreSQL does not run');
  return found.pid;
}

async function countVoid(world: FaultWorld): Promise<number> {
  const client = await world.connect();
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM option_rounds WHERE phase = 'void'`,
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

/** Where the data of a world lies that needs a disk of its own; `release` gives the disk back. */
export async function directoryFor(
  kind: FaultKind,
): Promise<{ directory: string; release: () => Promise<void> } | null> {
  return kind.over === 'small disk' ? openSmallDisk() : null;
}
