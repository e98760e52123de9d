import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { calendarDay, calendarMonth, checkInPool, checkInState } from './entities.ts';
import { assetId, decimal, nothing, timestamp } from '../core/fields.ts';

/** Signing in every day. */
export const checkInCalls = defineCalls({
  'POST checkIn': {
    area: 'rewards',
    access: 'user',
    money: true,
    moves: { dealing: 'sign-in', coins: 'of-product', stoppedWith: 'notYetOpen', opens: 'sign-in' },
    purpose:
      'Sign in today and receive the reward of the day, if the pool can pay it; the streak counts either way. In live mode it needs a verified identity, and a device has one reward a day.',
    input: v.strictObject({
      device: v.pipe(
        v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/))),
        v.description('A random name that the app keeps on the device.'),
      ),
    }),
    output: v.object({
      day: calendarDay,
      streak: v.number(),
      asset: assetId,
      reward: v.pipe(decimal, v.description('What it paid; 0 when nothing was left in the pool.')),
      doubled: v.boolean(),
      at: timestamp,
    }),
    refuses: ['alreadySignedIn', 'noRealName', 'verificationTooOften', 'alreadyProcessed'],
  },
  'GET checkInfo': {
    area: 'rewards',
    access: 'user',
    money: false,
    purpose: 'The user’s streak, the seven days of its run, and the calendar of a month; this month by default.',
    input: v.strictObject({ month: v.optional(calendarMonth) }),
    output: checkInState,
    refuses: [],
  },
  'GET chenkDayConfig': {
    area: 'rewards',
    access: 'user',
    money: false,
    purpose: 'The reward of each day of a run, and the pool it is paid from.',
    input: nothing,
    output: v.object({
      asset: assetId,
      days: v.array(v.object({ position: v.number(), reward: decimal, doubled: v.boolean() })),
      pool: checkInPool,
    }),
    refuses: [],
  },
});
