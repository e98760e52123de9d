import type { Ms, Ticks, Units } from '../../../../../protocol/brand.ts';
import type { MinuteWeek } from '../../../../../protocol/entities/quant/minute-week.ts';
import type { RobotParameters } from '../../../../../protocol/entities/quant/robot-parameters.ts';
import { type BackTest, backTest } from '../../../../../protocol/maths/robots/back-test/back-test.ts';
import { weekMinutes, readMinutes } from '../../../../../protocol/maths/robots/back-test/minute-texts.ts';
import { tunedParameters } from '../../../../../protocol/maths/robots/back-test/tuning.ts';
import type { RobotMarket } from '../../../../../protocol/maths/robots/strategy.ts';
import { type Device, keepWeek, readWeeks, type WeekMinutes } from './kept-weeks.ts';
import { PastMinutes } from './past-minutes.ts';

/** What is tested, on the minutes that the desk has. */
export interface Test {
  readonly parameters: RobotParameters;
  readonly market: RobotMarket;
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

/** Tries robots on the minutes of a pair, which it keeps between two questions: they are many to be handed over each time. */
export class Desk {
  #pair = '';
  #tick = '';
  #oldest: Ms = 0;
  #past = new PastMinutes();
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
        const candles = this.#past.columns(ask.from);
        return candles.minute.length < 2 ? null : backTest({ ...ask, candles });
      }
      case 'tune': {
        const candles = this.#past.columns(ask.from);
        return candles.minute.length < 2 ? null : tunedParameters({ ...ask, candles }, ask.ticks);
      }
    }
  }

  async #open({ pair, tick, weeks }: DeskCalls['open']['asked']): Promise<HeldWeek[]> {
    if (pair !== this.#pair || tick !== this.#tick) this.#past = new PastMinutes();
    this.#pair = pair;
    this.#tick = tick;
    this.#oldest = Math.min(...weeks);
    const missing = weeks.filter((week) => !this.#past.weeks.has(week));
    for (const [week, minutes] of await readWeeks(pair, missing, this.#device)) {
      if (minutes.tick === tick) this.#past.add(week, minutes);
    }
    return [...this.#past.weeks].map(([week, minutes]) => heldOf(week, minutes));
  }

  #take(answer: MinuteWeek, at: Ms): HeldWeek {
    if (answer.pair !== this.#pair || answer.tick !== this.#tick) throw new RangeError('minutes of another pair');
    const { week, tick, since, final } = answer;
    const minutes: WeekMinutes = { ...readMinutes(answer, weekMinutes), tick, since, final, at };
    this.#past.add(week, minutes);
    // A test does not wait for it.
    void keepWeek(this.#pair, week, minutes, this.#oldest, this.#device);
    return heldOf(week, minutes);
  }
}

function heldOf(week: Ms, { final, at, since, length }: WeekMinutes): HeldWeek {
  return { week, final, at, since, length };
}
