import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import type { Ms, Ticks } from '#protocol/core/brand.ts';
import { TriggerIndex } from '#server/markets/engine/trigger-index.ts';
import type { RobotRow } from '../tables.ts';
import { ticksAbove, ticksBelow } from '../rules.ts';
import type { ClosedCandle, Heard } from './venue.ts';
import { marketOf } from '../terms.ts';

/** Candles of each of its pairs that wait for one robot; older ones are not made up. */
const candlesMax = 3;

/** What calls robots of one pair, or of one contract: prices they watch for, and their candles. */
interface CalledPair {
  readonly prices: TriggerIndex;
  /** Robots by the minutes of the candles they decide on. */
  readonly candles: Map<number, Set<bigint>>;
  readonly running: Set<bigint>;
  /** All its robots, in any state before their end. */
  readonly followed: Set<bigint>;
  /** Robots that wait for their turn, in order. */
  readonly waiting: Set<bigint>;
}

/** What is known of a robot without reading its row: all its pairs, the first one first. */
interface Known {
  readonly pairs: readonly string[];
  readonly minutes: number | null;
}

const nothingHeard: Heard = { low: null, high: null, candles: [], refused: new Set(), uncertain: new Set() };

/**
 * Which robot is called when: each pair keeps what its robots watch for in sorted order, so that a price visits only those
 * it reaches, and a queue of those that wait for their turn. A robot of several pairs hears of all of them, and waits in the
 * queue of its first one alone: so it has one turn at a time. Nothing here is needed after a restart.
 */
export class Calling {
  readonly #pairs = new Map<string, CalledPair>();
  readonly #known = new Map<bigint, Known>();
  readonly #heard = new Map<bigint, Heard>();
  /** When robots are called without an event, as to send again. */
  readonly #namesOf: (row: RobotRow) => readonly string[];
  readonly #due = new Map<bigint, { readonly pair: string; readonly at: Ms }>();

  /** @param namesOf the pairs of a robot, or the contract it trades: what its prices are heard under */
  constructor(namesOf: (row: RobotRow) => readonly string[]) {
    this.#namesOf = namesOf;
  }

  /** Takes what a row says from now on; one that has ended is forgotten. */
  follow(row: RobotRow): void {
    const { id } = row;
    this.#unfollow(id);
    if (row.state === 'stopped') {
      this.#due.delete(id);
      return;
    }
    const pairs = this.#namesOf(row);
    const [first = row.pair] = pairs;
    const isRunning = row.state === 'running';
    const minutes = isRunning ? strategyOf(row.parameters).candleMinutes(row.parameters) : null;
    this.#known.set(id, { pairs, minutes });
    // It may be due earlier: what happened while its step ran is not in this row.
    if (row.nextAt !== null) this.callAt(id, first, row.nextAt);
    for (const name of pairs) this.#pairOf(name).followed.add(id);
    if (!isRunning) return;
    this.#pairOf(first).prices.set(Number(id), triggersOf(row));
    for (const name of pairs) {
      const pair = this.#pairOf(name);
      pair.running.add(id);
      if (minutes === null) continue;
      const same = pair.candles.get(minutes) ?? new Set();
      pair.candles.set(minutes, same.add(id));
    }
  }

  /** A robot is called for nothing any more, but keeps its turn and what it heard. */
  forget(id: bigint): void {
    this.#due.delete(id);
    this.#unfollow(id);
  }

