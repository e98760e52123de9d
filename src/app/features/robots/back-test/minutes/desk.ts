import type { Ms, Ticks, Units } from '#protocol/core/brand.ts';
import type { MinuteWeek } from '#protocol/robots/entities/minute-week.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { basketCoinsMax } from '#protocol/core/limits.ts';
import { backTest } from '#protocol/robots/maths/back-test/back-test.ts';
import type { BackTest, BackTestInput } from '#protocol/robots/maths/back-test/back-test-result.ts';
import { emptyColumns } from '#protocol/robots/maths/back-test/candle-columns.ts';
import { weekMinutes, readMinutes } from '#protocol/robots/maths/back-test/minute-texts.ts';
import { tunedParameters } from '#protocol/robots/maths/back-test/tuning.ts';
import type { RobotMarket } from '#protocol/robots/maths/strategy.ts';
import { type Device, keepWeek, readWeeks, type WeekMinutes } from './kept-weeks.ts';
import { PastMinutes } from './past-minutes.ts';

/** What is tested, on the minutes that the desk has. */
export interface Test {
  readonly parameters: RobotParameters;
  readonly pair: string;
  readonly market: RobotMarket;
  /** Further coins of a basket, in the order of its parameters. */
  readonly others: readonly { readonly pair: string; readonly market: RobotMarket }[];
  /** In quote units. */
  readonly amount: Units;
  /** Minutes before it are left out. */
  readonly from: Ms;
}

/** A week that is here: whether all of it, since when, and where the pair begins. */
export type HeldWeek = Pick<WeekMinutes, 'final' | 'at' | 'since' | 'length'> & { readonly week: Ms };

/** What a desk is asked for, and what it answers. */
export interface DeskCalls {
  /** Takes up a pair with what the device keeps of it. */
  readonly open: {
    readonly asked: { readonly pair: string; readonly tick: string; readonly weeks: readonly Ms[] };
    readonly answer: readonly HeldWeek[];
  };
  /** Takes a week that the exchange answered. */
  readonly week: { readonly asked: { readonly week: MinuteWeek; readonly at: Ms }; readonly answer: HeldWeek };
  /** Tries a robot; null with fewer than two minutes. */
  readonly test: { readonly asked: Test; readonly answer: BackTest | null };
  /** Finds parameters that can start at the price of now; null for none. */
  readonly tune: { readonly asked: Test & { readonly ticks: Ticks }; readonly answer: RobotParameters | null };
}

/** One question to a desk. */
export type DeskAsk = {
  [Kind in keyof DeskCalls]: { readonly kind: Kind } & DeskCalls[Kind]['asked'];
}[keyof DeskCalls];

/** A pair whose minutes are here. */
interface HeldPair {
  readonly tick: string;
  readonly past: PastMinutes;
  oldest: Ms;
}

/** Tries robots on the minutes of pairs, which it keeps between two questions: they are many to be handed over each time. */
export class Desk {
  /** By pair, the one that was opened last at the end: as many as a basket has coins. */
  readonly #pairs = new Map<string, HeldPair>();
  readonly #device: Device | undefined;

  /** @param device what keeps its weeks, when it is not the device itself */
  constructor(device?: Device) {
    this.#device = device;
  }

  /** @throws RangeError for minutes that cannot be read */
  async answer(ask: DeskAsk): Promise<DeskCalls[DeskAsk['kind']]['answer']> {
    switch (ask.kind) {
      case 'open':
        return this.#open(ask);
      case 'week':
        return this.#take(ask.week, ask.at);
      case 'test': {
        const input = this.#inputOf(ask);
        return input === null ? null : backTest(input);
      }
      case 'tune': {
        const input = this.#inputOf(ask);
        return input === null ? null : tunedParameters(input, ask.ticks);
      }
    }
  }

  /** What a test is made on; null while a coin has fewer than two minutes. */
  #inputOf({ pair, from, others, ...terms }: Test): BackTestInput | null {
    const columnsOf = (id: string) => this.#pairs.get(id)?.past.columns(from) ?? emptyColumns(1, 0);
    const candles = columnsOf(pair);
    const further = others.map((other) => ({ market: other.market, candles: columnsOf(other.pair) }));
    if ([candles, ...further.map((other) => other.candles)].some(({ minute }) => minute.length < 2)) return null;
    return { ...terms, candles, others: further };
  }

  async #open({ pair, tick, weeks }: DeskCalls['open']['asked']): Promise<HeldWeek[]> {
    const known = this.#pairs.get(pair);
    const held = known?.tick === tick ? known : { tick, past: new PastMinutes(), oldest: 0 };
    this.#pairs.delete(pair);
    this.#pairs.set(pair, held);
    for (const old of this.#pairs.keys()) if (this.#pairs.size > basketCoinsMax) this.#pairs.delete(old);
    held.oldest = Math.min(...weeks);
    const { past } = held;
    const missing = weeks.filter((week) => !past.weeks.has(week));
    for (const [week, minutes] of await readWeeks(pair, missing, this.#device)) {
      if (minutes.tick === tick) past.add(week, minutes);
    }
    return [...past.weeks].map(([week, minutes]) => heldOf(week, minutes));
  }

  #take(answer: MinuteWeek, at: Ms): HeldWeek {
    const { pair, week, tick, since, final } = answer;
    const held = this.#pairs.get(pair);
    if (held?.tick !== tick) throw new RangeError('minutes of another pair');
    const minutes: WeekMinutes = { ...readMinutes(answer, weekMinutes), tick, since, final, at };
    held.past.add(week, minutes);
    // A test does not wait for it.
    void keepWeek(pair, week, minutes, held.oldest, this.#device);
    return heldOf(week, minutes);
  }
}

function heldOf(week: Ms, { final, at, since, length }: WeekMinutes): HeldWeek {
  return { week, final, at, since, length };
}
