import type { Examples } from '../core/example.ts';

const level = { level: 2, members: 3, direct: '0.2', indirect: '0.05' };
const next = { level: 3, members: 10, direct: '0.25', indirect: '0.06' };
const cycle = { everyMs: 86400000, nextAt: 1795363500000, practice: false };
const coin = { asset: 'USDT', held: '42.16', owed: '0', credited: '339.76', moved: '297.6' };

export const referralExamples = {
  'GET earningsInfo': {
    input: {},
    output: {
      level,
      next,
      traded: 8,
      direct: 9,
      indirect: 21,
      reversed: 1,
      coins: [coin],
      weeks: [
        {
          asset: 'USDT',
          list: [{ day: '2026-11-16', direct: '34.06', indirect: '8.1', fees: '332.3', reversed: '0' }],
        },
      ],
      week: '2026-11-16',
      cycle,
    },
  },
  'GET earningsPage': {
    input: { show: 'all' },
    output: {
      list: [
        {
          id: '812',
          name: 'm•••i@g•••.com',
          generation: 'direct',
          asset: 'USDT',
          fee: '62.4',
          share: '0.2',
          amount: '12.48',
          period: 1795190400000,
          at: 1795277100000,
        },
      ],
      next: null,
    },
  },
  'GET myearnings': { input: {}, output: { list: [coin], cycle } },
  'POST myearnings': {
    input: { asset: 'USDT', amount: '42.16' },
    output: { asset: 'USDT', amount: '42.16', held: '0', at: 1795313930263 },
  },
  'GET teamDetail': {
    input: { generation: 'direct' },
    output: {
      list: [
        {
          id: '31',
          name: 'm•••i@g•••.com',
          since: 1788393600000,
          traded: true,
          counts: true,
          sums: [{ asset: 'USDT', fees: '62.4', rebates: '12.48', week: '12.48' }],
        },
      ],
      next: null,
    },
  },
  'GET common/teamRewardsList': { input: {}, output: { list: [level, next], household: 2, cycle } },
} satisfies Partial<Examples>;
