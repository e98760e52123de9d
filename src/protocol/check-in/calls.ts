import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { calendarDay, calendarMonth, checkInPool, checkInState } from './entities.ts';
import { assetId, decimal, nothing, timestamp } from '../core/fields.ts';

const sampleDay = (number: number) => `2026-11-${number}`;
const samplePool = { month: '2026-11', asset: 'USDT', budget: '10000', left: '3184.6', leftToday: '3184.6' };

/** Signing in every day. */
export const checkInCalls = defineCalls({
  'POST checkIn': {
    area: 'rewards',
    tag: 'Daily check-in',
    access: 'user',
    money: true,
    moves: { dealing: 'check-in', coins: 'of-product', stoppedWith: 'notYetOpen', opens: 'check-in' },
    cost: 'write',
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
    example: {
      input: {},
      output: { day: sampleDay(22), streak: 7, asset: 'USDT', reward: '0.4', doubled: true, at: 1795313930263 },
    },
  },
  'GET checkInfo': {
    area: 'rewards',
    tag: 'Daily check-in',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'The user’s streak, the seven days of its run, and the calendar of a month; this month by default.',
    input: v.strictObject({ month: v.optional(calendarMonth) }),
    output: checkInState,
    refuses: [],
    example: {
      input: { month: '2026-11' },
      output: {
        today: sampleDay(22),
        dayEndsAt: 1795363200000,
        signedToday: false,
        streak: 6,
        asset: 'USDT',
        run: [16, 17, 18, 19, 20, 21, 22].map((number) => ({
          day: sampleDay(number),
          state: number === 22 ? ('today' as const) : ('signed' as const),
          reward: number === 22 ? '0.4' : '0.2',
          doubled: number === 22,
        })),
        promised: '0.4',
        month: '2026-11',
        days: [16, 17, 18, 19, 20, 21].map((number) => ({
          day: sampleDay(number),
          asset: 'USDT',
          reward: '0.2',
          doubled: false,
        })),
        pool: samplePool,
      },
    },
  },
  'GET chenkDayConfig': {
    area: 'rewards',
    tag: 'Daily check-in',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'The reward of each day of a run, and the pool it is paid from.',
    input: nothing,
    output: v.object({
      asset: assetId,
      days: v.array(v.object({ position: v.number(), reward: decimal, doubled: v.boolean() })),
      pool: checkInPool,
    }),
    refuses: [],
    example: {
      input: {},
      output: {
        asset: 'USDT',
        days: [1, 2, 3, 4, 5, 6, 7].map((position) => ({
          position,
          reward: position === 7 ? '0.4' : '0.2',
          doubled: position === 7,
        })),
        pool: samplePool,
      },
    },
  },
});
