import type { Ms } from '#protocol/core/brand.ts';
import { robotOf } from '#server/core/ledger/account.ts';
import type { SpotEvent } from '#server/markets/spot/spot.ts';
import { Calling } from './calling.ts';
import { Closings } from './closings.ts';
import { endOfPair } from '../delisting.ts';
import type { RobotsDeps } from '../deps.ts';
import type { RobotRow } from '../tables.ts';
import { isHalted } from './spot-venue.ts';
import { coinsOf } from '../robot-coins.ts';
import type { OwnChange } from '#server/markets/contracts/contracts.ts';
import { contractOf, isOnContract, mayOpenNothing } from '../contracts/robot-contract.ts';
import { readActive } from '../store.ts';
import { marketOf, toTicks } from '../terms.ts';
import type { ChangedRobot } from '../topic.ts';
import { createTurns } from './turns.ts';

/**
 * Pairs worked on at the same time: each takes one connection. With three, people waited longer for their own orders beside
 * five thousand robots (`npm run bench -- robots`), and the robots were no faster.
 */
const pairsAtOnce = 2;
/** Robots read at once at the start. */
const readAtOnce = 500;

/** Works through robots. */
export interface Runner {
  /** Gives a robot a turn, as after a change by its owner. */
  call(row: Pick<RobotRow, 'id' | 'pair'>): void;
  /** Works until no robot waits, or for a bounded time. @returns how many turns there were */
  work(): Promise<number>;
  /** Looks for halted pairs, and for pairs whose end was announced or called off. */
  lookForHalts(): void;
  /** Robots that have not ended. */
  readonly size: number;
  /** Ends after the turns that run. */
  close(): void;
}

/** One run of the job ends after so long, or so many turns; the next one goes on. */
const longestRunMs = 2_000;
const turnsMost = 2_000;

/**
 * Runs robots: calls each that something happened to, and lets it have its turn.
 *
 * @param changed called after the commit of each step that wrote something
 */
export async function openRunner(deps: RobotsDeps, changed: (robot: ChangedRobot) => void): Promise<Runner> {
  const { clock, spot, market, contracts } = deps;
  const calling = new Calling((row) => namesOf(deps, row));
  const closings = new Closings(market, calling);
  /** Ends of pairs as they were seen last: their robots are called when one changes. */
  const ends = new Map<string, Ms | null>();
  let isClosed = false;
  const workOn = createTurns(deps, calling, { changed, isClosed: () => isClosed });
  const stops = [
    spot.onEvents((event) => hearSpot(calling, event)),
    contracts.onOwnChange((owner, change) => hearOwn(calling, owner, change)),
    contracts.onChange((contract) => hearMark(deps, calling, contract)),
  ];
  await loadAll(deps, calling);
  return {
    call: ({ id, pair }) => calling.call(id, pair),
    async work() {
      const until = clock() + longestRunMs;
      await closings.look();
      calling.callDue(clock());
      let turns = 0;
      for (let pairs = calling.waitingPairs(); pairs.length > 0; pairs = calling.waitingPairs()) {
        for (let next = 0; next < pairs.length; next += pairsAtOnce) {
          const worked = await Promise.all(pairs.slice(next, next + pairsAtOnce).map(workOn));
          turns += worked.reduce((sum, count) => sum + count, 0);
        }
        if (isClosed || clock() >= until || turns >= turnsMost) break;
      }
      return turns;
    },
    lookForHalts() {
      for (const pair of calling.followedPairs()) {
        const endsAt = endOfPair(pair);
        if (endsAt === (ends.get(pair) ?? null)) continue;
        ends.set(pair, endsAt);
        calling.callAll(pair);
      }
      for (const pair of calling.runningPairs()) {
        const contract = contracts.markets.get(pair);
        const isOff = contract === undefined ? isHalted(deps, pair) : mayOpenNothing(deps, contract);
        if (isOff) calling.callRunning(pair);
      }
    },
    get size() {
      return calling.size;
    },
    close() {
      isClosed = true;
      for (const stop of stops) stop();
    },
  };
}

/** Calls robots whose orders changed, and those that watch for prices that were traded at. */
function hearSpot(calling: Calling, { pair, orders, trades }: SpotEvent): void {
  for (const { owner } of orders) {
    const robot = robotOf(owner);
    if (robot !== null) calling.call(robot, pair);
  }
  if (trades.length === 0) return;
  const { tickUnits } = marketOf(pair);
  const ticks = trades.map(({ price }) => Number(price / tickUnits));
  calling.priced(pair, Math.min(...ticks), Math.max(...ticks));
}

/** What the prices of a robot are heard under: its contract’s id, or its pairs. */
function namesOf(deps: RobotsDeps, row: RobotRow): readonly string[] {
  return isOnContract(row) ? [contractOf(deps, row).listed.id] : coinsOf(row).map(({ pair }) => pair);
}

/** Calls a robot whose orders or positions on a contract changed. */
function hearOwn(calling: Calling, owner: bigint, { positions, orders }: OwnChange): void {
  const robot = robotOf(owner);
  const contract = orders[0]?.contract ?? positions[0]?.contract;
  if (robot !== null && contract !== undefined) calling.call(robot, contract);
}

/** Calls robots on a contract that watch for its mark price. */
function hearMark({ contracts }: RobotsDeps, calling: Calling, contract: string): void {
  const mark = contracts.markets.get(contract)?.mark ?? null;
  if (mark !== null) calling.priced(contract, mark.ticks, mark.ticks);
}

/** After a start every robot has a turn: orders that were not sent are sent, and fills of the time before are accounted for. */
async function loadAll({ database, market }: RobotsDeps, calling: Calling): Promise<void> {
  for (let above: bigint | null = 0n; above !== null;) {
    const rows: RobotRow[] = await readActive(database, above, readAtOnce);
    for (const row of rows) {
      calling.follow(row);
      // Of a contract the first mark price tells.
      const last = isOnContract(row) ? null : toTicks(market.lastPrice(row.base), marketOf(row.pair));
      calling.call(row.id, row.pair, last === null ? {} : { low: last, high: last });
    }
    above = rows.length < readAtOnce ? null : (rows.at(-1)?.id ?? null);
  }
}
