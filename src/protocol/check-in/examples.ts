import type { Examples } from '../core/example.ts';

const day = (number: number) => `2026-11-${number}`;
const pool = { month: '2026-11', asset: 'USDT', budget: '10000', left: '3184.6', leftToday: '3184.6' };

export const checkInExamples = {
  'POST checkIn': {
    input: {},
    output: { day: day(22), streak: 7, asset: 'USDT', reward: '0.4', doubled: true, at: 1795313930263 },
  },
  'GET checkInfo': {
    input: { month: '2026-11' },
    output: {
      today: day(22),
      dayEndsAt: 1795363200000,
      signedToday: false,
      streak: 6,
      asset: 'USDT',
      run: [16, 17, 18, 19, 20, 21, 22].map((number) => ({
        day: day(number),
        state: number === 22 ? ('today' as const) : ('signed' as const),
        reward: number === 22 ? '0.4' : '0.2',
        doubled: number === 22,
      })),
      promised: '0.4',
      month: '2026-11',
      days: [16, 17, 18, 19, 20, 21].map((number) => ({
        day: day(number),
        asset: 'USDT',
        reward: '0.2',
        doubled: false,
      })),
      pool,
    },
  },
  'GET chenkDayConfig': {
    input: {},
    output: {
      asset: 'USDT',
      days: [1, 2, 3, 4, 5, 6, 7].map((position) => ({
        position,
        reward: position === 7 ? '0.4' : '0.2',
        doubled: position === 7,
      })),
      pool,
    },
  },
} satisfies Partial<Examples>;
