import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterFault } from './cluster-kinds.ts';
import type { ClusterWorld } from './cluster-world.ts';

const aliveLeastMs = 500;
const aliveMostMs = 1_500;

/** What the rounds of one fault saw. */
export interface ClusterReport {
  readonly fault: ClusterFault;
  readonly rounds: number;
  /** Requests whose end users know. */
  readonly acknowledged: number;
  /** Attempts with unknown outcome, made again under their keys. */
  readonly unknown: number;
  /** Milliseconds until the first user, and until all users, traded again; of every round, the shortest first. */
  readonly firstMs: readonly number[];
  readonly allMs: readonly number[];
  /** Milliseconds until the first user traded contracts again; the shortest first. */
  readonly contractMs: readonly number[];
  /** Requests on contracts, which are among all, and how many of these were not refused. */
  readonly contracts: { readonly known: number; readonly done: number };
  /** Sockets that were closed. */
  readonly closed: number;
  readonly faults: readonly string[];
}

/**
 * Rounds of one fault: everybody trades, it happens, everybody trades again, and what they wrote down is compared with
 * the store, every socket's book with the stored one, and the rows with who may have written them. The last one audits
 * all of the ledger.
 *
 * @param seen called after each round with when the first user, all users, and the first one of contracts traded again: many
 *   rounds take long
 */
export async function clusterRounds(
  world: ClusterWorld,
  fault: ClusterFault,
  rounds: number,
  seen: (firstMs: number, allMs: number, contractMs: number) => void = () => undefined,
): Promise<ClusterReport> {
  const before = countsOf(world);
  const firstMs: number[] = [];
  const allMs: number[] = [];
  const contractMs: number[] = [];
  const faults: string[] = [];
  let done = 0;
  for (; done < rounds && faults.length === 0; done += 1) {
    const words = `${fault.name}, round ${done + 1}`;
    let undo: (() => Promise<void>) | null = null;
    try {
      world.trade();
      await sleep(aliveLeastMs + world.random() * (aliveMostMs - aliveLeastMs));
      undo = await fault.strike(world);
      // What was asked for after it happened counts.
      const since = performance.now();
      const [first, all, contract] = await Promise.all([
        world.tradesAgain(since, 0),
        world.tradesAgain(since, 1),
        world.tradesAgain(since, 0, world.contractUsers),
      ]);
      firstMs.push(first);
      allMs.push(all);
      contractMs.push(contract);
      const ended = undo();
      undo = null;
      await ended;
      await world.settle();
      const audited = done + 1 < rounds ? 'changed' : 'all';
      faults.push(...(await world.faults(audited)).map((found) => `${words}: ${found}`));
      seen(first, all, contract);
    } catch (error) {
      faults.push(`${words}: ${error instanceof Error ? error.message : String(error)}`);
      // Nobody could end what they began while it lasts.
      await undo?.().catch(() => undefined);
      await world.settle().catch(() => undefined);
    }
  }
  const after = countsOf(world);
  const sorted = (ms: readonly number[]) => ms.toSorted((a, b) => a - b);
  return {
    fault,
    rounds: done,
    acknowledged: after.known - before.known,
    unknown: after.unknown - before.unknown,
    firstMs: sorted(firstMs),
    allMs: sorted(allMs),
    contractMs: sorted(contractMs),
    contracts: { known: after.contracts - before.contracts, done: after.done - before.done },
    closed: after.closed - before.closed,
    faults,
  };
}

/** What has happened in a world so far. */
function countsOf({ clients, contractUsers, sockets }: ClusterWorld) {
  return {
    known: clients.reduce((sum, { requests }) => sum + requests.length, 0),
    unknown: clients.reduce((sum, user) => sum + user.unknown, 0),
    contracts: contractUsers.reduce((sum, { requests }) => sum + requests.length, 0),
    done: contractUsers.reduce((sum, user) => sum + user.acknowledged().length, 0),
    closed: sockets.closed,
  };
}