  #unfollow(id: bigint): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    this.#known.delete(id);
    for (const name of known.pairs) {
      const pair = this.#pairOf(name);
      pair.running.delete(id);
      pair.followed.delete(id);
      pair.prices.remove(Number(id));
      if (known.minutes !== null) pair.candles.get(known.minutes)?.delete(id);
    }
  }

  /** Gives a robot a turn, if it does not wait for one. @param pair any of its pairs */
  call(id: bigint, pair: string, heard: Partial<Heard> = {}): void {
    this.#pairOf(this.#known.get(id)?.pairs[0] ?? pair).waiting.add(id);
    this.hear(id, heard);
  }

  /** Keeps what a robot heard for its next turn. */
  hear(id: bigint, heard: Partial<Heard>): void {
    if (Object.keys(heard).length > 0) this.#heard.set(id, merged(this.#heard.get(id) ?? nothingHeard, heard));
  }

  /** Calls a robot at a time. */
  callAt(id: bigint, pair: string, at: Ms): void {
    this.#due.set(id, { pair, at: Math.min(at, this.#due.get(id)?.at ?? at) });
  }

  /** Calls those whose time has come. */
  callDue(now: Ms): void {
    for (const [id, { pair, at }] of this.#due) {
      if (at > now) continue;
      this.#due.delete(id);
      this.call(id, pair);
    }
  }

  /** Calls robots that watch for prices that were reached. */
  priced(pair: string, low: Ticks, high: Ticks): void {
    const called = this.#pairs.get(pair);
    if (called === undefined || called.prices.size === 0) return;
    for (const ticks of low === high ? [low] : [low, high]) {
      for (const { id } of called.prices.crossed(ticks)) {
        // Until its turn it is reached by no further price: it hears of the extremes of this one.
        called.prices.remove(id);
        this.call(BigInt(id), pair, { low, high });
      }
    }
  }

  /** The lengths of candles that robots of a pair decide on. */
  minutes(pair: string): number[] {
    return [...(this.#pairs.get(pair)?.candles ?? [])].flatMap(([minutes, ids]) => (ids.size === 0 ? [] : [minutes]));
  }

  /**
   * Calls robots that decide on candles of a length.
   *
   * @param isQuiet nothing was traded within it: only robots of several coins hear of it, to whom candles belong together
   */
  closed(pair: string, minutes: number, candle: ClosedCandle, isQuiet: boolean): void {
    for (const id of this.#pairs.get(pair)?.candles.get(minutes) ?? []) {
      if (isQuiet && this.#known.get(id)?.pairs.length === 1) continue;
      this.call(id, pair, { candles: [candle] });
    }
  }

  /** Calls every running robot of a pair, as when it was halted. */
  callRunning(pair: string): void {
    for (const id of this.#pairs.get(pair)?.running ?? []) this.call(id, pair);
  }

  /** Calls every robot of a pair, running or not, as when its end is announced. */
  callAll(pair: string): void {
    for (const id of this.#pairs.get(pair)?.followed ?? []) this.call(id, pair);
  }

  /** Pairs with robots in any state. */
  followedPairs(): string[] {
    return [...this.#pairs].flatMap(([pair, { followed }]) => (followed.size === 0 ? [] : [pair]));
  }

  /** Pairs with running robots. */
  runningPairs(): string[] {
    return [...this.#pairs].flatMap(([pair, { running }]) => (running.size === 0 ? [] : [pair]));
  }

  /** Pairs with robots that wait for their turn. */
  waitingPairs(): string[] {
    return [...this.#pairs].flatMap(([pair, { waiting }]) => (waiting.size === 0 ? [] : [pair]));
  }

  /** Takes the next robots of a pair out of its queue, with what they heard. */
  take(pair: string, most: number): { readonly id: bigint; readonly heard: Heard }[] {
    const waiting = this.#pairs.get(pair)?.waiting ?? new Set<bigint>();
    const taken: { readonly id: bigint; readonly heard: Heard }[] = [];
    for (const id of waiting) {
      if (taken.length >= most) break;
      waiting.delete(id);
      taken.push({ id, heard: this.#heard.get(id) ?? nothingHeard });
      this.#heard.delete(id);
    }
    return taken;
  }

  /** Robots that are followed. */
  get size(): number {
    return this.#known.size;
  }

  #pairOf(pair: string): CalledPair {
    const found = this.#pairs.get(pair);
    if (found !== undefined) return found;
    const made = {
      prices: new TriggerIndex(),
      candles: new Map(),
      running: new Set<bigint>(),
      followed: new Set<bigint>(),
      waiting: new Set<bigint>(),
    };
    this.#pairs.set(pair, made);
    return made;
  }
}

/** What prices a robot is called at: those its strategy watches for, and its own bounds. */
function triggersOf({ pair, watchBelow, watchAbove, stopLoss, takeProfit }: RobotRow) {
  const market = marketOf(pair);
  const below = [watchBelow, stopLoss === null ? null : ticksBelow(stopLoss, market)];
  const above = [watchAbove, takeProfit === null ? null : ticksAbove(takeProfit, market)];
  return [
    ...below.flatMap((ticks) => (ticks === null ? [] : [{ reason: 'stop-loss', when: 'falls-to', ticks } as const])),
    ...above.flatMap((ticks) => (ticks === null ? [] : [{ reason: 'take-profit', when: 'rises-to', ticks } as const])),
  ];
}

/** Oldest first, of each pair those that wait at most. */
function newest(candles: readonly ClosedCandle[]): ClosedCandle[] {
  const sorted = candles.toSorted((a, b) => a.start - b.start);
  const pairs = Map.groupBy(sorted, ({ pair }) => pair);
  return sorted.filter((candle) => pairs.get(candle.pair)?.slice(-candlesMax).includes(candle));
}

function merged(
  before: Heard,
  { low, high, candles = [], refused = new Set(), uncertain = new Set() }: Partial<Heard>,
): Heard {
  const lows = [before.low, low ?? null].filter((ticks) => ticks !== null);
  const highs = [before.high, high ?? null].filter((ticks) => ticks !== null);
  return {
    low: lows.length === 0 ? null : Math.min(...lows),
    high: highs.length === 0 ? null : Math.max(...highs),
    candles: newest([...before.candles, ...candles]),
    refused: new Set([...before.refused, ...refused]),
    uncertain: new Set([...before.uncertain, ...uncertain]),
  };
}
