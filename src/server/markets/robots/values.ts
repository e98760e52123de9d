import type { Ms } from '#protocol/core/brand.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { productDay } from '#protocol/core/product-day.ts';
import type { RobotsDeps } from './deps.ts';
import { type PriceOf, worthOf } from './robot-row.ts';
import type { RobotRow } from './tables.ts';
import { nextHour } from './rules.ts';
import { lockDueValues, type RobotDayRow, writeDays, writeValued } from './value-rows.ts';

/** Robots whose value is taken in one transaction. */
const valuedAtOnce = 500;

/** What a robot made in the day that runs, at a value of now. */
export function dayOf(row: RobotRow, value: bigint): RobotDayRow {
  return {
    robot: row.id,
    owner: row.owner,
    day: row.day,
    income: value - row.dayValue,
    fees: row.fees - row.dayFees,
    trades: row.trades - row.dayTrades,
  };
}

/**
 * Takes the values of robots for which an hour is full, and closes the days that are over: a day is what a robot’s value
 * changed since the one before ended. After a stop of the exchange the days it missed are one.
 *
 * @returns how many robots were valued
 */
export function takeValues({ background, clock }: RobotsDeps, priceOf: PriceOf): Promise<number> {
  return background.transaction(async (tx) => {
    const now = clock();
    const due = await lockDueValues(tx, now, valuedAtOnce);
    const today = productDay(now);
    const valued = due.map((row) => ({ row, value: worthOf(row, priceOf) }));
    await writeDays(
      tx,
      valued.filter(({ row }) => row.day < today).map(({ row, value }) => dayOf(row, value)),
    );
    await writeValued(tx, valued, { at: hourOf(now), nextAt: nextHour(now), today });
    return due.length;
  });
}

function hourOf(at: Ms): Ms {
  return Math.floor(at / hourMs) * hourMs;
}
