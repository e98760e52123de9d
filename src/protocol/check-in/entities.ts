import * as v from 'valibot';
import { assetId, decimal, entity, timestamp } from '../core/fields.ts';

export const calendarDay = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/),
  v.description('A day of the product, which turns at 24:00 UTC+8, as in `2026-11-22`.'),
);

export const calendarMonth = v.pipe(
  v.string(),
  v.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/),
  v.description('A month of the product, as in `2026-11`.'),
);

export const checkInPool = entity(
  'What may be paid for signing in during a month. `left` is what is neither paid nor promised and what the rewards account can cover.',
  {
    month: calendarMonth,
    asset: assetId,
    budget: decimal,
    left: decimal,
    leftToday: v.pipe(
      decimal,
      v.description(
        'What of it may be paid and promised today: in live mode the budget is spread over the days of the month.',
      ),
    ),
  },
);
export type CheckInPool = v.InferOutput<typeof checkInPool>;

export const checkInDay = entity('A day on which the user signed in.', {
  day: calendarDay,
  asset: assetId,
  reward: v.pipe(decimal, v.description('What it paid; 0 when nothing was left in the pool.')),
  doubled: v.boolean(),
});
export type CheckInDay = v.InferOutput<typeof checkInDay>;

export const checkInRunDay = entity('One of the seven days of a run.', {
  day: calendarDay,
  state: v.picklist(['signed', 'today', 'ahead']),
  reward: v.pipe(
    v.nullable(decimal),
    v.description('What it paid or would pay; null when the pool cannot pay for it as things are.'),
  ),
  doubled: v.boolean(),
});
export type CheckInRunDay = v.InferOutput<typeof checkInRunDay>;

export const checkInState = entity('Where a user stands with signing in.', {
  today: calendarDay,
  dayEndsAt: timestamp,
  signedToday: v.boolean(),
  streak: v.pipe(v.number(), v.description('Days in a row up to today, or up to yesterday before signing in today.')),
  asset: assetId,
  run: v.pipe(v.array(checkInRunDay), v.description('The seven days of the run that today belongs to.')),
  promised: v.pipe(decimal, v.description('Set aside in the rewards account for the days ahead of this run.')),
  month: calendarMonth,
  days: v.pipe(v.array(checkInDay), v.description('Days of that month on which the user signed in, oldest first.')),
  pool: checkInPool,
});
export type CheckInState = v.InferOutput<typeof checkInState>;
