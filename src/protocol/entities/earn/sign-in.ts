import * as v from 'valibot';
import { assetId, decimal, entity, timestamp } from '../../fields.ts';

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

export const signInPool = entity(
  'What may be paid for signing in during a month. `left` is what is neither paid nor promised and what the rewards account can cover.',
  { month: calendarMonth, asset: assetId, budget: decimal, left: decimal },
);
export type SignInPool = v.InferOutput<typeof signInPool>;

export const signInDay = entity('A day on which the user signed in.', {
  day: calendarDay,
  asset: assetId,
  reward: v.pipe(decimal, v.description('What it paid; 0 when nothing was left in the pool.')),
  doubled: v.boolean(),
});
export type SignInDay = v.InferOutput<typeof signInDay>;

export const signInRunDay = entity('One of the seven days of a run.', {
  day: calendarDay,
  state: v.picklist(['signed', 'today', 'ahead']),
  reward: v.pipe(
    v.nullable(decimal),
    v.description('What it paid or would pay; null when the pool cannot pay for it as things are.'),
  ),
  doubled: v.boolean(),
});
export type SignInRunDay = v.InferOutput<typeof signInRunDay>;

export const signInState = entity('Where a user stands with signing in.', {
  today: calendarDay,
  dayEndsAt: timestamp,
  signedToday: v.boolean(),
  streak: v.pipe(v.number(), v.description('Days in a row up to today, or up to yesterday before signing in today.')),
  asset: assetId,
  run: v.pipe(v.array(signInRunDay), v.description('The seven days of the run that today belongs to.')),
  promised: v.pipe(decimal, v.description('Set aside in the rewards account for the days ahead of this run.')),
  month: calendarMonth,
  days: v.pipe(v.array(signInDay), v.description('Days of that month on which the user signed in, oldest first.')),
  pool: signInPool,
});
export type SignInState = v.InferOutput<typeof signInState>;
