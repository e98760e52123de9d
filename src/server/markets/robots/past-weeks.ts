import { dayMs, hourMs, minuteMs } from '#protocol/core/durations.ts';
import type { CallOutput } from '#protocol/calls.ts';
import type { Ms } from '#protocol/core/brand.ts';
import { weekMs, MinuteTextsWriter } from '#protocol/robots/maths/back-test/minute-texts.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { pairOf } from '../pairs.ts';
import type { RobotsDeps } from './deps.ts';

type PastWeek = CallOutput<'GET quant/candles'>;

/** Weeks that are kept once they were written, the least recently used goes: some megabytes at most. */
const keptWeeksMax = 64;
/** A minute may be recounted this long after it closed, when the store did not answer in time. */
const settledAfterMs = hourMs;

/** Past minutes of pairs, week by week. */
interface PastWeeks {
  /** @throws Refusal for a pair that does not trade */
  of(pair: string, week: Ms): Promise<PastWeek>;
}

/**
 * Writes past minutes for back-tests. A day is read at a time, by the primary key of the minutes, so that no other call waits
 * longer than for a page of candles. A week that is final is read once.
 */
export function createPastWeeks({ market, clock }: Pick<RobotsDeps, 'market' | 'clock'>): PastWeeks {
  const kept = new Map<string, Promise<PastWeek>>();

  async function write(pair: string, week: Ms): Promise<PastWeek> {
    const now = clock();
    const since = market.historyStart(pair);
    const endMs = Math.min(week + weekMs, now - (now % minuteMs));
    const writer = new MinuteTextsWriter();
    let next = week;
    const until = (ms: Ms) => {
      const count = Math.max(0, ms - next) / minuteMs;
      next = Math.max(next, ms);
      return count;
    };
    const passTo = (ms: Ms) => {
      for (const { fromMs, toMs } of market.down(pair, next, ms)) {
        writer.stand(until(fromMs));
        writer.skip(until(toMs));
      }
      writer.stand(until(ms));
    };
    writer.skip(until(Math.min(Math.max(since, week), endMs)));
    for (let day = week; day < endMs; day += dayMs) {
      for (const minute of await market.minutes(pair, day, Math.min(day + dayMs, endMs))) {
        // Nothing traded since the week began: the price stands where it was before.
        const isUp = () => market.down(pair, next, next + minuteMs).length === 0;
        const before =
          minute.startMs > next && writer.last === 0 && isUp() ? await closeBefore(market, pair, week) : null;
        if (before !== null) {
          writer.add({ open: before, high: before, low: before, close: before });
          next += minuteMs;
        }
        passTo(minute.startMs);
        writer.add(minute);
        next += minuteMs;
      }
    }
    passTo(endMs);
    const lost = writer.missing - Math.max(0, Math.min(since, endMs) - week) / minuteMs;
    const isFinal = week + weekMs + settledAfterMs <= now && lost <= 0 && market.comparedFrom(pair) <= week;
    return { pair, week, since, tick: pairOf(pair).tickSize, final: isFinal, ...writer.texts() };
  }

  return {
    async of(pair, week) {
      if (!market.has(pair)) throw new Refusal('notFound');
      const key = `${pair} ${week}`;
      const making = kept.get(key) ?? write(pair, week);
      kept.delete(key);
      kept.set(key, making);
      if (kept.size > keptWeeksMax) kept.delete(kept.keys().next().value ?? '');
      const isKept = await making.then(
        (made) => made.final,
        () => false,
      );
      if (!isKept && kept.get(key) === making) kept.delete(key);
      return making;
    },
  };
}

/** The price at which the week before ended, in ticks; null where nothing is known of that. */
async function closeBefore(market: RobotsDeps['market'], pair: string, week: Ms): Promise<number | null> {
  const { list } = await market.klines(pair, '1w', week, 1);
  const close = list.at(-1)?.[4];
  const { tickSize, priceDecimals } = pairOf(pair);
  if (close === undefined) return null;
  return Number(toUnits(close, priceDecimals) / toUnits(tickSize, priceDecimals));
}
