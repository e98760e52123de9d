import { dayMs } from './durations.ts';
import { productDay, productDayStart } from './product-day.ts';

/** 1 January 1970 was a Thursday: day 3 from there on a Sunday, counted from Saturday as 0. */
const saturdayFirst = 5;

/** Whether a day of the product is one from Monday to Friday. */
export function isWorkingDay(day: number): boolean {
  return (day + saturdayFirst) % 7 >= 2;
}

/**
 * The end of the working day that is so many working days after a time, by the days of the product.
 *
 * @returns epoch milliseconds of the last millisecond
 */
export function endOfWorkingDay(at: number, workingDays: number): number {
  let day = productDay(at);
  for (let left = workingDays; left > 0;) {
    day += 1;
    if (isWorkingDay(day)) left -= 1;
  }
  return productDayStart(day) + dayMs - 1;
}
