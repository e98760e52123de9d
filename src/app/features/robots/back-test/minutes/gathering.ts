import type { Ms } from '#protocol/core/brand.ts';
import { weekMs } from '#protocol/robots/maths/back-test/minute-texts.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { MinuteWeek } from '#protocol/robots/entities/minute-week.ts';
import type { HeldWeek } from './desk.ts';
import { weeksOf } from './past-minutes.ts';
import type { Tester } from './tester.ts';

/** Weeks that are fetched at once. */
const atOnce = 2;
/** A week that is not final is asked for again when it is older than this. */
export const freshForMs = 15 * minuteMs;

/** What is gathered: the minutes of a pair from a moment on. */
interface Gathering {
  readonly pair: string;
  readonly tick: string;
  readonly from: Ms;
  readonly now: Ms;
  readonly fetchWeek: (week: Ms) => Promise<MinuteWeek>;
  /** Share of the weeks that are here, from 0 to 1. */
  readonly heard: (share: number) => void;
}

/** Minutes that are with the tester. */
export interface Gathered {
  /** Where a test begins. */
  readonly from: Ms;
  /** When the newest of them were answered. */
  readonly at: Ms;
  /** Kept ones stand in, because the exchange did not answer. */
  readonly isOld: boolean;
}

/**
 * Brings the minutes of a pair to the tester: what the device keeps, then what is missing of it, two weeks at a time, the
 * newest first, so that they are tested while older ones are on their way.
 *
 * @throws whatever fetching threw, when there is nothing to test on
 */
export async function gather(tester: Pick<Tester, 'ask'>, asked: Gathering): Promise<Gathered> {
  const { pair, tick, from, now, fetchWeek, heard } = asked;
  const weeks = weeksOf(from, now);
  const held = new Map((await tester.ask('open', { pair, tick, weeks })).map((one) => [one.week, one]));
  const isFresh = ({ final, at }: HeldWeek) => final || now - at < freshForMs;
  const missing = weeks.filter((week) => {
    const one = held.get(week);
    return one === undefined || !isFresh(one);
  });
  let here = weeks.length - missing.length;
  heard(here / weeks.length);
  let since = Math.max(0, ...[...held.values()].map((one) => one.since));
  const fetchNext = async (): Promise<void> => {
    for (let week = missing.shift(); week !== undefined; week = missing.shift()) {
      // The pair is younger.
      if (week + weekMs > since) {
        const one = await tester.ask('week', { week: await fetchWeek(week), at: now });
        held.set(week, one);
        since = Math.max(since, one.since);
      }
      here += 1;
      heard(here / weeks.length);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, fetchNext));
  const failed = ended.find((one) => one.status === 'rejected');
  const newest = held.get(Math.max(...held.keys()));
  if (failed !== undefined && (newest === undefined || newest.length < 2)) throw failed.reason;
  return { from, at: newest?.at ?? now, isOld: failed !== undefined };
}
