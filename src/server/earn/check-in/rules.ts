import type { Units } from '#protocol/core/brand.ts';

/** Days of a run. Seven days in a row double the reward (spec point 4): that of the seventh, then the next run starts. */
export const runDays = 7;

/**
 * What of a month's budget may be paid and promised by a day of it: the budget × its days so far ÷ all its days, truncated.
 * What is not claimed stays for the days after; the last day has all of it.
 *
 * @param day as `productDay` counts, from `first` to `last` of the month
 */
export function releasedBy(budget: Units, day: number, { first, last }: { first: number; last: number }): Units {
  return (budget * BigInt(day - first + 1)) / BigInt(last - first + 1);
}

/** What is stored of a user's days in a row. */
export interface Streak {
  /** The last day signed in. */
  readonly lastDay: number;
  readonly length: number;
  /** The reward of one day, as it was promised. */
  readonly reward: Units;
  /** Set aside for the rest of the run. */
  readonly promised: Units;
}

/** What signing in on a day would do. */
export interface CheckInPlan {
  /** Days in a row with this one. */
  readonly length: number;
  /** Place in the run of seven, from 1. */
  readonly position: number;
  /** Set aside for a run that was broken: free again. */
  readonly released: Units;
  /** Newly set aside, for this day and the rest of the run. */
  readonly aside: Units;
  /** What the day pays out of what is set aside, and out of the free cover. At most one of them is above zero. */
  readonly fromAside: Units;
  readonly fromFree: Units;
  /** The reward of one day that holds for the run from here on. */
  readonly reward: Units;
  /** Set aside for the days after this one. */
  readonly promised: Units;
}

/** The place of a day in its run, from 1. @param length days in a row that end with it */
export function positionOf(length: number): number {
  return ((length - 1) % runDays) + 1;
}

/** What a day of a run pays. */
export function rewardOf(position: number, reward: Units): Units {
  return position === runDays ? 2n * reward : reward;
}

/** What the days of a run pay from a place on to its end. */
export function restFrom(position: number, reward: Units): Units {
  return position > runDays ? 0n : BigInt(runDays - position + 2) * reward;
}

/** Whether a streak goes on today: its last day is today or yesterday. */
export function goesOn({ lastDay }: Pick<Streak, 'lastDay'>, today: number): boolean {
  return lastDay >= today - 1;
}

/**
 * What signing in today does. A promise is made for the whole rest of a run or not at all: with less left than that, the
 * day alone is paid while it lasts, and after that the day counts and pays nothing.
 *
 * @param offered the reward of one day for new promises
 * @param left what may still be promised, without what a broken run gives back
 */
export function planCheckIn(
  streak: Streak,
  today: number,
  { offered, left }: { readonly offered: Units; readonly left: Units },
): CheckInPlan {
  const isOn = goesOn(streak, today);
  const length = isOn ? streak.length + 1 : 1;
  const position = positionOf(length);
  const released = isOn ? 0n : streak.promised;
  if (isOn && streak.promised > 0n) {
    const pays = rewardOf(position, streak.reward);
    const promised = streak.promised - pays;
    const { reward } = streak;
    return { length, position, released, aside: 0n, fromAside: pays, fromFree: 0n, reward, promised };
  }
  const pays = rewardOf(position, offered);
  const rest = restFrom(position, offered);
  const base = { length, position, released, reward: offered };
  if (rest <= left) return { ...base, aside: rest, fromAside: pays, fromFree: 0n, promised: rest - pays };
  return { ...base, aside: 0n, fromAside: 0n, fromFree: pays <= left ? pays : 0n, promised: 0n };
}
