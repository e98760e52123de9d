import { setTimeout as sleep } from 'node:timers/promises';
import { directoryFor, type FaultKind } from './fault-kinds.ts';
import { FaultWorld } from './fault-world.ts';

const aliveLeastMs = 150;
const aliveMostMs = 700;

/** What the rounds of one kind saw. */
export interface FaultReport {
  readonly kind: string;
  readonly rounds: number;
  /** Why there were none; null when there were. */
  readonly skipped: string | null;
  /** Taps whose end users know. */
  readonly acknowledged: number;
  /** Attempts with unknown outcome, retried with their key. */
  readonly unknown: number;
  /** Milliseconds until half of the users traded again, of every round, the shortest first. */
  readonly againMs: readonly number[];
  /** The slowest answer that anybody got, whatever it said. */
  readonly slowestMs: number;
  readonly faults: readonly string[];
}

/** The figure that half of some are below. */
export function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * Rounds of several kinds of faults, each kind on an exchange of its own: it trades, something happens, it trades again,
 * and what users wrote down is compared with the store.
 *
 * @param brief with the shortest waits
 * @param received each report as soon as it is there
 */
export async function faultRounds(
  kinds: readonly FaultKind[],
  rounds: number,
  random: () => number,
  { brief = false, received }: { brief?: boolean; received?: (report: FaultReport) => void } = {},
): Promise<FaultReport[]> {
  const reports: FaultReport[] = [];
  for (const [over, same] of Map.groupBy(kinds, (kind) => kind.over)) {
    // An exchange that a fault broke is of no use for the next kind.
    let world: FaultWorld | null = null;
    for (const kind of same) {
      const skipped = (await kind.missing?.()) ?? null;
      if (skipped !== null) {
        const none = { acknowledged: 0, unknown: 0, againMs: [], slowestMs: 0, faults: [] };
        reports.push({ kind: kind.name, rounds: 0, skipped, ...none });
        received?.(reports.at(-1) as FaultReport);
        continue;
      }
      const disk = await directoryFor(kind);
      try {
        const directory = disk === null ? {} : { directory: disk.directory };
        world ??= await FaultWorld.open(random, { ...directory, withProxy: over === 'proxy' });
        const report = await roundsOf(world, kind, rounds, brief);
        reports.push(report);
        received?.(report);
        if (report.faults.length > 0 || disk !== null) {
          await world.close();
          world = null;
        }
      } finally {
        if (disk !== null) {
          await world?.close();
          world = null;
          await disk.release();
        }
      }
    }
    await world?.close();
  }
  return reports;
}

async function roundsOf(world: FaultWorld, kind: FaultKind, rounds: number, brief: boolean): Promise<FaultReport> {
  const requestsBefore = sum(world.users.map(({ requests }) => requests.length));
  const unknownBefore = sum(world.users.map(({ unknown }) => unknown));
  for (const user of world.users) user.slowestMs = 0;
  const againMs: number[] = [];
  const faults: string[] = [];
  let done = 0;
  for (; done < rounds && faults.length === 0; done += 1) {
    const words = `${kind.name}, round ${done + 1}`;
    try {
      const closedBefore = world.sockets.closed;
      world.trade();
      await sleep(aliveLeastMs + world.random() * (aliveMostMs - aliveLeastMs));
      const struck = await kind.strike(world, brief);
      againMs.push(await world.tradesAgain(struck.since));
      await struck.after?.();
      await world.settle();
      const closed = world.sockets.closed - closedBefore;
      if (kind.keepsSockets && closed > 0) faults.push(`${words}: ${closed} sockets were closed`);
      faults.push(...(await world.faults()).map((fault) => `${words}: ${fault}`));
    } catch (error) {
      faults.push(`${words}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return {
    kind: kind.name,
    rounds: done,
    skipped: null,
    acknowledged: sum(world.users.map(({ requests }) => requests.length)) - requestsBefore,
    unknown: sum(world.users.map(({ unknown }) => unknown)) - unknownBefore,
    againMs: againMs.toSorted((a, b) => a - b),
    slowestMs: Math.max(...world.users.map(({ slowestMs }) => slowestMs)),
    faults,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
